// The pressure projection against closed forms: a pushed disc, a divergence that vanishes, closed walls, expansion.
#include "support/flow.h"

// So short a step that nothing moves: what is measured is the projection alone.
#define STILL_STEP 1e-5f

// Smooth and without symmetry; far from divergence-free, and not closed at the walls either.
FLOW_VECTOR(roughFlow, sin(7.0 * x + 1.0) * cos(5.0 * y) + exp(-40.0 * (pow(x - 0.3, 2.0) + pow(y - 0.6, 2.0))),
            cos(4.0 * x * y) - 2.0 * exp(-60.0 * (pow(x - 0.8, 2.0) + pow(y - 0.3, 2.0))))

static gfFluid *makeStill(Fixture *fixture, int width, int height, int cycles)
{
    gfFluidDef def = Flow_Def(width, height, cycles);
    def.fixedStep = STILL_STEP;
    def.grid.pressureWarmStart = 0.0f; // each step then goes on where the last one stopped
    return Flow_Make(fixture, &def);
}

TEST(testPushedDiscKeepsHalf)
{
    gfFluid *fluid = makeStill(*state, 96, 96, 20);
    gfSourceDef push = Flow_DiscSource(0.5f, 0.5f, 0.05f);
    push.velocity.x = 1.0f;
    push.softness = 0.02f; // round, so half inside still, but without stairs for an edge
    Flow_Pour(fluid, &push, 3);
    // Half in an unbounded domain, .4957 in a unit box. 1%: the disc is 10 cells wide.
    Flow_ExpectNear("disc, x", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.5), 0.4957, 0.005);
    Flow_ExpectNear("disc, off the middle", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.52), 0.4957, 0.005);
    // Behind and in front of it the fluid follows, above and below it flows back: a dipole, (R / r)^2 / 2.
    double outside = 0.5 * pow(0.05 / 0.15, 2.0);
    Flow_ExpectNear("in front", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.65, 0.5), outside, 0.15 * outside);
    Flow_ExpectNear("above", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.65), -outside, 0.15 * outside);
    Flow_ExpectBetween("walls", Flow_WallSpeed(fluid), 0.0, 0.0);
}

static void addMask(gfFluid *fluid)
{
    static const uint8_t pixels[4 * 4] = {255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 0};
    const gfMask mask = {pixels, 4, 4, 4};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.4f, 0.4f}, 0.3f);
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
}

TEST(testDivergenceVanishes)
{
    static const struct {
        int width, height;
        bool disc, mask;
    } cases[] = {{64, 64, false, false}, {61, 47, false, false}, {64, 64, true, false}, {61, 47, true, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluid *fluid = makeStill(*state, cases[i].width, cases[i].height, 1);
        if (cases[i].disc) {
            Flow_AddDisc(fluid, 0.45f, 0.55f, 0.13f);
        }
        if (cases[i].mask) {
            addMask(fluid);
        }
        Flow_WriteVelocity(fluid, roughFlow);
        Flow_Steps(fluid, 1);
        gfFluidStats stats = Flow_Measure(fluid);
        double before = stats.divergenceRmsBefore, few = stats.divergenceRmsAfter;
        assert_true(few < before && few > 0.01 * before);
        Flow_ExpectBetween("closed faces, however bad the pressure", Flow_WallSpeed(fluid), 0.0, 0.0);
        gfFluidDef def = gfFluid_GetDef(fluid);
        def.grid.pressureCycles = 20;
        assert_true(gfFluid_SetDef(fluid, &def));
        Flow_Steps(fluid, 2);
        // Divergence and gradient are each other's adjoint, so that only rounding (about 1e-5 of before: 1e-7 m/s over
        // a cell) and the slowest mode of the iteration remain.
        Flow_ExpectBetween("divergence left", Flow_Measure(fluid).divergenceRmsAfter / before, 0.0, 2e-4);
        Flow_ExpectBetween("closed faces", Flow_WallSpeed(fluid), 0.0, 0.0);
    }
}

// What two cycles leave of a rough flow's divergence.
static double leftByTwo(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, roughFlow);
    Flow_Steps(fluid, 1);
    gfFluidStats stats = Flow_Measure(fluid);
    return stats.divergenceRmsAfter / stats.divergenceRmsBefore;
}

