// Saves fluids to snapshots and loads them. For each kind of thing one function calls gfArchive_... for all parts of
// it, in one of three modes: it measures, writes or reads them, and so these can't differ. Values have the machine's
// byte order, and lie in chunks that begin with a tag and a size. Textures and buffers are copied without waiting for
// the GPU: writing leaves gaps, which gfSaving_Poll fills when the GPU has copied them. After a failure, which is
// reported, all further calls with the archive do nothing.
#ifndef GF_ARCHIVE_H
#define GF_ARCHIVE_H

#include "gpufluid/snapshot.h"

#include "base/members.h"
#include "base/slots.h"
#include "gl/readback.h"

// --- members of structs ----------------------------------------------------------------------------------------------

// Macros for tables (gfRecord) of private structs that are saved. Public structs have generated ones (base/members.h).
#define GF_MEMBER_TYPE(x) \
    _Generic((x),                  \
        int32_t: GF_MEMBER_I32,    \
        int32_t *: GF_MEMBER_I32,  \
        uint32_t: GF_MEMBER_U32,   \
        uint32_t *: GF_MEMBER_U32, \
        float: GF_MEMBER_F32,      \
        float *: GF_MEMBER_F32,    \
        gfVec2: GF_MEMBER_F32,     \
        gfVec2 *: GF_MEMBER_F32,   \
        int64_t *: GF_MEMBER_I64,  \
        uint64_t: GF_MEMBER_U64,   \
        double: GF_MEMBER_F64,     \
        double *: GF_MEMBER_F64,   \
        bool: GF_MEMBER_BOOL,      \
        default: GF_MEMBER_WORDS)
#define GF_MEMBER_SIZE(type, member) sizeof(((type *)0)->member)
#define GF_MEMBER(type, member) GF_MEMBER_WITHIN(type, member, 1.0, 0.0)
// Row of a number with a range: a snapshot with a value beyond it is refused, and such a value is clamped when written.
#define GF_MEMBER_WITHIN(type, member, low, high)                                                                      \
    {                                                                                                                  \
#member, offsetof(type, member), GF_MEMBER_SIZE(type, member), GF_MEMBER_TYPE(((type *)0)->member), NULL, low, \
            high, false                                                                                                \
    }
#define GF_MEMBER_OF(type, member, record)                                                                          \
    {                                                                                                               \
#member, offsetof(type, member), GF_MEMBER_SIZE(type, member), GF_MEMBER_RECORD, &(record), 1.0, 0.0, false \
    }
#define GF_RECORD(type, rows)                          \
    {                                                  \
        NULL, sizeof(type), rows, GF_COUNT(rows), 0, 0 \
    }

// --- archives --------------------------------------------------------------------------------------------------------

typedef enum gfArchiveMode { GF_ARCHIVE_MEASURE, GF_ARCHIVE_WRITE, GF_ARCHIVE_READ } gfArchiveMode;

// A texture or buffer whose content the GPU copies to a staging buffer, and that is still missing in the snapshot.
typedef struct gfArchiveCopy {
    size_t staged, at; // offsets in the staging buffer and in the snapshot, bytes
    int texels;        // of a texture; -1: a buffer is copied
    gfFormat format;   // of a texture
    size_t bytes;      // that it takes in the snapshot
} gfArchiveCopy;

// A snapshot that is measured, written or read.
typedef struct gfArchive {
    gfArchiveMode mode;
    gfDevice *device;
    const char *caller;  // the public function, for messages
    uint8_t *to;         // the snapshot that is written
    const uint8_t *from; // the snapshot that is read
    size_t at, end;      // the present offset in the snapshot, bytes; in reading `end` is the end of the present chunk
    size_t chunk;        // the offset where the present chunk began
    gfArchiveCopy *copies; // textures and buffers that are written; in measuring they are only counted
    int copyCount;
    size_t staged;                      // bytes of the staging buffer that are taken so far
    uint32_t number;                    // in reading, the number of the fluid to which handles belong from now on
    const gfSnapshotTextures *textures; // present GL names of the host's textures; null: those saved still hold
    uint64_t nonfinite;                 // in reading, how many values of textures were not finite and became 0
    bool failed;
} gfArchive;

// The header that a snapshot begins with. `sum` is a checksum of all other bytes.
#define GF_SNAPSHOT_VERSION 12u
typedef enum gfSnapshotContent { GF_SNAPSHOT_FLUID = 2, GF_SNAPSHOT_FLUID3D = 3 } gfSnapshotContent;
typedef struct gfSnapshotHeader {
    char magic[8];
    uint32_t byteOrder, version, content, solver;
    uint64_t size, sum;
    uint64_t stepCount;
    double time_s;
    int32_t width, height;
    uint64_t reserved;
} gfSnapshotHeader;

