// Stable fluids on a staggered grid, in fragment passes: parameters, and the tables of programs and textures. The step
// itself is in step.c, diffusion in diffusion.c, access to fields in fields.c.
#include "solvers/grid/grid.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static int dyeCells(int cells, float dyeScale)
{
    return gfMax(1, (int)lroundf((float)cells * dyeScale));
}

static bool checkGrid(const gfCore *core, const gfFluidDef *def, const char *caller)
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
    GF_REQUIRE(core, (unsigned)p->advection <= (unsigned)GF_ADVECTION_CONSERVING, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, (unsigned)p->scheme <= (unsigned)GF_SCHEME_SIMPLE, OUT_OF_RANGE,
               "%s: grid.scheme is %d; a gfScheme is expected", caller, (int)p->scheme);
    const gfPrecision precisions[] = {p->velocityPrecision, p->dyePrecision, p->temperaturePrecision};
    for (int i = 0; i < GF_COUNT(precisions); i++) {
        static const char *const names[] = {"velocityPrecision", "dyePrecision", "temperaturePrecision"};
        GF_REQUIRE(core, (unsigned)precisions[i] <= (unsigned)GF_PRECISION_AUTO, OUT_OF_RANGE,
                   "%s: grid.%s is %d; a gfPrecision is expected", caller, names[i], (int)precisions[i]);
    }
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

static const char *const gridOptionDefines[32] = {
    "BILINEAR",
    "QUINTIC",
    "WRAP",
    "ENTRY",
    "ENTRY",
    "BUOYANCY 2",
    "BUOYANCY 1",
    [9] = "WHOLE",
    [12] = "LEDGER",
    [13] = "HELD",
    [15] = "DEPARTURES",
    [16] = "PULLED",
    [17] = "ROUND_DYE",
    [18] = "ROUND_VELOCITY",
    [19] = "ROUND_TEMPERATURE",
    [20] = "ROUND_DEPARTURES",
    [22] = "EXPANSION",
    [23] = "BALANCED",
    [26] = "TURNING",
};

#define GRID_MOVES                                                                                           \
    (GF_GRID_BILINEAR | GF_GRID_WRAPS | GF_GRID_INFLOWS | GF_GRID_TILTED | GF_GRID_UPRIGHT | GF_GRID_TURNS | \
     GF_GRID_DEPARTS | GF_GRID_PULLS | GF_GRID_REFLECTS | GF_GRID_HALF_VELOCITY)
#define GRID_ROUNDS (GF_GRID_HALF_DYE | GF_GRID_HALF_TEMPERATURE)
#define GRID_CARRIES \
    (GF_GRID_BILINEAR | GF_GRID_QUINTIC | GF_GRID_WRAPS | GF_GRID_ENTERS | GF_GRID_LEDGER | GRID_ROUNDS)

#define GRID_ROW(member, file, defines, options, when)                                     \
    {                                                                                      \
        offsetof(gfGridPrograms, member), &gf_vertexCover, file, defines, options, when, 0 \
    }
#define GRID_SCALARS(member, defines, departs, when)                                             \
    {                                                                                            \
        offsetof(gfGridPrograms, member), &gf_vertexLedger, "grid/advect_scalars.frag", defines, \
            GRID_CARRIES | (departs), when, 0                                                    \
    }
#define GRID_LEDGER(member, file, defines, options, when) \
    GRID_ROW(member, file, defines, options, (when) | GF_GRID_LEDGER)
#define GRID_SCALAR_ROWS(set, defines, when, departs)                                                             \
    GRID_SCALARS(advectScalars[0][set], defines, departs, when),                                                  \
        GRID_SCALARS(advectScalars[1][set], "SOLIDS;" defines, departs, when),                                    \
        GRID_SCALARS(advectScalars[2][set], "SOLIDS;UNCOVERED;" defines, departs, when),                          \
        GRID_LEDGER(ledgerSum[0][set], "grid/ledger_sum.frag", "FIRST;" defines,                                  \
                    GF_GRID_WRAPS | GF_GRID_EXPANDS | GF_GRID_BALANCES, when),                                    \
        GRID_LEDGER(ledgerSum[1][set], "grid/ledger_sum.frag", "FIRST;MASKED;" defines,                           \
                    GF_GRID_WRAPS | GF_GRID_EXPANDS | GF_GRID_BALANCES, when),                                    \
        GRID_LEDGER(ledgerAdd[set], "grid/ledger_sum.frag", defines, 0, when),                                    \
        GRID_LEDGER(ledgerSides[set], "grid/ledger_sides.frag", defines, GF_GRID_WRAPS, (when) | GF_GRID_ENTERS), \
        GRID_ROW(applyScalars[set], "source/apply.frag", defines, GRID_ROUNDS, when),                             \
        GRID_ROW(addScalars[set], "grid/diffuse_add.frag", defines, GRID_ROUNDS, (when) | GF_GRID_DIFFUSES)
