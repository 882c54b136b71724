// What bloom may add, and where; and that no light is infinite.
#include "support/picture.h"
#include "support/solvers.h"

static gfDrawDef lightDef(void)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.ink = GF_INK_LIGHT;
    def.encodeSrgb = false;
    def.bloom.enabled = true;
    return def;
}

static double aboveThreshold(const gfBloomLook *bloom, double light, double brightest)
{
    double threshold = (double)bloom->threshold, knee = threshold * (double)bloom->knee + 1e-5;
    double soft = fmin(fmax(brightest - threshold + knee, 0.0), 2.0 * knee);
    return light * fmax(soft * soft / (4.0 * knee), brightest - threshold) / fmax(brightest, 1e-5);
}

static double height; // of the fields below
static double spotX, spotY, spotCell;

PICTURE_AMOUNT(spot, fabs(x - spotX) < spotCell && fabs(y - spotY) < spotCell ? height : 0.0)

PICTURE_AMOUNT(flat, Picture_One(x, y) * height)

PICTURE_AMOUNT(left, x < 0.5 ? height : 0.0)

// Light that bloom adds in all, over intensity times what is above the threshold.
static double shareAdded(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int width, int side)
{
    gfDrawDef without = *def;
    without.bloom.intensity = 0.0f;
    const float *before = Picture_ReadTexture(fixture, fluid, &without, width, side);
    const float *after = Picture_ReadTexture(fixture, fluid, def, width, side);
    double added = 0.0, above = 0.0;
    for (int k = 0; k < width * side; k++) {
        const float *p = before + 4 * k;
        double brightest = fmax(fmax((double)p[0], (double)p[1]), (double)p[2]);
        for (int c = 0; c < 3; c++) {
            assert_true(isfinite(after[4 * k + c]));
            assert_true(after[4 * k + c] >= p[c]);
            added += (double)after[4 * k + c] - (double)p[c];
            above += aboveThreshold(&def->bloom, (double)p[c], brightest);
        }
    }
    return added / ((double)def->bloom.intensity * above);
}

TEST(testBloomIsBounded)
{
    static const double color[3] = {1.0, 0.7, 0.3};
    static const struct {
        int width, height;
    } sizes[] = {{128, 128}, {97, 61}, {200, 33}, {7, 5}};
    static const float spreads[] = {0.1f, 0.9f, 2.0f};
    static const double places[][2] = {{0.5, 0.5}, {0.01, 0.5}, {0.01, 0.01}, {0.99, 0.7}};
    gfFluid *fluid = Picture_MakeFluid(fixture->device, 64);
    gfDrawDef def = lightDef();
    for (int field = 0; field < 6; field++) {
        spotX = field < 4 ? places[field][0] : 0.5;
        spotY = field < 4 ? places[field][1] : 0.5;
        spotCell = 0.5 / 64;
        for (height = 2.0; height < 3000.0; height *= 500.0) {
            Picture_WriteDye(fluid, field < 4 ? spot : field == 4 ? flat : left, color);
            for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
                for (int j = 0; j < 3; j++) {
                    def.bloom.spread = spreads[j];
                    double share = shareAdded(fixture, fluid, &def, sizes[i].width, sizes[i].height);
                    fail_if(share > 1.1, "field %d of %g, %d x %d, spread %g: %.3f of what may be added", field, height,
                            sizes[i].width, sizes[i].height, (double)spreads[j], share);
                }
            }
        }
    }
}

TEST(testBloomOfOneColour)
{
    static const double color[3] = {1.0, 0.5, 0.25};
    static const double heights[] = {0.1, 0.5, 0.65, 1.0, 7.0};
    gfFluid *fluid = Picture_MakeFluid(fixture->device, 16);
    gfDrawDef def = lightDef();
    for (size_t i = 0; i < sizeof heights / sizeof heights[0]; i++) {
        height = heights[i];
        Picture_WriteDye(fluid, flat, color);
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, 61, 40);
        for (int k = 0; k < 61 * 40; k++) {
            for (int c = 0; c < 3; c++) {
                double light = height * color[c];
                double expected = light + (double)def.bloom.intensity * aboveThreshold(&def.bloom, light, height);
                fail_if(fabs((double)pixels[4 * k + c] - expected) > 0.004 * expected,
                        "channel %d of %g at %d is %g, not %g", c, height, k, (double)pixels[4 * k + c], expected);
            }
        }
    }
}

static double lineAt, lineSlope, lineWidth;

PICTURE_AMOUNT(line, height *exp(-pow((x - lineAt - lineSlope * (y - 0.5)) / lineWidth, 2.0)))

static double totalAdded(Fixture *fixture, gfFluid *fluid, const gfDrawDef *def, int side)
{
    gfDrawDef without = *def;
    without.bloom.intensity = 0.0f;
    const float *before = Picture_ReadTexture(fixture, fluid, &without, side, side);
    const float *after = Picture_ReadTexture(fixture, fluid, def, side, side);
    double added = 0.0;
    for (int k = 0; k < side * side; k++) {
        added += (double)after[4 * k] - (double)before[4 * k];
    }
    return added;
}