// Writes a header, with magic, byte order and version filled in. gfSnapshot_Seal sets `size` and `sum` at the end.
void gfSnapshotHeader_Write(gfArchive *archive, gfSnapshotHeader header);
void gfSnapshot_Seal(uint8_t *bytes, size_t size);
// Copies the header of an intact snapshot of this version. False and reported: NULL_ARGUMENT, SNAPSHOT, UNSUPPORTED.
bool gfSnapshotHeader_Read(const gfCore *core, const void *bytes, size_t size, gfSnapshotHeader *header,
                           const char *caller);

// Tags have four characters. This skips the next chunk if it holds only zeros, the empty state of a module that this
// build lacks, and its tag is not `expected` (null: whatever its tag). False: nothing was skipped.
bool gfArchive_SkipEmptyChunk(gfArchive *archive, const char *expected);
void gfArchive_BeginChunk(gfArchive *archive, const char *tag);
void gfArchive_EndChunk(gfArchive *archive);
// Copies to `tag` the tag of the next chunk of a snapshot that is read. False: there are no more chunks.
bool gfArchive_PeekTag(const gfArchive *archive, char tag[5]);

static inline bool gfArchive_Reads(const gfArchive *archive)
{
    return archive->mode == GF_ARCHIVE_READ && !archive->failed;
}

// Reports SNAPSHOT and marks the archive as failed. `what`: words for the message that tell what is wrong.
void gfArchive_Fail(gfArchive *archive, const char *what);
// Fails if fewer than `bytes` are left to read. Call it before allocating: a damaged snapshot may tell any size.
void gfArchive_Expect(gfArchive *archive, size_t bytes, const char *what);
// Archives bytes: counts, writes or reads them, as the mode says. So do the functions below.
void gfArchive_Bytes(gfArchive *archive, void *bytes, size_t size);
// Reading fails, with `name` in the message, if the saved value is neither true nor false.
void gfArchive_Bool(gfArchive *archive, bool *value, const char *name);
void gfArchive_Record(gfArchive *archive, const gfRecord *record, void *item);
// A count; reading fails if it is not from 0 to `most`.
void gfArchive_Count(gfArchive *archive, int *count, int most);
// A list: its handles, and each item by `item`, which gets `user`. Reading makes it anew and sets *count (may be null).
typedef void gfArchiveItem(gfArchive *archive, void *item, void *user);
void gfArchive_Slots(gfArchive *archive, gfSlots *slots, int *count, gfArchiveItem *item, void *user);
// Replaces, in reading only, the saved GL name of a host's texture by the present one, which gfArchive.textures tells.
void gfArchive_HostTexture(gfArchive *archive, uint32_t *texture);

// --- textures --------------------------------------------------------------------------------------------------------

// Archives the texels of a texture. In reading the saved size and format must be those of `texture`; else it fails and
// reports SNAPSHOT or UNSUPPORTED. With `repairs` values read that are not finite become 0 (gfArchive.nonfinite).
void gfArchive_Texture(gfArchive *archive, const char *name, const gfTexture *texture, bool repairs);
// Measures or writes the content of a GL buffer. In reading it does nothing: the caller reads with gfArchive_Bytes.
void gfArchive_Buffer(gfArchive *archive, GLuint buffer, size_t bytes);
void gfArchive_DelayedRead(gfArchive *archive, gfDelayedRead *read);

// --- saving ----------------------------------------------------------------------------------------------------------

// A function that archives a thing, such as a fluid: it calls gfArchive_... for each part of it.
typedef void gfArchiveList(gfArchive *archive, void *thing);

struct gfSnapshot {
    gfOwned owned; // entry in the device's list of what the host made
    gfDevice *device;
    uint8_t *bytes;          // the snapshot, with gaps for textures and buffers until `done`
    size_t size, room;       // bytes of the snapshot, and bytes that are allocated
    gfArchiveCopy *copies;   // the textures and buffers that are to fill the gaps
    int copyCount, copyRoom; // elements of `copies` in use, and allocated
    GLuint staging;          // the buffer to which the GPU copies textures and buffers
    size_t stagingBytes;     // allocated for `staging`
    GLsync fence;            // reached when the GPU has copied all; null: nothing is under way
    gfErrorCode failure;     // why gfSaving_Restart could not begin the copy, for gfSaving_Poll to report
    bool done;               // the snapshot is complete
};

// Returns the size of a snapshot of a thing, bytes.
size_t gfSaving_Measure(gfDevice *device, gfArchiveList *list, void *thing);
// Begins a snapshot of a thing; gfSaving_Poll completes it. Null and reported: OUT_OF_MEMORY, GL, FRAMEBUFFER.
gfSnapshot *gfSaving_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller);
// Begins a new snapshot in the memory of an old one, which grows if it is too small. Reports as gfSaving_Begin.
bool gfSaving_Restart(gfSnapshot *snapshot, gfArchiveList *list, void *thing, const char *caller);
// Completes a snapshot if the GPU has copied all. `waits`: waits for it. FAILED: GL, or why the copy was not begun.
gfPollStatus gfSaving_Poll(gfSnapshot *snapshot, bool waits);
void gfSaving_Destroy(gfSnapshot *snapshot);

#endif
