/// Queries are questions that a game asks of a fluid each frame: values at points and in regions, where rays meet the
/// surface, particles in shapes, forces on solids and on the sides of the domain, and contacts of solids and of groups
/// of particles. They never wait; answers come some frames later. Make one with gfCreateQuery, fill its lists, then
/// call gfQuery_Request and gfQuery_Poll once a frame, after gfFluid_Step.
#ifndef GPUFLUID_QUERY_H
#define GPUFLUID_QUERY_H

#include "gpufluid/field.h"
#include "gpufluid/particle_groups.h"
#include "gpufluid/particle_params.h"
#include "gpufluid/shape.h"
#include "gpufluid/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Lists of points, regions, solids, rays, shapes and groups to ask about, which may change at any time, and answers in
/// progress. Opaque.
typedef struct gfQuery gfQuery;

/// Most points of one query; the context's largest texture may allow fewer.
#define GF_QUERY_POINTS_MAX 65536
/// Most regions of one query.
#define GF_QUERY_REGIONS_MAX 256
/// Most rays of one query; the context's largest texture may allow fewer.
#define GF_QUERY_RAYS_MAX 65536
/// Most shapes of one query.
#define GF_QUERY_SHAPES_MAX 64
/// Most answers of one query in progress.
#define GF_QUERY_RING 4

/// Quantities to ask for, as bits. Brackets name the solvers that have them.
typedef enum gfQuantity {
    GF_QUANTITY_VELOCITY = 1,    ///< m/s (all)
    GF_QUANTITY_DYE = 2,         ///< as GF_FIELD_DYE (all)
    GF_QUANTITY_TEMPERATURE = 4, ///< K (GRID)
    GF_QUANTITY_PRESSURE = 8,    ///< kinematic, m^2/s^2, as GF_FIELD_PRESSURE (all but SHALLOW)
    GF_QUANTITY_MASS = 16,   ///< as GF_FIELD_MASS: depth, m (SHALLOW), or fraction of a full cell (all others but GRID)
    GF_QUANTITY_SURFACE = 32 ///< height of the liquid's surface, m: GF_FIELD_LEVEL (SHALLOW), or the surface's y in the
                             ///< point's column (all others but GRID; points only)
} gfQuantity;

/// Settings of a query. Make it with gfDefaultQueryDef().
typedef struct gfQueryDef {
    /// Quantities of points and regions, an OR of gfQuantity. 0 is allowed. Default GF_QUANTITY_VELOCITY.
    uint32_t quantities;
    /// Most points, 0 to GF_QUERY_POINTS_MAX. Default 256.
    int32_t maxPoints;
    /// Most regions, 0 to GF_QUERY_REGIONS_MAX. Default 16.
    int32_t maxRegions;
    /// Most solids, 0 to GF_SOLID_MAX (all solvers but GAUSSIAN). Default 0. Listed solids cost a pass each step.
    int32_t maxSolids;
    /// Most rays, 0 to GF_QUERY_RAYS_MAX (GAUSSIAN, PARTICLES, SHALLOW). Default 0.
    int32_t maxRays;
    /// Most shapes, 0 to GF_QUERY_SHAPES_MAX (PARTICLES). Default 0. Listed shapes cost four passes each step, and
    /// memory of 48 bytes a particle (gfParticleParams.capacity).
    int32_t maxShapes;
    /// Most groups of particles, 0 to GF_PARTICLE_GROUPS_MAX (PARTICLES with gfParticleParams.groups). Default 0. They
    /// cost three passes a request, and memory of 32 bytes a particle (gfParticleParams.capacity).
    int32_t maxGroups;
    /// Distance from a listed solid's surface at which a particle touches it, in spacings of particles, 0 to 2
    /// (PARTICLES). .75 counts particles that lie on a solid, and none of the next row. A member of a listed group
    /// touches other particles whose centres are within `contactReach` + .5 spacings, at most gfParticleParams.radius.
    /// Default 0: contacts are not looked for.
    float contactReach;
    /// Whether answers include the four sides of the domain (GRID): two passes each step. Default false.
    bool sides;
    /// Density of the fluid, kg/m^3, 0 to 1e6: a factor on forces. Default 1000.
    float density;
    /// Requests to wait before an answer is handed out, 0 to GF_QUERY_RING - 1. 0 (the default): as soon as it has
    /// come. Otherwise each answer comes after exactly that many more requests, so that a run with the same input is
    /// the same (replays, lockstep); gfQuery_Poll then waits for the GPU if an answer is late.
    int32_t delay;
    /// Set by gfDefaultQueryDef().
    int32_t cookie;
} gfQueryDef;

