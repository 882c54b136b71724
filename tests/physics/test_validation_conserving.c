// GF_ADVECTION_CONSERVING over 600 stirred steps: no dye or heat is made or lost, in an empty box and beside solids.
#include "support/stirred.h"
#include "support/walls.h"

#include <math.h>

static void expectKept(void **state, int cells, float dyeScale, StirredSolid solid, double most)
{
    // As fast at any resolution: pushes are of a length in cells.
    const StirredCase stirred = {cells, dyeScale, GF_PRECISION_32F,    GF_ADVECTION_CONSERVING,
                                 solid, 600,      2.0f / (float)cells, 0.0f};
    StirredResult result = Stirred_Run(*state, &stirred);
    Flow_ExpectBetween("drift of dye", fabs(result.dye), 0.0, most);
    Flow_ExpectBetween("drift of heat", fabs(result.heat), 0.0, most);
    Flow_ExpectBetween("least dye", result.leastDye, -1e-6, 1.0);
    Flow_ExpectBetween("most dye", result.mostDye, 0.0, 1.03);
}

static void testEmptyBox(void **state)
{
    expectKept(state, 64, 1.0f, STIRRED_NOTHING, 1e-4);
    expectKept(state, 128, 1.0f, STIRRED_NOTHING, 1e-4);
    expectKept(state, 64, 2.0f, STIRRED_NOTHING, 1e-4);
    expectKept(state, 50, 1.4f, STIRRED_NOTHING, 1e-4);
}

static void testThinWall(void **state)
{
    expectKept(state, 64, 1.0f, STIRRED_THIN_WALL, 1e-4);
    expectKept(state, 64, 2.0f, STIRRED_THIN_WALL, 1e-4);
}

static void testDisc(void **state)
{
    expectKept(state, 64, 1.0f, STIRRED_DISC, 1e-4);
}

// It covers .036 of the box.
static void testPaddle(void **state)
{
    expectKept(state, 64, 1.0f, STIRRED_PADDLE, 0.036);
    expectKept(state, 64, 2.0f, STIRRED_PADDLE, 0.036);
}

// Discs and boxes of several sizes, off the middle of cells, in winds of several angles, which are twice as fast beside
// them: what the two sweeps of a step do there as yet (docs/advection.md, combs). Where these bounds can be made
// narrower, do so: without teeth even dye is off by .001, and no field is rougher than in short steps.
static void testTeethBesideWalls(void **state)
{
    for (int i = 0; i < 16; i++) {
        const WallsCase walls = {.cells = 64,
                                 .dyeScale = i % 3 == 2 ? 2.0f : 1.0f,
                                 .box = i % 2 == 1,
                                 .radius = 5.0f + 0.71f * (float)(i % 8),
                                 .offset = {0.37f * (float)i, 0.23f * (float)i},
                                 .angle = 0.35f * (float)i,
                                 .cells_step = (const float[]){1.5f, 2.0f, 3.0f, 4.0f}[i / 4],
                                 .way = 24};
        bool fast = walls.cells_step * walls.dyeScale > 3.0f;
        WallsResult result = Walls_Run(*state, &walls);
        Flow_ExpectBetween("unevenness", result.uneven, 0.0, fast || walls.cells_step > 2.0f ? 1.0 : 0.2);
        Flow_ExpectBetween("drift", result.drift, 0.0, fast ? 1e-2 : 5e-3);
        Flow_ExpectBetween("roughness beside the wall", result.roughness / result.smooth, 0.5, fast ? 2.5 : 2.0);
        Flow_ExpectBetween("least", result.least, -1e-6, 0.5);
        Flow_ExpectBetween("most", result.most, 0.5, 1.01);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTeethBesideWalls), cmocka_unit_test(testEmptyBox),
        cmocka_unit_test(testThinWall),         cmocka_unit_test(testDisc),
        cmocka_unit_test(testPaddle),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
