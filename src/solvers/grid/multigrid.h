// A multigrid solver for the equation sum(weight (neighbour - own)) - alpha own = rhs on a lattice of cells. Pressure
// has alpha = 0, implicit diffusion alpha > 0. With a free surface each cell has a diagonal, too: see
// gfMultigrid_PrepareSurface. Fields are packed, 2 x 2 cells per texel (shaders/common/packed.glsl).
// The lattice is given by the weights between its cells (shaders/multigrid/weights.glsl).
#ifndef GF_MULTIGRID_H
#define GF_MULTIGRID_H

#include "solvers/grid/empty_box.h"

typedef struct gfMultigrid gfMultigrid;

// Kinds of lattices that a solver can be made for.
typedef enum gfMultigridKind {
    GF_MULTIGRID_SIMPLE, // weights 0 to 1 between cells, and 2 at open sides
    // A coarse cell may hold two values, one for each side of a thin wall; needs alpha = 0 and no cells of fixed value.
    GF_MULTIGRID_COMPONENTS,
    // Walls fix values at any distance from a cell, see NEAR_WALLS of shaders/multigrid/weights.glsl.
    GF_MULTIGRID_NEAR_WALLS,
    // Some cells are liquid, others air of value 0, and the surface between them moves: gfMultigrid_PrepareSurface.
    GF_MULTIGRID_SURFACE
} gfMultigridKind;

// Makes a solver for cellsX x cellsY cells. `wrapX`, `wrapY`: the axis is periodic.
gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind);
void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid); // null is allowed

// Makes the framebuffers that solves draw to, so that no step has to. `rhs`: textures that may be a right-hand side.
bool gfMultigrid_Warm(gfDevice *device, const gfMultigrid *multigrid, const gfTexture *const rhs[], int count);

// Draws the coarse levels' weights, after `weights`, those of the finest level, changed. `thinWalls`: coarse cells get
// two values where walls are thin. `tiles`: where weights changed since the last call; null: everywhere. `empty`:
// describes a finest level without solids, for which the CPU computes weights; null: there are solids.
void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls,
                         const gfSolidTiles *tiles, const gfEmptyBox *empty);

// The finest level of a lattice with a free surface, for the equation sum(weight (neighbour - own)) - D own - alpha own
// = rhs. D, a cell's diagonal, is the sum of its weights to the value 0: to air, by how far the surface is, and to open
// sides of the domain, where a whole face has 2.
typedef struct gfMultigridSurface {
    GLuint weights;   // between liquid cells (SURFACE of shaders/multigrid/weights.glsl); liquid cells are free
    GLuint diagonals; // shaders/multigrid/surface.glsl
    // A texel a cell, and one more at the right and at the top, RGBA16F or RGBA32F: x, y: open fraction of the cell's
    // left and bottom face, whether there is liquid or not, 0 at closed sides of the domain; w: openness, the fraction
    // of the cell that is not solid, above 0 where a face is open; z: the liquid fraction of that, times w.
    GLuint openings;
} gfMultigridSurface;

// Draws the coarse levels of a lattice of the kind GF_MULTIGRID_SURFACE, after `finest` changed. It takes the place of
// gfMultigrid_Prepare.
void gfMultigrid_PrepareSurface(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSurface *finest);

// Returns whether textures and programs for thin walls are made. gfMultigrid_Prepare makes them for the first one.
bool gfMultigrid_HasPairs(const gfMultigrid *multigrid);
// Makes the textures and programs for thin walls, before there is one. Returns false and reports on failure.
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *multigrid);

// Fields from which a solve's first pass, to save one, draws its right-hand side (grid/outflow.glsl). 0: no such field.
typedef struct gfOutflow {
    const gfTexture *rhs; // the texture to which the right-hand side is drawn
    // Velocity on faces and that of solids, m/s; divergence that sources ask for, 1/s.
    GLuint velocity, wallVelocity, expansion;
    float cellSize;
} gfOutflow;

// The inputs of one solve. It runs at most `cycles` cycles. The first guess is field->read times `warmStart`, and the
// solution ends up in field->read.
typedef struct gfMultigridSolve {
    const char *label;
    gfPair *field;
    GLuint rhs, weights, diagonals; // diagonals: of a lattice with a free surface; else 0
    const gfOutflow *outflow;       // draws `rhs` in the first pass; null: `rhs` is drawn already
    float alpha, warmStart;
    float tolerance; // > 0: once the residual is at most this fraction of rhs, the GPU skips the remaining cycles
    int cycles;
    bool moving;      // some solid moves, so gaps between solids may close or open
    bool guarded;     // with a free surface: begins from 0 if the first guess has more than 4 times the residual of 0
    bool bounded;     // an open side or alpha > 0 makes the solution unique; false: its mean is arbitrary. With a free
                      // surface it is not needed: the GPU finds whether there is air
    float sides[4];   // weights across the sides of the domain, see gfPressureProblem.sides
    GLuint instances; // texture u_instances, which tells whether each fluid starts from 0; 0: no group
} gfMultigridSolve;
// Runs a solve. device->failedPasses counts passes that failed.
void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve);

// --- residuals -------------------------------------------------------------------------------------------------------

// Sums of squares of right-hand sides and residuals over packed fields, in one texel. They tell how a solve converged.

// Textures for one such reduction. All zero: they are not made. `sums` is destroyed by gfPyramid_Destroy.
typedef struct gfResidual {
    gfPyramid sums; // the last texture has one texel with the sums, see shaders/multigrid/norms.frag
    bool nearWalls; // the lattice is of the kind GF_MULTIGRID_NEAR_WALLS
    bool surface;   // the lattice is of the kind GF_MULTIGRID_SURFACE
} gfResidual;

typedef struct gfResidualInput {
    const char *label;
    GLuint rhs, weights, pressure; // right-hand side, couplings between cells, and approximate solution
    GLuint diagonals;              // of a lattice with a free surface; else 0
    bool wrapX, wrapY;
    float alpha;
    GLuint before;   // an earlier solution, whose change is measured (CHANGE of shaders/multigrid/norms.frag); 0: none
    float tolerance; // > 0: the GPU skips the pass if by the last sums the residual is at most this fraction of rhs
} gfResidualInput;

// Makes the textures for packed fields of width x height texels. On failure nothing was made. For a lattice with a free
// surface set `surface` afterwards.
bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls);

// Draws the sums of rhs^2 and residual^2, the residual being that of `pressure`. Returns false if a pass was not drawn.
bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input);
// Returns the texture of one texel with the sums.
static inline GLuint gfResidual_Sums(const gfResidual *residual)
{
    return gfPyramid_Top(&residual->sums)->id;
}

// Draws the root mean squares of two packed fields, as x and y of gfResidual_Sums, over cells whose value is sought.
bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights);

#endif
