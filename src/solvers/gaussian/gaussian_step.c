// The step of the Gaussian solver. Its stages in the mode GF_GAUSSIAN_CONSERVING:
//   sources         act on mass, velocity and dye
//   bounds          least and largest velocity in each tile of 8 x 8 cells, and its mass
//   mass budget     the total mass as it should be, and the factor that corrects it
//   neighbourhoods  for each tile, the box of cells whose particles are near enough to act on it
//   ghosts          mirrored liquid in cells of solids, which acts in place of the solid
//   forces          pressure, viscosity, gravity, walls: the velocities with which particles depart
//   bounds, neighbourhoods   again, for departing particles: the cells whose particles can reach a tile
//   carry_dye and gather     sum up the particles that arrive in each cell
// The published modes have sources, bounds, neighbourhoods, carry_dye, and one more pass. That pass gathers particles
// with Gaussian weights, and adds the force between each particle and the cell where it arrives.
#include "solvers/gaussian/gaussian.h"

// How far forces between particles reach, and arriving particles spread, in cells (as in shaders/gaussian/state.glsl).
static const float forceReach = 2.7f, reach = 1.5f;
// How far a particle spreads along an axis in the published modes, cells. GF_GAUSSIAN_CLASSIC adds 1e-6 to every mass,
// beside which exp(-4.5^2) vanishes. In GF_GAUSSIAN_SIMPLE, or with a splash, even a mass of 1e-38 counts.
static const float classicReach = 4.5f, tailReach = 9.4f;
static const double pi = 3.14159265358979323846;

enum { BOUNDS_MOVING = GF_GAUSSIAN_HISTORY, GROUP_TEXELS = GF_GAUSSIAN_TILE_GROUP * GF_GAUSSIAN_TILE_TEXELS };

// Returns whether this step must draw all tiles. After a write from outside one such step suffices. Dye needs two: only
// its textures are swapped in each step, so the first step draws only one of them.
static bool isFresh(const gfGaussian *g)
{
    return g->fresh == GF_GAUSSIAN_FRESH || (g->fresh > 0 && gfGaussian_Is(g, GF_WHEN_DYED));
}

// Returns the geometry of a pass over groups of tiles near mass, each `texels` wide; not `tiled`: over all cells.
static gfGeometry groupsOf(const gfGaussian *g, bool tiled, int texels)
{
    return (gfGeometry){.kind = tiled ? GF_GEOMETRY_TILES : GF_GEOMETRY_STAGE,
                        .tiles = &g->tileClass,
                        .texels = texels,
                        .group = GF_GAUSSIAN_TILE_GROUP};
}

// --- bounds and the mass budget ------------------------------------------------------------------------------------

// What drawBounds sums beside the bounds: nothing, the mass, or the mass and what sources asked to add to it.
typedef enum Total { NO_TOTAL, TOTAL, TOTAL_AND_CHANGE } Total;

// Draws gfGaussian.bounds[which], the bounds of velocity in each tile. `everywhere`: also in tiles without mass near.
static bool drawBounds(const gfBody *body, const gfGaussian *g, int which, Total total, bool everywhere)
{
    bool moving = which == BOUNDS_MOVING, totals = total != NO_TOTAL, changes = total == TOTAL_AND_CHANGE;
    bool tiled = gfGaussian_Is(g, GF_WHEN_TILED) && !everywhere && !changes;
    const gfTexture *fine = &g->fineBounds[moving];
    return gfPass_Run(body->device,
                      &(gfPass){.label = "bounds",
                                .shader = {.stage = tiled ? &gf_vertexTiles : &gf_vertexCover,
                                           .file = "gaussian/bounds.frag",
                                           .defines = changes  ? "TOTAL;SOURCED"
                                                      : totals ? "TOTAL"
                                                               : NULL},
                                .writes = {fine, totals ? &g->fineMass : NULL},
                                .geometry = groupsOf(g, tiled, GROUP_TEXELS / GF_GAUSSIAN_FINE_TEXELS),
                                .inputs = {GF_IN(velocityX, moving ? g->moves[0].id : g->state[0].read.id),
                                           GF_IN(velocityY, moving ? g->moves[1].id : g->state[1].read.id),
                                           GF_IN(mass, g->state[GF_GAUSSIAN_MASS].read.id),
                                           GF_IN(requested, g->requested.read.id)},
                                .uniforms = {GRID_UNIFORMS(g)}}) &&
           gfPass_Run(body->device,
                      &(gfPass){.label = "bounds",
                                .shader = GF_SHADER("gaussian/bounds.frag", totals ? "COARSE;TOTAL" : "COARSE"),
                                .writes = {&g->bounds[which], totals ? &g->tileMass : NULL},
                                .inputs = {GF_IN(bounds, fine->id), GF_IN(mean, g->fineMass.id)},
                                .uniforms = {GRID_UNIFORMS(g)}});
}

