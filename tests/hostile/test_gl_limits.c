// Contexts that can do less, or whose state is in the way: the fields and the picture are the same to the last bit.
#include "random/guided.h"
#include "support/contexts.h"
#include "support/failing.h"
#include "support/flow.h"
#include "support/gl_spy.h"
#include "support/picture.h"
#include "support/solvers.h"

#define POINT_SMOOTH 0x0B10
#define CELLS 24
#define TRACERS 200

typedef struct Result {
    uint64_t fields;
    float tracers[2 * TRACERS];
    uint8_t pixels[SIDE * SIDE * 4];
} Result;

static gfFluidDef sceneDef(gfSolverKind solver)
{
    gfFluidDef def = Solver_Def((int)solver, CELLS);
    def.fixedStep = 1.0f / 60.0f;
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 1e-3f;
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.conserveDye = true;
    return def;
}

// All that a step can hold, whatever the context; bound is the canvas of the caller.
static void runScene(gfDevice *device, gfSolverKind solver, Result *result)
{
    gfFluidDef def = sceneDef(solver);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSourceDef source = Flow_DiscSource(0.5f, 0.3f, 0.2f);
    source.velocity = (gfVec2){3.0f, 8.0f};
    source.dye[0] = source.dye[2] = source.dye[3] = 4.0f;
    source.temperature = 40.0f;
    source.mass = 20.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.6f, 0.7f}, (gfVec2){0.2f, 0.05f}, 0.3f));
    gfTracers *tracers = Fixture_MakeTracers(fluid, TRACERS, 1.0f);
    for (int i = 0; i < 8; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        assert_true(gfTracers_Step(tracers, 1.0f / 60.0f));
    }
    gfDrawDef draw = gfDefaultDrawDef();
    draw.bloom.enabled = draw.shafts.enabled = true;
    draw.tracers.set = tracers;
    assert_true(gfFluid_Draw(fluid, &draw));
    assert_true(gfTracers_ReadBlocking(tracers, result->tracers, 2 * TRACERS));
    result->fields = Solver_Hash(fluid);
    gfDestroyFluid(fluid);
}

static void expectSame(const Result *a, const Result *b, const char *what)
{
    assert_memory_equal(a->tracers, b->tracers, sizeof a->tracers);
    assert_memory_equal(a->pixels, b->pixels, sizeof a->pixels);
    fail_if(a->fields != b->fields, "%s: the fields differ", what);
}

static Result runOnCanvas(Fixture *fixture, gfDevice *device, gfSolverKind solver)
{
    Result result = {0};
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    fixture->gl.ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
    runScene(device, solver, &result);
    Canvas_Read(fixture, &canvas, result.pixels);
    Canvas_Free(fixture, &canvas);
    return result;
}

// On the fixture's device, once.
static const Result *getWhole(Fixture *fixture, int solver)
{
    static Result whole[SOLVERS];
    static bool known[SOLVERS];
    if (!known[solver]) {
        whole[solver] = runOnCanvas(fixture, fixture->device, (gfSolverKind)solver);
        known[solver] = true;
    }
    return &whole[solver];
}

static bool several; // the framebuffer that is bound draws to more than one texture
static int refusals;

static void GLAD_API_PTR bindFramebuffer(GLenum target, GLuint framebuffer)
{
    several = false; // until its draw buffers are set, which the library does before it asks
    GL_SPY_NEXT(PFNGLBINDFRAMEBUFFERPROC, "glBindFramebuffer")(target, framebuffer);
}

static void GLAD_API_PTR drawBuffers(GLsizei count, const GLenum *buffers)
{
    int drawn = 0;
    for (GLsizei i = 0; i < count; i++) {
        drawn += buffers[i] != GL_NONE;
    }
    several = drawn > 1;
    GL_SPY_NEXT(PFNGLDRAWBUFFERSPROC, "glDrawBuffers")(count, buffers);
}

