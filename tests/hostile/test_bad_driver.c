// Poor surroundings: contexts that are too old or render to little, whatever runs out, values that are legal but
// hostile. The library says what is wrong, or makes do; it leaks nothing and its fields stay finite.
#include "support/failing.h"

#include <math.h>

#define GRID_W 20
#define GRID_H 16
#define CELLS (GRID_W * GRID_H)

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

// KHR_debug counts a shader that does not compile as an error of the GL's; here they are meant to fail.
static void forgiveGlErrors(Fixture *fixture)
{
    assert_int_equal(fixture->gl.GetError(), GL_NO_ERROR);
    fixture->glErrors = 0;
}

static void expectNoDevice(Fixture *fixture, GlHooks hooks, gfErrorCode code, const char *text)
{
    gfDeviceDef def = Poor_DeviceDef(fixture, hooks);
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(fixture, code, text);
    assert_int_equal(GlHooks_Left(), 0);
}

static void testNoFloatRendering(void **state)
{
    static const char *const words[] = {"R16F", "RGBA32F", "EXT_color_buffer_float", "any"};
    for (size_t i = 0; i < ROWS(words); i++) {
        expectNoDevice(*state, (GlHooks){.formats = HOOK_NO_FORMAT}, GF_ERROR_NO_FLOAT_RENDERING, words[i]);
        assert_true(GlHooks_Made() > 0);
        expectNoDevice(*state, (GlHooks){.formats = HOOK_CLAMPED_READS}, GF_ERROR_NO_FLOAT_RENDERING, words[i]);
    }
    Fixture_ExpectNoGlError(*state);
}

static gfGLProc knowsNothing(const char *name)
{
    (void)name;
    return NULL;
}

static void testNoUsableContext(void **state)
{
    Fixture *fixture = *state;
    bool es = Fixture_Api() == HEADLESS_ES30;
    expectNoDevice(fixture, (GlHooks){.version = es ? "OpenGL ES 2.0 Old" : "2.1 Old"}, GF_ERROR_NO_CONTEXT, "Old");
    expectNoDevice(fixture, (GlHooks){.version = es ? "OpenGL ES 1.1" : "3.2.0 Old"}, GF_ERROR_NO_CONTEXT,
                   "OpenGL 3.3");
    expectNoDevice(fixture, (GlHooks){.version = ""}, GF_ERROR_NO_CONTEXT, "OpenGL 3.3");
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = knowsNothing;
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(fixture, GF_ERROR_NO_CONTEXT, "no GL context is current on this thread, or the loader");
    fixture->gl.GetError(); // an old GL is asked in a way that this one refuses
    forgiveGlErrors(fixture);
}

static void testNoContextCurrent(void **state)
{
    Fixture *fixture = *state;
    char error[256];
    Headless *other = Headless_Create(Fixture_Api(), false, error, sizeof error);
    assert_non_null(other);
    Headless_Destroy(other); // and none is current
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDevice *device = gfCreateDevice(&def);
    Headless_MakeCurrent(fixture->headless);
    assert_null(device);
    Fixture_ExpectError(fixture, GF_ERROR_NO_CONTEXT, "no GL context is current on this thread; one is expected: glfw");
}

static gfFluid *makeFluid(gfDevice *device, float dyeScale)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.dyeScale = dyeScale;
    return gfCreateFluid(device, &def);
}

// Smoke that rises past a disc, from fields that were written: all that formats and filtering take part in.
static void runScene(gfDevice *device, float dyeScale, float *dye, float *velocity, size_t *gpuBytes)
{
    static float temperature[CELLS];
    gfFluid *fluid = makeFluid(device, dyeScale);
    assert_non_null(fluid);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.6f, 0.7f}, 0.15f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.6f, 0.3f}, 0.2f);
    source.dye[0] = source.dye[3] = 3.0f;
    source.velocity = (gfVec2){1.0f, 4.0f};
    source.divergence = 0.5f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < CELLS; i++) {
        temperature[i] = (float)(i % GRID_W) * 0.5f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, temperature, CELLS));
    for (int i = 0; i < 10; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_Resize(fluid, GRID_W, GRID_H, 1.0f / GRID_H, (gfVec2){0.01f, 0.0f}));
    *gpuBytes = gfDevice_GetMemory(device).gpuBytes;
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, dye, 16 * CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, velocity, 2 * CELLS));
    gfDestroyFluid(fluid);
}

