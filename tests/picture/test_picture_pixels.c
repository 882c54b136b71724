// Drawings as pixel art: squares of one colour each, only the steps or colours that were asked for, a pattern whose
// mean is what lies between them, and nothing at all where it is off.
#include "support/flow.h"
#include "support/picture.h"

#define CELLS 32
#define PIXELS 96
#define SQUARE 8
#define SMALL (PIXELS / SQUARE)

PICTURE_AMOUNT(slantedAmount, fmax(0.0, 1.5 * x + 0.5 * y - 0.4))

static gfFluid *makeDyed(Fixture *fixture, AmountFn *amount)
{
    static const double color[3] = {0.9, 0.4, 0.15};
    return Picture_MakeDyed(fixture->device, CELLS, amount, color);
}

static bool isNear(const float *a, const float *b, float most)
{
    return fabsf(a[0] - b[0]) <= most && fabsf(a[1] - b[1]) <= most && fabsf(a[2] - b[2]) <= most &&
           fabsf(a[3] - b[3]) <= most;
}

// Each square is the texel of a small drawing.
TEST(testSquares)
{
    gfFluid *fluid = makeDyed(*state, slantedAmount);
    for (int i = 0; i < 8; i++) {
        gfDrawDef def = Picture_Look(i & 1 ? GF_DRAW_VELOCITY : GF_DRAW_DYE, true);
        def.alpha = i & 2 ? GF_ALPHA_OPAQUE : GF_ALPHA_PREMULTIPLIED;
        def.bloom.enabled = (i & 4) != 0;
        const float *small = Picture_ReadTexture(*state, fluid, &def, SMALL, SMALL);
        def.pixels.size = SQUARE;
        const float *drawn = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        for (int n = 0; n < PIXELS * PIXELS; n++) {
            int x = n % PIXELS, y = n / PIXELS;
            assert_true(isNear(drawn + 4 * n, small + 4 * (y / SQUARE * SMALL + x / SQUARE), 1e-3f));
        }
    }
}

// Of three steps a channel and of coverage; with dithering, too.
TEST(testSteps)
{
    gfFluid *fluid = makeDyed(*state, slantedAmount);
    for (int i = 0; i < 4; i++) {
        gfDrawDef def = gfDefaultDrawDef();
        int seen = 0;
        def.alpha = i & 2 ? GF_ALPHA_OPAQUE : GF_ALPHA_STRAIGHT;
        def.pixels.steps = 3;
        def.pixels.dither = i & 1 ? 1.0f : 0.0f;
        const float *drawn = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        for (int n = 0; n < 4 * PIXELS * PIXELS; n++) {
            double step = 2.0 * (double)drawn[n];
            Flow_ExpectNear("a step", step, round(step), 2e-3);
            seen |= 1 << (int)round(step);
        }
        assert_int_equal(seen, 7);
    }
}

// Only these colours, and both of them; what is less than half covered is not drawn.
TEST(testColors)
{
    static const float colors[2][4] = {{1.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 1.0f, 1.0f}};
    static const float none[4] = {0.0f};
    gfFluid *fluid = makeDyed(*state, slantedAmount);
    gfDrawDef def = gfDefaultDrawDef();
    int counts[3] = {0};
    def.palette = (gfPalette){2, {{0.7f, 0.1f, 0.2f, 0.0f}, {0.1f, 0.2f, 0.8f, 1.0f}}};
    def.pixels.colors = (gfPalette){2, {{1.0f, 0.0f, 0.0f, 0.3f}, {0.0f, 0.0f, 1.0f, 1.0f}}};
    const float *drawn = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    for (int n = 0; n < PIXELS * PIXELS; n++) {
        int which = isNear(drawn + 4 * n, colors[0], 1e-3f)   ? 0
                    : isNear(drawn + 4 * n, colors[1], 1e-3f) ? 1
                    : isNear(drawn + 4 * n, none, 1e-3f)      ? 2
                                                              : -1;
        assert_true(which >= 0);
        counts[which]++;
    }
    assert_true(counts[0] > 50 && counts[1] > 500 && counts[2] > 500);
}

