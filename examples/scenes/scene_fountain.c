// fountain: a jet rises from a bowl, which runs over into a basin, and spouts at its sides pour into that. A drain
// holds the basin at one level.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 0.7f // m/s^2
#define BASIN_FLOOR 0.05f
#define BASIN_LEVEL 0.145f
#define BASIN_HALF 0.41f // of the domain's width
#define BOWL_HEIGHT 0.40f
#define BOWL_HALF 0.19f // of the domain's width
#define POST_HEIGHT 0.36f
#define POST_HALF 0.030f
#define ROUNDING 0.010f // of corners
#define JETS 3
#define JET_HALF 0.020f
#define DRAIN 1.0f // 1/s, of the drain: mass that it takes
#define BOWL_DRAIN 0.30f
#define DRAIN_HALF 0.015f
#define BOWL_CALM 2.0f
#define CALM 3.0f // 1/s: what comes down comes to rest as in a third dimension, which takes its energy

void Fountain_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
    def->boundaries.bottom.kind = GF_BOUNDARY_OPEN;
    def->boundaries.left.kind = GF_BOUNDARY_OPEN;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

static bool addBar(Scene *scene, float x, float y, float halfWidth, float halfHeight, float angle)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(x, y), Scene_Vec(halfWidth, halfHeight), angle);
    def.shape.radius = fminf(ROUNDING, fminf(halfWidth, halfHeight));
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// The sides of the basin are tall: spouts are in them. The nozzle of the jet is in the picture only.
static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width;
    bool added = addBar(scene, middle, BASIN_FLOOR, BASIN_HALF * scene->width, 0.020f, 0.0f) &&
                 addBar(scene, middle, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT), POST_HALF,
                        0.5f * (BOWL_HEIGHT - BASIN_FLOOR), 0.0f) &&
                 addBar(scene, middle, BOWL_HEIGHT, BOWL_HALF * scene->width, 0.012f, 0.0f);
    for (int side = -1; added && side <= 1; side += 2) {
        float basin = middle + (float)side * BASIN_HALF * scene->width;
        float bowl = middle + (float)side * BOWL_HALF * scene->width;
        added = addBar(scene, basin, 0.5f * (BASIN_FLOOR + POST_HEIGHT), 0.020f, 0.5f * (POST_HEIGHT - BASIN_FLOOR),
                       0.0f) &&
                addBar(scene, basin - 0.014f * (float)side, POST_HEIGHT - 0.060f, 0.026f, 0.010f, 0.0f) &&
                addBar(scene, basin, POST_HEIGHT, 0.032f, 0.012f, 0.0f) &&
                addBar(scene, bowl, BOWL_HEIGHT + 0.020f, 0.011f, 0.032f, 0.0f);
    }
    return added;
}

// One in the middle that swells and sways, and one on each side of the basin that pours.
static gfSourceDef getJet(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), side = (float)(index - 1);
    float swell = sinf(0.9f * time + 2.6f * (float)index);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.mass = 1.0f;
    if (index == 1) {
        float angle = 0.10f * sinf(0.7f * time);
        float speed = 0.68f + 0.07f * swell;
        def.shape =
            gfMakeRectangle(Scene_Vec(0.5f * scene->width, BOWL_HEIGHT + 0.065f), Scene_Vec(JET_HALF, 0.015f), 0.0f);
        def.velocity = Scene_Vec(speed * sinf(angle), speed * cosf(angle));
    } else {
        float x = 0.5f * scene->width + side * (BASIN_HALF * scene->width - 0.060f);
        def.shape = gfMakeRectangle(Scene_Vec(x, POST_HEIGHT - 0.031f), Scene_Vec(0.014f, 0.014f), 0.0f);
        def.velocity = Scene_Vec(-side * (0.32f + 0.06f * swell), 0.0f);
    }
    return def;
}

// What the basin and the bowl hold comes to rest, and some of what the bowl holds runs off through its foot.
static gfSourceDef getCalm(const Scene *scene, bool bowl)
{
    float low = bowl ? BOWL_HEIGHT : BASIN_FLOOR, high = bowl ? BOWL_HEIGHT + 0.055f : BASIN_LEVEL;
    gfVec2 half = {(bowl ? BOWL_HALF : BASIN_HALF) * scene->width, 0.5f * (high - low)};
    gfSourceDef def =
        Liquid_GetCalm(Scene_Vec(0.5f * scene->width, 0.5f * (low + high)), half, bowl ? BOWL_CALM : CALM);
    def.fields |= bowl ? GF_SOURCE_MASS : 0u;
    def.mass = bowl ? -BOWL_DRAIN : 0.0f;
    return def;
}

