// A fluid's state as a whole: resized, reset, run again, read back without waiting, kept in half floats.
#include "support/flow.h"

static void pourScene(gfFluid *fluid)
{
    gfSourceDef jet = Flow_DiscSource(0.3f, 0.3f, 0.1f);
    jet.velocity = (gfVec2){3.0f, 2.0f};
    jet.dye[0] = jet.dye[3] = 2.0f;
    jet.temperature = 5.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &jet)));
    Flow_AddDisc(fluid, 0.6f, 0.6f, 0.12f);
}

static gfFluid *makeScene(gfDevice *device, gfPrecision precision)
{
    gfFluidDef def = Flow_Def(45, 40, 2);
    def.fieldPrecision = precision;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    pourScene(fluid);
    return fluid;
}

FLOW_VECTOR(vortex, (float)(sin(PI *x) * cos(PI * y)), (float)(-cos(PI *x) * sin(PI * y)))

FLOW_VECTOR(hill, (float)exp(-30.0 * (pow(x - 0.45, 2.0) + pow(y - 0.55, 2.0))), 0.0f)

// Difference between the velocity and `expected`, as a share of its largest value (1).
static double velocityError(gfFluid *fluid, FlowFn *expected)
{
    gfFieldInfo info;
    float *v = Fixture_Read(fluid, GF_FIELD_FACE_VELOCITY, &info);
    double h = (double)info.spacing.x, worst = 0.0;
    for (int j = 0; j < info.height - 1; j++) {
        for (int i = 0; i < info.width - 1; i++) {
            double x = (double)info.origin.x + i * h, y = (double)info.origin.y + j * h;
            worst = fmax(worst, fabs((double)v[2 * (j * info.width + i)] - (double)expected(x, y + 0.5 * h).x));
            worst = fmax(worst, fabs((double)v[2 * (j * info.width + i) + 1] - (double)expected(x + 0.5 * h, y).y));
        }
    }
    return worst;
}

TEST(testResizeKeepsTheFlow)
{
    static const int sizes[] = {64, 128, 32, 61, 97, 192, 24};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
            gfFluidDef def = Flow_Def(64, 64, 2);
            def.dyeScale = dyeScale;
            gfFluid *fluid = Flow_Make(*state, &def);
            Flow_WriteVelocity(fluid, vortex);
            Flow_WriteDye(fluid, hill);
            gfFluidStats before = Flow_Measure(fluid);
            gfVec2 centre = Flow_Centre(fluid);
            int n = sizes[i];
            assert_true(gfFluid_Resize(fluid, n, n, 1.0f / (float)n, (gfVec2){0.0f, 0.0f}));
            gfFluidStats after = Flow_Measure(fluid);
            Flow_ExpectNear("mass", after.mass / before.mass, 1.0, 0.01);
            Flow_ExpectNear("centre, x", (double)Flow_Centre(fluid).x, (double)centre.x, 1e-3);
            Flow_ExpectNear("centre, y", (double)Flow_Centre(fluid).y, (double)centre.y, 1e-3);
            // Finer: a tenth of what the flow changes over one old cell, pi / 64, and half as much again. Coarser: the
            // mean over a cell differs from its middle, the more so at walls.
            char what[64];
            snprintf(what, sizeof what, "velocity, 64 to %d", n);
            Flow_ExpectBetween(what, velocityError(fluid, vortex), 0.0, n > 64 ? 0.008 : 0.02);
            Flow_ExpectBetween("walls", Flow_WallSpeed(fluid), 0.0, 0.02); // closed in the next step
            Flow_Steps(fluid, 3);
            Flow_ExpectBetween("walls, later", Flow_WallSpeed(fluid), 0.0, 0.0);
            Flow_ExpectNear("mass, later", Flow_Measure(fluid).mass / before.mass, 1.0, 0.02);
        }
    }
}

