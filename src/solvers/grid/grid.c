// Stable fluids on a staggered grid, in fragment passes: parameters, and the tables of programs and textures. The step
// itself is in step.c, diffusion in diffusion.c, access to fields in fields.c.
#include "solvers/grid/grid.h"

#include <stddef.h>
#include <string.h>

static int dyeCells(int cells, float dyeScale)
{
    return gfMax(1, (int)lroundf((float)cells * dyeScale));
}

static bool check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const gfGridParams *p = &def->grid;
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"grid.pressureCycles", p->pressureCycles, 0.0, 100.0},
        {"grid.pressureTolerance", (double)p->pressureTolerance, 0.0, 1.0},
        {"grid.pressureIterations", p->pressureIterations, 0.0, 10000.0},
        {"grid.pressureWarmStart", (double)p->pressureWarmStart, 0.0, 1.0},
        {"grid.pressureGradientScale", (double)p->pressureGradientScale, 0.0, 2.0},
        {"grid.cflLimit", (double)p->cflLimit, 0.0, 1e6},
        {"grid.cflSubsteps", p->cflSubsteps, 1.0, 64.0},
        {"grid.viscosity", (double)p->viscosity, 0.0, 1e6},
        {"grid.dyeDiffusivity", (double)p->dyeDiffusivity, 0.0, 1e6},
        {"grid.temperatureDiffusivity", (double)p->temperatureDiffusivity, 0.0, 1e6},
        {"grid.diffusionCycles", p->diffusionCycles, 1.0, 20.0},
        {"grid.vorticityConfinement", (double)p->vorticityConfinement, 0.0, 1000.0},
        {"grid.velocityDissipation", (double)p->velocityDissipation, 0.0, 1e6},
        {"grid.dyeDissipation", (double)p->dyeDissipation, 0.0, 1e6},
        {"grid.temperatureDissipation", (double)p->temperatureDissipation, 0.0, 1e6},
        {"grid.ambientTemperature", (double)p->ambientTemperature, -most, most},
        {"grid.gravity.x", (double)p->gravity.x, -most, most},
        {"grid.gravity.y", (double)p->gravity.y, -most, most},
        {"grid.acceleration.x", (double)p->acceleration.x, -most, most},
        {"grid.acceleration.y", (double)p->acceleration.y, -most, most},
        {"grid.thermalExpansion", (double)p->thermalExpansion, -most, most},
        {"grid.dyeDensity", (double)p->dyeDensity, -most, most},
    };
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, p->advection == GF_ADVECTION_BILINEAR || p->advection == GF_ADVECTION_CATMULL_ROM, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, p->scheme == GF_SCHEME_PROJECT || p->scheme == GF_SCHEME_REFLECT, OUT_OF_RANGE,
               "%s: grid.scheme is %d; a gfScheme is expected", caller, (int)p->scheme);
    GF_REQUIRE(core, gfPressure_Find(p->pressureMethod) != NULL, OUT_OF_RANGE,
               "%s: grid.pressureMethod is %d; a gfPressureMethod is expected", caller, (int)p->pressureMethod);
    const int dye[2] = {dyeCells(def->gridWidth, def->dyeScale), dyeCells(def->gridHeight, def->dyeScale)};
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || dye[axis] % 2 == 0, OUT_OF_RANGE,
                   "%s: dyeScale %g gives %d dye cells along a periodic axis; an even number is expected", caller,
                   (double)def->dyeScale, dye[axis]);
    }
    return gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);

error:
    return false;
}

// --- programs --------------------------------------------------------------------------------------------------------

static const char *const optionDefines[32] = {
    "BILINEAR", "MANUAL_BILINEAR", "WRAP", "ENTRY", "ENTRY", "BUOYANCY 2", "BUOYANCY 1",
};

#define CARRIES (GF_GRID_BILINEAR | GF_GRID_MANUAL | GF_GRID_WRAPS)
#define MOVES (CARRIES | GF_GRID_INFLOWS | GF_GRID_TILTED | GF_GRID_UPRIGHT)
#define ENTERS (CARRIES | GF_GRID_ENTERS)

#define ROW(member, file, defines, options, when)                                          \
    {                                                                                      \
        offsetof(gfGridPrograms, member), GF_VERTEX_COVER, file, defines, options, when, 0 \
    }
