// Arguments that no call may accept, stale handles, counts beyond the limits: each refused with its code and a message
// that names the culprit, and the fluid as it was. And values that are legal but hostile: fields stay finite.
#include "support/bad_input.h"

#include <limits.h>
#include <math.h>

static bool callCreateFluid(Stage *s, const void *def)
{
    gfFluidDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfCreateFluid(s->fixture->device, &copy) != NULL;
}

static bool callSetGridParams(Stage *s, const void *def)
{
    gfGridParams copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetGridParams(s->fluid, &copy);
}

static bool callSplat(Stage *s, const void *def)
{
    gfSourceDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_Splat(s->fluid, &copy);
}

static bool callAddEmitter(Stage *s, const void *def)
{
    gfSourceDef copy;
    memcpy(&copy, def, sizeof copy);
    return !GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &copy));
}

static bool callSetBoundaries(Stage *s, const void *def)
{
    gfBoundaries copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetBoundaries(s->fluid, &copy);
}

static bool callAddSolid(Stage *s, const void *def)
{
    gfSolidDef copy;
    memcpy(&copy, def, sizeof copy);
    return !GF_IS_NULL(gfFluid_AddSolid(s->fluid, &copy));
}

static const FloatRow fluidFloats[] = {
    FLOAT_ROW(gfFluidDef, cellSize, 1e-6f, 1e6f),  FLOAT_ROW(gfFluidDef, origin.x, -1e9f, 1e9f),
    FLOAT_ROW(gfFluidDef, origin.y, -1e9f, 1e9f),  FLOAT_ROW(gfFluidDef, dyeScale, 0.25f, 8.0f),
    FLOAT_ROW(gfFluidDef, fixedStep, 1e-6f, 1.0f),
};

static const FloatRow gridFloats[] = {
    FLOAT_ROW(gfGridParams, pressureWarmStart, 0.0f, 1.0f),
    FLOAT_ROW(gfGridParams, pressureGradientScale, 0.0f, 2.0f),
    FLOAT_ROW(gfGridParams, velocityDissipation, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, dyeDissipation, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, temperatureDissipation, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, ambientTemperature, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, thermalExpansion, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, dyeDensity, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, gravity.x, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, gravity.y, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, acceleration.x, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, acceleration.y, -GF_VALUE_MAX, GF_VALUE_MAX),
    FLOAT_ROW(gfGridParams, pressureTolerance, 0.0f, 1.0f),
    FLOAT_ROW(gfGridParams, cflLimit, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, viscosity, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, dyeDiffusivity, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, temperatureDiffusivity, 0.0f, 1e6f),
    FLOAT_ROW(gfGridParams, vorticityConfinement, 0.0f, 1000.0f),
};

static const IntRow fluidInts[] = {
    INT_ROW(gfFluidDef, solver, -1, 99, INT_MIN, INT_MAX),
    INT_ROW(gfFluidDef, precision, -1, 3, INT_MIN, INT_MAX),
    INT_ROW(gfFluidDef, maxSubsteps, -1, 0, 1001, INT_MAX),
};

static const IntRow gridInts[] = {
    INT_ROW(gfGridParams, advection, -1, 99, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureMethod, -1, 99, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureIterations, -1, 10001, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, scheme, -1, 3, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureCycles, -1, 101, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, cflSubsteps, -1, 0, 65, INT_MAX),
    INT_ROW(gfGridParams, diffusionCycles, -1, 0, 21, INT_MAX),
};

static gfFluidDef smallFluid(void)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 8;
    return def;
}

