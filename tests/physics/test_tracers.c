// Tracers: where they may be, whatever flow, context and size; that they follow the flow and stay spread evenly.
#include "support/gaussian.h"
#include "support/poor.h"

#define COUNT 65536
#define CELLS_X 96
#define CELLS_Y 64
#define FRAME (1.0f / 60.0f)

static float *readTracers(gfTracers *tracers, int count)
{
    float *positions = Fixture_Keep(malloc((size_t)count * 2 * sizeof *positions));
    assert_true(gfTracers_ReadBlocking(tracers, positions, (size_t)count * 2));
    return positions;
}

// Velocity that knows no continuity, up to `speed`.
static void writeNoise(gfFluid *fluid, float speed, uint32_t seed)
{
    gfSolverKind solver = gfFluid_GetDef(fluid).solver;
    bool onFaces = solver == GF_SOLVER_GRID || solver == GF_SOLVER_SHALLOW;
    gfField field = onFaces ? GF_FIELD_FACE_VELOCITY : GF_FIELD_VELOCITY;
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    float *values = Fixture_Keep(malloc(count * sizeof *values));
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        values[i] = speed * ((float)(seed >> 8) / 8388608.0f - 1.0f);
    }
    assert_true(gfFluid_WriteField(fluid, field, values, count));
}

FLOW_SCALAR(massEverywhere, 1.0f)
FLOW_SCALAR(massBelow, y < 2.4 ? 1.0f : 0.0f)

// A domain of 1.5 x 1 m off the world's origin, full of fluid.
static gfFluid *makeFluid(Fixture *fixture, gfSolverKind solver, gfBoundaryKind sides)
{
    gfFluidDef def = Flow_DefOf(solver, CELLS_X, CELLS_Y, 1.0f / CELLS_Y);
    def.origin = (gfVec2){-0.5f, 2.0f};
    Flow_SetSides(&def, sides);
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (solver == GF_SOLVER_GAUSSIAN) {
        Flow_WriteField(fluid, GF_FIELD_MASS, massEverywhere);
    } else if (solver == GF_SOLVER_SHALLOW) {
        assert_true(gfFluid_FillToLevel(fluid, NULL, 1.0f));
    }
    return fluid;
}

typedef struct Disc {
    gfVec2 center;
    float radius;
} Disc;

// Finite, in the domain and outside the discs.
static void expectPlaces(gfFluid *fluid, gfTracers *tracers, int count, const Disc *discs, int discCount)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    double width = (double)def.cellSize * def.gridWidth, height = (double)def.cellSize * def.gridHeight;
    float *positions = readTracers(tracers, count);
    int bad = 0;
    for (int i = 0; i < count; i++) {
        double x = positions[2 * i], y = positions[2 * i + 1];
        bool good = isfinite(x) && isfinite(y) && x >= (double)def.origin.x - 1e-6 &&
                    y >= (double)def.origin.y - 1e-6 && x <= (double)def.origin.x + width + 1e-6 &&
                    y <= (double)def.origin.y + height + 1e-6;
        for (int k = 0; k < discCount && good; k++) {
            good = hypot(x - (double)discs[k].center.x, y - (double)discs[k].center.y) >= (double)discs[k].radius;
        }
        if (!good && bad++ == 0) {
            print_error("tracer %d is at (%g, %g)\n", i, x, y);
        }
    }
    assert_int_equal(bad, 0);
}

