// The governor: what it decides from simulated times, and what it does to a fluid.
#include "ext/governor/governing.h"
#include "support/flow.h"
#include "support/gl_spy.h"
#include "support/making.h"

#define LEVELS 6
#define BUDGET 4.0

// Of the levels, times that of level 0.
static const double costs[LEVELS] = {1.0, 0.8, 0.55, 0.5, 0.3, 0.15};

static uint32_t seed;

static double random01(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (double)(seed >> 8) / 16777216.0;
}

// The time of a frame at a level, ms.
typedef double LoadFn(int frame, int level);

// One by its formula, which may name frame and level.
#define LOAD(name, time)                                                                     \
    static double name(__attribute__((unused)) int frame, __attribute__((unused)) int level) \
    {                                                                                        \
        return time;                                                                         \
    }

LOAD(steadyLight, 3.0 * costs[level])
LOAD(steadyHeavy, 11.0 * costs[level])
LOAD(noisy, 7.0 * costs[level] * (0.5 + random01()))
LOAD(spiky, frame % 17 == 0 ? 60.0 : 3.5 * costs[level] * (0.9 + 0.2 * random01()))

// At the very border of the budget.
LOAD(borderline, BUDGET / costs[2] * costs[level] * (0.96 + 0.08 * random01()))

// A step in every second frame.
LOAD(everySecond, frame % 2 == 0 ? 2.0 * 3.6 * costs[level] : 0.0)
LOAD(stepwise, ((frame / 3000) % 2 == 0 ? 3.0 : 12.0) * costs[level])
LOAD(swinging, (8.0 + 6.0 * sin((double)frame * 6.28 / 500.0)) * costs[level])

// Whatever the governor does is wrong: levels below the best look cheap until they are left.
LOAD(adversary, level == 0 ? 100.0 : 0.01)
LOAD(lastLevelOnly, level == LEVELS - 1 ? 0.001 : 1e6)

static double anything(int frame, int level)
{
    static const double values[] = {0.0, 1e-9, 3.9, 4.1, 1e8};
    (void)frame, (void)level;
    return values[(int)(random01() * 5.0)];
}

// Overloads it as soon as it went up, and lets it wait just as long as it asks for.
static double patient(int frame, int level)
{
    static int since, last;
    since = frame == 0 || level != last ? 0 : since + 1;
    last = level;
    return since > 1790 ? 50.0 : 0.5;
}

// Down the whole ladder, up again, and a rest after which it has forgotten.
static double cascade(int frame, int level)
{
    static int rest;
    static bool heavy;
    heavy = frame == 0 || heavy;
    if (heavy && level == GF_GOVERNING_LEVELS - 1) {
        heavy = false;
        rest = 0;
    }
    rest = level == 0 ? rest + 1 : 0;
    heavy = heavy || rest > 5400;
    return heavy ? 50.0 : 0.01;
}

typedef struct Run {
    int changes, late, level; // all, those in the second half, and the level at the end
    double over;              // share of the second half's frames above the budget
} Run;

static Run simulate(LoadFn *load, int levels, int frames)
{
    gfGoverning g = gfGoverning_Make(levels, BUDGET);
    Run run = {0};
    seed = 1;
    for (int i = 0; i < frames; i++) {
        double time = load(i, g.level);
        int before = g.level;
        bool changed = gfGoverning_Add(&g, time);
        assert_true(changed == (g.level != before));
        assert_true(g.level >= 0 && g.level < levels && abs(g.level - before) <= 1);
        run.late += changed && i >= frames / 2;
        run.over += i >= frames / 2 && time > BUDGET ? 2.0 / frames : 0.0;
    }
    run.changes = g.changes;
    run.level = g.level;
    return run;
}

