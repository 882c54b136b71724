// Precision by field: what is stored in which, that nothing fades or stalls in half floats, and that fields of
// different precisions save, resize, change and stand in groups. --long: the same over the steps of minutes of a game.
#include "support/physics.h"

#include "gl/context.h"

static int stepsOfStill = 500;
static int stepsOfDrift = 150;

static gfFluidDef defOf(int cells, gfQuality quality)
{
    gfFluidDef def = Flow_Def(cells, cells, 1);
    def.fieldPrecision = GF_PRECISION_AUTO;
    assert_true(gfGridParams_SetQuality(&def.grid, quality));
    return def;
}

static int bitsOf(gfFluid *fluid, gfField field)
{
    gfFieldTexture texture;
    assert_true(gfFluid_GetTexture(fluid, field, &texture));
    switch (texture.format) {
    case GL_R16F:
    case GL_RG16F:
    case GL_RGBA16F:
        return 16;
    default:
        return 32;
    }
}

static void expectBits(const char *what, gfFluid *fluid, int velocity, int dye, int temperature)
{
    Flow_ExpectNear(what, bitsOf(fluid, GF_FIELD_FACE_VELOCITY), velocity, 0.0);
    Flow_ExpectNear(what, bitsOf(fluid, GF_FIELD_DYE), dye, 0.0);
    Flow_ExpectNear(what, bitsOf(fluid, GF_FIELD_TEMPERATURE), temperature, 0.0);
}

