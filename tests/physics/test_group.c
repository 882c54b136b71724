// Groups: every member moves as it would alone, whatever is around it, and is reset, written, scrolled, saved and loaded
// by itself; a step makes nothing.
#include "support/flow.h"

#include <math.h>

#define MEMBERS 3

// Members of a group, and fluids alone that everything is done to as well.
typedef struct Twins {
    gfFluidGroup *group;
    gfFluid *members[MEMBERS], *alone[MEMBERS];
} Twins;

static gfFluidDef defOf(int width, int height)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = width;
    def.gridHeight = height;
    def.cellSize = 1.0f / (float)height;
    def.grid.dyeDensity = 0.2f;
    return def;
}

static Twins makeTwins(Fixture *fixture, const gfFluidDef *def)
{
    Twins twins = {.group = gfCreateFluidGroup(fixture->device, def, MEMBERS)};
    assert_non_null(twins.group);
    assert_int_equal(gfFluidGroup_GetCount(twins.group), MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
        twins.members[i] = gfFluidGroup_GetMember(twins.group, i);
        assert_non_null(twins.members[i]);
        twins.alone[i] = Flow_Make(fixture, def);
    }
    return twins;
}

static void destroyTwins(Twins *twins)
{
    for (int i = 0; i < MEMBERS; i++) {
        gfDestroyFluid(twins->alone[i]);
    }
    gfDestroyFluidGroup(twins->group);
}

static gfFluid *twinOf(const Twins *twins, int i, int which)
{
    return which == 0 ? twins->members[i] : twins->alone[i];
}

// One that pours and blows, elsewhere in each; the last member has none but a splat.
static void stir(const Twins *twins, float divergence)
{
    for (int i = 0; i < MEMBERS; i++) {
        gfSourceDef source = gfDefaultSourceDef();
        source.shape = gfMakeCircle((gfVec2){0.25f + 0.2f * (float)i, 0.3f + 0.1f * (float)i}, 0.12f);
        source.velocity = (gfVec2){2.0f - 3.0f * (float)i, 1.5f};
        source.dye[i] = 2.0f;
        source.dye[3] = 2.0f;
        source.temperature = 100.0f;
        source.divergence = i == 0 ? divergence : 0.0f;
        for (int which = 0; which < 2; which++) {
            if (i == MEMBERS - 1) {
                source.velocity = (gfVec2){-1.0f, 0.5f};
                assert_true(gfFluid_Splat(twinOf(twins, i, which), &source));
            } else {
                assert_false(GF_IS_NULL(gfFluid_AddEmitter(twinOf(twins, i, which), &source)));
            }
        }
    }
}

static void stepTwins(const Twins *twins, int count)
{
    for (int k = 0; k < count; k++) {
        assert_true(gfFluidGroup_StepOnce(twins->group));
        for (int i = 0; i < MEMBERS; i++) {
            assert_true(gfFluid_StepOnce(twins->alone[i]));
        }
    }
}

static double largestOf(gfFluid *fluid, gfField field)
{
    gfFieldInfo info;
    float *values = Fixture_ReadField(fluid, field, &info);
    double largest = 0.0;
    for (int i = 0; i < info.width * info.height * info.channels; i++) {
        largest = fmax(largest, fabs((double)values[i]));
    }
    free(values);
    return largest;
}

// Rounding is all that may differ: where a group lies in its textures, and so where a filter reads.
static void expectTwins(const char *what, const Twins *twins, double tolerance)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE};
    for (int i = 0; i < MEMBERS; i++) {
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            char name[128];
            double scale = largestOf(twins->alone[i], fields[k]);
            snprintf(name, sizeof name, "%s: member %d, field %d (largest %.3g)", what, i, (int)fields[k], scale);
            Flow_ExpectBetween(name, Flow_Difference(twins->members[i], twins->alone[i], fields[k]), 0.0,
                               tolerance * fmax(scale, 1e-3));
        }
        gfStepInfo own = gfFluid_GetStepInfo(twins->members[i]), other = gfFluid_GetStepInfo(twins->alone[i]);
        assert_int_equal(own.stepCount, other.stepCount);
        assert_true(own.time_s == other.time_s);
    }
}

// --- alike -----------------------------------------------------------------------------------------------------------

typedef struct Case {
    const char *name;
    int width, height;
    gfAdvection advection;
    gfScheme scheme;
    gfBoundaryKind top;
    bool periodic, conserveDye, confines, jacobi;
    float dyeScale, divergence;
} Case;

static const Case cases[] = {
    {.name = "default", .width = 48, .height = 32, .advection = GF_ADVECTION_CATMULL_ROM, .dyeScale = 1.0f},
    {.name = "odd sizes, open, finer dye",
     .width = 37,
     .height = 50,
     .advection = GF_ADVECTION_CATMULL_ROM,
     .top = GF_BOUNDARY_OPEN,
     .dyeScale = 2.0f},
    {.name = "conserving, reflect, confinement",
     .width = 32,
     .height = 32,
     .advection = GF_ADVECTION_CONSERVING,
     .scheme = GF_SCHEME_REFLECT,
     .confines = true,
     .dyeScale = 1.0f},
    {.name = "periodic, bilinear, poured in",
     .width = 32,
     .height = 40,
     .advection = GF_ADVECTION_BILINEAR,
     .periodic = true,
     .conserveDye = true,
     .dyeScale = 1.0f,
     .divergence = 3.0f},
    {.name = "conserving, half dye, jacobi",
     .width = 32,
     .height = 32,
     .advection = GF_ADVECTION_CONSERVING,
     .top = GF_BOUNDARY_INFLOW,
     .jacobi = true,
     .dyeScale = 0.5f},
};

static gfFluidDef defOfCase(const Case *c)
{
    gfFluidDef def = defOf(c->width, c->height);
    def.grid.advection = c->advection;
    def.grid.scheme = c->scheme;
    def.grid.conserveDye = c->conserveDye;
    def.grid.vorticityConfinement = c->confines ? 2.0f : 0.0f;
    def.grid.pressureMethod = c->jacobi ? GF_PRESSURE_JACOBI : GF_PRESSURE_MULTIGRID;
    def.dyeScale = c->dyeScale;
    def.boundaries.top.kind = c->top;
    if (c->top == GF_BOUNDARY_INFLOW) {
        def.boundaries.top.inflowSpeed = 0.3f;
        def.boundaries.bottom.kind = GF_BOUNDARY_OPEN;
        def.boundaries.top.dye[3] = 1.0f;
    }
    if (c->periodic) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    }
    return def;
}

static void test_members_are_as_fluids_alone(void **state)
{
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const gfFluidDef def = defOfCase(&cases[k]);
        Twins twins = makeTwins(*state, &def);
        stir(&twins, cases[k].divergence);
        for (int which = 0; which < 2; which++) { // gravity of one's own
            gfGridParams params = def.grid;
            params.gravity = (gfVec2){3.0f, -1.0f};
            params.acceleration = (gfVec2){0.0f, 0.4f};
            assert_true(gfFluid_SetGridParams(twinOf(&twins, 1, which), &params));
        }
        stepTwins(&twins, 6);
        expectTwins(cases[k].name, &twins, 2e-3);
        destroyTwins(&twins);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_are_as_fluids_alone),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
