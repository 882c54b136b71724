// Shallow water in poor surroundings: textures that hold anything, formats that are missing; memory, framebuffers and
// shaders that run out.
#include "support/failing.h"
#include "support/shallow.h"
#include "support/solvers.h"

#include <math.h>

#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))
#define CELLS 20

static gfSourceDef makeSource(void)
{
    gfSourceDef source = Flow_DiscSource(0.35f, 0.4f, 0.15f);
    source.mass = source.dye[0] = source.dye[3] = 0.5f;
    source.velocity = (gfVec2){0.4f, -0.3f};
    return source;
}

static bool raiseGround(gfFluid *fluid)
{
    gfGroundDef ground = gfDefaultGroundDef();
    ground.shape = gfMakeRectangle((gfVec2){0.7f, 0.6f}, (gfVec2){0.1f, 0.2f}, 0.3f);
    ground.softness = 0.1f;
    ground.height = 0.3f;
    return gfFluid_ShapeGround(fluid, &ground);
}

static void step(gfFluid *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid_StepOnce(fluid));
    }
}

// --- lies about the GL -----------------------------------------------------------------------------------------------

// All that shallow water can do; then another size and other sides.
static uint64_t run(gfDevice *device)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.shallow.ripples.drops = 10.0f;
    def.shallow.manning = 0.02f;
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.2f) && raiseGround(fluid));
    step(fluid, 2); // without walls or dye
    gfSourceDef source = makeSource();
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_AddDisc(fluid, 0.7f, 0.3f, 0.1f);
    step(fluid, 4);
    assert_true(gfFluid_Resize(fluid, CELLS + 4, CELLS - 2, 1.1f / CELLS, (gfVec2){0.02f, -0.01f}));
    def.boundaries.left = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.3f, .inflowDepth = 0.2f};
    def.boundaries.top = (gfBoundary){.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = 0.1f};
    assert_true(gfFluid_SetBoundaries(fluid, &def.boundaries));
    step(fluid, 4);
    uint64_t h = Solver_Hash(fluid);
    static const gfField more[] = {GF_FIELD_RIPPLE, GF_FIELD_FOAM, GF_FIELD_VORTICITY, GF_FIELD_LEVEL};
    for (int i = 0; i < ROWS(more); i++) {
        gfFieldInfo info;
        float *values = Fixture_ReadField(fluid, more[i], &info);
        h = Fixture_Hash(h, values, (size_t)info.width * (size_t)info.height * sizeof *values);
        free(values);
    }
    gfFluidStats stats = Flow_Measure(fluid); // which fails on what is not finite
    assert_true(stats.mass > 0.1);
    gfDestroyFluid(fluid);
    return h;
}

