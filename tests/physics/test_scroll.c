// A domain that moves by whole cells: what stays inside keeps every bit, solids are as if drawn for the new place, and
// nothing is made, allocated or waited for. Of every solver.
#include "support/making.h"
#include "support/particles.h"

#include "fluid/fluid.h"

static gfFluidDef makeDef(gfSolverKind solver, int width, int height)
{
    gfFluidDef def = Flow_DefOf(solver, width, height, 1.0f / 64.0f);
    if (solver == GF_SOLVER_GAUSSIAN) {
        def.fixedStep = 1.0f / 240.0f;
    }
    if (solver == GF_SOLVER_PARTICLES) {
        def.particles.spacing = 0.02f;
        def.particles.capacity = 4096;
    }
    if (solver == GF_SOLVER_SHALLOW) {
        def.shallow.ripples.enabled = def.shallow.foam = true;
    }
    return def;
}

// Something in every field.
static void fill(gfFluid *fluid)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    float width = (float)def.gridWidth * def.cellSize, height = (float)def.gridHeight * def.cellSize;
    gfVec2 at = {def.origin.x + 0.45f * width, def.origin.y + 0.4f * height};
    gfSourceDef source = Flow_SourceDef(gfMakeCircle(at, 0.3f * height));
    source.fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    source.velocity = (gfVec2){0.4f, 0.2f};
    source.dye[0] = source.dye[3] = 1.0f;
    if (def.solver == GF_SOLVER_GRID) {
        source.fields |= GF_SOURCE_TEMPERATURE;
        source.temperature = 30.0f;
    } else {
        source.fields |= GF_SOURCE_MASS;
        source.mass = def.solver == GF_SOLVER_SHALLOW ? 0.2f : 1.0f;
    }
    assert_true(gfFluid_Splat(fluid, &source));
}

static gfSolidId addSolid(gfFluid *fluid, gfVec2 at, float radius, gfVec2 velocity)
{
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle(at, radius));
    solid.velocity = velocity;
    return Flow_AddSolidOf(fluid, &solid);
}

typedef struct Fields {
    gfFieldInfo info[GF_FIELD_COUNT];
    float *values[GF_FIELD_COUNT]; // null: it has no such field, or one that neighbours beyond the sides decide
} Fields;

static Fields readAll(gfFluid *fluid)
{
    Fields fields = {0};
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        if (i != GF_FIELD_RESIDUAL &&
            fluid->solver->describeField(&fluid->body, fluid->state, (gfField)i, &fields.info[i])) {
            fields.values[i] = Fixture_Read(fluid, (gfField)i, &fields.info[i]);
        }
    }
    return fields;
}

// Cells that are `margin` and more from the sides before and after; x and y: by how many cells the domain moved.
static void expectKept(gfFluid *fluid, const Fields *before, const Fields *after, int x, int y, int margin, float most)
{
    const gfFluidDef def = gfFluid_GetDef(fluid);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        const gfFieldInfo *info = &before->info[i];
        if (before->values[i] == NULL) {
            continue;
        }
        // Computed from others, in an order or from a corner that differ.
        bool isDerived = i == GF_FIELD_DIVERGENCE || i == GF_FIELD_VORTICITY || i == GF_FIELD_SOLID;
        float perCell = def.cellSize / info->spacing.x;
        int moveX = (int)lroundf((float)x * perCell), moveY = (int)lroundf((float)y * perCell);
        int m = (int)ceilf((float)margin * perCell);
        for (int row = m; row < info->height - m; row++) {
            for (int column = m; column < info->width - m; column++) {
                int fromX = column + moveX, fromY = row + moveY;
                if (fromX < m || fromX >= info->width - m || fromY < m || fromY >= info->height - m) {
                    continue;
                }
                for (int c = 0; c < info->channels; c++) {
                    float was = before->values[i][(fromY * info->width + fromX) * info->channels + c];
                    float is = after->values[i][(row * info->width + column) * info->channels + c];
                    float allowed = isDerived ? fmaxf(most, 2e-5f) : most;
                    if (allowed == 0.0f ? memcmp(&was, &is, sizeof was) != 0 : !(fabsf(was - is) <= allowed)) {
                        print_error("solver %d, scroll (%d, %d), field %d, (%d, %d).%d: %.9g is not %.9g\n", def.solver,
                                    x, y, i, column, row, c, (double)is, (double)was);
                        fail();
                    }
                }
            }
        }
    }
}

static const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW, GF_SOLVER_PARTICLES,
                                       GF_SOLVER_WATER};
