// After gfDevice_Prepare nothing compiles, and no framebuffer is made but by calls that say so; it works in slices, and
// programs come from binaries that the host kept.
#include "support/canvas.h"
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/gl_spy.h"
#include "support/making.h"
#include "support/null_gl.h"
#include "support/solvers.h"

#ifndef GL_NUM_PROGRAM_BINARY_FORMATS
#define GL_NUM_PROGRAM_BINARY_FORMATS 0x87FE
#endif

#define CELLS 20
#define VIEW 24

static gfFluidDef fluidOf(gfSolverKind solver)
{
    gfFluidDef def = solver == GF_SOLVER_PARTICLES ? FewParticles_Def(CELLS, GF_SEARCH_AUTO) : gfDefaultFluidDef();
    def.solver = solver;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    return def;
}

static gfPrepareDef prepareFor(const gfFluidDef *def)
{
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids = def;
    prepare.fluidCount = 1;
    return prepare;
}

// A device that is prepared, and counts what is made from then on.
static gfDevice *makePreparedDevice(Fixture *fixture, const gfPrepareDef *def)
{
    GlSpy_Clear();
    Making_Watch();
    gfDevice *device = Making_MakeDevice(fixture);
    Making_Prepare(device, def);
    return device;
}

static uint64_t hashVelocity(gfFluid *fluid)
{
    gfFieldInfo info;
    float *values = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    return Fixture_Hash(FIXTURE_HASH_EMPTY, values, (size_t)info.width * (size_t)info.height * 2 * sizeof *values);
}

// Fails with the name of what compiled or made a framebuffer since the last time. What `makes` its own may make some.
static void expectNothing(const char *what, bool makes)
{
    fail_if(making.programs != 0 || (making.framebuffers != 0 && !makes),
            "%s: %d shaders and programs, %d framebuffers", what, making.programs, making.framebuffers);
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
    gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
    source.velocity.x = source.dye[0] = source.dye[3] = source.mass = source.divergence = 1.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    step(fluid, "splat");
    const gfSourceDef adding = Flow_Emitting(source);
    gfEmitterId emitter = gfFluid_AddEmitter(fluid, &adding);
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
    gfSolidDef def = Flow_SolidDef(gfMakeCircle((gfVec2){0.3f, 0.3f}, 0.1f));
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

static void useBodies(gfFluid *fluid)
{
    gfRigidBodyDef def = Flow_BodyDef(gfMakeCircle((gfVec2){0.5f, 0.8f}, 0.1f));
    gfRigidBodyId body = gfFluid_AddRigidBody(fluid, &def);
    expectNothing("body", true);
    for (int i = 0; i < 3; i++) { // until it has had an answer
        step(fluid, "step with a body");
    }
    assert_true(gfFluid_RemoveRigidBody(fluid, body));
    step(fluid, "body that is gone");
}

static void useFields(gfFluid *fluid)
{
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        gfFieldTexture texture;
        char what[32];
        snprintf(what, sizeof what, "field %d", i);
        if (gfFluid_GetFieldInfo(fluid, (gfField)i, &info)) {
            Fixture_Read(fluid, (gfField)i, &info);
            expectNothing(what, false);
            assert_true(gfFluid_GetTexture(fluid, (gfField)i, &texture));
            expectNothing(what, false);
        }
    }
    if (gfFluid_GetDef(fluid).solver == GF_SOLVER_GRID) {
        assert_true(gfFluid_Project(fluid, 2));
        expectNothing("projecting", false);
    }
    Flow_Measure(fluid);
    expectNothing("measuring", false);
}

