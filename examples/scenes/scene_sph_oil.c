// sph_oil: three liquids that are stacked in the wrong order, the heaviest on top, change places.
#include "scenes/scene_parts.h"

#include <math.h>

#define GRAVITY 1.8f
#define HEIGHT 0.66f
#define LAYERS 3
#define COLUMNS 24            // steps of the layers' borders
#define HONEY_VISCOSITY 6e-3f // m^2/s: slow, and yet few substeps

void SphOil_TuneFluid(gfFluidDef *def)
{
    Sph_TuneFluid(def, HEIGHT * (float)def->gridWidth * def->cellSize);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, -GRAVITY, 0.0f};
    params->depth = HEIGHT;
    params->compression = 0.10f;
    params->materialCount = LAYERS;
    params->materials[0] = gfGetParticleMaterial(GF_PARTICLES_WATER);
    params->materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    params->materials[2] = gfGetParticleMaterial(GF_PARTICLES_HONEY);
    params->materials[2].viscosity = HONEY_VISCOSITY;
}

// Layers whose borders rise and fall, for a flat one would take long to fall over.
static float getBorder(int layer, float x)
{
    float wave = layer == 0 || layer == LAYERS ? 0.0f : sinf(7.0f * x + 2.0f * (float)layer) + 0.6f * sinf(17.0f * x);
    return HEIGHT * ((float)layer + 0.16f * wave) / (float)LAYERS;
}

bool SphOil_SetUp(Scene *scene)
{
    static const uint32_t order[LAYERS] = {1, 0, 2}; // oil, water, honey from the floor up
    SphPiece pieces[COLUMNS * LAYERS];
    float half = 0.5f * scene->width / COLUMNS;
    for (int i = 0; i < COLUMNS * LAYERS; i++) {
        float x = half * (float)(2 * (i / LAYERS) + 1);
        float low = getBorder(i % LAYERS, x);
        float high = getBorder(i % LAYERS + 1, x);
        pieces[i] = (SphPiece){
            .centre = {x, 0.5f * (low + high)}, .half = {half, 0.5f * (high - low)}, .material = order[i % LAYERS]};
    }
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, COLUMNS * LAYERS);
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