/// A region to ask about. Make it with gfDefaultQueryRegion(). Only cells outside solids count, and cells at its
/// outline count in part, by the distance of their centre. A region much smaller than a cell may hold no cell: use a
/// point. A region is not repeated along periodic axes.
typedef struct gfQueryRegion {
    /// Place and size; required. Parts outside the domain do nothing.
    gfShape shape;
    /// Quantity to measure: one bit of gfQueryDef.quantities. Default GF_QUANTITY_VELOCITY.
    gfQuantity quantity;
    /// Whether answers report crossings of `threshold`, once each. A region is identified by its place in the list,
    /// wherever it moves. Default false.
    bool watched;
    /// Limit for the region's mean (of velocity: mean speed; of dye: mean amount), in the quantity's unit, within
    /// +-GF_VALUE_MAX. Default 0. The region rises above once its mean is at least this. It falls below once its mean
    /// is less than `threshold` - `hysteresis`.
    float threshold;
    /// Distance below `threshold` at which the region falls below, 0 to GF_VALUE_MAX. Default 0. It keeps a value near
    /// the threshold from reporting in every frame.
    float hysteresis;
    /// Set by gfDefaultQueryRegion().
    int32_t cookie;
} gfQueryRegion;

/// A ray to cast against the surface of liquid. Places are in the world, m, within +-1e9. It meets nothing outside the
/// domain, and is not repeated along periodic axes.
typedef struct gfQueryRay {
    gfVec2 start; ///< start of the ray
    gfVec2 end;   ///< end of the ray
} gfQueryRay;

/// Values at a point, linear between field values as gfFluid_ReadFieldBlocking reads them; velocity is linear between
/// faces in solvers with GF_FIELD_FACE_VELOCITY. Quantities not asked for are 0.
typedef struct gfPointAnswer {
    gfVec2 velocity;   ///< m/s
    float dye[4];      ///< as GF_FIELD_DYE
    float temperature; ///< K
    float pressure;    ///< kinematic, m^2/s^2
    float mass;        ///< depth, m, or fraction of a full cell
    float surface;     ///< height of the surface, m. GAUSSIAN and PARTICLES: y up to which liquid reaches without a gap
                   ///< above a wet point, or of the first liquid below a dry point (mass .5 separates wet from dry);
                   ///< the domain's bottom if there is none
    float solid;  ///< distance to the nearest solid, m, as GF_FIELD_SOLID; needs no bit in gfQueryDef.quantities
    bool outside; ///< whether the point is outside the domain; values are then those at the nearest place inside
    bool inSolid; ///< whether `solid` is below 0
} gfPointAnswer;

/// Values in a region. Velocity has three parts (x, y, speed), dye its four channels, and all else one.
typedef struct gfRegionAnswer {
    float mean[4];  ///< mean over `area`; 0 if that is 0
    float total[4]; ///< `mean` times `area`
    float largest;  ///< largest value in any cell (velocity: speed; dye: fourth channel); 0 if `area` is 0
    float area;     ///< area of the region inside the domain and outside solids, m^2
    bool above;     ///< whether a watched region is above its threshold
    bool rose;      ///< whether it has risen above its threshold since the last answer handed out; reported once
    bool fell;      ///< whether it has fallen below since the last answer handed out; reported once
} gfRegionAnswer;

