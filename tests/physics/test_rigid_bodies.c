// Rigid bodies in fluids: how deep they float, what they push, how they rest on each other.
#include "support/floating.h"
#include "support/gaussian.h"
#include "support/particles.h"
#include "support/shallow.h"

#define G FLOATING_GRAVITY // m/s^2

static double getSpeed(const gfRigidBodyState *s)
{
    return (double)hypotf(s->velocity.x, s->velocity.y);
}

// A crate of a density, kg/m^3, let go a little too high. `fineness`: cells a metre, or how far particles are apart, m.
static void expectFloats(Fixture *f, bool particles, double fineness, float step, double density)
{
    double half = 0.12, share = density / 1000.0, y = 0.5 + half * (1.0 - 2.0 * share) + 0.03;
    gfFluid *fluid =
        particles ? Floating_MakeParticleTank(f, fineness, step) : Floating_MakeTank(f, (int)fineness, step);
    gfRigidBodyId id = Floating_AddCrate(fluid, 0.5, y, half, density);
    if (particles) {
        double wide = half + 0.5 * fineness;
        Floating_PourParticles(fluid, fineness, 0.5, 0.5 - wide, 0.5 + wide, y - wide, y + wide);
    } else {
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    }
    Floating_Expect(particles ? "particles" : "Gaussian", fluid, id, half, share, particles ? 0.05 : 0.06 * share);
}

TEST_CI(testHalfFloats)
{
    expectFloats(*state, false, 48, 1.0f / 128.0f, 500.0);
}

// In particles, too; lighter and heavier, on finer grids and in other steps.
TEST_ALL(testOthersFloat)
{
    expectFloats(*state, true, 0.02, 1.0f / 60.0f, 500.0);
    expectFloats(*state, false, 48, 1.0f / 96.0f, 250.0);
    expectFloats(*state, false, 72, 1.0f / 144.0f, 750.0);
    expectFloats(*state, true, 0.014, 1.0f / 60.0f, 750.0);
}

TEST_ALL(testHeavySinksLightRises)
{
    gfFluid *fluid = Floating_MakeTank(*state, 48, 1.0f / 96.0f);
    gfRigidBodyId heavy = Floating_AddCrate(fluid, 0.3, 0.45, 0.06, 2500.0),
                  light = Floating_AddCrate(fluid, 0.7, 0.2, 0.06, 100.0);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    Flow_Steps(fluid, 700);
    Flow_ExpectBetween("height of the heavy one, m", (double)Floating_GetState(fluid, heavy).position.y, 0.05, 0.09);
    assert_true(Floating_GetState(fluid, heavy).grounded);
    Flow_ExpectBetween("height of the light one, m", (double)Floating_GetState(fluid, light).position.y, 0.5, 0.6);
}

TEST(testStackRests)
{
    gfFluid *fluid = Floating_MakeTank(*state, 32, 1.0f / 60.0f);
    gfRigidBodyId ids[3];
    for (int i = 0; i < 3; i++) {
        ids[i] = Floating_AddCrate(fluid, 0.5 + 0.01 * i, 0.1 + 0.21 * i, 0.1, 500.0);
    }
    Flow_Steps(fluid, 200);
    gfRigidBodyState before[3];
    for (int i = 0; i < 3; i++) {
        before[i] = Floating_GetState(fluid, ids[i]);
        Flow_ExpectNear("height in the stack, m", (double)before[i].position.y, 0.1 + 0.2 * i, 0.003);
        Flow_ExpectNear("leaning, radians", (double)before[i].angle, 0.0, 0.01);
    }
    Flow_Steps(fluid, 100);
    for (int i = 0; i < 3; i++) {
        gfRigidBodyState s = Floating_GetState(fluid, ids[i]);
        gfVec2 from = before[i].position;
        Flow_ExpectNear("creeping, m", (double)hypotf(s.position.x - from.x, s.position.y - from.y), 0.0, 1e-3);
        Flow_ExpectNear("speed at rest, m/s", getSpeed(&s), 0.0, 2e-3);
    }
}

