// What needs no context: error texts, default definitions, handles, bounds of shapes, the order of texture formats.
#include "support/testing.h"

#include "gpufluid/gpufluid.h"

#include "base/core.h"
#include "base/shape.h"
#include "base/slots.h"
#include "ext/bodies/contacts.h"
#include "gl/context.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TEST(testErrorTexts)
{
    for (int i = 0; i < GF_ERROR_COUNT; i++) {
        const char *text = gfErrorText((gfErrorCode)i);
        assert_true(text != NULL && strlen(text) > 4);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(text, gfErrorText((gfErrorCode)k));
        }
    }
    assert_string_equal(gfErrorText(GF_ERROR_OK), "no error");
    assert_string_equal(gfErrorText(GF_ERROR_COUNT), "unknown error code");
    assert_string_equal(gfErrorText((gfErrorCode)-1), "unknown error code");
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", GF_VERSION_MAJOR, GF_VERSION_MINOR, GF_VERSION_PATCH);
    assert_string_equal(gfGetVersion(), version);
    assert_string_equal(gfGetVersion(), GF_VERSION_STRING);
}

static float lightness(const float color[4])
{
    return 0.2126f * color[0] + 0.7152f * color[1] + 0.0722f * color[2];
}

TEST(testPalettes)
{
    for (int kind = 0; kind < GF_PALETTE_COUNT; kind++) {
        gfPalette palette = gfGetPalette((gfStockPalette)kind);
        assert_in_range(palette.count, 2, GF_PALETTE_MAX);
        bool clear = kind >= GF_PALETTE_ICE && kind <= GF_PALETTE_INK;
        assert_true(palette.colors[0][3] == (clear ? 0.0f : 1.0f));
        assert_true(palette.colors[palette.count - 1][3] == 1.0f);
        for (int i = 0; i < palette.count; i++) {
            for (int c = 0; c < 4; c++) {
                assert_true(palette.colors[i][c] >= 0.0f && palette.colors[i][c] <= 1.0f);
            }
            if (i > 0 && kind != GF_PALETTE_BLUE_RED) {
                float rise = lightness(palette.colors[i]) - lightness(palette.colors[i - 1]);
                assert_true(kind == GF_PALETTE_INK ? rise < 0.0f : rise > 0.0f);
            }
        }
    }
    gfPalette viridis = gfGetPalette(GF_PALETTE_VIRIDIS); // #440154 to #fde725
    const float first[3] = {0.0578f, 0.0003f, 0.0887f}, last[3] = {0.9823f, 0.7991f, 0.0185f};
    for (int c = 0; c < 3; c++) {
        assert_float_equal(viridis.colors[0][c], first[c], 1e-4f);
        assert_float_equal(viridis.colors[7][c], last[c], 1e-4f);
    }
    // A value of 0 is white, blue and red are as far from it on both sides.
    gfPalette signs = gfGetPalette(GF_PALETTE_BLUE_RED);
    assert_int_equal(signs.count % 2, 1);
    const float *middle = signs.colors[signs.count / 2], *blue = signs.colors[0], *red = signs.colors[signs.count - 1];
    assert_true(middle[0] > 0.9f && middle[0] == middle[1] && middle[1] == middle[2]);
    assert_true(blue[2] > 2.0f * blue[0] && red[0] > 2.0f * red[2]);
    const int wrong[] = {-1, GF_PALETTE_COUNT, 1000};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        const char *message = NULL;
        gfClearLastError();
        assert_int_equal(gfGetPalette((gfStockPalette)wrong[i]).count, 0);
        assert_int_equal(gfGetLastError(&message), GF_ERROR_OUT_OF_RANGE);
        assert_non_null(strstr(message, "palette"));
    }
    gfClearLastError();
}

TEST(testLastErrorStays)
{
    const char *message = NULL;
    gfClearLastError();
    assert_int_equal(gfGetLastError(&message), GF_ERROR_OK);
    assert_string_equal(message, "");
    assert_false(gfFluid_StepOnce(NULL));
    assert_int_equal(gfGetLastError(&message), GF_ERROR_NULL_ARGUMENT);
    assert_non_null(strstr(message, "gfFluid_StepOnce"));
    gfReport(NULL, GF_LOG_WARNING, GF_ERROR_GL, "a warning is no failure");
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    gfClearLastError();
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
}

