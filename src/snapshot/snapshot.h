// What snapshots of both kinds of fluids share: a table of chunks, and how they are written and read.
#ifndef GF_API_SNAPSHOT_H
#define GF_API_SNAPSHOT_H

#include "fluid/clock.h"
#include "fluid/sources.h"
#include "gl/archive.h"

// One chunk of a snapshot. Its function measures, writes or reads it; `thing` is the fluid, of which reading fills in
// what chunks before did not. To add one, write a row: before the state if that depends on it.
typedef struct gfChunkRow {
    const char *tag; // four characters
    gfArchiveList *archive;
} gfChunkRow;

void gfChunks_Archive(gfArchive *archive, const gfChunkRow *rows, int count, void *thing);
// Reports UNSUPPORTED where something follows that is of a later version.
void gfChunks_ExpectEnd(gfArchive *archive);

void gfArchive_Clock(gfArchive *archive, gfClock *clock);
// Emitters and the splats that wait, each of which `item` archives; its `user` is null for splats.
void gfArchive_Sources(gfArchive *archive, gfSources *sources, gfArchiveItem *item);

// What the public calls of both kinds do; `list` writes a whole snapshot. SaveBlocking and Poll check the room.
bool gfSnapshot_SaveBlocking(gfDevice *device, gfArchiveList *list, void *thing, void *data, size_t size,
                             const char *caller);
gfSnapshot *gfSnapshot_Begin(gfDevice *device, gfArchiveList *list, void *thing, const char *caller);
bool gfSnapshot_BeginInto(gfDevice *device, gfArchiveList *list, void *thing, gfSnapshot *snapshot, const char *caller);
// An archive that reads these bytes behind their header. False and reported: they are no snapshot of this content.
bool gfSnapshot_Open(gfArchive *archive, gfDevice *device, const void *data, size_t size, gfSnapshotContent content,
                     const gfSnapshotTextures *textures, gfSnapshotHeader *header, const char *caller);
// Says that something was not finite.
void gfSnapshot_Close(const gfArchive *archive);

#endif
