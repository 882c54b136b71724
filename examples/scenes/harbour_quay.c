// The harbour's quays: walls, paving, the pier, warehouses, a crane, containers, lamps.
#include "scenes/harbour.h"

#include "scenes/letters.h"
#include "scenes/scene_parts.h"

#include <math.h>

#define WEST 0.085f // of the width: where the quays end
#define EAST 0.915f
#define SOUTH 0.115f // m
#define NORTH 0.800f
#define REACH 0.9f // m, of the land beyond the domain
#define FAR 1.5f   // m, likewise to the north
#define SLAB 0.085f
#define COPING 0.060f
#define BED (-0.070f)
#define WALLS 9

static const gfVec3 iron = {0.055f, 0.055f, 0.062f}, concrete = {0.30f, 0.285f, 0.265f};

const gfShape *Harbour_GetWall(const Scene *scene, int index, gfShape *shape)
{
    // Left, right (of the width), bottom and top (m) of the quays and the pier.
    static const float blocks[5][4] = {{-0.2f, 1.2f, NORTH, 1.2f},
                                       {-0.2f, 1.2f, -0.2f, SOUTH},
                                       {-0.2f, WEST, -0.2f, 1.2f},
                                       {EAST, 1.2f, -0.2f, 1.2f},
                                       {0.655f, 0.690f, 0.0f, 0.400f}};
    // Middle (x of the width, y in m) and turn of the barge and of the moored boats.
    static const float berths[4][3] = {{0.400f, NORTH - 0.058f, 0.0f},
                                       {0.640f, 0.230f, 0.5f * SCENE_PI},
                                       {0.708f, 0.285f, 0.5f * SCENE_PI},
                                       {0.125f, 0.335f, 1.35f}};
    if (index >= WALLS) {
        return NULL;
    }
    if (index > 3 && index < 8) {
        const float *berth = berths[index - 4];
        gfVec2 half = index == 4 ? harbourBarge.half : harbourDinghy.half;
        *shape = gfMakeRectangle(Scene_Vec(berth[0] * scene->width, berth[1]),
                                 Scene_Vec(0.95f * half.x, 0.92f * half.y), berth[2]);
        return shape;
    }
    const float *block = blocks[index < 4 ? index : 4];
    *shape =
        gfMakeRectangle(Scene_Vec(0.5f * (block[0] + block[1]) * scene->width, 0.5f * (block[2] + block[3])),
                        Scene_Vec(0.5f * (block[1] - block[0]) * scene->width, 0.5f * (block[3] - block[2])), 0.0f);
    return shape;
}

float Harbour_GetRoom(const Scene *scene, gfVec2 place)
{
    gfShape wall;
    float room = 1.0f;
    for (int i = 0; Harbour_GetWall(scene, i, &wall) != NULL; i++) {
        float c = cosf(wall.angle), s = sinf(wall.angle), dx = place.x - wall.a.x, dy = place.y - wall.a.y;
        float x = fabsf(c * dx + s * dy) - wall.b.x, y = fabsf(c * dy - s * dx) - wall.b.y;
        room = fminf(room, hypotf(fmaxf(x, 0.0f), fmaxf(y, 0.0f)) + fminf(fmaxf(x, y), 0.0f));
    }
    return room;
}

static void drawFlat(Pen *pen, gfVec2 low, gfVec2 high, float height, gfVec3 color)
{
    const gfVec3 up = {0.0f, 0.0f, 1.0f};
    uint32_t a = Pen_AddVertex(pen, (gfVec3){low.x, low.y, height}, up, color);
    uint32_t b = Pen_AddVertex(pen, (gfVec3){high.x, low.y, height}, up, color);
    uint32_t c = Pen_AddVertex(pen, (gfVec3){high.x, high.y, height}, up, color);
    uint32_t d = Pen_AddVertex(pen, (gfVec3){low.x, high.y, height}, up, color);
    Pen_AddQuad(pen, a, b, c, d);
}

static bool isWater(const Scene *scene, float x, float y)
{
    return x > WEST * scene->width && x < EAST * scene->width && y > SOUTH && y < NORTH;
}

