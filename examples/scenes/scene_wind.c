// wind: a wind tunnel. Air is blown in at the left and leaves by the open right side; coloured streak lines show how it
// parts round a solid mask.
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define WIND_SPEED 0.8f // m/s
#define NOZZLE 0.02f    // how far the streak lines are held, m: more than the wind goes in a frame
#define LINES 25

#define MASK_WIDTH 768
#define MASK_HEIGHT 384

void Wind_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = WIND_SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
}

// A NACA 4-digit aerofoil (camber .04 at .4, thickness .15; Jacobs, Ward and Pinkerton 1933), chord along x in [0, 1].
static bool isInAerofoil(float x, float y)
{
    if (x < 0.0f || x > 1.0f) {
        return false;
    }
    float half = 5.0f * 0.15f *
                 (0.2969f * sqrtf(x) - 0.1260f * x - 0.3516f * x * x + 0.2843f * x * x * x - 0.1015f * x * x * x * x);
    float camber = x < 0.4f ? 0.04f / 0.16f * (0.8f * x - x * x) : 0.04f / 0.36f * (0.2f + 0.8f * x - x * x);
    return fabsf(y - camber) < half + 0.004f;
}

static bool addAerofoil(Scene *scene)
{
    uint8_t *pixels = malloc((size_t)MASK_WIDTH * MASK_HEIGHT);
    if (pixels == NULL) {
        return false;
    }
    for (int row = 0; row < MASK_HEIGHT; row++) {
        for (int column = 0; column < MASK_WIDTH; column++) {
            float x = ((float)column + 0.5f) / MASK_WIDTH * 1.04f - 0.02f;
            float y = (0.5f - ((float)row + 0.5f) / MASK_HEIGHT) * 0.52f;
            pixels[row * MASK_WIDTH + column] = isInAerofoil(x, y) ? 255 : 0;
        }
    }
    float chord = 0.40f * fminf(scene->width, 1.3f);
    gfMask mask = {.pixels = pixels, .width = MASK_WIDTH, .height = MASK_HEIGHT, .stride = MASK_WIDTH};
    gfShape place = gfMakeRectangle(Scene_Vec(0.38f * scene->width, 0.52f),
                                    Scene_Vec(0.5f * 1.04f * chord, 0.5f * 0.52f * chord), -0.38f);
    gfSolidId id = gfFluid_AddSolidMask(scene->fluid, &mask, &place);
    free(pixels);
    return !GF_IS_NULL(id);
}

static gfVec2 getWind(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)scene;
    (void)corner;
    (void)cell;
    (void)user;
    return Scene_Vec(WIND_SPEED, 0.0f);
}

static bool addLine(Scene *scene, int index)
{
    float place = ((float)index + 0.5f) / LINES;
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    // It ends squarely: a round end would leave a bead in every frame.
    def.shape = gfMakeRectangle(Scene_Vec(0.0f, place), Scene_Vec(NOZZLE, 0.0065f), 0.0f);
    def.softness = 0.005f;
    Scene_SetHue(def.dye, 0.95f - 0.9f * place, 0.9f);
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

bool Wind_SetUp(Scene *scene)
{
    for (int i = 0; i < LINES; i++) {
        if (!addLine(scene, i)) {
            return false;
        }
    }
    return Scene_SetUpSolids(scene, addAerofoil) && Scene_WriteFlow(scene, getWind, NULL);
}

void Wind_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->range = 0.3f;
    static const float background[4] = {0.007f, 0.009f, 0.014f, 1.0f};
    static const float solid[4] = {0.32f, 0.34f, 0.38f, 1.0f};
    for (int i = 0; i < 4; i++) {
        def->background[i] = background[i];
        def->solids.color[i] = solid[i];
    }
}
