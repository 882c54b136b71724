// GF_SOLVER_SHALLOW where the answer is known: dam breaks, waves, Thacker's bowl; lakes at rest; water that is neither
// made nor lost.
#include "support/shallow.h"

#include <math.h>

static void testDamBreaks(void **state)
{
    for (int alongY = 0; alongY < 2; alongY++) {
        Flow_ExpectBetween("dry bed, rms over the depth", Shallow_RunDam(*state, 256, 0.0, alongY), 0.0, 0.005);
        Flow_ExpectBetween("wet bed, rms over the depth", Shallow_RunDam(*state, 256, 0.1, alongY), 0.0, 0.012);
    }
}

static void testWaves(void **state)
{
    WaveResult fine = Shallow_RunWave(*state, 32), coarse = Shallow_RunWave(*state, 12);
    Flow_ExpectBetween("32 cells: amplitude kept", fine.kept, 0.98, 1.01);
    Flow_ExpectNear("32 cells: speed", fine.speed, 1.0, 0.003);
    Flow_ExpectBetween("12 cells: amplitude kept", coarse.kept, 0.98, 1.01);
    Flow_ExpectNear("12 cells: speed", coarse.speed, 1.0, 0.015);
}

static void testBowl(void **state)
{
    BowlResult bowl = Shallow_RunBowl(*state, 64, 1.0);
    Flow_ExpectBetween("amplitude left", bowl.amplitude, 0.94, 1.02);
    Flow_ExpectNear("phase, degrees", bowl.phase, 0.0, 2.0);
}

static void testFilm(void **state)
{
    Flow_ExpectNear("Manning's speed, steps of 40 depths", Shallow_RunFilm(*state, 40.0, false), 1.0, 0.03);
    Flow_ExpectNear("Manning's speed, steps of 4 depths", Shallow_RunFilm(*state, 4.0, false), 1.0, 0.03);
    Flow_ExpectNear("Manning's speed down the diagonal", Shallow_RunFilm(*state, 4.0, true), 1.0, 0.03);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testDamBreaks),
        cmocka_unit_test(testWaves),
        cmocka_unit_test(testBowl),
        cmocka_unit_test(testFilm),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
