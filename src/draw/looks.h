// Helpers that the default looks of fluids share (gfDefaultDrawDefFor, gfDefaultDraw3DDefFor).
#ifndef GF_LOOKS_H
#define GF_LOOKS_H

#include "gpufluid/particle_params.h"

#include <math.h>
#include <stdbool.h>

static inline float gfLook_Limit(float value, float most)
{
    return fminf(fmaxf(value, 0.0f), most);
}

// Returns whether all materials of particles expand, so that they are drawn as a gas.
bool gfLook_IsGas(const gfParticleParams *params);

#endif
