// Water at thin walls: what they hold on one side and on both, at rest and stirred, in a cup, and through a gap.
#include "support/water.h"

// A wall from top to bottom between water of two levels. Lengths are in cells.
typedef struct Wall {
    const char *name;
    double middle;    // of the wall, along x at half the height
    double thickness; // as it is given; it holds water as if it were a cell thick
    double angle;     // from upright, to the right, radians
} Wall;

static const Wall walls[] = {{"a cell", 0.5, 1.0, 0.0},
                             {"a cell between two", 0.0, 1.0, 0.0},
                             {"half a cell", 0.25, 0.5, 0.0},
                             {"a cell, slanted", 0.3, 1.0, 20.0 * PI / 180.0},
                             {"half a cell, slanted", 0.3, 0.5, 20.0 * PI / 180.0}};

static struct {
    Wall wall;
    int cells;
    double low, high; // levels right and left of the wall
} made;

// Returns how far right of the wall's middle a place is.
static double rightOf(double x, double y)
{
    double half = 0.5 * made.cells, dx = x * made.cells - half - made.wall.middle, dy = y * made.cells - half;
    return dx * cos(made.wall.angle) - dy * sin(made.wall.angle);
}

static bool isClearOfWall(double x, double y)
{
    return fabs(rightOf(x, y)) > 0.5 * (cos(made.wall.angle) + sin(made.wall.angle));
}

FLOW_SCALAR(twoLevels, isClearOfWall(x, y) && y < (rightOf(x, y) < 0.0 ? made.high : made.low) ? 1.0 : 0.0)

static gfFluid *makeWall(Fixture *fixture, Wall wall, int cells, double high, double low)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    double h = 1.0 / cells;
    made.wall = wall, made.cells = cells, made.high = high, made.low = low;
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){(float)(0.5 + wall.middle * h), 0.5f},
                                         (gfVec2){(float)(0.5 * wall.thickness * h), 2.0f}, (float)-wall.angle));
    return fluid;
}

// What is left and right of the wall.
typedef struct Sides {
    int count[2];
    double height[2]; // twice the mean height, cells
    double deep[2];   // the largest speed of a particle deeper than 5 cells
    double mean[2];   // root mean square of the speed
} Sides;

static Sides measureSides(gfFluid *fluid)
{
    WaterParticles p = Water_Read(fluid);
    Sides s = {{0}, {0.0}, {0.0}, {0.0}};
    for (int i = 0; i < p.count; i++) {
        double x = (double)p.list[i].position.x, y = (double)p.list[i].position.y;
        double speed = hypot((double)p.list[i].velocity.x, (double)p.list[i].velocity.y);
        int k = rightOf(x, y) < 0.0 ? 0 : 1;
        bool isDeep = y * made.cells < (k == 0 ? made.high : made.low) * made.cells - 5.0;
        s.count[k]++;
        s.height[k] += 2.0 * y * made.cells;
        s.deep[k] = isDeep ? fmax(s.deep[k], speed) : s.deep[k];
        s.mean[k] += speed * speed;
    }
    for (int k = 0; k < 2; k++) {
        s.height[k] /= fmax(s.count[k], 1.0);
        s.mean[k] = sqrt(s.mean[k] / fmax(s.count[k], 1.0));
    }
    return s;
}

static void expectHeld(Fixture *fixture, Wall wall, int cells, int seconds, double low)
{
    gfFluid *fluid = makeWall(fixture, wall, cells, 0.7, low);
    double fastest = 0.0, wave = sqrt(9.81 * 0.7);
    int count = Water_Fill(fluid, twoLevels);
    Sides first = measureSides(fluid), settled = first, last = first;
    for (int t = 1; t <= seconds; t++) {
        Flow_Steps(fluid, 60);
        last = measureSides(fluid);
        settled = t == 3 ? last : settled;
        fastest = t > 3 ? fmax(fastest, fmax(last.deep[0], last.deep[1])) : fastest;
        assert_int_equal(last.count[0], first.count[0]);
        assert_int_equal(last.count[0] + last.count[1], count);
    }
    const char *name = Flow_Text("%s, %d cells, %g beyond it", wall.name, cells, low);
    for (int k = 0; k < 2; k++) {
        Flow_ExpectNear(Flow_Text("%s: height of side %d", name, k), last.height[k] - settled.height[k], 0.0, 0.03);
    }
    Flow_ExpectBetween(Flow_Text("%s: fastest", name), fastest / wave, 0.0, 0.02);
}

TEST(testWallHolds)
{
    expectHeld(fixture, walls[3], 32, 6, 0.35);
}

TEST_ALL(testWallsHold)
{
    for (size_t i = 0; i < sizeof walls / sizeof *walls; i++) {
        expectHeld(fixture, walls[i], i % 2 == 0 ? 48 : 32, 14, i == 4 ? 0.0 : 0.35);
    }
}

