// Walls of solids stand where they are, whatever the grid: channels at any offset and angle, round bodies, plates that
// swing, against closed forms and published figures.
#include "support/physics.h"

static const double viscosity = 0.01, pull = 0.08;

static gfSolidDef makePlate(double x, double y, double halfX, double halfY, double angle)
{
    gfSolidDef plate = Flow_SolidDef(
        gfMakeRectangle((gfVec2){(float)x, (float)y}, (gfVec2){(float)halfX, (float)halfY}, (float)angle));
    plate.surface = GF_WALL_NO_SLIP;
    return plate;
}

static void addPlate(gfFluid *fluid, double x, double y, double halfX, double halfY, double angle)
{
    gfSolidDef plate = makePlate(x, y, halfX, halfY, angle);
    Flow_AddSolidOf(fluid, &plate);
}

// Pulled along until it is steady. The parabola's height tells where the walls act; a wall off by as much as a share of
// a cell moves the middle by its slope times that.
TEST(testWallsStandAtAnyOffset)
{
    const double h = 1.0 / 32.0;
    double most = 0.0;
    for (int k = 0; k < 10; k++) {
        double low = (4.0 + 0.1 * k) * h, high = (26.0 + 0.07 * k) * h, width = high - low;
        gfFluidDef def = Physics_Def(8, 32, (float)h, GF_QUALITY_MEDIUM);
        Physics_MakeChannel(&def);
        def.grid.viscosity = (float)viscosity;
        def.grid.acceleration.x = (float)pull;
        def.fixedStep = 1.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        addPlate(fluid, 0.1, low - 0.5, 2.0, 0.5, 0.0);
        addPlate(fluid, 0.1, high + 0.5, 2.0, 0.5, 0.0);
        Flow_Steps(fluid, 80);
        Faces faces = Faces_Read(fluid);
        int middle = (int)floor(0.5 * (low + high) / h);
        double y = (middle + 0.5) * h, exact = 0.5 * pull / viscosity * (y - low) * (high - y);
        double shift = (Faces_X(&faces, 2, middle) - exact) / (0.5 * pull / viscosity * width * h);
        Flow_ExpectNear("wall, cells off", shift, 0.0, 0.02);
        Flow_ExpectNear("flow over the exact one", 12.0 * viscosity * Faces_FlowX(&faces, 2) / (pull * pow(width, 3.0)),
                        1.0, 0.01);
        most = fmax(most, fabs(shift));
    }
    Flow_ExpectBetween("largest", most, 0.0, 0.02);
}

// A channel that repeats both ways, so that its walls cut the grid at a slant: `rows` of 64 columns make the angle.
static double flowAlong(Fixture *fixture, int rows, double shift)
{
    const int columns = 64;
    const double h = 1.0 / columns, angle = atan2(rows, columns), period = rows * h * cos(angle), width = 0.6 * period;
    gfFluidDef def = Physics_Def(columns, rows, (float)h, GF_QUALITY_HIGH);
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    def.grid.viscosity = (float)viscosity;
    def.grid.acceleration = (gfVec2){(float)(0.01 * pull * cos(angle)), (float)(0.01 * pull * sin(angle))};
    def.fixedStep = (float)fmin(0.2 * width * width / viscosity, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    for (int k = -2; k <= 2; k++) {
        double along = 0.5, up = 0.5 * tan(angle) + (k + 0.5) * rows * h + shift * h;
        addPlate(fluid, along, up, 2.0, 0.5 * (period - width), angle);
    }
    Flow_Steps(fluid, 60);
    Faces faces = Faces_Read(fluid);
    double sum = 0.0;
    for (int i = 0; i < columns; i++) {
        sum += Faces_FlowX(&faces, i) / columns;
    }
    return 12.0 * viscosity * sum / (0.01 * pull * pow(width, 3.0));
}

TEST_CI(testChannelsAtAngles)
{
    static const int rows[] = {18, 36, 64}; // 16, 29, 45 degrees
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 2; k++) {
            Flow_ExpectNear("flow at an angle, over the exact one", flowAlong(*state, rows[i], 0.37 * k), 1.0, 0.02);
        }
    }
}

