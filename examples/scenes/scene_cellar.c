// cellar: a game's room, seen from the side. Water falls from one of two pipes, rises and runs off; crates, a barrel
// and a raft that carries one of them drift on it. It is dark but for torches: their flames heat the air, their smoke
// leaves through the grates above, water puts them out, and after a while they burn again. Water and air are two
// fluids. What drifts is pushed by the water and pushes it, and torches ask the water whether they are wet. Pictures
// lie over it all: masonry, what drifts, and the dark, which has holes where torches burn.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 1.5f // m/s^2: the room looks as if it were some 6 m high
#define LOW_LEVEL 0.17f
#define PERIOD 28.0f // s, from flood to flood: one pipe by turns with the other
#define FLOOD_START 1.2f
#define FLOOD_END 9.5f
#define DRAIN_START 15.0f
#define PIPE_HEIGHT 0.70f
#define PIPE_HALF 0.026f
#define PIPE_MOUTH 0.045f // m, from the side to where a jet begins
#define PIPE_SPEED 0.62f  // m/s
#define DRAIN 1.2f        // 1/s
#define TORCHES 4
#define HEAT 1500.0f // K above ambient
#define SOAKED 0.2f  // s under water that put a torch out, which drops that fly by do not
#define DRY 3.0f     // s, from when water has left a torch until it burns again
#define KINDLING 1.2f
#define HISS 1.3f // s of steam
#define SHADE_DENSITY 40.0f
#define DARK 0.90f             // of what is far from any torch
#define PICTURE_DENSITY 460.0f // texels/m
#define MASONRY_DENSITY 360.0f
#define BODIES 6

// Their places in scene->emitters.
enum { PIPE, SINK, FLAMES };

// Their places in scene->pictures.
enum { SHADE, MASONRY, CRATE, BARREL, RAFT };

typedef struct Torch {
    float burns;  // how much, 0 to 1
    float light;  // what it throws, 0 to about 1
    float wet;    // s for which it has been under water
    float dry;    // s since water left it
    float steams; // s that it still does
} Torch;

struct Cellar {
    Torch torches[TORCHES];
    gfQuery *query; // tells how wet the torches are
};

// What drifts: its picture, half its width and height, density, and where it is at first: x of the width, y. Squares
// float upright where their density is below .21 of the water's.
typedef struct Thing {
    int picture;
    gfVec2 half;
    float density;
    gfVec2 place;
} Thing;

static const Thing things[BODIES] = {
    {RAFT, {0.135f, 0.032f}, 300.0f, {0.52f, 0.176f}},   {CRATE, {0.052f, 0.052f}, 170.0f, {0.515f, 0.260f}},
    {CRATE, {0.060f, 0.060f}, 190.0f, {0.700f, 0.207f}}, {BARREL, {0.050f, 0.050f}, 380.0f, {0.37f, 0.180f}},
    {CRATE, {0.060f, 0.060f}, 190.0f, {0.900f, 0.472f}}, {CRATE, {0.048f, 0.048f}, 200.0f, {0.885f, 0.580f}},
};

static const gfVec2 torchPlaces[TORCHES] = {{0.245f, 0.59f}, {0.455f, 0.385f}, {0.640f, 0.66f}, {0.775f, 0.315f}};

void Cellar_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
}

static gfVec2 getHalf(const Scene *scene, const Thing *thing)
{
    return Scene_Vec(thing->half.x * Backdrop_GetSize(scene), thing->half.y * Backdrop_GetSize(scene));
}

static gfVec2 getTorch(const Scene *scene, int index)
{
    return Scene_Vec(torchPlaces[index].x * scene->width, torchPlaces[index].y);
}

static bool addBlock(Scene *scene, float left, float right, float bottom, float top)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * (left + right) * scene->width, 0.5f * (bottom + top)),
                                Scene_Vec(0.5f * (right - left) * scene->width, 0.5f * (top - bottom)), 0.0f);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// The masonry: left, right (of the width), bottom and top (m) of each block. Stairs, floor, a pier, a ledge, and the
