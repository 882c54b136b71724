#define _POSIX_C_SOURCE 200809L

#include "timing.h"

#include <stdlib.h>
#include <time.h>

#define BATCH_MS 60.0
#define RUNS_MAX 5000

static double readClock_ms(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

double Timing_GetTime_ms(void)
{
    return readClock_ms(CLOCK_MONOTONIC);
}

double Timing_GetThreadTime_ms(void)
{
    return readClock_ms(CLOCK_THREAD_CPUTIME_ID);
}

static bool timeRuns(const Gpu *gpu, const Workload *workload, int runs, double *batch_ms)
{
    gpu->gl.Finish();
    double start = Timing_GetTime_ms();
    for (int i = 0; i < runs; i++) {
        if (!workload->run(workload->user)) {
            return false;
        }
    }
    gpu->gl.Finish();
    *batch_ms = Timing_GetTime_ms() - start;
    return true;
}

static bool timeBatch(const Gpu *gpu, const Workload *workload, int runs, double *batch_ms)
{
    if (workload->begin != NULL && !workload->begin(workload->user)) {
        return false;
    }
    bool timed = timeRuns(gpu, workload, runs, batch_ms);
    if (workload->end != NULL) {
        workload->end(workload->user);
    }
    return timed;
}

/// The first run may still compile something. The finish itself costs, so short work is tried in growing batches.
static bool settleRuns(const Gpu *gpu, Workload *workload)
{
    int runs = 1;
    double batch_ms = 0.0;
    if (!timeBatch(gpu, workload, 1, &batch_ms)) {
        return false;
    }
    while (timeBatch(gpu, workload, runs, &batch_ms)) {
        if (batch_ms >= 0.25 * BATCH_MS || runs >= RUNS_MAX / 4) {
            double wanted = (double)runs * BATCH_MS / (batch_ms > 1e-6 ? batch_ms : 1e-6);
            workload->runs = wanted < 1.0 ? 1 : wanted > (double)RUNS_MAX ? RUNS_MAX : (int)wanted;
            return true;
        }
        runs *= 4;
    }
    return false;
}

static int compareDoubles(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

double Timing_GetMedian(double *samples, int count)
{
    qsort(samples, (size_t)count, sizeof(*samples), compareDoubles);
    return 0.5 * (samples[(count - 1) / 2] + samples[count / 2]);
}

bool Timing_Run(const Gpu *gpu, Workload *workloads, int count, int batches)
{
    for (int i = 0; i < count; i++) {
        if (workloads[i].runs == 0 && !settleRuns(gpu, &workloads[i])) {
            return false;
        }
    }
    for (int batch = 0; batch < batches; batch++) {
        for (int i = 0; i < count; i++) {
            double batch_ms = 0.0;
            if (!timeBatch(gpu, &workloads[i], workloads[i].runs, &batch_ms)) {
                return false;
            }
            workloads[i].samples[batch] = batch_ms / (double)workloads[i].runs;
        }
    }
    for (int i = 0; i < count; i++) {
        workloads[i].ms = Timing_GetMedian(workloads[i].samples, batches);
    }
    return true;
}
