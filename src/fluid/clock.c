#include "fluid/fluid.h"

// What one call of gfClock_Run does: the steps that it runs, those that are due, and step and frame time, s.
typedef struct ClockRun {
    int steps;
    double due, step, dt;
} ClockRun;

static void loseTime(const gfClocked *c, const ClockRun *run)
{
    gfClock *clock = c->clock;
    double lost = (run->due - run->steps) * run->step;
    clock->pending -= lost;
    clock->info.lostTime_s += lost;
    // Reports once, and again only after the host has caught up, as a slow machine would fill the log.
    if (!clock->timeLostReported) {
        gfReport(&c->device->core, GF_LOG_WARNING, GF_ERROR_TIME_LOST,
                 "%s: %g s are dropped: dt is %g s, and a frame may hold at most %d steps of %g s%s", c->caller, lost,
                 run->dt, c->maxSteps, run->step,
                 run->dt > 1.0
                     ? " (is dt in seconds?)"
                     : "; harmless once, as after loading; where each frame is so long take fewer cells, or a "
                       "lower maxSteps for shorter frames in slow motion");
    }
    clock->timeLostReported = true;
}

// Advances the clock after the steps of a gfClock_Run, and drops the time of steps that were due but did not run.
static void finishRun(const gfClocked *c, const ClockRun *run)
{
    gfClock *clock = c->clock;
    clock->pending += run->dt - run->steps * run->step;
    if (run->due > run->steps) {
        loseTime(c, run);
    } else {
        clock->timeLostReported = false;
    }
    clock->info.pending_s = fmax(clock->pending, 0.0);
    clock->info.lastSteps = run->steps;
}

static void passTime(const gfClocked *c, double dt)
{
    if (c->passTime != NULL) {
        c->passTime(c->thing, dt);
    }
}

bool gfClock_Run(const gfClocked *c, float dt)
{
    ClockRun run = {.step = (double)c->fixedStep, .dt = (double)dt};
    // The 1e-4 lets a step run a hair early: else rounding of 1/60 s would turn sixty frames into fifty-nine steps.
    run.due = floor((c->clock->pending + run.dt) / run.step + 1e-4);
    run.steps = (int)fmin(run.due, c->maxSteps);
    if (run.steps > 0 ? !gfDevice_Begin(c->device, c->caller) : !gfDevice_CheckCurrent(c->device, c->caller)) {
        return false;
    }
    bool ok = true;
    passTime(c, run.dt);
    for (int i = 0; i < run.steps; i++) {
        ok = c->step(c->thing, run.steps - i) && ok;
    }
    if (run.steps > 0) {
        gfPrograms_WarmUp(c->device);
        gfDevice_End(c->device);
    }
    finishRun(c, &run);
    return ok;
}

bool gfClock_RunOnce(const gfClocked *c)
{
    GF_TRY(gfDevice_Begin(c->device, c->caller));
    passTime(c, (double)c->fixedStep);
    bool ok = c->step(c->thing, 1);
    c->clock->info.lastSteps = 1;
    gfPrograms_WarmUp(c->device);
    gfDevice_End(c->device);
    return ok;
}

void gfClock_Count(gfClock *clock, float fixedStep, int substeps)
{
    clock->info.stepCount++;
    clock->info.lastCflSubsteps = substeps;
    clock->info.time_s += (double)fixedStep;
}
