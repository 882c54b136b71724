// Rigid bodies of a gfFluid. (gpufluid/rigid_body.h is the public header.)
#ifndef GF_RIGID_BODIES2D_H
#define GF_RIGID_BODIES2D_H

#include "ext/bodies/rigid_bodies.h"
#include "fluid/fluid.h"
#include "query/queries.h"

// Points of each body that requests are about: beside it for the surface, half of them on each side, and around it.
#define GF_BODY_LEVEL_POINTS 6
#define GF_BODY_FLOW_POINTS 8
#define GF_BODY_POINTS (GF_BODY_LEVEL_POINTS + GF_BODY_FLOW_POINTS)

// An answer of the query: the fluid at a point.
typedef struct gfSpot2D {
    float velocity[2], liquid, surface;
    bool inside; // the domain, and no solid
} gfSpot2D;

// The part of a request that is about one body.
typedef struct gfAsked2D {
    gfAsked all;
    float loads[3];             // force and torque, each times time, since the question before, of density 1
    double covered[GF_COVERED]; // mean push of still liquid on what was covered: N, N m
    gfVec2 points[GF_BODY_POINTS];
    gfSpot2D spots[GF_BODY_POINTS]; // once the answer landed
} gfAsked2D;

// Bodies that came into liquid; number `reported` - 1 is the newest, and number `taken` the oldest that the host has
// not.
typedef struct gfImpacts {
    gfImpact list[GF_IMPACT_MAX];
    uint64_t reported, taken;
} gfImpacts;

typedef struct gfRigidBodies2D {
    gfRigidBodies all;
    gfQuery query;
    double coveredTime;                 // s: since the last request
    int solidMovers[GF_RIGID_BODY_MAX]; // slots of solids that are movers
    gfImpacts impacts;
} gfRigidBodies2D;

// Makes a list of nothing but zeros. False and reported; gfRigidBodies2D_Release undoes it, whatever was made.
bool gfRigidBodies2D_Init(gfRigidBodies2D *bodies, const gfFluid *fluid);

// What gfFluidPart asks, of the fluid and its bodies.
void gfRigidBodies2D_Release(void *fluid, void *bodies);
// Follows a fluid that begins or ceases to measure its forces on solids; what was asked before is dropped. False and
// reported: nothing changed.
bool gfRigidBodies2D_Follow(const gfFluid *fluid, void *bodies);
// Puts bodies back to where they were defined.
void gfRigidBodies2D_Reset(gfFluid *fluid, void *bodies);
// Moves bodies before a step. False and reported: an answer was lost, and they went on without.
bool gfRigidBodies2D_Advance(gfFluid *fluid, void *bodies, float dt);
// Requests, after a step, what the fluid is like around bodies, if that is due. False and reported: it could not.
bool gfRigidBodies2D_Request(gfFluid *fluid, void *bodies, float dt);
// Measures, writes or reads them, after the solids (gl/archive.h); writing waits for requests under way. Reading fills
// bodies that are new.
void gfRigidBodies2D_Archive(gfArchive *archive, gfRigidBodies2D *bodies, gfBody *body);

// --- rigid_body2d.c

extern const gfRecord gf_rigidBodyDefRecord;
bool gfRigidBody2D_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody2D_Make(const gfBody *body, const gfRigidBodyDef *def);
gfShape gfRigidBody2D_GetShape(const gfRigidBody *b);
// Returns its hull where it is.
gfHull gfRigidBody2D_GetHull(const gfRigidBody *b);
// The solid by which the fluid feels it.
gfSolidDef gfRigidBody2D_GetSolid(const gfRigidBody *b);
// Tells its solid, if that is there, whether liquid gives way to it bit by bit.
void gfRigidBody2D_MarkSolid(const gfRigidBody *b, const gfBody *body);

// Limits a velocity to what definitions may have.
static inline float gfRigidBody2D_Bound(double value)
{
    return (float)fmin(fmax(value, -(double)GF_VALUE_MAX), (double)GF_VALUE_MAX);
}

// Makes a speck of a body that swells to its size.
void gfRigidBody2D_Swell(gfRigidBody *b, const gfBody *body);
// Lets it grow in step number `step`.
void gfRigidBody2D_Grow(gfRigidBody *b, const gfLoadScene *scene, uint64_t step);

// The part of a body that is below the surface: its fraction of the area, and the force and torque of buoyancy over the
// fluid's density.
typedef struct gfImmersion {
    double fraction, force[2], torque;
} gfImmersion;

// gfBodyKind.load.
void gfRigidBody2D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Tells whether gravity points down, so that columns tell where the surface is.
bool gfLoadScene2D_PointsDown(const gfLoadScene *scene);
// Returns how deep a body would lie in deep water that is seen from above, m.
double gfRigidBody2D_GetDraft(const gfRigidBody *b);
// Returns the width of the body across a direction of length 1.
double gfRigidBody2D_GetWidth(const gfRigidBody *b, const double way[2]);
// Returns its width along an axis of the world.
double gfRigidBody2D_GetSpan(const gfRigidBody *b, int axis);
// Returns the buoyancy on a body, with the share of gravity along the surface.
gfImmersion gfRigidBody2D_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose);
// Gives the mover the body's mass with the fluid that moves along: `fraction` of the body is in it, `depth` along the
// third axis, m. Contacts meet the larger of the masses along the axes.
gfBodyLoad gfRigidBody2D_AddMass(const gfRigidBody *b, const gfLoadScene *scene, double fraction, double depth,
                                 gfMover *mover);

// --- surroundings2d.c

// Lists the solids whose loads are added up from now on. Returns whether they are others than before.
bool gfRigidBodies2D_ListSolids(gfRigidBodies2D *bodies);
// gfBodyKind.land and .takeAnswer.
bool gfRigidBodies2D_Collect(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
void gfRigidBody2D_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);

// --- measured_loads.c, for fluids that measure what they do to solids

// Takes in what of measured forces the pose and the mass that moves along do not explain, `elapsed` seconds after the
// answer before.
void gfRigidBody2D_MeasureResidual(gfRigidBody *b, const gfLoadScene *scene, const gfAsked2D *asked, double elapsed);
// Liquid that begins to move along as a body gets deeper takes its speed from it at once.
void gfRigidBody2D_Strike(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);
// Measured forces are late: holds the body back as the liquid's sound and surface do at once.
void gfRigidBody2D_HoldBack(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);
// A surface nearer to a body than that leaves no cell, or only part of one, open between.
#define GF_COVERED_CELLS 1.25
// Adds up the pushes of still liquid on what the contacts of a step cover.
void gfRigidBodies2D_CoverFaces(gfRigidBodies2D *bodies, const gfLoadScene *scene);

#endif
