// The multigrid cycle by itself: what each cycle leaves of a divergence, on lattices with and without solids, open
// sides, periodic axes and diffusion; its start, its stop, and that it needs what it is made of.
#include "support/flow.h"

#include "gl/readback.h"
#include "solvers/grid/multigrid.h"
#include "solvers/grid/residual.h"

#include <math.h>

static gfVec2 roughFlow(double x, double y)
{
    return (gfVec2){(float)(sin(7.0 * x + 1.0) * cos(5.0 * y)), (float)cos(4.0 * x * y)};
}

// A lattice of cells and a right-hand side on it, and the GL objects that the solver takes.
typedef struct Lattice {
    gfDevice *device;
    int width, height;
    bool wrapX, wrapY;
    float open[4]; // left, right, bottom, top
    float alpha;
    double *shares; // open share of left and bottom faces, (width + 1) x (height + 1)
    double *rhs;
    gfTexture faces, weights, rhsTexture;
    gfPair field;
    gfMultigrid *multigrid;
} Lattice;

// Whether the cell with its centre there (cells) is solid, on a grid of width x height.
typedef bool SolidFn(double x, double y, double width, double height);

static bool isNowhere(double x, double y, double width, double height)
{
    (void)x, (void)y, (void)width, (void)height;
    return false;
}

static bool isInDisc(double x, double y, double height, double centreX, double centreY, double radius)
{
    return hypot(x - centreX * height, y - centreY * height) < radius * height;
}

static bool isInCircle(double x, double y, double width, double height)
{
    return isInDisc(x, y, height, 0.5 * width / height, 0.45, 0.15);
}

static bool isInEightDiscs(double x, double y, double width, double height)
{
    static const double discs[8][3] = {{0.15, 0.2, 0.05}, {0.4, 0.3, 0.08}, {0.7, 0.15, 0.06}, {0.85, 0.5, 0.07},
                                       {0.6, 0.6, 0.09},  {0.3, 0.7, 0.06}, {0.1, 0.85, 0.05}, {0.8, 0.88, 0.06}};
    bool in = false;
    for (int i = 0; i < 8; i++) {
        in = in || isInDisc(x, y, height, discs[i][0] * width / height, discs[i][1], discs[i][2]);
    }
    return in;
}

// One cell thick, from the bottom over 90% of the height.
static bool isInWallAt(double x, double y, double height, double column)
{
    return floor(x) == column && y < 0.9 * height;
}

static bool isInEvenWall(double x, double y, double width, double height)
{
    return isInWallAt(x, y, height, 2.0 * floor(0.2 * width));
}

static bool isInOddWall(double x, double y, double width, double height)
{
    return isInWallAt(x, y, height, 2.0 * floor(0.2 * width) + 1.0);
}

static bool isWithin(int i, int j, int width, int height)
{
    return i >= 0 && j >= 0 && i < width && j < height;
}

// Share of the face that cell (i, j) has on its left (axis 0) or bottom (axis 1).
static double shareOf(const Lattice *l, SolidFn *solid, int i, int j, int axis)
{
    int otherX = i - (axis == 0), otherY = j - (axis == 1);
    bool low = axis == 0 ? otherX < 0 : otherY < 0, high = axis == 0 ? i == l->width : j == l->height;
    if ((axis == 0 ? j : i) == (axis == 0 ? l->height : l->width)) {
        return 0.0;
    }
    if ((low || high) && (axis == 0 ? l->wrapX : l->wrapY)) {
        i = (i + l->width) % l->width;
        j = (j + l->height) % l->height;
        otherX = (otherX + l->width) % l->width;
        otherY = (otherY + l->height) % l->height;
    } else if (low || high) {
        int x = high ? otherX : i, y = high ? otherY : j;
        bool open = l->open[2 * axis + high] > 0.0f;
        return open && !solid(x + 0.5, y + 0.5, l->width, l->height) ? 1.0 : 0.0;
    }
    return solid(i + 0.5, j + 0.5, l->width, l->height) || solid(otherX + 0.5, otherY + 0.5, l->width, l->height) ? 0.0
                                                                                                                  : 1.0;
}

