// Calls while the device's GL context is not current, or gone: they are refused, and touch nothing of other contexts.
#include "random/guided.h"
#include "support/canvas.h"
#include "support/contexts.h"
#include "support/gl_spy.h"
#include "support/null_gl.h"
#include "support/poor.h"

#include "gl/device.h"

#define HOST_OBJECTS 200
#define INNOCENT_CONTEXT_RESET 0x8254

// Names start at 1 in every context, so that the library's own are among them.
typedef struct HostObjects {
    GLuint textures[HOST_OBJECTS], framebuffers[HOST_OBJECTS], vertexArrays[HOST_OBJECTS], samplers[HOST_OBJECTS];
    GLuint buffers[HOST_OBJECTS], queries[HOST_OBJECTS];
} HostObjects;

static void makeHostObjects(const GladGLContext *gl, HostObjects *o)
{
    gl->GenTextures(HOST_OBJECTS, o->textures);
    gl->GenFramebuffers(HOST_OBJECTS, o->framebuffers);
    gl->GenVertexArrays(HOST_OBJECTS, o->vertexArrays);
    gl->GenSamplers(HOST_OBJECTS, o->samplers);
    gl->GenBuffers(HOST_OBJECTS, o->buffers);
    gl->GenQueries(HOST_OBJECTS, o->queries);
    for (int i = 0; i < HOST_OBJECTS; i++) {
        const uint8_t texel[4] = {(uint8_t)i, 1, 2, 3};
        gl->BindTexture(GL_TEXTURE_2D, o->textures[i]);
        gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        gl->BindFramebuffer(GL_FRAMEBUFFER, o->framebuffers[i]);
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, o->textures[i], 0);
        gl->BindVertexArray(o->vertexArrays[i]);
        gl->BindBuffer(GL_PIXEL_PACK_BUFFER, o->buffers[i]);
        gl->BeginQuery(GL_ANY_SAMPLES_PASSED, o->queries[i]);
        gl->EndQuery(GL_ANY_SAMPLES_PASSED);
    }
    gl->BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

static void expectHostObjects(const GladGLContext *gl, const HostObjects *o)
{
    GLint bound = 0;
    gl->GetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    assert_int_equal(bound, o->framebuffers[HOST_OBJECTS - 1]);
    gl->GetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    assert_int_equal(bound, o->textures[HOST_OBJECTS - 1]);
    for (int i = 0; i < HOST_OBJECTS; i++) {
        uint8_t texel[4] = {0};
        assert_true(gl->IsTexture(o->textures[i]));
        assert_true(gl->IsFramebuffer(o->framebuffers[i]));
        assert_true(gl->IsVertexArray(o->vertexArrays[i]));
        assert_true(gl->IsSampler(o->samplers[i]));
        assert_true(gl->IsBuffer(o->buffers[i]));
        assert_true(gl->IsQuery(o->queries[i]));
        gl->BindFramebuffer(GL_FRAMEBUFFER, o->framebuffers[i]);
        gl->ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel);
        assert_int_equal(texel[0], i);
    }
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
}

// Which context is current is asked by calls that need one, and counted.
static struct {
    void *(*getCurrent)(void); // the platform's own answer
    int asked;
    const char *name; // the call that is made
    bool refused[GF_SOLVER_WATER + 1][CALLER_CALLS];
} spy;

static void *countCurrent(void)
{
    spy.asked++;
    return spy.getCurrent();
}

static void unreachable(void)
{
    fail_msg("%s calls the GL", spy.name);
}

static void noteCall(Caller *c)
{
    Fixture_ClearLog(c->user);
    spy.asked = 0;
    spy.name = c->name;
}

static bool isTried(int kind)
{
    return randomCalls[kind].ends < 0 && randomCalls[kind].makes != OBJECT_gfDevice &&
           strcmp(randomCalls[kind].name, "gfDevice_Lose") != 0 &&
           strcmp(randomCalls[kind].name, "gfDevice_ResetProfile") != 0; // which has nothing to refuse
}

