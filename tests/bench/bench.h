/// fluid_bench: its options, its cases and what a case returns. A case is a row of the table in main.c; it times the
/// library, the plain baseline and the machine's limit on one grid, in turn.
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "gpu.h"

#include <gpufluid/gpufluid.h>

#include <stdio.h>

/// What the command line asked for.
typedef struct BenchOptions {
    int steps;      ///< in a batch of the library and of plain; 0: as many as fill a batch
    int batches;    ///< of each kind of work; the median counts
    int warmup;     ///< steps before the residual is taken and the clock starts
    bool warmStart; ///< the library starts from the last pressure; plain always from zero
} BenchOptions;

/// What a case works on.
typedef struct BenchSetup {
    Gpu *gpu;
    gfDevice *device;
    const BenchOptions *options;
    int width; ///< cells
    int height;
} BenchSetup;

/// Time of one kind of pass.
typedef struct BenchPass {
    char label[64];
    double count; ///< in a step
    double ms;    ///< in a step, all of them
} BenchPass;

/// What a case found. Times are of one step, residuals are divergence (root mean square over fluid cells) after the
/// projection over that before, each in its own discretisation.
typedef struct BenchResult {
    double ms;
    double plain_ms;
    double limit_ms; ///< every field of the library's state read and written once, in its own format
    double copy_ms;  ///< one RGBA32F field of the grid's size read and written once
    double residual;
    double plainResidual;
    int stepsPerBatch;
    int plainStepsPerBatch;
    int batches;
    uint64_t passesDropped; ///< passes of the profiled steps without a time
    int passCount;
    BenchPass passes[GF_PROFILE_MAX];
} BenchResult;

/// One row of the table of cases.
typedef struct BenchCase {
    const char *name;
    const char *solver;
    const char *summary; ///< one line, for --list
    /// False with a line in setup->gpu->error.
    bool (*run)(const BenchSetup *setup, BenchResult *result);
} BenchCase;

/// The case `step` of the grid solver: one step of a plume that meets a disc (step.c).
bool Step_RunGrid(const BenchSetup *setup, BenchResult *result);

/// What was measured, in the order of measuring (report.c).
typedef struct Report Report;

/// Null without memory. `file` is where the JSON goes, or null.
Report *Report_Create(const char *renderer, const char *api, FILE *file);
void Report_Destroy(Report *report);

/// Prints one row, below the table's head if it is the first, and keeps it for the rest. False without memory.
bool Report_Add(Report *report, const BenchCase *row, const BenchSetup *setup, const BenchResult *result);

/// Prints the passes of every row, and writes the JSON. False if that could not be written.
bool Report_Finish(Report *report);

#endif