#define FIELD_SOLVERS 3 // the particles of the last two are no field

static void keepInside(Fixture *fixture, const gfFluidDef *def)
{
    static const int ways[][2] = {{1, 0}, {0, 1}, {-3, 2}, {16, -8}, {-5, -7}, {2, 0}, {-1, 1}};
    gfFluid *fluid = Flow_Make(fixture, def);
    gfSolidId id = addSolid(fluid, (gfVec2){0.61f, 0.33f}, 0.08f, (gfVec2){0.3f, 0.0f});
    addSolid(fluid, (gfVec2){0.2f, 0.7f}, 0.05f, (gfVec2){0.0f, 0.0f});
    fill(fluid);
    gfSolidDef moved = gfDefaultSolidDef();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        Flow_Steps(fluid, 2);
        Fields before = readAll(fluid);
        assert_true(gfFluid_Scroll(fluid, ways[i][0], ways[i][1]));
        Fields after = readAll(fluid);
        // Vorticity and divergence are of neighbours, and a Gaussian fluid's velocity of cells that mass came from.
        expectKept(fluid, &before, &after, ways[i][0], ways[i][1], 2, 0.0f);
        moved.shape = gfMakeCircle((gfVec2){0.61f + 0.01f * (float)i, 0.33f}, 0.08f);
        moved.velocity.x = 0.3f;
        assert_true(gfFluid_SetSolid(fluid, id, &moved));
    }
    Flow_Steps(fluid, 2);
    Flow_Measure(fluid);
}

TEST(testKeepsInside)
{
    for (size_t i = 0; i < FIELD_SOLVERS; i++) {
        gfFluidDef def = makeDef(solvers[i], 75, 66);
        keepInside(*state, &def);
    }
}

TEST_CI(testKeepsInsideOfEveryKindOfGrid)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 72, 66);
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 1e-4f;
    def.grid.cflLimit = 2.0f;
    def.dyeScale = 2.0f;
    def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def.boundaries.left.inflowSpeed = 0.3f;
    def.boundaries.right.kind = def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    keepInside(*state, &def);
    def = makeDef(GF_SOLVER_GRID, 70, 66);
    def.fieldPrecision = GF_PRECISION_16F;
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    keepInside(*state, &def);
}

TEST_CI(testThereAndBack)
{
    for (size_t i = 0; i < FIELD_SOLVERS; i++) {
        gfFluidDef def = makeDef(solvers[i], 64, 48);
        def.cellSize = 0.0173f; // which no sum of is exact
        def.origin = (gfVec2){3.3f, -0.7f};
        gfFluid *fluid = Flow_Make(*state, &def);
        addSolid(fluid, (gfVec2){3.8f, -0.3f}, 0.1f, (gfVec2){0.0f, 0.0f});
        fill(fluid);
        Flow_Steps(fluid, 3);
        Fields before = readAll(fluid);
        int x = 0, y = 0;
        for (int k = 0; k < 100; k++) {
            int toX = k == 99 ? 0 : k * 7 % 11 - 5, toY = k == 99 ? 0 : k * 5 % 9 - 4;
            assert_true(gfFluid_Scroll(fluid, toX - x, toY - y));
            x = toX;
            y = toY;
        }
        assert_true(gfFluid_GetDef(fluid).origin.x == 3.3f && gfFluid_GetDef(fluid).origin.y == -0.7f);
        Fields after = readAll(fluid);
        expectKept(fluid, &before, &after, 0, 0, 7, 0.0f);
    }
}

