// Arguments that no call on a Gaussian fluid may accept, and what each solver lacks.
#include "support/bad_input.h"

#include <limits.h>
#include <math.h>

static bool callSetGaussianParams(Stage *s, const void *def)
{
    gfGaussianParams copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetGaussianParams(s->other, &copy);
}

static const FloatRow gaussianFloats[] = {
    FLOAT_ROW(gfGaussianParams, restDensity, 0.01f, 100.0f),
    FLOAT_ROW(gfGaussianParams, stiffness, 0.0f, GF_GAUSSIAN_STIFFNESS_MAX),
    FLOAT_ROW(gfGaussianParams, surfaceTension, 0.0f, 1e6f),
    FLOAT_ROW(gfGaussianParams, contactAngle, GF_CONTACT_ANGLE_MIN, GF_CONTACT_ANGLE_MAX),
    FLOAT_ROW(gfGaussianParams, viscosity, 0.0f, 1e6f),
    FLOAT_ROW(gfGaussianParams, gravity.x, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGaussianParams, gravity.y, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGaussianParams, force, -10.0f, 10.0f),
    FLOAT_ROW(gfGaussianParams, splashMass, 0.0f, 100.0f),
    FLOAT_ROW(gfGaussianParams, splashSpeed, -1.0f, 1.0f),
};

static const IntRow gaussianInts[] = {
    INT_ROW(gfGaussianParams, mode, -1, 3, INT_MIN, INT_MAX),
    INT_ROW(gfGaussianParams, radius, -1, 0, 8, INT_MAX),
    INT_ROW(gfGaussianParams, splashPeriod, -1, 1000001, INT_MIN, INT_MAX),
};

// A Gaussian fluid beside the one that is watched.
static gfFluidDef gaussianFluid(void)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_GAUSSIAN;
    def.gridWidth = def.gridHeight = 8;
    return def;
}

static void makeOther(Stage *s)
{
    gfFluidDef def = gaussianFluid();
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    s->witness = BadInput_Witness(s);
    Fixture_ClearLog(s->fixture);
}

static bool callCreateGaussian(Stage *s, const void *params)
{
    gfFluidDef def = gaussianFluid();
    memcpy(&def.gaussian, params, sizeof def.gaussian);
    return gfCreateFluid(s->fixture->device, &def) != NULL;
}

static void testGaussianDef(void **state)
{
    gfQueryDef asksOfSides = gfDefaultQueryDef();
    asksOfSides.sides = true;
    Stage *s = *state;
    makeOther(s);
    gfFluidDef good = gaussianFluid(), bad;
    gfGaussianParams params = good.gaussian;
    assert_true(gfFluid_SetGaussianParams(s->other, &params));
    BadInput_TryFloats(s, callSetGaussianParams, &params, sizeof params, gaussianFloats, ROWS(gaussianFloats));
    BadInput_TryInts(s, callSetGaussianParams, &params, sizeof params, gaussianInts, ROWS(gaussianInts));
    BadInput_TryFloats(s, callCreateGaussian, &params, sizeof params, gaussianFloats, ROWS(gaussianFloats));
    BadInput_TryInts(s, callCreateGaussian, &params, sizeof params, gaussianInts, ROWS(gaussianInts));
    static const float tensions[] = {-0.999f, -1.001f, -2.0f, -1e30f};
    for (size_t i = 0; i < ROWS(tensions); i++) {
        gfGaussianParams below = params;
        below.surfaceTension = tensions[i];
        REFUSED(gfFluid_SetGaussianParams(s->other, &below), OUT_OF_RANGE, "surfaceTension");
    }
    assert_true(params.surfaceTension == GF_SURFACE_TENSION_AUTOMATIC);
    REFUSED(gfFluid_SetGaussianParams(NULL, &params), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetGaussianParams(s->other, NULL), NULL_ARGUMENT, "params");
    REFUSED(gfFluid_SetGaussianParams(s->fluid, &params), UNSUPPORTED, "GAUSSIAN");
    REFUSED(gfFluid_SetGridParams(s->other, &good.grid), UNSUPPORTED, "GRID");
    REFUSED(gfCreateQuery(s->other, &asksOfSides), UNSUPPORTED, "sides");
    REFUSED(gfFluid_Project(s->other, 1), UNSUPPORTED, "projection");
    gfGaussianParams kept = gfFluid_GetDef(s->other).gaussian;
    assert_memory_equal(&params, &kept, sizeof params);
    bad = good;
    bad.dyeScale = 2.0f;
    REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "dyeScale");
    bad.dyeScale = 0.5f;
    REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "dyeScale");
    for (int side = 0; side < 4; side++) {
        bad = good;
        gfBoundary *sides[] = {&bad.boundaries.left, &bad.boundaries.right, &bad.boundaries.bottom,
                               &bad.boundaries.top};
        sides[side]->kind = GF_BOUNDARY_INFLOW;
        REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "inflow");
        REFUSED(gfFluid_SetBoundaries(s->other, &bad.boundaries), OUT_OF_RANGE, "inflow");
    }
    bad = good;
    bad.boundaries.left.kind = bad.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    bad.gridWidth = 9;
    REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "periodic");
    // The ends of the ranges are legal.
    for (size_t i = 0; i < 2 * ROWS(gaussianFloats); i++) {
        const FloatRow *row = &gaussianFloats[i / 2];
        gfGaussianParams end = params;
        memcpy((char *)&end + row->offset, i % 2 ? &row->high : &row->low, sizeof(float));
        assert_true(gfFluid_SetGaussianParams(s->other, &end));
        assert_true(gfFluid_StepOnce(s->other));
    }
    gfDestroyFluid(s->other);
}

