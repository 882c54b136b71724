// Sides of the domain: what goes in comes out, walls let nothing through, and where a periodic domain begins is alike.
#include "support/physics.h"

#define CHANNEL_WIDTH 96
#define CHANNEL_HEIGHT 32

static gfFluidDef channelDef(gfBoundary left, gfBoundary right, gfBoundary walls)
{
    gfFluidDef def = Physics_Def(CHANNEL_WIDTH, CHANNEL_HEIGHT, 1.0f / (float)CHANNEL_HEIGHT, GF_QUALITY_MEDIUM);
    def.boundaries = (gfBoundaries){left, right, walls, walls};
    return def;
}

static gfBoundary inflow(float speed, gfInflowProfile profile)
{
    return (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = speed, .inflowProfile = profile};
}

static double largestDeviation(gfFluid *fluid, gfField field, const double expected[2])
{
    FlowField read = Flow_Read(fluid, field);
    double most = 0.0;
    for (int i = 0; i < read.info.width * read.info.height * read.info.channels; i++) {
        most = fmax(most, fabs((double)read.values[i] - expected[i % 2]));
    }
    return most;
}

// Whatever the scheme, viscosity and number of parts: nothing about a uniform wind can change.
TEST(testUniformWindStaysUniform)
{
    static const double expected[2] = {1.7f, -0.6f};
    for (int quality = GF_QUALITY_LOW; quality <= GF_QUALITY_REFERENCE; quality++) {
        gfFluidDef def = Physics_Def(48, 32, 1.0f / 32.0f, (gfQuality)quality);
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
        def.grid.viscosity = 0.01f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteWind(fluid, 1.7f, -0.6f);
        Flow_Steps(fluid, 12);
        Flow_ExpectBetween("change of a uniform wind", largestDeviation(fluid, GF_FIELD_VELOCITY, expected), 0.0, 2e-5);
    }
}

static double shiftX, shiftY;

static gfVec2 wavyFlow(double x, double y)
{
    double a = 2.0 * PI * (x - shiftX) / 1.5, b = 2.0 * PI * (y - shiftY);
    return (gfVec2){(float)(0.6 + 0.5 * sin(b) + 0.2 * cos(a + 2.0 * b)),
                    (float)(0.3 + 0.6 * cos(a + 0.4) + 0.3 * sin(2.0 * a) * cos(b))};
}

static gfVec2 wavyDye(double x, double y)
{
    double dx = remainder(x - (shiftX + 0.2), 1.5), dy = remainder(y - (shiftY + 0.9), 1.0);
    return (gfVec2){(float)exp(-40.0 * (dx * dx + dy * dy)), 0.0f};
}

static gfFluid *makeShifted(Fixture *fixture, double x, double y, float dyeScale)
{
    gfFluidDef def = Physics_Def(48, 32, 1.0f / 32.0f, GF_QUALITY_HIGH);
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    def.dyeScale = dyeScale;
    def.grid.viscosity = 1e-3f;
    def.grid.dyeDiffusivity = 1e-3f;
    def.grid.vorticityConfinement = 0.02f;
    shiftX = x;
    shiftY = y;
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_WriteVelocity(fluid, wavyFlow);
    Flow_WriteDye(fluid, wavyDye);
    // Both copies of the disc: it lies across a corner of the domain in one of the set-ups.
    for (int i = -1; i < 2; i++) {
        for (int j = -1; j < 2; j++) {
            Flow_AddDisc(fluid, (float)(fmod(x + 0.75, 1.5) + 1.5 * i), (float)(fmod(y + 0.5, 1.0) + 1.0 * j), 0.13f);
        }
    }
    Flow_Steps(fluid, 12);
    return fluid;
}