TEST_ALL(testRaftCarries)
{
    gfFluid *fluid = Floating_MakeTank(*state, 40, 1.0f / 80.0f);
    gfRigidBodyDef raft = Floating_GetCrate(0.5f, 0.5f, 0.1f, 300.0f);
    raft.shape = gfMakeRectangle((gfVec2){0.5f, 0.51f}, (gfVec2){0.25f, 0.04f}, 0.0f);
    gfRigidBodyId ids[2] = {Floating_Add(fluid, &raft), Floating_AddCrate(fluid, 0.5, 0.605, 0.05, 400.0)};
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    Flow_Steps(fluid, 480);
    gfRigidBodyState under = Floating_GetState(fluid, ids[0]), over = Floating_GetState(fluid, ids[1]);
    double level = 0.5 * (Floating_GetLevel(fluid, 0.03, 0.12) + Floating_GetLevel(fluid, 0.88, 0.97));
    Flow_ExpectBetween("the crate over the raft, m", (double)over.position.y - (double)under.position.y, 0.07, 0.12);
    Flow_ExpectBetween("aside, m", fabs((double)over.position.x - (double)under.position.x), 0.0, 0.15);
    // 0.04 m^2 of 300 and 0.01 of 400: 0.016 m^2 under water, of a raft 0.5 m wide.
    Flow_ExpectBetween("the raft's draft, m", level - ((double)under.position.y - 0.04), 0.022, 0.045);
}

// Forces come late, and out of the water a raft weighs a tenth of what it moves along: one beside a dive was thrown
// into the sky (2.4 m up, at 20 m/s) by what had been measured below.
TEST_CI(testRaftBesideADiveStaysNearTheWater)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GAUSSIAN, 64, 56, 1.0f / 12.0f);
    def.fixedStep = 1.0f / 180.0f;
    def.gaussian.gravity = (gfVec2){0.0f, -9.81f};
    gfFluid *fluid = Flow_Make(*state, &def);
    gfRigidBodyDef raft = Floating_GetCrate(0.0f, 0.0f, 0.1f, 250.0f), diver = raft;
    raft.shape = gfMakeRectangle((gfVec2){3.4f, 2.1f}, (gfVec2){1.3f, 0.2f}, 0.0f);
    diver.shape = gfMakeCapsule((gfVec2){1.0f, 3.2f}, (gfVec2){1.0f, 3.9f}, 0.3f);
    diver.density = 600.0f;
    diver.inertia = 1e9f;
    diver.velocity = (gfVec2){0.0f, -6.0f};
    gfRigidBodyId id = Floating_Add(fluid, &raft);
    Floating_Add(fluid, &diver);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 2.1f));
    double highest = 0.0, fastest = 0.0;
    for (int i = 0; i < 400; i++) {
        Flow_Steps(fluid, 1);
        gfRigidBodyState s = Floating_GetState(fluid, id);
        highest = fmax(highest, (double)s.position.y - 2.1);
        fastest = fmax(fastest, (double)s.velocity.y);
    }
    Flow_ExpectBetween("the raft above the water, m", highest, 0.0, 0.8);
    Flow_ExpectBetween("its speed upwards, m/s", fastest, 0.0, 3.0);
}

TEST_CI(testSpinStirs)
{
    gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(64, 64, 2));
    gfRigidBodyDef bar = Floating_GetCrate(0.5f, 0.5f, 0.1f, 1000.0f);
    bar.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.03f}, 0.0f);
    bar.angularVelocity = 4.0f;
    gfRigidBodyId id = Floating_Add(fluid, &bar);
    Flow_Steps(fluid, 60);
    gfRigidBodyState s = Floating_GetState(fluid, id);
    Flow_ExpectBetween("it turns slower, 1/s", (double)s.angularVelocity, 0.2, 3.5);
    FlowField v = Flow_Read(fluid, GF_FIELD_VELOCITY);
    double spin = 0.0;
    for (int i = 0; i < v.info.width * v.info.height; i++) {
        double x = (i % v.info.width + 0.5) / 64.0 - 0.5, y = (i / v.info.width + 0.5) / 64.0 - 0.5;
        spin += x * (double)v.values[2 * i + 1] - y * (double)v.values[2 * i];
    }
    Flow_ExpectBetween("angular momentum of the fluid", spin / 4096.0, 1e-3, 1.0);
    Flow_ExpectNear("it stays where it is, m", (double)hypotf(s.position.x - 0.5f, s.position.y - 0.5f), 0.0, 0.05);
}

