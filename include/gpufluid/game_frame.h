/// One call for what a game does with its fluids in a frame.
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

/// Most parts of a frame.
#define GF_GAME_PARTS_MAX 256

/// One fluid of a frame, in two dimensions or in three, and what is done with it. Pointers that are null are left out;
/// what they point to is read within the call.
typedef struct gfGamePart {
    gfFluid *fluid;              ///< this, or `fluid3D`
    gfFluid3D *fluid3D;          ///< of the same device, as `fluid`
    gfGovernor *governor;        ///< of `fluid`: it is stepped within the governor's budget
    gfQuery *query;              ///< of `fluid`: asked after the step; gfQuery_Poll has the answer some frames later
    const gfDrawDef *draw;       ///< draws `fluid` (gfFluid_Draw)
    const gfSurfaceDef *surface; ///< draws `fluid` in perspective (gfFluid_DrawSurface), after `draw`
    const gfDraw3DDef *draw3D;   ///< draws `fluid3D` (gfFluid3D_Draw)
} gfGamePart;

/// A frame. Make it with gfDefaultGameFrameDef().
typedef struct gfGameFrameDef {
    /// The fluids, in the order in which they are drawn.
    const gfGamePart *parts;
    int32_t partCount; ///< 0 (the default) to GF_GAME_PARTS_MAX
    /// Time since the last frame, s, 0 to 1e6. Default 1/60.
    float dt;
    /// Set by gfDefaultGameFrameDef().
    int32_t cookie;
} gfGameFrameDef;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfGameFrameDef gfDefaultGameFrameDef(void);

/// Steps all fluids, asks all queries, then draws all, in the order of the list, to the framebuffer that is bound: what
/// gfDevice_BeginFrame, gfFluid_Step or gfGovernor_Step, gfQuery_Submit, gfFluid_Draw and gfDevice_EndFrame do, in the
/// order in which they cost least. In a frame that is open already it is a part of that. A part that fails leaves none
/// of the others out. A query whose ring is full asks nothing (gfQuery_Submit). The context must be current.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (dt, partCount, a part with both fluids or none, something of another
/// fluid or device), and nothing was done; what the calls report, of the last that failed.
GF_API bool gfDevice_RunGameFrame(gfDevice *device, const gfGameFrameDef *def);

#ifdef __cplusplus
}
#endif
#endif
