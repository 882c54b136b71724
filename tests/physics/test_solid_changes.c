// Solids that come, move and go are drawn only where they change. What follows is the same, bit for bit, as in a fluid
// whose solids are all drawn anew each time; of every solver, many random changes long.
#include "support/flow.h"

#include "fluid/fluid.h"

#define SOLIDS_MOST 24
#define MASK_SIDE 12

typedef struct Twins {
    Fixture *fixture;
    gfFluid *fluids[2]; // the second one's solids are all drawn anew each time
    gfSolidId ids[SOLIDS_MOST][2];
    gfSolidDef defs[SOLIDS_MOST];
    bool used[SOLIDS_MOST], masked[SOLIDS_MOST];
    float width, size; // of the domain and of solids, m
    uint32_t random;
} Twins;

static float randomIn(Twins *t, float low, float high)
{
    t->random = 1664525u * t->random + 1013904223u;
    return low + (high - low) * (float)(t->random >> 8) / 16777216.0f;
}

static int randomBelow(Twins *t, int count)
{
    return (int)randomIn(t, 0.0f, (float)count - 0.001f);
}

static gfShape randomShape(Twins *t, bool rectangle)
{
    // Some lie across the sides of the domain, a few outside.
    gfVec2 at = {randomIn(t, -0.1f, t->width + 0.1f), randomIn(t, -0.1f, 1.1f)};
    float size = t->size * randomIn(t, 0.2f, 1.0f);
    gfVec2 points[GF_POLYGON_MAX];
    int corners = 3 + randomBelow(t, 6);
    switch (rectangle ? 2 : randomBelow(t, 4)) {
    case 0:
        return gfMakeCircle(at, size);
    case 1:
        return gfMakeCapsule(at, (gfVec2){at.x + randomIn(t, -0.3f, 0.3f), at.y + randomIn(t, -0.3f, 0.3f)},
                             0.2f * size);
    case 2:
        return gfMakeRectangle(at, (gfVec2){size, randomIn(t, 0.1f, 1.0f) * size}, randomIn(t, -3.0f, 3.0f));
    default:
        for (int i = 0; i < corners; i++) {
            float angle = 6.2831853f * (float)i / (float)corners, radius = size * randomIn(t, 0.4f, 1.0f);
            points[i] = (gfVec2){at.x + radius * cosf(angle), at.y + radius * sinf(angle)};
        }
        return gfMakePolygon(points, corners);
    }
}

static void paint(Twins *t, uint8_t pixels[MASK_SIDE * MASK_SIDE])
{
    for (int k = 0; k < MASK_SIDE * MASK_SIDE; k++) {
        pixels[k] = (uint8_t)randomIn(t, 0.0f, 255.0f);
    }
}

static void add(Twins *t, int i)
{
    t->defs[i] = gfDefaultSolidDef();
    t->masked[i] = randomBelow(t, 6) == 0;
    t->defs[i].shape = randomShape(t, t->masked[i]);
    t->defs[i].surface = randomBelow(t, 2) == 0 ? GF_WALL_FREE_SLIP : GF_WALL_NO_SLIP;
    t->defs[i].fixedTemperature = randomBelow(t, 3) == 0;
    t->defs[i].temperature = 5.0f;
    uint8_t pixels[MASK_SIDE * MASK_SIDE];
    paint(t, pixels);
    const gfMask mask = {pixels, MASK_SIDE, MASK_SIDE, MASK_SIDE};
    for (int k = 0; k < 2; k++) {
        t->ids[i][k] = t->masked[i] ? gfFluid_AddSolidMask(t->fluids[k], &mask, &t->defs[i].shape)
                                    : gfFluid_AddSolid(t->fluids[k], &t->defs[i]);
        assert_false(GF_IS_NULL(t->ids[i][k]));
    }
    t->used[i] = true;
}

// A rectangle of a mask.
static void repaint(Twins *t, int i)
{
    uint8_t pixels[MASK_SIDE * MASK_SIDE];
    paint(t, pixels);
    int x = randomBelow(t, MASK_SIDE), y = randomBelow(t, MASK_SIDE);
    const gfMask part = {pixels, 1 + randomBelow(t, MASK_SIDE - x), 1 + randomBelow(t, MASK_SIDE - y), MASK_SIDE};
    for (int k = 0; k < 2; k++) {
        assert_true(gfFluid_SetMaskPart(t->fluids[k], t->ids[i][k], x, y, &part));
    }
}

