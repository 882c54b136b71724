#include "bench.h"
#include "library.h"
#include "start.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The JSON: {"renderer", "version", "api", "tier", "cases": [row]}, and "skipped": [row] if some were. Every row has
// "case", "solver" and, but for `column`, "grid": [w, h], and then, by its case:
//   step        "method", "cycles", "ms", "plain_ms", "limit_ms", "copy_ms", "residual", "plain_residual", "steps",
//               "plain_steps", "batches", "warm_start", "dye", "precision", "bits" (of velocity, dye and
//               temperature, as stored), "quality", "passes_count", "gl_calls", "framebuffer_binds", "passes_dropped",
//               "passes": [{"label", "count", "ms"}]; times and counts are of one step
//   projection  "solids", "input", "method", "cycles", "residual", "ms", "plain_ms", "cycle_ms", "ratio", "batches";
//   "cycle_ms"
//               and "ratio", which is of it to "plain_ms", are those of multigrid in the rows of "jacobi" too
//   quality     "quality", "ms", "residual", "batches"
//   advection   "advection", and the rest as quality
//   effects     "ms" (draw_ms - plain_ms), "plain_ms", "draw_ms", "step_ms", "ratio" (ms / step_ms), "batches",
//               "passes_dropped", "passes" as of step, but of one drawing with effects
//   frame       "ms", "step_ms", "ratio" (ms / step_ms), "batches"
//   detail      "ms" (of a frame with it), "plain_ms", "ratio" (ms / plain_ms), "batches"
//   game        "solids", "static_ms", "moving_ms", "moving_ratio" (moving_ms / static_ms), "query_ms", "query_ratio"
//               (query_ms / static_ms), "scroll_ms", "scroll_ratio" (scroll_ms / static_ms), "waits", "answers",
//               "batches", "passes_dropped", "passes" as of step, while the solids move
//   cpu         "us", "gl_calls", "us_frame", "gl_calls_frame", "batches"; of one step
//   tweet, pour "ms", "plain_ms", "ratio" (plain_ms / ms), "copy_ms", "plain_copies" (plain_ms / copy_ms), "steps",
//               "batches", "passes_dropped", "passes" as of step; `tweet` also "difference"
//   column      "particles", "dimensions", "search", "substep_ms", "copy_ms", "substep_copies" (substep_ms / copy_ms),
//               "substeps_per_step", "neighbours", "densest", "dropped", "steps", "batches", "passes_dropped",
//               "passes": {label: ms of a substep}; one that was skipped: the first three, and "reason"
// bench.h says what they mean.

struct Report {
    json_t *root;
    json_t *cases; ///< borrowed from root
    FILE *file;
    const BenchCase *table; ///< whose head was printed last
};