// A definition of another kind is no definition.
TEST(testCookies)
{
    const int32_t cookies[] = {gfDefaultDeviceDef().cookie, gfDefaultFluidDef().cookie, gfDefaultSourceDef().cookie,
                               gfDefaultSolidDef().cookie, gfDefaultDrawDef().cookie};
    for (int i = 0; i < 5; i++) {
        assert_int_not_equal(cookies[i], 0);
        for (int k = 0; k < i; k++) {
            assert_int_not_equal(cookies[i], cookies[k]);
        }
    }
}

// A null `params` or an unknown quality: an error, and not one byte is changed.
TEST(testQualityRefused)
{
    static const gfQuality bad[] = {(gfQuality)-1, (gfQuality)(GF_QUALITY_REFERENCE + 1), (gfQuality)INT_MAX};
    gfGridParams params, before;
    memset(&params, 0x5a, sizeof params);
    memcpy(&before, &params, sizeof before);
    for (int i = 0; i < GF_COUNT(bad); i++) {
        gfClearLastError();
        assert_false(gfGridParams_SetQuality(&params, bad[i]));
        assert_int_equal(gfGetLastError(NULL), GF_ERROR_OUT_OF_RANGE);
        assert_memory_equal(&params, &before, sizeof before);
    }
    assert_false(gfGridParams_SetQuality(NULL, GF_QUALITY_LOW));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    gfClearLastError();
    params = gfDefaultFluidDef().grid;
    assert_true(gfGridParams_SetQuality(&params, GF_QUALITY_REFERENCE));
    assert_true(params.pressureCycles == 4 && params.keepTotals);
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
}

// Fails unless the slots refuse the handle with a message that contains `text`.
static void expectBadHandle(const gfSlots *slots, uint32_t fluid, gfHandle handle, const char *text)
{
    const char *message = NULL;
    gfClearLastError();
    assert_null(gfSlots_Get(slots, NULL, fluid, handle, "caller"));
    assert_int_equal(gfGetLastError(&message), GF_ERROR_BAD_HANDLE);
    fail_if(strstr(message, text) == NULL || strstr(message, "caller: ") != message, "'%s' does not contain '%s'",
            message, text);
}

TEST(testSlotsGrowAndRefill)
{
    enum { LIMIT = 100, FLUID = 7 };
    gfCore core = {0};
    gfSlots slots;
    gfHandle handles[LIMIT];
    gfSlots_Init(&slots, GF_HANDLE_SOLID, sizeof(int), LIMIT);
    for (int i = 0; i < LIMIT; i++) {
        handles[i] = gfSlots_Add(&slots, &core, FLUID, &i);
        assert_false(GF_IS_NULL(handles[i]));
    }
    int extra = -1;
    assert_true(GF_IS_NULL(gfSlots_Add(&slots, &core, FLUID, &extra)));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_TOO_MANY);
    for (int i = 0; i < LIMIT; i += 3) {
        gfSlots_Remove(&slots, handles[i]);
        expectBadHandle(&slots, FLUID, handles[i], "no longer alive");
    }
    for (int i = 0; i < LIMIT; i++) {
        const int *item = i % 3 == 0 ? NULL : gfSlots_Get(&slots, &core, FLUID, handles[i], "caller");
        assert_true(i % 3 == 0 || (item != NULL && *item == i));
        assert_true((gfSlots_At(&slots, handles[i].index) == NULL) == (i % 3 == 0));
    }
    for (int i = 0; i < LIMIT; i += 3) { // the freed ones, under new names
        gfHandle again = gfSlots_Add(&slots, &core, FLUID, &i);
        assert_false(GF_IS_NULL(again));
        for (int k = 0; k < LIMIT; k++) {
            assert_false(GF_ID_EQUALS(again, handles[k]));
        }
    }
    assert_null(gfSlots_At(&slots, -1));
    assert_null(gfSlots_At(&slots, LIMIT));
    gfSlots_Destroy(&slots, &core);
    assert_int_equal(core.allocatedBytes, 0);
}