// Each call that asks, and each that asked when the context was another, is refused with this code. None reaches the
// GL.
static void expectRefused(Caller *c, gfErrorCode code)
{
    const Fixture *fixture = c->user;
    gfDevice *device = Caller_Object(c, OBJECT_gfDevice);
    const GladGLContext functions = device->gl.fn;
    void (**barred)(void) = (void (**)(void)) & device->gl.fn;
    for (size_t i = 0; i < sizeof functions / sizeof *barred; i++) {
        barred[i] = unreachable;
    }
    int refused = 0;
    c->before = noteCall;
    for (int i = 0; i < randomCallCount; i++) {
        if (!isTried(i)) {
            continue;
        }
        bool done = Caller_Call(c, i), needed = spy.asked > 0 || spy.refused[c->solver][i];
        fail_if(needed && (done || (spy.asked > 0 && (c->code != code || fixture->errors != 1))),
                "%s is not refused: code %d, %d errors", randomCalls[i].name, (int)c->code, fixture->errors);
        spy.refused[c->solver][i] = spy.refused[c->solver][i] || spy.asked > 0;
        refused += c->code == code;
    }
    assert_true(refused > 30);
    c->before = NULL;
    device->gl.fn = functions;
    Fixture_ClearLog(c->user);
}

static Caller *makeStage(Fixture *fixture, gfDeviceDef def, gfSolverKind solver)
{
    Caller *c = Guided_Make(&fixture->gl, def, solver);
    c->user = fixture;
    Guided_Prepare(c, solver == GF_SOLVER_GRID || solver == GF_SOLVER_PARTICLES);
    Guided_CallNamed(c, "gfFluid_StepOnce", 1);
    gfDevice *device = Caller_Object(c, OBJECT_gfDevice);
    spy.getCurrent = device->gl.getCurrent;
    device->gl.getCurrent = spy.getCurrent != NULL ? countCurrent : NULL;
    Fixture_ClearLog(fixture);
    return c;
}

static void expectWarned(Fixture *fixture, int warnings)
{
    assert_int_equal(fixture->warnings, warnings);
    assert_int_equal(fixture->lastCode, GF_ERROR_WRONG_CONTEXT);
}

static void tryContext(Fixture *fixture, ContextKind kind, gfSolverKind solver)
{
    HostObjects *objects = Fixture_Alloc(sizeof *objects);
    Context context;
    fail_if(!Context_Make(&context, kind), "no context of kind %d", (int)kind);
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.profiling = true;
    Caller *c = makeStage(fixture, def, solver);
    gfFluid *fluid = Caller_Object(c, OBJECT_gfFluid);
    uint64_t steps = gfFluid_GetStepInfo(fluid).stepCount;
    Context_MakeCurrent(&context);
    if (kind != CONTEXT_NONE) {
        makeHostObjects(&context.gl, objects);
    }
    expectRefused(c, GF_ERROR_WRONG_CONTEXT);
    c->newest = true;
    gfDestroyTracers(Caller_Object(c, OBJECT_gfTracers));
    expectWarned(fixture, 1);
    gfDestroyFluid(Caller_Object(c, OBJECT_gfFluid)); // the other one
    expectWarned(fixture, 2);
    if (Caller_Object(c, OBJECT_gfFluid3D) != NULL) {
        gfDestroyFluid3D(Caller_Object(c, OBJECT_gfFluid3D));
        expectWarned(fixture, 3);
    }
    if (kind != CONTEXT_NONE) {
        expectHostObjects(&context.gl, objects);
    }
    Context_Leave(fixture); // where all goes on as if nothing had been
    assert_int_equal(gfFluid_GetStepInfo(fluid).stepCount, steps);
    assert_true(gfFluid_StepOnce(fluid));
    Fixture_ExpectNoGlError(fixture);
    Context_MakeCurrent(&context);
    Fixture_ClearLog(fixture);
    gfDestroyDevice(Caller_Object(c, OBJECT_gfDevice));
    expectWarned(fixture, 1);
    if (kind != CONTEXT_NONE) {
        context.gl.BindFramebuffer(GL_FRAMEBUFFER, objects->framebuffers[HOST_OBJECTS - 1]);
        expectHostObjects(&context.gl, objects);
    }
    Context_Leave(fixture);
    c->objectCount = 0; // they are gone
    Caller_Free(c);
    Context_Free(&context);
    Canvas_Free(fixture, &canvas);
}

TEST(testNoContext)
{
    tryContext(*state, CONTEXT_NONE, GF_SOLVER_GRID);
}

