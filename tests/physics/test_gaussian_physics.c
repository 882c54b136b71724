// GF_GAUSSIAN_CONSERVING where the answer is known: momentum, free fall, viscosity, density at rest, wild states.
#include "support/gaussian.h"

// A disc of full cells with an edge of about two, moving at `speed`.
static double speedX, speedY, density;

static GaussianValue disc(double x, double y)
{
    double m = density * fmin(fmax(0.5 * (10.0 - hypot(x - 32.0, y - 32.0)) + 0.5, 0.0), 1.0);
    return (GaussianValue){m, speedX, speedY};
}

static gfFluid *makeDisc(Fixture *fixture, const gfFluidDef *def, double x, double y, double mass)
{
    speedX = x;
    speedY = y;
    density = mass;
    gfFluid *fluid = Flow_Make(fixture, def);
    Gaussian_Write(fluid, disc);
    return fluid;
}

// A free blob goes on: along an axis, along the diagonal, slowly.
TEST(testMomentumOfBlob)
{
    static const double speeds[][2] = {{0.5, 0.0}, {0.5, 0.5}, {0.0, -0.25}, {-0.25, 0.25}};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++) {
        gfFluidDef def = Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.massCorrection = false;
        gfFluid *fluid = makeDisc(*state, &def, speeds[i][0], speeds[i][1], 1.0);
        GaussianTotals first = Gaussian_Totals(fluid);
        Flow_Steps(fluid, 1000);
        GaussianTotals last = Gaussian_Totals(fluid);
        double scale = hypot(first.momentum[0], first.momentum[1]);
        Flow_ExpectBetween("change of momentum, over all",
                           hypot(last.momentum[0] - first.momentum[0], last.momentum[1] - first.momentum[1]) / scale,
                           0.0, 0.002);
        Flow_ExpectNear("mass", last.mass / first.mass, 1.0, 1e-4);
    }
}

// A blob that has moved once around the domain looks like one that stayed.
TEST(testMovingIsResting)
{
    static const struct {
        double x, y;
        int steps;
    } rows[] = {{0.5, 0.0, 128}, {0.25, 0.25, 256}, {1.0, -0.5, 128}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gfFluidDef def = Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING);
        gfFluid *still = makeDisc(*state, &def, 0.0, 0.0, 1.0);
        gfFluid *moving = makeDisc(*state, &def, rows[i].x, rows[i].y, 1.0);
        Flow_Steps(still, rows[i].steps);
        Flow_Steps(moving, rows[i].steps);
        GaussianCells a = GaussianCells_Read(still), b = GaussianCells_Read(moving);
        double off = 0.0;
        for (int k = 0; k < 64 * 64; k++) {
            off += fabs(a.mass[k] - b.mass[k]);
        }
        GaussianTotals atRest = GaussianCells_Totals(&a), around = GaussianCells_Totals(&b);
        Flow_ExpectBetween("mass elsewhere, over all", 0.5 * off / atRest.mass, 0.0, 0.03);
        Flow_ExpectNear("spread, over that of the one at rest", around.spread / atRest.spread, 1.0, 0.02);
        Flow_ExpectBetween("distance of the centres, cells",
                           hypot(around.centreX - atRest.centreX, around.centreY - atRest.centreY), 0.0, 0.5);
    }
}

GAUSSIAN_STATE(high, hypot(x - 32.0, y - 50.0) < 9.0 ? 1.0 : 0.0, 0.0, 0.0)

// In units of the world: cells of .02 m, steps of 1/50 s, so that .5 m/s^2 is .01 cells a step in each.
TEST(testFreeFall)
{
    enum { STEPS = 180 };
    gfFluidDef def = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
    def.cellSize = 0.02f;
    def.fixedStep = 1.0f / 50.0f;
    def.gaussian.gravity = (gfVec2){0.04f, -0.08f};
    gfFluid *fluid = Flow_Make(*state, &def);
    Gaussian_Write(fluid, high);
    GaussianTotals first = Gaussian_Totals(fluid);
    Flow_Steps(fluid, STEPS);
    GaussianTotals last = Gaussian_Totals(fluid);
    double t = STEPS / 50.0;
    Flow_ExpectNear("fall, over g t^2 / 2", (first.centreY - last.centreY) * 0.02 / (0.5 * 0.08 * t * t), 1.0, 0.01);
    Flow_ExpectNear("sideways", (last.centreX - first.centreX) * 0.02 / (0.5 * 0.04 * t * t), 1.0, 0.01);
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectNear("momentum, over mass times g t", stats.momentum[1] / (stats.mass * -0.08 * t), 1.0, 0.002);
    Flow_ExpectNear("sideways", stats.momentum[0] / (stats.mass * 0.04 * t), 1.0, 0.002);
}

