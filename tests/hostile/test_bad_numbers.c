// Numbers that come back from the GPU: whatever it says, the library stays within what it has, and tells.
#include "support/few_particles.h"
#include "support/fluid3d.h"
#include "support/gl_spy.h"
#include "support/shallow.h"
#include "support/solvers.h"

#define PROGRAM_BINARY_FORMATS 0x87FE
#define PROGRAM_BINARY_LENGTH 0x8741
#define BINARY_LENGTH 64

static struct {
    bool liesOfCount; // one texel of whole numbers begins with `count`
    uint32_t count;
    bool liesOfFloats; // a mapped buffer holds this number, over and over
    float number;
    bool hasBinaries; // programs have binaries of BINARY_LENGTH bytes, of which `written` are said to be written
    GLsizei written;
    int binaries;   // that the host was given
    size_t longest; // bytes
} lies;

static void GLAD_API_PTR readPixels(GLint x, GLint y, GLsizei width, GLsizei height, GLenum format, GLenum type,
                                    void *pixels)
{
    GL_SPY_NEXT(PFNGLREADPIXELSPROC, "glReadPixels")(x, y, width, height, format, type, pixels);
    if (lies.liesOfCount && format == GL_RGBA_INTEGER && width == 1 && height == 1 && pixels != NULL) {
        memcpy(pixels, &lies.count, sizeof lies.count);
    }
}

static void *GLAD_API_PTR mapBufferRange(GLenum target, GLintptr offset, GLsizeiptr length, GLbitfield access)
{
    static float numbers[1 << 20];
    void *mapped = GL_SPY_NEXT(PFNGLMAPBUFFERRANGEPROC, "glMapBufferRange")(target, offset, length, access);
    if (!lies.liesOfFloats || mapped == NULL || (size_t)length > sizeof numbers) {
        return mapped;
    }
    for (size_t i = 0; i < (size_t)length / sizeof *numbers; i++) {
        numbers[i] = lies.number;
    }
    return numbers;
}

static void GLAD_API_PTR getIntegerv(GLenum name, GLint *values)
{
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(name, values);
    if (lies.hasBinaries && name == PROGRAM_BINARY_FORMATS) {
        *values = 1;
    }
}

static void GLAD_API_PTR getProgramiv(GLuint program, GLenum name, GLint *value)
{
    if (lies.hasBinaries && name == PROGRAM_BINARY_LENGTH) {
        *value = BINARY_LENGTH;
        return;
    }
    GL_SPY_NEXT(PFNGLGETPROGRAMIVPROC, "glGetProgramiv")(program, name, value);
}

static void GLAD_API_PTR getProgramBinary(GLuint program, GLsizei room, GLsizei *length, GLenum *format, void *bytes)
{
    (void)program;
    memset(bytes, 7, (size_t)room);
    *length = lies.written;
    *format = 1;
}

static void storeBinary(const char *key, const void *data, size_t size, void *user)
{
    (void)key;
    (void)data;
    (void)user;
    lies.binaries++;
    lies.longest = size > lies.longest ? size : lies.longest;
}

static gfDevice *makeLyingDevice(Fixture *fixture, bool hasBinaries)
{
    memset(&lies, 0, sizeof lies);
    lies.hasBinaries = hasBinaries;
    GlSpy_Clear();
    GlSpy_Replace("glReadPixels", (gfGLProc)readPixels);
    GlSpy_Replace("glMapBufferRange", (gfGLProc)mapBufferRange);
    GlSpy_Replace("glGetIntegerv", (gfGLProc)getIntegerv);
    GlSpy_Replace("glGetProgramiv", (gfGLProc)getProgramiv);
    GlSpy_Replace("glGetProgramBinary", (gfGLProc)getProgramBinary);
    gfDeviceDef def = GlSpy_DeviceDef(fixture);
    def.storeProgramBinary = hasBinaries ? storeBinary : NULL;
    return MADE(gfCreateDevice(&def));
}

