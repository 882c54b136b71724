/// Snapshots: all that decides what becomes of a fluid, as bytes. A fluid that is loaded goes on as the one that was
/// saved would have, to the last bit on the same machine: fields, pressure, clock, parameters, place and frame,
/// sources, solids and their masks, rigid bodies, tracers, particles. What is in them and what is not:
/// docs/snapshots.md.
///
/// Handles: after gfFluid_Load the host's handles of emitters, solids and rigid bodies name what they named when the
/// fluid was saved.
/// In a fluid that is made from a snapshot they do once gfFluid_GetNumber is their `fluid`.
#ifndef GPUFLUID_SNAPSHOT_H
#define GPUFLUID_SNAPSHOT_H

#include "gpufluid/field.h"
#include "gpufluid/fluid.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/tracers.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A snapshot under way. Opaque.
typedef struct gfSnapshot gfSnapshot;

/// How the host's own textures are called now: those of sources, solids and collisions. A snapshot has their names
/// alone, for their contents are the host's.
typedef struct gfSnapshotTextures {
    /// Asked for each name that was saved; returns the GL name of the texture now, 0: there is none, and the snapshot
    /// is refused. It must not call the library. Required.
    uint32_t (*get)(uint32_t saved, void *user);
    /// Passed to it. Default null.
    void *user;
} gfSnapshotTextures;

/// What a snapshot is of, as its first bytes tell.
typedef struct gfSnapshotInfo {
    size_t size;         ///< bytes
    bool is3D;           ///< of a gfFluid3D
    gfSolverKind solver; ///< of a gfFluid
    int32_t gridWidth;   ///< cells; 0 of a gfFluid3D
    int32_t gridHeight;  ///< cells; 0 of a gfFluid3D
    uint64_t stepCount;  ///< gfStepInfo.stepCount
    double time_s;       ///< gfStepInfo.time_s, s
} gfSnapshotInfo;

/// Bytes that a snapshot of the fluid as it is now takes. It is the same until something is added, removed or changed:
/// a running fluid keeps it. Needs no context. 0: NULL_ARGUMENT.
GF_API size_t gfFluid_GetSnapshotSize(const gfFluid *fluid);

/// Writes a snapshot to `data`, of `size` bytes, at least gfFluid_GetSnapshotSize, and waits for the GPU: for loading
/// screens. The fluid is not changed. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE (size), HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
GF_API bool gfFluid_SaveBlocking(gfFluid *fluid, void *data, size_t size);

/// Begins a snapshot of the fluid as it is now, without waiting, but where rigid bodies have asked about the fluid in
/// the last steps: then until the GPU has answered, which gfDevice_GetWaits counts. It takes memory and a buffer of the
/// GL, and lives until gfDestroySnapshot or gfDestroyDevice; the fluid may go on, change or be destroyed. The context
/// must be current. Null on failure: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
GF_API gfSnapshot *gfFluid_BeginSave(gfFluid *fluid);

/// The same in a snapshot that there is already, of this fluid or another of its device, which drops what it held or
/// had under way: a save every few seconds takes no memory and makes no object of the GL but a fence from the second
/// time on, unless the size has grown. The context must be current. False: NULL_ARGUMENT and OUT_OF_RANGE (it is of
/// another device), nothing changed; HOST_STATE, likewise; OUT_OF_MEMORY, FRAMEBUFFER, GL: there is nothing in it, and
/// gfSnapshot_Poll fails until it is used again.
GF_API bool gfFluid_BeginSaveInto(gfFluid *fluid, gfSnapshot *snapshot);

/// Its bytes. 0: NULL_ARGUMENT. Needs no context.
GF_API size_t gfSnapshot_GetSize(const gfSnapshot *snapshot);

/// Without waiting: READY copies it to `data`, of `size` bytes, at least gfSnapshot_GetSize. The context must be
/// current. FAILED: NULL_ARGUMENT, OUT_OF_RANGE (size), GL.
GF_API gfReadStatus gfSnapshot_Poll(gfSnapshot *snapshot, void *data, size_t size);

/// Frees it. The context must be current. Null is allowed.
GF_API void gfDestroySnapshot(gfSnapshot *snapshot);

/// What is in a file, checked for damage. Needs no context, and logs nothing: only gfGetLastError tells of an error.
/// False: NULL_ARGUMENT, SNAPSHOT (no snapshot, cut off, damaged, or of a machine with another byte order), UNSUPPORTED
/// (another version of the format; the message has both).
GF_API bool gfSnapshot_Inspect(const void *data, size_t size, gfSnapshotInfo *info);

/// Puts a fluid back to where it was saved, or where another one with the same solver and precision was. Its queries
/// stay and ask about what it is now: answers about what it was that the host has not been given are dropped, and what
/// they had added up of solids starts anew. Tracers take the place of those of the same number in the order in which
/// they were made, if their definitions are the same; those of the snapshot without such a partner are made
/// (gfFluid_GetTracers), and those of the fluid without one stay as they are. For a moment it needs room for both
/// fluids. `textures` may be null: the host's textures then have the names they had. The context must be current. Does
/// not wait for the GPU.
/// False, nothing changed: NULL_ARGUMENT, SNAPSHOT (as gfSnapshot_Inspect, or its contents can't be), UNSUPPORTED
/// (another version, solver or precision, the context lacks a format, or a group's fluid would turn), OUT_OF_RANGE (a
/// number that no call would have taken, or no texture), OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_Load(gfFluid *fluid, const void *data, size_t size, const gfSnapshotTextures *textures);

/// Makes a fluid as it was saved, on any device. Null on failure: as gfFluid_Load and gfCreateFluid.
GF_API gfFluid *gfCreateFluidFromSnapshot(gfDevice *device, const void *data, size_t size,
                                          const gfSnapshotTextures *textures);

/// The number that handles of this fluid have as `fluid`: a host that saved its handles with a snapshot sets this in
/// them after gfCreateFluidFromSnapshot. 0: NULL_ARGUMENT. Needs no context.
GF_API uint32_t gfFluid_GetNumber(const gfFluid *fluid);

/// The tracers of a fluid by number, 0 being the first that were made; null if there are no more. Reports
/// NULL_ARGUMENT. Needs no context.
GF_API gfTracers *gfFluid_GetTracers(const gfFluid *fluid, int32_t number);

/// The same of a gfFluid3D; its collision meshes and rigid bodies are saved with it. See gfFluid_GetSnapshotSize.
GF_API size_t gfFluid3D_GetSnapshotSize(const gfFluid3D *fluid);

/// See gfFluid_SaveBlocking. False: as there.
GF_API bool gfFluid3D_SaveBlocking(gfFluid3D *fluid, void *data, size_t size);

/// See gfFluid_BeginSave. Null on failure: as there.
GF_API gfSnapshot *gfFluid3D_BeginSave(gfFluid3D *fluid);

/// See gfFluid_BeginSaveInto. False: as there.
GF_API bool gfFluid3D_BeginSaveInto(gfFluid3D *fluid, gfSnapshot *snapshot);

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
