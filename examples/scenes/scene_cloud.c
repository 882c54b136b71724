// cloud: white smoke boils up, lit from the side, and shades itself.
#include "scenes/scene_parts.h"

#include <math.h>

#define PUFFS 3

void Cloud_TuneFluid(gfFluidDef *def)
{
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.pressureCycles = 2;
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.25f;
    def->grid.dyeDissipation = 0.10f;
    def->grid.vorticityConfinement = 0.5f;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN;
}

static gfSourceDef getPuff(const Scene *scene, int index)
{
    static const float place[PUFFS] = {0.28f, 0.55f, 0.76f}, strength[PUFFS] = {0.8f, 1.0f, 0.6f};
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    float beat = sinf((2.3f + 0.9f * (float)index) * time + turn * Scene_Hash(scene, 4u + (unsigned)index));
    float sway = sinf((4.1f + 1.3f * (float)index) * time + turn * Scene_Hash(scene, 8u + (unsigned)index));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    float x = scene->width * place[index] + 0.03f * sway;
    def.shape = gfMakeCircle(Scene_Vec(x, 0.0f), (0.085f + 0.025f * beat) * fminf(scene->width, 1.0f));
    def.softness = 0.03f;
    def.temperature = strength[index] * (20.0f + 6.0f * beat);
    def.velocity = Scene_Vec(0.16f * sway, strength[index] * 0.6f);
    static const float white[4] = {1.0f, 0.70f, 0.45f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def.dye[i] = white[i];
    }
    return def;
}

bool Cloud_SetUp(Scene *scene)
{
    for (int i = 0; i < PUFFS; i++) {
        gfSourceDef def = getPuff(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, NULL);
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
