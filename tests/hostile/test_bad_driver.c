// Poor surroundings: contexts that are too old or render to little, whatever runs out, values that are legal but
// hostile. The library says what is wrong, or makes do; it leaks nothing and its fields stay finite.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/gaussian.h"
#include "support/solvers.h"

#define GRID_W 20
#define GRID_H 16
#define CELLS (GRID_W * GRID_H)

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

static void expectNoDevice(Fixture *fixture, GlHooks hooks, gfErrorCode code, const char *text)
{
    gfDeviceDef def = Poor_DeviceDef(fixture, hooks);
    assert_null(gfCreateDevice(&def));
    Fixture_ExpectError(fixture, code, text);
    assert_int_equal(GlHooks_Left(), 0);
}

TEST(testNoFloatRendering)
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

TEST(testNoUsableContext)
{
    bool es = Fixture_Api() == HEADLESS_ES30;
    expectNoDevice(fixture, (GlHooks){.version = es ? "OpenGL ES 2.0 Old" : "2.1 Old"}, GF_ERROR_NO_CONTEXT, "Old");
    expectNoDevice(fixture, (GlHooks){.version = es ? "OpenGL ES 1.1" : "3.2.0 Old"}, GF_ERROR_NO_CONTEXT,
                   "OpenGL 3.3");
    expectNoDevice(fixture, (GlHooks){.version = ""}, GF_ERROR_NO_CONTEXT, "OpenGL 3.3");
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.getProcAddress = knowsNothing;
    EXPECT_REFUSED(gfCreateDevice(&def), NO_CONTEXT, "no GL context is current on this thread, or the loader");
    fixture->gl.GetError(); // an old GL is asked in a way that this one refuses
    Poor_ForgiveGlErrors(fixture);
}

TEST(testNoContextCurrent)
{
    char error[256];
    Headless_Destroy(MADE(Headless_Create(Fixture_Api(), false, error, sizeof error))); // and none is current
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    gfDevice *device = gfCreateDevice(&def);
    Headless_MakeCurrent(fixture->headless);
    EXPECT_REFUSED(device, NO_CONTEXT, "no GL context is current on this thread; one is expected: glfw");
}

static gfFluid *makeFluid(gfDevice *device, float dyeScale)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, GRID_W, GRID_H, 1.0f / GRID_H);
    def.dyeScale = dyeScale;
    return gfCreateFluid(device, &def);
}

// Smoke that rises past a disc, from fields that were written: all that formats and filtering take part in.
static void runScene(gfDevice *device, float dyeScale, float *dye, float *velocity, size_t *gpuBytes)
{
    static float temperature[CELLS];
    gfFluid *fluid = MADE(makeFluid(device, dyeScale));
    Flow_AddDisc(fluid, 0.6f, 0.7f, 0.15f);
    gfSourceDef source = Flow_DiscSource(0.6f, 0.3f, 0.2f);
    source.dye[0] = source.dye[3] = 3.0f;
    source.acceleration = (gfVec2){1.0f, 4.0f};
    source.divergence = 0.5f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    for (int i = 0; i < CELLS; i++) {
        temperature[i] = (float)(i % GRID_W) * 0.5f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, temperature, CELLS));
    Flow_Steps(fluid, 10);
    assert_true(gfFluid_Resize(fluid, GRID_W, GRID_H, 1.0f / GRID_H, (gfVec2){0.01f, 0.0f}));
    *gpuBytes = gfDevice_GetMemory(device).gpuBytes;
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, dye, 16 * CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, velocity, 2 * CELLS));
    gfDestroyFluid(fluid);
}

