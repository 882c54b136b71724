// fire: a fire in a brazier: hot gas and soot out of a bed of embers that flares up.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define TONGUES 7
#define BED_HALF 0.15f    // half the width of the bed, m
#define BED_HEIGHT 0.075f // its top, m
#define HEAT 1500.0f      // K above ambient

void Fire_TuneFluid(gfFluidDef *def)
{
    def->fixedStep = 1.0f / 120.0f; // flames are thin and fast
    def->maxSteps = 8;
    def->grid.thermalExpansion = 0.6f / HEAT;
    def->grid.temperatureDissipation = 1.25f;
    def->grid.dyeDissipation = 0.5f;
    def->grid.velocityDissipation = 0.35f;
    def->grid.vorticityConfinement = 1.5f;
    Scene_AddDraught(def, 0.34f);
}

static float getSpread(const Scene *scene)
{
    return fminf(scene->width, 1.0f);
}

static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width, spread = getSpread(scene);
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < 2; i++) {
        float side = i == 0 ? -1.0f : 1.0f;
        def.shape = gfMakeRectangle(Scene_Vec(middle + side * 0.10f * spread, 0.032f),
                                    Scene_Vec(0.14f * spread, 0.013f), side * 0.16f);
        def.shape.radius = 0.012f;
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return true;
}

// Each tongue flares up and dies by waves of its own.
static float getFlare(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    unsigned n = 8u * (unsigned)index;
    float wave = sinf((5.0f + 3.0f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1)) +
                 0.7f * sinf((11.0f + 6.0f * Scene_Hash(scene, n + 2)) * time + turn * Scene_Hash(scene, n + 3));
    return 0.5f + 0.5f * wave / 1.7f;
}

static gfSourceDef getSource(const Scene *scene, gfShape shape, float heat, float soot)
{
    static const float color[3] = {0.020f, 0.018f, 0.017f};
    (void)scene;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_DIVERGENCE;
    def.shape = shape;
    def.softness = 0.03f;
    def.temperature = HEAT * heat;
    for (int i = 0; i < 3; i++) {
        def.dye[i] = color[i] * soot;
    }
    def.dye[3] = soot;
    return def;
}

// The bed itself, and tongues that flare up over it.
static gfSourceDef getBed(const Scene *scene)
{
    float middle = 0.5f * scene->width, half = BED_HALF * getSpread(scene);
    gfShape shape = gfMakeCapsule(Scene_Vec(middle - half, BED_HEIGHT), Scene_Vec(middle + half, BED_HEIGHT), 0.012f);
    gfSourceDef def = getSource(scene, shape, 0.75f, 0.5f);
    def.velocity = Scene_Vec(0.0f, 0.3f);
    def.divergence = 4.0f;
    return def;
}

static gfSourceDef getTongue(const Scene *scene, int index)
{
    float spread = getSpread(scene), flare = getFlare(scene, index);
    float across = ((float)index + 0.5f) / TONGUES - 0.5f; // -0.4 to 0.4
    float sway = getFlare(scene, index + TONGUES) - 0.5f;
    float middle = 1.0f - 1.6f * fabsf(across);
    gfVec2 place = {0.5f * scene->width + spread * (2.0f * BED_HALF * across + 0.05f * sway), BED_HEIGHT + 0.015f};
    gfShape shape = gfMakeCircle(place, spread * (0.012f + 0.020f * flare * (0.4f + 0.6f * middle)));
    gfSourceDef def = getSource(scene, shape, 0.85f + 0.25f * flare, 0.5f + 0.8f * flare);
    def.velocity = Scene_Vec(-0.4f * across + 0.5f * sway, 0.3f + 0.5f * flare);
    def.divergence = 16.0f * flare;
    return def;
}

static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return index == 0 ? getBed(scene) : getTongue(scene, index - 1);
}

bool Fire_SetUp(Scene *scene)
{
    for (int i = 0; i <= TONGUES; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addSolids);
}

void Fire_BeforeStep(Scene *scene)
{
    for (int i = 0; i <= TONGUES; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Fire_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.0012f, 0.0011f, 0.0018f, 1.0f};
    static const float solid[4] = {0.030f, 0.016f, 0.010f, 1.0f};
    (void)scene;
    def->style = GF_DRAW_FIRE;
    def->range = HEAT;
    def->detail = 0.5f;
    def->tone.exposure = 3.0f;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->bloom.enabled = true;
    def->shadow.enabled = true; // a little light from above, and the fire's own
    def->shadow.direction = Scene_Vec(-0.3f, 1.0f);
    def->shadow.density = 9.0f;
    def->shadow.length = 0.35f;
    def->shadow.scattering = 0.8f;
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
}
