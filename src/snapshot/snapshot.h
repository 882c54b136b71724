// Code that snapshots of both kinds of fluids share: a table of chunks, and how they are written and read.
#ifndef GF_API_SNAPSHOT_H
#define GF_API_SNAPSHOT_H

#include "fluid/fluid.h"

// A row for one chunk of a snapshot. Its function measures, writes or reads it; `thing` is the fluid, whose members
// reading fills in, after those that earlier chunks filled in. To add a chunk, add a row: before the state if that
// depends on it.
typedef struct gfChunkRow {
    const char *tag; // four characters
    gfArchiveList *archive;
} gfChunkRow;

void gfChunks_Archive(gfArchive *archive, const gfChunkRow *rows, int count, void *thing);
// Reports UNSUPPORTED where something follows that is of a later version.
void gfChunks_ExpectEnd(gfArchive *archive);

void gfArchive_Clock(gfArchive *archive, gfClock *clock);
// Archives emitters and waiting splats, each by `item`; its `user` is null for splats.
void gfArchive_Sources(gfArchive *archive, gfSources *sources, gfArchiveItem *item);

// A saved snapshot as the host hands it in.
typedef struct gfSnapshotData {
    const void *bytes;
    size_t size;
    const gfSnapshotTextures *textures; // null: none
} gfSnapshotData;

// The calls for a kind of fluid that has snapshots, and that begins with its gfOwned.
typedef struct gfSnapshotKind {
    gfSnapshotContent content;
    gfDevice *(*getDevice)(const void *fluid);
    gfArchiveList *write; // lists a whole snapshot
    // Reads a new fluid; `target`: the fluid whose place it is to take, null: none. Null and reported.
    void *(*read)(gfArchive *archive, const void *target);
    // Exchanges all but the numbers that handles name them by. False and reported: what follows could not be made.
    bool (*exchange)(void *fluid, void *loaded);
} gfSnapshotKind;

// The public calls of both kinds of fluids, which report a fluid or device that is null, and room that is too small.
size_t gfSnapshot_Measure(const gfSnapshotKind *kind, const void *fluid, const char *caller);
bool gfSnapshot_SaveBlocking(const gfSnapshotKind *kind, void *fluid, void *data, size_t size, const char *caller);
gfSnapshot *gfSnapshot_Begin(const gfSnapshotKind *kind, void *fluid, const char *caller);
bool gfSnapshot_BeginInto(const gfSnapshotKind *kind, void *fluid, gfSnapshot *snapshot, const char *caller);
// Makes a new fluid from a snapshot. Null and reported: among others SNAPSHOT, UNSUPPORTED.
void *gfSnapshot_Create(const gfSnapshotKind *kind, gfDevice *device, const gfSnapshotData *data, const char *caller);
// Puts a snapshot in the place of a fluid. It is read into a new one first, so that a failure changes nothing. False
// and reported.
bool gfSnapshot_Load(const gfSnapshotKind *kind, void *fluid, const gfSnapshotData *data, const char *caller);
// Warns if values that were read were not finite.
void gfSnapshot_Close(const gfArchive *archive);

#endif