static void useQueries(gfFluid *fluid)
{
    const gfVec2 point = {0.5f, 0.5f};
    gfQueryDef def = gfDefaultQueryDef();
    gfQueryRegion region = gfDefaultQueryRegion();
    gfSolverKind solver = gfFluid_GetDef(fluid).solver;
    def.quantities = GF_QUANTITY_VELOCITY;
    def.maxRays = solver != GF_SOLVER_GRID ? 1 : 0;
    def.maxShapes = solverRows[solver].particles ? 1 : 0;
    def.maxSolids = solver == GF_SOLVER_PARTICLES ? 1 : 0;
    def.contactReach = solverRows[solver].particles ? 1.0f : 0.0f;
    region.shape = gfMakeCircle(point, 0.2f);
    gfQuery *query = gfCreateQuery(fluid, &def);
    expectNothing("query", true);
    for (int i = 0; i < 3; i++) {
        gfQueryAnswer answer;
        const gfQueryRay ray = {point, {0.5f, 1.0f}};
        assert_true(gfQuery_SetPoints(query, &point, 1) && gfQuery_SetRegions(query, &region, 1));
        assert_true(gfQuery_SetRays(query, &ray, def.maxRays));
        assert_true(gfQuery_SetShapes(query, &region.shape, def.maxShapes));
        step(fluid, "counted step");
        assert_int_equal(gfQuery_Request(query), GF_REQUEST_DONE);
        expectNothing("question", false);
        assert_int_not_equal(gfQuery_WaitBlocking(query, &answer), GF_POLL_FAILED);
        expectNothing("answer", false);
    }
    gfDestroyQuery(query);
}

static void drawSurface(gfFluid *fluid)
{
    gfSurfaceDef def = gfDefaultSurfaceDef();
    bool shallow = gfFluid_GetDef(fluid).solver == GF_SOLVER_SHALLOW;
    def.source.of = shallow ? GF_HEIGHT_WATER : GF_HEIGHT_PRESSURE;
    for (int i = 0; i < 2; i++) {
        assert_true(gfFluid_DrawSurface(fluid, &def));
        expectNothing("surface", false);
        def.kind = GF_SURFACE_LAVA;
    }
}

static void resize(gfFluid *fluid)
{
    assert_true(Flow_SetStep(fluid, 0.01f));
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
    gfFluid *fluid = MADE(gfCreateFluid(device, def));
    expectNothing("fluid", true);
    step(fluid, "first step");
    gfTracers *tracers = Fixture_MakeTracers(fluid, 20, 1.0f);
    expectNothing("tracers", true);
    for (int i = 0; i < 3; i++) {
        assert_true(gfTracers_Step(tracers, 0.01f));
        expectNothing("step of tracers", false);
    }
    useSources(fluid);
    useSolids(fluid);
    if (solverRows[def->solver].loads) {
        useBodies(fluid);
    }
    drawAllStyles(fluid, tracers);
    useFields(fluid);
    useQueries(fluid);
    drawSurface(fluid);
    resize(fluid);
}

static void testNothingIsMade(void **state, gfSolverKind solver)
{
    Fixture *fixture = *state;
    gfFluidDef def = fluidOf(solver);
    gfPrepareDef prepare = prepareFor(&def);
    Canvas_Make(fixture, VIEW, VIEW);
    gfDevice *device = makePreparedDevice(fixture, &prepare);
    play(device, &def);
    gfDestroyDevice(device);
    Fixture_ExpectNoGlError(fixture);
}

// Those that ask questions of their own, of who asks none.
TEST(testBodiesAlone)
{
    gfFluidDef def = fluidOf(GF_SOLVER_SHALLOW);
    gfPrepareDef prepare = prepareFor(&def);
    prepare.uses = GF_USE_SOLIDS;
    gfDevice *device = makePreparedDevice(fixture, &prepare);
    gfFluid *fluid = gfCreateFluid(device, &def);
    expectNothing("fluid", true);
    useBodies(fluid);
    gfDestroyDevice(device);
}

TEST_CI(testGrid)
{
    testNothingIsMade(state, GF_SOLVER_GRID);
}

TEST_CI(testGaussian)
{
    testNothingIsMade(state, GF_SOLVER_GAUSSIAN);
}

TEST_CI(testParticles)
{
    testNothingIsMade(state, GF_SOLVER_PARTICLES);
}

TEST_CI(testShallow)
{
    testNothingIsMade(state, GF_SOLVER_SHALLOW);
}

TEST_CI(testWater)
{
    testNothingIsMade(state, GF_SOLVER_WATER);
}

static void step3D(gfFluid3D *fluid, const char *what)
{
    assert_true(gfFluid3D_StepOnce(fluid));
    expectNothing(what, false);
}

