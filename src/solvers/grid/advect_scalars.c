// Carries dye and temperature along the velocity (shaders/grid/advect_scalars.frag), and keeps the ledger of what that
// makes or loses of their totals, which the next step gives back (shaders/grid/ledger.frag).
#include "solvers/grid/grid.h"

#include <string.h>

// --- programs --------------------------------------------------------------------------------------------------------

enum {
    SCALARS_BILINEAR = 1 << 0,
    SCALARS_QUINTIC = 1 << 1, // dye and temperature are read by a polynomial of fifth order
    SCALARS_WRAP = 1 << 2,
    SCALARS_ENTER = 1 << 3, // some side is open or an inflow: values enter
    SCALARS_TOGETHER = 1 << 4,
    SCALARS_APART = 1 << 5,
    SCALARS_LEDGER = 1 << 6,
    SCALARS_DEPART = 1 << 7, // departures are drawn, too, for velocity to follow
    SCALARS_PULLED = 1 << 8, // half of the pressure's pull acts there
    SCALARS_HALF_DYE = 1 << 9,
    SCALARS_HALF_TEMPERATURE = 1 << 10,
    SCALARS_HALF_DEPARTURES = 1 << 11,
    SCALARS_EXPAND = 1 << 12,
    SCALARS_BALANCE = 1 << 13,
    SCALARS_FINE = 1 << 14,  // dye has much finer texels than cells
    SCALARS_POURED = 1 << 15 // fluid may be poured in, or taken away everywhere
};

static const char *const scalarsOptionDefines[] = {"BILINEAR",
                                                   "QUINTIC",
                                                   "WRAP",
                                                   "ENTRY",
                                                   NULL,
                                                   NULL,
                                                   "LEDGER",
                                                   "DEPARTURES",
                                                   "PULLED",
                                                   "ROUND_DYE",
                                                   "ROUND_TEMPERATURE",
                                                   "ROUND_DEPARTURES",
                                                   "EXPANSION",
                                                   "BALANCED",
                                                   "PATHS",
                                                   NULL};

#define SCALARS_CARRY                                                                                        \
    (SCALARS_BILINEAR | SCALARS_QUINTIC | SCALARS_WRAP | SCALARS_ENTER | SCALARS_LEDGER | SCALARS_HALF_DYE | \
     SCALARS_HALF_TEMPERATURE)
#define SCALARS_DEPARTURES (SCALARS_DEPART | SCALARS_PULLED | SCALARS_HALF_DEPARTURES)

#define SCALARS_ADVECT_ROW(member, defines, departs, when)                                                  \
    {                                                                                                       \
        offsetof(gfScalarAdvectionPrograms, member), &gf_vertexLedger, "grid/advect_scalars.frag", defines, \
            SCALARS_CARRY | (departs), when, 0                                                              \
    }
#define SCALARS_LEDGER_ROW(member, file, defines, options, when)                                                       \
    {                                                                                                                  \
        offsetof(gfScalarAdvectionPrograms, member), &gf_vertexCover, file, defines, options, (when) | SCALARS_LEDGER, \
            0                                                                                                          \
    }
#define SCALARS_ROWS(set, defines, when, departs)                                                     \
    SCALARS_ADVECT_ROW(advect[0][set], defines, departs, when),                                       \
        SCALARS_ADVECT_ROW(advect[1][set], "SOLIDS;" defines, departs, when),                         \
        SCALARS_ADVECT_ROW(advect[2][set], "SOLIDS;UNCOVERED;" defines, departs, when),               \
        SCALARS_LEDGER_ROW(sum[0][set], "grid/ledger_sum.frag", defines, 0, when),                    \
        SCALARS_LEDGER_ROW(sum[1][set], "grid/ledger_sum.frag", "MASKED;" defines, 0, when),          \
        SCALARS_LEDGER_ROW(sum[2][set], "grid/ledger_sum.frag", "MASKED;" defines,                    \
                           SCALARS_WRAP | SCALARS_EXPAND | SCALARS_BALANCE, (when) | SCALARS_POURED), \
        SCALARS_LEDGER_ROW(sides[set], "grid/ledger_sides.frag", defines, SCALARS_WRAP, (when) | SCALARS_ENTER)

