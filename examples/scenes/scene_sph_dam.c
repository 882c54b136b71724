// sph_dam: a column of particles breaks over a step; then the tank rocks and the water sloshes.
#include "scenes/scene_parts.h"

#include <math.h>

#define COLUMN_WIDTH 0.34f // of the domain's
#define COLUMN_HEIGHT 0.80f
#define GRAVITY 1.0f
#define ROCK_START 5.0f // s
#define ROCK_ANGLE 0.13f

void SphDam_TuneFluid(gfFluidDef *def)
{
    Sph_TuneFluid(def, COLUMN_WIDTH * COLUMN_HEIGHT * (float)def->gridWidth * def->cellSize);
    def->particles.gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    def->particles.depth = COLUMN_HEIGHT;
    def->particles.compression = 0.10f;
}

static bool addSolids(Scene *scene)
{
    float spread = fminf(scene->width, 1.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle(Scene_Vec(0.60f * scene->width, 0.0f), 0.12f * spread);
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

bool SphDam_SetUp(Scene *scene)
{
    SphPiece column = {.half = {0.5f * COLUMN_WIDTH * scene->width, 0.5f * COLUMN_HEIGHT}};
    column.centre = column.half;
    return Scene_SetUpSolids(scene, addSolids) && Sph_Fill(scene, &column, 1);
}

// The tank rocks as slowly as a wave goes there and back, so that the waves stay high.
void SphDam_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - ROCK_START;
    if (time > 0.0f) {
        float depth = COLUMN_WIDTH * COLUMN_HEIGHT;
        float period = 2.0f * scene->width / sqrtf(GRAVITY * depth);
        Sph_TiltGravity(scene, ROCK_ANGLE * sinf(2.0f * SCENE_PI * time / period));
    }
}

void SphDam_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Sph_TuneDraw(def);
}
