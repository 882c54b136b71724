// gfSuggestLiquid: at every scale a pool at rest stays as high as it was filled, and nothing is warned of.
#include "support/flow.h"

#define FULL 0.75f // of the box

// Where the middle column's mass falls to half of a full cell, m.
static double surfaceOf(gfFluid *fluid)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
    int y = def.gridHeight - 1;
    const float *column = mass.values + def.gridWidth / 2;
    while (y > 0 && column[y * def.gridWidth] < 0.5f) {
        y--;
    }
    double below = (double)column[y * def.gridWidth];
    double above = y + 1 < def.gridHeight ? (double)column[(y + 1) * def.gridWidth] : 0.0;
    double cells = y + 0.5 + (below - 0.5) / fmax(below - above, 1e-6);
    return cells * (double)def.cellSize;
}

static void expectRest(Fixture *fixture, float height, float gravity, int cells)
{
    gfFluidDef def = gfSuggestLiquid(height, gravity, cells);
    assert_int_equal(def.gridHeight, cells);
    double frame = 1.0 / (60.0 * (double)def.fixedStep);
    assert_true(fabs(frame - round(frame)) < 1e-3 && def.maxSteps >= frame);
    Flow_ExpectNear("height of the box", (double)def.cellSize * def.gridHeight, (double)height, 1e-5 * (double)height);
    def.gridWidth = 12;
    gfFluid *fluid = Flow_Make(fixture, &def);
    assert_true(gfFluid_FillToLevel(fluid, NULL, FULL * height));
    Flow_Steps(fluid, 1);
    double before = surfaceOf(fluid), least = before, most = before;
    for (int i = 0; i < 8; i++) {
        Flow_Steps(fluid, 50);
        least = fmin(least, surfaceOf(fluid));
        most = fmax(most, surfaceOf(fluid));
    }
    const char *pool = Flow_Text("pool of %g m under %g m/s^2 in %d cells", (double)height, (double)gravity, cells);
    Flow_ExpectNear(Flow_Text("%s, as filled", pool), before / (double)height, (double)FULL, 0.5 / cells);
    Flow_ExpectNear(Flow_Text("%s, lowest", pool), least / before, 1.0, 0.1 / cells);
    Flow_ExpectNear(Flow_Text("%s, highest", pool), most / before, 1.0, 0.1 / cells);
    double waves = sqrt((double)(FULL * height * gravity));
    Flow_ExpectBetween(Flow_Text("%s, fastest over its waves' speed", pool), Flow_FastestLiquid(fluid) / waves, 0.0,
                       0.01);
}

TEST(testPoolsStayAsHigh)
{
    const float heights[] = {0.05f, 1.0f, 50.0f}, gravities[] = {1.0f, 9.81f, 25.0f};
    const int cells[] = {16, 64};
    for (int i = 0; i < 18; i += i < 9 ? 1 : 4) {
        expectRest(fixture, heights[i % 3], gravities[i / 3 % 3], cells[i / 9]);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
}

TEST(testRefusedSuggestions)
{
    const struct {
        float height, gravity;
        int32_t cells;
        const char *says;
    } bad[] = {
        {0.0f, 9.81f, 64, "height is 0"}, {NAN, 9.81f, 64, "height"},         {2e4f, 9.81f, 64, "height"},
        {1.0f, 0.0f, 64, "gravity is 0"}, {1.0f, -9.81f, 64, "gravity"},      {1.0f, 9.81f, 3, "cells"},
        {1.0f, 9.81f, 8193, "cells"},     {1e-3f, 1e3f, 8192, "fewer cells"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        gfClearLastError();
        const char *message = NULL;
        assert_int_equal(gfSuggestLiquid(bad[i].height, bad[i].gravity, bad[i].cells).cookie, 0);
        assert_int_equal(gfGetLastError(&message), GF_ERROR_OUT_OF_RANGE);
        assert_non_null(strstr(message, bad[i].says));
    }
}

TESTS_START_FROM(Fixture_SetUpWarned, Fixture_TearDown)
