// Dye as a drawing reads it where a pixel is smaller than a texel, or beside solids (shaders/draw/smooth_dye.frag).
#ifndef GF_SMOOTH_DYE_H
#define GF_SMOOTH_DYE_H

#include "draw/styles.h"

// Tells whether a style reads its dye so, in a picture where a cell is so many pixels wide.
bool gfSmoothDye_IsWanted(const gfDrawFields *fields, float pixelsPerCell);

// Draws it and adds it to what the style's shader is given. False and reported: SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSmoothDye_Prepare(gfDevice *device, const gfDrawFields *fields, gfStyleInputs *inputs);

#endif
