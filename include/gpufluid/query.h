/// Questions that a game asks of a fluid each frame, answered some frames later without waiting: what there is at
/// points and in regions, what the fluid does to solids and to the sides of the domain, and what they do to it.
#ifndef GPUFLUID_QUERY_H
#define GPUFLUID_QUERY_H

#include "gpufluid/field.h"
#include "gpufluid/shape.h"
#include "gpufluid/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Questions of one fluid: lists of points, regions and solids that the host fills anew as often as it likes, and the
/// answers under way. Opaque.
typedef struct gfQuery gfQuery;

/// Most points of one query (the context's largest texture may allow fewer).
#define GF_QUERY_POINTS_MAX 65536
/// Most regions of one query.
#define GF_QUERY_REGIONS_MAX 256
/// Answers of one query that can be under way.
#define GF_QUERY_RING 4

/// What is asked for, bits to be joined. In brackets the solvers that have it.
typedef enum gfQuantity {
    GF_QUANTITY_VELOCITY = 1,    ///< m/s (all)
    GF_QUANTITY_DYE = 2,         ///< as GF_FIELD_DYE (all)
    GF_QUANTITY_TEMPERATURE = 4, ///< K (GRID)
    GF_QUANTITY_PRESSURE = 8,    ///< kinematic, m^2/s^2, as GF_FIELD_PRESSURE (GRID, GAUSSIAN, PARTICLES)
    GF_QUANTITY_LIQUID = 16, ///< as GF_FIELD_MASS: depth, m (SHALLOW), or share of a full cell (GAUSSIAN, PARTICLES)
    GF_QUANTITY_SURFACE = 32 ///< height of the liquid's surface: GF_FIELD_LEVEL (SHALLOW), or y of the surface in
                             ///< the point's column (GAUSSIAN, PARTICLES; points only)
} gfQuantity;

/// What a query is made from. Make it with gfDefaultQueryDef().
typedef struct gfQueryDef {
    /// Joined gfQuantity bits, of points and regions. 0 is allowed. Default GF_QUANTITY_VELOCITY.
    uint32_t quantities;
    /// Most points, 0 to GF_QUERY_POINTS_MAX. Default 256.
    int32_t maxPoints;
    /// Most regions, 0 to GF_QUERY_REGIONS_MAX. Default 16.
    int32_t maxRegions;
    /// Most solids, 0 to GF_SOLID_MAX. Those of the list cost a pass each step. Default 0.
    int32_t maxSolids;
    /// Whether the four sides of the domain are told of (GRID): two passes each step. Default false.
    bool sides;
    /// Density of the fluid, kg/m^3, 0 to 1e6: what forces are multiplied by. Default 1000.
    float density;
    /// When answers are handed out: after so many more requests, 1 to GF_QUERY_RING - 1, and never sooner, so that a run
    /// with the same input is the same (replays, lockstep); gfQuery_Poll waits for the GPU where it is not done by then.
    /// 0 (the default): as soon as they have come.
    int32_t delay;
    /// Set by gfDefaultQueryDef().
    int32_t cookie;
} gfQueryDef;

/// A region that is asked about. Make it with gfDefaultQueryRegion(). Cells outside solids count: those within as a
/// whole, those at its outline as far as they lie within, by the distance of their centre. Regions much smaller than a
/// cell may hold none: ask about a point then. Along periodic axes a region is not repeated.
typedef struct gfQueryRegion {
    /// Where; required. Parts outside the domain do nothing.
    gfShape shape;
    /// One bit, which the query's definition has. Default GF_QUANTITY_VELOCITY.
    gfQuantity quantity;
    /// Whether crossings of `threshold` are told of. The region at one place of the list is the same from one call to
    /// the next, wherever it moves. Default false.
    bool watched;
    /// The region rises above once its mean (of velocity: mean speed; of dye: mean amount) is at least this, and
    /// falls below once it is less than `threshold` - `hysteresis`. In the quantity's unit, within +-GF_VALUE_MAX.
    /// Default 0.
    float threshold;
    /// 0 to GF_VALUE_MAX. Default 0.
    float hysteresis;
    /// Set by gfDefaultQueryRegion().
    int32_t cookie;
} gfQueryRegion;

