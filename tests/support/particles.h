/// Helpers of tests of particles: definitions, lattices, reading by id.
#pragma once

#include "support/flow.h"

#define PARTICLES_MAX 8192

/// A search, as a definition names it.
typedef struct SearchKind {
    const char *name;
    gfParticleSearch search;
    bool plain;
} SearchKind;

#define SEARCH_KINDS 4
extern const SearchKind Particles_Searches[SEARCH_KINDS];

/// A domain of width x height m on a coarse raster, closed, with room for PARTICLES_MAX and as many substeps as needed.
gfFluidDef Particles_Def(double width, double height, double spacing);

/// Fills a rectangle with a hexagonal lattice at rest density, shaken by up to `shake` spacings. Returns how many.
int Particles_FillRectangle(gfParticle *particles, double left, double bottom, double width, double height,
                            double spacing, double shake);

/// Adds such a lattice to a fluid; returns how many.
int Particles_AddRectangle(gfFluid *fluid, double left, double bottom, double width, double height, double spacing,
                           double shake);

/// Sets a kind of search, with slots enough that no particle is dropped.
void Particles_SetSearch(gfFluidDef *def, const SearchKind *kind);

/// Reads particles, at most `most`, in the order of their ids; returns how many.
int Particles_ReadSome(gfFluid *fluid, gfParticle *particles, int most);

gfParticleStats Particles_Stats(gfFluid *fluid);

/// Reads all particles in the order of their ids; fails unless ids are 0, 1, 2... Returns how many.
int Particles_Read(gfFluid *fluid, gfParticle *particles);

/// Returns the mean place of `count` particles.
gfVec2 Particles_GetMiddle(const gfParticle *particles, int count);

/// Returns a pseudo-random number in [0, 1).
double Particles_Random(uint32_t *state);
