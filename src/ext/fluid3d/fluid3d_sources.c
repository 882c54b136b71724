// The public calls for splats and emitters in three dimensions.
#include "fluid/validation.h"

static bool checkSource3D(const gfFluid3D *fluid, const gfSource3DDef *def, const char *caller)
{
    return gfSource3D_Check(&fluid->body.device->core, def, caller) &&
           gfVolume_CheckSource(&fluid->body, def, caller) && gfTraps_CheckSource3D(fluid, def, caller);
}

bool gfFluid3D_Splat(gfFluid3D *fluid, const gfSource3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Splat: fluid is null");
    gfCore *core = &fluid->body.device->core;
    return checkSource3D(fluid, def, "gfFluid3D_Splat") && gfSources_AddSplat(&fluid->body.sources, core, def);

error:
    return false;
}

gfEmitter3DId gfFluid3D_AddEmitter(gfFluid3D *fluid, const gfSource3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_AddEmitter: fluid is null");
    gfCore *core = &fluid->body.device->core;
    if (!checkSource3D(fluid, def, "gfFluid3D_AddEmitter")) {
        goto error;
    }
    gfHandle handle = gfSlots_Add(&fluid->body.sources.emitters, core, fluid->body.number, def);
    return GF_FROM_HANDLE(gfEmitter3DId, handle);

error:
    return (gfEmitter3DId){0};
}

static gfSource3DDef *getEmitter3D(gfFluid3D *fluid, gfEmitter3DId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_SetEmitter(gfFluid3D *fluid, gfEmitter3DId id, const gfSource3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_SetEmitter: fluid is null");
    gfSource3DDef *emitter = getEmitter3D(fluid, id, "gfFluid3D_SetEmitter");
    if (emitter == NULL || !checkSource3D(fluid, def, "gfFluid3D_SetEmitter")) {
        goto error;
    }
    *emitter = *def;
    return true;

error:
    return false;
}

bool gfFluid3D_RemoveEmitter(gfFluid3D *fluid, gfEmitter3DId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_RemoveEmitter: fluid is null");
    if (getEmitter3D(fluid, id, "gfFluid3D_RemoveEmitter") == NULL) {
        goto error;
    }
    gfSlots_Remove(&fluid->body.sources.emitters, GF_TO_HANDLE(id));
    return true;

error:
    return false;
}