#define GRID_DEPARTS (GF_GRID_DEPARTS | GF_GRID_PULLS | GF_GRID_HALF_DEPARTURES)

#define EXTEND_ROW(member, defines, options, when)                                                       \
    {                                                                                                    \
        offsetof(gfGridPrograms, member), &gf_vertexTiles, "grid/extend.frag", defines, options, when, 0 \
    }

// The variants that the tunables ask for, with and without solids, so that no step has to compile one.
static const gfProgramRow gridProgramRows[] = {
    GRID_SCALAR_ROWS(0, "DYE;TEMPERATURE 1;CENTRED", GF_GRID_TOGETHER, GRID_DEPARTS),
    GRID_SCALAR_ROWS(0, "DYE", GF_GRID_APART, 0),
    GRID_SCALAR_ROWS(1, "TEMPERATURE 0;CENTRED", GF_GRID_APART, GRID_DEPARTS),
    GRID_LEDGER(ledger, "grid/ledger.frag", "", GF_GRID_ENTERS, 0),
    GRID_ROW(advectVelocity, "grid/advect_velocity.frag", "", GRID_MOVES, 0),
    GRID_ROW(applyVelocity, "source/apply.frag", "VELOCITY", GF_GRID_HALF_VELOCITY, 0),
    GRID_ROW(applyExpansion, "source/apply.frag", "EXPANSION", 0, 0),
    GRID_ROW(copy1, "common/copy.frag", "", 0, 0),
    GRID_ROW(copy2, "common/copy.frag", "SECOND", 0, 0),
    GRID_ROW(divergence[0][0], "grid/divergence.frag", "", 0, 0),
    GRID_ROW(divergence[0][1], "grid/divergence.frag", "EXPANSION", 0, 0),
    GRID_ROW(divergence[1][0], "grid/divergence.frag", "MOVING", 0, 0),
    GRID_ROW(divergence[1][1], "grid/divergence.frag", "MOVING;EXPANSION", 0, 0),
    GRID_ROW(plainDivergence[0], "grid/divergence.frag", "PLAIN", 0, 0),
    GRID_ROW(plainDivergence[1], "grid/divergence.frag", "PLAIN;EXPANSION", 0, 0),
    GRID_ROW(plainGradient[0], "grid/gradient.frag", "PLAIN", GF_GRID_HALF_VELOCITY, 0),
    GRID_ROW(plainGradient[1], "grid/gradient.frag", "PLAIN;SECOND", GF_GRID_HALF_VELOCITY, GF_GRID_SECONDS),
    GRID_ROW(gradient[0][0], "grid/gradient.frag", "", GF_GRID_HALF_VELOCITY, 0),
    GRID_ROW(gradient[0][1], "grid/gradient.frag", "SECOND", GF_GRID_HALF_VELOCITY, GF_GRID_SECONDS),
    GRID_ROW(gradient[1][0], "grid/gradient.frag", "MOVING", GF_GRID_HALF_VELOCITY, 0),
    GRID_ROW(gradient[1][1], "grid/gradient.frag", "MOVING;SECOND", GF_GRID_HALF_VELOCITY, GF_GRID_SECONDS),
    {offsetof(gfGridPrograms, faces[0]), &gf_vertexListed, "solid/faces.frag", "", GF_GRID_VISCOUS, 0, GF_GRID_GROUP},
    {offsetof(gfGridPrograms, faces[1]), &gf_vertexListed, "solid/faces.frag", "WHOLE", GF_GRID_VISCOUS, 0,
     GF_GRID_GROUP},
    {offsetof(gfGridPrograms, weights), &gf_vertexListed, "multigrid/lattice_weights.frag", "", 0, 0, GF_GRID_GROUP},
    {offsetof(gfGridPrograms, fluidMask), &gf_vertexListed, "solid/fluid_mask.frag", "", 0, 0, GF_GRID_GROUP},
    {offsetof(gfGridPrograms, extendedTiles), &gf_vertexListed, "grid/extended_tiles.frag", "", 0, 0, GF_GRID_GROUP},
    EXTEND_ROW(extend[0][0], "", GF_GRID_HALF_VELOCITY, 0),
    EXTEND_ROW(extend[0][1], "SECOND", GF_GRID_HALF_VELOCITY, GF_GRID_SECONDS),
    EXTEND_ROW(extend[1][0], "MOVING", GF_GRID_HALF_VELOCITY, 0),
    EXTEND_ROW(extend[1][1], "MOVING;SECOND", GF_GRID_HALF_VELOCITY, GF_GRID_SECONDS),
    EXTEND_ROW(extendCopy[0], "COPY", 0, 0),
    EXTEND_ROW(extendCopy[1], "COPY;SECOND", 0, GF_GRID_SECONDS),
    GRID_ROW(vorticity, "grid/field.frag", "VORTICITY", 0, GF_GRID_CONFINES),
    GRID_ROW(confine, "grid/confine.frag", "", GF_GRID_HALF_VELOCITY, GF_GRID_CONFINES),
    GRID_ROW(rebalance, "grid/rebalance.frag", "", 0, 0),
    GRID_ROW(addVelocity, "grid/diffuse_add.frag", "VELOCITY", GF_GRID_HALF_VELOCITY, GF_GRID_VISCOUS),
    GRID_ROW(meanPacked, "common/reduce.frag", "PACKED", 0, 0),
    GRID_ROW(mean, "common/reduce.frag", "", 0, 0),
    GRID_ROW(largestSpeed, "common/reduce.frag", "SPEED", 0, GF_GRID_LIMITS_CFL),
    GRID_ROW(largest, "common/reduce.frag", "LARGEST", 0, GF_GRID_LIMITS_CFL),
    GRID_ROW(readVelocity, "grid/field.frag", "", 0, GF_GRID_READ),
    GRID_ROW(readVorticity, "grid/field.frag", "VORTICITY", 0, GF_GRID_READ),
    GRID_ROW(readPacked, "grid/field.frag", "PACKED", 0, GF_GRID_READ),
    GRID_ROW(readReflected, "grid/field.frag", "REFLECTED", 0, GF_GRID_READ | GF_GRID_REFLECTS),
    GRID_ROW(readSingle, "grid/field.frag", "SINGLE", 0, GF_GRID_READ),
};

