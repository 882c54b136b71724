/// Helpers of tests of GF_SOLVER_WATER: definitions, jittered particles by formula, heights of the surface.
#pragma once

#include "support/particles.h"

/// A closed domain of cellsX x cellsY cells, `height` m high, under 9.81 m/s^2, with 60 steps a second.
gfFluidDef Water_Def(int cellsX, int cellsY, double height);

/// Fills the places (m) where `inside` has an x above 0 with particles at rest, on a jittered lattice. Returns how many.
int Water_Fill(gfFluid *fluid, FlowFn *inside);

/// Reads all particles; they are freed when the test ends.
typedef struct WaterParticles {
    gfParticle *list;
    int count;
} WaterParticles;
WaterParticles Water_Read(gfFluid *fluid);

/// The largest speed of a particle, m/s, of those below `top` m.
double Water_Fastest(gfFluid *fluid, double top);

/// Fits the surface's first cosine over the width from the particles of each column. `mean`: mean height, m, or null.
double Water_Wave(gfFluid *fluid, double *mean);
