// Arguments that no call on shallow water may accept, what it lacks, and what is legal and wild: all stays finite, no
// depth is below 0, and no water is made or lost behind closed sides.
#include "support/bad_input.h"
#include "support/flow.h"
#include "support/shallow.h"

#include <limits.h>
#include <math.h>

#define CELLS 16
#define VALUES_MAX ((CELLS + 1) * (CELLS + 1) * 4)
#define MOST GF_VALUE_MAX

// --- what is refused -------------------------------------------------------------------------------------------------

// Shallow water beside the fluid that is watched, and its own bytes, which no refused call may change.
static uint64_t ownWitness;

static uint64_t witnessOther(const Stage *s)
{
    static const gfField fields[] = {GF_FIELD_MASS, GF_FIELD_GROUND, GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE};
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (size_t i = 0; i < ROWS(fields); i++) {
        gfFieldInfo info;
        float *values = Fixture_ReadField(s->other, fields[i], &info);
        h = Fixture_Hash(h, values, sizeof *values * (size_t)(info.width * info.height * info.channels));
        free(values);
    }
    gfFluidDef def = gfFluid_GetDef(s->other);
    return Fixture_Hash(h, &def, sizeof def);
}

static void makeOther(Stage *s)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    s->other = gfCreateFluid(s->fixture->device, &def);
    assert_non_null(s->other);
    assert_true(gfFluid_FillToLevel(s->other, NULL, 0.3f));
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.mass = source.velocity.x = source.dye[1] = 0.5f;
    assert_true(gfFluid_Splat(s->other, &source) && gfFluid_StepOnce(s->other));
    ownWitness = witnessOther(s); // the first read makes textures for the next ones
    s->witness = BadInput_Witness(s);
    Fixture_ClearLog(s->fixture);
}

static void freeOther(Stage *s)
{
    assert_true(witnessOther(s) == ownWitness);
    gfDestroyFluid(s->other);
}

static bool callSetParams(Stage *s, const void *params)
{
    gfShallowParams copy;
    memcpy(&copy, params, sizeof copy);
    return gfFluid_SetShallowParams(s->other, &copy);
}

static bool callSetSides(Stage *s, const void *sides)
{
    gfBoundaries copy;
    memcpy(&copy, sides, sizeof copy);
    return gfFluid_SetBoundaries(s->other, &copy);
}

static bool callShapeGround(Stage *s, const void *def)
{
    gfGroundDef copy;
    memcpy(&copy, def, sizeof copy);
    return gfFluid_ShapeGround(s->other, &copy);
}

static const FloatRow shallowFloats[] = {
    FLOAT_ROW(gfShallowParams, gravity, 1e-3f, 1e3f),
    FLOAT_ROW(gfShallowParams, manning, 0.0f, 10.0f),
    FLOAT_ROW(gfShallowParams, linearFriction, 0.0f, 1e6f),
    FLOAT_ROW(gfShallowParams, filmViscosity, 0.0f, 1e6f),
    FLOAT_ROW(gfShallowParams, yieldStress, 0.0f, 1e6f),
    FLOAT_ROW(gfShallowParams, viscosity, 0.0f, 1e6f),
    FLOAT_ROW(gfShallowParams, wind.x, -1e3f, 1e3f),
    FLOAT_ROW(gfShallowParams, wind.y, -1e3f, 1e3f),
    FLOAT_ROW(gfShallowParams, windDrag, 0.0f, 1.0f),
    FLOAT_ROW(gfShallowParams, rain, 0.0f, 1e3f),
    FLOAT_ROW(gfShallowParams, evaporation, 0.0f, 1e3f),
    FLOAT_ROW(gfShallowParams, cflLimit, 0.05f, 0.5f),
    FLOAT_ROW(gfShallowParams, ripples.speed, 1e-6f, 1e6f),
    FLOAT_ROW(gfShallowParams, ripples.damping, 0.0f, 1e3f),
    FLOAT_ROW(gfShallowParams, ripples.drops, 0.0f, 1e6f),
    FLOAT_ROW(gfShallowParams, ripples.dropHeight, 0.0f, 1e3f),
    FLOAT_ROW(gfShallowParams, ripples.stirring, 0.0f, 100.0f),
    FLOAT_ROW(gfShallowParams, foamLife, 1e-3f, 1e6f),
    FLOAT_ROW(gfShallowParams, foamSpeed, 1e-6f, 1e6f),
    FLOAT_ROW(gfShallowParams, dryingTime, 1e-3f, 1e6f),
};

