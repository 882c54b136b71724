// Arguments that no call may accept, stale handles, counts beyond the limits: each refused with its code and a message
// that names the culprit, and the fluid as it was. And values that are legal but hostile: fields stay finite.
#include "support/bad_input.h"
#include "support/flow.h"

#include <limits.h>

// Sizes are told together, and what a definition holds is tried by test_bad_ranges.c.
TEST(testSizes)
{
    static const int32_t badSizes[] = {0, -1, INT_MIN, GF_GRID_MIN - 1, GF_GRID_MAX + 1, 1000000000, INT_MAX};
    const gfVec2 zero = {0.0f, 0.0f};
    gfFluidDef def = gfDefaultFluidDef();
    for (size_t i = 0; i < ROWS(badSizes); i++) {
        REFUSED(gfFluid_Resize(stage.fluid, badSizes[i], 8, 0.1f, zero), OUT_OF_RANGE, "grid");
        REFUSED(gfFluid_Resize(stage.fluid, 8, badSizes[i], 0.1f, zero), OUT_OF_RANGE, "grid");
    }
    REFUSED(gfCreateFluid(NULL, &def) != NULL, NULL_ARGUMENT, "device");
    def.gridWidth = GF_GRID_MAX;
    def.gridHeight = 8;
    def.dyeScale = 8.0f; // more dye cells than the largest texture has
    REFUSED(gfCreateFluid(fixture->device, &def) != NULL, OUT_OF_RANGE, "dyeScale");
    REFUSED(gfFluid_SetDef(NULL, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Project(NULL, 1), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Project(stage.fluid, -1), OUT_OF_RANGE, "cycles");
    REFUSED(gfFluid_Project(stage.fluid, 101), OUT_OF_RANGE, "100");
}

TEST(testInflowTable)
{
    const gfFluidDef good = gfFluid_GetDef(stage.fluid);
    gfFluidDef bad = good;
    bad.boundaries.bottom =
        (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowProfile = GF_INFLOW_TABLE, .inflowSpeed = 1.0f};
    bad.boundaries.bottom.table[15] = NAN;
    REFUSED(gfFluid_SetDef(stage.fluid, &bad), OUT_OF_RANGE, "table[15]");
    const gfFluidDef kept = gfFluid_GetDef(stage.fluid);
    assert_memory_equal(&good, &kept, sizeof good);
}

TEST(testResizeAndStep)
{
    static const float badCells[] = {NAN, INFINITY, 0.0f, -1.0f, 1e-7f, 2e6f};
    static const float badTimes[] = {NAN, INFINITY, -INFINITY, -1e-6f, 1.1e6f};
    static const gfVec2 badPlaces[] = {{NAN, 0.0f}, {0.0f, NAN}, {INFINITY, 0.0f}, {0.0f, -1.1e9f}};
    for (size_t i = 0; i < ROWS(badCells); i++) {
        REFUSED(gfFluid_Resize(stage.fluid, 8, 8, badCells[i], (gfVec2){0.0f, 0.0f}), OUT_OF_RANGE, "cellSize");
    }
    for (size_t i = 0; i < ROWS(badPlaces); i++) {
        REFUSED(gfFluid_Resize(stage.fluid, 8, 8, 0.1f, badPlaces[i]), OUT_OF_RANGE, "origin");
    }
    for (size_t i = 0; i < ROWS(badTimes); i++) {
        REFUSED(gfFluid_Step(stage.fluid, badTimes[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfFluid_Resize(NULL, 8, 8, 0.1f, (gfVec2){0.0f, 0.0f}), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Step(NULL, 0.1f), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_StepOnce(NULL), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Reset(NULL), NULL_ARGUMENT, "fluid");
}

TEST(testSources)
{
    const gfSourceDef good = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSourceDef bad = good;
    bad.texture = 1;
    REFUSED(gfFluid_Splat(stage.fluid, &bad), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED(gfFluid_Splat(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED_ID(gfFluid_AddEmitter(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetEmitter(NULL, (gfEmitterId){0}, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_PlaceEmitter(NULL, (gfEmitterId){0}, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveEmitter(NULL, (gfEmitterId){0}), NULL_ARGUMENT, "fluid");
}

TEST(testShapes)
{
    gfVec2 at = {0.5f, 0.5f}, nowhere = {NAN, 0.5f}, away = {1.1e9f, 0.0f}, half = {0.1f, 0.1f};
    gfVec2 corners[GF_POLYGON_MAX + 1] = {{0.1f, 0.1f}, {0.2f, 0.1f}, {0.1f, 0.2f}};
    gfVec2 badCorners[3] = {{0.1f, 0.1f}, {0.2f, INFINITY}, {0.1f, 0.2f}};
    gfShape wrongKind = gfMakeCircle(at, 0.1f), negativeKind = wrongKind, rounded = gfMakeRectangle(at, half, 0.0f);
    wrongKind.kind = (gfShapeKind)4;
    negativeKind.kind = (gfShapeKind)-1;
    rounded.radius = 0.11f;
    gfShape unrounded = rounded;
    unrounded.radius = -0.01f;
    const gfShape shapes[] = {
        gfMakeCircle(at, 0.0f),
        gfMakeCircle(at, -1.0f),
        gfMakeCircle(at, NAN),
        gfMakeCircle(at, INFINITY),
        gfMakeCircle(nowhere, 0.1f),
        gfMakeCircle(away, 0.1f),
        gfMakeCapsule(at, nowhere, 0.1f),
        gfMakeCapsule(at, at, 0.0f),
        gfMakeRectangle(at, (gfVec2){0.0f, 0.1f}, 0.0f),
        gfMakeRectangle(at, (gfVec2){0.1f, -0.1f}, 0.0f),
        gfMakeRectangle(at, nowhere, 0.0f),
        gfMakeRectangle(at, half, NAN),
        gfMakeRectangle(at, half, -INFINITY),
        gfMakePolygon(corners, 2),
        gfMakePolygon(corners, GF_POLYGON_MAX + 1),
        gfMakePolygon(corners, -1),
        gfMakePolygon(corners, INT_MAX),
        gfMakePolygon(NULL, 3),
        gfMakePolygon(badCorners, 3),
        wrongKind,
        negativeKind,
        rounded,
        unrounded,
    };
    for (size_t i = 0; i < ROWS(shapes); i++) {
        gfSolidDef solid = Flow_SolidDef(shapes[i]);
        gfSourceDef source = Flow_SourceDef(shapes[i]);
        REFUSED(gfFluid_Splat(stage.fluid, &source), OUT_OF_RANGE, "gfFluid_Splat");
        REFUSED_ID(gfFluid_AddEmitter(stage.fluid, &source), OUT_OF_RANGE, "gfFluid_AddEmitter");
        REFUSED_ID(gfFluid_AddSolid(stage.fluid, &solid), OUT_OF_RANGE, "gfFluid_AddSolid");
    }
}

// The message names how many corners were given, and the most.
TEST(testManyCorners)
{
    gfVec2 corners[20] = {{0}};
    for (int i = 0; i < 20; i++) {
        float angle = 6.2831853f * (float)i / 20.0f;
        corners[i] = (gfVec2){0.5f + 0.2f * cosf(angle), 0.5f + 0.2f * sinf(angle)};
    }
    gfSolidDef solid = Flow_SolidDef(gfMakePolygon(corners, 20));
    REFUSED_ID(gfFluid_AddSolid(stage.fluid, &solid), OUT_OF_RANGE, "has 20 corners; at least 3 and at most 16");
    solid.shape = gfMakePolygon(corners, 2);
    REFUSED_ID(gfFluid_AddSolid(stage.fluid, &solid), OUT_OF_RANGE, "has 2 corners");
}

TEST(testSolidsAndMasks)
{
    static const uint8_t pixels[16] = {0};
    static const gfMask badMasks[] = {{pixels, 0, 4, 4},  {pixels, 4, 0, 4},     {pixels, -1, 4, 4},
                                      {pixels, 4, -4, 4}, {pixels, 16385, 1, 1}, {pixels, 1, INT_MAX, 1},
                                      {pixels, 4, 4, 3},  {pixels, 4, 4, -4}};
    const gfMask good = {pixels, 4, 4, 4}, none = {NULL, 4, 4, 4};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfShape circle = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f), broken = place;
    broken.a.x = NAN;
    for (size_t i = 0; i < ROWS(badMasks); i++) {
        REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, &badMasks[i], &place), OUT_OF_RANGE, "mask");
    }
    REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, &none, &place), NULL_ARGUMENT, "mask");
    REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, NULL, &place), NULL_ARGUMENT, "mask");
    REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, &good, NULL), NULL_ARGUMENT, "rectangle");
    REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, &good, &circle), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED_ID(gfFluid_AddSolidMask(stage.fluid, &good, &broken), OUT_OF_RANGE, "points");
    REFUSED_ID(gfFluid_AddSolidMask(NULL, &good, &place), NULL_ARGUMENT, "fluid");
    gfSolidDef def = Flow_SolidDef(circle);
    REFUSED_ID(gfFluid_AddSolid(NULL, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetSolid(NULL, (gfSolidId){0}, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveSolid(NULL, (gfSolidId){0}), NULL_ARGUMENT, "fluid");
    def.texture = 1;
    REFUSED_ID(gfFluid_AddSolid(stage.fluid, &def), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    def.shape = place;
    def.drag = 5.0f;
    REFUSED_ID(gfFluid_AddSolid(stage.fluid, &def), OUT_OF_RANGE, "drag is 5; 0 is expected");
}

// Those of what is gone, or another fluid's: test_handles.c.
TEST(testHandles)
{
    static const uint8_t pixel = 0;
    const gfMask mask = {&pixel, 1, 1, 1};
    const gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    gfSolidDef circle = Flow_SolidDef(source.shape);
    gfEmitterId emitter = gfFluid_AddEmitter(stage.fluid, &source);
    gfSolidId masked = gfFluid_AddSolidMask(stage.fluid, &mask, &place);
    assert_false(GF_IS_NULL(emitter) || GF_IS_NULL(masked));
    BadInput_Watch();
    REFUSED(gfFluid_SetEmitter(stage.fluid, emitter, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(stage.fluid, masked, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(stage.fluid, masked, &circle), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    gfSolidDef wading = Flow_SolidDef(place);
    wading.drag = 5.0f;
    REFUSED(gfFluid_SetSolid(stage.fluid, masked, &wading), OUT_OF_RANGE, "drag is 5; 0 is expected of a mask");
    source.softness = NAN;
    REFUSED(gfFluid_SetEmitter(stage.fluid, emitter, &source), OUT_OF_RANGE, "softness");
    REFUSED(gfFluid_PlaceEmitter(stage.fluid, emitter, &source), OUT_OF_RANGE, "softness");
    assert_true(gfFluid_RemoveEmitter(stage.fluid, emitter) && gfFluid_RemoveSolid(stage.fluid, masked));
}

TEST(testTooMany)
{
    gfSourceDef source = Flow_DiscSource(-5.0f, -5.0f, 0.1f);
    gfSolidDef solid = Flow_SolidDef(source.shape);
    for (int i = 0; i < GF_SPLAT_MAX; i++) {
        assert_true(gfFluid_Splat(stage.fluid, &source));
    }
    for (int i = 0; i < GF_EMITTER_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(stage.fluid, &source)));
    }
    for (int i = 0; i < GF_SOLID_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddSolid(stage.fluid, &solid)));
    }
    for (int i = 0; i < GF_REQUESTS_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_RequestField(stage.fluid, GF_FIELD_DYE)));
    }
    BadInput_Watch();
    REFUSED(gfFluid_Splat(stage.fluid, &source), TOO_MANY, "1024");
    REFUSED_ID(gfFluid_AddEmitter(stage.fluid, &source), TOO_MANY, "1024");
    REFUSED_ID(gfFluid_AddSolid(stage.fluid, &solid), TOO_MANY, "4096");
    REFUSED_ID(gfFluid_RequestField(stage.fluid, GF_FIELD_DYE), TOO_MANY, "16");
}