/// Takes the value over in any case; a null object or value (no memory) gives false.
static bool setValue(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

Report *Report_Create(const char *renderer, const char *api, const char *tier, FILE *file)
{
    Report *report = calloc(1, sizeof(*report));
    if (report == NULL) {
        return NULL;
    }
    report->file = file;
    report->root = json_object();
    report->cases = json_array();
    if (!setValue(report->root, "renderer", json_string(renderer)) ||
        !setValue(report->root, "version", json_string(gfGetVersion())) ||
        !setValue(report->root, "api", json_string(api)) || !setValue(report->root, "tier", json_string(tier)) ||
        !setValue(report->root, "cases", report->cases)) {
        Report_Destroy(report);
        return NULL;
    }
    printf("renderer: %s\n", renderer);
    return report;
}

void Report_Destroy(Report *report)
{
    if (report != NULL) {
        json_decref(report->root);
        free(report);
    }
}

static double divide(double a, double b)
{
    return b > 0.0 ? a / b : 0.0;
}

/// Whether the row is the first of its table; the caller then prints the head.
static bool startsTable(Report *report, const BenchCase *row)
{
    bool starts = report->table != row;
    if (starts && report->table != NULL) {
        printf("\n");
    }
    report->table = row;
    return starts;
}

static const char *formatGrid(const BenchSetup *setup, char grid[32])
{
    snprintf(grid, 32, "%dx%d", setup->width, setup->height);
    return grid;
}

/// What every row has.
static json_t *makeRow(const BenchSetup *setup)
{
    json_t *object = json_object();
    if (!setValue(object, "case", json_string(setup->row->name)) ||
        !setValue(object, "solver", json_string(setup->row->solver)) ||
        (setup->width > 0 && !setValue(object, "grid", json_pack("[ii]", setup->width, setup->height)))) {
        json_decref(object);
        return NULL;
    }
    return object;
}

/// Keeps a row that is `complete` in this list, or drops it.
static bool keepRowIn(json_t *list, const BenchSetup *setup, json_t *object, bool complete)
{
    if (!complete) {
        json_decref(object);
        object = NULL;
    }
    fflush(stdout);
    return json_array_append_new(list, object) == 0 || Gpu_Fail(setup->gpu, "out of memory");
}

static bool keepRow(Report *report, const BenchSetup *setup, json_t *object, bool complete)
{
    return keepRowIn(report->cases, setup, object, complete);
}

static void printStep(Report *report, const BenchSetup *setup, const StepResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step; plain: the textbook pipeline; limit: the solver's state copied once; "
               "copy: one RGBA32F field\n\n");
        printf("%-6s %-8s %11s %10s %10s %10s %10s %10s %10s %10s %9s %9s %9s %9s\n", "case", "solver", "grid", "ours",
               "plain", "plain/ours", "limit", "ours/limit", "copy", "plain/copy", "residual", "plain's", "quality",
               "bits");
    }
    char grid[32];
    printf("%-6s %-8s %11s %10.3f %10.3f %10.2f %10.3f %10.1f %10.3f %10.1f %9.4f %9.4f %9s  %d %d %d\n",
           setup->row->name, setup->row->solver, formatGrid(setup, grid), result->ms, result->plain_ms,
           divide(result->plain_ms, result->ms), result->limit_ms, divide(result->ms, result->limit_ms),
           result->copy_ms, divide(result->plain_ms, result->copy_ms), result->residual, result->plainResidual,
           setup->options->quality ? setup->options->quality : "default", result->bits[0], result->bits[1],
           result->bits[2]);
}

/// A mean of counts, which is mostly whole.
static json_t *makeNumber(double count)
{
    return count == floor(count) ? json_integer((json_int_t)count) : json_real(count);
}

static json_t *makePasses(const BenchProfile *profile)
{
    json_t *passes = json_array();
    for (int i = 0; i < profile->count; i++) {
        const BenchPass *pass = &profile->passes[i];
        json_t *entry = json_object();
        if (!setValue(entry, "label", json_string(pass->label)) || !setValue(entry, "count", makeNumber(pass->count)) ||
            !setValue(entry, "ms", json_real(pass->ms)) || json_array_append(passes, entry) != 0) {
            json_decref(entry);
            json_decref(passes);
            return NULL;
        }
        json_decref(entry);
    }
    return passes;
}

