// The demo without a window: pictures and measures of a run.
#include "ways.h"

#include "player/run.h"
#include "support/complain.h"
#include "support/output.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What --stats tells of a run.
typedef struct Stats {
    gfFluidStats initial, final; // after set-up, and at the end
    double stepping_ms;          // as Run has it
    uint64_t steps;
    double drawing_ms;        // wall time of a picture, the median of some
    SceneParticles particles; // at the end, of scenes that have some
    gfProfile profile;
} Stats;

// JSON has no NaN: null says that there is no such number.
static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *makePasses(const gfProfile *profile)
{
    json_t *passes = json_array();
    for (int32_t i = 0; i < profile->entryCount; i++) {
        const gfProfileEntry *entry = &profile->entries[i];
        json_array_append_new(passes, json_pack("{s:s, s:I, s:o}", "label", entry->label, "count",
                                                (json_int_t)entry->count, "ms", number(entry->ms)));
    }
    return passes;
}

static json_t *makeReport(const Stats *stats, const Demo *demo)
{
    static const char *const solvers[] = {[GF_SOLVER_GRID] = "grid",
                                          [GF_SOLVER_GAUSSIAN] = "gaussian",
                                          [GF_SOLVER_PARTICLES] = "particles",
                                          [GF_SOLVER_SHALLOW] = "shallow",
                                          [GF_SOLVER_WATER] = "water"};
    const Scene *scene = &demo->scene;
    const gfFluidStats *final = &stats->final;
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    bool flat = scene->fluid != NULL;
    json_t *report = json_pack("{s:s, s:s, s:[i,i], s:i, s:s, s:[o,o], s:I}", "scene", scene->info->name, "solver",
                               solvers[scene->solver], "grid", flat ? def.gridWidth : demo->config.gridWidth,
                               flat ? def.gridHeight : demo->config.gridHeight, "frames", scene->frame, "renderer",
                               gfDevice_GetRenderer(demo->device), "momentum", number(final->momentum[0]),
                               number(final->momentum[1]), "nonfinite", (json_int_t) final->nonfinite);
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"mass_initial", stats->initial.mass},
        {"mass_final", final->mass},
        {"divergence_rms_before", final->divergenceRmsBefore},
        {"divergence_rms_after", final->divergenceRmsAfter},
        {"speed_max", final->speedMax},
        {"dye_in_solids", final->dyeInSolids},
        {"mass_in_solids", final->massInSolids},
        {"mass_correction", final->massCorrection},
        {"ms_per_step", stats->steps > 0 ? stats->stepping_ms / (double)stats->steps : 0.0},
        {"ms_per_draw", stats->drawing_ms},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        json_object_set_new(report, numbers[i].name, number(numbers[i].value));
    }
    if (Scene_IsOfParticles(scene->solver)) {
        const gfParticleStats *particles = &stats->particles.stats;
        json_object_set_new(report, "particles_initial", json_integer((json_int_t)particles->initial));
        json_object_set_new(report, "particles", json_integer((json_int_t)particles->live));
        json_object_set_new(report, "ids_unique", json_boolean(stats->particles.idsUnique));
        json_object_set_new(report, "neighbours_dropped", json_integer((json_int_t)particles->dropped));
    }
    json_object_set_new(report, "passes", makePasses(&stats->profile));
    return report;
}

static bool writeStats(const Stats *stats, const Demo *demo, const char *path)
{
    json_t *report = makeReport(stats, demo);
    char *text = json_dumps(report, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    char error[512] = "no memory for the measures";
    bool written = false;
    json_decref(report);
    if (text != NULL && Options_IsStandardOutput(path)) {
        snprintf(error, sizeof error, "standard output: cannot be written");
        written = puts(text) >= 0 && fflush(stdout) == 0;
    } else if (text != NULL) {
        size_t length = strlen(text);
        text[length] = '\n'; // in place of the 0 at its end
        written = Output_WriteFile(path, text, length + 1, error, (int)sizeof error);
    }
    free(text);
    return written || Complain("%s", error);
}

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
    return run->profile == NULL || !Scene_IsOfParticles(scene->solver) ||
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
        (options->stats != NULL && !writeStats(stats, run->demo, options->stats))) {
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