// Dense blobs spread and thin ones draw together until they are as dense as fluid at rest.
TEST(testDensityAtRest)
{
    static const struct {
        double start;
        float rest;
    } rows[] = {{1.0, 1.0f}, {1.2, 1.0f}, {0.85, 1.0f}, {0.8, 0.7f}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gfFluidDef def = Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.restDensity = rows[i].rest;
        gfFluid *fluid = makeDisc(*state, &def, 0.0, 0.0, rows[i].start);
        Flow_Steps(fluid, 400);
        double spread = Gaussian_Totals(fluid).spread;
        Flow_Steps(fluid, 50);
        GaussianCells cells = GaussianCells_Read(fluid);
        double sum = 0.0;
        int count = 0;
        for (int k = 0; k < 64 * 64; k++) {
            if (hypot(k % 64 + 0.5 - 32.0, k / 64 + 0.5 - 32.0) < 5.0) {
                sum += cells.mass[k];
                count++;
            }
        }
        GaussianTotals totals = GaussianCells_Totals(&cells);
        Flow_ExpectNear("density inside, over that at rest", sum / count / (double)rows[i].rest, 1.0, 0.1);
        Flow_ExpectNear("spread, over that 50 steps ago", totals.spread / spread, 1.0, 0.04);
        // At its rim it moves inwards as fast as the smearing carries it outwards.
        Flow_ExpectBetween("speed, cells a step", sqrt(2.0 * totals.energy / totals.mass), 0.0, 0.15);
        Flow_ExpectNear("centre", hypot(totals.centreX - 32.0, totals.centreY - 32.0), 0.0, 0.01);
    }
}

// Full to the walls and at rest, it stays so: walls and solids push back what weighs on them.
GAUSSIAN_STATE(full, 1.0, 0.0, 0.0)

TEST_CI(testFullBoxRests)
{
    for (int variant = 0; variant < 3; variant++) { // empty box; a disc; a disc dropped onto the full box
        gfFluid *fluid = Flow_MakeOf(*state, Gaussian_Def(61, 48, GF_GAUSSIAN_CONSERVING));
        if (variant > 0) {
            Flow_AddDisc(fluid, 0.5f, 0.4f, 0.15f);
        }
        Gaussian_Write(fluid, full);
        if (variant == 1) {
            GaussianCells cells = GaussianCells_Read(fluid);
            float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
            for (int i = 0; i < 61 * 48; i++) {
                cells.mass[i] = distance[i] < 0.0f ? 0.0 : 1.0;
            }
            GaussianCells_Write(&cells, fluid);
        }
        double mass = Gaussian_Totals(fluid).mass;
        Flow_Steps(fluid, 1); // what was written into the solid leaves it
        double after = Gaussian_Totals(fluid).mass;
        Flow_ExpectBetween("mass after a step", after / mass, variant == 2 ? 0.85 : 1.0 - 1e-5, 1.0 + 1e-5);
        Flow_Steps(fluid, 200);
        GaussianTotals totals = Gaussian_Totals(fluid);
        Flow_ExpectNear("mass", totals.mass / mass, 1.0, variant == 2 ? 0.01 : 1e-4); // held at what was written
        Flow_ExpectBetween("densest", totals.massMax, 0.99, variant == 2 ? 2.0 : 1.3);
        Flow_ExpectBetween("speed, cells a step", sqrt(2.0 * totals.energy / totals.mass), 0.0,
                           variant == 2   ? 0.1
                           : variant == 1 ? 0.05
                                          : 1e-4);
    }
}

// A pool under gravity comes to rest with its surface level and its pressure growing downwards.
GAUSSIAN_STATE(pool, y < 20.0 ? 1.0 : 0.0, 0.0, 0.0)

