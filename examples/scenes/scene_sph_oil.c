// sph_oil: three liquids that stand side by side lie down in layers, the heaviest and thickest below. The tank is
// rocked for a while: in a liquid at rest a stray particle is held by its neighbours, in one that shears it goes on.
// Now and then it lurches, and they find their layers anew.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define GRAVITY 2.4f
#define HEIGHT 0.80f
#define LAYERS 3
#define PERIOD 34.0f    // s, from one lurch of the tank to the next
#define ROCK_START 4.0f // in each
#define ROCK_TIME 21.0f
#define ROCK_PERIOD 6.0f
#define ROCK_ANGLE 0.3f
#define LURCH_TIME 5.0f
#define LURCH_ANGLE 1.1f

// Densities further apart than theirs, and honey thinner, so that few substeps do and a minute is enough; water a
// little thicker, so that it mixes less.
void SphOil_TuneFluid(gfFluidDef *def)
{
    Sph_TuneFluid(def, HEIGHT * (float)def->gridWidth * def->cellSize);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = HEIGHT;
    params->compression = 0.16f;
    params->materialCount = LAYERS;
    params->materials[0] = gfGetParticleMaterial(GF_PARTICLES_WATER);
    params->materials[0].viscosity = 6e-4f;
    params->materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    params->materials[1].viscosity = 4e-3f;
    params->materials[1].density = 650.0f;
    params->materials[2] = gfGetParticleMaterial(GF_PARTICLES_HONEY);
    params->materials[2].density = 1500.0f;
    params->materials[2].viscosity = 7e-3f;
    static const float colors[LAYERS][3] = {{0.01f, 0.42f, 0.66f}, {1.00f, 0.74f, 0.16f}, {0.78f, 0.10f, 0.025f}};
    for (int i = 0; i < LAYERS; i++) {
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

// A window of many panes, before which the tank stands, and a low sun behind it in haze.
static void paintWindow(const Scene *scene, gfVec2 place, float light[3])
{
    static const float far[3] = {0.30f, 0.27f, 0.50f}, near[3] = {1.00f, 0.80f, 0.52f}, sun[3] = {1.0f, 0.93f, 0.78f};
    static const float wood[3] = {0.10f, 0.045f, 0.030f};
    float pane = scene->width / 4.0f, row = 0.60f;
    float x = fabsf(fmodf(place.x / pane + 0.5f, 1.0f) - 0.5f) * pane;
    float y = fabsf(fmodf(place.y / row + 0.033f, 1.0f) - 0.5f) * row;
    float bar = fminf(x, y), frame = fminf(fmaxf(0.5f + 300.0f * (0.010f - bar), 0.0f), 1.0f);
    float from = hypotf(place.x - 0.60f * scene->width, 0.9f * (place.y - 0.60f));
    float haze = expf(-1.9f * from * from), disc = fminf(fmaxf(0.5f + 40.0f * (0.085f - from), 0.0f), 1.0f);
    float cloud = Backdrop_GetNoise(scene, 2.2f * place.x, 7.0f * place.y, 100000u) +
                  0.5f * Backdrop_GetNoise(scene, 5.0f * place.x, 17.0f * place.y, 400000u);
    float bevel = 1.0f - 0.3f * expf(-60.0f * (bar - 0.010f));
    for (int c = 0; c < 3; c++) {
        float sky = far[c] + (near[c] - far[c]) * haze;
        sky *= 0.80f + 0.24f * cloud + 0.25f * haze;
        sky += (0.6f * disc + 0.5f * expf(-9.0f * from)) * sun[c];
        light[c] = bevel * sky + frame * ((0.4f + 3.5f * haze * haze) * wood[c] - bevel * sky);
    }
}

// Side by side: the heaviest dives under the others, the lightest climbs over them.
bool SphOil_SetUp(Scene *scene)
{
    static const uint32_t order[LAYERS] = {2, 1, 0};           // honey, oil, water from the left
    static const float shares[LAYERS] = {0.28f, 0.32f, 0.40f}; // water will have a neighbour above and below
    SphPiece pieces[LAYERS];
    float left = 0.0f;
    for (int i = 0; i < LAYERS; i++) {
        float half = 0.5f * shares[i] * scene->width;
        pieces[i] =
            (SphPiece){.centre = {left + half, 0.5f * HEIGHT}, .half = {half, 0.5f * HEIGHT}, .material = order[i]};
        left += 2.0f * half;
    }
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, LAYERS) && Backdrop_Paint(scene, paintWindow);
}

void SphOil_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene), phase = fmodf(time, PERIOD), angle = 0.0f;
    int period = (int)(time / PERIOD);
    if (period > 0 && phase < LURCH_TIME) {
        float side = period % 2 == 0 ? -1.0f : 1.0f, share = sinf(SCENE_PI * phase / LURCH_TIME);
        angle += side * LURCH_ANGLE * share * share;
    }
    if (phase > ROCK_START && phase < ROCK_START + ROCK_TIME) {
        float rock = phase - ROCK_START;
        angle += ROCK_ANGLE * sinf(SCENE_PI * rock / ROCK_TIME) * sinf(2.0f * SCENE_PI * rock / ROCK_PERIOD);
    }
    if (angle != 0.0f || scene->events != 0) { // once more at rest
        Sph_TiltGravity(scene, angle);
    }
    scene->events = angle != 0.0f;
}

void SphOil_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Sph_TunePaint(def);
    def->liquid.clarity = 0.8f; // the sun comes through
    def->liquid.specular = 1.5f;
    def->refraction.strength = 0.05f;
    def->refraction.absorption = 0.25f;
}
