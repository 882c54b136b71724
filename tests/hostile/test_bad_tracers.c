// Tracers: what is refused, sets freed in any order, and that what fails leaves nothing behind.
#include "support/bad_input.h"
#include "support/failing.h"

#include <limits.h>
#include <math.h>

#define FRAME (1.0f / 60.0f)

static bool callCreate(Stage *s, const void *def)
{
    gfTracersDef copy;
    memcpy(&copy, def, sizeof copy);
    gfTracers *tracers = gfCreateTracers(s->fluid, &copy);
    gfDestroyTracers(tracers);
    return tracers != NULL;
}

static bool callDraw(Stage *s, const void *def)
{
    gfDrawDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_Draw(s->fluid, &copy);
}

static void testBadArguments(void **state)
{
    Stage *s = *state;
    static const FloatRow floats[] = {FLOAT_ROW(gfTracersDef, lifetime, 0.01f, 1e6f)};
    static const IntRow ints[] = {INT_ROW(gfTracersDef, count, 0, -1, GF_TRACERS_MAX + 1, INT_MAX)};
    static const FloatRow drawn[] = {FLOAT_ROW(gfDrawDef, tracers.size, 0.5f, 64.0f),
                                     FLOAT_ROW(gfDrawDef, tracers.trail, 0.0f, 1000.0f),
                                     FLOAT_ROW(gfDrawDef, tracers.range, 1e-9f, 1e9f)};
    gfTracersDef def = gfDefaultTracersDef();
    BadInput_TryFloats(s, callCreate, &def, sizeof def, floats, ROWS(floats));
    BadInput_TryInts(s, callCreate, &def, sizeof def, ints, ROWS(ints));
    gfDrawDef draw = gfDefaultDrawDef();
    BadInput_TryFloats(s, callDraw, &draw, sizeof draw, drawn, ROWS(drawn));
    draw.tracers.palette.count = 1;
    REFUSED(gfFluid_Draw(s->fluid, &draw), OUT_OF_RANGE, "palette");
    draw.tracers.palette.count = 0;

    REFUSED(gfCreateTracers(NULL, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfCreateTracers(s->fluid, NULL), NULL_ARGUMENT, "def");
    def.cookie = 0;
    REFUSED(gfCreateTracers(s->fluid, &def), COOKIE, "gfDefaultTracersDef");
    REFUSED(gfTracers_Step(NULL, 0.1f), NULL_ARGUMENT, "tracers");
    float positions[22];
    REFUSED(gfTracers_ReadBlocking(NULL, positions, 20), NULL_ARGUMENT, "tracers");
    gfDestroyTracers(NULL);

    gfTracers *tracers = Fixture_MakeTracers(s->fluid, 10, 1.0f);
    gfFluid *other = Fixture_MakeFluid(s->fixture, GRID_W, GRID_H);
    s->witness = BadInput_Witness(s);
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < ROWS(times); i++) {
        REFUSED(gfTracers_Step(tracers, times[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfTracers_ReadBlocking(tracers, NULL, 20), NULL_ARGUMENT, "positions");
    REFUSED(gfTracers_ReadBlocking(tracers, positions, 19), OUT_OF_RANGE, "count");
    REFUSED(gfTracers_ReadBlocking(tracers, positions, 21), OUT_OF_RANGE, "count");
    draw.tracers.set = tracers;
    REFUSED(gfFluid_Draw(other, &draw), OUT_OF_RANGE, "tracers");
    REFUSED(gfFluid_DrawToTexture(other, &draw, 8, 8) != 0, OUT_OF_RANGE, "tracers");
    assert_true(gfTracers_ReadBlocking(tracers, positions, 20));
    gfDestroyTracers(tracers);
    gfDestroyFluid(other);
}

// Several sets, freed in any order or with their fluid.
static void testSetsComeAndGo(void **state)
{
    Fixture *fixture = *state;
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    gfTracers *sets[4];
    for (int i = 0; i < 4; i++) {
        sets[i] = Fixture_MakeTracers(fluid, 1 + 1000 * i, 1.0f);
    }
    gfDestroyTracers(sets[1]);
    gfDestroyTracers(sets[3]);
    gfDestroyTracers(sets[0]);
    assert_true(gfTracers_Step(sets[2], FRAME));
    gfDestroyTracers(sets[2]);
    Poor_ExpectMemory(fixture->device, &before);
    Fixture_MakeTracers(fluid, 100, 1.0f);
    Fixture_MakeTracers(fluid, 100, 1.0f);
    gfDestroyFluid(fluid);
}

static gfFluid *makeFluid(gfDevice *device, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = cells;
    return gfCreateFluid(device, &def);
}

static bool attemptTracers(Failing *f)
{
    gfTracersDef def = gfDefaultTracersDef();
    gfTracers *tracers = gfCreateTracers(f->fluid, &def);
    gfDestroyTracers(tracers);
    return tracers != NULL;
}

static void testFailureLeavesNothing(void **state)
{
    const FailingCase c = {.make = makeFluid, .attempt = attemptTracers, .which = 32, .rounds = {2, 2, 2, 2}};
    Failing_EachInTurn(*state, &c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testSetsComeAndGo),
        cmocka_unit_test(testFailureLeavesNothing),
    };
    const struct CMUnitTest refused[] = {
        cmocka_unit_test_setup_teardown(testBadArguments, BadInput_SetUp, BadInput_TearDown),
    };
    int failed = cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
    return failed + cmocka_run_group_tests(refused, NULL, NULL);
}
