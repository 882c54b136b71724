// Arguments that no call on groups of particles may accept, and changes of what is fixed when a fluid of particles is
// made. Each is refused with a code and a sentence that says what was expected, and nothing changes.
#include "support/bad_input.h"
#include "support/few_particles.h"

#include <limits.h>
#include <math.h>

#define GROUPS 3

/// A fluid with one group, and a hash of all its particles.
typedef struct Pool {
    Stage *s;
    gfFluid *fluid;
    gfParticleGroupId id;
    uint64_t hash;
    gfParticleGroupInfo info;
} Pool;

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

static void watch(Pool *p)
{
    assert_true(gfFluid_GetParticleGroupBlocking(p->fluid, p->id, &p->info));
    p->hash = FewParticles_Hash(p->fluid);
    p->s->witness = BadInput_Witness(p->s);
    Fixture_ClearLog(p->s->fixture);
}

static Pool makePool(Stage *s)
{
    Pool p = {.s = s};
    const gfFluidDef def = poolDef();
    p.fluid = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(p.fluid);
    s->other = p.fluid;
    FewParticles_AddBox(p.fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.9f, 0.3f});
    const gfParticleGroupDef disc = discDef(0.5f, 0.7f, 0.15f);
    p.id = gfFluid_AddParticleGroup(p.fluid, &disc);
    assert_false(GF_IS_NULL(p.id));
    assert_true(gfFluid_StepOnce(p.fluid));
    watch(&p);
    return p;
}

static void expectSame(const Pool *p)
{
    gfParticleGroupInfo info;
    assert_true(gfFluid_GetParticleGroupBlocking(p->fluid, p->id, &info));
    assert_memory_equal(&info, &p->info, sizeof info);
    assert_true(FewParticles_Hash(p->fluid) == p->hash);
}

// --- definitions -----------------------------------------------------------------------------------------------------

static bool callAdd(Stage *s, const void *def)
{
    gfParticleGroupDef copy;
    memcpy(&copy, def, sizeof copy);
    return !GF_IS_NULL(gfFluid_AddParticleGroup(s->other, &copy));
}

