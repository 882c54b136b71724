#include "pressure_solve.h"

#include "fluid/fluid.h"
#include "solvers/grid/grid.h"

#include <stddef.h>

/// A method that takes a note of the problem and passes it on. A gfPressure knows it by its first member.
typedef struct Recorder {
    gfPressureSolver method;
    const gfPressureSolver *real;
    gfPressureProblem problem;
    bool recorded;
} Recorder;

static gfPressure *getPressure(gfFluid *fluid)
{
    return &((gfGrid *)fluid->state)->projection.pressure;
}

static void recordSolve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                        const gfGridParams *params)
{
    Recorder *recorder = (Recorder *)pressure->solver;
    recorder->problem = *problem;
    recorder->problem.outflow = NULL; // the right-hand side is there afterwards
    recorder->recorded = true;
    recorder->real->solve(device, pressure, problem, params);
}

bool PressureSolve_Record(PressureSolve *solve, gfFluid *fluid)
{
    gfPressure *pressure = getPressure(fluid);
    Recorder recorder = {.method = *pressure->solver, .real = pressure->solver};
    recorder.method.solve = recordSolve;
    pressure->solver = &recorder.method;
    bool stepped = gfFluid_StepOnce(fluid);
    pressure->solver = recorder.real;
    *solve = (PressureSolve){.fluid = fluid, .problem = recorder.problem};
    return stepped && recorder.recorded;
}

bool PressureSolve_Begin(const PressureSolve *solve)
{
    return gfDevice_Begin(solve->fluid->body.device, "bench");
}

void PressureSolve_End(const PressureSolve *solve)
{
    gfDevice_End(solve->fluid->body.device);
}

void PressureSolve_Run(const PressureSolve *solve, const gfGridParams *params)
{
    gfPressure *pressure = getPressure(solve->fluid);
    pressure->solver->solve(solve->fluid->body.device, pressure, &solve->problem, params);
}
