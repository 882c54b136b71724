// Sums over a packed field (shaders/common/packed.glsl), reduced on the GPU to one texel: how large a right-hand side
// is, and what a solution leaves of it.
#ifndef GF_RESIDUAL_H
#define GF_RESIDUAL_H

#include "pass.h"

// 4096 x 4096 texels are one after seven passes.
#define GF_RESIDUAL_LEVELS 8

// Zero is "none".
typedef struct gfResidual {
    int levels;
    gfTexture sums[GF_RESIDUAL_LEVELS]; // the last is 1 x 1, see shaders/multigrid/norms.frag
    gfTarget targets[GF_RESIDUAL_LEVELS];
} gfResidual;

typedef struct gfResidualInput {
    const char *label;
    GLuint rhs, links, pressure;
    bool wrapX, wrapY;
    float alpha;
    GLuint before;   // 0, or an earlier pressure: then the sums are those of CHANGE in shaders/multigrid/norms.frag
    bool sampled;    // a quarter of the blocks is enough
    float tolerance; // > 0: the GPU skips the work if the sums as they stand are already within it
} gfResidualInput;

// For packed fields of width x height texels. On false, which is reported, nothing is left.
bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height);
void gfResidual_Destroy(gfDevice *device, gfResidual *residual);

// Fills the last of `sums` with those of rhs and of what `pressure` leaves of it.
void gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input);
static inline GLuint gfResidual_Sums(const gfResidual *residual)
{
    return residual->sums[residual->levels - 1].id;
}

// Root mean squares of two fields over the free cells of the lattice, into a target of one texel (x and y).
bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint links, const gfTarget *result);

#endif
