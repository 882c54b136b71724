// Rigid bodies in fluids of 2D and 3D: their list, measurements of the fluid around them, and their steps. In 2D all is
// in the plane z = 0, bodies turn about z alone, and up is y. rigid_bodies2d.c and ext/fluid3d/rigid_bodies3d.c have
// the two kinds.
//
// Every few steps bodies request a measurement of the fluid around them. They use the answer a fixed number of steps
// later, however early it arrives, so that runs repeat on every machine. Buoyancy and drag are computed for the present
// pose of a body.
#ifndef GF_RIGID_BODIES_H
#define GF_RIGID_BODIES_H

#include "gpufluid/rigid_body.h"
#include "gpufluid/rigid_body3d.h"

#include "ext/bodies/contacts.h"
#include "fluid/solver.h"
#include "fluid/turn.h"
#include "gl/archive.h"

#include <float.h>

#define GF_BODY_SIDES 6    // most sides of a domain
#define GF_BODY_CORNERS 16 // most corners of a body
#define GF_BODY_CONTACTS 8 // most contacts of two bodies
#define GF_BODY_SPOTS 16   // most points of a request for each body
#define GF_BODY_REQUESTS 4 // most pending requests
#define GF_COVERED 6       // force (x, y) and torque on covered faces at the sides, and above and below
#define GF_LOAD_SLOPE_MAX 0.5
#define GF_LOAD_ROLL_RATIO 0.25        // roll damping by radiated waves, of critical damping
#define GF_LOAD_ADDED_INERTIA 0.392699 // added inertia / (density (a^2 - b^2)^2), radii a and b

// The place and motion of a body.
typedef struct gfPose {
    double place[3], angle; // `angle`: in 2D, radians
    gfTurn turn;            // in 3D, from its own axes to the world's
    double velocity[3], spin[3];
} gfPose;

// The measured fluid around a body, smoothed in time.
typedef struct gfSurroundings {
    bool known;
    bool levelKnown;       // `level` is of its own points, not borrowed from another body
    double level;          // height of the surface at its centre of mass, against gravity, m
    double slope[3];       // of the surface, along the world's axes
    double levelPlace;     // height of its centre at the measurement, smoothed alike, m
    double slowLevel;      // mean level over several of its own oscillations, m
    double swell;          // speed at which `slowLevel` rises, m/s
    double flow[3];        // mean velocity of the flow, m/s
    double turning[3];     // rotation of the flow, 1/s
    double wet;            // fraction of the points around it that are in liquid
    double wetArm[3];      // mean place of these points from the centre, m
    gfPose last;           // at the last answered request
    bool measured;         // the members from here to wetFraction are known (GAUSSIAN measures forces)
    gfPose middle;         // mean pose and velocities between the last two requests
    double residual[3];    // force and torque besides buoyancy and added mass: N, N m
    double owed[3];        // momentum that the lag drag took and has not handed back: N s, N m s
    double spare;          // energy that the lag drag took lately and has not handed back, J
    double excess;         // long-term mean of residual[1], N
    double wetFraction;    // fraction of the body under water, smoothed like `residual`
    double depth;          // seen from above: mean depth of water, m
    double onGround;       // likewise: fraction of its weight that the ground bears
    double groundForce[2]; // likewise: force over weight by the slope of the ground
    double groundTurn;     // likewise: torque over weight, m
} gfSurroundings;

// The host's forces on a body that it drives, as its poses show them.
typedef struct gfHostMotion {
    double force[3], moment[3];  // weight, contacts and joints between the last two poses, N and N m
    double velocity[3], spin[3]; // at the last pose before a step, m/s and 1/s
    double lasted;               // time of the fluid's steps since that pose, s
    double period;               // time of steps between the last two such poses, s; 0: there were none
} gfHostMotion;

// The members of definitions that 2D and 3D have in common.
typedef struct gfBodyTraits {
    float friction, restitution, gravityScale, drag, angularDrag;
    bool hostDriven;
} gfBodyTraits;

// Makes the traits of a definition of either kind.
#define GF_BODY_TRAITS(def)                                                                                    \
    ((gfBodyTraits){(def)->friction, (def)->restitution, (def)->gravityScale, (def)->drag, (def)->angularDrag, \
                    (def)->hostDriven})

