/// Rigid bodies in a fluid, both ways: the fluid carries, drags and turns them, and they push the fluid. They move by a
/// small integrator of their own, with contacts and friction, or the host's physics (Box2D, Chipmunk) moves them and
/// takes forces from here. Method, figures and limits: docs/bodies.md.
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
/// axis, but of GF_SOLVER_SHALLOW, where `height` is the third axis, they are whole.
typedef struct gfRigidBodyDef {
    /// Where; required. Polygons are convex. Its centre of mass is that of its area: a hull that is longer before than
    /// behind dips its bow.
    gfShape shape;
    /// Density, kg/m^3, 1e-3 to 1e6. Default 500. Of what floats its share of the fluid's is the share under water. A
    /// square crate floats level below 0.21 of the fluid's density and above 0.79, and turns a corner up between; one
    /// 1.25 times as wide as high floats level at any.
    float density;
    /// Mass, kg, in place of `density` where it is above 0, at most 1e12: of one metre of depth, so that a crate 0.5 m
    /// deep has twice its own here, but of GF_SOLVER_SHALLOW whole. Default 0.
    float mass;
    /// Moment of inertia about the centre of mass, kg m^2, 0 (the default: that of its shape) to 1e18.
    float inertia;
    /// Density of the fluid, kg/m^3, 0 (the default: 1000, of GF_SOLVER_PARTICLES that of the first material) to 1e6.
    float fluidDensity;
    /// GF_SOLVER_SHALLOW: how thick the body is along the vertical, m, 1e-6 to 1e6. Others ignore it. Default 0.1.
    float height;
    /// Velocity of the centre of mass, m/s, within +-GF_VALUE_MAX. Default 0.
    gfVec2 velocity;
    /// Turns counter-clockwise, radians per second, within +-GF_VALUE_MAX. Default 0.
    float angularVelocity;
    /// Coulomb's coefficient; of two bodies that touch the root of the product counts. Solids and sides have 0.5, the
    /// ground of GF_SOLVER_SHALLOW the body's own. 0 to 10. Default 0.4.
    float friction;
    /// Share of the speed of a blow that is given back, 0 (the default) to 1; of two bodies the larger counts.
    float restitution;
    /// Factor on the fluid's gravity for the weight of the body, -10 to 10. It does not change what the fluid weighs.
    /// Default 1.
    float gravityScale;
    /// Drag coefficient of the submerged part, over the width across the flow, 0 to 100. Default 1.
    float drag;
    /// The same of turning, 0 to 100. Default 1.
    float angularDrag;
    /// Whether the host moves it (gfFluid_DriveRigidBody) and takes the forces. Default false.
    bool hostDriven;
    /// How its surface meets the fluid. Default GF_SURFACE_FREE_SLIP. (In GF_SOLVER_GAUSSIAN one that sticks draws
    /// films of liquid along, and rocks.)
    gfSurface surface;
    /// Set by gfDefaultRigidBodyDef().
    int32_t cookie;
} gfRigidBodyDef;

/// What has become of a rigid body.
typedef struct gfRigidBodyState {
    gfVec2 position;       ///< of the centre of mass, m
    float angle;           ///< turned since it was added or set, radians, counter-clockwise
    gfVec2 velocity;       ///< of the centre of mass, m/s
    float angularVelocity; ///< radians per second
    gfShape shape;         ///< where it is now. A sprite goes to gfShape_GetCentre(&shape), turned by `angle`
    float mass;            ///< kg, without the fluid that moves with it
    float inertia;         ///< kg m^2, likewise
    gfVec2 force;    ///< N, for one metre of depth, but of GF_SOLVER_SHALLOW whole: what the fluid does to it, buoyancy
                     ///< included, weight and contacts not: to be applied at the centre of mass until the next step. Of
                     ///< one that the host moves and around which the fluid is not known yet: what bears its weight
    float torque;    ///< N m, likewise
    float submerged; ///< share of its area under the surface, 0 to 1; of GF_SOLVER_SHALLOW of its height
    float level;     ///< height of the fluid's surface at its centre, m; of GF_SOLVER_GRID the domain's top
    gfVec2 flow;     ///< velocity of the fluid around it, m/s
    bool grounded;   ///< it touches a body, a solid, a side, or the ground of GF_SOLVER_SHALLOW
    bool outside;    ///< its centre of mass is outside the domain
    gfSolidId solid; ///< what the fluid feels of it, for gfQuery_SetSolids; none in GF_SOLVER_SHALLOW
} gfRigidBodyState;