/// Force of the fluid on a solid, and the heat that the solid gives to the fluid. Forces are for one metre of depth
/// along the third axis; in GF_SOLVER_SHALLOW, which knows the depth, they are those of the whole solid. They come from
/// pressure; in GF_SOLVER_GRID with viscosity also from friction on GF_WALL_NO_SLIP. GRID: `gravity` acts on
/// differences of density only, so buoyancy is not included.
/// PARTICLES: they are right to some 10 %, see docs/queries.md. Not included: parts outside the domain, and the part of
/// sources that a solid removes.
///
/// Heat is in K m^2/s for one metre of depth, positive into the fluid: the change of the fluid's temperature times
/// area. Times the fluid's density (kg/m^3) and specific heat (J/(kg K)) it is in W. Not included: heat of fluid that
/// moving solids cover and uncover.
typedef struct gfSolidAnswer {
    gfSolidId solid;      ///< the solid of this answer
    gfVec2 force;         ///< N, in the last step; for one metre of depth, in GF_SOLVER_SHALLOW whole
    float torque;         ///< N m, counter-clockwise about gfShape_GetCentre of its shape, in the last step
    gfVec2 impulse;       ///< N s: force times time over all steps since the last answer handed out
    float angularImpulse; ///< N m s: torque times time, summed as `impulse`
    float heat; ///< K m^2/s: heat that a solid with fixedTemperature conducts into the fluid, in the last step (GRID;
                ///< others 0)
    float heatGiven;  ///< K m^2: heat times time, summed as `impulse`
    int32_t contacts; ///< particles within gfQueryDef.contactReach of its surface, or in it, that have no nearer solid,
                      ///< at the time of the request; 0 if contactReach is 0
    gfVec2 contactPoint; ///< mean, over these particles, of the nearest place on the surface, world, m; (0, 0) if there
                         ///< are none
    gfVec2 contactNormal; ///< mean of the solid's outward normals at these places; its length is 1 if the solid is
                          ///< touched from one side, and near 0 if from all around
} gfSolidAnswer;

/// Where a ray first meets the surface of liquid: where mass, linear between cells as gfPointAnswer.mass, crosses .5
/// (GAUSSIAN, PARTICLES), or depth .01 of a cell, which is the edge of water seen from above (SHALLOW). Solids and
/// places outside the domain hold no liquid, so that liquid also ends where it touches them. The crossing of the linear
/// field is exact, but for rounding.
typedef struct gfRayAnswer {
    bool hit;       ///< whether it meets the surface
    bool inside;    ///< whether it begins in liquid; it then meets the surface from within
    float fraction; ///< place of the hit, as a fraction of the way from start to end; 1 without a hit
    gfVec2 point;   ///< world, m; the end without a hit
    gfVec2 normal;  ///< unit normal of the surface, out of the liquid; 0 without a hit
} gfRayAnswer;

/// Particles in a shape, at the time of the request (PARTICLES). A particle is inside where its position is.
///
/// After each step and at each request the ids of particles inside are compared with those of the time before. New ones
/// have entered, even if they were poured there, or the shape moved over them. Missing ones have left, even if they
/// were drained. So `particles` is always that of the answer before + entered - left. A particle that crosses a shape
/// within one step is not seen. Particles whose ids differ by a multiple of some 2 gfParticleParams.capacity (in fluids
/// that are poured and drained for long) share memory; their velocity tells where they came from. Both counts begin at
/// 0 for a shape that is new in the list, and after gfFluid_Reset and gfFluid_Load.
typedef struct gfShapeAnswer {
    int32_t particles;                  ///< how many are inside
    int32_t entered;                    ///< particles that came in since the last answer handed out
    int32_t left;                       ///< particles that went out since the last answer handed out
    int32_t materials[GF_MATERIAL_MAX]; ///< how many of each material are inside
    gfVec2 place;    ///< mean position of the particles inside, world, m; the shape's centre if there are none
    gfVec2 velocity; ///< mean velocity of the particles inside, m/s; 0 if there are none
} gfShapeAnswer;

