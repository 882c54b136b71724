// Which solids tiles are near: none is missing, few are there in vain, and looking for them costs what solids are long
// and not what they span. Counted in distances of shapes, in a GL that draws nothing.
#include "support/null_gl.h"
#include "support/testing.h"

#include "fluid/solids/solids.h"

#include <stdio.h>
#include <stdlib.h>

#define MANY 4096 // GF_SOLID_MAX
#define SOME 120
#define SAMPLES 5 // of a tile, each way

typedef struct Stage {
    gfDevice *device;
    gfSolidTiles tiles;
    gfShape shapes[MANY];
    uint32_t random;
} Stage;

static float randomIn(Stage *s, float low, float high)
{
    s->random = 1664525u * s->random + 1013904223u;
    return low + (high - low) * (float)(s->random >> 8) / 16777216.0f;
}

static Stage *begin(int cellsX, int cellsY)
{
    Stage *s = MADE(calloc(1, sizeof *s));
    NullGl_Reset(false);
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = NullGl_GetProcAddress;
    s->device = MADE(gfCreateDevice(&def));
    assert_true(gfSolidTiles_Create(s->device, &s->tiles, cellsX, cellsY));
    return s;
}

static void end(Stage *s)
{
    gfSolidTiles_Destroy(s->device, &s->tiles);
    gfDestroyDevice(s->device);
    free(s);
}

// A wall from side to side, half a cell thin.
static gfShape makeWall(Stage *s, int kind, float size)
{
    float a = randomIn(s, 0.0f, size), b = randomIn(s, 0.0f, size);
    switch (kind % 3) {
    case 0:
        return gfMakeCapsule((gfVec2){0.0f, a}, (gfVec2){size, b}, 0.5f);
    case 1:
        return gfMakeRectangle((gfVec2){a, b}, (gfVec2){0.7f * size, 0.5f}, randomIn(s, 0.0f, 6.28f));
    default:
        return gfMakePolygon((gfVec2[]){{a, 0.0f}, {b, size}, {b + 1.0f, size}, {a + 1.0f, 0.0f}}, 4);
    }
}

// Gives all tiles the nearest of so many shapes.
static void addNearest(Stage *s, int count)
{
    gfNearSolid *near = MADE(gfSolidTiles_MakeNearRoom(s->device, &s->tiles, count));
    for (int i = 0; i < count; i++) {
        near[i].solid = i;
        near[i].shape = s->shapes[i];
    }
    gfSolidTiles_MarkAll(&s->tiles);
    assert_true(gfSolidTiles_AddNearest(s->device, &s->tiles, count));
}

TEST(testWorkOfWalls)
{
    const int size = 1024;
    Stage *s = begin(size, size);
    gfSolidTiles *t = &s->tiles;
    for (int i = 0; i < MANY; i++) {
        s->shapes[i] = makeWall(s, i, (float)size);
        gfSolidTiles_Mark(t, &s->shapes[i], 2.0f);
    }
    const double tiles = (double)t->columns[0] * t->rows[0], marks = (double)t->looks;
    for (int i = 0; i < MANY; i++) {
        assert_true(gfSolidTiles_Add(s->device, t, i, &s->shapes[i], 2.0f));
    }
    const double given = (double)t->pairCount, adds = (double)t->looks - marks;
    addNearest(s, MANY);
    const double nearest = (double)t->looks - adds - marks;
    if (getenv("GF_TEST_VERBOSE") != NULL) {
        printf("looks a wall of %.0f tiles: marks %.0f, solids %.0f, nearest %.0f; %.1f looks for each of %.0f pairs\n",
               tiles, marks / MANY, adds / MANY, nearest / MANY, adds / given, given);
    }
    assert_true(given > 100.0 * MANY && given < 500.0 * MANY);
    assert_true(adds < 8.0 * given);
    assert_true(marks < 2.0 * 8.0 * given); // in levels of 1, 1/2 and 1/4 as many tiles along a wall
    assert_true(nearest < 0.2 * tiles * MANY);
    end(s);
}