// Largest difference, over fluid cells, between b and a shifted by half the domain along the chosen axes.
static double shiftedDifference(gfFluid *a, gfFluid *b, gfField field, bool alongX, bool alongY)
{
    gfFieldInfo info;
    float *first = Fixture_Read(a, field, &info), *second = Fixture_Read(b, field, NULL);
    float *distance = Fixture_Read(a, GF_FIELD_SOLID, NULL);
    double most = 0.0;
    for (int j = 0; j < info.height; j++) {
        for (int i = 0; i < info.width; i++) {
            if (distance[j * 32 / info.height * 48 + i * 48 / info.width] < 0.0f) {
                continue;
            }
            int toX = (i + (alongX ? info.width / 2 : 0)) % info.width;
            int toY = (j + (alongY ? info.height / 2 : 0)) % info.height;
            for (int c = 0; c < info.channels; c++) {
                most = fmax(most, fabs((double)first[(j * info.width + i) * info.channels + c] -
                                       (double)second[(toY * info.width + toX) * info.channels + c]));
            }
        }
    }
    return most;
}

TEST(testPeriodicFlowHasNoSeam)
{
    for (int i = 1; i < 4; i++) {
        bool alongX = (i & 1) != 0, alongY = (i & 2) != 0;
        float dyeScale = i == 3 ? 2.0f : 1.0f;
        gfFluid *a = makeShifted(*state, 0.0, 0.0, dyeScale);
        gfFluid *b = makeShifted(*state, alongX ? 0.75 : 0.0, alongY ? 0.5 : 0.0, dyeScale);
        Flow_ExpectBetween("velocity", shiftedDifference(a, b, GF_FIELD_VELOCITY, alongX, alongY), 0.0, 1e-3);
        Flow_ExpectBetween("dye", shiftedDifference(a, b, GF_FIELD_DYE, alongX, alongY), 0.0, 1e-3);
        Flow_ExpectBetween("and it is lopsided", shiftedDifference(a, a, GF_FIELD_DYE, alongX, alongY), 0.1, 2.0);
    }
}

// Walls that slide and tables of speeds turn round with the side that they lie along.
static gfBoundary turnedBoundary(gfBoundary edge)
{
    gfBoundary turned = edge;
    turned.wallSpeed = -edge.wallSpeed;
    for (int i = 0; i < GF_INFLOW_VALUES; i++) {
        turned.table[i] = edge.table[GF_INFLOW_VALUES - 1 - i];
    }
    return turned;
}

// A flow in by a table on the left, out on the right, over a sliding hot wall and under one that holds.
static gfFluid *makeLopsided(Fixture *fixture, FlowMirror mirror, gfQuality quality)
{
    bool swap = mirror == FLOW_SWAP_AXES;
    gfFluidDef def = Physics_Def(swap ? 32 : 48, swap ? 48 : 32, 1.0f / 32.0f, quality);
    gfBoundary left = inflow(0.8f, GF_INFLOW_TABLE), right = Physics_Boundary(GF_BOUNDARY_OPEN);
    for (int i = 0; i < GF_INFLOW_VALUES; i++) {
        left.table[i] = (float)(i < 4 ? 0 : i < 10 ? 2 : 1);
    }
    left.dye[1] = left.dye[3] = 1.0f;
    left.temperature = 2.0f;
    gfBoundary bottom = {.kind = GF_BOUNDARY_NO_SLIP, .wallSpeed = 0.7f, .fixedTemperature = true, .temperature = 5.0f};
    gfBoundary top = {.kind = GF_BOUNDARY_NO_SLIP};
    if (mirror == FLOW_UP_DOWN) {
        left = turnedBoundary(left);
    }
    if (mirror == FLOW_LEFT_RIGHT) {
        bottom = turnedBoundary(bottom);
    }
    gfBoundaries boundaries = {left, right, bottom, top};
    def.boundaries = Flow_MirrorSides(&boundaries, mirror);
    def.grid.pressureCycles = 4; // sweeps do not come in mirrored pairs: what they leave is lopsided
    def.grid.viscosity = 4e-3f;
    def.grid.temperatureDiffusivity = def.grid.dyeDiffusivity = 2e-3f;
    def.grid.thermalExpansion = 0.05f;
    def.grid.gravity = Flow_Mirror((gfVec2){1.0f, -9.0f}, mirror, 0.0f, 0.0f);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle(Flow_Mirror((gfVec2){0.5f, 0.55f}, mirror, 1.5f, 1.0f), 0.12f));
    solid.surface = GF_WALL_NO_SLIP;
    solid.angularVelocity = mirror == FLOW_SAME ? 6.0f : -6.0f;
    solid.fixedTemperature = true;
    solid.temperature = -3.0f;
    Flow_AddSolidOf(fluid, &solid);
    return fluid;
}

