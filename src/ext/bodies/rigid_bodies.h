// Rigid bodies in fluids of 2D and 3D: the list of bodies, measurements of the fluid around them, and their steps. In
// 2D everything lies in the plane z = 0, bodies turn about z alone, and up is y. Code for both is here; a gfBodyKind
// has the functions that differ, for 2D in rigid_bodies2d.c and for 3D in ext/fluid3d/rigid_bodies3d.c.
//
// Every few steps bodies ask the GPU for a measurement of the fluid around them, and use the answer a fixed number of
// steps later, so that runs are alike on every machine. A step's buoyancy and drag follow from it and the present pose.
#ifndef GF_RIGID_BODIES_H
#define GF_RIGID_BODIES_H

#include "gpufluid/rigid_body.h"
#include "gpufluid/rigid_body3d.h"

#include "ext/bodies/contacts.h"
#include "fluid/solver.h"
#include "fluid/turn.h"
#include "gl/archive.h"

#include <float.h>

#define GF_BODY_SIDES 6    // largest number of sides of a domain: a box's in 3D
#define GF_BODY_CORNERS 16 // largest number of corners of a body
#define GF_BODY_CONTACTS 8 // most contacts between two bodies: the overlap of two boxes' faces has up to eight corners
#define GF_BODY_SPOTS 16   // points at which a request measures the fluid around one body, at most
#define GF_BODY_REQUESTS 4 // requests that can wait for their answer at a time
#define GF_COVERED 6 // of gfRigidBody.covered: force x, y and torque of faces left and right, then above and below
#define GF_LOAD_SLOPE_MAX 0.5   // largest slope of the surface (rise over distance) that a body feels
#define GF_LOAD_ROLL_RATIO 0.25 // damping of roll by the waves that a body radiates, as a fraction of critical damping
// pi / 8: added inertia / (density (a^2 - b^2)^2) of an ellipse with half axes a, b (a body's `bound` and `inner`).
#define GF_LOAD_ADDED_INERTIA 0.392699

// The place and motion of a body at one time.
typedef struct gfPose {
    double place[3], angle;      // place of the centre of mass, m; `angle`: in 2D, radians
    gfTurn turn;                 // in 3D: the rotation from the body's own axes to the world's
    double velocity[3], spin[3]; // velocity, m/s; angular velocity, radians/s
} gfPose;

// The fluid around a body, as its answered requests measured it, smoothed in time.
typedef struct gfSurroundings {
    bool known;            // at least one answer came; false: all other members are 0
    bool levelKnown;       // `level` was measured at this body's points, not borrowed from another body
    double level;          // height of the liquid's surface at the body's centre of mass, against gravity, m
    double slope[3];       // rise of the surface over distance, along the world's axes
    double levelPlace;     // height of the body's centre when `level` was measured, smoothed like it, m
    double slowLevel;      // mean of `level` over several periods of the body's heaving, m
    double swell;          // speed at which `slowLevel` rises, m/s
    double flow[3];        // mean velocity of the flow, m/s
    double turning[3];     // angular velocity of the flow, 1/s
    double wet;            // fraction of the points around the body that are in liquid
    double wetArm[3];      // mean place of the points in liquid, from the centre of mass, m
    gfPose last;           // the body's pose at the last answered request
    bool measured;         // the solver measures forces on solids: members down to wetFraction are known
    gfPose middle;         // mean pose and velocities between the last two answered requests
    double residual[3];    // measured force and torque beyond buoyancy and added mass: N, N m
    double wetFraction;    // fraction of the body under water, smoothed like `residual`
    double depth;          // seen from above: mean depth of the water under the body, m
    double onGround;       // seen from above: fraction of the body's weight that the ground bears
    double groundForce[2]; // seen from above: force along x and y by the slope of the ground, over the body's weight
    double groundTurn;     // seen from above: torque by the slope of the ground, over the body's weight, m
} gfSurroundings;

// For a body that the host moves (hostDriven): the forces that the host must have applied, as its poses show.
typedef struct gfHostMotion {
    double force[3], moment[3];  // weight, contacts and joints, mean between the host's last two poses, N and N m
    double velocity[3], spin[3]; // of the host's last pose before a step, m/s and 1/s
    double lasted;               // time that the fluid has stepped since that pose, s
    double period;               // time that the fluid stepped between the last two such poses, s; 0: there were none
} gfHostMotion;

