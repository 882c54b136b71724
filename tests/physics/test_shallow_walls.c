// GF_SOLVER_SHALLOW along walls that lie slanting to the grid, and before walls that move.
#include "support/shallow.h"

static const double g = 9.81;

// What theory and a run say of the hydraulic jump that a wall makes which turns by some degrees into a fast stream.
typedef struct Oblique {
    double angle; // of the jump with the stream, degrees
    double depth; // behind it, over that before it
    double speed; // behind it, m/s
} Oblique;

typedef struct ObliqueCase {
    int width, height; // cells
    double cellSize;   // m; the stream is 1 m deep
    double turn;       // of the wall, degrees
    FlowMirror mirror;
    float step;       // s
    double thickness; // of the wall, m; 0: there is nothing behind it
} ObliqueCase;

static const double streamSpeed = 8.5788; // m/s: a Froude number of 2.739
static const double wallStart = 8.0;      // m from the inflow

// The weak jump (Ippen 1951): the least angle whose jump turns the stream by so much.
static Oblique expectedJump(double turn)
{
    double froude = streamSpeed / sqrt(g), low = asin(1.0 / froude), high = low + 0.5, ratio = 1.0;
    for (int i = 0; i < 100; i++) {
        double angle = 0.5 * (low + high), normal = froude * sin(angle);
        ratio = 0.5 * (sqrt(1.0 + 8.0 * normal * normal) - 1.0);
        bool turnsMore = angle - atan(tan(angle) / ratio) > turn * PI / 180.0;
        low = turnsMore ? low : angle;
        high = turnsMore ? angle : high;
    }
    return (Oblique){low * 180.0 / PI, ratio, streamSpeed * cos(low) / cos(low - turn * PI / 180.0)};
}

SHALLOW_HEIGHT(oneMetre, 1.0)

// It runs from the first, towards the unmirrored right.
static gfVec2 streaming;

static gfVec2 stream(double x, double y)
{
    (void)x, (void)y;
    return streaming;
}

static gfFluid *makeOblique(Fixture *fixture, const ObliqueCase *c)
{
    bool swap = c->mirror == FLOW_SWAP_AXES;
    float width = (float)(c->width * c->cellSize), height = (float)(c->height * c->cellSize);
    gfFluidDef def = Shallow_Def(swap ? c->height : c->width, swap ? c->width : c->height, c->cellSize);
    gfBoundaries sides = {
        .left = {.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = (float)streamSpeed, .inflowDepth = 1.0f},
        .right = {.kind = GF_BOUNDARY_OPEN},
    };
    def.boundaries = Flow_MirrorSides(&sides, c->mirror);
    def.fixedStep = c->step;
    gfFluid *fluid = Shallow_Make(fixture, &def, NULL, oneMetre);
    streaming = Flow_Mirror((gfVec2){(float)streamSpeed, 0.0f}, c->mirror, 0.0f, 0.0f);
    Flow_WriteVelocity(fluid, stream);
    float end = width + 10.0f, rise = (end - (float)wallStart) * tanf((float)(c->turn * PI / 180.0));
    float under = c->thickness > 0.0 ? (float)c->thickness : 100.0f;
    gfVec2 corners[4] = {{(float)wallStart, 0.0f}, {end, rise}, {end, rise - under}, {(float)wallStart, -under}};
    for (int i = 0; i < 4; i++) {
        corners[i] = Flow_Mirror(corners[i], c->mirror, width, height);
    }
    Flow_AddSolid(fluid, gfMakePolygon(corners, 4));
    return fluid;
}

// Where in a field of one value a cell the unmirrored cell (i, j) is.
static int placeOf(const ObliqueCase *c, int i, int j)
{
    return c->mirror == FLOW_SWAP_AXES ? i * c->height + j
                                       : (c->mirror == FLOW_UP_DOWN ? c->height - 1 - j : j) * c->width +
                                             (c->mirror == FLOW_LEFT_RIGHT ? c->width - 1 - i : i);
}

// Height above the domain's bottom at which the column of cells `i` is as deep as half-way through the jump, m.
static double frontOf(const ObliqueCase *c, const float *depth, int i, double middle)
{
    for (int j = c->height - 2; j >= 0; j--) {
        double above = (double)depth[placeOf(c, i, j + 1)], below = (double)depth[placeOf(c, i, j)];
        if (above < middle && below >= middle) {
            return (j + 0.5 + (below - middle) / (below - above)) * c->cellSize;
        }
    }
    return 0.0;
}