TEST(testMirroredSidesGiveMirroredFlow)
{
    gfFluid *a = makeLopsided(*state, FLOW_SAME, GF_QUALITY_HIGH);
    Flow_Steps(a, 16);
    for (int mirror = FLOW_LEFT_RIGHT; mirror < FLOW_MIRROR_COUNT; mirror++) {
        gfFluid *b = makeLopsided(*state, (FlowMirror)mirror, GF_QUALITY_HIGH);
        Flow_Steps(b, 16);
        double velocity = 0.0, dye = Flow_MirrorDifference(a, b, (FlowMirror)mirror, &velocity);
        // Heat goes along one axis first, and in the next step along the other.
        Flow_ExpectBetween("mirrored velocity", velocity, 0.0, mirror == FLOW_SWAP_AXES ? 3e-3 : 1e-3);
        Flow_ExpectBetween("mirrored heat", Flow_MirrorDifferenceOf(a, b, (FlowMirror)mirror, GF_FIELD_TEMPERATURE),
                           0.0, mirror == FLOW_SWAP_AXES ? 0.4 : 2e-2);
        Flow_ExpectBetween("mirrored dye", dye, 0.0, mirror == FLOW_SWAP_AXES ? 0.1 : 3e-2);
    }
    double velocity = 0.0;
    Flow_MirrorDifference(a, a, FLOW_UP_DOWN, &velocity);
    Flow_ExpectBetween("and it is lopsided", velocity, 0.3, 10.0);
}

// Over sections clear of the disc that a test may put about x = 1: faces in it hold what is continued into it.
static double worstThroughFlow(gfFluid *fluid, double expected)
{
    Faces faces = Faces_Read(fluid);
    double most = 0.0;
    for (int i = 0; i < faces.info.width; i++) {
        double x = i * (double)faces.info.spacing.x;
        most = fmax(most, x < 0.75 || x > 1.25 ? fabs(Faces_FlowX(&faces, i) - expected) : 0.0);
    }
    return most;
}

// In on the left, out on the right: as much through every section, to the projection's residual.
TEST(testWhatGoesInComesOut)
{
    static const gfInflowProfile profiles[] = {GF_INFLOW_UNIFORM, GF_INFLOW_PARABOLIC, GF_INFLOW_TABLE};
    for (size_t i = 0; i < 3; i++) {
        gfBoundary left = inflow(0.5f, profiles[i]);
        for (int k = 0; k < GF_INFLOW_VALUES; k++) {
            left.table[k] = 2.0f * (float)k / (float)(GF_INFLOW_VALUES - 1);
        }
        gfFluidDef def = channelDef(left, Physics_Boundary(GF_BOUNDARY_OPEN), Physics_Boundary(GF_BOUNDARY_FREE_SLIP));
        def.grid.pressureCycles = 4;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_Steps(fluid, 1);
        Flow_ExpectBetween("through flow, at once", worstThroughFlow(fluid, 0.5), 0.0, 0.01);
        Flow_AddDisc(fluid, 1.0f, 0.5f, 0.2f);
        Flow_Steps(fluid, 20);
        Flow_ExpectBetween("through flow, round a disc", worstThroughFlow(fluid, 0.5), 0.0, 1e-3);
    }
}

