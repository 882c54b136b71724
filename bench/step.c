#include "bench.h"
#include "copy.h"
#include "library.h"
#include "plain.h"
#include "plume.h"
#include "support/counted_gl.h"
#include "timing.h"

#define PLAIN_ITERATIONS 40

// Plain's residual is settled after these, and its steps are slow.
#define PLAIN_WARMUP 60

#define COUNTED_STEPS 10

typedef struct StepCase {
    const BenchSetup *setup;
    gfFluid *fluid;
    Plain plain;
    Copy limit;
    Copy copy;
} StepCase;

static bool createFluid(StepCase *self)
{
    const BenchOptions *options = self->setup->options;
    gfGridParams params = gfDefaultFluidDef().grid;
    gfQuality quality;
    if (Library_FindQuality(options->quality, &quality)) {
        gfGridParams_SetQuality(&params, quality);
    }
    Library_SetMethod(&params, options->method, options->cycles);
    params.pressureWarmStart = options->warmStart ? 1.0f : 0.0f;
    self->fluid = Plume_CreateFluid(self->setup, &params);
    return self->fluid != NULL && (options->plume || Plume_FillWithDye(self->setup, self->fluid));
}

/// What steps of the same fluid ask of the GL, on a device of their own.
static bool countCalls(const BenchSetup *setup, StepResult *result)
{
    BenchSetup own = *setup;
    StepCase self = {.setup = &own};
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = CountedGl_GetProcAddress;
    CountedGl_Start(COUNTED_GL_ALL);
    own.device = gfCreateDevice(&def);
    if (own.device == NULL) {
        return Library_Fail(setup->gpu, "gfCreateDevice");
    }
    bool done = createFluid(&self);
    for (int i = 0; done && i < 2 * COUNTED_STEPS; i++) {
        if (i == COUNTED_STEPS) {
            CountedGl_Start(COUNTED_GL_ALL);
        }
        done = gfFluid_StepOnce(self.fluid) || Library_Fail(setup->gpu, "gfFluid_StepOnce");
    }
    result->passes = (double)CountedGl_GetDraws() / COUNTED_STEPS;
    result->calls = (double)CountedGl_GetCalls() / COUNTED_STEPS;
    result->binds = (double)CountedGl_GetBinds() / COUNTED_STEPS;
    gfDestroyDevice(own.device);
    return done;
}

static bool createPlain(StepCase *self)
{
    PlainDef def = Plume_PlainDef(self->setup, PLAIN_ITERATIONS);
    return Plain_Create(&self->plain, self->setup->gpu, &def);
}

/// The state of the grid solver, in its own formats, and a whole RGBA32F field.
static bool createCopies(StepCase *self, const int bits[3])
{
    int w = self->setup->width;
    int h = self->setup->height;
    const CopyField fields[] = {
        {bits[0] == 16 ? GL_RG16F : GL_RG32F, w + 1, h + 1}, // velocity on faces
        {bits[1] == 16 ? GL_RGBA16F : GL_RGBA32F, w, h},     // dye
        {bits[2] == 16 ? GL_R16F : GL_R32F, w, h},           // temperature
        {GL_RGBA32F, (w + 1) / 2, (h + 1) / 2},              // pressure, four cells a texel
    };
    const CopyField whole = {GL_RGBA32F, w, h};
    return Copy_Create(&self->limit, self->setup->gpu, fields, (int)(sizeof(fields) / sizeof(fields[0]))) &&
           Copy_Create(&self->copy, self->setup->gpu, &whole, 1);
}

static void destroyStep(StepCase *self)
{
    Copy_Destroy(&self->limit);
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
    Copy *limit = &((StepCase *)user)->limit;
    Copy_Run(limit, limit->fieldCount);
    return true;
}

static bool runCopy(void *user)
{
    Copy_Run(&((StepCase *)user)->copy, 1);
    return true;
}

/// Takes the residuals of the step after it.
static bool warmUp(StepCase *self, StepResult *result)
{
    Gpu *gpu = self->setup->gpu;
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runFluid(self)) {
            return Library_Fail(gpu, "gfFluid_StepOnce");
        }
        if (i < PLAIN_WARMUP) {
            runPlain(self);
            runLimit(self);
        }
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
    bool done = createFluid(&self) && createPlain(&self) && Library_GetBits(setup->gpu, self.fluid, result.bits) &&
                createCopies(&self, result.bits) && warmUp(&self, &result) && timeSteps(&self, &result) &&
                Library_ProfileSteps(setup, self.fluid, &result.profile) && countCalls(setup, &result);
    destroyStep(&self);
    return done && Report_AddStep(report, setup, &result);
}
