// Errors that the GL reports: those that never end, those of the library's own work, and what is tried again after one.
#include "random/guided.h"
#include "support/failing.h"
#include "support/gl_spy.h"
#include "support/picture.h"
#include "support/solvers.h"

#define CONTEXT_LOST_ERROR 0x0507
#define ASKED_MAX 200000

static struct {
    GLenum endless;   // what every glGetError says; 0: the truth
    GLenum pending;   // what the next one says
    bool failsUpload; // each upload raises GL_OUT_OF_MEMORY, and does nothing
    int failsAfter;   // uploads that succeed before
    int asked;
} spy;

static GLenum GLAD_API_PTR getError(void)
{
    fail_if(++spy.asked > ASKED_MAX, "glGetError is asked without end");
    GLenum error = spy.endless != 0 ? spy.endless : spy.pending;
    spy.pending = GL_NO_ERROR;
    return error != 0 ? error : GL_SPY_NEXT(PFNGLGETERRORPROC, "glGetError")();
}

static void GLAD_API_PTR texSubImage2D(GLenum target, GLint level, GLint x, GLint y, GLsizei width, GLsizei height,
                                       GLenum format, GLenum type, const void *pixels)
{
    if (spy.failsUpload && spy.failsAfter-- <= 0) {
        spy.pending = GL_OUT_OF_MEMORY;
        return;
    }
    GL_SPY_NEXT(PFNGLTEXSUBIMAGE2DPROC, "glTexSubImage2D")
    (target, level, x, y, width, height, format, type, pixels);
}

static void spyOnDevices(void)
{
    memset(&spy, 0, sizeof spy);
    GlSpy_Clear();
    GlSpy_Replace("glGetError", (gfGLProc)getError);
    GlSpy_Replace("glTexSubImage2D", (gfGLProc)texSubImage2D);
}

static void askAnew(Caller *c)
{
    (void)c;
    spy.asked = 0;
}

// Each call that makes and destroys nothing, once, and what makes textures.
static void tryEndless(Fixture *fixture, GLenum error, gfErrorCode code, gfSolverKind solver)
{
    spyOnDevices();
    Caller *c = Guided_Make(&fixture->gl, GlSpy_DeviceDef(fixture), solver);
    Guided_Prepare(c, solver != GF_SOLVER_SHALLOW);
    c->before = askAnew;
    c->failing = true;
    spy.endless = error;
    for (int i = 0; i < randomCallCount; i++) {
        if (randomCalls[i].makes < 0 && randomCalls[i].ends < 0 && strcmp(randomCalls[i].name, "gfDevice_Lose") != 0) {
            Caller_Call(c, i);
        }
    }
    assert_false(Caller_Call(c, Caller_Find("gfCreateFluid")));
    assert_int_equal(c->code, code);
    Caller_Free(c);
    gfDeviceDef def = GlSpy_DeviceDef(fixture); // and from the start
    spy.asked = 0;
    gfDevice *device = gfCreateDevice(&def);
    if (device != NULL) {
        gfFluidDef fluidDef = gfDefaultFluidDef();
        assert_null(gfCreateFluid(device, &fluidDef));
        assert_int_equal(gfGetLastError(NULL), code);
    }
    gfDestroyDevice(device);
    Fixture_ClearLog(fixture);
}

TEST(testErrorsWithoutEnd)
{
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    tryEndless(fixture, GL_INVALID_OPERATION, GF_ERROR_GL, GF_SOLVER_GRID);
    tryEndless(fixture, CONTEXT_LOST_ERROR, GF_ERROR_CONTEXT_LOST, GF_SOLVER_GRID);
    tryEndless(fixture, GL_INVALID_OPERATION, GF_ERROR_GL, GF_SOLVER_PARTICLES);
    tryEndless(fixture, CONTEXT_LOST_ERROR, GF_ERROR_CONTEXT_LOST, GF_SOLVER_PARTICLES);
    tryEndless(fixture, GL_INVALID_OPERATION, GF_ERROR_GL, GF_SOLVER_SHALLOW);
    Canvas_Free(fixture, &canvas);
}