bool Report_AddStep(Report *report, const BenchSetup *setup, const StepResult *result)
{
    const BenchOptions *options = setup->options;
    printStep(report, setup, result);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "method", json_string(Library_MethodName(options->method))) &&
                setValue(object, "cycles", json_integer(options->cycles)) &&
                setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "plain_ms", json_real(result->plain_ms)) &&
                setValue(object, "limit_ms", json_real(result->limit_ms)) &&
                setValue(object, "copy_ms", json_real(result->copy_ms)) &&
                setValue(object, "residual", json_real(result->residual)) &&
                setValue(object, "plain_residual", json_real(result->plainResidual)) &&
                setValue(object, "steps", json_integer(result->stepsPerBatch)) &&
                setValue(object, "plain_steps", json_integer(result->plainStepsPerBatch)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "warm_start", json_boolean(options->warmStart)) &&
                setValue(object, "dye", json_string(options->plume ? "plume" : "all")) &&
                setValue(object, "precision", json_string(options->precision ? options->precision : "default")) &&
                setValue(object, "bits", json_pack("[iii]", result->bits[0], result->bits[1], result->bits[2])) &&
                setValue(object, "quality", json_string(options->quality ? options->quality : "default")) &&
                setValue(object, "passes_count", makeNumber(result->passes)) &&
                setValue(object, "gl_calls", makeNumber(result->calls)) &&
                setValue(object, "framebuffer_binds", makeNumber(result->binds)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

static void printProjection(Report *report, const BenchSetup *setup, const ProjectionResult *result)
{
    if (startsTable(report, setup->row)) {
        printf(
            "ms a pressure solve from zero; plain: 40 textbook iterations without solids; cycle: one of multigrid\n\n");
        printf("%-10s %-8s %11s %-10s %-6s %-10s %6s %9s %10s %10s %10s %10s %11s\n", "case", "solver", "grid",
               "solids", "input", "method", "cycles", "residual", "ours", "plain", "plain/ours", "cycle",
               "cycle/plain");
    }
    char grid[32];
    printf("%-10s %-8s %11s %-10s %-6s %-10s %6d %9.5f %10.4f %10.4f %10.2f %10.4f %11.3f\n", setup->row->name,
           setup->row->solver, formatGrid(setup, grid), result->solids, result->input,
           Library_MethodName(result->method), result->cycles, result->residual, result->ms, result->plain_ms,
           divide(result->plain_ms, result->ms), result->cycle_ms, divide(result->cycle_ms, result->plain_ms));
}

bool Report_AddProjection(Report *report, const BenchSetup *setup, const ProjectionResult *result)
{
    printProjection(report, setup, result);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "solids", json_string(result->solids)) &&
                setValue(object, "input", json_string(result->input)) &&
                setValue(object, "method", json_string(Library_MethodName(result->method))) &&
                setValue(object, "cycles", json_integer(result->cycles)) &&
                setValue(object, "residual", json_real(result->residual)) &&
                setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "plain_ms", json_real(result->plain_ms)) &&
                setValue(object, "cycle_ms", json_real(result->cycle_ms)) &&
                setValue(object, "ratio", json_real(divide(result->cycle_ms, result->plain_ms))) &&
                setValue(object, "batches", json_integer(result->batches));
    return keepRow(report, setup, object, made);
}

bool Report_AddQuality(Report *report, const BenchSetup *setup, const QualityResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step of a plume that meets a disc, and the residual of its 60th step\n\n");
        printf("%-9s %-8s %11s %-11s %10s %9s\n", "case", "solver", "grid", setup->row->name, "ours", "residual");
    }
    char grid[32];
    printf("%-9s %-8s %11s %-11s %10.3f %9.5f\n", setup->row->name, setup->row->solver, formatGrid(setup, grid),
           result->quality, result->ms, result->residual);
    json_t *object = makeRow(setup);
    bool made = setValue(object, setup->row->name, json_string(result->quality)) &&
                setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "residual", json_real(result->residual)) &&
                setValue(object, "batches", json_integer(result->batches));
    return keepRow(report, setup, object, made);
}

bool Report_AddEffects(Report *report, const BenchSetup *setup, const EffectsResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms of refraction and bloom (draw less plain) on a picture of the grid's size, and of a step\n\n");
        printf("%-8s %-8s %11s %10s %10s %10s %10s %10s\n", "case", "solver", "grid", "ours", "plain", "draw", "step",
               "ours/step");
    }
    char grid[32];
    double ratio = divide(result->ms, result->step_ms);
    printf("%-8s %-8s %11s %10.3f %10.3f %10.3f %10.3f %10.3f\n", setup->row->name, setup->row->solver,
           formatGrid(setup, grid), result->ms, result->plain_ms, result->draw_ms, result->step_ms, ratio);
    json_t *object = makeRow(setup);
    bool made =
        setValue(object, "ms", json_real(result->ms)) && setValue(object, "plain_ms", json_real(result->plain_ms)) &&
        setValue(object, "draw_ms", json_real(result->draw_ms)) &&
        setValue(object, "step_ms", json_real(result->step_ms)) && setValue(object, "ratio", json_real(ratio)) &&
        setValue(object, "batches", json_integer(result->batches)) &&
        setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
        setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

