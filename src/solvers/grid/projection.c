// The projection (divergence, pressure solve, subtraction of the gradient), and extrapolation of velocity into solids.
#include "solvers/grid/instances.h"

// Draws the divergence times the cell size to `to`: how much flows out of each cell.
static void drawOutflow(const gfBody *body, const gfGrid *g, const gfTexture *to)
{
    bool opens = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN);
    gfPass_Run(body->device,
               &(gfPass){.label = "divergence",
                         .shader = GF_GRID_SHADER(Cover, "grid/divergence.frag", NULL,
                                                  gfGrid_If(g->masks.moving, GF_GRID_MOVING) |
                                                      gfGrid_If(g->forces.expands, GF_GRID_EXPANSION)),
                         .writes = {to},
                         .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(weights, g->masks.weights.id),
                                    GF_IN(wallVelocity, g->masks.wallVelocity.id),
                                    GF_IN(expansion, g->forces.expands ? g->forces.expansion.read.id : 0)},
                         .uniforms = {GF_GRID_CELLS(g), GF_F1(cellSize, body->def.cellSize),
                                      GF_F1(opens, opens ? 1.0f : 0.0f)}});
}

// Returns whether the divergence's mean must be subtracted, as the fluid in a closed domain would change its volume.
static bool needsBalance(const gfBody *body, gfGrid *g)
{
    return !g->masks.bounded && (g->masks.moving || g->forces.expands) &&
           gfGrid_RequireOptional(body, g, GF_NEED_BALANCE, &g->projection.balanceFailed,
                                  "what balances a closed domain is");
}

void gfGrid_DrawDivergence(const gfBody *body, gfGrid *g, bool balances, const gfTexture *between, const gfTexture *to)
{
    if (!balances || !needsBalance(body, g)) {
        drawOutflow(body, g, to);
        return;
    }
    drawOutflow(body, g, between);
    gfPyramid_Reduce(body->device, &g->projection.rhsMean,
                     &(gfReduction){.label = "rebalance",
                                    .first = GF_SHADER("multigrid/packed_mean.frag", NULL),
                                    .next = GF_SHADER("common/reduce.frag", NULL),
                                    .field = between,
                                    .weights = g->masks.weights.id});
    gfPass_Run(body->device, &(gfPass){.label = "rebalance",
                                       .shader = GF_SHADER("grid/rebalance.frag", NULL),
                                       .writes = {to},
                                       .inputs = {GF_IN(rhs, between->id), GF_IN(weights, g->masks.weights.id),
                                                  GF_IN(mean, gfPyramid_Top(&g->projection.rhsMean)->id)}});
}

bool gfGrid_StartsAnew(const gfGrid *g)
{
    return g->projection.shaken && !g->projection.shakes;
}

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *g)
{
    gfPressureProblem problem = {.rhs = g->projection.rhs.read.id,
                                 .weights = g->masks.weights.id,
                                 .cellsX = g->cellsX,
                                 .cellsY = g->cellsY,
                                 .wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0),
                                 .wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1),
                                 .bounded = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_OPEN),
                                 .moving = body->solids.moving,
                                 .thinWalls = gfGrid_HasThinWalls(body, g)};
    gfGrid_GetSides(body, problem.sides);
    problem.instances = gfGrid_GetInstances(g);
    problem.startsAnew = gfGrid_StartsAnew(g);
    return problem;
}

void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *g, float scale, const char *label, const gfTexture *to,
                             const gfSecondGradient *second)
{
    const gfPass pass = {
        .label = label,
        .shader = GF_GRID_SHADER(Cover, "grid/gradient.frag", NULL,
                                 (g->options & GF_GRID_ROUND_VELOCITY) | gfGrid_If(g->masks.moving, GF_GRID_MOVING) |
                                     gfGrid_If(second != NULL, GF_GRID_SECOND)),
        .writes = {to, second != NULL ? &g->velocityAdvection.carried.read : NULL},
        .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, g->projection.pressure.field.read.id),
                   GF_IN(faces, g->masks.faces.id), GF_IN(wallVelocity, g->masks.wallVelocity.id),
                   GF_IN(distance, g->masks.corners.read.id)},
        .uniforms = {GF_GRID_CELLS(g), GF_F1(cellSize, body->def.cellSize),
                     GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                     GF_F1(gradientScale, scale * body->def.grid.pressureGradientScale),
                     GF_F1(secondTimes, second != NULL ? second->times : 0.0f),
                     GF_F1(secondMost, second != NULL ? second->most : 0.0f)}};
    gfPass_Run(body->device, &pass);
}

