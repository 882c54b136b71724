// The table of the grid solver's textures, and the table of scalars.
#include "solvers/grid/grid.h"

// --- scalars ---------------------------------------------------------------------------------------------------------

// The rows of all scalars, in the order of gfGridScalarId.
const gfGridScalar gf_gridScalars[GF_SCALARS] = {
    {offsetof(gfGrid, dye), 4, false, GF_FIELD_DYE, GF_SHOWN_DYE, GF_SOURCE_DYE, GF_STORED_DYE,
     offsetof(gfGridParams, dyeDissipation), offsetof(gfBoundary, dye)},
    {offsetof(gfGrid, temperature), 1, true, GF_FIELD_TEMPERATURE, GF_SHOWN_TEMPERATURE, GF_SOURCE_TEMPERATURE,
     GF_STORED_TEMPERATURE, offsetof(gfGridParams, temperatureDissipation), offsetof(gfBoundary, temperature)},
};

int gfGrid_FindScalar(int id)
{
    int i = 0;
    while (i < GF_SCALARS && (int)gf_gridScalars[i].field != id && (int)gf_gridScalars[i].shown != id) {
        i++;
    }
    return i;
}

float gfGrid_GetRest(const gfBody *body, int scalar)
{
    return gf_gridScalars[scalar].isAboveAmbient ? body->def.grid.ambientTemperature : 0.0f;
}

const float *gfGrid_GetEntry(const gfBoundary *side, int scalar)
{
    return (const float *)(const void *)((const char *)side + gf_gridScalars[scalar].entry);
}

int gfGrid_CountScalars(const gfGrid *g)
{
    int count = GF_SCALARS;
    while (!gfPair_Exists(gfGrid_GetScalar(g, count - 1))) {
        count--;
    }
    return count;
}

// --- the table of textures -------------------------------------------------------------------------------------------

// Conditions of rows: a texture is made if all bits in its row's `when` are set. They follow from the definition.
enum {
    STATE_TOGETHER = 1 << 0, // one pass advects both dye and temperature
    STATE_APART = 1 << 1,    // dye and temperature are advected by a pass each
    STATE_REFLECTS = 1 << 2, // the scheme is GF_SCHEME_REFLECT
    STATE_DEPARTS = 1 << 3,  // scalar advection also draws departure points, which velocity advection reads
    STATE_SECONDS = 1 << 4,  // gfVelocityAdvection.carried differs from the velocity along which it is advected
    STATE_LEDGER = 1 << 5,   // totals of dye and heat are corrected
    STATE_ENTERS = 1 << 6,   // some side is open or an inflow
    STATE_CONFINES = 1 << 7,
    STATE_LIMITS_CFL = 1 << 8,
    STATE_HALF_VELOCITY = 1 << 9,
    STATE_HALF_DYE = 1 << 10,
    STATE_HALF_TEMPERATURE = 1 << 11,
    STATE_HALF_DEPARTURES = 1 << 12,
    STATE_FINE_DYE = 1 << 13
};

// The row of a field that later steps read: it is saved and resampled. Its format is `half` while `halves` is set.
#define GRID_KEPT(member, name, kind, format, half, halves, extent, when, sampled, rest, power, shift)                 \
    {                                                                                                                  \
        name, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half,                         \
            GF_GRID_EXTENT_##extent, when, true, GF_RESAMPLE_##sampled, GF_GRID_CLEAR_##rest, power, GF_SHIFT_##shift, \
            GF_SAVED_READ, halves                                                                                      \
    }