typedef struct gfRigidBody {
    gfBodyTraits traits;
    gfHandle solid;
    double mass, inertia[3]; // kg; kg m^2 about its own axes
    double size;             // area or volume, m^2 or m^3
    double bound, inner;     // m: farthest and nearest points of its surface
    double place[3], angle;  // see gfPose
    gfTurn turn;
    double velocity[3], spin[3];
    gfSurroundings around;
    gfHostMotion host;
    uint64_t knownFrom; // answers to requests before this step are of another place
    double force[3], torque[3];
    double submerged, before; // fraction under water now, and in the last step
    double density;           // density of the fluid, kg/m^3
    double period;            // of its heave oscillation, s/rad; 0: none
    double given[3];          // impulse of drag in the last step, N s
    bool grounded;
    // In two dimensions:
    gfRigidBodyDef def2D;
    gfHull hull;                // about the centre of mass, unturned
    double offset[2];           // from the centre of mass to the shape's centre, unturned
    double covered[GF_COVERED]; // hydrostatic impulses on covered faces since the last request: N s, N m s
    double grown;               // fraction of its size that the fluid feels (swelling)
    uint64_t grownStep;         // the step in which it last grew
    bool watched;               // `before` is known
    // In three dimensions:
    gfRigidBody3DDef def3D;
    double half[3], radius; // of its rounded box
} gfRigidBody;

// An answer: the fluid at a point.
typedef struct gfSpot {
    double arm[3];      // from the body's centre, m
    double velocity[3]; // m/s
    double found;       // in 3D: height of the surface above the point, m, or density over that at rest
    bool known;         // the point is in the domain and in no solid, and the answer was finite
    double liquid;      // weight of the velocity, 0 to 1
} gfSpot;

// The part of a request for one body; each kind adds members.
typedef struct gfAsked {
    uint64_t generation; // of the body's handle
    int32_t index;
    gfPose pose; // of the body at the request
} gfAsked;

// A pending request.
typedef struct gfBodyRequest {
    uint64_t step, due; // made after step `step`; its answer is used before step `due`
    bool landed;        // the answer is in host memory
    int count;          // number of bodies
    double elapsed_s;   // time over which loads were summed, s; 0: no loads
    char *asked;        // an array of gfAsked with gfBodyKind.asked bytes each
} gfBodyRequest;

typedef struct gfBodyKind gfBodyKind;

typedef struct gfRigidBodies {
    const gfBodyKind *kind;
    gfSlots list; // gfRigidBody
    int count;
    gfBodyRequest requests[GF_BODY_REQUESTS];
    uint64_t started, taken; // numbers of requests since creation
    uint64_t nextStep;       // the first step after which a request is made again
    gfContacts contacts;
    gfMover *movers; // bodies by slot, one at rest, and further ones of the kind
    int moverCount;
} gfRigidBodies;

// The values that forces are computed from.
typedef struct gfLoadScene {
    const gfBodyKind *kind;
    gfMedium medium;
    double gravity[3], g; // m/s^2
    double up[3];         // of length 1; in 3D against gravity
    double aside[2][3];   // in 3D: two directions across `up`
    double cellSize, dt;  // size of a cell (3D: of a kernel), m; time step, s
    double sound, size;   // speed of sound in the liquid, m/s; longest side of the domain, m
} gfLoadScene;

// A side of the domain: a plane at a distance `far` from `from`, m.
typedef struct gfBodySide {
    bool closed;
    int mover;
    double normal[3], from[3], far; // normal: outwards
    double reach;                   // the farthest that the side may move in this step, m
} gfBodySide;

// Inputs of finding a step's contacts.
typedef struct gfContactScene {
    gfRigidBodies *bodies;
    void *body; // of the fluid: gfBody or gfVolumeBody
    const gfLoadScene *loads;
    const gfBodySide *now, *next; // the sides before and after the step
    double reachLeast;            // things nearer than this have contacts, m
} gfContactScene;

