// contexts: gl es
// The life of a fluid: made, stepped, poured into, resized, reset, read, destroyed.
#include "support/fixture.h"

static gfSourceDef dyeDisc(float x, float y, float radius)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){x, y}, radius);
    def.dye[0] = def.dye[3] = 1.0f;
    return def;
}

static void testRestStaysAtRest(void **state)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 37, 23);
    gfFluidStats stats;
    for (int i = 0; i < 5; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.speedMax == 0.0 && stats.mass == 0.0 && stats.nonfinite == 0);
    gfDestroyFluid(fluid);
}

static void testSplatPoursItsAmount(void **state)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 64, 64);
    gfSourceDef def = dyeDisc(0.5f, 0.5f, 0.2f);
    gfFluidStats stats;
    assert_true(gfFluid_Splat(fluid, &def));
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    double disc = 3.14159265 * 0.2 * 0.2;
    assert_true(stats.mass > 0.99 * disc && stats.mass < 1.01 * disc);
    assert_true(gfFluid_StepOnce(fluid)); // a splat acts once
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.mass < 1.01 * disc);
    gfDestroyFluid(fluid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRestStaysAtRest),
        cmocka_unit_test(testSplatPoursItsAmount),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
