// The public calls for solids.
#include "fluid/fluid.h"
#include "fluid/mask.h"
#include "fluid/validation.h"

gfSolidId gfFluid_InsertSolid(gfFluid *fluid, const gfSolid *solid)
{
    gfSolids *solids = &fluid->body.solids;
    gfHandle handle = gfSlots_Add(&solids->list, &fluid->body.device->core, fluid->body.number, solid);
    if (!GF_IS_NULL(handle)) {
        solids->count++;
        gfSolids_Change(solids, GF_SOLIDS_LISTED);
    }
    return GF_FROM_HANDLE(gfSolidId, handle);
}

bool gfFluid_CheckSolid(gfFluid *fluid, const gfSolidDef *def, const char *caller)
{
    if (!gfSolid_Check(&fluid->body.device->core, def, caller)) {
        return false;
    }
    const gfSolid solid = gfSolid_Make(def);
    return gfTraps_CheckNewSolid(fluid, &solid, caller);
}

gfSolidId gfFluid_AddSolid(gfFluid *fluid, const gfSolidDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddSolid: fluid is null");
    if (!gfFluid_CheckSolid(fluid, def, "gfFluid_AddSolid")) {
        goto error;
    }
    const gfSolid solid = gfSolid_Make(def);
    fluid->newTextures |= def->texture != 0;
    return gfFluid_InsertSolid(fluid, &solid);

error:
    return (gfSolidId){0};
}

gfSolidId gfFluid_AddSolidMask(gfFluid *fluid, const gfMask *mask, const gfShape *rectangle)
{
    static const char *const caller = "gfFluid_AddSolidMask";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    GF_REQUIRE(core, mask != NULL && rectangle != NULL && mask->pixels != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               rectangle == NULL ? "rectangle" : "the mask");
    if (!gfMask_Check(device, mask, caller) || !gfShape_Check(core, rectangle, true, caller) ||
        !gfDevice_Begin(device, caller)) {
        goto error;
    }
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = *rectangle;
    gfSolid solid = gfSolid_Make(&def);
    gfSolidId id = {0};
    if (gfMask_Upload(device, &solid.mask, mask)) {
        id = gfTraps_CheckNewSolid(fluid, &solid, caller) ? gfFluid_InsertSolid(fluid, &solid) : id;
        if (GF_IS_NULL(id)) {
            gfTexture_Destroy(device, &solid.mask);
        }
    }
    gfDevice_End(device);
    return id;

error:
    return (gfSolidId){0};
}

static gfSolid *getSolid(gfFluid *fluid, gfSolidId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.solids.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

static bool checkPart(const gfCore *core, const gfSolid *solid, int32_t x, int32_t y, const gfMask *part,
                      const char *caller)
{
    const gfTexture *mask = &solid->mask;
    GF_REQUIRE(core, mask->id != 0, OUT_OF_RANGE, "%s: the solid is no mask", caller);
    GF_REQUIRE(core,
               gfInRange(part->width, 1, mask->width) && gfInRange(part->height, 1, mask->height) &&
                   part->stride >= part->width && gfInRange(x, 0, mask->width - part->width) &&
                   gfInRange(y, 0, mask->height - part->height),
               OUT_OF_RANGE,
               "%s: the part is %d x %d at (%d, %d), stride %d; it must lie within the image, %d x %d, and have a "
               "stride of its width or more",
               caller, (int)part->width, (int)part->height, (int)x, (int)y, (int)part->stride, mask->width,
               mask->height);
    return true;

error:
    return false;
}

bool gfFluid_SetMaskPart(gfFluid *fluid, gfSolidId id, int32_t x, int32_t y, const gfMask *part)
{
    static const char *const caller = "gfFluid_SetMaskPart";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, part != NULL && part->pixels != NULL, NULL_ARGUMENT, "%s: the part is null", caller);
    gfSolid *solid = getSolid(fluid, id, caller);
    if (solid == NULL || !checkPart(&device->core, solid, x, y, part, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    const gfRegion region = {x, solid->mask.height - y - part->height, part->width, part->height};
    uint8_t *pixels = gfMask_Pack(device, part);
    bool ok = pixels != NULL && gfTexture_UploadPart(device, &solid->mask, &region, pixels);
    if (ok) {
        gfSolids_ChangeMask(&fluid->body.solids, solid, &region);
    }
    gfFree(&device->core, pixels);
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfFluid_SetSolid(gfFluid *fluid, gfSolidId id, const gfSolidDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_SetSolid: fluid is null");
    const gfCore *core = &fluid->body.device->core;
    gfSolid *solid = getSolid(fluid, id, "gfFluid_SetSolid");
    if (solid == NULL || !gfSolid_Check(core, def, "gfFluid_SetSolid")) {
        goto error;
    }
    GF_REQUIRE(core, solid->mask.id == 0 || def->shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "gfFluid_SetSolid: a mask needs a GF_SHAPE_RECTANGLE");
    if (!gfTraps_CheckSolid(fluid, solid, def, "gfFluid_SetSolid")) {
        goto error;
    }
    gfSolids_Set(&fluid->body.solids, solid, def);
    return true;

error:
    return false;
}

bool gfFluid_RemoveSolid(gfFluid *fluid, gfSolidId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RemoveSolid: fluid is null");
    gfSolids *solids = &fluid->body.solids;
    gfSolid *solid = getSolid(fluid, id, "gfFluid_RemoveSolid");
    if (solid == NULL) {
        goto error;
    }
    if (solid->mask.id != 0 && !gfDevice_CheckContext(fluid->body.device, "gfFluid_RemoveSolid")) {
        goto error;
    }
    gfSolids_Forget(solids, solid);
    gfTexture_Destroy(fluid->body.device, &solid->mask);
    gfSlots_Remove(&solids->list, GF_TO_HANDLE(id));
    solids->count--;
    gfSolids_Change(solids, GF_SOLIDS_LISTED);
    return true;

error:
    return false;
}