TEST(testOtherContext)
{
    tryContext(*state, CONTEXT_OTHER, GF_SOLVER_GRID);
    tryContext(*state, CONTEXT_OTHER, GF_SOLVER_GAUSSIAN);
    tryContext(*state, CONTEXT_OTHER, GF_SOLVER_PARTICLES);
    tryContext(*state, CONTEXT_OTHER, GF_SOLVER_SHALLOW);
}

TEST(testSharedContext)
{
    tryContext(*state, CONTEXT_SHARED, GF_SOLVER_GRID);
}

typedef struct HostContext {
    void *current;
    int asked;
} HostContext;

static void *getHostContext(void *user)
{
    HostContext *host = user;
    host->asked++;
    spy.asked++;
    return host->current;
}

// The platform's own answer does not count then: it is the same all the time here.
TEST(testHostTellsTheContext)
{
    int one, other;
    HostContext host = {.current = &one};
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getCurrentContext = getHostContext;
    def.contextUser = &host;
    Canvas_Make(fixture, 8, 8);
    Caller *c = makeStage(fixture, def, GF_SOLVER_GRID);
    assert_true(host.asked > 0);
    host.current = &other;
    expectRefused(c, GF_ERROR_WRONG_CONTEXT);
    host.current = NULL;
    expectRefused(c, GF_ERROR_WRONG_CONTEXT);
    host.current = &one;
    assert_true(gfFluid_StepOnce(Caller_Object(c, OBJECT_gfFluid)));
    Fixture_ClearLog(fixture);
    Caller_Free(c);
    assert_int_equal(fixture->warnings, 0);
    Fixture_ExpectNoGlError(fixture);
}

static void *getNoContext(void *user)
{
    (void)user;
    return NULL;
}

// A new context may have the address of one that is gone, and where the loader knows no platform none is told from
// another: the library's own objects tell.
TEST(testContextAtTheSameAddress)
{
    int address;
    HostContext host = {.current = &address};
    for (int told = 0; told < 2; told++) {
        HostObjects *objects = Fixture_Alloc(sizeof *objects);
        Context context = Context_MakeOther();
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.getCurrentContext = told ? getHostContext : getNoContext;
        def.contextUser = &host;
        gfDevice *device = MADE(gfCreateDevice(&def));
        gfFluidDef fluidDef = gfDefaultFluidDef();
        fluidDef.solver = GF_SOLVER_GAUSSIAN;
        fluidDef.gridWidth = fluidDef.gridHeight = 16;
        gfFluid *fluid = MADE(gfCreateFluid(device, &fluidDef));
        assert_true(gfFluid_StepOnce(fluid));
        Context_MakeCurrent(&context);
        def.getCurrentContext = NULL;
        gfDevice *others = MADE(gfCreateDevice(&def)); // whose objects have the same names
        makeHostObjects(&context.gl, objects);
        EXPECT_REFUSED(gfFluid_StepOnce(fluid), WRONG_CONTEXT, "lacks the library's objects");
        Fixture_ClearLog(fixture);
        gfDestroyFluid(fluid);
        gfDestroyDevice(device);
        expectWarned(fixture, 2);
        expectHostObjects(&context.gl, objects);
        gfDestroyDevice(others);
        Context_Leave(fixture);
        Context_Free(&context);
    }
}

// glvnd's loaders have a stub for every name of another platform, all of one answer.
static void *answerAll(void)
{
    return (void *)(uintptr_t)0xffffff68;
}

static const char *platformName; // of the one function that does not lie

static gfGLProc loadWithStubs(const char *name)
{
    bool platform = strstr(name, "Context") != NULL;
    return !platform                         ? Headless_GetProcAddress(name)
           : strcmp(name, platformName) == 0 ? Headless_GetProcAddress("eglGetCurrentContext")
                                             : (gfGLProc)answerAll;
}

TEST(testStubsTellNothing)
{
    static const char *const names[] = {"eglGetCurrentContext", "glXGetCurrentContext", "wglGetCurrentContext", ""};
    for (int i = 0; i < 4; i++) {
        Context context;
        assert_true(Context_Make(&context, names[i][0] != '\0' ? CONTEXT_SHARED : CONTEXT_OTHER));
        platformName = names[i];
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.getProcAddress = loadWithStubs;
        gfDevice *device = MADE(gfCreateDevice(&def));
        Context_MakeCurrent(&context);
        EXPECT_REFUSED(gfDevice_BeginFrame(device), WRONG_CONTEXT, "GL context");
        Context_Leave(fixture);
        assert_true(gfDevice_BeginFrame(device) && gfDevice_EndFrame(device));
        gfDestroyDevice(device);
        Context_Free(&context);
    }
}

