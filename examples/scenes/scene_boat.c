// liquid: a boat rides the sea before a lighthouse, cut open. A swell breaks on the rock; at dusk it grows, at night
// the lamp's beam goes round over a rough sea, and the morning is calm and misty. The sea is a box whose gravity sways
// at the periods of its standing waves. The boat asks for the height of the water under it, and follows it as on
// springs. Pictures lie over the fluid: the rocks, the boat, the night, and the beam.
#include "scenes/land.h"
#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 1.1f  // m/s^2
#define LEVEL 0.36f   // depth, m
#define SWELL 0.34f   // height of the first wave, m
#define SWAY 0.034f   // of gravity, radians
#define CALM 0.1f     // 1/s: waves lose height as in a third dimension, into which they spread
#define MORNING 0.5f  // 1/s: the same in the morning, besides
#define COLUMNS 32    // of which the first wave is filled
#define DAY 80.0f     // s
#define HORIZON 0.43f // height of it, m
#define SUN 0.30f     // where it sets, of the width
#define LAMP_Y 0.795f
#define LAMP_X 0.915f // of the width
#define PROBES 5      // across the boat
#define BOAT_HALF 0.115f
#define KEEL 0.050f
#define DRAUGHT 0.010f // that it lies deeper than it is painted, m
#define ROCKS_HEIGHT 0.52f
#define ROCKS_DENSITY 300.0f // texels/m, of pictures
#define BOAT_DENSITY 520.0f
#define NIGHT_DENSITY 220.0f
#define BEAM_DENSITY 60.0f
#define BEAM_LENGTH 1.9f
#define BEAM_PERIOD 6.0f // s
#define GULLS 4

// Their places in scene->pictures.
enum { ROCKS, BOAT, NIGHT, BEAM, MIST, GULL };

struct Boat {
    gfQuery *query; // of the surface at the probes
    gfVec2 place, velocity;
    float angle, spin;
};

void Boat_TuneFluid(gfFluidDef *def)
{
    Water_TuneFluid(def, GRAVITY);
}

// How dark it is, how misty, and how the sea heaves, each 0 to 1. A day begins in the evening.
static float getNight(const Scene *scene)
{
    float time = fmodf(Scene_GetTime(scene), DAY);
    return Land_Step(13.0f, 22.0f, time) - Land_Step(44.0f, 54.0f, time);
}

static float getMist(const Scene *scene)
{
    float time = fmodf(Scene_GetTime(scene), DAY);
    return Land_Step(44.0f, 54.0f, time) - Land_Step(66.0f, 78.0f, time);
}

static float getStorm(const Scene *scene)
{
    float time = fmodf(Scene_GetTime(scene), DAY);
    return 0.35f + 0.65f * (Land_Step(9.0f, 20.0f, time) - Land_Step(42.0f, 56.0f, time));
}

// --- rocks -----------------------------------------------------------------------------------------------------------

#define ROCKS_COUNT 3
#define ROCK_CORNERS 7

// The rock of the lighthouse and two reefs below the surface: x of the width, y.
static const gfVec2 rocks[ROCKS_COUNT][ROCK_CORNERS] = {
    {{0.765f, -0.05f},
     {1.05f, -0.05f},
     {1.05f, 0.43f},
     {0.945f, 0.485f},
     {0.885f, 0.475f},
     {0.845f, 0.36f},
     {0.80f, 0.19f}},
    {{0.36f, -0.05f},
     {0.60f, -0.05f},
     {0.57f, 0.055f},
     {0.525f, 0.085f},
     {0.475f, 0.150f},
     {0.435f, 0.135f},
     {0.39f, 0.05f}},
    {{0.08f, -0.05f},
     {0.24f, -0.05f},
     {0.215f, 0.03f},
     {0.185f, 0.075f},
     {0.145f, 0.085f},
     {0.12f, 0.06f},
     {0.10f, 0.02f}},
};

static gfVec2 getCorner(const Scene *scene, int rock, int corner)
{
    return Scene_Vec(rocks[rock][corner % ROCK_CORNERS].x * scene->width, rocks[rock][corner % ROCK_CORNERS].y);
}

static bool addSolids(Scene *scene)
{
    gfSolidDef def = gfDefaultSolidDef();
    for (int i = 0; i < ROCKS_COUNT; i++) {
        gfVec2 corners[ROCK_CORNERS];
        for (int k = 0; k < ROCK_CORNERS; k++) {
            corners[k] = getCorner(scene, i, k);
        }
        def.shape = gfMakePolygon(corners, ROCK_CORNERS);
        if (GF_IS_NULL(gfFluid_AddSolid(scene->fluid, &def))) {
            return false;
        }
    }
    return true;
}

