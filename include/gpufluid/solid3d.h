/// Shapes in three dimensions, and the solids of a gfFluid3D that are made of them. World metres, y up.
#ifndef GPUFLUID_SOLID3D_H
#define GPUFLUID_SOLID3D_H

#include "gpufluid/particle_params.h"
#include "gpufluid/solid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most solids of one gfFluid3D.
#define GF_SOLID3D_MAX 64

/// A rotation: a quaternion of length 1 (within a tenth; it is made exact). None is (0, 0, 0, 1).
typedef struct gfQuat {
    float x; ///< the axis, times the sine of half the angle
    float y; ///< likewise
    float z; ///< likewise
    float w; ///< the cosine of half the angle
} gfQuat;

/// Which shape a gfShape3D is.
typedef enum gfShape3DKind { GF_SHAPE3D_SPHERE, GF_SHAPE3D_BOX, GF_SHAPE3D_CAPSULE } gfShape3DKind;

/// A shape in the world. Make it with one of the gfMake... functions. Positions are within +-1e9 m, sizes at most that.
typedef struct gfShape3D {
    gfShape3DKind kind; ///< which of the members below count
    gfVec3 a;           ///< sphere and box: centre; capsule: first end; m
    gfVec3 b;           ///< capsule: second end; box: half extents (> 0); m
    float radius;       ///< sphere and capsule: > 0; box: rounding of its edges, 0 to the smallest half extent; m
    gfQuat rotation;    ///< box: how it is turned about its centre
} gfShape3D;

/// A ball. Reports nothing and needs no context.
GF_API gfShape3D gfMakeSphere(gfVec3 centre, float radius);

/// A box, turned about its centre. Reports nothing and needs no context.
GF_API gfShape3D gfMakeBox(gfVec3 centre, gfVec3 halfExtents, gfQuat rotation);

/// Everything within `radius` of the segment from `a` to `b`. Reports nothing and needs no context.
GF_API gfShape3D gfMakeCapsule3D(gfVec3 a, gfVec3 b, float radius);

/// The centre of a sphere or box, the middle of a capsule. (0, 0, 0) for null. Reports nothing and needs no context.
GF_API gfVec3 gfShape3D_GetCentre(const gfShape3D *shape);

/// The turn by `angle` radians about `axis`, of any length but 0, counter-clockwise as seen from its tip. No turn if
/// the axis is 0 or not finite. Reports nothing and needs no context.
GF_API gfQuat gfMakeQuat(gfVec3 axis, float angle);

/// Handle of a solid of a gfFluid3D; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfSolid3DId);

/// One solid. Make it with gfDefaultSolid3DDef(). Each component of both velocities is within +-GF_VALUE_MAX.
typedef struct gfSolid3DDef {
    /// Where; required. Nothing gets through a solid that is one kernel radius thick or more, and none of those that
    /// move by less than half their thickness in a substep. Thinner ones leak where the fluid is fast.
    gfShape3D shape;
    /// Velocity, m/s, at gfShape3D_GetCentre(&shape): it pushes the fluid. The host moves the shape: within the next
    /// step the solid goes evenly from where it was to where gfFluid3D_SetSolid puts it. Default 0.
    gfVec3 velocity;
    /// Turns about that centre, radians per second about each axis of the world. Default 0.
    gfVec3 angularVelocity;
    /// How the surface meets the fluid; GF_SURFACE_NO_SLIP is felt through viscosity. Default GF_SURFACE_FREE_SLIP.
    gfSurface surface;
    /// Set by gfDefaultSolid3DDef().
    int32_t cookie;
} gfSolid3DDef;

/// A definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfSolid3DDef gfDefaultSolid3DDef(void);

#ifdef __cplusplus
}
#endif
#endif
