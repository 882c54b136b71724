// Whatever runs out, memory, framebuffers or shaders, while a fluid of any solver is made, changed, poured into, looked
// at or stepped: what fails says so, leaves nothing, and changes nothing.
#include "support/canvas.h"
#include "support/failing.h"
#include "support/few_particles.h"
#include "support/fluid3d.h"
#include "support/gaussian.h"
#include "support/solvers.h"

#define CELLS 24 // fit to be periodic
#define ROWS(table) ((int)(sizeof(table) / sizeof(table)[0]))

typedef enum Change { TUNE, SIDES, RESIZE, FILL, FIRST_DYE, GROUND, ADD, WRITE, TO_CONSERVING } Change;

// The fewest attempts of each round of Failing_EachInTurn, 0 where it is left out, and the stride.
static const struct {
    gfSolverKind solver;
    Change change;
    int rounds[FAILING_ROUNDS];
    int stride;
    gfParticleSearch search;
} changes[] = {
    {GF_SOLVER_GRID, TUNE, {3, 3, 3, 2}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_GRID, SIDES, {3, 3, 3, 2}, 3, GF_SEARCH_AUTO},
    // Tuning makes no framebuffers, but for the one that the conserving mode lacks, none of whose programs there is
    // yet.
    {GF_SOLVER_GAUSSIAN, TO_CONSERVING, {2, 1, 2, 2}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_GAUSSIAN, FIRST_DYE, {2, 2, 2, 1}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_GAUSSIAN, RESIZE, {2, 2, 2, 1}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_GAUSSIAN, TUNE, {2, 1, 1, 1}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_GAUSSIAN, SIDES, {2, 1, 1, 1}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_GAUSSIAN, FILL, {2, 1, 1, 2}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_PARTICLES, ADD, {2, 2, 2, 1}, 3, GF_SEARCH_SORTED},
    {GF_SOLVER_PARTICLES, ADD, {2, 2, 2, 1}, 3, GF_SEARCH_SLOTS},
    {GF_SOLVER_PARTICLES, RESIZE, {2, 2, 2, 1}, 3, GF_SEARCH_SORTED},
    {GF_SOLVER_PARTICLES, RESIZE, {0, 2, 2, 0}, 3, GF_SEARCH_SLOTS},
    {GF_SOLVER_PARTICLES, RESIZE, {0, 2, 2, 0}, 3, GF_SEARCH_HASHED},
    {GF_SOLVER_PARTICLES, TUNE, {2, 1, 1, 1}, 1, GF_SEARCH_SORTED},
    {GF_SOLVER_PARTICLES, SIDES, {1, 1, 1, 1}, 1, GF_SEARCH_SORTED},
    {GF_SOLVER_PARTICLES, WRITE, {2, 1, 2, 2}, 3, GF_SEARCH_SORTED},
    // Sides, ground and level need no framebuffers that are not there.
    {GF_SOLVER_SHALLOW, RESIZE, {2, 2, 2, 1}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_SHALLOW, TUNE, {2, 1, 2, 2}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_SHALLOW, SIDES, {2, 1, 2, 2}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_SHALLOW, GROUND, {2, 1, 1, 2}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_SHALLOW, FILL, {2, 1, 1, 2}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_WATER, ADD, {2, 2, 2, 1}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_WATER, RESIZE, {2, 2, 2, 1}, 3, GF_SEARCH_AUTO},
    {GF_SOLVER_WATER, TUNE, {1, 1, 1, 1}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_WATER, SIDES, {1, 1, 1, 1}, 1, GF_SEARCH_AUTO},
    {GF_SOLVER_WATER, WRITE, {2, 1, 2, 2}, 3, GF_SEARCH_AUTO},
};

static gfSourceDef pour(bool dyed)
{
    gfSourceDef source = Flow_DiscSource(0.35f, 0.4f, 0.15f);
    source.acceleration = (gfVec2){0.4f, -0.3f};
    source.mass = source.temperature = 0.5f;
    source.fields = GF_SOURCE_ALL & ~(dyed ? 0u : (uint32_t)GF_SOURCE_DYE);
    source.dye[0] = source.dye[3] = dyed ? 0.5f : 0.0f;
    return source;
}

