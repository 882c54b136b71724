// sph_levels: water stands high on one side of a wall. Its gate goes up, and it finds one level through the gap. Then
// the tank tips over to that side, the gate comes down, the tank stands up again, and so on.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 1.0f
#define LEFT_HEIGHT 0.80f
#define RIGHT_HEIGHT 0.16f
#define WALL_PLACE 0.42f // of the domain's width
#define WALL_HALF 0.025f // m
#define GAP 0.07f        // narrow: the water soon swings no more
#define WALL_TOP 0.90f
#define GATE_HALF 0.015f
#define GATE_SPEED 0.5f // m/s
#define PERIOD 28.0f    // s, from one opening to the next
#define TIP_START 19.0f // after an opening
#define TIP_RISE 3.0f
#define TIP_HOLD 4.6f
#define TIP_FALL 3.0f
#define TIP_ANGLE 0.50f
#define CLOSE_TIME 25.2f
#define PANE 0.30f // m, of the windows behind

void SphLevels_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
}

static float getPhase(const Scene *scene)
{
    return fmodf(Scene_GetTime(scene), PERIOD);
}

static float getLift(float phase)
{
    return fminf(fmaxf(fminf(GATE_SPEED * phase, GAP - GATE_SPEED * (phase - CLOSE_TIME)), 0.0f), GAP);
}

// It slides up into the wall.
static gfSolidDef getGate(const Scene *scene)
{
    float phase = getPhase(scene), lift = getLift(phase);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(WALL_PLACE * scene->width, 0.5f * (GAP + 0.02f) + lift),
                                Scene_Vec(GATE_HALF, 0.5f * (GAP + 0.02f)), 0.0f);
    if (lift > 0.0f && lift < GAP) {
        def.velocity.y = phase < CLOSE_TIME ? GATE_SPEED : -GATE_SPEED;
    }
    return def;
}

static bool addSolids(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(WALL_PLACE * scene->width, 0.5f * (GAP + WALL_TOP)),
                                Scene_Vec(WALL_HALF, 0.5f * (WALL_TOP - GAP)), 0.0f);
    def.shape.radius = 0.9f * WALL_HALF;
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def = getGate(scene);
    return Scene_AddSolid(scene, &def);
}

// Leaves before the sky, out of focus.
static void paintLeaves(const Scene *scene, gfVec2 place, float light[3])
{
    static const float sky[3] = {0.72f, 0.86f, 0.80f}, leaf[3] = {0.10f, 0.34f, 0.05f},
                       dark[3] = {0.010f, 0.055f, 0.022f};
    float crown = 0.6f * Backdrop_GetNoise(scene, 2.1f * place.x, 2.1f * place.y, 100000u) +
                  0.4f * Backdrop_GetNoise(scene, 5.3f * place.x, 5.3f * place.y, 400000u);
    float leaves = fminf(fmaxf(3.0f * (crown + 0.42f - 0.55f * place.y) - 0.6f, 0.0f), 1.0f);
    float shade = 0.55f * Backdrop_GetNoise(scene, 8.0f * place.x + 3.0f, 6.0f * place.y, 700000u) +
                  0.45f * Backdrop_GetNoise(scene, 3.3f * place.x, 3.7f * place.y, 1000000u);
    shade = fminf(fmaxf(2.2f * (shade - 0.28f), 0.0f), 1.0f) * (0.45f + 0.7f * place.y);
    for (int c = 0; c < 3; c++) {
        float green = dark[c] + shade * (leaf[c] - dark[c]);
        light[c] = (0.55f + 0.45f * place.y) * sky[c] + leaves * (green - (0.55f + 0.45f * place.y) * sky[c]);
    }
    // Sun that comes through between them.
    for (int i = 0; i < 9; i++) {
        const float size = 0.13f;
        int column = (int)(place.x / size + 2.0f) + i % 3 - 1, row = (int)(place.y / size + 2.0f) + i / 3 - 1;
        unsigned seed = 2000u + 4u * (unsigned)column + 256u * (unsigned)row;
        float x = size * ((float)column - 2.0f + Scene_Hash(scene, seed));
        float y = size * ((float)row - 2.0f + Scene_Hash(scene, seed + 1u));
        float bright = Scene_Hash(scene, seed + 2u), radius = size * (0.10f + 0.20f * Scene_Hash(scene, seed + 3u));
        float disc = fminf(fmaxf(0.5f + 160.0f * (radius - hypotf(place.x - x, place.y - y)), 0.0f), 1.0f);
        float much = bright > 0.62f ? 0.30f * (bright - 0.45f) * disc * (0.4f + place.y) : 0.0f;
        light[0] += 1.00f * much;
        light[1] += 0.95f * much;
        light[2] += 0.55f * much;
    }
}

