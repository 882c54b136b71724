// Drawing a fluid: one shader a style, straight onto the target, or by way of the effects. Below are the pictures that
// a drawing makes on the way.
#ifndef GF_DRAW_IMPL_H
#define GF_DRAW_IMPL_H

#include "draw/styles.h"
#include "fluid/module.h"

// Draws into a texture of the library's own, or, null, into the host's framebuffer. The definition has been checked,
// and solids are up to date. `host`: the target at the start of the call. False and reported: the drawing is missing.
bool gfDraw_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- pixel art -------------------------------------------------------------------------------------------------------

// Pixel art: a drawing is made small, and then laid onto its target in squares and in steps of colour.

bool gfPixels_AreWanted(const gfDrawDef *def);

// Does what gfDraw_Run does, by way of a small picture.
bool gfPixels_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

// --- detail below a cell ---------------------------------------------------------------------------------------------

// Detail below a cell (gfDrawDef.detail): pictures of gas are read a little beside their place, along swirls that drift
// with the flow.

// What a fluid keeps of its detail, from its first drawing with detail on.
extern const gfFluidPart gf_detailPart;

// Returns whether a style's shader has the variant with detail, and the definition asks for it.
bool gfDetail_IsWanted(const gfFluid *fluid, const gfStyle *style, const gfDrawDef *def);
// Brings the carried coordinates up to the fluid's clock and fills in what a drawing reads. False and reported:
// OUT_OF_MEMORY, SHADER, FRAMEBUFFER.
bool gfDetail_Follow(gfFluid *fluid, gfDetailView *view);

// --- smooth pictures of fields ---------------------------------------------------------------------------------------

// Pictures of fields that a drawing reads where a pixel is smaller than a texel, and of dye beside solids, too
// (shaders/draw/smooth.frag).

// Tells whether a style reads its fields so, in a picture where a cell is so many pixels wide.
bool gfSmooth_IsWanted(const gfDrawFields *fields, float pixelsPerCell);

// Draws the pictures, for cells of so many pixels, and adds them to what the style's shader is given. False and
// reported: SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSmooth_Prepare(gfDevice *device, const gfDrawFields *fields, float pixelsPerCell, gfStyleInputs *inputs);

// --- light within dye ------------------------------------------------------------------------------------------------

// Light within dye: how much of it gets through to each place (shaders/draw/dye_light.frag).

// Tells whether a style's dye shades itself by this definition.
bool gfDyeLight_IsWanted(const gfStyle *style, const gfDrawDef *def);

// Draws the light and adds it to what the style's shader is given. False and reported: SHADER, OUT_OF_MEMORY,
// FRAMEBUFFER.
bool gfDyeLight_Prepare(gfDevice *device, const gfDrawFields *fields, const gfDrawDef *def, gfStyleInputs *inputs);

#endif
