/// Collisions of a gfFluid3D with a game's own geometry. A camera above the container looks down along the container's
/// y, and particles are kept off the highest surface it sees. Add meshes with gfFluid3D_AddCollisionMesh, or hand in a
/// depth map of your own with gfFluid3D_SetCollisionTextures.
///
/// Only the highest surface of each column counts, and only from above. Space below an overhang is solid down to
/// gfFluid3DDef.collisionThickness. An upright wall stops particles only where the map shows its top, which may be a
/// texel off. Moving surfaces push the fluid out of their way but don't drag it. Geometry above the container is not
/// seen. Use solids (solid3d.h) for thin, hollow or fast things.
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

/// Triangles of a mesh, whose corners may be in either order. The library copies them.
typedef struct gfCollisionMeshData {
    const float *positions;  ///< x, y, z of each vertex in the mesh's own space, within +-1e6; required
    int32_t vertexCount;     ///< number of vertices, 3 to 2^24
    const uint32_t *indices; ///< numbers of vertices, three for each triangle; required
    int32_t indexCount;      ///< number of indices, a multiple of 3
} gfCollisionMeshData;

/// Depth and normals of a scene that the host draws with a camera looking down on the container. Columns of texels lie
/// along the container's x, rows along its z. Make it as {0}.
typedef struct gfCollisionTextures {
    /// GL texture whose red channel is the depth: 0 at the container's top to 1 at its bottom, and 1 if nothing is
    /// there. 0: no texture. It must live until it is replaced: the next step reads it, and so do later steps in which
    /// the container or a mesh has moved.
    uint32_t depth;
    /// GL texture of normals in the container's axes; 0 (the default): normals from the depth.
    uint32_t normals;
    /// Whether normals are stored as (n + 1) / 2. Default false.
    bool encoded;
} gfCollisionTextures;

/// Adds a mesh. `transform` maps the mesh's own space to the world (column-major, affine, within +-1e6). The context
/// must be current. None on failure: NULL_ARGUMENT, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY, FRAMEBUFFER, GL, HOST_STATE.
GF_API gfCollisionMeshId gfFluid3D_AddCollisionMesh(gfFluid3D *fluid, const gfCollisionMeshData *data,
                                                    const float transform[16]);

/// Moves a mesh; the next step takes it into account. Needs no context. False, nothing changed: NULL_ARGUMENT,
/// OUT_OF_RANGE, BAD_HANDLE.
GF_API bool gfFluid3D_MoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id, const float transform[16]);

/// Removes a mesh. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE, HOST_STATE.
GF_API bool gfFluid3D_RemoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id);

/// Lets particles collide with a depth map of the host's, besides the meshes; null removes it. Call it again after each
/// drawing to the textures. The context must be current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (a texture
/// holds integers), OUT_OF_MEMORY, FRAMEBUFFER, HOST_STATE.
GF_API bool gfFluid3D_SetCollisionTextures(gfFluid3D *fluid, const gfCollisionTextures *textures);

#ifdef __cplusplus
}
#endif
#endif