TEST(testFieldsOfNothing)
{
    enum { COUNT = 16 };
    float values[COUNT] = {0};
    gfFieldInfo info;
    gfFieldTexture texture;
    gfFluidStats stats;
    REFUSED(gfFluid_GetFieldInfo(stage.fluid, GF_FIELD_DYE, NULL), NULL_ARGUMENT, "info");
    REFUSED(gfFluid_MeasureBlocking(stage.fluid, NULL), NULL_ARGUMENT, "stats");
    REFUSED(gfFluid_GetTexture(stage.fluid, GF_FIELD_DYE, NULL), NULL_ARGUMENT, "texture");
    REFUSED(gfFluid_GetTexture(NULL, GF_FIELD_DYE, &texture), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_GetFieldInfo(NULL, GF_FIELD_DYE, &info), NULL_ARGUMENT, "fluid");
    REFUSED_ID(gfFluid_RequestField(NULL, GF_FIELD_DYE), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_PollField(NULL, (gfRequestId){0}, values, COUNT) != GF_POLL_FAILED, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ReadFieldBlocking(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_WriteField(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_MeasureBlocking(NULL, &stats), NULL_ARGUMENT, "fluid");
}

TEST(testReads)
{
    enum { COUNT = GRID_W * GRID_H };
    float values[COUNT];
    gfPollStatus status = GF_POLL_PENDING;
    gfRequestId id = GIVEN(gfFluid_RequestField(stage.fluid, GF_FIELD_TEMPERATURE));
    BadInput_Watch();
    REFUSED(gfFluid_PollField(stage.fluid, id, NULL, COUNT) != GF_POLL_FAILED, NULL_ARGUMENT, "values");
    REFUSED(gfFluid_PollField(stage.fluid, id, values, COUNT - 1) != GF_POLL_FAILED, OUT_OF_RANGE, "expected");
    while (status == GF_POLL_PENDING) { // the handle stayed
        status = gfFluid_PollField(stage.fluid, id, values, COUNT);
    }
    assert_int_equal(status, GF_POLL_READY);
    BadInput_Watch();
    REFUSED(gfFluid_PollField(stage.fluid, id, values, COUNT) != GF_POLL_FAILED, BAD_HANDLE, "read-back");
}

static void *allocNothing(size_t size, void *user)
{
    (void)size;
    (void)user;
    return NULL;
}

static gfGLProc loadNothing(const char *name, void *user)
{
    (void)name;
    (void)user;
    return NULL;
}

TEST(testDeviceDef)
{
    gfDeviceDef good = Fixture_DeviceDef(fixture), bad = good;
    gfProfile profile;
    bad.getProcAddress = NULL;
    REFUSED(gfCreateDevice(&bad) != NULL, NULL_ARGUMENT, "getProcAddress and getProcAddressFrom are null");
    bad = good;
    bad.getProcAddressFrom = loadNothing;
    REFUSED(gfCreateDevice(&bad) != NULL, OUT_OF_RANGE, "both set");
    bad = good;
    bad.allocator.alloc = allocNothing;
    REFUSED(gfCreateDevice(&bad) != NULL, NULL_ARGUMENT, "allocator");
    REFUSED(gfDevice_GetProfile(NULL, &profile), NULL_ARGUMENT, "device");
    REFUSED(gfDevice_GetProfile(fixture->device, NULL), NULL_ARGUMENT, "profile");
}

// Null where it is allowed: nothing happens, no error.
TEST(testNullIsHarmless)
{
    const gfMemoryCounts none = {0};
    const gfStepInfo still = {0};
    gfMemoryCounts counts = gfDevice_GetMemory(NULL);
    gfStepInfo clock = gfFluid_GetStepInfo(NULL);
    gfDestroyDevice(NULL);
    gfDestroyFluid(NULL);
    gfDevice_SetProfiling(NULL, true);
    gfDevice_ResetProfile(NULL);
    assert_null(gfDevice_GetRenderer(NULL));
    assert_int_equal(gfDevice_GetTier(NULL), GF_TIER_AUTO);
    assert_memory_equal(&counts, &none, sizeof none);
    assert_memory_equal(&clock, &still, sizeof still);
    assert_int_equal(gfFluid_GetDef(NULL).cookie, 0);
    assert_true(isfinite(gfFluid_GetFitView(NULL, 1.0f).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(stage.fluid, NAN).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(stage.fluid, 0.0f).m[0]));
    const float bad[][4] = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -1.0f, 1.0f},    {0.0f, 0.0f, 1.0f, -1.0f},
                            {NAN, 0.0f, 1.0f, 1.0f},  {0.0f, INFINITY, 1.0f, 1.0f}, {0.0f, 0.0f, NAN, 1.0f},
                            {0.0f, 0.0f, 1.0f, NAN},  {0.0f, 0.0f, 1e-45f, 1.0f}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const gfTransform2D same = {{1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}};
        gfTransform2D view = gfMakeView((gfVec2){bad[i][0], bad[i][1]}, bad[i][2], bad[i][3]);
        for (int k = 0; k < 6; k++) {
            assert_float_equal(view.m[k], same.m[k], 0.0f); // its zeros have signs, by which drawings know it
        }
    }
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
    assert_true(stage.look() == stage.witness);
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, Fixture_TearDown)