static void change(Twins *t, int i)
{
    gfSolidDef *def = &t->defs[i];
    if (t->masked[i] && randomBelow(t, 2) == 0) {
        repaint(t, i);
        return;
    }
    switch (randomBelow(t, 7)) {
    case 0: // as fast as it likes
        def->velocity = (gfVec2){randomIn(t, -1.0f, 1.0f), randomIn(t, -1.0f, 1.0f)};
        def->angularVelocity = randomIn(t, -2.0f, 2.0f);
        break;
    case 1: // far
        def->shape = randomShape(t, t->masked[i]);
        break;
    case 2: // nothing
        break;
    case 3: // fluid passes, or no longer does
        def->drag = t->masked[i] || def->drag > 0.0f ? 0.0f : 8.0f;
        break;
    default:
        def->velocity = (gfVec2){randomIn(t, -0.5f, 0.5f), randomIn(t, -0.5f, 0.5f)};
        def->shape = gfMoveShape(&def->shape, (gfVec2){0.02f * def->velocity.x, 0.02f * def->velocity.y},
                                 randomIn(t, -0.1f, 0.1f));
    }
    for (int k = 0; k < 2; k++) {
        assert_true(gfFluid_SetSolid(t->fluids[k], t->ids[i][k], def));
    }
}

static void changeSome(Twins *t)
{
    int changes = randomBelow(t, 5), scroll = randomBelow(t, 10); // none, too
    for (int k = 0; k <= changes; k++) {
        if (k == scroll || (scroll == 7 && k < 2)) { // before, between and after them, and twice
            int x = randomBelow(t, 5) - 2, y = randomBelow(t, 7) - 3;
            assert_true(gfFluid_Scroll(t->fluids[0], x, y) && gfFluid_Scroll(t->fluids[1], x, y));
        }
        if (k == changes) {
            break;
        }
        int i = randomBelow(t, SOLIDS_MOST);
        if (!t->used[i]) {
            add(t, i);
        } else if (randomBelow(t, 6) == 0) {
            assert_true(gfFluid_RemoveSolid(t->fluids[0], t->ids[i][0]));
            assert_true(gfFluid_RemoveSolid(t->fluids[1], t->ids[i][1]));
            t->used[i] = false;
        } else {
            change(t, i);
        }
    }
}

static void step(Twins *t)
{
    gfSolids *solids = &t->fluids[1]->body.solids;
    gfSolids_Change(solids, GF_SOLIDS_LISTED);
    solids->drawn = false;
    for (int k = 0; k < 2; k++) {
        assert_true(gfFluid_StepOnce(t->fluids[k]));
    }
}

static void compare(Twins *t, int frame)
{
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (!t->fluids[0]->solver->describeField(&t->fluids[0]->body, t->fluids[0]->state, (gfField)field, &info)) {
            continue;
        }
        float *a = Fixture_Read(t->fluids[0], (gfField)field, &info);
        float *b = Fixture_Read(t->fluids[1], (gfField)field, &info);
        int count = info.width * info.height * info.channels;
        for (int i = 0; i < count; i++) {
            if (memcmp(&a[i], &b[i], sizeof *a) != 0) {
                print_error("frame %d, field %d, cell (%d, %d): %.9g is not %.9g\n", frame, field,
                            i / info.channels % info.width, i / info.channels / info.width, (double)a[i], (double)b[i]);
                fail();
            }
        }
    }
}

static void stir(gfFluid *fluid, float width)
{
    gfSourceDef source = Flow_SourceDef(gfMakeCircle((gfVec2){0.4f * width, 0.4f}, 0.3f));
    if (gfFluid_GetDef(fluid).solver == GF_SOLVER_GRID) {
        source.dye[0] = source.dye[3] = 1.0f;
        source.temperature = 20.0f;
        source.fields = GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_VELOCITY;
        source.velocity = (gfVec2){1.0f, 0.5f};
    } else {
        source.fields = GF_SOURCE_MASS;
        source.mass = 1.0f;
    }
    assert_true(gfFluid_Splat(fluid, &source));
}

static void run(void **state, const gfFluidDef *def, int frames, float size)
{
    Twins t = {.fixture = *state, .random = (uint32_t)(frames * 7919 + def->gridWidth), .size = size};
    t.width = (float)def->gridWidth * def->cellSize;
    for (int k = 0; k < 2; k++) {
        t.fluids[k] = Flow_Make(t.fixture, def);
        stir(t.fluids[k], t.width);
    }
    for (int frame = 0; frame < frames; frame++) {
        changeSome(&t);
        step(&t);
        if (frame % 3 == 2 || frame + 1 == frames) {
            compare(&t, frame);
        }
    }
}