// The row of a texture that a step draws. It has the format `half` while the condition `halves` is set, else `format`.
#define GRID_DRAWN_AS(member, name, kind, format, half, halves, extent, when, saved)                      \
    {                                                                                                     \
        name, offsetof(gfGrid, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##half,            \
            GF_GRID_EXTENT_##extent, when, false, GF_RESAMPLE_NONE, GF_GRID_CLEAR_ZERO, 0, GF_SHIFT_NONE, \
            GF_SAVED_##saved, halves                                                                      \
    }
// The row of a texture that each step draws before it reads it. It is neither saved nor resampled.
#define GRID_DRAWN(member, name, kind, format, extent, when) \
    GRID_DRAWN_AS(member, name, kind, format, format, 0, extent, when, NOT)
// The row of a texture that a step draws, but may read before that. So snapshots save it.
#define GRID_DRAWN_SAVED(member, name, kind, format, extent, when, saved) \
    GRID_DRAWN_AS(member, name, kind, format, format, 0, extent, when, saved)
// The row of a texture of partial sums for the ledger (gfScalarAdvection).
#define GRID_SUMS(member, name, extent) GRID_DRAWN(scalarAdvection.member, name, TEXTURE, RGBA32F, extent, STATE_LEDGER)

// The order of these rows must not change, as snapshots store textures in this order. The last NEEDED_ROWS rows are
// textures made at first use: their conditions are GF_NEED_... bits, those of all others STATE_... bits.
static const gfStateRow gridStateRows[] = {
    // clang-format off
    GRID_KEPT(velocity, "velocity", PAIR, RG32F, RG16F, STATE_HALF_VELOCITY, CORNERS, 0, FACES, ZERO, 0, FACES),
    GRID_KEPT(dye, "dye", PAIR, RGBA32F, RGBA16F, STATE_HALF_DYE, DYE, 0, CELLS, DYE, 0, CELLS),
    GRID_KEPT(temperature, "temperature", PAIR, R32F, R16F, STATE_HALF_TEMPERATURE, CELLS, 0, CELLS, HEAT, 0, CELLS),
    GRID_KEPT(projection.pressure.field, "pressure", PAIR, RGBA32F, RGBA32F, 0, BLOCKS, 0, PACKED, ZERO, -1, PRESSURE),
    GRID_KEPT(velocityAdvection.previous, "previous velocity", PAIR, RG32F, RG16F, STATE_HALF_VELOCITY, CORNERS, 0, FACES,
              ZERO, 0, FACES),
    GRID_KEPT(velocityAdvection.carried, "carried velocity", PAIR, RG32F, RG16F, STATE_HALF_VELOCITY, CORNERS,
              STATE_SECONDS, NONE, ZERO, 0, FACES),
    // Not shifted with the domain, see gfProjection.rhsShift.
    GRID_KEPT(projection.rhs, "divergence", PAIR, RGBA32F, RGBA32F, 0, BLOCKS, 0, NONE, ZERO, 0, NONE),
    GRID_KEPT(projection.reflectPressure, "second pressure", PAIR, RGBA32F, RGBA32F, 0, BLOCKS, STATE_REFLECTS, NONE,
              ZERO, 0, PRESSURE),
    GRID_DRAWN_AS(scalarAdvection.departures, "departures", TEXTURE, RG32F, RG16F, STATE_HALF_DEPARTURES, CELLS,
                  STATE_DEPARTS, NOT),
    GRID_DRAWN_AS(scalarAdvection.paths, "paths", TEXTURE, RG32F, RG16F, STATE_HALF_DEPARTURES, CORNERS,
                  STATE_FINE_DYE, NOT),
    GRID_KEPT(scalarAdvection.ledger, "ledger", PAIR, RGBA32F, RGBA32F, 0, LEDGER_ITSELF, STATE_LEDGER, NONE, ZERO, 0,
              NONE),
    GRID_SUMS(lost[GF_SCALAR_DYE], "lost dye", LEDGER_DYE),
    GRID_SUMS(range, "range of dye", LEDGER_DYE),
    GRID_SUMS(lost[GF_SCALAR_HEAT], "lost heat", LEDGER_CELLS),
    GRID_SUMS(added, "ledger sums", LEDGER_ADDED),
    GRID_DRAWN(scalarAdvection.sides, "ledger of sides", TEXTURE, RGBA32F, LEDGER_SIDES, STATE_LEDGER | STATE_ENTERS),
    GRID_DRAWN_SAVED(masks.fluid[0], "fluid mask", PAIR, RG8, DYE, 0, BOTH),
    GRID_DRAWN_SAVED(masks.fluid[1], "fluid mask of temperature", PAIR, RG8, CELLS, STATE_APART, BOTH),
    GRID_DRAWN(masks.corners, "corners", PAIR, RG32F, CORNERS, 0),
    GRID_DRAWN(masks.faces, "faces", TEXTURE, RGBA8, CORNERS, 0),
    GRID_DRAWN(masks.wallVelocity, "wall velocity", TEXTURE, RG32F, CORNERS, 0),
    GRID_DRAWN(masks.weights, "weights", TEXTURE, RGBA32UI, BLOCKS, 0),
    GRID_DRAWN(masks.extrapolated, "extrapolated tiles", TEXTURE, RGBA8, EXTRAPOLATED, 0),
    GRID_DRAWN(cfl.speed, "speed", REDUCTION, RGBA32F, CORNERS, STATE_LIMITS_CFL),
    GRID_DRAWN(forces.vorticity, "vorticity", TEXTURE, RG32F, CORNERS, STATE_CONFINES),
    GRID_DRAWN_SAVED(projection.rhsMean, "mean divergence", REDUCTION, RGBA32F, BLOCKS, GF_NEED_BALANCE, READ),
    GRID_DRAWN_SAVED(forces.expansion, "expansion", PAIR, R32F, CELLS, GF_NEED_EXPANSION, READ),
    GRID_DRAWN(masks.valves, "valves", TEXTURE, RGBA8, CORNERS, GF_NEED_VALVES),
    GRID_DRAWN(reading.texture, "read field", TEXTURE, RG32F, CORNERS, GF_NEED_FIELDS),
    GRID_DRAWN(reading.divergence, "shown divergence", PAIR, RGBA32F, BLOCKS, GF_NEED_SHOWN_DIVERGENCE),
    // clang-format on
};

enum { NEEDED_ROWS = 5, DEFINED_ROWS = GF_COUNT(gridStateRows) - NEEDED_ROWS };

const gfStateTable gf_gridStateTable = {gridStateRows, GF_COUNT(gridStateRows), "grid", NULL};
static const gfStateTable definedTable = {gridStateRows, DEFINED_ROWS, "grid", NULL};
static const gfStateTable neededTable = {gridStateRows + DEFINED_ROWS, NEEDED_ROWS, "grid", NULL};

static uint32_t getStateConditions(const gfBody *body)
{
    const gfGridParams *p = &body->def.grid;
    bool together = gfGrid_CarriesTogether(&body->def);
    return gfGrid_If(together, STATE_TOGETHER) | gfGrid_If(!together, STATE_APART) |
           gfGrid_If(p->scheme == GF_SCHEME_REFLECT, STATE_REFLECTS) |
           gfGrid_If(p->scheme != GF_SCHEME_REFLECT, STATE_DEPARTS) |
           gfGrid_If(p->scheme != GF_SCHEME_SIMPLE, STATE_SECONDS) | gfGrid_If(gfGrid_KeepsLedger(body), STATE_LEDGER) |
           gfGrid_If(gfGrid_HasFineDye(&body->def), STATE_FINE_DYE) | gfGrid_If(gfGrid_HasEntries(body), STATE_ENTERS) |
           gfGrid_If(p->vorticityConfinement > 0.0f, STATE_CONFINES) | gfGrid_If(p->cflLimit > 0.0f, STATE_LIMITS_CFL) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_VELOCITY), STATE_HALF_VELOCITY) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DYE), STATE_HALF_DYE) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_TEMPERATURE), STATE_HALF_TEMPERATURE) |
           gfGrid_If(gfGrid_IsStoredInHalves(body, GF_STORED_DEPARTURES), STATE_HALF_DEPARTURES);
}

