// Fluids in three dimensions: what is refused changes nothing, handles of others are recognised, and what fails leaves
// nothing behind.
#include "support/failing.h"
#include "support/fluid3d.h"

#include <limits.h>
#include <math.h>

typedef struct Scene {
    Fixture *fixture;
    gfFluid3D *fluid;
    uint64_t witness;
} Scene;

static uint64_t witnessOf(const Scene *s)
{
    gfParticle3D p[64];
    memset(p, 0, sizeof p);
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(s->fluid, p, 64), 27);
    gfStepInfo clock = gfFluid3D_GetStepInfo(s->fluid);
    gfMemoryCounts counts = gfDevice_GetMemory(s->fixture->device);
    gfFluid3DDef def = gfFluid3D_GetDef(s->fluid);
    counts.framebuffers = 0; // one is made for the first read
    uint64_t h = Fixture_Hash(FIXTURE_HASH_EMPTY, p, sizeof p);
    h = Fixture_Hash(h, &def, sizeof def);
    return Fixture_Hash(Fixture_Hash(h, &clock, sizeof clock), &counts, sizeof counts);
}

static void expectRefused(Scene *s, bool refused, gfErrorCode code, const char *text)
{
    if (!refused) {
        fail_msg("accepted, where '%s' was expected", text);
    }
    Fixture_ExpectError(s->fixture, code, text);
    assert_true(witnessOf(s) == s->witness);
    Fixture_ExpectNoGlError(s->fixture);
}

#define BAD(call, code, text) expectRefused(s, !(call), GF_ERROR_##code, text)
#define BAD_ID(call, code, text) expectRefused(s, GF_IS_NULL(call), GF_ERROR_##code, text)

static gfFluid3D *makeSmall(Fixture *fixture)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    return Fluid3D_Make(fixture, &def);
}

static int setUp(void **state)
{
    Scene *s = calloc(1, sizeof *s);
    void *fixture = NULL;
    Fixture_SetUp(&fixture);
    s->fixture = fixture;
    s->fluid = makeSmall(s->fixture);
    gfParticle3D p[64];
    int count = Fluid3D_FillBox(p, 64, (gfVec3){0.1f, 0.1f, 0.1f}, (gfVec3){0.39f, 0.39f, 0.39f}, 0.1f, 0.1f);
    assert_int_equal(count, 27);
    assert_true(gfFluid3D_AddParticles(s->fluid, p, count) && gfFluid3D_StepOnce(s->fluid));
    s->witness = witnessOf(s);
    Fixture_ClearLog(s->fixture);
    *state = s;
    return 0;
}

static int tearDown(void **state)
{
    Scene *s = *state;
    void *fixture = s->fixture;
    gfDestroyFluid3D(s->fluid);
    free(s);
    return Fixture_TearDown(&fixture);
}

// --- creation ------------------------------------------------------------------------------------------------------

static bool tryCreate(Scene *s, const gfFluid3DDef *def)
{
    gfFluid3D *fluid = gfCreateFluid3D(s->fixture->device, def);
    gfDestroyFluid3D(fluid);
    return fluid != NULL;
}

TEST(testBadDefinitions)
{
    Scene *s = *state;
    gfFluid3DDef def = gfFluid3D_GetDef(s->fluid), good = def;
    assert_true(tryCreate(s, &good));
    s->witness = witnessOf(s); // lists have room for more now
    BAD(gfCreateFluid3D(NULL, &def), NULL_ARGUMENT, "device");
    def.sizeMax.x = 0.5f;
    BAD(tryCreate(s, &def), OUT_OF_RANGE, "sizeMax.x");
    def.sizeMax = (gfVec3){1e5f, 1.0f, 1.0f};
    BAD(tryCreate(s, &def), OUT_OF_RANGE, "kernel radii");
    def.sizeMax = (gfVec3){300.0f, 300.0f, 300.0f};
    BAD(tryCreate(s, &def), OUT_OF_RANGE, "cells");
}

// --- calls ---------------------------------------------------------------------------------------------------------

