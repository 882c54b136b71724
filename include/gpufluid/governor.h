/// A governor steps a fluid at the best quality that keeps a budget of GPU time a frame. Make it with gfCreateGovernor
/// and call gfGovernor_Step in place of gfFluid_Step. It times steps with GPU queries that it never waits for, and
/// moves up and down a ladder of settings, each cheaper and plainer than the one before. It goes up only if its
/// measurements say that the better level fits, and waits longer each time it had to come back. So it does not swing to
/// and fro: it makes at most n / 300 + 12 + levelCount changes in n frames.
///
/// It can also lower the fluid's cells and, through gfGovernorStatus, the cost of the host's drawing. Such a level is
/// taken back if it saves less than 7 % of a frame, and tried twice again later, which may make 24 changes more.
/// Several such levels are skipped at once if one of them would not be enough.
///
/// A run that must give the same result each time can't have a governor, because it follows the machine's speed.
///
/// The ladder starts from the fluid's definition at that time. If the host changes a governed setting (`may`), the
/// governor starts anew from the host's settings.
#ifndef GPUFLUID_GOVERNOR_H
#define GPUFLUID_GOVERNOR_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Keeps one fluid within a budget. Opaque; made by gfCreateGovernor.
typedef struct gfGovernor gfGovernor;

/// Settings that a governor may lower, as bits. It lowers them in this order, each to its end, with one exception: it
/// halves the cells, then the picture's size, and lowers both further after that.
typedef enum gfGoverned {
    GF_GOVERNED_SUBSTEPS = 1, ///< gfGridParams.cflSubsteps, where cflLimit cuts steps: halved, down to 1
    GF_GOVERNED_CYCLES = 2, ///< gfGridParams.pressureCycles or, of GF_PRESSURE_JACOBI, pressureIterations: halved, down
                            ///< to 1 cycle or 10 iterations
    GF_GOVERNED_DYE = 4,    ///< gfFluidDef.dyeScale: halved, down to 0.5. The dye is resampled and keeps its totals
    GF_GOVERNED_SCHEME = 8, ///< gfGridParams.scheme: becomes GF_SCHEME_PROJECT
    GF_GOVERNED_ADVECTION = 16, ///< gfGridParams.advection: becomes GF_ADVECTION_CATMULL_ROM, then
                                ///< GF_ADVECTION_BILINEAR, which make and lose some dye and heat
    GF_GOVERNED_RATE = 32, ///< gfFluidDef.fixedStep: doubled once, to at most 1/20 s. Shorter frames then sometimes run
                           ///< no step; gfDrawDef.ahead smooths that
    GF_GOVERNED_QUALITY = 63, ///< all of the above, which only GF_SOLVER_GRID has
    GF_GOVERNED_CELLS = 64,   ///< grid of the fluid, of every solver: 17/24, 1/2, 1/3 and 1/4 of its cells along each
                            ///< side, but no fewer than 96 along the longer one. The content of the fluid is resampled
    GF_GOVERNED_DRAWING = 128, ///< size of the host's picture, which applies gfGovernorStatus.drawing
    GF_GOVERNED_LOOK = 256,    ///< look of the host's picture, which applies gfGovernorStatus.plain
    GF_GOVERNED_SPEED = 512, ///< time itself, where a frame takes 1.4 budgets: the host applies gfGovernorStatus.speed
    GF_GOVERNED_ALL = 1023
} gfGoverned;

/// Most levels of a governor.
#define GF_GOVERNOR_LEVELS 24

/// Settings of a governor. Make it with gfDefaultGovernorDef().
typedef struct gfGovernorDef {
    /// GPU time for the fluid's steps in a frame, ms, 0.01 to 10000; with `hostTimes` the budget for the host's own
    /// times, which may be the intervals between its frames. Default 4.
    float budget_ms;
    /// Settings that it may lower, an OR of gfGoverned. Default GF_GOVERNED_QUALITY.
    uint32_t may;
    /// Whether the host alone gives times (gfGovernor_AddTime), and no GPU queries are made. Default false.
    bool hostTimes;
    /// Level to begin at, -1 to GF_GOVERNOR_LEVELS; a larger one than there is means the cheapest. -1 begins where
    /// cells and picture are halved, for a machine that is known to be weak. Default 0.
    int32_t firstLevel;
    /// Set by gfDefaultGovernorDef().
    int32_t cookie;
} gfGovernorDef;

