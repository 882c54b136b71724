// Particles in poor surroundings: memory, framebuffers and shaders that run out while a fluid is made, filled, poured
// into, drained, resized, read or drawn, in 2D and 3D. What fails says so, leaves nothing, and changes nothing.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/few_particles.h"
#include "support/fluid3d.h"

#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

// --- 2D --------------------------------------------------------------------------------------------------------------

typedef enum Change { ADD, RESIZE, TUNE, SIDES, WRITE } Change;

#define CHANGE(change, search) ((change) + 10 * (search))

static gfSourceDef sourceOf(float x, float y, float mass)
{
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){x, y}, 0.12f);
    source.mode = GF_SOURCE_SET;
    source.fields = GF_SOURCE_MASS;
    source.mass = mass;
    return source;
}

static gfFluid *makeStirred(gfDevice *device, int which)
{
    gfFluidDef def = FewParticles_Def(16, (gfParticleSearch)(which / 10));
    gfFluid *fluid = gfCreateFluid(device, &def);
    assert_non_null(fluid);
    FewParticles_AddBox(fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.4f, 0.3f});
    assert_true(gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid));
    return fluid;
}

static bool doChange(gfFluid *fluid, Change change)
{
    const gfParticle some[] = {{.position = {0.7f, 0.6f}, .velocity = {0.0f, 1.0f}}, {.position = {0.8f, 0.6f}}};
    float values[2 * 16 * 16];
    gfFluidDef def = gfFluid_GetDef(fluid);
    switch (change) {
    case ADD:
        return gfFluid_AddParticles(fluid, some, 2);
    case RESIZE:
        return gfFluid_Resize(fluid, 12, 16, def.cellSize, (gfVec2){0.15f, 0.0f});
    case SIDES:
        def.boundaries.left.kind = GF_BOUNDARY_OPEN;
        return gfFluid_SetBoundaries(fluid, &def.boundaries);
    case WRITE:
        for (int i = 0; i < ROWS(values); i++) {
            values[i] = 0.5f;
        }
        return gfFluid_WriteField(fluid, GF_FIELD_VELOCITY, values, (size_t)ROWS(values));
    default:
        def.particles.materialCount = 2;
        def.particles.materials[1] = def.particles.materials[0];
        def.particles.materials[0].pull = 10.0f;
        return gfFluid_SetParticleParams(fluid, &def.particles);
    }
}

static bool attemptChange(Failing *f)
{
    return doChange(f->fluid, (Change)(f->which % 10));
}

static void testFailedChangesLeaveNoTrace(void **state)
{
    static const FailingCase cases[] = {
        {makeStirred, attemptChange, CHANGE(ADD, GF_SEARCH_SORTED), {2, 2, 2, 1}, .changes = true},
        {makeStirred, attemptChange, CHANGE(ADD, GF_SEARCH_SLOTS), {2, 2, 2, 1}, .changes = true},
        {makeStirred, attemptChange, CHANGE(RESIZE, GF_SEARCH_SORTED), {2, 2, 2, 1}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, CHANGE(RESIZE, GF_SEARCH_SLOTS), {0, 2, 2, 0}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, CHANGE(RESIZE, GF_SEARCH_HASHED), {0, 2, 2, 0}, .changes = true, .stride = 3},
        {makeStirred, attemptChange, CHANGE(TUNE, GF_SEARCH_SORTED), {2, 1, 1, 1}, .changes = true},
        {makeStirred, attemptChange, CHANGE(SIDES, GF_SEARCH_SORTED), {1, 1, 1, 1}, .changes = true},
        {makeStirred, attemptChange, CHANGE(WRITE, GF_SEARCH_SORTED), {2, 1, 2, 2}, .changes = true},
    };
    for (int i = 0; i < ROWS(cases); i++) {
        Failing_EachInTurn(*state, &cases[i]);
    }
}

static bool attemptFluid(Failing *f)
{
    gfFluidDef def = FewParticles_Def(16, (gfParticleSearch)f->which);
    f->fluid = gfCreateFluid(f->device, &def);
    return f->fluid != NULL;
}

static void testFailedFluidsLeaveNothing(void **state)
{
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        const FailingCase c = {.attempt = attemptFluid, .which = search, .rounds = {3, 3, 3, 3}, .stride = 5};
        Failing_EachInTurn(*state, &c);
    }
}

