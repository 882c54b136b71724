// The projection: divergence, pressure, gradient, and the velocity continued into solids.
#include "solvers/grid/grid.h"

#include <string.h>

bool gfGrid_HasValves(const gfBody *body)
{
    return gfSources_Touch(&body->sources, GF_SOURCE_VALVE, false);
}

// Weights of the lattice of cells across the sides (multigrid/weights.glsl).
typedef struct Sides {
    float weights[GF_SIDES];
} Sides;

static Sides getSides(const gfBody *body)
{
    Sides sides = {{0.0f}};
    for (int i = 0; i < GF_SIDES; i++) {
        gfBoundaryKind kind = gfBoundaries_Get(&body->def.boundaries, i)->kind;
        sides.weights[i] = kind == GF_BOUNDARY_OPEN ? 2.0f : kind == GF_BOUNDARY_PERIODIC ? 1.0f : 0.0f;
    }
    return sides;
}

bool gfGrid_LocatePlain(const gfBody *body, const gfGrid *g, gfPlain *plain)
{
    const Sides sides = getSides(body);
    *plain = (gfPlain){{0, 0, 0, 0}, {0.0f}};
    memcpy(plain->sides, sides.weights, sizeof plain->sides);
    if (!gfGrid_SolidRegion(body, g, &plain->box)) {
        plain->box = (gfRegion){0, 0, 0, 0};
    }
    return g->members == NULL && !gfGrid_HasValves(body);
}

// Draws a pass, by `program` where nothing but sides bounds the fluid, if it may: no sides push it.
static void drawPlain(const gfBody *body, const gfGrid *g, const gfPass *pass, const gfProgram *program)
{
    gfPlain plain;
    bool blocks = pass->writes[0]->width < g->cellsX; // of 2 x 2 cells a texel
    bool even = g->cellsX % 2 == 0 && g->cellsY % 2 == 0;
    if (program == NULL || gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW) || (blocks && !even) ||
        !gfGrid_LocatePlain(body, g, &plain)) {
        gfPass_Run(body->device, pass);
        return;
    }
    const gfRegion box = blocks ? gfPlain_Blocks(plain.box, 1) : plain.box;
    gfPlain_Run(body->device, pass, program, &box);
}

static void drawOutflow(const gfBody *body, gfGrid *g, const gfTexture *to)
{
    const Sides sides = getSides(body);
    const gfPass pass = {.label = "divergence",
                         .program = g->programs.divergence[g->moving][g->expands],
                         .writes = {to},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(weights, g->weights.id),
                                    GF_IN(wallVelocity, g->wallVelocity.read.id),
                                    GF_IN(expansion, g->expands ? g->expansion.read.id : 0)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(cellSize, body->def.cellSize), GF_F4V(sides, 1, sides.weights)}};
    drawPlain(body, g, &pass, g->programs.plainDivergence[g->expands]);
}

// A closed domain has a pressure only if as much leaves as enters.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *g, bool balances, const gfTexture *between, const gfTexture *to)
{
    if (!balances || g->bounded || (!g->moving && !g->expands) ||
        !gfGrid_RequireOptional(body, g, GF_GRID_BALANCES, &g->balanceFailed, "what balances a closed domain is")) {
        drawOutflow(body, g, to);
        return;
    }
    drawOutflow(body, g, between);
    gfPyramid_Reduce(body->device, &g->rhsMean,
                     &(gfReduction){.label = "rebalance",
                                    .first = g->programs.meanPacked,
                                    .next = g->programs.mean,
                                    .field = between,
                                    .weights = g->weights.id});
    gfPass_Run(body->device, &(gfPass){.label = "rebalance",
                                       .program = g->programs.rebalance,
                                       .writes = {to},
                                       .inputs = {GF_IN(rhs, between->id), GF_IN(weights, g->weights.id),
                                                  GF_IN(mean, gfPyramid_Top(&g->rhsMean)->id)}});
}

// Of a group: of some fluid in it.
static bool hasThinWalls(const gfBody *body, const gfGrid *g)
{
    bool some = gfSolids_HaveThinWalls(&body->solids) || gfGrid_HasValves(body);
    for (int i = 0; !some && g->members != NULL && i < g->members->fluids.count; i++) {
        const gfBody *own = g->members->fluids.bodies[i];
        some = gfSolids_HaveThinWalls(&own->solids) || gfGrid_HasValves(own);
    }
    return some;
}

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *g)
{
    gfPressureProblem problem = {.rhs = g->rhs.read.id,
                                 .weights = g->weights.id,
                                 .cellsX = g->cellsX,
                                 .cellsY = g->cellsY,
                                 .wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0),
                                 .wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1),
                                 .bounded = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN),
                                 .thinWalls = hasThinWalls(body, g)};
    problem.plainKnown = gfGrid_LocatePlain(body, g, &problem.plain);
    return problem;
}

