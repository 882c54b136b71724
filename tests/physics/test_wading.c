// Solids with a drag (gfSolidDef.drag): figures that wade through water. That drag itself is right: test_zones.c.
#include "support/floating.h"
#include "support/water.h"

#define LEVEL 0.5  // of the water, m
#define SPEED 1.0  // of the figure, m/s
#define RADIUS 0.1 // of the figure, m
#define DRAG 5.0   // of the figure, 1/s
#define STEP (1.0f / 60.0f)

// A figure that stands on the floor, .9 m high.
static gfShape figureAt(double x)
{
    return gfMakeCapsule((gfVec2){(float)x, (float)RADIUS}, (gfVec2){(float)x, 0.8f}, (float)RADIUS);
}

// Area of the figure up to the level, m^2.
static double getAreaUnderWater(void)
{
    return 2.0 * RADIUS * (LEVEL - RADIUS) + 0.5 * PI * RADIUS * RADIUS;
}

// A pool of 3 m x 1 m.
static gfFluid *makeWadingPool(Fixture *f, int cells)
{
    gfFluid *fluid = Flow_MakeOf(f, Water_Def(3 * cells, cells, 1.0));
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)LEVEL));
    return fluid;
}

typedef struct Wader {
    gfFluid *fluid;
    gfQuery *query;
    gfSolidDef def;
    gfSolidId id;
    double x;
} Wader;

static Wader addFigure(gfFluid *fluid, double x, double drag)
{
    gfQueryDef asked = gfDefaultQueryDef();
    asked.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_MASS;
    Wader figure = {.fluid = fluid, .x = x, .query = Flow_MakeQuery(fluid, &asked)};
    figure.def = Flow_SolidDef(figureAt(x));
    figure.def.velocityFromMotion = true;
    figure.def.drag = (float)drag;
    figure.id = Flow_AddSolidOf(fluid, &figure.def);
    return figure;
}

static void step(Wader *figure, double speed)
{
    figure->x += speed * (double)STEP;
    figure->def.shape = figureAt(figure->x);
    assert_true(gfFluid_SetSolid(figure->fluid, figure->id, &figure->def));
    assert_true(gfFluid_Step(figure->fluid, STEP));
}

// What a host asks of the water inside a figure: its area, m^2, and drag on the figure per density and depth, m^3/s^2.
typedef struct Wading {
    double area, drag;
} Wading;

static Wading askWading(const Wader *figure, double speed)
{
    gfQueryRegion regions[2] = {gfDefaultQueryRegion(), gfDefaultQueryRegion()};
    regions[0].shape = regions[1].shape = figure->def.shape;
    regions[1].quantity = GF_QUANTITY_MASS;
    assert_true(gfQuery_SetRegions(figure->query, regions, 2));
    const gfQueryAnswer answer = Flow_Ask(figure->query);
    const double area = (double)answer.regions[1].total[0];
    return (Wading){area, DRAG * ((double)answer.regions[0].total[0] - speed * area)};
}

// The same of the particles.
static Wading measureWading(const Wader *figure, double speed)
{
    const gfFluidDef def = gfFluid_GetDef(figure->fluid);
    const double each = (double)def.cellSize * (double)def.cellSize / (double)def.water.particlesPerCell;
    const WaterParticles p = Water_Read(figure->fluid);
    Wading found = {0.0, 0.0};
    for (int i = 0; i < p.count; i++) {
        const gfVec2 at = p.list[i].position;
        if (Flow_DistanceTo(&figure->def.shape, (double)at.x, (double)at.y) < 0.0) {
            found.area += each;
            found.drag += each * DRAG * ((double)p.list[i].velocity.x - speed);
        }
    }
    return found;
}

static double getHighest(gfFluid *fluid)
{
    const WaterParticles p = Water_Read(fluid);
    double highest = 0.0;
    for (int i = 0; i < p.count; i++) {
        highest = fmax(highest, (double)p.list[i].position.y);
    }
    return highest;
}

typedef struct Walk {
    double rise;          // of the highest water over the level, m
    double volume;        // after the walk over before
    double behind;        // level behind the figure half a second after the walk, m
    Wading asked, inside; // means over the walk
} Walk;

