// The Gaussian fluid: fast shaders against plain ones, what it conserves, symmetry, equal runs, limits.
#include "support/gaussian.h"

static void addBar(gfFluid *fluid, float x, float y, float halfLength, float halfWidth, float angle)
{
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){x, y}, (gfVec2){halfLength, halfWidth}, angle));
}

// A disc, a bar of half a cell at an angle and one along an axis.
static void addSolids(gfFluid *fluid)
{
    Flow_AddDisc(fluid, 0.42f, 0.4f, 0.11f);
    addBar(fluid, 0.7f, 0.3f, 0.15f, 0.004f, 0.6f);
    addBar(fluid, 0.25f, 0.62f, 0.12f, 0.002f, 0.0f);
}

// Largest difference of dye times mass, over the largest of b.
static double dyeDifference(gfFluid *a, gfFluid *b, const GaussianCells *cellsA, const GaussianCells *cellsB)
{
    float *dyeA = Fixture_Read(a, GF_FIELD_DYE, NULL), *dyeB = Fixture_Read(b, GF_FIELD_DYE, NULL);
    double most = 0.0, scale = 0.0;
    for (int i = 0; i < 4 * cellsA->width * cellsA->height; i++) {
        double da = (double)dyeA[i] * cellsA->mass[i / 4], db = (double)dyeB[i] * cellsB->mass[i / 4];
        most = fabs(da - db) <= most ? most : fabs(da - db);
        scale = fmax(scale, fabs(db));
    }
    return scale > 0.0 ? most / scale : most;
}

// Steps a fast fluid, and at first and in the end a plain one from the same state: plain steps take 30 times as long.
static void expectFastIsPlain(Fixture *fixture, const char *what, gfFluidDef def, bool solids, uint32_t seed,
                              double speed, int steps)
{
    const int together = def.gaussian.mode == GF_GAUSSIAN_CONSERVING ? 3 : 1; // the published modes have no past
    const double most = together == 1 ? 1e-5 : 5e-5; // rounding grows where particles meet at full speed
    gfFluid *fluids[2];
    for (int i = 0; i < 2; i++) {
        def.gaussian.plain = i == 1;
        def.gaussian.massCorrection = false; // it adds up over steps, which writing starts anew
        fluids[i] = Flow_Make(fixture, &def);
        Flow_Steps(fluids[i], 2); // beyond the splash: test_gaussian_reference.c has that
        if (solids) {
            addSolids(fluids[i]);
        }
    }
    GaussianCells cells = GaussianCells_Make(def.gridWidth, def.gridHeight);
    GaussianCells_Randomize(&cells, seed, speed);
    const size_t dyeCount = (size_t)(def.gridWidth * def.gridHeight) * 4;
    float *dye = Fixture_Alloc(dyeCount * sizeof *dye);
    for (size_t i = 0; i < dyeCount; i++) {
        dye[i] = (float)Gaussian_Random(&seed);
    }
    GaussianCells_Write(&cells, fluids[0]);
    assert_true(gfFluid_WriteField(fluids[0], GF_FIELD_DYE, dye, dyeCount));
    GaussianDifference worst = {0};
    double worstDye = 0.0;
    for (int step = 0; step < steps; step++) {
        if (step > 0 && step < steps - 1) {
            Flow_Steps(fluids[0], 1);
            continue;
        }
        cells = GaussianCells_Read(fluids[0]);
        // Both are written, for what is has no past; in the third step the fast one passes over tiles again.
        GaussianCells_Write(&cells, fluids[0]);
        GaussianCells_Write(&cells, fluids[1]);
        assert_true(gfFluid_WriteField(fluids[1], GF_FIELD_DYE, Fixture_Read(fluids[0], GF_FIELD_DYE, NULL), dyeCount));
        Flow_Steps(fluids[0], together);
        Flow_Steps(fluids[1], together);
        GaussianCells fast = GaussianCells_Read(fluids[0]), plain = GaussianCells_Read(fluids[1]);
        GaussianDifference d = GaussianCells_Compare(&fast, &plain);
        double dyeOff = dyeDifference(fluids[0], fluids[1], &fast, &plain);
        worst.mass = d.mass <= worst.mass ? worst.mass : d.mass;
        worst.momentum = d.momentum <= worst.momentum ? worst.momentum : d.momentum;
        worstDye = dyeOff <= worstDye ? worstDye : dyeOff;
    }
    const char *mode = Gaussian_ModeName(def.gaussian.mode);
    Flow_ExpectBetween(Flow_Text("%s, %s: mass", mode, what), worst.mass, 0.0, most);
    Flow_ExpectBetween(Flow_Text("%s, %s: momentum", mode, what), worst.momentum, 0.0, most);
    Flow_ExpectBetween(Flow_Text("%s, %s: dye", mode, what), worstDye, 0.0, most);
}

