// Public calls for solids, splats and emitters, and for the images that a host gives as their masks.
#include "fluid/fluid.h"

#include "fluid/validation.h"

// --- masks -----------------------------------------------------------------------------------------------------------

bool gfMask_Check(gfDevice *device, const gfMask *mask, const char *caller)
{
    const gfCore *core = &device->core;
    int most = gfMin(16384, device->gl.maxTextureSize);
    GF_REQUIRE(core, mask->pixels != NULL, NULL_ARGUMENT, "%s: the mask's pixels are null", caller);
    GF_REQUIRE(core, gfInRange(mask->width, 1, most) && gfInRange(mask->height, 1, most) && mask->stride >= mask->width,
               OUT_OF_RANGE,
               "%s: the mask is %d x %d, stride %d; 1 to %d a side and a stride of the width or more are "
               "expected",
               caller, (int)mask->width, (int)mask->height, (int)mask->stride, most);
    return true;
}

// Returns a mask as RG8 pixels, to be freed by the caller: the mask in red, lowest row first. Null: OUT_OF_MEMORY.
static uint8_t *packMask(gfDevice *device, const gfMask *mask)
{
    size_t width = (size_t)mask->width, height = (size_t)mask->height;
    uint8_t *pixels = gfAlloc(&device->core, 2 * width * height);
    for (size_t y = 0; y < height && pixels != NULL; y++) {
        const uint8_t *row = mask->pixels + (height - 1 - y) * (size_t)mask->stride;
        for (size_t x = 0; x < width; x++) {
            pixels[2 * (y * width + x)] = row[x];
        }
    }
    return pixels;
}

// Uploads a mask to a texture, remade if its size differs; null: destroys it. False: the texture is unchanged.
static bool uploadMask(gfDevice *device, gfTexture *texture, const gfMask *mask)
{
    if (mask == NULL) {
        gfTexture_Destroy(device, texture);
        return true;
    }
    const gfRegion whole = {0, 0, mask->width, mask->height};
    bool fits = texture->width == mask->width && texture->height == mask->height;
    gfTexture made = {0};
    uint8_t *pixels = packMask(device, mask);
    bool ok = pixels != NULL && (fits || gfTexture_Create(device, &made, GF_FORMAT_RG8, mask->width, mask->height)) &&
              (fits ? gfTexture_UploadPart(device, texture, &whole, pixels) : gfTexture_Upload(device, &made, pixels));
    gfFree(&device->core, pixels);
    if (!fits) {
        gfTexture_Destroy(device, ok ? texture : &made);
        *texture = ok ? made : *texture;
    }
    return ok;
}

// --- solids ----------------------------------------------------------------------------------------------------------

gfSolidId gfFluid_InsertSolid(gfFluid *fluid, const gfSolid *solid)
{
    gfSolids *solids = &fluid->body.solids;
    gfHandle handle = gfSlots_Add(&solids->list, &fluid->body.device->core, fluid->body.number, solid);
    if (!GF_IS_NULL(handle)) {
        gfSolids_Count(solids, solid, 1);
    }
    return GF_FROM_HANDLE(gfSolidId, handle);
}

bool gfFluid_CheckSolid(gfFluid *fluid, const gfSolidDef *def, const char *caller)
{
    GF_TRY(gfSolid_Check(&fluid->body.device->core, def, caller));
    const gfSolid solid = gfSolid_Make(def);
    return gfTraps_CheckNewSolid(fluid, &solid, caller);
}

