// Sums of what comes before each element of a list of counts: reductions by 16, and one pass that adds up what they
// gave. Shaders ask for them by particles/prefix.glsl.
#ifndef GF_PREFIX_H
#define GF_PREFIX_H

#include "gl/pass.h"

// After this many reductions by 16 a list of 2^20 elements is one, and what is left of a longer one is added up by one.
#define GF_PREFIX_LEVELS 5

// Zero is "none".
typedef struct gfPrefix {
    int levels;
    gfTexture level[GF_PREFIX_LEVELS]; // R32UI lists: sums of 16, of 256, and so on
    gfTexture before;                  // R32UI list: of all that comes before each 16; one more has the total
} gfPrefix;

// Makes the sums for lists (particles/linear.glsl) of width x height elements, less than 2^31; the width is a power of
// two. On false, which is reported (OUT_OF_MEMORY, OUT_OF_RANGE, FRAMEBUFFER), nothing is left.
bool gfPrefix_Create(gfDevice *device, gfPrefix *prefix, int width, int height);
void gfPrefix_Destroy(gfDevice *device, gfPrefix *prefix);

// Sums up red of such a list, of any format of whole numbers. False and reported: something was not drawn.
bool gfPrefix_Run(gfDevice *device, const gfPrefix *prefix, const gfTexture *counts);

#endif
