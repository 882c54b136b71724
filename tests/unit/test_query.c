// Queries as a host uses them: nothing is made or waited for, a GPU that is behind loses nothing, thresholds tell once.
#include "support/flow.h"
#include "support/gl_spy.h"
#include "support/making.h"
#include "support/solvers.h"

static int waits;
static bool behind; // the GPU is done with nothing

static void GLAD_API_PTR finish(void)
{
    waits++;
    GL_SPY_NEXT(PFNGLFINISHPROC, "glFinish")();
}

static void GLAD_API_PTR readPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                                    void *pixels)
{
    waits += pixels != NULL; // not into a buffer
    GL_SPY_NEXT(PFNGLREADPIXELSPROC, "glReadPixels")(x, y, width, height, format, type, pixels);
}

static GLenum GLAD_API_PTR clientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    waits += timeout > 0;
    GLenum status = GL_SPY_NEXT(PFNGLCLIENTWAITSYNCPROC, "glClientWaitSync")(sync, flags, timeout);
    return behind && timeout == 0 ? GL_TIMEOUT_EXPIRED : status;
}

static gfDevice *makeSpiedDevice(Fixture *fixture)
{
    GlSpy_Clear();
    Making_Watch();
    GlSpy_Replace("glFinish", (gfGLProc)finish);
    GlSpy_Replace("glReadPixels", (gfGLProc)readPixels);
    GlSpy_Replace("glClientWaitSync", (gfGLProc)clientWaitSync);
    behind = false;
    return Making_MakeDevice(fixture);
}

#define POINTS 1000
#define REGIONS 64
#define SOLIDS 64

static void addSolids(gfFluid *fluid, gfSolidId *solids)
{
    for (int i = 0; i < SOLIDS; i++) {
        solids[i] = Flow_AddDisc(fluid, ((float)(i % 8) + 0.5f) / 8.0f, ((float)(i / 8) + 0.5f) / 8.0f, 0.03f);
    }
}

static void fillLists(gfQuery *query, const gfQueryDef *def, const gfSolidId *solids, int frame)
{
    static gfVec2 points[POINTS];
    static gfQueryRegion regions[REGIONS];
    static gfQueryRay rays[POINTS];
    static gfShape shapes[REGIONS];
    for (int i = 0; i < POINTS; i++) {
        float angle = 2.4f * (float)i + 0.1f * (float)frame;
        points[i] = (gfVec2){0.5f + 0.0006f * (float)i * cosf(angle), 0.5f + 0.0006f * (float)i * sinf(angle)};
    }
    for (int i = 0; i < REGIONS; i++) {
        const gfVec2 corners[3] = {{0.1f, 0.1f}, {0.3f, 0.01f * (float)i}, {0.2f, 0.4f}};
        gfVec2 at = {0.01f * (float)(i + frame), 0.5f};
        regions[i] = gfDefaultQueryRegion();
        regions[i].shape = i % 3 == 0   ? gfMakeCircle(at, 0.1f)
                           : i % 3 == 1 ? gfMakeRectangle(at, at, 0.2f)
                                        : gfMakePolygon(corners, 3);
        do {
            regions[i].quantity = (gfQuantity)(1u << (i + frame) % 6);
            frame++;
        } while ((regions[i].quantity & def->quantities & ~(uint32_t)GF_QUANTITY_SURFACE) == 0);
        shapes[i] = regions[i].shape;
    }
    for (int i = 0; i < POINTS; i++) {
        rays[i] = (gfQueryRay){points[i], points[POINTS - 1 - i]};
    }
    assert_true(gfQuery_SetRays(query, rays, def->maxRays) && gfQuery_SetShapes(query, shapes, def->maxShapes));
    assert_true(gfQuery_SetPoints(query, points, POINTS));
    assert_true(gfQuery_SetRegions(query, regions, REGIONS));
    assert_true(def->maxSolids == 0 || gfQuery_SetSolids(query, solids, SOLIDS));
}

