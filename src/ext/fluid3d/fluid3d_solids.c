// The public calls for solids in three dimensions.
#include "ext/fluid3d/fluid3d.h"

gfSolid3DId gfFluid3D_AddSolid(gfFluid3D *fluid, const gfSolid3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_AddSolid: fluid is null");
    gfCore *core = &fluid->body.device->core;
    gfSolids3D *solids = &fluid->body.solids;
    if (!gfSolid3D_Check(core, def, "gfFluid3D_AddSolid")) {
        goto error;
    }
    const gfSolid3D solid = gfSolid3D_Make(def);
    gfHandle handle = gfSlots_Add(&solids->list, core, fluid->body.number, &solid);
    if (!GF_IS_NULL(handle)) {
        solids->count++;
        solids->version++;
    }
    return GF_FROM_HANDLE(gfSolid3DId, handle);

error:
    return (gfSolid3DId){0};
}

static gfSolid3D *getSolid3D(gfFluid3D *fluid, gfSolid3DId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.solids.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_SetSolid(gfFluid3D *fluid, gfSolid3DId id, const gfSolid3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_SetSolid: fluid is null");
    gfSolid3D *solid = getSolid3D(fluid, id, "gfFluid3D_SetSolid");
    if (solid == NULL || !gfSolid3D_Check(&fluid->body.device->core, def, "gfFluid3D_SetSolid")) {
        goto error;
    }
    gfSolid3D_Set(solid, def);
    fluid->body.solids.version++;
    return true;

error:
    return false;
}

bool gfFluid3D_RemoveSolid(gfFluid3D *fluid, gfSolid3DId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_RemoveSolid: fluid is null");
    gfSolids3D *solids = &fluid->body.solids;
    if (getSolid3D(fluid, id, "gfFluid3D_RemoveSolid") == NULL) {
        goto error;
    }
    gfSlots_Remove(&solids->list, GF_TO_HANDLE(id));
    solids->count--;
    solids->version++;
    return true;

error:
    return false;
}
