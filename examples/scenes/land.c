// Noise and colours of dioramas, and the ground that is made of them.
#include "scenes/land.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

float Land_Hash(int x, int y, unsigned seed)
{
    uint32_t word = (uint32_t)x * 0x9E3779B9u ^ (uint32_t)y * 0x85EBCA6Bu ^ seed * 0xC2B2AE35u;
    word = (word ^ (word >> 15)) * 0x2C1B3C6Du;
    word = (word ^ (word >> 12)) * 0x297A2D39u;
    word ^= word >> 15;
    return (float)(word >> 8) / 16777216.0f;
}

float Land_Noise(float x, float y, unsigned seed)
{
    float cellX = floorf(x), cellY = floorf(y);
    float u = x - cellX, v = y - cellY;
    int i = (int)cellX, j = (int)cellY;
    u = u * u * u * (u * (6.0f * u - 15.0f) + 10.0f);
    v = v * v * v * (v * (6.0f * v - 15.0f) + 10.0f);
    float low = Land_Blend(Land_Hash(i, j, seed), Land_Hash(i + 1, j, seed), u);
    float high = Land_Blend(Land_Hash(i, j + 1, seed), Land_Hash(i + 1, j + 1, seed), u);
    return 2.0f * Land_Blend(low, high, v) - 1.0f;
}

float Land_Fractal(float x, float y, int octaves, unsigned seed)
{
    float sum = 0.0f, weight = 0.6f;
    for (int i = 0; i < octaves; i++) {
        sum += weight * Land_Noise(x, y, seed + (unsigned)i);
        // Turned from octave to octave, so that the lattice does not show.
        float turned = 2.0f * (0.8f * x - 0.6f * y);
        y = 2.0f * (0.6f * x + 0.8f * y);
        x = turned;
        weight *= 0.5f;
    }
    return sum;
}

float Land_Step(float from, float to, float x)
{
    float t = fminf(fmaxf((x - from) / (to - from), 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

float Land_Blend(float a, float b, float share)
{
    return a + share * (b - a);
}

gfVec3 Land_BlendColor(gfVec3 a, gfVec3 b, float share)
{
    return (gfVec3){Land_Blend(a.x, b.x, share), Land_Blend(a.y, b.y, share), Land_Blend(a.z, b.z, share)};
}

gfVec3 Land_ScaleColor(gfVec3 a, float factor)
{
    return (gfVec3){factor * a.x, factor * a.y, factor * a.z};
}

LandPebble Land_GetPebble(float x, float y, unsigned seed)
{
    int i = (int)floorf(x), j = (int)floorf(y);
    float nearest = 9.0f, second = 9.0f;
    LandPebble pebble = {0};
    for (int n = 0; n < 9; n++) {
        int a = i + n % 3 - 1, b = j + n / 3 - 1;
        float dx = (float)a + 0.15f + 0.7f * Land_Hash(a, b, seed) - x;
        float dy = (float)b + 0.15f + 0.7f * Land_Hash(a, b, seed + 1u) - y;
        float distance = sqrtf(dx * dx + dy * dy);
        if (distance < nearest) {
            second = nearest;
            nearest = distance;
            pebble.tone = Land_Hash(a, b, seed + 2u);
            pebble.hue = Land_Hash(a, b, seed + 3u);
        } else if (distance < second) {
            second = distance;
        }
    }
    pebble.height = Land_Step(0.0f, 0.34f, second - nearest);
    return pebble;
}

float Land_GetDistance(const gfShape *polygon, gfVec2 place)
{
    float least = 1e9f;
    bool inside = false;
    for (int i = 0, j = polygon->pointCount - 1; i < polygon->pointCount; j = i++) {
        gfVec2 a = polygon->points[j], b = polygon->points[i];
        float ex = b.x - a.x, ey = b.y - a.y;
        float px = place.x - a.x, py = place.y - a.y;
        float along = fminf(fmaxf((px * ex + py * ey) / (ex * ex + ey * ey), 0.0f), 1.0f);
        least = fminf(least, hypotf(px - along * ex, py - along * ey));
        if ((a.y > place.y) != (b.y > place.y) && place.x < a.x + (place.y - a.y) / ey * ex) {
            inside = !inside;
        }
    }
    return inside ? -least : least;
}

static bool writeHeights(Scene *scene, LandGroundFn *ground)
{
    gfFluidDef def = gfFluid_GetDef(scene->fluid);
    size_t count = (size_t)def.gridWidth * (size_t)def.gridHeight;
    float *heights = malloc(count * sizeof *heights);
    if (heights == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        float x = ((float)(i % (size_t)def.gridWidth) + 0.5f) * def.cellSize;
        float y = ((float)(i / (size_t)def.gridWidth) + 0.5f) * def.cellSize;
        heights[i] = ground(scene, x, y);
    }
    bool written = gfFluid_WriteField(scene->fluid, GF_FIELD_GROUND, heights, count);
    free(heights);
    return written;
}

static uint8_t encodeSrgb(float value)
{
    return (uint8_t)lroundf(255.0f * Image_EncodeSrgb(fminf(fmaxf(value, 0.0f), 1.0f)));
}

static void paintPixel(const Scene *scene, LandGroundFn *ground, LandColorFn *color, const LandRelief *relief,
                       const float light[3], gfVec2 place, uint8_t rgba[4])
{
    const float step = 0.006f;
    float height = ground(scene, place.x, place.y);
    float slope =
        hypotf(ground(scene, place.x + step, place.y) - height, ground(scene, place.x, place.y + step) - height);
    gfVec3 c = color(scene, place.x, place.y, height, slope / step);
    c = Land_ScaleColor(c, Land_GetShade(relief, (gfVec3){place.x, place.y, height}, light));
    rgba[0] = encodeSrgb(c.x);
    rgba[1] = encodeSrgb(c.y);
    rgba[2] = encodeSrgb(c.z);
    rgba[3] = 255;
}

bool Land_SetGround(Scene *scene, LandGroundFn *ground, LandColorFn *color, const LandRelief *relief,
                    const float light[3], int width)
{
    int height = (int)lroundf((float)width / scene->width);
    scene->ground = Image_Create(width, height);
    if (scene->ground.pixels == NULL || !writeHeights(scene, ground)) {
        return false;
    }
    for (int i = 0; i < width * height; i++) {
        gfVec2 place = {scene->width * ((float)(i % width) + 0.5f) / (float)width,
                        1.0f - ((float)(i / width) + 0.5f) / (float)height};
        paintPixel(scene, ground, color, relief, light, place, scene->ground.pixels + 4 * (size_t)i);
    }
    return true;
}
