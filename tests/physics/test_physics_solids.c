// Solids that move, turn, are thin or warm: they push the fluid, keep the dye on its side and leave no holes behind.
#include "support/floating.h"
#include "support/physics.h"

#define CELLS 48

static gfFluidDef boxDef(void)
{
    gfFluidDef def = Physics_Def(CELLS, CELLS, 1.0f / (float)CELLS, GF_QUALITY_MEDIUM);
    def.grid.pressureCycles = 2;
    return def;
}

// A solid that a test moves: one of two kinds, driven by the time.
typedef struct Mover {
    gfFluid *fluid;
    gfSolidId id;
    gfSolidDef solid;
    bool paddle;
    int step;
} Mover;

static gfVec2 discAt(double time)
{
    return (gfVec2){(float)(0.5 + 0.25 * sin(2.5 * time)), (float)(0.5 + 0.1 * sin(1.7 * time))};
}

// Shape and velocity over the step that ends at `step`.
static void placeMover(Mover *mover, double dt)
{
    double now = mover->step * dt;
    if (mover->paddle) {
        mover->solid.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.3f, 0.04f}, (float)(2.0 * now));
        mover->solid.angularVelocity = 2.0f;
        return;
    }
    gfVec2 from = discAt(now - dt), to = discAt(now);
    mover->solid.shape = gfMakeCircle(to, 0.15f);
    mover->solid.velocity = (gfVec2){(to.x - from.x) / (float)dt, (to.y - from.y) / (float)dt};
}

static Mover makeMover(Fixture *fixture, const gfFluidDef *def, bool paddle)
{
    Mover mover = {.fluid = Flow_Make(fixture, def), .solid = gfDefaultSolidDef(), .paddle = paddle};
    placeMover(&mover, (double)def->fixedStep);
    mover.solid.velocity = (gfVec2){0};
    mover.solid.angularVelocity = 0.0f;
    mover.id = Flow_AddSolidOf(mover.fluid, &mover.solid);
    return mover;
}

static void stepMover(Mover *mover)
{
    mover->step++;
    placeMover(mover, (double)gfFluid_GetDef(mover->fluid).fixedStep);
    assert_true(gfFluid_SetSolid(mover->fluid, mover->id, &mover->solid));
    Flow_Steps(mover->fluid, 1);
}

// Through sections clear of the solid nothing passes in a closed box.
static double worstSectionFlow(gfFluid *fluid)
{
    Faces faces = Faces_Read(fluid);
    double most = 0.0;
    for (int i = 0; i <= CELLS; i++) {
        double at = (double)i / CELLS;
        most = fmax(most, at < 0.08 || at > 0.92 ? fabs(Faces_FlowX(&faces, i)) : 0.0);
        most = fmax(most, at < 0.15 || at > 0.85 ? fabs(Faces_FlowY(&faces, i)) : 0.0);
    }
    return most;
}

FLOW_SCALAR(leftHalf, 0.5 - 0.5 * tanh((x - 0.5) / 0.05))

// The largest change of the total: of means over 50 steps, for a texel whose centre a solid passes counts or does not.
static double dyeDrift(Fixture *fixture, bool paddle, bool conserve, int steps)
{
    gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
    def.grid.keepTotals = conserve;
    Mover mover = makeMover(fixture, &def, paddle);
    Flow_WriteDye(mover.fluid, leftHalf);
    Flow_Steps(mover.fluid, 1); // takes away what was written into the solid
    double first = 0.0, most = 0.0, mean = 0.0;
    for (int i = 0; i < steps; i++) {
        stepMover(&mover);
        gfFluidStats stats = Flow_Measure(mover.fluid);
        mean += stats.mass / 50.0;
        Flow_ExpectBetween("dye in the solid", stats.dyeInSolids, 0.0, 0.0);
        if (i % 50 == 49) {
            first = i < 50 ? mean : first;
            most = fmax(most, fabs(mean / first - 1.0));
            mean = 0.0;
        }
    }
    return most;
}

