// What a solver lacks, by the one table of support/solvers.c: fields, styles, quantities, tunables, sides and calls
// that it has are accepted, and all others refused with a code and a message that says so, and the fluid stays as it
// was.
#include "support/canvas.h"
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/solvers.h"

#include <limits.h>

#define CELLS 16
#define VALUES_MAX (4 * (CELLS + 1) * (CELLS + 1))
#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

// A fluid of the solver that is tried, one of each other, and what no refused call may change.
typedef struct Stage {
    Fixture *fixture;
    int solver;
    const SolverRow *row;
    gfFluid *fluid;
    uint64_t witness;
} Stage;

// What the library says of itself: the fluid's own content is looked at in the end.
static uint64_t witnessOf(const Stage *s)
{
    const gfFluidDef def = gfFluid_GetDef(s->fluid);
    const gfStepInfo clock = gfFluid_GetStepInfo(s->fluid);
    const gfMemoryCounts counts = gfDevice_GetMemory(s->fixture->device);
    uint64_t h = Fixture_Hash(Fixture_Hash(FIXTURE_HASH_EMPTY, &def, sizeof def), &clock, sizeof clock);
    return Fixture_Hash(h, &counts, sizeof counts);
}

static void expect(Stage *s, bool accepted, bool had, gfErrorCode code, const char *text)
{
    if (had && !accepted) {
        const char *message = NULL;
        gfGetLastError(&message);
        fail_msg("%s has it, and it is refused: %s", s->row->name, message);
    } else if (accepted && !had) {
        fail_msg("%s accepts it, where '%s' was expected", s->row->name, text);
    } else if (!had) {
        Fixture_ExpectError(s->fixture, code, text);
        assert_true(witnessOf(s) == s->witness);
    }
    s->witness = witnessOf(s);
    Fixture_ClearLog(s->fixture);
}

#define REFUSED(call, code, text) expect(s, call, false, GF_ERROR_##code, text)
#define HAS(call, had, code, text) expect(s, call, had, GF_ERROR_##code, text)

static void tryField(Stage *s, gfField field)
{
    static const float badValues[] = {NAN, INFINITY, -INFINITY, 60001.0f, -60001.0f};
    float values[VALUES_MAX] = {0};
    gfFluid *fluid = s->fluid;
    gfFieldInfo info = {0};
    gfFieldTexture texture;
    bool had = Solver_HasField(s->solver, (int)field), written = Solver_WritesField(s->solver, (int)field);
    HAS(gfFluid_GetFieldInfo(fluid, field, &info), had, UNSUPPORTED, "gfFluid_GetFieldInfo");
    HAS(gfFluid_ReadFieldBlocking(fluid, field, values, VALUES_MAX), had, UNSUPPORTED, "gfFluid_ReadFieldBlocking");
    if (!had) {
        REFUSED(!GF_IS_NULL(gfFluid_RequestField(fluid, field)), UNSUPPORTED, "gfFluid_RequestField");
        REFUSED(gfFluid_GetTexture(fluid, field, &texture), UNSUPPORTED, "has no field");
        REFUSED(gfFluid_WriteField(fluid, field, values, VALUES_MAX), UNSUPPORTED, "gfFluid_WriteField");
        return;
    }
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    REFUSED(gfFluid_ReadFieldBlocking(fluid, field, values, count - 1), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_ReadFieldBlocking(fluid, field, values, 0), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_ReadFieldBlocking(fluid, field, NULL, count), NULL_ARGUMENT, "values");
    if (!written) {
        REFUSED(gfFluid_WriteField(fluid, field, values, count), UNSUPPORTED, "written");
        return;
    }
    REFUSED(gfFluid_WriteField(fluid, field, NULL, count), NULL_ARGUMENT, "values");
    REFUSED(gfFluid_WriteField(fluid, field, values, count - 1), OUT_OF_RANGE, "expected");
    REFUSED(gfFluid_WriteField(fluid, field, values, count + 1), OUT_OF_RANGE, "expected");
    for (int i = 0; i < ROWS(badValues); i++) {
        float good = values[count - 1];
        values[count - 1] = badValues[i];
        REFUSED(gfFluid_WriteField(fluid, field, values, count), OUT_OF_RANGE, "value");
        values[count - 1] = good;
    }
    if (s->solver == GF_SOLVER_SHALLOW && field == GF_FIELD_MASS) {
        values[7] = -1e-30f;
        REFUSED(gfFluid_WriteField(fluid, field, values, count), OUT_OF_RANGE, "depth 7");
    }
}