// Lies about formats and filtering: the same flow, less exactly.
TEST_CI(testPoorFormatsAreMadeDoWith)
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
    for (float dyeScale = 1.0f; dyeScale <= 2.0f; dyeScale += 1.0f) {
        size_t values = (size_t)(dyeScale * dyeScale) * 4 * CELLS, bytes[2];
        runScene(fixture->device, dyeScale, dye[0], velocity[0], &bytes[0]);
        for (size_t i = 0; i < ROWS(rows); i++) {
            Fixture_ClearLog(fixture);
            gfDevice *device = Poor_MakeDevice(fixture, rows[i].hooks);
            runScene(device, dyeScale, dye[1], velocity[1], &bytes[1]);
            double dyeError = Flow_RelativeL2(dye[0], dye[1], values);
            double velocityError = Flow_RelativeL2(velocity[0], velocity[1], 2 * CELLS);
            gfDestroyDevice(device);
            fail_if(!(dyeError <= rows[i].tolerance && velocityError <= rows[i].tolerance),
                    "row %d: dye is off by %g, velocity by %g", (int)i, dyeError, velocityError);
            assert_true((fixture->warnings > 0) == (rows[i].warnings > 0));
            assert_true(fixture->errors == 0 && GlHooks_Left() == 0);
            assert_true(rows[i].hooks.formats != HOOK_NO_32F || bytes[1] < bytes[0]);
            assert_true(rows[i].hooks.formats != HOOK_ONLY_RGBA || bytes[1] > bytes[0]);
        }
    }
    Fixture_ExpectNoGlError(fixture);
}

#define CANVAS_W 44
#define CANVAS_H 36

// Of all fields that a fluid has or can be asked for, which must be finite; the fluid is then destroyed.
static uint64_t hashOf(gfFluid *fluid)
{
    const SolverRow *row = &solverRows[gfFluid_GetDef(fluid).solver];
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (!((row->fields | row->asked) & SOLVER_BIT(field))) {
            continue;
        }
        float *values = Fixture_Read(fluid, (gfField)field, &info);
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        for (size_t i = 0; i < count; i++) {
            fail_if(!isfinite(values[i]), "value %d of field %d is %g", (int)i, field, (double)values[i]);
        }
        h = Fixture_Hash(h, values, count * sizeof *values);
    }
    gfDestroyFluid(fluid);
    return h;
}

static uint64_t hashPictures(Fixture *fixture, gfFluid *fluid)
{
    uint8_t pixels[4 * CANVAS_W * CANVAS_H];
    uint64_t h = FIXTURE_HASH_EMPTY;
    Canvas canvas = Canvas_Make(fixture, CANVAS_W, CANVAS_H);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.alpha = GF_ALPHA_OPAQUE;
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        if (Solver_HasStyle((int)gfFluid_GetDef(fluid).solver, style)) {
            draw.style = (gfDrawStyle)style;
            assert_true(gfFluid_Draw(fluid, &draw));
            Canvas_Read(fixture, &canvas, pixels);
            h = Fixture_Hash(h, pixels, sizeof pixels);
        }
    }
    return h;
}

// Thin walls and discs in a flow with all that multigrid and reflection keep.
static uint64_t runThinWalls(Fixture *fixture, gfDevice *device, int mode)
{
    (void)fixture;
    (void)mode;
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 160, 128, 1.0f / 128.0f);
    def.grid.pressureCycles = 2;
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.viscosity = def.grid.temperatureDiffusivity = 1e-3f;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfSolidDef solid = gfDefaultSolidDef();
    for (int i = 0; i < 4; i++) {
        solid.shape = gfMakeCircle((gfVec2){0.2f + 0.3f * (float)i, i % 2 == 0 ? 0.25f : 0.75f}, 0.08f);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
        solid.shape =
            gfMakeRectangle((gfVec2){0.25f + 0.25f * (float)i, 0.5f}, (gfVec2){0.002f, 0.2f}, 0.3f * (float)i);
        assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    }
    gfSourceDef source = Flow_DiscSource(0.6f, 0.2f, 0.15f);
    source.acceleration = (gfVec2){2.0f, 5.0f};
    source.dye[3] = source.temperature = 3.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 10);
    return hashOf(fluid);
}

