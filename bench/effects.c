#include "bench.h"
#include "library.h"
#include "plume.h"
#include "timing.h"

typedef struct Effects {
    const BenchSetup *setup;
    gfFluid *fluid;
    Target picture; ///< the host's, as large as the grid
} Effects;

static bool runStep(void *user)
{
    return gfFluid_StepOnce(((Effects *)user)->fluid);
}

static bool draw(const Effects *self, bool effects)
{
    const GladGLContext *gl = &self->setup->gpu->gl;
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE; // as refraction is, lest the plain picture pay for blending
    def.refraction.enabled = def.bloom.enabled = effects;
    gl->BindFramebuffer(GL_FRAMEBUFFER, self->picture.framebuffer);
    gl->Viewport(0, 0, self->picture.width, self->picture.height);
    return gfFluid_Draw(self->fluid, &def);
}

static bool runPlain(void *user)
{
    return draw(user, false);
}

static bool runEffects(void *user)
{
    return draw(user, true);
}

static bool warmUp(Effects *self)
{
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runStep(self)) {
            return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
        }
    }
    return (runPlain(self) && runEffects(self)) || Library_Fail(self->setup->gpu, "gfFluid_Draw");
}

/// Drawing with both less drawing without: what a host pays for them. The scene, which the plain picture has too, then
/// costs what it costs more in the picture's textures, and copying what is behind and the composite count in full.
static bool timeAll(Effects *self, EffectsResult *result)
{
    enum { STEP, PLAIN, EFFECTS, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [STEP] = {.run = runStep, .user = self, .runs = options->steps},
        [PLAIN] = {.run = runPlain, .user = self, .runs = options->steps},
        [EFFECTS] = {.run = runEffects, .user = self, .runs = options->steps},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "a step or a drawing");
    }
    result->step_ms = workloads[STEP].ms;
    result->plain_ms = workloads[PLAIN].ms;
    result->draw_ms = workloads[EFFECTS].ms;
    result->ms = result->draw_ms - result->plain_ms;
    result->batches = options->batches;
    return true;
}

bool Effects_RunGrid(const BenchSetup *setup, Report *report)
{
    Effects self = {.setup = setup};
    EffectsResult result = {0};
    const gfGridParams params = gfDefaultFluidDef().grid;
    self.fluid = Plume_CreateFluid(setup, &params);
    bool done = self.fluid != NULL &&
                Gpu_CreateTarget(setup->gpu, &self.picture, GL_RGBA8, setup->width, setup->height, false) &&
                warmUp(&self) && timeAll(&self, &result) &&
                Library_ProfileRuns(setup, "gfFluid_Draw", runEffects, &self, &result.profile);
    gfDestroyFluid(self.fluid);
    Gpu_DestroyTarget(setup->gpu, &self.picture);
    return done && Report_AddEffects(report, setup, &result);
}
