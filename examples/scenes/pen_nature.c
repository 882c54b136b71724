// Meshes of dioramas: stones and plants.
#include "scenes/pen.h"

#include "scenes/scene_parts.h"

#include <math.h>

#define ROCK_SIDES 40
#define ROCK_RINGS 14
#define LUMP_SIDES 14
#define LUMP_RINGS 9
#define BLADE_PARTS 5
#define PAD_SIDES 18
#define PETALS 9

// The outline at `share` of its way round, corners rounded off: a uniform B-spline stays inside, so it is let out.
static gfVec2 followOutline(const gfShape *outline, gfVec2 centre, float share)
{
    float at = share * (float)outline->pointCount;
    int i = (int)at, n = outline->pointCount;
    float t = at - (float)i;
    gfVec2 a = outline->points[(i + n - 1) % n], b = outline->points[i % n], c = outline->points[(i + 1) % n];
    float p = 0.5f * (1.0f - t) * (1.0f - t), r = 0.5f * t * t, q = 1.0f - p - r;
    const float let = 1.12f;
    return (gfVec2){let * (p * a.x + q * b.x + r * c.x - centre.x), let * (p * a.y + q * b.y + r * c.y - centre.y)};
}

// Quads between rings of vertices that stand one above the other.
static void joinRings(Pen *pen, uint32_t first, uint32_t rings, uint32_t sides)
{
    for (uint32_t i = 0; i < (rings - 1) * sides; i++) {
        uint32_t row = first + i / sides * sides, next = row + (i % sides + 1) % sides;
        Pen_AddQuad(pen, first + i, next, next + sides, first + i + sides);
    }
}

void Pen_AddRock(Pen *pen, const gfShape *outline, float bottom, float top, gfVec3 color, unsigned seed)
{
    int firstVertex = pen->mesh.vertexCount, firstIndex = pen->mesh.indexCount;
    gfVec2 centre = gfShape_GetCentre(outline);
    float tiltX = 0.3f * (Land_Hash(1, 2, seed) - 0.5f), tiltY = 0.3f * (Land_Hash(3, 4, seed) - 0.5f);
    for (int i = 0; i < ROCK_RINGS * ROCK_SIDES; i++) {
        float share = (float)(i / ROCK_SIDES) / (ROCK_RINGS - 1);
        gfVec2 side = followOutline(outline, centre, (float)(i % ROCK_SIDES) / ROCK_SIDES);
        // Steep below, then round to a flat top.
        float reach = share < 0.45f ? 1.0f : powf(fmaxf(1.0f - powf((share - 0.45f) / 0.55f, 2.6f), 0.0f), 0.62f);
        float height = share < 0.6f ? share : 0.6f + 0.4f * sinf(0.5f * SCENE_PI * (share - 0.6f) / 0.4f);
        float x = side.x * reach, y = side.y * reach, z = Land_Blend(bottom, top, height);
        // Facets: noise that is the same up and down makes ledges across it.
        float size = hypotf(side.x, side.y);
        float bump =
            0.10f * Land_Fractal(4.0f * x / size + 0.7f * z / size, 4.0f * y / size + 5.0f * z / size, 3, seed);
        float ledge = 0.05f * Land_Noise(9.0f * z / size, 2.0f * x / size, seed + 7u);
        x *= 1.0f + bump + ledge;
        y *= 1.0f + bump + ledge;
        z +=
            (x * tiltX + y * tiltY) * share + 0.07f * size * share * Land_Noise(5.0f * x / size, 5.0f * y / size, seed);
        float tone = 1.0f + 0.35f * Land_Fractal(30.0f * x + 11.0f * z, 30.0f * y + 17.0f * z, 3, seed + 3u);
        // Moss on what is flat, and a line where the water stands.
        gfVec3 own = Land_ScaleColor(color, tone);
        float moss =
            Land_Step(0.1f, 0.5f, Land_Fractal(9.0f * x, 9.0f * y, 2, seed + 5u)) * Land_Step(0.6f, 0.9f, share);
        own = Land_BlendColor(own, (gfVec3){0.10f, 0.14f, 0.03f}, 0.75f * moss);
        Pen_AddVertex(pen, (gfVec3){centre.x + x, centre.y + y, z}, (gfVec3){0.0f, 0.0f, 0.0f}, own);
    }
    joinRings(pen, (uint32_t)firstVertex, ROCK_RINGS, ROCK_SIDES);
    Pen_Smooth(pen, firstVertex, firstIndex);
}

