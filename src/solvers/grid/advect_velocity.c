// Carries the velocity along itself, and adds what accelerates the fluid (shaders/grid/advect_velocity.frag).
#include "solvers/grid/grid.h"

enum {
    VELOCITY_BILINEAR = 1 << 0,
    VELOCITY_WRAP = 1 << 1,
    VELOCITY_ENTER = 1 << 2,    // some side is an inflow
    VELOCITY_TILTED = 1 << 3,   // buoyancy acts along x, too
    VELOCITY_UPRIGHT = 1 << 4,  // it acts along y alone
    VELOCITY_REFLECT = 1 << 5,  // velocity alone takes half a step: it finds itself where its fluid comes from
    VELOCITY_DEPARTED = 1 << 6, // scalar advection has found that
    VELOCITY_PULLED = 1 << 7,   // half of the pressure's pull acts there
    VELOCITY_HALF = 1 << 8,
    VELOCITY_TURNING = 1 << 9
};

static const char *const velocityOptionDefines[] = {"BILINEAR", "WRAP",       "ENTRY",  "BUOYANCY 2",     "BUOYANCY 1",
                                                    "WHOLE",    "DEPARTURES", "PULLED", "ROUND_VELOCITY", "TURNING"};

static const gfProgramRow velocityProgramRows[] = {
    {offsetof(gfVelocityAdvectionPrograms, advect), &gf_vertexCover, "grid/advect_velocity.frag", "",
     (1 << GF_COUNT(velocityOptionDefines)) - 1, 0, 0},
};

static uint32_t getVelocityConditions(const gfBody *body, uint32_t needs)
{
    const gfGridParams *p = &body->def.grid;
    return gfGridStage_If(p->advection == GF_ADVECTION_BILINEAR, VELOCITY_BILINEAR) |
           gfGridStage_If(gfGrid_Wraps(body), VELOCITY_WRAP) |
           gfGridStage_If(gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_INFLOW), VELOCITY_ENTER) |
           gfGridStage_If(gfGrid_HasTiltedBuoyancy(body), VELOCITY_TILTED) |
           gfGridStage_If(gfGrid_HasUprightBuoyancy(body), VELOCITY_UPRIGHT) |
           gfGridStage_If(p->scheme == GF_SCHEME_REFLECT, VELOCITY_REFLECT) |
           gfGridStage_If(p->scheme != GF_SCHEME_REFLECT, VELOCITY_DEPARTED) |
           gfGridStage_If(p->scheme == GF_SCHEME_PROJECT, VELOCITY_PULLED) |
           gfGridStage_If(gfGrid_IsStoredInHalves(body, GF_STORED_VELOCITY), VELOCITY_HALF) |
           gfGridStage_If((needs & GF_NEED_TURNING) != 0, VELOCITY_TURNING);
}

const gfGridStage gf_gridVelocityAdvection =
    GF_GRID_STAGE(velocityAdvection, velocityProgramRows, velocityOptionDefines, getVelocityConditions);

// Time steps change by whole factors, with the number of CFL substeps: beyond four the last ones say little.
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

// After a projection that was no step's the carried velocity follows from the pressure, which was kept.
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
    gfPass_Run(
        body->device,
        &(gfPass){.label = "advect_velocity",
                  .program = g->velocityAdvection.programs.advect,
                  .writes = {&g->velocity.write},
                  .inputs = {GF_IN_FIELD(velocity, g->velocity.read.id),
                             GF_IN_FIELD(previousVelocity, g->velocityAdvection.previous.read.id),
                             GF_IN_BY(source, carried, gfGrid_GetCarriedSampler(body)),
                             GF_IN_FIELD(departures, g->scalarAdvection.departures.id),
                             GF_IN_FIELD(temperature, g->temperature.read.id), GF_IN_FIELD(dye, g->dye.read.id),
                             GF_IN(instances, gfGrid_GetInstances(g))},
                  .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                               GF_F1(stepCells, c->dt / body->def.cellSize), GF_F1(extrapolation, c->extrapolation),
                               GF_F1(dissipation, expf(-p->velocityDissipation * c->dt)),
                               GF_BUOYANCY_UNIFORMS(g, p, buoyancy), GF_F1(departedBuoyancy, c->departedBuoyancy),
                               GF_F1(pull, ratioOf(g)), GF_I1(seed, gfGrid_GetSeed(g, GF_GRID_SEED_VELOCITY)),
                               GF_F4V(entrySides, 1, gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_INFLOW).value),
                               frame->turns ? turning : none, frame->turns ? step : none}});
    const gfTexture before = g->velocityAdvection.previous.read;
    g->velocityAdvection.previous.read = g->velocity.read;
    g->velocity.read = g->velocity.write;
    g->velocity.write = before;
    g->velocityAdvection.previousKnown = true;
}