// Makes the framebuffers of all passes of a step that write several textures at once, so that no step has to.
static bool warmGrid(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfGrid *g = state;
    bool together = (conditions & STATE_TOGETHER) != 0, departs = (conditions & STATE_DEPARTS) != 0;
    GF_TRY(gfFramebuffer_Warm(device, (const gfTexture *const[]){&g->masks.faces, &g->masks.wallVelocity}, 2));
    for (int side = 0; side < 2; side++) {
        const gfTexture *const scalars[] = {side == 0 ? &g->dye.read : &g->dye.write,
                                            side == 0 ? &g->temperature.read : &g->temperature.write,
                                            &g->scalarAdvection.departures};
        GF_TRY((!together || gfFramebuffer_Warm(device, scalars, 2)) &&
               (!departs || gfFramebuffer_Warm(device, together ? scalars : scalars + 1, together ? 3 : 2)));
    }
    const gfTexture *lost = g->scalarAdvection.lost, *range = &g->scalarAdvection.range;
    GF_TRY((conditions & STATE_LEDGER) == 0 ||
           (together ? gfFramebuffer_Warm(device, (const gfTexture *const[]){&lost[0], &lost[1], range}, 3)
                     : gfFramebuffer_Warm(device, (const gfTexture *const[]){&lost[0], range}, 2)));
    // Steps and scrolls exchange textures of velocity, previous and carried velocity, so a pass may write any two.
    const gfTexture *places[] = {&g->velocity.read,
                                 &g->velocity.write,
                                 &g->velocityAdvection.previous.read,
                                 &g->velocityAdvection.previous.write,
                                 &g->velocityAdvection.carried.read,
                                 &g->velocityAdvection.carried.write};
    int seconds = (conditions & STATE_SECONDS) != 0 ? GF_COUNT(places) : 0;
    for (int i = 0; i < 4 * seconds; i++) {
        const gfTexture *first = places[i % 4], *second = places[i / 4];
        GF_TRY(first == second || gfFramebuffer_Warm(device, (const gfTexture *const[]){first, second}, 2));
    }
    return true;
}

