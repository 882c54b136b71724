// Snapshots: a fluid that is loaded goes on as the one that was saved, to the last bit of all that is saved.
#include "support/contexts.h"
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/gl_spy.h"
#include "support/saved_game.h"

#include "ext/fluid3d/fluid3d.h"
#include "fluid/records.h"

#define STEPS 45       // beyond all that the games do only now and then
#define STEPS_PLAIN 30 // of the plain form, which takes ten times as long and has no state of its own
#define SAVED_AT 17

static int lastStep(SavedScene scene)
{
    return SAVED_AT + (scene == SAVED_GAUSSIAN_PLAIN ? STEPS_PLAIN : STEPS);
}

static void expectLockstep(SavedGame *g, const char *what, SavedScene scene, const SavedBytes *end)
{
    SavedGame_Run(g, SAVED_AT, lastStep(scene));
    SavedBytes now = SavedGame_Save(g->fluid, scene);
    SavedGame_ExpectSame(what, scene, end, &now);
}

// A context of its own with a device, which all scenes share, for its shaders' sake.
typedef struct Elsewhere {
    Context context;
    gfDevice *device;
} Elsewhere;

static Elsewhere goElsewhere(Fixture *fixture)
{
    Elsewhere e = {.context = Context_MakeOther()};
    Context_MakeCurrent(&e.context);
    e.device = Fixture_MakeDevice(fixture);
    Context_Leave(fixture);
    return e;
}

static void leaveElsewhere(Fixture *fixture, Elsewhere *e)
{
    Context_MakeCurrent(&e->context);
    gfDestroyDevice(e->device);
    Context_Leave(fixture);
    Context_Free(&e->context);
}

static void tryScene(Fixture *fixture, Elsewhere *elsewhere, SavedScene scene)
{
    SavedGame g = SavedGame_Make(fixture->device, scene);
    SavedGame_Run(&g, 0, SAVED_AT);
    SavedGame_Feed(&g, SAVED_AT); // what waits for the next step is saved, too
    SavedBytes saved = SavedGame_Save(g.fluid, scene);
    SavedBytes again = SavedGame_Save(g.fluid, scene);
    SavedGame_ExpectSame("saving again", scene, &saved, &again);
    SavedGame_Run(&g, SAVED_AT, lastStep(scene));
    SavedBytes end = SavedGame_Save(g.fluid, scene);
    Fixture_ClearLog(fixture);
    assert_true(gfFluid_Load(g.fluid, saved.data, saved.size, NULL));
    assert_int_equal(fixture->errors, 0);
    SavedBytes loaded = SavedGame_Save(g.fluid, scene);
    SavedGame_ExpectSame("loaded", scene, &saved, &loaded);
    expectLockstep(&g, "in the same fluid", scene, &end);
    Context_MakeCurrent(&elsewhere->context);
    gfFluid *made = gfCreateFluidFromSnapshot(elsewhere->device, saved.data, saved.size, NULL);
    fail_if(made == NULL, "scene %d: %s", (int)scene, fixture->lastMessage);
    SavedGame h = SavedGame_Adopt(made, &g);
    expectLockstep(&h, "in another context", scene, &end);
    gfDestroyFluid(h.fluid);
    Context_Leave(fixture);
    gfDestroyFluid(g.fluid);
    Fixture_ExpectNoGlError(fixture);
}

static void tryScenes(Fixture *fixture, SavedScene first, SavedScene last)
{
    Elsewhere elsewhere = goElsewhere(fixture);
    for (SavedScene scene = first; scene <= last; scene++) {
        tryScene(fixture, &elsewhere, scene);
    }
    leaveElsewhere(fixture, &elsewhere);
}

TEST_CI(testGrid)
{
    tryScenes(*state, SAVED_GRID_PLAIN, SAVED_GRID_MOVING_LEDGER);
}

TEST_CI(testGaussian)
{
    tryScenes(*state, SAVED_GAUSSIAN, SAVED_GAUSSIAN_MOVING);
}

TEST_CI(testParticles)
{
    tryScenes(*state, SAVED_PARTICLES_SORTED, SAVED_PARTICLES_MOVING);
}

