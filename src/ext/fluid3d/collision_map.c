#include "ext/fluid3d/collision_map.h"

#include "draw/perspective.h"
#include "gl/pass.h"

#include "shared.h"

#include <string.h>

// The vertex stage of meshes seen by the camera of a collision map.
static const gfVertexStage meshFromCamera = {"fluid3d/collision_map.vert", "", 0, NULL};

#define BOX_MOST \
    4e9 // of where the world's origin lies for a container within 1e9 m of it along each axis, however turned

static const float noGround[4] = {0.0f, 0.0f, 0.0f, (float)GF_NO_GROUND};

bool gfCollisionMap_Create(gfDevice *device, gfCollisionMap *map, int width, int height)
{
    memset(map, 0, sizeof *map);
    if (gfTexture_Create(device, &map->map, GF_FORMAT_RGBA32F, width, height) &&
        gfDepth_Create(device, &map->depth, width, height)) {
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

bool gfCollisionMap_CheckTransform(const gfCore *core, const float m[16], double most, const char *name,
                                   const char *caller)
{
    for (int i = 0; i < 16; i++) {
        GF_REQUIRE(core, gfInRange((double)m[i], -most, most), OUT_OF_RANGE,
                   "%s: %s[%d] is %g; within +-%g is expected", caller, name, i, (double)m[i], most);
    }
    GF_REQUIRE(core, fabsf(m[3]) + fabsf(m[7]) + fabsf(m[11]) <= 0.0f && fabsf(m[15] - 1.0f) <= 0.0f, OUT_OF_RANGE,
               "%s: the last row of %s is (%g, %g, %g, %g); (0, 0, 0, 1) is expected", caller, name, (double)m[3],
               (double)m[7], (double)m[11], (double)m[15]);
    return true;

error:
    return false;
}

static bool checkBox(const gfCore *core, const gfCollisionBox *box, const char *caller)
{
    for (int i = 0; i < 3; i++) {
        float low = box->low[i], high = box->high[i];
        GF_REQUIRE(core,
                   gfInRange((double)low, -GF_COLLISION_MOST, GF_COLLISION_MOST) &&
                       gfInRange((double)high, -GF_COLLISION_MOST, GF_COLLISION_MOST) && high > low,
                   OUT_OF_RANGE, "%s: the box reaches from %g to %g along %c; upwards within +-1e6 m is expected",
                   caller, (double)low, (double)high, "xyz"[i]);
    }
    return gfCollisionMap_CheckTransform(core, box->toLocal, BOX_MOST, "toLocal", caller);

error:
    return false;
}

bool gfCollisionMap_Begin(gfDevice *device, gfCollisionMap *map, const gfCollisionBox *box, const char *caller)
{
    gfHostTarget host;
    if (!checkBox(&device->core, box, caller)) {
        return false;
    }
    gfDevice_SaveTarget(device, &host);
    map->box = *box;
    map->begun = true;
    map->cleared = map->failed = false;
    map->upsideDown = host.upsideDown;
    gfTexture_Clear(device, &map->map, noGround);
    return true;
}

bool gfCollisionMap_End(gfCollisionMap *map)
{
    map->begun = false;
    return !map->failed;
}

static bool note(gfCollisionMap *map, bool drawn)
{
    map->cleared = map->cleared || drawn;
    map->failed = map->failed || !drawn;
    return drawn;
}

bool gfCollisionMap_DrawMesh(gfDevice *device, gfCollisionMap *map, const gfMesh *mesh, const float transform[16],
                             const char *caller)
{
    const float *low = map->box.low, *high = map->box.high;
    float toLocal[16];
    if (!map->begun ||
        !gfCollisionMap_CheckTransform(&device->core, transform, GF_COLLISION_MOST, "transform", caller)) {
        return note(map, false);
    }
    gfMatrix_Multiply(map->box.toLocal, transform, toLocal);
    for (int i = 0; i < 3; i++) { // measured from the box's corner, where floats have more digits
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
                             .mesh = mesh,
                             .uniforms = {GF_M4(toLocal, toLocal),
                                          GF_F4(boxSize, high[0] - low[0], high[1] - low[1], high[2] - low[2], low[1]),
                                          GF_F2(scale, 1.0f / (float)map->map.width, 1.0f / (float)map->map.height),
                                          GF_F1(upright, map->upsideDown ? -1.0f : 1.0f)}}));
}

bool gfCollisionMap_DrawTextures(gfDevice *device, gfCollisionMap *map, const gfCollisionTexturesDef *textures)
{
    const float *low = map->box.low, *high = map->box.high;
    if (!map->begun) {
        return note(map, false);
    }
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
