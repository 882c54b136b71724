// Pictures of fields that a drawing reads where a pixel is smaller than a texel, and of dye beside solids, too
// (shaders/draw/smooth.frag).
#ifndef GF_SMOOTH_H
#define GF_SMOOTH_H

#include "draw/styles.h"

// Tells whether a style reads its fields so, in a picture where a cell is so many pixels wide.
bool gfSmooth_IsWanted(const gfDrawFields *fields, float pixelsPerCell);

// Draws the pictures, for cells of so many pixels, and adds them to what the style's shader is given. False and
// reported: SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfSmooth_Prepare(gfDevice *device, const gfDrawFields *fields, float pixelsPerCell, gfStyleInputs *inputs);

#endif