static void expectUploadFailed(Fixture *fixture, const char *what)
{
    fail_if(gfGetLastError(NULL) != GF_ERROR_OUT_OF_MEMORY || fixture->errors != 1, "%s: %d errors, the last %d", what,
            fixture->errors, (int)gfGetLastError(NULL));
    assert_int_equal(spy.pending, GL_NO_ERROR); // for the host
    Fixture_ClearLog(fixture);
}

static void tryFailedUploads(Fixture *fixture, gfSolverKind solver)
{
    spyOnDevices();
    Caller *c = Guided_Make(&fixture->gl, GlSpy_DeviceDef(fixture), solver);
    Guided_Prepare(c, false);
    Guided_CallNamed(c, "gfFluid_StepOnce", 2);
    gfDevice *device = Caller_Object(c, OBJECT_gfDevice);
    gfFluid *fluid = Caller_Object(c, OBJECT_gfFluid);
    uint64_t before = Solver_Hash(fluid);
    Fixture_ClearLog(fixture);
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (!Solver_WritesField((int)solver, field)) {
            continue;
        }
        assert_true(gfFluid_GetFieldInfo(fluid, (gfField)field, &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        float *values = calloc(count, sizeof *values);
        spy.failsUpload = true;
        for (int after = 0; after < 2; after++) { // none succeeds, or the first does
            spy.failsAfter = after;
            bool written = gfFluid_WriteField(fluid, (gfField)field, values, count);
            if (spy.failsAfter < 0) {
                assert_false(written);
                expectUploadFailed(fixture, "writing a field");
                assert_true(Solver_Hash(fluid) == before);
                Fixture_ClearLog(fixture);
            }
        }
        spy.failsUpload = false;
        spy.pending = GL_INVALID_ENUM; // an error of the host's is not the upload's
        assert_true(gfFluid_WriteField(fluid, (gfField)field, values, count));
        assert_int_equal(fixture->errors, 0);
        free(values);
        before = Solver_Hash(fluid);
        Fixture_ClearLog(fixture);
    }
    static const uint8_t pixel = 255;
    const gfMask mask = {&pixel, 1, 1, 1};
    gfShape place = gfMakeRectangle((gfVec2){0.3f, 0.7f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    const gfMemoryCounts memory = gfDevice_GetMemory(device);
    spy.failsUpload = true;
    assert_true(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    expectUploadFailed(fixture, "adding a mask");
    Poor_ExpectMemory(device, &memory);
    spy.failsUpload = false;
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    Caller_Free(c);
    assert_int_equal(GlHooks_Left(), 0);
}

TEST(testFailedUploads)
{
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        if (solver != GF_SOLVER_PARTICLES) { // nothing of which is uploaded as a field
            tryFailedUploads(fixture, (gfSolverKind)solver);
        }
    }
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
    GlSpy_Clear();
}

// A host that errs in each frame is told which calls of the library it did so between, and is not flooded.
TEST(testHostErrsInEachFrame)
{
    enum { CELLS = 8 };
    float values[CELLS * CELLS] = {0.0f};
    spyOnDevices();
    gfDevice *device = GlSpy_MakeDevice(fixture);
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = CELLS;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    Fixture_ClearLog(fixture);
    for (int frame = 1; frame <= 100; frame++) {
        assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, values, CELLS * CELLS));
        spy.pending = GL_INVALID_ENUM;
        assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_TEMPERATURE, values, CELLS * CELLS));
        assert_int_equal(fixture->warnings, frame < 10 ? 1 : frame < 100 ? 2 : 3);
        fail_if(strstr(fixture->lastMessage, "0x0500 was pending when gfFluid_ReadFieldBlocking was called, raised "
                                             "since gfFluid_WriteField") == NULL,
                "%s", fixture->lastMessage);
    }
    assert_non_null(strstr(fixture->lastMessage, "100 times"));
    spy.pending = GL_INVALID_OPERATION; // another one, which is told for itself
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, values, CELLS * CELLS));
    assert_true(fixture->warnings == 4 && fixture->lastCode == GF_ERROR_GL && fixture->errors == 0);
    assert_non_null(strstr(fixture->lastMessage, "when gfFluid_WriteField was called, raised since gfFluid_Read"));
    GlSpy_EndDevice(fixture, device);
    Fixture_ExpectNoGlError(fixture);
}