// Fields and styles that a solver lacks.
static void testFieldsBySolver(void **state)
{
    Stage *s = *state;
    makeOther(s);
    enum { COUNT = 9 * 9 * 4 };
    static const gfField missing[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_TEMPERATURE, GF_FIELD_DIVERGENCE,
                                      GF_FIELD_DIVERGENCE_BEFORE, GF_FIELD_RESIDUAL};
    static const gfField readOnly[] = {GF_FIELD_PRESSURE, GF_FIELD_VORTICITY, GF_FIELD_SOLID};
    static const float badValues[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    float values[COUNT] = {0};
    gfFieldInfo info;
    for (size_t i = 0; i < ROWS(missing); i++) {
        REFUSED(gfFluid_GetFieldInfo(s->other, missing[i], &info), UNSUPPORTED, "gfFluid_GetFieldInfo");
        REFUSED(!GF_IS_NULL(gfFluid_RequestField(s->other, missing[i])), UNSUPPORTED, "gfFluid_RequestField");
        REFUSED(gfFluid_ReadFieldBlocking(s->other, missing[i], values, COUNT), UNSUPPORTED, "ReadFieldBlocking");
        REFUSED(gfFluid_WriteField(s->other, missing[i], values, COUNT), UNSUPPORTED, "gfFluid_WriteField");
    }
    REFUSED(gfFluid_GetFieldInfo(s->fluid, GF_FIELD_MASS, &info), UNSUPPORTED, "gfFluid_GetFieldInfo");
    REFUSED(gfFluid_WriteField(s->fluid, GF_FIELD_MASS, values, GRID_W * GRID_H), UNSUPPORTED, "gfFluid_WriteField");
    for (size_t i = 0; i < ROWS(readOnly); i++) {
        assert_true(gfFluid_GetFieldInfo(s->other, readOnly[i], &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        REFUSED(gfFluid_WriteField(s->other, readOnly[i], values, count), UNSUPPORTED, "written");
    }
    for (size_t i = 0; i < ROWS(badValues); i++) {
        values[63] = badValues[i];
        REFUSED(gfFluid_WriteField(s->other, GF_FIELD_MASS, values, 64), OUT_OF_RANGE, "value");
        REFUSED(gfFluid_WriteField(s->other, GF_FIELD_VELOCITY, values, 128), OUT_OF_RANGE, "value");
        REFUSED(gfFluid_WriteField(s->other, GF_FIELD_DYE, values, 256), OUT_OF_RANGE, "value");
        values[63] = 0.0f;
    }
    REFUSED(gfFluid_WriteField(s->other, GF_FIELD_MASS, values, 63), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_WriteField(s->other, GF_FIELD_VELOCITY, values, 64), OUT_OF_RANGE, "expected");
    gfDrawDef draw = gfDefaultDrawDef();
    draw.style = GF_DRAW_TEMPERATURE;
    REFUSED(gfFluid_Draw(s->other, &draw), UNSUPPORTED, "has no field");
    draw.style = GF_DRAW_DIVERGENCE;
    REFUSED(gfFluid_Draw(s->other, &draw), UNSUPPORTED, "has no field");
    draw.style = GF_DRAW_FIRE;
    REFUSED(gfFluid_Draw(s->other, &draw), UNSUPPORTED, "has no field");
    draw.style = GF_DRAW_MASS;
    REFUSED(gfFluid_Draw(s->fluid, &draw), UNSUPPORTED, "has no field");
    gfDestroyFluid(s->other);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, BadInput_SetUp, BadInput_TearDown)

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(testGaussianDef), TEST(testFieldsBySolver)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