static const gfProgramTable gridProgramTable = {gridProgramRows, GF_COUNT(gridProgramRows), gridOptionDefines};

// --- state -----------------------------------------------------------------------------------------------------------

enum {
    GRID_CELLS,
    GRID_CORNERS,
    GRID_DYE,
    GRID_BLOCKS,
    GRID_EXTENDED,
    GRID_LEDGER_ITSELF,
    GRID_LEDGER_SIDES,
    GRID_LEDGER_DYE, // of each level of sums
    GRID_LEDGER_HEAT = GRID_LEDGER_DYE + GF_LEDGER_LEVELS,
    GRID_EXTENTS = GRID_LEDGER_HEAT + GF_LEDGER_LEVELS
};
enum { GRID_REST_ZERO, GRID_REST_AMBIENT, GRID_REST_DYE, GRID_RESTS };

// What decides the future, and what is drawn anew before it is read. `half`: its format while one of `halves` holds.
#define GRID_KEPT(member, kind, format, half, halves, extent, when, sampled, rest, power, shift)                      \
    {                                                                                                                 \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half, extent, when, true, \
            GF_RESAMPLE_##sampled, rest, power, GF_SHIFT_##shift, GF_SAVED_READ, halves                               \
    }
#define GRID_DRAWN(member, kind, format, extent, when) GRID_DRAWN_SAVED(member, kind, format, extent, when, NOT)
#define GRID_DRAWN_SAVED(member, kind, format, extent, when, saved)                                               \
    {                                                                                                             \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, extent, when, \
            false, GF_RESAMPLE_NONE, GRID_REST_ZERO, 0, GF_SHIFT_NONE, GF_SAVED_##saved, 0                        \
    }

#define GRID_HALVED(member, kind, format, half, halves, extent, when)                                                  \
    {                                                                                                                  \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half, extent, when, false, \
            GF_RESAMPLE_NONE, GRID_REST_ZERO, 0, GF_SHIFT_NONE, GF_SAVED_NOT, halves                                   \
    }

#define GRID_SUMS_ROWS(level)                                                                             \
    GRID_DRAWN(ledgerSums[level].dye, TEXTURE, RGBA32F, GRID_LEDGER_DYE + (level), GF_GRID_LEDGER),       \
        GRID_DRAWN(ledgerSums[level].range, TEXTURE, RGBA32F, GRID_LEDGER_DYE + (level), GF_GRID_LEDGER), \
        GRID_DRAWN(ledgerSums[level].heat, TEXTURE, RGBA32F, GRID_LEDGER_HEAT + (level), GF_GRID_LEDGER)

