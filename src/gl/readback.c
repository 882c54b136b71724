#include "gl/readback.h"

#include "base/slots.h"

// Channels of a texel that glReadPixels writes, whatever the texture has: the GL promises only to read four.
#define READ_CHANNELS 4
// Longest wait for a fence. A GPU that takes longer is thought to hang.
#define RING_SECONDS 30

// A read that a host has requested and not yet got.
typedef struct Read {
    GLuint buffer; // the texels, READ_CHANNELS floats each, once `fence` is reached
    GLsync fence;
    size_t texels;
    int channels; // that the host gets of each texel
    bool polled;  // the host has asked for the result at least once
} Read;

void gfReadQueue_Init(gfDevice *device)
{
    gfSlots_Init(&device->reads, GF_HANDLE_READ, sizeof(Read), GF_REQUESTS_MAX);
}

void gfReadback_DropFence(gfDevice *device, GLsync *fence)
{
    if (*fence != NULL && !device->lost) {
        device->gl.fn.DeleteSync(*fence);
    }
    *fence = NULL;
}

void gfReadback_FreeBuffer(gfDevice *device, GLuint *buffer, size_t bytes)
{
    if (*buffer != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteBuffers(1, buffer);
        }
        device->counts.buffers--;
        device->counts.gpuBytes -= bytes;
    }
    *buffer = 0;
}

static void freeRead(gfDevice *device, Read *read)
{
    gfReadback_DropFence(device, &read->fence);
    gfReadback_FreeBuffer(device, &read->buffer, read->texels * READ_CHANNELS * sizeof(float));
}

void gfReadQueue_Forget(gfDevice *device, uint32_t fluid)
{
    gfSlots *slots = &device->reads;
    GF_EACH(Read, read, slots) {
        int i = gfSlots_GetIndex(slots, read);
        if (fluid == 0 || slots->handles[i].fluid == fluid) {
            freeRead(device, read);
            gfSlots_Remove(slots, slots->handles[i]);
        }
    }
}

int gfReadQueue_CountUnpolled(const gfDevice *device)
{
    const gfSlots *slots = &device->reads;
    int count = 0;
    GF_EACH(const Read, read, slots) {
        count += !read->polled;
    }
    return count;
}

void gfReadQueue_Destroy(gfDevice *device)
{
    gfReadQueue_Forget(device, 0);
    gfSlots_Destroy(&device->reads, &device->core);
}

// Calls glReadPixels for the lower left texels, in the texture's type. `to`: memory, or an offset in the pack buffer.
static void readPixels(gfDevice *device, const gfTexture *texture, int width, int height, void *to)
{
    const GladGLContext *fn = &device->gl.fn;
    const gfFormatInfo *info = &device->gl.formats[texture->format];
    bool integers = gfFormat_IsInteger(info);
    GLenum type = integers ? GL_UNSIGNED_INT : info->type;
    if (gfDevice_IsNaming(device)) {
        return; // a dry run has no texture to read, and leaves `to` as it is
    }
    gfDevice_UseHostState(device, GF_HOST_PIXELS);
    gfDevice_BindFramebuffer(device, GL_FRAMEBUFFER, gfFramebuffer_Get(device, texture, 0));
    fn->ReadBuffer(GL_COLOR_ATTACHMENT0);
    fn->ReadPixels(0, 0, width, height, integers ? GL_RGBA_INTEGER : GL_RGBA, type, to);
}

void gfReadback_Stage(gfDevice *device, const gfTexture *texture, size_t offset)
{
    void *to = (void *)(uintptr_t)offset; // with a buffer bound, glReadPixels takes the pointer as an offset in it
    readPixels(device, texture, texture->width, texture->height, to);
}

// --- from buffers to memory ------------------------------------------------------------------------------------------

const void *gfReadback_Map(gfDevice *device, size_t bytes)
{
    if (!gfGL_IsWebGL(&device->gl)) {
        return device->gl.fn.MapBufferRange(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)bytes, GL_MAP_READ_BIT);
    }
    void *copy = gfAlloc(&device->core, bytes);
    if (copy != NULL) {
        device->gl.getBufferSubData(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)bytes, copy);
    }
    return copy;
}

void gfReadback_Unmap(gfDevice *device, const void *mapped)
{
    if (gfGL_IsWebGL(&device->gl)) {
        gfFree(&device->core, (void *)(uintptr_t)mapped);
    } else if (mapped != NULL) {
        device->gl.fn.UnmapBuffer(GL_PIXEL_PACK_BUFFER);
    }
}

