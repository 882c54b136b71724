// A snapshot under way: its bytes, the buffer that the GPU copies textures to, and the fence that says when that is
// done.
#include "gl/archive.h"

static gfArchive measured(gfDevice *device, gfArchiveList *list, void *thing, const char *caller)
{
    gfArchive archive = {.mode = GF_ARCHIVE_MEASURE, .device = device, .caller = caller};
    list(&archive, thing);
    return archive;
}

size_t gfSaving_Measure(gfDevice *device, gfArchiveList *list, void *thing)
{
    return measured(device, list, thing, "").at;
}

static void dropSavingFence(gfSnapshot *s)
{
    if (s->fence != NULL && !s->device->lost) {
        s->device->gl.fn.DeleteSync(s->fence);
    }
    s->fence = NULL;
}

static void freeStaging(gfSnapshot *s)
{
    gfDevice *device = s->device;
    if (s->staging != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteBuffers(1, &s->staging);
        }
        device->counts.buffers--;
        device->counts.gpuBytes -= s->stagingBytes;
    }
    s->staging = 0;
    s->stagingBytes = 0;
}

static bool makeStaging(gfSnapshot *s, size_t bytes)
{
    const GladGLContext *fn = &s->device->gl.fn;
    if (s->staging != 0 && s->stagingBytes >= bytes) {
        return true;
    }
    freeStaging(s);
    gfDevice_DropHostErrors(s->device);
    fn->GenBuffers(1, &s->staging);
    s->stagingBytes = bytes;
    s->device->counts.buffers++;
    s->device->counts.gpuBytes += bytes;
    gfDevice_BindPackBuffer(s->device, s->staging);
    fn->BufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    return gfDevice_CheckGL(s->device, "making a buffer for a snapshot");
}

// Nothing is made where there is room already.
static bool makeSavingRoom(gfSnapshot *s, const gfArchive *sizes)
{
    gfCore *core = &s->device->core;
    if (s->bytes == NULL || s->room < sizes->at) {
        gfFree(core, s->bytes);
        s->bytes = gfAlloc(core, sizes->at);
        s->room = s->bytes != NULL ? sizes->at : 0;
    }
    if (s->copies == NULL || s->copyRoom < sizes->copyCount) {
        gfFree(core, s->copies);
        s->copies = gfAlloc(core, (size_t)gfMax(1, sizes->copyCount) * sizeof *s->copies);
        s->copyRoom = s->copies != NULL ? sizes->copyCount : 0;
    }
    return s->bytes != NULL && s->copies != NULL && makeStaging(s, sizes->staged);
}

bool gfSaving_Restart(gfSnapshot *s, gfArchiveList *list, void *thing, const char *caller)
{
    gfDevice *device = s->device;
    const GladGLContext *fn = &device->gl.fn;
    const gfArchive sizes = measured(device, list, thing, caller);
    dropSavingFence(s);
    s->done = false;
    s->size = sizes.at;
    if (!makeSavingRoom(s, &sizes)) {
        goto error;
    }
    gfArchive archive = {
        .mode = GF_ARCHIVE_WRITE, .device = device, .caller = caller, .to = s->bytes, .copies = s->copies};
    gfDevice_DropHostErrors(device);
    gfDevice_BindPackBuffer(device, s->staging);
    list(&archive, thing);
    s->copyCount = archive.copyCount;
    gfDevice_BindPackBuffer(device, 0);
    s->fence = fn->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!gfDevice_CheckGL(device, "starting a snapshot") || archive.failed) {
        goto error;
    }
    GF_REQUIRE(&device->core, s->fence != NULL, GL, "a snapshot has no fence");
    return true;

error:
    s->failure = gfGetLastError(NULL);
    gfDevice_BindPackBuffer(device, 0);
    dropSavingFence(s);
    return false;
}

static void destroyOwnedSaving(gfOwned *self)
{
    gfSaving_Destroy((gfSnapshot *)self);
}

gfSnapshot *gfSaving_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller)
{
    gfSnapshot *s = gfAlloc(&device->core, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    *s = (gfSnapshot){.device = device};
    gfOwned_Add(&device->firstOwned, &s->owned, destroyOwnedSaving);
    if (!gfSaving_Restart(s, list, thing, caller)) {
        gfSaving_Destroy(s);
        return NULL;
    }
    return s;
}

static bool fillGaps(gfSnapshot *s)
{
    const GladGLContext *fn = &s->device->gl.fn;
    GLint hostBuffer = 0; // as in gfReadQueue_Poll
    fn->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &hostBuffer);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, s->staging);
    const uint8_t *staged = gfReadback_Map(s->device, s->stagingBytes);
    for (int i = 0; i < s->copyCount && staged != NULL; i++) {
        gfArchiveCopy_Fill(s->device, &s->copies[i], staged, s->bytes);
    }
    gfReadback_Unmap(s->device, staged);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)hostBuffer);
    return staged != NULL;
}

gfReadStatus gfSaving_Poll(gfSnapshot *s, bool waits)
{
    if (s->done) {
        return GF_READ_READY;
    }
    if (s->fence == NULL) {
        gfReport(&s->device->core, GF_LOG_ERROR, s->failure != GF_ERROR_OK ? s->failure : GF_ERROR_GL,
                 "the snapshot could not be read");
        return GF_READ_FAILED;
    }
    gfReadStatus status = gfReadback_AwaitFence(s->device, s->fence, waits);
    if (status == GF_READ_PENDING) {
        return status;
    }
    bool came = status == GF_READ_READY && fillGaps(s);
    if (!came) {
        s->device->gl.fn.GetError(); // it says the same and is none of the host's
    }
    dropSavingFence(s);
    GF_REQUIRE(&s->device->core, came, GL, "a snapshot could not be waited for, or its buffer not be mapped");
    gfSnapshot_Seal(s->bytes, s->size);
    s->done = true;
    return GF_READ_READY;

error:
    return GF_READ_FAILED;
}

void gfSaving_Destroy(gfSnapshot *s)
{
    gfDevice *device = s->device;
    dropSavingFence(s);
    freeStaging(s);
    gfOwned_Remove(&device->firstOwned, &s->owned);
    gfFree(&device->core, s->bytes);
    gfFree(&device->core, s->copies);
    gfFree(&device->core, s);
}