// Slabs with dark joints, some of them patched or wet, wherever there is land.
static void drawPaving(Pen *pen, const Scene *scene)
{
    static const gfVec3 joint = {0.06f, 0.058f, 0.055f};
    gfVec2 low = {-REACH, -REACH}, high = {scene->width + REACH, 1.0f + FAR};
    int columns = (int)((high.x - low.x) / SLAB), rows = (int)((high.y - low.y) / SLAB);
    for (int i = 0; i < columns * rows; i++) {
        int row = i / columns;
        float x = low.x + SLAB * ((float)(i % columns) + 0.5f * (float)(row % 2)), y = low.y + SLAB * (float)row;
        if (isWater(scene, x + SLAB, y + SLAB) && isWater(scene, x, y)) {
            continue;
        }
        float tone = 0.62f + 0.30f * Land_Hash(i, 1, 11u) + 0.16f * Land_Fractal(2.0f * x, 2.0f * y, 2, 12u);
        float gap = 0.0022f;
        gfVec2 from = {x + gap, y + gap}, to = {x + SLAB - gap, y + SLAB - gap};
        // What reaches over the edge ends there.
        if (y + SLAB > SOUTH && y < NORTH) {
            to.x = x < WEST * scene->width ? fminf(to.x, WEST * scene->width) : to.x;
            from.x = to.x > EAST * scene->width ? fmaxf(from.x, EAST * scene->width) : from.x;
        }
        if (to.x > WEST * scene->width && from.x < EAST * scene->width) {
            to.y = y < SOUTH ? fminf(to.y, SOUTH) : to.y;
            from.y = to.y > NORTH ? fmaxf(from.y, NORTH) : from.y;
        }
        if (to.x > from.x && to.y > from.y && !isWater(scene, 0.5f * (from.x + to.x), 0.5f * (from.y + to.y))) {
            drawFlat(pen, from, to, QUAY_TOP, Land_ScaleColor(concrete, tone));
        }
    }
    float w = scene->width;
    drawFlat(pen, low, (gfVec2){high.x, SOUTH}, QUAY_TOP - 0.002f, joint);
    drawFlat(pen, (gfVec2){low.x, NORTH}, high, QUAY_TOP - 0.002f, joint);
    drawFlat(pen, (gfVec2){low.x, SOUTH}, (gfVec2){WEST * w, NORTH}, QUAY_TOP - 0.002f, joint);
    drawFlat(pen, (gfVec2){EAST * w, SOUTH}, (gfVec2){high.x, NORTH}, QUAY_TOP - 0.002f, joint);
}

static void drawBollard(Pen *pen, gfVec2 place, float base)
{
    const gfVec2 profile[] = {{0.0075f, 0.0f}, {0.0060f, 0.009f}, {0.0085f, 0.012f}, {0.0085f, 0.016f}, {0.0f, 0.018f}};
    Pen_AddTurned(pen, (gfVec3){place.x, place.y, base}, profile, 5, iron);
}

// A wall with its coping stones, fenders and bollards, from a corner on along `way`; `out` is towards the water.
static void drawWall(Pen *pen, gfVec2 from, gfVec2 to, gfVec2 out, unsigned seed)
{
    static const gfVec3 stone = {0.40f, 0.38f, 0.35f}, wet = {0.13f, 0.125f, 0.11f}, rubber = {0.03f, 0.03f, 0.033f};
    float length = hypotf(to.x - from.x, to.y - from.y), turn = atan2f(to.y - from.y, to.x - from.x);
    gfVec2 way = {(to.x - from.x) / length, (to.y - from.y) / length};
    gfVec2 middle = {0.5f * (from.x + to.x) - 0.012f * out.x, 0.5f * (from.y + to.y) - 0.012f * out.y};
    Pen_AddBox(pen, (gfVec3){middle.x, middle.y, 0.5f * (QUAY_TOP + BED)},
               (gfVec3){0.5f * length, 0.012f, 0.5f * (QUAY_TOP - BED)}, turn, Land_ScaleColor(concrete, 0.7f));
    Pen_AddBox(pen, (gfVec3){middle.x, middle.y, 0.5f * (BED + 0.010f)},
               (gfVec3){0.5f * length, 0.0128f, 0.5f * (0.010f - BED)}, turn, wet);
    int count = (int)roundf(length / COPING);
    for (int i = 0; i < count; i++) {
        float along = length * ((float)i + 0.5f) / (float)count;
        gfVec2 at = {from.x + along * way.x, from.y + along * way.y};
        gfVec3 centre = {at.x - 0.012f * out.x, at.y - 0.012f * out.y, QUAY_TOP};
        Pen_AddBox(pen, centre, (gfVec3){0.5f * length / (float)count - 0.0015f, 0.015f, 0.0055f}, turn,
                   Land_ScaleColor(stone, 0.75f + 0.4f * Land_Hash(i, 1, seed)));
        if (i % 3 == 1) {
            gfVec2 side = {at.x + 0.003f * out.x, at.y + 0.003f * out.y};
            Pen_AddBeam(pen, (gfVec3){side.x, side.y, -0.01f}, (gfVec3){side.x, side.y, QUAY_TOP - 0.006f}, 0.0055f,
                        0.0055f, rubber);
        }
        if (i % 4 == 2) {
            drawBollard(pen, (gfVec2){at.x - 0.016f * out.x, at.y - 0.016f * out.y}, QUAY_TOP + 0.005f);
        }
    }
}

