// What is poured into a Gaussian fluid and what it carries; resize, reset, measures and drawings.
#include "support/canvas.h"
#include "support/gaussian.h"

#define AREA (1.0 / 4096.0) // of a cell, m^2

static gfFluidDef closedDef(int width, int height)
{
    gfFluidDef def = Gaussian_Def(width, height, GF_GAUSSIAN_CONSERVING);
    def.gaussian.massCorrection = false;
    return def;
}

GAUSSIAN_STATE(full, 1.0, 0.0, 0.0)

GAUSSIAN_STATE(fullAndMoving, 1.0, 0.25, -0.125)

// A source over all of the domain and beyond.
static gfSourceDef everywhere(void)
{
    return Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){2.0f, 2.0f}, 0.0f));
}

// A disc of .2 m, whatever its softness; also in a corner, where a quarter of it is.
TEST_CI(testPouringMass)
{
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = closedDef(64, 60);
        def.gaussian.plain = i == 3;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.45f, 0.45f, 0.2f);
        source.mass = 0.8f;
        source.softness = i == 1 ? 0.1f : 0.0f;
        if (i == 2) {
            source.shape = gfMakeCircle((gfVec2){0.0f, 0.0f}, 0.2f);
        }
        Flow_Pour(fluid, &source, 1);
        double expected = 0.8 * PI * 0.04 * (i == 2 ? 0.25 : 1.0);
        Flow_ExpectNear("mass of a splat, over that expected", Flow_Measure(fluid).mass / expected, 1.0, 0.03);
        double mass = Flow_Measure(fluid).mass;
        Flow_Steps(fluid, 20); // once
        Flow_ExpectNear("mass later", Flow_Measure(fluid).mass / mass, 1.0, 1e-4);
        source.mass = -5.0f; // counts as 0 where there is less
        source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 2.0f);
        Flow_Pour(fluid, &source, 1);
        Flow_ExpectNear("mass taken away", Flow_Measure(fluid).mass, 0.0, 0.0);
    }
}

static void expectAtRestAndClear(gfFluid *fluid, const char *what)
{
    GaussianTotals t = Gaussian_Totals(fluid);
    double speed = hypot(t.momentum[0], t.momentum[1]) / t.mass, dye = Gaussian_DyeTotal(fluid, 3);
    fail_if(!(speed <= 1e-5 && fabs(dye) <= 1e-5), "%s: momentum over mass %g, dye %g", what, speed, dye);
}

// Emptied space has no memory: mass that comes there later is at rest and has no dye. So it is where wind blew through
// nothing, or nothing was dyed.
TEST(testEmptySpaceForgets)
{
    gfFluidDef def = Gaussian_Def(96, 96, GF_GAUSSIAN_CONSERVING);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfSourceDef disc = Flow_DiscSource(0.75f, 0.75f, 0.15f), all = everywhere();
    all.mode = GF_SOURCE_SET;
    all.fields = GF_SOURCE_MASS;
    gfSourceDef dyed = disc, wind = disc;
    disc.mass = 1.0f;
    dyed.mode = GF_SOURCE_SET;
    dyed.mass = dyed.dye[3] = 1.0f;
    dyed.velocity.x = 2.0f;
    wind.acceleration.x = wind.dye[3] = 10.0f;
    for (int emptied = 0; emptied < 2; emptied++) { // by a source, or written
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_Pour(fluid, &dyed, 3);
        assert_true(Gaussian_DyeTotal(fluid, 3) > 1.0);
        GaussianCells none = GaussianCells_Make(96, 96);
        if (emptied == 0) {
            assert_true(gfFluid_Splat(fluid, &all));
        } else {
            GaussianCells_Write(&none, fluid);
        }
        for (int steps = 1; steps < 6; steps++) { // whichever side of a pair is read then
            Flow_Steps(fluid, steps);
            assert_true(Gaussian_Totals(fluid).mass == 0.0);
            Flow_Pour(fluid, &disc, 1);
            expectAtRestAndClear(fluid, "emptied");
            assert_true(gfFluid_Splat(fluid, &all));
        }
    }
    gfFluid *fluid = Flow_Make(*state, &def);
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &wind);
    Flow_Steps(fluid, 10);
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    Flow_Pour(fluid, &disc, 1);
    expectAtRestAndClear(fluid, "wind through nothing");
}