gfSolidId gfFluid_AddSolid(gfFluid *fluid, const gfSolidDef *def)
{
    GF_REQUIRE_OR((gfSolidId){0}, NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddSolid: fluid is null");
    if (!gfFluid_CheckSolid(fluid, def, "gfFluid_AddSolid")) {
        return (gfSolidId){0};
    }
    const gfSolid solid = gfSolid_Make(def);
    fluid->newTextures |= def->texture != 0;
    return gfFluid_InsertSolid(fluid, &solid);
}

gfSolidId gfFluid_AddSolidMask(gfFluid *fluid, const gfMask *mask, const gfShape *rectangle)
{
    GF_REQUIRE_OR((gfSolidId){0}, NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    GF_REQUIRE_OR((gfSolidId){0}, core, mask != NULL && rectangle != NULL && mask->pixels != NULL, NULL_ARGUMENT,
                  "%s: %s is null", __func__, rectangle == NULL ? "rectangle" : "the mask");
    if (!gfMask_Check(device, mask, __func__) || !gfShape_Check(core, rectangle, true, __func__) ||
        !gfDevice_Begin(device, __func__)) {
        return (gfSolidId){0};
    }
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = *rectangle;
    gfSolid solid = gfSolid_Make(&def);
    gfSolidId id = {0};
    if (uploadMask(device, &solid.mask, mask)) {
        id = gfTraps_CheckNewSolid(fluid, &solid, __func__) ? gfFluid_InsertSolid(fluid, &solid) : id;
        if (GF_IS_NULL(id)) {
            gfTexture_Destroy(device, &solid.mask);
        }
    }
    gfDevice_End(device);
    return id;
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
}

bool gfFluid_SetMaskPart(gfFluid *fluid, gfSolidId id, int32_t x, int32_t y, const gfMask *part)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, part != NULL && part->pixels != NULL, NULL_ARGUMENT, "%s: the part is null", __func__);
    gfSolid *solid = getSolid(fluid, id, __func__);
    GF_TRY(solid != NULL && checkPart(&device->core, solid, x, y, part, __func__) && gfDevice_Begin(device, __func__));
    const gfRegion region = {x, solid->mask.height - y - part->height, part->width, part->height};
    uint8_t *pixels = packMask(device, part);
    bool ok = pixels != NULL && gfTexture_UploadPart(device, &solid->mask, &region, pixels);
    if (ok) {
        gfSolids_ChangeMask(&fluid->body.solids, solid, &region);
    }
    gfFree(&device->core, pixels);
    gfDevice_End(device);
    return ok;
}

bool gfFluid_SetSolid(gfFluid *fluid, gfSolidId id, const gfSolidDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_SetSolid: fluid is null");
    const gfCore *core = &fluid->body.device->core;
    gfSolid *solid = getSolid(fluid, id, "gfFluid_SetSolid");
    GF_TRY(solid != NULL && gfSolid_Check(core, def, "gfFluid_SetSolid"));
    GF_REQUIRE(core, solid->mask.id == 0 || def->shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "gfFluid_SetSolid: a mask needs a GF_SHAPE_RECTANGLE");
    GF_REQUIRE(core, solid->mask.id == 0 || def->drag == 0.0f, OUT_OF_RANGE,
               "gfFluid_SetSolid: drag is %g; 0 is expected of a mask", (double)def->drag);
    GF_TRY(gfTraps_CheckSolid(fluid, solid, def, "gfFluid_SetSolid"));
    gfSolids_Set(&fluid->body.solids, solid, def);
    return true;
}

bool gfFluid_RemoveSolid(gfFluid *fluid, gfSolidId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RemoveSolid: fluid is null");
    gfSolids *solids = &fluid->body.solids;
    gfSolid *solid = getSolid(fluid, id, "gfFluid_RemoveSolid");
    GF_TRY(solid != NULL && (solid->mask.id == 0 || gfDevice_CheckContext(fluid->body.device, "gfFluid_RemoveSolid")));
    gfSolids_Forget(solids, solid);
    gfSolids_Count(solids, solid, -1);
    gfTexture_Destroy(fluid->body.device, &solid->mask);
    gfSlots_Remove(&solids->list, GF_TO_HANDLE(id));
    return true;
}

// --- splats and emitters ---------------------------------------------------------------------------------------------

static bool checkSource(const gfFluid *fluid, const gfSourceDef *def, bool splat, const char *caller)
{
    const gfSolver *solver = fluid->solver;
    const gfParticleCalls *particles = solver->particles;
    const gfCore *core = &fluid->body.device->core;
    GF_TRY(gfSource_Check(core, def, splat, caller));
    GF_REQUIRE(core, solver->oneWay || !(gfSource_GetFields(def) & GF_SOURCE_VALVE), UNSUPPORTED,
               "%s: zone.oneWay: solver '%s' has no one-way sources; GF_SOLVER_WATER is a liquid that has", caller,
               solver->name);
    return particles == NULL || particles->checkSource(&fluid->body, def, caller);
}