static gfFluid *makeStirred(gfDevice *device, gfSolverKind solver, Change change, gfParticleSearch search)
{
    gfFluidDef def = Solver_Def((int)solver, CELLS);
    def.particles.search = search;
    def.grid.viscosity = 0.001f;
    def.gaussian.mode = change == TO_CONSERVING ? GF_GAUSSIAN_SIMPLE : GF_GAUSSIAN_CONSERVING;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    if (solverRows[solver].particles) {
        FewParticles_AddBox(fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.4f, 0.3f});
    } else {
        // The shader that fills is to be compiled later.
        assert_true(solver != GF_SOLVER_SHALLOW || change == FILL || gfFluid_FillToLevel(fluid, NULL, 0.2f));
        gfSourceDef source = pour(change != FIRST_DYE);
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    }
    if (solver == GF_SOLVER_GRID) {
        Flow_AddDisc(fluid, 0.8f, 0.7f, 0.15f);
    }
    Flow_Steps(fluid, 3);
    return fluid;
}

static gfFluid *makeRow(gfDevice *device, int row)
{
    return makeStirred(device, changes[row].solver, changes[row].change, changes[row].search);
}

// About everything there is has to be made, and a step whose length has changed is taken back.
static bool tune(gfFluid *fluid)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    def.fixedStep *= 0.5f;
    def.grid.scheme = GF_SCHEME_REFLECT;
    def.grid.pressureMethod = GF_PRESSURE_JACOBI;
    def.grid.temperatureDiffusivity = def.grid.dyeDiffusivity = 0.01f;
    def.grid.vorticityConfinement = 3.0f;
    def.grid.cflLimit = 1.0f;
    def.grid.keepTotals = true;
    def.gaussian.viscosity = 1.0f;
    def.gaussian.massCorrection = false;
    def.gaussian.gravity.x = 0.5f;
    def.particles.materialCount = 2;
    def.particles.materials[1] = def.particles.materials[0];
    def.particles.materials[0].pull = 10.0f;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.shallow.manning = 0.1f;
    def.water.viscosity = def.water.surfaceTension = def.water.sprayDrag = 0.1f;
    return gfFluid_SetDef(fluid, &def);
}

static bool setSides(gfFluid *fluid)
{
    gfFluidDef def = gfFluid_GetDef(fluid);
    if (solverRows[def.solver].periodic) {
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_PERIODIC;
        def.boundaries.top.kind = GF_BOUNDARY_OPEN;
    } else {
        def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    }
    if (def.solver == GF_SOLVER_SHALLOW) {
        def.boundaries.top = (gfBoundary){.kind = GF_BOUNDARY_INFLOW, .inflowSpeed = 0.5f};
    }
    return gfFluid_SetDef(fluid, &def);
}

static bool write(gfFluid *fluid, gfField field)
{
    gfFieldInfo info;
    float values[4 * CELLS * CELLS];
    assert_true(gfFluid_GetFieldInfo(fluid, field, &info));
    for (int i = 0; i < ROWS(values); i++) {
        values[i] = 0.5f;
    }
    return gfFluid_WriteField(fluid, field, values, (size_t)(info.width * info.height * info.channels));
}

static bool doChange(gfFluid *fluid, Change change)
{
    static const gfParticle some[] = {{.position = {0.7f, 0.6f}, .velocity = {0.0f, 1.0f}}, {.position = {0.8f, 0.6f}}};
    const gfShape half = gfMakeRectangle((gfVec2){0.0f, 0.0f}, (gfVec2){0.5f, 2.0f}, 0.0f);
    gfFluidDef def = gfFluid_GetDef(fluid);
    gfGroundDef ground = gfDefaultGroundDef();
    switch (change) {
    case SIDES:
        return setSides(fluid);
    case RESIZE:
        return gfFluid_Resize(fluid, CELLS - 4, CELLS, 0.8f * def.cellSize, (gfVec2){0.0f, 0.0f});
    case FILL:
        return gfFluid_FillToLevel(fluid, &half, 0.5f);
    case FIRST_DYE:
        return write(fluid, GF_FIELD_DYE);
    case WRITE:
        return write(fluid, GF_FIELD_VELOCITY);
    case ADD:
        return gfFluid_AddParticles(fluid, some, ROWS(some));
    case GROUND:
        ground.shape = gfMakeRectangle((gfVec2){0.7f, 0.6f}, (gfVec2){0.1f, 0.2f}, 0.3f);
        ground.softness = 0.1f;
        ground.height = 0.3f;
        return gfFluid_ShapeGround(fluid, &ground);
    case TO_CONSERVING:
        def.gaussian.mode = GF_GAUSSIAN_CONSERVING;
        return gfFluid_SetDef(fluid, &def);
    case TUNE:
        break;
    }
    return tune(fluid);
}

