// Shallow water from above: what it lets through by its depth, that slopes are lit, that shores are smooth whatever the
// cells, that dry ground is left alone, that foam is white, that seams do not show.
#include "support/flow.h"
#include "support/picture.h"
#include "support/shallow.h"

#include "gpufluid/moving.h"
#include "gpufluid/shallow.h"

#define CELLS 16
#define PIXELS 128

// A square metre of water without anything that moves by itself.
static gfDrawDef calmDef(void)
{
    gfDrawDef def = Picture_Look(GF_DRAW_LIQUID, false);
    def.range = 0.25f;
    def.liquid.specular = 0.0f;
    def.liquid.foamSpeed = 0.0f;
    def.water.fineWaves = 0.0f;
    def.water.caustics = 0.0f;
    def.water.shoreFoam = 0.0f;
    return def;
}

// A beach aslant to the cells, under water up to 0.
PICTURE_AMOUNT(slantedGround, 0.3 * (x + 0.37 * y - 0.685))

PICTURE_AMOUNT(middling, 0.15 * Picture_One(x, y))

PICTURE_AMOUNT(stepsOfDepth, x < 1.0 / 3.0 ? 0.05 : x < 2.0 / 3.0 ? 0.25 : 0.75)

// A wave whose slope faces the light on one side.
PICTURE_AMOUNT(ridge, 0.3 + 0.03 * cos(6.283185307179586 * x))

static gfFluid *makeWater(Fixture *fixture, ShallowFn *ground, ShallowFn *level, bool periodic)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    def.boundaries.left.kind = def.boundaries.right.kind = periodic ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_FREE_SLIP;
    return Shallow_Make(fixture, &def, ground, level);
}

static const float *readWater(Fixture *fixture, ShallowFn *ground, ShallowFn *level, bool periodic,
                              const gfDrawDef *def)
{
    return Picture_ReadTexture(fixture, makeWater(fixture, ground, level, periodic), def, PIXELS, PIXELS);
}

static const float *at(const float *pixels, double x, double y)
{
    return pixels + 4 * ((int)(y * PIXELS) * PIXELS + (int)(x * PIXELS));
}

// Deeper water covers more, and of the range's depth hardly anything is seen; its colour goes from thin to deep.
TEST(testDepth)
{
    gfDrawDef def = calmDef();
    const float *pixels = readWater(*state, Picture_None, stepsOfDepth, false, &def);
    const float *shallow = at(pixels, 0.15, 0.5), *middle = at(pixels, 0.5, 0.5), *deep = at(pixels, 0.85, 0.5);
    Flow_ExpectBetween("cover at a fifth of the range", (double)shallow[3], 0.15, 0.4);
    Flow_ExpectBetween("cover at the range", (double)middle[3], 0.65, 0.9);
    Flow_ExpectBetween("cover at three times the range", (double)deep[3], 0.95, 1.0);
    Flow_ExpectBetween("red over blue of deep water", (double)(deep[0] / deep[2]), 0.0, 0.6);
    Flow_ExpectBetween("green of thin over that of deep water, by cover",
                       (double)(shallow[1] / shallow[3] / (deep[1] / deep[3])), 1.5, 10.0);
}

// Light from the left: water that rises to the right is bright, and none is where slopes do not count.
TEST(testLitBySlope)
{
    gfFluid *fluid = makeWater(*state, Picture_None, ridge, true);
    gfDrawDef def = calmDef();
    def.liquid.light[0] = -1.0f;
    def.liquid.light[1] = 0.0f;
    def.liquid.reflectance = 0.0f;
    for (int lit = 0; lit < 2; lit++) {
        def.water.relief = (float)lit;
        const float *pixels = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        double rising = (double)at(pixels, 0.75, 0.5)[2], falling = (double)at(pixels, 0.25, 0.5)[2];
        if (lit != 0) {
            Flow_ExpectBetween("towards the light over away from it", rising / falling, 1.3, 10.0);
        } else {
            Flow_ExpectNear("the same without relief", rising / falling, 1.0, 0.03);
        }
    }
}

// The shore of a plane is a line, at an eighth of a cell, though a cell is eight pixels wide; and nothing is drawn
// beyond the ground that is wet.
TEST(testShore)
{
    gfDrawDef def = calmDef();
    const float *pixels = readWater(*state, slantedGround, Picture_None, false, &def);
    for (int y = 24; y < PIXELS - 24; y++) {
        double v = (y + 0.5) / PIXELS, expected = 0.685 - 0.37 * v, found = 0.0, cover = 0.0;
        for (int x = PIXELS - 1; x >= 0 && found == 0.0; x--) {
            // Light of its own: the rim of wet ground only dims.
            cover = (double)at(pixels, (x + 0.5) / PIXELS, v)[1];
            found = cover > 1e-4 ? (x + 1.0) / PIXELS : 0.0;
        }
        Flow_ExpectNear("the shore", found, expected, 0.25 / CELLS);
        Flow_ExpectNear("cover of dry ground", (double)at(pixels, expected + 4.0 / CELLS, v)[3], 0.0, 1e-3);
    }
}

