// After gfDevice_Prepare nothing compiles, and no framebuffer is made but by calls that say so; it works in slices, and
// programs come from binaries that the host kept.
#include "support/canvas.h"
#include "support/few_particles.h"
#include "support/fluid3d.h"
#include "support/gl_spy.h"
#include "support/making.h"

#define CELLS 20
#define VIEW 24
#define ALWAYS 1e6f // ms: no slice ends

// --- a game ----------------------------------------------------------------------------------------------------------

static gfFluidDef fluidOf(gfSolverKind solver)
{
    gfFluidDef def = solver == GF_SOLVER_PARTICLES ? FewParticles_Def(CELLS, GF_SEARCH_AUTO) : gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    return def;
}

static void prepareAll(gfDevice *device, const gfPrepareDef *def)
{
    gfPrepareProgress progress = {0};
    gfPrepareStatus status = gfDevice_Prepare(device, def, ALWAYS, &progress);
    while (status == GF_PREPARE_PENDING) {
        status = gfDevice_Prepare(device, NULL, ALWAYS, &progress);
    }
    assert_int_equal(status, GF_PREPARE_DONE);
    assert_int_equal(progress.done, progress.total);
    making = (Making){0};
}

// Fails with the name of what compiled or made a framebuffer since the last time. What `makes` its own may make some.
static void expectNothing(const char *what, bool makes)
{
    if (making.programs != 0 || (making.framebuffers != 0 && !makes)) {
        fail_msg("%s: %d shaders and programs, %d framebuffers", what, making.programs, making.framebuffers);
    }
    making = (Making){0};
}

static void step(gfFluid *fluid, const char *what)
{
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid_StepOnce(fluid));
        expectNothing(what, false);
    }
}

static void drawAllStyles(gfFluid *fluid, gfTracers *tracers)
{
    for (int i = 0; i < 4 * GF_DRAW_STYLE_COUNT; i++) {
        char what[32];
        gfDrawDef def = gfDefaultDrawDef();
        def.style = (gfDrawStyle)(i / 4);
        def.bloom.enabled = i % 4 != 0;
        def.refraction.enabled = def.shafts.enabled = def.shadow.enabled = i % 4 > 1;
        def.tracers.set = i % 4 > 2 ? tracers : NULL;
        snprintf(what, sizeof what, "drawing %d of style %d", i % 4, i / 4);
        gfFluid_Draw(fluid, &def); // some have no such style
        expectNothing(what, false);
    }
}

static void useSources(gfFluid *fluid)
{
    gfSourceDef source = gfDefaultSourceDef();
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 0.2f);
    source.velocity.x = source.dye[0] = source.dye[3] = source.mass = source.divergence = 1.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    step(fluid, "splat");
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &source);
    step(fluid, "emitter");
    source.mode = GF_SOURCE_SET;
    assert_true(gfFluid_SetEmitter(fluid, emitter, &source));
    step(fluid, "emitter that sets");
    assert_true(gfFluid_RemoveEmitter(fluid, emitter));
    step(fluid, "no emitter");
}

static void useSolids(gfFluid *fluid)
{
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    gfSolidDef def = gfDefaultSolidDef();
    def.shape = gfMakeCircle((gfVec2){0.3f, 0.3f}, 0.1f);
    gfSolidId solid = gfFluid_AddSolid(fluid, &def);
    step(fluid, "solid");
    def.velocity.x = 0.5f;
    def.shape.a.x += 0.05f;
    assert_true(gfFluid_SetSolid(fluid, solid, &def));
    step(fluid, "moving solid");
    def.shape = gfMakeCapsule((gfVec2){0.2f, 0.6f}, (gfVec2){0.8f, 0.6f}, 0.005f);
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &def)));
    step(fluid, "thin wall");
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &(gfMask){pixels, 2, 2, 2}, &place)));
    expectNothing("mask", true);
    step(fluid, "step with a mask");
    assert_true(gfFluid_RemoveSolid(fluid, solid));
    step(fluid, "solid that is gone");
}

static void useFields(gfFluid *fluid)
{
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        gfFieldTexture texture;
        char what[32];
        snprintf(what, sizeof what, "field %d", i);
        if (gfFluid_GetFieldInfo(fluid, (gfField)i, &info)) {
            free(Fixture_ReadField(fluid, (gfField)i, &info));
            expectNothing(what, false);
            assert_true(gfFluid_GetTexture(fluid, (gfField)i, &texture));
            expectNothing(what, false);
        }
    }
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    expectNothing("measuring", false);
}

static void useQueries(gfFluid *fluid)
{
    const gfVec2 point = {0.5f, 0.5f};
    gfQueryDef def = gfDefaultQueryDef();
    gfQueryRegion region = gfDefaultQueryRegion();
    def.quantities = GF_QUANTITY_VELOCITY;
    region.shape = gfMakeCircle(point, 0.2f);
    gfQuery *query = gfCreateQuery(fluid, &def);
    expectNothing("query", true);
    for (int i = 0; i < 3; i++) {
        gfQueryAnswer answer;
        assert_true(gfQuery_SetPoints(query, &point, 1) && gfQuery_SetRegions(query, &region, 1));
        assert_int_equal(gfQuery_Submit(query), GF_SUBMIT_DONE);
        expectNothing("question", false);
        assert_int_not_equal(gfQuery_WaitBlocking(query, &answer), GF_READ_FAILED);
        expectNothing("answer", false);
    }
    gfDestroyQuery(query);
}

