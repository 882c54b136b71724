// Groups: every member moves as it would alone, whatever is around it, and is reset, written, scrolled, saved and
// loaded by itself; a step makes nothing.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/flow.h"

#define MEMBERS 3

// Of the largest value. Flows that mix make more of rounding, and GPUs filter with eight bits for what lies between two
// texels, so that one that lies elsewhere may be read otherwise by 1/256 of what is between them.
static double tolerance = 1e-4;

// Members of a group, and fluids alone that everything is done to as well.
typedef struct Twins {
    gfFluidGroup *group;
    gfFluid *members[MEMBERS], *alone[MEMBERS];
} Twins;

static gfFluidDef defOf(int width, int height)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, width, height, 1.0f / (float)height);
    def.grid.dyeDensity = 0.2f;
    return def;
}

static Twins makeTwins(Fixture *fixture, const gfFluidDef *def)
{
    Twins twins = {.group = gfCreateFluidGroup(fixture->device, def, MEMBERS)};
    assert_non_null(twins.group);
    tolerance = strstr(gfDevice_GetRenderer(fixture->device), "llvmpipe") != NULL ? 1e-4 : 5e-3;
    assert_int_equal(gfFluidGroup_GetCount(twins.group), MEMBERS);
    for (int i = 0; i < MEMBERS; i++) {
        twins.members[i] = gfFluidGroup_GetMember(twins.group, i);
        assert_non_null(twins.members[i]);
        twins.alone[i] = Flow_Make(fixture, def);
    }
    return twins;
}

static gfFluid *twinOf(const Twins *twins, int i, int which)
{
    return which == 0 ? twins->members[i] : twins->alone[i];
}

