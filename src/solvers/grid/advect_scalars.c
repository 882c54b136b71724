// Advects dye and temperature along the velocity (shaders/grid/advect_scalars.frag). Advection makes or loses some of
// their totals. The ledger (shaders/grid/ledger.frag) records how much, and the next step gives it back.
#include "solvers/grid/instances.h"

#define CARRY_OPTIONS \
    (GF_GRID_BILINEAR | GF_GRID_WRAP | GF_GRID_ENTRY | GF_GRID_LEDGER | GF_GRID_ROUND_DYE | GF_GRID_ROUND_SCALAR)
#define DEPARTURE_OPTIONS (GF_GRID_DEPARTURES | GF_GRID_PULLED | GF_GRID_ROUND_DEPARTURES)

// --- sets ------------------------------------------------------------------------------------------------------------

int gfGrid_CountSets(const gfGrid *g)
{
    return gfGrid_CountScalars(g) - (g->together ? 1 : 0);
}

gfScalarSet gfGrid_GetSet(const gfGrid *g, int number)
{
    gfScalarSet set = {.first = g->together && number > 0 ? number + 1 : number, .defines = "SCALAR 0;FIELDS 1"};
    if (set.first == GF_SCALAR_DYE) {
        set.defines = g->together ? "DYE;SCALAR 1;FIELDS 2" : "DYE;FIELDS 1";
    }
    set.count = g->together && number == 0 ? 2 : 1;
    for (int i = 0; i < set.count; i++) {
        set.pairs[i] = gfGrid_GetScalar(g, set.first + i);
        set.sources |= (uint32_t)gf_gridScalars[set.first + i].source;
    }
    return set;
}

void gfGrid_SwapSet(const gfScalarSet *set)
{
    for (int i = 0; i < set->count; i++) {
        gfPair_Swap(set->pairs[i]);
    }
}

// --- advection -------------------------------------------------------------------------------------------------------

// The inputs of the passes for one set of scalars: dye, a scalar of one channel, or both.
typedef struct Carried {
    gfScalarSet set;
    bool dye;   // the set contains dye
    int scalar; // the set's last scalar: the one of one channel, if there is one, else dye
    // A texture of the fields' size, and the fluid masks of that size now and at the last advection.
    const gfTexture *size, *mask, *previousMask;
    // Cells per texel along x and y; the fractions of dye and of the scalar that dissipation leaves in the step.
    float cellsPerTexel[2], stay[2];
    float rest;                     // the scalar's value at rest
    float stepCells, extrapolation; // dt / cell size, and gfGrid_GetExtrapolation; see grid/backtrace.glsl
    GLint box[4]; // the box of texels that the ledger counts: its first column and row, and those just beyond its end
    float solidBox[4]; // a box, in texels: all texels outside are fluid, and were fluid at the last advection
    // What enters by each side; 1 for a side by which something enters.
    float entryDye[GF_SIDES][4], entryScalar[GF_SIDES], entrySides[GF_SIDES];
} Carried;

#define CARRIED_UNIFORMS(g, c)                                                                                      \
    GF_GRID_CELLS(g), GF_I2(texels, (c)->size->width, (c)->size->height),                                           \
        {"cellsPerTexel", GF_VEC2S, 1, (c)->cellsPerTexel}, {"dissipation", GF_VEC2S, 1, (c)->stay},                \
        GF_F1(rest, (c)->rest), GF_F1(stepCells, (c)->stepCells), GF_F1(extrapolation, (c)->extrapolation),         \
        GF_I4V(box, 1, (c)->box), GF_F4V(entrySides, 1, (c)->entrySides), {"entryDye", GF_MAT4S, 1, (c)->entryDye}, \
        GF_F4V(entryScalar, 1, (c)->entryScalar),                                                                   \
        GF_F1(factor, 1.0f / ((float)(c)->size->width * (float)(c)->size->height))