TEST(testNothingIsMadeOrWaitedFor)
{
    gfDevice *device = makeSpiedDevice(fixture);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfFluid *fluid = Solver_Make(device, solver, 32);
        gfSolidId solids[SOLIDS];
        addSolids(fluid, solids);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
        source.acceleration.x = source.dye[3] = 1.0f;
        source.mass = solver == GF_SOLVER_PARTICLES ? 0.0f : 1.0f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        const bool particles = solverRows[solver].particles;
        gfQueryDef def = gfDefaultQueryDef();
        def.quantities = solverRows[solver].quantities;
        def.maxPoints = POINTS;
        def.maxRegions = REGIONS;
        def.maxSolids = solverRows[solver].loads ? SOLIDS : 0;
        def.maxRays = solver != GF_SOLVER_GRID ? POINTS : 0;
        def.maxShapes = particles ? GF_QUERY_SHAPES_MAX : 0;
        def.contactReach = particles ? 0.75f : 0.0f;
        def.sides = solver == GF_SOLVER_GRID;
        assert_true(gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid));
        gfQuery *query = Flow_MakeQuery(fluid, &def);
        uint64_t newest = 0;
        Making_Finish(device);
        making = (Making){0};
        for (int frame = 0; frame < 12; frame++) {
            gfQueryAnswer answer;
            fillLists(query, &def, solids, frame);
            assert_true(gfFluid_StepOnce(fluid)); // which may wait: the Gaussian one for its mass
            uint64_t waited = gfDevice_GetWaits(device);
            waits = 0;
            assert_int_not_equal(gfQuery_Request(query), GF_REQUEST_FAILED);
            gfPollStatus status = gfQuery_Poll(query, &answer);
            assert_int_not_equal(status, GF_POLL_FAILED);
            assert_int_equal(waits, 0);
            assert_true(gfDevice_GetWaits(device) == waited);
            if (status == GF_POLL_READY) {
                assert_true(answer.number > newest && answer.pointCount == POINTS && answer.regionCount == REGIONS);
                assert_true(answer.rayCount == def.maxRays && answer.shapeCount == def.maxShapes);
                assert_int_equal(answer.sides != NULL, def.sides);
                newest = answer.number;
            }
        }
        fail_if(making.objects != 0, "solver %d: %d GL objects made", solver, making.objects);
        assert_int_equal(making.blocks, 0);
        gfQueryAnswer last;
        assert_int_not_equal(gfQuery_WaitBlocking(query, &last), GF_POLL_FAILED);
        gfDestroyFluid(fluid); // and the query with it
    }
    GlSpy_EndDevice(fixture, device);
}

// Answers come so many requests later, each time, whether the GPU was done sooner or later, and the ring is never full.
TEST(testDelayIsKept)
{
    for (int delay = 1; delay < GF_QUERY_RING; delay++) {
        gfFluid *fluid = Flow_MakeOf(*state, Flow_Def(32, 32, 0));
        gfQueryDef def = gfDefaultQueryDef();
        def.delay = delay;
        gfQuery *query = gfCreateQuery(fluid, &def);
        assert_true(gfQuery_SetPoints(query, &(gfVec2){0.5f, 0.5f}, 1));
        for (int frame = 1; frame <= 9; frame++) {
            gfQueryAnswer answer = {0};
            Flow_Steps(fluid, 1);
            assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
            if (frame % 3 != 0) { // others find two of them come
                assert_int_equal(gfQuery_Poll(query, &answer), frame > delay ? GF_POLL_READY : GF_POLL_PENDING);
                assert_int_equal(answer.number, frame > delay ? frame - delay : 0);
                assert_int_equal(answer.stepCount, answer.number);
                assert_int_equal(gfQuery_Poll(query, &answer), GF_POLL_PENDING);
            }
        }
        gfQueryAnswer last;
        assert_int_equal(gfQuery_WaitBlocking(query, &last), GF_POLL_READY);
        assert_int_equal(last.number, 9);
        def.delay = GF_QUERY_RING;
        EXPECT_REFUSED(gfCreateQuery(fluid, &def) != NULL, OUT_OF_RANGE, "delay");
    }
}

