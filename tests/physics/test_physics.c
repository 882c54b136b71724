// Flows with a known answer, on small grids; test_validation_*.c has them at the size of the published figures.
#include "support/physics.h"

// Carried by a wind that crosses both seams.
static gfVec2 carriedVortices(double x, double y)
{
    gfVec2 v = Physics_Vortices(x, y);
    return (gfVec2){v.x + 1.0f, v.y + 0.5f};
}

// Both keep what a projection of all that was carried would lose: .0194 of the velocity at 128 cells.
TEST(testReflectionKeepsVortices)
{
    gfFluidDef def = Physics_Def(64, 64, 1.0f / 64.0f, GF_QUALITY_HIGH);
    def.fixedStep = 1.0f / 64.0f;
    VortexResult reflected = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, 1.0);
    def.grid.scheme = GF_SCHEME_PROJECT;
    VortexResult plain = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, 1.0);
    Flow_ExpectBetween("energy, reflected", reflected.energy, 0.998, 1.0005);
    Flow_ExpectBetween("error, reflected", reflected.error, 0.0, 0.004);
    Flow_ExpectBetween("error, plain, over that", plain.error / reflected.error, 0.2, 4.0);
}

TEST(testPeriodicVortices)
{
    gfFluidDef def = Physics_Def(64, 64, 2.0f / 64.0f, GF_QUALITY_HIGH);
    Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
    def.fixedStep = 1.0f / 32.0f;
    VortexResult still = Physics_RunVortex(*state, &def, Physics_Vortices, 1.0, 1.0);
    Flow_ExpectBetween("energy", still.energy, 0.99, 1.0005);
    Flow_ExpectBetween("error", still.error, 0.0, 0.01);
    // After 4 s the wind has carried them twice and once around, to where they began; but for a lag of the first order
    // in the step, for they move along the velocity that they began each half step with: .31 without reflection.
    VortexResult carried = Physics_RunVortex(*state, &def, carriedVortices, 4.0, 1.0);
    Flow_ExpectBetween("energy, carried", carried.energy, 0.97, 1.0005);
    Flow_ExpectBetween("error, carried", carried.error, 0.0, 0.25);
}

// Twice the nu pi^2 of each axis, twice for the square.
TEST(testViscosityDampsVortices)
{
    gfFluidDef def = Physics_Def(48, 48, 1.0f / 48.0f, GF_QUALITY_HIGH);
    def.fixedStep = 1.0f / 48.0f;
    def.grid.viscosity = 0.01f;
    double left = exp(-4.0 * 0.01 * PI * PI);
    VortexResult result = Physics_RunVortex(*state, &def, Flow_TaylorGreen, 1.0, sqrt(left));
    Flow_ExpectNear("energy", result.energy / left, 1.0, 0.02);
    Flow_ExpectBetween("error", result.error, 0.0, 0.02);
}

// Kinematic pressure of a steady vortex: (cos 2 pi x + cos 2 pi y) / 4, whatever the scheme.
TEST(testPressureOfVortex)
{
    static const gfScheme schemes[] = {GF_SCHEME_PROJECT, GF_SCHEME_REFLECT};
    for (size_t i = 0; i < 2; i++) {
        gfFluidDef def = Physics_Def(48, 48, 1.0f / 48.0f, GF_QUALITY_REFERENCE);
        def.fixedStep = 0.5f / 48.0f;
        def.grid.scheme = schemes[i];
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteVelocity(fluid, Flow_TaylorGreen);
        Flow_Steps(fluid, 8);
        double corner = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.02, 0.02);
        double middle = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.48, 0.48);
        double side = Flow_At(fluid, GF_FIELD_PRESSURE, 0, 0.02, 0.48);
        Flow_ExpectNear(i == 0 ? "corner less side" : "corner less side, reflected", corner - side, 0.5, 0.05);
        Flow_ExpectNear(i == 0 ? "side less middle" : "side less middle, reflected", side - middle, 0.5, 0.05);
    }
}

// Published to five digits; 32 cells resolve the lid's layer to a few hundredths. A wall that slips, or a lid that
// pulls the other way, is wrong by tenths.
TEST(testLidDrivenCavity)
{
    gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
    def.fixedStep = 1.0f / 32.0f;
    LidResult result = Physics_RunLid(*state, def, 100, 12.0);
    Flow_ExpectBetween("u on the vertical line", result.u, 0.0, 0.035);
    Flow_ExpectBetween("v on the horizontal line", result.v, 0.0, 0.035);
}

TEST(testHeatedCavity)
{
    gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
    def.fixedStep = 0.1f;
    HeatedResult result = Physics_RunHeated(*state, def, 1e4, 0.3);
    Flow_ExpectNear("Nusselt number", result.nusselt, 2.243, 0.15);
    Flow_ExpectNear("at the wall", result.nusseltWall, 2.243, 0.15);
    Flow_ExpectNear("as asked of the hot side", result.sides[0], 2.243, 0.15);
    Flow_ExpectNear("of the cold side over that", result.sides[1] / result.sides[0], 1.0, 0.02);
    Flow_ExpectNear("u", result.u, 16.178, 1.2);
    Flow_ExpectNear("v", result.v, 19.617, 1.2);
}

