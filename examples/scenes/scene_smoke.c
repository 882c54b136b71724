// smoke: coloured strands of one hot plume rise from the floor, meet a ball and two beams, and curl round them.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define STRANDS 7
#define MOUTH_WIDTH 0.14f
#define MOUTH_HEIGHT 0.10f

void Smoke_TuneFluid(gfFluidDef *def)
{
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.35f;
    def->grid.velocityDissipation = 0.30f;
    def->grid.dyeDissipation = 0.25f;
    Scene_AddDraught(def, 0.24f);
}

// Across a domain narrower than it is high the set-up shrinks sideways, so that nothing ends up in a wall.
static float getSpread(const Scene *scene)
{
    return fminf(scene->width, 1.0f);
}

static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width;
    float spread = getSpread(scene);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(middle - 0.035f * spread, 0.43f), 0.085f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeRectangle(Scene_Vec(middle + 0.26f * spread, 0.64f), Scene_Vec(0.11f * spread, 0.022f), 0.55f);
    def.shape.radius = 0.012f;
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeRectangle(Scene_Vec(middle - 0.27f * spread, 0.70f), Scene_Vec(0.07f * spread, 0.07f), 0.35f);
    def.shape.radius = 0.02f;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// The mouth sways by two waves of the scene's clock, -1.6 to 1.6.
static float getSway(const Scene *scene)
{
    float time = Scene_GetTime(scene);
    float turn = 2.0f * SCENE_PI;
    return sinf(3.7f * time + turn * Scene_Hash(scene, 1)) + 0.6f * sinf(8.9f * time + turn * Scene_Hash(scene, 2));
}

// From the floor at `x` up to `height`, leaning as the blast does: what leaves a source in one step then continues what
// left it in the last, without teeth.
static gfShape getColumn(float x, float half, float height, gfVec2 blast)
{
    float lean = height * blast.x / blast.y;
    const gfVec2 corners[4] = {Scene_Vec(x - half, 0.0f), Scene_Vec(x + half, 0.0f), Scene_Vec(x + half + lean, height),
                               Scene_Vec(x - half + lean, height)};
    return gfMakePolygon(corners, 4);
}

// What drives the plume: one soft column, so that the strands leave it side by side.
static gfSourceDef getBlast(const Scene *scene)
{
    float spread = getSpread(scene);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.velocity = Scene_Vec(0.14f * getSway(scene), 0.65f);
    def.shape = getColumn(0.5f * scene->width, 0.5f * spread * MOUTH_WIDTH, MOUTH_HEIGHT, def.velocity);
    def.softness = 0.04f;
    return def;
}

// Strand `index` as it burns at this moment.
static gfSourceDef getStrand(const Scene *scene, int index)
{
    static const float colors[STRANDS][3] = {{0.02f, 0.38f, 0.90f}, {0.06f, 0.14f, 0.95f}, {0.28f, 0.05f, 0.95f},
                                             {0.70f, 0.04f, 0.75f}, {1.00f, 0.06f, 0.32f}, {1.00f, 0.20f, 0.10f},
                                             {1.00f, 0.52f, 0.22f}};
    float spread = getSpread(scene);
    float across = ((float)index + 0.5f) / STRANDS - 0.5f;
    float half = 0.5f * spread * MOUTH_WIDTH / STRANDS;
    float height = MOUTH_HEIGHT * (1.0f - 2.5f * across * across);
    float x = 0.5f * scene->width + spread * (across * MOUTH_WIDTH + 0.005f * getSway(scene));

    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    def.shape = getColumn(x, half, height, getBlast(scene).velocity);
    def.softness = 0.02f;
    def.temperature = 22.0f - 20.0f * fabsf(across);
    float puff = 0.62f + 0.38f * sinf(9.0f * Scene_GetTime(scene) + 1.3f * (float)index);
    for (int i = 0; i < 3; i++) {
        def.dye[i] = colors[index][i] * puff;
    }
    def.dye[3] = puff;
    return def;
}

// Emitter 0 is the blast, the others the strands.
static gfSourceDef getEmitter(const Scene *scene, int index)
{
    return index == 0 ? getBlast(scene) : getStrand(scene, index - 1);
}

bool Smoke_SetUp(Scene *scene)
{
    for (int i = 0; i <= STRANDS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addSolids);
}

void Smoke_BeforeStep(Scene *scene)
{
    for (int i = 0; i <= STRANDS; i++) {
        gfSourceDef def = getEmitter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Smoke_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.006f, 0.008f, 0.014f, 1.0f};
    static const float solid[4] = {0.055f, 0.062f, 0.080f, 1.0f};
    static const float ambient[3] = {0.40f, 0.38f, 0.54f};
    def->range = 0.4f;
    def->shadow.enabled = true;
    def->shadow.direction = Scene_Vec(-0.8f, 0.6f);
    def->shadow.density = 10.0f;
    def->shadow.length = 0.15f;
    def->shadow.scattering = 0.7f;
    memcpy(def->shadow.ambient, ambient, sizeof ambient);
    def->detail = 0.4f;
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
        def->solids.color[i] = solid[i];
    }
}