// Uncovered by a solid that moves, too: without a pressure all is local, as in a domain that stays.
TEST_CI(testStepsAsIfItStayed)
{
    const int margin = 20;
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 80, 80);
    def.grid.pressureCycles = 0;
    gfFluid *fluids[2];
    gfSolidId ids[2];
    gfSolidDef solid = gfDefaultSolidDef();
    solid.velocity = (gfVec2){0.5f, 0.0f};
    for (int k = 0; k < 2; k++) {
        fluids[k] = Flow_Make(*state, &def);
        ids[k] = addSolid(fluids[k], (gfVec2){0.5f, 0.6f}, 0.09f, solid.velocity);
        fill(fluids[k]);
    }
    int x = 0, y = 0;
    for (int frame = 0; frame < 12; frame++) {
        solid.shape = gfMakeCircle((gfVec2){0.5f + 0.012f * (float)frame, 0.6f}, 0.09f);
        int wayX = frame % 3 - 1, wayY = frame % 2;
        for (int k = 0; k < 2; k++) {
            bool before = frame % 4 < 2;
            assert_true(!before || gfFluid_SetSolid(fluids[k], ids[k], &solid));
            assert_true(k == 0 || gfFluid_Scroll(fluids[k], wayX, wayY));
            assert_true(before || gfFluid_SetSolid(fluids[k], ids[k], &solid));
            Flow_Steps(fluids[k], 1);
        }
        x += wayX;
        y += wayY;
    }
    Fields stayed = readAll(fluids[0]), scrolled = readAll(fluids[1]);
    for (int i = 0; i < GF_FIELD_COUNT; i++) { // what follows from velocities that no pressure takes is large
        if (i != GF_FIELD_VELOCITY && i != GF_FIELD_DYE && i != GF_FIELD_TEMPERATURE) {
            stayed.values[i] = NULL;
        }
    }
    Fields *const both[2] = {&stayed, &scrolled};
    for (int k = 0; k < 2; k++) { // from 30 K to about 1, as the others are
        const gfFieldInfo *info = &both[k]->info[GF_FIELD_TEMPERATURE];
        for (int i = 0; i < info->width * info->height; i++) {
            both[k]->values[GF_FIELD_TEMPERATURE][i] /= 30.0f;
        }
    }
    // Filters of GPUs have weights of 8 bits, which round by where the domain is: 1/512 of what cells differ by.
    expectKept(fluids[1], &stayed, &scrolled, x, y, margin, 4e-3f);
}

// A drop in the air: tiles and neighbours are found anew wherever it is.
TEST(testDropStepsAsIfItStayed)
{
    gfFluidDef def = makeDef(GF_SOLVER_GAUSSIAN, 96, 96);
    def.gaussian.massCorrection = false;
    gfFluid *fluids[2];
    for (int k = 0; k < 2; k++) {
        fluids[k] = Flow_Make(*state, &def);
        fill(fluids[k]);
        Flow_Steps(fluids[k], 4);
    }
    for (int frame = 0; frame < 8; frame++) {
        assert_true(gfFluid_Scroll(fluids[1], frame % 2 == 0 ? 3 : -2, 1));
        Flow_Steps(fluids[0], 1);
        Flow_Steps(fluids[1], 1);
    }
    Fields stayed = readAll(fluids[0]), scrolled = readAll(fluids[1]);
    expectKept(fluids[1], &stayed, &scrolled, 4, 8, 2, 1e-3f);
}

TEST(testSolidsAreAsIfDrawnThere)
{
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        gfFluidDef def = makeDef(solvers[i], 75, 66);
        def.cellSize = 0.0151f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        const gfVec2 places[] = {{0.31f, 0.4f}, {0.9f, 0.05f}, {1.2f, 0.5f}, {-0.05f, 0.3f}};
        for (int k = 0; k < 4; k++) {
            addSolid(fluid, places[k], 0.07f, (gfVec2){0.1f, 0.0f});
        }
        Flow_Steps(fluid, 1);
        assert_true(gfFluid_Scroll(fluid, 7, -3) && gfFluid_Scroll(fluid, 2, 6));
        def.origin = gfFluid_GetDef(fluid).origin;
        assert_true(fabsf(def.origin.x - 9.0f * def.cellSize) < 1e-6f);
        gfFluid *fresh = Flow_Make(fixture, &def);
        for (int k = 0; k < 4; k++) {
            addSolid(fresh, places[k], 0.07f, (gfVec2){0.1f, 0.0f});
        }
        gfFieldInfo info;
        float *a = Fixture_Read(fluid, GF_FIELD_SOLID, &info), *b = Fixture_Read(fresh, GF_FIELD_SOLID, &info);
        for (int k = 0; k < info.width * info.height; k++) { // of a grid places are told from where it was
            assert_true(a[k] == b[k] || (solvers[i] == GF_SOLVER_GRID && fabsf(a[k] - b[k]) < 1e-6f));
        }
    }
}

