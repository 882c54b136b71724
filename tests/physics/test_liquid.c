// GF_GAUSSIAN_CONSERVING as a liquid: waves, rest, a collapsing column, viscosity, free drops, against closed forms and
// published figures. Drops on walls and surface tension are in test_drops.c.
#include "support/gaussian.h"

#define GRAVITY 1.0 // m/s^2
#define DEPTH 0.5   // m, of a unit box

// A unit box of `rows` cells a side, or `columns` wide; `froude`: sqrt(gravity depth), cells a step.
static gfFluidDef boxDef(int columns, int rows, double froude)
{
    gfFluidDef def = Gaussian_Def(columns, rows, GF_GAUSSIAN_CONSERVING);
    def.cellSize = 1.0f / (float)rows;
    def.fixedStep = (float)(froude / rows / sqrt(GRAVITY * DEPTH));
    def.gaussian.gravity.y = (float)-GRAVITY;
    return def;
}

// How dense liquid at rest is so many metres below its surface: 4/3 (m^3 - 1) - 3/2 (m^2 - 1) = 2 x, of x = gravity
// times depth over stiffness times the speed of a cell a step squared.
static double restMass(const gfFluidDef *def, double depth)
{
    double speed = (double)def->cellSize / (double)def->fixedStep;
    double push = 2.0 * GRAVITY * fmax(depth, 0.0) / ((double)def->gaussian.stiffness * speed * speed), m = 1.0 + push;
    for (int i = 0; i < 20; i++) {
        m -= (4.0 / 3.0 * (m * m * m - 1.0) - 1.5 * (m * m - 1.0) - push) / (4.0 * m * m - 3.0 * m);
    }
    return m;
}

// Liquid below level(x), m; cells that it cuts hold a part. Nothing in solids.
typedef double LevelFn(double x);

static void writeLiquid(gfFluid *fluid, LevelFn *level)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    double h = (double)def.cellSize;
    GaussianCells cells = GaussianCells_Make(def.gridWidth, def.gridHeight);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    for (int i = 0; i < def.gridWidth * def.gridHeight; i++) {
        double depth = level((i % def.gridWidth + 0.5) * h) - (i / def.gridWidth + 0.5) * h;
        double share = fmin(fmax(depth / h + 0.5, 0.0), 1.0);
        cells.mass[i] = distance[i] < 0.0f ? 0.0 : share * restMass(&def, depth);
    }
    GaussianCells_Write(&cells, fluid);
}

static double flat(double x)
{
    (void)x;
    return DEPTH;
}

#define AMPLITUDE 0.03

static double wave(double x)
{
    return DEPTH + AMPLITUDE * cos(PI * x);
}

static double waveHeight(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    double sum = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        sum += (double)mass[i] * cos(PI * (i % info.width + 0.5) / info.width);
    }
    return 2.0 * sum / info.width;
}

// The basic wave of a box: what is kept of its height a period, and its period over that of linear theory.
static void expectWave(Fixture *fixture, int cells, double froude)
{
    gfFluidDef def = boxDef(cells, cells, froude);
    gfFluid *fluid = Flow_Make(fixture, &def);
    writeLiquid(fluid, wave);
    double period = 2.0 * PI / sqrt(GRAVITY * PI * tanh(PI * DEPTH)) / (double)def.fixedStep; // steps
    double first = waveHeight(fluid), heights[3] = {first, first, first}, peaks[2] = {0}, times[2] = {0};
    int count = 0;
    const int every = cells / 12;
    for (int step = every; count < 2 && step < 3.0 * period; step += every) {
        Flow_Steps(fluid, every);
        heights[0] = heights[1];
        heights[1] = heights[2];
        heights[2] = waveHeight(fluid);
        bool peak = heights[1] > heights[0] && heights[1] >= heights[2] && heights[1] > 0.0;
        if (peak && step > (0.5 + count) * period) {
            double bend = heights[0] - 2.0 * heights[1] + heights[2];
            times[count] = step - every + 0.5 * every * (heights[0] - heights[2]) / bend;
            peaks[count++] = heights[1];
        }
    }
    assert_int_equal(count, 2);
    char text[96];
    snprintf(text, sizeof text, "%d cells, %.2f cells a step: height kept in the first period", cells, froude);
    Flow_ExpectBetween(text, peaks[0] / first, 0.85, 1.02);
    Flow_ExpectBetween("height kept in the second", peaks[1] / peaks[0], 0.85, 1.02);
    Flow_ExpectBetween("period, over that of linear theory", 0.5 * times[1] / period, 0.98, 1.02);
}

