// Multigrid cycles for sum over weights of weight (neighbour - own) - alpha own = rhs on a lattice of cells:
// pressure (alpha 0) and, with alpha > 0, implicit diffusion. Fields are packed (shaders/common/packed.glsl); the
// lattice is its weights on the finest level (shaders/multigrid/weights.glsl).
#ifndef GF_MULTIGRID_H
#define GF_MULTIGRID_H

#include "solvers/grid/empty_box.h"

typedef struct gfMultigrid gfMultigrid;

typedef enum gfMultigridKind {
    GF_MULTIGRID_SIMPLE,
    GF_MULTIGRID_COMPONENTS, // coarse cells keep the sides of thin walls apart; for alpha 0, and without pinned cells
    GF_MULTIGRID_NEAR_WALLS  // weights are coded for what is held at any distance, see shaders/multigrid/weights.glsl
} gfMultigridKind;

// Null, reported, on failure.
gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind);
void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid);

// Makes the framebuffers that solves draw to, and those of right-hand sides, which are these textures by turns. False
// and reported.
bool gfMultigrid_Warm(gfDevice *device, const gfMultigrid *multigrid, const gfTexture *const rhs[], int count);

// Builds the coarse levels after weights changed. With `thinWalls` components are looked for. `tiles`: where weights
// changed since the last time; null: everywhere. `empty`: the finest level; null: there are solids.
void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls,
                         const gfSolidTiles *tiles, const gfEmptyBox *empty);

// Thin walls need more levels' textures and programs, which are made when the first ones come, or here, ahead. False
// and reported.
bool gfMultigrid_HasPairs(const gfMultigrid *multigrid);
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *multigrid);

// What a right-hand side is found from in a solve's first pass (shaders/grid/outflow.glsl). Null textures: there are
// none.
typedef struct gfOutflow {
    const gfTexture *rhs; // where it is drawn to
    GLuint velocity, wallVelocity, expansion;
    float cellSize;
} gfOutflow;

// Runs at most `cycles` cycles on field->read; the solution is in field->read afterwards. They start from what is there
// times `warmStart`.
typedef struct gfMultigridSolve {
    const char *label;
    gfPair *field;
    GLuint rhs, weights;
    const gfOutflow *outflow; // null: the right-hand side is there
    float alpha, warmStart;
    float tolerance; // > 0: no further cycle once the residual is at most this fraction of rhs; decided on the GPU
    int cycles;
    bool moving;      // solids move, so that gaps may close or open
    bool bounded;     // some weight leads to a fixed value, or alpha > 0; otherwise the mean is free
    float sides[4];   // weights across the sides, as of gfPressureProblem
    GLuint instances; // of an atlas whose fluids tell whether they start anew (solvers/grid/instances.c); else 0
} gfMultigridSolve;
void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve);

// --- residuals -------------------------------------------------------------------------------------------------------

// Sums over a packed field (shaders/common/packed.glsl), reduced on the GPU to one texel: how large a right-hand side
// is, and what a solution leaves of it.

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
