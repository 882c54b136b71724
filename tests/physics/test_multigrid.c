// The multigrid cycle by itself: what each cycle leaves of a divergence, on lattices with and without solids, open
// sides, periodic axes and diffusion; its start, its stop, and that it needs what it is made of.
#include "support/lattice.h"

#include "gl/readback.h"
#include "solvers/grid/multigrid.h"

// One cycle at a time, each from where the last stopped.
static void residualsOf(Lattice *l, double *residuals, int cycles)
{
    for (int i = 0; i < cycles; i++) {
        gfMultigridSolve solve = Lattice_Solve(l, i + 1, 0.0f); // from 0 each time: later cycles lean on earlier ones
        Lattice_Run(l, &solve);
        residuals[i] = Lattice_Residual(l);
    }
}

static void expectCycles(const char *what, Lattice *l, const double bounds[4])
{
    double residuals[4];
    residualsOf(l, residuals, 4);
    for (int i = 0; i < 4; i++) {
        Flow_ExpectBetween(Flow_Text("%s, %d x %d, after cycle %d", what, l->width, l->height, i + 1), residuals[i],
                           0.0, bounds[i]);
    }
}

static const double good[4] = {0.18, 0.025, 1.0, 0.002};

static const struct {
    const char *name;
    LatticeSolid *solid;
} solids[] = {{"nothing", Lattice_IsNowhere},
              {"a circle", Lattice_IsInCircle},
              {"eight discs", Lattice_IsInEightDiscs},
              {"a wall in an odd column", Lattice_IsInOddWall},
              {"a wall in an even column", Lattice_IsInEvenWall}};

TEST_CI(testCyclesConverge)
{
    static const int sizes[][2] = {{128, 128}, {127, 95}, {125, 75}, {512, 512}};
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            Lattice l = Lattice_Make(*state, sizes[k][0], sizes[k][1], solids[i].solid);
            expectCycles(solids[i].name, &l, good);
            Lattice_Destroy(&l);
        }
    }
}

// Open sides, axes that wrap, diffusion: what each cycle leaves is no more than in a closed box.
TEST(testEdgesConverge)
{
    static const struct {
        const char *name;
        Lattice as;
    } cases[] = {{"right open", {.width = 128, .height = 96, .open = {0, 1, 0, 0}}},
                 {"right open, odd", {.width = 127, .height = 95, .open = {0, 1, 0, 0}}},
                 {"all open, odd", {.width = 101, .height = 75, .open = {1, 1, 1, 1}}},
                 {"left and bottom open", {.width = 128, .height = 64, .open = {1, 0, 1, 0}}},
                 {"x periodic", {.width = 128, .height = 96, .wrapX = true}},
                 {"y periodic, top of x open", {.width = 96, .height = 64, .wrapY = true, .open = {0, 1, 0, 0}}},
                 {"both periodic", {.width = 128, .height = 64, .wrapX = true, .wrapY = true}},
                 {"diffusion", {.width = 127, .height = 64, .alpha = 0.01f}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < (cases[i].as.alpha > 0.0f ? 1 : 2); k++) { // two components are for pressure
            Lattice l = Lattice_MakeOf(*state, cases[i].as, k == 0 ? Lattice_IsNowhere : Lattice_IsInCircle);
            expectCycles(cases[i].name, &l, good);
            Lattice_Destroy(&l);
        }
    }
}

// One cell thick, oblique.
static bool isInObliqueWall(double x, double y, double width, double height)
{
    return y > 0.1 * height && y < 0.9 * height && fabs(x - 0.15 * width - 0.7 * width / height * y) < 0.75;
}

// From bottom to top but for two cells.
static bool isInWallWithGap(double x, double y, double width, double height)
{
    double low = floor(0.6 * height);
    return floor(x) == floor(0.4 * width) && (y < low || y > low + 2.0);
}

// Every tenth cell, at random.
static bool isSpeck(double x, double y, double width, double height)
{
    uint32_t n = (uint32_t)(int)x * 2654435761u ^ (uint32_t)(int)y * 2246822519u;
    (void)width, (void)height;
    n ^= n >> 15;
    n *= 3266489917u;
    n ^= n >> 13;
    n *= 668265263u;
    n ^= n >> 16;
    return n % 10 == 0;
}

// Corridors eight cells wide.
static bool isInMaze(double x, double y, double width, double height)
{
    int row = (int)y / 9;
    (void)height;
    return (int)y % 9 == 8 && (row % 2 == 0 ? x < width - 8.0 : x > 8.0);
}

// Nine closed rooms.
static bool isBetweenRooms(double x, double y, double width, double height)
{
    double column = floor(width / 3.0), row = floor(height / 3.0);
    return floor(x) == column || floor(x) == 2.0 * column + 1.0 || floor(y) == row || floor(y) == 2.0 * row + 1.0;
}