TEST(testNeverSwings)
{
    static const struct {
        const char *name;
        LoadFn *load;
        int level, late; // at the end; most changes in the second half; -1: any
        int levels;      // 0: as many as have costs
    } rows[] = {{"light", steadyLight, 0, 0, 0},
                {"heavy", steadyHeavy, 4, 0, 0},
                {"noisy", noisy, -1, 2, 0},
                {"spiky", spiky, 0, 0, 0},
                {"borderline", borderline, -1, 4, 0},
                {"every second frame", everySecond, 0, 0, 0},
                {"stepwise", stepwise, -1, -1, 0},
                {"swinging", swinging, -1, -1, 0},
                {"adversary", adversary, -1, -1, GF_GOVERNING_LEVELS},
                {"cascade", cascade, -1, -1, GF_GOVERNING_LEVELS},
                {"only the last", lastLevelOnly, -1, -1, 0},
                {"anything", anything, -1, -1, GF_GOVERNING_LEVELS},
                {"patient", patient, -1, -1, GF_GOVERNING_LEVELS}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (int frames = 600; frames <= 108000; frames *= 6) {
            int levels = rows[i].levels > 0 ? rows[i].levels : LEVELS;
            Run run = simulate(rows[i].load, levels, frames);
            char what[80];
            snprintf(what, sizeof what, "%s: changes in %d frames", rows[i].name, frames);
            Flow_ExpectBetween(what, (double)run.changes, 0.0, (double)GF_GOVERNING_CHANGES(frames, levels));
            if (frames >= 3600 && rows[i].late >= 0) {
                snprintf(what, sizeof what, "%s: of them in the second half", rows[i].name);
                Flow_ExpectBetween(what, (double)run.late, 0.0,
                                   (double)rows[i].late * frames / 108000.0 + rows[i].late);
            }
            if (frames >= 3600 && rows[i].level >= 0) {
                assert_int_equal(run.level, rows[i].level);
            }
        }
    }
}

// It keeps the budget where a level does, and comes back when it can.
TEST(testKeepsTheBudget)
{
    gfGoverning g = gfGoverning_Make(LEVELS, BUDGET);
    int frame = 0;
    for (; frame < 300; frame++) {
        gfGoverning_Add(&g, steadyHeavy(frame, g.level));
    }
    assert_int_equal(g.level, 4); // 11 x .3 = 3.3 ms
    assert_true(gfGoverning_GetMean(&g) <= BUDGET);
    for (; frame < 300 + 20000 && g.level > 0; frame++) {
        gfGoverning_Add(&g, 0.25 * steadyHeavy(frame, g.level));
    }
    assert_int_equal(g.level, 0);
    Flow_ExpectBetween("frames until it is back at its best", (double)frame - 300.0, 4.0 * 120.0, 12000.0);
}

TEST(testTimesThatAreNone)
{
    gfGoverning g = gfGoverning_Make(LEVELS, BUDGET);
    const double none[] = {NAN, INFINITY, -INFINITY, -1.0, 1e300};
    for (int i = 0; i < 1000; i++) {
        assert_false(gfGoverning_Add(&g, none[i % 5]));
    }
    assert_true(g.count == 0 && gfGoverning_GetMean(&g) == 0.0);
    gfGoverning one = gfGoverning_Make(1, BUDGET);
    for (int i = 0; i < 1000; i++) {
        assert_false(gfGoverning_Add(&one, 1e8));
    }
}

static gfFluidDef richDef(void)
{
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 32, 32, 1.0f / 32.0f);
    def.dyeScale = 2.0f;
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.pressureCycles = 4;
    def.grid.cflLimit = 2.0f;
    def.grid.cflSubsteps = 4;
    return def;
}

// A governor that the host tells the times.
static gfGovernor *makeGovernor(gfFluid *fluid, uint32_t may)
{
    gfGovernorDef def = gfDefaultGovernorDef();
    def.hostTimes = true;
    def.may = may;
    return MADE(gfCreateGovernor(fluid, &def));
}

static void feed(gfGovernor *governor, float time_ms, int frames)
{
    for (int i = 0; i < frames; i++) {
        assert_true(gfGovernor_AddTime(governor, time_ms));
        if (i % 16 == 0) {
            assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
        }
    }
    assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
}