// Sets what enters by each side, and the box that the ledger counts. The box leaves out texels near open sides:
// interpolation there mixes in what enters, so losses can't be told.
static void setSides(const gfBody *body, Carried *c)
{
    const int reach = 4; // texels beside an open side that are left out: interpolation reaches less far
    const int texels[2] = {c->size->width, c->size->height};
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *boundary = gfBoundaries_Get(&body->def.boundaries, i);
        bool open = boundary->kind == GF_BOUNDARY_OPEN;
        int size = texels[i / 2], margin = open ? gfMin(reach, size / 8 * 2) : 0;
        memcpy(c->entryDye[i], boundary->dye, sizeof c->entryDye[i]);
        c->entryScalar[i] = c->rest + *gfGrid_GetEntry(boundary, c->scalar);
        c->entrySides[i] = open || boundary->kind == GF_BOUNDARY_INFLOW ? 1.0f : 0.0f;
        c->box[i / 2 + i % 2 * 2] = i % 2 == 0 ? margin : open ? (size - margin) / 2 * 2 : size;
    }
}

// Sets solidBox, outside of which the shader needn't read masks.
static void setSolidBox(const gfBody *body, const gfGrid *g, Carried *c)
{
    const float reach = 2.0f; // texels around solids: from nearer ones interpolation may read texels in solids
    gfRegion r = {0, 0, 0, 0};
    bool some = gfGrid_SolidRegion(body, g, &r), all = g->masks.differ || g->wrapX || g->wrapY;
    const int first[2] = {r.x, r.y}, size[2] = {r.width, r.height};
    for (int axis = 0; axis < 2; axis++) {
        float low = (float)first[axis] / c->cellsPerTexel[axis] - reach;
        float high = (float)(first[axis] + size[axis]) / c->cellsPerTexel[axis] + reach;
        c->solidBox[axis] = all ? -1e9f : some ? low : 0.0f;
        c->solidBox[2 + axis] = all ? 1e9f : some ? high : 0.0f;
    }
}

// Returns the fraction of a scalar that dissipation leaves in `dt` seconds.
static float getStay(const gfBody *body, int scalar, float dt)
{
    const char *params = (const char *)&body->def.grid;
    return expf(-*(const float *)(const void *)(params + gf_gridScalars[scalar].dissipation) * dt);
}

static Carried getCarried(const gfBody *body, const gfGrid *g, int number, float dt, float extrapolation)
{
    Carried c = {.set = gfGrid_GetSet(g, number), .stepCells = dt / body->def.cellSize, .extrapolation = extrapolation};
    const gfPair *mask = gfGrid_GetMask(g, c.set.first);
    c.dye = c.set.first == GF_SCALAR_DYE;
    c.scalar = c.set.first + c.set.count - 1;
    c.size = &c.set.pairs[0]->read;
    c.mask = &mask->read;
    c.previousMask = g->masks.differ ? &mask->write : &mask->read;
    c.cellsPerTexel[0] = (float)g->cellsX / (float)c.size->width;
    c.cellsPerTexel[1] = (float)g->cellsY / (float)c.size->height;
    c.rest = gfGrid_GetRest(body, c.scalar);
    c.stay[0] = getStay(body, GF_SCALAR_DYE, dt);
    c.stay[1] = getStay(body, c.scalar, dt);
    setSides(body, &c);
    setSolidBox(body, g, &c);
    return c;
}

// Traces each cell corner back through the step, for dye that is much finer than cells.
static void drawPaths(const gfBody *body, gfGrid *g, float dt, float extrapolation)
{
    gfPass_Run(body->device, &(gfPass){.label = "paths",
                                       .shader = GF_GRID_SHADER(Cover, "grid/paths.frag", NULL,
                                                                g->options & (GF_GRID_WRAP | GF_GRID_ROUND_DEPARTURES)),
                                       .writes = {&g->scalarAdvection.paths},
                                       .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                                                  GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                                                  GF_IN(instances, gfGrid_GetInstances(g))},
                                       .uniforms = {GF_GRID_CELLS(g), GF_F1(stepCells, dt / body->def.cellSize),
                                                    GF_F1(extrapolation, extrapolation),
                                                    GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS))}});
}