// Messages name `origin` for both of its parts, `grid` for both sizes.
static void testFluidDef(void **state)
{
    Stage *s = *state;
    static const int32_t badSizes[] = {0, -1, INT_MIN, GF_GRID_MIN - 1, GF_GRID_MAX + 1, 1000000000, INT_MAX};
    FloatRow floats[ROWS(fluidFloats)];
    memcpy(floats, fluidFloats, sizeof floats);
    floats[1].name = floats[2].name = "origin";
    gfFluidDef good = smallFluid();
    gfGridParams params = good.grid;
    BadInput_TryFloats(s, callCreateFluid, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryInts(s, callCreateFluid, &good, sizeof good, fluidInts, ROWS(fluidInts));
    BadInput_TryFloats(s, callSetGridParams, &params, sizeof params, gridFloats, ROWS(gridFloats));
    BadInput_TryInts(s, callSetGridParams, &params, sizeof params, gridInts, ROWS(gridInts));
    for (size_t i = 0; i < ROWS(badSizes); i++) {
        gfFluidDef def = good;
        gfVec2 zero = {0.0f, 0.0f};
        def.gridWidth = badSizes[i];
        REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "grid");
        def.gridWidth = 8;
        def.gridHeight = badSizes[i];
        REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "grid");
        REFUSED(gfFluid_Resize(s->fluid, badSizes[i], 8, 0.1f, zero), OUT_OF_RANGE, "grid");
        REFUSED(gfFluid_Resize(s->fluid, 8, badSizes[i], 0.1f, zero), OUT_OF_RANGE, "grid");
    }
    good.cookie = 0;
    REFUSED(gfCreateFluid(s->fixture->device, &good) != NULL, COOKIE, "gfDefaultFluidDef");
    REFUSED(gfCreateFluid(NULL, &good) != NULL, NULL_ARGUMENT, "device");
    REFUSED(gfCreateFluid(s->fixture->device, NULL) != NULL, NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetGridParams(NULL, &params), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetGridParams(s->fluid, NULL), NULL_ARGUMENT, "params");
    REFUSED(gfFluid_Project(NULL, 1), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Project(s->fluid, -1), OUT_OF_RANGE, "cycles");
    REFUSED(gfFluid_Project(s->fluid, 101), OUT_OF_RANGE, "100");
    good = smallFluid(); // more dye cells than the largest texture has
    good.gridWidth = GF_GRID_MAX;
    good.dyeScale = 8.0f;
    REFUSED(gfCreateFluid(s->fixture->device, &good) != NULL, OUT_OF_RANGE, "dyeScale");
}