// Each level is what the header says, and what the fluid then is; the dye stays.
TEST(testLadder)
{
    gfFluidDef def = richDef(), level, before;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.dye[3] = 1.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    gfGovernor *governor = makeGovernor(fluid, gfDefaultGovernorDef().may);
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    // Substeps 2, 1; cycles 2, 1; dye 1, .5; the scheme; cubic, bilinear; the rate.
    assert_int_equal(status.levelCount, 11);
    assert_false(status.measures);
    assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    double dye = Flow_Integral(fluid, GF_FIELD_DYE, 3);
    before = def;
    for (int i = 0; i < status.levelCount; i++) {
        assert_true(gfGovernor_GetLevel(governor, i, &level));
        assert_true(i == 0 || memcmp(&level, &before, sizeof level) != 0);
        gfFluidDef now = gfFluid_GetDef(fluid);
        assert_memory_equal(&now, &level, sizeof now);
        before = level;
        feed(governor, 100.0f, 15); // six that are spared, and nine that make up enough time
    }
    assert_true(level.dyeScale == 0.5f && level.grid.pressureCycles == 1 && level.grid.cflSubsteps == 1);
    assert_true(level.grid.scheme == GF_SCHEME_PROJECT && level.grid.advection == GF_ADVECTION_BILINEAR);
    assert_true(level.fixedStep == 2.0f * def.fixedStep);
    assert_int_equal(gfGovernor_GetStatus(governor).level, status.levelCount - 1);
    Flow_ExpectNear("dye after ten levels, over that before", Flow_Integral(fluid, GF_FIELD_DYE, 3) / dye, 1.0, 0.02);
    // The host sets something that is governed: the ladder starts from there.
    gfFluidDef tuned = gfFluid_GetDef(fluid);
    tuned.grid.pressureCycles = 2;
    assert_true(gfFluid_SetDef(fluid, &tuned));
    assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    status = gfGovernor_GetStatus(governor);
    assert_true(status.level == 0 && status.levelCount == 2 && status.changes == 10);
    gfDestroyFluid(fluid); // with the governor
    assert_int_equal(fixture->errors, 0);
}

// Up again, by a new budget.
TEST(testBudget)
{
    gfFluidDef def = richDef();
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfGovernor *governor = makeGovernor(fluid, GF_GOVERNED_CYCLES | GF_GOVERNED_RATE);
    assert_int_equal(gfGovernor_GetStatus(governor).levelCount, 4);
    feed(governor, 5.0f, 260);
    assert_int_equal(gfGovernor_GetStatus(governor).level, 3);
    assert_true(gfGovernor_SetBudget(governor, 100.0f));
    feed(governor, 5.0f, 500);
    assert_int_equal(gfGovernor_GetStatus(governor).level, 0);
    gfFluidDef now = gfFluid_GetDef(fluid);
    assert_memory_equal(&now, &def, sizeof now);
    gfDestroyGovernor(governor);
    assert_true(gfFluid_StepOnce(fluid));
}

// Times of the GL's own: on a budget that no step keeps it goes down by itself, and a run at one level makes nothing.
TEST(testMeasures)
{
    gfFluidDef def = richDef();
    gfFluid *fluid = Flow_Make(fixture, &def), *alone = Flow_Make(fixture, &def);
    gfGovernorDef governorDef = gfDefaultGovernorDef();
    governorDef.budget_ms = 10000.0f;
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    gfGovernor *governor = MADE(gfCreateGovernor(fluid, &governorDef));
    for (int i = 0; i < 40; i++) {
        assert_true(gfGovernor_Step(governor, 1.0f / 60.0f) && gfFluid_Step(alone, 1.0f / 60.0f));
    }
    assert_true(Flow_SameBytes(fluid, alone)); // reading waits
    waits = gfDevice_GetWaits(fixture->device);
    fixture->gl.Finish();
    assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    assert_int_equal(status.level, 0);
    if (!status.measures) { // a context without time queries
        return;
    }
    assert_true(status.time_ms > 0.0f);
    assert_true(gfGovernor_SetBudget(governor, 0.01f));
    for (int i = 0; i < 400 && gfGovernor_GetStatus(governor).level < 2; i++) {
        assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
        fixture->gl.Finish();
    }
    assert_true(gfGovernor_GetStatus(governor).level >= 2);
    assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
    // While passes are profiled nothing is timed.
    uint64_t changes = gfGovernor_GetStatus(governor).changes;
    gfDevice_SetProfiling(fixture->device, true);
    assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    for (int i = 0; i < 60; i++) {
        assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
        fixture->gl.Finish();
    }
    assert_true(gfGovernor_GetStatus(governor).changes <= changes + 1);
    gfDevice_SetProfiling(fixture->device, false);
}

