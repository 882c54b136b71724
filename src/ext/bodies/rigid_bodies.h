// Rigid bodies of a gfFluid: their list, what they know of the fluid around them, and their steps. (rigid_body.h is the
// public header.)
//
// What the fluid is like around bodies is asked for with a query of their own every few steps, and an answer is used a
// fixed number of steps later, whenever it came: so that runs repeat on every machine. Buoyancy and drag are then of
// the pose that a body has by now.
#ifndef GF_RIGID_BODIES_H
#define GF_RIGID_BODIES_H

#include "gpufluid/rigid_body.h"

#include "ext/bodies/hull.h"
#include "ext/bodies/load_request.h"
#include "gl/archive.h"
#include "query/queries.h"

// Points of each body that requests are about: beside it for the surface, half of them on each side, and around it.
#define GF_BODY_LEVEL_POINTS 6
#define GF_BODY_FLOW_POINTS 8
#define GF_BODY_POINTS (GF_BODY_LEVEL_POINTS + GF_BODY_FLOW_POINTS)

// An answer: the fluid at a point.
typedef struct gfSpot {
    float velocity[2], liquid, surface;
    bool inside; // the domain, and no solid
} gfSpot;

// The place and motion of a body.
typedef struct gfPose {
    double place[2], angle, velocity[2], spin;
} gfPose;

#define GF_COVERED 6 // of what presses from the sides and of what does so from above and below: force and torque

// The fluid around a body as far as it is known, smoothed in time.
typedef struct gfSurroundings {
    bool known;
    bool levelKnown;       // by its own points
    double level, slope;   // of the surface at its centre of mass, m, and along x
    gfPose last;           // when the last answer was asked for
    bool measured;         // what follows is known
    gfPose middle;         // of the time between the last two questions, with its mean velocities
    double residual[3];    // what the fluid did then besides buoyancy and the mass that moves along: N, N m
    double owed[3];        // what drag took because forces are late and the liquid did not get: N s, N m s
    double spare;          // energy that it took, of late and beyond what was given back, J
    double excess;         // of the measured force along y, over a longer time, N
    double wetFraction;    // of the body under water when that was measured
    double levelPlace;     // the centre's height then, m: smoothed alike
    double slowLevel;      // the surface over several of the body's own oscillations, without the waves of those
    double swell;          // how fast that rises, m/s
    double levelSlopeY;    // SHALLOW: along y
    double flow[2];        // m/s
    double turning;        // of the flow, 1/s
    double wet, wetArm[2]; // share of the points around it that are in liquid, and where they are, from the centre, m
    double depth;          // SHALLOW: mean, m
    double onGround;       // SHALLOW: share of its weight that the ground bears
    double groundForce[2]; // SHALLOW: of the ground's slope under what it bears
    double groundTurn;     // SHALLOW: torque of that, m
} gfSurroundings;

// The effect of the host's physics on a body that it moves, as its poses tell it.
typedef struct gfHostMotion {
    double force[3];    // besides the fluid's: weight, contacts, joints, between the last two poses, N and N m
    double velocity[3]; // m/s and 1/s: that of the last pose that the fluid took a step with
    double lasted;      // s: of the fluid's steps since then
    double period;      // s: of those between the last two such poses, 0: there were none
} gfHostMotion;

typedef struct gfRigidBody {
    gfRigidBodyDef def;
    gfSolidId solid;
    gfHull hull;                               // about the centre of mass, as it was defined
    gfOutline outline;                         // likewise
    double mass, inertia, area, bound, inner;  // m: farthest and nearest points of its outline
    double offset[2];                          // from the centre of mass to that of the shape, as it was defined
    double start[2];                           // the centre of mass then
    double place[2], angle, velocity[2], spin; // now
    gfSurroundings around;
    gfHostMotion host;
    uint64_t knownFrom;                          // requests of earlier steps are of another place
    double force[2], torque, submerged, density; // density of the fluid, kg/m^3
    double period;                               // s/rad: of its oscillation at a surface, 0: it has none
    double given[2];                             // what drag gave it in the last step, N s
    double covered[GF_COVERED]; // push of still liquid on what is covered of it since the last question: N s, N m s
    bool grounded;
    double grown;       // share of its size that the fluid feels
    uint64_t grownStep; // since when that is all of it
    bool watched;       // how much of it was under water in the last step is known
} gfRigidBody;