static void testEdges(void **state)
{
    Stage *s = *state;
    static const float most = GF_VALUE_MAX;
    static const FloatRow floats[] = {FLOAT_ROW(gfBoundaries, left.wallSpeed, -most, most),
                                      FLOAT_ROW(gfBoundaries, right.inflowSpeed, -most, most),
                                      FLOAT_ROW(gfBoundaries, bottom.temperature, -most, most),
                                      FLOAT_ROW(gfBoundaries, top.dye[3], -most, most),
                                      FLOAT_ROW(gfBoundaries, left.inflowDepth, 0.0f, most),
                                      FLOAT_ROW(gfBoundaries, top.level, -most, most)};
    static const IntRow ints[] = {INT_ROW(gfBoundaries, left.kind, -1, 99, INT_MIN, INT_MAX),
                                  INT_ROW(gfBoundaries, top.inflowProfile, -1, 3, INT_MIN, INT_MAX)};
    gfBoundaries good = {0};
    BadInput_TryFloats(s, callSetBoundaries, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryInts(s, callSetBoundaries, &good, sizeof good, ints, ROWS(ints));
    gfBoundaries bad = good;
    bad.left.kind = GF_BOUNDARY_PERIODIC;
    REFUSED(gfFluid_SetBoundaries(s->fluid, &bad), OUT_OF_RANGE, "periodic");
    bad.right.kind = GF_BOUNDARY_PERIODIC;
    REFUSED(gfFluid_SetBoundaries(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetBoundaries(s->fluid, NULL), NULL_ARGUMENT, "boundaries");
    gfFluidDef def = smallFluid();
    def.boundaries = bad;
    def.gridWidth = 9;
    REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "even");
    bad = good;
    bad.bottom.kind = GF_BOUNDARY_INFLOW;
    bad.bottom.inflowProfile = GF_INFLOW_TABLE;
    bad.bottom.inflowSpeed = 1.0f;
    bad.bottom.table[15] = NAN;
    REFUSED(gfFluid_SetBoundaries(s->fluid, &bad), OUT_OF_RANGE, "table[15]");
    gfBoundaries kept = gfFluid_GetDef(s->fluid).boundaries;
    assert_memory_equal(&good, &kept, sizeof good);
}

static void testSolidMotion(void **state)
{
    Stage *s = *state;
    static const float most = GF_VALUE_MAX;
    static const FloatRow floats[] = {FLOAT_ROW(gfSolidDef, angularVelocity, -most, most),
                                      FLOAT_ROW(gfSolidDef, contactAngle, GF_CONTACT_ANGLE_MIN, GF_CONTACT_ANGLE_MAX),
                                      FLOAT_ROW(gfSolidDef, temperature, -most, most)};
    static const FloatRow parts[] = {{"velocity", offsetof(gfSolidDef, velocity.x), -most, most},
                                     {"velocity", offsetof(gfSolidDef, velocity.y), -most, most}};
    static const IntRow ints[] = {INT_ROW(gfSolidDef, surface, -1, 2, INT_MIN, INT_MAX)};
    gfSolidDef good = gfDefaultSolidDef();
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    BadInput_TryFloats(s, callAddSolid, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryFloats(s, callAddSolid, &good, sizeof good, parts, ROWS(parts));
    BadInput_TryInts(s, callAddSolid, &good, sizeof good, ints, ROWS(ints));
}

static void testResizeAndStep(void **state)
{
    Stage *s = *state;
    static const float badCells[] = {NAN, INFINITY, 0.0f, -1.0f, 1e-7f, 2e6f};
    static const float badTimes[] = {NAN, INFINITY, -INFINITY, -1e-6f, 1.1e6f};
    static const gfVec2 badPlaces[] = {{NAN, 0.0f}, {0.0f, NAN}, {INFINITY, 0.0f}, {0.0f, -1.1e9f}};
    for (size_t i = 0; i < ROWS(badCells); i++) {
        REFUSED(gfFluid_Resize(s->fluid, 8, 8, badCells[i], (gfVec2){0.0f, 0.0f}), OUT_OF_RANGE, "cellSize");
    }
    for (size_t i = 0; i < ROWS(badPlaces); i++) {
        REFUSED(gfFluid_Resize(s->fluid, 8, 8, 0.1f, badPlaces[i]), OUT_OF_RANGE, "origin");
    }
    for (size_t i = 0; i < ROWS(badTimes); i++) {
        REFUSED(gfFluid_Step(s->fluid, badTimes[i]), OUT_OF_RANGE, "dt");
    }
    REFUSED(gfFluid_Resize(NULL, 8, 8, 0.1f, (gfVec2){0.0f, 0.0f}), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Step(NULL, 0.1f), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_StepOnce(NULL), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Reset(NULL), NULL_ARGUMENT, "fluid");
}

// The ends of the ranges are legal themselves.
static void testLimitsAreAccepted(void **state)
{
    Stage *s = *state;
    for (size_t i = 0; i < ROWS(fluidFloats); i++) {
        for (int end = 0; end < 2; end++) {
            gfFluidDef def = smallFluid();
            float value = end == 0 ? fluidFloats[i].low : fluidFloats[i].high;
            memcpy((char *)&def + fluidFloats[i].offset, &value, sizeof value);
            gfFluid *fluid = gfCreateFluid(s->fixture->device, &def);
            if (fluid == NULL) {
                fail_msg("%s", s->fixture->lastMessage);
            }
            assert_true(gfFluid_StepOnce(fluid));
            gfDestroyFluid(fluid);
        }
    }
    for (size_t i = 0; i < ROWS(gridFloats); i++) {
        for (int end = 0; end < 2; end++) {
            gfGridParams params = gfDefaultFluidDef().grid;
            float value = end == 0 ? gridFloats[i].low : gridFloats[i].high;
            memcpy((char *)&params + gridFloats[i].offset, &value, sizeof value);
            assert_true(gfFluid_SetGridParams(s->fluid, &params));
        }
    }
}

static void testSourceDef(void **state)
{
    Stage *s = *state;
    static const float most = GF_VALUE_MAX;
    static const FloatRow floats[] = {
        FLOAT_ROW(gfSourceDef, softness, 0.0f, 1e9f),    FLOAT_ROW(gfSourceDef, velocity.x, -most, most),
        FLOAT_ROW(gfSourceDef, velocity.y, -most, most), FLOAT_ROW(gfSourceDef, dye[0], -most, most),
        FLOAT_ROW(gfSourceDef, dye[1], -most, most),     FLOAT_ROW(gfSourceDef, dye[2], -most, most),
        FLOAT_ROW(gfSourceDef, dye[3], -most, most),     FLOAT_ROW(gfSourceDef, temperature, -most, most),
        FLOAT_ROW(gfSourceDef, divergence, -most, most), FLOAT_ROW(gfSourceDef, mass, -most, most),
    };
    static const IntRow ints[] = {
        INT_ROW(gfSourceDef, mode, -1, 2, INT_MIN, INT_MAX),
        INT_ROW(gfSourceDef, fields, 32, -1, INT_MIN, INT_MAX),
        INT_ROW(gfSourceDef, textureRole, -1, 3, INT_MIN, INT_MAX),
    };
    gfSourceDef good = gfDefaultSourceDef(), bad;
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    BadInput_TryFloats(s, callSplat, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryInts(s, callSplat, &good, sizeof good, ints, ROWS(ints));
    BadInput_TryFloats(s, callAddEmitter, &good, sizeof good, floats, 1);
    BadInput_TryInts(s, callAddEmitter, &good, sizeof good, ints, 1);
    bad = good;
    bad.cookie++;
    REFUSED(gfFluid_Splat(s->fluid, &bad), COOKIE, "gfDefaultSourceDef");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &bad)), COOKIE, "gfDefaultSourceDef");
    bad = good;
    bad.texture = 1;
    REFUSED(gfFluid_Splat(s->fluid, &bad), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED(gfFluid_Splat(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Splat(s->fluid, NULL), NULL_ARGUMENT, "def");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(NULL, &good)), NULL_ARGUMENT, "fluid");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->fluid, NULL)), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetEmitter(NULL, (gfEmitterId){0}, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_PlaceEmitter(NULL, (gfEmitterId){0}, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveEmitter(NULL, (gfEmitterId){0}), NULL_ARGUMENT, "fluid");
}