/// A body that came into liquid: what a splash is heard and seen by.
typedef struct gfImpact {
    gfRigidBodyId body; ///< which
    gfVec2 place;       ///< of the surface under or over its centre of mass, m
    gfVec2 velocity;    ///< of the body, m/s
    float speed;        ///< with which it comes into the surface, m/s; below 0 where that leaves it
    float mass;         ///< of the body, kg, for one metre of depth: how hard is mass times speed, or its square
    uint64_t stepCount; ///< gfStepInfo.stepCount before the step in which it was
} gfImpact;

/// Impacts that wait to be taken; of more the oldest are lost.
#define GF_IMPACT_MAX 64

/// A definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfRigidBodyDef gfDefaultRigidBodyDef(void);

/// Adds a rigid body, from the next step on. The first one of a fluid makes all that bodies need, of which steps then
/// make nothing. It owns a solid of the fluid (not in GF_SOLVER_SHALLOW), which in GF_SOLVER_GAUSSIAN swells to its
/// size if the fluid has taken steps, lest liquid there be pushed out at once. Before the first step add bodies first,
/// and fill after (gfFluid_FillToLevel leaves out where they are). The context must be current. None on
/// failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (also a polygon that is not convex), TOO_MANY (bodies or solids),
/// OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfRigidBodyId gfFluid_AddRigidBody(gfFluid *fluid, const gfRigidBodyDef *def);

/// Gives a body another definition; it is where that says, at once. Needs no context. False, nothing changed: as
/// gfFluid_AddRigidBody, and BAD_HANDLE.
GF_API bool gfFluid_SetRigidBody(gfFluid *fluid, gfRigidBodyId id, const gfRigidBodyDef *def);

/// Removes a body, and its solid. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveRigidBody(gfFluid *fluid, gfRigidBodyId id);

/// How a body is, as of the last step or change. Never waits and needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_GetRigidBody(const gfFluid *fluid, gfRigidBodyId id, gfRigidBodyState *state);

/// Where the host's physics has a body now: `position` of the centre of mass, m, within +-1e9, `angle` as in
/// gfRigidBodyState, velocities within +-GF_VALUE_MAX. Of one that is not host-driven it is a new start. Needs no
/// context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE.
GF_API bool gfFluid_DriveRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 position, float angle, gfVec2 velocity,
                                   float angularVelocity);

/// Gives a body that is not host-driven a blow of `impulse` (N s, within +-1e12) at a place of the world (m, within
/// +-1e9). A motor is a blow in each frame: force times the frame's time, such as 2 to 8 m/s^2 times
/// gfRigidBodyState.mass times dt for a boat. Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE,
/// OUT_OF_RANGE, UNSUPPORTED (it is host-driven).
GF_API bool gfFluid_PushRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 impulse, gfVec2 place);

/// Takes the impacts that have not been taken, at most `count` of them and the oldest first, and returns how many those
/// are: each of a body of which less than a fiftieth was under the surface, as gfRigidBodyState.submerged has it, and
/// then more. One that floats and bobs makes small ones at most: look at `speed`. One that is added in liquid makes
/// none, and those of GF_SOLVER_GRID, which are always in it, and of GF_SOLVER_SHALLOW, whose plane has no height to
/// fall from, neither. Host-driven ones do. A snapshot has none. Needs no context. 0, too: NULL_ARGUMENT, OUT_OF_RANGE
/// (a negative count).
///
///     gfImpact hits[GF_IMPACT_MAX];
///     for (int i = 0, count = gfFluid_TakeImpacts(water, hits, GF_IMPACT_MAX); i < count; i++) {
///         playSplash(hits[i].place, hits[i].mass * hits[i].speed * hits[i].speed);
///     }
GF_API int32_t gfFluid_TakeImpacts(gfFluid *fluid, gfImpact *impacts, int32_t count);

#ifdef __cplusplus
}
#endif
#endif
