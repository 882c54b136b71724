// Emitters that follow a body: the way between steps, masks, and the turn of the body.
#include "support/flow.h"

static gfFluid *makeRest(Fixture *fixture, int cells, float step)
{
    gfFluidDef def = Flow_Def(cells, cells, 0);
    def.fixedStep = step;
    def.maxSteps = 16;
    def.grid.thermalExpansion = 0.0f;
    return Flow_Make(fixture, &def);
}

static gfSourceDef brushAt(double x, double y)
{
    gfSourceDef def = Flow_DiscSource((float)x, (float)y, 0.04f);
    def.fields = GF_SOURCE_DYE;
    def.dye[3] = 60.0f;
    def.sweeps = true;
    return def;
}

// Least and largest dye along y = .5 from x = .2 to .8.
static void measureTrail(gfFluid *fluid, double *least, double *most)
{
    *least = 1e30;
    *most = 0.0;
    for (double x = 0.2; x <= 0.8; x += 0.01) {
        double dye = Flow_At(fluid, GF_FIELD_DYE, 3, x, 0.5);
        *least = fmin(*least, dye);
        *most = fmax(*most, dye);
    }
}

// At any speed the trail is whole, and what is put in is the rate times the time.
TEST(testTrailIsWhole)
{
    static const struct {
        float step, frame;
        int frames; // in which it goes from .1 to .9
    } runs[] = {{1 / 60.0f, 1 / 60.0f, 1},   {1 / 60.0f, 1 / 60.0f, 4},   {1 / 240.0f, 1 / 60.0f, 4},
                {1 / 60.0f, 1 / 240.0f, 16}, {1 / 60.0f, 1 / 60.0f, 100}, {1 / 60.0f, 1 / 24.0f, 3}};
    for (int i = 0; i < 6; i++) {
        gfFluid *fluid = makeRest(*state, 64, runs[i].step);
        gfSourceDef def = brushAt(0.1, 0.5);
        gfEmitterId id = Flow_AddEmitter(fluid, &def);
        assert_true(gfFluid_StepOnce(fluid)); // before which it has been nowhere
        for (int frame = 1; frame <= runs[i].frames; frame++) {
            def = brushAt(0.1 + 0.8 * frame / runs[i].frames, 0.5);
            assert_true(gfFluid_SetEmitter(fluid, id, &def) && gfFluid_Step(fluid, runs[i].frame));
        }
        double time = gfFluid_GetStepInfo(fluid).time_s, least, most;
        // The edge of a disc is soft over a cell: it holds some more than its area.
        Flow_ExpectBetween("what was put in over rate times time",
                           Flow_Integral(fluid, GF_FIELD_DYE, 3) / (60.0 * time * PI * 0.04 * 0.04), 0.98, 1.04);
        measureTrail(fluid, &least, &most);
        Flow_ExpectBetween("thinnest over thickest", least / most, 0.6, 1.0);
    }
}

// Without it an emitter acts where it is: the way between is empty.
TEST(testOthersJump)
{
    gfFluid *fluid = makeRest(*state, 64, 1.0f / 60.0f);
    gfSourceDef def = brushAt(0.1, 0.5);
    def.sweeps = false;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
    def.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.04f);
    assert_true(gfFluid_SetEmitter(fluid, id, &def) && gfFluid_Step(fluid, 1.0f / 60.0f));
    double least, most;
    measureTrail(fluid, &least, &most);
    Flow_ExpectNear("on the way", most, 0.0, 0.0);
}

// One that jumps leaves the way between empty: placed anew, also in a frame without a step, or set elsewhere before
// it has acted. From there on it sweeps.
TEST(testPlacedOnesJump)
{
    for (int kind = 0; kind < 3; kind++) {
        gfFluid *fluid = makeRest(*state, 64, 1.0f / 60.0f);
        double least, most;
        gfSourceDef def = brushAt(0.1, 0.5);
        gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
        if (kind < 2) {
            assert_true(gfFluid_StepOnce(fluid));
        }
        def = brushAt(0.9, 0.5);
        assert_true(kind < 2 ? gfFluid_PlaceEmitter(fluid, id, &def) : gfFluid_SetEmitter(fluid, id, &def));
        assert_true(gfFluid_Step(fluid, kind == 1 ? 0.001f : 1.0f / 60.0f));
        def = brushAt(0.9, 0.9);
        assert_true(gfFluid_SetEmitter(fluid, id, &def) && gfFluid_Step(fluid, 1.0f / 60.0f));
        measureTrail(fluid, &least, &most);
        Flow_ExpectNear("on the way", most, 0.0, 0.0);
        Flow_ExpectBetween("where it went next", Flow_At(fluid, GF_FIELD_DYE, 3, 0.9, 0.7), 0.05, 10.0);
    }
}