static double rmsDifference(const float *a, const float *b, size_t count)
{
    double sum = 0.0, size = 0.0;
    for (size_t i = 0; i < count; i++) {
        sum += ((double)a[i] - (double)b[i]) * ((double)a[i] - (double)b[i]);
        size += (double)a[i] * (double)a[i];
    }
    assert_true(size > 0.0);
    return sqrt(sum / size);
}

// Lies about formats and filtering: the same flow, less exactly.
static void testPoorFormatsAreMadeDoWith(void **state)
{
    static const struct {
        GlHooks hooks;
        double tolerance; // relative
        int warnings;     // a fluid's: 16 bits used
    } rows[] = {
        {{.formats = HOOK_NO_32F}, 0.02, 1},
        {{.formats = HOOK_ONLY_RGBA}, 1e-4, 0},
        {{.nearestOnly = true}, 0.01, 0},
        {{.formats = HOOK_NO_32F, .nearestOnly = true}, 0.02, 1},
    };
    static float dye[2][16 * CELLS], velocity[2][2 * CELLS];
    Fixture *fixture = *state;
    for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
        size_t values = (size_t)(dyeScale * dyeScale) * 4 * CELLS, bytes[2];
        runScene(fixture->device, dyeScale, dye[0], velocity[0], &bytes[0]);
        for (size_t i = 0; i < ROWS(rows); i++) {
            Fixture_ClearLog(fixture);
            gfDevice *device = Poor_MakeDevice(fixture, rows[i].hooks);
            runScene(device, dyeScale, dye[1], velocity[1], &bytes[1]);
            double dyeError = rmsDifference(dye[0], dye[1], values);
            double velocityError = rmsDifference(velocity[0], velocity[1], 2 * CELLS);
            gfDestroyDevice(device);
            if (dyeError > rows[i].tolerance || velocityError > rows[i].tolerance) {
                fail_msg("row %d: dye is off by %g, velocity by %g", (int)i, dyeError, velocityError);
            }
            assert_true((fixture->warnings > 0) == (rows[i].warnings > 0));
            assert_true(fixture->errors == 0 && GlHooks_Left() == 0);
            assert_true(rows[i].hooks.formats != HOOK_NO_32F || bytes[1] < bytes[0]);
            assert_true(rows[i].hooks.formats != HOOK_ONLY_RGBA || bytes[1] > bytes[0]);
        }
    }
    Fixture_ExpectNoGlError(fixture);
}

static gfFluid *tryFluid(gfDevice *device)
{
    gfFluid *fluid = makeFluid(device, 1.0f);
    return fluid != NULL ? fluid : makeFluid(device, 1.0f);
}

// Each call may fail once; what it left must be as good as before.
#define TWICE(call) assert_true((call) || (call))

static void useFluid(gfFluid *fluid)
{
    static const uint8_t pixels[4] = {255, 255, 0, 0};
    static float values[4 * CELLS];
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSourceDef source = gfDefaultSourceDef();
    gfSolidDef solid = gfDefaultSolidDef();
    gfFluidStats stats;
    gfReadStatus status = GF_READ_PENDING;
    source.shape = place;
    solid.shape = gfMakeCircle((gfVec2){0.2f, 0.2f}, 0.1f);
    source.divergence = source.dye[3] = 1.0f;
    TWICE(gfFluid_Splat(fluid, &source));
    TWICE(!GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    TWICE(gfFluid_StepOnce(fluid));
    TWICE(!GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    TWICE(!GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    TWICE(gfFluid_StepOnce(fluid));
    gfReadId id = gfFluid_RequestField(fluid, GF_FIELD_VORTICITY);
    id = !GF_IS_NULL(id) ? id : gfFluid_RequestField(fluid, GF_FIELD_VORTICITY);
    assert_false(GF_IS_NULL(id));
    while (status == GF_READ_PENDING) {
        status = gfFluid_PollRead(fluid, id, values, 4 * CELLS);
    }
    assert_int_equal(status, GF_READ_READY);
    TWICE(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_TEMPERATURE, values, CELLS));
    TWICE(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, values, CELLS));
    TWICE(gfFluid_Resize(fluid, GRID_W, GRID_H, 0.1f, (gfVec2){0.0f, 0.0f}));
    TWICE(gfFluid_StepOnce(fluid));
    TWICE(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.nonfinite == 0 && stats.mass > 0.0);
}

static bool attemptAll(Failing *f)
{
    if (f->device == NULL) {
        f->device = gfCreateDevice(&f->deviceDef);
    }
    f->fluid = f->device != NULL ? tryFluid(f->device) : NULL;
    if (f->fluid != NULL) {
        useFluid(f->fluid);
    }
    return f->fluid != NULL;
}

// Most allocations are text of shaders, two or three a file, so that a stride of 31 meets every kind.
static void testMemoryRunsOut(void **state)
{
    const FailingCase c = {.attempt = attemptAll,
                           .once = true,
                           .triesDevice = true,
                           .stride = 31,
                           .rounds = {[FAIL_FIRST_ALLOCATIONS] = 14}};
    Failing_EachInTurn(*state, &c);
}

// With all shaders there, every other allocation fails once.
static void testMemoryRunsOutLater(void **state)
{
    const FailingCase c = {.attempt = attemptAll, .once = true, .rounds = {[FAIL_ALLOCATIONS] = 10}};
    Failing_EachInTurn(*state, &c);
}

static gfFluid *makeStirred(gfDevice *device, int which)
{
    (void)which;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.grid.viscosity = 0.001f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.4f}, 0.2f);
    source.velocity = (gfVec2){2.0f, 3.0f};
    source.dye[3] = source.temperature = 2.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.8f, 0.7f}, 0.15f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    return fluid;
}

