// Rigid bodies of a gfFluid3D, in the world. (rigid_body3d.h is the public header.)
#ifndef GF_RIGID_BODIES3D_H
#define GF_RIGID_BODIES3D_H

#include "ext/bodies/rigid_bodies.h"
#include "ext/fluid3d/rounded_box.h"
#include "ext/fluid3d/volume.h"

// Number of points of a request for each body: beside it for the surface, and around it for the flow.
#define GF_BODY3D_LEVEL_POINTS 8
#define GF_BODY3D_FLOW_POINTS 8
#define GF_BODY3D_POINTS (GF_BODY3D_LEVEL_POINTS + GF_BODY3D_FLOW_POINTS)

// The part of a request that is about one body. `found` of its spots: beside it the height of the surface above the
// point, m; around it the density over that at rest.
typedef struct gfAsked3D {
    gfAsked all;
    gfSpot spots[GF_BODY3D_POINTS];
} gfAsked3D;

// What a request is drawn from, and what its answer is in.
typedef struct gfProbe3D {
    gfTexture points;
    gfContainerPose pose;
    double radius; // of a cell then, m
} gfProbe3D;

// The order of movers after the bodies: one for all that stands still, the container's sides, solids.
enum {
    GF_MOVER3D_SIDES = GF_RIGID_BODY3D_MAX + 1,
    GF_MOVER3D_SOLIDS = GF_MOVER3D_SIDES + 6,
    GF_MOVERS3D = GF_MOVER3D_SOLIDS + GF_SOLID3D_MAX
};

typedef struct gfRigidBodies3D {
    gfRigidBodies all;
    gfProbe3D probes[GF_BODY_REQUESTS];
    gfReadRing reads;
    gfTexture answer;
    uint32_t *texels; // of a request or an answer, while it is written or read
} gfRigidBodies3D;

// Returns a vector of which no component is larger than `most`.
static inline gfVec3 gfVec3_Make(const double v[3], double most)
{
    float c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = (float)fmin(fmax(v[i], -most), most);
    }
    return (gfVec3){c[0], c[1], c[2]};
}

// Returns null, which is reported, on failure. The first drawing of answers is done here.
gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume);
void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *bodies);
// Moves bodies before step number `step` of `dt` seconds; `stepsLeft` as in gfVolume_Step. False and reported: an
// answer was lost, and they went on without.
bool gfRigidBodies3D_Advance(gfRigidBodies3D *bodies, gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt, int stepsLeft);
// Requests, after a step, what the fluid is like around bodies, if that is due. False and reported: it could not.
bool gfRigidBodies3D_Request(gfRigidBodies3D *bodies, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt);
// Measures, writes or reads all bodies, after the solids (gl/archive.h); writing waits for requests under way. Reading
// fills a list without bodies.
void gfRigidBodies3D_Archive(gfArchive *archive, gfRigidBodies3D *bodies, gfVolumeBody *body);
extern const gfBodyKind gf_bodies3D;
gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt);

// --- rigid_body3d.c

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def);
gfShape3D gfRigidBody3D_GetShape(const gfRigidBody *b);
gfShape3DPose gfRigidBody3D_GetPose(const gfRigidBody *b);
gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b);
// Returns the solid that stands for the body in the fluid.
gfSolid3DDef gfRigidBody3D_GetSolid(const gfRigidBody *b);
// gfBodyKind.moveSolid; `body`: gfVolumeBody.
void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps);
// gfBodyKind.getShadow and .load.
double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3]);
void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);

#endif