// Two inflows, one drawing out what the other puts in, need no open side.
TEST(testDrawnOutIsPutIn)
{
    gfFluidDef def = channelDef(inflow(0.5f, GF_INFLOW_UNIFORM), inflow(-0.5f, GF_INFLOW_PARABOLIC),
                                Physics_Boundary(GF_BOUNDARY_FREE_SLIP));
    def.grid.pressureCycles = 4;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_Steps(fluid, 20);
    Flow_ExpectBetween("through flow", worstThroughFlow(fluid, 0.5), 0.0, 1e-3);
    Flow_ExpectBetween("divergence", Flow_Measure(fluid).divergenceRmsAfter, 0.0, 1e-3);
}

// Dye and heat come in with the fluid: speed times height times time.
TEST(testInflowBringsDyeAndHeat)
{
    gfBoundary left = inflow(0.5f, GF_INFLOW_UNIFORM);
    left.dye[0] = 0.25f;
    left.dye[3] = 2.0f;
    left.temperature = 7.0f;
    gfFluidDef def = channelDef(left, Physics_Boundary(GF_BOUNDARY_OPEN), Physics_Boundary(GF_BOUNDARY_FREE_SLIP));
    def.grid.ambientTemperature = 290.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_Steps(fluid, 120);
    Flow_ExpectNear("dye, channel 0", Flow_Integral(fluid, GF_FIELD_DYE, 0), 0.25, 0.01);
    Flow_ExpectNear("dye, channel 3", Flow_Integral(fluid, GF_FIELD_DYE, 3), 2.0, 0.06);
    Flow_ExpectNear("heat", Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) - 290.0 * 3.0, 7.0, 0.3);
    Flow_ExpectNear("just inside", Flow_At(fluid, GF_FIELD_DYE, 3, 0.02, 0.5), 2.0, 0.01);
}

static gfVec2 pulse(double x, double y)
{
    double g = exp(-30.0 * (pow(x - 2.0, 2.0) + pow(y - 0.5, 2.0)));
    return (gfVec2){(float)(1.0 + 2.0 * g), (float)(2.0 * (x - 2.0) * g)};
}

FLOW_SCALAR(pulseDye, exp(-30.0 * (pow(x - 2.0, 2.0) + pow(y - 0.5, 2.0))))

// A wind carries an eddy and its dye out by the open side: what is left is the wind.
TEST(testPulseLeaves)
{
    static const double expected[2] = {1.0, 0.0};
    gfFluid *fluid = Flow_MakeOf(*state, channelDef(inflow(1.0f, GF_INFLOW_UNIFORM), Physics_Boundary(GF_BOUNDARY_OPEN),
                                                    Physics_Boundary(GF_BOUNDARY_FREE_SLIP)));
    Flow_WriteVelocity(fluid, pulse);
    Flow_WriteDye(fluid, pulseDye);
    double dye = Flow_Measure(fluid).mass;
    Flow_Steps(fluid, 240);
    Flow_ExpectBetween("disturbance left", largestDeviation(fluid, GF_FIELD_VELOCITY, expected), 0.0, 0.02);
    Flow_ExpectBetween("dye left", Flow_Measure(fluid).mass / dye, -1e-6, 1e-3);
}

// Open all round, a blast dies out and takes nothing from a wall that is not there.
TEST(testBlastLeavesAnOpenBox)
{
    gfFluidDef def = Physics_Def(48, 48, 1.0f / 48.0f, GF_QUALITY_HIGH);
    Flow_SetSides(&def, GF_BOUNDARY_OPEN);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef blast = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    blast.divergence = 3.0f;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &blast);
    Flow_Steps(fluid, 10);
    Faces faces = Faces_Read(fluid);
    double out = Faces_FlowX(&faces, 48) - Faces_FlowX(&faces, 0) + Faces_FlowY(&faces, 48) - Faces_FlowY(&faces, 0);
    Flow_ExpectNear("out by the four sides", out, 3.0 * PI * 0.01, 0.02 * 3.0 * PI * 0.01);
    assert_true(gfFluid_RemoveEmitter(fluid, id));
    Flow_Steps(fluid, 2);
    Flow_ExpectBetween("speed after", Flow_Measure(fluid).speedMax, 0.0, 0.02);
}