// Discs that touch are a wall, of which coarse cells keep the sides apart, and so is a bar of five widths; as many
// discs that stand apart, and bars of four widths, need no such care.
TEST(testWallsOfManySolids)
{
    static const float ways[] = {0.045f, 0.2f}; // from disc to disc
    for (int k = 0; k < 2; k++) {
        gfFluid *fluid = makeStill(*state, 128, 128, 2);
        for (int i = 0; i < 20; i++) {
            bool wall = k == 0;
            Flow_AddDisc(fluid, 0.03f + ways[k] * (float)(wall ? i : i % 5),
                         wall ? 0.52f : 0.1f + 0.25f * (float)(i / 5), 0.0225f);
        }
        Flow_ExpectBetween(k == 0 ? "a wall of discs" : "discs apart", leftByTwo(fluid), 0.0, k == 0 ? 0.04 : 0.03);
    }
    for (int k = 0; k < 6; k++) {
        gfFluid *fluid = makeStill(*state, 128, 128, 2);
        gfSolidDef bar = gfDefaultSolidDef();
        float aspect = k % 2 == 0 ? 3.9f : 5.0f, half = k < 4 ? 0.02f : 0.05f;
        bar.shape = gfMakeRectangle((gfVec2){0.45f, 0.52f}, (gfVec2){aspect * half, half}, 0.5f * (float)k);
        Flow_AddSolidOf(fluid, &bar);
        Flow_ExpectBetween(k % 2 == 0 ? "a bar of four widths" : "a bar of five", leftByTwo(fluid), 0.0, 0.04);
    }
}

// In a closed box a solid that comes in through a wall takes room from the fluid: what can't leave is spread evenly by
// many cycles, and does not upset a single one.
TEST(testPistonInAClosedBox)
{
    for (int cycles = 1; cycles <= 4; cycles += 3) {
        gfFluidDef def = Flow_Def(96, 64, cycles);
        def.fixedStep = 0.005f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidDef piston = gfDefaultSolidDef();
        piston.velocity = (gfVec2){0.4f, 0.0f};
        gfSolidId id = {0};
        for (int i = 0; i < 60; i++) {
            piston.shape = gfMakeRectangle((gfVec2){0.002f * (float)i, 0.5f}, (gfVec2){0.2f, 0.3f}, 0.0f);
            if (i == 0) {
                id = gfFluid_AddSolid(fluid, &piston);
            } else {
                assert_true(gfFluid_SetSolid(fluid, id, &piston));
            }
            Flow_Steps(fluid, 1);
        }
        // The room it takes, .6 m x .4 m/s, is a sixth of the flow past it.
        Flow_ExpectBetween("speed before it", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.35, 0.5), 0.2, 0.45);
        Flow_ExpectBetween("fastest", Flow_Measure(fluid).speedMax, 0.3, 1.5);
        Flow_ExpectBetween("beyond", fabs(Flow_At(fluid, GF_FIELD_VELOCITY, 0, 1.3, 0.5)), 0.0, 0.2);
    }
}

// What is left of the divergence is 1 - scale: half at a half, and all of it, turned round, at 2. A pair of divergence
// and gradient that is off by a factor shows as such a scale.
TEST(testGradientScaleLeavesItsShare)
{
    static const float scales[] = {0.0f, 0.5f, 0.9f, 2.0f};
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        gfFluid *fluid = makeStill(*state, 48, 48, 20);
        gfFluidDef def = gfFluid_GetDef(fluid);
        def.grid.pressureGradientScale = scales[i];
        assert_true(gfFluid_SetDef(fluid, &def));
        Flow_WriteVelocity(fluid, roughFlow);
        Flow_Steps(fluid, 1);
        gfFluidStats stats = Flow_Measure(fluid);
        Flow_ExpectNear("divergence left", stats.divergenceRmsAfter / stats.divergenceRmsBefore,
                        fabs(1.0 - (double)scales[i]), 2e-3);
    }
}

// The same where bottom and top are one.
static gfVec2 repeatingFlow(double x, double y)
{
    return roughFlow(x, y > 0.9999 ? y - 1.0 : y);
}

static gfFluid *makeProjected(Fixture *fixture, int kind)
{
    gfFluidDef def = Flow_Def(kind == 1 ? 61 : 64, 48, 1);
    def.fixedStep = STILL_STEP;
    def.grid.pressureWarmStart = 0.0f;
    def.grid.scheme = kind == 2 ? GF_SCHEME_REFLECT : GF_SCHEME_PROJECT;
    def.boundaries.right.kind = kind == 2 ? GF_BOUNDARY_OPEN : GF_BOUNDARY_FREE_SLIP;
    def.boundaries.bottom.kind = def.boundaries.top.kind = kind == 3 ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_FREE_SLIP;
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (kind == 1) {
        addMask(fluid);
    }
    if (kind > 0) {
        gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.45f, 0.55f}, 0.13f));
        disc.velocity.x = kind == 2 ? 0.7f : 0.0f;
        Flow_AddSolidOf(fluid, &disc);
    }
    Flow_WriteVelocity(fluid, kind == 3 ? repeatingFlow : roughFlow);
    return fluid;
}

