// A fluid as a surface of water over ground: where light falls that comes through it, what it mirrors and hides, and
// its textures. Most water here is given by formulas, by a solver that only answers with fields.
#include "given_water.h"

#include "support/flow.h"
#include "support/gl_poison.h"
#include "support/pool.h"
#include "support/solvers.h"

#include "ext/surface/surface.h"

PICTURE_AMOUNT(waves, 0.006 * sin(12.5663706 * x) * cos(6.2831853 * y) + 0.002 * cos(25.1327412 * y))

PICTURE_AMOUNT(slopingFloor, -0.35 + 0.2 * x + 0.05 * sin(6.2831853 * y))

// However it is gathered, none is lost: its mean is that under flat water.
TEST(testCausticsKeepLight)
{
    static const struct {
        HeightFn *surface, *ground;
        float light[3];
        float ripples;
        bool even; // all over
    } cases[] = {
        {Picture_None, Given_Floor, {0.0f, 0.0f, 1.0f}, 0.0f, true},
        {Picture_None, Given_Floor, {0.7f, 0.4f, 0.6f}, 0.0f, true},
        {waves, Given_Floor, {0.0f, 0.0f, 1.0f}, 0.0f, false},
        {waves, Given_Floor, {-0.5f, 0.6f, 0.6f}, 0.0f, false},
        {waves, slopingFloor, {0.0f, 0.0f, 1.0f}, 0.0f, false},
        {Picture_None, Given_Floor, {0.2f, 0.3f, 0.9f}, 0.05f, false},
    };
    GivenWater s = Given_Make();
    s.def.caustics = 1.0f;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Given_SetHeights(&s, cases[i].surface, cases[i].ground);
        memcpy(s.def.sky.light, cases[i].light, sizeof cases[i].light);
        s.def.microRipples = cases[i].ripples;
        s.def.microLength = 0.15f; // of several cells
        Given_Draw(&s);
        const gfTexture *t = &gfSurfacePart_Get(s.fixture->device)->targets.caustics;
        assert_true(t->width == 2 * CELLS && t->height == 2 * CELLS);
        const float *light = Picture_ReadTexels(s.fixture, t->id, t->width, t->height);
        for (int c = 0; c < 3; c++) {
            double sum = 0.0, least = 1e9, most = 0.0;
            for (int k = 0; k < t->width * t->height; k++) {
                double value = (double)light[4 * k + c];
                sum += value / (t->width * t->height);
                least = fmin(least, value);
                most = fmax(most, value);
            }
            fail_if(fabs(sum - 1.0) > 0.02 || (cases[i].even ? most - least > 0.03 : most - least < 0.2),
                    "case %d, channel %d: light from %g to %g, mean %g", (int)i, c, least, most, sum);
        }
    }
}

// The sun's mirror in still water stands where a ray from the eye is thrown back towards it.
TEST(testSunIsMirrored)
{
    static const double eye[3] = {0.5, -0.6, 0.9};
    GivenWater s = Given_Make();
    for (int i = 0; i < 3; i++) {
        const double place[3] = {0.35 + 0.15 * i, 0.3 + 0.2 * i, 0.0};
        for (int k = 0; k < 3; k++) { // towards the sun: the way to the place, turned up
            s.def.sky.light[k] = (float)(k < 2 ? place[k] - eye[k] : eye[2]);
        }
        s.def.sky.zenith[0] = s.def.sky.zenith[1] = s.def.sky.zenith[2] = 0.0f;
        Given_SetGround(&s, 0.0f, 0.0f, 0.0f);
        s.def.water.tint[0] = s.def.water.tint[1] = s.def.water.tint[2] = 0.0f;
        Given_DrawOverGrey(&s);
        double sumX = 0.0, sumY = 0.0, sum = 0.0;
        for (int k = 0; k < PIXELS * PIXELS; k++) {
            double light = s.pixels[4 * k] > 200 ? 1.0 : 0.0;
            light *= s.pixels[4 * k + 2] > 180 ? 1.0 : 0.0;
            sumX += light * (k % PIXELS + 0.5);
            sumY += light * (k / PIXELS + 0.5);
            sum += light;
        }
        const float *v = s.def.view;
        double p[3];
        for (int k = 0; k < 3; k++) {
            p[k] = (double)v[k] * place[0] + (double)v[4 + k] * place[1] + (double)v[12 + k];
        }
        double x = (0.5 + 0.5 * (double)s.def.projection[0] * p[0] / -p[2]) * PIXELS;
        double y = (0.5 + 0.5 * (double)s.def.projection[5] * p[1] / -p[2]) * PIXELS;
        fail_if(sum < 1.0 || fabs(sumX / sum - x) > 2.0 || fabs(sumY / sum - y) > 2.0,
                "the sun is seen at %g, %g (%g px) and not at %g, %g", sumX / sum, sumY / sum, sum, x, y);
    }
}

