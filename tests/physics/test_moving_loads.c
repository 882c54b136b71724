// What is told of solids that move: the force that accelerates the fluid with them.
#include "support/flow.h"

// A disc that is moved through still fluid.
typedef struct Ride {
    gfFluid *fluid;
    gfSolidDef def;
    gfSolidId id;
    gfQuery *query;
    gfVec2 start;
} Ride;

static Ride start(Fixture *f, const gfFluidDef *def, gfVec2 at, float radius, gfWall surface)
{
    Ride r = {.fluid = Flow_Make(f, def), .def = gfDefaultSolidDef(), .start = at};
    r.def.shape = gfMakeCircle(at, radius);
    r.def.surface = surface;
    r.id = Flow_AddSolidOf(r.fluid, &r.def);
    r.query = Flow_AskAboutAll(r.fluid, &r.id, 1, 1.0f, true);
    return r;
}

// To a place and a velocity, for the next step.
static void moveTo(Ride *r, double x, double y, double u, double v)
{
    r->def.shape = gfMakeCircle((gfVec2){r->start.x + (float)x, r->start.y + (float)y}, r->def.shape.radius);
    r->def.velocity = (gfVec2){(float)u, (float)v};
    assert_true(gfFluid_SetSolid(r->fluid, r->id, &r->def));
    Flow_Steps(r->fluid, 1);
}

// Mean force since it was asked last.
static gfVec2 take(Ride *r)
{
    gfQueryAnswer answer = Flow_Ask(r->query);
    double elapsed = answer.elapsed_s;
    return (gfVec2){(float)((double)answer.solids[0].impulse.x / elapsed),
                    (float)((double)answer.solids[0].impulse.y / elapsed)};
}

// A disc that is accelerated evenly in a closed box of still fluid without viscosity moves its own mass of it along,
// and a little more for the walls: in a channel by 2/3 (pi radius / width)^2. Over that; `perStep`: half of the cells
// that it goes in the last step.
static double addedMass(Fixture *f, int scheme, int cells, double perStep, double angle)
{
    gfFluidDef def = Flow_Def(cells, cells, 4);
    def.grid.scheme = (gfScheme)scheme;
    def.grid.pressureCycles = 6;
    double h = (double)def.cellSize, dt = (double)def.fixedStep, size = h * cells, radius = 0.09 * size;
    Ride r = start(f, &def, (gfVec2){(float)(0.5 * size), (float)(0.5 * size)}, (float)radius, GF_WALL_FREE_SLIP);
    int steps = 12;
    double a = 2.0 * perStep * h / (dt * dt * steps), force = 0.0;
    for (int i = 1; i <= steps; i++) {
        double t = i * dt, way = 0.5 * a * t * t, speed = a * t;
        moveTo(&r, way * cos(angle), way * sin(angle), speed * cos(angle), speed * sin(angle));
        gfVec2 told = take(&r);
        force += i > 4 ? -((double)told.x * cos(angle) + (double)told.y * sin(angle)) / (steps - 4) : 0.0;
    }
    double walls = PI * radius / size;
    return force / (a * PI * radius * radius * (1.0 + 2.0 / 3.0 * walls * walls));
}

TEST(testAddedMass)
{
    for (int scheme = GF_SCHEME_PROJECT; scheme <= GF_SCHEME_REFLECT; scheme++) {
        for (int i = 0; i < 4; i++) {
            Flow_ExpectNear(Flow_Text("scheme %d, %d: added mass of a disc", scheme, i),
                            addedMass(*state, scheme, i == 1 ? 96 : 64, i == 3 ? 0.25 : 0.1, 0.6 * i), 1.0, 0.05);
        }
    }
}

// In a closed box of still fluid the velocity sums to 0 over fluid and solids together, so the fluid has the momentum
// of what a disc displaces, backwards: the impulses of disc and sides are the disc's area times its velocity. It
// starts, coasts, turns and stops. The largest difference over the sum of the impulses that the disc was given: carried
// velocity loses as much in the wake.
static double lostMomentum(Fixture *f, int scheme, gfWall surface, double cfl, double angle)
{
    enum { CELLS = 96, PHASE = 10 };
    gfFluidDef def = Flow_Def(CELLS, CELLS, 6);
    def.grid.scheme = (gfScheme)scheme;
    double h = (double)def.cellSize, dt = (double)def.fixedStep, radius = 7.0 * h, speed = cfl * h / dt;
    def.grid.viscosity = surface == GF_WALL_NO_SLIP ? (float)(speed * 2.0 * radius / 40.0) : 0.0f;
    gfVec2 middle = {(float)(0.47 * h * CELLS), (float)(0.52 * h * CELLS)};
    Ride r = start(f, &def, middle, (float)radius, surface);
    double way = 0.0, sum = 0.0, given = 0.0, worst = 0.0;
    for (int i = 1; i <= 5 * PHASE; i++) {
        int phase = (i - 1) / PHASE; // faster, even, slower and back, even, slower
        double part = (double)((i - 1) % PHASE + 1) / PHASE;
        const double from[] = {0.0, 1.0, 1.0, -1.0, -1.0}, to[] = {1.0, 1.0, -1.0, -1.0, 0.0};
        double v = speed * (from[phase] + (to[phase] - from[phase]) * part);
        way += v * dt;
        moveTo(&r, way * cos(angle), way * sin(angle), v * cos(angle), v * sin(angle));
        gfQueryAnswer answer = Flow_Ask(r.query);
        gfVec2 all = answer.solids[0].impulse;
        given += hypot((double)all.x, (double)all.y);
        for (int side = 0; side < 4; side++) {
            all.x += answer.sides[side].impulse.x;
            all.y += answer.sides[side].impulse.y;
        }
        sum += (double)all.x * cos(angle) + (double)all.y * sin(angle);
        worst = fmax(worst, fabs(sum - PI * radius * radius * v));
    }
    return worst / given;
}

