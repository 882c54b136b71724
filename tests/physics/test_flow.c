// What a flow must be whatever its details: symmetric where its input is, the right way up, and independent of
// resolution, frame rate and step.
#include "support/flow.h"

// A set-up without any symmetry of its own, seen in a mirror: a jet of dye past a disc and a triangle, and a splat.
static gfFluid *makeLopsided(Fixture *fixture, FlowMirror mirror, gfAdvection advection)
{
    const float width = 1.2f, height = 1.0f;
    bool swap = mirror == FLOW_SWAP_AXES;
    gfFluidDef def = Flow_Def(swap ? 40 : 48, swap ? 48 : 40, 4);
    def.cellSize = 1.0f / 40.0f;
    def.grid.advection = advection;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef jet = Flow_SourceDef(gfMakeCapsule(Flow_Mirror((gfVec2){0.2f, 0.3f}, mirror, width, height),
                                                   Flow_Mirror((gfVec2){0.3f, 0.5f}, mirror, width, height), 0.07f));
    jet.velocity = Flow_Mirror((gfVec2){4.0f, 1.5f}, mirror, 0.0f, 0.0f);
    jet.dye[0] = jet.dye[3] = 2.0f;
    Flow_AddEmitter(fluid, &jet);
    gfVec2 disc = Flow_Mirror((gfVec2){0.6f, 0.5f}, mirror, width, height);
    Flow_AddDisc(fluid, disc.x, disc.y, 0.11f);
    const gfVec2 corners[3] = {Flow_Mirror((gfVec2){0.85f, 0.2f}, mirror, width, height),
                               Flow_Mirror((gfVec2){1.03f, 0.3f}, mirror, width, height),
                               Flow_Mirror((gfVec2){0.9f, 0.48f}, mirror, width, height)};
    Flow_AddSolid(fluid, gfMakePolygon(corners, 3));
    gfVec2 blob = Flow_Mirror((gfVec2){0.83f, 0.77f}, mirror, width, height);
    gfSourceDef splat = Flow_DiscSource(blob.x, blob.y, 0.12f);
    splat.dye[1] = splat.dye[3] = 1.0f;
    splat.velocity = Flow_Mirror((gfVec2){-1.0f, 0.4f}, mirror, 0.0f, 0.0f);
    assert_true(gfFluid_Splat(fluid, &splat));
    return fluid;
}

// The mirrored set-up gives the mirrored flow; also with x and y exchanged, which a mix-up of the axes would not
// survive. Positions round differently from the two sides, which the flow's own sensitivity multiplies: 3e-5 m/s of
// speeds up to 1.4 on a software renderer, but 2.6e-4 on a GPU, whose filter rounds weights to 1/256 (with filtering in
// the shader the symmetric flow below is exact to 1e-6 there too). Beside solids a read may also change its method at a
// threshold: dye 1e-2 of up to 1.
TEST(testMirroredSetUpGivesMirroredFlow)
{
    for (int mirror = FLOW_LEFT_RIGHT; mirror < FLOW_MIRROR_COUNT; mirror++) {
        gfFluid *a = makeLopsided(*state, FLOW_SAME, GF_ADVECTION_QUINTIC);
        gfFluid *b = makeLopsided(*state, (FlowMirror)mirror, GF_ADVECTION_QUINTIC);
        Flow_Steps(a, 60);
        Flow_Steps(b, 60);
        double velocity = 0.0, dye = Flow_MirrorDifference(a, b, (FlowMirror)mirror, &velocity);
        Flow_ExpectBetween("mirrored dye", dye, 0.0, 1e-2);
        Flow_ExpectBetween("mirrored velocity", velocity, 0.0, 1e-3);
        Flow_ExpectBetween("there is a flow", Flow_Measure(a).speedMax, 0.1, 10.0);
        Flow_ExpectBetween("there is dye", Flow_Measure(a).mass, 0.02, 1.0);
        assert_true(Flow_MirrorDifference(a, a, FLOW_UP_DOWN, &velocity) > 0.1); // and it is lopsided
    }
}

// A warm plume from an axis past a disc on it, in a box of an odd and of an even number of cells.
TEST(testSymmetricSetUpStaysSymmetric)
{
    for (int width = 47; width <= 48; width++) {
        gfFluidDef def = Flow_Def(width, 48, 4);
        def.grid.thermalExpansion = 1.0f / 9.81f;
        gfFluid *fluid = Flow_Make(*state, &def);
        float middle = 0.5f * (float)width / 48.0f;
        gfSourceDef source = Flow_DiscSource(middle, 0.15f, 0.08f);
        source.dye[0] = source.dye[3] = 2.0f;
        source.temperature = 10.0f;
        Flow_AddEmitter(fluid, &source);
        Flow_AddDisc(fluid, middle, 0.5f, 0.1f);
        Flow_Steps(fluid, 60);
        double velocity = 0.0, dye = Flow_MirrorDifference(fluid, fluid, FLOW_LEFT_RIGHT, &velocity);
        Flow_ExpectBetween("asymmetry of dye", dye, 0.0, 1e-2); // as above
        Flow_ExpectBetween("asymmetry of velocity", velocity, 0.0, 1e-3);
        Flow_ExpectBetween("height", (double)Flow_Centre(fluid).y, 0.2, 0.9);
    }
}