static const gfStateRow gridStateRows[] = {
    // clang-format off
    GRID_KEPT(velocity,        PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, GRID_CORNERS, 0, FACES,  GRID_REST_ZERO,    0,  FACES),
    GRID_KEPT(dye,             PAIR, RGBA32F, RGBA16F, GF_GRID_HALF_DYE, GRID_DYE,     0, CELLS,  GRID_REST_DYE,     0,  CELLS),
    GRID_KEPT(temperature,     PAIR, R32F, R16F, GF_GRID_HALF_TEMPERATURE, GRID_CELLS,   0, CELLS,  GRID_REST_AMBIENT, 0,  CELLS),
    GRID_KEPT(pressure.field,  PAIR, RGBA32F, RGBA32F, 0, GRID_BLOCKS,  0, PACKED, GRID_REST_ZERO,   -1, PRESSURE),
    GRID_KEPT(earlier,         PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, GRID_CORNERS, 0, FACES,  GRID_REST_ZERO,    0,  FACES),
    GRID_KEPT(carried,         PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, GRID_CORNERS, GF_GRID_SECONDS, NONE, GRID_REST_ZERO, 0,  FACES),
    GRID_KEPT(rhs,             PAIR, RGBA32F, RGBA32F, 0, GRID_BLOCKS,  0, NONE,   GRID_REST_ZERO,    0,  NONE), // see rhsShift
    GRID_KEPT(reflectPressure, PAIR, RGBA32F, RGBA32F, 0, GRID_BLOCKS,  GF_GRID_REFLECTS, NONE, GRID_REST_ZERO, 0, PRESSURE),
    GRID_HALVED(departures, TEXTURE, RG32F, RG16F, GF_GRID_HALF_DEPARTURES, GRID_CELLS, GF_GRID_DEPARTS),
    GRID_KEPT(ledger,          PAIR, RGBA32F, RGBA32F, 0, GRID_LEDGER_ITSELF, GF_GRID_LEDGER, NONE, GRID_REST_ZERO, 0, NONE),
    GRID_SUMS_ROWS(0), GRID_SUMS_ROWS(1), GRID_SUMS_ROWS(2),
    GRID_DRAWN(ledgerSides.dye, TEXTURE,   RGBA32F,  GRID_LEDGER_SIDES, GF_GRID_LEDGER | GF_GRID_ENTERS),
    GRID_DRAWN(ledgerSides.heat, TEXTURE,  RGBA32F,  GRID_LEDGER_SIDES, GF_GRID_LEDGER | GF_GRID_ENTERS),
    GRID_DRAWN_SAVED(fluidMask[0], PAIR,   RG8,      GRID_DYE,     0, BOTH),
    GRID_DRAWN_SAVED(fluidMask[1], PAIR,   RG8,      GRID_CELLS,   GF_GRID_APART, BOTH),
    GRID_DRAWN(corners,         PAIR,      RG32F,    GRID_CORNERS, 0),
    GRID_DRAWN(faces,           PAIR,      RGBA8,    GRID_CORNERS, 0),
    GRID_DRAWN(valves,          TEXTURE,   RGBA8,    GRID_CORNERS, GF_GRID_VALVES),
    GRID_DRAWN(wallVelocity,    PAIR,      RG32F,    GRID_CORNERS, 0),
    GRID_DRAWN(weights,         TEXTURE,   RGBA32UI, GRID_BLOCKS,  0),
    GRID_DRAWN(extended,        TEXTURE,   RGBA8,    GRID_EXTENDED, 0),
    GRID_DRAWN_SAVED(rhsMean,   REDUCTION, RGBA32F,  GRID_BLOCKS,  GF_GRID_BALANCES, READ),
    GRID_DRAWN_SAVED(expansion, PAIR,      R32F,     GRID_CELLS,   GF_GRID_EXPANDS, READ),
    GRID_DRAWN(speed,           REDUCTION, RGBA32F,  GRID_CORNERS, GF_GRID_LIMITS_CFL),
    GRID_DRAWN(vorticity,       TEXTURE,   RG32F,    GRID_CORNERS, GF_GRID_CONFINES),
    GRID_DRAWN(read,            TEXTURE,   RG32F,    GRID_CORNERS, GF_GRID_READ),
    GRID_DRAWN(shownDivergence, PAIR,      RGBA32F,  GRID_BLOCKS,  GF_GRID_SHOWS_DIVERGENCE),
    // clang-format on
};

static const gfStateTable gridStateTable = {gridStateRows, GF_COUNT(gridStateRows), "grid"};

// Whether a field is stored in half floats: as asked for, where the context has nothing better, or as suits it.
static bool isStoredInHalves(const gfBody *body, gfPrecision precision, gfFormat whole, bool suits)
{
    const gfGL *gl = &body->device->gl;
    const gfFormatInfo *info = &gl->formats[gfGL_ChooseFormat(gl, whole)];
    gfPrecision wanted = body->def.precision != GF_PRECISION_AUTO ? body->def.precision : precision;
    return wanted == GF_PRECISION_16F || (wanted == GF_PRECISION_AUTO && suits) || info->bytes == 2 * info->channels;
}