static gfSourceDef makeSource(float x, float y, float amount)
{
    gfSourceDef source = Flow_DiscSource(x, y, 0.12f);
    source.mass = source.dye[0] = source.dye[3] = amount;
    source.velocity = (gfVec2){0.4f, -0.3f};
    return source;
}

// Of more than one tile of 32 x 32 cells, some of them empty; sources, a solid and dye. Then of odd height, its width
// fit to be periodic; another mode, other sides.
static uint64_t runGaussian(Fixture *fixture, gfDevice *device, int mode)
{
    gfFluidDef def = Gaussian_Def(144, 96, (gfGaussianMode)mode);
    def.gaussian.gravity.y = -0.3f;
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    Flow_AddDisc(fluid, 0.7f, 0.2f, 0.1f);
    gfSourceDef source = makeSource(0.4f, 0.3f, 1.0f);
    Flow_Steps(fluid, 2); // with nothing
    assert_true(gfFluid_Splat(fluid, &source));
    source = Flow_Emitting(makeSource(0.6f, 0.5f, 1.0f));
    gfEmitterId emitter = Flow_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 6);
    // What is made anew is not measured, nor poured into: tiles may be passed over at once.
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    def.gaussian.massCorrection = false;
    assert_true(Flow_Tune(fluid, &def));
    assert_true(gfFluid_Resize(fluid, 88, 71, 1.0f / 64.0f, (gfVec2){0.02f, -0.01f}));
    Flow_Steps(fluid, 3);
    def.gaussian.massCorrection = true;
    def.gaussian.mode = (gfGaussianMode)((mode + 1) % 3);
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 2);
    def.gaussian.mode = (gfGaussianMode)mode;
    assert_true(Flow_Tune(fluid, &def));
    def.boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 4);
    uint64_t pictures = hashPictures(fixture, fluid);
    return pictures ^ hashOf(fluid);
}

// All that shallow water can do; then another size and other sides.
static uint64_t runShallow(Fixture *fixture, gfDevice *device, int mode)
{
    (void)fixture;
    (void)mode;
    gfFluidDef def = Solver_Def(GF_SOLVER_SHALLOW, GRID_W);
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.shallow.ripples.drops = 10.0f;
    def.shallow.manning = 0.02f;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfGroundDef ground = gfDefaultGroundDef();
    ground.shape = gfMakeRectangle((gfVec2){0.7f, 0.6f}, (gfVec2){0.1f, 0.2f}, 0.3f);
    ground.softness = 0.1f;
    ground.height = 0.3f;
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.2f) && gfFluid_ShapeGround(fluid, &ground));
    Flow_Steps(fluid, 2); // without walls or dye
    gfSourceDef source = makeSource(0.35f, 0.4f, 0.5f);
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_AddDisc(fluid, 0.7f, 0.3f, 0.1f);
    Flow_Steps(fluid, 4);
    assert_true(gfFluid_Resize(fluid, GRID_W + 4, GRID_W - 2, 1.1f / GRID_W, (gfVec2){0.02f, -0.01f}));
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.3f, .inflowDepth = 0.2f};
    def.boundaries.top = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.1f};
    assert_true(Flow_Tune(fluid, &def));
    Flow_Steps(fluid, 4);
    assert_true(Flow_Measure(fluid).mass > 0.1);
    return hashOf(fluid);
}

