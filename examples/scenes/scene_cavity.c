// cavity: the lid-driven cavity. Every wall holds the fluid and the upper one slides, at a Reynolds number of 1000 by
// its height. Layers of ink show how the lid drags the fluid along and rolls it up; streaks under the lid go on to show
// the main vortex, and drops in the lower corners the eddies there. Once the layers are wound up, dashes of ink from a
// row of needles go round with the vortices.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define LID_SPEED 1.0f // m/s
#define REYNOLDS 1000.0f
#define LAYERS 12
#define STREAKS 3
#define NEEDLES 13
#define NEEDLES_FROM 3.0f // s
#define DASH_S 1.5f       // from one dash to the next

void Cavity_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_NO_SLIP;
    def->boundaries.right.kind = GF_BOUNDARY_NO_SLIP;
    def->boundaries.bottom.kind = GF_BOUNDARY_NO_SLIP;
    def->boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    def->boundaries.top.wallSpeed = LID_SPEED;
    def->grid.viscosity = LID_SPEED / REYNOLDS;
    def->grid.scheme = GF_SCHEME_REFLECT;
    def->grid.dyeDissipation = 0.09f;
}

// Layers of ink with clear fluid between them.
static void paintLayers(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    (void)user;
    float layer = position.y * LAYERS;
    float across = fabsf(layer - floorf(layer) - 0.5f);
    float cover = fminf(fmaxf((0.32f - across) / 0.06f + 0.5f, 0.0f), 1.0f);
    Scene_SetHue(rgba, 0.52f + 0.6f * floorf(layer) / LAYERS, 0.93f);
    for (int i = 0; i < 4; i++) {
        rgba[i] *= cover;
    }
}

static bool addInk(Scene *scene, gfVec2 from, gfVec2 to, float radius, float hue)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeCapsule(from, to, radius);
    def.softness = radius;
    Scene_SetHue(def.dye, hue, 0.93f);
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

// As long as the lid goes in a frame, so that what leaves it in one continues what left it in the last.
static bool addStreak(Scene *scene, int index)
{
    float y = 0.985f - 0.028f * (float)index;
    float x = 0.55f * scene->width;
    return addInk(scene, Scene_Vec(x, y), Scene_Vec(x + LID_SPEED / 60.0f, y), 0.007f, 0.52f + 0.3f * (float)index);
}

// Needles half-way up, all along the width.
static gfSourceDef getNeedle(const Scene *scene, int index)
{
    float place = ((float)index + 0.5f) / NEEDLES, time = Scene_GetTime(scene);
    float clock = (time - NEEDLES_FROM) / DASH_S + 0.37f * (float)index;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeCircle(Scene_Vec(scene->width * place, 0.5f), 0.011f);
    def.softness = 0.008f;
    if (time < NEEDLES_FROM || clock - floorf(clock) > 0.55f) {
        return def; // adds nothing
    }
    def.mode = GF_SOURCE_SET;
    Scene_SetHue(def.dye, 0.52f + 0.6f * place + 0.11f * floorf(clock), 0.95f);
    return def;
}

bool Cavity_SetUp(Scene *scene)
{
    for (int i = 0; i < STREAKS; i++) {
        if (!addStreak(scene, i)) {
            return false;
        }
    }
    for (int i = 0; i < NEEDLES; i++) {
        gfSourceDef def = getNeedle(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    float corner = 0.07f * fminf(scene->width, 1.0f);
    gfVec2 left = {corner, corner};
    gfVec2 right = {scene->width - corner, corner};
    return addInk(scene, left, left, 0.01f, 0.0f) && addInk(scene, right, right, 0.01f, 0.1f) &&
           Scene_SetUpSolids(scene, NULL) && Scene_PaintDye(scene, 4, paintLayers, NULL);
}

void Cavity_BeforeStep(Scene *scene)
{
    for (int i = 0; i < NEEDLES; i++) {
        gfSourceDef def = getNeedle(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Cavity_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.006f, 0.008f, 0.016f, 1.0f};
    memcpy(def->background, background, sizeof background);
    def->range = 0.35f;
}
