/// One step of the published forms of GF_SOLVER_GAUSSIAN, in double precision on the CPU.
#pragma once

#include "support/gaussian.h"

/// GF_GAUSSIAN_CLASSIC; `step` counts from 0 since creation or reset.
void GaussianReference_Classic(GaussianCells *cells, uint64_t step);

/// GF_GAUSSIAN_SIMPLE.
void GaussianReference_Simple(GaussianCells *cells, const gfGaussianParams *params, uint64_t step);

/// One of the two, as params->mode says.
void GaussianReference_Step(GaussianCells *cells, const gfGaussianParams *params, uint64_t step);