static double *faceOf(const Lattice *l, int i, int j, int axis)
{
    return &l->shares[2 * (j * (l->width + 1) + i) + axis];
}

// Weight over that face and the value beyond it, seen from the cell (i, j) that is left of or below it if `high`.
static double weightOf(const Lattice *l, int i, int j, int axis)
{
    bool wrap = axis == 0 ? l->wrapX : l->wrapY;
    bool edge = axis == 0 ? i == 0 || i == l->width : j == 0 || j == l->height;
    return *faceOf(l, i, j, axis) * (edge && !wrap ? 2.0 : 1.0);
}

static double valueAt(const Lattice *l, const double *values, int i, int j)
{
    i = l->wrapX ? (i + l->width) % l->width : i;
    j = l->wrapY ? (j + l->height) % l->height : j;
    return isWithin(i, j, l->width, l->height) ? values[j * l->width + i] : 0.0;
}

// Left, right, bottom, top.
static void weightsOf(const Lattice *l, int i, int j, double weights[4])
{
    weights[0] = weightOf(l, i, j, 0);
    weights[1] = weightOf(l, i + 1, j, 0);
    weights[2] = weightOf(l, i, j, 1);
    weights[3] = weightOf(l, i, j + 1, 1);
}

static double applyAt(const Lattice *l, const double *p, int i, int j)
{
    double weights[4], own = p[j * l->width + i];
    weightsOf(l, i, j, weights);
    return weights[0] * (valueAt(l, p, i - 1, j) - own) + weights[1] * (valueAt(l, p, i + 1, j) - own) +
           weights[2] * (valueAt(l, p, i, j - 1) - own) + weights[3] * (valueAt(l, p, i, j + 1) - own) -
           (double)l->alpha * own;
}

// Momentum of twelve round splats, at a place in the unit square.
static void splats(double x, double y, double *u, double *v)
{
    *u = *v = 0.0;
    for (int k = 0; k < 12; k++) {
        double angle = 2.4 * k, far = 0.42 * sqrt((k + 0.5) / 12.0);
        double dx = x - 0.5 - far * cos(angle), dy = y - 0.5 - far * sin(angle);
        double weight = exp(-(dx * dx + dy * dy) / (0.05 * 0.05));
        *u += weight * cos(1.7 * k);
        *v += weight * sin(1.7 * k);
    }
}

static double fluxThrough(const Lattice *l, int i, int j, int axis)
{
    double u, v;
    // Where an axis wraps, the first face and the last are one.
    int x = l->wrapX ? i % l->width : i, y = l->wrapY ? j % l->height : j;
    splats((x + (axis == 1 ? 0.5 : 0.0)) / l->width, (y + (axis == 0 ? 0.5 : 0.0)) / l->height, &u, &v);
    return *faceOf(l, i, j, axis) * (axis == 0 ? u : v);
}

static void upload(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height, const void *values)
{
    assert_true(gfTexture_Create(device, texture, format, width, height));
    assert_true(gfTexture_Upload(device, texture, values));
}

static void uploadRhs(Lattice *l)
{
    int width = (l->width + 1) / 2, height = (l->height + 1) / 2;
    float *packed = calloc((size_t)(4 * width * height), sizeof *packed);
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            packed[4 * (j / 2 * width + i / 2) + 2 * (j % 2) + i % 2] = (float)l->rhs[j * l->width + i];
        }
    }
    gfTexture_Destroy(l->device, &l->rhsTexture);
    upload(l->device, &l->rhsTexture, GF_FORMAT_RGBA32F, width, height, packed);
    free(packed);
}

