// hedge: evening wind in a garden, in gusts, goes partly through a hedge and the crown of a tree, partly over and under
// them. Behind them it meets flaps: the upper ones swing to the right and let it pass, the lower ones would open to the
// left alone, and so hold it back. Mist and pollen in the low sun show its way.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define WIND_SPEED 0.7f // m/s
#define NOZZLE 0.02f    // how far the mist is held, m: more than the wind goes in a frame
#define WISPS 14
#define FLAPS 0.80f // of the width
#define FLAP 0.10f  // m
#define HEDGE_HEIGHT 0.41f
#define CROWN 0.20f // radius, m
#define GRASS 0.05f

static float getSpread(const Scene *scene)
{
    return fminf(scene->width, 1.0f);
}

static gfVec2 getCrown(const Scene *scene)
{
    return Scene_Vec(0.53f * scene->width, 0.63f);
}

static float getGust(float time)
{
    return WIND_SPEED * (1.0f + 0.22f * sinf(0.9f * time) + 0.13f * sinf(2.3f * time + 1.0f));
}

void Hedge_TuneFluid(gfFluidDef *def)
{
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = WIND_SPEED;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
    def->dyeScale = fminf(def->dyeScale, 1.0f); // mist is soft
}

static bool addPorous(Scene *scene, gfShape shape, float drag, float quadraticDrag)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = shape;
    def.zone.drag = drag;
    def.zone.quadraticDrag = quadraticDrag;
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

static bool addFlaps(Scene *scene, float low, float high, float way)
{
    float x = FLAPS * scene->width;
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCapsule(Scene_Vec(x, low), Scene_Vec(x, high), 0.004f);
    def.zone.oneWay.x = way;
    return !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &def));
}

// Mist comes in wisps that swell and fade, gold near the ground and rose above.
static gfSourceDef getWisp(const Scene *scene, int index)
{
    static const float low[3] = {1.0f, 0.50f, 0.16f}, high[3] = {0.72f, 0.30f, 0.42f};
    float place = ((float)index + 0.5f) / WISPS, time = Scene_GetTime(scene), turn = 2.4f * (float)index;
    float swell = 0.5f + 0.5f * sinf(1.7f * time + turn) * sinf(0.61f * time + 1.3f * turn);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape =
        gfMakeRectangle(Scene_Vec(0.0f, place + 0.02f * sinf(0.8f * time + turn)), Scene_Vec(NOZZLE, 0.008f), 0.0f);
    def.softness = 0.022f;
    for (int c = 0; c < 4; c++) {
        def.dye[c] = swell * (c < 3 ? low[c] + place * (high[c] - low[c]) : 1.0f);
    }
    return def;
}

static gfVec2 getWind(const Scene *scene, gfVec2 corner, gfVec2 cell, void *user)
{
    (void)scene;
    (void)corner;
    (void)cell;
    (void)user;
    return Scene_Vec(WIND_SPEED, 0.0f);
}

static void lay(float light[3], const float color[3], float cover, float bright)
{
    for (int c = 0; c < 3; c++) {
        light[c] += cover * (bright * color[c] - light[c]);
    }
}

static float getLeaves(const Scene *scene, gfVec2 place, float size, unsigned seed)
{
    return 0.55f * Backdrop_GetNoise(scene, place.x / size, place.y / size, seed) +
           0.45f * Backdrop_GetNoise(scene, 2.3f * place.x / size, 2.3f * place.y / size, seed + 600000u);
}

