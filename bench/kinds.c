#include "bench.h"
#include "library.h"
#include "timing.h"

#include <math.h>
#include <stdlib.h>

/// Groups of the fluid that is nothing but groups, in rows of so many.
#define GROUPS_PER_SIDE 16
#define SIZE 2.0f // of the domain, m
#define PARTICLES_DEFAULT 65536
#define STEPS 8

typedef enum Kind { KIND_WATER, KIND_KINDS, KIND_GROUPS, KIND_COUNT } Kind;

/// What lies in each of five strips of the fluid of kinds, by their materials.
enum { WATER, SAND, ELASTIC, RIGID, WET, MATERIALS };

typedef struct KindsCase {
    const BenchSetup *setup;
    float spacing;
    gfFluid *fluids[KIND_COUNT];
    gfParticle *particles; ///< as they lie at first in all of them
    int count;
} KindsCase;

static gfFluidDef makeDef(const KindsCase *self, Kind kind, int capacity)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.dyeScale = 1.0f;
    def.gridWidth = def.gridHeight = 128;
    def.cellSize = SIZE / 128.0f;
    gfParticleParams *p = &def.particles;
    p->capacity = capacity;
    p->spacing = self->spacing;
    p->depth = 0.5f * SIZE;
    p->maxSubsteps = 1000;
    p->groups = kind == KIND_WATER ? 0 : kind == KIND_KINDS ? 8 : GROUPS_PER_SIDE * GROUPS_PER_SIDE;
    if (kind == KIND_KINDS) {
        p->materialCount = MATERIALS;
        for (int i = 0; i < MATERIALS; i++) {
            p->materials[i] = p->materials[0];
        }
        p->materials[SAND].friction = p->materials[WET].friction = 30.0f;
        p->materials[RIGID].friction = 20.0f;
        p->materials[WET].cohesion = 0.5f;
    }
    return def;
}

/// 256 elastic blocks, beside and on top of each other, in the left half of the domain.
static bool addGroups(KindsCase *self, gfFluid *fluid)
{
    float step = SIZE / (float)GROUPS_PER_SIDE;
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    for (int i = 0; i < GROUPS_PER_SIDE * GROUPS_PER_SIDE; i++) {
        gfVec2 centre = {0.5f * step * ((float)(i % GROUPS_PER_SIDE) + 0.5f),
                         step * ((float)(i / GROUPS_PER_SIDE) + 0.5f)};
        def.shape = gfMakeRectangle(centre, (gfVec2){0.249f * step, 0.499f * step}, 0.0f);
        if (GF_IS_NULL(gfFluid_AddParticleGroup(fluid, &def))) {
            return Library_Fail(self->setup->gpu, "gfFluid_AddParticleGroup");
        }
    }
    self->count = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
    self->particles = calloc((size_t)(self->count > 0 ? self->count : 1), sizeof *self->particles);
    return (self->particles != NULL && self->count > 0 &&
            gfFluid_ReadParticlesBlocking(fluid, self->particles, self->count) == self->count) ||
           Library_Fail(self->setup->gpu, "gfFluid_ReadParticlesBlocking");
}

static bool addKinds(const KindsCase *self, gfFluid *fluid)
{
    float wide = 0.5f * SIZE / (float)MATERIALS;
    for (int i = 0; i < self->count; i++) {
        self->particles[i].material = (uint32_t)fminf(self->particles[i].position.x / wide, (float)(MATERIALS - 1));
    }
    bool added = gfFluid_AddParticles(fluid, self->particles, self->count);
    for (int strip = ELASTIC; added && strip <= RIGID; strip++) {
        gfParticleGroupDef def = gfDefaultParticleGroupDef();
        def.shape = gfMakeRectangle((gfVec2){wide * ((float)strip + 0.5f), 0.5f * SIZE},
                                    (gfVec2){0.5f * wide, 0.5f * SIZE}, 0.0f);
        def.material = (uint32_t)strip;
        def.params.rigid = strip == RIGID;
        added = !GF_IS_NULL(gfFluid_FreezeParticles(fluid, &def));
    }
    return added || Library_Fail(self->setup->gpu, "particles of five kinds");
}

