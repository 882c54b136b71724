// Rigid bodies of a gfFluid3D, as rigid_bodies.h has them of a gfFluid: their list, what they know of the fluid around
// them, and their steps. All is in the world. (rigid_body3d.h is the public header.)
#ifndef GF_RIGID_BODIES3D_H
#define GF_RIGID_BODIES3D_H

#include "gpufluid/rigid_body3d.h"

#include "ext/bodies/load_request.h"
#include "ext/fluid3d/rounded_box.h"
#include "ext/fluid3d/volume.h"
#include "gl/archive.h"
#include "gl/readback.h"

// Number of points of a request for each body: beside it for the surface, and around it for the flow.
#define GF_BODY3D_LEVEL_POINTS 8
#define GF_BODY3D_FLOW_POINTS 8
#define GF_BODY3D_POINTS (GF_BODY3D_LEVEL_POINTS + GF_BODY3D_FLOW_POINTS)

// A point of a request, and the answer to it.
typedef struct gfSpot3D {
    double arm[3];      // from the body's centre then, m
    double velocity[3]; // m/s
    double found;       // beside the body: height of the surface above the point, m; else density over that at rest
    bool known;         // it was in the container, and in no solid, and the answer was finite
} gfSpot3D;

// The fluid around a body as far as it is known, smoothed in time.
typedef struct gfSurroundings3D {
    bool known;
    bool levelKnown;   // by its own points
    double level;      // of the surface over the body, as a height: against gravity, from the world's origin, m
    double slope[3];   // of it, along the world's axes
    double levelPlace; // the centre's height then, m: smoothed alike
    double slowLevel;  // the surface over several of the body's own oscillations, without the waves of those
    double swell;      // speed at which `slowLevel` rises, m/s
    double flow[3];    // m/s
    double turning[3]; // of the flow, 1/s
    double wet;        // share of the points around it that are in liquid
    double wetArm[3];  // where they are, from the centre, m
} gfSurroundings3D;

// The motion of a body that a host drives, as gfHostMotion in two dimensions.
typedef struct gfHostMotion3D {
    double force[3], moment[3];  // N, N m
    double velocity[3], spin[3]; // m/s, 1/s
    double lasted, period;       // s
} gfHostMotion3D;

typedef struct gfRigidBody3D {
    gfRigidBody3DDef def;
    gfSolid3DId solid;
    double half[3], radius;                // of its form
    double mass, inertia[3], volume;       // inertia about its own axes
    double bound, inner;                   // m: farthest and nearest points of its surface
    double place[3], velocity[3], spin[3]; // now
    gfTurn turn;                           // from its own axes to the world's
    gfSurroundings3D around;
    gfHostMotion3D host;
    uint64_t knownFrom; // requests of earlier steps were made at another place
    double force[3], torque[3], submerged;
    double density; // of the fluid, kg/m^3
    double period;  // s/rad: of its oscillation at a surface, 0: it has none
    bool grounded;
} gfRigidBody3D;

// A request under way; once its answer is in host memory `spots` holds it.
typedef struct gfBody3DRequest {
    gfLoadRequest head;
    double places[GF_RIGID_BODY3D_MAX][3]; // of their centres, m
    gfSpot3D *spots;
    gfTexture points;
    gfContainerPose pose; // that the answer is in
    double radius;        // of a cell then, m
} gfBody3DRequest;

// The order of movers: bodies, one for all that stands still, the container's sides, solids.
enum {
    GF_MOVER3D_STILL = GF_RIGID_BODY3D_MAX,
    GF_MOVER3D_SIDES = GF_MOVER3D_STILL + 1,
    GF_MOVER3D_SOLIDS = GF_MOVER3D_SIDES + 6,
    GF_MOVERS3D = GF_MOVER3D_SOLIDS + GF_SOLID3D_MAX
};

typedef struct gfRigidBodies3D {
    gfSlots list; // gfRigidBody3D
    int count;
    gfBody3DRequest requests[GF_READ_RING];
    gfLoadRing ring; // as gfReadRing
    gfReadRing reads;
    gfTexture answer;
    uint32_t *texels; // of a request or an answer, while it is written or read
    gfContacts contacts;
    gfMover *movers;
    gfRoundedBox *boxes; // of bodies, where they are, by slot
} gfRigidBodies3D;

// The values that forces are computed from.
typedef struct gfLoadScene3D {
    double gravity[3], g; // m/s^2
    double up[3];         // against it, of length 1
    double sides[2][3];   // across it
    double radius, dt;    // of the kernels, m; s
} gfLoadScene3D;

