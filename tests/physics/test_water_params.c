// Tunables of water against known answers: FLIP and APIC in a vortex, viscosity along walls, surface tension of drops.
#include "support/water.h"

FLOW_SCALAR(everywhere, 1.0)

// --- carrying velocity -----------------------------------------------------------------------------------------------

#define VORTEX_CELLS 64
FLOW_VECTOR(vortex, VORTEX_CELLS *sin(PI *x / VORTEX_CELLS) * cos(PI * y / VORTEX_CELLS),
            -VORTEX_CELLS *cos(PI *x / VORTEX_CELLS) * sin(PI * y / VORTEX_CELLS))

// Of the particles, or of their mean velocity in each cell, which leaves out their disorder.
static double kineticEnergy(gfFluid *fluid, bool ofCells)
{
    FlowField field = ofCells ? Flow_Read(fluid, GF_FIELD_VELOCITY) : (FlowField){0};
    WaterParticles p = Water_Read(fluid);
    double sum = 0.0;
    for (int i = 0; ofCells && i < 2 * field.info.width * field.info.height; i++) {
        sum += (double)field.values[i] * (double)field.values[i];
    }
    for (int i = 0; !ofCells && i < p.count; i++) {
        double u = (double)p.list[i].velocity.x, v = (double)p.list[i].velocity.y;
        sum += u * u + v * v;
    }
    return sum;
}

// The steady vortex of Taylor and Green in a full box of 64 cells: what is kept of its energy in 4 s, as a prototype
// kept it.
static void expectVortex(Fixture *fixture, bool affine, double kept)
{
    const double step = 1.0 / VORTEX_CELLS;
    gfFluidDef def = Water_CellsDef(VORTEX_CELLS, VORTEX_CELLS, 0.0, step);
    def.water.affine = affine;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_FillMoving(fluid, everywhere, vortex);
    double before = kineticEnergy(fluid, true);
    Flow_Steps(fluid, (int)(4.0 / step));
    Flow_ExpectBetween(Flow_Text("vortex by %s: energy kept in 4 s", affine ? "APIC" : "FLIP"),
                       kineticEnergy(fluid, true) / before, kept - 0.02, kept + 0.02);
}

TEST_CI(testVortexKeepsTurning)
{
    expectVortex(fixture, false, 0.764);
    expectVortex(fixture, true, 0.768);
}

// --- viscosity -------------------------------------------------------------------------------------------------------

#define EDDY_CELLS 24
FLOW_VECTOR(eddy, sin(PI *x / EDDY_CELLS) * cos(PI * y / EDDY_CELLS),
            -cos(PI *x / EDDY_CELLS) * sin(PI * y / EDDY_CELLS))

// A slow vortex in a full box whose walls slip decays by exp(-2 viscosity k^2 t).
static void expectDecay(Fixture *fixture, double viscosity, bool affine)
{
    const double step = 0.01, k = PI / EDDY_CELLS, rate = 2.0 * viscosity * k * k;
    const int steps = (int)ceil(0.7 / (rate * step));
    gfFluidDef def = Water_CellsDef(EDDY_CELLS, EDDY_CELLS, 0.0, step);
    def.water.viscosity = (float)viscosity;
    def.water.affine = affine;
    def.water.flip = 1.0f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_FillMoving(fluid, everywhere, eddy);
    Flow_Steps(fluid, 1);
    double before = kineticEnergy(fluid, false);
    Flow_Steps(fluid, steps);
    double measured = -0.5 * log(kineticEnergy(fluid, false) / before) / (steps * step);
    double fastest = rate * step > 0.1 ? 1.05 : 1.03; // the stages are of first order
    Flow_ExpectBetween(Flow_Text("vortex, %.2f cells^2 a step: decay over theory", viscosity * step), measured / rate,
                       0.97, fastest);
}

TEST(testViscosityDecays)
{
    expectDecay(fixture, 20.0, false);
}

TEST_CI(testViscositiesDecay)
{
    expectDecay(fixture, 5.0, false);
    expectDecay(fixture, 80.0, false);
    expectDecay(fixture, 500.0, false);
    expectDecay(fixture, 80.0, true);
}

// Liquid that flows along walls under gravity: the number of cells across, and what holds it on either side.
typedef struct Channel {
    double width;
    bool film;      // air on the far side
    double angle;   // of the walls from the vertical, degrees, where they are solids; 0: the domain's sides
    double viscous; // viscosity times the step, cells^2
    double kept;    // share of the mean speed that may be missing or too much
} Channel;