#define SCALAR_ROWS(set, defines, when)                                                                    \
    ROW(advectScalars[0][set], "grid/advect_scalars.frag", defines, ENTERS, when),                         \
        ROW(advectScalars[1][set], "grid/advect_scalars.frag", "SOLIDS;" defines, ENTERS, when),           \
        ROW(advectScalars[2][set], "grid/advect_scalars.frag", "SOLIDS;UNCOVERED;" defines, ENTERS, when), \
        ROW(applyScalars[set], "source/apply.frag", defines, 0, when),                                     \
        ROW(addScalars[set], "grid/diffuse_add.frag", defines, 0, (when) | GF_GRID_DIFFUSES)

// The variants that the tunables ask for, with and without solids, so that no step has to compile one.
static const gfProgramRow programRows[] = {
    SCALAR_ROWS(0, "DYE;TEMPERATURE 1", GF_GRID_TOGETHER),
    SCALAR_ROWS(1, "TEMPERATURE 0", GF_GRID_APART),
    ROW(advectVelocity[0], "grid/advect_velocity.frag", "", MOVES, 0),
    ROW(advectVelocity[1], "grid/advect_velocity.frag", "REFLECTED", MOVES, GF_GRID_REFLECTS),
    ROW(applyVelocity, "source/apply.frag", "VELOCITY", 0, 0),
    ROW(applyExpansion, "source/apply.frag", "EXPANSION", 0, 0),
    ROW(copy1, "common/copy.frag", "", 0, 0),
    ROW(copy2, "common/copy.frag", "SECOND", 0, 0),
    ROW(divergence[0][0], "grid/divergence.frag", "", 0, 0),
    ROW(divergence[0][1], "grid/divergence.frag", "EXPANSION", 0, 0),
    ROW(divergence[1][0], "grid/divergence.frag", "MOVING", 0, 0),
    ROW(divergence[1][1], "grid/divergence.frag", "MOVING;EXPANSION", 0, 0),
    ROW(gradient[0][0], "grid/gradient.frag", "", 0, 0),
    ROW(gradient[0][1], "grid/gradient.frag", "REFLECTED", 0, GF_GRID_REFLECTS),
    ROW(gradient[1][0], "grid/gradient.frag", "MOVING", 0, 0),
    ROW(gradient[1][1], "grid/gradient.frag", "MOVING;REFLECTED", 0, GF_GRID_REFLECTS),
    ROW(faces, "solid/faces.frag", "", 0, 0),
    ROW(weights, "multigrid/lattice_weights.frag", "", 0, 0),
    ROW(fluidMask, "solid/fluid_mask.frag", "", 0, 0),
    ROW(extend, "grid/extend.frag", "", 0, 0),
    ROW(extendCopy, "grid/extend.frag", "COPY", 0, 0),
    ROW(vorticity, "grid/field.frag", "VORTICITY", 0, GF_GRID_CONFINES),
    ROW(confine, "grid/confine.frag", "", 0, GF_GRID_CONFINES),
    ROW(rebalance, "grid/rebalance.frag", "", 0, 0),
    ROW(rescale[0], "grid/rescale.frag", "", 0, GF_GRID_KEEPS_DYE | GF_GRID_APART),
    ROW(rescale[1], "grid/rescale.frag", "SECOND", 0, GF_GRID_KEEPS_DYE | GF_GRID_TOGETHER),
    ROW(addVelocity, "grid/diffuse_add.frag", "VELOCITY", 0, GF_GRID_VISCOUS),
    ROW(meanPacked, "common/reduce.frag", "PACKED", 0, 0),
    ROW(mean, "common/reduce.frag", "", 0, 0),
    ROW(largestSpeed, "common/reduce.frag", "SPEED", 0, GF_GRID_LIMITS_CFL),
    ROW(largest, "common/reduce.frag", "LARGEST", 0, GF_GRID_LIMITS_CFL),
    ROW(readVelocity, "grid/field.frag", "", 0, GF_GRID_READ),
    ROW(readVorticity, "grid/field.frag", "VORTICITY", 0, GF_GRID_READ),
    ROW(readPacked, "grid/field.frag", "PACKED", 0, GF_GRID_READ),
    ROW(readSingle, "grid/field.frag", "SINGLE", 0, GF_GRID_READ),
};

// Apart from temperature, dye has its own.
static const gfProgramRow dyeRows[] = {SCALAR_ROWS(0, "DYE", GF_GRID_APART)};

