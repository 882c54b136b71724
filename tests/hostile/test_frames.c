// gfDevice_BeginFrame and _EndFrame: the host's state saved once for many calls.
#include "support/canvas.h"
#include "support/contexts.h"
#include "support/flow.h"
#include "support/gl_poison.h"
#include "support/gl_spy.h"

enum { W = 24, H = 16, PIXELS = 40 * 30 * 4 };

static gfFluid *makeFluid(gfDevice *device)
{
    gfFluidDef def = Flow_Def(W, H, 2);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSourceDef jet = Flow_DiscSource(0.3f, 0.3f, 0.2f);
    jet.dye[0] = jet.dye[3] = 2.0f;
    jet.acceleration = (gfVec2){1.0f, 0.5f};
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &jet)));
    return fluid;
}

static void drawTo(gfFluid *fluid, bool bloom)
{
    gfDrawDef def = gfDefaultDrawDef();
    def.bloom.enabled = bloom;
    assert_true(gfFluid_Draw(fluid, &def));
}

// Everything a frame may hold.
static void runFrame(gfFluid *fluid)
{
    float values[4 * (2 * W + 1) * (2 * H + 1)];
    gfFluidStats stats;
    Flow_AddDisc(fluid, 0.6f, 0.6f, 0.1f);
    assert_true(gfFluid_Step(fluid, 0.034f));
    drawTo(fluid, true);
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, values, sizeof values / sizeof *values));
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(gfFluid_StepOnce(fluid));
    drawTo(fluid, false);
}

TEST(testFrameKeepsAllState)
{
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    GlSnapshot *before = GlPoison_Take(poison);
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *fluid = makeFluid(device);
    for (int i = 0; i < 2; i++) {
        assert_true(gfDevice_BeginFrame(device));
        runFrame(fluid);
        assert_true(gfDevice_EndFrame(device));
        GlPoison_ExpectSame(before, GlPoison_Take(poison), "a frame");
    }
    assert_true(gfDevice_BeginFrame(device));
    runFrame(fluid);
    gfDestroyDevice(device); // which puts it back, too
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "a device destroyed in a frame");
    Fixture_ExpectNoGlError(fixture);
    GlPoison_ExpectUntouched(poison, 1);
    GlPoison_ExpectDepthUntouched(poison);
    assert_int_equal(fixture->warnings, 0);
}

// What passes need, so that the library sets none of it, nor puts it back.
static void setNeutral(const Fixture *fixture)
{
    const GladGLContext *gl = &fixture->gl;
    static const GLenum off[] = {GL_BLEND,        GL_DITHER,
                                 GL_DEPTH_TEST,   GL_STENCIL_TEST,
                                 GL_CULL_FACE,    GL_RASTERIZER_DISCARD,
                                 GL_SCISSOR_TEST, GL_SAMPLE_ALPHA_TO_COVERAGE};
    static const GLenum zero[] = {GL_PACK_ROW_LENGTH,    GL_PACK_SKIP_ROWS,     GL_PACK_SKIP_PIXELS,
                                  GL_UNPACK_ROW_LENGTH,  GL_UNPACK_SKIP_ROWS,   GL_UNPACK_SKIP_PIXELS,
                                  GL_UNPACK_SKIP_IMAGES, GL_UNPACK_IMAGE_HEIGHT};
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++) {
        gl->Disable(off[i]);
    }
    for (size_t i = 0; i < sizeof zero / sizeof zero[0]; i++) {
        gl->PixelStorei(zero[i], 0);
    }
    gl->PixelStorei(GL_PACK_ALIGNMENT, 4);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl->DepthFunc(GL_LEQUAL);
    gl->DepthMask(GL_TRUE);
    if (Fixture_Api() == HEADLESS_GL33) {
        gl->Disable(GL_COLOR_LOGIC_OP);
        gl->Disable(GL_DEPTH_CLAMP);
        gl->Enable(GL_PROGRAM_POINT_SIZE);
        gl->PolygonMode(GL_FRONT_AND_BACK, GL_FILL);
        gl->ClampColor(GL_CLAMP_READ_COLOR, GL_FALSE);
    }
}

