// refraction: the hot exhaust of a jet on a runway at dusk bends the sun, the windows and the lamps behind it.
#include "scenes/scene_parts.h"

#include <math.h>

#define HORIZON 0.30f
#define JET_HEIGHT 0.46f   // of the nozzle's middle, m
#define NOZZLE 0.046f      // its radius, m
#define WIND 0.45f         // along the runway, m/s
#define EXHAUST_SPEED 2.2f // m/s
#define WARM_GROUND 10     // places of the runway that air rises from
#define FULL_WIDTH (16.0f / 9.0f)

// Narrow domains have a shorter jet.
static float getScale(const Scene *scene)
{
    return fminf(scene->width / FULL_WIDTH, 1.0f);
}

void Refraction_TuneFluid(gfFluidDef *def)
{
    def->grid.thermalExpansion = 0.1f / 9.81f;
    def->grid.temperatureDissipation = 0.5f;
    def->grid.dyeDissipation = 0.45f;
    def->grid.dyeDiffusivity = 1e-4f; // a smooth relief; a fine one would only blur
    def->grid.viscosity = 2e-5f;
    def->boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def->boundaries.left.inflowSpeed = WIND;
    def->boundaries.right.kind = GF_BOUNDARY_OPEN;
}

// The engine breathes, and sheds rings, which become eddies.
static gfSourceDef getExhaust(const Scene *scene)
{
    float time = Scene_GetTime(scene);
    float throttle = 0.8f + 0.2f * sinf(0.55f * time), beat = sinf(23.0f * time) + 0.7f * sinf(37.0f * time + 1.0f);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(0.42f * getScale(scene), JET_HEIGHT), Scene_Vec(0.025f, 0.8f * NOZZLE), 0.0f);
    def.softness = 0.012f;
    def.temperature = 5.0f;
    def.velocity = Scene_Vec(throttle * EXHAUST_SPEED * (1.0f + 0.12f * beat), 0.10f * sinf(17.0f * time));
    def.dye[0] = def.dye[1] = def.dye[2] = def.dye[3] = 0.9f + 0.3f * beat;
    return def;
}

// Beside the jet the air is clear and blows past, whatever the exhaust draws in.
static gfSourceDef getClearAir(const Scene *scene)
{
    float half = 0.19f * getScale(scene);
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
    def.shape = gfMakeRectangle(Scene_Vec(half, 0.5f), Scene_Vec(half, 0.5f), 0.0f);
    def.softness = 0.01f;
    def.velocity = Scene_Vec(WIND, 0.0f);
    return def;
}

static gfSourceDef getWarmGround(const Scene *scene, int index)
{
    float time = Scene_GetTime(scene), turn = 2.0f * SCENE_PI;
    unsigned n = 4u * (unsigned)index;
    float beat = sinf((4.0f + 5.0f * Scene_Hash(scene, n)) * time + turn * Scene_Hash(scene, n + 1));
    gfSourceDef def = gfDefaultSourceDef();
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    float first = 0.40f * getScale(scene);
    float x = first + (scene->width - first) * ((float)index + 0.5f + 0.3f * Scene_Hash(scene, n + 2)) / WARM_GROUND;
    def.shape = gfMakeCircle(Scene_Vec(x, HORIZON - 0.04f), 0.022f);
    def.softness = 0.02f;
    def.temperature = 7.0f;
    def.dye[0] = def.dye[1] = def.dye[2] = def.dye[3] = 0.20f + 0.16f * beat;
    return def;
}

// --- what is behind ------------------------------------------------------------------------------------------------

static void cover(float light[3], float share, float red, float green, float blue)
{
    light[0] += share * (red - light[0]);
    light[1] += share * (green - light[1]);
    light[2] += share * (blue - light[2]);
}

static void shine(float light[3], float amount, float red, float green, float blue)
{
    light[0] = fminf(light[0] + amount * red, 1.0f);
    light[1] = fminf(light[1] + amount * green, 1.0f);
    light[2] = fminf(light[2] + amount * blue, 1.0f);
}

// Distance into a convex polygon whose corners go round counter-clockwise, m.
static float insidePolygon(gfVec2 place, const float (*corners)[2], int count, float scale)
{
    float inside = 1e9f;
    for (int i = 0; i < count; i++) {
        const float *a = corners[i], *b = corners[(i + 1) % count];
        float x = scale * (b[0] - a[0]), y = b[1] - a[1];
        float across = x * (place.y - a[1]) - y * (place.x - scale * a[0]);
        inside = fminf(inside, across / hypotf(x, y));
    }
    return inside;
}

static float insideBox(gfVec2 place, float left, float bottom, float right, float top)
{
    return fminf(fminf(place.x - left, right - place.x), fminf(place.y - bottom, top - place.y));
}

