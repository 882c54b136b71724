// Rigid bodies in fluids of two and of three dimensions: their list, what they know of the fluid around them, and their
// steps. In two dimensions all is in the plane z = 0, bodies turn about z alone, and up is y. rigid_bodies2d.c and
// ext/fluid3d/rigid_bodies3d.c have the two kinds.
//
// Bodies ask every few steps what the fluid is like around them, and use an answer a fixed number of steps later,
// whenever it came: so that runs repeat on every machine. Buoyancy and drag are then of the pose that a body has by
// now.
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
#define GF_BODY_REQUESTS 4 // under way at most
#define GF_COVERED 6       // of what presses from the sides and of what does so from above and below: force and torque
#define GF_LOAD_SLOPE_MAX 0.5
#define GF_LOAD_ROLL_RATIO 0.25        // damping of rolling at a surface, by the waves that it makes, of critical
#define GF_LOAD_ADDED_INERTIA 0.392699 // of the square of the difference of the squares of a body's radii

// The place and motion of a body.
typedef struct gfPose {
    double place[3], angle; // angle: in the plane
    gfTurn turn;            // in space, from its own axes to the world's
    double velocity[3], spin[3];
} gfPose;

// The fluid around a body as far as it is known, smoothed in time.
typedef struct gfSurroundings {
    bool known;
    bool levelKnown;       // by its own points
    double level;          // of the surface over its centre of mass, as a height against gravity, m
    double slope[3];       // of the surface, along the world's axes
    double levelPlace;     // the centre's height then, m: smoothed alike
    double slowLevel;      // the surface over several of the body's own oscillations, without the waves of those
    double swell;          // speed at which `slowLevel` rises, m/s
    double flow[3];        // m/s
    double turning[3];     // of the flow, 1/s
    double wet;            // share of the points around it that are in liquid
    double wetArm[3];      // where they are, from the centre, m
    gfPose last;           // when the last answer was asked for
    bool measured;         // what follows is known, in fluids that measure their forces on solids
    gfPose middle;         // of the time between the last two questions, with its mean velocities
    double residual[3];    // what the fluid did then besides buoyancy and the mass that moves along: N, N m
    double owed[3];        // what drag took because forces are late and the liquid did not get: N s, N m s
    double spare;          // energy that it took, of late and beyond what was given back, J
    double excess;         // of the measured force along y, over a longer time, N
    double wetFraction;    // of the body under water when that was measured
    double depth;          // seen from above: mean, m
    double onGround;       // likewise: share of its weight that the ground bears
    double groundForce[2]; // likewise: of the ground's slope under what it bears
    double groundTurn;     // likewise: torque of that, m
} gfSurroundings;

// The effect of the host's physics on a body that it moves, as its poses tell it.
typedef struct gfHostMotion {
    double force[3], moment[3];  // besides the fluid's: weight, contacts, joints, between the last two poses, N and N m
    double velocity[3], spin[3]; // m/s and 1/s: those of the last pose that the fluid took a step with
    double lasted;               // s: of the fluid's steps since then
    double period;               // s: of those between the last two such poses, 0: there were none
} gfHostMotion;

// The members of a definition that both kinds have.
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
    double place[3], angle;  // now, as in gfPose
    gfTurn turn;
    double velocity[3], spin[3];
    gfSurroundings around;
    gfHostMotion host;
    uint64_t knownFrom; // requests of earlier steps are of another place
    double force[3], torque[3];
    double submerged, before; // fraction of it under water, now and in the last step
    double density;           // of the fluid, kg/m^3
    double period;            // s/rad: of its oscillation at a surface, 0: it has none
    double given[3];          // what drag gave it in the last step, N s
    bool grounded;
    // In two dimensions:
    gfRigidBodyDef def2D;
    gfHull hull;                // about the centre of mass, as it was defined
    double offset[2];           // from the centre of mass to that of the shape, as it was defined
    double covered[GF_COVERED]; // push of still liquid on what is covered of it since the last question: N s, N m s
    double grown;               // share of its size that the fluid feels
    uint64_t grownStep;         // since when that is all of it
    bool watched;               // how much of it was under water in the last step is known
    // In three dimensions:
    gfRigidBody3DDef def3D;
    double half[3], radius; // of its form
} gfRigidBody;

