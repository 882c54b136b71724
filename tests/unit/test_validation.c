// gfDeviceDef.validation: each mistake is told once a device, refused where that is asked for, and not told where not.
#include "support/canvas.h"
#include "support/contexts.h"
#include "support/flow.h"
#include "support/solvers.h"

#define CELLS 16

// A device that says what it is told to; its warnings and errors go to the fixture.
typedef struct Stage {
    Fixture *fixture;
    gfDevice *device;
    gfFluid *fluid;
    gfSolidId solid;
    Canvas canvas;
    GLuint texture; // of another context
} Stage;

static gfFluid *makeSmall(Stage *s, gfSolverKind solver)
{
    gfFluidDef def = Solver_Def(GF_SOLVER_GRID, CELLS);
    def.solver = solver; // with particles as they are by default
    gfDestroyFluid(s->fluid);
    s->fluid = MADE(gfCreateFluid(s->device, &def));
    return s->fluid;
}

// A liquid that is pulled down, m/s^2; null where that is refused.
static gfFluid *makeLiquid(Stage *s, float gravity)
{
    gfFluidDef def = Solver_Def(GF_SOLVER_GAUSSIAN, CELLS);
    def.gaussian.gravity.y = -gravity;
    gfDestroyFluid(s->fluid);
    return s->fluid = gfCreateFluid(s->device, &def);
}

static gfSourceDef sourceAt(float x, float y)
{
    gfSourceDef def = Flow_DiscSource(x, y, 0.2f);
    def.velocity.x = 1.0f;
    return def;
}

static gfSourceDef emitterAt(float x, float y)
{
    return Flow_Emitting(sourceAt(x, y));
}

static bool splatInPixels(Stage *s)
{
    const gfSourceDef def = sourceAt(320.0f, 240.0f);
    return gfFluid_Splat(makeSmall(s, GF_SOLVER_GRID), &def);
}

static bool emitterInPixels(Stage *s)
{
    const gfSourceDef def = emitterAt(0.5f, 300.0f);
    return !GF_IS_NULL(gfFluid_AddEmitter(makeSmall(s, GF_SOLVER_PARTICLES), &def));
}

static bool setEmitterInPixels(Stage *s)
{
    gfSourceDef def = emitterAt(0.5f, 0.5f);
    gfEmitterId id = Flow_AddEmitter(makeSmall(s, GF_SOLVER_SHALLOW), &def);
    def.shape.a = (gfVec2){-200.0f, 0.5f};
    return gfFluid_SetEmitter(s->fluid, id, &def);
}

static bool splatInPixels3D(Stage *s)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    def.particles.capacity = 64;
    gfFluid3D *fluid = MADE(gfCreateFluid3D(s->device, &def));
    gfSource3DDef source = gfDefaultSource3DDef();
    source.shape = gfMakeSphere((gfVec3){0.0f, 100.0f, 0.0f}, 0.1f);
    return gfFluid3D_Splat(fluid, &source);
}

static bool colorAlone(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.dye[0] = 1.0f;
    return gfFluid_Splat(makeSmall(s, GF_SOLVER_GRID), &def);
}

static bool massIntoGrid(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.mass = 1.0f;
    return gfFluid_Splat(makeSmall(s, GF_SOLVER_GRID), &def);
}

static bool heavyLiquid(Stage *s)
{
    return makeLiquid(s, 20.0f) != NULL;
}

// Gravity that a quarter of the domain can bear, and all of it can't.
static bool deepLiquid(Stage *s)
{
    assert_non_null(makeLiquid(s, 3.0f));
    assert_true(gfFluid_FillToLevel(s->fluid, NULL, 0.2f));
    return gfFluid_FillToLevel(s->fluid, NULL, 0.9f);
}

static bool longSteps(Stage *s)
{
    assert_non_null(makeLiquid(s, 2.0f));
    return Flow_SetStep(s->fluid, 1.0f / 20.0f);
}

static bool fastLiquid(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.mode = GF_SOURCE_SET;
    def.mass = 1.0f;
    def.velocity.x = -60.0f;
    return gfFluid_Splat(makeSmall(s, GF_SOLVER_GAUSSIAN), &def);
}

