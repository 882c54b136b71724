// Arguments that no call on groups of particles may accept, and changes of what is fixed when a fluid of particles is
// made. Each is refused with a code and a sentence that says what was expected, and nothing changes.
#include "support/bad_input.h"
#include "support/few_particles.h"
#include "support/flow.h"

#include <limits.h>

#define GROUPS 3

/// The group of the test's pool, stage.other, and a hash of all of the pool's particles.
static gfParticleGroupId own;
static gfParticleGroupInfo ownInfo;
static uint64_t ownHash;

static gfFluidDef poolDef(void)
{
    gfFluidDef def = FewParticles_Def(16, GF_SEARCH_AUTO);
    def.particles.groups = GROUPS;
    def.particles.materialCount = 2;
    def.particles.materials[1] = def.particles.materials[0];
    return def;
}

static gfParticleGroupDef discDef(float x, float y, float radius)
{
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeCircle((gfVec2){x, y}, radius);
    return def;
}

static void watch(void)
{
    assert_true(gfFluid_GetParticleGroupBlocking(stage.other, own, &ownInfo));
    ownHash = FewParticles_Hash(stage.other);
    BadInput_Watch();
}

static int setUp(void **state)
{
    BadInput_SetUp(state);
    stage.other = Flow_MakeOf(*state, poolDef());
    FewParticles_AddBox(stage.other, (gfVec2){0.1f, 0.1f}, (gfVec2){0.9f, 0.3f});
    const gfParticleGroupDef disc = discDef(0.5f, 0.7f, 0.15f);
    own = GIVEN(gfFluid_AddParticleGroup(stage.other, &disc));
    assert_true(gfFluid_StepOnce(stage.other));
    watch();
    return 0;
}

static void expectSame(void)
{
    gfParticleGroupInfo info;
    assert_true(gfFluid_GetParticleGroupBlocking(stage.other, own, &info));
    assert_memory_equal(&info, &ownInfo, sizeof info);
    assert_true(FewParticles_Hash(stage.other) == ownHash);
}

static bool add(const gfParticleGroupDef *def)
{
    return !GF_IS_NULL(gfFluid_AddParticleGroup(stage.other, def));
}

static bool freeze(const gfParticleGroupDef *def)
{
    return !GF_IS_NULL(gfFluid_FreezeParticles(stage.other, def));
}

static const gfShape badShapes[] = {
    {.kind = GF_SHAPE_CIRCLE, .a = {0.5f, 0.5f}, .radius = 0.0f},
    {.kind = GF_SHAPE_CIRCLE, .a = {0.5f, 0.5f}, .radius = NAN},
    {.kind = GF_SHAPE_CIRCLE, .a = {NAN, 0.5f}, .radius = 0.1f},
    {.kind = GF_SHAPE_CIRCLE, .a = {0.5f, 2e9f}, .radius = 0.1f},
    {.kind = GF_SHAPE_CAPSULE, .a = {0.5f, 0.5f}, .b = {INFINITY, 0.5f}, .radius = 0.1f},
    {.kind = GF_SHAPE_RECTANGLE, .a = {0.5f, 0.5f}, .b = {0.0f, 0.1f}},
    {.kind = GF_SHAPE_RECTANGLE, .a = {0.5f, 0.5f}, .b = {0.1f, 0.1f}, .angle = NAN},
    {.kind = GF_SHAPE_POLYGON, .pointCount = 2},
    {.kind = GF_SHAPE_POLYGON, .pointCount = GF_POLYGON_MAX + 1},
    {.kind = (gfShapeKind)77, .a = {0.5f, 0.5f}, .radius = 0.1f},
};