bool Report_AddFrame(Report *report, const BenchSetup *setup, const FrameResult *result)
{
    bool detail = strcmp(setup->row->name, "detail") == 0;
    const char *less = detail ? "plain" : "step";
    if (startsTable(report, setup->row)) {
        printf("ms of a frame of 1280 x 720, a step and a drawing; %s\n\n",
               detail ? "with detail below a cell and without" : "dye 8 times finer, bloom, shafts of light");
        printf("%-8s %-8s %11s %10s %10s %5s%s\n", "case", "solver", "grid", "ours", less, "ours/", less);
    }
    char grid[32];
    double ratio = divide(result->frame_ms, result->less_ms);
    printf("%-8s %-8s %11s %10.3f %10.3f %10.3f\n", setup->row->name, setup->row->solver, formatGrid(setup, grid),
           result->frame_ms, result->less_ms, ratio);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "ms", json_real(result->frame_ms)) &&
                setValue(object, detail ? "plain_ms" : "step_ms", json_real(result->less_ms)) &&
                setValue(object, "ratio", json_real(ratio)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

static bool addStart(json_t *object, const StartResult *start)
{
    return setValue(object, "cpu_ms", json_real(start->cpu_ms)) &&
           setValue(object, "cpu_ms_frame", json_real(start->cpu_ms_frame)) &&
           setValue(object, "gl_calls", json_integer(start->gl_calls)) &&
           setValue(object, "gl_calls_frame", json_integer(start->gl_calls_frame)) &&
           setValue(object, "cold_ms", json_real(start->cold_ms)) &&
           setValue(object, "warm_ms", json_real(start->warm_ms)) &&
           setValue(object, "ready_ms", json_real(start->ready_ms)) &&
           setValue(object, "slice_ms", json_real(start->slice_ms)) &&
           setValue(object, "programs", json_integer(start->programs));
}

bool Report_AddGame(Report *report, const BenchSetup *setup, const GameResult *result, const StartResult *start)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step; static: the solids are still; moving: each moves before each step; query: 1,000 points, 64\n"
               "regions and 64 solids are asked about after each step; waits: for the GPU, of these; scroll: the\n"
               "domain moves by a cell before each step\n\n");
        printf("%-6s %-8s %11s %6s %10s %10s %13s %10s %12s %5s %10s %13s\n", "case", "solver", "grid", "solids",
               "static", "moving", "moving/static", "query", "query/static", "waits", "scroll", "scroll/static");
    }
    char grid[32];
    double ratio = divide(result->moving_ms, result->static_ms);
    double queryRatio = divide(result->query_ms, result->static_ms);
    double scrollRatio = divide(result->scroll_ms, result->static_ms);
    printf("%-6s %-8s %11s %6d %10.3f %10.3f %13.2f %10.3f %12.3f %5llu %10.3f %13.3f\n", setup->row->name,
           setup->row->solver, formatGrid(setup, grid), result->solids, result->static_ms, result->moving_ms, ratio,
           result->query_ms, queryRatio, (unsigned long long)result->waits, result->scroll_ms, scrollRatio);
    json_t *object = makeRow(setup);
    printf("       a frame: %.3f ms of CPU, %d GL calls; between BeginFrame and EndFrame %.3f ms, %d; first frame: "
           "%.0f ms "
           "cold,\n       %.0f with binaries, %.0f prepared (longest slice %.1f); %d programs\n",
           start->cpu_ms, start->gl_calls, start->cpu_ms_frame, start->gl_calls_frame, start->cold_ms, start->warm_ms,
           start->ready_ms, start->slice_ms, start->programs);
    bool made = addStart(object, start) && setValue(object, "query_ms", json_real(result->query_ms)) &&
                setValue(object, "query_ratio", json_real(queryRatio)) &&
                setValue(object, "scroll_ms", json_real(result->scroll_ms)) &&
                setValue(object, "scroll_ratio", json_real(scrollRatio)) &&
                setValue(object, "waits", json_integer((json_int_t)result->waits)) &&
                setValue(object, "answers", json_integer((json_int_t)result->answers)) &&
                setValue(object, "solids", json_integer(result->solids)) &&
                setValue(object, "static_ms", json_real(result->static_ms)) &&
                setValue(object, "moving_ms", json_real(result->moving_ms)) &&
                setValue(object, "moving_ratio", json_real(ratio)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

bool Report_AddGroup(Report *report, const BenchSetup *setup, const GroupResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step of all fluids; one: a fluid with as many cells as all have; apart: each stepped alone\n\n");
        printf("%-6s %-8s %11s %6s %10s %10s %10s %10s %11s\n", "case", "solver", "grid", "fluids", "group", "one",
               "group/one", "apart", "group/apart");
    }
    char grid[32];
    double ratio = divide(result->ms, result->whole_ms), apartRatio = divide(result->ms, result->apart_ms);
    printf("%-6s %-8s %11s %6d %10.3f %10.3f %10.2f %10.3f %11.2f\n", setup->row->name, setup->row->solver,
           formatGrid(setup, grid), result->fluids, result->ms, result->whole_ms, ratio, result->apart_ms, apartRatio);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "fluids", json_integer(result->fluids)) &&
                setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "whole_ms", json_real(result->whole_ms)) &&
                setValue(object, "whole_ratio", json_real(ratio)) &&
                setValue(object, "apart_ms", json_real(result->apart_ms)) &&
                setValue(object, "apart_ratio", json_real(apartRatio)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

bool Report_AddKinds(Report *report, const BenchSetup *setup, const KindsResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a substep of as many particles: of water, of five kinds, and of 256 groups\n\n");
        printf("%-6s %-9s %9s %9s %9s %11s %9s %12s\n", "case", "solver", "particles", "water", "kinds", "kinds/water",
               "groups", "groups/water");
    }
    double kinds = divide(result->kinds_ms, result->water_ms), groups = divide(result->groups_ms, result->water_ms);
    printf("%-6s %-9s %9d %9.3f %9.3f %11.2f %9.3f %12.2f\n", setup->row->name, setup->row->solver, result->particles,
           result->water_ms, result->kinds_ms, kinds, result->groups_ms, groups);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "particles", json_integer(result->particles)) &&
                setValue(object, "water_ms", json_real(result->water_ms)) &&
                setValue(object, "kinds_ms", json_real(result->kinds_ms)) &&
                setValue(object, "groups_ms", json_real(result->groups_ms)) &&
                setValue(object, "kinds_ratio", json_real(kinds)) &&
                setValue(object, "groups_ratio", json_real(groups)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

bool Report_AddCpu(Report *report, const BenchSetup *setup, const CpuResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("microseconds of one thread and GL calls of a step, while no GL call does anything; frame: of steps\n"
               "between gfDevice_BeginFrame and gfDevice_EndFrame\n\n");
        printf("%-6s %-8s %11s %10s %10s %10s %10s\n", "case", "solver", "grid", "us", "calls", "us frame",
               "calls frame");
    }
    char grid[32];
    printf("%-6s %-8s %11s %10.1f %10.0f %10.1f %10.0f\n", setup->row->name, setup->row->solver,
           formatGrid(setup, grid), result->us, result->calls, result->us_frame, result->callsFrame);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "us", json_real(result->us)) &&
                setValue(object, "gl_calls", json_real(result->calls)) &&
                setValue(object, "us_frame", json_real(result->us_frame)) &&
                setValue(object, "gl_calls_frame", json_real(result->callsFrame)) &&
                setValue(object, "batches", json_integer(result->batches));
    return keepRow(report, setup, object, made);
}