// Updates the mass budget. Its input is the mean mass of each tile, which drawBounds left in tileMass.
static bool updateBudget(const gfBody *body, gfGaussian *g, const char *defines)
{
    gfPyramid_Reduce(body->device, &g->total,
                     &(gfReduction){.label = "mass_budget",
                                    .first = GF_SHADER("common/reduce.frag", NULL),
                                    .next = GF_SHADER("common/reduce.frag", NULL),
                                    .field = &g->tileMass});
    GF_TRY(gfPass_Run(body->device, &(gfPass){.label = "mass_budget",
                                              .shader = GF_SHADER("gaussian/mass_budget.frag", defines),
                                              .writes = {&g->massBudget.write},
                                              .inputs = {GF_IN(mean, gfPyramid_Top(&g->total)->id),
                                                         GF_IN(massBudget, g->massBudget.read.id)},
                                              .uniforms = {GF_F1(unit, 1.0f)}}));
    gfPair_Swap(&g->massBudget);
    return true;
}

// --- sources -------------------------------------------------------------------------------------------------------

static void applyDyeSources(const gfBody *body, gfGaussian *g, gfSourceTarget *target, float dt)
{
    if (!gfGaussian_Is(g, GF_WHEN_DYED) &&
        !gfFailure_Try(&g->dyeFailed, body->device, "dye is", gfGaussian_Require(body, g, GF_WHEN_DYED))) {
        return;
    }
    target->pass = (gfSourcePass){.shader = GF_SHADER("gaussian/apply_sources.frag", "DYE"),
                                  .fields = {&g->dye[0], &g->dye[1], &g->dye[2], &g->dye[3]},
                                  .mask = GF_SOURCE_DYE,
                                  .inputs = {DYE_INPUTS(g), GF_IN(mass, g->state[GF_GAUSSIAN_MASS].read.id),
                                             GF_IN(distance, body->solids.distance.read.id)}};
    gfSources_Apply(body->device, &body->sources, target, dt);
}

static void applyGaussianSources(const gfBody *body, gfGaussian *g, float dt)
{
    bool keeps = gfGaussian_Is(g, GF_WHEN_KEEPING_MASS);
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.pass = (gfSourcePass){
        .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/apply_sources.frag", "STATE", GF_WHEN_KEEPING_MASS),
        .fields = {&g->state[GF_GAUSSIAN_VELOCITY_X], &g->state[GF_GAUSSIAN_VELOCITY_Y], &g->state[GF_GAUSSIAN_MASS],
                   keeps ? &g->requested : NULL},
        .mask = GF_SOURCE_VELOCITY | GF_SOURCE_MASS,
        .inputs = {STATE_INPUTS(g), GF_IN(distance, body->solids.distance.read.id),
                   GF_IN(requested, g->requested.read.id)}};
    target.block = 2;
    target.stepCells = 1.0f / gfGaussian_GetSpeed(body);
    gfSources_Apply(body->device, &body->sources, &target, dt);
    if (gfSources_Touch(&body->sources, GF_SOURCE_ZONE, true)) {
        target.pass.label = "zones";
        target.pass.shader = (gfShader){.file = "gaussian/apply_sources.frag", .defines = "STATE;ZONES", .rare = true};
        target.pass.fields[GF_GAUSSIAN_STATES] = NULL;
        target.pass.mask = GF_SOURCE_ZONE;
        gfSources_Apply(body->device, &body->sources, &target, dt);
    }
    if (gfSources_Touch(&body->sources, GF_SOURCE_DYE, true)) {
        applyDyeSources(body, g, &target, dt);
    }
}

