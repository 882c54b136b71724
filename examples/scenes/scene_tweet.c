// tweet: the fluid of one tweet, as published: white is empty, black is a mass of one, a splash every 500 steps. It
// knows neither metres nor solids; a step is a frame. The splash pushes away from cell (500, 500): on a small grid all
// of it soon leaves to the lower left. What comes then, up to the next splash, is the scene's: jets that go round the
// picture shoot drops of the same fluid at each other.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define PERIOD 500 // frames, of the published splash
#define JETS 3
#define JETS_FROM 100 // frames after a splash
#define JETS_TO 460
#define JET_RADIUS 0.026f // m
#define JET_CELLS 2.2f    // speed, cells a step
#define PULSE 46          // frames, of which a jet is open for
#define PULSE_OPEN 26

void Tweet_TuneFluid(gfFluidDef *def)
{
    def->solver = GF_SOLVER_GAUSSIAN;
    def->dyeScale = 1.0f;
    def->gaussian.mode = GF_GAUSSIAN_CLASSIC;
}

// Each comes from the picture's rim and aims beside the middle, so that what meets there turns.
static gfSourceDef getJet(const Scene *scene, int index)
{
    int frame = scene->frame % PERIOD;
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width, 0.5f), JET_RADIUS);
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    if (frame < JETS_FROM || frame >= JETS_TO || frame % PULSE >= PULSE_OPEN) {
        return def; // adds nothing
    }
    gfFluidDef fluid = gfFluid_GetDef(scene->fluid);
    float turn = 2.0f * SCENE_PI * ((float)index / JETS + Scene_Hash(scene, (unsigned)(scene->frame / PERIOD))) +
                 0.007f * (float)scene->frame;
    gfVec2 from = {scene->width * (0.5f + 0.44f * cosf(turn)), 0.5f + 0.44f * sinf(turn)};
    gfVec2 way = {scene->width * (0.5f + 0.10f * sinf(turn)) - from.x, 0.5f - 0.10f * cosf(turn) - from.y};
    float speed = JET_CELLS * fluid.cellSize / fluid.fixedStep / fmaxf(hypotf(way.x, way.y), 1e-6f);
    def.mode = GF_SOURCE_SET;
    def.mass = 1.0f;
    def.velocity = Scene_Vec(way.x * speed, way.y * speed);
    def.shape = gfMakeCircle(from, JET_RADIUS);
    return def;
}

// Its first step splashes by itself.
bool Tweet_SetUp(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return true;
}

void Tweet_BeforeStep(Scene *scene)
{
    for (int i = 0; i < JETS; i++) {
        gfSourceDef def = getJet(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Tweet_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_MASS;
    def->range = 1.0f;
    def->palette = (gfPalette){2, {{1.0f, 1.0f, 1.0f, 1.0f}, {0.0f, 0.0f, 0.0f, 1.0f}}};
    memcpy(def->background, def->palette.colors[0], sizeof def->background);
    def->encodeSrgb = false; // 1 - mass is the pixel's value itself
    def->solids.shown = false;
}
