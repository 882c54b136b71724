/// Preparing: what fluids and drawings will need is compiled ahead, a little at a time, while a game shows that it
/// loads.
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

/// What will be done with the fluids of a gfPrepareDef beside stepping them, bits to be joined.
typedef enum gfUse {
    GF_USE_SOURCES = 1,   ///< splats, emitters and zones, with textures or without; shaping the ground and filling
    GF_USE_SOLIDS = 2,    ///< solids that stand and move, images, thin walls, bodies; collision meshes and textures
    GF_USE_FIELDS = 4,    ///< fields read, written, measured, and as textures; health and repair, in 3D, too
    GF_USE_QUERIES = 8,   ///< see gfPrepareDef.queries
    GF_USE_TRACERS = 16,  ///< tracers, drawn with what is drawn
    GF_USE_RESIZE = 32,   ///< gfFluid_Resize, gfFluid_Scroll, gfFluid_SetFrame, gfFluid_SetFixedStep, gfFluid_Reset
    GF_USE_DRAWING = 64,  ///< see gfPrepareDef.draws and draws3D
    GF_USE_SURFACE = 128, ///< see gfPrepareDef.surfaces
    GF_USE_ALL = 255
} gfUse;

/// What to prepare for. Make it with gfDefaultPrepareDef(). Lists are read within the call; counts of lists that are
/// null are 0.
typedef struct gfPrepareDef {
    /// The fluids that will be made: as they will be, for boundaries, parameters and sizes decide what they need.
    const gfFluidDef *fluids;
    int32_t fluidCount; ///< 0 to 64; default 0
    /// Those in three dimensions.
    const gfFluid3DDef *fluids3D;
    int32_t fluid3DCount; ///< 0 to 64; default 0
    /// An OR of gfUse. Each use takes its time, and some memory in each fluid: leave out what is not meant. Default
    /// GF_USE_ALL.
    uint32_t uses;
    /// How fluids in two dimensions will be drawn; styles that a solver lacks are passed over. `tracers.set` is null.
    /// Null (the default): each style, plain, with bloom, and with every effect, without `ahead` and `fade`.
    const gfDrawDef *draws;
    int32_t drawCount; ///< 0 to 256; default 0
    /// How fluids in three dimensions will be drawn. Null (the default): each style.
    const gfDraw3DDef *draws3D;
    int32_t draw3DCount; ///< 0 to 256; default 0
    /// How gfFluid_DrawSurface will draw. Null (the default): each field that the solver has, as water and as lava.
    const gfSurfaceDef *surfaces;
    int32_t surfaceCount; ///< 0 to 256; default 0
    /// The queries that will be made. Null (the default): each quantity that the solver has alone, and all in one.
    const gfQueryDef *queries;
    int32_t queryCount; ///< 0 to 256; default 0
    /// Set by gfDefaultPrepareDef().
    int32_t cookie;
} gfPrepareDef;

/// How far it has come.
typedef struct gfPrepareProgress {
    int32_t done;  ///< programs that are compiled, or that failed, which is reported
    int32_t total; ///< all that were asked for since the device was made
} gfPrepareProgress;

/// What gfDevice_Prepare did.
typedef enum gfPrepareStatus {
    GF_PREPARE_FAILED,  ///< the call failed, see gfGetLastError
    GF_PREPARE_PENDING, ///< some programs are left: call it again
    GF_PREPARE_DONE     ///< all are there
} gfPrepareStatus;

/// A definition with every default; the caller lists fluids. Reports nothing and needs no context.
GF_API gfPrepareDef gfDefaultPrepareDef(void);

/// Compiles what `def` needs, or, with a null `def`, goes on with what was asked for before and with what the device's
/// fluids have not compiled yet (a fluid that is made compiles a part, and one program more after each step): at least one program, and
/// then more until `slice_ms` (0 to 1e6 ms) have passed since the call began. Where the context can compile beside the
/// program (KHR_parallel_shader_compile) all are begun first, and those that are finished are taken without waiting: a
/// call may then find none. `progress` may be null.
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
/// A call with a `def` also makes each of its fluids and destroys it again, without drawing anything: that takes the
/// memory of one, and longer than a slice. Drawings are prepared for the framebuffer and the viewport that are set now,
/// as gfFluid_Draw would find them: textures of effects have the viewport's size, and stay until the last fluid is
/// destroyed. Fluids that are made from then on make what these uses need when they are created; after that no call
/// compiles a program, and no call makes a framebuffer but for those that say that they make something (a fluid,
/// tracers, a query, a mask), that change its size, and drawings of another viewport. A shader that does not compile is
/// reported, and what needs it fails as it would without preparing. The context must be current.
/// FAILED: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a count, the slice), what gfCreateFluid and gfCreateFluid3D report,
/// HOST_STATE. What was asked for before goes on then, too.
GF_API gfPrepareStatus gfDevice_Prepare(gfDevice *device, const gfPrepareDef *def, float slice_ms,
                                        gfPrepareProgress *progress);

#ifdef __cplusplus
}
#endif
#endif
