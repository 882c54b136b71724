// Fluids in three dimensions: what is refused changes nothing, handles of others are recognised, and what fails leaves
// nothing behind.
#include "support/bad_input.h"
#include "support/failing.h"
#include "support/fluid3d.h"

#include <limits.h>

static gfFluid3D *fluid; // of the test that runs

static const gfVec3 middle = {0.5f, 0.5f, 0.5f};
static const gfQuat unturned = {0.0f, 0.0f, 0.0f, 1.0f};

// A slope, and where it stands.
static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1},
                   still[16] = {[0] = 1, [5] = 1, [10] = 1, [15] = 1};
static const uint32_t indices[] = {0, 1, 2};
static const gfCollisionMeshData slope = {positions, 3, indices, 3};

static uint64_t lookAtVolume(void)
{
    gfParticle3D p[64];
    memset(p, 0, sizeof p);
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(fluid, p, 64), 27);
    gfStepInfo clock = gfFluid3D_GetStepInfo(fluid);
    gfMemoryCounts counts = gfDevice_GetMemory(stage.fixture->device);
    gfFluid3DDef def = gfFluid3D_GetDef(fluid);
    counts.framebuffers = 0; // one is made for the first read
    uint64_t h = Fixture_Hash(FIXTURE_HASH_EMPTY, p, sizeof p);
    h = Fixture_Hash(h, &def, sizeof def);
    return Fixture_Hash(Fixture_Hash(h, &clock, sizeof clock), &counts, sizeof counts);
}

static gfFluid3D *makeSmall(Fixture *fixture)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    return Fluid3D_Make(fixture, &def);
}

static int setUp(void **state)
{
    Fixture_SetUp(state);
    stage = (Stage){.fixture = *state, .look = lookAtVolume};
    fluid = makeSmall(*state);
    gfParticle3D p[64];
    int count = Fluid3D_FillBox(p, 64, (gfVec3){0.1f, 0.1f, 0.1f}, (gfVec3){0.39f, 0.39f, 0.39f}, 0.1f, 0.1f);
    assert_int_equal(count, 27);
    assert_true(gfFluid3D_AddParticles(fluid, p, count) && gfFluid3D_StepOnce(fluid));
    BadInput_Watch();
    return 0;
}

static gfSolid3DDef ballSolid(gfVec3 centre, float radius)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfMakeSphere(centre, radius);
    return def;
}

static bool tryCreate(const gfFluid3DDef *def)
{
    gfFluid3D *made = gfCreateFluid3D(stage.fixture->device, def);
    gfDestroyFluid3D(made);
    return made != NULL;
}

TEST(testBadDefinitions)
{
    gfFluid3DDef def = gfFluid3D_GetDef(fluid), good = def;
    assert_true(tryCreate(&good));
    BadInput_Watch(); // lists have room for more now
    REFUSED(gfCreateFluid3D(NULL, &def), NULL_ARGUMENT, "device");
    def.sizeMax.x = 0.5f;
    REFUSED(tryCreate(&def), OUT_OF_RANGE, "sizeMax.x");
    def.sizeMax = (gfVec3){1e5f, 1.0f, 1.0f};
    REFUSED(tryCreate(&def), OUT_OF_RANGE, "kernel radii");
    def.sizeMax = (gfVec3){300.0f, 300.0f, 300.0f};
    REFUSED(tryCreate(&def), OUT_OF_RANGE, "cells");
}