static void runAmongSolids(Fixture *fixture, gfSolverKind solver, gfBoundaryKind sides)
{
    gfFluid *fluid = makeFluid(fixture, solver, sides);
    Disc discs[2] = {{{0.0f, 2.5f}, 0.13f}, {{0.6f, 2.3f}, 0.1f}};
    gfSolidDef def = Flow_SolidDef(gfMakeCircle(discs[0].center, discs[0].radius));
    Flow_AddSolidOf(fluid, &def);
    def.shape = gfMakeCircle(discs[1].center, discs[1].radius);
    def.velocity = (gfVec2){0.0f, 1.5f};
    gfSolidId moving = Flow_AddSolidOf(fluid, &def);
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, 2.0f);
    expectPlaces(fluid, tracers, COUNT, discs, 2);
    writeNoise(fluid, 2.0f, 7);
    for (int i = 1; i <= 40; i++) {
        discs[1].center.y = 2.3f + 0.4f * sinf(0.1f * (float)i);
        def.velocity.y = 2.4f * cosf(0.1f * (float)i);
        def.shape = gfMakeCircle(discs[1].center, discs[1].radius);
        assert_true(gfFluid_SetSolid(fluid, moving, &def) && gfFluid_StepOnce(fluid));
        assert_true(gfTracers_Step(tracers, FRAME));
        if (i % 10 == 0) {
            expectPlaces(fluid, tracers, COUNT, discs, 2);
        }
    }
    // Into the other, at once; then a storm, and time that is out of all proportion.
    discs[1].center = (gfVec2){0.05f, 2.55f};
    def.shape = gfMakeCircle(discs[1].center, discs[1].radius);
    assert_true(gfFluid_SetSolid(fluid, moving, &def));
    const float speeds[] = {50.0f, GF_VALUE_MAX}, times[] = {0.0f, 1e-6f, FRAME, 1.0f, 1e6f};
    for (int i = 0; i < 10; i++) {
        writeNoise(fluid, speeds[i / 5], (uint32_t)i);
        assert_true(gfTracers_Step(tracers, times[i % 5]));
        expectPlaces(fluid, tracers, COUNT, discs, 2);
    }
}

TEST_CI(testStayOutOfSolids)
{
    static const gfBoundaryKind sides[] = {GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_OPEN, GF_BOUNDARY_PERIODIC};
    for (int i = 0; i < 6; i++) {
        runAmongSolids(*state, i < 3 ? GF_SOLVER_GRID : GF_SOLVER_GAUSSIAN, sides[i % 3]);
    }
}

TEST(testStayOutOfSolidsInShallow)
{
    runAmongSolids(*state, GF_SOLVER_SHALLOW, GF_BOUNDARY_FREE_SLIP);
}

// A solid of whole cells, and one that leaves no room at all.
TEST(testMaskAndNoRoom)
{
    gfFluid *fluid = makeFluid(*state, GF_SOLVER_GRID, GF_BOUNDARY_FREE_SLIP);
    const uint8_t pixels[4] = {255, 0, 0, 255};
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape whole = gfMakeRectangle((gfVec2){0.25f, 2.5f}, (gfVec2){0.75f, 0.5f}, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &whole)));
    gfTracers *tracers = Fixture_MakeTracers(fluid, 4096, 1.0f);
    for (int i = 0; i < 20; i++) {
        writeNoise(fluid, 3.0f, (uint32_t)i);
        assert_true(gfTracers_Step(tracers, FRAME));
    }
    float *positions = readTracers(tracers, 4096);
    for (int i = 0; i < 4096; i++) {
        bool right = positions[2 * i] > 0.25f, high = positions[2 * i + 1] > 2.5f;
        assert_true(right == high); // the image's first row is the top one
    }
    gfSolidId plug = Flow_AddSolid(fluid, whole);
    assert_true(gfTracers_Step(tracers, FRAME));
    expectPlaces(fluid, tracers, 4096, NULL, 0);
    assert_true(gfFluid_RemoveSolid(fluid, plug) && gfTracers_Step(tracers, FRAME));
    expectPlaces(fluid, tracers, 4096, NULL, 0);
}

// Where there is liquid; and into liquid that comes later.
TEST(testBornInMass)
{
    gfFluid *fluid = makeFluid(*state, GF_SOLVER_GAUSSIAN, GF_BOUNDARY_FREE_SLIP);
    gfTracers *early = NULL;
    for (int round = 0; round < 2; round++) {
        // In the second, tracers that waited.
        assert_true(gfFluid_Reset(fluid));
        early = round == 1 ? Fixture_MakeTracers(fluid, 4096, 4.0f) : NULL;
        gfFluidDef def = gfFluid_GetDef(fluid);
        float top = def.origin.y + 0.4f;
        Flow_WriteField(fluid, GF_FIELD_MASS, massBelow);
        gfTracers *tracers = early != NULL ? early : Fixture_MakeTracers(fluid, 4096, 4.0f);
        for (int i = 0; i < 8; i++) {
            assert_true(gfTracers_Step(tracers, 0.0f));
        }
        float *positions = readTracers(tracers, 4096);
        int above = 0;
        for (int i = 0; i < 4096; i++) {
            above += positions[2 * i + 1] > top + def.cellSize;
        }
        gfDestroyTracers(tracers);
        assert_int_equal(above, 0);
    }
}

// Once round a second, about the domain's middle.
FLOW_VECTOR(turning, -2.0 * PI * (y - 2.5), 2.0 * PI * (x - 0.25))

