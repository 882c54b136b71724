// Solids with a drag (gfSolidDef.drag): figures that wade through water, and what they share with other solids.
#include "support/floating.h"
#include "support/water.h"

#define G 9.81     // m/s^2
#define WIDTH 3.0  // of the pool, m
#define LEVEL 0.5  // of the water, m
#define STRIDE 1.0 // speed of the figure, m/s
#define RADIUS 0.1 // of the figure, m

// A figure that stands on the floor, .9 m high.
static gfShape figureAt(double x)
{
    return gfMakeCapsule((gfVec2){(float)x, (float)RADIUS}, (gfVec2){(float)x, 0.8f}, (float)RADIUS);
}

static gfFluid *makeWadingPool(Fixture *f, int cells)
{
    gfFluid *fluid = Flow_MakeOf(f, Water_Def(3 * cells, cells, 1.0));
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)LEVEL));
    return fluid;
}

typedef struct Walk {
    double highest; // of the water in the walk, m
    double volume;  // after the walk over before
    double behind;  // level behind the figure half a second after the walk, m
    double through; // greatest area of water inside the figure, over what the level would give
} Walk;

static double getHighest(gfFluid *fluid)
{
    const WaterParticles p = Water_Read(fluid);
    double highest = 0.0;
    for (int i = 0; i < p.count; i++) {
        highest = fmax(highest, (double)p.list[i].position.y);
    }
    return highest;
}

// Area of water in a shape, m^2, by a region of a query.
static double getWaterIn(gfFluid *fluid, gfQuery *query, gfShape shape)
{
    gfQueryRegion region = gfDefaultQueryRegion();
    region.shape = shape;
    region.quantity = GF_QUANTITY_MASS;
    assert_true(gfQuery_SetRegions(query, &region, 1));
    (void)fluid;
    return (double)Flow_Ask(query).regions[0].total[0];
}

// A figure walks a metre and a half through a pool, and stops.
static Walk walk(Fixture *f, int cells, float drag)
{
    gfFluid *fluid = makeWadingPool(f, cells);
    gfQueryDef asked = gfDefaultQueryDef();
    asked.quantities = GF_QUANTITY_MASS;
    gfQuery *query = Flow_MakeQuery(fluid, &asked);
    double volume = Flow_Integral(fluid, GF_FIELD_MASS, 0), x = 0.6;
    gfSolidDef def = Flow_SolidDef(figureAt(x));
    def.velocityFromMotion = true;
    def.drag = drag;
    gfSolidId id = Flow_AddSolidOf(fluid, &def);
    Walk w = {0};
    for (int i = 0; i < 120; i++) {
        x += i < 90 ? STRIDE / 60.0 : 0.0;
        def.shape = figureAt(x);
        assert_true(gfFluid_SetSolid(fluid, id, &def));
        assert_true(gfFluid_Step(fluid, 1.0f / 60.0f));
        if (i % 6 == 5 && i < 90) {
            w.highest = fmax(w.highest, getHighest(fluid));
            w.through = fmax(w.through, getWaterIn(fluid, query, def.shape));
        }
    }
    w.volume = Flow_Integral(fluid, GF_FIELD_MASS, 0) / volume;
    w.behind = Floating_GetLevel(fluid, 0.9, 1.7);
    w.through /= 2.0 * RADIUS * (LEVEL - RADIUS) + 0.5 * PI * RADIUS * RADIUS;
    return w;
}

static void expectWalk(Fixture *f, int cells)
{
    const Walk wading = walk(f, cells, 5.0f), solid = walk(f, cells, 0.0f);
    printf("%d: highest %g %g volume %g %g behind %g %g through %g %g\n", cells, wading.highest, solid.highest,
           wading.volume, solid.volume, wading.behind, solid.behind, wading.through, solid.through);
}

TEST(testFigureWades)
{
    expectWalk(*state, 24);
}

TEST_CI(testFigureWadesInMoreCells)
{
    expectWalk(*state, 48);
}

// A crate that floats is pushed ahead of the figure.
TEST(testFigurePushesCrates)
{
    gfFluid *fluid = makeWadingPool(*state, 24);
    const gfRigidBodyId crate = Floating_AddCrate(fluid, 1.0, 0.5, 0.1, 500.0);
    double x = 0.5;
    gfSolidDef def = Flow_SolidDef(figureAt(x));
    def.velocityFromMotion = true;
    def.drag = 5.0f;
    gfSolidId id = Flow_AddSolidOf(fluid, &def);
    double gap = 1.0;
    for (int i = 0; i < 75; i++) {
        x += STRIDE / 60.0;
        def.shape = figureAt(x);
        assert_true(gfFluid_SetSolid(fluid, id, &def));
        assert_true(gfFluid_Step(fluid, 1.0f / 60.0f));
        gap = fmin(gap, (double)Floating_GetState(fluid, crate).position.x - x - RADIUS - 0.1);
    }
    printf("x %g gap %g\n", (double)Floating_GetState(fluid, crate).position.x, gap);
}