static uint32_t getConditions(const gfBody *body, const gfGrid *g)
{
    const gfGridParams *p = &body->def.grid;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool open = gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN),
         inflow = gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    bool wraps = gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1);
    bool buoyant = p->thermalExpansion != 0.0f || p->dyeDensity != 0.0f;
    bool tilted = buoyant && (p->gravity.x != 0.0f || body->frame.used);
    const struct {
        uint32_t bit;
        bool holds;
    } conditions[] = {
        {GF_GRID_BILINEAR, p->advection == GF_ADVECTION_BILINEAR},
        {GF_GRID_QUINTIC, p->advection == GF_ADVECTION_CONSERVING},
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
        {GF_GRID_LEDGER, p->conserveDye || p->advection == GF_ADVECTION_CONSERVING},
        {GF_GRID_VISCOUS, p->viscosity > 0.0f},
        {GF_GRID_DIFFUSES, p->dyeDiffusivity > 0.0f || p->temperatureDiffusivity > 0.0f},
        {GF_GRID_TURNS, body->frame.turns},
        {GF_GRID_HALF_VELOCITY, isStoredInHalves(body, p->velocityPrecision, GF_FORMAT_RG32F, false)},
        {GF_GRID_HALF_DYE, isStoredInHalves(body, p->dyePrecision, GF_FORMAT_RGBA32F, true)},
        {GF_GRID_HALF_TEMPERATURE,
         isStoredInHalves(body, p->temperaturePrecision, GF_FORMAT_R32F, p->ambientTemperature == 0.0f)},
        {GF_GRID_DEPARTS, p->scheme != GF_SCHEME_REFLECT},
        {GF_GRID_PULLS, p->scheme == GF_SCHEME_PROJECT},
        {GF_GRID_SECONDS, p->scheme != GF_SCHEME_SIMPLE},
        {GF_GRID_HALF_DEPARTURES, isStoredInHalves(body, p->velocityPrecision, GF_FORMAT_RG32F, true)},
        {GF_GRID_GROUP, body->device->atlas.count > 0},
    };
    uint32_t result = g->conditions & GF_GRID_ASKED;
    for (int i = 0; i < GF_COUNT(conditions); i++) {
        result |= conditions[i].holds ? conditions[i].bit : 0u;
    }
    return result;
}

// All sets of textures that a step draws to together.
static bool warmGrid(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfGrid *g = state;
    bool together = (conditions & GF_GRID_TOGETHER) != 0;
    bool ok = gfFramebuffer_Warm(device, (const gfTexture *const[]){&g->faces.read, &g->wallVelocity.read}, 2) &&
              gfFramebuffer_Warm(device, (const gfTexture *const[]){&g->faces.write, &g->wallVelocity.write}, 2);
    for (int side = 0; ok && side < 2; side++) {
        const gfTexture *dye = side == 0 ? &g->dye.read : &g->dye.write;
        const gfTexture *temperature = side == 0 ? &g->temperature.read : &g->temperature.write;
        ok = !together || gfFramebuffer_Warm(device, (const gfTexture *const[]){dye, temperature}, 2);
    }
    for (int level = 0; ok && level < GF_LEDGER_LEVELS && (conditions & GF_GRID_LEDGER) != 0; level++) {
        const gfLedgerSums *sums = &g->ledgerSums[level];
        ok = gfFramebuffer_Warm(device, (const gfTexture *const[]){&sums->dye, &sums->range, &sums->heat},
                                together ? 3 : 2);
    }
    bool departs = (conditions & GF_GRID_DEPARTS) != 0;
    for (int side = 0; ok && departs && side < 2; side++) {
        const gfTexture *dye = side == 0 ? &g->dye.read : &g->dye.write;
        const gfTexture *temperature = side == 0 ? &g->temperature.read : &g->temperature.write;
        ok = together ? gfFramebuffer_Warm(device, (const gfTexture *const[]){dye, temperature, &g->departures}, 3)
                      : gfFramebuffer_Warm(device, (const gfTexture *const[]){temperature, &g->departures}, 2);
    }
    // Those of velocity and carried velocity change places, as steps go on and as the domain moves.
    const gfTexture *places[] = {&g->velocity.read, &g->velocity.write, &g->earlier.read,
                                 &g->earlier.write, &g->carried.read,   &g->carried.write};
    int seconds = (conditions & GF_GRID_SECONDS) != 0 ? GF_COUNT(places) : 0;
    for (int i = 0; ok && i < 4 * seconds; i++) {
        const gfTexture *first = places[i % 4], *second = places[i / 4];
        ok = first == second || gfFramebuffer_Warm(device, (const gfTexture *const[]){first, second}, 2);
    }
    return ok;
}

// `rest` is filled with the values that the plan points to.
static gfStatePlan planOfGrid(const gfBody *body, const gfGrid *g, uint32_t conditions, float rest[GRID_RESTS][4])
{
    memset(rest, 0, GRID_RESTS * sizeof *rest);
    rest[GRID_REST_AMBIENT][0] = body->def.grid.ambientTemperature;
    return (gfStatePlan){.table = &gridStateTable,
                         .extents = g->extents,
                         .rest = (const float(*)[4])rest,
                         .conditions = conditions,
                         .warm = warmGrid};
}

void gfGrid_Destroy(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfState_Destroy(device, &gridStateTable, g);
    gfPressure_Destroy(device, &g->pressure);
    gfGrid_DestroyLattices(device, g->lattices);
    gfResidual_Destroy(device, &g->measured);
    gfDelayedRead_Destroy(device, &g->speedRead);
    gfGrid_DropTotals(device, g);
    gfFree(&device->core, g);
}

