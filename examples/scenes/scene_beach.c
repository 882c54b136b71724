// beach: waves break over a bar and run up the sand, which stays wet behind them.
#include "scenes/pen.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 2.4f
#define PERIOD 2.3f  // s, from wave to wave
#define SWELL 0.030f // m
#define ROCKS 5
#define BASE (-0.24f)
#define STRIPES 16

static const float sun[3] = {0.45f, -0.50f, 0.72f};

static const struct {
    float x, y, reach, turn, top;
} rocks[ROCKS] = {
    {0.30f, 0.20f, 0.060f, 0.5f, 0.045f}, {0.37f, 0.245f, 0.032f, 1.7f, 0.025f}, {0.25f, 0.13f, 0.035f, 2.5f, 0.030f},
    {0.47f, 0.80f, 0.040f, 0.9f, 0.040f}, {0.53f, 0.865f, 0.028f, 2.2f, 0.030f},
};

// The lighthouse's rock.
static float getIsland(const Scene *scene, float x, float y)
{
    float away = hypotf(x - 0.13f * scene->width, y - 0.80f) + 0.03f * Land_Fractal(12.0f * x, 12.0f * y, 3, 3u);
    return 0.27f * Land_Step(0.17f, 0.03f, away);
}

static float getGround(const Scene *scene, float x, float y)
{
    float u = x / scene->width + 0.035f * sinf(4.6f * y + 0.6f) + 0.02f * Land_Fractal(2.5f * x, 2.5f * y, 2, 9u);
    float slope = Land_Blend(-0.19f, -0.055f, Land_Step(0.0f, 0.36f, u)) + 0.115f * Land_Step(0.40f, 0.86f, u);
    float bar = 0.012f * expf(-powf((u - 0.36f) / 0.06f, 2.0f));
    float dunes = Land_Step(0.82f, 1.0f, u) * (0.05f + 0.05f * Land_Fractal(4.0f * x, 3.0f * y + 2.0f, 3, 11u));
    float island = getIsland(scene, x, y);
    // Ripple marks of sand below, footprints of wind above.
    float marks = 0.0022f * sinf(150.0f * u + 5.0f * Land_Noise(6.0f * x, 6.0f * y, 12u)) * Land_Step(0.72f, 0.5f, u);
    float rough = 0.004f * Land_Fractal(16.0f * x, 16.0f * y, 3, 14u);
    return slope + bar + dunes + marks + rough + island;
}

static gfVec3 getColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 sand = {0.66f, 0.53f, 0.34f}, pale = {0.76f, 0.66f, 0.47f}, rock = {0.25f, 0.23f, 0.21f};
    static const gfVec3 grass = {0.20f, 0.25f, 0.07f};
    gfVec3 c =
        Land_BlendColor(sand, pale, Land_Step(0.0f, 0.08f, height + 0.03f * Land_Fractal(5.0f * x, 5.0f * y, 3, 21u)));
    c = Land_ScaleColor(c, 1.0f + 0.10f * Land_Noise(170.0f * x, 170.0f * y, 22u) +
                               0.12f * Land_Fractal(9.0f * x, 9.0f * y, 3, 23u));
    float shells =
        Land_Step(0.80f, 0.90f, Land_Noise(95.0f * x, 95.0f * y, 24u)) * Land_Step(0.05f, 0.01f, fabsf(height - 0.02f));
    c = Land_BlendColor(c, (gfVec3){0.85f, 0.80f, 0.74f}, 0.8f * shells);
    float tufts = Land_Step(0.075f, 0.11f, height + 0.05f * Land_Fractal(7.0f * x, 7.0f * y, 3, 25u));
    c = Land_BlendColor(c, grass, 0.8f * tufts * Land_Step(0.7f, 0.8f, x / scene->width));
    float bare = Land_Step(0.015f, 0.05f, getIsland(scene, x, y)) + 0.3f * Land_Step(0.6f, 1.0f, slope);
    gfVec3 cliff = Land_ScaleColor(rock, 1.0f + 0.45f * Land_Fractal(14.0f * x, 50.0f * height + 14.0f * y, 3, 26u));
    return Land_BlendColor(c, cliff, fminf(bare, 1.0f));
}

static gfShape getRock(const Scene *scene, int i)
{
    return Pen_MakeOutline((gfVec2){rocks[i].x * scene->width, rocks[i].y}, rocks[i].reach, 1.25f, rocks[i].turn, 9,
                           50u + (unsigned)i);
}

static bool addSolids(Scene *scene)
{
    bool added = true;
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < ROCKS && added; i++) {
        def.shape = getRock(scene, i);
        added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
    }
    return added;
}