static void printGaussian(Report *report, const BenchSetup *setup, const GaussianResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step; plain: the published one-tweet fluid from the same state; copy: one RGBA32F field\n\n");
        printf("%-6s %-8s %11s %10s %10s %10s %10s %10s %10s\n", "case", "solver", "grid", "ours", "plain",
               "plain/ours", "copy", "plain/copy", "difference");
    }
    char grid[32];
    char difference[32] = "-";
    if (result->compared) {
        snprintf(difference, sizeof(difference), "%.1e", result->difference);
    }
    printf("%-6s %-8s %11s %10.3f %10.3f %10.2f %10.3f %10.1f %10s\n", setup->row->name, setup->row->solver,
           formatGrid(setup, grid), result->ms, result->plain_ms, divide(result->plain_ms, result->ms), result->copy_ms,
           divide(result->plain_ms, result->copy_ms), difference);
}

bool Report_AddGaussian(Report *report, const BenchSetup *setup, const GaussianResult *result)
{
    printGaussian(report, setup, result);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "plain_ms", json_real(result->plain_ms)) &&
                setValue(object, "ratio", json_real(divide(result->plain_ms, result->ms))) &&
                setValue(object, "copy_ms", json_real(result->copy_ms)) &&
                setValue(object, "plain_copies", json_real(divide(result->plain_ms, result->copy_ms))) &&
                setValue(object, "steps", json_integer(result->stepsPerBatch)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile)) &&
                (!result->compared || setValue(object, "difference", json_real(result->difference)));
    return keepRow(report, setup, object, made);
}