// Pours, and expects the mass of a cell and its velocity then.
static void expectPoured(gfFluid *fluid, const gfSourceDef *source, const char *what, GaussianValue expected)
{
    char text[64];
    Flow_Pour(fluid, source, 1);
    GaussianTotals t = Gaussian_Totals(fluid);
    snprintf(text, sizeof text, "mass, %s", what);
    Flow_ExpectNear(text, t.mass / 4096.0, expected.mass, 1e-5);
    snprintf(text, sizeof text, "velocity, %s", what);
    Flow_ExpectNear(text, t.momentum[0] / t.mass, expected.x, source->mode == GF_SOURCE_SET ? 1e-4 : 1e-5);
    Flow_ExpectNear(text, t.momentum[1] / t.mass, expected.y, source->mode == GF_SOURCE_SET ? 1e-4 : 1e-5);
}

// What is added takes part in the motion of what is there; fields and mode choose.
TEST(testPouringOnFluid)
{
    gfFluidDef def = Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
    def.gaussian.massCorrection = false;
    gfSourceDef source = everywhere();
    gfFluid *fluid = Flow_Make(*state, &def);
    Gaussian_Write(fluid, fullAndMoving);
    source.mass = 0.25f;
    expectPoured(fluid, &source, "mass added", (GaussianValue){1.25, 0.25, -0.125});
    source.mass = 0.0f;
    source.velocity = (gfVec2){0.5f, 0.25f};
    expectPoured(fluid, &source, "velocity added", (GaussianValue){1.25, 0.75, 0.125});
    source.mode = GF_SOURCE_SET;
    source.fields = GF_SOURCE_MASS;
    source.mass = 0.5f;
    expectPoured(fluid, &source, "mass set", (GaussianValue){0.5, 0.75, 0.125});
    source.fields = GF_SOURCE_VELOCITY;
    source.velocity = (gfVec2){-1.0f, 0.0f};
    expectPoured(fluid, &source, "velocity set", (GaussianValue){0.5, -1.0, 0.0});
    source.fields = GF_SOURCE_DYE;
    source.dye[1] = 3.0f;
    Flow_Pour(fluid, &source, 1);
    Flow_ExpectNear("dye, set", Gaussian_DyeTotal(fluid, 1) / (0.5 * 4096.0), 3.0, 1e-4);
    Flow_ExpectNear("dye, another channel", Gaussian_DyeTotal(fluid, 0), 0.0, 0.0);
    source.mode = GF_SOURCE_ADD;
    Flow_Pour(fluid, &source, 1);
    Flow_ExpectNear("dye, added", Gaussian_DyeTotal(fluid, 1) / (0.5 * 4096.0), 6.0, 2e-4);
}

// A jet: mass and velocity set together from nothing.
TEST(testJet)
{
    gfFluid *fluid = Flow_MakeOf(*state, closedDef(64, 64));
    gfSourceDef source = Flow_DiscSource(0.3f, 0.5f, 0.08f);
    source.mode = GF_SOURCE_SET;
    source.mass = 1.0f;
    source.velocity.x = 0.75f;
    Flow_Pour(fluid, &source, 1);
    GaussianTotals t = Gaussian_Totals(fluid);
    Flow_ExpectNear("mass, over that expected", t.mass * AREA / (PI * 0.0064), 1.0, 0.05);
    // Rim cells, which it covers in part, take that part of the velocity.
    Flow_ExpectBetween("velocity", t.momentum[0] / t.mass, 0.7, 0.75);
    Flow_ExpectNear("velocity across", t.momentum[1] / t.mass, 0.0, 1e-4);
}

