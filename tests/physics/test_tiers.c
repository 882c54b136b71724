// The tiers of shaders: which one is chosen, that gathers which go wrong are not used, and that all forms of reading
// the velocity carry it alike, in every kind of domain.
#include "support/flow.h"
#include "support/poor.h"

#include "gl/device.h"

#define GRID 40
#define STEPS 12

static gfDevice *makeDevice(Fixture *fixture, gfTier tier)
{
    gfDeviceDef def = Fixture_DeviceDef(fixture);
    def.tier = tier;
    return gfCreateDevice(&def);
}

static bool isHeldToBase(void)
{
    return getenv(Fixture_Api() == HEADLESS_ES30 ? "MESA_GLES_VERSION_OVERRIDE" : "MESA_GL_VERSION_OVERRIDE") != NULL;
}

TEST(testTierIsChosen)
{
    gfDevice *base = MADE(makeDevice(fixture, GF_TIER_BASE));
    assert_int_equal(gfDevice_GetTier(base), GF_TIER_BASE);
    gfDestroyDevice(base);

    gfDevice *gather = makeDevice(fixture, GF_TIER_GATHER);
    if (isHeldToBase()) {
        EXPECT_REFUSED(gather != NULL, UNSUPPORTED, "OpenGL 4.0");
    } else {
        assert_non_null(gather);
        assert_int_equal(gfDevice_GetTier(gather), GF_TIER_GATHER);
    }
    gfDestroyDevice(gather);

    gfDevice *chosen = MADE(makeDevice(fixture, GF_TIER_AUTO));
    bool gathers = !isHeldToBase() && !chosen->gl.software;
    assert_int_equal(gfDevice_GetTier(chosen), gathers ? GF_TIER_GATHER : GF_TIER_BASE);
    gfDestroyDevice(chosen);

    EXPECT_REFUSED(makeDevice(fixture, (gfTier)3) != NULL, OUT_OF_RANGE, "a gfTier is expected");
    assert_int_equal(gfDevice_GetTier(NULL), GF_TIER_AUTO);
}

// A context whose gathers take other texels, or compile no gathers though it says that it has them.
TEST(testWrongGathersAreNotUsed)
{
    static const char *const wrong[] = {
        "s/vec2(0.5), CHANNEL).wzxy/vec2(0.5), CHANNEL)/",
        "s/vec2(1.0, 0.0), CHANNEL/vec2(0.5), CHANNEL/",
        "s/textureGather/absentGather/",
    };
    for (int i = 0; i < 3 && !isHeldToBase(); i++) {
        ShaderCopy copy = ShaderCopy_Make();
        ShaderCopy_Edit(&copy, "common/probe.frag", wrong[i]);
        gfDeviceDef def = Poor_DeviceDef(fixture, (GlHooks){0});
        def.shaderDir = copy.dir;
        def.tier = GF_TIER_GATHER;
        EXPECT_REFUSED(gfCreateDevice(&def) != NULL, UNSUPPORTED, "go wrong");
        assert_int_equal(GlHooks_Left(), 0);
        ShaderCopy_Free(&copy);
    }
    fixture->glErrors = 0; // KHR_debug counts a shader that does not compile
}

typedef enum Domain { WITH_DISC, PERIODIC, IN_GROUP, DOMAINS } Domain;

typedef struct Plume {
    gfFluid *fluid;
    gfFluidGroup *group; // that it is in; null: none
} Plume;

// A hot and pushed jet, in a domain of each kind.
static Plume run(gfDevice *device, Domain domain)
{
    Plume plume = {NULL, NULL};
    gfFluidDef def = Flow_Def(GRID + 8, GRID, 2);
    def.fieldPrecision = GF_PRECISION_32F; // in 16 bits heat that is read a little otherwise is rounded otherwise
    def.grid.advection = domain == PERIODIC ? GF_ADVECTION_CATMULL_ROM : GF_ADVECTION_QUINTIC;
    if (domain == PERIODIC) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    }
    if (domain == IN_GROUP) {
        plume.group = MADE(gfCreateFluidGroup(device, &def, 4));
    }
    plume.fluid = domain == IN_GROUP ? gfFluidGroup_GetMember(plume.group, 3) : gfCreateFluid(device, &def);
    assert_non_null(plume.fluid);
    gfSourceDef source = Flow_DiscSource(0.4f, 0.3f, 0.15f);
    source.temperature = 300.0f;
    source.dye[3] = 2.0f;
    source.velocity = (gfVec2){6.0f, 2.0f};
    Flow_AddEmitter(plume.fluid, &source);
    if (domain == WITH_DISC) {
        Flow_AddDisc(plume.fluid, 0.7f, 0.5f, 0.12f);
    }
    for (int i = 0; i < STEPS; i++) {
        assert_true(plume.group != NULL ? gfFluidGroup_StepOnce(plume.group) : gfFluid_StepOnce(plume.fluid));
    }
    return plume;
}

static void expectSame(const Plume *a, const Plume *b, const char *what, double least, double most, double mostHeat)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE};
    static const double scales[] = {1.0, 0.4, 60.0}; // about the largest of each
    for (int i = 0; i < 3; i++) {
        double difference = Flow_Difference(a->fluid, b->fluid, fields[i]);
        Flow_ExpectBetween(what, difference / scales[i], i == 0 ? least : 0.0, i == 2 ? mostHeat : most);
    }
}

// Texel by texel, as software renderers read; as contexts without gathers do; and with them.
TEST(testFormsAgree)
{
    gfDevice *devices[3] = {makeDevice(*state, GF_TIER_BASE), makeDevice(*state, GF_TIER_BASE)};
    assert_true(devices[0] != NULL && devices[1] != NULL);
    devices[0]->gl.software = true;
    devices[1]->gl.software = false;
    devices[2] = isHeldToBase() ? NULL : makeDevice(*state, GF_TIER_GATHER);
    for (Domain domain = WITH_DISC; domain < DOMAINS; domain++) {
        const Plume exact = run(devices[0], domain), pairs = run(devices[1], domain);
        double fastest = Flow_Measure(exact.fluid).speedMax;
        Flow_ExpectBetween("fastest", fastest, 0.3, 10.0);
        expectSame(&exact, &pairs, "pairs of texels", domain == WITH_DISC ? 1e-9 : 0.0, // elsewhere none are read
                   2e-3, 2e-3);
        if (devices[2] != NULL) {
            const Plume gathers = run(devices[2], domain);
            // They read heat exactly. Filters of GPUs, by which pairs read it, have eight bits: they are off by a 512th
            // of what heat differs by from cell to cell, here 2e-4.
            expectSame(&pairs, &gathers, "gathers", 0.0, 1e-4, 4e-4);
        }
    }
    for (int i = 0; i < 3; i++) {
        gfDestroyDevice(devices[i]);
    }
}