static bool attemptChange(Failing *f)
{
    return doChange(f->fluid, changes[f->which].change);
}

static void tryChanges(void **state, gfSolverKind solver)
{
    for (int i = 0; i < ROWS(changes); i++) {
        FailingCase c = {makeRow, attemptChange, i, {0}, .changes = true, .stride = changes[i].stride};
        memcpy(c.rounds, changes[i].rounds, sizeof c.rounds);
        if (changes[i].solver == solver) {
            Failing_EachInTurn(*state, &c);
        }
    }
}

#define CHANGES(name, solver)                  \
    TEST_CI(name)                              \
    {                                          \
        tryChanges(state, GF_SOLVER_##solver); \
    }
CHANGES(testChangesOfGrid, GRID)
CHANGES(testChangesOfGaussian, GAUSSIAN)
CHANGES(testChangesOfParticles, PARTICLES)
CHANGES(testChangesOfShallow, SHALLOW)

static gfFluid *tryFluid(gfDevice *device)
{
    const gfFluidDef def = Solver_Def(GF_SOLVER_GRID, CELLS);
    gfFluid *fluid = gfCreateFluid(device, &def);
    return fluid != NULL ? fluid : gfCreateFluid(device, &def);
}

// Each call may fail once; what it left must be as good as before.
#define TWICE(call) assert_true((call) || (call))

static void useFluid(gfFluid *fluid)
{
    static const uint8_t pixels[4] = {255, 255, 0, 0};
    static float values[4 * CELLS * CELLS];
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape place = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.2f, 0.2f}, 0.1f));
    gfFluidStats stats;
    gfPollStatus status = GF_POLL_PENDING;
    gfSourceDef source = Flow_SourceDef(place);
    source.divergence = source.dye[3] = 1.0f;
    TWICE(gfFluid_Splat(fluid, &source));
    TWICE(!GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    TWICE(gfFluid_StepOnce(fluid));
    TWICE(!GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    TWICE(!GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    TWICE(gfFluid_StepOnce(fluid));
    gfRequestId id = gfFluid_RequestField(fluid, GF_FIELD_VORTICITY);
    id = GIVEN(!GF_IS_NULL(id) ? id : gfFluid_RequestField(fluid, GF_FIELD_VORTICITY));
    while (status == GF_POLL_PENDING) {
        status = gfFluid_PollField(fluid, id, values, 4 * CELLS * CELLS);
    }
    assert_int_equal(status, GF_POLL_READY);
    TWICE(gfFluid_ReadFieldBlocking(fluid, GF_FIELD_TEMPERATURE, values, CELLS * CELLS));
    TWICE(gfFluid_WriteField(fluid, GF_FIELD_TEMPERATURE, values, CELLS * CELLS));
    TWICE(gfFluid_Resize(fluid, CELLS, CELLS, 0.1f, (gfVec2){0.0f, 0.0f}));
    TWICE(gfFluid_StepOnce(fluid));
    TWICE(gfFluid_MeasureBlocking(fluid, &stats));
    assert_true(stats.nonfinite == 0 && stats.mass > 0.0);
}

static bool attemptAll(Failing *f)
{
    if (f->device == NULL) {
        f->device = gfCreateDevice(&f->deviceDef);
    }
    f->fluid = f->device != NULL ? tryFluid(f->device) : NULL;
    if (f->fluid != NULL) {
        useFluid(f->fluid);
    }
    return f->fluid != NULL;
}

// Most allocations are text of shaders, two or three a file, so that a stride of 31 meets every kind.
TEST_CI(testMemoryRunsOut)
{
    const FailingCase c = {.attempt = attemptAll,
                           .once = true,
                           .triesDevice = true,
                           .stride = 31,
                           .rounds = {[FAIL_FIRST_ALLOCATIONS] = 70}};
    Failing_EachInTurn(*state, &c);
}

// With all shaders there, every other allocation fails once.
TEST(testMemoryRunsOutLater)
{
    const FailingCase c = {.attempt = attemptAll, .once = true, .rounds = {[FAIL_ALLOCATIONS] = 10}};
    Failing_EachInTurn(*state, &c);
}

// Which: a solver, or beyond them a search of particles.
static bool attemptFluid(Failing *f)
{
    gfFluidDef def = Solver_Def(f->which < SOLVERS ? f->which : GF_SOLVER_PARTICLES, CELLS);
    def.particles.search = f->which < SOLVERS ? GF_SEARCH_SORTED : (gfParticleSearch)(f->which - SOLVERS);
    f->fluid = gfCreateFluid(f->device, &def);
    return f->fluid != NULL;
}

TEST_CI(testFailedFluidsLeaveNothing)
{
    static const int all[] = {GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW, GF_SOLVER_PARTICLES, SOLVERS + GF_SEARCH_SLOTS,
                              SOLVERS + GF_SEARCH_HASHED};
    for (int i = 0; i < ROWS(all); i++) { // the grid's: testMemoryRunsOut
        const FailingCase c = {.attempt = attemptFluid, .which = all[i], .rounds = {3, 3, 3, 3}, .stride = 5};
        Failing_EachInTurn(*state, &c);
    }
}

// Created, filled, poured into, drained, moved, looked at: all of it, or a report.
static bool attemptLife(Failing *f)
{
    gfFluidDef def = FewParticles_Def(16, (gfParticleSearch)f->which);
    gfSourceDef tap = pour(false), drain = pour(false);
    gfSolidDef solid = gfDefaultSolidDef();
    gfDrawDef draw = gfDefaultDrawDef();
    const gfParticle one = {.position = {0.2f, 0.2f}};
    const gfVec2 place = {0.2f, 0.2f};
    float value;
    gfParticle read;
    def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    tap.mode = drain.mode = GF_SOURCE_SET;
    tap.acceleration = drain.acceleration = (gfVec2){0.0f, 0.0f};
    tap.fields = drain.fields = GF_SOURCE_MASS;
    tap.shape.a = (gfVec2){0.7f, 0.7f};
    drain.shape.a = (gfVec2){0.2f, 0.1f};
    drain.mass = 0.0f;
    solid.shape = gfMakeCircle((gfVec2){0.5f, 0.3f}, 0.1f);
    draw.style = GF_DRAW_PARTICLES;
    gfFluid *fluid = gfCreateFluid(f->device, &def);
    bool ok = fluid != NULL && gfFluid_AddParticles(fluid, &one, 1) && gfFluid_StepOnce(fluid) &&
              !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)) && !GF_IS_NULL(gfFluid_AddEmitter(fluid, &tap)) &&
              !GF_IS_NULL(gfFluid_AddEmitter(fluid, &drain)) && gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid) &&
              gfFluid_Draw(fluid, &draw) && gfFluid_ReadParticlesBlocking(fluid, &read, 1) >= 0 &&
              gfFluid_SampleParticlesBlocking(fluid, GF_PROPERTY_DENSITY, &place, 1, &value, NULL);
    gfDestroyFluid(fluid);
    return ok;
}

