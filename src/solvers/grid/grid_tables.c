#include "solvers/grid/grid_tables.h"

#include <stddef.h>
#include <string.h>

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
    GRID_ROW(meanPacked, "multigrid/packed_mean.frag", "", 0, 0),
    GRID_ROW(mean, "common/reduce.frag", "", 0, 0),
    GRID_ROW(largestSpeed, "common/reduce.frag", "SPEED", 0, GF_GRID_LIMITS_CFL),
    GRID_ROW(largest, "common/reduce.frag", "LARGEST", 0, GF_GRID_LIMITS_CFL),
    GRID_ROW(readVelocity, "grid/field.frag", "", 0, GF_GRID_READ),
    GRID_ROW(readVorticity, "grid/field.frag", "VORTICITY", 0, GF_GRID_READ),
    GRID_ROW(readPacked, "grid/field.frag", "PACKED", 0, GF_GRID_READ),
    GRID_ROW(readReflected, "grid/field.frag", "REFLECTED", 0, GF_GRID_READ | GF_GRID_REFLECTS),
    GRID_ROW(readSingle, "grid/field.frag", "SINGLE", 0, GF_GRID_READ),
};

const gfProgramTable gf_gridProgramTable = {gridProgramRows, GF_COUNT(gridProgramRows), gridOptionDefines};

// --- state -----------------------------------------------------------------------------------------------------------

// What decides the future, and what is drawn anew before it is read. `half`: its format while one of `halves` holds.
#define GRID_KEPT(member, kind, format, half, halves, extent, when, sampled, rest, power, shift)                      \
    {                                                                                                                 \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half,                     \
            GF_GRID_EXTENT_##extent, when, true, GF_RESAMPLE_##sampled, GF_GRID_REST_##rest, power, GF_SHIFT_##shift, \
            GF_SAVED_READ, halves                                                                                     \
    }
#define GRID_DRAWN(member, kind, format, extent, when) GRID_DRAWN_SAVED(member, kind, format, extent, when, NOT)
#define GRID_DRAWN_SAVED(member, kind, format, extent, when, saved)                                               \
    {                                                                                                             \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, extent, when, \
            false, GF_RESAMPLE_NONE, GF_GRID_REST_ZERO, 0, GF_SHIFT_NONE, GF_SAVED_##saved, 0                     \
    }

#define GRID_HALVED(member, kind, format, half, halves, extent, when)                                                  \
    {                                                                                                                  \
#member, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half, extent, when, false, \
            GF_RESAMPLE_NONE, GF_GRID_REST_ZERO, 0, GF_SHIFT_NONE, GF_SAVED_NOT, halves                                \
    }

#define GRID_SUMS_ROWS(level)                                                                                       \
    GRID_DRAWN(ledgerSums[level].dye, TEXTURE, RGBA32F, GF_GRID_EXTENT_LEDGER_DYE + (level), GF_GRID_LEDGER),       \
        GRID_DRAWN(ledgerSums[level].range, TEXTURE, RGBA32F, GF_GRID_EXTENT_LEDGER_DYE + (level), GF_GRID_LEDGER), \
        GRID_DRAWN(ledgerSums[level].heat, TEXTURE, RGBA32F, GF_GRID_EXTENT_LEDGER_HEAT + (level), GF_GRID_LEDGER)