// A steep look shows the red ground, a flat one the blue sky.
TEST(testFresnel)
{
    static const double at[3] = {0.5, 0.5, 0.0}, steep[3] = {0.5, 0.4, 0.9}, flat[3] = {0.5, -0.2, 0.05};
    GivenWater s = Given_Make();
    const float blue[3] = {0.0f, 0.0f, 1.0f};
    memcpy(s.def.sky.zenith, blue, sizeof blue);
    memcpy(s.def.sky.horizon, blue, sizeof blue);
    Given_SetGround(&s, 0.6f, 0.0f, 0.0f);
    s.def.water = (gfWaterLook){.reflectance = 0.02f, .refraction = 1.0f};
    const uint8_t *p = Given_DrawFrom(&s, steep, at);
    assert_true(p[0] > 4 * p[2] && p[0] > 60);
    p = Given_DrawFrom(&s, flat, at);
    assert_true(p[2] > 2 * p[0] && p[2] > 100);
}

// The host's mirrored picture stands in the water in place of the sky, and where it is empty it does not.
TEST(testReflection)
{
    static const double at[3] = {0.5, 0.5, 0.0}, flat[3] = {0.5, -0.2, 0.05};
    GivenWater s = Given_Make();
    static uint8_t texels[PIXELS * PIXELS * 4];
    for (int i = 0; i < PIXELS * PIXELS; i++) { // green on the left
        texels[4 * i + 1] = 255;
        texels[4 * i + 3] = i % PIXELS < PIXELS / 2 ? 255 : 0;
    }
    s.def.reflection = Picture_MakeTexture(s.fixture, PIXELS, PIXELS, texels);
    s.def.water = (gfWaterLook){.reflectance = 0.02f, .refraction = 1.0f};
    Given_DrawFrom(&s, flat, at);
    const uint8_t *left = Given_GetPixel(&s, PIXELS / 3, PIXELS / 2),
                  *right = Given_GetPixel(&s, 2 * PIXELS / 3, PIXELS / 2);
    assert_true(left[1] > 2 * left[2] && right[2] > right[1] / 2 && right[2] > 2 * left[2]);
}

// Light is lost along the look: what a clear and a dyed bottom of the same place show, at right angles.
TEST(testAbsorptionByDepth)
{
    static const double above[3] = {0.5, 0.499, 1.5}, below[3] = {0.5, 0.5, 0.0};
    GivenWater s = Given_Make();
    uint8_t clear[4];
    s.def.sky = (gfSkyLook){.sun = {1.0f, 1.0f, 1.0f}, .light = {0.0f, 0.0f, 1.0f}};
    Given_SetGround(&s, 0.4f, 0.4f, 0.4f);
    s.def.ground.grain = 0.0f;
    s.def.water = (gfWaterLook){.refraction = 1.0f};
    memcpy(clear, Given_DrawFrom(&s, above, below), sizeof clear);
    s.def.water.absorption[0] = 2.0f;
    s.def.water.absorption[1] = 0.5f;
    const uint8_t *p = Given_DrawFrom(&s, above, below);
    for (int c = 0; c < 3; c++) { // 0.25 m down and up again
        double expected = (double)clear[c] * exp(-0.5 * (double)s.def.water.absorption[c]);
        fail_if(fabs((double)p[c] - expected) > 3.0 || clear[c] < 60, "channel %d is %d and not %.1f; it was %d", c,
                p[c], expected, clear[c]);
    }
}

