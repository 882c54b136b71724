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