// The members that gfRigidBodyDef and gfRigidBody3DDef have in common.
typedef struct gfBodyTraits {
    float friction, restitution, gravityScale, drag, angularDrag;
    bool hostDriven;
} gfBodyTraits;

// Copies the common members of a definition in 2D or 3D.
#define GF_BODY_TRAITS(def)                                                                                    \
    ((gfBodyTraits){(def)->friction, (def)->restitution, (def)->gravityScale, (def)->drag, (def)->angularDrag, \
                    (def)->hostDriven})

// A rigid body, in 2D or 3D. Its place and motion are those of the centre of mass.
typedef struct gfRigidBody {
    gfBodyTraits traits;
    gfHandle solid; // by which the fluid feels the body; null: none, as seen from above, or the host removed it
    double mass, inertia[3]; // kg; moments of inertia about the body's own axes, kg m^2
    double size;             // area in 2D, m^2; volume in 3D, m^3
    double bound, inner;    // distances of the farthest and the nearest point of the surface from the centre of mass, m
    double place[3], angle; // place of the centre of mass, m; angle in 2D, radians
    gfTurn turn;
    double velocity[3], spin[3];
    gfSurroundings around;
    gfHostMotion host;
    uint64_t knownFrom;         // requests made before this step don't count: the body jumped or was defined anew since
    double force[3], torque[3]; // of the fluid, for the host: N, N m
    double submerged, before;   // fraction of the body under water now, and in the step before
    double density;             // of the fluid around the body, kg/m^3
    double period;              // 1 / angular frequency of heaving at the surface, s; 0: it does not float
    double given[3];            // impulse that drag gave the body in the last step, N s
    bool grounded;              // something touched or bore the body in the last step
    // In 2D only:
    gfRigidBodyDef def2D;
    gfHull hull;                // relative to the centre of mass, at angle 0
    double offset[2];           // from the centre of mass to the shape's centre, at angle 0, m
    double covered[GF_COVERED]; // impulses of still water on covered faces since the last request: N s, N m s
    bool watched;               // the surface was known in the step of `before`, so a higher `submerged` is an impact
    // In 3D only:
    gfRigidBody3DDef def3D;
    double half[3], radius; // half size of the inner box, and radius of the rounding around it, m
} gfRigidBody;

// The answer to a request at one point: the fluid there.
typedef struct gfSpot {
    double arm[3];      // from the body's centre of mass to the point, m
    double velocity[3]; // of the fluid, m/s
    double found;  // in 3D, for the surface: its height above the point, m; for the flow: density over that at rest
    bool known;    // the point is in the domain, in no solid, and the answer was finite
    double liquid; // how much liquid is at the point, 0 to 1: the weight of its velocity in means
} gfSpot;

// The part of a request that is for one body. gfAsked2D and the struct of 3D begin with it and add members.
typedef struct gfAsked {
    uint64_t generation; // of the body's handle, by which a removed body is told from a later one in its slot
    int32_t index;       // slot of the body
    gfPose pose;         // of the body when the request was made
} gfAsked;

// A request for a measurement around all bodies. It waits for its answer.
typedef struct gfBodyRequest {
    uint64_t step, due; // made after step number `step`; the answer is used before step number `due`
    bool landed;        // the answer was read from the GPU into `asked`
    int count;          // number of bodies in `asked`
    double elapsed_s;   // time over which forces on solids were summed, s; 0: they were not
    char *asked; // array with an element for each body; an element starts with a gfAsked and has gfBodyKind.asked bytes
} gfBodyRequest;

typedef struct gfBodyKind gfBodyKind;

// The bodies of a fluid.
typedef struct gfRigidBodies {
    const gfBodyKind *kind;
    gfSlots list; // a list of gfRigidBody
    int count;
    gfBodyRequest requests[GF_BODY_REQUESTS];
    uint64_t started, taken; // requests made and answers used so far; number n is at index n % GF_BODY_REQUESTS
    uint64_t nextStep;       // number of the first step after which the next request is made
    gfContacts contacts;
    gfMover *movers; // one per slot of bodies, one at rest, then those that the kind adds for solids and sides
    int moverCount;
} gfRigidBodies;

// The values of one step by which the fluid's forces on bodies are computed.
typedef struct gfLoadScene {
    const gfBodyKind *kind;
    gfMedium medium;
    double gravity[3], g; // acceleration, m/s^2, and its length
    double up[3];         // of length 1, against gravity in 3D, along y in 2D
    double aside[2][3];   // in 3D: two directions of length 1 across `up` and each other
    double cellSize, dt;  // size of a cell in 2D, of the smoothing kernel in 3D, m; time step, s
    double size;          // longest side of the domain, m
} gfLoadScene;

