// volcano: two fluids in one world. Lava, a liquid whose dye is its glow, spatters from a crater and runs down both
// flanks, where it cools; air, a gas, is pushed by it, takes its heat, and carries off the smoke that rises from it.
// See docs/mixed.md.
#include "scenes/scene_parts.h"

#include <math.h>
#include <string.h>

#define CELL_SPEED 2.0f // m/s that a cell a step is, see Liquid_TuneFluid
#define GRAVITY 0.9f    // m/s^2
#define RIM 0.47f       // height of the crater's, m
#define FLOOR 0.43f     // and of its floor
#define VENT 0.050f     // half the crater's width
#define HEAT 24.0f      // K that lava is above the air
#define VISCOSITY 4e-4f // m^2/s
#define SPATTERS 4
#define SPATTER_PERIOD 1.0f // s, from one throw of each to the next
#define SPATTER_TIME 0.05f  // s that it takes
#define WELL_FLOW 0.0022f   // m^2/s, of what wells up and runs down
#define COOLING 0.50f       // 1/s
#define WIND 0.22f          // m/s, high up

// Their places in scene->emitters.
enum { COOL = SPATTERS, WELL, CRATER, ASH, BREEZE };

// What new lava glows with, and what it cools to.
static const float lavaGlow[4] = {1.40f, 0.44f, 0.05f, 1.0f};
static const float crust[4] = {0.14f, 0.0f, 0.0f, 1.0f};

void Volcano_TuneFluid(gfFluidDef *def)
{
    gfBoundaries *sides = &def->boundaries;
    Liquid_TuneFluid(def, CELL_SPEED, GRAVITY);
    Liquid_TuneTension(def, 0.0045f);
    def->gaussian.viscosity = VISCOSITY;
    def->gaussian.contactAngle = 80.0f;
    sides->left.kind = sides->right.kind = sides->bottom.kind = sides->top.kind = GF_BOUNDARY_OPEN;
}

static float getMiddle(const Scene *scene)
{
    return 0.47f * scene->width;
}

// Narrow pictures show a narrow mountain.
static float getVolcanoSpread(const Scene *scene)
{
    return fminf(scene->width / 1.78f, 1.0f);
}

static bool addSlope(Scene *scene, float side, const gfVec2 *outline, int count)
{
    gfVec2 points[8];
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < count; i++) { // counter-clockwise on both sides
        const gfVec2 *p = &outline[side > 0.0f ? i : count - 1 - i];
        points[i] = Scene_Vec(getMiddle(scene) + side * p->x * getVolcanoSpread(scene), p->y);
    }
    def.shape = gfMakePolygon(points, count);
    def.contactAngle = 80.0f;
    return !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def));
}

// Each flank from the crater out: the cone, its foot, and what is under both.
static bool addMountain(Scene *scene)
{
    static const gfVec2 cone[] = {
        {VENT, 0.20f}, {0.26f, 0.20f}, {0.105f, RIM - 0.012f}, {0.080f, RIM}, {VENT, RIM - 0.03f}};
    static const gfVec2 foot[] = {{VENT, -0.05f}, {0.70f, -0.05f}, {0.56f, 0.06f}, {0.24f, 0.24f}, {VENT, 0.24f}};
    static const gfVec2 plain[] = {{0.30f, -0.05f}, {1.20f, -0.05f}, {1.20f, 0.012f}, {0.80f, 0.022f}, {0.30f, 0.070f}};
    gfSolidDef plug = gfDefaultSolidDef();
    plug.shape = gfMakeRectangle(Scene_Vec(getMiddle(scene), 0.5f * FLOOR),
                                 Scene_Vec((VENT + 0.01f) * getVolcanoSpread(scene), 0.5f * FLOOR), 0.0f);
    bool added = !GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &plug));
    for (int side = -1; added && side <= 1; side += 2) {
        float s = (float)side;
        added = addSlope(scene, s, cone, 5) && addSlope(scene, s, foot, 5) && addSlope(scene, s, plain, 5);
    }
    return added;
}