// How far a place is inside a rock, m; they are convex but for little.
static float getInsideRock(const Scene *scene, gfVec2 place, int rock)
{
    float nearest = 1e9f;
    bool inside = false;
    for (int k = 0; k < ROCK_CORNERS; k++) {
        gfVec2 a = getCorner(scene, rock, k), b = getCorner(scene, rock, k + 1);
        float dx = b.x - a.x, dy = b.y - a.y, x = place.x - a.x, y = place.y - a.y;
        float along = fminf(fmaxf((x * dx + y * dy) / (dx * dx + dy * dy), 0.0f), 1.0f);
        nearest = fminf(nearest, hypotf(x - along * dx, y - along * dy));
        if ((a.y > place.y) != (b.y > place.y) && place.x < a.x + dx * (place.y - a.y) / dy) {
            inside = !inside;
        }
    }
    return inside ? nearest : -nearest;
}

// Stone in the evening sun, wet and green where waves reach, blue in the depth.
static void paintRocks(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float stone[3] = {0.30f, 0.21f, 0.16f}, sun[3] = {0.95f, 0.52f, 0.24f};
    static const float weed[3] = {0.07f, 0.12f, 0.05f}, depth[3] = {0.005f, 0.055f, 0.085f};
    float inside = -1.0f, light[3] = {0.0f, 0.0f, 0.0f};
    (void)user;
    for (int i = 0; i < ROCKS_COUNT; i++) {
        bool near =
            place.x > (rocks[i][0].x - 0.01f) * scene->width && place.x < (rocks[i][1].x + 0.01f) * scene->width;
        inside = near ? fmaxf(inside, getInsideRock(scene, place, i)) : inside;
    }
    rgba[3] = fminf(fmaxf(0.5f + ROCKS_DENSITY * (inside + 0.001f), 0.0f), 1.0f);
    if (rgba[3] <= 0.0f) {
        return;
    }
    float slab = Backdrop_GetNoise(scene, 14.0f * place.x + 5.0f * place.y, 26.0f * place.y - 9.0f * place.x, 100000u);
    float grain = Backdrop_GetNoise(scene, 60.0f * place.x, 70.0f * place.y, 400000u) +
                  0.6f * Backdrop_GetNoise(scene, 150.0f * place.x, 150.0f * place.y, 700000u);
    float crack = fabsf(slab - 0.5f) < 0.025f ? 0.45f : 1.0f;
    Backdrop_Mix(light, stone, (0.45f + 0.5f * slab + 0.35f * (grain - 0.8f)) * crack, 1.0f);
    Backdrop_Mix(light, weed, 0.7f + 0.8f * grain, 0.7f * Land_Step(0.44f, 0.36f, place.y + 0.04f * grain));
    Backdrop_Mix(light, sun, 0.5f + 0.5f * grain,
                 0.55f * expf(-fmaxf(inside, 0.0f) / 0.008f) * Land_Step(0.1f, 0.45f, place.y));
    Backdrop_Mix(light, depth, 0.5f + 0.6f * grain + 1.5f * fmaxf(place.y, 0.0f),
                 0.86f * Land_Step(0.40f, 0.22f, place.y));
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c];
    }
}

// --- what is behind --------------------------------------------------------------------------------------------------

static float getClouds(const Scene *scene, float x, float y)
{
    float sum = 0.0f, share = 0.52f, scale = 1.0f;
    for (unsigned i = 0; i < 5; i++) {
        sum += share * Backdrop_GetNoise(scene, 1.6f * scale * x + 7.0f, 4.6f * scale * y, 900000u + 300000u * i);
        share *= 0.54f;
        scale *= 2.05f;
    }
    return sum;
}

