// contexts: gl es
// Arguments that no call may accept, stale handles, counts beyond the limits: each refused with its code and a message
// that names the culprit, and the fluid as it was. And values that are legal but hostile: fields stay finite.
#include "support/fixture.h"

#include <limits.h>
#include <math.h>

#define GRID_W 16
#define GRID_H 12

typedef struct Stage {
    Fixture *fixture;
    gfFluid *fluid;
    uint64_t witness; // of fields, clock and memory
    gfFluid *other;   // where a test needs one
} Stage;

static uint64_t hash(uint64_t h, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        h = (h ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    }
    return h;
}

static uint64_t takeWitness(const Stage *s)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE,
                                     GF_FIELD_SOLID};
    float values[4 * (GRID_W + 1) * (GRID_H + 1)];
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        memset(values, 0, sizeof values);
        assert_true(gfFluid_ReadFieldBlocking(s->fluid, fields[i], values, sizeof values / sizeof values[0]));
        h = hash(h, values, sizeof values);
    }
    gfStepInfo clock = gfFluid_GetStepInfo(s->fluid);
    gfMemoryCounts counts = gfDevice_GetMemory(s->fixture->device);
    return hash(hash(h, &clock, sizeof clock), &counts, sizeof counts);
}

// A fluid in motion, to see that nothing happens to it.
static int setUp(void **state)
{
    Stage *s = calloc(1, sizeof *s);
    void *fixture = NULL;
    Fixture_SetUp(&fixture);
    s->fixture = fixture;
    s->fluid = Fixture_MakeFluid(fixture, GRID_W, GRID_H);
    gfSourceDef def = gfDefaultSourceDef();
    def.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.3f);
    def.dye[3] = def.velocity.x = def.temperature = 1.0f;
    assert_true(gfFluid_Splat(s->fluid, &def));
    assert_true(gfFluid_StepOnce(s->fluid));
    takeWitness(s); // the first read makes a texture for the next ones
    s->witness = takeWitness(s);
    Fixture_ClearLog(fixture);
    *state = s;
    return 0;
}

static int tearDown(void **state)
{
    Stage *s = *state;
    void *fixture = s->fixture;
    gfDestroyFluid(s->fluid);
    free(s);
    return Fixture_TearDown(&fixture);
}

static void expectRefused(Stage *s, bool refused, gfErrorCode code, const char *text)
{
    if (!refused) {
        fail_msg("accepted, where '%s' was expected", text);
    }
    Fixture_ExpectError(s->fixture, code, text);
    assert_true(takeWitness(s) == s->witness);
    Fixture_ExpectNoGlError(s->fixture);
}

#define REFUSED(call, code, text) expectRefused(s, !(call), GF_ERROR_##code, text)

// A float of a definition and the range that its header gives it.
typedef struct FloatRow {
    const char *name;
    size_t offset;
    float low, high;
} FloatRow;

typedef struct IntRow {
    const char *name;
    size_t offset;
    int32_t bad[4]; // unused ones repeat
} IntRow;

#define FLOAT_ROW(type, field, low, high)        \
    {                                            \
#field, offsetof(type, field), low, high \
    }
#define INT_ROW(type, field, a, b, c, d) \
    {                                    \
#field, offsetof(type, field),   \
        {                                \
            a, b, c, d                   \
        }                                \
    }
#define ROWS(table) (sizeof(table) / sizeof(table)[0])

// Calls a function of the library with a definition; true if it accepted.
typedef bool CallWithDef(Stage *s, const void *def);

static void tryFloats(Stage *s, CallWithDef *call, const void *good, size_t size, const FloatRow *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float bad[] = {NAN, INFINITY, -INFINITY, nextafterf(rows[i].low, -INFINITY),
                             nextafterf(rows[i].high, INFINITY)};
        for (size_t b = 0; b < ROWS(bad); b++) {
            unsigned char def[4096];
            memcpy(def, good, size);
            memcpy(def + rows[i].offset, &bad[b], sizeof bad[b]);
            expectRefused(s, !call(s, def), GF_ERROR_OUT_OF_RANGE, rows[i].name);
        }
    }
}