// Begins a step: applies sources, draws the bounds of velocity, and updates the mass budget if masses are corrected.
static bool begin(const gfBody *body, gfGaussian *g, float dt)
{
    bool keeps = gfGaussian_Is(g, GF_WHEN_KEEPING_MASS);
    bool fills = gfSources_Touch(&body->sources, GF_SOURCE_MASS, true);
    bool pushes = gfSources_Touch(&body->sources, GF_SOURCE_VELOCITY | GF_SOURCE_ZONE, true);
    g->boundsNow = (g->boundsNow + 1) % GF_GAUSSIAN_HISTORY;
    if (keeps && !g->massKnown) {
        GF_TRY(drawBounds(body, g, g->boundsNow, TOTAL, true) && updateBudget(body, g, "START"));
        g->massKnown = true;
    }
    if (keeps && fills) {
        gfTexture_Clear(body->device, &g->requested.read, (const float[4]){0.0f});
    }
    applyGaussianSources(body, g, dt);
    Total total = !keeps ? NO_TOTAL : fills ? TOTAL_AND_CHANGE : TOTAL;
    GF_TRY(drawBounds(body, g, g->boundsNow, total, isFresh(g) || fills || pushes));
    return !keeps || updateBudget(body, g, fills ? "SOURCED" : NULL);
}

// --- passes of both kinds of modes ---------------------------------------------------------------------------------

static gfWalls wallsOfGaussian(const gfBody *body)
{
    gfWalls w = {.holding = gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_NO_SLIP)};
    float contact = cosf(body->def.gaussian.contactAngle * (float)(pi / 180.0));
    gfSideFlags slipping = gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_FREE_SLIP);
    for (int i = 0; i < GF_SIDES; i++) {
        w.closed.value[i] = w.holding.value[i] + slipping.value[i];
        w.contact[i] = w.closed.value[i] * contact;
        float speed = gfBoundaries_Get(&body->def.boundaries, i)->wallSpeed / gfGaussian_GetSpeed(body);
        w.speed[i] = fmaxf(fminf(speed, GF_GAUSSIAN_SPEED_MAX), -GF_GAUSSIAN_SPEED_MAX);
    }
    return w;
}

// Inputs of drawNeighbourhoods.
typedef struct NeighbourhoodSearch {
    const char *defines; // defines of the shader gaussian/neighbourhood.frag
    const gfTexture *bounds;
    // Also draws tileClass, for the conserving mode: whether a tile must be drawn, and has sides or solids near.
    bool classes;
    float reach; // distance up to which particles act on each other, or spread, cells
    const float *limits;
} NeighbourhoodSearch;

static bool drawNeighbourhoods(const gfBody *body, const gfGaussian *g, const gfWalls *walls,
                               const NeighbourhoodSearch *search)
{
    const bool classes = search->classes;
    GF_TRY(gfPass_Run(
        body->device,
        &(gfPass){.label = "neighbourhoods",
                  .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/neighbourhood.frag", search->defines,
                                               GF_WHEN_CONSERVING | GF_WHEN_WRAPPING),
                  .writes = {&g->neighbourhoods, classes ? &g->tileClass : NULL},
                  .inputs = {GF_IN(bounds, search->bounds->id), GF_IN(bounds0, g->bounds[0].id),
                             GF_IN(bounds1, g->bounds[1].id), GF_IN(bounds2, g->bounds[2].id), WALL_INPUTS(body)},
                  .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls), GF_F1(reach, search->reach),
                               GF_F4V(limits, 1, search->limits)}}));
    if (classes && isFresh(g)) {
        gfTexture_Clear(body->device, &g->tileClass, (const float[4]){body->solids.count > 0 ? 3.0f : 2.0f});
    }
    return true;
}

// Draws the tiles that need it in three groups, each by its own variant of the shader: tiles far from walls, near sides
// of the domain, and near solids. Reference shaders draw all tiles by the variant for solids.
static bool drawTiles(const gfBody *body, const gfGaussian *g, gfPass *pass)
{
    static const struct {
        const gfVertexStage *stage;
        const char *defines;
    } variants[] = {{&gf_vertexTiles1, NULL}, {&gf_vertexTiles2, "WALLS"}, {&gf_vertexTiles3, "WALLS;SOLIDS"}};
    bool solids = body->solids.count > 0;
    if (gfGaussian_Is(g, GF_WHEN_REFERENCE)) {
        pass->shader.defines = solids ? "REFERENCE;WALLS;SOLIDS" : "REFERENCE;WALLS";
        return gfPass_Run(body->device, pass);
    }
    pass->geometry = groupsOf(g, true, GROUP_TEXELS);
    for (int i = 0; i < (solids ? 3 : 2); i++) {
        pass->shader.stage = variants[i].stage;
        pass->shader.defines = variants[i].defines;
        GF_TRY(gfPass_Run(body->device, pass));
    }
    return true;
}