// An emitter gives the same in a second whatever the step, and whatever the frame.
TEST_CI(testRatesByTheSecond)
{
    double mass[3], dye[3], momentum[3];
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = closedDef(64, 64);
        def.fixedStep = 1.0f / (float)(32 << i);
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.15f);
        source.mass = 0.5f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        Flow_Steps(fluid, 32 << i);
        mass[i] = Flow_Measure(fluid).mass;
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
        fluid = Flow_Make(*state, &def);
        Gaussian_Write(fluid, full);
        source = everywhere();
        source.dye[2] = 1.5f;
        source.acceleration.x = 0.25f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        Flow_Steps(fluid, 32 << i);
        dye[i] = Gaussian_DyeTotal(fluid, 2) / 4096.0;
        momentum[i] = Flow_Measure(fluid).momentum[0]; // over 1 m^2
        Flow_ExpectNear("mass in a second, over that expected", mass[i] / (0.5 * PI * 0.0225), 1.0, 0.03);
        Flow_ExpectNear("the same, over the first", mass[i] / mass[0], 1.0, 1e-3);
        Flow_ExpectNear("dye in a second", dye[i], 1.5, 1e-3);
        Flow_ExpectNear("momentum in a second", momentum[i], 0.25, 1e-3);
    }
}

TEST(testFrameRate)
{
    gfFluid *fluids[2];
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = closedDef(48, 48);
        def.gaussian.massCorrection = true;
        fluids[i] = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.4f, 0.4f, 0.1f);
        source.mass = source.dye[0] = source.acceleration.y = 1.0f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluids[i], &source)));
        for (int frame = 0; frame < (i == 0 ? 32 : 256); frame++) {
            assert_true(gfFluid_Step(fluids[i], i == 0 ? 2.0f / 64.0f : 0.25f / 64.0f));
        }
        assert_int_equal(gfFluid_GetStepInfo(fluids[i]).stepCount, 64);
    }
    Gaussian_ExpectSameBytes(fluids[0], fluids[1]);
}

// With sources at work the correction holds what they put in, not what was there at first.
TEST(testCorrectionFollowsSources)
{
    gfFluidDef def = closedDef(64, 64);
    def.gaussian.massCorrection = true;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.15f);
    source.mass = 0.5f;
    gfEmitterId emitter = Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 64);
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    Flow_Steps(fluid, 30);
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectNear("mass, over that expected", stats.mass / (0.5 * PI * 0.0225), 1.0, 0.03);
    Flow_ExpectBetween("correction", fabs(stats.massCorrection), 0.0, 1e-3);
}

static GaussianValue slosh(double x, double y)
{
    return hypot(x - 24.0, y - 28.0) < 14.0 ? (GaussianValue){1.0, 0.5, -0.3} : (GaussianValue){0};
}

TEST_CI(testDyeIsKept)
{
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = i == 2 ? Gaussian_PeriodicDef(64, 56, GF_GAUSSIAN_CONSERVING) : closedDef(61, 64);
        def.gaussian.massCorrection = false;
        def.gaussian.plain = i == 3;
        def.gaussian.gravity.y = -0.1f;
        gfFluid *fluid = Flow_Make(*state, &def);
        if (i == 1) {
            Flow_AddDisc(fluid, 0.6f, 0.25f, 0.1f);
        }
        Gaussian_Write(fluid, slosh);
        gfFieldInfo info;
        float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info);
        for (int k = 0; k < info.width * info.height; k++) {
            int x = k % info.width;
            dye[4 * k] = x < 24 ? 1.0f : 0.0f;
            dye[4 * k + 1] = x < 24 ? 0.0f : 2.0f;
            dye[4 * k + 2] = -0.5f;
            dye[4 * k + 3] = 0.7f; // the same in all: stays so
        }
        assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, (size_t)(info.width * info.height) * 4));
        double before[4];
        for (int c = 0; c < 4; c++) {
            before[c] = Gaussian_DyeTotal(fluid, c);
        }
        Flow_Steps(fluid, i == 3 ? 40 : 200);
        for (int c = 0; c < 4; c++) {
            Flow_ExpectNear("dye, over that at first", Gaussian_DyeTotal(fluid, c) / before[c], 1.0, 1e-3);
        }
        GaussianCells cells = GaussianCells_Read(fluid);
        dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
        double uneven = 0.0, most = 0.0, least = 1.0;
        for (int k = 0; k < info.width * info.height; k++) {
            if (cells.mass[k] > 1e-3) {
                uneven = fmax(uneven, fabs((double)dye[4 * k + 3] - 0.7));
                most = fmax(most, (double)dye[4 * k]);
                least = fmin(least, (double)dye[4 * k]);
            }
        }
        Flow_ExpectBetween("an even dye", uneven, 0.0, 1e-3);
        Flow_ExpectBetween("most dye", most, 0.0, 1.0 + 1e-3);
        Flow_ExpectBetween("least dye", least, -1e-5, 1.0);
    }
}