// A sky after a shower: the sun is about to set below clouds.
static void paintSky(const Scene *scene, gfVec2 place, float light[3])
{
    static const float zenith[3] = {0.075f, 0.16f, 0.42f}, haze[3] = {0.60f, 0.40f, 0.46f};
    static const float glow[3] = {1.00f, 0.50f, 0.17f}, lit[3] = {1.00f, 0.56f, 0.30f}, dark[3] = {0.20f, 0.17f, 0.30f};
    static const float white[3] = {1.0f, 0.90f, 0.62f};
    float up = fmaxf(place.y - HORIZON, 0.0f) / (1.0f - HORIZON);
    float x = place.x - SUN * scene->width, y = place.y - HORIZON - 0.045f, from = hypotf(x, 1.4f * y);
    Backdrop_Mix(light, zenith, 1.0f, 1.0f);
    Backdrop_Mix(light, haze, 1.0f, expf(-3.2f * up));
    Backdrop_Mix(light, glow, 1.0f, 0.85f * expf(-7.0f * up) + 0.5f * expf(-5.0f * from * from) * expf(-2.0f * up));
    float cloud = getClouds(scene, place.x, place.y), below = getClouds(scene, place.x, place.y - 0.02f);
    float cover = Land_Step(0.50f, 0.66f, cloud + 0.10f * sinf(9.0f * up)) * Land_Step(0.02f, 0.2f, up);
    float edge = fminf(fmaxf(0.5f + 7.0f * (cloud - below), 0.0f), 1.0f);
    Backdrop_Mix(light, dark, 1.0f + 0.9f * (1.0f - up), 0.85f * cover);
    Backdrop_Mix(light, lit, 1.0f, cover * edge * (0.30f + 0.65f * expf(-1.6f * from)));
    Backdrop_Mix(light, white, 1.0f, Backdrop_Cover(0.034f - hypotf(x, y)) + 0.55f * expf(-from * from / 0.006f));
}

// The sea towards the horizon: glints of the sun, islands.
static void paintFarSea(const Scene *scene, gfVec2 place, float light[3])
{
    static const float sea[3] = {0.050f, 0.12f, 0.20f}, haze[3] = {0.55f, 0.34f, 0.32f}, gold[3] = {1.0f, 0.62f, 0.28f};
    static const float island[3] = {0.11f, 0.085f, 0.16f};
    float down = HORIZON - place.y, x = place.x - SUN * scene->width;
    float hill = HORIZON + 0.055f * Backdrop_GetNoise(scene, 4.0f * place.x + 2.0f, 0.5f, 2600000u) +
                 0.012f * Backdrop_GetNoise(scene, 23.0f * place.x, 0.5f, 2700000u) - 0.030f -
                 0.05f * expf(-powf(x / 0.22f, 2.0f));
    Backdrop_Mix(light, island, 1.0f, Backdrop_Cover(fminf(hill - place.y, place.y - HORIZON)));
    if (down <= 0.0f) {
        return;
    }
    float wave =
        Backdrop_GetNoise(scene, 14.0f * place.x / (0.25f + 4.0f * down), 18.0f * sqrtf(down) * 6.0f, 2900000u);
    float glint = expf(-powf(x / (0.05f + 0.9f * down), 2.0f)) * Land_Step(0.45f, 0.8f, wave) * expf(-down / 0.05f);
    Backdrop_Mix(light, sea, 0.75f + 0.5f * wave, 1.0f);
    Backdrop_Mix(light, haze, 1.0f, 0.75f * expf(-down / 0.03f));
    Backdrop_Mix(light, gold, 1.0f, 0.9f * glint);
}

// Below the surface: shafts of light, sand with ripples, kelp.
static void paintDepth(const Scene *scene, gfVec2 place, float light[3])
{
    static const float high[3] = {0.16f, 0.75f, 0.66f}, low[3] = {0.010f, 0.15f, 0.22f}, ray[3] = {0.90f, 1.00f, 0.75f};
    static const float sand[3] = {0.30f, 0.30f, 0.20f}, kelp[3] = {0.030f, 0.085f, 0.035f};
    float under = fmaxf(0.36f - place.y, 0.0f), shown = Land_Step(0.40f, 0.20f, place.y);
    float color[3] = {0.0f, 0.0f, 0.0f};
    if (shown <= 0.0f) {
        return;
    }
    Backdrop_Mix(color, high, 1.0f, 1.0f);
    Backdrop_Mix(color, low, 1.0f, 1.0f - expf(-7.0f * under));
    float slant = place.x - 0.55f * under;
    float shaft = Land_Step(0.52f, 0.85f, Backdrop_GetNoise(scene, 9.0f * slant, 0.5f, 3200000u)) +
                  0.5f * Land_Step(0.5f, 0.9f, Backdrop_GetNoise(scene, 23.0f * slant, 0.5f, 3300000u));
    Backdrop_Mix(color, ray, 1.0f, 0.32f * shaft * expf(-6.0f * under));
    for (int i = 0; i < 22 && place.y < 0.2f; i++) {
        float root = scene->width * Scene_Hash(scene, 900u + 3u * (unsigned)i);
        float tall = 0.06f + 0.13f * Scene_Hash(scene, 901u + 3u * (unsigned)i);
        float x = place.x - root - 0.012f * sinf(38.0f * place.y + 3.0f * (float)i) - 0.1f * place.y * place.y;
        float blade = (0.006f + 0.004f * sinf(95.0f * place.y + (float)i)) * fminf(8.0f * (tall - place.y), 1.0f);
        Backdrop_Mix(color, kelp, 0.8f + 3.0f * place.y, 0.85f * Backdrop_Cover(blade - fabsf(x)));
    }
    float bed = 0.035f + 0.020f * Backdrop_GetNoise(scene, 3.0f * place.x, 0.5f, 3500000u);
    float ripple = 0.7f + 0.4f * Backdrop_GetNoise(scene, 24.0f * place.x, 160.0f * place.y, 3600000u);
    Backdrop_Mix(color, sand, ripple, Backdrop_Cover(bed - place.y) * 0.75f);
    Backdrop_Mix(light, color, 1.0f, shown);
}