// ceiling, with gaps for the smoke.
static const float blocks[][4] = {
    {-0.1f, 1.1f, -0.1f, 0.05f},   {-0.1f, 0.055f, 0.0f, 0.42f}, {-0.1f, 0.105f, 0.0f, 0.33f},
    {-0.1f, 0.155f, 0.0f, 0.24f},  {-0.1f, 0.205f, 0.0f, 0.15f}, {0.425f, 0.485f, 0.0f, 0.13f},
    {0.83f, 1.1f, 0.375f, 0.412f}, {-0.1f, 0.30f, 0.93f, 1.1f},  {0.38f, 0.70f, 0.93f, 1.1f},
    {0.78f, 1.1f, 0.93f, 1.1f},
};

static bool addSolids(Scene *scene)
{
    bool added = true;
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0] && added; i++) {
        added = addBlock(scene, blocks[i][0], blocks[i][1], blocks[i][2], blocks[i][3]);
    }
    return added;
}

// The gaps in the ceiling, of the width. Grates are over them.
static const float grates[2] = {0.34f, 0.74f};

// How much of the night's light under a grate is at a place, 0 to 1.
static float getBeam(const Scene *scene, int index, gfVec2 place)
{
    float x = (place.x - grates[index] * scene->width) / (0.05f + 0.16f * (1.0f - place.y));
    return place.y * expf(-x * x);
}

static float getPhase(const Scene *scene)
{
    return fmodf(Scene_GetTime(scene), PERIOD);
}

static bool isFlood(const Scene *scene)
{
    float phase = getPhase(scene);
    return phase > FLOOD_START && phase < FLOOD_END;
}

// What falls from the pipe on the right in one flood, on the left in the next, so that what drifts goes to and fro.
// Between floods it does nothing.
static gfSourceDef getPipe(const Scene *scene)
{
    bool left = (int)(Scene_GetTime(scene) / PERIOD) % 2 == 1;
    float mouth = left ? PIPE_MOUTH : scene->width - PIPE_MOUTH;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(mouth, PIPE_HEIGHT), Scene_Vec(0.015f, PIPE_HALF), 0.0f);
    if (isFlood(scene)) {
        def.mode = GF_SOURCE_SET;
        def.mass = 1.0f;
        def.velocity = Scene_Vec(left ? PIPE_SPEED : -PIPE_SPEED, 0.0f);
    }
    return def;
}

// Takes what stands above the low level.
static gfSourceDef getSink(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(0.60f * scene->width, LOW_LEVEL + 0.02f),
                                Scene_Vec(0.40f * scene->width, 0.02f), 0.0f);
    def.mass = getPhase(scene) > DRAIN_START ? -DRAIN : 0.0f;
    return def;
}

// Between 0 and 1, like a flame's size.
static float getFlicker(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    unsigned n = 300u + 4u * (unsigned)index;
    float wave = sinf((7.0f + 3.0f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1u)) +
                 0.7f * sinf((13.0f + 5.0f * Scene_Hash(scene, n + 2u)) * time + turn * Scene_Hash(scene, n + 3u));
    return 0.5f + 0.5f * wave / 1.7f;
}

static gfSourceDef getFlame(const Scene *scene, int index)
{
    float burns = scene->cellar->torches[index].burns, flicker = getFlicker(scene, index);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = burns > 0.0f ? GF_SOURCE_SET : GF_SOURCE_ADD;
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    def.shape = gfMakeCircle(getTorch(scene, index), (0.015f + 0.005f * flicker) * (0.5f + 0.5f * burns));
    def.softness = 0.012f;
    if (burns > 0.0f) {
        def.temperature = HEAT * burns * (0.95f + 0.15f * flicker);
        def.velocity = Scene_Vec(0.22f * (getFlicker(scene, index + TORCHES) - 0.5f), 0.20f + 0.25f * flicker);
        static const float soot[3] = {0.17f, 0.125f, 0.09f};
        for (int c = 0; c < 3; c++) {
            def.dye[c] = 1.3f * burns * soot[c];
        }
        def.dye[3] = 1.3f * burns;
    }
    return def;
}

