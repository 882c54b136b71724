/// Collisions of a gfFluid3D with a game's own geometry: a camera above the container looks down along the container's
/// y and sees the highest surface in it, off which particles are kept.
///
/// Blind spot: of each column of the container only the highest surface counts, and it is felt from above. What is
/// below an overhang is solid down to gfFluid3DDef.collisionThickness; an upright wall stops particles by its top
/// alone, a texel of the map early or late. The surfaces that move don't drag the fluid, they only push it out of their
/// way. What reaches above the container is not seen there. Use solids (solid3d.h) for what is thin, hollow or fast.
#ifndef GPUFLUID_COLLISION3D_H
#define GPUFLUID_COLLISION3D_H

#include "gpufluid/fluid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most meshes of one gfFluid3D.
#define GF_COLLISION_MESH_MAX 256

/// Handle of a mesh; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfCollisionMeshId);

/// Triangles, either way round. They are copied.
typedef struct gfCollisionMeshData {
    const float *positions;  ///< x, y, z of each vertex, within +-1e6; required
    int32_t vertexCount;     ///< 3 to 2^24
    const uint32_t *indices; ///< three a triangle; required
    int32_t indexCount;      ///< a multiple of 3
} gfCollisionMeshData;

/// What a camera of the host's saw that looked down over the same container, with columns along its x and rows along z.
typedef struct gfCollisionTexturesDef {
    /// GL texture, red: 0 at the container's top to 1 at its bottom; 1: nothing there. 0: none. It must live until it
    /// is replaced, for it is read in the step after it is set and whenever the container or a mesh moves.
    uint32_t depth;
    /// GL texture of normals in the container's axes; 0 (the default): they are taken from the depth.
    uint32_t normals;
    /// Whether normals are stored as (n + 1) / 2. Default false.
    bool encoded;
} gfCollisionTexturesDef;

/// Adds a mesh, `transform` (column-major, affine, within +-1e6) from its space to the world. The context must be
/// current. None on failure: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY, FRAMEBUFFER, GL, HOST_STATE.
GF_API gfCollisionMeshId gfFluid3D_AddCollisionMesh(gfFluid3D *fluid, const gfCollisionMeshData *data,
                                                    const float transform[16]);

/// Moves a mesh; it is there in the next step. Needs no context. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE,
/// BAD_HANDLE.
GF_API bool gfFluid3D_MoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id, const float transform[16]);

/// Removes a mesh. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE, HOST_STATE.
GF_API bool gfFluid3D_RemoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id);

/// Collides with what a host's own camera saw, beside meshes; null: no longer. To be called again after the textures
/// were drawn to. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_MEMORY, FRAMEBUFFER, HOST_STATE.
GF_API bool gfFluid3D_SetCollisionTextures(gfFluid3D *fluid, const gfCollisionTexturesDef *textures);

#ifdef __cplusplus
}
#endif
#endif