// Colours of the ground cover all of it, by height, and are seen through the water.
TEST(testGround)
{
    gfDrawDef def = calmDef();
    def.water.ground = (gfPalette){2, {{1.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 0.0f, 1.0f}}};
    def.water.groundLow = -0.2f;
    def.water.groundHigh = 0.2f;
    const float *pixels = readWater(*state, slantedGround, Picture_None, false, &def);
    for (int i = 0; i < PIXELS * PIXELS; i++) {
        Flow_ExpectNear("cover", (double)pixels[4 * i + 3], 1.0, 1e-3);
    }
    const float *high = at(pixels, 0.98, 0.9), *low = at(pixels, 0.65, 0.6), *under = at(pixels, 0.2, 0.2);
    Flow_ExpectBetween("green over red, high over low", (double)(high[1] / high[0] - low[1] / low[0]), 0.1, 1.0);
    Flow_ExpectBetween("red under water over red of the beach", (double)(under[0] / low[0]), 0.0, 0.6);
}

// Nothing is seen of the side where a period ends: what changes there changes as much as elsewhere.
TEST(testSeam)
{
    gfDrawDef def = calmDef();
    const float *pixels = readWater(*state, Picture_None, ridge, true, &def);
    double inside = 0.0;
    for (int x = 1; x < PIXELS; x++) {
        inside = fmax(inside, fabs((double)at(pixels, (x + 0.5) / PIXELS, 0.5)[2] -
                                   (double)at(pixels, (x - 0.5) / PIXELS, 0.5)[2]));
    }
    double across = fabs((double)at(pixels, 0.0, 0.5)[2] - (double)at(pixels, 1.0 - 0.5 / PIXELS, 0.5)[2]);
    Flow_ExpectBetween("change across the seam, over the most elsewhere", across / inside, 0.0, 1.01);
}

// Fast water is white, where that is asked for; and dye colours water, where that is.
TEST(testFoamAndDye)
{
    gfFluidDef fluidDef = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    gfFluid *fluid = Shallow_Make(*state, &fluidDef, Picture_None, stepsOfDepth);
    gfSourceDef dye = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.25f}, (gfVec2){1.0f, 0.25f}, 0.0f));
    dye.dye[0] = dye.dye[3] = 2.0f;
    Flow_Pour(fluid, &dye, 4); // the steps fall
    gfDrawDef def = calmDef();
    const float *calm = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    def.liquid.foamSpeed = 0.2f;
    const float *foamy = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    def.liquid.foamSpeed = 0.0f;
    def.liquid.dyed = 1.0f;
    const float *dyed = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    double red[3] = {0.0};
    for (int y = 0; y < PIXELS; y++) {
        for (int x = 0; x < PIXELS; x++) {
            int i = 4 * (y * PIXELS + x);
            red[0] += (double)calm[i];
            red[1] += (double)foamy[i];
            red[2] += y < PIXELS / 4 ? (double)dyed[i] - (double)calm[i] : 0.0;
        }
    }
    Flow_ExpectBetween("red with foam over without", red[1] / red[0], 1.5, 100.0);
    Flow_ExpectBetween("red of dyed water over that of all", red[2] / red[0], 0.5, 100.0);
}

// A lake at rest: fine waves move with the fluid's clock, and only with it; drawing changes nothing.
TEST(testClock)
{
    gfFluid *fluid = makeWater(*state, Picture_None, stepsOfDepth, false);
    gfDrawDef def = calmDef();
    def.water.fineWaves = 0.1f;
    def.water.caustics = 1.0f;
    const float *pictures[3];
    for (int i = 0; i < 3; i++) {
        pictures[i] = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        Flow_Steps(fluid, i == 1 ? 10 : 0);
    }
    size_t size = 4 * sizeof(float) * PIXELS * PIXELS;
    assert_memory_equal(pictures[0], pictures[1], size);
    assert_true(memcmp(pictures[1], pictures[2], size) != 0);
}

// Fine waves and foam are of the world: they stay where they are when the domain scrolls under them.
TEST(testScroll)
{
    const int cells = 4, shift = cells * PIXELS / CELLS;
    gfFluid *fluid = makeWater(*state, Picture_None, middling, false);
    gfDrawDef def = calmDef();
    def.water.fineWaves = 0.1f;
    def.water.caustics = 1.0f;
    const float *before = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    assert_true(gfFluid_Scroll(fluid, cells, 0));
    const float *after = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
    double difference = 0.0, most = 0.0;
    for (int y = 0; y < PIXELS; y++) {
        for (int x = shift; x < PIXELS; x++) {
            const float *a = before + 4 * (y * PIXELS + x), *b = after + 4 * (y * PIXELS + x - shift);
            difference = fmax(difference, fabs((double)a[2] - (double)b[2]));
            most = fmax(most, fabs((double)a[2] - (double)before[2]));
        }
    }
    Flow_ExpectBetween("change of a place", difference, 0.0, 5e-3);
    Flow_ExpectBetween("change between places", most, 0.02, 1.0);
}

// Every effect, and a moment between steps, on a grid without water, too.
TEST(testEffects)
{
    gfFluid *fluid = makeWater(*state, slantedGround, NULL, false);
    for (int i = 0; i < 8; i++) {
        gfDrawDef def = calmDef();
        def.ahead = i & 1 ? 0.01f : 0.0f;
        def.bloom.enabled = (i & 2) != 0;
        def.fade.left = i & 4 ? 0.2f : 0.0f;
        const float *pixels = Picture_ReadTexture(*state, fluid, &def, PIXELS, PIXELS);
        for (int n = 0; n < 4 * PIXELS * PIXELS; n++) {
            assert_true(pixels[n] >= 0.0f && pixels[n] <= 1.0f);
        }
        Flow_ExpectNear("cover where all is dry", (double)at(pixels, 0.5, 0.5)[3], 0.0, 1e-3);
    }
}
