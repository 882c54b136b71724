#include "pressure_solve.h"

#include "fluid/fluid.h"
#include "solvers/grid/grid.h"

bool PressureSolve_Record(PressureSolve *solve, gfFluid *fluid)
{
    bool stepped = gfFluid_StepOnce(fluid);
    *solve = (PressureSolve){.fluid = fluid, .problem = gfGrid_PressureProblem(&fluid->body, fluid->state)};
    solve->problem.startsAnew = false; // it starts as the params of PressureSolve_Run say
    return stepped;
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
    gfPressure *pressure = &((gfGrid *)solve->fluid->state)->projection.pressure;
    gfPressure_Solve(solve->fluid->body.device, pressure, &solve->problem, params);
}
