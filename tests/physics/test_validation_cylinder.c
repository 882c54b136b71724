// A cylinder that sheds vortices in a channel: case 2D-2 of Schaefer and Turek (1996), Re 100.
#include "support/physics.h"

#include <stdio.h>

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

static void printForces(Fixture *fixture, const DragCase *c, double low, double high, double lift)
{
    char title[160];
    snprintf(title, sizeof title, "Forces on it at Re %g, %d cells across, %s, CFL %g, off the grid by %g, %g",
             c->reynolds, c->across, c->scheme == GF_SCHEME_REFLECT ? "REFLECT" : "PROJECT", c->cfl,
             (double)c->offset.x, (double)c->offset.y);
    Physics_PrintHead(title);
    DragResult r = Physics_RunDrag(fixture, c);
    Physics_Figure("drag, largest", r.drags[1], 5.58, low, high);
    Physics_Figure("lift, largest", r.lifts[1], 0.0106, -lift, lift);
    Physics_Figure("mean drag by what a box around it loses, over that", r.balance / r.drag, 1.0, 0.975, 1.025);
}

// Case 2D-1: published drag 5.57 to 5.59, lift .0104 to .011. An offset moves the cylinder in its channel, too.
static void testForces(void **state)
{
    static const gfVec2 offsets[] = {{0.0f, 0.0f}, {0.3f, 0.4f}};
    for (int i = 0; i < 2; i++) {
        const DragCase coarse = {20.0, 10, GF_SCHEME_PROJECT, 1.0, offsets[i], 3.95, 4.0};
        const DragCase fine = {20.0, 20, GF_SCHEME_PROJECT, 1.0, offsets[i], 3.97, 4.0};
        printForces(*state, &coarse, 5.4, 5.75, 0.1);
        printForces(*state, &fine, 5.5, 5.7, 0.04);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStrouhalNumber),
        cmocka_unit_test(testForces),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
