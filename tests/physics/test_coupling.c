// gfFluid_Couple: air moves with the liquid that it lies beside, is left alone by one at rest, and takes its steam and
// heat; what is refused, and that a running game makes nothing.
#include "support/flow.h"
#include "support/making.h"

#define WIDTH 64
#define HEIGHT 48
#define LEVEL 16 // cells of liquid

typedef struct Pair {
    gfFluid *air, *liquid;
    gfCouplingDef how;
} Pair;

// A pool over the whole width, in a world that repeats sideways.
static Pair makePool(Fixture *f, int airCells, float gravity)
{
    Pair p = {.how = gfDefaultCouplingDef()};
    gfFluidDef def = gfDefaultFluidDef();
    gfBoundaries *sides = &def.boundaries;
    sides->left.kind = sides->right.kind = GF_BOUNDARY_PERIODIC;
    def.gridWidth = airCells * WIDTH;
    def.gridHeight = airCells * HEIGHT;
    def.cellSize = 1.0f / (float)(airCells * HEIGHT);
    sides->top.kind = GF_BOUNDARY_OPEN;
    p.air = gfCreateFluid(f->device, &def);
    sides->top.kind = GF_BOUNDARY_FREE_SLIP;
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = WIDTH;
    def.gridHeight = HEIGHT;
    def.cellSize = 1.0f / (float)HEIGHT;
    def.gaussian.gravity = (gfVec2){0.0f, -gravity};
    p.liquid = gfCreateFluid(f->device, &def);
    assert_non_null(p.air);
    assert_non_null(p.liquid);
    assert_true(gfFluid_FillToLevel(p.liquid, NULL, (float)LEVEL / (float)HEIGHT));
    return p;
}

static void stepPair(const Pair *p, int steps)
{
    for (int i = 0; i < steps; i++) {
        assert_true(gfFluid_StepOnce(p->liquid) && gfFluid_Couple(p->air, p->liquid, &p->how, 1.0f / 60.0f));
        assert_true(gfFluid_StepOnce(p->air));
    }
}

// Mean of a component of the velocity over rows of the liquid's size.
static double meanOfRow(gfFluid *fluid, int row, int component)
{
    FlowField read = Flow_Read(fluid, GF_FIELD_VELOCITY);
    int scale = read.info.height / HEIGHT;
    double sum = 0.0;
    for (int y = row * scale; y < (row + 1) * scale; y++) {
        for (int x = 0; x < read.info.width; x++) {
            sum += (double)read.values[2 * (y * read.info.width + x) + component];
        }
    }
    return sum / (scale * read.info.width);
}

static void pushPool(const Pair *p, float speed)
{
    gfSourceDef def =
        Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f * WIDTH / HEIGHT, 0.5f}, (gfVec2){2.0f, 1.0f}, 0.0f));
    def.mode = GF_SOURCE_SET;
    def.fields = GF_SOURCE_VELOCITY;
    def.velocity.x = speed;
    assert_true(gfFluid_Splat(p->liquid, &def));
}

// Air in a pool that flows, and in the cell above it, goes as fast; higher it does not. Grids may differ.
TEST(testAirFollows)
{
    for (int cells = 1; cells <= 2; cells++) {
        Pair p = makePool(*state, cells, 0.0f);
        pushPool(&p, 0.4f);
        stepPair(&p, 12);
        double flows = meanOfRow(p.liquid, LEVEL / 2, 0);
        Flow_ExpectBetween("speed of the liquid, m/s", flows, 0.3, 0.45);
        Flow_ExpectBetween("air in it, of that", meanOfRow(p.air, LEVEL / 2, 0) / flows, 0.97, 1.03);
        Flow_ExpectBetween("air in its last cell, of that", meanOfRow(p.air, LEVEL - 1, 0) / flows, 0.95, 1.03);
        if (cells == 1) {
            Flow_ExpectBetween("air in the cell above, of that", meanOfRow(p.air, LEVEL, 0) / flows, 0.93, 1.03);
        }
        Flow_ExpectBetween("air far above, of that", meanOfRow(p.air, LEVEL + 8, 0) / flows, -0.02, 0.05);
    }
}

TEST_CI(testRestingPool)
{
    Pair p = makePool(*state, 1, 0.5f);
    stepPair(&p, 40);
    Flow_ExpectBetween("speed of air over a resting pool, m/s", Flow_Measure(p.air).speedMax, 0.0, 0.01);
}

