// Public calls of fluids over ground: their tunables and their ground.
#include "fluid/validation.h"

#include "base/members.h"

#include "solvers/shallow/members.inc"

bool gfFluid_SetShallowParams(gfFluid *fluid, const gfShallowParams *params)
{
    GF_REQUIRE(NULL, fluid != NULL && params != NULL, NULL_ARGUMENT, "gfFluid_SetShallowParams: %s is null",
               fluid == NULL ? "fluid" : "params");
    GF_REQUIRE(&fluid->body.device->core, fluid->body.def.solver == GF_SOLVER_SHALLOW, UNSUPPORTED,
               "gfFluid_SetShallowParams: the fluid's solver is not GF_SOLVER_SHALLOW");
    gfFluidDef changed = fluid->body.def;
    changed.shallow = *params;
    return gfFluid_Retune(fluid, &changed, "gfFluid_SetShallowParams");

error:
    return false;
}

bool gfFluid_ShapeGround(gfFluid *fluid, const gfGroundDef *def)
{
    static const char *const caller = "gfFluid_ShapeGround";
    GF_REQUIRE(NULL, fluid != NULL && def != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "def");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->host.shapeGround != NULL, UNSUPPORTED, "%s: solver '%s' has no ground",
               caller, fluid->solver->name);
    if (!gfDef_Check(&device->core, &gf_groundDefRecord, def, caller) ||
        !(def->everywhere || gfShape_Check(&device->core, &def->shape, def->texture != 0, caller)) ||
        !gfTraps_CheckTexture(device, def->texture, "texture", caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    fluid->hasGround = true;
    bool ok = fluid->solver->host.shapeGround(&fluid->body, fluid->state, def);
    gfDevice_End(device);
    return ok;

error:
    return false;
}
