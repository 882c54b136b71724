/// Snapshots store a fluid as bytes: fields, pressure, clock, parameters, place and frame, sources, solids and their
/// masks, rigid bodies, tracers, particles. A loaded fluid goes on as the saved one would have, to the last bit on the
/// same machine. Begin with gfFluid_SaveBlocking, or gfFluid_RequestSave in a running game. docs/snapshots.md lists all
/// that is not saved.
///
/// After gfFluid_Load the host's handles of emitters, solids and rigid bodies name the same objects as when the fluid
/// was saved. For a fluid made from a snapshot, first set their `fluid` to gfFluid_GetNumber.
#ifndef GPUFLUID_SNAPSHOT_H
#define GPUFLUID_SNAPSHOT_H

#include "gpufluid/field.h"
#include "gpufluid/fluid.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/tracers.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A snapshot in progress. Opaque.
typedef struct gfSnapshot gfSnapshot;

/// Translates the names of the host's own textures (of sources, solids and collisions). A snapshot stores only their
/// names, because their contents are the host's.
typedef struct gfSnapshotTextures {
    /// Called for each saved name; returns the texture's GL name now. If it returns 0 the snapshot is refused. It must
    /// not call the library. Required.
    uint32_t (*get)(uint32_t saved, void *user);
    /// Passed to `get`. Default null.
    void *user;
} gfSnapshotTextures;

/// Description of a snapshot, from its first bytes.
typedef struct gfSnapshotInfo {
    size_t size;         ///< bytes
    bool is3D;           ///< whether it holds a gfFluid3D
    gfSolverKind solver; ///< solver of a gfFluid
    int32_t gridWidth;   ///< cells; 0 for a gfFluid3D
    int32_t gridHeight;  ///< cells; 0 for a gfFluid3D
    uint64_t stepCount;  ///< gfStepInfo.stepCount
    double time_s;       ///< gfStepInfo.time_s, s
} gfSnapshotInfo;

/// Returns the size of a snapshot of the fluid as it is now, bytes. It stays the same until something is added, removed
/// or changed; steps don't change it. Needs no context. 0: NULL_ARGUMENT.
GF_API size_t gfFluid_GetSnapshotSize(const gfFluid *fluid);

/// Writes a snapshot to `data`, whose `size` in bytes is at least gfFluid_GetSnapshotSize, and waits for the GPU: for
/// loading screens. The fluid is not changed. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (size), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
GF_API bool gfFluid_SaveBlocking(gfFluid *fluid, void *data, size_t size);

/// Requests a snapshot of the fluid as it is now, without waiting; gfSnapshot_Poll has the bytes some frames later. It
/// waits only for answers about rigid bodies from the last steps, which gfDevice_GetWaits counts. It takes memory and a
/// GL buffer, and lives until gfDestroySnapshot or gfDestroyDevice; the fluid may go on, change or be destroyed. The
/// context must be current. Null on failure: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
GF_API gfSnapshot *gfFluid_RequestSave(gfFluid *fluid);

/// Requests a snapshot in an existing gfSnapshot, of this fluid or another of its device, whose old content is lost. It
/// suits a save every few seconds: from the second time on it takes no memory and makes only a fence, unless the size
/// has grown. The context must be current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (it is of another
/// device), HOST_STATE. False, and the snapshot is empty and fails to poll until it is used again: OUT_OF_MEMORY,
/// FRAMEBUFFER, GL.
GF_API bool gfFluid_RequestSaveInto(gfFluid *fluid, gfSnapshot *snapshot);

/// Returns the size of a snapshot, bytes. 0: NULL_ARGUMENT. Needs no context.
GF_API size_t gfSnapshot_GetSize(const gfSnapshot *snapshot);

/// Looks, without waiting, whether a snapshot is complete. READY copies it to `data`, whose `size` in bytes is at least
/// gfSnapshot_GetSize. The context must be current. FAILED: NULL_ARGUMENT, OUT_OF_RANGE (size), GL.
GF_API gfPollStatus gfSnapshot_Poll(gfSnapshot *snapshot, void *data, size_t size);