TEST(testNeutralStateStays)
{
    GlPoison *poison = GlPoison_Create(&fixture->gl);
    setNeutral(fixture);
    GlSnapshot *before = GlPoison_Take(poison);
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *fluid = makeFluid(device);
    runFrame(fluid);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.depth.test = GF_DEPTH_LESS;
    assert_true(gfFluid_Draw(fluid, &draw));
    GlPoison_ExpectSame(before, GlPoison_Take(poison), "calls in a neutral state");
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
}

// Two pictures of the same fluid, one of each step: into the framebuffer that was bound, and into another one's part.
static void drawTwice(Fixture *fixture, bool frame, uint8_t *first, uint8_t *second)
{
    Canvas other = Canvas_Make(fixture, 40, 30), canvas = Canvas_Make(fixture, 40, 30);
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *fluid = makeFluid(device);
    const GladGLContext *gl = &fixture->gl;
    const Canvas *const canvases[2] = {&other, &canvas};
    for (int i = 0; i < 2; i++) {
        gl->BindFramebuffer(GL_FRAMEBUFFER, canvases[i]->framebuffer);
        gl->Clear(GL_COLOR_BUFFER_BIT);
    }
    assert_true(!frame || gfDevice_BeginFrame(device));
    assert_true(gfFluid_StepOnce(fluid));
    drawTo(fluid, true);
    assert_true(gfFluid_StepOnce(fluid));
    if (frame) {
        assert_true(gfDevice_SetTarget(device, other.framebuffer, 5, 3, 30, 20));
    } else {
        gl->BindFramebuffer(GL_FRAMEBUFFER, other.framebuffer);
        gl->Viewport(5, 3, 30, 20);
    }
    drawTo(fluid, true);
    assert_true(!frame || gfDevice_EndFrame(device));
    gl->BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
    Canvas_Read(fixture, &canvas, first);
    gl->BindFramebuffer(GL_FRAMEBUFFER, other.framebuffer);
    Canvas_Read(fixture, &other, second);
    gfDestroyDevice(device);
}

TEST(testFrameDrawsTheSame)
{
    uint8_t *pixels = Fixture_Alloc(4 * PIXELS);
    drawTwice(*state, false, pixels, pixels + PIXELS);
    drawTwice(*state, true, pixels + 2 * PIXELS, pixels + 3 * PIXELS);
    assert_memory_equal(pixels, pixels + 2 * PIXELS, 2 * PIXELS);
    int lit = 0;
    for (int i = 0; i < PIXELS; i += 4) {
        lit += pixels[PIXELS + i] > 0 ? 1 : 0;
    }
    assert_true(lit > 20);
}

static int asked;

static void GLAD_API_PTR countGet(GLenum name, GLint *value)
{
    asked++;
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(name, value);
}

TEST(testFrameAsksOnce)
{
    GlSpy_Clear();
    GlSpy_Replace("glGetIntegerv", (gfGLProc)countGet);
    gfDevice *device = GlSpy_MakeDevice(fixture);
    gfFluid *fluid = makeFluid(device);
    Canvas_Make(fixture, 40, 30);
    int single = 0, many = 0;
    for (int frame = 0; frame < 2; frame++) {
        Flow_Steps(fluid, 2);
        drawTo(fluid, false);
        asked = 0;
        assert_true(frame == 0 || gfDevice_BeginFrame(device));
        for (int i = 0; i < 10; i++) {
            assert_true(gfFluid_StepOnce(fluid));
            drawTo(fluid, false);
        }
        assert_true(frame == 0 || gfDevice_EndFrame(device));
        *(frame == 0 ? &single : &many) = asked;
    }
    assert_true(single > 400);
    // Without draw buffers that are masked one by one drawings ask which the host has on: OpenGL ES 3.0.
    Flow_ExpectBetween("queries of the GL in a frame of ten steps and drawings", many, 0.0, 150.0);
    gfDestroyDevice(device);
    GlSpy_Clear();
}

