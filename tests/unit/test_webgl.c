// WebGL 2 as a browser gives it: no buffer is mapped, no fence is waited for, and a running game asks for no errors,
// for each of these is missing there or waits. The context is one of ES 3.0 that says it is WebGL.
#include "support/flow.h"
#include "support/gl_spy.h"
#include "support/solvers.h"

#define SIDE 32
#define FRAMES 12

static int forbidden, asked, copied;
static bool behind; // the GPU is done with nothing

static const GLubyte *GLAD_API_PTR getString(GLenum name)
{
    return name == GL_VERSION ? (const GLubyte *)"OpenGL ES 3.0 (WebGL 2.0 (a test))"
                              : GL_SPY_NEXT(PFNGLGETSTRINGPROC, "glGetString")(name);
}

static void *GLAD_API_PTR mapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    (void)target, (void)offset, (void)length, (void)access;
    forbidden++;
    return NULL;
}

static GLenum GLAD_API_PTR clientWaitSync(GLsync sync, GLbitfield flags, GLuint64 timeout)
{
    (void)sync, (void)flags, (void)timeout;
    forbidden++;
    return GL_WAIT_FAILED;
}

static void GLAD_API_PTR getSynciv(GLsync sync, GLenum name, GLsizei size, GLsizei *length, GLint *values)
{
    GL_SPY_NEXT(PFNGLFINISHPROC, "glFinish")();
    GL_SPY_NEXT(PFNGLGETSYNCIVPROC, "glGetSynciv")(sync, name, size, length, values);
    values[0] = behind ? GL_UNSIGNALED : values[0];
}

static void GLAD_API_PTR getBufferSubData(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    const void *mapped =
        GL_SPY_NEXT(PFNGLMAPBUFFERRANGEPROC, "glMapBufferRange")(target, offset, size, GL_MAP_READ_BIT);
    assert_non_null(mapped);
    memcpy(data, mapped, (size_t)size);
    GL_SPY_NEXT(PFNGLUNMAPBUFFERPROC, "glUnmapBuffer")(target);
    copied++;
}

static GLenum GLAD_API_PTR getError(void)
{
    asked++;
    return GL_SPY_NEXT(PFNGLGETERRORPROC, "glGetError")();
}

// Through Emscripten none would be all of the memory.
static void GLAD_API_PTR uniform4fv(GLint location, GLsizei count, const GLfloat *values)
{
    forbidden += count == 0;
    GL_SPY_NEXT(PFNGLUNIFORM4FVPROC, "glUniform4fv")(location, count, values);
}

static void GLAD_API_PTR uniform4iv(GLint location, GLsizei count, const GLint *values)
{
    forbidden += count == 0;
    GL_SPY_NEXT(PFNGLUNIFORM4IVPROC, "glUniform4iv")(location, count, values);
}

// WebGL draws nothing where a sampler for floats has integers at its unit or the other way round, even if it is not
// read from.
#define TEXTURES_MAX 4096
static bool hasIntegers[TEXTURES_MAX];

static void GLAD_API_PTR texImage2D(GLenum target, GLint level, GLint internal, GLsizei width, GLsizei height,
                                    GLint border, GLenum format, GLenum type, const void *pixels)
{
    GLint texture = 0;
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(GL_TEXTURE_BINDING_2D, &texture);
    assert_true(texture < TEXTURES_MAX);
    hasIntegers[texture] = format == GL_RGBA_INTEGER || format == GL_RED_INTEGER || format == GL_RG_INTEGER;
    GL_SPY_NEXT(PFNGLTEXIMAGE2DPROC, "glTexImage2D")
    (target, level, internal, width, height, border, format, type, pixels);
}

