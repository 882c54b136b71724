/// What several cases ask of the library.
#ifndef BENCH_LIBRARY_H
#define BENCH_LIBRARY_H

#include "bench.h"

/// Sets gpu->error to what the library last reported; returns false.
bool Library_Fail(Gpu *gpu, const char *what);

/// `multigrid` or `jacobi`, as on the command line.
const char *Library_MethodName(gfPressureMethod method);

/// The method of that name. False if there is none.
bool Library_FindMethod(const char *name, gfPressureMethod *method);

/// `16`, `32`, or `mixed`: velocity in 32 bits, dye and temperature in 16. Null leaves the definition as it is. False
/// if there is none of that name.
bool Library_SetPrecision(gfFluidDef *def, const char *name);

/// Bits of velocity, dye and temperature, as the fluid stores them. False with a line in gpu->error.
bool Library_GetBits(Gpu *gpu, gfFluid *fluid, int bits[3]);

/// The set of tunables of that name. False if there is none, or for null.
bool Library_FindQuality(const char *name, gfQuality *quality);

/// Sets the method and its effort: cycles of multigrid, iterations of Jacobi.
void Library_SetMethod(gfGridParams *params, gfPressureMethod method, int cycles);

/// Divergence after the last projection over that before it, root mean square over fluid cells. Waits. False with a
/// line in gpu->error, also if the fluid holds values that are not finite.
bool Library_MeasureResidual(Gpu *gpu, gfFluid *fluid, double *residual);

#define LIBRARY_PROFILED_RUNS 5

/// Times the passes of some runs, or steps of the fluid, with queries. False with a line in setup->gpu->error; a
/// context without time queries is no failure.
bool Library_ProfileRuns(const BenchSetup *setup, const char *what, bool (*run)(void *user), void *user,
                         BenchProfile *profile);
bool Library_ProfileSteps(const BenchSetup *setup, gfFluid *fluid, BenchProfile *profile);

#endif
