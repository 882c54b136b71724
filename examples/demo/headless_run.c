// The demo without a window: pictures and measures of a run.
#include "stats.h"
#include "ways.h"

#include "player/run.h"
#include "support/complain.h"

#include <stdlib.h>

static int compareTimes(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The first picture, which makes what others find, is not counted.
static bool timeDrawing(Run *run, Stats *stats)
{
    double times[7];
    const int count = (int)(sizeof times / sizeof times[0]);
    for (int i = -1; i < count; i++) {
        double before = Demo_GetSeconds();
        if (!Demo_Draw(run->demo, run->picture.width, run->picture.height)) {
            return false;
        }
        run->gl.Finish();
        times[i < 0 ? 0 : i] = 1000.0 * (Demo_GetSeconds() - before);
    }
    qsort(times, (size_t)count, sizeof times[0], compareTimes);
    stats->drawing_ms = times[count / 2];
    return true;
}

static bool measure(Run *run, gfFluidStats *stats)
{
    return run->profile == NULL || Scene_Measure(&run->demo->scene, stats) ||
           Complain("the fluid could not be measured: %s", gfErrorText(gfGetLastError(NULL)));
}

static bool count(Run *run, Stats *stats)
{
    Scene *scene = &run->demo->scene;
    return run->profile == NULL || scene->solver != GF_SOLVER_PARTICLES ||
           Scene_CountParticles(scene, &stats->particles) ||
           Complain("the particles could not be counted: %s", gfErrorText(gfGetLastError(NULL)));
}

static bool simulate(Run *run, Stats *stats)
{
    const Options *options = run->options;
    if (!measure(run, &stats->initial) || !Run_StepAll(run) || !measure(run, &stats->final) || !count(run, stats)) {
        return false;
    }
    stats->stepping_ms = run->stepping_ms;
    stats->steps = run->steps;
    if (run->profile != NULL) {
        gfDevice_GetProfile(run->demo->device, run->profile);
    }
    if (!Run_WriteLast(run) || (run->profile != NULL && !timeDrawing(run, stats)) ||
        (options->save != NULL && !Demo_SaveFluid(run->demo, options->save)) ||
        (options->stats != NULL && !Stats_Write(stats, run->demo, options->stats))) {
        return false;
    }
    fprintf(Run_GetLog(run), "fluid_demo: %s, %d frames, in %s\n", run->demo->scene.info->name, run->frames,
            options->out);
    return true;
}

int Demo_RunHeadless(Controls *controls)
{
    static Stats stats;
    static Run run = {.write = Run_WritePicture};
    run.profile = controls->demo->options->stats != NULL ? &stats.profile : NULL;
    int status = Run_Open(&run, controls) && simulate(&run, &stats) ? 0 : 1;
    Run_Close(&run);
    return status;
}