TEST_ALL(testThrownStays)
{
    gfFluid *fluid = Floating_MakeTank(*state, 48, 1.0f / 96.0f);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f));
    gfRigidBodyId ids[4];
    for (int i = 0; i < 4; i++) {
        gfRigidBodyDef def = Floating_GetCrate(0.2f + 0.2f * (float)i, 0.7f, 0.05f, 500.0f);
        def.velocity = (gfVec2){i % 2 == 0 ? 300.0f : -5000.0f, -4000.0f};
        def.angularVelocity = 1000.0f;
        def.restitution = 0.8f;
        ids[i] = Floating_Add(fluid, &def);
    }
    for (int i = 0; i < 200; i++) {
        Flow_Steps(fluid, 1);
        for (int k = 0; k < 4; k++) {
            assert_false(Floating_GetState(fluid, ids[k]).outside);
        }
    }
    for (int k = 0; k < 4; k++) {
        gfRigidBodyState s = Floating_GetState(fluid, ids[k]);
        Flow_ExpectBetween("speed in the end, m/s", getSpeed(&s), 0.0, 2.0);
    }
    Flow_Measure(fluid);
}

// What gfQuery tells of a solid in a particle fluid: at rest the weight it displaces, particles' distance included.
TEST_ALL(testLoadsOfParticles)
{
    const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS};
    for (int i = 0; i < 2; i++) {
        const double spacing = 0.02, radius = 0.12, g = 2.0;
        gfFluidDef def = Particles_Def(1.0, 1.0, spacing);
        def.gridWidth = def.gridHeight = 64;
        def.cellSize = 1.0f / 64.0f;
        def.particles.gravity = (gfVec3){0.0f, -(float)g, 0.0f};
        def.particles.search = searches[i];
        def.particles.drag = 2.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidId disc = Flow_AddDisc(fluid, 0.5f, 0.3f, (float)radius);
        Floating_PourParticles(fluid, spacing, 0.7, 0.37, 0.63, 0.17, 0.43);
        Flow_Steps(fluid, 100);
        gfQuery *query = Flow_AskAbout(fluid, disc);
        Flow_Steps(fluid, 30);
        gfQueryAnswer answer = Flow_Ask(query);
        double weight = PI * radius * radius * g * answer.elapsed_s;
        const gfSolidAnswer *s = &answer.solids[0];
        Flow_ExpectBetween("lift", (double)s->impulse.y / weight, 1.0, 1.2);
        Flow_ExpectNear("across", (double)s->impulse.x / weight, 0.0, 0.05);
        Flow_ExpectNear("torque", (double)s->angularImpulse / (weight * radius), 0.0, 0.01);
    }
}

