// The life of a fluid: made, stepped, poured into, resized, reset, read, destroyed.
#include "support/fixture.h"
#include "support/flow.h"
#include "support/solvers.h"

static gfSourceDef dyeDisc(float x, float y, float radius)
{
    gfSourceDef def = Flow_DiscSource(x, y, radius);
    def.dye[0] = def.dye[3] = 1.0f;
    return def;
}

TEST(testRestStaysAtRest)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 37, 23);
    Flow_Steps(fluid, 5);
    gfFluidStats stats = Flow_Measure(fluid);
    assert_true(stats.speedMax == 0.0 && stats.mass == 0.0);
}

TEST(testSplatPoursItsAmount)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 64, 64);
    gfSourceDef def = dyeDisc(0.5f, 0.5f, 0.2f);
    Flow_Pour(fluid, &def, 1);
    double disc = PI * 0.2 * 0.2, mass = Flow_Measure(fluid).mass;
    assert_true(mass > 0.99 * disc && mass < 1.01 * disc);
    Flow_Steps(fluid, 1); // a splat acts once
    assert_true(Flow_Measure(fluid).mass < 1.01 * disc);
}

// The same plume past the same disc, with the domain's corner at `x`, `y`; how high its dye's centre is in the domain.
static double plumeAt(Fixture *fixture, float x, float y)
{
    gfFluidDef def = Solver_Def(GF_SOLVER_GRID, 64);
    def.origin = (gfVec2){x, y};
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_AddSolid(fluid, gfMakeCircle((gfVec2){x + 0.5f, y + 0.75f}, 0.125f));
    gfSourceDef source = dyeDisc(x + 0.5f, y + 0.25f, 0.125f);
    source.temperature = 50.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 30);
    gfFieldInfo info;
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    double mass = 0.0, moment = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        mass += (double)dye[4 * i + 3];
        moment += (double)dye[4 * i + 3] * (i / info.width + 0.5) / info.height;
    }
    return moment / mass;
}

// Out in the world floats are coarse (1/128 m at 1e5 m), but all that is computed is relative to the domain.
TEST(testFarFromTheOriginIsTheSame)
{
    double near = plumeAt(fixture, 0.0f, 0.0f), away = plumeAt(fixture, 65536.0f, -131072.0f);
    assert_true(near > 0.26 && fabs(near - away) < 1e-5);
}

// Without iterations there is no pressure: what an earlier solve left must not go on pushing.
TEST(testNoIterationsNoPush)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 32, 32);
    gfSourceDef push = dyeDisc(0.5f, 0.5f, 0.2f);
    push.velocity = (gfVec2){1.0f, 0.5f};
    assert_true(gfFluid_Splat(fluid, &push) && gfFluid_StepOnce(fluid));
    gfFluidDef def = gfFluid_GetDef(fluid);
    def.grid.pressureCycles = 0;
    def.grid.thermalExpansion = 0.0f;
    assert_true(gfFluid_SetDef(fluid, &def));
    Flow_Steps(fluid, 1);
    double before = Flow_Measure(fluid).kineticEnergy;
    Flow_Steps(fluid, 50);
    assert_true(Flow_Measure(fluid).kineticEnergy <= before * 1.001);
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
    static const gfVec2 middles[4] = {{0.5f, 0.72f}, {0.72f, 0.5f}, {0.5f, 0.28f}, {0.28f, 0.5f}};
    for (int i = 0; i < 4; i++) {
        gfVec2 along = {i % 2 == 0 ? 0.25f : 0.04f, i % 2 == 0 ? 0.04f : 0.25f};
        Flow_AddSolid(fluid, gfMakeRectangle(middles[i], along, 0.0f));
    }
    gfSourceDef source = dyeDisc(0.5f, 0.5f, 0.1f);
    source.divergence = 60000.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 100);
    Flow_Measure(fluid); // which fails where a number is not finite
}

