// One-way sources (gfZone.oneWay): what passes along them and against them. (That in water is in test_water_sources.c.)
#include "support/flow.h"
#include "support/particles.h"
#include "support/shallow.h"

static gfSourceDef valveAcross(double x, double height, double angle)
{
    // Longer than the channel is high, and half a cell thick.
    gfSourceDef def = gfDefaultSourceDef();
    float reach = (float)(0.75 * height), c = (float)cos(angle), s = (float)sin(angle);
    gfVec2 middle = {(float)x, (float)(0.5 * height)};
    def.shape = gfMakeCapsule((gfVec2){middle.x - reach * s, middle.y + reach * c},
                              (gfVec2){middle.x + reach * s, middle.y - reach * c}, 0.005f);
    def.zone.oneWay = (gfVec2){c, s};
    return def;
}

// Through the middle of a channel, towards the right, m^2/s.
static double flowThrough(gfFluid *fluid)
{
    FlowField v = Flow_Read(fluid, GF_FIELD_FACE_VELOCITY);
    double sum = 0.0;
    for (int y = 0; y < v.info.height - 1; y++) {
        sum += (double)v.values[2 * (y * v.info.width + 1)];
    }
    return sum / (v.info.height - 1);
}

static gfFluid *makeChannel(Fixture *fixture, int cells, gfScheme scheme)
{
    gfFluidDef def = Flow_Def(2 * cells, cells, 4);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    def.boundaries.bottom.kind = def.boundaries.top.kind = GF_BOUNDARY_FREE_SLIP;
    def.grid.scheme = scheme;
    return Flow_Make(fixture, &def);
}

static void push(gfFluid *fluid, float acceleration)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    def.grid.acceleration.x = acceleration;
    assert_true(gfFluid_SetDef(fluid, &def));
}

// A fluid that is pushed along a ring-shaped channel goes as it would without, and not at all the other way: at any
// angle and resolution. Areas over that of free flow.
TEST_CI(testOneWayOnly)
{
    static const double angles[] = {0.0, 0.4, 0.7854, -0.5};
    for (int i = 0; i < 4; i++) {
        gfFluid *fluid = makeChannel(*state, i < 2 ? 64 : 32, i % 2 == 0 ? GF_SCHEME_PROJECT : GF_SCHEME_REFLECT);
        gfSourceDef def = valveAcross(1.0, 1.0, angles[i]);
        Flow_AddEmitter(fluid, &def);
        double passed[2] = {0.0, 0.0}; // forwards, backwards
        for (int way = 0; way < 2; way++) {
            gfFluid_Reset(fluid);
            push(fluid, way == 0 ? 1.0f : -1.0f);
            for (int step = 0; step < 30; step++) {
                Flow_Steps(fluid, 1);
                passed[way] += flowThrough(fluid) / 60.0;
            }
        }
        double freeFlow = 0.5 * 0.5 * 0.5; // half a second at 1 m/s^2
        Flow_ExpectBetween("forwards", passed[0] / freeFlow, 0.85, 1.1);
        Flow_ExpectBetween("backwards", -passed[1] / freeFlow, -0.005, 0.02);
    }
}

// Pushed to and fro it lets through what comes along, and of what goes back only that of the step in which it turns.
TEST(testToAndFro)
{
    gfFluid *fluid = makeChannel(*state, 32, GF_SCHEME_PROJECT);
    gfSourceDef def = valveAcross(1.0, 1.0, 0.0);
    gfEmitterId id = gfFluid_AddEmitter(fluid, &def);
    double forwards = 0.0, backwards = 0.0;
    for (int step = 0; step < 120; step++) {
        push(fluid, 4.0f * cosf(0.2094395f * (float)step)); // a period is half a second
        Flow_Steps(fluid, 1);
        double flow = flowThrough(fluid);
        *(flow > 0.0 ? &forwards : &backwards) += flow / 60.0;
    }
    Flow_ExpectBetween("forwards, m^2", forwards, 0.2, 2.0);
    Flow_ExpectBetween("leak over what passed", -backwards / forwards, 0.0, 0.03);
    assert_true(gfFluid_RemoveEmitter(fluid, id)); // then it goes back
    push(fluid, -4.0f);
    Flow_Steps(fluid, 30);
    Flow_ExpectBetween("without it, m^2/s", flowThrough(fluid), -3.0, -1.0);
}