TEST_CI(testShallow)
{
    tryScenes(*state, SAVED_SHALLOW, SAVED_SHALLOW_MOVING);
}

typedef struct Game3D {
    gfFluid3D *fluid;
    gfSolid3DId solid;
    gfCollisionMeshId mesh;
    gfRigidBody3DId bodies[3];
} Game3D;

#define CAPACITY_3D 600

static void addBodies3D(Game3D *g)
{
    for (int i = 0; i < 3; i++) { // two in the water, one upon the other, and one on the ground beside it
        gfRigidBody3DDef body = gfDefaultRigidBody3DDef();
        const gfVec3 place = {i == 2 ? 0.3f : -0.15f, i == 1 ? 0.37f : i == 2 ? -0.37f : 0.15f, i == 2 ? -0.3f : 0.0f};
        body.shape = i == 1 ? gfMakeSphere(place, 0.1f)
                            : gfMakeBox(place, (gfVec3){0.12f, 0.1f, 0.1f},
                                        gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, 0.1f * (float)i));
        body.density = 300.0f + 400.0f * (float)i;
        body.angularVelocity.y = (float)i;
        g->bodies[i] = GIVEN(gfFluid3D_AddRigidBody(g->fluid, &body));
    }
}

static Game3D makeGame3D(Fixture *fixture)
{
    static const float positions[] = {0, 0.1f, 0, 1, 0.1f, 0, 0, 0.1f, 1};
    static const uint32_t corners[] = {0, 1, 2};
    static const float still[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    gfParticle3D particles[CAPACITY_3D];
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, CAPACITY_3D);
    def.openSides = GF_CONTAINER_RIGHT;
    def.position = (gfVec3){0.0f, 0.0f, 0.0f};
    def.particles.substeps = 2;
    Game3D g = {.fluid = Fluid3D_Make(fixture, &def)};
    int count =
        Fluid3D_FillBox(particles, CAPACITY_3D, (gfVec3){-0.4f, -0.3f, -0.4f}, (gfVec3){0.1f, 0.2f, 0.3f}, 0.1f, 0.2f);
    assert_true(gfFluid3D_AddParticles(g.fluid, particles, count));
    gfSource3DDef source = gfDefaultSource3DDef();
    source.shape = gfMakeSphere((gfVec3){0.2f, 0.3f, 0.0f}, 0.15f);
    source.mode = GF_SOURCE_SET;
    source.mass = 1.0f;
    source.velocity.y = -1.0f;
    source.angularVelocity.z = 1.0f;
    source.zone = (gfZone3D){.velocity = {0.5f, 0.0f, 0.0f},
                             .angularVelocity = {0.0f, 1.0f, 0.0f},
                             .drag = 1.0f,
                             .quadraticDrag = 1.0f,
                             .turbulence = {.strength = 2.0f, .scale = 0.2f, .rate = 2.0f, .seed = 7}};
    assert_false(GF_IS_NULL(gfFluid3D_AddEmitter(g.fluid, &source)));
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeSphere((gfVec3){0.0f, -0.2f, 0.0f}, 0.15f);
    g.solid = gfFluid3D_AddSolid(g.fluid, &solid);
    g.mesh = gfFluid3D_AddCollisionMesh(g.fluid, &(gfCollisionMeshData){positions, 3, corners, 3}, still);
    assert_false(GF_IS_NULL(g.solid) || GF_IS_NULL(g.mesh));
    addBodies3D(&g);
    return g;
}