// Along a periodic axis dye cells are taken two by two, so that an odd number of them cannot be.
TEST(testOddDyeOnPeriodicAxesIsRefused)
{
    for (int axis = 0; axis < 2; axis++) {
        gfFluidDef def = gfDefaultFluidDef();
        def.gridWidth = axis == 0 ? 20 : 16;
        def.gridHeight = axis == 0 ? 16 : 20;
        def.dyeScale = 0.25f; // 20 cells give 5
        gfFluid *walled = Flow_Make(fixture, &def);
        gfBoundaries before = gfFluid_GetDef(walled).boundaries;
        gfBoundary *sides[2] = {axis == 0 ? &def.boundaries.left : &def.boundaries.bottom,
                                axis == 0 ? &def.boundaries.right : &def.boundaries.top};
        sides[0]->kind = sides[1]->kind = GF_BOUNDARY_PERIODIC;
        Fixture_ClearLog(fixture);
        EXPECT_REFUSED(gfCreateFluid(fixture->device, &def) != NULL, OUT_OF_RANGE, "dyeScale");
        EXPECT_REFUSED(gfFluid_SetDef(walled, &def), OUT_OF_RANGE, "dyeScale");
        gfBoundaries after = gfFluid_GetDef(walled).boundaries;
        assert_memory_equal(&before, &after, sizeof before);
        def.gridWidth = def.gridHeight = 16;
        gfFluid *periodic = Flow_Make(fixture, &def);
        int width = axis == 0 ? 20 : 16, height = axis == 0 ? 16 : 20;
        EXPECT_REFUSED(gfFluid_Resize(periodic, width, height, def.cellSize, def.origin), OUT_OF_RANGE, "dyeScale");
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
        gfFluid *fluid = Flow_Make(*state, &def);
        gfField field = cases[i].field;
        gfFieldInfo info;
        float *before = Fixture_Read(fluid, field, &info), part[4 * 15];
        const size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        for (size_t k = 0; k < count; k++) {
            before[k] = 0.01f * (float)(k % 97);
        }
        assert_true(gfFluid_WriteField(fluid, field, before, count));
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
        EXPECT_REFUSED(gfFluid_WriteFieldPartBlocking(fluid, field, info.width - 4, 7, 5, 3, part, 3 * row),
                       OUT_OF_RANGE, "5 x 3 at");
        EXPECT_REFUSED(gfFluid_WriteFieldPartBlocking(fluid, field, -1, 0, 5, 3, part, 3 * row), OUT_OF_RANGE,
                       "a rectangle within");
        EXPECT_REFUSED(gfFluid_WriteFieldPartBlocking(fluid, field, 3, 7, 5, 3, part, 3 * row - 1), OUT_OF_RANGE,
                       "are expected");
        part[7] = NAN;
        EXPECT_REFUSED(gfFluid_WriteFieldPartBlocking(fluid, field, 3, 7, 5, 3, part, 3 * row), OUT_OF_RANGE, "finite");
    }
}

// Textures that only drawings need are kept by the device, and go with its last fluid: of effects and of a liquid, of
// water from above and of a surface. They come again with the next fluid.
TEST(testDrawingsGoWithTheLastFluid)
{
    static const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW};
    gfDevice *device = fixture->device;
    const int32_t none = gfDevice_GetMemory(device).textures;
    for (int i = 0; i < 6; i++) { // each twice
        gfFluid *fluid = Solver_Make(device, (int)solvers[i / 2], 32);
        gfDrawDef look = gfDefaultDrawDef();
        gfSurfaceDef surface = gfDefaultSurfaceDef();
        gfSurfaceTextures textures;
        look.style = GF_DRAW_LIQUID;
        look.bloom.enabled = true;
        const int32_t made = gfDevice_GetMemory(device).textures;
        assert_true(gfFluid_StepOnce(fluid));
        assert_true(gfFluid_DrawToTexture(fluid, &look, 40, 30) != 0);
        assert_true(i < 4 || gfFluid_GetSurfaceTextures(fluid, &surface.source, &textures));
        assert_true(gfDevice_GetMemory(device).textures > made);
        gfDestroyFluid(fluid);
        assert_int_equal(gfDevice_GetMemory(device).textures, none);
    }
}
