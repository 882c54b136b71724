// Contexts that can do less, or whose state is in the way: the fields and the picture are the same to the last bit.
#include "random/guided.h"
#include "support/contexts.h"
#include "support/failing.h"
#include "support/flow.h"
#include "support/gl_spy.h"
#include "support/picture.h"
#include "support/solvers.h"

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
    def.grid.keepTotals = true;
    return def;
}

// All that a step can hold, whatever the context; bound is the canvas of the caller.
static void runScene(gfDevice *device, gfSolverKind solver, Result *result)
{
    gfFluidDef def = sceneDef(solver);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSourceDef source = Flow_DiscSource(0.5f, 0.3f, 0.2f);
    source.acceleration = (gfVec2){3.0f, 8.0f};
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
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
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

// What glad, which knows core profiles, has no names for.
#define CLAMP_VERTEX_COLOR 0x891A
#define CLAMP_FRAGMENT_COLOR 0x891B
#define RENDER_MODE 0x0C40
#define RENDER 0x1C00
#define FEEDBACK 0x1C01
#define SELECT 0x1C02

// Functions that only a compatibility profile has.
static struct {
    void(GLAD_API_PTR *PixelTransferf)(GLenum name, GLfloat value);
    void(GLAD_API_PTR *PixelMapfv)(GLenum map, GLsizei size, const GLfloat *values);
    void(GLAD_API_PTR *PolygonStipple)(const GLubyte *pattern);
    void(GLAD_API_PTR *AlphaFunc)(GLenum function, GLfloat reference);
    void(GLAD_API_PTR *ShadeModel)(GLenum mode);
    void(GLAD_API_PTR *FeedbackBuffer)(GLsizei size, GLenum type, GLfloat *buffer);
    void(GLAD_API_PTR *SelectBuffer)(GLsizei size, GLuint *buffer);
    GLint(GLAD_API_PTR *RenderMode)(GLenum mode);
    void(GLAD_API_PTR *NewList)(GLuint list, GLenum mode);
    void(GLAD_API_PTR *EndList)(void);
    void(GLAD_API_PTR *DeleteLists)(GLuint list, GLsizei count);
    void(GLAD_API_PTR *Begin)(GLenum mode);
    void(GLAD_API_PTR *End)(void);
    void(GLAD_API_PTR *MatrixMode)(GLenum mode);
    void(GLAD_API_PTR *LoadMatrixf)(const GLfloat *matrix);
} removed;

static void loadRemoved(void)
{
    static const char *const names[] = {"glPixelTransferf",
                                        "glPixelMapfv",
                                        "glPolygonStipple",
                                        "glAlphaFunc",
                                        "glShadeModel",
                                        "glFeedbackBuffer",
                                        "glSelectBuffer",
                                        "glRenderMode",
                                        "glNewList",
                                        "glEndList",
                                        "glDeleteLists",
                                        "glBegin",
                                        "glEnd",
                                        "glMatrixMode",
                                        "glLoadMatrixf"};
    _Static_assert(sizeof removed == sizeof names, "a name for each");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        HeadlessProc proc = Headless_GetProcAddress(names[i]);
        memcpy((char *)&removed + i * sizeof proc, &proc, sizeof proc);
    }
}

typedef enum Setter {
    CAPABILITY,
    TRANSFER,
    CLAMP,
    POINTS,
    SHADE,
    FACE,
    MODE,
    IMAGING,
    COLOR_TRANSFER,
    COLOR_MATRIX
} Setter;