// What stands in front hides water and ground on the left; what stands behind them on the right does not.
TEST(testHostsDepthHidesSurface)
{
    GivenWater s = Given_Make();
    float near = Pool_GetDepth(POOL_DEPTH_GL, s.def.projection, 0.3f);
    float far = Pool_GetDepth(POOL_DEPTH_GL, s.def.projection, 9.0f);
    Given_DrawOverGrey(&s);
    int all = Given_CountChanged(&s);
    assert_true(all > PIXELS * PIXELS / 4);
    s.def.depth = Canvas_MakeDepth(s.fixture, PIXELS, near, far);
    Given_DrawOverGrey(&s);
    Canvas_ExpectRightHalf(s.pixels, PIXELS, all);
}

// The same camera in other conventions gives the same picture; one without perspective gives one, too.
TEST(testSurfaceProjections)
{
    static uint8_t first[PIXELS * PIXELS * 4];
    GivenWater s = Given_Make();
    Given_SetHeights(&s, waves, slopingFloor);
    s.def.ground.base = -0.5f;
    for (int kind = 0; kind < 4; kind++) {
        float *p = s.def.projection;
        Pool_PerspectiveOf(kind == 1 ? POOL_DEPTH_REVERSED : POOL_DEPTH_GL, 45.0f, 0.05f, 20.0f, p);
        s.def.zeroToOne = kind == 1;
        if (kind >= 2) {
            memset(p, 0, 16 * sizeof *p);
            p[0] = p[5] = 1.2f;
            p[10] = kind == 2 ? -0.1f : -2.0f;
            p[14] = kind == 2 ? 0.0f : 3.0f; // the ends of the last one leave it out
            p[15] = 1.0f;
        }
        Given_DrawOverGrey(&s);
        int changed = Given_CountChanged(&s);
        assert_true(kind == 3 ? changed == 0 : changed > PIXELS * PIXELS / 4);
        if (kind == 0) {
            memcpy(first, s.pixels, sizeof first);
        } else if (kind == 1) {
            assert_memory_equal(first, s.pixels, sizeof first);
        }
    }
}

// From under water, from over dry land, as lava, and all dry: some picture, no error.
TEST(testOddPlaces)
{
    static const double under[3] = {0.5, 0.3, -0.1}, ahead[3] = {0.5, 0.9, -0.05};
    GivenWater s = Given_Make();
    s.def.kind = GF_SURFACE_LAVA;
    Given_DrawOverGrey(&s);
    assert_true(Given_CountChanged(&s) > PIXELS * PIXELS / 4);
    s.def.kind = GF_SURFACE_CLEAR;
    s.def.caustics = 1.0f;
    Given_DrawFrom(&s, under, ahead);
    assert_int_equal(Given_CountChanged(&s), PIXELS * PIXELS);
    Given_SetHeights(&s, Given_Floor, Picture_None);
    s.def.ground.shown = false;
    Given_DrawOverGrey(&s);
    assert_int_equal(Given_CountChanged(&s), 0);
}

// Wet up to x = 0.5 m, where the ground rises steeply: a plane, with slope 0.1 along y.
PICTURE_AMOUNT(plane, 0.1 * y)

PICTURE_AMOUNT(bank, x < 0.5 ? -0.5 : 2.0)