// Levels that were prepared for compile nothing.
TEST(testPreparedLevels)
{
    GlSpy_Clear();
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    gfFluidDef def = richDef(), levels[GF_GOVERNOR_LEVELS];
    gfFluid *fluid = gfCreateFluid(device, &def);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    gfGovernor *governor = makeGovernor(fluid, gfDefaultGovernorDef().may);
    int count = gfGovernor_GetStatus(governor).levelCount;
    for (int i = 0; i < count; i++) {
        assert_true(gfGovernor_GetLevel(governor, i, &levels[i]));
    }
    prepare.fluids = levels;
    prepare.fluidCount = count;
    prepare.uses = GF_USE_RESIZE;
    Making_Prepare(device, &prepare);
    for (int i = 0; i + 1 < count; i++) {
        feed(governor, 100.0f, 32);
    }
    assert_int_equal(gfGovernor_GetStatus(governor).level, count - 1);
    assert_int_equal(making.programs, 0);
    // At one level nothing is made either.
    making = (Making){0};
    for (int i = 0; i < 20; i++) {
        assert_true(gfGovernor_Step(governor, 1.0f / 60.0f));
    }
    assert_int_equal(making.objects + making.blocks, 0);
    GlSpy_EndDevice(fixture, device);
}

// What a frame costs with all as it was asked for, ms, and what none of it changes.
typedef struct Machine {
    float cells, drawing, rest;
    float shade;      // of the drawing, which a plain one leaves out
    unsigned display; // its frames a second; 0: it waits for none
} Machine;

static gfGovernorDef hostDef(uint32_t may, int firstLevel)
{
    gfGovernorDef def = gfDefaultGovernorDef();
    def.hostTimes = true;
    def.budget_ms = 36.0f;
    def.may = may;
    def.firstLevel = firstLevel;
    return def;
}

static gfGovernor *makeFrames(const Fixture *fixture, int firstLevel)
{
    gfGovernorDef def = hostDef(GF_GOVERNED_DRAWING | GF_GOVERNED_LOOK | GF_GOVERNED_SPEED, firstLevel);
    return MADE(gfCreateFrameGovernor(fixture->device, &def));
}

static float getTime(const Machine *m, gfGovernor *governor)
{
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    gfFluidDef first, now;
    float cells = 1.0f;
    if (m->cells > 0.0f) {
        assert_true(gfGovernor_GetLevel(governor, 0, &first) && gfGovernor_GetLevel(governor, status.level, &now));
        cells = (float)now.gridWidth / (float)first.gridWidth;
    }
    float picture = m->drawing + (status.plain ? 0.0f : m->shade);
    float time = (m->cells * cells * cells + m->rest) * status.speed + picture * status.drawing * status.drawing;
    float tick = m->display > 0 ? 1000.0f / (float)m->display : 0.0f;
    return m->display > 0 ? tick * ceilf(time / tick) : time;
}

// The changes in so many frames.
static int runMachine(gfGovernor *governor, const Machine *machine, int frames)
{
    uint64_t before = gfGovernor_GetStatus(governor).changes;
    for (int i = 0; i < frames; i++) {
        assert_true(gfGovernor_AddTime(governor, getTime(machine, governor)) && gfGovernor_Update(governor));
    }
    return (int)(gfGovernor_GetStatus(governor).changes - before);
}