// Walls that coarse grids cannot show well: slower, but no cycle makes it worse.
TEST_CI(testHardWallsConverge)
{
    static const struct {
        const char *name;
        LatticeSolid *solid;
        double bounds[4];
    } cases[] = {{"an oblique wall", isInObliqueWall, {0.18, 0.025, 0.01, 0.002}},
                 {"a wall with a gap", isInWallWithGap, {0.18, 0.025, 0.01, 0.005}},
                 {"specks", isSpeck, {0.3, 0.08, 0.03, 0.01}},
                 {"a maze", isInMaze, {0.18, 0.06, 0.05, 0.04}},
                 {"rooms", isBetweenRooms, {0.18, 0.06, 0.04, 0.03}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lattice l = Lattice_Make(*state, 160, 128, cases[i].solid);
        expectCycles(cases[i].name, &l, cases[i].bounds);
        double residuals[8];
        residualsOf(&l, residuals, 8);
        for (int k = 1; k < 8; k++) {
            Flow_ExpectBetween("no cycle makes it worse", residuals[k], 0.0, residuals[k - 1] + 1e-4);
        }
        Lattice_Destroy(&l);
    }
}

static void fillField(Lattice *l, float scale, float offset)
{
    assert_true(gfTexture_Upload(l->device, &l->field.read, Lattice_Pack(l, Lattice_ReadField(l), scale, offset)));
}

TEST(testWarmStart)
{
    Lattice l = Lattice_Make(*state, 127, 96, Lattice_IsNowhere);
    gfMultigridSolve cold = Lattice_Solve(&l, 1, 0.0f), warm = Lattice_Solve(&l, 1, 1.0f);
    Lattice_Run(&l, &cold);
    double once = Lattice_Residual(&l);
    Lattice_Run(&l, &warm);
    double twice = Lattice_Residual(&l);
    Flow_ExpectBetween("a good start helps", twice, 0.0, 0.25 * once);
    fillField(&l, 1.0f, NAN);
    Lattice_Run(&l, &warm);
    Flow_ExpectNear("a start that is no number is none", Lattice_Residual(&l), once, 1e-4);
    Lattice_Run(&l, &cold);
    fillField(&l, 1.0f, 1000.0f);
    Lattice_Run(&l, &warm);
    Flow_ExpectBetween("a level is no harm", Lattice_Residual(&l), 0.0, 0.25 * once);
    double *values = Lattice_ReadField(&l), sum = 0.0;
    for (int i = 0; i < l.width * l.height; i++) {
        sum += values[i];
    }
    Flow_ExpectBetween("and is taken off", fabs(sum / (l.width * l.height)), 0.0, 1.0);
    Lattice_Run(&l, &cold);
    warm.warmStart = 0.5f;
    Lattice_Run(&l, &warm);
    Flow_ExpectBetween("half a start", Lattice_Residual(&l), twice, once);
    Lattice_Destroy(&l);
}

// What the GPU found it had to do shows in what is left.
TEST(testToleranceStops)
{
    for (int k = 0; k < 2; k++) {
        Lattice l = Lattice_Make(*state, 128, 96, k == 0 ? Lattice_IsNowhere : Lattice_IsInOddWall);
        double residuals[4];
        residualsOf(&l, residuals, 4);
        gfMultigridSolve solve = Lattice_Solve(&l, 10, 0.0f);
        for (int i = 0; i < 3; i++) {
            solve.tolerance = (float)sqrt(residuals[i] * residuals[i + 1]); // reached by cycle i + 2, not before
            Lattice_Run(&l, &solve);
            Flow_ExpectNear("residual where it stopped", Lattice_Residual(&l) / residuals[i + 1], 1.0, 0.05);
        }
        solve.tolerance = 0.5f;
        Lattice_Run(&l, &solve);
        // Of several it is a better one than a single one is.
        Flow_ExpectBetween("residual of one cycle", Lattice_Residual(&l) / residuals[0], 0.5, 1.05);
        solve.cycles = 2;
        solve.tolerance = 1e-6f;
        Lattice_Run(&l, &solve);
        Flow_ExpectNear("residual of all cycles asked for", Lattice_Residual(&l) / residuals[1], 1.0, 0.05);
        Lattice_Destroy(&l);
    }
}

// A source in a closed room has no solution: the room beside it must not notice, nor numbers Lattice_Run away.
TEST(testImpossibleRoomStaysFinite)
{
    Lattice l = Lattice_Make(*state, 96, 96, isBetweenRooms);
    for (int j = 0; j < 20; j++) {
        for (int i = 0; i < 20; i++) {
            l.rhs[j * l.width + i] += 0.01;
        }
    }
    Lattice_UploadRhs(&l);
    gfMultigridSolve solve = Lattice_Solve(&l, 1, 1.0f);
    for (int i = 0; i < 100; i++) {
        Lattice_Run(&l, &solve);
    }
    Flow_ExpectBetween("residual", Lattice_Residual(&l), 0.0, 1.0);
    double *values = Lattice_ReadField(&l), most = 0.0;
    for (int i = 0; i < l.width * l.height; i++) {
        most = fmax(most, fabs(values[i]));
    }
    Flow_ExpectBetween("values", most, 0.0, 1e5);
    Lattice_Destroy(&l);
}

TEST(testRootMeanSquare)
{
    static const int sizes[][2] = {{16, 12}, {127, 95}, {300, 260}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Lattice l = Lattice_Make(*state, sizes[i][0], sizes[i][1], Lattice_IsInCircle);
        gfResidual residual;
        float found[4];
        double sum = 0.0, count = 0.0;
        assert_true(gfResidual_Create(l.device, &residual, l.weights.width, l.weights.height, false));
        const GLuint fields[2] = {l.rhsTexture.id, l.rhsTexture.id};
        assert_true(gfResidual_Rms(l.device, &residual, "test", fields, l.weights.id));
        assert_true(gfReadback_Blocking(l.device, &(gfReadSource){gfPyramid_Top(&residual.sums), 1, 1, 4}, found));
        for (int k = 0; k < l.width * l.height; k++) {
            if (!Lattice_IsInCircle(k % l.width + 0.5, k / l.width + 0.5, l.width, l.height)) {
                sum += l.rhs[k] * l.rhs[k];
                count += 1.0;
            }
        }
        Flow_ExpectNear("root mean square", (double)found[0] / sqrt(sum / count), 1.0, 1e-4);
        Flow_ExpectNear("of the second field", (double)(found[1] / found[0]), 1.0, 1e-6);
        gfPyramid_Destroy(l.device, &residual.sums);
        Lattice_Destroy(&l);
    }
}

// Lattices with little or nothing to coarsen.
TEST(testSmallLattices)
{
    static const Lattice cases[] = {{.width = 4, .height = 4},
                                    {.width = 5, .height = 4},
                                    {.width = 4, .height = 64},
                                    {.width = 6, .height = 6, .wrapX = true, .wrapY = true},
                                    {.width = 4, .height = 4, .wrapX = true, .wrapY = true},
                                    {.width = 50, .height = 40, .wrapX = true},
                                    {.width = 200, .height = 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 2; k++) {
            Lattice l = Lattice_MakeOf(*state, cases[i], k == 0 ? Lattice_IsNowhere : Lattice_IsInOddWall);
            double residuals[4];
            residualsOf(&l, residuals, 4);
            Flow_ExpectBetween("small, after four cycles", residuals[3], 0.0, 0.02);
            Lattice_Destroy(&l);
        }
    }
}

// What is left of the right-hand side, root mean square, which with `force` is that of the next step.
static double leftOver(Lattice *l, const double *force)
{
    double *p = Lattice_ReadField(l), sum = 0.0;
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            double left = l->rhs[j * l->width + i] - Lattice_Apply(l, p, i, j);
            sum += left * left;
            l->rhs[j * l->width + i] = left;
        }
    }
    for (int k = 0; k < l->width * l->height; k++) {
        l->rhs[k] += force[k];
    }
    Lattice_UploadRhs(l);
    return sqrt(sum / (l->width * l->height));
}