static GLenum GLAD_API_PTR checkFramebufferStatus(GLenum target)
{
    if (several) {
        refusals++;
        return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return GL_SPY_NEXT(PFNGLCHECKFRAMEBUFFERSTATUSPROC, "glCheckFramebufferStatus")(target);
}

TEST_CI(testOneAttachment)
{
    GlSpy_Clear();
    GlSpy_Replace("glBindFramebuffer", (gfGLProc)bindFramebuffer);
    GlSpy_Replace("glDrawBuffers", (gfGLProc)drawBuffers);
    GlSpy_Replace("glCheckFramebufferStatus", (gfGLProc)checkFramebufferStatus);
    refusals = 0;
    gfDevice *device = GlSpy_MakeDevice(fixture);
    assert_int_equal(refusals, 1); // where it found out
    for (int solver = 0; solver <= GF_SOLVER_SHALLOW; solver++) {
        const Result *whole = getWhole(fixture, solver);
        Result split = runOnCanvas(fixture, device, (gfSolverKind)solver);
        expectSame(whole, &split, solverRows[solver].name);
    }
    assert_int_equal(refusals, 1);
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    GlSpy_Clear();
    Fixture_ExpectNoGlError(fixture);
}

static int draws, ditheredDraws;

static void GLAD_API_PTR drawArrays(GLenum mode, GLint first, GLsizei count)
{
    draws++;
    ditheredDraws += GL_SPY_NEXT(PFNGLISENABLEDPROC, "glIsEnabled")(GL_DITHER);
    GL_SPY_NEXT(PFNGLDRAWARRAYSPROC, "glDrawArrays")(mode, first, count);
}

static void expectDither(Caller *c, bool done)
{
    (void)done;
    if (c->frame == NULL) { // within one it is off
        assert_int_equal(c->gl->IsEnabled(GL_DITHER), *(const int *)c->user);
    }
}

TEST(testDither)
{
    const GladGLContext *gl = &fixture->gl;
    GlSpy_Clear();
    GlSpy_Replace("glDrawArrays", (gfGLProc)drawArrays);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    for (int enabled = 0; enabled < 2; enabled++) {
        (enabled ? gl->Enable : gl->Disable)(GL_DITHER);
        draws = ditheredDraws = 0;
        Caller *c = Guided_Make(gl, GlSpy_DeviceDef(fixture), enabled ? GF_SOLVER_PARTICLES : GF_SOLVER_GRID);
        c->user = &enabled;
        c->after = expectDither;
        c->leavesOut = "gfDevice_Lose"; // which would leave the GL's objects
        Guided_Prepare(c, !enabled);
        Guided_CallAll(c, !enabled);
        Caller_Free(c);
        assert_int_equal(gl->IsEnabled(GL_DITHER), enabled);
        assert_true(draws > 100);
        assert_int_equal(ditheredDraws, 0);
    }
    Canvas_Free(fixture, &canvas);
    GlSpy_Clear();
}

// In a context without the fixture's; it has no canvas, as nothing of the picture is read.
static void runInCompatibility(Fixture *fixture, const Context *context, gfSolverKind solver, bool poisoned, Result *r)
{
    const GladGLContext *gl = &context->gl;
    GLuint texture, framebuffer;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, SIDE, SIDE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    gl->GenFramebuffers(1, &framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    gl->Viewport(0, 0, SIDE, SIDE);
    gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    gl->Clear(GL_COLOR_BUFFER_BIT);
    if (poisoned) {
        gl->Enable(POINT_SMOOTH);
    }
    gfDevice *device = Fixture_MakeDevice(fixture);
    runScene(device, solver, r);
    gfDestroyDevice(device);
    assert_int_equal(gl->IsEnabled(POINT_SMOOTH), poisoned);
    gl->Disable(POINT_SMOOTH);
    gl->ReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, r->pixels);
    gl->DeleteFramebuffers(1, &framebuffer);
    gl->DeleteTextures(1, &texture);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
}

TEST_CI(testCompatibility)
{
    Context context;
    GLint profile = 0;
    if (Fixture_Api() == HEADLESS_ES30 || !Context_Make(&context, CONTEXT_COMPATIBILITY)) {
        skip();
    }
    Context_MakeCurrent(&context);
    context.gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    assert_int_equal(profile & GL_CONTEXT_CORE_PROFILE_BIT, 0);
    for (int solver = 0; solver <= GF_SOLVER_SHALLOW; solver++) {
        Result plain = {0}, poisoned = {0};
        runInCompatibility(fixture, &context, (gfSolverKind)solver, false, &plain);
        runInCompatibility(fixture, &context, (gfSolverKind)solver, true, &poisoned);
        expectSame(&plain, &poisoned, "points that the host smooths");
        Context_Leave(fixture);
        const uint64_t core = getWhole(fixture, solver)->fields;
        Context_MakeCurrent(&context);
        assert_true(core == plain.fields);
    }
    Context_Leave(fixture);
    Context_Free(&context);
}
