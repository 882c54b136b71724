// Bodies in a fluid of GF_SOLVER_GRID: light ones that touch something come off it and rise, heavy ones stay. (Those in
// water are in test_water_bodies.c.)
#include "support/floating.h"

#define WIDE 2.0 // m
#define HALF 0.2 // m, of crates
#define G 9.81   // m/s^2

typedef enum Place { AT_WALL, ON_FLOOR, IN_CORNER, BEHIND_THIN_WALL, UNDER_ANOTHER, IN_OPEN, PLACES } Place;
static const char *const names[PLACES] = {"at a wall",          "on a floor",    "in a corner",
                                          "behind a thin wall", "under another", "in the open"};

static const double floors[] = {0.1, 0.125, 0.22}; // m: where the floor is, which is not a row of cells

static gfFluid *makeBox(Fixture *f, int cells)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, cells, cells, (float)(WIDE / cells));
    def.grid.gravity.y = (float)-G;
    return Flow_Make(f, &def);
}

// A crate's height after three seconds, m; *from: at the start.
static double heightAfter(gfFluid *fluid, Place place, double density, double *from)
{
    const double floor = floors[gfFluid_GetDef(fluid).gridWidth % 3];
    bool walled = place == AT_WALL || place == IN_CORNER || place == BEHIND_THIN_WALL;
    bool floored = place == ON_FLOOR || place == IN_CORNER || place == UNDER_ANOTHER;
    double x = walled ? 0.6 + HALF : 1.0, y = floored ? floor + HALF : 0.5;
    if (walled) {
        double half = place == BEHIND_THIN_WALL ? 0.02 : 0.3;
        Floating_AddWall(fluid, 0.6 - half, 1.0, half, 1.0, 0.0);
    }
    if (floored) {
        Floating_AddWall(fluid, 1.0, 0.5 * floor, 1.0, 0.5 * floor, 0.0);
    }
    gfRigidBodyId id = Floating_AddCrate(fluid, x, y, HALF, density);
    if (place == UNDER_ANOTHER) {
        Floating_AddCrate(fluid, x + 0.1, y + 2.0 * HALF, HALF, density);
    }
    Flow_Steps(fluid, 180);
    *from = y;
    return (double)Floating_GetState(fluid, id).position.y;
}

static void expectRises(Fixture *f, Place place, int cells, double density)
{
    double from, height = heightAfter(makeBox(f, cells), place, density, &from);
    const char *who = Flow_Text("%s, %g kg/m^3, %d cells", names[place], density, cells);
    Flow_ExpectBetween(Flow_Text("%s: it rises in 3 s by, m", who), height - from, 0.5, 1.51);
}

TEST_CI(testLightOnesRise)
{
    for (int place = 0; place < PLACES; place++) {
        bool more = place % 2 == 1;
        expectRises(*state, (Place)place, more ? 56 : 32, 450.0);
        expectRises(*state, (Place)place, more ? 32 : 56, 900.0);
    }
}

TEST_CI(testHeavyOnesStay)
{
    for (int i = 0; i < 2; i++) {
        Place place = i == 0 ? ON_FLOOR : IN_CORNER;
        double from, height = heightAfter(makeBox(*state, i == 0 ? 32 : 40), place, 1200.0, &from);
        Flow_ExpectNear(names[place], height - from, 0.0, 0.02);
    }
}
