// liquid: a column of water breaks over pegs and a ramp into a basin, drawn as a lit surface.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 2.6f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 1.1f    // m/s^2
#define COLUMN_HEIGHT 0.80f
#define POOL 0.12f // depth, m

void Lagoon_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.00542f);
}

static bool addSolids(Scene *scene)
{
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(0.50f * scene->width, 0.14f), 0.075f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeCircle(Scene_Vec(0.68f * scene->width, 0.36f), 0.055f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeRectangle(Scene_Vec(0.85f * scene->width, 0.20f), Scene_Vec(0.11f * spread, 0.014f), 0.5f);
    def.shape.radius = 0.014f;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// Two particles of masses m push each other by stiffness m (P + P) with P = m (m - 1), and half the gradient of that
// holds up gravity at rest: 4/3 (m^3 - 1) - 3/2 (m^2 - 1) = 2 gravity depth / (stiffness speed^2), speed being that of
// a cell a step. By Newton's method. gfFluid_FillToLevel does the
// same where all sides are held.
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

bool Lagoon_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addSolids) && Scene_PaintLiquid(scene, paint, NULL, false);
}

void Lagoon_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float background[4] = {0.020f, 0.026f, 0.036f, 1.0f};
    static const float solid[4] = {0.085f, 0.075f, 0.070f, 1.0f};
    (void)scene;
    def->style = GF_DRAW_LIQUID;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.dither = true;
    def->liquid.foamSpeed = 0.5f;
    memcpy(def->background, background, sizeof background);
    memcpy(def->solids.color, solid, sizeof solid);
}