static const IntRow shallowInts[] = {INT_ROW(gfShallowParams, cflSubsteps, -1, 0, 65, INT_MAX)};

static void testParams(void **state)
{
    Stage *s = *state;
    makeOther(s);
    gfFluidDef def = gfFluid_GetDef(s->other);
    const gfShallowParams good = def.shallow;
    BadInput_TryFloats(s, callSetParams, &good, sizeof good, shallowFloats, ROWS(shallowFloats));
    BadInput_TryInts(s, callSetParams, &good, sizeof good, shallowInts, ROWS(shallowInts));
    REFUSED(gfFluid_SetShallowParams(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetShallowParams(s->other, NULL), NULL_ARGUMENT, "params");
    for (size_t i = 0; i < ROWS(shallowFloats); i++) { // at creation, too
        gfFluidDef bad = def;
        float value = NAN;
        memcpy((char *)&bad.shallow + shallowFloats[i].offset, &value, sizeof value);
        REFUSED(gfCreateFluid(s->fixture->device, &bad) != NULL, OUT_OF_RANGE, shallowFloats[i].name);
    }
    def.dyeScale = 2.0f;
    REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "dyeScale");
    freeOther(s);
}

static void testSides(void **state)
{
    Stage *s = *state;
    makeOther(s);
    static const FloatRow rows[] = {
        FLOAT_ROW(gfBoundaries, left.inflowDepth, 0.0f, MOST), FLOAT_ROW(gfBoundaries, top.inflowDepth, 0.0f, MOST),
        FLOAT_ROW(gfBoundaries, right.level, -MOST, MOST), FLOAT_ROW(gfBoundaries, bottom.level, -MOST, MOST)};
    gfBoundaries good = {0};
    BadInput_TryFloats(s, callSetSides, &good, sizeof good, rows, ROWS(rows));
    gfBoundaries bad = {.left = {.kind = GF_BOUNDARY_PERIODIC}};
    REFUSED(gfFluid_SetBoundaries(s->other, &bad), OUT_OF_RANGE, "periodic");
    gfFluidDef def = Shallow_Def(CELLS + 1, CELLS, 1.0);
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    REFUSED(gfCreateFluid(s->fixture->device, &def) != NULL, OUT_OF_RANGE, "even");
    freeOther(s);
}