// How far a place is within the lighthouse, m, and how far across it, -1 to 1.
static float getTower(const Scene *scene, gfVec2 place, float *across)
{
    float size = Backdrop_GetSize(scene), half = size * (0.040f - 0.045f * (place.y - 0.46f)),
          x = place.x - LAMP_X * scene->width;
    *across = fminf(fmaxf(x / fmaxf(half, 1e-3f), -1.0f), 1.0f);
    return fminf(half - fabsf(x), 0.755f - place.y);
}

// Bands of red and white, a gallery, the lamp under its cap.
static void paintTower(const Scene *scene, gfVec2 place, float light[3])
{
    static const float white[3] = {0.80f, 0.72f, 0.66f}, red[3] = {0.58f, 0.065f, 0.045f},
                       iron[3] = {0.05f, 0.045f, 0.05f};
    static const float lamp[3] = {1.0f, 0.86f, 0.50f}, pane[3] = {0.10f, 0.075f, 0.07f};
    float across = 0.0f, inside = getTower(scene, place, &across), size = Backdrop_GetSize(scene);
    float x = place.x - LAMP_X * scene->width, band = fmodf(place.y - 0.46f, 0.118f);
    float lit = 0.30f + 0.75f * sqrtf(fmaxf(1.0f - powf(0.75f * across + 0.55f, 2.0f), 0.0f));
    Backdrop_Mix(light, band < 0.059f ? white : red, lit, Backdrop_Cover(inside));
    float window = fminf(0.006f - fabsf(x - 0.004f), 0.010f - fabsf(fmodf(place.y - 0.46f, 0.10f) - 0.055f));
    Backdrop_Mix(light, pane, 1.0f, Backdrop_Cover(fminf(window, 0.70f - place.y)));
    Backdrop_Mix(light, iron, 1.0f, Backdrop_Cover(fminf(size * 0.040f - fabsf(x), 0.007f - fabsf(place.y - 0.757f))));
    Backdrop_Mix(light, lamp, 0.9f,
                 Backdrop_Cover(fminf(size * 0.019f - fabsf(x), 0.026f - fabsf(place.y - LAMP_Y + 0.004f))));
    Backdrop_Mix(light, iron, 1.0f,
                 Backdrop_Cover(fminf(0.002f - fabsf(fabsf(x) - 0.010f), 0.026f - fabsf(place.y - LAMP_Y))));
    float cap = size * 0.027f * (1.0f - (place.y - 0.820f) / 0.034f);
    Backdrop_Mix(light, red, 0.55f + 0.3f * (x < 0.0f ? 1.0f : 0.0f),
                 Backdrop_Cover(fminf(cap - fabsf(x), place.y - 0.820f)));
}

static void paintSea(const Scene *scene, gfVec2 place, float light[3])
{
    if (place.y >= HORIZON) { // the sea hides the rest of the sky
        paintSky(scene, place, light);
    }
    paintFarSea(scene, place, light);
    paintDepth(scene, place, light);
    paintTower(scene, place, light);
}

// --- pictures over the fluid -----------------------------------------------------------------------------------------

static float getTriangle(gfVec2 p, gfVec2 a, gfVec2 b, gfVec2 c)
{
    const gfVec2 corners[3] = {a, b, c};
    float inside = 1e9f;
    for (int i = 0; i < 3; i++) { // counter-clockwise
        gfVec2 from = corners[i], to = corners[(i + 1) % 3];
        float dx = to.x - from.x, dy = to.y - from.y;
        inside = fminf(inside, (dx * (p.y - from.y) - dy * (p.x - from.x)) / hypotf(dx, dy));
    }
    return inside;
}

// Lays a part over the boat's picture: premultiplied.
static void lay(float rgba[4], float inside, const float color[3], float factor)
{
    float cover = fminf(fmaxf(0.5f + BOAT_DENSITY * inside, 0.0f), 1.0f);
    for (int c = 0; c < 3; c++) {
        rgba[c] += cover * (factor * color[c] - rgba[c]);
    }
    rgba[3] += cover * (1.0f - rgba[3]);
}