TEST(testMisuse)
{
    gfDevice *device = fixture->device;
    Canvas_Make(fixture, 40, 30);
    assert_false(gfDevice_BeginFrame(NULL) || gfDevice_EndFrame(NULL) || gfDevice_SetTarget(NULL, 0, 0, 0, 1, 1));
    EXPECT_REFUSED(gfDevice_EndFrame(device), CALL_ORDER, "gfDevice_BeginFrame");
    EXPECT_REFUSED(gfDevice_SetTarget(device, 0, 0, 0, 1, 1), CALL_ORDER, "gfDevice_SetTarget");
    assert_true(gfDevice_BeginFrame(device));
    EXPECT_REFUSED(gfDevice_BeginFrame(device), CALL_ORDER, "gfDevice_EndFrame");
    EXPECT_REFUSED(gfDevice_SetTarget(device, 0, 0, 0, -1, 1), OUT_OF_RANGE, "-1 x 1");
    gfFluid *fluid = makeFluid(device);
    runFrame(fluid);
    assert_null(gfCreateFluid(device, NULL)); // a call that fails leaves the frame open
    runFrame(fluid);
    assert_true(gfDevice_EndFrame(device));
    assert_false(gfDevice_EndFrame(device));
}

// Framebuffers of the host's that can't be drawn to: refused, without an error of the GL's.
TEST(testBadTargets)
{
    gfDevice *device = fixture->device;
    Canvas canvas = Canvas_Make(fixture, 40, 30);
    const GladGLContext *gl = &fixture->gl;
    const gfDrawDef look = gfDefaultDrawDef();
    gfFluid *fluid = makeFluid(device);
    GLuint empty;
    gl->GenFramebuffers(1, &empty);
    gl->BindFramebuffer(GL_FRAMEBUFFER, empty);
    EXPECT_REFUSED(gfFluid_Draw(fluid, &look), FRAMEBUFFER, "gfFluid_Draw: the framebuffer"); // outside of frames, too
    GLint bound = 0;
    gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
    assert_int_equal(bound, empty);
    assert_true(gfDevice_BeginFrame(device));
    Fixture_ClearLog(fixture);
    assert_true(gfDevice_SetTarget(device, 9999, 0, 0, 40, 30));
    EXPECT_REFUSED(gfFluid_Draw(fluid, &look), FRAMEBUFFER, "gfFluid_Draw: there is no framebuffer 9999");
    assert_true(gfDevice_SetTarget(device, canvas.framebuffer, 0, 0, 40, 30));
    assert_true(gfFluid_Draw(fluid, &look));
    Fixture_ClearLog(fixture);
    assert_true(gfDevice_SetTarget(device, empty, 0, 0, 40, 30));
    EXPECT_REFUSED(gfFluid_Draw(fluid, &look), FRAMEBUFFER, "incomplete");
    assert_true(gfFluid_DrawToTexture(fluid, &look, 8, 8) != 0); // which is the library's own
    assert_true(gfDevice_EndFrame(device));
    Fixture_ExpectNoGlError(fixture);
}

// The host deletes within a frame what it had bound before: what is drawn goes to the frame's new target, and the end
// binds no name that is gone.
TEST(testTargetsDeletedInFrame)
{
    const GladGLContext *gl = &fixture->gl;
    gfDevice *device = fixture->device;
    gfFluidDef fluidDef = gfDefaultFluidDef();
    fluidDef.solver = GF_SOLVER_SHALLOW;
    fluidDef.gridWidth = fluidDef.gridHeight = 16;
    gfFluid *fluid = MADE(gfCreateFluid(device, &fluidDef));
    const gfSurfaceDef surface = gfDefaultSurfaceDef();
    GLint bound[2] = {1, 1};
    for (int i = 0; i < 2; i++) {
        Canvas read = Canvas_Make(fixture, 40, 30), draw = Canvas_Make(fixture, 40, 30),
               kept = Canvas_Make(fixture, 40, 30);
        gl->BindFramebuffer(GL_READ_FRAMEBUFFER, read.framebuffer);
        gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, i == 0 ? kept.framebuffer : draw.framebuffer);
        assert_true(gfDevice_BeginFrame(device));
        assert_true(gfFluid_StepOnce(fluid));
        gl->DeleteFramebuffers(1, &read.framebuffer);
        if (i == 1) {
            gl->DeleteFramebuffers(1, &draw.framebuffer);
            Fixture_ClearLog(fixture);
            EXPECT_REFUSED(gfFluid_DrawSurface(fluid, &surface), FRAMEBUFFER, "there is no framebuffer");
            assert_true(gfDevice_SetTarget(device, kept.framebuffer, 0, 0, 40, 30));
        }
        drawTo(fluid, false);
        assert_true(gfFluid_DrawSurface(fluid, &surface));
        assert_true(gfDevice_EndFrame(device));
        gl->GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound[0]);
        gl->GetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound[1]);
        assert_int_equal(bound[0], i == 0 ? kept.framebuffer : 0);
        assert_int_equal(bound[1], 0);
        Fixture_ExpectNoGlError(fixture);
    }
}

