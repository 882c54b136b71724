/// Rigid bodies in a gfFluid3D, as rigid_body.h has them in two dimensions. Begin with gfDefaultRigidBody3DDef() and
/// gfFluid3D_AddRigidBody. Their places are in the world, as the fluid's are: the container's sides push them, and
/// nothing else of its motion acts on them. Method, figures and limits: docs/bodies.md.
#ifndef GPUFLUID_RIGID_BODY3D_H
#define GPUFLUID_RIGID_BODY3D_H

#include "gpufluid/fluid3d.h"
#include "gpufluid/solid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most rigid bodies of one gfFluid3D; each owns a solid.
#define GF_RIGID_BODY3D_MAX GF_SOLID3D_MAX

/// Handle of a rigid body of a gfFluid3D; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfRigidBody3DId);

/// One rigid body. Make it with gfDefaultRigidBody3DDef().
typedef struct gfRigidBody3DDef {
    /// Place and size; required. The body's own axes are those of the rotated box, have y along the capsule's length,
    /// or are the world's for a sphere.
    gfShape3D shape;
    /// Density, kg/m^3, 1e-3 to 1e6. Default 500.
    float density;
    /// Mass, kg, 0 to 1e12; above 0 it replaces `density`. Default 0.
    float mass;
    /// Moments of inertia about its own axes, kg m^2, 0 (the default: from its shape) to 1e18 each.
    gfVec3 inertia;
    /// Density of the fluid, kg/m^3, 0 (the default: that of the first material) to 1e6.
    float fluidDensity;
    /// Velocity of its centre at the start, m/s, each component within +-GF_VALUE_MAX. Default 0.
    gfVec3 velocity;
    /// Rotation at the start, radians per second about each axis of the world, within +-GF_VALUE_MAX. Default 0.
    gfVec3 angularVelocity;
    /// Coulomb's friction coefficient, 0 to 10. Default 0.4. Of two bodies the root of the product counts. Solids and
    /// sides have 0.5.
    float friction;
    /// Bounciness: fraction of the speed of an impact that is given back, 0 (the default) to 1. Of two bodies the
    /// larger counts.
    float restitution;
    /// Factor on gravity for the weight of the body, -10 to 10. Default 1. It does not change the buoyancy.
    float gravityScale;
    /// Drag coefficient of the submerged part, for the area across the flow, 0 to 100. Default 1.
    float drag;
    /// Drag coefficient against rotation, 0 to 100. Default 1.
    float angularDrag;
    /// Whether the host's physics moves it (gfFluid3D_DriveRigidBody) and applies the forces. Default false.
    bool hostDriven;
    /// Way in which its surface meets the fluid. Default GF_WALL_FREE_SLIP.
    gfWall surface;
    /// Set by gfDefaultRigidBody3DDef().
    int32_t cookie;
} gfRigidBody3DDef;

/// State of a rigid body.
typedef struct gfRigidBody3DState {
    gfVec3 position;        ///< centre, m
    gfQuat rotation;        ///< from its own axes to the world's
    gfVec3 velocity;        ///< velocity of its centre, m/s
    gfVec3 angularVelocity; ///< radians per second about each axis of the world
    gfShape3D shape;        ///< its shape at its present place
    float mass;             ///< kg, without the fluid that moves with it (added mass)
    gfVec3 inertia;         ///< kg m^2, about its own axes, without the fluid that moves with it
    gfVec3 force;      ///< N: force of the fluid, buoyancy included, weight and contacts not. Apply it at its centre
    gfVec3 torque;     ///< N m about each axis of the world: torque of the fluid, as `force`
    float submerged;   ///< fraction of its volume under the surface, 0 to 1
    float level;       ///< height of the fluid's surface above its centre, against gravity, m
    gfVec3 flow;       ///< velocity of the fluid around it, m/s
    bool grounded;     ///< whether it touches a body, a solid or a side
    bool outside;      ///< whether its centre is outside the container
    gfSolid3DId solid; ///< its solid in the fluid
} gfRigidBody3DState;

/// Returns a definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfRigidBody3DDef gfDefaultRigidBody3DDef(void);

/// Adds a rigid body, which acts from the next step on. The first body of a fluid makes all objects that bodies need;
/// steps then make none. The context must be current. None on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY
/// (bodies or solids), OUT_OF_MEMORY, SHADER, FRAMEBUFFER, HOST_STATE.
GF_API gfRigidBody3DId gfFluid3D_AddRigidBody(gfFluid3D *fluid, const gfRigidBody3DDef *def);

/// Gives a body another definition, and puts it at the definition's place at once. Needs no context. False, nothing
/// changed: as gfFluid3D_AddRigidBody, and BAD_HANDLE.
GF_API bool gfFluid3D_SetRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, const gfRigidBody3DDef *def);

/// Removes a body and its solid. Needs no context. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid3D_RemoveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id);

/// Returns a body's state as of the last step or change. Never waits and needs no context. False: NULL_ARGUMENT,
/// BAD_HANDLE.
GF_API bool gfFluid3D_GetRigidBody(const gfFluid3D *fluid, gfRigidBody3DId id, gfRigidBody3DState *state);

/// Tells the fluid where the host's physics has moved a body: `position` of its centre, m, within +-1e9, `rotation` as
/// in gfRigidBody3DState, velocities within +-GF_VALUE_MAX. A body that is not host-driven starts anew from there.
/// Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE.
GF_API bool gfFluid3D_DriveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 position, gfQuat rotation,
                                     gfVec3 velocity, gfVec3 angularVelocity);

/// Applies an `impulse` (N s, within +-1e12) at a place of the world (m, within +-1e9) to a body that is not
/// host-driven. Needs no context. False, nothing changed: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE, UNSUPPORTED (it is
/// host-driven).
GF_API bool gfFluid3D_PushRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 impulse, gfVec3 place);

#ifdef __cplusplus
}
#endif
#endif
