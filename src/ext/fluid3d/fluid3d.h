// gfFluid3D: particles in a container (volume.h), rigid bodies, and a clock. (gpufluid/fluid3d.h is the public header.)
#ifndef GF_API_FLUID3D_H
#define GF_API_FLUID3D_H

#include "gpufluid/fluid3d.h"

#include "ext/bodies/rigid_bodies.h"
#include "ext/fluid3d/volume.h"
#include "fluid/fluid.h"

// --- shapes of bodies ------------------------------------------------------------------------------------------------

// The shape of a rigid body in the world: a box with edges and corners rounded by a radius.
typedef struct gfRoundedBox {
    double centre[3], axes[3][3]; // m; `axes`: directions of the box's own axes in the world, of length 1
    double half[3], radius;       // half sizes of the inner box along its axes, radius of the rounding around it, m
} gfRoundedBox;

// Volume of a rounded box, m^3, and its moments of inertia about its own axes at a density of 1, m^5.
typedef struct gfBulk {
    double volume, inertia[3];
} gfBulk;

gfRoundedBox gfRoundedBox_Make(const gfShape3DPose *pose);
gfBulk gfRoundedBox_GetBulk(const gfRoundedBox *box);
// Returns the distance of the farthest point from the centre, m.
double gfRoundedBox_GetBound(const gfRoundedBox *box);
// Returns how far the box reaches from its centre along the direction `way` (of length 1), m.
double gfRoundedBox_GetReach(const gfRoundedBox *box, const double way[3]);
// Returns the area of the box's projection along the direction `way` (of length 1), m^2.
double gfRoundedBox_GetShadow(const gfRoundedBox *box, const double way[3]);
// Returns the fraction of volume for which normal . (p - centre) <= offset. *arm: from the centre to its centroid, m.
double gfRoundedBox_Cut(const gfRoundedBox *box, const double normal[3], double offset, double arm[3]);

// Lists the inner box's corners and returns their number. Those that coincide, as in a sphere or capsule, count once.
int gfRoundedBox_GetCorners(const gfRoundedBox *box, double corners[8][3]);

// Finds contacts between boxes whose surfaces are nearer than `reach` m, and returns how many. Sets of each what
// gfHull_Collide sets.
int gfRoundedBox_Collide(const gfRoundedBox *a, const gfRoundedBox *b, double reach,
                         gfContact contacts[GF_BODY_CONTACTS]);

// --- rigid bodies ----------------------------------------------------------------------------------------------------

// Points at which a request measures the fluid around one body: beside it for the surface, and around it for the flow.
#define GF_BODY3D_LEVEL_POINTS 8
#define GF_BODY3D_FLOW_POINTS 8
#define GF_BODY3D_POINTS (GF_BODY3D_LEVEL_POINTS + GF_BODY3D_FLOW_POINTS)

// A request's part for one body. In `spots`, points beside the body (for the surface) come before those for the flow.
typedef struct gfAsked3D {
    gfAsked all;
    gfSpot spots[GF_BODY3D_POINTS];
} gfAsked3D;

// What a pending request keeps for its answer, which comes in the container's axes and cells at the request.
typedef struct gfProbe3D {
    gfTexture points;     // RGBA32UI, a texel for each point: bits of x, y, z and how far to seek the surface, cells
    gfContainerPose pose; // of the container at the request
    double radius;        // size of a cell at the request, m
} gfProbe3D;

// Indices of movers in 3D: bodies by slot, one mover for all things at rest, the container's six sides, solids by slot.
enum {
    GF_MOVER3D_SIDES = GF_RIGID_BODY3D_MAX + 1,
    GF_MOVER3D_SOLIDS = GF_MOVER3D_SIDES + 6,
    GF_MOVERS3D = GF_MOVER3D_SOLIDS + GF_SOLID3D_MAX
};

// The rigid bodies of a gfFluid3D.
typedef struct gfRigidBodies3D {
    gfRigidBodies all;
    gfProbe3D probes[GF_BODY_REQUESTS]; // of the pending requests, with the indices of gfRigidBodies.requests
    gfReadRing reads;                   // reads answers from the GPU without waiting
    gfTexture answer;                   // the newest answer, a texel for each point: see shaders/particles/probe.frag
    uint32_t *texels;                   // memory for one request or answer, four words for each texel
} gfRigidBodies3D;

// Makes a list without bodies, and the program of requests.
gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume);
void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *bodies);
// Moves bodies before step number `step` of `dt` seconds. `stepsLeft`: see gfVolume_Step. False and reported: an answer
// was lost, and bodies moved by the last one.
bool gfRigidBodies3D_Advance(gfRigidBodies3D *bodies, gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt, int stepsLeft);
// After step number `step`: requests a measurement of the fluid around bodies, if it is time.
bool gfRigidBodies3D_Request(gfRigidBodies3D *bodies, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt);
extern const gfBodyKind gf_bodies3D;
gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt);

// --- rigid_body3d.c --------------------------------------------------------------------------------------------------

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller);
// Makes a body from a definition that gfRigidBody3D_Check accepted.
gfRigidBody gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def);
gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b);
// The function gfBodyKind.moveSolid of 3D. `body`: a gfVolumeBody.
void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps);
// The functions gfBodyKind.getShadow and gfBodyKind.load of 3D.
double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3]);
void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);

// --- the fluid -------------------------------------------------------------------------------------------------------

struct gfFluid3D {
    gfOwned owned; // this fluid's place in the list of things that the device destroys with itself
    gfVolumeBody body;
    gfVolume *volume; // state of the solver: the particles
    gfClock clock;
    gfRigidBodies3D *bodies; // null until a body is added
    gfParts parts;           // what modules keep with this fluid, such as health checks; see base/parts.h
};

// Returns whether a fluid can be made from a definition; reports NULL_ARGUMENT, COOKIE or OUT_OF_RANGE.
bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Makes a fluid from a checked definition. Call it between gfDevice_Begin and gfDevice_End.
gfFluid3D *gfFluid3D_Make(gfDevice *device, const gfFluid3DDef *def);
// Makes the programs that steps of a fluid with this definition need, by a dry run (fluid/module.h).
bool gfFluid3D_MakePrograms(gfDevice *device, const gfFluid3DDef *def);
// Changes a fluid's definition except the container's pose. Fixed members must be as they were. False: nothing changed.
bool gfFluid3D_Tune(gfFluid3D *fluid, const gfFluid3DDef *changed);

// --- drawing ---------------------------------------------------------------------------------------------------------

// Draws particles of a fluid in 3D into the framebuffer that the host has bound, within its viewport and scissor box.
// `def` must have been checked. False and reported: UNSUPPORTED, SHADER, OUT_OF_MEMORY, FRAMEBUFFER or GL.
bool gfParticles3D_Draw(gfDevice *device, const gfParticleView *particles, const gfDraw3DDef *def);

#endif
