// hedge: wind goes partly through a hedge and a fence that leans, partly over and under them; behind them two flaps let
// it pass to the right above and to the left, which is not at all, below. Streak lines show its way.
#include "scenes/scene_parts.h"

#include <math.h>

#define WIND_SPEED 0.7f // m/s
#define NOZZLE 0.02f    // how far the streak lines are held, m: more than the wind goes in a frame
#define LINES 25

void Hedge_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = WIND_SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
}

static bool addPorous(Scene *scene, gfVec2 middle, gfVec2 half, float angle, float drag, float quadraticDrag)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeRectangle(middle, half, angle);
    def.shape.radius = 0.6f * fminf(half.x, half.y);
    def.zone.drag = drag;
    def.zone.quadraticDrag = quadraticDrag;
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

static bool addFlap(Scene *scene, float x, float low, float high, float way)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCapsule(Scene_Vec(x, low), Scene_Vec(x, high), 0.004f);
    def.zone.oneWay.x = way;
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

static bool addLine(Scene *scene, int index)
{
    float place = ((float)index + 0.5f) / LINES;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeRectangle(Scene_Vec(0.0f, place), Scene_Vec(NOZZLE, 0.0065f), 0.0f);
    def.softness = 0.005f;
    Scene_SetHue(def.dye, 0.56f + 0.30f * place, 0.8f);
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

static gfVec2 getWind(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)scene;
    (void)corner;
    (void)cell;
    (void)user;
    return Scene_Vec(WIND_SPEED, 0.0f);
}

bool Hedge_SetUp(Scene *scene)
{
    float w = scene->width, spread = fminf(w, 1.0f);
    bool ok = addPorous(scene, Scene_Vec(0.27f * w, 0.2f), Scene_Vec(0.09f * spread, 0.21f), 0.0f, 4.0f, 6.0f) &&
              addPorous(scene, Scene_Vec(0.52f * w, 0.66f), Scene_Vec(0.035f * spread, 0.2f), -0.45f, 10.0f, 20.0f) &&
              addFlap(scene, 0.8f * w, 0.0f, 0.42f, -1.0f) && addFlap(scene, 0.8f * w, 0.6f, 1.0f, 1.0f);
    for (int i = 0; ok && i < LINES; i++) {
        ok = addLine(scene, i);
    }
    return ok && Scene_WriteFlow(scene, getWind, NULL);
}

void Hedge_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.3f;
    static const float background[4] = {0.007f, 0.010f, 0.013f, 1.0f};
    static const float medium[4] = {0.62f, 0.66f, 0.30f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
        def->solids.color[i] = medium[i];
    }
}