static void drawWeights(Lattice *l)
{
    int width = l->width + 1, height = l->height + 1;
    unsigned char *bytes = malloc((size_t)(2 * width * height));
    for (int i = 0; i < 2 * width * height; i++) {
        bytes[i] = (unsigned char)lround(255.0 * l->shares[i]);
    }
    l->device->gl.fn.PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    upload(l->device, &l->faces, GF_FORMAT_RG8, width, height, bytes);
    l->device->gl.fn.PixelStorei(GL_UNPACK_ALIGNMENT, 4);
    free(bytes);
    assert_true(gfTexture_Create(l->device, &l->weights, GF_FORMAT_RGBA32UI, width / 2, height / 2));
    const float *open = l->open;
    gfPass_Run(l->device,
               &(gfPass){.label = "weights",
                         .program = gfProgram_Get(l->device, &gf_vertexCover, "multigrid/lattice_weights.frag", ""),
                         .writes = {&l->weights},
                         .inputs = {GF_IN(faces, l->faces.id)},
                         .uniforms = {GF_I2(cells, l->width, l->height), GF_I2(wrap, l->wrapX, l->wrapY),
                                      GF_F4(openSides, open[0], open[1], open[2], open[3])}});
}

static bool isBounded(const Lattice *l)
{
    return l->open[0] + l->open[1] + l->open[2] + l->open[3] + l->alpha > 0.0f;
}

static void prepare(Lattice *l, SolidFn *solid)
{
    size_t faces = 2 * (size_t)(l->width + 1) * (size_t)(l->height + 1);
    l->shares = calloc(faces, sizeof *l->shares);
    l->rhs = calloc((size_t)(l->width * l->height), sizeof *l->rhs);
    for (int j = 0; j <= l->height; j++) {
        for (int i = 0; i <= l->width; i++) {
            *faceOf(l, i, j, 0) = shareOf(l, solid, i, j, 0);
            *faceOf(l, i, j, 1) = shareOf(l, solid, i, j, 1);
        }
    }
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            l->rhs[j * l->width + i] = fluxThrough(l, i + 1, j, 0) - fluxThrough(l, i, j, 0) +
                                       fluxThrough(l, i, j + 1, 1) - fluxThrough(l, i, j, 1);
        }
    }
    drawWeights(l);
    uploadRhs(l);
    assert_true(gfPair_Create(l->device, &l->field, GF_FORMAT_RGBA32F, (l->width + 1) / 2, (l->height + 1) / 2));
    l->multigrid = gfMultigrid_Create(l->device, l->width, l->height, l->wrapX, l->wrapY, GF_MULTIGRID_COMPONENTS);
    assert_non_null(l->multigrid);
    gfMultigrid_Prepare(l->device, l->multigrid, l->weights.id, solid != isNowhere, NULL, NULL);
}

static Lattice makeLattice(Fixture *fixture, int width, int height, SolidFn *solid)
{
    Lattice l = {.device = fixture->device, .width = width, .height = height};
    assert_true(gfDevice_Begin(l.device, "test"));
    prepare(&l, solid);
    return l;
}

static void destroyLattice(Lattice *l)
{
    gfMultigrid_Destroy(l->device, l->multigrid);
    gfPair_Destroy(l->device, &l->field);
    gfTexture_Destroy(l->device, &l->weights);
    gfTexture_Destroy(l->device, &l->faces);
    gfTexture_Destroy(l->device, &l->rhsTexture);
    free(l->shares);
    free(l->rhs);
    gfDevice_End(l->device);
}

static gfMultigridSolve solveOf(Lattice *l, int cycles, float warmStart)
{
    return (gfMultigridSolve){.label = "test",
                              .field = &l->field,
                              .rhs = l->rhsTexture.id,
                              .weights = l->weights.id,
                              .alpha = l->alpha,
                              .warmStart = warmStart,
                              .cycles = cycles,
                              .bounded = isBounded(l)};
}

static void run(Lattice *l, const gfMultigridSolve *solve)
{
    gfMultigrid_Solve(l->device, l->multigrid, solve);
}

