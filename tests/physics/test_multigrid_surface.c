// The multigrid under a free surface: what each cycle leaves of a divergence in liquids of many shapes, with solids,
// open sides and axes that wrap; steps with a cycle each; its guard, its stop, and that it repeats itself.
#include "support/basin.h"

enum { CYCLES = 20 };

static double isInPool(const Basin *b, double x, double y)
{
    return 0.5 * b->height + 0.03 * b->width * cos(PI * x / b->width) - y;
}

static double isInColumns(const Basin *b, double x, double y)
{
    return fmin(fmax(0.3 * b->width - x, x - 0.8 * b->width), 0.6 * b->height - y);
}

static double isInSplash(const Basin *b, double x, double y)
{
    double u = x / b->width, depth = b->height * (0.25 + 0.05 * sin(9.0 * u) + 0.03 * sin(23.0 * u + 1.0)) - y;
    return fmax(depth, Basin_IsInDrops(b, x, y));
}

static double isInFilm(const Basin *b, double x, double y)
{
    return 1.4 + 0.6 * sin(40.0 * x / b->width) - y;
}

static double isInAll(const Basin *b, double x, double y)
{
    (void)b, (void)x, (void)y;
    return 1.0;
}

// The surface is in the upper half of the uppermost coarse cells.
static double isUnderLid(const Basin *b, double x, double y)
{
    return b->height - 1.0 + 0.45 * sin(9.0 * x / b->width) - y;
}

static double isOutOfThreeDiscs(const Basin *b, double x, double y)
{
    static const double discs[3][3] = {{0.3, 0.2, 0.08}, {0.55, 0.3, 0.06}, {0.15, 0.45, 0.05}};
    double least = 1e9;
    for (int k = 0; k < 3; k++) {
        least = fmin(least, hypot(x - discs[k][0] * b->width, y - discs[k][1] * b->height) - discs[k][2] * b->height);
    }
    return least;
}

static const struct {
    const char *name;
    Basin as;
} cases[] = {{"half a box", {.liquid = isInPool}},
             {"two columns", {.liquid = isInColumns}},
             {"a splash", {.liquid = isInSplash}},
             {"drops", {.liquid = Basin_IsInDrops}},
             {"a splash round discs", {.liquid = isInSplash, .clear = isOutOfThreeDiscs}},
             {"a film", {.liquid = isInFilm}},
             {"a full box", {.liquid = isInAll}},
             {"a surface under the lid", {.liquid = isUnderLid}},
             {"half a box, right open", {.liquid = isInPool, .open = {0, 1, 0, 0}}},
             {"half a box, left and bottom open", {.liquid = isInPool, .open = {1, 0, 1, 0}}},
             {"a full box, right open", {.liquid = isInAll, .open = {0, 1, 0, 0}}},
             {"a full box, all open", {.liquid = isInAll, .open = {1, 1, 1, 1}}},
             {"half a box with a coupling to 0", {.liquid = isInPool, .alpha = 0.01f}}};

static Basin makeCase(Fixture *fixture, Basin b, int width, int height)
{
    uint32_t seed = b.seed = 1;
    b.width = width;
    b.height = height;
    b.drops = 40;
    for (int k = 0; k < b.drops; k++) {
        double size = Basin_Random(&seed);
        b.drop[k].x = Basin_Random(&seed) * width;
        b.drop[k].y = (0.3 + 0.65 * Basin_Random(&seed)) * height;
        b.drop[k].radius = 0.9 * (0.7 + 4.0 * size * size) * fmax(1.0, width / 128.0);
    }
    Basin_Make(&b, fixture);
    return b;
}

// Residuals after each cycle; the first is 1.
static void residualsOf(Basin *b, double residuals[CYCLES + 1])
{
    residuals[0] = 1.0;
    for (int i = 1; i <= CYCLES; i++) {
        gfMultigridSolve solve = Basin_Solve(b, 1, i > 1 ? 1.0f : 0.0f);
        Basin_Run(b, &solve);
        residuals[i] = Basin_Residual(b);
    }
}

// What a cycle leaves of the residual, in the mean from the third on, until rounding limits it.
static double laterFactor(const double residuals[CYCLES + 1])
{
    int last = 3;
    while (last < CYCLES && residuals[last] > 2e-4) {
        last++;
    }
    return pow(residuals[last] / residuals[2], 1.0 / (last - 2));
}

static void expectCycles(const char *name, Basin *b)
{
    static const struct {
        int cycle;
        double bound;
    } bounds[] = {{1, 0.12}, {2, 0.02}, {6, 4e-4}, {CYCLES, 2e-4}};
    double residuals[CYCLES + 1];
    residualsOf(b, residuals);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        Flow_ExpectBetween(Flow_Text("%s, %d x %d, after cycle %d", name, b->width, b->height, bounds[i].cycle),
                           residuals[bounds[i].cycle], 0.0, bounds[i].bound);
    }
    Flow_ExpectBetween(Flow_Text("%s, %d x %d, later factor", name, b->width, b->height), laterFactor(residuals), 0.0,
                       0.45);
}