// Moves a solid in so many steps by a hundredth of a metre each. The last call counts.
static bool pushSolid(Stage *s, int moves, bool follows)
{
    bool went = true;
    gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){0.3f, 0.5f}, 0.1f));
    def.velocityFromMotion = follows;
    s->solid = Flow_AddSolidOf(makeSmall(s, GF_SOLVER_GRID), &def);
    for (int i = 0; i < moves; i++) {
        assert_true(went);
        assert_true(gfFluid_StepOnce(s->fluid));
        def.shape.a.x += 0.01f;
        went = gfFluid_SetSolid(s->fluid, s->solid, &def);
        assert_int_equal(went, gfFluid_SetSolid(s->fluid, s->solid, &def)); // at the same step again: one move
    }
    return went;
}

static bool stillSolid(Stage *s)
{
    return pushSolid(s, 3, false);
}

static bool drawLook(Stage *s)
{
    const gfDrawDef look = gfDefaultDrawDef();
    return gfFluid_Draw(s->fluid, &look);
}

static bool defaultLookOfWater(Stage *s)
{
    makeSmall(s, GF_SOLVER_SHALLOW);
    assert_true(drawLook(s)); // there is no water
    assert_true(gfFluid_FillToLevel(s->fluid, NULL, 0.2f));
    return drawLook(s);
}

static bool defaultLookOfDrops(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.mass = 1.0f;
    assert_true(gfFluid_Splat(makeSmall(s, GF_SOLVER_GAUSSIAN), &def));
    return drawLook(s);
}

static bool defaultLookOfWind(Stage *s)
{
    const gfSourceDef def = emitterAt(0.5f, 0.5f);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(makeSmall(s, GF_SOLVER_GRID), &def)));
    for (int i = 0; i < 30; i++) {
        assert_true(drawLook(s)); // dye may come yet
        assert_true(gfFluid_StepOnce(s->fluid));
    }
    return drawLook(s);
}

static bool deafQuery(Stage *s)
{
    gfQueryDef def = gfDefaultQueryDef();
    const gfVec2 point = {0.5f, 0.5f};
    gfQuery *query = gfCreateQuery(makeSmall(s, GF_SOLVER_GRID), &def);
    assert_true(query != NULL && gfQuery_SetPoints(query, &point, 1));
    for (int done = 0; done < 30;) {
        gfRequestStatus status = gfQuery_Request(query);
        assert_int_not_equal(status, GF_REQUEST_FAILED);
        done += status == GF_REQUEST_DONE;
        s->fixture->gl.Finish();
    }
    return gfQuery_Request(query) != GF_REQUEST_FAILED;
}

static bool deafRead(Stage *s)
{
    makeSmall(s, GF_SOLVER_GRID);
    for (int i = 0; i < GF_REQUESTS_MAX / 2; i++) {
        assert_false(GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_VELOCITY)));
    }
    return !GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_VELOCITY));
}

static bool strangeSource(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.0f);
    def.texture = s->texture;
    assert_true(gfFluid_Splat(makeSmall(s, GF_SOLVER_GRID), &def));
    return gfFluid_StepOnce(s->fluid);
}

static bool strangeSolid(Stage *s)
{
    gfSolidDef def = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.0f));
    def.texture = s->texture;
    assert_false(GF_IS_NULL(gfFluid_AddSolid(makeSmall(s, GF_SOLVER_GRID), &def)));
    return gfFluid_Step(s->fluid, 0.05f);
}

static bool strangeBackground(Stage *s)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.refraction.enabled = true;
    look.refraction.background = s->texture;
    return gfFluid_Draw(makeSmall(s, GF_SOLVER_GRID), &look);
}

static gfRigidBodyId addCrate(gfFluid *fluid, float y)
{
    gfRigidBodyDef def = Flow_BodyDef(gfMakeRectangle((gfVec2){0.5f, y}, (gfVec2){0.15f, 0.15f}, 0.0f));
    return gfFluid_AddRigidBody(fluid, &def);
}

