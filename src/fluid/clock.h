// The time accumulator of a fluid: how many fixed steps a frame runs, and what it loses.
#ifndef GF_CLOCK_H
#define GF_CLOCK_H

#include "gpufluid/fluid.h"

#include "base/core.h"

typedef struct gfClock {
    gfStepInfo info;
    double pending; // time asked for and not yet simulated, s
    double unseen;  // time asked for since the last substep began, s: solids that moved meanwhile took so long
    bool timeLostReported;
} gfClock;

// The steps that one call is to run.
typedef struct gfClockRun {
    int steps;
    int most;
    double due, step, dt;
} gfClockRun;

// Returns whether the definition's steps are in range; reports OUT_OF_RANGE.
bool gfClock_Check(const gfCore *core, float fixedStep, int maxSubsteps, const char *caller);
// Returns the steps that a call is to run; changes nothing yet.
gfClockRun gfClock_Plan(const gfClock *clock, float dt, float fixedStep, int maxSubsteps);
// To be called after the steps have run and were counted: takes their time off and reports time that is lost,
// TIME_LOST.
void gfClock_Finish(gfClock *clock, const gfCore *core, const gfClockRun *run, const char *caller);
// Counts one step that has run, cut into so many substeps.
void gfClock_Count(gfClock *clock, float fixedStep, int substeps);

#endif