// Steam of a torch that was put out, in a frame.
static gfSourceDef getSteam(const Scene *scene, int index)
{
    static const float white[3] = {0.62f, 0.64f, 0.68f};
    float share = scene->cellar->torches[index].steams / HISS / 60.0f;
    gfVec2 place = getTorch(scene, index);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    def.shape = gfMakeCircle(Scene_Vec(place.x, place.y + 0.035f), 0.030f);
    def.softness = 0.03f;
    for (int c = 0; c < 3; c++) {
        def.dye[c] = 7.0f * share * white[c];
    }
    def.dye[3] = 7.0f * share;
    def.temperature = 500.0f * share;
    def.velocity = Scene_Vec(0.0f, 2.5f * share);
    return def;
}

// How bright it is at a place, 0 to 1: what the torches throw, and some of the night through the grates.
static float getLight(const Scene *scene, gfVec2 place)
{
    float light = 0.0f;
    for (int i = 0; i < TORCHES; i++) {
        gfVec2 torch = getTorch(scene, i);
        float from = hypotf(place.x - torch.x, place.y - torch.y - 0.03f) / 0.28f;
        float square = from * from;
        light += scene->cellar->torches[i].light / (1.0f + square + square * square);
    }
    for (int i = 0; i < 2; i++) {
        light += 0.30f * getBeam(scene, i, place);
    }
    return 1.0f - expf(-1.5f * light);
}

static void paintShade(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float night[3] = {0.0012f, 0.0020f, 0.0060f};
    (void)user;
    rgba[3] = DARK * (1.0f - getLight(scene, place));
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * night[c];
    }
}

// Boards and nails of a thing, over its own width and height; `user` is the thing.
static void paintThing(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float oak[3] = {0.40f, 0.21f, 0.085f}, pine[3] = {0.52f, 0.33f, 0.15f},
                       iron[3] = {0.10f, 0.10f, 0.115f};
    const Thing *thing = user;
    float x = place.x / thing->half.x, y = place.y / thing->half.y, unit = thing->half.y;
    float inside = thing->picture == BARREL ? thing->half.x - hypotf(place.x, place.y)
                                            : fminf(thing->half.x - fabsf(place.x), thing->half.y - fabsf(place.y));
    float grain = Backdrop_GetNoise(scene, 30.0f * place.x + 9.0f, 260.0f * place.y + 90.0f, 2000000u);
    float board = thing->picture == RAFT ? 8.0f * x : 2.5f * y, seam = fabsf(board - roundf(board));
    float shade =
        (0.75f + 0.35f * grain) * (0.85f + 0.3f * Scene_Hash(scene, 70u + (unsigned)(int)(roundf(board) + 16.0f)));
    float light[3] = {0.0f, 0.0f, 0.0f};
    Backdrop_Mix(light, pine, shade * (seam < 0.04f ? 0.35f : 1.0f), 1.0f);
    if (thing->picture == CRATE) {
        float frame = fmaxf(fabsf(x), fabsf(y)), brace = fabsf(x - y) / 1.41f;
        float edge = fminf(fabsf(frame - 0.72f), fabsf(brace - 0.15f));
        Backdrop_Mix(light, oak, 1.15f * shade, frame > 0.72f || brace < 0.15f ? 1.0f : 0.0f);
        Backdrop_Mix(light, oak, 0.30f, (edge < 0.035f && (frame > 0.70f || brace < 0.19f)) ? 0.8f : 0.0f);
        float nail = hypotf(fabsf(x) - 0.86f, fabsf(y) - 0.86f);
        Backdrop_Mix(light, iron, 1.6f, nail < 0.06f ? 1.0f : 0.0f);
    } else if (thing->picture == BARREL) {
        float from = hypotf(x, y), stave = fabsf(3.0f * x - roundf(3.0f * x));
        Backdrop_Mix(light, oak, shade * (stave < 0.07f ? 0.4f : 1.25f), 1.0f);
        Backdrop_Mix(light, iron, 1.0f + 0.8f * y, from > 0.80f ? 1.0f : 0.0f);
        Backdrop_Mix(light, iron, 1.4f, hypotf(x - 0.25f, y + 0.3f) < 0.12f ? 1.0f : 0.0f);
    } else {
        Backdrop_Mix(light, oak, 0.8f * shade, fabsf(fabsf(x) - 0.78f) < 0.07f ? 1.0f : 0.0f);
        Backdrop_Mix(light, pine, 1.25f * shade, y > 0.55f ? 0.6f : 0.0f);
    }
    rgba[3] = fminf(fmaxf(0.5f + PICTURE_DENSITY * (inside + 0.0015f), 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c] * (0.80f + 0.20f * y) * (inside < 0.08f * unit ? 0.55f : 1.0f);
    }
}