// A block that falls through a column of air, closed below: air goes round it, and smoke in its way is not in it.
TEST_CI(testAirIsDisplaced)
{
    Pair p = makePool(*state, 1, 0.0f);
    gfSourceDef source = gfDefaultSourceDef();
    const int half = 8;
    const float middle = 0.5f * WIDTH / HEIGHT;
    assert_true(gfFluid_Reset(p.liquid));
    source.mode = GF_SOURCE_SET;
    source.shape = gfMakeRectangle((gfVec2){middle, 0.6f}, (gfVec2){(float)half / HEIGHT, (float)half / HEIGHT}, 0.0f);
    source.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    source.mass = 1.0f;
    source.velocity.y = -0.4f;
    assert_true(gfFluid_Splat(p.liquid, &source));
    source.shape = gfMakeRectangle((gfVec2){middle, 0.5f}, (gfVec2){1.0f, 0.5f}, 0.0f);
    source.fields = GF_SOURCE_DYE;
    source.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(p.air, &source));
    stepPair(&p, 20);
    float *velocity = Fixture_Read(p.air, GF_FIELD_VELOCITY, NULL);
    int row = (int)(0.6f * HEIGHT - 0.4f * 20.0f / 60.0f * HEIGHT);
    double down = (double)velocity[2 * (row * WIDTH + WIDTH / 2) + 1], up = 0.0, through = 0.0;
    for (int x = 0; x < WIDTH; x++) {
        double v = (double)velocity[2 * (row * WIDTH + x) + 1];
        up = fmax(up, v);
        through += v / WIDTH;
    }
    Flow_ExpectBetween("air in the block, m/s", down, -0.44, -0.36);
    Flow_ExpectBetween("air beside it, m/s", up, 0.08, 0.6);
    Flow_ExpectBetween("air through the whole row, m/s", through, -0.01, 0.01); // the floor is closed
    float *dye = Fixture_Read(p.air, GF_FIELD_DYE, NULL);
    Flow_ExpectBetween("smoke in the block", (double)dye[4 * (row * WIDTH + WIDTH / 2) + 3], -0.001, 0.02);
    Flow_ExpectBetween("smoke beside it", (double)dye[4 * (row * WIDTH + 4) + 3], 0.9, 1.1);
}

// A hot pool: steam and heat begin at its surface and rise; none is in it.
TEST_CI(testSteamRises)
{
    Pair p = makePool(*state, 1, 0.5f);
    p.how.dye[3] = 2.0f;
    p.how.temperature = 30.0f;
    p.how.heating = 10.0f;
    stepPair(&p, 10);
    float *dye = Fixture_Read(p.air, GF_FIELD_DYE, NULL);
    float *heat = Fixture_Read(p.air, GF_FIELD_TEMPERATURE, NULL);
    double steam = 0.0, drowned = 0.0, warm = 0.0, cold = 0.0;
    for (int x = 0; x < WIDTH; x++) {
        drowned += (double)dye[4 * ((LEVEL / 2) * WIDTH + x) + 3] / WIDTH;
        for (int y = LEVEL; y < HEIGHT; y++) {
            steam += (double)dye[4 * (y * WIDTH + x) + 3] / WIDTH;
        }
        warm += (double)heat[LEVEL * WIDTH + x] / WIDTH;
        cold += (double)heat[(HEIGHT - 4) * WIDTH + x] / WIDTH;
    }
    Flow_ExpectBetween("steam over a cell of surface", steam, 0.1, 1.0); // 2 a second for 1/6 s: 0.33
    Flow_ExpectBetween("steam in the pool", drowned, -0.001, 0.02);
    Flow_ExpectBetween("air over it, K", warm, 8.0, 30.0);
    Flow_ExpectBetween("air far above, K", cold, -0.1, 0.1);
}

// Time that no step takes adds up, and what waits is replaced: as much steam, however often it is called.
TEST_CI(testCallsAddUp)
{
    double sums[2];
    for (int calls = 1; calls <= 2; calls++) {
        Pair p = makePool(*state, 1, 0.5f);
        p.how.dye[3] = 1.0f;
        for (int i = 0; i < calls; i++) {
            assert_true(gfFluid_Couple(p.air, p.liquid, &p.how, 0.02f / (float)calls));
        }
        assert_true(gfFluid_StepOnce(p.air));
        sums[calls - 1] = Flow_Measure(p.air).mass;
    }
    assert_true(sums[0] > 0.0);
    Flow_ExpectBetween("steam of two calls over that of one", sums[1] / sums[0], 0.99, 1.01);
}