// What is uncovered is filled from beside it, what is covered is gone; on finer grids less: .04 and .08 at 48 cells.
TEST_CI(testMovingSolidsKeepDye)
{
    Flow_ExpectBetween("drift, disc", dyeDrift(*state, false, false, 300), 0.0, 0.08);
    Flow_ExpectBetween("drift, paddle", dyeDrift(*state, true, false, 300), 0.0, 0.2);
    Flow_ExpectBetween("drift, disc, conserved", dyeDrift(*state, false, true, 300), 0.0, 5e-3);
    Flow_ExpectBetween("drift, paddle, conserved", dyeDrift(*state, true, true, 300), 0.0, 5e-3);
}

FLOW_SCALAR(one, 1.0f)

// Largest |dye - 1| over dye cells whose centre is in the fluid.
static double worstDye(gfFluid *fluid)
{
    FlowField dye = Flow_Read(fluid, GF_FIELD_DYE);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    double most = 0.0;
    for (int i = 0; i < dye.info.width * dye.info.height; i++) {
        if (distance[i] > 0.0f) {
            most = fmax(most, fabs((double)dye.values[4 * i + 3] - 1.0));
        }
    }
    return most;
}

// A solid that moves in a closed box full of even dye lets nothing through and leaves no holes behind.
TEST(testMovingSolidsInClosedBox)
{
    for (int paddle = 0; paddle < 2; paddle++) {
        gfFluidDef def = boxDef();
        def.grid.pressureCycles = 4;
        Mover mover = makeMover(*state, &def, paddle == 1);
        Flow_WriteDye(mover.fluid, one);
        for (int i = 0; i < 30; i++) {
            stepMover(&mover);
            if (i % 10 == 9) {
                gfFluidStats stats = Flow_Measure(mover.fluid);
                Flow_ExpectBetween(paddle ? "even dye, paddle" : "even dye, disc", worstDye(mover.fluid), 0.0, 1e-3);
                Flow_ExpectBetween("wall speed", Flow_WallSpeed(mover.fluid), 0.0, 0.0);
                Flow_ExpectBetween("speed", stats.speedMax, 0.1, 3.0);
                Flow_ExpectBetween("divergence left", stats.divergenceRmsAfter, 0.0, 1e-3);
                Flow_ExpectBetween("flow through sections", worstSectionFlow(mover.fluid), 0.0, 1e-4);
            }
        }
    }
}

// The velocity at (x, y), linear between faces.
static gfVec2 velocityAt(const Faces *faces, double x, double y)
{
    double h = (double)faces->info.spacing.x, v[2];
    for (int axis = 0; axis < 2; axis++) {
        double i = x / h - (axis == 0 ? 0.0 : 0.5), j = y / h - (axis == 0 ? 0.5 : 0.0);
        int i0 = (int)floor(i), j0 = (int)floor(j);
        double (*at)(const Faces *, int, int) = axis == 0 ? Faces_X : Faces_Y;
        double low = at(faces, i0, j0) + (i - i0) * (at(faces, i0 + 1, j0) - at(faces, i0, j0));
        double high = at(faces, i0, j0 + 1) + (i - i0) * (at(faces, i0 + 1, j0 + 1) - at(faces, i0, j0 + 1));
        v[axis] = low + (j - j0) * (high - low);
    }
    return (gfVec2){(float)v[0], (float)v[1]};
}

// At once, potential flow: off the disc the speed outwards is U cos (r / R)^2, but for the box, ten times as wide.
TEST(testMovingDiscPushesFluid)
{
    const double radius = 0.1, speed = 0.5;
    gfFluidDef def = Physics_Def(96, 96, 1.0f / 96.0f, GF_QUALITY_MEDIUM);
    def.grid.pressureCycles = 6;
    def.fixedStep = 1e-4f;
    for (int axis = 0; axis < 2; axis++) {
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, (float)radius));
        disc.velocity = axis == 0 ? (gfVec2){(float)speed, 0.0f} : (gfVec2){0.0f, (float)speed};
        Flow_AddSolidOf(fluid, &disc);
        Flow_Steps(fluid, 1);
        Faces faces = Faces_Read(fluid);
        double most = 0.0;
        for (int k = 0; k < 24; k++) {
            double angle = 2.0 * PI * k / 24.0, at = radius + 1.0 / 96.0;
            gfVec2 v = velocityAt(&faces, 0.5 + at * cos(angle), 0.5 + at * sin(angle));
            double outwards = (double)v.x * cos(angle) + (double)v.y * sin(angle);
            double expected = speed * (axis == 0 ? cos(angle) : sin(angle)) * pow(radius / at, 2.0);
            most = fmax(most, fabs(outwards - expected) / speed);
        }
        Flow_ExpectBetween("normal velocity beside the disc, off by", most, 0.0, 0.08);
    }
}