// The solution, unpacked; to be freed.
static double *readField(const Lattice *l)
{
    int width = (l->width + 1) / 2, height = (l->height + 1) / 2;
    float *packed = malloc((size_t)(4 * width * height) * sizeof *packed);
    double *values = malloc((size_t)(l->width * l->height) * sizeof *values);
    assert_true(gfReadback_Blocking(l->device, &(gfReadSource){&l->field.read, width, height, 4}, packed));
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            values[j * l->width + i] = (double)packed[4 * (j / 2 * width + i / 2) + 2 * (j % 2) + i % 2];
        }
    }
    free(packed);
    return values;
}

// What the field leaves of rhs over what there was, root mean square over cells that have weights.
static double residualOf(const Lattice *l)
{
    double *p = readField(l), before = 0.0, after = 0.0;
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            double weights[4], rhs = l->rhs[j * l->width + i];
            weightsOf(l, i, j, weights);
            if (weights[0] + weights[1] + weights[2] + weights[3] > 0.0) {
                before += rhs * rhs;
                after += pow(rhs - applyAt(l, p, i, j), 2.0);
            }
        }
    }
    free(p);
    return sqrt(after / before);
}

// One cycle at a time, each from where the last stopped.
static void residualsOf(Lattice *l, double *residuals, int cycles)
{
    for (int i = 0; i < cycles; i++) {
        gfMultigridSolve solve = solveOf(l, i + 1, 0.0f); // from 0 each time: later cycles lean on earlier ones
        run(l, &solve);
        residuals[i] = residualOf(l);
    }
}

static void expectCycles(const char *what, Lattice *l, const double bounds[4])
{
    double residuals[4];
    residualsOf(l, residuals, 4);
    for (int i = 0; i < 4; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s, %d x %d, after cycle %d", what, l->width, l->height, i + 1);
        Flow_ExpectBetween(name, residuals[i], 0.0, bounds[i]);
    }
}

static const double good[4] = {0.18, 0.025, 1.0, 0.002};

static const struct {
    const char *name;
    SolidFn *solid;
} solids[] = {{"nothing", isNowhere},
              {"a circle", isInCircle},
              {"eight discs", isInEightDiscs},
              {"a wall in an odd column", isInOddWall},
              {"a wall in an even column", isInEvenWall}};

static void testCyclesConverge(void **state)
{
    static const int sizes[][2] = {{128, 128}, {127, 95}, {125, 75}, {512, 512}};
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            Lattice l = makeLattice(*state, sizes[k][0], sizes[k][1], solids[i].solid);
            expectCycles(solids[i].name, &l, good);
            destroyLattice(&l);
        }
    }
}