static void play3D(gfDevice *device, const gfFluid3DDef *def)
{
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfFluid3D *fluid = MADE(gfCreateFluid3D(device, def));
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
    source.mass = source.dye[0] = source.dye[3] = source.velocity.x = source.zone.drag = 1.0f;
    assert_true(gfFluid3D_Splat(fluid, &source));
    step3D(fluid, "splat");
    source = Fluid3D_Emitting(source);
    assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(fluid, &source)));
    step3D(fluid, "emitter");
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)));
    step3D(fluid, "solid");
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    body.shape = gfMakeSphere((gfVec3){0.7f, 0.7f, 0.7f}, 0.1f);
    gfRigidBody3DId first = gfFluid3D_AddRigidBody(fluid, &body);
    expectNothing("body", true);
    for (int i = 0; i < 9; i++) { // until it has had an answer
        step3D(fluid, "step with a body");
    }
    body.shape.a.x = 0.4f;
    assert_false(GF_IS_NULL(first) || GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &body)));
    step3D(fluid, "two bodies");
    assert_true(gfFluid3D_RemoveRigidBody(fluid, first));
    step3D(fluid, "body that is gone");
    assert_true(gfFluid3D_RequestHealth(fluid) && gfFluid3D_Repair(fluid));
    expectNothing("health", true);
}

TEST_CI(test3D)
{
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 100);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids3D = &def;
    prepare.fluid3DCount = 1;
    def.position = (gfVec3){0.5f, 0.5f, 0.5f};
    Canvas_Make(fixture, VIEW, VIEW);
    gfDevice *device = makePreparedDevice(fixture, &prepare);
    play3D(device, &def);
    gfDestroyDevice(device);
}

// One that has fewer fields than the one that was prepared for.
TEST(testLessThanPrepared)
{
    gfFluidDef def = fluidOf(GF_SOLVER_SHALLOW);
    gfPrepareDef prepare = prepareFor(&def);
    prepare.uses = GF_USE_FIELDS;
    gfDevice *device = makePreparedDevice(fixture, &prepare);
    def.shallow.ripples.enabled = def.shallow.foam = false;
    assert_true(gfFluid_StepOnce(MADE(gfCreateFluid(device, &def))));
    expectNothing("fluid", true);
    gfDestroyDevice(device);
}

static gfPrepareDef prepareStep(const gfFluidDef *def)
{
    gfPrepareDef prepare = prepareFor(def);
    prepare.uses = 0;
    return prepare;
}

// A slice of no time makes one program, or begins one, or takes one; between them fluids can be made and stepped.
TEST(testSlices)
{
    gfFluidDef def = fluidOf(GF_SOLVER_GRID);
    gfPrepareDef prepare = prepareStep(&def);
    gfPrepareProgress progress, before;
    gfMemoryCounts empty = gfDevice_GetMemory(fixture->device);
    assert_int_equal(gfDevice_Prepare(fixture->device, &prepare, 0.0f, &before), GF_PREPARE_PENDING);
    assert_in_range(before.total, 30, 200);
    assert_int_equal(gfDevice_GetMemory(fixture->device).textures, empty.textures);
    assert_int_equal(gfDevice_GetMemory(fixture->device).fluids, 0);
    int calls = 1;
    while (gfDevice_Prepare(fixture->device, NULL, 0.0f, &progress) == GF_PREPARE_PENDING) {
        assert_in_range(progress.done, before.done, before.done + 1);
        assert_int_equal(progress.total, before.total);
        before = progress;
        if (++calls == 10) { // what is not made yet is made when it is needed
            gfFluid *fluid = gfCreateFluid(fixture->device, &def);
            assert_true(fluid != NULL && gfFluid_StepOnce(fluid));
            gfDestroyFluid(fluid);
            gfDevice_Prepare(fixture->device, NULL, 0.0f, &before);
        }
    }
    assert_int_equal(progress.done, progress.total);
    assert_int_equal(gfDevice_Prepare(fixture->device, NULL, 0.0f, NULL), GF_PREPARE_DONE);
    assert_int_equal(gfDevice_Prepare(fixture->device, &prepare, 0.0f, NULL), GF_PREPARE_DONE);
}

