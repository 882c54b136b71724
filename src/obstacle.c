#include "obstacle.h"

#include <string.h>

gfSolidDef gfDefaultSolidDef(void)
{
    return (gfSolidDef){.cookie = GF_SOLID_COOKIE};
}

void gfObstacles_Init(gfObstacles *obstacles)
{
    memset(obstacles, 0, sizeof *obstacles);
    gfSlots_Init(&obstacles->list, sizeof(gfObstacle), GF_SOLID_MAX);
}

static void destroyTextures(gfDevice *device, gfObstacles *o)
{
    gfPingPong_Destroy(device, &o->distance);
    gfTarget_Destroy(device, &o->facesTarget);
    gfTarget_Destroy(device, &o->faceBitsTarget);
    gfTexture_Destroy(device, &o->faces);
    gfTexture_Destroy(device, &o->faceBits);
}

void gfObstacles_Destroy(gfDevice *device, gfObstacles *obstacles)
{
    for (int i = 0; i < obstacles->list.capacity; i++) {
        gfObstacle *obstacle = gfSlots_At(&obstacles->list, i);
        if (obstacle != NULL) {
            gfTexture_Destroy(device, &obstacle->mask);
        }
    }
    gfSlots_Destroy(&obstacles->list, &device->core);
    destroyTextures(device, obstacles);
}

bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_SOLID_COOKIE, COOKIE, "%s: make the definition with gfDefaultSolidDef()",
               caller);
    return gfShape_Check(core, &def->shape, def->texture != 0, caller);

error:
    return false;
}

// Compiled before the first solid comes, so that a step can't fail for one.
static bool compilePrograms(gfDevice *device)
{
    static const char *const variants[] = {"FIRST", "", "TEXTURED;FIRST", "TEXTURED"};
    for (int i = 0; i < GF_COUNT(variants); i++) {
        if (gfProgram_Get(device, "solid/distance.frag", variants[i]) == NULL) {
            return false;
        }
    }
    return gfProgram_Get(device, "solid/faces.frag", "") != NULL &&
           gfProgram_Get(device, "solid/face_bits.frag", "") != NULL;
}

bool gfObstacles_Resize(gfDevice *device, gfObstacles *obstacles, int cellsX, int cellsY)
{
    gfObstacles made = {0};
    gfFormat distanceFormat = GF_FORMAT_R32F;
    if (!compilePrograms(device) || !gfPingPong_Create(device, &made.distance, &distanceFormat, 1, cellsX, cellsY) ||
        !gfTexture_Create(device, &made.faces, GF_FORMAT_RG8, cellsX + 1, cellsY + 1) ||
        !gfTexture_Create(device, &made.faceBits, GF_FORMAT_R16UI, (cellsX + 1) / 2, (cellsY + 1) / 2) ||
        !gfTarget_Create(device, &made.facesTarget, &made.faces, 1) ||
        !gfTarget_Create(device, &made.faceBitsTarget, &made.faceBits, 1)) {
        destroyTextures(device, &made);
        return false;
    }
    destroyTextures(device, obstacles);
    made.list = obstacles->list;
    made.count = obstacles->count;
    made.dirty = true;
    *obstacles = made;
    return true;
}

// One pass over the distance: the smaller of what is there and the batch.
static void drawBatch(gfDevice *device, gfObstacles *o, const gfShapeBatch *batch, const gfObstacle *textured,
                      float cellSize, bool *first)
{
    const char *defines = textured != NULL ? (*first ? "TEXTURED;FIRST" : "TEXTURED") : (*first ? "FIRST" : "");
    GLuint texture = 0;
    if (textured != NULL) {
        texture = textured->mask.id != 0 ? textured->mask.id : textured->def.texture;
    }
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "solid/distance.frag", defines),
                                 .target = &o->distance.writeTarget,
                                 .inputs = {GF_IN(distance, o->distance.read[0].id), GF_IN_HOST(hostTexture, texture)},
                                 .uniforms = {GF_SHAPE_UNIFORMS(batch), GF_F2(texelSize, cellSize, cellSize),
                                              GF_F4(value, textured != NULL && textured->def.invert ? 1.0f : 0.0f, 0.0f,
                                                    0.0f, 0.0f)}});
    gfPingPong_Swap(&o->distance);
    *first = false;
}

static void drawDistance(gfDevice *device, gfObstacles *o, gfVec2 origin, float cellSize)
{
    gfShapeBatch batch;
    bool first = true;
    gfShapeBatch_Clear(&batch);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfObstacle *obstacle = gfSlots_At(&o->list, i);
        if (obstacle == NULL) {
            continue;
        }
        if (obstacle->mask.id != 0 || obstacle->def.texture != 0) {
            gfShapeBatch alone;
            gfShapeBatch_Clear(&alone);
            gfShapeBatch_Add(&alone, &obstacle->def.shape, origin, 0.0f, 0.0f);
            drawBatch(device, o, &alone, obstacle, cellSize, &first);
            continue;
        }
        if (!gfShapeBatch_HasRoom(&batch, &obstacle->def.shape)) {
            drawBatch(device, o, &batch, NULL, cellSize, &first);
            gfShapeBatch_Clear(&batch);
        }
        gfShapeBatch_Add(&batch, &obstacle->def.shape, origin, 0.0f, 0.0f);
    }
    if (batch.count > 0 || first) {
        drawBatch(device, o, &batch, NULL, cellSize, &first);
    }
}

bool gfObstacles_Update(gfDevice *device, gfObstacles *o, gfVec2 origin, float cellSize)
{
    if (!o->dirty) {
        return false;
    }
    o->dirty = false;
    int cellsX = o->distance.writeTarget.width, cellsY = o->distance.writeTarget.height;
    drawDistance(device, o, origin, cellSize);
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "solid/faces.frag", ""),
                                 .target = &o->facesTarget,
                                 .inputs = {GF_IN(distance, o->distance.read[0].id)},
                                 .uniforms = {GF_I2(cells, cellsX, cellsY)}});
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "solid/face_bits.frag", ""),
                                 .target = &o->faceBitsTarget,
                                 .inputs = {GF_IN(faces, o->faces.id)},
                                 .uniforms = {GF_I2(cells, cellsX, cellsY)}});
    return true;
}