bool gfFluid_Splat(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Splat: fluid is null");
    gfCore *core = &fluid->body.device->core;
    GF_TRY(checkSource(fluid, def, true, "gfFluid_Splat") && gfTraps_CheckSource(fluid, def, true, "gfFluid_Splat"));
    const gfSource source = gfSource_Make(def);
    return gfSources_AddSplat(&fluid->body.sources, core, &source);
}

// Marks the tiles near a one-way emitter for redrawing, as it closes faces of cells against one direction of flow.
static void touchValve(gfFluid *fluid, const gfSourceDef *def)
{
    if (gfSource_GetFields(def) & GF_SOURCE_VALVE) {
        gfSolids_Touch(&fluid->body.solids, &def->shape);
    }
}

gfEmitterId gfFluid_AddEmitter(gfFluid *fluid, const gfSourceDef *def)
{
    GF_REQUIRE_OR((gfEmitterId){0}, NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_AddEmitter: fluid is null");
    gfCore *core = &fluid->body.device->core;
    if (!checkSource(fluid, def, false, "gfFluid_AddEmitter") ||
        !gfTraps_CheckSource(fluid, def, false, "gfFluid_AddEmitter") ||
        !gfTraps_CheckEmitter(fluid, def, "gfFluid_AddEmitter")) {
        return (gfEmitterId){0};
    }
    const gfSource source = gfSource_Make(def);
    gfHandle handle = gfSlots_Add(&fluid->body.sources.emitters, core, fluid->body.number, &source);
    if (!GF_IS_NULL(handle)) {
        touchValve(fluid, def);
    }
    return GF_FROM_HANDLE(gfEmitterId, handle);
}

static gfSource *getEmitter(gfFluid *fluid, gfEmitterId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.sources.emitters, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

// Gives an emitter a new definition. `jumps`: it appears at its new place; else the next steps act along the way there.
static bool setEmitter(gfFluid *fluid, gfEmitterId id, const gfSourceDef *def, bool jumps, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfSource *emitter = getEmitter(fluid, id, caller);
    GF_TRY(emitter != NULL && checkSource(fluid, def, false, caller));
    GF_REQUIRE(&fluid->body.device->core, emitter->mask.id == 0 || def->shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "%s: a mask needs a GF_SHAPE_RECTANGLE", caller);
    GF_TRY(gfTraps_CheckSource(fluid, def, false, caller));
    touchValve(fluid, &emitter->def);
    touchValve(fluid, def);
    if (jumps || !emitter->acted || def->shape.kind != emitter->def.shape.kind) {
        emitter->centre = gfShape_GetCentre(&def->shape);
        emitter->angle = gfShape_GetAngle(&def->shape);
    }
    float time = (float)fluid->clock.info.time_s;
    emitter->shift.x += time * (emitter->def.velocity.x - def->velocity.x);
    emitter->shift.y += time * (emitter->def.velocity.y - def->velocity.y);
    emitter->def = *def;
    emitter->left = def->lifetime;
    return true;
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
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    gfSource *emitter = getEmitter(fluid, id, __func__);
    GF_TRY(emitter != NULL && (mask == NULL || gfMask_Check(device, mask, __func__)));
    GF_REQUIRE(&device->core, emitter->def.shape.kind == GF_SHAPE_RECTANGLE, OUT_OF_RANGE,
               "%s: the emitter's shape is no GF_SHAPE_RECTANGLE", __func__);
    return gfDevice_Do(device, __func__, uploadMask(device, &emitter->mask, mask));
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
    GF_TRY(emitter != NULL &&
           (emitter->mask.id == 0 || gfDevice_CheckContext(fluid->body.device, "gfFluid_RemoveEmitter")));
    removeEmitter(fluid, emitter, GF_TO_HANDLE(id));
    return true;
}

void gfFluid_RemoveOldEmitters(gfFluid *fluid)
{
    gfSlots *emitters = &fluid->body.sources.emitters;
    GF_EACH(gfSource, emitter, emitters) {
        // Rounding may leave a remainder at a lifetime's end; without this margin an emitter would live a step longer.
        if (emitter->def.lifetime > 0.0f && emitter->left <= 1e-3f * fluid->body.sources.dt) {
            removeEmitter(fluid, emitter, (gfHandle){.index = (uint16_t)gfSlots_GetIndex(emitters, emitter)});
        }
    }
}