// One call does what six do, to the pixel and the answer, and a part that fails leaves no other out.
static void runGame(Fixture *fixture, bool atOnce, uint8_t *pixels, gfQueryAnswer *answer)
{
    Canvas canvas = Canvas_Make(fixture, 40, 30);
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *behind = makeFluid(device), *front = makeFluid(device);
    gfDrawDef opaque = gfDefaultDrawDef(), blended = gfDefaultDrawDef();
    gfQueryDef queryDef = gfDefaultQueryDef();
    queryDef.delay = 1;
    gfQuery *query = gfCreateQuery(front, &queryDef);
    assert_true(gfQuery_SetPoints(query, &(gfVec2){0.5f, 0.5f}, 1));
    opaque.alpha = GF_ALPHA_OPAQUE;
    const gfGamePart parts[] = {{.fluid = behind, .draw = &opaque}, {.fluid = front, .query = query, .draw = &blended}};
    gfGameFrameDef def = gfDefaultGameFrameDef();
    def.parts = parts;
    def.partCount = 2;
    for (int i = 0; i < 4; i++) {
        if (atOnce) {
            assert_true(gfDevice_RunGameFrame(device, &def));
        } else {
            assert_true(gfFluid_Step(behind, def.dt) && gfFluid_Step(front, def.dt));
            assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
            assert_true(gfFluid_Draw(behind, &opaque) && gfFluid_Draw(front, &blended));
        }
    }
    assert_int_equal(gfQuery_Poll(query, answer), GF_POLL_READY);
    gfPointAnswer kept = answer->points[0];
    Canvas_Read(fixture, &canvas, pixels);
    if (atOnce) {
        gfDrawDef bad = opaque;
        bad.cookie = 0;
        const gfGamePart failing[] = {{.fluid = behind, .draw = &bad}, {.fluid = front, .query = query}};
        def.parts = failing;
        uint64_t before = gfFluid_GetStepInfo(front).stepCount;
        EXPECT_REFUSED(gfDevice_RunGameFrame(device, &def), COOKIE, "gfDefaultDrawDef");
        assert_int_equal(gfFluid_GetStepInfo(front).stepCount, before + 1);
        assert_true(gfDevice_BeginFrame(device)); // none is open, and in one it is a part of that
        def.parts = parts;
        assert_true(gfDevice_RunGameFrame(device, &def) && gfDevice_EndFrame(device));
        const gfGamePart wrong[] = {{.draw = &opaque}, {.fluid = behind, .query = query}};
        for (int i = 0; i < 2; i++) {
            def.parts = &wrong[i];
            def.partCount = 1;
            before = gfFluid_GetStepInfo(behind).stepCount;
            EXPECT_REFUSED(gfDevice_RunGameFrame(device, &def), OUT_OF_RANGE,
                           i == 0 ? "part 0 has no fluid" : "of another fluid");
            assert_int_equal(gfFluid_GetStepInfo(behind).stepCount, before);
        }
        Fixture_ClearLog(fixture);
    }
    gfDestroyDevice(device);
    *answer = (gfQueryAnswer){.number = answer->number, .stepCount = answer->stepCount};
    memcpy(pixels + PIXELS, &kept, sizeof kept);
}

TEST(testGameFrameDoesTheSame)
{
    uint8_t *pixels = Fixture_Alloc(4 * PIXELS);
    gfQueryAnswer answers[2];
    runGame(*state, false, pixels, &answers[0]);
    runGame(*state, true, pixels + 2 * PIXELS, &answers[1]);
    assert_memory_equal(pixels, pixels + 2 * PIXELS, 2 * PIXELS);
    assert_true(answers[0].number == 3 && answers[1].number == 3 && answers[1].stepCount == answers[0].stepCount);
}

