// Bad arguments of all that looks at a fluid or moves in it: drawings, surfaces, tracers, optical flow and rigid
// bodies. What is refused changes nothing, and what fails leaves nothing behind. Numbers of definitions:
// test_bad_ranges.c.
#include "support/bad_input.h"
#include "support/canvas.h"
#include "support/failing.h"
#include "support/flow.h"

#include <limits.h>

#define CELLS 16

static gfFluid *makeCells(gfDevice *device, int cells)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = cells;
    return gfCreateFluid(device, &def);
}

// Views through which nothing could be seen.
TEST(testFlatViews)
{
    static const gfTransform2D flat[] = {{{1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f}},
                                         {{0.0f, 0.0f, 0.0f, 0.0f, 0.5f, 0.0f}},
                                         {{1.0f, 2.0f, 2.0f, 4.0f, 0.0f, 0.0f}}};
    gfDrawDef look = gfDefaultDrawDef();
    for (size_t i = 0; i < ROWS(flat); i++) {
        look.view = flat[i];
        REFUSED(gfFluid_Draw(stage.fluid, &look), OUT_OF_RANGE, "determinant 0");
        REFUSED(gfFluid_DrawToTexture(stage.fluid, &look, 8, 8) != 0, OUT_OF_RANGE, "determinant 0");
    }
}

// Directions that are none.
TEST(testNoDirections)
{
    gfDrawDef bad = gfDefaultDrawDef();
    bad.shadow.direction = (gfVec2){0.0f, 0.0f};
    REFUSED(gfFluid_Draw(stage.fluid, &bad), OUT_OF_RANGE, "shadow.direction");
    bad = gfDefaultDrawDef();
    bad.liquid.light[0] = bad.liquid.light[1] = bad.liquid.light[2] = 0.0f;
    REFUSED(gfFluid_Draw(stage.fluid, &bad), OUT_OF_RANGE, "liquid.light");
    REFUSED(gfFluid_Draw(NULL, &bad), NULL_ARGUMENT, "fluid");
}

TEST(testPixels)
{
    gfVec2 (*const calls[])(const gfFluid *, const gfDrawDef *, int32_t, int32_t, gfVec2) = {gfFluid_PixelToWorld,
                                                                                             gfFluid_WorldToPixel};
    const gfVec2 place = {0.3f, 0.4f};
    for (int i = 0; i < 2; i++) {
        gfDrawDef look = gfDefaultDrawDef();
        REFUSED(calls[i](NULL, &look, 8, 8, place).x != 0.0f, NULL_ARGUMENT, "fluid");
        REFUSED(calls[i](stage.fluid, NULL, 8, 8, place).x != 0.0f, NULL_ARGUMENT, "look");
        REFUSED(calls[i](stage.fluid, &look, 0, 8, place).x != 0.0f, OUT_OF_RANGE, "0 x 8");
        REFUSED(calls[i](stage.fluid, &look, 8, INT_MIN, place).y != 0.0f, OUT_OF_RANGE, "size");
        REFUSED(calls[i](stage.fluid, &look, 8, 8, (gfVec2){NAN, 0.0f}).x != 0.0f, OUT_OF_RANGE, "nan");
        REFUSED(calls[i](stage.fluid, &look, 8, 8, (gfVec2){0.0f, INFINITY}).x != 0.0f, OUT_OF_RANGE, "inf");
        look.view.m[0] = 1.0f;
        REFUSED(calls[i](stage.fluid, &look, 8, 8, place).x != 0.0f, OUT_OF_RANGE, "determinant 0");
        look.view.m[0] = NAN;
        REFUSED(calls[i](stage.fluid, &look, 8, 8, place).x != 0.0f, OUT_OF_RANGE, "view.m[0]");
        look.cookie = 0;
        REFUSED(calls[i](stage.fluid, &look, 8, 8, place).x != 0.0f, COOKIE, "gfDefaultDrawDef");
    }
}

