// Rotations of containers and solids, as unit quaternions x, y, z, w in doubles.
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

// Returns a turn of length 1.
gfTurn gfTurn_From(gfQuat q);
gfQuat gfTurn_ToQuat(gfTurn t);
// Returns the turn that applies b and then a.
gfTurn gfTurn_Multiply(gfTurn a, gfTurn b);
gfTurn gfTurn_Invert(gfTurn t);
void gfTurn_Apply(gfTurn t, const double v[3], double out[3]);
void gfTurn_ApplyTo(gfTurn t, gfVec3 v, double out[3]);
// Returns a turn between a (`share` 0) and b (1), by spherical linear interpolation (Shoemake 1985).
gfTurn gfTurn_Between(gfTurn a, gfTurn b, double share);
// Returns the shortest turn from direction a to b, both of length 1.
gfTurn gfTurn_FromTo(const double a[3], const double b[3]);
// Convert a turn to its axis times its angle (at most pi), and back.
void gfTurn_GetAngles(gfTurn t, double angles[3]);
gfTurn gfTurn_FromAngles(const double angles[3]);

// Returns whether a public quaternion's length is 1 to within a tenth; reports OUT_OF_RANGE.
bool gfQuat_Check(const gfCore *core, gfQuat q, const char *name, const char *caller);

#endif
