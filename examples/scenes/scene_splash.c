// splash: drops and showers fall into a pool, one after the other: crowns, jets, waves and spray. What is too much is
// drained through the floor.
#include "scenes/scene_parts.h"

#include <math.h>

#define GRAVITY 1.4f     // m/s^2
#define POOL 0.30f       // depth, m
#define DROP_PERIOD 1.6f // s
#define DROP_SPEED 1.0f  // m/s
#define SHOWER 5         // drops of one
#define FLATNESS 0.72f   // height of a drop over its width as it comes
#define CALM 0.4f        // 1/s: waves come to rest as in a third dimension, which takes their energy
#define FLOOR 0.04f      // height of the drain, m

typedef struct Drop {
    gfVec2 centre; // when the first of it is in the picture
    float radius;  // 0: there is none
} Drop;

void Splash_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
    def->boundaries.top.kind = GF_BOUNDARY_OPEN; // water comes through it
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

static gfVec2 getFall(const Scene *scene, gfVec2 centre, gfVec2 cell, void *user)
{
    (void)scene;
    (void)cell;
    (void)user;
    (void)centre;
    return Scene_Vec(0.0f, -DROP_SPEED);
}

// Half the width of a drop at a height over its centre, m. A drop comes flat, as its fall makes it longer.
static float getChord(const Drop *drop, float above)
{
    float along = above / FLATNESS;
    return sqrtf(fmaxf(drop->radius * drop->radius - along * along, 0.0f)) + 1e-3f * drop->radius;
}

// The slice of a drop that comes through the picture's upper rim in a frame. Below the rim the drop falls by itself.
static gfSourceDef getSource(const Drop *drop, float time)
{
    float way = DROP_SPEED / 60.0f;
    float above = 1.0f - drop->centre.y + DROP_SPEED * time; // of the rim over the drop's centre
    bool comes = above > -FLATNESS * drop->radius && above - way < FLATNESS * drop->radius;
    float high = getChord(drop, above), low = getChord(drop, above - way), x = drop->centre.x;
    const gfVec2 slice[4] = {{x - low, 1.0f - way}, {x + low, 1.0f - way}, {x + high, 1.0f}, {x - high, 1.0f}};
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.mass = 1.0f;
    def.velocity = Scene_Vec(0.0f, -DROP_SPEED);
    def.shape = comes ? gfMakePolygon(slice, 4) : gfMakeCircle(Scene_Vec(0.0f, 2.0f), 0.1f);
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

static bool addCalm(Scene *scene)
{
    gfVec2 middle = {0.5f * scene->width, 0.5f * POOL};
    gfSourceDef def = Liquid_GetCalm(middle, middle, CALM);
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
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
    Drop first = getFirst(scene);
    gfShape drop = gfMakeCircle(first.centre, first.radius);
    gfShape below = gfMakeRectangle(Scene_Vec(0.0f, 0.0f), Scene_Vec(2.0f * scene->width, POOL + 0.1f), 0.0f);
    gfSourceDef def = getDrain(scene, 0.0f);
    bool made = Scene_AddEmitter(scene, &def);
    def = getSource(&none, 0.0f);
    for (int i = 0; i < SHOWER; i++) {
        made = made && Scene_AddEmitter(scene, &def);
    }
    return made && addCalm(scene) && Scene_SetUpSolids(scene, NULL) && gfFluid_FillToLevel(scene->fluid, &drop, 1.0f) &&
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
        gfSourceDef drain = getDrain(scene, fmaxf((float)stats.mass - POOL * scene->width, 0.0f));
        gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &drain);
        scene->events = event;
    }
}

void Splash_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->solids.media = 0.0f;          // what calms the pool is not seen
    def->refraction.absorption = 1.6f; // turquoise before pale tiles
}
