#include "gl/archive.h"

#include "gpufluid/source.h"

#include <string.h>

#define BYTE_ORDER_MARK 0x01020304u

static const char magicBytes[8] = {'G', 'F', 'S', 'N', 'A', 'P', '\r', '\n'};

// --- header ----------------------------------------------------------------------------------------------------------

// Eight bytes at a time: multiplied, rotated, added up. It finds damage, and is no proof against forgery.
uint64_t gfSnapshot_Sum(const void *bytes, size_t size)
{
    const uint8_t *from = bytes;
    uint64_t sum = 0x9e3779b97f4a7c15u ^ size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, from + i, size - i < 8 ? size - i : 8);
        sum = (sum ^ word) * 0xff51afd7ed558ccdu;
        sum ^= sum >> 29;
    }
    return sum;
}

static uint64_t sumOf(const uint8_t *bytes, size_t size)
{
    gfSnapshotHeader header;
    memcpy(&header, bytes, sizeof header);
    header.sum = 0;
    return gfSnapshot_Sum(&header, sizeof header) ^ gfSnapshot_Sum(bytes + sizeof header, size - sizeof header);
}

void gfSnapshotHeader_Write(gfArchive *a, gfSnapshotHeader header)
{
    memcpy(header.magic, magicBytes, sizeof magicBytes);
    header.byteOrder = BYTE_ORDER_MARK;
    header.version = GF_SNAPSHOT_VERSION;
    gfArchive_Bytes(a, &header, sizeof header);
}

void gfSnapshot_Seal(uint8_t *bytes, size_t size)
{
    uint64_t written = size;
    memcpy(bytes + offsetof(gfSnapshotHeader, size), &written, sizeof written);
    uint64_t sum = sumOf(bytes, size);
    memcpy(bytes + offsetof(gfSnapshotHeader, sum), &sum, sizeof sum);
}

bool gfSnapshotHeader_Read(const gfCore *core, const void *bytes, size_t size, gfSnapshotHeader *header,
                           const char *caller)
{
    GF_REQUIRE(core, bytes != NULL, NULL_ARGUMENT, "%s: data is null", caller);
    GF_REQUIRE(core, size >= sizeof *header && memcmp(bytes, magicBytes, sizeof magicBytes) == 0, SNAPSHOT,
               "%s: these %zu bytes are no snapshot", caller, size);
    memcpy(header, bytes, sizeof *header);
    GF_REQUIRE(core, header->byteOrder == BYTE_ORDER_MARK, SNAPSHOT,
               "%s: the snapshot is of a machine with another byte order", caller);
    GF_REQUIRE(core, header->version == GF_SNAPSHOT_VERSION, UNSUPPORTED,
               "%s: the snapshot has version %u of the format; %u is expected", caller, header->version,
               GF_SNAPSHOT_VERSION);
    GF_REQUIRE(core, header->size == size, SNAPSHOT, "%s: the snapshot has %zu bytes; %llu are expected", caller, size,
               (unsigned long long)header->size);
    GF_REQUIRE(core, sumOf(bytes, size) == header->sum, SNAPSHOT, "%s: the snapshot is damaged: its sum is wrong",
               caller);
    return true;

error:
    return false;
}

// --- bytes -----------------------------------------------------------------------------------------------------------

void gfArchive_Fail(gfArchive *a, const char *what)
{
    if (!a->failed) {
        gfReport(&a->device->core, GF_LOG_ERROR, GF_ERROR_SNAPSHOT, "%s: the snapshot can't be: %s", a->caller, what);
    }
    a->failed = true;
}

void gfArchive_Expect(gfArchive *a, size_t bytes, const char *what)
{
    if (gfArchive_Reads(a) && bytes > a->end - a->at) {
        gfArchive_Fail(a, what);
    }
}

void gfArchive_Bytes(gfArchive *a, void *bytes, size_t size)
{
    if (a->failed) {
        return;
    }
    if (a->mode == GF_ARCHIVE_WRITE) {
        memcpy(a->to + a->at, bytes, size);
    } else if (a->mode == GF_ARCHIVE_READ) {
        if (size > a->end - a->at) {
            gfArchive_Fail(a, "a part of it ends too early");
            return;
        }
        memcpy(bytes, a->from + a->at, size);
    }
    a->at += size;
}

