// Diffusion of dye, heat and momentum: rates, totals, steady profiles, and that no value is too large.
#include "support/physics.h"

#define CELLS 48

static const double spreadX = 0.06, spreadY = 0.09;

FLOW_SCALAR(hill, exp(-0.5 * (pow((x - 0.5) / spreadX, 2.0) + pow((y - 0.5) / spreadY, 2.0))))

// Total of a field's first channel, and its variance along each axis.
static double moments(gfFluid *fluid, gfField field, double variance[2])
{
    FlowField read = Flow_Read(fluid, field);
    double sum = 0.0, first[2] = {0.0, 0.0}, second[2] = {0.0, 0.0};
    for (int i = 0; i < read.info.width * read.info.height; i++) {
        double amount = (double)read.values[i * read.info.channels];
        double at[2] = {(double)read.info.origin.x + (i % read.info.width) * (double)read.info.spacing.x,
                        (double)read.info.origin.y + (double)(i / read.info.width) * (double)read.info.spacing.y};
        sum += amount;
        for (int axis = 0; axis < 2; axis++) {
            first[axis] += amount * at[axis];
            second[axis] += amount * at[axis] * at[axis];
        }
    }
    for (int axis = 0; axis < 2; axis++) {
        variance[axis] = second[axis] / sum - pow(first[axis] / sum, 2.0);
    }
    return sum * (double)read.info.spacing.x * (double)read.info.spacing.y;
}

// Each variance grows by 2 D t, until the hill feels the walls.
TEST(testHillSpreads)
{
    const double diffusivity[2] = {1e-3, 2e-3}, time = 1.5;
    for (float dyeScale = 0.5f; dyeScale <= 2.0f; dyeScale *= 2.0f) {
        gfFluidDef def = Physics_Def(CELLS, CELLS, 1.0f / CELLS, GF_QUALITY_MEDIUM);
        def.dyeScale = dyeScale;
        def.fixedStep = 0.05f;
        def.grid.dyeDiffusivity = (float)diffusivity[0];
        def.grid.temperatureDiffusivity = (float)diffusivity[1];
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteDye(fluid, hill);
        Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, hill);
        for (int i = 0; i < 2; i++) {
            gfField field = i == 0 ? GF_FIELD_DYE : GF_FIELD_TEMPERATURE;
            double before[2], after[2], total = moments(fluid, field, before);
            if (i == 0) {
                Flow_Steps(fluid, 30);
            } else {
                before[0] = spreadX * spreadX;
                before[1] = spreadY * spreadY;
                total = 2.0 * PI * spreadX * spreadY;
            }
            Flow_ExpectNear("total", moments(fluid, field, after) / total, 1.0, 1e-4);
            for (int axis = 0; axis < 2; axis++) {
                Flow_ExpectNear(i == 0 ? "spread of dye" : "spread of heat",
                                (after[axis] - before[axis]) / (2.0 * diffusivity[i] * time), 1.0, 0.05);
            }
        }
    }
}

FLOW_SCALAR(halves, x < 0.5 ? 1.0f : 0.0f)

static void addSolids(gfFluid *fluid)
{
    Flow_AddDisc(fluid, 0.45f, 0.3f, 0.12f);
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.6f, 0.7f}, (gfVec2){0.2f, 0.04f}, 0.6f));
}

// Round insulated solids nothing is lost, and in the end all is even.
TEST(testSolidsKeepTheTotal)
{
    gfFluidDef def = Physics_Def(CELLS, CELLS, 1.0f / CELLS, GF_QUALITY_MEDIUM);
    def.fixedStep = 0.1f;
    def.grid.dyeDiffusivity = 0.01f;
    def.grid.temperatureDiffusivity = 0.02f;
    gfFluid *fluid = Flow_Make(*state, &def);
    addSolids(fluid);
    Flow_WriteDye(fluid, halves);
    Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, halves);
    Flow_Steps(fluid, 1); // takes away what was written into the solids
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 0), heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
    double early = Flow_At(fluid, GF_FIELD_DYE, 0, 0.9, 0.9);
    Flow_Steps(fluid, 100);
    Flow_ExpectNear("dye", Flow_Integral(fluid, GF_FIELD_DYE, 0) / dye, 1.0, 2e-3);
    Flow_ExpectNear("heat", Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / heat, 1.0, 2e-3);
    Flow_ExpectBetween("dye in solids", Flow_Measure(fluid).dyeInSolids, 0.0, 0.0);
    Flow_ExpectBetween("far, early", early, -1e-3, 0.05);
    Flow_ExpectBetween("far, late", Flow_At(fluid, GF_FIELD_DYE, 0, 0.9, 0.9), 0.2, 0.6);
    double low, high;
    Flow_Range(fluid, GF_FIELD_DYE, 0, &low, &high);
    Flow_ExpectBetween("least", low, -1e-4, 1.0);
    Flow_ExpectBetween("most", high, 0.2, 1.0001);
}