// The window moves over the world: what stays in it stays where it is, what comes in is empty, and it moves back.
TEST(testResizeMovesTheWindow)
{
    gfFluidDef def = Flow_Def(64, 64, 1);
    def.grid.ambientTemperature = 290.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_WriteDye(fluid, hill);
    double mass = Flow_Measure(fluid).mass;
    gfVec2 centre = Flow_Centre(fluid);
    assert_true(gfFluid_Resize(fluid, 160, 129, 1.0f / 80.0f, (gfVec2){-0.5f, -0.3f}));
    Flow_ExpectNear("mass", Flow_Measure(fluid).mass / mass, 1.0, 0.01);
    Flow_ExpectNear("x", (double)Flow_Centre(fluid).x, (double)centre.x, 1e-3);
    Flow_ExpectNear("y", (double)Flow_Centre(fluid).y, (double)centre.y, 1e-3);
    Flow_ExpectNear("new part", Flow_At(fluid, GF_FIELD_DYE, 3, -0.4, 0.5), 0.0, 0.0);
    Flow_ExpectNear("its heat", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, -0.4, 0.5), 290.0, 0.0);
    Flow_Steps(fluid, 5);
    assert_true(gfFluid_Resize(fluid, 64, 64, 1.0f / 64.0f, (gfVec2){0.0f, 0.0f}));
    Flow_ExpectNear("mass, back", Flow_Measure(fluid).mass / mass, 1.0, 0.01);
    Flow_ExpectNear("x, back", (double)Flow_Centre(fluid).x, (double)centre.x, 1e-3);
    Flow_ExpectNear("top", Flow_At(fluid, GF_FIELD_DYE, 3, 0.45, 0.55), 1.0, 0.03);
}

// Sources and solids stay where they are in the world, and none is filled by the resampling.
TEST(testResizeKeepsSourcesAndSolids)
{
    gfFluid *fluid = makeScene(((Fixture *)*state)->device, GF_PRECISION_32F);
    Flow_Steps(fluid, 30);
    double mass = Flow_Measure(fluid).mass;
    assert_true(gfFluid_Resize(fluid, 83, 71, 1.0f / 71.0f, (gfVec2){0.0f, 0.0f}));
    assert_int_equal(gfFluid_GetStepInfo(fluid).stepCount, 30);
    Flow_ExpectNear("mass", Flow_Measure(fluid).mass / mass, 1.0, 0.02); // the solid's stairs change too
    Flow_Steps(fluid, 1);
    Flow_ExpectBetween("in the solid", Flow_Measure(fluid).dyeInSolids, 0.0, 0.0);
    Flow_ExpectBetween("closed faces", Flow_WallSpeed(fluid), 0.0, 0.0);
    assert_true(Flow_At(fluid, GF_FIELD_SOLID, 0, 0.6, 0.6) < -0.1);
    Flow_Steps(fluid, 29);
    Flow_ExpectBetween("still pouring", Flow_Measure(fluid).mass / mass, 1.5, 2.5);
}

TEST(testResetStartsOver)
{
    gfDevice *device = ((Fixture *)*state)->device;
    gfFluid *fluid = makeScene(device, GF_PRECISION_32F), *fresh = makeScene(device, GF_PRECISION_32F);
    gfSourceDef splat = Flow_DiscSource(0.5f, 0.2f, 0.1f);
    splat.dye[3] = 1.0f;
    splat.divergence = 0.1f;
    assert_true(gfFluid_Splat(fluid, &splat));
    Flow_Steps(fluid, 25);
    assert_true(gfFluid_Step(fluid, 0.01f));   // a part of a step is pending
    assert_true(gfFluid_Splat(fluid, &splat)); // and a splat
    assert_true(gfFluid_Reset(fluid));
    gfStepInfo info = gfFluid_GetStepInfo(fluid);
    assert_true(info.stepCount == 0 && info.time_s == 0.0 && info.pending_s == 0.0 && info.lostTime_s == 0.0);
    assert_true(Flow_SameBytes(fluid, fresh));
    for (int i = 0; i < 20; i++) {
        assert_true(gfFluid_Step(fluid, 1.0f / 60.0f) && gfFluid_Step(fresh, 1.0f / 60.0f));
    }
    assert_true(Flow_SameBytes(fluid, fresh));
}

// The same calls give the same bytes: beside another fluid, and on another device.
TEST(testRunsAreIdentical)
{
    gfDevice *other = Fixture_MakeDevice(fixture);
    gfFluid *a = makeScene(fixture->device, GF_PRECISION_32F), *b = makeScene(other, GF_PRECISION_32F);
    Flow_Steps(a, 40);
    gfFluid *c = makeScene(fixture->device, GF_PRECISION_32F);
    for (int i = 0; i < 40; i++) {
        Flow_Steps(b, 1);
        Flow_Steps(c, 1);
        (void)Flow_Measure(b); // looking changes nothing
    }
    assert_true(Flow_SameBytes(a, b));
    assert_true(Flow_SameBytes(a, c));
    Flow_ExpectBetween("there is a flow", Flow_Measure(a).speedMax, 0.1, 10.0);
    gfDestroyDevice(other);
}

