// splash: drops fall into a pool, one after the other: crowns, jets, waves and spray.
#include "scenes/scene_parts.h"

#include <math.h>

#define CELL_SPEED 2.2f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f    // m/s^2
#define POOL 0.30f      // depth, m
#define DROPS 10
#define DROP_PERIOD 1.6f // s
#define DROP_SPEED 1.0f  // m/s

typedef struct Drop {
    gfVec2 centre;
    float radius;
} Drop;

void Splash_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    def->gaussian.surfaceTension = 0.7f;
}

// The first one is big and falls near the middle.
static Drop getDrop(const Scene *scene, int index)
{
    float spread = fminf(scene->width, 1.0f);
    unsigned n = 3u * (unsigned)index;
    float radius = (index == 0 ? 0.10f : 0.05f + 0.05f * Scene_Hash(scene, n)) * spread;
    float reach = index == 0 ? 0.1f : 0.7f;
    float x = scene->width * (0.5f + reach * (Scene_Hash(scene, n + 1) - 0.5f));
    return (Drop){{x, 0.97f - radius}, radius};
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    Drop drop = getDrop(scene, 0);
    float distance = hypotf(position.x - drop.centre.x, position.y - drop.centre.y) - drop.radius;
    if (position.y < POOL) {
        rgba[3] = Liquid_GetRestMass(scene, POOL - position.y);
    } else {
        rgba[3] = distance < 0.0f ? 1.0f : 0.0f;
    }
}

static gfVec2 getFall(const Scene *scene, gfVec2 centre, gfVec2 cell, void *user)
{
    (void)scene;
    (void)cell;
    (void)user;
    return Scene_Vec(0.0f, centre.y < POOL + 0.1f ? 0.0f : -DROP_SPEED);
}

bool Splash_SetUp(Scene *scene)
{
    scene->events = 1; // the first drop is there
    return Scene_SetUpSolids(scene, NULL) && Scene_PaintLiquid(scene, paint, NULL, false) &&
           Scene_WriteVelocity(scene, getFall, NULL);
}

void Splash_BeforeStep(Scene *scene)
{
    if (scene->events >= DROPS || Scene_GetTime(scene) < DROP_PERIOD * (float)scene->events) {
        return;
    }
    Drop drop = getDrop(scene, scene->events++);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(drop.centre, drop.radius);
    def.mass = 1.0f;
    def.velocity = Scene_Vec(0.0f, -DROP_SPEED);
    gfFluid_Splat(scene->fluid, &def);
}

void Splash_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Liquid_TuneDraw(def);
}
