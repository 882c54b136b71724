// contexts: gl es
// The Gaussian fluid in poor surroundings: textures that hold anything, points that are small, formats that are
// missing; memory and framebuffers that run out.
#include "support/canvas.h"
#include "support/gaussian.h"
#include "support/poor.h"

#include <math.h>

#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

// --- lies about the GL --------------------------------------------------------------------------------------------

// Of more than one tile of 32 x 32 cells, some of them empty; then of odd height, and its width fit to be periodic.
#define FIRST_W 144
#define FIRST_H 96
#define LAST_W 88
#define LAST_H 71
#define LAST_CELLS (LAST_W * LAST_H)
#define CANVAS_W 44
#define CANVAS_H 36

typedef struct Outcome {
    float mass[LAST_CELLS], velocity[2 * LAST_CELLS], dye[4 * LAST_CELLS], pressure[LAST_CELLS];
    float vorticity[(LAST_W + 1) * (LAST_H + 1)];
    uint8_t pictures[GF_DRAW_STYLE_COUNT][4 * CANVAS_W * CANVAS_H];
} Outcome;

static gfSourceDef makeSource(float x, float y)
{
    gfSourceDef source = Flow_DiscSource(x, y, 0.12f);
    source.mass = source.dye[0] = source.dye[3] = 1.0f;
    source.velocity = (gfVec2){0.4f, -0.3f};
    return source;
}

static void step(gfFluid *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
}

static void look(Fixture *fixture, gfFluid *fluid, Outcome *outcome)
{
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_MASS, outcome->mass, LAST_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, outcome->velocity, 2 * LAST_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, outcome->dye, 4 * LAST_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_PRESSURE, outcome->pressure, LAST_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VORTICITY, outcome->vorticity, (LAST_W + 1) * (LAST_H + 1)));
    Canvas canvas = Canvas_Make(fixture, CANVAS_W, CANVAS_H);
    gfDrawDef draw = gfDefaultDrawDef();
    draw.alpha = GF_ALPHA_OPAQUE;
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        if (style != GF_DRAW_TEMPERATURE && style != GF_DRAW_FIRE && style != GF_DRAW_DIVERGENCE) {
            draw.style = (gfDrawStyle)style;
            assert_true(gfFluid_Draw(fluid, &draw));
            Canvas_Read(fixture, &canvas, outcome->pictures[style]);
        }
    }
    Canvas_Free(fixture, &canvas);
}

// Sources, a solid and dye; then another size, another mode, other sides.
static void run(Fixture *fixture, gfDevice *device, gfGaussianMode mode, Outcome *outcome)
{
    memset(outcome, 0, sizeof *outcome);
    gfFluidDef def = Gaussian_Def(FIRST_W, FIRST_H, mode);
    def.gaussian.gravity.y = -0.3f;
    def.edges.left.kind = def.edges.right.kind = GF_EDGE_PERIODIC;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.7f, 0.2f}, 0.1f);
    assert_int_not_equal(gfFluid_AddSolid(fluid, &solid), 0);
    gfSourceDef source = makeSource(0.4f, 0.3f);
    step(fluid, 2); // with nothing
    assert_true(gfFluid_Splat(fluid, &source));
    source = makeSource(0.6f, 0.5f);
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &source);
    assert_int_not_equal(emitter, 0);
    step(fluid, 6);
    // What is made anew is not measured, nor poured into: tiles may be passed over at once.
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    def.gaussian.massCorrection = false;
    assert_true(gfFluid_SetGaussianParams(fluid, &def.gaussian));
    assert_true(gfFluid_Resize(fluid, LAST_W, LAST_H, 1.0f / 64.0f, (gfVec2){0.02f, -0.01f}));
    step(fluid, 3);
    def.gaussian.massCorrection = true;
    def.gaussian.mode = (gfGaussianMode)((mode + 1) % 3);
    assert_true(gfFluid_SetGaussianParams(fluid, &def.gaussian));
    step(fluid, 2);
    def.gaussian.mode = mode;
    assert_true(gfFluid_SetGaussianParams(fluid, &def.gaussian));
    def.edges.top.kind = GF_EDGE_NO_SLIP;
    assert_true(gfFluid_SetEdges(fluid, &def.edges));
    step(fluid, 4);
    look(fixture, fluid, outcome);
    gfDestroyFluid(fluid);
}

