// Snapshots that are cut off, damaged, foreign or forged: refused with a code, and the fluid stays as it was. GF_LONG=1
// makes 10,000 mutations of some hundreds.
#include "support/failing.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/solvers.h"

#include "gl/archive.h"

#define CELLS 12

typedef struct Saved {
    uint8_t *data;
    size_t size;
    bool is3D;
} Saved;

#define KINDS 5 // the solvers, and gfFluid3D

// One rests on the ground, and the other on it.
static void addBodies(gfFluid *fluid)
{
    gfRigidBodyDef body = Flow_BodyDef(gfMakeRectangle((gfVec2){0.75f, 0.1f}, (gfVec2){0.1f, 0.1f}, 0.0f));
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &body)));
    body.shape = gfMakeCircle((gfVec2){0.75f, 0.3f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid_AddRigidBody(fluid, &body)));
}

static gfFluid *makeFluid(gfDevice *device, int solver)
{
    static const uint8_t pixels[4] = {255, 0, 0, 255};
    gfFluid *fluid = Solver_Make(device, solver, CELLS);
    gfSourceDef source = Flow_DiscSource(0.4f, 0.4f, 0.2f);
    source.velocity.x = source.mass = source.dye[0] = source.dye[3] = source.divergence = 1.0f;
    gfSourceDef emitter = Flow_Emitting(source);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &emitter)));
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_AddSolid(fluid, gfMakePolygon((gfVec2[]){{0.1f, 0.1f}, {0.3f, 0.1f}, {0.2f, 0.3f}}, 3));
    const gfMask mask = {pixels, 2, 2, 2};
    gfShape place = gfMakeRectangle((gfVec2){0.7f, 0.5f}, (gfVec2){0.1f, 0.1f}, 0.0f);
    assert_false(GF_IS_NULL(gfFluid_AddSolidMask(fluid, &mask, &place)));
    source.shape = emitter.shape = place;
    source.sweeps = emitter.sweeps = true;
    assert_true(gfFluid_SetEmitterMask(fluid, gfFluid_AddEmitter(fluid, &emitter), &mask));
    Fixture_MakeTracers(fluid, 10, 1.0f);
    if (solverRows[solver].loads) {
        addBodies(fluid);
    }
    gfFrameDef frame = gfDefaultFrameDef();
    frame.angularVelocity = 0.5f;
    assert_true(gfFluid_SetFrame(fluid, &frame));
    Flow_Steps(fluid, 4);
    assert_true(gfFluid_Scroll(fluid, 1, 0));
    assert_true(gfFluid_Splat(fluid, &source));
    return fluid;
}

static void addBodies3D(gfFluid3D *fluid)
{
    gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
    body.shape = gfMakeBox((gfVec3){0.7f, 0.1f, 0.5f}, (gfVec3){0.1f, 0.1f, 0.1f}, (gfQuat){0.0f, 0.0f, 0.0f, 1.0f});
    assert_false(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &body)));
    body.shape = gfMakeSphere((gfVec3){0.7f, 0.3f, 0.5f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid3D_AddRigidBody(fluid, &body)));
}

static gfFluid3D *makeVolume(Fixture *fixture)
{
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    static const uint32_t corners[] = {0, 1, 2};
    const gfParticle3D one = {.position = {0.5f, 0.5f, 0.5f}};
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 50);
    def.collisionTexels = 16;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.2f, 0.2f, 0.2f}, 0.1f);
    assert_false(GF_IS_NULL(gfFluid3D_AddSolid(fluid, &solid)));
    assert_true(gfFluid3D_AddParticles(fluid, &one, 1));
    assert_false(
        GF_IS_NULL(gfFluid3D_AddCollisionMesh(fluid, &(gfCollisionMeshData){positions, 3, corners, 3}, still)));
    addBodies3D(fluid);
    Fluid3D_Steps(fluid, 4);
    return fluid;
}

static Saved saveFluid(gfFluid *fluid)
{
    Saved s = {.size = gfFluid_GetSnapshotSize(fluid)};
    s.data = MADE(malloc(s.size));
    assert_true(gfFluid_SaveBlocking(fluid, s.data, s.size));
    return s;
}

static Saved saveKind(Fixture *fixture, int solver)
{
    gfFluid *fluid = makeFluid(fixture->device, solver);
    Saved s = saveFluid(fluid);
    gfDestroyFluid(fluid);
    return s;
}