static void feed3D(Game3D *g, int step)
{
    float at = 0.05f * (float)step;
    gfSolid3DDef solid = gfDefaultSolid3DDef();
    solid.shape = gfMakeBox((gfVec3){0.2f * sinf(at), -0.2f, 0.0f}, (gfVec3){0.1f, 0.1f, 0.1f},
                            gfMakeQuat((gfVec3){0.0f, 1.0f, 0.0f}, at));
    solid.velocity.x = 0.6f * cosf(at);
    const float moved[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -0.5f, -0.6f + 0.05f * sinf(at), -0.5f, 1};
    assert_true(gfFluid3D_SetSolid(g->fluid, g->solid, &solid));
    assert_true(gfFluid3D_MoveCollisionMesh(g->fluid, g->mesh, moved));
    if (step % 11 == 6) {
        assert_true(
            gfFluid3D_PushRigidBody(g->fluid, g->bodies[1], (gfVec3){0.5f, 0.5f, 0.2f}, (gfVec3){0.0f, 0.3f, 0.0f}));
    }
    assert_true(gfFluid3D_SetContainer(g->fluid, (gfVec3){0.05f * sinf(at), 0.0f, 0.0f},
                                       gfMakeQuat((gfVec3){0.0f, 0.0f, 1.0f}, 0.2f * sinf(at)),
                                       (gfVec3){1.0f, 1.0f, 1.0f}));
}

static void run3D(Game3D *g, int from, int to)
{
    for (int step = from; step < to; step++) {
        feed3D(g, step);
        assert_true(gfFluid3D_Step(g->fluid, 1.3f / 60.0f));
    }
}

// All of their states, but for the number of the fluid that their solids are of.
static uint64_t hashBodies3D(const Game3D *g)
{
    uint64_t h = FIXTURE_HASH_EMPTY;
    for (int i = 0; i < 3; i++) {
        gfRigidBody3DState state;
        memset(&state, 0, sizeof state);
        assert_true(gfFluid3D_GetRigidBody(g->fluid, g->bodies[i], &state));
        assert_true(state.solid.fluid == gfFluid3D_GetNumber(g->fluid));
        h = Fixture_Hash(h, &state, offsetof(gfRigidBody3DState, grounded));
    }
    return h;
}

static uint64_t hash3D(const Game3D *g)
{
    gfFluid3D *fluid = g->fluid;
    gfParticle3D particles[CAPACITY_3D];
    gfParticleStats stats;
    gfVec3 position;
    gfQuat turn;
    int count = gfFluid3D_ReadParticlesBlocking(fluid, particles, CAPACITY_3D);
    assert_true(count > 50);
    assert_true(gfFluid3D_GetParticleStatsBlocking(fluid, &stats));
    assert_true(gfFluid3D_GetContainer(fluid, &position, &turn, NULL));
    gfStepInfo info = gfFluid3D_GetStepInfo(fluid);
    uint64_t h = Fixture_Hash(FIXTURE_HASH_EMPTY, particles, (size_t)count * sizeof *particles);
    uint64_t bodies = hashBodies3D(g);
    h = Fixture_Hash(Fixture_Hash(h, &stats.emitted, sizeof stats.emitted), &stats.drained, sizeof stats.drained);
    h = Fixture_Hash(h, &bodies, sizeof bodies);
    h = Fixture_Hash(Fixture_Hash(h, &position, sizeof position), &turn, sizeof turn);
    return Fixture_Hash(Fixture_Hash(h, &info.pending_s, sizeof info.pending_s), &info.time_s, sizeof info.time_s);
}

// Bodies are those of the snapshot, whether the fluid has had others, or none of them any more.
static void expectBodies3D(Fixture *fixture, const Game3D *g, uint8_t *data, size_t size)
{
    gfMemoryCounts before = gfDevice_GetMemory(g->fluid->body.device);
    gfRigidBody3DState is;
    assert_int_equal(gfFluid3D_GetSnapshotSize(g->fluid), size);
    for (int i = 0; i < 3; i++) {
        assert_true(gfFluid3D_RemoveRigidBody(g->fluid, g->bodies[i]));
        assert_false(gfFluid3D_GetRigidBody(g->fluid, g->bodies[i], &is));
    }
    assert_true(gfFluid3D_Load(g->fluid, data, size, NULL));
    assert_true(gfFluid3D_GetRigidBody(g->fluid, g->bodies[0], &is));
    gfMemoryCounts after = gfDevice_GetMemory(g->fluid->body.device);
    assert_true(after.textures == before.textures && after.buffers == before.buffers);
    // A body whose solid the host removed goes on without.
    assert_true(gfFluid3D_RemoveSolid(g->fluid, is.solid));
    uint8_t *orphan = Fixture_Alloc(size);
    assert_true(gfFluid3D_SaveBlocking(g->fluid, orphan, gfFluid3D_GetSnapshotSize(g->fluid)));
    assert_true(gfFluid3D_Load(g->fluid, orphan, gfFluid3D_GetSnapshotSize(g->fluid), NULL));
    assert_true(gfFluid3D_StepOnce(g->fluid));
    assert_true(gfFluid3D_GetRigidBody(g->fluid, g->bodies[0], &is));
    Fixture_ClearLog(fixture);
}

