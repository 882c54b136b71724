// The work that a host may have open while it calls: transform feedback and queries, running or paused.
#include "support/fixture.h"
#include "support/flow.h"
#include "support/gl_poison.h"

#define GRID_W 24
#define GRID_H 16

// Every call that may refuse for the host's state, refused.
static void expectHostState(Fixture *fixture, gfFluid *fluid, const char *text)
{
    static float values[4 * (GRID_W + 1) * (GRID_H + 1)];
    static const uint8_t pixel = 255;
    const gfMask mask = {&pixel, 1, 1, 1};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfFluidDef fluidDef = gfFluid_GetDef(fluid);
    gfDrawDef drawDef = gfDefaultDrawDef();
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    gfFluidStats stats;
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
#define REFUSED(call)                                            \
    do {                                                         \
        assert_false(call);                                      \
        Fixture_ExpectError(fixture, GF_ERROR_HOST_STATE, text); \
    } while (0)
    REFUSED(gfFluid_Step(fluid, 0.1f));
    REFUSED(gfDevice_Prepare(fixture->device, NULL, 0.0f, NULL) != GF_PREPARE_FAILED);
    REFUSED(gfFluid_StepOnce(fluid));
    REFUSED(gfFluid_Reset(fluid));
    REFUSED(gfFluid_Resize(fluid, 8, 8, 0.1f, (gfVec2){0.0f, 0.0f}));
    REFUSED(gfFluid_SetDef(fluid, &fluidDef));
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    REFUSED(!GF_IS_NULL(gfFluid_RequestField(fluid, GF_FIELD_DYE)));
    REFUSED(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, values, sizeof values / sizeof values[0]));
    REFUSED(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, values, (size_t)GRID_W * GRID_H));
    REFUSED(gfFluid_MeasureBlocking(fluid, &stats));
    REFUSED(gfFluid_Draw(fluid, &drawDef));
    REFUSED(gfFluid_DrawToTexture(fluid, &drawDef, 8, 8) != 0);
    REFUSED(gfCreateFluid(fixture->device, &fluidDef) != NULL);
    REFUSED(gfCreateDevice(&deviceDef) != NULL);
#undef REFUSED
    gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
    gfStepInfo clock = gfFluid_GetStepInfo(fluid);
    assert_memory_equal(&before, &after, sizeof before);
    assert_true(clock.stepCount == 0 && clock.pending_s == 0.0);
}

TEST(testRunningTransformFeedback)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    fixture->gl.BeginTransformFeedback(GL_POINTS);
    GlSnapshot *before = GlPoison_Take(poison);
    expectHostState(fixture, fluid, "transform feedback");
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "a refused call");
    Fixture_ExpectNoGlError(fixture);
    fixture->gl.EndTransformFeedback();
    assert_true(gfFluid_StepOnce(fluid));
    GlPoison_ExpectUntouched(poison, 0);
}

TEST(testPausedTransformFeedback)
{
    const GladGLContext *gl = &fixture->gl;
    if (gl->PauseTransformFeedback == NULL) {
        skip();
    }
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    gfDrawDef def = gfDefaultDrawDef();
    GlPoison *poison = GlPoison_Create(gl);
    gl->BeginTransformFeedback(GL_POINTS);
    gl->PauseTransformFeedback();
    GlSnapshot *before = GlPoison_Take(poison);
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_Draw(fluid, &def));
    gfDestroyFluid(fluid);
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "a step within a paused transform feedback");
    gl->ResumeTransformFeedback();
    gl->EndTransformFeedback();
    Fixture_ExpectNoGlError(fixture);
}

static GLubyte hiddenExtension[] = "GL_none";

static const GLubyte *GLAD_API_PTR hideTransformFeedback2(GLenum name, GLuint index)
{
    PFNGLGETSTRINGIPROC real = (PFNGLGETSTRINGIPROC)Headless_GetProcAddress("glGetStringi");
    const GLubyte *text = real(name, index);
    return text != NULL && strcmp((const char *)text, "GL_ARB_transform_feedback2") == 0 ? hiddenExtension : text;
}