// A side of the domain: the plane `far` m from the point `from` along the outward normal.
typedef struct gfBodySide {
    bool closed;                    // bodies collide with this side
    int mover;                      // index of the mover that has the side's motion
    double normal[3], from[3], far; // `normal`: of length 1, outwards
    double reach;                   // how far the side may move in this step, at most, m
} gfBodySide;

// Inputs of the search for a step's contacts.
typedef struct gfContactScene {
    gfRigidBodies *bodies;
    void *body; // the fluid: a gfBody in 2D, a gfVolumeBody in 3D
    const gfLoadScene *loads;
    const gfBodySide *now, *next; // the domain's sides at the start and at the end of the step
    double reachLeast;            // things nearer than this get a contact, even where they cannot meet in this step, m
} gfContactScene;

// What differs between bodies in 2D and 3D: limits, and functions that gfRigidBodies calls.
struct gfBodyKind {
    bool flat; // true in 2D
    gfHandleKind handles;
    int bodies, contacts, movers; // largest numbers of bodies, contacts and movers
    int sides;                    // number of sides of the domain: 4 or 6
    // Movers in every step: of bodies, one at rest, in 3D also of sides and solids; in 2D moving solids add more.
    int fixed;
    size_t asked;   // bytes for each body in gfBodyRequest.asked
    double undo;    // largest speed of pushing overlapping things apart, cells/s
    double crushed; // how deep other bodies may push a body into a side, cells
    // Returns the body `b` made anew from its definition, in the state of its creation. `body`: see gfContactScene.
    gfRigidBody (*remake)(const gfRigidBody *b, const void *body);
    // Moves the body's solid, if it has one, to the body's place: in the next step or, with `jumps`, at once.
    void (*moveSolid)(const gfRigidBody *b, void *body, bool jumps);
    // Lists the contacts of two bodies nearer than `reach` m, as gfHull_Collide does, and returns their number.
    int (*collide)(const gfRigidBody *a, const gfRigidBody *b, double reach, gfContact found[GF_BODY_CONTACTS]);
    // Finds the contacts of body `b` (in slot `slot`) with the host's solids, and adds them by gfRigidBodies_MeetSolid.
    void (*meetSolids)(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach);
    // Lists the corners of a body around which its surface is rounded by *radius m, and returns their number.
    int (*getCorners)(const gfRigidBody *b, double corners[GF_BODY_CORNERS][3], double *radius);
    // Brings a moved body back into range, as by wrapping at periodic sides. `before`: its place before the move.
    void (*keepInside)(gfRigidBody *b, const gfContactScene *scene, const double before[3]);
    // Applies the gyroscopic torque of `dt` seconds, by which bodies that are not round wobble. Null in 2D.
    void (*wobble)(gfRigidBody *b, double dt);
    // Returns the area of the body's projection along the direction `way` (of length 1), m^2; in 2D its width, m.
    double (*getShadow)(const gfRigidBody *b, const double way[3]);
    // Reads a request's answer from the GPU into request->asked; waits for it. False and reported: the answer is lost.
    bool (*land)(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
    // Hands the answer for one body to gfRigidBody_TakeAnswer. `asked`: the body's element of request->asked.
    void (*takeAnswer)(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);
    // Applies the fluid's forces on a body whose surroundings are known. See gfRigidBody_Load, which calls it.
    void (*load)(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
};

// Smooths a measurement: moves *value towards `seen` by the fraction `weight` of the difference.
static inline void gfLoad_Follow(double *value, double seen, double weight)
{
    *value += weight * (seen - *value);
}

// Returns `value` relaxed towards `towards`, by an implicit step stable for any `rate` (1/s times the time step).
static inline double gfLoad_Approach(double value, double towards, double rate)
{
    return value + (towards - value) * rate / (1.0 + rate);
}

// Returns how strongly a body radiates waves by its fraction under water: 1 if half of it is, 0 if all or nothing is.
static inline double gfLoad_GetWaves(double fraction)
{
    return fmin(4.0 * fraction * (1.0 - fraction), 1.0);
}

// Returns the length of a vector, in 2D of x and y alone.
static inline double gfBodyKind_GetLength(const gfBodyKind *kind, const double v[3])
{
    return kind->flat ? hypot(v[0], v[1]) : sqrt(gfDot3(v, v));
}

// --- rigid_bodies.c

// Makes the common part of a list for 2D or 3D. On false, which is reported, call gfRigidBodies_Release.
bool gfRigidBodies_Init(gfRigidBodies *bodies, gfCore *core, const gfBodyKind *kind);
void gfRigidBodies_Release(gfRigidBodies *bodies, gfCore *core);
// Puts all bodies back into the state of their definitions. `body`: see gfContactScene.
void gfRigidBodies_Reset(gfRigidBodies *bodies, void *body);
// Fills the movers at the start of a step. Bodies are accelerated by the fluid and their weight; contacts come later.
void gfRigidBodies_PrepareMovers(gfRigidBodies *bodies, const gfLoadScene *scene);
// Lists the contacts of a step: of bodies with each other, with solids and with sides.
void gfRigidBodies_FindContacts(const gfContactScene *scene);
// Solves the contacts and moves the bodies. Solids of bodies are moved by the caller.
void gfRigidBodies_Move(const gfContactScene *scene);
// The contacts that were found between a body and one solid of the host.
typedef struct gfSolidContacts {
    gfContact list[GF_BODY_CONTACTS];
    int count, slot, mover; // slot of the solid in its list; index of the mover that has its motion
    double place[3];        // centre of the solid, m
} gfSolidContacts;
// Adds contacts of the body in `slot` with a solid of the host to the step's contacts.
void gfRigidBodies_MeetSolid(const gfContactScene *scene, int slot, const gfSolidContacts *found);

// --- rigid_body.c

gfPose gfRigidBody_GetPose(const gfRigidBody *b);
// Returns the body's solid out of the list of solids; null if it has none, or the host removed it.
void *gfRigidBody_FindSolid(const gfRigidBody *b, const gfSlots *solids);
double gfRigidBody_GetDistance(const gfRigidBody *b, const gfBodyKind *kind, const double place[3]);
// Forgets the measured fluid, because a body jumped. Answers to requests made before step number `step` won't count.
void gfRigidBody_Forget(gfRigidBody *b, uint64_t step);
// Sets the pose of a body that the host drives, before step number `step` of `dt` seconds, and finds the host's forces
// from the change (gfHostMotion). Returns whether the body jumped so far that the fluid around it is unknown.
bool gfRigidBody_Drive(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose, double dt, uint64_t step);
// Applies an impulse (N s) at a place. The body must exist. False: a value is out of range, or the host drives it.
bool gfRigidBodies_Push(gfRigidBodies *bodies, const gfCore *core, gfHandle id, const double impulse[3],
                        const double place[3], const char *caller);
// Finds the inverse inertia tensor along the world's axes. `moments`: moments of inertia about the body's own axes.
void gfRigidBody_InvertInertia(const gfRigidBody *b, const gfBodyKind *kind, const double moments[3],
                               double inverse[3][3]);

// What the functions below need of a body while the fluid's forces are applied.
typedef struct gfBodyLoad {
    const gfLoadScene *scene;
    double fraction;  // fraction of the body that is in the fluid
    double depth;     // in 2D: length of the body along the axis across the plane, m; 1 in 3D
    double masses[2]; // body with added mass, for motion across gravity and along it, kg
} gfBodyLoad;

// Sets the reported force to bear the body's weight while its fluid is unknown; else a driving host would let it fall.
void gfRigidBody_Bear(gfRigidBody *b, const double gravity[3]);
// Applies the fluid's forces and the weight of a body to its mover. Drag changes the velocity, all other forces the
// acceleration. Sets the mover's inverse mass and inertia to those with added mass.
void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Finds force and torque that neither the fluid nor contacts exert: the weight, or for a driven body the host's forces.
void gfRigidBody_GetOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double force[3], double moment[3]);
// Returns the height of the surface at a body whose centre is at `height`, and was at `seen` at the measurement. As it
// rises the surface beside it sinks by `backlash` times the rise. *fades: factor on the slope, below 1 for a deep body.
double gfRigidBody_GetLevel(const gfRigidBody *b, double height, double seen, double backlash, double *fades);
// Sets a mover's accelerations by force and torque, with added mass and inertia.
void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover);
// Damps heaving and rolling, as the waves that a body radiates carry energy away. `area`: of the body's section at the
// surface, m^2 (2D: width, m); `roll`: rate of damping of roll, 1/s.
void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover);
// Slows a body towards the flow by implicit quadratic drag. Returns the coefficient of drag against turning.
double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);