// Four are under way, and the fifth is told so. Then they come together: the newest, with the impulse of all.
TEST(testFullRingLosesNothing)
{
    gfDevice *device = makeSpiedDevice(fixture);
    gfFluidDef fluidDef = Flow_Def(32, 32, 4);
    fluidDef.grid.acceleration = (gfVec2){0.0f, -1.0f};
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    gfSolidId id = Flow_AddSolid(fluid, gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f));
    gfQueryDef def = gfDefaultQueryDef();
    def.maxSolids = 1;
    gfQuery *query = gfCreateQuery(fluid, &def);
    assert_true(query != NULL && gfQuery_SetSolids(query, &id, 1));
    gfQueryAnswer answer;
    assert_int_equal(gfQuery_Poll(query, &answer), GF_POLL_PENDING); // nothing was asked
    behind = true;
    waits = 0;
    double impulse = 0.0;
    for (int i = 0; i < 10; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        assert_int_equal(gfQuery_Request(query), i < GF_QUERY_RING ? GF_REQUEST_DONE : GF_REQUEST_FULL);
        assert_int_equal(gfQuery_Poll(query, &answer), GF_POLL_PENDING);
    }
    assert_int_equal(waits, 0);
    behind = false;
    ((Fixture *)*state)->gl.Finish(); // some drivers work on a thread of their own, and polls are faster
    gfPollStatus status = GF_POLL_PENDING;
    for (int i = 0; i < 1000 && (status == GF_POLL_PENDING || answer.number < GF_QUERY_RING); i++) {
        status = gfQuery_Poll(query, &answer);
        assert_int_not_equal(status, GF_POLL_FAILED);
        impulse += status == GF_POLL_READY ? (double)answer.solids[0].impulse.y : 0.0;
    }
    assert_int_equal(answer.number, GF_QUERY_RING);
    assert_int_equal(answer.stepCount, GF_QUERY_RING);
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    uint64_t before = gfDevice_GetWaits(device);
    behind = true;
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
    assert_true(gfDevice_GetWaits(device) == before + 1);
    Flow_ExpectNear("time of the rest", answer.elapsed_s, 6.0 * (double)fluidDef.fixedStep, 1e-6);
    impulse += (double)answer.solids[0].impulse.y;
    double weight = 1000.0 * PI * 0.04;
    Flow_ExpectNear("impulse", impulse / (weight * 10.0 * (double)fluidDef.fixedStep), 1.0, 0.1);
    GlSpy_EndDevice(fixture, device);
}

// Of a frame: what the one region tells.
static gfRegionAnswer tell(gfFluid *fluid, gfQuery *query, float amount)
{
    gfFieldInfo info;
    assert_true(gfFluid_GetFieldInfo(fluid, GF_FIELD_DYE, &info));
    size_t count = (size_t)info.width * (size_t)info.height;
    float *dye = Fixture_Alloc(4 * count * sizeof *dye);
    for (size_t i = 0; i < count; i++) {
        dye[4 * i + 3] = amount;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * count));
    return Flow_Ask(query).regions[0];
}

TEST(testThresholdsTellOnce)
{
    static const struct {
        float amount;
        bool above, rose, fell;
    } rows[] = {{0.2f, false, false, false}, {0.9f, false, false, false}, {1.0f, true, true, false},
                {2.0f, true, false, false},  {0.8f, true, false, false},  {0.6f, false, false, true},
                {0.8f, false, false, false}, {1.5f, true, true, false},   {0.0f, false, false, true}};
    gfFluid *fluid = Fixture_MakeFluid(fixture, 24, 24);
    gfFluidDef tuned = gfFluid_GetDef(fluid);
    tuned.grid.dyePrecision = GF_PRECISION_32F; // an amount is no half float
    assert_true(gfFluid_SetDef(fluid, &tuned));
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_DYE;
    gfQuery *query = Flow_MakeQuery(fluid, &def);
    gfQueryRegion region = gfDefaultQueryRegion();
    region.quantity = GF_QUANTITY_DYE;
    region.watched = true;
    region.threshold = 1.0f;
    region.hysteresis = 0.25f;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        region.shape = gfMakeCircle((gfVec2){0.3f + 0.05f * (float)i, 0.5f}, 0.1f);
        assert_true(gfQuery_SetRegions(query, &region, 1));
        gfRegionAnswer a = tell(fluid, query, rows[i].amount);
        Flow_ExpectNear("mean", (double)a.mean[3], (double)rows[i].amount, 1e-5);
        fail_if(a.above != rows[i].above || a.rose != rows[i].rose || a.fell != rows[i].fell,
                "row %d: above %d, rose %d, fell %d", (int)i, a.above, a.rose, a.fell);
    }
    // Two answers at once tell of both crossings.
    gfQueryAnswer answer;
    assert_true(tell(fluid, query, 2.0f).rose);
    gfDestroyQuery(query);
    query = gfCreateQuery(fluid, &def);
    assert_true(gfQuery_SetRegions(query, &region, 1));
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    assert_true(gfFluid_Reset(fluid));
    answer = Flow_Ask(query);
    assert_true(answer.number == 2 && answer.regions[0].rose && answer.regions[0].fell && !answer.regions[0].above);
}