// A wall to wall piston takes with it all that is ahead; nothing can get behind.
TEST(testPistonCarriesFluid)
{
    gfFluidDef def = Physics_Def(64, 16, 1.0f / 16.0f, GF_QUALITY_MEDIUM);
    def.boundaries.left = def.boundaries.right = Physics_Boundary(GF_BOUNDARY_OPEN);
    def.grid.pressureCycles = 3;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSolidDef piston = gfDefaultSolidDef();
    piston.velocity.x = 0.6f;
    gfSolidId id = {0};
    for (int i = 0; i <= 60; i++) {
        piston.shape = gfMakeRectangle((gfVec2){1.0f + 0.01f * (float)i, 0.5f}, (gfVec2){0.11f, 1.0f}, 0.0f);
        if (GF_IS_NULL(id)) {
            id = gfFluid_AddSolid(fluid, &piston);
        }
        assert_true(gfFluid_SetSolid(fluid, id, &piston));
        Flow_Steps(fluid, 1);
    }
    for (double x = 0.2; x < 4.0; x += 0.3) {
        Flow_ExpectNear("carried", Flow_At(fluid, GF_FIELD_VELOCITY, 0, x, 0.4), 0.6, 0.006);
    }
}

// Mean speed round the disc, a cell and a half off, after it has turned for half a second.
static double speedRoundDisc(Fixture *fixture, gfWall surface)
{
    gfFluidDef def = boxDef();
    def.grid.viscosity = 0.01f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f));
    disc.surface = surface;
    disc.angularVelocity = 5.0f;
    Flow_AddSolidOf(fluid, &disc);
    Flow_Steps(fluid, 30);
    Faces faces = Faces_Read(fluid);
    double sum = 0.0;
    for (int k = 0; k < 64; k++) {
        double angle = 2.0 * PI * k / 64.0, at = 0.2 + 1.5 / CELLS;
        gfVec2 v = velocityAt(&faces, 0.5 + at * cos(angle), 0.5 + at * sin(angle));
        sum += ((double)v.y * cos(angle) - (double)v.x * sin(angle)) / 64.0;
    }
    return sum;
}

// A cell and a half off, .69 of the 1 m/s is felt by then; a grid of 48 cells has .56, one of 160 cells .65.
TEST_CI(testTurningDiscSpinsFluid)
{
    Flow_ExpectBetween("round a disc that holds", speedRoundDisc(*state, GF_WALL_NO_SLIP), 0.5, 0.72);
    Flow_ExpectNear("round one that slips", speedRoundDisc(*state, GF_WALL_FREE_SLIP), 0.0, 0.05);
}

FLOW_VECTOR(turning, 0.5 - y, x - 0.5)

// In a round vessel that slips, fluid that turns as one body has nothing to rub against, whatever its viscosity.
TEST_CI(testRoundVesselThatSlips)
{
    gfFluidDef def = boxDef();
    def.grid.viscosity = 0.01f;
    gfFluid *fluid = Flow_Make(*state, &def);
    const gfSolidDef solid = gfDefaultSolidDef();
    gfSolidId ids[4];
    Physics_AddVessel(fluid, &solid, (gfVec2){0.5f, 0.5f}, 0.4, ids, NULL);
    Flow_WriteVelocity(fluid, turning);
    Flow_Steps(fluid, 60);
    Flow_ExpectNear("half-way out", Flow_At(fluid, GF_FIELD_VELOCITY, 1, 0.7, 0.5), 0.2, 0.03);
    Flow_ExpectNear("further", Flow_At(fluid, GF_FIELD_VELOCITY, 0, 0.5, 0.83), -0.323, 0.09);
}

