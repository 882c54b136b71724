// The harbour's boats: one that drives, those that are moored, and the barge whose oil leaks.
#include "scenes/harbour.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define STATIONS 15
#define BARREL 0.0125f // m, its radius

const Hull harbourBoat = {.half = {0.085f, 0.025f},
                          .draft = 0.012f,
                          .freeboard = 0.020f,
                          .blunt = 0.25f,
                          .side = {0.45f, 0.035f, 0.022f},
                          .deck = {0.36f, 0.25f, 0.14f},
                          .rim = {0.75f, 0.72f, 0.66f}};
const Hull harbourDinghy = {.half = {0.055f, 0.019f},
                            .draft = 0.010f,
                            .freeboard = 0.013f,
                            .blunt = 0.15f,
                            .side = {0.60f, 0.60f, 0.56f},
                            .deck = {0.30f, 0.19f, 0.10f},
                            .rim = {0.10f, 0.20f, 0.32f}};
const Hull harbourBarge = {.half = {0.225f, 0.048f},
                           .draft = 0.030f,
                           .freeboard = 0.034f,
                           .blunt = 0.75f,
                           .side = {0.055f, 0.065f, 0.075f},
                           .deck = {0.30f, 0.085f, 0.05f},
                           .rim = {0.42f, 0.40f, 0.36f}};

float Hull_GetWidth(const Hull *hull, float along)
{
    float bow = fmaxf((along - 0.05f) / 0.95f, 0.0f), stern = fmaxf((-0.35f - along) / 0.65f, 0.0f);
    float sharp = 1.0f - powf(bow, 1.7f + 2.6f * hull->blunt);
    float round = 1.0f - 0.22f * stern * stern;
    return hull->half.y * fmaxf(sharp * round, 0.02f);
}

gfShape Hull_GetOutline(const Hull *hull)
{
    static const float alongs[6] = {-1.0f, -0.4f, 0.1f, 0.5f, 0.8f, 0.97f};
    gfVec2 points[12];
    for (int i = 0; i < 6; i++) {
        float x = alongs[i] * hull->half.x, y = Hull_GetWidth(hull, alongs[i]);
        points[i] = (gfVec2){x, -y};
        points[11 - i] = (gfVec2){x, y};
    }
    return gfMakePolygon(points, 12);
}

// A place of a hull: `level` 0 is its bottom, 1 its rim. Both ends rise, the bow more, and the sides flare.
static gfVec3 getPlace(const Hull *hull, float along, float side, float level)
{
    float rise = along > 0.0f ? 0.55f * along * along : 0.15f * along * along;
    float low = -hull->draft, high = hull->freeboard * (1.0f + rise);
    float flare = 0.62f + 0.38f * sqrtf(level);
    return (gfVec3){hull->half.x * along * (0.94f + 0.06f * level), side * flare * Hull_GetWidth(hull, along),
                    low + level * (high - low)};
}

static gfVec3 turned(gfVec3 place, gfVec2 to, float turn)
{
    float c = cosf(turn), s = sinf(turn);
    return (gfVec3){to.x + c * place.x - s * place.y, to.y + s * place.x + c * place.y, place.z};
}

static void drawSide(Pen *pen, const Hull *hull, gfVec2 to, float turn, float side)
{
    static const float levels[5] = {0.0f, 0.35f, 0.80f, 0.80f, 1.0f};
    int firstVertex = pen->mesh.vertexCount, firstIndex = pen->mesh.indexCount;
    for (int i = 0; i < STATIONS; i++) {
        float along = 2.0f * (float)i / (STATIONS - 1) - 1.0f;
        for (int k = 0; k < 5; k++) {
            gfVec3 color = k < 3 ? Land_ScaleColor(hull->side, k == 0 ? 0.5f : 1.0f) : hull->rim;
            Pen_AddVertex(pen, turned(getPlace(hull, along, side, levels[k]), to, turn), (gfVec3){0}, color);
        }
    }
    for (int i = 0; i < STATIONS - 1; i++) {
        for (int k = 0; k < 4; k++) {
            uint32_t a = (uint32_t)(firstVertex + 5 * i + k);
            if (side < 0.0f) {
                Pen_AddQuad(pen, a, a + 5, a + 6, a + 1);
            } else {
                Pen_AddQuad(pen, a, a + 1, a + 6, a + 5);
            }
        }
    }
    Pen_Smooth(pen, firstVertex, firstIndex);
}

// The deck lies a little below the rim; planks run along it.
static void drawDeck(Pen *pen, const Hull *hull, gfVec2 to, float turn)
{
    const int planks = 8;
    for (int i = 0; i < STATIONS - 1; i++) {
        for (int k = 0; k < planks; k++) {
            gfVec3 color = Land_ScaleColor(hull->deck, 0.75f + 0.5f * Land_Hash(k, 1, 7u));
            uint32_t corners[4];
            for (int c = 0; c < 4; c++) {
                float along = 2.0f * (float)(i + (c == 1 || c == 2)) / (STATIONS - 1) - 1.0f;
                float side = 2.0f * ((float)k + (c > 1 ? 0.97f : 0.03f)) / (float)planks - 1.0f;
                gfVec3 place = getPlace(hull, along, 0.96f * side, 0.86f);
                corners[c] = Pen_AddVertex(pen, turned(place, to, turn), (gfVec3){0.0f, 0.0f, 1.0f}, color);
            }
            Pen_AddQuad(pen, corners[0], corners[1], corners[2], corners[3]);
        }
    }
}

