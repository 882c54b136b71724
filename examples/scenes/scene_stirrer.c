// stirrer: a closed tray of ink. A cross of two paddles turns in it, and a disc slides to and fro; both push the fluid
// by their own velocity. No ink gets lost.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define PADDLE_SPEED 2.4f // radians per second
#define PADDLE_LENGTH 0.29f
#define DISC_RADIUS 0.075f
#define DISC_REACH 0.30f
#define DISC_PACE 1.9f // radians per second
#define BANDS 9

void Stirrer_TuneFluid(gfFluidDef *def)
{
    def->grid.viscosity = 1e-4f;
    def->grid.conserveDye = true;
}

// Solid 0 and 1 are the cross, 2 is the disc, as they are at this moment.
static gfSolidDef getSolid(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene);
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.surface = GF_SURFACE_NO_SLIP;
    if (index == 2) {
        gfVec2 centre = {scene->width - 0.22f * spread, 0.5f + DISC_REACH * sinf(DISC_PACE * time)};
        def.shape = gfMakeCircle(centre, DISC_RADIUS * spread);
        def.velocity.y = DISC_REACH * DISC_PACE * cosf(DISC_PACE * time);
        return def;
    }
    gfVec2 centre = {0.37f * scene->width, 0.5f};
    float angle = PADDLE_SPEED * time + 0.5f * SCENE_PI * (float)index;
    def.shape = gfMakeRectangle(centre, Scene_Vec(PADDLE_LENGTH * spread, 0.014f), angle);
    def.shape.radius = 0.014f;
    def.angularVelocity = PADDLE_SPEED;
    return def;
}

static bool addSolids(Scene *scene)
{
    for (int i = 0; i < 3; i++) {
        gfSolidDef def = getSolid(scene, i);
        if (!Scene_AddSolid(scene, &def)) {
            return false;
        }
    }
    return true;
}

// Slanting bands of ink.
static void paintBands(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    (void)user;
    static const float colors[BANDS][4] = {
        {0.95f, 0.90f, 0.78f, 1.0f}, {0.01f, 0.10f, 0.35f, 1.0f}, {0.02f, 0.42f, 0.60f, 1.0f},
        {0.95f, 0.55f, 0.06f, 1.0f}, {0.80f, 0.06f, 0.05f, 1.0f}, {0.95f, 0.90f, 0.78f, 1.0f},
        {0.02f, 0.30f, 0.28f, 1.0f}, {0.01f, 0.10f, 0.35f, 1.0f}, {0.85f, 0.16f, 0.28f, 1.0f}};
    float place = 9.0f * (position.x + 0.35f * position.y);
    memcpy(rgba, colors[(int)floorf(place) % BANDS], sizeof colors[0]);
}

bool Stirrer_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addSolids) && Scene_PaintDye(scene, 4, paintBands, NULL);
}

void Stirrer_BeforeStep(Scene *scene)
{
    for (int i = 0; i < scene->solidCount; i++) {
        gfSolidDef def = getSolid(scene, i);
        gfFluid_SetSolid(scene->fluid, scene->solids[i], &def);
    }
}

void Stirrer_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float background[4] = {0.004f, 0.005f, 0.010f, 1.0f};
    static const float solid[4] = {0.05f, 0.05f, 0.06f, 1.0f};
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
    def->range = 0.22f; // ink covers
}
