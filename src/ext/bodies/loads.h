// Forces of the fluid on a rigid body, as loads.c and measured_loads.c share them.
#ifndef GF_LOADS_H
#define GF_LOADS_H

#include "ext/bodies/load_model.h"
#include "ext/bodies/rigid_bodies.h"

// The part of a body that is below the surface: its fraction of the area, and the force and torque of buoyancy over the
// fluid's density.
typedef struct gfImmersion {
    double fraction, force[2], torque;
} gfImmersion;

// Masses along x and y with the fluid that moves with the body. Contacts meet the larger one.
typedef struct gfBodyMasses {
    double along[2];
} gfBodyMasses;

// Returns how deep a body of SHALLOW would lie in deep water, m.
double gfRigidBody_GetDraft(const gfRigidBody *b);
// Returns the width of the body across a direction of length 1.
double gfRigidBody_GetWidth(const gfRigidBody *b, double x, double y);
// Returns the buoyancy on a body, with the share of gravity along the surface.
gfImmersion gfRigidBody_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose);
// Gives the mover the body's mass with the fluid that moves along: `fraction` of the body is in it, `depth` along the
// third axis, m.
gfBodyMasses gfRigidBody_AddMass(const gfRigidBody *b, double fraction, double depth, gfMover *mover);

// --- measured_loads.c, for fluids that measure what they do to solids

// Takes in what of measured forces the pose and the mass that moves along do not explain.
void gfRigidBody_MeasureResidual(gfRigidBody *b, const gfLoadScene *scene, const gfBodyAnswer *answer);
// Liquid that begins to move along as a body gets deeper takes its speed from it at once. `before`: the fraction under
// water in the last step; 0, too, if that was not known.
void gfRigidBody_Strike(gfRigidBody *b, double before, double fraction, gfBodyMasses masses, gfMover *mover);
// Measured forces are late: holds the body back as the liquid's sound and surface do at once.
void gfRigidBody_HoldBack(gfRigidBody *b, const gfLoadScene *scene, double fraction, gfBodyMasses masses,
                          gfMover *mover);

#endif