static bool carryDye(const gfBody *body, gfGaussian *g, const gfWalls *walls)
{
    if (!gfGaussian_Is(g, GF_WHEN_DYED)) {
        return true;
    }
    bool conserves = gfGaussian_Is(g, GF_WHEN_CONSERVING);
    gfPass pass = {.label = "carry_dye",
                   .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/carry_dye.frag", "PUBLISHED", GF_WHEN_WRAPPING),
                   .writes = {DYE_WRITES(g, write)},
                   .inputs = {GF_IN(moveX, conserves ? g->moves[0].id : g->state[0].read.id),
                              GF_IN(moveY, conserves ? g->moves[1].id : g->state[1].read.id),
                              GF_IN(mass, g->state[GF_GAUSSIAN_MASS].read.id),
                              GF_IN(neighbourhood, g->neighbourhoods.id), DYE_INPUTS(g), WALL_INPUTS(body)},
                   .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls)}};
    GF_TRY(conserves ? drawTiles(body, g, &pass) : gfPass_Run(body->device, &pass));
    for (int i = 0; i < GF_GAUSSIAN_DYES; i++) {
        gfPair_Swap(&g->dye[i]);
    }
    return true;
}

// --- the conserving mode -------------------------------------------------------------------------------------------

// spreadViscosity: numerical viscosity from spreading particles by quadratic B-splines, cells^2 per step. sharedMoment:
// second moment, over pi, of the weights by which particles exchange velocity. leastExchange, mostExchange: limits of
// that exchange; below 0 it undoes smoothing by spreading. At -0.5 shear waves don't decay, and currents at walls grow.
static const float spreadViscosity = 0.125f, sharedMoment = 0.4872f, leastExchange = -0.45f, mostExchange = 1.0f;
// How strongly a drift towards denser fluid undoes the spreading of mass. At 0.5 it undoes all of it where mass changes
// slowly in space. Values of 0.4 to 0.8 were measured, see docs/liquid.md.
static const float driftStrength = 0.55f;

// Bulk viscosity of full cells, cells^2 per step. Without it sound waves of a falling liquid would last for thousands
// of steps. It acts by the last step's pressure, so that values of 2.5 or more would amplify sound.
static const float bulkViscosity = 0.4f;

// Draws ghosts (mirrored liquid) in solids, in tiles that can act on liquid. Old ghosts may stay in other tiles, which
// only reference shaders would read.
static bool drawGhosts(const gfBody *body, gfGaussian *g, const gfWalls *walls)
{
    if (body->solids.count == 0) {
        return true;
    }
    if (!g->ghostsKnown || gfGaussian_Is(g, GF_WHEN_REFERENCE)) {
        gfTexture_Clear(body->device, &g->ghosts, (const float[4]){0.0f});
        gfTexture_Clear(body->device, &g->ghostTiles.read, (const float[4]){0.0f});
    }
    g->ghostsKnown = gfPass_Run(
        body->device,
        &(gfPass){.label = "ghost_fluid",
                  .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/ghost_tiles.frag", "SOLIDS", GF_WHEN_WRAPPING),
                  .writes = {&g->ghostTiles.write},
                  .inputs = {WALL_INPUTS(body), GF_IN(neighbourhood, g->neighbourhoods.id),
                             GF_IN(tiles, g->ghostTiles.read.id)},
                  .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls)}});
    GF_TRY(g->ghostsKnown);
    gfPair_Swap(&g->ghostTiles);
    const gfGaussianParams *p = &body->def.gaussian;
    float unit = gfGaussian_GetAccelerationUnit(body);
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity);
    g->ghostsKnown =
        gfPass_Run(body->device,
                   &(gfPass){.label = "ghost_fluid",
                             .shader = GF_GAUSSIAN_SHADER(g, Tiles, "gaussian/ghosts.frag", "SOLIDS", GF_WHEN_WRAPPING),
                             .writes = {&g->ghosts},
                             .geometry = GF_TILES(&g->ghostTiles.read, 2 * GF_GAUSSIAN_TILE_TEXELS),
                             .inputs = {STATE_INPUTS(g), WALL_INPUTS(body)},
                             .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls),
                                          GF_F1(restDensity, p->restDensity), GF_F1(stiffness, p->stiffness),
                                          GF_F2(acceleration, gravity.x * unit, gravity.y * unit)}});
    return g->ghostsKnown;
}

