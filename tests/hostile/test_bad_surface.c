// Definitions of surfaces that must be refused, by name, with nothing drawn.
#include "support/canvas.h"

#include <math.h>

typedef struct Refused {
    Fixture *fixture;
    gfFluid *fluid;
    gfSurfaceDef good;
} Refused;

static Refused makeRefused(Fixture *fixture)
{
    Refused s = {.fixture = fixture, .fluid = Fixture_MakeFluid(fixture, 8, 8), .good = gfDefaultSurfaceDef()};
    s.good.source.of = GF_SURFACE_PRESSURE;
    Fixture_ClearLog(fixture);
    return s;
}

static void testNullAndCookie(void **state)
{
    Refused s = makeRefused(*state);
    gfSurfaceTextures t;
    assert_false(gfFluid_DrawSurface(NULL, &s.good));
    Fixture_ExpectError(s.fixture, GF_ERROR_NULL_ARGUMENT, "fluid");
    assert_false(gfFluid_DrawSurface(s.fluid, NULL));
    Fixture_ExpectError(s.fixture, GF_ERROR_NULL_ARGUMENT, "def");
    assert_false(gfFluid_GetSurfaceTextures(NULL, &s.good.source, &t));
    Fixture_ExpectError(s.fixture, GF_ERROR_NULL_ARGUMENT, "fluid");
    assert_false(gfFluid_GetSurfaceTextures(s.fluid, NULL, &t));
    Fixture_ExpectError(s.fixture, GF_ERROR_NULL_ARGUMENT, "source");
    assert_false(gfFluid_GetSurfaceTextures(s.fluid, &s.good.source, NULL));
    Fixture_ExpectError(s.fixture, GF_ERROR_NULL_ARGUMENT, "textures");
    assert_false(gfFluid_DrawSurface(s.fluid, &(gfSurfaceDef){0}));
    Fixture_ExpectError(s.fixture, GF_ERROR_COOKIE, "gfDefaultSurfaceDef");
    gfDestroyFluid(s.fluid);
}

#define EXPECT_BAD(change, text)                                       \
    do {                                                               \
        gfSurfaceDef d = s.good;                                       \
        d.change;                                                      \
        assert_false(gfFluid_DrawSurface(s.fluid, &d));                \
        Fixture_ExpectError(s.fixture, GF_ERROR_OUT_OF_RANGE, (text)); \
    } while (0)

static void testCameras(void **state)
{
    Refused s = makeRefused(*state);
    EXPECT_BAD(view[13] = NAN, "view[13]");
    EXPECT_BAD(view[14] = 2e6f, "view[14]");
    EXPECT_BAD(view[0] = 2.0f, "rotation");
    EXPECT_BAD(view[5] = 0.0f, "rotation");
    EXPECT_BAD(view[3] = 0.5f, "last row");
    EXPECT_BAD(view[15] = 2.0f, "last row");
    EXPECT_BAD(projection[5] = 0.0f, "projection[0]");
    EXPECT_BAD(projection[11] = 0.0f, "projection[11]");
    EXPECT_BAD(projection[14] = INFINITY, "projection[14]");
    gfDestroyFluid(s.fluid);
}

static void testMembers(void **state)
{
    Refused s = makeRefused(*state);
    EXPECT_BAD(source.of = (gfSurfaceOf)7, "source");
    EXPECT_BAD(source.level = NAN, "level");
    EXPECT_BAD(source.scale = INFINITY, "scale");
    EXPECT_BAD(source.floor = 1e6f, "floor");
    EXPECT_BAD(kind = (gfSurfaceKind)2, "kind");
    EXPECT_BAD(microRipples = 1.5f, "microRipples");
    EXPECT_BAD(supersampling = -1, "supersampling");
    EXPECT_BAD(supersampling = 3, "supersampling");
    EXPECT_BAD(microLength = 0.0f, "microLength");
    EXPECT_BAD(time_s = (double)NAN, "time_s");
    EXPECT_BAD(caustics = -1.0f, "caustics");
    EXPECT_BAD(ground.high = -1.0f, "ground.high");
    EXPECT_BAD(ground.low = NAN, "ground.low");
    EXPECT_BAD(ground.grain = 2.0f, "ground.grain");
    EXPECT_BAD(ground.grainLength = 0.0f, "ground.grainLength");
    EXPECT_BAD(ground.wetness = -0.1f, "ground.wetness");
    EXPECT_BAD(ground.base = NAN, "ground.base");
    EXPECT_BAD(ground.palette.count = 1, "ground.palette");
    EXPECT_BAD(lava.count = 99, "lava");
    EXPECT_BAD(lavaSpeed = 0.0f, "lavaSpeed");
    EXPECT_BAD(water.tint[2] = 11.0f, "water.tint");
    EXPECT_BAD(sky.sun[1] = -1.0f, "sky.sun");
    EXPECT_BAD(tone.map = (gfToneMap)9, "tone.map");
    EXPECT_BAD(tone.exposure = -1.0f, "tone.exposure");
    memset(s.good.sky.light, 0, sizeof s.good.sky.light);
    EXPECT_BAD(cookie = s.good.cookie, "sky.light");
    gfDestroyFluid(s.fluid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNullAndCookie),
        cmocka_unit_test(testCameras),
        cmocka_unit_test(testMembers),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