TEST(testWaves)
{
    expectWave(*state, 48, 0.25);
}

TEST_ALL(testWavesFine)
{
    expectWave(*state, 96, 0.25);
    expectWave(*state, 48, 0.3);
}

// What pierces the surface comes last; SLAB is as a side of the box.
typedef enum Obstacle { NONE, DISC, BAR, SLAB, PIERCING, PIERCING_BAR, OBSTACLES } Obstacle;

static void addObstacle(gfFluid *fluid, Obstacle obstacle, double width)
{
    gfSolidDef def = gfDefaultSolidDef();
    if (obstacle == DISC) {
        def.shape = gfMakeCircle((gfVec2){(float)(0.5 * width), 0.25f}, 0.13f);
    } else if (obstacle == PIERCING) {
        def.shape = gfMakeCircle((gfVec2){(float)(0.7 * width), 0.48f}, 0.11f);
    } else if (obstacle == BAR) {
        def.shape = gfMakeRectangle((gfVec2){(float)(0.3 * width), 0.25f}, (gfVec2){0.15f, 0.02f}, 0.6f);
    } else if (obstacle == PIERCING_BAR) {
        def.shape = gfMakeRectangle((gfVec2){(float)(0.4 * width), 0.5f}, (gfVec2){0.2f, 0.03f}, 1.0f);
    } else if (obstacle == SLAB) {
        def.shape = gfMakeRectangle((gfVec2){(float)(0.5 * width), 0.5f}, (gfVec2){0.109f, 0.7f}, 0.0f);
    }
    if (obstacle != NONE) {
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &def)));
    }
}

typedef struct Rest {
    double bulk, mean, fastest; // speeds, of sqrt(gravity depth): over six cells below the surface; all
    double energy;              // kinetic and potential, J over density and metre
    double level;               // m
} Rest;

static Rest measureRest(gfFluid *fluid)
{
    double speed = sqrt(GRAVITY * DEPTH), h = (double)gfFluid_GetDef(fluid).cellSize, squares = 0.0;
    int count = 0;
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info), *v = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    Rest rest = {0};
    double columns = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        double y = (i / info.width + 0.5) * h, m = (double)mass[i],
               fast = hypot((double)v[2 * i], (double)v[2 * i + 1]);
        rest.fastest = m > 0.0 ? fmax(rest.fastest, fast / speed) : rest.fastest;
        rest.energy += m * h * h * (0.5 * fast * fast + GRAVITY * y);
        columns += fmin(m, 1.0) * h / info.width;
        if (m > 0.0 && y < DEPTH - 6.0 * h) {
            rest.bulk = fmax(rest.bulk, fast / speed);
            squares += fast * fast;
            count++;
        }
    }
    rest.mean = sqrt(squares / count) / speed;
    rest.level = columns;
    return rest;
}

// A disc of dye, beside the middle.
static void writeDye(gfFluid *fluid)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    int width = def.gridWidth, count = width * def.gridHeight;
    float *dye = Fixture_Alloc((size_t)count * 4 * sizeof *dye);
    for (int i = 0; i < count; i++) {
        double x = (i % width + 0.5) / def.gridHeight - 0.2, y = (i / width + 0.5) / def.gridHeight - 0.25;
        dye[4 * i] = hypot(x, y) < 0.1 ? 1.0f : 0.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, (size_t)count * 4));
}

typedef struct Spot {
    double amount, x, y, radius; // of full cells; cells: root mean square
    double most;
} Spot;

static Spot measureDye(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info), *dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    Spot spot = {0};
    double squares = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        double amount = (double)mass[i] * (double)dye[4 * i], x = i % info.width, y = i / info.width;
        spot.amount += amount;
        spot.x += amount * x;
        spot.y += amount * y;
        squares += amount * (x * x + y * y);
        spot.most = fmax(spot.most, (double)dye[4 * i]);
    }
    spot.x /= spot.amount;
    spot.y /= spot.amount;
    spot.radius = sqrt(fmax(squares / spot.amount - spot.x * spot.x - spot.y * spot.y, 0.0));
    return spot;
}

