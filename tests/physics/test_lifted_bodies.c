// Bodies under water: light ones that touch something come off it and rise, though no liquid presses on what is
// covered; heavy ones stay. One placed in a full pool pushes liquid aside no faster than waves are, and comes to rest.
#include "support/floating.h"

#define WIDE 2.0 // m
#define DEEP 1.5 // m, of liquid; fluid of GF_SOLVER_GRID fills the whole height of 2 m
#define HALF 0.2 // m, of crates
#define G 9.81   // m/s^2

typedef enum Place {
    AT_WALL,
    ON_FLOOR,
    IN_CORNER,
    BEHIND_THIN_WALL,
    UNDER_ANOTHER,
    IN_OPEN,
    PLACES_GRID,
    BESIDE_ANOTHER = PLACES_GRID,
    UNDER_SLANT,
    PLACES
} Place;
static const char *const names[PLACES] = {"at a wall",     "on a floor",  "in a corner",    "behind a thin wall",
                                          "under another", "in the open", "beside another", "under a slant"};

static const double floors[] = {0.1, 0.125, 0.22}; // m: where the floor is, which is not a row of cells

static gfFluid *makePool(Fixture *f, gfSolverKind solver, int cells)
{
    gfFluidDef def = Flow_DefOf(solver, cells, cells, (float)(WIDE / cells));
    def.fixedStep = solver == GF_SOLVER_GRID ? 1.0f / 60.0f : 1.0f / (4.0f * (float)cells);
    def.grid.gravity.y = def.gaussian.gravity.y = (float)-G;
    return Flow_Make(f, &def);
}

static void runFor(gfFluid *fluid, double seconds)
{
    Flow_Steps(fluid, (int)(seconds / (double)gfFluid_GetDef(fluid).fixedStep));
}

// A crate's height after `seconds`, m; *from: at the start.
static double heightAfter(gfFluid *fluid, Place place, double density, double seconds, double *from)
{
    const double floor = floors[gfFluid_GetDef(fluid).gridWidth % 3];
    bool walled = place == AT_WALL || place == IN_CORNER || place == BEHIND_THIN_WALL;
    bool floored = place == ON_FLOOR || place == IN_CORNER || place == UNDER_ANOTHER;
    double x = walled ? 0.6 + HALF : 1.0, y = floored ? floor + HALF : 0.5;
    if (walled) {
        double half = place == BEHIND_THIN_WALL ? 0.02 : 0.3;
        Floating_AddWall(fluid, 0.6 - half, 1.0, half, 1.0, 0.0);
    } else if (place == UNDER_SLANT) {
        Floating_AddWall(fluid, 1.0 + HALF + 0.2, 0.55, 0.06, 0.6, 0.25);
    }
    if (floored) {
        Floating_AddWall(fluid, 1.0, 0.5 * floor, 1.0, 0.5 * floor, 0.0);
    }
    gfRigidBodyId id = Floating_AddCrate(fluid, x, y, HALF, density);
    if (place == BESIDE_ANOTHER) {
        Floating_AddCrate(fluid, x + 2.0 * HALF, y, HALF, density);
    } else if (place == UNDER_ANOTHER) {
        Floating_AddCrate(fluid, x + 0.1, y + 2.0 * HALF, HALF, density);
    }
    assert_true(gfFluid_GetDef(fluid).solver == GF_SOLVER_GRID || gfFluid_FillToLevel(fluid, NULL, (float)DEEP));
    runFor(fluid, seconds);
    *from = y;
    return (double)Floating_GetState(fluid, id).position.y;
}

static void expectRises(Fixture *f, gfSolverKind solver, Place place, int cells, double density)
{
    double from,
        height = heightAfter(makePool(f, solver, cells), place, density, solver == GF_SOLVER_GRID ? 3.0 : 5.0, &from);
    const char *who = Flow_Text("%s, %g kg/m^3, %d cells", names[place], density, cells);
    if (solver == GF_SOLVER_GRID) {
        Flow_ExpectBetween(Flow_Text("%s: it rises in 3 s by, m", who), height - from, 0.5, 1.51);
    } else { // heavy ones are slow, and on few cells most of all
        Flow_ExpectBetween(Flow_Text("%s: its height after 5 s, m", who), height,
                           density > 800.0 && cells < 48 ? 1.0 : 1.2, 1.8);
    }
}