TEST(testBadDefinitions)
{
    bool (*const calls[])(const gfParticleGroupDef *) = {add, freeze};
    const gfParticleGroupDef good = discDef(0.5f, 0.5f, 0.1f);
    for (size_t call = 0; call < ROWS(calls); call++) {
        gfParticleGroupDef bad = good;
        for (size_t i = 0; i < ROWS(badShapes); i++) {
            bad.shape = badShapes[i];
            REFUSED(calls[call](&bad), OUT_OF_RANGE, "");
        }
        memset(&bad.shape, 0, sizeof bad.shape); // none was given
        REFUSED(calls[call](&bad), OUT_OF_RANGE, "radius is 0");
        bad = good;
        bad.material = 2;
        REFUSED(calls[call](&bad), OUT_OF_RANGE, "material is 2; 0 to 1 is expected");
        bad.material = UINT32_MAX;
        REFUSED(calls[call](&bad), OUT_OF_RANGE, "material");
        expectSame();
    }
    REFUSED_ID(gfFluid_AddParticleGroup(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED_ID(gfFluid_FreezeParticles(NULL, &good), NULL_ARGUMENT, "fluid");
    expectSame();
}

TEST(testBadMasks)
{
    static const uint8_t pixels[16] = {0};
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    static const int32_t sizes[][3] = {{0, 4, 4}, {4, 0, 4}, {4, 4, 3}, {-1, 4, 4}, {16385, 1, 16385}, {4, INT_MIN, 4}};
    for (size_t i = 0; i < ROWS(sizes); i++) {
        const gfMask bad = {pixels, sizes[i][0], sizes[i][1], sizes[i][2]};
        def.mask = &bad;
        REFUSED(add(&def), OUT_OF_RANGE, "mask");
    }
    const gfMask none = {NULL, 4, 4, 4}, empty = {pixels, 4, 4, 4};
    def.mask = &none;
    REFUSED(add(&def), NULL_ARGUMENT, "pixels");
    def.mask = &empty; // no pixel is set
    REFUSED(add(&def), OUT_OF_RANGE, "no particle");
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    REFUSED(add(&def), OUT_OF_RANGE, "RECTANGLE");
    expectSame();
}

TEST(testNoRoom)
{
    gfParticleGroupDef def = discDef(-5.0f, 0.5f, 0.1f);
    REFUSED(add(&def), OUT_OF_RANGE, "no particle inside the domain");
    def = discDef(0.5f, 0.5f, 0.2f);
    def.outline = 1e-9f;
    REFUSED(add(&def), OUT_OF_RANGE, "no particle");
    def = discDef(0.5f, 0.5f, 1e8f);
    REFUSED(add(&def), TOO_MANY, "capacity");
    def = discDef(0.5f, 0.5f, 0.5f); // it fits alone, and not beside those that there are
    REFUSED(add(&def), TOO_MANY, "capacity");
    expectSame();
    gfParticleGroupId ids[GROUPS];
    def = discDef(0.2f, 0.8f, 0.06f);
    for (int i = 1; i < GROUPS; i++) {
        ids[i] = GIVEN(gfFluid_AddParticleGroup(stage.other, &def));
    }
    watch();
    REFUSED(add(&def), TOO_MANY, "");
    REFUSED(freeze(&def), TOO_MANY, "");
    REFUSED_ID(gfFluid_SplitParticleGroup(stage.other, own), TOO_MANY, "");
    expectSame();
    assert_true(gfFluid_DissolveParticleGroup(stage.other, ids[1], NULL, 0)); // its place is free again
    assert_true(freeze(&def));
}

static const gfVec2 nowhere = {0.0f, 0.0f};

/// Every call that takes a group, with this one.
static void refuseHandle(gfFluid *fluid, gfParticleGroupId id, gfErrorCode code, const char *text)
{
    const gfShape shape = gfMakeCircle((gfVec2){0.5f, 0.7f}, 0.1f);
    const gfParticleGroupParams params = gfDefaultParticleGroupDef().params;
    const gfParticleHeat heat = {.meltsAbove = INFINITY, .freezesBelow = -INFINITY};
    gfParticleGroupInfo info, untouched;
    memset(&info, 0x5a, sizeof info);
    memset(&untouched, 0x5a, sizeof untouched);
#define REFUSE(call) BadInput_ExpectRefused(!(call), code, text)
    REFUSE(gfFluid_GrowParticleGroup(fluid, id, &shape, 0));
    REFUSE(gfFluid_DissolveParticleGroup(fluid, id, NULL, 0));
    REFUSE(gfFluid_DissolveParticleGroup(fluid, id, &shape, 0));
    REFUSE(gfFluid_HeatParticleGroup(fluid, id, stage.fluid, &heat));
    REFUSE(gfFluid_RemoveParticleGroup(fluid, id));
    REFUSE(gfFluid_JoinParticleGroups(fluid, id, own));
    REFUSE(gfFluid_JoinParticleGroups(fluid, own, id));
    REFUSE(!GF_IS_NULL(gfFluid_SplitParticleGroup(fluid, id)));
    REFUSE(gfFluid_SetParticleGroup(fluid, id, &params));
    REFUSE(gfFluid_MoveParticleGroup(fluid, id, (gfVec2){0.1f, 0.0f}, 0.1f));
    REFUSE(gfFluid_PushParticleGroup(fluid, id, (gfVec2){1.0f, 0.0f}, 0.0f));
    REFUSE(gfFluid_PollParticleGroup(fluid, id, &info) != GF_POLL_FAILED);
    REFUSE(gfFluid_GetParticleGroupBlocking(fluid, id, &info));
#undef REFUSE
    assert_memory_equal(&info, &untouched, sizeof info);
}

TEST(testBadHandles)
{
    gfFluid *second = Flow_MakeOf(fixture, poolDef());
    gfParticleGroupDef disc = discDef(0.2f, 0.8f, 0.06f);
    gfParticleGroupId other = gfFluid_AddParticleGroup(second, &disc);
    gfParticleGroupId gone = gfFluid_AddParticleGroup(stage.other, &disc), reused;
    assert_true(!GF_IS_NULL(other) && !GF_IS_NULL(gone));
    assert_true(gfFluid_DissolveParticleGroup(stage.other, gone, NULL, 0));
    reused = gfFluid_FreezeParticles(stage.other, &disc); // in the place of the one that is gone
    assert_false(GF_IS_NULL(reused));
    gfSolidId solidId = Flow_AddDisc(stage.other, 0.9f, 0.9f, 0.05f);
    gfParticleGroupId mistaken;
    memcpy(&mistaken, &solidId, sizeof mistaken);
    gfParticleGroupId wild = own;
    wild.index = UINT16_MAX;
    watch();
    refuseHandle(stage.other, (gfParticleGroupId){0}, GF_ERROR_BAD_HANDLE, "the handle is none");
    refuseHandle(stage.other, gone, GF_ERROR_BAD_HANDLE, "no longer alive");
    refuseHandle(stage.other, other, GF_ERROR_BAD_HANDLE, "another fluid");
    refuseHandle(stage.other, mistaken, GF_ERROR_BAD_HANDLE, "is expected");
    refuseHandle(stage.other, wild, GF_ERROR_BAD_HANDLE, "no longer alive");
    expectSame();
}

TEST(testBadNumbers)
{
    gfFluid *fluid = stage.other;
    const gfShape good = gfMakeCircle((gfVec2){0.5f, 0.7f}, 0.1f);
    const float bad[] = {NAN, INFINITY, -INFINITY, 2e12f, -2e12f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        const float b = bad[i];
        REFUSED(gfFluid_MoveParticleGroup(fluid, own, (gfVec2){b, 0.0f}, 0.0f), OUT_OF_RANGE, "offset.x");
        REFUSED(gfFluid_MoveParticleGroup(fluid, own, (gfVec2){0.0f, b}, 0.0f), OUT_OF_RANGE, "offset.y");
        REFUSED(gfFluid_MoveParticleGroup(fluid, own, nowhere, b), OUT_OF_RANGE, "angle");
        REFUSED(gfFluid_PushParticleGroup(fluid, own, (gfVec2){b, 0.0f}, 0.0f), OUT_OF_RANGE, "impulse.x");
        REFUSED(gfFluid_PushParticleGroup(fluid, own, (gfVec2){0.0f, b}, 0.0f), OUT_OF_RANGE, "impulse.y");
        REFUSED(gfFluid_PushParticleGroup(fluid, own, nowhere, b), OUT_OF_RANGE, "angularImpulse");
    }
    for (size_t i = 0; i < ROWS(badShapes); i++) {
        REFUSED(gfFluid_GrowParticleGroup(fluid, own, &badShapes[i], 0), OUT_OF_RANGE, "");
        REFUSED(gfFluid_DissolveParticleGroup(fluid, own, &badShapes[i], 0), OUT_OF_RANGE, "");
        const gfParticleHeat heat = {.meltsAbove = 400.0f, .freezesBelow = 300.0f, .within = &badShapes[i]};
        REFUSED(gfFluid_HeatParticleGroup(fluid, own, stage.fluid, &heat), OUT_OF_RANGE, "");
    }
    REFUSED(gfFluid_GrowParticleGroup(fluid, own, &good, 2), OUT_OF_RANGE, "material is 2; 0 to 1 is expected");
    REFUSED(gfFluid_DissolveParticleGroup(fluid, own, NULL, 2), OUT_OF_RANGE, "material is 2");
    REFUSED(gfFluid_GrowParticleGroup(fluid, own, NULL, 0), NULL_ARGUMENT, "shape");
    REFUSED(gfFluid_JoinParticleGroups(fluid, own, own), OUT_OF_RANGE, "two are expected");
    REFUSED(gfFluid_GetParticleGroupBlocking(fluid, own, NULL), NULL_ARGUMENT, "info");
    REFUSED(gfFluid_PollParticleGroup(fluid, own, NULL) != GF_POLL_FAILED, NULL_ARGUMENT, "info");
    expectSame();
    // The ends of what is allowed leave nothing that is not finite.
    assert_true(gfFluid_PushParticleGroup(fluid, own, (gfVec2){1e12f, -1e12f}, 1e12f));
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_MoveParticleGroup(fluid, own, (gfVec2){1e9f, -1e9f}, 1e6f));
    assert_true(gfFluid_StepOnce(fluid));
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.nonfinite == 0 && isfinite(stats.kineticEnergy));
    gfParticleGroupInfo info;
    assert_true(gfFluid_GetParticleGroupBlocking(fluid, own, &info));
    assert_int_equal(info.count, ownInfo.count);
    assert_true(isfinite(info.centre.x) && isfinite(info.centre.y) && isfinite(info.velocity.x));
}