TEST(testBadCalls)
{
    Scene *s = *state;
    gfParticleStats stats;
    gfFluid3DStats sums;
    gfParticleParams params = gfFluid3D_GetDef(s->fluid).particles;
    const float times[] = {-1e-6f, 1.0001e6f, NAN, INFINITY};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        BAD(gfFluid3D_Step(s->fluid, times[i]), OUT_OF_RANGE, "dt");
    }
    BAD(gfFluid3D_Step(NULL, 0.1f), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_StepOnce(NULL), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_Reset(NULL), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_SetParams(NULL, &params), NULL_ARGUMENT, "fluid");
    params.capacity++;
    BAD(gfFluid3D_SetParams(s->fluid, &params), OUT_OF_RANGE, "capacity");
    params.capacity--;
    BAD(gfFluid3D_GetParticleStatsBlocking(s->fluid, NULL), NULL_ARGUMENT, "stats");
    BAD(gfFluid3D_GetParticleStatsBlocking(NULL, &stats), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_MeasureBlocking(s->fluid, NULL), NULL_ARGUMENT, "stats");
    BAD(gfFluid3D_MeasureBlocking(NULL, &sums), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_GetContainer(NULL, NULL, NULL, NULL), NULL_ARGUMENT, "fluid");
    assert_int_equal(gfFluid3D_GetDef(NULL).cookie, 0);
    assert_true(gfFluid3D_GetStepInfo(NULL).stepCount == 0);
    gfDestroyFluid3D(NULL);
}

TEST(testBadContainers)
{
    Scene *s = *state;
    const gfVec3 o = {0.5f, 0.5f, 0.5f}, one = {1.0f, 1.0f, 1.0f};
    const gfQuat none = {0.0f, 0.0f, 0.0f, 1.0f};
    BAD(gfFluid3D_SetContainer(NULL, o, none, one), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_SetContainer(s->fluid, (gfVec3){NAN, 0, 0}, none, one), OUT_OF_RANGE, "position.x");
    BAD(gfFluid3D_SetContainer(s->fluid, (gfVec3){0, 0, 2e9f}, none, one), OUT_OF_RANGE, "position.z");
    BAD(gfFluid3D_SetContainer(s->fluid, o, (gfQuat){0, 0, 0, 0}, one), OUT_OF_RANGE, "rotation");
    BAD(gfFluid3D_SetContainer(s->fluid, o, (gfQuat){0, NAN, 0, 1}, one), OUT_OF_RANGE, "rotation");
    BAD(gfFluid3D_SetContainer(s->fluid, o, (gfQuat){1, 0, 0, 1}, one), OUT_OF_RANGE, "rotation");
    BAD(gfFluid3D_SetContainer(s->fluid, o, none, (gfVec3){1, 1.001f, 1}), OUT_OF_RANGE, "size.y");
    BAD(gfFluid3D_SetContainer(s->fluid, o, none, (gfVec3){0, 1, 1}), OUT_OF_RANGE, "size.x");
    BAD(gfFluid3D_SetContainer(s->fluid, o, none, (gfVec3){1, 1, INFINITY}), OUT_OF_RANGE, "size.z");
}

static bool addOne(Scene *s, gfParticle3D p)
{
    const gfParticle3D both[2] = {{.position = {0.5f, 0.5f, 0.5f}}, p};
    return gfFluid3D_AddParticles(s->fluid, both, 2);
}