void Hull_Draw(Pen *pen, const Hull *hull, gfVec2 place, float turn)
{
    drawSide(pen, hull, place, turn, -1.0f);
    drawSide(pen, hull, place, turn, 1.0f);
    drawDeck(pen, hull, place, turn);
    gfVec3 stern = turned((gfVec3){-0.97f * hull->half.x, 0.0f, 0.45f * hull->freeboard}, place, turn);
    Pen_AddBox(pen, stern, (gfVec3){0.02f * hull->half.x, 0.72f * hull->half.y, 0.55f * hull->freeboard}, turn,
               hull->rim);
}

void Harbour_AddGlow(Pen *pen, gfVec3 centre, gfVec3 u, gfVec3 v, gfVec3 color)
{
    uint32_t corners[4];
    for (int i = 0; i < 4; i++) {
        float a = i == 0 || i == 3 ? -1.0f : 1.0f, b = i < 2 ? -1.0f : 1.0f;
        gfVec3 place = {centre.x + a * u.x + b * v.x, centre.y + a * u.y + b * v.y, centre.z + a * u.z + b * v.z};
        corners[i] = Pen_AddVertex(pen, place, (gfVec3){0.0f, 0.0f, 0.0f}, color);
    }
    Pen_AddQuad(pen, corners[0], corners[1], corners[2], corners[3]);
}

// A cabin with lit windows all round, and a roof that stands out.
static void drawCabin(Pen *pen, gfVec3 base, gfVec3 half, float turn, gfVec3 wall, gfVec3 roof)
{
    static const gfVec3 lit = {1.5f, 0.95f, 0.38f};
    gfVec2 at = {base.x, base.y};
    float c = cosf(turn), s = sinf(turn);
    Pen_AddBox(pen, (gfVec3){base.x, base.y, base.z + half.z}, half, turn, wall);
    Pen_AddBox(pen, (gfVec3){base.x, base.y, base.z + 2.0f * half.z}, (gfVec3){1.14f * half.x, 1.14f * half.y, 0.0025f},
               turn, roof);
    for (int side = -1; side <= 1; side += 2) {
        for (int k = -1; k <= 1; k++) {
            gfVec3 place = turned((gfVec3){0.6f * half.x * (float)k, 1.02f * half.y * (float)side, 0.0f}, at, turn);
            place.z = base.z + 1.30f * half.z;
            float w = 0.22f * half.x;
            Harbour_AddGlow(pen, place, (gfVec3){w * c, w * s, 0.0f}, (gfVec3){0.0f, 0.0f, 0.34f * half.z}, lit);
        }
        gfVec3 front = turned((gfVec3){1.02f * half.x * (float)side, 0.0f, 0.0f}, at, turn);
        front.z = base.z + 1.30f * half.z;
        float w = 0.75f * half.y;
        Harbour_AddGlow(pen, front, (gfVec3){-w * s, w * c, 0.0f}, (gfVec3){0.0f, 0.0f, 0.34f * half.z}, lit);
    }
}

void Harbour_DrawBoat(Pen *pen)
{
    static const gfVec3 white = {0.66f, 0.64f, 0.60f}, wood = {0.20f, 0.12f, 0.07f}, iron = {0.07f, 0.07f, 0.08f};
    const float deck = 0.86f * harbourBoat.freeboard;
    Hull_Draw(pen, &harbourBoat, (gfVec2){0.0f, 0.0f}, 0.0f);
    drawCabin(pen, (gfVec3){0.008f, 0.0f, deck}, (gfVec3){0.020f, 0.0145f, 0.0125f}, 0.0f, white,
              (gfVec3){0.42f, 0.05f, 0.03f});
    Pen_AddBeam(pen, (gfVec3){-0.018f, 0.0f, deck}, (gfVec3){-0.018f, 0.0f, deck + 0.055f}, 0.0022f, 0.0012f, wood);
    Pen_AddBeam(pen, (gfVec3){-0.004f, 0.0f, deck + 0.025f}, (gfVec3){-0.004f, 0.0f, deck + 0.042f}, 0.0050f, 0.0050f,
                iron);
    Harbour_AddGlow(pen, (gfVec3){0.040f, 0.0f, deck + 0.024f}, (gfVec3){0.0f, 0.003f, 0.0f},
                    (gfVec3){0.0f, 0.0f, 0.003f}, (gfVec3){3.0f, 2.6f, 2.0f});
    Pen_AddBox(pen, (gfVec3){-0.048f, 0.0f, deck + 0.004f}, (gfVec3){0.016f, 0.011f, 0.004f}, 0.0f, wood);
    for (int i = -1; i <= 1; i += 2) { // tyres along its sides
        for (int k = 0; k < 4; k++) {
            float along = -0.7f + 0.4f * (float)k;
            gfVec3 place = {harbourBoat.half.x * along, (float)i * 1.02f * Hull_GetWidth(&harbourBoat, along), 0.008f};
            Pen_AddLump(pen, place, (gfVec3){0.006f, 0.0028f, 0.006f}, 0.0f, (gfVec3){0.025f, 0.025f, 0.028f}, 3u);
        }
    }
}

