// A body that is placed in a full pool pushes liquid aside bit by bit: no faster than waves are, and it comes to rest.
#include "support/flow.h"

#include <math.h>

#define WIDE 2.0 // m
#define DEEP 1.5 // m
#define G 9.81   // m/s^2

typedef struct Placed {
    int cells;
    double half, density; // m, kg/m^3
    bool round;
} Placed;

static double fastestFor(gfFluid *fluid, double seconds)
{
    int steps = (int)(seconds / (double)gfFluid_GetDef(fluid).fixedStep);
    double fastest = 0.0;
    for (int i = 0; i < steps; i++) {
        Flow_Steps(fluid, 1);
        fastest = fmax(fastest, Flow_FastestLiquid(fluid));
    }
    return fastest;
}

static void expectGentle(Fixture *f, const Placed *p, double rests)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = p->cells;
    def.cellSize = (float)(WIDE / p->cells);
    def.fixedStep = 1.0f / (4.0f * (float)p->cells);
    def.gaussian.gravity.y = (float)-G;
    gfFluid *fluid = Flow_Make(f, &def);
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)DEEP));
    Flow_Steps(fluid, (int)(0.5 / (double)def.fixedStep));
    gfRigidBodyDef body = gfDefaultRigidBodyDef();
    const gfVec2 centre = {1.0f, 0.6f}, half = {(float)p->half, (float)p->half};
    body.shape = p->round ? gfMakeCircle(centre, half.x) : gfMakeRectangle(centre, half, 0.0f);
    body.density = (float)p->density;
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &body)));
    char what[128];
    snprintf(what, sizeof what, "%s, %.2f m, %g kg/m^3, %d cells: largest speed within a second, of waves'",
             p->round ? "disc" : "crate", 2.0 * p->half, p->density, p->cells);
    Flow_ExpectBetween(what, fastestFor(fluid, 1.0) / sqrt(G * DEEP), 0.05, 1.0);
    if (rests > 0.0) {
        Flow_Steps(fluid, (int)(rests / (double)def.fixedStep));
        double energy = Flow_Measure(fluid).kineticEnergy / (WIDE * DEEP);
        Flow_ExpectBetween("later: root mean square of speed, of waves'", sqrt(2.0 * energy / (G * DEEP)), 0.0, 0.05);
    }
    gfDestroyFluid(fluid);
}

static void testPlacedGently(void **state)
{
    const Placed disc = {40, 0.15, 500.0, true};
    expectGentle(*state, &disc, 0.0);
}

static void testPlacedGentlyAndRests(void **state)
{
    static const Placed cases[] = {{32, 0.25, 300.0, false}, {48, 0.2, 500.0, false}, {48, 0.3, 900.0, true},
                                   {80, 0.15, 2000.0, true}, {64, 0.1, 100.0, true},  {64, 0.2, 900.0, false}};
    for (int i = 0; i < 6; i++) {
        expectGentle(*state, &cases[i], 6.0);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testPlacedGently),
        cmocka_unit_test(testPlacedGentlyAndRests),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
