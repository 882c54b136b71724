// What a window of the demo decides about cells, pixels, its look, particles and time, from the times of simulated
// machines.
#include "support/testing.h"

#include "demo/fineness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a frame costs with all as fine as can be, ms, and what none of it changes.
typedef struct Machine {
    float cells, drawing, rest;
    float noise;      // share of a frame's time
    unsigned display; // its frames a second; 0: it waits for none
    float particles;
    float shade; // of the drawing, all that a plainer one leaves out
} Machine;

static uint32_t seed;

static float random01(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f;
}

static float getTime(const Machine *m, const Fineness *f)
{
    float cells = Fineness_GetShare(f, FINENESS_CELLS), drawing = Fineness_GetShare(f, FINENESS_DRAWING);
    float particles = m->particles * powf(Fineness_GetShare(f, FINENESS_PARTICLES), 1.5f);
    float shade = Fineness_GetShare(f, FINENESS_LOOK) < 1.0f ? 0.0f : m->shade;
    float time = (m->cells * cells * cells + particles + m->rest) * Fineness_GetShare(f, FINENESS_STEPS) +
                 (m->drawing + shade) * drawing * drawing;
    time *= 1.0f + m->noise * (random01() - 0.5f);
    float tick = m->display > 0 ? 1000.0f / (float)m->display : 0.0f;
    return m->display > 0 ? tick * ceilf(time / tick) : time;
}

// The changes in so many frames.
static int run(Fineness *f, const Machine *machine, int frames)
{
    int before = f->changes;
    for (int i = 0; i < frames; i++) {
        int known = f->changes;
        bool changed = Fineness_Take(f, getTime(machine, f));
        assert_int_equal(changed, f->changes != known);
    }
    return f->changes - before;
}

static Fineness beginWith(FinenessScene scene, bool weak)
{
    Fineness f;
    Fineness_Begin(&f, &scene, weak, 1280, 720);
    return f;
}

static Fineness begin(void)
{
    seed = 7u;
    return beginWith((FinenessScene){.cells = 384, .plainer = true, .slows = true}, false);
}

static void expectShares(const Fineness *f, float cells, float drawing, float steps)
{
    assert_float_equal(Fineness_GetShare(f, FINENESS_CELLS), cells, 1e-6f);
    assert_float_equal(Fineness_GetShare(f, FINENESS_DRAWING), drawing, 1e-6f);
    assert_float_equal(Fineness_GetShare(f, FINENESS_STEPS), steps, 1e-6f);
}

// One machine from the start: what changes at first, what it comes to, and that it rests there.
TEST(testWhereMachinesComeToRest)
{
    static const struct {
        const char *name;
        Machine machine;
        int frames, mostChanges;
        float cells, drawing, steps;
        bool plainer;
    } rows[] = {
        {"fast", {4.0f, 3.0f, 1.0f, 0.2f, 0, 0.0f, 0.0f}, 5000, 0, 1.0f, 1.0f, 1.0f, false},
        {"fast, 60 Hz", {14.0f, 10.0f, 2.0f, 0.2f, 60, 0.0f, 0.0f}, 5000, 0, 1.0f, 1.0f, 1.0f, false},
        {"fast, 144 Hz", {2.0f, 1.0f, 0.5f, 0.0f, 144, 0.0f, 0.0f}, 5000, 0, 1.0f, 1.0f, 1.0f, false},
        {"cells come first", {90.0f, 6.0f, 2.0f, 0.1f, 0, 0.0f, 0.0f}, 100, 1, 0.5f, 1.0f, 1.0f, false},
        {"what is no help is taken back", {3.0f, 90.0f, 2.0f, 0.04f, 0, 0.0f, 0.0f}, 400, 4, 1.0f, 0.5f, 1.0f, false},
        {"hopeless", {900.0f, 700.0f, 60.0f, 0.1f, 0, 0.0f, 700.0f}, 300, 6, 0.25f, 0.25f, 0.5f, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Fineness f = begin();
        int changes = run(&f, &rows[i].machine, rows[i].frames), later = 0;
        fail_if(changes > rows[i].mostChanges || (later = run(&f, &rows[i].machine, 5000)) != 0,
                "%s: %d changes, and %d later", rows[i].name, changes, later);
        expectShares(&f, rows[i].cells, rows[i].drawing, rows[i].steps);
        assert_int_equal(Fineness_GetShare(&f, FINENESS_LOOK) < 1.0f, rows[i].plainer);
    }
}

TEST(testPixelsComeNext)
{
    Fineness f = begin();
    const Machine machine = {90.0f, 60.0f, 2.0f, 0.1f, 0, 0.0f, 0.0f};
    assert_true(run(&f, &machine, 400) <= 4);
    assert_true(Fineness_GetShare(&f, FINENESS_CELLS) < 1.0f && Fineness_GetShare(&f, FINENESS_DRAWING) < 1.0f);
    assert_true(getTime(&machine, &f) < 36.0f);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_STEPS), 1.0f, 1e-6f);
}