// Normals tell the plane's slope up to the shore, and never that of the bank.
TEST(testTextures)
{
    GivenWater s = Given_Make();
    gfSurfaceTextures t;
    const gfSurfaceSource source = {.of = GF_HEIGHT_WATER};
    const gfDrawnFluid fluid = {.body = &s.fluid->body, .solver = &s.solver, .state = &s};
    Given_SetHeights(&s, plane, bank);
    assert_true(gfDevice_Begin(s.fixture->device, "test"));
    assert_true(gfSurface_GetTextures(s.fixture->device, &fluid, &source, &t));
    gfDevice_End(s.fixture->device);
    assert_true(t.width == CELLS && t.height == CELLS);
    assert_true(fabs((double)t.size.x - 1.0) < 1e-5 && fabs((double)t.size.y - 1.0) < 1e-5);
    const float *surface = Picture_ReadTexels(s.fixture, t.surface, t.width, t.height);
    const float *motion = Picture_ReadTexels(s.fixture, t.motion, t.width, t.height);
    const float *ground = Picture_ReadTexels(s.fixture, t.ground, t.width, t.height);
    for (int i = 0; i < CELLS * CELLS; i++) {
        double x = (i % CELLS + 0.5) * METRES_A_CELL, y = (i / CELLS + 0.5) * METRES_A_CELL;
        bool wet = x < 0.5;
        assert_true(fabs((double)surface[4 * i] - (wet ? 0.1 * y : 2.0)) < 1e-5);
        assert_true(fabs((double)surface[4 * i + 1] - (wet ? 0.1 * y + 0.5 : 0.0)) < 1e-5);
        assert_true(fabs((double)ground[4 * i] - (wet ? -0.5 : 2.0)) < 1e-5);
        assert_true(fabs((double)motion[4 * i]) < 1e-3);
        assert_true(fabs((double)motion[4 * i + 1] - (wet ? -0.1 / sqrt(1.01) : 0.0)) < 1e-3);
        assert_true(fabs((double)motion[4 * i + 2] - (wet ? 0.25 : 0.0)) < 1e-3);
        assert_true(fabs((double)motion[4 * i + 3] + (wet ? 0.5 : 0.0)) < 1e-3);
    }
}

// The mirrored view sees a place where the view sees its mirror; mirrored twice it is the view.
TEST(testMirroredView)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    float once[16], twice[16];
    const double height = 0.7, place[3] = {0.3, -0.4, 1.9};
    gfSurface_GetMirror(def.view, (float)height, once);
    gfSurface_GetMirror(once, (float)height, twice);
    for (int i = 0; i < 16; i++) {
        assert_true(fabsf(twice[i] - def.view[i]) < 1e-5f);
    }
    for (int i = 0; i < 3; i++) {
        double seen = (double)once[12 + i] + (double)once[8 + i] * place[2];
        double turned = (double)def.view[12 + i] + (double)def.view[8 + i] * (2.0 * height - place[2]);
        for (int k = 0; k < 2; k++) {
            seen += (double)once[4 * k + i] * place[k];
            turned += (double)def.view[4 * k + i] * place[k];
        }
        assert_true(fabs(seen - turned) < 1e-5);
    }
    memcpy(twice, once, sizeof once);
    gfSurface_GetMirror(twice, (float)height, twice); // in place
    assert_true(fabsf(twice[14] - def.view[14]) < 1e-5f);
    gfSurface_GetMirror(NULL, 0.0f, once);
    gfSurface_GetMirror(once, 0.0f, NULL);
}