TEST(testCyclesConverge)
{
    static const int sizes[][2] = {{48, 48}, {64, 64}, {97, 65}, {128, 72}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            Basin b = makeCase(fixture, cases[i].as, sizes[k][0], sizes[k][1]);
            expectCycles(cases[i].name, &b);
            Basin_Destroy(&b);
        }
    }
}

TEST_CI(testLargeAndOddOnes)
{
    static const int sizes[][2] = {{256, 256}, {101, 75}, {130, 70}, {55, 80}, {99, 22}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            Basin b = makeCase(fixture, cases[i].as, sizes[k][0], sizes[k][1]);
            expectCycles(cases[i].name, &b);
            Basin_Destroy(&b);
        }
    }
}

TEST(testAxesThatWrap)
{
    static const Basin wraps[] = {{.liquid = isInPool, .wrapX = true},
                                  {.liquid = Basin_IsInDrops, .wrapX = true, .wrapY = true},
                                  {.liquid = isInColumns, .wrapY = true},
                                  {.liquid = isInPool, .wrapX = true, .open = {0, 0, 1, 0}},
                                  {.liquid = isInAll, .wrapX = true, .wrapY = true}};
    for (size_t i = 0; i < sizeof wraps / sizeof *wraps; i++) {
        Basin b = makeCase(fixture, wraps[i], 96, 64);
        expectCycles("wraps", &b);
        Basin_Destroy(&b);
    }
}

static void expectRandom(Fixture *fixture, uint32_t first, int count, bool all)
{
    double sums[3] = {0.0};
    int used = 0;
    for (int k = 0; k < count; k++) {
        Basin b = Basin_AtRandom(first + (uint32_t)k);
        double residuals[CYCLES + 1], most = 0.0;
        Basin_Make(&b, fixture);
        residualsOf(&b, residuals);
        for (int i = 2; i <= CYCLES; i++) {
            most = fmax(most, residuals[i] - residuals[i - 1]);
        }
        static const struct {
            int cycle;
            double bound;
        } bounds[] = {{1, 0.25}, {2, 0.15}, {CYCLES, 0.01}};
        for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
            Flow_ExpectBetween(Flow_Text("%u, kind %d, after cycle %d", b.seed, b.kind, bounds[i].cycle),
                               residuals[bounds[i].cycle], 0.0, bounds[i].bound);
        }
        Flow_ExpectBetween(Flow_Text("%u, kind %d, no cycle makes it worse", b.seed, b.kind), most, -1.0, 1e-5);
        if (residuals[1] > 0.0) { // there is liquid
            sums[0] += log(residuals[1]);
            sums[1] += log(residuals[2]);
            sums[2] += laterFactor(residuals);
            used++;
        }
        Basin_Destroy(&b);
    }
    Flow_ExpectBetween("cycle 1, mean", exp(sums[0] / used), 0.0, all ? 0.055 : 0.06);
    Flow_ExpectBetween("cycle 2, mean", exp(sums[1] / used), 0.0, all ? 0.005 : 0.006);
    Flow_ExpectBetween("later factor, mean", sums[2] / used, 0.0, 0.25);
}

TEST(testRandomSurfaces)
{
    expectRandom(fixture, 1, 60, false);
}

TEST_CI(testManyRandomSurfaces)
{
    expectRandom(fixture, 61, 140, true);
}

// Lattices with little or nothing to coarsen. One whose periodic axis has an odd number of cells on the next level is
// only swept.
TEST(testSmallLattices)
{
    static const struct {
        Basin as;
        double bound;
    } smalls[] = {{{.width = 4, .height = 4}, 0.02},
                  {{.width = 5, .height = 4}, 0.02},
                  {{.width = 4, .height = 64}, 0.02},
                  {{.width = 8, .height = 8, .wrapX = true, .wrapY = true}, 0.02},
                  {{.width = 50, .height = 20, .wrapX = true}, 0.1},
                  {{.width = 200, .height = 5}, 0.02}};
    for (size_t i = 0; i < sizeof smalls / sizeof *smalls; i++) {
        for (int k = 0; k < 3; k++) {
            Basin b = smalls[i].as;
            double residuals[CYCLES + 1];
            b.liquid = k == 0 ? isInPool : k == 1 ? isInAll : isUnderLid;
            Basin_Make(&b, fixture);
            residualsOf(&b, residuals);
            Flow_ExpectBetween(Flow_Text("%d x %d, %d, after four cycles", b.width, b.height, k), residuals[4], 0.0,
                               smalls[i].bound);
            Basin_Destroy(&b);
        }
    }
}