// The variants that the tunables ask for, with and without solids, so that no step has to compile one.
static const gfProgramRow scalarsProgramRows[] = {
    SCALARS_ROWS(0, "DYE;TEMPERATURE 1;CENTRED", SCALARS_TOGETHER, SCALARS_DEPARTURES),
    SCALARS_ROWS(0, "DYE", SCALARS_APART, SCALARS_FINE),
    SCALARS_ROWS(1, "TEMPERATURE 0;CENTRED", SCALARS_APART, SCALARS_DEPARTURES),
    {offsetof(gfScalarAdvectionPrograms, paths), &gf_vertexCover, "grid/paths.frag", "",
     SCALARS_WRAP | SCALARS_HALF_DEPARTURES, SCALARS_FINE, 0},
    SCALARS_LEDGER_ROW(add, "grid/ledger_add.frag", "", 0, 0),
    SCALARS_LEDGER_ROW(ledger, "grid/ledger.frag", "", SCALARS_ENTER, 0),
};

static uint32_t getScalarsConditions(const gfBody *body, uint32_t needs)
{
    const gfGridParams *p = &body->def.grid;
    bool together = gfGrid_CarriesTogether(&body->def);
    return gfGridStage_If(p->advection == GF_ADVECTION_BILINEAR, SCALARS_BILINEAR) |
           gfGridStage_If(p->advection == GF_ADVECTION_CONSERVING, SCALARS_QUINTIC) |
           gfGridStage_If(gfGrid_Wraps(body), SCALARS_WRAP) | gfGridStage_If(gfGrid_HasEntries(body), SCALARS_ENTER) |
           gfGridStage_If(together, SCALARS_TOGETHER) | gfGridStage_If(!together, SCALARS_APART) |
           gfGridStage_If(gfGrid_KeepsLedger(body), SCALARS_LEDGER) |
           gfGridStage_If(gfGrid_HasFineDye(&body->def), SCALARS_FINE) |
           gfGridStage_If(p->scheme != GF_SCHEME_REFLECT, SCALARS_DEPART) |
           gfGridStage_If(p->scheme == GF_SCHEME_PROJECT, SCALARS_PULLED) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_DYE), SCALARS_HALF_DYE) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_TEMPERATURE), SCALARS_HALF_TEMPERATURE) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_DEPARTURES), SCALARS_HALF_DEPARTURES) |
           gfGridStage_If((needs & GF_NEED_EXPANSION) != 0, SCALARS_EXPAND) |
           gfGridStage_If((needs & GF_NEED_BALANCE) != 0, SCALARS_BALANCE) |
           gfGridStage_If((needs & (GF_NEED_EXPANSION | GF_NEED_BALANCE)) != 0, SCALARS_POURED);
}

const gfGridStage gf_gridScalarAdvection =
    GF_GRID_STAGE(scalarAdvection, scalarsProgramRows, scalarsOptionDefines, getScalarsConditions);

// --- advection -------------------------------------------------------------------------------------------------------

// The fields that a pass carries together, and what its passes have to know.
typedef struct Set {
    int number;
    bool dye, heat;
    gfPair *fields[2];
    const gfTexture *size, *mask, *previousMask; // they have the size, and the masks, of the fields' texels
    float cellsPerTexel[2], stay[2];             // of dye and of heat: factors
    float stepCells, extrapolation;              // see grid/backtrace.glsl
    GLint box[4];                                // texels that the ledger counts: the first, and beyond the last
    float solidBox[4];                           // outside of it all texels are fluid, and were
    float entryDye[GF_SIDES][4], entryTemperature[GF_SIDES], entrySides[GF_SIDES];
} Set;

