// Carries the velocity along itself, and adds what accelerates the fluid (shaders/grid/advect_velocity.frag).
#include "solvers/grid/grid.h"

// Time steps change by whole factors, with the number of CFL substeps: beyond four the last ones say little.
static float ratioOf(const gfGrid *g)
{
    return fminf(g->dtRatio, 4.0f);
}

gfVec2 gfGrid_GetPush(const gfBody *body)
{
    const gfVec2 all = body->def.grid.acceleration, frame = body->frame.push;
    return (gfVec2){all.x + frame.x, all.y + frame.y};
}

bool gfGrid_IsSteady(const gfBody *body, gfVec2 lastPush, float dt)
{
    const float least_cells = 0.01f;
    gfVec2 push = gfGrid_GetPush(body);
    float change = fmaxf(fabsf(push.x - lastPush.x), fabsf(push.y - lastPush.y)) * dt * dt;
    return change <= least_cells * body->def.cellSize;
}

float gfGrid_GetAhead(const gfBody *body, const gfGrid *g, float dt)
{
    bool steady = g->members != NULL || gfGrid_IsSteady(body, g->lastPush, dt);
    return g->earlierKnown && steady ? 0.5f * ratioOf(g) : 0.0f;
}

gfSampler gfGrid_SamplerOfCarried(const gfBody *body, const gfGrid *g)
{
    bool filters = gfDevice_FiltersFast(body->device) || (g->conditions & GF_GRID_BILINEAR) != 0;
    return filters ? GF_SAMPLE_FIELD : GF_SAMPLE_NEAREST;
}

gfLift gfGrid_GetLift(const gfBody *body, float dt)
{
    const gfGridParams *p = &body->def.grid;
    gfVec2 gravity = gfFrame_GetGravity(&body->frame, p->gravity), push = gfGrid_GetPush(body);
    return (gfLift){.heat = {-dt * p->thermalExpansion * gravity.x, -dt * p->thermalExpansion * gravity.y},
                    .weight = {dt * p->dyeDensity * gravity.x, dt * p->dyeDensity * gravity.y},
                    .push = {dt * push.x, dt * push.y}};
}

// Once something else than a step was projected it follows from the pressure, which was kept.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *g)
{
    int failures = body->device->failedPasses;
    const gfTexture *velocity = &g->velocity.read;
    const gfRegion all = {0, 0, gfTexture_FullWidth(velocity), gfTexture_FullHeight(velocity)};
    if (g->carriedKnown && g->earlierKnown) {
        return true;
    }
    if (g->earlierKnown) {
        gfGrid_SubtractGradient(body, g, 0.5f, "advect_velocity", &g->carried.read, NULL);
    } else if (!gfFramebuffer_Copy(body->device, velocity, &all, &g->carried.read, 0, 0)) {
        body->device->failedPasses++;
    }
    g->carriedKnown = body->device->failedPasses == failures;
    return g->carriedKnown;
}

void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *g, const gfCarrying *c)
{
    const gfGridParams *p = &body->def.grid;
    const gfFrame *frame = &body->frame;
    const gfTurning turns = gfFrame_GetTurning(frame, body->def.origin, body->def.cellSize, 1.0f);
    const gfUniform turning = GF_F4V(turning, 1, turns.value), none = {0};
    const gfUniform step = GF_F2(turningStep, c->dt, c->dt * body->def.cellSize);
    const gfLift lift = gfGrid_GetLift(body, c->dt);
    const GLuint carried = c->second ? g->carried.read.id : g->velocity.read.id;
    gfPass_Run(
        body->device,
        &(gfPass){.label = "advect_velocity",
                  .program = g->programs.advectVelocity,
                  .writes = {&g->velocity.write},
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id), GF_IN_FIELD(earlier, g->earlier.read.id),
                             GF_IN_BY(source, carried, gfGrid_SamplerOfCarried(body, g)),
                             GF_IN_FIELD(departures, g->departures.id),
                             GF_IN_FIELD(temperature, g->temperature.read.id), GF_IN_FIELD(dye, g->dye.read.id),
                             GF_IN(members, gfGrid_GetMembers(g))},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                               GF_F1(stepCells, c->dt / body->def.cellSize), GF_F1(ahead, c->ahead),
                               GF_F1(dissipation, expf(-p->velocityDissipation * c->dt)), GF_LIFT_UNIFORMS(g, p, lift),
                               GF_F1(liftFrom, c->liftFrom), GF_F1(pull, ratioOf(g)),
                               GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_VELOCITY)),
                               GF_F4V(entrySides, 1, gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_INFLOW).value),
                               frame->turns ? turning : none, frame->turns ? step : none}});
    const gfTexture before = g->earlier.read;
    g->earlier.read = g->velocity.read;
    g->velocity.read = g->velocity.write;
    g->velocity.write = before;
    g->earlierKnown = true;
}
