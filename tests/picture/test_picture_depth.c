// A fluid behind and before what is in the host's depth buffer.
#include "support/flow.h"
#include "support/picture.h"

#define HALF (SIDE / 2)
#define CLIP_MINUS_ONE_TO_ONE 0x935E
#define CLIP_ZERO_TO_ONE 0x935F

typedef struct Target {
    Canvas canvas;
    GLuint depth; // renderbuffer
} Target;

static Target makeTarget(const Fixture *fixture)
{
    const GladGLContext *gl = &fixture->gl;
    Target t = {.canvas = Canvas_Make(fixture, SIDE, SIDE)};
    gl->GenRenderbuffers(1, &t.depth);
    gl->BindRenderbuffer(GL_RENDERBUFFER, t.depth);
    gl->RenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, SIDE, SIDE);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, t.depth);
    assert_int_equal(gl->CheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
    return t;
}

// Grey, with something of depth 0.2 on the left and of 0.8 on the right.
static void clearTarget(const Fixture *fixture)
{
    const GladGLContext *gl = &fixture->gl;
    const GLfloat grey[4] = {0.4f, 0.4f, 0.4f, 1.0f}, near = 0.2f, far = 0.8f;
    gl->ClearBufferfv(GL_COLOR, 0, grey);
    gl->ClearBufferfv(GL_DEPTH, 0, &far);
    gl->Enable(GL_SCISSOR_TEST);
    gl->Scissor(0, 0, HALF, SIDE);
    gl->ClearBufferfv(GL_DEPTH, 0, &near);
    gl->Disable(GL_SCISSOR_TEST);
}

typedef struct Pixels {
    uint8_t bytes[SIDE * SIDE * 4];
} Pixels;

static void draw(const Fixture *fixture, const Target *t, gfFluid *fluid, const gfDrawDef *def, Pixels *pixels)
{
    clearTarget(fixture);
    assert_true(gfFluid_Draw(fluid, def));
    Canvas_Read(fixture, &t->canvas, pixels->bytes);
}

static bool isSameHalf(const Pixels *a, const Pixels *b, bool right)
{
    bool same = true;
    for (int y = 0; y < SIDE; y++) {
        size_t at = (size_t)4 * (size_t)(y * SIDE + (right ? HALF : 0));
        same = same && memcmp(a->bytes + at, b->bytes + at, (size_t)4 * HALF) == 0;
    }
    return same;
}

typedef struct Scene {
    gfFluid *fluid;
    gfTracers *tracers;
    Target target;
    Pixels empty;
} Scene;

static Scene makeScene(Fixture *fixture)
{
    Scene s = {.fluid = Picture_MakeBlob(fixture->device, GRID), .target = makeTarget(fixture)};
    Flow_AddDisc(s.fluid, 0.5f, 0.5f, 0.2f);
    s.tracers = Fixture_MakeTracers(s.fluid, 200, 1.0f);
    assert_true(gfTracers_Step(s.tracers, 0.01f));
    clearTarget(fixture);
    Canvas_Read(fixture, &s.target.canvas, s.empty.bytes);
    return s;
}

// Plain, with bloom, with refraction, with everything and tracers; the dye in layers.
static gfDrawDef makeLook(const Scene *s, int look)
{
    gfDrawDef def = look == 3 ? Picture_Everything(0) : gfDefaultDrawDef();
    def.bloom.enabled = def.bloom.enabled || look == 1;
    def.refraction.enabled = def.refraction.enabled || look == 2;
    def.tracers.set = look == 3 ? s->tracers : NULL;
    def.ink = look == 4 ? GF_INK_ABSORB : def.ink;
    return def;
}
#define LOOKS 5

TEST(testHiddenAndSeen)
{
    Scene s = makeScene(fixture);
    for (int look = 0; look < LOOKS; look++) {
        Pixels free, tested;
        gfDrawDef def = makeLook(&s, look);
        draw(fixture, &s.target, s.fluid, &def, &free);
        assert_false(isSameHalf(&free, &s.empty, false));
        assert_false(isSameHalf(&free, &s.empty, true));
        for (int kind = GF_DEPTH_LESS; kind <= GF_DEPTH_ALWAYS; kind++) {
            bool left = kind != GF_DEPTH_LESS, right = kind != GF_DEPTH_GREATER; // which half shows it
            def.depth.test = (gfDepthTest)kind;
            draw(fixture, &s.target, s.fluid, &def, &tested);
            assert_true(isSameHalf(&tested, left ? &free : &s.empty, false));
            assert_true(isSameHalf(&tested, right ? &free : &s.empty, true));
        }
    }
}

