#include "stats.h"

#include "support/complain.h"
#include "support/output.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                                          [GF_SOLVER_SHALLOW] = "shallow"};
    const Scene *scene = &demo->scene;
    const gfFluidStats *final = &stats->final;
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    bool flat = scene->fluid != NULL;
    json_t *report = json_pack("{s:s, s:s, s:[i,i], s:i, s:s, s:[o,o], s:I}", "scene", scene->info->name, "solver",
                               solvers[scene->solver], "grid", flat ? def.gridWidth : demo->config.gridWidth,
                               flat ? def.gridHeight : demo->config.gridHeight, "frames", scene->frame, "renderer",
                               gfDevice_GetRenderer(demo->device), "momentum", number(final->momentumX),
                               number(final->momentumY), "nonfinite", (json_int_t) final->nonfinite);
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
    if (scene->solver == GF_SOLVER_PARTICLES) {
        const gfParticleStats *particles = &stats->particles.stats;
        json_object_set_new(report, "particles_initial", json_integer((json_int_t)particles->initial));
        json_object_set_new(report, "particles", json_integer((json_int_t)particles->live));
        json_object_set_new(report, "ids_unique", json_boolean(stats->particles.idsUnique));
        json_object_set_new(report, "neighbours_dropped", json_integer((json_int_t)particles->dropped));
    }
    json_object_set_new(report, "passes", makePasses(&stats->profile));
    return report;
}

bool Stats_Write(const Stats *stats, const Demo *demo, const char *path)
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