/// A group of particles and what it touches, at the time of the request (PARTICLES). If the group is gone, all members
/// but `group` are 0; if gfQueryDef.contactReach is 0, all but `group` and `particles`. The impulse that pushed a group
/// is the change of mass times velocity (gfParticleGroupInfo) from one answer to the next, less mass times gravity
/// times the time between.
typedef struct gfGroupAnswer {
    gfParticleGroupId group; ///< the group of this answer
    int32_t particles;       ///< its members
    int32_t touching;        ///< members that touch particles of no group or of another group
    int32_t touchingSolids;  ///< members that touch a solid or a closed side of the domain
    gfVec2 contactPoint;     ///< mean, over members that touch something, of the nearest place of contact, world, m:
                             ///< halfway to a particle, or on a surface; (0, 0) if none do
    gfVec2 contactNormal; ///< mean of the directions from these members to their contacts; its length is 1 if the group
                          ///< touches on one side, and near 0 if all around
    uint32_t
        touches; ///< groups that it touches: bit i stands for group i of the list; only the first 32 groups have a bit
} gfGroupAnswer;

/// Force of the fluid on a side of the domain, and flow through it, for one metre of depth. Heat is as in
/// gfSolidAnswer. All is 0 for a periodic side.
typedef struct gfSideAnswer {
    gfVec2 force;    ///< N, on the side, in the last step: pressure on walls and inflows (0 at an open side), and with
                     ///< viscosity friction on sides that hold the fluid
    gfVec2 impulse;  ///< N s: force times time over all steps since the last answer handed out
    float heat;      ///< K m^2/s: heat that a side with fixedTemperature conducts into the fluid, in the last step
    float heatGiven; ///< K m^2: heat times time, summed as `impulse`
    float carriedHeat; ///< K m^2/s that flow through an open side or inflow carries in, above grid.ambientTemperature,
                       ///< by the present velocity and temperature
    float heatCarried; ///< K m^2: carriedHeat times time, summed as `impulse`
    float flow;        ///< m^2/s into the domain through an open side or inflow
    float volume;      ///< m^2: flow times time, summed as `impulse`
} gfSideAnswer;

/// An answer. Its lists are in the order of the question's lists. They are valid until the next gfQuery_Poll,
/// gfQuery_WaitBlocking or gfDestroyQuery.
typedef struct gfQueryAnswer {
    uint64_t number;               ///< number of the request, from 1
    uint64_t stepCount;            ///< gfStepInfo.stepCount at the time of the request
    double time_s;                 ///< gfStepInfo.time_s at the time of the request, s
    double elapsed_s;              ///< simulated time over which impulses add up, s
    int32_t pointCount;            ///< length of `points`
    int32_t regionCount;           ///< length of `regions`
    int32_t solidCount;            ///< length of `solids`
    int32_t rayCount;              ///< length of `rays`
    int32_t shapeCount;            ///< length of `shapes`
    int32_t groupCount;            ///< length of `groups`
    const gfPointAnswer *points;   ///< values at the points
    const gfRegionAnswer *regions; ///< values in the regions
    const gfSolidAnswer *solids;   ///< forces on the solids and their contacts; 0 for removed ones
    const gfRayAnswer *rays;       ///< where the rays meet the surface
    const gfShapeAnswer *shapes;   ///< particles in the shapes
    const gfGroupAnswer *groups;   ///< groups of particles and their contacts; 0 for groups that are gone
    const gfSideAnswer *sides;     ///< left, right, bottom, top; null unless gfQueryDef.sides
} gfQueryAnswer;

/// Results of gfQuery_Request.
typedef enum gfRequestStatus {
    GF_REQUEST_FAILED, ///< the call failed, see gfGetLastError
    GF_REQUEST_FULL,   ///< nothing was asked: GF_QUERY_RING answers are in progress, and the GPU has finished none
    GF_REQUEST_DONE    ///< the request is in progress
} gfRequestStatus;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfQueryDef gfDefaultQueryDef(void);

/// Returns a region with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfQueryRegion gfDefaultQueryRegion(void);

/// Makes a query with empty lists, and all GL objects that it needs until the next gfFluid_Resize. The context must be
/// current. Null on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (the solver lacks a quantity, forces
/// on solids or sides, a surface, particles or groups; the message names it), OUT_OF_MEMORY, SHADER, FRAMEBUFFER,
/// HOST_STATE.
GF_API gfQuery *gfCreateQuery(gfFluid *fluid, const gfQueryDef *def);