TEST(testPoolRests)
{
    gfFluidDef def = Gaussian_Def(48, 48, GF_GAUSSIAN_CONSERVING);
    def.gaussian.gravity.y = -0.0025f * 64.0f; // .0025 cells a step in each
    gfFluid *fluid = Flow_Make(*state, &def);
    Gaussian_Write(fluid, pool);
    Flow_Steps(fluid, 1600);
    GaussianCells cells = GaussianCells_Read(fluid);
    GaussianTotals totals = GaussianCells_Totals(&cells);
    double below = 0.0, uneven = 0.0;
    for (int x = 0; x < 48; x++) {
        double column = 0.0;
        for (int y = 0; y < 48; y++) {
            column += cells.mass[y * 48 + x];
            below += y < 24 ? cells.mass[y * 48 + x] : 0.0;
        }
        uneven = fmax(uneven, fabs(column / 20.0 - 1.0));
    }
    Flow_ExpectBetween("mass in the lower half, over all", below / totals.mass, 0.98, 1.0 + 1e-6);
    Flow_ExpectBetween("columns, off the mean", uneven, 0.0, 0.15);
    Flow_ExpectBetween("centre of mass, cells above the bottom", totals.centreY, 8.0, 11.0);
    Flow_ExpectBetween("speed, cells a step", sqrt(2.0 * totals.energy / totals.mass), 0.0, 0.02); // of its surface
    double weight = 0.0;
    for (int y = 3; y < 12; y++) {
        weight += 0.0025 * 0.5 * (cells.mass[y * 48 + 24] + cells.mass[(y + 1) * 48 + 24]);
    }
    Flow_ExpectNear("pressure from 12.5 cells up to 3.5, over what weighs there",
                    (Flow_At(fluid, GF_FIELD_PRESSURE, 0, 24.5 / 64.0, 3.5 / 64.0) -
                     Flow_At(fluid, GF_FIELD_PRESSURE, 0, 24.5 / 64.0, 12.5 / 64.0)) /
                        weight,
                    1.0, 0.05);
}

// A cell's mass anything from next to nothing to four times rest, stiffness and surface tension the largest.
TEST_CI(testWildMassIsStable)
{
    for (int variant = 0; variant < 4; variant++) {
        gfFluidDef def = variant == 3 ? Gaussian_PeriodicDef(64, 64, GF_GAUSSIAN_CONSERVING)
                                      : Gaussian_Def(64, 64, GF_GAUSSIAN_CONSERVING);
        def.gaussian.stiffness = GF_GAUSSIAN_STIFFNESS_MAX;
        def.gaussian.surfaceTension = 1e6f;
        def.gaussian.restDensity = variant == 2 ? 0.2f : 1.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        if (variant == 1) {
            Flow_AddDisc(fluid, 0.4f, 0.5f, 0.2f);
        }
        GaussianCells cells = GaussianCells_Make(64, 64);
        uint32_t seed = 77u + (uint32_t)variant;
        for (int i = 0; i < 64 * 64; i++) {
            double share = Gaussian_Random(&seed);
            cells.mass[i] = share < 0.4 ? 0.0 : 1e-6 * pow(4e6, Gaussian_Random(&seed)); // each power alike
        }
        GaussianCells_Write(&cells, fluid);
        double fastest = 0.0, first = 0.0, drift = 0.0;
        for (int i = 0; i < 30; i++) {
            Flow_Steps(fluid, 10);
            GaussianTotals totals = Gaussian_Totals(fluid);
            first = i == 0 ? totals.mass : first;
            fastest = fmax(fastest, totals.speedMax);
            assert_int_equal(Flow_Measure(fluid).nonfinite, 0);
            drift = fmax(drift, fabs(totals.mass / first - 1.0));
        }
        Flow_ExpectBetween("drift of mass", drift, 0.0, 1e-4);
        GaussianTotals totals = Gaussian_Totals(fluid);
        Flow_ExpectBetween("fastest, cells a step", fastest, 0.0, (double)GF_GAUSSIAN_SPEED_MAX * (1.0 + 1e-5));
        Flow_ExpectBetween("speed at last, root mean square", sqrt(2.0 * totals.energy / totals.mass), 0.0, 0.5);
    }
}