static GaussianValue turningCells(double x, double y)
{
    gfVec2 v = turning(x / CELLS_Y - 0.5, y / CELLS_Y + 2.0);
    return (GaussianValue){1.0, (double)v.x * CELLS_Y / 60.0, (double)v.y * CELLS_Y / 60.0};
}

static void runOrbit(Fixture *fixture, gfSolverKind solver)
{
    const int count = 4096;
    gfFluid *fluid = makeFluid(fixture, solver, GF_BOUNDARY_FREE_SLIP);
    if (solver == GF_SOLVER_GRID) {
        Flow_WriteVelocity(fluid, turning);
    } else {
        Gaussian_Write(fluid, turningCells);
    }
    gfTracers *tracers = Fixture_MakeTracers(fluid, count, 1e6f);
    float *before = readTracers(tracers, count);
    for (int i = 0; i < 30; i++) {
        assert_true(gfTracers_Step(tracers, FRAME));
    }
    float *half = readTracers(tracers, count);
    for (int i = 0; i < 30; i++) {
        assert_true(gfTracers_Step(tracers, FRAME));
    }
    float *after = readTracers(tracers, count);
    double worst = 0.0, worstHalf = 0.0;
    int followed = 0;
    for (int i = 0; i < count; i++) {
        double x = (double)before[2 * i] - 0.25, y = (double)before[2 * i + 1] - 2.5;
        if (hypot(x, y) < 0.45) {
            worst = fmax(worst, hypot((double)after[2 * i] - 0.25 - x, (double)after[2 * i + 1] - 2.5 - y));
            worstHalf = fmax(worstHalf, hypot((double)half[2 * i] - 0.25 + x, (double)half[2 * i + 1] - 2.5 + y));
            followed++;
        }
    }
    assert_true(followed > count / 3);
    // Midpoint rule: an angle of (w dt)^3 / 6 a step is 1.2e-2 in all, at the radius of .1 where steps are not cut yet.
    Flow_ExpectBetween("from the start after one turn, m", worst, 0.0, 0.003);
    Flow_ExpectBetween("from the other side after half a turn, m", worstHalf, 0.0, 0.0015);
}

TEST(testOrbitsClose)
{
    runOrbit(*state, GF_SOLVER_GRID);
    runOrbit(*state, GF_SOLVER_GAUSSIAN);
}

TEST(testDeterministic)
{
    const int count = 10000;
    gfFluid *fluid = makeFluid(*state, GF_SOLVER_GRID, GF_BOUNDARY_OPEN);
    float *positions[3];
    for (int i = 0; i < 3; i++) {
        gfTracersDef def = gfDefaultTracersDef();
        def.count = count;
        def.lifetime = 0.2f;
        def.seed = i == 2 ? 0x80000000u : 1u;
        gfTracers *tracers = MADE(gfCreateTracers(fluid, &def));
        for (int k = 0; k < 20; k++) {
            writeNoise(fluid, 2.0f, (uint32_t)k);
            assert_true(gfTracers_Step(tracers, FRAME));
        }
        positions[i] = readTracers(tracers, count);
    }
    assert_memory_equal(positions[0], positions[1], (size_t)count * 2 * sizeof(float));
    int alike = 0;
    for (int i = 0; i < count; i++) {
        alike += positions[0][2 * i] == positions[2][2 * i];
    }
    assert_true(alike < count / 100);
}

#define BINS 16

// Chi squared over its degrees of freedom: 1 by chance.
static double unevenness(gfFluid *fluid, gfTracers *tracers, int count)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    int bins[BINS * BINS] = {0};
    float *positions = readTracers(tracers, count);
    for (int i = 0; i < count; i++) {
        double x = ((double)positions[2 * i] - (double)def.origin.x) / ((double)def.cellSize * def.gridWidth);
        double y = ((double)positions[2 * i + 1] - (double)def.origin.y) / ((double)def.cellSize * def.gridHeight);
        int column = (int)fmin(fmax(x * BINS, 0.0), BINS - 1), row = (int)fmin(fmax(y * BINS, 0.0), BINS - 1);
        bins[row * BINS + column]++;
    }
    double mean = (double)count / (BINS * BINS), sum = 0.0;
    for (int i = 0; i < BINS * BINS; i++) {
        sum += (bins[i] - mean) * (bins[i] - mean) / mean;
    }
    return sum / (BINS * BINS - 1);
}

