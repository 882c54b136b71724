// Code that snapshots of gfFluid and gfFluid3D share, and the public calls that take only a gfSnapshot.
#include "snapshot/snapshot.h"

// --- chunks ----------------------------------------------------------------------------------------------------------

void gfChunks_Archive(gfArchive *archive, const gfChunkRow *rows, int count, void *thing)
{
    size_t end = archive->end;
    for (int i = 0; i < count && !archive->failed; i++) {
        archive->end = end;
        gfArchive_BeginChunk(archive, rows[i].tag);
        if (!archive->failed) {
            rows[i].archive(archive, thing);
        }
        gfArchive_EndChunk(archive);
    }
    archive->end = end;
}

void gfChunks_ExpectEnd(gfArchive *archive)
{
    char tag[5];
    bool more = gfArchive_PeekTag(archive, tag);
    GF_REQUIRE_OR_UNDO(&archive->device->core, !more, UNSUPPORTED,
                       "%s: the snapshot has a part '%s', of a later version", archive->caller, tag);
    return;

error:
    archive->failed = true;
}

static const gfMember infoMembers[] = {
    GF_MEMBER(gfStepInfo, stepCount),
    GF_MEMBER_WITHIN(gfStepInfo, time_s, 0.0, 1e15),
    GF_MEMBER_WITHIN(gfStepInfo, lostTime_s, 0.0, 1e15),
    GF_MEMBER_WITHIN(gfStepInfo, pending_s, 0.0, 1e7),
    GF_MEMBER_WITHIN(gfStepInfo, lastSteps, 0, 1000),
    GF_MEMBER_WITHIN(gfStepInfo, lastCflSubsteps, 0, 1000),
};
static const gfRecord infoRecord = GF_RECORD(gfStepInfo, infoMembers);

static const gfMember clockMembers[] = {
    GF_MEMBER_OF(gfClock, info, infoRecord),
    GF_MEMBER_WITHIN(gfClock, pending, -1.0, 1e7),
    GF_MEMBER_WITHIN(gfClock, unseen, 0.0, 1e15),
    GF_MEMBER(gfClock, timeLostReported),
};
static const gfRecord clockRecord = GF_RECORD(gfClock, clockMembers);

void gfArchive_Clock(gfArchive *archive, gfClock *clock)
{
    gfArchive_Record(archive, &clockRecord, clock);
}

void gfArchive_Sources(gfArchive *archive, gfSources *sources, gfArchiveItem *item)
{
    int count = sources->splatCount;
    size_t size = sources->emitters.itemSize;
    gfArchive_Slots(archive, &sources->emitters, NULL, item, sources);
    gfArchive_Count(archive, &count, GF_SPLAT_MAX);
    if (gfArchive_Reads(archive) && count > 0) {
        sources->splats = gfAlloc(&archive->device->core, (size_t)count * size);
        archive->failed = sources->splats == NULL;
        sources->splatCapacity = archive->failed ? 0 : count;
    }
    for (int i = 0; i < count && !archive->failed; i++) {
        item(archive, sources->splats + (size_t)i * size, NULL);
    }
    if (gfArchive_Reads(archive)) {
        sources->splatCount = count;
    }
}

// --- saving and loading ----------------------------------------------------------------------------------------------

// Returns the device of a fluid. Null and reported: the fluid is null.
static gfDevice *deviceOf(const gfSnapshotKind *kind, const void *fluid, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return kind->getDevice(fluid);
}

size_t gfSnapshot_Measure(const gfSnapshotKind *kind, const void *fluid, const char *caller)
{
    gfDevice *device = deviceOf(kind, fluid, caller);
    return device != NULL ? gfSaving_Measure(device, kind->write, (void *)fluid) : 0;
}

gfSnapshot *gfSnapshot_Begin(const gfSnapshotKind *kind, void *fluid, const char *caller)
{
    gfDevice *device = deviceOf(kind, fluid, caller);
    GF_TRY(device != NULL && gfDevice_Begin(device, caller));
    gfSnapshot *snapshot = gfSaving_Begin(device, kind->write, fluid, caller);
    gfDevice_End(device);
    return snapshot;
}

bool gfSnapshot_BeginInto(const gfSnapshotKind *kind, void *fluid, gfSnapshot *snapshot, const char *caller)
{
    gfDevice *device = deviceOf(kind, fluid, caller);
    GF_TRY(device != NULL);
    GF_REQUIRE(&device->core, snapshot != NULL, NULL_ARGUMENT, "%s: snapshot is null", caller);
    GF_REQUIRE(&device->core, snapshot->device == device, OUT_OF_RANGE,
               "%s: the snapshot is of another device; one of the fluid's is expected", caller);
    return gfDevice_Do(device, caller, gfSaving_Restart(snapshot, kind->write, fluid, caller));
}

static bool checkRoom(const gfDevice *device, const void *data, size_t size, size_t needed, const char *caller)
{
    GF_REQUIRE(&device->core, data != NULL, NULL_ARGUMENT, "%s: data is null", caller);
    GF_REQUIRE(&device->core, size >= needed, OUT_OF_RANGE, "%s: room for %zu bytes; %zu are expected", caller, size,
               needed);
    return true;
}

