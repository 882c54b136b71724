// fire: a camp fire between two logs: hot gas and soot out of a flickering bed of embers.
#include "support/scene_parts.h"

#include <math.h>
#include <string.h>

#define TONGUES 5
#define BED_HALF 0.13f   // half the width of the bed, m
#define BED_HEIGHT 0.05f // its top, m
#define HEAT 1500.0f     // K above ambient

void Fire_TuneFluid(gfFluidDef *def)
{
    def->grid.thermalExpansion = 0.35f / HEAT;
    def->grid.temperatureDissipation = 1.3f;
    def->grid.dyeDissipation = 0.5f;
    def->grid.velocityDissipation = 0.15f;
    def->grid.vorticityConfinement = 6.0f;
    def->edges.top.kind = GF_EDGE_OPEN;
    def->edges.left.kind = GF_EDGE_OPEN;
    def->edges.right.kind = GF_EDGE_OPEN;
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
        def.shape = gfMakeRectangle(Scene_Vec(middle + side * 0.15f * spread, 0.035f),
                                    Scene_Vec(0.075f * spread, 0.016f), -side * 0.35f);
        def.shape.radius = 0.014f;
        if (gfFluid_AddSolid(scene->fluid, &def) == 0) {
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

static gfSourceDef getTongue(const Scene *scene, int index)
{
    float spread = getSpread(scene), flare = getFlare(scene, index);
    float across = ((float)index + 0.5f) / TONGUES - 0.5f; // -0.4 to 0.4
    float sway = getFlare(scene, index + TONGUES) - 0.5f;
    float middle = 1.0f - 1.6f * fabsf(across);
    gfVec2 place = {0.5f * scene->width + spread * (2.0f * BED_HALF * across + 0.03f * sway), BED_HEIGHT};
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    def.shape = gfMakeCircle(place, spread * (0.012f + 0.018f * flare * middle));
    def.softness = 0.02f;
    def.temperature = HEAT * (0.55f + 0.45f * flare) * (0.7f + 0.3f * middle);
    def.velocity = Scene_Vec(-0.25f * across + 0.3f * sway, 0.25f + 0.35f * flare * middle);
    float soot = 0.25f + 0.4f * flare;
    for (int i = 0; i < 3; i++) {
        static const float color[3] = {0.030f, 0.026f, 0.024f};
        def.dye[i] = color[i] * soot;
    }
    def.dye[3] = soot;
    return def;
}

bool Fire_SetUp(Scene *scene)
{
    for (int i = 0; i < TONGUES; i++) {
        gfSourceDef def = getTongue(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addSolids);
}

void Fire_BeforeStep(Scene *scene)
{
    for (int i = 0; i < TONGUES; i++) {
        gfSourceDef def = getTongue(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Fire_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.004f, 0.004f, 0.007f, 1.0f};
    static const float solid[4] = {0.020f, 0.013f, 0.010f, 1.0f};
    (void)scene;
    def->style = GF_DRAW_FIRE;
    def->range = HEAT;
    def->exposure = 4.0f;
    def->toneMap = GF_TONE_FILMIC;
    def->dither = true;
    def->bloom.enabled = true;
    memcpy(def->background, background, sizeof background);
    memcpy(def->solidColor, solid, sizeof solid);
}