static gfFluid *makeToLoad(gfDevice *device, int solver)
{
    gfFluidDef def = Solver_Def(solver, CELLS);
    return gfCreateFluid(device, &def);
}

// Fluids of this solver, to load into.
typedef struct Stage {
    Fixture *fixture;
    gfFluid *fluid;
    Saved before;
} Stage;

static void expectRefused(Stage *s, const Saved *bad, gfErrorCode code, const char *text)
{
    Fixture_ClearLog(s->fixture);
    assert_false(gfFluid_Load(s->fluid, bad->data, bad->size, NULL));
    Fixture_ExpectError(s->fixture, code, text);
    assert_null(gfCreateFluidFromSnapshot(s->fixture->device, bad->data, bad->size, NULL));
    Saved now = saveFluid(s->fluid);
    assert_int_equal(now.size, s->before.size);
    assert_memory_equal(now.data, s->before.data, now.size);
    free(now.data);
    Fixture_ClearLog(s->fixture);
}

static Saved copyOf(const Saved *saved)
{
    Saved copy = *saved;
    copy.data = MADE(malloc(saved->size + 8));
    memcpy(copy.data, saved->data, saved->size);
    return copy;
}

TEST(testRefused)
{
    Stage s = {.fixture = fixture};
    s.fluid = makeFluid(fixture->device, GF_SOLVER_GRID);
    s.before = saveFluid(s.fluid);
    Saved bad = copyOf(&s.before);
    gfSnapshotHeader *header = (gfSnapshotHeader *)bad.data;
    bad.size = 10;
    expectRefused(&s, &bad, GF_ERROR_SNAPSHOT, "no snapshot");
    bad.size = s.before.size - 8;
    expectRefused(&s, &bad, GF_ERROR_SNAPSHOT, "are expected");
    bad.size = s.before.size;
    bad.data[bad.size / 2] ^= 1;
    expectRefused(&s, &bad, GF_ERROR_SNAPSHOT, "sum is wrong");
    bad.data[bad.size / 2] ^= 1;
    header->version = GF_SNAPSHOT_VERSION + 1u;
    expectRefused(&s, &bad, GF_ERROR_UNSUPPORTED, "version 13");
    header->version = GF_SNAPSHOT_VERSION - 1u;
    expectRefused(&s, &bad, GF_ERROR_UNSUPPORTED, "version 11");
    header->version = GF_SNAPSHOT_VERSION;
    header->byteOrder = 0x04030201;
    expectRefused(&s, &bad, GF_ERROR_SNAPSHOT, "byte order");
    memcpy(bad.data, s.before.data, bad.size);
    bad.data[0] = 'X';
    expectRefused(&s, &bad, GF_ERROR_SNAPSHOT, "no snapshot");
    memcpy(bad.data, s.before.data, bad.size);
    header->content = GF_SNAPSHOT_FLUID3D;
    gfSnapshot_Seal(bad.data, bad.size);
    expectRefused(&s, &bad, GF_ERROR_UNSUPPORTED, "a gfFluid is expected");
    free(bad.data);
    // Another solver, and another precision.
    Saved other = saveKind(fixture, GF_SOLVER_SHALLOW);
    EXPECT_REFUSED(gfFluid_Load(s.fluid, other.data, other.size, NULL), UNSUPPORTED, "the snapshot has solver 3");
    free(other.data);
    gfFluidDef half = Solver_Def(GF_SOLVER_GRID, CELLS);
    half.fieldPrecision = GF_PRECISION_16F;
    gfFluid *halved = gfCreateFluid(fixture->device, &half);
    EXPECT_REFUSED(gfFluid_Load(halved, s.before.data, s.before.size, NULL), UNSUPPORTED, "with precision");
    gfDestroyFluid(halved);
    // And what is no data at all.
    EXPECT_REFUSED(gfFluid_Load(s.fluid, NULL, 100, NULL), NULL_ARGUMENT, "data is null");
    assert_false(gfFluid_Load(NULL, s.before.data, s.before.size, NULL));
    assert_null(gfCreateFluidFromSnapshot(NULL, s.before.data, s.before.size, NULL));
    assert_false(gfFluid_SaveBlocking(s.fluid, NULL, 0));
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_SaveBlocking(s.fluid, s.before.data, s.before.size - 1), OUT_OF_RANGE, "room for");
    assert_int_equal(gfFluid_GetSnapshotSize(NULL), 0);
    assert_int_equal(gfSnapshot_GetSize(NULL), 0);
    assert_int_equal(gfSnapshot_Poll(NULL, s.before.data, 1), GF_POLL_FAILED);
    assert_null(gfFluid_RequestSave(NULL));
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_RequestSaveInto(s.fluid, NULL), NULL_ARGUMENT, "snapshot is null");
    gfDevice *otherDevice = Fixture_MakeDevice(fixture);
    gfFluid *otherFluid = makeToLoad(otherDevice, GF_SOLVER_GRID);
    gfSnapshot *snapshot = gfFluid_RequestSave(s.fluid);
    assert_true(otherFluid != NULL && snapshot != NULL);
    EXPECT_REFUSED(gfFluid_RequestSaveInto(otherFluid, snapshot), OUT_OF_RANGE, "of another device");
    assert_false(gfFluid_RequestSaveInto(NULL, snapshot));
    assert_false(gfFluid3D_RequestSaveInto(NULL, snapshot));
    gfDestroySnapshot(snapshot);
    gfDestroyDevice(otherDevice);
    assert_false(gfSnapshot_Inspect(s.before.data, s.before.size, NULL));
    assert_int_equal(gfFluid_GetNumber(NULL), 0);
    assert_null(gfFluid_GetTracers(NULL, 0));
    assert_int_equal(gfFluid3D_GetSnapshotSize(NULL), 0);
    assert_int_equal(gfFluid3D_GetNumber(NULL), 0);
    assert_false(gfFluid3D_SaveBlocking(NULL, s.before.data, 1));
    assert_null(gfFluid3D_RequestSave(NULL));
    assert_false(gfFluid3D_Load(NULL, s.before.data, 1, NULL));
    assert_null(gfCreateFluid3DFromSnapshot(NULL, s.before.data, 1, NULL));
    gfDestroySnapshot(NULL);
    gfDestroyFluid(s.fluid);
    free(s.before.data);
}

