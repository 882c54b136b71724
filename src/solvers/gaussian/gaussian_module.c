#include "fluid/module.h"
#include "solvers/gaussian/gaussian.h"

const gfModule gf_module_gaussian = {.name = "gaussian", .solver = &gf_solverGaussian, .kind = GF_SOLVER_GAUSSIAN};