static void testGround(void **state)
{
    Stage *s = *state;
    makeOther(s);
    static const FloatRow floats[] = {
        FLOAT_ROW(gfGroundDef, softness, 0.0f, 1e9f),      FLOAT_ROW(gfGroundDef, height, -MOST, MOST),
        FLOAT_ROW(gfGroundDef, slope.x, -1e3f, 1e3f),      FLOAT_ROW(gfGroundDef, slope.y, -1e3f, 1e3f),
        FLOAT_ROW(gfGroundDef, textureScale, -MOST, MOST),
    };
    static const IntRow ints[] = {INT_ROW(gfGroundDef, mode, -1, 4, INT_MIN, INT_MAX)};
    gfGroundDef good = gfDefaultGroundDef(), bad;
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
    BadInput_TryFloats(s, callShapeGround, &good, sizeof good, floats, ROWS(floats));
    BadInput_TryInts(s, callShapeGround, &good, sizeof good, ints, ROWS(ints));
    REFUSED(gfFluid_ShapeGround(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_ShapeGround(s->other, NULL), NULL_ARGUMENT, "def");
    bad = good;
    bad.cookie = 0;
    REFUSED(gfFluid_ShapeGround(s->other, &bad), COOKIE, "gfDefaultGroundDef");
    memset(&bad, 0, sizeof bad);
    REFUSED(gfFluid_ShapeGround(s->other, &bad), COOKIE, "gfDefaultGroundDef");
    bad = good;
    bad.texture = 1;
    REFUSED(gfFluid_ShapeGround(s->other, &bad), OUT_OF_RANGE, "texture");
    bad = good;
    bad.shape.radius = NAN;
    REFUSED(gfFluid_ShapeGround(s->other, &bad), OUT_OF_RANGE, "radius");
    bad.shape = (gfShape){.kind = (gfShapeKind)99};
    REFUSED(gfFluid_ShapeGround(s->other, &bad), OUT_OF_RANGE, "kind");
    REFUSED(gfFluid_FillToLevel(s->other, &bad.shape, 1.0f), OUT_OF_RANGE, "kind");
    REFUSED(gfFluid_FillToLevel(NULL, NULL, 1.0f), NULL_ARGUMENT, "fluid");
    static const float levels[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    for (size_t i = 0; i < ROWS(levels); i++) {
        REFUSED(gfFluid_FillToLevel(s->other, NULL, levels[i]), OUT_OF_RANGE, "level");
        REFUSED(gfFluid_FillToLevel(s->other, &good.shape, levels[i]), OUT_OF_RANGE, "level");
    }
    freeOther(s);
}

static void testFields(void **state)
{
    Stage *s = *state;
    makeOther(s);
    static const gfField missing[] = {
        GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE, GF_FIELD_DIVERGENCE, GF_FIELD_DIVERGENCE_BEFORE,
        GF_FIELD_RESIDUAL,    GF_FIELD_FOAM,     GF_FIELD_RIPPLE};
    static const gfField readOnly[] = {GF_FIELD_VELOCITY, GF_FIELD_VORTICITY, GF_FIELD_SOLID, GF_FIELD_LEVEL};
    static const gfField written[] = {GF_FIELD_MASS, GF_FIELD_GROUND, GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE};
    static const float badValues[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    float values[VALUES_MAX] = {0};
    gfFieldInfo info;
    for (size_t i = 0; i < ROWS(missing); i++) {
        REFUSED(gfFluid_GetFieldInfo(s->other, missing[i], &info), UNSUPPORTED, "gfFluid_GetFieldInfo");
        REFUSED(!GF_IS_NULL(gfFluid_RequestField(s->other, missing[i])), UNSUPPORTED, "gfFluid_RequestField");
        REFUSED(gfFluid_ReadFieldBlocking(s->other, missing[i], values, VALUES_MAX), UNSUPPORTED, "ReadFieldBlocking");
        REFUSED(gfFluid_WriteField(s->other, missing[i], values, VALUES_MAX), UNSUPPORTED, "gfFluid_WriteField");
    }
    for (size_t i = 0; i < ROWS(readOnly); i++) {
        assert_true(gfFluid_GetFieldInfo(s->other, readOnly[i], &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        REFUSED(gfFluid_WriteField(s->other, readOnly[i], values, count), UNSUPPORTED, "written");
    }
    for (size_t i = 0; i < ROWS(written); i++) {
        assert_true(gfFluid_GetFieldInfo(s->other, written[i], &info));
        size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
        REFUSED(gfFluid_WriteField(s->other, written[i], values, count - 1), OUT_OF_RANGE, "expected");
        for (size_t b = 0; b < ROWS(badValues); b++) {
            values[count - 1] = badValues[b];
            REFUSED(gfFluid_WriteField(s->other, written[i], values, count), OUT_OF_RANGE, "value");
            values[count - 1] = 0.0f;
        }
    }
    values[7] = -1e-30f;
    REFUSED(gfFluid_WriteField(s->other, GF_FIELD_MASS, values, CELLS * CELLS), OUT_OF_RANGE, "depth 7");
    static const gfField others[] = {GF_FIELD_MASS, GF_FIELD_GROUND, GF_FIELD_LEVEL, GF_FIELD_FOAM, GF_FIELD_RIPPLE};
    for (size_t i = 0; i < ROWS(others); i++) {
        REFUSED(gfFluid_GetFieldInfo(s->fluid, others[i], &info), UNSUPPORTED, "gfFluid_GetFieldInfo");
        REFUSED(gfFluid_WriteField(s->fluid, others[i], values, GRID_W * GRID_H), UNSUPPORTED, "gfFluid_WriteField");
    }
    freeOther(s);
}

// Calls of other solvers on water, and of water on them.
static void testOtherSolvers(void **state)
{
    gfQueryDef asksOfSides = gfDefaultQueryDef();
    asksOfSides.sides = true;
    Stage *s = *state;
    makeOther(s);
    gfFluidDef def = gfFluid_GetDef(s->other);
    const gfParticle one = {.position = {0.5f, 0.5f}};
    gfParticle some[2];
    gfParticleStats counts;
    REFUSED(gfFluid_SetGridParams(s->other, &def.grid), UNSUPPORTED, "GRID");
    REFUSED(gfCreateQuery(s->other, &asksOfSides), UNSUPPORTED, "sides");
    REFUSED(gfFluid_Project(s->other, 1), UNSUPPORTED, "projection");
    REFUSED(gfFluid_SetGaussianParams(s->other, &def.gaussian), UNSUPPORTED, "GAUSSIAN");
    REFUSED(gfFluid_SetParticleParams(s->other, &def.particles), UNSUPPORTED, "");
    REFUSED(gfFluid_AddParticles(s->other, &one, 1), UNSUPPORTED, "");
    REFUSED(gfFluid_ReadParticlesBlocking(s->other, some, 2) >= 0, UNSUPPORTED, "");
    REFUSED(gfFluid_GetParticleStatsBlocking(s->other, &counts), UNSUPPORTED, "");
    static const gfDrawStyle styles[] = {GF_DRAW_TEMPERATURE, GF_DRAW_FIRE, GF_DRAW_DIVERGENCE, GF_DRAW_PARTICLES};
    gfDrawDef draw = gfDefaultDrawDef();
    for (size_t i = 0; i < ROWS(styles); i++) {
        draw.style = styles[i];
        REFUSED(gfFluid_Draw(s->other, &draw), UNSUPPORTED, "");
    }
    gfGroundDef ground = gfDefaultGroundDef();
    ground.everywhere = true;
    for (int solver = 0; solver < GF_SOLVER_SHALLOW; solver++) {
        gfFluidDef dry = gfDefaultFluidDef();
        dry.solver = (gfSolverKind)solver;
        dry.gridWidth = dry.gridHeight = CELLS;
        dry.particles.capacity = 50;
        gfFluid *fluid = gfCreateFluid(s->fixture->device, &dry);
        assert_non_null(fluid);
        s->witness = BadInput_Witness(s);
        REFUSED(gfFluid_ShapeGround(fluid, &ground), UNSUPPORTED, "ground");
        if (solver != GF_SOLVER_GAUSSIAN) {
            REFUSED(gfFluid_FillToLevel(fluid, NULL, 1.0f), UNSUPPORTED, "level");
        }
        REFUSED(gfFluid_SetShallowParams(fluid, &def.shallow), UNSUPPORTED, "SHALLOW");
        gfDestroyFluid(fluid);
    }
    freeOther(s);
}

// --- what is wild and legal ------------------------------------------------------------------------------------------

typedef enum Wild { WILD_GROUND = 1, WILD_DEPTHS = 2, WILD_SPEEDS = 4, WILD_ALL = 7 } Wild;

// Checkerboards of the largest numbers; what is not wild is a pond of a metre.
static void writeWild(gfFluid *fluid, Wild wild)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    float values[VALUES_MAX] = {0};
    int width = def.gridWidth, count = width * def.gridHeight;
    assert_true(width <= CELLS && def.gridHeight <= CELLS);
    for (int i = 0; i < count; i++) {
        values[i] = wild & WILD_GROUND ? ((i % width + i / width) % 2 ? MOST : -MOST) : 0.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_GROUND, values, (size_t)count));
    static const float depths[] = {MOST, 0.0f, 1e-30f, 1.0f, 1e-6f, MOST, 100.0f};
    for (int i = 0; i < count; i++) {
        values[i] = wild & WILD_DEPTHS ? depths[i * 5 % 7] : 1.0f;
    }
    assert_true(gfFluid_WriteField(fluid, GF_FIELD_MASS, values, (size_t)count));
    size_t faces = 2 * (size_t)(width + 1) * (size_t)(def.gridHeight + 1);
    for (size_t i = 0; i < faces && (wild & WILD_SPEEDS); i++) {
        values[i] = i * 7 % 5 < 2 ? MOST : i * 7 % 5 < 4 ? -MOST : 1e-30f;
    }
    assert_true(!(wild & WILD_SPEEDS) || gfFluid_WriteField(fluid, GF_FIELD_FACE_VELOCITY, values, faces));
}

static void expectFinite(gfFluid *fluid)
{
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (!gfFluid_GetFieldInfo(fluid, (gfField)field, &info)) {
            continue;
        }
        float *values = Fixture_ReadField(fluid, (gfField)field, &info);
        for (int i = 0; i < info.width * info.height * info.channels; i++) {
            if (!isfinite(values[i]) || (field == GF_FIELD_MASS && values[i] < 0.0f)) {
                fail_msg("value %d of field %d is %g", i, field, (double)values[i]);
            }
        }
        free(values);
    }
    gfClearLastError();
}

// Steps `count` times; behind closed sides, and where nothing is poured, the volume stays.
static void runWild(Fixture *fixture, gfFluid *fluid, int count, bool closed)
{
    double first = Shallow_Volume(fluid);
    for (int i = 0; i < count; i++) {
        Flow_Steps(fluid, 1);
        if (i < 3 || i == count - 1) {
            expectFinite(fluid);
        }
    }
    double last = Shallow_Volume(fluid);
    if (closed) {
        Flow_ExpectNear("volume", last / first, 1.0, 1e-5);
    }
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("lag, steps", stats.lag_s / (double)gfFluid_GetDef(fluid).fixedStep, 0.0, 5.0);
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

// Everything that a definition may ask for at once, so that a few programs serve all.
static gfFluidDef wildDef(double cellSize, float step, bool periodic)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, cellSize);
    def.fixedStep = step;
    def.shallow.cflSubsteps = 4;
    def.shallow.manning = 10.0f;
    def.shallow.viscosity = (float)(1e-3 * cellSize * cellSize / (double)step);
    def.shallow.viscosity = fminf(def.shallow.viscosity, 1e6f);
    def.shallow.wind = (gfVec2){1e3f, -1e3f};
    def.shallow.windDrag = 1.0f;
    def.shallow.foam = def.shallow.ripples.enabled = true;
    def.shallow.ripples.drops = 1e6f;
    def.shallow.ripples.dropHeight = 1e3f;
    def.shallow.ripples.stirring = 100.0f;
    gfBoundaryKind kind = periodic ? GF_BOUNDARY_PERIODIC : GF_BOUNDARY_NO_SLIP;
    def.boundaries = (gfBoundaries){{.kind = kind}, {.kind = kind}, {.kind = kind}, {.kind = kind}};
    return def;
}

static void testWildUnits(void **state)
{
    static const struct {
        double cellSize;
        float step, gravity;
        Wild wild;
    } rows[] = {
        {1e-6, 1e-6f, 9.81f, WILD_DEPTHS},       {1e-6, 1.0f, 1e3f, WILD_ALL}, {1e6, 1.0f, 1e-3f, WILD_ALL},
        {1e6, 1e-6f, 1e3f, WILD_GROUND},         {1.0, 1.0f, 1e3f, WILD_ALL},  {1.0, 1.0f / 60.0f, 9.81f, WILD_GROUND},
        {1.0, 1.0f / 60.0f, 9.81f, WILD_SPEEDS},
    };
    for (size_t i = 0; i < 2 * ROWS(rows); i++) {
        gfFluidDef def = wildDef(rows[i / 2].cellSize, rows[i / 2].step, i % 2 == 1);
        def.shallow.gravity = rows[i / 2].gravity;
        gfFluid *fluid = Flow_Make(*state, &def);
        writeWild(fluid, rows[i / 2].wild);
        runWild(*state, fluid, 8, true);
        gfDestroyFluid(fluid);
    }
}

static void testWildFriction(void **state)
{
    for (int i = 0; i < 5; i++) {
        gfFluidDef def = wildDef(1.0, i % 2 ? 1.0f : 1e-3f, false);
        def.shallow.manning = i == 1 ? 10.0f : 0.0f;
        def.shallow.linearFriction = i == 2 ? 1e6f : 0.0f;
        def.shallow.filmViscosity = i == 3 ? 1e6f : 0.0f;
        def.shallow.yieldStress = i == 4 ? 1e6f : 0.0f;
        def.shallow.viscosity = i == 0 ? 1e6f : 1e-6f;
        gfFluid *fluid = Flow_Make(*state, &def);
        writeWild(fluid, WILD_DEPTHS | WILD_SPEEDS);
        runWild(*state, fluid, 6, true);
        gfDestroyFluid(fluid);
    }
}

// Rain and drought of a kilometre a second; no depth goes below 0.
static void testWildWeather(void **state)
{
    gfFluidDef def = wildDef(1.0, 1.0f, false);
    def.shallow.rain = 1e3f;
    gfFluid *fluid = Flow_Make(*state, &def);
    runWild(*state, fluid, 6, false);
    def.shallow.rain = 0.0f;
    def.shallow.evaporation = 1e3f;
    assert_true(gfFluid_SetShallowParams(fluid, &def.shallow));
    runWild(*state, fluid, 12, false);
    gfDestroyFluid(fluid);
}

static void testWildSides(void **state)
{
    gfFluidDef def = wildDef(1.0, 1.0f / 60.0f, false);
    gfBoundary in = {.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = MOST, .inflowDepth = MOST};
    gfBoundary high = {.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = MOST};
    gfBoundary low = {.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = -MOST};
    gfBoundary out = {.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = -MOST};
    gfBoundary edge = {.kind = GF_BOUNDARY_OPEN};
    const gfBoundaries sides[] = {
        {in, low, edge, out}, {high, high, high, high}, {high, low, in, edge}, {in, in, in, in}, {out, out, out, out}};
    for (size_t i = 0; i < ROWS(sides); i++) {
        for (int wild = 0; wild < 2; wild++) {
            def.boundaries = sides[i];
            gfFluid *fluid = Flow_Make(*state, &def);
            writeWild(fluid, wild ? WILD_ALL : WILD_DEPTHS);
            runWild(*state, fluid, 8, false);
            gfDestroyFluid(fluid);
        }
    }
}

// The sea outside stands high above a pond. It pours in and sloshes up the far side, and in the end it fills the pond.
static void testSeaFillsPond(void **state)
{
    static const struct {
        float level, step;
        int substeps, count;
    } rows[] = {{1000.0f, 1.0f / 60.0f, 64, 240}, {MOST, 1.0f, 1, 400}, {MOST, 1.0f / 60.0f, 4, 400}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0);
        gfBoundary sea = {.kind = GF_BOUNDARY_OPEN, .holdsLevel = true, .level = rows[i].level};
        def.boundaries = (gfBoundaries){.left = sea, .bottom = sea};
        def.fixedStep = rows[i].step;
        def.shallow.cflSubsteps = rows[i].substeps;
        gfFluid *fluid = Flow_Make(*state, &def);
        writeWild(fluid, 0);
        double most = 0.0;
        for (int k = 0; k < rows[i].count; k++) {
            Flow_Steps(fluid, 1);
            most = fmax(most, Shallow_Volume(fluid) / (CELLS * CELLS));
        }
        double last = Shallow_Volume(fluid) / (CELLS * CELLS);
        Flow_ExpectBetween("largest mean depth over the sea's", most / (double)rows[i].level, 0.9, 2.5);
        Flow_ExpectNear("last mean depth over the sea's", last / (double)rows[i].level, 1.0, 0.2);
        gfDestroyFluid(fluid);
    }
}