// Bodies that came into liquid; number `reported` - 1 is the newest, and number `taken` the oldest that the host has
// not.
typedef struct gfImpacts {
    gfImpact list[GF_IMPACT_MAX];
    uint64_t reported, taken;
} gfImpacts;

// A request under way; once it landed `spots` are there.
typedef struct gfBodyRequest {
    gfLoadRequest head;
    gfPose poses[GF_RIGID_BODY_MAX];
    float loads[GF_RIGID_BODY_MAX][3]; // force times time and torque times time since the question before, of density 1
    double elapsed_s;                  // that time; 0: no loads are known
    double covered[GF_RIGID_BODY_MAX][GF_COVERED]; // mean push of still liquid on what was covered: N, N m
    gfVec2 *points;
    gfSpot *spots;
} gfBodyRequest;

typedef struct gfRigidBodies {
    gfSlots list; // gfRigidBody
    int count;
    gfQuery query;
    gfBodyRequest requests[GF_QUERY_RING];
    gfLoadRing ring;    // as the query's
    double coveredTime; // s: since the last request
    gfContacts contacts;
    gfMover *movers;
    gfHull *hulls; // of bodies, where they are, by slot
    int moverCount;
    int solidMovers[GF_RIGID_BODY_MAX]; // slots of solids that are movers
    gfImpacts impacts;
} gfRigidBodies;

// The values that forces are computed from.
typedef struct gfLoadScene {
    gfSolverKind solver;
    double gravity[2], cellSize, dt;
    double sound, size; // GAUSSIAN: speed of sound in the liquid, m/s; of the domain, m
} gfLoadScene;

// Returns null, which is reported, on failure. `body`: the fluid's.
gfRigidBodies *gfRigidBodies_Create(const gfBody *body, const gfSolver *solver, void *state);
void gfRigidBodies_Destroy(gfDevice *device, gfRigidBodies *bodies);
// Follows a fluid that begins or ceases to measure its forces on solids; what was asked before is dropped. False and
// reported: nothing changed.
bool gfRigidBodies_Follow(gfRigidBodies *bodies, const gfBody *body, const gfSolver *solver, void *state);
extern const gfRecord gf_rigidBodyDefRecord;
bool gfRigidBody_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody_Make(const gfBody *body, const gfRigidBodyDef *def);
gfShape gfRigidBody_GetShape(const gfRigidBody *b);
// Limits a velocity to what definitions may have.
static inline float gfRigidBody_Bound(double value)
{
    return (float)fmin(fmax(value, -(double)GF_VALUE_MAX), (double)GF_VALUE_MAX);
}

// The solid by which the fluid feels it.
gfSolidDef gfRigidBody_GetSolid(const gfRigidBody *b);
// Tells its solid, if that is there, whether liquid gives way to it bit by bit.
void gfRigidBody_MarkSolid(const gfRigidBody *b, const gfBody *body);
// Takes a pose from the host, with what that tells of its pushes.
void gfRigidBody_Drive(gfRigidBody *b, const gfPose *pose);
// Forgets what was known of the fluid elsewhere.
void gfRigidBody_Forget(gfRigidBody *b, uint64_t step);
// Tells whether the fluid feels bodies as solids.
static inline bool gfRigidBodies_HaveSolids(const gfBody *body)
{
    return body->def.solver != GF_SOLVER_SHALLOW;
}

// Tells whether the fluid measures its forces on solids, so that no momentum is lost between the two.
static inline bool gfRigidBodies_AreMeasured(const gfBody *body)
{
    return body->def.solver == GF_SOLVER_GAUSSIAN && body->def.gaussian.mode == GF_GAUSSIAN_CONSERVING;
}

// Puts bodies back to where they were defined.
void gfRigidBodies_Reset(gfRigidBodies *bodies, gfBody *body);
// Moves bodies, before step number `step` of `dt` seconds. False and reported: an answer was lost, and they went on
// without.
bool gfRigidBodies_Advance(gfRigidBodies *bodies, gfBody *body, uint64_t step, double dt);
// The step that a request follows.
typedef struct gfRequestTime {
    uint64_t step;
    double dt, now_s; // its length; the time after it
} gfRequestTime;