TEST(testShadersAreTriedAgain)
{
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluidDef def = gfDefaultFluidDef();
    gfDrawDef draw = gfDefaultDrawDef();
    def.gridWidth = def.gridHeight = 16;
    GlHooks_LimitShaders(0);
    EXPECT_REFUSED(gfCreateFluid(device, &def), SHADER, "does not compile");
    GlHooks_LimitShaders(-1);
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    GlHooks_LimitShaders(0);
    EXPECT_REFUSED(gfFluid_Draw(fluid, &draw), SHADER, "does not compile");
    GlHooks_LimitShaders(-1);
    EXPECT_REFUSED(gfFluid_Draw(fluid, &draw), SHADER, "failed before"); // not each frame anew
    gfDevice_ResetErrors(device);
    assert_true(gfFluid_Draw(fluid, &draw));
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    Canvas_Free(fixture, &canvas);
    fixture->glErrors = 0;
}

// Pictures with an effect, while its shader is broken, once that is mended, and once it may be tried again.
static void tryEffect(Fixture *fixture, const char *file, const char *edit, bool byFluid)
{
    uint8_t whole[SIDE * SIDE * 4], broken[SIDE * SIDE * 4], pixels[SIDE * SIDE * 4];
    char command[2048], path[600];
    gfDrawDef draw = Picture_Everything(0);
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = Picture_MakeBlob(fixture->device, GRID);
    Picture_DrawOverChecker(fixture, &canvas, fluid, &draw, whole);
    gfDestroyFluid(fluid);
    ShaderCopy copy = ShaderCopy_Make();
    ShaderCopy_Edit(&copy, file, edit);
    gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){0});
    def.shaderDir = copy.dir;
    gfDevice *device = MADE(gfCreateDevice(&def));
    fluid = Picture_MakeBlob(device, GRID);
    Fixture_ClearLog(fixture);
    Picture_DrawOverChecker(fixture, &canvas, fluid, &draw, broken);
    assert_memory_not_equal(broken, whole, sizeof whole);
    snprintf(path, sizeof path, "%s/%s", copy.dir, file);
    snprintf(command, sizeof command, "cp '%s.original' '%s'", path, path);
    assert_int_equal(system(command), 0);
    for (int frame = 0; frame < 3; frame++) {
        Picture_DrawOverChecker(fixture, &canvas, fluid, &draw, pixels);
        assert_memory_equal(pixels, broken, sizeof pixels);
    }
    assert_int_equal(fixture->errors, 0);
    assert_int_equal(fixture->warnings, 1);
    if (byFluid) {
        Picture_MakeBlob(device, GRID);
    } else {
        gfDevice_ResetErrors(device);
    }
    Picture_DrawOverChecker(fixture, &canvas, fluid, &draw, pixels);
    assert_memory_equal(pixels, whole, sizeof pixels);
    assert_int_equal(fixture->warnings, 1);
    gfDestroyDevice(device);
    ShaderCopy_Free(&copy);
    Canvas_Free(fixture, &canvas);
    fixture->glErrors = 0; // of the shader that does not compile
}

TEST(testEffectsAreTriedAgain)
{
    static const struct {
        const char *file, *edit;
    } effects[] = {
        {"effects/bloom_prefilter.frag", "s/void main/no/"},
        {"effects/shafts.frag", "s/void main/no/"},
        {"draw/dye.frag", "s/color.rgb .= litThrough/no no/"},
        {"effects/composite.frag", "s/void main/no/"},
    };
    for (size_t i = 0; i < sizeof effects / sizeof effects[0]; i++) {
        tryEffect(*state, effects[i].file, effects[i].edit, i % 2 == 1);
    }
}

TEST(testDestroyedWithItsFluids)
{
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        Caller *c = Guided_Make(&fixture->gl, Poor_DeviceDef(fixture, (GlHooks){0}), (gfSolverKind)solver);
        Guided_Prepare(c, solver == GF_SOLVER_GRID);
        Guided_CallNamed(c, "gfFluid_StepOnce", 1);
        Fixture_ClearLog(fixture);
        Caller_Free(c); // the device alone is destroyed
        assert_int_equal(GlHooks_Left(), 0);
    }
    assert_int_equal(fixture->warnings, 0);
    assert_int_equal(fixture->errors, 0);
    assert_int_equal(GlHooks_Left(), 0);
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
}