static void advectSet(const gfBody *body, gfGrid *g, const Carried *c)
{
    const gfSampler carried = gfGrid_GetCarriedSampler(body);
    static const char *const files[] = {[GF_ADVECTION_BILINEAR] = "grid/advect_scalars_bilinear.frag",
                                        [GF_ADVECTION_CATMULL_ROM] = "grid/advect_scalars_cubic.frag",
                                        [GF_ADVECTION_QUINTIC] = "grid/advect_scalars.frag"};
    static const uint32_t ownOptions[GF_SCALARS] = {
        [GF_SCALAR_DYE] = GF_GRID_PATHS, [GF_SCALAR_HEAT] = DEPARTURE_OPTIONS};
    uint32_t options = g->options & (CARRY_OPTIONS | ownOptions[c->scalar]);
    options |= g->masks.differ ? GF_GRID_SOLIDS | GF_GRID_UNCOVERED : gfGrid_If(body->solids.count > 0, GF_GRID_SOLIDS);
    gfPass pass = {.label = c->dye ? "advect_scalars" : "advect_temperature",
                   .shader = GF_GRID_SHADER(Ledger, files[body->def.grid.advection], c->set.defines, options),
                   .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                              GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                              GF_IN_FIELD(paths, g->scalarAdvection.paths.id),
                              GF_IN_BY(dye, c->dye ? g->dye.read.id : 0, carried),
                              GF_IN_BY(scalar, gfGrid_GetScalar(g, c->scalar)->read.id, carried),
                              GF_IN(ledger, g->scalarAdvection.ledger.read.id), GF_IN_FIELD(fluidMask, c->mask->id),
                              GF_IN_FIELD(previousMask, c->previousMask->id), GF_IN(instances, gfGrid_GetInstances(g))},
                   .uniforms = {CARRIED_UNIFORMS(g, c), GF_F4V(solidBox, 1, c->solidBox), GF_I1(ledgerRow, c->scalar),
                                GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_SCALARS))}};
    for (int i = 0; i < c->set.count; i++) {
        pass.writes[i] = &c->set.pairs[i]->write;
    }
    pass.writes[c->set.count] = (options & GF_GRID_DEPARTURES) != 0 ? &g->scalarAdvection.departures : NULL;
    gfPass_Run(body->device, &pass);
}

// --- the ledger ------------------------------------------------------------------------------------------------------

// Sums what a set's scalars lost by advection in this step, from `write` of each pair (before it) to `read` (after it).
static void sumSet(const gfBody *body, gfGrid *g, const Carried *c, float dt)
{
    // In a closed domain, what sources pour in is taken away everywhere (gfGrid_DrawDivergence), which is no loss.
    bool inflows = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    bool balances = !g->masks.bounded && (g->forces.expands || inflows) && g->projection.rhsMean.levels > 0;
    // What vanishes in solids is no loss if the host wrote it there, or a solid was placed there. A moving solid pushes
    // fluid aside; texels then count by their area of fluid, as whole ones would come and go with the wall.
    bool counts = g->scalarAdvection.written || g->masks.differ || body->solids.moving,
         areas = body->solids.moving && !g->scalarAdvection.placed;
    bool pours = g->forces.expands || balances;
    uint32_t options = (pours ? g->options & (GF_GRID_WRAP | GF_GRID_EXPANSION | GF_GRID_BALANCED) : 0u) |
                       gfGrid_If(pours || counts, GF_GRID_MASKED);
    const gfPair *scalar = gfGrid_GetScalar(g, c->scalar);
    gfPass pass = {
        .label = "ledger",
        .shader = GF_GRID_SHADER(Cover, "grid/ledger_sum.frag", c->set.defines, options),
        .inputs = {GF_IN_FIELD(dye, g->dye.read.id), GF_IN_FIELD(source, g->dye.write.id),
                   GF_IN_FIELD(scalar, scalar->read.id), GF_IN_FIELD(before, scalar->write.id),
                   GF_IN_FIELD(fluidMask, c->mask->id), GF_IN_FIELD(previousMask, c->previousMask->id),
                   GF_IN(velocity, g->velocity.read.id), GF_IN_FIELD(expansion, g->forces.expansion.read.id),
                   GF_IN(mean, balances ? gfPyramid_Top(&g->projection.rhsMean)->id : 0)},
        .uniforms = {CARRIED_UNIFORMS(g, c), GF_I1(moving, areas), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_TOTALS)),
                     GF_F2(poured, g->forces.expands ? dt : 0.0f, balances ? dt / body->def.cellSize : 0.0f)}};
    for (int i = 0; i < c->set.count; i++) {
        pass.writes[i] = &g->scalarAdvection.lost[c->set.first + i];
    }
    pass.writes[c->set.count] = c->dye ? &g->scalarAdvection.range : NULL;
    gfPass_Run(body->device, &pass);
}