static void drawWalls(Pen *pen, const Scene *scene)
{
    float west = WEST * scene->width, east = EAST * scene->width;
    drawWall(pen, (gfVec2){west, NORTH}, (gfVec2){east, NORTH}, (gfVec2){0.0f, -1.0f}, 1u);
    drawWall(pen, (gfVec2){west, SOUTH}, (gfVec2){east, SOUTH}, (gfVec2){0.0f, 1.0f}, 2u);
    drawWall(pen, (gfVec2){west, SOUTH}, (gfVec2){west, NORTH}, (gfVec2){1.0f, 0.0f}, 3u);
    drawWall(pen, (gfVec2){east, SOUTH}, (gfVec2){east, NORTH}, (gfVec2){-1.0f, 0.0f}, 4u);
}

// A pier of planks on a mole, with posts.
static void drawPier(Pen *pen, const Scene *scene)
{
    static const gfVec3 wood = {0.30f, 0.20f, 0.12f}, post = {0.14f, 0.095f, 0.06f};
    gfShape pier;
    Harbour_GetWall(scene, 8, &pier);
    float low = SOUTH - 0.01f, high = pier.a.y + pier.b.y;
    Pen_AddBox(pen, (gfVec3){pier.a.x, 0.5f * (low + high), 0.5f * (BED + 0.032f)},
               (gfVec3){pier.b.x - 0.006f, 0.5f * (high - low) - 0.004f, 0.5f * (0.032f - BED)}, 0.0f,
               Land_ScaleColor(post, 0.5f));
    int planks = (int)((high - low) / 0.016f);
    for (int i = 0; i < planks; i++) {
        float y = low + (high - low) * ((float)i + 0.5f) / (float)planks;
        Pen_AddBox(pen, (gfVec3){pier.a.x + 0.003f * (Land_Hash(i, 1, 5u) - 0.5f), y, QUAY_TOP - 0.006f},
                   (gfVec3){pier.b.x + 0.004f, 0.0068f, 0.003f}, 0.03f * (Land_Hash(i, 2, 5u) - 0.5f),
                   Land_ScaleColor(wood, 0.7f + 0.55f * Land_Hash(i, 3, 5u)));
    }
    for (int i = 0; i < 10; i++) {
        float side = i % 2 == 0 ? -1.0f : 1.0f, y = low + 0.035f + (high - low - 0.05f) * (float)(i / 2) / 4.0f;
        gfVec3 foot = {pier.a.x + side * (pier.b.x + 0.005f), y, BED};
        Pen_AddBeam(pen, foot, (gfVec3){foot.x, foot.y, QUAY_TOP + 0.016f}, 0.0065f, 0.0058f, post);
    }
}

// --- lamps -----------------------------------------------------------------------------------------------------------

#define BEACON (QUAY_LAMPS - 1)

// x of the width, y in m, height of the light over the quay.
static const float lamps[QUAY_LAMPS][3] = {
    {0.200f, NORTH + 0.045f, 0.150f}, {0.520f, NORTH + 0.045f, 0.150f}, {0.805f, NORTH + 0.045f, 0.150f},
    {0.6725f, 0.380f, 0.105f},        {0.060f, 0.480f, 0.150f},         {0.330f, SOUTH - 0.040f, 0.120f},
    {0.945f, 0.520f, 0.150f},         {0.935f, 0.150f, 0.235f},
};