// A step of a fluid gives the next one what it left, and its solution to start from. So errors that a cycle turns
// round, by a third or more, grow from step to step: r' = M (2 r - r before).
TEST(testOneCycleAStep)
{
    static const int sizes[][2] = {{96, 54}, {80, 50}, {45, 35}, {99, 22}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int k = 0; k < 4; k++) {
            int side = 1 + 2 * (k % 2); // right, top: levels begin at the left and at the bottom
            Lattice l = {.width = sizes[i][0], .height = sizes[i][1]};
            l.open[side] = 1.0f;
            l = Lattice_MakeOf(*state, l, k < 2 ? Lattice_IsNowhere : Lattice_IsInOddWall);
            size_t count = (size_t)(l.width * l.height);
            double *force = Fixture_Keep(malloc(count * sizeof *force)), first = 0.0, last = 0.0;
            memcpy(force, l.rhs, count * sizeof *force);
            for (int step = 0; step < 18; step++) {
                gfMultigridSolve solve = Lattice_Solve(&l, 1, 1.0f);
                Lattice_Run(&l, &solve);
                last = leftOver(&l, force);
                first = step == 0 ? last : first;
            }
            Flow_ExpectBetween(Flow_Text("%d x %d, side %d, %s, after 18 steps", l.width, l.height, side,
                                         k < 2 ? "nothing" : "a wall"),
                               last / first, 0.0, 0.05);
            Lattice_Destroy(&l);
        }
    }
}
