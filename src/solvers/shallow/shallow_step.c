// The step of the shallow-water solver. Its stages:
//   sources     act on dye, then on water and velocity, then on ripples
// In each substep, as many as the CFL limit asks for:
//   clock       speed of the fastest wave, and from it the substep's length: on the GPU, so that the CPU never waits
//   sides       flow between the domain and seas beyond its sides
//   velocity    advection of momentum with the last fluxes, slope of the surface, friction
//   depth       fluxes through faces, and the depths that follow from them
//   dye         is carried by the fluxes
// Once at the end of a step:
//   ripples     fine waves on the surface
//   foam        foam, and how wet the ground is
// A substep computes velocity from depth, then depth from the new velocity (leapfrog): waves neither grow nor decay.
#include "solvers/shallow/shallow.h"

// Factor on the number of substeps that a step two steps ago needed. Waves may have got faster since.
static const float margin = 1.25f;
// Viscosity may spread velocity over at most this fraction of a cell's area in a substep, for stability.
static const float spread = 0.2f;
// Ripples travel at most this many cells in a step. From 0.769 on they are unstable (with the finest ones damped).
static const float rippleReach = 0.7f;
// If substeps are too few, simulated time lags behind by at most this many steps. Time beyond is lost.
static const float mostLag = 4.0f;

// --- solids ----------------------------------------------------------------------------------------------------------

// Writes into `faces` the direction in which one-way sources let water through. `valves`: there are one-way sources.
static void closeWays(const gfBody *body, gfShallow *s, bool valves)
{
    if (!valves || !gfShallow_Require(body, s, GF_SHALLOW_VALVES)) {
        return;
    }
    gfPair faces = {.read = s->faces, .write = s->valves};
    gfSourceTarget target = gfBody_SourceTarget(body);
    target.pass = (gfSourcePass){.label = "zones",
                                 .shader = {.file = "shallow/valves.frag", .rare = true},
                                 .fields = {&faces},
                                 .mask = GF_SOURCE_VALVE,
                                 .inputs = {GF_IN(faces, s->faces.id)},
                                 .uniforms = {GF_I2(cells, s->cellsX, s->cellsY)}};
    target.splats = false;
    gfSources_Apply(body->device, &body->sources, &target, body->def.fixedStep);
}

bool gfShallow_UpdateSolids(const gfBody *body, void *state)
{
    gfShallow *s = state;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool valves = gfSources_Touch(&body->sources, GF_SOURCE_VALVE, false);
    s->walled = body->solids.count > 0 || valves || gfBoundaries_Any(boundaries, GF_BOUNDARY_INFLOW);
    bool all = !s->facesDrawn || !gfBoundaries_Equal(&s->drawnBoundaries, boundaries);
    if (s->walled && !all && body->solids.change == GF_SOLIDS_SAME) {
        return true;
    }
    s->facesDrawn = false;
    if (!s->walled) {
        return true;
    }
    int failures = body->device->failedPasses;
    if (!gfShallow_Require(body, s, GF_SHALLOW_WALLED)) {
        s->walled = false;
        return false;
    }
    bool shapes = all || body->solids.change > GF_SOLIDS_PUSHED;
    GF_TRY(gfSolids_GetTiles(body->device, &body->solids, all) != NULL);
    const gfFacesTarget target = {false, &s->corners, &s->faces, &s->wallVelocity};
    gfFaces_Draw(body->device, &body->solids, boundaries, &target, shapes);
    closeWays(body, s, valves);
    s->facesDrawn = body->device->failedPasses == failures;
    s->drawnBoundaries = *boundaries;
    return s->facesDrawn;
}

// --- sources ---------------------------------------------------------------------------------------------------------

static bool requireDye(const gfBody *body, gfShallow *s)
{
    return gfShallow_Is(s, GF_SHALLOW_DYED) ||
           gfFailure_Try(&s->dyeFailed, body->device, "dye is", gfShallow_Require(body, s, GF_SHALLOW_DYED));
}

