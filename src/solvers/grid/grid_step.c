// One step of stable fluids on a staggered grid (Stam 1999; faces as in Harlow and Welch 1965). Its stages, in order:
//   stage                file                what it does
//   solid masks          solid_masks.c       draws open faces, weights and masks, only after solids or sides changed
//   scalar advection     advect_scalars.c    advects dye and temperature, and corrects their totals
//   velocity advection   advect_velocity.c   advects the velocity, and adds buoyancy and body acceleration
//   forces               grid_forces.c       applies zones and sources, and confines vorticity
//   diffusion            diffusion.c         spreads velocity, dye and temperature, implicitly
//   projection           projection.c        removes the divergence of the velocity: divergence, pressure, gradient
//   extrapolation        projection.c        extrapolates the velocity into solids, so that fluid slips along them
// Solid masks are drawn before the step (gfSolver.solids.update). A step is cut into substeps if the fastest fluid
// would cross more cells than gfGridParams.cflLimit (countGridSubsteps).
#include "solvers/grid/instances.h"

#include <float.h>

// GF_SCHEME_PROJECT applies half of the last pressure gradient where the fluid came from, and half where it arrives.
// Near solids the first half may displace fluid by at most this many cells in a step. Where the gradient changes within
// fewer cells, as at corners in long steps, the halves wouldn't match, and the velocity would alternate between steps.
#define MOST_PULL_CELLS 0.25f

// Returns the number of CFL substeps by the speed of two steps ago: no step waits for the GPU, and all runs are alike.
static int countGridSubsteps(const gfBody *body, gfGrid *g, float dt)
{
    const gfGridParams *p = &body->def.grid;
    float speed = 0.0f;
    if (p->cflLimit <= 0.0f) {
        return 1;
    }
    gfPyramid_Reduce(body->device, &g->cfl.speed,
                     &(gfReduction){.label = "speed",
                                    .first = GF_SHADER("common/reduce.frag", "SPEED"),
                                    .next = GF_SHADER("common/reduce.frag", "LARGEST"),
                                    .field = &g->velocity.read});
    gfDelayedRead_Exchange(body->device, &g->cfl.read, gfGrid_GetFastest(body, g), &speed);
    float substeps = ceilf(speed * dt / (body->def.cellSize * p->cflLimit));
    return substeps > 1.0f ? (int)fminf(substeps, (float)p->cflSubsteps) : 1;
}

// A substep of GF_SCHEME_PROJECT, the default, and GF_SCHEME_SIMPLE: advection, forces, projection. The default's
// advection and pressure are of second order in time: fluid follows the velocity extrapolated to the middle of the
// step, half of the last pressure gradient acts where it came from, and the projection does the rest where it arrives.
static void project(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    bool pulls = body->def.grid.scheme == GF_SCHEME_PROJECT;
    if (pulls) {
        gfGrid_FindCarried(body, g);
    }
    gfGrid_UpdateInstances(body, g, dt, false);
    gfGrid_AdvectScalars(body, g, dt, pulls ? gfGrid_GetExtrapolation(body, g, dt) : 0.0f);
    gfGrid_AdvectVelocity(body, g, &(gfVelocityCarrying){.second = pulls, .dt = dt});
    gfGrid_ApplyZones(body, g, &g->projection.pressure.field, dt, splats);
    gfGrid_ApplySources(body, g, dt, splats);
    gfGrid_ConfineVorticity(body, g, dt);
    gfGrid_DiffuseVelocity(body, g, dt, true);
    gfGrid_DiffuseScalars(body, g, dt);
    const gfSecondGradient pull = {0.5f, MOST_PULL_CELLS * body->def.cellSize / dt};
    gfGrid_ProjectVelocity(body, g, pulls ? &pull : NULL);
}

// Exchanges the pressures of the first and the second projection of GF_SCHEME_REFLECT.
static void exchangePressure(gfGrid *g)
{
    gfPair first = g->projection.pressure.field;
    g->projection.pressure.field = g->projection.reflectPressure;
    g->projection.reflectPressure = first;
}

// Keeps the velocity before the step, now in velocity.write, in previous.write: forces on solids are measured from it.
static void keepPrevious(gfGrid *g)
{
    const gfTexture first = g->velocity.write;
    g->velocity.write = g->velocityAdvection.previous.write;
    g->velocityAdvection.previous.write = first;
}

// A substep of GF_SCHEME_REFLECT (advection-reflection, Zehnder et al. 2018). The first half step ends with a
// projection. The velocity before that projection is reflected about the projected one (2 projected - unprojected). The
// second half step advects the reflected velocity along the projected one. Scalars and sources take one whole step.
static void reflect(const gfBody *body, gfGrid *g, float dt, bool splats)
{
    float half_ = 0.5f * dt;
    gfGrid_UpdateInstances(body, g, half_, false);
    gfGrid_AdvectVelocity(body, g,
                          &(gfVelocityCarrying){.dt = half_,
                                                .extrapolation = gfGrid_GetExtrapolation(body, g, half_),
                                                .departedBuoyancy = 1.0f});
    gfGrid_ApplyZones(body, g, &g->projection.pressure.field, half_, splats);
    gfGrid_ApplySources(body, g, dt, splats);
    gfGrid_ConfineVorticity(body, g, half_);
    gfGrid_DiffuseVelocity(body, g, half_, true);
    gfGrid_ProjectVelocity(body, g, &(gfSecondGradient){1.0f, FLT_MAX});
    gfGrid_AdvectScalars(body, g, dt, 0.0f);
    gfGrid_UpdateInstances(body, g, half_, true);
    gfGrid_AdvectVelocity(body, g, &(gfVelocityCarrying){.second = true, .dt = half_, .extrapolation = 0.5f});
    keepPrevious(g);
    gfGrid_ApplyZones(body, g, &g->projection.reflectPressure, half_, splats);
    gfGrid_ConfineVorticity(body, g, half_);
    // No prediction: the reflection has already subtracted the last pressure's gradient twice.
    gfGrid_DiffuseVelocity(body, g, half_, false);
    gfGrid_DiffuseScalars(body, g, dt);
    // The second projection starts from its own last pressure; fields show the first one's pressure.
    exchangePressure(g);
    gfGrid_ProjectVelocity(body, g, NULL);
    exchangePressure(g);
}

bool gfGrid_Step(const gfBody *body, void *state, float dt, gfStepReport *report)
{
    gfGrid *g = state;
    int failures = body->device->failedPasses;
    bool reflects = body->def.grid.scheme == GF_SCHEME_REFLECT;
    report->substeps = countGridSubsteps(body, g, dt);
    float substep = dt / (float)report->substeps;
    float projected = reflects ? 0.5f * substep : substep;
    g->dtRatio = projected / g->lastDt;
    g->lastDt = projected;
    gfGrid_NoteSplats(body, g);
    for (int i = 0; i < report->substeps; i++) {
        if (reflects) {
            reflect(body, g, substep, i == 0);
        } else {
            project(body, g, substep, i == 0);
        }
        g->dtRatio = 1.0f;
        g->draws++;
        gfGrid_EndSplats(g);
        g->velocityAdvection.lastAcceleration = gfGrid_GetAcceleration(body);
    }
    return body->device->failedPasses == failures;
}
