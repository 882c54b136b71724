// Faces of the cells of a staggered grid, as solids and the sides of the domain leave them open.
#ifndef GF_FACES_H
#define GF_FACES_H

#include "fluid/boundary.h"
#include "fluid/solids/solids.h"

// Textures of faces; textures have one texel more than cells each way.
typedef struct gfFacesTarget {
    bool held;       // no-slip walls hold the fluid, for it is viscous
    gfPair *corners; // distance to solids at cell corners
    const gfTexture *faces, *wallVelocity;
} gfFacesTarget;

// Draws faces in the tiles of the solids' last lists. `shapes`: shapes changed there, and not just the velocities of
// solids.
void gfFaces_Draw(gfDevice *device, const gfSolids *solids, const gfBoundaries *boundaries, const gfFacesTarget *target,
                  bool shapes);

#endif