// Each drawing to the bound framebuffer is refused with this text, and refraction is not given up for it.
static void expectRefused(Fixture *fixture, gfFluid *fluid, const char *text)
{
    for (int refracts = 0; refracts < 2; refracts++) {
        gfDrawDef look = gfDefaultDrawDef();
        look.refraction.enabled = refracts == 1;
        Fixture_ClearLog(fixture);
        EXPECT_REFUSED(gfFluid_Draw(fluid, &look), FRAMEBUFFER, text);
    }
    Fixture_ExpectNoGlError(fixture);
}

static void expectDrawn(Fixture *fixture, gfFluid *fluid)
{
    gfDrawDef look = gfDefaultDrawDef();
    look.refraction.enabled = true;
    Fixture_ClearLog(fixture);
    assert_true(gfFluid_Draw(fluid, &look));
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    Fixture_ExpectNoGlError(fixture);
}

// The framebuffer 0 of a context without a surface, one that lost its attachment since the last drawing, and the
// library's own.
TEST(testTargetsThatShowNothing)
{
    const GladGLContext *gl = &fixture->gl;
    for (int keeps = 0; keeps < 2; keeps++) {
        gfDeviceDef def = Fixture_DeviceDef(fixture);
        def.keepHostState = keeps == 1;
        gfDevice *device = gfCreateDevice(&def);
        Canvas canvas = Canvas_Make(fixture, 40, 30);
        gfFluid *fluid = makeFluid(device);
        assert_true(gfFluid_StepOnce(fluid));
        if (keeps == 0) {
            expectRefused(fixture, fluid, "the library's own");
            assert_true(gfDevice_BeginFrame(device));
            expectRefused(fixture, fluid, "the library's own");
            assert_true(gfDevice_EndFrame(device));
        }
        gl->BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
        gl->Viewport(0, 0, 40, 30);
        expectDrawn(fixture, fluid);
        gl->BindFramebuffer(GL_FRAMEBUFFER, 0);
        if (gl->CheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
            expectRefused(fixture, fluid, "the default framebuffer");
        }
        gl->BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
        gl->Viewport(0, 0, 40, 30);
        expectDrawn(fixture, fluid);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 0);
        expectRefused(fixture, fluid, "is incomplete");
        gl->BindFramebuffer(GL_FRAMEBUFFER, canvas.framebuffer);
        gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, canvas.renderbuffer);
        gl->Viewport(0, 0, 40, 30);
        expectDrawn(fixture, fluid);
        gfDestroyDevice(device);
    }
}

// Viewports at the ends of what an int holds: nothing overflows, and where a part is seen it is drawn.
TEST(testFarViewports)
{
    static const int32_t most = INT32_MAX, least = INT32_MIN;
    const int32_t viewports[][4] = {{most, most, 40, 30},      {least, least, 40, 30},   {most - 10, 0, 40, 30},
                                    {0, least, 40, 30},        {-10, -10, most, most},   {most, least, most, most},
                                    {least, most, most, most}, {1 << 30, 0, 1 << 30, 1}, {-1, -1, 40, 30}};
    gfDevice *device = fixture->device;
    Canvas canvas = Canvas_Make(fixture, 40, 30);
    gfFluid *fluid = makeFluid(device);
    for (size_t i = 0; i < sizeof viewports / sizeof *viewports; i++) {
        const int32_t *v = viewports[i];
        gfDrawDef look = gfDefaultDrawDef();
        look.refraction.enabled = look.bloom.enabled = true;
        assert_true(gfDevice_BeginFrame(device));
        assert_true(gfDevice_SetTarget(device, canvas.framebuffer, v[0], v[1], v[2], v[3]));
        bool drawn = gfFluid_Draw(fluid, &look);
        look.refraction.enabled = look.bloom.enabled = false;
        drawn = gfFluid_Draw(fluid, &look) && drawn;
        assert_true(drawn || v[2] > 16384);
        assert_true(gfDevice_EndFrame(device));
        gfDevice_ResetErrors(device);
        Fixture_ExpectNoGlError(fixture);
    }
}

