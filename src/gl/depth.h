// Depth that passes test and write: a texture beside those that are drawn into. What is nearer or as near wins.
#ifndef GF_DEPTH_H
#define GF_DEPTH_H

#include "gl/device.h"

// 24 bits a texel, from 0, the nearest, to 1. Zero is "none".
typedef struct gfDepth {
    GLuint id;
    int width, height;
} gfDepth;

// Its values are undefined until a pass clears it. On failure it is none; reported are OUT_OF_MEMORY, OUT_OF_RANGE
// (larger than the context allows) and GL.
bool gfDepth_Create(gfDevice *device, gfDepth *depth, int width, int height);
void gfDepth_Destroy(gfDevice *device, gfDepth *depth);

#endif