TEST(testDrawToTexture)
{
    static const int32_t badSizes[] = {0, -1, INT_MIN, INT_MAX, 1 << 20};
    gfDrawDef good = gfDefaultDrawDef(), bad = good;
    for (size_t i = 0; i < ROWS(badSizes); i++) {
        REFUSED(gfFluid_DrawToTexture(stage.fluid, &good, badSizes[i], 8) != 0, OUT_OF_RANGE, "texels");
        REFUSED(gfFluid_DrawToTexture(stage.fluid, &good, 8, badSizes[i]) != 0, OUT_OF_RANGE, "texels");
    }
    bad.refraction.enabled = true;
    REFUSED(gfFluid_DrawToTexture(stage.fluid, &bad, 8, 8) != 0, OUT_OF_RANGE, "refraction.background");
    REFUSED(gfFluid_DrawToTexture(NULL, &good, 8, 8) != 0, NULL_ARGUMENT, "fluid");
}

TEST(testSurfaceOfNothing)
{
    const gfSurfaceDef good = gfDefaultSurfaceDef();
    gfSurfaceTextures t;
    REFUSED(gfFluid_DrawSurface(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_GetSurfaceTextures(NULL, &good.source, &t), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_GetSurfaceTextures(stage.fluid, NULL, &t), NULL_ARGUMENT, "source");
    REFUSED(gfFluid_GetSurfaceTextures(stage.fluid, &good.source, NULL), NULL_ARGUMENT, "textures");
}

#define EXPECT_BAD(change, text)                                             \
    do {                                                                     \
        gfSurfaceDef d = good;                                               \
        d.change;                                                            \
        REFUSED(gfFluid_DrawSurface(stage.fluid, &d), OUT_OF_RANGE, (text)); \
    } while (0)

TEST(testCameras)
{
    gfSurfaceDef good = gfDefaultSurfaceDef();
    good.source.of = GF_HEIGHT_PRESSURE;
    EXPECT_BAD(view[0] = 2.0f, "rotation");
    EXPECT_BAD(view[5] = 0.0f, "rotation");
    EXPECT_BAD(view[3] = 0.5f, "last row");
    EXPECT_BAD(view[15] = 2.0f, "last row");
    EXPECT_BAD(projection[5] = 0.0f, "projection[0]");
    EXPECT_BAD(projection[11] = 0.0f, "projection[11]");
    EXPECT_BAD(ground.high = -1.0f, "ground.high");
    memset(good.sky.light, 0, sizeof good.sky.light);
    EXPECT_BAD(cookie = good.cookie, "sky.light");
}

TEST(testBadTracers)
{
    gfTracersDef def = gfDefaultTracersDef();
    gfDrawDef draw = gfDefaultDrawDef();
    draw.tracers.palette.count = 1;
    REFUSED(gfFluid_Draw(stage.fluid, &draw), OUT_OF_RANGE, "palette");
    draw.tracers.palette.count = 0;
    REFUSED(gfCreateTracers(NULL, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfTracers_Step(NULL, 0.1f), NULL_ARGUMENT, "tracers");
    float positions[22];
    REFUSED(gfTracers_ReadBlocking(NULL, positions, 20), NULL_ARGUMENT, "tracers");
    gfDestroyTracers(NULL);
    gfTracers *tracers = Fixture_MakeTracers(stage.fluid, 10, 1.0f);
    gfFluid *other = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    BadInput_Watch();
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < ROWS(times); i++) {
        REFUSED(gfTracers_Step(tracers, times[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfTracers_ReadBlocking(tracers, NULL, 20), NULL_ARGUMENT, "positions");
    REFUSED(gfTracers_ReadBlocking(tracers, positions, 19), OUT_OF_RANGE, "count");
    REFUSED(gfTracers_ReadBlocking(tracers, positions, 21), OUT_OF_RANGE, "count");
    draw.tracers.set = tracers;
    REFUSED(gfFluid_Draw(other, &draw), OUT_OF_RANGE, "tracers");
    REFUSED(gfFluid_DrawToTexture(other, &draw, 8, 8) != 0, OUT_OF_RANGE, "tracers");
    assert_true(gfTracers_ReadBlocking(tracers, positions, 20));
}

// Several sets, freed in any order or with their fluid.
TEST(testSetsComeAndGo)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 32, 32);
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    gfTracers *sets[4];
    for (int i = 0; i < 4; i++) {
        sets[i] = Fixture_MakeTracers(fluid, 1 + 1000 * i, 1.0f);
    }
    gfDestroyTracers(sets[1]);
    gfDestroyTracers(sets[3]);
    gfDestroyTracers(sets[0]);
    assert_true(gfTracers_Step(sets[2], 1.0f / 60.0f));
    gfDestroyTracers(sets[2]);
    Poor_ExpectMemory(fixture->device, &before);
    Fixture_MakeTracers(fluid, 100, 1.0f); // goes with the fluid
}

static bool attemptTracers(Failing *f)
{
    gfTracersDef def = gfDefaultTracersDef();
    gfTracers *tracers = gfCreateTracers(f->fluid, &def);
    gfDestroyTracers(tracers);
    return tracers != NULL;
}

TEST(testFailedTracersLeaveNothing)
{
    const FailingCase c = {.make = makeCells, .attempt = attemptTracers, .which = 32, .rounds = {2, 2, 2, 2}};
    Failing_EachInTurn(*state, &c);
}

static gfOpticalFlow *makeFlow(gfDevice *device)
{
    gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    def.width = def.height = CELLS;
    return gfCreateOpticalFlow(device, &def);
}

TEST(testBadFlows)
{
    const gfStirDef def = gfDefaultStirDef();
    const gfOpticalFlowDef flowDef = gfDefaultOpticalFlowDef();
    REFUSED(gfCreateOpticalFlow(NULL, &flowDef), NULL_ARGUMENT, "device");
    gfDestroyOpticalFlow(NULL);
    float values[4 * CELLS * CELLS];
    gfOpticalFlow *flow = MADE(makeFlow(fixture->device));
    BadInput_Watch();
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY};
    for (size_t i = 0; i < ROWS(times); i++) {
        REFUSED(gfOpticalFlow_Stir(flow, stage.fluid, &def, times[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfOpticalFlow_Stir(NULL, stage.fluid, &def, 0.1f), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Stir(flow, NULL, &def, 0.1f), NULL_ARGUMENT, "fluid");
    REFUSED(gfOpticalFlow_Add(NULL, 1), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Add(flow, 0), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Compare(NULL, 1, 1), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_Compare(flow, 0, 1), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Compare(flow, 1, 0), OUT_OF_RANGE, "texture");
    REFUSED(gfOpticalFlow_Restart(NULL), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_GetTexture(NULL) != 0, NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_ReadBlocking(NULL, values, 4 * CELLS * CELLS), NULL_ARGUMENT, "flow");
    REFUSED(gfOpticalFlow_ReadBlocking(flow, NULL, 4 * CELLS * CELLS), NULL_ARGUMENT, "values");
    REFUSED(gfOpticalFlow_ReadBlocking(flow, values, 4), OUT_OF_RANGE, "count");
    gfDevice *device = Fixture_MakeDevice(fixture);
    REFUSED(gfOpticalFlow_Stir(makeFlow(device), stage.fluid, &def, 0.1f), OUT_OF_RANGE, "another device");
    gfDestroyDevice(device); // and its flow
    assert_true(gfOpticalFlow_GetTexture(flow) != 0);
}

static bool attemptFlow(Failing *f)
{
    gfOpticalFlow *flow = makeFlow(f->device);
    gfStirDef def = gfDefaultStirDef();
    uint32_t picture = flow != NULL ? gfOpticalFlow_GetTexture(flow) : 0; // as good as any
    bool done =
        flow != NULL && gfOpticalFlow_Compare(flow, picture, picture) && gfOpticalFlow_Stir(flow, f->fluid, &def, 0.1f);
    gfDestroyOpticalFlow(flow);
    return done;
}

TEST(testFailedFlowsLeaveNothing)
{
    const FailingCase c = {.make = makeCells, .attempt = attemptFlow, .which = 16, .rounds = {2, 2, 2, 2}, .stride = 7};
    Failing_EachInTurn(*state, &c);
}

static gfRigidBodyDef getBall(void)
{
    return Flow_BodyDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f));
}

// A polygon that is not convex has no inertia that the library could tell.
TEST(testBadPolygons)
{
    const gfVec2 hollow[4] = {{0.3f, 0.3f}, {0.7f, 0.3f}, {0.5f, 0.4f}, {0.5f, 0.7f}};
    const gfVec2 star[5] = {{0.5f, 0.9f}, {0.3f, 0.2f}, {0.9f, 0.6f}, {0.1f, 0.6f}, {0.7f, 0.2f}};
    const gfVec2 line[3] = {{0.1f, 0.1f}, {0.2f, 0.2f}, {0.3f, 0.3f}};
    const gfVec2 spike[5] = {{0.3f, 0.3f}, {0.7f, 0.3f}, {0.9f, 0.3f}, {0.7f, 0.3f}, {0.5f, 0.7f}};
    const struct {
        gfShape shape;
        const char *says;
    } bad[] = {{gfMakePolygon(hollow, 4), "corner 2 of a rigid body's polygon, (0.5, 0.4) m, bends inwards"},
               {gfMakePolygon(star, 5), "goes round 2 times"},
               {gfMakePolygon(line, 3), "3 corners lie in a line"},
               {gfMakePolygon(spike, 5), "bends inwards; a convex polygon is expected"},
               {gfMakePolygon((gfVec2[]){line[0], line[0], line[1], line[0]}, 4), "2 corners; at least 3"}};
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    for (int i = 0; i < (int)(sizeof bad / sizeof *bad); i++) {
        def.shape = bad[i].shape;
        REFUSED_ID(gfFluid_AddRigidBody(stage.fluid, &def), OUT_OF_RANGE, bad[i].says);
    }
}

TEST(testBadBodies)
{
    gfFluid *fluid = stage.fluid, *other = Fixture_MakeFluid(fixture, 16, 16);
    gfRigidBodyDef def = getBall();
    gfRigidBodyState s;
    const gfVec2 zero = {0.0f, 0.0f};
    gfRigidBodyId id = GIVEN(gfFluid_AddRigidBody(fluid, &def));
    BadInput_Watch();
    REFUSED(gfFluid_GetRigidBody(fluid, (gfRigidBodyId){0}, &s), BAD_HANDLE, "none");
    REFUSED(gfFluid_GetRigidBody(other, id, &s), BAD_HANDLE, "another fluid");
    REFUSED(gfFluid_GetRigidBody(fluid, id, NULL), NULL_ARGUMENT, "state");
    REFUSED(gfFluid_SetRigidBody(NULL, id, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_DriveRigidBody(fluid, id, (gfVec2){NAN, 0.0f}, 0.0f, zero, 0.0f), OUT_OF_RANGE, "position.x");
    REFUSED(gfFluid_PushRigidBody(fluid, id, zero, (gfVec2){0.0f, INFINITY}), OUT_OF_RANGE, "place.y");
    def.hostDriven = true;
    assert_true(gfFluid_SetRigidBody(fluid, id, &def));
    BadInput_Watch();
    REFUSED(gfFluid_PushRigidBody(fluid, id, zero, zero), UNSUPPORTED, "drives");
    // The host may take its solid away, or all that it stands on.
    assert_true(gfFluid_GetRigidBody(fluid, id, &s) && gfFluid_RemoveSolid(fluid, s.solid));
    Flow_Steps(fluid, 6);
    assert_true(gfFluid_SetRigidBody(fluid, id, &def) && gfFluid_RemoveRigidBody(fluid, id));
    BadInput_Watch();
    REFUSED(gfFluid_RemoveRigidBody(fluid, id), BAD_HANDLE, "no longer alive");
    Flow_Steps(fluid, 6);
}

TEST(testMostBodies)
{
    gfRigidBodyDef def = getBall(); // all in one place
    for (int i = 0; i < GF_RIGID_BODY_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddRigidBody(stage.fluid, &def)));
    }
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(!GF_IS_NULL(gfFluid_AddRigidBody(stage.fluid, &def)), TOO_MANY, "rigid body");
    for (int i = 0; i < 3; i++) {
        Flow_Steps(stage.fluid, 3);
        assert_true(gfFluid_Resize(stage.fluid, 16 + 2 * i, 16, 1.0f / 16.0f, (gfVec2){0.1f * (float)i, 0.0f}));
    }
    assert_true(gfFluid_Reset(stage.fluid));
    Flow_Steps(stage.fluid, 3);
    Flow_Measure(stage.fluid);
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, Fixture_TearDown)
