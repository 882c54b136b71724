// The scenes ported from LiquidFun's testbed: as much water as they are to have, none lost or outside, nothing waited
// for, no energy out of nothing.
#include "support/particles.h"

#include "from_liquidfun/port.h"

#define FRAME_TIME (1.0f / 60.0f)
#define GRAVITY 4.0

static gfParticle particles[PARTICLES_MAX];

static gfFluid *run(const Port *port, const Fixture *fixture, int frames)
{
    gfFluid *fluid = MADE(port->begin(fixture->device));
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    for (int i = 0; i < frames; i++) {
        assert_true(port->frame == NULL || port->frame(fluid, FRAME_TIME));
        assert_true(gfFluid_Step(fluid, FRAME_TIME));
    }
    assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
    return fluid;
}

TEST(testDam)
{
    int count = Particles_Read(run(&dam, *state, 30), particles);
    double x = (double)Particles_GetMiddle(particles, count).x, energy = 0.0, front = -2.0;
    for (int i = 0; i < count; i++) {
        const gfParticle *p = &particles[i]; // energy: J/kg, per particle
        double vx = (double)p->velocity.x, vy = (double)p->velocity.y;
        energy += (0.5 * (vx * vx + vy * vy) + GRAVITY * (double)p->position.y) / count;
        front = fmax(front, (double)particles[i].position.x);
    }
    Flow_ExpectNear("particles", count / (1.6 * 2.0 / (0.0375 * 0.0375)), 1.0, 0.04);
    Flow_ExpectBetween("middle, m", x, -1.15, -0.8);
    Flow_ExpectBetween("front, m", front, 0.0, 2.0);
    Flow_ExpectBetween("energy over that at first", energy / GRAVITY, 0.8, 1.01);
}

TEST(testWaveMachine)
{
    int frames = 40;
    int count = Particles_Read(run(&wave_machine, *state, frames), particles);
    double expected = 1.8 * 1.8 / (0.0375 * 0.0375);
    assert_true(fabs(count - expected) < 0.04 * expected);
    double angle = 0.05 * 3.14159265 * sin((double)((float)frames * FRAME_TIME));
    for (int i = 0; i < count; i++) {
        double x = (double)particles[i].position.x, y = (double)particles[i].position.y - 1.0;
        double along = x * cos(angle) + y * sin(angle), up = y * cos(angle) - x * sin(angle);
        fail_if(fabs(along) > 1.96 || fabs(up) > 0.96, "particle %d is at (%.3f, %.3f) of the box", i, along, up);
    }
}

// Two discs and a block fall freely: what they do to each other moves no centre of mass.
TEST_CI(testBlobs)
{
    const Port *const both[] = {&elastic, &rigid};
    double disc = 3.14159265 * 0.25, block = 2.0, area = 2.0 * disc + block, time = 0.25;
    double x = (-disc + block) / area, y = (2.0 * disc * 3.0 + block * 4.0) / area - 0.5 * GRAVITY * time * time;
    for (int k = 0; k < 2; k++) {
        int count = Particles_Read(run(both[k], *state, (int)lround(time / (double)FRAME_TIME)), particles);
        gfVec2 mean = Particles_GetMiddle(particles, count);
        Flow_ExpectNear("particles", area / (0.0525 * 0.0525) / count, 1.0, 0.05);
        Flow_ExpectNear("middle along x", (double)mean.x, x, 0.02);
        Flow_ExpectNear("middle along y", (double)mean.y, y, 0.02);
    }
}

TEST_CI(testPowder)
{
    int count = Particles_Read(run(&powder, *state, 15), particles);
    gfVec2 mean = Particles_GetMiddle(particles, count);
    assert_true(fabs(count - 2.0 / (0.0375 * 0.0375)) < 0.04 * count);
    assert_true(fabsf(mean.x) < 0.01f && mean.y < 1.0f && mean.y > 0.9f);
}

TEST(testFaucet)
{
    gfParticleStats stats = Particles_Stats(run(&faucet, *state, 40));
    assert_in_range(stats.emitted, 65, 95);
    assert_int_equal(stats.live + stats.drained, stats.emitted);
}

TESTS_START_FROM(Fixture_SetUpWarned, Fixture_TearDown)