static void tryFields(Stage *s)
{
    static const gfField none[] = {(gfField)-1, GF_FIELD_COUNT, (gfField)INT_MAX};
    float values[VALUES_MAX];
    gfFieldInfo info;
    gfFieldTexture texture;
    for (int i = 0; i < ROWS(none); i++) {
        REFUSED(gfFluid_GetFieldInfo(s->fluid, none[i], &info), OUT_OF_RANGE, "field");
        REFUSED(!GF_IS_NULL(gfFluid_RequestField(s->fluid, none[i])), OUT_OF_RANGE, "field");
        REFUSED(gfFluid_ReadFieldBlocking(s->fluid, none[i], values, VALUES_MAX), OUT_OF_RANGE, "field");
        REFUSED(gfFluid_WriteField(s->fluid, none[i], values, VALUES_MAX), OUT_OF_RANGE, "field");
        REFUSED(gfFluid_GetTexture(s->fluid, none[i], &texture), OUT_OF_RANGE, "field");
    }
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        tryField(s, (gfField)field);
    }
}

// What there is of a style is drawn by tests of pictures; here it is only what there is not.
static void tryStyles(Stage *s)
{
    gfDrawDef draw = gfDefaultDrawDef();
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        draw.style = (gfDrawStyle)style;
        if (!Solver_HasStyle(s->solver, style)) {
            REFUSED(gfFluid_Draw(s->fluid, &draw), UNSUPPORTED, "has no");
            REFUSED(gfFluid_DrawToTexture(s->fluid, &draw, 8, 8) != 0, UNSUPPORTED, "has no");
        }
    }
}

static bool tryQuery(gfFluid *fluid, const gfQueryDef *def)
{
    gfQuery *query = gfCreateQuery(fluid, def);
    gfDestroyQuery(query);
    return query != NULL;
}

static void tryQueries(Stage *s)
{
    const gfQueryDef none = gfDefaultQueryDef();
    gfQueryDef def = none;
    for (uint32_t bit = 1; bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        def.quantities = bit;
        HAS(tryQuery(s->fluid, &def), (s->row->quantities & bit) != 0, UNSUPPORTED, "has no");
    }
    def = none;
    def.sides = true;
    HAS(tryQuery(s->fluid, &def), s->solver == GF_SOLVER_GRID, UNSUPPORTED, "sides");
    def = none;
    def.maxRays = 1;
    HAS(tryQuery(s->fluid, &def), Solver_HasField(s->solver, GF_FIELD_MASS), UNSUPPORTED,
        "has no liquid whose surface");
    def = none;
    def.maxShapes = 1;
    HAS(tryQuery(s->fluid, &def), s->row->particles, UNSUPPORTED, "has no particles to count");
    def = none;
    def.contactReach = 0.5f;
    HAS(tryQuery(s->fluid, &def), s->row->particles, UNSUPPORTED, "has no particles that could touch solids");
    def = none;
    def.maxSolids = 1;
    HAS(tryQuery(s->fluid, &def), s->row->loads, UNSUPPORTED, "knows no forces on solids");
    def = none;
    def.maxGroups = 1;
    REFUSED(tryQuery(s->fluid, &def), UNSUPPORTED, "maxGroups needs a fluid with GF_SOLVER_PARTICLES");
}

