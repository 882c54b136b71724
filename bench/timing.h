/// Wall-clock timing of GPU work in batches that a glFinish bounds, several kinds of work in turn.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include "gpu.h"

#define BATCHES_MAX 101

/// One kind of work.
typedef struct Workload {
    bool (*run)(void *user);   ///< issues it once; false stops the timing
    bool (*begin)(void *user); ///< before each batch, untimed; false stops the timing. May be null
    void (*end)(void *user);   ///< after each batch that began, untimed. May be null
    void *user;
    int runs;  ///< in a batch; 0: as many as fill about the time of a batch, found by trying
    double ms; ///< out: of one run, the median of the batches
    double samples[BATCHES_MAX];
} Workload;

/// Of a clock that only goes forward.
double Timing_GetTime_ms(void);

/// Of this thread alone, spent by the processor.
double Timing_GetThreadTime_ms(void);

/// Of at least one; sorts them.
double Timing_GetMedian(double *samples, int count);

/// Times `batches` (1 to BATCHES_MAX) rounds, in each a batch of every workload in turn, so that a machine that slows
/// down does so for all. False if a run failed.
bool Timing_Run(const Gpu *gpu, Workload *workloads, int count, int batches);

#endif
