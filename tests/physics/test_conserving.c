// GF_ADVECTION_CONSERVING: dye and heat are neither made nor lost, at any resolution, dye grid, precision and beside
// solids; values stay in bounds, also where the flow is steeper than a step can follow; even fields stay even; edges
// stay sharp.
#include "support/stirred.h"

#include <math.h>
#include <stdlib.h>

static void expectDrift(const StirredResult *result, double most)
{
    Flow_ExpectBetween("drift of dye", fabs(result->dye), 0.0, most);
    Flow_ExpectBetween("drift of heat", fabs(result->heat), 0.0, most);
    Flow_ExpectBetween("least dye", result->leastDye, -1e-6, 1.0);
    Flow_ExpectBetween("most dye", result->mostDye, 0.0, 1.02);
}

static void testStirredBoxKeepsAll(void **state)
{
    static const StirredCase cases[] = {
        {48, 1.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 80, 0.1f, 0.0f},
        {37, 2.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 40, 0.1f, 0.0f},
        {40, 0.25f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 40, 0.1f, 0.0f},
        {40, 1.3f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 40, 0.1f, 0.0f},
        {16, 8.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 10, 0.1f, 0.0f},
        {48, 1.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_DISC, 60, 0.03f, 0.0f},
        {48, 1.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_THIN_WALL, 60, 0.03f, 0.0f},
        {40, 2.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_DISC, 40, 0.02f, 0.0f},
        {40, 2.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_THIN_WALL, 40, 0.02f, 0.0f},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        StirredResult result = Stirred_Run(*state, &cases[i]);
        expectDrift(&result, 1e-5);
    }
    // What it is for.
    StirredCase clamped = cases[0];
    clamped.advection = GF_ADVECTION_CATMULL_ROM;
    Flow_ExpectBetween("Catmull-Rom", Stirred_Run(*state, &clamped).dye, 0.005, 1.0);
}

// Faster than a cell a step beside walls, where the flow turns within a cell: the sweeps are cut, as the speed is
// known.
static void testFastFlowIsCut(void **state)
{
    StirredCase fast = {48, 1.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_THIN_WALL, 60, 0.3f, 10.0f};
    StirredResult result = Stirred_Run(*state, &fast);
    expectDrift(&result, 1e-3);
    fast.solid = STIRRED_DISC;
    result = Stirred_Run(*state, &fast);
    expectDrift(&result, 1e-3);
}

// What a paddle covers is lost, and what it uncovers flows in from beside it.
static void testPaddleTakesLittle(void **state)
{
    const StirredCase paddle = {48, 1.0f, GF_PRECISION_32F, GF_ADVECTION_CONSERVING, STIRRED_PADDLE, 60, 0.03f, 0.0f};
    StirredResult result = Stirred_Run(*state, &paddle);
    expectDrift(&result, 0.036); // its share of the box
}

// Half floats are rounded at random: the mean stays, where truncation loses some per cent in as many steps.
static void testHalfFloatsKeepTheMean(void **state)
{
    const StirredCase half = {48, 1.0f, GF_PRECISION_16F, GF_ADVECTION_CONSERVING, STIRRED_NOTHING, 80, 0.1f, 0.0f};
    StirredResult result = Stirred_Run(*state, &half);
    expectDrift(&result, 1e-3);
}

// However hard it is driven: finite and in bounds.
static void testHardDrivenStaysInBounds(void **state)
{
    static const StirredSolid solids[] = {STIRRED_NOTHING, STIRRED_THIN_WALL, STIRRED_PADDLE};
    for (int i = 0; i < 6; i++) {
        const StirredCase wild = {40,
                                  i < 3 ? 1.0f : 1.5f,
                                  GF_PRECISION_32F,
                                  GF_ADVECTION_CONSERVING,
                                  solids[i % 3],
                                  30,
                                  i % 2 == 0 ? 3.0f : 30.0f,
                                  0.0f};
        StirredResult result = Stirred_Run(*state, &wild);
        Flow_ExpectBetween("least dye", result.leastDye, -1e-6, 1.0);
        Flow_ExpectBetween("most dye", result.mostDye, 0.0, 1.1);
        Flow_ExpectBetween("drift of dye", fabs(result.dye), 0.0, 3.0);
    }
}

static gfVec2 one(double x, double y)
{
    (void)x;
    (void)y;
    return (gfVec2){1.0f, 0.0f};
}

// After a projection of one cycle no flow is quite without divergence, and what is even shows it.
static void testEvenStaysEven(void **state)
{
    for (float dyeScale = 0.5f; dyeScale <= 2.0f; dyeScale *= 2.0f) {
        gfFluidDef def = Flow_Def(48, 48, 1);
        def.grid.advection = GF_ADVECTION_CONSERVING;
        def.dyeScale = dyeScale;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteDye(fluid, one);
        gfSourceDef push = Flow_DiscSource(0.4f, 0.55f, 0.15f);
        push.velocity = (gfVec2){3.0f, 2.0f};
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &push)));
        Flow_Steps(fluid, 60);
        gfFieldInfo info;
        float *dye = Fixture_ReadField(fluid, GF_FIELD_DYE, &info);
        double sum = 0.0;
        for (int i = 0; i < info.width * info.height; i++) {
            sum += pow((double)dye[4 * i + 3] - 1.0, 2.0);
        }
        free(dye);
        Flow_ExpectBetween("unevenness, rms", sqrt(sum / (info.width * info.height)), 0.0, 0.005);
        gfDestroyFluid(fluid);
    }
}