TEST(testBadHeat)
{
    gfParticleHeat heat = {.meltsAbove = 400.0f, .freezesBelow = 300.0f};
    REFUSED(gfFluid_HeatParticleGroup(stage.other, own, NULL, &heat), NULL_ARGUMENT, "air");
    REFUSED(gfFluid_HeatParticleGroup(stage.other, own, stage.fluid, NULL), NULL_ARGUMENT, "heat");
    REFUSED(gfFluid_HeatParticleGroup(stage.other, own, stage.other, &heat), UNSUPPORTED, "GF_SOLVER_GRID");
    const float pairs[][2] = {{NAN, 300.0f}, {400.0f, NAN}, {300.0f, 400.0f}, {-INFINITY, INFINITY}};
    for (size_t i = 0; i < ROWS(pairs); i++) {
        heat.meltsAbove = pairs[i][0];
        heat.freezesBelow = pairs[i][1];
        REFUSED(gfFluid_HeatParticleGroup(stage.other, own, stage.fluid, &heat), OUT_OF_RANGE, "meltsAbove");
    }
    heat = (gfParticleHeat){.meltsAbove = 400.0f, .liquid = 2, .freezesBelow = 300.0f};
    REFUSED(gfFluid_HeatParticleGroup(stage.other, own, stage.fluid, &heat), OUT_OF_RANGE, "material is 2");
    heat = (gfParticleHeat){.meltsAbove = 400.0f, .freezesBelow = 300.0f, .solid = 7};
    REFUSED(gfFluid_HeatParticleGroup(stage.other, own, stage.fluid, &heat), OUT_OF_RANGE, "material is 7");
    heat = (gfParticleHeat){.meltsAbove = INFINITY, .freezesBelow = -INFINITY};
    assert_true(gfFluid_HeatParticleGroup(stage.other, own, stage.fluid, &heat)); // nothing melts or freezes
    expectSame();
}

