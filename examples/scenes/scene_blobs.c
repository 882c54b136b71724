// blobs: drops of water in a station's window, without gravity: they collide, merge and wobble. New ones fly in from
// all sides, and what leaves the picture is gone.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 0.75f // m/s that a cell a step is, see Liquid_TuneFluid
#define BLOBS 14
#define SPEED 0.3f // m/s
#define GUEST_START 1.5f
#define GUEST_PERIOD 0.6f // s, from one that flies in to the next
#define GUESTS 4          // that may be on their way in at once

typedef struct Blob {
    gfVec2 centre;
    gfVec2 velocity;
    float radius;
} Blob;

void Blobs_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, 0.0f);
    Liquid_TuneTension(def, 0.00463f);
    def->boundaries.left.kind = def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->boundaries.bottom.kind = def->boundaries.top.kind = GF_BOUNDARY_OPEN;
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

// The n-th that flies in: from a side, towards the middle more or less. Its centre is where it is at `time` since it
// touched the domain.
static Blob makeGuest(const Scene *scene, int index, float time)
{
    unsigned n = 8u * (unsigned)index;
    float spread = fminf(scene->width, 1.0f);
    Blob blob = {.radius = (0.045f + 0.05f * Scene_Hash(scene, n)) * spread};
    float along = 0.15f + 0.7f * Scene_Hash(scene, n + 1);
    int side = (index * 3 + (int)(2.0f * Scene_Hash(scene, n + 2))) % 4;
    gfVec2 from = {side == 0 ? -blob.radius : scene->width + blob.radius, along};
    if (side >= 2) {
        from = Scene_Vec(along * scene->width, side == 2 ? -blob.radius : 1.0f + blob.radius);
    }
    gfVec2 aim = {scene->width * (0.3f + 0.4f * Scene_Hash(scene, n + 3)), 0.3f + 0.4f * Scene_Hash(scene, n + 4)};
    float way = hypotf(aim.x - from.x, aim.y - from.y);
    float speed = SPEED * (0.9f + 0.7f * Scene_Hash(scene, n + 5));
    blob.velocity = Scene_Vec(speed * (aim.x - from.x) / way, speed * (aim.y - from.y) / way);
    blob.centre = Scene_Vec(from.x + time * blob.velocity.x, from.y + time * blob.velocity.y);
    return blob;
}

// Until all of it is inside, a guest is a source that moves as it does; then it flies by itself.
static gfSourceDef getGuest(const Scene *scene, int slot)
{
    float time = Scene_GetTime(scene) - GUEST_START;
    int latest = (int)floorf(time / GUEST_PERIOD);
    int index = latest - ((latest - slot) % GUESTS + GUESTS) % GUESTS;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.mass = 1.0f;
    def.shape = gfMakeCircle(Scene_Vec(-1.0f, -1.0f), 0.1f); // nowhere
    if (index < 0) {
        return def;
    }
    Blob blob = makeGuest(scene, index, time - GUEST_PERIOD * (float)index);
    gfVec2 c = blob.centre;
    bool inside = fminf(fminf(c.x, scene->width - c.x), fminf(c.y, 1.0f - c.y)) > blob.radius;
    if (!inside) {
        def.shape = gfMakeCircle(c, blob.radius);
        def.velocity = blob.velocity;
    }
    return def;
}

static float getClouds(const Scene *scene, float x, float y)
{
    float bend = Backdrop_GetNoise(scene, 3.0f * x, 6.0f * y, 100000u);
    float sum = 0.0f, share = 0.5f, scale = 5.0f;
    for (unsigned i = 0; i < 5; i++) {
        sum += share *
               Backdrop_GetNoise(scene, scale * x + 3.0f * bend, 2.2f * scale * y + 2.0f * bend, 200000u + 300000u * i);
        share *= 0.55f;
        scale *= 2.1f;
    }
    return fminf(fmaxf(3.4f * (sum - 0.47f), 0.0f), 1.0f);
}

// The Earth's limb, lit from the left, under stars.
static void paintEarth(const Scene *scene, gfVec2 place, float light[3])
{
    static const float sea[3] = {0.010f, 0.085f, 0.28f}, air[3] = {0.22f, 0.55f, 1.0f};
    const float radius = 1.9f;
    float x = place.x - 0.62f * scene->width, y = place.y + radius - 0.50f;
    float height = hypotf(x, y) - radius;
    float day = fminf(fmaxf(0.75f - 0.85f * x / scene->width, 0.06f), 1.0f);
    float glow = expf(-fabsf(height) / (height > 0.0f ? 0.028f : 0.07f));
    float ground = Backdrop_Cover(-height);
    // What lies towards the limb is foreshortened.
    float depth = sqrtf(fmaxf(-height, 0.0f));
    float cloud = getClouds(scene, 4.0f * atan2f(x, y), 1.8f * depth);
    int column = (int)(place.x * 45.0f), row = (int)(place.y * 45.0f);
    unsigned seed = 9000u + 128u * (unsigned)row + (unsigned)column;
    float starX = ((float)column + 0.2f + 0.6f * Scene_Hash(scene, seed)) / 45.0f;
    float starY = ((float)row + 0.2f + 0.6f * Scene_Hash(scene, seed + 20000u)) / 45.0f;
    float size = 0.0012f * Scene_Hash(scene, seed + 40000u);
    float bright = Scene_Hash(scene, seed + 60000u);
    float star = bright * bright * bright * Backdrop_Cover(size - hypotf(place.x - starX, place.y - starY));
    for (int c = 0; c < 3; c++) {
        float lit = sea[c] + (0.80f - sea[c]) * cloud;
        light[c] = (1.0f - ground) * 0.9f * star + ground * day * lit + 0.8f * glow * day * air[c];
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
    rgba[3] = findBlob(user, position, 0.0f) != NULL ? 1.0f : 0.0f;
}

static gfVec2 getFlow(const Scene *scene, gfVec2 centre, gfVec2 cell, void *user)
{
    (void)scene;
    const Blob *blob = findBlob(user, centre, cell.x);
    return blob != NULL ? blob->velocity : Scene_Vec(0.0f, 0.0f);
}

bool Blobs_SetUp(Scene *scene)
{
    for (int i = 0; i < GUESTS; i++) {
        gfSourceDef def = getGuest(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    Blob blobs[BLOBS];
    makeBlobs(scene, blobs);
    return Scene_SetUpSolids(scene, NULL) && Scene_PaintLiquid(scene, paint, blobs, false) &&
           Scene_WriteVelocity(scene, getFlow, blobs) && Backdrop_Paint(scene, paintEarth);
}

void Blobs_BeforeStep(Scene *scene)
{
    for (int i = 0; i < GUESTS; i++) {
        gfSourceDef def = getGuest(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Blobs_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float deep[3] = {0.004f, 0.035f, 0.080f}, thin[3] = {0.05f, 0.16f, 0.26f};
    (void)scene;
    Liquid_TuneDraw(def);
    memcpy(def->liquid.deep, deep, sizeof deep);
    memcpy(def->liquid.thin, thin, sizeof thin);
    def->liquid.specular = 1.4f;
    def->liquid.reflectance = 0.04f;
    def->liquid.rim = 0.03f; // round
    def->liquid.foamSpeed = 0.0f;
    def->refraction.strength = 0.07f;
    def->refraction.absorption = 0.25f;
}
