// Fluids in three dimensions as a module: their dry run.
#include "gpufluid/health.h"

#include "ext/fluid3d/fluid3d.h"
#include "fluid/dry_run.h"
#include "fluid/records.h"

typedef struct DryRun3D {
    gfFluid3D *fluid;
    const gfPrepareDef *def;
} DryRun3D;

static void draw3D(const DryRun3D *s)
{
    bool wanted = (s->def->uses & GF_USE_DRAWING) != 0;
    for (int i = 0; wanted && i < 2 * s->def->draw3DCount; i++) { // twice, for both sides of pairs
        gfFluid3D_Draw(s->fluid, &s->def->draws3D[i / 2]);
    }
    for (int i = 0; wanted && s->def->draws3D == NULL && i < 2 * GF_DRAW3D_STYLE_COUNT; i++) {
        gfDraw3DDef d = gfDefaultDraw3DDef();
        d.style = (gfDraw3DStyle)(i / 2);
        gfFluid3D_Draw(s->fluid, &d);
    }
}

static void stepDry3D(gfFluid3D *fluid)
{
    for (int i = 0; i < 3; i++) {
        gfFluid3D_StepOnce(fluid);
    }
}

static void drySources3D(const DryRun3D *s, float size)
{
    gfVec3 middle = s->fluid->body.def.position;
    for (int i = 0; i < 2; i++) {
        gfSource3DDef source = gfDefaultSource3DDef();
        source.shape = gfMakeSphere(middle, 0.2f * size);
        source.mode = i == 0 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        source.velocity.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
        source.attraction = source.zone.drag = 0.1f;
        gfFluid3D_Splat(s->fluid, &source);
        gfEmitter3DId emitter = gfFluid3D_AddEmitter(s->fluid, &source);
        stepDry3D(s->fluid);
        source.mass = i == 0 ? -1.0f : 0.0f;
        gfFluid3D_SetEmitter(s->fluid, emitter, &source);
        stepDry3D(s->fluid);
        gfFluid3D_RemoveEmitter(s->fluid, emitter);
    }
}

// `all`: also bodies and collision maps, whose programs are not made for every fluid.
static void drySolids3D(const DryRun3D *s, float size, bool all)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere(s->fluid->body.def.position, 0.1f * size);
    solid.velocity.x = 1.0f;
    solid.surface = GF_SURFACE_NO_SLIP;
    gfFluid3D_AddSolid(s->fluid, &solid);
    stepDry3D(s->fluid);
    if (!all) {
        return;
    }
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    body.shape = solid.shape;
    gfFluid3D_AddRigidBody(s->fluid, &body);
    stepDry3D(s->fluid);
    gfFluid3D_AddCollisionMesh(s->fluid, &(gfCollisionMeshData){positions, 3, indices, 3}, still);
    stepDry3D(s->fluid);
    for (int i = 0; i < 4; i++) {
        const gfCollisionTexturesDef textures = {GF_DRY_RUN_TEXTURE, i % 2 == 0 ? 0 : GF_DRY_RUN_TEXTURE, i / 2 != 0};
        gfFluid3D_SetCollisionTextures(s->fluid, &textures);
        stepDry3D(s->fluid);
    }
}

static void dryFluid3D(const DryRun3D *s)
{
    const gfFluid3DDef *def = &s->fluid->body.def;
    float size = fminf(def->size.x, fminf(def->size.y, def->size.z));
    gfFluid3D_AddParticles(s->fluid, &(gfParticle3D){.position = def->position}, 1);
    stepDry3D(s->fluid);
    draw3D(s);
    if ((s->def->uses & GF_USE_SOURCES) != 0) {
        drySources3D(s, size);
    }
    if ((s->def->uses & GF_USE_SOLIDS) != 0) {
        drySolids3D(s, size, true);
    }
    draw3D(s);
    if ((s->def->uses & GF_USE_FIELDS) != 0) {
        gfFluid3D_RequestHealth(s->fluid);
        gfFluid3D_Repair(s->fluid);
    }
    gfFluid3D_Reset(s->fluid);
}

static bool runSteps3D(gfDevice *device, const void *context)
{
    const gfFluid3DDef *def = context;
    const DryRun3D s = {gfFluid3D_Make(device, def), NULL};
    float size = fminf(def->size.x, fminf(def->size.y, def->size.z));
    if (s.fluid == NULL) {
        return false;
    }
    gfFluid3D_AddParticles(s.fluid, &(gfParticle3D){.position = def->position}, 1);
    stepDry3D(s.fluid);
    drySources3D(&s, size);
    drySolids3D(&s, size, false);
    drySources3D(&s, size); // beside solids
    gfDestroyFluid3D(s.fluid);
    return true;
}

bool gfFluid3D_MakePrograms(gfDevice *device, const gfFluid3DDef *def)
{
    const uint64_t key = gfRecord_Classify(&gf_particleParamsRecord, &def->particles, 3u + (uint64_t)def->openSides);
    return gfDryRun_Make(device, key | 1u, runSteps3D, def);
}

static bool dryRunFluids3D(gfDevice *device, const gfPrepareDef *def)
{
    for (int i = 0; i < def->fluid3DCount; i++) {
        DryRun3D s = {gfCreateFluid3D(device, &def->fluids3D[i]), def};
        if (s.fluid == NULL) {
            return false;
        }
        gfFailure failure = {0};
        (void)gfFailure_Begin(&failure, device, "");
        dryFluid3D(&s);
        (void)gfFailure_End(&failure, device, true);
        gfDestroyFluid3D(s.fluid);
    }
    return true;
}

const gfModule gf_module_fluid3d = {.name = "fluid3d", .dryRunOthers = dryRunFluids3D};
