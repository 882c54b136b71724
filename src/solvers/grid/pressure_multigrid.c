// Pressure by multigrid (multigrid.h).
#include "solvers/grid/multigrid.h"
#include "solvers/grid/pressure.h"

static void destroyMultigrid(gfDevice *device, gfPressure *pressure)
{
    gfMultigrid_Destroy(device, pressure->state);
    pressure->state = NULL;
}

static bool createMultigrid(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    pressure->state = gfMultigrid_Create(device, problem->cellsX, problem->cellsY, problem->wrapX, problem->wrapY,
                                         GF_MULTIGRID_COMPONENTS);
    return pressure->state != NULL;
}

static bool warmMultigrid(gfDevice *device, const gfPressure *pressure, const gfTexture *const rhs[], int count)
{
    return gfMultigrid_Warm(device, pressure->state, rhs, count);
}

static void prepareMultigrid(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    gfMultigrid_Prepare(device, pressure->state, problem->weights, problem->thinWalls, problem->tiles, problem->empty);
}

static void solveMultigrid(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                           const gfGridParams *params)
{
    static const float zero[4] = {0};
    if (params->pressureCycles == 0) { // no cycle, no pressure: an old one would go on pushing
        gfTexture_Clear(device, &pressure->field.read, zero);
    }
    const float *sides = problem->sides;
    gfMultigrid_Solve(device, pressure->state,
                      &(gfMultigridSolve){.label = "pressure_multigrid",
                                          .field = &pressure->field,
                                          .rhs = problem->rhs,
                                          .weights = problem->weights,
                                          .outflow = problem->outflow,
                                          .warmStart = problem->startsAnew ? 0.0f : params->pressureWarmStart,
                                          .tolerance = params->pressureTolerance,
                                          .cycles = params->pressureCycles,
                                          .moving = problem->moving,
                                          .bounded = problem->bounded,
                                          .sides = {sides[0], sides[1], sides[2], sides[3]},
                                          .instances = problem->instances});
}

static bool caresForThin(const gfPressure *pressure)
{
    return gfMultigrid_HasPairs(pressure->state);
}

static bool careForThin(gfDevice *device, gfPressure *pressure)
{
    return gfMultigrid_MakePairs(device, pressure->state);
}

const gfPressureSolver gf_pressureMultigrid = {.name = "multigrid",
                                               .takesOutflow = true,
                                               .create = createMultigrid,
                                               .destroy = destroyMultigrid,
                                               .warm = warmMultigrid,
                                               .prepare = prepareMultigrid,
                                               .solve = solveMultigrid,
                                               .caresForThin = caresForThin,
                                               .careForThin = careForThin};
