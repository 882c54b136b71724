// What GF_DRAW_LIQUID is drawn from: a fluid's amount, and how much of it is around, see shaders/picture/relief.frag.
#ifndef GF_RELIEF_H
#define GF_RELIEF_H

#include "pass.h"
#include "solver.h"

typedef struct gfRelief {
    int width, height;    // texels; 0: there are no textures
    gfTexture texture[2]; // sums along x; the relief
    gfTarget target[2];
} gfRelief;

void gfRelief_Destroy(gfDevice *device, gfRelief *relief);

// The width of the rim, texels: at least what makes slopes smooth, at most the domain.
float gfRelief_GetRim(const gfRenderView *view, const gfDrawDef *def);

// Draws it for this view; what was there for another is lost. Null and reported on failure.
const gfTexture *gfRelief_Draw(gfDevice *device, gfRelief *relief, const gfRenderView *view, const gfDrawDef *def);

#endif