// Takes what stands above the level.
static gfSourceDef getDrain(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, BASIN_LEVEL + DRAIN_HALF),
                                Scene_Vec(BASIN_HALF * scene->width, DRAIN_HALF), 0.0f);
    def.mass = -DRAIN;
    return def;
}

// Lays a row of round crowns over the light, out of focus, lit from the upper left.
static void addTrees(const Scene *scene, gfVec2 place, float top, float size, const float leaf[3], float light[3])
{
    float ragged = Backdrop_GetNoise(scene, 30.0f * place.x, 30.0f * place.y, 4000000u) +
                   0.6f * Backdrop_GetNoise(scene, 71.0f * place.x, 71.0f * place.y, 5000000u) - 0.8f;
    int column = (int)(place.x / size + 8.0f);
    for (int i = -1; i <= 1; i++) {
        unsigned seed = (unsigned)(size * 1e5f) + 31u * (unsigned)(column + i);
        float radius = size * (0.62f + 0.3f * Scene_Hash(scene, seed));
        float x = (place.x - size * ((float)(column + i) - 7.7f + 0.4f * Scene_Hash(scene, seed + 1u))) / radius;
        float y = (place.y - top + size * (0.6f + 0.5f * Scene_Hash(scene, seed + 2u))) / radius;
        float inside = 1.0f - hypotf(x, fmaxf(y, 0.0f)) + 0.09f * ragged; // below the crown all is wood
        float cover = fminf(fmaxf(0.5f + 90.0f * radius * inside, 0.0f), 1.0f);
        float lit = fmaxf(0.50f + 0.34f * fmaxf(y, -1.2f) - 0.30f * x + 0.30f * ragged, 0.12f);
        for (int c = 0; c < 3; c++) {
            light[c] += cover * (lit * leaf[c] - light[c]);
        }
    }
}

