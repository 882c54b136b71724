// Advects the velocity along itself, and adds buoyancy and body acceleration (shaders/grid/advect_velocity.frag).
#include "solvers/grid/instances.h"

#define VELOCITY_OPTIONS                                                                                        \
    (GF_GRID_BILINEAR | GF_GRID_WRAP | GF_GRID_INFLOW | GF_GRID_TILTED | GF_GRID_UPRIGHT | GF_GRID_DEPARTURES | \
     GF_GRID_PULLED | GF_GRID_ROUND_VELOCITY | GF_GRID_TURNING)

// Returns this time step over the last one, at most 4: the change of velocity in a far shorter step tells little.
static float ratioOf(const gfGrid *g)
{
    return fminf(g->dtRatio, 4.0f);
}

float gfGrid_GetExtrapolation(const gfBody *body, const gfGrid *g, float dt)
{
    bool steady = g->instances != NULL || gfGrid_IsSteady(body, g->velocityAdvection.lastAcceleration, dt);
    return g->velocityAdvection.previousKnown && steady ? 0.5f * ratioOf(g) : 0.0f;
}

gfSampler gfGrid_GetCarriedSampler(const gfBody *body)
{
    bool filters = gfDevice_FiltersFast(body->device) || body->def.grid.advection == GF_ADVECTION_BILINEAR;
    return filters ? GF_SAMPLE_FIELD : GF_SAMPLE_NEAREST;
}

// After gfGrid_Project, which keeps the last step's pressure, the carried velocity is drawn from that and the velocity.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *g)
{
    int failures = body->device->failedPasses;
    const gfTexture *velocity = &g->velocity.read;
    const gfRegion all = {0, 0, gfTexture_FullWidth(velocity), gfTexture_FullHeight(velocity)};
    if (g->velocityAdvection.carriedKnown && g->velocityAdvection.previousKnown) {
        return true;
    }
    if (g->velocityAdvection.previousKnown) {
        gfGrid_SubtractGradient(body, g, 0.5f, "advect_velocity", &g->velocityAdvection.carried.read, NULL);
    } else if (!gfFramebuffer_Copy(body->device, velocity, &all, &g->velocityAdvection.carried.read, 0, 0)) {
        body->device->failedPasses++;
    }
    g->velocityAdvection.carriedKnown = body->device->failedPasses == failures;
    return g->velocityAdvection.carriedKnown;
}

void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *g, const gfVelocityCarrying *c)
{
    const gfGridParams *p = &body->def.grid;
    const gfFrame *frame = &body->frame;
    const gfTurning turns = gfFrame_GetTurning(frame, body->def.origin, body->def.cellSize, 1.0f);
    const gfUniform turning = GF_F4V(turning, 1, turns.value), none = {0};
    const gfUniform step = GF_F2(turningStep, c->dt, c->dt * body->def.cellSize);
    const gfBuoyancy buoyancy = gfGrid_GetBuoyancy(body, c->dt);
    const GLuint carried = c->second ? g->velocityAdvection.carried.read.id : g->velocity.read.id;
    const gfPass pass = {
        .label = "advect_velocity",
        .shader = GF_GRID_SHADER(Cover, "grid/advect_velocity.frag", p->scheme == GF_SCHEME_REFLECT ? "WHOLE" : NULL,
                                 g->options & VELOCITY_OPTIONS),
        .writes = {&g->velocity.write},
        .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                   GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                   GF_IN_BY(source, carried, gfGrid_GetCarriedSampler(body)),
                   GF_IN_FIELD(departures, g->scalarAdvection.departures.id),
                   GF_IN_FIELD(temperature, g->temperature.read.id), GF_IN_FIELD(dye, g->dye.read.id),
                   GF_IN(instances, gfGrid_GetInstances(g))},
        .uniforms = {GF_GRID_CELLS(g), GF_F1(stepCells, c->dt / body->def.cellSize),
                     GF_F1(extrapolation, c->extrapolation), GF_F1(dissipation, expf(-p->velocityDissipation * c->dt)),
                     GF_BUOYANCY_UNIFORMS(g, p, buoyancy), GF_F1(departedBuoyancy, c->departedBuoyancy),
                     GF_F1(pull, ratioOf(g)), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_VELOCITY)),
                     GF_F4V(entrySides, 1, gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_INFLOW).value),
                     frame->turns ? turning : none, frame->turns ? step : none}};
    gfPass_Run(body->device, &pass);
    const gfTexture before = g->velocityAdvection.previous.read;
    g->velocityAdvection.previous.read = g->velocity.read;
    g->velocity.read = g->velocity.write;
    g->velocity.write = before;
    g->velocityAdvection.previousKnown = true;
}