// Open sides, axes that wrap, diffusion: what each cycle leaves is no more than in a closed box.
static void testEdgesConverge(void **state)
{
    static const struct {
        const char *name;
        int width, height;
        bool wrapX, wrapY;
        float open[4], alpha;
    } cases[] = {{"right open", 128, 96, false, false, {0, 1, 0, 0}, 0.0f},
                 {"right open, odd", 127, 95, false, false, {0, 1, 0, 0}, 0.0f},
                 {"all open, odd", 101, 75, false, false, {1, 1, 1, 1}, 0.0f},
                 {"left and bottom open", 128, 64, false, false, {1, 0, 1, 0}, 0.0f},
                 {"x periodic", 128, 96, true, false, {0}, 0.0f},
                 {"y periodic, top of x open", 96, 64, false, true, {0, 1, 0, 0}, 0.0f},
                 {"both periodic", 128, 64, true, true, {0}, 0.0f},
                 {"diffusion", 127, 64, false, false, {0}, 0.01f}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 2; k++) {
            Lattice l = {.device = ((Fixture *)*state)->device,
                         .width = cases[i].width,
                         .height = cases[i].height,
                         .wrapX = cases[i].wrapX,
                         .wrapY = cases[i].wrapY,
                         .alpha = cases[i].alpha};
            if (k == 1 && l.alpha > 0.0f) {
                continue; // two components are for pressure
            }
            memcpy(l.open, cases[i].open, sizeof l.open);
            assert_true(gfDevice_Begin(l.device, "test"));
            prepare(&l, k == 0 ? isNowhere : isInCircle);
            expectCycles(cases[i].name, &l, good);
            destroyLattice(&l);
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
static void testHardWallsConverge(void **state)
{
    static const struct {
        const char *name;
        SolidFn *solid;
        double bounds[4];
    } cases[] = {{"an oblique wall", isInObliqueWall, {0.18, 0.025, 0.01, 0.002}},
                 {"a wall with a gap", isInWallWithGap, {0.18, 0.025, 0.01, 0.005}},
                 {"specks", isSpeck, {0.3, 0.08, 0.03, 0.01}},
                 {"a maze", isInMaze, {0.18, 0.06, 0.05, 0.04}},
                 {"rooms", isBetweenRooms, {0.18, 0.06, 0.04, 0.03}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lattice l = makeLattice(*state, 160, 128, cases[i].solid);
        expectCycles(cases[i].name, &l, cases[i].bounds);
        double residuals[8];
        residualsOf(&l, residuals, 8);
        for (int k = 1; k < 8; k++) {
            Flow_ExpectBetween("no cycle makes it worse", residuals[k], 0.0, residuals[k - 1] + 1e-4);
        }
        destroyLattice(&l);
    }
}

// The bounds tell a good cycle from a poor one.
static void testConstantProlongationFails(void **state)
{
    Lattice l = makeLattice(*state, 512, 512, isNowhere);
    gfMultigridSolve solve = solveOf(&l, 2, 0.0f);
    solve.constantProlongation = true;
    run(&l, &solve);
    Flow_ExpectBetween("constant prolongation, two cycles", residualOf(&l), 1.2 * good[1], 1.0);
    destroyLattice(&l);
}

static void fillField(Lattice *l, float scale, float offset)
{
    double *values = readField(l);
    int width = (l->width + 1) / 2, height = (l->height + 1) / 2;
    float *packed = calloc((size_t)(4 * width * height), sizeof *packed);
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            packed[4 * (j / 2 * width + i / 2) + 2 * (j % 2) + i % 2] =
                scale * (float)values[j * l->width + i] + offset;
        }
    }
    assert_true(gfTexture_Upload(l->device, &l->field.read, packed));
    free(packed);
    free(values);
}

static double meanOf(const Lattice *l)
{
    double *values = readField(l), sum = 0.0;
    for (int i = 0; i < l->width * l->height; i++) {
        sum += values[i];
    }
    free(values);
    return sum / (l->width * l->height);
}

static void testWarmStart(void **state)
{
    Lattice l = makeLattice(*state, 127, 96, isNowhere);
    gfMultigridSolve cold = solveOf(&l, 1, 0.0f), warm = solveOf(&l, 1, 1.0f);
    run(&l, &cold);
    double once = residualOf(&l);
    run(&l, &warm);
    double twice = residualOf(&l);
    Flow_ExpectBetween("a good start helps", twice, 0.0, 0.25 * once);
    // The solution, turned round: twice as far off as nothing is.
    fillField(&l, -1.0f, 0.0f);
    run(&l, &warm);
    Flow_ExpectNear("a bad start is not used", residualOf(&l), once, 1e-4);
    fillField(&l, 1.0f, NAN);
    run(&l, &warm);
    Flow_ExpectNear("nor is one that is no number", residualOf(&l), once, 1e-4);
    run(&l, &cold);
    fillField(&l, 1.0f, 1000.0f);
    run(&l, &warm);
    Flow_ExpectBetween("a level is no harm", residualOf(&l), 0.0, 0.25 * once);
    Flow_ExpectBetween("and is taken off", fabs(meanOf(&l)), 0.0, 1.0);
    run(&l, &cold);
    warm.warmStart = 0.5f;
    run(&l, &warm);
    Flow_ExpectBetween("half a start", residualOf(&l), twice, once);
    destroyLattice(&l);
}

// What the GPU found it had to do shows in what is left.
static void testToleranceStops(void **state)
{
    for (int k = 0; k < 2; k++) {
        Lattice l = makeLattice(*state, 128, 96, k == 0 ? isNowhere : isInOddWall);
        double residuals[4];
        residualsOf(&l, residuals, 4);
        gfMultigridSolve solve = solveOf(&l, 10, 0.0f);
        for (int i = 0; i < 3; i++) {
            solve.tolerance = (float)sqrt(residuals[i] * residuals[i + 1]); // reached by cycle i + 2, not before
            run(&l, &solve);
            Flow_ExpectNear("residual where it stopped", residualOf(&l) / residuals[i + 1], 1.0, 0.05);
        }
        solve.tolerance = 0.5f;
        run(&l, &solve);
        // Of several it is a better one than a single one is.
        Flow_ExpectBetween("residual of one cycle", residualOf(&l) / residuals[0], 0.5, 1.05);
        solve.cycles = 2;
        solve.tolerance = 1e-6f;
        run(&l, &solve);
        Flow_ExpectNear("residual of all cycles asked for", residualOf(&l) / residuals[1], 1.0, 0.05);
        destroyLattice(&l);
    }
}

// A source in a closed room has no solution: the room beside it must not notice, nor numbers run away.
static void testImpossibleRoomStaysFinite(void **state)
{
    Lattice l = makeLattice(*state, 96, 96, isBetweenRooms);
    for (int j = 0; j < 20; j++) {
        for (int i = 0; i < 20; i++) {
            l.rhs[j * l.width + i] += 0.01;
        }
    }
    uploadRhs(&l);
    gfMultigridSolve solve = solveOf(&l, 1, 1.0f);
    for (int i = 0; i < 100; i++) {
        run(&l, &solve);
    }
    Flow_ExpectBetween("residual", residualOf(&l), 0.0, 1.0);
    double *values = readField(&l), most = 0.0;
    for (int i = 0; i < l.width * l.height; i++) {
        most = fmax(most, fabs(values[i]));
    }
    Flow_ExpectBetween("values", most, 0.0, 1e5);
    free(values);
    destroyLattice(&l);
}

static void testRootMeanSquare(void **state)
{
    static const int sizes[][2] = {{16, 12}, {127, 95}, {300, 260}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        Lattice l = makeLattice(*state, sizes[i][0], sizes[i][1], isInCircle);
        gfResidual residual;
        float found[4];
        double sum = 0.0, count = 0.0;
        assert_true(gfResidual_Create(l.device, &residual, l.weights.width, l.weights.height, false, false));
        const GLuint fields[2] = {l.rhsTexture.id, l.rhsTexture.id};
        assert_true(gfResidual_Rms(l.device, &residual, "test", fields, l.weights.id));
        assert_true(gfReadback_Blocking(l.device, &(gfReadSource){gfPyramid_Top(&residual.sums), 1, 1, 4}, found));
        for (int k = 0; k < l.width * l.height; k++) {
            if (!isInCircle(k % l.width + 0.5, k / l.width + 0.5, l.width, l.height)) {
                sum += l.rhs[k] * l.rhs[k];
                count += 1.0;
            }
        }
        Flow_ExpectNear("root mean square", (double)found[0] / sqrt(sum / count), 1.0, 1e-4);
        Flow_ExpectNear("of the second field", (double)(found[1] / found[0]), 1.0, 1e-6);
        gfResidual_Destroy(l.device, &residual);
        destroyLattice(&l);
    }
}

// Lattices with little or nothing to coarsen.
static void testSmallLattices(void **state)
{
    static const struct {
        int width, height;
        bool wrapX, wrapY;
    } cases[] = {{4, 4, false, false}, {5, 4, false, false},  {4, 64, false, false}, {6, 6, true, true},
                 {4, 4, true, true},   {50, 40, true, false}, {200, 5, false, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        for (int k = 0; k < 2; k++) {
            Lattice l = {.device = ((Fixture *)*state)->device,
                         .width = cases[i].width,
                         .height = cases[i].height,
                         .wrapX = cases[i].wrapX,
                         .wrapY = cases[i].wrapY};
            assert_true(gfDevice_Begin(l.device, "test"));
            prepare(&l, k == 0 ? isNowhere : isInOddWall);
            double residuals[4];
            residualsOf(&l, residuals, 4);
            Flow_ExpectBetween("small, after four cycles", residuals[3], 0.0, 0.02);
            destroyLattice(&l);
        }
    }
}

// What is left of the right-hand side, root mean square, which with `force` is that of the next step.
static double leftOver(Lattice *l, const double *force)
{
    double *p = readField(l), sum = 0.0;
    for (int j = 0; j < l->height; j++) {
        for (int i = 0; i < l->width; i++) {
            double left = l->rhs[j * l->width + i] - applyAt(l, p, i, j);
            sum += left * left;
            l->rhs[j * l->width + i] = left;
        }
    }
    for (int k = 0; k < l->width * l->height; k++) {
        l->rhs[k] += force[k];
    }
    free(p);
    gfTexture_Destroy(l->device, &l->rhsTexture);
    uploadRhs(l);
    return sqrt(sum / (l->width * l->height));
}

// A step of a fluid gives the next one what it left, and its solution to start from. So errors that a cycle turns
// round, by a third or more, grow from step to step: r' = M (2 r - r before).
static void testOneCycleAStep(void **state)
{
    static const int sizes[][2] = {{96, 54}, {80, 50}, {45, 35}, {99, 22}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int k = 0; k < 4; k++) {
            int side = 1 + 2 * (k % 2); // right, top: levels begin at the left and at the bottom
            Lattice l = {.device = ((Fixture *)*state)->device, .width = sizes[i][0], .height = sizes[i][1]};
            l.open[side] = 1.0f;
            assert_true(gfDevice_Begin(l.device, "test"));
            prepare(&l, k < 2 ? isNowhere : isInOddWall);
            size_t count = (size_t)(l.width * l.height);
            double *force = malloc(count * sizeof *force), first = 0.0, last = 0.0;
            memcpy(force, l.rhs, count * sizeof *force);
            for (int step = 0; step < 18; step++) {
                gfMultigridSolve solve = solveOf(&l, 1, 1.0f);
                run(&l, &solve);
                last = leftOver(&l, force);
                first = step == 0 ? last : first;
            }
            char name[64];
            snprintf(name, sizeof name, "%d x %d, side %d, %s, after 18 steps", l.width, l.height, side,
                     k < 2 ? "nothing" : "a wall");
            Flow_ExpectBetween(name, last / first, 0.0, 0.05);
            free(force);
            destroyLattice(&l);
        }
    }
}

// Root mean square of the difference of two solutions' steps from value to value, over that of one: what the flow
// feels. The values themselves hold rounding of long waves, as many times larger as a lattice's square is large.
static double differenceOf(int width, int height, const double *a, const double *b)
{
    double sum = 0.0, whole = 0.0;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            int i = y * width + x;
            for (int axis = 0; axis < 2; axis++) {
                bool last = axis == 0 ? x + 1 == width : y + 1 == height;
                int next = i + (last ? 0 : axis == 0 ? 1 : width);
                double step = a[next] - a[i], other = b[next] - b[i];
                sum += (step - other) * (step - other);
                whole += step * step;
            }
        }
    }
    return sqrt(sum / whole);
}

