// The part of gl/archive.h that deals with the GPU: textures and buffers in archives, and snapshots under way. A
// snapshot has a staging buffer, to which the GPU copies textures and buffers, and a fence that tells when it has.
#include "gl/archive.h"

// --- textures and buffers in archives --------------------------------------------------------------------------------

static bool isHalf(const gfFormatInfo *info)
{
    return info->type == GL_FLOAT && info->bytes == 2 * info->channels;
}

// Converts a float to the bits of a half float. Exact for floats that were read from half floats, as all here are.
static uint16_t halfOf(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000u, exponent = bits >> 23 & 0xffu, mantissa = bits & 0x7fffffu;
    if (exponent == 0xff) {
        return (uint16_t)(sign | 0x7c00u | (mantissa != 0 ? 0x200u | mantissa >> 13 : 0u));
    }
    if (exponent >= 143) {
        return (uint16_t)(sign | 0x7c00u);
    }
    if (exponent >= 113) {
        return (uint16_t)(sign | (exponent - 112) << 10 | mantissa >> 13);
    }
    return (uint16_t)(exponent >= 102 ? sign | (mantissa | 0x800000u) >> (126 - exponent) : sign);
}

static float floatOf(uint16_t half)
{
    uint32_t exponent = half >> 10 & 0x1fu, mantissa = half & 0x3ffu;
    float value = exponent == 0x1f ? (mantissa != 0 ? NAN : INFINITY)
                  : exponent > 0   ? ldexpf((float)(mantissa | 0x400u), (int)exponent - 25)
                                   : ldexpf((float)mantissa, -24);
    return (half & 0x8000u) != 0 ? -value : value;
}

// Returns the bytes of a channel in the staging buffer. Texels have four there, as the GL promises only to read these.
static size_t stagedChannel(const gfFormatInfo *info)
{
    return info->type == GL_UNSIGNED_BYTE && !gfFormat_IsInteger(info) ? 1 : 4;
}

static void packTexels(const gfFormatInfo *info, const uint8_t *staged, int texels, uint8_t *to)
{
    size_t from = stagedChannel(info), each = (size_t)info->bytes / (size_t)info->channels;
    for (int i = 0; i < texels; i++) {
        for (int c = 0; c < info->channels; c++) {
            const uint8_t *at = staged + ((size_t)i * 4 + (size_t)c) * from;
            if (isHalf(info)) {
                float value;
                memcpy(&value, at, sizeof value);
                uint16_t half = halfOf(value);
                memcpy(to, &half, sizeof half);
            } else if (each == from) {
                memcpy(to, at, each);
            } else { // R8UI, whose bytes are read as 32-bit integers
                uint32_t value;
                memcpy(&value, at, sizeof value);
                *to = (uint8_t)value;
            }
            to += each;
        }
    }
}

// Copies a texture or buffer from the staging buffer, mapped at `staged`, into its gap in the snapshot's bytes.
static void fillCopy(gfDevice *device, const gfArchiveCopy *copy, const uint8_t *staged, uint8_t *bytes)
{
    if (copy->texels < 0) {
        memcpy(bytes + copy->at, staged + copy->staged, copy->bytes);
    } else {
        packTexels(&device->gl.formats[copy->format], staged + copy->staged, copy->texels, bytes + copy->at);
    }
}

// Replaces values that are not finite by 0, and counts them. They are floats, or integers that hold the bits of floats.
static void repairFloats(gfArchive *a, float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            values[i] = 0.0f;
            a->nonfinite++;
        }
    }
}

static void readTexture(gfArchive *a, const gfTexture *texture, bool repairs)
{
    const gfFormatInfo *info = &a->device->gl.formats[texture->format];
    size_t texels = (size_t)texture->width * (size_t)texture->height, values = texels * (size_t)info->channels;
    size_t bytes = gfTexture_Bytes(a->device, texture);
    gfArchive_Expect(a, bytes, "a texture is cut off");
    void *uploaded =
        a->failed ? NULL : gfAlloc(&a->device->core, info->type == GL_FLOAT ? values * sizeof(float) : bytes);
    if (uploaded == NULL) {
        a->failed = true;
        return;
    }
    if (isHalf(info)) {
        for (size_t i = 0; i < values; i++) {
            uint16_t half;
            memcpy(&half, a->from + a->at + 2 * i, sizeof half);
            ((float *)uploaded)[i] = floatOf(half);
        }
        a->at += bytes;
    } else {
        gfArchive_Bytes(a, uploaded, bytes);
    }
    if (repairs) {
        repairFloats(a, uploaded, values);
    }
    a->failed = !gfTexture_Upload(a->device, texture, uploaded) || a->failed;
    gfFree(&a->device->core, uploaded);
}

