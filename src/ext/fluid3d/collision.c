// Collision of a fluid in 3D with meshes and textures of a host's camera: the map (volume.h), and the public calls.
#include "ext/fluid3d/fluid3d.h"

#include "draw/view.h"
#include "fluid/validation.h"
#include "gl/pass.h"
#include "shared.h"

#define COLLISION_MOST 1e6 // largest number in a mesh's transform, at which floats are still exact to 6 cm

// --- the map ---------------------------------------------------------------------------------------------------------

// The vertex stage that draws a mesh as the collision map's camera sees it.
static const gfVertexStage meshFromCamera = {"fluid3d/collision_map.vert", "", 0, NULL};

static const float noGround[4] = {0.0f, 0.0f, 0.0f, (float)GF_NO_GROUND};

bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height)
{
    memset(map, 0, sizeof *map);
    if (gfTexture_Create(device, &map->map, GF_FORMAT_RGBA32F, width, height) &&
        gfDepth_Fit(device, &map->depth, width, height)) {
        gfTexture_Clear(device, &map->map, noGround);
        return true;
    }
    gfCollisionMap_Destroy(device, map);
    return false;
}

void gfCollisionMap_Destroy(gfDevice *device, gfCollisionMap *map)
{
    gfTexture_Destroy(device, &map->map);
    gfDepth_Destroy(device, &map->depth);
    memset(map, 0, sizeof *map);
}

void gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box)
{
    gfHostTarget host;
    gfDevice_SaveTarget(device, &host);
    map->box = *box;
    map->cleared = map->failed = false;
    map->upsideDown = host.upsideDown;
    gfTexture_Clear(device, &map->map, noGround);
}

static bool note(gfCollisionMap *map, bool drawn)
{
    map->cleared = map->cleared || drawn;
    map->failed = map->failed || !drawn;
    return drawn;
}

bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16])
{
    const float *low = map->box.low, *high = map->box.high;
    float toLocal[16];
    gfMatrix_Multiply(map->box.toLocal, transform, toLocal);
    for (int i = 0; i < 3; i++) { // relative to the box's lower corner, where floats have more digits
        toLocal[12 + i] -= low[i];
    }
    return note(
        map,
        gfPass_Run(device,
                   &(gfPass){.label = "collision map",
                             .shader = {.stage = &meshFromCamera, .file = "fluid3d/collision_map.frag"},
                             .writes = {&map->map},
                             .depth = &map->depth,
                             .clearsDepth = !map->cleared,
                             .geometry = {GF_GEOMETRY_MESH, .mesh = mesh},
                             .uniforms = {GF_M4(toLocal, toLocal),
                                          GF_F4(boxSize, high[0] - low[0], high[1] - low[1], high[2] - low[2], low[1]),
                                          GF_F2(scale, 1.0f / (float)map->map.width, 1.0f / (float)map->map.height),
                                          GF_F1(upright, map->upsideDown ? -1.0f : 1.0f)}}));
}

bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTextures *textures)
{
    const float *low = map->box.low, *high = map->box.high;
    const char *defines = textures->normals == 0 ? "TEXTURED"
                          : textures->encoded    ? "TEXTURED;NORMALS;ENCODED"
                                                 : "TEXTURED;NORMALS";
    return note(
        map,
        gfPass_Run(device,
                   &(gfPass){.label = "collision map",
                             .shader = GF_SHADER("fluid3d/collision_map.frag", defines),
                             .writes = {&map->map},
                             .depth = &map->depth,
                             .clearsDepth = !map->cleared,
                             .inputs = {GF_IN(hostDepth, textures->depth), GF_IN(hostNormals, textures->normals)},
                             .uniforms = {GF_F4(boxSize, high[0] - low[0], high[1] - low[1], high[2] - low[2], low[1]),
                                          GF_F2(scale, 1.0f / (float)map->map.width, 1.0f / (float)map->map.height)}}));
}

// --- meshes and textures ---------------------------------------------------------------------------------------------

void gfCollision_Init(gfCollision *c)
{
    memset(c, 0, sizeof *c);
    c->version = 1;
    gfSlots_Init(&c->list, GF_HANDLE_MESH, sizeof(gfCollisionBody), GF_COLLISION_MESH_MAX);
}

void gfCollision_Destroy(gfDevice *device, gfCollision *c)
{
    GF_EACH(gfCollisionBody, body, &c->list) {
        gfMesh_Destroy(device, &body->mesh);
    }
    gfSlots_Destroy(&c->list, &device->core);
    gfCollisionMap_Destroy(device, &c->map);
}

bool gfCollision_IsUsed(const gfCollision *c)
{
    return c->count > 0 || c->textures.depth != 0;
}

bool gfCollision_CreateMap(gfVolumeBody *body)
{
    gfCollisionMap *map = &body->collision.map;
    const float sizeX = body->def.sizeMax.x, sizeZ = body->def.sizeMax.z, longest = fmaxf(sizeX, sizeZ);
    const int texels = body->def.collisionTexels;
    int width = gfClamp((int)ceilf((float)texels * sizeX / longest), 1, texels);
    int height = gfClamp((int)ceilf((float)texels * sizeZ / longest), 1, texels);
    return map->map.id != 0 || gfCollisionMap_Create(body->device, map, width, height);
}