// --- surroundings.c

// Returns how many steps of `dt` seconds lie between two requests. Where pressure is measured it can change within a
// step, so that late forces would shake bodies: requests are made twice as often then.
int gfRigidBodies_GetStride(const gfMedium *medium, double dt);
// Begins a request after step number `step`, with the poses of all bodies. Null if none is due yet. The caller adds
// points, asks the GPU and calls gfRigidBodies_StartRequest.
gfBodyRequest *gfRigidBodies_BeginRequest(gfRigidBodies *bodies, uint64_t step);
// Adds a request that was sent to the GPU after step number `step` to the pending ones, and sets when it is due.
void gfRigidBodies_StartRequest(gfRigidBodies *bodies, gfBodyRequest *request, uint64_t step, int stride);
// Returns element `i` of request->asked.
gfAsked *gfRigidBodies_GetAsked(const gfRigidBodies *bodies, const gfBodyRequest *request, int i);
// Makes all pending requests count for no body, as the fluid changed at once. They remain pending until they are due.
void gfRigidBodies_DropRequests(gfRigidBodies *bodies);
// Waits for all pending requests, so that their answers are in host memory.
void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *bodies);
// Lets bodies take in the answers due before step number `step`, and waits for the GPU for them. False: one was lost.
bool gfRigidBodies_TakeAnswers(gfRigidBodies *bodies, gfDevice *device, const gfLoadScene *scene, uint64_t step);

