// Rigid bodies of a gfFluid. (gpufluid/rigid_body.h is the public header.)
#ifndef GF_RIGID_BODIES2D_H
#define GF_RIGID_BODIES2D_H

#include "ext/bodies/rigid_bodies.h"
#include "fluid/fluid.h"
#include "query/queries.h"

// Numbers of points in a request for each body: beside it for the surface, half of them on each side; around it for the
// flow.
#define GF_BODY_LEVEL_POINTS 6
#define GF_BODY_FLOW_POINTS 8
#define GF_BODY_POINTS (GF_BODY_LEVEL_POINTS + GF_BODY_FLOW_POINTS)

// The query's answer: the fluid at a point.
typedef struct gfSpot2D {
    float velocity[2], liquid, surface;
    bool inside; // in the domain and in no solid
} gfSpot2D;

// The part of a request that is about one body.
typedef struct gfAsked2D {
    gfAsked all;
    float loads[3];             // impulse and angular impulse since the last request, at a density of 1
    double covered[GF_COVERED]; // mean hydrostatic force and torque on covered faces: N, N m
    gfVec2 points[GF_BODY_POINTS];
    gfSpot2D spots[GF_BODY_POINTS]; // valid once the answer landed
} gfAsked2D;

// A ring of impacts of bodies on liquid: number `reported` - 1 is the newest, number `taken` the oldest that the host
// has not read.
typedef struct gfImpacts {
    gfImpact list[GF_IMPACT_MAX];
    uint64_t reported, taken;
} gfImpacts;

typedef struct gfRigidBodies2D {
    gfRigidBodies all;
    gfQuery query;
    double coveredTime;                 // time since the last request, s
    int solidMovers[GF_RIGID_BODY_MAX]; // the solid's slot of each mover for a solid
    gfImpacts impacts;
} gfRigidBodies2D;

// Makes a zeroed list. On false, which is reported, gfRigidBodies2D_Release must be called.
bool gfRigidBodies2D_Init(gfRigidBodies2D *bodies, const gfFluid *fluid);

// Calls of gfFluidPart.
void gfRigidBodies2D_Release(void *fluid, void *bodies);
// Called when a fluid starts or stops measuring forces on solids; drops earlier requests. False and reported: nothing
// changed.
bool gfRigidBodies2D_Follow(const gfFluid *fluid, void *bodies);
// Resets bodies to their definitions.
void gfRigidBodies2D_Reset(gfFluid *fluid, void *bodies);
// Moves bodies before a step. False and reported: an answer was lost, and bodies moved without it.
bool gfRigidBodies2D_Advance(gfFluid *fluid, void *bodies, float dt);
// Requests a measurement of the fluid around bodies, after a step, if it is due. False and reported: it failed.
bool gfRigidBodies2D_Request(gfFluid *fluid, void *bodies, float dt);
// Measures, writes or reads bodies, after the solids (gl/archive.h). Writing waits for pending requests; reading takes
// a new list.
void gfRigidBodies2D_Archive(gfArchive *archive, gfRigidBodies2D *bodies, gfBody *body);

// --- rigid_body2d.c

extern const gfRecord gf_rigidBodyDefRecord;
bool gfRigidBody2D_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller);
// Makes a body from a checked definition.
gfRigidBody gfRigidBody2D_Make(const gfBody *body, const gfRigidBodyDef *def);
gfShape gfRigidBody2D_GetShape(const gfRigidBody *b);
// Returns the hull at the body's place.
gfHull gfRigidBody2D_GetHull(const gfRigidBody *b);
// Returns the solid by which the fluid feels the body.
gfSolidDef gfRigidBody2D_GetSolid(const gfRigidBody *b);
// Sets gfSolid.yields of the body's solid, if there is one.
void gfRigidBody2D_MarkSolid(const gfRigidBody *b, const gfBody *body);

// Limits a velocity to the range of definitions.
static inline float gfRigidBody2D_Bound(double value)
{
    return (float)fmin(fmax(value, -(double)GF_VALUE_MAX), (double)GF_VALUE_MAX);
}

// Shrinks a body, which then swells to its size.
void gfRigidBody2D_Swell(gfRigidBody *b, const gfBody *body);
// Lets a body swell in step number `step`.
void gfRigidBody2D_Grow(gfRigidBody *b, const gfLoadScene *scene, uint64_t step);

// The immersed part of a body: its fraction of the area, and force and torque of buoyancy over the fluid's density.
typedef struct gfImmersion {
    double fraction, force[2], torque;
} gfImmersion;

// See gfBodyKind.load.
void gfRigidBody2D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover);
// Tells whether gravity points down, so that vertical columns find the surface.
bool gfLoadScene2D_PointsDown(const gfLoadScene *scene);
// Returns the draft of a body in deep water that is seen from above, m.
double gfRigidBody2D_GetDraft(const gfRigidBody *b);
// Returns the width of the body across a direction of length 1.
double gfRigidBody2D_GetWidth(const gfRigidBody *b, const double way[2]);
// Returns its width along an axis of the world.
double gfRigidBody2D_GetSpan(const gfRigidBody *b, int axis);
// Returns the immersion of a body, with the component of gravity along the surface.
gfImmersion gfRigidBody2D_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose);
// Sets the mover's mass to that of the body with its added mass: `fraction` of the body is in fluid, `depth` along the
// third axis, m. Contacts use the larger of the masses along both axes.
gfBodyLoad gfRigidBody2D_AddMass(const gfRigidBody *b, const gfLoadScene *scene, double fraction, double depth,
                                 gfMover *mover);

// --- surroundings2d.c

// Lists the solids whose loads are summed from now on. Returns whether the list changed.
bool gfRigidBodies2D_ListSolids(gfRigidBodies2D *bodies);
// See gfBodyKind.land and .takeAnswer.
bool gfRigidBodies2D_Collect(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *request);
void gfRigidBody2D_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked);

// --- measured_loads.c, for fluids that measure forces on solids

// Takes in the residual: the part of measured forces that buoyancy and added mass don't explain. `elapsed`: time since
// the last answer, s.
void gfRigidBody2D_MeasureResidual(gfRigidBody *b, const gfLoadScene *scene, const gfAsked2D *asked, double elapsed);
// Slows a body by its growing added mass as it gets deeper.
void gfRigidBody2D_Strike(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);
// Applies forces of the liquid's sound and surface at once, as measured ones are late.
void gfRigidBody2D_HoldBack(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover);
// A surface within this many cells of a body leaves no whole cell open between them.
#define GF_COVERED_CELLS 1.25
// Adds up hydrostatic forces on faces that the contacts of a step cover.
void gfRigidBodies2D_CoverFaces(gfRigidBodies2D *bodies, const gfLoadScene *scene);

#endif
