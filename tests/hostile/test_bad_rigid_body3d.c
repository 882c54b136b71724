// Rigid bodies in three dimensions: bad arguments change nothing and say what was expected.
#include "support/failing.h"
#include "support/fluid3d.h"

#include <math.h>

static gfRigidBody3DDef getBall(void)
{
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeSphere((gfVec3){0.5f, 0.5f, 0.5f}, 0.1f);
    return def;
}

static gfFluid3D *makeBox(Fixture *f)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    return Fluid3D_Make(f, &def);
}

static void step(gfFluid3D *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid3D_StepOnce(fluid));
    }
}

static void testBadDefinitions(void **state)
{
    Fixture *f = *state;
    gfFluid3D *fluid = makeBox(f);
    static const size_t numbers[] = {
        offsetof(gfRigidBody3DDef, density),      offsetof(gfRigidBody3DDef, mass),
        offsetof(gfRigidBody3DDef, inertia.y),    offsetof(gfRigidBody3DDef, fluidDensity),
        offsetof(gfRigidBody3DDef, velocity.z),   offsetof(gfRigidBody3DDef, angularVelocity.x),
        offsetof(gfRigidBody3DDef, friction),     offsetof(gfRigidBody3DDef, restitution),
        offsetof(gfRigidBody3DDef, gravityScale), offsetof(gfRigidBody3DDef, drag),
        offsetof(gfRigidBody3DDef, angularDrag),  offsetof(gfRigidBody3DDef, shape.radius),
    };
    const float bad[] = {NAN, INFINITY, -1e30f, 1e30f};
    Fixture_ClearLog(f);
    gfMemoryCounts before = gfDevice_GetMemory(f->device);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        bool radius = numbers[i] == offsetof(gfRigidBody3DDef, shape.radius);
        for (int k = 0; k < 3 + !radius; k++) {
            gfRigidBody3DDef def = getBall();
            memcpy((char *)&def + numbers[i], &bad[k], sizeof bad[k]);
            assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &def)));
            Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "gfFluid3D_AddRigidBody");
        }
    }
    gfRigidBody3DDef def = getBall();
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, NULL)));
    Fixture_ExpectError(f, GF_ERROR_NULL_ARGUMENT, "def is null");
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(NULL, &def)));
    def.cookie = 0;
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &def)));
    Fixture_ExpectError(f, GF_ERROR_COOKIE, "gfDefaultRigidBody3DDef");
    def = getBall();
    def.shape = gfMakeBox((gfVec3){0.5f, 0.5f, 0.5f}, (gfVec3){0.1f, 0.1f, 0.1f}, (gfQuat){0.0f, 0.0f, 0.0f, 2.0f});
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &def)));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "rotation");
    gfMemoryCounts after = gfDevice_GetMemory(f->device);
    assert_memory_equal(&before, &after, sizeof before);
    gfDestroyFluid3D(fluid);
}

static void testBadHandles(void **state)
{
    Fixture *f = *state;
    gfFluid3D *fluid = makeBox(f), *other = makeBox(f);
    gfRigidBody3DDef def = getBall();
    gfRigidBody3DState s;
    const gfVec3 zero = {0.0f, 0.0f, 0.0f};
    const gfQuat none = {0.0f, 0.0f, 0.0f, 1.0f}, flat = {0.0f, 0.0f, 0.0f, 0.0f};
    Fixture_ClearLog(f);
    assert_false(gfFluid3D_GetRigidBody(fluid, (gfRigidBody3DId){0}, &s));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "none");
    gfRigidBody3DId id = gfFluid3D_AddRigidBody(fluid, &def);
    assert_false(GF_IS_NULL(id));
    assert_false(gfFluid3D_GetRigidBody(other, id, &s));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "another fluid");
    assert_false(gfFluid3D_GetRigidBody(fluid, id, NULL));
    Fixture_ExpectError(f, GF_ERROR_NULL_ARGUMENT, "state");
    assert_false(gfFluid3D_SetRigidBody(NULL, id, &def));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    assert_false(gfFluid3D_DriveRigidBody(fluid, id, (gfVec3){0.0f, 0.0f, NAN}, none, zero, zero));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "position.z");
    assert_false(gfFluid3D_DriveRigidBody(fluid, id, zero, flat, zero, zero));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "rotation");
    assert_false(gfFluid3D_PushRigidBody(fluid, id, zero, (gfVec3){0.0f, INFINITY, 0.0f}));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "place.y");
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s) && s.position.x == 0.5f && s.rotation.w == 1.0f);
    def.hostDriven = true;
    assert_true(gfFluid3D_SetRigidBody(fluid, id, &def));
    assert_false(gfFluid3D_PushRigidBody(fluid, id, zero, zero));
    Fixture_ExpectError(f, GF_ERROR_UNSUPPORTED, "drives");
    // The host may take its solid away.
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s) && gfFluid3D_RemoveSolid(fluid, s.solid));
    step(fluid, 6);
    assert_true(gfFluid3D_SetRigidBody(fluid, id, &def) && gfFluid3D_RemoveRigidBody(fluid, id));
    assert_false(gfFluid3D_RemoveRigidBody(fluid, id));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "no longer alive");
    step(fluid, 6);
    gfDestroyFluid3D(other);
    gfDestroyFluid3D(fluid);
}

static void testMost(void **state)
{
    Fixture *f = *state;
    gfFluid3D *fluid = makeBox(f);
    gfRigidBody3DDef def = getBall(); // all in one place
    gfRigidBody3DId id = {0};
    for (int i = 0; i < GF_RIGID_BODY3D_MAX; i++) {
        def.shape.kind = (gfShape3DKind)(i % 3);
        def.shape.b = i % 3 == 1 ? (gfVec3){0.1f, 0.1f, 0.1f} : def.shape.a;
        id = gfFluid3D_AddRigidBody(fluid, &def);
        assert_false(GF_IS_NULL(id));
    }
    Fixture_ClearLog(f);
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &def)));
    Fixture_ExpectError(f, GF_ERROR_TOO_MANY, "64");
    step(fluid, 6);
    assert_true(gfFluid3D_Reset(fluid));
    step(fluid, 2);
    gfRigidBody3DState s;
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s));
    assert_true(isfinite(s.position.x) && isfinite(s.position.y) && isfinite(s.position.z) && !s.outside);
    gfDestroyFluid3D(fluid);
}

// Whatever fails, it is reported and nothing is left behind.
static bool attemptBodies(Failing *f)
{
    const gfParticle3D one = {.position = {0.5f, 0.2f, 0.5f}};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 8);
    gfRigidBody3DDef ball = getBall();
    gfFluid3D *fluid = gfCreateFluid3D(f->device, &def);
    bool ok = fluid != NULL && gfFluid3D_AddParticles(fluid, &one, 1);
    ok = ok && !GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &ball));
    for (int i = 0; ok && i < 6; i++) {
        ok = gfFluid3D_StepOnce(fluid);
    }
    gfDestroyFluid3D(fluid);
    return ok;
}

static void testFailureLeavesNothing(void **state)
{
    const FailingCase c = {.attempt = attemptBodies, .rounds = {1, 1, 1, 1}, .stride = 7};
    Failing_EachInTurn(*state, &c);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBadDefinitions),
        cmocka_unit_test(testBadHandles),
        cmocka_unit_test(testMost),
        cmocka_unit_test(testFailureLeavesNothing),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