// Largest dye and speed beyond the wall through (.5, .5) along `angle`, of half a thickness, from 1.5 cells off it.
static double beyond(gfFluid *fluid, double angle, double half, double *speed)
{
    gfFieldInfo info;
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, &info), *v = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    double most = 0.0;
    *speed = 0.0;
    for (int i = 0; i < info.width * info.height; i++) {
        double x = (double)info.origin.x + (i % info.width) * (double)info.spacing.x - 0.5;
        double y = (double)info.origin.y + (i / info.width) * (double)info.spacing.y - 0.5;
        if (y * cos(angle) - x * sin(angle) > half + 1.5 / CELLS) {
            most = fmax(most, fabs((double)dye[4 * i + 3]));
            *speed = fmax(*speed, hypot((double)v[2 * i], (double)v[2 * i + 1]));
        }
    }
    return most;
}

static void runWall(Fixture *fixture, bool capsule, double angle, double half)
{
    gfFluid *fluid = Flow_MakeOf(fixture, boxDef());
    gfVec2 along = {(float)cos(angle), (float)sin(angle)};
    gfSolidDef wall =
        Flow_SolidDef(capsule ? gfMakeCapsule((gfVec2){0.5f - along.x, 0.5f - along.y},
                                              (gfVec2){0.5f + along.x, 0.5f + along.y}, (float)half)
                              : gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){1.0f, (float)half}, (float)angle));
    Flow_AddSolidOf(fluid, &wall);
    // A jet towards the wall, 20 m/s after a while: some cells a step.
    gfSourceDef jet = Flow_DiscSource(0.5f + 0.2f * along.y, 0.5f - 0.2f * along.x, 0.1f);
    jet.velocity = (gfVec2){-60.0f * along.y, 60.0f * along.x};
    jet.dye[3] = 3.0f;
    Flow_AddEmitter(fluid, &jet);
    Flow_Steps(fluid, 40);
    double speed = 0.0, dye = beyond(fluid, angle, half, &speed);
    Flow_ExpectBetween(Flow_Text("dye beyond a %s at %.2f", capsule ? "capsule" : "rectangle", angle), dye, 0.0, 0.0);
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("speed before it", stats.speedMax, 2.0, 100.0);
    Flow_ExpectBetween("speed beyond it", speed / stats.speedMax, 0.0, 1e-3);
}

// Far thinner than a cell, and of four cells, which no read spans.
TEST_CI(testWallsHold)
{
    static const double angles[] = {0.0, 0.12, 0.5, 0.25 * PI, 1.3, 0.5 * PI};
    for (int i = 0; i < 6; i++) {
        runWall(*state, i % 2 == 0, angles[i] + (i < 3 ? 0.0 : PI), 1e-5);
        if (i % 2 == 0) {
            runWall(*state, i % 4 == 0, angles[i], 2.0 / CELLS);
        }
    }
}

// Between a hot and a cold plate heat falls evenly, wherever their surfaces lie in the cells.
TEST_CI(testWarmSolidsConduct)
{
    gfFluidDef def = Physics_Def(32, 8, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
    def.grid.temperatureDiffusivity = 0.05f;
    def.fixedStep = 0.5f;
    for (int i = 0; i < 2; i++) {
        gfFluid *fluid = Flow_Make(*state, &def);
        double left = (i == 0 ? 6.0 : 6.3) / 32.0, right = (i == 0 ? 26.0 : 25.8) / 32.0;
        gfSolidDef plate =
            Flow_SolidDef(gfMakeRectangle((gfVec2){(float)left - 0.5f, 0.1f}, (gfVec2){0.5f, 0.5f}, 0.0f));
        plate.fixedTemperature = true;
        plate.temperature = 8.0f;
        Flow_AddSolidOf(fluid, &plate);
        plate.temperature = -4.0f;
        plate.shape = gfMakeRectangle((gfVec2){(float)right + 0.5f, 0.1f}, (gfVec2){0.5f, 0.5f}, 0.0f);
        Flow_AddSolidOf(fluid, &plate);
        Flow_Steps(fluid, 80);
        for (int k = 7; k < 25; k += 3) {
            double x = (k + 0.5) / 32.0;
            Flow_ExpectNear(i == 0 ? "aligned" : "not aligned", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, x, 0.1),
                            8.0 - 12.0 * (x - left) / (right - left), i == 0 ? 0.02 : 0.35);
        }
    }
}