void gfArchive_Bool(gfArchive *a, bool *value, const char *name)
{
    uint32_t word = *value ? 1 : 0;
    gfArchive_Bytes(a, &word, sizeof word);
    if (gfArchive_Reads(a) && word > 1) {
        gfArchive_Fail(a, name);
    }
    if (gfArchive_Reads(a)) {
        *value = word != 0;
    }
}

static void checkMember(gfArchive *a, const gfMember *member, const char *bytes)
{
    size_t each =
        member->type == GF_MEMBER_F64 || member->type == GF_MEMBER_U64 || member->type == GF_MEMBER_I64 ? 8 : 4;
    for (size_t i = 0; i < member->size && gfArchive_Reads(a); i += each) {
        double value = 0.0;
        union {
            float f32;
            double f64;
            int32_t i32;
            uint32_t u32;
            uint64_t u64;
            int64_t i64;
        } word;
        memcpy(&word, bytes + i, each);
        switch (member->type) {
        case GF_MEMBER_F32:
            value = (double)word.f32;
            break;
        case GF_MEMBER_F64:
            value = word.f64;
            break;
        case GF_MEMBER_U64:
            value = (double)word.u64;
            break;
        case GF_MEMBER_I64:
            value = (double)word.i64;
            break;
        case GF_MEMBER_I32:
            value = (double)word.i32;
            break;
        case GF_MEMBER_U32:
        default:
            value = (double)word.u32;
            break;
        }
        if (!gfInRange(value, member->low, member->high)) {
            gfArchive_Fail(a, member->name);
        }
    }
}

bool gfRecord_Equal(const gfRecord *record, const void *a, const void *b)
{
    bool equal = true;
    for (int i = 0; equal && i < record->count; i++) {
        const gfMember *member = &record->members[i];
        const char *ofA = (const char *)a + member->offset, *ofB = (const char *)b + member->offset;
        if (member->type != GF_MEMBER_RECORD) {
            equal = memcmp(ofA, ofB, member->size) == 0;
            continue;
        }
        for (size_t k = 0; equal && k < member->size; k += member->record->size) {
            equal = gfRecord_Equal(member->record, ofA + k, ofB + k);
        }
    }
    return equal;
}

void gfArchive_Record(gfArchive *a, const gfRecord *record, void *item)
{
    for (int i = 0; i < record->count; i++) {
        const gfMember *member = &record->members[i];
        char *at = (char *)item + member->offset;
        if (member->type == GF_MEMBER_RECORD) {
            for (size_t k = 0; k < member->size; k += member->record->size) {
                gfArchive_Record(a, member->record, at + k);
            }
        } else if (member->type == GF_MEMBER_BOOL) {
            gfArchive_Bool(a, (bool *)at, member->name);
        } else {
            gfArchive_Bytes(a, at, member->size);
            if (member->low <= member->high) {
                checkMember(a, member, at);
            }
        }
    }
}

void gfArchive_Count(gfArchive *a, int *count, int most)
{
    int32_t value = *count;
    gfArchive_Bytes(a, &value, sizeof value);
    if (gfArchive_Reads(a) && (value < 0 || value > most)) {
        gfArchive_Fail(a, "it counts more of something than there can be");
    }
    *count = a->failed && a->mode == GF_ARCHIVE_READ ? 0 : value;
}

// --- chunks ----------------------------------------------------------------------------------------------------------

typedef struct ChunkHead {
    char tag[4];
    uint32_t reserved;
    uint64_t size; // of what follows, a multiple of 8
} ChunkHead;

bool gfArchive_PeekTag(const gfArchive *a, char tag[5])
{
    memset(tag, 0, 5);
    if (a->failed || a->end - a->at < sizeof(ChunkHead)) {
        return false;
    }
    memcpy(tag, a->from + a->at, 4);
    for (int i = 0; i < 4; i++) {
        tag[i] = tag[i] >= ' ' && tag[i] <= '~' ? tag[i] : '?';
    }
    return true;
}

void gfArchive_BeginChunk(gfArchive *a, const char *tag)
{
    ChunkHead head = {.size = 0};
    memcpy(head.tag, tag, sizeof head.tag);
    a->chunk = a->at;
    gfArchive_Bytes(a, &head, sizeof head);
    if (!gfArchive_Reads(a)) {
        return;
    }
    if (memcmp(head.tag, tag, sizeof head.tag) != 0) {
        gfArchive_Fail(a, "a part of it is missing");
    } else if (head.size > a->end - a->at || head.size % 8 != 0) {
        gfArchive_Fail(a, "a part of it is longer than the whole");
    } else {
        a->end = a->at + (size_t)head.size;
    }
}