static void paintSky(const Scene *scene, gfVec2 place, float light[3])
{
    float up = (place.y - HORIZON) / (1.0f - HORIZON);
    float band = expf(-6.0f * up), dusk = expf(-2.4f * up);
    light[0] = 0.012f + 0.16f * dusk + 0.62f * band;
    light[1] = 0.020f + 0.060f * dusk + 0.22f * band;
    light[2] = 0.075f + 0.130f * dusk - 0.10f * band;
    float streak = Backdrop_GetNoise(scene, 2.0f * place.x, 22.0f * place.y, 11u) *
                   Backdrop_GetNoise(scene, 5.0f * place.x, 40.0f * place.y, 12u);
    float cloud = fminf(fmaxf(3.0f * streak - 0.75f, 0.0f), 1.0f) * expf(-16.0f * (up - 0.22f) * (up - 0.22f));
    cover(light, 0.55f * cloud, 0.60f, 0.16f, 0.15f);
    gfVec2 sun = {0.60f * scene->width, 0.44f};
    float away = hypotf(place.x - sun.x, place.y - sun.y);
    shine(light, 0.55f * expf(-away / 0.16f), 1.0f, 0.42f, 0.12f);
    cover(light, Backdrop_Cover(0.115f - away), 1.0f, 0.60f + 0.9f * (place.y - sun.y),
          0.20f + 1.2f * (place.y - sun.y));
}

static void paintAirport(const Scene *scene, gfVec2 place, float light[3])
{
    float wide = scene->width;
    float hill = HORIZON + 0.035f + 0.055f * Backdrop_GetNoise(scene, 4.0f * place.x, 0.5f, 3u) +
                 0.012f * Backdrop_GetNoise(scene, 17.0f * place.x, 0.5f, 4u);
    cover(light, Backdrop_Cover(hill - place.y), 0.085f, 0.040f, 0.065f);
    float hall = insideBox(place, 0.70f * wide, 0.0f, 1.02f * wide, 0.415f);
    float shaft = insideBox(place, 0.865f * wide, 0.0f, 0.89f * wide, 0.70f);
    float cab = insideBox(place, 0.84f * wide, 0.70f, 0.915f * wide, 0.765f);
    float roof = insideBox(place, 0.85f * wide, 0.765f, 0.905f * wide, 0.785f);
    float built = fmaxf(fmaxf(hall, shaft), fmaxf(cab, roof));
    cover(light, Backdrop_Cover(built), 0.016f, 0.014f, 0.026f);
    cover(light, Backdrop_Cover(insideBox(place, 0.845f * wide, 0.715f, 0.91f * wide, 0.752f)), 0.30f, 0.55f, 0.50f);
    const float pitch = 0.026f, story = 0.034f;
    float column = floorf(place.x / pitch), row = floorf((place.y - HORIZON) / story);
    bool lit = Scene_Hash(scene, 900u + 97u * (unsigned)(row + 8.0f) + (unsigned)fmaxf(column, 0.0f)) < 0.72f;
    float pane = insideBox(place, pitch * column + 0.005f, HORIZON + story * row + 0.009f, pitch * column + 0.021f,
                           HORIZON + story * row + 0.027f);
    cover(light, lit && hall > 0.008f && shaft < 0.0f ? Backdrop_Cover(pane) : 0.0f, 1.0f, 0.66f, 0.26f);
    float mast = fabsf(place.x - 0.16f * (floorf(place.x / 0.16f) + 0.5f));
    cover(light, Backdrop_Cover(fminf(0.0032f - mast, fminf(0.53f - place.y, place.y - HORIZON))), 0.02f, 0.016f,
          0.03f);
    shine(light, expf(-powf(hypotf(mast, place.y - 0.53f) / 0.011f, 2.0f)), 1.0f, 0.85f, 0.60f);
}

// Adds a row of lamps on the ground, so far apart, and what they throw on it.
static void paintLamps(gfVec2 place, float light[3], float height, float pitch, float size, const float color[3])
{
    float x = place.x - pitch * (floorf(place.x / pitch) + 0.5f), y = place.y - height;
    float near = expf(-(x * x + y * y) / (size * size)), glow = expf(-hypotf(x, 2.5f * y) / (5.0f * size));
    shine(light, near + 0.22f * glow, color[0], color[1], color[2]);
}

static void paintRunway(const Scene *scene, gfVec2 place, float light[3])
{
    static const float blue[3] = {0.10f, 0.35f, 1.0f}, white[3] = {1.0f, 0.90f, 0.72f}, amber[3] = {1.0f, 0.52f, 0.10f};
    float below = HORIZON - place.y, far = expf(-9.0f * below);
    float grain = Backdrop_GetNoise(scene, 9.0f * place.x / (0.2f + 4.0f * below), 900.0f * sqrtf(below), 5u);
    float sheen = expf(-powf((place.x - 0.60f * scene->width) / (0.16f + 0.5f * below), 2.0f));
    light[0] = 0.022f + 0.022f * grain + (0.16f + 0.42f * sheen) * far;
    light[1] = 0.022f + 0.021f * grain + (0.07f + 0.17f * sheen) * far;
    light[2] = 0.034f + 0.025f * grain + (0.08f + 0.02f * sheen) * far;
    float dash = fabsf(place.x - 0.34f * (floorf(place.x / 0.34f) + 0.5f));
    cover(light, Backdrop_Cover(fminf(0.105f - dash, 0.007f - fabsf(place.y - 0.185f))), 0.40f, 0.34f, 0.34f);
    cover(light, Backdrop_Cover(0.0045f - fabsf(place.y - 0.262f)), 0.28f, 0.22f, 0.22f);
    cover(light, Backdrop_Cover(0.010f - fabsf(place.y - 0.075f)), 0.36f, 0.32f, 0.34f);
    paintLamps(place, light, 0.285f, 0.075f, 0.0045f, blue);
    paintLamps(place, light, 0.255f, 0.14f, 0.0065f, white);
    paintLamps(place, light, 0.055f, 0.30f, 0.0130f, amber);
}