TEST(testLoaderKnowsNoPlatform)
{
    static const char *const names[] = {"eglGetCurrentContext", "glXGetCurrentContext", "wglGetCurrentContext"};
    GlSpy_Clear();
    for (int i = 0; i < 3; i++) {
        GlSpy_Replace(names[i], NULL);
    }
    Canvas_Make(fixture, 8, 8);
    Caller *c = Guided_Make(&fixture->gl, GlSpy_DeviceDef(fixture), GF_SOLVER_PARTICLES);
    c->leavesOut = "gfDevice_Lose"; // which would leave the GL's objects
    Guided_Prepare(c, false);
    assert_true(GlSpy_WasAsked(names[0]));
    Guided_CallAll(c, false);
    assert_true(c->done[Caller_Find("gfFluid_StepOnce")] > 0 && c->done[Caller_Find("gfFluid_Draw")] > 0);
    Fixture_ClearLog(fixture);
    Caller_Free(c);
    assert_int_equal(GlHooks_Left(), 0);
    assert_int_equal(fixture->warnings, 0);
    Fixture_ExpectNoGlError(fixture);
    GlSpy_Clear();
}

// Without functions, a call of the GL would end the test there and then.
TEST(testLost)
{
    Canvas_Make(fixture, 8, 8);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.profiling = true;
        def.allocator = NullGl_GetAllocator();
        Caller *c = makeStage(fixture, def, (gfSolverKind)solver);
        gfDevice *device = Caller_Object(c, OBJECT_gfDevice);
        gfDevice_Lose(device);
        memset(&device->gl.fn, 0, sizeof device->gl.fn);
        memset(&device->gl.indexed, 0, sizeof device->gl.indexed);
        device->gl.getCurrent = NULL;
        device->gl.getResetStatus = NULL;
        expectRefused(c, GF_ERROR_CONTEXT_LOST);
        gfDevice_ResetErrors(device);
        gfDestroyTracers(Caller_Object(c, OBJECT_gfTracers));
        gfDestroyFluid(Caller_Object(c, OBJECT_gfFluid));
        gfDestroyFluid3D(Caller_Object(c, OBJECT_gfFluid3D));
        assert_true(NullGl_GetLeft(NULL, 0) > 0);
        gfDestroyDevice(device);
        assert_int_equal(NullGl_GetLeft(NULL, 0), 0);
        assert_int_equal(fixture->warnings, 0); // it was told so
        c->objectCount = 0;
        Caller_Free(c);
    }
}

static GLenum resetStatus;

static GLenum GLAD_API_PTR getResetStatus(void)
{
    return resetStatus;
}

TEST(testReset)
{
    static const char *const names[] = {"glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR",
                                        "glGetGraphicsResetStatusARB", "glGetGraphicsResetStatusEXT"};
    bool asked = false;
    GlSpy_Clear();
    for (int i = 0; i < 4; i++) {
        GlSpy_Replace(names[i], (gfGLProc)getResetStatus);
    }
    resetStatus = GL_NO_ERROR;
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    gfDevice *device = GlSpy_MakeDevice(fixture);
    for (int i = 0; i < 4; i++) {
        asked = asked || GlSpy_WasAsked(names[i]);
    }
    if (!asked) { // a context that can't tell
        gfDestroyDevice(device);
        Canvas_Free(fixture, &canvas);
        skip();
    }
    gfDestroyDevice(device);
    Caller *c = makeStage(fixture, GlSpy_DeviceDef(fixture), GF_SOLVER_GRID);
    resetStatus = INNOCENT_CONTEXT_RESET;
    EXPECT_REFUSED(gfFluid_StepOnce(Caller_Object(c, OBJECT_gfFluid)), CONTEXT_LOST, "reset");
    resetStatus = GL_NO_ERROR; // which does not bring its objects back
    expectRefused(c, GF_ERROR_CONTEXT_LOST);
    int left = GlHooks_Left();
    Caller_Free(c);
    assert_int_equal(GlHooks_Left(), left);
    GlSpy_Clear();
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