// Between a hot and a cold side heat falls evenly, along either axis.
TEST(testLinearProfile)
{
    for (int axis = 0; axis < 2; axis++) {
        gfFluidDef def = Physics_Def(axis == 0 ? 32 : 8, axis == 0 ? 8 : 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
        gfBoundary hot = {.fixedTemperature = true, .temperature = 7.0f};
        gfBoundary cold = {.fixedTemperature = true, .temperature = -3.0f}, none = {0};
        def.boundaries = axis == 0 ? (gfBoundaries){hot, cold, none, none} : (gfBoundaries){none, none, hot, cold};
        def.grid.ambientTemperature = 280.0f;
        def.grid.temperatureDiffusivity = 0.05f;
        def.fixedStep = 0.25f;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_Steps(fluid, 120);
        for (int k = 0; k < 32; k += 3) {
            double t = (k + 0.5) / 32.0;
            Flow_ExpectNear("profile",
                            Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, axis == 0 ? t : 0.1, axis == 0 ? 0.1 : t) - 280.0,
                            7.0 - 10.0 * t, 0.01);
        }
    }
}

static gfVec2 speckles(double x, double y)
{
    double s = sin(12.9898 * x * CELLS + 78.233 * y * CELLS) * 43758.5453;
    return (gfVec2){(float)(s - floor(s)), 0.0f};
}

FLOW_VECTOR(gusts, 4.0 * sin(9.0 * x + 20.0 * y), 4.0 * cos(15.0 * x - 7.0 * y))

// At D dt / h^2 = 1e4 a step evens all out, and no cell leaves the range that there was.
TEST(testAnyDiffusivityIsStable)
{
    for (int solids = 0; solids < 2; solids++) {
        gfFluidDef def = Physics_Def(CELLS, CELLS, 1.0f / CELLS, GF_QUALITY_MEDIUM);
        def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 1e4f / ((float)(CELLS * CELLS) * def.fixedStep);
        gfFluid *fluid = Flow_Make(*state, &def);
        if (solids == 1) {
            addSolids(fluid);
        }
        Flow_WriteDye(fluid, speckles);
        Flow_WriteField(fluid, GF_FIELD_TEMPERATURE, halves);
        double dye = 0.0, heat = 0.0;
        for (int i = 0; i < 20; i++) {
            Flow_Steps(fluid, 1);
            Flow_Measure(fluid);
            if (i == 0) {
                dye = Flow_Integral(fluid, GF_FIELD_DYE, 0);
                heat = Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0);
            }
        }
        Flow_ExpectNear("dye", Flow_Integral(fluid, GF_FIELD_DYE, 0) / dye, 1.0, 0.01);
        Flow_ExpectNear("heat", Flow_Integral(fluid, GF_FIELD_TEMPERATURE, 0) / heat, 1.0, 0.01);
        double area = solids == 1 ? 1.0 - PI * 0.0144 - 0.032 : 1.0;
        static const double places[][2] = {{0.02, 0.02}, {0.98, 0.02}, {0.02, 0.98}, {0.98, 0.98}, {0.7, 0.4}};
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            Flow_ExpectNear("dye is even", Flow_At(fluid, GF_FIELD_DYE, 0, places[i][0], places[i][1]), dye / area,
                            0.02);
            Flow_ExpectNear("heat is even", Flow_At(fluid, GF_FIELD_TEMPERATURE, 0, places[i][0], places[i][1]),
                            heat / area, 0.02);
        }
    }
}

// As thick as that, fluid between walls that hold stands still; between walls that slide it follows them.
TEST(testAnyViscosityIsStable)
{
    static const float viscosities[] = {1.0f, 1e3f, 1e5f};
    for (size_t i = 0; i < 3; i++) {
        gfFluidDef def = Physics_Def(CELLS, CELLS, 1.0f / CELLS, GF_QUALITY_MEDIUM);
        Flow_SetSides(&def, GF_BOUNDARY_NO_SLIP);
        def.grid.viscosity = viscosities[i];
        gfFluid *fluid = Flow_Make(*state, &def);
        addSolids(fluid);
        Flow_WriteVelocity(fluid, gusts);
        for (int k = 0; k < 10; k++) {
            Flow_Steps(fluid, 1);
            Flow_ExpectBetween("speed", Flow_Measure(fluid).speedMax, 0.0, 6.0);
        }
        Flow_ExpectBetween("speed in the end", Flow_Measure(fluid).speedMax, 0.0, 1e-2);
    }
}