// A park at noon: sky with clouds, woods, a clipped hedge and a lawn.
static void paintPark(const Scene *scene, gfVec2 place, float light[3])
{
    static const float zenith[3] = {0.055f, 0.24f, 0.66f}, haze[3] = {0.52f, 0.74f, 0.92f};
    static const float woods[2][3] = {{0.30f, 0.46f, 0.34f}, {0.16f, 0.34f, 0.05f}};
    static const float lawn[3] = {0.26f, 0.44f, 0.06f}, white[3] = {0.98f, 0.97f, 0.95f};
    float up = fminf(fmaxf((place.y - 0.35f) / 0.65f, 0.0f), 1.0f);
    float puff = 0.0f, share = 0.55f, scale = 1.7f;
    for (unsigned i = 0; i < 5; i++) {
        puff += share * Backdrop_GetNoise(scene, scale * place.x + 3.0f, 2.1f * scale * place.y, 100000u + 300000u * i);
        share *= 0.52f;
        scale *= 2.1f;
    }
    puff = fminf(fmaxf(3.2f * (puff - 0.56f), 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        float sky = haze[c] + (zenith[c] - haze[c]) * sqrtf(up);
        light[c] = sky + puff * (white[c] - sky);
    }
    addTrees(scene, place, 0.60f, 0.13f, woods[0], light);
    addTrees(scene, place, 0.47f, 0.21f, woods[1], light);
    float grass = fminf(fmaxf(0.5f + 160.0f * (0.17f - place.y), 0.0f), 1.0f);
    float blades = 0.82f + 0.36f * Backdrop_GetNoise(scene, 12.0f * place.x, 90.0f * place.y, 6000000u);
    for (int c = 0; c < 3; c++) {
        light[c] += grass * (blades * (0.75f + 1.2f * (0.17f - place.y)) * lawn[c] - light[c]);
    }
}

// Half the width of the foot of the bowl at a height: a pillar that widens downwards and up to the bowl.
static float getFoot(const Scene *scene, float y)
{
    float bowl = fmaxf((y - 0.27f) / (BOWL_HEIGHT - 0.27f), 0.0f), rings = fabsf(y - 0.285f) < 0.010f ? 0.014f : 0.0f;
    return POST_HALF + rings + 0.045f * expf(-26.0f * (y - BASIN_FLOOR)) +
           (BOWL_HALF * scene->width - POST_HALF) * bowl * bowl * bowl;
}

// How far a place is within the stone (m), and how much light its face gets there, from the upper left.
static float getStone(const Scene *scene, gfVec2 place, float *lit)
{
    float x = place.x - 0.5f * scene->width, basin = BASIN_HALF * scene->width, bowl = BOWL_HALF * scene->width;
    float side = fabsf(x) - basin, inwards = fabsf(side + 0.014f);
    float foot = place.y < BOWL_HEIGHT ? getFoot(scene, fmaxf(place.y, BASIN_FLOOR)) : 0.017f;
    const float bars[7][2] = {{fabsf(x) - basin - 0.020f, fabsf(place.y - BASIN_FLOOR) - 0.020f},
                              {fabsf(side) - 0.020f, fabsf(place.y - 0.5f * (BASIN_FLOOR + POST_HEIGHT)) -
                                                         0.5f * (POST_HEIGHT - BASIN_FLOOR)},
                              {inwards - 0.026f, fabsf(place.y - POST_HEIGHT + 0.060f) - 0.010f},
                              {fabsf(side) - 0.032f, fabsf(place.y - POST_HEIGHT) - 0.012f},
                              {fabsf(x) - bowl, fabsf(place.y - BOWL_HEIGHT) - 0.012f},
                              {fabsf(fabsf(x) - bowl) - 0.011f, fabsf(place.y - BOWL_HEIGHT - 0.020f) - 0.032f},
                              {fabsf(x) - foot, fabsf(place.y - 0.5f * (BASIN_FLOOR + BOWL_HEIGHT + 0.05f)) -
                                                    0.5f * (BOWL_HEIGHT + 0.05f - BASIN_FLOOR)}};
    float inside = -1.0f;
    for (int i = 0; i < 7; i++) {
        float across = bars[i][0] + ROUNDING, up = bars[i][1] + ROUNDING;
        float out = hypotf(fmaxf(across, 0.0f), fmaxf(up, 0.0f)) + fminf(fmaxf(across, up), 0.0f);
        inside = fmaxf(inside, ROUNDING - out);
    }
    float grain = 0.6f * Backdrop_GetNoise(scene, 40.0f * place.x, 40.0f * place.y, 7000000u) +
                  0.4f * Backdrop_GetNoise(scene, 130.0f * place.x, 130.0f * place.y, 8000000u);
    bool round = bars[6][0] < 0.0f && place.y > BASIN_FLOOR && place.y < BOWL_HEIGHT - 0.012f;
    float beyond = round ? fmaxf(fabsf(x) - POST_HALF, 0.0f) / fmaxf(foot - POST_HALF, 0.01f) : 0.0f;
    *lit = (1.0f - beyond * beyond * (x < 0.0f ? 0.25f : 0.70f)) * (0.86f + 0.26f * grain);
    return inside;
}

static void paintFountain(const Scene *scene, gfVec2 place, float light[3])
{
    static const float stone[3] = {0.74f, 0.69f, 0.60f};
    float lit = 0.0f, inside = getStone(scene, place, &lit);
    paintPark(scene, place, light);
    for (int c = 0; c < 3; c++) {
        light[c] += Backdrop_Cover(inside) * (lit * stone[c] - light[c]);
    }
}

bool Fountain_SetUp(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    gfSourceDef rest[] = {getCalm(scene, false), getCalm(scene, true), getDrain(scene)};
    for (int i = 0; i < 3; i++) {
        if (!Scene_AddEmitter(scene, &rest[i])) {
            return false;
        }
    }
    gfShape basin = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.5f * (BASIN_FLOOR + BOWL_HEIGHT)),
                                    Scene_Vec(BASIN_HALF * scene->width, 0.5f * (BOWL_HEIGHT - BASIN_FLOOR)), 0.0f);
    return Scene_SetUpSolids(scene, addSolids) && gfFluid_FillToLevel(scene->fluid, &basin, BASIN_LEVEL) &&
           Backdrop_Paint(scene, scene->config.mask == NULL ? paintFountain : paintPark);
}

void Fountain_BeforeStep(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Fountain_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float stone[4] = {0.74f, 0.69f, 0.60f, 1.0f}, tint[3] = {0.20f, 0.74f, 1.0f};
    static const float deep[3] = {0.03f, 0.33f, 0.56f}, thin[3] = {0.55f, 0.86f, 0.95f};
    (void)scene;
    Liquid_TuneDraw(def);
    memcpy(def->liquid.deep, deep, sizeof deep);
    memcpy(def->liquid.thin, thin, sizeof thin);
    def->liquid.specular = 1.6f;
    def->liquid.foamSpeed = 0.34f;
    def->refraction.strength = 0.035f;
    def->refraction.absorption = 1.0f;
    memcpy(def->refraction.tint, tint, sizeof tint);
    memcpy(def->solids.color, stone, sizeof stone);
    def->solids.media = 0.0f;
}