// Copies the first bytes of the bound pack buffer. Unlike gfReadback_Map it allocates nothing on WebGL: steps call it.
static bool copyBuffer(gfDevice *device, void *to, size_t bytes)
{
    if (gfGL_IsWebGL(&device->gl)) {
        device->gl.getBufferSubData(GL_PIXEL_PACK_BUFFER, 0, (GLsizeiptr)bytes, to);
        return true;
    }
    const void *mapped = gfReadback_Map(device, bytes);
    if (mapped != NULL) {
        memcpy(to, mapped, bytes);
    }
    gfReadback_Unmap(device, mapped);
    return mapped != NULL;
}

// Asks for a fence without waiting. GL_TIMEOUT_EXPIRED: the GPU has not reached it; else another status of
// glClientWaitSync. On WebGL glGetSynciv is asked, as fences change there only between tasks of the page.
static GLenum pollFence(gfDevice *device, GLsync fence)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint status = GL_UNSIGNALED;
    if (!gfGL_IsWebGL(&device->gl)) {
        return fn->ClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    }
    fn->GetSynciv(fence, GL_SYNC_STATUS, 1, NULL, &status);
    return status == GL_SIGNALED ? GL_ALREADY_SIGNALED : GL_TIMEOUT_EXPIRED;
}

static void copyChannels(float *values, const float *rgba, size_t texels, int channels)
{
    for (size_t i = 0; i < texels; i++) {
        for (int c = 0; c < channels; c++) {
            *values++ = rgba[READ_CHANNELS * i + (size_t)c];
        }
    }
}

gfRequestId gfReadQueue_Start(gfDevice *device, uint32_t fluid, const gfReadSource *source)
{
    const GladGLContext *fn = &device->gl.fn;
    Read read = {.texels = (size_t)source->width * (size_t)source->height, .channels = source->channels};
    size_t bytes = read.texels * READ_CHANNELS * sizeof(float);
    gfDevice_DropErrorsInStep(device);
    fn->GenBuffers(1, &read.buffer);
    device->counts.buffers++;
    device->counts.gpuBytes += bytes;
    gfDevice_BindPackBuffer(device, read.buffer);
    gfLabel_Set(device, GF_LABEL_BUFFER, read.buffer, "field read", NULL);
    fn->BufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    readPixels(device, source->texture, source->width, source->height, NULL);
    gfDevice_BindPackBuffer(device, 0);
    read.fence = fn->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gfHandle handle = {0};
    if (!gfDevice_CheckInStep(device, "starting a read-back")) {
        goto error;
    }
    GF_REQUIRE_OR_UNDO(&device->core, read.fence != NULL, GL, "a read-back has no fence");
    handle = gfSlots_Add(&device->reads, &device->core, fluid, &read);

error:
    if (GF_IS_NULL(handle)) {
        freeRead(device, &read);
    }
    return GF_FROM_HANDLE(gfRequestId, handle);
}

gfPollStatus gfReadQueue_Poll(gfDevice *device, uint32_t fluid, gfRequestId id, float *values, size_t count,
                              const char *caller)
{
    const GladGLContext *fn = &device->gl.fn;
    Read *read = gfSlots_Get(&device->reads, &device->core, fluid, GF_TO_HANDLE(id), caller);
    if (read == NULL) {
        return GF_POLL_FAILED;
    }
    read->polled = true;
    size_t needed = read->texels * (size_t)read->channels;
    GF_REQUIRE_OR(GF_POLL_FAILED, &device->core, count >= needed, OUT_OF_RANGE,
                  "%s: room for %zu floats; %zu are expected", caller, count, needed);
    GLenum status = pollFence(device, read->fence);
    if (status == GL_TIMEOUT_EXPIRED) {
        return GF_POLL_PENDING;
    }
    const float *rgba = NULL;
    GLint hostBuffer = 0; // this function changes no other state of the host, so it does without gfDevice_Begin
    fn->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &hostBuffer);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, read->buffer);
    if (status != GL_WAIT_FAILED) {
        rgba = gfReadback_Map(device, read->texels * READ_CHANNELS * sizeof(float));
    }
    if (rgba != NULL) {
        copyChannels(values, rgba, read->texels, read->channels);
        gfReadback_Unmap(device, rgba);
    } else {
        fn->GetError(); // drops the error of this failure, or the host would be blamed for it
    }
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)hostBuffer);
    freeRead(device, read);
    gfSlots_Remove(&device->reads, GF_TO_HANDLE(id));
    GF_REQUIRE_OR(GF_POLL_FAILED, &device->core, rgba != NULL, GL,
                  "%s: a read-back could not be waited for, or its buffer not be mapped", caller);
    return GF_POLL_READY;
}

