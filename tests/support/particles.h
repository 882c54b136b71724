/// Small fluids of GF_SOLVER_PARTICLES, for tests that need one rather than look at how it flows.
#ifndef SUPPORT_PARTICLES_H
#define SUPPORT_PARTICLES_H

#include "support/fixture.h"

/// Most particles of such a fluid.
#define PARTICLES_CAPACITY 400
#define PARTICLES_SPACING 0.05f

/// A metre by a metre on cells x cells, with particles 0.05 m apart.
gfFluidDef Particles_Def(int cells, gfParticleSearch search);

/// A grid of particles at rest, a spacing apart, from `low` to `high`; returns how many, PARTICLES_CAPACITY at most.
int Particles_FillBox(gfParticle *particles, gfVec2 low, gfVec2 high);

/// Adds such a grid to a fluid of this capacity; returns how many. Fails the test on error.
int Particles_AddBox(gfFluid *fluid, gfVec2 low, gfVec2 high);

/// All particles by their ids, which are unique, to be freed with free(). Fails the test on error.
gfParticle *Particles_Read(gfFluid *fluid, int *count);

/// Of all particles and counts.
uint64_t Particles_Hash(gfFluid *fluid);

#endif
