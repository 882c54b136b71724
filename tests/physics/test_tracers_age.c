// Tracers that live very long, and steps that take very long: births go on, and places stay in the domain.
#include "support/fixture.h"

#include <math.h>

#define COUNT 1024
#define CELLS 16

static void readPlaces(gfTracers *tracers, float *places)
{
    assert_true(gfTracers_ReadBlocking(tracers, places, 2 * COUNT));
    for (int i = 0; i < 2 * COUNT; i++) {
        assert_true(places[i] >= 0.0f && places[i] <= 1.0f); // and so no NaN
    }
}

static double shareMoved(const float *a, const float *b)
{
    int moved = 0;
    for (int i = 0; i < COUNT; i++) {
        moved += a[2 * i] != b[2 * i] || a[2 * i + 1] != b[2 * i + 1];
    }
    return (double)moved / COUNT;
}

// In fluid at rest only a birth moves a tracer. A third of a mean life makes from a fifth of them new ones to a half.
static void tryLongSteps(Fixture *fixture, float lifetime, float dt, int steps, double least)
{
    float before[2 * COUNT], after[2 * COUNT];
    gfFluid *fluid = Fixture_MakeFluid(fixture, CELLS, CELLS);
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, lifetime);
    readPlaces(tracers, before);
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < steps; i++) {
            assert_true(gfTracers_Step(tracers, dt));
        }
        readPlaces(tracers, after);
        double share = shareMoved(before, after);
        if (!(share >= least)) {
            fail_msg("lifetime %g s, round %d of %d steps of %g s: only %g are born anew", (double)lifetime, round,
                     steps, (double)dt, share);
        }
        memcpy(before, after, sizeof before);
    }
    gfDestroyFluid(fluid);
}

static void testBirthsGoOn(void **state)
{
    tryLongSteps(*state, 1e6f, 1e5f, 4, 0.2);
    tryLongSteps(*state, 1e6f, 1e6f, 1, 0.5);
    tryLongSteps(*state, 0.01f, 1e6f, 1, 0.5);
}

// A short step after long ones, which a long age's rounding would lose: a life of 1e6 s in steps of 15 s, whose sum is
// held back until it counts.
static void testShortStepsOfALongLife(void **state)
{
    float before[2 * COUNT], after[2 * COUNT];
    gfFluid *fluid = Fixture_MakeFluid(*state, CELLS, CELLS);
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, 1e6f);
    for (int i = 0; i < 10; i++) {
        assert_true(gfTracers_Step(tracers, 1e5f));
    }
    readPlaces(tracers, before);
    for (int i = 0; i < 4000; i++) {
        assert_true(gfTracers_Step(tracers, 10.0f));
    }
    readPlaces(tracers, after);
    double share = shareMoved(before, after); // .04 of a mean life
    if (!(share >= 0.02 && share <= 0.08)) {
        fail_msg("%g are born anew in .04 of a life", share);
    }
    gfDestroyFluid(fluid);
}

// Through a flow, with an open side to leave by.
static void testLongStepsInAFlow(void **state)
{
    float places[2 * COUNT];
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 2.0f};
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = gfCreateFluid(((Fixture *)*state)->device, &def);
    assert_non_null(fluid);
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, 1e6f);
    for (int i = 0; i < 40; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        assert_true(gfTracers_Step(tracers, i % 2 ? 1e5f : 1e6f));
        readPlaces(tracers, places);
    }
    gfDestroyFluid(fluid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBirthsGoOn),
        cmocka_unit_test(testShortStepsOfALongLife),
        cmocka_unit_test(testLongStepsInAFlow),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
