// The shape of a koi, and where it is in the world.
#include "scenes/fish.h"
#include "scenes/pen.h"

#include "scenes/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SIDES 12
#define RINGS 14

static const gfVec3 body = {0.0f, 0.0f, 0.0f};

// Half width and half height of the body at `share` of the way from nose to the root of the tail.
static gfVec2 getGirth(float share)
{
    float front = powf(fminf(share / 0.34f, 1.0f), 0.55f);
    float back = 1.0f - 0.86f * Land_Step(0.30f, 1.05f, share);
    return (gfVec2){0.083f * front * back, 0.098f * front * (1.0f - 0.72f * Land_Step(0.34f, 1.0f, share))};
}

static void addBody(Pen *pen)
{
    for (int i = 0; i < RINGS * SIDES; i++) {
        float share = (float)(i / SIDES) / (RINGS - 1);
        share = share * (0.55f + 0.45f * share); // closer rings at the nose
        gfVec2 girth = getGirth(fmaxf(share, 0.004f));
        float turn = 2.0f * SCENE_PI * (float)(i % SIDES) / SIDES;
        gfVec3 place = {0.5f - 0.78f * share, girth.x * cosf(turn), girth.y * sinf(turn) - 0.012f};
        Pen_AddVertex(pen, place, (gfVec3){0.0f, 0.0f, 0.0f}, body);
    }
    for (uint32_t i = 0; i < (RINGS - 1) * SIDES; i++) {
        uint32_t row = i / SIDES * SIDES, next = row + (i % SIDES + 1) % SIDES;
        Pen_AddQuad(pen, i, i + SIDES, next + SIDES, next);
    }
    Pen_Smooth(pen, 0, 0);
}

// A fin is a fan from a root line to an edge: both are given by their points, the same number of each.
static void addFin(Pen *pen, const gfVec3 *roots, const gfVec3 *edges, int count, gfVec3 normal)
{
    uint32_t before[2] = {0, 0};
    for (int i = 0; i < count; i++) {
        uint32_t now[2] = {Pen_AddVertex(pen, roots[i], normal, (gfVec3){1.0f, 0.0f, 0.0f}),
                           Pen_AddVertex(pen, edges[i], normal, (gfVec3){1.0f, 0.0f, 1.0f})};
        if (i > 0) {
            Pen_AddQuad(pen, before[0], before[1], now[1], now[0]);
        }
        before[0] = now[0];
        before[1] = now[1];
    }
}

static void addTail(Pen *pen)
{
    static const float edge[7][2] = {{-0.44f, 0.125f}, {-0.49f, 0.135f}, {-0.44f, 0.06f},  {-0.40f, 0.0f},
                                     {-0.43f, -0.05f}, {-0.48f, -0.12f}, {-0.43f, -0.115f}};
    gfVec3 roots[7], edges[7];
    for (int i = 0; i < 7; i++) {
        roots[i] = (gfVec3){-0.262f, 0.0f, 0.022f * (1.0f - (float)i / 3.0f) - 0.012f};
        // Spread to the sides as well, so that it shows from above.
        edges[i] = (gfVec3){edge[i][0], 0.45f * edge[i][1], edge[i][1] - 0.012f};
    }
    addFin(pen, roots, edges, 7, (gfVec3){0.0f, 0.6f, 0.8f});
}

static void addSideFins(Pen *pen)
{
    for (int side = -1; side <= 1; side += 2) {
        float s = (float)side;
        const gfVec3 roots[4] = {{0.26f, 0.070f * s, -0.04f},
                                 {0.245f, 0.072f * s, -0.045f},
                                 {0.23f, 0.073f * s, -0.045f},
                                 {0.215f, 0.072f * s, -0.04f}};
        const gfVec3 edges[4] = {{0.225f, 0.15f * s, -0.06f},
                                 {0.17f, 0.185f * s, -0.065f},
                                 {0.125f, 0.170f * s, -0.06f},
                                 {0.15f, 0.11f * s, -0.05f}};
        addFin(pen, roots, edges, 4, (gfVec3){0.0f, 0.2f * s, 0.97f});
        const gfVec3 hipRoots[3] = {
            {0.03f, 0.045f * s, -0.06f}, {0.01f, 0.045f * s, -0.06f}, {-0.01f, 0.043f * s, -0.06f}};
        const gfVec3 hipEdges[3] = {
            {-0.01f, 0.085f * s, -0.085f}, {-0.05f, 0.095f * s, -0.09f}, {-0.06f, 0.07f * s, -0.08f}};
        addFin(pen, hipRoots, hipEdges, 3, (gfVec3){0.0f, 0.2f * s, 0.97f});
    }
}

static void addBackFin(Pen *pen)
{
    gfVec3 roots[6], edges[6];
    static const float height[6] = {0.012f, 0.062f, 0.058f, 0.044f, 0.032f, 0.012f};
    for (int i = 0; i < 6; i++) {
        float x = 0.17f - 0.062f * (float)i;
        gfVec2 girth = getGirth((0.5f - x) / 0.78f);
        roots[i] = (gfVec3){x, 0.0f, 0.96f * girth.y - 0.012f};
        edges[i] = (gfVec3){x - 0.035f, 0.0f, girth.y - 0.012f + height[i]};
    }
    addFin(pen, roots, edges, 6, (gfVec3){0.0f, 0.35f, 0.94f});
}

bool Fish_MakeMesh(SceneMesh *mesh)
{
    Pen pen = {0};
    addBody(&pen);
    addTail(&pen);
    addSideFins(&pen);
    addBackFin(&pen);
    if (pen.failed) {
        free(pen.mesh.vertices);
        free(pen.mesh.indices);
        return false;
    }
    *mesh = pen.mesh;
    return true;
}

void Fish_GetTransform(const Fish *fish, float transform[16])
{
    float pitch = fminf(fmaxf(atan2f(fish->climb, fmaxf(fish->speed, 0.03f)), -0.4f), 0.4f);
    float c = cosf(fish->heading), s = sinf(fish->heading), k = fish->length;
    float cp = cosf(pitch), sp = sinf(pitch);
    const float m[16] = {k * c * cp,  k * s * cp,  k * sp, 0.0f, -k * s,        k * c,         0.0f,         0.0f,
                         -k * c * sp, -k * s * sp, k * cp, 0.0f, fish->place.x, fish->place.y, fish->height, 1.0f};
    memcpy(transform, m, sizeof m);
}
