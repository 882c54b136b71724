// The public calls for splats and emitters in three dimensions.
#include "ext/fluid3d/fluid3d.h"
#include "ext/fluid3d/shape3d.h"
#include "fluid/validation.h"

// Reports a source that is far from the container; near ones may be in it soon, as it moves. False and reported: it is
// refused.
static bool checkPlace3D(const gfFluid3D *fluid, const gfSource3DDef *def, const char *caller)
{
    gfDevice *device = fluid->body.device;
    const gfContainerPose *pose = &fluid->body.container.now;
    if (fluid->body.def.particles.unbounded || !gfTrap_Matters(device, GF_TRAP_OUTSIDE)) {
        return true;
    }
    const gfShape3DPose shape = gfShape3D_GetPose(&def->shape, gfTurn_From((gfQuat){0.0f, 0.0f, 0.0f, 1.0f}));
    const double *h = shape.half;
    double reach = sqrt(h[0] * h[0] + h[1] * h[1] + h[2] * h[2]) + shape.radius + 0.5 * (double)def->softness;
    double place[3], gap = 0.0, longest = 0.0;
    gfContainer_ToLocal(pose, shape.centre, place);
    for (int i = 0; i < 3; i++) {
        gap = fmax(gap, fmax(-place[i], place[i] - pose->size[i]));
        longest = fmax(longest, pose->size[i]);
    }
    if (gap <= reach + longest) {
        return true;
    }
    return gfTrap_Report(device, GF_TRAP_OUTSIDE, caller,
                         "the shape at (%g, %g, %g) m is outside the container, which is %g x %g x %g m about (%g, %g, "
                         "%g), and does nothing",
                         shape.centre[0], shape.centre[1], shape.centre[2], pose->size[0], pose->size[1], pose->size[2],
                         pose->position[0], pose->position[1], pose->position[2]);
}

static bool checkSource3D(const gfFluid3D *fluid, const gfSource3DDef *def, const char *caller)
{
    return gfSource3D_Check(&fluid->body.device->core, def, caller) &&
           gfVolume_CheckSource(&fluid->body, def, caller) && checkPlace3D(fluid, def, caller);
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