// The fluid that mutations are loaded into, of the kind that is tried.
typedef struct Live {
    gfFluid *fluid;
    gfFluid3D *volume;
    Saved now; // what it saves
} Live;

static Live onStage;

static Saved saveVolume(gfFluid3D *volume)
{
    Saved s = {.size = gfFluid3D_GetSnapshotSize(volume), .is3D = true};
    s.data = MADE(malloc(s.size));
    assert_true(gfFluid3D_SaveBlocking(volume, s.data, s.size));
    return s;
}

// Where the contents of a chunk begin.
static size_t findChunk(const Saved *saved, const char *tag)
{
    for (size_t at = sizeof(gfSnapshotHeader); at < saved->size;) {
        uint64_t size;
        memcpy(&size, saved->data + at + 8, sizeof size);
        if (memcmp(saved->data + at, tag, 4) == 0) {
            return at + 16;
        }
        at += 16 + (size_t)size;
    }
    return 0;
}

static void mutate(uint32_t *seed, Saved *bad)
{
    size_t bodies = findChunk(bad, "BODY");
    int count = 1 + (int)(Fluid3D_Random(seed) * 3.0f);
    for (int i = 0; i < count; i++) {
        // Half of them where numbers and sizes stand, in the first two thousand bytes, there or of rigid bodies.
        bool near = Fluid3D_Random(seed) < 0.5f && bad->size > bodies + 2000;
        size_t first = near && Fluid3D_Random(seed) < 0.3f ? bodies : 0, range = near ? 2000 : bad->size;
        size_t at = first + (size_t)(Fluid3D_Random(seed) * (float)(range - 4));
        uint32_t words[] = {0, 1, 2, 0xffffffffu, 0x7fc00000u, 0x7f800000u, 0x80000000u, 0x7fffffffu, 0x00010000u};
        uint32_t word = words[(int)(Fluid3D_Random(seed) * 8.99f)];
        if (Fluid3D_Random(seed) < 0.5f) {
            bad->data[at] ^= (uint8_t)(1 << (int)(Fluid3D_Random(seed) * 7.99f));
        } else {
            memcpy(bad->data + (at & ~(size_t)3), &word, sizeof word);
        }
    }
    if (Fluid3D_Random(seed) < 0.1f) {
        bad->size = (size_t)(Fluid3D_Random(seed) * (float)bad->size);
    }
}