static void testShapes(void **state)
{
    Stage *s = *state;
    gfVec2 at = {0.5f, 0.5f}, nowhere = {NAN, 0.5f}, away = {1.1e9f, 0.0f}, half = {0.1f, 0.1f};
    gfVec2 corners[GF_POLYGON_MAX + 1] = {{0.1f, 0.1f}, {0.2f, 0.1f}, {0.1f, 0.2f}};
    gfVec2 badCorners[3] = {{0.1f, 0.1f}, {0.2f, INFINITY}, {0.1f, 0.2f}};
    gfShape wrongKind = gfMakeCircle(at, 0.1f), negativeKind = wrongKind, rounded = gfMakeRectangle(at, half, 0.0f);
    wrongKind.kind = (gfShapeKind)4;
    negativeKind.kind = (gfShapeKind)-1;
    rounded.radius = 0.11f;
    gfShape unrounded = rounded;
    unrounded.radius = -0.01f;
    const gfShape shapes[] = {
        gfMakeCircle(at, 0.0f),
        gfMakeCircle(at, -1.0f),
        gfMakeCircle(at, NAN),
        gfMakeCircle(at, INFINITY),
        gfMakeCircle(nowhere, 0.1f),
        gfMakeCircle(away, 0.1f),
        gfMakeCapsule(at, nowhere, 0.1f),
        gfMakeCapsule(at, at, 0.0f),
        gfMakeRectangle(at, (gfVec2){0.0f, 0.1f}, 0.0f),
        gfMakeRectangle(at, (gfVec2){0.1f, -0.1f}, 0.0f),
        gfMakeRectangle(at, nowhere, 0.0f),
        gfMakeRectangle(at, half, NAN),
        gfMakeRectangle(at, half, -INFINITY),
        gfMakePolygon(corners, 2),
        gfMakePolygon(corners, GF_POLYGON_MAX + 1),
        gfMakePolygon(corners, -1),
        gfMakePolygon(corners, INT_MAX),
        gfMakePolygon(NULL, 3),
        gfMakePolygon(badCorners, 3),
        wrongKind,
        negativeKind,
        rounded,
        unrounded,
    };
    for (size_t i = 0; i < ROWS(shapes); i++) {
        gfSourceDef source = gfDefaultSourceDef();
        gfSolidDef solid = gfDefaultSolidDef();
        source.shape = solid.shape = shapes[i];
        REFUSED(gfFluid_Splat(s->fluid, &source), OUT_OF_RANGE, "gfFluid_Splat");
        REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &source)), OUT_OF_RANGE, "gfFluid_AddEmitter");
        REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid)), OUT_OF_RANGE, "gfFluid_AddSolid");
    }
}

