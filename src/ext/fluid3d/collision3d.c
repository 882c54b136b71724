// The public calls for collisions with meshes and with textures of a host's camera.
#include "ext/fluid3d/fluid3d.h"
#include "fluid/validation.h"

#include <string.h>

static bool createMap(gfFluid3D *fluid)
{
    const gfFluid3DDef *def = &fluid->body.def;
    return gfCollision_CreateMap(fluid->body.device, &fluid->body.collision, def->sizeMax.x, def->sizeMax.z,
                                 def->collisionTexels);
}

gfCollisionMeshId gfFluid3D_AddCollisionMesh(gfFluid3D *fluid, const gfCollisionMeshData *data,
                                             const float transform[16])
{
    static const char *const caller = "gfFluid3D_AddCollisionMesh";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    gfCollision *collision = &fluid->body.collision;
    gfHandle handle = {0};
    GF_REQUIRE(&device->core, data != NULL, NULL_ARGUMENT, "%s: data is null", caller);
    if (!gfCollision_CheckTransform(&device->core, transform, caller) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    const gfMeshData copied = {data->positions, data->vertexCount, data->indices, data->indexCount};
    gfCollisionBody body = {0};
    memcpy(body.transform, transform, sizeof body.transform);
    if (createMap(fluid) && gfMesh_Create(device, &body.mesh, &copied, caller)) {
        handle = gfSlots_Add(&collision->list, &device->core, fluid->body.number, &body);
        if (GF_IS_NULL(handle)) {
            gfMesh_Destroy(device, &body.mesh);
        } else {
            collision->count++;
            collision->version++;
        }
    }
    gfDevice_End(device);
    return GF_FROM_HANDLE(gfCollisionMeshId, handle);

error:
    return (gfCollisionMeshId){0};
}

static gfCollisionBody *getMesh(gfFluid3D *fluid, gfCollisionMeshId id, const char *caller)
{
    return gfSlots_Get(&fluid->body.collision.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_MoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id, const float transform[16])
{
    static const char *const caller = "gfFluid3D_MoveCollisionMesh";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfCollisionBody *body = getMesh(fluid, id, caller);
    if (body == NULL || !gfCollision_CheckTransform(&fluid->body.device->core, transform, caller)) {
        goto error;
    }
    memcpy(body->transform, transform, sizeof body->transform);
    fluid->body.collision.version++;
    return true;

error:
    return false;
}

bool gfFluid3D_RemoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_RemoveCollisionMesh: fluid is null");
    gfDevice *device = fluid->body.device;
    gfCollisionBody *body = getMesh(fluid, id, "gfFluid3D_RemoveCollisionMesh");
    if (body == NULL || !gfDevice_Begin(device, "gfFluid3D_RemoveCollisionMesh")) {
        goto error;
    }
    gfMesh_Destroy(device, &body->mesh);
    gfSlots_Remove(&fluid->body.collision.list, GF_TO_HANDLE(id));
    fluid->body.collision.count--;
    fluid->body.collision.version++;
    gfDevice_End(device);
    return true;

error:
    return false;
}

bool gfFluid3D_SetCollisionTextures(gfFluid3D *fluid, const gfCollisionTexturesDef *textures)
{
    static const char *const caller = "gfFluid3D_SetCollisionTextures";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    gfDevice *device = fluid->body.device;
    if ((textures != NULL && (!gfTraps_CheckTexture(device, textures->depth, "depth", caller) ||
                              !gfTraps_CheckTexture(device, textures->normals, "normals", caller))) ||
        !gfDevice_Begin(device, caller)) {
        goto error;
    }
    bool ok = textures == NULL || createMap(fluid);
    if (ok) {
        fluid->body.collision.textures = textures != NULL ? *textures : (gfCollisionTexturesDef){0};
        fluid->body.collision.version++;
    }
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}