static bool fits(GLuint program, GLuint uniform)
{
    char name[64];
    GLsizei length = 0;
    GLint size = 0, unit = 0, active = 0, texture = 0;
    GLenum type = 0;
    GL_SPY_NEXT(PFNGLGETACTIVEUNIFORMPROC, "glGetActiveUniform")
    (program, uniform, (GLsizei)sizeof name, &length, &size, &type, name);
    bool integers = type == GL_UNSIGNED_INT_SAMPLER_2D || type == GL_INT_SAMPLER_2D;
    if (type != GL_SAMPLER_2D && !integers) {
        return true;
    }
    GLint place = GL_SPY_NEXT(PFNGLGETUNIFORMLOCATIONPROC, "glGetUniformLocation")(program, name);
    GL_SPY_NEXT(PFNGLGETUNIFORMIVPROC, "glGetUniformiv")(program, place, &unit);
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(GL_ACTIVE_TEXTURE, &active);
    GL_SPY_NEXT(PFNGLACTIVETEXTUREPROC, "glActiveTexture")(GL_TEXTURE0 + (GLenum)unit);
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(GL_TEXTURE_BINDING_2D, &texture);
    GL_SPY_NEXT(PFNGLACTIVETEXTUREPROC, "glActiveTexture")((GLenum)active);
    return texture == 0 || hasIntegers[texture] == integers;
}

static void GLAD_API_PTR drawArrays(GLenum mode, GLint first, GLsizei count)
{
    GLint program = 0, uniforms = 0;
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(GL_CURRENT_PROGRAM, &program);
    GL_SPY_NEXT(PFNGLGETPROGRAMIVPROC, "glGetProgramiv")((GLuint)program, GL_ACTIVE_UNIFORMS, &uniforms);
    for (GLint i = 0; i < uniforms; i++) {
        forbidden += !fits((GLuint)program, (GLuint)i);
    }
    GL_SPY_NEXT(PFNGLDRAWARRAYSPROC, "glDrawArrays")(mode, first, count);
}

// Browsers tell times of passes by an extension that is named otherwise.
static const char *timesExtension;

static const GLubyte *GLAD_API_PTR getStringi(GLenum name, GLuint index)
{
    const GLubyte *own = GL_SPY_NEXT(PFNGLGETSTRINGIPROC, "glGetStringi")(name, index);
    bool times = name == GL_EXTENSIONS && strcmp((const char *)own, "GL_EXT_disjoint_timer_query") == 0;
    return times ? (const GLubyte *)timesExtension : own;
}

static gfDevice *makeWebDevice(Fixture *fixture, bool copies)
{
    const GlSpyEntry entries[] = {
        GL_SPY_ENTRY(GetString, getString),
        GL_SPY_ENTRY(GetStringi, getStringi),
        GL_SPY_ENTRY(MapBufferRange, mapBufferRange),
        GL_SPY_ENTRY(ClientWaitSync, clientWaitSync),
        GL_SPY_ENTRY(GetSynciv, getSynciv),
        GL_SPY_ENTRY(GetError, getError),
        GL_SPY_ENTRY(GetBufferSubData, copies ? getBufferSubData : NULL),
        GL_SPY_ENTRY(Uniform4fv, uniform4fv),
        GL_SPY_ENTRY(Uniform4iv, uniform4iv),
        GL_SPY_ENTRY(TexImage2D, texImage2D),
        GL_SPY_ENTRY(DrawArrays, drawArrays),
    };
    GlSpy_Clear();
    GlSpy_ReplaceAll(entries, sizeof entries / sizeof entries[0]);
    forbidden = asked = copied = 0;
    behind = false;
    timesExtension = timesExtension != NULL ? timesExtension : "GL_EXT_disjoint_timer_query_webgl2";
    gfDeviceDef def = GlSpy_DeviceDef(fixture);
    return gfCreateDevice(&def);
}

static gfFluid *makeFluid(gfDevice *device, gfSolverKind solver)
{
    gfFluidDef def = Solver_Def((int)solver, SIDE);
    def.grid.cflLimit = 0.25f;
    def.grid.cflSubsteps = 4;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE;
    source.mode = GF_SOURCE_SET;
    source.velocity = (gfVec2){2.0f, 0.0f};
    source.dye[0] = source.dye[3] = 1.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    return fluid;
}

static void end(Fixture *fixture, gfDevice *device)
{
    GlSpy_EndDevice(fixture, device);
    assert_int_equal(forbidden, 0);
}

static void skipUnlessEs30(void)
{
    if (Fixture_Api() != HEADLESS_ES30) {
        skip();
    }
}

static gfDevice *begin(Fixture *fixture)
{
    skipUnlessEs30();
    return MADE(makeWebDevice(fixture, true));
}