#define SET_UNIFORMS(body, g, set)                                                                                    \
    GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY),                                      \
        GF_I2(texels, (set)->size->width, (set)->size->height), {"cellsPerTexel", GF_VEC2S, 1, (set)->cellsPerTexel}, \
        {"dissipation", GF_VEC2S, 1, (set)->stay}, GF_F1(ambient, (body)->def.grid.ambientTemperature),               \
        GF_F1(stepCells, (set)->stepCells), GF_F1(extrapolation, (set)->extrapolation), GF_I4V(box, 1, (set)->box),   \
        GF_F4V(entrySides, 1, (set)->entrySides), {"entryDye", GF_MAT4S, 1, (set)->entryDye},                         \
        GF_F4V(entryTemperature, 1, (set)->entryTemperature),                                                         \
        GF_F1(factor, 1.0f / ((float)(set)->size->width * (float)(set)->size->height))

// Sets what enters by each side, and the box, which keeps away from open sides: there a read reaches beyond the side,
// and blurs.
static void setSides(const gfBody *body, Set *set)
{
    const int reach = 4; // reads go beyond a side by fewer texels
    const int texels[2] = {set->size->width, set->size->height};
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *boundary = gfBoundaries_Get(&body->def.boundaries, i);
        bool open = boundary->kind == GF_BOUNDARY_OPEN;
        int size = texels[i / 2], margin = open ? gfMin(reach, size / 8 * 2) : 0;
        memcpy(set->entryDye[i], boundary->dye, sizeof set->entryDye[i]);
        set->entryTemperature[i] = body->def.grid.ambientTemperature + boundary->temperature;
        set->entrySides[i] = open || boundary->kind == GF_BOUNDARY_INFLOW ? 1.0f : 0.0f;
        set->box[i / 2 + i % 2 * 2] = i % 2 == 0 ? margin : open ? (size - margin) / 2 * 2 : size;
    }
}

static void setSolidBox(const gfBody *body, const gfGrid *g, Set *set)
{
    const float reach = 2.0f; // texels by which reads go into solids' surroundings
    gfRegion r = {0, 0, 0, 0};
    bool some = gfGrid_SolidRegion(body, g, &r), all = g->masks.differ || g->wrapX || g->wrapY;
    const int first[2] = {r.x, r.y}, size[2] = {r.width, r.height};
    for (int axis = 0; axis < 2; axis++) {
        float low = (float)first[axis] / set->cellsPerTexel[axis] - reach;
        float high = (float)(first[axis] + size[axis]) / set->cellsPerTexel[axis] + reach;
        set->solidBox[axis] = all ? -1e9f : some ? low : 0.0f;
        set->solidBox[2 + axis] = all ? 1e9f : some ? high : 0.0f;
    }
}

static Set getScalarSet(const gfBody *body, gfGrid *g, int number, float dt, float extrapolation)
{
    Set set = {
        .number = number, .dye = number == 0, .stepCells = dt / body->def.cellSize, .extrapolation = extrapolation};
    const gfPair *mask = &g->masks.fluid[number];
    set.heat = gfGrid_GetSet(g, number, set.fields) == 2 || number == 1;
    set.size = &set.fields[0]->read;
    set.mask = &mask->read;
    set.previousMask = g->masks.differ ? &mask->write : &mask->read;
    set.cellsPerTexel[0] = (float)g->cellsX / (float)set.size->width;
    set.cellsPerTexel[1] = (float)g->cellsY / (float)set.size->height;
    set.stay[0] = expf(-body->def.grid.dyeDissipation * dt);
    set.stay[1] = expf(-body->def.grid.temperatureDissipation * dt);
    setSides(body, &set);
    setSolidBox(body, g, &set);
    return set;
}

static void drawPaths(const gfBody *body, gfGrid *g, float dt, float extrapolation)
{
    gfPass_Run(body->device,
               &(gfPass){.label = "paths",
                         .program = g->scalarAdvection.programs.paths,
                         .writes = {&g->scalarAdvection.paths},
                         .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                                    GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                                    GF_IN(instances, gfGrid_GetInstances(g))},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(stepCells, dt / body->def.cellSize), GF_F1(extrapolation, extrapolation),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS))}});
}

