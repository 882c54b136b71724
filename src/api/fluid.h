// A fluid: its body, its solver and its clock. Only the public API's files include this.
#ifndef GF_FLUID_H
#define GF_FLUID_H

#include "api/clock.h"
#include "solvers/solver.h"

struct gfFluid {
    gfBody body;
    const gfSolver *solver;
    void *state;
    gfClock clock;
    struct gfTracers *firstTracers;
    gfFluid *previous, *next; // of the device's list
};

// Brings what follows from solids and boundaries up to date; before whatever reads the fluid. False and reported.
bool gfFluid_UpdateSolids(gfFluid *fluid);

#endif