// One that pours and blows, elsewhere in each; the last member has none but a splat.
static void stir(const Twins *twins, float divergence, float speed)
{
    for (int i = 0; i < MEMBERS; i++) {
        gfSourceDef source =
            Flow_SourceDef(gfMakeCircle((gfVec2){0.25f + 0.2f * (float)i, 0.3f + 0.1f * (float)i}, 0.12f));
        source.acceleration = (gfVec2){speed * (2.0f - 3.0f * (float)i), 1.5f * speed};
        source.dye[i] = source.dye[3] = 2.0f;
        source.temperature = 100.0f;
        source.divergence = i == 0 ? divergence : 0.0f;
        for (int which = 0; which < 2; which++) {
            if (i == MEMBERS - 1) {
                source.acceleration = (gfVec2){0.0f, 0.0f};
                source.velocity = (gfVec2){-speed, 0.5f * speed};
                assert_true(gfFluid_Splat(twinOf(twins, i, which), &source));
            } else {
                Flow_AddEmitter(twinOf(twins, i, which), &source);
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

// Rounding is all that may differ: where a group lies in its textures, and so where a filter reads. Dye and heat are
// stored in 16 bits, rounded at random: where rounding differs by a hair a value may come out on the other side, which
// is one step of them, and rare.
static void expectTwins(const char *what, const Twins *twins)
{
    static const gfField fields[] = {GF_FIELD_FACE_VELOCITY, GF_FIELD_DYE, GF_FIELD_TEMPERATURE, GF_FIELD_PRESSURE};
    for (int i = 0; i < MEMBERS; i++) {
        for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
            double scale = fmax(Flow_Largest(twins->alone[i], fields[k]), 1e-3), largest = 0.0;
            FlowField a = Flow_Read(twins->members[i], fields[k]), b = Flow_Read(twins->alone[i], fields[k]);
            bool halves = fields[k] == GF_FIELD_DYE || fields[k] == GF_FIELD_TEMPERATURE;
            int count = a.info.width * a.info.height * a.info.channels, flipped = 0;
            double level = 0.0; // of pressure, which is free
            for (int v = 0; v < count && fields[k] == GF_FIELD_PRESSURE; v++) {
                level += ((double)a.values[v] - (double)b.values[v]) / count;
            }
            for (int v = 0; v < count; v++) {
                double apart = fabs((double)a.values[v] - (double)b.values[v] - level);
                flipped += apart > tolerance * scale;
                largest = fmax(largest, apart);
            }
            double most = (tolerance + (halves ? 1.0 / 1024.0 : 0.0)) * scale;
            fail_if(!(largest <= most) || flipped > 0.01 * count,
                    "%s: member %d, field %d: %g, %g at most, %d of %d beyond", what, i, (int)fields[k], largest, most,
                    flipped, count);
            Flow_ExpectBetween(what, largest, 0.0, most);
        }
        gfStepInfo own = gfFluid_GetStepInfo(twins->members[i]), other = gfFluid_GetStepInfo(twins->alone[i]);
        assert_int_equal(own.stepCount, other.stepCount);
        assert_true(own.time_s == other.time_s);
    }
}

enum { PERIODIC = 1, CONSERVES = 2, CONFINES = 4, JACOBI = 8, DIFFUSES = 16, FAST = 32 };

typedef struct Case {
    const char *name;
    int width, height;
    float dyeScale, divergence;
    gfAdvection advection;
    gfScheme scheme;
    gfBoundaryKind top;
    unsigned has; // of the enum above; in steps that are FAST faces would pass each other
} Case;

static const Case cases[] = {
    {"default", 48, 32, 1.0f, 0.0f, GF_ADVECTION_CATMULL_ROM, GF_SCHEME_PROJECT, GF_BOUNDARY_FREE_SLIP, 0},
    {"odd sizes, open, finer dye", 37, 50, 2.0f, 0.0f, GF_ADVECTION_CATMULL_ROM, GF_SCHEME_PROJECT, GF_BOUNDARY_OPEN,
     DIFFUSES},
    {"conserving, reflect, confinement", 32, 32, 1.0f, 0.0f, GF_ADVECTION_QUINTIC, GF_SCHEME_REFLECT,
     GF_BOUNDARY_FREE_SLIP, CONFINES | FAST},
    {"periodic, bilinear, poured in", 32, 40, 1.0f, 3.0f, GF_ADVECTION_BILINEAR, GF_SCHEME_PROJECT,
     GF_BOUNDARY_FREE_SLIP, PERIODIC | CONSERVES},
    {"conserving, half dye, jacobi", 32, 32, 0.5f, 0.0f, GF_ADVECTION_QUINTIC, GF_SCHEME_PROJECT, GF_BOUNDARY_INFLOW,
     JACOBI},
};

static gfFluidDef defOfCase(const Case *c)
{
    gfFluidDef def = defOf(c->width, c->height);
    def.grid.advection = c->advection;
    def.grid.scheme = c->scheme;
    def.grid.keepTotals = (c->has & CONSERVES) != 0;
    def.grid.vorticityConfinement = (c->has & CONFINES) != 0 ? 2.0f : 0.0f;
    def.grid.pressureMethod = (c->has & JACOBI) != 0 ? GF_PRESSURE_JACOBI : GF_PRESSURE_MULTIGRID;
    def.grid.viscosity = (c->has & DIFFUSES) != 0 ? 2e-3f : 0.0f;
    def.grid.dyeDiffusivity = (c->has & DIFFUSES) != 0 ? 1e-3f : 0.0f;
    def.dyeScale = c->dyeScale;
    def.boundaries.top.kind = c->top;
    if (c->top == GF_BOUNDARY_INFLOW) {
        def.boundaries.top.inflowSpeed = 0.3f;
        def.boundaries.bottom.kind = GF_BOUNDARY_OPEN;
        def.boundaries.top.dye[3] = 1.0f;
    }
    if ((c->has & PERIODIC) != 0) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
    }
    return def;
}

TEST_ALL(test_members_are_as_fluids_alone)
{
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const gfFluidDef def = defOfCase(&cases[k]);
        Twins twins = makeTwins(*state, &def);
        stir(&twins, cases[k].divergence, (cases[k].has & FAST) != 0 ? 20.0f : 1.0f);
        for (int which = 0; which < 2; which++) { // gravity of one's own
            gfFluidDef tuned = def;
            tuned.grid.gravity = (gfVec2){3.0f, -1.0f};
            tuned.grid.acceleration = (gfVec2){0.0f, 0.4f};
            assert_true(gfFluid_SetDef(twinOf(&twins, 1, which), &tuned));
        }
        stepTwins(&twins, 6);
        double kept = tolerance;
        tolerance *= (cases[k].has & FAST) != 0 ? 20.0 : 1.0; // what mixes that fast makes more of rounding
        expectTwins(cases[k].name, &twins);
        tolerance = kept;
    }
}

FLOW_SCALAR(stripes, 0.5 + 0.5 * sin(9.0 * x + 2.0 * y))

typedef void TwinChange(gfFluid *fluid);

static void changeByReset(gfFluid *fluid)
{
    assert_true(gfFluid_Reset(fluid));
}

static void changeByWriting(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    Flow_WriteDye(fluid, stripes);
}

static void changeByScroll(gfFluid *fluid)
{
    assert_true(gfFluid_Scroll(fluid, 4, -2));
}

static void changeByProjection(gfFluid *fluid)
{
    Flow_WriteVelocity(fluid, Flow_TaylorGreen);
    assert_true(gfFluid_Project(fluid, 2));
}

static void changeByLoading(gfFluid *fluid)
{
    Flow_SaveAndLoad(fluid, fluid);
}

static void changeBySolids(gfFluid *fluid)
{
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.6f, 0.55f}, 0.15f));
    solid.velocity = (gfVec2){0.3f, -0.2f};
    Flow_AddSolidOf(fluid, &solid);
}

