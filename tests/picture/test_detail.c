// Detail below a cell (gfDrawDef.detail): fine structure where the fluid moves, steady in time.
#include "support/canvas.h"
#include "support/flow.h"
#include "support/picture.h"

#define CELLS 48
#define PIXELS 192

static const float step = 1.0f / 60.0f;

// Two rows of eddies.
static gfVec2 eddies(double x, double y)
{
    const double k = 4.0 * 3.14159265358979;
    return (gfVec2){(float)(-0.25 * sin(k * x) * cos(k * y)), (float)(0.25 * cos(k * x) * sin(k * y))};
}

FLOW_SCALAR(still, 0.0)

FLOW_SCALAR(stripes, 0.5 + 0.5 * sin(30.0 * x + 8.0 * y))

static gfFluid *makeStriped(Fixture *fixture, int width, int height, FlowFn *flow)
{
    gfFluidDef def = Flow_Def(width, height, 2);
    def.cellSize = 1.0f / (float)height;
    def.fixedStep = step;
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_WriteVelocity(fluid, flow);
    Flow_WriteDye(fluid, stripes);
    return fluid;
}

static gfDrawDef lookOf(float detail)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.alpha = GF_ALPHA_OPAQUE;
    def.encodeSrgb = false;
    def.ink = GF_INK_LIGHT; // what is drawn is the dye itself
    def.detail = detail;
    return def;
}

static double meanOf(const float *pixels)
{
    double sum = 0.0;
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        sum += (double)pixels[4 * i];
    }
    return sum / (PIXELS * PIXELS);
}

// Mean square of what differs from the mean of the pixels half a cell around: structure below a cell.
static double fineness(const float *pixels)
{
    const int half = PIXELS / CELLS / 2;
    double sum = 0.0;
    int count = 0;
    for (int y = half; y < PIXELS - half; y += 2) {
        for (int x = half; x < PIXELS - half; x += 2) {
            const float *p = pixels + 4 * (y * PIXELS + x);
            double around = 0.25 * ((double)p[4 * half] + (double)p[-4 * half] + (double)p[4 * half * PIXELS] +
                                    (double)p[-4 * half * PIXELS]);
            sum += pow((double)p[0] - around, 2.0);
            count++;
        }
    }
    return sum / count;
}

static const float *pictureOf(Fixture *fixture, gfFluid *fluid, float detail)
{
    const gfDrawDef def = lookOf(detail);
    return Picture_ReadTexture(fixture, fluid, &def, PIXELS, PIXELS);
}

static void drawSteps(gfFluid *fluid, int count)
{
    const gfDrawDef def = lookOf(1.0f);
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        assert_int_not_equal(gfFluid_DrawToTexture(fluid, &def, 8, 8), 0);
    }
}

TEST(testFinerWhereItMoves)
{
    gfFluid *fluid = makeStriped(*state, CELLS, CELLS, eddies);
    drawSteps(fluid, 30);
    const float *plain = pictureOf(*state, fluid, 0.0f), *fine = pictureOf(*state, fluid, 1.0f);
    const float *again = pictureOf(*state, fluid, 1.0f), *half = pictureOf(*state, fluid, 0.5f);
    assert_memory_equal(plain, pictureOf(*state, fluid, 0.0f), sizeof(float) * 4 * PIXELS * PIXELS);
    assert_memory_equal(fine, again, sizeof(float) * 4 * PIXELS * PIXELS);
    assert_true(fineness(fine) > 3.0 * fineness(plain));
    assert_true(fineness(half) > fineness(plain) && fineness(half) < fineness(fine));
    Flow_ExpectNear("dye drawn with detail over dye without", meanOf(fine) / meanOf(plain), 1.0, 0.02);
}

TEST(testNoneAtRest)
{
    gfFluid *fluid = makeStriped(*state, CELLS, CELLS, still);
    drawSteps(fluid, 5);
    const float *plain = pictureOf(*state, fluid, 0.0f), *fine = pictureOf(*state, fluid, 1.0f);
    assert_memory_equal(plain, fine, sizeof(float) * 4 * PIXELS * PIXELS);
}