// Returns which fraction of their velocity difference two particles exchange, so that the viscosity is as defined.
static float exchangeOf(const gfBody *body)
{
    float h = body->def.cellSize;
    float asked = body->def.gaussian.viscosity * body->def.fixedStep / (h * h);
    return fminf(fmaxf(2.0f * (asked - spreadViscosity) / sharedMoment, leastExchange), mostExchange);
}

// A fit of surface tension over density, cells^3 / step^2: tensionScale q^tensionPower - tensionLoss (viscosity - least
// viscosity). Here q is the stiffness times gfTension.factor, at most mostFactor times the stiffness. It was measured
// with oscillating drops for q from 0.06 to 0.7, see docs/liquid.md. Drops get square from q = 0.6 on (0.7 at a
// stiffness of 1), and above 0.8 none comes to rest.
static const double tensionScale = 0.0088, tensionPower = 0.7, tensionLoss = 0.0045, mostFactor = 2.0;

static double tensionOf(double q, double loss)
{
    return fmax(tensionScale * pow(q, tensionPower) - loss, 0.0);
}

gfTension gfGaussian_GetTension(const gfBody *body)
{
    const gfGaussianParams *p = &body->def.gaussian;
    const double h = (double)body->def.cellSize, dt = (double)body->def.fixedStep, stiffness = (double)p->stiffness;
    double loss = 0.5 * tensionLoss * (double)(sharedMoment * (exchangeOf(body) - leastExchange));
    double asked = (double)p->surfaceTension * dt * dt / (h * h * h);
    double q = p->surfaceTension == GF_TENSION_AUTOMATIC ? stiffness
               : asked > 0.0                             ? pow((asked + loss) / tensionScale, 1.0 / tensionPower)
                                                         : 0.0;
    double roundest = 0.5 + 0.1 * stiffness;
    q = fmin(q, fmin(roundest, mostFactor * stiffness));
    // Walls attract by the geometric mean of q and the tension that it makes. Contact angles then don't depend on q, as
    // was measured from a quarter of the largest q on.
    double pull = sqrt(0.5 * q * tensionOf(q, loss) / tensionOf(0.5, 0.0)), least = fmax(stiffness, 1e-9);
    return (gfTension){(float)(q / least), (float)(pull / least)};
}

// Applies forces: draws velocities and moves of departing particles.
static bool drawForces(const gfBody *body, const gfGaussian *g, const gfWalls *walls)
{
    const gfGaussianParams *p = &body->def.gaussian;
    gfTension tension = gfGaussian_GetTension(body);
    float share = exchangeOf(body);
    float unit = gfGaussian_GetAccelerationUnit(body);
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity);
    const gfTurning turns = gfFrame_GetTurning(&body->frame, body->def.origin, body->def.cellSize, body->def.fixedStep);
    const gfUniform turning = GF_F4V(turning, 1, turns.value), none = {0};
    float stiffness = p->stiffness / (p->restDensity * p->restDensity * p->restDensity);
    return drawTiles(
        body, g,
        &(gfPass){.label = "forces",
                  .shader =
                      GF_GAUSSIAN_SHADER(g, Cover, "gaussian/forces.frag", NULL, GF_WHEN_WRAPPING | GF_WHEN_TURNING),
                  .writes = {DEPARTING_WRITES(g)},
                  .inputs = {STATE_INPUTS(g), GHOST_INPUTS(g), GF_IN(neighbourhood, g->neighbourhoods.id),
                             GF_IN(bulkPressure, g->bulkPressure.read.id), WALL_INPUTS(body)},
                  .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls), GF_F4V(sideContact, 1, walls->contact),
                               GF_F1(restDensity, p->restDensity), GF_F1(tension, tension.factor),
                               GF_F1(adhesion, tension.adhesion), GF_F1(stiffness, stiffness / (float)pi),
                               GF_F1(softPressure, GF_GAUSSIAN_HARDEST / fmaxf(stiffness, 1e-9f)),
                               GF_F1(viscosity, share / (float)pi), GF_F1(sharedSpeed, share < 0.0f ? 0.25f : 0.0f),
                               GF_F1(drift, driftStrength / (float)pi),
                               GF_F2(acceleration, gravity.x * unit, gravity.y * unit),
                               gfGaussian_Is(g, GF_WHEN_TURNING) ? turning : none}});
}

