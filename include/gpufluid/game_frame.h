/// One call for all that a game does with its fluids in a frame: gfDevice_RunGameFrame steps them, asks their queries
/// and draws them. The single calls (gfFluid_Step, gfFluid_Draw ...) do the same one by one.
#ifndef GPUFLUID_GAME_FRAME_H
#define GPUFLUID_GAME_FRAME_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"
#include "gpufluid/draw_surface.h"
#include "gpufluid/fluid3d.h"
#include "gpufluid/governor.h"
#include "gpufluid/query.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most fluids of a frame.
#define GF_GAME_PARTS_MAX 256

/// One fluid of a frame and the actions on it. A null pointer leaves its action out; all are read within the call.
typedef struct gfGamePart {
    gfFluid *fluid;        ///< the fluid; set this or `fluid3D`
    gfFluid3D *fluid3D;    ///< the fluid, on the same device
    gfGovernor *governor;  ///< governor of `fluid`, which steps it within its budget
    gfQuery *query;        ///< query of `fluid`, asked after the step; gfQuery_Poll has the answer some frames later
    const gfDrawDef *draw; ///< draws `fluid` (gfFluid_Draw)
    const gfSurfaceDef *surface; ///< draws `fluid` in perspective (gfFluid_DrawSurface), after `draw`
    const gfDraw3DDef *draw3D;   ///< draws `fluid3D` (gfFluid3D_Draw)
} gfGamePart;

/// Settings of a frame. Make it with gfDefaultGameFrameDef().
typedef struct gfGameFrameDef {
    /// The fluids, in the order of drawing. Default null.
    const gfGamePart *parts;
    int32_t partCount; ///< 0 (the default) to GF_GAME_PARTS_MAX
    /// Time since the last frame, s, 0 to 1e6. Default 1/60.
    float dt;
    /// Set by gfDefaultGameFrameDef().
    int32_t cookie;
} gfGameFrameDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfGameFrameDef gfDefaultGameFrameDef(void);

/// Steps all fluids, asks all queries, then draws all to the framebuffer that is bound, in the order of the list. It
/// calls gfDevice_BeginFrame, gfFluid_Step or gfGovernor_Step, gfQuery_Request, the drawing calls and gfDevice_EndFrame
/// in the cheapest order; within an open frame it becomes part of that. If a part fails, the others go on. A query
/// whose ring is full asks nothing (gfQuery_Request). The context must be current.
/// False, nothing done: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (dt, partCount, a part with both fluids or none, something
/// of another fluid or device). False, the rest done: the error of the last call that failed.
GF_API bool gfDevice_RunGameFrame(gfDevice *device, const gfGameFrameDef *def);

#ifdef __cplusplus
}
#endif
#endif