static bool attemptLife3D(Failing *f)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 64);
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfDraw3DDef draw = gfDefaultDraw3DDef();
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    gfParticle3D read;
    def.particles.search = (gfParticleSearch)f->which;
    def.openSides = GF_CONTAINER_LEFT;
    solid.shape = gfMakeSphere((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f);
    gfFluid3D *fluid = gfCreateFluid3D(f->device, &def);
    bool ok = fluid != NULL && gfFluid3D_AddParticles(fluid, &one, 1) &&
              !GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)) && gfFluid3D_StepOnce(fluid) &&
              gfFluid3D_Draw(fluid, &draw) && gfFluid3D_ReadParticlesBlocking(fluid, &read, 1) >= 0;
    gfDestroyFluid3D(fluid);
    return ok;
}

TEST_CI(testFailedLives)
{
    Canvas_Make(fixture, 16, 16);
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        const int most = search == GF_SEARCH_SORTED ? 3 : 0;
        const FailingCase flat = {.attempt = attemptLife, .which = search, .rounds = {most, 3, 3, most}, .stride = 7};
        const FailingCase deep = {.attempt = attemptLife3D, .which = search, .rounds = {0, 3, 3, most}, .stride = 9};
        Failing_EachInTurn(fixture, &flat);
        Failing_EachInTurn(fixture, &deep);
    }
}

