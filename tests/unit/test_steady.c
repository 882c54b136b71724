// A step and a drawing that are like the ones before make nothing, and set no uniform that a program does not have.
#include "support/counted_gl.h"
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/gl_spy.h"
#include "support/making.h"
#include "support/picture.h"
#include "support/solvers.h"

#define FRAMES_BEFORE 3
#define FRAMES 8

static int strayUniforms;

#define SPY_UNIFORM(kind, type, proc)                                                         \
    static void GLAD_API_PTR uniform##kind(GLint location, GLsizei count, const type *values) \
    {                                                                                         \
        strayUniforms += location < 0;                                                        \
        GL_SPY_NEXT(proc, "glUniform" #kind)(location, count, values);                        \
    }
SPY_UNIFORM(1fv, GLfloat, PFNGLUNIFORM1FVPROC)
SPY_UNIFORM(2fv, GLfloat, PFNGLUNIFORM2FVPROC)
SPY_UNIFORM(4fv, GLfloat, PFNGLUNIFORM4FVPROC)
SPY_UNIFORM(1iv, GLint, PFNGLUNIFORM1IVPROC)
SPY_UNIFORM(2iv, GLint, PFNGLUNIFORM2IVPROC)
SPY_UNIFORM(4iv, GLint, PFNGLUNIFORM4IVPROC)

static void GLAD_API_PTR uniform1f(GLint location, GLfloat value)
{
    strayUniforms += location < 0;
    GL_SPY_NEXT(PFNGLUNIFORM1FPROC, "glUniform1f")(location, value);
}

static void GLAD_API_PTR uniform1i(GLint location, GLint value)
{
    strayUniforms += location < 0;
    GL_SPY_NEXT(PFNGLUNIFORM1IPROC, "glUniform1i")(location, value);
}

static void GLAD_API_PTR uniformMatrix4fv(GLint location, GLsizei count, GLboolean transpose, const GLfloat *values)
{
    strayUniforms += location < 0;
    GL_SPY_NEXT(PFNGLUNIFORMMATRIX4FVPROC, "glUniformMatrix4fv")(location, count, transpose, values);
}

static void replaceAll(void)
{
    const GlSpyEntry entries[] = {GL_SPY_ENTRY(Uniform1fv, uniform1fv),
                                  GL_SPY_ENTRY(Uniform2fv, uniform2fv),
                                  GL_SPY_ENTRY(Uniform4fv, uniform4fv),
                                  GL_SPY_ENTRY(Uniform1iv, uniform1iv),
                                  GL_SPY_ENTRY(Uniform2iv, uniform2iv),
                                  GL_SPY_ENTRY(Uniform4iv, uniform4iv),
                                  GL_SPY_ENTRY(Uniform1f, uniform1f),
                                  GL_SPY_ENTRY(Uniform1i, uniform1i),
                                  GL_SPY_ENTRY(UniformMatrix4fv, uniformMatrix4fv)};
    GlSpy_Clear();
    Making_Watch();
    GlSpy_ReplaceAll(entries, sizeof entries / sizeof entries[0]);
}

static gfDevice *makeSpiedDevice(Fixture *fixture)
{
    replaceAll();
    return Making_MakeDevice(fixture);
}

// From here on; what the device's fluids have only named is compiled before.
static void startCounting(gfDevice *device)
{
    Making_Finish(device);
    making = (Making){0};
    strayUniforms = 0;
}

// Of so many fluids, or of a search.
static void expectNothingMade(const char *what, int kind, int frame)
{
    fail_if(making.objects != 0 || making.blocks != 0 || strayUniforms != 0,
            "%s, %d, step %d: %d GL objects, %d allocations, %d uniforms that no program has", what, kind, frame,
            making.objects, making.blocks, strayUniforms);
}

typedef struct Scene {
    gfFluid *fluid;
    gfFluidGroup *group; // that it is in; null: none
    gfTracers *tracers;
    gfSolidId solid;
    gfEmitterId zone;
    gfSolverKind solver;
} Scene;

// A medium that stirs, a way it follows and one way through it: whatever an emitter may have in this solver.
static gfSourceDef zoneAt(gfSolverKind solver, int frame)
{
    gfSourceDef def =
        Flow_SourceDef(gfMakeRectangle((gfVec2){0.2f + 0.02f * (float)frame, 0.8f}, (gfVec2){0.1f, 0.05f}, 0.0f));
    def.sweeps = true;
    def.zone.drag = def.zone.turbulence.strength = 1.0f;
    def.zone.oneWay.x = solverRows[solver].loads ? 1.0f : 0.0f;
    def.angularAcceleration = 1.0f;
    return def;
}

static gfSolidDef solidAt(int frame)
{
    gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){0.3f + 0.01f * (float)frame, 0.6f}, 0.1f));
    def.velocity.x = 0.6f;
    def.surface = GF_WALL_NO_SLIP;
    def.fixedTemperature = true;
    def.temperature = 10.0f;
    return def;
}