SceneLight Harbour_GetLamp(const Scene *scene, int index, float time)
{
    const float *lamp = lamps[index];
    SceneLight light = {.place = {lamp[0] * scene->width, lamp[1], QUAY_TOP + lamp[2]},
                        .reach = 0.18f,
                        .color = {2.7f, 1.50f, 0.58f},
                        .glow = 0.075f};
    if (index == 3) {
        light.reach = 0.14f;
    }
    if (index == BEACON) {
        float pulse = fmaxf(sinf(2.0f * SCENE_PI * time / 4.0f), 0.0f);
        const float red[3] = {1.9f, 0.16f, 0.07f};
        for (int c = 0; c < 3; c++) {
            light.color[c] = red[c] * (0.06f + pulse * pulse);
        }
        light.glow = 0.09f;
    }
    return light;
}

static void drawLamps(Pen *pen, const Scene *scene)
{
    for (int i = 0; i < BEACON; i++) {
        gfVec3 head = Harbour_GetLamp(scene, i, 0.0f).place;
        Pen_AddBeam(pen, (gfVec3){head.x, head.y, QUAY_TOP}, (gfVec3){head.x, head.y, head.z + 0.006f}, 0.0038f,
                    0.0024f, iron);
        const gfVec2 cap[] = {{0.006f, 0.006f}, {0.004f, 0.009f}, {0.0f, 0.010f}};
        Pen_AddTurned(pen, head, cap, 3, iron);
        for (int k = 0; k < 4; k++) { // a globe, of squares that cross
            float turn = SCENE_PI * (float)k / 4.0f, half = 0.0065f;
            gfVec3 u = {half * cosf(turn), half * sinf(turn), 0.0f}, v = {0.0f, 0.0f, half};
            Harbour_AddGlow(pen, head, u, v, (gfVec3){6.0f, 4.2f, 2.0f});
        }
        Harbour_AddGlow(pen, (gfVec3){head.x, head.y, head.z + 0.004f}, (gfVec3){0.0065f, 0.0f, 0.0f},
                        (gfVec3){0.0f, 0.0065f, 0.0f}, (gfVec3){6.0f, 4.2f, 2.0f});
    }
}

// A tower in stripes, with a red light.
static void drawBeacon(Pen *pen, const Scene *scene)
{
    static const gfVec3 white = {0.70f, 0.68f, 0.64f}, red = {0.50f, 0.05f, 0.03f};
    gfVec3 head = Harbour_GetLamp(scene, BEACON, 0.0f).place;
    float tall = head.z - 0.018f - QUAY_TOP;
    for (int i = 0; i < 5; i++) {
        float low = (float)i / 5.0f, high = (float)(i + 1) / 5.0f;
        const gfVec2 profile[] = {{0.030f - 0.012f * low, tall * low}, {0.030f - 0.012f * high, tall * high}};
        Pen_AddTurned(pen, (gfVec3){head.x, head.y, QUAY_TOP}, profile, 2, i % 2 == 0 ? red : white);
    }
    const gfVec2 gallery[] = {{0.0f, 0.0f}, {0.026f, 0.0f}, {0.026f, 0.004f}, {0.0f, 0.005f}};
    Pen_AddTurned(pen, (gfVec3){head.x, head.y, head.z - 0.018f}, gallery, 4, iron);
    const gfVec2 roof[] = {{0.017f, 0.014f}, {0.010f, 0.026f}, {0.0f, 0.030f}};
    Pen_AddTurned(pen, head, roof, 3, red);
    for (int k = 0; k < 3; k++) {
        float turn = SCENE_PI * (float)k / 3.0f;
        Harbour_AddGlow(pen, head, (gfVec3){0.011f * cosf(turn), 0.011f * sinf(turn), 0.0f},
                        (gfVec3){0.0f, 0.0f, 0.013f}, (gfVec3){2.6f, 0.30f, 0.14f});
    }
}

// --- what stands on the quays ----------------------------------------------------------------------------------------