static gfFluidDef lively(gfFluidDef def)
{
    def.gaussian.gravity = (gfVec2){0.3f, -1.0f}; // up to .016 cells a step more in each
    def.gaussian.viscosity = 0.1f * def.cellSize * def.cellSize / def.fixedStep;
    def.gaussian.surfaceTension = 1.0f;
    return def;
}

// No width or height of a texture is a power of two: Mesa compiles every shader anew for those.
TEST_ALL(testFastIsPlainConserving)
{
    gfFluidDef closed = lively(Gaussian_Def(56, 56, GF_GAUSSIAN_CONSERVING));
    expectFastIsPlain(*state, "closed", closed, false, 1, 0.5, 10);
    expectFastIsPlain(*state, "closed, fast", closed, false, 2, 3.0, 10);
    expectFastIsPlain(*state, "closed, solids", closed, true, 3, 1.0, 10);
    gfFluidDef odd = lively(Gaussian_Def(53, 47, GF_GAUSSIAN_CONSERVING));
    odd.boundaries.left.kind = odd.boundaries.top.kind = GF_BOUNDARY_OPEN;
    odd.boundaries.bottom.kind = GF_BOUNDARY_NO_SLIP;
    expectFastIsPlain(*state, "open left and top, odd", odd, true, 5, 2.0, 10);
    odd.boundaries.right.kind = odd.boundaries.bottom.kind = GF_BOUNDARY_OPEN;
    expectFastIsPlain(*state, "open, odd", odd, false, 6, 2.0, 4);
    gfFluidDef periodic = lively(Gaussian_PeriodicDef(56, 48, GF_GAUSSIAN_CONSERVING));
    expectFastIsPlain(*state, "periodic", periodic, true, 7, 2.0, 10);
    periodic.boundaries.left.kind = periodic.boundaries.right.kind = GF_BOUNDARY_FREE_SLIP;
    expectFastIsPlain(*state, "periodic upwards", periodic, false, 9, 2.0, 4);
    gfFluidDef stiff = lively(Gaussian_Def(48, 48, GF_GAUSSIAN_CONSERVING));
    stiff.gaussian.stiffness = GF_GAUSSIAN_STIFFNESS_MAX;
    stiff.gaussian.restDensity = 0.5f;
    stiff.gaussian.viscosity = 100.0f;
    expectFastIsPlain(*state, "stiff and thick", stiff, true, 10, 1.0, 4);
}

// Beyond the speed limit: pairs that meet from as far as three tiles of 8 x 8 cells.
TEST(testFastIsPlainVeryFast)
{
    gfFluidDef closed = lively(Gaussian_Def(56, 56, GF_GAUSSIAN_CONSERVING));
    expectFastIsPlain(*state, "closed, very fast", closed, true, 4, 14.0, 4);
    gfFluidDef periodic = lively(Gaussian_PeriodicDef(56, 48, GF_GAUSSIAN_CONSERVING));
    expectFastIsPlain(*state, "periodic, very fast", periodic, false, 8, 14.0, 4);
}

TEST_CI(testFastIsPlainPublished)
{
    for (int mode = GF_GAUSSIAN_SIMPLE; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        static const int sizes[][2] = {{56, 56}, {53, 47}, {48, 49}};
        static const double speeds[] = {0.5, 3.0, 20.0};
        static const char *const names[] = {"slow", "fast", "too fast"};
        for (uint32_t i = 0; i < 3; i++) {
            gfFluidDef def = Gaussian_Def(sizes[i][0], sizes[i][1], (gfGaussianMode)mode);
            expectFastIsPlain(*state, names[i], def, i == 1, 11 + i, speeds[i], 8);
        }
    }
}