// Dye set beside fluid that moves goes with it: its centre is that of the mass that it was given to.
TEST(testDyeMovesWithFluid)
{
    gfFluid *fluid = Flow_MakeOf(*state, Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING));
    Gaussian_Write(fluid, fullAndMoving);
    gfSourceDef source = Flow_DiscSource(0.35f, 0.6f, 0.1f);
    source.dye[3] = 1.0f;
    Flow_Pour(fluid, &source, 80);
    gfVec2 centre = Flow_Centre(fluid); // mass is the same all over
    Flow_ExpectNear("centre", (double)centre.x * 64.0, 0.35 * 64.0 + 20.0, 0.5);
    Flow_ExpectNear("centre up", (double)centre.y * 64.0, 0.6 * 64.0 - 10.0, 0.5);
}

static GaussianValue egg(double x, double y)
{
    double r = hypot((x - 30.0) / 14.0, (y - 26.0) / 10.0);
    return (GaussianValue){fmin(fmax(5.0 * (1.0 - r), 0.0), 1.0), 0.25, -0.1};
}

TEST(testResize)
{
    static const struct {
        int width, height;
        float cell, x, y; // cells of before
    } rows[] = {{128, 120, 0.5f, 0.0f, 0.0f}, {96, 90, 2.0f / 3.0f, 0.0f, 0.0f}, {32, 30, 2.0f, 0.0f, 0.0f},
                {48, 48, 1.0f, 8.0f, 5.0f},   {80, 71, 1.0f, -7.5f, -3.25f},     {64, 60, 1.0f, 0.0f, 0.0f},
                {47, 45, 1.37f, 0.0f, 0.0f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gfFluid *fluid = Flow_MakeOf(*state, closedDef(64, 60));
        Gaussian_Write(fluid, egg);
        gfSourceDef source = everywhere();
        source.dye[0] = 0.5f;
        Flow_Pour(fluid, &source, 10);
        GaussianTotals before = Gaussian_Totals(fluid);
        gfFluidStats statsBefore = Flow_Measure(fluid);
        double dye = Gaussian_DyeTotal(fluid, 0) * AREA, cell = (double)rows[i].cell;
        assert_true(gfFluid_Resize(fluid, rows[i].width, rows[i].height, rows[i].cell / 64.0f,
                                   (gfVec2){rows[i].x / 64.0f, rows[i].y / 64.0f}));
        GaussianTotals after = Gaussian_Totals(fluid);
        gfFluidStats stats = Flow_Measure(fluid);
        Flow_ExpectNear("mass, over that before", stats.mass / statsBefore.mass, 1.0, 0.02);
        Flow_ExpectNear("centre", after.centreX * cell + (double)rows[i].x, before.centreX, 0.5 * fmax(cell, 1.0));
        Flow_ExpectNear("centre up", after.centreY * cell + (double)rows[i].y, before.centreY, 0.5 * fmax(cell, 1.0));
        Flow_ExpectNear("momentum, over that before", stats.momentum[0] / statsBefore.momentum[0], 1.0, 0.03);
        Flow_ExpectNear("momentum up", stats.momentum[1] / statsBefore.momentum[1], 1.0, 0.03);
        Flow_ExpectNear("dye", Gaussian_DyeTotal(fluid, 0) * AREA * cell * cell / dye, 1.0, 0.03);
        Flow_Steps(fluid, 5);
        Flow_ExpectNear("mass later", Flow_Measure(fluid).mass / stats.mass, 1.0, 1e-4);
    }
}

TEST(testReset)
{
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        gfFluid *fluids[2];
        for (int i = 0; i < 2; i++) {
            fluids[i] = Flow_MakeOf(*state, Gaussian_Def(47, 40, (gfGaussianMode)mode));
            if (i == 1) {
                gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.1f);
                source.mass = source.dye[0] = source.velocity.x = 1.0f;
                assert_true(gfFluid_Splat(fluids[1], &source));
                Flow_Steps(fluids[1], 7);
                assert_true(Flow_Measure(fluids[1]).mass > 0.0);
                assert_true(gfFluid_Splat(fluids[1], &source)); // waits, and is dropped
                assert_true(gfFluid_Reset(fluids[1]));
            }
            gfFluidStats stats = Flow_Measure(fluids[i]);
            assert_true(stats.mass == 0.0 && stats.kineticEnergy == 0.0 && stats.massCorrection == 0.0);
            assert_true(Gaussian_DyeTotal(fluids[i], 0) == 0.0);
            assert_int_equal(gfFluid_GetStepInfo(fluids[i]).stepCount, 0);
        }
        Gaussian_ExpectSameBytes(fluids[0], fluids[1]);
        for (int i = 0; i < 2; i++) {
            gfSourceDef source = Flow_DiscSource(0.4f, 0.3f, 0.1f);
            source.mass = source.velocity.y = 1.0f;
            assert_true(gfFluid_Splat(fluids[i], &source));
            Flow_Steps(fluids[i], 5);
        }
        Gaussian_ExpectSameBytes(fluids[0], fluids[1]);
    }
}

