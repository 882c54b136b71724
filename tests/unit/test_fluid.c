// The life of a fluid: made, stepped, poured into, resized, reset, read, destroyed.
#include "support/fixture.h"

#include <math.h>

static gfSourceDef dyeDisc(float x, float y, float radius)
{
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){x, y}, radius);
    def.dye[0] = def.dye[3] = 1.0f;
    return def;
}

TEST(testRestStaysAtRest)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 37, 23);
    gfFluidStats stats;
    for (int i = 0; i < 5; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.speedMax == 0.0 && stats.mass == 0.0 && stats.nonfinite == 0);
}

TEST(testSplatPoursItsAmount)
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
}

static double centreHeight(gfFluid *fluid)
{
    gfFieldInfo info;
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    double mass = 0.0, moment = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        mass += (double)dye[4 * i + 3];
        moment += (double)dye[4 * i + 3] * (i / info.width + 0.5) / info.height;
    }
    return moment / mass;
}

// The same plume past the same disc, with the domain's corner at `x`, `y`; how high its dye's centre is in the domain.
static double plumeAt(void **state, float x, float y)
{
    Fixture *fixture = *state;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 64;
    def.cellSize = 1.0f / 64.0f;
    def.origin = (gfVec2){x, y};
    gfFluid *fluid = gfCreateFluid(fixture->device, &def);
    assert_non_null(fluid);
    gfSolidDef disc = gfDefaultSolidDef();
    disc.shape = gfMakeCircle((gfVec2){x + 0.5f, y + 0.75f}, 0.125f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &disc)));
    gfSourceDef source = dyeDisc(x + 0.5f, y + 0.25f, 0.125f);
    source.temperature = 50.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < 30; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    double height = centreHeight(fluid);
    gfDestroyFluid(fluid);
    return height;
}

// Out in the world floats are coarse (1/128 m at 1e5 m), but all that is computed is relative to the domain.
TEST(testFarFromTheOriginIsTheSame)
{
    double near = plumeAt(state, 0.0f, 0.0f), away = plumeAt(state, 65536.0f, -131072.0f);
    assert_true(near > 0.26 && fabs(near - away) < 1e-5);
}

// Without iterations there is no pressure: what an earlier solve left must not go on pushing.
TEST(testNoIterationsNoPush)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 32, 32);
    gfSourceDef push = dyeDisc(0.5f, 0.5f, 0.2f);
    push.velocity = (gfVec2){1.0f, 0.5f};
    assert_true(gfFluid_Splat(fluid, &push) && gfFluid_StepOnce(fluid));
    gfGridParams params = gfFluid_GetDef(fluid).grid;
    params.pressureCycles = 0;
    params.thermalExpansion = 0.0f;
    assert_true(gfFluid_SetGridParams(fluid, &params));
    gfFluidStats before, after;
    assert_true(gfFluid_StepOnce(fluid) && gfFluid_MeasureBlocking(fluid, &before));
    for (int i = 0; i < 50; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_MeasureBlocking(fluid, &after));
    assert_true(after.kineticEnergy <= before.kineticEnergy * 1.001);
}

// Frames a hair short of the step, for a minute: what is simulated, pending and lost adds up to what was asked for.
TEST(testClockLosesNothing)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 8, 8);
    const float dt = 1.0f / 60.0f - 1.5e-6f;
    for (int i = 0; i < 3600; i++) {
        assert_true(gfFluid_Step(fluid, dt));
    }
    gfStepInfo clock = gfFluid_GetStepInfo(fluid);
    double asked = 3600.0 * (double)dt;
    assert_true(fabs(clock.time_s + clock.pending_s - asked) < 1e-4 / 60.0 + 1e-9 && clock.lostTime_s == 0.0);
}

