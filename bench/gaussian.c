#include "bench.h"
#include "copy.h"
#include "library.h"
#include "plain_tweet.h"
#include "timing.h"

#include "scenes/scene.h"

#include <math.h>
#include <stdlib.h>

/// Of the mass that ours and plain have after one step from the same state, over the largest.
#define DIFFERENCE_MAX 1e-4

typedef struct GaussianCase {
    const BenchSetup *setup;
    Scene scene;
    PlainTweet plain;
    Copy copy;
    size_t cells;
    // The state that everything starts from.
    float *mass;       ///< one value a cell
    float *velocity;   ///< two, m/s
    float *plainState; ///< four: velocity (cells a step), mass, nothing
    uint64_t frame;    ///< steps taken to get there
    bool published;    ///< the library runs the very equations of plain
} GaussianCase;

/// The library has the equations of plain, whatever the scene has chosen.
static bool tunePublished(GaussianCase *self)
{
    gfFluidDef def = gfFluid_GetDef(self->scene.fluid);
    def.gaussian.mode = GF_GAUSSIAN_CLASSIC;
    def.gaussian.plain = false;
    return gfFluid_SetDef(self->scene.fluid, &def) || Library_Fail(self->setup->gpu, "gfFluid_SetDef");
}

static bool createScene(GaussianCase *self)
{
    const BenchSetup *setup = self->setup;
    const SceneInfo *info = Scene_Find(setup->row->name);
    if (info == NULL) {
        return Gpu_Fail(setup->gpu, "there is no scene of that name");
    }
    SceneConfig config = Scene_DefaultConfig();
    config.gridWidth = setup->width;
    config.gridHeight = setup->height;
    if (!Scene_Create(&self->scene, info, &config, setup->device, setup->gpu->error, (int)sizeof(setup->gpu->error))) {
        return false;
    }
    gfFluidDef def = gfFluid_GetDef(self->scene.fluid);
    if (def.gridWidth != setup->width || def.gridHeight != setup->height) {
        return Gpu_Fail(setup->gpu, "the scene makes the grid %d x %d", (int)def.gridWidth, (int)def.gridHeight);
    }
    return !self->published || tunePublished(self);
}

static bool createRest(GaussianCase *self)
{
    Gpu *gpu = self->setup->gpu;
    int w = self->setup->width;
    int h = self->setup->height;
    self->cells = (size_t)w * (size_t)h;
    self->mass = malloc(self->cells * sizeof(float));
    self->velocity = malloc(self->cells * 2 * sizeof(float));
    self->plainState = malloc(self->cells * 4 * sizeof(float));
    if (self->mass == NULL || self->velocity == NULL || self->plainState == NULL) {
        return Gpu_Fail(gpu, "out of memory");
    }
    return PlainTweet_Create(&self->plain, gpu, w, h) &&
           Copy_Create(&self->copy, gpu, &(CopyField){GL_RGBA32F, w, h}, 1);
}

static void destroyGaussian(GaussianCase *self)
{
    Copy_Destroy(&self->copy);
    PlainTweet_Destroy(&self->plain);
    Scene_Destroy(&self->scene);
    free(self->plainState);
    free(self->velocity);
    free(self->mass);
}

static bool runFluid(void *user)
{
    return gfFluid_StepOnce(((GaussianCase *)user)->scene.fluid);
}

static bool runPlain(void *user)
{
    PlainTweet_Step(&((GaussianCase *)user)->plain);
    return true;
}

static bool runCopy(void *user)
{
    Copy_Run(&((GaussianCase *)user)->copy, 1);
    return true;
}

/// Puts the library back to the state.
static bool restoreFluid(GaussianCase *self)
{
    gfFluid *fluid = self->scene.fluid;
    return gfFluid_WriteField(fluid, GF_FIELD_MASS, self->mass, self->cells) &&
           gfFluid_WriteField(fluid, GF_FIELD_VELOCITY, self->velocity, self->cells * 2);
}

/// The first step after a write costs more, so it is not timed; plain then takes one too.
static bool beginFluid(void *user)
{
    return restoreFluid(user) && runFluid(user);
}

static bool beginPlain(void *user)
{
    GaussianCase *self = user;
    PlainTweet_SetState(&self->plain, self->plainState, self->frame);
    return runPlain(self);
}

