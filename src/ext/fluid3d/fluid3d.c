// The public fluid in 3D: creation and destruction, clock, container, and dry runs. Its other public calls are in
// fluid3d_calls.c, rigid_body3d.c, collision.c, draw3d.c and snapshot3d.c.
#include "ext/fluid3d/fluid3d.h"
#include "gpufluid/health.h"

#include "fluid/module.h"
#include "fluid/records.h"
#include "gl/program.h"
#include "solvers/particles/sph.h"

// --- checks --------------------------------------------------------------------------------------------------------

static bool checkSizeMax(const gfCore *core, const gfFluid3DDef *def, const char *caller)
{
    const float most[3] = {def->sizeMax.x, def->sizeMax.y, def->sizeMax.z};
    const float size[3] = {def->size.x, def->size.y, def->size.z};
    for (int axis = 0; axis < 3; axis++) {
        GF_REQUIRE(core,
                   gfInRange((double)most[axis], 0.0, 0.0) || gfInRange((double)most[axis], (double)size[axis], 1e6),
                   OUT_OF_RANGE, "%s: sizeMax.%c is %g; 0, or size.%c, %g m, to 1e6 m is expected", caller, "xyz"[axis],
                   (double)most[axis], "xyz"[axis], (double)size[axis]);
    }
    return true;
}

bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_fluid3DDefRecord, def, caller) &&
           gfQuat_Check(core, def->rotation, "rotation", caller) && checkSizeMax(core, def, caller) &&
           gfVolume_Check(core, def, caller);
}

// --- life ----------------------------------------------------------------------------------------------------------

// Moves the container to the definition's pose at once. New version numbers let the table of solids and the collision
// map, which are in its axes, be drawn anew.
static void placeContainer(gfVolumeBody *body)
{
    const gfFluid3DDef *def = &body->def;
    body->container.now = body->container.target = gfContainerPose_Make(def->position, def->rotation, def->size);
    body->solids.version++;
    body->collision.version++;
}

static void destroyOwnedFluid3D(gfOwned *self)
{
    gfDestroyFluid3D((gfFluid3D *)self);
}

gfFluid3D *gfFluid3D_Make(gfDevice *device, const gfFluid3DDef *def)
{
    gfDevice_ResetErrors(device);
    gfFluid3D *fluid = gfAlloc(&device->core, sizeof *fluid);
    GF_TRY(fluid != NULL);
    fluid->body.device = device;
    fluid->body.number = gfUniqueNumber();
    fluid->body.def = *def;
    fluid->body.def.sizeMax = gfVolume_GetLargest(def);
    gfCollision_Init(&fluid->body.collision);
    gfSources_Init(&fluid->body.sources, GF_HANDLE_EMITTER3D, sizeof(gfSource3DDef));
    gfOwned_Add(&device->firstOwned, &fluid->owned, destroyOwnedFluid3D);
    gfDevice_CountFluid(device, 1);
    fluid->volume = gfAlloc(&device->core, sizeof *fluid->volume);
    bool made = fluid->volume != NULL && gfFluid3D_MakePrograms(device, &fluid->body.def) &&
                gfSolids3D_Create(device, &fluid->body.solids);
    if (made) {
        placeContainer(&fluid->body);
        const gfSphDomain domain = gfVolume_GetDomain(&fluid->body);
        made = gfSph_Create(&fluid->volume->sph, &domain);
    }
    if (!made) {
        gfDestroyFluid3D(fluid);
        fluid = NULL;
    }
    return fluid;
}

gfFluid3D *gfCreateFluid3D(gfDevice *device, const gfFluid3DDef *def)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", __func__);
    GF_TRY(gfFluid3D_CheckDef(&device->core, def, __func__) && gfDevice_Begin(device, __func__));
    gfFluid3D *fluid = gfFluid3D_Make(device, def);
    gfDevice_End(device);
    return fluid;
}

