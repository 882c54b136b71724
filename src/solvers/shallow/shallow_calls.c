// Public calls of fluids over ground: their tunables and their ground.
#include "fluid/validation.h"

gfGroundDef gfDefaultGroundDef(void)
{
    return (gfGroundDef){.textureScale = 1.0f, .cookie = GF_GROUND_COOKIE};
}

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

static bool checkGround(const gfCore *core, const gfGroundDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"height", (double)def->height, -most, most},  {"slope.x", (double)def->slope.x, -1e3, 1e3},
        {"slope.y", (double)def->slope.y, -1e3, 1e3},  {"textureScale", (double)def->textureScale, -most, most},
        {"softness", (double)def->softness, 0.0, 1e9},
    };
    GF_REQUIRE(core, (unsigned)def->mode <= GF_GROUND_DIG, OUT_OF_RANGE, "%s: mode is %d; a gfGroundMode is expected",
               caller, (int)def->mode);
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) &&
           (def->everywhere || gfShape_Check(core, &def->shape, def->texture != 0, caller));

error:
    return false;
}

bool gfFluid_ShapeGround(gfFluid *fluid, const gfGroundDef *def)
{
    static const char *const caller = "gfFluid_ShapeGround";
    GF_REQUIRE(NULL, fluid != NULL && def != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "def");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, def->cookie == GF_GROUND_COOKIE, COOKIE,
               "%s: make the definition with gfDefaultGroundDef()", caller);
    GF_REQUIRE(&device->core, fluid->solver->host.shapeGround != NULL, UNSUPPORTED, "%s: solver '%s' has no ground",
               caller, fluid->solver->name);
    if (!checkGround(&device->core, def, caller) || !gfTraps_CheckTexture(device, def->texture, "texture", caller) ||
        !gfDevice_Begin(device, caller)) {
        goto error;
    }
    fluid->hasGround = true;
    bool ok = fluid->solver->host.shapeGround(&fluid->body, fluid->state, def);
    gfDevice_End(device);
    return ok;

error:
    return false;
}