typedef enum Change { SIDES, TUNABLES } Change;

// About everything there is has to be made.
static bool changeFluid(Failing *f)
{
    gfFluidDef def = gfFluid_GetDef(f->fluid);
    if (f->which == SIDES) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        def.boundaries.top.kind = GF_BOUNDARY_OPEN;
        return gfFluid_SetBoundaries(f->fluid, &def.boundaries);
    }
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    def.grid.temperatureDiffusivity = def.grid.dyeDiffusivity = 0.01f;
    def.grid.vorticityConfinement = 3.0f;
    def.grid.cflLimit = 1.0f;
    def.grid.conserveDye = true;
    return gfFluid_SetGridParams(f->fluid, &def.grid);
}

static void testFailedChangesLeaveNoTrace(void **state)
{
    for (int which = SIDES; which <= TUNABLES; which++) {
        const FailingCase c = {makeStirred, changeFluid, which, {3, 3, 3, 2}, .changes = true};
        Failing_EachInTurn(*state, &c);
    }
}

static gfVec2 placeOfDisc(int i)
{
    return (gfVec2){0.2f + 0.3f * (float)i, i % 2 == 0 ? 0.25f : 0.75f};
}

// Thin walls and discs in a flow with all that multigrid and reflection keep; `count` values of each of four fields.
static void runThinWalls(gfDevice *device, float *values[4], const size_t counts[4])
{
    static const gfField fields[4] = {GF_FIELD_DYE, GF_FIELD_FACE_VELOCITY, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE};
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = 160;
    def.gridHeight = 128;
    def.cellSize = 1.0f / 128.0f;
    def.grid.pressureCycles = 2;
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.viscosity = def.grid.temperatureDiffusivity = 1e-3f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    gfSolidDef solid = gfDefaultSolidDef();
    for (int i = 0; i < 4; i++) {
        solid.shape = gfMakeCircle(placeOfDisc(i), 0.08f);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
        solid.shape =
            gfMakeRectangle((gfVec2){0.25f + 0.25f * (float)i, 0.5f}, (gfVec2){0.002f, 0.2f}, 0.3f * (float)i);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    }
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.6f, 0.2f}, 0.15f);
    source.velocity = (gfVec2){2.0f, 5.0f};
    source.dye[3] = source.temperature = 3.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < 10; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    for (int i = 0; i < 4; i++) {
        assert_true(gfFluid_ReadFieldBlocking(fluid, fields[i], values[i], counts[i]));
    }
    gfDestroyFluid(fluid);
}

// The same with these lies: the same bytes.
static void expectSameThinWalls(Fixture *fixture, GlHooks hooks)
{
    static const size_t counts[4] = {4 * 160 * 128, 2 * 161 * 129, 160 * 128, 160 * 128};
    static float clean[4][4 * 161 * 129], poor[4][4 * 161 * 129];
    float *cleanAt[4] = {clean[0], clean[1], clean[2], clean[3]};
    float *poorAt[4] = {poor[0], poor[1], poor[2], poor[3]};
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    runThinWalls(device, cleanAt, counts);
    gfDestroyDevice(device);
    assert_true(GlHooks_PointDraws() > 0);
    device = Poor_MakeDevice(fixture, hooks);
    runThinWalls(device, poorAt, counts);
    gfDestroyDevice(device);
    // Points of one texel there are always: a draw whenever all solids are drawn anew.
    assert_true((GlHooks_PointDraws() <= 2) == hooks.smallPoints);
    for (int i = 0; i < 4; i++) {
        for (size_t k = 0; k < counts[i]; k++) {
            if (!isfinite(poor[i][k])) {
                fail_msg("value %d of field %d is %g, not %g", (int)k, i, (double)poor[i][k], (double)clean[i][k]);
            }
        }
        assert_memory_equal(clean[i], poor[i], counts[i] * sizeof(float));
    }
    Fixture_ExpectNoGlError(fixture);
}

