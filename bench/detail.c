#include "bench.h"
#include "library.h"
#include "plume.h"
#include "timing.h"

#define WIDTH 1280
#define HEIGHT 720

typedef struct Detail {
    const BenchSetup *setup;
    gfFluid *fluid;
    Target picture; ///< the host's
} Detail;

/// A frame of a game: a step and a drawing.
static bool runFrame(const Detail *self, float detail)
{
    const GladGLContext *gl = &self->setup->gpu->gl;
    gfDrawDef def = gfDefaultDrawDefFor(self->fluid);
    def.alpha = GF_ALPHA_OPAQUE;
    def.detail = detail;
    if (!gfFluid_StepOnce(self->fluid)) {
        return false;
    }
    gl->BindFramebuffer(GL_FRAMEBUFFER, self->picture.framebuffer);
    gl->Viewport(0, 0, WIDTH, HEIGHT);
    return gfFluid_Draw(self->fluid, &def);
}

static bool runPlain(void *user)
{
    return runFrame(user, 0.0f);
}

static bool runFine(void *user)
{
    return runFrame(user, 1.0f);
}

static bool warmUp(const Detail *self)
{
    bool done = true;
    for (int i = 0; i < self->setup->options->warmup && done; i++) {
        done = gfFluid_StepOnce(self->fluid);
    }
    return (done && runFrame(self, 0.0f) && runFrame(self, 1.0f)) || Library_Fail(self->setup->gpu, "a frame");
}

static bool timeAll(Detail *self, DetailResult *result)
{
    const BenchOptions *options = self->setup->options;
    Workload workloads[] = {
        {.run = runPlain, .user = self, .runs = options->steps},
        {.run = runFine, .user = self, .runs = options->steps},
    };
    if (!Timing_Run(self->setup->gpu, workloads, 2, options->batches)) {
        return Library_Fail(self->setup->gpu, "a frame");
    }
    result->plain_ms = workloads[0].ms;
    result->frame_ms = workloads[1].ms;
    result->batches = options->batches;
    return true;
}

bool Detail_RunGrid(const BenchSetup *setup, Report *report)
{
    Detail self = {.setup = setup};
    DetailResult result = {0};
    const gfGridParams params = gfDefaultFluidDef().grid;
    self.fluid = Plume_CreateFluid(setup, &params);
    bool done = self.fluid != NULL && Gpu_CreateTarget(setup->gpu, &self.picture, GL_RGBA8, WIDTH, HEIGHT, false) &&
                warmUp(&self) && timeAll(&self, &result) &&
                Library_ProfileRuns(setup, "gfFluid_Draw", runFine, &self, &result.profile);
    gfDestroyFluid(self.fluid);
    Gpu_DestroyTarget(setup->gpu, &self.picture);
    return done && Report_AddDetail(report, setup, &result);
}