// State that a compatibility profile has, and core state that acts on more there: the value of a host that uses it,
// and of one that does not.
static const struct {
    const char *text;
    Setter setter;
    GLenum name;
    GLfloat unusual, usual;
} hostStates[] = {
    {"polygon stipple", CAPABILITY, 0x0B42, 1, 0},
    {"alpha test", CAPABILITY, 0x0BC0, 1, 0},
    {"point smooth", CAPABILITY, 0x0B10, 1, 0},
    {"point sprite", CAPABILITY, 0x8861, 1, 0},
    {"point size by program", CAPABILITY, GL_PROGRAM_POINT_SIZE, 1, 0},
    {"line stipple", CAPABILITY, 0x0B24, 1, 0},
    {"line smooth", CAPABILITY, GL_LINE_SMOOTH, 1, 0},
    {"polygon smooth", CAPABILITY, GL_POLYGON_SMOOTH, 1, 0},
    {"polygon offset", CAPABILITY, GL_POLYGON_OFFSET_FILL, 1, 0},
    {"logic op", CAPABILITY, GL_COLOR_LOGIC_OP, 1, 0},
    {"index logic op", CAPABILITY, 0x0BF1, 1, 0},
    {"clip plane", CAPABILITY, GL_CLIP_DISTANCE0, 1, 0},
    {"fog", CAPABILITY, 0x0B60, 1, 0},
    {"lighting", CAPABILITY, 0x0B50, 1, 0},
    {"color sum", CAPABILITY, 0x8458, 1, 0},
    {"two sides", CAPABILITY, 0x8643, 1, 0},
    {"texturing", CAPABILITY, GL_TEXTURE_2D, 1, 0},
    {"flat shading", SHADE, 0x0B54, 0x1D00, 0x1D01},
    {"least point size", POINTS, 0x8126, 9, 0},
    {"largest point size", POINTS, 0x8127, 1, 8191},
    {"point fading", POINTS, GL_POINT_FADE_THRESHOLD_SIZE, 9, 1},
    {"read clamp", CLAMP, GL_CLAMP_READ_COLOR, GL_TRUE, GL_FIXED_ONLY},
    {"fragment clamp", CLAMP, CLAMP_FRAGMENT_COLOR, GL_TRUE, GL_FIXED_ONLY},
    {"vertex clamp", CLAMP, CLAMP_VERTEX_COLOR, GL_FALSE, GL_TRUE},
    {"front lines", FACE, GL_FRONT, GL_LINE, GL_FILL},
    {"back lines", FACE, GL_BACK, GL_LINE, GL_FILL},
    {"pixel maps", TRANSFER, 0x0D10, 1, 0},
    {"stencil map", TRANSFER, 0x0D11, 1, 0},
    {"index shift", TRANSFER, 0x0D12, 2, 0},
    {"index offset", TRANSFER, 0x0D13, 3, 0},
    {"red scale", TRANSFER, 0x0D14, 0.5f, 1},
    {"red bias", TRANSFER, 0x0D15, 0.25f, 0},
    {"green scale", TRANSFER, 0x0D18, 0.5f, 1},
    {"green bias", TRANSFER, 0x0D19, 0.25f, 0},
    {"blue scale", TRANSFER, 0x0D1A, 0.5f, 1},
    {"blue bias", TRANSFER, 0x0D1B, 0.25f, 0},
    {"alpha scale", TRANSFER, 0x0D1C, 0.5f, 1},
    {"alpha bias", TRANSFER, 0x0D1D, 0.25f, 0},
    {"depth scale", TRANSFER, 0x0D1E, 0.5f, 1},
    {"depth bias", TRANSFER, 0x0D1F, 0.25f, 0},
    {"matrix mode", MODE, 0x0BA0, 0x1701, 0x1700}, // which the color matrix needs
    {"color table", IMAGING, 0x80D0, 1, 0},
    {"second color table", IMAGING, 0x80D1, 1, 0},
    {"third color table", IMAGING, 0x80D2, 1, 0},
    {"convolution", IMAGING, 0x8011, 1, 0},
    {"separable convolution", IMAGING, 0x8012, 1, 0},
    {"histogram", IMAGING, 0x8024, 1, 0},
    {"least and most", IMAGING, 0x802E, 1, 0},
    {"color matrix", COLOR_MATRIX, 0x80B1, 0.5f, 1},
    {"scale after the color matrix", COLOR_TRANSFER, 0x80B4, 0.5f, 1},
    {"bias after the color matrix", COLOR_TRANSFER, 0x80B8, 0.25f, 0},
};
#define HOST_STATES ((int)(sizeof hostStates / sizeof *hostStates))

