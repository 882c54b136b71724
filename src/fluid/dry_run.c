#include "fluid/module.h"

#include "gpufluid/moving.h"

#include "fluid/records.h"

void gfDryRun_Place(gfDryRun *run)
{
    const gfFluidDef *def = &run->fluid->body.def;
    float width = def->cellSize * (float)def->gridWidth, height = def->cellSize * (float)def->gridHeight;
    run->middle = (gfVec2){def->origin.x + 0.5f * width, def->origin.y + 0.5f * height};
    run->size = fminf(width, height);
}

void gfDryRun_Step(const gfDryRun *run)
{
    for (int i = 0; i < 4; i++) {
        if (run->group != NULL) {
            run->stepGroup(run->group);
        } else {
            gfFluid_StepOnce(run->fluid);
        }
    }
}

// --- sources and solids ----------------------------------------------------------------------------------------------

static void runZones(const gfDryRun *s)
{
    for (int i = 0; i < 2; i++) {
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
        source.zone.drag = 1.0f;
        source.zone.turbulence.strength = 1.0f;
        source.zone.oneWay.x = i == 0 && s->fluid->solver->oneWay ? 1.0f : 0.0f;
        gfEmitterId emitter = gfFluid_AddEmitter(s->fluid, &source);
        gfDryRun_Step(s);
        if (i == 0) {
            gfFluid_RemoveEmitter(s->fluid, emitter); // only the second zone stays, for drawings that follow
        }
    }
}

void gfDryRun_Sources(const gfDryRun *s)
{
    const gfParticleParams *particles = &s->fluid->body.def.particles;
    for (int i = 0; i < 4; i++) {
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
        source.mode = i % 2 == 0 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        source.velocity = (gfVec2){1.0f, 1.0f};
        source.dye[0] = source.dye[3] = source.mass = source.temperature = source.divergence = 1.0f;
        source.attraction = 0.1f;
        source.particleLifetime = particles->lifetimes ? 1.0f : 0.0f;
        source.texture = i < 2 ? 0 : GF_DRY_RUN_TEXTURE;
        gfFluid_Splat(s->fluid, &source);
        gfDryRun_Step(s);
        if (source.mode == GF_SOURCE_ADD) {
            source.acceleration = source.velocity;
            source.velocity = (gfVec2){0.0f, 0.0f};
        }
        gfEmitterId emitter = gfFluid_AddEmitter(s->fluid, &source);
        gfDryRun_Step(s);
        source.mass = source.mode == GF_SOURCE_SET ? 0.0f : -1.0f; // a source that adds now removes liquid
        gfFluid_SetEmitter(s->fluid, emitter, &source);
        gfDryRun_Step(s);
        gfFluid_RemoveEmitter(s->fluid, emitter);
    }
    if (s->def == NULL) {
        return;
    }
    const gfShape part = gfMakeRectangle(s->middle, (gfVec2){0.2f * s->size, 0.2f * s->size}, 0.0f);
    gfFluid_FillToLevel(s->fluid, NULL, s->middle.y);
    gfFluid_FillToLevel(s->fluid, &part, s->middle.y);
    runZones(s);
}

void gfDryRun_Solids(const gfDryRun *s)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(s->middle, 0.1f * s->size);
    gfSolidId solid = gfFluid_AddSolid(s->fluid, &def);
    gfDryRun_Step(s);
    def.velocity.x = def.angularVelocity = 1.0f;
    def.surface = GF_WALL_NO_SLIP;
    gfFluid_SetSolid(s->fluid, solid, &def);
    gfDryRun_Step(s);
    if (s->def == NULL) {
        return;
    }
    gfSolidDef wall = gfDefaultSolidDef(); // first a wall thinner than a cell, then a solid from an image
    wall.shape = gfMakeRectangle(s->middle, (gfVec2){0.4f * s->size, 0.001f * s->size}, 0.0f);
    gfFluid_AddSolid(s->fluid, &wall);
    gfDryRun_Step(s);
    wall.texture = GF_DRY_RUN_TEXTURE;
    wall.shape.b.y = 0.2f * s->size;
    gfFluid_AddSolid(s->fluid, &wall);
    gfDryRun_Step(s);
}