// An answer: the fluid at a point.
typedef struct gfSpot {
    double arm[3];      // from the body's centre, m
    double velocity[3]; // m/s
    double found;       // in three dimensions: height of the surface above it, m, or density over that at rest
    bool known;         // the point is in the domain, and in no solid, and the answer was finite
    double liquid;      // how much the velocity counts, 0 to 1
} gfSpot;

// The part of a request that is about one body; each kind has more.
typedef struct gfAsked {
    uint64_t generation; // of its handle
    int32_t index;
    gfPose pose; // when it was made
} gfAsked;

// A request under way.
typedef struct gfBodyRequest {
    uint64_t step, due; // it was made after step `step`, and is used before step `due`
    bool landed;        // the answer is in host memory
    int count;          // of bodies
    double elapsed_s;   // s over which loads were summed; 0: no loads are known
    char *asked;        // gfAsked
} gfBodyRequest;

typedef struct gfBodyKind gfBodyKind;

typedef struct gfRigidBodies {
    const gfBodyKind *kind;
    gfSlots list; // gfRigidBody
    int count;
    gfBodyRequest requests[GF_BODY_REQUESTS];
    uint64_t started, taken; // numbers of requests since creation
    uint64_t nextStep;       // no request is made before it
    gfContacts contacts;
    gfMover *movers; // bodies by slot, one that stands still, and what else the kind has
    int moverCount;
} gfRigidBodies;

// The values that forces are computed from.
typedef struct gfLoadScene {
    const gfBodyKind *kind;
    gfMedium medium;
    double gravity[3], g; // m/s^2
    double up[3];         // of length 1; in three dimensions against gravity
    double aside[2][3];   // across it, in three dimensions
    double cellSize, dt;  // of cells or kernels, m; s
    double sound, size;   // speed of sound in the liquid, m/s; longest side of the domain, m
} gfLoadScene;

// A side of the domain as bodies meet it: a plane that lies `far` beyond `from`.
typedef struct gfBodySide {
    bool closed;
    int mover;
    double normal[3], from[3], far; // outwards
    double reach;                   // how far it may go in this step, m
} gfBodySide;

// The values that a step's contacts are found from.
typedef struct gfContactScene {
    gfRigidBodies *bodies;
    void *body; // what the fluid's solver sees: gfBody or gfVolumeBody
    const gfLoadScene *loads;
    const gfBodySide *now, *next; // the sides before and after the step
    double reachLeast;            // m: contacts are made of all things that are as near
} gfContactScene;

