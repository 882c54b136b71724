// The Gaussian liquid at orifices, in corners and in pools of full cells: bounds that hold today; docs/liquid.md tells
// what is right and why it is not reached.
#include "support/gaussian.h"

#define FROUDE 0.25 // sqrt(gravity depth), cells a step

// In cells and steps; `depth` is what gravity is chosen by.
static gfFluidDef liquidDef(int width, int height, double depth)
{
    gfFluidDef def = Gaussian_Def(width, height, GF_GAUSSIAN_CONSERVING);
    def.cellSize = def.fixedStep = 1.0f;
    def.gaussian.gravity.y = (float)(-FROUDE * FROUDE / depth);
    return def;
}

static gfShape boxOf(double left, double right, double bottom, double top)
{
    return gfMakeRectangle((gfVec2){(float)(0.5 * (left + right)), (float)(0.5 * (bottom + top))},
                           (gfVec2){(float)(0.5 * (right - left)), (float)(0.5 * (top - bottom))}, 0.0f);
}

enum { BELOW = 30, THICK = 3 };

// Mass above the floor's underside, and in `level` the height of the surface beside the wall above the floor.
static double massAbove(gfFluid *fluid, double *level)
{
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
    double sum = 0.0;
    *level = 0.0;
    for (int i = BELOW * mass.info.width; i < mass.info.width * mass.info.height; i++) {
        sum += (double)mass.values[i];
        bool full = i % mass.info.width == 4 && mass.values[i] > 0.5f;
        *level = full ? i / mass.info.width + 1.0 - BELOW - THICK : *level;
    }
    return sum;
}

// What flows through a hole in the floor of a tank over its width times sqrt(2 gravity level), the mean while the level
// falls from .85 to .5 of the head.
static double dischargeOf(Fixture *fixture, int hole, int head, float tension)
{
    const int width = 6 * hole + 4, left = (width - hole) / 2, every = 20, floor = BELOW + THICK;
    gfFluidDef def = liquidDef(width, floor + head + 10, head);
    def.boundaries.bottom.kind = GF_BOUNDARY_OPEN;
    def.gaussian.surfaceTension = tension;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_AddSolid(fluid, boxOf(-10.0, left, BELOW, floor));
    Flow_AddSolid(fluid, boxOf(left + hole, width + 10.0, BELOW, floor));
    gfShape tank = boxOf(-1.0, width + 1.0, floor, floor + head);
    assert_true(gfFluid_FillToLevel(fluid, &tank, (float)(floor + head)));
    double level, before = massAbove(fluid, &level), sum = 0.0;
    int count = 0;
    for (int i = 0; i < 200 && level > 0.5 * head; i++) {
        Flow_Steps(fluid, every);
        double after = massAbove(fluid, &level);
        if (level < 0.85 * head && level > 0.5 * head) {
            sum += (before - after) / (every * hole * sqrt(-2.0 * (double)def.gaussian.gravity.y * level));
            count++;
        }
        before = after;
    }
    assert_true(count > 5);
    return sum / count;
}

static void expectDischarge(Fixture *fixture, int hole, int head)
{
    Flow_ExpectBetween(Flow_Text("hole of %d cells under %d: discharge over A sqrt(2 g h)", hole, head),
                       dischargeOf(fixture, hole, head, GF_TENSION_AUTOMATIC), 0.56, 0.83); // .61
    Flow_ExpectBetween("without surface tension", dischargeOf(fixture, hole, head, 0.0f), 0.56, 0.77);
}

TEST_CI(testOrifice)
{
    expectDischarge(*state, 10, 40);
}

TEST_ALL(testOrifices)
{
    expectDischarge(*state, 8, 40);
    expectDischarge(*state, 10, 25);
    expectDischarge(*state, 16, 40);
}