static bool createState(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    float rest[GRID_RESTS][4];
    gfStatePlan plan = planOfGrid(body, g, conditions, rest);
    return gfState_Create(body->device, &plan, g);
}

static bool convertState(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    float rest[GRID_RESTS][4];
    gfStatePlan plan = planOfGrid(body, g, conditions, rest);
    return gfState_Convert(body->device, &plan, g);
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    gfGridPrograms programs = g->programs;
    if ((g->conditions & conditions) == conditions) {
        return true;
    }
    if (!gfPrograms_Load(body->device, &gridProgramTable, g->conditions | conditions, &programs) ||
        !createState(body, g, g->conditions | conditions)) {
        return false;
    }
    g->programs = programs;
    g->conditions |= conditions;
    return true;
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
            gfReport(&body->device->core, GF_LOG_WARNING, GF_ERROR_OUT_OF_RANGE,
                     "%d cells along a periodic axis: multigrid stops at %d; a multiple of 32 converges best",
                     cells[axis], coarsest);
        }
    }
}

// Makes what the definition asks for, all of it before any of it counts. On false, which is reported, nothing changed.
bool gfGrid_Tune(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    bool fits = gfPressure_Fits(&g->pressure, body->def.grid.pressureMethod, &problem);
    uint32_t conditions = getConditions(body, g);
    gfGridPrograms programs = {0};
    gfLattice lattices[GF_LATTICES];
    gfPressure pressure = {0};
    if (!gfPrograms_Name(device, &gridProgramTable, conditions, &programs) || !gfGrid_MakeLattices(body, g, lattices)) {
        return false;
    }
    if ((!fits && !gfPressure_Create(device, &pressure, body->def.grid.pressureMethod, &problem)) ||
        !createState(body, g, conditions) || !convertState(body, g, conditions)) {
        gfPressure_Destroy(device, &pressure);
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
    if (((g->conditions ^ conditions) & GF_GRID_VISCOUS) != 0) {
        g->drawnSolids = 0; // what holds the fluid closes more faces then
    }
    gfGrid_TakeLattices(device, g, lattices);
    g->programs = programs;
    g->conditions = conditions;
    return true;
}

// Of the sums over a field (shaders/grid/ledger_sum.frag).
static void setLedgerExtents(int (*extents)[2], int width, int height)
{
    const int block[2] = {8, 4};
    int size[2] = {(width + 3) / 4 * 4, (height + 31) / 32};
    for (int i = 0; i < GF_LEDGER_LEVELS; i++) {
        for (int axis = 0; axis < 2; axis++) {
            size[axis] = (size[axis] + block[axis] - 1) / block[axis]; // of the next
            extents[i][axis] = size[axis] * block[axis];
        }
    }
}

void *gfGrid_Create(const gfBody *body)
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
        [GRID_CELLS] = {g->cellsX, g->cellsY},
        [GRID_CORNERS] = {g->cellsX + 1, g->cellsY + 1},
        [GRID_DYE] = {g->dyeX, g->dyeY},
        [GRID_BLOCKS] = {(g->cellsX + 1) / 2, (g->cellsY + 1) / 2},
        [GRID_EXTENDED] = {g->cellsX / GF_EXTENDED_CELLS + 1, g->cellsY / GF_EXTENDED_CELLS + 1}, // of corners
        [GRID_LEDGER_ITSELF] = {GF_LEDGER_COLUMNS, 2},
        [GRID_LEDGER_SIDES] = {GF_LEDGER_SIDES, 1},
    };
    setLedgerExtents(g->extents + GRID_LEDGER_DYE, g->dyeX, g->dyeY);
    setLedgerExtents(g->extents + GRID_LEDGER_HEAT, g->cellsX, g->cellsY);
    memcpy(g->extents, extents, sizeof extents);
    g->lastDt = def->fixedStep;
    g->dtRatio = 1.0f;
    if (!gfGrid_Tune(body, g)) {
        gfGrid_Destroy(body, g);
        return NULL;
    }
    if (def->precision != GF_PRECISION_16F &&
        device->gl.formats[gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA32F)].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_NO_FLOAT_RENDERING,
                 "no 32-bit float rendering here: 16 bits are used");
    }
    return g;
}

static void resetGrid(const gfBody *body, void *state)
{
    gfGrid *g = state;
    float rest[GRID_RESTS][4];
    gfStatePlan plan = planOfGrid(body, g, g->conditions, rest);
    gfGrid_FetchToChange(body, g, true);
    gfState_Reset(body->device, &plan, g);
    gfGrid_ResetLattices(body->device, g->lattices);
    g->expands = false;
    g->earlierKnown = false;
    g->written = false;
    g->placed = true; // solids are where dye and heat are as at first
    g->lastPush = (gfVec2){0};
    g->draws = 0;
    memset(g->rhsShift, 0, sizeof g->rhsShift);
    g->speedRead.started = 0;
    g->lastDt = body->def.fixedStep;
}

