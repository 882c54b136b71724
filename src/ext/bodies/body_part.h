// Rigid bodies as a part of a fluid.
#ifndef GF_BODY_PART_H
#define GF_BODY_PART_H

#include "ext/bodies/rigid_bodies2d.h"
#include "fluid/fluid.h"

// Null: the fluid has had none.
gfRigidBodies2D *gfFluid_FindBodies(const gfFluid *fluid);
// Made on first use. Null and reported.
gfRigidBodies2D *gfFluid_GetBodies(gfFluid *fluid);
// Destroys them, with all that they need.
void gfFluid_RemoveBodies(gfFluid *fluid);

#endif