// Courses of stone, hewn roughly.
static void paintStones(const Scene *scene, gfVec2 place, float light[3])
{
    static const float stone[3] = {0.70f, 0.43f, 0.23f};
    static const BackdropStones stones = {0.070f, 0.150f, 0.66f, 0.40f, 0.26f};
    float edge, shade = Backdrop_GetStones(scene, place, &stones, &edge);
    float moss = fminf(fmaxf(2.5f * Backdrop_GetNoise(scene, 9.0f * place.x, 9.0f * place.y, 800000u) - 1.1f -
                                 1.6f * (place.y - 0.25f),
                             0.0f),
                       1.0f);
    static const float green[3] = {0.16f, 0.24f, 0.085f};
    Backdrop_Mix(light, stone, shade, 1.0f);
    Backdrop_Mix(light, green, shade, 0.55f * moss);
    Backdrop_Mix(light, stone, 0.12f, 1.0f - Backdrop_Cover(edge));
}

// Three niches with round arches: how far a place is inside one, m, and what is about its middle.
static float getNiche(const Scene *scene, gfVec2 place, gfVec2 *middle)
{
    static const float niches[3][3] = {{0.35f, 0.50f, 0.115f}, {0.55f, 0.52f, 0.125f}, {0.90f, 0.74f, 0.110f}};
    float inside = -1.0f;
    for (int i = 0; i < 3; i++) {
        gfVec2 from = {place.x - niches[i][0] * scene->width, place.y - niches[i][1]};
        float here = niches[i][2] * Backdrop_GetSize(scene) - hypotf(from.x, fmaxf(from.y, 0.0f));
        *middle = here > inside ? from : *middle;
        inside = fmaxf(inside, here);
    }
    return inside;
}

// Their rings of stone; in them it is dark towards the side that the light does not come in by.
static void paintNiche(const Scene *scene, gfVec2 place, float light[3])
{
    static const float ring[3] = {0.44f, 0.33f, 0.23f};
    gfVec2 from = {0.0f, 0.0f};
    float inside = getNiche(scene, place, &from),
          stone = from.y > 0.0f ? atan2f(from.y, from.x) * 4.5f : from.y * 30.0f;
    float joint = fabsf(stone - roundf(stone)),
          part = 0.8f + 0.3f * Scene_Hash(scene, 650u + (unsigned)(int)(floorf(stone + 0.5f) + 40.0f));
    float grain = Backdrop_GetNoise(scene, 60.0f * place.x, 60.0f * place.y, 1200000u);
    float edge = Backdrop_Cover(inside + 0.032f) - Backdrop_Cover(inside);
    Backdrop_Mix(light, ring, (part + 0.3f * (grain - 0.5f)) * (joint > 0.46f ? 0.35f : 1.0f), edge);
    float depth = fminf(fmaxf(inside / 0.05f, 0.0f), 1.0f);
    Backdrop_Mix(light, light, 0.16f + 0.22f * depth, Backdrop_Cover(inside));
}

