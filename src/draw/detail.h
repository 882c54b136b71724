// Detail below a cell (gfDrawDef.detail): pictures of gas are read a little beside their place, along swirls that drift
// with the flow.
#ifndef GF_DETAIL_H
#define GF_DETAIL_H

#include "draw/styles.h"

#include "fluid/module.h"

// What a fluid keeps of its detail, from its first drawing with detail on.
extern const gfFluidPart gf_detailPart;

// Returns whether a style's shader has the variant with detail, and the definition asks for it.
bool gfDetail_IsWanted(const gfFluid *fluid, const gfStyle *style, const gfDrawDef *def);
// Brings the carried coordinates up to the fluid's clock and fills in what a drawing reads. False and reported:
// OUT_OF_MEMORY, SHADER, FRAMEBUFFER.
bool gfDetail_Follow(gfFluid *fluid, gfDetailView *view);

#endif
