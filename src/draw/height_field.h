// The texture that GF_DRAW_LIQUID is drawn from: a fluid's amount, and how much of it is around, see
// shaders/effects/height_field.frag.
#ifndef GF_HEIGHT_FIELD_H
#define GF_HEIGHT_FIELD_H

#include "draw/styles.h"

// Draws the heights of these fields (gfStyle.prepare); what was there for others is lost. False and reported.
bool gfHeightField_Prepare(const gfDrawnFluid *fluid, const gfDrawFields *fields, const gfDrawDef *def,
                           gfStyleInputs *inputs);

#endif