static const gfStateRow gridStateRows[] = {
    // clang-format off
    GRID_KEPT(velocity,        PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, CORNERS, 0, FACES,  ZERO,    0,  FACES),
    GRID_KEPT(dye,             PAIR, RGBA32F, RGBA16F, GF_GRID_HALF_DYE, DYE,     0, CELLS,  DYE,     0,  CELLS),
    GRID_KEPT(temperature,     PAIR, R32F, R16F, GF_GRID_HALF_TEMPERATURE, CELLS,   0, CELLS,  AMBIENT, 0,  CELLS),
    GRID_KEPT(pressure.field,  PAIR, RGBA32F, RGBA32F, 0, BLOCKS,  0, PACKED, ZERO,   -1, PRESSURE),
    GRID_KEPT(earlier,         PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, CORNERS, 0, FACES,  ZERO,    0,  FACES),
    GRID_KEPT(carried,       PAIR, RG32F, RG16F, GF_GRID_HALF_VELOCITY, CORNERS, GF_GRID_SECONDS, NONE, ZERO, 0, FACES),
    GRID_KEPT(rhs,             PAIR, RGBA32F, RGBA32F, 0, BLOCKS,  0, NONE,   ZERO,    0,  NONE), // see rhsShift
    GRID_KEPT(reflectPressure, PAIR, RGBA32F, RGBA32F, 0, BLOCKS,  GF_GRID_REFLECTS, NONE, ZERO, 0, PRESSURE),
    GRID_HALVED(departures, TEXTURE, RG32F, RG16F, GF_GRID_HALF_DEPARTURES, GF_GRID_EXTENT_CELLS, GF_GRID_DEPARTS),
    GRID_KEPT(ledger,          PAIR, RGBA32F, RGBA32F, 0, LEDGER_ITSELF, GF_GRID_LEDGER, NONE, ZERO, 0, NONE),
    GRID_SUMS_ROWS(0), GRID_SUMS_ROWS(1), GRID_SUMS_ROWS(2),
    GRID_DRAWN(ledgerSides.dye, TEXTURE,   RGBA32F,  GF_GRID_EXTENT_LEDGER_SIDES, GF_GRID_LEDGER | GF_GRID_ENTERS),
    GRID_DRAWN(ledgerSides.heat, TEXTURE,  RGBA32F,  GF_GRID_EXTENT_LEDGER_SIDES, GF_GRID_LEDGER | GF_GRID_ENTERS),
    GRID_DRAWN_SAVED(fluidMask[0], PAIR,   RG8,      GF_GRID_EXTENT_DYE,     0, BOTH),
    GRID_DRAWN_SAVED(fluidMask[1], PAIR,   RG8,      GF_GRID_EXTENT_CELLS,   GF_GRID_APART, BOTH),
    GRID_DRAWN(corners,         PAIR,      RG32F,    GF_GRID_EXTENT_CORNERS, 0),
    GRID_DRAWN(faces,           PAIR,      RGBA8,    GF_GRID_EXTENT_CORNERS, 0),
    GRID_DRAWN(valves,          TEXTURE,   RGBA8,    GF_GRID_EXTENT_CORNERS, GF_GRID_VALVES),
    GRID_DRAWN(wallVelocity,    PAIR,      RG32F,    GF_GRID_EXTENT_CORNERS, 0),
    GRID_DRAWN(weights,         TEXTURE,   RGBA32UI, GF_GRID_EXTENT_BLOCKS,  0),
    GRID_DRAWN(extended,        TEXTURE,   RGBA8,    GF_GRID_EXTENT_EXTENDED, 0),
    GRID_DRAWN_SAVED(rhsMean,   REDUCTION, RGBA32F,  GF_GRID_EXTENT_BLOCKS,  GF_GRID_BALANCES, READ),
    GRID_DRAWN_SAVED(expansion, PAIR,      R32F,     GF_GRID_EXTENT_CELLS,   GF_GRID_EXPANDS, READ),
    GRID_DRAWN(speed,           REDUCTION, RGBA32F,  GF_GRID_EXTENT_CORNERS, GF_GRID_LIMITS_CFL),
    GRID_DRAWN(vorticity,       TEXTURE,   RG32F,    GF_GRID_EXTENT_CORNERS, GF_GRID_CONFINES),
    GRID_DRAWN(read,            TEXTURE,   RG32F,    GF_GRID_EXTENT_CORNERS, GF_GRID_READ),
    GRID_DRAWN(shownDivergence, PAIR,      RGBA32F,  GF_GRID_EXTENT_BLOCKS,  GF_GRID_SHOWS_DIVERGENCE),
    // clang-format on
};

const gfStateTable gf_gridStateTable = {gridStateRows, GF_COUNT(gridStateRows), "grid"};

// Whether a field is stored in half floats: as asked for, where the context has nothing better, or as suits it.
static bool isStoredInHalves(const gfBody *body, gfPrecision precision, gfFormat whole, bool suits)
{
    const gfGL *gl = &body->device->gl;
    const gfFormatInfo *info = &gl->formats[gfGL_ChooseFormat(gl, whole)];
    gfPrecision wanted = body->def.precision != GF_PRECISION_AUTO ? body->def.precision : precision;
    return wanted == GF_PRECISION_16F || (wanted == GF_PRECISION_AUTO && suits) || info->bytes == 2 * info->channels;
}

uint32_t gfGrid_GetConditions(const gfBody *body, const gfGrid *g)
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

gfStatePlan gfGrid_GetPlan(const gfBody *body, const gfGrid *g, uint32_t conditions, float rest[GF_GRID_RESTS][4])
{
    memset(rest, 0, GF_GRID_RESTS * sizeof *rest);
    rest[GF_GRID_REST_AMBIENT][0] = body->def.grid.ambientTemperature;
    return (gfStatePlan){.table = &gf_gridStateTable,
                         .extents = g->extents,
                         .rest = (const float(*)[4])rest,
                         .conditions = conditions,
                         .warm = warmGrid};
}
