/// Rigid bodies in a gfFluid3D: what rigid_body.h is for two dimensions. They live in the world, as the fluid does: the
/// container's sides push them, and have no part in their motion otherwise. Method, figures and limits: docs/bodies.md.
#ifndef GPUFLUID_RIGID_BODY3D_H
#define GPUFLUID_RIGID_BODY3D_H

#include "gpufluid/fluid3d.h"
#include "gpufluid/solid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most rigid bodies of one gfFluid3D: each has a solid.
#define GF_RIGID_BODY3D_MAX GF_SOLID3D_MAX

/// Handle of a rigid body of a gfFluid3D; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfRigidBody3DId);

/// One rigid body. Make it with gfDefaultRigidBody3DDef().
typedef struct gfRigidBody3DDef {
    /// Where; required. A box's own axes are turned by its rotation, a capsule lies along its own y, a sphere's are the
    /// world's.
    gfShape3D shape;
    /// Density, kg/m^3, 1e-3 to 1e6. Default 500.
    float density;
    /// Mass, kg, in place of `density` where it is above 0, at most 1e12. Default 0.
    float mass;
    /// Moments of inertia about its own axes, kg m^2, 0 (the default: that of its shape) to 1e18 each.
    gfVec3 inertia;
    /// Density of the fluid, kg/m^3, 0 (the default: that of the first material) to 1e6.
    float fluidDensity;
    /// Velocity of its centre, m/s, each component within +-GF_VALUE_MAX. Default 0.
    gfVec3 velocity;
    /// Turns, radians per second about each axis of the world, within +-GF_VALUE_MAX. Default 0.
    gfVec3 angularVelocity;
    /// Coulomb's coefficient; of two bodies that touch the root of the product counts. Solids and sides have 0.5. 0 to
    /// 10. Default 0.4.
    float friction;
    /// Share of the speed of a blow that is given back, 0 (the default) to 1; of two bodies the larger counts.
    float restitution;
    /// Factor on the fluid's gravity for the weight of the body, -10 to 10. It does not change what the fluid weighs.
    /// Default 1.
    float gravityScale;
    /// Drag coefficient of the submerged part, over the area across the flow, 0 to 100. Default 1.
    float drag;
    /// The same of turning, 0 to 100. Default 1.
    float angularDrag;
    /// Whether the host moves it (gfFluid3D_DriveRigidBody) and takes the forces. Default false.
    bool hostDriven;
    /// How its surface meets the fluid. Default GF_SURFACE_FREE_SLIP.
    gfSurface surface;
    /// Set by gfDefaultRigidBody3DDef().
    int32_t cookie;
} gfRigidBody3DDef;

/// What has become of a rigid body.
typedef struct gfRigidBody3DState {
    gfVec3 position;        ///< of its centre, m
    gfQuat rotation;        ///< from its own axes to the world's
    gfVec3 velocity;        ///< of its centre, m/s
    gfVec3 angularVelocity; ///< radians per second about each axis of the world
    gfShape3D shape;        ///< where it is now
    float mass;             ///< kg, without the fluid that moves with it
    gfVec3 inertia;         ///< kg m^2, about its own axes, likewise
    gfVec3 force;           ///< N: what the fluid does to it, buoyancy included, weight and contacts not: to be applied
                            ///< at its centre until the next step
    gfVec3 torque;          ///< N m about each axis of the world, likewise
    float submerged;        ///< share of its volume under the surface, 0 to 1
    float level;            ///< how far the fluid's surface is above its centre, against gravity, m
    gfVec3 flow;            ///< velocity of the fluid around it, m/s
    bool grounded;          ///< it touches a body, a solid or a side
    bool outside;           ///< its centre is outside the container
    gfSolid3DId solid;      ///< what the fluid feels of it
} gfRigidBody3DState;

/// A definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfRigidBody3DDef gfDefaultRigidBody3DDef(void);

/// Adds a rigid body, from the next step on. The first one of a fluid makes all that bodies need, of which steps then
/// make nothing. It owns a solid of the fluid. The context must be current. None on failure: NULL_ARGUMENT, COOKIE,
/// OUT_OF_RANGE, TOO_MANY (bodies or solids), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfRigidBody3DId gfFluid3D_AddRigidBody(gfFluid3D *fluid, const gfRigidBody3DDef *def);

/// Gives a body another definition; it is where that says, at once. Needs no context. False, nothing changed: as
/// gfFluid3D_AddRigidBody, and BAD_HANDLE.
GF_API bool gfFluid3D_SetRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, const gfRigidBody3DDef *def);

/// Removes a body, and its solid. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_RemoveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id);

/// How a body is, as of the last step or change. Never waits and needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_GetRigidBody(const gfFluid3D *fluid, gfRigidBody3DId id, gfRigidBody3DState *state);

/// Where the host's physics has a body now: `position` of its centre, m, within +-1e9, `rotation` as in
/// gfRigidBody3DState, velocities within +-GF_VALUE_MAX. Of one that is not host-driven it is a new start. Needs no
/// context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE.
GF_API bool gfFluid3D_DriveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 position, gfQuat rotation,
                                     gfVec3 velocity, gfVec3 angularVelocity);

/// Gives a body that is not host-driven a blow of `impulse` (N s, within +-1e12) at a place of the world (m, within
/// +-1e9). Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED (it is
/// host-driven).
GF_API bool gfFluid3D_PushRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 impulse, gfVec3 place);

#ifdef __cplusplus
}
#endif
#endif