// Shade goes where fewer pixels are not enough, and comes back first.
TEST(testALookThatIsPlainer)
{
    Fineness f = begin();
    const Machine machine = {4.0f, 100.0f, 2.0f, 0.04f, 0, 0.0f, 900.0f},
                  idle = {4.0f, 2.0f, 2.0f, 0.04f, 0, 0.0f, 0.0f};
    run(&f, &machine, 600);
    assert_true(Fineness_GetShare(&f, FINENESS_DRAWING) == 0.25f && Fineness_GetShare(&f, FINENESS_LOOK) < 1.0f);
    assert_true(getTime(&machine, &f) < 36.0f);
    run(&f, &idle, 130);
    assert_true(Fineness_GetShare(&f, FINENESS_DRAWING) == 0.25f && Fineness_GetShare(&f, FINENESS_LOOK) == 1.0f);
    run(&f, &idle, 2000);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
}

// A scene begins anew for fewer particles where a frame takes more than a tenth of a second, and never for more.
TEST(testFewerParticles)
{
    const Machine slow = {2.0f, 2.0f, 5.0f, 0.1f, 0, 80.0f, 0.0f}, broken = {2.0f, 2.0f, 5.0f, 0.1f, 0, 300.0f, 0.0f},
                  idle = {1.0f, 1.0f, 1.0f, 0.1f, 0, 1.0f, 0.0f};
    const FinenessScene scene = {.cells = 384, .particles = 8000, .slows = true};
    Fineness f = beginWith(scene, false);
    run(&f, &slow, 2000);
    expectShares(&f, 1.0f, 1.0f, 0.5f);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_PARTICLES), 1.0f, 1e-6f);
    f = beginWith(scene, false);
    run(&f, &broken, 2000);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_PARTICLES), 0.25f, 1e-6f);
    run(&f, &idle, 5000);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_PARTICLES), 0.25f, 1e-6f);
    f = beginWith((FinenessScene){.particles = 3000}, false);
    run(&f, &broken, 2000);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_PARTICLES), 0.7f, 1e-6f);
}

// What is in a scene grows: cells that cost nothing at first may cost the most later.
TEST(testWhatIsUselessHasAnotherChance)
{
    Fineness f = begin();
    const Machine first = {1.0f, 1.0f, 45.0f, 0.0f, 0, 0.0f, 0.0f}, later = {200.0f, 1.0f, 5.0f, 0.0f, 0, 0.0f, 0.0f};
    run(&f, &first, 200);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
    run(&f, &later, 1000);
    assert_true(Fineness_GetShare(&f, FINENESS_CELLS) < 1.0f && getTime(&later, &f) < 36.0f);
}

TEST(testWeakMachinesBeginWithLess)
{
    const Machine slow = {60.0f, 50.0f, 2.0f, 0.1f, 0, 0.0f, 0.0f}, fast = {5.0f, 5.0f, 1.0f, 0.1f, 0, 0.0f, 0.0f};
    Fineness f = beginWith((FinenessScene){.cells = 384}, true);
    expectShares(&f, 0.5f, 0.5f, 1.0f);
    assert_int_equal(run(&f, &slow, 2000), 0);
    assert_true(run(&f, &fast, 2000) <= 4);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
    Fineness_Begin(&f, &(FinenessScene){.cells = 120}, true, 400, 300);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
    f = beginWith((FinenessScene){.cells = 384, .particles = 8000, .plainer = true, .dear = true}, true);
    expectShares(&f, 0.25f, 0.25f, 1.0f);
    assert_true(Fineness_GetShare(&f, FINENESS_LOOK) < 1.0f);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_PARTICLES), 0.5f, 1e-6f);
}

// Longer steps come as soon as nothing else is left, slower ones only where frames are long indeed.
TEST(testSlowMotionIsTheLastResort)
{
    const Machine machine = {2.0f, 2.0f, 40.0f, 0.0f, 0, 0.0f, 0.0f};
    for (int slows = 0; slows <= 1; slows++) {
        Fineness f = beginWith((FinenessScene){.cells = 384, .slows = slows == 1}, false);
        run(&f, &machine, 2000);
        expectShares(&f, 1.0f, 1.0f, slows == 1 ? 1.0f : 0.5f);
    }
}

// A machine that takes a second for a frame is not left waiting for some dozen of them.
TEST(testFewFramesAreEnoughWhereTheyAreLong)
{
    Fineness f = begin();
    assert_int_equal(run(&f, &(Machine){1500.0f, 300.0f, 5.0f, 0.0f, 0, 0.0f, 0.0f}, 5), 1);
    assert_float_equal(Fineness_GetShare(&f, FINENESS_CELLS), 0.25f, 1e-6f);
}