// Returns the random seed by which dye is rounded in a substep of this step. `substep`: its index; -1 for sources.
static GLint getDyeSeed(const gfShallow *s, int substep)
{
    return (GLint)gfScramble(gfScramble(s->steps) + (uint32_t)substep);
}

static void applyShallowSources(const gfBody *body, gfShallow *s, float dt)
{
    const gfSources *sources = &body->sources;
    const gfInput distance = GF_IN(distance, body->solids.distance.read.id);
    gfSourceTarget target = gfBody_SourceTarget(body);
    if ((gfSources_Touch(sources, GF_SOURCE_DYE, true) && requireDye(body, s)) || gfShallow_Is(s, GF_SHALLOW_DYED)) {
        target.pass = (gfSourcePass){.shader = GF_SHALLOW_SHADER(s, "shallow/apply_sources.frag", NULL, 0),
                                     .fields = {&s->dye},
                                     .mask = GF_SOURCE_DYE | GF_SOURCE_MASS,
                                     .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(dye, s->dye.read.id), distance},
                                     .uniforms = {GF_I1(seed, getDyeSeed(s, -1))}};
        gfSources_Apply(body->device, sources, &target, dt);
    }
    target.bits = gfShallow_Is(s, GF_SHALLOW_BITS);
    if (gfSources_Touch(sources, GF_SOURCE_ZONE, true)) {
        target.pass = (gfSourcePass){.label = "zones",
                                     .shader = GF_SHALLOW_SHADER(s, "shallow/apply_sources.frag", "ZONES", 0),
                                     .fields = {&s->flow},
                                     .mask = GF_SOURCE_ZONE,
                                     .inputs = {GF_IN(flow, s->flow.read.id), distance}};
        target.pass.shader.rare = true;
        gfSources_Apply(body->device, sources, &target, dt);
    }
    target.pass = (gfSourcePass){.shader = GF_SHALLOW_SHADER(s, "shallow/apply_sources.frag", "STATE", 0),
                                 .fields = {&s->flow},
                                 .mask = GF_SOURCE_VELOCITY | GF_SOURCE_MASS,
                                 .inputs = {GF_IN(flow, s->flow.read.id), distance}};
    gfSources_Apply(body->device, sources, &target, dt);
    if (body->def.shallow.ripples.enabled) {
        // The third value is the time, s, in which a ripple crosses a cell: a source's push stirs ripples for it.
        const float drops[4] = {body->def.shallow.ripples.stirring, gfShallow_GetRippleDepth(body),
                                body->def.cellSize / body->def.shallow.ripples.speed};
        target.pass = (gfSourcePass){.shader = GF_SHALLOW_SHADER(s, "shallow/stir_ripples.frag", NULL, 0),
                                     .fields = {&s->ripple},
                                     .mask = GF_SOURCE_VELOCITY | GF_SOURCE_MASS,
                                     .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(ripple, s->ripple.read.id)},
                                     .uniforms = {GF_F4V(drops, 1, drops)}};
        target.bits = false;
        gfSources_Apply(body->device, sources, &target, dt);
    }
}

// --- clock -----------------------------------------------------------------------------------------------------------

// Returns the longest substep, s, for which viscosity is stable.
static float getViscousStep(const gfBody *body)
{
    float h = body->def.cellSize, viscosity = body->def.shallow.viscosity;
    return viscosity > 0.0f ? spread * h * h / viscosity : 1e9f;
}

// Returns the speed, m/s, of the fastest wave that enters by an inflow. In the first step no wave inside shows it yet.
static float getEnteringWave(const gfBody *body)
{
    const gfBoundaries *boundaries = &body->def.boundaries;
    float speeds[GF_INFLOW_VALUES][GF_SIDES], fastest = 0.0f;
    gfBoundaries_Inflow(boundaries, speeds);
    for (int side = 0; side < GF_SIDES; side++) {
        const gfBoundary *boundary = gfBoundaries_Get(boundaries, side);
        float middle = boundary->inflowProfile == GF_INFLOW_PARABOLIC ? 1.5f : 1.0f;
        for (int i = 0; i < GF_INFLOW_VALUES && boundary->kind == GF_BOUNDARY_INFLOW; i++) {
            float wave = sqrtf(body->def.shallow.gravity * boundary->inflowDepth);
            fastest = fmaxf(fastest, middle * fabsf(speeds[i][side]) + wave);
        }
    }
    return fastest;
}