static void drawContainer(Pen *pen, gfVec2 place, float base, float turn, gfVec3 color)
{
    const gfVec3 half = {0.062f, 0.024f, 0.025f};
    float c = cosf(turn), s = sinf(turn);
    Pen_AddBox(pen, (gfVec3){place.x, place.y, base + half.z}, (gfVec3){half.x, 0.94f * half.y, 0.96f * half.z}, turn,
               Land_ScaleColor(color, 0.8f));
    for (int i = 0; i < 11; i++) { // corrugated
        float x = half.x * (2.0f * (float)i / 10.0f - 1.0f) * 0.98f;
        gfVec3 centre = {place.x + c * x, place.y + s * x, base + half.z};
        Pen_AddBox(pen, centre, (gfVec3){i % 10 == 0 ? 0.0030f : 0.0017f, half.y, half.z}, turn, color);
    }
}

static void drawContainers(Pen *pen, const Scene *scene)
{
    static const gfVec3 colors[6] = {{0.36f, 0.055f, 0.03f}, {0.03f, 0.12f, 0.27f}, {0.06f, 0.20f, 0.11f},
                                     {0.44f, 0.20f, 0.03f},  {0.33f, 0.32f, 0.30f}, {0.05f, 0.21f, 0.24f}};
    // x of the width, y in m, turn, how many one on the other.
    static const float stacks[][4] = {
        {0.600f, 0.930f, 0.00f, 2.0f},  {0.675f, 0.930f, 0.00f, 3.0f}, {0.600f, 0.990f, 0.03f, 3.0f},
        {0.676f, 0.990f, -0.02f, 2.0f}, {0.752f, 0.940f, 0.06f, 1.0f}, {0.100f, -0.010f, 0.10f, 2.0f},
        {0.190f, -0.030f, 0.00f, 1.0f}, {0.965f, 0.720f, 1.57f, 2.0f}, {1.005f, 0.730f, 1.60f, 1.0f},
        {-0.01f, 0.720f, 1.50f, 2.0f},  {0.830f, -0.020f, 0.20f, 1.0f}};
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++) {
        const float *stack = stacks[i];
        for (int k = 0; k < (int)stack[3]; k++) {
            gfVec2 place = {stack[0] * scene->width, stack[1]};
            drawContainer(pen, place, QUAY_TOP + 0.0505f * (float)k,
                          stack[2] + 0.03f * (Land_Hash((int)i, k, 3u) - 0.5f),
                          colors[(int)(6.0f * Land_Hash((int)i, k, 9u))]);
        }
    }
}

// A warehouse with lit windows, a door, and a lamp's light before it.
static void drawWarehouse(Pen *pen, gfVec2 place, gfVec2 half, gfVec3 wall, gfVec3 roof)
{
    const float tall = 0.085f;
    Pen_AddHouse(pen, (gfVec3){place.x, place.y, QUAY_TOP + tall}, (gfVec3){half.x, half.y, tall}, 0.0f, wall, roof);
    int windows = (int)(half.x / 0.032f);
    for (int i = 0; i < windows; i++) {
        float x = place.x + half.x * 0.86f * (2.0f * ((float)i + 0.5f) / (float)windows - 1.0f);
        float bright = Land_Hash(i, (int)(100.0f * place.x), 8u);
        gfVec3 light = bright > 0.45f ? Land_ScaleColor((gfVec3){1.25f, 0.75f, 0.28f}, 0.35f + 0.6f * bright)
                                      : (gfVec3){0.012f, 0.016f, 0.026f};
        gfVec3 centre = {x, place.y - half.y - 0.004f, QUAY_TOP + 1.35f * tall};
        Harbour_AddGlow(pen, centre, (gfVec3){0.011f, 0.0f, 0.0f}, (gfVec3){0.0f, 0.0f, 0.013f}, light);
    }
    Pen_AddBox(pen, (gfVec3){place.x, place.y - half.y, QUAY_TOP + 0.045f}, (gfVec3){0.042f, 0.004f, 0.045f}, 0.0f,
               (gfVec3){0.10f, 0.13f, 0.12f});
}