static void printShallow(Report *report, const BenchSetup *setup, const ShallowResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a step; detailed: with ripples and foam; copy: the state, one RGBA32F field\n\n");
        printf("%-6s %-8s %11s %10s %10s %10s %10s %10s\n", "case", "solver", "grid", "ours", "detailed", "copy",
               "ours/copy", "substeps");
    }
    char grid[32];
    printf("%-6s %-8s %11s %10.3f %10.3f %10.3f %10.2f %10d\n", setup->row->name, setup->row->solver,
           formatGrid(setup, grid), result->ms, result->detailed_ms, result->copy_ms,
           divide(result->ms, result->copy_ms), result->substeps);
}

bool Report_AddShallow(Report *report, const BenchSetup *setup, const ShallowResult *result)
{
    printShallow(report, setup, result);
    json_t *object = makeRow(setup);
    bool made = setValue(object, "ms", json_real(result->ms)) &&
                setValue(object, "detailed_ms", json_real(result->detailed_ms)) &&
                setValue(object, "copy_ms", json_real(result->copy_ms)) &&
                setValue(object, "copies", json_real(divide(result->ms, result->copy_ms))) &&
                setValue(object, "substeps", json_integer(result->substeps)) &&
                setValue(object, "steps", json_integer(result->stepsPerBatch)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePasses(&result->profile));
    return keepRow(report, setup, object, made);
}

static void startColumn(Report *report, const BenchSetup *setup, const ColumnResult *result)
{
    if (startsTable(report, setup->row)) {
        printf("ms a substep of a column of particles that falls; copy: one RGBA32F field with a texel a particle; "
               "plain: sorted,\none particle at a time\n\n");
        printf("%-6s %-9s %3s %9s %-7s %10s %10s %10s %10s %8s %8s\n", "case", "solver", "dim", "particles", "search",
               "ours", "copy", "ours/copy", "neighbours", "densest", "dropped");
    }
    printf("%-6s %-9s %3d %9d %-7s ", setup->row->name, setup->row->solver, result->dimensions, result->particles,
           result->search);
}

