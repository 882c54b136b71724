// sph_dam: a column of water breaks over a rock; then the tank rocks and the water sloshes, before a lake at dawn.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define COLUMN_WIDTH 0.34f // of the domain's
#define COLUMN_HEIGHT 0.80f
#define GRAVITY 1.0f
#define ROCK_START 5.0f // s
#define ROCK_ANGLE 0.05f
#define RIDGES 4

void SphDam_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
}

static bool addSolids(Scene *scene)
{
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(0.60f * scene->width, 0.0f), 0.12f * spread);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// Height of a row of mountains, the nearest last, which has a forest on it.
static float getRidge(const Scene *scene, int index, float x)
{
    static const float tops[RIDGES] = {0.46f, 0.36f, 0.26f, 0.15f};
    float height = tops[index], size = 0.34f, pace = 1.7f + 0.6f * (float)index;
    for (unsigned i = 0; i < 5; i++) {
        height += size * (Backdrop_GetNoise(scene, pace * x + 3.0f * (float)index, 0.5f, 300000u * (i + 1u)) - 0.5f);
        size *= 0.46f;
        pace *= 2.3f;
    }
    if (index == RIDGES - 1) {
        float tree = fabsf(fmodf(62.0f * x, 1.0f) - 0.5f),
              tall = 0.4f + 0.6f * Scene_Hash(scene, 70u + (unsigned)(62.0f * x));
        height += 0.045f * tall * fmaxf(1.0f - 2.4f * tree, 0.0f);
    }
    return height;
}

// The sun comes up behind mountains, each row paler than the one before it.
static void paintDawn(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.05f, 0.13f, 0.34f}, low[3] = {0.98f, 0.52f, 0.24f}, sun[3] = {1.0f, 0.80f, 0.48f};
    static const float far[3] = {0.62f, 0.40f, 0.36f}, near[3] = {0.012f, 0.026f, 0.045f};
    float x = place.x - 0.70f * scene->width, y = place.y - 0.56f, from = hypotf(x, y);
    float rise = fminf(fmaxf((place.y - 0.38f) / 0.62f, 0.0f), 1.0f);
    float glow = 0.75f * expf(-from / 0.30f) + 0.8f * expf(-from * from / 0.006f);
    float veil = 0.6f * Backdrop_GetNoise(scene, 2.2f * place.x + 1.5f * place.y, 11.0f * place.y, 100000u) +
                 0.4f * Backdrop_GetNoise(scene, 6.0f * place.x, 25.0f * place.y, 400000u);
    float cloud = 0.55f * fminf(fmaxf(4.0f * (veil - 0.52f), 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        float air = low[c] + (high[c] - low[c]) * powf(rise, 0.55f);
        light[c] = air + cloud * (0.20f + 0.55f * expf(-2.2f * from)) * sun[c] + glow * sun[c];
    }
    for (int i = 0; i < RIDGES; i++) {
        float below = getRidge(scene, i, place.x) - place.y;
        float away = i == RIDGES - 1 ? 0.2f * below : below; // the sides of trees are steep
        float ridge = Backdrop_Cover(away), share = ((float)i + 0.25f) / (float)RIDGES;
        float mist = expf(-fmaxf(below, 0.0f) / 0.02f) * 0.10f + 0.35f * fminf(fmaxf(below / 0.30f, 0.0f), 1.0f);
        for (int c = 0; c < 3; c++) {
            float color = far[c] + (near[c] - far[c]) * sqrtf(share);
            color += (1.0f - share) * (mist * (far[c] + 0.15f) + 0.35f * expf(-3.0f * from) * sun[c]);
            light[c] += ridge * (color - light[c]);
        }
    }
}

bool SphDam_SetUp(Scene *scene)
{
    gfVec2 half = {0.5f * COLUMN_WIDTH * scene->width, 0.5f * COLUMN_HEIGHT};
    gfShape column = gfMakeRectangle(half, half, 0.0f);
    return Scene_SetUpSolids(scene, addSolids) && gfFluid_FillToLevel(scene->fluid, &column, COLUMN_HEIGHT) &&
           Backdrop_Paint(scene, paintDawn);
}

// The tank rocks as slowly as a wave goes there and back, so that the waves stay high.
void SphDam_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - ROCK_START;
    if (time > 0.0f) {
        float depth = COLUMN_WIDTH * COLUMN_HEIGHT;
        float period = 2.0f * scene->width / sqrtf(GRAVITY * depth);
        Water_TiltGravity(scene, ROCK_ANGLE * sinf(2.0f * SCENE_PI * time / period));
    }
}

void SphDam_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.020f, 0.018f, 0.022f, 1.0f};
    (void)scene;
    Liquid_TuneDraw(def);
    memcpy(def->solids.color, solid, sizeof solid);
}
