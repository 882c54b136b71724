// The pressure solvers: Jacobi iteration and multigrid.
#include "solvers/grid/pressure.h"

#include "gpufluid/source.h"
#include "solvers/grid/multigrid.h"

// --- Jacobi ----------------------------------------------------------------------------------------------------------

// Jacobi iteration (Harris, GPU Gems chapter 38, 2004). Four cells share a texel, so that seven texture reads update
// four cells.
//
// An iteration flips the sign of the shortest wave, a checkerboard, but doesn't damp it. With an odd number of
// iterations and a start from the last pressure, that wave would even grow 2.4 times per step. So the last iteration
// goes only half-way (a relaxation of 0.5). The result is the mean of two iterates, in which the checkerboard cancels.

static void iterate(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, float warmStart,
                    float relaxation)
{
    // Pressure is limited to u_largest. Where no solution exists, as with a source in a pocket between solids, it would
    // grow from step to step.
    bool half = device->gl.formats[pressure->field.read.format].bytes < 16;
    gfPass_Run(device, &(gfPass){.label = "pressure_jacobi",
                                 .shader = GF_SHADER("grid/jacobi.frag", NULL),
                                 .writes = {&pressure->field.write},
                                 .inputs = {GF_IN(pressure, pressure->field.read.id), GF_IN(rhs, problem->rhs),
                                            GF_IN(weights, problem->weights)},
                                 .uniforms = {GF_F1(warmStart, warmStart), GF_F1(relaxation, relaxation),
                                              GF_F1(largest, half ? GF_VALUE_MAX : 1e9f),
                                              GF_I2(wrap, problem->wrapX, problem->wrapY)}});
    gfPair_Swap(&pressure->field);
}

static void prepareJacobi(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    // An iteration with a relaxation of 0 changes nothing, except that it sets the pressure to 0 in cells that became
    // solid.
    iterate(device, pressure, problem, 1.0f, 0.0f);
}

static void solveJacobi(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                        const gfGridParams *params)
{
    if (params->pressureIterations == 0) { // without iterations the last pressure would go on accelerating the fluid
        gfTexture_Clear(device, &pressure->field.read, (const float[4]){0.0f});
    }
    for (int i = 0; i < params->pressureIterations; i++) {
        iterate(device, pressure, problem, i == 0 ? params->pressureWarmStart : 1.0f,
                i == params->pressureIterations - 1 ? 0.5f : 1.0f);
    }
}

static const gfPressureSolver pressureJacobi = {.name = "jacobi", .prepare = prepareJacobi, .solve = solveJacobi};

// --- multigrid -------------------------------------------------------------------------------------------------------

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
    if (params->pressureCycles == 0) { // without cycles the last pressure would go on accelerating the fluid
        gfTexture_Clear(device, &pressure->field.read, (const float[4]){0.0f});
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

static const gfPressureSolver pressureMultigrid = {.name = "multigrid",
                                                   .takesOutflow = true,
                                                   .create = createMultigrid,
                                                   .destroy = destroyMultigrid,
                                                   .warm = warmMultigrid,
                                                   .prepare = prepareMultigrid,
                                                   .solve = solveMultigrid,
                                                   .caresForThin = caresForThin,
                                                   .careForThin = careForThin};

// --- both ------------------------------------------------------------------------------------------------------------

static const gfPressureSolver *const pressureTable[] = {
    [GF_PRESSURE_MULTIGRID] = &pressureMultigrid,
    [GF_PRESSURE_JACOBI] = &pressureJacobi,
};

bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem)
{
    *pressure = (gfPressure){.solver = pressureTable[method],
                             .cellsX = problem->cellsX,
                             .cellsY = problem->cellsY,
                             .wrapX = problem->wrapX,
                             .wrapY = problem->wrapY};
    if (pressure->solver->create == NULL || pressure->solver->create(device, pressure, problem)) {
        return true;
    }
    gfPressure_Destroy(device, pressure);
    return false;
}

bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem)
{
    return pressure->solver == pressureTable[method] && pressure->cellsX == problem->cellsX &&
           pressure->cellsY == problem->cellsY && pressure->wrapX == problem->wrapX &&
           pressure->wrapY == problem->wrapY;
}

void gfPressure_Destroy(gfDevice *device, gfPressure *pressure)
{
    if (pressure->solver != NULL && pressure->solver->destroy != NULL) {
        pressure->solver->destroy(device, pressure);
    }
    memset(pressure, 0, sizeof *pressure);
}

bool gfPressure_CaresForThin(const gfPressure *pressure)
{
    return pressure->solver != NULL && pressure->solver->caresForThin != NULL &&
           pressure->solver->caresForThin(pressure);
}

bool gfPressure_CareForThin(gfDevice *device, gfPressure *pressure)
{
    return pressure->solver->careForThin == NULL || pressure->solver->careForThin(device, pressure);
}