TEST(testChoices)
{
    enum { AUTO = GF_PRECISION_AUTO, HALF = GF_PRECISION_16F, WHOLE = GF_PRECISION_32F };
    static const struct {
        const char *name;
        int all, velocity, dye, temperature;
        gfAdvection advection;
        float ambient;
        int bits[3];
    } rows[] = {
        {"conserving", AUTO, AUTO, AUTO, AUTO, GF_ADVECTION_QUINTIC, 0.0f, {32, 16, 16}},
        {"cubic", AUTO, AUTO, AUTO, AUTO, GF_ADVECTION_CATMULL_ROM, 0.0f, {32, 16, 16}},
        {"cubic, in kelvin from zero", AUTO, AUTO, AUTO, AUTO, GF_ADVECTION_CATMULL_ROM, 293.0f, {32, 16, 32}},
        {"by choice", AUTO, HALF, WHOLE, HALF, GF_ADVECTION_BILINEAR, 293.0f, {16, 32, 16}},
        {"all 32", WHOLE, HALF, HALF, HALF, GF_ADVECTION_BILINEAR, 0.0f, {32, 32, 32}},
        {"all 16", HALF, WHOLE, AUTO, WHOLE, GF_ADVECTION_QUINTIC, 0.0f, {16, 16, 16}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gfFluidDef def = defOf(16, GF_QUALITY_MEDIUM);
        def.fieldPrecision = (gfPrecision)rows[i].all;
        def.grid.velocityPrecision = (gfPrecision)rows[i].velocity;
        def.grid.dyePrecision = (gfPrecision)rows[i].dye;
        def.grid.temperaturePrecision = (gfPrecision)rows[i].temperature;
        def.grid.advection = rows[i].advection;
        def.grid.ambientTemperature = rows[i].ambient;
        gfFluid *fluid = Flow_Make(*state, &def);
        expectBits(rows[i].name, fluid, rows[i].bits[0], rows[i].bits[1], rows[i].bits[2]);
    }
    const gfFluidDef low = defOf(16, GF_QUALITY_LOW);
    gfFluid *fluid = Flow_Make(*state, &low);
    expectBits("low", fluid, 16, 16, 16);
}

FLOW_SCALAR(stripes, 0.5 + 0.3 * sin(9.0 * x + 2.0 * y))

// What there is is taken over when the choice changes: exactly to 32 bits, within a step of the halves to 16.
TEST(testChoiceChanges)
{
    gfFluidDef def = defOf(24, GF_QUALITY_MEDIUM);
    def.grid.dyePrecision = def.grid.temperaturePrecision = GF_PRECISION_32F;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_WriteDye(fluid, stripes);
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    FlowField before = Flow_Read(fluid, GF_FIELD_DYE);
    double total = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    gfGridParams params = def.grid;
    assert_true(gfGridParams_SetQuality(&params, GF_QUALITY_LOW));
    assert_true(gfFluid_SetGridParams(fluid, &params));
    expectBits("low", fluid, 16, 16, 16);
    float *half = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    size_t count = (size_t)before.info.width * (size_t)before.info.height * 4;
    for (size_t i = 0; i < count; i++) {
        assert_true(fabsf(half[i] - before.values[i]) <= before.values[i] / 1024.0f);
    }
    Flow_ExpectNear("total", Flow_Integral(fluid, GF_FIELD_DYE, 3) / total, 1.0, 1e-4);
    assert_true(gfFluid_SetGridParams(fluid, &def.grid));
    expectBits("all 32", fluid, 32, 32, 32);
    float *whole = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    assert_memory_equal(whole, half, count * sizeof *whole);
    Flow_Steps(fluid, 2);
}

// Light and dark, down to where halves have few bits.
FLOW_SCALAR(shades, pow(10.0, -5.0 * x) * (0.6 + 0.4 * y))

// Still dye stays, but for the filter's own arithmetic: steps of the halves, where what is beside it is much lighter.
TEST(testStillDyeStays)
{
    for (int advection = GF_ADVECTION_BILINEAR; advection <= GF_ADVECTION_CATMULL_ROM; advection++) {
        gfFluidDef def = defOf(16, GF_QUALITY_LOW);
        def.grid.advection = (gfAdvection)advection;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
        Flow_WriteDye(fluid, shades);
        Flow_Steps(fluid, 1); // takes what was written into the disc
        FlowField before = Flow_Read(fluid, GF_FIELD_DYE);
        Flow_Steps(fluid, stepsOfStill);
        float *after = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
        for (int k = 0; k < before.info.width * before.info.height * 4; k++) {
            float step = fmaxf(before.values[k] / 1024.0f, 6e-8f);
            assert_true(fabsf(after[k] - before.values[k]) <= (stepsOfStill > 500 ? 16.0f : 4.0f) * step);
        }
    }
}

// Dye that dies away does so as it should and everywhere: less than half a step of the halves a step. What is rounded
// at random is grainy in the end: 3 % rms after 10,000 steps.
TEST(testDyeDiesAwayEvenly)
{
    gfFluidDef def = defOf(32, GF_QUALITY_LOW);
    def.grid.dyeDissipation = 0.01f;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_WriteDye(fluid, stripes);
    gfFieldInfo info;
    float *before = Fixture_Read(fluid, GF_FIELD_DYE, &info);
    double total = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    Flow_Steps(fluid, stepsOfStill);
    double kept = exp(-0.01 * (double)stepsOfStill * (double)def.fixedStep);
    Flow_ExpectNear("total", Flow_Integral(fluid, GF_FIELD_DYE, 3) / total / kept, 1.0, 1e-3);
    float *after = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    for (int i = 0; i < info.width * info.height * 4; i++) {
        assert_true(fabs((double)after[i] / (kept * (double)before[i]) - 1.0) < (stepsOfStill > 500 ? 0.2 : 0.05));
    }
}

// A ten-thousandth a step adds up, where a step of the halves is ten times that.
TEST(testSmallSourcesAddUp)
{
    gfFluidDef def = defOf(32, GF_QUALITY_LOW);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    def.grid.gravity = (gfVec2){0};
    def.grid.acceleration.x = 1e-4f / def.fixedStep;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 3.0f);
    source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE;
    for (int c = 0; c < 4; c++) {
        source.dye[c] = 1.0f;
    }
    source.temperature = 100.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    gfSourceDef push = Flow_DiscSource(0.5f, 0.5f, 3.0f);
    push.fields = GF_SOURCE_VELOCITY;
    push.velocity = (gfVec2){1.0f, 0.0f};
    Flow_Pour(fluid, &push, 1);
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3), heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
    double speed = Flow_Integral(fluid, GF_FIELD_VELOCITY, 0);
    source.dye[3] = 1e-4f / def.fixedStep; // a second
    source.temperature = 1e-2f / def.fixedStep;
    Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, stepsOfStill);
    double added = 1e-4 * stepsOfStill;
    Flow_ExpectNear("dye", (Flow_Integral(fluid, GF_FIELD_DYE, 3) - dye) / added, 1.0, 0.02);
    Flow_ExpectNear("heat", (Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) - heat) / (100.0 * added), 1.0, 0.02);
    Flow_ExpectNear("speed", (Flow_Integral(fluid, GF_FIELD_VELOCITY, 0) - speed) / added, 1.0, 0.02);
}

