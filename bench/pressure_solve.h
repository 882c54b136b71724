/// The pressure solve of a grid fluid on its own, to be timed. The only part of the bench that knows the library's
/// insides.
#ifndef BENCH_PRESSURE_SOLVE_H
#define BENCH_PRESSURE_SOLVE_H

#include "solvers/grid/pressure.h"

/// What the fluid's last step solved: its right-hand side is there afterwards.
typedef struct PressureSolve {
    gfFluid *fluid;
    gfPressureProblem problem;
} PressureSolve;

/// Runs one step and keeps what is solved in it. False if the step failed.
bool PressureSolve_Record(PressureSolve *solve, gfFluid *fluid);

/// Solves stand between these, as many as wanted. False if the library can't work now.
bool PressureSolve_Begin(const PressureSolve *solve);
void PressureSolve_End(const PressureSolve *solve);

/// Issues the solve again, with the effort and warm start of `params`. Their method must be the fluid's.
void PressureSolve_Run(const PressureSolve *solve, const gfGridParams *params);

#endif
