// sph_oil: three liquids that stand side by side lie down in layers, the heaviest and thickest below. The tank is
// rocked for a while: in a liquid at rest a stray particle is held by its neighbours, in one that shears it goes on.
#include "scenes/scene_parts.h"

#include <math.h>

#define GRAVITY 2.4f
#define HEIGHT 0.80f
#define LAYERS 3
#define ROCK_START 4.0f // s
#define ROCK_TIME 15.0f
#define ROCK_PERIOD 6.0f
#define ROCK_ANGLE 0.3f

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
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, LAYERS);
}

void SphOil_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - ROCK_START;
    if (time > 0.0f && time < ROCK_TIME + 1.0f) {
        float share = time < ROCK_TIME ? sinf(SCENE_PI * time / ROCK_TIME) : 0.0f;
        Sph_TiltGravity(scene, ROCK_ANGLE * share * sinf(2.0f * SCENE_PI * time / ROCK_PERIOD));
    }
}

void SphOil_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_PARTICLES;
    def->particles.color = GF_PARTICLE_MATERIAL;
    def->particles.size = 1.5f;
    def->background[0] = 0.012f;
    def->background[1] = 0.013f;
    def->background[2] = 0.018f;
}
