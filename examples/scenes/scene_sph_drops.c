// sph_drops: drops without gravity are led along an eight, half of them ahead of the rest. Where the ways cross two
// meet, merge, and are pulled apart again with some of each other's colour; on the way each takes on its own anew.
#include "scenes/scene_parts.h"

#include <math.h>

#define DROPS 6 // even: one comes from each side of the crossing at once
#define RADIUS 0.132f
#define PULL 25.0f // m/s^2, that makes drops round
#define VISCOSITY 1.5e-3f
#define PERIOD 24.0f // s, once along the eight
#define REACH 0.34f  // m, of what leads a drop
#define LEAD 1.6f    // m/s^2, towards the place where a drop should be
#define TINTS 2
#define TINT_RATE 2.2f
#define TINT_AWAY 0.33f // of the width, from the middle
#define TINT_REACH 0.17f
#define TOGETHER 0.12f // m/s^2, towards the middle: away from the walls, which drops stick to

static const float colors[DROPS][3] = {{0.01f, 0.20f, 0.85f}, {0.95f, 0.20f, 0.02f}, {0.02f, 0.55f, 0.38f},
                                       {0.95f, 0.62f, 0.06f}, {0.75f, 0.02f, 0.22f}, {0.72f, 0.78f, 0.80f}};

// Radii of about a tenth of a metre, of narrow domains less.
static float getRadius(float width, int index)
{
    return (index % 2 == 0 ? RADIUS : 0.8f * RADIUS) * fminf(width / 1.5f, 1.0f);
}

// Where a drop should be after so many seconds.
static gfVec2 getPlace(float width, int index, float time)
{
    float turn = 2.0f * SCENE_PI * (time / PERIOD + ((float)index + 0.5f) / DROPS);
    return Scene_Vec(width * (0.5f + 0.37f * sinf(turn)), 0.5f + 0.29f * sinf(2.0f * turn));
}

void SphDrops_TuneFluid(gfFluidDef *def)
{
    float area = 0.0f;
    for (int i = 0; i < DROPS; i++) {
        float radius = getRadius((float)def->gridWidth * def->cellSize, i);
        area += SCENE_PI * radius * radius;
    }
    Sph_TuneFluid(def, area);
    gfParticleParams *params = &def->particles;
    params->gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    params->speed = 0.7f;
    params->compression = 0.1f;
    params->materialCount = DROPS;
    for (int i = 0; i < DROPS; i++) {
        params->materials[i] = gfGetParticleMaterial(GF_PARTICLES_WATER);
        params->materials[i].pull = PULL;
        params->materials[i].viscosity = VISCOSITY;
        params->materials[i].tension = 0.3f;
        for (int c = 0; c < 3; c++) {
            params->materials[i].color[c] = colors[i][c];
        }
    }
}

// A dark nebula and stars.
static void paintNebula(const Scene *scene, gfVec2 place, float light[3])
{
    static const float blue[3] = {0.010f, 0.030f, 0.085f}, violet[3] = {0.085f, 0.018f, 0.075f};
    float bend = Backdrop_GetNoise(scene, 1.7f * place.x, 1.7f * place.y, 100000u);
    float sum = 0.0f, share = 0.5f, scale = 1.6f;
    for (unsigned i = 0; i < 5; i++) {
        sum += share * Backdrop_GetNoise(scene, scale * (place.x + 0.5f * bend), scale * (place.y - 0.4f * bend),
                                         400000u + 300000u * i);
        share *= 0.55f;
        scale *= 2.1f;
    }
    float cloud = fminf(fmaxf(2.6f * (sum - 0.40f), 0.0f), 1.0f);
    int column = (int)(place.x * 30.0f), row = (int)(place.y * 30.0f);
    unsigned seed = 9000u + 64u * (unsigned)row + (unsigned)column;
    float x = ((float)column + 0.2f + 0.6f * Scene_Hash(scene, seed)) / 30.0f;
    float y = ((float)row + 0.2f + 0.6f * Scene_Hash(scene, seed + 20000u)) / 30.0f;
    float bright = Scene_Hash(scene, seed + 40000u), from = hypotf(place.x - x, place.y - y);
    float star = bright * bright * bright * bright * Backdrop_Cover(0.0016f * bright - from);
    for (int c = 0; c < 3; c++) {
        light[c] = 0.004f + cloud * (blue[c] + bend * (violet[c] - blue[c])) + 0.8f * star;
    }
}

static gfSourceDef getLeader(const Scene *scene, int index)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape =
        gfMakeCircle(getPlace(scene->width, index, Scene_GetTime(scene)), REACH * fminf(scene->width / 1.5f, 1.0f));
    def.attraction = LEAD;
    return def;
}

// At each end of the eight the drop that passes takes on its own colour: colours that meet at the crossing stay apart
// until then. While none passes, all is drawn to the middle.
static gfSourceDef getTint(const Scene *scene, int end)
{
    float side = end == 0 ? 1.0f : -1.0f, farthest = TINT_AWAY * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(Scene_Vec(0.5f * scene->width, 0.5f), 2.0f * fmaxf(scene->width, 1.0f));
    def.attraction = 0.5f * TOGETHER;
    for (int i = 0; i < DROPS; i++) {
        gfVec2 place = getPlace(scene->width, i, Scene_GetTime(scene));
        float away = side * (place.x - 0.5f * scene->width);
        if (away > farthest) {
            farthest = away;
            def.fields = GF_SOURCE_DYE;
            def.softness = 0.1f;
            def.shape = gfMakeCircle(place, TINT_REACH * fminf(scene->width / 1.5f, 1.0f));
            for (int c = 0; c < 4; c++) {
                def.dye[c] = TINT_RATE * (c < 3 ? colors[i][c] : 1.0f);
            }
        }
    }
    return def;
}

bool SphDrops_SetUp(Scene *scene)
{
    SphPiece pieces[DROPS];
    bool made = true;
    for (int i = 0; i < DROPS && made; i++) {
        gfVec2 now = getPlace(scene->width, i, 0.0f), next = getPlace(scene->width, i, 0.1f);
        pieces[i] = (SphPiece){.centre = now,
                               .radius = getRadius(scene->width, i),
                               .velocity = {10.0f * (next.x - now.x), 10.0f * (next.y - now.y)},
                               .material = (uint32_t)i};
        gfSourceDef leader = getLeader(scene, i);
        made = Scene_AddEmitter(scene, &leader);
    }
    for (int i = 0; i < TINTS && made; i++) {
        gfSourceDef tint = getTint(scene, i);
        made = Scene_AddEmitter(scene, &tint);
    }
    return made && Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, DROPS) &&
           Backdrop_Paint(scene, paintNebula);
}

void SphDrops_BeforeStep(Scene *scene)
{
    for (int i = 0; i < DROPS + TINTS; i++) {
        gfSourceDef def = i < DROPS ? getLeader(scene, i) : getTint(scene, i - DROPS);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void SphDrops_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Sph_TunePaint(def);
    def->liquid.rim = 0.040f; // round
    def->liquid.reflectance = 0.05f;
    def->liquid.specular = 2.0f;
    def->bloom.enabled = true;
    def->bloom.intensity = 0.35f;
}
