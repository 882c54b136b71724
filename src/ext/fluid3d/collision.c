#include "ext/fluid3d/collision.h"

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

static bool drawTextures(gfDevice *device, gfCollision *c)
{
    const gfCollisionTexturesDef *t = &c->textures;
    return t->depth == 0 ||
           gfCollisionMap_DrawTextures(device, &c->map, &(gfCollisionTextures){t->depth, t->normals, t->encoded});
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
    drawTextures(device, c);
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

bool gfCollision_CheckTransform(const gfCore *core, const float m[16], const char *caller)
{
    GF_REQUIRE(core, m != NULL, NULL_ARGUMENT, "%s: transform is null", caller);
    for (int i = 0; i < 16; i++) {
        GF_REQUIRE(core, gfInRange((double)m[i], -1e6, 1e6), OUT_OF_RANGE,
                   "%s: transform[%d] is %g; within +-1e6 is expected", caller, i, (double)m[i]);
    }
    GF_REQUIRE(core, fabsf(m[3]) + fabsf(m[7]) + fabsf(m[11]) <= 0.0f && fabsf(m[15] - 1.0f) <= 0.0f, OUT_OF_RANGE,
               "%s: the last row of transform is (%g, %g, %g, %g); (0, 0, 0, 1) is expected", caller, (double)m[3],
               (double)m[7], (double)m[11], (double)m[15]);
    return true;

error:
    return false;
}
