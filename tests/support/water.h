/// Helpers of tests of GF_SOLVER_WATER: definitions, jittered particles by formula, heights of the surface.
#pragma once

#include "support/particles.h"

/// A closed domain of cellsX x cellsY cells, `height` m high, under 9.81 m/s^2, with 60 steps a second.
gfFluidDef Water_Def(int cellsX, int cellsY, double height);

/// A closed domain of cells of 1 m, under this gravity downwards and with this step.
gfFluidDef Water_CellsDef(int cellsX, int cellsY, double gravity, double step);

/// Fills the places (m) where `inside` has an x above 0 with particles at rest, on a jittered lattice. Returns how
/// many.
int Water_Fill(gfFluid *fluid, FlowFn *inside);

/// The same particles with a velocity from a formula.
int Water_FillMoving(gfFluid *fluid, FlowFn *inside, FlowFn *velocity);

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

/// Area of the particles between two places along x, m^2, as each has its share of a cell.
double Water_Area(gfFluid *fluid, double left, double right);

/// Times and heights at which a swinging value, told step by step, passes 0 and turns.
typedef struct WaterSwing {
    double last, peak, time;
    double zeros[32], peaks[32]; ///< peaks: the largest magnitude between two zeros
    int zeroCount, peakCount;
    bool started;
} WaterSwing;
void WaterSwing_Tell(WaterSwing *swing, double value, double step);

/// The mean period, from the first to the last pair of zeros; fails the test if there were fewer than three zeros.
double WaterSwing_Period(const WaterSwing *swing);

/// What is kept in a period, from the peaks that follow the first zero: of both signs, as a mean of them.
double WaterSwing_Kept(const WaterSwing *swing);

/// A rectangle by its sides, m.
gfShape Water_Box(double left, double right, double bottom, double top);
