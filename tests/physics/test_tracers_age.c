// Tracers that live very long, and steps that take very long: births go on, and places stay in the domain.
#include "support/flow.h"
#include "support/poor.h"

#define COUNT 1024
#define CELLS 16

static gfFluid *makeFluid(gfDevice *device)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, CELLS, CELLS, 1.0f / CELLS);
    return MADE(gfCreateFluid(device, &def));
}

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
static void tryLongSteps(gfDevice *device, float lifetime, float dt, int steps, double least)
{
    float before[2 * COUNT], after[2 * COUNT];
    gfTracers *tracers = Fixture_MakeTracers(makeFluid(device), COUNT, lifetime);
    readPlaces(tracers, before);
    for (int round = 0; round < 30; round++) {
        for (int i = 0; i < steps; i++) {
            assert_true(gfTracers_Step(tracers, dt));
        }
        readPlaces(tracers, after);
        double share = shareMoved(before, after);
        fail_if(!(share >= least), "lifetime %g s, round %d of %d steps of %g s: only %g are born anew",
                (double)lifetime, round, steps, (double)dt, share);
        memcpy(before, after, sizeof before);
    }
}

TEST(testBirthsGoOn)
{
    gfDevice *halves = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F}); // which end long before 1e6
    tryLongSteps(fixture->device, 1e6f, 1e5f, 4, 0.2);
    tryLongSteps(fixture->device, 1e6f, 1e6f, 1, 0.5);
    tryLongSteps(fixture->device, 0.01f, 1e6f, 1, 0.5);
    tryLongSteps(halves, 1e6f, 1e5f, 4, 0.2);
    gfDestroyDevice(halves);
}

// In halves an age of 1000 s has steps of half a second: shorter times are held back until they count.
TEST(testShortStepsOfALongLife)
{
    float before[2 * COUNT], after[2 * COUNT];
    gfDevice *device = Poor_MakeDevice(*state, (GlHooks){.formats = HOOK_NO_32F});
    gfTracers *tracers = Fixture_MakeTracers(makeFluid(device), COUNT, 1000.0f);
    readPlaces(tracers, before);
    for (int i = 0; i < 500; i++) {
        assert_true(gfTracers_Step(tracers, 0.2f));
    }
    readPlaces(tracers, after);
    double share = shareMoved(before, after), expected = 0.1 * log(3.0); // lives are from 500 to 1500 s
    fail_if(!(fabs(share - expected) <= 0.04), "%g are born anew; %g are expected", share, expected);
    gfDestroyDevice(device);
}

// Through a flow, with an open side to leave by.
TEST(testLongStepsInAFlow)
{
    float places[2 * COUNT];
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, CELLS, CELLS, 1.0f / CELLS);
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 2.0f};
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(((Fixture *)*state), &def);
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, 1e6f);
    for (int i = 0; i < 40; i++) {
        assert_true(gfFluid_StepOnce(fluid) && gfTracers_Step(tracers, i % 2 ? 1e5f : 1e6f));
        readPlaces(tracers, places);
    }
}