// The solution after cycles from zero and one from there; to be freed.
static double *solveTwice(Lattice *l, const gfSolidFree *solidFree)
{
    gfMultigridSolve cold = solveOf(l, 2, 0.0f), warm = solveOf(l, 1, 0.9f);
    cold.solidFree = warm.solidFree = solidFree;
    run(l, &cold);
    run(l, &warm);
    return readField(l);
}

// Without weights, where only sides bound the fluid, and with them.
static void testPlainIsTheSame(void **state)
{
    static const struct {
        const char *name;
        int width, height;
        SolidFn *solid;
        bool wrapX, wrapY;
        float open[4];
        gfSolidFree solidFree;
    } cases[] = {{"closed", 264, 72, isNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"coarse, too", 520, 72, isNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"odd below", 132, 68, isNowhere, false, false, {0.0f}, {.sides = {0.0f}}},
                 {"open", 96, 72, isNowhere, false, false, {1, 0, 1, 1}, {.sides = {2.0f, 0.0f, 2.0f, 2.0f}}},
                 {"wrapped", 96, 80, isNowhere, true, false, {0, 0, 1, 0}, {.sides = {1.0f, 1.0f, 2.0f, 0.0f}}},
                 {"both wrapped", 96, 80, isNowhere, true, true, {0.0f}, {.sides = {1.0f, 1.0f, 1.0f, 1.0f}}},
                 {"a circle",
                  128,
                  96,
                  isInCircle,
                  false,
                  false,
                  {0, 1, 0, 0},
                  {.box = {48, 27, 32, 32}, .sides = {0.0f, 2.0f, 0.0f, 0.0f}}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Lattice l = {.device = ((Fixture *)*state)->device,
                     .width = cases[i].width,
                     .height = cases[i].height,
                     .wrapX = cases[i].wrapX,
                     .wrapY = cases[i].wrapY};
        memcpy(l.open, cases[i].open, sizeof l.open);
        assert_true(gfDevice_Begin(l.device, "test"));
        prepare(&l, cases[i].solid);
        double *by = solveTwice(&l, NULL), *without = solveTwice(&l, &cases[i].solidFree);
        Flow_ExpectBetween(cases[i].name, differenceOf(l.width, l.height, by, without), 0.0, 5e-4); // of an H200 2.8e-4
        free(by);
        free(without);
        destroyLattice(&l);
    }
}

// Shaders read as hardware likes it, or as renderers on the CPU do.
static void testTexelsAndSamplesAreTheSame(void **state)
{
    const Fixture *fixture = *state;
    const gfDeviceDef def = Fixture_DeviceDef(*state);
    Fixture other = *fixture;
    other.device = gfCreateDevice(&def);
    assert_non_null(other.device);
    other.device->gl.software = !other.device->gl.software;
    double *found[2];
    for (int k = 0; k < 2; k++) {
        Lattice l = makeLattice(k == 0 ? *state : &other, 132, 96, isInCircle);
        found[k] = solveTwice(&l, NULL);
        destroyLattice(&l);
    }
    Flow_ExpectBetween("solution", differenceOf(132, 96, found[0], found[1]), 0.0, 1e-5);
    free(found[0]);
    free(found[1]);
    gfFluidDef fluid = Flow_Def(96, 72, 1);
    fluid.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluids[2] = {Flow_Make(*state, &fluid), Flow_Make(&other, &fluid)};
    for (int k = 0; k < 2; k++) {
        Flow_AddDisc(fluids[k], 0.5f, 0.45f, 0.1f);
        Flow_WriteVelocity(fluids[k], roughFlow);
        Flow_Steps(fluids[k], 2);
    }
    Flow_ExpectBetween("velocity", Flow_Difference(fluids[0], fluids[1], GF_FIELD_FACE_VELOCITY), 0.0, 1e-5);
    gfDestroyFluid(fluids[0]);
    gfDestroyFluid(fluids[1]);
    gfDestroyDevice(other.device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testEdgesConverge),
        cmocka_unit_test(testConstantProlongationFails),
        cmocka_unit_test(testWarmStart),
        cmocka_unit_test(testToleranceStops),
        cmocka_unit_test(testImpossibleRoomStaysFinite),
        cmocka_unit_test(testRootMeanSquare),
        cmocka_unit_test(testSmallLattices),
        cmocka_unit_test(testOneCycleAStep),
        cmocka_unit_test(testPlainIsTheSame),
        cmocka_unit_test(testTexelsAndSamplesAreTheSame),
        // Those that take long.
        cmocka_unit_test(testCyclesConverge),
        cmocka_unit_test(testHardWallsConverge),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof tests[0], Fixture_SetUp, Fixture_TearDown);
}