static void testZalesak(void **state)
{
    Flow_ExpectBetween("CFL 2", Flow_RunZalesak(*state, GF_ADVECTION_CONSERVING, 157, 1.0001f, false), 0.0, 0.22);
    Flow_ExpectBetween("CFL 10", Flow_RunZalesak(*state, GF_ADVECTION_CONSERVING, 31, 1.0001f, false), 0.0, 0.25);
}

static void testZalesakInShortSteps(void **state)
{
    Flow_ExpectBetween("CFL .5", Flow_RunZalesak(*state, GF_ADVECTION_CONSERVING, 628, 1.0001f, false), 0.0, 0.31);
}

// Cold over warm, with a wave: sum of T cos(2 pi x) against sinh's and cosh's growth, sqrt(a k tanh(k / 2) / 2).
static double waveOf(gfFluid *fluid, int cells)
{
    float *heat = Fixture_ReadField(fluid, GF_FIELD_TEMPERATURE, NULL);
    double sum = 0.0;
    for (int i = 0; i < cells * cells; i++) {
        sum += (double)heat[i] * cos(2.0 * PI * (i % cells + 0.5) / cells);
    }
    free(heat);
    return sum / (cells * cells);
}

static double growthOf(Fixture *fixture, gfAdvection advection, int cells)
{
    gfFluidDef def = Flow_Def(cells, cells, 2);
    def.grid.advection = advection;
    def.grid.gravity = (gfVec2){0.0f, -1.0f};
    def.grid.thermalExpansion = 0.1f;
    def.fixedStep = 0.5f / (float)cells;
    gfFluid *fluid = Flow_Make(fixture, &def);
    size_t count = (size_t)cells * (size_t)cells;
    float *heat = malloc(count * sizeof *heat);
    assert_non_null(heat);
    for (int i = 0; i < cells * cells; i++) {
        double x = (i % cells + 0.5) / cells, edge = 0.5 + 0.02 * cos(2.0 * PI * x);
        heat[i] = (float)(10.0 * fmin(fmax(edge * cells - i / cells, 0.0), 1.0));
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, heat, count));
    free(heat);
    double before = waveOf(fluid, cells), rate = sqrt(0.5 * 2.0 * PI * tanh(PI));
    int steps = (int)(1.0 / (double)def.fixedStep);
    Flow_Steps(fluid, steps);
    double grown = acosh(waveOf(fluid, cells) / before) / (steps * (double)def.fixedStep);
    gfDestroyFluid(fluid);
    return grown / rate;
}

static void testUnstableEdgeGrowsAsItShould(void **state)
{
    double conserving = growthOf(*state, GF_ADVECTION_CONSERVING, 64);
    double clamped = growthOf(*state, GF_ADVECTION_CATMULL_ROM, 64);
    Flow_ExpectBetween("growth over theory", conserving, 0.93, 1.04);
    Flow_ExpectBetween("Catmull-Rom", clamped, 0.5, conserving - 0.02);
}

// A fast jet of red dye that starts in a corner, in one of two fluids with blue dye everywhere, so that all of that one
// is carried.
static gfFluid *makeJet(Fixture *fixture, int set_up, bool full)
{
    gfFluidDef def = Flow_Def(set_up == 1 ? 150 : 128, 96, 1);
    if (set_up == 1) {
        def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    }
    def.boundaries.left.inflowSpeed = 0.5f;
    def.boundaries.left.dye[2] = full ? 1.0f : 0.0f;
    if (set_up == 2) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        def.dyeScale = 2.0f;
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height;
    float *dye = calloc(count, 4 * sizeof *dye);
    for (size_t i = 0; full && i < count; i++) {
        dye[4 * i + 2] = 1.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * count));
    free(dye);
    gfSourceDef jet = Flow_DiscSource(0.15f, 0.2f, 0.05f);
    jet.velocity = (gfVec2){4.0f, 3.0f};
    jet.dye[0] = jet.dye[3] = 2.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &jet)));
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.1f);
    return fluid;
}

static void testWhatHoldsNothingIsNotCarried(void **state)
{
    for (int set_up = 0; set_up < 3; set_up++) {
        gfFluid *fluids[2];
        float *dye[2];
        gfFieldInfo info;
        for (int i = 0; i < 2; i++) {
            fluids[i] = makeJet(*state, set_up, i == 1);
            Flow_Steps(fluids[i], 25);
            dye[i] = Fixture_ReadField(fluids[i], GF_FIELD_DYE, &info);
        }
        int empty = 0;
        for (int i = 0; i < info.width * info.height; i++) {
            assert_memory_equal(&dye[0][4 * i], &dye[1][4 * i], sizeof(float));
            empty += dye[0][4 * i] == 0.0f ? 1 : 0;
        }
        Flow_ExpectBetween("share that is empty", (double)empty / (double)(info.width * info.height), 0.2, 0.97);
        for (int i = 0; i < 2; i++) {
            free(dye[i]);
            gfDestroyFluid(fluids[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStirredBoxKeepsAll),
        cmocka_unit_test(testPaddleTakesLittle),
        cmocka_unit_test(testFastFlowIsCut),
        cmocka_unit_test(testHalfFloatsKeepTheMean),
        cmocka_unit_test(testHardDrivenStaysInBounds),
        cmocka_unit_test(testEvenStaysEven),
        cmocka_unit_test(testWhatHoldsNothingIsNotCarried),
        cmocka_unit_test(testZalesak),
        cmocka_unit_test(testZalesakInShortSteps),
        cmocka_unit_test(testUnstableEdgeGrowsAsItShould),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