SHALLOW_HEIGHT(ground, 0.0)
SHALLOW_HEIGHT(highLeft, x < 0.5 ? 0.2 : 0.1)
SHALLOW_HEIGHT(highRight, highLeft(1.0 - x, y))

static double volumeRight(gfFluid *fluid)
{
    FlowField depth = Flow_Read(fluid, GF_FIELD_MASS);
    double sum = 0.0;
    for (int i = 0; i < depth.info.width * depth.info.height; i++) {
        sum += i % depth.info.width >= depth.info.width / 2 ? (double)depth.values[i] : 0.0;
    }
    return sum / (depth.info.width * depth.info.height);
}

// Water that is higher on the right stays there, and what comes from the left does not go back.
// A domain that moves past a valve leaves nothing of it behind, also where no solid moves with it.
TEST(testIsLeftBehind)
{
    gfFluidDef def = Flow_Def(64, 32, 4);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef valve = valveAcross(1.0, 1.0, 0.0);
    Flow_AddEmitter(fluid, &valve);
    push(fluid, -1.0f);
    Flow_Steps(fluid, 10);
    const double held = flowThrough(fluid);
    assert_true(gfFluid_Scroll(fluid, 48, 0));
    Flow_Steps(fluid, 10);
    assert_true(fabs(held) < 1e-3 && flowThrough(fluid) < -0.1);
}

TEST(testShallowWaterIsHeld)
{
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = Shallow_Def(64, 8, 1.0 / 64.0);
        gfFluid *fluid = Shallow_Make(*state, &def, ground, i < 2 ? highRight : highLeft);
        gfSourceDef valve = valveAcross(0.5, 8.0 / 64.0, i % 2 == 0 ? 0.0 : 0.4);
        Flow_AddEmitter(fluid, &valve);
        double before = volumeRight(fluid), most = before;
        for (int step = 0; step < 60; step++) {
            Flow_Steps(fluid, 1);
            double now = volumeRight(fluid);
            if (i % 2 == 0) { // its cells are on one side each
                Flow_ExpectBetween("what went back", most - now, -1.0, 1e-6);
            }
            most = fmax(most, now);
        }
        if (i == 0) {
            Flow_ExpectNear("held", volumeRight(fluid), before, 1e-6);
        } else if (i == 2) {
            Flow_ExpectBetween("came through", volumeRight(fluid) - before, 0.02, 0.05);
        }
    }
}

// A pool falls on a platform that lets up but not down, and stays; turned over, it falls through.
TEST_CI(testParticlesAreHeld)
{
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = Flow_DefOf(GF_SOLVER_PARTICLES, 32, 32, 1.0f / 32.0f);
        def.particles.spacing = 0.025f;
        def.particles.capacity = 512;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfParticle particles[400];
        int count = Particles_FillRectangle(particles, 0.1, 0.6, 0.8, 0.2, 0.025, 0.1);
        assert_in_range(count, 100, 400);
        assert_true(gfFluid_AddParticles(fluid, particles, count));
        gfSourceDef valve = gfDefaultSourceDef();
        double slant = i == 1 ? 0.15 : 0.0;
        valve.shape = gfMakeCapsule((gfVec2){-0.2f, (float)(0.4 - slant)}, (gfVec2){1.2f, (float)(0.4 + slant)}, 0.01f);
        valve.zone.oneWay = (gfVec2){(float)(-2.0 * slant), i == 2 ? -1.4f : 1.4f};
        Flow_AddEmitter(fluid, &valve);
        Flow_Steps(fluid, 90);
        int above = 0, now = gfFluid_ReadParticlesBlocking(fluid, particles, 400);
        for (int k = 0; k < now; k++) {
            double level = 0.4 + slant * ((double)particles[k].position.x - 0.5) / 0.7;
            above += (double)particles[k].position.y > level ? 1 : 0;
        }
        Flow_ExpectBetween("share above", above / (double)count, i == 2 ? 0.0 : 1.0, i == 2 ? 0.1 : 1.0);
    }
}