// A disc stirs the water on the left, and stays a cell off the wall.
static void expectStirred(Fixture *fixture, Wall wall, int cells, int seconds)
{
    gfFluid *fluid = makeWall(fixture, wall, cells, 0.6, 0.5);
    gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.17f, 0.25f}, 0.07f));
    disc.velocityFromMotion = true;
    gfSolidId id = Flow_AddSolidOf(fluid, &disc);
    Water_Fill(fluid, twoLevels);
    Sides first = measureSides(fluid);
    double stirred = 0.0, calm = 0.0;
    for (int i = 0; i < 60 * seconds; i++) {
        disc.shape.a = (gfVec2){(float)(0.17 + 0.08 * sin(0.07 * i)), (float)(0.25 + 0.1 * sin(0.11 * i))};
        assert_true(gfFluid_SetSolid(fluid, id, &disc));
        Flow_Steps(fluid, 1);
        if (i % 30 == 29) {
            Sides s = measureSides(fluid);
            assert_int_equal(s.count[0], first.count[0]);
            assert_int_equal(s.count[1], first.count[1]);
            stirred += s.mean[0];
            calm += i > 60 ? s.mean[1] : 0.0;
        }
    }
    Flow_ExpectBetween(Flow_Text("%s, %d cells: speed beyond the wall over that of what is stirred", wall.name, cells),
                       calm / stirred, 0.0, 0.12);
}

TEST(testStirredWaterStaysOut)
{
    expectStirred(fixture, walls[0], 32, 2);
}

TEST_ALL(testStirredWaterStaysOutOfMore)
{
    expectStirred(fixture, walls[2], 48, 4);
    expectStirred(fixture, walls[3], 32, 4);
    expectStirred(fixture, walls[4], 48, 4);
}

// --- a cup -----------------------------------------------------------------------------------------------------------

static void addPlate(gfFluid *fluid, gfVec2 from, gfVec2 to, float thickness)
{
    float dx = to.x - from.x, dy = to.y - from.y, length = sqrtf(dx * dx + dy * dy);
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.5f * (from.x + to.x), 0.5f * (from.y + to.y)},
                                         (gfVec2){0.5f * (length + thickness), 0.5f * thickness}, atan2f(dy, dx)));
}

// Counts what is in the cup; `mean`: the root mean square of its speed.
static int countInCup(gfFluid *fluid, double *mean)
{
    WaterParticles p = Water_Read(fluid);
    int count = 0;
    *mean = 0.0;
    for (int i = 0; i < p.count; i++) {
        double x = (double)p.list[i].position.x, y = (double)p.list[i].position.y;
        if (y > 0.3 && y < 0.9 && x > 0.2 && x < 0.8) {
            count++;
            *mean += pow((double)p.list[i].velocity.x, 2.0) + pow((double)p.list[i].velocity.y, 2.0);
        }
    }
    *mean = sqrt(*mean / fmax(count, 1.0));
    return count;
}

FLOW_SCALAR(inCup, y > 0.33 && y < 0.55 && fabs(x - 0.5) < 0.185 ? 1.0 : 0.0)

static gfFluid *makeCup(Fixture *fixture, int cells)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    float thickness = 1.0f / (float)cells;
    addPlate(fluid, (gfVec2){0.3f, 0.3f}, (gfVec2){0.7f, 0.3f}, thickness);
    addPlate(fluid, (gfVec2){0.3f, 0.3f}, (gfVec2){0.22f, 0.75f}, thickness);
    addPlate(fluid, (gfVec2){0.7f, 0.3f}, (gfVec2){0.78f, 0.75f}, thickness);
    return fluid;
}

// A cup of thin walls stands in the air. What is in it comes to rest, and what is poured into it stays there.
static void expectCup(Fixture *fixture, int cells)
{
    gfFluid *fluid = makeCup(fixture, cells);
    double mean = 0.0, wave = sqrt(9.81 * 0.25);
    int count = Water_Fill(fluid, inCup);
    Flow_Steps(fluid, 60 * 8);
    assert_int_equal(countInCup(fluid, &mean), count);
    Flow_ExpectBetween(Flow_Text("%d cells: speed in a cup", cells), mean / wave, 0.0, 0.04);
    gfSourceDef pour = Flow_DiscSource(0.5f, 0.7f, 0.03f);
    pour.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY;
    pour.mode = GF_SOURCE_SET;
    pour.mass = 1.0f;
    pour.velocity = (gfVec2){0.0f, -0.4f};
    gfEmitterId id = Flow_AddEmitter(fluid, &pour);
    Flow_Steps(fluid, 45);
    assert_true(gfFluid_RemoveEmitter(fluid, id));
    Flow_Steps(fluid, 60 * 3);
    int live = (int)Particles_Stats(fluid).live;
    assert_in_range(live, count * 21 / 20, count * 2);
    assert_int_equal(countInCup(fluid, &mean), live);
}

