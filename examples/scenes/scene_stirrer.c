// stirrer: a closed tray of ink. A cross of two paddles turns in it, and a disc slides to and fro; both push the fluid
// by their own velocity. No ink gets lost; brushes go on to lay the bands anew, one after the other.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define PADDLE_SPEED 2.0f // radians per second
#define PADDLE_LENGTH 0.29f
#define DISC_RADIUS 0.075f
#define DISC_REACH 0.30f
#define DISC_PACE 1.6f // radians per second
#define BANDS 9
#define SLANT 0.35f // of a band, to the left per height
#define BRUSHES 2
#define BRUSH_FROM 2.6f // s
#define STROKE_S 0.8f   // a band takes
#define STROKE_PAUSE 0.05f

void Stirrer_TuneFluid(gfFluidDef *def)
{
    def->grid.viscosity = 1e-4f;
    def->grid.keepTotals = true;
}

// Solid 0 and 1 are the cross, 2 is the disc, as they are at this moment.
static gfSolidDef getSolid(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene);
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.surface = GF_WALL_NO_SLIP;
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

static const float *getInk(int band)
{
    static const float colors[BANDS][4] = {
        {0.95f, 0.88f, 0.72f, 1.0f}, {0.01f, 0.06f, 0.28f, 1.0f}, {0.01f, 0.42f, 0.66f, 1.0f},
        {0.98f, 0.50f, 0.05f, 1.0f}, {0.01f, 0.16f, 0.44f, 1.0f}, {0.03f, 0.56f, 0.56f, 1.0f},
        {0.01f, 0.08f, 0.22f, 1.0f}, {0.80f, 0.08f, 0.10f, 1.0f}, {0.02f, 0.28f, 0.58f, 1.0f}};
    return colors[band % BANDS];
}

// Slanting bands of ink.
static void paintBands(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)scene;
    (void)user;
    float place = BANDS * (position.x + SLANT * position.y);
    memcpy(rgba, getInk((int)floorf(place)), 4 * sizeof rgba[0]);
}

// Where the brush is in a stroke: bands far from each other by turns, up and down.
static gfVec2 getBrush(const Scene *scene, int stroke, float share, int *band)
{
    int bands = (int)ceilf(BANDS * (scene->width + SLANT));
    *band = (int)((float)bands * fmodf(0.618034f * (float)(stroke + 1), 1.0f));
    float up = stroke / BRUSHES % 2 == 0 ? share : 1.0f - share;
    float y = -0.06f + 1.12f * up;
    return Scene_Vec(((float)*band + 0.5f) / BANDS - SLANT * y, y);
}

// What a brush lays in this frame; they take every second stroke.
static gfSourceDef getStroke(const Scene *scene, int index)
{
    const float period_s = STROKE_S + STROKE_PAUSE;
    float since = Scene_GetTime(scene) - BRUSH_FROM - period_s * (float)index / BRUSHES;
    int turn = (int)fmaxf(since / period_s, 0.0f), band;
    int stroke = BRUSHES * turn + index;
    float at = (since - period_s * (float)turn) / STROKE_S;
    gfVec2 from = getBrush(scene, stroke, fminf(fmaxf(at, 0.0f), 1.0f), &band);
    gfVec2 to = getBrush(scene, stroke, fminf(fmaxf(at + 1.0f / (60.0f * STROKE_S), 0.0f), 1.0f), &band);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeCapsule(from, to, 0.5f / (BANDS * sqrtf(1.0f + SLANT * SLANT)));
    if (since < 0.0f || at > 1.0f) {
        return def; // adds nothing
    }
    def.mode = GF_SOURCE_SET;
    memcpy(def.dye, getInk(band), sizeof def.dye);
    return def;
}

bool Stirrer_SetUp(Scene *scene)
{
    for (int i = 0; i < BRUSHES; i++) {
        gfSourceDef def = getStroke(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addSolids) && Scene_PaintDye(scene, 4, paintBands, NULL);
}

void Stirrer_BeforeStep(Scene *scene)
{
    for (int i = 0; i < scene->solidCount; i++) {
        gfSolidDef def = getSolid(scene, i);
        gfFluid_SetSolid(scene->fluid, scene->solids[i], &def);
    }
    for (int i = 0; i < BRUSHES; i++) {
        gfSourceDef def = getStroke(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
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
