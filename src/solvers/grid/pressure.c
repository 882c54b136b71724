// The pressure solvers: Jacobi iteration and multigrid.
#include "solvers/grid/pressure.h"

#include "gpufluid/source.h"

// Jacobi iteration (Harris, GPU Gems chapter 38, 2004). Four cells share a texel, so that seven reads update all four.
// An iteration flips the sign of the shortest wave, a checkerboard, but doesn't damp it. With an odd number of
// iterations and a start from the last pressure, that wave would even grow 2.4 times per step. So the last iteration
// goes only half-way (a relaxation of 0.5). The result is the mean of two iterates, in which the checkerboard cancels.

static void iterate(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, float warmStart,
                    float relaxation)
{
    // Pressure is limited, as without a solution (a source in a pocket between solids) it would grow from step to step.
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

static void solveMultigrid(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                           const gfGridParams *params)
{
    if (params->pressureCycles == 0) { // without cycles the last pressure would go on accelerating the fluid
        gfTexture_Clear(device, &pressure->field.read, (const float[4]){0.0f});
    }
    const float *sides = problem->sides;
    gfMultigrid_Solve(device, pressure->multigrid,
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

bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem)
{
    *pressure = (gfPressure){
        .cellsX = problem->cellsX, .cellsY = problem->cellsY, .wrapX = problem->wrapX, .wrapY = problem->wrapY};
    if (method == GF_PRESSURE_MULTIGRID) {
        pressure->multigrid = gfMultigrid_Create(device, problem->cellsX, problem->cellsY, problem->wrapX,
                                                 problem->wrapY, GF_MULTIGRID_COMPONENTS);
        GF_TRY(pressure->multigrid != NULL);
    }
    return true;
}

bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem)
{
    return (pressure->multigrid != NULL) == (method == GF_PRESSURE_MULTIGRID) && pressure->cellsX == problem->cellsX &&
           pressure->cellsY == problem->cellsY && pressure->wrapX == problem->wrapX &&
           pressure->wrapY == problem->wrapY;
}

void gfPressure_Destroy(gfDevice *device, gfPressure *pressure)
{
    gfMultigrid_Destroy(device, pressure->multigrid);
    memset(pressure, 0, sizeof *pressure);
}

void gfPressure_Prepare(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem)
{
    if (pressure->multigrid != NULL) {
        gfMultigrid_Prepare(device, pressure->multigrid, problem->weights, problem->thinWalls, problem->tiles,
                            problem->empty);
    } else {
        // An iteration with a relaxation of 0 only sets the pressure to 0 in cells that became solid.
        iterate(device, pressure, problem, 1.0f, 0.0f);
    }
}

void gfPressure_Solve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                      const gfGridParams *params)
{
    if (pressure->multigrid != NULL) {
        solveMultigrid(device, pressure, problem, params);
    } else {
        solveJacobi(device, pressure, problem, params);
    }
}