static bool resampleGrid(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGrid *g = state;
    const gfGrid *old = oldState;
    float rest[GRID_RESTS][4];
    gfStatePlan plan = planOfGrid(body, g, g->conditions, rest);
    g->lastDt = old->lastDt;
    g->earlierKnown = old->earlierKnown;
    g->lastPush = old->lastPush;
    g->draws = old->draws;
    return gfGrid_KeepTotals(body, g, oldDef, old) && gfState_Resample(body->device, &plan, g, &body->def, old, oldDef);
}

// Dye cells a cell are a whole number, or one over one, or the domain moves by so many cells that it comes out even.
static int getScrollMultiple(const gfBody *body, int axis)
{
    int cells = axis == 0 ? body->def.gridWidth : body->def.gridHeight, a = cells;
    for (int b = dyeCells(cells, body->def.dyeScale); b != 0;) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return cells / a;
}

// Of what is moved later.
static int addScrolled(int shift, const gfScroll *scroll, int axis)
{
    int size = scroll->grid[axis], sum = shift + scroll->cells[axis];
    return scroll->wrap[axis] ? sum % size : gfClamp(sum, -size, size);
}

// What is drawn of solids and sides, moved along with distances, beside what there is. False and reported on failure.
static bool copyFaces(const gfBody *body, const gfGrid *g, const gfScroll *scroll)
{
    const gfPair *const pairs[] = {&g->corners, &g->faces, &g->wallVelocity};
    bool ok = true;
    for (int i = 0; i < (g->moving ? 3 : 2) && ok; i++) { // what does not move is 0 everywhere
        ok = gfFramebuffer_CopyMoved(body->device, &pairs[i]->read, &pairs[i]->write, scroll->cells);
    }
    return ok;
}

static void takeFaces(gfGrid *g)
{
    gfPair_Swap(&g->corners);
    gfPair_Swap(&g->faces);
    if (g->moving) {
        gfPair_Swap(&g->wallVelocity);
    }
}

// Through an open side or inflow comes what the side says, which is what flows in there.
static bool scrollGrid(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfGrid *g = state;
    float rest[GRID_RESTS][4], entering[2][GRID_RESTS][4];
    const gfStatePlan plan = planOfGrid(body, g, g->conditions, rest);
    gfScroll entry = *scroll;
    for (int axis = 0; axis < 2; axis++) {
        const gfBoundary *side = gfBoundaries_Get(&body->def.boundaries, 2 * axis + (scroll->cells[axis] > 0 ? 1 : 0));
        memcpy(entering[axis], rest, sizeof rest);
        if (side->kind == GF_BOUNDARY_OPEN || side->kind == GF_BOUNDARY_INFLOW) {
            entering[axis][GRID_REST_AMBIENT][0] += side->temperature;
            memcpy(entering[axis][GRID_REST_DYE], side->dye, sizeof side->dye);
        }
        entry.rest[axis] = (const float(*)[4])entering[axis];
    }
    if (!gfGrid_FetchToChange(body, g, false)) {
        return false;
    }
    // What is not known to be as distances were is drawn anew.
    bool follows = scroll->movesSolids && g->drawnSolids == body->solids.drawnVersion;
    if (follows && !copyFaces(body, g, scroll)) {
        return false;
    }
    if (!gfState_PrepareScroll(body->device, &gridStateTable) ||
        !gfGrid_ScrollLattices(body->device, g->lattices, &entry) || !gfState_Scroll(body->device, &plan, g, &entry)) {
        return false;
    }
    for (int axis = 0; axis < 2; axis++) {
        if (scroll->wrap[axis] == 0 && abs(scroll->cells[axis]) >= scroll->grid[axis]) {
            g->earlierKnown = false; // all is new
            g->draws = 0;
            if (gfPair_Exists(&g->ledger)) {
                gfPair_Clear(body->device, &g->ledger, (const float[4]){0.0f}); // and nothing owed
            }
        }
        g->maskShift[axis] = addScrolled(g->maskShift[axis], scroll, axis);
        g->rhsShift[axis] = addScrolled(g->rhsShift[axis], scroll, axis);
    }
    if (follows) {
        takeFaces(g);
    } else if (scroll->movesSolids) {
        g->drawnSolids = 0;
    }
    return true;
}

static uint32_t getGridNeeds(const void *state)
{
    const gfGrid *g = state;
    return (g->conditions & GF_GRID_ASKED) | (g->measured.sums.levels > 0 ? GF_GRID_MEASURES : 0u) |
           (gfPressure_CaresForThin(&g->pressure) ? GF_GRID_THIN : 0u);
}

