// The texture that GF_DRAW_LIQUID is drawn from: a fluid's amount, and the mean amount around, see
// shaders/draw_liquid/height_field.frag.
#ifndef GF_HEIGHT_FIELD_H
#define GF_HEIGHT_FIELD_H

#include "draw/styles.h"

// Draws the heights of these fields (gfStyle.prepare), over those of another fluid. False and reported.
bool gfHeightField_Prepare(const gfDrawnFluid *fluid, const gfDrawFields *fields, const gfDrawDef *def,
                           gfStyleInputs *inputs);

#endif