FLOW_SCALAR(blob, exp(-60.0 * (pow(x - 0.4, 2.0) + pow(y - 0.5, 2.0))))

// Slow flow carries dye and itself at its speed, and dye and heat keep their totals. Without solids and beside one.
TEST(testSlowFlowIsCarriedRightly)
{
    static const float speeds[] = {0.01f, 0.037f, 0.1f}; // cells a step
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = defOf(32, GF_QUALITY_LOW);
        def.fixedStep = 1.0f / 32.0f; // a cell a step is 1 m/s
        Flow_SetSides(&def, GF_BOUNDARY_OPEN);
        gfFluid *fluid = Flow_Make(*state, &def);
        if (i == 1) {
            Flow_AddDisc(fluid, 0.9f, 0.9f, 0.03f);
        }
        Flow_WriteDye(fluid, blob);
        gfVec2 from = Flow_Centre(fluid);
        double total = Flow_Integral(fluid, GF_FIELD_DYE, 3);
        int steps = stepsOfDrift;
        while ((float)steps * speeds[i] > 6.0f) {
            steps /= 2;
        }
        for (int k = 0; k < steps; k++) {
            Flow_WriteWind(fluid, speeds[i], -0.5f * speeds[i]);
            Flow_Steps(fluid, 1);
        }
        double way = (double)speeds[i] * steps / 32.0;
        gfVec2 to = Flow_Centre(fluid);
        Flow_ExpectNear("way", (double)(to.x - from.x) / way, 1.0, 0.02);
        Flow_ExpectNear("way up", (double)(to.y - from.y) / (-0.5 * way), 1.0, 0.04);
        Flow_ExpectNear("total", Flow_Integral(fluid, GF_FIELD_DYE, 3) / total, 1.0, stepsOfDrift > 150 ? 5e-3 : 1e-3);
    }
}

FLOW_SCALAR(warmBlob, 20.0f * blob(x, y).x)

// Dye and heat after steps in a vortex, over what there was.
static void measureTotals(Fixture *fixture, gfPrecision precision, float diffusivity, double totals[2])
{
    gfFluidDef def = defOf(32, GF_QUALITY_LOW);
    def.fieldPrecision = precision;
    def.grid.advection = GF_ADVECTION_CATMULL_ROM;
    def.grid.keepTotals = true;
    def.grid.thermalExpansion = 0.0f;
    def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = diffusivity;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    Flow_WriteDye(fluid, blob);
    Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, warmBlob);
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3), heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
    Flow_Steps(fluid, stepsOfDrift);
    totals[0] = Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye;
    totals[1] = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / heat;
}