/// Frees a snapshot. The context must be current. Null is allowed.
GF_API void gfDestroySnapshot(gfSnapshot *snapshot);

/// Checks a snapshot for damage and describes it. Needs no context, and logs nothing: only gfGetLastError has an error.
/// False: NULL_ARGUMENT, SNAPSHOT (no snapshot, cut off, damaged, or of a machine with another byte order), UNSUPPORTED
/// (another version of the format; the message has both).
GF_API bool gfSnapshot_Inspect(const void *data, size_t size, gfSnapshotInfo *info);

/// Turns a fluid into the saved one, which may have been another fluid of the same solver and precision. `textures` may
/// be null: the host's textures then have the names they had. For a moment it needs room for both fluids. It does not
/// wait for the GPU. The context must be current.
/// Queries stay and ask about the new state; answers not yet handed out are dropped, and sums for solids start anew.
/// Saved tracers replace the fluid's tracers of the same number (in the order in which they were made) if the
/// definitions are equal. Saved tracers without such a partner are made (gfFluid_GetTracers); the fluid's own tracers
/// without a partner stay as they are.
/// False, nothing changed: NULL_ARGUMENT, SNAPSHOT (as gfSnapshot_Inspect, or impossible contents), UNSUPPORTED
/// (another version, solver or precision, the context lacks a format, or a group's fluid would turn), OUT_OF_RANGE (a
/// number that no call would have taken, or no texture), OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_Load(gfFluid *fluid, const void *data, size_t size, const gfSnapshotTextures *textures);

/// Makes the saved fluid, on any device. The context must be current. Null on failure: as gfFluid_Load and
/// gfCreateFluid.
GF_API gfFluid *gfCreateFluidFromSnapshot(gfDevice *device, const void *data, size_t size,
                                          const gfSnapshotTextures *textures);

/// Returns the number that this fluid's handles have in their member `fluid`. A host that stored handles beside a
/// snapshot sets their `fluid` to it after gfCreateFluidFromSnapshot. 0: NULL_ARGUMENT. Needs no context.
GF_API uint32_t gfFluid_GetNumber(const gfFluid *fluid);

/// Returns the tracers of a fluid by number; 0 is the first that was made, and null means no more. Reports
/// NULL_ARGUMENT. Needs no context.
GF_API gfTracers *gfFluid_GetTracers(const gfFluid *fluid, int32_t number);

/// See gfFluid_GetSnapshotSize: the same for a gfFluid3D, its collision meshes and rigid bodies. Needs no context.
GF_API size_t gfFluid3D_GetSnapshotSize(const gfFluid3D *fluid);

/// See gfFluid_SaveBlocking. False: as there.
GF_API bool gfFluid3D_SaveBlocking(gfFluid3D *fluid, void *data, size_t size);

/// See gfFluid_RequestSave. Null on failure: as there.
GF_API gfSnapshot *gfFluid3D_RequestSave(gfFluid3D *fluid);

/// See gfFluid_RequestSaveInto. False: as there.
GF_API bool gfFluid3D_RequestSaveInto(gfFluid3D *fluid, gfSnapshot *snapshot);

/// See gfFluid_Load. False, nothing changed: as there.
GF_API bool gfFluid3D_Load(gfFluid3D *fluid, const void *data, size_t size, const gfSnapshotTextures *textures);

/// See gfCreateFluidFromSnapshot. Null on failure: as there.
GF_API gfFluid3D *gfCreateFluid3DFromSnapshot(gfDevice *device, const void *data, size_t size,
                                              const gfSnapshotTextures *textures);

/// See gfFluid_GetNumber. 0: NULL_ARGUMENT. Needs no context.
GF_API uint32_t gfFluid3D_GetNumber(const gfFluid3D *fluid);

#ifdef __cplusplus
}
#endif
#endif
