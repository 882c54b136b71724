// GF_ADVECTION_QUINTIC: what advection makes or loses of dye and heat is given back, at any resolution, dye grid,
// precision and beside solids, through sides and where sources pour; values stay in bounds; what is even stays so, and
// what does not move; edges stay sharp.
#include "support/stirred.h"
#include "support/walls.h"

// Small boxes for few steps, in which each edge counts for more.
static const StirredCase common = {.cells = 48,
                                   .dyeScale = 1.0f,
                                   .precision = GF_PRECISION_AUTO,
                                   .advection = GF_ADVECTION_QUINTIC,
                                   .steps = 50,
                                   .push = 0.04f};

static void expectDrift(void **state, const StirredCase *stirred, double most)
{
    StirredResult result = Stirred_Run(*state, stirred);
    Flow_ExpectBetween("drift at any time", result.largest, 0.0, most);
    Flow_ExpectBetween("drift, mean", result.largestMean, 0.0, 0.2 * most);
    Flow_ExpectBetween("least dye", result.least, 0.0, 1.0);
    Flow_ExpectBetween("most dye", result.most, 0.0, 1.0);
    Flow_ExpectBetween("least heat", result.leastHeat, 0.0, 1.0);
    Flow_ExpectBetween("most heat", result.mostHeat, 0.0, 1.0);
}

