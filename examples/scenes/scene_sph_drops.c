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
#define TINT_RATE 0.5f
#define TINT_REACH 0.15f
#define TINT_AWAY 0.22f // of the width, from the crossing: colours that meet there stay apart for a while
#define SHORE 0.06f     // m along the walls, from which drops are pushed off
#define PUSH 0.9f       // m/s^2

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

static bool addShores(Scene *scene)
{
    float x = 0.5f * scene->width;
    bool made = true;
    for (int side = 0; side < 4 && made; side++) {
        gfVec2 inwards = {side == 0 ? 1.0f : side == 1 ? -1.0f : 0.0f, side == 2 ? 1.0f : side == 3 ? -1.0f : 0.0f};
        gfVec2 half = side < 2 ? Scene_Vec(SHORE, 0.5f) : Scene_Vec(x, SHORE);
        gfSourceDef push = gfDefaultSourceDef();
        push.fields = GF_SOURCE_VELOCITY;
        push.shape = gfMakeRectangle(Scene_Vec(x - x * inwards.x, 0.5f - 0.5f * inwards.y), half, 0.0f);
        push.velocity = Scene_Vec(PUSH * inwards.x, PUSH * inwards.y);
        made = !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &push));
    }
    return made;
}

// What leads a drop, and with `dyes` what gives it its colour, near its middle alone.
static gfSourceDef getLeader(const Scene *scene, int index, bool dyes)
{
    float spread = fminf(scene->width / 1.5f, 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = dyes ? GF_SOURCE_DYE : GF_SOURCE_VELOCITY;
    def.shape = gfMakeCircle(getPlace(scene->width, index, Scene_GetTime(scene)), spread * (dyes ? TINT_REACH : REACH));
    def.softness = dyes ? 0.1f : 0.0f;
    def.attraction = dyes ? 0.0f : LEAD;
    dyes = dyes && fabsf(def.shape.a.x - 0.5f * scene->width) > TINT_AWAY * scene->width;
    for (int c = 0; c < 4; c++) {
        def.dye[c] = dyes ? TINT_RATE * (c < 3 ? colors[index][c] : 1.0f) : 0.0f;
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
        gfSourceDef leader = getLeader(scene, i, false), tint = getLeader(scene, i, true);
        made = Scene_AddEmitter(scene, &leader) && Scene_AddEmitter(scene, &tint);
    }
    return made && addShores(scene) && Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, DROPS) &&
           Backdrop_Paint(scene, paintNebula);
}

void SphDrops_BeforeStep(Scene *scene)
{
    for (int i = 0; i < 2 * DROPS; i++) {
        gfSourceDef def = getLeader(scene, i / 2, i % 2 == 1);
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
