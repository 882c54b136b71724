// sph_levels: particles stand high on one side of a wall and find one level through a gap near the floor. Later the
// tank tips over to one side and stands up again.
#include "scenes/scene_parts.h"

#include <math.h>

#define GRAVITY 1.0f
#define LEFT_HEIGHT 0.80f
#define RIGHT_HEIGHT 0.16f
#define WALL_PLACE 0.42f // of the domain's width
#define WALL_HALF 0.025f // m
#define GAP 0.14f
#define WALL_TOP 0.90f
#define TIP_START 30.0f // s, and again a period later
#define TIP_PERIOD 40.0f
#define TIP_TIME 9.0f
#define TIP_ANGLE 0.35f

static float getLeftWidth(float width)
{
    return WALL_PLACE * width - WALL_HALF;
}

static float getRightWidth(float width)
{
    return (1.0f - WALL_PLACE) * width - WALL_HALF;
}

void SphLevels_TuneFluid(gfFluidDef *def)
{
    float width = (float)def->gridWidth * def->cellSize;
    Sph_TuneFluid(def, LEFT_HEIGHT * getLeftWidth(width) + RIGHT_HEIGHT * getRightWidth(width));
    def->particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def->particles.depth = LEFT_HEIGHT;
    def->particles.compression = 0.10f;
}

static bool addSolids(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeRectangle(Scene_Vec(WALL_PLACE * scene->width, 0.5f * (GAP + WALL_TOP)),
                                Scene_Vec(WALL_HALF, 0.5f * (WALL_TOP - GAP)), 0.0f);
    def.shape.radius = 0.9f * WALL_HALF;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

bool SphLevels_SetUp(Scene *scene)
{
    float left = getLeftWidth(scene->width);
    float right = getRightWidth(scene->width);
    SphPiece pieces[2] = {
        {.centre = {0.5f * left, 0.5f * LEFT_HEIGHT}, .half = {0.5f * left, 0.5f * LEFT_HEIGHT}},
        {.centre = {scene->width - 0.5f * right, 0.5f * RIGHT_HEIGHT}, .half = {0.5f * right, 0.5f * RIGHT_HEIGHT}},
    };
    return Scene_SetUpSolids(scene, addSolids) && Sph_Fill(scene, pieces, 2);
}

void SphLevels_BeforeStep(Scene *scene)
{
    float time = fmodf(Scene_GetTime(scene) + TIP_PERIOD - TIP_START, TIP_PERIOD);
    if (time < TIP_TIME + 1.0f && Scene_GetTime(scene) >= TIP_START) {
        float tip = time < TIP_TIME ? 0.5f - 0.5f * cosf(2.0f * SCENE_PI * time / TIP_TIME) : 0.0f;
        Sph_TiltGravity(scene, -TIP_ANGLE * tip);
    }
}

void SphLevels_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Sph_TuneDraw(def);
}
