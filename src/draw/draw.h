// Drawing a fluid: one shader a style, either straight onto the target or into light that effects act on. Below are
// pictures that a drawing makes first.
#ifndef GF_DRAW_IMPL_H
#define GF_DRAW_IMPL_H

#include "draw/styles.h"
#include "fluid/module.h"

// Draws into a texture of the library's own, or, null, into the host's framebuffer. The definition must be checked, and
// solids up to date. `host`: the host's target at the start of the call. False and reported: nothing was drawn.
bool gfDraw_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- pixel art -------------------------------------------------------------------------------------------------------

// Pixel art: a small drawing is laid onto the target in squares of few colours.

bool gfPixels_AreWanted(const gfDrawDef *def);

// Draws as gfDraw_Run does, by way of a small picture.
bool gfPixels_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- detail below a cell ---------------------------------------------------------------------------------------------

// Detail below a cell (gfDrawDef.detail): dye is read at displaced places, along swirls that drift with the flow.

// The fluid's state of detail, attached by the first drawing with detail.
extern const gfFluidPart gf_detailPart;

// Returns whether the definition asks for detail and the style's shader has it.
bool gfDetail_IsWanted(const gfFluid *fluid, const gfStyle *style, const gfDrawDef *def);
// Carries the coordinates on to the fluid's clock, and fills in the view for a drawing. False and reported:
// OUT_OF_MEMORY, SHADER, FRAMEBUFFER.
bool gfDetail_Follow(gfFluid *fluid, gfDetailView *view);

// --- smooth pictures of fields ---------------------------------------------------------------------------------------

// Pictures of fields for drawings whose pixels are smaller than texels, and of dye beside solids
// (shaders/draw/smooth.frag).

// Returns whether a style reads smooth pictures where a cell is so many pixels wide.
bool gfSmooth_IsWanted(const gfDrawFields *fields, float pixelsPerCell);

// Draws the pictures and adds them to the inputs of the style's shader. False and reported: SHADER, OUT_OF_MEMORY,
// FRAMEBUFFER.
bool gfSmooth_Prepare(gfDevice *device, const gfDrawFields *fields, float pixelsPerCell, gfStyleInputs *inputs);

// --- light within dye ------------------------------------------------------------------------------------------------

// Light within dye: the fraction that reaches each place (shaders/draw/dye_light.frag).

// Returns whether a style's dye shades itself by this definition.
bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def);

// Draws the light and adds it to the inputs of the style's shader. False and reported: SHADER, OUT_OF_MEMORY,
// FRAMEBUFFER.
bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *fields, const gfDrawDef *def, gfStyleInputs *inputs);

#endif