TEST(testBadCalls)
{
    gfParticleStats stats;
    gfFluid3DStats sums;
    gfFluid3DDef def = gfFluid3D_GetDef(fluid);
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        REFUSED(gfFluid3D_Step(fluid, times[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfFluid3D_Step(NULL, 0.1f), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_StepOnce(NULL), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_Reset(NULL), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_SetDef(NULL, &def), NULL_ARGUMENT, "fluid");
    def.particles.capacity++;
    REFUSED(gfFluid3D_SetDef(fluid, &def), OUT_OF_RANGE, "capacity");
    def.particles.capacity--;
    REFUSED(gfFluid3D_GetParticleStatsBlocking(fluid, NULL), NULL_ARGUMENT, "stats");
    REFUSED(gfFluid3D_GetParticleStatsBlocking(NULL, &stats), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_MeasureBlocking(fluid, NULL), NULL_ARGUMENT, "stats");
    REFUSED(gfFluid3D_MeasureBlocking(NULL, &sums), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_GetContainer(NULL, NULL, NULL, NULL), NULL_ARGUMENT, "fluid");
    assert_int_equal(gfFluid3D_GetDef(NULL).cookie, 0);
    assert_true(gfFluid3D_GetStepInfo(NULL).stepCount == 0);
}

TEST(testBadContainers)
{
    const gfVec3 o = middle, one = {1.0f, 1.0f, 1.0f};
    const gfQuat none = unturned;
    REFUSED(gfFluid3D_SetContainer(NULL, o, none, one), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_SetContainer(fluid, (gfVec3){NAN, 0, 0}, none, one), OUT_OF_RANGE, "position.x");
    REFUSED(gfFluid3D_SetContainer(fluid, (gfVec3){0, 0, 2e9f}, none, one), OUT_OF_RANGE, "position.z");
    REFUSED(gfFluid3D_SetContainer(fluid, o, (gfQuat){0, 0, 0, 0}, one), OUT_OF_RANGE, "rotation");
    REFUSED(gfFluid3D_SetContainer(fluid, o, (gfQuat){0, NAN, 0, 1}, one), OUT_OF_RANGE, "rotation");
    REFUSED(gfFluid3D_SetContainer(fluid, o, (gfQuat){1, 0, 0, 1}, one), OUT_OF_RANGE, "rotation");
    REFUSED(gfFluid3D_SetContainer(fluid, o, none, (gfVec3){1, 1.001f, 1}), OUT_OF_RANGE, "size.y");
    REFUSED(gfFluid3D_SetContainer(fluid, o, none, (gfVec3){0, 1, 1}), OUT_OF_RANGE, "size.x");
    REFUSED(gfFluid3D_SetContainer(fluid, o, none, (gfVec3){1, 1, INFINITY}), OUT_OF_RANGE, "size.z");
}

static bool addOne(gfParticle3D p)
{
    const gfParticle3D both[2] = {{.position = middle}, p};
    return gfFluid3D_AddParticles(fluid, both, 2);
}

TEST(testBadParticles)
{
    gfParticle3D many[64];
    for (int i = 0; i < 64; i++) {
        many[i] = (gfParticle3D){.position = middle};
    }
    REFUSED(addOne((gfParticle3D){.position = {1.01f, 0.5f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    REFUSED(addOne((gfParticle3D){.position = {0.5f, -0.01f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    REFUSED(addOne((gfParticle3D){.position = {0.5f, 0.5f, NAN}}), OUT_OF_RANGE, "particles[1]");
    REFUSED(addOne((gfParticle3D){.position = {INFINITY, 0.5f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    REFUSED(addOne((gfParticle3D){.position = middle, .velocity = {0, 0, NAN}}), OUT_OF_RANGE, "moves");
    REFUSED(addOne((gfParticle3D){.position = middle, .velocity = {7e4f, 0, 0}}), OUT_OF_RANGE, "moves");
    REFUSED(addOne((gfParticle3D){.position = middle, .material = 1}), OUT_OF_RANGE, "material");
    REFUSED(gfFluid3D_AddParticles(fluid, many, 38), TOO_MANY, "capacity");
    REFUSED(gfFluid3D_AddParticles(fluid, many, -1), OUT_OF_RANGE, "count");
    REFUSED(gfFluid3D_AddParticles(fluid, many, INT_MAX), OUT_OF_RANGE, "count");
    REFUSED(gfFluid3D_AddParticles(fluid, NULL, 1), NULL_ARGUMENT, "particles");
    REFUSED(gfFluid3D_AddParticles(NULL, many, 1), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_ReadParticlesBlocking(fluid, NULL, 1) >= 0, NULL_ARGUMENT, "particles");
    REFUSED(gfFluid3D_ReadParticlesBlocking(fluid, many, -1) >= 0, OUT_OF_RANGE, "count");
    REFUSED(gfFluid3D_ReadParticlesBlocking(NULL, many, 1) >= 0, NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_AddParticles(fluid, NULL, 0));
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(fluid, NULL, 0), 27);
    assert_true(gfFluid3D_AddParticles(fluid, many, 37)); // all in one place
    Fluid3D_Steps(fluid, 5);
    gfFluid3DStats sums;
    assert_true(gfFluid3D_MeasureBlocking(fluid, &sums));
    assert_true(sums.nonfinite == 0 && sums.mass > 63.9);
}

static void tryShape(gfShape3D shape, const char *text)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = shape;
    REFUSED_ID(gfFluid3D_AddSolid(fluid, &def), OUT_OF_RANGE, text);
}

TEST(testBadSolids)
{
    const gfVec3 o = middle, half = {0.1f, 0.1f, 0.1f};
    tryShape(gfDefaultSolid3DDef().shape, "shape.radius");
    tryShape(gfMakeSphere((gfVec3){NAN, 0, 0}, 1.0f), "shape.a.x");
    tryShape(gfMakeSphere(o, -1.0f), "shape.radius");
    tryShape(gfMakeSphere(o, INFINITY), "shape.radius");
    tryShape(gfMakeBox(o, (gfVec3){0.1f, 0.0f, 0.1f}, unturned), "shape.b.y");
    tryShape(gfMakeBox(o, half, (gfQuat){0, 0, 0, 0}), "shape.rotation");
    tryShape(gfMakeCapsule3D(o, (gfVec3){0, 0, NAN}, 0.1f), "shape.b.z");
    tryShape((gfShape3D){.kind = (gfShape3DKind)3, .radius = 1.0f}, "shape.kind");
    gfShape3D rounded = gfMakeBox(o, half, unturned);
    rounded.radius = 0.11f;
    tryShape(rounded, "shape.radius");
    const gfSolid3DDef def = ballSolid(o, 0.1f);
    REFUSED_ID(gfFluid3D_AddSolid(NULL, &def), NULL_ARGUMENT, "fluid");
}

TEST(testHandles)
{
    gfSolid3DDef def = ballSolid(middle, 0.1f);
    gfSolid3DId ids[GF_SOLID3D_MAX], foreign = gfFluid3D_AddSolid(makeSmall(fixture), &def);
    for (int i = 0; i < GF_SOLID3D_MAX; i++) {
        ids[i] = GIVEN(gfFluid3D_AddSolid(fluid, &def));
    }
    BadInput_Watch();
    REFUSED_ID(gfFluid3D_AddSolid(fluid, &def), TOO_MANY, "64");
    REFUSED(gfFluid3D_SetSolid(fluid, foreign, &def), BAD_HANDLE, "another fluid");
    REFUSED(gfFluid3D_RemoveSolid(fluid, (gfSolid3DId){0}), BAD_HANDLE, "none");
    REFUSED(gfFluid3D_RemoveSolid(NULL, ids[0]), NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_StepOnce(fluid)); // all in one place
    for (int i = 1; i < GF_SOLID3D_MAX; i++) {
        assert_true(gfFluid3D_RemoveSolid(fluid, ids[i]));
    }
    BadInput_Watch();
    REFUSED(gfFluid3D_RemoveSolid(fluid, ids[1]), BAD_HANDLE, "no longer alive");
    REFUSED(gfFluid3D_SetSolid(fluid, ids[1], &def), BAD_HANDLE, "no longer alive");
    def.shape.radius = NAN;
    REFUSED(gfFluid3D_SetSolid(fluid, ids[0], &def), OUT_OF_RANGE, "shape.radius");
    assert_true(gfFluid3D_RemoveSolid(fluid, ids[0]));
}

static gfSource3DDef ballSource(float radius)
{
    gfSource3DDef def = gfDefaultSource3DDef();
    def.shape = gfMakeSphere(middle, radius);
    def.mass = 1.0f;
    return def;
}

TEST(testBadSources)
{
    gfSource3DDef good = ballSource(0.1f), def = gfDefaultSource3DDef();
    REFUSED(gfFluid3D_Splat(fluid, &def), OUT_OF_RANGE, "shape.radius");
    REFUSED(gfFluid3D_Splat(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED_ID(gfFluid3D_AddEmitter(NULL, &good), NULL_ARGUMENT, "fluid");
    def = good;
    def.material = 1;
    REFUSED(gfFluid3D_Splat(fluid, &def), OUT_OF_RANGE, "material");
    REFUSED_ID(gfFluid3D_AddEmitter(fluid, &def), OUT_OF_RANGE, "material");
    const gfSolid3DDef solid = ballSolid(middle, 0.2f);
    gfSolid3DId id = gfFluid3D_AddSolid(fluid, &solid);
    BadInput_Watch();
    REFUSED(gfFluid3D_Splat(fluid, &good), OUT_OF_RANGE, "solid");
    assert_true(gfFluid3D_RemoveSolid(fluid, id));
    for (int i = 0; i < GF_SPLAT_MAX; i++) {
        good.mass = -0.5f;
        assert_true(gfFluid3D_Splat(fluid, &good));
    }
    BadInput_Watch();
    REFUSED(gfFluid3D_Splat(fluid, &good), TOO_MANY, "1024");
    assert_true(gfFluid3D_StepOnce(fluid));
    assert_true(gfFluid3D_Splat(fluid, &good));
    assert_true(gfFluid3D_StepOnce(fluid));
}

TEST(testEmitterHandles)
{
    gfSource3DDef def = ballSource(0.1f);
    gfEmitter3DId ids[GF_EMITTER_MAX], foreign = gfFluid3D_AddEmitter(makeSmall(fixture), &def);
    for (int i = 0; i < GF_EMITTER_MAX; i++) {
        ids[i] = GIVEN(gfFluid3D_AddEmitter(fluid, &def));
    }
    const gfSolid3DDef solid = ballSolid((gfVec3){0.9f, 0.9f, 0.9f}, 0.05f);
    gfSolid3DId solidId = gfFluid3D_AddSolid(fluid, &solid);
    BadInput_Watch();
    REFUSED_ID(gfFluid3D_AddEmitter(fluid, &def), TOO_MANY, "1024");
    REFUSED(gfFluid3D_SetEmitter(fluid, foreign, &def), BAD_HANDLE, "another fluid");
    REFUSED(gfFluid3D_RemoveEmitter(fluid, (gfEmitter3DId){0}), BAD_HANDLE, "none");
    REFUSED(
        gfFluid3D_RemoveEmitter(fluid, (gfEmitter3DId){solidId.generation, solidId.fluid, solidId.index, solidId.kind}),
        BAD_HANDLE, "a solid's in three dimensions");
    REFUSED(gfFluid3D_RemoveEmitter(NULL, ids[0]), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_SetEmitter(NULL, ids[0], &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_SetEmitter(fluid, ids[0], NULL), NULL_ARGUMENT, "def");
    for (int i = 1; i < GF_EMITTER_MAX; i++) {
        assert_true(gfFluid3D_RemoveEmitter(fluid, ids[i]));
    }
    REFUSED(gfFluid3D_RemoveEmitter(fluid, ids[1]), BAD_HANDLE, "no longer alive");
    REFUSED(gfFluid3D_SetEmitter(fluid, ids[1], &def), BAD_HANDLE, "no longer alive");
    def.mass = NAN;
    REFUSED(gfFluid3D_SetEmitter(fluid, ids[0], &def), OUT_OF_RANGE, "mass");
    assert_true(gfFluid3D_RemoveEmitter(fluid, ids[0]));
}

// Extremes of every amount, of shapes and of places; nothing becomes NaN.
TEST(testWildSources)
{
    const gfVec3 o = middle, far = {-1e9f, 1e9f, 1e9f};
    const gfQuat askew = {0.5f, 0.5f, -0.5f, 0.5f};
    const gfShape3D shapes[] = {gfMakeSphere(o, 1e9f),         gfMakeSphere(o, 1e-9f),
                                gfMakeSphere(far, 1.0f),       gfMakeCapsule3D(o, o, 0.1f),
                                gfMakeCapsule3D(far, o, 0.1f), gfMakeBox(o, (gfVec3){1e9f, 1e-8f, 1.0f}, askew)};
    for (int i = 0; i < 24; i++) {
        gfSource3DDef def = gfDefaultSource3DDef();
        float most = i % 2 == 0 ? GF_VALUE_MAX : -GF_VALUE_MAX;
        def.shape = shapes[i % 6];
        def.mode = i % 4 < 2 ? GF_SOURCE_ADD : GF_SOURCE_SET;
        def.softness = i % 3 == 0 ? 1e9f : 0.0f;
        def.velocity = (gfVec3){most, -most, most};
        def.mass = def.attraction = most;
        def.dye[0] = def.dye[3] = most;
        assert_true(gfFluid3D_Splat(fluid, &def));
        def = def.mode == GF_SOURCE_ADD ? Fluid3D_Emitting(def) : def;
        assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &def)));
        assert_true(gfFluid3D_StepOnce(fluid));
    }
    gfFluid3DStats sums;
    gfParticleStats stats;
    assert_true(gfFluid3D_MeasureBlocking(fluid, &sums) && gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
    assert_int_equal(sums.nonfinite, 0);
    assert_true(stats.live <= 64 && stats.live == stats.initial + stats.emitted - stats.drained);
}

TEST(testBadMeshes)
{
    static const uint32_t beyond[] = {0, 1, 3};
    float m[16];
    memcpy(m, still, sizeof m);
    gfCollisionMeshId id = GIVEN(gfFluid3D_AddCollisionMesh(fluid, &slope, m));
    BadInput_Watch();
    REFUSED_ID(gfFluid3D_AddCollisionMesh(NULL, &slope, m), NULL_ARGUMENT, "fluid");
    REFUSED_ID(gfFluid3D_AddCollisionMesh(fluid, NULL, m), NULL_ARGUMENT, "data");
    REFUSED_ID(gfFluid3D_AddCollisionMesh(fluid, &slope, NULL), NULL_ARGUMENT, "transform");
    REFUSED_ID(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){NULL, 3, indices, 3}, m), NULL_ARGUMENT, "");
    REFUSED_ID(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, beyond, 3}, m), OUT_OF_RANGE, "");
    REFUSED_ID(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, indices, 2}, m), OUT_OF_RANGE,
               "");
    m[5] = NAN;
    REFUSED(gfFluid3D_MoveCollisionMesh(fluid, id, m), OUT_OF_RANGE, "transform[5]");
    m[5] = 1.0f;
    m[3] = 1.0f;
    REFUSED(gfFluid3D_MoveCollisionMesh(fluid, id, m), OUT_OF_RANGE, "the last row of transform");
    REFUSED(gfFluid3D_MoveCollisionMesh(fluid, id, NULL), NULL_ARGUMENT, "transform");
    REFUSED(gfFluid3D_MoveCollisionMesh(NULL, id, m), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_SetCollisionTextures(NULL, NULL), NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_StepOnce(fluid));
    assert_true(gfFluid3D_RemoveCollisionMesh(fluid, id));
    BadInput_Watch();
    REFUSED(gfFluid3D_RemoveCollisionMesh(fluid, id), BAD_HANDLE, "no longer alive");
    REFUSED(gfFluid3D_RemoveCollisionMesh(NULL, id), NULL_ARGUMENT, "fluid");
}

// As far as a container may be, one with a mesh steps: what looks down into it has room for that.
TEST(testFarContainer)
{
    gfFluid3DDef def = gfFluid3D_GetDef(fluid);
    def.position = (gfVec3){-1e9f, 1e9f, 1e9f};
    def.rotation = gfMakeQuat((gfVec3){1.0f, 2.0f, -1.0f}, 1.0f);
    gfFluid3D *far = Fluid3D_Make(fixture, &def);
    assert_false(GF_IS_NULL(gfFluid3D_AddCollisionMesh(far, &slope, still)));
    assert_true(gfFluid3D_StepOnce(far));
}

// Creation, particles, sources, a step and a mesh.
static bool attemptAll(Failing *f)
{
    const gfParticle3D one = {.position = middle};
    const gfSource3DDef source = ballSource(0.2f);
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    gfFluid3D *made = gfCreateFluid3D(f->device, &def);
    bool ok = made != NULL && gfFluid3D_AddParticles(made, &one, 1) && gfFluid3D_Splat(made, &source) &&
              !GF_IS_NULL(gfFluid3D_AddEmitter(made, &source)) &&
              !GF_IS_NULL(gfFluid3D_AddCollisionMesh(made, &slope, still)) && gfFluid3D_StepOnce(made);
    gfDestroyFluid3D(made);
    return ok;
}

TEST(testFailureLeavesNothing)
{
    Failing_EachInTurn(fixture, &(FailingCase){.attempt = attemptAll, .rounds = {2, 2, 2, 2}, .stride = 5});
}

static gfRigidBody3DDef getBall(void)
{
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeSphere(middle, 0.1f);
    return def;
}

TEST(testBadBodies)
{
    gfFluid3D *other = makeSmall(fixture);
    gfRigidBody3DDef def = getBall(), turned = def;
    gfRigidBody3DState s;
    const gfVec3 zero = {0.0f, 0.0f, 0.0f};
    const gfQuat flat = {0.0f, 0.0f, 0.0f, 0.0f};
    turned.shape = gfMakeBox(middle, (gfVec3){0.1f, 0.1f, 0.1f}, (gfQuat){0.0f, 0.0f, 0.0f, 2.0f});
    BadInput_Watch();
    REFUSED_ID(gfFluid3D_AddRigidBody(fluid, &turned), OUT_OF_RANGE, "rotation");
    REFUSED_ID(gfFluid3D_AddRigidBody(NULL, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_GetRigidBody(fluid, (gfRigidBody3DId){0}, &s), BAD_HANDLE, "none");
    gfRigidBody3DId id = GIVEN(gfFluid3D_AddRigidBody(fluid, &def));
    BadInput_Watch();
    REFUSED(gfFluid3D_GetRigidBody(other, id, &s), BAD_HANDLE, "another fluid");
    REFUSED(gfFluid3D_GetRigidBody(fluid, id, NULL), NULL_ARGUMENT, "state");
    REFUSED(gfFluid3D_SetRigidBody(NULL, id, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid3D_DriveRigidBody(fluid, id, (gfVec3){0, 0, NAN}, unturned, zero, zero), OUT_OF_RANGE, "position.z");
    REFUSED(gfFluid3D_DriveRigidBody(fluid, id, zero, flat, zero, zero), OUT_OF_RANGE, "rotation");
    REFUSED(gfFluid3D_PushRigidBody(fluid, id, zero, (gfVec3){0.0f, INFINITY, 0.0f}), OUT_OF_RANGE, "place.y");
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s) && s.position.x == 0.5f && s.rotation.w == 1.0f);
    def.hostDriven = true;
    assert_true(gfFluid3D_SetRigidBody(fluid, id, &def));
    BadInput_Watch();
    REFUSED(gfFluid3D_PushRigidBody(fluid, id, zero, zero), UNSUPPORTED, "drives");
    // The host may take its solid away.
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s) && gfFluid3D_RemoveSolid(fluid, s.solid));
    Fluid3D_Steps(fluid, 6);
    assert_true(gfFluid3D_SetRigidBody(fluid, id, &def) && gfFluid3D_RemoveRigidBody(fluid, id));
    BadInput_Watch();
    REFUSED(gfFluid3D_RemoveRigidBody(fluid, id), BAD_HANDLE, "no longer alive");
    Fluid3D_Steps(fluid, 6);
}

TEST(testMostBodies)
{
    gfRigidBody3DDef def = getBall(); // all in one place
    gfRigidBody3DId id = {0};
    for (int i = 0; i < GF_RIGID_BODY3D_MAX; i++) {
        def.shape.kind = (gfShape3DKind)(i % 3);
        def.shape.b = i % 3 == 1 ? (gfVec3){0.1f, 0.1f, 0.1f} : def.shape.a;
        id = GIVEN(gfFluid3D_AddRigidBody(fluid, &def));
    }
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(!GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &def)), TOO_MANY, "64");
    Fluid3D_Steps(fluid, 6);
    assert_true(gfFluid3D_Reset(fluid));
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(fluid, NULL, 0), 0);
    Fluid3D_Steps(fluid, 2);
    gfRigidBody3DState s;
    assert_true(gfFluid3D_GetRigidBody(fluid, id, &s));
    assert_true(isfinite(s.position.x) && isfinite(s.position.y) && isfinite(s.position.z) && !s.outside);
}

static bool attemptBodies(Failing *f)
{
    const gfParticle3D one = {.position = {0.5f, 0.2f, 0.5f}};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 8);
    gfRigidBody3DDef ball = getBall();
    gfFluid3D *made = gfCreateFluid3D(f->device, &def);
    bool ok = made != NULL && gfFluid3D_AddParticles(made, &one, 1);
    ok = ok && !GF_IS_NULL(gfFluid3D_AddRigidBody(made, &ball));
    for (int i = 0; ok && i < 6; i++) {
        ok = gfFluid3D_StepOnce(made);
    }
    gfDestroyFluid3D(made);
    return ok;
}

TEST(testFailedBodiesLeaveNothing)
{
    Failing_EachInTurn(fixture, &(FailingCase){.attempt = attemptBodies, .rounds = {1, 1, 1, 1}, .stride = 7});
}

EACH_TEST_STARTS_FROM(setUp, Fixture_TearDown)
