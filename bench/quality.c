#include "bench.h"
#include "library.h"
#include "plume.h"
#include "timing.h"

#include <stddef.h>

/// Steps before the residual is taken and the clock starts.
#define STEPS 60
#define VARIANTS_MAX 4

/// A set of tunables; an advection of its own counts if it has one.
typedef struct Variant {
    const char *name;
    gfQuality quality;
    bool hasAdvection;
    gfAdvection advection;
} Variant;

static const Variant qualities[] = {
    {.name = "low", .quality = GF_QUALITY_LOW},
    {.name = "medium", .quality = GF_QUALITY_MEDIUM},
    {.name = "high", .quality = GF_QUALITY_HIGH},
    {.name = "reference", .quality = GF_QUALITY_REFERENCE},
};

static const Variant advections[] = {
    {"bilinear", GF_QUALITY_MEDIUM, true, GF_ADVECTION_BILINEAR},
    {"catmull-rom", GF_QUALITY_MEDIUM, true, GF_ADVECTION_CATMULL_ROM},
    {"quintic", GF_QUALITY_MEDIUM, true, GF_ADVECTION_QUINTIC},
};

typedef struct Quality {
    const BenchSetup *setup;
    int count;
    gfFluid *fluids[VARIANTS_MAX];
    QualityResult results[VARIANTS_MAX];
} Quality;

static bool createFluid(Quality *self, int i, const Variant *variant)
{
    gfGridParams params = gfDefaultFluidDef().grid;
    gfGridParams_SetQuality(&params, variant->quality);
    if (variant->hasAdvection) {
        params.advection = variant->advection;
    }
    self->fluids[i] = Plume_CreateFluid(self->setup, &params);
    self->results[i].quality = variant->name;
    self->results[i].batches = self->setup->options->batches;
    return self->fluids[i] != NULL;
}

static bool runStep(void *user)
{
    return gfFluid_StepOnce(user);
}

static bool warmUp(Quality *self, int index)
{
    Gpu *gpu = self->setup->gpu;
    for (int i = 0; i < STEPS; i++) {
        if (!runStep(self->fluids[index])) {
            return Library_Fail(gpu, "gfFluid_StepOnce");
        }
    }
    return Library_MeasureResidual(gpu, self->fluids[index], &self->results[index].residual);
}

static bool timeSteps(Quality *self)
{
    const BenchOptions *options = self->setup->options;
    Workload workloads[VARIANTS_MAX];
    for (int i = 0; i < self->count; i++) {
        workloads[i] = (Workload){.run = runStep, .user = self->fluids[i], .runs = options->steps};
    }
    if (!Timing_Run(self->setup->gpu, workloads, self->count, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
    }
    for (int i = 0; i < self->count; i++) {
        self->results[i].ms = workloads[i].ms;
    }
    return true;
}

static bool runVariants(const BenchSetup *setup, Report *report, const Variant *variants, int count)
{
    Quality self = {.setup = setup, .count = count};
    bool done = true;
    for (int i = 0; done && i < count; i++) {
        done = createFluid(&self, i, &variants[i]) && warmUp(&self, i);
    }
    done = done && timeSteps(&self);
    for (int i = 0; done && i < count; i++) {
        done = Report_AddQuality(report, setup, &self.results[i]);
    }
    for (int i = 0; i < count; i++) {
        gfDestroyFluid(self.fluids[i]);
    }
    return done;
}

bool Quality_RunGrid(const BenchSetup *setup, Report *report)
{
    return runVariants(setup, report, qualities, (int)(sizeof(qualities) / sizeof(qualities[0])));
}

bool Quality_RunAdvection(const BenchSetup *setup, Report *report)
{
    return runVariants(setup, report, advections, (int)(sizeof(advections) / sizeof(advections[0])));
}