// A game that is saved, goes on and is loaded is told what it was not told, and nothing twice.
TEST(testStandingIsSaved)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 24, 24);
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_DYE;
    def.maxRegions = 3;
    gfQuery *query = gfCreateQuery(fluid, &def);
    gfQueryRegion regions[3];
    gfQueryAnswer answer;
    bool standing[3] = {true, true, true};
    for (int i = 0; i < 3; i++) { // the first is above from 1 on, the second from 3, the third is not watched
        regions[i] = gfDefaultQueryRegion();
        regions[i].shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
        regions[i].quantity = GF_QUANTITY_DYE;
        regions[i].watched = i < 2;
        regions[i].threshold = i == 0 ? 1.0f : 3.0f;
    }
    assert_true(gfQuery_SetRegions(query, regions, 3));
    assert_true(gfQuery_GetStanding(query, standing, 3) && !standing[0] && !standing[1] && !standing[2]);
    assert_true(tell(fluid, query, 2.0f).rose);
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    assert_true(gfFluid_Reset(fluid)); // a crossing under way is not told yet
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
    assert_true(gfQuery_GetStanding(query, standing, 3) && standing[0] && !standing[1] && !standing[2]);
    size_t size;
    void *saved = Fixture_Save(fluid, &size); // no dye
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
    assert_true(answer.regions[0].fell);
    tell(fluid, query, 4.0f);
    assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE); // of the fluid before: its answer does not come after
    assert_true(gfFluid_Load(fluid, saved, size, NULL) && gfQuery_SetStanding(query, standing, 3));
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_PENDING);
    answer = Flow_Ask(query);
    assert_true(answer.regions[0].fell && !answer.regions[0].above && !answer.regions[1].fell); // told again
    // In a new query; and what came but was not polled for is told again, too.
    gfDestroyQuery(query);
    query = gfCreateQuery(fluid, &def);
    assert_true(gfQuery_SetRegions(query, regions, 3) && gfQuery_SetStanding(query, standing, 1));
    standing[0] = false;
    assert_true(gfQuery_GetStanding(query, standing, 1) && standing[0]);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        fixture->gl.Finish(); // the second one takes the first
    }
    assert_true(gfQuery_SetStanding(query, NULL, 0));
    assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
    assert_true(!answer.regions[0].fell && !answer.regions[0].above);
}

// A fluid that is resized while answers are under way: they come as they were asked.
TEST(testResizeInFlight)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfQueryDef def = gfDefaultQueryDef();
    gfQuery *query = gfCreateQuery(fluid, &def);
    const gfVec2 points[2] = {{0.5f, 0.5f}, {1.4f, 0.5f}};
    gfQueryRegion region = gfDefaultQueryRegion();
    region.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.25f);
    assert_true(gfQuery_SetPoints(query, points, 2) && gfQuery_SetRegions(query, &region, 1));
    gfQueryAnswer answer;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        assert_true(gfFluid_Resize(fluid, 48 - 16 * i, 64, 1.0f / 32.0f, (gfVec2){0.0f, -0.5f}));
        assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_READY);
        assert_true(answer.points[1].outside == (i == 0) && !answer.points[0].outside);
        Flow_ExpectNear("area", (double)answer.regions[0].area, PI * 0.0625, 0.002);
    }
}

// What was asked before a snapshot is loaded is no answer about the fluid after it: neither what is under way nor what
// came and was not handed out.
TEST(testLoadDropsAnswers)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfQueryDef def = gfDefaultQueryDef();
    gfQuery *query = gfCreateQuery(fluid, &def);
    gfQueryRegion region = gfDefaultQueryRegion();
    region.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.25f);
    region.threshold = 0.1f;
    region.hysteresis = 0.05f;
    assert_true(gfQuery_SetRegions(query, &region, 1) && gfFluid_StepOnce(fluid));
    size_t size;
    void *data = Fixture_Save(fluid, &size);
    gfQueryAnswer answer;
    for (int submits = 1; submits <= 3; submits++) {
        gfSourceDef jet = Flow_DiscSource(0.5f, 0.5f, 0.3f);
        jet.velocity = (gfVec2){5.0f, 0.0f};
        assert_true(gfFluid_Splat(fluid, &jet) && gfFluid_StepOnce(fluid));
        for (int i = 0; i < submits; i++) { // the next one collects those that came
            assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
            fixture->gl.Finish();
        }
        assert_true(gfFluid_Load(fluid, data, size, NULL));
        assert_int_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_PENDING);
        answer = Flow_Ask(query);
        assert_int_equal(answer.stepCount, 1);
        assert_false(answer.regions[0].above || answer.regions[0].rose || answer.regions[0].fell);
    }
}
