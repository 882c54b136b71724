// blobs: drops of different colours without gravity: they collide, merge and wobble.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 0.75f // m/s that a cell a step is, see Liquid_TuneFluid
#define BLOBS 14
#define SPEED 0.3f // m/s

typedef struct Blob {
    gfVec2 centre;
    gfVec2 velocity;
    float radius;
    float color[4];
} Blob;

void Blobs_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, 0.0f);
    def->gaussian.surfaceTension = 2.0f;
}

static void setColor(float color[4], int index)
{
    static const float colors[6][3] = {{0.95f, 0.10f, 0.06f}, {0.02f, 0.32f, 0.90f}, {1.00f, 0.52f, 0.04f},
                                       {0.03f, 0.60f, 0.36f}, {0.55f, 0.08f, 0.80f}, {0.90f, 0.86f, 0.70f}};
    memcpy(color, colors[index % 6], sizeof colors[0]);
    color[3] = 1.0f;
}

// Two rows of places, shifted by chance; every blob heads somewhere.
static void makeBlobs(Scene *scene, Blob blobs[BLOBS])
{
    float spread = fminf(scene->width, 1.0f);
    for (int i = 0; i < BLOBS; i++) {
        float column = ((float)(i / 2) + 0.3f + 0.4f * Scene_Random(scene)) / (BLOBS / 2);
        float row = (i % 2 == 0 ? 0.26f : 0.74f) + 0.12f * (Scene_Random(scene) - 0.5f);
        Blob *blob = &blobs[i];
        blob->centre = Scene_Vec(scene->width * (0.06f + 0.88f * column), row);
        blob->radius = (0.045f + 0.05f * Scene_Random(scene)) * spread;
        float angle = 2.0f * SCENE_PI * Scene_Random(scene);
        float speed = SPEED * (0.6f + 0.8f * Scene_Random(scene));
        blob->velocity = Scene_Vec(speed * cosf(angle), speed * sinf(angle));
        setColor(blob->color, i + (int)(2.0f * Scene_Random(scene)));
    }
    // All together stay where they are.
    gfVec2 momentum = {0.0f, 0.0f};
    float mass = 0.0f;
    for (int i = 0; i < BLOBS; i++) {
        float area = blobs[i].radius * blobs[i].radius;
        momentum.x += area * blobs[i].velocity.x;
        momentum.y += area * blobs[i].velocity.y;
        mass += area;
    }
    for (int i = 0; i < BLOBS; i++) {
        blobs[i].velocity.x -= momentum.x / mass;
        blobs[i].velocity.y -= momentum.y / mass;
    }
}

static const Blob *findBlob(const Blob *blobs, gfVec2 position, float margin)
{
    for (int i = 0; i < BLOBS; i++) {
        const Blob *blob = &blobs[i];
        if (hypotf(position.x - blob->centre.x, position.y - blob->centre.y) < blob->radius + margin) {
            return blob;
        }
    }
    return NULL;
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    const Blob *blob = findBlob(user, position, 0.0f);
    if (blob != NULL) {
        memcpy(rgba, blob->color, sizeof blob->color);
    }
}

static gfVec2 getFlow(const Scene *scene, gfVec2 centre, gfVec2 cell, void *user)
{
    (void)scene;
    const Blob *blob = findBlob(user, centre, cell.x);
    return blob != NULL ? blob->velocity : Scene_Vec(0.0f, 0.0f);
}

bool Blobs_SetUp(Scene *scene)
{
    Blob blobs[BLOBS];
    makeBlobs(scene, blobs);
    return Scene_SetUpSolids(scene, NULL) && Scene_PaintLiquid(scene, paint, blobs, true) &&
           Scene_WriteVelocity(scene, getFlow, blobs);
}

void Blobs_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Liquid_TuneDyeDraw(def);
}
