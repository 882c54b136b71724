// Surface tension of GF_GAUSSIAN_CONSERVING: drops on walls by their contact angle, drops that oscillate, the pressure
// in them, against closed forms.
#include "support/gaussian.h"

// Solves three equations, each row with its right side.
static void solve3(double rows[3][4], double solution[3])
{
    for (int k = 0; k < 3; k++) {
        for (int i = k + 1; i < 3; i++) {
            double f = rows[i][k] / rows[k][k];
            for (int j = k; j < 4; j++) {
                rows[i][j] -= f * rows[k][j];
            }
        }
    }
    for (int k = 2; k >= 0; k--) {
        double sum = rows[k][3];
        for (int j = k + 1; j < 3; j++) {
            sum -= rows[k][j] * solution[j];
        }
        solution[k] = sum / rows[k][k];
    }
}

static void addPoint(double rows[3][4], double x, double y)
{
    const double terms[4] = {x, y, 1.0, x * x + y * y};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            rows[i][j] += terms[i] * terms[j];
        }
    }
}

// The angle at which the circle through the drop's surface, where its cells are half full, meets the floor, degrees.
static double contactAngle(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info);
    double rows[3][4] = {{0}}, circle[3];
    for (int y = 2; y < info.height - 1; y++) {
        for (int x = 0; x < info.width - 1; x++) {
            double here = (double)mass[y * info.width + x];
            double beside[2] = {(double)mass[y * info.width + x + 1], (double)mass[(y + 1) * info.width + x]};
            for (int axis = 0; axis < 2; axis++) {
                if ((here > 0.5) != (beside[axis] > 0.5)) {
                    double t = (0.5 - here) / (beside[axis] - here);
                    addPoint(rows, x + 0.5 + (axis == 0 ? t : 0.0) - 0.5 * info.width, y + 0.5 + (axis == 1 ? t : 0.0));
                }
            }
        }
    }
    solve3(rows, circle);
    double middle = 0.5 * circle[1], radius = sqrt(circle[2] + 0.25 * circle[0] * circle[0] + middle * middle);
    return acos(fmin(fmax(-middle / radius, -1.0), 1.0)) * 180.0 / PI;
}

GAUSSIAN_STATE(halfDisc, hypot(x - 44.0, y) < 14.0 ? 1.0 : 0.0, 0.0, 0.0)