// The frames of two devices in one context do not cross: the later would put back names of the earlier.
TEST(testFramesOfTwoDevices)
{
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDevice *one = gfCreateDevice(&def), *other = gfCreateDevice(&def);
    gfFluid *fluid = makeFluid(other);
    Context context = Context_MakeOther();
    Context_MakeCurrent(&context);
    gfDevice *elsewhere = MADE(gfCreateDevice(&def));
    Context_Leave(fixture);
    Fixture_ClearLog(fixture);
    assert_true(gfDevice_BeginFrame(one));
    EXPECT_REFUSED(gfDevice_BeginFrame(other), CALL_ORDER, "another device has a frame open in this context");
    assert_true(gfFluid_StepOnce(fluid)); // outside of a frame it may be called
    gfPrepareDef prepare = gfDefaultPrepareDef();
    assert_int_not_equal(gfDevice_Prepare(other, &prepare, 0.0f, NULL), GF_PREPARE_FAILED);
    Context_MakeCurrent(&context);
    assert_true(gfDevice_BeginFrame(elsewhere) && gfDevice_EndFrame(elsewhere));
    Context_Leave(fixture);
    assert_true(gfDevice_EndFrame(one));
    assert_true(gfDevice_BeginFrame(other) && gfFluid_StepOnce(fluid) && gfDevice_EndFrame(other));
    assert_true(gfDevice_BeginFrame(one));
    gfDestroyDevice(one); // which ends its frame
    assert_true(gfDevice_BeginFrame(other));
    gfDevice_Lose(other);
    assert_int_equal(fixture->errors + fixture->warnings, 0);
    gfDestroyDevice(other);
    Context_MakeCurrent(&context);
    gfDestroyDevice(elsewhere);
    Context_Leave(fixture);
    Context_Free(&context);
}

// A frame that runs no step is refused like others where no step can be made.
TEST(testIdleStepsNeedTheContext)
{
    gfFluid *fluid = makeFluid(fixture->device);
    Context context = Context_MakeOther();
    Context_MakeCurrent(&context);
    EXPECT_REFUSED(gfFluid_Step(fluid, 0.0f), WRONG_CONTEXT, "gfFluid_Step: another GL context");
    Context_Leave(fixture);
    assert_true(gfFluid_Step(fluid, 0.0f));
    Context_Free(&context);
}

// A frame that is begun in its context and ended, or gone on with, in another.
TEST(testOtherContext)
{
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *fluid = makeFluid(device);
    Context context = Context_MakeOther();
    assert_true(gfDevice_BeginFrame(device));
    uint64_t steps = gfFluid_GetStepInfo(fluid).stepCount;
    Context_MakeCurrent(&context);
    EXPECT_REFUSED(gfFluid_StepOnce(fluid), WRONG_CONTEXT, "another GL context");
    EXPECT_REFUSED(gfDevice_EndFrame(device), WRONG_CONTEXT, "another GL context");
    Context_Leave(fixture);
    assert_int_equal(gfFluid_GetStepInfo(fluid).stepCount, steps);
    assert_true(gfDevice_BeginFrame(device));
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfDevice_EndFrame(device));
    assert_true(gfDevice_BeginFrame(device));
    gfDevice_Lose(device);
    EXPECT_REFUSED(gfDevice_EndFrame(device), CONTEXT_LOST, "lost");
    gfDestroyDevice(device);
    Context_Free(&context);
}

// Within a frame the library's own framebuffer may be bound: another device's drawing goes to the frame's target.
TEST(testOtherDrawsInFrame)
{
    static uint8_t pictures[2][PIXELS];
    gfDevice *device = Fixture_MakeDevice(fixture);
    gfFluid *framed = makeFluid(device), *fluid = makeFluid(fixture->device);
    Canvas canvas = Canvas_Make(fixture, 40, 30);
    assert_true(gfFluid_StepOnce(fluid));
    for (int i = 0; i < 2; i++) {
        fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
        assert_true(i == 0 || (gfDevice_BeginFrame(device) && gfFluid_StepOnce(framed)));
        drawTo(fluid, true);
        assert_true(i == 0 || (gfFluid_StepOnce(framed) && gfDevice_EndFrame(device)));
        Canvas_Read(fixture, &canvas, pictures[i]);
    }
    assert_memory_equal(pictures[0], pictures[1], PIXELS);
    Fixture_ExpectNoGlError(fixture);
    gfDestroyDevice(device);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
