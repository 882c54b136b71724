/// The demo on a page, for WebGL 2: what page.js calls. The page has the clock, the canvas and its pointers. Text that
/// is handed out stays until the next call.
#ifndef WEB_PAGE_H
#define WEB_PAGE_H

#include <stdbool.h>

/// The canvas has this many pixels.
void Page_Resize(int width, int height);

/// Opens a scene in the context that the page has made, once. `cells` and `dyeScale` are those of Page_OpenScene. Null,
/// or "floats" where the context draws no floating-point textures, or else what went wrong.
const char *Page_Open(int scene, int cells, float dyeScale);

/// Another scene, or the same again, with a grid of so many cells along its longer side and so many of dye for each.
/// False after a message.
bool Page_OpenScene(int scene, int cells, float dyeScale);

/// The same fluid with so many cells along its longer side. False: particles, which stay as many as they are.
bool Page_Refit(int cells);

/// Pointer `number` is at a share of the canvas, from its upper left corner, with these buttons (POINTER_LEFT...).
void Page_Point(int number, double x, double y, unsigned buttons);

/// Nearer by so many notches of a wheel.
void Page_Zoom(float notches);

/// A frame of `dt` seconds, `passed` seconds after the one before; one of 0 only draws. False after a message: nothing
/// more is drawn.
bool Page_Frame(float dt, float passed);

/// What is measured from now on: the sum of 1 for times of passes, 2 for energy and residual, 4 for what there is at
/// this share of the canvas.
void Page_Watch(unsigned wants, double x, double y);

/// What was measured, as JSON: `times` and `sums` with lists of `plots`, each a label, the newest value, the largest,
/// and where in memory how many values are, as floats; of times `note` (null, or why there are no passes), `passes`
/// with label and ms, and the ms of `others`; `probe` with pairs of text as `lines`, or a `note` in their place.
const char *Page_GetMeasures(void);

/// A key of the window's, as INPUT_VIEW; see InputKey.
void Page_Press(int key);

/// The table of tunables with their values in this scene and view, as Settings_PrintTable has it.
const char *Page_GetTable(void);

/// What the scene has itself, for a preset, as Settings_PrintSceneValues has it.
const char *Page_GetSceneValues(void);

/// Sets one of it by name, from text as Tunable_Parse takes it. Null, or what is expected.
const char *Page_Set(const char *name, const char *value);

/// Back to what the scene has itself.
void Page_Unset(const char *name);

/// A palette of the library's in place of the colours that this row counts.
void Page_TakePalette(const char *name, int kind);

/// Their names, by number, as JSON.
const char *Page_GetPalettes(void);

/// Why the library refused what was set last; empty: it did not.
const char *Page_GetMessage(void);

/// The demo's own presets as JSON: name, and the preset as files have it.
const char *Page_GetPresets(void);

/// All scenes, in the order of their numbers, as JSON: name, summary, group, whether the view turns, and views as a
/// list of names by gfDrawStyle with null where the scene has no such view.
const char *Page_GetScenes(void);

/// The grid, the picture and the GL.
const char *Page_GetInfo(void);

#endif