static gfVec2 eddies(double x, double y)
{
    double a = 2.0 * PI * (x + 0.5) / 1.5, b = 2.0 * PI * (y - 2.0);
    return (gfVec2){(float)(sin(a) * cos(b) * 1.5), (float)(-cos(a) * sin(b))};
}

// Without a flow it is at rest or, between an inflow and an open side, an even stream.
static void runSpread(Fixture *fixture, const char *what, gfBoundaryKind left, gfBoundaryKind bottom, FlowFn *flow)
{
    const int count = 16384, looks = 5;
    gfFluid *fluid = makeFluid(fixture, GF_SOLVER_GRID, bottom);
    gfFluidDef def = gfFluid_GetDef(fluid);
    def.boundaries.left.kind = left;
    float speed = left == GF_BOUNDARY_INFLOW ? 0.8f : 0.0f;
    def.boundaries.left.inflowSpeed = speed;
    def.boundaries.right.kind = left == GF_BOUNDARY_INFLOW ? GF_BOUNDARY_OPEN : left;
    assert_true(gfFluid_SetDef(fluid, &def));
    if (flow != NULL) {
        Flow_WriteVelocity(fluid, flow);
    } else {
        Flow_WriteWind(fluid, speed, 0.0f);
    }
    gfTracers *tracers = Fixture_MakeTracers(fluid, count, 3.0f);
    double sum = 0.0;
    for (int i = 0; i < looks; i++) {
        for (int k = 0; k < 60; k++) {
            assert_true(gfTracers_Step(tracers, FRAME));
        }
        double now = unevenness(fluid, tracers, count);
        Flow_ExpectBetween(what, now, 0.6, 1.5); // 255 degrees of freedom: one sigma is .09
        sum += now / looks;
    }
    Flow_ExpectBetween(what, sum, 0.8, 1.25);
}

TEST_ALL(testSpreadEvenly)
{
    runSpread(*state, "unevenness at rest", GF_BOUNDARY_FREE_SLIP, GF_BOUNDARY_FREE_SLIP, NULL);
    runSpread(*state, "unevenness among eddies", GF_BOUNDARY_PERIODIC, GF_BOUNDARY_PERIODIC, eddies);
    runSpread(*state, "unevenness in a stream", GF_BOUNDARY_INFLOW, GF_BOUNDARY_FREE_SLIP, NULL);
}

// Half floats, no filtering, textures that hold anything.
TEST(testPoorContexts)
{
    const GlHooks hooks[] = {
        {.formats = HOOK_NO_32F}, {.formats = HOOK_ONLY_RGBA}, {.nearestOnly = true}, {.fillsTextures = true}};
    for (int i = 0; i < 4; i++) {
        gfDevice *device = Poor_MakeDevice(fixture, hooks[i]);
        gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 32, 32, 1.0f / 32.0f);
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        Disc disc = {{0.5f, 0.5f}, 0.2f};
        Flow_AddDisc(fluid, disc.center.x, disc.center.y, disc.radius);
        gfTracers *tracers = Fixture_MakeTracers(fluid, 1024, 1.0f);
        for (int k = 0; k < 20; k++) {
            writeNoise(fluid, 1.0f, (uint32_t)k);
            assert_true(gfTracers_Step(tracers, FRAME));
        }
        expectPlaces(fluid, tracers, 1024, &disc, 1);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ClearLog(fixture);
}

// World places stay where they are when the domain around them changes.
TEST(testResize)
{
    const int count = 4096;
    gfFluid *fluid = makeFluid(*state, GF_SOLVER_GRID, GF_BOUNDARY_FREE_SLIP);
    gfTracers *tracers = Fixture_MakeTracers(fluid, count, 1e6f);
    float *before = readTracers(tracers, count);
    assert_true(gfFluid_Resize(fluid, 128, 80, 1.0f / 80.0f, (gfVec2){-0.25f, 1.9f}) && gfTracers_Step(tracers, 0.0f));
    float *after = readTracers(tracers, count);
    int stayed = 0, inside = 0;
    for (int i = 0; i < count; i++) {
        const float *b = before + 2 * i, *a = after + 2 * i;
        inside += b[0] >= -0.24f && b[1] <= 2.89f;
        stayed += hypotf(a[0] - b[0], a[1] - b[1]) < 1e-4f;
    }
    assert_true(stayed >= inside && stayed < count);
    expectPlaces(fluid, tracers, count, NULL, 0);
}
