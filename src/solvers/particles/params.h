// Checks of particle parameters.
#ifndef GF_PARAMS_H
#define GF_PARAMS_H

#include "gpufluid/particle_params.h"

#include "base/core.h"

// Checks it; reports OUT_OF_RANGE.
bool gfParticleParams_Check(const gfCore *core, const gfParticleParams *params, int dimensions, const char *caller);
// Checks that nothing changed that is fixed at creation; reports OUT_OF_RANGE.
bool gfParticleParams_CheckChange(const gfCore *core, const gfParticleParams *from, const gfParticleParams *to,
                                  const char *caller);

#endif