TEST(testStirredBoxKeepsAll)
{
    const gfAdvection conserving = GF_ADVECTION_QUINTIC;
    const StirredCase cases[] = {
        {48, 1.0f, GF_PRECISION_AUTO, conserving, STIRRED_NOTHING, 50, 0.04f, false, false},
        {48, 1.0f, GF_PRECISION_32F, conserving, STIRRED_NOTHING, 50, 0.04f, true, false},
        {37, 2.0f, GF_PRECISION_AUTO, conserving, STIRRED_NOTHING, 50, 0.04f, false, false},
        {40, 1.3f, GF_PRECISION_16F, conserving, STIRRED_NOTHING, 50, 0.04f, true, false},
        {48, 1.0f, GF_PRECISION_AUTO, conserving, STIRRED_DISC, 50, 0.04f, false, false},
        {40, 2.0f, GF_PRECISION_AUTO, conserving, STIRRED_THIN_WALL, 50, 0.04f, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expectDrift(state, &cases[i], cases[i].solid == STIRRED_NOTHING ? 1.5e-3 : 2e-3);
    }
}

// Without the ledger they drift ever farther; keepTotals is its name for them.
TEST(testOtherAdvectionsKeepDye)
{
    for (int advection = GF_ADVECTION_BILINEAR; advection <= GF_ADVECTION_CATMULL_ROM; advection++) {
        StirredCase stirred = common;
        stirred.advection = (gfAdvection)advection;
        StirredResult without = Stirred_Run(*state, &stirred);
        Flow_ExpectBetween("without", without.largest, 3e-3, 1.0);
        stirred.keepsDye = true;
        expectDrift(state, &stirred, 2e-3);
    }
}

// Texels that its rim passes come and go whole; in the mean nothing does.
TEST(testPaddleTakesNothing)
{
    StirredCase paddle = common;
    paddle.solid = STIRRED_PADDLE;
    paddle.steps = 100;
    Flow_ExpectBetween("drift, means of 50 steps", Stirred_Run(*state, &paddle).largestMean, 0.0, 3e-3);
}

// However hard it is driven: in bounds, and not far off.
TEST(testHardDrivenStaysInBounds)
{
    static const StirredSolid solids[] = {STIRRED_NOTHING, STIRRED_THIN_WALL, STIRRED_PADDLE};
    for (int i = 0; i < 6; i++) {
        StirredCase wild = common;
        wild.cells = 40;
        wild.dyeScale = i < 3 ? 1.0f : 1.5f;
        wild.solid = solids[i % 3];
        wild.steps = 30;
        wild.push = i % 2 == 0 ? 3.0f : 30.0f;
        StirredResult result = Stirred_Run(*state, &wild);
        Flow_ExpectBetween("least dye", result.least, 0.0, 1.0);
        Flow_ExpectBetween("most dye", result.most, 0.0, 1.0);
        Flow_ExpectBetween("drift", result.largest, 0.0, 0.7); // .2 to .6 of them, as rounding has it
    }
}

FLOW_SCALAR(one, 1.0f)

// After a projection of one cycle no flow is quite without divergence.
TEST(testEvenStaysEven)
{
    for (float dyeScale = 0.5f; dyeScale <= 2.0f; dyeScale *= 2.0f) {
        gfFluidDef def = Flow_Def(48, 48, 1);
        def.grid.advection = GF_ADVECTION_QUINTIC;
        def.dyeScale = dyeScale;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteDye(fluid, one);
        gfSourceDef push = Flow_DiscSource(0.4f, 0.55f, 0.15f);
        push.velocity = (gfVec2){3.0f, 2.0f};
        Flow_AddEmitter(fluid, &push);
        Flow_Steps(fluid, 60);
        double least, most;
        Flow_Range(fluid, GF_FIELD_DYE, 3, &least, &most);
        assert_true(least == 1.0 && most == 1.0);
    }
}

TEST_CI(testZalesak)
{
    Flow_ExpectBetween("CFL 2", Flow_RunZalesak(*state, GF_ADVECTION_QUINTIC, 157, false), 0.0, 0.25);
    Flow_ExpectBetween("CFL 10", Flow_RunZalesak(*state, GF_ADVECTION_QUINTIC, 31, false), 0.0, 0.25);
    Flow_ExpectBetween("CFL .5", Flow_RunZalesak(*state, GF_ADVECTION_QUINTIC, 628, false), 0.0, 0.33);
}

// Cold over warm, with a wave: sum of T cos(2 pi x) against sinh's and cosh's growth, sqrt(a k tanh(k / 2) / 2), which
// viscosity of 1e-3 lessens from 1.733 to 1.65.
static double waveOf(gfFluid *fluid, int cells)
{
    float *heat = Fixture_Read(fluid, GF_FIELD_TEMPERATURE, NULL);
    double sum = 0.0;
    for (int i = 0; i < cells * cells; i++) {
        sum += (double)heat[i] * cos(2.0 * PI * (i % cells + 0.5) / cells);
    }
    return sum / (cells * cells);
}

#define WAVE_CELLS 64

static gfVec2 warmBelow(double x, double y)
{
    double edge = 0.5 + 0.02 * cos(2.0 * PI * x);
    return (gfVec2){(float)(10.0 * fmin(fmax((edge - y) * WAVE_CELLS + 0.5, 0.0), 1.0)), 0.0f};
}

static double growthOf(Fixture *fixture, gfAdvection advection)
{
    const int cells = WAVE_CELLS;
    gfFluidDef def = Flow_Def(cells, cells, 2);
    def.grid.advection = advection;
    def.grid.gravity = (gfVec2){0.0f, -1.0f};
    def.grid.thermalExpansion = 0.1f;
    def.fixedStep = 0.5f / (float)cells;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, warmBelow);
    double before = waveOf(fluid, cells), rate = 1.65 / 1.733 * sqrt(0.5 * 2.0 * PI * tanh(PI));
    int steps = (int)(1.0 / (double)def.fixedStep);
    Flow_Steps(fluid, steps);
    return acosh(waveOf(fluid, cells) / before) / (steps * (double)def.fixedStep) / rate;
}

TEST_CI(testUnstableEdgeGrowsAsItShould)
{
    double conserving = growthOf(*state, GF_ADVECTION_QUINTIC), clamped = growthOf(*state, GF_ADVECTION_CATMULL_ROM);
    Flow_ExpectBetween("growth over theory", conserving, 0.92, 1.08);
    Flow_ExpectBetween("Catmull-Rom", clamped, 0.5, conserving - 0.02);
}