void Pen_AddLump(Pen *pen, gfVec3 centre, gfVec3 radii, float roughness, gfVec3 color, unsigned seed)
{
    int firstVertex = pen->mesh.vertexCount, firstIndex = pen->mesh.indexCount;
    for (int i = 0; i < LUMP_RINGS * LUMP_SIDES; i++) {
        float up = SCENE_PI * ((float)(i / LUMP_SIDES) / (LUMP_RINGS - 1) - 0.5f);
        float turn = 2.0f * SCENE_PI * (float)(i % LUMP_SIDES) / LUMP_SIDES;
        bool pole = i < LUMP_SIDES || i >= (LUMP_RINGS - 1) * LUMP_SIDES;
        float out = 1.0f + (pole ? 0.0f : roughness * (2.0f * Land_Hash(i, 1, seed) - 1.0f));
        gfVec3 place = {centre.x + out * radii.x * cosf(up) * cosf(turn),
                        centre.y + out * radii.y * cosf(up) * sinf(turn), centre.z + out * radii.z * sinf(up)};
        float tone = (0.62f + 0.38f * sinf(up)) * (0.75f + 0.5f * Land_Hash(i, 2, seed));
        Pen_AddVertex(pen, place, (gfVec3){0.0f, 0.0f, 0.0f}, Land_ScaleColor(color, tone));
    }
    joinRings(pen, (uint32_t)firstVertex, LUMP_RINGS, LUMP_SIDES);
    Pen_Smooth(pen, firstVertex, firstIndex);
}

// Its normals point up: light shines through a blade from either side.
void Pen_AddBlade(Pen *pen, gfVec3 root, float height, gfVec2 lean, float width, gfVec3 color)
{
    float length = fmaxf(hypotf(lean.x, lean.y), 1e-6f);
    gfVec2 across = {-lean.y / length, lean.x / length};
    uint32_t before[2] = {0, 0};
    for (int i = 0; i <= BLADE_PARTS; i++) {
        float t = (float)i / BLADE_PARTS;
        float half = 0.5f * width * (1.0f - t * t);
        gfVec3 middle = {root.x + lean.x * t * t, root.y + lean.y * t * t, root.z + height * t * (1.0f - 0.25f * t)};
        gfVec3 normal = {-0.4f * lean.x / length, -0.4f * lean.y / length, 0.9f};
        gfVec3 own = Land_ScaleColor(color, 0.55f + 0.6f * t);
        uint32_t now[2];
        for (int k = 0; k < 2; k++) {
            float side = k == 0 ? -half : half;
            now[k] = Pen_AddVertex(pen, (gfVec3){middle.x + side * across.x, middle.y + side * across.y, middle.z},
                                   normal, own);
        }
        if (i > 0) {
            Pen_AddQuad(pen, before[0], before[1], now[1], now[0]);
        }
        before[0] = now[0];
        before[1] = now[1];
    }
}

void Pen_AddPad(Pen *pen, gfVec3 centre, float radius, float turn, gfVec3 color)
{
    const gfVec3 up = {0.0f, 0.0f, 1.0f};
    uint32_t middle = Pen_AddVertex(pen, centre, up, Land_ScaleColor(color, 1.25f));
    uint32_t last = 0;
    for (int i = 0; i <= PAD_SIDES; i++) {
        float angle = turn + 0.22f + (2.0f * SCENE_PI - 0.44f) * (float)i / PAD_SIDES;
        gfVec3 normal = {0.25f * cosf(angle), 0.25f * sinf(angle), 0.95f};
        gfVec3 place = {centre.x + radius * cosf(angle), centre.y + radius * sinf(angle),
                        centre.z + 0.03f * radius * (1.0f + sinf(5.0f * angle))};
        uint32_t rim = Pen_AddVertex(pen, place, normal, Land_ScaleColor(color, 0.85f + 0.1f * (float)(i % 2)));
        if (i > 0) {
            Pen_AddTriangle(pen, middle, last, rim);
        }
        last = rim;
    }
}

void Pen_AddFlower(Pen *pen, gfVec3 centre, float radius, gfVec3 color)
{
    for (int layer = 0; layer < 2; layer++) {
        for (int i = 0; i < PETALS; i++) {
            float turn = 2.0f * SCENE_PI * ((float)i + 0.5f * (float)layer) / PETALS;
            float reach = radius * (layer == 0 ? 1.0f : 0.68f), rise = radius * (layer == 0 ? 0.35f : 0.75f);
            gfVec2 out = {cosf(turn), sinf(turn)};
            gfVec3 normal = {-0.35f * out.x, -0.35f * out.y, 0.9f};
            float wide = 0.24f * radius;
            gfVec3 tip = {centre.x + reach * out.x, centre.y + reach * out.y, centre.z + rise};
            gfVec3 mid = {centre.x + 0.55f * reach * out.x, centre.y + 0.55f * reach * out.y, centre.z + 0.3f * rise};
            uint32_t a = Pen_AddVertex(pen, centre, normal, Land_ScaleColor(color, 0.8f));
            uint32_t b = Pen_AddVertex(pen, (gfVec3){mid.x + wide * out.y, mid.y - wide * out.x, mid.z}, normal, color);
            uint32_t c = Pen_AddVertex(pen, tip, normal, Land_ScaleColor(color, 0.75f));
            uint32_t d = Pen_AddVertex(pen, (gfVec3){mid.x - wide * out.y, mid.y + wide * out.x, mid.z}, normal, color);
            Pen_AddQuad(pen, a, b, c, d);
        }
    }
    Pen_AddLump(pen, (gfVec3){centre.x, centre.y, centre.z + 0.25f * radius},
                (gfVec3){0.2f * radius, 0.2f * radius, 0.2f * radius}, 0.1f, (gfVec3){0.85f, 0.55f, 0.05f}, 1u);
}
