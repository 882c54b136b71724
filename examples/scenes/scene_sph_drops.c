// sph_drops: drops of three colours without gravity drift, collide, merge, wobble and become round. Now and then a
// breath of wind tears some of them up and the whole is drawn together again.
#include "scenes/scene_parts.h"

#include <math.h>

#define DROPS 12
#define MATERIALS 3
#define SPEED 0.22f // m/s
#define PULL 10.0f  // m/s^2, that makes drops round
#define PUFF_PERIOD 5.0f

// Radii of about a tenth of a metre, of narrow domains less.
static float getRadius(float width, int index)
{
    static const float radii[4] = {0.105f, 0.070f, 0.085f, 0.060f};
    return radii[index % 4] * fminf(width / 1.5f, 1.0f);
}

void SphDrops_TuneFluid(gfFluidDef *def)
{
    float area = 0.0f;
    for (int i = 0; i < DROPS; i++) {
        float radius = getRadius((float)def->gridWidth * def->cellSize, i);
        area += SCENE_PI * radius * radius;
    }
    Sph_TuneFluid(def, area);
    static const float colors[MATERIALS][3] = {{0.02f, 0.30f, 0.85f}, {0.95f, 0.30f, 0.03f}, {0.75f, 0.80f, 0.72f}};
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    params->speed = 0.8f;
    params->compression = 0.08f;
    params->materialCount = MATERIALS;
    for (int i = 0; i < MATERIALS; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_WATER);
        params->materials[i].pull = PULL;
        for (int c = 0; c < 3; c++) {
            params->materials[i].color[c] = colors[i][c];
        }
    }
}

// Three rows of places, shifted by chance. All head for the middle, a little past it, and so meet.
bool SphDrops_SetUp(Scene *scene)
{
    SphPiece pieces[DROPS];
    const int columns = DROPS / 3;
    for (int i = 0; i < DROPS; i++) {
        float radius = getRadius(scene->width, i);
        float x = ((float)(i / 3) + 0.5f + 0.2f * (Scene_Random(scene) - 0.5f)) / (float)columns;
        float y = ((float)(i % 3) + 0.5f + 0.1f * (Scene_Random(scene) - 0.5f)) / 3.0f;
        gfVec2 centre = Scene_Vec(x * scene->width, y);
        float turn = 1.2f * (Scene_Random(scene) - 0.5f);
        float dx = 0.5f * scene->width - centre.x;
        float dy = 0.5f - centre.y;
        float scale = SPEED * (0.6f + 0.8f * Scene_Random(scene)) / fmaxf(hypotf(dx, dy), 0.1f);
        pieces[i] = (SphPiece){
            .centre = centre,
            .radius = radius,
            .velocity = {scale * (dx * cosf(turn) - dy * sinf(turn)), scale * (dx * sinf(turn) + dy * cosf(turn))},
            .material = (uint32_t)(i % MATERIALS)};
    }
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, DROPS);
}

// Odd puffs blow apart what is near the middle, even ones draw everything there.
void SphDrops_BeforeStep(Scene *scene)
{
    if (Scene_GetTime(scene) < PUFF_PERIOD * (float)(scene->events + 1)) {
        return;
    }
    unsigned n = 2u * (unsigned)scene->events++;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    float x = scene->width * (0.5f + 0.2f * (Scene_Hash(scene, n) - 0.5f));
    float y = 0.5f + 0.2f * (Scene_Hash(scene, n + 1) - 0.5f);
    bool apart = scene->events % 2 == 1;
    def.shape = gfMakeCircle(Scene_Vec(x, y), apart ? 0.4f : 1.2f * scene->width);
    def.attraction = apart ? -1.1f : 0.35f;
    gfFluid_Splat(scene->fluid, &def);
}

void SphDrops_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_PARTICLES;
    def->particles.color = GF_PARTICLE_MATERIAL;
    def->particles.size = 1.5f;
    def->background[0] = 0.008f;
    def->background[1] = 0.010f;
    def->background[2] = 0.016f;
}