static void tryInts(Stage *s, CallWithDef *call, const void *good, size_t size, const IntRow *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < 4; b++) {
            unsigned char def[4096];
            memcpy(def, good, size);
            memcpy(def + rows[i].offset, &rows[i].bad[b], sizeof rows[i].bad[b]);
            expectRefused(s, !call(s, def), GF_ERROR_OUT_OF_RANGE, rows[i].name);
        }
    }
}

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

static bool callSetGaussianParams(Stage *s, const void *def)
{
    gfGaussianParams copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetGaussianParams(s->other, &copy);
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
    return gfFluid_AddEmitter(s->fluid, &copy) != 0;
}

static bool callSetEdges(Stage *s, const void *def)
{
    gfEdges copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_SetEdges(s->fluid, &copy);
}

static bool callAddSolid(Stage *s, const void *def)
{
    gfSolidDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_AddSolid(s->fluid, &copy) != 0;
}

static bool callDraw(Stage *s, const void *def)
{
    gfDrawDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_Draw(s->fluid, &copy);
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
    INT_ROW(gfFluidDef, precision, -1, 2, INT_MIN, INT_MAX),
    INT_ROW(gfFluidDef, maxSubsteps, -1, 0, 1001, INT_MAX),
};

static const IntRow gridInts[] = {
    INT_ROW(gfGridParams, advection, -1, 99, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureMethod, -1, 99, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureIterations, -1, 10001, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, scheme, -1, 2, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, pressureCycles, -1, 101, INT_MIN, INT_MAX),
    INT_ROW(gfGridParams, cflParts, -1, 0, 65, INT_MAX),
    INT_ROW(gfGridParams, diffusionCycles, -1, 0, 21, INT_MAX),
};

static const FloatRow gaussianFloats[] = {
    FLOAT_ROW(gfGaussianParams, restDensity, 0.01f, 100.0f),
    FLOAT_ROW(gfGaussianParams, stiffness, 0.0f, GF_GAUSSIAN_STIFFNESS_MAX),
    FLOAT_ROW(gfGaussianParams, surfaceTension, 0.0f, 2.0f),
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
    tryFloats(s, callCreateFluid, &good, sizeof good, floats, ROWS(floats));
    tryInts(s, callCreateFluid, &good, sizeof good, fluidInts, ROWS(fluidInts));
    tryFloats(s, callSetGridParams, &params, sizeof params, gridFloats, ROWS(gridFloats));
    tryInts(s, callSetGridParams, &params, sizeof params, gridInts, ROWS(gridInts));
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
    good = smallFluid(); // more dye cells than the largest texture has
    good.gridWidth = GF_GRID_MAX;
    good.dyeScale = 8.0f;
    REFUSED(gfCreateFluid(s->fixture->device, &good) != NULL, OUT_OF_RANGE, "dyeScale");
}