// Solids are drawn from another origin every so many cells. What they are does not depend on the steps of the way.
TEST(testSolidsAreTheSameAllTheWay)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 40, 36);
    def.cellSize = 0.0151f;
    def.origin.x = 0.3f;
    gfFluid *fluids[2];
    for (int k = 0; k < 2; k++) {
        fluids[k] = Flow_Make(fixture, &def);
        for (int i = 0; i < 30; i++) {
            addSolid(fluids[k], (gfVec2){0.3f + 0.31f * (float)i, 0.1f + 0.02f * (float)i}, 0.07f,
                     (gfVec2){0.0f, 0.0f});
        }
    }
    for (int way = 0; way < 520;) {
        int cells = (way > 240 && way < 262) ? 1 : 13, rows = way % 2;
        assert_true(gfFluid_Scroll(fluids[0], cells, rows));
        assert_true(gfFluid_Scroll(fluids[1], cells - 100, rows) && gfFluid_Scroll(fluids[1], 100, 0));
        way += cells;
        gfFieldInfo info;
        float *a = Fixture_Read(fluids[0], GF_FIELD_SOLID, &info), *b = Fixture_Read(fluids[1], GF_FIELD_SOLID, &info);
        assert_memory_equal(a, b, (size_t)(info.width * info.height) * sizeof *a);
    }
}

// All of it is new then: it goes on as a fluid that was made there.
TEST(testFarAwayIsAsNew)
{
    for (size_t i = 0; i < 2; i++) {
        gfFluidDef def = makeDef(solvers[i], 64, 48);
        gfFluid *fluid = Flow_Make(fixture, &def);
        fill(fluid);
        Flow_Steps(fluid, 2);
        assert_true(gfFluid_Scroll(fluid, i == 0 ? 1000 : -64, 48));
        def.origin = gfFluid_GetDef(fluid).origin;
        gfFluid *fresh = Flow_Make(fixture, &def);
        fill(fluid);
        fill(fresh);
        Flow_Steps(fluid, 3);
        Flow_Steps(fresh, 3);
        Fields a = readAll(fluid), b = readAll(fresh);
        expectKept(fluid, &a, &b, 0, 0, 0, 0.0f);
    }
}

TEST(testWhatSidesBringIn)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 64, 64);
    def.boundaries.left.kind = GF_BOUNDARY_INFLOW;
    def.boundaries.left.inflowSpeed = 0.5f;
    def.boundaries.left.dye[0] = 0.75f;
    def.boundaries.left.temperature = 4.0f;
    def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    def.boundaries.right.dye[1] = 0.25f;
    def.grid.gravity = (gfVec2){0.0f, 0.0f};
    gfFluid *fluid = Flow_Make(*state, &def);
    Flow_Steps(fluid, 40); // an even wind
    assert_true(gfFluid_Scroll(fluid, -4, 0));
    float *dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    float *heat = Fixture_Read(fluid, GF_FIELD_TEMPERATURE, NULL);
    for (int y = 0; y < 64; y++) {
        assert_true(dye[4 * (64 * y + 1)] == 0.75f && heat[64 * y + 2] == 4.0f);
        assert_true(fabsf(velocity[2 * (64 * y + 1)] - 0.5f) < 0.01f);
    }
    assert_true(gfFluid_Scroll(fluid, 8, 0));
    dye = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    assert_true(dye[4 * (64 * 30 + 62) + 1] == 0.25f && fabsf(velocity[2 * (64 * 30 + 61)] - 0.5f) < 0.01f);
}

// A lake stays at rest, and its level goes on.
TEST(testLakeGoesOn)
{
    gfFluidDef def = makeDef(GF_SOLVER_SHALLOW, 64, 48);
    def.shallow.ripples.enabled = false;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfGroundDef ground = gfDefaultGroundDef();
    ground.everywhere = true;
    ground.slope = (gfVec2){0.1f, 0.05f};
    assert_true(gfFluid_ShapeGround(fluid, &ground) && gfFluid_FillToLevel(fluid, NULL, 0.4f));
    for (int i = 0; i < 20; i++) {
        assert_true(gfFluid_Scroll(fluid, i % 3, -(i % 2)));
        Flow_Steps(fluid, 1);
    }
    float *level = Fixture_Read(fluid, GF_FIELD_LEVEL, NULL);
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    for (int i = 0; i < 64 * 48; i++) {
        assert_true(fabsf(level[i] - 0.4f) < 1e-6f && fabsf(velocity[2 * i]) + fabsf(velocity[2 * i + 1]) < 1e-5f);
    }
}

