// The pond's bowl, its banks, and the paving and lawn beyond: heights and colours.
#include "scenes/pond_garden.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define DEEPEST 0.20f // m
#define BANK 0.034f   // m, above the water

// 0 in the middle of the pond, 1 on its shore.
static float getOut(const Scene *scene, float x, float y)
{
    float u = fabsf(x / scene->width - 0.5f) / 0.425f, v = fabsf(y - 0.5f) / 0.395f;
    float out = powf(powf(u, 2.7f) + powf(v, 2.7f), 1.0f / 2.7f);
    return out + 0.13f * Land_Fractal(2.3f * x + 3.0f, 2.3f * y + 1.0f, 2, 11u);
}

float Pond_GetGround(const Scene *scene, float x, float y)
{
    float out = getOut(scene, x, y);
    float wall = Land_Step(1.10f, 0.52f, out);
    float bowl = Land_Blend(BANK, -DEEPEST, wall);
    float rough =
        0.02f * Land_Fractal(4.0f * x, 4.0f * y, 2, 4u) * wall + 0.007f * Land_Noise(14.0f * x, 14.0f * y, 8u);
    float pebbles = 0.007f * Land_GetPebble(34.0f * x, 34.0f * y, 3u).height;
    return bowl + rough + pebbles - 0.004f;
}

// Slabs of stone with joints between; a lawn begins some way out.
static float getPaved(const Scene *scene, float x, float y)
{
    float out = fmaxf(fmaxf(-x, x - scene->width), fmaxf(-y, y - 1.0f));
    return Land_Step(0.50f, 0.44f, out + 0.07f * Land_Noise(6.0f * x, 6.0f * y, 31u));
}

float Garden_GetGround(const Scene *scene, float x, float y)
{
    float out = fmaxf(fmaxf(-x, x - scene->width), fmaxf(-y, y - 1.0f));
    if (out < -0.03f) {
        return Pond_GetGround(scene, x, y);
    }
    if (out < 0.5f * GARDEN_EDGE) {
        return 0.0f; // below the edge of stone
    }
    LandPebble slab = Land_GetPebble(5.2f * x, 5.2f * y, 41u);
    float paved = 0.020f + 0.006f * (slab.tone - 0.5f) + 0.010f * Land_Step(0.0f, 0.35f, slab.height);
    float lawn =
        0.045f + 0.02f * Land_Fractal(3.0f * x, 3.0f * y, 2, 15u) + 0.006f * Land_Noise(60.0f * x, 60.0f * y, 16u);
    return Land_Blend(lawn, paved, getPaved(scene, x, y));
}

// Shadows of leaves: a tree stands out of the picture, to the left behind.
static float getDapple(const Scene *scene, float x, float y)
{
    float near = Land_Step(1.25f, 0.35f, hypotf(x / scene->width + 0.10f, y - 1.20f));
    float leaves = Land_Fractal(7.5f * x, 7.5f * y, 3, 61u) + 0.25f * Land_Noise(3.0f * x, 3.0f * y, 62u);
    return 1.0f - 0.62f * near * Land_Step(-0.12f, 0.10f, leaves);
}

static gfVec3 getPebbleColor(float x, float y, float size, unsigned seed)
{
    static const gfVec3 kinds[5] = {{0.30f, 0.29f, 0.27f},
                                    {0.42f, 0.36f, 0.27f},
                                    {0.22f, 0.20f, 0.18f},
                                    {0.50f, 0.46f, 0.40f},
                                    {0.34f, 0.23f, 0.16f}};
    LandPebble pebble = Land_GetPebble(x / size, y / size, seed);
    gfVec3 c = kinds[(int)(4.999f * pebble.hue)];
    float veins = 1.0f + 0.18f * Land_Fractal(3.0f * x / size, 3.0f * y / size, 2, seed + 9u);
    return Land_ScaleColor(c, (0.65f + 0.7f * pebble.tone) * (0.18f + 0.82f * pebble.height) * veins);
}

gfVec3 Pond_GetColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 moss = {0.085f, 0.125f, 0.025f}, silt = {0.17f, 0.155f, 0.10f}, sand = {0.40f, 0.33f, 0.22f};
    (void)slope;
    gfVec3 coarse = getPebbleColor(x, y, 1.0f / 34.0f, 3u), fine = getPebbleColor(x, y, 1.0f / 80.0f, 71u);
    float patches = Land_Fractal(5.0f * x, 5.0f * y, 3, 51u);
    gfVec3 c = Land_BlendColor(coarse, fine, Land_Step(0.0f, 0.25f, patches));
    c = Land_BlendColor(c, sand, 0.45f * Land_Step(0.2f, 0.5f, Land_Fractal(3.0f * x, 3.0f * y, 3, 54u)));
    // Silt settles in the deep, moss and grass grow on the bank.
    c = Land_BlendColor(c, silt, 0.45f * Land_Step(-0.08f, -0.20f, height));
    float green = Land_Step(0.012f, 0.030f, height + 0.016f * Land_Fractal(9.0f * x, 9.0f * y, 3, 53u));
    gfVec3 grass = Land_ScaleColor(moss, 0.8f + 0.5f * Land_Noise(90.0f * x, 90.0f * y, 55u));
    c = Land_BlendColor(c, grass, 0.85f * green);
    return Land_ScaleColor(c, getDapple(scene, x, y));
}

gfVec3 Garden_GetColor(const Scene *scene, float x, float y, float height, float slope)
{
    static const gfVec3 stone = {0.42f, 0.37f, 0.31f}, warm = {0.46f, 0.33f, 0.24f}, joint = {0.10f, 0.10f, 0.045f};
    static const gfVec3 lawn = {0.105f, 0.19f, 0.032f}, dry = {0.21f, 0.23f, 0.06f};
    (void)height;
    (void)slope;
    LandPebble slab = Land_GetPebble(5.2f * x, 5.2f * y, 41u);
    gfVec3 paved = Land_BlendColor(stone, warm, slab.hue);
    paved = Land_ScaleColor(paved, 0.75f + 0.4f * slab.tone + 0.12f * Land_Fractal(18.0f * x, 18.0f * y, 3, 42u));
    paved = Land_BlendColor(joint, paved, Land_Step(0.10f, 0.30f, slab.height));
    gfVec3 grass = Land_BlendColor(lawn, dry, 0.5f + 0.5f * Land_Fractal(5.0f * x, 5.0f * y, 3, 43u));
    grass = Land_ScaleColor(grass, 0.85f + 0.45f * Land_Noise(70.0f * x, 70.0f * y, 44u));
    gfVec3 c = Land_BlendColor(grass, paved, getPaved(scene, x, y));
    return Land_ScaleColor(c, getDapple(scene, x, y));
}