// The sun is low behind the garden, and hills lie in its haze.
static float paintSky(const Scene *scene, gfVec2 place, float light[3])
{
    static const float zenith[3] = {0.045f, 0.075f, 0.24f}, glow[3] = {0.95f, 0.42f, 0.16f},
                       sun[3] = {1.0f, 0.85f, 0.55f};
    static const float far[3] = {0.42f, 0.20f, 0.20f}, near[3] = {0.15f, 0.10f, 0.12f},
                       lawn[3] = {0.030f, 0.042f, 0.012f};
    float from = hypotf(place.x - 0.66f * scene->width, 1.1f * (place.y - 0.30f));
    float low = expf(-powf(fmaxf(place.y - 0.16f, 0.0f) / 0.42f, 1.5f)), warm = expf(-1.8f * from);
    float cloud = Backdrop_GetNoise(scene, 1.8f * place.x, 9.0f * place.y, 100000u) +
                  0.5f * Backdrop_GetNoise(scene, 4.1f * place.x, 21.0f * place.y, 300000u);
    float lit = fminf(fmaxf(2.2f * (cloud - 0.78f), 0.0f), 1.0f) * expf(-1.6f * fabsf(place.y - 0.55f));
    float disc = fminf(fmaxf(0.5f + 260.0f * (0.055f - from), 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        light[c] = zenith[c] + (glow[c] - zenith[c]) * low * (0.55f + 0.45f * warm) + 0.45f * warm * warm * sun[c];
        light[c] += 0.35f * lit * (0.3f + warm) * sun[c] + 0.9f * disc * sun[c];
    }
    for (int i = 0; i < 2; i++) {
        float x = place.x + 2.0f * (float)i;
        float top = (i == 0 ? 0.275f : 0.19f) + 0.045f * sinf(2.9f * x) + 0.020f * sinf(7.3f * x + 1.0f) +
                    0.012f * Backdrop_GetNoise(scene, 40.0f * x, 0.5f, 500000u);
        lay(light, i == 0 ? far : near, fminf(fmaxf(0.5f + 240.0f * (top - place.y), 0.0f), 1.0f), 0.7f + 1.3f * warm);
    }
    float blades = 0.5f * GRASS * Backdrop_GetNoise(scene, 120.0f * place.x, 0.5f, 900000u) +
                   0.4f * GRASS * Backdrop_GetNoise(scene, 47.0f * place.x + 3.0f * place.y, 0.5f, 950000u);
    lay(light, lawn, Backdrop_Cover(GRASS + blades - place.y), 0.6f + 2.4f * warm);
    return warm;
}

// Leaves with gaps between, of which those at the rim have the sun behind them. `inside`: m from the rim.
static void paintLeaves(const Scene *scene, gfVec2 place, float inside, float warm, unsigned seed, float light[3])
{
    static const float leaf[3] = {0.013f, 0.026f, 0.010f}, shone[3] = {0.50f, 0.27f, 0.04f};
    float clumps = getLeaves(scene, place, 0.066f, seed), leaves = getLeaves(scene, place, 0.014f, seed + 2000000u);
    float edge = inside + 0.110f * (clumps - 0.5f) + 0.034f * (leaves - 0.5f);
    float gap = 0.045f * (leaves - 0.30f) + 0.35f * fmaxf(edge, 0.0f); // light comes through near the rim
    float cover = Backdrop_Cover(0.5f * fminf(edge, gap));
    float rim = expf(-26.0f * fmaxf(edge, 0.0f));
    lay(light, leaf, cover, 0.45f + 1.3f * leaves + 0.9f * clumps);
    for (int c = 0; c < 3; c++) {
        light[c] += cover * rim * leaves * (0.15f + 1.4f * warm) * shone[c];
    }
}

// Above the flaps swing out to the right, below they lie against their stops.
static void paintFlaps(const Scene *scene, gfVec2 place, float warm, float light[3])
{
    static const float wood[3] = {0.10f, 0.050f, 0.026f}, board[3] = {0.30f, 0.15f, 0.065f};
    float x = place.x - FLAPS * scene->width;
    bool upper = place.y > 0.58f;
    float post = fmaxf(fabsf(x) - 0.009f, upper ? 0.60f - place.y : place.y - 0.42f);
    float rail = fmaxf(fabsf(x) - 0.026f, fabsf(place.y - (upper ? 0.605f : 0.415f)) - 0.010f);
    lay(light, wood, Backdrop_Cover(-fminf(post, rail)), 1.0f + 2.0f * warm);
    float hinge =
        upper ? 1.0f - FLAP * floorf((1.0f - place.y) / FLAP) : 0.42f - FLAP * floorf((0.42f - place.y) / FLAP);
    for (int i = 0; i < 2; i++) { // the one that hangs from above reaches down here, too
        float top = hinge + FLAP * (float)i, way = upper ? 0.80f : -0.10f, length = 0.92f * FLAP;
        if ((upper && (top > 1.001f || top < 0.60f + 0.8f * FLAP)) || (!upper && top > 0.421f)) {
            continue;
        }
        float along = (x * sinf(way) + (top - place.y) * cosf(way)), off = x * cosf(way) - (top - place.y) * sinf(way);
        float flap =
            fmaxf(fabsf(off - (upper ? 0.0f : -0.010f)) - 0.0075f, fabsf(along - 0.5f * length) - 0.5f * length);
        lay(light, board, Backdrop_Cover(-flap), (0.5f + 1.6f * warm) * (off > 0.0f ? 1.25f : 0.75f));
    }
}

static void paintGarden(const Scene *scene, gfVec2 place, float light[3])
{
    static const float bark[3] = {0.035f, 0.020f, 0.014f};
    float spread = getSpread(scene), warm = paintSky(scene, place, light);
    gfVec2 crown = getCrown(scene);
    float bend = 0.014f * sinf(9.0f * place.y) + 0.02f * Backdrop_GetNoise(scene, 0.5f, 8.0f * place.y, 1100000u);
    float trunk = (0.016f + 0.020f * expf(-14.0f * place.y)) * spread - fabsf(place.x - crown.x - bend + 0.010f);
    float fork = 0.009f * spread - fabsf(fabsf(place.x - crown.x - bend) - 0.55f * fmaxf(place.y - 0.46f, 0.0f));
    trunk = fmaxf(place.y < 0.52f ? trunk : -1.0f, place.y > 0.46f && place.y < crown.y ? fork : -1.0f);
    lay(light, bark, Backdrop_Cover(trunk), 0.7f + 2.2f * warm);
    float x = (place.x - crown.x) / spread, y = place.y - crown.y;
    paintLeaves(scene, place, CROWN - 0.03f - hypotf(0.92f * x, 1.12f * y), warm, 3000000u, light);
    float across = fabsf(place.x - 0.27f * scene->width) - 0.09f * spread, up = place.y - HEDGE_HEIGHT;
    float outside = hypotf(fmaxf(across + 0.05f, 0.0f), fmaxf(up + 0.05f, 0.0f)) - 0.05f;
    paintLeaves(scene, place, -fmaxf(outside, fmaxf(across, up)), warm, 7000000u, light);
    paintFlaps(scene, place, warm, light);
}

bool Hedge_SetUp(Scene *scene)
{
    float w = scene->width, spread = getSpread(scene);
    gfShape hedge = gfMakeRectangle(Scene_Vec(0.27f * w, 0.2f), Scene_Vec(0.09f * spread, HEDGE_HEIGHT - 0.2f), 0.0f);
    hedge.radius = 0.05f * spread;
    bool ok = addPorous(scene, hedge, 4.0f, 6.0f) &&
              addPorous(scene, gfMakeCircle(getCrown(scene), CROWN * spread), 3.0f, 6.0f) &&
              addFlaps(scene, 0.0f, 0.42f, -1.0f) && addFlaps(scene, 0.6f, 1.0f, 1.0f);
    for (int i = 0; ok && i < WISPS; i++) {
        gfSourceDef def = getWisp(scene, i);
        ok = Scene_AddEmitter(scene, &def);
    }
    gfTracersDef pollen = gfDefaultTracersDef();
    pollen.count = (int32_t)fmaxf(420.0f * w, 1.0f);
    pollen.lifetime = 5.0f;
    pollen.seed = scene->config.seed;
    ok = ok && Scene_SetUpSolids(scene, NULL) && Scene_WriteFlow(scene, getWind, NULL);
    scene->tracers = ok ? gfCreateTracers(scene->fluid, &pollen) : NULL;
    return scene->tracers != NULL && Backdrop_Paint(scene, paintGarden);
}

void Hedge_BeforeStep(Scene *scene)
{
    gfBoundaries boundaries = gfFluid_GetDef(scene->fluid).boundaries;
    boundaries.left.inflowSpeed = getGust(Scene_GetTime(scene));
    gfFluid_SetBoundaries(scene->fluid, &boundaries);
    for (int i = 0; i < WISPS; i++) {
        gfSourceDef def = getWisp(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Hedge_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->ink = GF_INK_LIGHT;
    def->range = 2.4f;
    def->tone.dither = true;
    def->refraction.enabled = true; // it brings the backdrop, and bends nothing
    def->refraction.strength = 0.0f;
    def->solids.media = 0.0f; // they are in the backdrop
    def->tracers.size = 2.2f;
    def->tracers.trail = 0.03f;
    def->tracers.speedRange = 1.3f * WIND_SPEED;
    def->tracers.palette =
        (gfPalette){3, {{0.50f, 0.24f, 0.06f, 1.0f}, {0.80f, 0.45f, 0.14f, 1.0f}, {0.95f, 0.70f, 0.34f, 1.0f}}};
}
