// The Gaussian fluid in poor surroundings: textures that hold anything, points that are small, formats that are
// missing; memory and framebuffers that run out.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/gaussian.h"
#include "support/solvers.h"

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
        if (style != GF_DRAW_TEMPERATURE && style != GF_DRAW_FIRE && style != GF_DRAW_DIVERGENCE &&
            style != GF_DRAW_PARTICLES && style != GF_DRAW_KINDS) {
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
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.7f, 0.2f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    gfSourceDef source = makeSource(0.4f, 0.3f);
    step(fluid, 2); // with nothing
    assert_true(gfFluid_Splat(fluid, &source));
    source = makeSource(0.6f, 0.5f);
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &source);
    assert_false(GF_IS_NULL(emitter));
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
    def.boundaries.top.kind = GF_BOUNDARY_NO_SLIP;
    assert_true(gfFluid_SetBoundaries(fluid, &def.boundaries));
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
typedef enum Change { TO_CONSERVING, FIRST_DYE, RESIZE, TUNE, SIDES, FILL } Change;

static gfFluid *makeSmall(gfDevice *device, int change)
{
    gfFluidDef def =
        Gaussian_Def(SMALL_W, SMALL_H, change == TO_CONSERVING ? GF_GAUSSIAN_SIMPLE : GF_GAUSSIAN_CONSERVING);
    return gfCreateFluid(device, &def);
}

static gfFluid *makeStirred(gfDevice *device, int change)
{
    gfFluid *fluid = makeSmall(device, change);
    assert_non_null(fluid);
    gfSourceDef source = makeSource(0.15f, 0.12f);
    source.fields = GF_SOURCE_MASS | GF_SOURCE_VELOCITY | (change == FIRST_DYE ? 0 : GF_SOURCE_DYE);
    if (change == FIRST_DYE) {
        memset(source.dye, 0, sizeof source.dye);
    }
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    step(fluid, 3);
    return fluid;
}

static bool doChange(gfFluid *fluid, int change)
{
    static float dye[4 * SMALL_CELLS];
    const gfShape half = gfMakeRectangle((gfVec2){0.0f, 0.0f}, (gfVec2){0.15f, 2.0f}, 0.0f);
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
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        def.boundaries.top.kind = GF_BOUNDARY_OPEN;
        return gfFluid_SetBoundaries(fluid, &def.boundaries);
    case FILL:
        return gfFluid_FillToLevel(fluid, &half, 0.1f);
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

static bool attemptChange(Failing *f)
{
    return doChange(f->fluid, f->which);
}

static void testFailedChangesLeaveNoTrace(void **state)
{
    // Tuning makes no framebuffers, but for the one that the conserving mode lacks.
    static const FailingCase cases[] = {
        {makeStirred, attemptChange, TO_CONSERVING, {2, 1, 2, 2}, .changes = true},
        {makeStirred, attemptChange, FIRST_DYE, {2, 2, 2, 1}, .changes = true},
        {makeStirred, attemptChange, RESIZE, {2, 2, 2, 1}, .changes = true},
        {makeStirred, attemptChange, TUNE, {2, 1, 1, 1}, .changes = true},
        {makeStirred, attemptChange, SIDES, {2, 1, 1, 1}, .changes = true},
        {makeStirred, attemptChange, FILL, {2, 1, 1, 2}, .changes = true},
    };
    for (int i = 0; i < ROWS(cases); i++) {
        Failing_EachInTurn(*state, &cases[i]);
    }
}

static bool attemptFluid(Failing *f)
{
    f->fluid = makeSmall(f->device, f->which);
    return f->fluid != NULL;
}

static void testFailedFluidsLeaveNothing(void **state)
{
    const FailingCase c = {.attempt = attemptFluid, .which = RESIZE, .rounds = {3, 3, 3, 3}};
    Failing_EachInTurn(*state, &c);
}

// A source whose dye finds no textures: said once, and the step goes on without; writing dye tries again.
static void testDyeOfSourcesFails(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluid *fluid = makeStirred(device, FIRST_DYE), *twin = makeStirred(device, FIRST_DYE);
    Solver_Hash(fluid); // the first read makes textures for the next ones
    const gfMemoryCounts counts = gfDevice_GetMemory(device);
    gfSourceDef dye = makeSource(0.15f, 0.12f);
    dye.fields = GF_SOURCE_DYE;
    dye.mass = 0.0f;
    dye.velocity = (gfVec2){0.0f, 0.0f};
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &dye)));
    Fixture_ClearLog(fixture);
    for (int i = 0; i < 3; i++) {
        GlHooks_LimitFramebuffers(i < 2 ? i : -1);
        step(fluid, 1);
    }
    assert_true(fixture->errors == 0 && fixture->warnings == 1 && fixture->lastCode == GF_ERROR_FRAMEBUFFER);
    assert_non_null(strstr(fixture->lastMessage, "dye is left out from now on"));
    Poor_ExpectMemory(device, &counts);
    step(twin, 3);
    assert_true(Solver_Hash(fluid) == Solver_Hash(twin));
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testFailedFluidsLeaveNothing),
        TEST(testDyeOfSourcesFails),
        // Those that take long.
        TEST(testLiesAreNotFelt),
        TEST(testHalfFloatsOnly),
        TEST(testFailedChangesLeaveNoTrace),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, NULL, NULL);
}
