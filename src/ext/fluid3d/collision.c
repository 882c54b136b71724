// Collisions with meshes and with textures of a host's camera, and the public calls for them.
#include "ext/fluid3d/fluid3d.h"
#include "fluid/validation.h"

#include <string.h>

void gfCollision_Init(gfCollision *c)
{
    memset(c, 0, sizeof *c);
    c->version = 1;
    gfSlots_Init(&c->list, GF_HANDLE_MESH, sizeof(gfCollisionBody), GF_COLLISION_MESH_MAX);
}

void gfCollision_Destroy(gfDevice *device, gfCollision *c)
{
    for (int i = 0; i < c->list.capacity; i++) {
        gfCollisionBody *body = gfSlots_At(&c->list, i);
        if (body != NULL) {
            gfMesh_Destroy(device, &body->mesh);
        }
    }
    gfSlots_Destroy(&c->list, &device->core);
    gfCollisionMap_Destroy(device, &c->map);
}

bool gfCollision_IsUsed(const gfCollision *c)
{
    return c->count > 0 || c->textures.depth != 0;
}

bool gfCollision_CreateMap(gfDevice *device, gfCollision *c, float sizeX, float sizeZ, int texels)
{
    float longest = fmaxf(sizeX, sizeZ);
    int width = gfClamp((int)ceilf((float)texels * sizeX / longest), 1, texels);
    int height = gfClamp((int)ceilf((float)texels * sizeZ / longest), 1, texels);
    return c->map.map.id != 0 || gfCollisionMap_Create(device, &c->map, width, height);
}

// Returns the container as a box, whose own space begins at its lower corner.
static gfCollisionBox boxOf(const gfContainerPose *pose)
{
    gfCollisionBox box = {.toLocal = {[15] = 1.0f}};
    gfTurn back = gfTurn_Invert(pose->turn);
    double origin[3];
    gfContainer_ToLocal(pose, (const double[3]){0.0, 0.0, 0.0}, origin);
    for (int column = 0; column < 3; column++) {
        double axis[3] = {0.0, 0.0, 0.0}, turned[3];
        axis[column] = 1.0;
        gfTurn_Apply(back, axis, turned);
        for (int row = 0; row < 3; row++) {
            box.toLocal[4 * column + row] = (float)turned[row];
        }
        box.toLocal[12 + column] = (float)origin[column];
        box.high[column] = (float)pose->size[column];
    }
    return box;
}

bool gfCollision_Update(gfDevice *device, gfCollision *c, const gfContainerPose *pose, bool moved)
{
    if (!gfCollision_IsUsed(c) || (c->version == c->drawnVersion && !moved)) {
        return true;
    }
    const gfCollisionBox box = boxOf(pose);
    if (!gfCollisionMap_Begin(device, &c->map, &box, "a step of a gfFluid3D with collisions")) {
        return false;
    }
    if (c->textures.depth != 0) {
        gfCollisionMap_DrawTextures(device, &c->map, &c->textures);
    }
    for (int i = 0; i < c->list.capacity; i++) {
        const gfCollisionBody *body = gfSlots_At(&c->list, i);
        if (body != NULL) {
            gfCollisionMap_DrawMesh(device, &c->map, &body->mesh, body->transform, "a step of a gfFluid3D");
        }
    }
    if (!gfCollisionMap_End(&c->map)) {
        return false;
    }
    c->drawnVersion = c->version;
    return true;
}

bool gfCollision_CheckTransform(const gfCore *core, const float transform[16], const char *caller)
{
    GF_REQUIRE(core, transform != NULL, NULL_ARGUMENT, "%s: transform is null", caller);
    return gfCollisionMap_CheckTransform(core, transform, GF_COLLISION_MOST, "transform", caller);

error:
    return false;
}

// --- the public calls ------------------------------------------------------------------------------------------------

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
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfSlots_Get(&fluid->body.collision.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);

error:
    return NULL;
}

bool gfFluid3D_MoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id, const float transform[16])
{
    static const char *const caller = "gfFluid3D_MoveCollisionMesh";
    gfCollisionBody *body = getMesh(fluid, id, caller);
    if (body == NULL || !gfCollision_CheckTransform(&fluid->body.device->core, transform, caller)) {
        return false;
    }
    memcpy(body->transform, transform, sizeof body->transform);
    fluid->body.collision.version++;
    return true;
}

bool gfFluid3D_RemoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id)
{
    static const char *const caller = "gfFluid3D_RemoveCollisionMesh";
    gfCollisionBody *body = getMesh(fluid, id, caller);
    if (body == NULL || !gfDevice_Begin(fluid->body.device, caller)) {
        return false;
    }
    gfMesh_Destroy(fluid->body.device, &body->mesh);
    gfSlots_Remove(&fluid->body.collision.list, GF_TO_HANDLE(id));
    fluid->body.collision.count--;
    fluid->body.collision.version++;
    gfDevice_End(fluid->body.device);
    return true;
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
