// Sums over a packed field (shaders/common/packed.glsl), reduced on the GPU to one texel: how large a right-hand side
// is, and what a solution leaves of it.
#ifndef GF_RESIDUAL_H
#define GF_RESIDUAL_H

#include "gl/pyramid.h"

// Zero is "none".
typedef struct gfResidual {
    gfPyramid sums; // the top is 1 x 1, see shaders/multigrid/norms.frag
    bool nearWalls; // cells are held there, see shaders/multigrid/near_walls.glsl
} gfResidual;

typedef struct gfResidualInput {
    const char *label;
    GLuint rhs, weights, pressure;
    bool wrapX, wrapY;
    float alpha;
    GLuint before;   // 0, or an earlier pressure: then the sums are those of CHANGE in shaders/multigrid/norms.frag
    float tolerance; // > 0: the GPU skips the work if the sums as they stand are already within it
} gfResidualInput;

// Makes one for packed fields of width x height texels. On false, which is reported, nothing is left.
bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls);
void gfResidual_Destroy(gfDevice *device, gfResidual *residual);

// Fills the top of the sums with those of rhs and of what `pressure` leaves of it. False: a pass was not drawn.
bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input);
static inline GLuint gfResidual_Sums(const gfResidual *residual)
{
    return gfPyramid_Top(&residual->sums)->id;
}

// Fills it with root mean squares of two fields over the free cells of the lattice (x and y).
bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights);

#endif