// A torrent onto dry ground: from the first step on as much comes in as is asked for, and it does not pile up.
static void testTorrent(void **state)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    def.boundaries.top = (gfBoundary){
        .kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 6.0f, .inflowDepth = 0.5f, .inflowProfile = GF_INFLOW_PARABOLIC};
    gfFluid *fluid = Flow_Make(*state, &def);
    for (int i = 1; i < 4; i++) {
        Flow_Steps(fluid, 1);
        float *depth = Shallow_Read(fluid, GF_FIELD_MASS);
        for (int k = 0; k < CELLS * CELLS; k++) {
            Flow_ExpectBetween("depth, m", (double)depth[k], 0.0, 0.75);
        }
        free(depth);
        Flow_ExpectNear("volume over what came in", Shallow_Volume(fluid) / (i * 6.0 * 0.5 / 60.0), 1.0, 1e-3);
    }
    gfDestroyFluid(fluid);
}

// A solid that covers all or most of the domain, and moves.
static void testWildSolids(void **state)
{
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = wildDef(1.0, 1.0f / 60.0f, i % 2 == 1);
        gfFluid *fluid = Flow_Make(*state, &def);
        writeWild(fluid, i < 2 ? 0 : WILD_ALL);
        gfSolidDef solid = gfDefaultSolidDef();
        solid.shape = gfMakeCircle((gfVec2){8.0f, 8.0f}, 50.0f);
        gfSolidId id = gfFluid_AddSolid(fluid, &solid);
        assert_false(GF_IS_NULL(id));
        runWild(*state, fluid, 3, true);
        solid.shape = gfMakeRectangle((gfVec2){5.3f, 8.1f}, (gfVec2){2.6f, 5.0f}, 0.4f);
        solid.velocity = (gfVec2){1e3f, -1e3f};
        solid.angularVelocity = 1e3f;
        assert_true(gfFluid_SetSolid(fluid, id, &solid));
        runWild(*state, fluid, 3, true);
        solid.shape = gfMakeCircle((gfVec2){11.0f, 3.0f}, 4.7f);
        assert_true(gfFluid_SetSolid(fluid, id, &solid));
        runWild(*state, fluid, 3, true);
        assert_true(gfFluid_RemoveSolid(fluid, id));
        runWild(*state, fluid, 2, true);
        gfDestroyFluid(fluid);
    }
}