// --- programs of steps -----------------------------------------------------------------------------------------------

// Makes the calls that only some solvers have, such as adding particles (gfModule.dryRun), after those of all fluids.
static void runSolverModule(const gfDryRun *s)
{
    GF_EACH_MODULE(module) {
        if (module->solver == s->fluid->solver && module->dryRun != NULL) {
            module->dryRun(s, GF_USE_SOURCES);
        }
    }
}

void gfDryRun_RunSteps(gfDryRun *s)
{
    gfDryRun_Place(s);
    gfDryRun_Step(s);
    runSolverModule(s);
    gfDryRun_Sources(s);
    gfDryRun_Solids(s);
    gfDryRun_Sources(s);     // sources in a fluid with solids, which take other programs
    gfFluid_Reset(s->fluid); // a host may reset the fluid, too; resetting has no failure of its own
}

uint64_t gfDryRun_GetKey(const gfFluidDef *def, uint64_t variant)
{
    // gfRecord_Classify looks only at the sign of a float, but the sizes of textures follow from the exact dyeScale
    uint32_t scale;
    memcpy(&scale, &def->dyeScale, sizeof scale);
    return gfRecord_Classify(&gf_fluidDefRecord, def, variant * 0x100000001b3u + scale) | 1u;
}

typedef struct BodyRun {
    const gfBody *body;
    uint32_t needs; // textures that the fluid came to need after its creation, as bits of gfSolver.needs
} BodyRun;

static bool runBody(gfDevice *device, const void *context)
{
    const BodyRun *run = context;
    const gfBody *body = run->body;
    gfDryRun s = {.fluid = gfFluid_Make(device, &body->def)};
    GF_TRY(s.fluid != NULL);
    s.fluid->body.frame = body->frame;
    const gfSolver *solver = s.fluid->solver;
    bool ok = gfSolver_Tune(solver, &s.fluid->body, s.fluid->state) &&
              (run->needs == 0 || solver->needs.make(&s.fluid->body, s.fluid->state, run->needs));
    if (ok) {
        gfDryRun_RunSteps(&s);
    }
    gfDestroyFluid(s.fluid);
    return ok;
}

static bool makeStepPrograms(const gfBody *body, uint32_t needs)
{
    const BodyRun run = {body, needs};
    const uint64_t variant = 4u + (body->frame.turns ? 1u : 0u) + (body->frame.used ? 2u : 0u) + ((uint64_t)needs << 3);
    return gfDryRun_Make(body->device, gfDryRun_GetKey(&body->def, variant), runBody, &run);
}

bool gfDryRun_Make(gfDevice *device, uint64_t key, bool (*run)(gfDevice *device, const void *context),
                   const void *context)
{
    gfCore *core = &device->core;
    if (gfDevice_IsNaming(device) || gfPrograms_Know(device, key)) {
        return true;
    }
    int failures = core->failedAllocations;
    uint64_t waits = device->waits;
    const char *caller = device->caller;
    gfDryRunKind before = gfPrograms_BeginNaming(device);
    gfFailure failure = {0}; // calls that the solver refuses are no errors here
    bool named = gfFailure_Begin(&failure, device, "") && run(device, context), ok = true;
    (void)gfFailure_End(&failure, device, true);
    device->waits = waits;
    device->caller = caller;
    if (core->failedAllocations > failures) {
        gfReport(core, GF_LOG_ERROR, GF_ERROR_OUT_OF_MEMORY, "no memory to find the programs of a fluid");
        ok = false;
    }
    // A call that fails in a dry run is not reported: it will be when the host makes it.
    bool made = gfPrograms_EndNaming(device, before, ok && named);
    if (made) {
        gfPrograms_Note(device, key);
    }
    return ok && (made || !named);
}

const gfModule gf_module_core = {.name = "core", .makePrograms = makeStepPrograms};
