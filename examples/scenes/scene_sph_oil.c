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
    static const float colors[LAYERS][3] = {{0.015f, 0.22f, 0.50f}, {0.95f, 0.62f, 0.10f}, {0.66f, 0.13f, 0.015f}};
    for (int i = 0; i < LAYERS; i++) {
        memcpy(params->materials[i].color, colors[i], sizeof colors[i]);
    }
}

// A wall in the light of a lamp.
static void paintWall(const Scene *scene, gfVec2 place, float light[3])
{
    static const float wall[3] = {0.30f, 0.33f, 0.38f}, lamp[3] = {1.0f, 0.86f, 0.62f};
    float plaster = 0.6f * Backdrop_GetNoise(scene, 9.0f * place.x, 9.0f * place.y, 100000u) +
                    0.4f * Backdrop_GetNoise(scene, 60.0f * place.x, 60.0f * place.y, 400000u);
    float x = (place.x - 0.32f * scene->width) / 0.60f, y = (place.y - 1.02f) / 0.50f;
    float lit = 0.05f + 1.05f * expf(-x * x - y * y);
    for (int c = 0; c < 3; c++) {
        light[c] = lit * (0.88f + 0.24f * plaster) * wall[c] * (lamp[c] + (1.0f - fminf(lit, 1.0f)) * (1.0f - lamp[c]));
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
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, LAYERS) && Backdrop_Paint(scene, paintWall);
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
}