static bool hasImaging(const GladGLContext *gl)
{
    GLint count = 0;
    bool found = false;
    gl->GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint i = 0; i < count; i++) {
        found = found || strcmp((const char *)gl->GetStringi(GL_EXTENSIONS, (GLuint)i), "GL_ARB_imaging") == 0;
    }
    return found;
}

static bool isHad(const GladGLContext *gl, int state)
{
    static int imaging = -1; // asked once, for contexts of one driver are alike
    imaging = imaging < 0 ? hasImaging(gl) : imaging;
    return hostStates[state].setter < IMAGING || imaging;
}

static void setHostState(const GladGLContext *gl, int state, GLfloat value)
{
    const GLenum name = hostStates[state].name;
    const GLfloat matrix[16] = {[0] = value, [5] = value, [10] = value, [15] = value};
    Setter setter = hostStates[state].setter;
    if (!isHad(gl, state)) {
        return;
    }
    if (setter == CAPABILITY || setter == IMAGING) {
        (value != 0.0f ? gl->Enable : gl->Disable)(name);
    } else if (setter == TRANSFER || setter == COLOR_TRANSFER) {
        removed.PixelTransferf(name, value);
    } else if (setter == CLAMP) {
        gl->ClampColor(name, (GLenum)value);
    } else if (setter == POINTS) {
        gl->PointParameterf(name, value);
    } else if (setter == SHADE) {
        removed.ShadeModel((GLenum)value);
    } else if (setter == FACE) {
        gl->PolygonMode(name, (GLenum)value);
    } else if (setter == MODE) {
        removed.MatrixMode((GLenum)value);
    } else {
        GLint mode = 0;
        gl->GetIntegerv(0x0BA0, &mode);
        removed.MatrixMode(GL_COLOR);
        removed.LoadMatrixf(matrix);
        removed.MatrixMode((GLenum)mode);
    }
}

// Fails unless those from `first` to before `end` are as a host has set them, and the others as it has not.
static void expectHostStates(const GladGLContext *gl, int first, int end)
{
    for (int i = 0; i < HOST_STATES; i++) {
        GLfloat found[16] = {0};
        bool face = hostStates[i].setter == FACE;
        GLfloat expected = i >= first && i < end ? hostStates[i].unusual : hostStates[i].usual;
        if (isHad(gl, i)) {
            gl->GetFloatv(face ? GL_POLYGON_MODE : hostStates[i].name, found);
            GLfloat value = found[face && hostStates[i].name == GL_BACK];
            fail_if(value != expected, "%s is %g afterwards, and the host had set %g", hostStates[i].text,
                    (double)value, (double)expected);
        }
    }
}

// What the states above turn to: a stipple of nearly nothing, a test that nothing passes, a map that inverts.
static void setParameters(const GladGLContext *gl)
{
    static const GLubyte holes[128] = {1};
    static const GLfloat inverted[2] = {1.0f, 0.0f};
    removed.PolygonStipple(holes);
    removed.AlphaFunc(GL_NEVER, 0.0f);
    for (GLenum map = 0x0C76; map <= 0x0C79; map++) { // of red to red, and so on
        removed.PixelMapfv(map, 2, inverted);
    }
    gl->LogicOp(GL_INVERT);
    gl->PolygonOffset(0.0f, 1000.0f);
}

// A framebuffer of RGBA8 with a depth of 0.5, in a context without the fixture's canvas.
typedef struct Target {
    GLuint framebuffer, color, depth;
} Target;