static void changeByZone(gfFluid *fluid)
{
    gfSourceDef zone = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.4f));
    zone.zone.drag = 20.0f;
    zone.zone.velocity = (gfVec2){0.5f, 0.0f};
    Flow_AddEmitter(fluid, &zone);
}

static void changeByWader(gfFluid *fluid)
{
    gfSolidDef solid = Flow_SolidDef(gfMakeCapsule((gfVec2){0.3f, 0.2f}, (gfVec2){0.3f, 0.6f}, 0.1f));
    solid.velocity = (gfVec2){-0.4f, 0.0f};
    solid.drag = 15.0f;
    Flow_AddSolidOf(fluid, &solid);
}

static void changeByThinWall(gfFluid *fluid)
{
    Flow_AddSolid(fluid, gfMakeCapsule((gfVec2){0.1f, 0.75f}, (gfVec2){0.9f, 0.85f}, 0.001f));
}

static void changeByValve(gfFluid *fluid)
{
    gfSourceDef valve = Flow_SourceDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.02f, 0.5f}, 0.0f));
    valve.zone.oneWay = (gfVec2){1.0f, 0.0f};
    Flow_AddEmitter(fluid, &valve);
}

static void changeByFrame(gfFluid *fluid)
{
    gfFrameDef frame = gfDefaultFrameDef();
    frame.acceleration = (gfVec2){2.0f, 0.5f};
    assert_true(gfFluid_SetFrame(fluid, &frame));
}

// What is done to the second of three, and to its twin, leaves the others as they are. Thin walls in one, and solids
// that move, have the pressure of all found with more care, and so a little otherwise: by some of what a cycle leaves.
TEST(test_members_are_changed_one_by_one)
{
    static const struct {
        const char *name;
        TwinChange *change;
        double slack; // times the tolerance
    } changes[] = {
        {"reset", changeByReset, 1.0},
        {"written", changeByWriting, 1.0},
        {"scrolled", changeByScroll, 1.0},
        {"loaded", changeByLoading, 1.0},
        {"projected", changeByProjection, 1.0},
        {"frame", changeByFrame, 1.0},
        {"zone", changeByZone, 1.0},
        {"wader", changeByWader, 1.0},
        {"solid", changeBySolids, 80.0},
        {"thin wall", changeByThinWall, 80.0},
        {"valve", changeByValve, 80.0},
    };
    gfFluidDef def = defOf(32, 32);
    // Without what is random: that goes on in a group, and begins anew in a fluid alone.
    def.grid.advection = GF_ADVECTION_CATMULL_ROM;
    def.fieldPrecision = GF_PRECISION_32F;
    Twins twins = makeTwins(*state, &def);
    stir(&twins, 0.0f, 1.0f);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        double kept = tolerance;
        stepTwins(&twins, 1);
        changes[i].change(twins.members[1]);
        changes[i].change(twins.alone[1]);
        tolerance *= changes[i].slack;
        expectTwins(Flow_Text("%s at once", changes[i].name), &twins);
        stepTwins(&twins, 2);
        expectTwins(changes[i].name, &twins);
        tolerance = kept;
    }
}

static void expectSamePicture(Fixture *fixture, const Twins *twins, int member)
{
    enum { SIDE = 32 };
    static const gfDrawStyle styles[] = {GF_DRAW_DYE, GF_DRAW_VELOCITY, GF_DRAW_FIRE, GF_DRAW_PRESSURE};
    uint8_t pixels[2][4 * SIDE * SIDE];
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        for (int which = 0; which < 2; which++) {
            gfDrawDef draw = gfDefaultDrawDef();
            draw.style = styles[i];
            fixture->gl.Clear(GL_COLOR_BUFFER_BIT);
            assert_true(gfFluid_Draw(twinOf(twins, member, which), &draw));
            Canvas_Read(fixture, &canvas, pixels[which]);
        }
        int most = 0;
        for (int k = 0; k < 4 * SIDE * SIDE; k++) {
            most = most > abs(pixels[0][k] - pixels[1][k]) ? most : abs(pixels[0][k] - pixels[1][k]);
        }
        assert_in_range(most, 0, 2);
    }
    Canvas_Free(fixture, &canvas);
}