bool gfReadback_Blocking(gfDevice *device, const gfReadSource *source, float *values)
{
    size_t texels = (size_t)source->width * (size_t)source->height;
    gfDevice_DropHostErrors(device);
    device->waits++;
    if (source->channels == READ_CHANNELS) {
        readPixels(device, source->texture, source->width, source->height, values);
        return gfDevice_CheckGL(device, "reading a field");
    }
    float *rgba = gfAlloc(&device->core, texels * READ_CHANNELS * sizeof *rgba);
    GF_TRY(rgba != NULL);
    readPixels(device, source->texture, source->width, source->height, rgba);
    bool ok = gfDevice_CheckGL(device, "reading a field");
    if (ok) {
        copyChannels(values, rgba, texels, source->channels);
    }
    gfFree(&device->core, rgba);
    return ok;
}

bool gfReadback_Integers(gfDevice *device, const gfTexture *texture, int width, int height, uint32_t *values)
{
    gfDevice_DropHostErrors(device);
    device->waits++;
    readPixels(device, texture, width, height, values);
    return gfDevice_CheckGL(device, "reading a texture");
}

void gfReadback_Red(gfDevice *device, const gfTexture *texture, float *value)
{
    float rgba[READ_CHANNELS] = {*value};
    gfDevice_DropHostErrors(device);
    device->waits++;
    readPixels(device, texture, 1, 1, rgba);
    gfDevice_IgnoreErrors(device);
    *value = rgba[0];
}

// --- ring ------------------------------------------------------------------------------------------------------------

static size_t getRingBytes(const gfReadRing *ring)
{
    return (size_t)ring->width * (size_t)ring->height * READ_CHANNELS * sizeof(uint32_t);
}

bool gfReadRing_Create(gfDevice *device, gfReadRing *ring, int width, int height)
{
    const GladGLContext *fn = &device->gl.fn;
    *ring = (gfReadRing){.width = width, .height = height};
    if (gfDevice_IsNaming(device)) {
        return true;
    }
    gfDevice_DropHostErrors(device);
    for (int i = 0; i < GF_READ_RING; i++) {
        fn->GenBuffers(1, &ring->buffers[i]);
        device->counts.buffers++;
        device->counts.gpuBytes += getRingBytes(ring);
        gfDevice_BindPackBuffer(device, ring->buffers[i]);
        gfLabel_Set(device, GF_LABEL_BUFFER, ring->buffers[i], "read ring", NULL);
        fn->BufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)getRingBytes(ring), NULL, GL_STREAM_READ);
    }
    gfDevice_BindPackBuffer(device, 0);
    bool made = gfDevice_CheckGL(device, "making buffers for answers");
    if (!made) {
        gfReadRing_Destroy(device, ring);
    }
    return made;
}

void gfReadRing_Destroy(gfDevice *device, gfReadRing *ring)
{
    for (int i = 0; i < GF_READ_RING; i++) {
        gfReadback_DropFence(device, &ring->fences[i]);
        gfReadback_FreeBuffer(device, &ring->buffers[i], getRingBytes(ring));
    }
    *ring = (gfReadRing){0};
}

bool gfReadRing_Start(gfDevice *device, gfReadRing *ring, const gfTexture *texture)
{
    const GladGLContext *fn = &device->gl.fn;
    int slot = (int)(ring->started % GF_READ_RING);
    if (gfDevice_IsNaming(device)) {
        return true;
    }
    gfDevice_DropErrorsInStep(device);
    gfDevice_BindPackBuffer(device, ring->buffers[slot]);
    readPixels(device, texture, ring->width, ring->height, NULL);
    gfDevice_BindPackBuffer(device, 0);
    ring->fences[slot] = fn->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!gfDevice_CheckInStep(device, "starting to read an answer")) {
        goto error;
    }
    GF_REQUIRE_OR_UNDO(&device->core, ring->fences[slot] != NULL, GL, "the reading of an answer has no fence");
    ring->started++;
    return true;

error:
    gfReadback_DropFence(device, &ring->fences[slot]);
    return false;
}

static bool takeRing(gfDevice *device, const gfReadRing *ring, GLuint buffer, uint32_t *values)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint hostBuffer = 0; // no other state of the host is changed, so this does without gfDevice_Begin
    fn->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &hostBuffer);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, buffer);
    bool came = copyBuffer(device, values, getRingBytes(ring));
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)hostBuffer);
    return came;
}

gfPollStatus gfReadback_AwaitFence(gfDevice *device, GLsync fence, bool waits)
{
    const GLuint64 second_ns = 1000000000;
    GLenum status = pollFence(device, fence);
    if (waits && status == GL_TIMEOUT_EXPIRED) {
        device->waits++;
    }
    if (waits && gfGL_IsWebGL(&device->gl)) {
        return GF_POLL_READY; // the copy from the buffer, which the caller makes next, waits for the GPU
    }
    for (int i = 0; waits && status == GL_TIMEOUT_EXPIRED && i < RING_SECONDS; i++) {
        status = device->gl.fn.ClientWaitSync(fence, 0, second_ns);
    }
    if (status == GL_TIMEOUT_EXPIRED && !waits) {
        return GF_POLL_PENDING;
    }
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED ? GF_POLL_READY : GF_POLL_FAILED;
}