void gfArchive_EndChunk(gfArchive *a)
{
    static const uint8_t zeros[8] = {0};
    uint8_t padding[8];
    memcpy(padding, zeros, sizeof padding);
    gfArchive_Bytes(a, padding, (8 - a->at % 8) % 8);
    if (a->failed) {
        return;
    }
    uint64_t size = a->at - a->chunk - sizeof(ChunkHead);
    if (a->mode == GF_ARCHIVE_WRITE) {
        memcpy(a->to + a->chunk + offsetof(ChunkHead, size), &size, sizeof size);
    } else if (a->mode == GF_ARCHIVE_READ && a->at != a->end) {
        gfArchive_Fail(a, "a part of it is longer than expected");
    }
}

// --- lists -----------------------------------------------------------------------------------------------------------

static bool growSlots(gfArchive *a, gfSlots *slots, int capacity)
{
    gfCore *core = &a->device->core;
    gfSlots_Destroy(&(gfSlots){.items = slots->items, .handles = slots->handles}, core);
    slots->items = NULL;
    slots->handles = NULL;
    slots->capacity = 0;
    if (capacity > 0) {
        slots->items = gfAlloc(core, (size_t)capacity * slots->itemSize);
        slots->handles = gfAlloc(core, (size_t)capacity * sizeof *slots->handles);
        if (slots->items == NULL || slots->handles == NULL) {
            a->failed = true;
            return false;
        }
    }
    slots->capacity = capacity;
    return true;
}

void gfArchive_Slots(gfArchive *a, gfSlots *slots, int *count, gfArchiveItem *item, void *user)
{
    int capacity = slots->capacity, used = 0;
    gfArchive_Count(a, &capacity, slots->limit);
    if (a->mode == GF_ARCHIVE_READ && (a->failed || !growSlots(a, slots, capacity))) {
        return;
    }
    for (int i = 0; i < capacity && !a->failed; i++) {
        gfHandle *handle = &slots->handles[i];
        uint64_t generation = handle->generation;
        gfArchive_Bytes(a, &generation, sizeof generation);
        if ((generation & 1) != 0) {
            used++;
            item(a, slots->items + (size_t)i * slots->itemSize, user);
        }
        // Only now, so that what reading left half-way counts as none.
        if (gfArchive_Reads(a) && generation != 0) {
            *handle = (gfHandle){generation, a->number, (uint16_t)i, (uint16_t)slots->kind};
        }
    }
    if (gfArchive_Reads(a) && count != NULL) {
        *count = used;
    }
}

void gfArchive_HostTexture(gfArchive *a, uint32_t *texture)
{
    if (!gfArchive_Reads(a) || *texture == 0) {
        return;
    }
    uint32_t saved = *texture;
    if (a->textures != NULL) {
        *texture = a->textures->get(saved, a->textures->user);
    }
    GF_REQUIRE(&a->device->core, *texture != 0 && a->device->gl.fn.IsTexture(*texture), OUT_OF_RANGE,
               "%s: the host's texture %u of the snapshot is now %u, which is no texture; gfSnapshotTextures tells",
               a->caller, saved, *texture);
    return;

error:
    a->failed = true;
}

// --- textures --------------------------------------------------------------------------------------------------------

static bool isInteger(const gfFormatInfo *info)
{
    return info->format == GL_RED_INTEGER || info->format == GL_RG_INTEGER || info->format == GL_RGBA_INTEGER;
}

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
    return info->type == GL_UNSIGNED_BYTE && !isInteger(info) ? 1 : 4;
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

// Replaces what is not finite.
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
    if (repairs && info->type == GL_FLOAT) {
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

// --- saving ----------------------------------------------------------------------------------------------------------

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
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, s->staging);
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
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, s->staging);
    list(&archive, thing);
    s->copyCount = archive.copyCount;
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    s->fence = fn->FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!gfDevice_CheckGL(device, "starting a snapshot") || archive.failed) {
        goto error;
    }
    GF_REQUIRE(&device->core, s->fence != NULL, GL, "a snapshot has no fence");
    return true;

error:
    s->failure = gfGetLastError(NULL);
    fn->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
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
        const gfArchiveCopy *copy = &s->copies[i];
        if (copy->texels < 0) {
            memcpy(s->bytes + copy->at, staged + copy->staged, copy->bytes);
        } else {
            packTexels(&s->device->gl.formats[copy->format], staged + copy->staged, copy->texels, s->bytes + copy->at);
        }
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
