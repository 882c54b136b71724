/// A governor steps a fluid at the best quality that keeps a budget of GPU time a frame. Make it with gfCreateGovernor
/// and call gfGovernor_Step in place of gfFluid_Step. It times steps with GPU queries that it never waits for, and
/// moves up and down a ladder of settings, each cheaper and plainer than the one before. It goes up only if its
/// measurements say that the better level fits, and waits longer each time it had to come back. So it does not swing to
/// and fro: it makes at most n / 300 + 12 + levelCount changes in n frames.
///
/// A run that must be the same each time can't have one, because it follows the machine's speed.
///
/// The ladder starts from the fluid's definition at that time. If the host changes a governed setting (`may`), the
/// governor starts anew from what the host has set.
#ifndef GPUFLUID_GOVERNOR_H
#define GPUFLUID_GOVERNOR_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Keeps one fluid within a budget. Opaque; made by gfCreateGovernor.
typedef struct gfGovernor gfGovernor;

/// Settings that a governor may lower, as bits, in the order in which it does.
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
    GF_GOVERNED_ALL = 63
} gfGoverned;

/// Most levels of a governor.
#define GF_GOVERNOR_LEVELS 16

/// Settings of a governor. Make it with gfDefaultGovernorDef().
typedef struct gfGovernorDef {
    /// GPU time for the fluid's steps in a frame, ms, 0.01 to 10000. Default 4.
    float budget_ms;
    /// Settings that it may lower, an OR of gfGoverned. Default GF_GOVERNED_ALL.
    uint32_t may;
    /// Whether the host alone gives times (gfGovernor_AddTime), and no GPU queries are made. Default false.
    bool hostTimes;
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
} gfGovernorStatus;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfGovernorDef gfDefaultGovernorDef(void);

/// Makes a governor for a fluid of GF_SOLVER_GRID, at most one each. It lives until gfDestroyGovernor or as long as the
/// fluid. Levels may need new programs: if no frame may wait for a compiler, prepare for the definitions of
/// gfGovernor_GetLevel (gfDevice_Prepare, GF_USE_RESIZE). The context must be current.
/// Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (another solver, or a fluid of a group), CALL_ORDER (the
/// fluid has one), OUT_OF_MEMORY, HOST_STATE.
GF_API gfGovernor *gfCreateGovernor(gfFluid *fluid, const gfGovernorDef *def);

/// Frees a governor; the fluid stays at its level. The context must be current. Null is allowed.
GF_API void gfDestroyGovernor(gfGovernor *governor);

/// Steps the fluid by `dt` seconds and times that; call it once a frame in place of gfFluid_Step. Before, it takes the
/// times that have come and changes the level if needed. A level that can't be set is skipped and logged once. The
/// level stays while the host has a time query open or passes are profiled (gfDevice_SetProfiling), because nothing is
/// timed then. The context must be current. False: as gfFluid_Step.
GF_API bool gfGovernor_Step(gfGovernor *governor, float dt);

/// Adds a time of the host's own for a frame of this fluid, ms, 0 to 1e6, for the next gfGovernor_Step. Times that
/// arrive late should be of frames since the last change of the level. Needs no context.
/// False: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_AddTime(gfGovernor *governor, float time_ms);

/// Changes the budget, ms, 0.01 to 10000, at once; learned waits are forgotten. Needs no context.
/// False: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_SetBudget(gfGovernor *governor, float budget_ms);

/// Returns the state of a governor. All zero for null. Reports nothing and needs no context.
GF_API gfGovernorStatus gfGovernor_GetStatus(const gfGovernor *governor);

/// Fills in the fluid's definition at a level, for gfDevice_Prepare say. Needs no context. False: NULL_ARGUMENT,
/// OUT_OF_RANGE (no such level).
GF_API bool gfGovernor_GetLevel(const gfGovernor *governor, int32_t level, gfFluidDef *def);

#ifdef __cplusplus
}
#endif
#endif
