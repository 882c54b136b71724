// The public calls for splats and emitters.
#include "fluid/fluid.h"
#include "fluid/mask.h"
#include "fluid/validation.h"

static bool checkSource(const gfFluid *fluid, const gfSourceDef *def, const char *caller)
{
    const gfParticleCalls *particles = fluid->solver->particles;
    return gfSource_Check(&fluid->body.device->core, def, caller) &&
           (particles == NULL || particles->checkSource(&fluid->body, def, caller));
}

bool gfFluid_Splat(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Splat: fluid is null");
    gfCore *core = &fluid->body.device->core;
    if (!checkSource(fluid, def, "gfFluid_Splat") || !gfTraps_CheckSource(fluid, def, "gfFluid_Splat")) {
        goto error;
    }
    const gfSource source = gfSource_Make(def);
    return gfSources_AddSplat(&fluid->body.sources, core, &source);

error:
    return false;
}

// Marks faces for redrawing where a one-way emitter closed them, or is to.
static void touchValve(gfFluid *fluid, const gfSourceDef *def)
{
    if (gfSource_GetFields(def) & GF_SOURCE_VALVE) {
        gfSolids_Touch(&fluid->body.solids, &def->shape);
    }
}

gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddEmitter: fluid is null");
    gfCore *core = &fluid->body.device->core;
    if (!checkSource(fluid, def, "gfFluid_AddEmitter") || !gfTraps_CheckSource(fluid, def, "gfFluid_AddEmitter") ||
        !gfTraps_CheckEmitter(fluid, def, "gfFluid_AddEmitter")) {
        goto error;
    }
    const gfSource source = gfSource_Make(def);
    gfHandle handle = gfSlots_Add(&fluid->body.sources.emitters, core, fluid->body.number, &source);
    if (!GF_IS_NULL(handle)) {
        touchValve(fluid, def);
    }
    return GF_FROM_HANDLE(gfEmitterId, handle);

error:
    return (gfEmitterId){0};
}

static gfSource *getEmitter(gfFluid *fluid, gfEmitterId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

// Gives an emitter a new definition. `jumps`: it does not sweep over the way from its old place.
static bool setEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def, bool jumps, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfSource *emitter = getEmitter(fluid, id, caller);
    if (emitter == NULL || !checkSource(fluid, def, caller)) {
        goto error;
    }
    GF_REQUIRE(&fluid->body.device->core, emitter->mask.id == 0 || def->shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "%s: a mask needs a GF_SHAPE_RECTANGLE", caller);
    if (!gfTraps_CheckSource(fluid, def, caller)) {
        goto error;
    }
    touchValve(fluid, &emitter->def);
    touchValve(fluid, def);
    if (jumps || !emitter->acted || def->shape.kind != emitter->def.shape.kind) {
        emitter->centre = gfShape_GetCentre(&def->shape);
        emitter->angle = gfShape_GetAngle(&def->shape);
    }
    emitter->def = *def;
    emitter->left = def->lifetime;
    return true;

error:
    return false;
}

bool gfFluid_SetEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def)
{
    return setEmitter(fluid, id, def, false, "gfFluid_SetEmitter");
}

bool gfFluid_PlaceEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def)
{
    return setEmitter(fluid, id, def, true, "gfFluid_PlaceEmitter");
}

bool gfFluid_SetEmitterMask(gfFluid *fluid, gfEmitterId id, const gfMask *mask)
{
    static const char *const caller = "gfFluid_SetEmitterMask";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    gfSource *emitter = getEmitter(fluid, id, caller);
    if (emitter == NULL || (mask != NULL && !gfMask_Check(device, mask, caller))) {
        goto error;
    }
    GF_REQUIRE(&device->core, emitter->def.shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "%s: the emitter's shape is no GF_SHAPE_RECTANGLE", caller);
    if (!gfDevice_Begin(device, caller)) {
        goto error;
    }
    bool ok = true;
    if (mask == NULL) {
        gfTexture_Destroy(device, &emitter->mask);
    } else {
        ok = gfMask_Upload(device, &emitter->mask, mask);
    }
    gfDevice_End(device);
    return ok;

error:
    return false;
}

static void removeEmitter(gfFluid *fluid, gfSource *emitter, gfHandle handle)
{
    touchValve(fluid, &emitter->def);
    gfTexture_Destroy(fluid->body.device, &emitter->mask);
    gfSlots_Remove(&fluid->body.sources.emitters, handle);
}

bool gfFluid_RemoveEmitter(gfFluid *fluid, gfEmitterId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RemoveEmitter: fluid is null");
    gfSource *emitter = getEmitter(fluid, id, "gfFluid_RemoveEmitter");
    if (emitter == NULL ||
        (emitter->mask.id != 0 && !gfDevice_CheckContext(fluid->body.device, "gfFluid_RemoveEmitter"))) {
        goto error;
    }
    removeEmitter(fluid, emitter, GF_TO_HANDLE(id));
    return true;

error:
    return false;
}

void gfFluid_RemoveOldEmitters(gfFluid *fluid)
{
    gfSlots *emitters = &fluid->body.sources.emitters;
    for (int i = 0; i < emitters->capacity; i++) {
        gfSource *emitter = gfSlots_At(emitters, i);
        // The little that rounding leaves of a lifetime counts as its end.
        if (emitter != NULL && emitter->def.lifetime > 0.0f && emitter->left <= 1e-3f * fluid->body.sources.dt) {
            removeEmitter(fluid, emitter, (gfHandle){.index = (uint16_t)i});
        }
    }
}