/// What there is at a point: linear between the values of fields around it, as gfFluid_ReadFieldBlocking reads them, of
/// the velocity between faces where the solver has GF_FIELD_FACE_VELOCITY. What was not asked for is 0.
typedef struct gfPointAnswer {
    gfVec2 velocity;   ///< m/s
    float dye[4];      ///< as GF_FIELD_DYE
    float temperature; ///< K
    float pressure;    ///< kinematic, m^2/s^2
    float liquid;      ///< depth, m, or share of a full cell
    float surface;     ///< height of the surface, m: for GAUSSIAN and PARTICLES the world's y up to which the liquid
                   ///< around the point reaches without a gap, or from a dry point downwards the first that there is
                   ///< (mass .5 tells wet from dry); that of the domain's bottom where there is none
    float solid;  ///< distance to the nearest solid, m, as GF_FIELD_SOLID; always given
    bool outside; ///< the point is outside the domain: the values are those of its nearest place
    bool inSolid; ///< `solid` is below 0
} gfPointAnswer;

/// What there is in a region. Values have up to four parts: of velocity x, y and speed; of dye its channels; of all
/// else one.
typedef struct gfRegionAnswer {
    float mean[4];  ///< over the area that counts; 0 where there is none
    float total[4]; ///< `mean` times `area`
    float largest;  ///< in any cell, of speed, dye's fourth channel, or the value; 0 where no area counts
    float area;     ///< m^2: of the region, inside the domain and outside solids
    bool above;     ///< of a region that is watched: how it stands
    bool rose;      ///< it has risen above its threshold since the last answer that was handed out: told once
    bool fell;      ///< it has fallen below since
} gfRegionAnswer;

/// What pressure does to a solid, and of GF_SOLVER_GRID with viscosity friction on those of GF_SURFACE_NO_SLIP; and the
/// heat that it gives the fluid. What a solid takes out of sources is not in it, nor is what acts on parts outside the
/// domain. Forces are for one metre of depth along the third axis, but of GF_SOLVER_SHALLOW, which knows its depth,
/// they are whole. GRID: `gravity` acts on differences of density only, so buoyancy is not in it. GAUSSIAN: the
/// momentum that liquid loses. PARTICLES: to some 10 %, see docs/queries.md.
///
/// Heat is in K m^2/s, for one metre of depth, and positive into the fluid: times the fluid's density (kg/m^3) and
/// specific heat (J/(kg K)) it is in W. The fluid's temperature times area changes by so much. What solids that move
/// cover and uncover is not in it.
typedef struct gfSolidAnswer {
    gfSolidId solid;      ///< which
    gfVec2 force;         ///< N, in the last step; for one metre of depth, but of GF_SOLVER_SHALLOW whole
    float torque;         ///< N m, counter-clockwise about gfShape_GetCentre of its shape, in the last step
    gfVec2 impulse;       ///< N s: force times time over all steps since the last answer that was handed out
    float angularImpulse; ///< N m s, likewise
    float heat;           ///< K m^2/s, in the last step, by conduction, of one with fixedTemperature (GRID; others 0)
    float heatGiven;      ///< K m^2: heat times time, as `impulse`
} gfSolidAnswer;

/// What the fluid does to a side of the domain, and what comes in by it, for one metre of depth. Heat as in
/// gfSolidAnswer. A periodic side bears nothing, and nothing is told to come in by it.
typedef struct gfSideAnswer {
    gfVec2 force;    ///< N, on the side, in the last step: pressure on walls and inflows (0 at an open side), and with
                     ///< viscosity friction on those that hold the fluid
    gfVec2 impulse;  ///< N s: force times time over all steps since the last answer that was handed out
    float heat;      ///< K m^2/s, in the last step, by conduction, of a side with fixedTemperature
    float heatGiven; ///< K m^2: likewise over time
    float carriedHeat; ///< K m^2/s with what flows through an open side or inflow, above grid.ambientTemperature: as
                       ///< velocity and temperature stand
    float heatCarried; ///< K m^2: likewise over time
    float flow;        ///< m^2/s into the domain through an open side or inflow
    float volume;      ///< m^2: likewise over time
} gfSideAnswer;