// Returns into how many blocks along each side sums are added up: more for large fields, so that enough fragments work.
static int countSums(const gfGrid *g)
{
    return gfMax(g->dyeX, g->dyeY) > 400 ? GF_LEDGER_SUMS : GF_LEDGER_SUMS / 2;
}

// Adds up the partial sums in blocks (grid/ledger_add.frag): dye and heat in one pass, each further scalar in its own.
static void addSums(const gfBody *body, const gfGrid *g)
{
    const gfScalarAdvection *a = &g->scalarAdvection;
    for (int i = GF_SCALAR_HEAT; i < gfGrid_CountScalars(g); i++) {
        int first = i == GF_SCALAR_HEAT ? 0 : i + 1;
        const gfRegion region = {0, first * GF_LEDGER_SUMS, GF_LEDGER_SUMS, (i + 2 - first) * GF_LEDGER_SUMS};
        gfPass_Run(body->device,
                   &(gfPass){.label = "ledger",
                             .shader = GF_GRID_SHADER(Cover, "grid/ledger_add.frag", NULL, 0),
                             .writes = {&a->added},
                             .region = &region,
                             .inputs = {GF_IN_FIELD(dye, a->lost[GF_SCALAR_DYE].id), GF_IN_FIELD(source, a->range.id),
                                        GF_IN_FIELD(scalar, a->lost[i].id)},
                             .uniforms = {GF_I1(side, countSums(g))}});
    }
}

// Sums what flowed out of the box that the ledger counts, less what flowed in.
static void sumSides(const gfBody *body, gfGrid *g, const Carried *c)
{
    const gfRegion region = {0, c->set.first, GF_LEDGER_SIDES, c->set.count};
    gfPass_Run(
        body->device,
        &(gfPass){.label = "ledger",
                  .shader = GF_GRID_SHADER(Cover, "grid/ledger_sides.frag", NULL, g->options & GF_GRID_WRAP),
                  .writes = {&g->scalarAdvection.sides},
                  .region = &region,
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                             GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                             GF_IN(source, g->dye.write.id), GF_IN(before, gfGrid_GetScalar(g, c->scalar)->write.id),
                             GF_IN(instances, gfGrid_GetInstances(g))},
                  .uniforms = {CARRIED_UNIFORMS(g, c)}});
}

static void keepLedger(const gfBody *body, gfGrid *g, const Carried *carried, float dt)
{
    gfPair *ledger = &g->scalarAdvection.ledger;
    float stays[4] = {0.0f};
    _Static_assert(GF_SCALARS <= 4, "u_stays has a number for each scalar");
    for (int i = 0; i < GF_SCALARS; i++) {
        stays[i] = getStay(body, i, dt);
    }
    for (int i = 0; i < gfGrid_CountSets(g); i++) {
        sumSet(body, g, &carried[i], dt);
        if (g->options & GF_GRID_ENTRY) {
            sumSides(body, g, &carried[i]);
        }
    }
    addSums(body, g);
    gfPass_Run(body->device,
               &(gfPass){.label = "ledger",
                         .shader = GF_GRID_SHADER(Cover, "grid/ledger.frag", NULL, g->options & GF_GRID_ENTRY),
                         .writes = {&ledger->write},
                         .inputs = {GF_IN(before, ledger->read.id), GF_IN_FIELD(sums, g->scalarAdvection.added.id),
                                    GF_IN(sides, g->scalarAdvection.sides.id)},
                         .uniforms = {GF_F4V(stays, 1, stays), GF_I1(side, countSums(g))}});
    gfPair_Swap(ledger);
}

void gfGrid_AdvectScalars(const gfBody *body, gfGrid *g, float dt, float extrapolation)
{
    Carried carried[GF_SCALARS];
    int count = gfGrid_CountSets(g);
    if (g->options & GF_GRID_PATHS) {
        drawPaths(body, g, dt, extrapolation);
    }
    for (int i = 0; i < count; i++) {
        carried[i] = getCarried(body, g, i, dt, extrapolation);
        advectSet(body, g, &carried[i]);
    }
    for (int i = 0; i < count; i++) {
        gfGrid_SwapSet(&carried[i].set);
    }
    if (g->options & GF_GRID_LEDGER) {
        keepLedger(body, g, carried, dt);
    }
    g->masks.differ = g->scalarAdvection.written = g->scalarAdvection.placed = false;
}
