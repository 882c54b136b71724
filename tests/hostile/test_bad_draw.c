// What no call that draws may accept: each number refused with its code and its name, and the fluid as it was.
#include "support/bad_input.h"

#include <limits.h>
#include <math.h>

static bool callDraw(Stage *s, const void *def)
{
    gfDrawDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_Draw(s->fluid, &copy);
}

static void testDrawDef(void **state)
{
    Stage *s = *state;
    static const FloatRow colors[] = {
        FLOAT_ROW(gfDrawDef, range, 0.0f, 1e9f),
        FLOAT_ROW(gfDrawDef, opacity, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, background[0], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, background[3], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, solids.color[1], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, view.m[0], -1e9f, 1e9f),
        FLOAT_ROW(gfDrawDef, view.m[5], -1e9f, 1e9f),
        FLOAT_ROW(gfDrawDef, palette.colors[1][2], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, palette.colors[7][0], -1e6f, 1e6f),
    };
    static const IntRow ints[] = {
        INT_ROW(gfDrawDef, style, -1, GF_DRAW_STYLE_COUNT, INT_MIN, INT_MAX),
        INT_ROW(gfDrawDef, alpha, -1, 3, INT_MIN, INT_MAX),
        INT_ROW(gfDrawDef, palette.count, -1, 1, GF_PALETTE_MAX + 1, INT_MAX),
    };
    static const char *const names[] = {"range",     "opacity",   "background",     "background",    "solids.color",
                                        "view.m[0]", "view.m[5]", "palette stop 1", "palette stop 7"};
    gfDrawDef good = gfDefaultDrawDef();
    good.view = (gfTransform2D){{1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}};
    good.palette.count = GF_PALETTE_MAX;
    for (size_t i = 0; i < ROWS(colors); i++) {
        FloatRow row = colors[i];
        row.name = names[i];
        BadInput_TryFloats(s, callDraw, &good, sizeof good, &row, 1);
    }
    for (size_t i = 0; i < ROWS(ints); i++) {
        IntRow row = ints[i];
        row.name = i == 2 ? "palette" : row.name;
        BadInput_TryInts(s, callDraw, &good, sizeof good, &row, 1);
    }
    good.cookie = 0;
    REFUSED(gfFluid_Draw(s->fluid, &good), COOKIE, "gfDefaultDrawDef");
    REFUSED(gfFluid_Draw(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Draw(s->fluid, NULL), NULL_ARGUMENT, "def");
}

// Views through which nothing could be seen.
static void testFlatViews(void **state)
{
    Stage *s = *state;
    static const gfTransform2D flat[] = {{{1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}},
                                         {{0.0f, 0.0f, 0.0f, 0.0f, 0.5f, 0.0f}},
                                         {{1.0f, 2.0f, 2.0f, 4.0f, 0.0f, 0.0f}}};
    gfDrawDef look = gfDefaultDrawDef();
    for (size_t i = 0; i < ROWS(flat); i++) {
        look.view = flat[i];
        REFUSED(gfFluid_Draw(s->fluid, &look), OUT_OF_RANGE, "determinant 0");
        REFUSED(gfFluid_DrawToTexture(s->fluid, &look, 8, 8) != 0, OUT_OF_RANGE, "determinant 0");
    }
}

static void testPixels(void **state)
{
    Stage *s = *state;
    gfVec2 (*const calls[])(const gfFluid *, const gfDrawDef *, int32_t, int32_t, gfVec2) = {gfFluid_PixelToWorld,
                                                                                             gfFluid_WorldToPixel};
    const gfVec2 place = {0.3f, 0.4f};
    for (int i = 0; i < 2; i++) {
        gfDrawDef look = gfDefaultDrawDef();
        REFUSED(calls[i](NULL, &look, 8, 8, place).x != 0.0f, NULL_ARGUMENT, "fluid");
        REFUSED(calls[i](s->fluid, NULL, 8, 8, place).x != 0.0f, NULL_ARGUMENT, "look");
        REFUSED(calls[i](s->fluid, &look, 0, 8, place).x != 0.0f, OUT_OF_RANGE, "0 x 8");
        REFUSED(calls[i](s->fluid, &look, 8, INT_MIN, place).y != 0.0f, OUT_OF_RANGE, "size");
        REFUSED(calls[i](s->fluid, &look, 8, 8, (gfVec2){NAN, 0.0f}).x != 0.0f, OUT_OF_RANGE, "nan");
        REFUSED(calls[i](s->fluid, &look, 8, 8, (gfVec2){0.0f, INFINITY}).x != 0.0f, OUT_OF_RANGE, "inf");
        look.view.m[0] = 1.0f;
        REFUSED(calls[i](s->fluid, &look, 8, 8, place).x != 0.0f, OUT_OF_RANGE, "determinant 0");
        look.view.m[0] = NAN;
        REFUSED(calls[i](s->fluid, &look, 8, 8, place).x != 0.0f, OUT_OF_RANGE, "view.m[0]");
        look.cookie = 0;
        REFUSED(calls[i](s->fluid, &look, 8, 8, place).x != 0.0f, COOKIE, "gfDefaultDrawDef");
    }
}

static bool callDrawToTexture(Stage *s, const void *def)
{
    gfDrawDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_DrawToTexture(s->fluid, &copy, 8, 8) != 0;
}

// Whatever is turned on: a number out of its range is refused all the same.
static void testDrawEffects(void **state)
{
    Stage *s = *state;
    static const FloatRow floats[] = {
        FLOAT_ROW(gfDrawDef, solids.outlineWidth, 0.0f, 100.0f),
        FLOAT_ROW(gfDrawDef, solids.media, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, tone.exposure, 0.0f, 1000.0f),
        FLOAT_ROW(gfDrawDef, spacing, 4.0f, 512.0f),
        FLOAT_ROW(gfDrawDef, refraction.depth, 0.0f, 10.0f),
        FLOAT_ROW(gfDrawDef, refraction.strength, -10.0f, 10.0f),
        FLOAT_ROW(gfDrawDef, refraction.contact, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, refraction.dispersion, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, refraction.absorption, 0.0f, 100.0f),
        FLOAT_ROW(gfDrawDef, bloom.threshold, 0.0f, 100.0f),
        FLOAT_ROW(gfDrawDef, bloom.knee, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, bloom.intensity, 0.0f, 4.0f),
        FLOAT_ROW(gfDrawDef, bloom.spread, 0.1f, 2.0f),
        FLOAT_ROW(gfDrawDef, shafts.light.x, -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, shafts.light.y, -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, shafts.strength, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, shafts.length, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, shadow.direction.x, -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, shadow.direction.y, -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, shadow.density, 0.0f, 1000.0f),
        FLOAT_ROW(gfDrawDef, shadow.length, 0.0f, 100.0f),
        FLOAT_ROW(gfDrawDef, shadow.scattering, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, liquid.threshold, 0.01f, 10.0f),
        FLOAT_ROW(gfDrawDef, liquid.rim, 0.0f, 10.0f),
        FLOAT_ROW(gfDrawDef, liquid.reflectance, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, liquid.specular, 0.0f, 10.0f),
        FLOAT_ROW(gfDrawDef, liquid.dyed, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, liquid.foamSpeed, 0.0f, 1e6f),
        FLOAT_ROW(gfDrawDef, liquid.lens, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, liquid.lensEdge, 0.05f, 0.95f),
        FLOAT_ROW(gfDrawDef, liquid.clarity, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, liquid.caustics, 0.0f, 4.0f),
        FLOAT_ROW(gfDrawDef, liquid.causticsReach, 0.0f, 10.0f),
        {"refraction.tint", offsetof(gfDrawDef, refraction.tint[0]), 0.0f, 1.0f},
        {"refraction.tint", offsetof(gfDrawDef, refraction.tint[2]), 0.0f, 1.0f},
        {"shafts.glow", offsetof(gfDrawDef, shafts.glow[0]), 0.0f, 10.0f},
        {"shafts.glow", offsetof(gfDrawDef, shafts.glow[2]), 0.0f, 10.0f},
        {"shadow.ambient", offsetof(gfDrawDef, shadow.ambient[0]), 0.0f, 10.0f},
        {"shadow.ambient", offsetof(gfDrawDef, shadow.ambient[2]), 0.0f, 10.0f},
        {"liquid.light", offsetof(gfDrawDef, liquid.light[0]), -1e6f, 1e6f},
        {"liquid.light", offsetof(gfDrawDef, liquid.light[2]), -1e6f, 1e6f},
        {"liquid.deep", offsetof(gfDrawDef, liquid.deep[2]), 0.0f, 10.0f},
        {"liquid.thin", offsetof(gfDrawDef, liquid.thin[2]), 0.0f, 10.0f},
        {"liquid.foam", offsetof(gfDrawDef, liquid.foam[2]), 0.0f, 10.0f},
        {"solids.outlineColor", offsetof(gfDrawDef, solids.outlineColor[0]), -1e6f, 1e6f},
        {"solids.outlineColor", offsetof(gfDrawDef, solids.outlineColor[3]), -1e6f, 1e6f},
    };
    static const IntRow ints[] = {
        INT_ROW(gfDrawDef, ink, -1, 3, INT_MIN, INT_MAX),
        INT_ROW(gfDrawDef, tone.map, -1, 2, INT_MIN, INT_MAX),
    };
    gfDrawDef good = gfDefaultDrawDef(), bad;
    BadInput_TryFloats(s, callDraw, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryInts(s, callDraw, &good, sizeof good, ints, ROWS(ints));
    BadInput_TryFloats(s, callDrawToTexture, &good, sizeof good, floats, 3);
    BadInput_TryInts(s, callDrawToTexture, &good, sizeof good, ints, ROWS(ints));
    bad = good;
    bad.shadow.direction = (gfVec2){0.0f, 0.0f};
    REFUSED(gfFluid_Draw(s->fluid, &bad), OUT_OF_RANGE, "shadow.direction");
    bad = good;
    bad.liquid.light[0] = bad.liquid.light[1] = bad.liquid.light[2] = 0.0f;
    REFUSED(gfFluid_Draw(s->fluid, &bad), OUT_OF_RANGE, "liquid.light");
}

static void testDrawToTexture(void **state)
{
    Stage *s = *state;
    static const int32_t badSizes[] = {0, -1, INT_MIN, INT_MAX, 1 << 20};
    gfDrawDef good = gfDefaultDrawDef(), bad = good;
    for (size_t i = 0; i < ROWS(badSizes); i++) {
        REFUSED(gfFluid_DrawToTexture(s->fluid, &good, badSizes[i], 8) != 0, OUT_OF_RANGE, "texels");
        REFUSED(gfFluid_DrawToTexture(s->fluid, &good, 8, badSizes[i]) != 0, OUT_OF_RANGE, "texels");
    }
    bad.cookie = 0;
    REFUSED(gfFluid_DrawToTexture(s->fluid, &bad, 8, 8) != 0, COOKIE, "gfDefaultDrawDef");
    bad = good;
    bad.refraction.enabled = true;
    REFUSED(gfFluid_DrawToTexture(s->fluid, &bad, 8, 8) != 0, OUT_OF_RANGE, "refraction.background");
    REFUSED(gfFluid_DrawToTexture(NULL, &good, 8, 8) != 0, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_DrawToTexture(s->fluid, NULL, 8, 8) != 0, NULL_ARGUMENT, "def");
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, BadInput_SetUp, BadInput_TearDown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(testDrawDef), TEST(testFlatViews), TEST(testPixels), TEST(testDrawEffects), TEST(testDrawToTexture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