// A sword that turns by 90 degrees in one step dyes the quarter that it goes through, and no other.
TEST(testTurnIsSwept)
{
    gfFluid *fluid = makeRest(*state, 64, 1.0f / 60.0f);
    gfSourceDef def = brushAt(0.5, 0.5);
    def.shape = gfMakeCapsule((gfVec2){0.2f, 0.5f}, (gfVec2){0.8f, 0.5f}, 0.02f);
    def.mode = GF_SOURCE_SET;
    def.dye[3] = 1.0f;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
    gfFluid_Step(fluid, 1.0f / 60.0f);
    def.shape = gfMoveShape(&def.shape, (gfVec2){0.0f, 0.0f}, (float)(0.5 * PI));
    assert_true(gfFluid_SetEmitter(fluid, id, &def) && gfFluid_Step(fluid, 1.0f / 60.0f));
    for (double angle = 0.05; angle < 1.55; angle += 0.05) {
        double x = 0.25 * cos(angle), y = 0.25 * sin(angle);
        Flow_ExpectBetween("where it went", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5 + x, 0.5 + y), 0.9, 1.0);
        if (angle > 0.3 && angle < 1.3) {
            Flow_ExpectNear("where it did not", Flow_At(fluid, GF_FIELD_DYE, 3, 0.5 - y, 0.5 + x), 0.0, 1e-6);
        }
    }
}

// The velocity of a body that turns.
TEST(testSpinIsImparted)
{
    gfFluid *fluid = makeRest(*state, 64, 1.0f / 60.0f);
    gfSourceDef def = Flow_DiscSource(0.5f, 0.5f, 0.3f);
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.angularVelocity = 2.0f;
    assert_true(gfFluid_Splat(fluid, &def) && gfFluid_StepOnce(fluid));
    Flow_ExpectNear("below the centre", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.3), 0.4, 0.02);
    Flow_ExpectNear("right of it", Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.7, 0.5), 0.4, 0.02);
}

// A mask from host memory lies as the rectangle does, turned with it; a new one of the same size makes no new texture.
TEST(testMaskIsTheShape)
{
    // An L of pixels, mirrored by no axis: 8 x 8, its foot to the right and its first row at the top.
    uint8_t pixels[64] = {0};
    const gfMask mask = {pixels, 8, 8, 8};
    for (int i = 0; i < 8; i++) {
        pixels[8 * i] = pixels[8 * i + 1] = pixels[8 * 6 + i] = pixels[8 * 7 + i] = 255;
    }
    gfFluid *fluid = makeRest(fixture, 64, 1.0f / 60.0f);
    gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.25f, 0.25f}, (float)(0.5 * PI)));
    def.mode = GF_SOURCE_ADD;
    def.dye[3] = 60.0f;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
    assert_true(gfFluid_SetEmitterMask(fluid, id, &mask) && gfFluid_StepOnce(fluid));
    // Turned left its stem, which was at the left, is below, and its foot, which was below, at the right.
    Flow_ExpectNear("stem", Flow_At(fluid, GF_FIELD_DYE, 3, 0.4, 0.31), 1.0, 0.05);
    Flow_ExpectNear("foot", Flow_At(fluid, GF_FIELD_DYE, 3, 0.69, 0.6), 1.0, 0.05);
    Flow_ExpectNear("beside them", Flow_At(fluid, GF_FIELD_DYE, 3, 0.4, 0.6), 0.0, 0.01);
    gfMemoryCounts first = gfDevice_GetMemory(fixture->device);
    memset(pixels, 0, sizeof pixels);
    assert_true(gfFluid_SetEmitterMask(fluid, id, &mask) && gfFluid_StepOnce(fluid));
    Flow_ExpectNear("nothing more", Flow_At(fluid, GF_FIELD_DYE, 3, 0.4, 0.31), 1.0, 0.05);
    assert_int_equal(gfDevice_GetMemory(fixture->device).textures, first.textures);
    assert_true(gfFluid_SetEmitterMask(fluid, id, NULL) && gfFluid_StepOnce(fluid));
    Flow_ExpectNear("the whole rectangle", Flow_At(fluid, GF_FIELD_DYE, 3, 0.4, 0.6), 1.0, 0.05);
}