static const gfProgramTable programTable = {programRows, GF_COUNT(programRows), optionDefines};
static const gfProgramTable dyeTable = {dyeRows, GF_COUNT(dyeRows), optionDefines};

static bool loadPrograms(const gfBody *body, uint32_t conditions, gfGridPrograms *programs)
{
    return gfPrograms_Load(body->device, &programTable, conditions, programs) &&
           (!(conditions & GF_GRID_APART) || gfPrograms_Load(body->device, &dyeTable, conditions, programs));
}

// --- state -----------------------------------------------------------------------------------------------------------

enum { CELLS, CORNERS, DYE, BLOCKS };
enum { REST_ZERO, REST_AMBIENT };

#define PERSISTS true
#define SCRATCH false
#define STATE(member, kind, format, half, extent, when, persists, resample, rest, power)                        \
    {                                                                                                           \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half, extent, when, \
            persists, GF_RESAMPLE_##resample, rest, power                                                       \
    }

static const gfStateRow stateRows[] = {
    // clang-format off
    STATE(velocity,        PAIR,      RG32F,    RG16F,    CORNERS, 0,                        PERSISTS, FACES,  REST_ZERO, 0),
    STATE(dye,             PAIR,      RGBA32F,  RGBA16F,  DYE,     0,                        PERSISTS, CELLS,  REST_ZERO, 0),
    STATE(temperature,     PAIR,      R32F,     R16F,     CELLS,   0,                        PERSISTS, CELLS,  REST_AMBIENT, 0),
    STATE(pressure.field,  PAIR,      RGBA32F,  RGBA32F,  BLOCKS,  0,                        PERSISTS, PACKED, REST_ZERO, -1),
    STATE(rhs,             PAIR,      RGBA32F,  RGBA32F,  BLOCKS,  0,                        PERSISTS, NONE,   REST_ZERO, 0),
    STATE(reflectPressure, PAIR,      RGBA32F,  RGBA32F,  BLOCKS,  GF_GRID_REFLECTS,         PERSISTS, NONE,   REST_ZERO, 0),
    STATE(reflected,       TEXTURE,   RG32F,    RG16F,    CORNERS, GF_GRID_REFLECTS,         SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(fluidMask[0],    PAIR,      RG8,      RG8,      DYE,     0,                        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(fluidMask[1],    PAIR,      RG8,      RG8,      CELLS,   GF_GRID_APART,            SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(corners,         PAIR,      RG32F,    RG32F,    CORNERS, 0,                        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(faces,           TEXTURE,   RGBA8,    RGBA8,    CORNERS, 0,                        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(wallVelocity,    TEXTURE,   RG32F,    RG32F,    CORNERS, 0,                        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(weights,         TEXTURE,   RGBA32UI, RGBA32UI, BLOCKS,  0,                        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(rhsMean,         REDUCTION, RGBA32F,  RGBA32F,  BLOCKS,  GF_GRID_BALANCES,         SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(expansion,       PAIR,      R32F,     R32F,     CELLS,   GF_GRID_EXPANDS,          SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(dyeTotal[0],     REDUCTION, RGBA32F,  RGBA32F,  DYE,     GF_GRID_KEEPS_DYE,        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(dyeTotal[1],     REDUCTION, RGBA32F,  RGBA32F,  DYE,     GF_GRID_KEEPS_DYE,        SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(speed,           REDUCTION, RGBA32F,  RGBA32F,  CORNERS, GF_GRID_LIMITS_CFL,       SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(vorticity,       TEXTURE,   RG32F,    RG32F,    CORNERS, GF_GRID_CONFINES,         SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(read,            TEXTURE,   RG32F,    RG32F,    CORNERS, GF_GRID_READ,             SCRATCH,  NONE,   REST_ZERO, 0),
    STATE(shownDivergence, PAIR,      RGBA32F,  RGBA32F,  BLOCKS,  GF_GRID_SHOWS_DIVERGENCE, SCRATCH,  NONE,   REST_ZERO, 0),
    // clang-format on
};

static const gfStateTable stateTable = {stateRows, GF_COUNT(stateRows)};

static uint32_t getConditions(const gfBody *body, const gfGrid *g)
{
    const gfGridParams *p = &body->def.grid;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool open = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN),
         inflow = gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    bool wraps = gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1);
    bool buoyant = p->thermalExpansion != 0.0f || p->dyeDensity != 0.0f;
    bool tilted = buoyant && p->gravity.x != 0.0f;
    const struct {
        uint32_t bit;
        bool holds;
    } conditions[] = {
        {GF_GRID_BILINEAR, p->advection == GF_ADVECTION_BILINEAR},
        {GF_GRID_MANUAL, !body->device->gl.filtersFloats},
        {GF_GRID_WRAPS, wraps},
        {GF_GRID_INFLOWS, inflow},
        {GF_GRID_ENTERS, open || inflow},
        {GF_GRID_TILTED, tilted},
        {GF_GRID_UPRIGHT, buoyant && !tilted && p->gravity.y != 0.0f},
        {GF_GRID_TOGETHER, g->scalarSets == 1},
        {GF_GRID_APART, g->scalarSets == 2},
        {GF_GRID_REFLECTS, p->scheme == GF_SCHEME_REFLECT},
        {GF_GRID_CONFINES, p->vorticityConfinement > 0.0f},
        {GF_GRID_LIMITS_CFL, p->cflLimit > 0.0f},
        {GF_GRID_KEEPS_DYE, p->conserveDye},
        {GF_GRID_VISCOUS, p->viscosity > 0.0f},
        {GF_GRID_DIFFUSES, p->dyeDiffusivity > 0.0f || p->temperatureDiffusivity > 0.0f},
    };
    uint32_t result = g->conditions & ~(GF_GRID_EXPANDS - 1u); // what was asked for so far stays
    for (int i = 0; i < GF_COUNT(conditions); i++) {
        result |= conditions[i].holds ? conditions[i].bit : 0u;
    }
    return result;
}

// `rest` is filled with the values that the plan points to.
static gfStatePlan planOf(const gfBody *body, const gfGrid *g, uint32_t conditions, float rest[2][4])
{
    memset(rest, 0, 8 * sizeof rest[0][0]);
    rest[REST_AMBIENT][0] = body->def.grid.ambientTemperature;
    return (gfStatePlan){&stateTable, g->extents, (const float(*)[4])rest, conditions,
                         body->def.precision == GF_PRECISION_16F};
}

// All sets of textures that a step draws to together.
static bool warmFramebuffers(gfDevice *device, const gfGrid *g)
{
    bool ok = gfFramebuffer_Warm(device, (const gfTexture *const[]){&g->faces, &g->wallVelocity}, 2);
    for (int side = 0; ok && side < 2; side++) {
        const gfTexture *velocity = side == 0 ? &g->velocity.read : &g->velocity.write;
        const gfTexture *dye = side == 0 ? &g->dye.read : &g->dye.write;
        const gfTexture *temperature = side == 0 ? &g->temperature.read : &g->temperature.write;
        ok = (g->scalarSets == 2 || gfFramebuffer_Warm(device, (const gfTexture *const[]){dye, temperature}, 2)) &&
             (g->reflected.id == 0 ||
              gfFramebuffer_Warm(device, (const gfTexture *const[]){velocity, &g->reflected}, 2));
    }
    return ok;
}

static bool createState(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    float rest[2][4];
    gfStatePlan plan = planOf(body, g, conditions, rest);
    return gfState_Create(body->device, &plan, g) && warmFramebuffers(body->device, g);
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    gfGridPrograms programs = g->programs;
    if ((g->conditions & conditions) == conditions) {
        return true;
    }
    if (!createState(body, g, g->conditions | conditions) ||
        !loadPrograms(body, g->conditions | conditions, &programs)) {
        return false;
    }
    g->programs = programs;
    g->conditions |= conditions;
    return true;
}

static void destroy(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfState_Destroy(device, &stateTable, g);
    gfPressure_Destroy(device, &g->pressure);
    gfGrid_DestroyLattices(device, g->lattices);
    gfResidual_Destroy(device, &g->measured);
    gfDelayedRead_Destroy(device, &g->speedRead);
    gfFree(&device->core, g);
}

static void warnOfOddHalves(const gfBody *body, const gfGrid *g)
{
    const int cells[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        int coarsest = cells[axis];
        while (coarsest % 4 == 0) {
            coarsest /= 2;
        }
        if (gfBoundaries_Wrap(&body->def.boundaries, axis) && coarsest > 32) {
            gfReport(&body->device->core, GF_LOG_WARNING, GF_ERROR_OK,
                     "%d cells along a periodic axis: multigrid stops at %d; a multiple of 32 converges best",
                     cells[axis], coarsest);
        }
    }
}

// Makes what the definition asks for, all of it before any of it counts. On false, which is reported, nothing changed.
static bool setUp(const gfBody *body, gfGrid *g)
{
    gfDevice *device = body->device;
    const gfBoundaries *boundaries = &body->def.boundaries;
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    bool fits = gfPressure_Fits(&g->pressure, body->def.grid.pressureMethod, &problem);
    uint32_t conditions = getConditions(body, g);
    gfGridPrograms programs = {0};
    gfLattice lattices[GF_LATTICES];
    gfPressure pressure = {0};
    if (!createState(body, g, conditions) || !loadPrograms(body, conditions, &programs) ||
        !gfGrid_MakeLattices(body, g, lattices)) {
        return false;
    }
    if (!fits && !gfPressure_Create(device, &pressure, body->def.grid.pressureMethod, &problem)) {
        gfGrid_DestroyLattices(device, lattices);
        return false;
    }
    if (!fits) {
        pressure.field = g->pressure.field;
        gfPressure_Destroy(device, &g->pressure);
        g->pressure = pressure;
        gfPair_Clear(device, &g->pressure.field, (const float[4]){0.0f});
        g->drawnSolids = 0;
        warnOfOddHalves(body, g);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        g->drawnSolids = lattices[i].multigrid != NULL ? 0 : g->drawnSolids;
    }
    gfGrid_TakeLattices(device, g, lattices);
    g->programs = programs;
    g->conditions = conditions;
    g->conservesDye = body->def.grid.conserveDye && !gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN) &&
                      !gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    return true;
}

static void *create(const gfBody *body)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfGrid *g = gfAlloc(&device->core, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->cellsX = def->gridWidth;
    g->cellsY = def->gridHeight;
    g->dyeX = dyeCells(def->gridWidth, def->dyeScale);
    g->dyeY = dyeCells(def->gridHeight, def->dyeScale);
    g->scalarSets = g->dyeX == g->cellsX && g->dyeY == g->cellsY ? 1 : 2;
    const int extents[][2] = {
        [CELLS] = {g->cellsX, g->cellsY},
        [CORNERS] = {g->cellsX + 1, g->cellsY + 1},
        [DYE] = {g->dyeX, g->dyeY},
        [BLOCKS] = {(g->cellsX + 1) / 2, (g->cellsY + 1) / 2},
    };
    memcpy(g->extents, extents, sizeof extents);
    g->lastDt = def->fixedStep;
    g->dtRatio = 1.0f;
    if (!setUp(body, g)) {
        destroy(body, g);
        return NULL;
    }
    if (def->precision == GF_PRECISION_32F && device->gl.formats[g->dye.read.format].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_OK, "no 32-bit float rendering here: 16 bits are used");
    }
    return g;
}

static void reset(const gfBody *body, void *state)
{
    gfGrid *g = state;
    float rest[2][4];
    gfStatePlan plan = planOf(body, g, g->conditions, rest);
    gfState_Reset(body->device, &plan, g);
    gfGrid_ResetLattices(body->device, g->lattices);
    g->expands = false;
    g->speedRead.started = 0;
    g->lastDt = body->def.fixedStep;
}

static bool resample(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGrid *g = state;
    const gfGrid *old = oldState;
    float rest[2][4];
    gfStatePlan plan = planOf(body, g, g->conditions, rest);
    g->lastDt = old->lastDt;
    return gfState_Resample(body->device, &plan, g, &body->def, old, oldDef);
}

static bool tune(const gfBody *body, void *state)
{
    return setUp(body, state);
}

const gfSolver gf_solverGrid = {
    .name = "grid",
    .table = &stateTable,
    .check = check,
    .create = create,
    .destroy = destroy,
    .resample = resample,
    .reset = reset,
    .tune = tune,
    .updateSolids = gfGrid_UpdateSolids,
    .step = gfGrid_Step,
    .describeField = gfGrid_DescribeField,
    .hasField = gfGrid_HasField,
    .getField = gfGrid_GetField,
    .isWritable = gfGrid_IsWritable,
    .writeField = gfGrid_WriteField,
};
