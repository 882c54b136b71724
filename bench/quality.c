#include "bench.h"
#include "library.h"
#include "plume.h"
#include "timing.h"

#include <stddef.h>

/// Steps before the residual is taken and the clock starts.
#define STEPS 60
#define QUALITY_COUNT (GF_QUALITY_REFERENCE + 1)

static const char *const qualityNames[QUALITY_COUNT] = {
    [GF_QUALITY_LOW] = "low",
    [GF_QUALITY_MEDIUM] = "medium",
    [GF_QUALITY_HIGH] = "high",
    [GF_QUALITY_REFERENCE] = "reference",
};

typedef struct Quality {
    const BenchSetup *setup;
    gfFluid *fluids[QUALITY_COUNT];
    QualityResult results[QUALITY_COUNT];
} Quality;

static bool createFluid(Quality *self, gfQuality quality)
{
    gfGridParams params = gfDefaultFluidDef().grid;
    gfGridParams_SetQuality(&params, quality);
    self->fluids[quality] = Plume_CreateFluid(self->setup, &params);
    self->results[quality].quality = qualityNames[quality];
    self->results[quality].batches = self->setup->options->batches;
    return self->fluids[quality] != NULL;
}

static bool runStep(void *user)
{
    return gfFluid_StepOnce(user);
}

static bool warmUp(Quality *self, gfQuality quality)
{
    Gpu *gpu = self->setup->gpu;
    for (int i = 0; i < STEPS; i++) {
        if (!runStep(self->fluids[quality])) {
            return Library_Fail(gpu, "gfFluid_StepOnce");
        }
    }
    return Library_MeasureResidual(gpu, self->fluids[quality], &self->results[quality].residual);
}

static bool timeSteps(Quality *self)
{
    const BenchOptions *options = self->setup->options;
    Workload workloads[QUALITY_COUNT];
    for (int i = 0; i < QUALITY_COUNT; i++) {
        workloads[i] = (Workload){.run = runStep, .user = self->fluids[i], .runs = options->steps};
    }
    if (!Timing_Run(self->setup->gpu, workloads, QUALITY_COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
    }
    for (int i = 0; i < QUALITY_COUNT; i++) {
        self->results[i].ms = workloads[i].ms;
    }
    return true;
}

bool Quality_RunGrid(const BenchSetup *setup, Report *report)
{
    Quality self = {.setup = setup};
    bool done = true;
    for (int i = 0; done && i < QUALITY_COUNT; i++) {
        done = createFluid(&self, (gfQuality)i) && warmUp(&self, (gfQuality)i);
    }
    done = done && timeSteps(&self);
    for (int i = 0; done && i < QUALITY_COUNT; i++) {
        done = Report_AddQuality(report, setup, &self.results[i]);
    }
    for (int i = 0; i < QUALITY_COUNT; i++) {
        gfDestroyFluid(self.fluids[i]);
    }
    return done;
}
