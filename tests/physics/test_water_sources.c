// What brings water in and takes it out: filling to a level, sources, the sides of the domain; and frames that turn.
#include "support/water.h"

#define GRAVITY 9.81

static gfFluid *makeBox(Fixture *fixture, int cells)
{
    return Flow_MakeOf(fixture, Water_Def(cells, cells, 1.0));
}

static gfFluid *makePool(Fixture *fixture, int cells, double level)
{
    gfFluid *fluid = makeBox(fixture, cells);
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)level));
    return fluid;
}

// Area that so many particles take at rest, m^2.
static double areaOf(gfFluid *fluid, double particles)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    return particles * (double)def.cellSize * (double)def.cellSize / def.water.particlesPerCell;
}

static double areaOfAll(gfFluid *fluid)
{
    return areaOf(fluid, Particles_Stats(fluid).live);
}

static gfVec2 meanPlace(gfFluid *fluid)
{
    WaterParticles p = Water_Read(fluid);
    double x = 0.0, y = 0.0;
    for (int i = 0; i < p.count; i++) {
        x += (double)p.list[i].position.x;
        y += (double)p.list[i].position.y;
    }
    return (gfVec2){(float)(x / p.count), (float)(y / p.count)};
}

// Height of water over a flat floor, from the particles' mean height; m.
static double levelOf(gfFluid *fluid)
{
    return 2.0 * (double)meanPlace(fluid).y;
}

// The largest speed in a second of 60 steps, over that of long waves of `depth` m.
static double fastestInASecond(gfFluid *fluid, double depth)
{
    double fastest = 0.0;
    for (int i = 0; i < 15; i++) {
        Flow_Steps(fluid, 4);
        fastest = fmax(fastest, Water_Fastest(fluid, 1.0));
    }
    return fastest / sqrt(GRAVITY * depth);
}

// --- filling ---------------------------------------------------------------------------------------------------------

TEST(testFillsToLevel)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        double h = 1.0 / cells, level = 0.5 + 0.37 * h;
        gfFluid *fluid = makePool(*state, cells, level);
        Flow_ExpectNear("area", areaOfAll(fluid), level, 0.005 * level);
        Flow_ExpectBetween("fastest after filling", fastestInASecond(fluid, level), 0.0, 0.02);
        Flow_ExpectNear("level, cells", (levelOf(fluid) - level) / h, 0.0, 0.02);
        assert_true(gfFluid_FillToLevel(fluid, NULL, (float)level));
        Flow_ExpectNear("area after filling what is full", areaOfAll(fluid), level, 0.005 * level);
        assert_true(gfFluid_FillToLevel(fluid, NULL, (float)level + 0.2f));
        Flow_ExpectNear("area after raising it", areaOfAll(fluid), level + 0.2, 0.01);
    }
}

// Gravity points to the left, then aslant; a shape; a solid.
TEST_CI(testFillsParts)
{
    for (int cells = 32; cells <= 48; cells += 16) {
        gfFluidDef def = Water_Def(cells, cells, 1.0);
        def.water.gravity = (gfVec2){-9.81f, 0.0f};
        gfFluid *fluid = Flow_MakeOf(*state, def);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.503f));
        Flow_ExpectNear("area at the left", areaOfAll(fluid), 0.503, 0.0025);
        Flow_ExpectBetween("fastest at the left", fastestInASecond(fluid, 0.5), 0.0, 0.02);
        Flow_ExpectNear("distance from the left", 2.0 * (double)meanPlace(fluid).x, 0.503, 0.002);
        def.water.gravity = (gfVec2){-5.886f, -7.848f};
        fluid = Flow_MakeOf(*state, def);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.7f)); // half of the box lies below
        Flow_ExpectNear("area in a corner", areaOfAll(fluid), 0.5, 0.005);
        Flow_ExpectBetween("fastest in a corner", fastestInASecond(fluid, 0.5), 0.0, 0.05);
        fluid = makeBox(*state, cells);
        const gfShape part = gfMakeRectangle((gfVec2){0.25f, 0.5f}, (gfVec2){0.125f, 0.25f}, 0.0f);
        assert_true(gfFluid_FillToLevel(fluid, &part, 0.5f));
        Flow_ExpectNear("area in a shape", areaOfAll(fluid), 0.0625, 0.0004);
        fluid = makeBox(*state, cells);
        Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.503f));
        double around = 0.503 - PI * 0.02 - 0.4 * 0.003;
        Flow_ExpectNear("area around a disc", areaOfAll(fluid), around, 0.005 * around);
    }
}

