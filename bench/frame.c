#include "bench.h"
#include "library.h"
#include "plume.h"
#include "timing.h"

#define WIDTH 1280
#define HEIGHT 720
#define FINE 8.0f ///< texels of the dye a cell, in the case `frame`

typedef struct Frame {
    const BenchSetup *setup;
    gfFluid *fluid;
    gfDrawDef look;
    Target picture; ///< the host's
} Frame;

/// A step of a game, and a drawing.
static bool runFrame(const Frame *self, float detail)
{
    const GladGLContext *gl = &self->setup->gpu->gl;
    gfDrawDef def = self->look;
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

/// A box full of dye that a flame stirs.
static gfFluid *createFine(const BenchSetup *setup)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = setup->width;
    def.gridHeight = setup->height;
    def.cellSize = 1.0f / (float)setup->height;
    def.fixedStep = 1.0f / 60.0f;
    def.dyeScale = FINE;
    gfSourceDef flame = gfDefaultSourceDef();
    flame.shape = gfMakeCircle((gfVec2){0.5f * def.cellSize * (float)def.gridWidth, 0.15f}, 0.07f);
    flame.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    flame.dye[0] = flame.dye[3] = 2.0f;
    flame.temperature = 100.0f;
    gfFluid *fluid = gfCreateFluid(setup->device, &def);
    if (fluid == NULL) {
        Library_Fail(setup->gpu, "gfCreateFluid");
    } else if (GF_IS_NULL(gfFluid_AddEmitter(fluid, &flame)) || !Plume_FillWithDye(setup, fluid)) {
        Library_Fail(setup->gpu, "an emitter");
        gfDestroyFluid(fluid);
        fluid = NULL;
    }
    return fluid;
}

static bool runStep(void *user)
{
    return gfFluid_StepOnce(((Frame *)user)->fluid);
}

/// A frame beside something less.
static bool run(Frame *self, bool (*less)(void *user), bool (*whole)(void *user), Report *report)
{
    const BenchSetup *setup = self->setup;
    const BenchOptions *options = setup->options;
    FrameResult result = {.batches = options->batches};
    Workload workloads[] = {
        {.run = less, .user = self, .runs = options->steps},
        {.run = whole, .user = self, .runs = options->steps},
    };
    bool done = self->fluid != NULL && Gpu_CreateTarget(setup->gpu, &self->picture, GL_RGBA8, WIDTH, HEIGHT, false);
    for (int i = 0; i < options->warmup && done; i++) {
        done = gfFluid_StepOnce(self->fluid);
    }
    if (done && (!less(self) || !whole(self) || !Timing_Run(setup->gpu, workloads, 2, options->batches))) {
        done = Library_Fail(setup->gpu, "a frame");
    }
    done = done && Library_ProfileRuns(setup, "a frame", whole, self, &result.profile);
    gfDestroyFluid(self->fluid);
    Gpu_DestroyTarget(setup->gpu, &self->picture);
    result.less_ms = workloads[0].ms;
    result.frame_ms = workloads[1].ms;
    return done && Report_AddFrame(report, setup, &result);
}

bool Frame_RunDetail(const BenchSetup *setup, Report *report)
{
    const gfGridParams params = gfDefaultFluidDef().grid;
    Frame self = {.setup = setup, .fluid = Plume_CreateFluid(setup, &params)};
    self.look = gfDefaultDrawDefFor(self.fluid);
    self.look.alpha = GF_ALPHA_OPAQUE;
    return run(&self, runPlain, runFine, report);
}

bool Frame_RunEffects(const BenchSetup *setup, Report *report)
{
    Frame self = {.setup = setup, .fluid = createFine(setup), .look = gfDefaultDrawDef()};
    self.look.alpha = GF_ALPHA_OPAQUE;
    self.look.bloom.enabled = self.look.shafts.enabled = true;
    self.look.shafts.light = (gfVec2){0.5f * (float)setup->width / (float)setup->height, 0.5f};
    return run(&self, runStep, runPlain, report);
}
