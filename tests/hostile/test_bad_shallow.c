// Arguments that no call on shallow water may accept, what it lacks, and what is legal and wild: all stays finite, no
// depth is below 0, and no water is made or lost behind closed sides.
#include "support/flow.h"
#include "support/shallow.h"
#include "support/solvers.h"

#define CELLS 16
#define VALUES_MAX ((CELLS + 1) * (CELLS + 1) * 4)
#define MOST GF_VALUE_MAX
#define ROWS(table) (sizeof(table) / sizeof(table)[0])

// What definitions hold is tried by test_bad_ranges.c, and what the solver lacks by test_bad_solvers.c.
TEST(testGround)
{
    Fixture *f = *state;
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    gfFluid *fluid = Flow_Make(f, &def);
    assert_true(gfFluid_FillToLevel(fluid, NULL, 0.3f) && gfFluid_StepOnce(fluid));
    const uint64_t before = Solver_Hash(fluid);
    static const float levels[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    gfGroundDef good = gfDefaultGroundDef();
    good.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
    gfGroundDef textured = good, noRadius = good, noKind = good;
    textured.texture = 1;
    noRadius.shape.radius = NAN;
    noKind.shape = (gfShape){.kind = (gfShapeKind)99};
#define REFUSED(call, code, text) (assert_false(call), Fixture_ExpectError(f, GF_ERROR_##code, text))
    REFUSED(gfFluid_ShapeGround(fluid, &textured), OUT_OF_RANGE, "texture");
    REFUSED(gfFluid_ShapeGround(fluid, &noRadius), OUT_OF_RANGE, "radius");
    REFUSED(gfFluid_ShapeGround(fluid, &noKind), OUT_OF_RANGE, "kind");
    REFUSED(gfFluid_FillToLevel(fluid, &noKind.shape, 1.0f), OUT_OF_RANGE, "kind");
    REFUSED(gfFluid_ShapeGround(NULL, &good), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_FillToLevel(NULL, NULL, 1.0f), NULL_ARGUMENT, "fluid");
    REFUSED(gfFluid_SetDef(NULL, &def), NULL_ARGUMENT, "fluid");
    for (size_t i = 0; i < ROWS(levels); i++) {
        REFUSED(gfFluid_FillToLevel(fluid, NULL, levels[i]), OUT_OF_RANGE, "level");
        REFUSED(gfFluid_FillToLevel(fluid, &good.shape, levels[i]), OUT_OF_RANGE, "level");
    }
    assert_true(Solver_Hash(fluid) == before);
}

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
        float *values = Fixture_Read(fluid, (gfField)field, &info);
        for (int i = 0; i < info.width * info.height * info.channels; i++) {
            fail_if(!isfinite(values[i]) || (field == GF_FIELD_MASS && values[i] < 0.0f), "value %d of field %d is %g",
                    i, field, (double)values[i]);
        }
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

TEST(testWildUnits)
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
    }
}

TEST_CI(testWildFriction)
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
    }
}

// Rain and drought of a kilometre a second; no depth goes below 0.
TEST_CI(testWildWeather)
{
    gfFluidDef def = wildDef(1.0, 1.0f, false);
    def.shallow.rain = 1e3f;
    gfFluid *fluid = Flow_Make(*state, &def);
    runWild(*state, fluid, 6, false);
    def.shallow.rain = 0.0f;
    def.shallow.evaporation = 1e3f;
    assert_true(gfFluid_SetDef(fluid, &def));
    runWild(*state, fluid, 12, false);
}

TEST_CI(testWildSides)
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
        }
    }
}

// The sea outside stands high above a pond. It pours in and sloshes up the far side, and in the end it fills the pond.
TEST_CI(testSeaFillsPond)
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
    }
}

// A torrent onto dry ground: from the first step on as much comes in as is asked for, and it does not pile up.
TEST(testTorrent)
{
    gfFluidDef def = Shallow_Def(CELLS, CELLS, 1.0 / CELLS);
    def.boundaries.top = (gfBoundary){
        .kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 6.0f, .inflowDepth = 0.5f, .inflowProfile = GF_INFLOW_PARABOLIC};
    gfFluid *fluid = Flow_Make(*state, &def);
    for (int i = 1; i < 4; i++) {
        Flow_Steps(fluid, 1);
        float *depth = Fixture_Read(fluid, GF_FIELD_MASS, NULL);
        for (int k = 0; k < CELLS * CELLS; k++) {
            Flow_ExpectBetween("depth, m", (double)depth[k], 0.0, 0.75);
        }
        Flow_ExpectNear("volume over what came in", Shallow_Volume(fluid) / (i * 6.0 * 0.5 / 60.0), 1.0, 1e-3);
    }
}

// A solid that covers all or most of the domain, and moves.
TEST_CI(testWildSolids)
{
    for (int i = 0; i < 4; i++) {
        gfFluid *fluid = Flow_MakeOf(*state, wildDef(1.0, 1.0f / 60.0f, i % 2 == 1));
        writeWild(fluid, i < 2 ? 0 : WILD_ALL);
        gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){8.0f, 8.0f}, 50.0f));
        gfSolidId id = Flow_AddSolidOf(fluid, &solid);
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
    }
}

// The smallest domain, whose stencils go twice round its periodic axes; a lake there stays at rest.
TEST(testSmallestDomain)
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

TEST_CI(testWildTexture)
{
    gfFluid *fluid = Flow_MakeOf(fixture, wildDef(1.0, 1.0f / 60.0f, false));
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
    gfSourceDef source = Flow_SourceDef(gfMakeRectangle((gfVec2){8.0f, 8.0f}, (gfVec2){7.0f, 7.0f}, 0.2f));
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
TEST_CI(testWildSources)
{
    gfFluid *fluid = Flow_MakeOf(*state, wildDef(1.0, 1.0f / 60.0f, false));
    writeWild(fluid, 0);
    gfSourceDef source = Flow_DiscSource(8.0f, 8.0f, 5.0f), drain = Flow_DiscSource(6.0f, 8.0f, 5.0f);
    source.mass = source.velocity.x = source.dye[0] = source.temperature = source.divergence = MOST;
    drain.mass = drain.velocity.y = drain.dye[1] = -MOST;
    const gfSourceDef adding = Flow_Emitting(drain);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &adding)));
    for (int i = 0; i < 4; i++) {
        gfSourceDef splat = i % 2 ? drain : source;
        splat.mode = i / 2 ? GF_SOURCE_SET : GF_SOURCE_ADD;
        assert_true(gfFluid_Splat(fluid, &splat) && gfFluid_Splat(fluid, &splat));
        runWild(*state, fluid, 3, false);
    }
}

// A dam of 100 m breaks over cells of 1 m: a step would need some 2.5 CFL substeps more than it may have.
TEST_CI(testLag)
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
    assert_true(gfFluid_SetDef(fluid, &def));
    Flow_Steps(fluid, 30);
    Flow_ExpectNear("made up for: lag, s", Flow_Measure(fluid).lag_s, 0.0, 1e-6);
}