// `fluids`: above 1: the first of a group.
static Scene makeScene(gfDevice *device, gfSolverKind solver, gfScheme scheme, int fluids)
{
    gfFluidDef def = Solver_Def((int)solver, 24);
    def.grid.scheme = scheme;
    def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 1e-3f;
    def.grid.vorticityConfinement = 1.0f;
    def.grid.keepTotals = true;
    def.grid.cflLimit = 2.0f;
    def.grid.pressureCycles = 2;
    def.grid.pressureTolerance = 0.01f;
    def.gaussian.viscosity = def.shallow.viscosity = 1e-3f;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.shallow.cflSubsteps = 3;
    Scene scene = {.solver = solver};
    if (fluids > 1) {
        def.grid.temperatureDiffusivity = 0.0f;
        def.grid.advection = GF_ADVECTION_QUINTIC;
        scene.group = gfCreateFluidGroup(device, &def, fluids);
        scene.fluid = gfFluidGroup_GetMember(scene.group, 0);
    } else {
        scene.fluid = gfCreateFluid(device, &def);
    }
    assert_non_null(scene.fluid);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.2f, 0.1f);
    source.acceleration.y = 5.0f;
    source.dye[1] = source.dye[3] = 2.0f;
    source.temperature = 20.0f;
    source.divergence = 0.1f;
    source.mass = 10.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(scene.fluid, &source)));
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    source = zoneAt(solver, 0);
    scene.zone = gfFluid_AddEmitter(scene.fluid, &source);
    assert_true(gfFluid_SetEmitterMask(scene.fluid, scene.zone, &(gfMask){pixels, 2, 2, 2}));
    gfSolidDef solid = solidAt(0);
    scene.solid = gfFluid_AddSolid(scene.fluid, &solid);
    scene.tracers = Fixture_MakeTracers(scene.fluid, 100, 1.0f);
    return scene;
}

static void runFrame(const Scene *scene, int frame)
{
    gfSolidDef solid = solidAt(frame);
    assert_true(gfFluid_SetSolid(scene->fluid, scene->solid, &solid));
    gfSourceDef zone = zoneAt(scene->solver, frame);
    assert_true(gfFluid_SetEmitter(scene->fluid, scene->zone, &zone));
    gfSourceDef splat =
        Flow_SourceDef(gfMakeCapsule((gfVec2){0.2f, 0.3f}, (gfVec2){0.2f + 0.02f * (float)frame, 0.4f}, 0.06f));
    splat.velocity.x = 1.0f;
    splat.dye[0] = splat.dye[3] = 0.5f;
    splat.mass = 0.2f;
    assert_true(gfFluid_Splat(scene->fluid, &splat));
    assert_true(scene->group != NULL ? gfFluidGroup_StepOnce(scene->group) : gfFluid_StepOnce(scene->fluid));
    assert_true(gfTracers_Step(scene->tracers, 1.0f / 60.0f));
    gfDrawDef draw = Picture_Everything(0);
    draw.tracers.set = scene->tracers;
    draw.ahead = frame % 2 == 0 ? 0.01f : 0.0f;
    assert_true(gfFluid_Draw(scene->fluid, &draw));
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        draw.style = (gfDrawStyle)style;
        draw.refraction.enabled = false;
        assert_true(!Solver_HasStyle((int)scene->solver, style) ||
                    gfFluid_DrawToTexture(scene->fluid, &draw, SIDE, SIDE) != 0);
    }
}

