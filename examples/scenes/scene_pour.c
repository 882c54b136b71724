// pour: a nozzle that sways pours paint, whose colour changes, over pins and bars into a bowl, which runs over into a
// tray, and that out of the picture.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 0.7f      // m/s^2
#define NOZZLE_SPEED 0.6f // m/s
#define NOZZLE_HALF 0.023f
#define NOZZLE_HEIGHT 0.05f
#define VISCOSITY 7e-4f // m^2/s

void Pour_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
    def->water.viscosity = VISCOSITY;
    def->boundaries.left.kind = def->boundaries.right.kind = def->boundaries.bottom.kind = GF_BOUNDARY_OPEN;
    def->boundaries.top.kind = GF_BOUNDARY_OPEN; // water comes through it
}

// Half a ring of five bars.
static bool addBowl(Scene *scene, gfVec2 centre, float size)
{
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < 5; i++) {
        float angle = SCENE_PI * (1.0f + ((float)i + 0.5f) / 5.0f);
        float length = size * sinf(0.1f * SCENE_PI) + 0.006f;
        gfVec2 place = {centre.x + size * cosf(angle), centre.y + size * sinf(angle)};
        def.shape = gfMakeRectangle(place, Scene_Vec(length, 0.014f), angle + 0.5f * SCENE_PI);
        def.shape.radius = fminf(0.012f, length);
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return true;
}

static bool addSolids(Scene *scene)
{
    float middle = 0.5f * scene->width;
    float spread = fminf(scene->width, 1.0f);
    const gfVec2 discs[3] = {
        {middle + 0.02f * spread, 0.74f}, {middle - 0.17f * spread, 0.58f}, {middle + 0.19f * spread, 0.62f}};
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < 3; i++) {
        def.shape = gfMakeCircle(discs[i], 0.05f * spread);
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    const gfVec2 bars[2] = {{middle - 0.38f * spread, 0.40f}, {middle + 0.30f * spread, 0.36f}};
    for (int i = 0; i < 2; i++) {
        def.shape = gfMakeRectangle(bars[i], Scene_Vec(0.12f * spread, 0.014f), i == 0 ? -0.45f : -0.35f);
        def.shape.radius = fminf(0.012f, 0.12f * spread);
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    // A tray, over whose rims paint leaves.
    const gfVec2 sides[3] = {{middle, 0.03f}, {middle - 0.60f * spread, 0.08f}, {middle + 0.60f * spread, 0.08f}};
    for (int i = 0; i < 3; i++) {
        gfVec2 half = {i == 0 ? 0.60f * spread : 0.014f, i == 0 ? 0.014f : 0.064f};
        def.shape = gfMakeRectangle(sides[i], half, 0.0f);
        def.shape.radius = 0.012f;
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return addBowl(scene, Scene_Vec(middle - 0.07f * spread, 0.34f), 0.14f * spread);
}

static gfSourceDef getNozzle(const Scene *scene)
{
    float time = Scene_GetTime(scene);
    float spread = fminf(scene->width, 1.0f);
    float sway = sinf(1.3f * time + 6.28f * Scene_Hash(scene, 1));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    gfVec2 centre = {0.5f * scene->width + 0.06f * spread * sway, 1.0f - 0.5f * NOZZLE_HEIGHT};
    def.shape = gfMakeRectangle(centre, Scene_Vec(NOZZLE_HALF * spread, 0.5f * NOZZLE_HEIGHT), 0.0f);
    def.mass = 1.0f;
    def.velocity = Scene_Vec(0.12f * sway, -NOZZLE_SPEED);
    Scene_SetHue(def.dye, 0.80f + 0.22f * sinf(0.45f * time - 0.8f), 0.94f); // azure to red: mixed they stay bright
    return def;
}

bool Pour_SetUp(Scene *scene)
{
    gfSourceDef def = getNozzle(scene);
    return Scene_AddEmitter(scene, &def) && Scene_SetUpSolids(scene, addSolids);
}

void Pour_BeforeStep(Scene *scene)
{
    gfSourceDef def = getNozzle(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &def);
}

void Pour_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.80f, 0.76f, 0.68f, 1.0f};
    static const float solid[4] = {0.030f, 0.030f, 0.036f, 1.0f};
    (void)scene;
    Sph_TunePaint(def);
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
}