// GL says nothing of what is in a texture that is made without data: nothing of it may be felt.
static void testFreshTexturesHoldAnything(void **state)
{
    expectSameThinWalls(*state, (GlHooks){.fillsTextures = true});
}

// Tiles that are no points are two triangles each.
static void testPointsAreSmall(void **state)
{
    expectSameThinWalls(*state, (GlHooks){.smallPoints = true});
}

static GLuint badTexture(const GladGLContext *gl)
{
    static float texels[4][4][4];
    GLuint texture;
    for (int i = 0; i < 64; i++) {
        const float values[5] = {NAN, INFINITY, -INFINITY, 1.0f, 3e38f};
        (&texels[0][0][0])[i] = values[i % 5];
    }
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 4, 4, 0, GL_RGBA, GL_FLOAT, texels);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

// Everything at its limit, in both signs, adding and setting, some of it through a texture of NaN and infinities.
static void addHostileSources(gfFluid *fluid, GLuint texture, int count)
{
    for (int i = 0; i < count; i++) {
        float sign = i % 3 == 0 ? -GF_VALUE_MAX : GF_VALUE_MAX;
        gfVec2 at = {(float)(i % 31) / 24.0f, (float)(i % 17) / 16.0f};
        gfSourceDef def = gfDefaultSourceDef();
        def.shape = i % 4 == 1 ? gfMakeCapsule(at, (gfVec2){at.y, at.x}, 0.05f) : gfMakeCircle(at, 0.2f);
        if (i % 4 == 3) {
            def.shape = gfMakeRectangle(at, (gfVec2){0.2f, 0.1f}, (float)i);
            def.texture = i % 8 == 3 ? texture : 0;
            def.textureRole = i % 16 == 3 ? GF_TEXTURE_VELOCITY : GF_TEXTURE_DYE;
        }
        def.mode = i % 5 == 4 ? GF_SOURCE_SET : GF_SOURCE_ADD;
        def.softness = i % 7 == 0 ? 1e9f : 0.0f;
        def.velocity = (gfVec2){sign, i % 2 == 0 ? sign : -sign};
        def.dye[0] = def.dye[3] = sign;
        def.dye[1] = -sign;
        def.temperature = i % 2 == 0 ? sign : -sign;
        def.divergence = i % 2 == 1 ? sign : -sign;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &def)));
        assert_true(gfFluid_Splat(fluid, &def));
    }
}

static void runHostile(gfDevice *device, GLuint texture, float fixedStep, gfPrecision precision, float extreme)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = GRID_W;
    def.gridHeight = GRID_H;
    def.cellSize = 1.0f / GRID_H;
    def.dyeScale = extreme > 0.0f ? 1.0f : 2.0f;
    def.fixedStep = fixedStep;
    def.precision = precision;
    def.grid.thermalExpansion = def.grid.dyeDensity = extreme;
    def.grid.pressureGradientScale = 2.0f;
    def.grid.ambientTemperature = -extreme;
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfFluidStats stats;
    assert_non_null(fluid);
    addHostileSources(fluid, texture, 100);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.3f);
    solid.texture = texture;
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    for (int i = 0; i < 20; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_Resize(fluid, GRID_W + 5, GRID_H - 3, 0.05f, (gfVec2){0.0f, 0.0f}));
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    gfDestroyFluid(fluid);
    if (stats.nonfinite != 0) {
        fail_msg("%llu values are not finite at dt %g, precision %d, extreme %g", (unsigned long long)stats.nonfinite,
                 (double)fixedStep, (int)precision, (double)extreme);
    }
    assert_true(isfinite(stats.mass) && isfinite(stats.speedMax) && stats.speedMax < 1e5);
}