// Water 0.3 m deep that flows at 0.5 m/s along a level channel.
TEST(testDriftsInShallow)
{
    gfFluidDef def = Shallow_Def(96, 32, 0.05);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfRigidBodyDef log = gfDefaultRigidBodyDef();
    log.shape = gfMakeCapsule((gfVec2){0.8f, 0.8f}, (gfVec2){1.1f, 0.8f}, 0.06f);
    log.height = 0.12f;
    gfRigidBodyId id = Floating_Add(fluid, &log);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f));
    gfSourceDef push = Flow_SourceDef(gfMakeRectangle((gfVec2){2.4f, 0.8f}, (gfVec2){5.0f, 5.0f}, 0.0f));
    push.fields = GF_SOURCE_VELOCITY;
    push.velocity = (gfVec2){0.5f, 0.0f};
    Flow_Pour(fluid, &push, 1);
    gfFluidStats before = Flow_Measure(fluid);
    Flow_Steps(fluid, 299);
    gfRigidBodyState s = Floating_GetState(fluid, id);
    gfFluidStats after = Flow_Measure(fluid);
    Flow_ExpectBetween("speed of a log, m/s", (double)s.velocity.x, 0.3, 0.52);
    Flow_ExpectNear("its draft over its height", (double)s.submerged, 0.5, 0.02);
    Flow_ExpectNear("level, m", (double)s.level, 0.3, 0.01);
    double lost = 1000.0 * (before.momentum[0] - after.momentum[0]), gained = (double)s.mass * (double)s.velocity.x;
    Flow_ExpectNear("momentum that the water gave over what the log has", lost / gained, 1.0, 0.2);
    assert_false(s.grounded);
}

SHALLOW_HEIGHT(ofBank, fmax(0.4 * (x - 1.0), 0.0))
SHALLOW_HEIGHT(ofSea, 0.2)

// Thrown at a bank it runs aground there, and does not go through it.
TEST_CI(testGroundsOnBank)
{
    gfFluidDef def = Shallow_Def(64, 24, 0.05);
    gfFluid *fluid = Shallow_Make(*state, &def, ofBank, ofSea);
    gfRigidBodyDef raft = Floating_GetCrate(0.6f, 0.6f, 0.15f, 500.0f);
    raft.height = 0.1f;
    raft.friction = 0.8f;
    raft.velocity = (gfVec2){2.5f, 0.0f};
    gfRigidBodyId id = Floating_Add(fluid, &raft);
    Flow_Steps(fluid, 240);
    gfRigidBodyState s = Floating_GetState(fluid, id);
    Flow_ExpectBetween("where it stopped, m", (double)s.position.x, 1.0, 1.9);
    Flow_ExpectBetween("speed, m/s", getSpeed(&s), 0.0, 0.1);
}

// Two runs of the same steps are the same to the last bit, though one host reads and waits between them.
TEST_ALL(testRepeats)
{
    gfRigidBodyState ends[2];
    for (int run = 0; run < 2; run++) {
        gfFluid *fluid = Floating_MakeTank(fixture, 32, 1.0f / 60.0f);
        gfRigidBodyDef def = Floating_GetCrate(0.4f, 0.6f, 0.12f, 400.0f);
        def.angularVelocity = 1.0f;
        gfRigidBodyId id = Floating_Add(fluid, &def);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
        for (int i = 0; i < 90; i++) {
            Flow_Steps(fluid, 1);
            if (run == 1) {
                fixture->gl.Finish();
            }
        }
        ends[run] = Floating_GetState(fluid, id);
    }
    assert_memory_equal(&ends[0].position, &ends[1].position, sizeof ends[0].position);
    assert_memory_equal(&ends[0].velocity, &ends[1].velocity, sizeof ends[0].velocity);
    assert_true(ends[0].angle == ends[1].angle);
}

