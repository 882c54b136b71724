// A fluid in three dimensions: its rigid bodies, which are in the world, its solver and its clock.
// (gpufluid/fluid3d.h and rigid_body3d.h are the public headers.)
#ifndef GF_API_FLUID3D_H
#define GF_API_FLUID3D_H

#include "gpufluid/fluid3d.h"

#include "ext/bodies/rigid_bodies.h"
#include "ext/fluid3d/volume.h"
#include "fluid/fluid.h"

// --- shapes of bodies ------------------------------------------------------------------------------------------------

// Shapes of rigid bodies in three dimensions: boxes with rounded edges, of which spheres and capsules are the limits.

// Most contacts of two boxes.
#define GF_BOX_CONTACTS 8

typedef struct gfRoundedBox {
    double centre[3], axes[3][3]; // its own axes, in the world
    double half[3], radius;       // of the box within, and of its rounding
} gfRoundedBox;

// The volume, and the moments of inertia about its own axes at a density of 1.
typedef struct gfBulk {
    double volume, inertia[3];
} gfBulk;

gfRoundedBox gfRoundedBox_Make(const gfShape3DPose *pose);
gfBulk gfRoundedBox_GetBulk(const gfRoundedBox *box);
// Returns how far its farthest point is from its centre.
double gfRoundedBox_GetBound(const gfRoundedBox *box);
// Returns how far it reaches from its centre along a direction of length 1.
double gfRoundedBox_GetReach(const gfRoundedBox *box, const double way[3]);
// Returns the area of its shadow along a direction of length 1.
double gfRoundedBox_GetShadow(const gfRoundedBox *box, const double way[3]);
// Returns the fraction of its volume where normal . (p - centre) <= offset; *arm: from its centre to the middle of that
// part.
double gfRoundedBox_Cut(const gfRoundedBox *box, const double normal[3], double offset, double arm[3]);

// Lists the corners of the box within, each once. Returns how many.
int gfRoundedBox_GetCorners(const gfRoundedBox *box, double corners[8][3]);

// Finds where two are nearer than `reach`: contacts with normal (from a to b), place halfway between the surfaces in
// arms[0], and separation. Returns how many.
int gfRoundedBox_Collide(const gfRoundedBox *a, const gfRoundedBox *b, double reach,
                         gfContact contacts[GF_BOX_CONTACTS]);

// --- rigid bodies ----------------------------------------------------------------------------------------------------

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
extern const gfBodyKind gf_bodies3D;
gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt);

// --- rigid_body3d.c --------------------------------------------------------------------------------------------------

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def);
gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b);
// gfBodyKind.moveSolid; `body`: gfVolumeBody.
void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps);
// gfBodyKind.getShadow and .load.
double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3]);
void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);

// --- the fluid -------------------------------------------------------------------------------------------------------

struct gfFluid3D {
    gfOwned owned; // in the device's list
    gfVolumeBody body;
    gfVolume *volume;
    gfClock clock;
    gfRigidBodies3D *bodies; // null: there has been none
    gfParts parts;           // gfPart: what modules keep with it
};

// Returns whether a fluid can be made of a definition; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE.
bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Makes a fluid of a definition, between gfDevice_Begin and _End. Null and reported.
gfFluid3D *gfFluid3D_Make(gfDevice *device, const gfFluid3DDef *def);
// Makes the programs of the steps of such a fluid (fluid/module.h). False and reported: one can't be made.
bool gfFluid3D_MakePrograms(gfDevice *device, const gfFluid3DDef *def);
// Takes over a definition in which no fixed member changed, but for the pose of the container. False and reported:
// nothing changed.
bool gfFluid3D_Tune(gfFluid3D *fluid, const gfFluid3DDef *changed);

// --- drawing ---------------------------------------------------------------------------------------------------------

// Draws into the framebuffer that the host has bound, in its viewport and scissor. The definition has been checked, and
// the view is of three dimensions. False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfParticles3D_Draw(gfDevice *device, const gfParticleView *particles, const gfDraw3DDef *def);

#endif
