/// Shapes in three dimensions, and the solids of a gfFluid3D that are made of them, in world metres, y up. Make a
/// shape, put it into gfDefaultSolid3DDef(), and call gfFluid3D_AddSolid (fluid3d.h).
#ifndef GPUFLUID_SOLID3D_H
#define GPUFLUID_SOLID3D_H

#include "gpufluid/particle_params.h"
#include "gpufluid/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most solids of one gfFluid3D.
#define GF_SOLID3D_MAX 64

/// A rotation, as a quaternion of length 1 (within a tenth; it is normalised). No rotation is (0, 0, 0, 1).
typedef struct gfQuat {
    float x; ///< x of the axis times the sine of half the angle
    float y; ///< y of the axis times the sine of half the angle
    float z; ///< z of the axis times the sine of half the angle
    float w; ///< cosine of half the angle
} gfQuat;

/// Kinds of shapes.
typedef enum gfShape3DKind { GF_SHAPE3D_SPHERE, GF_SHAPE3D_BOX, GF_SHAPE3D_CAPSULE } gfShape3DKind;

/// A shape in the world. Make it with one of the gfMake... functions. Positions are within +-1e9 m, sizes at most that.
typedef struct gfShape3D {
    gfShape3DKind kind; ///< tells which of the members below count
    gfVec3 a;           ///< sphere and box: centre; capsule: first end; m
    gfVec3 b;           ///< capsule: second end; box: half extents (> 0); m
    float radius;       ///< sphere and capsule: > 0; box: rounding of its edges, 0 to the smallest half extent; m
    gfQuat rotation;    ///< box: rotation about its centre; default (0, 0, 0, 1)
} gfShape3D;

/// Returns a ball; `radius` > 0. Reports nothing and needs no context.
GF_API gfShape3D gfMakeSphere(gfVec3 centre, float radius);

/// Returns a box, turned about its centre. Reports nothing and needs no context.
GF_API gfShape3D gfMakeBox(gfVec3 centre, gfVec3 halfExtents, gfQuat rotation);

/// Returns everything within `radius` of the segment from `a` to `b`. Reports nothing and needs no context.
GF_API gfShape3D gfMakeCapsule3D(gfVec3 a, gfVec3 b, float radius);

/// Returns the centre of a shape (capsule: the middle); (0, 0, 0) for null. Reports nothing and needs no context.
GF_API gfVec3 gfShape3D_GetCentre(const gfShape3D *shape);

/// Returns the rotation by `angle` (radians) about `axis` (any length but 0), counter-clockwise as seen from its tip.
/// No rotation if the axis is 0 or not finite. Reports nothing and needs no context.
GF_API gfQuat gfMakeQuat(gfVec3 axis, float angle);

/// Handle of a solid of a gfFluid3D; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfSolid3DId);

/// One solid. Make it with gfDefaultSolid3DDef(). Each component of both velocities is within +-GF_VALUE_MAX.
typedef struct gfSolid3DDef {
    /// Place and size; required. Nothing passes a solid that is at least one kernel radius thick and moves by less than
    /// half its thickness in a substep. Thinner ones leak where the fluid is fast.
    gfShape3D shape;
    /// Velocity at gfShape3D_GetCentre(&shape), m/s, by which it pushes the fluid. It does not move the solid: the host
    /// moves the shape by gfFluid3D_SetSolid, and within the next step the solid goes there evenly. Default 0.
    gfVec3 velocity;
    /// Rotation about the shape's centre, by which it pushes the fluid, radians per second about each axis of the
    /// world. Default 0.
    gfVec3 angularVelocity;
    /// Way in which the surface meets the fluid; GF_WALL_NO_SLIP acts through viscosity. Default
    /// GF_WALL_FREE_SLIP.
    gfWall surface;
    /// Set by gfDefaultSolid3DDef().
    int32_t cookie;
} gfSolid3DDef;

/// Returns a definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfSolid3DDef gfDefaultSolid3DDef(void);

#ifdef __cplusplus
}
#endif
#endif
