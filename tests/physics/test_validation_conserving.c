// GF_ADVECTION_CONSERVING over 600 stirred steps: no dye or heat is made or lost, in an empty box and beside solids.
#include "support/stirred.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEmptyBox),
        cmocka_unit_test(testThinWall),
        cmocka_unit_test(testDisc),
        cmocka_unit_test(testPaddle),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