bool gfSnapshot_SaveBlocking(const gfSnapshotKind *kind, void *fluid, void *data, size_t size, const char *caller)
{
    gfDevice *device = deviceOf(kind, fluid, caller);
    GF_TRY(device != NULL && checkRoom(device, data, size, gfSaving_Measure(device, kind->write, fluid), caller) &&
           gfDevice_Begin(device, caller));
    gfSnapshot *snapshot = gfSaving_Begin(device, kind->write, fluid, caller);
    bool ok = snapshot != NULL && gfSaving_Poll(snapshot, true) == GF_POLL_READY;
    if (ok) {
        memcpy(data, snapshot->bytes, snapshot->size);
    }
    if (snapshot != NULL) {
        gfSaving_Destroy(snapshot);
    }
    gfDevice_End(device);
    return ok;
}

// Starts reading a snapshot behind its header. False and reported: the bytes are no snapshot of this kind of fluid.
static bool openSnapshot(gfArchive *archive, gfDevice *device, const gfSnapshotData *data, gfSnapshotContent content,
                         const char *caller)
{
    static const char *const names[] = {"something unknown", "something unknown", "a gfFluid", "a gfFluid3D"};
    gfSnapshotHeader header;
    GF_REQUIRE(&device->core, data->textures == NULL || data->textures->get != NULL, NULL_ARGUMENT,
               "%s: textures->get is null", caller);
    GF_TRY(gfSnapshotHeader_Read(&device->core, data->bytes, data->size, &header, caller));
    GF_REQUIRE(&device->core, header.content == (uint32_t)content, UNSUPPORTED,
               "%s: the snapshot is of %s; one of %s is expected", caller,
               names[header.content < GF_COUNT(names) ? header.content : 0], names[content]);
    *archive = (gfArchive){.mode = GF_ARCHIVE_READ,
                           .device = device,
                           .caller = caller,
                           .from = data->bytes,
                           .at = sizeof header,
                           .end = data->size,
                           .textures = data->textures};
    return true;
}

void *gfSnapshot_Create(const gfSnapshotKind *kind, gfDevice *device, const gfSnapshotData *data, const char *caller)
{
    gfArchive archive;
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "%s: device is null", caller);
    GF_TRY(openSnapshot(&archive, device, data, kind->content, caller) && gfDevice_Begin(device, caller));
    void *fluid = kind->read(&archive, NULL);
    gfDevice_End(device);
    return fluid;
}

bool gfSnapshot_Load(const gfSnapshotKind *kind, void *fluid, const gfSnapshotData *data, const char *caller)
{
    gfDevice *device = deviceOf(kind, fluid, caller);
    gfArchive archive;
    GF_TRY(device != NULL && openSnapshot(&archive, device, data, kind->content, caller) &&
           gfDevice_Begin(device, caller));
    void *loaded = kind->read(&archive, fluid);
    bool ok = loaded != NULL && kind->exchange(fluid, loaded);
    if (loaded != NULL) {
        ((gfOwned *)loaded)->destroy(loaded);
    }
    gfDevice_End(device);
    return ok;
}

void gfSnapshot_Close(const gfArchive *archive)
{
    if (archive->nonfinite > 0) {
        gfReport(&archive->device->core, GF_LOG_WARNING, GF_ERROR_SNAPSHOT,
                 "%s: %llu values of the snapshot are not finite; 0 is put in their place", archive->caller,
                 (unsigned long long)archive->nonfinite);
    }
}

// --- the public calls ------------------------------------------------------------------------------------------------

size_t gfSnapshot_GetSize(const gfSnapshot *snapshot)
{
    GF_REQUIRE(NULL, snapshot != NULL, NULL_ARGUMENT, "gfSnapshot_GetSize: snapshot is null");
    return snapshot->size;
}

gfPollStatus gfSnapshot_Poll(gfSnapshot *snapshot, void *data, size_t size)
{
    GF_REQUIRE_OR(GF_POLL_FAILED, NULL, snapshot != NULL, NULL_ARGUMENT, "%s: snapshot is null", __func__);
    if (!checkRoom(snapshot->device, data, size, snapshot->size, __func__) ||
        !gfDevice_CheckContext(snapshot->device, __func__)) {
        return GF_POLL_FAILED;
    }
    gfPollStatus status = gfSaving_Poll(snapshot, false);
    if (status == GF_POLL_READY) {
        memcpy(data, snapshot->bytes, snapshot->size);
    }
    return status;
}

void gfDestroySnapshot(gfSnapshot *snapshot)
{
    if (snapshot == NULL) {
        return;
    }
    gfDevice *device = snapshot->device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroySnapshot");
    gfSaving_Destroy(snapshot);
    gfDevice_EndDelete(device, lost);
}

bool gfSnapshot_Inspect(const void *data, size_t size, gfSnapshotInfo *info)
{
    gfSnapshotHeader header;
    GF_REQUIRE(NULL, info != NULL, NULL_ARGUMENT, "gfSnapshot_Inspect: info is null");
    GF_TRY(gfSnapshotHeader_Read(NULL, data, size, &header, "gfSnapshot_Inspect"));
    GF_REQUIRE(NULL, header.content == GF_SNAPSHOT_FLUID || header.content == GF_SNAPSHOT_FLUID3D, SNAPSHOT,
               "gfSnapshot_Inspect: the snapshot is of something unknown");
    *info = (gfSnapshotInfo){.size = size,
                             .is3D = header.content == GF_SNAPSHOT_FLUID3D,
                             .solver = (gfSolverKind)header.solver,
                             .gridWidth = header.width,
                             .gridHeight = header.height,
                             .stepCount = header.stepCount,
                             .time_s = header.time_s};
    return true;
}