void Harbour_DrawBarrel(Pen *pen, gfVec3 color)
{
    const float r = BARREL, h = 0.016f;
    const gfVec2 profile[] = {
        {0.0f, -h},      {0.96f * r, -h}, {r, -0.55f * h},        {1.06f * r, -0.5f * h}, {1.06f * r, -0.4f * h},
        {r, -0.35f * h}, {r, 0.35f * h},  {1.06f * r, 0.4f * h},  {1.06f * r, 0.5f * h},  {r, 0.55f * h},
        {0.96f * r, h},  {0.80f * r, h},  {0.78f * r, 0.85f * h}, {0.0f, 0.85f * h}};
    Pen_AddTurned(pen, (gfVec3){0.0f, 0.0f, 0.0f}, profile, 14, color);
}

float Harbour_GetBarrelRadius(void)
{
    return BARREL;
}

// A tanker: domes and pipes on its deck, a bridge at its stern.
static void drawBarge(Pen *pen, gfVec2 place, float turn)
{
    static const gfVec3 steel = {0.34f, 0.33f, 0.31f}, pipe = {0.45f, 0.30f, 0.08f}, white = {0.62f, 0.60f, 0.56f};
    const float deck = 0.86f * harbourBarge.freeboard;
    Hull_Draw(pen, &harbourBarge, place, turn);
    for (int i = 0; i < 4; i++) {
        gfVec3 dome = turned((gfVec3){-0.065f + 0.068f * (float)i, 0.0f, deck}, place, turn);
        const gfVec2 profile[] = {{0.030f, 0.0f}, {0.030f, 0.010f}, {0.026f, 0.016f}, {0.016f, 0.020f}, {0.0f, 0.022f}};
        Pen_AddTurned(pen, dome, profile, 5, steel);
    }
    for (int side = -1; side <= 1; side += 2) {
        gfVec3 from = turned((gfVec3){-0.11f, 0.034f * (float)side, deck + 0.006f}, place, turn);
        gfVec3 to = turned((gfVec3){0.17f, 0.034f * (float)side, deck + 0.006f}, place, turn);
        Pen_AddBeam(pen, from, to, 0.0030f, 0.0030f, pipe);
    }
    gfVec3 bridge = turned((gfVec3){-0.165f, 0.0f, deck}, place, turn);
    drawCabin(pen, bridge, (gfVec3){0.032f, 0.034f, 0.020f}, turn, white, (gfVec3){0.30f, 0.085f, 0.05f});
    bridge.z += 0.042f;
    drawCabin(pen, bridge, (gfVec3){0.020f, 0.028f, 0.011f}, turn, white, steel);
    gfVec3 funnel = turned((gfVec3){-0.19f, 0.0f, deck + 0.04f}, place, turn);
    Pen_AddBeam(pen, funnel, (gfVec3){funnel.x, funnel.y, funnel.z + 0.045f}, 0.011f, 0.010f,
                (gfVec3){0.42f, 0.05f, 0.03f});
}

void Harbour_DrawMoored(Pen *pen, const Scene *scene)
{
    static const gfVec3 roofs[3] = {{0.10f, 0.20f, 0.32f}, {0.05f, 0.20f, 0.14f}, {0.35f, 0.24f, 0.05f}};
    gfShape shape;
    drawBarge(pen, Harbour_GetWall(scene, 4, &shape)->a, SCENE_PI);
    for (int i = 0; i < 3; i++) {
        Hull hull = harbourDinghy;
        const gfShape *berth = Harbour_GetWall(scene, 5 + i, &shape);
        float turn = berth->angle;
        hull.side = Land_ScaleColor(hull.side, 0.75f + 0.25f * (float)(i % 2));
        hull.rim = roofs[i];
        Hull_Draw(pen, &hull, berth->a, turn);
        gfVec3 base = turned((gfVec3){-0.010f, 0.0f, 0.010f}, berth->a, turn);
        if (i != 1) {
            drawCabin(pen, base, (gfVec3){0.015f, 0.011f, 0.010f}, turn, (gfVec3){0.5f, 0.48f, 0.44f}, roofs[i]);
        }
        gfVec3 mast = turned((gfVec3){0.012f, 0.0f, 0.010f}, berth->a, turn);
        Pen_AddBeam(pen, mast, (gfVec3){mast.x, mast.y, 0.125f}, 0.0016f, 0.0009f, (gfVec3){0.32f, 0.26f, 0.2f});
    }
}