static gfFluidDef makeDef(gfSolverKind solver, int width, int height)
{
    gfFluidDef def = Flow_DefOf(solver, width, height, 1.0f / (float)height);
    def.grid.advection = GF_ADVECTION_CATMULL_ROM; // the other goes by whether anything moved, and one twin is told so
    def.dyeScale = 1.0f;
    return def;
}

static gfFluidDef makePeriodic(gfFluidDef def)
{
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    return def;
}

TEST(testGrid)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 75, 49);
    run(state, &def, 40, 0.15f);
    def = makeDef(GF_SOLVER_GRID, 66, 50);
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    run(state, &def, 16, 0.12f);
}

TEST_CI(testSidesOfAllKinds)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 80, 50);
    def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def.boundaries.left.inflowSpeed = 0.5f;
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    def.origin = (gfVec2){-0.02f, 0.01f};
    def.grid.scheme = GF_SCHEME_REFLECT;
    run(state, &def, 30, 0.12f);
    def = makePeriodic(makeDef(GF_SOLVER_GRID, 76, 50));
    run(state, &def, 24, 0.12f);
    def.boundaries.bottom.kind = def.boundaries.top.kind = GF_BOUNDARY_PERIODIC;
    run(state, &def, 24, 0.12f);
}

TEST_ALL(testThatDiffuses)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 70, 45);
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 0.001f;
    run(state, &def, 15, 0.15f);
    def.dyeScale = 2.0f;
    run(state, &def, 15, 0.15f);
}

// Large enough for coarse levels that are drawn in part; with few solids, and then so many that they may be walls.
TEST_ALL(testLargeGrid)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 301, 262);
    run(state, &def, 12, 0.05f);
    def = makePeriodic(makeDef(GF_SOLVER_GRID, 320, 288));
    run(state, &def, 18, 0.04f);
}

TEST_CI(testShallow)
{
    gfFluidDef def = makeDef(GF_SOLVER_SHALLOW, 75, 50);
    def.shallow.ripples.enabled = true;
    run(state, &def, 30, 0.12f);
}

TEST_CI(testGaussian)
{
    gfFluidDef def = makeDef(GF_SOLVER_GAUSSIAN, 130, 98);
    def.fixedStep = 1.0f / 240.0f;
    run(state, &def, 21, 0.06f);
    def.gridWidth = 128;
    def = makePeriodic(def);
    run(state, &def, 21, 0.06f);
}

TEST_ALL(testParticles)
{
    gfFluidDef def = makeDef(GF_SOLVER_PARTICLES, 120, 80);
    def.particles.spacing = 0.02f;
    def.particles.capacity = 8192;
    run(state, &def, 15, 0.08f);
}

// As many as there may be, one a tile of a level, some moving: each is where it should be, and one more is refused.
TEST_ALL(testMost)
{
    const int side = 64;
    gfFluid *fluid = Fixture_MakeFluid(fixture, 256, 256);
    gfSolidId *ids = Fixture_Alloc(GF_SOLID_MAX * sizeof *ids);
    gfSolidDef *defs = Fixture_Alloc(GF_SOLID_MAX * sizeof *defs);
    for (int i = 0; i < GF_SOLID_MAX; i++) {
        gfVec2 at = {((float)(i % side) + 0.5f) / (float)side, ((float)(i / side) + 0.5f) / (float)side};
        defs[i] = gfDefaultSolidDef();
        defs[i].shape = i % 2 == 0 ? gfMakeCircle(at, 0.005f) : gfMakeRectangle(at, (gfVec2){0.004f, 0.005f}, 0.0f);
        ids[i] = Flow_AddSolidOf(fluid, &defs[i]);
    }
    EXPECT_REFUSED(!GF_IS_NULL(gfFluid_AddSolid(fluid, &defs[0])), TOO_MANY, "4096 solids");
    Flow_Steps(fluid, 1);
    for (int i = 0; i < GF_SOLID_MAX; i += 37) {
        defs[i].shape = gfMoveShape(&defs[i].shape, (gfVec2){0.003f, -0.002f}, 0.0f);
        assert_true(gfFluid_SetSolid(fluid, ids[i], &defs[i]));
        if (i % 5 == 0) {
            Flow_Steps(fluid, 1);
        }
    }
    Flow_Steps(fluid, 1);
    FlowField distance = Flow_Read(fluid, GF_FIELD_SOLID);
    for (int k = 0; k < distance.info.width * distance.info.height; k += 7) {
        gfVec2 place = {distance.info.origin.x + (float)(k % distance.info.width) * distance.info.spacing.x,
                        distance.info.origin.y + (float)(k / distance.info.width) * distance.info.spacing.y};
        double nearest = 1e9;
        for (int i = 0; i < GF_SOLID_MAX; i++) {
            gfVec2 centre = gfShape_GetCentre(&defs[i].shape);
            if (fabsf(centre.x - place.x) < 0.05f && fabsf(centre.y - place.y) < 0.05f) {
                nearest = fmin(nearest, gfShape_GetDistance(&defs[i].shape, place));
            }
        }
        assert_true(fabs((double)distance.values[k] - nearest) < 1e-5);
    }
    for (int i = 0; i < GF_SOLID_MAX; i++) {
        assert_true(gfFluid_RemoveSolid(fluid, ids[i]));
    }
    Flow_Steps(fluid, 1);
}