TEST_CI(testVolume)
{
    Game3D g = makeGame3D(fixture);
    run3D(&g, 0, SAVED_AT);
    feed3D(&g, SAVED_AT);
    size_t size = gfFluid3D_GetSnapshotSize(g.fluid);
    uint8_t *data = Fixture_Alloc(size);
    assert_true(gfFluid3D_SaveBlocking(g.fluid, data, size));
    uint64_t start = hash3D(&g);
    run3D(&g, SAVED_AT, SAVED_AT + STEPS);
    uint64_t end = hash3D(&g);
    assert_true(start != end);
    assert_true(gfFluid3D_Load(g.fluid, data, size, NULL));
    assert_true(hash3D(&g) == start);
    run3D(&g, SAVED_AT, SAVED_AT + STEPS);
    assert_true(hash3D(&g) == end);
    expectBodies3D(fixture, &g, data, size);
    Elsewhere elsewhere = goElsewhere(fixture);
    Context_MakeCurrent(&elsewhere.context);
    Game3D h = g;
    h.fluid = MADE(gfCreateFluid3DFromSnapshot(elsewhere.device, data, size, NULL));
    h.solid.fluid = h.mesh.fluid = gfFluid3D_GetNumber(h.fluid);
    for (int i = 0; i < 3; i++) {
        h.bodies[i].fluid = h.mesh.fluid;
    }
    run3D(&h, SAVED_AT, SAVED_AT + STEPS);
    assert_true(hash3D(&h) == end);
    leaveElsewhere(fixture, &elsewhere);
}

TEST(testWithoutWaiting)
{
    SavedGame g = SavedGame_Make(fixture->device, SAVED_GRID_PLAIN);
    SavedGame_Run(&g, 0, 5);
    SavedBytes waited = SavedGame_Save(g.fluid, SAVED_GRID_PLAIN);
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    gfSnapshot *snapshot = MADE(gfFluid_RequestSave(g.fluid));
    assert_int_equal(gfSnapshot_GetSize(snapshot), waited.size);
    SavedGame_Run(&g, 5, 8); // which it does not see
    uint8_t *data = Fixture_Alloc(waited.size);
    gfPollStatus status = GF_POLL_PENDING;
    for (int i = 0; i < 1000000 && status == GF_POLL_PENDING; i++) {
        status = gfSnapshot_Poll(snapshot, data, waited.size);
    }
    assert_int_equal(status, GF_POLL_READY);
    assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
    assert_memory_equal(data, waited.data, waited.size);
    assert_int_equal(gfSnapshot_Poll(snapshot, data, waited.size - 1), GF_POLL_FAILED);
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "room for");
    assert_int_equal(gfSnapshot_Poll(snapshot, data, waited.size), GF_POLL_READY);
    gfDestroySnapshot(snapshot);
    gfSnapshot *outliving = gfFluid_RequestSave(g.fluid);
    gfSnapshotInfo info;
    assert_true(gfSnapshot_Inspect(data, waited.size, &info));
    assert_true(!info.is3D && info.solver == GF_SOLVER_GRID && info.gridWidth == SAVED_CELLS_X &&
                info.size == waited.size);
    gfDestroyFluid(g.fluid);
    assert_non_null(outliving);
}