// What differs between two and three dimensions.
struct gfBodyKind {
    bool flat;
    gfHandleKind handles;
    int bodies, contacts, movers; // most of each
    int sides;                    // of the domain
    int fixed;                    // movers that each step has; others come as they are met
    size_t asked;                 // bytes of a request for each body
    double slop;                  // cells: overlap of two things that is left as it is
    double undo;                  // cells a second: overlap that is undone at most
    double crushed;               // cells: how deep others may push a body into a side
    // Makes a body anew of its definition. `body`: as of gfContactScene.
    gfRigidBody (*remake)(const gfRigidBody *b, const void *body);
    // Moves the body's solid, if that is there, to where the body is; `jumps`: not within the next step but at once.
    void (*moveSolid)(const gfRigidBody *b, void *body, bool jumps);
    // Lists the contacts of two bodies that are nearer than `reach`, as gfHull_Collide does, and returns their number.
    int (*collide)(const gfRigidBody *a, const gfRigidBody *b, double reach, gfContact found[GF_BODY_CONTACTS]);
    // Finds the contacts of a body with solids of the host's, and adds them with gfRigidBodies_MeetSolid.
    void (*meetSolids)(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach);
    // Lists the corners of a body, which are rounded by *radius, and returns their number.
    int (*getCorners)(const gfRigidBody *b, double corners[GF_BODY_CORNERS][3], double *radius);
    // Keeps a body within the world after it moved. `before`: its place before.
    void (*keepInside)(gfRigidBody *b, const gfContactScene *scene, const double before[3]);
    // Turns the spin of a body, which wobbles unless it is round, in a step of `dt` seconds; null: no body wobbles.
    void (*wobble)(gfRigidBody *b, double dt);
    // Returns the area, or width, of its shadow along a direction of length 1.
    double (*getShadow)(const gfRigidBody *b, const double way[3]);
    // Brings the answer to a request into host memory; waits. False and reported: it is lost.
    bool (*land)(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
    // Takes in the answer to a body's part of a request, with gfRigidBody_TakeAnswer.
    void (*takeAnswer)(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);
    // Applies the forces of the fluid, which is known by now, as motion: see gfRigidBody_Load.
    void (*load)(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
};

// Moves a smoothed value towards what was seen, by `weight` of the difference.
static inline void gfLoad_Follow(double *value, double seen, double weight)
{
    *value += weight * (seen - *value);
}

// Returns a value drawn towards another one at a rate of any size, at the end of an implicit step.
static inline double gfLoad_Approach(double value, double towards, double rate)
{
    return value + (towards - value) * rate / (1.0 + rate);
}

// Returns how strongly a body makes waves, of which a fraction is under water: 0 to 1.
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

// Makes what both kinds have of a list. False and reported; gfRigidBodies_Release undoes it, whatever was made.
bool gfRigidBodies_Init(gfRigidBodies *bodies, gfCore *core, const gfBodyKind *kind);
void gfRigidBodies_Release(gfRigidBodies *bodies, gfCore *core);
// Puts bodies back to where they were defined.
void gfRigidBodies_Reset(gfRigidBodies *bodies, void *body);
// Finds how bodies would move by themselves in a step.
void gfRigidBodies_PrepareMovers(gfRigidBodies *bodies, const gfLoadScene *scene);
// Lists the contacts of a step.
void gfRigidBodies_FindContacts(const gfContactScene *scene);
// Moves bodies by all that, but not yet their solids.
void gfRigidBodies_Move(const gfContactScene *scene);
// Where a body meets a solid, whose centre is at `place`.
typedef struct gfSolidContacts {
    gfContact list[GF_BODY_CONTACTS];
    int count, slot, mover; // slot: of the solid
    double place[3];
} gfSolidContacts;
// Adds the contacts of the body in a slot with a solid.
void gfRigidBodies_MeetSolid(const gfContactScene *scene, int slot, const gfSolidContacts *found);

// --- rigid_body.c

gfPose gfRigidBody_GetPose(const gfRigidBody *b);
// Returns the body's solid in a list of those; null: the host removed it, or there is none.
void *gfRigidBody_FindSolid(const gfRigidBody *b, const gfSlots *solids);
double gfRigidBody_GetDistance(const gfRigidBody *b, const gfBodyKind *kind, const double place[3]);
// Forgets what was known of the fluid elsewhere.
void gfRigidBody_Forget(gfRigidBody *b, uint64_t step);
// Takes a pose from the host before step number `step` of `dt` seconds, with what that tells of its pushes. Returns
// whether the body came from so far that it knows nothing of the fluid there.
bool gfRigidBody_Drive(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose, double dt, uint64_t step);
// Makes a living body faster by an impulse at a place of the world. False and reported: they are out of range, or the
// host drives it.
bool gfRigidBodies_Push(gfRigidBodies *bodies, const gfCore *core, gfHandle id, const double impulse[3],
                        const double place[3], const char *caller);
// Finds the inverse, in the world, of moments about its own axes.
void gfRigidBody_InvertInertia(const gfRigidBody *b, const gfBodyKind *kind, const double moments[3],
                               double inverse[3][3]);

// The state of a body in a fluid.
typedef struct gfBodyLoad {
    const gfLoadScene *scene;
    double fraction;  // of it in the fluid
    double depth;     // along the third axis in two dimensions, m; else 1
    double masses[2]; // across gravity and along it, with the fluid that moves along, kg
} gfBodyLoad;

// Tells the host to hold a body, as long as the fluid around it is not known, lest it get speed that nothing takes from
// it.
void gfRigidBody_Bear(gfRigidBody *b, const double gravity[3]);
// Applies the forces of the fluid and the body's own weight as motion: drag changes its velocity at once, the rest is
// acceleration. The mover's mass has the fluid that moves with it.
void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Finds the force and torque that act on a body besides the fluid and its contacts.
void gfRigidBody_GetOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double force[3], double moment[3]);
// Returns the height of the surface over a body at `height`, which was at `seen` when the surface was seen. As the body
// rises the surface beside it sinks by `backlash` of that. *fades: the share of the surface's slope that is felt.
double gfRigidBody_GetLevel(const gfRigidBody *b, double height, double seen, double backlash, double *fades);
// Accelerates a mover whose inertia is set.
void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover);
// Damps heaving and rolling, whose energy the waves that a body makes carry away. `area`: of its section at the
// surface, or its width; `roll`: rate of rolling's damping, 1/s.
void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover);
// Applies quadratic drag towards the flow, solved for the end of the step. Returns the coefficient of drag against
// turning.
double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);