TEST_CI(testRisesBesideAWall)
{
    expectRises(*state, GF_SOLVER_GAUSSIAN, AT_WALL, 40, 450.0);
    expectRises(*state, GF_SOLVER_GAUSSIAN, ON_FLOOR, 32, 900.0);
}

TEST_CI(testLightOnesRiseInGrid)
{
    for (int place = 0; place < PLACES_GRID; place++) {
        bool more = place % 2 == 1;
        expectRises(*state, GF_SOLVER_GRID, (Place)place, more ? 56 : 32, 450.0);
        expectRises(*state, GF_SOLVER_GRID, (Place)place, more ? 32 : 56, 900.0);
    }
}

TEST_ALL(testLightOnesRise)
{
    for (int place = 0; place < PLACES; place++) {
        if (place != IN_OPEN) {
            expectRises(*state, GF_SOLVER_GAUSSIAN, (Place)place, place % 2 == 0 ? 31 : 48,
                        place % 2 == 0 ? 900.0 : 450.0);
        }
    }
}

TEST_ALL(testHeavyOnesStay)
{
    for (int i = 0; i < 4; i++) {
        gfSolverKind solver = i < 2 ? GF_SOLVER_GAUSSIAN : GF_SOLVER_GRID;
        Place place = i % 2 == 0 ? ON_FLOOR : IN_CORNER;
        double from, density = solver == GF_SOLVER_GAUSSIAN && place == ON_FLOOR ? 1500.0 : 1200.0;
        double height = heightAfter(makePool(*state, solver, place == ON_FLOOR ? 32 : 40), place, density, 3.0, &from);
        Flow_ExpectNear(names[place], height - from, 0.0, 0.02);
    }
}

typedef struct Placed {
    int cells;
    double half, density; // m, kg/m^3
    bool round;
    double rests; // s
} Placed;

static void expectGentle(Fixture *f, const Placed *p)
{
    gfFluid *fluid = makePool(f, GF_SOLVER_GAUSSIAN, p->cells);
    assert_true(gfFluid_GetDef(fluid).solver == GF_SOLVER_GRID || gfFluid_FillToLevel(fluid, NULL, (float)DEEP));
    runFor(fluid, 0.5);
    gfRigidBodyDef body = Floating_GetCrate(1.0f, 0.6f, (float)p->half, (float)p->density);
    body.shape = p->round ? gfMakeCircle((gfVec2){1.0f, 0.6f}, (float)p->half) : body.shape;
    Floating_Add(fluid, &body);
    double fastest = 0.0;
    for (int i = 0; i < 4 * p->cells; i++) {
        Flow_Steps(fluid, 1);
        fastest = fmax(fastest, Flow_FastestLiquid(fluid));
    }
    Flow_ExpectBetween(Flow_Text("%s, %.2f m, %g kg/m^3, %d cells: largest speed within a second, of waves'",
                                 p->round ? "disc" : "crate", 2.0 * p->half, p->density, p->cells),
                       fastest / sqrt(G * DEEP), 0.05, 1.0);
    if (p->rests > 0.0) {
        runFor(fluid, p->rests);
        double energy = Flow_Measure(fluid).kineticEnergy / (WIDE * DEEP);
        Flow_ExpectBetween("later: root mean square of speed, of waves'", sqrt(2.0 * energy / (G * DEEP)), 0.0, 0.05);
    }
}

TEST(testPlacedGently)
{
    const Placed disc = {40, 0.15, 500.0, true, 0.0};
    expectGentle(*state, &disc);
}

TEST_ALL(testPlacedGentlyAndRests)
{
    static const Placed cases[] = {{32, 0.25, 300.0, false, 6.0},
                                   {48, 0.3, 900.0, true, 6.0},
                                   {80, 0.15, 2000.0, true, 0.0},
                                   {64, 0.1, 100.0, true, 0.0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        expectGentle(*state, &cases[i]);
    }
}