// A figure walks a metre and a half through a pool, and stops.
static Walk walk(Fixture *f, int cells, double drag)
{
    Wader figure = addFigure(makeWadingPool(f, cells), 0.6, drag);
    const double volume = Flow_Integral(figure.fluid, GF_FIELD_MASS, 0);
    Walk w = {0};
    for (int i = 0; i < 120; i++) {
        double speed = i < 90 ? SPEED : 0.0;
        step(&figure, speed);
        if (i % 6 == 5 && i < 90) {
            const Wading asked = askWading(&figure, speed), inside = measureWading(&figure, speed);
            w.rise = fmax(w.rise, getHighest(figure.fluid) - LEVEL);
            w.asked = (Wading){w.asked.area + asked.area / 15.0, w.asked.drag + asked.drag / 15.0};
            w.inside = (Wading){w.inside.area + inside.area / 15.0, w.inside.drag + inside.drag / 15.0};
        }
    }
    w.volume = Flow_Integral(figure.fluid, GF_FIELD_MASS, 0) / volume;
    w.behind = Floating_GetLevel(figure.fluid, 0.9, 1.7);
    return w;
}

// Water passes a figure that wades, and rises a little; a solid throws it up to the ceiling, half a metre higher.
static void expectWading(Fixture *f, int cells)
{
    const Walk wades = walk(f, cells, DRAG), sweeps = walk(f, cells, 0.0);
    Flow_ExpectBetween(Flow_Text("%d cells: rise of the water, m", cells), wades.rise, 0.02, 0.18);
    Flow_ExpectBetween("rise beside a solid, m", sweeps.rise, 0.4, 0.5);
    Flow_ExpectNear("volume kept", wades.volume, 1.0, 2e-3);
    Flow_ExpectNear("level behind the figure, m", wades.behind, LEVEL, 0.02);
    Flow_ExpectNear("area of water that is asked for, over that of particles", wades.asked.area / wades.inside.area,
                    1.0, 0.05);
    Flow_ExpectNear("drag that is asked for, over that of particles", wades.asked.drag / wades.inside.drag, 1.0, 0.1);
}

TEST(testFigureWades)
{
    expectWading(*state, 24);
}

TEST_CI(testFigureWadesInMoreCells)
{
    expectWading(*state, 48);
}

// A figure that stands changes nothing of a pool at rest, and the host learns how much of it is under water.
TEST(testFigureStands)
{
    Wader figure = addFigure(makeWadingPool(*state, 24), 1.2, DRAG);
    for (int i = 0; i < 30; i++) {
        step(&figure, 0.0);
    }
    Flow_ExpectNear("area under water over that of the shape", askWading(&figure, 0.0).area / getAreaUnderWater(), 1.0,
                    0.03);
    Flow_ExpectBetween("speed in the pool, m/s", Water_Fastest(figure.fluid, 1.0), 0.0, 0.02);
}

// A crate that floats is pushed ahead of the figure, which never enters it.
TEST(testFigurePushesCrate)
{
    const double half = 0.1;
    gfFluid *fluid = Flow_MakeOf(*state, Water_Def(72, 24, 1.0));
    const gfRigidBodyId crate = Floating_AddCrate(fluid, 1.0, LEVEL, half, 500.0);
    assert_true(gfFluid_FillToLevel(fluid, NULL, (float)LEVEL));
    Wader figure = addFigure(fluid, 0.5, DRAG);
    double gap = 1.0, last = 0.0;
    for (int i = 0; i < 75; i++) {
        step(&figure, SPEED);
        last = (double)Floating_GetState(fluid, crate).position.x;
        gap = fmin(gap, last - figure.x - RADIUS - half);
    }
    Flow_ExpectBetween("least gap between figure and crate, m", gap, -0.01, 0.1);
    Flow_ExpectBetween("way of the crate, m", last - 1.0, 0.8, 1.4);
}

// A saved fluid goes on as it would have.
TEST(testFigureIsSaved)
{
    gfFluid *fluids[2] = {makeWadingPool(*state, 24), makeWadingPool(*state, 24)};
    gfSolidDef def = Flow_SolidDef(figureAt(1.0));
    def.velocity.x = (float)SPEED;
    def.drag = (float)DRAG;
    Flow_AddSolidOf(fluids[0], &def);
    Flow_Steps(fluids[0], 5);
    Flow_SaveAndLoad(fluids[0], fluids[1]);
    for (int i = 0; i < 2; i++) {
        Flow_Steps(fluids[i], 5);
    }
    assert_true(Flow_Difference(fluids[0], fluids[1], GF_FIELD_VELOCITY) == 0.0);
    Flow_ExpectBetween("speed of the water inside, m/s", Flow_At(fluids[0], GF_FIELD_VELOCITY, 0, 1.0, 0.25), 0.1, 1.0);
}
