// What snapshots of gfFluid and gfFluid3D share: tables of chunks, which are measured, written and read.
#ifndef GF_API_SNAPSHOT_H
#define GF_API_SNAPSHOT_H

#include "fluid/fluid.h"

// A part of a snapshot with a tag of its own, and the function that measures, writes or reads it; `thing` is the fluid.
// Chunks are read in the order of the table, so a chunk that the state depends on comes before the state.
typedef struct gfChunkRow {
    const char *tag; // name of the chunk in the file, four characters
    gfArchiveList *archive;
} gfChunkRow;

void gfChunks_Archive(gfArchive *archive, const gfChunkRow *rows, int count, void *thing);
// Fails if more chunks follow than this version knows; reports UNSUPPORTED.
void gfChunks_ExpectEnd(gfArchive *archive);

void gfArchive_Clock(gfArchive *archive, gfClock *clock);
// Archives emitters and the splats that wait for a step, each by `item`, whose `user` is null for splats.
void gfArchive_Sources(gfArchive *archive, gfSources *sources, gfArchiveItem *item);

// The bytes of a snapshot that the host wants to load.
typedef struct gfSnapshotData {
    const void *bytes;
    size_t size;
    // How the host finds its own textures again, by their numbers in the snapshot; null: it has none.
    const gfSnapshotTextures *textures;
} gfSnapshotData;

// What differs between snapshots of a gfFluid and of a gfFluid3D. The functions below take one of them.
typedef struct gfSnapshotKind {
    gfSnapshotContent content;
    gfDevice *(*getDevice)(const void *fluid);
    gfArchiveList *write; // measures or writes all chunks of a snapshot
    // Makes a new fluid. `target`: the fluid whose state it will replace, which must allow that, or null.
    void *(*read)(gfArchive *archive, const void *target);
    // Exchanges the contents of two fluids; each keeps its number, for handles. False: a module could not adapt.
    bool (*exchange)(void *fluid, void *loaded);
} gfSnapshotKind;

// The public calls for both kinds of fluids. They report a null fluid or device, and too little memory for data.
size_t gfSnapshot_Measure(const gfSnapshotKind *kind, const void *fluid, const char *caller);
bool gfSnapshot_SaveBlocking(const gfSnapshotKind *kind, void *fluid, void *data, size_t size, const char *caller);
gfSnapshot *gfSnapshot_Begin(const gfSnapshotKind *kind, void *fluid, const char *caller);
bool gfSnapshot_BeginInto(const gfSnapshotKind *kind, void *fluid, gfSnapshot *snapshot, const char *caller);
// Makes a new fluid. Null and reported: SNAPSHOT (no intact snapshot), UNSUPPORTED (it can't be made here), and others.
void *gfSnapshot_Create(const gfSnapshotKind *kind, gfDevice *device, const gfSnapshotData *data, const char *caller);
// Loads a snapshot into a new fluid and exchanges this with `fluid`, so that a failure changes nothing.
bool gfSnapshot_Load(const gfSnapshotKind *kind, void *fluid, const gfSnapshotData *data, const char *caller);
// Ends reading a snapshot. Warns if values in it were not finite.
void gfSnapshot_Close(const gfArchive *archive);

#endif
