// The texture that GF_DRAW_LIQUID is drawn from: a fluid's amount, and how much of it is around, see
// shaders/effects/height_field.frag.
#ifndef GF_HEIGHT_FIELD_H
#define GF_HEIGHT_FIELD_H

#include "draw/styles.h"

// Zero is "none".
typedef struct gfHeightField {
    gfTexture sums;    // along x
    gfTexture heights; // the result
} gfHeightField;

void gfHeightField_Destroy(gfDevice *device, gfHeightField *field);

// The width of the rim, texels: at least what makes slopes smooth, at most the domain.
float gfHeightField_GetRim(const gfDrawFields *fields, const gfDrawDef *def);

// Draws the heights of these fields; what was there for others is lost. Null and reported on failure.
const gfTexture *gfHeightField_Draw(gfDevice *device, gfHeightField *field, const gfDrawFields *fields,
                                    const gfDrawDef *def);

#endif
