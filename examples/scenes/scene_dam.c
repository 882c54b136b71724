// dam: a column of water, a quarter of the domain, collapses over a bar and two discs.
#include "scenes/scene_parts.h"

#include <math.h>

#define CELL_SPEED 1.6f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.7f    // m/s^2
#define COLUMN_HEIGHT 0.75f

void Dam_TuneFluid(gfFluidDef *def)
{
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    def->gaussian.surfaceTension = 0.4f; // sheets tear into drops late
}

static bool addSolids(Scene *scene)
{
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(0.56f * scene->width, 0.10f), 0.085f * spread);
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeRectangle(Scene_Vec(0.74f * scene->width, 0.22f), Scene_Vec(0.12f * spread, 0.018f), 0.6f);
    def.shape.radius = 0.012f;
    if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
        return false;
    }
    def.shape = gfMakeCircle(Scene_Vec(0.88f * scene->width, 0.42f), 0.05f * spread);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

static void paint(const Scene *scene, gfVec2 position, float rgba[4], void *user)
{
    (void)user;
    float columnWidth = 0.25f / COLUMN_HEIGHT * scene->width;
    if (position.x < columnWidth && position.y < COLUMN_HEIGHT) {
        // Nothing holds its right side: there it is as at the surface.
        rgba[3] = Liquid_GetRestMass(scene, fminf(COLUMN_HEIGHT - position.y, columnWidth - position.x));
    }
}

bool Dam_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addSolids) && Scene_PaintLiquid(scene, paint, NULL, false);
}

void Dam_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Liquid_TuneDraw(def);
}