static bool callFreeze(Stage *s, const void *def)
{
    gfParticleGroupDef copy;
    memcpy(&copy, def, sizeof copy);
    return !GF_IS_NULL(gfFluid_FreezeParticles(s->other, &copy));
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

static void tryDefinitions(Pool *p, bool (*call)(Stage *s, const void *def))
{
    Stage *s = p->s;
    const gfParticleGroupDef good = discDef(0.5f, 0.5f, 0.1f);
    gfParticleGroupDef bad;
    for (size_t i = 0; i < ROWS(badShapes); i++) {
        bad = good;
        bad.shape = badShapes[i];
        REFUSED(call(s, &bad), OUT_OF_RANGE, "");
    }
    bad = good;
    memset(&bad.shape, 0, sizeof bad.shape); // none was given
    REFUSED(call(s, &bad), OUT_OF_RANGE, "radius is 0");
    bad = good;
    bad.material = 2;
    REFUSED(call(s, &bad), OUT_OF_RANGE, "material is 2; 0 to 1 is expected");
    bad.material = UINT32_MAX;
    REFUSED(call(s, &bad), OUT_OF_RANGE, "material");
    expectSame(p);
}

TEST(testBadDefinitions)
{
    Stage *s = *state;
    Pool p = makePool(s);
    tryDefinitions(&p, callAdd);
    tryDefinitions(&p, callFreeze);
    const gfParticleGroupDef good = discDef(0.5f, 0.5f, 0.1f);
    REFUSED(!GF_IS_NULL(gfFluid_AddParticleGroup(NULL, &good)), NULL_ARGUMENT, "fluid");
    REFUSED(!GF_IS_NULL(gfFluid_FreezeParticles(NULL, &good)), NULL_ARGUMENT, "fluid");
    expectSame(&p);
    gfDestroyFluid(p.fluid);
}

TEST(testBadMasks)
{
    Stage *s = *state;
    Pool p = makePool(s);
    static const uint8_t pixels[16] = {0};
    gfParticleGroupDef def = gfDefaultParticleGroupDef();
    def.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    static const int32_t sizes[][3] = {{0, 4, 4}, {4, 0, 4}, {4, 4, 3}, {-1, 4, 4}, {16385, 1, 16385}, {4, INT_MIN, 4}};
    for (size_t i = 0; i < ROWS(sizes); i++) {
        const gfMask bad = {pixels, sizes[i][0], sizes[i][1], sizes[i][2]};
        def.mask = &bad;
        REFUSED(callAdd(s, &def), OUT_OF_RANGE, "mask");
    }
    const gfMask none = {NULL, 4, 4, 4}, empty = {pixels, 4, 4, 4};
    def.mask = &none;
    REFUSED(callAdd(s, &def), NULL_ARGUMENT, "pixels");
    def.mask = &empty; // no pixel is set
    REFUSED(callAdd(s, &def), OUT_OF_RANGE, "no particle");
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    REFUSED(callAdd(s, &def), OUT_OF_RANGE, "RECTANGLE");
    expectSame(&p);
    gfDestroyFluid(p.fluid);
}

TEST(testNoRoom)
{
    Stage *s = *state;
    Pool p = makePool(s);
    gfParticleGroupDef def = discDef(-5.0f, 0.5f, 0.1f);
    REFUSED(callAdd(s, &def), OUT_OF_RANGE, "no particle inside the domain");
    def = discDef(0.5f, 0.5f, 0.2f);
    def.outline = 1e-9f;
    REFUSED(callAdd(s, &def), OUT_OF_RANGE, "no particle");
    def = discDef(0.5f, 0.5f, 1e8f);
    REFUSED(callAdd(s, &def), TOO_MANY, "capacity");
    def = discDef(0.5f, 0.5f, 0.5f); // it fits alone, and not beside those that there are
    REFUSED(callAdd(s, &def), TOO_MANY, "capacity");
    expectSame(&p);
    gfParticleGroupId ids[GROUPS];
    def = discDef(0.2f, 0.8f, 0.06f);
    for (int i = 1; i < GROUPS; i++) {
        ids[i] = gfFluid_AddParticleGroup(p.fluid, &def);
        assert_false(GF_IS_NULL(ids[i]));
    }
    watch(&p);
    REFUSED(callAdd(s, &def), TOO_MANY, "");
    REFUSED(callFreeze(s, &def), TOO_MANY, "");
    REFUSED(!GF_IS_NULL(gfFluid_SplitParticleGroup(p.fluid, p.id)), TOO_MANY, "");
    expectSame(&p);
    assert_true(gfFluid_DissolveParticleGroup(p.fluid, ids[1], NULL, 0)); // its place is free again
    assert_true(callFreeze(s, &def));
    gfDestroyFluid(p.fluid);
}

// --- handles ---------------------------------------------------------------------------------------------------------

static const gfVec2 nowhere = {0.0f, 0.0f};

/// Every call that takes a group, with this one.
static void refuseHandle(Pool *p, gfFluid *air, gfParticleGroupId id, gfErrorCode code, const char *text)
{
    Stage *s = p->s;
    gfFluid *fluid = p->fluid;
    const gfShape shape = gfMakeCircle((gfVec2){0.5f, 0.7f}, 0.1f);
    const gfParticleGroupParams params = gfDefaultParticleGroupDef().params;
    const gfParticleHeat heat = {.meltsAbove = INFINITY, .freezesBelow = -INFINITY};
    gfParticleGroupInfo info, untouched;
    memset(&info, 0x5a, sizeof info);
    memset(&untouched, 0x5a, sizeof untouched);
#define REFUSE(call) BadInput_ExpectRefused(s, !(call), code, text)
    REFUSE(gfFluid_GrowParticleGroup(fluid, id, &shape, 0));
    REFUSE(gfFluid_DissolveParticleGroup(fluid, id, NULL, 0));
    REFUSE(gfFluid_DissolveParticleGroup(fluid, id, &shape, 0));
    REFUSE(gfFluid_HeatParticleGroup(fluid, id, air, &heat));
    REFUSE(gfFluid_RemoveParticleGroup(fluid, id));
    REFUSE(gfFluid_JoinParticleGroups(fluid, id, p->id));
    REFUSE(gfFluid_JoinParticleGroups(fluid, p->id, id));
    REFUSE(!GF_IS_NULL(gfFluid_SplitParticleGroup(fluid, id)));
    REFUSE(gfFluid_SetParticleGroup(fluid, id, &params));
    REFUSE(gfFluid_MoveParticleGroup(fluid, id, (gfVec2){0.1f, 0.0f}, 0.1f));
    REFUSE(gfFluid_PushParticleGroup(fluid, id, (gfVec2){1.0f, 0.0f}, 0.0f));
    REFUSE(gfFluid_PollParticleGroup(fluid, id, &info) != GF_READ_FAILED);
    REFUSE(gfFluid_GetParticleGroupBlocking(fluid, id, &info));
#undef REFUSE
    assert_memory_equal(&info, &untouched, sizeof info);
}

TEST(testBadHandles)
{
    Stage *s = *state;
    Pool p = makePool(s);
    const gfFluidDef def = poolDef();
    gfFluid *second = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(second);
    gfParticleGroupDef disc = discDef(0.2f, 0.8f, 0.06f);
    gfParticleGroupId other = gfFluid_AddParticleGroup(second, &disc);
    gfParticleGroupId gone = gfFluid_AddParticleGroup(p.fluid, &disc), reused;
    assert_true(!GF_IS_NULL(other) && !GF_IS_NULL(gone));
    assert_true(gfFluid_DissolveParticleGroup(p.fluid, gone, NULL, 0));
    reused = gfFluid_FreezeParticles(p.fluid, &disc); // in the place of the one that is gone
    assert_false(GF_IS_NULL(reused));
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.9f, 0.9f}, 0.05f);
    gfSolidId solidId = gfFluid_AddSolid(p.fluid, &solid);
    gfParticleGroupId mistaken;
    memcpy(&mistaken, &solidId, sizeof mistaken);
    gfParticleGroupId wild = p.id;
    wild.index = UINT16_MAX;
    watch(&p);
    refuseHandle(&p, s->fluid, (gfParticleGroupId){0}, GF_ERROR_BAD_HANDLE, "the handle is none");
    refuseHandle(&p, s->fluid, gone, GF_ERROR_BAD_HANDLE, "no longer alive");
    refuseHandle(&p, s->fluid, other, GF_ERROR_BAD_HANDLE, "another fluid");
    refuseHandle(&p, s->fluid, mistaken, GF_ERROR_BAD_HANDLE, "is expected");
    refuseHandle(&p, s->fluid, wild, GF_ERROR_BAD_HANDLE, "no longer alive");
    expectSame(&p);
    gfDestroyFluid(second);
    gfDestroyFluid(p.fluid);
}