/// State of a governor.
typedef struct gfGovernorStatus {
    int32_t level;      ///< current level: 0, the fluid as it was defined, to levelCount - 1, the cheapest
    int32_t levelCount; ///< number of levels, 1 to GF_GOVERNOR_LEVELS
    float time_ms;      ///< mean time of the last 64 frames at this level, without the six longest; 0: none has come
    float budget_ms;    ///< budget in force
    bool measures;      ///< whether it makes GPU queries; not with hostTimes, or if the context has no time queries
    uint64_t changes;   ///< changes of the level so far
    float drawing;      ///< fraction of the pixels along each side that the host should draw, 0.25 to 1
    float speed;        ///< factor on the time of each frame that the host should step by, 0.5 or 1
    bool plain;         ///< whether the host should leave the costly parts out of its picture
} gfGovernorStatus;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfGovernorDef gfDefaultGovernorDef(void);

/// Makes a governor for a fluid in two dimensions, at most one for each fluid. It lives until gfDestroyGovernor or as
/// long as the fluid. Levels may need new programs: if no frame may wait for a compiler, prepare for the definitions of
/// gfGovernor_GetLevel (gfDevice_Prepare, GF_USE_RESIZE). The context must be current.
/// Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (`may` names settings that only GF_SOLVER_GRID has, or the
/// fluid is of a group), CALL_ORDER (the fluid has a governor), OUT_OF_MEMORY, HOST_STATE.
GF_API gfGovernor *gfCreateGovernor(gfFluid *fluid, const gfGovernorDef *def);

/// Makes a governor without a fluid, for settings that the host itself applies: to a fluid in three dimensions, or to
/// several fluids. `may` is an OR of GF_GOVERNED_DRAWING, _LOOK and _SPEED, and the host gives all times. It lives
/// until gfDestroyGovernor
/// or as long as the device. Needs no context.
/// Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, OUT_OF_MEMORY.
GF_API gfGovernor *gfCreateFrameGovernor(gfDevice *device, const gfGovernorDef *def);

/// Frees a governor; the fluid stays at its level. The context must be current. Null is allowed.
GF_API void gfDestroyGovernor(gfGovernor *governor);

/// Steps the fluid by `dt` seconds and times the step; call it once a frame in place of gfFluid_Step. Before the step
/// it takes the times that have come, and changes the level if needed. A level that can't be set is skipped and logged
/// once. The level stays while the host has a time query open or passes are profiled (gfDevice_SetProfiling), because
/// nothing is timed then. The context must be current. False: as gfFluid_Step, or UNSUPPORTED (it has no fluid).
GF_API bool gfGovernor_Step(gfGovernor *governor, float dt);

/// Takes the times that have come and changes the level if needed, without a step: for hosts that give times and step
/// themselves. The context must be current. False: NULL_ARGUMENT, HOST_STATE.
GF_API bool gfGovernor_Update(gfGovernor *governor);

/// Adds a time of the host's own for a frame of this fluid, ms, 0 to 1e6, for the next gfGovernor_Step or
/// gfGovernor_Update. Don't add late times of frames before the last change of the level. Needs no context. False:
/// NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_AddTime(gfGovernor *governor, float time_ms);

/// Changes the budget, ms, 0.01 to 10000, at once; learned waits are forgotten. Needs no context.
/// False: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_SetBudget(gfGovernor *governor, float budget_ms);

/// Returns the state of a governor. All zero for null. Reports nothing and needs no context.
GF_API gfGovernorStatus gfGovernor_GetStatus(const gfGovernor *governor);

/// Fills in the fluid's definition at a level, for gfDevice_Prepare say. Needs no context. False: NULL_ARGUMENT,
/// OUT_OF_RANGE (no such level), UNSUPPORTED (it has no fluid).
GF_API bool gfGovernor_GetLevel(const gfGovernor *governor, int32_t level, gfFluidDef *def);

#ifdef __cplusplus
}
#endif
#endif