TEST_ALL(testHundred)
{
    gfFluid *fluid = Floating_MakeTank(fixture, 64, 1.0f / 60.0f);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.25f));
    gfRigidBodyId ids[100];
    for (int i = 0; i < 100; i++) {
        gfRigidBodyDef def =
            Floating_GetCrate(0.06f + 0.09f * (float)(i % 10), 0.35f + 0.06f * (float)(i / 10), 0.02f, 600.0f);
        gfVec2 at = {def.shape.a.x, def.shape.a.y};
        const gfVec2 corners[3] = {{at.x - 0.02f, at.y - 0.02f}, {at.x + 0.02f, at.y - 0.02f}, {at.x, at.y + 0.02f}};
        def.shape = i % 4 == 0   ? gfMakeCircle(at, 0.02f)
                    : i % 4 == 1 ? gfMakeCapsule(at, (gfVec2){at.x + 0.03f, at.y}, 0.012f)
                    : i % 4 == 2 ? gfMakePolygon(corners, 3)
                                 : def.shape;
        ids[i] = Floating_Add(fluid, &def);
    }
    Flow_Steps(fluid, 30);
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    Flow_Steps(fluid, 30);
    gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
    assert_memory_equal(&before, &after, sizeof before);
    assert_true(gfDevice_GetWaits(fixture->device) == waits);
    for (int i = 0; i < 100; i++) {
        gfRigidBodyState s = Floating_GetState(fluid, ids[i]);
        assert_false(s.outside);
        Flow_ExpectBetween("speed of one of a hundred, m/s", getSpeed(&s), 0.0, 3.0);
    }
    for (int i = 0; i < 100; i++) {
        assert_true(gfFluid_RemoveRigidBody(fluid, ids[i]));
    }
    Flow_Steps(fluid, 8);
}

// Bodies that crush each other: all in one place, and one between a corner and a body that the host pushes there.
TEST_ALL(testCrushedStay)
{
    static const gfVec2 places[] = {{0.5f, 0.5f}, {0.9f, 0.1f}, {0.95f, 0.95f}};
    const float radius = 0.03f, cell = 1.0f / 32.0f, most = 0.11f * cell;
    for (int i = 0; i < 4; i++) {
        bool pushed = i == 3;
        gfFluid *fluid = Floating_MakeTank(*state, 32, 1.0f / 60.0f);
        gfRigidBodyId ids[GF_RIGID_BODY_MAX], pusher = {0};
        int count = pushed ? 1 : GF_RIGID_BODY_MAX;
        for (int k = 0; k < count; k++) {
            gfRigidBodyDef def = gfDefaultRigidBodyDef();
            def.shape = gfMakeCircle(pushed ? (gfVec2){0.96f, 0.04f} : places[i], radius);
            ids[k] = Floating_Add(fluid, &def);
        }
        if (pushed) {
            gfRigidBodyDef def = Floating_GetCrate(0.7f, 0.3f, 0.15f, 500.0f);
            def.hostDriven = true;
            pusher = Floating_Add(fluid, &def);
        }
        for (int step = 0; step < 60; step++) {
            float way = fminf(0.01f * (float)step, 0.4f);
            assert_true(!pushed || gfFluid_DriveRigidBody(fluid, pusher, (gfVec2){0.7f + way, 0.3f - way}, 0.0f,
                                                          (gfVec2){0.6f, -0.6f}, 0.0f));
            Flow_Steps(fluid, 1);
            for (int k = 0; k < count; k++) {
                gfVec2 p = Floating_GetState(fluid, ids[k]).position;
                float outer = fmaxf(fmaxf(p.x, 1.0f - p.x), fmaxf(p.y, 1.0f - p.y)) + radius;
                fail_if(outer > 1.0f + most, "case %d, step %d: body %d is %g m beyond a closed side", i, step, k,
                        (double)(outer - 1.0f));
            }
        }
    }
}

// What a closed tank with three bodies near equilibrium has left of motion: the mean kinetic energy over `seconds`,
// m^4/s^2, and how uneven the surface is, cells.
static double measureMotion(gfFluid *fluid, double seconds, double *uneven)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    int looks = 8, each = (int)(seconds / (double)def.fixedStep / looks);
    double sum = 0.0, low = 1e9, high = -1e9;
    for (int i = 0; i < looks; i++) {
        Flow_Steps(fluid, each);
        sum += Flow_Measure(fluid).kineticEnergy / looks;
    }
    for (int i = 0; i < 4; i++) {
        static const double gaps[4][2] = {{0.01, 0.06}, {0.31, 0.37}, {0.63, 0.69}, {0.94, 0.99}};
        double level = Floating_GetLevel(fluid, gaps[i][0], gaps[i][1]);
        low = fmin(low, level);
        high = fmax(high, level);
    }
    *uneven = (high - low) / (double)def.cellSize;
    return sum;
}