static void drawSurface(gfFluid *fluid)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    bool shallow = gfFluid_GetDef(fluid).solver == GF_SOLVER_SHALLOW;
    def.source.of = shallow ? GF_SURFACE_WATER : GF_SURFACE_PRESSURE;
    for (int i = 0; i < 2; i++) {
        assert_true(gfFluid_DrawSurface(fluid, &def));
        expectNothing("surface", false);
        def.kind = GF_SURFACE_LAVA;
    }
}

static void resize(gfFluid *fluid)
{
    assert_true(gfFluid_SetFixedStep(fluid, 0.01f));
    expectNothing("length of a step", false);
    assert_true(gfFluid_Resize(fluid, CELLS + 2, CELLS, 1.0f / CELLS, (gfVec2){0.1f, 0.0f}));
    expectNothing("resize", true);
    step(fluid, "step after a resize");
    useFields(fluid);
    assert_true(gfFluid_Reset(fluid));
    expectNothing("reset", false);
}

static void play(gfDevice *device, const gfFluidDef *def)
{
    gfFluid *fluid = gfCreateFluid(device, def);
    assert_non_null(fluid);
    expectNothing("fluid", true);
    step(fluid, "first step");
    gfTracers *tracers = Fixture_MakeTracers(fluid, 20, 1.0f);
    expectNothing("tracers", true);
    for (int i = 0; i < 3; i++) {
        assert_true(gfTracers_Step(tracers, 0.01f));
        expectNothing("step of tracers", false);
    }
    drawAllStyles(fluid, tracers);
    useSources(fluid);
    drawAllStyles(fluid, tracers);
    useSolids(fluid);
    drawAllStyles(fluid, tracers);
    useFields(fluid);
    useQueries(fluid);
    drawSurface(fluid);
    resize(fluid);
    gfDestroyFluid(fluid);
}

static void testNothingIsMade(void **state, gfSolverKind solver)
{
    Fixture *fixture = *state;
    gfFluidDef def = fluidOf(solver);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids = &def;
    prepare.fluidCount = 1;
    Canvas canvas = Canvas_Make(fixture, VIEW, VIEW);
    GlSpy_Clear();
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    prepareAll(device, &prepare);
    play(device, &def);
    gfDestroyDevice(device);
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
}

static void testGrid(void **state)
{
    testNothingIsMade(state, GF_SOLVER_GRID);
}

static void testGaussian(void **state)
{
    testNothingIsMade(state, GF_SOLVER_GAUSSIAN);
}

static void testParticles(void **state)
{
    testNothingIsMade(state, GF_SOLVER_PARTICLES);
}

static void testShallow(void **state)
{
    testNothingIsMade(state, GF_SOLVER_SHALLOW);
}

static void step3D(gfFluid3D *fluid, const char *what)
{
    assert_true(gfFluid3D_StepOnce(fluid));
    expectNothing(what, false);
}

static void play3D(gfDevice *device, const gfFluid3DDef *def)
{
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfFluid3D *fluid = gfCreateFluid3D(device, def);
    assert_non_null(fluid);
    expectNothing("fluid", true);
    assert_true(gfFluid3D_AddParticles(fluid, &one, 1));
    expectNothing("particles", true);
    step3D(fluid, "first step");
    for (int i = 0; i < GF_DRAW3D_STYLE_COUNT; i++) {
        gfDraw3DDef draw = gfDefaultDraw3DDef();
        draw.style = (gfDraw3DStyle)i;
        for (int frame = 0; frame < 3; frame++) {
            assert_true(gfFluid3D_Draw(fluid, &draw));
            expectNothing("drawing", false);
        }
    }
    gfSource3DDef source = gfDefaultSource3DDef();
    source.shape = gfMakeSphere(one.position, 0.2f);
    source.mass = source.dye[0] = source.dye[3] = source.velocity.x = 1.0f;
    assert_true(gfFluid3D_Splat(fluid, &source));
    step3D(fluid, "splat");
    assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &source)));
    step3D(fluid, "emitter");
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)));
    step3D(fluid, "solid");
    gfDestroyFluid3D(fluid);
}

static void test3D(void **state)
{
    Fixture *fixture = *state;
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 100);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids3D = &def;
    prepare.fluid3DCount = 1;
    def.position = (gfVec3){0.5f, 0.5f, 0.5f};
    Canvas canvas = Canvas_Make(fixture, VIEW, VIEW);
    GlSpy_Clear();
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    prepareAll(device, &prepare);
    play3D(device, &def);
    gfDestroyDevice(device);
    Canvas_Free(fixture, &canvas);
    Fixture_ExpectNoGlError(fixture);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, Fixture_SetUp, Fixture_TearDown)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(testGrid), TEST(testGaussian), TEST(testParticles), TEST(testShallow), TEST(test3D),
    };
    if (argc > 1) {
        cmocka_set_test_filter(argv[1]);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