// GL says nothing of what is in a texture that is made without data, tiles that are no points are two triangles each,
// and a format may have more channels than were asked for: the same bytes, and the same pictures.
TEST_CI(testLiesAreNotFelt)
{
    static const struct {
        uint64_t (*run)(Fixture *fixture, gfDevice *device, int mode);
        int mode;
        bool tiled; // it draws tiles as points; of one texel there are always some, whenever all solids are drawn anew
    } scenes[] = {{runThinWalls, 0, true},
                  {runGaussian, GF_GAUSSIAN_CONSERVING, true},
                  {runGaussian, GF_GAUSSIAN_SIMPLE, true},
                  {runGaussian, GF_GAUSSIAN_CLASSIC, true},
                  {runShallow, 0, false}};
    static const GlHooks lies[] = {
        {.version = NULL}, {.fillsTextures = true}, {.smallPoints = true}, {.formats = HOOK_ONLY_RGBA}};
    uint64_t honest[ROWS(scenes)];
    for (size_t lie = 0; lie < ROWS(lies); lie++) {
        Fixture_ClearLog(fixture);
        gfDevice *device = Poor_MakeDevice(fixture, lies[lie]);
        for (size_t i = 0; i < ROWS(scenes); i++) {
            if (lies[lie].formats == HOOK_ONLY_RGBA && scenes[i].run != runShallow) {
                continue; // testPoorFormatsAreMadeDoWith
            }
            int before = GlHooks_PointDraws();
            uint64_t h = scenes[i].run(fixture, device, scenes[i].mode);
            honest[i] = lie == 0 ? h : honest[i];
            fail_if(h != honest[i], "scene %d: lie %d is felt", (int)i, (int)lie);
            assert_true(!scenes[i].tiled || (GlHooks_PointDraws() - before <= 2) == lies[lie].smallPoints);
        }
        gfDestroyDevice(device);
        assert_true(fixture->warnings == 0 && fixture->errors == 0 && GlHooks_Left() == 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

// With half floats a Gaussian liquid says that it loses some, and goes on. Shallow water loses none: test_shallow; it
// goes on with the deepest water, too. Particles say that they stand still.
TEST_CI(testHalfFloatsOnly)
{
    static const struct {
        gfSolverKind solver;
        gfGaussianMode mode;
        const char *warns;
        int steps;
        double tolerance; // of the mass; 0: it is not told
    } rows[] = {{GF_SOLVER_GAUSSIAN, GF_GAUSSIAN_CONSERVING, "loses mass", 200, 0.05},
                {GF_SOLVER_GAUSSIAN, GF_GAUSSIAN_SIMPLE, "loses mass", 200, 0.0},
                {GF_SOLVER_GAUSSIAN, GF_GAUSSIAN_CLASSIC, "loses mass", 200, 0.0},
                {GF_SOLVER_SHALLOW, 0, NULL, 60, 0.0}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        bool water = rows[i].solver == GF_SOLVER_SHALLOW;
        Fixture_ClearLog(fixture);
        gfDevice *device =
            Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F, .nearestOnly = rows[i].mode == 1});
        gfFluidDef def = water ? Solver_Def(GF_SOLVER_SHALLOW, GRID_W) : Gaussian_Def(48, 40, rows[i].mode);
        def.gaussian.gravity.y = -0.3f;
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        assert_true(fixture->errors == 0 && (fixture->warnings > 0) == !water);
        assert_true(water || strstr(fixture->lastMessage, rows[i].warns) != NULL);
        gfGroundDef pit = gfDefaultGroundDef();
        pit.everywhere = true;
        pit.height = -GF_VALUE_MAX;
        assert_true(!water || gfFluid_ShapeGround(fluid, &pit));
        assert_true(!water || gfFluid_FillToLevel(fluid, NULL, GF_VALUE_MAX));
        gfSourceDef source = makeSource(0.3f, 0.3f, 1.0f);
        source.mass = water ? GF_VALUE_MAX : 1.0f;
        assert_true(gfFluid_Splat(fluid, &source));
        Flow_Steps(fluid, 1);
        double first = Flow_Measure(fluid).mass; // which fails on what is not finite
        Flow_Steps(fluid, rows[i].steps);
        double last = Flow_Measure(fluid).mass;
        if (rows[i].tolerance > 0.0) {
            Flow_ExpectNear("mass of half floats over the first", last / first, 1.0, rows[i].tolerance);
        }
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F});
    Solver_Make(device, GF_SOLVER_PARTICLES, 8);
    assert_non_null(strstr(fixture->lastMessage, "slow particles stand still"));
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
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
        const gfSourceDef emitter = def.mode == GF_SOURCE_ADD ? Flow_Emitting(def) : def;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &emitter)));
        assert_true(gfFluid_Splat(fluid, &def));
    }
}