void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *g, float scale, const char *label, const gfTexture *to,
                             const gfAgain *again)
{
    bool walls = !g->wrapX && !g->wrapY && !gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN);
    const gfPass pass = {.label = label,
                         .program = g->programs.gradient[g->moving][again != NULL],
                         .writes = {to, again != NULL ? &g->carried.read : NULL},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, g->pressure.field.read.id),
                                    GF_IN(faces, g->faces.read.id), GF_IN(wallVelocity, g->wallVelocity.read.id),
                                    GF_IN(distance, g->corners.read.id)},
                         .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                      GF_F1(cellSize, body->def.cellSize),
                                      GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                      GF_F1(gradientScale, scale * body->def.grid.pressureGradientScale),
                                      GF_F1(again, again != NULL ? again->times : 0.0f),
                                      GF_F1(mostAgain, again != NULL ? again->most : 0.0f)}};
    drawPlain(body, g, &pass, walls ? g->programs.plainGradient[again != NULL] : NULL);
}

// First the faces in solids, beside the fields; then those back into them. `second`: gfGrid.carried, too.
static void extendFields(const gfBody *body, gfGrid *g, bool second)
{
    const gfTexture *fields[2] = {&g->velocity.read, second ? &g->carried.read : NULL};
    const gfTexture *beside[2] = {&g->velocity.write, second ? &g->earlier.write : NULL}; // they are free
    gfRegion region;
    if (!gfGrid_SolidRegion(body, g, &region)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        const gfTexture *const *from = i == 0 ? fields : beside, *const *to = i == 0 ? beside : fields;
        gfPass_Run(body->device,
                   &(gfPass){.label = "extend",
                             .program = i == 0 ? g->programs.extend[g->moving][second] : g->programs.extendCopy[second],
                             .writes = {to[0], to[1]},
                             .region = &region,
                             .tiles = &g->extended,
                             .tileTexels = GF_EXTENDED_CELLS,
                             .inputs = {GF_IN(velocity, from[0]->id), GF_IN(source, second ? from[1]->id : 0),
                                        GF_IN(faces, g->faces.read.id), GF_IN(wallVelocity, g->wallVelocity.read.id),
                                        GF_IN(distance, g->corners.read.id)},
                             .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                          GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                          GF_F1(cellSize, body->def.cellSize)}});
    }
}

// What the pressure is to take away. Solids that move about in a closed domain leave as much room as they take, but for
// what they are off by on a grid: a single cycle's own error hides that.
static void drawRhs(const gfBody *body, gfGrid *g, const gfGridParams *params)
{
    bool once = params->pressureMethod == GF_PRESSURE_MULTIGRID && params->pressureCycles == 1;
    bool pours = g->expands || gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    gfGrid_DrawDivergence(body, g, !once || pours, &g->rhs.read, &g->rhs.write);
    gfPair_Swap(&g->rhs);
    memset(g->rhsShift, 0, sizeof g->rhsShift);
}

void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *g, const gfAgain *again)
{
    gfGridParams params = body->def.grid;
    drawRhs(body, g, &params);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    params.pressureWarmStart *= g->dtRatio; // pressure is stored times the time step
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, again);
    gfPair_Swap(&g->velocity);
    extendFields(body, g, again != NULL);
    g->carriedKnown = again != NULL;
}

void gfGrid_PreparePressure(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, const gfEmptyBox *empty)
{
    gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    problem.tiles = tiles;
    problem.empty = empty;
    g->unprepared = body->member != NULL && tiles != NULL;
    if (!g->unprepared && g->pressure.solver->prepare != NULL) {
        g->pressure.solver->prepare(body->device, &g->pressure, &problem);
    }
}

// The pressure of the last step stays for the next: one of the divergence's textures stands in for it.
bool gfGrid_Project(const gfBody *body, void *state, int cycles)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    gfGridParams params = body->def.grid;
    if (!gfGrid_FetchToChange(body, g, false)) {
        return false;
    }
    if (g->unprepared) {
        gfGrid_PreparePressure(body, g, NULL, NULL);
    }
    params.pressureWarmStart = 0.0f;
    if (cycles > 0) {
        params.pressureCycles = params.pressureIterations = cycles;
    }
    drawRhs(body, g, &params);
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    gfTexture kept = g->pressure.field.read;
    g->pressure.field.read = g->rhs.write;
    g->pressure.solver->solve(body->device, &g->pressure, &problem, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, NULL);
    gfPair_Swap(&g->velocity);
    g->rhs.write = g->pressure.field.read;
    g->pressure.field.read = kept;
    extendFields(body, g, false);
    g->carriedKnown = false;
    return body->device->failedPasses == failures;
}
