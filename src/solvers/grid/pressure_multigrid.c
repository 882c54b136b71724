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
    gfMultigrid_Solve(device, pressure->state,
                      &(gfMultigridSolve){.label = "pressure_multigrid",
                                          .field = &pressure->field,
                                          .rhs = problem->rhs,
                                          .weights = problem->weights,
                                          .warmStart = params->pressureWarmStart,
                                          .tolerance = params->pressureTolerance,
                                          .cycles = params->pressureCycles,
                                          .bounded = problem->bounded,
                                          .solidFree = problem->solidFreeKnown ? &problem->solidFree : NULL});
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
                                               .create = createMultigrid,
                                               .destroy = destroyMultigrid,
                                               .prepare = prepareMultigrid,
                                               .solve = solveMultigrid,
                                               .caresForThin = caresForThin,
                                               .careForThin = careForThin};