// The rear of a jet, in the last light.
static void paintJet(const Scene *scene, gfVec2 place, float light[3])
{
    static const float fuselage[6][2] = {{-0.6f, 0.385f}, {0.20f, 0.385f}, {0.40f, 0.412f},
                                         {0.40f, 0.508f}, {0.20f, 0.545f}, {-0.6f, 0.575f}};
    static const float fin[4][2] = {{0.06f, 0.53f}, {0.29f, 0.51f}, {0.405f, 0.79f}, {0.285f, 0.79f}};
    static const float plane[4][2] = {{0.10f, 0.455f}, {0.37f, 0.412f}, {0.395f, 0.425f}, {0.22f, 0.478f}};
    static const float strut[4][2] = {{0.055f, 0.19f}, {0.075f, 0.19f}, {0.11f, 0.40f}, {0.06f, 0.40f}};
    float scale = getScale(scene);
    float wheel = 0.042f - hypotf(place.x - 0.065f * scale, place.y - 0.185f);
    float body = insidePolygon(place, fuselage, 6, scale);
    float dark =
        fmaxf(fmaxf(body, insidePolygon(place, fin, 4, scale)), fmaxf(insidePolygon(place, strut, 4, scale), wheel));
    float rim = expf(-fmaxf(dark, 0.0f) / 0.006f), top = fmaxf(body > 0.0f ? (place.y - 0.46f) / 0.1f : 0.3f, 0.0f);
    cover(light, Backdrop_Cover(dark), 0.018f + 0.075f * rim + 0.030f * top, 0.019f + 0.040f * rim + 0.028f * top,
          0.030f + 0.050f * rim + 0.050f * top);
    float tail = insidePolygon(place, plane, 4, scale);
    cover(light, Backdrop_Cover(tail), 0.050f + 0.05f * expf(-fmaxf(tail, 0.0f) / 0.004f), 0.042f, 0.065f);
    float into = 0.40f * scale - place.x, away = (place.y - JET_HEIGHT) / NOZZLE;
    float petals = body > 0.0f && into < 0.07f ? fabsf(sinf(9.0f * asinf(fminf(fmaxf(away, -1.0f), 1.0f)))) : 0.0f;
    cover(light, 0.5f * petals * petals, 0.09f, 0.06f, 0.06f);
    float hot = expf(-fabsf(into) / 0.012f) * fmaxf(1.0f - away * away, 0.0f);
    shine(light, hot, 1.0f, 0.45f, 0.14f);
    float lamp = hypotf(place.x - 0.40f * scale, place.y - 0.80f);
    shine(light, expf(-lamp * lamp / 4e-5f) + 0.25f * expf(-lamp / 0.03f), 1.0f, 0.12f, 0.08f);
}

static void paintDusk(const Scene *scene, gfVec2 place, float light[3])
{
    if (place.y > HORIZON) {
        paintSky(scene, place, light);
        paintAirport(scene, place, light);
    } else {
        paintRunway(scene, place, light);
    }
    paintJet(scene, place, light);
}

// --- the scene -----------------------------------------------------------------------------------------------------

bool Refraction_SetUp(Scene *scene)
{
    gfSourceDef exhaust = getExhaust(scene), air = getClearAir(scene);
    bool made = Scene_AddEmitter(scene, &exhaust) && !GF_IS_NULL(gfFluid_AddEmitter(scene->fluid, &air));
    for (int i = 0; made && i < WARM_GROUND; i++) {
        gfSourceDef ground = getWarmGround(scene, i);
        made = Scene_AddEmitter(scene, &ground);
    }
    return made && Scene_SetUpSolids(scene, NULL) && Backdrop_Paint(scene, paintDusk);
}

void Refraction_BeforeStep(Scene *scene)
{
    for (int i = 0; i < scene->emitterCount; i++) {
        gfSourceDef def = i == 0 ? getExhaust(scene) : getWarmGround(scene, i - 1);
        gfFluid_SetEmitter(scene->fluid, scene->emitters[i], &def);
    }
}

void Refraction_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    (void)scene;
    def->ink = GF_INK_ABSORB; // white: it lets all through
    def->range = 0.5f;
    def->tone.dither = true;
    def->refraction.enabled = true;
    def->refraction.depth = 0.021f;
    def->refraction.strength = 0.024f;
    def->refraction.absorption = 0.0f;
}