// The wall behind: niches, the torches' brackets, and light of the night below the grates.
static void paintWall(const Scene *scene, gfVec2 place, float light[3])
{
    static const float iron[3] = {0.060f, 0.058f, 0.062f}, cold[3] = {0.30f, 0.42f, 0.62f};
    static const float night[3] = {0.030f, 0.050f, 0.110f};
    paintStones(scene, place, light);
    paintNiche(scene, place, light);
    for (int i = 0; i < TORCHES; i++) {
        gfVec2 torch = getTorch(scene, i);
        float x = place.x - torch.x, y = place.y - torch.y;
        float stick = fminf(0.006f + 0.05f * fmaxf(y + 0.07f, 0.0f) - fabsf(x), fminf(-y, y + 0.085f));
        float cup = fminf(0.0165f - fabsf(x), fminf(-y - 0.002f, y + 0.018f));
        Backdrop_Mix(light, iron, 1.3f, Backdrop_Cover(fmaxf(stick, cup)));
    }
    for (int i = 0; i < 2; i++) {
        Backdrop_Mix(light, cold, 0.3f + light[1], 0.55f * getBeam(scene, i, place));
        float gap = 0.04f * scene->width - fabsf(place.x - grates[i] * scene->width);
        Backdrop_Mix(light, night, 1.0f + 4.0f * (place.y - 0.93f), Backdrop_Cover(fminf(gap, place.y - 0.93f)));
        float bar = fmodf(place.x, 0.028f) - 0.014f;
        Backdrop_Mix(light, iron, 0.7f, Backdrop_Cover(fminf(fminf(gap, place.y - 0.93f), 0.003f - fabsf(bar))));
    }
}

// How far a place is inside the masonry, m.
static float getInsideBlocks(const Scene *scene, gfVec2 place)
{
    float inside = -1.0f;
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        const float *block = blocks[i];
        float across = fminf(place.x - block[0] * scene->width, block[1] * scene->width - place.x);
        inside = fmaxf(inside, fminf(across, fminf(place.y - block[2], block[3] - place.y)));
    }
    return inside;
}

// Masonry in front, darker than the wall behind, worn and light along its edges; and the pipes.
static void paintMasonry(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float worn[3] = {0.62f, 0.47f, 0.32f}, iron[3] = {0.075f, 0.066f, 0.060f};
    float inside = getInsideBlocks(scene, place), light[3] = {0.0f, 0.0f, 0.0f};
    rgba[3] = fminf(fmaxf(0.5f + MASONRY_DENSITY * (inside + 0.001f), 0.0f), 1.0f);
    (void)user;
    if (rgba[3] > 0.0f) {
        paintStones(scene, Scene_Vec(place.x + 0.03f, place.y + 0.02f), light);
        Backdrop_Mix(light, light, 0.42f, 1.0f);
        Backdrop_Mix(light, worn, 0.75f, 0.8f * expf(-fmaxf(inside, 0.0f) / 0.004f));
    }
    float along = 0.062f - fminf(place.x, scene->width - place.x), across = fabsf(place.y - PIPE_HEIGHT);
    float pipe = fmaxf(fminf(along, 0.036f - across), fminf(fminf(along, 0.018f - along), 0.046f - across));
    float shine = 1.1f + 2.6f * expf(-powf((place.y - PIPE_HEIGHT - 0.015f) / 0.012f, 2.0f));
    float cover = Backdrop_Cover(pipe);
    Backdrop_Mix(light, iron, shine * (along < 0.018f ? 1.3f : 1.0f), cover);
    rgba[3] = fmaxf(rgba[3], cover);
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c];
    }
}