static double heightAfter(Fixture *fixture, float kelvin, float buoyancy, float dyeWeight, float dyeScale)
{
    gfFluidDef def = Flow_Def(40, 40, 4);
    def.dyeScale = dyeScale;
    def.grid.thermalExpansion = buoyancy / 9.81f;
    def.grid.dyeDensity = dyeWeight / 9.81f;
    def.grid.ambientTemperature = 280.0f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef blob = Flow_DiscSource(0.5f, 0.5f, 0.12f);
    blob.dye[3] = 1.0f;
    blob.temperature = kelvin;
    Flow_Pour(fluid, &blob, 30);
    double height = (double)Flow_Centre(fluid).y;
    Flow_ExpectNear("sideways", (double)Flow_Centre(fluid).x, 0.5, 1e-3);
    return height;
}

static void expectRise(const char *what, double height, double direction)
{
    const double rise = 0.25 * 0.25;
    Flow_ExpectBetween(what, direction * (height - 0.5), 0.4 * rise, 1.05 * rise);
}

// A disc with lift a in fluid of the same inertia goes up by a/2 in free space (it pushes as much out of its way), so
// by a t^2 / 4 in half a second: .0625 m at 1 m/s^2. The box, the roll-up and the edge, one cell wide and slow to start
// under the clamp (the more so on coarse dye), take up to 60% of that away; nothing adds to it.
TEST(testWarmRisesHeavySinks)
{
    expectRise("warm", heightAfter(*state, 10.0f, 0.1f, 0.0f, 1.0f), 1.0);
    expectRise("cold", heightAfter(*state, -10.0f, 0.1f, 0.0f, 1.0f), -1.0);
    expectRise("upside down", heightAfter(*state, 10.0f, -0.1f, 0.0f, 1.0f), -1.0);
    expectRise("heavy", heightAfter(*state, 0.0f, 0.1f, 1.0f, 1.0f), -1.0);
    expectRise("heavy, fine dye", heightAfter(*state, 0.0f, 0.1f, 1.0f, 2.0f), -1.0);
    expectRise("heavy, coarse dye", heightAfter(*state, 0.0f, 0.1f, 1.0f, 0.5f), -1.0);
    Flow_ExpectNear("neither", heightAfter(*state, 10.0f, 0.0f, 0.0f, 1.0f), 0.5, 1e-4);
    Flow_ExpectNear("in balance", heightAfter(*state, 10.0f, 0.1f, 1.0f, 1.0f), 0.5, 1e-3);
}

typedef struct Plume {
    double mass, height, energy;
} Plume;

// Half a second of a warm jet, with so many iterations that the pressure is as good on either grid.
static Plume runPlume(Fixture *fixture, int cells, float dyeScale, float step)
{
    gfFluidDef def = Flow_Def(cells, cells, 4);
    def.dyeScale = dyeScale;
    def.fixedStep = step;
    def.grid.thermalExpansion = 0.2f / 9.81f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.2f, 0.1f);
    source.softness = 0.06f; // seen alike by the coarsest grid
    source.dye[3] = 2.0f;
    source.temperature = 40.0f;
    source.velocity.y = 2.0f;
    Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, (int)lroundf(0.5f / step));
    gfFluidStats stats = Flow_Measure(fluid);
    return (Plume){stats.mass, (double)Flow_Centre(fluid).y, stats.kineticEnergy};
}

static void expectAlike(const char *what, const Plume *a, const Plume *b, double mass, double height, double energy)
{
    Flow_ExpectNear(Flow_Text("%s: mass, ratio", what), b->mass / a->mass, 1.0, mass);
    Flow_ExpectNear(Flow_Text("%s: height, difference (m)", what), b->height - a->height, 0.0, height);
    Flow_ExpectNear(Flow_Text("%s: energy, ratio", what), b->energy / a->energy, 1.0, energy);
}

// The same definition on a finer grid is the same flow, sharper. Tolerances: a jet 3 to 6 cells wide on the coarse grid
// loses energy to the grid that the fine one keeps.
TEST(testFinerGridIsTheSameFlow)
{
    Plume coarse = runPlume(*state, 32, 1.0f, 1.0f / 60.0f), fine = runPlume(*state, 64, 1.0f, 1.0f / 60.0f);
    expectAlike("twice the grid", &coarse, &fine, 0.03, 0.01, 0.12);
    Plume fineDye = runPlume(*state, 32, 2.0f, 1.0f / 60.0f), coarseDye = runPlume(*state, 32, 0.5f, 1.0f / 60.0f);
    expectAlike("twice the dye grid", &coarse, &fineDye, 0.03, 0.01, 1e-6); // dye without weight moves nothing
    expectAlike("half the dye grid", &coarse, &coarseDye, 0.06, 0.02, 1e-6);
}