static Channel channel;
enum { CHANNEL_CELLS = 64 };

// The way of a place from the wall, cells, and along it.
static gfVec2 placeInChannel(double x, double y)
{
    double a = channel.angle * PI / 180.0, from = channel.angle != 0.0 ? 0.5 * CHANNEL_CELLS : 0.0;
    double dx = x - from, dy = y - 0.5 * CHANNEL_CELLS;
    return (gfVec2){(float)(dx * cos(a) + dy * sin(a)), (float)(-dx * sin(a) + dy * cos(a))};
}

static gfVec2 inChannel(double x, double y)
{
    double across = (double)placeInChannel(x, y).x;
    return (gfVec2){across > 0.0 && across < channel.width ? 1.0f : 0.0f, 0.0f};
}

static void addWalls(gfFluid *fluid)
{
    for (int i = 0; i < 2 && channel.angle != 0.0; i++) {
        double a = channel.angle * PI / 180.0, middle = i == 0 ? -40.0 : channel.width + 40.0;
        gfVec2 centre = {(float)(0.5 * CHANNEL_CELLS + middle * cos(a)),
                         (float)(0.5 * CHANNEL_CELLS + middle * sin(a))};
        gfSolidDef wall = Flow_SolidDef(gfMakeRectangle(centre, (gfVec2){40.0f, 200.0f}, (float)a));
        wall.surface = GF_WALL_NO_SLIP;
        if (i == 0 || !channel.film) {
            Flow_AddSolidOf(fluid, &wall);
        }
    }
}

// Its mean speed in the middle half over theory: gravity width^2 / (12 viscosity) between two walls, / 3 on one.
static void expectFlow(Fixture *fixture, Channel wanted)
{
    channel = wanted;
    const double step = 0.01, viscosity = wanted.viscous / step, w = wanted.width;
    const double theory = 0.02 / step, gravity = theory * viscosity * (wanted.film ? 3.0 : 12.0) / (w * w); // cells/s
    const int steps = (int)ceil((wanted.film ? 2.5 : 0.7) * w * w / viscosity / step);
    gfFluidDef def = Water_CellsDef(CHANNEL_CELLS, CHANNEL_CELLS, 0.0, step);
    double a = wanted.angle * PI / 180.0;
    def.water.gravity = (gfVec2){(float)(sin(a) * gravity), (float)(-cos(a) * gravity)};
    def.water.viscosity = (float)viscosity;
    def.water.flip = 0.95f;
    Flow_SetSides(&def, GF_BOUNDARY_OPEN);
    if (wanted.angle == 0.0) {
        def.gridWidth = (int)w + (wanted.film ? 8 : 0);
        def.boundaries.left.kind = GF_BOUNDARY_NO_SLIP;
        def.boundaries.right.kind = wanted.film ? GF_BOUNDARY_OPEN : GF_BOUNDARY_NO_SLIP;
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    addWalls(fluid);
    Water_Fill(fluid, inChannel);
    Flow_Steps(fluid, steps);
    WaterParticles p = Water_Read(fluid);
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < p.count; i++) {
        gfVec2 at = placeInChannel((double)p.list[i].position.x, (double)p.list[i].position.y);
        if (fabs((double)at.y) < 0.25 * CHANNEL_CELLS) {
            sum += (double)p.list[i].velocity.x * sin(a) - (double)p.list[i].velocity.y * cos(a);
            count++;
        }
    }
    Flow_ExpectBetween(Flow_Text("%s of %.1f cells at %.0f degrees, %.2f cells^2 a step: speed over theory",
                                 wanted.film ? "film" : "channel", w, wanted.angle, wanted.viscous),
                       sum / count / theory, 1.0 - wanted.kept, 1.0 + wanted.kept);
}

TEST(testChannel)
{
    expectFlow(fixture, (Channel){12.0, false, 0.0, 1.0, 0.06});
}

TEST_CI(testFilmsFlow)
{
    expectFlow(fixture, (Channel){12.0, true, 0.0, 1.0, 0.05});
    expectFlow(fixture, (Channel){8.0, true, 0.0, 0.5, 0.05});
    expectFlow(fixture, (Channel){12.0, true, 30.0, 1.0, 0.05});
    expectFlow(fixture, (Channel){12.0, false, 45.0, 1.0, 0.08});
    expectFlow(fixture, (Channel){12.3, false, 10.0, 0.5, 0.08});
}

