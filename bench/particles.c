#include "bench.h"
#include "column.h"
#include "copy.h"
#include "library.h"
#include "timing.h"

#include <math.h>
#include <string.h>

/// In a batch. All searches take as many, so that all are timed in the same stretch of the fall.
#define STEPS 32
/// With fewer batches a median says little.
#define BATCHES_LEAST 3
/// Particles that a renderer without a GPU gets unless asked for more.
#define SOFTWARE_MAX 65536

static const int sizes[] = {16384, 65536, 262144, 1048576};

typedef struct Row {
    const BenchSetup *setup;
    const ColumnSearch *search;
    Column column;
    Copy copy;
    double start_ms;
    double step_ms; ///< about
    bool late;      ///< the row can't be done in its time
    ColumnResult result;
} Row;

static bool runStep(void *user)
{
    return Column_Step(&((Row *)user)->column);
}

static bool runCopy(void *user)
{
    Copy_Run(&((Row *)user)->copy, 1);
    return true;
}

/// One RGBA32F field with a texel a particle, as places are.
static bool createCopy(Row *self)
{
    int width = 16;
    while (width * width < self->result.particles) {
        width *= 2;
    }
    const CopyField field = {GL_RGBA32F, width, (self->result.particles + width - 1) / width};
    return Copy_Create(&self->copy, self->setup->gpu, &field, 1);
}

/// How many steps there is time for.
static double countStepsLeft(const Row *self)
{
    double most_ms = 1e3 * self->setup->options->seconds;
    double left_ms = most_ms - (Timing_GetTime_ms() - self->start_ms);
    return most_ms > 0.0 ? floor(left_ms / fmax(self->step_ms, 1e-3)) : 1e9;
}

/// Takes the warm-up's steps, one at the least, and sees how long one takes. Gives up as soon as it's clear that there
/// is no time for the rest; the first step, which may compile something, says nothing about that.
static bool warmUp(Row *self)
{
    const BenchOptions *options = self->setup->options;
    int steps = options->warmup > 1 ? options->warmup : 1;
    int batches = options->batches < BATCHES_LEAST ? options->batches : BATCHES_LEAST;
    for (int i = 0; i < steps && !self->late; i++) {
        double start_ms = Timing_GetTime_ms();
        if (!runStep(self)) {
            return false;
        }
        self->setup->gpu->gl.Finish();
        self->step_ms = Timing_GetTime_ms() - start_ms;
        int rest = steps - 1 - i + batches + LIBRARY_PROFILED_RUNS;
        self->late = (i > 0 || steps == 1) && countStepsLeft(self) < rest;
    }
    return true;
}

/// As many batches and steps as are wanted and there is time for.
static void plan(Row *self)
{
    const BenchOptions *options = self->setup->options;
    double left = countStepsLeft(self) - LIBRARY_PROFILED_RUNS;
    int wanted = options->steps > 0 ? options->steps : STEPS;
    self->result.batches = (int)fmax(1.0, fmin(options->batches, left));
    self->result.stepsPerBatch = (int)fmax(1.0, fmin(wanted, floor(left / self->result.batches)));
}

static bool timeSteps(Row *self)
{
    enum { OURS, COPY, COUNT };
    Workload workloads[COUNT] = {
        [OURS] = {.run = runStep, .user = self, .runs = self->result.stepsPerBatch},
        [COPY] = {.run = runCopy, .user = self},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, self->result.batches)) {
        return false;
    }
    self->result.substep_ms = workloads[OURS].ms;
    self->result.copy_ms = workloads[COPY].ms;
    return true;
}

/// From times of a step to those of a substep.
static void divideBySubsteps(ColumnResult *result)
{
    double substeps = result->substepsPerStep;
    result->substep_ms /= substeps;
    for (int i = 0; i < result->profile.count; i++) {
        result->profile.passes[i].count /= substeps;
        result->profile.passes[i].ms /= substeps;
    }
}

static bool timeAll(Row *self)
{
    ColumnResult *result = &self->result;
    ColumnState state;
    plan(self);
    if (!timeSteps(self) ||
        !Library_ProfileRuns(self->setup, "a step of the column", runStep, self, &result->profile) ||
        !Column_Measure(&self->column, &state)) {
        return false;
    }
    result->substepsPerStep = state.stats.substeps;
    result->neighbours = state.crowding.neighbours;
    result->densest = state.crowding.densest;
    result->dropped = state.stats.dropped;
    divideBySubsteps(result);
    return true;
}

static bool skip(const Row *self, Report *report, const char *reason)
{
    return Report_SkipColumn(report, self->setup, &self->result, reason);
}

static bool runRow(Row *self, Report *report)
{
    bool refused;
    self->start_ms = Timing_GetTime_ms();
    if (!Column_Create(&self->column, self->setup, self->result.particles, self->result.dimensions, self->search,
                       &refused)) {
        return refused && skip(self, report, self->setup->gpu->error);
    }
    bool done = createCopy(self) && warmUp(self) && (self->late || timeAll(self));
    Copy_Destroy(&self->copy);
    Column_Destroy(&self->column);
    if (done && self->late) {
        return skip(self, report, "it takes longer than a row may: see --seconds");
    }
    return done && Report_AddColumn(report, self->setup, &self->result);
}

/// Puts into the error which row it is of.
static bool fail(const Row *self)
{
    Gpu *gpu = self->setup->gpu;
    char reason[sizeof(gpu->error)];
    memcpy(reason, gpu->error, sizeof(reason));
    return Gpu_Fail(gpu, "%d particles in %dD, %s: %.1900s", self->result.particles, self->result.dimensions,
                    self->search->name, reason);
}

static bool isSoftware(const char *renderer)
{
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strstr(renderer, names[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool runSize(const BenchSetup *setup, Report *report, int dimensions, int particles)
{
    const BenchOptions *options = setup->options;
    bool tooMany = options->particleCount == 0 && particles > SOFTWARE_MAX && isSoftware(setup->gpu->renderer);
    bool done = true;
    for (int i = 0; done && i < COLUMN_SEARCHES; i++) {
        Row row = {.setup = setup, .search = &columnSearches[i]};
        row.result = (ColumnResult){.particles = particles, .dimensions = dimensions, .search = row.search->name};
        if (options->search == NULL || strcmp(options->search, row.search->name) == 0) {
            done = (tooMany ? skip(&row, report, "this renderer has no GPU: --particles asks for it nevertheless")
                            : runRow(&row, report)) ||
                   fail(&row);
        }
    }
    return done;
}

bool Particles_RunColumn(const BenchSetup *setup, Report *report)
{
    const BenchOptions *options = setup->options;
    bool given = options->particleCount > 0;
    int count = given ? options->particleCount : (int)(sizeof(sizes) / sizeof(sizes[0]));
    bool done = true;
    for (int dimensions = 2; done && dimensions <= 3; dimensions++) {
        if (options->dimensions != 0 && options->dimensions != dimensions) {
            continue;
        }
        for (int i = 0; done && i < count; i++) {
            done = runSize(setup, report, dimensions, given ? options->particles[i] : sizes[i]);
        }
    }
    return done;
}