// --- sources ---------------------------------------------------------------------------------------------------------

static double gainOf(gfFluid *fluid, const gfSourceDef *def, int steps)
{
    double before = areaOfAll(fluid);
    Flow_AddEmitter(fluid, def);
    Flow_Steps(fluid, steps);
    return areaOfAll(fluid) - before;
}

// Water that comes at a rate, under the surface and in the air, has the right volume; so has what a drain takes.
TEST_CI(testRates)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluid *fluid = makePool(*state, cells, 0.5);
        gfSourceDef def = Flow_DiscSource(0.5f, 0.25f, 0.1f);
        def.mass = 2.0f;
        double rate = PI * 0.01 * 2.0, gained = gainOf(fluid, &def, 60);
        Flow_ExpectNear("poured under the surface", gained / rate, 1.0, 0.04);
        Flow_ExpectNear("level after it", levelOf(fluid), 0.5 + gained, 0.004);
        Flow_ExpectBetween("speed after it, m/s", Water_Fastest(fluid, 1.0), 0.0, 0.2);
        def.shape = gfMakeCircle((gfVec2){0.5f, 0.8f}, 0.1f);
        Flow_ExpectNear("poured by both", gainOf(fluid, &def, 60) / rate, 2.0, 0.06);
        fluid = makePool(*state, cells, 0.5);
        def.shape = gfMakeRectangle((gfVec2){0.5f, 0.0625f}, (gfVec2){0.125f, 0.0625f}, 0.0f);
        def.mass = -2.0f;
        gained = gainOf(fluid, &def, 60);
        Flow_ExpectNear("drained", gained / 0.0625, -1.0, 0.12);
        Flow_ExpectNear("level after a drain", levelOf(fluid), 0.5 + gained, 0.004);
    }
}

// A jet has the volume that goes through its shape; what is set to no mass is empty.
TEST_CI(testJets)
{
    for (int cells = 32; cells <= 64; cells *= 2) {
        gfFluid *fluid = makeBox(*state, cells);
        gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){0.125f, 0.75f}, (gfVec2){0.0625f, 0.0625f}, 0.0f));
        def.mode = GF_SOURCE_SET;
        def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
        def.mass = 1.0f;
        def.velocity.x = 1.0f;
        Flow_ExpectNear("a jet in the air", gainOf(fluid, &def, 30), 0.0625 + 0.015625, 0.002);
        fluid = makeBox(*state, cells);
        def.shape = gfMakeRectangle((gfVec2){0.0625f, 0.75f}, (gfVec2){0.0625f, 0.0625f}, 0.0f);
        Flow_ExpectNear("a jet out of a side", gainOf(fluid, &def, 30), 0.0625 + 0.015625, 0.008);
        fluid = makeBox(*state, cells);
        Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.2f, 0.7f}, (gfVec2){0.1f, 0.2f}, 0.3f));
        def.shape = gfMakeRectangle((gfVec2){0.365f, 0.73f}, (gfVec2){0.0625f, 0.0625f}, 0.3f);
        def.velocity = (gfVec2){0.955f, 0.296f};
        Flow_ExpectBetween("a jet out of a slanted wall", gainOf(fluid, &def, 20) / (0.041667 + 0.015625), 0.75, 1.05);
        fluid = makePool(*state, cells, 0.5);
        def.shape = gfMakeRectangle((gfVec2){0.5f, 0.25f}, (gfVec2){0.0625f, 0.0625f}, 0.0f);
        def.velocity = (gfVec2){0.0f, 1.0f};
        Flow_ExpectNear("a jet in full water", gainOf(fluid, &def, 30), 0.0, 0.002);
        Flow_ExpectBetween("its speed, m/s", Water_Fastest(fluid, 1.0), 0.8, 1.6);
        fluid = makePool(*state, cells, 0.5);
        def.fields = GF_SOURCE_MASS;
        def.mass = 0.0f;
        double left = 0.5;
        Flow_AddEmitter(fluid, &def);
        for (int i = 0; i < 4; i++) {
            Flow_Steps(fluid, 5);
            Flow_ExpectBetween("left by a drain", areaOfAll(fluid), 0.0, left - 0.005);
            left = areaOfAll(fluid);
        }
    }
}

