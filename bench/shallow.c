#include "bench.h"
#include "copy.h"
#include "library.h"
#include "timing.h"

#include <math.h>
#include <stdlib.h>

// A lake of waves over rolling ground with islands; m.
#define DEPTH 0.2f
#define STEP_SHARE 0.3f // of a cell that a wave of that depth goes in a step: one CFL substep each

typedef struct ShallowCase {
    const BenchSetup *setup;
    gfFluid *fluids[2]; ///< without and with ripples and foam
    Copy copy;
} ShallowCase;

/// Ground of a cell, and the depth of water in it.
static float getGround(double x, double y)
{
    return (float)(0.12 * sin(5.0 * x + 2.0 * y) + 0.1 * sin(7.0 * y - 3.0 * x) + 0.04 * sin(31.0 * x) * sin(29.0 * y));
}

static float getDepth(double x, double y)
{
    return fmaxf(DEPTH - 0.2f - getGround(x, y) + 0.1f + (float)(0.03 * sin(6.0 * x) * cos(9.0 * y)), 0.0f);
}

static bool writeField(const BenchSetup *setup, gfFluid *fluid, gfField field, float (*value)(double x, double y))
{
    size_t count = (size_t)setup->width * (size_t)setup->height;
    float *values = malloc(count * sizeof(float));
    if (values == NULL) {
        return Gpu_Fail(setup->gpu, "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        double x = (double)(i % (size_t)setup->width) / setup->height;
        double y = (double)(i / (size_t)setup->width) / setup->height;
        values[i] = value(x, y);
    }
    bool done = gfFluid_WriteField(fluid, field, values, count);
    free(values);
    return done || Library_Fail(setup->gpu, "gfFluid_WriteField");
}

static bool createFluid(const BenchSetup *setup, bool detailed, gfFluid **fluid)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_SHALLOW;
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = STEP_SHARE * def.cellSize / sqrtf(2.0f * def.shallow.gravity * DEPTH);
    def.shallow.ripples.enabled = detailed;
    def.shallow.foam = detailed;
    *fluid = gfCreateFluid(setup->device, &def);
    return *fluid == NULL ? Library_Fail(setup->gpu, "gfCreateFluid")
                          : writeField(setup, *fluid, GF_FIELD_GROUND, getGround) &&
                                writeField(setup, *fluid, GF_FIELD_MASS, getDepth);
}

static bool runWater(void *user)
{
    return gfFluid_StepOnce(((ShallowCase *)user)->fluids[0]);
}

static bool runDetail(void *user)
{
    return gfFluid_StepOnce(((ShallowCase *)user)->fluids[1]);
}

static bool runCopy(void *user)
{
    Copy_Run(&((ShallowCase *)user)->copy, 1);
    return true;
}

static bool timeWater(ShallowCase *self, ShallowResult *result)
{
    enum { WATER, DETAIL, COPY, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [WATER] = {.run = runWater, .user = self, .runs = options->steps},
        [DETAIL] = {.run = runDetail, .user = self, .runs = options->steps},
        [COPY] = {.run = runCopy, .user = self},
    };
    for (int i = 0; i < options->warmup; i++) {
        if (!runWater(self) || !runDetail(self)) {
            return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
        }
    }
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "a step that was to be timed");
    }
    result->ms = workloads[WATER].ms;
    result->detailed_ms = workloads[DETAIL].ms;
    result->copy_ms = workloads[COPY].ms;
    result->substeps = gfFluid_GetStepInfo(self->fluids[0]).lastCflSubsteps;
    result->stepsPerBatch = workloads[WATER].runs;
    result->batches = options->batches;
    return true;
}

bool Shallow_RunFlood(const BenchSetup *setup, Report *report)
{
    ShallowCase self = {.setup = setup};
    ShallowResult result = {0};
    bool done = createFluid(setup, false, &self.fluids[0]) && createFluid(setup, true, &self.fluids[1]) &&
                Copy_Create(&self.copy, setup->gpu, &(CopyField){GL_RGBA32F, setup->width, setup->height}, 1);
    if (done) {
        done = timeWater(&self, &result) && Library_ProfileSteps(setup, self.fluids[1], &result.profile);
        Copy_Destroy(&self.copy);
    }
    gfDestroyFluid(self.fluids[0]);
    gfDestroyFluid(self.fluids[1]);
    return done && Report_AddShallow(report, setup, &result);
}
