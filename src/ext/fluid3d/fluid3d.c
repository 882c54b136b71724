// The public fluid in 3D: creation and destruction, clock, container, and dry runs. Its other public calls are in
// fluid3d_calls.c, rigid_body3d.c, collision.c, draw3d.c and snapshot3d.c.
#include "ext/fluid3d/fluid3d.h"
#include "gpufluid/health.h"

#include "fluid/module.h"
#include "fluid/records.h"
#include "gl/program.h"
#include "solvers/particles/sph.h"

// --- checks --------------------------------------------------------------------------------------------------------

// Returns whether the pose of a container is in range; else reports OUT_OF_RANGE.
static bool checkPose(const gfCore *core, const gfFluid3DDef *def, const char *caller)
{
    const gfVec3 size = def->size, most = def->sizeMax;
    const gfRange ranges[] = {
        {"size.x", (double)size.x, 0.0, (double)most.x},
        {"size.y", (double)size.y, 0.0, (double)most.y},
        {"size.z", (double)size.z, 0.0, (double)most.z},
    };
    return gfMembers_Check(core, &gf_fluid3DDefRecord, def, NULL, caller) &&
           gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) &&
           gfQuat_Check(core, def->rotation, "rotation", caller);
}

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

// Moves the container to the definition's pose at once. The table of solids and the collision map are in the
// container's axes, so new versions let them be drawn anew.
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
    if (gfFluid3D_MakePrograms(device, &fluid->body.def) && gfSolids3D_Create(device, &fluid->body.solids)) {
        placeContainer(&fluid->body);
        fluid->volume = gfVolume_Create(&fluid->body);
    }
    if (fluid->volume == NULL) {
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

// Runs one fixed step (gfClocked.step). False and reported: a pass could not be drawn, or an answer for bodies was
// lost.
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

// Makes the definition's pose the container's target, to which it moves in the next frame. A container that never had
// particles goes there at once.
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
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_SetContainer: fluid is null");
    gfFluid3DDef changed = fluid->body.def;
    changed.position = position;
    changed.rotation = rotation;
    changed.size = size;
    GF_TRY(checkPose(&fluid->body.device->core, &changed, "gfFluid3D_SetContainer"));
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

typedef struct DryRun3D {
    gfFluid3D *fluid;
    const gfPrepareDef *def;
} DryRun3D;

static void draw3D(const DryRun3D *s)
{
    bool wanted = (s->def->uses & GF_USE_DRAWING) != 0;
    // Each drawing twice: the first swaps pairs of textures, so that the second makes the framebuffers of the others.
    for (int i = 0; wanted && i < 2 * s->def->draw3DCount; i++) {
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
        if (source.mode == GF_SOURCE_ADD) {
            source.acceleration = source.velocity;
            source.velocity = (gfVec3){0.0f, 0.0f, 0.0f};
        }
        gfEmitter3DId emitter = gfFluid3D_AddEmitter(s->fluid, &source);
        stepDry3D(s->fluid);
        source.mass = i == 0 ? -1.0f : 0.0f;
        gfFluid3D_SetEmitter(s->fluid, emitter, &source);
        stepDry3D(s->fluid);
        gfFluid3D_RemoveEmitter(s->fluid, emitter);
    }
}

// `all`: makes rigid bodies and collision maps as well, which few fluids have.
static void drySolids3D(const DryRun3D *s, float size, bool all)
{
    static const float positions[] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere(s->fluid->body.def.position, 0.1f * size);
    solid.velocity.x = 1.0f;
    solid.surface = GF_WALL_NO_SLIP;
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
        const gfCollisionTextures textures = {GF_DRY_RUN_TEXTURE, i % 2 == 0 ? 0 : GF_DRY_RUN_TEXTURE, i / 2 != 0};
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
    GF_TRY(s.fluid != NULL);
    gfFluid3D_AddParticles(s.fluid, &(gfParticle3D){.position = def->position}, 1);
    stepDry3D(s.fluid);
    drySources3D(&s, size);
    drySolids3D(&s, size, false);
    drySources3D(&s, size); // once more, as sources have other programs where there are solids
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
        GF_TRY(s.fluid != NULL);
        gfFailure failure = {0};
        (void)gfFailure_Begin(&failure, device, "");
        dryFluid3D(&s);
        (void)gfFailure_End(&failure, device, true);
        gfDestroyFluid3D(s.fluid);
    }
    return true;
}

const gfModule gf_module_fluid3d = {.name = "fluid3d", .dryRunOthers = dryRunFluids3D};