static void testHostileValuesStayFinite(void **state)
{
    static const float steps[] = {1.0f, 1e-6f, 1.0f / 60.0f};
    Fixture *fixture = *state;
    GLuint texture = badTexture(&fixture->gl);
    for (size_t i = 0; i < ROWS(steps); i++) {
        runHostile(fixture->device, texture, steps[i], GF_PRECISION_32F, GF_VALUE_MAX);
        runHostile(fixture->device, texture, steps[i], GF_PRECISION_32F, -GF_VALUE_MAX);
        runHostile(fixture->device, texture, steps[i], GF_PRECISION_16F, GF_VALUE_MAX);
        runHostile(fixture->device, texture, steps[i], GF_PRECISION_16F, 0.0f);
    }
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F, .nearestOnly = true});
    for (size_t i = 0; i < ROWS(steps); i++) { // pressure in half floats too
        runHostile(device, texture, steps[i], GF_PRECISION_16F, GF_VALUE_MAX);
    }
    gfDestroyDevice(device);
    fixture->gl.DeleteTextures(1, &texture);
    Fixture_ExpectNoGlError(fixture);
}

static void testAThousandEmitters(void **state)
{
    Fixture *fixture = *state;
    gfFluid *fluid = makeFluid(fixture->device, 1.0f);
    gfFluidStats stats;
    assert_non_null(fluid);
    addHostileSources(fluid, 0, 1000);
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_int_equal(stats.nonfinite, 0);
    gfDestroyFluid(fluid);
}

static void testFluidGoesWithItsDevice(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    assert_non_null(makeFluid(device, 1.0f));
    gfFluid *second = makeFluid(device, 2.0f);
    assert_false(GF_IS_NULL(gfFluid_RequestField(second, GF_FIELD_DYE)));
    Fixture_ClearLog(fixture);
    gfDestroyDevice(device);
    assert_true(fixture->errors == 0 && fixture->warnings == 0); // as the header says
    assert_int_equal(GlHooks_Left(), 0);
}

static void testLostTimeIsReportedOnce(void **state)
{
    Fixture *fixture = *state;
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 8;
    def.fixedStep = 0.125f;
    def.maxSubsteps = 2;
    gfFluid *fluid = gfCreateFluid(fixture->device, &def);
    Fixture_ClearLog(fixture);
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_Step(fluid, 1.0f));
        assert_true(fixture->warnings == 1 && fixture->lastCode == GF_ERROR_TIME_LOST);
        assert_non_null(strstr(fixture->lastMessage, "dt is 1 s"));
        assert_non_null(strstr(fixture->lastMessage, "lower maxSubsteps"));
    }
    gfStepInfo info = gfFluid_GetStepInfo(fluid);
    assert_true(info.stepCount == 6 && info.time_s == 0.75 && info.lostTime_s == 2.25 && info.pending_s == 0.0);
    assert_true(gfFluid_Step(fluid, 0.1875f)); // keeps up, with half a substep left
    assert_true(fixture->warnings == 1 && gfFluid_GetStepInfo(fluid).pending_s == 0.0625);
    assert_true(gfFluid_Step(fluid, 1.0f));
    info = gfFluid_GetStepInfo(fluid);
    assert_true(fixture->warnings == 2 && info.lostTime_s == 3.0 && info.pending_s == 0.0625 && info.lastSubsteps == 2);
    gfDestroyFluid(fluid);
    def.fixedStep = 1e-6f; // a million million substeps
    fluid = gfCreateFluid(fixture->device, &def);
    assert_true(gfFluid_Step(fluid, 1e6f));
    assert_non_null(strstr(fixture->lastMessage, "is dt in seconds?"));
    info = gfFluid_GetStepInfo(fluid);
    assert_true(info.stepCount == 2 && info.pending_s < 2e-6 && fabs(info.lostTime_s - 1e6) < 1e-3);
    gfDestroyFluid(fluid);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testNoFloatRendering),
        TEST(testNoUsableContext),
        TEST(testNoContextCurrent),
        TEST(testMemoryRunsOutLater),
        TEST(testAThousandEmitters),
        TEST(testFluidGoesWithItsDevice),
        TEST(testLostTimeIsReportedOnce),
        TEST(testFreshTexturesHoldAnything),
        TEST(testPointsAreSmall),
        // Those that take long.
        TEST(testPoorFormatsAreMadeDoWith),
        TEST(testMemoryRunsOut),
        TEST(testHostileValuesStayFinite),
        TEST(testFailedChangesLeaveNoTrace),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof tests[0], NULL, NULL);
}