// A portal crane whose arm reaches over the barge.
static void drawCrane(Pen *pen, const Scene *scene)
{
    static const gfVec3 paint = {0.50f, 0.31f, 0.03f};
    float x = 0.300f * scene->width, y = NORTH + 0.075f, top = QUAY_TOP + 0.16f;
    for (int i = 0; i < 4; i++) {
        float side = i % 2 == 0 ? -1.0f : 1.0f, back = i < 2 ? -1.0f : 1.0f;
        Pen_AddBeam(pen, (gfVec3){x + 0.050f * side, y + 0.035f * back, QUAY_TOP},
                    (gfVec3){x + 0.032f * side, y + 0.022f * back, top}, 0.0065f, 0.0050f, paint);
    }
    Pen_AddBox(pen, (gfVec3){x, y, top}, (gfVec3){0.045f, 0.034f, 0.006f}, 0.0f, iron);
    Pen_AddBox(pen, (gfVec3){x, y + 0.01f, top + 0.028f}, (gfVec3){0.026f, 0.032f, 0.022f}, 0.35f, paint);
    Harbour_AddGlow(pen, (gfVec3){x + 0.004f, y - 0.0235f, top + 0.032f}, (gfVec3){0.016f, 0.006f, 0.0f},
                    (gfVec3){0.0f, 0.0f, 0.009f}, (gfVec3){1.0f, 0.75f, 0.36f});
    gfVec3 tip = {x + 0.085f, NORTH - 0.060f, top + 0.165f};
    for (int side = -1; side <= 1; side += 2) {
        gfVec3 foot = {x + 0.014f * (float)side, y, top + 0.042f};
        Pen_AddBeam(pen, foot, (gfVec3){tip.x + 0.004f * (float)side, tip.y, tip.z}, 0.0040f, 0.0028f, paint);
    }
    for (int i = 0; i < 6; i++) {
        float t = 0.12f + 0.14f * (float)i, side = i % 2 == 0 ? 1.0f : -1.0f;
        gfVec3 a = {Land_Blend(x - 0.014f * side, tip.x, t), Land_Blend(y, tip.y, t),
                    Land_Blend(top + 0.042f, tip.z, t)};
        gfVec3 b = {Land_Blend(x + 0.014f * side, tip.x, t + 0.13f), Land_Blend(y, tip.y, t + 0.13f),
                    Land_Blend(top + 0.042f, tip.z, t + 0.13f)};
        Pen_AddBeam(pen, a, b, 0.0018f, 0.0018f, paint);
    }
    Pen_AddBeam(pen, tip, (gfVec3){tip.x, tip.y, 0.14f}, 0.0010f, 0.0010f, iron);
    Pen_AddBox(pen, (gfVec3){tip.x, tip.y, 0.132f}, (gfVec3){0.006f, 0.006f, 0.008f}, 0.0f, iron);
}

// What is painted on the quay: worn letters, and lines along the edge.
static void drawPaint(Pen *pen, const Scene *scene)
{
    static const gfVec3 white = {0.52f, 0.50f, 0.45f}, yellow = {0.50f, 0.33f, 0.04f};
    Lettering line = {.text = "GASOIL", .height = 0.052f, .weight = 0.0095f, .spacing = 0.016f};
    const float size = 0.0024f;
    line.corner = (gfVec2){0.47f * scene->width - 0.5f * Letters_GetWidth(&line), 0.016f};
    int columns = (int)(Letters_GetWidth(&line) / size) + 6, rows = (int)(line.height / size) + 6;
    for (int i = 0; i < columns * rows; i++) {
        gfVec2 low = {line.corner.x + size * (float)(i % columns - 3), line.corner.y + size * (float)(i / columns - 3)};
        gfVec2 high = {low.x + size, low.y + size};
        float worn = Land_Fractal(40.0f * low.x, 40.0f * low.y, 3, 27u);
        if (worn < 0.45f && Letters_GetInside(&line, (gfVec2){low.x + 0.5f * size, low.y + 0.5f * size}) > 0.0f) {
            drawFlat(pen, low, high, QUAY_TOP + 0.0006f, Land_ScaleColor(white, 1.0f - 0.6f * fmaxf(worn, 0.0f)));
        }
    }
    for (int i = 0; i < 34; i++) {
        float x = scene->width * (0.03f + 0.94f * (float)i / 33.0f);
        drawFlat(pen, (gfVec2){x, NORTH + 0.125f}, (gfVec2){x + 0.028f, NORTH + 0.131f}, QUAY_TOP + 0.0006f, yellow);
    }
}