static void runHostile(gfDevice *device, GLuint texture, float fixedStep, gfPrecision precision, float extreme)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, GRID_W, GRID_H, 1.0f / GRID_H);
    def.dyeScale = extreme > 0.0f ? 1.0f : 2.0f;
    def.fixedStep = fixedStep;
    def.fieldPrecision = precision;
    def.grid.thermalExpansion = def.grid.dyeDensity = extreme;
    def.grid.pressureGradientScale = 2.0f;
    def.grid.ambientTemperature = -extreme;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    gfFluidStats stats;
    addHostileSources(fluid, texture, 100);
    gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.3f));
    solid.texture = texture;
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    Flow_Steps(fluid, 20);
    assert_true(gfFluid_Resize(fluid, GRID_W + 5, GRID_H - 3, 0.05f, (gfVec2){0.0f, 0.0f}));
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    gfDestroyFluid(fluid);
    fail_if(stats.nonfinite != 0, "%llu values are not finite at dt %g, precision %d, extreme %g",
            (unsigned long long)stats.nonfinite, (double)fixedStep, (int)precision, (double)extreme);
    assert_true(isfinite(stats.mass) && isfinite(stats.speedMax) && stats.speedMax < 1e5);
}

TEST_CI(testHostileValuesStayFinite)
{
    static const float steps[] = {1.0f, 1e-6f, 1.0f / 60.0f};
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
    Fixture_ExpectNoGlError(fixture);
}

TEST(testAThousandEmitters)
{
    gfFluid *fluid = makeFluid(fixture->device, 1.0f);
    addHostileSources(fluid, 0, 1000);
    Flow_Steps(fluid, 3);
    Flow_Measure(fluid); // which fails on what is not finite
}

TEST(testLostTimeIsReportedOnce)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 8;
    def.fixedStep = 0.125f;
    def.maxSteps = 2;
    gfFluid *fluid = gfCreateFluid(fixture->device, &def);
    Fixture_ClearLog(fixture);
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_Step(fluid, 1.0f));
        assert_true(fixture->warnings == 1 && fixture->lastCode == GF_ERROR_TIME_LOST);
        assert_non_null(strstr(fixture->lastMessage, "dt is 1 s"));
        assert_non_null(strstr(fixture->lastMessage, "lower maxSteps"));
    }
    gfStepInfo info = gfFluid_GetStepInfo(fluid);
    assert_true(info.stepCount == 6 && info.time_s == 0.75 && info.lostTime_s == 2.25 && info.pending_s == 0.0);
    assert_true(gfFluid_Step(fluid, 0.1875f)); // keeps up, with half a step left
    assert_true(fixture->warnings == 1 && gfFluid_GetStepInfo(fluid).pending_s == 0.0625);
    assert_true(gfFluid_Step(fluid, 1.0f));
    info = gfFluid_GetStepInfo(fluid);
    assert_true(fixture->warnings == 2 && info.lostTime_s == 3.0 && info.pending_s == 0.0625 && info.lastSteps == 2);
    gfDestroyFluid(fluid);
    def.fixedStep = 1e-6f; // a million million steps
    fluid = gfCreateFluid(fixture->device, &def);
    assert_true(gfFluid_Step(fluid, 1e6f));
    assert_non_null(strstr(fixture->lastMessage, "is dt in seconds?"));
    info = gfFluid_GetStepInfo(fluid);
    assert_true(info.stepCount == 2 && info.pending_s < 2e-6 && fabs(info.lostTime_s - 1e6) < 1e-3);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
