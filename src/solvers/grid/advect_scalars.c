// Carries dye and temperature along the velocity (shaders/grid/advect_scalars.frag), and keeps the ledger of what that
// makes or loses of their totals, which the next step gives back (shaders/grid/ledger.frag).
#include "solvers/grid/grid.h"

#include <string.h>

// The fields that a pass carries together, and what its passes have to know.
typedef struct Set {
    int number;
    bool dye, heat;
    gfPair *fields[2];
    const gfTexture *size, *mask, *previousMask; // of their texels
    float cellsPerTexel[2], stay[2];             // of dye and of heat: factors
    float stepCells, ahead;                      // see grid/backtrace.glsl
    GLint box[4];                                // texels that the ledger counts: the first, and beyond the last
    float solidBox[4];                           // outside of it all texels are fluid, and were
    float entryDye[GF_SIDES][4], entryTemperature[GF_SIDES], entrySides[GF_SIDES];
} Set;

#define SET_UNIFORMS(body, g, set)                                                                                    \
    GF_I2(cells, (g)->cellsX, (g)->cellsY), GF_I2(wrap, (g)->wrapX, (g)->wrapY),                                      \
        GF_I2(texels, (set)->size->width, (set)->size->height), {"cellsPerTexel", GF_VEC2S, 1, (set)->cellsPerTexel}, \
        {"dissipation", GF_VEC2S, 1, (set)->stay}, GF_F1(ambient, (body)->def.grid.ambientTemperature),               \
        GF_F1(stepCells, (set)->stepCells), GF_F1(ahead, (set)->ahead), GF_I4V(box, 1, (set)->box),                   \
        GF_F4V(entrySides, 1, (set)->entrySides), {"entryDye", GF_MAT4S, 1, (set)->entryDye},                         \
        GF_F4V(entryTemperature, 1, (set)->entryTemperature),                                                         \
        GF_F1(factor, 1.0f / ((float)(set)->size->width * (float)(set)->size->height))

// What enters by each side, and the box, which keeps away from open ones: reads that go beyond these blur.
static void setSides(const gfBody *body, Set *set)
{
    const int reach = 4; // of what is read beyond a side, and then some
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
    const float reach = 2.0f; // of what is read, texels
    gfRegion r = {0, 0, 0, 0};
    bool some = gfGrid_SolidRegion(body, g, &r), all = g->masksDiffer || g->members != NULL || g->wrapX || g->wrapY;
    const int first[2] = {r.x, r.y}, size[2] = {r.width, r.height};
    for (int axis = 0; axis < 2; axis++) {
        float low = (float)first[axis] / set->cellsPerTexel[axis] - reach;
        float high = (float)(first[axis] + size[axis]) / set->cellsPerTexel[axis] + reach;
        set->solidBox[axis] = all ? -1e9f : some ? low : 0.0f;
        set->solidBox[2 + axis] = all ? 1e9f : some ? high : 0.0f;
    }
}

static Set getSet(const gfBody *body, gfGrid *g, int number, float dt, float ahead)
{
    Set set = {.number = number, .dye = number == 0, .stepCells = dt / body->def.cellSize, .ahead = ahead};
    const gfPair *mask = &g->fluidMask[number];
    set.heat = gfGrid_GetSet(g, number, set.fields) == 2 || number == 1;
    set.size = &set.fields[0]->read;
    set.mask = &mask->read;
    set.previousMask = g->masksDiffer ? &mask->write : &mask->read;
    set.cellsPerTexel[0] = (float)g->cellsX / (float)set.size->width;
    set.cellsPerTexel[1] = (float)g->cellsY / (float)set.size->height;
    set.stay[0] = expf(-body->def.grid.dyeDissipation * dt);
    set.stay[1] = expf(-body->def.grid.temperatureDissipation * dt);
    setSides(body, &set);
    setSolidBox(body, g, &set);
    return set;
}

static void advectSet(const gfBody *body, gfGrid *g, const Set *set)
{
    const gfSampler carried = gfGrid_SamplerOfCarried(body, g);
    int variant = g->masksDiffer ? 2 : body->solids.count > 0 ? 1 : 0;
    bool departs = (g->conditions & GF_GRID_DEPARTS) != 0 && set->heat;
    const gfTexture *to[3] = {&set->fields[0]->write, set->dye && set->heat ? &set->fields[1]->write : NULL};
    to[to[1] != NULL ? 2 : 1] = departs ? &g->departures : NULL;
    gfPass_Run(
        body->device,
        &(gfPass){.label = set->dye ? "advect_scalars" : "advect_temperature",
                  .program = g->programs.advectScalars[variant][set->number],
                  .writes = {to[0], to[1], to[2]},
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN_FIELD(earlier, g->earlier.read.id),
                             GF_IN_BY(dye, set->dye ? g->dye.read.id : 0, carried),
                             GF_IN_BY(temperature, g->temperature.read.id, carried), GF_IN(ledger, g->ledger.read.id),
                             GF_IN_FIELD(fluidMask, set->mask->id), GF_IN_FIELD(previousMask, set->previousMask->id),
                             GF_IN(members, gfGrid_GetMembers(g))},
                  .uniforms = {SET_UNIFORMS(body, g, set), GF_F4V(solidBox, 1, set->solidBox),
                               GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS))}});
}