// A replaced part of a mask shows where it should, first row at the top, and nowhere else; what can't be is refused.
TEST(testMaskParts)
{
    const int size = 32;
    gfFluid *fluid = Fixture_MakeFluid(fixture, size, size);
    uint8_t pixels[32 * 32] = {0};
    const gfMask mask = {pixels, size, size, size};
    const gfShape whole = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.0f);
    gfSolidId id = gfFluid_AddSolidMask(fluid, &mask, &whole);
    Flow_Steps(fluid, 1);
    memset(pixels, 255, 6 * 3);
    const gfMask part = {pixels, 6, 3, 6};
    assert_true(gfFluid_SetMaskPart(fluid, id, 5, 2, &part));
    Flow_Steps(fluid, 1);
    float *distance = Fixture_Read(fluid, GF_FIELD_SOLID, NULL);
    for (int i = 0; i < size * size; i++) {
        int x = i % size, y = size - 1 - i / size;
        assert_true((distance[i] < 0.0f) == (x >= 5 && x < 11 && y >= 2 && y < 5));
    }
    const struct {
        int x, y;
        gfMask part;
    } beyond[] = {
        {-1, 0, part},
        {0, -1, part},
        {27, 0, part},
        {0, 30, part},
        {0, 0, {pixels, 33, 1, 33}},
        {0, 0, {pixels, 0, 1, 1}},
        {0, 0, {pixels, 4, 2, 3}},
        {INT32_MAX, 0, part},
    };
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        EXPECT_REFUSED(gfFluid_SetMaskPart(fluid, id, beyond[i].x, beyond[i].y, &beyond[i].part), OUT_OF_RANGE,
                       "within the image");
    }
    EXPECT_REFUSED(gfFluid_SetMaskPart(fluid, id, 0, 0, NULL), NULL_ARGUMENT, "part is null");
    EXPECT_REFUSED(gfFluid_SetMaskPart(fluid, id, 0, 0, &(gfMask){NULL, 1, 1, 1}), NULL_ARGUMENT, "part is null");
    EXPECT_REFUSED(gfFluid_SetMaskPart(fluid, (gfSolidId){0}, 0, 0, &part), BAD_HANDLE, "handle is none");
    gfSolidId other = Flow_AddSolid(fluid, gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
    EXPECT_REFUSED(gfFluid_SetMaskPart(fluid, other, 0, 0, &part), OUT_OF_RANGE, "no mask");
    assert_false(gfFluid_SetMaskPart(NULL, id, 0, 0, &part));
}

// What says the same changes nothing; what moves differently changes no shape.
TEST(testSameDefinition)
{
    gfFluid *fluid = Fixture_MakeFluid(*state, 40, 40);
    gfSolids *solids = &fluid->body.solids;
    gfSolidDef def = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.2f}, 0.3f));
    gfSolidId id = gfFluid_AddSolid(fluid, &def);
    Flow_Steps(fluid, 1);
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    assert_int_equal(solids->pending, GF_SOLIDS_SAME);
    def.velocity.x = 1.0f;
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    assert_int_equal(solids->pending, GF_SOLIDS_PUSHED);
    def.shape.a.x += 0.01f;
    assert_true(gfFluid_SetSolid(fluid, id, &def));
    assert_int_equal(solids->pending, GF_SOLIDS_MOVED);
    Flow_Steps(fluid, 1);
}