static void noteCopy(gfArchive *a, const gfArchiveCopy *copy, size_t staged)
{
    if (a->mode == GF_ARCHIVE_WRITE) {
        a->copies[a->copyCount] = *copy;
        a->copies[a->copyCount].at = a->at;
        a->copies[a->copyCount].staged = a->staged;
    }
    a->copyCount++;
    a->staged += staged;
    a->at += copy->bytes;
}

static void checkTexture(gfArchive *a, const char *name, const gfTexture *texture)
{
    const gfFormatInfo *info = &a->device->gl.formats[texture->format];
    uint32_t what[3] = {info->internalFormat, (uint32_t)texture->width, (uint32_t)texture->height};
    gfArchive_Bytes(a, what, sizeof what);
    if (!gfArchive_Reads(a)) {
        return;
    }
    GF_REQUIRE_OR_UNDO(&a->device->core, what[0] == info->internalFormat, UNSUPPORTED,
                       "%s: %s of the snapshot has another precision (format 0x%04x) than it has here (%s)", a->caller,
                       name, what[0], info->name);
    GF_REQUIRE_OR_UNDO(&a->device->core, what[1] == (uint32_t)texture->width && what[2] == (uint32_t)texture->height,
                       SNAPSHOT, "%s: %s of the snapshot has %u x %u texels; %d x %d are expected", a->caller, name,
                       what[1], what[2], texture->width, texture->height);
    return;

error:
    a->failed = true;
}

void gfArchive_Texture(gfArchive *a, const char *name, const gfTexture *texture, bool repairs)
{
    checkTexture(a, name, texture);
    if (a->failed) {
        return;
    }
    if (a->mode == GF_ARCHIVE_READ) {
        readTexture(a, texture, repairs);
        return;
    }
    const gfFormatInfo *info = &a->device->gl.formats[texture->format];
    const gfArchiveCopy copy = {.texels = texture->width * texture->height,
                                .format = texture->format,
                                .bytes = gfTexture_Bytes(a->device, texture)};
    if (a->mode == GF_ARCHIVE_WRITE) {
        gfReadback_Stage(a->device, texture, a->staged);
    }
    noteCopy(a, &copy, (size_t)copy.texels * 4 * stagedChannel(info));
}

void gfArchive_Buffer(gfArchive *a, GLuint buffer, size_t bytes)
{
    const GladGLContext *fn = &a->device->gl.fn;
    const gfArchiveCopy copy = {.texels = -1, .bytes = bytes};
    if (a->failed || a->mode == GF_ARCHIVE_READ) {
        return;
    }
    if (a->mode == GF_ARCHIVE_WRITE) {
        fn->BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
        fn->CopyBufferSubData(GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_PACK_BUFFER, 0, (GLintptr)a->staged, (GLsizeiptr)bytes);
        fn->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    }
    noteCopy(a, &copy, bytes);
}

void gfArchive_DelayedRead(gfArchive *a, gfDelayedRead *read)
{
    uint32_t started = read->started;
    gfArchive_Bytes(a, &started, sizeof started);
    for (uint32_t i = 0; i < 2 && !a->failed; i++) {
        float value[4] = {0.0f};
        if (i >= started) { // nothing was read yet: zeros are saved, so that all snapshots have the same size
            gfArchive_Bytes(a, value, sizeof value);
            a->copyCount += a->mode == GF_ARCHIVE_MEASURE ? 1 : 0;
            a->staged += a->mode == GF_ARCHIVE_MEASURE ? sizeof value : 0;
            continue;
        }
        gfArchive_Buffer(a, read->buffers[i], sizeof value);
        if (a->mode == GF_ARCHIVE_READ) {
            gfArchive_Bytes(a, value, sizeof value);
            repairFloats(a, value, 4);
            gfDelayedRead_Put(a->device, read, (int)i, value);
        }
    }
    if (gfArchive_Reads(a)) {
        read->started = started;
    }
}