// --- the ledger ------------------------------------------------------------------------------------------------------

// Where sums of a set go.
#define WRITES_OF(set, sums)                                                           \
    {                                                                                  \
        (set)->dye ? &(sums)->dye : &(sums)->heat, (set)->dye ? &(sums)->range : NULL, \
            (set)->dye && (set)->heat ? &(sums)->heat : NULL                           \
    }

// What the fields of a set lost, from what they were, which is where the next step draws to, and what they are.
static void sumSet(const gfBody *body, gfGrid *g, const Set *set, float dt)
{
    // Where there is no way out, what is poured in goes away everywhere (gfGrid_DrawDivergence).
    bool inflows = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    bool balances = !g->bounded && (g->expands || inflows) && g->rhsMean.levels > 0;
    // What the host wrote into solids goes, and so does what is where one was placed. What solids push aside as they
    // move stays: then texels count by the area of fluid that they stand for.
    bool counts = g->written || g->masksDiffer || body->solids.moving, areas = body->solids.moving && !g->placed;
    const gfLedgerSums *to = &g->ledgerSums[0];
    gfPass_Run(
        body->device,
        &(gfPass){.label = "ledger",
                  .program = g->programs.ledgerSum[counts][set->number],
                  .writes = WRITES_OF(set, to),
                  .inputs = {GF_IN_FIELD(dye, g->dye.read.id), GF_IN_FIELD(source, g->dye.write.id),
                             GF_IN_FIELD(temperature, g->temperature.read.id),
                             GF_IN_FIELD(before, g->temperature.write.id), GF_IN_FIELD(fluidMask, set->mask->id),
                             GF_IN_FIELD(previousMask, set->previousMask->id), GF_IN(velocity, g->velocity.read.id),
                             GF_IN_FIELD(expansion, g->expansion.read.id),
                             GF_IN(mean, balances ? gfPyramid_Top(&g->rhsMean)->id : 0)},
                  .uniforms = {SET_UNIFORMS(body, g, set), GF_I1(moving, areas),
                               GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS)),
                               GF_F2(poured, g->expands ? dt : 0.0f, balances ? dt / body->def.cellSize : 0.0f)}});
    for (int level = 1; level < GF_LEDGER_LEVELS; level++) {
        const gfLedgerSums *from = to++;
        const gfTexture *size = set->dye ? &from->dye : &from->heat;
        gfPass_Run(body->device,
                   &(gfPass){.label = "ledger",
                             .program = g->programs.ledgerAdd[set->number],
                             .writes = WRITES_OF(set, to),
                             .inputs = {GF_IN_FIELD(dye, from->dye.id), GF_IN_FIELD(source, from->range.id),
                                        GF_IN_FIELD(temperature, from->heat.id)},
                             .uniforms = {GF_I2(texels, size->width, size->height)}});
    }
}

// What flowed out of the box that is counted.
static void sumSides(const gfBody *body, gfGrid *g, const Set *set)
{
    const gfLedgerSums *to = &g->ledgerSides;
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .program = g->programs.ledgerSides[set->number],
                         .writes = {set->dye ? &to->dye : &to->heat, set->dye && set->heat ? &to->heat : NULL},
                         .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                                    GF_IN_FIELD(earlier, g->earlier.read.id), GF_IN(source, g->dye.write.id),
                                    GF_IN(before, g->temperature.write.id), GF_IN(members, gfGrid_GetMembers(g))},
                         .uniforms = {SET_UNIFORMS(body, g, set)}});
}

static void keepLedger(const gfBody *body, gfGrid *g, const Set sets[2], float dt)
{
    const gfLedgerSums *sums = &g->ledgerSums[GF_LEDGER_LEVELS - 1];
    for (int i = 0; i < g->scalarSets; i++) {
        sumSet(body, g, &sets[i], dt);
        if (g->conditions & GF_GRID_ENTERS) {
            sumSides(body, g, &sets[i]);
        }
    }
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .program = g->programs.ledger,
                         .writes = {&g->ledger.write},
                         .inputs = {GF_IN(before, g->ledger.read.id), GF_IN_FIELD(dye, sums->dye.id),
                                    GF_IN_FIELD(source, sums->range.id), GF_IN_FIELD(temperature, sums->heat.id),
                                    GF_IN(sidesDye, g->ledgerSides.dye.id), GF_IN(sidesHeat, g->ledgerSides.heat.id)},
                         .uniforms = {{"dissipation", GF_VEC2S, 1, sets[0].stay}}});
    gfPair_Swap(&g->ledger);
}

void gfGrid_AdvectScalars(const gfBody *body, gfGrid *g, float dt, float ahead)
{
    Set sets[2];
    for (int i = 0; i < g->scalarSets; i++) {
        sets[i] = getSet(body, g, i, dt, ahead);
        advectSet(body, g, &sets[i]);
    }
    for (int i = 0; i < g->scalarSets; i++) {
        gfGrid_SwapSet(g, i);
    }
    if (g->conditions & GF_GRID_LEDGER) {
        keepLedger(body, g, sets, dt);
    }
    g->masksDiffer = g->written = g->placed = false;
}
