// Water against known answers: a pool at rest, a standing wave, a breaking dam, a film, a drop that falls.
#include "support/water.h"

#define GRAVITY 9.81

// --- waves -----------------------------------------------------------------------------------------------------------

#define WAVE_HEIGHT 0.02
#define WAVE_DEPTH 0.5
FLOW_SCALAR(wavy, y < WAVE_DEPTH + WAVE_HEIGHT * cos(PI * x) ? 1.0 : 0.0)
FLOW_SCALAR(wavyOffset, y < WAVE_DEPTH + 0.0063 + WAVE_HEIGHT * cos(PI * x) ? 1.0 : 0.0)

// The basic wave of a box of 1 m: what is kept of its height in a period, and its period over that of linear theory.
static void expectWave(Fixture *fixture, int cells, double step, FlowFn *inside)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    def.fixedStep = (float)step;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_Fill(fluid, inside);
    double depth, period = 0.0;
    WaterSwing swing = {0};
    WaterSwing_Tell(&swing, Water_Wave(fluid, &depth), 0.0);
    period = 2.0 * PI / sqrt(GRAVITY * PI * tanh(PI * depth));
    while (swing.peakCount < 5) {
        Flow_Steps(fluid, 1);
        WaterSwing_Tell(&swing, Water_Wave(fluid, NULL), step);
        assert_true(swing.time < 4.0 * period);
    }
    const char *what = Flow_Text("wave, %d cells, step of 1/%.0f s", cells, 1.0 / step);
    Flow_ExpectBetween(Flow_Text("%s: kept a period", what), WaterSwing_Kept(&swing), 0.97, 1.01);
    Flow_ExpectBetween(Flow_Text("%s: period over theory", what), WaterSwing_Period(&swing) / period, 0.985, 1.015);
}

TEST(testWaveStands)
{
    expectWave(fixture, 48, 1.0 / 60.0, wavy);
}

TEST_CI(testWaveStandsFinely)
{
    expectWave(fixture, 96, 1.0 / 60.0, wavy);
    expectWave(fixture, 48, 1.0 / 120.0, wavyOffset);
}

TEST_ALL(testWavesStand)
{
    expectWave(fixture, 48, 1.0 / 211.0, wavy);
    expectWave(fixture, 96, 1.0 / 120.0, wavyOffset);
    expectWave(fixture, 96, 1.0 / 422.0, wavy);
}

// --- rest ------------------------------------------------------------------------------------------------------------

FLOW_SCALAR(halfFull, y < 0.5 ? 1.0 : 0.0)
FLOW_SCALAR(lessThanHalf, y < 0.4871 ? 1.0 : 0.0)

