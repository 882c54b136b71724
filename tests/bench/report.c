#include "bench.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The JSON: {"renderer", "version", "api", "cases": [{"case", "solver", "grid": [w, h], "ms", "plain_ms", "limit_ms",
// "copy_ms", "residual", "plain_residual", "steps", "plain_steps", "batches", "warm_start", "passes_dropped",
// "passes": [{"label", "count", "ms"}]}]}. Times and counts are of one step; bench.h says what they mean.

struct Report {
    json_t *root;
    json_t *cases; ///< borrowed from root
    FILE *file;
};

/// Takes the value over in any case; a null object or value (no memory) gives false.
static bool setValue(json_t *object, const char *key, json_t *value)
{
    return json_object_set_new(object, key, value) == 0;
}

Report *Report_Create(const char *renderer, const char *api, FILE *file)
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
        !setValue(report->root, "api", json_string(api)) || !setValue(report->root, "cases", report->cases)) {
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

static void printRow(const BenchCase *row, const BenchSetup *setup, const BenchResult *result, bool first)
{
    if (first) {
        printf("ms a step; plain: the textbook pipeline; limit: the solver's state copied once; "
               "copy: one RGBA32F field\n\n");
        printf("%-6s %-8s %11s %10s %10s %10s %10s %10s %10s %10s %9s %9s\n", "case", "solver", "grid", "ours", "plain",
               "plain/ours", "limit", "ours/limit", "copy", "plain/copy", "residual", "plain's");
    }
    char grid[32];
    snprintf(grid, sizeof(grid), "%dx%d", setup->width, setup->height);
    printf("%-6s %-8s %11s %10.3f %10.3f %10.2f %10.3f %10.1f %10.3f %10.1f %9.4f %9.4f\n", row->name, row->solver,
           grid, result->ms, result->plain_ms, divide(result->plain_ms, result->ms), result->limit_ms,
           divide(result->ms, result->limit_ms), result->copy_ms, divide(result->plain_ms, result->copy_ms),
           result->residual, result->plainResidual);
    fflush(stdout);
}

static json_t *makePasses(const BenchResult *result)
{
    json_t *passes = json_array();
    for (int i = 0; i < result->passCount; i++) {
        const BenchPass *pass = &result->passes[i];
        bool whole = pass->count == floor(pass->count);
        json_t *entry = json_object();
        if (!setValue(entry, "label", json_string(pass->label)) ||
            !setValue(entry, "count", whole ? json_integer((json_int_t)pass->count) : json_real(pass->count)) ||
            !setValue(entry, "ms", json_real(pass->ms)) || json_array_append(passes, entry) != 0) {
            json_decref(entry);
            json_decref(passes);
            return NULL;
        }
        json_decref(entry);
    }
    return passes;
}

static json_t *makeCase(const BenchCase *row, const BenchSetup *setup, const BenchResult *result)
{
    json_t *object = json_object();
    bool made =
        setValue(object, "case", json_string(row->name)) && setValue(object, "solver", json_string(row->solver)) &&
        setValue(object, "grid", json_pack("[ii]", setup->width, setup->height)) &&
        setValue(object, "ms", json_real(result->ms)) && setValue(object, "plain_ms", json_real(result->plain_ms)) &&
        setValue(object, "limit_ms", json_real(result->limit_ms)) &&
        setValue(object, "copy_ms", json_real(result->copy_ms)) &&
        setValue(object, "residual", json_real(result->residual)) &&
        setValue(object, "plain_residual", json_real(result->plainResidual)) &&
        setValue(object, "steps", json_integer(result->stepsPerBatch)) &&
        setValue(object, "plain_steps", json_integer(result->plainStepsPerBatch)) &&
        setValue(object, "batches", json_integer(result->batches)) &&
        setValue(object, "warm_start", json_boolean(setup->options->warmStart)) &&
        setValue(object, "passes_dropped", json_integer((json_int_t)result->passesDropped)) &&
        setValue(object, "passes", makePasses(result));
    if (!made) {
        json_decref(object);
        return NULL;
    }
    return object;
}

bool Report_Add(Report *report, const BenchCase *row, const BenchSetup *setup, const BenchResult *result)
{
    printRow(row, setup, result, json_array_size(report->cases) == 0);
    return json_array_append_new(report->cases, makeCase(row, setup, result)) == 0;
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
    printf("\n    %-24s %8s %10s\n", "pass", "a step", "ms a step");
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
        printPasses(object);
    }
    if (report->file == NULL) {
        return true;
    }
    return json_dumpf(report->root, report->file, JSON_INDENT(2) | JSON_REAL_PRECISION(8)) == 0 &&
           fputc('\n', report->file) != EOF && fflush(report->file) == 0;
}
