// The public device: creation, the bracket around each call, counts and profile.
#include "gl/device.h"

#include "api/fluid.h"
#include "draw/effects.h"
#include "gl/probe.h"
#include "gl/program.h"
#include "gl/readback.h"
#include "gl/timer.h"

gfDeviceDef gfDefaultDeviceDef(void)
{
    return (gfDeviceDef){.keepHostState = true, .cookie = GF_DEVICE_COOKIE};
}

static void createObjects(gfDevice *device)
{
    const GladGLContext *fn = &device->gl.fn;
    fn->GenVertexArrays(1, &device->vertexArray);
    fn->GenSamplers(GF_SAMPLER_COUNT, device->samplers);
    for (int i = 0; i < GF_SAMPLER_COUNT; i++) {
        GLint filter = i == GF_SAMPLE_NEAREST ? GL_NEAREST : GL_LINEAR;
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_MIN_FILTER, filter);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_MAG_FILTER, filter);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        fn->SamplerParameteri(device->samplers[i], GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    }
}

static bool createParts(gfDevice *device)
{
    if (!gfProgramCache_Create(device) || !gfTimers_Create(device) || !gfReadQueue_Create(device)) {
        return false;
    }
    createObjects(device);
    if (!gfProbe_Formats(device)) {
        return false;
    }
    if (!device->gl.filtersFloats) { // a linear sampler on such a texture reads nothing at all
        device->gl.fn.SamplerParameteri(device->samplers[GF_SAMPLE_FIELD], GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        device->gl.fn.SamplerParameteri(device->samplers[GF_SAMPLE_FIELD], GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    }
    return true;
}

gfDevice *gfCreateDevice(const gfDeviceDef *def)
{
    gfCore core = {0};
    gfDevice *device = NULL;
    if (def != NULL) {
        core = (gfCore){.log = def->log, .logUser = def->logUser, .allocator = def->allocator};
    }
    GF_REQUIRE(&core, def != NULL, NULL_ARGUMENT, "gfCreateDevice: def is null");
    GF_REQUIRE(NULL, def->cookie == GF_DEVICE_COOKIE, COOKIE,
               "gfCreateDevice: make the definition with gfDefaultDeviceDef()");
    const gfLoader loader = {def->getProcAddress, def->loadProc, def->loadUser};
    GF_REQUIRE(&core, loader.plain != NULL || loader.withUser != NULL, NULL_ARGUMENT,
               "gfCreateDevice: getProcAddress and loadProc are null; one of them is required");
    GF_REQUIRE(&core, loader.plain == NULL || loader.withUser == NULL, OUT_OF_RANGE,
               "gfCreateDevice: getProcAddress and loadProc are both set; only one of them is expected");
    GF_REQUIRE(&core, (def->allocator.alloc == NULL) == (def->allocator.free == NULL), NULL_ARGUMENT,
               "gfCreateDevice: an allocator needs both functions, or neither");
    device = gfAlloc(&core, sizeof *device);
    if (device == NULL) {
        return NULL;
    }
    device->core = core;
    device->keepHostState = def->keepHostState;
    device->shaderDir = def->shaderDir;
    if (!gfGL_Load(&device->gl, &device->core, &loader)) {
        goto error;
    }
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    if (!createParts(device)) {
        gfDestroyDevice(device); // restores the host's state too
        return NULL;
    }
    gfTimers_Enable(device, def->profiling);
    gfDevice_End(device);
    gfReport(&device->core, GF_LOG_INFO, GF_ERROR_OK, "libgpufluid %s on %s", GF_VERSION_STRING, device->gl.renderer);
    return device;

error:
    if (device != NULL) {
        core = device->core;
        gfFree(&core, device);
    }
    return NULL;
}

void gfDestroyDevice(gfDevice *device)
{
    if (device == NULL) {
        return;
    }
    while (device->firstFluid != NULL) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_OK, "a fluid is destroyed with its device");
        gfDestroyFluid(device->firstFluid);
    }
    if (device->callDepth > 0) { // a creation that failed half-way
        gfDevice_End(device);
    }
    const GladGLContext *fn = &device->gl.fn;
    if (device->effects != NULL) {
        gfEffects_Destroy(device, device->effects);
        gfFree(&device->core, device->effects);
    }
    gfReadQueue_Destroy(device);
    gfTimers_Destroy(device);
    gfProgramCache_Destroy(device);
    if (device->vertexArray != 0) {
        fn->DeleteVertexArrays(1, &device->vertexArray);
        fn->DeleteSamplers(GF_SAMPLER_COUNT, device->samplers);
    }
    gfCore core = device->core;
    gfFree(&core, device);
}

bool gfDevice_Begin(gfDevice *device)
{
    if (device->callDepth > 0) {
        device->callDepth++;
        return true;
    }
    bool timeQueryOpen = false;
    if (!gfGLState_Check(&device->gl, &device->core, &timeQueryOpen)) {
        return false;
    }
    device->callDepth = 1;
    if (device->keepHostState) {
        gfGLState_Save(&device->gl, &device->hostState);
    }
    gfGLState_Neutral(&device->gl);
    if (device->timers != NULL) {
        gfTimers_Begin(device, timeQueryOpen);
    }
    return true;
}

void gfDevice_End(gfDevice *device)
{
    if (--device->callDepth == 0 && device->keepHostState) {
        gfGLState_Restore(&device->gl, &device->hostState);
    }
}

void gfDevice_DropHostErrors(gfDevice *device)
{
    GLenum error;
    while ((error = device->gl.fn.GetError()) != GL_NO_ERROR) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_GL, "GL error 0x%04x was pending when the library was called",
                 error);
        if (error == 0x0507 /* GL_CONTEXT_LOST */) {
            break; // it is reported for ever
        }
    }
}

bool gfDevice_CheckGL(gfDevice *device, const char *what)
{
    GLenum error = device->gl.fn.GetError();
    if (error == GL_NO_ERROR) {
        return true;
    }
    gfErrorCode code = error == GL_OUT_OF_MEMORY ? GF_ERROR_OUT_OF_MEMORY : GF_ERROR_GL;
    gfReport(&device->core, GF_LOG_ERROR, code, "GL error 0x%04x while %s", error, what);
    return false;
}

const char *gfDevice_GetRenderer(const gfDevice *device)
{
    return device != NULL ? device->gl.renderer : NULL;
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

void gfDevice_SetProfiling(gfDevice *device, bool enabled)
{
    if (device != NULL) {
        gfTimers_Enable(device, enabled);
    }
}

bool gfDevice_GetProfile(gfDevice *device, gfProfile *profile)
{
    GF_REQUIRE(NULL, device != NULL && profile != NULL, NULL_ARGUMENT, "gfDevice_GetProfile: %s is null",
               device == NULL ? "device" : "profile");
    GF_REQUIRE(&device->core, device->gl.timeQueries, UNSUPPORTED, "the context has no GL_TIME_ELAPSED queries");
    gfTimers_GetProfile(device, profile);
    return true;

error:
    return false;
}

void gfDevice_ResetProfile(gfDevice *device)
{
    if (device != NULL) {
        gfTimers_Reset(device);
    }
}