// The blurring read does not change the mean by more than it does in 32 bits. The ledger makes good what advection
// rounds, but not what diffusion does, by which the total goes to and fro at random: .001 in 500 steps.
TEST(testTotalsAreAsInWholeFloats)
{
    double whole[2], half[2], still[2];
    measureTotals(*state, GF_PRECISION_32F, 1e-4f, whole);
    measureTotals(*state, GF_PRECISION_16F, 1e-4f, half);
    measureTotals(*state, GF_PRECISION_16F, 0.0f, still);
    Flow_ExpectNear("keepTotals", still[0], 1.0, 2e-4);
    Flow_ExpectNear("keepTotals and diffusion", half[0], 1.0, stepsOfDrift > 150 ? 4e-3 : 1e-3);
    Flow_ExpectNear("heat over that of whole floats", half[1] / whole[1], 1.0, 5e-3);
}

// What 16 bits of velocity take from a vortex that turns for a second: next to nothing beside what the reads of low do.
TEST(testVelocityInHalvesTurnsOn)
{
    double energy[2], error[2];
    for (int half = 0; half < 2; half++) {
        gfFluidDef def = defOf(32, GF_QUALITY_MEDIUM);
        def.grid.velocityPrecision = half ? GF_PRECISION_16F : GF_PRECISION_32F;
        Flow_RunTaylorGreenOf(*state, def, &energy[half], &error[half]);
    }
    Flow_ExpectBetween("energy kept over that of whole floats", energy[1] / energy[0], 0.999, 1.001);
    Flow_ExpectBetween("error", error[1], 0.0, error[0] + 2e-3);
}

TEST_ALL(testTaylorGreenTable)
{
    static const struct {
        const char *name;
        gfQuality quality;
        gfScheme scheme;
        gfPrecision velocity;
        double least, mostError;
    } rows[] = {
        {"medium", GF_QUALITY_MEDIUM, GF_SCHEME_PROJECT, GF_PRECISION_32F, 0.998, 0.002},
        {"medium, velocity in 16 bits", GF_QUALITY_MEDIUM, GF_SCHEME_PROJECT, GF_PRECISION_16F, 0.998, 0.004},
        {"low, but PROJECT, 32 bits", GF_QUALITY_LOW, GF_SCHEME_PROJECT, GF_PRECISION_32F, 0.96, 0.03},
        {"low, but PROJECT", GF_QUALITY_LOW, GF_SCHEME_PROJECT, GF_PRECISION_16F, 0.96, 0.03},
        {"low, but 32 bits", GF_QUALITY_LOW, GF_SCHEME_SIMPLE, GF_PRECISION_32F, 0.90, 0.06},
        {"low", GF_QUALITY_LOW, GF_SCHEME_SIMPLE, GF_PRECISION_16F, 0.90, 0.06},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double energy, error;
        gfFluidDef def = defOf(128, rows[i].quality);
        def.grid.scheme = rows[i].scheme;
        def.grid.velocityPrecision = rows[i].velocity;
        Flow_RunTaylorGreenOf(*state, def, &energy, &error);
        Figure(Flow_Text("%s: energy left", rows[i].name), energy, 1.0, rows[i].least, 1.0005);
        Figure(Flow_Text("%s: error", rows[i].name), error, 0.0, 0.0, rows[i].mostError);
    }
}

TEST_ALL(testLidTable)
{
    static const struct {
        const char *name;
        gfQuality quality;
        gfPrecision velocity;
        double bound;
    } rows[] = {
        {"high, 16 bits", GF_QUALITY_HIGH, GF_PRECISION_16F, 0.03},
        {"medium", GF_QUALITY_MEDIUM, GF_PRECISION_32F, 0.02},
        {"medium, 16 bits", GF_QUALITY_MEDIUM, GF_PRECISION_16F, 0.03},
        {"low, 32 bits", GF_QUALITY_LOW, GF_PRECISION_32F, 0.06},
        {"low", GF_QUALITY_LOW, GF_PRECISION_16F, 0.06},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gfFluidDef def = Physics_Def(64, 64, 1.0f / 64.0f, rows[i].quality);
        def.fieldPrecision = GF_PRECISION_AUTO;
        def.grid.cflLimit = 0.0f;
        def.grid.velocityPrecision = rows[i].velocity;
        def.fixedStep = 1.0f / 64.0f;
        LidResult r = Physics_RunLid(*state, def, 100, 25.0);
        Figure(Flow_Text("%s: u, worst of 17", rows[i].name), r.u, 0.0, 0.0, rows[i].bound);
        Figure(Flow_Text("%s: v, worst of 17", rows[i].name), r.v, 0.0, 0.0, rows[i].bound);
    }
}