// Gouts that are thrown up one after the other, each on its own way.
static gfSourceDef getSpatter(const Scene *scene, int index)
{
    float turn = Scene_GetTime(scene) / SPATTER_PERIOD + (float)index / SPATTERS;
    unsigned seed = 5000u + 4u * (SPATTERS * (unsigned)turn + (unsigned)index);
    bool flows = (turn - floorf(turn)) * SPATTER_PERIOD < SPATTER_TIME;
    float angle = 1.0f * (Scene_Hash(scene, seed) - 0.5f);
    float speed = 0.56f + 0.34f * Scene_Hash(scene, seed + 1u);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = flows ? GF_SOURCE_SET : GF_SOURCE_ADD;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    def.shape = gfMakeCircle(
        Scene_Vec(getMiddle(scene) + 0.05f * (Scene_Hash(scene, seed + 2u) - 0.5f) * getVolcanoSpread(scene),
                  RIM + 0.018f),
        0.005f + 0.006f * Scene_Hash(scene, seed + 3u));
    if (flows) {
        def.mass = 1.0f;
        def.velocity = Scene_Vec(speed * sinf(angle), speed * cosf(angle));
        memcpy(def.dye, lavaGlow, sizeof lavaGlow);
    }
    return def;
}

// Lava that wells up in the crater, now more and now less, and runs over.
static gfSourceDef getWell(const Scene *scene)
{
    float time = Scene_GetTime(scene), half = 0.7f * VENT * getVolcanoSpread(scene);
    gfSourceDef def = gfDefaultSourceDef();
    def.fields = GF_SOURCE_MASS;
    def.shape = gfMakeRectangle(Scene_Vec(getMiddle(scene), FLOOR + 0.010f), Scene_Vec(half, 0.010f), 0.0f);
    def.mass = WELL_FLOW * (1.0f + 0.6f * sinf(0.8f * time)) / (2.0f * half * 0.020f);
    return def;
}

