// karman: the vortex street (Benard 1908, von Karman 1911). An even stream passes a cylinder that holds the fluid, at
// a Reynolds number of 150; eddies leave it by turns, shown as vorticity.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define SPEED 1.0f // m/s
#define DIAMETER 0.13f
#define REYNOLDS 150.0f

void Karman_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->grid.viscosity = SPEED * DIAMETER / REYNOLDS;
    def->grid.scheme = GF_SCHEME_REFLECT;
}

static gfVec2 getCentre(const Scene *scene)
{
    return Scene_Vec(0.22f * scene->width, 0.5f);
}

static bool addCylinder(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(getCentre(scene), 0.5f * DIAMETER);
    def.surface = GF_WALL_NO_SLIP;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// The stream, bent upwards behind the cylinder. A symmetrical one would take half a minute to begin to sway.
static gfVec2 getStream(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)cell;
    (void)user;
    gfVec2 centre = getCentre(scene);
    float x = (corner.x - centre.x) / DIAMETER - 1.5f;
    float y = (corner.y - centre.y) / DIAMETER;
    return Scene_Vec(SPEED, 0.6f * SPEED * expf(-(x * x + y * y)));
}

bool Karman_SetUp(Scene *scene)
{
    return Scene_SetUpSolids(scene, addCylinder) && Scene_WriteFlow(scene, getStream, NULL);
}

void Karman_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    static const float solid[4] = {0.30f, 0.32f, 0.36f, 1.0f};
    def->style = GF_DRAW_VORTICITY;
    def->range = 22.0f;
    def->palette = (gfPalette){7,
                               {{0.70f, 0.95f, 1.00f, 1.0f},
                                {0.05f, 0.45f, 1.00f, 1.0f},
                                {0.01f, 0.08f, 0.32f, 1.0f},
                                {0.006f, 0.008f, 0.014f, 1.0f},
                                {0.30f, 0.03f, 0.02f, 1.0f},
                                {1.00f, 0.26f, 0.03f, 1.0f},
                                {1.00f, 0.92f, 0.55f, 1.0f}}};
    memcpy(def->background, def->palette.colors[3], sizeof def->background); // of fluid that does not turn
    memcpy(def->solids.color, solid, sizeof solid);
}
