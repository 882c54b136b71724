#include "fluid/clock.h"

// Returns the number of steps that are due. Rounding of 1/60 in the caller's frame time must not turn sixty frames into
// fifty-nine steps: a step may run a hair early, and the clock then owes that hair.
static double stepsDue(double pending, double step)
{
    return floor(pending / step + 1e-4);
}

bool gfClock_Check(const gfCore *core, float fixedStep, int maxSubsteps, const char *caller)
{
    GF_REQUIRE(core, gfInRange((double)fixedStep, (double)1e-6f, 1.0), OUT_OF_RANGE,
               "%s: fixedStep is %g; 1e-6 to 1 s is expected", caller, (double)fixedStep);
    GF_REQUIRE(core, gfInRange(maxSubsteps, 1, 1000), OUT_OF_RANGE, "%s: maxSubsteps is %d; 1 to 1000 is expected",
               caller, maxSubsteps);
    return true;

error:
    return false;
}

gfClockRun gfClock_Plan(const gfClock *clock, float dt, float fixedStep, int maxSubsteps)
{
    gfClockRun run = {.most = maxSubsteps, .step = (double)fixedStep, .dt = (double)dt};
    run.due = stepsDue(clock->pending + run.dt, run.step);
    run.steps = (int)fmin(run.due, run.most);
    return run;
}

static void loseTime(gfClock *clock, const gfCore *core, const gfClockRun *run, const char *caller)
{
    double lost = (run->due - run->steps) * run->step;
    clock->pending -= lost;
    clock->info.lostTime_s += lost;
    // It is reported once until the host catches up: a slow machine would fill the log with it.
    if (!clock->timeLostReported) {
        gfReport(core, GF_LOG_WARNING, GF_ERROR_TIME_LOST,
                 "%s: %g s are dropped: dt is %g s, and a frame may hold at most %d substeps of %g s%s", caller, lost,
                 run->dt, run->most, run->step,
                 run->dt > 1.0
                     ? " (is dt in seconds?)"
                     : "; harmless once, as after loading; where each frame is so long take fewer cells, or a "
                       "lower maxSubsteps for shorter frames in slow motion");
    }
    clock->timeLostReported = true;
}

void gfClock_Finish(gfClock *clock, const gfCore *core, const gfClockRun *run, const char *caller)
{
    clock->pending += run->dt - run->steps * run->step;
    if (run->due > run->steps) {
        loseTime(clock, core, run, caller);
    } else {
        clock->timeLostReported = false;
    }
    clock->info.pending_s = fmax(clock->pending, 0.0);
    clock->info.lastSubsteps = run->steps;
}

void gfClock_Count(gfClock *clock, float fixedStep, int substeps)
{
    clock->info.stepCount++;
    clock->info.lastCflSubsteps = substeps;
    clock->info.time_s += (double)fixedStep;
}
