// What GF_DRAW_LIQUID is drawn from: a fluid's amount, and how much of it is around, see shaders/effects/height_field.frag.
#ifndef GF_HEIGHT_FIELD_H
#define GF_HEIGHT_FIELD_H

#include "gl/pass.h"
#include "solvers/solver.h"

typedef struct gfHeightField {
    int width, height;    // texels; 0: there are no textures
    gfTexture texture[2]; // sums along x; the relief
    gfTarget target[2];
} gfHeightField;

void gfHeightField_Destroy(gfDevice *device, gfHeightField *relief);

// The width of the rim, texels: at least what makes slopes smooth, at most the domain.
float gfHeightField_GetRim(const gfRenderView *view, const gfDrawDef *def);

// Draws it for this view; what was there for another is lost. Null and reported on failure.
const gfTexture *gfHeightField_Draw(gfDevice *device, gfHeightField *relief, const gfRenderView *view, const gfDrawDef *def);

#endif