static gfQuery *makeQuery(gfFluid *fluid, gfSolidId solid)
{
    static const gfVec2 at = {0.3f, 0.4f};
    gfQueryDef def = gfDefaultQueryDef();
    def.quantities = GF_QUANTITY_VELOCITY | GF_QUANTITY_TEMPERATURE;
    def.maxPoints = def.maxSolids = 1;
    gfQuery *query = Flow_MakeQuery(fluid, &def);
    assert_true(gfQuery_SetPoints(query, &at, 1) && gfQuery_SetSolids(query, &solid, 1));
    return query;
}

TEST(test_members_are_drawn_and_asked)
{
    const gfFluidDef def = defOf(32, 32);
    Twins twins = makeTwins(fixture, &def);
    gfQueryAnswer answers[2];
    gfQuery *queries[2];
    stir(&twins, 0.0f, 1.0f);
    for (int which = 0; which < 2; which++) {
        gfFluid *fluid = twinOf(&twins, 1, which);
        queries[which] = makeQuery(fluid, Flow_AddDisc(fluid, 0.6f, 0.6f, 0.15f));
    }
    stepTwins(&twins, 5);
    for (int i = 0; i < MEMBERS; i++) {
        expectSamePicture(fixture, &twins, i);
    }
    for (int which = 0; which < 2; which++) {
        answers[which] = Flow_Ask(queries[which]);
    }
    const gfPointAnswer *point = answers[0].points, *other = answers[1].points;
    double force = (double)answers[1].solids[0].force.y;
    assert_true(other->velocity.y != 0.0f && force != 0.0);
    Flow_ExpectNear("velocity", (double)point->velocity.y, (double)other->velocity.y, tolerance);
    Flow_ExpectNear("temperature", (double)point->temperature, (double)other->temperature, 100.0 * tolerance);
    Flow_ExpectNear("force", (double)answers[0].solids[0].force.y, force, 10.0 * tolerance * fabs(force));
    assert_true(gfTracers_Step(Fixture_MakeTracers(twins.members[0], 50, 1.0f), 0.01f));
}

// A snapshot goes from one alone to a member and back.
TEST_ALL(test_snapshots_go_to_and_fro)
{
    const gfFluidDef def = defOf(32, 32);
    Twins twins = makeTwins(*state, &def);
    stir(&twins, 0.0f, 1.0f);
    stepTwins(&twins, 3);
    Flow_SaveAndLoad(twins.alone[0], twins.members[2]);
    Flow_SaveAndLoad(twins.members[0], twins.alone[2]);
    expectTwins("exchanged", &twins);
    stepTwins(&twins, 3);
    expectTwins("exchanged, later", &twins);
}

static void refuseGroup(Fixture *fixture, const gfFluidDef *def, int count, gfErrorCode code, const char *text)
{
    assert_false(gfCreateFluidGroup(fixture->device, def, count) != NULL);
    Fixture_ExpectError(fixture, code, text);
}