// A glasshouse: panes between bars of white iron.
static void paintGlasshouse(const Scene *scene, gfVec2 place, float light[3])
{
    paintLeaves(scene, place, light);
    float column = (place.x - WALL_PLACE * scene->width) / PANE, row = (place.y - 0.10f) / (1.45f * PANE);
    float across = PANE * fabsf(column - roundf(column)), up = 1.45f * PANE * fabsf(row - roundf(row));
    float bar = fmaxf(Backdrop_Cover(0.011f - across), Backdrop_Cover(0.008f - up));
    float side =
        across < 0.0117f ? PANE * (column - roundf(column)) / 0.011f : 1.45f * PANE * (row - roundf(row)) / 0.008f;
    float round = 0.42f - 0.22f * fminf(fmaxf(side, -1.0f), 1.0f) + 0.05f * place.y;
    float shadow = fmaxf(1.0f - fminf(across / 0.03f, up / 0.025f), 0.0f);
    for (int c = 0; c < 3; c++) {
        float glass = light[c] * (1.0f - 0.35f * shadow);
        light[c] = glass + bar * (round * (c == 2 ? 0.92f : 1.0f) - glass);
    }
}

// Fills the domain from `left` to `right` (m) up to a level.
static bool fill(const Scene *scene, float left, float right, float level)
{
    gfShape shape =
        gfMakeRectangle(Scene_Vec(0.5f * (left + right), 0.5f), Scene_Vec(0.5f * (right - left), 0.5f), 0.0f);
    return gfFluid_FillToLevel(scene->fluid, &shape, level);
}

bool SphLevels_SetUp(Scene *scene)
{
    float wall = WALL_PLACE * scene->width;
    return Scene_SetUpSolids(scene, addSolids) && fill(scene, 0.0f, wall, LEFT_HEIGHT) &&
           fill(scene, wall, scene->width, RIGHT_HEIGHT) && Backdrop_Paint(scene, paintGlasshouse);
}

static float ease(float share)
{
    float s = fminf(fmaxf(share, 0.0f), 1.0f);
    return s * s * (3.0f - 2.0f * s);
}

void SphLevels_BeforeStep(Scene *scene)
{
    float phase = getPhase(scene);
    float tip =
        ease((phase - TIP_START) / TIP_RISE) - ease((phase - TIP_START - TIP_RISE - TIP_HOLD + TIP_FALL) / TIP_FALL);
    int angle = (int)lroundf(1e4f * tip);
    int lift = (int)(1e4f * getLift(phase));
    if (angle + 20000 * lift == scene->events) { // both are at rest most of the time, and changes cost time
        return;
    }
    scene->events = angle + 20000 * lift;
    Water_TiltGravity(scene, -TIP_ANGLE * tip);
    if (scene->solidCount > 0) {
        gfSolidDef gate = getGate(scene);
        gfFluid_SetSolid(scene->fluid, scene->solids[0], &gate);
    }
}

void SphLevels_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.060f, 0.066f, 0.070f, 1.0f};
    (void)scene;
    Liquid_TuneDraw(def);
    memcpy(def->solids.color, solid, sizeof solid);
}
