// The Gaussian fluid in every mode, fast and plain, fed what no sane host writes: all stays finite.
#include "support/gaussian.h"

#define WIDTH 35
#define HEIGHT 30

typedef void TrialFn(Fixture *fixture, const gfFluidDef *def);

static void forAllModes(Fixture *fixture, TrialFn *trial)
{
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        for (int plain = 0; plain < 2; plain++) {
            gfFluidDef def = Gaussian_Def(WIDTH, HEIGHT, (gfGaussianMode)mode);
            def.gaussian.plain = plain == 1;
            trial(fixture, &def);
        }
    }
}

#define IN_ALL_MODES(tier, name, trial) \
    tier(name)                          \
    {                                   \
        forAllModes(fixture, trial);    \
    }

static void fillAtRandom(gfFluid *fluid, uint32_t seed)
{
    GaussianCells cells = GaussianCells_Make(WIDTH, HEIGHT);
    GaussianCells_Randomize(&cells, seed, 3.0);
    GaussianCells_Write(&cells, fluid);
}

// Steps and looks, `count` times. Flow_Measure fails on what is not finite.
static void expectFinite(Fixture *fixture, gfFluid *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        Flow_Steps(fluid, 1);
        if (i < 4 || i == count - 1) {
            gfFluidStats stats = Flow_Measure(fluid);
            assert_true(isfinite(stats.mass) && stats.mass >= 0.0 && isfinite(stats.kineticEnergy));
            assert_true(isfinite(stats.momentumX) && isfinite(stats.momentumY) && isfinite(stats.massCorrection));
            gfFluidDef def = gfFluid_GetDef(fluid);
            if (def.gaussian.mode == GF_GAUSSIAN_CONSERVING) {
                assert_true(stats.massInSolids == 0.0);
                Flow_ExpectBetween("speed", Gaussian_Totals(fluid).speedMax, 0.0,
                                   (double)GF_GAUSSIAN_SPEED_MAX * (1.0 + 1e-5));
            }
        }
    }
    Fixture_ExpectNoGlError(fixture);
}

static void writeDye(gfFluid *fluid)
{
    size_t count = 4 * WIDTH * HEIGHT;
    float *dye = Fixture_Alloc(count * sizeof *dye);
    for (size_t i = 0; i < count; i++) {
        dye[i] = (i * 7919) % 3 == 0 ? GF_VALUE_MAX : (i * 7919) % 3 == 1 ? -GF_VALUE_MAX : 1e-38f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, count));
}

// In metres a second: with cells of 1/64 m and steps of 1/64 s that is as many cells a step.
static void runHostile(Fixture *fixture, const gfFluidDef *def)
{
    static const double masses[] = {0.0, 1e-38, 1e-30, 60000.0, 1.0, 1e-6};
    static const double speeds[] = {60000.0, -60000.0, 0.0, 1.0, 1e-30};
    for (int pattern = 0; pattern < 4; pattern++) {
        gfFluid *fluid = Flow_Make(fixture, def);
        GaussianCells cells = GaussianCells_Make(WIDTH, HEIGHT);
        uint32_t seed = 5u + (uint32_t)pattern;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH, y = i / WIDTH, odd = (x + y) % 2;
            if (pattern == 0) { // a checkerboard in each sixth of the field
                cells.mass[i] = masses[(odd + 6 * x / WIDTH) % 6];
                cells.x[i] = odd ? 60000.0 : -60000.0;
                cells.y[i] = y % 2 ? 60000.0 : -60000.0;
            } else if (pattern == 1) {
                cells.mass[i] = masses[(int)(Gaussian_Random(&seed) * 6.0)];
                cells.x[i] = speeds[(int)(Gaussian_Random(&seed) * 5.0)];
                cells.y[i] = speeds[(int)(Gaussian_Random(&seed) * 5.0)];
            } else { // all of the largest, then next to nothing at the largest speed
                cells.mass[i] = pattern == 2 ? 60000.0 : 1e-38;
                cells.x[i] = pattern == 2 ? 0.0 : 60000.0;
                cells.y[i] = pattern == 2 ? 0.0 : -60000.0;
            }
        }
        GaussianCells_Write(&cells, fluid);
        writeDye(fluid);
        if (pattern == 1) {
            Flow_AddDisc(fluid, 0.35f, 0.3f, 0.1f);
        }
        expectFinite(fixture, fluid, 12);
    }
}

IN_ALL_MODES(TEST_CI, testHostileStates, runHostile)

static void runHostileTunables(Fixture *fixture, const gfFluidDef *base)
{
    gfFluidDef def = *base;
    def.gaussian.gravity = (gfVec2){GF_VALUE_MAX, -GF_VALUE_MAX};
    def.gaussian.viscosity = 1e6f;
    for (int i = 0; i < 4; i++) {
        def.gaussian.restDensity = i % 2 ? 100.0f : 0.01f;
        def.gaussian.stiffness = i < 3 ? GF_GAUSSIAN_STIFFNESS_MAX : 0.0f;
        def.gaussian.surfaceTension = i == 1 ? GF_TENSION_AUTOMATIC : 1e6f;
        def.gaussian.force = i / 2 ? -10.0f : 10.0f;
        def.gaussian.radius = i % 2 ? 7 : 1;
        def.gaussian.splashPeriod = 1;
        def.gaussian.splashMass = i / 2 ? 100.0f : 0.1f;
        def.gaussian.splashSpeed = i % 2 ? 1.0f : -1.0f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        fillAtRandom(fluid, 3u);
        expectFinite(fixture, fluid, 12);
    }
}