TEST(testBadMasks)
{
    uint8_t pixels[64] = {0};
    const gfMask good = {pixels, 8, 8, 8};
    const gfMask bad[] = {{pixels, 0, 8, 8}, {pixels, 8, -1, 8}, {pixels, 8, 8, 7}, {pixels, 1 << 20, 8, 1 << 20}};
    gfFluid *fluid = makeRest(fixture, 16, 1.0f / 60.0f);
    gfSourceDef def = brushAt(0.5, 0.5), box = def;
    box.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.0f);
    gfEmitterId disc = gfFluid_AddEmitter(fluid, &def), id = gfFluid_AddEmitter(fluid, &box);
    EXPECT_REFUSED(gfFluid_SetEmitterMask(NULL, id, &good), NULL_ARGUMENT, "fluid");
    EXPECT_REFUSED(gfFluid_SetEmitterMask(fluid, disc, &good), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    for (int i = 0; i < 4; i++) {
        EXPECT_REFUSED(gfFluid_SetEmitterMask(fluid, id, &bad[i]), OUT_OF_RANGE, "mask");
    }
    EXPECT_REFUSED(gfFluid_SetEmitterMask(fluid, id, &(gfMask){NULL, 8, 8, 8}), NULL_ARGUMENT, "mask");
    assert_true(gfFluid_SetEmitterMask(fluid, id, &good));
    EXPECT_REFUSED(gfFluid_SetEmitter(fluid, id, &def), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    assert_true(gfFluid_RemoveEmitter(fluid, id));
    EXPECT_REFUSED(gfFluid_SetEmitterMask(fluid, id, &good), BAD_HANDLE, "emitter");
}

// Particles that a fast emitter pours lie along its way, too.
TEST(testParticlesAreSwept)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_PARTICLES, 32, 32, 1.0f / 32.0f);
    def.particles.gravity.y = 0.0f;
    def.particles.spacing = 0.02f;
    def.particles.capacity = 1024;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = Flow_DiscSource(0.1f, 0.5f, 0.05f);
    source.mode = GF_SOURCE_SET;
    source.fields = GF_SOURCE_MASS;
    source.mass = 1.0f;
    source.sweeps = true;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
    assert_true(gfFluid_StepOnce(fluid));
    source.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.05f);
    assert_true(gfFluid_SetEmitter(fluid, id, &source) && gfFluid_StepOnce(fluid));
    gfParticle particles[1024];
    int count = gfFluid_ReadParticlesBlocking(fluid, particles, 1024), in[8] = {0};
    for (int i = 0; i < count; i++) {
        in[(int)fmax(fmin((double)particles[i].position.x * 8.0, 7.0), 0.0)]++;
    }
    for (int i = 1; i < 7; i++) {
        Flow_ExpectBetween("particles in an eighth", in[i], 18.0, 50.0);
    }
}

// Liquids, too: a brush that sets mass leaves a bar of it, in one step.
TEST(testLiquidsAreSwept)
{
    static const gfSolverKind solvers[] = {GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW};
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = Flow_Def(64, 64, 0);
        def.solver = solvers[i];
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSourceDef source = brushAt(0.1, 0.5);
        source.mode = GF_SOURCE_SET;
        source.fields = GF_SOURCE_MASS;
        source.mass = 0.5f;
        gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
        source.mass = 0.0f; // in the first step, which it begins from
        assert_true(gfFluid_SetEmitter(fluid, id, &source) && gfFluid_StepOnce(fluid));
        source.mass = 0.5f;
        source.shape = gfMakeCircle((gfVec2){0.9f, 0.5f}, 0.04f);
        assert_true(gfFluid_SetEmitter(fluid, id, &source) && gfFluid_StepOnce(fluid));
        for (double x = 0.1; x <= 0.9; x += 0.02) {
            Flow_ExpectBetween("on its way", Flow_At(fluid, GF_FIELD_MASS, 0, x, 0.5), 0.3, 0.6);
        }
        Flow_ExpectNear("beside it", Flow_At(fluid, GF_FIELD_MASS, 0, 0.5, 0.7), 0.0, 1e-6);
    }
}