// A snapshot is used again for fluids smaller and larger, while it is under way and when it is done.
TEST_CI(testSavedAgain)
{
    const SavedScene scenes[] = {SAVED_GRID_PLAIN, SAVED_SHALLOW, SAVED_PARTICLES_SORTED, SAVED_GRID_MOVING,
                                 SAVED_GRID_PLAIN};
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    gfSnapshot *snapshot = NULL;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        SavedGame g = SavedGame_Make(fixture->device, scenes[i]);
        SavedGame_Run(&g, 0, 3);
        SavedBytes waited = SavedGame_Save(g.fluid, scenes[i]);
        if (snapshot == NULL) {
            snapshot = gfFluid_RequestSave(g.fluid);
        }
        for (int k = 0; k < 2; k++) {
            assert_true(gfFluid_RequestSaveInto(g.fluid, snapshot));
        }
        gfDestroyFluid(g.fluid);
        assert_int_equal(gfSnapshot_GetSize(snapshot), waited.size);
        SavedBytes now = {.data = Fixture_Alloc(waited.size), .size = waited.size, .particles = waited.particles};
        gfPollStatus status = GF_POLL_PENDING;
        while (status == GF_POLL_PENDING) {
            status = gfSnapshot_Poll(snapshot, now.data, now.size);
        }
        assert_int_equal(status, GF_POLL_READY);
        SavedGame_ExpectSame("saved again", scenes[i], &waited, &now);
    }
    gfDestroySnapshot(snapshot);
    assert_int_equal(gfDevice_GetMemory(fixture->device).buffers, before.buffers);
}

TEST(testTracersFindTheirPlace)
{
    SavedGame g = SavedGame_Make(fixture->device, SAVED_GRID_PLAIN);
    gfTracers *second = Fixture_MakeTracers(g.fluid, 30, 1.0f);
    SavedGame_Run(&g, 0, 3);
    SavedBytes saved = SavedGame_Save(g.fluid, SAVED_GRID_PLAIN);
    float before[80], after[80], both[60];
    assert_true(gfTracers_ReadBlocking(g.tracers, before, 80));
    SavedGame_Run(&g, 3, 6);
    gfDestroyTracers(second);
    assert_true(gfFluid_Load(g.fluid, saved.data, saved.size, NULL));
    assert_ptr_equal(gfFluid_GetTracers(g.fluid, 0), g.tracers);
    assert_true(gfTracers_ReadBlocking(g.tracers, after, 80));
    assert_memory_equal(before, after, sizeof before);
    second = gfFluid_GetTracers(g.fluid, 1);
    assert_true(second != NULL && gfTracers_ReadBlocking(second, both, 60));
    assert_null(gfFluid_GetTracers(g.fluid, 2));
}

// Bodies are those of the snapshot, whether the fluid has had some or not.
TEST(testBodiesComeAndGo)
{
    SavedGame with = SavedGame_Make(fixture->device, SAVED_GRID_MOVING),
              without = SavedGame_Make(fixture->device, SAVED_GRID_PLAIN);
    SavedGame_Run(&with, 0, 6);
    SavedGame_Run(&without, 0, 6);
    SavedBytes some = SavedGame_Save(with.fluid, SAVED_GRID_MOVING),
               none = SavedGame_Save(without.fluid, SAVED_GRID_PLAIN);
    gfMemoryCounts before = gfDevice_GetMemory(fixture->device);
    gfRigidBodyState was, is;
    assert_true(gfFluid_GetRigidBody(with.fluid, with.bodies[1], &was));
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    assert_true(gfFluid_Load(without.fluid, some.data, some.size, NULL));
    assert_true(gfFluid_Load(with.fluid, none.data, none.size, NULL));
    assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
    gfRigidBodyId id = with.bodies[1];
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_GetRigidBody(with.fluid, id, &is), BAD_HANDLE, "");
    id.fluid = gfFluid_GetNumber(without.fluid);
    assert_true(gfFluid_GetRigidBody(without.fluid, id, &is));
    assert_true(was.position.x == is.position.x && was.position.y == is.position.y && was.angle == is.angle);
    assert_true(is.solid.fluid == id.fluid && is.solid.index == was.solid.index);
    gfMemoryCounts after = gfDevice_GetMemory(fixture->device);
    assert_true(after.textures == before.textures && after.buffers == before.buffers);
    // A body whose solid the host removed goes on without.
    assert_true(gfFluid_RemoveSolid(without.fluid, is.solid));
    SavedBytes orphan = SavedGame_Save(without.fluid, SAVED_GRID_MOVING);
    assert_true(gfFluid_Load(without.fluid, orphan.data, orphan.size, NULL));
    assert_true(gfFluid_GetRigidBody(without.fluid, id, &is) && GF_IS_NULL(is.solid));
    assert_true(gfFluid_StepOnce(without.fluid) && gfFluid_StepOnce(with.fluid));
    assert_true(gfFluid_RemoveRigidBody(without.fluid, id));
}