static void expectFinite(const Outcome *outcome)
{
    const float *values = outcome->mass;
    size_t count = offsetof(Outcome, pictures) / sizeof *values;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            fail_msg("value %d is %g", (int)i, (double)values[i]);
        }
    }
}

// GL says nothing of what is in a texture that is made without data, and tiles that are no points are two triangles
// each: the same bytes, and the same pictures.
static void testLiesAreNotFelt(void **state)
{
    static const GlHooks lies[] = {{.fillsTextures = true}, {.smallPoints = true}};
    static Outcome honest[3], poor;
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        run(fixture, device, (gfGaussianMode)mode, &honest[mode]);
        expectFinite(&honest[mode]);
    }
    gfDestroyDevice(device);
    assert_true(GlHooks_PointDraws() > 0);
    for (int i = 0; i < ROWS(lies); i++) {
        Fixture_ClearLog(fixture);
        device = Poor_MakeDevice(fixture, lies[i]);
        for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
            run(fixture, device, (gfGaussianMode)mode, &poor);
            expectFinite(&poor);
            assert_memory_equal(&poor, &honest[mode], sizeof poor);
        }
        gfDestroyDevice(device);
        assert_true((GlHooks_PointDraws() == 0) == lies[i].smallPoints);
        assert_true(fixture->warnings == 0 && fixture->errors == 0 && GlHooks_Left() == 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

// With half floats it says that it loses mass, and goes on.
static void testHalfFloatsOnly(void **state)
{
    Fixture *fixture = *state;
    for (int mode = GF_GAUSSIAN_CONSERVING; mode <= GF_GAUSSIAN_CLASSIC; mode++) {
        Fixture_ClearLog(fixture);
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F, .nearestOnly = mode == 1});
        gfFluidDef def = Gaussian_Def(48, 40, (gfGaussianMode)mode);
        def.gaussian.gravity.y = -0.3f;
        gfFluid *fluid = gfCreateFluid(device, &def);
        assert_non_null(fluid);
        assert_true(fixture->errors == 0 && fixture->warnings > 0);
        assert_non_null(strstr(fixture->lastMessage, "loses mass"));
        gfSourceDef source = makeSource(0.3f, 0.3f);
        assert_true(gfFluid_Splat(fluid, &source));
        step(fluid, 1);
        double first = Flow_Measure(fluid).mass; // which fails on what is not finite
        step(fluid, 200);
        double last = Flow_Measure(fluid).mass;
        if (mode == GF_GAUSSIAN_CONSERVING) {
            Flow_ExpectNear("mass of half floats, corrected", last / first, 1.0, 0.05);
        }
        gfDestroyFluid(fluid);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

// --- what runs out ------------------------------------------------------------------------------------------------

#define SMALL_W 24
#define SMALL_H 24
#define SMALL_CELLS (SMALL_W * SMALL_H)

// The first one while no program of the conserving mode is compiled.
typedef enum Change { TO_CONSERVING, FIRST_DYE, RESIZE, TUNE, SIDES, CHANGES } Change;

static gfFluid *makeSmall(gfDevice *device, Change change)
{
    gfFluidDef def =
        Gaussian_Def(SMALL_W, SMALL_H, change == TO_CONSERVING ? GF_GAUSSIAN_SIMPLE : GF_GAUSSIAN_CONSERVING);
    return gfCreateFluid(device, &def);
}

static gfFluid *makeStirred(gfDevice *device, Change change)
{
    gfFluid *fluid = makeSmall(device, change);
    assert_non_null(fluid);
    gfSourceDef source = makeSource(0.15f, 0.12f);
    source.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY | (change == FIRST_DYE ? 0 : GF_SOURCE_DYE);
    if (change == FIRST_DYE) {
        memset(source.dye, 0, sizeof source.dye);
    }
    assert_int_not_equal(gfFluid_AddEmitter(fluid, &source), 0);
    step(fluid, 3);
    return fluid;
}

static bool doChange(gfFluid *fluid, Change change)
{
    static float dye[4 * SMALL_CELLS];
    gfFluidDef def = gfFluid_GetDef(fluid);
    switch (change) {
    case FIRST_DYE:
        for (int i = 0; i < 4 * SMALL_CELLS; i++) {
            dye[i] = 1.0f;
        }
        return gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * SMALL_CELLS);
    case RESIZE:
        return gfFluid_Resize(fluid, SMALL_W, SMALL_H, 0.8f * def.cellSize, (gfVec2){0.0f, 0.0f});
    case SIDES:
        def.edges.left.kind = def.edges.right.kind = GF_EDGE_PERIODIC;
        def.edges.top.kind = GF_EDGE_OPEN;
        return gfFluid_SetEdges(fluid, &def.edges);
    case TO_CONSERVING:
        def.gaussian.mode = GF_GAUSSIAN_CONSERVING;
        break;
    default:
        def.gaussian.viscosity = 1.0f;
        def.gaussian.massCorrection = false;
        def.gaussian.gravity.x = 0.5f;
        break;
    }
    return gfFluid_SetGaussianParams(fluid, &def.gaussian);
}