// Beside walls too, in a wind faster than they allow for a cell a step.
TEST(testEvenStaysEvenBesideWalls)
{
    for (int i = 0; i < 3; i++) {
        WallsCase walls = {.cells = 48,
                           .dyeScale = i == 1 ? 2.0f : 1.0f,
                           .quality = i == 2 ? GF_QUALITY_HIGH : GF_QUALITY_MEDIUM,
                           .advection = GF_ADVECTION_QUINTIC,
                           .solid = (WallsSolid)i,
                           .radius = 6.3f,
                           .offset = {0.37f, 0.23f},
                           .angle = 0.4f + (float)i,
                           .cells_step = 1.5f * (float)(i + 1),
                           .way = 48};
        WallsResult result = Walls_Run(*state, &walls);
        walls.advection = GF_ADVECTION_CATMULL_ROM;
        WallsResult cubic = Walls_Run(*state, &walls);
        Flow_ExpectBetween("unevenness", result.uneven, 0.0, 1e-3);
        Flow_ExpectBetween("roughness beside walls, over the cubic's", result.roughness / cubic.roughness, 0.5, 1.1);
        Flow_ExpectBetween("least", result.least, 0.0, 0.5);
        Flow_ExpectBetween("most", result.most, 0.5, 1.0);
    }
}

FLOW_SCALAR(halves, (x < 0.5) == (fmod(8.0 * y, 2.0) < 1.0) ? 1.0f : 0.0f)

// A wall parts the box: nothing crosses it, and what lies still beyond it stays to the bit, whatever is owed here.
TEST_CI(testNothingCrossesAThinWall)
{
    for (int slanted = 0; slanted < 2; slanted++) {
        gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(64, 64, 1));
        Flow_AddSolid(
            fluid, gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){1.0f, 0.004f}, slanted ? 1.2f : (float)(0.5 * PI)));
        Flow_WriteDye(fluid, halves);
        Flow_Steps(fluid, 1);
        gfFieldInfo info;
        float *before = Fixture_Read(fluid, GF_FIELD_DYE, &info);
        for (int i = 0; i < 300; i++) {
            gfSourceDef push = Flow_DiscSource(0.2f, 0.3f + 0.2f * sinf(0.1f * (float)i), 0.1f);
            push.velocity = (gfVec2){0.05f * cosf(0.07f * (float)i), 0.1f * sinf(0.05f * (float)i)};
            Flow_Pour(fluid, &push, 1);
        }
        float *after = Fixture_Read(fluid, GF_FIELD_DYE, &info);
        int changed = 0;
        for (int i = 0; i < info.width * info.height; i++) {
            double x = (i % info.width + 0.5) / info.width - 0.5, y = (i / info.width + 0.5) / info.height - 0.5;
            if (x - (slanted ? y / tan(1.2) : 0.0) > 2.0 / info.width) {
                assert_memory_equal(&before[4 * i], &after[4 * i], 4 * sizeof(float));
            }
            changed += before[4 * i + 3] != after[4 * i + 3] ? 1 : 0;
        }
        Flow_ExpectBetween("share that was stirred", (double)changed / (info.width * info.height), 0.3, 0.7);
    }
}

static gfVec2 blobAt(double x, double y)
{
    double r2 = (x - 0.55) * (x - 0.55) + (y - 0.5) * (y - 0.5);
    return (gfVec2){(float)exp(-r2 / (2.0 * 0.08 * 0.08)), 0.0f};
}

// The share of a Gaussian of deviation .08 below a distance from its middle.
static double below(double distance)
{
    return 0.5 * (1.0 + erf(distance / (0.08 * sqrt(2.0))));
}