// The smallest domain, whose stencils go twice round its periodic axes; a lake there stays at rest.
static void testSmallestDomain(void **state)
{
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = wildDef(1.0, 1.0f / 60.0f, i % 2 == 1);
        def.gridWidth = def.gridHeight = GF_GRID_MIN;
        if (i < 2) {
            def.shallow = gfDefaultShallowParams();
        }
        gfFluid *fluid = Flow_Make(*state, &def);
        writeWild(fluid, i < 2 ? 0 : WILD_ALL);
        runWild(*state, fluid, 8, true);
        if (i < 2) {
            Flow_ExpectNear("lake at rest, m/s", Flow_Measure(fluid).speedMax, 0.0, 0.0);
        }
        gfDestroyFluid(fluid);
    }
}

static uint32_t makeTexture(Fixture *fixture)
{
    const GladGLContext *gl = &fixture->gl;
    const float texels[16] = {NAN, INFINITY, -INFINITY, 60000.0f, 1.0f, NAN,  -60000.0f, INFINITY,
                              NAN, NAN,      NAN,       NAN,      0.5f, 0.0f, -1.0f,     NAN};
    uint32_t texture;
    gl->GenTextures(1, &texture);
    gl->BindTexture(GL_TEXTURE_2D, texture);
    gl->TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F, 2, 2, 0, GL_RGBA, GL_FLOAT, texels);
    gl->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    gl->BindTexture(GL_TEXTURE_2D, 0);
    return texture;
}