// A step of a fluid gives the next one what it left, and its solution to start from. So errors that a cycle turns
// round, by a third or more, grow from step to step. Returns what `steps` of a cycle each leave, over that of the
// first.
static double runSteps(Basin *b, int steps)
{
    size_t count = (size_t)(b->width * b->height);
    double *force = Fixture_Keep(malloc(count * sizeof *force)), first = 0.0, last = 0.0;
    memcpy(force, b->rhs, count * sizeof *force);
    for (int step = 0; step < steps; step++) {
        gfMultigridSolve solve = Basin_Solve(b, 1, step > 0 ? 1.0f : 0.0f);
        Basin_Run(b, &solve);
        last = Basin_NextStep(b, force);
        first = step == 0 ? last : first;
    }
    return last / first;
}

TEST(testOneCycleAStep)
{
    static const int sizes[][2] = {{96, 54}, {45, 35}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            Basin b = makeCase(fixture, cases[i].as, sizes[k][0], sizes[k][1]);
            Flow_ExpectBetween(Flow_Text("%s, %d x %d, after 18 steps", cases[i].name, b.width, b.height),
                               runSteps(&b, 18), 0.0, 0.05);
            Basin_Destroy(&b);
        }
    }
}

// Surfaces of which one in fifty grew, by up to a factor of 130 in 30 steps.
TEST(testOneCycleAStepAtRandom)
{
    static const uint32_t seeds[] = {189, 198, 245, 246, 258, 294};
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        Basin b = Basin_AtRandom(seeds[i]);
        Basin_Make(&b, fixture);
        Flow_ExpectBetween(Flow_Text("surface %u, after 30 steps", seeds[i]), runSteps(&b, 30), 0.0, 0.2);
        Basin_Destroy(&b);
    }
}

static void scaleField(Basin *b, double scale)
{
    assert_true(gfTexture_Upload(b->device, &b->field.read, Basin_Pack(b, Basin_ReadField(b), scale)));
}

TEST(testGuard)
{
    Basin b = makeCase(fixture, cases[2].as, 96, 64);
    gfMultigridSolve cold = Basin_Solve(&b, 1, 0.0f), warm = Basin_Solve(&b, 1, 1.0f);
    Basin_Run(&b, &cold);
    double once = Basin_Residual(&b);
    warm.guarded = true;
    Basin_Run(&b, &warm);
    double twice = Basin_Residual(&b);
    Flow_ExpectBetween("a good start helps", twice, 0.0, 0.25 * once);
    scaleField(&b, 4.0); // its residual is three times that of 0
    Basin_Run(&b, &warm);
    Flow_ExpectBetween("one that is not too bad is taken", Basin_Residual(&b), 1.5 * once, 4.5 * once);
    Basin_Run(&b, &cold);
    scaleField(&b, 6.5);
    Basin_Run(&b, &warm);
    Flow_ExpectNear("from a bad one it begins anew", Basin_Residual(&b), once, 1e-6);
    scaleField(&b, NAN);
    Basin_Run(&b, &warm);
    Flow_ExpectNear("and from one that is no number", Basin_Residual(&b), once, 1e-6);
    Basin_Destroy(&b);
}

TEST(testToleranceStops)
{
    Basin b = makeCase(fixture, cases[0].as, 128, 96);
    double residuals[CYCLES + 1];
    residualsOf(&b, residuals);
    for (int i = 1; i < 4; i++) {
        gfMultigridSolve solve = Basin_Solve(&b, 10, 0.0f);
        solve.tolerance = (float)sqrt(residuals[i] * residuals[i + 1]); // reached by cycle i + 1, not before
        Basin_Run(&b, &solve);
        Flow_ExpectNear("residual where it stopped", Basin_Residual(&b) / residuals[i + 1], 1.0, 0.05);
    }
    Basin_Destroy(&b);
}

// The coarse levels follow from the finest one alone, and so does the solution.
TEST(testRepeats)
{
    Basin other = makeCase(fixture, cases[4].as, 97, 65), b = makeCase(fixture, cases[2].as, 97, 65);
    gfMultigridSolve solve = Basin_Solve(&b, 2, 0.0f);
    size_t size = (size_t)(b.width * b.height) * sizeof(double);
    Basin_Run(&b, &solve);
    double *first = Basin_ReadField(&b);
    const gfMultigridSurface another = {other.weights.id, other.diagonals.id, other.openings.id};
    gfMultigrid_PrepareSurface(b.device, b.multigrid, &another);
    Basin_Run(&b, &solve);
    assert_memory_not_equal(first, Basin_ReadField(&b), size);
    Basin_Prepare(&b);
    Basin_Run(&b, &solve);
    assert_memory_equal(first, Basin_ReadField(&b), size);
    Basin_Destroy(&b);
    Basin_Destroy(&other);
}