// Liquid between two sides, of which the left one moves: its mean speed over half that of the side.
TEST(testSideDragsLiquid)
{
    const double step = 0.01, viscosity = 100.0, width = 12.0, speed = 2.0;
    gfFluidDef def = Water_CellsDef((int)width, CHANNEL_CELLS, 0.0, step);
    Flow_SetSides(&def, GF_BOUNDARY_OPEN);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_NO_SLIP;
    def.boundaries.left.wallSpeed = (float)speed;
    def.water.viscosity = (float)viscosity;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Water_Fill(fluid, everywhere);
    Flow_Steps(fluid, (int)(0.7 * width * width / viscosity / step));
    WaterParticles p = Water_Read(fluid);
    double sum = 0.0;
    int count = 0;
    for (int i = 0; i < p.count; i++) {
        bool counts = fabs((double)p.list[i].position.y - 0.5 * CHANNEL_CELLS) < 0.25 * CHANNEL_CELLS;
        sum += counts ? (double)p.list[i].velocity.y : 0.0;
        count += counts ? 1 : 0;
    }
    Flow_ExpectBetween("channel with a moving side: mean speed over half of it", sum / count / (0.5 * speed), 0.95,
                       1.05);
}

// Viscosity turns a free drop as a whole, and doesn't slow it: stress is 0 in a rigid rotation.
FLOW_SCALAR(disc, hypot(x - 20.0, y - 20.0) < 10.0 ? 1.0 : 0.0)
FLOW_VECTOR(turning, -(y - 20.0), x - 20.0)

TEST(testDropTurnsFreely)
{
    double kept[2];
    for (int viscous = 0; viscous < 2; viscous++) {
        gfFluidDef def = Water_CellsDef(40, 40, 0.0, 0.01);
        def.water.affine = true;
        def.water.viscosity = viscous ? 30.0f : 0.0f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        Water_FillMoving(fluid, disc, turning);
        double momentum[2];
        for (int k = 0; k < 2; k++) {
            Flow_Steps(fluid, k == 0 ? 1 : 25); // until it has grown long by a tenth
            WaterParticles p = Water_Read(fluid);
            momentum[k] = 0.0;
            for (int i = 0; i < p.count; i++) {
                double x = (double)p.list[i].position.x - 20.0, y = (double)p.list[i].position.y - 20.0;
                momentum[k] += x * (double)p.list[i].velocity.y - y * (double)p.list[i].velocity.x;
            }
        }
        kept[viscous] = momentum[1] / momentum[0];
    }
    Flow_ExpectBetween("drop that turns: angular momentum kept", kept[0], 0.97, 1.03);
    Flow_ExpectBetween("drop that turns: with viscosity over without", kept[1] / kept[0], 0.97, 1.02);
}

// --- spray -----------------------------------------------------------------------------------------------------------

TEST(testSprayFlies)
{
    const double step = 0.01, drag = 2.0, gravity = 9.0;
    for (int slowed = 0; slowed < 2; slowed++) {
        gfFluidDef def = Water_CellsDef(48, 48, gravity, step);
        def.water.sprayDrag = slowed ? (float)drag : 0.0f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        const gfParticle lone = {.position = {10.3f, 20.6f}, .velocity = {20.0f, 10.0f}};
        assert_true(gfFluid_AddParticles(fluid, &lone, 1));
        const int steps = 50;
        Flow_Steps(fluid, steps);
        WaterParticles p = Water_Read(fluid);
        double u = 20.0, v = 10.0, factor = slowed ? exp(-drag * step) : 1.0;
        for (int i = 0; i < steps; i++) {
            u *= factor;
            v = (v - gravity * step) * factor;
        }
        Flow_ExpectNear("lone particle: velocity along x", (double)p.list[0].velocity.x, u, 0.01);
        Flow_ExpectNear("lone particle: velocity along y", (double)p.list[0].velocity.y, v, 0.01);
        double way = slowed ? 20.0 * (1.0 - exp(-drag * step * steps)) / drag : 20.0 * step * steps;
        Flow_ExpectNear("lone particle: way along x", (double)p.list[0].position.x - 10.3, way, 0.02 * way);
    }
}