/// Every call, on a fluid that has no groups, or on none.
static void refuseFluid(gfFluid *fluid, gfErrorCode code, const char *text)
{
    const gfParticleGroupDef def = discDef(0.5f, 0.5f, 0.1f);
    BadInput_ExpectRefused(GF_IS_NULL(gfFluid_AddParticleGroup(fluid, &def)), code, text);
    BadInput_ExpectRefused(GF_IS_NULL(gfFluid_FreezeParticles(fluid, &def)), code, text);
    BadInput_ExpectRefused(!gfFluid_RequestParticleGroups(fluid), code, text);
    refuseHandle(fluid, own, code, text);
}

TEST(testOtherFluids)
{
    gfFluidDef def = poolDef();
    def.particles.groups = 0;
    gfFluid *plain = Flow_Make(fixture, &def);
    watch();
    refuseFluid(stage.fluid, GF_ERROR_UNSUPPORTED, "particles.groups above 0 is expected");
    refuseFluid(plain, GF_ERROR_UNSUPPORTED, "particles.groups above 0 is expected");
    refuseFluid(NULL, GF_ERROR_NULL_ARGUMENT, "fluid is null");
    expectSame();
}

TEST(testBadKinds)
{
    const gfParticleParams good = gfFluid_GetDef(stage.other).particles;
    gfParticleParams bad = good;
    bad.groups = GROUPS + 1;
    REFUSED(gfFluid_SetParticleParams(stage.other, &bad), OUT_OF_RANGE, "particles.groups can't change");
    bad = good;
    bad.lifetimes = true;
    REFUSED(gfFluid_SetParticleParams(stage.other, &bad), OUT_OF_RANGE, "particles.lifetimes can't change");
    bad = good;
    bad.materials[0].friction = 30.0f;
    REFUSED(gfFluid_SetParticleParams(stage.other, &bad), OUT_OF_RANGE, "friction");
    bad = good;
    bad.materials[1].cohesion = 1.0f;
    REFUSED(gfFluid_SetParticleParams(stage.other, &bad), OUT_OF_RANGE, "cohesion");
    const gfFluidDef kept = gfFluid_GetDef(stage.other);
    assert_memory_equal(&kept.particles, &good, sizeof good);
    expectSame();
}

