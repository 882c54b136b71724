// The garden round the pond: an edge of stone, boulders, reeds, lilies, a lantern, pots.
#include "scenes/pond_garden.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define EDGE_TOP 0.058f
#define EDGE_STONE 0.21f // m, length of a stone of the edge

static const gfVec3 leaf = {0.10f, 0.20f, 0.035f};

// A side of the edge: stones one after the other, each a little askew.
static void drawEdge(Pen *pen, gfVec2 from, gfVec2 to, unsigned seed)
{
    static const gfVec3 stone = {0.44f, 0.40f, 0.35f};
    float length = hypotf(to.x - from.x, to.y - from.y), turn = atan2f(to.y - from.y, to.x - from.x);
    int count = (int)roundf(length / EDGE_STONE);
    for (int i = 0; i < count; i++) {
        float along = ((float)i + 0.5f) / (float)count;
        gfVec3 centre = {Land_Blend(from.x, to.x, along), Land_Blend(from.y, to.y, along),
                         EDGE_TOP - 0.05f + 0.004f * Land_Hash(i, 1, seed)};
        gfVec3 half = {0.5f * length / (float)count - 0.004f, 0.5f * GARDEN_EDGE + 0.006f * Land_Hash(i, 2, seed),
                       0.05f};
        Pen_AddBox(pen, centre, half, turn + 0.02f * (Land_Hash(i, 3, seed) - 0.5f),
                   Land_ScaleColor(stone, 0.8f + 0.35f * Land_Hash(i, 4, seed)));
    }
}

static void drawEdges(Pen *pen, const Scene *scene)
{
    const float out = 0.5f * GARDEN_EDGE - 0.004f, w = scene->width;
    drawEdge(pen, (gfVec2){-2.0f * out, -out}, (gfVec2){w + 2.0f * out, -out}, 1u);
    drawEdge(pen, (gfVec2){-2.0f * out, 1.0f + out}, (gfVec2){w + 2.0f * out, 1.0f + out}, 2u);
    drawEdge(pen, (gfVec2){-out, 0.0f}, (gfVec2){-out, 1.0f}, 3u);
    drawEdge(pen, (gfVec2){w + out, 0.0f}, (gfVec2){w + out, 1.0f}, 4u);
}

// Boulders and cobbles along the shore, where the ground is about as high as the water.
static void drawShore(Pen *pen, const Scene *scene)
{
    int drawn = 0;
    for (int i = 0; i < 900 && drawn < 64; i++) {
        float x = scene->width * (0.03f + 0.94f * Land_Hash(i, 1, 91u)), y = 0.03f + 0.94f * Land_Hash(i, 2, 91u);
        float height = Pond_GetGround(scene, x, y);
        if (height < 0.0f || height > 0.034f || (x > 0.86f * scene->width && y > 0.48f && y < 0.72f)) {
            continue; // the jetty sets out there
        }
        drawn++;
        float size = 0.014f + 0.034f * powf(Land_Hash(i, 3, 91u), 3.0f);
        gfVec2 corners[7];
        for (int k = 0; k < 7; k++) {
            float turn = 2.0f * SCENE_PI * (float)k / 7.0f, reach = size * (0.75f + 0.5f * Land_Hash(i, 10 + k, 91u));
            corners[k] = Scene_Vec(x + 1.2f * reach * cosf(turn), y + 0.9f * reach * sinf(turn));
        }
        gfShape outline = gfMakePolygon(corners, 7);
        float tone = 0.7f + 0.6f * Land_Hash(i, 4, 91u);
        Pen_AddRock(pen, &outline, height - 0.5f * size, height + 0.85f * size,
                    (gfVec3){0.29f * tone, 0.265f * tone, 0.23f * tone}, 100u + (unsigned)i);
    }
}

static void drawTuft(Pen *pen, const Scene *scene, gfVec2 place, float spread, float height, int blades, gfVec3 color,
                     unsigned seed)
{
    for (int i = 0; i < blades; i++) {
        float turn = 2.0f * SCENE_PI * Land_Hash(i, 1, seed), out = spread * sqrtf(Land_Hash(i, 2, seed));
        float x = place.x + out * cosf(turn), y = place.y + out * sinf(turn);
        float tall = height * (0.6f + 0.5f * Land_Hash(i, 3, seed));
        float lean = tall * (0.15f + 0.5f * Land_Hash(i, 4, seed)), way = turn + 1.6f * (Land_Hash(i, 5, seed) - 0.5f);
        gfVec3 own = Land_ScaleColor(color, 0.7f + 0.7f * Land_Hash(i, 6, seed));
        Pen_AddBlade(pen, (gfVec3){x, y, Pond_GetGround(scene, x, y) - 0.01f}, tall,
                     (gfVec2){lean * cosf(way), lean * sinf(way)}, 0.006f + 0.03f * height, own);
    }
}

