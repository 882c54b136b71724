/// Helpers of tests of GF_SOLVER_GAUSSIAN: its state as particles in double precision, in cells and steps; initial
/// states; measures. All fail the test on an error.
#pragma once

#include "support/flow.h"

/// One particle a cell, first row at the bottom.
typedef struct GaussianCells {
    int width, height;
    double *mass;
    double *x, *y; ///< velocity, cells a step
} GaussianCells;

/// Sums over all cells.
typedef struct GaussianTotals {
    double mass;
    double momentumX, momentumY; ///< cells a step
    double centreX, centreY;     ///< centre of mass, cells
    double spread;               ///< root mean square distance from it, cells
    double energy;               ///< half the mass times speed squared
    double massMax;
    double speedMax; ///< along an axis, of cells with mass, cells a step
} GaussianTotals;

/// The largest differences of a state from another, over the largest value of the other.
typedef struct GaussianDifference {
    double mass;
    double momentum; ///< mass times velocity
} GaussianDifference;

/// Mass and velocity (cells a step) at a cell's centre, in cells.
typedef struct GaussianValue {
    double mass, x, y;
} GaussianValue;
typedef GaussianValue GaussianFn(double x, double y);

/// Defines a GaussianFn by formulas in x and y.
#define GAUSSIAN_STATE(name, mass, u, v)    \
    static GaussianValue name(FLOW_PLACE)   \
    {                                       \
        return (GaussianValue){mass, u, v}; \
    }

/// A Gaussian fluid of width x height cells of 1/64 m and steps of 1/64 s: 1 m/s is one cell a step.
gfFluidDef Gaussian_Def(int width, int height, gfGaussianMode mode);

/// The same with all four sides periodic.
gfFluidDef Gaussian_PeriodicDef(int width, int height, gfGaussianMode mode);

const char *Gaussian_ModeName(gfGaussianMode mode);

/// Cells go with the test; there is nothing to free.
GaussianCells GaussianCells_Make(int width, int height);
/// The velocity that particles carry; GF_FIELD_VELOCITY is how mass moves.
GaussianCells GaussianCells_Read(gfFluid *fluid);
void GaussianCells_Write(const GaussianCells *cells, gfFluid *fluid);

/// Writes a state from a formula.
void Gaussian_Write(gfFluid *fluid, GaussianFn *fn);

/// Gives each cell a random mass up to 2, and a velocity up to `speed` along an axis, with holes and empty regions.
void GaussianCells_Randomize(GaussianCells *cells, uint32_t seed, double speed);

GaussianTotals GaussianCells_Totals(const GaussianCells *cells);
GaussianTotals Gaussian_Totals(gfFluid *fluid);
GaussianDifference GaussianCells_Compare(const GaussianCells *cells, const GaussianCells *expected);

/// Sum of a channel of the dye times mass, over cells.
double Gaussian_DyeTotal(gfFluid *fluid, int channel);

/// Fails unless mass, velocity and dye of two fluids are the same bytes.
void Gaussian_ExpectSameBytes(gfFluid *a, gfFluid *b);

/// The next of a row of pseudo-random numbers, 0 to 1; *seed is not 0.
double Gaussian_Random(uint32_t *seed);