// Created, filled, poured into, drained, moved, looked at: all of it, or a report.
static bool attemptLife(Failing *f)
{
    gfFluidDef def = FewParticles_Def(16, (gfParticleSearch)f->which);
    gfSourceDef tap = sourceOf(0.7f, 0.7f, 1.0f), drain = sourceOf(0.2f, 0.1f, 0.0f);
    gfSolidDef solid = gfDefaultSolidDef();
    gfDrawDef draw = gfDefaultDrawDef();
    const gfParticle one = {.position = {0.2f, 0.2f}};
    const gfVec2 place = {0.2f, 0.2f};
    float value;
    gfParticle read;
    def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    solid.shape = gfMakeCircle((gfVec2){0.5f, 0.3f}, 0.1f);
    draw.style = GF_DRAW_PARTICLES;
    gfFluid *fluid = gfCreateFluid(f->device, &def);
    bool ok = fluid != NULL && gfFluid_AddParticles(fluid, &one, 1) && gfFluid_StepOnce(fluid) &&
              !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)) && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &tap)) &&
              !GF_IS_NULL(gfFluid_AddEmitter(fluid, &drain)) && gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid) &&
              gfFluid_Draw(fluid, &draw) && gfFluid_ReadParticlesBlocking(fluid, &read, 1) >= 0 &&
              gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_DENSITY, &place, 1, &value, NULL);
    gfDestroyFluid(fluid);
    return ok;
}

static void testFailedLives(void **state)
{
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, 16, 16);
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        bool all = search == GF_SEARCH_SORTED;
        const FailingCase c = {
            .attempt = attemptLife, .which = search, .rounds = {all * 3, 3, 3, all * 3}, .stride = 7};
        Failing_EachInTurn(fixture, &c);
    }
    Canvas_Free(fixture, &canvas);
}

// --- a step that fails -----------------------------------------------------------------------------------------------

// A pass that finds no framebuffer: the step says so, no particle is lost, and later steps go on.
static void testFailedStepsLoseNothing(void **state)
{
    Fixture *fixture = *state;
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
        gfFluid *fluid = makeStirred(device, 10 * search);
        int before = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
        gfSourceDef tap = sourceOf(0.7f, 0.7f, 1.0f);
        gfEmitterId id = gfFluid_AddEmitter(fluid, &tap);
        GlHooks_LimitFramebuffers(0);
        Fixture_ClearLog(fixture);
        for (int i = 0; i < 3; i++) {
            if (!gfFluid_StepOnce(fluid)) {
                assert_true(fixture->errors > 0);
            }
        }
        GlHooks_LimitFramebuffers(-1);
        gfDevice_ResetErrors(device);
        assert_true(gfFluid_RemoveEmitter(fluid, id));
        int after = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
        assert_true(after >= before);
        for (int i = 0; i < 5; i++) {
            assert_true(gfFluid_StepOnce(fluid));
        }
        gfFluidStats stats;
        assert_true(gfFluid_MeasureBlocking(fluid, &stats) && stats.nonfinite == 0);
        assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, NULL, 0), after);
        gfDestroyFluid(fluid);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

// --- 3D --------------------------------------------------------------------------------------------------------------

static bool attemptLife3D(Failing *f)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    gfParticle3D read;
    def.particles.search = (gfParticleSearch)f->which;
    def.openSides = GF_CONTAINER_LEFT;
    solid.shape = gfMakeSphere((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f);
    gfFluid3D *fluid = gfCreateFluid3D(f->device, &def);
    bool ok = fluid != NULL && gfFluid3D_AddParticles(fluid, &one, 1) &&
              !GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)) && gfFluid3D_StepOnce(fluid) &&
              gfFluid3D_Draw(fluid, &draw) && gfFluid3D_ReadParticlesBlocking(fluid, &read, 1) >= 0;
    gfDestroyFluid3D(fluid);
    return ok;
}

static void testFailedLives3D(void **state)
{
    Fixture *fixture = *state;
    Canvas canvas = Canvas_Make(fixture, 16, 16);
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        bool all = search == GF_SEARCH_SORTED;
        const FailingCase c = {.attempt = attemptLife3D, .which = search, .rounds = {0, 3, 3, all * 3}, .stride = 9};
        Failing_EachInTurn(fixture, &c);
    }
    Canvas_Free(fixture, &canvas);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testFailedFluidsLeaveNothing),
        TEST(testFailedLives),
        TEST(testFailedStepsLoseNothing),
        TEST(testFailedLives3D),
        // Those that take long.
        TEST(testFailedChangesLeaveNoTrace),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof tests[0], NULL, NULL);
}
