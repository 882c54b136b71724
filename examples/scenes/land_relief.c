// Shadows in dioramas: rays through the heights of all that stands there. They are drawn once, at set-up, for the sun
// stands still and so does most of what throws them.
#include "scenes/land.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>

#define SUN_STEPS 28
#define SUN_REACH 0.9f // m
#define SKY_TURNS 8
#define BIAS 0.004f // m, over which a surface does not shade itself

static float getWidth(const LandRelief *relief)
{
    return relief->high.x - relief->low.x;
}

// Between four samples.
static float getHeight(const LandRelief *relief, float x, float y)
{
    float u = (x - relief->low.x) / getWidth(relief) * (float)relief->width - 0.5f;
    float v = (y - relief->low.y) / (relief->high.y - relief->low.y) * (float)relief->height - 0.5f;
    u = fminf(fmaxf(u, 0.0f), (float)relief->width - 1.001f);
    v = fminf(fmaxf(v, 0.0f), (float)relief->height - 1.001f);
    const float *h = relief->heights + (int)v * relief->width + (int)u;
    float du = u - floorf(u), dv = v - floorf(v);
    return Land_Blend(Land_Blend(h[0], h[1], du), Land_Blend(h[relief->width], h[relief->width + 1], du), dv);
}

bool Land_MakeRelief(LandRelief *relief, const Scene *scene, gfVec2 low, gfVec2 high, int width, LandGroundFn *ground)
{
    *relief = (LandRelief){.low = low, .high = high, .width = width};
    relief->height = (int)ceilf((float)width * (high.y - low.y) / (high.x - low.x));
    relief->heights = malloc((size_t)relief->width * (size_t)relief->height * sizeof *relief->heights);
    if (relief->heights == NULL) {
        return false;
    }
    for (int i = 0; i < relief->width * relief->height; i++) {
        float u = ((float)(i % width) + 0.5f) / (float)width;
        float v = ((float)(i / width) + 0.5f) / (float)relief->height;
        relief->heights[i] = ground(scene, Land_Blend(low.x, high.x, u), Land_Blend(low.y, high.y, v));
    }
    return true;
}

void Land_FreeRelief(LandRelief *relief)
{
    free(relief->heights);
    relief->heights = NULL;
}

static void addTriangle(LandRelief *relief, const float *a, const float *b, const float *c)
{
    float cell = getWidth(relief) / (float)relief->width;
    int fromX = (int)floorf((fminf(a[0], fminf(b[0], c[0])) - relief->low.x) / cell - 0.5f);
    int toX = (int)ceilf((fmaxf(a[0], fmaxf(b[0], c[0])) - relief->low.x) / cell - 0.5f);
    int fromY = (int)floorf((fminf(a[1], fminf(b[1], c[1])) - relief->low.y) / cell - 0.5f);
    int toY = (int)ceilf((fmaxf(a[1], fmaxf(b[1], c[1])) - relief->low.y) / cell - 0.5f);
    float area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if (fabsf(area) < 1e-9f) {
        return; // stands upright
    }
    for (int y = fromY < 0 ? 0 : fromY; y <= toY && y < relief->height; y++) {
        for (int x = fromX < 0 ? 0 : fromX; x <= toX && x < relief->width; x++) {
            float px = relief->low.x + ((float)x + 0.5f) * cell, py = relief->low.y + ((float)y + 0.5f) * cell;
            float v = ((px - a[0]) * (c[1] - a[1]) - (py - a[1]) * (c[0] - a[0])) / area;
            float w = ((b[0] - a[0]) * (py - a[1]) - (b[1] - a[1]) * (px - a[0])) / area;
            if (v >= 0.0f && w >= 0.0f && v + w <= 1.0f) {
                float *height = &relief->heights[y * relief->width + x];
                *height = fmaxf(*height, a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]));
            }
        }
    }
}

void Land_AddToRelief(LandRelief *relief, const SceneMesh *mesh)
{
    for (int i = 0; i + 2 < mesh->indexCount; i += 3) {
        const uint32_t *corners = mesh->indices + i;
        addTriangle(relief, mesh->vertices + SCENE_VERTEX_SIZE * corners[0],
                    mesh->vertices + SCENE_VERTEX_SIZE * corners[1], mesh->vertices + SCENE_VERTEX_SIZE * corners[2]);
    }
}

// The least angle by which the ray to the sun clears what is in its way makes the edge of a shadow soft.
static float getSunShare(const LandRelief *relief, gfVec3 place, const float light[3])
{
    float length = sqrtf(light[0] * light[0] + light[1] * light[1] + light[2] * light[2]);
    float share = 1.0f;
    for (int i = 1; i <= SUN_STEPS && share > 0.0f; i++) {
        float t = SUN_REACH * (float)(i * i) / (SUN_STEPS * SUN_STEPS);
        float height = place.z + BIAS + t * light[2] / length;
        float blocked = getHeight(relief, place.x + t * light[0] / length, place.y + t * light[1] / length) - height;
        share = fminf(share, 0.5f - 14.0f * blocked / (t + 0.02f));
    }
    return Land_Step(0.0f, 1.0f, share);
}

// How much of the sky is hidden, by the mean of horizons all round.
static float getSkyShare(const LandRelief *relief, gfVec3 place)
{
    float hidden = 0.0f;
    for (int i = 0; i < SKY_TURNS; i++) {
        float turn = 2.0f * SCENE_PI * (float)i / SKY_TURNS;
        float highest = 0.0f;
        for (float reach = 0.015f; reach < 0.2f; reach *= 2.2f) {
            float height = getHeight(relief, place.x + reach * cosf(turn), place.y + reach * sinf(turn));
            highest = fmaxf(highest, (height - place.z - BIAS) / reach);
        }
        hidden += highest / sqrtf(1.0f + highest * highest);
    }
    return 1.0f - hidden / SKY_TURNS;
}

float Land_GetShade(const LandRelief *relief, gfVec3 place, const float light[3])
{
    // What is under something is lit from the side; its own height is not the highest there.
    float over = getHeight(relief, place.x, place.y) - place.z;
    float covered = Land_Step(0.012f, 0.05f, over);
    float open = Land_Blend(getSunShare(relief, place, light), 0.15f, covered);
    float sky = Land_Blend(getSkyShare(relief, place), 0.35f, covered);
    return (0.30f + 0.70f * open) * (0.35f + 0.65f * sky);
}

void Land_ShadeMesh(const LandRelief *relief, SceneMesh *mesh, const float light[3])
{
    for (int i = 0; i < mesh->vertexCount; i++) {
        float *vertex = mesh->vertices + SCENE_VERTEX_SIZE * (size_t)i;
        // From a little way off the surface, so that walls do not shade themselves.
        gfVec3 place = {vertex[0] + 0.012f * vertex[3], vertex[1] + 0.012f * vertex[4],
                        vertex[2] + 0.012f * fmaxf(vertex[5], 0.0f)};
        float shade = Land_GetShade(relief, place, light);
        for (int c = 6; c < 9; c++) {
            vertex[c] *= shade;
        }
    }
}