static void testWildTexture(void **state)
{
    Fixture *fixture = *state;
    gfFluidDef def = wildDef(1.0, 1.0f / 60.0f, false);
    gfFluid *fluid = Flow_Make(fixture, &def);
    uint32_t texture = makeTexture(fixture);
    gfGroundDef ground = gfDefaultGroundDef();
    ground.texture = texture;
    ground.textureScale = MOST;
    for (int mode = GF_GROUND_SET; mode <= GF_GROUND_DIG; mode++) {
        ground.mode = (gfGroundMode)mode;
        ground.everywhere = mode % 2 == 0;
        ground.shape = gfMakeRectangle((gfVec2){8.0f, 8.0f}, (gfVec2){5.0f, 3.0f}, 0.3f);
        ground.softness = mode == GF_GROUND_RAISE ? 1e9f : 2.0f;
        ground.height = mode == GF_GROUND_DIG ? -MOST : MOST;
        ground.slope = (gfVec2){1e3f, -1e3f};
        assert_true(gfFluid_ShapeGround(fluid, &ground));
        assert_true(gfFluid_FillToLevel(fluid, mode % 2 ? NULL : &ground.shape, mode < 2 ? MOST : -1.0f));
        runWild(fixture, fluid, 2, true);
    }
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeRectangle((gfVec2){8.0f, 8.0f}, (gfVec2){7.0f, 7.0f}, 0.2f);
    source.texture = texture;
    source.mass = source.velocity.x = source.dye[0] = MOST;
    source.velocity.y = source.dye[3] = -MOST;
    for (int i = 0; i < 4; i++) {
        source.mode = i % 2 ? GF_SOURCE_SET : GF_SOURCE_ADD;
        source.textureRole = i / 2 ? GF_TEXTURE_VELOCITY : GF_TEXTURE_DYE;
        assert_true(gfFluid_Splat(fluid, &source));
        runWild(fixture, fluid, 2, false);
    }
    gfDestroyFluid(fluid);
    fixture->gl.DeleteTextures(1, &texture);
}