static Saved saveLive(void)
{
    return onStage.volume != NULL ? saveVolume(onStage.volume) : saveFluid(onStage.fluid);
}

static bool loadLive(const Saved *from)
{
    return onStage.volume != NULL ? gfFluid3D_Load(onStage.volume, from->data, from->size, NULL)
                                  : gfFluid_Load(onStage.fluid, from->data, from->size, NULL);
}

static void expectFinite(void)
{
    gfFluidStats flat = {.mass = 0.0};
    gfFluid3DStats deep = {.mass = 0.0};
    if (onStage.volume != NULL) {
        gfFluid3D_StepOnce(onStage.volume);
        assert_true(gfFluid3D_MeasureBlocking(onStage.volume, &deep));
    } else {
        gfFluid_StepOnce(onStage.fluid);
        assert_true(gfFluid_MeasureBlocking(onStage.fluid, &flat));
    }
    assert_true(flat.nonfinite == 0 && isfinite(flat.mass) && isfinite(flat.speedMax));
    assert_true(deep.nonfinite == 0 && isfinite(deep.mass) && isfinite(deep.speedMax));
}

// Into the fluid that runs, which stays as it was if the snapshot is refused. What is sealed again may be a fluid like
// any other: then it must run, and nothing in it is NaN; then it is what was saved again.
static bool tryLoad(const Saved *saved, const Saved *bad)
{
    bool loaded = loadLive(bad);
    Saved now;
    if (loaded) {
        expectFinite();
        assert_true(loadLive(saved));
    }
    now = saveLive();
    if (!loaded) {
        assert_int_equal(now.size, onStage.now.size);
        assert_memory_equal(now.data, onStage.now.data, now.size);
    }
    free(onStage.now.data);
    onStage.now = now;
    return loaded;
}

// A fluid of its own from it.
static bool tryCreate(Fixture *fixture, const Saved *bad)
{
    gfFluid *fluid = bad->is3D ? NULL : gfCreateFluidFromSnapshot(fixture->device, bad->data, bad->size, NULL);
    gfFluid3D *volume = bad->is3D ? gfCreateFluid3DFromSnapshot(fixture->device, bad->data, bad->size, NULL) : NULL;
    if (fluid != NULL) {
        gfFluid_StepOnce(fluid);
    }
    if (volume != NULL) {
        gfFluid3D_StepOnce(volume);
    }
    bool made = fluid != NULL || volume != NULL;
    gfDestroyFluid(fluid);
    gfDestroyFluid3D(volume);
    return made;
}

static int tryMutation(Fixture *fixture, const Saved *saved, uint32_t *seed)
{
    Saved bad = copyOf(saved);
    mutate(seed, &bad);
    bool sealed = bad.size > sizeof(gfSnapshotHeader) && Fluid3D_Random(seed) < 0.8f;
    if (sealed) {
        gfSnapshot_Seal(bad.data, bad.size);
    }
    Fixture_ClearLog(fixture);
    bool loaded = Fluid3D_Random(seed) < 0.5f ? tryCreate(fixture, &bad) : tryLoad(saved, &bad);
    fail_if(!loaded && gfGetLastError(NULL) == GF_ERROR_OK, "a snapshot is refused without a code");
    Fixture_ExpectNoGlError(fixture);
    free(bad.data);
    return loaded ? 1 : 0;
}

TEST(testMutations)
{
    const char *longer = getenv("GF_LONG");
    int count = longer != NULL && longer[0] == '1' ? 10000 / KINDS : 60;
    for (int kind = 0; kind < KINDS; kind++) {
        bool is3D = kind > GF_SOLVER_SHALLOW;
        onStage.fluid = is3D ? NULL : makeFluid(fixture->device, kind);
        onStage.volume = is3D ? makeVolume(fixture) : NULL;
        Saved saved = saveLive();
        assert_true(tryLoad(&saved, &saved)); // what comes when it is asked for
        gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
        uint32_t seed = 7u + (uint32_t)kind;
        int loaded = 0;
        for (int i = 0; i < count; i++) {
            loaded += tryMutation(fixture, &saved, &seed);
        }
        gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
        assert_int_equal(after.fluids, before.fluids);
        assert_int_equal(after.textures, before.textures);
        assert_int_equal(after.buffers, before.buffers);
        if (getenv("GF_TEST_VERBOSE") != NULL) {
            printf("kind %d: %d of %d mutations are fluids\n", kind, loaded, count);
        }
        gfDestroyFluid(onStage.fluid);
        gfDestroyFluid3D(onStage.volume);
        free(onStage.now.data);
        onStage = (Live){.fluid = NULL};
        free(saved.data);
    }
    Fixture_ClearLog(fixture);
}