// --- other arguments -------------------------------------------------------------------------------------------------

TEST(testBadNumbers)
{
    Stage *s = *state;
    Pool p = makePool(s);
    gfFluid *fluid = p.fluid;
    const gfShape good = gfMakeCircle((gfVec2){0.5f, 0.7f}, 0.1f);
    const float bad[] = {NAN, INFINITY, -INFINITY, 2e12f, -2e12f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        const float b = bad[i];
        REFUSED(gfFluid_MoveParticleGroup(fluid, p.id, (gfVec2){b, 0.0f}, 0.0f), OUT_OF_RANGE, "offset.x");
        REFUSED(gfFluid_MoveParticleGroup(fluid, p.id, (gfVec2){0.0f, b}, 0.0f), OUT_OF_RANGE, "offset.y");
        REFUSED(gfFluid_MoveParticleGroup(fluid, p.id, nowhere, b), OUT_OF_RANGE, "angle");
        REFUSED(gfFluid_PushParticleGroup(fluid, p.id, (gfVec2){b, 0.0f}, 0.0f), OUT_OF_RANGE, "impulse.x");
        REFUSED(gfFluid_PushParticleGroup(fluid, p.id, (gfVec2){0.0f, b}, 0.0f), OUT_OF_RANGE, "impulse.y");
        REFUSED(gfFluid_PushParticleGroup(fluid, p.id, nowhere, b), OUT_OF_RANGE, "angularImpulse");
    }
    for (size_t i = 0; i < ROWS(badShapes); i++) {
        REFUSED(gfFluid_GrowParticleGroup(fluid, p.id, &badShapes[i], 0), OUT_OF_RANGE, "");
        REFUSED(gfFluid_DissolveParticleGroup(fluid, p.id, &badShapes[i], 0), OUT_OF_RANGE, "");
        const gfParticleHeat heat = {.meltsAbove = 400.0f, .freezesBelow = 300.0f, .within = &badShapes[i]};
        REFUSED(gfFluid_HeatParticleGroup(fluid, p.id, s->fluid, &heat), OUT_OF_RANGE, "");
    }
    REFUSED(gfFluid_GrowParticleGroup(fluid, p.id, &good, 2), OUT_OF_RANGE, "material is 2; 0 to 1 is expected");
    REFUSED(gfFluid_DissolveParticleGroup(fluid, p.id, NULL, 2), OUT_OF_RANGE, "material is 2");
    REFUSED(gfFluid_GrowParticleGroup(fluid, p.id, NULL, 0), NULL_ARGUMENT, "shape");
    REFUSED(gfFluid_JoinParticleGroups(fluid, p.id, p.id), OUT_OF_RANGE, "two are expected");
    REFUSED(gfFluid_GetParticleGroupBlocking(fluid, p.id, NULL), NULL_ARGUMENT, "info");
    REFUSED(gfFluid_PollParticleGroup(fluid, p.id, NULL) != GF_READ_FAILED, NULL_ARGUMENT, "info");
    expectSame(&p);
    // The ends of what is allowed leave nothing that is not finite.
    assert_true(gfFluid_PushParticleGroup(fluid, p.id, (gfVec2){1e12f, -1e12f}, 1e12f));
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_MoveParticleGroup(fluid, p.id, (gfVec2){1e9f, -1e9f}, 1e6f));
    assert_true(gfFluid_StepOnce(fluid));
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.nonfinite == 0 && isfinite(stats.kineticEnergy));
    gfParticleGroupInfo info;
    assert_true(gfFluid_GetParticleGroupBlocking(fluid, p.id, &info));
    assert_int_equal(info.count, p.info.count);
    assert_true(isfinite(info.centre.x) && isfinite(info.centre.y) && isfinite(info.velocity.x));
    gfDestroyFluid(fluid);
}

