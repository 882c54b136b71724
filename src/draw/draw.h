// Drawing a gfFluid: the style's shader draws the fluid, either straight onto the target or into a texture of light
// that effects act on. The sections below are pictures that a drawing makes first, for that shader to read.
#ifndef GF_DRAW_IMPL_H
#define GF_DRAW_IMPL_H

#include "draw/styles.h"
#include "fluid/module.h"

// Draws a fluid in the style of a checked definition; solids must be up to date. `target`: a texture of the library's
// own; null: the host's framebuffer. `host`: what was bound at the start of the call. False: nothing was drawn.
bool gfDraw_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- pixel art -------------------------------------------------------------------------------------------------------

// Pixel art: the fluid is drawn into a small texture, whose texels become squares of pixels with few colours.

bool gfPixels_AreWanted(const gfDrawDef *def);

bool gfPixels_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- detail below a cell ---------------------------------------------------------------------------------------------

// Detail below a cell (gfDrawDef.detail): each pixel reads dye at a displaced place. The displacements are small swirls
// that drift with the flow, so the dye seems to have finer structure than the grid.

// What drawings with detail keep with each fluid: coordinates that the flow carries, to which the swirls are fixed.
extern const gfFluidPart gf_detailPart;

// Returns whether a drawing gets detail: the definition asks for it, the style can, and the fluid is of GF_SOLVER_GRID.
bool gfDetail_IsWanted(const gfFluid *fluid, const gfStyle *style, const gfDrawDef *def);
// Carries the coordinates with the flow up to now, and fills in `view`. Reports OUT_OF_MEMORY, SHADER, FRAMEBUFFER.
bool gfDetail_Follow(gfFluid *fluid, gfDetailView *view);

// --- smooth pictures of fields ---------------------------------------------------------------------------------------

// Where texels of a field are larger than pixels, or dye lies beside solids, a drawing does not read the field itself,
// but a picture of it that is prepared for smooth interpolation by a cubic spline (shaders/draw/smooth.frag).

// Returns whether a drawing reads smooth pictures of fields, where a cell is so many pixels wide.
bool gfSmooth_IsWanted(const gfDrawFields *fields, float pixelsPerCell);

// Draws the smooth pictures and adds them to the style's inputs. Reports SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSmooth_Prepare(gfDevice *device, const gfDrawFields *fields, float pixelsPerCell, gfStyleInputs *inputs);

// --- light within dye ------------------------------------------------------------------------------------------------

// Dye can shade itself: a picture has the fraction of light that reaches each place (shaders/draw/dye_light.frag).

// Returns whether the definition asks for dye that shades itself, and the style's shader can do it.
bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def);

// Draws the picture of light and adds it to the style's inputs. Reports SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *fields, const gfDrawDef *def, gfStyleInputs *inputs);

#endif