static inline void gfVec3_Get(double to[3], gfVec3 v)
{
    to[0] = (double)v.x;
    to[1] = (double)v.y;
    to[2] = (double)v.z;
}

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
bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody3D gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def);
gfShape3D gfRigidBody3D_GetShape(const gfRigidBody3D *b);
gfShape3DPose gfRigidBody3D_GetPose(const gfRigidBody3D *b);
// Returns the solid that stands for the body in the fluid.
gfSolid3DDef gfRigidBody3D_GetSolid(const gfRigidBody3D *b);
// Moves that solid to the body: within the next step, or with `jumps` at once.
void gfRigidBody3D_MoveSolid(const gfRigidBody3D *b, gfVolumeBody *body, bool jumps);
// Forgets what was known of the fluid at another place.
void gfRigidBody3D_Forget(gfRigidBody3D *b, uint64_t step);

// Puts bodies back to where they were defined.
void gfRigidBodies3D_Reset(gfRigidBodies3D *bodies, gfVolumeBody *body);
// Moves bodies before step number `step` of `dt` seconds; `stepsLeft` as in gfVolume_Step. False and reported: an
// answer was lost, and they went on without.
bool gfRigidBodies3D_Advance(gfRigidBodies3D *bodies, gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt, int stepsLeft);
// Requests, after a step, what the fluid is like around bodies, if that is due. False and reported: it could not.
bool gfRigidBodies3D_Request(gfRigidBodies3D *bodies, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt);
// Waits for all that is under way, so that it lies in host memory.
void gfRigidBodies3D_Land(gfDevice *device, gfRigidBodies3D *bodies);
// Measures, writes or reads all bodies, after the solids (gl/archive.h); writing waits for requests under way. Reading
// fills a list without bodies.
void gfRigidBodies3D_Archive(gfArchive *archive, gfRigidBodies3D *bodies, gfVolumeBody *body);

// Takes those answers that are due before step number `step`, and waits for none that is not. False and reported: one
// was lost.
bool gfRigidBodies3D_TakeAnswers(gfRigidBodies3D *bodies, gfDevice *device, const gfLoadScene3D *scene, uint64_t step);

// --- body_contacts3d.c

// The values that a step's contacts are found from. `now` and `next`: the container before and after it.
typedef struct gfContactScene3D {
    gfRigidBodies3D *bodies;
    gfVolumeBody *body;
    double dt, gravity, radius;
    const gfContainerPose *now, *next;
} gfContactScene3D;

// Lists the contacts of a step, and moves boxes of bodies to where they are.
void gfRigidBodies3D_FindContacts(const gfContactScene3D *scene);

static inline bool gfRigidBody3D_IsClosedSide(const gfVolumeBody *body, int side)
{
    return (body->def.openSides >> side & 1) == 0;
}

// Finds the direction out of the container through a side.
static inline void gfRigidBody3D_GetOutwards(const gfContainerPose *pose, int side, double outwards[3])
{
    double own[3] = {0.0, 0.0, 0.0};
    own[side / 2] = side % 2 == 1 ? 1.0 : -1.0;
    gfTurn_Apply(pose->turn, own, outwards);
}

// --- loads3d.c

gfLoadScene3D gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt);
// Places the points of a request around a body, as arms. Returns how far the surface is looked for, m.
double gfRigidBody3D_PlacePoints(const gfRigidBody3D *b, const gfLoadScene3D *scene, gfSpot3D spots[GF_BODY3D_POINTS]);
// Takes an answer, `elapsed` seconds after the one before; `place`: of its centre when that was requested.
void gfRigidBody3D_TakeAnswer(gfRigidBody3D *b, const gfLoadScene3D *scene, const gfSpot3D *spots,
                              const double place[3], double elapsed);
// Tells the host to hold it, as long as the fluid around it is not known.
void gfRigidBody3D_Bear(gfRigidBody3D *b, const double gravity[3]);
// Takes a pose from the host, with what that tells of its pushes.
void gfRigidBody3D_Drive(gfRigidBody3D *b, const double place[3], gfTurn turn, const double velocity[3],
                         const double spin[3]);
// Applies the forces of the fluid and its own weight as motion: drag changes its velocity at once, the rest is
// acceleration. The mover's mass has the fluid that moves with it.
void gfRigidBody3D_Load(gfRigidBody3D *b, const gfLoadScene3D *scene, gfMover *mover);
// Returns the inverse of moments about its own axes, in the world.
void gfRigidBody3D_InvertInertia(const gfRigidBody3D *b, const double moments[3], double inverse[3][3]);

#endif