// Requests, after a step, what the fluid is like around bodies, if that is due. False and reported: it could not.
bool gfRigidBodies_Request(gfRigidBodies *bodies, const gfBody *body, const gfSolver *solver, void *state,
                           const gfRequestTime *time);
// Tells a body that its velocities were changed by so much, and not by the fluid.
void gfRigidBodies_NoteImpulse(gfRigidBodies *bodies, gfHandle id, const double change[3]);
// Lists the solids whose loads are added up from now on. Returns whether they are others than before.
bool gfRigidBodies_ListSolids(gfRigidBodies *bodies);
// Waits for all that is under way, so that it lies in host memory.
void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *bodies);
// Takes those answers that are due before step number `step`, and waits for none that is not. False and reported: one
// was lost.
bool gfRigidBodies_TakeAnswers(gfRigidBodies *bodies, gfDevice *device, const gfLoadScene *scene, uint64_t step);
// Measures, writes or reads them, after the solids (gl/archive.h); writing waits for requests under way. Reading fills
// bodies that are new.
void gfRigidBodies_Archive(gfArchive *archive, gfRigidBodies *bodies, gfBody *body);

// --- body_contacts.c

// The values that a step's contacts are found from.
typedef struct gfContactScene {
    gfRigidBodies *bodies;
    gfBody *body;
    double dt, gravity;
} gfContactScene;

// Lists the contacts of a step, and moves the bodies' hulls to where they are.
void gfRigidBodies_FindContacts(const gfContactScene *scene);

// --- covered.c

// A surface nearer to a body than that leaves no cell, or only part of one, open between.
#define GF_COVERED_CELLS 1.25
// Adds up the pushes of still liquid on what the contacts of a step cover.
void gfRigidBodies_CoverFaces(gfRigidBodies *bodies, const gfLoadScene *scene);
// The mean push since the last question, which begins anew: N, N m.
void gfRigidBodies_TakeCovered(gfRigidBodies *bodies, gfRigidBody *b, double covered[GF_COVERED]);

// --- impacts.c

// Notes an impact, after the loads of step number `step` of the body in a slot. `before`: how much of it was under
// water.
void gfRigidBodies_NoteImpact(gfRigidBodies *bodies, int slot, gfSolverKind solver, double before, uint64_t step);

// --- swelling.c

// Makes a speck of it that swells to its size.
void gfRigidBody_Swell(gfRigidBody *b, const gfBody *body);
// Returns the shape that the fluid feels by now.
gfShape gfRigidBody_GetGrownShape(const gfRigidBody *b);
// Lets a body grow in step number `step`.
void gfRigidBody_Grow(gfRigidBody *b, const gfLoadScene *scene, uint64_t step);

// --- loads.c

gfLoadScene gfLoadScene_Get(const gfBody *body, double dt);
// Tells whether gravity points down, so that columns tell where the surface is.
bool gfLoadScene_PointsDown(const gfLoadScene *scene);
// Places the points of a request around a body.
void gfRigidBody_PlacePoints(const gfRigidBody *b, const gfBody *body, gfVec2 points[GF_BODY_POINTS]);
gfPose gfRigidBody_GetPose(const gfRigidBody *b);
// An answer to a body's request.
typedef struct gfBodyAnswer {
    const gfVec2 *points; // GF_BODY_POINTS of them
    const gfSpot *spots;
    const gfPose *pose;    // when it was made
    const float *loads;    // as of gfBodyRequest; null: they are not known
    const double *covered; // likewise
    double elapsed;        // s since the answer before
} gfBodyAnswer;

void gfRigidBody_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyAnswer *answer);
// Tells the host to hold it, as long as the fluid around it is not known, lest it get speed that nothing takes from it.
void gfRigidBody_Bear(gfRigidBody *b, const gfLoadScene *scene);
// Applies the forces of the fluid and its own weight as motion: drag changes its velocity at once, the rest is
// acceleration. The mover's mass has the fluid that moves with it.
void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);

#endif