/// Runs the library for a while and keeps the state that it then has.
static bool warmUp(GaussianCase *self)
{
    Gpu *gpu = self->setup->gpu;
    gfFluid *fluid = self->scene.fluid;
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runFluid(self)) {
            return Library_Fail(gpu, "gfFluid_StepOnce");
        }
    }
    if (!gfFluid_ReadFieldBlocking(fluid, GF_FIELD_MASS, self->mass, self->cells) ||
        !gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, self->velocity, self->cells * 2)) {
        return Library_Fail(gpu, "gfFluid_ReadFieldBlocking");
    }
    gfFluidDef def = gfFluid_GetDef(fluid);
    float stepCells = def.fixedStep / def.cellSize;
    for (size_t i = 0; i < self->cells; i++) {
        float *value = self->plainState + 4 * i;
        value[0] = self->velocity[2 * i] * stepCells;
        value[1] = self->velocity[2 * i + 1] * stepCells;
        value[2] = self->mass[i];
        value[3] = 0.0f;
    }
    self->frame = gfFluid_GetStepInfo(fluid).stepCount;
    return true;
}

/// Of mass against that in every fourth of `plain`, over the largest there. Not finite if one of them isn't.
static double getDifference(const float *mass, const float *plain, size_t cells)
{
    double largest = 0.0;
    double difference = 0.0;
    for (size_t i = 0; i < cells; i++) {
        double other = plain[4 * i + 2];
        double apart = fabs((double)mass[i] - other);
        largest = fmax(largest, fabs(other));
        difference = apart <= difference ? difference : apart; // takes NaN over
        if (!isfinite(difference)) {
            return difference;
        }
    }
    return largest > 0.0 ? difference / largest : INFINITY;
}

/// One step of both from the state: plain must be the same thing as what it is compared with.
static bool compareStep(GaussianCase *self, GaussianResult *result)
{
    Gpu *gpu = self->setup->gpu;
    float *mass = malloc(self->cells * sizeof(float));
    float *plain = malloc(self->cells * 4 * sizeof(float));
    if (mass == NULL || plain == NULL) {
        free(plain);
        free(mass);
        return Gpu_Fail(gpu, "out of memory");
    }
    bool stepped = beginFluid(self) && gfFluid_ReadFieldBlocking(self->scene.fluid, GF_FIELD_MASS, mass, self->cells);
    if (stepped) {
        beginPlain(self);
        PlainTweet_GetState(&self->plain, plain);
        result->difference = getDifference(mass, plain, self->cells);
        result->compared = true;
    }
    free(plain);
    free(mass);
    if (!stepped) {
        return Library_Fail(gpu, "a step from the state that was kept");
    }
    return result->difference <= DIFFERENCE_MAX ||
           Gpu_Fail(gpu, "after one step the mass differs from plain's by %g of its largest value, at most %g may be",
                    result->difference, DIFFERENCE_MAX);
}

static bool timeSteps(GaussianCase *self, GaussianResult *result)
{
    enum { OURS, PLAIN, COPY, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [OURS] = {.run = runFluid, .begin = beginFluid, .user = self, .runs = options->steps},
        [PLAIN] = {.run = runPlain, .begin = beginPlain, .user = self, .runs = options->steps},
        [COPY] = {.run = runCopy, .user = self},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "a step that was to be timed");
    }
    result->ms = workloads[OURS].ms;
    result->plain_ms = workloads[PLAIN].ms;
    result->copy_ms = workloads[COPY].ms;
    result->stepsPerBatch = workloads[OURS].runs;
    result->batches = options->batches;
    return true;
}

static bool profileSteps(GaussianCase *self, GaussianResult *result)
{
    if (!beginFluid(self)) {
        return Library_Fail(self->setup->gpu, "a step that was to be profiled");
    }
    return Library_ProfileSteps(self->setup, self->scene.fluid, &result->profile);
}

static bool runCase(const BenchSetup *setup, Report *report, bool published)
{
    GaussianCase self = {.setup = setup, .published = published};
    GaussianResult result = {0};
    bool done = createScene(&self) && createRest(&self) && warmUp(&self) &&
                (!published || compareStep(&self, &result)) && timeSteps(&self, &result) &&
                profileSteps(&self, &result);
    destroyGaussian(&self);
    return done && Report_AddGaussian(report, setup, &result);
}

bool Gaussian_RunTweet(const BenchSetup *setup, Report *report)
{
    return runCase(setup, report, true);
}

bool Gaussian_RunPour(const BenchSetup *setup, Report *report)
{
    return runCase(setup, report, false);
}