// The differences between 2D and 3D.
struct gfBodyKind {
    bool flat;
    gfHandleKind handles;
    int bodies, contacts, movers; // largest numbers of these
    int sides;                    // number of sides of the domain
    int fixed;                    // number of movers in each step; moving solids add others
    size_t asked;                 // size of a request's part for a body, bytes
    double slop;                  // allowed overlap of two things, cells
    double undo;                  // most speed of undoing overlap, cells/s
    double crushed;               // depth to which others may push a body into a side, cells
    // Makes a body anew from its definition. `body`: see gfContactScene.
    gfRigidBody (*remake)(const gfRigidBody *b, const void *body);
    // Moves the body's solid, if it exists, to the body's place: during the next step or, with `jumps`, at once.
    void (*moveSolid)(const gfRigidBody *b, void *body, bool jumps);
    // Lists the contacts of two bodies that are nearer than `reach`, as gfHull_Collide does, and returns their number.
    int (*collide)(const gfRigidBody *a, const gfRigidBody *b, double reach, gfContact found[GF_BODY_CONTACTS]);
    // Finds the contacts of a body with the host's solids, and adds them with gfRigidBodies_MeetSolid.
    void (*meetSolids)(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach);
    // Lists the corners of a body, which are rounded by *radius, and returns their number.
    int (*getCorners)(const gfRigidBody *b, double corners[GF_BODY_CORNERS][3], double *radius);
    // Keeps a body within the world after it moved. `before`: its place before.
    void (*keepInside)(gfRigidBody *b, const gfContactScene *scene, const double before[3]);
    // Applies gyroscopic torque for `dt` seconds: bodies that are not round wobble. Null: no body wobbles.
    void (*wobble)(gfRigidBody *b, double dt);
    // Returns the area (2D: width) of the body's projection along a direction of length 1.
    double (*getShadow)(const gfRigidBody *b, const double way[3]);
    // Reads the answer to a request into host memory; waits. False and reported: the answer is lost.
    bool (*land)(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
    // Takes in the answer to a body's part of a request, with gfRigidBody_TakeAnswer.
    void (*takeAnswer)(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);
    // Applies forces of the measured fluid, see gfRigidBody_Load.
    void (*load)(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
};

// Moves a smoothed value towards a measured one by `weight` of the difference.
static inline void gfLoad_Follow(double *value, double seen, double weight)
{
    *value += weight * (seen - *value);
}

// Returns a value after relaxing towards another one by an implicit step, stable for any rate.
static inline double gfLoad_Approach(double value, double towards, double rate)
{
    return value + (towards - value) * rate / (1.0 + rate);
}

// Returns how strongly a body radiates waves, 0 to 1, by its fraction under water.
static inline double gfLoad_GetWaves(double fraction)
{
    return fmin(4.0 * fraction * (1.0 - fraction), 1.0);
}

// Returns the length of a vector.
static inline double gfBodyKind_GetLength(const gfBodyKind *kind, const double v[3])
{
    return kind->flat ? hypot(v[0], v[1]) : sqrt(gfDot3(v, v));
}

// --- rigid_bodies.c

// Makes the common part of a list. On false, which is reported, gfRigidBodies_Release must be called.
bool gfRigidBodies_Init(gfRigidBodies *bodies, gfCore *core, const gfBodyKind *kind);
void gfRigidBodies_Release(gfRigidBodies *bodies, gfCore *core);
// Resets bodies to their definitions.
void gfRigidBodies_Reset(gfRigidBodies *bodies, void *body);
// Makes movers of bodies, accelerated by fluid and weight, but not by contacts.
void gfRigidBodies_PrepareMovers(gfRigidBodies *bodies, const gfLoadScene *scene);
// Lists the contacts of a step.
void gfRigidBodies_FindContacts(const gfContactScene *scene);
// Solves the contacts and moves bodies, but not their solids.
void gfRigidBodies_Move(const gfContactScene *scene);
// Contacts of a body with a solid, whose centre is at `place`.
typedef struct gfSolidContacts {
    gfContact list[GF_BODY_CONTACTS];
    int count, slot, mover; // `slot`, `mover`: of the solid
    double place[3];
} gfSolidContacts;
// Adds the contacts of the body in a slot with a solid.
void gfRigidBodies_MeetSolid(const gfContactScene *scene, int slot, const gfSolidContacts *found);

// --- rigid_body.c

gfPose gfRigidBody_GetPose(const gfRigidBody *b);
// Returns the body's solid in a list; null: it has none, or the host removed it.
void *gfRigidBody_FindSolid(const gfRigidBody *b, const gfSlots *solids);
double gfRigidBody_GetDistance(const gfRigidBody *b, const gfBodyKind *kind, const double place[3]);
// Forgets the measured fluid after a jump; earlier requests don't count.
void gfRigidBody_Forget(gfRigidBody *b, uint64_t step);
// Takes a pose from the host before step number `step` of `dt` seconds, and finds the host's forces by it. Returns
// whether the body jumped so far that the fluid around it is unknown.
bool gfRigidBody_Drive(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose, double dt, uint64_t step);
// Applies an impulse at a place in the world to an existing body. False and reported: out of range, or the host drives
// the body.
bool gfRigidBodies_Push(gfRigidBodies *bodies, const gfCore *core, gfHandle id, const double impulse[3],
                        const double place[3], const char *caller);
// Finds the inverse inertia tensor in the world of moments about the body's own axes.
void gfRigidBody_InvertInertia(const gfRigidBody *b, const gfBodyKind *kind, const double moments[3],
                               double inverse[3][3]);

// The state of a body in a fluid.
typedef struct gfBodyLoad {
    const gfLoadScene *scene;
    double fraction;  // of the body in the fluid
    double depth;     // in 2D: along the third axis, m; else 1
    double masses[2]; // with added mass: for motion across gravity and along it, kg
} gfBodyLoad;

// Reports a force to the host that bears the body's weight while the fluid around it is unknown, so that it doesn't
// fall.
void gfRigidBody_Bear(gfRigidBody *b, const double gravity[3]);
// Applies forces of the fluid and the body's weight to its mover: drag changes its velocity, the other forces its
// acceleration. The mover's mass has the added mass.
void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Finds force and torque on a body other than those of the fluid and its contacts.
void gfRigidBody_GetOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double force[3], double moment[3]);
// Returns the height of the surface at a body that is at `height`, and was at `seen` when the surface was measured: the
// surface sinks by `backlash` times the body's rise since. *fades: factor on the felt slope of the surface.
double gfRigidBody_GetLevel(const gfRigidBody *b, double height, double seen, double backlash, double *fades);
// Sets the accelerations of a mover with inertia.
void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover);
// Damps heave and roll by radiated waves. `area`: of the body's section at the surface (2D: width); `roll`: rate of
// roll damping, 1/s.
void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover);
// Applies quadratic drag towards the flow by an implicit step. Returns the coefficient of drag against turning.
double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);

