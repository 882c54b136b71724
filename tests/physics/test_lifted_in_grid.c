// Bodies in a box full of fluid of GF_SOLVER_GRID that touch solids: light ones rise, heavy ones stay.
#include "support/flow.h"

#define SIDE 2.0f // m
#define HALF 0.2f
#define FLOOR 0.1f

typedef enum Place { AT_WALL, ON_FLOOR, IN_CORNER, BEHIND_THIN_WALL, UNDER_ANOTHER, IN_OPEN, PLACES } Place;
static const char *const names[] = {"at a wall",          "on a floor",    "in a corner",
                                    "behind a thin wall", "under another", "in the open"};

static void addWall(gfFluid *fluid, gfVec2 centre, gfVec2 half)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeRectangle(centre, half, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
}

static gfRigidBodyId addCrate(gfFluid *fluid, gfVec2 centre, float density)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeRectangle(centre, (gfVec2){HALF, HALF}, 0.0f);
    def.density = density;
    gfRigidBodyId id = gfFluid_AddRigidBody(fluid, &def);
    assert_false(GF_IS_NULL(id));
    return id;
}

// How far it has risen after `seconds`, m.
static double riseOf(Fixture *f, Place place, int cells, float density, int seconds)
{
    gfFluidDef def = Flow_Def(cells, cells, 1);
    def.cellSize = SIDE / (float)cells;
    def.fixedStep = 1.0f / 60.0f;
    def.grid.gravity.y = -9.81f;
    gfFluid *fluid = Flow_Make(f, &def);
    bool floored = place == ON_FLOOR || place == IN_CORNER || place == UNDER_ANOTHER;
    bool walled = place == AT_WALL || place == IN_CORNER || place == BEHIND_THIN_WALL;
    gfVec2 from = {walled ? 0.6f + HALF : 1.0f, floored ? FLOOR + HALF : 0.5f};
    if (walled) {
        float half = place == BEHIND_THIN_WALL ? 0.02f : 0.3f;
        addWall(fluid, (gfVec2){0.6f - half, 1.0f}, (gfVec2){half, 1.0f});
    }
    if (floored) {
        addWall(fluid, (gfVec2){1.0f, 0.5f * FLOOR}, (gfVec2){1.0f, 0.5f * FLOOR});
    }
    gfRigidBodyId id = addCrate(fluid, from, density);
    if (place == UNDER_ANOTHER) {
        addCrate(fluid, (gfVec2){from.x + 0.1f, from.y + 2.0f * HALF}, density);
    }
    Flow_Steps(fluid, 60 * seconds);
    gfRigidBodyState s;
    assert_true(gfFluid_GetRigidBody(fluid, id, &s));
    gfDestroyFluid(fluid);
    return (double)(s.position.y - from.y);
}

static void testLightOnesRise(void **state)
{
    for (int place = 0; place < PLACES; place++) {
        for (int k = 0; k < 4; k++) {
            char what[96];
            float density = k % 2 == 0 ? 450.0f : 900.0f;
            int cells = k < 2 ? 32 : 56;
            snprintf(what, sizeof what, "%s, %g kg/m^3, %d cells: it rises by, m", names[place], (double)density,
                     cells);
            Flow_ExpectBetween(what, riseOf(*state, (Place)place, cells, density, 3), 0.5, 1.51);
        }
    }
}

static void testHeavyOnesStay(void **state)
{
    for (int place = ON_FLOOR; place <= IN_CORNER; place++) {
        Flow_ExpectNear(names[place], riseOf(*state, (Place)place, 40, 1200.0f, 2), 0.0, 0.02);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testLightOnesRise),
        cmocka_unit_test(testHeavyOnesStay),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
