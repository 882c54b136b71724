// sph_drops: drops of three colours without gravity drift, collide, merge, wobble and become round. Now and then
// they are pulled apart again; the parts take on fresh colours, so that they never end as one grey.
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
#define PART_SPEED 0.18f
#define SHORE 0.06f // m along the walls, from which drops are pushed off
#define PUSH 0.9f   // m/s^2
#define TINTS 3
#define TINT_RATE 0.7f // 1/s
#define TINT_WAIT 0.6f // s after the parting, in which it begins
#define TINT_TIME 4.0f

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

// Where the parts fly to, each in the next of the colours.
static gfSourceDef getTint(const Scene *scene, int index, bool on)
{
    static const float colors[6][3] = {{0.02f, 0.30f, 0.85f}, {0.95f, 0.30f, 0.03f}, {0.75f, 0.80f, 0.72f},
                                       {0.02f, 0.52f, 0.42f}, {0.80f, 0.05f, 0.18f}, {0.92f, 0.62f, 0.08f}};
    float turn = 2.0f * SCENE_PI * (float)index / TINTS + 0.8f * (float)scene->events;
    float reach = fminf(scene->width, 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeCircle(
        Scene_Vec(0.5f * scene->width + 0.36f * reach * cosf(turn), 0.5f + 0.36f * reach * sinf(turn)), 0.30f * reach);
    def.softness = 0.1f;
    const float *color = colors[(index + 2 * scene->events) % 6];
    for (int c = 0; c < 4; c++) {
        def.dye[c] = on ? TINT_RATE * (c < 3 ? color[c] : 1.0f) : 0.0f;
    }
    return def;
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
    bool made = Scene_AddEmitter(scene, &together);
    for (int i = 0; i < TINTS; i++) {
        gfSourceDef tint = getTint(scene, i, false);
        made = made && Scene_AddEmitter(scene, &tint);
    }
    return made && addShores(scene) && Scene_SetUpSolids(scene, NULL) && Sph_Fill(scene, pieces, DROPS) &&
           Backdrop_Paint(scene, paintNebula);
}

// What is left and right of the middle is pushed apart, a little across: it parts, and comes back spinning.
static void part(Scene *scene)
{
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

void SphDrops_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene) - PART_START;
    if (time >= PART_PERIOD * (float)scene->events) {
        part(scene);
    }
    float since = time - PART_PERIOD * (float)(scene->events - 1);
    bool tints = scene->events > 0 && since > TINT_WAIT && since < TINT_WAIT + TINT_TIME;
    for (int i = 0; i < TINTS; i++) {
        gfSourceDef tint = getTint(scene, i, tints);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[1 + i], &tint);
    }
}

void SphDrops_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    Sph_TunePaint(def);
    def->liquid.rim = 0.034f; // round
    def->liquid.specular = 1.4f;
    def->bloom.enabled = true;
    def->bloom.intensity = 0.35f;
}