TEST(testPeriodicAxesTurnRound)
{
    for (size_t i = 0; i < FIELD_SOLVERS; i++) {
        gfFluidDef def = makeDef(solvers[i], 64, 64);
        Flow_SetSides(&def, GF_BOUNDARY_PERIODIC);
        gfFluid *fluid = Flow_Make(*state, &def);
        fill(fluid);
        Flow_Steps(fluid, 3);
        Fields before = readAll(fluid);
        assert_true(gfFluid_Scroll(fluid, 13, -29));
        Fields moved = readAll(fluid);
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                const float *from = &before.values[GF_FIELD_DYE][4 * (64 * ((y + 35) % 64) + (x + 13) % 64)];
                assert_memory_equal(from, &moved.values[GF_FIELD_DYE][4 * (64 * y + x)], 4 * sizeof *from);
            }
        }
        assert_true(gfFluid_Scroll(fluid, -13 - 640, 29 + 64));
        Fields after = readAll(fluid);
        // The seam's faces are there twice, each of its own rounding.
        expectKept(fluid, &before, &after, 0, 0, 1, 1e-6f);
        Flow_Steps(fluid, 1);
    }
}

#define PARTICLES_MOST 2048

static void scrollParticles(Fixture *fixture, gfParticleSearch search, bool unbounded)
{
    gfParticle before[PARTICLES_MOST], after[PARTICLES_MOST];
    gfFluidDef def = makeDef(GF_SOLVER_PARTICLES, 64, 48);
    def.particles.search = search;
    def.particles.unbounded = unbounded;
    if (unbounded) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
    }
    gfFluid *fluid = Flow_Make(fixture, &def);
    fill(fluid);
    Flow_Steps(fluid, 3);
    int count = Particles_ReadSome(fluid, before, PARTICLES_MOST);
    assert_true(count > 300);
    float left = gfFluid_GetDef(fluid).origin.x + 24.0f * def.cellSize;
    float top = gfFluid_GetDef(fluid).origin.y + 28.0f * def.cellSize;
    assert_true(gfFluid_Scroll(fluid, 24, -20));
    int left24 = Particles_ReadSome(fluid, after, PARTICLES_MOST), kept = 0;
    for (int i = 0; i < count; i++) {
        if ((before[i].position.x < left && !unbounded) || before[i].position.y > top) {
            continue; // where sides are open an unbounded fluid goes on
        }
        assert_true(kept < left24 && after[kept].id == before[i].id && after[kept].material == before[i].material);
        assert_true(fabsf(after[kept].position.x - before[i].position.x) < 1e-6f &&
                    fabsf(after[kept].position.y - before[i].position.y) < 1e-6f);
        assert_memory_equal(&after[kept].velocity, &before[i].velocity, sizeof before[i].velocity);
        kept++;
    }
    assert_int_equal(kept, left24);
    assert_true(kept > 100 && kept < count);
    assert_int_equal(Particles_Stats(fluid).drained, count - kept);
    Flow_Steps(fluid, 3);
    assert_int_equal(Particles_ReadSome(fluid, after, PARTICLES_MOST), kept);
}

TEST(testParticles)
{
    scrollParticles(*state, GF_SEARCH_SORTED, false);
    scrollParticles(*state, GF_SEARCH_SLOTS, false);
    scrollParticles(*state, GF_SEARCH_HASHED, true);
}

TEST(testTracersStayInTheWorld)
{
    enum { COUNT = 200 };
    gfFluid *fluid = Flow_MakeOf(*state, makeDef(GF_SOLVER_GRID, 64, 64));
    gfTracers *tracers = Fixture_MakeTracers(fluid, COUNT, 1000.0f);
    float before[2 * COUNT], after[2 * COUNT];
    assert_true(gfTracers_ReadBlocking(tracers, before, 2 * COUNT) && gfFluid_Scroll(fluid, 9, -4));
    assert_true(gfTracers_Step(tracers, 1e-4f) && gfTracers_ReadBlocking(tracers, after, 2 * COUNT));
    for (int i = 0; i < COUNT; i++) {
        bool inside = before[2 * i] > 10.0f / 64.0f && before[2 * i + 1] < 59.0f / 64.0f;
        float off = fabsf(before[2 * i] - after[2 * i]) + fabsf(before[2 * i + 1] - after[2 * i + 1]);
        assert_true(!inside || off < 1e-5f);
        assert_true(after[2 * i] >= 9.0f / 64.0f - 1e-5f); // who fell out is back somewhere inside
    }
}

