// splash: drops and showers fall into a pool, one after the other: crowns, jets, waves and spray. What is too much is
// drained through the floor.
#include "scenes/scene_parts.h"

#include <math.h>

#define CELL_SPEED 2.2f  // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f     // m/s^2
#define POOL 0.30f       // depth, m
#define DROP_PERIOD 1.6f // s
#define DROP_SPEED 1.0f  // m/s
#define SHOWER 5         // drops of one
#define FLOOR 0.04f      // height of the drain, m
#define FULL 1.04f       // mass of the pool over its area: what is below is pressed together

typedef struct Drop {
    gfVec2 centre; // when the first of it is in the picture
    float radius;  // 0: there is none
} Drop;

void Splash_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.00542f);
    def->gaussian.contactAngle = 120.0f; // none hang from above
}

static float getSpread(const Scene *scene)
{
    return fminf(scene->width, 1.0f);
}

// The first one is big and falls near the middle, from the start.
static Drop getFirst(const Scene *scene)
{
    float radius = 0.10f * getSpread(scene);
    return (Drop){{scene->width * (0.45f + 0.1f * Scene_Hash(scene, 1)), 0.97f - radius}, radius};
}

// Drops of one event: one, or every third time a shower of small ones.
static Drop getDrop(const Scene *scene, int event, int index)
{
    unsigned n = 64u * (unsigned)event + 3u * (unsigned)index;
    bool shower = event % 3 == 2;
    if (!shower && index > 0) {
        return (Drop){{0.0f, 0.0f}, 0.0f};
    }
    float radius = (shower ? 0.018f + 0.022f * Scene_Hash(scene, n) : 0.06f + 0.05f * Scene_Hash(scene, n));
    radius *= getSpread(scene);
    float x = 0.5f + 0.7f * (Scene_Hash(scene, n + 1) - 0.5f);
    if (shower) {
        x = 0.1f + 0.8f * ((float)index + Scene_Hash(scene, n + 1)) / SHOWER;
    }
    float wait = shower ? 0.4f * Scene_Hash(scene, n + 2) : 0.0f;
    return (Drop){{scene->width * x, 1.0f + radius + DROP_SPEED * wait}, radius};
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    Drop drop = getFirst(scene);
    float distance = hypotf(position.x - drop.centre.x, position.y - drop.centre.y) - drop.radius;
    rgba[3] = distance < 0.0f ? 1.0f : 0.0f;
}

static gfVec2 getFall(const Scene *scene, gfVec2 centre, gfVec2 cell, void *user)
{
    (void)scene;
    (void)cell;
    (void)user;
    (void)centre;
    return Scene_Vec(0.0f, -DROP_SPEED);
}

// A drop's place in the picture's upper rim, through which it comes; beyond it falls by itself.
static gfSourceDef getSource(const Drop *drop, float time)
{
    float fallen = DROP_SPEED * time;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.mass = 1.0f;
    def.velocity = Scene_Vec(0.0f, -DROP_SPEED);
    def.shape = gfMakeCircle(Scene_Vec(drop->centre.x, drop->centre.y - fallen), drop->radius);
    if (drop->radius <= 0.0f || drop->centre.y - fallen < 1.0f - drop->radius) {
        def.shape = gfMakeCircle(Scene_Vec(0.0f, 2.0f), 0.1f);
    }
    return def;
}

// Takes this much (m^2) in a period.
static gfSourceDef getDrain(const Scene *scene, float area)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * FLOOR),
                                Scene_Vec(0.5f * scene->width, 0.5f * FLOOR), 0.0f);
    def.mass = -area / (DROP_PERIOD * scene->width * FLOOR);
    return def;
}

// Square tiles, darker downwards, with a row of blue ones above the water.
static void paintTiles(const Scene *scene, gfVec2 place, float light[3])
{
    static const float plain[3] = {0.80f, 0.70f, 0.54f}, blue[3] = {0.02f, 0.10f, 0.36f};
    const float size = 1.0f / 14.0f;
    int column = (int)(place.x / size), row = (int)(place.y / size);
    float x = place.x - size * (float)column, y = place.y - size * (float)row;
    float edge = fminf(fminf(x, size - x), fminf(y, size - y)) - 0.0028f;
    float tile = Backdrop_Cover(edge);
    unsigned seed = 700u + 128u * (unsigned)row + (unsigned)column;
    const float *color = row == 6 || (row == 7 && column % 2 == 0) ? blue : plain;
    float shade = 0.74f + 0.26f * Scene_Hash(scene, seed);
    shade *= 0.92f + 0.16f * (y - x + size) / (2.0f * size); // glazed, each a little domed
    float lamp = hypotf((place.x - 0.30f * scene->width) / 1.3f, place.y - 1.05f);
    float lit = 0.30f + 0.70f * expf(-1.5f * lamp * lamp);
    for (int c = 0; c < 3; c++) {
        light[c] = lit * (tile * shade * color[c] + (1.0f - tile) * 0.30f);
    }
}

bool Splash_SetUp(Scene *scene)
{
    const Drop none = {{0.0f, 0.0f}, 0.0f};
    gfShape below = gfMakeRectangle(Scene_Vec(0.0f, 0.0f), Scene_Vec(2.0f * scene->width, POOL + 0.1f), 0.0f);
    gfSourceDef def = getDrain(scene, 0.0f);
    bool made = Scene_AddEmitter(scene, &def);
    def = getSource(&none, 0.0f);
    for (int i = 0; i < SHOWER; i++) {
        made = made && Scene_AddEmitter(scene, &def);
    }
    return made && Scene_SetUpSolids(scene, NULL) && Scene_PaintLiquid(scene, paint, NULL, false) &&
           Scene_WriteVelocity(scene, getFall, NULL) && gfFluid_FillToLevel(scene->fluid, &below, POOL) &&
           Backdrop_Paint(scene, paintTiles);
}

void Splash_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene);
    int event = (int)(time / DROP_PERIOD);
    if (event == 0) {
        return;
    }
    for (int i = 0; i < SHOWER; i++) {
        Drop drop = getDrop(scene, event, i);
        gfSourceDef def = getSource(&drop, time - DROP_PERIOD * (float)event);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[1 + i], &def);
    }
    // Measuring waits for the GPU: once a period is seldom enough.
    gfFluidStats stats;
    if (event != scene->events && gfFluid_MeasureBlocking(scene->fluid, &stats)) {
        gfSourceDef drain = getDrain(scene, fmaxf((float)stats.mass - FULL * POOL * scene->width, 0.0f));
        gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &drain);
        scene->events = event;
    }
}

void Splash_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->refraction.absorption = 1.6f; // turquoise before pale tiles
}