// The message names how many corners were given, and the most.
static void testManyCorners(void **state)
{
    Stage *s = *state;
    gfVec2 corners[20] = {{0}};
    for (int i = 0; i < 20; i++) {
        float angle = 6.2831853f * (float)i / 20.0f;
        corners[i] = (gfVec2){0.5f + 0.2f * cosf(angle), 0.5f + 0.2f * sinf(angle)};
    }
    gfSolidDef solid = gfDefaultSolidDef();
    solid.shape = gfMakePolygon(corners, 20);
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid)), OUT_OF_RANGE, "has 20 corners; at least 3 and at most 16");
    solid.shape = gfMakePolygon(corners, 2);
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid)), OUT_OF_RANGE, "has 2 corners");
}

static void testSolidsAndMasks(void **state)
{
    Stage *s = *state;
    static const uint8_t pixels[16] = {0};
    static const gfMask badMasks[] = {{pixels, 0, 4, 4},  {pixels, 4, 0, 4},     {pixels, -1, 4, 4},
                                      {pixels, 4, -4, 4}, {pixels, 16385, 1, 1}, {pixels, 1, INT_MAX, 1},
                                      {pixels, 4, 4, 3},  {pixels, 4, 4, -4}};
    const gfMask good = {pixels, 4, 4, 4}, none = {NULL, 4, 4, 4};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfShape circle = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f), broken = place;
    broken.a.x = NAN;
    for (size_t i = 0; i < ROWS(badMasks); i++) {
        REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &badMasks[i], &place)), OUT_OF_RANGE, "mask");
    }
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &none, &place)), NULL_ARGUMENT, "mask");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, NULL, &place)), NULL_ARGUMENT, "mask");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &good, NULL)), NULL_ARGUMENT, "rectangle");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &good, &circle)), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(s->fluid, &good, &broken)), OUT_OF_RANGE, "points");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolidMask(NULL, &good, &place)), NULL_ARGUMENT, "fluid");
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = circle;
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(NULL, &def)), NULL_ARGUMENT, "fluid");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, NULL)), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(NULL, (gfSolidId){0}, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveSolid(NULL, (gfSolidId){0}), NULL_ARGUMENT, "fluid");
    def.texture = 1;
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &def)), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    def.texture = 0;
    def.cookie = 0x12345678;
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &def)), COOKIE, "gfDefaultSolidDef");
}