// A jet whose speed swells gives what goes through its shape, too, however long it has run.
TEST_CI(testSwellingJet)
{
    gfFluidDef fluidDef = Water_Def(32, 32, 1.0);
    fluidDef.boundaries.right.kind = GF_BOUNDARY_OPEN;
    fluidDef.water.gravity = (gfVec2){0.0f, 0.0f};
    gfFluid *fluid = Flow_MakeOf(*state, fluidDef);
    gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){0.25f, 0.5f}, (gfVec2){0.0625f, 0.0625f}, 0.0f));
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    gfEmitterId id = Flow_AddEmitter(fluid, &def);
    Flow_Steps(fluid, 60 * 10);
    double before = areaOfAll(fluid), way = 0.0;
    def.mass = 1.0f;
    for (int i = 0; i < 60; i++) {
        def.velocity.x = 0.5f + 0.2f * sinf(0.1f * (float)i);
        assert_true(gfFluid_SetEmitter(fluid, id, &def));
        Flow_Steps(fluid, 1);
        way += (double)def.velocity.x / 60.0;
    }
    Flow_ExpectNear("a jet that swells", areaOfAll(fluid) - before, 0.125 * way, 0.06 * 0.125 * way);
}

TEST_CI(testStirs)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluid *fluid = makePool(*state, cells, 1.0);
        gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){1.0f, 1.0f}, 0.0f));
        def.fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
        def.angularVelocity = 1.0f;
        def.dye[0] = def.dye[3] = 1.0f;
        Flow_Pour(fluid, &def, 1);
        double spun = Water_Fastest(fluid, 1.0);
        Flow_ExpectBetween("speed of spun water, m/s", spun, 0.2, 0.8);
        Flow_ExpectNear("red", Flow_At(fluid, GF_FIELD_DYE, 0, 0.5, 0.5), 1.0, 0.05);
        Flow_ExpectNear("blue", Flow_At(fluid, GF_FIELD_DYE, 2, 0.5, 0.5), 0.0, 0.05);
        def = Flow_SourceDef(def.shape);
        def.zone.drag = 10.0f;
        Flow_AddEmitter(fluid, &def);
        Flow_Steps(fluid, 15);
        Flow_ExpectNear("slowed by a zone", Water_Fastest(fluid, 1.0) / spun, exp(-2.5), 0.04);
    }
}

// Water passes a one-way source in its direction alone, and rests behind it in the other one.
TEST_CI(testValve)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        for (int way = -1; way <= 1; way += 2) {
            gfFluid *fluid = makeBox(*state, cells);
            Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.5f, 0.65f}, (gfVec2){0.05f, 0.35f}, 0.0f));
            gfSourceDef def = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.15f}, (gfVec2){0.02f, 0.15f}, 0.0f));
            def.zone.oneWay.x = (float)way;
            Flow_AddEmitter(fluid, &def);
            const gfShape left = gfMakeRectangle((gfVec2){0.225f, 0.5f}, (gfVec2){0.225f, 0.5f}, 0.0f);
            assert_true(gfFluid_FillToLevel(fluid, &left, 0.6f));
            Flow_Steps(fluid, 60);
            WaterParticles p = Water_Read(fluid);
            int passed = 0;
            for (int i = 0; i < p.count; i++) {
                passed += (double)p.list[i].position.x > 0.52;
            }
            Flow_ExpectBetween("passed", (double)passed / p.count, way > 0 ? 0.4 : 0.0, way > 0 ? 0.9 : 0.0);
            double fastest = way < 0 ? Water_Fastest(fluid, 1.0) : 0.0;
            Flow_ExpectBetween("speed behind a shut valve, m/s", fastest, 0.0, 0.6);
        }
    }
}