// --- a snapshot under way --------------------------------------------------------------------------------------------

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

static bool makeStaging(gfSnapshot *s, size_t bytes)
{
    const GladGLContext *fn = &s->device->gl.fn;
    if (s->staging != 0 && s->stagingBytes >= bytes) {
        return true;
    }
    gfReadback_FreeBuffer(s->device, &s->staging, s->stagingBytes);
    gfDevice_DropHostErrors(s->device);
    fn->GenBuffers(1, &s->staging);
    s->stagingBytes = bytes;
    s->device->counts.buffers++;
    s->device->counts.gpuBytes += bytes;
    gfDevice_BindPackBuffer(s->device, s->staging);
    fn->BufferData(GL_PIXEL_PACK_BUFFER, (GLsizeiptr)bytes, NULL, GL_STREAM_READ);
    return gfDevice_CheckGL(s->device, "making a buffer for a snapshot");
}

// Makes room for a snapshot of the measured sizes: bytes, list of copies, staging buffer. What is large enough is kept.
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
    gfReadback_DropFence(s->device, &s->fence);
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
    GF_REQUIRE_OR_UNDO(&device->core, s->fence != NULL, GL, "a snapshot has no fence");
    return true;

error:
    s->failure = gfGetLastError(NULL);
    gfDevice_BindPackBuffer(device, 0);
    gfReadback_DropFence(s->device, &s->fence);
    return false;
}

static void destroyOwnedSaving(gfOwned *self)
{
    gfSaving_Destroy((gfSnapshot *)self);
}

gfSnapshot *gfSaving_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller)
{
    gfSnapshot *s = gfAlloc(&device->core, sizeof *s);
    GF_TRY(s != NULL);
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
    GLint hostBuffer = 0; // no other state of the host is changed, so this does without gfDevice_Begin
    fn->GetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &hostBuffer);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, s->staging);
    const uint8_t *staged = gfReadback_Map(s->device, s->stagingBytes);
    for (int i = 0; i < s->copyCount && staged != NULL; i++) {
        fillCopy(s->device, &s->copies[i], staged, s->bytes);
    }
    gfReadback_Unmap(s->device, staged);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, (GLuint)hostBuffer);
    return staged != NULL;
}

gfPollStatus gfSaving_Poll(gfSnapshot *s, bool waits)
{
    if (s->done) {
        return GF_POLL_READY;
    }
    if (s->fence == NULL) {
        gfReport(&s->device->core, GF_LOG_ERROR, s->failure != GF_ERROR_OK ? s->failure : GF_ERROR_GL,
                 "the snapshot could not be read");
        return GF_POLL_FAILED;
    }
    gfPollStatus status = gfReadback_AwaitFence(s->device, s->fence, waits);
    if (status == GF_POLL_PENDING) {
        return status;
    }
    bool came = status == GF_POLL_READY && fillGaps(s);
    if (!came) {
        s->device->gl.fn.GetError(); // drops the error of this failure, or the host would be blamed for it
    }
    gfReadback_DropFence(s->device, &s->fence);
    GF_REQUIRE_OR(GF_POLL_FAILED, &s->device->core, came, GL,
                  "a snapshot could not be waited for, or its buffer not be mapped");
    gfSnapshot_Seal(s->bytes, s->size);
    s->done = true;
    return GF_POLL_READY;
}

void gfSaving_Destroy(gfSnapshot *s)
{
    gfDevice *device = s->device;
    gfReadback_DropFence(s->device, &s->fence);
    gfReadback_FreeBuffer(device, &s->staging, s->stagingBytes);
    gfOwned_Remove(&device->firstOwned, &s->owned);
    gfFree(&device->core, s->bytes);
    gfFree(&device->core, s->copies);
    gfFree(&device->core, s);
}