static void drawLighthouse(Pen *pen, const Scene *scene)
{
    static const gfVec3 white = {0.80f, 0.78f, 0.74f}, red = {0.62f, 0.05f, 0.035f};
    gfVec3 base = {0.13f * scene->width, 0.80f, 0.0f};
    base.z = getGround(scene, base.x, base.y) - 0.02f;
    for (int i = 0; i < 5; i++) {
        float low = 0.05f * (float)i, high = low + 0.05f, r = 0.034f - 0.003f * (float)i;
        const gfVec2 band[2] = {{r, low}, {r - 0.003f, high}};
        Pen_AddTurned(pen, base, band, 2, i % 2 == 0 ? white : red);
    }
    static const gfVec2 gallery[] = {{0.019f, 0.248f}, {0.030f, 0.250f}, {0.030f, 0.257f}, {0.0f, 0.257f}};
    static const gfVec2 lamp[] = {{0.014f, 0.257f}, {0.014f, 0.283f}};
    static const gfVec2 roof[] = {{0.020f, 0.283f}, {0.017f, 0.295f}, {0.004f, 0.306f}, {0.0f, 0.318f}};
    Pen_AddTurned(pen, base, gallery, 4, (gfVec3){0.15f, 0.15f, 0.16f});
    Pen_AddTurned(pen, base, lamp, 2, (gfVec3){1.6f, 1.3f, 0.7f});
    Pen_AddTurned(pen, base, roof, 4, red);
}

static void drawParasol(Pen *pen, gfVec3 foot, gfVec3 one, gfVec3 other)
{
    gfVec3 top = {foot.x + 0.012f, foot.y + 0.01f, foot.z + 0.135f};
    Pen_AddBeam(pen, foot, top, 0.0022f, 0.0022f, (gfVec3){0.7f, 0.68f, 0.62f});
    for (int i = 0; i < STRIPES; i++) {
        gfVec3 corners[3] = {{top.x, top.y, top.z + 0.004f}};
        float middle = 2.0f * SCENE_PI * ((float)i + 0.5f) / STRIPES;
        gfVec3 normal = {0.42f * cosf(middle), 0.42f * sinf(middle), 0.9f};
        uint32_t vertices[3];
        for (int k = 0; k < 3; k++) {
            float turn = 2.0f * SCENE_PI * (float)(i + k - 1) / STRIPES;
            if (k > 0) {
                corners[k] = (gfVec3){top.x + 0.075f * cosf(turn), top.y + 0.075f * sinf(turn), top.z - 0.032f};
            }
            vertices[k] = Pen_AddVertex(pen, corners[k], normal, i / 2 % 2 == 0 ? one : other);
        }
        Pen_AddTriangle(pen, vertices[0], vertices[1], vertices[2]);
    }
}

static void drawBathers(Pen *pen, const Scene *scene)
{
    static const gfVec3 white = {0.82f, 0.79f, 0.72f}, red = {0.72f, 0.07f, 0.05f}, blue = {0.05f, 0.20f, 0.45f};
    static const gfVec3 castle = {0.55f, 0.43f, 0.27f};
    const float w = scene->width;
    gfVec3 one = {0.855f * w, 0.33f, getGround(scene, 0.855f * w, 0.33f)};
    gfVec3 two = {0.84f * w, 0.63f, getGround(scene, 0.84f * w, 0.63f)};
    drawParasol(pen, one, red, white);
    drawParasol(pen, two, blue, white);
    Pen_AddBox(pen, (gfVec3){one.x - 0.05f, one.y - 0.03f, one.z}, (gfVec3){0.042f, 0.020f, 0.0035f}, 0.4f, blue);
    Pen_AddBox(pen, (gfVec3){two.x - 0.045f, two.y - 0.04f, two.z}, (gfVec3){0.042f, 0.020f, 0.0035f}, -0.3f,
               (gfVec3){0.80f, 0.50f, 0.06f});
    Pen_AddLump(pen, (gfVec3){two.x - 0.07f, two.y + 0.05f, two.z + 0.011f}, (gfVec3){0.013f, 0.013f, 0.013f}, 0.0f,
                red, 1u);
    for (int i = 0; i < 5; i++) { // towers of a castle of sand
        static const gfVec2 tower[] = {
            {0.013f, -0.02f}, {0.010f, 0.028f}, {0.012f, 0.030f}, {0.012f, 0.036f}, {0.0f, 0.034f}};
        float turn = 2.0f * SCENE_PI * (float)i / 4.0f, out = i < 4 ? 0.028f : 0.0f;
        float x = 0.775f * w + out * cosf(turn), y = 0.45f + out * sinf(turn);
        Pen_AddTurned(pen, (gfVec3){x, y, getGround(scene, x, y) + (i < 4 ? 0.0f : 0.014f)}, tower, 5, castle);
    }
    Pen_AddBeam(pen, (gfVec3){0.76f * w, 0.13f, getGround(scene, 0.76f * w, 0.13f) + 0.006f},
                (gfVec3){0.83f * w, 0.17f, getGround(scene, 0.83f * w, 0.17f) + 0.012f}, 0.010f, 0.006f,
                (gfVec3){0.38f, 0.31f, 0.24f});
}

