// The public fluid in three dimensions: life, clock and container. Its other calls are in fluid3d_calls.c,
// body3d_calls.c, collision.c and snapshot3d.c.
#include "ext/fluid3d/fluid3d.h"

#include "gl/program.h"
#include "solvers/particles/params.h"

#include <string.h>

// --- checks --------------------------------------------------------------------------------------------------------

// Checks a place that the container of a fluid is to go to.
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

error:
    return false;
}

bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_fluid3DDefRecord, def, caller) &&
           gfQuat_Check(core, def->rotation, "rotation", caller) && checkSizeMax(core, def, caller) &&
           gfVolume_Check(core, def, caller);
}

// --- life ----------------------------------------------------------------------------------------------------------

// Puts the container where the definition says, at once; all that is drawn in its axes is drawn anew.
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
    if (fluid == NULL) {
        return NULL;
    }
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
    static const char *const caller = "gfCreateFluid3D";
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", caller);
    if (!gfFluid3D_CheckDef(&device->core, def, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    gfFluid3D *fluid = gfFluid3D_Make(device, def);
    gfDevice_End(device);
    return fluid;

error:
    return NULL;
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
        gfVolume_Destroy(device, fluid->volume);
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
    if (!gfDevice_Begin(fluid->body.device, "gfFluid3D_Reset")) {
        goto error;
    }
    placeContainer(&fluid->body);
    gfVolume_Reset(&fluid->body, fluid->volume);
    gfSources_DropSplats(&fluid->body.sources);
    if (fluid->bodies != NULL) {
        gfRigidBodies_Reset(&fluid->bodies->all, &fluid->body);
    }
    memset(&fluid->clock, 0, sizeof fluid->clock);
    gfDevice_End(fluid->body.device);
    return true;

error:
    return false;
}

// --- clock ---------------------------------------------------------------------------------------------------------

// False and reported: a pass could not be drawn.
static bool stepFluid3D(void *thing, int stepsLeft)
{
    gfFluid3D *fluid = thing;
    int substeps = 0;
    uint64_t number = fluid->clock.info.stepCount;
    double dt = (double)fluid->body.def.fixedStep;
    fluid->body.sources.time = fluid->clock.info.time_s;
    bool moved = fluid->bodies == NULL ||
                 gfRigidBodies3D_Advance(fluid->bodies, &fluid->body, fluid->volume, number, dt, stepsLeft);
    bool ok = gfVolume_Step(&fluid->body, fluid->volume, stepsLeft, &substeps);
    ok = ok &&
         (fluid->bodies == NULL || gfRigidBodies3D_Request(fluid->bodies, &fluid->body, fluid->volume, number + 1, dt));
    gfSources_DropSplats(&fluid->body.sources);
    gfClock_Count(&fluid->clock, fluid->body.def.fixedStep, substeps);
    return ok && moved;
}

static gfClocked getClocked3D(gfFluid3D *fluid, const char *caller)
{
    const gfFluid3DDef *def = &fluid->body.def;
    return (gfClocked){fluid->body.device, &fluid->clock, def->fixedStep, def->maxSubsteps, fluid,
                       stepFluid3D,        NULL,          caller};
}

bool gfFluid3D_Step(gfFluid3D *fluid, float dt)
{
    static const char *const caller = "gfFluid3D_Step";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    GF_REQUIRE(&fluid->body.device->core, gfInRange((double)dt, 0.0, 1e6), OUT_OF_RANGE,
               "%s: dt is %g; 0 to 1e6 s is expected", caller, (double)dt);
    const gfClocked clocked = getClocked3D(fluid, caller);
    return gfClock_Run(&clocked, dt);

error:
    return false;
}

bool gfFluid3D_StepOnce(gfFluid3D *fluid)
{
    static const char *const caller = "gfFluid3D_StepOnce";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfClocked clocked = getClocked3D(fluid, caller);
    return gfClock_RunOnce(&clocked);

error:
    return false;
}

gfStepInfo gfFluid3D_GetStepInfo(const gfFluid3D *fluid)
{
    return fluid != NULL ? fluid->clock.info : (gfStepInfo){0};
}

// --- what may change -----------------------------------------------------------------------------------------------

bool gfFluid3D_SetParams(gfFluid3D *fluid, const gfParticleParams *params)
{
    static const char *const caller = "gfFluid3D_SetParams";
    GF_REQUIRE(NULL, fluid != NULL && params != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "params");
    gfDevice *device = fluid->body.device;
    gfFluid3DDef old = fluid->body.def, changed = old;
    changed.particles = *params;
    if (!gfParticleParams_CheckChange(&device->core, &old.particles, params, caller) ||
        !gfVolume_Check(&device->core, &changed, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    fluid->body.def = changed;
    bool ok = gfFluid3D_MakePrograms(device, &changed) && gfVolume_Tune(&fluid->body, fluid->volume);
    if (!ok) {
        fluid->body.def = old;
    }
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfFluid3D_SetContainer(gfFluid3D *fluid, gfVec3 position, gfQuat rotation, gfVec3 size)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_SetContainer: fluid is null");
    gfFluid3DDef changed = fluid->body.def;
    changed.position = position;
    changed.rotation = rotation;
    changed.size = size;
    if (!checkPose(&fluid->body.device->core, &changed, "gfFluid3D_SetContainer")) {
        goto error;
    }
    fluid->body.def = changed;
    fluid->body.container.target = gfContainerPose_Make(position, rotation, size);
    if (fluid->volume->sph.added == 0 && !fluid->volume->poured) {
        placeContainer(&fluid->body);
    }
    return true;

error:
    return false;
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

error:
    return false;
}