// A bright line, a pixel wide, that moves by a sixteenth of a pixel at a time: what it adds stays the same. With a
// view, too, for then the picture is finished in another way.
TEST(testThinLinesDoNotFlicker)
{
    static const double slopes[] = {0.0, 0.37, -1.0};
    static const int sides[] = {180, 233, 200};
    gfFluidDef fluidDef = Solver_Def(GF_SOLVER_GRID, 32);
    fluidDef.dyeScale = 8.0f;
    gfFluid *fluid = gfCreateFluid(fixture->device, &fluidDef);
    for (int i = 0; i < 9; i++) {
        int side = sides[i % 3];
        double least = INFINITY, most = 0.0;
        gfDrawDef def = lightDef();
        if (i / 3 == 1) {
            def.view = (gfTransform2D){{2.0f, 0.0f, 0.0f, 2.0f, -1.0f, -1.0f}};
        }
        lineSlope = slopes[i % 3];
        height = i / 3 == 2 ? 30.0 : 5.0;
        lineWidth = (i / 3 == 2 ? 0.6 : 1.2) / side * sqrt(1.0 + lineSlope * lineSlope);
        for (int k = 0; k < 16; k++) {
            lineAt = 0.5 + k / 4.0 / side;
            Picture_WriteDye(fluid, line, NULL);
            double added = totalAdded(fixture, fluid, &def, side);
            least = fmin(least, added);
            most = fmax(most, added);
        }
        fail_if(!(least > 0.0) || most > 1.12 * least, "%d: the light of a line goes from %g to %g", i, least, most);
    }
}

static double twins(double x, double y)
{
    double dx = fabs(x - 0.5) - 0.22, dy = fabs(y - 0.5) - 0.1;
    return 6.0 * exp(-(dx * dx + dy * dy) / 0.002);
}

TEST(testBloomIsSymmetric)
{
    static const double color[3] = {1.0, 0.6, 0.2};
    static const int sizes[] = {96, 77};
    gfFluid *fluid = Picture_MakeDyed(fixture->device, 64, twins, color);
    gfDrawDef def = lightDef();
    for (int i = 0; i < 2; i++) {
        int n = sizes[i];
        const float *pixels = Picture_ReadTexture(fixture, fluid, &def, n, n);
        for (int k = 0; k < n * n; k++) {
            int x = k % n, y = k / n;
            double p = (double)pixels[4 * k], q = (double)pixels[4 * (y * n + n - 1 - x)];
            double r = (double)pixels[4 * ((n - 1 - y) * n + x)];
            fail_if(fmax(fabs(p - q), fabs(p - r)) > 0.002 + 0.004 * p, "%d x %d: %g at %d, %d, %g and %g mirrored", n,
                    n, p, x, y, q, r);
        }
    }
}

static double bilinear(const float *pixels, int n, double x, double y)
{
    int i = (int)floor(x), j = (int)floor(y);
    double u = x - i, v = y - j;
    const float *p = pixels + 4 * (j * n + i);
    return (1 - v) * ((1 - u) * (double)p[0] + u * (double)p[4]) +
           v * ((1 - u) * (double)p[4 * n] + u * (double)p[4 * n + 4]);
}

// Light at one distance from a point, all around.
TEST(testHaloIsRound)
{
    enum { N = 256 };
    gfDrawDef def = lightDef();
    height = 60.0;
    spotX = spotY = 0.5;
    spotCell = 1.0 / 64;
    const float *pixels = Picture_ReadTexture(fixture, Picture_MakeDyed(fixture->device, 64, spot, NULL), &def, N, N);
    double last = INFINITY;
    for (double r = 16.0; r < 100.0; r *= 1.5) {
        double least = INFINITY, most = 0.0;
        for (int k = 0; k < 16; k++) {
            double angle = k * 3.14159265358979 / 8;
            double v = bilinear(pixels, N, 0.5 * N - 0.5 + r * cos(angle), 0.5 * N - 0.5 + r * sin(angle));
            least = fmin(least, v);
            most = fmax(most, v);
        }
        assert_true(least > 0.0 && most / least < 1.1 && most < last);
        last = most;
    }
}

// Dye as much as there may be, over a range as small, exposed as long: light ends at white and is always a number.
TEST(testNoLightIsInfinite)
{
    static const float ranges[] = {1e-9f, 1.0f, 1e9f};
    gfFluid *fluid = Picture_MakeFluid(fixture->device, GRID);
    GLuint background = Picture_MakeGradient(fixture, 16);
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    size_t count = (size_t)info.width * (size_t)info.height * 4;
    for (size_t k = 0; k < count; k++) {
        static const float hostile[] = {GF_VALUE_MAX, 0.0f, -GF_VALUE_MAX, 1e-30f, GF_VALUE_MAX};
        values[k] = hostile[(k / 4 + (k & 3) * (k / 64)) % 5];
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, values, count));
    for (int choice = 0; choice < 36; choice++) {
        gfDrawDef def = Picture_Everything(background);
        def.ink = (gfInk)(choice % 3);
        def.range = ranges[choice / 3 % 3];
        def.refraction.enabled = choice / 9 & 1;
        def.palette.count = choice / 18 * 2;
        def.palette.colors[0][0] = def.palette.colors[1][0] = def.palette.colors[1][3] = 1e6f;
        def.palette.colors[0][1] = -1e6f;
        def.tone.exposure = 1000.0f;
        def.bloom.intensity = 4.0f;
        def.encodeSrgb = choice & 1;
        for (int tone = 0; tone <= GF_TONE_FILMIC; tone++) {
            def.tone.map = (gfToneMap)tone;
            const float *pixels = Picture_ReadTexture(fixture, fluid, &def, 40, 30);
            for (int k = 0; k < 40 * 30 * 4; k++) {
                // Linear light of 1000 times the most is infinite in half floats, and that is what it is.
                fail_if(isnan(pixels[k]) || (tone == GF_TONE_FILMIC && !isfinite(pixels[k])),
                        "channel %d at %d is %g, choice %d, tone %d", k % 4, k / 4, (double)pixels[k], choice, tone);
            }
        }
    }
}
