// A pyramid: ever smaller textures, for reductions to one value and for blurs of ever wider reach.
#ifndef GF_PYRAMID_H
#define GF_PYRAMID_H

#include "gl/pass.h"

// 8192 x 8192 texels are one after seven levels of 4 x 4.
#define GF_PYRAMID_LEVELS 8

// Zero is "none".
typedef struct gfPyramid {
    int levels;
    gfTexture texture[GF_PYRAMID_LEVELS]; // the largest first
} gfPyramid;

typedef struct gfPyramidShape {
    gfFormat format;
    int firstStep, step; // texels a side of the level before that make one; the first level's own
    int least;           // texels a side below which no level but the first is made; 0: the last has one texel
} gfPyramidShape;

#define GF_REDUCTION_SHAPE ((gfPyramidShape){GF_FORMAT_RGBA32F, 4, 4, 0})

// Makes the textures for a field of width x height texels. On false, which is reported, nothing is left.
bool gfPyramid_Create(gfDevice *device, gfPyramid *pyramid, const gfPyramidShape *shape, int width, int height);
void gfPyramid_Destroy(gfDevice *device, gfPyramid *pyramid);

// The smallest level: of a reduction one texel, the result.
static inline const gfTexture *gfPyramid_Top(const gfPyramid *pyramid)
{
    return &pyramid->texture[pyramid->levels - 1];
}

// The way of a field to one texel, 4 x 4 texels at a time: `first` and `next` are variants of common/reduce.frag for
// the field and for what it gave.
typedef struct gfReduction {
    const char *label;
    gfShader first, next;
    const gfTexture *field;
    GLuint weights;       // of the lattice, or 0
    const gfUniform *own; // of `first`, or null
} gfReduction;

void gfPyramid_Reduce(gfDevice *device, const gfPyramid *pyramid, const gfReduction *reduction);

#endif
