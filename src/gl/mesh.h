// Triangle meshes: positions and indices in buffers, drawn by passes (gfPass.mesh). A vertex stage reads the position
// at location 0.
#ifndef GF_MESH_H
#define GF_MESH_H

#include "gl/device.h"

// Most vertices of one mesh: OpenGL ES 3.0 promises no larger index.
#define GF_MESH_VERTICES_MAX (1 << 24)

// Zero is "none".
typedef struct gfMesh {
    GLuint vertexArray, vertices, indices;
    int vertexCount, indexCount;
    float low[3], high[3]; // around all positions
} gfMesh;

// The vertices and triangles that a mesh is made of.
typedef struct gfMeshData {
    const float *positions; // x, y, z of each vertex
    int vertexCount;
    const uint32_t *indices; // three a triangle
    int indexCount;
} gfMeshData;

// Checks and copies it. On failure it is none; reported are NULL_ARGUMENT, OUT_OF_RANGE (a count, an index beyond the
// vertices, a position that is not within +-1e6), OUT_OF_MEMORY and GL. `caller`: the public function.
bool gfMesh_Create(gfDevice *device, gfMesh *mesh, const gfMeshData *data, const char *caller);
void gfMesh_Destroy(gfDevice *device, gfMesh *mesh);

#endif