// Each member of a living handle changed alone: the message names what is wrong.
TEST(testSlotsSayWhatIsWrong)
{
    enum { FLUID = 3, OTHER = 4 };
    gfCore core = {0};
    gfSlots slots;
    int item = 5;
    gfSlots_Init(&slots, GF_HANDLE_SOLID, sizeof(int), 4);
    gfHandle good = gfSlots_Add(&slots, &core, FLUID, &item), bad = good;
    expectBadHandle(&slots, FLUID, (gfHandle){0}, "none; a solid's is expected");
    expectBadHandle(&slots, OTHER, good, "belongs to another fluid");
    bad.fluid = OTHER; // forged for the other fluid, which has no such item
    expectBadHandle(&slots, OTHER, bad, "no longer alive");
    expectBadHandle(&slots, FLUID, bad, "belongs to another fluid");
    static const char *const kinds[] = {
        [GF_HANDLE_EMITTER] = "an emitter's;",
        [GF_HANDLE_READ] = "a read-back's;",
        [GF_HANDLE_MESH] = "a mesh's;",
        [GF_HANDLE_SOLID3D] = "a solid's in three dimensions;",
        [GF_HANDLE_EMITTER3D] = "an emitter's in three dimensions;",
        [GF_HANDLE_RIGID_BODY] = "a rigid body's;",
        [GF_HANDLE_RIGID_BODY3D] = "a rigid body's in three dimensions;",
    };
    for (int kind = 0; kind < 70000; kind += kind < GF_HANDLE_KIND_COUNT ? 1 : 9973) {
        bad = good;
        bad.kind = (uint16_t)kind;
        if (kind != GF_HANDLE_SOLID) {
            bool known = kind > GF_HANDLE_NONE && kind < GF_HANDLE_KIND_COUNT;
            const char *says = kind < GF_COUNT(kinds) ? kinds[kind] : NULL;
            expectBadHandle(&slots, FLUID, bad, known ? "; a solid's is expected" : "of no kind that there is");
            expectBadHandle(&slots, FLUID, bad, says != NULL ? says : "");
        }
    }
    static const uint16_t indices[] = {1, 3, 4, 8, 0x7fff, 0xffff};
    for (int i = 0; i < GF_COUNT(indices); i++) {
        bad = good;
        bad.index = indices[i];
        expectBadHandle(&slots, FLUID, bad, "no longer alive");
    }
    static const uint64_t generations[] = {2, 3, 0x100000001u, UINT64_MAX};
    for (int i = 0; i < GF_COUNT(generations); i++) {
        bad = good;
        bad.generation = generations[i];
        expectBadHandle(&slots, FLUID, bad, "no longer alive");
    }
    assert_int_equal(*(const int *)gfSlots_Get(&slots, &core, FLUID, good, "caller"), item);
    gfSlots_Destroy(&slots, &core);
}

// One slot, used again and again, and beyond all counts of 32 bits: no stale handle is ever accepted.
TEST(testSlotGenerationsNeverComeBack)
{
    enum { ROUNDS = (1 << 20) + 1000, FLUID = 1 };
    static const int back[] = {1, 2, 97, 1 << 12, 1 << 19, 1 << 20};
    gfCore core = {0};
    gfSlots slots;
    gfSlots_Init(&slots, GF_HANDLE_EMITTER, sizeof(int), 4);
    gfHandle *given = MADE(malloc(ROUNDS * sizeof *given));
    for (int i = 0; i < ROUNDS; i++) {
        if (i == ROUNDS - 500) { // as if four billion handles had been given in between
            slots.handles[0].generation += UINT64_C(1) << 32;
        }
        given[i] = gfSlots_Add(&slots, &core, FLUID, &i);
        for (int k = 0; k < GF_COUNT(back) && back[k] <= i; k++) {
            assert_null(gfSlots_Get(&slots, NULL, FLUID, given[i - back[k]], "caller"));
        }
        assert_int_equal(*(const int *)gfSlots_Get(&slots, &core, FLUID, given[i], "caller"), i);
        gfSlots_Remove(&slots, given[i]);
        assert_null(gfSlots_Get(&slots, NULL, FLUID, given[i], "caller"));
    }
    assert_int_equal(given[ROUNDS - 1].index, 0);
    assert_true(slots.capacity <= 4);
    free(given);
    gfSlots_Destroy(&slots, &core);
}

static uint32_t randomState = 1;

static float randomIn(float low, float high)
{
    randomState = randomState * 1664525u + 1013904223u;
    return low + (high - low) * (float)(randomState >> 8) / 16777216.0f;
}