TEST(testItDoesNotSwing)
{
    for (int cost = 20; cost < 200; cost += 3) {
        for (unsigned display = 0; display <= 60; display += 60) {
            Fineness f = begin();
            const Machine machine = {0.6f * (float)cost, 0.4f * (float)cost, 3.0f, 0.5f, display, 0.0f, 0.0f};
            run(&f, &machine, 1000);
            int changes = run(&f, &machine, 20000);
            fail_if(changes > 24, "%d changes in 20000 frames where one costs %d ms", changes, cost);
        }
    }
}

TEST(testLoadThatPasses)
{
    Fineness f = begin();
    const Machine idle = {9.0f, 6.0f, 1.0f, 0.1f, 0, 0.0f, 0.0f}, busy = {90.0f, 60.0f, 10.0f, 0.1f, 0, 0.0f, 0.0f};
    run(&f, &busy, 400);
    assert_true(Fineness_GetShare(&f, FINENESS_CELLS) < 1.0f);
    assert_true(run(&f, &idle, 3000) <= 8);
    expectShares(&f, 1.0f, 1.0f, 1.0f);
}

TEST(testSingleLongFramesDoNotCount)
{
    Fineness f = begin();
    for (int i = 0; i < 3000; i++) {
        assert_false(Fineness_Take(&f, i % 9 == 0 ? 400.0f : 16.7f));
    }
}

TEST(testPausesAndNonsenseDoNotCount)
{
    Fineness f = begin();
    for (int i = 0; i < 3000; i++) {
        if (i % 20 == 0) {
            Fineness_Forget(&f);
        }
        assert_false(Fineness_Take(&f, 200.0f * (float)(i % 20 < 2)));
        assert_false(Fineness_Take(&f, NAN));
        assert_false(Fineness_Take(&f, -1.0f));
        assert_false(Fineness_Take(&f, INFINITY));
    }
}

TEST(testLeastSizes)
{
    const int sizes[][2] = {{1280, 720}, {640, 360}, {400, 300}, {320, 180}, {100, 80}, {720, 1280}, {1920, 1080}};
    const Machine machine = {900.0f, 900.0f, 90.0f, 0.0f, 0, 0.0f, 0.0f};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Fineness f;
        Fineness_Begin(&f, &(FinenessScene){.cells = 200, .slows = true}, false, sizes[i][0], sizes[i][1]);
        run(&f, &machine, 1000);
        float drawing = Fineness_GetShare(&f, FINENESS_DRAWING);
        assert_true(drawing == 1.0f || (drawing * (float)sizes[i][0] >= (float)FINENESS_LEAST_WIDTH &&
                                        drawing * (float)sizes[i][1] >= (float)FINENESS_LEAST_HEIGHT));
        assert_true(Fineness_GetShare(&f, FINENESS_CELLS) * 200.0f >= (float)FINENESS_LEAST_CELLS);
        // In a smaller window there is less to save.
        Fineness_Resize(&f, 320, 180);
        assert_float_equal(Fineness_GetShare(&f, FINENESS_DRAWING), 1.0f, 1e-6f);
    }
}

TEST(testWhatCannotBeChangedStays)
{
    Fineness f;
    const Machine machine = {90.0f, 60.0f, 2.0f, 0.0f, 0, 0.0f, 0.0f};
    f = beginWith((FinenessScene){.slows = true}, false);
    run(&f, &machine, 1000);
    expectShares(&f, 1.0f, 0.25f, 0.5f);
    Fineness_Refuse(&f, FINENESS_DRAWING);
    run(&f, &machine, 1000);
    expectShares(&f, 1.0f, 1.0f, 0.5f);
}

TEST(testGridsKeepTheirShape)
{
    const float shares[] = {1.0f, 17.0f / 24.0f, 0.5f, 1.0f / 3.0f, 0.25f, 0.0f, 0.0f};
    const int grids[][2] = {{384, 216}, {384, 384}, {216, 384}, {320, 240}, {371, 200}, {4, 4}, {384, 5}};
    for (size_t i = 0; i < sizeof grids / sizeof grids[0]; i++) {
        for (int j = 0; j < 5; j++) {
            int width = 0, height = 0;
            Fineness_FitGrid(grids[i][0], grids[i][1], shares[j], &width, &height);
            float shape = (float)grids[i][0] / (float)grids[i][1];
            assert_true(width >= 4 && height >= 4);
            // It is off by less than a cell.
            assert_true(fabsf((float)width - shape * (float)height) <=
                        (shape < 1.0f ? 4.0f : 0.51f * fmaxf(shape, 1.0f)));
            assert_true(grids[i][0] < 100 || fabsf((float)width / (float)grids[i][0] - shares[j]) < 0.06f ||
                        grids[i][1] < 100);
        }
    }
    int width = 0, height = 0;
    for (int j = 0; j < 5; j++) {
        Fineness_FitGrid(384, 216, shares[j], &width, &height);
        assert_int_equal(9 * width, 16 * height);
    }
}

TESTS_START_FROM(NULL, NULL)