// Between plates that hold, an even pull gives a parabola with a H^2 / (8 nu) in the middle.
TEST(testPulledChannelIsPoiseuille)
{
    for (int swap = 0; swap < 2; swap++) {
        const double pull = 0.08, viscosity = 0.01;
        gfFluidDef def = Physics_Def(swap ? 32 : 8, swap ? 8 : 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
        gfBoundary repeat = Physics_Boundary(GF_BOUNDARY_PERIODIC), hold = Physics_Boundary(GF_BOUNDARY_NO_SLIP);
        def.boundaries = swap ? (gfBoundaries){hold, hold, repeat, repeat} : (gfBoundaries){repeat, repeat, hold, hold};
        def.grid.viscosity = (float)viscosity;
        def.grid.acceleration = swap ? (gfVec2){0.0f, (float)pull} : (gfVec2){(float)pull, 0.0f};
        def.fixedStep = 1.0f; // slowest change: 1 / (nu pi^2), 10 s
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_Steps(fluid, 100);
        for (int k = 1; k < 32; k += 5) {
            double t = (k + 0.5) / 32.0, expected = 0.5 * pull / viscosity * t * (1.0 - t);
            double found = Flow_At(fluid, GF_FIELD_VELOCITY, swap, swap ? t : 0.1, swap ? 0.1 : t);
            Flow_ExpectNear("parabola", found, expected, 0.01 * pull / (8.0 * viscosity));
        }
    }
}

// A sliding wall drags what is between it and one that holds: in the end in proportion to the height.
TEST(testSlidingWallIsCouette)
{
    gfFluidDef def = Physics_Def(8, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
    gfBoundary repeat = Physics_Boundary(GF_BOUNDARY_PERIODIC);
    gfBoundary bottom = {.kind = GF_BOUNDARY_NO_SLIP, .wallSpeed = -0.5f},
               top = {.kind = GF_BOUNDARY_NO_SLIP, .wallSpeed = 1.0f};
    def.boundaries = (gfBoundaries){repeat, repeat, bottom, top};
    def.grid.viscosity = 0.05f;
    def.fixedStep = 0.25f;
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_Steps(fluid, 100);
    for (int k = 0; k < 32; k += 3) {
        double y = (k + 0.5) / 32.0;
        Flow_ExpectNear("Couette", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.1, y), -0.5 + 1.5 * y, 2e-3);
    }
}

// Developed flow that comes in stays as it is; even flow becomes it.
TEST(testInflowDevelops)
{
    for (int parabolic = 0; parabolic < 2; parabolic++) {
        gfBoundary left = inflow(0.5f, parabolic ? GF_INFLOW_PARABOLIC : GF_INFLOW_UNIFORM);
        gfFluidDef def = channelDef(left, Physics_Boundary(GF_BOUNDARY_OPEN), Physics_Boundary(GF_BOUNDARY_NO_SLIP));
        def.grid.viscosity = 0.02f; // Re 25: developed within 1.5 heights
        def.grid.pressureCycles = 2;
        def.fixedStep = 0.05f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_Steps(fluid, 160);
        for (double x = parabolic ? 0.2 : 2.2; x < 2.9; x += 0.6) {
            Flow_ExpectNear("middle", Flow_At(fluid, GF_FIELD_VELOCITY, 0, x, 0.5), 0.75, 0.015);
            Flow_ExpectNear("quarter", Flow_At(fluid, GF_FIELD_VELOCITY, 0, x, 0.25), 0.58, 0.03);
        }
        Flow_ExpectBetween("through flow", worstThroughFlow(fluid, 0.5), 0.0, 2e-3);
    }
}