// Stems with a brown head among the reeds.
static void drawCattails(Pen *pen, const Scene *scene, gfVec2 place, int count, unsigned seed)
{
    for (int i = 0; i < count; i++) {
        float x = place.x + 0.10f * (Land_Hash(i, 1, seed) - 0.5f),
              y = place.y + 0.07f * (Land_Hash(i, 2, seed) - 0.5f);
        float tall = 0.20f + 0.10f * Land_Hash(i, 3, seed);
        gfVec3 root = {x, y, Pond_GetGround(scene, x, y) - 0.01f};
        gfVec3 top = {x + 0.03f * (Land_Hash(i, 4, seed) - 0.5f), y, root.z + tall};
        gfVec3 neck = {Land_Blend(root.x, top.x, 0.78f), y, root.z + 0.78f * tall};
        Pen_AddBeam(pen, root, top, 0.0028f, 0.0018f, leaf);
        Pen_AddBeam(pen, neck, (gfVec3){top.x, y, root.z + 0.95f * tall}, 0.0075f, 0.0065f,
                    (gfVec3){0.14f, 0.06f, 0.025f});
    }
}

static void drawBanks(Pen *pen, const Scene *scene)
{
    const float w = scene->width;
    const gfVec3 reed = {0.13f, 0.24f, 0.05f}, grass = {0.12f, 0.22f, 0.035f};
    drawTuft(pen, scene, (gfVec2){0.075f * w, 0.80f}, 0.075f, 0.30f, 46, reed, 301u);
    drawTuft(pen, scene, (gfVec2){0.15f * w, 0.905f}, 0.07f, 0.26f, 38, reed, 302u);
    drawTuft(pen, scene, (gfVec2){0.93f * w, 0.895f}, 0.06f, 0.24f, 34, reed, 303u);
    drawTuft(pen, scene, (gfVec2){0.945f * w, 0.22f}, 0.05f, 0.15f, 26, reed, 304u);
    drawCattails(pen, scene, (gfVec2){0.10f * w, 0.86f}, 8, 311u);
    drawCattails(pen, scene, (gfVec2){0.93f * w, 0.88f}, 5, 312u);
    for (int i = 0, drawn = 0; i < 700 && drawn < 90; i++) {
        float x = w * Land_Hash(i, 1, 320u), y = Land_Hash(i, 2, 320u);
        if (Pond_GetGround(scene, x, y) > 0.026f && !(x > 0.84f * w && y > 0.46f && y < 0.74f)) {
            drawTuft(pen, scene, (gfVec2){x, y}, 0.014f, 0.035f + 0.04f * Land_Hash(i, 3, 320u), 9, grass,
                     330u + (unsigned)i);
            drawn++;
        }
    }
}

static void drawLilies(Pen *pen, const Scene *scene)
{
    static const float groups[3][3] = {{0.26f, 0.27f, 0.12f}, {0.45f, 0.83f, 0.09f}, {0.80f, 0.25f, 0.075f}};
    static const gfVec3 pad = {0.10f, 0.21f, 0.045f}, rose = {0.86f, 0.40f, 0.52f}, white = {0.85f, 0.80f, 0.74f};
    for (int g = 0; g < 3; g++) {
        for (int i = 0; i < 8 - 2 * g; i++) {
            float turn = 2.4f * (float)i, out = groups[g][2] * sqrtf((float)i / 7.0f);
            gfVec3 place = {groups[g][0] * scene->width + 1.3f * out * cosf(turn), groups[g][1] + out * sinf(turn),
                            0.0035f + 0.0012f * (float)(i % 3)};
            float radius = 0.026f + 0.020f * Land_Hash(i, g, 351u);
            Pen_AddPad(pen, place, radius, 6.28f * Land_Hash(i, g, 352u),
                       Land_ScaleColor(pad, 0.75f + 0.5f * Land_Hash(i, g, 353u)));
            if (i % 4 == 1) {
                place.z += 0.006f;
                place.x += 0.02f;
                Pen_AddFlower(pen, place, 0.030f, g == 1 ? white : rose);
            }
        }
    }
}

// A lantern of granite: foot, pillar, light box, roof and knob.
static void drawLantern(Pen *pen, const Scene *scene, gfVec2 place)
{
    static const gfVec3 granite = {0.36f, 0.35f, 0.33f};
    static const gfVec2 foot[] = {{0.0f, 0.0f},     {0.060f, 0.0f},   {0.060f, 0.018f}, {0.040f, 0.030f},
                                  {0.024f, 0.042f}, {0.024f, 0.118f}, {0.034f, 0.128f}, {0.055f, 0.140f},
                                  {0.057f, 0.152f}, {0.0f, 0.152f}};
    static const gfVec2 roof[] = {{0.0f, 0.200f},   {0.084f, 0.202f}, {0.088f, 0.210f},
                                  {0.058f, 0.228f}, {0.030f, 0.245f}, {0.013f, 0.252f},
                                  {0.018f, 0.264f}, {0.015f, 0.278f}, {0.0f, 0.288f}};
    gfVec3 base = {place.x, place.y, Pond_GetGround(scene, place.x, place.y) - 0.008f};
    Pen_AddTurned(pen, base, foot, (int)(sizeof foot / sizeof foot[0]), granite);
    Pen_AddTurned(pen, base, roof, (int)(sizeof roof / sizeof roof[0]), granite);
    for (int i = 0; i < 4; i++) {
        float turn = 0.25f * SCENE_PI + 0.5f * SCENE_PI * (float)i;
        gfVec3 corner = {base.x + 0.042f * cosf(turn), base.y + 0.042f * sinf(turn), base.z + 0.177f};
        Pen_AddBox(pen, corner, (gfVec3){0.011f, 0.011f, 0.026f}, 0.0f, granite);
    }
    Pen_AddBox(pen, (gfVec3){base.x, base.y, base.z + 0.175f}, (gfVec3){0.017f, 0.017f, 0.022f}, 0.0f,
               (gfVec3){1.9f, 1.1f, 0.45f});
}