static void tuneAirDraw(const Scene *scene, gfDrawDef *def)
{
    def->style = GF_DRAW_FIRE;
    def->range = HEAT;
    def->tone.exposure = 2.6f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->bloom.intensity = 1.3f;
    def->bloom.threshold = 0.6f;
    def->bloom.spread = 1.15f;
    def->refraction.enabled = scene->backgroundTexture != 0;
    def->refraction.strength = 0.0f;
    def->refraction.absorption = 0.0f;
    def->solids.shown = false;
}

static bool makeAir(Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = scene->config.gridWidth;
    def.gridHeight = scene->config.gridHeight;
    def.cellSize = 1.0f / (float)def.gridHeight;
    def.dyeScale = fminf(scene->config.dyeScale, 1.0f); // its smoke is soft
    def.fieldPrecision = scene->config.precision;
    def.grid.thermalExpansion = 0.5f / HEAT;
    def.grid.temperatureDissipation = 4.0f;
    def.grid.dyeDissipation = 0.30f;
    def.grid.velocityDissipation = 0.4f;
    def.grid.vorticityConfinement = 1.0f;
    def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    scene->air = gfCreateFluid(scene->device, &def);
    scene->coupling = gfDefaultCouplingDef();
    scene->coupling.heating = 12.0f;
    scene->tuneAirDraw = tuneAirDraw;
    return scene->air != NULL;
}

static bool addThings(Scene *scene)
{
    for (int i = 0; i < BODIES; i++) {
        gfVec2 place = {things[i].place.x * scene->width, things[i].place.y}, half = getHalf(scene, &things[i]);
        gfRigidBodyDef def = gfDefaultRigidBodyDef();
        def.shape = things[i].picture == BARREL ? gfMakeCircle(place, half.x) : gfMakeRectangle(place, half, 0.0f);
        def.density = things[i].density;
        def.friction = 0.7f;
        scene->bodies[i] = gfFluid_AddRigidBody(scene->fluid, &def);
        if (GF_IS_NULL(scene->bodies[i])) {
            return false;
        }
        scene->bodyCount++;
    }
    return true;
}

static bool addPictures(Scene *scene)
{
    static const int shown[] = {2, 3, 0}; // of each picture from CRATE on, the thing that it is of
    gfVec2 corner = {0.0f, 0.0f}, room = {scene->width, 1.0f};
    if (Picture_Add(scene, corner, room, SHADE_DENSITY, paintShade, NULL) == NULL ||
        Picture_Add(scene, corner, room, MASONRY_DENSITY, paintMasonry, NULL) == NULL) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        Thing thing = things[shown[i]];
        thing.half = getHalf(scene, &things[shown[i]]);
        gfVec2 margin = {thing.half.x + 0.006f, thing.half.y + 0.006f};
        if (Picture_Add(scene, Scene_Vec(-margin.x, -margin.y), Scene_Vec(2.0f * margin.x, 2.0f * margin.y),
                        PICTURE_DENSITY, paintThing, &thing) == NULL) {
            return false;
        }
    }
    return true;
}

static bool drawOver(Scene *scene, const gfDrawDef *def)
{
    gfVec2 corner = {0.0f, 0.0f};
    bool drawn = scene->config.mask != NULL || // the user's solids are there in its place
                 Picture_Draw(scene, scene->pictures[MASONRY], def, corner, 0.0f, 1.0f);
    for (int i = 0; i < scene->bodyCount && drawn; i++) {
        gfRigidBodyState state;
        drawn = gfFluid_GetRigidBody(scene->fluid, scene->bodies[i], &state) &&
                Picture_Draw(scene, scene->pictures[things[i].picture], def, state.position, state.angle, 1.0f);
    }
    return drawn && Picture_Draw(scene, scene->pictures[SHADE], def, corner, 0.0f, 1.0f);
}