static void testHandles(void **state)
{
    Stage *s = *state;
    static const uint8_t pixel = 0;
    const gfMask mask = {&pixel, 1, 1, 1};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSourceDef source = gfDefaultSourceDef();
    gfSolidDef solid = gfDefaultSolidDef(), circle = solid;
    source.shape = solid.shape = place;
    circle.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    gfEmitterId stale = gfFluid_AddEmitter(s->fluid, &source);
    assert_true(gfFluid_RemoveEmitter(s->fluid, stale));
    gfSolidId staleSolid = gfFluid_AddSolid(s->fluid, &solid);
    assert_true(gfFluid_RemoveSolid(s->fluid, staleSolid));
    gfEmitterId emitter = gfFluid_AddEmitter(s->fluid, &source); // in the same slot
    gfSolidId masked = gfFluid_AddSolidMask(s->fluid, &mask, &place);
    assert_false(GF_IS_NULL(emitter) || GF_IS_NULL(masked));
    assert_false(GF_ID_EQUALS(emitter, stale) || GF_ID_EQUALS(masked, staleSolid));
    s->witness = BadInput_Witness(s);
    REFUSED(gfFluid_SetEmitter(s->fluid, stale, &source), BAD_HANDLE, "gfFluid_SetEmitter: the emitter");
    REFUSED(gfFluid_PlaceEmitter(s->fluid, stale, &source), BAD_HANDLE, "gfFluid_PlaceEmitter: the emitter");
    REFUSED(gfFluid_RemoveEmitter(s->fluid, stale), BAD_HANDLE, "emitter");
    REFUSED(gfFluid_SetSolid(s->fluid, staleSolid, &solid), BAD_HANDLE, "solid");
    REFUSED(gfFluid_RemoveSolid(s->fluid, staleSolid), BAD_HANDLE, "solid");
    REFUSED(gfFluid_SetEmitter(s->fluid, emitter, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(s->fluid, masked, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(s->fluid, masked, &circle), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    source.softness = NAN;
    REFUSED(gfFluid_SetEmitter(s->fluid, emitter, &source), OUT_OF_RANGE, "softness");
    REFUSED(gfFluid_PlaceEmitter(s->fluid, emitter, &source), OUT_OF_RANGE, "softness");
    assert_true(gfFluid_RemoveEmitter(s->fluid, emitter));
    assert_true(gfFluid_RemoveSolid(s->fluid, masked));
}

static void testTooMany(void **state)
{
    Stage *s = *state;
    gfSourceDef source = gfDefaultSourceDef();
    gfSolidDef solid = gfDefaultSolidDef();
    source.shape = solid.shape = gfMakeCircle((gfVec2){-5.0f, -5.0f}, 0.1f);
    for (int i = 0; i < GF_SPLAT_MAX; i++) {
        assert_true(gfFluid_Splat(s->fluid, &source));
    }
    for (int i = 0; i < GF_EMITTER_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &source)));
    }
    for (int i = 0; i < GF_SOLID_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid)));
    }
    for (int i = 0; i < GF_READ_MAX; i++) {
        assert_false(GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_DYE)));
    }
    s->witness = BadInput_Witness(s);
    REFUSED(gfFluid_Splat(s->fluid, &source), TOO_MANY, "1024");
    REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &source)), TOO_MANY, "1024");
    REFUSED(!GF_IS_NULL(gfFluid_AddSolid(s->fluid, &solid)), TOO_MANY, "4096");
    REFUSED(!GF_IS_NULL(gfFluid_RequestField(s->fluid, GF_FIELD_DYE)), TOO_MANY, "16");
}