TEST(testBadLifetimes)
{
    gfParticle one = {.position = {0.5f, 0.5f}, .lifetime = 1.0f};
    REFUSED(gfFluid_AddParticles(stage.other, &one, 1), OUT_OF_RANGE, "particles[0].lifetime");
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.1f);
    source.mass = 1.0f;
    source.particleLifetime = 1.0f;
    REFUSED(gfFluid_Splat(stage.other, &source), OUT_OF_RANGE, "particleLifetime");
    REFUSED_ID(gfFluid_AddEmitter(stage.other, &source), OUT_OF_RANGE, "particleLifetime");
    expectSame();
    gfFluidDef def = poolDef();
    def.particles.lifetimes = true;
    stage.other = Flow_Make(fixture, &def);
    BadInput_Watch();
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.001f, 1.001e6f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        one.lifetime = source.particleLifetime = bad[i];
        REFUSED(gfFluid_AddParticles(stage.other, &one, 1), OUT_OF_RANGE, "particles[0].lifetime");
        REFUSED(gfFluid_Splat(stage.other, &source), OUT_OF_RANGE, "particleLifetime");
    }
    assert_int_equal(gfFluid_ReadParticlesBlocking(stage.other, NULL, 0), 0);
}

EACH_TEST_STARTS_FROM(setUp, Fixture_TearDown)