// Draws the divergence to rhs.write and solves for the pressure. By an error of the grid, moving solids in a closed
// domain change the fluid's volume. With a single multigrid cycle, whose own error is larger, that is not corrected.
static void solvePressure(const gfBody *body, gfGrid *g, const gfGridParams *params)
{
    gfPressure *pressure = &g->projection.pressure;
    bool once = params->pressureMethod == GF_PRESSURE_MULTIGRID && params->pressureCycles == 1;
    bool pours = g->forces.expands || gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW);
    bool balances = (!once || pours) && needsBalance(body, g);
    const gfTexture rhs = g->projection.rhs.write;
    const gfOutflow outflow = {.rhs = &rhs,
                               .velocity = g->velocity.read.id,
                               .wallVelocity = g->masks.moving ? g->masks.wallVelocity.id : 0,
                               .expansion = g->forces.expands ? g->forces.expansion.read.id : 0,
                               .cellSize = body->def.cellSize};
    gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    // With moving solids the solver needs rhs before its first pass, to check the last pressure as a first guess.
    if (!balances && pressure->multigrid != NULL && params->pressureCycles > 0 && !body->solids.moving) {
        problem.outflow = &outflow;
    } else {
        gfGrid_DrawDivergence(body, g, balances, &g->projection.rhs.read, &rhs);
    }
    gfPair_Swap(&g->projection.rhs);
    problem.rhs = rhs.id;
    gfPressure_Solve(body->device, pressure, &problem, params);
    memset(g->projection.rhsShift, 0, sizeof g->projection.rhsShift);
}

// Extrapolates velocity into solids in place, or into free textures and copies it back. `second`: the carried one, too.
static void extrapolateVelocity(const gfBody *body, gfGrid *g, bool second)
{
    const gfTexture *fields[2] = {&g->velocity.read, second ? &g->velocityAdvection.carried.read : NULL};
    const gfTexture *beside[2] = {&g->velocity.write,
                                  second ? &g->velocityAdvection.previous.write : NULL}; // free in between
    bool inPlace = body->device->gl.textureBarrier != NULL;
    uint32_t drawn = (g->options & GF_GRID_ROUND_VELOCITY) | gfGrid_If(g->masks.moving, GF_GRID_MOVING);
    gfRegion region;
    if (!gfGrid_SolidRegion(body, g, &region)) {
        return;
    }
    for (int i = 0; i < (inPlace ? 1 : 2); i++) {
        const gfTexture *const *from = i == 0 ? fields : beside, *const *to = i == 0 && !inPlace ? beside : fields;
        gfPass_Run(
            body->device,
            &(gfPass){.label = "extrapolate",
                      .shader = GF_GRID_SHADER(Tiles, "grid/extrapolate_into_solids.frag", i == 0 ? NULL : "COPY",
                                               (i == 0 ? drawn : 0u) | gfGrid_If(second, GF_GRID_SECOND)),
                      .writes = {to[0], to[1]},
                      .inPlace = inPlace,
                      .region = &region,
                      .geometry = GF_TILES(&g->masks.extrapolated, GF_EXTRAPOLATED_CELLS),
                      .inputs = {GF_IN(velocity, from[0]->id), GF_IN(source, second ? from[1]->id : 0),
                                 GF_IN(faces, g->masks.faces.id), GF_IN(wallVelocity, g->masks.wallVelocity.id),
                                 GF_IN(distance, g->masks.corners.read.id)},
                      .uniforms = {GF_GRID_CELLS(g), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_GRADIENT)),
                                   GF_F1(cellSize, body->def.cellSize)}});
    }
}

void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *g, const gfSecondGradient *second)
{
    gfGridParams params = body->def.grid;
    // The stored pressure has the last time step as a factor, and should have this one.
    params.pressureWarmStart *= g->dtRatio;
    solvePressure(body, g, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, second);
    gfPair_Swap(&g->velocity);
    extrapolateVelocity(body, g, second != NULL);
    g->velocityAdvection.carriedKnown = second != NULL;
}

void gfGrid_PreparePressure(const gfBody *body, gfGrid *g, const gfSolidTiles *tiles, const gfEmptyBox *empty)
{
    gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    problem.tiles = tiles;
    problem.empty = empty;
    g->projection.unprepared = body->member != NULL && tiles != NULL;
    if (!g->projection.unprepared) {
        gfPressure_Prepare(body->device, &g->projection.pressure, &problem);
    }
}

// The last step's pressure must survive, as the next step starts from it: a divergence texture stands in for it here.
bool gfGrid_Project(const gfBody *body, void *state, int cycles)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    gfGridParams params = body->def.grid;
    GF_TRY(gfGrid_FetchToChange(body, g, false));
    if (g->projection.unprepared) {
        gfGrid_PreparePressure(body, g, NULL, NULL);
    }
    params.pressureWarmStart = 0.0f;
    if (cycles > 0) {
        params.pressureCycles = params.pressureIterations = cycles;
    }
    gfTexture kept = g->projection.pressure.field.read;
    // This texture is free, as the divergence is drawn to rhs.write.
    g->projection.pressure.field.read = g->projection.rhs.read;
    solvePressure(body, g, &params);
    gfGrid_SubtractGradient(body, g, 1.0f, "gradient", &g->velocity.write, NULL);
    gfPair_Swap(&g->velocity);
    g->projection.rhs.write = g->projection.pressure.field.read;
    g->projection.pressure.field.read = kept;
    extrapolateVelocity(body, g, false);
    g->velocityAdvection.carriedKnown = false;
    return body->device->failedPasses == failures;
}