// A slug falls into a V of this angle, degrees: how fast it still is after 2,800 steps over sqrt(2 gravity 24 cells).
static void expectCalmInV(Fixture *fixture, double angle)
{
    const int cells = 64, deep = 24;
    const double tip = 6.4, middle = 0.5 * cells, top = tip + 80.0, half = 80.0 * tan(angle * PI / 360.0);
    gfFluid *fluid = Flow_MakeOf(fixture, liquidDef(cells, cells, deep));
    const gfVec2 corner = {(float)middle, (float)tip};
    const gfVec2 low[2] = {{(float)(middle - 60.0), (float)(tip - 60.0)},
                           {(float)(middle + 60.0), (float)(tip - 60.0)}};
    const gfVec2 left[3] = {corner, {(float)(middle - half), (float)top}, {(float)(middle - half - 60.0), low[0].y}};
    const gfVec2 right[3] = {corner, {(float)(middle + half + 60.0), low[1].y}, {(float)(middle + half), (float)top}};
    const gfVec2 below[3] = {low[0], low[1], corner};
    Flow_AddSolid(fluid, gfMakePolygon(left, 3));
    Flow_AddSolid(fluid, gfMakePolygon(right, 3));
    Flow_AddSolid(fluid, gfMakePolygon(below, 3));
    Flow_Steps(fluid, 1);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    GaussianCells slug = GaussianCells_Make(cells, cells);
    for (int i = 0; i < cells * cells; i++) {
        double height = i / cells - tip;
        slug.mass[i] = distance[i] > 0.0f && height > 0.6 * deep && height < 1.4 * deep ? 1.0 : 0.0;
    }
    GaussianCells_Write(&slug, fluid);
    Flow_Steps(fluid, 2800);
    Flow_ExpectBetween(Flow_Text("V of %.0f degrees: fastest long after, over the fall's speed", angle),
                       Flow_FastestLiquid(fluid) / (sqrt(2.0) * FROUDE), 0.0, 0.2); // .05 is asked for
}

TEST_ALL(testCollapseIntoV)
{
    expectCalmInV(*state, 42.0);
    expectCalmInV(*state, 60.0);
    expectCalmInV(*state, 90.0);
}

// A pool of 24 cells that gfFluid_FillToLevel filled rests; one of full cells, from host or source, drops and sounds.
TEST(testPools)
{
    enum { FILLED, WRITTEN, POURED, POOLS };
    static const char *const names[POOLS] = {"filled to its level", "full cells of the host's", "of a source's"};
    const int cells = 48, deep = 24;
    for (int pool = FILLED; pool < POOLS; pool++) {
        gfFluidDef def = liquidDef(cells, cells, deep);
        gfFluid *fluid = Flow_Make(*state, &def);
        if (pool == FILLED) {
            assert_true(gfFluid_FillToLevel(fluid, NULL, (float)deep));
        } else if (pool == WRITTEN) {
            GaussianCells full = GaussianCells_Make(cells, cells);
            for (int i = 0; i < cells * deep; i++) {
                full.mass[i] = 1.0;
            }
            GaussianCells_Write(&full, fluid);
        } else {
            gfSourceDef source = Flow_SourceDef(boxOf(-1.0, cells + 1.0, -1.0, deep));
            source.softness = 0.0f;
            source.mode = GF_SOURCE_SET;
            source.fields = GF_SOURCE_MASS;
            source.mass = 1.0f;
            assert_true(gfFluid_Splat(fluid, &source));
        }
        Flow_Steps(fluid, pool == FILLED ? 1600 : 2400);
        const char *what = Flow_Text("pool, %s: fastest, over sqrt(g depth)", names[pool]);
        Flow_ExpectBetween(what, Flow_FastestLiquid(fluid) / FROUDE, 0.0, 0.02);
        double weight = -(double)def.gaussian.gravity.y * Flow_Measure(fluid).mass * (22.5 / 24.0) / cells;
        Flow_ExpectNear("pressure at 1.5 cells, over what weighs on it",
                        Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.5 * cells, 1.5) / weight, 1.0, 0.05);
    }
}