TEST_CI(testTankComesToRest)
{
    gfFluid *fluid = Floating_MakeTank(*state, 40, 1.0f / 80.0f);
    for (int i = 0; i < 3; i++) {
        gfRigidBodyDef def = Floating_GetCrate(0.18f + 0.32f * (float)i, 0.5f, 0.08f, 300.0f + 200.0f * (float)i);
        def.inertia = 1e6f; // upright: so nothing but waves is left
        Floating_Add(fluid, &def);
    }
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    double uneven;
    Flow_Steps(fluid, 480);
    Flow_ExpectBetween("energy from 6 to 8 s", measureMotion(fluid, 2.0, &uneven), 0.0, 1e-4);
    Flow_ExpectBetween("unevenness of the surface, cells", uneven, 0.0, 1.0);
}

static gfFluid *makeChannel(Fixture *f, float gravity)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GAUSSIAN, 64, 32, 1.0f / 32.0f);
    def.fixedStep = 1.0f / 80.0f;
    def.gaussian.gravity = (gfVec2){0.0f, -gravity};
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    return Flow_Make(f, &def);
}

// Momentum along a channel without ends: what a solid is told to bear is what liquid has lost.
TEST(testPaddleGives)
{
    gfFluid *fluid = makeChannel(*state, G);
    gfSolidDef paddle = Flow_SolidDef(gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.2f}, 0.2f));
    gfSolidId id = gfFluid_AddSolid(fluid, &paddle);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
    gfQuery *query = Flow_AskAbout(fluid, id);
    paddle.velocity.x = 0.2f;
    for (int i = 0; i < 160; i++) {
        paddle.shape.a.x += 0.2f / 80.0f;
        assert_true(gfFluid_SetSolid(fluid, id, &paddle));
        Flow_Steps(fluid, 1);
    }
    gfQueryAnswer answer = Flow_Ask(query);
    double gained = Flow_Measure(fluid).momentum[0];
    Flow_ExpectBetween("momentum of the liquid, N s", 1000.0 * gained, 5.0, 100.0);
    Flow_ExpectNear("impulse on the paddle over it", (double)answer.solids[0].impulse.x / gained, -1.0, 1e-3);
}

// A crate that is pushed along a channel without ends: it and the liquid keep the momentum that it was given.
static void expectKeeps(Fixture *f, float gravity, float level)
{
    gfFluid *fluid = makeChannel(f, gravity);
    const double impulse = 10.0;
    gfRigidBodyDef def = Floating_GetCrate(0.7f, 0.5f, 0.125f, 500.0f);
    def.inertia = 1e6f;
    gfRigidBodyId id = Floating_Add(fluid, &def);
    assert_true(gfFluid_FillToLevel(fluid, NULL, level));
    Flow_Steps(fluid, 40);
    gfRigidBodyState s = Floating_GetState(fluid, id);
    double before = 1000.0 * Flow_Measure(fluid).momentum[0] + (double)(s.mass * s.velocity.x), after = 0.0;
    assert_true(gfFluid_PushRigidBody(fluid, id, (gfVec2){(float)impulse, 0.0f}, s.position));
    Flow_Steps(fluid, 192);
    const int looks = 8;
    for (int i = 0; i < looks; i++) { // what is under way from one to the other comes and goes with the sound
        Flow_Steps(fluid, 8);
        s = Floating_GetState(fluid, id);
        after += (1000.0 * Flow_Measure(fluid).momentum[0] + (double)(s.mass * s.velocity.x)) / looks;
    }
    Flow_ExpectNear("momentum that both keep, of what was given", (after - before) / impulse, 1.0, 0.15);
    Flow_ExpectBetween("the crate's own share", (double)(s.mass * s.velocity.x) / impulse, 0.0, 0.5);
}

TEST(testCratesGive)
{
    expectKeeps(*state, 0.0f, 1.0f);
    expectKeeps(*state, G, 0.5f); // which floats
}
