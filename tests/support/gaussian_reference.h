/// One step of the published forms of GF_SOLVER_GAUSSIAN, in double precision on the CPU.
#pragma once

#include "support/gaussian.h"

/// GF_GAUSSIAN_CLASSIC or GF_GAUSSIAN_SIMPLE, as params->mode says; `step` counts from 0 since creation or reset.
void GaussianReference_Step(GaussianCells *cells, const gfGaussianParams *params, uint64_t step);