static Saved attempted;

static bool attemptLoad(Failing *f)
{
    return gfFluid_Load(f->fluid, attempted.data, attempted.size, NULL);
}

static bool attemptSave(Failing *f)
{
    gfSnapshot *snapshot = gfFluid_RequestSave(f->fluid);
    bool ok = snapshot != NULL;
    gfDestroySnapshot(snapshot);
    return ok;
}

// Into a snapshot of a smaller fluid, which must grow. It can be used again whatever happened.
static bool attemptSaveInto(Failing *f)
{
    gfFluidDef def = Solver_Def(GF_SOLVER_GRID, CELLS);
    def.gridWidth = def.gridHeight = 4;
    gfFluid *small = gfCreateFluid(f->device, &def);
    gfSnapshot *snapshot = small != NULL ? gfFluid_RequestSave(small) : NULL;
    bool ok = snapshot != NULL && gfFluid_RequestSaveInto(f->fluid, snapshot);
    if (snapshot != NULL && !ok) {
        uint8_t *bytes = malloc(gfSnapshot_GetSize(snapshot));
        assert_int_equal(gfSnapshot_Poll(snapshot, bytes, gfSnapshot_GetSize(snapshot)), GF_POLL_FAILED);
        free(bytes);
    }
    gfDestroyFluid(small);
    gfDestroySnapshot(snapshot);
    return ok;
}

TEST_CI(testMemoryRunsOut)
{
    for (int solver = 0; solver <= GF_SOLVER_WATER; solver++) {
        attempted = saveKind(fixture, solver);
        Failing_EachInTurn(fixture, &(FailingCase){.make = makeToLoad,
                                                   .attempt = attemptLoad,
                                                   .which = solver,
                                                   .rounds = {[FAIL_ALLOCATIONS] = 5, [FAIL_FRAMEBUFFERS] = 5},
                                                   .changes = true,
                                                   .stride = 3});
        free(attempted.data);
    }
    Failing_EachInTurn(fixture, &(FailingCase){.make = makeToLoad,
                                               .attempt = attemptSave,
                                               .which = GF_SOLVER_GRID,
                                               .rounds = {[FAIL_ALLOCATIONS] = 3}});
    Failing_EachInTurn(fixture, &(FailingCase){.make = makeToLoad,
                                               .attempt = attemptSaveInto,
                                               .which = GF_SOLVER_GRID,
                                               .rounds = {[FAIL_ALLOCATIONS] = 5},
                                               .stride = 3});
}

// What a frame makes of its limits, which gfFluid_SetFrame takes, is loaded again.
TEST_CI(testFramesAtTheirLimits)
{
    for (int i = 0; i < 4 * (GF_SOLVER_WATER + 1); i++) {
        float sign = i % 2 == 0 ? 1.0f : -1.0f, most = sign * GF_VALUE_MAX;
        gfFluidDef def = Solver_Def(i / 4, CELLS);
        def.fixedStep = i % 4 < 2 ? 1e-6f : 1.0f;
        gfFluid *fluid = Flow_Make(fixture, &def);
        if (solverRows[i / 4].loads) {
            addBodies(fluid);
        }
        for (int step = 0; step < 20; step++) {
            gfFrameDef frame = gfDefaultFrameDef();
            frame.inertia = 10.0f;
            frame.angle = sign * 1e6f;
            frame.pivot = (gfVec2){sign * 1e9f, -sign * 1e9f};
            frame.velocity = (gfVec2){step == 1 ? -most : most, most};
            frame.acceleration = (gfVec2){most, -most};
            frame.angularVelocity = step == 1 ? -sign * 1e3f : sign * 1e3f;
            frame.angularAcceleration = sign * 1e5f;
            assert_true(gfFluid_SetFrame(fluid, &frame));
            for (int saved = 0; saved < 2; saved++) {
                Saved s = saveFluid(fluid);
                assert_true(gfFluid_Load(fluid, s.data, s.size, NULL));
                free(s.data);
                assert_true(gfFluid_StepOnce(fluid));
            }
        }
        gfDestroyFluid(fluid);
    }
}