static Target makeTarget(const GladGLContext *gl)
{
    Target t;
    gl->GenRenderbuffers(1, &t.color);
    gl->GenRenderbuffers(1, &t.depth);
    gl->GenFramebuffers(1, &t.framebuffer);
    gl->BindFramebuffer(GL_FRAMEBUFFER, t.framebuffer);
    gl->BindRenderbuffer(GL_RENDERBUFFER, t.color);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, SIDE, SIDE);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, t.color);
    gl->BindRenderbuffer(GL_RENDERBUFFER, t.depth);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SIDE, SIDE);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t.depth);
    gl->Viewport(0, 0, SIDE, SIDE);
    gl->ClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    gl->ClearDepth(0.5);
    gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    return t;
}

static void freeTarget(const GladGLContext *gl, const Target *t)
{
    gl->DeleteFramebuffers(1, &t->framebuffer);
    gl->DeleteRenderbuffers(1, &t->color);
    gl->DeleteRenderbuffers(1, &t->depth);
    assert_int_equal(gl->GetError(), GL_NO_ERROR);
}

typedef struct Trial {
    Fixture *fixture;
    const GladGLContext *gl;
    gfDevice *device; // null: one is made under the host's state, and does all that a step can hold
    bool keeps;       // gfDeviceDef.keepHostState
    gfSolverKind solver;
} Trial;

// A step with each kind of work: an upload, passes, points, a picture that the depth test lets through, readbacks.
static void runShort(const Trial *t, const Target *target, Result *result)
{
    gfFieldInfo info;
    gfFluidDef def = Solver_Def((int)t->solver, CELLS);
    gfFluid *fluid = MADE(gfCreateFluid(t->device, &def));
    gfTracers *tracers = Fixture_MakeTracers(fluid, TRACERS, 1.0f);
    float *velocity = Fixture_Read(fluid, GF_FIELD_FACE_VELOCITY, &info);
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    for (size_t i = 0; i < count; i++) {
        velocity[i] = (float)(i % 7) - 3.0f;
    }
    Flow_AddSolid(fluid, gfMakeRectangle((gfVec2){0.6f, 0.7f}, (gfVec2){0.2f, 0.05f}, 0.3f));
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_FACE_VELOCITY, velocity, count));
    assert_true(gfFluid_StepOnce(fluid) && gfTracers_Step(tracers, 1.0f / 60.0f));
    gfDrawDef draw = gfDefaultDrawDef();
    draw.depth = (gfDepthLook){.test = GF_DEPTH_LESS, .z = 0.49999f};
    draw.tracers.set = tracers;
    t->gl->BindFramebuffer(GL_FRAMEBUFFER, target->framebuffer); // a device that keeps nothing leaves its own
    t->gl->Viewport(0, 0, SIDE, SIDE);
    assert_true(gfFluid_Draw(fluid, &draw));
    assert_true(gfTracers_ReadBlocking(tracers, result->tracers, 2 * TRACERS));
    result->fields = Solver_Hash(fluid);
    gfDestroyFluid(fluid);
}

// Runs it with hostStates from `first` to before `end` as a host that uses them has set them.
static Result runUnder(const Trial *t, int first, int end)
{
    const GladGLContext *gl = t->gl;
    Result result = {0};
    Target target = makeTarget(gl);
    for (int i = first; i < end; i++) {
        setHostState(gl, i, hostStates[i].unusual);
    }
    if (t->device != NULL) {
        runShort(t, &target, &result);
    } else {
        gfDevice *device = Fixture_MakeDevice(t->fixture);
        runScene(device, t->solver, &result);
        gfDestroyDevice(device);
    }
    if (t->keeps) {
        expectHostStates(gl, first, end);
    }
    for (int i = 0; i < HOST_STATES; i++) {
        setHostState(gl, i, hostStates[i].usual);
    }
    gl->BindFramebuffer(GL_FRAMEBUFFER, target.framebuffer);
    gl->ReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, result.pixels);
    freeTarget(gl, &target);
    return result;
}