// A closed pocket that a source fills has no solution: pressure climbs there, but nothing leaves the numbers.
TEST(testFullPocketStaysFinite)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 48, 48);
    gfSolidDef wall = gfDefaultSolidDef();
    static const gfVec2 middles[4] = {{0.5f, 0.72f}, {0.72f, 0.5f}, {0.5f, 0.28f}, {0.28f, 0.5f}};
    for (int i = 0; i < 4; i++) {
        gfVec2 along = {i % 2 == 0 ? 0.25f : 0.04f, i % 2 == 0 ? 0.04f : 0.25f};
        wall.shape = gfMakeRectangle(middles[i], along, 0.0f);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &wall)));
    }
    gfSourceDef source = dyeDisc(0.5f, 0.5f, 0.1f);
    source.divergence = 60000.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < 100; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
}

// Along a periodic axis dye cells are taken two by two, so that an odd number of them cannot be.
TEST(testOddDyeOnPeriodicAxesIsRefused)
{
    for (int axis = 0; axis < 2; axis++) {
        gfFluidDef def = gfDefaultFluidDef();
        def.gridWidth = axis == 0 ? 20 : 16;
        def.gridHeight = axis == 0 ? 16 : 20;
        def.dyeScale = 0.25f; // 20 cells give 5
        gfFluid *walled = gfCreateFluid(fixture->device, &def);
        assert_non_null(walled);
        gfBoundaries before = gfFluid_GetDef(walled).boundaries;
        gfBoundary *sides[2] = {axis == 0 ? &def.boundaries.left : &def.boundaries.bottom,
                                axis == 0 ? &def.boundaries.right : &def.boundaries.top};
        sides[0]->kind = sides[1]->kind = GF_BOUNDARY_PERIODIC;
        Fixture_ClearLog(fixture);
        assert_null(gfCreateFluid(fixture->device, &def));
        Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "dyeScale");
        assert_false(gfFluid_SetBoundaries(walled, &def.boundaries));
        Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "dyeScale");
        gfBoundaries after = gfFluid_GetDef(walled).boundaries;
        assert_memory_equal(&before, &after, sizeof before);
        def.gridWidth = def.gridHeight = 16;
        gfFluid *periodic = gfCreateFluid(fixture->device, &def);
        assert_non_null(periodic);
        int width = axis == 0 ? 20 : 16, height = axis == 0 ? 16 : 20;
        assert_false(gfFluid_Resize(periodic, width, height, def.cellSize, def.origin));
        Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "dyeScale");
        assert_true(gfFluid_GetDef(periodic).gridWidth == 16 && gfFluid_GetDef(periodic).gridHeight == 16);
        assert_true(gfFluid_Resize(periodic, height, width, def.cellSize, def.origin)); // odd along the walls only
        assert_true(gfFluid_StepOnce(walled) && gfFluid_StepOnce(periodic));
        gfDestroyFluid(walled);
    }
}