// What was written hides what is behind it, in one drawing the one before.
TEST(testWritten)
{
    Scene s = makeScene(fixture);
    for (int look = 0; look < 2; look++) {
        for (int write = 0; write < 2; write++) {
            Pixels first, second;
            gfDrawDef def = makeLook(&s, look), behind = gfDefaultDrawDef();
            def.depth = (gfDepthLook){GF_DEPTH_LESS, 0.5f, write != 0};
            behind.style = GF_DRAW_SOLIDS;
            behind.alpha = GF_ALPHA_OPAQUE;
            behind.depth = (gfDepthLook){GF_DEPTH_LESS, 0.6f, false};
            draw(fixture, &s.target, s.fluid, &def, &first);
            assert_true(gfFluid_Draw(s.fluid, &behind));
            Canvas_Read(fixture, &s.target.canvas, second.bytes);
            assert_true(isSameHalf(&first, &second, true) == (write != 0));
            assert_true(isSameHalf(&first, &second, false)); // behind something of the host's all along
        }
    }
}

// The host's range and function neither count nor change, and a frame holds as well.
TEST(testHostsOwn)
{
    const GladGLContext *gl = &fixture->gl;
    Scene s = makeScene(fixture);
    Pixels plain, odd;
    GLfloat range[2];
    GLint function, mask;
    gfDrawDef def = gfDefaultDrawDef();
    def.depth.test = GF_DEPTH_LESS;
    draw(fixture, &s.target, s.fluid, &def, &plain);
    for (int frame = 0; frame < 2; frame++) {
        clearTarget(fixture);
        gl->DepthRangef != NULL ? gl->DepthRangef(0.75f, 0.25f) : gl->DepthRange(0.75, 0.25);
        gl->DepthFunc(GL_NEVER);
        gl->DepthMask(GL_FALSE);
        gl->Enable(GL_DEPTH_TEST);
        assert_true(frame == 0 || gfDevice_BeginFrame(fixture->device));
        assert_true(gfFluid_Draw(s.fluid, &def));
        assert_true(frame == 0 || gfDevice_EndFrame(fixture->device));
        gl->GetFloatv(GL_DEPTH_RANGE, range);
        gl->GetIntegerv(GL_DEPTH_FUNC, &function);
        gl->GetIntegerv(GL_DEPTH_WRITEMASK, &mask);
        assert_true(range[0] == 0.75f && range[1] == 0.25f && function == GL_NEVER && !mask);
        assert_true(gl->IsEnabled(GL_DEPTH_TEST));
        gl->Disable(GL_DEPTH_TEST);
        gl->DepthFunc(GL_LESS);
        gl->DepthMask(GL_TRUE);
        gl->DepthRangef != NULL ? gl->DepthRangef(0.0f, 1.0f) : gl->DepthRange(0.0, 1.0);
        Canvas_Read(fixture, &s.target.canvas, odd.bytes);
        assert_memory_equal(odd.bytes, plain.bytes, sizeof plain.bytes);
    }
}

// A host's clip space from 0 to 1 is none of the fluid's.
TEST(testClipControl)
{
    void(GLAD_API_PTR * clipControl)(GLenum origin, GLenum depth) = NULL;
    GLint major = 0, minor = 0;
    fixture->gl.GetIntegerv(GL_MAJOR_VERSION, &major);
    fixture->gl.GetIntegerv(GL_MINOR_VERSION, &minor);
    if (Fixture_Api() == HEADLESS_ES30 || 10 * major + minor < 45) {
        skip();
    }
    gfGLProc proc = Headless_GetProcAddress("glClipControl");
    memcpy(&clipControl, &proc, sizeof proc);
    Scene s = makeScene(fixture);
    Pixels plain, other;
    gfDrawDef def = makeLook(&s, 1);
    def.depth.test = GF_DEPTH_LESS;
    draw(fixture, &s.target, s.fluid, &def, &plain);
    clipControl(GL_LOWER_LEFT, CLIP_ZERO_TO_ONE);
    draw(fixture, &s.target, s.fluid, &def, &other);
    clipControl(GL_LOWER_LEFT, CLIP_MINUS_ONE_TO_ONE);
    assert_memory_equal(other.bytes, plain.bytes, sizeof plain.bytes);
}