// Without memory preparing ends; a step makes what it needs later, and gfDevice_ResetErrors lets the rest be prepared.
TEST(testMemoryRunsOut)
{
    const gfFluidDef def = fluidOf(GF_SOLVER_GRID);
    gfDeviceDef deviceDef = Fixture_DeviceDef(fixture);
    deviceDef.allocator = NullGl_GetAllocator();
    for (int reset = 0; reset < 2; reset++) {
        gfDevice *device = Fixture_MakeDeviceOf(fixture, &deviceDef);
        gfFluid *fluid = MADE(gfCreateFluid(device, &def));
        NullGl_Fail(NULL_GL_MEMORY, 1, true);
        Making_Finish(device);
        NullGl_Fail(NULL_GL_MEMORY, 0, false);
        if (reset) {
            gfDevice_ResetErrors(device);
            Making_Finish(device);
        }
        int made = gfDevice_GetMemory(device).programs;
        assert_true(gfFluid_StepOnce(fluid));
        Making_Finish(device);
        assert_int_equal(gfDevice_GetMemory(device).programs == made, reset);
        gfDestroyFluid(fluid);
        gfDestroyDevice(device);
    }
}

// A fluid that was prepared for flows as one that was not.
TEST_CI(testNothingElseChanges)
{
    uint64_t hashes[2];
    making = (Making){0};
    for (int i = 0; i < 2; i++) {
        gfDevice *device = Fixture_MakeDevice(fixture);
        gfFluidDef def = fluidOf(GF_SOLVER_GAUSSIAN);
        gfPrepareDef prepare = prepareFor(&def);
        prepare.uses = GF_USE_ALL & ~(GF_USE_DRAWING | GF_USE_SURFACE);
        uint64_t waits = gfDevice_GetWaits(device);
        if (i == 1) {
            Making_Prepare(device, &prepare);
        }
        assert_int_equal(gfDevice_GetWaits(device), waits);
        gfFluid *fluid = gfCreateFluid(device, &def);
        gfSourceDef source = Flow_DiscSource(0.5f, 0.5f, 0.2f);
        source.mass = source.velocity.x = source.dye[3] = 1.0f;
        assert_true(gfFluid_Splat(fluid, &source));
        step(fluid, "step");
        hashes[i] = hashVelocity(fluid);
        gfDestroyDevice(device);
    }
    assert_true(hashes[0] == hashes[1]);
}

static void expectFailure(Fixture *fixture, const gfPrepareDef *def, float slice, gfErrorCode code, const char *said)
{
    Fixture_ClearLog(fixture);
    assert_int_equal(gfDevice_Prepare(fixture->device, def, slice, NULL), GF_PREPARE_FAILED);
    Fixture_ExpectError(fixture, code, said);
}

TEST(testBadDefinitions)
{
    gfFluidDef fluid = fluidOf(GF_SOLVER_GRID);
    const gfPrepareDef right = prepareStep(&fluid);
    gfPrepareDef wrong = right;
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    assert_int_equal(gfDevice_Prepare(NULL, &right, 0.0f, NULL), GF_PREPARE_FAILED);
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_NULL_ARGUMENT);
    expectFailure(fixture, &right, -1.0f, GF_ERROR_OUT_OF_RANGE, "slice_ms");
    wrong.drawCount = 1;
    expectFailure(fixture, &wrong, 0.0f, GF_ERROR_NULL_ARGUMENT, "drawCount");
    fluid.cellSize = -1.0f;
    expectFailure(fixture, &right, 0.0f, GF_ERROR_OUT_OF_RANGE, "cellSize");
    assert_int_equal(gfDevice_GetMemory(fixture->device).textures, before.textures);
    assert_int_equal(gfDevice_GetMemory(fixture->device).fluids, 0);
}

#define STORED_MAX 256

typedef struct Stored {
    char key[GF_PROGRAM_KEY_SIZE];
    unsigned char *bytes;
    size_t size;
} Stored;

typedef struct Cache {
    Stored programs[STORED_MAX];
    int count, stores, loads, hits;
    bool refuses; // the GL does
} Cache;

static Cache cache;

static Stored *findStored(const char *key)
{
    for (int i = 0; i < cache.count; i++) {
        if (strcmp(cache.programs[i].key, key) == 0) {
            return &cache.programs[i];
        }
    }
    return NULL;
}

static size_t load(const char *key, void *bytes, size_t capacity, void *user)
{
    const Stored *found = findStored(key);
    assert_ptr_equal(user, &cache);
    cache.loads++;
    if (found == NULL) {
        return 0;
    }
    if (found->size <= capacity) {
        memcpy(bytes, found->bytes, found->size);
        cache.hits++;
    }
    return found->size;
}