static bool insideCapsule(gfVec2 a, gfVec2 b, float radius, float x, float y)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    float t = length > 0.0f ? ((x - a.x) * dx + (y - a.y) * dy) / length : 0.0f;
    t = fminf(1.0f, fmaxf(0.0f, t));
    return hypotf(x - a.x - t * dx, y - a.y - t * dy) <= radius;
}

static bool inside(const gfShape *s, float x, float y)
{
    float c = cosf(s->angle), n = sinf(s->angle);
    bool in = false;
    switch (s->kind) {
    case GF_SHAPE_CIRCLE:
        return hypotf(x - s->a.x, y - s->a.y) <= s->radius;
    case GF_SHAPE_CAPSULE:
        return insideCapsule(s->a, s->b, s->radius, x, y);
    case GF_SHAPE_RECTANGLE:
        return fabsf(c * (x - s->a.x) + n * (y - s->a.y)) <= s->b.x &&
               fabsf(c * (y - s->a.y) - n * (x - s->a.x)) <= s->b.y;
    case GF_SHAPE_POLYGON:
    default:
        for (int i = 0, k = s->pointCount - 1; i < s->pointCount; k = i++) {
            gfVec2 p = s->points[i], q = s->points[k];
            if ((p.y > y) != (q.y > y) && x < (q.x - p.x) * (y - p.y) / (q.y - p.y) + p.x) {
                in = !in;
            }
        }
        return in;
    }
}

static gfShape randomShape(int i)
{
    gfVec2 a = {randomIn(-1, 1), randomIn(-1, 1)}, b = {randomIn(-1, 1), randomIn(-1, 1)};
    gfVec2 points[GF_POLYGON_MAX];
    if (i % 4 == 0) {
        return gfMakeCircle(a, randomIn(0.3f, 1.0f));
    }
    if (i % 4 == 1) {
        return gfMakeCapsule(a, i % 8 == 1 ? b : a, randomIn(0.2f, 0.8f));
    }
    if (i % 4 == 2) {
        return gfMakeRectangle(a, (gfVec2){randomIn(0.2f, 1.0f), randomIn(0.2f, 1.0f)}, randomIn(-7.0f, 7.0f));
    }
    int count = 3 + i / 4 % (GF_POLYGON_MAX - 2);
    for (int k = 0; k < count; k++) { // a star, so that it does not cross itself
        float angle = 6.2831853f * (float)k / (float)count, radius = randomIn(0.4f, 1.0f);
        points[k] = (gfVec2){a.x + radius * cosf(angle), a.y + radius * sinf(angle)};
    }
    return gfMakePolygon(points, count);
}

// A shape that nobody checked says any number of corners: no more are looked at than it has room for.
TEST(testShapesWithWrongCounts)
{
    static const int32_t counts[] = {INT32_MIN, -1, 0, GF_POLYGON_MAX + 1, 1 << 20, INT32_MAX};
    gfShape around[3]; // what lies beside the shape in the middle stays as it is
    for (int i = 0; i < GF_COUNT(counts); i++) {
        memset(around, 0, sizeof around);
        gfShape *shape = &around[1], before;
        shape->kind = GF_SHAPE_POLYGON;
        shape->pointCount = counts[i];
        for (int k = 0; k < GF_POLYGON_MAX; k++) {
            shape->points[k] = (gfVec2){2.0f, 3.0f};
        }
        memcpy(&before, shape, sizeof before);
        gfVec2 centre = gfShape_GetCentre(shape);
        assert_true(centre.x == (counts[i] > 0 ? 2.0f : 0.0f) && centre.y == (counts[i] > 0 ? 3.0f : 0.0f));
        gfShape moved = gfMoveShape(shape, (gfVec2){1.0f, 0.0f}, 0.0f);
        assert_int_equal(moved.pointCount, counts[i]);
        assert_false(gfShape_Check(NULL, &moved, false, "testShapesWithWrongCounts"));
        assert_memory_equal(&before, shape, sizeof before);
    }
}