static Oblique measureOblique(const ObliqueCase *c, const float *depth, const float *velocity)
{
    Oblique expected = expectedJump(c->turn), found = {0.0, 0.0, 0.0};
    double middle = 0.5 * (1.0 + expected.depth), slope = tan(c->turn * PI / 180.0);
    double sums[5] = {0.0}, cells = 0.0, beside = 0.0;
    for (int i = c->width / 2; i < c->width * 9 / 10; i++) {
        double x = (i + 0.5) * c->cellSize, front = frontOf(c, depth, i, middle), wall = slope * (x - wallStart);
        const double terms[5] = {1.0, x, front, x * x, x * front};
        for (int k = 0; k < 5; k++) {
            sums[k] += terms[k];
        }
        for (int j = 0; j < c->height; j++) {
            double y = (j + 0.5) * c->cellSize;
            int at = placeOf(c, i, j);
            bool isBehind = y > wall + 2.0 * c->cellSize && y < front - 3.0 * c->cellSize;
            bool isBeside = y > wall && y <= wall + c->cellSize;
            cells += isBehind ? 1.0 : 0.0;
            found.depth += isBehind ? (double)depth[at] : 0.0;
            beside += isBeside ? 1.0 : 0.0;
            found.speed += isBeside ? hypot((double)velocity[2 * at], (double)velocity[2 * at + 1]) : 0.0;
        }
    }
    found.angle = atan((sums[0] * sums[4] - sums[1] * sums[2]) / (sums[0] * sums[3] - sums[1] * sums[1])) * 180.0 / PI;
    found.depth /= cells;
    found.speed /= beside;
    return found;
}

static void expectOblique(Fixture *fixture, const ObliqueCase *c)
{
    gfFluid *fluid = makeOblique(fixture, c);
    Flow_Steps(fluid, (int)lround(3.0 * c->width * c->cellSize / streamSpeed / (double)c->step));
    float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL), *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    Oblique expected = expectedJump(c->turn), found = measureOblique(c, depth, velocity);
    Flow_ExpectBetween("angle of the jump, degrees off", found.angle - expected.angle, -0.5, 0.5);
    Flow_ExpectBetween("depth behind it, over theory's", found.depth / expected.depth, 0.99, 1.01);
    Flow_ExpectBetween("speed at the wall, over theory's", found.speed / expected.speed, 0.97, 1.01);
}

TEST(testObliqueJump)
{
    expectOblique(*state, &(ObliqueCase){60, 36, 0.5, 8.95, FLOW_SAME, 1.0f / 60.0f, 0.0});
    expectOblique(*state, &(ObliqueCase){60, 36, 0.5, 8.95, FLOW_SWAP_AXES, 1.0f / 60.0f, 0.75});
}

// Other angles and ways to lie, cells and steps of other sizes, and walls of one and a half cells.
TEST_ALL(testObliqueJumps)
{
    static const double turns[] = {3.0, 8.95, 15.0};
    for (int i = 0; i < 3; i++) {
        for (FlowMirror mirror = FLOW_SAME; mirror < (i == 1 ? FLOW_MIRROR_COUNT : FLOW_LEFT_RIGHT); mirror++) {
            expectOblique(*state, &(ObliqueCase){60, 44, 0.5, turns[i], mirror, 1.0f / 60.0f, 0.0});
        }
        expectOblique(*state, &(ObliqueCase){60, 44, 0.5, turns[i], FLOW_SAME, 1.0f / 60.0f, 0.75});
    }
    expectOblique(*state, &(ObliqueCase){60, 44, 0.5, 8.95, FLOW_SAME, 1.0f / 240.0f, 0.0});
    expectOblique(*state, &(ObliqueCase){120, 88, 0.25, 8.95, FLOW_SAME, 1.0f / 60.0f, 0.0});
}

static const double waveHeight = 0.0185, beachSlope = 1.0 / 19.85; // of the depth before the beach, 1 m

SHALLOW_HEIGHT(beach, -1.0 + fmax(0.0, x) * beachSlope)

static double solitary(double x, double y)
{
    (void)y;
    double sharp = sqrt(0.75 * waveHeight), first = -acosh(sqrt(20.0)) / sharp, c = cosh(sharp * (x - first));
    return waveHeight / (c * c);
}

static gfVec2 solitarySpeed(double x, double y)
{
    double rise = solitary(x, y), depth = -beach(x, y);
    return (gfVec2){depth > 0.0 ? (float)(rise * sqrt(g) / (1.0 + rise)) : 0.0f, 0.0f};
}

// Highest ground that the wave wets, over the depth.
static double runUp(Fixture *fixture, int cellsPerDepth)
{
    const double left = -45.0, right = 24.0;
    int cells = (int)lround((right - left) * cellsPerDepth);
    gfFluidDef def = Shallow_Def(cells, 4, 1.0 / cellsPerDepth);
    def.origin = (gfVec2){(float)left, 0.0f};
    def.fixedStep = 0.05f;
    gfFluid *fluid = Shallow_Make(fixture, &def, beach, solitary);
    Flow_WriteVelocity(fluid, solitarySpeed);
    double highest = 0.0;
    for (int i = 0; i < 500; i++) {
        Flow_Steps(fluid, 1);
        float *depth = i >= 200 && i % 4 == 0 ? Fixture_Read(fluid, GF_FIELD_MASS, NULL) : NULL;
        for (int j = 0; j < cells && depth != NULL; j++) {
            double x = left + (j + 0.5) / cellsPerDepth;
            highest = (double)depth[j] > 1e-4 ? fmax(highest, beach(x, 0.0) + (double)depth[j]) : highest;
        }
    }
    return highest;
}

