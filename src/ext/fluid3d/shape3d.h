// Shapes in three dimensions in host memory: checks, and the one form that all of them have.
#ifndef GF_SHAPE3D_H
#define GF_SHAPE3D_H

#include "gpufluid/draw3d.h"

#include "fluid/records.h"
#include "fluid/turn.h"

// The tables of the members of definitions in three dimensions, out of members.inc.
extern const gfRecord gf_fluid3DDefRecord, gf_solid3DDefRecord, gf_source3DDefRecord, gf_rigidBody3DDefRecord,
    gf_draw3DDefRecord;
// A drawing without a camera.
extern const gfDraw3DDef gf_draw3DDefDefault;

// Every shape is a box with rounded edges: of a sphere nothing is left of the box, of a capsule a line along y.
typedef struct gfShape3DPose {
    double centre[3];
    gfTurn turn;
    double half[3], radius; // of the box within, and of its rounding
} gfShape3DPose;

// Reports OUT_OF_RANGE. `caller` names the public function.
bool gfShape3D_Check(const gfCore *core, const gfShape3D *shape, const char *caller);
// Returns a shape's pose. A capsule's turn about its own axis does not matter: it is turned from `from` by the shortest
// way.
gfShape3DPose gfShape3D_GetPose(const gfShape3D *shape, gfTurn from);
// Returns the signed distance to its surface, m, negative inside.
double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3]);
// Returns whether a shape lies wholly in the first one.
bool gfShape3DPose_Covers(const gfShape3DPose *pose, const gfShape3D *shape);

#endif