static void expectRest(Fixture *fixture, int columns, int rows, Obstacle obstacle, int steps)
{
    static const char *const names[OBSTACLES] = {"alone", "disc", "bar", "slab", "piercing disc", "piercing bar"};
    gfFluid *fluid = Flow_MakeOf(fixture, boxDef(columns, rows, 0.25));
    addObstacle(fluid, obstacle, (double)columns / rows);
    writeLiquid(fluid, flat);
    writeDye(fluid);
    Spot spot = measureDye(fluid);
    Rest first = measureRest(fluid), half = {0}, last = first;
    double lowest = first.energy, gained = 0.0;
    for (int i = 1; i <= 20; i++) {
        Flow_Steps(fluid, steps / 20);
        last = measureRest(fluid);
        gained = fmax(gained, last.energy / lowest - 1.0);
        lowest = fmin(lowest, last.energy);
        half = i == 10 ? last : half;
    }
    char text[96];
    snprintf(text, sizeof text, "pool of %d x %d, %s: fastest inside", columns, rows, names[obstacle]);
    Flow_ExpectBetween(text, last.bulk, 0.0, obstacle >= PIERCING ? 0.04 : 0.02);
    Flow_ExpectBetween("mean speed inside", last.mean, 0.0, fmax(half.mean * 1.2, 0.01));
    Flow_ExpectBetween("fastest", last.fastest, 0.0, obstacle >= PIERCING ? 0.2 : 0.01);
    Flow_ExpectBetween("energy gained over any time before", gained, 0.0, 0.01);
    Spot after = measureDye(fluid);
    Flow_ExpectNear("dye, over that at first", after.amount / spot.amount, 1.0, 1e-4);
    Flow_ExpectBetween("most of it", after.most, 0.9, 1.0 + 1e-4); // rounding
    Flow_ExpectBetween("way of its middle, cells", hypot(after.x - spot.x, after.y - spot.y), 0.0, 1.0);
    Flow_ExpectNear("its radius, less that at first, cells", after.radius - spot.radius, 0.0, 1.0);
}

TEST(testPoolRests)
{
    expectRest(*state, 32, 32, NONE, 1000);
}

TEST_CI(testPoolRestsRoundSolids)
{
    expectRest(*state, 32, 32, SLAB, 1000);
    expectRest(*state, 37, 48, PIERCING, 1000);
}

TEST_ALL(testPoolsRestFine)
{
    expectRest(*state, 61, 48, DISC, 2000);
    expectRest(*state, 48, 48, BAR, 2000);
    expectRest(*state, 96, 96, PIERCING_BAR, 2000);
}

// By gfFluid_FillToLevel: `shape` (null: everywhere) with walls about it.
static void expectFilledRest(Fixture *fixture, const char *what, gfFluidDef def, Obstacle obstacle,
                             const gfShape *shape)
{
    gfFluid *fluid = Flow_Make(fixture, &def);
    addObstacle(fluid, obstacle, 1.0);
    const gfVec2 bars[] = {{0.5f, 0.1f}, {0.2f, 0.4f}, {0.8f, 0.4f}}, halves[] = {{0.35f, 0.05f}, {0.05f, 0.35f}};
    for (int i = 0; shape != NULL && i < 3; i++) {
        gfSolidDef bar = gfDefaultSolidDef();
        bar.shape = gfMakeRectangle(bars[i], halves[i > 0], 0.0f);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &bar)));
    }
    assert_true(gfFluid_FillToLevel(fluid, shape, (float)DEPTH));
    Rest first = measureRest(fluid), last = first;
    double off = 0.0;
    for (int i = 1; i <= 20; i++) {
        Flow_Steps(fluid, 100);
        last = measureRest(fluid);
        off = fmax(off, fabs(last.energy / first.energy - 1.0));
    }
    char text[96];
    snprintf(text, sizeof text, "pool filled, %s: energy off the first", what);
    Flow_ExpectBetween(text, off, 0.0, 0.01);
    Flow_ExpectBetween("mean speed inside", last.mean, 0.0, 0.01);
}

