// Drawing a fluid: one shader a style, straight onto the target, or by way of the effects.
#ifndef GF_DRAW_IMPL_H
#define GF_DRAW_IMPL_H

#include "draw/styles.h"

// Draws into a texture of the library's own, or, null, into the host's framebuffer. The definition has been checked,
// and solids are up to date. `host`: the target at the start of the call. False and reported: the drawing is missing.
bool gfDraw_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target);

#endif