/// The newest answer. Its lists have the order of those that were asked about, and live until the next gfQuery_Poll,
/// gfQuery_WaitBlocking or gfDestroyQuery.
typedef struct gfQueryAnswer {
    uint64_t number;               ///< of the request: 1 for the first one
    uint64_t stepCount;            ///< gfStepInfo.stepCount when it was asked
    double time_s;                 ///< gfStepInfo.time_s likewise, s
    double elapsed_s;              ///< simulated time that impulses are over, s
    int32_t pointCount;            ///< of `points`
    int32_t regionCount;           ///< of `regions`
    int32_t solidCount;            ///< of `solids`
    const gfPointAnswer *points;   ///< what there was
    const gfRegionAnswer *regions; ///< likewise
    const gfSolidAnswer *solids;   ///< likewise; those that are gone bear nothing
    const gfSideAnswer *sides;     ///< left, right, bottom, top; null without gfQueryDef.sides
} gfQueryAnswer;

/// What gfQuery_Submit did.
typedef enum gfSubmitStatus {
    GF_SUBMIT_FAILED, ///< the call failed, see gfGetLastError
    GF_SUBMIT_FULL,   ///< nothing was asked: GF_QUERY_RING answers are under way, and the GPU is done with none
    GF_SUBMIT_DONE    ///< the answer is under way
} gfSubmitStatus;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfQueryDef gfDefaultQueryDef(void);

/// A region with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfQueryRegion gfDefaultQueryRegion(void);

/// Makes a query with empty lists, and all GL objects that it will need until the next gfFluid_Resize. The context must
/// be current. Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (a quantity, or forces on solids
/// or sides, that the solver has not; the message names it), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfQuery *gfCreateQuery(gfFluid *fluid, const gfQueryDef *def);

/// Frees it; a fluid that is destroyed frees those that it still has. The context must be current. Null is allowed.
GF_API void gfDestroyQuery(gfQuery *query);

/// Replaces the list of points, m in the world, within +-1e9. They are copied; null is allowed for none. Needs no
/// context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxPoints).
GF_API bool gfQuery_SetPoints(gfQuery *query, const gfVec2 *points, int32_t count);

/// Replaces the list of regions. Needs no context. False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE,
/// UNSUPPORTED (GF_QUANTITY_SURFACE of a solver without GF_FIELD_LEVEL), TOO_MANY.
GF_API bool gfQuery_SetRegions(gfQuery *query, const gfQueryRegion *regions, int32_t count);

/// How the first `count` regions stood in the last answer that was handed out, as gfRegionAnswer.above, or as they were
/// set since: what a game keeps beside a snapshot, for crossings are told once. Needs no context. False, nothing
/// written: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxRegions).
GF_API bool gfQuery_GetStanding(const gfQuery *query, bool *above, int32_t count);

/// Sets that, after gfFluid_Load or in a new query: the next crossings are told against it. Regions from `count` on are
/// not above; null is allowed for none. Requests made before this call tell no crossings any more. Needs no context.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxRegions).
GF_API bool gfQuery_SetStanding(gfQuery *query, const bool *above, int32_t count);

/// Replaces the list of solids. Steps from then on add up to their impulses; a list other than the one before starts
/// them anew, and what had added up and was not submitted is lost. A solid may be removed while it is in the list.
/// Needs no context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (a negative count), BAD_HANDLE, TOO_MANY.
GF_API bool gfQuery_SetSolids(gfQuery *query, const gfSolidId *solids, int32_t count);

/// Asks about the lists as they are, in the fluid as it is: once a frame, after gfFluid_Step. Never waits. Where the
/// ring is full (never with gfQueryDef.delay) nothing is asked, what is under way is kept, and impulses go on into the
/// next answer. The context must
/// be current. FAILED: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER, SHADER, GL.
GF_API gfSubmitStatus gfQuery_Submit(gfQuery *query);

/// Without waiting: READY fills `answer` with the newest that has come since the last call. Older ones that come with
/// it are left out, but for their impulses and crossings of thresholds, which are in it. Usually that is one to three
/// frames after it was asked. With gfQueryDef.delay it is that of so many requests ago, which it may wait for. The
/// context must be current. FAILED: NULL_ARGUMENT, GL (one answer is lost).
GF_API gfReadStatus gfQuery_Poll(gfQuery *query, gfQueryAnswer *answer);

/// Waits for all answers under way, and fills `answer` with the newest: for tests and tools, not for games. The context
/// must be current. PENDING if there is none. FAILED: as gfQuery_Poll.
GF_API gfReadStatus gfQuery_WaitBlocking(gfQuery *query, gfQueryAnswer *answer);

#ifdef __cplusplus
}
#endif
#endif