TEST(testPressureAndMass)
{
    GivenWater s = Given_Make();
    gfFluid *gaussian = Solver_Make(s.fixture->device, GF_SOLVER_GAUSSIAN, CELLS);
    gfSurfaceTextures t;
    s.def.source = (gfSurfaceSource){.of = GF_HEIGHT_PRESSURE, .level = 0.125f, .scale = 0.1f, .floor = -0.25f};
    assert_true(gfFluid_StepOnce(s.fluid) && gfFluid_DrawSurface(s.fluid, &s.def));
    assert_true(gfFluid_GetSurfaceTextures(s.fluid, &s.def.source, &t));
    const float *surface = Picture_ReadTexels(s.fixture, t.surface, t.width, t.height);
    for (int i = 0; i < CELLS * CELLS; i++) { // at rest
        assert_true(fabsf(surface[4 * i] - 0.125f) < 1e-5f && fabsf(surface[4 * i + 1] - 0.375f) < 1e-5f);
    }
    s.def.source.of = GF_HEIGHT_MASS;
    assert_true(gfFluid_DrawSurface(gaussian, &s.def));
    assert_int_equal(s.fixture->errors, 0);
    EXPECT_REFUSED(gfFluid_DrawSurface(s.fluid, &s.def), UNSUPPORTED, "'mass'");
    s.def.source.of = GF_HEIGHT_WATER;
    EXPECT_REFUSED(gfFluid_GetSurfaceTextures(gaussian, &s.def.source, &t), UNSUPPORTED, "'water'");
    assert_false(gfFluid_GetSurfaceTextures(s.fluid, &s.def.source, &t)); // air over nothing
    Fixture_ExpectError(s.fixture, GF_ERROR_UNSUPPORTED, "'water'");
}

// A lake of the shallow water's own: flat where it is wet, and its ground where it is dry.
TEST(testLake)
{
    static float soil[CELLS * CELLS];
    GivenWater s = Given_Make();
    gfFluid *lake = Solver_Make(s.fixture->device, GF_SOLVER_SHALLOW, CELLS);
    gfSurfaceTextures t;
    for (int i = 0; i < CELLS * CELLS; i++) {
        soil[i] = (float)(i % CELLS) / CELLS - 0.5f;
    }
    assert_true(gfFluid_WriteField(lake, GF_FIELD_GROUND, soil, CELLS * CELLS));
    assert_true(gfFluid_FillToLevel(lake, NULL, 0.0f));
    assert_true(gfFluid_StepOnce(lake));
    s.def.source.of = GF_HEIGHT_WATER;
    assert_true(gfFluid_DrawSurface(lake, &s.def) && gfFluid_GetSurfaceTextures(lake, &s.def.source, &t));
    const float *surface = Picture_ReadTexels(s.fixture, t.surface, t.width, t.height);
    for (int i = 0; i < CELLS * CELLS; i++) {
        double ground = (double)soil[i], height = fmax(ground, 0.0);
        assert_true(fabs((double)surface[4 * i] - height) < 1e-4);
        assert_true(fabs((double)surface[4 * i + 1] - fmax(-ground, 0.0)) < 1e-4);
    }
    // Linear light in floats has no noise.
    const float *pictures[2];
    GLuint texture, framebuffer = Picture_MakeFloatTarget(s.fixture, PIXELS, PIXELS, &texture);
    for (int dither = 0; dither < 2; dither++) {
        Canvas_FillGrey(s.fixture);
        s.def.tone.dither = dither;
        assert_true(gfFluid_DrawSurface(lake, &s.def));
        pictures[dither] = Picture_ReadTexels(s.fixture, texture, PIXELS, PIXELS);
    }
    assert_memory_equal(pictures[0], pictures[1], sizeof(float) * 4 * PIXELS * PIXELS);
    Picture_FreeFloatTarget(s.fixture, framebuffer, texture);
}

// How alike two places are that lie so many pixels apart: 1 the same.
static double likenessAt(const GivenWater *s, int dx, int dy)
{
    double sum[2] = {0.0}, squares[2] = {0.0}, both = 0.0, count = 0.0;
    for (int y = 0; y < PIXELS - dy; y++) {
        for (int x = 0; x < PIXELS - dx; x++) {
            double a = Given_GetPixel(s, x, y)[1], b = Given_GetPixel(s, x + dx, y + dy)[1];
            sum[0] += a;
            sum[1] += b;
            squares[0] += a * a;
            squares[1] += b * b;
            both += a * b;
            count++;
        }
    }
    double variance[2];
    for (int i = 0; i < 2; i++) {
        variance[i] = squares[i] / count - sum[i] * sum[i] / (count * count);
        assert_true(variance[i] > 20.0); // there is something to see
    }
    return (both / count - sum[0] * sum[1] / (count * count)) / sqrt(variance[0] * variance[1]);
}

