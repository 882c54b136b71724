/// What tests of particles share: definitions, lattices, reading by id.
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

/// A hexagonal lattice at rest density over a rectangle, shaken by a share of the spacing. Returns how many.
int Particles_FillRectangle(gfParticle *particles, double left, double bottom, double width, double height,
                            double spacing, double shake);

/// Adds such a one to a fluid; returns how many.
int Particles_AddRectangle(gfFluid *fluid, double left, double bottom, double width, double height, double spacing,
                           double shake);

/// Takes the search of a kind, with slots for so many that none is dropped.
void Particles_SetSearch(gfFluidDef *def, const SearchKind *kind);

/// All particles by id, `most` of them at most; returns how many.
int Particles_ReadSome(gfFluid *fluid, gfParticle *particles, int most);

gfParticleStats Particles_Stats(gfFluid *fluid);

/// All particles by id; fails unless every id from 0 on is there once. Returns how many.
int Particles_Read(gfFluid *fluid, gfParticle *particles);

/// The middle of so many.
gfVec2 Particles_GetMiddle(const gfParticle *particles, int count);

/// In [0, 1).
double Particles_Random(uint32_t *state);