// Bounds hold all of the shape (which matters: what lies outside is never drawn) and little else.
TEST(testShapeBounds)
{
    for (int i = 0; i < 200; i++) {
        gfShape shape = randomShape(i);
        assert_true(gfShape_Check(NULL, &shape, false, "testShapeBounds"));
        gfBounds b = gfShape_GetBounds(&shape), seen = {9.0f, 9.0f, -9.0f, -9.0f};
        for (int y = 0; y <= 300; y++) {
            for (int x = 0; x <= 300; x++) {
                float px = -3.0f + 0.02f * (float)x, py = -3.0f + 0.02f * (float)y;
                if (inside(&shape, px, py)) {
                    seen = (gfBounds){fminf(seen.minX, px), fminf(seen.minY, py), fmaxf(seen.maxX, px),
                                      fmaxf(seen.maxY, py)};
                }
            }
        }
        float e = 1e-5f;
        assert_true(seen.minX >= b.minX - e && seen.minY >= b.minY - e);
        assert_true(seen.maxX <= b.maxX + e && seen.maxY <= b.maxY + e);
        if (shape.kind == GF_SHAPE_CIRCLE || shape.kind == GF_SHAPE_CAPSULE) { // corners may fall between samples
            assert_true(seen.minX < b.minX + 0.05f && seen.minY < b.minY + 0.05f);
            assert_true(seen.maxX > b.maxX - 0.05f && seen.maxY > b.maxY - 0.05f);
        }
    }
}