static void expectRest(Fixture *fixture, int cells, int seconds, FlowFn *inside)
{
    gfFluidDef def = Water_Def(cells, cells, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    int count = Water_Fill(fluid, inside);
    Flow_Steps(fluid, 60 * seconds);
    double depth = Water_Area(fluid, 0.0, 1.0), wave = sqrt(GRAVITY * depth), h = 1.0 / cells, sum = 0.0;
    const char *what = Flow_Text("pool, %d cells, after %d s", cells, seconds);
    Flow_ExpectBetween(Flow_Text("%s: fastest over sqrt(g depth)", what), Water_Fastest(fluid, 1.0) / wave, 0.0, 0.005);
    FlowField pressure = Flow_Read(fluid, GF_FIELD_PRESSURE);
    for (int i = 0; i < cells; i++) {
        sum += (double)pressure.values[i] / cells;
    }
    Flow_ExpectBetween(Flow_Text("%s: pressure at the floor", what), sum / (GRAVITY * (depth - 0.5 * h)), 0.99, 1.01);
    assert_int_equal(Particles_Stats(fluid).live, count);
}

TEST(testPoolRests)
{
    expectRest(fixture, 32, 5, halfFull);
}

TEST_CI(testPoolRestsFinely)
{
    expectRest(fixture, 48, 10, halfFull);
}

TEST_ALL(testPoolsRest)
{
    expectRest(fixture, 48, 60, lessThanHalf);
    expectRest(fixture, 96, 60, halfFull);
}

FLOW_SCALAR(film, y < 2.0 ? 1.0 : 0.0)

TEST_CI(testFilmRests)
{
    const double step = 1.0 / 120.0;
    gfFluid *fluid = Flow_MakeOf(fixture, Water_CellsDef(64, 64, 64.0, step));
    Water_Fill(fluid, film);
    Flow_Steps(fluid, 1200);
    Flow_ExpectBetween("film of 2 cells: fastest, cells a step", Water_Fastest(fluid, 64.0) * step, 0.0, 0.005);
}

// --- free fall -------------------------------------------------------------------------------------------------------

FLOW_SCALAR(drop, hypot(x - 32.0, y - 50.0) < 6.0 ? 1.0 : 0.0)
FLOW_SCALAR(smallDrop, hypot(x - 32.3, y - 50.6) < 3.0 ? 1.0 : 0.0)

// Mean place, and the root of the mean square along each axis around it.
static void measureDrop(gfFluid *fluid, double middle[2], double size[2])
{
    WaterParticles p = Water_Read(fluid);
    double sums[2] = {0}, squares[2] = {0};
    for (int i = 0; i < p.count; i++) {
        const double at[2] = {(double)p.list[i].position.x, (double)p.list[i].position.y};
        for (int axis = 0; axis < 2; axis++) {
            sums[axis] += at[axis] / p.count;
            squares[axis] += at[axis] * at[axis] / p.count;
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        middle[axis] = sums[axis];
        size[axis] = sqrt(squares[axis] - sums[axis] * sums[axis]);
    }
}

static void expectFall(Fixture *fixture, FlowFn *inside, bool affine)
{
    const double step = 1.0 / 120.0, gravity = 64.0;
    gfFluidDef def = Water_CellsDef(64, 64, gravity, step);
    def.water.affine = affine;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_Fill(fluid, inside);
    double from[2], to[2], before[2], after[2];
    measureDrop(fluid, from, before);
    const int steps = 100;
    Flow_Steps(fluid, steps);
    measureDrop(fluid, to, after);
    double way = 0.5 * gravity * step * step * steps * (steps + 1);
    Flow_ExpectBetween("drop: fallen over exact", (from[1] - to[1]) / way, 0.998, 1.002);
    Flow_ExpectBetween("drop: drift, cells", to[0] - from[0], -0.02, 0.02);
    Flow_ExpectBetween("drop: width kept", after[0] / before[0], 0.98, 1.02);
    Flow_ExpectBetween("drop: height kept", after[1] / before[1], 0.98, 1.02);
}

TEST(testDropFalls)
{
    expectFall(fixture, drop, false);
}

TEST_CI(testDropsFall)
{
    expectFall(fixture, drop, true);
    expectFall(fixture, smallDrop, false);
}

// --- a dam that breaks -----------------------------------------------------------------------------------------------

#define DAM_TIMES 6
#define DAM_GRAVITY 100.0

// A column of a x 2a cells that is let go beside a wall: heights at the wall over 2a, and fronts over a, by Martin and
// Moyce (1952) at times in sqrt(a / gravity), of the front over sqrt(2).
static const double damHeightTimes[DAM_TIMES] = {0.56, 0.93, 1.46, 2.0, 2.7, 3.44};
static const double damHeights[DAM_TIMES] = {0.94, 0.83, 0.67, 0.5, 0.33, 0.22};
static const double damFrontTimes[DAM_TIMES] = {0.84, 1.19, 1.63, 1.98, 2.32, 2.65};
static const double damFronts[DAM_TIMES] = {1.22, 1.44, 1.89, 2.33, 2.78, 3.22};

typedef struct Dam {
    double heights[DAM_TIMES], fronts[DAM_TIMES];
} Dam;

static double damSize;
static bool damTurned; // the floor is the left side, and gravity acts along it

static gfVec2 damColumn(double x, double y)
{
    double along = damTurned ? y : x, up = damTurned ? x : y;
    return (gfVec2){along < damSize && up < 2.0 * damSize ? 1.0f : 0.0f, 0.0f};
}

// Returns the height of the liquid at the wall, and through *front the farthest column of cells that has half a cell of
// it in its lowest three.
static double measureDam(gfFluid *fluid, double *front)
{
    WaterParticles p = Water_Read(fluid);
    int low[256] = {0}, atWall = 0;
    for (int i = 0; i < p.count; i++) {
        double x = (double)p.list[i].position.x, y = (double)p.list[i].position.y;
        double along = damTurned ? y : x, up = damTurned ? x : y;
        low[(int)fmin(along, 255.0)] += up < 3.0 ? 1 : 0;
        atWall += along < 3.0 ? 1 : 0;
    }
    *front = 0.0;
    for (int i = 0; i < 256; i++) {
        *front = low[i] >= 2 ? i + 1.0 : *front;
    }
    return atWall / (4.0 * 3.0);
}

// `way`: cells that the fastest liquid goes in a step.
static Dam runDam(Fixture *fixture, int a, double way, bool turned)
{
    damSize = a;
    damTurned = turned;
    const double step = way / sqrt(2.0 * DAM_GRAVITY * 2.0 * a), unit = sqrt(a / DAM_GRAVITY);
    int width = 5 * a, height = 3 * a;
    gfFluidDef def = Water_CellsDef(turned ? height : width, turned ? width : height, DAM_GRAVITY, step);
    if (turned) {
        def.water.gravity = (gfVec2){(float)-DAM_GRAVITY, 0.0f};
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_Fill(fluid, damColumn);
    Dam dam;
    int heights = 0, fronts = 0;
    double time = 0.0, last[2] = {2.0 * a, a}, now[2];
    while (heights < DAM_TIMES || fronts < DAM_TIMES) {
        Flow_Steps(fluid, 1);
        time += step;
        now[0] = measureDam(fluid, &now[1]);
        if (heights < DAM_TIMES && time >= damHeightTimes[heights] * unit) {
            double back = (time - damHeightTimes[heights] * unit) / step;
            dam.heights[heights++] = (now[0] + back * (last[0] - now[0])) / (2.0 * a);
        }
        if (fronts < DAM_TIMES && time >= damFrontTimes[fronts] * unit / sqrt(2.0)) {
            double back = (time - damFrontTimes[fronts] * unit / sqrt(2.0)) / step;
            dam.fronts[fronts++] = (now[1] + back * (last[1] - now[1])) / a;
        }
        memcpy(last, now, sizeof last);
    }
    return dam;
}

static double rmsOf(const double a[DAM_TIMES], const double b[DAM_TIMES], bool relative)
{
    double sum = 0.0;
    for (int i = 0; i < DAM_TIMES; i++) {
        double off = (a[i] - b[i]) / (relative ? b[i] : 1.0);
        sum += off * off / DAM_TIMES;
    }
    return sqrt(sum);
}

static void expectDam(Fixture *fixture, int a, double way)
{
    Dam dam = runDam(fixture, a, way, false);
    const char *what = Flow_Text("dam of %d cells, %.1f cells a step", a, way);
    Flow_ExpectBetween(Flow_Text("%s: height, rms over 2a", what), rmsOf(dam.heights, damHeights, false), 0.0, 0.03);
    // It is faster than water that turbulence and the gate hold back.
    Flow_ExpectBetween(Flow_Text("%s: front, rms of itself", what), rmsOf(dam.fronts, damFronts, true), 0.0, 0.18);
}

TEST_CI(testDamBreaks)
{
    expectDam(fixture, 16, 0.7);
}

TEST_ALL(testDamsBreak)
{
    expectDam(fixture, 24, 0.7);
    expectDam(fixture, 24, 2.4);
    expectDam(fixture, 32, 1.2);
}

static void expectAlike(const char *what, const Dam *a, const Dam *b)
{
    Flow_ExpectBetween(Flow_Text("%s: heights, rms over 2a", what), rmsOf(a->heights, b->heights, false), 0.0, 0.02);
    Flow_ExpectBetween(Flow_Text("%s: fronts, rms of itself", what), rmsOf(a->fronts, b->fronts, true), 0.0, 0.05);
}

TEST_CI(testDamsAreAlike)
{
    Dam dam = runDam(fixture, 16, 1.2, false), turned = runDam(fixture, 16, 1.2, true);
    expectAlike("dam down a wall and down a floor", &turned, &dam);
    Dam finely = runDam(fixture, 16, 0.4, false);
    expectAlike("dam with steps of a third", &finely, &dam);
    Dam fine = runDam(fixture, 32, 1.2, false);
    expectAlike("dam of twice the cells", &fine, &dam);
}

FLOW_SCALAR(middleColumn, y < 12.0 || (fabs(x - 32.0) < 9.0 && y < 36.0) ? 1.0 : 0.0)

// Adds the left half of a formula's particles, and their mirror images.
static void fillMirrored(gfFluid *fluid, FlowFn *inside)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    uint32_t seed = 5;
    gfParticle *list = Fixture_Alloc((size_t)(def.gridWidth * def.gridHeight * 4) * sizeof *list);
    int count = 0;
    for (int j = 0; j < 2 * def.gridHeight; j++) {
        for (int i = 0; i < def.gridWidth; i++) {
            double x = 0.5 * (i + 0.5 + 0.9 * (Particles_Random(&seed) - 0.5));
            double y = 0.5 * (j + 0.5 + 0.9 * (Particles_Random(&seed) - 0.5));
            if (inside(x, y).x > 0.0f) {
                list[count++] = (gfParticle){.position = {(float)x, (float)y}};
                list[count++] = (gfParticle){.position = {(float)(def.gridWidth - x), (float)y}};
            }
        }
    }
    assert_true(gfFluid_AddParticles(fluid, list, count));
}

TEST(testMirrorImageStays)
{
    gfFluid *fluid = Flow_MakeOf(fixture, Water_CellsDef(64, 64, 64.0, 1.0 / 120.0));
    fillMirrored(fluid, middleColumn);
    Flow_Steps(fluid, 150);
    double most = 0.0;
    for (int i = 0; i < 8; i++) {
        double left = Water_Area(fluid, 4.0 * i, 4.0 * i + 4.0),
               right = Water_Area(fluid, 60.0 - 4.0 * i, 64.0 - 4.0 * i);
        most = fmax(most, fabs(left - right) / (left + right));
    }
    Flow_ExpectBetween("column that falls apart: difference of both sides", most, 0.0, 0.02);
}

// --- fast liquid -----------------------------------------------------------------------------------------------------

FLOW_SCALAR(slug, x > 2.0 && x < 18.0 && y > 20.0 && y < 28.0 ? 1.0 : 0.0)
FLOW_VECTOR(rushing, 500.0, 0.0)

TEST(testFastJetIsSlowed)
{
    for (int substeps = 1; substeps <= 2; substeps++) {
        gfFluidDef def = Water_CellsDef(96, 48, 0.0, 0.01); // 5 cells a step
        def.water.cflSubsteps = substeps;
        gfFluid *fluid = Flow_Make(fixture, &def);
        int count = Water_FillMoving(fluid, slug, rushing);
        Flow_Steps(fluid, 2);
        double before = 0.0, after = 0.0;
        WaterParticles p = Water_Read(fluid);
        for (int i = 0; i < p.count; i++) {
            before += (double)p.list[i].position.x / p.count;
        }
        Flow_Steps(fluid, 8);
        p = Water_Read(fluid);
        for (int i = 0; i < p.count; i++) {
            after += (double)p.list[i].position.x / p.count;
            assert_true(isfinite(p.list[i].position.x) && isfinite(p.list[i].velocity.x));
        }
        assert_int_equal(p.count, count);
        double most = substeps == 1 ? 3.0 : 5.05;
        Flow_ExpectBetween(Flow_Text("jet in %d substeps: cells a step", substeps), (after - before) / 8.0, most - 0.6,
                           most);
        Flow_Steps(fluid, 60);
        assert_int_equal(Particles_Stats(fluid).live, count);
    }
}

// --- a lip -----------------------------------------------------------------------------------------------------------

FLOW_SCALAR(lip, x < 3.0 && y < 3.5 ? 1.0 : 0.0)

static void expectSpill(Fixture *fixture, int cells)
{
    gfFluid *fluid = Flow_MakeOf(fixture, Water_Def(cells, cells, 6.0));
    Flow_AddSolid(fluid, Water_Box(3.0, 7.0, -1.0, 3.0));
    Water_Fill(fluid, lip);
    Flow_Steps(fluid, 18);
    WaterParticles p = Water_Read(fluid);
    double spilled = Water_Area(fluid, 3.0, 6.0), front = 0.0;
    for (int i = 0; i < p.count; i++) {
        front = fmax(front, (double)p.list[i].position.x - 3.0);
    }
    // Ritter's (1892) wave on a dry bed runs 2 sqrt(g depth) t, and 8/27 sqrt(g depth) depth t pass the edge.
    double depth = 0.5, speed = sqrt(GRAVITY * depth), passed = 8.0 / 27.0 * speed * depth * 0.3;
    Flow_ExpectBetween(Flow_Text("lip, %d cells: front after .3 s, m", cells), front, 0.35, 2.0 * speed * 0.3);
    Flow_ExpectBetween(Flow_Text("lip, %d cells: spilled over theory", cells), spilled / passed, 0.5, 1.5);
}

TEST(testLipSpills)
{
    expectSpill(fixture, 48);
}

TEST_CI(testFineLipSpills)
{
    expectSpill(fixture, 96);
}
