#include "gl/mesh.h"

#include "gl/label.h"
#include "gl/pass.h"

#include <string.h>

static size_t meshBytes(const gfMesh *mesh)
{
    return (size_t)mesh->vertexCount * 3 * sizeof(float) + (size_t)mesh->indexCount * sizeof(uint32_t);
}

static bool checkMesh(const gfCore *core, const gfMeshData *data, const char *caller)
{
    GF_REQUIRE(core, data != NULL && data->positions != NULL && data->indices != NULL, NULL_ARGUMENT,
               "%s: positions or indices are null", caller);
    GF_REQUIRE(core, gfInRange(data->vertexCount, 3, GF_MESH_VERTICES_MAX), OUT_OF_RANGE,
               "%s: %d vertices; 3 to %d are expected", caller, data->vertexCount, GF_MESH_VERTICES_MAX);
    GF_REQUIRE(core, data->indexCount >= 3 && data->indexCount % 3 == 0, OUT_OF_RANGE,
               "%s: %d indices; three for each triangle are expected", caller, data->indexCount);
    for (int i = 0; i < data->indexCount; i++) {
        GF_REQUIRE(core, data->indices[i] < (uint32_t)data->vertexCount, OUT_OF_RANGE,
                   "%s: index %d is %u, and there are %d vertices", caller, i, (unsigned)data->indices[i],
                   data->vertexCount);
    }
    for (int i = 0; i < 3 * data->vertexCount; i++) {
        GF_REQUIRE(core, gfInRange((double)data->positions[i], -1e6, 1e6), OUT_OF_RANGE,
                   "%s: coordinate %c of vertex %d is %g; within +-1e6 m is expected", caller, "xyz"[i % 3], i / 3,
                   (double)data->positions[i]);
    }
    return true;

error:
    return false;
}

static void boundMesh(gfMesh *mesh, const gfMeshData *data)
{
    for (int c = 0; c < 3; c++) {
        mesh->low[c] = mesh->high[c] = data->positions[c];
    }
    for (int i = 3; i < 3 * data->vertexCount; i++) {
        mesh->low[i % 3] = fminf(mesh->low[i % 3], data->positions[i]);
        mesh->high[i % 3] = fmaxf(mesh->high[i % 3], data->positions[i]);
    }
}

bool gfMesh_Create(gfDevice *device, gfMesh *mesh, const gfMeshData *data, const char *caller)
{
    const GladGLContext *fn = &device->gl.fn;
    GLint hostsBuffer = 0;
    memset(mesh, 0, sizeof *mesh);
    if (!checkMesh(&device->core, data, caller)) {
        return false;
    }
    mesh->vertexCount = data->vertexCount;
    mesh->indexCount = data->indexCount;
    boundMesh(mesh, data);
    gfDevice_DropHostErrors(device);
    fn->GetIntegerv(GL_ARRAY_BUFFER_BINDING, &hostsBuffer); // nothing else needs it, so nobody else keeps it
    fn->GenVertexArrays(1, &mesh->vertexArray);
    fn->GenBuffers(1, &mesh->vertices);
    fn->GenBuffers(1, &mesh->indices);
    gfDevice_ForgetBindings(device);
    fn->BindVertexArray(mesh->vertexArray);
    fn->BindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    fn->BufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(mesh->vertexCount * 3) * (GLsizeiptr)sizeof(float), data->positions,
                   GL_STATIC_DRAW);
    fn->VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    fn->EnableVertexAttribArray(0);
    fn->BindBuffer(GL_ELEMENT_ARRAY_BUFFER, mesh->indices);
    fn->BufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)mesh->indexCount * (GLsizeiptr)sizeof(uint32_t), data->indices,
                   GL_STATIC_DRAW);
    gfLabel_Set(device, GF_LABEL_VERTEX_ARRAY, mesh->vertexArray, "mesh", NULL);
    gfLabel_Set(device, GF_LABEL_BUFFER, mesh->vertices, "mesh", "vertices");
    gfLabel_Set(device, GF_LABEL_BUFFER, mesh->indices, "mesh", "indices");
    fn->BindVertexArray(device->vertexArray);
    fn->BindBuffer(GL_ARRAY_BUFFER, (GLuint)hostsBuffer);
    device->counts.buffers += 2;
    device->counts.gpuBytes += meshBytes(mesh);
    if (!gfDevice_CheckGL(device, "making a mesh")) {
        gfMesh_Destroy(device, mesh);
        return false;
    }
    return true;
}

void gfMesh_Destroy(gfDevice *device, gfMesh *mesh)
{
    if (mesh->vertexArray != 0) {
        if (!device->lost) {
            device->gl.fn.DeleteVertexArrays(1, &mesh->vertexArray);
            device->gl.fn.DeleteBuffers(1, &mesh->vertices);
            device->gl.fn.DeleteBuffers(1, &mesh->indices);
        }
        device->counts.buffers -= 2;
        device->counts.gpuBytes -= meshBytes(mesh);
    }
    memset(mesh, 0, sizeof *mesh);
}
