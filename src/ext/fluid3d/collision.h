// Collision of a gfFluid3D with meshes and a host's textures, by a map that a camera above draws. (collision3d.h is the
// public header.)
#ifndef GF_COLLISION_H
#define GF_COLLISION_H

#include "gpufluid/collision3d.h"

#include "base/slots.h"
#include "ext/fluid3d/collision_map.h"
#include "solvers/particles/sph.h"

typedef struct gfCollisionBody {
    gfMesh mesh;
    float transform[16];
} gfCollisionBody;

typedef struct gfCollision {
    gfSlots list; // gfCollisionBody
    int count;
    gfCollisionTexturesDef textures; // depth 0: none
    gfCollisionMap map;              // made when it is first needed
    uint64_t version, drawnVersion;  // one more with every change
} gfCollision;

void gfCollision_Init(gfCollision *collision);
void gfCollision_Destroy(gfDevice *device, gfCollision *collision);
// Returns whether there is anything to collide with.
bool gfCollision_IsUsed(const gfCollision *collision);
// Makes the map, of `texels` along the longer of two sides. False and reported on failure.
bool gfCollision_CreateMap(gfDevice *device, gfCollision *collision, float sizeX, float sizeZ, int texels);
// Draws the map for a container, if something changed; `moved`: that one did. False and reported on failure.
bool gfCollision_Update(gfDevice *device, gfCollision *collision, const gfContainerPose *pose, bool moved);
// Returns whether a transform is affine and within +-1e6; reports OUT_OF_RANGE.
bool gfCollision_CheckTransform(const gfCore *core, const float transform[16], const char *caller);

#endif