// Tiny grids, and one whose last tile has a single column.
TEST_ALL(testFastIsPlainSmall)
{
    static const int sizes[][2] = {{4, 4}, {5, 7}, {8, 4}, {33, 9}, {17, 34}};
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            gfFluidDef def = lively(Gaussian_Def(sizes[i][0], sizes[i][1], (gfGaussianMode)mode));
            expectFastIsPlain(*state, "small", def, false, 14 + i, 2.0, 3);
        }
    }
    expectFastIsPlain(*state, "small, periodic", lively(Gaussian_PeriodicDef(16, 16, GF_GAUSSIAN_CONSERVING)), false,
                      20, 1.0, 3);
}

GAUSSIAN_STATE(dam, x < 24.0 && y < 32.0 ? 1.0 : 0.0, 0.0, 0.0)

// Five discs that run into each other and into the walls.
static GaussianValue blobs(double x, double y)
{
    static const double discs[][5] = {{16, 16, 7, 0.4, 0.3},
                                      {45, 14, 6, -0.5, 0.1},
                                      {30, 40, 8, 0.0, -0.4},
                                      {52, 50, 5, -0.2, -0.6},
                                      {10, 50, 6, 0.6, 0.0}};
    for (size_t i = 0; i < sizeof discs / sizeof *discs; i++) {
        if (hypot(x - discs[i][0], y - discs[i][1]) < discs[i][2]) {
            return (GaussianValue){1.0, discs[i][3], discs[i][4]};
        }
    }
    return (GaussianValue){0};
}

// A drift of 1e-3 is let pass in a thousand steps, or 1e-4 of what is corrected; in fewer, as much less.
static void expectMassKept(Fixture *fixture, const char *what, gfFluidDef def, GaussianFn *start, bool disc,
                           bool corrects, int steps)
{
    def.gaussian.massCorrection = corrects;
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (disc) {
        Flow_AddDisc(fluid, 0.6f, 0.2f, 0.1f);
    }
    Gaussian_Write(fluid, start);
    double before = Flow_Measure(fluid).mass, worst = 0.0, most = (corrects ? 1e-7 : 1e-6) * steps;
    for (int i = 0; i < 10; i++) {
        Flow_Steps(fluid, steps / 10);
        gfFluidStats stats = Flow_Measure(fluid);
        worst = fmax(worst, fabs(stats.mass / before - 1.0));
        assert_true(stats.massInSolids == 0.0); // exactly
    }
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween(Flow_Text("%s, %s: drift of mass", what, corrects ? "corrected" : "not corrected"), worst, 0.0,
                       most);
    Flow_ExpectBetween(Flow_Text("%s: correction", what), fabs(stats.massCorrection), 0.0, corrects ? 1e-3 : 0.0);
    Flow_ExpectBetween(Flow_Text("%s: densest", what), Gaussian_Totals(fluid).massMax, 0.5, 2.0);
}

TEST_CI(testMassIsKept)
{
    gfFluidDef falls = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
    falls.gaussian.gravity = (gfVec2){0.0f, -0.16f}; // .0025 cells a step in each
    gfFluidDef floats = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
    expectMassKept(*state, "dam", falls, dam, true, false, 500);
    expectMassKept(*state, "dam", falls, dam, true, true, 500);
    expectMassKept(*state, "blobs", floats, blobs, false, false, 500);
    floats.gaussian.plain = true;
    expectMassKept(*state, "blobs, plain", floats, blobs, false, false, 10);
    expectMassKept(*state, "blobs, periodic", Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING), blobs, false, false,
                   200);
    falls.gaussian.plain = true;
    expectMassKept(*state, "dam, plain", falls, dam, true, false, 10);
}