static void enterCompatibility(Context *context)
{
    GLint profile = 0;
    if (Fixture_Api() == HEADLESS_ES30 || !Context_Make(context, CONTEXT_COMPATIBILITY)) {
        skip();
    }
    Context_MakeCurrent(context);
    context->gl.GetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
    assert_int_equal(profile & GL_CONTEXT_CORE_PROFILE_BIT, 0);
    loadRemoved();
    setParameters(&context->gl);
    for (int i = 0; i < HOST_STATES; i++) {
        setHostState(&context->gl, i, hostStates[i].usual);
    }
}

static void leaveCompatibility(const Fixture *fixture, Context *context)
{
    assert_int_equal(context->gl.GetError(), GL_NO_ERROR);
    Context_Leave(fixture);
    Context_Free(context);
}

// Each state alone, with devices that put it back and that do not.
TEST(testCompatibilityState)
{
    Context context;
    enterCompatibility(&context);
    for (int keeps = 1; keeps >= 0; keeps--) {
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.keepHostState = keeps;
        Trial trial = {fixture, &context.gl, Fixture_MakeDeviceOf(fixture, &def), keeps, GF_SOLVER_GRID};
        const Result plain = runUnder(&trial, 0, 0);
        for (int i = 0; i < HOST_STATES; i++) {
            Result under = runUnder(&trial, i, i + 1);
            expectSame(&plain, &under, hostStates[i].text);
        }
        gfDestroyDevice(trial.device);
    }
    leaveCompatibility(fixture, &context);
}

// All at once, while the device is made, too; and without any a core context has the same to the last bit.
TEST_CI(testCompatibility)
{
    Context context;
    enterCompatibility(&context);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        const Trial trial = {fixture, &context.gl, NULL, true, (gfSolverKind)solver};
        const Result plain = runUnder(&trial, 0, 0), under = runUnder(&trial, 0, HOST_STATES);
        expectSame(&plain, &under, "all state that a host can set");
        Context_Leave(fixture);
        const Result *core = getWhole(fixture, solver);
        Context_MakeCurrent(&context);
        expectSame(core, &plain, "a core context and another");
    }
    leaveCompatibility(fixture, &context);
}

// What can't be set aside: each is refused by name, and nothing of it is lost.
TEST(testCompatibilityRefused)
{
    Context context;
    GLfloat records[64];
    GLuint names[16];
    enterCompatibility(&context);
    Target target = makeTarget(&context.gl);
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluidDef def = Solver_Def(GF_SOLVER_GRID, CELLS);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    Fixture_ClearLog(fixture);
    removed.FeedbackBuffer(64, 0x0600 /* GL_2D */, records);
    removed.SelectBuffer(16, names);
    for (GLenum mode = FEEDBACK; mode <= SELECT; mode++) {
        removed.RenderMode(mode);
        EXPECT_REFUSED(gfFluid_StepOnce(fluid), HOST_STATE, "glRenderMode");
        assert_int_equal(removed.RenderMode(RENDER), 0);
    }
    for (GLenum mode = 0x1300; mode <= 0x1301; mode++) { // compiled alone, or carried out, too
        removed.NewList(7, mode);
        EXPECT_REFUSED(gfFluid_StepOnce(fluid), HOST_STATE, "glNewList(7)");
        removed.EndList();
    }
    removed.DeleteLists(7, 1);
    assert_int_equal(context.gl.GetError(), GL_NO_ERROR);
    removed.Begin(GL_TRIANGLES);
    EXPECT_REFUSED(gfFluid_StepOnce(fluid), HOST_STATE, "glBegin");
    removed.End();
    context.gl.GetError(); // of the question, which the GL refuses there
    assert_true(gfFluid_StepOnce(fluid));
    assert_int_equal(gfFluid_GetStepInfo(fluid).stepCount, 1);
    gfDestroyDevice(device);
    freeTarget(&context.gl, &target);
    leaveCompatibility(fixture, &context);
}