// A fishing boat from its side, at home at (0, 0) of the waterline; the bow is on the right.
static void paintBoat(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float blue[3] = {0.045f, 0.14f, 0.25f}, red[3] = {0.42f, 0.060f, 0.035f},
                       white[3] = {0.82f, 0.74f, 0.64f};
    static const float wood[3] = {0.30f, 0.15f, 0.06f}, sail[3] = {0.88f, 0.66f, 0.46f},
                       rust[3] = {0.62f, 0.15f, 0.07f};
    static const float glass[3] = {1.0f, 0.72f, 0.28f};
    float size = Backdrop_GetSize(scene);
    gfVec2 p = {place.x / size, place.y / size};
    (void)user;
    float at = p.x / BOAT_HALF, sheer = 0.026f + 0.012f * at * at + 0.010f * at;
    float keel = -KEEL * (1.0f - powf(fabsf(at), 3.0f)) - 0.004f;
    float hull = fminf(fminf(sheer - p.y, p.y - keel), BOAT_HALF + 0.15f * p.y - fabsf(p.x));
    lay(rgba, 0.0018f - fabsf(p.x - 0.020f - 0.002f * p.y), wood, 1.0f);
    rgba[3] *= p.y > 0.0f && p.y < 0.285f ? 1.0f : 0.0f;
    for (int c = 0; c < 3; c++) {
        rgba[c] *= p.y > 0.0f && p.y < 0.285f ? 1.0f : 0.0f;
    }
    float seam = fabsf(fmodf(p.y, 0.045f) - 0.022f) < 0.0012f ? 0.82f : 1.0f, belly = 0.80f + 0.9f * (0.02f - p.x);
    lay(rgba, getTriangle(p, Scene_Vec(0.014f, 0.070f), Scene_Vec(0.014f, 0.270f), Scene_Vec(-0.098f, 0.078f)), sail,
        seam * belly);
    lay(rgba, getTriangle(p, Scene_Vec(0.028f, 0.062f), Scene_Vec(0.118f, 0.052f), Scene_Vec(0.028f, 0.235f)), rust,
        seam * (0.75f + 2.2f * (0.09f - p.x)));
    lay(rgba, fminf(0.0022f - fabsf(p.y - 0.070f), 0.056f - fabsf(p.x + 0.042f)), wood, 1.2f);
    lay(rgba, fminf(0.034f - fabsf(p.x + 0.046f), 0.016f - fabsf(p.y - 0.040f)), white, 0.75f);
    lay(rgba, fminf(0.040f - fabsf(p.x + 0.046f), 0.0035f - fabsf(p.y - 0.057f)), rust, 0.9f);
    lay(rgba, fminf(0.008f - fabsf(fabsf(p.x + 0.046f) - 0.014f), 0.0065f - fabsf(p.y - 0.042f)), glass, 0.9f);
    lay(rgba, hull, p.y < -0.012f ? red : blue, 0.65f + 9.0f * (p.y + 0.03f));
    lay(rgba, fminf(hull, 0.0030f - fabsf(p.y + 0.009f)), white, 0.9f);
    lay(rgba, fminf(hull + 0.004f, 0.0045f - fabsf(p.y - sheer + 0.002f)), wood, 1.6f);
}

