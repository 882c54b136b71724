// Carries dye and temperature along the velocity (shaders/grid/advect_scalars.frag), and keeps the ledger of what that
// makes or loses of their totals, which the next step gives back (shaders/grid/ledger.frag).
#include "solvers/grid/grid.h"

#define CARRY_OPTIONS                                                                                         \
    (GF_GRID_BILINEAR | GF_GRID_QUINTIC | GF_GRID_WRAP | GF_GRID_ENTRY | GF_GRID_LEDGER | GF_GRID_ROUND_DYE | \
     GF_GRID_ROUND_TEMPERATURE)
#define DEPARTURE_OPTIONS (GF_GRID_DEPARTURES | GF_GRID_PULLED | GF_GRID_ROUND_DEPARTURES)

// --- advection -------------------------------------------------------------------------------------------------------

// The fields that a pass carries together, and what its passes have to know.
typedef struct Set {
    int number;
    const char *defines; // of its shaders
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
    Set set = {.number = number,
               .defines = gfGrid_GetSetDefines(g, number),
               .dye = number == 0,
               .stepCells = dt / body->def.cellSize,
               .extrapolation = extrapolation};
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
                         .shader = GF_GRID_SHADER(Cover, "grid/paths.frag", NULL,
                                                  g->options & (GF_GRID_WRAP | GF_GRID_ROUND_DEPARTURES)),
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
    uint32_t options = g->options & (CARRY_OPTIONS | (set->heat ? DEPARTURE_OPTIONS : GF_GRID_PATHS));
    bool departs = (options & GF_GRID_DEPARTURES) != 0;
    options |= g->masks.differ ? GF_GRID_SOLIDS | GF_GRID_UNCOVERED : gfGrid_If(body->solids.count > 0, GF_GRID_SOLIDS);
    const gfTexture *to[3] = {&set->fields[0]->write, set->dye && set->heat ? &set->fields[1]->write : NULL};
    to[to[1] != NULL ? 2 : 1] = departs ? &g->scalarAdvection.departures : NULL;
    gfPass_Run(
        body->device,
        &(gfPass){.label = set->dye ? "advect_scalars" : "advect_temperature",
                  .shader = GF_GRID_SHADER(Ledger, "grid/advect_scalars.frag", set->defines, options),
                  .writes = {to[0], to[1], to[2]},
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                             GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                             GF_IN_FIELD(paths, g->scalarAdvection.paths.id),
                             GF_IN_BY(dye, set->dye ? g->dye.read.id : 0, carried),
                             GF_IN_BY(temperature, g->temperature.read.id, carried),
                             GF_IN(ledger, g->scalarAdvection.ledger.read.id), GF_IN_FIELD(fluidMask, set->mask->id),
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
    bool pours = g->forces.expands || balances;
    uint32_t options = (pours ? g->options & (GF_GRID_WRAP | GF_GRID_EXPANSION | GF_GRID_BALANCED) : 0u) |
                       gfGrid_If(pours || counts, GF_GRID_MASKED);
    const gfLedgerSums *to = &g->scalarAdvection.sums[0];
    gfPass_Run(
        body->device,
        &(gfPass){
            .label = "ledger",
            .shader = GF_GRID_SHADER(Cover, "grid/ledger_sum.frag", set->defines, options),
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
                  .shader = GF_GRID_SHADER(Cover, "grid/ledger_add.frag", NULL, 0),
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
    gfPass_Run(
        body->device,
        &(gfPass){.label = "ledger",
                  .shader = GF_GRID_SHADER(Cover, "grid/ledger_sides.frag", set->defines, g->options & GF_GRID_WRAP),
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
        if (g->options & GF_GRID_ENTRY) {
            sumSides(body, g, &sets[i]);
        }
    }
    addSums(body, g);
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .shader = GF_GRID_SHADER(Cover, "grid/ledger.frag", NULL, g->options & GF_GRID_ENTRY),
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
    if (g->options & GF_GRID_PATHS) {
        drawPaths(body, g, dt, extrapolation);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        sets[i] = getScalarSet(body, g, i, dt, extrapolation);
        advectSet(body, g, &sets[i]);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfGrid_SwapSet(g, i);
    }
    if (g->options & GF_GRID_LEDGER) {
        keepLedger(body, g, sets, dt);
    }
    g->masks.differ = g->scalarAdvection.written = g->scalarAdvection.placed = false;
}
