/// Rigid bodies in a fluid, both ways: the fluid carries, drags and turns them, and they push the fluid. Begin with
/// gfDefaultRigidBodyDef() and gfFluid_AddRigidBody. The library's integrator moves them, with contacts and friction;
/// or the host's physics (Box2D, Chipmunk) moves them and takes forces from here. Method, figures and limits:
/// docs/bodies.md.
#ifndef GPUFLUID_RIGID_BODY_H
#define GPUFLUID_RIGID_BODY_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"
#include "gpufluid/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most rigid bodies of one fluid.
#define GF_RIGID_BODY_MAX 256

/// Handle of a rigid body; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfRigidBodyId);

/// One rigid body. Make it with gfDefaultRigidBodyDef(). Masses and forces are for one metre of depth along the third
/// axis; in GF_SOLVER_SHALLOW, where `height` is the third axis, they are whole.
typedef struct gfRigidBodyDef {
    /// Place and size; required. Polygons must be convex; corners that repeat, or lie on a side but for rounding,
    /// don't count. The centre of mass is that of the area, so that a boat with a long bow dips it.
    gfShape shape;
    /// Density, kg/m^3, 1e-3 to 1e6. Default 500. A body of half the fluid's density floats half under water. A square
    /// crate floats level below 0.21 of the fluid's density and above 0.79, and turns a corner up between; one 1.25
    /// times as wide as high floats level at any.
    float density;
    /// Mass, kg, 0 to 1e12; above 0 it replaces `density`. Default 0. It is for one metre of depth: a crate 0.5 m
    /// deep has twice its own mass here. In GF_SOLVER_SHALLOW it is the whole mass.
    float mass;
    /// Moment of inertia about the centre of mass, kg m^2, 0 (the default: from its shape) to 1e18.
    float inertia;
    /// Density of the fluid, kg/m^3, 0 (the default: 1000, in GF_SOLVER_PARTICLES that of the first material) to 1e6.
    float fluidDensity;
    /// GF_SOLVER_SHALLOW: thickness of the body along the vertical, m, 1e-6 to 1e6. Others ignore it. Default 0.1.
    float height;
    /// Velocity of the centre of mass at the start, m/s, within +-GF_VALUE_MAX. Default 0.
    gfVec2 velocity;
    /// Rotation at the start, counter-clockwise, radians per second, within +-GF_VALUE_MAX. Default 0.
    float angularVelocity;
    /// Coulomb's friction coefficient, 0 to 10. Default 0.4. Between two bodies the root of the product counts. Solids
    /// and sides have 0.5, the ground of GF_SOLVER_SHALLOW the body's own.
    float friction;
    /// Bounciness: fraction of the speed of an impact that is given back, 0 (the default) to 1. Of two bodies the
    /// larger counts.
    float restitution;
    /// Factor on gravity for the weight of the body, -10 to 10. Default 1. It does not change the buoyancy.
    float gravityScale;
    /// Drag coefficient of the submerged part, for the width across the flow, 0 to 100. Default 1.
    float drag;
    /// Drag coefficient against rotation, 0 to 100. Default 1.
    float angularDrag;
    /// Whether the host's physics moves it (gfFluid_DriveRigidBody) and applies the forces. Default false.
    bool hostDriven;
    /// Way in which its surface meets the fluid. Default GF_WALL_FREE_SLIP.
    gfWall surface;
    /// Set by gfDefaultRigidBodyDef().
    int32_t cookie;
} gfRigidBodyDef;

/// State of a rigid body.
typedef struct gfRigidBodyState {
    gfVec2 position;       ///< centre of mass, m
    float angle;           ///< rotation since it was added or set, radians, counter-clockwise
    gfVec2 velocity;       ///< velocity of the centre of mass, m/s
    float angularVelocity; ///< radians per second
    gfShape shape;   ///< its shape at its present place. A sprite goes to gfShape_GetCentre(&shape), turned by `angle`
    float mass;      ///< kg, without the fluid that moves with it (added mass)
    float inertia;   ///< kg m^2, without the fluid that moves with it
    gfVec2 force;    ///< N, for one metre of depth, in GF_SOLVER_SHALLOW whole: force of the fluid, buoyancy included,
                     ///< weight and contacts not. Apply it at the centre of mass until the next step. For a host-driven
                     ///< body it just bears the weight until the fluid around it has been measured
    float torque;    ///< N m: torque of the fluid about the centre of mass, as `force`
    float submerged; ///< fraction of its area (GF_SOLVER_SHALLOW: height) under the surface, 0 to 1
    float level;     ///< height of the fluid's surface at its centre, m; in GF_SOLVER_GRID the domain's top
    gfVec2 flow;     ///< velocity of the fluid around it, m/s
    bool grounded;   ///< whether it touches a body, a solid, a side, or the ground of GF_SOLVER_SHALLOW
    bool outside;    ///< whether its centre of mass is outside the domain
    gfSolidId solid; ///< its solid in the fluid, for gfQuery_SetSolids; none in GF_SOLVER_SHALLOW
} gfRigidBodyState;