static void advectSet(const gfBody *body, gfGrid *g, const Set *set)
{
    const gfSampler carried = gfGrid_GetCarriedSampler(body);
    int variant = g->masks.differ ? 2 : body->solids.count > 0 ? 1 : 0;
    bool departs = (g->scalarAdvection.conditions & SCALARS_DEPART) != 0 && set->heat;
    const gfTexture *to[3] = {&set->fields[0]->write, set->dye && set->heat ? &set->fields[1]->write : NULL};
    to[to[1] != NULL ? 2 : 1] = departs ? &g->scalarAdvection.departures : NULL;
    gfPass_Run(body->device, &(gfPass){.label = set->dye ? "advect_scalars" : "advect_temperature",
                                       .program = g->scalarAdvection.programs.advect[variant][set->number],
                                       .writes = {to[0], to[1], to[2]},
                                       .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                                                  GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                                                  GF_IN_FIELD(paths, g->scalarAdvection.paths.id),
                                                  GF_IN_BY(dye, set->dye ? g->dye.read.id : 0, carried),
                                                  GF_IN_BY(temperature, g->temperature.read.id, carried),
                                                  GF_IN(ledger, g->scalarAdvection.ledger.read.id),
                                                  GF_IN_FIELD(fluidMask, set->mask->id),
                                                  GF_IN_FIELD(previousMask, set->previousMask->id),
                                                  GF_IN(instances, gfGrid_GetInstances(g))},
                                       .uniforms = {SET_UNIFORMS(body, g, set), GF_F4V(solidBox, 1, set->solidBox),
                                                    GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS))}});
}

// --- the ledger ------------------------------------------------------------------------------------------------------

// The textures that the sums of a set are drawn to.
#define WRITES_OF(set, sums)                                                           \
    {                                                                                  \
        (set)->dye ? &(sums)->dye : &(sums)->heat, (set)->dye ? &(sums)->range : NULL, \
            (set)->dye && (set)->heat ? &(sums)->heat : NULL                           \
    }

// Sums what the fields of a set lost: they were what the next step draws to, and are what it reads.
static void sumSet(const gfBody *body, gfGrid *g, const Set *set, float dt)
{
    // Without an open side all that is poured in is taken away again, everywhere (gfGrid_DrawDivergence).
    bool inflows = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    bool balances = !g->masks.bounded && (g->forces.expands || inflows) && g->projection.rhsMean.levels > 0;
    // Values that the host wrote into solids are gone, and so are those where a solid was placed. A solid that moves
    // pushes values aside, and they stay: then texels count by the area of fluid that they stand for.
    bool counts = g->scalarAdvection.written || g->masks.differ || body->solids.moving,
         areas = body->solids.moving && !g->scalarAdvection.placed;
    int variant = g->forces.expands || balances ? 2 : counts ? 1 : 0;
    const gfLedgerSums *to = &g->scalarAdvection.sums[0];
    gfPass_Run(
        body->device,
        &(gfPass){
            .label = "ledger",
            .program = g->scalarAdvection.programs.sum[variant][set->number],
            .writes = WRITES_OF(set, to),
            .inputs = {GF_IN_FIELD(dye, g->dye.read.id), GF_IN_FIELD(source, g->dye.write.id),
                       GF_IN_FIELD(temperature, g->temperature.read.id), GF_IN_FIELD(before, g->temperature.write.id),
                       GF_IN_FIELD(fluidMask, set->mask->id), GF_IN_FIELD(previousMask, set->previousMask->id),
                       GF_IN(velocity, g->velocity.read.id), GF_IN_FIELD(expansion, g->forces.expansion.read.id),
                       GF_IN(mean, balances ? gfPyramid_Top(&g->projection.rhsMean)->id : 0)},
            .uniforms = {SET_UNIFORMS(body, g, set), GF_I1(moving, areas),
                         GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS)),
                         GF_F2(poured, g->forces.expands ? dt : 0.0f, balances ? dt / body->def.cellSize : 0.0f)}});
}