static void testEdges(void **state)
{
    Stage *s = *state;
    static const float most = GF_VALUE_MAX;
    static const FloatRow floats[] = {
        FLOAT_ROW(gfEdges, left.wallSpeed, -most, most), FLOAT_ROW(gfEdges, right.inflowSpeed, -most, most),
        FLOAT_ROW(gfEdges, bottom.temperature, -most, most), FLOAT_ROW(gfEdges, top.dye[3], -most, most)};
    static const IntRow ints[] = {INT_ROW(gfEdges, left.kind, -1, 99, INT_MIN, INT_MAX),
                                  INT_ROW(gfEdges, top.profile, -1, 3, INT_MIN, INT_MAX)};
    gfEdges good = {0};
    tryFloats(s, callSetEdges, &good, sizeof good, floats, ROWS(floats));
    tryInts(s, callSetEdges, &good, sizeof good, ints, ROWS(ints));
    gfEdges bad = good;
    bad.left.kind = GF_EDGE_PERIODIC;
    REFUSED(gfFluid_SetEdges(s->fluid, &bad), OUT_OF_RANGE, "periodic");
    bad.right.kind = GF_EDGE_PERIODIC;
    REFUSED(gfFluid_SetEdges(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetEdges(s->fluid, NULL), NULL_ARGUMENT, "edges");
    gfFluidDef def = smallFluid();
    def.edges = bad;
    def.gridWidth = 9;
    REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "even");
    bad = good;
    bad.bottom.kind = GF_EDGE_INFLOW;
    bad.bottom.profile = GF_PROFILE_TABLE;
    bad.bottom.inflowSpeed = 1.0f;
    bad.bottom.table[15] = NAN;
    REFUSED(gfFluid_SetEdges(s->fluid, &bad), OUT_OF_RANGE, "table[15]");
    gfEdges kept = gfFluid_GetDef(s->fluid).edges;
    assert_memory_equal(&good, &kept, sizeof good);
}