static bool solidInPixels(Stage *s)
{
    const gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){320.0f, 240.0f}, 16.0f));
    return !GF_IS_NULL(gfFluid_AddSolid(makeSmall(s, GF_SOLVER_GRID), &def));
}

static bool bodyOutside(Stage *s)
{
    return !GF_IS_NULL(addCrate(makeSmall(s, GF_SOLVER_WATER), -2.0f));
}

static bool emitterInSolid(Stage *s)
{
    const gfSourceDef def = emitterAt(0.5f, 0.5f);
    Flow_AddSolid(makeSmall(s, GF_SOLVER_GRID), gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.3f));
    return !GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &def));
}

static bool solidOverEmitter(Stage *s)
{
    const gfSourceDef def = emitterAt(0.5f, 0.5f);
    const gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.4f}, (gfVec2){0.4f, 0.4f}, 0.0f));
    Flow_AddEmitter(makeSmall(s, GF_SOLVER_GAUSSIAN), &def);
    return !GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid));
}

static bool addMask(Stage *s)
{
    const uint8_t pixel = 255;
    const gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.1f}, (gfVec2){0.5f, 0.1f}, 0.0f);
    return !GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &(gfMask){&pixel, 1, 1, 1}, &place));
}

static bool bodyOverMask(Stage *s)
{
    makeSmall(s, GF_SOLVER_GRID);
    return addMask(s) && !GF_IS_NULL(addCrate(s->fluid, 0.5f));
}

static bool maskBelowBody(Stage *s)
{
    return !GF_IS_NULL(addCrate(makeSmall(s, GF_SOLVER_WATER), 0.5f)) && addMask(s);
}

static bool fillBeside(Stage *s)
{
    const gfShape away = gfMakeRectangle((gfVec2){2.0f, 0.5f}, (gfVec2){0.5f, 0.5f}, 0.0f);
    return gfFluid_FillToLevel(makeLiquid(s, 1.0f), &away, 0.5f);
}

static bool fillBelow(Stage *s)
{
    return gfFluid_FillToLevel(makeLiquid(s, 1.0f), NULL, -0.1f);
}

static bool fillBelowGround(Stage *s)
{
    return gfFluid_FillToLevel(makeSmall(s, GF_SOLVER_SHALLOW), NULL, 0.0f);
}

static bool weightlessPool(Stage *s)
{
    assert_true(gfFluid_FillToLevel(makeLiquid(s, 0.0f), NULL, 0.5f));
    return gfFluid_StepOnce(s->fluid);
}

static bool writeHeight(Stage *s, float height)
{
    float heights[CELLS * CELLS] = {0.0f};
    heights[CELLS] = heights[CELLS + 5] = height;
    return gfFluid_WriteField(makeSmall(s, GF_SOLVER_SHALLOW), GF_FIELD_GROUND, heights, CELLS * CELLS);
}

static bool noDataOfRasters(Stage *s)
{
    return writeHeight(s, -9999.0f);
}

static bool noDataOfShorts(Stage *s)
{
    return writeHeight(s, -32768.0f);
}

static bool scrollLiquid(Stage *s)
{
    return gfFluid_FillToLevel(makeLiquid(s, 1.0f), NULL, 0.5f) && gfFluid_Scroll(s->fluid, 1, 0);
}

static bool followWithLiquid(Stage *s)
{
    return gfFluid_FillToLevel(makeLiquid(s, 1.0f), NULL, 0.5f) &&
           gfFluid_Follow(s->fluid, (gfVec2){0.9f, 0.5f}, 0.1f, NULL);
}

static bool drawThrough(Stage *s, gfTransform2D view)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.view = view;
    return gfFluid_Draw(s->fluid, &look);
}

static bool flatView(Stage *s)
{
    makeSmall(s, GF_SOLVER_GRID);
    return drawThrough(s, gfMakeView((gfVec2){0.5f, 0.5f}, 1.0f, 0.0f));
}

static bool fitIntoNothing(Stage *s)
{
    makeSmall(s, GF_SOLVER_GRID);
    return drawThrough(s, gfFluid_GetFitView(s->fluid, 0.0f));
}

