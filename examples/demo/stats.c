#include "stats.h"

#include "support/complain.h"
#include "support/output.h"

#include <jansson.h>

#include <math.h>
#include <stdio.h>

// JSON has no NaN: null says that there is no such number.
static json_t *makeNumber(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static const char *getSolverName(gfSolverKind solver)
{
    switch (solver) {
    case GF_SOLVER_GRID:
        return "grid";
    case GF_SOLVER_GAUSSIAN:
        return "gaussian";
    case GF_SOLVER_PARTICLES:
        return "particles";
    case GF_SOLVER_SHALLOW:
        return "shallow";
    }
    return "unknown";
}

static json_t *makePair(double x, double y)
{
    json_t *pair = json_array();
    json_array_append_new(pair, makeNumber(x));
    json_array_append_new(pair, makeNumber(y));
    return pair;
}

static json_t *makePasses(const gfProfile *profile)
{
    json_t *passes = json_array();
    for (int32_t i = 0; i < profile->entryCount; i++) {
        const gfProfileEntry *entry = &profile->entries[i];
        json_t *pass = json_object();
        json_object_set_new(pass, "label", json_string(entry->label));
        json_object_set_new(pass, "count", json_integer((json_int_t)entry->count));
        json_object_set_new(pass, "ms", makeNumber(entry->ms));
        json_array_append_new(passes, pass);
    }
    return passes;
}

static void addParticles(json_t *report, const SceneParticles *particles)
{
    json_object_set_new(report, "particles_initial", json_integer((json_int_t)particles->stats.initial));
    json_object_set_new(report, "particles", json_integer((json_int_t)particles->stats.live));
    json_object_set_new(report, "ids_unique", json_boolean(particles->idsUnique));
    json_object_set_new(report, "neighbours_dropped", json_integer((json_int_t)particles->stats.dropped));
}

static json_t *makeReport(const Stats *stats, const Demo *demo)
{
    const Scene *scene = &demo->scene;
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    json_t *grid = json_array();
    json_array_append_new(grid, json_integer(scene->fluid != NULL ? def.gridWidth : demo->config.gridWidth));
    json_array_append_new(grid, json_integer(scene->fluid != NULL ? def.gridHeight : demo->config.gridHeight));

    json_t *report = json_object();
    json_object_set_new(report, "scene", json_string(demo->scene.info->name));
    json_object_set_new(report, "solver", json_string(getSolverName(scene->solver)));
    json_object_set_new(report, "grid", grid);
    json_object_set_new(report, "frames", json_integer(demo->scene.frame));
    json_object_set_new(report, "renderer", json_string(gfDevice_GetRenderer(demo->device)));
    json_object_set_new(report, "mass_initial", makeNumber(stats->initial.mass));
    json_object_set_new(report, "mass_final", makeNumber(stats->final.mass));
    json_object_set_new(report, "divergence_rms_before", makeNumber(stats->final.divergenceRmsBefore));
    json_object_set_new(report, "divergence_rms_after", makeNumber(stats->final.divergenceRmsAfter));
    json_object_set_new(report, "speed_max", makeNumber(stats->final.speedMax));
    json_object_set_new(report, "dye_in_solids", makeNumber(stats->final.dyeInSolids));
    json_object_set_new(report, "mass_in_solids", makeNumber(stats->final.massInSolids));
    json_object_set_new(report, "mass_correction", makeNumber(stats->final.massCorrection));
    json_object_set_new(report, "momentum", makePair(stats->final.momentumX, stats->final.momentumY));
    json_object_set_new(report, "nonfinite", json_integer((json_int_t)stats->final.nonfinite));
    json_object_set_new(report, "ms_per_step",
                        makeNumber(stats->steps > 0 ? stats->stepping_ms / (double)stats->steps : 0.0));
    json_object_set_new(report, "ms_per_draw", makeNumber(stats->drawing_ms));
    if (demo->scene.solver == GF_SOLVER_PARTICLES) {
        addParticles(report, &stats->particles);
    }
    json_object_set_new(report, "passes", makePasses(&stats->profile));
    return report;
}

static int addToFile(const char *text, size_t size, void *user)
{
    return Output_Write(user, text, size) ? 0 : -1;
}

static int addToStandardOutput(const char *text, size_t size, void *user)
{
    (void)user;
    return fwrite(text, 1, size, stdout) == size ? 0 : -1;
}

static bool dump(const json_t *report, json_dump_callback_t add, void *user)
{
    return json_dump_callback(report, add, user, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) == 0 &&
           add("\n", 1, user) == 0;
}

bool Stats_Write(const Stats *stats, const Demo *demo, const char *path)
{
    json_t *report = makeReport(stats, demo);
    bool written = false;
    char error[512] = "standard output: cannot be written";
    if (Options_IsStandardOutput(path)) {
        written = dump(report, addToStandardOutput, NULL) && fflush(stdout) == 0;
    } else {
        Output output;
        if (Output_Open(&output, path, error, (int)sizeof error)) {
            written = Output_Close(&output, dump(report, addToFile, &output), error, (int)sizeof error);
        }
    }
    json_decref(report);
    if (!written) {
        Complain("%s", error);
    }
    return written;
}
