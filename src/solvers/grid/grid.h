// The state of the grid solver: its fields, and what each stage of a step has of its own.
#ifndef GF_GRID_H
#define GF_GRID_H

#include "solvers/grid/advect_scalars.h"
#include "solvers/grid/advect_velocity.h"
#include "solvers/grid/buoyancy.h"
#include "solvers/grid/cfl.h"
#include "solvers/grid/diffusion.h"
#include "solvers/grid/grid_definition.h"
#include "solvers/grid/grid_fields.h"
#include "solvers/grid/grid_forces.h"
#include "solvers/grid/grid_resize.h"
#include "solvers/grid/instances.h"
#include "solvers/grid/projection.h"
#include "solvers/grid/solid_masks.h"
#include "solvers/grid/solid_region.h"

struct gfGrid {
    int cellsX, cellsY, dyeX, dyeY;
    int scalarSets;   // passes that carry dye and temperature: one with both, where their resolutions agree
    int wrapX, wrapY; // 1: periodic
    uint32_t needs;   // that came up: GF_NEED_...
    uint32_t options; // of shaders, as the definition and these needs have it: GF_GRID_...
    float lastDt;     // of the last projection
    float dtRatio;    // of the time step to the one before: what was found then starts this one times that
    uint32_t draws;   // substeps so far, from which random numbers follow
    // Velocity on faces has one texel more than cells each way.
    gfPair velocity, dye, temperature;
    gfVelocityAdvection velocityAdvection;
    gfScalarAdvection scalarAdvection;
    gfGridForces forces;
    gfDiffusion diffusion;
    gfProjection projection;
    gfSolidMasks masks;
    gfCfl cfl;
    gfFieldReading reading;
    gfGridTotals totals;
    gfGridInstances *instances; // null: it is the state of one fluid
};

// The pairs that one pass carries: dye and temperature, or one of them. Returns how many.
static inline int gfGrid_GetSet(gfGrid *grid, int set, gfPair *pairs[2])
{
    pairs[0] = set == 0 ? &grid->dye : &grid->temperature;
    pairs[1] = &grid->temperature;
    return grid->scalarSets == 1 ? 2 : 1;
}

static inline void gfGrid_SwapSet(gfGrid *grid, int set)
{
    gfPair *pairs[2];
    int count = gfGrid_GetSet(grid, set, pairs);
    for (int i = 0; i < count; i++) {
        gfPair_Swap(pairs[i]);
    }
}

// The set that temperature is carried with.
static inline int gfGrid_TemperatureSet(const gfGrid *grid)
{
    return grid->scalarSets - 1;
}

// The defines of shaders that draw a set.
static inline const char *gfGrid_GetSetDefines(const gfGrid *grid, int set)
{
    return grid->scalarSets == 1 ? "DYE;TEMPERATURE 1;CENTRED" : set == 0 ? "DYE" : "TEMPERATURE 0;CENTRED";
}

// Returns the options of shaders that follow from the definition and these needs.
uint32_t gfGrid_GetOptions(const gfBody *body, uint32_t needs);

// u_seed of what rounds in a substep: 32 bits that differ from pass to pass.
typedef enum gfGridSeed {
    GF_GRID_SEED_SCALARS,
    GF_GRID_SEED_VELOCITY,
    GF_GRID_SEED_ZONES,
    GF_GRID_SEED_SOURCES,
    GF_GRID_SEED_CONFINEMENT,
    GF_GRID_SEED_DIFFUSION,
    GF_GRID_SEED_GRADIENT,
    GF_GRID_SEED_TOTALS,
    GF_GRID_SEEDS = 32
} gfGridSeed;
static inline GLint gfGrid_GetSeed(const gfGrid *grid, int pass)
{
    return (GLint)gfScramble((uint32_t)GF_GRID_SEEDS * grid->draws + (uint32_t)pass);
}

// Parts of gf_solverGrid.
void *gfGrid_Create(const gfBody *body);
void gfGrid_Destroy(const gfBody *body, void *state);
bool gfGrid_Tune(const gfBody *body, void *state);
bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report);

#endif
