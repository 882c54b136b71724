#include "gl/archive.h"

#include "gpufluid/source.h"

#define BYTE_ORDER_MARK 0x01020304u

static const char magicBytes[8] = {'G', 'F', 'S', 'N', 'A', 'P', '\r', '\n'};

// --- header ----------------------------------------------------------------------------------------------------------

// Returns a checksum, for which eight bytes at a time are mixed in. It finds damage, not forgery.
static uint64_t sumBytes(const void *bytes, size_t size)
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
    return sumBytes(&header, sizeof header) ^ sumBytes(bytes + sizeof header, size - sizeof header);
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

typedef union Word {
    float f32;
    double f64;
    int32_t i32;
    uint32_t u32;
    uint64_t u64;
    int64_t i64;
} Word;

// Returns a number clamped to a member's range. One that is not finite becomes the number nearest to 0 in the range.
static Word limitNumber(const gfMember *member, double beyond)
{
    const double number = fmin(fmax(gfInRange(beyond, -INFINITY, INFINITY) ? beyond : 0.0, member->low), member->high);
    Word word = {0};
    switch (member->type) {
    case GF_MEMBER_F32:
        word.f32 = (float)number;
        if (!gfInRange((double)word.f32, member->low, member->high)) { // a bound that was rounded outwards
            word.f32 = nextafterf(word.f32, (float)(0.5 * (member->low + member->high)));
        }
        break;
    case GF_MEMBER_F64:
        word.f64 = number;
        break;
    case GF_MEMBER_U64:
        word.u64 = (uint64_t)number;
        break;
    case GF_MEMBER_I64:
        word.i64 = (int64_t)number;
        break;
    case GF_MEMBER_I32:
        word.i32 = (int32_t)number;
        break;
    case GF_MEMBER_U32:
    default:
        word.u32 = (uint32_t)number;
        break;
    }
    return word;
}

// Numbers beyond a member's range make reading fail. Written ones are clamped, so that saved snapshots can be loaded.
static void limitMember(gfArchive *a, const gfMember *member)
{
    const size_t each = gfMember_GetWidth(member->type);
    for (size_t i = 0; i < member->size && !a->failed && a->mode != GF_ARCHIVE_MEASURE; i += each) {
        const size_t at = a->at - member->size + i;
        const double number = gfMember_Read(member->type, (a->mode == GF_ARCHIVE_WRITE ? a->to : a->from) + at);
        if (gfInRange(number, member->low, member->high)) {
            continue;
        }
        if (a->mode == GF_ARCHIVE_READ) {
            gfArchive_Fail(a, member->name);
            return;
        }
        const Word word = limitNumber(member, number);
        memcpy(a->to + at, &word, each);
    }
}

void gfArchive_Record(gfArchive *a, const gfRecord *record, void *item)
{
    for (int i = 0; i < record->count; i++) {
        const gfMember *member = &record->rows[i];
        char *at = (char *)item + member->offset;
        if (member->type == GF_MEMBER_RECORD) {
            const gfRecord *inner = member->of;
            for (size_t k = 0; k < member->size; k += inner->size) {
                gfArchive_Record(a, inner, at + k);
            }
        } else if (member->type == GF_MEMBER_BOOL) {
            gfArchive_Bool(a, (bool *)at, member->name);
        } else {
            gfArchive_Bytes(a, at, member->size);
            if (record->name == NULL && member->low <= member->high) {
                limitMember(a, member);
            }
        }
    }
    if (record->cookie != 0 && gfArchive_Reads(a)) {
        memcpy((char *)item + record->cookieOffset, &record->cookie, sizeof record->cookie);
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
    uint64_t size; // bytes of the chunk that follow this head, a multiple of 8
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

bool gfArchive_SkipEmptyChunk(gfArchive *a, const char *expected)
{
    ChunkHead head;
    if (!gfArchive_Reads(a) || a->end - a->at < sizeof head) {
        return false;
    }
    memcpy(&head, a->from + a->at, sizeof head);
    size_t first = a->at + sizeof head;
    bool isExpected = expected != NULL && memcmp(head.tag, expected, sizeof head.tag) == 0;
    if (isExpected || head.size > a->end - first) {
        return false;
    }
    for (size_t i = 0; i < (size_t)head.size; i++) {
        if (a->from[first + i] != 0) {
            return false;
        }
    }
    a->at = first + (size_t)head.size;
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
    uint8_t padding[8] = {0};
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
        // The handle is set after the item was read, so that the slot counts as free if reading the item fails.
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
    GF_REQUIRE_OR_UNDO(
        &a->device->core, *texture != 0 && a->device->gl.fn.IsTexture(*texture), OUT_OF_RANGE,
        "%s: the host's texture %u of the snapshot is now %u, which is no texture; gfSnapshotTextures tells", a->caller,
        saved, *texture);
    return;

error:
    a->failed = true;
}