typedef struct gfSeen gfSeen;

// Takes in the surface of the liquid or, seen from above, the ground too. `weight`: of the new measurement, 0 to 1.
typedef void gfSeeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight);

// One body's answer, as gfRigidBody_TakeAnswer takes it in.
struct gfSeen {
    const gfAsked *asked;  // the body's part of the request, with its pose at that time
    const gfSpot *spots;   // the points of the request
    int first, count;      // number of `spots`; those from index `first` on measure the flow
    double elapsed;        // time since the body's last answer, s
    gfSeeSurface *surface; // function that takes in the surface; null where the fluid has none
};

// Updates gfRigidBody.around by an answer.
void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen);

// A point of a plane to fit: a place, and the value there. Points that do not count are ignored.
typedef struct gfPlanePoint {
    double x, y, value;
    bool counts;
} gfPlanePoint;

// Fits a plane to values at points: plane[0] is the value at (0, 0), the others slopes along x and y, of at most
// `most`, or 0 where points nearly lie on a line (`thin`: how nearly, from 0 on). False: no point counts; plane is 0.
bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3]);

// --- snapshots -------------------------------------------------------------------------------------------------------

// Limits on a snapshot's numbers, so that a damaged file gives no values that are not finite: of places and motion, of
// answers, of forces and impulses. A body has at most 4e33 kg; products of two numbers within the limits are finite.
#define GF_SAVED_PLACE_MOST 1e12
#define GF_SAVED_SPOT_MOST ((double)FLT_MAX)
#define GF_SAVED_FORCE_MOST 1e100

// Rows of a gfRecord with the limit GF_SAVED_`most`_MOST. GF_SAVED: a number or a whole array. GF_SAVED_PART, _XY and
// _Z: some elements of an array of doubles.
#define GF_SAVED(type, member, most) GF_MEMBER_WITHIN(type, member, -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST)
#define GF_SAVED_PART(type, member, first, count, most)                                                            \
    {                                                                                                              \
#member, offsetof(type, member) + (first) * sizeof(double), (count) * sizeof(double), GF_MEMBER_F64, NULL, \
            -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST, false                                                 \
    }
#define GF_SAVED_XY(type, member, most) GF_SAVED_PART(type, member, 0, 2, most)
#define GF_SAVED_Z(type, member, most) GF_SAVED_PART(type, member, 2, 1, most)

// Archives which solid belongs to a body, as its index in the list of solids; -1: none, as the host can remove it.
void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfRigidBody *b);
// Archives pending requests. They must have landed. `asked`: the record of an element of gfBodyRequest.asked. Elements
// of unused slots are written, too, so that the size of a snapshot doesn't depend on the number of bodies.
void gfArchive_Requests(gfArchive *archive, gfRigidBodies *bodies, const gfRecord *asked);
// Archives gfContactMemory of all contacts. Always `most` entries, so that the size doesn't depend on their number.
void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most);

#endif