// A warm disc in an insulated box: in the end all is as warm. An insulated one changes nothing.
TEST_CI(testWarmDiscWarmsTheBox)
{
    for (int warm = 0; warm < 2; warm++) {
        gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
        def.grid.temperatureDiffusivity = 0.02f;
        def.fixedStep = 0.4f;
        gfFluid *fluid = Flow_Make(*state, &def);
        gfSolidDef disc = Flow_SolidDef(gfMakeCircle((gfVec2){0.4f, 0.5f}, 0.2f));
        disc.fixedTemperature = warm == 1;
        disc.temperature = 5.0f;
        Flow_AddSolidOf(fluid, &disc);
        Flow_Steps(fluid, 5);
        double early = Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.95, 0.95);
        double beside = Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.65, 0.5);
        Flow_Steps(fluid, 95);
        double late = Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, 0.95, 0.95);
        Flow_ExpectBetween("far, early", early, warm ? 1e-3 : 0.0, warm ? 2.0 : 0.0);
        Flow_ExpectBetween("beside, early", beside, warm ? 3.0 : 0.0, warm ? 5.0 : 0.0);
        Flow_ExpectNear("far, late", late, warm ? 5.0 : 0.0, warm ? 0.05 : 0.0);
    }
}

// A round vessel of twelve walls, .4 m across its middle: polygons or tilted rectangles.
static void addVessel(gfFluid *fluid, bool polygons)
{
    const double half = PI / 12.0, inner = 0.4, outer = 0.46;
    for (int k = 0; k < 12; k++) {
        double low = 2.0 * half * k, high = low + 2.0 * half, middle = low + half;
        const gfVec2 points[4] = {{(float)(0.5 + inner * cos(low)), (float)(0.5 + inner * sin(low))},
                                  {(float)(0.5 + outer * cos(low)), (float)(0.5 + outer * sin(low))},
                                  {(float)(0.5 + outer * cos(high)), (float)(0.5 + outer * sin(high))},
                                  {(float)(0.5 + inner * cos(high)), (float)(0.5 + inner * sin(high))}};
        gfVec2 at = {(float)(0.5 + 0.43 * cos(middle)), (float)(0.5 + 0.43 * sin(middle))};
        gfSolidDef solid = Flow_SolidDef(polygons ? gfMakePolygon(points, 4)
                                                  : gfMakeRectangle(at, (gfVec2){0.03f, 0.13f}, (float)middle));
        solid.surface = GF_WALL_FREE_SLIP;
        Flow_AddSolidOf(fluid, &solid);
    }
}

static gfVec2 turningInVessel(double x, double y)
{
    return hypot(x - 0.5, y - 0.5) < 0.43 ? turning(x, y) : (gfVec2){0.0f, 0.0f};
}

// Share of the kinetic energy left after 100 steps.
static double energyKeptInVessel(Fixture *fixture, bool polygons, gfScheme scheme)
{
    gfFluidDef def = boxDef();
    def.grid.scheme = scheme;
    gfFluid *fluid = Flow_Make(fixture, &def);
    addVessel(fluid, polygons);
    Flow_WriteVelocity(fluid, turningInVessel);
    Flow_Steps(fluid, 1);
    double before = Flow_Measure(fluid).kineticEnergy;
    Flow_Steps(fluid, 100);
    return Flow_Measure(fluid).kineticEnergy / before;
}