TEST(testBadHeat)
{
    Stage *s = *state;
    Pool p = makePool(s);
    gfParticleHeat heat = {.meltsAbove = 400.0f, .freezesBelow = 300.0f};
    REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, NULL, &heat), NULL_ARGUMENT, "air");
    REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, s->fluid, NULL), NULL_ARGUMENT, "heat");
    REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, p.fluid, &heat), UNSUPPORTED, "GF_SOLVER_GRID");
    const float pairs[][2] = {{NAN, 300.0f}, {400.0f, NAN}, {300.0f, 400.0f}, {-INFINITY, INFINITY}};
    for (size_t i = 0; i < ROWS(pairs); i++) {
        heat.meltsAbove = pairs[i][0];
        heat.freezesBelow = pairs[i][1];
        REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, s->fluid, &heat), OUT_OF_RANGE, "meltsAbove");
    }
    heat = (gfParticleHeat){.meltsAbove = 400.0f, .liquid = 2, .freezesBelow = 300.0f};
    REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, s->fluid, &heat), OUT_OF_RANGE, "material is 2");
    heat = (gfParticleHeat){.meltsAbove = 400.0f, .freezesBelow = 300.0f, .solid = 7};
    REFUSED(gfFluid_HeatParticleGroup(p.fluid, p.id, s->fluid, &heat), OUT_OF_RANGE, "material is 7");
    heat = (gfParticleHeat){.meltsAbove = INFINITY, .freezesBelow = -INFINITY};
    assert_true(gfFluid_HeatParticleGroup(p.fluid, p.id, s->fluid, &heat)); // nothing melts or freezes
    expectSame(&p);
    gfDestroyFluid(p.fluid);
}

// --- other fluids ----------------------------------------------------------------------------------------------------