TEST(testBadParticles)
{
    Scene *s = *state;
    gfParticle3D many[64] = {{.position = {0.5f, 0.5f, 0.5f}}};
    for (int i = 1; i < 64; i++) {
        many[i] = many[0];
    }
    BAD(addOne(s, (gfParticle3D){.position = {1.01f, 0.5f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    BAD(addOne(s, (gfParticle3D){.position = {0.5f, -0.01f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    BAD(addOne(s, (gfParticle3D){.position = {0.5f, 0.5f, NAN}}), OUT_OF_RANGE, "particles[1]");
    BAD(addOne(s, (gfParticle3D){.position = {INFINITY, 0.5f, 0.5f}}), OUT_OF_RANGE, "particles[1]");
    BAD(addOne(s, (gfParticle3D){.position = {0.5f, 0.5f, 0.5f}, .velocity = {0, 0, NAN}}), OUT_OF_RANGE, "moves");
    BAD(addOne(s, (gfParticle3D){.position = {0.5f, 0.5f, 0.5f}, .velocity = {7e4f, 0, 0}}), OUT_OF_RANGE, "moves");
    BAD(addOne(s, (gfParticle3D){.position = {0.5f, 0.5f, 0.5f}, .material = 1}), OUT_OF_RANGE, "material");
    BAD(gfFluid3D_AddParticles(s->fluid, many, 38), TOO_MANY, "capacity");
    BAD(gfFluid3D_AddParticles(s->fluid, many, -1), OUT_OF_RANGE, "count");
    BAD(gfFluid3D_AddParticles(s->fluid, many, INT_MAX), OUT_OF_RANGE, "count");
    BAD(gfFluid3D_AddParticles(s->fluid, NULL, 1), NULL_ARGUMENT, "particles");
    BAD(gfFluid3D_AddParticles(NULL, many, 1), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_ReadParticlesBlocking(s->fluid, NULL, 1) >= 0, NULL_ARGUMENT, "particles");
    BAD(gfFluid3D_ReadParticlesBlocking(s->fluid, many, -1) >= 0, OUT_OF_RANGE, "count");
    BAD(gfFluid3D_ReadParticlesBlocking(NULL, many, 1) >= 0, NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_AddParticles(s->fluid, NULL, 0));
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(s->fluid, NULL, 0), 27);
    assert_true(gfFluid3D_AddParticles(s->fluid, many, 37)); // all in one place
    for (int i = 0; i < 5; i++) {
        assert_true(gfFluid3D_StepOnce(s->fluid));
    }
    gfFluid3DStats sums;
    assert_true(gfFluid3D_MeasureBlocking(s->fluid, &sums));
    assert_true(sums.nonfinite == 0 && sums.mass > 63.9);
}

// --- solids and meshes ---------------------------------------------------------------------------------------------

static void tryShape(Scene *s, gfShape3D shape, const char *text)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = shape;
    BAD_ID(gfFluid3D_AddSolid(s->fluid, &def), OUT_OF_RANGE, text);
}

TEST(testBadSolids)
{
    Scene *s = *state;
    const gfVec3 o = {0.5f, 0.5f, 0.5f}, half = {0.1f, 0.1f, 0.1f};
    const gfQuat none = {0.0f, 0.0f, 0.0f, 1.0f};
    gfSolid3DDef def = gfDefaultSolid3DDef();
    tryShape(s, def.shape, "shape.radius");
    tryShape(s, gfMakeSphere((gfVec3){NAN, 0, 0}, 1.0f), "shape.a.x");
    tryShape(s, gfMakeSphere(o, -1.0f), "shape.radius");
    tryShape(s, gfMakeSphere(o, INFINITY), "shape.radius");
    tryShape(s, gfMakeBox(o, (gfVec3){0.1f, 0.0f, 0.1f}, none), "shape.b.y");
    tryShape(s, gfMakeBox(o, half, (gfQuat){0, 0, 0, 0}), "shape.rotation");
    tryShape(s, gfMakeCapsule3D(o, (gfVec3){0, 0, NAN}, 0.1f), "shape.b.z");
    tryShape(s, (gfShape3D){.kind = (gfShape3DKind)3, .radius = 1.0f}, "shape.kind");
    gfShape3D rounded = gfMakeBox(o, half, none);
    rounded.radius = 0.11f;
    tryShape(s, rounded, "shape.radius");
    def.shape = gfMakeSphere(o, 0.1f);
    BAD_ID(gfFluid3D_AddSolid(NULL, &def), NULL_ARGUMENT, "fluid");
}

TEST(testHandles)
{
    Scene *s = *state;
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfMakeSphere((gfVec3){0.5f, 0.5f, 0.5f}, 0.1f);
    gfFluid3D *other = makeSmall(s->fixture);
    gfSolid3DId ids[GF_SOLID3D_MAX], foreign = gfFluid3D_AddSolid(other, &def);
    for (int i = 0; i < GF_SOLID3D_MAX; i++) {
        ids[i] = gfFluid3D_AddSolid(s->fluid, &def);
        assert_false(GF_IS_NULL(ids[i]));
    }
    s->witness = witnessOf(s);
    BAD_ID(gfFluid3D_AddSolid(s->fluid, &def), TOO_MANY, "64");
    BAD(gfFluid3D_SetSolid(s->fluid, foreign, &def), BAD_HANDLE, "another fluid");
    BAD(gfFluid3D_RemoveSolid(s->fluid, (gfSolid3DId){0}), BAD_HANDLE, "none");
    BAD(gfFluid3D_RemoveSolid(NULL, ids[0]), NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_StepOnce(s->fluid)); // all in one place
    for (int i = 1; i < GF_SOLID3D_MAX; i++) {
        assert_true(gfFluid3D_RemoveSolid(s->fluid, ids[i]));
    }
    s->witness = witnessOf(s);
    BAD(gfFluid3D_RemoveSolid(s->fluid, ids[1]), BAD_HANDLE, "no longer alive");
    BAD(gfFluid3D_SetSolid(s->fluid, ids[1], &def), BAD_HANDLE, "no longer alive");
    def.shape.radius = NAN;
    BAD(gfFluid3D_SetSolid(s->fluid, ids[0], &def), OUT_OF_RANGE, "shape.radius");
    gfDestroyFluid3D(other);
    assert_true(gfFluid3D_RemoveSolid(s->fluid, ids[0]));
}

// --- sources -------------------------------------------------------------------------------------------------------

static gfSource3DDef ballSource(float radius)
{
    gfSource3DDef def = gfDefaultSource3DDef();
    def.shape = gfMakeSphere((gfVec3){0.5f, 0.5f, 0.5f}, radius);
    def.mass = 1.0f;
    return def;
}

TEST(testBadSources)
{
    Scene *s = *state;
    gfSource3DDef good = ballSource(0.1f), def = gfDefaultSource3DDef();
    BAD(gfFluid3D_Splat(s->fluid, &def), OUT_OF_RANGE, "shape.radius");
    BAD(gfFluid3D_Splat(NULL, &good), NULL_ARGUMENT, "fluid");
    BAD_ID(gfFluid3D_AddEmitter(NULL, &good), NULL_ARGUMENT, "fluid");
    def = good;
    def.material = 1;
    BAD(gfFluid3D_Splat(s->fluid, &def), OUT_OF_RANGE, "material");
    BAD_ID(gfFluid3D_AddEmitter(s->fluid, &def), OUT_OF_RANGE, "material");
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.5f, 0.5f, 0.5f}, 0.2f);
    gfSolid3DId id = gfFluid3D_AddSolid(s->fluid, &solid);
    s->witness = witnessOf(s);
    BAD(gfFluid3D_Splat(s->fluid, &good), OUT_OF_RANGE, "solid");
    assert_true(gfFluid3D_RemoveSolid(s->fluid, id));
    for (int i = 0; i < GF_SPLAT_MAX; i++) {
        good.mass = -0.5f;
        assert_true(gfFluid3D_Splat(s->fluid, &good));
    }
    s->witness = witnessOf(s);
    BAD(gfFluid3D_Splat(s->fluid, &good), TOO_MANY, "1024");
    assert_true(gfFluid3D_StepOnce(s->fluid));
    assert_true(gfFluid3D_Splat(s->fluid, &good));
    assert_true(gfFluid3D_StepOnce(s->fluid));
}

TEST(testEmitterHandles)
{
    Scene *s = *state;
    gfSource3DDef def = ballSource(0.1f);
    gfFluid3D *other = makeSmall(s->fixture);
    gfEmitter3DId ids[GF_EMITTER_MAX], foreign = gfFluid3D_AddEmitter(other, &def);
    for (int i = 0; i < GF_EMITTER_MAX; i++) {
        ids[i] = gfFluid3D_AddEmitter(s->fluid, &def);
        assert_false(GF_IS_NULL(ids[i]));
    }
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.9f, 0.9f, 0.9f}, 0.05f);
    gfSolid3DId solidId = gfFluid3D_AddSolid(s->fluid, &solid);
    s->witness = witnessOf(s);
    BAD_ID(gfFluid3D_AddEmitter(s->fluid, &def), TOO_MANY, "1024");
    BAD(gfFluid3D_SetEmitter(s->fluid, foreign, &def), BAD_HANDLE, "another fluid");
    BAD(gfFluid3D_RemoveEmitter(s->fluid, (gfEmitter3DId){0}), BAD_HANDLE, "none");
    BAD(gfFluid3D_RemoveEmitter(s->fluid,
                                (gfEmitter3DId){solidId.generation, solidId.fluid, solidId.index, solidId.kind}),
        BAD_HANDLE, "a solid's in three dimensions");
    BAD(gfFluid3D_RemoveEmitter(NULL, ids[0]), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_SetEmitter(NULL, ids[0], &def), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_SetEmitter(s->fluid, ids[0], NULL), NULL_ARGUMENT, "def");
    for (int i = 1; i < GF_EMITTER_MAX; i++) {
        assert_true(gfFluid3D_RemoveEmitter(s->fluid, ids[i]));
    }
    BAD(gfFluid3D_RemoveEmitter(s->fluid, ids[1]), BAD_HANDLE, "no longer alive");
    BAD(gfFluid3D_SetEmitter(s->fluid, ids[1], &def), BAD_HANDLE, "no longer alive");
    def.mass = NAN;
    BAD(gfFluid3D_SetEmitter(s->fluid, ids[0], &def), OUT_OF_RANGE, "mass");
    gfDestroyFluid3D(other);
    assert_true(gfFluid3D_RemoveEmitter(s->fluid, ids[0]));
}

// Extremes of every amount, of shapes and of places; nothing becomes NaN.
TEST(testWildSources)
{
    Scene *s = *state;
    const gfVec3 o = {0.5f, 0.5f, 0.5f}, far = {-1e9f, 1e9f, 1e9f};
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
        assert_true(gfFluid3D_Splat(s->fluid, &def));
        assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(s->fluid, &def)));
        assert_true(gfFluid3D_StepOnce(s->fluid));
    }
    gfFluid3DStats sums;
    gfParticleStats stats;
    assert_true(gfFluid3D_MeasureBlocking(s->fluid, &sums) && gfFluid3D_GetParticleStatsBlocking(s->fluid, &stats));
    assert_int_equal(sums.nonfinite, 0);
    assert_true(stats.live <= 64 && stats.live == stats.initial + stats.emitted - stats.drained);
}

