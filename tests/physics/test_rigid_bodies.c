// Rigid bodies in fluids: how deep they float, what they push, how they rest on each other.
#include "support/floating.h"
#include "support/particles.h"
#include "support/shallow.h"

static double getSpeed(const gfRigidBodyState *s)
{
    return (double)hypotf(s->velocity.x, s->velocity.y);
}

// A crate of a density, kg/m^3, let go a little too high in particles `spacing` m apart.
static void expectFloats(Fixture *f, double spacing, double density)
{
    double half = 0.12, share = density / 1000.0, y = 0.5 + half * (1.0 - 2.0 * share) + 0.03;
    double wide = half + 0.5 * spacing;
    gfFluid *fluid = Floating_MakeParticleTank(f, spacing, 1.0f / 60.0f);
    gfRigidBodyId id = Floating_AddCrate(fluid, 0.5, y, half, density);
    Floating_PourParticles(fluid, spacing, 0.5, 0.5 - wide, 0.5 + wide, y - wide, y + wide);
    Floating_Expect("particles", fluid, id, half, share, 0.05);
}

TEST_ALL(testFloatsInParticles)
{
    expectFloats(*state, 0.02, 500.0);
    expectFloats(*state, 0.014, 750.0);
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

// Forces come late, and out of the water a raft weighs a tenth of what it moves along: one beside a dive was thrown
// into the sky (2.4 m up, at 20 m/s) by what had been measured below.
TEST_CI(testRaftBesideADiveStaysNearTheWater)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_WATER, 64, 56, 1.0f / 12.0f);
    def.fixedStep = 1.0f / 180.0f;
    def.water.gravity = (gfVec2){0.0f, -9.81f};
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