static bool gather(const gfBody *body, gfGaussian *g, const gfWalls *walls)
{
    const gfGaussianParams *p = &body->def.gaussian;
    GF_TRY(drawTiles(
        body, g,
        &(gfPass){
            .label = "gather",
            .shader =
                GF_GAUSSIAN_SHADER(g, Cover, "gaussian/gather.frag", NULL, GF_WHEN_KEEPING_MASS | GF_WHEN_WRAPPING),
            .writes = {ARRIVING_WRITES(g)},
            .inputs = {DEPARTING_INPUTS(g), GF_IN(neighbourhood, g->neighbourhoods.id),
                       GF_IN(massBudget, g->massBudget.read.id), WALL_INPUTS(body)},
            .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls), GF_F1(restDensity, p->restDensity),
                         GF_F1(bulkViscosity, p->restDensity * 2.0f * bulkViscosity / fmaxf(p->stiffness, 1e-3f))}}));
    gfPair_Swap(&g->state[GF_GAUSSIAN_MASS]);
    return true;
}

bool gfGaussian_DrawFlow(const gfBody *body, gfGaussian *g)
{
    if (g->flowKnown) {
        return true;
    }
    gfWalls walls = wallsOfGaussian(body);
    const gfPair *velocity = &g->state[GF_GAUSSIAN_VELOCITY_X], *mass = &g->state[GF_GAUSSIAN_MASS];
    // Only marked tiles are drawn: all others have no mass, before and after the step.
    bool tiled = gfGaussian_Is(g, GF_WHEN_TILED);
    g->flowKnown =
        gfGaussian_Require(body, g, GF_WHEN_FLOWING) &&
        gfPass_Run(body->device,
                   &(gfPass){.label = "flow",
                             .shader = {.stage = tiled ? &gf_vertexTiles : &gf_vertexCover,
                                        .file = "gaussian/gather.frag",
                                        .defines = "FLUX;WALLS;SOLIDS",
                                        .options = g->conditions & GF_WHEN_WRAPPING,
                                        .optionOf = gf_gaussianOptionDefines},
                             .writes = {&g->massFlow[0], &g->massFlow[1]},
                             .geometry = groupsOf(g, tiled, GROUP_TEXELS),
                             .inputs = {GF_IN(massBefore, mass->write.id), MOVE_INPUTS(g),
                                        GF_IN(velocityX, velocity[0].write.id), GF_IN(velocityY, velocity[1].write.id),
                                        GF_IN(mass, mass->read.id), GF_IN(neighbourhood, g->neighbourhoods.id),
                                        WALL_INPUTS(body)},
                             .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, &walls)}}) &&
        gfPass_Run(body->device,
                   &(gfPass){.label = "flow",
                             .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/flow.frag", NULL, GF_WHEN_WRAPPING),
                             .writes = {&g->flow[0], &g->flow[1]},
                             .inputs = {GF_IN(massBefore, mass->write.id), GF_IN(mass, mass->read.id),
                                        GF_IN(velocityX, g->massFlow[0].id), GF_IN(velocityY, g->massFlow[1].id)},
                             .uniforms = {GRID_UNIFORMS(g)}});
    return g->flowKnown;
}

static bool stepConserving(const gfBody *body, gfGaussian *g)
{
    static const float anywhere[4] = {-1e6f, -1e6f, 1e6f, 1e6f}, near[4] = {-15.0f, -15.0f, 15.0f, 15.0f};
    bool solids = body->solids.count > 0;
    gfWalls walls = wallsOfGaussian(body);
    return drawNeighbourhoods(body, g, &walls,
                              &(NeighbourhoodSearch){solids ? "FORCES;SOLIDS" : "FORCES", &g->bounds[g->boundsNow],
                                                     true, forceReach, near}) &&
           drawGhosts(body, g, &walls) && drawForces(body, g, &walls) &&
           drawBounds(body, g, BOUNDS_MOVING, NO_TOTAL, isFresh(g)) &&
           drawNeighbourhoods(
               body, g, &walls,
               &(NeighbourhoodSearch){solids ? "SOLIDS" : NULL, &g->bounds[BOUNDS_MOVING], true, reach, anywhere}) &&
           carryDye(body, g, &walls) && gather(body, g, &walls);
}