// The dark, with stars, a moon, what lamps and windows throw, and the moon's glints on the far sea.
static void paintNight(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float blue[3] = {0.0008f, 0.0030f, 0.0110f}, moon[3] = {0.80f, 0.86f, 1.0f},
                       lamp[3] = {1.0f, 0.66f, 0.28f};
    (void)user;
    float x = place.x - 0.17f * scene->width, from = hypotf(x, place.y - 0.83f);
    float fx = place.x - LAMP_X * scene->width, lit = hypotf(fx, place.y - LAMP_Y);
    float sun = hypotf(place.x - SUN * scene->width, place.y - HORIZON - 0.045f);
    rgba[3] = 0.79f - 0.14f * expf(-3.0f * from * from) - 0.40f * expf(-lit * lit / 0.012f);
    rgba[3] += (0.99f - rgba[3]) * expf(-powf(sun / 0.06f, 4.0f)); // it has set
    float sky = Land_Step(HORIZON + 0.02f, HORIZON + 0.3f, place.y), down = HORIZON - place.y;
    int column = (int)(place.x * 26.0f), row = (int)(place.y * 26.0f);
    unsigned seed = 4000u + 64u * (unsigned)row + (unsigned)column;
    gfVec2 star = {((float)column + 0.15f + 0.7f * Scene_Hash(scene, seed)) / 26.0f,
                   ((float)row + 0.15f + 0.7f * Scene_Hash(scene, seed + 5000u)) / 26.0f};
    float bright = Scene_Hash(scene, seed + 9000u), twinkle = hypotf(place.x - star.x, place.y - star.y);
    float shine = sky * powf(bright, 6.0f) * expf(-twinkle * twinkle / 5e-6f);
    float disc = fminf(fmaxf(0.5f + NIGHT_DENSITY * (0.038f - from), 0.0f), 1.0f);
    float face = 0.75f + 0.35f * Backdrop_GetNoise(scene, 40.0f * place.x, 40.0f * place.y, 5000000u);
    float glint = down > 0.0f
                      ? expf(-powf(x / (0.04f + 0.6f * down), 2.0f)) * expf(-down / 0.08f) *
                            Land_Step(0.4f, 0.8f, Backdrop_GetNoise(scene, 30.0f * place.x, 260.0f * place.y, 5300000u))
                      : 0.0f;
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * blue[c] * (1.0f + 2.2f * expf(-4.0f * fabsf(place.y - HORIZON))) +
                  moon[c] * (0.9f * shine + 0.05f * expf(-from * from / 0.02f) + 0.30f * glint + disc * face) +
                  lamp[c] * (0.30f * expf(-lit * lit / 0.0016f) + 0.05f * expf(-lit * lit / 0.02f));
    }
    rgba[3] = fmaxf(rgba[3], disc);
}

// Light of the lamp through wet air: a wedge to the left of the lamp.
static void paintBeam(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float warm[3] = {1.0f, 0.83f, 0.50f};
    (void)scene;
    (void)user;
    float along = -place.x, wide = 0.012f + 0.070f * fmaxf(along, 0.0f), across = place.y / wide;
    float light =
        along > 0.0f ? expf(-across * across) * expf(-1.1f * along) * Land_Step(BEAM_LENGTH, 1.0f, along) : 0.0f;
    rgba[3] = 0.20f * light;
    for (int c = 0; c < 3; c++) {
        rgba[c] = 0.36f * light * warm[c];
    }
}

// Banks of mist over the water, lit by the morning.
static void paintMist(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float pale[3] = {0.78f, 0.84f, 0.90f}, rose[3] = {0.95f, 0.74f, 0.66f};
    (void)user;
    float up = place.y - HORIZON, bank = getClouds(scene, 0.8f * place.x + 20.0f, 1.3f * place.y);
    float light[3] = {0.0f, 0.0f, 0.0f};
    Backdrop_Mix(light, pale, 1.0f, 1.0f);
    Backdrop_Mix(light, rose, 1.0f, Land_Step(0.5f, 0.1f, up) * 0.6f);
    rgba[3] = Land_Step(-0.10f, 0.02f, up) * (0.30f + 0.55f * expf(-fmaxf(up, 0.0f) / 0.09f) * (0.35f + 1.2f * bank));
    rgba[3] = fminf(rgba[3], 0.92f);
    for (int c = 0; c < 3; c++) {
        rgba[c] = rgba[3] * light[c];
    }
}

// A gull that glides, from its side.
static void paintGull(const Scene *scene, gfVec2 place, float rgba[4], void *user)
{
    static const float white[3] = {0.90f, 0.86f, 0.84f}, grey[3] = {0.28f, 0.27f, 0.32f};
    (void)scene;
    (void)user;
    float x = fabsf(place.x), wing = 0.010f * sinf(110.0f * x) - 0.2f * fmaxf(x - 0.016f, 0.0f);
    float thick = 0.0026f * fmaxf(1.0f - x / 0.030f, 0.0f);
    lay(rgba, fminf(thick + 0.0006f - fabsf(place.y - wing), 0.030f - x), x > 0.021f ? grey : white, 0.9f);
    lay(rgba, 0.0034f - hypotf(0.45f * place.x, place.y + 0.001f), white, 1.0f);
}

static bool addPictures(Scene *scene)
{
    float size = Backdrop_GetSize(scene);
    gfVec2 corner = {0.0f, 0.0f};
    return Picture_Add(scene, corner, Scene_Vec(scene->width, ROCKS_HEIGHT), ROCKS_DENSITY, paintRocks, NULL) != NULL &&
           Picture_Add(scene, Scene_Vec(-0.14f * size, -0.065f * size), Scene_Vec(0.28f * size, 0.36f * size),
                       BOAT_DENSITY / size, paintBoat, NULL) != NULL &&
           Picture_Add(scene, corner, Scene_Vec(scene->width, 1.0f), NIGHT_DENSITY, paintNight, NULL) != NULL &&
           Picture_Add(scene, Scene_Vec(-BEAM_LENGTH, -0.3f), Scene_Vec(BEAM_LENGTH, 0.6f), BEAM_DENSITY, paintBeam,
                       NULL) != NULL &&
           Picture_Add(scene, corner, Scene_Vec(scene->width, 1.0f), BEAM_DENSITY, paintMist, NULL) != NULL &&
           Picture_Add(scene, Scene_Vec(-0.035f, -0.015f), Scene_Vec(0.07f, 0.03f), BOAT_DENSITY, paintGull, NULL) !=
               NULL;
}