static gfFluid *makeMixed(Fixture *fixture, bool disc)
{
    gfFluidDef def = defOf(24, GF_QUALITY_LOW);
    def.grid.velocityPrecision = GF_PRECISION_32F;
    def.grid.temperaturePrecision = GF_PRECISION_32F;
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (disc) {
        Flow_AddDisc(fluid, 0.6f, 0.6f, 0.1f);
    }
    Flow_WriteDye(fluid, blob);
    Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, warmBlob);
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    Flow_Steps(fluid, 3);
    expectBits("mixed", fluid, 32, 16, 32);
    return fluid;
}

// A snapshot goes on as what was saved did, random numbers included.
TEST(testMixedIsSaved)
{
    gfFluid *fluid = makeMixed(*state, true);
    size_t size;
    void *data = Fixture_Save(fluid, &size);
    Flow_Steps(fluid, 5);
    gfFluid *other = Flow_MakeOf(*state, defOf(16, GF_QUALITY_MEDIUM));
    assert_true(gfFluid_Load(other, data, size, NULL));
    expectBits("loaded", other, 32, 16, 32);
    Flow_Steps(other, 5);
    assert_true(Flow_SameBytes(fluid, other));
}

TEST(testMixedIsResized)
{
    gfFluid *fluid = makeMixed(*state, false);
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    assert_true(gfFluid_Resize(fluid, 12, 12, 1.0f / 12.0f, (gfVec2){0}));
    expectBits("half", fluid, 32, 16, 32);
    Flow_ExpectNear("half", Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye, 1.0, 2e-3);
    assert_true(gfFluid_Resize(fluid, 24, 24, 1.0f / 24.0f, (gfVec2){0}));
    Flow_ExpectNear("and back", Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye, 1.0, 2e-3);
    assert_true(gfFluid_Scroll(fluid, 2, 0));
    Flow_Steps(fluid, 2);
}

// Members are as fluids alone: rounding differs where sums do, by a step of the halves here and there.
TEST(testMixedGroup)
{
    const gfFluidDef def = defOf(24, GF_QUALITY_LOW);
    gfFluidGroup *group = MADE(gfCreateFluidGroup(fixture->device, &def, 2));
    gfFluid *alone = Flow_Make(fixture, &def), *member = gfFluidGroup_GetMember(group, 1);
    gfFluid *both[] = {alone, member};
    for (int i = 0; i < 2; i++) {
        Flow_AddDisc(both[i], 0.6f, 0.6f, 0.1f);
        Flow_WriteDye(both[i], blob);
        Flow_WriteVelocity(both[i], Flow_TaylorGreen);
    }
    expectBits("member", member, 16, 16, 16);
    for (int i = 0; i < 10; i++) {
        Flow_Steps(alone, 1);
        assert_true(gfFluidGroup_StepOnce(group));
    }
    Flow_ExpectBetween("dye", Flow_Difference(alone, member, GF_FIELD_DYE), 0.0, 0.01);
    Flow_ExpectBetween("velocity", Flow_Difference(alone, member, GF_FIELD_VELOCITY), 0.0, 0.02);
}

TEST_ALL(testAgainForLong)
{
    stepsOfStill = 4000;
    stepsOfDrift = 500;
    testStillDyeStays(state, fixture);
    testDyeDiesAwayEvenly(state, fixture);
    testSmallSourcesAddUp(state, fixture);
    testSlowFlowIsCarriedRightly(state, fixture);
    testTotalsAreAsInWholeFloats(state, fixture);
}
