// A fluid in three dimensions: its rigid bodies, which are in the world, its solver and its clock.
// (gpufluid/fluid3d.h and rigid_body3d.h are the public headers.)
#ifndef GF_API_FLUID3D_H
#define GF_API_FLUID3D_H

#include "gpufluid/fluid3d.h"

#include "ext/bodies/rigid_bodies.h"
#include "ext/fluid3d/volume.h"
#include "fluid/fluid.h"

// --- shapes of bodies ------------------------------------------------------------------------------------------------

// The most contacts of two rounded boxes, the form of all bodies' shapes.
#define GF_BOX_CONTACTS 8

typedef struct gfRoundedBox {
    double centre[3], axes[3][3]; // `axes`: its own axes in the world
    double half[3], radius;       // half sizes of the inner box, and the radius of its rounding, m
} gfRoundedBox;

// A box's volume, m^3, and moments of inertia about its own axes at a density of 1.
typedef struct gfBulk {
    double volume, inertia[3];
} gfBulk;

gfRoundedBox gfRoundedBox_Make(const gfShape3DPose *pose);
gfBulk gfRoundedBox_GetBulk(const gfRoundedBox *box);
// Returns the distance of the farthest point from the centre.
double gfRoundedBox_GetBound(const gfRoundedBox *box);
// Returns the extent from the centre along a direction of length 1.
double gfRoundedBox_GetReach(const gfRoundedBox *box, const double way[3]);
// Returns the area of the projection along a direction of length 1.
double gfRoundedBox_GetShadow(const gfRoundedBox *box, const double way[3]);
// Returns the fraction of the volume with normal . (p - centre) <= offset; *arm: from the centre to that part's
// centroid.
double gfRoundedBox_Cut(const gfRoundedBox *box, const double normal[3], double offset, double arm[3]);

// Lists the corners of the inner box, each once. Returns their number.
int gfRoundedBox_GetCorners(const gfRoundedBox *box, double corners[8][3]);

// Finds contacts of boxes nearer than `reach`: normal (from a to b), separation, and the place halfway between the
// surfaces in arms[0]. Returns their number.
int gfRoundedBox_Collide(const gfRoundedBox *a, const gfRoundedBox *b, double reach,
                         gfContact contacts[GF_BOX_CONTACTS]);

// --- rigid bodies ----------------------------------------------------------------------------------------------------

// Numbers of points in a request for each body: beside it for the surface, and around it for the flow.
#define GF_BODY3D_LEVEL_POINTS 8
#define GF_BODY3D_FLOW_POINTS 8
#define GF_BODY3D_POINTS (GF_BODY3D_LEVEL_POINTS + GF_BODY3D_FLOW_POINTS)

// The part of a request for one body. gfSpot.found: for points beside it the height of the surface above the point, m;
// around it the density over that at rest.
typedef struct gfAsked3D {
    gfAsked all;
    gfSpot spots[GF_BODY3D_POINTS];
} gfAsked3D;

// The points of a request, and the container's pose and cell size then, in which the answer is.
typedef struct gfProbe3D {
    gfTexture points;
    gfContainerPose pose;
    double radius; // cell size, m
} gfProbe3D;

// Indices of movers after the bodies: one for all things at rest, the container's sides, solids.
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
    uint32_t *texels; // room for a request or an answer
} gfRigidBodies3D;

// Returns null, which is reported, on failure. It also makes the program of requests.
gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume);
void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *bodies);
// Moves bodies before step number `step` of `dt` seconds; `stepsLeft`: see gfVolume_Step. False and reported: an answer
// was lost, and bodies moved without it.
bool gfRigidBodies3D_Advance(gfRigidBodies3D *bodies, gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt, int stepsLeft);
// Requests a measurement of the fluid around bodies, after a step, if it is due. False and reported: it failed.
bool gfRigidBodies3D_Request(gfRigidBodies3D *bodies, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt);
extern const gfBodyKind gf_bodies3D;
gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt);

// --- rigid_body3d.c --------------------------------------------------------------------------------------------------

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def);
gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b);
// See gfBodyKind.moveSolid; `body`: a gfVolumeBody.
void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps);
// See gfBodyKind.getShadow and .load.
double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3]);
void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);

// --- the fluid -------------------------------------------------------------------------------------------------------

struct gfFluid3D {
    gfOwned owned; // in the device's list
    gfVolumeBody body;
    gfVolume *volume;
    gfClock clock;
    gfRigidBodies3D *bodies; // null until the first body
    gfParts parts;           // data of modules, see base/parts.h
};

// Returns whether a fluid can be made of a definition; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE.
bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Makes a fluid of a definition, between gfDevice_Begin and _End. Null and reported.
gfFluid3D *gfFluid3D_Make(gfDevice *device, const gfFluid3DDef *def);
// Makes the programs for steps of such a fluid (fluid/module.h). False and reported: a program can't be made.
bool gfFluid3D_MakePrograms(gfDevice *device, const gfFluid3DDef *def);
// Changes def.particles. False and reported: nothing changed.
bool gfFluid3D_Tune(gfFluid3D *fluid, const gfParticleParams *params);

// --- drawing ---------------------------------------------------------------------------------------------------------

// Draws into the framebuffer that the host has bound, in its viewport and scissor. `def` must have been checked, and
// `particles` be in 3D. False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfParticles3D_Draw(gfDevice *device, const gfParticleView *particles, const gfDraw3DDef *def);

#endif
