// gfFluid_FillToLevel of GF_SOLVER_GAUSSIAN: what it writes, against the closed form of liquid at rest.
#include "support/gaussian.h"

enum { W = 45, H = 38 };

// Mass over that at rest where push = 2 gravity depth / (stiffness speed^2), by bisection: 4/3 (m^3 - 1) - 3/2 (m^2 -
// 1) = push, and from where m^2 (m - 1) is above 1 / (2 stiffness) on its logarithm grows by 2 stiffness a push.
static double pushOf(double m)
{
    return 4.0 / 3.0 * (m * m * m - 1.0) - 1.5 * (m * m - 1.0);
}

static double restMass(double push, double stiffness)
{
    double soft = 1.0, low = 1.0, high = 1e3;
    for (double step = 1.0; step > 1e-12; step *= 0.5) {
        while ((soft + step) * (soft + step) * (soft + step - 1.0) < 0.5 / stiffness) {
            soft += step;
        }
    }
    if (push > pushOf(soft)) {
        return soft * exp((push - pushOf(soft)) * 2.0 * stiffness);
    }
    for (int i = 0; i < 100; i++) {
        double middle = 0.5 * (low + high);
        *(pushOf(middle) < push ? &low : &high) = middle;
    }
    return low;
}

static gfFluidDef fillDef(double gravityX, double gravityY)
{
    gfFluidDef def = Gaussian_Def(W, H, GF_GAUSSIAN_CONSERVING);
    def.cellSize = 0.02f;
    def.fixedStep = 0.01f;
    def.origin = (gfVec2){-0.3f, 5.1f};
    def.gaussian.gravity = (gfVec2){(float)gravityX, (float)gravityY};
    return def;
}

static gfVec2 placeOf(const gfFluidDef *def, int i)
{
    return (gfVec2){def->origin.x + def->cellSize * ((float)(i % W) + 0.5f),
                    def->origin.y + def->cellSize * ((float)(i / W) + 0.5f)};
}

static void writeMoving(gfFluid *fluid)
{
    GaussianCells cells = GaussianCells_Make(W, H);
    GaussianCells_Randomize(&cells, 5u, 0.7);
    GaussianCells_Write(&cells, fluid);
}

// With a level at `level` against gravity, within a rectangle and beside a disc.
static void expectFilled(Fixture *fixture, gfFluidDef def, double level, bool everywhere)
{
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_AddDisc(fluid, 0.2f, 5.4f, 0.1f);
    writeMoving(fluid);
    GaussianCells before = GaussianCells_Read(fluid);
    gfShape shape = gfMakeRectangle((gfVec2){0.1f, 5.5f}, (gfVec2){0.335f, 0.215f}, 0.0f);
    assert_true(gfFluid_FillToLevel(fluid, everywhere ? NULL : &shape, (float)level));
    GaussianCells after = GaussianCells_Read(fluid);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    const gfGaussianParams *p = &def.gaussian;
    double gravity = hypot((double)p->gravity.x, (double)p->gravity.y), h = (double)def.cellSize;
    double upX = gravity > 0.0 ? -(double)p->gravity.x / gravity : 0.0;
    double upY = gravity > 0.0 ? -(double)p->gravity.y / gravity : 1.0;
    double speed = h / (double)def.fixedStep, off = 0.0;
    int filled = 0;
    for (int i = 0; i < W * H; i++) {
        gfVec2 place = placeOf(&def, i);
        bool inside = everywhere || (fabsf(place.x - 0.1f) < 0.335f && fabsf(place.y - 5.5f) < 0.215f);
        if (!inside) {
            assert_true(after.mass[i] == before.mass[i] && after.x[i] == before.x[i] && after.y[i] == before.y[i]);
            continue;
        }
        double depth = level - upX * (double)place.x - upY * (double)place.y;
        double share = fmin(fmax(0.5 + depth / (h * (fabs(upX) + fabs(upY))), 0.0), 1.0);
        double push =
            p->stiffness > 0.0f ? 2.0 * gravity * fmax(depth, 0.0) / ((double)p->stiffness * speed * speed) : 0.0;
        double mass = distance[i] < 0.0f ? 0.0 : share * restMass(push, fmax((double)p->stiffness, 1e-9));
        assert_true(after.x[i] == 0.0 && after.y[i] == 0.0);
        off = fmax(off, fabs(after.mass[i] / (double)p->restDensity - mass) / fmax(mass, 1.0));
        filled += after.mass[i] > 0.0;
    }
    Flow_ExpectBetween("mass, off what rests", off, 0.0, 2e-4);
    Flow_ExpectBetween("filled cells", filled, 100, W * H);
    // The budget begins anew.
    double mass = Flow_Measure(fluid).mass;
    Flow_Steps(fluid, 50);
    Flow_ExpectNear("mass after 50 steps", Flow_Measure(fluid).mass / mass, 1.0, 1e-6);
}

