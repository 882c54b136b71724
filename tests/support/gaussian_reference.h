/// One step of the published forms of GF_SOLVER_GAUSSIAN, in double precision on the CPU.
#pragma once

#include "support/gaussian.h"

/// One of the two, as params->mode says.
void GaussianReference_Step(GaussianCells *cells, const gfGaussianParams *params, uint64_t step);