static void testFields(void **state)
{
    Stage *s = *state;
    enum { COUNT = (GRID_W + 1) * (GRID_H + 1) * 2 };
    static const gfField badFields[] = {(gfField)-1, GF_FIELD_COUNT, (gfField)INT_MAX};
    static const gfField readOnly[] = {GF_FIELD_VELOCITY, GF_FIELD_PRESSURE, GF_FIELD_DIVERGENCE, GF_FIELD_SOLID};
    static const float badValues[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    float values[COUNT] = {0};
    gfFieldInfo info;
    gfFluidStats stats;
    for (size_t i = 0; i < ROWS(badFields); i++) {
        REFUSED(gfFluid_GetFieldInfo(s->fluid, badFields[i], &info), OUT_OF_RANGE, "field");
        REFUSED(!GF_IS_NULL(gfFluid_RequestField(s->fluid, badFields[i])), OUT_OF_RANGE, "field");
        REFUSED(gfFluid_ReadFieldBlocking(s->fluid, badFields[i], values, COUNT), OUT_OF_RANGE, "field");
        REFUSED(gfFluid_WriteField(s->fluid, badFields[i], values, COUNT), OUT_OF_RANGE, "field");
    }
    for (size_t i = 0; i < ROWS(readOnly); i++) {
        REFUSED(gfFluid_WriteField(s->fluid, readOnly[i], values, COUNT), UNSUPPORTED, "written");
    }
    for (size_t i = 0; i < ROWS(badValues); i++) {
        values[COUNT - 1] = badValues[i];
        REFUSED(gfFluid_WriteField(s->fluid, GF_FIELD_FACE_VELOCITY, values, COUNT), OUT_OF_RANGE, "value");
        values[COUNT - 1] = 0.0f;
    }
    REFUSED(gfFluid_WriteField(s->fluid, GF_FIELD_FACE_VELOCITY, values, COUNT - 1), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_WriteField(s->fluid, GF_FIELD_TEMPERATURE, values, COUNT), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_WriteField(s->fluid, GF_FIELD_FACE_VELOCITY, NULL, COUNT), NULL_ARGUMENT, "values");
    REFUSED(gfFluid_ReadFieldBlocking(s->fluid, GF_FIELD_FACE_VELOCITY, values, COUNT - 1), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_ReadFieldBlocking(s->fluid, GF_FIELD_FACE_VELOCITY, values, 0), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_ReadFieldBlocking(s->fluid, GF_FIELD_FACE_VELOCITY, NULL, COUNT), NULL_ARGUMENT, "values");
    REFUSED(gfFluid_GetFieldInfo(s->fluid, GF_FIELD_DYE, NULL), NULL_ARGUMENT, "info");
    REFUSED(gfFluid_MeasureBlocking(s->fluid, NULL), NULL_ARGUMENT, "stats");
    REFUSED(gfFluid_GetFieldInfo(NULL, GF_FIELD_DYE, &info), NULL_ARGUMENT, "fluid");
    REFUSED(!GF_IS_NULL(gfFluid_RequestField(NULL, GF_FIELD_DYE)), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_PollRead(NULL, (gfReadId){0}, values, COUNT) != GF_READ_FAILED, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ReadFieldBlocking(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_WriteField(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_MeasureBlocking(NULL, &stats), NULL_ARGUMENT, "fluid");
}

static void testReadHandles(void **state)
{
    Stage *s = *state;
    enum { COUNT = GRID_W * GRID_H };
    float values[COUNT];
    gfReadStatus status = GF_READ_PENDING;
    gfFluid *other = Fixture_MakeFluid(s->fixture, 8, 8);
    gfReadId id = gfFluid_RequestField(s->fluid, GF_FIELD_TEMPERATURE);
    assert_false(GF_IS_NULL(id));
    s->witness = BadInput_Witness(s);
    REFUSED(gfFluid_PollRead(s->fluid, (gfReadId){0}, values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "read-back");
    REFUSED(gfFluid_PollRead(other, id, values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "another fluid");
    REFUSED(gfFluid_PollRead(s->fluid, id, NULL, COUNT) != GF_READ_FAILED, NULL_ARGUMENT, "values");
    REFUSED(gfFluid_PollRead(s->fluid, id, values, COUNT - 1) != GF_READ_FAILED, OUT_OF_RANGE, "expected");
    while (status == GF_READ_PENDING) { // the handle stayed
        status = gfFluid_PollRead(s->fluid, id, values, COUNT);
    }
    assert_int_equal(status, GF_READ_READY);
    s->witness = BadInput_Witness(s);
    REFUSED(gfFluid_PollRead(s->fluid, id, values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "read-back");
    gfDestroyFluid(other);
}

static void *allocNothing(size_t size, void *user)
{
    (void)size;
    (void)user;
    return NULL;
}

static gfGLProc loadNothing(const char *name, void *user)
{
    (void)name;
    (void)user;
    return NULL;
}

static void testDeviceDef(void **state)
{
    Stage *s = *state;
    gfDeviceDef good = Fixture_DeviceDef(s->fixture), bad = good;
    gfProfile profile;
    bad.cookie = 0;
    REFUSED(gfCreateDevice(&bad) != NULL, COOKIE, "gfDefaultDeviceDef");
    bad = good;
    bad.getProcAddress = NULL;
    REFUSED(gfCreateDevice(&bad) != NULL, NULL_ARGUMENT, "getProcAddress and loadProc are null");
    bad = good;
    bad.loadProc = loadNothing;
    REFUSED(gfCreateDevice(&bad) != NULL, OUT_OF_RANGE, "both set");
    bad = good;
    bad.allocator.alloc = allocNothing;
    REFUSED(gfCreateDevice(&bad) != NULL, NULL_ARGUMENT, "allocator");
    REFUSED(gfCreateDevice(NULL) != NULL, NULL_ARGUMENT, "def");
    REFUSED(gfDevice_GetProfile(NULL, &profile), NULL_ARGUMENT, "device");
    REFUSED(gfDevice_GetProfile(s->fixture->device, NULL), NULL_ARGUMENT, "profile");
}

// Null where it is allowed: nothing happens, no error.
static void testNullIsHarmless(void **state)
{
    Stage *s = *state;
    const gfMemoryCounts none = {0};
    const gfStepInfo still = {0};
    gfMemoryCounts counts = gfDevice_GetMemory(NULL);
    gfStepInfo clock = gfFluid_GetStepInfo(NULL);
    gfDestroyDevice(NULL);
    gfDestroyFluid(NULL);
    gfDevice_SetProfiling(NULL, true);
    gfDevice_ResetProfile(NULL);
    assert_null(gfDevice_GetRenderer(NULL));
    assert_int_equal(gfDevice_GetTier(NULL), GF_TIER_AUTO);
    assert_memory_equal(&counts, &none, sizeof none);
    assert_memory_equal(&clock, &still, sizeof still);
    assert_int_equal(gfFluid_GetDef(NULL).cookie, 0);
    assert_true(isfinite(gfFluid_GetFitView(NULL, 1.0f).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(s->fluid, NAN).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(s->fluid, 0.0f).m[0]));
    const float bad[][4] = {{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, -1.0f, 1.0f},    {0.0f, 0.0f, 1.0f, -1.0f},
                            {NAN, 0.0f, 1.0f, 1.0f},  {0.0f, INFINITY, 1.0f, 1.0f}, {0.0f, 0.0f, NAN, 1.0f},
                            {0.0f, 0.0f, 1.0f, NAN},  {0.0f, 0.0f, 1e-45f, 1.0f}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const gfTransform2D same = {{1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}};
        gfTransform2D view = gfMakeView((gfVec2){bad[i][0], bad[i][1]}, bad[i][2], bad[i][3]);
        assert_memory_equal(&view, &same, sizeof view);
    }
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
    assert_true(BadInput_Witness(s) == s->witness);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, BadInput_SetUp, BadInput_TearDown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(testFluidDef),          TEST(testEdges),     TEST(testSolidMotion),    TEST(testResizeAndStep),
        TEST(testLimitsAreAccepted), TEST(testSourceDef), TEST(testShapes),         TEST(testManyCorners),
        TEST(testSolidsAndMasks),    TEST(testHandles),   TEST(testTooMany),        TEST(testFields),
        TEST(testReadHandles),       TEST(testDeviceDef), TEST(testNullIsHarmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
