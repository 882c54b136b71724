#include "bench.h"
#include "copy.h"
#include "library.h"
#include "timing.h"

#include "gpufluid/particles.h"
#include "gpufluid/rigid_body.h"

// Pools of half a metre in boxes of a metre, under the earth's gravity.
typedef struct WaterCase {
    const BenchSetup *setup;
    gfFluid *fluids[2]; ///< without and with bodies
    Copy copy;
} WaterCase;

static bool addCrates(gfFluid *fluid, float across)
{
    for (int i = 0; i < BENCH_CRATES; i++) {
        gfRigidBodyDef crate = gfDefaultRigidBodyDef();
        crate.shape = gfMakeRectangle((gfVec2){across * (0.2f + 0.2f * (float)i), 0.52f}, (gfVec2){0.06f, 0.05f}, 0.2f);
        crate.density = 450.0f;
        if (GF_IS_NULL(gfFluid_AddRigidBody(fluid, &crate))) {
            return false;
        }
    }
    return true;
}

/// A pool with a swell, which goes to and fro for as long as a batch takes.
static bool createPool(const BenchSetup *setup, bool bodies, gfFluid **fluid)
{
    gfFluidDef def = gfSuggestLiquid(1.0f, 9.81f, setup->height);
    def.gridWidth = setup->width;
    float across = def.cellSize * (float)setup->width;
    gfSourceDef swell = gfDefaultSourceDef();
    swell.shape = gfMakeCircle((gfVec2){0.3f * across, 0.4f}, 0.25f);
    swell.softness = 0.2f;
    swell.velocity = (gfVec2){0.3f, 0.0f};
    *fluid = gfCreateFluid(setup->device, &def);
    return (*fluid != NULL && (!bodies || addCrates(*fluid, across)) && gfFluid_FillToLevel(*fluid, NULL, 0.5f) &&
            gfFluid_Splat(*fluid, &swell)) ||
           Library_Fail(setup->gpu, "a pool");
}

static bool runPool(void *user)
{
    return gfFluid_StepOnce(((WaterCase *)user)->fluids[0]);
}

static bool runBodies(void *user)
{
    return gfFluid_StepOnce(((WaterCase *)user)->fluids[1]);
}

static bool runCopy(void *user)
{
    Copy_Run(&((WaterCase *)user)->copy, 1);
    return true;
}

static bool timePools(WaterCase *self, WaterResult *result)
{
    enum { POOL, WITH_BODIES, COPY, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [POOL] = {.run = runPool, .user = self, .runs = options->steps},
        [WITH_BODIES] = {.run = runBodies, .user = self, .runs = options->steps},
        [COPY] = {.run = runCopy, .user = self},
    };
    for (int i = 0; i < options->warmup; i++) {
        if (!runPool(self) || !runBodies(self)) {
            return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
        }
    }
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "a step that was to be timed");
    }
    gfParticleStats stats;
    if (!gfFluid_GetParticleStatsBlocking(self->fluids[0], &stats)) {
        return Library_Fail(self->setup->gpu, "gfFluid_GetParticleStatsBlocking");
    }
    gfFluidDef def = gfFluid_GetDef(self->fluids[0]);
    result->ms = workloads[POOL].ms;
    result->bodies_ms = workloads[WITH_BODIES].ms;
    result->copy_ms = workloads[COPY].ms;
    result->particles = (int)stats.live;
    result->stepsPerFrame = (int)(1.0f / (60.0f * def.fixedStep) + 0.5f);
    result->stepsPerBatch = workloads[POOL].runs;
    result->batches = options->batches;
    return true;
}

bool Water_RunPool(const BenchSetup *setup, Report *report)
{
    WaterCase self = {.setup = setup};
    WaterResult result = {0};
    bool done = createPool(setup, false, &self.fluids[0]) && createPool(setup, true, &self.fluids[1]) &&
                Copy_Create(&self.copy, setup->gpu, &(CopyField){GL_RGBA32F, setup->width, setup->height}, 1);
    if (done) {
        done = timePools(&self, &result) && Library_ProfileSteps(setup, self.fluids[0], &result.profile);
        Copy_Destroy(&self.copy);
    }
    gfDestroyFluid(self.fluids[0]);
    gfDestroyFluid(self.fluids[1]);
    return done && Report_AddWater(report, setup, &result);
}