// A blob leaves by open sides: what is inside is what theory says, all the time.
TEST(testOutflowIsCounted)
{
    static const float speeds[] = {0.3f, 1.2f, 3.0f};
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = Flow_Def(64, 64, 2);
        Flow_SetSides(&def, GF_BOUNDARY_OPEN);
        double speed = (double)speeds[i] / 64.0 / (double)def.fixedStep, all = 2.0 * PI * 0.08 * 0.08;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteWind(fluid, (float)(speed * cos(0.4)), (float)(speed * sin(0.4)));
        Flow_WriteDye(fluid, blobAt);
        double worst = 0.0;
        int steps = (int)(50.0f / speeds[i]);
        for (int step = 1; step <= steps; step++) {
            Flow_Steps(fluid, 1);
            double x = 0.55 + speed * cos(0.4) * step * (double)def.fixedStep;
            double y = 0.5 + speed * sin(0.4) * step * (double)def.fixedStep;
            double inside = all * (below(1.0 - x) - below(-x)) * (below(1.0 - y) - below(-y));
            worst = fmax(worst, fabs(Flow_Integral(fluid, GF_FIELD_DYE, 3) - inside) / all);
        }
        Flow_ExpectBetween("off what theory says, over all", worst, 0.0, 1e-3);
        Flow_ExpectBetween("left in the end", Flow_Integral(fluid, GF_FIELD_DYE, 3) / all, 0.0, 0.2);
    }
}

// What an inflow brings is there, from the first steps on.
TEST(testInflowIsCounted)
{
    static const float speeds[] = {0.3f, 1.5f, 3.0f};
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = Flow_Def(64, 40, 2);
        double speed = (double)speeds[i] * (double)(def.cellSize / def.fixedStep);
        def.dyeScale = i == 1 ? 2.0f : 1.0f;
        def.grid.thermalExpansion = 0.0f;
        def.boundaries.left =
            (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)speed, .temperature = 5.0f};
        def.boundaries.left.dye[3] = 1.0f;
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteWind(fluid, (float)speed, 0.0f);
        int steps = (int)(45.0f / speeds[i]), first = (int)ceilf(10.0f / speeds[i]);
        for (int step = 1; step <= steps; step++) {
            Flow_Steps(fluid, 1);
            double came = speed * step * (double)def.fixedStep;
            if (step >= first) {
                Flow_ExpectNear("dye over what came", Flow_Integral(fluid, GF_FIELD_DYE, 3) / came, 1.0, 1e-3);
                Flow_ExpectNear("heat", Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / (5.0 * came), 1.0, 1e-3);
            }
        }
    }
}

// Fluid that a source pours, and a drain takes, has the dye that is around: there is more of it by as much, with a way
// out as without. Half a unit of dye is everywhere, which is kept, and a blob on it that is to be, too.
TEST(testSourcesBringWhatIsAround)
{
    for (int open = 0; open < 2; open++) {
        gfFluidDef def = Flow_Def(64, 64, 3);
        def.boundaries.top.kind = open ? GF_BOUNDARY_OPEN : GF_BOUNDARY_FREE_SLIP;
        gfFluid *fluids[2];
        for (int i = 0; i < 2; i++) {
            def.grid.advection = i == 0 ? GF_ADVECTION_QUINTIC : GF_ADVECTION_CATMULL_ROM;
            fluids[i] = Flow_Make(*state, &def);
            Flow_WriteDye(fluids[i], blobAt);
            gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f), drain = Flow_DiscSource(0.25f, 0.3f, 0.1f);
            source.divergence = 5.0f;
            drain.divergence = open ? -1.0f : -5.0f;
            Flow_AddEmitter(fluids[i], &source);
            Flow_AddEmitter(fluids[i], &drain);
            Flow_Steps(fluids[i], 60);
        }
        // A smooth field the cubic carries well enough to tell.
        double kept = Flow_Integral(fluids[0], GF_FIELD_DYE, 3), told = Flow_Integral(fluids[1], GF_FIELD_DYE, 3);
        Flow_ExpectBetween("times what it was", kept / (2.0 * PI * 0.08 * 0.08), 1.5, 4.0);
        Flow_ExpectNear("over the cubic's", kept / told, 1.0, 0.02);
    }
}