// Walls from bottom to top, of a cell and thinner, upright and aslant, on columns and between them: of what weighs on
// them or runs against them nothing is lost, and nothing gets through.
TEST_CI(testWallsHoldFluid)
{
    static const struct {
        float x, width, angle;
        double speed; // cells a step
    } rows[] = {{32.5f, 1.0f, 0.0f, 0.0},   {32.3f, 0.3f, 0.0f, 0.0}, {32.0f, 0.3f, 0.6f, 0.0},
                {32.0f, 1.0f, 0.785f, 0.0}, {32.0f, 0.3f, 0.6f, 2.0}, {32.0f, 0.3f, 0.4f, 8.0},
                {32.5f, 1.0f, 0.0f, 11.0}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        gfFluidDef def = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.massCorrection = false;
        def.gaussian.stiffness = GF_GAUSSIAN_STIFFNESS_MAX;
        def.gaussian.gravity = (gfVec2){0.0f, rows[r].speed > 0.0 ? 0.0f : -0.004f * 64.0f};
        gfFluid *fluid = Flow_Make(*state, &def);
        addBar(fluid, rows[r].x / 64.0f, 0.5f, 0.5f * rows[r].width / 64.0f, 1.0f, rows[r].angle);
        GaussianCells cells = GaussianCells_Make(64, 64);
        double first = 0.0, last = 0.0, through = 0.0;
        for (int i = 0; i < 64 * 64; i++) {
            double side = (i % 64 + 0.5 - (double)rows[r].x) * cos((double)rows[r].angle) +
                          (i / 64 + 0.5 - 32.0) * sin((double)rows[r].angle);
            cells.mass[i] = side < -1.5 && (rows[r].speed > 0.0 ? side > -12.0 : i / 64 < 32) ? 1.0 : 0.0;
            cells.x[i] = rows[r].speed;
            first += cells.mass[i];
        }
        GaussianCells_Write(&cells, fluid);
        Flow_Steps(fluid, 100);
        cells = GaussianCells_Read(fluid);
        for (int i = 0; i < 64 * 64; i++) {
            double side = (i % 64 + 0.5 - (double)rows[r].x) * cos((double)rows[r].angle) +
                          (i / 64 + 0.5 - 32.0) * sin((double)rows[r].angle);
            through += side > 0.0 ? cells.mass[i] : 0.0;
            last += cells.mass[i];
        }
        Flow_ExpectNear("mass, over that at first", last / first, 1.0, 1e-5);
        Flow_ExpectBetween("mass that gets through a wall", through, 0.0, 0.0);
        assert_true(Flow_Measure(fluid).massInSolids == 0.0);
    }
}

GAUSSIAN_STATE(pool, y < 32.0 ? 1.0 : 0.0, 0.0, 0.0)

// A disc that runs to and fro in a pool, one that tells no velocity, and a bar that spins: they push all of it aside.
TEST_CI(testMovingSolidsLoseNothing)
{
    static const struct {
        float speed, spin; // cells, radians a step
        bool tells;
    } rows[] = {{0.3f, 0.0f, true}, {1.0f, 0.0f, false}, {3.0f, 0.0f, true}, {0.0f, 0.05f, true}, {0.0f, 0.3f, true}};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        gfFluidDef def = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.massCorrection = false;
        def.gaussian.gravity = (gfVec2){0.0f, -0.004f * 64.0f};
        gfFluid *fluid = Flow_Make(*state, &def);
        Gaussian_Write(fluid, pool);
        gfSolidDef solid = gfDefaultSolidDef();
        gfSolidId id = Flow_AddDisc(fluid, 2.0f, 2.0f, 0.1f); // outside at first
        float x = 32.0f, angle = 0.0f, speed = rows[r].speed;
        for (int i = 0; i < 80; i++) {
            x += speed;
            angle += rows[r].spin;
            speed = x > 52.0f || x < 12.0f ? -speed : speed;
            solid.shape = rows[r].spin > 0.0f
                              ? gfMakeRectangle((gfVec2){0.5f, 0.25f}, (gfVec2){12.0f / 64.0f, 1.0f / 64.0f}, angle)
                              : gfMakeCircle((gfVec2){x / 64.0f, 0.25f}, 5.0f / 64.0f);
            solid.velocity.x = rows[r].tells ? speed : 0.0f;
            solid.angularVelocity = rows[r].tells ? rows[r].spin * 64.0f : 0.0f;
            assert_true(gfFluid_SetSolid(fluid, id, &solid));
            Flow_Steps(fluid, 1);
        }
        gfFluidStats stats = Flow_Measure(fluid);
        Flow_ExpectNear("mass, over that at first", stats.mass / 0.5, 1.0, 1e-5);
        assert_true(stats.massInSolids == 0.0);
    }
}