// As it stands, the velocity is projected as by a step in which nothing moves; and nothing but the velocity changes.
TEST(testProjectingTheVelocityAsItStands)
{
    for (int kind = 0; kind < 4; kind++) {
        gfFluid *fluids[2] = {makeProjected(*state, kind), makeProjected(*state, kind)};
        Flow_Steps(fluids[0], 1);
        assert_true(gfFluid_Project(fluids[1], 0));
        gfFluidStats stepped = Flow_Measure(fluids[0]), projected = Flow_Measure(fluids[1]);
        double before = projected.divergenceRmsBefore;
        if (kind != 2) { // where a step has two
            Flow_ExpectNear("divergence before", before / stepped.divergenceRmsBefore, 1.0, 1e-3);
            Flow_ExpectNear("divergence after", projected.divergenceRmsAfter / stepped.divergenceRmsAfter, 1.0, 1e-3);
            Flow_ExpectBetween("velocity", Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY), 0.0, 1e-3);
        }
        Flow_ExpectBetween("divergence left by one cycle", projected.divergenceRmsAfter / before, 0.01, 0.3);
        assert_true(gfFluid_GetStepInfo(fluids[1]).stepCount == 0);
        assert_true(gfFluid_Project(fluids[1], 20) && gfFluid_Project(fluids[0], 20));
        Flow_ExpectBetween("left by more", Flow_Measure(fluids[1]).divergenceRmsAfter / before, 0.0, 2e-4);
        // What is free of divergence stays, from whatever pressure a step had left.
        gfFieldInfo info;
        float *pressure = Fixture_Read(fluids[0], GF_FIELD_PRESSURE, &info);
        float *velocity = Fixture_Read(fluids[0], GF_FIELD_FACE_VELOCITY, &info);
        assert_true(gfFluid_Project(fluids[0], 3));
        float *pressureAfter = Fixture_Read(fluids[0], GF_FIELD_PRESSURE, NULL);
        float *velocityAfter = Fixture_Read(fluids[0], GF_FIELD_FACE_VELOCITY, NULL);
        size_t cells = (size_t)(info.width - 1) * (size_t)(info.height - 1), faces = (size_t)(info.width * info.height);
        assert_memory_equal(pressure, pressureAfter, cells * sizeof *pressure);
        Flow_ExpectBetween("change", Flow_RelativeL2(velocity, velocityAfter, 2 * faces), 0.0, 2e-5);
        if (kind == 0) {
            Flow_ExpectBetween("closed faces", Flow_WallSpeed(fluids[1]), 0.0, 0.0);
        }
    }
}

// By whatever method; and a run goes on as if its velocity had been written.
TEST(testProjectingByJacobi)
{
    gfFluidDef def = Flow_Def(32, 32, 1);
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_WriteVelocity(fluid, roughFlow);
    assert_true(gfFluid_Project(fluid, 2000));
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("divergence left", stats.divergenceRmsAfter / stats.divergenceRmsBefore, 0.0, 0.01);
    Flow_Steps(fluid, 2);
}

// Flow out of the square of half side `half` about the middle of the unit box.
static double outflow(gfFluid *fluid, double half)
{
    FlowField v = Flow_Read(fluid, GF_FIELD_FACE_VELOCITY);
    int low = (int)lround((0.5 - half) / (double)v.info.spacing.x),
        high = (int)lround((0.5 + half) / (double)v.info.spacing.x);
    double sum = 0.0;
    for (int k = low; k < high; k++) {
        sum += (double)v.values[2 * (k * v.info.width + high)] - (double)v.values[2 * (k * v.info.width + low)];
        sum += (double)v.values[2 * (high * v.info.width + k) + 1] - (double)v.values[2 * (low * v.info.width + k) + 1];
    }
    return sum * (double)v.info.spacing.x;
}

TEST(testExpansionFlowsOut)
{
    gfFluidDef def = Flow_Def(64, 64, 20);
    def.fixedStep = STILL_STEP;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    source.divergence = 3.0f;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 1);
    // A closed box: what the source gives flows in everywhere, evenly over the unit area.
    double given = 3.0 * PI * 0.1 * 0.1;
    for (double half = 0.125; half < 0.5; half += 0.125) {
        double expected = given * (1.0 - 4.0 * half * half);
        Flow_ExpectNear("outflow", outflow(fluid, half), expected, 0.01 * given); // 1%: the disc is 13 cells wide
    }
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("residual", stats.divergenceRmsAfter / stats.divergenceRmsBefore, 0.0, 1e-3);
    // The flow goes on as it is while the source lasts, and the pressure that keeps it needs no growing level.
    Flow_Steps(fluid, 5);
    Flow_ExpectNear("outflow, held", outflow(fluid, 0.25), 0.75 * given, 0.01 * given);
    double level = fabs(Flow_Integral(fluid, GF_FIELD_PRESSURE, 0)), scale = given / (double)STILL_STEP;
    Flow_ExpectBetween("pressure level", level / scale, 0.0, 0.05);
    assert_true(gfFluid_RemoveEmitter(fluid, id));
    Flow_Steps(fluid, 1);
    Flow_ExpectBetween("outflow, off", fabs(outflow(fluid, 0.25)), 0.0, 0.01 * given);
}