// All lava cools, by the same share each step: the far rim of a shape that is very soft replaces 3 x^2 of the old
// colour where x of the softness is left to its end.
static gfSourceDef getCool(const Scene *scene)
{
    float share = COOLING * gfFluid_GetDef(scene->fluid).fixedStep, softness = 1000.0f;
    float left = softness * sqrtf(share / 3.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeCircle(Scene_Vec(getMiddle(scene), 1.5f + left - 0.5f * softness), 1.0f);
    def.softness = softness;
    memcpy(def.dye, crust, sizeof crust);
    return def;
}

// but what is in the crater is as hot as it comes.
static gfSourceDef getCrater(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE;
    def.shape = gfMakeRectangle(Scene_Vec(getMiddle(scene), 0.5f * (FLOOR + RIM)),
                                Scene_Vec(VENT * getVolcanoSpread(scene), 0.5f * (RIM - FLOOR)), 0.0f);
    memcpy(def.dye, lavaGlow, sizeof lavaGlow);
    return def;
}

// Ash that the crater throws up between them: of the air.
static gfSourceDef getAsh(const Scene *scene)
{
    float time = Scene_GetTime(scene);
    float puff = 0.78f + 0.22f * sinf(2.1f * time) * sinf(0.7f * time + 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    static const float ash[4] = {0.50f, 0.33f, 0.27f, 1.0f};
    def.shape = gfMakeCircle(Scene_Vec(getMiddle(scene), RIM + 0.07f), 0.075f * getVolcanoSpread(scene));
    def.softness = 0.06f;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    def.velocity = Scene_Vec(0.8f * sinf(0.5f * time), 2.5f * puff);
    def.temperature = 40.0f * puff;
    def.zone.turbulence.strength = 4.0f;
    def.zone.turbulence.scale = 0.09f;
    def.zone.turbulence.rate = 2.0f;
    for (int i = 0; i < 4; i++) {
        def.dye[i] = 9.0f * puff * ash[i];
    }
    return def;
}

// Wind above the mountain, which the smoke drifts off with, and which frays it.
static gfSourceDef getBreeze(const Scene *scene)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeRectangle(Scene_Vec(0.5f * scene->width, 0.95f), Scene_Vec(scene->width, 0.25f), 0.0f);
    def.softness = 0.25f;
    def.fields = GF_SOURCE_VELOCITY;
    def.zone.velocity = Scene_Vec(WIND, 0.08f);
    def.zone.drag = 0.8f;
    def.zone.turbulence.strength = 0.4f;
    def.zone.turbulence.scale = 0.16f;
    def.zone.turbulence.rate = 0.5f;
    return def;
}

static const float rock[4] = {0.020f, 0.017f, 0.019f, 1.0f};

static void tuneAirDraw(const Scene *scene, gfDrawDef *def)
{
    static const float night[4] = {0.010f, 0.012f, 0.030f, 1.0f};
    static const float moonlit[3] = {0.085f, 0.090f, 0.15f};
    memcpy(def->background, night, sizeof night);
    memcpy(def->solids.color, rock, sizeof rock);
    memcpy(def->shadow.ambient, moonlit, sizeof moonlit);
    def->range = 0.55f;
    def->tone.dither = true;
    def->tone.map = GF_TONE_FILMIC;
    def->tone.exposure = 1.1f;
    def->shadow.enabled = true; // the lava lights the smoke from below
    def->shadow.direction = Scene_Vec(0.05f, -1.0f);
    def->shadow.density = 9.0f;
    def->shadow.length = 0.22f;
    def->shadow.scattering = 0.6f;
    def->refraction.enabled = scene->backgroundTexture != 0;
    def->refraction.strength = 0.006f;
    def->refraction.depth = 0.01f;
    def->refraction.absorption = 0.0f;
}

static bool makeAir(Scene *scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    gfBoundaries *sides = &def.boundaries;
    def.gridWidth = scene->config.gridWidth;
    def.gridHeight = scene->config.gridHeight;
    def.cellSize = 1.0f / (float)def.gridHeight;
    def.dyeScale = scene->config.dyeScale;
    def.fieldPrecision = scene->config.precision;
    def.grid.thermalExpansion = 0.1f / 9.81f;
    def.grid.temperatureDissipation = 0.35f;
    def.grid.dyeDissipation = 0.16f;
    def.grid.vorticityConfinement = 0.4f;
    sides->left.kind = sides->right.kind = sides->top.kind = GF_BOUNDARY_OPEN;
    scene->air = gfCreateFluid(scene->device, &def);
    scene->coupling = gfDefaultCouplingDef();
    scene->coupling.temperature = HEAT;
    scene->coupling.heating = 5.0f;
    const float smoke[4] = {0.62f, 0.30f, 0.20f, 1.0f};
    for (int i = 0; i < 4; i++) {
        scene->coupling.dye[i] = 0.7f * smoke[i];
    }
    scene->tuneAirDraw = tuneAirDraw;
    return scene->air != NULL;
}

// A night with stars, a moon and far hills, which glow where they face the fire.
static void paintNight(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.006f, 0.012f, 0.042f}, low[3] = {0.075f, 0.042f, 0.075f};
    float t = expf(-powf(fmaxf(place.y - 0.10f, 0.0f) / 0.42f, 1.3f));
    float x = place.x - 0.84f * scene->width, y = place.y - 0.80f, from = hypotf(x, y);
    float moon =
        Backdrop_Cover(0.050f - from) * (0.55f + 0.30f * Backdrop_GetNoise(scene, 40.0f * x, 40.0f * y, 7000u));
    unsigned cell = 90000u + 64u * (unsigned)(place.x * 22.0f) + (unsigned)(place.y * 22.0f);
    float sx = (floorf(place.x * 22.0f) + 0.2f + 0.6f * Scene_Hash(scene, cell + 5000u)) / 22.0f;
    float sy = (floorf(place.y * 22.0f) + 0.2f + 0.6f * Scene_Hash(scene, cell + 15000u)) / 22.0f;
    float bright = Scene_Hash(scene, cell + 25000u);
    float star = expf(-powf(hypotf(place.x - sx, place.y - sy) / 0.0017f, 2.0f)) * bright * bright * bright;
    for (int c = 0; c < 3; c++) {
        light[c] = high[c] + (low[c] - high[c]) * t + star + (c == 2 ? 0.11f : 0.08f) * expf(-from / 0.09f);
        light[c] += moon * ((c == 2 ? 0.92f : 1.0f) - light[c]);
    }
    for (int i = 0; i < 2; i++) {
        float at = place.x * (i == 0 ? 1.0f : 0.7f) + 3.0f * (float)i;
        float top = (i == 0 ? 0.23f : 0.13f) + 0.05f * sinf(4.3f * at) + 0.026f * sinf(11.1f * at + 1.0f) +
                    0.010f * sinf(37.0f * at) + 0.005f * sinf(83.0f * at + 2.0f);
        float hill = fminf(fmaxf(0.5f + 260.0f * (top - place.y), 0.0f), 1.0f);
        float glow = expf(-fabsf(place.x - getMiddle(scene)) / 0.5f);
        const float color[3] = {(i == 0 ? 0.030f : 0.014f) + 0.050f * glow, (i == 0 ? 0.024f : 0.012f) + 0.012f * glow,
                                i == 0 ? 0.044f : 0.022f};
        for (int c = 0; c < 3; c++) {
            light[c] += hill * (color[c] - light[c]);
        }
    }
}