// A liquid of particles moves air, too; resizing the air goes on.
TEST_CI(testParticlesAndResize)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 32, 32, 1.0f / 32.0f);
    gfFluid *air = gfCreateFluid(fixture->device, &def);
    def.solver = GF_SOLVER_PARTICLES;
    def.particles.capacity = 600;
    def.particles.spacing = 0.025f;
    gfFluid *liquid = Flow_Make(fixture, &def);
    gfSourceDef pour = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.0f));
    pour.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    pour.mode = GF_SOURCE_SET;
    pour.mass = 1.0f;
    pour.velocity.x = 0.3f;
    assert_true(gfFluid_Splat(liquid, &pour));
    const Pair p = {air, liquid, gfDefaultCouplingDef()};
    stepPair(&p, 3);
    Flow_ExpectBetween("air that particles move, m/s", Flow_Measure(air).speedMax, 0.1, 1.0);
    assert_true(gfFluid_Resize(air, 48, 48, 1.0f / 48.0f, (gfVec2){0.0f, 0.0f}));
    stepPair(&p, 2);
    gfDestroyFluid(liquid);
    assert_true(gfFluid_StepOnce(air));
}

TEST(testRefusals)
{
    Pair p = makePool(fixture, 1, 0.0f);
    gfFluid *other = Fixture_MakeFluid(fixture, 16, 16);
    gfCouplingDef bad = p.how;
    bad.cookie = 0;
    const struct {
        gfFluid *air, *liquid;
        const gfCouplingDef *how;
        float dt;
        gfErrorCode code;
        const char *text;
    } calls[] = {
        {NULL, p.liquid, &p.how, 0.1f, GF_ERROR_NULL_ARGUMENT, "null"},
        {p.air, NULL, &p.how, 0.1f, GF_ERROR_NULL_ARGUMENT, "liquid"},
        {p.air, p.liquid, NULL, 0.1f, GF_ERROR_NULL_ARGUMENT, "def"},
        {p.air, p.air, &p.how, 0.1f, GF_ERROR_OUT_OF_RANGE, "the air"},
        {p.liquid, p.air, &p.how, 0.1f, GF_ERROR_UNSUPPORTED, "GF_SOLVER_GRID"},
        {p.air, other, &p.how, 0.1f, GF_ERROR_UNSUPPORTED, "GF_SOLVER_GAUSSIAN"},
        {p.air, p.liquid, &bad, 0.1f, GF_ERROR_COOKIE, "gfDefaultCouplingDef"},
        {p.air, p.liquid, &p.how, -0.1f, GF_ERROR_OUT_OF_RANGE, "dt"},
        {p.air, p.liquid, &p.how, NAN, GF_ERROR_OUT_OF_RANGE, "dt"},
        {p.air, p.liquid, &p.how, INFINITY, GF_ERROR_OUT_OF_RANGE, "dt"},
    };
    Fixture_ClearLog(fixture);
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        assert_false(gfFluid_Couple(calls[i].air, calls[i].liquid, calls[i].how, calls[i].dt));
        if (calls[i].air != NULL) { // no device to log to
            Fixture_ExpectError(fixture, calls[i].code, calls[i].text);
        }
    }
    gfDestroyFluid(other);
}

TEST(testTooMany)
{
    Pair p = makePool(fixture, 1, 0.0f);
    gfFluid *more[GF_COUPLING_MAX];
    gfFluidDef small = gfFluid_GetDef(p.liquid);
    small.gridWidth = small.gridHeight = 16;
    for (int i = 0; i < GF_COUPLING_MAX; i++) {
        more[i] = Flow_Make(fixture, &small);
        assert_true(gfFluid_Couple(p.air, more[i], &p.how, 0.02f));
    }
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_Couple(p.air, p.liquid, &p.how, 0.02f), TOO_MANY, "4 liquids");
    gfDestroyFluid(more[0]);
    assert_true(gfFluid_Couple(p.air, p.liquid, &p.how, 0.02f) && gfFluid_StepOnce(p.air));
}

TEST(testMakesNothing)
{
    Making_Watch();
    Fixture own = *fixture;
    own.device = Making_MakeDevice(fixture);
    Pair p = makePool(&own, 1, 0.5f);
    p.how.dye[3] = p.how.heating = 1.0f;
    for (int i = 0; i < 8; i++) {
        if (i == 4) {
            Making_Finish(own.device);
            making = (Making){0};
        }
        stepPair(&p, 1);
    }
    assert_int_equal(making.objects + making.blocks + making.programs + making.framebuffers, 0);
    gfDestroyDevice(own.device); // which frees the fluids
}
