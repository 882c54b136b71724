#include "bench.h"
#include "library.h"
#include "plume.h"
#include "support/counted_gl.h"
#include "timing.h"

#define FRAME_STEPS 10

typedef struct CpuCase {
    const BenchSetup *setup;
    gfDevice *device;
    gfFluid *fluid;
} CpuCase;

static bool runSteps(const CpuCase *self, int count)
{
    bool done = true;
    for (int i = 0; done && i < count; i++) {
        done = gfFluid_StepOnce(self->fluid);
    }
    return done;
}

static bool runFrame(const CpuCase *self)
{
    return gfDevice_BeginFrame(self->device) && runSteps(self, FRAME_STEPS) && gfDevice_EndFrame(self->device);
}

/// The median of the batches' times of this thread, and the calls of one step, while no GL call does anything.
static bool timeSteps(const CpuCase *self, bool framed, double *us, double *calls)
{
    const BenchOptions *options = self->setup->options;
    int steps = options->steps > 0 ? options->steps : 500;
    int rounds = framed ? (steps + FRAME_STEPS - 1) / FRAME_STEPS : steps;
    double times[BATCHES_MAX];
    bool done = true;
    for (int batch = 0; done && batch < options->batches; batch++) {
        CountedGl_Start(COUNTED_GL_NOTHING);
        double start_ms = Timing_GetThreadTime_ms();
        for (int i = 0; done && i < rounds; i++) {
            done = framed ? runFrame(self) : runSteps(self, 1);
        }
        times[batch] = 1e3 * (Timing_GetThreadTime_ms() - start_ms) / (double)(framed ? rounds * FRAME_STEPS : rounds);
        *calls = (double)CountedGl_GetCalls() / (double)(framed ? rounds * FRAME_STEPS : rounds);
    }
    CountedGl_Start(COUNTED_GL_ALL);
    *us = Timing_GetMedian(times, options->batches);
    return done;
}

bool Cpu_RunGrid(const BenchSetup *setup, Report *report)
{
    BenchSetup own = *setup;
    CpuCase self = {.setup = &own};
    CpuResult result = {.batches = setup->options->batches};
    gfDeviceDef def = gfDefaultDeviceDef();
    gfGridParams params = gfDefaultFluidDef().grid;
    def.getProcAddress = CountedGl_GetProcAddress;
    CountedGl_Start(COUNTED_GL_ALL);
    self.device = own.device = gfCreateDevice(&def);
    if (self.device == NULL) {
        return Library_Fail(setup->gpu, "gfCreateDevice");
    }
    self.fluid = Plume_CreateFluid(&own, &params);
    bool done = self.fluid != NULL;
    if (done) {
        done = (runSteps(&self, setup->options->warmup) && timeSteps(&self, false, &result.us, &result.calls) &&
                timeSteps(&self, true, &result.us_frame, &result.callsFrame)) ||
               Library_Fail(setup->gpu, "gfFluid_StepOnce");
    }
    gfDestroyDevice(self.device);
    return done && Report_AddCpu(report, setup, &result);
}