TEST(testMassIsThatOfRest)
{
    expectFilled(*state, fillDef(0.0, -1.0), 5.51, false);
    expectFilled(*state, fillDef(0.0, -1.0), 5.504, true);
    expectFilled(*state, fillDef(0.0, 1.0), -5.51, false);
    expectFilled(*state, fillDef(-1.0, 0.0), 0.1, false);
    expectFilled(*state, fillDef(0.6, -0.8), 4.3, true);
    expectFilled(*state, fillDef(0.0, 0.0), 5.5, false);
    gfFluidDef def = fillDef(0.0, -1.0);
    def.gaussian.restDensity = 2.0f;
    expectFilled(*state, def, 5.6, true);
    def.gaussian.stiffness = 1.0f;
    def.gaussian.gravity.y = -4.0f; // as far down as particles push softly
    expectFilled(*state, def, 5.6, true);
    def.gaussian.stiffness = 0.0f;
    expectFilled(*state, def, 5.6, true);
}

// What is above the level is empty, and a level that is far away fills all or nothing.
TEST(testFarLevels)
{
    gfFluidDef def = fillDef(0.0, -1.0);
    gfFluid *fluid = Flow_Make(*state, &def);
    writeMoving(fluid);
    assert_true(gfFluid_FillToLevel(fluid, NULL, -GF_VALUE_MAX));
    Flow_ExpectBetween("mass", Flow_Measure(fluid).mass, 0.0, 0.0);
    assert_true(gfFluid_FillToLevel(fluid, NULL, GF_VALUE_MAX)); // 60 km of it
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("mass of a cell", stats.mass / (W * H * 4e-4), 2.0, (double)GF_VALUE_MAX);
    Flow_Steps(fluid, 3);
    Flow_Measure(fluid);
    assert_true(gfFluid_Reset(fluid));
    gfShape away = gfMakeCircle((gfVec2){-1e9f, 1e9f}, 1.0f);
    assert_true(gfFluid_FillToLevel(fluid, &away, 5.5f));
    Flow_ExpectBetween("mass", Flow_Measure(fluid).mass, 0.0, 0.0);
    def.gaussian.gravity = (gfVec2){GF_VALUE_MAX, -GF_VALUE_MAX};
    assert_true(gfFluid_SetDef(fluid, &def));
    assert_true(gfFluid_FillToLevel(fluid, NULL, 5.5f));
    Flow_Steps(fluid, 3);
    Flow_Measure(fluid);
}

TEST(testRefused)
{
    gfFluidDef def = fillDef(0.0, -1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    writeMoving(fluid);
    double mass = Flow_Measure(fluid).mass;
    static const float levels[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        Fixture_ClearLog(fixture);
        EXPECT_REFUSED(gfFluid_FillToLevel(fluid, NULL, levels[i]), OUT_OF_RANGE, "level");
    }
    gfShape bad = gfMakeCircle((gfVec2){0.0f, 0.0f}, 0.0f);
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_FillToLevel(fluid, &bad, 5.5f), OUT_OF_RANGE, "radius");
    Flow_ExpectNear("mass", Flow_Measure(fluid).mass, mass, 0.0);
    gfDestroyFluid(fluid);
    for (int mode = GF_GAUSSIAN_SIMPLE; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        def.gaussian.mode = (gfGaussianMode)mode;
        fluid = Flow_Make(fixture, &def);
        Fixture_ClearLog(fixture);
        EXPECT_REFUSED(gfFluid_FillToLevel(fluid, NULL, 5.5f), UNSUPPORTED, "CONSERVING");
    }
}
