// Saves and loads things: one function lists the parts of a thing, and the same one measures, writes and reads them, so
// that the three can't differ. Values are in the byte order of the machine, in tagged and sized chunks.
//
// Textures and buffers are copied without waiting: writing leaves a gap for each, and gfSaving_Poll fills the gaps when
// the GPU is done. Once something failed, which was reported, all that follows does nothing.
#ifndef GF_ARCHIVE_H
#define GF_ARCHIVE_H

#include "gpufluid/snapshot.h"

#include "base/members.h"
#include "base/slots.h"
#include "gl/readback.h"

// --- members of structs ----------------------------------------------------------------------------------------------

// Tables of what is saved of the library's own structs; base/members.h has those of public ones.
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
// A number with a range: what is beyond it is refused when it is read, and written as the nearest one within.
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

// A copy under way: where it comes from in the staging buffer, and where it goes.
typedef struct gfArchiveCopy {
    size_t staged, at;
    int texels; // of a texture; of a buffer -1
    gfFormat format;
    size_t bytes; // as archived
} gfArchiveCopy;

typedef struct gfArchive {
    gfArchiveMode mode;
    gfDevice *device;
    const char *caller; // the public function
    uint8_t *to;
    const uint8_t *from;
    size_t at, end; // bytes; beyond `end` nothing is read
    size_t chunk;   // where the last one began
    gfArchiveCopy *copies;
    int copyCount;
    size_t staged;
    uint32_t number;                    // of the fluid whose handles are read
    const gfSnapshotTextures *textures; // how the host names its textures now; null: as before
    uint64_t nonfinite;                 // values of textures that were read and replaced by 0
    bool failed;
} gfArchive;

// A snapshot begins with this header. Its sum is of all bytes but its own.
#define GF_SNAPSHOT_VERSION 11u
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

// Fills in magic, byte order, version and size; the sum comes with gfSnapshot_Seal, when all bytes are there.
void gfSnapshotHeader_Write(gfArchive *archive, gfSnapshotHeader header);
void gfSnapshot_Seal(uint8_t *bytes, size_t size);
// Tells whether these are the bytes of a whole snapshot of this version; reports NULL_ARGUMENT, SNAPSHOT and
// UNSUPPORTED.
bool gfSnapshotHeader_Read(const gfCore *core, const void *bytes, size_t size, gfSnapshotHeader *header,
                           const char *caller);

// A chunk's tag has four characters. End of a reading one says SNAPSHOT if it is longer than what was read of it.
// Passes over a chunk with another tag than `expected` (four characters; null: none) that holds nothing but zeros, as
// that of a module which this build lacks and which had nothing. False: the next chunk is none.
bool gfArchive_SkipEmptyChunk(gfArchive *archive, const char *expected);
void gfArchive_BeginChunk(gfArchive *archive, const char *tag);
void gfArchive_EndChunk(gfArchive *archive);
// The tag of the next chunk; false at the end.
bool gfArchive_PeekTag(const gfArchive *archive, char tag[5]);

static inline bool gfArchive_Reads(const gfArchive *archive)
{
    return archive->mode == GF_ARCHIVE_READ && !archive->failed;
}

// Reports SNAPSHOT, of what can't be, and makes the archive a failed one.
void gfArchive_Fail(gfArchive *archive, const char *what);
// Fails where fewer bytes are left: before room for them is made.
void gfArchive_Expect(gfArchive *archive, size_t bytes, const char *what);
void gfArchive_Bytes(gfArchive *archive, void *bytes, size_t size);
// One truth value; `name` is for the report of one that is neither.
void gfArchive_Bool(gfArchive *archive, bool *value, const char *name);
void gfArchive_Record(gfArchive *archive, const gfRecord *record, void *item);
// A number of things, at most `most`.
void gfArchive_Count(gfArchive *archive, int *count, int most);
// Handles, and items one by one. Reading makes the list anew; *count becomes how many slots are in use.
typedef void gfArchiveItem(gfArchive *archive, void *item, void *user);
void gfArchive_Slots(gfArchive *archive, gfSlots *slots, int *count, gfArchiveItem *item, void *user);
// A host's GL name that was read, if it was: the host says what it is now.
void gfArchive_HostTexture(gfArchive *archive, uint32_t *texture);

// --- textures --------------------------------------------------------------------------------------------------------

// Contents, as stored. Reading expects a texture of the same size and format, UNSUPPORTED; with `repairs` what is not
// finite becomes 0 and is counted.
void gfArchive_Texture(gfArchive *archive, const char *name, const gfTexture *texture, bool repairs);
// Measures or writes the bytes of a buffer; they are read with gfArchive_Bytes.
void gfArchive_Buffer(gfArchive *archive, GLuint buffer, size_t bytes);
void gfArchive_DelayedRead(gfArchive *archive, gfDelayedRead *read);

// --- saving ----------------------------------------------------------------------------------------------------------

// Lists all that a snapshot is of.
typedef void gfArchiveList(gfArchive *archive, void *thing);

struct gfSnapshot {
    gfOwned owned; // in the device's list
    gfDevice *device;
    uint8_t *bytes;
    size_t size, room; // room: of `bytes`
    gfArchiveCopy *copies;
    int copyCount, copyRoom;
    GLuint staging;
    size_t stagingBytes; // room of it
    GLsync fence;
    gfErrorCode failure; // why it could not be begun
    bool done;
};

size_t gfSaving_Measure(gfDevice *device, gfArchiveList *list, void *thing);
// Returns null, which is reported: OUT_OF_MEMORY, GL, FRAMEBUFFER.
gfSnapshot *gfSaving_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller);
// Again in the room that one has, or more if that is too small; what it held is dropped. False and reported: likewise.
bool gfSaving_Restart(gfSnapshot *snapshot, gfArchiveList *list, void *thing, const char *caller);
// FAILED, reported: GL. Once READY it stays so.
gfReadStatus gfSaving_Poll(gfSnapshot *snapshot, bool waits);
void gfSaving_Destroy(gfSnapshot *snapshot);

#endif
