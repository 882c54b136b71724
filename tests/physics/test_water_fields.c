// Fields of GF_SOLVER_WATER as the host reads them, against sums over its particles: the mass and where it tells the
// surface, velocity, and dye.
#include "support/water.h"

#define CELLS 32 // along the side of a domain of 1 m
#define H (1.0 / CELLS)
#define MOST 8192

typedef bool InsideFn(double x, double y);

// Fills the places that are `inside` with particles of a velocity, on a lattice whose rows count from `top` m down.
static int fillBelow(gfFluid *fluid, double top, gfVec2 velocity, InsideFn *inside)
{
    static gfParticle list[MOST];
    double s = 0.5 * H;
    int count = 0;
    for (int row = 0; top - (row + 0.5) * s > 0.0; row++) {
        for (int column = 0; column < 2 * CELLS; column++) {
            double x = (column + 0.5) * s, y = top - (row + 0.5) * s;
            if (inside(x, y)) {
                assert_true(count < MOST);
                list[count++] = (gfParticle){.position = {(float)x, (float)y}, .velocity = velocity};
            }
        }
    }
    assert_true(gfFluid_AddParticles(fluid, list, count));
    return count;
}

static bool everywhere(double x, double y)
{
    (void)x, (void)y;
    return true;
}

// The height, m, at which linear interpolation of the mass between the cells of a column crosses 0.5 from above.
static double levelIn(const FlowField *mass, int column)
{
    int w = mass->info.width, y = mass->info.height - 1;
    while (y > 0 && mass->values[y * w + column] < 0.5f) {
        y--;
    }
    double low = (double)mass->values[y * w + column], high = (double)mass->values[(y + 1) * w + column];
    return (y + 0.5 + (low - 0.5) / (low - high)) * H;
}

TEST(testLevelOfPools)
{
    for (int i = 0; i < 12; i++) {
        double depth = (9.0 + i / 12.0 + 0.03) * H;
        gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
        gfFluid *fluid = Flow_Make(fixture, &def);
        fillBelow(fluid, depth, (gfVec2){0.0f, 0.0f}, everywhere);
        FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
        for (int x = 0; x < CELLS; x++) {
            Flow_ExpectNear("level, cells", levelIn(&mass, x) / H, depth / H, 0.02);
        }
        gfDestroyFluid(fluid);
    }
}

#define SLOPE 0.6  // of the bank
#define BANK 0.55f // m, where it begins

static bool besideBank(double x, double y)
{
    return y > SLOPE * (x - (double)BANK);
}

// The last columns are those that the bank cuts at the surface.
TEST(testLevelAtABank)
{
    double worst = 0.0, sum = 0.0;
    int columns = 0;
    for (int i = 0; i < 6; i++) {
        double depth = (7.0 + i / 6.0 + 0.03) * H;
        gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
        gfFluid *fluid = Flow_Make(fixture, &def);
        const gfVec2 bank[3] = {{BANK, 0.0f}, {2.0f, 0.0f}, {2.0f, (float)(SLOPE * (2.0 - (double)BANK))}};
        Flow_AddSolid(fluid, gfMakePolygon(bank, 3));
        fillBelow(fluid, depth, (gfVec2){0.0f, 0.0f}, besideBank);
        FlowField mass = Flow_Read(fluid, GF_FIELD_MASS);
        int shore = (int)(((double)BANK + depth / SLOPE) / H);
        for (int x = 0; x < shore - 1; x++) {
            double off = levelIn(&mass, x) / H - depth / H;
            worst = fmax(worst, fabs(off));
            sum += off;
            columns++;
        }
        gfDestroyFluid(fluid);
    }
    Figure("worst level beside a bank, cells", worst, 0.0, 0.0, 0.06);
    Figure("mean level beside a bank, cells", sum / columns, 0.0, -0.005, 0.005);
}

FLOW_SCALAR(column, x < 0.4 && y < 0.8 ? 1.0 : 0.0)