// A lorry that waits on the quay.
static void drawLorry(Pen *pen, gfVec2 place, gfVec3 color)
{
    static const gfVec3 tyre = {0.022f, 0.022f, 0.024f}, bed = {0.25f, 0.18f, 0.11f};
    float base = QUAY_TOP + 0.010f;
    Pen_AddBox(pen, (gfVec3){place.x + 0.052f, place.y, base + 0.018f}, (gfVec3){0.016f, 0.019f, 0.019f}, 0.0f, color);
    Pen_AddBox(pen, (gfVec3){place.x - 0.012f, place.y, base + 0.003f}, (gfVec3){0.048f, 0.021f, 0.004f}, 0.0f, bed);
    for (int i = 0; i < 4; i++) {
        Pen_AddBox(pen, (gfVec3){place.x - 0.045f + 0.021f * (float)i, place.y, base + 0.016f},
                   (gfVec3){0.0085f, 0.015f, 0.009f}, 0.1f * (float)(i % 2), Land_ScaleColor(bed, 1.5f));
    }
    for (int i = 0; i < 6; i++) {
        float side = i % 2 == 0 ? -1.0f : 1.0f, along = -0.045f + 0.047f * (float)(i / 2);
        gfVec3 hub = {place.x + along, place.y + 0.018f * side, QUAY_TOP + 0.008f};
        Pen_AddLump(pen, hub, (gfVec3){0.009f, 0.004f, 0.009f}, 0.0f, tyre, 3u);
    }
    Harbour_AddGlow(pen, (gfVec3){place.x + 0.0685f, place.y, base + 0.026f}, (gfVec3){0.0f, 0.015f, 0.0f},
                    (gfVec3){0.0f, 0.0f, 0.006f}, (gfVec3){0.06f, 0.07f, 0.09f});
}

static void drawClutter(Pen *pen, const Scene *scene)
{
    static const gfVec3 wood = {0.34f, 0.23f, 0.13f}, net = {0.08f, 0.16f, 0.13f};
    for (int i = 0; i < 26; i++) {
        bool north = i % 2 == 0;
        float x = scene->width * (0.06f + 0.88f * Land_Hash(i, 1, 31u));
        float y = north ? NORTH + 0.035f + 0.03f * Land_Hash(i, 2, 31u) : SOUTH - 0.05f - 0.10f * Land_Hash(i, 2, 31u);
        float size = 0.007f + 0.007f * Land_Hash(i, 3, 31u), turn = 1.5f * Land_Hash(i, 4, 31u);
        if (i % 5 == 4) {
            Pen_AddLump(pen, (gfVec3){x, y, QUAY_TOP}, (gfVec3){1.8f * size, 1.4f * size, 0.7f * size}, 0.5f, net,
                        (unsigned)i);
            continue;
        }
        Pen_AddBox(pen, (gfVec3){x, y, QUAY_TOP + size}, (gfVec3){size, size, size}, turn,
                   Land_ScaleColor(wood, 0.7f + 0.5f * Land_Hash(i, 5, 31u)));
    }
}

void Harbour_DrawQuays(Pen *pen, const Scene *scene)
{
    float w = scene->width;
    drawFlat(pen, (gfVec2){0.0f, 0.0f}, (gfVec2){w, 1.0f}, BED, (gfVec3){0.03f, 0.04f, 0.035f});
    drawPaving(pen, scene);
    drawWalls(pen, scene);
    drawPier(pen, scene);
    drawLamps(pen, scene);
    drawBeacon(pen, scene);
    drawContainers(pen, scene);
    drawCrane(pen, scene);
    drawClutter(pen, scene);
    drawPaint(pen, scene);
    drawLorry(pen, (gfVec2){0.470f * w, NORTH + 0.098f}, (gfVec3){0.05f, 0.14f, 0.26f});
    drawWarehouse(pen, (gfVec2){0.12f * w, 1.12f}, (gfVec2){0.20f, 0.085f}, (gfVec3){0.22f, 0.085f, 0.055f},
                  (gfVec3){0.09f, 0.085f, 0.09f});
    drawWarehouse(pen, (gfVec2){0.42f * w, 1.14f}, (gfVec2){0.24f, 0.090f}, (gfVec3){0.19f, 0.17f, 0.14f},
                  (gfVec3){0.12f, 0.055f, 0.04f});
    drawWarehouse(pen, (gfVec2){0.92f * w, 1.12f}, (gfVec2){0.22f, 0.085f}, (gfVec3){0.21f, 0.095f, 0.06f},
                  (gfVec3){0.085f, 0.09f, 0.10f});
}