static gfShape makeAny(Stage *s, int kind, float width, float height)
{
    gfVec2 a = {randomIn(s, -0.2f, 1.2f) * width, randomIn(s, -0.2f, 1.2f) * height};
    gfVec2 b = {randomIn(s, -0.2f, 1.2f) * width, randomIn(s, -0.2f, 1.2f) * height};
    float size = randomIn(s, 0.01f, 0.25f) * fminf(width, height);
    gfVec2 points[GF_POLYGON_MAX];
    switch (kind % 4) {
    case 0:
        return gfMakeCircle(a, size);
    case 1:
        return gfMakeCapsule(a, b, 0.05f * size + 0.5f);
    case 2:
        return gfMakeRectangle(a, (gfVec2){size, randomIn(s, 0.05f, 1.0f) * size}, randomIn(s, -3.0f, 3.0f));
    default:
        for (int i = 0; i < 6; i++) {
            float radius = size * randomIn(s, 0.4f, 1.0f), angle = 6.2831853f * (float)i / 6.0f;
            points[i] = (gfVec2){a.x + radius * cosf(angle), a.y + radius * sinf(angle)};
        }
        return gfMakePolygon(points, 6);
    }
}

static bool *tabulate(const Stage *s)
{
    const gfSolidTiles *t = &s->tiles;
    bool *has = MADE(calloc((size_t)(t->columns[0] * t->rows[0]) * SOME, sizeof *has));
    for (int i = 0; i < t->pairCount; i++) {
        bool *one = &has[t->pairs[i].tile * SOME + t->pairs[i].solid];
        assert_false(*one); // once
        *one = true;
        assert_true(i == 0 || t->pairs[i].tile != t->pairs[i - 1].tile || t->pairs[i].solid > t->pairs[i - 1].solid);
    }
    return has;
}

static gfVec2 sampleOf(const gfSolidTiles *t, int tile, int sample)
{
    float size = (float)t->size, step = size / (float)(SAMPLES - 1);
    return (gfVec2){size * (float)(tile % t->columns[0]) + step * (float)(sample % SAMPLES),
                    size * (float)(tile / t->columns[0]) + step * (float)(sample / SAMPLES)};
}

// Whether the shape is within reach of some place of the tile (1), of none by far (-1), or nearly (0).
static int isWithin(const gfSolidTiles *t, int tile, const gfShape *shape, double reach)
{
    double nearest = INFINITY;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        nearest = fmin(nearest, gfShape_GetDistance(shape, sampleOf(t, tile, i)));
    }
    return nearest <= reach ? 1 : nearest > reach + 0.5 * (double)t->size ? -1 : 0;
}

static void expectNear(const Stage *s, float reach)
{
    bool *has = tabulate(s);
    for (int tile = 0; tile < s->tiles.columns[0] * s->tiles.rows[0]; tile++) {
        for (int i = 0; i < SOME; i++) {
            int within = isWithin(&s->tiles, tile, &s->shapes[i], (double)reach);
            fail_if(within != 0 && has[tile * SOME + i] != (within > 0), "reach %g: tile %d %s solid %d", (double)reach,
                    tile, within > 0 ? "misses" : "need not have", i);
        }
    }
    free(has);
}

static void expectNearest(const Stage *s)
{
    bool *has = tabulate(s);
    for (int tile = 0; tile < s->tiles.columns[0] * s->tiles.rows[0]; tile++) {
        for (int sample = 0; sample < SAMPLES * SAMPLES; sample++) {
            double nearest = INFINITY, listed = INFINITY;
            for (int i = 0; i < SOME; i++) {
                double distance = gfShape_GetDistance(&s->shapes[i], sampleOf(&s->tiles, tile, sample));
                nearest = fmin(nearest, distance);
                listed = has[tile * SOME + i] ? fmin(listed, distance) : listed;
            }
            fail_if(listed != nearest, "tile %d: %g of what is listed, %g of all", tile, listed, nearest);
        }
    }
    int tiles = s->tiles.columns[0] * s->tiles.rows[0];
    assert_true(tiles < 100 || s->tiles.pairCount < 20 * tiles);
    free(has);
}

// In and around domains of several shapes, also deep within solids.
TEST(testAllAreFound)
{
    static const int sizes[][2] = {{256, 256}, {12, 12}, {300, 20}, {40, 200}};
    static const float reaches[] = {2.0f, 20.0f, 500.0f};
    for (int k = 0; k < 12; k++) {
        int width = sizes[k / 3][0], height = sizes[k / 3][1];
        float reach = reaches[k % 3];
        Stage *s = begin(width, height);
        for (int i = 0; i < SOME; i++) {
            s->shapes[i] = makeAny(s, i, (float)width, (float)height);
            gfSolidTiles_Mark(&s->tiles, &s->shapes[i], reach);
        }
        for (int i = 0; i < SOME; i++) {
            assert_true(gfSolidTiles_Add(s->device, &s->tiles, i, &s->shapes[i], reach));
        }
        expectNear(s, reach);
        addNearest(s, SOME);
        expectNearest(s);
        end(s);
    }
}

TESTS_START_FROM(NULL, NULL)