static void drawScenery(Pen *pen, const Scene *scene)
{
    const float w = scene->width;
    for (int i = 0; i < ROCKS; i++) {
        gfShape outline = getRock(scene, i);
        gfVec2 centre = gfShape_GetCentre(&outline);
        Pen_AddRock(pen, &outline, getGround(scene, centre.x, centre.y) - 0.03f, rocks[i].top + 0.02f,
                    (gfVec3){0.24f, 0.225f, 0.21f}, 60u + (unsigned)i);
    }
    drawLighthouse(pen, scene);
    drawBathers(pen, scene);
    static const float palms[4][4] = {{0.945f, 0.80f, 0.30f, -0.06f},
                                      {0.965f, 0.70f, 0.24f, 0.02f},
                                      {0.93f, 0.90f, 0.22f, -0.02f},
                                      {0.965f, 0.16f, 0.26f, -0.07f}};
    for (int i = 0; i < 4; i++) {
        gfVec3 root = {palms[i][0] * w, palms[i][1], 0.0f};
        root.z = getGround(scene, root.x, root.y) - 0.01f;
        Pen_AddPalm(pen, root, palms[i][2], (gfVec2){palms[i][3], -0.03f}, 70u + (unsigned)i);
    }
    for (int i = 0, drawn = 0; i < 600 && drawn < 60; i++) {
        float x = w * (0.84f + 0.16f * Land_Hash(i, 1, 81u)), y = Land_Hash(i, 2, 81u), height = getGround(scene, x, y);
        if (height < 0.085f) {
            continue;
        }
        drawn++;
        for (int k = 0; k < 7; k++) {
            float turn = 0.9f * (float)k, lean = 0.03f * Land_Hash(i, k, 82u);
            Pen_AddBlade(pen, (gfVec3){x, y, height - 0.004f}, 0.03f + 0.03f * Land_Hash(k, i, 83u),
                         (gfVec2){lean * cosf(turn), lean * sinf(turn)}, 0.004f, (gfVec3){0.24f, 0.29f, 0.08f});
        }
    }
}

void Beach_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, GRAVITY);
    def->shallow.manning = 0.014f;
    def->shallow.foam = true;
    def->shallow.foamSpeed = 0.34f;
    def->shallow.foamLife = 1.5f;
    def->shallow.ripples.stirring = 0.3f;
    def->shallow.dryingTime = 7.0f;
}

// Sets of higher and lower waves, over a slow swell.
static float getSea(float time)
{
    float set = 0.72f + 0.28f * sinf(2.0f * SCENE_PI * time / 17.0f);
    return SWELL * set * sinf(2.0f * SCENE_PI * time / PERIOD) + 0.25f * SWELL * sinf(2.0f * SCENE_PI * time / 6.1f);
}

static bool setSea(Scene *scene)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    def.boundaries.left.holdsLevel = true;
    def.boundaries.left.level = getSea(Scene_GetTime(scene));
    return gfFluid_SetDef(scene->fluid, &def);
}

bool Beach_SetUp(Scene *scene)
{
    Pen pen = {0};
    const PenGround ground = {getGround, getColor, sun};
    drawScenery(&pen, scene);
    return Pen_SetScenery(&pen, scene, &ground) && setSea(scene) && gfFluid_FillToLevel(scene->fluid, NULL, 0.0f) &&
           Scene_SetUpSolids(scene, addSolids);
}

void Beach_BeforeStep(Scene *scene)
{
    setSea(scene);
}

static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float absorption[3] = {9.0f, 1.9f, 1.3f}, tint[3] = {0.010f, 0.105f, 0.125f};
    memcpy(def->sky.light, sun, sizeof sun);
    memcpy(def->water.absorption, absorption, sizeof absorption);
    memcpy(def->water.tint, tint, sizeof tint);
    def->ground.base = BASE;
}

const SceneDiorama beachDiorama = {
    .camera = {.target = {0.5f, 0.46f, -0.01f}, .turn = -0.28f, .tilt = 0.60f, .distance = 2.0f},
    .level = 0.0f,
    .tuneSurface = tuneSurface,
};