void gfDestroyFluid3D(gfFluid3D *fluid)
{
    if (fluid == NULL) {
        return;
    }
    gfDevice *device = fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyFluid3D");
    gfRigidBodies3D_Destroy(device, fluid->bodies);
    gfParts_RemoveAll(&fluid->parts, &device->core, fluid);
    if (fluid->volume != NULL) {
        gfSph_Destroy(device, &fluid->volume->sph);
        gfFree(&device->core, fluid->volume);
    }
    gfSolids3D_Destroy(device, &fluid->body.solids);
    gfCollision_Destroy(device, &fluid->body.collision);
    gfSources_Destroy(&fluid->body.sources, &device->core);
    gfOwned_Remove(&device->firstOwned, &fluid->owned);
    gfFree(&device->core, fluid);
    gfDevice_CountFluid(device, -1);
    gfDevice_EndDelete(device, lost);
}

gfFluid3DDef gfFluid3D_GetDef(const gfFluid3D *fluid)
{
    return fluid != NULL ? fluid->body.def : (gfFluid3DDef){0};
}

bool gfFluid3D_Reset(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Reset: fluid is null");
    GF_TRY(gfDevice_Begin(fluid->body.device, "gfFluid3D_Reset"));
    placeContainer(&fluid->body);
    const gfSphDomain domain = gfVolume_GetDomain(&fluid->body);
    gfSph_Reset(&fluid->volume->sph, &domain);
    fluid->volume->poured = false;
    memset(fluid->volume->shift, 0, sizeof fluid->volume->shift);
    gfSources_DropSplats(&fluid->body.sources);
    if (fluid->bodies != NULL) {
        gfRigidBodies_Reset(&fluid->bodies->all, &fluid->body);
    }
    memset(&fluid->clock, 0, sizeof fluid->clock);
    return gfDevice_EndWith(fluid->body.device, true);
}

// --- clock ---------------------------------------------------------------------------------------------------------

// Runs one fixed step (gfClocked.step). False: a pass could not be drawn, or an answer for bodies was lost.
static bool stepFluid3D(void *thing, int stepsLeft)
{
    gfFluid3D *fluid = thing;
    int substeps = 0;
    uint64_t number = fluid->clock.info.stepCount;
    double dt = (double)fluid->body.def.fixedStep;
    fluid->body.sources.time = fluid->clock.info.time_s;
    bool moved = fluid->bodies == NULL ||
                 gfRigidBodies3D_Advance(fluid->bodies, &fluid->body, fluid->volume, number, dt, stepsLeft);
    bool ok =
        gfVolume_Step(&fluid->body, fluid->volume, stepsLeft, &substeps) &&
        (fluid->bodies == NULL || gfRigidBodies3D_Request(fluid->bodies, &fluid->body, fluid->volume, number + 1, dt));
    gfSources_DropSplats(&fluid->body.sources);
    gfClock_Count(&fluid->clock, fluid->body.def.fixedStep, substeps);
    return ok && moved;
}

static gfClocked getClocked3D(gfFluid3D *fluid, const char *caller)
{
    const gfFluid3DDef *def = &fluid->body.def;
    return (gfClocked){fluid->body.device, &fluid->clock, def->fixedStep, def->maxSteps, fluid,
                       stepFluid3D,        NULL,          caller};
}

bool gfFluid3D_Step(gfFluid3D *fluid, float dt)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    GF_REQUIRE(&fluid->body.device->core, gfInRange((double)dt, 0.0, 1e6), OUT_OF_RANGE,
               "%s: dt is %g; 0 to 1e6 s is expected", __func__, (double)dt);
    const gfClocked clocked = getClocked3D(fluid, __func__);
    return gfClock_Run(&clocked, dt);
}

bool gfFluid3D_StepOnce(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    const gfClocked clocked = getClocked3D(fluid, __func__);
    return gfClock_RunOnce(&clocked);
}

gfStepInfo gfFluid3D_GetStepInfo(const gfFluid3D *fluid)
{
    return fluid != NULL ? fluid->clock.info : (gfStepInfo){0};
}

// --- what may change -----------------------------------------------------------------------------------------------