TEST_ALL(testFilledPoolsRest)
{
    gfFluidDef def = boxDef(48, 48, 0.25);
    expectFilledRest(*state, "alone", def, NONE, NULL);
    expectFilledRest(*state, "disc", def, DISC, NULL);
    gfShape inner = gfMakeRectangle((gfVec2){0.5f, 0.45f}, (gfVec2){0.3f, 0.35f}, 0.0f);
    expectFilledRest(*state, "cup", def, NONE, &inner);
    def.gaussian.restDensity = 2.0f;
    expectFilledRest(*state, "twice as dense", def, NONE, NULL);
    def = boxDef(48, 48, 0.35);
    expectFilledRest(*state, "longer steps", def, NONE, NULL);
    def.gaussian.stiffness = 1.0f;
    expectFilledRest(*state, "stiff", def, NONE, NULL);
}

// Martin and Moyce 1952: a column of width a and height 2 a; times in sqrt(a / (2 g)), the front from the wall in a.
TEST(testColumnCollapses)
{
    static const double times[] = {.41,  .84,  1.19, 1.43, 1.63, 1.83, 1.98, 2.20,
                                   2.32, 2.51, 2.65, 2.83, 2.98, 3.11, 3.33};
    static const double fronts[] = {1.11, 1.22, 1.44, 1.67, 1.89, 2.11, 2.33, 2.56,
                                    2.78, 3.00, 3.22, 3.44, 3.67, 3.89, 4.11};
    enum { WIDTH = 24, COUNT = sizeof times / sizeof *times };
    gfFluidDef def = boxDef(5 * WIDTH, 5 * WIDTH / 2, 0.15);
    double h = (double)def.cellSize, a = WIDTH * h;
    gfFluid *fluid = Flow_Make(*state, &def);
    GaussianCells cells = GaussianCells_Make(def.gridWidth, def.gridHeight);
    for (int i = 0; i < def.gridWidth * def.gridHeight; i++) {
        double x = (i % def.gridWidth + 0.5) * h, y = (i / def.gridWidth + 0.5) * h;
        cells.mass[i] = x < a && y < 2.0 * a ? restMass(&def, fmin(2.0 * a - y, a - x)) : 0.0;
    }
    GaussianCells_Write(&cells, fluid);
    double squares = 0.0;
    int step = 0;
    for (int k = 0; k < COUNT; k++) {
        int to = (int)lround(times[k] * sqrt(a / (2.0 * GRAVITY)) / (double)def.fixedStep);
        Flow_Steps(fluid, to - step);
        step = to;
        float *mass = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
        double front = 0.0;
        for (int x = 0; x < def.gridWidth; x++) {
            for (int y = 0; y < 4; y++) {
                front = mass[y * def.gridWidth + x] > 0.5f ? (x + 1.0) / WIDTH : front;
            }
        }
        squares += (front / fronts[k] - 1.0) * (front / fronts[k] - 1.0);
    }
    Flow_ExpectBetween("front of a collapsing column, off Martin and Moyce", sqrt(squares / COUNT), 0.0, 0.08);
}

static int waves;

GAUSSIAN_STATE(shear, 1.0, 0.1 * sin(2.0 * PI * waves * y / 64.0), 0.2)

static double shearHeight(gfFluid *fluid)
{
    GaussianCells cells = GaussianCells_Read(fluid);
    double sums[2] = {0};
    for (int i = 0; i < 64 * 64; i++) {
        double phase = 2.0 * PI * waves * (i / 64 + 0.5) / 64.0;
        sums[0] += cells.x[i] * sin(phase) / (0.5 * 64.0 * 64.0);
        sums[1] += cells.x[i] * cos(phase) / (0.5 * 64.0 * 64.0);
    }
    return hypot(sums[0], sums[1]);
}