// How fast the fluid is comes from the GPU: steps are divided by it as they are where buffers can be mapped.
TEST(testStepsAskForNothing)
{
    gfDevice *device = begin(*state);
    gfFluid *fluid = makeFluid(device, GF_SOLVER_GRID);
    assert_true(gfFluid_StepOnce(fluid));
    asked = 0;
    Flow_Steps(fluid, FRAMES);
    assert_int_equal(asked, 0);
    assert_true(copied >= FRAMES - 2);
    assert_true(gfFluid_GetStepInfo(fluid).lastCflSubsteps > 1);
    // What the GPU is late with is not waited for, and the steps are divided as before.
    behind = true;
    copied = 0;
    Flow_Steps(fluid, FRAMES);
    assert_int_equal(copied, 0);
    assert_true(gfFluid_GetStepInfo(fluid).lastCflSubsteps > 1);
    behind = false;
    assert_true(gfFluid_StepOnce(fluid));
    assert_int_equal(copied, 1);
    end(*state, device);
}

// Fields and snapshots come as they do by waiting.
TEST(testReadsComeWithoutMapping)
{
    static float values[2 * SIDE * SIDE], expected[2 * SIDE * SIDE];
    gfDevice *device = begin(*state);
    gfFluid *fluid = makeFluid(device, GF_SOLVER_GRID);
    assert_true(gfFluid_StepOnce(fluid));
    gfRequestId read = GIVEN(gfFluid_RequestField(fluid, GF_FIELD_VELOCITY));
    behind = true;
    assert_int_equal(gfFluid_PollField(fluid, read, values, 2 * SIDE * SIDE), GF_POLL_PENDING);
    behind = false;
    assert_int_equal(gfFluid_PollField(fluid, read, values, 2 * SIDE * SIDE), GF_POLL_READY);
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, expected, 2 * SIDE * SIDE));
    assert_memory_equal(values, expected, sizeof values);
    size_t size;
    void *snapshot = Fixture_Save(fluid, &size);
    assert_true(gfFluid_StepOnce(fluid) && gfFluid_Load(fluid, snapshot, size, NULL));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, values, 2 * SIDE * SIDE));
    assert_memory_equal(values, expected, sizeof values);
    end(*state, device);
}

// A rigid body asks for forces on solids, and for no points at all.
TEST(testUniformsAreNeverNone)
{
    gfDevice *device = begin(*state);
    gfFluid *fluid = makeFluid(device, GF_SOLVER_WATER);
    gfRigidBodyDef body = Flow_BodyDef(gfMakeCircle((gfVec2){0.5f, 0.8f}, 0.1f));
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &body)));
    Flow_Steps(fluid, 3);
    end(*state, device);
}

// Solids of all kinds: how much of each cell they leave is drawn by programs for lists of tiles, some without a list.
TEST(testSamplersGetWhatTheyTake)
{
    gfDevice *device = begin(*state);
    for (gfSolverKind solver = GF_SOLVER_GRID; solver <= GF_SOLVER_WATER; solver++) {
        gfFluid *fluid = makeFluid(device, solver);
        Flow_AddSolid(fluid, gfMakeCircle((gfVec2){0.5f, 0.8f}, 0.1f));
        Flow_Steps(fluid, 3);
    }
    end(*state, device);
}

TEST(testTimesOfPassesAreTold)
{
    if (!fixture->gl.EXT_disjoint_timer_query) {
        skip();
    }
    gfDevice *device = begin(fixture);
    gfFluid *fluid = makeFluid(device, GF_SOLVER_GRID);
    gfDevice_SetProfiling(device, true);
    assert_true(gfFluid_StepOnce(fluid));
    fixture->gl.Finish();
    gfProfile profile;
    assert_true(gfDevice_GetProfile(device, &profile));
    assert_true(profile.entryCount > 3 && profile.entries[0].count > 0);
    end(*state, device);
}

TEST(testTimesMayBeMissing)
{
    timesExtension = "GL_EXT_none";
    gfDevice *device = begin(*state);
    timesExtension = NULL;
    gfProfile profile;
    EXPECT_REFUSED(gfDevice_GetProfile(device, &profile), UNSUPPORTED, "TIME_ELAPSED");
    end(*state, device);
}

TEST(testLoaderMustKnowTheCopy)
{
    skipUnlessEs30();
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(makeWebDevice(fixture, false) != NULL, NO_CONTEXT, "glGetBufferSubData");
    end(fixture, NULL);
}