IN_ALL_MODES(TEST_CI, testHostileTunables, runHostileTunables)

// The longest and the shortest cells and steps: 1e12 m/s and 1e-12 m/s to a cell a step.
static void runHostileUnits(Fixture *fixture, const gfFluidDef *base)
{
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = *base;
        def.cellSize = i == 0 ? 1e6f : 1e-6f;
        def.fixedStep = i == 0 ? 1e-6f : 1.0f;
        def.gaussian.gravity = (gfVec2){GF_VALUE_MAX, -GF_VALUE_MAX};
        def.gaussian.viscosity = 1e6f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        float size = def.cellSize;
        gfSourceDef source = Flow_DiscSource(20.0f * size, 20.0f * size, 8.0f * size);
        source.mass = 1.0f;
        source.velocity = (gfVec2){GF_VALUE_MAX, -1.0f};
        assert_true(gfFluid_Splat(fluid, &source));
        expectFinite(fixture, fluid, 12);
    }
}

IN_ALL_MODES(TEST, testHostileUnits, runHostileUnits)

static void runHostileSources(Fixture *fixture, const gfFluidDef *def)
{
    gfFluid *fluid = Flow_Make(fixture, def);
    gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.15f), negative = Flow_DiscSource(0.4f, 0.35f, 0.15f);
    source.mass = source.velocity.x = source.velocity.y = source.temperature = source.divergence = GF_VALUE_MAX;
    negative.mass = negative.velocity.x = negative.velocity.y = -GF_VALUE_MAX;
    for (int c = 0; c < 4; c++) {
        source.dye[c] = GF_VALUE_MAX;
        negative.dye[c] = -GF_VALUE_MAX;
    }
    gfEmitterId emitter = Flow_AddEmitter(fluid, &source);
    for (int i = 0; i < 4; i++) {
        gfSourceDef splat = i % 2 ? negative : source;
        splat.mode = i / 2 ? GF_SOURCE_SET : GF_SOURCE_ADD;
        for (int k = 0; k < 8; k++) {
            assert_true(gfFluid_Splat(fluid, &splat));
        }
        expectFinite(fixture, fluid, 5);
    }
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    expectFinite(fixture, fluid, 10);
}

IN_ALL_MODES(TEST_CI, testHostileSources, runHostileSources)

static void runHostileSolids(Fixture *fixture, const gfFluidDef *base)
{
    for (int edge = GF_BOUNDARY_FREE_SLIP; edge <= GF_BOUNDARY_OPEN; edge++) {
        gfFluidDef def = *base;
        def.boundaries.left.kind = def.boundaries.bottom.kind = (gfBoundaryKind)edge;
        gfFluid *fluid = Flow_Make(fixture, &def);
        fillAtRandom(fluid, 9u);
        Flow_Steps(fluid, 2);
        gfSolidId disc = Flow_AddDisc(fluid, 0.3f, 0.3f, 0.2f); // dropped onto fluid
        expectFinite(fixture, fluid, 5);
        gfSolidDef moved = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.35f}, 0.15f));
        moved.velocity = (gfVec2){GF_VALUE_MAX, -GF_VALUE_MAX};
        moved.angularVelocity = GF_VALUE_MAX;
        assert_true(gfFluid_SetSolid(fluid, disc, &moved));
        expectFinite(fixture, fluid, 5);
        gfSolidId all = Flow_AddDisc(fluid, 0.4f, 0.4f, 2.0f); // no fluid cell is left
        expectFinite(fixture, fluid, 5);
        if (def.gaussian.mode == GF_GAUSSIAN_CONSERVING) {
            assert_true(Flow_Measure(fluid).mass == 0.0);
        }
        gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.1f);
        source.mass = source.velocity.x = source.dye[2] = 1.0f;
        assert_true(gfFluid_Splat(fluid, &source)); // into the solid
        expectFinite(fixture, fluid, 2);
        assert_true(gfFluid_RemoveSolid(fluid, all));
        assert_true(gfFluid_RemoveSolid(fluid, disc));
        assert_true(gfFluid_Splat(fluid, &source));
        expectFinite(fixture, fluid, 5);
        assert_true(Flow_Measure(fluid).mass > 0.0);
    }
}

IN_ALL_MODES(TEST_CI, testHostileSolids, runHostileSolids)

// Modes, tunables and sides change between steps.
TEST(testChangesUnderway)
{
    gfFluidDef def = Gaussian_Def(48, 38, GF_GAUSSIAN_CONSERVING);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.1f);
    source.mass = source.dye[0] = 4.0f;
    source.velocity.x = 10.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < 24; i++) {
        def.gaussian.mode = (gfGaussianMode)(i * 7 % 3);
        def.gaussian.plain = i % 2 == 1;
        def.gaussian.massCorrection = i % 4 < 2;
        assert_true(gfFluid_SetGaussianParams(fluid, &def.gaussian));
        def.boundaries.left.kind = def.boundaries.right.kind =
            (gfBoundaryKind)(i % 5 == 3 ? GF_BOUNDARY_PERIODIC : i % 5 % 3);
        assert_true(gfFluid_SetBoundaries(fluid, &def.boundaries));
        expectFinite(*state, fluid, 2);
    }
}
