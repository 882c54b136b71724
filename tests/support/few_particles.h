/// Small fluids of GF_SOLVER_PARTICLES, for tests that need one rather than look at how it flows.
#pragma once

#include "support/fixture.h"

/// Most particles of such a fluid.
#define FEW_PARTICLES 400
#define FEW_PARTICLES_SPACING 0.05f

/// A metre by a metre on cells x cells, with particles 0.05 m apart.
gfFluidDef FewParticles_Def(int cells, gfParticleSearch search);

/// A grid of particles at rest, a spacing apart, from `low` to `high`; returns how many, FEW_PARTICLES at most.
int FewParticles_FillBox(gfParticle *particles, gfVec2 low, gfVec2 high);

/// Adds such a grid to a fluid of this capacity; returns how many. Fails the test on error.
int FewParticles_AddBox(gfFluid *fluid, gfVec2 low, gfVec2 high);

/// All particles by their ids, which are unique, to be freed with free(). Fails the test on error.
gfParticle *FewParticles_Read(gfFluid *fluid, int *count);

/// Of all particles and counts.
uint64_t FewParticles_Hash(gfFluid *fluid);