static void testLiesAreNotFelt(void **state)
{
    static const GlHooks lies[] = {{.fillsTextures = true}, {.formats = HOOK_ONLY_RGBA}};
    Fixture *fixture = *state;
    uint64_t honest = run(fixture->device);
    for (int i = 0; i < ROWS(lies); i++) {
        gfDevice *device = Poor_MakeDevice(fixture, lies[i]);
        if (run(device) != honest) {
            fail_msg("lie %d changes the water", i);
        }
        gfDestroyDevice(device);
        assert_true(fixture->errors == 0 && GlHooks_Left() == 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

// With half floats it says that it loses water, and goes on, with the deepest water, too.
static void testHalfFloatsOnly(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){.formats = HOOK_NO_32F});
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    for (int deep = 0; deep < 2; deep++) {
        Fixture_ClearLog(fixture);
        gfFluid *fluid = gfCreateFluid(device, &def);
        assert_non_null(fluid);
        assert_true(fixture->errors == 0 && fixture->warnings > 0);
        assert_non_null(strstr(fixture->lastMessage, "loses water"));
        if (deep == 1) {
            gfGroundDef pit = gfDefaultGroundDef();
            pit.everywhere = true;
            pit.height = -GF_VALUE_MAX;
            assert_true(gfFluid_ShapeGround(fluid, &pit));
        }
        assert_true(gfFluid_FillToLevel(fluid, NULL, deep ? GF_VALUE_MAX : 0.2f));
        gfSourceDef source = makeSource();
        source.mass = deep ? GF_VALUE_MAX : 0.05f;
        assert_true(gfFluid_Splat(fluid, &source));
        double first = Shallow_Volume(fluid);
        step(fluid, 60);
        double last = Shallow_Volume(fluid); // which fails on what is not finite
        if (deep == 0) {
            Flow_ExpectNear("volume over the first, in half floats", last / first, 1.0, 0.1);
        }
        gfDestroyFluid(fluid);
    }
    gfDestroyDevice(device);
    assert_int_equal(GlHooks_Left(), 0);
    Fixture_ExpectNoGlError(fixture);
}

// --- what runs out ---------------------------------------------------------------------------------------------------

typedef enum Change { FIRST_DYE, RESIZE, TUNE, SIDES, GROUND, FILL } Change;

static gfFluid *makePond(gfDevice *device, int change)
{
    (void)change;
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    return gfCreateFluid(device, &def);
}

static gfFluid *makeStirred(gfDevice *device, int change)
{
    gfFluid *fluid = makePond(device, change);
    assert_non_null(fluid);
    assert_true(change == FILL || gfFluid_FillToLevel(fluid, NULL, 0.2f)); // whose shader is to be compiled then
    gfSourceDef source = makeSource();
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
    static float dye[4 * CELLS * CELLS];
    gfFluidDef def = gfFluid_GetDef(fluid);
    const gfShape half = gfMakeRectangle((gfVec2){0.0f, 0.0f}, (gfVec2){0.5f, 2.0f}, 0.0f);
    switch ((Change)change) {
    case FIRST_DYE:
        for (int i = 0; i < 4 * CELLS * CELLS; i++) {
            dye[i] = 1.0f;
        }
        return gfFluid_WriteField(fluid, GF_FIELD_DYE, dye, 4 * CELLS * CELLS);
    case RESIZE:
        return gfFluid_Resize(fluid, CELLS, CELLS, 0.8f * def.cellSize, (gfVec2){0.0f, 0.0f});
    case SIDES:
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        def.boundaries.top = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.5f};
        return gfFluid_SetBoundaries(fluid, &def.boundaries);
    case GROUND:
        return raiseGround(fluid);
    case FILL:
        return gfFluid_FillToLevel(fluid, &half, 0.5f);
    case TUNE:
    default:
        def.shallow.ripples.enabled = def.shallow.foam = true;
        def.shallow.manning = 0.1f;
        return gfFluid_SetShallowParams(fluid, &def.shallow);
    }
}

static bool attemptChange(Failing *f)
{
    return doChange(f->fluid, f->which);
}

static void testFailedChangesLeaveNoTrace(void **state)
{
    // Sides, ground and level need no framebuffers that are not there.
    static const FailingCase cases[] = {
        {makeStirred, attemptChange, RESIZE, {2, 2, 2, 1}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, TUNE, {2, 1, 2, 2}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, SIDES, {2, 1, 2, 2}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, GROUND, {2, 1, 1, 2}, .changes = true},
        {makeStirred, attemptChange, FILL, {2, 1, 1, 2}, .changes = true},
    };
    for (int i = 0; i < ROWS(cases); i++) {
        Failing_EachInTurn(*state, &cases[i]);
    }
}

static bool attemptFluid(Failing *f)
{
    f->fluid = makePond(f->device, f->which);
    return f->fluid != NULL;
}

static void testFailedFluidsLeaveNothing(void **state)
{
    const FailingCase c = {.attempt = attemptFluid, .which = RESIZE, .rounds = {3, 3, 3, 3}, .stride = 5};
    Failing_EachInTurn(*state, &c);
}

// A source whose dye finds no textures: said once, and the step goes on without; writing dye tries again.
static void testDyeOfSourcesFails(void **state)
{
    Fixture *fixture = *state;
    gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
    gfFluid *fluid = makeStirred(device, FIRST_DYE), *twin = makeStirred(device, FIRST_DYE);
    Shallow_Volume(fluid); // the first read makes textures for the next ones
    const gfMemoryCounts counts = gfDevice_GetMemory(device);
    gfSourceDef dye = makeSource();
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
    Flow_ExpectNear("depth without dye", Flow_Difference(fluid, twin, GF_FIELD_MASS), 0.0, 0.0);
    assert_true(doChange(fluid, FIRST_DYE));
    step(fluid, 3);
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