// A cylinder that turns in a round vessel at rest, 7.7 cells of radius in 19.7. More of them: test_validation_cylinder.
TEST(testTurningCylinder)
{
    const CouetteCase c = {.cells = 48, .inner = 7.68, .outer = 19.68, .step = 0.02, .offset = {0.336f, -0.336f}};
    CouetteResult r = Physics_RunCouette(*state, &c);
    Flow_ExpectBetween("velocity, largest error over the surface's", r.velocity, 0.0, 0.03);
    Flow_ExpectNear("torque on the cylinder over the exact one", r.torque, 1.0, 0.02);
    Flow_ExpectNear("torque on the vessel over the exact one", r.onVessel, 1.0, 0.02);
}

typedef struct SwingCase {
    double surface; // of a plate that swings along itself, cells
    double depth;   // of Stokes' layer on it, cells
    int steps;      // a period
} SwingCase;

// Largest error of the fluid's velocity over the plate's.
static double swing(Fixture *fixture, const SwingCase *c)
{
    const double h = 1.0 / 32.0, surface = c->surface * h, period = 1.0, depth = c->depth * h;
    const double frequency = 2.0 * PI / period, thick = 0.5 * frequency * depth * depth;
    gfFluidDef def = Physics_Def(8, 32, (float)h, GF_QUALITY_MEDIUM);
    Physics_MakeChannel(&def);
    def.grid.viscosity = (float)thick;
    def.fixedStep = (float)(period / c->steps);
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSolidDef plate = makePlate(0.1, surface - 0.5, 2.0, 0.5, 0.0);
    gfSolidId id = Flow_AddSolidOf(fluid, &plate);
    double worst = 0.0;
    for (int k = 1; k <= 3 * c->steps; k++) {
        plate.velocity.x = (float)(0.01 * cos(frequency * k * period / c->steps));
        assert_true(gfFluid_SetSolid(fluid, id, &plate));
        Flow_Steps(fluid, 1);
        if (k > 2 * c->steps && k % 16 == 0) {
            Faces faces = Faces_Read(fluid);
            for (int j = 5; j < 24; j++) {
                double y = ((j + 0.5) * h - surface) / depth;
                double exact = exp(-y) * cos(frequency * k * period / c->steps - y);
                worst = fmax(worst, fabs(100.0 * Faces_X(&faces, 2, j) - exact));
            }
        }
    }
    return worst;
}

TEST(testSwingingPlate)
{
    const SwingCase c = {4.5, 4.0, 128};
    Flow_ExpectBetween("largest error over the plate's speed", swing(*state, &c), 0.0, 0.025);
}

// A layer as thin as a cell or two, wherever between two faces the wall is: .02 to .03, where linear friction alone
// leaves .04 to .055. A wall that is a whole cell from the first row of faces has .045 either way.
TEST_CI(testThinLayers)
{
    static const double offsets[] = {0.0, 0.1, 0.25, 0.75};
    for (int i = 0; i < 4; i++) {
        const SwingCase thin = {4.0 + offsets[i], 1.0, 256}, thicker = {4.0 + offsets[i], 2.0, 128};
        Flow_ExpectBetween("layer of a cell, largest error", swing(*state, &thin), 0.0, 0.03);
        Flow_ExpectBetween("layer of two cells, largest error", swing(*state, &thicker), 0.0, 0.015);
    }
}

// In a channel, 10 cells across, at Re 20: drag 5.57 to 5.59, lift .0104 to .011 (Schaefer and Turek 1996, 2D-1). What
// is left of drag goes with the cells, see docs/notebook/grid.md.
TEST_ALL(testForcesOnACylinder)
{
    static const gfVec2 offsets[] = {{0.0f, 0.0f}, {0.3f, 0.4f}};
    for (int i = 0; i < 2; i++) {
        const DragCase c = {20.0, 10, GF_SCHEME_PROJECT, 1.0, offsets[i], 2.95, 3.0};
        DragResult r = Physics_RunDrag(*state, &c);
        Flow_ExpectNear("drag", r.drag, 5.7, 0.18);
        Flow_ExpectNear("lift", r.lift, 0.0, 0.1);
        Flow_ExpectNear("drag by what a box around it loses, over that", r.balance / r.drag, 1.0, 0.025);
    }
}