TEST_CI(testSteadyFramesMakeNothing)
{
    Canvas_Make(fixture, SIDE, SIDE);
    gfDevice *device = makeSpiedDevice(fixture);
    static const struct {
        gfSolverKind solver;
        gfScheme scheme;
        int fluids;
    } rows[] = {{GF_SOLVER_GRID, GF_SCHEME_PROJECT, 1},    {GF_SOLVER_GRID, GF_SCHEME_REFLECT, 1},
                {GF_SOLVER_GRID, GF_SCHEME_PROJECT, 3},    {GF_SOLVER_GAUSSIAN, GF_SCHEME_PROJECT, 1},
                {GF_SOLVER_SHALLOW, GF_SCHEME_PROJECT, 1}, {GF_SOLVER_WATER, GF_SCHEME_PROJECT, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Scene scene = makeScene(device, rows[i].solver, rows[i].scheme, rows[i].fluids);
        for (int frame = 0; frame < FRAMES_BEFORE + FRAMES; frame++) {
            if (frame == FRAMES_BEFORE) {
                startCounting(device);
            }
            runFrame(&scene, frame);
        }
        expectNothingMade("frames of the solver", (int)rows[i].solver, FRAMES);
    }
    GlSpy_EndDevice(fixture, device);
    assert_int_equal(fixture->warnings, 0);
}

static void expectWhole(gfSnapshot *snapshot, uint8_t *to, size_t room)
{
    gfPollStatus status = GF_POLL_PENDING;
    gfSnapshotInfo info;
    while (status == GF_POLL_PENDING) {
        status = gfSnapshot_Poll(snapshot, to, room);
    }
    assert_int_equal(status, GF_POLL_READY);
    assert_true(gfSnapshot_Inspect(to, gfSnapshot_GetSize(snapshot), &info));
}

// Nor do saves from the second one on, into the same snapshot: fetched each time or still under way.
TEST_CI(testSavesMakeNothing)
{
    gfDevice *device = makeSpiedDevice(fixture);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        if (solver == GF_SOLVER_PARTICLES) { // what Scene has is not of particles
            continue;
        }
        Scene scene = makeScene(device, (gfSolverKind)solver, GF_SCHEME_PROJECT, 1);
        assert_true(gfFluid_StepOnce(scene.fluid) && gfTracers_Step(scene.tracers, 0.01f));
        gfSnapshot *snapshot = MADE(gfFluid_RequestSave(scene.fluid));
        size_t room = gfSnapshot_GetSize(snapshot);
        uint8_t *rolled = Fixture_Alloc(room), *once = Fixture_Alloc(room);
        expectWhole(snapshot, rolled, room);
        for (int i = 0; i < 6; i++) {
            assert_true(gfFluid_StepOnce(scene.fluid) && gfTracers_Step(scene.tracers, 0.01f));
            startCounting(device);
            assert_true(gfFluid_RequestSaveInto(scene.fluid, snapshot));
            if (i % 3 != 0) {
                expectWhole(snapshot, rolled, room);
            }
            expectNothingMade("save of the solver", solver, i);
        }
        assert_int_equal(gfSnapshot_GetSize(snapshot), room);
        assert_true(gfFluid_SaveBlocking(scene.fluid, once, room));
        assert_memory_equal(rolled, once, room);
    }
    GlSpy_EndDevice(fixture, device);
}

// Nor does the first step, of a fluid whose sources only push: all that it needs is there when the fluid is, but for
// programs that have only a name.
TEST(testFirstStepMakesNothing)
{
    gfDevice *device = makeSpiedDevice(fixture);
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        gfFluid *fluid = Solver_Make(device, solver, 24);
        startCounting(device);
        for (int i = 0; i < 3; i++) {
            Flow_Steps(fluid, 1);
            expectNothingMade("first steps of the solver", solver, i);
        }
    }
    GlSpy_EndDevice(fixture, device);
}

// What is set is not set again within a call, and the host's state is saved and put back once.
TEST(testCallsOfAStep)
{
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    gfSourceDef source = Flow_DiscSource(0.5f, 0.2f, 0.1f);
    deviceDef.getProcAddress = CountedGl_GetProcAddress;
    source.temperature = source.dye[3] = 1.0f;
    CountedGl_Start(COUNTED_GL_ALL);
    gfDevice *device = gfCreateDevice(&deviceDef);
    gfFluid *fluid = Solver_Make(device, GF_SOLVER_GRID, 64);
    Flow_AddDisc(fluid, 0.5f, 0.6f, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 3);
    CountedGl_Start(COUNTED_GL_ALL);
    Flow_Steps(fluid, 1);
    int calls = CountedGl_GetCalls(), draws = CountedGl_GetDraws();
    assert_true(gfDevice_BeginFrame(device));
    Flow_Steps(fluid, 1);
    CountedGl_Start(COUNTED_GL_ALL);
    Flow_Steps(fluid, 1);
    int framed = CountedGl_GetCalls();
    assert_true(gfDevice_EndFrame(device));
    Flow_ExpectBetween("passes of a default step", (double)draws, 10.0, 60.0);
    Flow_ExpectBetween("GL calls of a default step", (double)calls, 100.0, 460.0);
    Flow_ExpectBetween("GL calls of a step in a frame", (double)framed, 100.0, 270.0);
    Flow_ExpectBetween("GL calls of a pass", (double)framed / (double)draws, 3.0, 14.0);
    Flow_ExpectBetween("GL calls for the host's state", (double)(calls - framed), 50.0, 190.0);
    gfDestroyDevice(device);
}