// --- surface tension -------------------------------------------------------------------------------------------------

static double dropRadius, dropMiddle;

static gfVec2 ellipse(double x, double y)
{
    double a = atan2(y - dropMiddle, x - dropMiddle);
    double r = hypot(x - dropMiddle, y - dropMiddle) / (1.0 + 0.1 * cos(2.0 * a));
    return (gfVec2){r < dropRadius ? 1.0f : 0.0f, 0.0f};
}

// How elliptic the particles lie, over that at the start.
static double measureEllipse(gfFluid *fluid)
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
    double xx = squares[0] - sums[0] * sums[0], yy = squares[1] - sums[1] * sums[1];
    return (xx - yy) / (xx + yy) / 0.2;
}

// The period of a drop that swings between ellipses, sqrt(6 tension / radius^3) in 2D, and the pressure in it, tension
// over radius.
static void expectSwing(Fixture *fixture, double radius, bool affine)
{
    const double tension = 0.02 * radius * radius * radius, omega = sqrt(6.0 * tension / pow(radius, 3.0));
    const double period = 2.0 * PI / omega, step = fmin(period / 120.0, 0.45 * sqrt(1.0 / (2.0 * PI * tension)));
    const int cells = (int)(3.2 * radius);
    gfFluidDef def = Water_CellsDef(cells, cells, 0.0, step);
    def.water.surfaceTension = (float)tension;
    def.water.affine = affine;
    gfFluid *fluid = Flow_Make(fixture, &def);
    dropRadius = radius;
    dropMiddle = 0.5 * cells;
    Water_Fill(fluid, ellipse);
    WaterSwing swing = {0};
    double pressure = 0.0;
    int count = 0;
    for (int i = 0; swing.zeroCount < 3 && i < 4.0 * period / step; i++) {
        Flow_Steps(fluid, 1);
        WaterSwing_Tell(&swing, measureEllipse(fluid), step);
        if (swing.zeroCount > 0 && i % 16 == 0) { // over whole swings, whose own pressure is as often less as more
            pressure += Flow_At(fluid, GF_FIELD_PRESSURE, 0, dropMiddle, dropMiddle);
            count++;
        }
    }
    const char *what = Flow_Text("drop of %.0f cells by %s", radius, affine ? "APIC" : "FLIP");
    Flow_ExpectBetween(Flow_Text("%s: period over theory", what), WaterSwing_Period(&swing) / period, 0.97, 1.04);
    Flow_ExpectBetween(Flow_Text("%s: pressure over theory", what), pressure / count / (tension / radius), 0.94, 1.06);
}

TEST_CI(testDropSwings)
{
    expectSwing(fixture, 12.0, false);
}

TEST_ALL(testDropsSwing)
{
    expectSwing(fixture, 8.0, true);
    expectSwing(fixture, 16.0, false);
}

// --- tuning ----------------------------------------------------------------------------------------------------------

FLOW_SCALAR(quarter, x < 16.0 && y < 16.0 ? 1.0 : 0.0)

// Viscosity and tension may come and go, also in steps that they cut; whether particles carry slopes is fixed.
TEST(testForcesComeAndGo)
{
    const double step = 1.0 / 60.0;
    gfFluidDef def = Water_CellsDef(32, 32, 9.0, step);
    gfFluid *fluid = Flow_Make(fixture, &def);
    int count = Water_Fill(fluid, quarter);
    Flow_Steps(fluid, 3);
    assert_int_equal(gfFluid_GetStepInfo(fluid).lastCflSubsteps, 1);
    def.water.viscosity = 20.0f;
    def.water.surfaceTension = 1000.0f; // at most 143 in a whole step
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 3);
    assert_int_equal(gfFluid_GetStepInfo(fluid).lastCflSubsteps, 3);
    def.water.viscosity = def.water.surfaceTension = 1e6f; // limited to what is stable
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 30);
    assert_int_equal(gfFluid_GetStepInfo(fluid).lastCflSubsteps, 4);
    assert_true(Water_Fastest(fluid, 32.0) < 3.0 / step);
    def.water.viscosity = def.water.surfaceTension = 0.0f;
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 3);
    assert_int_equal(Particles_Stats(fluid).live, count);
    assert_int_equal(fixture->errors, 0);
    def.water.affine = true;
    assert_false(Flow_Tune(fluid, &def));
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "affine");
}