typedef struct Fields {
    float mass[SMALL_CELLS], velocity[2 * SMALL_CELLS], dye[4 * SMALL_CELLS];
} Fields;

static Fields readFields(gfFluid *fluid)
{
    Fields fields;
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_MASS, fields.mass, SMALL_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_VELOCITY, fields.velocity, 2 * SMALL_CELLS));
    assert_true(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_DYE, fields.dye, 4 * SMALL_CELLS));
    return fields;
}

static void expectFailed(const Fixture *fixture, const Scarce *scarce)
{
    assert_int_not_equal(fixture->errors, 0);
    assert_int_equal(fixture->lastCode, scarce != NULL ? GF_ERROR_OUT_OF_MEMORY : GF_ERROR_FRAMEBUFFER);
}

// Lets the change have `count` allocations, or framebuffers. False once it needs no more than that.
static bool failChange(Fixture *fixture, gfDevice *device, Scarce *scarce, Change change, int count,
                       const Fields *expected)
{
    const gfMemoryCounts none = gfDevice_GetMemory(device);
    gfFluid *fluid = makeStirred(device, change);
    Fields before = readFields(fluid);
    gfFluidDef def = gfFluid_GetDef(fluid);
    const gfMemoryCounts counts = gfDevice_GetMemory(device);
    Fixture_ClearLog(fixture);
    Poor_Allow(scarce, count);
    bool changed = doChange(fluid, change);
    Poor_Allow(scarce, -1);
    if (!changed) {
        expectFailed(fixture, scarce);
        Poor_ExpectMemory(device, &counts);
        gfFluidDef defAfter = gfFluid_GetDef(fluid);
        Fields after = readFields(fluid);
        assert_memory_equal(&def, &defAfter, sizeof def);
        assert_memory_equal(&before, &after, sizeof before);
    }
    step(fluid, 5);
    Fields last = readFields(fluid);
    if ((memcmp(&last, expected, sizeof last) == 0) == changed) {
        fail_msg("change %d, %d %s: %s", (int)change, count, scarce != NULL ? "allocations" : "framebuffers",
                 changed ? "nothing changed" : "the call failed, and the fluid runs otherwise than before");
    }
    gfDestroyFluid(fluid);
    Poor_ExpectMemory(device, &none);
    return !changed;
}