static void measureWaves(const gfBody *body, gfShallow *s)
{
    const gfUniform gravity = GF_F1(gravity, body->def.shallow.gravity);
    gfPyramid_Reduce(body->device, &s->speed,
                     &(gfReduction){.label = "clock",
                                    .first = GF_SHALLOW_SHADER(s, "common/reduce.frag", "WAVES", 0),
                                    .next = GF_SHADER("common/reduce.frag", "LARGEST"),
                                    .field = &s->flow.read,
                                    .own = &gravity});
}

// Draws gfShallow.clock, which sets the length of a substep. `added`: length of the step, s, in its first substep, else
// 0. `remaining`: number of substeps left in the step, this one included.
static void setClock(const gfBody *body, gfShallow *s, float added, int remaining)
{
    const gfShallowParams *p = &body->def.shallow;
    measureWaves(body, s);
    gfPass_Run(
        body->device,
        &(gfPass){
            .label = "clock",
            .shader = GF_SHALLOW_SHADER(s, "shallow/clock.frag", NULL, 0),
            .writes = {&s->clock.write},
            .inputs = {GF_IN(source, gfPyramid_Top(&s->speed)->id), GF_IN(clock, s->clock.read.id)},
            .uniforms = {GF_F4(time, added, (float)remaining, p->cflLimit * body->def.cellSize, getViscousStep(body)),
                         GF_F4(limits, mostLag * body->def.fixedStep, getEnteringWave(body), 0.0f, 0.0f)}});
    gfPair_Swap(&s->clock);
}

// Returns the number of substeps, by how many an earlier step needed. The first three steps, for which no such number
// was read back yet, measure the waves and wait for the GPU.
static int countShallowSubsteps(const gfBody *body, gfShallow *s, float dt)
{
    const gfShallowParams *p = &body->def.shallow;
    float need = 0.0f, fastest = 0.0f;
    bool known = s->need.started >= 3;
    gfDelayedRead_Exchange(body->device, &s->need, &s->clock.read, &need);
    if (!known) {
        measureWaves(body, s);
        gfReadback_Red(body->device, gfPyramid_Top(&s->speed), &fastest);
        fastest = fmaxf(fastest, getEnteringWave(body));
        need = fmaxf(dt * fastest / (p->cflLimit * body->def.cellSize), dt / getViscousStep(body));
    }
    float substeps = ceilf(margin * need);
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}

// --- substeps --------------------------------------------------------------------------------------------------------

typedef struct Edges {
    gfSideFlags closed, open, holding;
    float levels[GF_SIDES], depths[GF_SIDES], speeds[GF_SIDES];
} Edges;

static Edges edgesOf(const gfBoundaries *boundaries)
{
    Edges e = {.closed = gfBoundaries_AreClosed(boundaries),
               .open = gfBoundaries_Are(boundaries, GF_BOUNDARY_OPEN),
               .holding = gfBoundaries_Are(boundaries, GF_BOUNDARY_NO_SLIP)};
    for (int i = 0; i < GF_SIDES; i++) {
        const gfBoundary *boundary = gfBoundaries_Get(boundaries, i);
        bool opens = boundary->kind == GF_BOUNDARY_OPEN, enters = boundary->kind == GF_BOUNDARY_INFLOW;
        e.levels[i] = opens && boundary->holdsLevel ? boundary->level : -1e9f;
        e.depths[i] = enters ? boundary->inflowDepth : 0.0f;
        e.speeds[i] = boundary->wallSpeed;
    }
    return e;
}