// What was saved is read and is the same, whatever calls and steps have made of a fluid.
static void expectReadable(Fixture *fixture, gfFluid *fluid, const char *what)
{
    size_t size, again;
    const void *saved = Fixture_Save(fluid, &size);
    gfFluid *read = gfCreateFluidFromSnapshot(fixture->device, saved, size, NULL);
    fail_if(read == NULL, "%s: %s", what, fixture->lastMessage);
    const void *same = Fixture_Save(read, &again);
    fail_if(size != again || memcmp(saved, same, size) != 0, "%s: it is another", what);
    gfDestroyFluid(read);
}

static void expectReadable3D(Fixture *fixture, gfFluid3D *fluid, const char *what)
{
    const size_t size = gfFluid3D_GetSnapshotSize(fluid);
    void *saved = Fixture_Alloc(size);
    assert_true(gfFluid3D_SaveBlocking(fluid, saved, size));
    gfFluid3D *read = gfCreateFluid3DFromSnapshot(fixture->device, saved, size, NULL);
    fail_if(read == NULL, "%s: %s", what, fixture->lastMessage);
    gfDestroyFluid3D(read);
}

// Of what a setting asks for no more, textures stay.
TEST(testSettingsThatWereOn)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.gridWidth = def.gridHeight = 16;
    def.grid.advection = GF_ADVECTION_QUINTIC;
    gfFluid *grid = MADE(gfCreateFluid(fixture->device, &def));
    def.grid.advection = GF_ADVECTION_BILINEAR;
    assert_true(gfFluid_SetDef(grid, &def));
    expectReadable(fixture, grid, "a ledger");
    def.solver = GF_SOLVER_GAUSSIAN;
    for (int first = 0; first < 2; first++) { // the mode that keeps momentum, then a published one; and back
        def.gaussian.mode = first == 0 ? GF_GAUSSIAN_CONSERVING : GF_GAUSSIAN_SIMPLE;
        gfFluid *fluid = MADE(gfCreateFluid(fixture->device, &def));
        assert_true(gfFluid_StepOnce(fluid));
        def.gaussian.mode = first == 0 ? GF_GAUSSIAN_SIMPLE : GF_GAUSSIAN_CONSERVING;
        assert_true(gfFluid_SetDef(fluid, &def));
        expectReadable(fixture, fluid, "another mode");
        assert_true(gfFluid_StepOnce(fluid));
        expectReadable(fixture, fluid, "a step in another mode");
    }
}

// Time that is not yet in the ages of tracers is rounded off to either side.
TEST(testTracersThatHoldTimeBack)
{
    gfFluid *fluid = Fixture_MakeFluid(fixture, 16, 16);
    gfTracers *tracers = Fixture_MakeTracers(fluid, 4, 2700.0f); // which age each third step
    for (int i = 0; i < 3; i++) {
        assert_true(gfTracers_Step(tracers, 1.0f / 60.0f));
        expectReadable(fixture, fluid, "tracers");
    }
}