// How many sums a side are left: of large fields more, so that enough fragments are busy.
static int countSums(const gfGrid *g)
{
    return gfMax(g->dyeX, g->dyeY) > 400 ? GF_LEDGER_SUMS : GF_LEDGER_SUMS / 2;
}

// Adds up all sums of dye and heat, by blocks.
static void addSums(const gfBody *body, const gfGrid *g)
{
    const gfLedgerSums *from = &g->scalarAdvection.sums[0], *to = &g->scalarAdvection.sums[1];
    const gfTexture *dye = &from->dye, *heat = &from->heat;
    const int side = countSums(g);
    gfPass_Run(
        body->device,
        &(gfPass){.label = "ledger",
                  .program = g->scalarAdvection.programs.add,
                  .writes = {&to->dye, &to->range, &to->heat},
                  .inputs = {GF_IN_FIELD(dye, dye->id), GF_IN_FIELD(source, from->range.id),
                             GF_IN_FIELD(temperature, heat->id)},
                  .uniforms = {GF_I4(dyeSums, dye->width, dye->height, (dye->width + 8 * side - 1) / (8 * side) * 8,
                                     (dye->height + 2 * side - 1) / (2 * side) * 2),
                               GF_I4(heatSums, heat->width, heat->height, (heat->width + 8 * side - 1) / (8 * side) * 8,
                                     (heat->height + 2 * side - 1) / (2 * side) * 2)}});
}

// Sums what flowed out of the box that is counted.
static void sumSides(const gfBody *body, gfGrid *g, const Set *set)
{
    const gfLedgerSums *to = &g->scalarAdvection.sideSums;
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .program = g->scalarAdvection.programs.sides[set->number],
                         .writes = {set->dye ? &to->dye : &to->heat, set->dye && set->heat ? &to->heat : NULL},
                         .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                                    GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                                    GF_IN(source, g->dye.write.id), GF_IN(before, g->temperature.write.id),
                                    GF_IN(instances, gfGrid_GetInstances(g))},
                         .uniforms = {SET_UNIFORMS(body, g, set)}});
}

static void keepLedger(const gfBody *body, gfGrid *g, const Set sets[2], float dt)
{
    const gfLedgerSums *sums = &g->scalarAdvection.sums[1];
    for (int i = 0; i < g->scalarSets; i++) {
        sumSet(body, g, &sets[i], dt);
        if (g->scalarAdvection.conditions & SCALARS_ENTER) {
            sumSides(body, g, &sets[i]);
        }
    }
    addSums(body, g);
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .program = g->scalarAdvection.programs.ledger,
                         .writes = {&g->scalarAdvection.ledger.write},
                         .inputs = {GF_IN(before, g->scalarAdvection.ledger.read.id), GF_IN_FIELD(dye, sums->dye.id),
                                    GF_IN_FIELD(source, sums->range.id), GF_IN_FIELD(temperature, sums->heat.id),
                                    GF_IN(sidesDye, g->scalarAdvection.sideSums.dye.id),
                                    GF_IN(sidesHeat, g->scalarAdvection.sideSums.heat.id)},
                         .uniforms = {{"dissipation", GF_VEC2S, 1, sets[0].stay}, GF_I1(side, countSums(g))}});
    gfPair_Swap(&g->scalarAdvection.ledger);
}

void gfGrid_AdvectScalars(const gfBody *body, gfGrid *g, float dt, float extrapolation)
{
    Set sets[2];
    if (g->scalarAdvection.conditions & SCALARS_FINE) {
        drawPaths(body, g, dt, extrapolation);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        sets[i] = getScalarSet(body, g, i, dt, extrapolation);
        advectSet(body, g, &sets[i]);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfGrid_SwapSet(g, i);
    }
    if (g->scalarAdvection.conditions & SCALARS_LEDGER) {
        keepLedger(body, g, sets, dt);
    }
    g->masks.differ = g->scalarAdvection.written = g->scalarAdvection.placed = false;
}
