// The time accumulator of a fluid: how many fixed steps a frame runs, and what it loses.
#ifndef GF_CLOCK_H
#define GF_CLOCK_H

#include "gpufluid/fluid.h"

#include "gl/device.h"

typedef struct gfClock {
    gfStepInfo info;
    double pending; // time asked for and not yet simulated, s
    double unseen;  // time asked for since the last substep began, s: solids that moved meanwhile took so long
    bool timeLostReported;
} gfClock;

// Something that steps by a clock: a fluid, a fluid in three dimensions, a group.
typedef struct gfClocked {
    gfDevice *device;
    gfClock *clock;
    float fixedStep;
    int maxSubsteps;
    void *thing;
    // One fixed step; `left`: those of this call from this one on. False and reported: a pass could not be drawn.
    bool (*step)(void *thing, int left);
    void (*passTime)(void *thing, double dt); // called once, before the steps; null: not at all
    const char *caller;                       // the public function
} gfClocked;

// Returns whether the definition's steps are in range; reports OUT_OF_RANGE.
// Runs the fixed steps that are due after `dt` more seconds. Reports what gfDevice_Begin does, and where steps are
// dropped TIME_LOST. False: it could not begin, or a step failed.
bool gfClock_Run(const gfClocked *clocked, float dt);
// Runs one fixed step, whatever is due. False likewise.
bool gfClock_RunOnce(const gfClocked *clocked);
// One step has run, cut into so many substeps.
void gfClock_Count(gfClock *clock, float fixedStep, int substeps);

#endif