// Draws gfShallow.rows: how fast water flows through the open sides, beyond which there is a sea.
static void moveSides(const gfBody *body, gfShallow *s, const Edges *e)
{
    if (!gfShallow_Is(s, GF_SHALLOW_EDGES)) {
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "sides",
                                       .shader = GF_SHALLOW_SHADER(s, "shallow/sides.frag", NULL, 0),
                                       .writes = {&s->rows.write},
                                       .inputs = {GF_IN(rows, s->rows.read.id), GF_IN(flow, s->flow.read.id),
                                                  GF_IN(clock, s->clock.read.id)},
                                       .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize),
                                                    GF_F1(gravity, body->def.shallow.gravity),
                                                    GF_F1(dry, gfShallow_GetDry(body)), GF_F4V(levels, 1, e->levels)}});
    gfPair_Swap(&s->rows);
}

static void moveWater(const gfBody *body, gfShallow *s, const Edges *e)
{
    const gfShallowParams *p = &body->def.shallow;
    const gfFrame *frame = &body->frame;
    const gfTurning turns = gfFrame_GetTurning(frame, body->def.origin, body->def.cellSize, 1.0f);
    const gfUniform none = {0}, turning = GF_F4V(turning, 1, turns.value);
    const gfUniform push = GF_F2(acceleration, frame->bodyAcceleration.x, frame->bodyAcceleration.y);
    gfPass_Run(
        body->device,
        &(gfPass){.label = "velocity",
                  .shader = GF_SHALLOW_SHADER(s, "shallow/velocity.frag", s->walled ? "WALLS" : NULL,
                                              GF_SHALLOW_WRAPS | GF_SHALLOW_EDGES | GF_SHALLOW_DRAGS |
                                                  GF_SHALLOW_VISCOUS | GF_SHALLOW_WINDY | GF_SHALLOW_CARRIED),
                  .writes = {&s->flow.write},
                  .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(fluxes, s->fluxes.id), GF_IN(clock, s->clock.read.id),
                             GF_IN(rows, s->rows.read.id), GF_IN(faces, s->faces.id),
                             GF_IN(wallVelocity, s->wallVelocity.id), GF_IN(distance, body->solids.distance.read.id)},
                  .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize), GF_F1(gravity, p->gravity),
                               GF_F1(dry, gfShallow_GetDry(body)), GF_F4V(closedSides, 1, e->closed.value),
                               GF_F4V(openSides, 1, e->open.value), GF_F4V(levels, 1, e->levels),
                               GF_F4V(holdingSides, 1, e->holding.value), GF_F4V(wallSpeed, 1, e->speeds),
                               GF_F1(viscosity, p->viscosity), GF_F4(wind, p->wind.x, p->wind.y, p->windDrag, 0.0f),
                               GF_F4(friction, p->gravity * p->manning * p->manning, p->linearFriction,
                                     3.0f * p->filmViscosity, p->yieldStress),
                               gfShallow_Is(s, GF_SHALLOW_CARRIED) ? push : none,
                               gfShallow_Is(s, GF_SHALLOW_CARRIED) ? turning : none}});
    gfPair_Swap(&s->flow);
    gfPass_Run(body->device, &(gfPass){.label = "depth",
                                       .shader = GF_SHALLOW_SHADER(s, "shallow/depth.frag", s->walled ? "WALLS" : NULL,
                                                                   GF_SHALLOW_WRAPS | GF_SHALLOW_EDGES),
                                       .writes = {&s->flow.write, &s->fluxes},
                                       .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(clock, s->clock.read.id),
                                                  GF_IN(distance, body->solids.distance.read.id),
                                                  GF_IN(faces, s->faces.id), GF_IN(wallVelocity, s->wallVelocity.id)},
                                       .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize),
                                                    GF_F4V(inflowDepth, 1, e->depths), GF_F4V(levels, 1, e->levels),
                                                    GF_F2(rain, p->rain, p->evaporation)}});
    gfPair_Swap(&s->flow);
}

