/// The demo on a page, for WebGL 2: what page.js calls. The page has the clock, the canvas and its pointers. Text that
/// is handed out stays until the next call.
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdbool.h>

/// The canvas has this many pixels.
void Page_Resize(int width, int height);

/// Opens the canvas of this selector with a scene, once. `cells` and `dyeScale` are those of Page_OpenScene. Null, or
/// what is missing: "webgl" or "floats", or else what went wrong.
const char *Page_Open(const char *canvas, int scene, int cells, float dyeScale);

/// Another scene, or the same again, with a grid of so many cells along its longer side and so many of dye for each.
/// False after a message.
bool Page_OpenScene(int scene, int cells, float dyeScale);

/// Pointer `number` is at a share of the canvas, from its upper left corner, with these buttons (POINTER_LEFT...).
void Page_Point(int number, double x, double y, unsigned buttons);

/// Nearer by so many notches of a wheel.
void Page_Zoom(float notches);

/// A frame of `dt` seconds; one of 0 only draws. False after a message: nothing more is drawn.
bool Page_Frame(float dt);

/// As gfDrawStyle; one that the scene does not have changes nothing.
void Page_SetView(int view);

/// As gfQuality; below 0: the scene's own choices. False: this scene has none.
bool Page_SetQuality(int quality);

/// All scenes, in the order of their numbers, as JSON: name, summary, group, whether the view turns, and views as a
/// list of names by gfDrawStyle with null where the scene has no such view.
const char *Page_GetScenes(void);

/// The grid, the picture and the GL.
const char *Page_GetInfo(void);

#endif
