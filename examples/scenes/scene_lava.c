// lava: a volcano pours lava down the channels of its flank. It is slow, glows where it moves, and stands where it is
// thin.
#include "scenes/pen.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define PEAK_X 0.40f // in widths of the domain
#define PEAK_Y 0.60f
#define PEAK 0.40f       // m
#define CRATER 0.085f    // m, its radius
#define VENT 0.040f      // m, radius of what pours
#define POUR 0.20f       // m/s
#define PULSE 7.0f       // s
#define COOLING 0.00022f // m/s: what becomes rock
#define PINES 46
#define BASE (-0.12f)

static const float sun[3] = {-0.75f, -0.35f, 0.45f};

// How deep the channels are: they run down from the crater, wind, and fork.
static float getChannel(float turn, float away)
{
    float wind = turn + 0.5f * Land_Noise(5.0f * away, 0.0f, 3u) * Land_Step(0.05f, 0.4f, away);
    float fork = 0.30f * Land_Step(0.18f, 0.42f, away);
    static const float ways[3] = {-1.05f, -0.35f, -2.25f};
    float deep = 0.0f;
    for (int i = 0; i < 3; i++) {
        for (int side = -1; side <= 1; side += 2) {
            float off = remainderf(wind - ways[i] - fork * (float)side, 2.0f * SCENE_PI);
            deep = fmaxf(deep, Land_Step(0.055f, 0.015f, fabsf(off) * fmaxf(away, 0.06f)));
        }
    }
    return deep;
}

static float getGround(const Scene *scene, float x, float y)
{
    float dx = x - PEAK_X * scene->width, dy = y - PEAK_Y;
    float away = hypotf(dx, dy), turn = atan2f(dy, dx);
    float cone = PEAK * expf(-away / 0.34f) + 0.05f * Land_Step(0.75f, 0.2f, away);
    float gullies = 0.030f * Land_Fractal(2.2f * cosf(turn) + 9.0f, 2.2f * sinf(turn) + 3.0f * away, 3, 5u) *
                    Land_Step(0.03f, 0.25f, away);
    float channels = 0.042f * getChannel(turn, away) * Land_Step(0.03f, 0.06f, away) * Land_Step(0.75f, 0.35f, away);
    float crater = 0.15f * Land_Step(CRATER, 0.5f * CRATER, away);
    float hills = 0.06f * Land_Fractal(3.0f * x, 3.0f * y, 3, 7u) * Land_Step(0.3f, 0.7f, away);
    float rough = 0.007f * Land_Fractal(18.0f * x, 18.0f * y, 3, 9u);
    return cone + gullies - channels - crater + hills + rough;
}

static gfVec3 getColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 ash = {0.085f, 0.078f, 0.075f}, basalt = {0.045f, 0.043f, 0.046f},
                        rust = {0.17f, 0.075f, 0.045f};
    static const gfVec3 grass = {0.085f, 0.115f, 0.035f};
    float away = hypotf(x - PEAK_X * scene->width, y - PEAK_Y);
    float turn = atan2f(y - PEAK_Y, x - PEAK_X * scene->width);
    float mottled = Land_Fractal(9.0f * x, 9.0f * y, 4, 15u);
    gfVec3 c = Land_BlendColor(ash, basalt, 0.5f + 0.5f * mottled);
    c = Land_BlendColor(c, rust, 0.7f * Land_Step(0.30f, 0.08f, away + 0.1f * mottled));
    float green = Land_Step(0.42f, 0.60f, away + 0.16f * mottled) * Land_Step(1.1f, 0.6f, slope);
    green *= 1.0f - getChannel(turn, away) * Land_Step(0.75f, 0.5f, away);
    c = Land_BlendColor(c, Land_ScaleColor(grass, 0.9f + 0.5f * Land_Noise(60.0f * x, 60.0f * y, 16u)), green);
    return Land_ScaleColor(c, 0.85f + 0.35f * Land_Noise(90.0f * x, 90.0f * y + 30.0f * height, 17u));
}