static bool viewInPixels(Stage *s)
{
    const gfTransform2D view = gfMakeView((gfVec2){320.0f, 240.0f}, 600.0f, 1.0f);
    makeSmall(s, GF_SOLVER_GRID);
    for (int i = 1; i < 30; i++) {
        assert_true(drawThrough(s, view));
    }
    return drawThrough(s, view);
}

// Fire of so many kelvins, that are held, or added for each step.
static bool burn(Stage *s, gfSourceMode mode, float heat)
{
    gfSourceDef def = mode == GF_SOURCE_ADD ? emitterAt(0.5f, 0.5f) : sourceAt(0.5f, 0.5f);
    gfDrawDef look = gfDefaultDrawDef();
    def.mode = mode;
    def.temperature = heat;
    look.style = GF_DRAW_FIRE;
    Flow_AddEmitter(makeSmall(s, GF_SOLVER_GRID), &def);
    for (int i = 0; i < 30; i++) {
        assert_true(gfFluid_Draw(s->fluid, &look) && gfFluid_StepOnce(s->fluid));
    }
    return gfFluid_Draw(s->fluid, &look);
}

static bool coldFire(Stage *s)
{
    return burn(s, GF_SOURCE_SET, 60.0f);
}

static bool slowFire(Stage *s)
{
    return burn(s, GF_SOURCE_ADD, 60.0f);
}

typedef struct Mistake {
    const char *name;
    bool (*make)(Stage *s);
    gfErrorCode code;
    const char *says;
    bool again;   // of the kind of the one above
    bool strange; // an unknown texture is drawn with, which the GL has something to say about
} Mistake;

