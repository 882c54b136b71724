#include "solvers/grid/pressure.h"

#include <string.h>

static const gfPressureSolver *const pressureTable[] = {
    [GF_PRESSURE_MULTIGRID] = &gf_pressureMultigrid,
    [GF_PRESSURE_JACOBI] = &gf_pressureJacobi,
};

const gfPressureSolver *gfPressure_Find(gfPressureMethod method)
{
    return (unsigned)method < (unsigned)GF_COUNT(pressureTable) ? pressureTable[method] : NULL;
}

bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem)
{
    *pressure = (gfPressure){.solver = gfPressure_Find(method),
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
    return pressure->solver == gfPressure_Find(method) && pressure->cellsX == problem->cellsX &&
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