static void drawPot(Pen *pen, const Scene *scene, gfVec2 place, float size, gfVec3 bloom, unsigned seed)
{
    static const gfVec3 clay = {0.42f, 0.17f, 0.085f}, earth = {0.06f, 0.04f, 0.025f};
    const gfVec2 profile[] = {{0.0f, 0.0f},
                              {0.55f * size, 0.0f},
                              {0.62f * size, 0.1f * size},
                              {0.84f * size, 0.95f * size},
                              {0.98f * size, 0.98f * size},
                              {1.0f * size, 1.2f * size},
                              {0.86f * size, 1.2f * size},
                              {0.82f * size, 1.08f * size},
                              {0.0f, 1.06f * size}};
    gfVec3 base = {place.x, place.y, Garden_GetGround(scene, place.x, place.y)};
    Pen_AddTurned(pen, base, profile, (int)(sizeof profile / sizeof profile[0]), clay);
    Pen_AddLump(pen, (gfVec3){base.x, base.y, base.z + 1.06f * size}, (gfVec3){0.8f * size, 0.8f * size, 0.08f * size},
                0.1f, earth, seed);
    for (int i = 0; i < 34; i++) {
        float turn = 2.4f * (float)i, out = size * 1.15f * sqrtf((float)i / 34.0f);
        float up = size * (1.9f - 0.55f * out / size + 0.3f * Land_Hash(i, 1, seed));
        gfVec3 centre = {base.x + out * cosf(turn), base.y + out * sinf(turn), base.z + up};
        float r = size * (0.20f + 0.12f * Land_Hash(i, 2, seed));
        bool blooms = i % 3 == 0;
        Pen_AddLump(pen, centre, (gfVec3){r, r, 0.8f * r}, 0.3f,
                    blooms ? Land_ScaleColor(bloom, 0.8f + 0.4f * Land_Hash(i, 3, seed)) : leaf, seed + (unsigned)i);
    }
}

static void drawBush(Pen *pen, const Scene *scene, gfVec2 place, float size, gfVec3 color, unsigned seed)
{
    float ground = Garden_GetGround(scene, place.x, place.y);
    for (int i = 0; i < 26; i++) {
        float turn = 2.4f * (float)i, out = size * sqrtf((float)i / 26.0f);
        gfVec3 centre = {place.x + out * cosf(turn), place.y + out * sinf(turn),
                         ground + 0.75f * sqrtf(fmaxf(size * size - 0.9f * out * out, 0.0f))};
        float r = size * (0.26f + 0.14f * Land_Hash(i, 2, seed));
        Pen_AddLump(pen, centre, (gfVec3){r, r, 0.85f * r}, 0.28f,
                    Land_ScaleColor(color, 0.75f + 0.5f * Land_Hash(i, 3, seed)), seed + (unsigned)i);
    }
}

void Garden_Draw(Pen *pen, const Scene *scene)
{
    const float w = scene->width;
    const gfVec3 red = {0.72f, 0.04f, 0.03f}, violet = {0.42f, 0.12f, 0.55f}, yellow = {0.9f, 0.6f, 0.05f};
    drawEdges(pen, scene);
    drawShore(pen, scene);
    drawBanks(pen, scene);
    drawLilies(pen, scene);
    drawLantern(pen, scene, (gfVec2){0.815f * w, 0.935f});
    drawPot(pen, scene, (gfVec2){-0.22f, 0.93f}, 0.085f, red, 401u);
    drawPot(pen, scene, (gfVec2){-0.20f, 0.70f}, 0.060f, yellow, 441u);
    drawPot(pen, scene, (gfVec2){w + 0.22f, 0.26f}, 0.080f, red, 481u);
    drawPot(pen, scene, (gfVec2){w + 0.20f, 1.08f}, 0.070f, violet, 521u);
    drawBush(pen, scene, (gfVec2){0.32f * w, 1.36f}, 0.20f, (gfVec3){0.09f, 0.17f, 0.03f}, 561u);
    drawBush(pen, scene, (gfVec2){0.52f * w, 1.48f}, 0.24f, (gfVec3){0.07f, 0.14f, 0.03f}, 601u);
    drawBush(pen, scene, (gfVec2){0.74f * w, 1.38f}, 0.19f, (gfVec3){0.26f, 0.06f, 0.05f}, 641u);
    drawBush(pen, scene, (gfVec2){-0.30f, 1.34f}, 0.22f, (gfVec3){0.10f, 0.18f, 0.03f}, 681u);
}
