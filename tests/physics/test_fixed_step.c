// Steps that change while a fluid runs change nothing but their length.
#include "support/few_particles.h"
#include "support/gaussian.h"
#include "support/particles.h"

GAUSSIAN_STATE(movingDisc, hypot(x - 24.0, y - 24.0) < 8.0 ? 1.0 : 0.0, 0.4, -0.2)

static double centreOf(gfFluid *fluid, int axis)
{
    GaussianTotals totals = Gaussian_Totals(fluid);
    return axis == 0 ? totals.centreX : totals.centreY;
}

// A drop flies as far in half a second with steps of any length, and keeps its momentum.
TEST(testLiquidMovesOn)
{
    static const float steps[] = {1.0f / 64.0f, 1.0f / 128.0f, 1.0f / 40.0f, 1.0f / 64.0f};
    gfFluid *fluid = Flow_MakeOf(*state, Gaussian_PeriodicDef(64, 48, GF_GAUSSIAN_CONSERVING));
    Gaussian_Write(fluid, movingDisc);
    gfFluidStats first = Flow_Measure(fluid);
    double x = centreOf(fluid, 0), y = centreOf(fluid, 1), seconds = 0.0;
    for (int i = 0; i < 4; i++) {
        assert_true(Flow_SetStep(fluid, steps[i]));
        int count = (int)lround(0.25 / (double)steps[i]);
        Flow_Steps(fluid, count);
        seconds += count * (double)steps[i];
        Flow_ExpectNear("way along x, cells", centreOf(fluid, 0) - x, 0.4 * 64.0 * seconds, 0.01);
        Flow_ExpectNear("way along y, cells", centreOf(fluid, 1) - y, -0.2 * 64.0 * seconds, 0.01);
        gfFluidStats now = Flow_Measure(fluid);
        Flow_ExpectNear("momentum along x, over that at first", now.momentum[0] / first.momentum[0], 1.0, 1e-5);
        Flow_ExpectNear("mass, over that at first", now.mass / first.mass, 1.0, 1e-5);
        Flow_ExpectNear("time, s", gfFluid_GetStepInfo(fluid).time_s, seconds, 1e-6);
    }
}

static gfVec2 centreOfParticles(gfFluid *fluid)
{
    int count;
    gfParticle *particles = Fixture_Keep(FewParticles_Read(fluid, &count));
    return Particles_GetMiddle(particles, count);
}

// So do particles, at once.
TEST(testParticlesMoveOn)
{
    static const float steps[] = {1.0f / 64.0f, 1.0f / 128.0f, 1.0f / 40.0f, 1.0f / 240.0f};
    gfParticle particles[FEW_PARTICLES];
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    def.particles.gravity = (gfVec3){0.0f, 0.0f, 0.0f};
    gfFluid *fluid = Flow_Make(*state, &def);
    int count = FewParticles_FillBox(particles, (gfVec2){0.2f, 0.6f}, (gfVec2){0.4f, 0.8f});
    for (int i = 0; i < count; i++) {
        particles[i].velocity = (gfVec2){0.4f, -0.2f};
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    for (int i = 0; i < 4; i++) {
        gfVec2 first = centreOfParticles(fluid);
        assert_true(Flow_SetStep(fluid, steps[i]));
        int taken = (int)lround(0.2 / (double)steps[i]);
        Flow_Steps(fluid, taken);
        gfVec2 now = centreOfParticles(fluid);
        double seconds = taken * (double)steps[i];
        Flow_ExpectNear("way of particles along x, m", (double)(now.x - first.x), 0.4 * seconds, 1e-4);
        Flow_ExpectNear("way of particles along y, m", (double)(now.y - first.y), -0.2 * seconds, 1e-4);
    }
}

FLOW_SCALAR(spot, exp(-60.0 * (pow(x - 0.3, 2.0) + pow(y - 0.3, 2.0))))

TEST(testDyeMovesOn)
{
    gfFluidDef def = Flow_Def(64, 64, 2);
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_WriteWind(fluid, 0.5f, 0.25f);
    Flow_WriteDye(fluid, spot);
    gfVec2 first = Flow_Centre(fluid);
    for (int i = 0; i < 20; i++) {
        assert_true(Flow_SetStep(fluid, i % 2 == 0 ? 0.01f : 0.03f));
        Flow_Steps(fluid, 1);
    }
    gfVec2 last = Flow_Centre(fluid);
    Flow_ExpectNear("way along x, m", (double)(last.x - first.x), 0.2, 2e-3);
    Flow_ExpectNear("way along y, m", (double)(last.y - first.y), 0.1, 2e-3);
}

// The clock goes on: what was pending still is.
TEST(testClock)
{
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfFluidDef def = Flow_DefOf((gfSolverKind)solver, 16, 16, 1.0f / 16.0f);
        def.dyeScale = 1.0f;
        def.fixedStep = 0.02f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        assert_true(gfFluid_Step(fluid, 0.03f));
        assert_int_equal(gfFluid_GetStepInfo(fluid).stepCount, 1);
        assert_true(Flow_SetStep(fluid, 0.005f) && gfFluid_Step(fluid, 0.001f));
        gfStepInfo info = gfFluid_GetStepInfo(fluid);
        assert_int_equal(info.stepCount, 3);
        Flow_ExpectNear("time, s", info.time_s, 0.03, 1e-6);
        Flow_ExpectNear("pending, s", info.pending_s, 0.001, 1e-6);
        static const float bad[] = {0.0f, -0.01f, 2.0f, NAN, INFINITY};
        for (int i = 0; i < 5; i++) {
            EXPECT_REFUSED(Flow_SetStep(fluid, bad[i]), OUT_OF_RANGE, "fixedStep");
        }
        assert_float_equal(gfFluid_GetDef(fluid).fixedStep, 0.005f, 0.0f);
    }
    EXPECT_REFUSED(Flow_SetStep(NULL, 0.01f), NULL_ARGUMENT, "gfFluid_SetDef");
}