static void testSolidMotion(void **state)
{
    Stage *s = *state;
    static const float most = GF_VALUE_MAX;
    static const FloatRow floats[] = {FLOAT_ROW(gfSolidDef, angularVelocity, -most, most),
                                      FLOAT_ROW(gfSolidDef, temperature, -most, most)};
    static const FloatRow parts[] = {{"velocity", offsetof(gfSolidDef, velocity.x), -most, most},
                                     {"velocity", offsetof(gfSolidDef, velocity.y), -most, most}};
    static const IntRow ints[] = {INT_ROW(gfSolidDef, surface, -1, 2, INT_MIN, INT_MAX)};
    gfSolidDef good = gfDefaultSolidDef();
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    tryFloats(s, callAddSolid, &good, sizeof good, floats, ROWS(floats));
    tryFloats(s, callAddSolid, &good, sizeof good, parts, ROWS(parts));
    tryInts(s, callAddSolid, &good, sizeof good, ints, ROWS(ints));
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
        INT_ROW(gfSourceDef, textureRole, -1, 2, INT_MIN, INT_MAX),
    };
    gfSourceDef good = gfDefaultSourceDef(), bad;
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.1f);
    tryFloats(s, callSplat, &good, sizeof good, floats, ROWS(floats));
    tryInts(s, callSplat, &good, sizeof good, ints, ROWS(ints));
    tryFloats(s, callAddEmitter, &good, sizeof good, floats, 1);
    tryInts(s, callAddEmitter, &good, sizeof good, ints, 1);
    bad = good;
    bad.cookie++;
    REFUSED(gfFluid_Splat(s->fluid, &bad), COOKIE, "gfDefaultSourceDef");
    REFUSED(gfFluid_AddEmitter(s->fluid, &bad) != 0, COOKIE, "gfDefaultSourceDef");
    bad = good;
    bad.texture = 1;
    REFUSED(gfFluid_Splat(s->fluid, &bad), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED(gfFluid_Splat(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Splat(s->fluid, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_AddEmitter(NULL, &good) != 0, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_AddEmitter(s->fluid, NULL) != 0, NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetEmitter(NULL, 1, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveEmitter(NULL, 1), NULL_ARGUMENT, "fluid");
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
        REFUSED(gfFluid_AddEmitter(s->fluid, &source) != 0, OUT_OF_RANGE, "gfFluid_AddEmitter");
        REFUSED(gfFluid_AddSolid(s->fluid, &solid) != 0, OUT_OF_RANGE, "gfFluid_AddSolid");
    }
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
        REFUSED(gfFluid_AddSolidMask(s->fluid, &badMasks[i], &place) != 0, OUT_OF_RANGE, "mask");
    }
    REFUSED(gfFluid_AddSolidMask(s->fluid, &none, &place) != 0, NULL_ARGUMENT, "mask");
    REFUSED(gfFluid_AddSolidMask(s->fluid, NULL, &place) != 0, NULL_ARGUMENT, "mask");
    REFUSED(gfFluid_AddSolidMask(s->fluid, &good, NULL) != 0, NULL_ARGUMENT, "rectangle");
    REFUSED(gfFluid_AddSolidMask(s->fluid, &good, &circle) != 0, OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    REFUSED(gfFluid_AddSolidMask(s->fluid, &good, &broken) != 0, OUT_OF_RANGE, "points");
    REFUSED(gfFluid_AddSolidMask(NULL, &good, &place) != 0, NULL_ARGUMENT, "fluid");
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = circle;
    REFUSED(gfFluid_AddSolid(NULL, &def) != 0, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_AddSolid(s->fluid, NULL) != 0, NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(NULL, 1, &def), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_RemoveSolid(NULL, 1), NULL_ARGUMENT, "fluid");
    def.texture = 1;
    REFUSED(gfFluid_AddSolid(s->fluid, &def) != 0, OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    def.texture = 0;
    def.cookie = 0x12345678;
    REFUSED(gfFluid_AddSolid(s->fluid, &def) != 0, COOKIE, "gfDefaultSolidDef");
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
    assert_true(emitter != 0 && masked != 0 && emitter != stale && masked != staleSolid);
    s->witness = takeWitness(s);
    const uint32_t bad[] = {0, 1, 0xffffffffu, 0xffff0000u, emitter + 1, stale};
    for (size_t i = 0; i < ROWS(bad); i++) {
        REFUSED(gfFluid_SetEmitter(s->fluid, bad[i], &source), BAD_HANDLE, "emitter");
        REFUSED(gfFluid_RemoveEmitter(s->fluid, bad[i]), BAD_HANDLE, "emitter");
        uint32_t badSolid = bad[i] == stale ? staleSolid : bad[i];
        REFUSED(gfFluid_SetSolid(s->fluid, badSolid, &solid), BAD_HANDLE, "solid");
        REFUSED(gfFluid_RemoveSolid(s->fluid, badSolid), BAD_HANDLE, "solid");
    }
    REFUSED(gfFluid_SetEmitter(s->fluid, emitter, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(s->fluid, masked, NULL), NULL_ARGUMENT, "def");
    REFUSED(gfFluid_SetSolid(s->fluid, masked, &circle), OUT_OF_RANGE, "GF_SHAPE_RECTANGLE");
    source.softness = NAN;
    REFUSED(gfFluid_SetEmitter(s->fluid, emitter, &source), OUT_OF_RANGE, "softness");
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
        assert_int_not_equal(gfFluid_AddEmitter(s->fluid, &source), 0);
    }
    for (int i = 0; i < GF_SOLID_MAX; i++) {
        assert_int_not_equal(gfFluid_AddSolid(s->fluid, &solid), 0);
    }
    for (int i = 0; i < GF_READ_MAX; i++) {
        assert_int_not_equal(gfFluid_RequestField(s->fluid, GF_FIELD_DYE), 0);
    }
    s->witness = takeWitness(s);
    REFUSED(gfFluid_Splat(s->fluid, &source), TOO_MANY, "1024");
    REFUSED(gfFluid_AddEmitter(s->fluid, &source) != 0, TOO_MANY, "1024");
    REFUSED(gfFluid_AddSolid(s->fluid, &solid) != 0, TOO_MANY, "256");
    REFUSED(gfFluid_RequestField(s->fluid, GF_FIELD_DYE) != 0, TOO_MANY, "16");
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
        REFUSED(gfFluid_RequestField(s->fluid, badFields[i]) != 0, OUT_OF_RANGE, "field");
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
    REFUSED(gfFluid_RequestField(NULL, GF_FIELD_DYE) != 0, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_PollRead(NULL, 1, values, COUNT) != GF_READ_FAILED, NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ReadFieldBlocking(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_WriteField(NULL, GF_FIELD_DYE, values, COUNT), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_MeasureBlocking(NULL, &stats), NULL_ARGUMENT, "fluid");
}

static void testReadHandles(void **state)
{
    Stage *s = *state;
    enum { COUNT = GRID_W * GRID_H };
    static const uint32_t bad[] = {0, 7, 0xffffffffu};
    float values[COUNT];
    gfReadStatus status = GF_READ_PENDING;
    gfFluid *other = Fixture_MakeFluid(s->fixture, 8, 8);
    gfReadId id = gfFluid_RequestField(s->fluid, GF_FIELD_TEMPERATURE);
    assert_int_not_equal(id, 0);
    s->witness = takeWitness(s);
    for (size_t i = 0; i < ROWS(bad); i++) {
        REFUSED(gfFluid_PollRead(s->fluid, bad[i], values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "read-back");
    }
    REFUSED(gfFluid_PollRead(other, id, values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "another fluid");
    REFUSED(gfFluid_PollRead(s->fluid, id, NULL, COUNT) != GF_READ_FAILED, NULL_ARGUMENT, "values");
    REFUSED(gfFluid_PollRead(s->fluid, id, values, COUNT - 1) != GF_READ_FAILED, OUT_OF_RANGE, "expected");
    while (status == GF_READ_PENDING) { // the handle stayed
        status = gfFluid_PollRead(s->fluid, id, values, COUNT);
    }
    assert_int_equal(status, GF_READ_READY);
    s->witness = takeWitness(s);
    REFUSED(gfFluid_PollRead(s->fluid, id, values, COUNT) != GF_READ_FAILED, BAD_HANDLE, "read-back");
    gfDestroyFluid(other);
}

static void testDrawDef(void **state)
{
    Stage *s = *state;
    static const FloatRow colors[] = {
        FLOAT_ROW(gfDrawDef, range, 1e-9f, 1e9f),
        FLOAT_ROW(gfDrawDef, opacity, 0.0f, 1.0f),
        FLOAT_ROW(gfDrawDef, background[0], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, background[3], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, solidColor[1], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, view.m[0], -1e9f, 1e9f),
        FLOAT_ROW(gfDrawDef, view.m[5], -1e9f, 1e9f),
        FLOAT_ROW(gfDrawDef, palette.colors[1][2], -1e6f, 1e6f),
        FLOAT_ROW(gfDrawDef, palette.colors[7][0], -1e6f, 1e6f),
    };
    static const IntRow ints[] = {
        INT_ROW(gfDrawDef, style, -1, GF_DRAW_STYLE_COUNT, INT_MIN, INT_MAX),
        INT_ROW(gfDrawDef, alpha, -1, 3, INT_MIN, INT_MAX),
        INT_ROW(gfDrawDef, palette.count, -1, 1, GF_PALETTE_MAX + 1, INT_MAX),
    };
    static const char *const names[] = {"range",     "opacity",   "background",     "background",    "solidColor",
                                        "view.m[0]", "view.m[5]", "palette stop 1", "palette stop 7"};
    gfDrawDef good = gfDefaultDrawDef();
    good.useView = true;
    good.palette.count = GF_PALETTE_MAX;
    for (size_t i = 0; i < ROWS(colors); i++) {
        FloatRow row = colors[i];
        row.name = names[i];
        tryFloats(s, callDraw, &good, sizeof good, &row, 1);
    }
    for (size_t i = 0; i < ROWS(ints); i++) {
        IntRow row = ints[i];
        row.name = i == 2 ? "palette" : row.name;
        tryInts(s, callDraw, &good, sizeof good, &row, 1);
    }
    good.cookie = 0;
    REFUSED(gfFluid_Draw(s->fluid, &good), COOKIE, "gfDefaultDrawDef");
    REFUSED(gfFluid_Draw(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_Draw(s->fluid, NULL), NULL_ARGUMENT, "def");
}

static void *allocNothing(size_t size, void *user)
{
    (void)size;
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
    REFUSED(gfCreateDevice(&bad) != NULL, NULL_ARGUMENT, "getProcAddress");
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
    assert_memory_equal(&counts, &none, sizeof none);
    assert_memory_equal(&clock, &still, sizeof still);
    assert_int_equal(gfFluid_GetDef(NULL).cookie, 0);
    assert_true(isfinite(gfFluid_GetFitView(NULL, 1.0f).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(s->fluid, NAN).m[0]));
    assert_true(isfinite(gfFluid_GetFitView(s->fluid, 0.0f).m[0]));
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK);
    assert_true(takeWitness(s) == s->witness);
}

// A Gaussian fluid beside the one that is watched.
static gfFluidDef gaussianFluid(void)
{
    gfFluidDef def = smallFluid();
    def.solver = GF_SOLVER_GAUSSIAN;
    return def;
}

static void makeOther(Stage *s)
{
    gfFluidDef def = gaussianFluid();
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    s->witness = takeWitness(s);
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
    Stage *s = *state;
    makeOther(s);
    gfFluidDef good = gaussianFluid(), bad;
    gfGaussianParams params = good.gaussian;
    tryFloats(s, callSetGaussianParams, &params, sizeof params, gaussianFloats, ROWS(gaussianFloats));
    tryInts(s, callSetGaussianParams, &params, sizeof params, gaussianInts, ROWS(gaussianInts));
    tryFloats(s, callCreateGaussian, &params, sizeof params, gaussianFloats, ROWS(gaussianFloats));
    tryInts(s, callCreateGaussian, &params, sizeof params, gaussianInts, ROWS(gaussianInts));
    REFUSED(gfFluid_SetGaussianParams(NULL, &params), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetGaussianParams(s->other, NULL), NULL_ARGUMENT, "params");
    REFUSED(gfFluid_SetGaussianParams(s->fluid, &params), UNSUPPORTED, "GAUSSIAN");
    REFUSED(gfFluid_SetGridParams(s->other, &good.grid), UNSUPPORTED, "GRID");
    gfGaussianParams kept = gfFluid_GetDef(s->other).gaussian;
    assert_memory_equal(&params, &kept, sizeof params);
    bad = good;
    bad.dyeScale = 2.0f;
    REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "dyeScale");
    bad.dyeScale = 0.5f;
    REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "dyeScale");
    for (int side = 0; side < 4; side++) {
        bad = good;
        gfEdge *sides[] = {&bad.edges.left, &bad.edges.right, &bad.edges.bottom, &bad.edges.top};
        sides[side]->kind = GF_EDGE_INFLOW;
        REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, "inflow");
        REFUSED(gfFluid_SetEdges(s->other, &bad.edges), OUT_OF_RANGE, "inflow");
    }
    bad = good;
    bad.edges.left.kind = bad.edges.right.kind = GF_EDGE_PERIODIC;
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
        REFUSED(gfFluid_RequestField(s->other, missing[i]) != 0, UNSUPPORTED, "gfFluid_RequestField");
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
    REFUSED(gfFluid_Draw(s->other, &draw), UNSUPPORTED, "gfFluid_Draw");
    draw.style = GF_DRAW_MASS;
    REFUSED(gfFluid_Draw(s->fluid, &draw), UNSUPPORTED, "gfFluid_Draw");
    gfDestroyFluid(s->other);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, setUp, tearDown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(testFluidDef),          TEST(testEdges),          TEST(testSolidMotion), TEST(testResizeAndStep),
        TEST(testLimitsAreAccepted), TEST(testSourceDef),      TEST(testShapes),      TEST(testSolidsAndMasks),
        TEST(testHandles),           TEST(testTooMany),        TEST(testFields),      TEST(testReadHandles),
        TEST(testGaussianDef),       TEST(testFieldsBySolver), TEST(testDrawDef),     TEST(testDeviceDef),
        TEST(testNullIsHarmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
