/// Small fluids of GF_SOLVER_PARTICLES, for tests that do not look at their flow.
#pragma once

#include "support/fixture.h"

/// Most particles of such a fluid.
#define FEW_PARTICLES 400
#define FEW_PARTICLES_SPACING 0.05f

/// Returns a definition of 1 m x 1 m, cells x cells, with particles 0.05 m apart.
gfFluidDef FewParticles_Def(int cells, gfParticleSearch search);

/// Fills a box from `low` to `high` with particles at rest, a spacing apart; returns how many, FEW_PARTICLES at most.
int FewParticles_FillBox(gfParticle *particles, gfVec2 low, gfVec2 high);

/// Adds such a grid to a fluid of this capacity; returns how many. Fails the test on error.
int FewParticles_AddBox(gfFluid *fluid, gfVec2 low, gfVec2 high);

/// Returns all particles in the order of their ids, to be freed with free(). Fails the test on error.
gfParticle *FewParticles_Read(gfFluid *fluid, int *count);

/// Returns a hash of all particles and counts.
uint64_t FewParticles_Hash(gfFluid *fluid);
