// The public calls for splats and emitters.
#include "api/fluid.h"

bool gfFluid_Splat(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Splat: fluid is null");
    gfCore *core = &fluid->body.device->core;
    return gfSource_Check(core, def, "gfFluid_Splat") && gfSources_AddSplat(&fluid->body.sources, core, def);

error:
    return false;
}

gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddEmitter: fluid is null");
    gfCore *core = &fluid->body.device->core;
    return gfSource_Check(core, def, "gfFluid_AddEmitter")
               ? gfSlots_Add(&fluid->body.sources.emitters, core, def, "emitter")
               : 0;

error:
    return 0;
}

bool gfFluid_SetEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_SetEmitter: fluid is null");
    const gfCore *core = &fluid->body.device->core;
    gfSourceDef *emitter = gfSlots_Get(&fluid->body.sources.emitters, core, id, "emitter");
    if (emitter == NULL || !gfSource_Check(core, def, "gfFluid_SetEmitter")) {
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
    gfSlots *emitters = &fluid->body.sources.emitters;
    if (gfSlots_Get(emitters, &fluid->body.device->core, id, "emitter") == NULL) {
        goto error;
    }
    gfSlots_Remove(emitters, id);
    return true;

error:
    return false;
}