TEST_ALL(testCupFills)
{
    expectCup(fixture, 32);
    expectCup(fixture, 48);
}

// --- a pipe ----------------------------------------------------------------------------------------------------------

// Water swings in two arms that a thin wall parts, until their levels are one.
TEST_ALL(testArmsOfAPipe)
{
    for (int cells = 32; cells <= 48; cells += 16) {
        gfFluid *fluid = makeWall(fixture, walls[1], cells, 0.6, 0.4);
        gfFluidDef def = gfFluid_GetDef(fluid);
        gfFluid *pipe = Flow_Make(fixture, &def);
        addPlate(pipe, (gfVec2){0.5f, 0.15f}, (gfVec2){0.5f, 1.2f}, 1.0f / (float)cells);
        Water_Fill(pipe, twoLevels);
        Sides last = measureSides(pipe);
        for (int t = 0; t < 12; t++) {
            Flow_Steps(pipe, 60);
            last = measureSides(pipe);
        }
        Flow_ExpectNear(Flow_Text("%d cells: what flowed through the bend", cells),
                        last.count[0] / (double)(last.count[0] + last.count[1]), 0.5, 0.03);
    }
}

// --- a full tank -----------------------------------------------------------------------------------------------------

FLOW_SCALAR(roundDisc, hypot(x - 0.5, y - 0.5) > 0.17 ? 1.0 : 0.0)

static double meanPressure(gfFluid *fluid)
{
    FlowField f = Flow_Read(fluid, GF_FIELD_PRESSURE);
    double sum = 0.0;
    int count = f.info.width * f.info.height;
    for (int i = 0; i < count; i++) {
        sum += (double)f.values[i] / count;
    }
    return sum;
}

// Where there is no air, nothing fixes the mean of the pressure, m^2/s^2. It does not drift.
TEST_ALL(testFullTankIsStirred)
{
    gfFluidDef def = Water_Def(24, 24, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.17f));
    disc.velocityFromMotion = true;
    gfSolidId id = Flow_AddSolidOf(fluid, &disc);
    Water_Fill(fluid, roundDisc);
    double least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 10000; i++) {
        disc.shape.a = (gfVec2){(float)(0.5 + 0.25 * sin(0.05 * i)), (float)(0.5 + 0.25 * sin(0.068 * i))};
        assert_true(gfFluid_SetSolid(fluid, id, &disc));
        Flow_Steps(fluid, 1);
        if (i % 100 == 99) {
            double mean = meanPressure(fluid);
            least = fmin(least, mean);
            most = fmax(most, mean);
        }
    }
    Flow_ExpectBetween("least mean of the pressure", least, -4.0, 4.0);
    Flow_ExpectBetween("largest mean of the pressure", most, -4.0, 4.0);
}

// A thin plate goes to and fro through a side, and squeezes the water that is there: none is lost or doubled.
TEST(testSqueezedAtASide)
{
    const float widths[] = {0.3f, 1.0f, 2.0f}; // cells
    for (int i = 0; i < (int)(sizeof widths / sizeof widths[0]); i++) {
        const float h = 1.0f / 24.0f;
        gfFluidDef def = Water_Def(24, 24, 1.0);
        gfFluid *fluid = Flow_Make(fixture, &def);
        assert_true(gfFluid_FillToLevel(fluid, NULL, 0.5f));
        int count = Water_Read(fluid).count;
        gfSolidDef plate =
            Flow_SolidDef(gfMakeCapsule((gfVec2){0.9f, 0.1f}, (gfVec2){0.9f, 0.7f}, 0.5f * widths[i] * h));
        gfSolidId id = Flow_AddSolidOf(fluid, &plate);
        for (int step = 0; step < 240; step++) {
            double turn = 2.0 * PI * step / 60.0;
            float x = (float)(0.9 + 0.12 * sin(turn)), tilt = (float)(0.05 * sin(0.7 * turn));
            plate.shape = gfMakeCapsule((gfVec2){x - tilt, 0.1f}, (gfVec2){x + tilt, 0.7f}, 0.5f * widths[i] * h);
            plate.velocity.x = (float)(0.12 * 2.0 * PI * cos(turn));
            assert_true(gfFluid_SetSolid(fluid, id, &plate));
            Flow_Steps(fluid, 1);
            WaterParticles p = Water_Read(fluid);
            assert_int_equal(p.count, count);
            static bool seen[PARTICLES_MAX];
            memset(seen, 0, sizeof seen);
            for (int k = 0; k < p.count; k++) {
                fail_if(seen[p.list[k].id], "step %d: particle %u is there twice", step, p.list[k].id);
                seen[p.list[k].id] = true;
            }
        }
        gfDestroyFluid(fluid);
    }
}