/// Frees a query; destroying its fluid does so, too. The context must be current. Null is allowed.
GF_API void gfDestroyQuery(gfQuery *query);

/// Replaces the list of points (world, m, within +-1e9). They are copied; null is allowed for none. Needs no context.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxPoints).
GF_API bool gfQuery_SetPoints(gfQuery *query, const gfVec2 *points, int32_t count);

/// Replaces the list of regions. Needs no context. False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE,
/// UNSUPPORTED (GF_QUANTITY_SURFACE of a solver without GF_FIELD_LEVEL), TOO_MANY.
GF_API bool gfQuery_SetRegions(gfQuery *query, const gfQueryRegion *regions, int32_t count);

/// Fills in which of the first `count` regions are above their thresholds, by the last answer handed out or
/// gfQuery_SetStanding. A game stores this beside a snapshot, because crossings are reported once only. Needs no
/// context. False, nothing written: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxRegions).
GF_API bool gfQuery_GetStanding(const gfQuery *query, bool *above, int32_t count);

/// Sets which regions count as above, after gfFluid_Load or in a new query; the next crossings are relative to it.
/// Regions from `count` on are below; null is allowed for none. Requests made before this call report no crossings.
/// Needs no context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY (more than maxRegions).
GF_API bool gfQuery_SetStanding(gfQuery *query, const bool *above, int32_t count);

/// Replaces the list of solids. From then on each step adds to the solids' impulses. A list other than the last one
/// starts impulses anew, and loses impulses not yet requested. A listed solid may be removed from the fluid. Needs no
/// context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (a negative count), BAD_HANDLE, TOO_MANY.
GF_API bool gfQuery_SetSolids(gfQuery *query, const gfSolidId *solids, int32_t count);

/// Replaces the list of rays. They are copied; null is allowed for none. Needs no context. False, nothing changed:
/// NULL_ARGUMENT, OUT_OF_RANGE (the message has the index), TOO_MANY (more than maxRays).
GF_API bool gfQuery_SetRays(gfQuery *query, const gfQueryRay *rays, int32_t count);

/// Replaces the list of shapes in which particles are counted. A shape is identified by its place in the list, wherever
/// it moves. Needs no context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (the message has the index),
/// TOO_MANY (more than maxShapes).
GF_API bool gfQuery_SetShapes(gfQuery *query, const gfShape *shapes, int32_t count);

/// Replaces the list of groups of particles. A listed group may be removed from the fluid. Needs no context. False,
/// nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (a negative count, or a group that is listed twice), BAD_HANDLE,
/// TOO_MANY (more than maxGroups).
GF_API bool gfQuery_SetParticleGroups(gfQuery *query, const gfParticleGroupId *groups, int32_t count);

/// Asks all questions of the lists about the fluid as it is now. Call it once a frame, after gfFluid_Step. Never waits.
/// If the ring is full (never with gfQueryDef.delay) nothing is asked, answers in progress stay, and impulses go on
/// into the next answer. The context must be current. FAILED: NULL_ARGUMENT, HOST_STATE, OUT_OF_MEMORY, FRAMEBUFFER,
/// SHADER, GL.
GF_API gfRequestStatus gfQuery_Request(gfQuery *query);

/// Looks, without waiting, for answers. READY fills `answer` with the newest that has come since the last call, usually
/// one to three frames after its request. Older ones that came with it are skipped, but their impulses and crossings
/// are included. With gfQueryDef.delay the answer is that of so many requests ago, and the call may wait for it. The
/// context must be current. FAILED: NULL_ARGUMENT, GL (one answer is lost).
GF_API gfPollStatus gfQuery_Poll(gfQuery *query, gfQueryAnswer *answer);

/// Waits for all answers in progress and fills `answer` with the newest: for tests and tools, not for games. The
/// context must be current. PENDING if there is none. FAILED: as gfQuery_Poll.
GF_API gfPollStatus gfQuery_WaitBlocking(gfQuery *query, gfQueryAnswer *answer);

#ifdef __cplusplus
}
#endif
#endif