// Adds to a polygon what hosts' outlines have: corners on its sides, corners that repeat, and the first as last.
static gfShape decorate(const gfVec2 *corners, int count, int how)
{
    gfVec2 points[GF_POLYGON_MAX];
    int n = 0;
    for (int i = 0; i < count; i++) {
        gfVec2 a = corners[i], b = corners[(i + 1) % count];
        points[n++] = a;
        if (how % 3 == 0 && i % 2 == 0) {
            points[n++] = a;
        }
        if (how % 3 != 1) {
            float t = 0.2f + 0.1f * (float)(how % 7);
            points[n++] = (gfVec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    points[n++] = corners[0];
    return gfMakePolygon(points, n);
}

static double areaOf(const gfShape *shape)
{
    const gfVec2 at = gfShape_GetCentre(shape);
    const gfHull hull = gfHull_Make(shape, (const double[2]){(double)at.x, (double)at.y});
    const gfOutline outline = gfOutline_Make(&hull);
    return gfOutline_GetArea(&outline).size;
}

// A polygon of so many corners in a round, as wide as high or half as wide.
static void getCorners(gfVec2 *corners, int count, const float place[2], float size, float turn)
{
    float c = cosf(turn), s = sinf(turn);
    for (int i = 0; i < count; i++) {
        float angle = 6.2831853f * (float)i / (float)count, x = size * cosf(angle), y = 0.5f * size * sinf(angle);
        corners[i] = (gfVec2){place[0] + c * x - s * y, place[1] + s * x + c * y};
    }
}

// Wherever a polygon is and however it is turned, corners on its sides, repeated ones and closed rings change nothing:
// it is a body of the same area, and its outline the same; and a corner that is pushed in is told by its number.
TEST(testPolygonsOfHosts)
{
    static const float places[][2] = {{0.0f, 0.0f}, {3.7f, -1.3f}, {-90.1f, 51.7f}, {2000.3f, 1100.9f}};
    static const float sizes[] = {0.37f, 1.0f, 42.0f};
    for (int i = 0; i < 4 * 3 * 60; i++) {
        const float *place = places[i % 4], size = sizes[i / 4 % 3];
        gfVec2 corners[GF_POLYGON_MAX];
        int count = 3 + i % 3;
        double slack = 1e-5 * (double)size + 1e-6 * (fabs((double)place[0]) + fabs((double)place[1]));
        getCorners(corners, count, place, size, 0.1047f * (float)(i / 12));
        const gfShape clean = gfMakePolygon(corners, count), shape = decorate(corners, count, i);
        fail_if(!gfHull_Check(NULL, &shape, "test"), "%d corners, case %d", count, i);
        assert_true(fabs(areaOf(&shape) - areaOf(&clean)) <= 4.0 * slack * (double)size);
        for (int k = 0; k < 9; k++) {
            const gfVec2 at = {place[0] + size * (0.7f * (float)(k % 3) - 0.7f),
                               place[1] + size * 0.3f * (float)(k / 3)};
            assert_true(fabs(gfShape_GetDistance(&shape, at) - gfShape_GetDistance(&clean, at)) <= slack);
        }
        corners[count] = (gfVec2){corners[0].x + 0.5f * (corners[count - 1].x - corners[0].x),
                                  corners[0].y + 0.5f * (corners[count - 1].y - corners[0].y)};
        gfVec2 centre = gfShape_GetCentre(&clean), way = {centre.x - corners[count].x, centre.y - corners[count].y};
        float in = 1e-3f + 8e-6f * (fabsf(place[0]) + fabsf(place[1])) / size;
        corners[count].x += in * way.x;
        corners[count].y += in * way.y;
        const gfShape hollow = gfMakePolygon(corners, count + 1);
        char corner[16];
        snprintf(corner, sizeof corner, "corner %d ", count);
        gfClearLastError();
        const char *message;
        assert_false(gfHull_Check(NULL, &hollow, "test"));
        assert_int_equal(gfGetLastError(&message), GF_ERROR_OUT_OF_RANGE);
        assert_non_null(strstr(message, corner));
    }
}

TEST(testBatchBounds)
{
    gfShapeBatch batch;
    gfShape circle = gfMakeCircle((gfVec2){1.0f, 2.0f}, 0.5f), far = gfMakeCircle((gfVec2){-3.0f, 0.0f}, 0.25f);
    gfVec2 corners[GF_POLYGON_MAX] = {{0}};
    for (int i = 0; i < GF_POLYGON_MAX; i++) {
        corners[i].x = (float)i;
    }
    gfShape polygon = gfMakePolygon(corners, GF_POLYGON_MAX);
    gfShapeBatch_Clear(&batch);
    gfShapeBatch_Add(&batch, &circle, (gfVec2){0.0f, 0.0f}, 0.0f, 0.2f);
    gfShapeBatch_Add(&batch, &far, (gfVec2){0.0f, 0.0f}, 0.0f, 0.0f);
    assert_true(fabsf(batch.bounds.minX + 3.25f) < 1e-6f && fabsf(batch.bounds.maxX - 1.6f) < 1e-6f);
    assert_true(fabsf(batch.bounds.minY + 0.25f) < 1e-6f && fabsf(batch.bounds.maxY - 2.6f) < 1e-6f);
    gfShapeBatch_Clear(&batch);
    int added = 0;
    while (gfShapeBatch_HasRoom(&batch, &polygon)) {
        gfShapeBatch_Add(&batch, &polygon, (gfVec2){0.0f, 0.0f}, 0.0f, 0.0f);
        added++;
    }
    assert_true(added == GF_POINTS_PER_BATCH / GF_POLYGON_MAX && batch.pointCount <= GF_POINTS_PER_BATCH);
    assert_true(gfShapeBatch_HasRoom(&batch, &circle));
}

static bool is32(gfFormat f)
{
    return f >= GF_FORMAT_R32F && f <= GF_FORMAT_RGBA32F;
}

// Every set of formats that a context may render to. Expected: enough channels; the wanted bits before the other ones;
// then the fewest channels.
TEST(testChooseFormat)
{
    static const int channels[] = {1, 2, 4, 1, 2, 4};
    gfGL *gl = MADE(calloc(1, sizeof *gl));
    for (unsigned set = 0; set < 64; set++) {
        for (int f = 0; f < 6; f++) {
            gl->formats[f].renderable = (set >> f & 1) != 0;
        }
        for (int wanted = 0; wanted < 6; wanted++) {
            gfFormat best = GF_FORMAT_COUNT;
            int bestCost = 1000;
            for (int f = 0; f < 6; f++) {
                int cost = channels[f] + (is32((gfFormat)f) != is32((gfFormat)wanted) ? 100 : 0);
                if (gl->formats[f].renderable && channels[f] >= channels[wanted] && cost < bestCost) {
                    best = (gfFormat)f;
                    bestCost = cost;
                }
            }
            assert_int_equal(gfGL_ChooseFormat(gl, (gfFormat)wanted), best);
        }
    }
    free(gl);
}

TEST(testAllocatorCounts)
{
    gfCore core = {0};
    unsigned char *a = gfAlloc(&core, 100), *b = gfAlloc(&core, 1);
    assert_true(a != NULL && b != NULL && core.allocatedBytes >= 101);
    assert_true((uintptr_t)a % _Alignof(max_align_t) == 0 && (uintptr_t)b % _Alignof(max_align_t) == 0);
    for (int i = 0; i < 100; i++) {
        assert_int_equal(a[i], 0);
    }
    gfFree(&core, a);
    gfFree(&core, b);
    gfFree(&core, NULL);
    assert_int_equal(core.allocatedBytes, 0);
}

TESTS_START_FROM(NULL, NULL)
