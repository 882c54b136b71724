#include "solvers/solver.h"

static const gfSolver *const solverTable[] = {
    [GF_SOLVER_GRID] = &gf_solverGrid,
    [GF_SOLVER_GAUSSIAN] = &gf_solverGaussian,
};

const gfSolver *gfSolver_Find(gfSolverKind kind)
{
    return (unsigned)kind < (unsigned)GF_COUNT(solverTable) ? solverTable[kind] : NULL;
}