bool gfFluid3D_Tune(gfFluid3D *fluid, const gfFluid3DDef *changed)
{
    const gfFluid3DDef old = fluid->body.def;
    fluid->body.def = *changed;
    fluid->body.def.sizeMax = gfVolume_GetLargest(changed);
    const gfSphDomain domain = gfVolume_GetDomain(&fluid->body);
    if (!gfSph_MayTune(&fluid->volume->sph, &domain) || !gfFluid3D_MakePrograms(fluid->body.device, &fluid->body.def)) {
        fluid->body.def = old;
        return false;
    }
    if (old.fixedStep != changed->fixedStep) {
        gfSph_ChangeStep(&fluid->volume->sph, &domain);
    }
    gfSph_Tune(&fluid->volume->sph, &domain);
    return true;
}

// Makes the definition's pose the target for the next frame. A container that never had particles goes there at once.
static void sendContainer(gfFluid3D *fluid)
{
    const gfFluid3DDef *def = &fluid->body.def;
    fluid->body.container.target = gfContainerPose_Make(def->position, def->rotation, def->size);
    if (fluid->volume->sph.added == 0 && !fluid->volume->poured) {
        placeContainer(&fluid->body);
    }
}

bool gfFluid3D_SetDef(gfFluid3D *fluid, const gfFluid3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    GF_TRY(gfFluid3D_CheckDef(&device->core, def, __func__));
    gfFluid3DDef changed = *def;
    changed.sizeMax = gfVolume_GetLargest(def);
    GF_TRY(gfMembers_CheckFixed(&device->core, &gf_fluid3DDefRecord, &fluid->body.def, &changed, __func__) &&
           gfDevice_Begin(device, __func__));
    bool ok = gfFluid3D_Tune(fluid, &changed);
    if (ok) {
        sendContainer(fluid);
    }
    return gfDevice_EndWith(device, ok);
}

bool gfFluid3D_SetContainer(gfFluid3D *fluid, gfVec3 position, gfQuat rotation, gfVec3 size)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    const gfCore *core = &fluid->body.device->core;
    gfFluid3DDef changed = fluid->body.def;
    const gfVec3 most = changed.sizeMax;
    const gfRange ranges[] = {
        {"size.x", (double)size.x, 0.0, (double)most.x},
        {"size.y", (double)size.y, 0.0, (double)most.y},
        {"size.z", (double)size.z, 0.0, (double)most.z},
    };
    changed.position = position;
    changed.rotation = rotation;
    changed.size = size;
    GF_TRY(gfMembers_Check(core, &gf_fluid3DDefRecord, &changed, NULL, __func__) &&
           gfCheckRanges(core, ranges, GF_COUNT(ranges), __func__) &&
           gfQuat_Check(core, rotation, "rotation", __func__));
    fluid->body.def = changed;
    sendContainer(fluid);
    return true;
}

bool gfFluid3D_GetContainer(const gfFluid3D *fluid, gfVec3 *position, gfQuat *rotation, gfVec3 *size)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_GetContainer: fluid is null");
    const gfContainerPose *now = &fluid->body.container.now;
    if (position != NULL) {
        *position = (gfVec3){(float)now->position[0], (float)now->position[1], (float)now->position[2]};
    }
    if (rotation != NULL) {
        *rotation = gfTurn_ToQuat(now->turn);
    }
    if (size != NULL) {
        *size = (gfVec3){(float)now->size[0], (float)now->size[1], (float)now->size[2]};
    }
    return true;
}

// --- dry run ---------------------------------------------------------------------------------------------------------

static void draw3D(gfFluid3D *fluid, const gfPrepareDef *def)
{
    bool wanted = (def->uses & GF_USE_DRAWING) != 0;
    // Each drawing twice: the first swaps pairs of textures, so that the second makes the framebuffers of the others.
    for (int i = 0; wanted && i < 2 * def->draw3DCount; i++) {
        gfFluid3D_Draw(fluid, &def->draws3D[i / 2]);
    }
    for (int i = 0; wanted && def->draws3D == NULL && i < 2 * GF_DRAW3D_STYLE_COUNT; i++) {
        gfDraw3DDef d = gfDefaultDraw3DDef();
        d.style = (gfDraw3DStyle)(i / 2);
        gfFluid3D_Draw(fluid, &d);
    }
}

static void stepDry3D(gfFluid3D *fluid)
{
    for (int i = 0; i < 3; i++) {
        gfFluid3D_StepOnce(fluid);
    }
}