// Beside walls that slip, too, both ways to step keep energy.
TEST_CI(testReflectionKeepsEnergyBesideWalls)
{
    for (int i = 0; i < 2; i++) {
        double projected = energyKeptInVessel(*state, i == 0, GF_SCHEME_PROJECT);
        double reflected = energyKeptInVessel(*state, i == 0, GF_SCHEME_REFLECT);
        Flow_ExpectBetween("kept with projection", projected, 0.8, 1.001);
        Flow_ExpectBetween("kept with reflection", reflected, 0.88, 1.001);
    }
}

FLOW_VECTOR(rough, sin(7.0 * x) * cos(5.0 * y) + 0.3 * sin(31.0 * y),
            cos(3.0 * x) * sin(9.0 * y) + 0.3 * sin(23.0 * x + 1.0))

// Share of the divergence of a given velocity that one step leaves.
static double divergenceKept(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, rough);
    Flow_Steps(fluid, 1);
    gfFluidStats stats = Flow_Measure(fluid);
    return stats.divergenceRmsAfter / stats.divergenceRmsBefore;
}

// Long walls are solved for in another way than round solids. However many steps, odd or even, went the one way, the
// other works as from the start, and so does going back.
TEST(testWallsComeAndGo)
{
    gfFluidDef def = boxDef();
    def.grid.pressureCycles = 1;
    def.grid.pressureWarmStart = 0.0f;
    for (int disc = 0; disc < 2; disc++) {
        gfFluid *with = Flow_Make(*state, &def), *without = Flow_Make(*state, &def), *fluid = Flow_Make(*state, &def);
        Floating_AddWall(with, 0.45, 0.4, 0.005, 0.3, 0.4);
        gfFluid *const all[3] = {with, without, fluid};
        for (int i = 0; i < 3 && disc == 1; i++) {
            Flow_AddDisc(all[i], 0.75f, 0.7f, 0.1f);
        }
        double expected[2] = {divergenceKept(without), divergenceKept(with)};
        for (int steps = 1; steps < 5; steps++) {
            Flow_Steps(fluid, steps);
            gfSolidId wall = Floating_AddWall(fluid, 0.45, 0.4, 0.005, 0.3, 0.4);
            Flow_ExpectNear("divergence kept with a wall", divergenceKept(fluid) / expected[1], 1.0, 0.005);
            Flow_Steps(fluid, steps - 1);
            assert_true(gfFluid_RemoveSolid(fluid, wall));
            Flow_ExpectNear("divergence kept without", divergenceKept(fluid) / expected[0], 1.0, 0.005);
        }
    }
}

// A cup, open at the top, with sides of a cell and a half: one concave polygon, or three rectangles.
static double divergenceKeptByCup(Fixture *fixture, bool polygon)
{
    const float t = 0.03f;
    const gfVec2 points[8] = {{0.2f, 0.2f},         {0.8f, 0.2f},         {0.8f, 0.8f},     {0.8f - t, 0.8f},
                              {0.8f - t, 0.2f + t}, {0.2f + t, 0.2f + t}, {0.2f + t, 0.8f}, {0.2f, 0.8f}};
    gfFluidDef def = boxDef();
    def.grid.pressureCycles = 4;
    def.grid.pressureWarmStart = 0.0f;
    gfFluid *fluid = Flow_Make(fixture, &def);
    if (polygon) {
        Flow_AddSolid(fluid, gfMakePolygon(points, 8));
    } else {
        Floating_AddWall(fluid, 0.5, 0.215, 0.3, 0.015, 0.0);
        Floating_AddWall(fluid, 0.215, 0.5, 0.015, 0.3, 0.0);
        Floating_AddWall(fluid, 0.785, 0.5, 0.015, 0.3, 0.0);
    }
    return divergenceKept(fluid);
}

TEST(testConcavePolygonConverges)
{
    double three = divergenceKeptByCup(*state, false);
    Flow_ExpectBetween("three rectangles", three, 0.0, 0.05);
    Flow_ExpectBetween("one polygon", divergenceKeptByCup(*state, true), 0.0, 5.0 * three);
}