// Fields of the grid solver: all but the last.
enum { GRID_FIELDS = GF_FIELD_MASS };

// What is asked for is the field as it stood then, however late it is fetched.
TEST(testReadbackWithoutWaiting)
{
    gfFluid *fluid = makeScene(fixture->device, GF_PRECISION_32F);
    Flow_Steps(fluid, 20);
    float *expected[GRID_FIELDS];
    gfRequestId ids[GRID_FIELDS];
    gfFieldInfo info[GRID_FIELDS];
    for (int field = 0; field < GRID_FIELDS; field++) {
        expected[field] = Fixture_Read(fluid, (gfField)field, &info[field]);
        ids[field] = GIVEN(gfFluid_RequestField(fluid, (gfField)field));
    }
    Flow_Steps(fluid, 5);
    for (int field = GRID_FIELDS - 1; field >= 0; field--) {
        size_t count = (size_t)info[field].width * (size_t)info[field].height * (size_t)info[field].channels;
        float *values = Fixture_Alloc(count * sizeof *values);
        gfPollStatus status = GF_POLL_PENDING;
        for (int tries = 0; status == GF_POLL_PENDING && tries < 100000; tries++) {
            status = gfFluid_PollField(fluid, ids[field], values, count);
        }
        assert_int_equal(status, GF_POLL_READY);
        assert_memory_equal(values, expected[field], count * sizeof *values);
    }
    for (int i = 0; i < 5; i++) { // never fetched: freed with the fluid, as the group's tear-down sees
        assert_false(GF_IS_NULL(gfFluid_RequestField(fluid, GF_FIELD_DYE)));
    }
}

// A field that is written is what is read, byte by byte. Beyond the last row and column there are no faces: what stands
// there repeats its neighbour.
static void fillOutermost(float *velocity, int width, int height)
{
    for (int j = 0; j < height; j++) {
        velocity[2 * (j * width + width - 1) + 1] = velocity[2 * (j * width + width - 2) + 1];
    }
    for (int i = 0; i < width; i++) {
        velocity[2 * ((height - 1) * width + i)] = velocity[2 * ((height - 2) * width + i)];
    }
}

TEST(testWrittenIsRead)
{
    static const gfField fields[] = {GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_FACE_VELOCITY};
    for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
        gfFluidDef def = Flow_Def(19, 14, 1);
        def.dyeScale = dyeScale;
        gfFluid *fluid = Flow_Make(*state, &def);
        for (size_t i = 0; i < 3; i++) {
            gfFieldInfo info;
            float *values = Fixture_Read(fluid, fields[i], &info);
            size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
            for (size_t k = 0; k < count; k++) {
                values[k] = (float)((double)k * 0.37 - 20.0);
            }
            if (fields[i] == GF_FIELD_FACE_VELOCITY) {
                fillOutermost(values, info.width, info.height);
            }
            assert_true(gfFluid_WriteField(fluid, fields[i], values, count));
            float *read = Fixture_Read(fluid, fields[i], NULL);
            assert_memory_equal(read, values, count * sizeof *values);
        }
    }
}

// Half floats carry 11 bits. GL lets a driver cut the rest off, in every one of forty steps and their passes: up to
// 1e-3 of a velocity each time, 5% of the energy in all.
TEST(testHalfFloatsAgree)
{
    gfDevice *device = ((Fixture *)*state)->device;
    gfFluid *full = makeScene(device, GF_PRECISION_32F), *half = makeScene(device, GF_PRECISION_16F);
    Flow_Steps(full, 40);
    Flow_Steps(half, 40);
    gfFluidStats a = Flow_Measure(full), b = Flow_Measure(half);
    Flow_ExpectNear("mass", b.mass / a.mass, 1.0, 0.02);
    Flow_ExpectNear("energy", b.kineticEnergy / a.kineticEnergy, 1.0, 0.05);
    Flow_ExpectBetween("dye", Flow_Difference(full, half, GF_FIELD_DYE), 1e-9,
                       0.1); // steep somewhere, but not the same
    Flow_ExpectBetween("velocity", Flow_Difference(full, half, GF_FIELD_VELOCITY), 1e-9, 0.05);
}