// Of either: saves from the second one on make nothing, with rigid bodies that ask about the fluid.
static void tryRollingSave(gfFluid *fluid, gfFluid3D *volume, int search)
{
    gfRigidBody3DDef body3D = gfDefaultRigidBody3DDef();
    gfRigidBodyDef body = Flow_BodyDef(gfMakeCircle((gfVec2){0.8f, 0.5f}, 0.05f));
    body3D.shape = gfMakeSphere((gfVec3){0.3f, 0.7f, 0.7f}, 0.1f);
    assert_true(volume != NULL ? !GF_IS_NULL(gfFluid3D_AddRigidBody(volume, &body3D))
                               : !GF_IS_NULL(gfFluid_AddRigidBody(fluid, &body)));
    gfSnapshot *snapshot = volume != NULL ? gfFluid3D_RequestSave(volume) : gfFluid_RequestSave(fluid);
    assert_non_null(snapshot);
    for (int i = 0; i < 8; i++) {
        assert_true(volume != NULL ? gfFluid3D_StepOnce(volume) : gfFluid_StepOnce(fluid));
        making = (Making){0};
        strayUniforms = 0;
        assert_true(volume != NULL ? gfFluid3D_RequestSaveInto(volume, snapshot)
                                   : gfFluid_RequestSaveInto(fluid, snapshot));
        expectNothingMade(volume != NULL ? "save, 3D" : "save, 2D", search, i);
    }
}

static gfSourceDef sourceOf(float x, float mass)
{
    gfSourceDef source = Flow_DiscSource(x, 0.7f, 0.12f);
    source.mode = GF_SOURCE_SET;
    source.mass = mass;
    source.velocity.y = -1.0f;
    return source;
}

// From the first step on, while it pours and drains, with a solid that moves.
static void tryParticles(gfDevice *device, gfParticleSearch search)
{
    gfFluidDef def = FewParticles_Def(24, search);
    def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    gfFluid *fluid = MADE(gfCreateFluid(device, &def));
    FewParticles_AddBox(fluid, (gfVec2){0.1f, 0.1f}, (gfVec2){0.5f, 0.3f});
    startCounting(device);
    Flow_Steps(fluid, 3);
    expectNothingMade("2D, alone", (int)search, 3);
    gfSourceDef tap = sourceOf(0.7f, 1.0f), drain = sourceOf(0.3f, 0.0f);
    gfSolidDef solid = solidAt(0);
    gfSolidId id = Flow_AddSolidOf(fluid, &solid);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &tap)));
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &drain)));
    for (int i = 0; i < 8; i++) {
        solid = solidAt(i);
        tap.attraction = 5.0f;
        assert_true(gfFluid_SetSolid(fluid, id, &solid) && gfFluid_Splat(fluid, &tap) && gfFluid_StepOnce(fluid));
        if (i == 0) {
            startCounting(device);
        }
        expectNothingMade("2D, with sources and a solid", (int)search, i);
    }
    gfParticleStats stats;
    assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats) && stats.emitted > 0);
    tryRollingSave(fluid, NULL, (int)search);
}

static void tryVolume(gfDevice *device, gfParticleSearch search)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 200);
    gfParticle3D particles[200];
    int count = Fluid3D_FillBox(particles, 200, (gfVec3){0.1f, 0.1f, 0.1f}, (gfVec3){0.5f, 0.5f, 0.5f}, 0.1f, 0.1f);
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.7f, 0.2f, 0.5f}, 0.1f);
    def.particles.search = search;
    def.openSides = GF_CONTAINER_LEFT;
    gfFluid3D *fluid = MADE(gfCreateFluid3D(device, &def));
    assert_true(gfFluid3D_AddParticles(fluid, particles, count));
    startCounting(device);
    for (int i = 0; i < 6; i++) {
        const gfQuat turn = gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, 0.01f * (float)i);
        const gfVec3 size = {1.0f, 1.0f - 0.01f * (float)i, 1.0f};
        assert_true(gfFluid3D_SetContainer(fluid, (gfVec3){0.5f, 0.5f, 0.5f}, turn, size));
        assert_true(gfFluid3D_StepOnce(fluid));
        if (i == 3) { // nothing was made up to here, nor with a solid from the step after its first on
            assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)));
            assert_true(gfFluid3D_StepOnce(fluid));
            startCounting(device);
        }
        expectNothingMade("3D", (int)search, i);
    }
    tryRollingSave(NULL, fluid, (int)search);
}

TEST_CI(testParticlesMakeNothing)
{
    gfDevice *device = makeSpiedDevice(fixture);
    for (int search = GF_SEARCH_SORTED; search <= GF_SEARCH_HASHED; search++) {
        tryParticles(device, (gfParticleSearch)search);
        tryVolume(device, (gfParticleSearch)search);
    }
    GlSpy_EndDevice(fixture, device);
}
