// Rigid bodies of a gfFluid. (gpufluid/rigid_body.h is the public header.)
#ifndef GF_RIGID_BODIES2D_H
#define GF_RIGID_BODIES2D_H

#include "ext/bodies/rigid_bodies.h"
#include "fluid/fluid.h"
#include "query/queries.h"

// A request's points around one body: for the surface, half to the left and half to the right; for the flow all around.
#define GF_BODY_LEVEL_POINTS 6
#define GF_BODY_FLOW_POINTS 8
#define GF_BODY_POINTS (GF_BODY_LEVEL_POINTS + GF_BODY_FLOW_POINTS)

// The answer at one point of a request. (gfSpot is the form that 2D and 3D have in common.)
typedef struct gfSpot2D {
    // Velocity, m/s; how much liquid is there (gfPointAnswer.mass); height of the surface, m (gfPointAnswer.surface).
    float velocity[2], liquid, surface;
    bool inside; // the point is in the domain and in no solid
} gfSpot2D;

// A request's part for one body in 2D: an element of gfBodyRequest.asked.
typedef struct gfAsked2D {
    gfAsked all;
    float loads[3];                 // x, y and angular impulse on the solid since the last request, at fluid density 1
    double covered[GF_COVERED];     // mean force and torque of still water on covered faces, as GF_COVERED: N, N m
    gfVec2 points[GF_BODY_POINTS];  // where the fluid is measured, m
    gfSpot2D spots[GF_BODY_POINTS]; // the answers at `points`, once gfBodyRequest.landed is true
} gfAsked2D;

// Ring buffer of impacts on liquid for gfFluid_PollImpacts. `reported`: impacts so far; `taken`: read or overwritten.
typedef struct gfImpacts {
    gfImpact list[GF_IMPACT_MAX];
    uint64_t reported, taken;
} gfImpacts;

// The rigid bodies of a gfFluid.
typedef struct gfRigidBodies2D {
    gfRigidBodies all;
    gfQuery query;                      // through which requests measure the fluid
    double coveredTime;                 // time over which gfRigidBody.covered was summed, s
    int solidMovers[GF_RIGID_BODY_MAX]; // slot of the solid that each mover after the fixed ones is of
    gfImpacts impacts;
} gfRigidBodies2D;

// Makes the list; it must be all zero before. On false, which is reported, call gfRigidBodies2D_Release.
bool gfRigidBodies2D_Init(gfRigidBodies2D *bodies, const gfFluid *fluid);

// The next five are the calls of a gfFluidPart. `bodies`: a gfRigidBodies2D.
void gfRigidBodies2D_Release(void *fluid, void *bodies);
// Puts bodies back into the state of their definitions.
void gfRigidBodies2D_Reset(gfFluid *fluid, void *bodies);
// Moves bodies before the fluid steps. False and reported: an answer was lost, and bodies moved by the last one.
bool gfRigidBodies2D_Advance(gfFluid *fluid, void *bodies, float dt);
// After the fluid's step: requests a measurement of the fluid around bodies, if it is time.
bool gfRigidBodies2D_Request(gfFluid *fluid, void *bodies, float dt);
// Archives bodies, after the solids (gl/archive.h). Writing waits for pending requests. Reading expects a new list.
void gfRigidBodies2D_Archive(gfArchive *archive, gfRigidBodies2D *bodies, gfBody *body);

// --- rigid_body2d.c

extern const gfRecord gf_rigidBodyDefRecord;
bool gfRigidBody2D_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller);
// Makes a body from a definition that gfRigidBody2D_Check accepted.
gfRigidBody gfRigidBody2D_Make(const gfBody *body, const gfRigidBodyDef *def);
gfShape gfRigidBody2D_GetShape(const gfRigidBody *b);
// Returns the body's hull in the world.
gfHull gfRigidBody2D_GetHull(const gfRigidBody *b);
// Returns the definition of the solid by which the fluid feels the body.
gfSolidDef gfRigidBody2D_GetSolid(const gfRigidBody *b);
// The part of a body under water: its fraction of the area; force and torque of buoyancy over the fluid's density.
typedef struct gfImmersion {
    double fraction, force[2], torque;
} gfImmersion;

// The function gfBodyKind.load of 2D.
void gfRigidBody2D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Returns whether gravity points down rather than aside, so that the surface is found in vertical columns of cells.
bool gfLoadScene2D_PointsDown(const gfLoadScene *scene);
// Returns how deep a body seen from above reaches into water in which it floats, m.
double gfRigidBody2D_GetDraft(const gfRigidBody *b);
// Returns the width of the body's projection along the direction `way` (of length 1), m.
double gfRigidBody2D_GetWidth(const gfRigidBody *b, const double way[2]);
// Returns the extent of the body along an axis of the world (0: x, 1: y), m.
double gfRigidBody2D_GetSpan(const gfRigidBody *b, int axis);
// Returns the part of a body under water at a pose, and its buoyancy, which includes the push of a tilted surface.
gfImmersion gfRigidBody2D_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose);
// Sets a mover's inverse mass and inertia to the body's with added mass, and returns the load. `fraction`: of the body
// in fluid; `depth`: gfBodyLoad.depth. A mover has one mass: the larger of those along both axes.
gfBodyLoad gfRigidBody2D_AddMass(const gfRigidBody *b, const gfLoadScene *scene, double fraction, double depth,
                                 gfMover *mover);

// --- surroundings2d.c

// Lists the solids of bodies in the query, which sums the forces on them from now on. Returns whether the list changed.
bool gfRigidBodies2D_ListSolids(gfRigidBodies2D *bodies);
// The functions gfBodyKind.land and gfBodyKind.takeAnswer of 2D.
bool gfRigidBodies2D_Collect(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
void gfRigidBody2D_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);

// --- added_mass.c

// Finds the added mass of the part of a body under a level surface, or of all of it if `level` is infinite, for motion
// along x and y and turning about the centre of mass: kg, kg m, kg m^2.
void gfRigidBody2D_FindAddedMass(const gfRigidBody *b, const gfPose *pose, double level, double mass[3][3]);

// --- measured_loads.c, for fluids whose pressure on solids is measured (gfMedium.measured)

// As a body rises the surface beside it sinks by this fraction of the rise before that is measured.
#define GF_MEASURED_BACKLASH 1.0
// Takes in the measured force and torque: gfSurroundings.residual. `elapsed`: time since the last answer, s.
void gfRigidBody2D_Measure(gfRigidBody *b, const gfLoadScene *scene, const gfAsked2D *asked, double elapsed);
// Applies buoyancy and what was measured beyond it to a body and its added mass.
void gfRigidBody2D_LoadMeasured(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// A side or body nearer to a body than this, in cells, covers part of its outline: no whole cell lies between them.
#define GF_COVERED_CELLS 1.25
// Adds the impulses of still water on covered faces in this step, of all contacts, to gfRigidBody.covered.
void gfRigidBodies2D_CoverFaces(gfRigidBodies2D *bodies, const gfLoadScene *scene);

#endif