// `tension` in cells^3 / step^2, or GF_TENSION_AUTOMATIC.
static void expectAngle(Fixture *fixture, double angle, double tension, int steps, double tolerance)
{
    gfFluidDef def = Gaussian_Def(88, 40, GF_GAUSSIAN_CONSERVING);
    def.gaussian.contactAngle = (float)angle;
    def.gaussian.viscosity = 0.1f / 64.0f;
    def.gaussian.surfaceTension = (float)(tension < 0.0 ? tension : tension / 64.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    Gaussian_Write(fluid, halfDisc);
    Flow_Steps(fluid, steps);
    Flow_ExpectNear(Flow_Text("contact angle where %g is asked for, tension %g", angle, tension), contactAngle(fluid),
                    angle, tolerance);
}

TEST_CI(testContactAngles)
{
    const double automatic = (double)GF_TENSION_AUTOMATIC;
    expectAngle(*state, 60.0, automatic, 2500, 10.0);
    expectAngle(*state, 90.0, automatic, 1000, 10.0);
    expectAngle(*state, 135.0, automatic, 2500, 10.0);
}

// A quarter of the automatic tension, and the most.
TEST_ALL(testContactAnglesOfTensions)
{
    static const double tensions[] = {0.00135, 1.0};
    for (size_t i = 0; i < sizeof tensions / sizeof *tensions; i++) {
        expectAngle(*state, 60.0, tensions[i], 6000, 10.0);
        expectAngle(*state, 135.0, tensions[i], 6000, 30.0); // the drop nearly floats, and sways for long
    }
}

#define RADIUS 0.1   // m
#define TENSION 2e-3 // m^3/s^2

static double dropCells;  // cells a radius
static double dropShape;  // stretched along x and squeezed along y by 1 + this
static double dropMotion; // cells a step

// A drop in the middle of a domain of 3.2 radii.
static GaussianValue drop(double x, double y)
{
    double middle = 1.6 * dropCells, sum = 0.0;
    for (int k = 0; k < 16; k++) {
        double dx = x - middle + 0.25 * (k % 4) - 0.375, dy = y - middle + 0.25 * (k / 4) - 0.375;
        sum += hypot(dx / (1.0 + dropShape), dy * (1.0 + dropShape)) < dropCells ? 1.0 / 16.0 : 0.0;
    }
    return (GaussianValue){sum, sum > 0.0 ? dropMotion : 0.0, sum > 0.0 ? 0.6 * dropMotion : 0.0};
}

// `share`: cellSize^3 / fixedStep^2 times this is the tension asked for.
static gfFluid *makeDrop(Fixture *fixture, int cells, double share, double viscosity)
{
    dropCells = cells;
    gfFluidDef def = Gaussian_PeriodicDef(16 * cells / 5, 16 * cells / 5, GF_GAUSSIAN_CONSERVING);
    double h = RADIUS / cells, step = sqrt(share * h * h * h / TENSION);
    def.cellSize = (float)h;
    def.fixedStep = (float)step;
    def.gaussian.surfaceTension = (float)TENSION;
    def.gaussian.viscosity = (float)(viscosity * h * h / step);
    gfFluid *fluid = Flow_Make(fixture, &def);
    Gaussian_Write(fluid, drop);
    return fluid;
}

typedef struct DropShape {
    double stretch;    // difference of the second moments over their sum: along x
    double squareness; // mean of r^4 cos(4 angle) over that of r^4; a square has -.43
    double pressure;   // mean within half the radius, (m/s)^2
} DropShape;

static DropShape measureDrop(gfFluid *fluid)
{
    gfFieldInfo info;
    float *mass = Fixture_Read(fluid, GF_FIELD_MASS, &info), *pressure = Fixture_Read(fluid, GF_FIELD_PRESSURE, NULL);
    double waves[4] = {0}, centre[2], sums[7] = {0}, size = info.width;
    for (int i = 0; i < info.width * info.height; i++) {
        double x = 2.0 * PI * (i % info.width) / size, y = 2.0 * PI * (i / info.width) / size, m = (double)mass[i];
        waves[0] += m * cos(x);
        waves[1] += m * sin(x);
        waves[2] += m * cos(y);
        waves[3] += m * sin(y);
    }
    centre[0] = atan2(waves[1], waves[0]) * size / (2.0 * PI);
    centre[1] = atan2(waves[3], waves[2]) * size / (2.0 * PI);
    for (int i = 0; i < info.width * info.height; i++) {
        double x = remainder(i % info.width - centre[0], size), y = remainder(i / info.width - centre[1], size);
        double m = (double)mass[i], inside = hypot(x, y) < 0.5 * dropCells ? 1.0 : 0.0, r2 = x * x + y * y;
        sums[0] += m * x * x;
        sums[1] += m * y * y;
        sums[2] += m * (r2 * r2 - 8.0 * x * x * y * y);
        sums[3] += m * r2 * r2;
        sums[4] += inside * (double)pressure[i];
        sums[5] += inside;
    }
    return (DropShape){(sums[0] - sums[1]) / (sums[0] + sums[1]), sums[2] / sums[3], sums[4] / sums[5]};
}

// Rayleigh's oscillation of a drop, in two dimensions: frequency^2 = 6 tension / radius^3, if it did not die away.
static void expectOscillation(Fixture *fixture, int cells, double share)
{
    dropShape = 0.1;
    dropMotion = 0.011;
    gfFluid *fluid = makeDrop(fixture, cells, share, 0.0);
    const int every = 8;
    double step = (double)gfFluid_GetDef(fluid).fixedStep, last = measureDrop(fluid).stretch;
    double crossings[3] = {0}, peaks[4] = {0};
    int count = 0;
    for (int n = every; count < 3 && n < 40000; n += every) {
        Flow_Steps(fluid, every);
        double now = measureDrop(fluid).stretch;
        if ((now > 0.0) != (last > 0.0)) {
            crossings[count++] = step * (n - every * now / (now - last));
        }
        peaks[count] = fmax(peaks[count], fabs(now));
        last = now;
    }
    assert_int_equal(count, 3);
    double period = crossings[2] - crossings[0], decay = 2.0 * log(peaks[1] / peaks[2]) / period;
    double frequency = hypot(2.0 * PI / period, decay);
    Flow_ExpectNear(Flow_Text("oscillation of a drop of %d cells, %g: tension over that asked for", cells, share),
                    frequency * frequency * RADIUS * RADIUS * RADIUS / 6.0 / TENSION, 1.0, 0.1);
}

// Laplace's pressure in a drop, which is as that of one 1.5 cells larger.
static void expectLaplace(Fixture *fixture, int cells, double share)
{
    dropShape = 0.0;
    dropMotion = 0.011; // past the grid, which would hold it
    gfFluid *fluid = makeDrop(fixture, cells, share, 0.12);
    Flow_Steps(fluid, 3000);
    double sum = 0.0;
    for (int i = 0; i < 200; i++) {
        Flow_Steps(fluid, 15);
        sum += measureDrop(fluid).pressure / 200;
    }
    Flow_ExpectNear(Flow_Text("pressure in a drop of %d cells, %g: tension over that asked for", cells, share),
                    sum * RADIUS * (1.0 + 1.5 / cells) / TENSION, 1.0, 0.1);
}

// What is more than the method has does as much as the most, which leaves drops round.
TEST_ALL(testTensionHasAMost)
{
    for (int i = 0; i < 2; i++) {
        gfFluid *drops[2];
        DropShape shapes[2];
        dropShape = dropMotion = 0.0;
        for (int k = 0; k < 2; k++) {
            drops[k] = makeDrop(*state, 15, 0.005, 0.15);
            gfGaussianParams params = gfFluid_GetDef(drops[k]).gaussian;
            params.stiffness = i == 0 ? 0.5f : 1.0f;
            params.surfaceTension = k == 0 ? 1e6f : (float)(0.0059 / 0.005 * TENSION);
            assert_true(gfFluid_SetGaussianParams(drops[k], &params));
            Flow_Steps(drops[k], 3000);
            shapes[k] = measureDrop(drops[k]);
        }
        Gaussian_ExpectSameBytes(drops[0], drops[1]);
        Flow_ExpectBetween("squareness of a drop", shapes[0].squareness, -0.03, 0.03);
    }
}

TEST_CI(testDropsOscillate)
{
    expectOscillation(*state, 15, 0.005);
}

TEST_ALL(testDropsOscillateFine)
{
    expectOscillation(*state, 20, 0.005);
    expectOscillation(*state, 20, 0.0025);
}

TEST_ALL(testPressureInDrops)
{
    expectLaplace(*state, 15, 0.005);
    expectLaplace(*state, 20, 0.0025);
}
