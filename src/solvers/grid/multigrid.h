// Multigrid V(2,1) cycles for sum over weights of weight (neighbour - own) - alpha own = rhs on a lattice of cells:
// pressure (alpha 0) and, with alpha > 0, implicit diffusion. Fields are packed (shaders/common/packed.glsl); the
// lattice is its weights on the finest level (shaders/multigrid/weights.glsl).
#ifndef GF_MULTIGRID_H
#define GF_MULTIGRID_H

#include "fluid/solids/solid_tiles.h"
#include "solvers/grid/empty_box.h"
#include "solvers/grid/solid_free.h"

typedef struct gfMultigrid gfMultigrid;

typedef enum gfMultigridKind {
    GF_MULTIGRID_SIMPLE,
    GF_MULTIGRID_COMPONENTS, // coarse cells keep the sides of thin walls apart; for alpha 0, and without pinned cells
    GF_MULTIGRID_NEAR_WALLS  // weights are coded for what is held at any distance, see shaders/multigrid/weights.glsl
} gfMultigridKind;

// Null, reported, on failure.
gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind);
void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid);

// Builds the coarse levels after weights changed. With `thinWalls` components are looked for. `tiles`: where weights
// changed since the last time; null: everywhere. `empty`: the finest level; null: there are solids.
void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls,
                         const gfSolidTiles *tiles, const gfEmptyBox *empty);

// Thin walls need more levels' textures and programs, which are made when the first ones come, or here, ahead. False
// and reported.
bool gfMultigrid_HasPairs(const gfMultigrid *multigrid);
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *multigrid);

// Runs at most `cycles` V-cycles on field->read; the solution is in field->read afterwards. They start from what is
// there times `warmStart`, or from 0 if that is the better start.
typedef struct gfMultigridSolve {
    const char *label;
    gfPair *field;
    GLuint rhs, weights;
    float alpha, warmStart;
    float tolerance; // > 0: no further cycle once the residual is at most this fraction of rhs; decided on the GPU
    int cycles;
    bool bounded;                 // some weight leads to a fixed value, or alpha > 0; otherwise the mean is free
    const gfSolidFree *solidFree; // null: not known
    bool constantProlongation;    // for tests: a cycle that is not good enough
} gfMultigridSolve;
void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve);

#endif
