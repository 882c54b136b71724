#include "fluid/module.h"

extern const gfSolver gf_solverGrid;

const gfModule gf_module_grid = {.name = "grid", .solver = &gf_solverGrid, .kind = GF_SOLVER_GRID};
