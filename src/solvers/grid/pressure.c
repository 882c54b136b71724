#include "solvers/grid/pressure.h"

#include <string.h>

static const gfPressureSolver *const solverTable[] = {
    [GF_PRESSURE_MULTIGRID] = &gf_pressureMultigrid,
    [GF_PRESSURE_JACOBI] = &gf_pressureJacobi,
};

const gfPressureSolver *gfPressure_Find(gfPressureMethod method)
{
    return (unsigned)method < (unsigned)GF_COUNT(solverTable) ? solverTable[method] : NULL;
}

bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem)
{
    const gfFormat format = GF_FORMAT_RGBA32F;
    *pressure = (gfPressure){.solver = gfPressure_Find(method),
                             .cellsX = problem->cellsX,
                             .cellsY = problem->cellsY,
                             .wrapX = problem->wrapX,
                             .wrapY = problem->wrapY};
    if (gfPingPong_Create(device, &pressure->field, &format, 1, (problem->cellsX + 1) / 2, (problem->cellsY + 1) / 2) &&
        (pressure->solver->create == NULL || pressure->solver->create(device, pressure, problem))) {
        return true;
    }
    gfPressure_Destroy(device, pressure);
    return false;
}

bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem)
{
    return pressure->solver == gfPressure_Find(method) && pressure->cellsX == problem->cellsX &&
           pressure->cellsY == problem->cellsY && pressure->wrapX == problem->wrapX &&
           pressure->wrapY == problem->wrapY;
}

void gfPressure_Destroy(gfDevice *device, gfPressure *pressure)
{
    if (pressure->solver != NULL && pressure->solver->destroy != NULL) {
        pressure->solver->destroy(device, pressure);
    }
    gfPingPong_Destroy(device, &pressure->field);
    memset(pressure, 0, sizeof *pressure);
}