// Two vortices of opposite sense, one above the other: mirrored top to bottom they are themselves.
static gfVec2 mirroredPair(double x, double y)
{
    double a = exp(-60.0 * (pow(x - 0.4, 2.0) + pow(y - 0.35, 2.0)));
    double b = exp(-60.0 * (pow(x - 0.4, 2.0) + pow(y - 0.65, 2.0)));
    return (gfVec2){(float)(-(y - 0.35) * a + (y - 0.65) * b), (float)((x - 0.4) * (a - b))};
}

// Sum over faces, times the area of a cell.
static gfVec2 momentum(gfFluid *fluid)
{
    return (gfVec2){(float)Flow_Integral(fluid, GF_FIELD_VELOCITY, 0),
                    (float)Flow_Integral(fluid, GF_FIELD_VELOCITY, 1)};
}

TEST(testConfinement)
{
    gfFluid *fluids[3];
    for (int i = 0; i < 3; i++) {
        gfFluidDef def = Physics_Def(64, 64, 1.0f / 64.0f, GF_QUALITY_MEDIUM);
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
        def.fixedStep = 0.1f;
        def.grid.pressureCycles = 8; // sweeps do not come in mirrored pairs: what they leave is lopsided
        fluids[i] = Flow_Make(*state, &def);
        def.grid.vorticityConfinement = i == 2 ? 0.5f : 0.0f;
        if (i > 0) { // set to 0, it is as if it had never been
            assert_true(gfFluid_SetGridParams(fluids[i], &def.grid));
        }
        Flow_WriteVelocity(fluids[i], mirroredPair);
        Flow_Steps(fluids[i], 30);
    }
    assert_true(Flow_SameBytes(fluids[0], fluids[1]));
    double without = Flow_Measure(fluids[0]).kineticEnergy, with = Flow_Measure(fluids[2]).kineticEnergy,
           velocity = 0.0;
    Flow_ExpectBetween("energy, over that without", with / without, 1.02, 10.0);
    Flow_MirrorDifference(fluids[2], fluids[2], FLOW_UP_DOWN, &velocity);
    Flow_ExpectBetween("asymmetry", velocity / Flow_Measure(fluids[2]).speedMax, 0.0, 2e-3);
    // What forces add to a pair of vortices that moves along x is along x, and little; across nothing.
    gfVec2 a = momentum(fluids[0]), b = momentum(fluids[2]);
    double scale = sqrt(2.0 * with);
    Flow_ExpectBetween("momentum across", fabs((double)b.y) / scale, 0.0, 1e-4);
    Flow_ExpectBetween("momentum along, added", fabs((double)b.x - (double)a.x) / scale, 0.0, 0.02);
}

// Parts by the speed two steps ago: 1.5 m/s crosses 48 cells a second, 4.8 in a step of .1 s.
TEST(testPartsFollowTheSpeed)
{
    static const struct {
        float limit;
        int most, expected;
    } cases[] = {{0.0f, 4, 1}, {10.0f, 4, 1}, {4.0f, 4, 2}, {2.0f, 8, 3}, {1.0f, 8, 5}, {0.5f, 8, 8}, {0.5f, 64, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluid *twice[2];
        for (int k = 0; k < 2; k++) {
            gfFluidDef def = Physics_Def(32, 32, 1.0f / 32.0f, GF_QUALITY_MEDIUM);
            Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
            def.fixedStep = 0.1f;
            def.grid.cflLimit = cases[i].limit;
            def.grid.cflSubsteps = cases[i].most;
            twice[k] = Flow_Make(*state, &def);
            Flow_WriteWind(twice[k], 1.5f, 0.0f);
            Flow_Steps(twice[k], 4);
            assert_int_equal(gfFluid_GetStepInfo(twice[k]).lastCflSubsteps, cases[i].expected);
        }
        assert_true(Flow_SameBytes(twice[0], twice[1]));
    }
}

FLOW_SCALAR(blob, exp(-80.0 * (pow(x - 0.4, 2.0) + pow(y - 0.55, 2.0))))

// A vortex shears a blob: what a polynomial with a clamp loses is put back, but for a part of the last step's.
TEST(testDyeIsConserved)
{
    for (int conserves = 0; conserves < 2; conserves++) {
        gfFluidDef def = Physics_Def(48, 48, 1.0f / 48.0f, GF_QUALITY_MEDIUM);
        def.grid.keepTotals = conserves == 1;
        gfFluid *fluid = Flow_Make(*state, &def);
        Flow_WriteVelocity(fluid, Flow_TaylorGreen);
        Flow_WriteDye(fluid, blob);
        double before[4];
        for (int c = 0; c < 4; c++) {
            before[c] = Flow_Integral(fluid, GF_FIELD_DYE, c);
        }
        Flow_Steps(fluid, 60);
        for (int c = 0; c < 4; c++) {
            double drift = fabs(Flow_Integral(fluid, GF_FIELD_DYE, c) / before[c] - 1.0);
            Flow_ExpectBetween(conserves ? "drift, conserved" : "drift", drift, 0.0, conserves ? 1e-4 : 0.05);
        }
    }
}
