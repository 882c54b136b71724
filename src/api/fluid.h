// A fluid: its body, its solver and its clock. Only the public API's files include this.
#ifndef GF_FLUID_H
#define GF_FLUID_H

#include "api/clock.h"
#include "solvers/solver.h"

struct gfFluid {
    gfLink link; // of the device's list
    gfBody body;
    const gfSolver *solver;
    void *state;
    gfClock clock;
    gfLink *firstTracers; // gfTracers
};

// Brings what follows from solids and boundaries up to date; before whatever reads the fluid. False and reported.
bool gfFluid_UpdateSolids(gfFluid *fluid);

#endif