// --- sides -----------------------------------------------------------------------------------------------------------

static gfFluidDef inflowDef(int cells, double speed, double level)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def.boundaries.left.inflowSpeed = (float)speed;
    def.boundaries.left.holdsLevel = level < 1.0;
    def.boundaries.left.level = (float)level;
    return def;
}

// Volume that enters, or is drawn out, by the speed and the height of the inflow; also of a parabola.
TEST(testInflow)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluid *fluid = Flow_MakeOf(*state, inflowDef(cells, 0.5, 0.3));
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f));
        double before = areaOfAll(fluid);
        Flow_Steps(fluid, 60);
        Flow_ExpectNear("entered", (areaOfAll(fluid) - before) / 0.15, 1.0, 0.01);
        fluid = Flow_MakeOf(*state, inflowDef(cells, -0.4, 0.25));
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.6f));
        before = areaOfAll(fluid);
        Flow_Steps(fluid, 60);
        Flow_ExpectNear("drawn out", (before - areaOfAll(fluid)) / 0.1, 1.0, 0.02);
        gfFluidDef def = inflowDef(cells, 0.5, 1.0);
        def.boundaries.left.inflowProfile = GF_INFLOW_PARABOLIC;
        def.boundaries.left.dye[0] = def.boundaries.left.dye[3] = 1.0f;
        fluid = Flow_MakeOf(*state, def);
        Flow_Steps(fluid, 30);
        Flow_ExpectNear("entered into air by a parabola", areaOfAll(fluid) / 0.25, 1.0, 0.02);
        Flow_ExpectNear("its colour", Flow_At(fluid, GF_FIELD_DYE, 0, 0.02, 0.5), 1.0, 0.05);
    }
}

static gfFluid *makeBasin(Fixture *fixture, int cells, gfVec2 gravity, double level)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    gfBoundary *side = gravity.y < 0.0f ? &def.boundaries.left : &def.boundaries.bottom;
    def.water.gravity = gravity;
    side->kind = GF_BOUNDARY_OPEN;
    side->holdsLevel = true;
    side->level = 0.5f;
    gfFluid *fluid = Flow_MakeOf(fixture, def);
    if (level > 0.0) {
        assert_true(gfFluid_FillToLevel(fluid, NULL, (float)level));
    }
    return fluid;
}

// A basin beside still water keeps its level, or takes it.
TEST_CI(testBasinTakesLevel)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluid *fluid = makeBasin(*state, cells, (gfVec2){0.0f, -9.81f}, 0.5);
        Flow_Steps(fluid, 60);
        Flow_ExpectNear("kept", areaOfAll(fluid), 0.5, 0.005);
        Flow_ExpectBetween("speed of what keeps its level", Water_Fastest(fluid, 1.0), 0.0, 0.1);
        fluid = makeBasin(*state, cells, (gfVec2){0.0f, -9.81f}, 0.6);
        Flow_Steps(fluid, 180);
        Flow_ExpectNear("run out", areaOfAll(fluid), 0.5, 0.01);
        fluid = makeBasin(*state, cells, (gfVec2){-9.81f, 0.0f}, 0.0);
        Flow_Steps(fluid, 300);
        Flow_ExpectNear("run in", areaOfAll(fluid), 0.5, 0.02);
    }
}

// Nothing holds water at an open side: what is above it leaves, and none comes back.
TEST_CI(testOpenSide)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluidDef def = Water_Def(cells, cells, 1.0);
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        gfFluid *fluid = Flow_MakeOf(*state, def);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.4f));
        double left = 0.4;
        for (int i = 0; i < 4; i++) {
            Flow_Steps(fluid, 15);
            Flow_ExpectBetween("left", areaOfAll(fluid), 0.0, left - 0.005);
            left = areaOfAll(fluid);
        }
        Flow_ExpectBetween("left after a second", left, 0.02, 0.2);
    }
}

