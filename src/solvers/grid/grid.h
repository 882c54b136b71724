// Insides of the grid solver, shared by its files.
#ifndef GF_SOLVER_GRID_H
#define GF_SOLVER_GRID_H

#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"
#include "gl/readback.h"
#include "gl/reduction.h"
#include "solvers/solver.h"

// Divergence that sources ask for; made when the first such source acts.
typedef struct gfExpansion {
    gfPingPong field; // 1/s, cells
    bool active;      // in the last step
    bool failed;      // could not be made: not tried again
} gfExpansion;

// Values that diffuse together, made when a tunable asks for it. Fields are packed.
typedef enum gfLatticeKind {
    GF_LATTICE_X, // velocity along x
    GF_LATTICE_Y,
    GF_LATTICE_HEAT,
    GF_LATTICE_DYE,
    GF_LATTICES
} gfLatticeKind;

typedef struct gfLattice {
    gfMultigrid *multigrid; // null: not made
    int width, height;
    bool wrapX, wrapY;
    gfPingPong change; // of the field in a step
    gfTexture rhs, weights;
    gfTarget rhsTarget, weightsTarget;
    const gfProgram *drawWeights, *drawRhs;
} gfLattice;

typedef struct gfGridPrograms {
    const gfProgram *advectVelocity[2];   // [carries the reflected velocity]
    const gfProgram *advectScalars[3][2]; // [no solids, some, some that moved][set]
    const gfProgram *applyVelocity, *applyScalars[2], *applyExpansion, *copy1, *copy2;
    const gfProgram *divergence[2][2]; // [moving][expansion]
    const gfProgram *gradient[2][2];   // [moving][reflected]
    const gfProgram *fluidMask, *extend, *extendCopy, *vorticity, *confine, *rebalance;
    const gfProgram *rescale[2]; // [with temperature]
    const gfProgram *addVelocity, *addScalars[2];
    const gfProgram *meanPacked, *mean, *largestSpeed, *largest;
} gfGridPrograms;

typedef struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    int wrapX, wrapY;   // 1: periodic
    bool bounded;       // some side is open
    float lastDt;       // of the last projection
    float dtRatio;      // of the time step to the one before: what was found then starts this one times that
    gfBoundaries drawnBoundaries; // as weights and faces were drawn for
    float drawnAmbient;
    bool manualBilinear;
    gfPingPong velocity; // faces, one texel more than cells each way: [0]
    // Dye and temperature in one set where their resolutions agree, so that one pass carries both; else in two.
    gfPingPong scalars[2];
    int scalarSets;
    // 1 in fluid, 0 in solids, at the texels of each set; while masksDiffer, `write` is as of the last advection.
    gfPingPong fluidMask[2];
    bool masksDiffer, masksDrawn;
    gfPingPong rhs; // packed 2 x 2
    gfReduction rhsMean;
    bool rhsMeanFailed;
    gfPressure pressure;
    gfExpansion expansion;
    // GF_SCHEME_REFLECT: the velocity reflected; it is drawn together with either texture of `velocity`.
    gfTexture reflected;
    GLuint reflectVelocity;                     // the texture of `velocity` that the first target draws
    gfTarget reflectTarget[2], reflectedTarget; // both; the reflected one alone
    gfPingPong reflectPressure;                 // of the second projection, which finds next to none
    bool conservesDye;
    gfReduction dyeTotal[2]; // before and after advection
    gfReduction speed;       // largest component of the velocity
    gfDelayedRead speedRead;
    gfTexture scratch; // for fields that are computed when they are read, and vorticity: RG32F, size of the velocity
    gfTarget scratchTarget;
    gfLattice lattices[GF_LATTICES];
    gfGridPrograms programs;
} gfGrid;

static inline const gfTexture *gfGrid_Dye(const gfGrid *grid)
{
    return &grid->scalars[0].read[0];
}

// Where temperature is: the second texture of the one set, or the only one of the second.
static inline int gfGrid_TemperatureSet(const gfGrid *grid)
{
    return grid->scalarSets - 1;
}

static inline int gfGrid_TemperatureIndex(const gfGrid *grid)
{
    return grid->scalarSets == 1 ? 1 : 0;
}

static inline const gfTexture *gfGrid_Temperature(const gfGrid *grid)
{
    return &grid->scalars[gfGrid_TemperatureSet(grid)].read[gfGrid_TemperatureIndex(grid)];
}

// The scratch texture and its target. False, reported, if they can't be made.
bool gfGrid_MakeScratch(gfDevice *device, gfGrid *grid);

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);

// Draws what depends on solids and sides, if the host changed any.
void gfGrid_UpdateSolids(gfBody *body, void *state);

void gfGrid_Step(gfBody *body, void *state, float dt);

// Draws the divergence of the velocity as it stands into a packed target.
void gfGrid_DrawDivergence(gfBody *body, gfGrid *grid, const gfTarget *target);

// Takes its mean from a divergence where nothing may enter or leave the domain, so that a pressure exists; false,
// nothing drawn, where that is not needed.
bool gfGrid_Rebalance(gfBody *body, gfGrid *grid, const gfTexture *from, const gfTarget *to);

// Diffusion, in solver_grid_diffuse.c: what the tunables ask for, its weights after solids or sides changed, and a step.
// New lattices where the tunables ask for one that is not there, or not for these axes; zero where not. On false, which
// is reported, there are none.
bool gfGrid_MakeLattices(gfBody *body, const gfGrid *grid, gfLattice made[GF_LATTICES]);
// Takes those over that were made.
void gfGrid_TakeLattices(gfDevice *device, gfGrid *grid, const gfLattice made[GF_LATTICES]);
void gfGrid_DestroyLattices(gfDevice *device, gfLattice lattices[GF_LATTICES]);
void gfGrid_PrepareLattices(gfBody *body, gfGrid *grid);
void gfGrid_DiffuseVelocity(gfBody *body, gfGrid *grid, float dt);
void gfGrid_DiffuseScalars(gfBody *body, gfGrid *grid, float dt);

// The parts of gf_solverGrid that read and write fields, in solver_grid_fields.c.
bool gfGrid_Resample(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_PrepareField(gfBody *body, void *state, gfField field, gfFieldView *view);
bool gfGrid_IsWritable(gfField field);
bool gfGrid_WriteField(gfBody *body, void *state, gfField field, const float *values);
bool gfGrid_View(gfBody *body, void *state, gfDrawStyle style, gfRenderView *view);

#endif