// A call that fails changes nothing and leaves nothing. A first round meets the allocations of shaders; in the second
// all are compiled, and it meets every other.
static void testFailedChangesLeaveNoTrace(void **state)
{
    Fixture *fixture = *state;
    Scarce scarce = {0};
    gfDeviceDef deviceDef = Poor_DeviceDef(fixture, (GlHooks){0});
    deviceDef.allocator = Scarce_Allocator(&scarce);
    gfDevice *device = gfCreateDevice(&deviceDef);
    assert_non_null(device);
    for (int change = 0; change < CHANGES; change++) {
        gfFluid *twin = makeStirred(device, (Change)change);
        step(twin, 5);
        Fields expected = readFields(twin);
        gfDestroyFluid(twin);
        for (int k = 0; k < 3; k++) {
            int count = 0;
            while (failChange(fixture, device, k < 2 ? &scarce : NULL, (Change)change, count, &expected)) {
                count++;
            }
            // Tuning makes no framebuffers, but for the one that the conserving mode lacks.
            bool makes = k == 0 || change == FIRST_DYE || change == RESIZE || (k == 2 && change == TO_CONSERVING);
            assert_true((count > 0 || !makes) && count < 200);
        }
    }
    gfDestroyDevice(device);
    assert_true(scarce.live == 0 && GlHooks_Left() == 0);
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

static void testFailedFluidsLeaveNothing(void **state)
{
    Fixture *fixture = *state;
    Scarce scarce = {0};
    gfDeviceDef deviceDef = Poor_DeviceDef(fixture, (GlHooks){0});
    deviceDef.allocator = Scarce_Allocator(&scarce);
    gfDevice *device = gfCreateDevice(&deviceDef);
    assert_non_null(device);
    const gfMemoryCounts none = gfDevice_GetMemory(device);
    for (int k = 0; k < 3; k++) { // with shaders; without; framebuffers
        gfFluid *fluid = NULL;
        int count = 0;
        for (; fluid == NULL; count++) {
            assert_true(count < 500);
            Fixture_ClearLog(fixture);
            Poor_Allow(k < 2 ? &scarce : NULL, count);
            fluid = makeSmall(device, RESIZE);
            Poor_Allow(k < 2 ? &scarce : NULL, -1);
            if (fluid == NULL) {
                expectFailed(fixture, k < 2 ? &scarce : NULL);
                Poor_ExpectMemory(device, &none);
            }
        }
        assert_true(count > 2);
        step(fluid, 2);
        gfDestroyFluid(fluid);
        Poor_ExpectMemory(device, &none);
    }
    gfDestroyDevice(device);
    assert_true(scarce.live == 0 && GlHooks_Left() == 0);
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

// A source whose dye finds no textures: said once, and the step goes on without; writing dye tries again.
static void testDyeOfSourcesFails(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluid *fluid = makeStirred(device, FIRST_DYE), *twin = makeStirred(device, FIRST_DYE);
    Fields fields = readFields(fluid);
    const gfMemoryCounts counts = gfDevice_GetMemory(device);
    gfSourceDef dye = makeSource(0.15f, 0.12f);
    dye.fields = GF_SOURCE_DYE;
    dye.mass = 0.0f;
    dye.velocity = (gfVec2){0.0f, 0.0f};
    assert_int_not_equal(gfFluid_AddEmitter(fluid, &dye), 0);
    Fixture_ClearLog(fixture);
    for (int i = 0; i < 3; i++) {
        GlHooks_LimitFramebuffers(i < 2 ? i : -1);
        step(fluid, 1);
    }
    assert_true(fixture->errors == 0 && fixture->warnings == 1 && fixture->lastCode == GF_ERROR_FRAMEBUFFER);
    assert_non_null(strstr(fixture->lastMessage, "dye is left out from now on"));
    Poor_ExpectMemory(device, &counts);
    step(twin, 3);
    fields = readFields(twin);
    Fields found = readFields(fluid);
    assert_memory_equal(&found, &fields, sizeof found);
    assert_true(doChange(fluid, FIRST_DYE));
    double before = Gaussian_DyeTotal(fluid, 3);
    step(fluid, 3);
    assert_true(Gaussian_DyeTotal(fluid, 3) > before);
    gfDestroyFluid(fluid);
    gfDestroyFluid(twin);
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    Fixture_ExpectNoGlError(fixture);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(testLiesAreNotFelt),           TEST(testHalfFloatsOnly),    TEST(testFailedChangesLeaveNoTrace),
        TEST(testFailedFluidsLeaveNothing), TEST(testDyeOfSourcesFails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