// Size of the texture of partial sums over a field, each over 32 texels, as shaders/grid/ledger_sum.frag lays them out.
#define SUMS_EXTENT(width, height)                      \
    {                                                   \
        ((width) + 7) / 8 * 8, ((height) + 63) / 64 * 2 \
    }

static void makePlan(const gfBody *body, const gfGrid *g, const gfStateTable *table, uint32_t conditions,
                     gfGridPlan *plan)
{
    const int tile = GF_EXTRAPOLATED_CELLS;
    const int extents[GF_GRID_EXTENTS][2] = {
        [GF_GRID_EXTENT_CELLS] = {g->cellsX, g->cellsY},
        [GF_GRID_EXTENT_CORNERS] = {g->cellsX + 1, g->cellsY + 1},
        [GF_GRID_EXTENT_DYE] = {g->dyeX, g->dyeY},
        [GF_GRID_EXTENT_BLOCKS] = {(g->cellsX + 1) / 2, (g->cellsY + 1) / 2},
        [GF_GRID_EXTENT_EXTRAPOLATED] = {g->cellsX / tile + 1, g->cellsY / tile + 1}, // tiles of corners
        [GF_GRID_EXTENT_LEDGER_ITSELF] = {GF_LEDGER_COLUMNS, GF_SCALARS},
        [GF_GRID_EXTENT_LEDGER_SIDES] = {GF_LEDGER_SIDES, GF_SCALARS},
        [GF_GRID_EXTENT_LEDGER_ADDED] = {GF_LEDGER_SUMS, GF_LEDGER_SUMS * (1 + GF_SCALARS)},
        [GF_GRID_EXTENT_LEDGER_DYE] = SUMS_EXTENT(g->dyeX, g->dyeY),
        [GF_GRID_EXTENT_LEDGER_CELLS] = SUMS_EXTENT(g->cellsX, g->cellsY),
    };
    *plan = (gfGridPlan){.clear = {{0.0f}}};
    memcpy(plan->extents, extents, sizeof extents);
    for (int i = 0; i < GF_SCALARS; i++) {
        plan->clear[GF_GRID_CLEAR_DYE + i][0] = gfGrid_GetRest(body, i);
    }
    plan->plan = (gfStatePlan){.table = table,
                               .extents = (const int(*)[2])plan->extents,
                               .clear = (const float(*)[4])plan->clear,
                               .conditions = conditions};
}

void gfGrid_PlanDefined(const gfBody *body, const gfGrid *g, gfGridPlan *plan)
{
    makePlan(body, g, &definedTable, getStateConditions(body), plan);
    plan->plan.warm = warmGrid;
}

void gfGrid_PlanNeeded(const gfBody *body, const gfGrid *g, uint32_t needs, gfGridPlan *plan)
{
    makePlan(body, g, &neededTable, needs, plan);
}
