// Groups: every member moves as it would alone, whatever is around it, and is reset, written, scrolled, saved and loaded
// by itself; a step makes nothing.
#include "support/flow.h"

#include <math.h>

#define MEMBERS 3
#define TOLERANCE 2e-4 // of the largest value: what flows mix makes more of rounding

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
        expectTwins(cases[k].name, &twins, TOLERANCE);
        destroyTwins(&twins);
    }
}

// --- one by one ------------------------------------------------------------------------------------------------------

static gfVec2 swirl(double x, double y)
{
    return (gfVec2){(float)(sin(PI * x) * cos(PI * y)), (float)(-cos(PI * x) * sin(PI * y))};
}

static gfVec2 stripes(double x, double y)
{
    return (gfVec2){(float)(0.5 + 0.5 * sin(9.0 * x + 2.0 * y)), 0.0f};
}

static void saveAndLoad(gfFluid *from, gfFluid *to)
{
    size_t size = gfFluid_GetSnapshotSize(from);
    uint8_t *data = malloc(size);
    assert_non_null(data);
    assert_true(gfFluid_SaveBlocking(from, data, size));
    assert_true(gfFluid_Load(to, data, size, NULL));
    free(data);
}

typedef void TwinChange(gfFluid *fluid);

static void changeByReset(gfFluid *fluid)
{
    assert_true(gfFluid_Reset(fluid));
}

static void changeByWriting(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, swirl);
    Flow_WriteDye(fluid, stripes);
}

static void changeByScroll(gfFluid *fluid)
{
    assert_true(gfFluid_Scroll(fluid, 4, -2));
}

static void changeByProjection(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, swirl);
    assert_true(gfFluid_Project(fluid, 2));
}

static void changeByLoading(gfFluid *fluid)
{
    saveAndLoad(fluid, fluid);
}

static void changeBySolids(gfFluid *fluid)
{
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakeCircle((gfVec2){0.6f, 0.55f}, 0.15f);
    solid.velocity = (gfVec2){0.3f, -0.2f};
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
}

static void changeByZone(gfFluid *fluid)
{
    gfSourceDef zone = gfDefaultSourceDef();
    zone.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.4f);
    zone.zone.drag = 20.0f;
    zone.zone.velocity = (gfVec2){0.5f, 0.0f};
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &zone)));
}


static void changeByFrame(gfFluid *fluid)
{
    gfFrameDef frame = gfDefaultFrameDef();
    frame.acceleration = (gfVec2){2.0f, 0.5f};
    assert_true(gfFluid_SetFrame(fluid, &frame));
}

// What is done to the second of three, and to its twin, leaves the others as they are.
static void test_members_are_changed_one_by_one(void **state)
{
    static const struct {
        const char *name;
        TwinChange *change;
    } changes[] = {
        {"reset", changeByReset},     {"written", changeByWriting}, {"scrolled", changeByScroll},
        {"loaded", changeByLoading},  {"projected", changeByProjection}, {"frame", changeByFrame},
        {"solid", changeBySolids}, {"zone", changeByZone},
    };
    for (int conserving = 0; conserving < 2; conserving++) {
        gfFluidDef def = defOf(32, 32);
        def.grid.advection = conserving ? GF_ADVECTION_CONSERVING : GF_ADVECTION_CATMULL_ROM;
        Twins twins = makeTwins(*state, &def);
        stir(&twins, 0.0f);
        for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
            char name[64];
            stepTwins(&twins, 2);
            changes[i].change(twins.members[1]);
            changes[i].change(twins.alone[1]);
            snprintf(name, sizeof name, "%s at once", changes[i].name);
            expectTwins(name, &twins, TOLERANCE);
            stepTwins(&twins, 2);
            expectTwins(changes[i].name, &twins, TOLERANCE);
        }
        destroyTwins(&twins);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members_are_as_fluids_alone),
        cmocka_unit_test(test_members_are_changed_one_by_one),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