// Both ways to step, both surfaces, in short steps and in long ones.
TEST_CI(testMomentumOfAllIsKept)
{
    for (int i = 0; i < 8; i++) {
        gfScheme scheme = i % 2 == 0 ? GF_SCHEME_PROJECT : GF_SCHEME_REFLECT;
        gfWall surface = i / 2 % 2 == 0 ? GF_WALL_FREE_SLIP : GF_WALL_NO_SLIP;
        double cfl = i < 4 ? 0.25 : 1.0;
        Flow_ExpectBetween(Flow_Text("%d, %d, CFL %g: momentum lost", (int)scheme, (int)surface, cfl),
                           lostMomentum(*state, (int)scheme, surface, cfl, i < 4 ? 0.0 : 1.0), 0.0,
                           i < 4 ? 0.02 : 0.05);
    }
}

// Drag coefficient of a disc that holds the fluid at Re 40, `across` cells across, once it has gone 11 to 13 diameters:
// blown at from the left, or moved through still fluid in a box as large.
static double dragOf(Fixture *f, gfScheme scheme, int across, double cfl, bool moved)
{
    gfFluidDef def = Flow_Def(24 * across, 10 * across, 3);
    def.grid.scheme = scheme;
    double h = (double)def.cellSize, d = across * h, step = cfl * h, u = step / (double)def.fixedStep;
    def.grid.viscosity = (float)(u * d / 40.0);
    if (!moved) {
        def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)u};
        def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    }
    const gfVec2 at = {(float)((moved ? 20.0 : 7.0) * d), (float)(5.0 * d + 0.3 * h)};
    Ride r = start(f, &def, at, (float)(0.5 * d), GF_WALL_NO_SLIP);
    int steps = (int)(13.0 * across / cfl);
    for (int i = 1; i <= steps; i++) {
        if (moved) {
            moveTo(&r, -step * i, 0.0, -u, 0.0);
        } else {
            Flow_Steps(r.fluid, 1);
        }
        if (i == steps * 11 / 13) {
            take(&r);
        }
    }
    return fabs((double)take(&r).x) / (0.5 * u * u * d);
}

// However long the step is: what a solid covers gives it its momentum.
TEST_ALL(testMovedIsAsBlown)
{
    for (int scheme = GF_SCHEME_PROJECT; scheme <= GF_SCHEME_REFLECT; scheme++) {
        double blown = dragOf(*state, (gfScheme)scheme, 10, 1.0, false);
        Flow_ExpectBetween("drag, blown", blown, 1.7, 1.85);
        for (int i = 0; i < 2; i++) {
            double cfl = i == 0 ? 1.0 : 0.5;
            Flow_ExpectNear(Flow_Text("scheme %d: moved over blown, %g cells a step", scheme, cfl),
                            dragOf(*state, (gfScheme)scheme, 10, cfl, true) / blown, 1.0, 0.08);
        }
    }
}

// A disc that sets off in thick fluid is told the same whether heat diffuses, too, but for what GF_SCHEME_REFLECT then
// does without: friction of a step's first half.
TEST(testForcesBesideHeat)
{
    for (int scheme = GF_SCHEME_PROJECT; scheme <= GF_SCHEME_REFLECT; scheme++) {
        double told[2];
        for (int i = 0; i < 2; i++) {
            gfFluidDef def = Flow_Def(48, 32, 3);
            def.grid.scheme = (gfScheme)scheme;
            def.grid.viscosity = 0.005f;
            def.grid.temperatureDiffusivity = i == 0 ? 0.0f : 0.005f;
            Ride r = start(*state, &def, (gfVec2){0.5f, 0.5f}, 0.15f, GF_WALL_NO_SLIP);
            r.def.fixedTemperature = true;
            for (int k = 1; k <= 20; k++) {
                moveTo(&r, 0.002 * k, 0.0, 0.002 / (double)def.fixedStep, 0.0);
            }
            told[i] = -(double)take(&r).x;
        }
        Flow_ExpectBetween("force", told[0], 1e-4, 1.0);
        Flow_ExpectNear("with heat, over that", told[1] / told[0], 1.0, scheme == GF_SCHEME_REFLECT ? 0.1 : 1e-4);
    }
}
