// GF_ADVECTION_QUINTIC at length: 600 stirred steps in an empty box and beside solids, and even and smooth dye blown
// past walls of any slant, at any speed.
#include "support/stirred.h"
#include "support/walls.h"

static StirredResult stir(void **state, int cells, float dyeScale, gfPrecision precision, StirredSolid solid)
{
    // As fast at any resolution: pushes are of a length in cells.
    const StirredCase stirred = {.cells = cells,
                                 .dyeScale = dyeScale,
                                 .precision = precision,
                                 .advection = GF_ADVECTION_QUINTIC,
                                 .solid = solid,
                                 .steps = 600,
                                 .push = 2.0f / (float)cells};
    StirredResult result = Stirred_Run(*state, &stirred);
    Flow_ExpectBetween("least dye", result.least, 0.0, 1.0);
    Flow_ExpectBetween("most dye", result.most, 0.0, 1.0);
    return result;
}

static void expectKept(void **state, int cells, float dyeScale, gfPrecision precision, StirredSolid solid, double most)
{
    StirredResult result = stir(state, cells, dyeScale, precision, solid);
    Flow_ExpectBetween("drift at any time", result.largest, 0.0, most);
    Flow_ExpectBetween("drift, means of 50 steps", result.largestMean, 0.0, 0.5 * most);
}

TEST(testBoxes)
{
    expectKept(state, 64, 1.0f, GF_PRECISION_AUTO, STIRRED_NOTHING, 5e-4);
    expectKept(state, 64, 1.0f, GF_PRECISION_32F, STIRRED_NOTHING, 5e-4);
    expectKept(state, 64, 2.0f, GF_PRECISION_AUTO, STIRRED_NOTHING, 5e-4);
    expectKept(state, 50, 1.4f, GF_PRECISION_AUTO, STIRRED_NOTHING, 1e-3);
    expectKept(state, 64, 1.0f, GF_PRECISION_AUTO, STIRRED_THIN_WALL, 1e-3);
    expectKept(state, 64, 2.0f, GF_PRECISION_AUTO, STIRRED_THIN_WALL, 1e-3);
    expectKept(state, 64, 1.0f, GF_PRECISION_AUTO, STIRRED_DISC, 1e-3);
    expectKept(state, 64, 1.0f, GF_PRECISION_32F, STIRRED_DISC, 1e-3);
}

// Texels that its rim passes come and go whole: totals of texels swing by that, and stay in the mean.
TEST(testPaddle)
{
    for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
        StirredResult result = stir(state, 64, dyeScale, GF_PRECISION_AUTO, STIRRED_PADDLE);
        Flow_ExpectBetween("drift, means of 50 steps", result.largestMean, 0.0, 1e-3);
        Flow_ExpectBetween("drift at any time", result.largest, 0.0, 0.02);
    }
}

// Discs, slanted boxes and plates off the middle of cells, in winds of any angle, which are twice as fast beside them,
// for two passages of the box. What is even stays so, and what is smooth is as smooth as by the clamped cubic.
TEST(testBesideWalls)
{
    static const float speeds[] = {0.5f, 1.5f, 3.0f, 4.0f};
    for (int k = 0; k < 12; k++) {
        int i = 2 * k + k / 2 % 2; // each solid, size and speed as often as the others
        WallsCase walls = {.cells = (const int[]){64, 96, 128}[i / 4 % 3],
                           .dyeScale = i % 5 == 2 ? 2.0f : 1.0f,
                           .quality = i < 12 ? GF_QUALITY_MEDIUM : GF_QUALITY_HIGH,
                           .advection = GF_ADVECTION_QUINTIC,
                           .solid = (WallsSolid)(i % 3),
                           .radius = 5.0f + 0.71f * (float)(i % 8),
                           .offset = {0.37f * (float)i, 0.23f * (float)i},
                           .angle = 0.35f * (float)i,
                           .cells_step = speeds[i % 4]};
        walls.way = 2 * walls.cells;
        WallsResult result = Walls_Run(*state, &walls);
        walls.advection = GF_ADVECTION_CATMULL_ROM;
        WallsResult cubic = Walls_Run(*state, &walls);
        Flow_ExpectBetween("unevenness", result.uneven, 0.0, 1e-3);
        Flow_ExpectBetween("drift", result.drift, 0.0, 5e-3);
        Flow_ExpectBetween("roughness beside walls, over the cubic's", result.roughness / cubic.roughness, 0.5, 1.12);
        Flow_ExpectBetween("least", result.least, 0.0, 0.5);
        Flow_ExpectBetween("most", result.most, 0.5, 1.0);
    }
}