TEST(testMeasures)
{
    for (int solid = 0; solid < 2; solid++) {
        gfFluidDef def = closedDef(45, 38);
        def.cellSize = 0.05f;
        def.fixedStep = 0.02f;
        gfFluid *fluid = Flow_Make(*state, &def);
        GaussianCells cells = GaussianCells_Make(45, 38);
        GaussianCells_Randomize(&cells, 31u, 2.0);
        GaussianCells_Write(&cells, fluid);
        if (solid) {
            Flow_AddDisc(fluid, 1.0f, 0.9f, 0.4f);
            Flow_Steps(fluid, 1);
        }
        gfFieldInfo info;
        float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
        float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
        float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
        gfFluidStats e = {0};
        double area = 0.05 * 0.05, off = 0.0;
        for (int i = 0; i < info.width * info.height; i++) {
            double m = (double)mass[i] * area, x = (double)velocity[2 * i], y = (double)velocity[2 * i + 1];
            e.mass += m;
            e.massInSolids += distance[i] < 0.0f ? m : 0.0;
            e.kineticEnergy += 0.5 * m * (x * x + y * y);
            e.speedMax = fmax(e.speedMax, hypot(x, y));
            double step = 0.02 / 0.05;
            off = fmax(off, fabs((double)mass[i] - cells.mass[i]));
            off = fmax(off, fmax(fabs(x * step - cells.x[i]), fabs(y * step - cells.y[i])));
        }
        if (!solid) {
            Flow_ExpectBetween("off what was written", off, 0.0, 2e-6);
        }
        GaussianTotals carried = Gaussian_Totals(fluid); // cells a step
        e.momentum[0] = carried.momentum[0] * area * 0.05 / 0.02;
        e.momentum[1] = carried.momentum[1] * area * 0.05 / 0.02;
        gfFluidStats got = Flow_Measure(fluid);
        Flow_ExpectNear("mass", got.mass / e.mass, 1.0, 1e-6);
        Flow_ExpectNear("momentum", got.momentum[0], e.momentum[0], 1e-6 * e.mass * e.speedMax);
        Flow_ExpectNear("momentum up", got.momentum[1], e.momentum[1], 1e-6 * e.mass * e.speedMax);
        Flow_ExpectNear("energy", got.kineticEnergy / e.kineticEnergy, 1.0, 1e-6);
        Flow_ExpectNear("speed", got.speedMax / e.speedMax, 1.0, 1e-6);
        Flow_ExpectNear("mass in solids", got.massInSolids, e.massInSolids, 0.0);
    }
}