// --- surroundings.c

// Returns the number of steps from one request to the next.
int gfRigidBodies_GetStride(double dt);
// Begins a request with the poses of all bodies after step number `step`; null: none is due.
gfBodyRequest *gfRigidBodies_BeginRequest(gfRigidBodies *bodies, uint64_t step);
// Notes that it is under way since that step of `dt` seconds.
void gfRigidBodies_StartRequest(gfRigidBodies *bodies, gfBodyRequest *request, uint64_t step, double dt);
// Returns the part of a request that is about its body number `i`.
gfAsked *gfRigidBodies_GetAsked(const gfRigidBodies *bodies, const gfBodyRequest *request, int i);
// Makes all requests under way worthless: they still land, and no body takes them.
void gfRigidBodies_DropRequests(gfRigidBodies *bodies);
// Waits for all that is under way, so that it lies in host memory.
void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *bodies);
// Takes those answers that are due before step number `step`, and waits for none that is not. False and reported: one
// was lost.
bool gfRigidBodies_TakeAnswers(gfRigidBodies *bodies, gfDevice *device, const gfLoadScene *scene, uint64_t step);

typedef struct gfSeen gfSeen;

// Takes in the surface of a liquid, or the ground, with a weight of 0 to 1 against what was known.
typedef void gfSeeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight);

// An answer to a body's request.
struct gfSeen {
    const gfAsked *asked; // with the pose that the body had then
    const gfSpot *spots;
    int first, count;      // those from `first` on tell of the flow
    double elapsed;        // s since the answer before
    gfSeeSurface *surface; // null: there is none
};

// Brings what a body knows of the fluid up to date.
void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen);

typedef struct gfPlanePoint {
    double x, y, value;
    bool counts;
} gfPlanePoint;

// Fits a plane through values at points: the value at (0, 0), and its slopes, of at most `most`. Without slopes if
// points lie along a line, the more of them the larger `thin`. False: no point counts, and all is 0.
bool gfPlane_Fit(const gfPlanePoint *points, int count, double thin, double most, double plane[3]);

// --- snapshots -------------------------------------------------------------------------------------------------------

// Most that is saved of places and motion, of answers, and of forces and impulses. The heaviest body, a ball of the
// largest radius and density, has 4e33 kg; products of two such numbers are still finite.
#define GF_SAVED_PLACE_MOST 1e12
#define GF_SAVED_SPOT_MOST ((double)FLT_MAX)
#define GF_SAVED_FORCE_MOST 1e100

// Rows for a number, or for all of an array, up to so much either way; and for some elements of an array of doubles.
#define GF_SAVED(type, member, most) GF_MEMBER_WITHIN(type, member, -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST)
#define GF_SAVED_PART(type, member, first, count, most)                                                            \
    {                                                                                                              \
#member, offsetof(type, member) + (first) * sizeof(double), (count) * sizeof(double), GF_MEMBER_F64, NULL, \
            -GF_SAVED_##most##_MOST, GF_SAVED_##most##_MOST, false                                                 \
    }
#define GF_SAVED_XY(type, member, most) GF_SAVED_PART(type, member, 0, 2, most)
#define GF_SAVED_Z(type, member, most) GF_SAVED_PART(type, member, 2, 1, most)

// A body's solid by its place in the list, none where it is gone: hosts may remove solids of bodies.
void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfRigidBody *b);
// Archives the requests under way, which have landed, with a record of gfAsked for each body. There is room for all
// bodies that there may have been, so that requests have the same size whenever they are saved.
void gfArchive_Requests(gfArchive *archive, gfRigidBodies *bodies, const gfRecord *asked);
// Archives what contacts bear, with room for `most` of them for the same reason.
void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most);

#endif
