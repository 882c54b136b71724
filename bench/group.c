#include "bench.h"
#include "library.h"
#include "timing.h"

#include <math.h>
#include <stdlib.h>

// Domains have cells of one size, so that all of them together are as large as the one.
#define FLUIDS_PER_SIDE_MAX 16

typedef struct GroupCase {
    const BenchSetup *setup;
    int side; ///< fluids along an axis
    gfFluid *whole;
    gfFluidGroup *group;
    gfFluid *apart[FLUIDS_PER_SIDE_MAX * FLUIDS_PER_SIDE_MAX];
} GroupCase;

static gfFluidDef makeDef(const GroupCase *self, int parts)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = self->setup->width / parts;
    def.gridHeight = self->setup->height / parts;
    def.cellSize = 1.0f / (float)self->setup->height;
    return def;
}

/// Dye all over, and a flame for each of side x side squares of the domain.
static bool addSources(const GroupCase *self, gfFluid *fluid, int side)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    float width = def.cellSize * (float)def.gridWidth, height = def.cellSize * (float)def.gridHeight;
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeRectangle((gfVec2){0.5f * width, 0.5f * height}, (gfVec2){width, height}, 0.0f);
    source.dye[1] = source.dye[3] = 1.0f;
    bool done = gfFluid_Splat(fluid, &source);
    for (int i = 0; done && i < side * side; i++) {
        float x = width / (float)side, y = height / (float)side;
        gfVec2 at = {x * ((float)(i % side) + 0.5f), y * ((float)(i / side) + 0.2f)};
        source = gfDefaultSourceDef();
        source.shape = gfMakeCircle(at, 0.1f * y);
        source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
        source.dye[0] = source.dye[3] = 2.0f;
        source.temperature = 100.0f;
        done = !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source));
    }
    return done || Library_Fail(self->setup->gpu, "gfFluid_AddEmitter");
}

static bool createFluids(GroupCase *self)
{
    gfFluidDef whole = makeDef(self, 1), part = makeDef(self, self->side);
    self->whole = gfCreateFluid(self->setup->device, &whole);
    if (self->whole == NULL) {
        return Library_Fail(self->setup->gpu, "gfCreateFluid");
    }
    self->group = gfCreateFluidGroup(self->setup->device, &part, self->side * self->side);
    if (self->group == NULL) {
        return Library_Fail(self->setup->gpu, "gfCreateFluidGroup");
    }
    bool done = addSources(self, self->whole, self->side);
    for (int i = 0; done && i < self->side * self->side; i++) {
        self->apart[i] = gfCreateFluid(self->setup->device, &part);
        done = self->apart[i] != NULL && addSources(self, self->apart[i], 1) &&
               addSources(self, gfFluidGroup_GetMember(self->group, i), 1);
    }
    return done || Library_Fail(self->setup->gpu, "gfCreateFluid");
}

static bool runWhole(void *user)
{
    return gfFluid_StepOnce(((GroupCase *)user)->whole);
}

static bool runGroup(void *user)
{
    return gfFluidGroup_StepOnce(((GroupCase *)user)->group);
}

static bool runApart(void *user)
{
    GroupCase *self = user;
    bool done = true;
    for (int i = 0; done && i < self->side * self->side; i++) {
        done = gfFluid_StepOnce(self->apart[i]);
    }
    return done;
}

static bool warmUp(GroupCase *self)
{
    for (int i = 0; i < self->setup->options->warmup; i++) {
        if (!runWhole(self) || !runGroup(self) || !runApart(self)) {
            return Library_Fail(self->setup->gpu, "gfFluidGroup_StepOnce");
        }
    }
    return true;
}

static bool timeSteps(GroupCase *self, GroupResult *result)
{
    enum { GROUP, WHOLE, APART, COUNT };
    const BenchOptions *options = self->setup->options;
    Workload workloads[COUNT] = {
        [GROUP] = {.run = runGroup, .user = self, .runs = options->steps},
        [WHOLE] = {.run = runWhole, .user = self, .runs = options->steps},
        [APART] = {.run = runApart, .user = self, .runs = options->steps},
    };
    if (!Timing_Run(self->setup->gpu, workloads, COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluidGroup_StepOnce");
    }
    result->ms = workloads[GROUP].ms;
    result->whole_ms = workloads[WHOLE].ms;
    result->apart_ms = workloads[APART].ms;
    result->fluids = self->side * self->side;
    result->batches = options->batches;
    return true;
}

bool Group_RunGrid(const BenchSetup *setup, Report *report)
{
    GroupCase *self = calloc(1, sizeof *self);
    GroupResult result = {0};
    if (self == NULL) {
        return Gpu_Fail(setup->gpu, "out of memory");
    }
    *self = (GroupCase){.setup = setup, .side = (int)lround(sqrt((double)setup->options->fluids))};
    bool done = createFluids(self) && warmUp(self) && timeSteps(self, &result) &&
                Library_ProfileRuns(setup, "gfFluidGroup_StepOnce", runGroup, self, &result.profile);
    for (int i = 0; i < self->side * self->side; i++) {
        gfDestroyFluid(self->apart[i]);
    }
    gfDestroyFluid(self->whole);
    gfDestroyFluidGroup(self->group);
    free(self);
    return done && Report_AddGroup(report, setup, &result);
}