// --- frames of reference ---------------------------------------------------------------------------------------------

// In a frame that turns a particle that rests in the world goes round the pivot backwards.
TEST(testDropInTurningFrame)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        const double rate = 2.0, radius = 0.3;
        gfFluidDef def = Water_Def(cells, cells, 1.0);
        def.water.gravity = (gfVec2){0.0f, 0.0f};
        def.fixedStep = 1.0f / 240.0f;
        gfFluid *fluid = Flow_MakeOf(*state, def);
        gfFrameDef frame = gfDefaultFrameDef();
        frame.pivot = (gfVec2){0.5f, 0.5f};
        frame.angularVelocity = (float)rate;
        frame.goesAlong = true;
        assert_true(gfFluid_SetFrame(fluid, &frame));
        const gfParticle drop = {.position = {0.8f, 0.5f}, .velocity = {0.0f, -(float)(rate * radius)}};
        assert_true(gfFluid_AddParticles(fluid, &drop, 1));
        Flow_Steps(fluid, 240);
        gfVec2 place = meanPlace(fluid);
        Flow_ExpectNear("x", (double)place.x, 0.5 + radius * cos(rate), 0.01);
        Flow_ExpectNear("y", (double)place.y, 0.5 - radius * sin(rate), 0.01);
    }
}

// A pool that turns about an axis in its middle swings about the parabola at which it would rest.
TEST_CI(testPoolInTurningFrame)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        const double rate = 2.0, wave = 2.0 * PI, period = 2.0 * PI / sqrt(GRAVITY * wave * tanh(wave * 0.5));
        gfFluid *fluid = makePool(*state, cells, 0.5);
        gfFrameDef frame = gfDefaultFrameDef();
        frame.pivot = (gfVec2){0.5f, 0.5f};
        frame.angularVelocity = (float)rate;
        frame.goesAlong = true;
        assert_true(gfFluid_SetFrame(fluid, &frame));
        int steps = (int)(60.0 * period + 0.5);
        double mean = 0.0;
        for (int i = 0; i < steps; i++) {
            Flow_Steps(fluid, 1);
            WaterParticles p = Water_Read(fluid);
            for (int k = 0; k < p.count; k++) {
                mean += 2.0 * cos(wave * (double)p.list[k].position.x) / steps;
            }
        }
        Flow_ExpectNear("swing", areaOf(fluid, mean) / (rate * rate / (2.0 * GRAVITY) / (PI * PI)), 1.0, 0.1);
    }
}

// --- air -------------------------------------------------------------------------------------------------------------

// Air in water that flies goes as fast.
TEST_CI(testCouples)
{
    for (int cells = 24; cells <= 48; cells *= 2) {
        gfFluidDef def = Water_Def(cells, cells, 1.0);
        def.water.gravity = (gfVec2){0.0f, 0.0f};
        gfFluid *water = Flow_MakeOf(*state, def), *air;
        def.solver = GF_SOLVER_GRID;
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        air = Flow_MakeOf(*state, def);
        gfSourceDef block = Flow_SourceDef(gfMakeRectangle((gfVec2){0.4f, 0.5f}, (gfVec2){0.2f, 0.5f}, 0.0f));
        block.mode = GF_SOURCE_SET;
        block.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
        block.mass = 1.0f;
        block.velocity.x = 0.4f;
        assert_true(gfFluid_Splat(water, &block));
        const gfCouplingDef how = gfDefaultCouplingDef();
        for (int i = 0; i < 12; i++) {
            Flow_Steps(water, 1);
            assert_true(gfFluid_Couple(air, water, &how, 1.0f / 60.0f));
            Flow_Steps(air, 1);
        }
        Flow_ExpectNear("speed of air in water", Flow_At(air, GF_FIELD_VELOCITY, 0, 0.48, 0.5), 0.4, 0.02);
    }
}
