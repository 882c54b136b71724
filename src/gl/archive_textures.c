// Textures and buffers in archives: what is copied while the GPU goes on, and what is read back into textures.
#include "gl/archive.h"

#include <string.h>

static bool isHalf(const gfFormatInfo *info)
{
    return info->type == GL_FLOAT && info->bytes == 2 * info->channels;
}

// Exact where the float came from a half.
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

// Staged texels have four channels, of a format's own size: GL promises to read those.
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
            } else { // bytes read as whole numbers
                uint32_t value;
                memcpy(&value, at, sizeof value);
                *to = (uint8_t)value;
            }
            to += each;
        }
    }
}

void gfArchiveCopy_Fill(gfDevice *device, const gfArchiveCopy *copy, const uint8_t *staged, uint8_t *bytes)
{
    if (copy->texels < 0) {
        memcpy(bytes + copy->at, staged + copy->staged, copy->bytes);
    } else {
        packTexels(&device->gl.formats[copy->format], staged + copy->staged, copy->texels, bytes + copy->at);
    }
}

// Replaces what is not finite, of floats or of their bits.
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
    if (bytes > a->end - a->at) {
        gfArchive_Fail(a, "a texture is cut off");
        return;
    }
    void *uploaded = gfAlloc(&a->device->core, info->type == GL_FLOAT ? values * sizeof(float) : bytes);
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
    GF_REQUIRE(&a->device->core, what[0] == info->internalFormat, UNSUPPORTED,
               "%s: %s of the snapshot has another precision (format 0x%04x) than it has here (%s)", a->caller, name,
               what[0], info->name);
    GF_REQUIRE(&a->device->core, what[1] == (uint32_t)texture->width && what[2] == (uint32_t)texture->height, SNAPSHOT,
               "%s: %s of the snapshot has %u x %u texels; %d x %d are expected", a->caller, name, what[1], what[2],
               texture->width, texture->height);
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
        if (i >= started) { // room for what comes, so that sizes stay the same
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
