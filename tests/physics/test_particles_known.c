// Particles against known answers: a column at rest, a breaking dam, other step rates, tunables that change.
#include "support/particles.h"

static gfParticle particles[PARTICLES_MAX];

#define SPACING 0.02
#define DEPTH 0.5

static gfFluid *makeColumn(Fixture *fixture, double compression, float viscosity, float step)
{
    gfFluidDef def = Particles_Def(0.5, 0.75, SPACING);
    def.fixedStep = step;
    def.particles.depth = (float)DEPTH;
    def.particles.compression = (float)compression;
    def.particles.materials[0].viscosity = viscosity;
    gfFluid *fluid = Flow_Make(fixture, &def);
    double gap = 0.25 * SPACING; // walls hold the first row off by so much more than half a spacing
    Particles_AddRectangle(fluid, gap, gap, 0.5 - 2.0 * gap, DEPTH, SPACING, 0.0);
    return fluid;
}

// Mean density over that at rest along a row, away from the side walls.
static double densityAt(gfFluid *fluid, double y)
{
    enum { POINTS = 256 };
    gfVec2 points[POINTS];
    float values[POINTS];
    double sum = 0.0;
    for (int i = 0; i < POINTS; i++) {
        points[i] = (gfVec2){(float)(0.1 + 0.3 * i / POINTS), (float)(y + 0.06 * (i % 16) / 16.0 - 0.03)};
    }
    assert_true(gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_DENSITY, points, POINTS, values, NULL));
    for (int i = 0; i < POINTS; i++) {
        sum += (double)values[i] / POINTS;
    }
    return sum;
}

// The pressure law: p / rho = c^2 (density - 1), near pressure and all, for the stiffness is taken so; hence the strain
// at a depth is g depth / c^2.
TEST_CI(testColumnRests)
{
    const double compression = 0.2;
    gfFluid *fluid = makeColumn(*state, compression, 4e-3f, 1.0f / 60.0f);
    Flow_Steps(fluid, 240);
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("rms speed over sqrt(g depth)",
                       sqrt(2.0 * stats.kineticEnergy / stats.mass) / sqrt(9.81 * DEPTH), 0.0, 0.01);
    int count = Particles_Read(fluid, particles);
    double top = 0.0;
    for (int i = 0; i < count; i++) {
        top = fmax(top, (double)particles[i].position.y);
    }
    top += 0.5 * SPACING;
    for (int i = 0; i < 8; i++) {
        double y = 0.08 + (top - 0.18) * i / 7.0, law = compression * (top - y) / DEPTH;
        Flow_ExpectNear("strain over that of the pressure law", (densityAt(fluid, y) - 1.0) / law, 1.0, 0.2);
    }
}

// Martin and Moyce 1952, a column twice as high as wide: time in sqrt(a / 2g), front in a.
static const double damTimes[] = {.41,  .84,  1.19, 1.43, 1.63, 1.83, 1.98, 2.20,
                                  2.32, 2.51, 2.65, 2.83, 2.98, 3.11, 3.33};
static const double damFronts[] = {1.11, 1.22, 1.44, 1.67, 1.89, 2.11, 2.33, 2.56,
                                   2.78, 3.00, 3.22, 3.44, 3.67, 3.89, 4.11};

static double findFront(gfFluid *fluid)
{
    int count = Particles_Read(fluid, particles);
    double front = 0.0;
    for (int i = 0; i < count; i++) {
        front = fmax(front, (double)particles[i].position.x);
    }
    return front;
}

TEST_CI(testDamBreaks)
{
    const double a = 0.25, spacing = 0.25 / 24.0, unit = sqrt(a / (2.0 * 9.81));
    gfFluidDef def = Particles_Def(1.5, 0.75, spacing);
    def.fixedStep = (float)(unit / 50.0);
    def.particles.depth = (float)(2.0 * a);
    def.particles.compression = 0.03f;
    gfFluid *fluid = Flow_Make(*state, &def);
    Particles_AddRectangle(fluid, 0.25 * spacing, 0.25 * spacing, a - 0.25 * spacing, 2.0 * a, spacing, 0.0);
    double sum = 0.0;
    int steps = 0, points = (int)(sizeof damTimes / sizeof *damTimes);
    for (int i = 0; i < points; i++) {
        int until = (int)(damTimes[i] * 50.0 + 0.5);
        Flow_Steps(fluid, until - steps);
        steps = until;
        double front = (findFront(fluid) + 0.5 * spacing) / a, off = front / damFronts[i] - 1.0;
        sum += off * off;
    }
    Flow_ExpectBetween("rms off the published front", sqrt(sum / points), 0.0, 0.12);
}

// Mean height of all particles.
static double findHeight(gfFluid *fluid)
{
    int count = Particles_Read(fluid, particles);
    double sum = 0.0;
    for (int i = 0; i < count; i++) {
        sum += (double)particles[i].position.y / count;
    }
    return sum;
}

TEST_ALL(testStepRatesSettleAlike)
{
    static const int rates[] = {60, 240};
    double heights[2], speeds[2];
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = Particles_Def(1.0, 0.75, 0.03);
        def.fixedStep = 1.0f / (float)rates[i];
        def.particles.depth = 0.3f;
        def.particles.materials[0].viscosity = 0.02f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Particles_AddRectangle(fluid, 0.0, 0.0, 0.4, 0.5, 0.03, 0.1);
        Flow_Steps(fluid, 4 * rates[i]);
        gfFluidStats stats = Flow_Measure(fluid);
        heights[i] = findHeight(fluid);
        speeds[i] = sqrt(2.0 * stats.kineticEnergy / stats.mass);
        Flow_ExpectNear("mean height over that at 60 Hz", heights[i] / heights[0], 1.0, 0.02);
        Flow_ExpectNear("rms speed less that at 60 Hz", speeds[i] - speeds[0], 0.0, 0.05);
    }
}

// Two parameters and what they become; of one alone it stands twice.
typedef struct Change {
    size_t offsets[2];
    float values[2];
} Change;

#define OF(a, b)                                                     \
    {                                                                \
        offsetof(gfParticleParams, a), offsetof(gfParticleParams, b) \
    }

// A column at rest takes any change without a burst.
TEST_ALL(testChangesDontBurst)
{
    static const Change changes[] = {{OF(spacing, spacing), {0.023f, 0.023f}},
                                     {OF(spacing, spacing), {0.018f, 0.018f}},
                                     {OF(compression, compression), {0.025f, 0.025f}},
                                     {OF(compression, compression), {0.2f, 0.2f}},
                                     {OF(materials[0].density, materials[0].density), {1e4f, 1e4f}},
                                     {OF(materials[0].tension, materials[0].nearStiffness), {1.0f, 0.1f}},
                                     {OF(materials[0].viscosity, lookAhead), {0.05f, 0.004f}}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        gfFluid *fluid = makeColumn(*state, 0.1, 4e-3f, 1.0f / 60.0f);
        Flow_Steps(fluid, 60);
        gfFluidDef def = gfFluid_GetDef(fluid);
        for (int k = 0; k < 2; k++) {
            memcpy((char *)&def.particles + changes[i].offsets[k], &changes[i].values[k], sizeof(float));
        }
        assert_true(gfFluid_SetDef(fluid, &def));
        double fastest = 0.0;
        for (int step = 0; step < 45; step++) {
            Flow_Steps(fluid, 1);
            fastest = fmax(fastest, Flow_Measure(fluid).speedMax);
        }
        Flow_ExpectBetween("largest speed over sqrt(g depth)", fastest / sqrt(9.81 * DEPTH), 0.0, 0.5);
    }
}
