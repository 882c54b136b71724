// liquid: water in the hold of a ship that rolls, now more and now less. A column of it breaks first; then it sloshes
// over crates, up the sides and, when the roll meets its own period, against the ceiling.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 2.6f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 1.1f    // m/s^2
#define COLUMN_HEIGHT 0.80f
#define POOL 0.20f // depth, m
#define BOARD 0.115f
#define WINDOW 0.125f // radius
#define WINDOWS 3

void Hold_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.00542f);
    def->gaussian.contactAngle = 120.0f; // none hang from above
}

// Crates that stand on the floor, below the surface: where along the width, half their width and height.
static bool addSolids(Scene *scene)
{
    static const float crates[3][3] = {{0.46f, 0.075f, 0.065f}, {0.70f, 0.055f, 0.045f}, {0.77f, 0.040f, 0.030f}};
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < 3; i++) {
        const float *crate = crates[i];
        def.shape =
            gfMakeRectangle(Scene_Vec(crate[0] * scene->width, crate[2]), Scene_Vec(crate[1] * spread, crate[2]), 0.0f);
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return true;
}

// Two particles of masses m push each other by stiffness m (P + P) with P = m (m - 1), and half the gradient of that
// holds up gravity at rest: 4/3 (m^3 - 1) - 3/2 (m^2 - 1) = 2 gravity depth / (stiffness speed^2), speed being that of
// a cell a step. By Newton's method. gfFluid_FillToLevel does the same where all sides are held.
static float getRestMass(const Scene *scene, float depth)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    float speed = def.cellSize / def.fixedStep;
    float push = -2.0f * def.gaussian.gravity.y * fmaxf(depth, 0.0f) / (def.gaussian.stiffness * speed * speed);
    float m = 1.0f + push;
    for (int i = 0; i < 8; i++) {
        m -= (4.0f / 3.0f * (m * m * m - 1.0f) - 1.5f * (m * m - 1.0f) - push) / (4.0f * m * m - 3.0f * m);
    }
    return m;
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    float columnWidth = 0.30f * scene->width;
    if (position.x < columnWidth && position.y < COLUMN_HEIGHT) {
        // Nothing holds its right side: there it is as at the surface.
        rgba[3] = getRestMass(scene, fminf(COLUMN_HEIGHT - position.y, columnWidth - position.x));
    } else if (position.y < POOL) {
        rgba[3] = getRestMass(scene, POOL - position.y);
    }
}

static gfVec2 getWindow(const Scene *scene, int i)
{
    return Scene_Vec(scene->width * ((float)i + 0.5f) / WINDOWS, 0.60f);
}

// The sea and the sky that a window shows: x and y from its middle, over its radius.
static void paintSea(float x, float y, float light[3])
{
    static const float sky[3] = {0.30f, 0.52f, 0.80f}, glow[3] = {1.00f, 0.66f, 0.36f}, sea[3] = {0.02f, 0.12f, 0.20f};
    float horizon = y + 0.15f + 0.02f * sinf(9.0f * x);
    float above = Backdrop_Cover(0.1f * horizon), low = expf(-2.5f * fmaxf(horizon, 0.0f));
    for (int c = 0; c < 3; c++) {
        float air = sky[c] + low * (glow[c] - sky[c]);
        light[c] = above * air + (1.0f - above) * (sea[c] + 0.18f * glow[c] * expf(4.0f * horizon));
    }
}

// Boards with nails, lit through the windows and by a lamp.
static void paintBoards(const Scene *scene, gfVec2 place, float light[3])
{
    static const float wood[3] = {0.42f, 0.23f, 0.11f};
    int row = (int)(place.y / BOARD);
    float y = place.y - BOARD * (float)row;
    float along = place.x / 0.62f + 0.5f * (float)(row % 2) + 0.4f * Scene_Hash(scene, 40u + (unsigned)row);
    int board = (int)along;
    float x = 0.62f * (along - (float)board);
    float edge = fminf(fminf(x, 0.62f - x), fminf(y, BOARD - y)) - 0.0025f;
    float shade = 0.75f + 0.35f * Scene_Hash(scene, 300u + 32u * (unsigned)row + (unsigned)board);
    float wave = Backdrop_GetNoise(scene, 3.0f * place.x, 9.0f * place.y, 100000u);
    float grain = Backdrop_GetNoise(scene, 5.0f * place.x, 150.0f * (place.y + 0.03f * wave), 400000u);
    shade *= 0.80f + 0.35f * grain;
    float nail = Backdrop_Cover(0.005f - hypotf(fminf(x, 0.62f - x) - 0.022f, fabsf(y - 0.5f * BOARD) - 0.03f));
    float seam = 1.0f - Backdrop_Cover(edge);
    float lamp = hypotf(place.x - 0.5f * scene->width, 1.3f * (place.y - 1.0f));
    float lit = 0.16f + 0.75f * expf(-1.1f * lamp * lamp);
    for (int c = 0; c < 3; c++) {
        light[c] = lit * (1.0f - 0.85f * seam) * (shade * wood[c] * (1.0f - nail) + 0.05f * nail);
    }
}

static void paintHold(const Scene *scene, gfVec2 place, float light[3])
{
    static const float brass[3] = {0.78f, 0.52f, 0.20f};
    paintBoards(scene, place, light);
    for (int i = 0; i < WINDOWS; i++) {
        gfVec2 middle = getWindow(scene, i);
        float x = place.x - middle.x, y = place.y - middle.y, from = hypotf(x, y);
        float ring = Backdrop_Cover(WINDOW + 0.026f - from), pane = Backdrop_Cover(WINDOW - from);
        float bevel = (from - WINDOW) / 0.026f, lit = 0.45f + 0.55f * (y - 0.4f * x) / fmaxf(from, 1e-6f);
        float metal = 0.30f + 0.45f * fmaxf(lit, 0.0f) + 0.25f * sinf(3.1f * fminf(fmaxf(bevel, 0.0f), 1.0f));
        float turn = fabsf(fmodf(atan2f(y, x) + 2.0f * SCENE_PI, 0.25f * SCENE_PI) - 0.125f * SCENE_PI);
        metal *= 1.0f - 0.5f * Backdrop_Cover(0.006f - hypotf(from - WINDOW - 0.013f, turn * from));
        float outside[3];
        paintSea(x / WINDOW, y / WINDOW, outside);
        for (int c = 0; c < 3; c++) {
            light[c] += (ring - pane) * (metal * brass[c] - light[c]) + pane * (outside[c] - light[c]);
        }
    }
}

bool Hold_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addSolids) && Scene_PaintLiquid(scene, paint, NULL, false) &&
           Backdrop_Paint(scene, paintHold);
}

// The roll, rad: it swells and fades, at about the period in which water sloshes in a box as wide.
void Hold_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene);
    float k = SCENE_PI / scene->width;
    float pace = sqrtf(GRAVITY * k * tanhf(0.36f * k));
    float swell = 0.5f - 0.5f * cosf(0.28f * time);
    float roll = (0.015f + 0.075f * swell) * sinf(pace * time);
    gfGaussianParams params = gfFluid_GetDef(scene->fluid).gaussian;
    params.gravity = Scene_Vec(GRAVITY * sinf(roll), -GRAVITY * cosf(roll));
    gfFluid_SetGaussianParams(scene->fluid, &params);
}

void Hold_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.055f, 0.030f, 0.014f, 1.0f};
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->tone.map = GF_TONE_FILMIC;
    def->liquid.foamSpeed = 0.8f;
    def->liquid.clarity = 0.0f; // blue, before brown boards
    memcpy(def->solids.color, solid, sizeof solid);
}
