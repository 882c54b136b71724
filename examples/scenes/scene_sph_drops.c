// sph_drops: drops of three colours without gravity drift, collide, merge, wobble and become round. Now and then
// they are pulled apart again.
#include "scenes/scene_parts.h"

#include <math.h>

#define DROPS 12
#define MATERIALS 3
#define SPEED 0.12f // m/s
#define PULL 25.0f  // m/s^2, that makes drops round
#define VISCOSITY 1.5e-3f
#define TOGETHER 0.12f // m/s^2, towards the middle: away from the walls, which drops stick to
#define PART_START 10.0f
#define PART_PERIOD 8.0f // s
#define PART_SPEED 0.22f

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
    params->speed = 0.7f;
    params->compression = 0.1f;
    params->materialCount = MATERIALS;
    for (int i = 0; i < MATERIALS; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_WATER);
        params->materials[i].pull = PULL;
        params->materials[i].viscosity = VISCOSITY;
        params->materials[i].tension = 0.3f;
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
        gfVec2 centre = Scene_Vec((0.08f + 0.84f * x) * scene->width, 0.08f + 0.84f * y); // off the walls
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
    gfSourceDef together = gfDefaultSourceDef();
    together.fields = GF_SOURCE_VELOCITY;
    together.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width, 0.5f), 2.0f * fmaxf(scene->width, 1.0f));
    together.attraction = TOGETHER;
    return Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, DROPS) && Scene_AddEmitter(scene, &together);
}

// What is left and right of the middle is pushed apart, a little across: it parts, and comes back spinning.
void SphDrops_BeforeStep(Scene *scene)
{
    if (Scene_GetTime(scene) < PART_START + PART_PERIOD * (float)scene->events) {
        return;
    }
    float angle = 0.9f * (Scene_Hash(scene, (unsigned)scene->events++) - 0.5f);
    float reach = 0.5f * fminf(scene->width, 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    for (int side = -1; side <= 1; side += 2) {
        gfVec2 way = {(float)side * cosf(angle), (float)side * sinf(angle)};
        def.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width + reach * way.x, 0.5f + reach * way.y), reach);
        def.softness = 0.2f;
        def.velocity = Scene_Vec(PART_SPEED * way.x - 0.05f * way.y, PART_SPEED * way.y + 0.05f * way.x);
        gfFluid_Splat(scene->fluid, &def);
    }
}

void SphDrops_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_PARTICLES;
    def->particles.color = GF_PARTICLE_MATERIAL;
    def->particles.size = 1.5f;
    def->bloom.enabled = true;
    def->bloom.intensity = 0.35f;
    def->background[0] = 0.008f;
    def->background[1] = 0.010f;
    def->background[2] = 0.016f;
}