// Over three periods of both phases no frame may stand out, and the picture changes by little more than the flow moves.
TEST(testSteady)
{
    gfFluid *fluid = makeStriped(*state, CELLS, CELLS, eddies);
    drawSteps(fluid, 60);
    double most = 0.0, sum = 0.0, finest = 0.0, coarsest = 1e9;
    const int frames = 144;
    const float *before = pictureOf(*state, fluid, 1.0f);
    for (int i = 0; i < frames; i++) {
        Flow_WriteVelocity(fluid, eddies); // the same again, so that only detail changes
        assert_true(gfFluid_StepOnce(fluid));
        Flow_WriteDye(fluid, stripes);
        const float *now = pictureOf(*state, fluid, 1.0f);
        double change = Picture_MeanDifference(before, now, PIXELS * PIXELS, 0), fine = fineness(now);
        before = now;
        if (i > 0) {
            most = fmax(most, change);
            sum += change / (frames - 1);
            finest = fmax(finest, fine);
            coarsest = fmin(coarsest, fine);
        }
    }
    Flow_ExpectBetween("most change of a frame, over the mean", most / sum, 0.0, 1.5);
    Flow_ExpectBetween("finest frame, over the coarsest", finest / coarsest, 0.0, 1.5);
}

// A domain that moves keeps the swirls where they were in the world.
TEST(testScrolls)
{
    gfFluid *fluid = makeStriped(*state, CELLS, CELLS, eddies);
    drawSteps(fluid, 40);
    const float *before = pictureOf(*state, fluid, 1.0f);
    const int cells = 12, shift = cells * PIXELS / CELLS;
    assert_true(gfFluid_Scroll(fluid, cells, 0));
    const float *after = pictureOf(*state, fluid, 1.0f);
    double sum = 0.0;
    for (int y = 0; y < PIXELS; y++) {
        for (int x = 0; x < PIXELS - shift; x++) {
            sum += fabs((double)before[4 * (y * PIXELS + x + shift)] - (double)after[4 * (y * PIXELS + x)]);
        }
    }
    sum /= PIXELS * (PIXELS - shift);
    drawSteps(fluid, 1);
    const float *later = pictureOf(*state, fluid, 1.0f);
    double frame = Picture_MeanDifference(after, later, PIXELS * PIXELS, 0); // of a step of the flow
    Flow_ExpectBetween("change by a move of the domain, over that of a frame", sum / frame, 0.0, 0.75);
}

// Small cells have none, and a view shows the same detail at the same places.
TEST(testViews)
{
    gfFluid *fluid = makeStriped(*state, 2 * CELLS, CELLS, eddies);
    drawSteps(fluid, 30);
    gfDrawDef def = lookOf(1.0f);
    def.view = gfMakeView((gfVec2){0.5f, 0.5f}, 1.0f, 1.0f);
    const float *fine = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    def.detail = 0.0f;
    const float *plain = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    assert_true(fineness(fine) > 3.0 * fineness(plain));
    def.view = gfMakeView((gfVec2){0.5f, 0.5f}, 16.0f, 1.0f);
    plain = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    def.detail = 1.0f;
    fine = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    assert_memory_equal(plain, fine, sizeof(float) * 4 * PIXELS * PIXELS);
}

// Wherever on the host's framebuffer a picture lies, and whether or not effects act on its light, it is the same.
TEST(testPlaces)
{
    const int side = 101, x = 37, y = 11; // odd, as a window may be
    gfFluid *fluid = makeStriped(*state, CELLS, CELLS, eddies);
    drawSteps(fluid, 30);
    Canvas canvas = Canvas_Make(fixture, side + x + 5, side + y + 3);
    const size_t bytes = (size_t)canvas.width * (size_t)canvas.height * 4;
    uint8_t *first = Fixture_Alloc(bytes), *second = Fixture_Alloc(bytes);
    for (int lit = 0; lit < 2; lit++) {
        gfDrawDef def = lookOf(1.0f);
        def.tone.dither = false;
        def.bloom.enabled = lit == 1;
        def.bloom.threshold = 0.3f;
        fixture->gl.Viewport(0, 0, side, side);
        assert_true(gfFluid_Draw(fluid, &def));
        Canvas_Read(fixture, &canvas, first);
        fixture->gl.Viewport(x, y, side, side);
        assert_true(gfFluid_Draw(fluid, &def));
        Canvas_Read(fixture, &canvas, second);
        int different = 0;
        for (int row = 0; row < side; row++) {
            const uint8_t *a = first + 4 * row * canvas.width, *b = second + 4 * ((row + y) * canvas.width + x);
            for (int k = 0; k < 4 * side; k++) {
                different += abs(a[k] - b[k]) > 1 ? 1 : 0;
            }
        }
        assert_int_equal(different, 0);
    }
}