static void store(const char *key, const void *bytes, size_t size, void *user)
{
    Stored *found = findStored(key);
    assert_ptr_equal(user, &cache);
    assert_int_equal(strlen(key), GF_PROGRAM_KEY_SIZE - 1);
    cache.stores++;
    if (found == NULL) {
        assert_in_range(cache.count, 0, STORED_MAX - 1);
        found = &cache.programs[cache.count++];
        strcpy(found->key, key);
    }
    found->bytes = memcpy(Fixture_Alloc(size), bytes, size);
    found->size = size;
}

static void GLAD_API_PTR programBinary(GLuint program, GLenum format, const void *bytes, GLsizei length)
{
    if (!cache.refuses) {
        GL_SPY_NEXT(PFNGLPROGRAMBINARYPROC, "glProgramBinary")(program, format, bytes, length);
    }
}

static bool noFormats;

static void GLAD_API_PTR getIntegerv(GLenum name, GLint *value)
{
    GL_SPY_NEXT(PFNGLGETINTEGERVPROC, "glGetIntegerv")(name, value);
    if (noFormats && name == GL_NUM_PROGRAM_BINARY_FORMATS) {
        *value = 0;
    }
}

// Starts a device and its first fluid; returns how many shaders and programs were compiled and linked.
static int start(Fixture *fixture, uint64_t *hash)
{
    gfDeviceDef def = GlSpy_DeviceDef(fixture);
    gfFluidDef fluidDef = fluidOf(GF_SOLVER_GRID);
    def.loadProgramBinary = load;
    def.storeProgramBinary = store;
    def.binaryUser = &cache;
    making = (Making){0};
    cache.stores = cache.loads = cache.hits = 0;
    gfDevice *device = gfCreateDevice(&def);
    gfFluid *fluid = gfCreateFluid(device, &fluidDef);
    assert_true(fluid != NULL && gfFluid_StepOnce(fluid));
    Making_Finish(device);
    *hash = hashVelocity(fluid);
    gfDestroyDevice(device);
    return making.programs;
}

static void spoil(int way)
{
    for (int i = 0; i < cache.count; i++) {
        Stored *s = &cache.programs[i];
        if (way == 0) { // a bit anywhere, the head too
            s->bytes[(size_t)(i * 7919) % s->size] ^= (unsigned char)(1u << i % 8);
        } else if (way == 1) {
            s->size = (size_t)(i * 31) % s->size;
        } else if (way == 2) {
            memset(s->bytes, i, s->size);
        } else { // another program's
            const Stored *other = &cache.programs[(i + 1) % cache.count];
            s->bytes = memcpy(Fixture_Alloc(other->size), other->bytes, other->size);
            s->size = other->size;
        }
    }
}

TEST_CI(testBinaries)
{
    uint64_t cold, warm;
    GLint formats = 0;
    fixture->gl.GetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    GlSpy_Clear();
    Making_Watch();
    GlSpy_Replace("glProgramBinary", (gfGLProc)programBinary);
    GlSpy_Replace("glGetIntegerv", (gfGLProc)getIntegerv);
    noFormats = false;
    int compiled = start(fixture, &cold);
    assert_in_range(compiled, 50, 400);
    if (fixture->gl.GetError() != GL_NO_ERROR || formats == 0 || cache.loads == 0) {
        assert_int_equal(cache.stores, 0);
        skip();
    }
    int stores = cache.stores;
    assert_int_equal(cache.hits, 0);
    assert_int_equal(start(fixture, &warm), 0);
    assert_int_equal(cache.stores, 0);
    assert_int_equal(cache.hits, stores);
    assert_true(warm == cold);
    for (int way = 0; way < 4; way++) {
        spoil(way);
        assert_int_equal(start(fixture, &warm), compiled);
        assert_int_equal(cache.stores, stores);
        assert_true(warm == cold);
        assert_int_equal(start(fixture, &warm), 0); // they were stored anew
    }
    cache.refuses = true;
    assert_int_equal(start(fixture, &warm), compiled);
    assert_int_equal(cache.stores, stores);
    noFormats = true;
    assert_int_equal(start(fixture, &warm), compiled);
    assert_int_equal(cache.loads + cache.stores, 0);
    noFormats = false;
}

EACH_TEST_STARTS_FROM(Fixture_SetUp, Fixture_TearDown)
