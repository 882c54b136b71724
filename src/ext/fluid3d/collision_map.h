// The collision camera: looks straight down (-y; y is up) over a box and draws the highest surface within it into a map
// that solvers collide with. Meshes, or textures that the host has drawn by such a camera of its own, are drawn anew
// whenever something moved.
//
// Blind spot: a texel has one surface, the highest. Undersides, what lies below an overhang, and walls that stand
// upright are not in it; water under a bridge collides with the bridge's top. What reaches above the box is left out
// there, so a ceiling is let go by a box that ends below it.
#ifndef GF_COLLISION_MAP_H
#define GF_COLLISION_MAP_H

#include "gpufluid/collision3d.h"

#include "gl/depth.h"
#include "gl/mesh.h"
#include "gl/texture.h"

// How far from the origin meshes may be, m.
#define GF_COLLISION_MOST 1e6

// The box that a collision map covers.
typedef struct gfCollisionBox {
    float low[3], high[3]; // m, of the box's own space: each of `high` above that of `low`
    float toLocal[16];     // column-major: from the world to the box's own space, in which y is up, too
} gfCollisionBox;

// The map, and the state of its drawing. Zero is "none".
typedef struct gfCollisionMap {
    // RGBA32F: normal of the surface (the box's space, length 1, y above 0) and its height y, m; (0, 0, 0,
    // GF_NO_GROUND) where there is none. Texel (i, j) looks down at x = low.x + (i + 1/2) size.x / width and
    // z = low.z + (j + 1/2) size.z / height.
    gfTexture map;
    gfDepth depth;
    gfCollisionBox box;
    bool begun, cleared, upsideDown;
    bool failed; // a part could not be drawn since it was begun
} gfCollisionMap;

// Makes a map. On failure it is none; reported are OUT_OF_RANGE, OUT_OF_MEMORY, FRAMEBUFFER, GL.
bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height);
void gfCollisionMap_Destroy(gfDevice *device, gfCollisionMap *map);

// Begin and end drawing the map anew, empty at first. Begin reports OUT_OF_RANGE for a box without a volume or beyond
// +-1e6 and changes nothing then. End is false where some part was not drawn; that was reported.
bool gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box, const char *caller);
bool gfCollisionMap_End(gfCollisionMap *map);

// Draws a mesh into the map. `transform`: column-major, from the mesh to the world, affine. False and reported:
// OUT_OF_RANGE (not affine, or beyond +-1e6), SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16],
                             const char *caller);
// Draws textures of a host's own camera that looked straight down over the same box, with rows along z.
bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTexturesDef *textures);
// Returns whether a transform is affine, and its numbers within +-`most`; reports OUT_OF_RANGE by its name.
bool gfCollisionMap_CheckTransform(const gfCore *core, const float transform[16], double most, const char *name,
                                   const char *caller);

#endif