static void drawScenery(Pen *pen, const Scene *scene)
{
    for (int i = 0, drawn = 0; i < 1200 && drawn < PINES; i++) {
        float x = scene->width * (0.02f + 0.96f * Land_Hash(i, 1, 41u)), y = 0.03f + 0.94f * Land_Hash(i, 2, 41u);
        float dx = x - PEAK_X * scene->width, dy = y - PEAK_Y, away = hypotf(dx, dy);
        if (away < 0.46f || getChannel(atan2f(dy, dx), away) > 0.0f ||
            Land_Fractal(4.0f * x, 4.0f * y, 2, 42u) < -0.05f) {
            continue;
        }
        gfVec3 green = Land_ScaleColor((gfVec3){0.06f, 0.115f, 0.05f}, 0.6f + 0.6f * Land_Hash(i, 4, 41u));
        Pen_AddPine(pen, (gfVec3){x, y, getGround(scene, x, y) - 0.004f}, 0.055f + 0.05f * Land_Hash(i, 3, 41u), green,
                    (unsigned)i);
        drawn++;
    }
    for (int i = 0; i < 60; i++) {
        float turn = 2.0f * SCENE_PI * Land_Hash(i, 1, 51u), away = 0.13f + 0.55f * Land_Hash(i, 2, 51u);
        float x = PEAK_X * scene->width + away * cosf(turn), y = PEAK_Y + away * sinf(turn);
        if (x < 0.03f || x > scene->width - 0.03f || y < 0.03f || y > 0.97f || getChannel(turn, away) > 0.1f) {
            continue;
        }
        float size = 0.008f + 0.020f * Land_Hash(i, 3, 51u) * Land_Hash(i, 4, 51u), ground = getGround(scene, x, y);
        gfShape outline = Pen_MakeOutline((gfVec2){x, y}, size, 1.2f, (float)i, 7, 60u + (unsigned)i);
        Pen_AddRock(pen, &outline, ground - 0.6f * size, ground + size, (gfVec3){0.10f, 0.092f, 0.088f}, (unsigned)i);
    }
}

void Lava_TuneFluid(gfFluidDef *def)
{
    Diorama_TuneFluid(def, 9.81f);
    def->shallow.ripples.enabled = false;
    def->shallow.filmViscosity = 0.0030f;
    def->shallow.yieldStress = 0.022f;
    def->shallow.evaporation = COOLING;
}

static gfSourceDef getVent(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    float beat = 0.5f + 0.5f * sinf(2.0f * SCENE_PI * Scene_GetTime(scene) / PULSE);
    def.shape = gfMakeCircle((gfVec2){PEAK_X * scene->width, PEAK_Y}, VENT);
    def.softness = 0.02f;
    def.fields = GF_SOURCE_MASS;
    def.mass = POUR * (0.35f + 1.3f * beat * beat);
    return def;
}

bool Lava_SetUp(Scene *scene)
{
    Pen pen = {0};
    const PenGround ground = {getGround, getColor, sun};
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    def.boundaries.left.kind = def.boundaries.right.kind = def.boundaries.bottom.kind = def.boundaries.top.kind =
        GF_BOUNDARY_OPEN;
    gfSourceDef vent = getVent(scene);
    gfShape crater = gfMakeCircle((gfVec2){PEAK_X * scene->width, PEAK_Y}, CRATER);
    drawScenery(&pen, scene);
    return Pen_SetScenery(&pen, scene, &ground) && gfFluid_SetDef(scene->fluid, &def) &&
           gfFluid_FillToLevel(scene->fluid, &crater, PEAK - 0.06f) && Scene_AddEmitter(scene, &vent);
}

void Lava_BeforeStep(Scene *scene)
{
    gfSourceDef vent = getVent(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &vent);
}

// An evening: what glows is to be seen.
static void tuneSurface(const Scene *scene, gfSurfaceDef *def)
{
    (void)scene;
    static const float zenith[3] = {0.08f, 0.11f, 0.22f}, horizon[3] = {0.17f, 0.12f, 0.16f};
    static const float below[3] = {0.025f, 0.022f, 0.035f}, light[3] = {1.25f, 0.62f, 0.36f};
    memcpy(def->sky.light, sun, sizeof sun);
    memcpy(def->sky.zenith, zenith, sizeof zenith);
    memcpy(def->sky.horizon, horizon, sizeof horizon);
    memcpy(def->sky.ground, below, sizeof below);
    memcpy(def->sky.sun, light, sizeof light);
    def->kind = GF_SURFACE_LAVA;
    def->lavaSpeed = 0.10f;
    def->ground.base = BASE;
}

const SceneDiorama lavaDiorama = {
    .camera = {.target = {0.5f, 0.46f, 0.10f}, .turn = 0.22f, .tilt = 0.58f, .distance = 2.0f},
    .level = 0.12f,
    .tuneSurface = tuneSurface,
};