// A shear wave that is carried along decays as the viscosity says; less than .0155 cells^2 a step there is not.
TEST(testViscosityIsWhatIsAskedFor)
{
    static const double asked[] = {0.0, 0.05, 0.125, 0.3, 3.0};
    for (int i = 0; i < 10; i += 3) { // each with another wave than the next
        waves = i % 2 + 1;
        gfFluidDef def = Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.viscosity = (float)(asked[i / 2] / 64.0);
        gfFluid *fluid = Flow_Make(*state, &def);
        Gaussian_Write(fluid, shear);
        Flow_Steps(fluid, 4);
        double first = shearHeight(fluid);
        Flow_Steps(fluid, 100);
        double k = 2.0 * PI * waves / 64.0, rate = -log(shearHeight(fluid) / first) / 100.0;
        Flow_ExpectNear("viscosity, over that asked for", rate / (k * k) / fmin(fmax(asked[i / 2], 0.0155), 0.3686),
                        1.0, 0.1);
        gfDestroyFluid(fluid);
    }
}

GAUSSIAN_STATE(movingDisc, hypot(x - 32.0, y - 32.0) < 10.0 ? 1.0 : 0.0, 0.25, -0.1)

// What a free drop is told to move by is what it moves by, in its middle and on the whole.
TEST(testVelocityIsTold)
{
    gfFluid *fluid = Flow_MakeOf(*state, Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING));
    Gaussian_Write(fluid, movingDisc);
    Flow_Steps(fluid, 40);
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info), *v = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    double sums[3] = {0}, worst = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        double m = (double)mass[i], x = (double)v[2 * i], y = (double)v[2 * i + 1];
        sums[0] += m;
        sums[1] += m * x;
        sums[2] += m * y;
        worst = m > 0.9 ? fmax(worst, hypot(x - 0.25, y + 0.1)) : worst;
    }
    Flow_ExpectNear("velocity along x that is told of a drop, m/s", sums[1] / sums[0], 0.25, 0.0025);
    Flow_ExpectNear("velocity along y", sums[2] / sums[0], -0.1, 0.0025);
    Flow_ExpectBetween("farthest off inside", worst, 0.0, 0.03);
}

static int edgeCells(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    int count = 0;
    for (int i = 0; i < info.width * info.height; i++) {
        count += mass[i] > 0.05f && mass[i] < 0.7f ? 1 : 0;
    }
    return count;
}

// Neither does it fray.
TEST_ALL(testDropStaysTheSame)
{
    gfFluidDef def = Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
    def.gaussian.massCorrection = false;
    gfFluid *fluid = Flow_Make(*state, &def);
    Gaussian_Write(fluid, movingDisc);
    gfFluidStats first = Flow_Measure(fluid);
    Flow_Steps(fluid, 100);
    int edge = edgeCells(fluid);
    for (int i = 0; i < 10; i++) {
        Flow_Steps(fluid, 1000);
        Flow_ExpectNear("cells at the edge of a drop, over those at first", (double)edgeCells(fluid) / edge, 1.0, 0.3);
    }
    gfFluidStats last = Flow_Measure(fluid);
    double scale = hypot(first.momentum[0], first.momentum[1]);
    Flow_ExpectNear("mass after 10,100 steps", last.mass / first.mass, 1.0, 1e-4);
    Flow_ExpectBetween("change of momentum",
                       hypot(last.momentum[0] - first.momentum[0], last.momentum[1] - first.momentum[1]) / scale, 0.0,
                       1e-4);
}

// Two basins with a slot under the wall between them, filled to .3 and .7.
static double steps(double x)
{
    return x < 0.48 ? 0.7 : x > 0.52 ? 0.3 : 0.0;
}

static double levelBetween(gfFluid *fluid, double from, double to)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    double sum = 0.0;
    int count = 0;
    for (int x = (int)(from * info.width); x < (int)(to * info.width); x++) {
        count++;
        for (int y = 0; y < info.height; y++) {
            sum += fmin((double)mass[y * info.width + x], 1.0);
        }
    }
    return sum / count;
}

TEST_ALL(testBasinsLevelOut)
{
    gfFluidDef def = boxDef(64, 64, 0.25);
    def.gaussian.viscosity = 0.1f * def.cellSize * def.cellSize / def.fixedStep;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSolidDef wall = gfDefaultSolidDef();
    wall.shape = gfMakeRectangle((gfVec2){0.5f, 0.6f}, (gfVec2){0.02f, 0.5f}, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &wall)));
    writeLiquid(fluid, steps);
    Flow_Steps(fluid, 12000);
    Flow_ExpectNear("level of two basins, cells", levelBetween(fluid, 0.1, 0.4), levelBetween(fluid, 0.6, 0.9), 0.5);
}