// The tile of fine waves is a third of the picture: what is seen a tile on is not the same.
TEST(testNoTilesAreSeen)
{
    const int tile = PIXELS / 3;
    // Straight down, a metre over the whole picture.
    const float view[16] = {[0] = 1.0f, [5] = 1.0f, [10] = 1.0f, [12] = -0.5f, [13] = -0.5f, [14] = -2.0f, [15] = 1.0f};
    const float flat[16] = {[0] = 2.0f, [5] = 2.0f, [10] = -0.5f, [14] = -1.0f, [15] = 1.0f};
    GivenWater s = Given_Make();
    memcpy(s.def.view, view, sizeof view);
    memcpy(s.def.projection, flat, sizeof flat);
    s.def.microRipples = 0.15f;
    s.def.microLength = 1.0f / (3.0f * 8.5f);
    s.def.water.reflectance = 1.0f; // of a sky that is dark where it is low
    memset(s.def.sky.sun, 0, sizeof s.def.sky.sun);
    for (int i = 0; i < 3; i++) {
        s.def.sky.zenith[i] = 1.0f;
        s.def.sky.horizon[i] = 0.0f;
    }
    Given_DrawOverGrey(&s);
    Flow_ExpectNear("likeness a tile on", likenessAt(&s, tile, 0), 0.0, 0.2);
    Flow_ExpectNear("likeness a tile up", likenessAt(&s, 0, tile), 0.0, 0.2);
    Flow_ExpectNear("likeness a tile on and up", likenessAt(&s, tile, tile), 0.0, 0.2);
}

// One sample a pixel is nearly the same picture from a quarter of the texels; a small picture has four by itself.
TEST(testSamples)
{
    static uint8_t pictures[3][PIXELS * PIXELS * 4];
    GivenWater s = Given_Make();
    Given_SetHeights(&s, waves, slopingFloor);
    for (int i = 0; i < 3; i++) {
        s.def.supersampling = i;
        Given_DrawOverGrey(&s);
        memcpy(pictures[i], s.pixels, sizeof s.pixels);
        assert_int_equal(gfSurfacePart_Get(s.fixture->device)->targets.scene.width, i == 1 ? PIXELS : 2 * PIXELS);
    }
    assert_memory_equal(pictures[0], pictures[2], sizeof pictures[0]);
    double difference = 0.0;
    for (size_t i = 0; i < sizeof pictures[0]; i++) {
        difference += (double)abs(pictures[0][i] - pictures[1][i]) / sizeof pictures[0];
    }
    assert_true(difference > 0.01 && difference < 6.0);
}

// It leaves unusual state, so that it stands last.
TEST(testSurfaceKeepsHostsState)
{
    GivenWater s = Given_Make();
    GlPoison *poison = GlPoison_Create(&s.fixture->gl);
    for (int kind = 0; kind <= GF_SURFACE_LAVA; kind++) {
        s.def.kind = (gfSurfaceKind)kind;
        GlPoison_Apply(poison);
        GlPoison_FillFramebuffer(poison);
        GlSnapshot *before = GlPoison_Take(poison);
        Given_Draw(&s);
        GlPoison_ExpectSame(before, GlPoison_Take(poison), "gfSurface_Draw");
        GlPoison_ExpectUntouched(poison, 1);
        GlPoison_ExpectDepthUntouched(poison);
    }
}

TESTS_START_FROM(Given_SetUp, Given_TearDown)
