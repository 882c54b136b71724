// One value out of a whole field, on the GPU: 4 x 4 texels at a time (shaders/common/reduce.frag).
#ifndef GF_REDUCE_H
#define GF_REDUCE_H

#include "gl/pass.h"

// 8192 x 8192 texels are one after seven passes.
#define GF_REDUCE_LEVELS 8

typedef struct gfReduction {
    int levels; // 0: not made
    gfTexture textures[GF_REDUCE_LEVELS];
    gfTarget targets[GF_REDUCE_LEVELS];
} gfReduction;

// For fields of width x height texels. False, reported, and empty on failure.
bool gfReduction_Create(gfDevice *device, gfReduction *reduction, int width, int height);
void gfReduction_Destroy(gfDevice *device, gfReduction *reduction);
// `first` and `rest`: variants of common/reduce.frag for the field and for what it gave. `weights` may be 0.
void gfReduction_Run(gfDevice *device, const gfReduction *reduction, const char *label, const gfProgram *first,
                     const gfProgram *rest, const gfTexture *field, GLuint weights);

// The 1 x 1 result.
static inline const gfTexture *gfReduction_Result(const gfReduction *reduction)
{
    return &reduction->textures[reduction->levels - 1];
}

#endif
