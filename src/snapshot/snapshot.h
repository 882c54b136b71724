// Code that snapshots of both kinds of fluids share: a table of chunks, and how they are written and read.
#ifndef GF_API_SNAPSHOT_H
#define GF_API_SNAPSHOT_H

#include "fluid/fluid.h"

// A chunk of a snapshot, with the function that measures, writes or reads it; `thing` is the fluid. Chunks are read in
// the order of rows, so a chunk that the state depends on comes before the state.
typedef struct gfChunkRow {
    const char *tag; // four characters
    gfArchiveList *archive;
} gfChunkRow;

void gfChunks_Archive(gfArchive *archive, const gfChunkRow *rows, int count, void *thing);
// Reports UNSUPPORTED if chunks of a later version follow.
void gfChunks_ExpectEnd(gfArchive *archive);

void gfArchive_Clock(gfArchive *archive, gfClock *clock);
// Archives emitters and waiting splats, each by `item`; its `user` is null for splats.
void gfArchive_Sources(gfArchive *archive, gfSources *sources, gfArchiveItem *item);

// A saved snapshot that the host gives.
typedef struct gfSnapshotData {
    const void *bytes;
    size_t size;
    const gfSnapshotTextures *textures; // null: none
} gfSnapshotData;

// The calls for snapshots of one kind of fluid.
typedef struct gfSnapshotKind {
    gfSnapshotContent content;
    gfDevice *(*getDevice)(const void *fluid);
    gfArchiveList *write; // lists all parts of a snapshot
    // Reads a new fluid; `target`: the fluid that it will replace, or null. Null and reported on failure.
    void *(*read)(gfArchive *archive, const void *target);
    // Exchanges two fluids except the numbers by which handles know them. False and reported: a part could not follow.
    bool (*exchange)(void *fluid, void *loaded);
    void (*destroy)(void *fluid);
} gfSnapshotKind;

// These do the public calls of both kinds of fluids. They report a null fluid or device, and too little memory for
// data.
size_t gfSnapshot_Measure(const gfSnapshotKind *kind, const void *fluid, const char *caller);
bool gfSnapshot_SaveBlocking(const gfSnapshotKind *kind, void *fluid, void *data, size_t size, const char *caller);
gfSnapshot *gfSnapshot_Begin(const gfSnapshotKind *kind, void *fluid, const char *caller);
bool gfSnapshot_BeginInto(const gfSnapshotKind *kind, void *fluid, gfSnapshot *snapshot, const char *caller);
// Makes a new fluid from a snapshot. Null and reported: among others SNAPSHOT, UNSUPPORTED.
void *gfSnapshot_Create(const gfSnapshotKind *kind, gfDevice *device, const gfSnapshotData *data, const char *caller);
// Loads a snapshot into a fluid. It is read into a new fluid first, so that a failure changes nothing. False and
// reported on failure.
bool gfSnapshot_Load(const gfSnapshotKind *kind, void *fluid, const gfSnapshotData *data, const char *caller);
// Ends reading, with a warning if values were not finite.
void gfSnapshot_Close(const gfArchive *archive);

#endif