TEST(testMassIsThatOfTheParticles)
{
    gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    double each = H * H / def.water.particlesPerCell, count = Water_Fill(fluid, column);
    Figure("mass of a column", Flow_Integral(fluid, GF_FIELD_MASS, 0) / (count * each), 1.0, 0.99, 1.01);
    Flow_Steps(fluid, 30); // it has broken and splashes up the wall
    Figure("mass of a splash", Flow_Integral(fluid, GF_FIELD_MASS, 0) / (count * each), 1.0, 0.99, 1.01);
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS), dye = Flow_Read(fluid, GF_FIELD_DYE);
    for (int i = 0; i < CELLS * CELLS; i++) {
        assert_true(mass.values[i] >= 0.0f && dye.values[4 * i + 3] <= 1.0f);
    }
}

static bool inBlock(double x, double y)
{
    return x > 0.3 && x < 0.7 && y > 0.2;
}

TEST(testVelocityOfABlock)
{
    gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
    gfFluid *fluid = Flow_Make(fixture, &def);
    fillBelow(fluid, 0.6, (gfVec2){0.5f, -0.25f}, inBlock);
    FlowField mass = Flow_Read(fluid, GF_FIELD_MASS), velocity = Flow_Read(fluid, GF_FIELD_VELOCITY);
    int full = 0;
    for (int i = 0; i < CELLS * CELLS; i++) {
        bool empty = mass.values[i] == 0.0f;
        full += !empty;
        Flow_ExpectNear("x", (double)velocity.values[2 * i], empty ? 0.0 : 0.5, 1e-6);
        Flow_ExpectNear("y", (double)velocity.values[2 * i + 1], empty ? 0.0 : -0.25, 1e-6);
    }
    Flow_ExpectBetween("cells with water", full, 12 * 12, 16 * 16);
    FlowField vorticity = Flow_Read(fluid, GF_FIELD_VORTICITY);
    for (int i = 0; i < vorticity.info.width * vorticity.info.height; i++) {
        Flow_ExpectNear("vorticity", (double)vorticity.values[i], 0.0, 1e-4);
    }
}

// One half is coloured, with colours that bytes of sRGB hold exactly.
TEST(testDyeIsThatOfTheParticles)
{
    gfFluidDef def = Water_Def(CELLS, CELLS, 1.0);
    memcpy(def.water.color, (const float[4]){0.0f, 1.0f, 0.0f, 1.0f}, sizeof def.water.color);
    gfFluid *fluid = Flow_Make(fixture, &def);
    double each = H * H / def.water.particlesPerCell, count = fillBelow(fluid, 0.5, (gfVec2){0.0f, 0.0f}, everywhere);
    gfSourceDef source = Flow_SourceDef(gfMakeRectangle((gfVec2){0.25f, 0.5f}, (gfVec2){0.25f, 0.5f}, 0.0f));
    source.fields = GF_SOURCE_DYE;
    source.mode = GF_SOURCE_SET;
    memcpy(source.dye, (const float[4]){1.0f, 0.0f, 0.0f, 1.0f}, sizeof source.dye);
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    double all = count * each;
    Figure("dye", Flow_Integral(fluid, GF_FIELD_DYE, 3) / all, 1.0, 0.99, 1.01);
    Figure("red", Flow_Integral(fluid, GF_FIELD_DYE, 0) / all, 0.5, 0.49, 0.51);
    Figure("green", Flow_Integral(fluid, GF_FIELD_DYE, 1) / all, 0.5, 0.49, 0.51);
    Flow_ExpectNear("red at the left", Flow_At(fluid, GF_FIELD_DYE, 0, 0.2, 0.2), 1.0, 0.02);
    Flow_ExpectNear("red at the right", Flow_At(fluid, GF_FIELD_DYE, 0, 0.8, 0.2), 0.0, 1e-3);
}