bool Volcano_SetUp(Scene *scene)
{
    for (int i = 0; i < SPATTERS; i++) {
        gfSourceDef def = getSpatter(scene, i);
        if (!Scene_AddEmitter(scene, &def)) {
            return false;
        }
    }
    gfSourceDef rest[] = {getCool(scene), getWell(scene), getCrater(scene)};
    for (int i = 0; i < 3; i++) {
        if (!Scene_AddEmitter(scene, &rest[i])) {
            return false;
        }
    }
    if (!makeAir(scene)) {
        return false;
    }
    gfSourceDef ash = getAsh(scene), breeze = getBreeze(scene);
    scene->emitters[ASH] = gfFluid_AddEmitter(scene->air, &ash);
    scene->emitters[BREEZE] = gfFluid_AddEmitter(scene->air, &breeze);
    return !GF_IS_NULL(scene->emitters[ASH]) && !GF_IS_NULL(scene->emitters[BREEZE]) &&
           Scene_SetUpSolids(scene, addMountain) &&
           gfFluid_FillToLevel(scene->fluid, &rest[CRATER - COOL].shape, RIM - 0.03f) &&
           Backdrop_Paint(scene, paintNight);
}

void Volcano_BeforeStep(Scene *scene)
{
    for (int i = 0; i < SPATTERS; i++) {
        gfSourceDef def = getSpatter(scene, i);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
    gfSourceDef well = getWell(scene), ash = getAsh(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[WELL], &well);
    gfFluid_SetEmitter(scene->air, scene->emitters[ASH], &ash);
}

// The lava, over the air: it gives light of its own.
void Volcano_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->style = GF_DRAW_DYE;
    def->range = 0.22f; // it covers
    def->detail = 0.7f;
    def->alpha = GF_ALPHA_PREMULTIPLIED;
    memcpy(def->solids.color, rock, sizeof rock); // once more: lava reaches up to what is drawn
    def->tone.dither = true;
    def->tone.map = GF_TONE_FILMIC;
    def->bloom.enabled = true;
    def->bloom.threshold = 0.35f;
    def->bloom.intensity = 0.6f;
    def->bloom.spread = 1.1f;
}
