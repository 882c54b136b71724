// Insides of the grid solver, shared by its step (solver_grid.c) and its field access (solver_grid_fields.c).
#ifndef GF_SOLVER_GRID_H
#define GF_SOLVER_GRID_H

#include "pressure.h"
#include "solver.h"

// 4 x 4 at a time, 8192 x 8192 cells are one after seven passes.
#define GF_REDUCE_LEVELS 8

// Divergence that sources ask for; made when the first such source acts.
typedef struct gfExpansion {
    gfPingPong field; // 1/s, cells
    int levels;
    gfTexture means[GF_REDUCE_LEVELS]; // (mean over fluid cells, share of fluid cells) of what they cover
    gfTarget meanTargets[GF_REDUCE_LEVELS];
    bool active; // in the last step
    bool failed; // could not be made: not tried again
} gfExpansion;

typedef struct gfGridPrograms {
    const gfProgram *advectVelocity, *advectScalars[2][2]; // [with solids][set]
    const gfProgram *pourVelocity, *pourScalars[2], *pourExpansion, *copy1, *copy2;
    const gfProgram *divergence, *divergenceExpansion, *gradient, *fluidMask, *reduceFirst, *reduce;
} gfGridPrograms;

typedef struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    float lastDt;
    bool manualBilinear;
    gfPingPong velocity; // faces, one texel more than cells each way: [0]
    // Dye and temperature in one set where their resolutions agree, so that one pass carries both; else in two.
    gfPingPong scalars[2];
    int scalarSets;
    gfTexture fluidMask[2]; // 1 in fluid, 0 in solids, at the texels of each set
    gfTarget fluidMaskTarget[2];
    gfTexture rhs; // packed 2 x 2
    gfTarget rhsTarget;
    gfPressure pressure;
    gfExpansion expansion;
    gfTexture scratch; // for fields that are computed when they are read: RG32F, size of the velocity
    gfTarget scratchTarget;
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

// Draws what depends on solids, if the host changed one.
void gfGrid_UpdateSolids(gfBody *body, void *state);

// Draws the divergence of the velocity as it stands into a packed target.
void gfGrid_DrawDivergence(gfBody *body, gfGrid *grid, const gfTarget *target);

// The parts of gf_solverGrid that read and write fields, in solver_grid_fields.c.
bool gfGrid_Resample(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState);
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_PrepareField(gfBody *body, void *state, gfField field, gfFieldView *view);
bool gfGrid_WritableField(void *state, gfField field, const gfTexture *sides[2]);
void gfGrid_View(const gfBody *body, const void *state, gfRenderView *view);

#endif