TEST(testBadMeshes)
{
    Scene *s = *state;
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const uint32_t indices[] = {0, 1, 2}, beyond[] = {0, 1, 3};
    float m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    const gfCollisionMeshData good = {positions, 3, indices, 3};
    gfCollisionMeshId id = gfFluid3D_AddCollisionMesh(s->fluid, &good, m);
    assert_false(GF_IS_NULL(id));
    s->witness = witnessOf(s);
    BAD_ID(gfFluid3D_AddCollisionMesh(NULL, &good, m), NULL_ARGUMENT, "fluid");
    BAD_ID(gfFluid3D_AddCollisionMesh(s->fluid, NULL, m), NULL_ARGUMENT, "data");
    BAD_ID(gfFluid3D_AddCollisionMesh(s->fluid, &good, NULL), NULL_ARGUMENT, "transform");
    BAD_ID(gfFluid3D_AddCollisionMesh(s->fluid, &(gfCollisionMeshData){NULL, 3, indices, 3}, m), NULL_ARGUMENT, "");
    BAD_ID(gfFluid3D_AddCollisionMesh(s->fluid, &(gfCollisionMeshData){positions, 3, beyond, 3}, m), OUT_OF_RANGE, "");
    BAD_ID(gfFluid3D_AddCollisionMesh(s->fluid, &(gfCollisionMeshData){positions, 3, indices, 2}, m), OUT_OF_RANGE, "");
    m[5] = NAN;
    BAD(gfFluid3D_MoveCollisionMesh(s->fluid, id, m), OUT_OF_RANGE, "transform[5]");
    m[5] = 1.0f;
    m[3] = 1.0f;
    BAD(gfFluid3D_MoveCollisionMesh(s->fluid, id, m), OUT_OF_RANGE, "transform");
    BAD(gfFluid3D_MoveCollisionMesh(s->fluid, id, NULL), NULL_ARGUMENT, "transform");
    BAD(gfFluid3D_MoveCollisionMesh(NULL, id, m), NULL_ARGUMENT, "fluid");
    BAD(gfFluid3D_SetCollisionTextures(NULL, NULL), NULL_ARGUMENT, "fluid");
    assert_true(gfFluid3D_StepOnce(s->fluid));
    assert_true(gfFluid3D_RemoveCollisionMesh(s->fluid, id));
    s->witness = witnessOf(s);
    BAD(gfFluid3D_RemoveCollisionMesh(s->fluid, id), BAD_HANDLE, "no longer alive");
    BAD(gfFluid3D_RemoveCollisionMesh(NULL, id), NULL_ARGUMENT, "fluid");
}