/// Every call, on a fluid that has no groups, or on none.
static void refuseFluid(Stage *s, gfFluid *fluid, gfParticleGroupId id, gfErrorCode code, const char *text)
{
    Pool p = {.s = s, .fluid = fluid, .id = id};
    const gfParticleGroupDef def = discDef(0.5f, 0.5f, 0.1f);
    BadInput_ExpectRefused(s, GF_IS_NULL(gfFluid_AddParticleGroup(fluid, &def)), code, text);
    BadInput_ExpectRefused(s, GF_IS_NULL(gfFluid_FreezeParticles(fluid, &def)), code, text);
    BadInput_ExpectRefused(s, !gfFluid_RequestParticleGroups(fluid), code, text);
    refuseHandle(&p, s->fluid, id, code, text);
}

TEST(testOtherFluids)
{
    Stage *s = *state;
    Pool p = makePool(s);
    gfFluidDef def = poolDef();
    def.particles.groups = 0;
    gfFluid *plain = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(plain);
    watch(&p);
    refuseFluid(s, s->fluid, p.id, GF_ERROR_UNSUPPORTED, "particles.groups above 0 is expected");
    refuseFluid(s, plain, p.id, GF_ERROR_UNSUPPORTED, "particles.groups above 0 is expected");
    refuseFluid(s, NULL, p.id, GF_ERROR_NULL_ARGUMENT, "fluid is null");
    expectSame(&p);
    gfDestroyFluid(plain);
    gfDestroyFluid(p.fluid);
}

// --- what is fixed at creation ---------------------------------------------------------------------------------------

static bool callSetParams(Stage *s, const void *params)
{
    gfParticleParams copy;
    memcpy(&copy, params, sizeof copy);
    return gfFluid_SetParticleParams(s->other, &copy);
}

TEST(testBadKinds)
{
    Stage *s = *state;
    Pool p = makePool(s);
    const gfParticleParams good = gfFluid_GetDef(p.fluid).particles;
    gfParticleParams bad = good;
    bad.groups = GROUPS + 1;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "particles.groups can't change");
    bad = good;
    bad.lifetimes = true;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "particles.lifetimes can't change");
    bad = good;
    bad.materials[0].friction = 30.0f;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "friction");
    bad = good;
    bad.materials[1].cohesion = 1.0f;
    REFUSED(callSetParams(s, &bad), OUT_OF_RANGE, "cohesion");
    const gfFluidDef kept = gfFluid_GetDef(p.fluid);
    assert_memory_equal(&kept.particles, &good, sizeof good);
    expectSame(&p);
    gfDestroyFluid(p.fluid);
}

TEST(testBadLifetimes)
{
    Stage *s = *state;
    Pool p = makePool(s); // without lifetimes
    gfParticle one = {.position = {0.5f, 0.5f}, .lifetime = 1.0f};
    REFUSED(gfFluid_AddParticles(p.fluid, &one, 1), OUT_OF_RANGE, "particles[0].lifetime");
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    source.mass = 1.0f;
    source.particleLifetime = 1.0f;
    REFUSED(gfFluid_Splat(p.fluid, &source), OUT_OF_RANGE, "particleLifetime");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(p.fluid, &source)), OUT_OF_RANGE, "particleLifetime");
    expectSame(&p);
    gfDestroyFluid(p.fluid);
    gfFluidDef def = poolDef();
    def.particles.lifetimes = true;
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    s->witness = BadInput_Witness(s);
    const float bad[] = {NAN, INFINITY, -INFINITY, -0.001f, 1.001e6f};
    for (size_t i = 0; i < ROWS(bad); i++) {
        one.lifetime = source.particleLifetime = bad[i];
        REFUSED(gfFluid_AddParticles(s->other, &one, 1), OUT_OF_RANGE, "particles[0].lifetime");
        REFUSED(gfFluid_Splat(s->other, &source), OUT_OF_RANGE, "particleLifetime");
    }
    assert_int_equal(gfFluid_ReadParticlesBlocking(s->other, NULL, 0), 0);
    gfDestroyFluid(s->other);
}

EACH_TEST_STARTS_FROM(BadInput_SetUp, BadInput_TearDown)