/// An impact of a body on liquid, for the sound and picture of a splash.
typedef struct gfImpact {
    gfRigidBodyId body; ///< the body
    gfVec2 place;       ///< point of the surface under or over its centre of mass, m
    gfVec2 velocity;    ///< velocity of the body, m/s
    float speed;        ///< speed into the surface, m/s; below 0 if the surface moves away
    float mass; ///< kg, for one metre of depth; mass times speed, or times its square, tells how hard the impact was
    uint64_t stepCount; ///< gfStepInfo.stepCount before the step of the impact
} gfImpact;

/// Most impacts that wait to be taken; beyond it the oldest are lost.
#define GF_IMPACT_MAX 64

/// Returns a definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfRigidBodyDef gfDefaultRigidBodyDef(void);

/// Adds a rigid body, which acts from the next step on. The first body of a fluid makes all objects that bodies need;
/// steps then make none. A body owns a solid of the fluid (not in GF_SOLVER_SHALLOW). Before the first step add bodies
/// first, then fill (gfFluid_FillToLevel leaves them out). The context must be current. None on failure: NULL_ARGUMENT,
/// COOKIE, OUT_OF_RANGE (also a polygon that is not convex), UNSUPPORTED (GF_SOLVER_GAUSSIAN; take GF_SOLVER_WATER),
/// TOO_MANY (bodies or solids), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfRigidBodyId gfFluid_AddRigidBody(gfFluid *fluid, const gfRigidBodyDef *def);

/// Gives a body another definition, and puts it at the definition's place at once. Needs no context. False, nothing
/// changed: as gfFluid_AddRigidBody, and BAD_HANDLE.
GF_API bool gfFluid_SetRigidBody(gfFluid *fluid, gfRigidBodyId id, const gfRigidBodyDef *def);

/// Removes a body and its solid. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveRigidBody(gfFluid *fluid, gfRigidBodyId id);

/// Returns a body's state as of the last step or change. Never waits and needs no context. False: NULL_ARGUMENT,
/// BAD_HANDLE.
GF_API bool gfFluid_GetRigidBody(const gfFluid *fluid, gfRigidBodyId id, gfRigidBodyState *state);

/// Tells the fluid where the host's physics has moved a body: `position` of the centre of mass, m, within +-1e9,
/// `angle` as in gfRigidBodyState, velocities within +-GF_VALUE_MAX. A body that is not host-driven starts anew from
/// there. Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE.
GF_API bool gfFluid_DriveRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 position, float angle, gfVec2 velocity,
                                   float angularVelocity);

/// Applies an `impulse` (N s, within +-1e12) at a place of the world (m, within +-1e9) to a body that is not
/// host-driven. A motor is an impulse in each frame: force times the frame's time, such as 2 to 8 m/s^2 times
/// gfRigidBodyState.mass times dt for a boat. Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE,
/// OUT_OF_RANGE, UNSUPPORTED (it is host-driven).
GF_API bool gfFluid_PushRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 impulse, gfVec2 place);

/// Hands out at most `count` waiting impacts, the oldest first, and returns their number. A body has an impact when its
/// gfRigidBodyState.submerged rises from less than a fiftieth. One that bobs makes small ones at most: look at `speed`.
/// Host-driven bodies have impacts, too. A body added in liquid has no impact. GF_SOLVER_GRID has none, because bodies
/// are always submerged, nor has GF_SOLVER_SHALLOW, whose plane has no height to fall from. Snapshots don't save
/// impacts. Needs no context. Also returns 0 on failure: NULL_ARGUMENT, OUT_OF_RANGE (a negative count).
///
///     gfImpact hits[GF_IMPACT_MAX];
///     for (int i = 0, count = gfFluid_PollImpacts(water, hits, GF_IMPACT_MAX); i < count; i++) {
///         playSplash(hits[i].place, hits[i].mass * hits[i].speed * hits[i].speed);
///     }
GF_API int32_t gfFluid_PollImpacts(gfFluid *fluid, gfImpact *impacts, int32_t count);

#ifdef __cplusplus
}
#endif
#endif
