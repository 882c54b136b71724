// cloud: clouds boil up before an evening sky, lit from the side, and shade themselves.
#include "scenes/scene_parts.h"

#include <math.h>

#define PUFFS 5

void Cloud_TuneFluid(gfFluidDef *def)
{
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.7f;
    def->grid.dyeDissipation = 0.30f;
    def->grid.velocityDissipation = 0.3f;
    def->grid.vorticityConfinement = 0.5f;
    Scene_AddDraught(def, 0.08f);
}

static gfSourceDef getPuff(const Scene *scene, int index)
{
    static const float place[PUFFS] = {0.12f, 0.31f, 0.52f, 0.71f, 0.89f};
    static const float strength[PUFFS] = {0.6f, 0.85f, 1.0f, 0.7f, 0.8f};
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    float beat = sinf((2.3f + 0.9f * (float)index) * time + turn * Scene_Hash(scene, 4u + (unsigned)index));
    float sway = sinf((4.1f + 1.3f * (float)index) * time + turn * Scene_Hash(scene, 8u + (unsigned)index));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    float x = scene->width * place[index] + 0.03f * sway;
    def.shape = gfMakeCircle(Scene_Vec(x, 0.0f), (0.070f + 0.025f * beat) * fminf(scene->width, 1.0f));
    def.softness = 0.03f;
    def.temperature = strength[index] * (13.0f + 5.0f * beat);
    def.velocity = Scene_Vec(0.16f * sway, strength[index] * 0.42f);
    static const float white[4] = {1.0f, 0.70f, 0.45f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def.dye[i] = white[i];
    }
    return def;
}

// The sky, lighter towards the sun on the left and towards the land.
static void paintSky(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.020f, 0.040f, 0.125f}, low[3] = {0.62f, 0.28f, 0.20f},
                       sun[3] = {0.55f, 0.30f, 0.12f};
    float across = place.x / scene->width, down = 1.0f - place.y;
    float haze = down * down * (1.0f - 0.35f * across);
    float glow = expf(-3.0f * (across * across + 1.6f * (place.y - 0.42f) * (place.y - 0.42f)));
    float veil = Backdrop_GetNoise(scene, 2.5f * place.x, 14.0f * place.y + 2.0f * place.x, 300000u);
    for (int c = 0; c < 3; c++) {
        light[c] = high[c] + haze * (low[c] - high[c]) + (0.6f + 0.4f * veil) * glow * sun[c];
    }
}

bool Cloud_SetUp(Scene *scene)
{
    for (int i = 0; i < PUFFS; i++) {
        gfSourceDef def = getPuff(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL) && Backdrop_Paint(scene, paintSky);
}

void Cloud_BeforeStep(Scene *scene)
{
    for (int i = 0; i < PUFFS; i++) {
        gfSourceDef def = getPuff(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Cloud_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float sky[4] = {0.040f, 0.050f, 0.110f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = sky[i];
    }
    def->refraction.enabled = true; // only shows the sky
    def->refraction.strength = 0.0f;
    def->refraction.absorption = 0.0f;
    def->range = 0.25f;
    def->tone.dither = true;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 1.2f;
    def->shadow.enabled = true;
    def->shadow.direction = Scene_Vec(-0.9f, 0.7f);
    def->shadow.density = 9.0f;
    def->shadow.length = 0.30f;
    def->shadow.ambient[0] = 0.055f;
    def->shadow.ambient[1] = 0.070f;
    def->shadow.ambient[2] = 0.20f;
}