TEST(test_what_is_refused)
{
    gfFluidDef def = defOf(16, 16), other = def;
    Fixture_ClearLog(fixture);
    assert_null(gfCreateFluidGroup(NULL, &def, 2));
    gfClearLastError();
    refuseGroup(fixture, NULL, 2, GF_ERROR_NULL_ARGUMENT, "def is null");
    refuseGroup(fixture, &def, 0, GF_ERROR_OUT_OF_RANGE, "count is 0");
    refuseGroup(fixture, &def, GF_GROUP_MAX + 1, GF_ERROR_OUT_OF_RANGE, "256");
    other.gridWidth = other.gridHeight = 2048;
    refuseGroup(fixture, &other, GF_GROUP_MAX, GF_ERROR_OUT_OF_RANGE, "texels");
    other = def;
    other.cookie = 0;
    refuseGroup(fixture, &other, 2, GF_ERROR_COOKIE, "gfDefaultFluidDef");
    other = def;
    other.solver = GF_SOLVER_SHALLOW;
    refuseGroup(fixture, &other, 2, GF_ERROR_UNSUPPORTED, "shallow");
    other = def;
    other.grid.temperatureDiffusivity = 1e-3f;
    refuseGroup(fixture, &other, 2, GF_ERROR_UNSUPPORTED, "temperatureDiffusivity");
    gfFluidGroup *group = MADE(gfCreateFluidGroup(fixture->device, &def, 2));
    gfFluid *member = gfFluidGroup_GetMember(group, 1);
    EXPECT_REFUSED(gfFluidGroup_GetMember(group, 2) != NULL, OUT_OF_RANGE, "0 to 1");
    EXPECT_REFUSED(gfFluidGroup_Step(group, -1.0f), OUT_OF_RANGE, "dt is -1");
    EXPECT_REFUSED(gfFluid_Step(member, 0.1f), UNSUPPORTED, "gfFluidGroup_Step");
    EXPECT_REFUSED(gfFluid_StepOnce(member), UNSUPPORTED, "gfFluidGroup_StepOnce");
    EXPECT_REFUSED(Flow_SetStep(member, 0.01f), UNSUPPORTED, "gravity");
    EXPECT_REFUSED(gfFluid_Resize(member, 20, 20, 0.05f, (gfVec2){0.0f, 0.0f}), UNSUPPORTED, "gfFluid_Resize");
    gfDestroyFluid(member);
    Fixture_ExpectError(fixture, GF_ERROR_UNSUPPORTED, "gfDestroyFluidGroup");
    other = def;
    other.boundaries.top.kind = GF_BOUNDARY_OPEN;
    EXPECT_REFUSED(gfFluid_SetDef(member, &other), UNSUPPORTED, "gravity");
    other = def;
    other.grid.dyeDissipation = 1.0f;
    EXPECT_REFUSED(gfFluid_SetDef(member, &other), UNSUPPORTED, "gravity");
    gfFrameDef frame = gfDefaultFrameDef();
    frame.angularVelocity = 1.0f;
    EXPECT_REFUSED(gfFluid_SetFrame(member, &frame), UNSUPPORTED, "does not turn");
    // A snapshot of another kind of fluid.
    other = defOf(16, 20);
    gfFluid *alone = Flow_Make(fixture, &other);
    size_t size;
    void *data = Fixture_Save(alone, &size);
    EXPECT_REFUSED(gfFluid_Load(member, data, size, NULL), UNSUPPORTED, "gravity");
    gfDestroyFluid(alone);
    assert_int_equal(gfFluidGroup_GetCount(NULL), 0);
    assert_int_equal(gfFluidGroup_GetStepInfo(NULL).stepCount, 0);
    assert_null(gfFluidGroup_GetMember(NULL, 0));
    assert_false(gfFluidGroup_Step(NULL, 0.1f));
    assert_false(gfFluidGroup_StepOnce(NULL));
    gfDestroyFluidGroup(NULL);
    gfClearLastError();
    // Nothing of that changed anything, and the clock is the group's.
    assert_true(gfFluidGroup_Step(group, 2.5f * def.fixedStep));
    assert_int_equal(gfFluidGroup_GetStepInfo(group).stepCount, 2);
    assert_true(gfFluid_Reset(member) && gfFluidGroup_Step(group, 0.6f * def.fixedStep));
    assert_int_equal(gfFluidGroup_GetStepInfo(group).stepCount, 3);
    assert_int_equal(gfFluid_GetStepInfo(member).stepCount, 1);
}

// Whatever fails while a group is made, stepped and asked is reported, and nothing is left behind.
static bool attemptGroup(Failing *f)
{
    gfFluidDef def = defOf(16, 16);
    def.grid.dyeDensity = 0.0f;
    gfFluidGroup *group = gfCreateFluidGroup(f->device, &def, 2);
    bool ok = group != NULL;
    for (int i = 0; ok && i < 2; i++) {
        ok = gfFluidGroup_StepOnce(group);
    }
    ok = ok && gfFluid_Project(gfFluidGroup_GetMember(group, 1), 1) && gfFluidGroup_StepOnce(group);
    gfDestroyFluidGroup(group);
    return ok;
}

TEST_ALL(test_failure_leaves_nothing)
{
    const FailingCase c = {.attempt = attemptGroup, .rounds = {1, 1, 1, 1}, .stride = 23};
    Failing_EachInTurn(*state, &c);
}

// The device takes groups along.
TEST(test_device_destroys_groups)
{
    const gfFluidDef def = defOf(16, 16);
    gfDevice *device = Fixture_MakeDevice(fixture);
    assert_non_null(gfCreateFluidGroup(device, &def, 2));
    gfDestroyDevice(device);
}
