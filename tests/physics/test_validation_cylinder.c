// A cylinder that sheds vortices in a channel: case 2D-2 of Schaefer and Turek (1996), Re 100.
#include "support/physics.h"

static void testStrouhalNumber(void **state)
{
    Physics_PrintHead("Cylinder in a channel, Re 100, 20 cells across it");
    ShedResult r = Physics_RunCylinder(*state, 82, GF_QUALITY_HIGH, 1.0, 5.0, 8.0);
    Physics_Figure("periods counted", r.periods, 9.0, 6.0, 12.0);
    Physics_Figure("Strouhal number (published .295 to .305)", r.strouhal, 0.30, 0.28, 0.32);
    Physics_Figure("largest cross flow behind it, m/s", r.swing, 1.0, 0.2, 2.0);
    Physics_Figure("pressure drop, mean, m^2/s^2", r.pressure, 2.48, 2.25, 2.7);
    Physics_Figure("pressure drop after the lift (published 2.46 to 2.50)", r.pressureAfterLift, 2.48, 2.25, 2.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStrouhalNumber),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