// What is written is there, all else is as it was, and what can't be is refused.
TEST(testPartOfAField)
{
    static const struct {
        gfSolverKind solver;
        gfField field;
    } cases[] = {{GF_SOLVER_GRID, GF_FIELD_DYE},       {GF_SOLVER_GRID, GF_FIELD_FACE_VELOCITY},
                 {GF_SOLVER_GAUSSIAN, GF_FIELD_MASS},  {GF_SOLVER_GAUSSIAN, GF_FIELD_VELOCITY},
                 {GF_SOLVER_SHALLOW, GF_FIELD_GROUND}, {GF_SOLVER_SHALLOW, GF_FIELD_MASS}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluidDef def = gfDefaultFluidDef();
        def.solver = cases[i].solver;
        def.gridWidth = 21;
        def.gridHeight = 14;
        gfFluid *fluid = gfCreateFluid(((Fixture *)*state)->device, &def);
        assert_non_null(fluid);
        gfField field = cases[i].field;
        gfFieldInfo info;
        float *before = Fixture_Read(fluid, field, &info), part[4 * 15];
        for (size_t k = 0; k < (size_t)info.width * (size_t)info.height * (size_t)info.channels; k++) {
            before[k] = 0.01f * (float)(k % 97);
        }
        assert_true(
            gfFluid_WriteField(fluid, field, before, (size_t)info.width * (size_t)info.height * (size_t)info.channels));
        before = Fixture_Read(fluid, field, NULL);
        size_t row = 5 * (size_t)info.channels;
        for (size_t k = 0; k < 3 * row; k++) {
            part[k] = 1.0f + 0.125f * (float)k / (float)row;
        }
        assert_true(gfFluid_WriteFieldPartBlocking(fluid, field, 3, 7, 5, 3, part, 3 * row));
        assert_true(gfFluid_WriteFieldPartBlocking(fluid, field, info.width, info.height, 0, 0, part, 0));
        float *after = Fixture_Read(fluid, field, NULL);
        for (int y = 0; y < info.height; y++) {
            for (int x = 0; x < info.width * info.channels; x++) {
                int column = x - 3 * info.channels, at = y * info.width * info.channels + x;
                bool inside = y >= 7 && y < 10 && column >= 0 && column < (int)row;
                float expected = inside ? part[(y - 7) * (int)row + column] : before[at];
                assert_true(fabsf(after[at] - expected) <= 1e-3f * fmaxf(1.0f, fabsf(expected)));
            }
        }
        assert_false(gfFluid_WriteFieldPartBlocking(fluid, field, info.width - 4, 7, 5, 3, part, 3 * row));
        Fixture_ExpectError(*state, GF_ERROR_OUT_OF_RANGE, "5 x 3 at");
        assert_false(gfFluid_WriteFieldPartBlocking(fluid, field, -1, 0, 5, 3, part, 3 * row));
        Fixture_ExpectError(*state, GF_ERROR_OUT_OF_RANGE, "a rectangle within");
        assert_false(gfFluid_WriteFieldPartBlocking(fluid, field, 3, 7, 5, 3, part, 3 * row - 1));
        Fixture_ExpectError(*state, GF_ERROR_OUT_OF_RANGE, "are expected");
        part[7] = NAN;
        assert_false(gfFluid_WriteFieldPartBlocking(fluid, field, 3, 7, 5, 3, part, 3 * row));
        Fixture_ExpectError(*state, GF_ERROR_OUT_OF_RANGE, "finite");
        Fixture_ClearLog(*state);
    }
}

// Textures that only drawings need are kept by the device, and go with its last fluid: of effects and of a liquid, of
// water from above and of a surface. They come again with the next fluid.
TEST(testDrawingsGoWithTheLastFluid)
{
    static const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW};
    gfDevice *device = ((Fixture *)*state)->device;
    const int32_t none = gfDevice_GetMemory(device).textures;
    for (int i = 0; i < 6; i++) { // each twice
        gfFluidDef def = gfDefaultFluidDef();
        def.solver = solvers[i / 2];
        def.gridWidth = def.gridHeight = 32;
        def.cellSize = 1.0f / 32.0f;
        gfFluid *fluid = gfCreateFluid(device, &def);
        gfDrawDef look = gfDefaultDrawDef();
        gfSurfaceDef surface = gfDefaultSurfaceDef();
        gfSurfaceTextures textures;
        look.style = GF_DRAW_LIQUID;
        look.bloom.enabled = true;
        assert_non_null(fluid);
        const int32_t made = gfDevice_GetMemory(device).textures;
        assert_true(gfFluid_StepOnce(fluid));
        assert_true(gfFluid_DrawToTexture(fluid, &look, 40, 30) != 0);
        if (def.solver == GF_SOLVER_SHALLOW) {
            assert_true(gfFluid_GetSurfaceTextures(fluid, &surface.source, &textures));
        }
        assert_true(gfDevice_GetMemory(device).textures > made);
        gfDestroyFluid(fluid);
        assert_int_equal(gfDevice_GetMemory(device).textures, none);
    }
}