// Night and mist are pictures of which more or less shows.
static bool drawShare(Scene *scene, int picture, const gfDrawDef *def, float share)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.view = def->view;
    look.range = 1.0f;
    look.opacity = share;
    look.solids.shown = false;
    look.encodeSrgb = def->encodeSrgb;
    return share <= 0.0f || gfFluid_Draw(scene->pictures[picture], &look);
}

// They go round over the water, and sleep at night.
static bool drawGulls(Scene *scene, const gfDrawDef *def, float night)
{
    bool drawn = true;
    for (int i = 0; i < GULLS && drawn && night < 0.6f; i++) {
        float turn = (0.30f + 0.05f * (float)i) * Scene_GetTime(scene) + 1.9f * (float)i;
        gfVec2 place = {scene->width * (0.55f + 0.05f * (float)i + 0.30f * cosf(turn)),
                        0.70f + 0.05f * (float)i + 0.06f * sinf(2.0f * turn + (float)i) + 0.5f * night};
        drawn = Picture_Draw(scene, scene->pictures[GULL], def, place, -0.3f * sinf(turn) + 0.1f * sinf(5.0f * turn),
                             1.0f - 0.5f * night);
    }
    return drawn;
}

static bool drawOver(Scene *scene, const gfDrawDef *def)
{
    const struct Boat *boat = scene->boat;
    gfVec2 corner = {0.0f, 0.0f}, lamp = {LAMP_X * scene->width, LAMP_Y};
    float night = getNight(scene), turn = 2.0f * SCENE_PI / BEAM_PERIOD * Scene_GetTime(scene);
    float bright = night * powf(fmaxf(cosf(turn), 0.0f), 1.5f);
    return drawShare(scene, MIST, def, getMist(scene)) &&
           (scene->config.mask != NULL || // the user's solids are there in its place
            Picture_Draw(scene, scene->pictures[ROCKS], def, corner, 0.0f, 1.0f)) &&
           drawGulls(scene, def, night) && drawShare(scene, NIGHT, def, night) &&
           Picture_Draw(scene, scene->pictures[BOAT], def, boat->place, boat->angle, 1.0f - 0.72f * night) &&
           (bright < 0.01f ||
            Picture_Draw(scene, scene->pictures[BEAM], def, lamp, 0.16f + 0.12f * sinf(turn), bright));
}

// --- the sea and the boat --------------------------------------------------------------------------------------------

// A wave stands on the left, about to run.
static float getFirstLevel(const Scene *scene, float x)
{
    float along = x / (0.24f * scene->width);
    return LEVEL + SWELL * expf(-along * along);
}

// Fills the sea in columns whose upper sides follow the wave.
static bool fillSea(Scene *scene)
{
    for (int i = 0; i < COLUMNS; i++) {
        float left = scene->width * (float)i / COLUMNS, right = scene->width * (float)(i + 1) / COLUMNS;
        const gfVec2 corners[4] = {
            {left, 0.0f}, {right, 0.0f}, {right, getFirstLevel(scene, right)}, {left, getFirstLevel(scene, left)}};
        gfShape column = gfMakePolygon(corners, 4);
        if (!gfFluid_FillToLevel(scene->fluid, &column, 1.0f)) {
            return false;
        }
    }
    return true;
}

static bool setProbes(Scene *scene)
{
    const struct Boat *boat = scene->boat;
    gfVec2 probes[PROBES];
    for (int i = 0; i < PROBES; i++) {
        float across = 0.9f * BOAT_HALF * Backdrop_GetSize(scene) * (2.0f * (float)i / (PROBES - 1) - 1.0f);
        probes[i] = Scene_Vec(boat->place.x + across, 0.22f);
    }
    return gfQuery_SetPoints(boat->query, probes, PROBES);
}

