/// Preparing compiles the shaders of fluids and drawings ahead of time, a little per frame, while a game shows a
/// loading screen. Fill in gfDefaultPrepareDef() and call gfDevice_Prepare until it is done. A game works without it,
/// too, but stands still when shaders are first needed.
#ifndef GPUFLUID_PREPARE_H
#define GPUFLUID_PREPARE_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"
#include "gpufluid/draw_surface.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Uses of fluids besides stepping, as bits.
typedef enum gfUse {
    GF_USE_SOURCES = 1,   ///< splats, emitters and zones, with textures or without; shaping the ground and filling
    GF_USE_SOLIDS = 2,    ///< solids at rest and moving, images, thin walls, bodies; collision meshes and textures
    GF_USE_FIELDS = 4,    ///< fields read, written, measured, and as textures; health and repair, also in 3D
    GF_USE_QUERIES = 8,   ///< see gfPrepareDef.queries
    GF_USE_TRACERS = 16,  ///< tracers, in each drawing that is prepared
    GF_USE_RESIZE = 32,   ///< gfFluid_Resize, gfFluid_Scroll, gfFluid_SetFrame, gfFluid_Reset, a new fixedStep by
                          ///< gfFluid_SetDef
    GF_USE_DRAWING = 64,  ///< see gfPrepareDef.draws and draws3D
    GF_USE_SURFACE = 128, ///< see gfPrepareDef.surfaces
    GF_USE_ALL = 255
} gfUse;

/// Things to prepare for. Make it with gfDefaultPrepareDef(). A null list has count 0.
typedef struct gfPrepareDef {
    /// Definitions of fluids that will be made. Give real boundaries, tunables and sizes. Default null.
    const gfFluidDef *fluids;
    int32_t fluidCount; ///< length of the list, 0 to 64; default 0
    /// Definitions of fluids in three dimensions. Default null.
    const gfFluid3DDef *fluids3D;
    int32_t fluid3DCount; ///< length of the list, 0 to 64; default 0
    /// Uses to prepare, an OR of gfUse. Default GF_USE_ALL. Each takes time, and some memory in each fluid.
    uint32_t uses;
    /// Drawings of fluids in two dimensions, with `tracers.set` null; styles that a solver lacks are skipped. Null (the
    /// default): each style, plain, with bloom, and with every effect, without `ahead` and `fade`.
    const gfDrawDef *draws;
    int32_t drawCount; ///< length of the list, 0 to 256; default 0
    /// Drawings of fluids in three dimensions. Null (the default): each style.
    const gfDraw3DDef *draws3D;
    int32_t draw3DCount; ///< length of the list, 0 to 256; default 0
    /// Drawings by gfFluid_DrawSurface. Null (the default): each field that the solver has, as water and as lava.
    const gfSurfaceDef *surfaces;
    int32_t surfaceCount; ///< length of the list, 0 to 256; default 0
    /// Queries that will be made. Null (the default): each quantity of the solver alone, and all in one.
    const gfQueryDef *queries;
    int32_t queryCount; ///< length of the list, 0 to 256; default 0
    /// Set by gfDefaultPrepareDef().
    int32_t cookie;
} gfPrepareDef;

/// Progress of preparing.
typedef struct gfPrepareProgress {
    int32_t done;  ///< programs that are compiled, or failed and were reported
    int32_t total; ///< all programs asked for since the device was made
} gfPrepareProgress;

/// Results of gfDevice_Prepare.
typedef enum gfPrepareStatus {
    GF_PREPARE_FAILED,  ///< the call failed, see gfGetLastError
    GF_PREPARE_PENDING, ///< some programs are left: call it again
    GF_PREPARE_DONE     ///< all programs are compiled
} gfPrepareStatus;

/// Returns a definition with every default; the caller lists fluids. Reports nothing and needs no context.
GF_API gfPrepareDef gfDefaultPrepareDef(void);

/// Compiles programs: at least one, then more until `slice_ms` (0 to 1e6 ms) have passed since the call began. With a
/// `def` it starts on the programs that the definition needs. With null it goes on with earlier requests, and with
/// programs that the device's fluids still lack (a new fluid compiles a part at once, and one program more after each
/// step). If the driver compiles in parallel (KHR_parallel_shader_compile), all start at once and finished ones are
/// taken without waiting; a call may then take none. `progress` may be null.
///
///     gfPrepareDef def = gfDefaultPrepareDef();
///     def.fluids = &fluidDef;
///     def.fluidCount = 1;
///     gfPrepareProgress progress;
///     gfPrepareStatus status = gfDevice_Prepare(device, &def, 4.0f, &progress);
///     while (status == GF_PREPARE_PENDING) {
///         showLoading(progress.done, progress.total);
///         status = gfDevice_Prepare(device, NULL, 4.0f, &progress);
///     }
///
/// Before a call with a `def`, bind the framebuffer and set the viewport of later drawings: effects' textures are made
/// in the viewport's size, and stay until the last fluid is destroyed. The call makes each fluid and destroys it again,
/// without drawing. This needs the memory of one fluid, and takes longer than a slice. A fluid that is created later
/// makes its objects for `def->uses` at once. When the status is DONE and the fluids exist, no call compiles a program,
/// and framebuffers are made only by calls that make something (a fluid, tracers, a
/// query, a mask), change its size, or draw into another viewport. A shader that does not compile is reported; calls
/// that need it fail as they would without preparing. A shader for which memory runs out is reported, and compiled when
/// it is needed. The context must be current. FAILED: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a count, the slice), the
/// errors of gfCreateFluid and gfCreateFluid3D, HOST_STATE. Earlier requests go on, too.
GF_API gfPrepareStatus gfDevice_Prepare(gfDevice *device, const gfPrepareDef *def, float slice_ms,
                                        gfPrepareProgress *progress);

#ifdef __cplusplus
}
#endif
#endif
