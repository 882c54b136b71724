// The public functions of gfDevice: creation and destruction, frames, counts of memory, profile of passes.
#include "gl/device.h"

#include "gl/archive.h"
#include "gl/program.h"

#include "gl/members.inc"

static bool createParts(gfDevice *device, gfTier tier)
{
    gfReadQueue_Init(device);
    GF_TRY(gfProgramCache_Create(device) && gfTimers_Create(device));
    gfDevice_CreateObjects(device);
    GF_TRY(gfProbe_Formats(device) && gfProbe_Tier(device, tier));
    // Some contexts read 0 from a float texture that they can't filter, if the sampler is linear.
    if (!device->gl.filtersFloats) {
        device->gl.fn.SamplerParameteri(device->samplers[GF_SAMPLE_FIELD], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        device->gl.fn.SamplerParameteri(device->samplers[GF_SAMPLE_FIELD], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    return true;
}

gfDevice *gfCreateDevice(const gfDeviceDef *def)
{
    gfCore core = {0};
    if (def != NULL) {
        core = (gfCore){.log = def->log, .logUser = def->logUser, .allocator = def->allocator};
    }
    GF_REQUIRE(&core, def != NULL, NULL_ARGUMENT, "gfCreateDevice: def is null");
    GF_REQUIRE(NULL, def->cookie == GF_DEVICE_COOKIE, COOKIE,
               "gfCreateDevice: make the definition with gfDefaultDeviceDef()");
    const gfLoader loader = {def->getProcAddress, def->getProcAddressFrom, def->getProcAddressUser};
    GF_REQUIRE(&core, loader.withoutUser != NULL || loader.withUser != NULL, NULL_ARGUMENT,
               "gfCreateDevice: getProcAddress and getProcAddressFrom are null; one of them is required");
    GF_REQUIRE(&core, loader.withoutUser == NULL || loader.withUser == NULL, OUT_OF_RANGE,
               "gfCreateDevice: getProcAddress and getProcAddressFrom are both set; only one of them is expected");
    GF_REQUIRE(&core, (def->allocator.alloc == NULL) == (def->allocator.free == NULL), NULL_ARGUMENT,
               "gfCreateDevice: an allocator needs both functions, or neither");
    GF_TRY(gfMembers_Check(&core, &gf_deviceDefRecord, def, NULL, "gfCreateDevice"));
    gfDevice *device = gfAlloc(&core, sizeof *device);
    GF_TRY(device != NULL);
    device->core = core;
    device->validating.mode = def->validation;
    device->keepHostState = def->keepHostState;
    device->shaderDir = def->shaderDir;
    device->getCurrentContext = def->getCurrentContext;
    device->contextUser = def->contextUser;
    device->loadProgramBinary = def->loadProgramBinary;
    device->storeProgramBinary = def->storeProgramBinary;
    device->binaryUser = def->binaryUser;
    if (!gfGL_Load(&device->gl, &device->core, &loader)) {
        goto error;
    }
    if (!gfDevice_Begin(device, "gfCreateDevice")) {
        goto error;
    }
    if (!createParts(device, def->tier)) {
        gfDestroyDevice(device); // also calls gfDevice_End, which restores the host's state
        return NULL;
    }
    gfTimers_Enable(device, def->profiling);
    gfDevice_End(device);
    gfReport(&device->core, GF_LOG_INFO, GF_ERROR_OK, "libgpufluid %s on %s", GF_VERSION_STRING, device->gl.renderer);
    return device;

error:
    core = device->core;
    gfFree(&core, device);
    return NULL;
}

void gfDestroyDevice(gfDevice *device)
{
    if (device == NULL) {
        return;
    }
    gfDevice_BeginDelete(device, "gfDestroyDevice"); // no gfDevice_EndDelete follows, as the device is destroyed
    gfOwned_DestroyAll(&device->firstOwned);
    if (device->callDepth > 0 && !device->lost) { // creation failed half-way, or a frame is open
        gfDevice_End(device);
    }
    gfDevice_UnlistFrame(device);
    gfParts_RemoveAll(&device->parts, &device->core, device);
    gfReadQueue_Destroy(device);
    gfTimers_Destroy(device);
    gfProgramCache_Destroy(device);
    gfFree(&device->core, device->binary);
    gfFramebuffers_Destroy(device);
    if (device->vertexArray != 0 && !device->lost) {
        device->gl.fn.DeleteVertexArrays(1, &device->vertexArray);
        device->gl.fn.DeleteSamplers(GF_SAMPLER_COUNT, device->samplers);
    }
    gfCore core = device->core;
    gfFree(&core, device);
}

void gfDevice_Lose(gfDevice *device)
{
    if (device != NULL) {
        device->lost = true;
    }
}

// --- frames ----------------------------------------------------------------------------------------------------------

bool gfDevice_BeginFrame(gfDevice *device)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfDevice_BeginFrame: device is null");
    GF_REQUIRE(&device->core, !device->frameOpen, CALL_ORDER,
               "gfDevice_BeginFrame: a frame is open; gfDevice_EndFrame is expected before the next");
    GF_TRY(gfDevice_CheckContext(device, "gfDevice_BeginFrame"));
    GF_REQUIRE(
        &device->core, gfDevice_ListFrame(device), CALL_ORDER,
        "gfDevice_BeginFrame: another device has a frame open in this context; its gfDevice_EndFrame is expected "
        "before the next");
    if (!gfDevice_OpenFrame(device, "gfDevice_BeginFrame")) {
        gfDevice_UnlistFrame(device);
        return false;
    }
    return true;
}

bool gfDevice_SetTarget(gfDevice *device, uint32_t framebuffer, int32_t x, int32_t y, int32_t width, int32_t height)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", __func__);
    GF_REQUIRE(&device->core, device->frameOpen, CALL_ORDER, "%s: no frame is open; gfDevice_BeginFrame comes first",
               __func__);
    GF_REQUIRE(&device->core, width >= 0 && height >= 0, OUT_OF_RANGE, "%s: %d x %d; a size of 0 or more is expected",
               __func__, (int)width, (int)height);
    GF_TRY(gfDevice_CheckContext(device, __func__));
    gfHostTarget *target = &device->frameTarget;
    const int32_t viewport[4] = {x, y, width, height};
    for (int i = 0; i < 4; i++) {
        target->viewport[i] = viewport[i];
        target->viewportF[i] = (float)viewport[i];
    }
    if (target->drawFramebuffer != (GLint)framebuffer) {
        device->soundTarget = 0; // ask again: the host may have made a new framebuffer of the same name
    }
    target->drawFramebuffer = (GLint)framebuffer;
    target->scissorTest = false;
    return true;
}

bool gfDevice_EndFrame(gfDevice *device)
{
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfDevice_EndFrame: device is null");
    GF_REQUIRE(&device->core, device->frameOpen, CALL_ORDER,
               "gfDevice_EndFrame: no frame is open; gfDevice_BeginFrame comes first");
    if (!gfDevice_CheckContext(device, "gfDevice_EndFrame")) { // the host's state was saved in another context
        device->frameOpen = false;
        device->callDepth = 0;
        gfDevice_UnlistFrame(device);
        return false;
    }
    gfDevice_End(device);
    return true;
}

void gfDevice_ResetErrors(gfDevice *device)
{
    if (device != NULL && !gfDevice_IsNaming(device)) {
        device->retries++;
        gfPrograms_Retry(device);
    }
}

void gfDevice_CountFluid(gfDevice *device, int change)
{
    device->counts.fluids += change;
    if (device->counts.fluids > 0 || device->dryRun) {
        return;
    }
    for (const gfAttached *a = gfParts_First(&device->parts); a != NULL; a = gfParts_Next(a)) {
        const gfDevicePart *part = (const gfDevicePart *)a->part;
        if (part->emptiesWhenIdle) {
            part->part.destroy(device, a->state);
        }
    }
}

const char *gfDevice_GetRenderer(const gfDevice *device)
{
    return device != NULL ? device->gl.renderer : NULL;
}

gfTier gfDevice_GetTier(const gfDevice *device)
{
    return device != NULL ? device->tier : GF_TIER_AUTO;
}

gfMemoryCounts gfDevice_GetMemory(const gfDevice *device)
{
    gfMemoryCounts counts = {0};
    if (device != NULL) {
        counts = device->counts;
        counts.cpuBytes = device->core.allocatedBytes;
    }
    return counts;
}

uint64_t gfDevice_GetWaits(const gfDevice *device)
{
    return device != NULL ? device->waits : 0;
}

void gfDevice_SetProfiling(gfDevice *device, bool enabled)
{
    if (device != NULL) {
        gfTimers_Enable(device, enabled);
    }
}

bool gfDevice_GetProfile(gfDevice *device, gfProfile *profile)
{
    GF_REQUIRE_BOTH(device, profile);
    GF_REQUIRE(&device->core, device->gl.timeQueries, UNSUPPORTED, "the context has no GL_TIME_ELAPSED queries");
    GF_TRY(gfDevice_CheckContext(device, "gfDevice_GetProfile"));
    gfTimers_GetProfile(device, profile);
    return true;
}

void gfDevice_ResetProfile(gfDevice *device)
{
    if (device != NULL && gfDevice_IsCurrent(device)) {
        gfTimers_Reset(device);
    }
}
