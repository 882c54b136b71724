// Light bodies that touch something under water come off it and rise, though no liquid presses on what is covered;
// heavy ones stay.
#include "support/flow.h"

#include <math.h>

#define WIDE 2.0 // m
#define DEEP 1.5 // m

typedef enum Place {
    AT_WALL,
    ON_FLOOR,
    IN_CORNER,
    BEHIND_THIN_WALL,
    BESIDE_ANOTHER,
    UNDER_SLANT,
    UNDER_ANOTHER,
    PLACES
} Place;
static const char *const names[] = {"at a wall",      "on a floor",    "in a corner",  "behind a thin wall",
                                    "beside another", "under a slant", "under another"};

static void addWall(gfFluid *fluid, double x, double y, double halfX, double halfY, double angle)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeRectangle((gfVec2){(float)x, (float)y}, (gfVec2){(float)halfX, (float)halfY}, (float)angle);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
}

static gfRigidBodyId addCrate(gfFluid *fluid, double x, double y, double half, double density)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeRectangle((gfVec2){(float)x, (float)y}, (gfVec2){(float)half, (float)half}, 0.0f);
    def.density = (float)density;
    gfRigidBodyId id = gfFluid_AddRigidBody(fluid, &def);
    assert_false(GF_IS_NULL(id));
    return id;
}

static const double floors[] = {0.1, 0.125, 0.22}; // m: where the floor is, which is not a row of cells

static gfFluid *makePool(Fixture *f, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = (float)(WIDE / cells);
    def.fixedStep = 1.0f / (4.0f * (float)cells);
    def.gaussian.gravity.y = -9.81f;
    return Flow_Make(f, &def);
}

// Its height after `seconds`, m.
static double heightAfter(Fixture *f, Place place, int cells, double density, double seconds)
{
    const double half = 0.2, floor = floors[cells % 3];
    gfFluid *fluid = makePool(f, cells);
    bool walled = place == AT_WALL || place == IN_CORNER || place == BEHIND_THIN_WALL;
    bool floored = place == ON_FLOOR || place == IN_CORNER || place == UNDER_ANOTHER;
    double x = walled ? 0.6 + half : 1.0, y = floored ? floor + half : 0.5;
    if (place == BEHIND_THIN_WALL) {
        addWall(fluid, 0.58, 1.0, 0.02, 1.0, 0.0);
    } else if (walled) {
        addWall(fluid, 0.3, 1.0, 0.3, 1.0, 0.0);
    } else if (place == UNDER_SLANT) {
        addWall(fluid, 1.0 + half + 0.2, 0.55, 0.06, 0.6, 0.25);
    }
    if (floored) {
        addWall(fluid, 1.0, 0.5 * floor, 1.0, 0.5 * floor, 0.0);
    }
    gfRigidBodyId id = addCrate(fluid, x, y, half, density);
    if (place == BESIDE_ANOTHER) {
        addCrate(fluid, x + 2.0 * half, y, half, density);
    } else if (place == UNDER_ANOTHER) {
        addCrate(fluid, x + 0.1, y + 2.0 * half, half, density);
    }
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)DEEP));
    gfRigidBodyState s;
    int steps = (int)(seconds / (double)gfFluid_GetDef(fluid).fixedStep);
    for (int i = 0; i < steps; i++) {
        Flow_Steps(fluid, 1);
    }
    assert_true(gfFluid_GetRigidBody(fluid, id, &s));
    gfDestroyFluid(fluid);
    return (double)s.position.y;
}

static void expectRises(Fixture *f, Place place, int cells, double density)
{
    char what[96];
    snprintf(what, sizeof what, "%s, %g kg/m^3, %d cells: its height after 5 s, m", names[place], density, cells);
    // Heavy ones are slow, and on few cells most of all.
    Flow_ExpectBetween(what, heightAfter(f, place, cells, density, 5.0), density > 800.0 && cells < 48 ? 1.0 : 1.2,
                       1.8);
}

static void testRisesBesideAWall(void **state)
{
    expectRises(*state, AT_WALL, 48, 450.0);
    expectRises(*state, ON_FLOOR, 32, 900.0);
}

static void testLightOnesRise(void **state)
{
    static const int sizes[] = {31, 40, 48};
    for (int i = 0; i < 3; i++) {
        for (int place = 0; place < PLACES; place++) {
            expectRises(*state, (Place)place, sizes[i], 450.0);
            expectRises(*state, (Place)place, sizes[i], 900.0);
        }
    }
}

static void testHeavyOnesStay(void **state)
{
    for (int place = ON_FLOOR; place <= IN_CORNER; place++) {
        for (int i = 0; i < 2; i++) {
            const int cells = 32 + 16 * i;
            const double density = 1500.0 - 300.0 * i;
            char what[96];
            snprintf(what, sizeof what, "%s, %g kg/m^3: its height, m", names[place], density);
            Flow_ExpectNear(what, heightAfter(*state, (Place)place, cells, density, 3.0), floors[cells % 3] + 0.2,
                            0.02);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testRisesBesideAWall),
        cmocka_unit_test(testLightOnesRise),
        cmocka_unit_test(testHeavyOnesStay),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
