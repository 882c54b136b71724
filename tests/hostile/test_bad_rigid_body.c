// Rigid bodies: bad arguments change nothing and say what was expected.
#include "support/flow.h"

#include <math.h>

static gfRigidBodyDef getBall(void)
{
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    return def;
}

static void testBadDefinitions(void **state)
{
    Fixture *f = *state;
    gfFluid *fluid = Fixture_MakeFluid(f, 16, 16);
    static const size_t numbers[] = {
        offsetof(gfRigidBodyDef, density),      offsetof(gfRigidBodyDef, mass),
        offsetof(gfRigidBodyDef, inertia),      offsetof(gfRigidBodyDef, fluidDensity),
        offsetof(gfRigidBodyDef, height),       offsetof(gfRigidBodyDef, velocity),
        offsetof(gfRigidBodyDef, friction),     offsetof(gfRigidBodyDef, restitution),
        offsetof(gfRigidBodyDef, gravityScale), offsetof(gfRigidBodyDef, drag),
        offsetof(gfRigidBodyDef, angularDrag),  offsetof(gfRigidBodyDef, angularVelocity),
    };
    const float bad[] = {NAN, INFINITY, -1e30f, 1e30f};
    Fixture_ClearLog(f);
    gfMemoryCounts before = gfDevice_GetMemory(f->device);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (int k = 0; k < 4; k++) {
            gfRigidBodyDef def = getBall();
            memcpy((char *)&def + numbers[i], &bad[k], sizeof bad[k]);
            assert_true(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def)));
            Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "gfFluid_AddRigidBody");
        }
    }
    gfRigidBodyDef def = getBall();
    assert_true(GF_IS_NULL(gfFluid_AddRigidBody(fluid, NULL)));
    Fixture_ExpectError(f, GF_ERROR_NULL_ARGUMENT, "def is null");
    def.cookie = 0;
    assert_true(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def)));
    Fixture_ExpectError(f, GF_ERROR_COOKIE, "gfDefaultRigidBodyDef");
    const gfVec2 hollow[4] = {{0.3f, 0.3f}, {0.7f, 0.3f}, {0.5f, 0.4f}, {0.5f, 0.7f}};
    const gfVec2 star[5] = {{0.5f, 0.9f}, {0.3f, 0.2f}, {0.9f, 0.6f}, {0.1f, 0.6f}, {0.7f, 0.2f}};
    const gfVec2 line[3] = {{0.1f, 0.1f}, {0.2f, 0.2f}, {0.3f, 0.3f}};
    const gfShape shapes[3] = {gfMakePolygon(hollow, 4), gfMakePolygon(star, 5), gfMakePolygon(line, 3)};
    for (int i = 0; i < 3; i++) {
        def = getBall();
        def.shape = shapes[i];
        assert_true(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def)));
        Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "convex");
    }
    gfMemoryCounts after = gfDevice_GetMemory(f->device);
    assert_memory_equal(&before, &after, sizeof before);
    gfDestroyFluid(fluid);
}

static void testBadHandles(void **state)
{
    Fixture *f = *state;
    gfFluid *fluid = Fixture_MakeFluid(f, 16, 16), *other = Fixture_MakeFluid(f, 16, 16);
    gfRigidBodyDef def = getBall();
    gfRigidBodyState s;
    const gfVec2 zero = {0.0f, 0.0f};
    Fixture_ClearLog(f);
    assert_false(gfFluid_GetRigidBody(fluid, (gfRigidBodyId){0}, &s));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "none");
    gfRigidBodyId id = gfFluid_AddRigidBody(fluid, &def);
    assert_false(GF_IS_NULL(id));
    assert_false(gfFluid_GetRigidBody(other, id, &s));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "another fluid");
    assert_false(gfFluid_GetRigidBody(fluid, id, NULL));
    Fixture_ExpectError(f, GF_ERROR_NULL_ARGUMENT, "state");
    assert_false(gfFluid_SetRigidBody(NULL, id, &def));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    assert_false(gfFluid_DriveRigidBody(fluid, id, (gfVec2){NAN, 0.0f}, 0.0f, zero, 0.0f));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "position.x");
    assert_false(gfFluid_PushRigidBody(fluid, id, zero, (gfVec2){0.0f, INFINITY}));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "place.y");
    def.hostDriven = true;
    assert_true(gfFluid_SetRigidBody(fluid, id, &def));
    assert_false(gfFluid_PushRigidBody(fluid, id, zero, zero));
    Fixture_ExpectError(f, GF_ERROR_UNSUPPORTED, "drives");
    // The host may take its solid away, or all that it stands on.
    assert_true(gfFluid_GetRigidBody(fluid, id, &s) && gfFluid_RemoveSolid(fluid, s.solid));
    Flow_Steps(fluid, 6);
    assert_true(gfFluid_SetRigidBody(fluid, id, &def) && gfFluid_RemoveRigidBody(fluid, id));
    assert_false(gfFluid_RemoveRigidBody(fluid, id));
    Fixture_ExpectError(f, GF_ERROR_BAD_HANDLE, "no longer alive");
    Flow_Steps(fluid, 6);
    gfDestroyFluid(other);
    gfDestroyFluid(fluid);
}

static void testMost(void **state)
{
    Fixture *f = *state;
    gfFluid *fluid = Fixture_MakeFluid(f, 16, 16);
    gfRigidBodyDef def = getBall(); // all in one place
    for (int i = 0; i < GF_RIGID_BODY_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def)));
    }
    Fixture_ClearLog(f);
    assert_true(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &def)));
    Fixture_ExpectError(f, GF_ERROR_TOO_MANY, "rigid body");
    for (int i = 0; i < 3; i++) {
        Flow_Steps(fluid, 3);
        assert_true(gfFluid_Resize(fluid, 16 + 2 * i, 16, 1.0f / 16.0f, (gfVec2){0.1f * (float)i, 0.0f}));
    }
    assert_true(gfFluid_Reset(fluid));
    Flow_Steps(fluid, 3);
    Flow_Measure(fluid);
    gfDestroyFluid(fluid);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testBadDefinitions),
        cmocka_unit_test(testBadHandles),
        cmocka_unit_test(testMost),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