// Diffusion starts from what it found last; a reset leaves none of it.
TEST(testResetForgetsDiffusion)
{
    for (int scheme = GF_SCHEME_PROJECT; scheme <= GF_SCHEME_REFLECT; scheme++) {
        gfFluid *fluids[2];
        for (int i = 0; i < 2; i++) {
            gfFluidDef def = Flow_Def(45, 40, 1);
            def.grid.scheme = (gfScheme)scheme;
            def.grid.advection = GF_ADVECTION_CATMULL_ROM; // the other knows that the solid is new
            def.grid.viscosity = 0.02f;
            def.grid.temperatureDiffusivity = 0.02f;
            fluids[i] = Flow_Make(*state, &def);
            pourScene(fluids[i]);
        }
        Flow_Steps(fluids[0], 7);
        assert_true(gfFluid_Reset(fluids[0]));
        Flow_Steps(fluids[0], 5);
        Flow_Steps(fluids[1], 5);
        assert_true(Flow_SameBytes(fluids[0], fluids[1]));
    }
}

// Mean divergence left by a step, in a flow that is stirred; cut into two parts every `turn`-th step, in one otherwise.
static double divergenceLeft(Fixture *fixture, int turn)
{
    gfFluidDef def = Flow_Def(64, 64, 1);
    def.grid.cflLimit = 1e-3f; // as many parts as there may be
    def.grid.cflSubsteps = 2;
    gfFluid *fluid = Flow_Make(fixture, &def);
    pourScene(fluid);
    Flow_Steps(fluid, 20);
    double sum = 0.0;
    for (int i = 0; i < 20; i++) {
        def.grid.cflSubsteps = i % turn == 0 ? 2 : 1;
        assert_true(gfFluid_SetGridParams(fluid, &def.grid));
        Flow_Steps(fluid, 1);
        assert_int_equal(gfFluid_GetStepInfo(fluid).lastCflSubsteps, def.grid.cflSubsteps);
        sum += Flow_Measure(fluid).divergenceRmsAfter / 20.0;
    }
    gfDestroyFluid(fluid);
    return sum;
}

// Pressure is known times the time step: a start from that of a step twice as long must be half of it.
TEST(testPartsThatChangeKeepDivergenceLow)
{
    double steady = divergenceLeft(*state, 1);
    Flow_ExpectBetween("divergence, two parts", steady, 1e-6, 1.0);
    Flow_ExpectBetween("divergence, one and two in turn", divergenceLeft(*state, 2), 0.0, 3.0 * steady + 1e-3);
}

static gfFluid *runEverything(Fixture *fixture)
{
    gfFluidDef def = Flow_Def(64, 48, 1);
    gfGridParams_SetQuality(&def.grid, GF_QUALITY_REFERENCE);
    def.dyeScale = 2.0f;
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    def.grid.vorticityConfinement = 5.0f;
    def.grid.viscosity = 1e-3f;
    def.grid.dyeDiffusivity = 1e-3f;
    def.grid.temperatureDiffusivity = 1e-3f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    pourScene(fluid);
    gfSolidDef blade = gfDefaultSolidDef();
    blade.angularVelocity = 3.0f;
    blade.surface = GF_WALL_NO_SLIP;
    gfSolidId id = {0};
    for (int i = 0; i < 15; i++) {
        blade.shape = gfMakeRectangle((gfVec2){0.9f, 0.4f}, (gfVec2){0.25f, 0.004f}, 0.05f * (float)i);
        id = GF_IS_NULL(id) ? gfFluid_AddSolid(fluid, &blade) : id;
        assert_false(GF_IS_NULL(id));
        assert_true(gfFluid_SetSolid(fluid, id, &blade));
        Flow_Steps(fluid, 1);
    }
    return fluid;
}

TEST(testRunsOfEverythingAreIdentical)
{
    gfFluid *a = runEverything(*state), *b = runEverything(*state);
    assert_true(Flow_SameBytes(a, b));
    Flow_ExpectBetween("there is a flow", Flow_Measure(a).speedMax, 0.1, 20.0);
}
