// Queries: what is refused, queries freed in any order, and that what fails leaves nothing behind.
#include "support/bad_input.h"
#include "support/failing.h"
#include "support/flow.h"
#include "support/solvers.h"

static gfQuery *asked; // of testBadArguments

static void refuseLists(gfSolidId solid)
{
    const gfVec2 bad[] = {{NAN, 0.5f}, {0.5f, INFINITY}, {-INFINITY, 0.0f}, {1.001e9f, 0.0f}, {0.0f, -1.001e9f}};
    gfVec2 points[5] = {{0.5f, 0.5f}};
    gfQueryRegion regions[3];
    gfSolidId solids[2] = {solid, solid};
    for (size_t i = 0; i < ROWS(bad); i++) {
        points[1] = bad[i];
        REFUSED(gfQuery_SetPoints(asked, points, 2), OUT_OF_RANGE, "point 1");
    }
    REFUSED(gfQuery_SetPoints(asked, points, 5), TOO_MANY, "points");
    REFUSED(gfQuery_SetPoints(asked, points, -1), OUT_OF_RANGE, "count");
    REFUSED(gfQuery_SetPoints(asked, NULL, 1), NULL_ARGUMENT, "points");
    REFUSED(gfQuery_SetPoints(NULL, points, 1), NULL_ARGUMENT, "query");
    for (int i = 0; i < 3; i++) {
        regions[i] = gfDefaultQueryRegion();
        regions[i].shape = gfMakeCircle(points[0], 0.1f);
    }
    REFUSED(gfQuery_SetRegions(asked, regions, 3), TOO_MANY, "regions");
    REFUSED(gfQuery_SetRegions(asked, NULL, 1), NULL_ARGUMENT, "regions");
    REFUSED(gfQuery_SetRegions(NULL, regions, 1), NULL_ARGUMENT, "query");
    const gfQuantity others[] = {(gfQuantity)0, GF_QUANTITY_DYE, (gfQuantity)(GF_QUANTITY_VELOCITY | GF_QUANTITY_DYE),
                                 (gfQuantity)64};
    for (size_t i = 0; i < ROWS(others); i++) {
        regions[1].quantity = others[i];
        REFUSED(gfQuery_SetRegions(asked, regions, 2), OUT_OF_RANGE, "quantity");
    }
    regions[1] = regions[0];
    regions[1].shape.radius = NAN;
    REFUSED(gfQuery_SetRegions(asked, regions, 2), OUT_OF_RANGE, "radius");
    bool above[3] = {false};
    REFUSED(gfQuery_GetStanding(asked, above, 3), TOO_MANY, "regions");
    REFUSED(gfQuery_GetStanding(asked, above, -1), OUT_OF_RANGE, "count");
    REFUSED(gfQuery_GetStanding(asked, NULL, 1), NULL_ARGUMENT, "regions");
    REFUSED(gfQuery_GetStanding(NULL, above, 1), NULL_ARGUMENT, "query");
    REFUSED(gfQuery_SetStanding(asked, above, 3), TOO_MANY, "regions");
    REFUSED(gfQuery_SetStanding(asked, above, -1), OUT_OF_RANGE, "count");
    REFUSED(gfQuery_SetStanding(asked, NULL, 1), NULL_ARGUMENT, "regions");
    REFUSED(gfQuery_SetStanding(NULL, above, 1), NULL_ARGUMENT, "query");
    REFUSED(gfQuery_SetSolids(asked, solids, 2), TOO_MANY, "solids");
    REFUSED(gfQuery_SetSolids(asked, NULL, 1), NULL_ARGUMENT, "solids");
    REFUSED(gfQuery_SetSolids(NULL, solids, 1), NULL_ARGUMENT, "query");
    solids[0] = (gfSolidId){0};
    REFUSED(gfQuery_SetSolids(asked, solids, 1), BAD_HANDLE, "none");
    REFUSED(gfQuery_Request(NULL) != GF_REQUEST_FAILED, NULL_ARGUMENT, "query");
    gfQueryAnswer answer;
    REFUSED(gfQuery_Poll(NULL, &answer) != GF_POLL_FAILED, NULL_ARGUMENT, "query");
    REFUSED(gfQuery_Poll(asked, NULL) != GF_POLL_FAILED, NULL_ARGUMENT, "answer");
    REFUSED(gfQuery_WaitBlocking(NULL, &answer) != GF_POLL_FAILED, NULL_ARGUMENT, "query");
    REFUSED(gfQuery_WaitBlocking(asked, NULL) != GF_POLL_FAILED, NULL_ARGUMENT, "answer");
    assert_true(gfQuery_SetPoints(asked, NULL, 0) && gfQuery_SetRegions(asked, NULL, 0));
    assert_true(gfQuery_SetSolids(asked, NULL, 0));
    answer = Flow_Ask(asked);
    assert_true(answer.pointCount == 0 && answer.regionCount == 0 && answer.solidCount == 0);
    assert_int_equal(gfQuery_WaitBlocking(asked, &answer), GF_POLL_PENDING);
}

TEST(testBadArguments)
{
    gfSolidId id = Flow_AddDisc(stage.fluid, 0.4f, 0.4f, 0.1f);
    gfQueryDef def = gfDefaultQueryDef();
    def.maxPoints = 4;
    def.maxRegions = 2;
    def.maxSolids = 1;
    asked = Flow_MakeQuery(stage.fluid, &def);
    BadInput_Watch();
    REFUSED(gfCreateQuery(NULL, &def), NULL_ARGUMENT, "fluid");
    gfDestroyQuery(NULL);
    refuseLists(id);
}

