// Rotations in three dimensions, as unit quaternions x, y, z, w; in doubles, so that rounding does not add up.
#ifndef GF_TURN_H
#define GF_TURN_H

#include "gpufluid/solid3d.h"

#include "base/core.h"

typedef struct gfTurn {
    double x, y, z, w;
} gfTurn;

static inline void gfVec3_Get(double to[3], gfVec3 v)
{
    to[0] = (double)v.x;
    to[1] = (double)v.y;
    to[2] = (double)v.z;
}

// Returns a public quaternion as a rotation, scaled to length 1.
gfTurn gfTurn_From(gfQuat q);
gfQuat gfTurn_ToQuat(gfTurn t);
// Returns the rotation that applies `b` first and then `a`.
gfTurn gfTurn_Multiply(gfTurn a, gfTurn b);
gfTurn gfTurn_Invert(gfTurn t);
void gfTurn_Apply(gfTurn t, const double v[3], double out[3]);
void gfTurn_ApplyTo(gfTurn t, gfVec3 v, double out[3]);
// Applies a rotation to the vector of this length along axis `i` (0: x, 1: y, 2: z).
void gfTurn_GetAxis(gfTurn t, int i, double length, double out[3]);
// Returns the rotation between `a` (share 0) and `b` (share 1), by spherical linear interpolation (Shoemake 1985).
gfTurn gfTurn_Between(gfTurn a, gfTurn b, double share);
// Returns the smallest rotation that turns direction `a` into direction `b`; both must have length 1.
gfTurn gfTurn_FromTo(const double a[3], const double b[3]);
// Convert a rotation to a vector along its axis, as long as its angle in radians (at most pi), and back.
void gfTurn_GetAngles(gfTurn t, double angles[3]);
gfTurn gfTurn_FromAngles(const double angles[3]);

// Returns whether a quaternion that the host gives has length 1 to within a tenth. If not, reports OUT_OF_RANGE.
bool gfQuat_Check(const gfCore *core, gfQuat q, const char *name, const char *caller);

#endif
