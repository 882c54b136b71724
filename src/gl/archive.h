// Saves and loads things: one function lists the parts of a thing, and the same one measures, writes and reads them, so
// that the three can't differ. Values are in the byte order of the machine, in tagged and sized chunks.
//
// Textures and buffers are copied without waiting: writing leaves a gap for each, and gfSaving_Poll fills the gaps when
// the GPU is done. After a failure, which is reported, all further calls do nothing.
#ifndef GF_ARCHIVE_H
#define GF_ARCHIVE_H

#include "gpufluid/snapshot.h"

#include "base/members.h"
#include "base/slots.h"
#include "gl/readback.h"

// --- members of structs ----------------------------------------------------------------------------------------------

// Rows of tables of the saved members of private structs; base/members.h has tables of public structs.
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
// A number with a range: a value beyond it is refused by reading, and clamped by writing.
#define GF_MEMBER_WITHIN(type, member, low, high)                                                                      \
    {                                                                                                                  \
#member, offsetof(type, member), GF_MEMBER_SIZE(type, member), GF_MEMBER_TYPE(((type *)0)->member), NULL, low, \
            high                                                                                                       \
    }
#define GF_MEMBER_OF(type, member, record)                                                                   \
    {                                                                                                        \
#member, offsetof(type, member), GF_MEMBER_SIZE(type, member), GF_MEMBER_RECORD, &(record), 1.0, 0.0 \
    }
#define GF_RECORD(type, rows)                          \
    {                                                  \
        NULL, sizeof(type), rows, GF_COUNT(rows), 0, 0 \
    }

// --- archives --------------------------------------------------------------------------------------------------------

typedef enum gfArchiveMode { GF_ARCHIVE_MEASURE, GF_ARCHIVE_WRITE, GF_ARCHIVE_READ } gfArchiveMode;

// A copy from the GPU under way: its offsets in the staging buffer and in the snapshot.
typedef struct gfArchiveCopy {
    size_t staged, at;
    int texels; // of a texture; -1: a buffer is copied
    gfFormat format;
    size_t bytes; // in the snapshot
} gfArchiveCopy;

typedef struct gfArchive {
    gfArchiveMode mode;
    gfDevice *device;
    const char *caller; // the public function
    uint8_t *to;
    const uint8_t *from;
    size_t at, end; // bytes; beyond `end` nothing is read
    size_t chunk;   // where the last chunk began
    gfArchiveCopy *copies;
    int copyCount;
    size_t staged;
    uint32_t number;                    // of the fluid that gets the handles that are read
    const gfSnapshotTextures *textures; // the host's present names of its textures; null: unchanged
    uint64_t nonfinite;                 // how many values of textures were not finite and became 0
    bool failed;
} gfArchive;

// A snapshot begins with this header. Its checksum covers all other bytes.
#define GF_SNAPSHOT_VERSION 10u
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

// Fills in magic, byte order, version and size; gfSnapshot_Seal sets the checksum when all bytes are written.
void gfSnapshotHeader_Write(gfArchive *archive, gfSnapshotHeader header);
void gfSnapshot_Seal(uint8_t *bytes, size_t size);
// Returns whether the bytes are a whole snapshot of this version; reports NULL_ARGUMENT, SNAPSHOT, UNSUPPORTED.
bool gfSnapshotHeader_Read(const gfCore *core, const void *bytes, size_t size, gfSnapshotHeader *header,
                           const char *caller);

// Tags of chunks have four characters. Skips the next chunk if it holds only zeros and its tag is not `expected` (null:
// no tag is): a module that this build lacks saved an empty state. False: nothing was skipped.
bool gfArchive_SkipEmptyChunk(gfArchive *archive, const char *expected);
void gfArchive_BeginChunk(gfArchive *archive, const char *tag);
void gfArchive_EndChunk(gfArchive *archive);
// Returns the tag of the next chunk; false at the end.
bool gfArchive_PeekTag(const gfArchive *archive, char tag[5]);

static inline bool gfArchive_Reads(const gfArchive *archive)
{
    return archive->mode == GF_ARCHIVE_READ && !archive->failed;
}

// Reports SNAPSHOT and marks the archive as failed. `what`: the fault of the snapshot.
void gfArchive_Fail(gfArchive *archive, const char *what);
// Fails if fewer bytes are left to read; to be called before memory for them is allocated.
void gfArchive_Expect(gfArchive *archive, size_t bytes, const char *what);
void gfArchive_Bytes(gfArchive *archive, void *bytes, size_t size);
// Reading fails, and names `name`, if the value is neither true nor false.
void gfArchive_Bool(gfArchive *archive, bool *value, const char *name);
void gfArchive_Record(gfArchive *archive, const gfRecord *record, void *item);
// A count from 0 to `most`.
void gfArchive_Count(gfArchive *archive, int *count, int most);
// Handles, and items one by one. Reading makes the list anew; *count becomes the number of slots in use.
typedef void gfArchiveItem(gfArchive *archive, void *item, void *user);
void gfArchive_Slots(gfArchive *archive, gfSlots *slots, int *count, gfArchiveItem *item, void *user);
// In an archive that reads: replaces a host's texture name by its present one (gfArchive.textures).
void gfArchive_HostTexture(gfArchive *archive, uint32_t *texture);

// --- textures --------------------------------------------------------------------------------------------------------

// Archives the texels of a texture. Reading reports UNSUPPORTED if size or format differ; with `repairs` values that
// are not finite become 0, and are counted.
void gfArchive_Texture(gfArchive *archive, const char *name, const gfTexture *texture, bool repairs);
// Measures or writes the bytes of a buffer; they are read with gfArchive_Bytes.
void gfArchive_Buffer(gfArchive *archive, GLuint buffer, size_t bytes);
void gfArchive_DelayedRead(gfArchive *archive, gfDelayedRead *read);

// --- saving ----------------------------------------------------------------------------------------------------------

// Lists all parts of a thing, by calls of gfArchive.
typedef void gfArchiveList(gfArchive *archive, void *thing);

struct gfSnapshot {
    gfOwned owned; // in the device's list
    gfDevice *device;
    uint8_t *bytes;
    size_t size, room; // room: allocated for `bytes`
    gfArchiveCopy *copies;
    int copyCount, copyRoom;
    GLuint staging;
    size_t stagingBytes; // allocated for `staging`
    GLsync fence;
    gfErrorCode failure; // why the copy could not be begun
    bool done;
};

size_t gfSaving_Measure(gfDevice *device, gfArchiveList *list, void *thing);
// Begins a snapshot of a thing. Null and reported: OUT_OF_MEMORY, GL, FRAMEBUFFER.
gfSnapshot *gfSaving_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller);
// Begins a new snapshot in the memory of an old one, which grows if it is too small. False and reported: likewise.
bool gfSaving_Restart(gfSnapshot *snapshot, gfArchiveList *list, void *thing, const char *caller);
// Returns whether the copy is complete; `waits`: waits for the GPU. FAILED and reported: GL.
gfPollStatus gfSaving_Poll(gfSnapshot *snapshot, bool waits);
void gfSaving_Destroy(gfSnapshot *snapshot);

#endif
