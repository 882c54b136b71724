// The box that a gfFluid3D is in: where it is, where it goes, and what that does to places in it.
#ifndef GF_CONTAINER_H
#define GF_CONTAINER_H

#include "fluid/turn.h"

typedef struct gfContainerPose {
    double position[3]; // of its centre, m
    gfTurn turn;
    double size[3]; // m
} gfContainerPose;

typedef struct gfContainer {
    gfContainerPose now, target;
} gfContainer;

// One substep's motion, in the container's axes after it; places are from its lower corner.
typedef struct gfContainerMotion {
    bool moves;
    float size[2][3];  // before and after, m
    float carry[3][4]; // rows: from a place before to the same place of the world after, m
    float velocity[3]; // of its centre, m/s
    float spin[3];     // radians/s
    float stretch[3];  // of the sides along each axis, outwards, m/s
} gfContainerMotion;

gfContainerPose gfContainerPose_Make(gfVec3 position, gfQuat rotation, gfVec3 size);

// Goes 1 / `remaining` of the way that is left, in `dt` seconds; a length changes by at most `stretch` m.
void gfContainer_Advance(gfContainer *container, int remaining, double stretch, double dt, gfContainerMotion *motion);

// A place of the world as one in the container, and back; m. A vector likewise, without the shift.
void gfContainer_ToLocal(const gfContainerPose *pose, const double world[3], double local[3]);
void gfContainer_ToWorld(const gfContainerPose *pose, const double local[3], double world[3]);

#endif