static bool makeBoat(Scene *scene)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_SURFACE;
    def.maxPoints = PROBES;
    def.maxRegions = 0;
    def.delay = 2; // two runs are the same
    scene->boat = calloc(1, sizeof *scene->boat);
    if (scene->boat == NULL) {
        return false;
    }
    scene->boat->place = Scene_Vec(0.50f * scene->width, LEVEL - DRAUGHT);
    scene->boat->query = gfCreateQuery(scene->fluid, &def);
    return scene->boat->query != NULL && setProbes(scene);
}

static gfSourceDef getCalm(const Scene *scene)
{
    gfVec2 middle = {0.5f * scene->width, 0.5f};
    return Liquid_GetCalm(middle, middle, CALM + MORNING * getMist(scene));
}

bool Boat_SetUp(Scene *scene)
{
    gfSourceDef calm = getCalm(scene);
    scene->drawOver = drawOver;
    return Scene_AddEmitter(scene, &calm) && Scene_SetUpSolids(scene, addSolids) && fillSea(scene) && makeBoat(scene) &&
           addPictures(scene) && Backdrop_Paint(scene, paintSea);
}

void Boat_TearDown(Scene *scene)
{
    free(scene->boat); // the query goes with its fluid
    scene->boat = NULL;
}

// It rises and turns with the water as on springs, slides down its slope, and sails to and fro.
static void moveBoat(Scene *scene, const gfPointAnswer *points, float dt)
{
    struct Boat *boat = scene->boat;
    float mean = 0.0f, slope = 0.0f, reach = 0.9f * BOAT_HALF * Backdrop_GetSize(scene);
    for (int i = 0; i < PROBES; i++) {
        float across = 2.0f * (float)i / (PROBES - 1) - 1.0f;
        mean += points[i].surface / PROBES;
        slope += across * points[i].surface / (2.5f * reach); // 2.5: the sum of squares of `across`
    }
    float course = scene->width * (0.43f + 0.17f * sinf(0.17f * Scene_GetTime(scene)));
    float angle = fminf(fmaxf(atanf(slope), -0.6f), 0.6f);
    boat->velocity.x += dt * (0.8f * (course - boat->place.x) - 1.4f * boat->velocity.x - 0.35f * slope);
    boat->velocity.y += dt * (90.0f * (mean - DRAUGHT - boat->place.y) - 11.0f * boat->velocity.y);
    boat->spin += dt * (55.0f * (angle - boat->angle) - 7.0f * boat->spin);
    boat->place.x += dt * boat->velocity.x;
    boat->place.y += dt * boat->velocity.y;
    boat->angle += dt * boat->spin;
}

void Boat_BeforeStep(Scene *scene)
{
    float time = Scene_GetTime(scene), sway = 0.0f;
    for (int n = 1; n <= 5; n += 2) { // of standing waves, those that swaying moves
        float k = SCENE_PI * (float)n / scene->width, pace = sqrtf(GRAVITY * k * tanhf(LEVEL * k));
        sway += SWAY * (float)n * sinf((1.0f - 0.01f * (float)n) * pace * time);
    }
    sway *= getStorm(scene);
    Water_TiltGravity(scene, sway);
    gfSourceDef calm = getCalm(scene);
    gfFluid_SetEmitter(scene->fluid, scene->emitters[0], &calm);
    gfQueryAnswer answer;
    gfQuery_Request(scene->boat->query);
    if (gfQuery_Poll(scene->boat->query, &answer) == GF_POLL_READY) {
        moveBoat(scene, answer.points, 1.0f / 60.0f);
        setProbes(scene);
    }
}

void Boat_TuneDraw(const Scene *scene, gfDrawDef *def)
{
    static const float solid[4] = {0.03f, 0.035f, 0.04f, 1.0f}, tint[3] = {0.12f, 0.78f, 0.86f};
    static const float deep[3] = {0.000f, 0.085f, 0.15f}, thin[3] = {0.22f, 0.52f, 0.50f};
    (void)scene;
    Liquid_TuneWallDraw(def);
    def->tone.map = GF_TONE_FILMIC;
    def->liquid.foamSpeed = 0.32f;
    def->liquid.clarity = 0.0f;
    def->liquid.specular = 1.4f;
    def->liquid.rim = 0.026f;
    def->liquid.caustics = 0.4f;
    def->liquid.light[0] = -0.7f;
    def->liquid.light[1] = 0.45f;
    def->liquid.light[2] = 0.5f;
    memcpy(def->liquid.deep, deep, sizeof deep);
    memcpy(def->liquid.thin, thin, sizeof thin);
    def->refraction.absorption = 2.4f;
    def->refraction.strength = 0.03f;
    memcpy(def->refraction.tint, tint, sizeof tint);
    memcpy(def->solids.color, solid, sizeof solid);
    def->solids.media = 0.0f;
}