// The largest magnitude of a field of width x height values.
static double largest(gfFluid *fluid, gfField field, int width, int height)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, field, &info);
    double most = 0.0;
    assert_true(info.width == width && info.height == height && info.channels == 1);
    for (int i = 0; i < width * height; i++) {
        most = fmax(most, fabs((double)values[i]));
    }
    return most;
}

// Pressure as the header has it: stiffness m (m - restDensity).
TEST(testOtherFields)
{
    enum { W = 48, H = 40 };
    gfFluid *fluid = Flow_MakeOf(*state, Gaussian_PeriodicDef(W, H, GF_GAUSSIAN_CONSERVING));
    Gaussian_Write(fluid, fullAndMoving);
    Flow_Steps(fluid, 2);
    Flow_ExpectBetween("pressure at rest density", largest(fluid, GF_FIELD_PRESSURE, W, H), 0.0, 1e-4);
    Flow_ExpectBetween("vorticity of a wind", largest(fluid, GF_FIELD_VORTICITY, W + 1, H + 1), 0.0, 1e-3);
    float mass[W * H];
    for (int i = 0; i < W * H; i++) {
        mass[i] = i % 2 ? 1.5f : -3.0f; // negative counts as 0
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_MASS, mass, W * H));
    float *values = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    for (int i = 0; i < W * H; i++) {
        assert_true(values[i] == (i % 2 ? 1.5f : 0.0f));
    }
}

// In drawings fluid reaches up to a solid, though the cells in it are empty.
TEST(testDrawingsBesideSolids)
{
    enum { W = 48, H = 40, SCALE = 4, PIXELS = W * H * SCALE * SCALE };
    static float values[4 * W * H];
    static uint8_t pixels[4 * PIXELS];
    gfFluid *fluid = Flow_MakeOf(fixture, Gaussian_Def(W, H, GF_GAUSSIAN_CONSERVING));
    const double x = 0.37, y = 0.31, radius = 0.12;
    Flow_AddDisc(fluid, (float)x, (float)y, (float)radius);
    Flow_Steps(fluid, 1);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    for (int channels = 1; channels <= 4; channels += 3) {
        for (int i = 0; i < channels * W * H; i++) {
            values[i] = distance[i / channels] < 0.0f ? 0.0f : 1.0f;
        }
        gfField field = channels == 1 ? GF_FIELD_MASS : GF_FIELD_DYE;
        assert_true(gfFluid_WriteField(fluid, field, values, (size_t)(channels * W * H)));
    }
    Canvas canvas = Canvas_Make(fixture, W * SCALE, H * SCALE);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.alpha = GF_ALPHA_OPAQUE;
    draw.solids.shown = draw.encodeSrgb = false;
    draw.palette = (gfPalette){2, {{0.0f, 0.0f, 0.0f, 1.0f}, {1.0f, 1.0f, 1.0f, 1.0f}}};
    draw.range = 1.0f;
    for (int style = 0; style < 2; style++) {
        draw.style = style == 0 ? GF_DRAW_MASS : GF_DRAW_DYE;
        assert_true(gfFluid_Draw(fluid, &draw));
        Canvas_Read(fixture, &canvas, pixels);
        int least = 255;
        for (int i = 0; i < PIXELS; i++) {
            double px = (i % (W * SCALE) + 0.5) / (64.0 * SCALE), py = (i / (W * SCALE) + 0.5) / (64.0 * SCALE);
            bool outside = hypot(px - x, py - y) > radius;
            least = outside && pixels[4 * i] < least ? pixels[4 * i] : least;
        }
        Flow_ExpectBetween(style == 0 ? "darkest, mass" : "darkest, dye", least, 253.0, 255.0);
    }
}