static bool createFluids(KindsCase *self)
{
    const BenchOptions *options = self->setup->options;
    int wanted = options->particleCount > 0 ? options->particles[0] : PARTICLES_DEFAULT;
    self->spacing = sqrtf(0.5f * SIZE * SIZE / (float)wanted);
    for (Kind kind = KIND_COUNT; kind-- > KIND_WATER;) { // the groups tell where particles lie
        const gfFluidDef def = makeDef(self, kind, wanted + wanted / 8);
        gfFluid *fluid = self->fluids[kind] = gfCreateFluid(self->setup->device, &def);
        bool filled = fluid != NULL;
        if (filled && kind == KIND_GROUPS) {
            filled = addGroups(self, fluid);
        } else if (filled && kind == KIND_KINDS) {
            filled = addKinds(self, fluid);
        } else if (filled) {
            for (int i = 0; i < self->count; i++) {
                self->particles[i].material = 0;
            }
            filled = gfFluid_AddParticles(fluid, self->particles, self->count);
        }
        if (!filled) {
            return Library_Fail(self->setup->gpu, "a fluid of particles");
        }
    }
    return true;
}

static bool runWater(void *user)
{
    return gfFluid_StepOnce(((KindsCase *)user)->fluids[KIND_WATER]);
}

static bool runKinds(void *user)
{
    return gfFluid_StepOnce(((KindsCase *)user)->fluids[KIND_KINDS]);
}

static bool runGroups(void *user)
{
    return gfFluid_StepOnce(((KindsCase *)user)->fluids[KIND_GROUPS]);
}

/// From times of a step to those of a substep; and none may be lost.
static bool divideBySubsteps(const KindsCase *self, KindsResult *result)
{
    double *const times[KIND_COUNT] = {&result->water_ms, &result->kinds_ms, &result->groups_ms};
    for (Kind kind = KIND_WATER; kind < KIND_COUNT; kind++) {
        gfParticleStats stats;
        if (!gfFluid_GetParticleStatsBlocking(self->fluids[kind], &stats)) {
            return Library_Fail(self->setup->gpu, "gfFluid_GetParticleStatsBlocking");
        }
        if ((int)stats.live != self->count) {
            return Gpu_Fail(self->setup->gpu, "%u particles of %d are left", stats.live, self->count);
        }
        *times[kind] /= (double)stats.substeps;
    }
    return true;
}

static bool timeSteps(KindsCase *self, KindsResult *result)
{
    const BenchOptions *options = self->setup->options;
    int runs = options->steps > 0 ? options->steps : STEPS;
    Workload workloads[KIND_COUNT] = {
        [KIND_WATER] = {.run = runWater, .user = self, .runs = runs},
        [KIND_KINDS] = {.run = runKinds, .user = self, .runs = runs},
        [KIND_GROUPS] = {.run = runGroups, .user = self, .runs = runs},
    };
    for (int i = 0; i < options->warmup; i++) {
        if (!runWater(self) || !runKinds(self) || !runGroups(self)) {
            return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
        }
    }
    if (!Timing_Run(self->setup->gpu, workloads, KIND_COUNT, options->batches)) {
        return Library_Fail(self->setup->gpu, "gfFluid_StepOnce");
    }
    *result = (KindsResult){.water_ms = workloads[KIND_WATER].ms,
                            .kinds_ms = workloads[KIND_KINDS].ms,
                            .groups_ms = workloads[KIND_GROUPS].ms,
                            .particles = self->count,
                            .batches = options->batches};
    return divideBySubsteps(self, result);
}

bool Particles_RunKinds(const BenchSetup *setup, Report *report)
{
    KindsCase self = {.setup = setup};
    KindsResult result = {0};
    bool done = createFluids(&self) && timeSteps(&self, &result) &&
                Library_ProfileRuns(setup, "gfFluid_StepOnce", runKinds, &self, &result.profile);
    for (Kind kind = KIND_WATER; kind < KIND_COUNT; kind++) {
        gfDestroyFluid(self.fluids[kind]);
    }
    free(self.particles);
    return done && Report_AddKinds(report, setup, &result);
}