static const Mistake mistakes[] = {
    {"a splat in pixels", splatInPixels, GF_ERROR_OUT_OF_RANGE, "1 x 1 m", false, false},
    {"an emitter in pixels", emitterInPixels, GF_ERROR_OUT_OF_RANGE, "metres; gfFluid_PixelToWorld", true, false},
    {"an emitter set in pixels", setEmitterInPixels, GF_ERROR_OUT_OF_RANGE, "gfFluid_SetEmitter", true, false},
    {"a splat in pixels, 3D", splatInPixels3D, GF_ERROR_OUT_OF_RANGE, "outside the container", true, false},
    {"colour alone", colorAlone, GF_ERROR_OUT_OF_RANGE, "dye[3]", false, false},
    {"mass into a grid", massIntoGrid, GF_ERROR_UNSUPPORTED, "GF_SOLVER_GAUSSIAN", false, false},
    {"gravity", heavyLiquid, GF_ERROR_OUT_OF_RANGE, "s would do", false, false},
    {"depth", deepLiquid, GF_ERROR_OUT_OF_RANGE, "gfSuggestLiquid", true, false},
    {"a longer step", longSteps, GF_ERROR_OUT_OF_RANGE, "gfFluid_SetDef", true, false},
    {"speed", fastLiquid, GF_ERROR_OUT_OF_RANGE, "45 m/s is the most", false, false},
    {"a solid that pushes nothing", stillSolid, GF_ERROR_OUT_OF_RANGE, "velocityFromMotion", false, false},
    {"the default look of water", defaultLookOfWater, GF_ERROR_UNSUPPORTED, "gfDefaultDrawDefFor", false, false},
    {"the default look of drops", defaultLookOfDrops, GF_ERROR_UNSUPPORTED, "no dye", true, false},
    {"the default look of wind", defaultLookOfWind, GF_ERROR_UNSUPPORTED, "dye[3]", true, false},
    {"a query not polled", deafQuery, GF_ERROR_CALL_ORDER, "gfQuery_Poll", false, false},
    {"a copy not polled", deafRead, GF_ERROR_CALL_ORDER, "gfFluid_PollField", true, false},
    {"a solid in pixels", solidInPixels, GF_ERROR_OUT_OF_RANGE, "(320, 240) m is outside", false, false},
    {"a body outside", bodyOutside, GF_ERROR_OUT_OF_RANGE, "gfFluid_AddRigidBody", true, false},
    {"an emitter in a solid", emitterInSolid, GF_ERROR_OUT_OF_RANGE, "(0.5, 0.5) m lies wholly inside", false, false},
    {"a solid over an emitter", solidOverEmitter, GF_ERROR_OUT_OF_RANGE, "gfFluid_AddSolid", true, false},
    {"a body over a mask", bodyOverMask, GF_ERROR_UNSUPPORTED, "pass through masks", false, false},
    {"a mask below a body", maskBelowBody, GF_ERROR_UNSUPPORTED, "gfFluid_AddSolidMask", true, false},
    {"filling beside", fillBeside, GF_ERROR_OUT_OF_RANGE, "the shape is outside", false, false},
    {"filling below", fillBelow, GF_ERROR_OUT_OF_RANGE, "the level is -0.1 m", true, false},
    {"filling below ground", fillBelowGround, GF_ERROR_OUT_OF_RANGE, "lowest cells are at 0 m", true, false},
    {"a pool without gravity", weightlessPool, GF_ERROR_OUT_OF_RANGE, "gaussian.gravity", false, false},
    {"no data of rasters", noDataOfRasters, GF_ERROR_OUT_OF_RANGE, "2 of 256 heights are as -9999 m, value 16", false,
     false},
    {"no data of shorts", noDataOfShorts, GF_ERROR_OUT_OF_RANGE, "-32768", true, false},
    {"a liquid that scrolls", scrollLiquid, GF_ERROR_UNSUPPORTED, "is dropped", false, false},
    {"a liquid that follows", followWithLiquid, GF_ERROR_UNSUPPORTED, "gfFluid_Follow", true, false},
    {"a flat view", flatView, GF_ERROR_OUT_OF_RANGE, "aspect of 0", false, false},
    {"a fit into nothing", fitIntoNothing, GF_ERROR_OUT_OF_RANGE, "gfFluid_GetFitView", true, false},
    {"a view in pixels", viewInPixels, GF_ERROR_OUT_OF_RANGE, "30 drawings showed nothing", false, false},
    {"cold fire", coldFire, GF_ERROR_OUT_OF_RANGE, "60 K at most", false, false},
    {"fire that warms slowly", slowFire, GF_ERROR_OUT_OF_RANGE, "set range", true, false},
    {"a source's texture", strangeSource, GF_ERROR_WRONG_CONTEXT, "a source's texture", false, true},
    {"a solid's texture", strangeSolid, GF_ERROR_WRONG_CONTEXT, "a solid's texture", true, true},
    {"a background", strangeBackground, GF_ERROR_WRONG_CONTEXT, "refraction.background", true, true},
};
#define MISTAKES (sizeof mistakes / sizeof *mistakes)
#define KIND_MOST 4 // mistakes of one kind

static Stage setStage(Fixture *fixture, gfValidation validation)
{
    static GLuint names = 54321; // OpenGL ES makes those that are bound
    Stage s = {.fixture = fixture, .texture = names++};
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.validation = validation;
    s.device = MADE(gfCreateDevice(&def));
    s.canvas = Canvas_Make(fixture, 32, 32);
    return s;
}

static void clearStage(Stage *s)
{
    gfDestroyDevice(s->device);
    Canvas_Free(s->fixture, &s->canvas);
}

// The GL has its say about a texture that it does not know, too.
static void expectSaid(const Fixture *fixture, const Mistake *m)
{
    fail_if(m->strange ? fixture->warnings < 1 : fixture->errors + fixture->warnings != 1,
            "%s: %d errors and %d warnings", m->name, fixture->errors, fixture->warnings);
    if (m->strange) {
        return;
    }
    fail_if(fixture->lastCode != m->code || strstr(fixture->lastMessage, m->says) == NULL,
            "%s: %d errors and %d warnings, the last: %d, %s", m->name, fixture->errors, fixture->warnings,
            (int)fixture->lastCode, fixture->lastMessage);
}

// What the GL says of a name that it does not know is not this test's.
static void forgetGlErrors(Fixture *fixture)
{
    while (fixture->gl.GetError() != GL_NO_ERROR) {
    }
    fixture->glErrors = 0;
}