// A query of nothing, one with an answer under way, several, freed in any order or with their fluid.
TEST(testQueriesComeAndGo)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    gfQuery *queries[4];
    for (int i = 0; i < 4; i++) {
        gfQueryDef def = gfDefaultQueryDef();
        def.quantities = i == 0 ? 0 : GF_QUANTITY_VELOCITY;
        def.maxPoints = def.maxRegions = 50 * i;
        def.maxSolids = 80 * i;
        queries[i] = Flow_MakeQuery(fluid, &def);
        assert_int_equal(gfQuery_Request(queries[i]), GF_REQUEST_DONE);
    }
    gfDestroyQuery(queries[1]);
    gfDestroyQuery(queries[3]);
    gfDestroyQuery(queries[0]);
    assert_true(gfFluid_StepOnce(fluid));
    gfQueryAnswer answer;
    assert_int_equal(gfQuery_WaitBlocking(queries[2], &answer), GF_POLL_READY);
    gfDestroyQuery(queries[2]);
    gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
    assert_true(after.gpuBytes >= before.gpuBytes && after.buffers == before.buffers);
    gfQueryDef def = gfDefaultQueryDef();
    assert_non_null(gfCreateQuery(fluid, &def));
    assert_int_equal(gfQuery_Request(gfCreateQuery(fluid, &def)), GF_REQUEST_DONE);
}

// Answers are whole numbers in textures: a context that draws to half floats alone tells places as exactly.
TEST_CI(testPoorFormatsAreMadeDoWith)
{
    static const GlHooks poor[] = {{.formats = HOOK_NO_32F}, {.formats = HOOK_ONLY_RGBA}, {.nearestOnly = true}};
    static float dye[4 * 64 * 64];
    for (size_t i = 0; i < ROWS(poor); i++) {
        gfDevice *device = Poor_MakeDevice(fixture, poor[i]);
        gfFluid *fluid = Solver_Make(device, GF_SOLVER_GRID, 64);
        gfQueryDef asks = gfDefaultQueryDef();
        gfQueryRegion region = gfDefaultQueryRegion();
        asks.quantities = GF_QUANTITY_DYE | GF_QUANTITY_VELOCITY;
        gfQuery *query = Flow_MakeQuery(fluid, &asks);
        for (int k = 0; k < 64 * 64; k++) {
            dye[4 * k] = (float)(k % 64);
            dye[4 * k + 1] = (float)(k / 64);
        }
        assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, ROWS(dye)));
        const gfVec2 points[2] = {{0.301f, 0.702f}, {0.9f, 0.1f}};
        region.shape = gfMakeCircle(points[0], 0.1f);
        region.quantity = GF_QUANTITY_DYE;
        assert_true(gfQuery_SetPoints(query, points, 2) && gfQuery_SetRegions(query, &region, 1));
        gfQueryAnswer answer = Flow_Ask(query);
        for (int k = 0; k < 2; k++) {
            const float *found = answer.points[k].dye;
            assert_true(fabs((double)found[0] - (64.0 * (double)points[k].x - 0.5)) < 1e-3);
            assert_true(fabs((double)found[1] - (64.0 * (double)points[k].y - 0.5)) < 1e-3);
        }
        assert_true(fabs((double)answer.regions[0].mean[0] - (64.0 * (double)points[0].x - 0.5)) < 0.02);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
        Fixture_ClearLog(fixture);
    }
}

static gfFluid *makeFluid(gfDevice *device, int solver)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 16;
    def.solver = (gfSolverKind)solver;
    def.particles.groups = solver == GF_SOLVER_PARTICLES ? 2 : 0;
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfFieldTexture texture; // the fluid keeps what its fields are drawn to
    if (fluid != NULL) {
        for (int field = 0; field < GF_FIELD_COUNT; field++) {
            gfFieldInfo info;
            if (gfFluid_GetFieldInfo(fluid, (gfField)field, &info)) {
                gfFluid_GetTexture(fluid, (gfField)field, &texture);
            }
        }
    }
    return fluid;
}

static bool attemptQuery(Failing *f)
{
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities |= GF_QUANTITY_DYE;
    def.maxSolids = gfFluid_GetDef(f->fluid).solver == GF_SOLVER_GAUSSIAN ? 0 : 70;
    if (gfFluid_GetDef(f->fluid).solver == GF_SOLVER_PARTICLES) {
        def.maxRays = def.maxShapes = 40;
        def.maxGroups = 2;
        def.contactReach = 1.0f;
    }
    gfQuery *query = gfCreateQuery(f->fluid, &def);
    gfDestroyQuery(query);
    return query != NULL;
}

TEST_ALL(testFailureLeavesNothing)
{
    const int solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW, GF_SOLVER_PARTICLES};
    for (size_t i = 0; i < ROWS(solvers); i++) {
        FailingCase c = {.make = makeFluid, .attempt = attemptQuery, .which = solvers[i], .rounds = {2, 2, 2, 2}};
        c.stride = solvers[i] == GF_SOLVER_PARTICLES ? 11 : 0; // it has shaders of its own for each list
        Failing_EachInTurn(*state, &c);
    }
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, Fixture_TearDown)