static gfGLProc load33(const char *name)
{
    bool hidden = strcmp(name, "glGetStringi") == 0;
    return hidden ? (gfGLProc)hideTransformFeedback2 : (gfGLProc)Headless_GetProcAddress(name);
}

// Plain OpenGL 3.3 can't be asked whether a transform feedback runs: the library finds out.
TEST(testTransformFeedbackWithoutAQuery)
{
    // In a newer context, what the library is not told about could not stay as it is.
    if (strncmp((const char *)fixture->gl.GetString(GL_VERSION), "3.3", 3) != 0) {
        skip();
    }
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = load33;
    gfDevice *device = MADE(gfCreateDevice(&def));
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.gridWidth = fluidDef.gridHeight = 8;
    gfFluid *fluid = MADE(gfCreateFluid(device, &fluidDef));
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    GlSnapshot *before = GlPoison_Take(poison);
    assert_true(gfFluid_StepOnce(fluid));
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "gfFluid_StepOnce");
    Fixture_ExpectNoGlError(fixture);
    fixture->gl.BeginTransformFeedback(GL_POINTS);
    EXPECT_REFUSED(gfFluid_StepOnce(fluid), HOST_STATE, "transform feedback");
    assert_int_equal(fixture->gl.GetError(), GL_NO_ERROR); // it raised one and took it away again
    fixture->glErrors = 0;
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "a refused call");
    fixture->gl.EndTransformFeedback();
    assert_true(gfFluid_StepOnce(fluid));
    gfDestroyDevice(device);
}

TEST(testOpenOcclusionQuery)
{
    const GladGLContext *gl = &fixture->gl;
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GLuint query, any = 1;
    gl->GenQueries(1, &query);
    gl->BeginQuery(GL_ANY_SAMPLES_PASSED, query);
    expectHostState(fixture, fluid, "GL_ANY_SAMPLES_PASSED");
    gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, &any);
    assert_int_equal(any, 0);
    assert_true(gfFluid_StepOnce(fluid));
}

static bool hasTimeQueries(const Fixture *fixture)
{
    return Fixture_Api() == HEADLESS_GL33 || fixture->gl.EXT_disjoint_timer_query;
}

static uint64_t passesTimed(gfDevice *device, uint64_t *dropped)
{
    gfProfile profile;
    uint64_t sum = 0;
    assert_true(gfDevice_GetProfile(device, &profile));
    for (int i = 0; i < profile.entryCount; i++) {
        sum += profile.entries[i].count;
    }
    *dropped = profile.dropped;
    return sum;
}

// Queries of one kind don't nest: the library then times nothing, says so once, and the host's query stays whole.
TEST(testOpenTimeQuery)
{
    const GladGLContext *gl = &fixture->gl;
    if (!hasTimeQueries(fixture)) {
        skip();
    }
    gfFluid *fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    GLuint query, ready = 0;
    GLint current = 0;
    uint64_t dropped = 0;
    gfDevice_SetProfiling(fixture->device, true);
    gl->GenQueries(1, &query);
    gl->BeginQuery(GL_TIME_ELAPSED, query);
    Flow_Steps(fluid, 3);
    gl->GetQueryiv(GL_TIME_ELAPSED, GL_CURRENT_QUERY, &current);
    assert_int_equal(current, query);
    gl->EndQuery(GL_TIME_ELAPSED);
    assert_int_equal(fixture->warnings, 1);
    assert_int_equal(fixture->lastCode, GF_ERROR_HOST_STATE);
    gl->GetQueryObjectuiv(query, GL_QUERY_RESULT, &ready); // waits
    assert_int_equal(passesTimed(fixture->device, &dropped), 0);
    assert_true(dropped > 30);
    gfDevice_ResetProfile(fixture->device);
    assert_true(gfFluid_StepOnce(fluid));
    gl->Finish();
    assert_true(passesTimed(fixture->device, &dropped) > 10 && dropped == 0);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