// A colour between two steps is the mean of a pattern, in each 4 x 4 squares.
TEST(testDitherKeepsMean)
{
    gfFluid *fluid = makeDyed(*state, Picture_One);
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    const float *plain = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    def.pixels = (gfPixelLook){.size = 2, .steps = 4, .dither = 1.0f};
    const float *drawn = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    for (int c = 0; c < 3; c++) {
        double sum = 0.0;
        for (int n = 0; n < 64; n++) {
            sum += (double)drawn[4 * ((32 + n / 8) * PIXELS + 32 + n % 8) + c] / 64.0;
        }
        Flow_ExpectNear("mean of the pattern", sum, (double)plain[4 * (36 * PIXELS + 36) + c], 1.01 / 3.0 / 16.0);
    }
}

// Over the host's picture: off it is the same to the byte; on, all alphas agree, and the host's pixels stay beyond it.
TEST(testOverHost)
{
    static uint8_t plain[SIDE * SIDE * 4], off[SIDE * SIDE * 4], pictures[2][SIDE * SIDE * 4];
    gfFluid *fluid = makeDyed(fixture, slantedAmount);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfDrawDef def = gfDefaultDrawDef();
    def.view = (gfTransform2D){{1.0f, 0.0f, 0.0f, 1.0f, -0.5f, -0.5f}}; // the middle half
    Picture_DrawOverChecker(fixture, &canvas, fluid, &def, plain);
    def.pixels.size = 1;
    def.pixels.dither = 1.0f;
    Picture_DrawOverChecker(fixture, &canvas, fluid, &def, off);
    assert_memory_equal(plain, off, sizeof plain);
    def.pixels.size = SQUARE;
    for (int i = 0; i < 2; i++) {
        def.alpha = i == 0 ? GF_ALPHA_PREMULTIPLIED : GF_ALPHA_STRAIGHT;
        Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pictures[i]);
    }
    for (int n = 0; n < SIDE * SIDE * 4; n++) {
        int x = n / 4 % SIDE, y = n / 4 / SIDE;
        assert_true(abs(pictures[0][n] - pictures[1][n]) <= 2 || n % 4 == 3);
        if (x < SIDE / 4 || y < SIDE / 4 || x >= 3 * SIDE / 4 || y >= 3 * SIDE / 4) {
            assert_true(abs(pictures[0][n] - plain[n]) <= 1);
        }
    }
    assert_true(memcmp(pictures[0], plain, sizeof plain) != 0);
}

// Squares that do not divide the viewport: the world stays where it is, to a square.
TEST(testCutSquares)
{
    const int size = 7;
    gfFluid *fluid = Picture_MakeFluid(fixture->device, CELLS);
    gfSolidDef box = Flow_SolidDef(gfMakeRectangle((gfVec2){0.75f, 0.75f}, (gfVec2){0.15f, 0.15f}, 0.0f));
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &box)));
    gfDrawDef def = Picture_Look(GF_DRAW_SOLIDS, true);
    def.view = gfFluid_GetFitView(fluid, 1.0f);
    def.pixels.size = size;
    const float *drawn = Picture_ReadTexture(fixture, fluid, &def, PIXELS, PIXELS);
    int first[2] = {PIXELS, PIXELS}, last[2] = {0};
    for (int n = 0; n < PIXELS * PIXELS; n++) {
        const int at[2] = {n % PIXELS, n / PIXELS};
        for (int k = 0; k < 2 && drawn[4 * n + 3] > 0.5f; k++) {
            first[k] = at[k] < first[k] ? at[k] : first[k];
            last[k] = at[k] > last[k] ? at[k] : last[k];
        }
    }
    for (int k = 0; k < 2; k++) {
        Flow_ExpectNear("first pixel of a box", first[k], 0.6 * PIXELS, 0.5 * size + 1.0);
        Flow_ExpectNear("last pixel of a box", last[k], 0.9 * PIXELS, 0.5 * size + 1.0);
        assert_int_equal(first[k] % size, 0);
    }
}

// What is behind is bent in squares, too.
TEST(testRefracted)
{
    static uint8_t pixels[SIDE * SIDE * 4];
    gfFluid *fluid = makeDyed(fixture, slantedAmount);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfDrawDef def = gfDefaultDrawDef();
    def.refraction.enabled = true;
    def.pixels.size = SQUARE;
    Picture_DrawOverChecker(fixture, &canvas, fluid, &def, pixels);
    for (int n = 0; n < SIDE * SIDE; n++) {
        int x = n % SIDE / SQUARE * SQUARE, y = n / SIDE / SQUARE * SQUARE;
        assert_memory_equal(pixels + 4 * n, pixels + 4 * (y * SIDE + x), 3);
    }
}