// Returns the container as a box for the map. The box's own space begins at the container's lower corner.
static gfCollisionBox boxOf(const gfContainerPose *pose)
{
    gfCollisionBox box = {.toLocal = {[15] = 1.0f}};
    gfTurn back = gfTurn_Invert(pose->turn);
    double origin[3];
    gfContainer_ToLocal(pose, (const double[3]){0.0, 0.0, 0.0}, origin);
    for (int column = 0; column < 3; column++) {
        double turned[3];
        gfTurn_GetAxis(back, column, 1.0, turned);
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
    gfCollisionMap_Begin(device, &c->map, &box);
    if (c->textures.depth != 0) {
        gfCollisionMap_DrawTextures(device, &c->map, &c->textures);
    }
    GF_EACH(const gfCollisionBody, body, &c->list) {
        gfCollisionMap_DrawMesh(device, &c->map, &body->mesh, body->transform);
    }
    GF_TRY(!c->map.failed);
    c->drawnVersion = c->version;
    return true;
}

bool gfCollision_CheckTransform(const gfCore *core, const float m[16], const char *caller)
{
    GF_REQUIRE(core, m != NULL, NULL_ARGUMENT, "%s: transform is null", caller);
    for (int i = 0; i < 16; i++) {
        GF_REQUIRE(core, gfInRange((double)m[i], -COLLISION_MOST, COLLISION_MOST), OUT_OF_RANGE,
                   "%s: transform[%d] is %g; within +-%g is expected", caller, i, (double)m[i], COLLISION_MOST);
    }
    GF_REQUIRE(core, fabsf(m[3]) + fabsf(m[7]) + fabsf(m[11]) <= 0.0f && fabsf(m[15] - 1.0f) <= 0.0f, OUT_OF_RANGE,
               "%s: the last row of transform is (%g, %g, %g, %g); (0, 0, 0, 1) is expected", caller, (double)m[3],
               (double)m[7], (double)m[11], (double)m[15]);
    return true;
}

// --- the public calls ------------------------------------------------------------------------------------------------

gfCollisionMeshId gfFluid3D_AddCollisionMesh(gfFluid3D *fluid, const gfCollisionMeshData *data,
                                             const float transform[16])
{
    GF_REQUIRE_OR((gfCollisionMeshId){0}, NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    gfCollision *collision = &fluid->body.collision;
    gfHandle handle = {0};
    GF_REQUIRE_OR((gfCollisionMeshId){0}, &device->core, data != NULL, NULL_ARGUMENT, "%s: data is null", __func__);
    if (!gfCollision_CheckTransform(&device->core, transform, __func__) || !gfDevice_Begin(device, __func__)) {
        return (gfCollisionMeshId){0};
    }
    const gfMeshData copied = {data->positions, data->vertexCount, data->indices, data->indexCount};
    gfCollisionBody body = {0};
    memcpy(body.transform, transform, sizeof body.transform);
    if (gfCollision_CreateMap(&fluid->body) && gfMesh_Create(device, &body.mesh, &copied, __func__)) {
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
}

static gfCollisionBody *getMesh(gfFluid3D *fluid, gfCollisionMeshId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfSlots_Get(&fluid->body.collision.list, &fluid->body.device->core, fluid->body.number, GF_TO_HANDLE(id),
                       caller);
}

bool gfFluid3D_MoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id, const float transform[16])
{
    gfCollisionBody *body = getMesh(fluid, id, __func__);
    GF_TRY(body != NULL && gfCollision_CheckTransform(&fluid->body.device->core, transform, __func__));
    memcpy(body->transform, transform, sizeof body->transform);
    fluid->body.collision.version++;
    return true;
}

bool gfFluid3D_RemoveCollisionMesh(gfFluid3D *fluid, gfCollisionMeshId id)
{
    gfCollisionBody *body = getMesh(fluid, id, __func__);
    GF_TRY(body != NULL && gfDevice_Begin(fluid->body.device, __func__));
    gfMesh_Destroy(fluid->body.device, &body->mesh);
    gfSlots_Remove(&fluid->body.collision.list, GF_TO_HANDLE(id));
    fluid->body.collision.count--;
    fluid->body.collision.version++;
    return gfDevice_EndWith(fluid->body.device, true);
}

bool gfFluid3D_SetCollisionTextures(gfFluid3D *fluid, const gfCollisionTextures *textures)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    if ((textures != NULL && (!gfTraps_CheckTexture(device, textures->depth, "depth", __func__) ||
                              !gfTraps_CheckTexture(device, textures->normals, "normals", __func__))) ||
        !gfDevice_Begin(device, __func__)) {
        return false;
    }
    bool ok = textures == NULL || gfCollision_CreateMap(&fluid->body);
    if (ok) {
        fluid->body.collision.textures = textures != NULL ? *textures : (gfCollisionTextures){0};
        fluid->body.collision.version++;
    }
    return gfDevice_EndWith(fluid->body.device, ok);
}