// As far off and as heavy as calls allow.
TEST(testExtremes)
{
    gfVec2 corners[6];
    for (int i = 0; i < 6; i++) {
        corners[i] = (gfVec2){1e9f, (float)i};
    }
    gfFluid *fluid = Fixture_MakeFluid(fixture, 16, 16);
    gfSolidDef solid = gfDefaultSolidDef();
    gfRigidBodyDef body = gfDefaultRigidBodyDef();
    solid.shape = gfMakePolygon(corners, 6); // whose mean is farther off by rounding
    gfSolidId id = GIVEN(gfFluid_AddSolid(fluid, &solid));
    size_t size;
    const void *saved = Fixture_Save(fluid, &size);
    assert_true(gfFluid_Load(fluid, saved, size, NULL));
    assert_true(gfFluid_RemoveSolid(fluid, id));
    body.shape = gfMakeCapsule((gfVec2){-1e3f, 0.0f}, (gfVec2){1e3f, 0.0f}, 1.0f);
    gfRigidBodyId far = GIVEN(gfFluid_AddRigidBody(fluid, &body));
    Fixture_ClearLog(fixture);
    assert_true(gfFluid_DriveRigidBody(fluid, far, (gfVec2){1e9f, -1e9f}, 0.0f, (gfVec2){0}, 0.0f));
    assert_int_equal(fixture->errors, 0);
    assert_true(gfFluid_StepOnce(fluid));
    expectReadable(fixture, fluid, "a body at the end of the world");
}

TEST(testExtremes3D)
{
    gfFluid3DDef def = gfDefaultFluid3DDef();
    gfRigidBody3DDef ball = gfDefaultRigidBody3DDef();
    def.particles.capacity = 1;
    def.openSides = 1u; // the side of -x, through which the second leaves
    gfFluid3D *volume = MADE(gfCreateFluid3D(fixture->device, &def));
    for (int i = 0; i < 2; i++) {
        ball.shape = gfMakeSphere((gfVec3){i == 0 ? 0.0f : -1e9f, 0.0f, 0.0f}, i == 0 ? 1e9f : 0.1f);
        ball.density = i == 0 ? 1e6f : 500.0f;
        ball.velocity.x = i == 0 ? 0.0f : -1e3f;
        ball.hostDriven = false;
        GIVEN(gfFluid3D_AddRigidBody(volume, &ball));
        ball.hostDriven = true;
        GIVEN(gfFluid3D_AddRigidBody(volume, &ball));
        assert_true(gfFluid3D_StepOnce(volume));
        expectReadable3D(fixture, volume, i == 0 ? "the heaviest bodies" : "a body beyond the end of the world");
    }
    gfDestroyFluid3D(volume);
}

// A liquid that comes while the density of another is still on its way to near its own.
TEST(testTunablesOnTheirWay)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.gridWidth = def.gridHeight = 16;
    def.particles.capacity = 4;
    gfFluid *fluid = MADE(gfCreateFluid(fixture->device, &def));
    gfFluidDef tuned = def;
    tuned.particles.materialCount = 2;
    tuned.particles.materials[0].density = 30000.0f;
    tuned.particles.materials[1] = tuned.particles.materials[0];
    tuned.particles.materials[1].density = 600000.0f;
    fail_if(!gfFluid_SetDef(fluid, &tuned), "%s", fixture->lastMessage);
    for (int i = 0; i < 2; i++) {
        expectReadable(fixture, fluid, "tunables on their way");
        assert_true(gfFluid_StepOnce(fluid));
    }
}

typedef struct Renamed {
    uint32_t asked, now;
} Renamed;

static uint32_t getRenamed(uint32_t saved, void *user)
{
    Renamed *renamed = user;
    renamed->asked = saved;
    return renamed->now;
}