// More is drained than there is, and less than nothing is set: no depth goes below 0, and dye stays within its range.
static void testWildSources(void **state)
{
    gfFluidDef def = wildDef(1.0, 1.0f / 60.0f, false);
    gfFluid *fluid = Flow_Make(*state, &def);
    writeWild(fluid, 0);
    gfSourceDef source = Flow_DiscSource(8.0f, 8.0f, 5.0f), drain = Flow_DiscSource(6.0f, 8.0f, 5.0f);
    source.mass = source.velocity.x = source.dye[0] = source.temperature = source.divergence = MOST;
    drain.mass = drain.velocity.y = drain.dye[1] = -MOST;
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &drain);
    assert_false(GF_IS_NULL(emitter));
    for (int i = 0; i < 4; i++) {
        gfSourceDef splat = i % 2 ? drain : source;
        splat.mode = i / 2 ? GF_SOURCE_SET : GF_SOURCE_ADD;
        assert_true(gfFluid_Splat(fluid, &splat) && gfFluid_Splat(fluid, &splat));
        runWild(*state, fluid, 3, false);
    }
    gfDestroyFluid(fluid);
}

// --- lag -------------------------------------------------------------------------------------------------------------

// A dam of 100 m breaks over cells of 1 m: a step would need some 2.5 CFL substeps more than it may have.
static void testLag(void **state)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0);
    def.shallow.cflSubsteps = 1;
    gfFluid *fluid = Flow_Make(*state, &def);
    gfShape half = gfMakeRectangle((gfVec2){0.0f, 8.0f}, (gfVec2){8.0f, 20.0f}, 0.0f);
    assert_true(gfFluid_FillToLevel(fluid, &half, 100.0f));
    double first = Shallow_Volume(fluid);
    Flow_Steps(fluid, 30);
    gfFluidStats stats = Flow_Measure(fluid);
    Flow_ExpectBetween("lag, s", stats.lag_s, 1e-3, 5.0 / 60.0);
    Flow_ExpectBetween("speed, m/s", stats.speedMax, 1.0, 3.0 * sqrt(9.81 * 100.0));
    Flow_ExpectNear("volume", Shallow_Volume(fluid) / first, 1.0, 1e-5);
    def.shallow.cflSubsteps = 64;
    assert_true(gfFluid_SetShallowParams(fluid, &def.shallow));
    Flow_Steps(fluid, 30);
    Flow_ExpectNear("made up for: lag, s", Flow_Measure(fluid).lag_s, 0.0, 1e-6);
    gfDestroyFluid(fluid);
}

#define REFUSAL(function) cmocka_unit_test_setup_teardown(function, BadInput_SetUp, BadInput_TearDown)

int main(void)
{
    const struct CMUnitTest refusals[] = {REFUSAL(testParams), REFUSAL(testSides), REFUSAL(testGround),
                                          REFUSAL(testFields), REFUSAL(testOtherSolvers)};
    const struct CMUnitTest wild[] = {
        cmocka_unit_test(testWildUnits),   cmocka_unit_test(testWildFriction), cmocka_unit_test(testWildWeather),
        cmocka_unit_test(testWildSides),   cmocka_unit_test(testSeaFillsPond), cmocka_unit_test(testTorrent),
        cmocka_unit_test(testWildSolids),  cmocka_unit_test(testWildTexture),  cmocka_unit_test(testSmallestDomain),
        cmocka_unit_test(testWildSources), cmocka_unit_test(testLag),
    };
    int failed = cmocka_run_group_tests(refusals, NULL, NULL);
    return failed + cmocka_run_group_tests(wild, Fixture_SetUp, Fixture_TearDown);
}
