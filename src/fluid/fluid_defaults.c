// Tables and defaults of the definitions of fluids, and named sets of parameters: materials of particles, and levels of
// quality of the grid. Last, gfSuggestLiquid proposes a definition for a liquid of given height and gravity.
#include "fluid/fluid.h"

#include "gpufluid/moving.h"
#include "gpufluid/source.h"

#include "fluid/records.h"
#include "fluid/validation.h"

#include "fluid/members.inc"

gfParticleMaterial gfGetParticleMaterial(gfParticlePreset preset)
{
// clang-format off
#define MATERIAL(density_, viscosity_, tension_, near_, ...)                                       \
    {.density = (density_), .viscosity = (viscosity_), .tension = (tension_), .nearStiffness = (near_), __VA_ARGS__}
    static const gfParticleMaterial presets[GF_PARTICLE_PRESET_COUNT] = {
        [GF_PARTICLES_OIL] = MATERIAL(850.0f, 2e-3f, 0.05f, 0.01f, .color = {0.85f, 0.52f, 0.06f, 1.0f}),
        [GF_PARTICLES_HONEY] = MATERIAL(1400.0f, 5e-2f, 0.1f, 0.01f, .color = {0.75f, 0.20f, 0.01f, 1.0f}),
        [GF_PARTICLES_JELLY] = MATERIAL(1050.0f, 2e-2f, 1.0f, 0.05f, .color = {0.10f, 0.60f, 0.12f, 1.0f}),
        [GF_PARTICLES_GAS] =
            MATERIAL(100.0f, 1e-3f, 0.0f, 0.01f, .expansion = 0.1f, .color = {0.55f, 0.55f, 0.60f, 1.0f}),
        [GF_PARTICLES_SAND] =
            MATERIAL(1600.0f, 1e-4f, 0.0f, 0.01f, .friction = 32.0f, .color = {0.62f, 0.42f, 0.18f, 1.0f}),
    };
#undef MATERIAL
    // clang-format on
    bool isOther = (unsigned)preset < GF_PARTICLE_PRESET_COUNT && preset != GF_PARTICLES_WATER;
    return isOther ? presets[preset] : gf_particleMaterialDefault;
}

bool gfGridParams_SetQuality(gfGridParams *params, gfQuality quality)
{
    static const struct {
        gfAdvection advection;
        gfScheme scheme;
        gfPrecision velocity;
        int cycles, diffusionCycles, cflSubsteps;
        float cfl;
        bool keepTotals;
    } sets[] = {
        [GF_QUALITY_LOW] = {GF_ADVECTION_BILINEAR, GF_SCHEME_SIMPLE, GF_PRECISION_16F, 1, 1, 4, 0.0f, false},
        [GF_QUALITY_MEDIUM] = {GF_ADVECTION_QUINTIC, GF_SCHEME_PROJECT, GF_PRECISION_AUTO, 1, 1, 4, 0.0f, false},
        [GF_QUALITY_HIGH] = {GF_ADVECTION_QUINTIC, GF_SCHEME_REFLECT, GF_PRECISION_AUTO, 2, 1, 2, 10.0f, false},
        [GF_QUALITY_REFERENCE] = {GF_ADVECTION_QUINTIC, GF_SCHEME_REFLECT, GF_PRECISION_AUTO, 4, 2, 8, 2.0f, true},
    };
    GF_REQUIRE(NULL, params != NULL, NULL_ARGUMENT, "gfGridParams_SetQuality: params is null");
    GF_REQUIRE(NULL, (unsigned)quality < (unsigned)GF_COUNT(sets), OUT_OF_RANGE,
               "gfGridParams_SetQuality: quality is %d; a gfQuality is expected", (int)quality);
    params->advection = sets[quality].advection;
    params->scheme = sets[quality].scheme;
    params->velocityPrecision = sets[quality].velocity;
    params->dyePrecision = params->temperaturePrecision = GF_PRECISION_AUTO;
    params->pressureMethod = GF_PRESSURE_MULTIGRID;
    params->pressureCycles = sets[quality].cycles;
    params->pressureTolerance = 0.0f;
    params->pressureWarmStart = 1.0f;
    params->diffusionCycles = sets[quality].diffusionCycles;
    params->cflLimit = sets[quality].cfl;
    params->cflSubsteps = sets[quality].cflSubsteps;
    params->keepTotals = sets[quality].keepTotals;
    return true;
}

// --- suggestions -----------------------------------------------------------------------------------------------------

// Longest step of water for the time sqrt(cell size / gravity): from there on pools moved in tests.
#define LONGEST_STEP 0.64
// How many cells the fastest water, which fell from the top, crosses in a CFL substep. Three are possible.
#define CROSSED_CELLS 2.5
#define SUBSTEPS_MAX 64.0 // of gfWaterParams.cflSubsteps
#define FRAMES_A_SECOND 60.0
// How many frames of 1/60 s one gfFluid_Step may catch up with, in the suggested maxSteps.
#define FRAMES_A_CALL 4

gfFluidDef gfSuggestLiquid(float height, float gravity, int32_t cells)
{
    const gfRange ranges[] = {
        {"height", (double)height, 1e-3, 1e4},
        {"gravity", (double)gravity, 1e-3, 1e3},
        {"cells", (double)cells, GF_GRID_MIN, GF_GRID_MAX},
    };
    if (!gfCheckRanges(NULL, ranges, GF_COUNT(ranges), __func__)) {
        return (gfFluidDef){0};
    }
    double weight = (double)gravity * (double)height, cell = (double)height / cells;
    double longest = LONGEST_STEP * sqrt(cell / (double)gravity);
    double steps = ceil(1.0 / (FRAMES_A_SECOND * longest));
    GF_REQUIRE_OR((gfFluidDef){0}, NULL, steps <= 1000.0, OUT_OF_RANGE,
                  "%s: steps would be %g s, 1000 or more a frame; fewer cells or less gravity are expected", __func__,
                  longest);
    double step = 1.0 / (FRAMES_A_SECOND * steps);
    double substeps = ceil(sqrt(2.0 * weight) * step / (CROSSED_CELLS * cell));
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_WATER;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = height / (float)cells;
    def.fixedStep = (float)step;
    def.maxSteps = gfMin(FRAMES_A_CALL * (int)steps, 1000);
    def.water.gravity = (gfVec2){0.0f, -gravity};
    def.water.cflSubsteps = (int)fmin(fmax(substeps, def.water.cflSubsteps), SUBSTEPS_MAX);
    return def;
}
