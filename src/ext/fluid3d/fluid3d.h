// A fluid in three dimensions: its body, its solver and its clock. Only the public API's files include this.
// (gpufluid/fluid3d.h is the public header.)
#ifndef GF_API_FLUID3D_H
#define GF_API_FLUID3D_H

#include "gpufluid/fluid3d.h"

#include "ext/fluid3d/rigid_bodies3d.h"
#include "ext/fluid3d/volume.h"
#include "fluid/clock.h"

struct gfFluid3D {
    gfOwned owned; // in the device's list
    gfVolumeBody body;
    gfVolume *volume;
    gfClock clock;
    gfRigidBodies3D *bodies; // null: there has been none
    gfParts parts;           // gfPart: what modules keep with it
};

// Returns whether a fluid can be made of a definition; reports NULL_ARGUMENT, COOKIE, OUT_OF_RANGE.
bool gfFluid3D_CheckDef(const gfCore *core, const gfFluid3DDef *def, const char *caller);
// Makes a fluid of a definition, between gfDevice_Begin and _End. Null and reported.
gfFluid3D *gfFluid3D_Make(gfDevice *device, const gfFluid3DDef *def);
// Makes the programs of the steps of such a fluid (fluid/dry_run.h). False and reported: one can't be made.
bool gfFluid3D_MakePrograms(gfDevice *device, const gfFluid3DDef *def);

#endif