// The step's length is an error of first order in the splitting: a fifth of a cell of flow at 1/30 s.
TEST(testShorterStepIsTheSameFlow)
{
    Plume middle = runPlume(*state, 32, 1.0f, 1.0f / 60.0f);
    Plume longer = runPlume(*state, 32, 1.0f, 1.0f / 30.0f), shorter = runPlume(*state, 32, 1.0f, 1.0f / 144.0f);
    expectAlike("1/30 s", &middle, &longer, 0.05, 0.02, 0.10);
    expectAlike("1/144 s", &middle, &shorter, 0.05, 0.02, 0.10);
}

// What is poured into still fluid is rate times time times area, to rounding, whatever the step.
TEST(testPouringDoesNotDependOnTheStep)
{
    static const int rates_hz[] = {30, 60, 144};
    double mass[3];
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = Flow_Def(32, 32, 1);
        def.fixedStep = 1.0f / (float)rates_hz[i];
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
        source.dye[3] = 3.0f;
        Flow_AddEmitter(fluid, &source);
        Flow_Steps(fluid, rates_hz[i]);
        mass[i] = Flow_Measure(fluid).mass;
    }
    Flow_ExpectNear("poured", mass[1] / (3.0 * PI * 0.04), 1.0, 0.01);
    Flow_ExpectNear("30 Hz", mass[0] / mass[1], 1.0, 1e-5);
    Flow_ExpectNear("144 Hz", mass[2] / mass[1], 1.0, 1e-5);
}

// A splat's mass and momentum are those of its shape on any grid. 1%: a disc of 3 cells' radius at the coarsest.
TEST(testSplatDoesNotDependOnTheGrid)
{
    static const int grids[] = {32, 64, 100};
    const double area = PI * 0.1 * 0.1;
    for (size_t i = 0; i < 3; i++) {
        // A dye cell of more than a third of the radius is too coarse to hold a disc to 1%.
        for (float dyeScale = grids[i] < 64 ? 1.0f : 0.5f; dyeScale <= 2.0f; dyeScale *= 2.0f) {
            gfFluidDef def = Flow_Def(grids[i], grids[i], 0);
            def.dyeScale = dyeScale;
            def.grid.thermalExpansion = 0.0f;
            gfFluid *fluid = Flow_Make(*state, &def);
            gfSourceDef splat = Flow_DiscSource(0.47f, 0.53f, 0.1f);
            splat.dye[3] = 2.0f;
            splat.temperature = 5.0f;
            splat.velocity = (gfVec2){3.0f, -4.0f};
            Flow_Pour(fluid, &splat, 1);
            Flow_ExpectNear("mass", Flow_Measure(fluid).mass / area, 2.0, 0.02);
            Flow_ExpectNear("heat", Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / area, 5.0, 0.05);
            Flow_ExpectNear("momentum, x", Flow_Integral(fluid, GF_FIELD_FACE_VELOCITY, 0) / area, 3.0, 0.03);
            Flow_ExpectNear("momentum, y", Flow_Integral(fluid, GF_FIELD_FACE_VELOCITY, 1) / area, -4.0, 0.04);
        }
    }
}

// One second in frames of 30, 60 and 144 Hz, and in ragged ones, is sixty steps and one and the same flow, bit for bit.
TEST(testFrameRateDoesNotMatter)
{
    static const int rates_hz[] = {60, 30, 144, 0};
    gfFluid *first = NULL;
    for (int i = 0; i < 4; i++) {
        gfFluid *fluid = makeLopsided(*state, FLOW_SAME, GF_ADVECTION_QUINTIC);
        int frames = rates_hz[i] > 0 ? rates_hz[i] : 100;
        for (int k = 0; k < frames; k++) {
            float ragged = k % 2 == 0 ? 0.004f : 0.016f;
            assert_true(gfFluid_Step(fluid, rates_hz[i] > 0 ? 1.0f / (float)frames : ragged));
        }
        gfStepInfo info = gfFluid_GetStepInfo(fluid);
        assert_int_equal(info.stepCount, 60);
        Flow_ExpectNear("simulated", info.time_s, 1.0, 1e-6);
        Flow_ExpectBetween("lost", info.lostTime_s, 0.0, 0.0);
        if (first == NULL) {
            first = fluid;
            continue;
        }
        assert_true(Flow_SameBytes(first, fluid));
    }
}