// Carries dye along with the fluxes. `substep`: the index of the substep within the step.
static void carryShallowDye(const gfBody *body, gfShallow *s, int substep)
{
    if (!gfShallow_Is(s, GF_SHALLOW_DYED)) {
        return;
    }
    float entry[GF_SIDES][4];
    for (int i = 0; i < GF_SIDES; i++) {
        memcpy(entry[i], gfBoundaries_Get(&body->def.boundaries, i)->dye, sizeof entry[i]);
    }
    gfPass_Run(body->device, &(gfPass){.label = "dye",
                                       .shader = GF_SHALLOW_SHADER(s, "shallow/dye.frag", NULL, GF_SHALLOW_WRAPS),
                                       .writes = {&s->dye.write},
                                       .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(before, s->flow.write.id),
                                                  GF_IN(dye, s->dye.read.id), GF_IN(fluxes, s->fluxes.id),
                                                  GF_IN(clock, s->clock.read.id)},
                                       .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize),
                                                    GF_M4(entryDye, entry), GF_I1(seed, getDyeSeed(s, substep))}});
    gfPair_Swap(&s->dye);
}

// --- ripples and foam ------------------------------------------------------------------------------------------------

static void moveRipples(const gfBody *body, gfShallow *s, float dt)
{
    const gfRippleParams *r = &body->def.shallow.ripples;
    float perSecond = fminf(r->speed / body->def.cellSize, rippleReach / dt);
    // Area in which at most one raindrop falls per step, m^2.
    float block = 16.0f * body->def.cellSize * body->def.cellSize;
    if (!r->enabled) {
        return;
    }
    const gfPass pass = {
        .label = "ripples",
        .shader = GF_SHALLOW_SHADER(s, "shallow/ripples.frag", s->walled ? "WALLS" : NULL, GF_SHALLOW_WRAPS),
        .writes = {&s->ripple.write},
        .inputs = {GF_IN(ripple, s->ripple.read.id), GF_IN(flow, s->flow.read.id),
                   GF_IN(distance, body->solids.distance.read.id), GF_IN(faces, s->faces.id),
                   GF_IN(wallVelocity, s->wallVelocity.id)},
        .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize), GF_F1(gravity, body->def.shallow.gravity),
                     GF_F1(dry, gfShallow_GetDry(body)), GF_I1(seed, (GLint)(s->steps & 0x7fffffffu)),
                     GF_F4(ripples, perSecond * perSecond, r->damping, r->stirring, dt),
                     GF_F4(drops, r->drops * block * dt, r->dropHeight, gfShallow_GetRippleDepth(body), 0.0f)}};
    gfPass_Run(body->device, &pass);
    gfPair_Swap(&s->ripple);
}

static void moveFoam(const gfBody *body, gfShallow *s, float dt)
{
    const gfShallowParams *p = &body->def.shallow;
    if (!p->foam) {
        return;
    }
    gfPass_Run(body->device, &(gfPass){.label = "foam",
                                       .shader = GF_SHALLOW_SHADER(s, "shallow/foam.frag", NULL, GF_SHALLOW_WRAPS),
                                       .writes = {&s->foaming.write},
                                       .inputs = {GF_IN(foaming, s->foaming.read.id), GF_IN(flow, s->flow.read.id)},
                                       .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize),
                                                    GF_F1(gravity, p->gravity), GF_F1(dry, gfShallow_GetDry(body)),
                                                    GF_F4(foam, expf(-dt / p->foamLife), expf(-dt / p->dryingTime), dt,
                                                          p->foamSpeed)}});
    gfPair_Swap(&s->foaming);
}

bool gfShallow_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfShallow *s = state;
    int failures = body->device->failedPasses;
    Edges edges = edgesOf(&body->def.boundaries);
    applyShallowSources(body, s, dt);
    report->substeps = countShallowSubsteps(body, s, dt);
    for (int i = 0; i < report->substeps; i++) {
        setClock(body, s, i == 0 ? dt : 0.0f, report->substeps - i);
        moveSides(body, s, &edges);
        moveWater(body, s, &edges);
        carryShallowDye(body, s, i);
    }
    moveRipples(body, s, dt);
    moveFoam(body, s, dt);
    s->steps++;
    return body->device->failedPasses == failures;
}