static void drySources3D(gfFluid3D *fluid, float size)
{
    gfVec3 middle = fluid->body.def.position;
    for (int i = 0; i < 2; i++) {
        gfSource3DDef source = gfDefaultSource3DDef();
        source.shape = gfMakeSphere(middle, 0.2f * size);
        source.mode = i == 0 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        source.velocity.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
        source.attraction = source.zone.drag = 0.1f;
        gfFluid3D_Splat(fluid, &source);
        if (source.mode == GF_SOURCE_ADD) {
            source.acceleration = source.velocity;
            source.velocity = (gfVec3){0.0f, 0.0f, 0.0f};
        }
        gfEmitter3DId emitter = gfFluid3D_AddEmitter(fluid, &source);
        stepDry3D(fluid);
        source.mass = i == 0 ? -1.0f : 0.0f;
        gfFluid3D_SetEmitter(fluid, emitter, &source);
        stepDry3D(fluid);
        gfFluid3D_RemoveEmitter(fluid, emitter);
    }
}

// `all`: makes rigid bodies and collision maps as well, which few fluids have.
static void drySolids3D(gfFluid3D *fluid, float size, bool all)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere(fluid->body.def.position, 0.1f * size);
    solid.velocity.x = 1.0f;
    solid.surface = GF_WALL_NO_SLIP;
    gfFluid3D_AddSolid(fluid, &solid);
    stepDry3D(fluid);
    if (!all) {
        return;
    }
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    body.shape = solid.shape;
    gfFluid3D_AddRigidBody(fluid, &body);
    stepDry3D(fluid);
    gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, indices, 3}, still);
    stepDry3D(fluid);
    for (int i = 0; i < 4; i++) {
        const gfCollisionTextures textures = {GF_DRY_RUN_TEXTURE, i % 2 == 0 ? 0 : GF_DRY_RUN_TEXTURE, i / 2 != 0};
        gfFluid3D_SetCollisionTextures(fluid, &textures);
        stepDry3D(fluid);
    }
}

static void dryFluid3D(gfFluid3D *fluid, const gfPrepareDef *def)
{
    const gfVec3 sides = fluid->body.def.size;
    float size = fminf(sides.x, fminf(sides.y, sides.z));
    gfFluid3D_AddParticles(fluid, &(gfParticle3D){.position = fluid->body.def.position}, 1);
    stepDry3D(fluid);
    draw3D(fluid, def);
    if ((def->uses & GF_USE_SOURCES) != 0) {
        drySources3D(fluid, size);
    }
    if ((def->uses & GF_USE_SOLIDS) != 0) {
        drySolids3D(fluid, size, true);
    }
    draw3D(fluid, def);
    if ((def->uses & GF_USE_FIELDS) != 0) {
        gfFluid3D_RequestHealth(fluid);
        gfFluid3D_Repair(fluid);
    }
    gfFluid3D_Reset(fluid);
}

static bool runSteps3D(gfDevice *device, const void *context)
{
    const gfFluid3DDef *def = context;
    gfFluid3D *fluid = gfFluid3D_Make(device, def);
    float size = fminf(def->size.x, fminf(def->size.y, def->size.z));
    GF_TRY(fluid != NULL);
    gfFluid3D_AddParticles(fluid, &(gfParticle3D){.position = def->position}, 1);
    stepDry3D(fluid);
    drySources3D(fluid, size);
    drySolids3D(fluid, size, false);
    drySources3D(fluid, size); // once more, as sources have other programs where there are solids
    gfDestroyFluid3D(fluid);
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
        gfFluid3D *fluid = gfCreateFluid3D(device, &def->fluids3D[i]);
        GF_TRY(fluid != NULL);
        gfFailure failure = {0};
        (void)gfFailure_Begin(&failure, device, "");
        dryFluid3D(fluid, def);
        (void)gfFailure_End(&failure, device, true);
        gfDestroyFluid3D(fluid);
    }
    return true;
}

const gfModule gf_module_fluid3d = {.name = "fluid3d", .dryRunOthers = dryRunFluids3D};