static json_t *makeColumn(const BenchSetup *setup, const ColumnResult *result)
{
    json_t *object = makeRow(setup);
    bool made = setValue(object, "particles", json_integer(result->particles)) &&
                setValue(object, "dimensions", json_integer(result->dimensions)) &&
                setValue(object, "search", json_string(result->search));
    if (!made) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *makePassMap(const BenchProfile *profile)
{
    json_t *passes = json_object();
    for (int i = 0; i < profile->count; i++) {
        const BenchPass *pass = &profile->passes[i];
        if (pass->count > 0.0 && !setValue(passes, pass->label, json_real(pass->ms))) {
            json_decref(passes);
            return NULL;
        }
    }
    return passes;
}

bool Report_AddColumn(Report *report, const BenchSetup *setup, const ColumnResult *result)
{
    double copies = divide(result->substep_ms, result->copy_ms);
    startColumn(report, setup, result);
    printf("%10.4f %10.4f %10.1f %10.1f %8.2f %8llu\n", result->substep_ms, result->copy_ms, copies, result->neighbours,
           result->densest, (unsigned long long)result->dropped);
    json_t *object = makeColumn(setup, result);
    bool made = setValue(object, "substep_ms", json_real(result->substep_ms)) &&
                setValue(object, "copy_ms", json_real(result->copy_ms)) &&
                setValue(object, "substep_copies", json_real(copies)) &&
                setValue(object, "substeps_per_step", json_integer(result->substepsPerStep)) &&
                setValue(object, "neighbours", json_real(result->neighbours)) &&
                setValue(object, "densest", json_real(result->densest)) &&
                setValue(object, "dropped", json_integer((json_int_t)result->dropped)) &&
                setValue(object, "steps", json_integer(result->stepsPerBatch)) &&
                setValue(object, "batches", json_integer(result->batches)) &&
                setValue(object, "passes_dropped", json_integer((json_int_t)result->profile.dropped)) &&
                setValue(object, "passes", makePassMap(&result->profile));
    return keepRow(report, setup, object, made);
}

bool Report_SkipColumn(Report *report, const BenchSetup *setup, const ColumnResult *result, const char *reason)
{
    startColumn(report, setup, result);
    printf("skipped: %s\n", reason);
    json_t *skipped = json_object_get(report->root, "skipped");
    if (skipped == NULL) {
        skipped = json_array();
        if (!setValue(report->root, "skipped", skipped)) {
            return Gpu_Fail(setup->gpu, "out of memory");
        }
    }
    json_t *object = makeColumn(setup, result);
    return keepRowIn(skipped, setup, object, setValue(object, "reason", json_string(reason)));
}

/// Of a row of `column`.
static void printPassMap(json_t *object)
{
    json_t *passes = json_object_get(object, "passes");
    printf("\n%s %s %dD %d %s", json_string_value(json_object_get(object, "case")),
           json_string_value(json_object_get(object, "solver")),
           (int)json_integer_value(json_object_get(object, "dimensions")),
           (int)json_integer_value(json_object_get(object, "particles")),
           json_string_value(json_object_get(object, "search")));
    if (json_object_size(passes) == 0) {
        printf(": no times of passes, as this context has no time queries\n");
        return;
    }
    printf("\n    %-24s %10s\n", "pass", "ms");
    double sum_ms = 0.0;
    const char *label;
    json_t *ms;
    json_object_foreach(passes, label, ms)
    {
        sum_ms += json_number_value(ms);
        printf("    %-24s %10.4f\n", label, json_number_value(ms));
    }
    printf("    %-24s %10.4f\n", "sum", sum_ms);
    json_int_t dropped = json_integer_value(json_object_get(object, "passes_dropped"));
    if (dropped > 0) {
        printf("    passes that could not be timed: %lld\n", (long long)dropped);
    }
}

static void printPasses(const json_t *object)
{
    const json_t *passes = json_object_get(object, "passes");
    const json_t *grid = json_object_get(object, "grid");
    printf("\n%s %s %dx%d", json_string_value(json_object_get(object, "case")),
           json_string_value(json_object_get(object, "solver")), (int)json_integer_value(json_array_get(grid, 0)),
           (int)json_integer_value(json_array_get(grid, 1)));
    if (json_array_size(passes) == 0) {
        printf(": no times of passes, as this context has no time queries\n");
        return;
    }
    printf("\n    %-24s %8s %10s\n", "pass", "count", "ms");
    double sum_ms = 0.0;
    size_t i;
    json_t *pass;
    json_array_foreach(passes, i, pass)
    {
        double ms = json_number_value(json_object_get(pass, "ms"));
        sum_ms += ms;
        printf("    %-24s %8.4g %10.4f\n", json_string_value(json_object_get(pass, "label")),
               json_number_value(json_object_get(pass, "count")), ms);
    }
    printf("    %-24s %8s %10.4f\n", "sum", "", sum_ms);
    json_int_t dropped = json_integer_value(json_object_get(object, "passes_dropped"));
    if (dropped > 0) {
        printf("    passes that could not be timed: %lld\n", (long long)dropped);
    }
}

bool Report_Finish(Report *report)
{
    size_t i;
    json_t *object;
    json_array_foreach(report->cases, i, object)
    {
        const json_t *passes = json_object_get(object, "passes");
        if (json_is_object(passes)) {
            printPassMap(object);
        } else if (passes != NULL) {
            printPasses(object);
        }
    }
    if (report->file == NULL) {
        return true;
    }
    return json_dumpf(report->root, report->file, JSON_INDENT(2) | JSON_REAL_PRECISION(8)) == 0 &&
           fputc('\n', report->file) != EOF && fflush(report->file) == 0;
}