gfPollStatus gfReadRing_Take(gfDevice *device, gfReadRing *ring, bool waits, uint32_t *values)
{
    if (ring->taken == ring->started) {
        return GF_POLL_PENDING;
    }
    int slot = (int)(ring->taken % GF_READ_RING);
    gfPollStatus status = gfReadback_AwaitFence(device, ring->fences[slot], waits);
    if (status == GF_POLL_PENDING) {
        return status;
    }
    gfReadback_DropFence(device, &ring->fences[slot]);
    ring->taken++;
    bool came = status == GF_POLL_READY && takeRing(device, ring, ring->buffers[slot], values);
    if (!came) {
        device->gl.fn.GetError(); // drops the error of this failure, or the host would be blamed for it
    }
    GF_REQUIRE_OR(GF_POLL_FAILED, &device->core, came, GL,
                  "an answer could not be waited for, or its buffer not be mapped");
    return GF_POLL_READY;
}

// --- one value -------------------------------------------------------------------------------------------------------

static void makeDelayedBuffer(gfDevice *device, GLuint *buffer)
{
    if (*buffer == 0 && !gfDevice_IsNaming(device)) {
        device->gl.fn.GenBuffers(1, buffer);
        device->counts.buffers++;
        device->counts.gpuBytes += READ_CHANNELS * sizeof(float);
    }
}

void gfDelayedRead_Create(gfDevice *device, gfDelayedRead *read)
{
    makeDelayedBuffer(device, &read->buffers[0]);
    makeDelayedBuffer(device, &read->buffers[1]);
}

void gfDelayedRead_Put(gfDevice *device, gfDelayedRead *read, int buffer, const float value[4])
{
    gfDevice_DropHostErrors(device);
    gfReadback_DropFence(device, &read->fences[buffer]);
    makeDelayedBuffer(device, &read->buffers[buffer]);
    gfDevice_BindPackBuffer(device, read->buffers[buffer]);
    device->gl.fn.BufferData(GL_PIXEL_PACK_BUFFER, READ_CHANNELS * sizeof *value, value, GL_STREAM_READ);
    gfDevice_BindPackBuffer(device, 0);
    gfDevice_IgnoreErrors(device);
}

static void takeDelayed(gfDevice *device, gfDelayedRead *read, int slot)
{
    float rgba[READ_CHANNELS];
    gfReadback_DropFence(device, &read->fences[slot]);
    if (copyBuffer(device, rgba, sizeof rgba)) {
        read->last = rgba[0];
        read->came = true;
    }
}

void gfDelayedRead_Exchange(gfDevice *device, gfDelayedRead *read, const gfTexture *texture, float *value)
{
    const GladGLContext *fn = &device->gl.fn;
    int slot = (int)(read->started % 2);
    if (gfDevice_IsNaming(device)) {
        return;
    }
    GLsync fence = read->fences[slot];
    if (read->came && fence != NULL && pollFence(device, fence) == GL_TIMEOUT_EXPIRED) {
        *value = read->last; // only WebGL has fences here: it takes the older value, and the next exchange asks again
        return;
    }
    gfDevice_DropErrorsInStep(device);
    makeDelayedBuffer(device, &read->buffers[slot]);
    gfDevice_BindPackBuffer(device, read->buffers[slot]);
    if (read->started < 2) {
        gfLabel_Set(device, GF_LABEL_BUFFER, read->buffers[slot], "delayed read", NULL);
    } else {
        takeDelayed(device, read, slot);
        *value = read->came ? read->last : *value;
    }
    fn->BufferData(GL_PIXEL_PACK_BUFFER, READ_CHANNELS * sizeof(float), NULL, GL_STREAM_READ);
    readPixels(device, texture, 1, 1, NULL);
    gfDevice_BindPackBuffer(device, 0);
    if (gfGL_IsWebGL(&device->gl)) {
        read->fences[slot] = fn->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    }
    // If something failed, *value has stayed, which is good enough. The errors are dropped, as the host raised none.
    gfDevice_IgnoreErrorsInStep(device);
    read->started++;
}

void gfDelayedRead_Destroy(gfDevice *device, gfDelayedRead *read)
{
    for (int i = 0; i < 2; i++) {
        gfReadback_DropFence(device, &read->fences[i]);
        gfReadback_FreeBuffer(device, &read->buffers[i], READ_CHANNELS * sizeof(float));
    }
    *read = (gfDelayedRead){0};
}