TEST(testMakesNothing)
{
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        gfFluidDef def = makeDef(solvers[i], 75, 66);
        def.boundaries.left.kind = solvers[i] == GF_SOLVER_GAUSSIAN ? GF_BOUNDARY_FREE_SLIP : GF_BOUNDARY_OPEN;
        gfFluid *fluid = gfCreateFluid(device, &def);
        addSolid(fluid, (gfVec2){0.61f, 0.33f}, 0.08f, (gfVec2){0.1f, 0.0f});
        for (int k = 0; k < 16; k++) {
            if (k == 2) {
                Making_Finish(device);
                making = (Making){0};
            }
            uint64_t waits = gfDevice_GetWaits(device);
            assert_true(gfFluid_Scroll(fluid, k % 3 == 0 ? 2 : -1, k % 2));
            assert_true(gfDevice_GetWaits(device) == waits);
            fill(fluid);
            Flow_Steps(fluid, 1);
        }
        if (making.objects != 0 || making.blocks != 0) {
            print_error("solver %d made %d objects and %d blocks\n", solvers[i], making.objects, making.blocks);
            fail();
        }
        gfDestroyFluid(fluid);
    }
    gfDestroyDevice(device);
}

TEST(testMultiples)
{
    static const struct {
        float scale;
        int width, multiple;
    } cases[] = {{1.0f, 50, 1},  {2.0f, 50, 1}, {8.0f, 50, 1}, {0.5f, 50, 2},
                 {0.25f, 48, 4}, {1.5f, 50, 2}, {0.3f, 50, 10}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        gfFluidDef def = makeDef(GF_SOLVER_GRID, cases[i].width, cases[i].width);
        def.dyeScale = cases[i].scale;
        gfFluid *fluid = Flow_Make(fixture, &def);
        gfCells multiple = gfFluid_GetScrollMultiple(fluid);
        assert_int_equal(multiple.x, cases[i].multiple);
        assert_int_equal(multiple.y, cases[i].multiple);
        fill(fluid);
        Flow_Steps(fluid, 1);
        Fields before = readAll(fluid);
        assert_true(gfFluid_Scroll(fluid, multiple.x, -multiple.y));
        Fields after = readAll(fluid);
        expectKept(fluid, &before, &after, multiple.x, -multiple.y, 2, 0.0f);
        if (multiple.x > 1) {
            EXPECT_REFUSED(gfFluid_Scroll(fluid, multiple.x + 1, 0), OUT_OF_RANGE, "a multiple of");
        }
    }
}

TEST(testFollows)
{
    gfFluidDef def = makeDef(GF_SOLVER_GRID, 64, 64);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfCells way = {7, 7};
    assert_true(gfFluid_Follow(fluid, (gfVec2){0.5f, 0.5f}, 0.1f, &way) && way.x == 0 && way.y == 0);
    assert_true(gfFluid_Follow(fluid, (gfVec2){0.59f, 0.41f}, 0.1f, &way) && way.x == 0 && way.y == 0);
    assert_true(gfFluid_Follow(fluid, (gfVec2){0.65f, 0.3f}, 0.1f, &way) && way.x == 4 && way.y == -7);
    assert_true(gfFluid_GetDef(fluid).origin.x == 4.0f / 64.0f);
    assert_true(gfFluid_Follow(fluid, (gfVec2){0.65f, 0.3f}, 0.1f, &way) && way.x == 0 && way.y == 0);
    assert_true(gfFluid_Follow(fluid, (gfVec2){1000.0f, -3000.0f}, 0.0f, NULL));
    gfVec2 origin = gfFluid_GetDef(fluid).origin;
    assert_true(fabsf(origin.x + 0.5f - 1000.0f) <= def.cellSize && fabsf(origin.y + 0.5f + 3000.0f) <= def.cellSize);
}

TEST(testRefuses)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    EXPECT_REFUSED(gfFluid_Scroll(fluid, 1 << 25, 0), OUT_OF_RANGE, "cellsX is 33554432");
    assert_true(gfFluid_Resize(fluid, 32, 32, 1000.0f, (gfVec2){9.9e8f, 0.0f}));
    EXPECT_REFUSED(gfFluid_Scroll(fluid, 1 << 20, 0), OUT_OF_RANGE, "within +-1e9 m is expected");
    EXPECT_REFUSED(gfFluid_Follow(fluid, (gfVec2){NAN, 0.0f}, 0.0f, NULL), OUT_OF_RANGE, "centre");
    EXPECT_REFUSED(gfFluid_Follow(fluid, (gfVec2){0.0f, 0.0f}, -1.0f, NULL), OUT_OF_RANGE, "margin");
    assert_false(gfFluid_Scroll(NULL, 0, 0));
    assert_false(gfFluid_Follow(NULL, (gfVec2){0.0f, 0.0f}, 0.0f, NULL));
    assert_int_equal(gfFluid_GetScrollMultiple(NULL).x, 1);
    gfDestroyFluid(fluid);
    Fixture_ClearLog(fixture);
}