// --- life ----------------------------------------------------------------------------------------------------------

TEST(testLife)
{
    Scene *s = *state;
    gfMemoryCounts before = gfDevice_GetMemory(s->fixture->device);
    gfFluid3D *fluids[3];
    for (int i = 0; i < 3; i++) {
        fluids[i] = makeSmall(s->fixture);
    }
    assert_int_equal(gfDevice_GetMemory(s->fixture->device).fluids, before.fluids + 3);
    gfDestroyFluid3D(fluids[1]);
    gfDestroyFluid3D(fluids[2]);
    gfDestroyFluid3D(fluids[0]);
    gfMemoryCounts after = gfDevice_GetMemory(s->fixture->device);
    assert_true(after.fluids == before.fluids && after.textures == before.textures &&
                after.gpuBytes == before.gpuBytes && after.framebuffers == before.framebuffers);
    gfDeviceDef def = Fixture_DeviceDef(s->fixture);
    gfDevice *device = gfCreateDevice(&def);
    gfFluid3DDef made = gfDefaultFluid3DDef();
    assert_non_null(gfCreateFluid3D(device, &made));
    assert_non_null(gfCreateFluid3D(device, &made));
    gfDestroyDevice(device); // and the fluids on it
    assert_true(gfFluid3D_Reset(s->fluid));
    assert_int_equal(gfFluid3D_ReadParticlesBlocking(s->fluid, NULL, 0), 0);
}