TEST(testDefault)
{
    assert_int_equal(gfDefaultDeviceDef().validation, GF_VALIDATION_WARNINGS);
}

// Each of a kind on a device of its own, with one of all other kinds.
TEST(testEachIsToldOnce)
{
    for (int round = 0; round < KIND_MOST; round++) {
        Stage s = setStage(fixture, GF_VALIDATION_WARNINGS);
        for (size_t i = 0, place = 0; i < MISTAKES; i++) {
            const Mistake *m = &mistakes[i];
            place = m->again ? place + 1 : 0;
            assert_true(place < KIND_MOST);
            if (place != (size_t)round) {
                continue;
            }
            Fixture_ClearLog(fixture);
            bool went = m->make(&s);
            assert_true(went || m->strange);
            expectSaid(fixture, m);
            if (!m->strange) {
                assert_int_equal(fixture->warnings, 1);
                assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
                m->make(&s);
                assert_int_equal(fixture->errors + fixture->warnings, 1);
            }
            forgetGlErrors(fixture);
        }
        clearStage(&s);
    }
}

// On one device there is one warning of each kind.
TEST(testKinds)
{
    Stage s = setStage(fixture, GF_VALIDATION_WARNINGS);
    for (size_t i = 0; i < MISTAKES; i++) {
        Fixture_ClearLog(fixture);
        mistakes[i].make(&s);
        fail_if(!mistakes[i].strange && (fixture->errors > 0 || fixture->warnings != !mistakes[i].again),
                "%s: %d errors and %d warnings, the last: %s", mistakes[i].name, fixture->errors, fixture->warnings,
                fixture->lastMessage);
    }
    clearStage(&s);
    forgetGlErrors(fixture);
}

TEST(testRefused)
{
    Stage s = setStage(fixture, GF_VALIDATION_ERRORS);
    for (size_t i = 0; i < MISTAKES; i++) {
        for (int again = 0; again < 2; again++) {
            Fixture_ClearLog(fixture);
            fail_if(mistakes[i].make(&s), "%s is not refused", mistakes[i].name);
            assert_int_equal(gfGetLastError(NULL), mistakes[i].code);
            assert_true(fixture->errors > 0 && fixture->warnings == 0);
            assert_non_null(strstr(fixture->lastMessage, mistakes[i].says));
        }
    }
    Fixture_ExpectNoGlError(fixture); // nothing was drawn with a texture that is none
    clearStage(&s);
}

// What is refused is not done.
TEST(testRefusedChangesNothing)
{
    Stage s = setStage(fixture, GF_VALIDATION_ERRORS);
    assert_false(massIntoGrid(&s));
    gfFluidStats stats;
    assert_true(gfFluid_StepOnce(s.fluid) && gfFluid_MeasureBlocking(s.fluid, &stats));
    assert_true(stats.speedMax <= 0.0f); // the splat's velocity, too
    assert_false(strangeSource(&s));
    assert_int_equal(gfFluid_GetStepInfo(s.fluid).stepCount, 0);
    assert_false(strangeSolid(&s));
    assert_true(gfFluid_GetStepInfo(s.fluid).pending_s <= 0.0);
    assert_false(longSteps(&s));
    assert_true(gfFluid_GetDef(s.fluid).fixedStep < 1.0f / 50.0f);
    const gfSourceDef emitter = emitterAt(0.5f, 0.5f);
    const gfRigidBodyDef body = Flow_BodyDef(gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.4f));
    Flow_AddEmitter(makeSmall(&s, GF_SOLVER_GRID), &emitter);
    Fixture_ClearLog(fixture);
    const gfMemoryCounts before = gfDevice_GetMemory(s.device);
    EXPECT_REFUSED(!GF_IS_NULL(gfFluid_AddRigidBody(s.fluid, &body)), OUT_OF_RANGE,
                   "gfFluid_AddRigidBody: the emitter");
    const gfMemoryCounts after = gfDevice_GetMemory(s.device);
    assert_memory_equal(&before, &after, sizeof before);
    clearStage(&s);
}

