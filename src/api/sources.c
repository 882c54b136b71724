// The public calls for splats and emitters.
#include "api/fluid.h"

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
    return checkSource(fluid, def, "gfFluid_Splat") && gfSources_AddSplat(&fluid->body.sources, core, def);

error:
    return false;
}

gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddEmitter: fluid is null");
    gfCore *core = &fluid->body.device->core;
    if (!checkSource(fluid, def, "gfFluid_AddEmitter")) {
        goto error;
    }
    gfHandle handle = gfSlots_Add(&fluid->body.sources.emitters, core, fluid->body.number, def);
    return GF_FROM_HANDLE(gfEmitterId, handle);

error:
    return (gfEmitterId){0};
}

static gfSourceDef *getEmitter(gfFluid *fluid, gfEmitterId id)
{
    return gfSlots_Get(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id));
}

bool gfFluid_SetEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_SetEmitter: fluid is null");
    gfSourceDef *emitter = getEmitter(fluid, id);
    if (emitter == NULL || !checkSource(fluid, def, "gfFluid_SetEmitter")) {
        goto error;
    }
    *emitter = *def;
    return true;

error:
    return false;
}

bool gfFluid_RemoveEmitter(gfFluid *fluid, gfEmitterId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RemoveEmitter: fluid is null");
    if (getEmitter(fluid, id) == NULL) {
        goto error;
    }
    gfSlots_Remove(&fluid->body.sources.emitters, GF_TO_HANDLE(id));
    return true;

error:
    return false;
}