// Solids dropped onto a full pool beside a closed side, across it, and short of a seam that fast liquid crosses.
TEST(testSolidsAtSides)
{
    static const float places[] = {-2.0f, 0.0f, 4.0f};
    for (size_t i = 0; i < 4; i++) {
        bool seam = i == 3;
        gfFluidDef def =
            seam ? Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING) : Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.massCorrection = false;
        gfFluid *fluid = Flow_Make(*state, &def);
        GaussianCells cells = GaussianCells_Make(64, 64);
        double first = 0.0;
        for (int k = 0; k < 64 * 64; k++) {
            cells.mass[k] = seam ? k % 64 >= 2 && k % 64 < 20 : k / 64 < 40;
            cells.x[k] = seam ? -6.0 : 0.0;
            first += cells.mass[k];
        }
        if (seam) {
            addBar(fluid, 58.0f / 64.0f, 0.5f, 4.0f / 64.0f, 1.0f, 0.0f);
        }
        GaussianCells_Write(&cells, fluid);
        Flow_Steps(fluid, 1);
        if (!seam) {
            addBar(fluid, places[i] / 64.0f, 0.25f, 4.0f / 64.0f, 10.0f / 64.0f, 0.0f);
        }
        Flow_Steps(fluid, 6);
        Flow_ExpectNear(seam ? "mass short of a seam" : "mass at a side", Gaussian_Totals(fluid).mass / first, 1.0,
                        1e-5);
    }
}

// Pairs of particles push each other alike, and so they give up no momentum, however fast they pass.
TEST(testMomentumIsKept)
{
    static const double speeds[] = {1.0, 6.0, 11.0};
    for (int i = 0; i < 6; i++) {
        gfFluidDef def = Gaussian_PeriodicDef(64, 48, GF_GAUSSIAN_CONSERVING);
        def.gaussian.plain = i % 2 == 1;
        def.gaussian.viscosity = i / 2 == 1 ? 0.2f / 64.0f : 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        GaussianCells cells = GaussianCells_Make(64, 48);
        GaussianCells_Randomize(&cells, 51u, speeds[i / 2]);
        GaussianCells_Write(&cells, fluid);
        GaussianTotals first = GaussianCells_Totals(&cells);
        Flow_Steps(fluid, 1);
        GaussianTotals last = Gaussian_Totals(fluid);
        double scale = sqrt(2.0 * first.energy * first.mass);
        double change = hypot(last.momentum[0] - first.momentum[0], last.momentum[1] - first.momentum[1]);
        Flow_ExpectBetween(Flow_Text("%s, up to %g: change of momentum", i % 2 ? "plain" : "fast", speeds[i / 2]),
                           change / scale, 0.0, 1e-5);
    }
}

static GaussianValue leaver(double x, double y)
{
    return hypot(x - 40.0, y - 32.0) < 8.0 ? (GaussianValue){1.0, 0.5, 0.0} : (GaussianValue){0};
}

// An open side lets all of it out and nothing in.
TEST(testOpenSides)
{
    gfFluidDef def = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = Flow_Make(*state, &def);
    Gaussian_Write(fluid, leaver);
    double first = Flow_Measure(fluid).mass, last = first;
    for (int i = 0; i < 20; i++) {
        Flow_Steps(fluid, 10);
        double mass = Flow_Measure(fluid).mass;
        Flow_ExpectBetween("mass, over that before", mass / last, 0.0, 1.0 + 1e-5);
        last = fmax(mass, 1e-30);
    }
    Flow_ExpectBetween("mass left", last / first, 0.0, 0.02);
    assert_true(Flow_Measure(fluid).massCorrection == 0.0);
}

TEST(testEqualRuns)
{
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        gfFluid *fluids[2];
        for (int i = 0; i < 2; i++) {
            gfFluidDef def = lively(Gaussian_Def(64, 48, (gfGaussianMode)mode));
            fluids[i] = Flow_Make(*state, &def);
            addSolids(fluids[i]);
            Gaussian_Write(fluids[i], blobs);
            gfSourceDef source = Flow_DiscSource(0.3f, 0.3f, 0.1f);
            source.mass = source.dye[1] = 2.0f;
            source.acceleration.x = 1.0f;
            Flow_AddEmitter(fluids[i], &source);
            Flow_Steps(fluids[i], 40);
        }
        Gaussian_ExpectSameBytes(fluids[0], fluids[1]);
    }
}

