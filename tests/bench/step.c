#include "bench.h"
#include "copy.h"
#include "plain.h"
#include "timing.h"

#include <math.h>
#include <string.h>

// The situation, for the library and for plain alike: a domain 1 m high, a solid disc, and below it a disc that pours
// in dye and heat. Heights are in m, distances across in shares of the width.
#define FIXED_STEP_S (1.0f / 60.0f)
#define ITERATIONS 40
#define SOLID_HEIGHT 0.6f
#define SOLID_RADIUS 0.12f
#define SOURCE_HEIGHT 0.15f
#define SOURCE_RADIUS 0.07f
#define TEMPERATURE_RATE 100.0f
#define PROFILED_STEPS 5

static const float dyeRate[4] = {2.0f, 1.0f, 0.5f, 2.0f};

typedef struct StepCase {
    const BenchSetup *setup;
    gfFluid *fluid;
    Plain plain;
    Copy copy;
} StepCase;

static bool failLibrary(Gpu *gpu, const char *what)
{
    const char *message = NULL;
    gfErrorCode code = gfGetLastError(&message);
    return Gpu_Fail(gpu, "%s: %s: %s", what, gfErrorText(code), message);
}

/// The middle of the width, and a radius that leaves room in a narrow domain.
static PlainDisc makeDisc(const BenchSetup *setup, float height, float radius)
{
    float width = (float)setup->width / (float)setup->height;
    return (PlainDisc){0.5f * width, height, fminf(radius, 0.2f * width)};
}

static gfShape makeShape(PlainDisc disc)
{
    return gfMakeCircle((gfVec2){disc.x, disc.y}, disc.radius);
}

static bool createFluid(StepCase *self)
{
    const BenchSetup *setup = self->setup;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = FIXED_STEP_S;
    def.grid.pressureIterations = ITERATIONS;
    def.grid.pressureWarmStart = setup->options->warmStart ? 1.0f : 0.0f;
    self->fluid = gfCreateFluid(setup->device, &def);
    if (self->fluid == NULL) {
        return failLibrary(setup->gpu, "gfCreateFluid");
    }
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = makeShape(makeDisc(setup, SOLID_HEIGHT, SOLID_RADIUS));
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = makeShape(makeDisc(setup, SOURCE_HEIGHT, SOURCE_RADIUS));
    source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    memcpy(source.dye, dyeRate, sizeof(dyeRate));
    source.temperature = TEMPERATURE_RATE;
    if (gfFluid_AddSolid(self->fluid, &solid) == 0 || gfFluid_AddEmitter(self->fluid, &source) == 0) {
        return failLibrary(setup->gpu, "solid and emitter");
    }
    return true;
}

static bool createPlain(StepCase *self)
{
    const BenchSetup *setup = self->setup;
    gfFluidDef defaults = gfDefaultFluidDef();
    PlainDef def = {
        .width = setup->width,
        .height = setup->height,
        .cellSize = 1.0f / (float)setup->height,
        .dt = FIXED_STEP_S,
        .iterations = ITERATIONS,
        .buoyancy = -defaults.grid.thermalExpansion * defaults.grid.gravity.y,
        .solid = makeDisc(setup, SOLID_HEIGHT, SOLID_RADIUS),
        .source = makeDisc(setup, SOURCE_HEIGHT, SOURCE_RADIUS),
        .temperatureRate = TEMPERATURE_RATE,
    };
    memcpy(def.dyeRate, dyeRate, sizeof(dyeRate));
    return Plain_Create(&self->plain, setup->gpu, &def);
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
static bool warmUp(StepCase *self, BenchResult *result)
{
    Gpu *gpu = self->setup->gpu;
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runFluid(self)) {
            return failLibrary(gpu, "gfFluid_StepOnce");
        }
        runPlain(self);
        runLimit(self);
    }
    gfFluidStats stats;
    if (!runFluid(self) || !gfFluid_MeasureBlocking(self->fluid, &stats)) {
        return failLibrary(gpu, "gfFluid_MeasureBlocking");
    }
    if (stats.nonfinite > 0) {
        return Gpu_Fail(gpu, "the fluid holds %llu values that are not finite", (unsigned long long)stats.nonfinite);
    }
    result->residual = stats.divergenceRmsBefore > 0.0 ? stats.divergenceRmsAfter / stats.divergenceRmsBefore : 0.0;
    return Plain_MeasureResidual(&self->plain, &result->plainResidual);
}

static bool timeSteps(StepCase *self, BenchResult *result)
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
        return failLibrary(self->setup->gpu, "gfFluid_StepOnce");
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

/// Steps apart from the timed ones, as queries cost time. Each is waited for and collected on its own, so that the
/// queries of one step need not last for several. Without time queries there are no passes, which is no error.
static bool profileSteps(StepCase *self, BenchResult *result)
{
    gfDevice *device = self->setup->device;
    Gpu *gpu = self->setup->gpu;
    gfProfile profile = {0};
    gfDevice_SetProfiling(device, true);
    gfDevice_ResetProfile(device);
    bool stepped = true;
    for (int i = 0; stepped && i < PROFILED_STEPS; i++) {
        stepped = runFluid(self);
        gpu->gl.Finish();
        if (!gfDevice_GetProfile(device, &profile)) {
            profile = (gfProfile){0};
            break;
        }
    }
    gfDevice_SetProfiling(device, false);
    if (!stepped) {
        return failLibrary(gpu, "gfFluid_StepOnce");
    }
    result->passCount = profile.entryCount;
    result->passesDropped = profile.dropped;
    for (int i = 0; i < profile.entryCount; i++) {
        BenchPass *pass = &result->passes[i];
        snprintf(pass->label, sizeof(pass->label), "%s", profile.entries[i].label);
        pass->count = (double)profile.entries[i].count / PROFILED_STEPS;
        pass->ms = profile.entries[i].ms / PROFILED_STEPS;
    }
    return true;
}

bool Step_RunGrid(const BenchSetup *setup, BenchResult *result)
{
    StepCase self = {.setup = setup};
    bool done = createFluid(&self) && createPlain(&self) && createCopy(&self) && warmUp(&self, result) &&
                timeSteps(&self, result) && profileSteps(&self, result);
    destroyStep(&self);
    return done;
}