// Of a frame rate: what changes at first, what it comes to, and that it rests there.
TEST(testWhereMachinesRest)
{
    static const struct {
        const char *name;
        Machine machine;
        int frames, mostChanges, firstLevel;
        float drawing, speed;
        bool plain;
    } rows[] = {
        {"fast", {0.0f, 3.0f, 5.0f, 0.0f, 0}, 5000, 0, 0, 1.0f, 1.0f, false},
        {"fast, 60 Hz", {0.0f, 10.0f, 16.0f, 0.0f, 60}, 5000, 0, 0, 1.0f, 1.0f, false},
        {"pixels", {0.0f, 60.0f, 10.0f, 0.0f, 0}, 200, 1, 0, 0.5f, 1.0f, false},
        {"shade", {0.0f, 100.0f, 2.0f, 900.0f, 0}, 200, 4, 0, 0.25f, 1.0f, true},
        {"pixels are no help, and speed is", {0.0f, 1.0f, 60.0f, 0.0f, 0}, 400, 6, 0, 1.0f, 0.5f, false},
        {"it is not slow enough for speed", {0.0f, 1.0f, 40.0f, 0.0f, 0}, 2000, 20, 0, 1.0f, 1.0f, false},
        {"hopeless", {0.0f, 900.0f, 300.0f, 900.0f, 0}, 300, 8, 0, 0.25f, 0.5f, true},
        {"weak, and known to be", {0.0f, 100.0f, 5.0f, 0.0f, 0}, 200, 0, -1, 0.5f, 1.0f, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gfGovernor *governor = makeFrames(fixture, rows[i].firstLevel);
        int changes = runMachine(governor, &rows[i].machine, rows[i].frames);
        gfGovernorStatus status = gfGovernor_GetStatus(governor);
        fail_if(changes > rows[i].mostChanges || status.drawing != rows[i].drawing || status.speed != rows[i].speed ||
                    status.plain != rows[i].plain,
                "%s: %d changes, drawing %g, speed %g, plain %d", rows[i].name, changes, (double)status.drawing,
                (double)status.speed, (int)status.plain);
        gfDestroyGovernor(governor);
    }
}

// What is in a scene grows: pixels that cost nothing at first may cost the most later. All comes back at last.
TEST(testWhatWasUselessIsTriedAgain)
{
    const Machine first = {0.0f, 1.0f, 40.0f, 0.0f, 0}, later = {0.0f, 200.0f, 5.0f, 0.0f, 0},
                  idle = {0.0f, 1.0f, 1.0f, 0.0f, 0};
    gfGovernor *governor = makeFrames(fixture, 0);
    runMachine(governor, &first, 200);
    assert_true(gfGovernor_GetStatus(governor).drawing == 1.0f);
    runMachine(governor, &later, 400);
    assert_true(gfGovernor_GetStatus(governor).drawing < 0.5f);
    runMachine(governor, &idle, 20000);
    assert_int_equal(gfGovernor_GetStatus(governor).level, 0);
    gfDestroyGovernor(governor);
}

// Cells that are no help come back, and what helps is lowered instead.
TEST(testCellsThatAreNoHelp)
{
    const Machine machine = {1.0f, 60.0f, 3.0f, 0.0f, 0};
    gfFluidDef def = Flow_DefOf(GF_SOLVER_GRID, 192, 108, 1.0f / 108.0f), now;
    gfFluid *fluid = Flow_Make(fixture, &def);
    gfGovernorDef governorDef = hostDef(GF_GOVERNED_CELLS | GF_GOVERNED_DRAWING, 0);
    gfGovernor *governor = MADE(gfCreateGovernor(fluid, &governorDef));
    assert_int_equal(runMachine(governor, &machine, 300), 3);
    now = gfFluid_GetDef(fluid);
    assert_int_equal(now.gridWidth, 192);
    gfGovernorStatus status = gfGovernor_GetStatus(governor);
    assert_true(status.drawing == 0.5f && status.level == 2 && status.levelCount == 5);
}

// Cells of every solver: what is in the fluid stays, its shape does, and they come back.
TEST(testCells)
{
    const gfSolverKind solvers[] = {GF_SOLVER_GRID, GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES, GF_SOLVER_SHALLOW,
                                    GF_SOLVER_WATER};
    const Machine heavy = {90.0f, 1.0f, 2.0f, 0.0f, 0}, light = {1.0f, 1.0f, 1.0f, 0.0f, 0};
    for (int i = 0; i < 5; i++) {
        gfFluidDef def = Flow_DefOf(solvers[i], 192, 108, 1.0f / 108.0f), now;
        gfFluid *fluid = Flow_Make(fixture, &def);
        def = gfFluid_GetDef(fluid);
        gfGovernorDef governorDef = hostDef(GF_GOVERNED_CELLS | GF_GOVERNED_DRAWING, 0);
        gfGovernor *governor = MADE(gfCreateGovernor(fluid, &governorDef));
        // 136 and 96 cells; drawing to a half, and to a quarter.
        assert_int_equal(gfGovernor_GetStatus(governor).levelCount, 7);
        runMachine(governor, &heavy, 60);
        now = gfFluid_GetDef(fluid);
        assert_int_equal(now.gridWidth, 96);
        assert_float_equal((float)now.gridWidth * now.cellSize, (float)def.gridWidth * def.cellSize, 0.01f);
        assert_float_equal((float)now.gridHeight * now.cellSize, (float)def.gridHeight * def.cellSize, 1e-5f);
        assert_true(gfFluid_StepOnce(fluid) && gfGovernor_Step(governor, 1.0f / 60.0f));
        runMachine(governor, &light, 4000);
        now = gfFluid_GetDef(fluid);
        assert_memory_equal(&now, &def, sizeof now);
        gfDestroyFluid(fluid);
    }
    assert_int_equal(fixture->errors, 0);
}

TEST(testRefusals)
{
    gfFluidDef def = richDef(), level;
    gfFluid *fluid = Flow_Make(fixture, &def);
    const gfGovernorDef good = gfDefaultGovernorDef();
    assert_null(gfCreateGovernor(NULL, &good));
    gfFluidDef small = gfDefaultFluidDef();
    small.gridWidth = small.gridHeight = 16;
    gfFluidGroup *group = gfCreateFluidGroup(fixture->device, &small, 2);
    EXPECT_REFUSED(gfCreateGovernor(gfFluidGroup_GetMember(group, 0), &good), UNSUPPORTED, "in a group");
    gfDestroyFluidGroup(group);
    def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_SHALLOW;
    def.gridWidth = def.gridHeight = 16;
    gfFluid *shallow = Flow_Make(fixture, &def);
    EXPECT_REFUSED(gfCreateGovernor(shallow, &good) != NULL, UNSUPPORTED, "GF_SOLVER_GRID");
    gfGovernorDef nowhere = good;
    nowhere.firstLevel = -2;
    EXPECT_REFUSED(gfCreateGovernor(fluid, &nowhere) != NULL, OUT_OF_RANGE, "firstLevel");
    assert_null(gfCreateFrameGovernor(NULL, &good));
    EXPECT_REFUSED(gfCreateFrameGovernor(fixture->device, NULL) != NULL, NULL_ARGUMENT, "def is null");
    EXPECT_REFUSED(gfCreateFrameGovernor(fixture->device, &good) != NULL, OUT_OF_RANGE, "may");
    gfGovernor *frames = makeFrames(fixture, 0);
    EXPECT_REFUSED(gfGovernor_Step(frames, 0.1f), UNSUPPORTED, "no fluid");
    EXPECT_REFUSED(gfGovernor_GetLevel(frames, 0, &level), UNSUPPORTED, "no fluid");
    gfDestroyGovernor(frames);
    gfGovernor *governor = MADE(gfCreateGovernor(fluid, &good));
    EXPECT_REFUSED(gfCreateGovernor(fluid, &good) != NULL, CALL_ORDER, "has a governor");
    assert_false(gfGovernor_Step(NULL, 0.1f) || gfGovernor_Update(NULL) || gfGovernor_AddTime(NULL, 1.0f) ||
                 gfGovernor_SetBudget(NULL, 1.0f));
    assert_false(gfGovernor_GetLevel(NULL, 0, &level) || gfGovernor_GetLevel(governor, 0, NULL));
    EXPECT_REFUSED(gfGovernor_Step(governor, NAN), OUT_OF_RANGE, "dt");
    EXPECT_REFUSED(gfGovernor_AddTime(governor, -1.0f), OUT_OF_RANGE, "time");
    EXPECT_REFUSED(gfGovernor_SetBudget(governor, 0.0f), OUT_OF_RANGE, "budget");
    const int32_t levels[] = {-1, 99};
    for (int i = 0; i < 2; i++) {
        EXPECT_REFUSED(gfGovernor_GetLevel(governor, levels[i], &level), OUT_OF_RANGE, "level");
    }
    assert_int_equal(gfGovernor_GetStatus(NULL).levelCount, 0);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