static GaussianCells mirrored(const GaussianCells *cells, FlowMirror mirror)
{
    GaussianCells out = GaussianCells_Make(cells->width, cells->height);
    for (int i = 0; i < cells->width * cells->height; i++) {
        int x = i % cells->width, y = i / cells->width;
        int from = mirror == FLOW_LEFT_RIGHT ? y * cells->width + cells->width - 1 - x
                                             : (cells->height - 1 - y) * cells->width + x;
        out.mass[i] = cells->mass[from];
        out.x[i] = mirror == FLOW_LEFT_RIGHT ? -cells->x[from] : cells->x[from];
        out.y[i] = mirror == FLOW_UP_DOWN ? -cells->y[from] : cells->y[from];
    }
    return out;
}

// Of the published forms only SIMPLE is symmetric: the tweet's neighbours reach farther one way.
TEST(testMirror)
{
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_SIMPLE; mode++) {
        for (FlowMirror mirror = FLOW_LEFT_RIGHT; mirror <= FLOW_UP_DOWN; mirror++) {
            GaussianCells cells[2];
            for (int i = 0; i < 2; i++) {
                gfFluidDef def = Gaussian_Def(63, 58, (gfGaussianMode)mode);
                def.gaussian.gravity = (gfVec2){0.1f, -0.16f};
                def.gaussian.splashPeriod = 0;
                gfVec2 at = {0.45f, 0.35f};
                if (i == 1) {
                    def.gaussian.gravity = Flow_Mirror(def.gaussian.gravity, mirror, 0.0f, 0.0f);
                    at = Flow_Mirror(at, mirror, 63.0f / 64.0f, 58.0f / 64.0f);
                }
                gfFluid *fluid = Flow_Make(*state, &def);
                Flow_AddDisc(fluid, at.x, at.y, 0.1f);
                Gaussian_Write(fluid, blobs);
                if (i == 1) {
                    GaussianCells start = GaussianCells_Read(fluid), other = mirrored(&start, mirror);
                    GaussianCells_Write(&other, fluid);
                }
                Flow_Steps(fluid, mode == GF_GAUSSIAN_CONSERVING ? 25 : 10); // rounding grows threefold in fifteen
                cells[i] = GaussianCells_Read(fluid);
            }
            GaussianCells seen = mirrored(&cells[1], mirror);
            GaussianDifference d = GaussianCells_Compare(&seen, &cells[0]);
            Flow_ExpectBetween("asymmetry of mass", d.mass, 0.0, 3e-4);
            Flow_ExpectBetween("asymmetry of momentum", d.momentum, 0.0, 3e-4);
        }
    }
}

static GaussianValue bullet(double x, double y)
{
    return hypot(x - 20.0, y - 32.0) < 6.0 ? (GaussianValue){1.0, 20.0, -20.0} : (GaussianValue){0};
}

TEST(testSpeedLimit)
{
    for (int closed = 0; closed < 2; closed++) {
        gfFluidDef def = closed ? Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING)
                                : Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.massCorrection = false;
        gfFluid *fluid = Flow_Make(*state, &def);
        Gaussian_Write(fluid, bullet);
        double mass = Gaussian_Totals(fluid).mass;
        for (int i = 0; i < 10; i++) {
            Flow_Steps(fluid, 1);
            GaussianTotals totals = Gaussian_Totals(fluid);
            Flow_ExpectBetween("speed", totals.speedMax, 0.0, (double)GF_GAUSSIAN_SPEED_MAX * (1.0 + 1e-5));
            Flow_ExpectNear("mass", totals.mass / mass, 1.0, 1e-5);
            if (i == 0 && !closed) {
                Flow_ExpectNear("mean speed", totals.momentum[0] / totals.mass, (double)GF_GAUSSIAN_SPEED_MAX, 0.05);
                Flow_ExpectNear("down", totals.momentum[1] / totals.mass, -(double)GF_GAUSSIAN_SPEED_MAX, 0.05);
            }
        }
    }
}