TEST(testOff)
{
    Stage s = setStage(fixture, GF_VALIDATION_OFF);
    Fixture_ClearLog(fixture);
    for (size_t i = 0; i < MISTAKES; i++) {
        if (!mistakes[i].strange) {
            assert_true(mistakes[i].make(&s));
        }
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    clearStage(&s);
    forgetGlErrors(fixture);
}

// The default look shows particles without dye.
static void expectParticlesShown(Stage *s)
{
    static uint8_t pixels[32 * 32 * 4];
    gfSourceDef def = sourceAt(0.5f, 0.5f);
    def.mass = 1.0f;
    assert_true(gfFluid_Splat(makeSmall(s, GF_SOLVER_PARTICLES), &def) && gfFluid_StepOnce(s->fluid) && drawLook(s));
    Canvas_Read(s->fixture, &s->canvas, pixels);
    assert_true(pixels[4 * (16 * 32 + 16) + 2] > 20);
}

// What a snapshot brings may have dye.
static void expectLoadedShown(Stage *s)
{
    gfSourceDef def = sourceAt(0.5f, 0.5f), emitter = emitterAt(0.5f, 0.5f);
    emitter.dye[3] = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(makeSmall(s, GF_SOLVER_GRID), &emitter)));
    size_t size;
    void *saved = Fixture_Save(s->fluid, &size);
    assert_true(gfFluid_Load(makeSmall(s, GF_SOLVER_GRID), saved, size, NULL));
    Flow_Steps(s->fluid, 31);
    assert_true(gfFluid_Splat(s->fluid, &def) && drawLook(s));
}

// What is near a mistake and none.
TEST(testNoFalseAlarms)
{
    Stage s = setStage(fixture, GF_VALIDATION_ERRORS);
    Fixture_ClearLog(fixture);
    gfSourceDef def = sourceAt(-0.4f, 1.5f); // beside the domain, where it waits
    def.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(makeSmall(&s, GF_SOLVER_GRID), &def));
    def.dye[3] = 0.0f;
    def.dye[1] = 1.0f;
    def.mass = 1.0f;
    def.fields = GF_SOURCE_VELOCITY; // it gives neither
    assert_true(gfFluid_Splat(s.fluid, &def));
    assert_true(pushSolid(&s, 2, false)); // it jumps twice
    assert_true(pushSolid(&s, 9, true));
    for (int i = 0; i < 40; i++) { // nothing acts on this one yet
        assert_true(gfFluid_StepOnce(makeSmall(&s, GF_SOLVER_GRID)) && drawLook(&s));
    }
    makeSmall(&s, GF_SOLVER_SHALLOW);
    def = sourceAt(0.5f, 0.5f);
    def.dye[3] = 1.0f;
    assert_true(gfFluid_FillToLevel(s.fluid, NULL, 0.2f) && gfFluid_Splat(s.fluid, &def) && drawLook(&s));
    expectParticlesShown(&s);
    expectLoadedShown(&s);
    gfQueryDef queryDef = gfDefaultQueryDef();
    gfQuery *query = gfCreateQuery(s.fluid, &queryDef);
    for (int i = 0; i < 100; i++) {
        gfQueryAnswer answer;
        assert_int_not_equal(gfQuery_Request(query), GF_REQUEST_FAILED);
        assert_int_not_equal(gfQuery_Poll(query, &answer), GF_POLL_FAILED);
    }
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    clearStage(&s);
}

// A texture of this context, of one that shares its objects, and of one that does not.
TEST(testContexts)
{
    const ContextKind kinds[] = {CONTEXT_SHARED, CONTEXT_OTHER};
    for (int i = 0; i < 2; i++) {
        Context other;
        if (!Context_Make(&other, kinds[i])) {
            continue;
        }
        Stage s = setStage(fixture, GF_VALIDATION_ERRORS);
        GLuint names[64];
        Context_MakeCurrent(&other);
        other.gl.GenTextures(64, names);
        for (int j = 0; j < 64; j++) {
            other.gl.BindTexture(GL_TEXTURE_2D, names[j]);
            other.gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        }
        other.gl.Finish();
        s.texture = names[63];
        Context_Leave(fixture);
        gfClearLastError();
        assert_int_equal(strangeSource(&s), kinds[i] == CONTEXT_SHARED);
        assert_int_equal(gfGetLastError(NULL), kinds[i] == CONTEXT_SHARED ? GF_ERROR_OK : GF_ERROR_WRONG_CONTEXT);
        clearStage(&s);
        Context_MakeCurrent(&other);
        other.gl.DeleteTextures(64, names);
        Context_Leave(fixture);
        Context_Free(&other);
    }
}