// --- the published modes -------------------------------------------------------------------------------------------

typedef struct Splash {
    float mass, factor, offsetX, offsetY;
} Splash;

static Splash splashOf(const gfGaussianParams *p, const gfGaussian *g)
{
    if (p->mode == GF_GAUSSIAN_CLASSIC) {
        return g->steps % 500 < 2 ? (Splash){0.3f, 1e-3f, -0.5f, -0.5f} : (Splash){0};
    }
    if (p->splashPeriod == 0 || g->steps % (uint64_t)p->splashPeriod != 0) {
        return (Splash){0};
    }
    return (Splash){p->splashMass, p->splashSpeed, -0.5f * (float)g->cellsX * p->splashSpeed,
                    -0.5f * (float)g->cellsY * p->splashSpeed};
}

static bool gatherPublished(const gfBody *body, gfGaussian *g, const float limits[4], const Splash *splash)
{
    const gfGaussianParams *p = &body->def.gaussian;
    bool classic = p->mode == GF_GAUSSIAN_CLASSIC;
    GF_TRY(gfPass_Run(body->device, &(gfPass){.label = "gather",
                                              .shader = GF_GAUSSIAN_SHADER(g, Cover, "gaussian/gather_published.frag",
                                                                           NULL, GF_WHEN_REFERENCE | GF_WHEN_CLASSIC),
                                              .writes = {STATE_WRITES(g, true)},
                                              .inputs = {STATE_INPUTS(g), GF_IN(neighbourhood, g->neighbourhoods.id)},
                                              .uniforms = {GRID_UNIFORMS(g), GF_F4V(limits, 1, limits),
                                                           GF_F1(unit, classic ? 1.0f / 3.142f : (float)(1.0 / pi)),
                                                           GF_F1(strength, classic ? 1.0f : p->force),
                                                           GF_F1(restDensity, classic ? 1.0f : p->restDensity),
                                                           GF_F4(splash, splash->mass, splash->factor, splash->offsetX,
                                                                 splash->offsetY)}}));
    for (int i = 0; i < GF_GAUSSIAN_STATES; i++) {
        gfPair_Swap(&g->state[i]);
    }
    return true;
}

static bool stepPublished(const gfBody *body, gfGaussian *g)
{
    bool classic = body->def.gaussian.mode == GF_GAUSSIAN_CLASSIC;
    float radius = (float)body->def.gaussian.radius;
    const float square[4] = {-radius, -radius, radius, radius};
    const float tweet[4] = {-7.0f, -7.0f, 6.0f, 6.0f}, withCorners[4] = {-7.0f, -7.0f, 6.0f, 7.0f};
    Splash splash = splashOf(&body->def.gaussian, g);
    gfWalls walls = wallsOfGaussian(body);
    float felt = classic && splash.mass == 0.0f ? classicReach : tailReach;
    const NeighbourhoodSearch search = {NULL, &g->bounds[g->boundsNow], false, felt, classic ? withCorners : square};
    return drawNeighbourhoods(body, g, &walls, &search) && carryDye(body, g, &walls) &&
           gatherPublished(body, g, classic ? tweet : square, &splash);
}

// --- the step ------------------------------------------------------------------------------------------------------

bool gfGaussian_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfGaussian *g = state;
    bool conserves = gfGaussian_Is(g, GF_WHEN_CONSERVING);
    int failures = body->device->failedPasses;
    report->substeps = 1;
    bool ok = begin(body, g, dt) && (conserves ? stepConserving(body, g) : stepPublished(body, g)) &&
              body->device->failedPasses == failures;
    // All tiles are drawn next time, too, after a step of a published mode or a failed step: tiles may hold anything.
    g->fresh = ok && conserves ? gfMax(g->fresh - 1, 0) : GF_GAUSSIAN_FRESH;
    g->massKnown = g->massKnown && ok;
    g->moved = ok && conserves;
    g->flowKnown = false;
    g->steps += ok ? 1 : 0;
    return ok;
}