static bool makeCellar(Scene *scene)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_MASS;
    def.maxRegions = 0;
    def.delay = 2; // two runs are the same
    scene->cellar = calloc(1, sizeof *scene->cellar);
    if (scene->cellar == NULL) {
        return false;
    }
    gfVec2 wicks[TORCHES];
    for (int i = 0; i < TORCHES; i++) {
        scene->cellar->torches[i] = (Torch){.burns = 1.0f, .light = 1.0f};
        wicks[i] = getTorch(scene, i);
    }
    scene->cellar->query = gfCreateQuery(scene->fluid, &def);
    return scene->cellar->query != NULL && gfQuery_SetPoints(scene->cellar->query, wicks, TORCHES);
}

static bool addSources(Scene *scene)
{
    gfSourceDef pipe = getPipe(scene), sink = getSink(scene);
    bool added = Scene_AddEmitter(scene, &pipe) && Scene_AddEmitter(scene, &sink);
    for (int i = 0; i < TORCHES && added; i++) {
        gfSourceDef flame = getFlame(scene, i);
        scene->emitters[FLAMES + i] = gfFluid_AddEmitter(scene->air, &flame);
        added = !GF_IS_NULL(scene->emitters[FLAMES + i]);
    }
    return added;
}

bool Cellar_SetUp(Scene *scene)
{
    gfShape room = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f), Scene_Vec(0.5f * scene->width, 0.5f), 0.0f);
    scene->drawOver = drawOver;
    return makeAir(scene) && makeCellar(scene) && addSources(scene) && Scene_SetUpSolids(scene, addSolids) &&
           addThings(scene) && gfFluid_FillToLevel(scene->fluid, &room, LOW_LEVEL) && addPictures(scene) &&
           Backdrop_Paint(scene, paintWall);
}

void Cellar_TearDown(Scene *scene)
{
    free(scene->cellar); // the query goes with its fluid
    scene->cellar = NULL;
}

// A torch that stays under water goes out; dry again, it waits, and then kindles.
static void moveTorch(Torch *torch, float liquid, float dt)
{
    torch->steams = fmaxf(torch->steams - dt, 0.0f);
    torch->wet = liquid > 0.5f ? torch->wet + dt : 0.0f;
    if (torch->wet > SOAKED) {
        torch->steams = torch->burns > 0.3f ? HISS : torch->steams;
        torch->burns = torch->dry = 0.0f;
        return;
    }
    torch->dry += dt;
    if (torch->dry > DRY && torch->burns < 1.0f) {
        torch->burns = fminf(torch->burns + dt / KINDLING, 1.0f);
    }
}

static void moveTorches(Scene *scene)
{
    gfQueryAnswer answer;
    gfQuery_Request(scene->cellar->query);
    bool known = gfQuery_Poll(scene->cellar->query, &answer) == GF_POLL_READY;
    for (int i = 0; i < TORCHES && known; i++) {
        moveTorch(&scene->cellar->torches[i], answer.points[i].mass, 1.0f / 60.0f);
    }
    for (int i = 0; i < TORCHES; i++) {
        Torch *torch = &scene->cellar->torches[i];
        torch->light = torch->burns * (0.88f + 0.20f * getFlicker(scene, i));
        gfSourceDef flame = getFlame(scene, i);
        gfFluid_SetEmitter(scene->air, scene->emitters[FLAMES + i], &flame);
        if (torch->steams > 0.0f) {
            gfSourceDef steam = getSteam(scene, i);
            gfFluid_Splat(scene->air, &steam);
        }
    }
}

void Cellar_BeforeStep(Scene *scene)
{
    gfSourceDef pipe = getPipe(scene), sink = getSink(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[PIPE], &pipe);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[SINK], &sink);
    moveTorches(scene);
    Picture_Paint(scene, scene->pictures[SHADE], paintShade, NULL);
}

void Cellar_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float stone[4] = {0.16f, 0.12f, 0.08f, 1.0f};
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->liquid.clarity = 0.55f;
    def->liquid.foamSpeed = 1.6f; // what falls from the pipes is clear
    memcpy(def->solids.color, stone, sizeof stone);
    def->solids.media = 0.0f;
}