static bool groundOf(Stage *s)
{
    gfGroundDef def = gfDefaultGroundDef();
    def.everywhere = true;
    def.texture = s->texture;
    return gfFluid_ShapeGround(makeSmall(s, GF_SOLVER_SHALLOW), &def);
}

static bool flowOf(Stage *s)
{
    const gfOpticalFlowDef def = gfDefaultOpticalFlowDef();
    return gfOpticalFlow_Add(MADE(gfCreateOpticalFlow(s->device, &def)), s->texture);
}

static bool surfaceOver(Stage *s)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    def.reflection = s->texture;
    return gfFluid_DrawSurface(makeSmall(s, GF_SOLVER_SHALLOW), &def);
}

static bool drawOnto(Stage *s)
{
    gfDrawDef look = gfDefaultDrawDef();
    GLuint framebuffer;
    s->fixture->gl.GenFramebuffers(1, &framebuffer);
    s->fixture->gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    s->fixture->gl.FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, s->texture, 0);
    bool drawn = gfFluid_Draw(makeSmall(s, GF_SOLVER_GRID), &look);
    s->fixture->gl.DeleteFramebuffers(1, &framebuffer);
    return drawn;
}

// Textures of integers, which shaders of floats can't read or draw to, are refused by name, also where mistakes aren't
// told; those of floats and normalized numbers are not.
TEST(testIntegers)
{
    static const struct {
        GLenum internal, format, type;
        const char *name; // null: it is good
    } formats[] = {
        {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE, "R8UI"},
        {GL_R16I, GL_RED_INTEGER, GL_SHORT, "R16I"},
        {GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, "RGBA32UI"},
        {GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, "RGB10_A2UI"},
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, NULL},
    };
    static bool (*const uses[])(Stage * s) = {groundOf,    strangeSource, strangeSolid, strangeBackground,
                                              surfaceOver, flowOf,        drawOnto};
    const GladGLContext *gl = &fixture->gl;
    Stage s = setStage(fixture, GF_VALIDATION_OFF);
    for (int i = 0; i < (int)(sizeof formats / sizeof *formats); i++) {
        gl->GenTextures(1, &s.texture);
        gl->BindTexture(GL_TEXTURE_2D, s.texture);
        gl->TexImage2D(GL_TEXTURE_2D, 0, (GLint)formats[i].internal, 2, 2, 0, formats[i].format, formats[i].type, NULL);
        gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        for (int k = 0; k < (int)(sizeof uses / sizeof *uses); k++) {
            gfClearLastError();
            Fixture_ClearLog(fixture);
            gl->BindFramebuffer(GL_FRAMEBUFFER, s.canvas.framebuffer);
            fail_if(uses[k](&s) != (formats[i].name == NULL), "format %d, use %d: %s", i, k, fixture->lastMessage);
            fail_if(formats[i].name != NULL && strstr(fixture->lastMessage, formats[i].name) == NULL, "%s, use %d: %s",
                    formats[i].name, k, fixture->lastMessage);
            assert_int_equal(gfGetLastError(NULL), formats[i].name == NULL ? GF_ERROR_OK
                                                   : uses[k] == drawOnto   ? GF_ERROR_FRAMEBUFFER
                                                                           : GF_ERROR_OUT_OF_RANGE);
        }
        gl->DeleteTextures(1, &s.texture);
    }
    gl->BindFramebuffer(GL_FRAMEBUFFER, s.canvas.framebuffer);
    Fixture_ExpectNoGlError(fixture);
    clearStage(&s);
}

TEST(testBadKind)
{
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.validation = (gfValidation)3;
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfCreateDevice(&def) != NULL, OUT_OF_RANGE, "gfValidation");
}