TEST_ALL(testRunUp)
{
    Flow_ExpectBetween("run-up at 8 cells a depth, over theory's", runUp(*state, 8) / 0.0861, 0.9, 1.02);
    Flow_ExpectBetween("at 32", runUp(*state, 32) / 0.0861, 0.97, 1.01);
}

SHALLOW_HEIGHT(roughPond, 0.5)
SHALLOW_HEIGHT(slopingPond, 0.2 + 0.2 * x - 0.1 * y)

// Walls of many slants, thick and thin, and one over a side of the domain.
static void addWalls(gfFluid *fluid)
{
    static const float walls[][5] = {{0.3f, 0.3f, 0.2f, 0.02f, 0.15f},
                                     {1.0f, 0.7f, 0.25f, 0.1f, -0.6f},
                                     {1.1f, 0.2f, 0.15f, 0.01f, 1.2f},
                                     {0.4f, 1.0f, 0.3f, 0.08f, 0.3f}};
    for (int i = 0; i < 4; i++) {
        Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){walls[i][0], walls[i][1]}, (gfVec2){walls[i][2], walls[i][3]},
                                             walls[i][4]));
    }
}

TEST(testLakeAmongWalls)
{
    for (int periodic = 0; periodic < 2; periodic++) {
        gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
        Shallow_JoinSides(&def, periodic);
        gfFluid *fluid = Shallow_Make(*state, &def, Shallow_RandomGround, roughPond);
        addWalls(fluid);
        Flow_Steps(fluid, 100);
        Flow_ExpectNear("fastest water, m/s", Flow_Measure(fluid).speedMax, 0.0, 0.0);
    }
}

// Water that sloshes among walls, of which one turns.
TEST(testSlosh)
{
    for (int periodic = 0; periodic < 2; periodic++) {
        gfFluidDef def = Shallow_Def(48, 32, 1.0 / 32.0);
        Shallow_JoinSides(&def, periodic);
        gfFluid *fluid = Shallow_Make(*state, &def, NULL, slopingPond);
        addWalls(fluid);
        gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.15f, 0.05f}, 0.0f));
        solid.angularVelocity = 3.0f;
        gfSolidId id = gfFluid_AddSolid(fluid, &solid);
        double first = Shallow_Volume(fluid), fastest = 0.0;
        for (int i = 0; i < 40; i++) {
            solid.shape = gfMoveShape(&solid.shape, (gfVec2){0.0f, 0.0f}, 3.0f / 60.0f);
            assert_true(gfFluid_SetSolid(fluid, id, &solid));
            Flow_Steps(fluid, 1);
            fastest = fmax(fastest, Flow_Measure(fluid).speedMax);
        }
        Flow_ExpectNear("change of the volume", Shallow_Volume(fluid) / first, 1.0, 1e-6);
        Flow_ExpectBetween("fastest, over waves as deep as the deepest", fastest / sqrt(g * 0.5), 0.1, 1.0);
    }
}

static double shifted; // m, of what stands before the wall

SHALLOW_HEIGHT(dammed, x - shifted < 0.4 ? 0.4 : 0.1)

