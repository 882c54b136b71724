// Multigrid cycles for the equation sum(weight (neighbour - own)) - alpha own = rhs on a lattice of cells: pressure has
// alpha = 0, implicit diffusion alpha > 0. Fields are packed (shaders/common/packed.glsl); a lattice is given by the
// weights between its cells (shaders/multigrid/weights.glsl).
#ifndef GF_MULTIGRID_H
#define GF_MULTIGRID_H

#include "solvers/grid/empty_box.h"

typedef struct gfMultigrid gfMultigrid;

typedef enum gfMultigridKind {
    GF_MULTIGRID_SIMPLE,
    GF_MULTIGRID_COMPONENTS, // coarse cells separate both sides of thin walls; for alpha 0 without fixed cells
    GF_MULTIGRID_NEAR_WALLS  // walls fix values at any distance, see NEAR_WALLS of shaders/multigrid/weights.glsl
} gfMultigridKind;

// Returns null and reports on failure.
gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind);
void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid);

// Makes the framebuffers that solves draw to. `rhs`: all textures that may serve as a right-hand side. False and
// reported on failure.
bool gfMultigrid_Warm(gfDevice *device, const gfMultigrid *multigrid, const gfTexture *const rhs[], int count);

// Draws the coarse levels after weights changed. `thinWalls`: with two components. `tiles`: where weights changed since
// the last call; null: everywhere. `empty`: the finest level without solids; null: there are some.
void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls,
                         const gfSolidTiles *tiles, const gfEmptyBox *empty);

// Thin walls need further textures and programs, which gfMultigrid_Prepare makes for the first one, or MakePairs ahead:
// false and reported. HasPairs: they are made.
bool gfMultigrid_HasPairs(const gfMultigrid *multigrid);
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *multigrid);

// The fields from which a solve's first pass draws its right-hand side (shaders/grid/outflow.glsl). Texture 0: there is
// no such field.
typedef struct gfOutflow {
    const gfTexture *rhs; // the texture that it is drawn to
    GLuint velocity, wallVelocity, expansion;
    float cellSize;
} gfOutflow;

// A solve: at most `cycles` cycles, which start from field->read times `warmStart` and leave the solution there.
typedef struct gfMultigridSolve {
    const char *label;
    gfPair *field;
    GLuint rhs, weights;
    const gfOutflow *outflow; // null: `rhs` has been drawn
    float alpha, warmStart;
    float tolerance; // > 0: the GPU skips cycles once the residual is at most this fraction of rhs
    int cycles;
    bool moving;      // solids move, so gaps may close or open
    bool bounded;     // the solution is unique, by an open side or alpha > 0; else its mean is arbitrary
    float sides[4];   // see gfPressureProblem.sides
    GLuint instances; // u_instances of a group, which says whether an instance starts anew; else 0
} gfMultigridSolve;
void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve);

// --- residuals -------------------------------------------------------------------------------------------------------

// Sums over packed fields (shaders/common/packed.glsl), reduced on the GPU to one texel: the size of a right-hand side,
// and of a solution's residual.

// All zero: it was not made.
typedef struct gfResidual {
    gfPyramid sums; // the top is 1 x 1, see shaders/multigrid/norms.frag
    bool nearWalls; // see GF_MULTIGRID_NEAR_WALLS
} gfResidual;

typedef struct gfResidualInput {
    const char *label;
    GLuint rhs, weights, pressure;
    bool wrapX, wrapY;
    float alpha;
    GLuint before;   // an earlier pressure, for the sums CHANGE of shaders/multigrid/norms.frag; 0: none
    float tolerance; // > 0: the GPU skips the pass if the last sums are within it
} gfResidualInput;

// Makes one for packed fields of width x height texels. On false, which is reported, nothing was made.
bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls);
void gfResidual_Destroy(gfDevice *device, gfResidual *residual);

// Draws the sums of rhs and of its residual with `pressure`. False: a pass was not drawn.
bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input);
static inline GLuint gfResidual_Sums(const gfResidual *residual)
{
    return gfPyramid_Top(&residual->sums)->id;
}

// Draws root mean squares (x and y) of two fields over the free cells of the lattice.
bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights);

#endif
