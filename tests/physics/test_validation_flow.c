// Flows that take long: the vortex of Taylor and Green at the size of the published figures, and how errors fall.
#include "support/physics.h"

#include <math.h>

// Published at 128^2 and a CFL number of 1: linear keeps .638 of .6738 (.947), Catmull-Rom .653 (.969), with an error
// of .0194. The published figures have viscosity, this run has none: a per cent on energy, a quarter on the error.
static void testTaylorGreen(void **state)
{
    double energy[3], error[3];
    Physics_PrintHead("Taylor-Green, no viscosity, GF_SCHEME_PROJECT, one second");
    Flow_RunTaylorGreen(*state, GF_ADVECTION_CATMULL_ROM, 128, &energy[0], &error[0]);
    Flow_RunTaylorGreen(*state, GF_ADVECTION_BILINEAR, 128, &energy[1], &error[1]);
    Flow_RunTaylorGreen(*state, GF_ADVECTION_CATMULL_ROM, 64, &energy[2], &error[2]);
    Physics_Figure("energy left, 128^2", energy[0], 0.969, 0.955, 1.0005);
    Physics_Figure("error of the velocity", error[0], 0.0194, 0.0, 0.0245);
    Physics_Figure("energy left, linear", energy[1], 0.947, 0.935, energy[0]);
    Physics_Figure("order, 64^2 to 128^2", log2(error[2] / error[0]), 1.0, 0.8, 2.2); // the splitting's
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testTaylorGreen),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