// Along the grid a solid is as good a wall as a side of the domain: water that leaves it does so alike, but for the
// slope of the depth there, which knows the water in the solid.
TEST(testStraightWall)
{
    enum { CELLS = 48, ROWS = 6, MORE = 8 };
    float *depths[2];
    for (int walled = 0; walled < 2; walled++) {
        gfFluidDef def = Shallow_Def(CELLS + walled * MORE, ROWS, 1.0 / 32.0);
        shifted = walled * MORE / 32.0;
        gfFluid *fluid = Shallow_Make(*state, &def, NULL, dammed);
        gfSolidDef solid =
            Flow_SolidDef(gfMakeRectangle((gfVec2){0.0f, 0.0f}, (gfVec2){(float)shifted + 1e-4f, 1.0f}, 0.0f));
        assert_true(walled == 0 || !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
        Flow_Steps(fluid, 24);
        depths[walled] = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
    }
    double most = 0.0;
    for (int i = 0; i < CELLS * ROWS; i++) {
        int there = i / CELLS * (CELLS + MORE) + MORE + i % CELLS;
        most = fmax(most, fabs((double)depths[0][i] - (double)depths[1][there]));
    }
    Flow_ExpectBetween("depths, m apart", most, 0.0, 2e-4);
}

typedef struct PierCase {
    bool isBox;
    double radius;    // cells
    double direction; // radians
    double frames;    // a second
} PierCase;

// Fastest water, m/s: before and beside the pier, ahead of its middle (x), and anywhere (y).
static gfVec2 fastestAround(gfFluid *fluid, const gfSolidDef *pier)
{
    gfFieldInfo info, other;
    gfVec2 centre = gfShape_GetCentre(&pier->shape), fastest = {0.0f, 0.0f};
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    float *solid = Fixture_Read(fluid, GF_FIELD_SOLID, &other);
    for (int i = 0; i < info.width * info.height; i++) {
        float x = info.origin.x + info.spacing.x * (float)(i % info.width) - centre.x;
        float y = info.origin.y + info.spacing.y * (float)(i / info.width) - centre.y;
        float speed = solid[i] > 0.0f ? hypotf(velocity[2 * i], velocity[2 * i + 1]) : 0.0f;
        float ahead = (x * pier->velocity.x + y * pier->velocity.y) / hypotf(pier->velocity.x, pier->velocity.y);
        fastest.x = ahead > 0.0f ? fmaxf(fastest.x, speed) : fastest.x;
        fastest.y = fmaxf(fastest.y, speed);
    }
    return fastest;
}

// It heaps up water before it. A pier that sets off through still water at a Froude number of .4 and goes its own
// length. Water runs after a box the faster as it leaves its edges sharply.
static void expectCalmPier(Fixture *fixture, const PierCase *c)
{
    const double speed = 0.4 * sqrt(g * 0.2), radius = c->radius / 64.0;
    gfFluidDef def = Shallow_Def(64, 64, 1.0 / 64.0);
    def.fixedStep = (float)(1.0 / c->frames);
    gfFluid *fluid = Shallow_Make(fixture, &def, NULL, Shallow_Pond);
    gfSolidDef pier = gfDefaultSolidDef();
    gfVec2 way = {(float)cos(c->direction), (float)sin(c->direction)};
    gfVec2 from = {0.5f - (float)radius * way.x, 0.5f - (float)radius * way.y};
    pier.velocity = (gfVec2){(float)speed * way.x, (float)speed * way.y};
    pier.shape = c->isBox ? gfMakeRectangle(from, (gfVec2){(float)radius, (float)radius}, 0.2f)
                          : gfMakeCircle(from, (float)radius);
    gfSolidId id = gfFluid_AddSolid(fluid, &pier);
    gfVec2 fastest = {0.0f, 0.0f};
    double first = Shallow_Volume(fluid);
    for (int i = 0; i < (int)(2.0 * radius / speed * c->frames); i++) {
        gfVec2 shift = {pier.velocity.x * def.fixedStep, pier.velocity.y * def.fixedStep};
        pier.shape = gfMoveShape(&pier.shape, shift, 0.0f);
        assert_true(gfFluid_SetSolid(fluid, id, &pier));
        Flow_Steps(fluid, 1);
        gfVec2 now = fastestAround(fluid, &pier);
        fastest = (gfVec2){fmaxf(fastest.x, now.x), fmaxf(fastest.y, now.y)};
    }
    gfVec2 now = gfShape_GetCentre(&pier.shape);
    double x = 1.4 * radius * (double)way.x, y = 1.4 * radius * (double)way.y;
    double before = Flow_At(fluid, GF_FIELD_MASS, 0, (double)now.x + x, (double)now.y + y);
    double behind = Flow_At(fluid, GF_FIELD_MASS, 0, (double)now.x - x, (double)now.y - y);
    Flow_ExpectBetween("water before it over that behind", before / behind, 1.05, 3.0);
    Flow_ExpectBetween("before and beside, over the pier's speed", (double)fastest.x / speed, 0.5, 1.25);
    Flow_ExpectBetween("anywhere", (double)fastest.y / speed, 0.5, c->isBox ? 1.6 : 1.3);
    Flow_ExpectNear("change of the volume", Shallow_Volume(fluid) / first, 1.0, 1e-6);
}

TEST(testMovingPier)
{
    expectCalmPier(*state, &(PierCase){true, 6.4, 0.0, 60.0});
    expectCalmPier(*state, &(PierCase){false, 6.4, 0.4, 30.0});
}

TEST_CI(testMovingPiers)
{
    static const double frames[] = {120.0, 30.0, 15.0};
    for (int i = 0; i < 12; i += 2) { // with an upward way, too
        const PierCase c = {i % 4 == 0, i / 6 == 0 ? 6.4 : 3.0, i % 4 < 2 ? -0.5 * PI : 0.4, frames[i / 4]};
        expectCalmPier(*state, &c);
    }
}