TEST(testHostTextures)
{
    static const uint8_t white[4] = {255, 255, 255, 255};
    GLuint names[2];
    fixture->gl.GenTextures(2, names);
    for (int i = 0; i < 2; i++) {
        fixture->gl.BindTexture(GL_TEXTURE_2D, names[i]);
        fixture->gl.TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        fixture->gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, white);
    }
    gfFluid *fluid = Fixture_MakeFluid(fixture, 16, 16);
    gfSolidDef solid = Flow_SolidDef(gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.2f, 0.2f}, 0.0f));
    solid.texture = names[0];
    assert_false(GF_IS_NULL(gfFluid_AddSolid(fluid, &solid)));
    SavedBytes saved = SavedGame_Save(fluid, SAVED_GRID_PLAIN);
    assert_true(gfFluid_Load(fluid, saved.data, saved.size, NULL)); // it has the name that it had
    Renamed renamed = {.now = names[1]};
    const gfSnapshotTextures textures = {getRenamed, &renamed};
    assert_true(gfFluid_Load(fluid, saved.data, saved.size, &textures));
    assert_int_equal(renamed.asked, names[0]);
    renamed.now = 0;
    Fixture_ClearLog(fixture);
    EXPECT_REFUSED(gfFluid_Load(fluid, saved.data, saved.size, &textures), OUT_OF_RANGE, "which is no texture");
    fixture->gl.DeleteTextures(1, &names[0]);
    fixture->gl.GenTextures(1, &names[0]); // the same name, lest loading make a texture of that name
    EXPECT_REFUSED(gfFluid_Load(fluid, saved.data, saved.size, NULL), OUT_OF_RANGE, "which is no texture");
}

static GLenum resetStatus;

static GLenum GLAD_API_PTR getResetStatus(void)
{
    return resetStatus;
}

// Contexts that can't tell are told to be lost by the host.
static void lose(gfDevice *device)
{
    resetStatus = 0x8254; // GL_INNOCENT_CONTEXT_RESET
    if (device->gl.getResetStatus == NULL) {
        gfDevice_Lose(device);
    }
}

// As docs/snapshots.md says: the last snapshot, a new context, a new device, and all goes on from there.
TEST_CI(testContextIsRebuilt)
{
    static const char *const names[] = {"glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR",
                                        "glGetGraphicsResetStatusARB", "glGetGraphicsResetStatusEXT"};
    const SavedScene scenes[] = {SAVED_GRID_PLAIN, SAVED_PARTICLES_SORTED};
    GlSpy_Clear();
    for (int i = 0; i < 4; i++) {
        GlSpy_Replace(names[i], (gfGLProc)getResetStatus);
    }
    for (int i = 0; i < 2; i++) {
        SavedGame twin = SavedGame_Make(fixture->device, scenes[i]);
        SavedGame_Run(&twin, 0, SAVED_AT + 20);
        SavedBytes end = SavedGame_Save(twin.fluid, scenes[i]);
        Context first = Context_MakeOther(), second = Context_MakeOther();
        Context_MakeCurrent(&first);
        resetStatus = GL_NO_ERROR;
        gfDevice *device = GlSpy_MakeDevice(fixture);
        SavedGame g = SavedGame_Make(device, scenes[i]);
        SavedGame_Run(&g, 0, SAVED_AT);
        SavedBytes saved = SavedGame_Save(g.fluid, scenes[i]);
        gfSnapshot *underWay = gfFluid_RequestSave(g.fluid);
        SavedGame_Run(&g, SAVED_AT, SAVED_AT + 3);
        lose(device);
        Fixture_ClearLog(fixture);
        EXPECT_REFUSED(gfFluid_StepOnce(g.fluid), CONTEXT_LOST, "");
        assert_int_equal(gfSnapshot_Poll(underWay, saved.data, saved.size), GF_POLL_FAILED);
        Fixture_ExpectError(fixture, GF_ERROR_CONTEXT_LOST, "");
        EXPECT_REFUSED(gfFluid_SaveBlocking(g.fluid, saved.data, saved.size), CONTEXT_LOST, "");
        gfDestroyDevice(device);
        Context_MakeCurrent(&second);
        resetStatus = GL_NO_ERROR;
        device = GlSpy_MakeDevice(fixture);
        SavedGame h = SavedGame_Adopt(gfCreateFluidFromSnapshot(device, saved.data, saved.size, NULL), &g);
        SavedGame_Run(&h, SAVED_AT, SAVED_AT + 20);
        SavedBytes now = SavedGame_Save(h.fluid, scenes[i]);
        SavedGame_ExpectSame("after a lost context", scenes[i], &end, &now);
        gfDestroyDevice(device);
        Context_Leave(fixture);
        Context_Free(&first);
        Context_Free(&second);
    }
    GlSpy_Clear();
    Fixture_ClearLog(fixture);
}