// A pass that finds no framebuffer: the step says so, no particle is lost, and later steps go on.
TEST(testFailedStepsLoseNothing)
{
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
        gfFluid *fluid = makeStirred(device, GF_SOLVER_PARTICLES, TUNE, (gfParticleSearch)search);
        int before = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
        gfSourceDef tap = pour(false);
        tap.shape.a = (gfVec2){0.7f, 0.7f};
        gfEmitterId id = gfFluid_AddEmitter(fluid, &tap);
        GlHooks_LimitFramebuffers(0);
        Fixture_ClearLog(fixture);
        for (int i = 0; i < 3; i++) {
            if (!gfFluid_StepOnce(fluid)) {
                assert_true(fixture->errors > 0);
            }
        }
        GlHooks_LimitFramebuffers(-1);
        gfDevice_ResetErrors(device);
        assert_true(gfFluid_RemoveEmitter(fluid, id));
        int after = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
        assert_true(after >= before);
        Flow_Steps(fluid, 5);
        gfFluidStats stats;
        assert_true(gfFluid_MeasureBlocking(fluid, &stats) && stats.nonfinite == 0);
        assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, NULL, 0), after);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ClearLog(fixture);
    Fixture_ExpectNoGlError(fixture);
}

// Without dye, whose textures a read would make.
static uint64_t hashUndyed(gfFluid *fluid)
{
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (int field = 0; field < GF_FIELD_COUNT; field++) {
        gfFieldInfo info;
        if (field != GF_FIELD_DYE && Solver_WritesField((int)gfFluid_GetDef(fluid).solver, field)) {
            float *values = Fixture_Read(fluid, (gfField)field, &info);
            h = Fixture_Hash(h, values, (size_t)(info.width * info.height * info.channels) * sizeof *values);
        }
    }
    return h;
}

// A source whose dye finds no textures: said once, and the step goes on without; writing dye tries again.
TEST(testDyeOfSourcesFails)
{
    static const gfSolverKind solvers[] = {GF_SOLVER_GAUSSIAN, GF_SOLVER_SHALLOW};
    for (int solver = 0; solver < ROWS(solvers); solver++) {
        gfDevice *device = Poor_MakeDevice(fixture, (GlHooks){0});
        gfFluid *fluid = makeStirred(device, solvers[solver], FIRST_DYE, GF_SEARCH_AUTO);
        gfFluid *twin = makeStirred(device, solvers[solver], FIRST_DYE, GF_SEARCH_AUTO);
        hashUndyed(fluid); // the first read makes textures for the next ones
        const gfMemoryCounts counts = gfDevice_GetMemory(device);
        gfSourceDef dye = pour(true);
        dye.fields = GF_SOURCE_DYE;
        dye.mass = dye.temperature = 0.0f;
        dye.acceleration = (gfVec2){0.0f, 0.0f};
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &dye)));
        Fixture_ClearLog(fixture);
        for (int i = 0; i < 3; i++) {
            GlHooks_LimitFramebuffers(i < 2 ? i : -1);
            assert_true(gfFluid_StepOnce(fluid));
        }
        assert_true(fixture->errors == 0 && fixture->warnings == 1 && fixture->lastCode == GF_ERROR_FRAMEBUFFER);
        assert_non_null(strstr(fixture->lastMessage, "dye is left out from now on"));
        Poor_ExpectMemory(device, &counts);
        assert_true(gfFluid_StepOnce(twin) && gfFluid_StepOnce(twin) && gfFluid_StepOnce(twin));
        assert_true(hashUndyed(fluid) == hashUndyed(twin));
        assert_true(doChange(fluid, FIRST_DYE));
        double before = solver == 0 ? Gaussian_DyeTotal(fluid, 3) : 0.0;
        assert_true(gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid) && gfFluid_StepOnce(fluid));
        assert_true(solver > 0 || Gaussian_DyeTotal(fluid, 3) > before);
        gfDestroyDevice(device);
        assert_int_equal(GlHooks_Left(), 0);
    }
    Fixture_ExpectNoGlError(fixture);
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
