#include <stdlib.h>
#include "bench.h"
#include "copy.h"
#include "library.h"
#include "plain.h"
#include "plume.h"
#include "timing.h"

#define PLAIN_ITERATIONS 40

typedef struct StepCase {
    const BenchSetup *setup;
    gfFluid *fluid;
    Plain plain;
    Copy copy;
} StepCase;

static bool createFluid(StepCase *self)
{
    const BenchOptions *options = self->setup->options;
    gfGridParams params = gfDefaultFluidDef().grid;
    Library_SetMethod(&params, options->method, options->cycles);
    params.pressureWarmStart = options->warmStart ? 1.0f : 0.0f;
    if (getenv("ADV") != NULL) { params.advection = (gfAdvection)atoi(getenv("ADV")); }
    self->fluid = Plume_CreateFluid(self->setup, &params);
    return self->fluid != NULL;
}

static bool createPlain(StepCase *self)
{
    PlainDef def = Plume_PlainDef(self->setup, PLAIN_ITERATIONS);
    return Plain_Create(&self->plain, self->setup->gpu, &def);
}

/// The state of the grid solver, in its own formats; dye comes first, as it is also the copy of a whole RGBA32F field.
static bool createCopy(StepCase *self)
{
    int w = self->setup->width;
    int h = self->setup->height;
    const CopyField fields[] = {
        {GL_RGBA32F, w, h},                     // dye
        {GL_RG32F, w + 1, h + 1},               // velocity on faces
        {GL_R32F, w, h},                        // temperature
        {GL_RGBA32F, (w + 1) / 2, (h + 1) / 2}, // pressure, four cells a texel
    };
    return Copy_Create(&self->copy, self->setup->gpu, fields, (int)(sizeof(fields) / sizeof(fields[0])));
}

static void destroyStep(StepCase *self)
{
    Copy_Destroy(&self->copy);
    Plain_Destroy(&self->plain);
    gfDestroyFluid(self->fluid);
}

static bool runFluid(void *user)
{
    return gfFluid_StepOnce(((StepCase *)user)->fluid);
}

static bool runPlain(void *user)
{
    Plain_Step(&((StepCase *)user)->plain);
    return true;
}

static bool runLimit(void *user)
{
    Copy *copy = &((StepCase *)user)->copy;
    Copy_Run(copy, copy->fieldCount);
    return true;
}

static bool runCopy(void *user)
{
    Copy_Run(&((StepCase *)user)->copy, 1);
    return true;
}

/// Brings both to the same moment and takes the residuals of the step after it.
static bool warmUp(StepCase *self, StepResult *result)
{
    Gpu *gpu = self->setup->gpu;
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runFluid(self)) {
            return Library_Fail(gpu, "gfFluid_StepOnce");
        }
        runPlain(self);
        runLimit(self);
    }
    if (!runFluid(self)) {
        return Library_Fail(gpu, "gfFluid_StepOnce");
    }
    return Library_MeasureResidual(gpu, self->fluid, &result->residual) &&
           Plain_MeasureResidual(&self->plain, &result->plainResidual);
}

static bool timeSteps(StepCase *self, StepResult *result)
{
    enum { OURS, PLAIN, LIMIT, COPY, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [OURS] = {.run = runFluid, .user = self, .runs = options->steps},
        [PLAIN] = {.run = runPlain, .user = self, .runs = options->steps},
        [LIMIT] = {.run = runLimit, .user = self},
        [COPY] = {.run = runCopy, .user = self},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
    }
    result->ms = workloads[OURS].ms;
    result->plain_ms = workloads[PLAIN].ms;
    result->limit_ms = workloads[LIMIT].ms;
    result->copy_ms = workloads[COPY].ms;
    result->stepsPerBatch = workloads[OURS].runs;
    result->plainStepsPerBatch = workloads[PLAIN].runs;
    result->batches = options->batches;
    return true;
}

bool Step_RunGrid(const BenchSetup *setup, Report *report)
{
    StepCase self = {.setup = setup};
    StepResult result = {0};
    bool done = createFluid(&self) && createPlain(&self) && createCopy(&self) && warmUp(&self, &result) &&
                timeSteps(&self, &result) && Library_ProfileSteps(setup, self.fluid, &result.profile);
    destroyStep(&self);
    return done && Report_AddStep(report, setup, &result);
}