static void freeLyingDevice(Fixture *fixture, gfDevice *device)
{
    memset(&lies, 0, sizeof lies);
    gfDestroyDevice(device);
    GlSpy_Clear();
    assert_int_equal(GlHooks_Left(), 0);
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

static const uint32_t counts[] = {FEW_PARTICLES + 1, FEW_PARTICLES + 4096, 1u << 27, INT32_MAX, 1u << 31, UINT32_MAX};

static void expectTooMany(Fixture *fixture, bool refused)
{
    assert_true(refused);
    Fixture_ExpectError(fixture, GF_ERROR_GL, "the GPU counts");
}

// What takes a count refuses one that there is no room for, and the fluid is as before.
TEST(testCountsBeyondCapacity)
{
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        gfDevice *device = makeLyingDevice(fixture, false);
        gfFluidDef def = FewParticles_Def(16, (gfParticleSearch)search);
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        int added = FewParticles_AddBox(fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.4f, 0.3f});
        uint64_t before = FewParticles_Hash(fluid);
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            const gfParticle one = {.position = {0.7f, 0.6f}};
            gfParticle read[4];
            gfParticleStats stats;
            gfFluidStats measured;
            lies.count = counts[i];
            lies.liesOfCount = true;
            Fixture_ClearLog(fixture);
            expectTooMany(fixture, !gfFluid_AddParticles(fluid, &one, 1));
            expectTooMany(fixture, gfFluid_ReadParticlesBlocking(fluid, read, 4) == -1);
            expectTooMany(fixture, !gfFluid_GetParticleStatsBlocking(fluid, &stats));
            expectTooMany(fixture, !gfFluid_MeasureBlocking(fluid, &measured));
            expectTooMany(fixture, !gfFluid_Resize(fluid, 12, 16, def.cellSize, (gfVec2){0.15f, 0.0f}));
            lies.liesOfCount = false;
            assert_int_equal(FewParticles_Hash(fluid), before);
        }
        assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, NULL, 0), added);
        freeLyingDevice(fixture, device);
    }
}

TEST(testCountsBeyondCapacity3D)
{
    gfDevice *device = makeLyingDevice(fixture, false);
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, FEW_PARTICLES);
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfFluid3D *fluid = MADE(gfCreateFluid3D(device, &def));
    assert_true(gfFluid3D_AddParticles(fluid, &one, 1));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        gfParticle3D read[4];
        gfParticleStats stats;
        gfFluid3DStats measured;
        lies.count = counts[i];
        lies.liesOfCount = true;
        Fixture_ClearLog(fixture);
        expectTooMany(fixture, !gfFluid3D_AddParticles(fluid, &one, 1));
        expectTooMany(fixture, gfFluid3D_ReadParticlesBlocking(fluid, read, 4) == -1);
        expectTooMany(fixture, !gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
        expectTooMany(fixture, !gfFluid3D_MeasureBlocking(fluid, &measured));
        lies.liesOfCount = false;
    }
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(fluid, NULL, 0), 1);
    freeLyingDevice(fixture, device);
}

// CFL substeps follow from a speed that was read: no speed gives fewer than one or more than the most.
static void expectSubsteps(gfFluid *fluid, int most)
{
    static const float numbers[] = {NAN, -NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f};
    assert_non_null(fluid);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        lies.number = numbers[i];
        lies.liesOfFloats = true;
        for (int step = 0; step < 4; step++) {
            assert_true(gfFluid_StepOnce(fluid));
            assert_in_range(gfFluid_GetStepInfo(fluid).lastCflSubsteps, 1, most);
        }
        lies.liesOfFloats = false;
    }
    gfDestroyFluid(fluid);
}

TEST(testSpeedsThatAreNone)
{
    gfDevice *device = makeLyingDevice(fixture, false);
    gfFluidDef def = Solver_Def(GF_SOLVER_GRID, 16);
    def.grid.cflLimit = 1.0f;
    expectSubsteps(gfCreateFluid(device, &def), def.grid.cflSubsteps);
    def.solver = GF_SOLVER_SHALLOW;
    expectSubsteps(gfCreateFluid(device, &def), def.shallow.cflSubsteps);
    freeLyingDevice(fixture, device);
}

// A driver that says to have written more of a program than there was room for: the host is given none of it.
TEST(testBinariesLongerThanTheirRoom)
{
    static const GLsizei lengths[] = {BINARY_LENGTH + 1, 1 << 30, INT32_MAX, 0, -1, INT32_MIN};
    for (size_t i = 0; i <= sizeof lengths / sizeof *lengths; i++) {
        bool honest = i == sizeof lengths / sizeof *lengths;
        gfDevice *device = makeLyingDevice(fixture, true);
        const gfFluidDef def = Solver_Def(GF_SOLVER_GRID, 16);
        lies.written = honest ? BINARY_LENGTH : lengths[i];
        assert_true(gfFluid_StepOnce(gfCreateFluid(device, &def)));
        assert_true(honest ? lies.binaries > 0 : lies.binaries == 0);
        assert_in_range(lies.longest, 0, BINARY_LENGTH + 64);
        freeLyingDevice(fixture, device);
    }
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
