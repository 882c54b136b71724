// Particles come to rest in corners of solids.
#include "support/particles.h"

#define G 9.81
#define SOLIDS_MOST 3
#define WIDTH 1.0
#define SPACING 0.02

static gfParticle particles[PARTICLES_MAX];

typedef struct Tank {
    gfFluid *fluid;
    gfShape shapes[SOLIDS_MOST]; // of solids and of the body
    int shapeCount;
    double level;
    int count;
} Tank;

static Tank makeTank(Fixture *f, double level)
{
    Tank tank = {.level = level};
    gfFluidDef def = Particles_Def(WIDTH, 1.0, SPACING);
    def.gridWidth *= 2;
    def.gridHeight *= 2;
    def.cellSize *= 0.5f;
    tank.fluid = Flow_Make(f, &def);
    return tank;
}

static void addShape(Tank *tank, gfShape shape)
{
    Flow_AddSolid(tank->fluid, shape);
    tank->shapes[tank->shapeCount++] = shape;
}

static gfShape boxOf(double x, double y, double halfX, double halfY, double angle)
{
    return gfMakeRectangle((gfVec2){(float)x, (float)y}, (gfVec2){(float)halfX, (float)halfY}, (float)angle);
}

static double outside(const gfShape *s, double x, double y)
{
    double dx = x - (double)s->a.x, dy = y - (double)s->a.y;
    if (s->kind == GF_SHAPE_CIRCLE) {
        return hypot(dx, dy) - (double)s->radius;
    }
    double c = cos((double)s->angle), n = sin((double)s->angle);
    return fmax(fabs(c * dx + n * dy) - (double)s->b.x, fabs(c * dy - n * dx) - (double)s->b.y);
}

typedef bool InsideFn(double x, double y, double angle);

// A hexagonal lattice up to the level, where there is room and `inside` says so.
static void fill(Tank *tank, InsideFn *inside, double angle)
{
    double a = SPACING * sqrt(2.0 / sqrt(3.0)), first = 0.75 * SPACING;
    for (int row = 0; first + row * a * sqrt(0.75) < tank->level; row++) {
        double y = first + row * a * sqrt(0.75);
        for (double x = first + 0.5 * a * (row % 2); x < WIDTH - 0.7 * SPACING; x += a) {
            bool free = inside(x, y, angle);
            for (int i = 0; i < tank->shapeCount; i++) {
                free = free && outside(&tank->shapes[i], x, y) > 0.6 * SPACING;
            }
            if (free) {
                particles[tank->count] = (gfParticle){0};
                particles[tank->count++].position = (gfVec2){(float)x, (float)y};
            }
        }
    }
    assert_true(gfFluid_AddParticles(tank->fluid, particles, tank->count));
}

// The largest speed in the last half second over sqrt(g depth).
static void expectRests(const char *what, Tank *tank, double depth, double seconds)
{
    double fastest = 0.0;
    Flow_Steps(tank->fluid, (int)(60.0 * (seconds - 0.5)));
    for (int i = 0; i < 30; i++) {
        Flow_Steps(tank->fluid, 1);
        fastest = fmax(fastest, (double)Flow_Measure(tank->fluid).speedMax);
    }
    Flow_ExpectBetween(what, fastest / sqrt(G * depth), 0.0, 0.05);
}

#define APEX_X 0.5
#define APEX_Y 0.1

static bool isInNotch(double x, double y, double angle)
{
    return y > APEX_Y && fabs(x - APEX_X) < tan(0.5 * angle) * (y - APEX_Y);
}

// Between two slabs of this half thickness that meet in an edge.
static void expectNotchRests(Fixture *f, double degrees, double thick, double seconds)
{
    const double half = 0.5 * degrees * PI / 180.0, length = 0.6, depth = 0.3;
    Tank tank = makeTank(f, APEX_Y + depth);
    for (int side = -1; side <= 1; side += 2) {
        addShape(&tank, boxOf(APEX_X + side * (sin(half) * length + cos(half) * thick),
                              APEX_Y + cos(half) * length - sin(half) * thick, thick, length, -side * half));
    }
    fill(&tank, isInNotch, 2.0 * half);
    expectRests(Flow_Text("notch of %g degrees, walls of %g", degrees, 2.0 * thick), &tank, depth, seconds);
}

TEST_CI(testRestsInANotch)
{
    expectNotchRests(*state, 42.0, 0.1, 4.0);
}

// Sharp, blunt, and between thin walls.
TEST_ALL(testRestsInNotches)
{
    expectNotchRests(*state, 30.0, 0.1, 8.0);
    expectNotchRests(*state, 150.0, 0.1, 4.0);
    expectNotchRests(*state, 42.0, 0.01, 4.0);
}

static bool isAboveRamp(double x, double y, double angle)
{
    return x < tan(angle) * (y - APEX_Y);
}

// A ramp that leaves a side of the domain at this angle to it.
TEST_ALL(testRestsOnRamps)
{
    for (double degrees = 35.0; degrees < 80.0; degrees += 32.0) {
        const double angle = degrees * PI / 180.0, thick = 0.1, length = 0.8, depth = 0.3;
        Tank tank = makeTank(*state, APEX_Y + depth);
        addShape(&tank, boxOf(sin(angle) * length + cos(angle) * thick,
                              APEX_Y + cos(angle) * length - sin(angle) * thick, thick, 2.0 * length, -angle));
        fill(&tank, isAboveRamp, angle);
        expectRests(Flow_Text("ramp at %g degrees to a side", degrees), &tank, depth, 4.0);
    }
}

static bool isAnywhere(double x, double y, double angle)
{
    (void)x, (void)y;
    (void)angle;
    return true;
}

// Above and below two discs that touch.
TEST_ALL(testRestsBetweenDiscs)
{
    Tank tank = makeTank(*state, 0.5);
    addShape(&tank, gfMakeCircle((gfVec2){0.32f, 0.25f}, 0.18f));
    addShape(&tank, gfMakeCircle((gfVec2){0.68f, 0.25f}, 0.18f));
    fill(&tank, isAnywhere, 0.0);
    expectRests("two discs that touch", &tank, 0.5, 4.0);
}