// --- surroundings.c

// Returns the number of steps from one request to the next.
int gfRigidBodies_GetStride(double dt);
// Begins a request with the poses of all bodies after step number `step`; null: none is due.
gfBodyRequest *gfRigidBodies_BeginRequest(gfRigidBodies *bodies, uint64_t step);
// Marks the request as pending since step number `step`.
void gfRigidBodies_StartRequest(gfRigidBodies *bodies, gfBodyRequest *request, uint64_t step, double dt);
// Returns the part of a request for its body number `i`.
gfAsked *gfRigidBodies_GetAsked(const gfRigidBodies *bodies, const gfBodyRequest *request, int i);
// Invalidates all pending requests: they still land, but no body takes them.
void gfRigidBodies_DropRequests(gfRigidBodies *bodies);
// Waits for all pending requests, so that their answers are in host memory.
void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *bodies);
// Takes answers that are due before step number `step`; waits only for these. False and reported: an answer was lost.
bool gfRigidBodies_TakeAnswers(gfRigidBodies *bodies, gfDevice *device, const gfLoadScene *scene, uint64_t step);

typedef struct gfSeen gfSeen;

// Takes in the surface of a liquid, or the ground; `weight`: 0 to 1, of the new measurement.
typedef void gfSeeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight);

// An answer to a body's request.
struct gfSeen {
    const gfAsked *asked; // the request, with the body's pose then
    const gfSpot *spots;
    int first, count;      // of `spots`; those from `first` on measure the flow
    double elapsed;        // time since the last answer, s
    gfSeeSurface *surface; // takes in the surface; null: there is none
};

// Updates a body's measured surroundings by an answer.
void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen);

typedef struct gfPlanePoint {
    double x, y, value;
    bool counts;
} gfPlanePoint;

// Fits a plane through values at points: plane[0] is the value at (0, 0), the others are slopes of at most `most`.
// Slopes are 0 if points nearly lie on a line; a larger `thin` is stricter. False: no point counts, and all is 0.
bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3]);

// --- snapshots -------------------------------------------------------------------------------------------------------

// Limits of saved places and motion, answers, and forces and impulses. The heaviest body, a ball of the largest radius
// and density, has 4e33 kg; products of two such numbers are still finite.
#define GF_SAVED_PLACE_MOST 1e12
#define GF_SAVED_SPOT_MOST ((double)FLT_MAX)
#define GF_SAVED_FORCE_MOST 1e100

// Rows for a number or all of an array, within +- the limit `most`; and for some elements of an array of doubles.
#define GF_SAVED(type, member, most) GF_MEMBER_WITHIN(type, member, -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST)
#define GF_SAVED_PART(type, member, first, count, most)                                                            \
    {                                                                                                              \
#member, offsetof(type, member) + (first) * sizeof(double), (count) * sizeof(double), GF_MEMBER_F64, NULL, \
            -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST                                                        \
    }
#define GF_SAVED_XY(type, member, most) GF_SAVED_PART(type, member, 0, 2, most)
#define GF_SAVED_Z(type, member, most) GF_SAVED_PART(type, member, 2, 1, most)

// Archives a body's solid by its index in the list; -1: none, as hosts may remove solids of bodies.
void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfRigidBody *b);
// Archives pending requests, which have landed, with a record of gfAsked for each body. All slots of bodies are saved,
// so that the size doesn't depend on the number of bodies.
void gfArchive_Requests(gfArchive *archive, gfRigidBodies *bodies, const gfRecord *asked);
// Archives the contacts' memory, `most` entries, for the same reason.
void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most);

#endif