// A splat's divergence is relative growth in area: the same whatever the length of the step.
TEST(testExplosionGrowsOnce)
{
    static const float steps[] = {1.0f / 30.0f, 1.0f / 144.0f};
    for (size_t i = 0; i < 2; i++) {
        gfFluidDef def = Flow_Def(64, 64, 20);
        def.fixedStep = steps[i];
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
        source.divergence = 0.02f;
        Flow_Pour(fluid, &source, 1);
        double grown = outflow(fluid, 0.25) * (double)steps[i];
        double expected = 0.02 * PI * 0.01 * 0.75;
        Flow_ExpectNear("area grown", grown, expected, 0.01 * expected);
        Flow_Steps(fluid, 1);
        Flow_ExpectBetween("after", fabs(outflow(fluid, 0.25)) * (double)steps[i], 0.0, 0.02 * expected);
    }
}

// Solids split the box: expansion in one part is made up in that part alone, or not at all, but never runs away.
TEST(testExpansionAroundSolidsStaysFinite)
{
    gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(40, 40, 4));
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
    gfSourceDef source = Flow_DiscSource(0.25f, 0.25f, 0.1f);
    source.divergence = 1.0f;
    Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 60);
    // A jet out of a disc of 0.1 m at 1/s leaves it at 0.05 m/s; twice that leaves room for the bend round the solid.
    Flow_ExpectBetween("speed", Flow_Measure(fluid).speedMax, 0.02, 0.1);
}

static gfVec2 noise(double x, double y)
{
    uint32_t n = (uint32_t)(int32_t)lround(x * 7919.0) * 2654435761u ^ (uint32_t)(int32_t)lround(y * 104729.0) * 40503u;
    n ^= n >> 15;
    n *= 2246822519u;
    n ^= n >> 13;
    return (gfVec2){(float)(n & 0xffffu) / 65536.0f - 0.5f, (float)(n >> 16) / 65536.0f - 0.5f};
}

// Projection takes energy, never gives any: cell-sized noise in all but still fluid must not grow, whatever the number
// of iterations, with last step's pressure as the start.
TEST(testNoiseDoesNotGrow)
{
    static const int counts[] = {1, 2, 7, 40, 41};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        gfFluidDef def = Flow_Def(32, 32, 1);
        def.grid.pressureMethod = GF_PRESSURE_JACOBI;
        def.grid.pressureIterations = counts[i];
        def.fixedStep = STILL_STEP;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteVelocity(fluid, noise);
        double before = Flow_Measure(fluid).kineticEnergy;
        Flow_Steps(fluid, 40);
        Flow_ExpectBetween(Flow_Text("energy, %d iterations", counts[i]), Flow_Measure(fluid).kineticEnergy / before,
                           0.0, 1.0);
    }
}

// Away from solids the projection knows faces by the sides alone. Two specks beyond opposite corners change nothing,
// but leave no place that is away from solids.
TEST(testPlainIsTheSame)
{
    static const struct {
        int width, height;
        gfBoundaryKind x, right, top;
    } cases[] = {{96, 72, GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_FREE_SLIP},
                 {97, 71, GF_BOUNDARY_OPEN, GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_OPEN},
                 {96, 72, GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_OPEN, GF_BOUNDARY_OPEN},
                 {96, 80, GF_BOUNDARY_PERIODIC, GF_BOUNDARY_PERIODIC, GF_BOUNDARY_OPEN}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluidDef def = Flow_Def(cases[i].width, cases[i].height, 1);
        def.boundaries.left.kind = cases[i].x;
        def.boundaries.right.kind = cases[i].right;
        def.boundaries.top.kind = cases[i].top;
        gfFluid *fluids[2] = {Flow_Make(*state, &def), Flow_Make(*state, &def)};
        Flow_AddDisc(fluids[1], -0.5f, -0.5f, 0.01f);
        Flow_AddDisc(fluids[1], 2.5f, 2.5f, 0.01f);
        for (int k = 0; k < 2; k++) {
            Flow_WriteVelocity(fluids[k], roughFlow);
            assert_true(gfFluid_Project(fluids[k], 1));
        }
        Flow_ExpectBetween("difference", Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY), 0.0, 3e-5);
    }
}
