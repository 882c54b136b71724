// One step of stable fluids on a staggered grid (Stam 1999; faces as in Harlow and Welch 1965).
//
// First solids: distance, open faces, weights, only when the host changed a solid, a side or a tunable. Then the parts
// of the step, as in `project` and `reflect` at the end of this file. GF_SCHEME_PROJECT:
//   advect_scalars    dye and temperature along the velocity, one backtrace for both, and the ledger of what that lost
//   advect_velocity   from where that found the fluid of both cells beside a face, then buoyancy from the new
//                     temperature and dye. Both follow the velocity half a step ahead, as it and the one before it
//                     tell. Half of the pressure's pull of the last step acts where the fluid comes from; where it
//                     arrives the rest is left to the projection. So both are of second order in time.
//   zones             drag, given flows and turbulence, by the pressure as it was
//   sources           emitters and splats into velocity, dye and temperature, and the divergence they ask for
//   confinement       of vorticity, where asked for
//   diffusion         of velocity, dye and temperature, where asked for
//   divergence        through the open share of each face, and what solids and inflows push
//   pressure          behind pressure.h
//   gradient          the adjoint of the divergence, so that an exact pressure leaves none
//   extend            continues the velocity into solids, so that fluid slips along them
// The last four are the projection. GF_SCHEME_REFLECT, of which only scalars and sources take the whole step at once:
//   first half        advect_velocity with buoyancy from temperature and dye as they were where it comes from, sources,
//                     confinement, diffusion of velocity, projection with reflection
//   advect_scalars    along the projected velocity
//   second half       advect_velocity of the reflected one along the projected one, confinement, diffusion of velocity,
//                     and of dye and temperature for the whole step, projection
#include "solvers/grid/grid.h"

#include <float.h>

// As shaders/common/hash.glsl.
GLint gfGrid_GetSeed(const gfGrid *g, int pass)
{
    uint32_t n = ((uint32_t)GF_GRID_SEEDS * g->draws + (uint32_t)pass) * 747796405u + 2891336453u;
    n = ((n >> ((n >> 28) + 4u)) ^ n) * 277803737u;
    return (GLint)((n >> 22) ^ n);
}

// A pull acts half where fluid comes from as long as it displaces it by at most so many cells in a step. Where it
// changes within fewer cells than that, as at corners in long steps, halves of it are of different flows: the step
// there shook from one to the next.
#define MOST_PULL 0.25f

static void project(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    bool pulls = (g->conditions & GF_GRID_PULLS) != 0;
    if (pulls) {
        gfGrid_FindCarried(body, g);
    }
    gfGrid_TellMembers(body, g, dt, false);
    gfGrid_AdvectScalars(body, g, dt, pulls ? gfGrid_GetAhead(body, g, dt) : 0.0f);
    gfGrid_AdvectVelocity(body, g, &(gfCarrying){.second = pulls, .dt = dt});
    gfGrid_ApplyZones(body, g, &g->pressure.field, dt, splats);
    gfGrid_ApplySources(body, g, dt, splats);
    gfGrid_ConfineVorticity(body, g, dt);
    gfGrid_DiffuseVelocity(body, g, dt, true);
    gfGrid_DiffuseScalars(body, g, dt);
    const gfAgain pull = {0.5f, MOST_PULL * body->def.cellSize / dt};
    gfGrid_ProjectVelocity(body, g, pulls ? &pull : NULL);
}

static void exchangePressure(gfGrid *g)
{
    gfPair first = g->pressure.field;
    g->pressure.field = g->reflectPressure;
    g->reflectPressure = first;
}

// After the second advection: what was before the step is kept for who asks for forces.
static void keepEarlier(gfGrid *g)
{
    const gfTexture first = g->velocity.write;
    g->velocity.write = g->earlier.write;
    g->earlier.write = first;
}

// Advection-reflection: half a step and its projection; the velocity reflected about the projected one is carried along
// the latter for the other half.
static void reflect(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    float half_ = 0.5f * dt;
    gfGrid_TellMembers(body, g, half_, false);
    gfGrid_AdvectVelocity(body, g,
                          &(gfCarrying){.dt = half_, .ahead = gfGrid_GetAhead(body, g, half_), .liftFrom = 1.0f});
    gfGrid_ApplyZones(body, g, &g->pressure.field, half_, splats);
    gfGrid_ApplySources(body, g, dt, splats);
    gfGrid_ConfineVorticity(body, g, half_);
    gfGrid_DiffuseVelocity(body, g, half_, true);
    gfGrid_ProjectVelocity(body, g, &(gfAgain){1.0f, FLT_MAX});
    gfGrid_AdvectScalars(body, g, dt, 0.0f);
    gfGrid_TellMembers(body, g, half_, true);
    gfGrid_AdvectVelocity(body, g, &(gfCarrying){.second = true, .dt = half_, .ahead = 0.5f});
    keepEarlier(g);
    gfGrid_ApplyZones(body, g, &g->reflectPressure, half_, splats);
    gfGrid_ConfineVorticity(body, g, half_);
    gfGrid_DiffuseVelocity(body, g, half_, false); // what was reflected has it taken away twice
    gfGrid_DiffuseScalars(body, g, dt);
    exchangePressure(g); // its own to start from, and the one to be shown is the first
    gfGrid_ProjectVelocity(body, g, NULL);
    exchangePressure(g);
}

// How many CFL substeps the fastest fluid asks for: as of two steps ago, so that no step waits, and the same in every
// run.
static int countSubsteps(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    float speed = 0.0f;
    if (p->cflLimit <= 0.0f) {
        return 1;
    }
    gfPyramid_Reduce(body->device, &g->speed,
                     &(gfReduction){.label = "speed",
                                    .first = g->programs.largestSpeed,
                                    .next = g->programs.largest,
                                    .field = &g->velocity.read});
    gfDelayedRead_Exchange(body->device, &g->speedRead, gfGrid_GetFastest(body, g), &speed);
    float substeps = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}

bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    bool reflects = body->def.grid.scheme == GF_SCHEME_REFLECT;
    report->substeps = countSubsteps(body, g, dt);
    float substep = dt / (float)report->substeps;
    float projected = reflects ? 0.5f * substep : substep;
    g->dtRatio = projected / g->lastDt;
    g->lastDt = projected;
    for (int i = 0; i < report->substeps; i++) {
        if (reflects) {
            reflect(body, g, substep, i == 0);
        } else {
            project(body, g, substep, i == 0);
        }
        g->dtRatio = 1.0f;
        g->draws++;
        g->lastPush = gfGrid_GetPush(body);
    }
    return body->device->failedPasses == failures;
}