static bool makeGridNeeds(const gfBody *body, void *state, uint32_t needs)
{
    gfGrid *g = state;
    if (needs & GF_GRID_THIN) { // it can be done without, which is told
        gfPressure_CareForThin(body->device, &g->pressure);
    }
    return gfGrid_Require(body, g, needs & ~(uint32_t)(GF_GRID_MEASURES | GF_GRID_THIN)) &&
           (!(needs & GF_GRID_MEASURES) || gfGrid_MakeMeasured(body, g));
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static void archiveMadeGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t made = g->conditions & (GF_GRID_EXPANDS | GF_GRID_BALANCES);
    gfArchive_Bytes(archive, &made, sizeof made);
    if (gfArchive_Reads(archive) && !gfGrid_Require(body, g, made & (GF_GRID_EXPANDS | GF_GRID_BALANCES))) {
        archive->failed = true;
    }
    gfGrid_ArchiveMadeLattices(body, g, archive);
}

// What of the solids is not drawn yet.
typedef enum gfPendingSolids { NOTHING_PENDING, VELOCITIES_PENDING, ALL_PENDING } gfPendingSolids;

static gfPendingSolids pendingOf(const gfBody *body, const gfGrid *g)
{
    if (g->drawnSolids == 0 || g->drawnAmbient != body->def.grid.ambientTemperature ||
        !gfBoundaries_Equal(&g->drawnBoundaries, &body->def.boundaries) || body->solids.shapes > g->drawnSolids) {
        return ALL_PENDING;
    }
    return g->drawnSolids == body->solids.version ? NOTHING_PENDING : VELOCITIES_PENDING;
}

static const gfMember gridMembers[] = {
    GF_MEMBER_WITHIN(gfGrid, lastDt, 1e-9, 1.0),
    GF_MEMBER_WITHIN(gfGrid, dtRatio, 1e-9, 1e9),
    GF_MEMBER(gfGrid, earlierKnown),
    GF_MEMBER(gfGrid, carriedKnown),
    GF_MEMBER(gfGrid, lastPush),
    GF_MEMBER(gfGrid, expands),
    GF_MEMBER(gfGrid, masksDiffer),
    GF_MEMBER(gfGrid, masksDrawn),
    GF_MEMBER(gfGrid, masksApart),
    GF_MEMBER(gfGrid, maskShift),
    GF_MEMBER(gfGrid, rhsShift),
    GF_MEMBER(gfGrid, written),
    GF_MEMBER(gfGrid, placed),
    GF_MEMBER(gfGrid, draws),
};
static const gfRecord gridRecord = GF_RECORD(gfGrid, gridMembers);

// When it is read, solids are drawn as they are, and what was pending is drawn by the next update once more.
static void archiveGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t pending = pendingOf(body, g);
    if (archive->mode == GF_ARCHIVE_WRITE && !gfGrid_Fetch(body, g, GF_GRID_PARTS)) {
        archive->failed = true;
    }
    gfArchive_Bytes(archive, &pending, sizeof pending);
    gfArchive_Record(archive, &gridRecord, g);
    gfState_Archive(archive, &gridStateTable, g);
    gfGrid_ArchiveLattices(g, archive);
    gfArchive_DelayedRead(archive, &g->speedRead);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    g->expands = g->expands && gfPair_Exists(&g->expansion);
    const int sizes[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        if (!gfInRange(g->maskShift[axis], -sizes[axis], sizes[axis]) ||
            !gfInRange(g->rhsShift[axis], -sizes[axis], sizes[axis])) {
            gfArchive_Fail(archive, "how far it has moved");
        }
    }
    if (pending == VELOCITIES_PENDING && body->solids.shapes < g->drawnSolids) {
        g->drawnSolids--;
    } else if (pending != NOTHING_PENDING) {
        g->drawnSolids = 0;
    }
}

const gfSolver gf_solverGrid = {
    .name = "grid",
    .table = &gridStateTable,
    .check = checkGrid,
    .create = gfGrid_Create,
    .destroy = gfGrid_Destroy,
    .resample = resampleGrid,
    .resized = gfGrid_Settle,
    .reset = resetGrid,
    .tune = gfGrid_Tune,
    .scroll = scrollGrid,
    .movesSolids = true,
    .getScrollMultiple = getScrollMultiple,
    .archiveMade = archiveMadeGrid,
    .archive = archiveGrid,
    .updateSolids = gfGrid_UpdateSolids,
    .followsValves = true,
    .step = gfGrid_Step,
    .describeField = gfGrid_DescribeField,
    .hasField = gfGrid_HasField,
    .getField = gfGrid_GetField,
    .isWritable = gfGrid_IsWritable,
    .writeField = gfGrid_WriteField,
    .project = gfGrid_Project,
    .drawLoads = gfGrid_DrawLoads,
    .drawSideLoads = gfGrid_DrawSideLoads,
    .getNeeds = getGridNeeds,
    .makeNeeds = makeGridNeeds,
    .group = &gf_gridGroup,
};