// The tunables of each solver, and calls that are one solver's alone.
static void tryCalls(Stage *s)
{
    gfFluidDef def = gfFluid_GetDef(s->fluid);
    const gfParticle one = {.position = {0.5f, 0.5f}};
    const gfVec2 place = {0.5f, 0.5f};
    gfGroundDef ground = gfDefaultGroundDef();
    gfParticle some[2];
    gfParticleStats counts;
    float value;
    ground.everywhere = true;
    for (int other = 0; other < SOLVERS; other++) {
        def.solver = (gfSolverKind)other;
        HAS(gfFluid_SetDef(s->fluid, &def), other == s->solver, OUT_OF_RANGE, "solver is");
    }
    const gfRigidBodyDef body = Flow_BodyDef(gfMakeCircle(place, 0.1f));
    gfSourceDef valve = Flow_SourceDef(gfMakeCircle(place, 0.1f));
    valve.zone.oneWay.x = 1.0f;
    if (!s->row->loads) {
        REFUSED(!GF_IS_NULL(gfFluid_AddRigidBody(s->fluid, &body)), UNSUPPORTED, "GF_SOLVER_WATER");
        REFUSED(!GF_IS_NULL(gfFluid_AddEmitter(s->fluid, &valve)), UNSUPPORTED, "GF_SOLVER_WATER");
    }
    HAS(gfFluid_Project(s->fluid, 1), s->solver == GF_SOLVER_GRID, UNSUPPORTED, "projection");
    HAS(gfFluid_ShapeGround(s->fluid, &ground), s->solver == GF_SOLVER_SHALLOW, UNSUPPORTED, "ground");
    HAS(gfFluid_FillToLevel(s->fluid, NULL, 0.5f), s->row->fills, UNSUPPORTED, "level");
    if (!s->row->particles) {
        REFUSED(gfFluid_AddParticles(s->fluid, &one, 1), UNSUPPORTED, "no particles");
        REFUSED(gfFluid_ReadParticlesBlocking(s->fluid, some, 2) >= 0, UNSUPPORTED, "no particles");
        REFUSED(gfFluid_GetParticleStatsBlocking(s->fluid, &counts), UNSUPPORTED, "no particles");
        REFUSED(gfFluid_SampleParticlesBlocking(s->fluid, GF_PROPERTY_SPEED, &place, 1, &value, NULL), UNSUPPORTED,
                "no particles");
    }
}

// Definitions that a solver can't be made with, and sides that it can't be given later.
static void tryDefinitions(Stage *s)
{
    const gfFluidDef good = Solver_Def(s->solver, CELLS);
    static const float scales[] = {0.5f, 2.0f};
    gfDevice *device = s->fixture->device;
    gfFluidDef def = good;
    for (int i = 0; i < 2 && !s->row->dyeScales; i++) {
        def.dyeScale = scales[i];
        REFUSED(gfCreateFluid(device, &def) != NULL, OUT_OF_RANGE, "dyeScale");
    }
    for (int side = 0; side < 4; side++) {
        def = good;
        gfBoundary *sides[] = {&def.boundaries.left, &def.boundaries.right, &def.boundaries.bottom,
                               &def.boundaries.top};
        sides[side]->kind = GF_BOUNDARY_PERIODIC; // and what is opposite is a wall
        REFUSED(gfCreateFluid(device, &def) != NULL, OUT_OF_RANGE, "periodic");
        REFUSED(gfFluid_SetDef(s->fluid, &def), OUT_OF_RANGE, "periodic");
        sides[side]->kind = GF_BOUNDARY_INFLOW;
        if (!s->row->inflow) {
            REFUSED(gfCreateFluid(device, &def) != NULL, OUT_OF_RANGE, "inflow");
            REFUSED(gfFluid_SetDef(s->fluid, &def), OUT_OF_RANGE, "inflow");
        }
    }
    def = good; // periodic along an odd number of cells
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    def.gridWidth = CELLS + 1;
    REFUSED(gfCreateFluid(device, &def) != NULL, OUT_OF_RANGE,
            s->row->inflow && s->row->periodic ? "even" : "periodic");
    def = good; // -1 stands for a tension of its own, and there is nothing between that and 0
    def.gaussian.surfaceTension = -0.999f;
    if (s->solver == GF_SOLVER_GAUSSIAN) {
        REFUSED(gfCreateFluid(device, &def) != NULL, OUT_OF_RANGE, "surfaceTension");
        REFUSED(gfFluid_SetDef(s->fluid, &def), OUT_OF_RANGE, "surfaceTension");
    }
    def = good;
    def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    if (!s->row->periodic) {
        REFUSED(gfFluid_SetDef(s->fluid, &def), OUT_OF_RANGE, "periodic");
    }
}

TEST(testWhatItLacks)
{
    Canvas canvas = Canvas_Make(fixture, 8, 8);
    for (int solver = 0; solver < SOLVERS; solver++) {
        Stage s = {.fixture = fixture, .solver = solver, .row = &solverRows[solver]};
        s.fluid = Solver_Make(fixture->device, solver, CELLS);
        Solver_Stir(s.fluid, 2);
        const uint64_t before = Solver_Hash(s.fluid); // the first read makes textures for the next ones
        s.witness = witnessOf(&s);
        Fixture_ClearLog(fixture);
        tryFields(&s);
        tryStyles(&s);
        tryQueries(&s);
        tryDefinitions(&s);
        assert_true(Solver_Hash(s.fluid) == before);
        tryCalls(&s); // of which those that it has do something
    }
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
}
