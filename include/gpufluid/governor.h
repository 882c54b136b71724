/// A governor: steps a fluid within a budget of GPU time a frame, at the best quality that keeps it. It measures what
/// the steps take, by queries that are read when they have come and never waited for, and goes down or up a ladder of
/// settings, each of which costs less and looks worse than the one before. It goes up only where what it has seen says
/// that the better level fits, and the more rarely the more often it had to come back, so that it does not swing to
/// and fro: whatever the times are, at most n / 300 + 12 + levelCount changes in n frames.
///
/// Without a governor nothing of this happens. A run that is to be the same each time must not have one: what it does
/// follows from the machine's speed.
///
/// The ladder starts from the fluid's definition as the governor finds it. Where the host changes one of the settings
/// that are governed (`may`), the governor starts again from what the host has set.
#ifndef GPUFLUID_GOVERNOR_H
#define GPUFLUID_GOVERNOR_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Holds one fluid to a budget. Made by gfCreateGovernor.
typedef struct gfGovernor gfGovernor;

/// What a governor may change, in the order in which it does.
typedef enum gfGoverned {
    GF_GOVERNED_SUBSTEPS = 1,   ///< gfGridParams.cflSubsteps, where cflLimit cuts steps: halved, down to 1
    GF_GOVERNED_CYCLES = 2,     ///< gfGridParams.pressureCycles or, of GF_PRESSURE_JACOBI, pressureIterations: halved,
                                ///< down to 1 cycle or 10 iterations
    GF_GOVERNED_DYE = 4,        ///< gfFluidDef.dyeScale: halved, down to 0.5. The dye is resampled, its totals stay
    GF_GOVERNED_SCHEME = 8,     ///< gfGridParams.scheme: GF_SCHEME_PROJECT
    GF_GOVERNED_ADVECTION = 16, ///< gfGridParams.advection: GF_ADVECTION_CATMULL_ROM, then GF_ADVECTION_BILINEAR, which
                                ///< make and lose some dye and heat
    GF_GOVERNED_RATE = 32,      ///< gfFluidDef.fixedStep: doubled once, to at most 1/20 s. Where frames are shorter,
                                ///< some then run no step: gfDrawDef.ahead smooths that
    GF_GOVERNED_ALL = 63
} gfGoverned;

/// Most levels of a governor.
#define GF_GOVERNOR_LEVELS 16

/// How a fluid is governed. Make one with gfDefaultGovernorDef().
typedef struct gfGovernorDef {
    /// GPU time for the fluid's steps in a frame, ms, 0.01 to 10000. Default 4.
    float budget_ms;
    /// Bits of gfGoverned. Default GF_GOVERNED_ALL.
    uint32_t may;
    /// Whether times come from the host alone, by gfGovernor_AddTime: the governor asks the GL for none. Default false.
    bool hostTimes;
    /// Set by gfDefaultGovernorDef().
    int32_t cookie;
} gfGovernorDef;

/// How it stands.
typedef struct gfGovernorStatus {
    int32_t level;      ///< 0, the fluid as it was defined, to levelCount - 1, the cheapest
    int32_t levelCount; ///< 1 to GF_GOVERNOR_LEVELS
    float time_ms;      ///< mean of the last 64 frames at this level but for the six longest; 0: none has come
    float budget_ms;    ///< as it is now
    bool measures; ///< false: it knows only what the host tells, for it was asked to (hostTimes), or the context has no
                   ///< time queries
    uint64_t changes; ///< of the level
} gfGovernorStatus;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfGovernorDef gfDefaultGovernorDef(void);

/// Makes a governor for a fluid of GF_SOLVER_GRID, which has at most one. A level may need programs that the fluid has
/// not: prepare for the definitions that gfGovernor_GetLevel gives (gfDevice_Prepare, GF_USE_RESIZE) where no frame may
/// wait for a compiler. The context must be current. It lives until gfDestroyGovernor or with the fluid.
/// Null: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (another solver, or a fluid of a group), CALL_ORDER (the fluid
/// has one), OUT_OF_MEMORY, HOST_STATE.
GF_API gfGovernor *gfCreateGovernor(gfFluid *fluid, const gfGovernorDef *def);

/// Ends it; the fluid stays at the level where it is. Null is allowed.
GF_API void gfDestroyGovernor(gfGovernor *governor);

/// In place of gfFluid_Step, once a frame: takes the times that have come, changes the level if they ask for it, then
/// steps the fluid by `dt` seconds and times that. A level that could not be set is left out and logged once. Nothing
/// is timed while the host has a time query open or passes are profiled (gfDevice_SetProfiling); the level stays then.
/// The context must be current. False: as gfFluid_Step.
GF_API bool gfGovernor_Step(gfGovernor *governor, float dt);

/// A time of the host's own for a frame of this fluid, ms, 0 to 1e6. It counts for the next gfGovernor_Step. Times that
/// the host reads late should be of frames since the last change of the level. Needs no context.
/// False: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_AddTime(gfGovernor *governor, float time_ms);

/// Another budget, ms, 0.01 to 10000, at once; waits that were learned are forgotten. Needs no context.
/// False: NULL_ARGUMENT, OUT_OF_RANGE.
GF_API bool gfGovernor_SetBudget(gfGovernor *governor, float budget_ms);

/// All zero for a null governor. Reports nothing and needs no context.
GF_API gfGovernorStatus gfGovernor_GetStatus(const gfGovernor *governor);

/// The fluid's definition at a level, such as for gfDevice_Prepare. Needs no context. False: NULL_ARGUMENT,
/// OUT_OF_RANGE (no such level).
GF_API bool gfGovernor_GetLevel(const gfGovernor *governor, int32_t level, gfFluidDef *def);

#ifdef __cplusplus
}
#endif
#endif