// As far as a container may be, one with a mesh steps: what looks down into it has room for that.
TEST(testFarContainer)
{
    Scene *s = *state;
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    def.position = (gfVec3){-1e9f, 1e9f, 1e9f};
    def.rotation = gfMakeQuat((gfVec3){1.0f, 2.0f, -1.0f}, 1.0f);
    gfFluid3D *fluid = Fluid3D_Make(s->fixture, &def);
    assert_false(
        GF_IS_NULL(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, indices, 3}, still)));
    assert_true(gfFluid3D_StepOnce(fluid));
    Fixture_ExpectNoGlError(s->fixture);
    gfDestroyFluid3D(fluid);
}

// Creation, particles, sources, a step and a mesh.
static bool attemptAll(Failing *f)
{
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t indices[] = {0, 1, 2};
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    const gfSource3DDef source = ballSource(0.2f);
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    gfFluid3D *fluid = gfCreateFluid3D(f->device, &def);
    bool ok = fluid != NULL && gfFluid3D_AddParticles(fluid, &one, 1) && gfFluid3D_Splat(fluid, &source) &&
              !GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &source)) &&
              !GF_IS_NULL(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, indices, 3}, still)) &&
              gfFluid3D_StepOnce(fluid);
    gfDestroyFluid3D(fluid);
    return ok;
}

TEST_OF(testFailureLeavesNothing, TEST_TIER_QUICK, Fixture_SetUp, Fixture_TearDown)
{
    const FailingCase c = {.attempt = attemptAll, .rounds = {2, 2, 2, 2}, .stride = 5};
    Failing_EachInTurn(*state, &c);
}

// --- rigid bodies ----------------------------------------------------------------------------------------------------

static gfRigidBody3DDef getBall(void)
{
    gfRigidBody3DDef def = gfDefaultRigidBody3DDef();
    def.shape = gfMakeSphere((gfVec3){0.5f, 0.5f, 0.5f}, 0.1f);
    return def;
}

static void step(gfFluid3D *fluid, int count)
{
    for (int i = 0; i < count; i++) {
        assert_true(gfFluid3D_StepOnce(fluid));
    }
}

TEST_OF(testBadBodies, TEST_TIER_QUICK, Fixture_SetUp, Fixture_TearDown)
{
    Fixture *f = *state;
    gfFluid3D *fluid = makeSmall(f), *other = makeSmall(f);
    gfRigidBody3DDef def = getBall();
    gfRigidBody3DState s;
    const gfVec3 zero = {0.0f, 0.0f, 0.0f};
    const gfQuat none = {0.0f, 0.0f, 0.0f, 1.0f}, flat = {0.0f, 0.0f, 0.0f, 0.0f};
    Fixture_ClearLog(f);
    gfRigidBody3DDef turned = def;
    turned.shape = gfMakeBox((gfVec3){0.5f, 0.5f, 0.5f}, (gfVec3){0.1f, 0.1f, 0.1f}, (gfQuat){0.0f, 0.0f, 0.0f, 2.0f});
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &turned)));
    Fixture_ExpectError(f, GF_ERROR_OUT_OF_RANGE, "rotation");
    assert_true(GF_IS_NULL(gfFluid3D_AddRigidBody(NULL, &def)));
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

TEST_OF(testMostBodies, TEST_TIER_QUICK, Fixture_SetUp, Fixture_TearDown)
{
    Fixture *f = *state;
    gfFluid3D *fluid = makeSmall(f);
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

TEST_OF(testFailedBodiesLeaveNothing, TEST_TIER_QUICK, Fixture_SetUp, Fixture_TearDown)
{
    const FailingCase c = {.attempt = attemptBodies, .rounds = {1, 1, 1, 1}, .stride = 7};
    Failing_EachInTurn(*state, &c);
}

EACH_TEST_STARTS_FROM(setUp, tearDown)
