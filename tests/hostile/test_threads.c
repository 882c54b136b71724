// Several devices on several threads, each in a context of its own, do what each would do alone.
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/solvers.h"

#include <pthread.h>

#define THREADS 3
#define CELLS 16
#define STEPS 6
#define VALUES_MAX ((CELLS + 1) * (CELLS + 1) * 4)

// cmocka's checks are for the thread that runs a test: these tell by a hash, 0 where something failed.
typedef struct Worker {
    Headless *headless;
    uint64_t hash;
    gfErrorCode code; // the last error of its thread, which each makes one of
} Worker;

static bool addThings(gfFluid *fluid)
{
    gfSourceDef source = Flow_DiscSource(0.4f, 0.6f, 0.2f);
    source.acceleration.x = source.mass = source.dye[0] = source.dye[3] = 1.0f;
    gfSolidDef solid = Flow_SolidDef(gfMakeCircle((gfVec2){0.7f, 0.3f}, 0.15f));
    return !GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)) && !GF_IS_NULL(gfFluid_AddSolid(fluid, &solid));
}

static bool hashField(gfFluid *fluid, gfField field, uint64_t *hash)
{
    float values[VALUES_MAX];
    gfFieldInfo info;
    if (!gfFluid_GetFieldInfo(fluid, field, &info)) {
        return true;
    }
    size_t count = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    bool read = count <= VALUES_MAX && gfFluid_ReadFieldBlocking(fluid, field, values, count);
    *hash = read ? Fixture_Hash(*hash, values, count * sizeof *values) : 0;
    return read;
}

static bool run2D(gfDevice *device, gfSolverKind solver, uint64_t *hash)
{
    gfFluidDef def = Solver_Def((int)solver, CELLS);
    gfFluid *fluid = gfCreateFluid(device, &def);
    bool ok = fluid != NULL && addThings(fluid);
    for (int i = 0; ok && i < STEPS; i++) {
        ok = gfFluid_StepOnce(fluid);
    }
    ok = ok && hashField(fluid, GF_FIELD_VELOCITY, hash) && hashField(fluid, GF_FIELD_DYE, hash);
    gfDestroyFluid(fluid);
    return ok;
}

static bool run3D(gfDevice *device, uint64_t *hash)
{
    gfParticle3D particles[27];
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, 100);
    for (int i = 0; i < 27; i++) {
        const gfVec3 way = {0.1f * (float)(i % 3 - 1), 0.1f * (float)(i / 3 % 3 - 1), 0.1f * (float)(i / 9 - 1)};
        particles[i] =
            (gfParticle3D){.position = {def.position.x + way.x, def.position.y + way.y, def.position.z + way.z}};
    }
    gfFluid3D *fluid = gfCreateFluid3D(device, &def);
    bool ok = fluid != NULL && gfFluid3D_AddParticles(fluid, particles, 27);
    for (int i = 0; ok && i < STEPS; i++) {
        ok = gfFluid3D_StepOnce(fluid);
    }
    ok = ok && gfFluid3D_ReadParticlesBlocking(fluid, particles, 27) == 27;
    *hash = ok ? Fixture_Hash(*hash, particles, sizeof particles) : 0;
    gfDestroyFluid3D(fluid);
    return ok;
}

// A device of its own, prepared, and all solvers in it.
static void *work(void *user)
{
    Worker *worker = user;
    gfFluidDef prepared = Solver_Def(GF_SOLVER_GRID, CELLS);
    gfPrepareDef prepare = gfDefaultPrepareDef();
    prepare.fluids = &prepared;
    prepare.fluidCount = 1;
    prepare.uses = GF_USE_SOURCES | GF_USE_SOLIDS;
    Headless_MakeCurrent(worker->headless);
    gfDeviceDef def = gfDefaultDeviceDef();
    def.getProcAddress = Headless_GetProcAddress;
    gfDevice *device = gfCreateDevice(&def);
    worker->hash = FIXTURE_HASH_EMPTY;
    bool ok = device != NULL && gfDevice_Prepare(device, &prepare, 5.0f, NULL) != GF_PREPARE_FAILED;
    for (int solver = 0; ok && solver <= GF_SOLVER_WATER; solver++) {
        ok = run2D(device, (gfSolverKind)solver, &worker->hash);
    }
    worker->hash = ok && run3D(device, &worker->hash) ? worker->hash : 0;
    gfClearLastError();
    gfCreateFluid(device, NULL);
    worker->code = gfGetLastError(NULL);
    gfDestroyDevice(device);
    Headless_Destroy(worker->headless); // where it is current
    return NULL;
}

TEST(testThreads)
{
    Worker workers[THREADS + 1] = {{NULL, 0, GF_ERROR_OK}};
    pthread_t threads[THREADS];
    char error[256];
    for (int i = 0; i <= THREADS; i++) {
        workers[i].headless = MADE(Headless_Create(Fixture_Api(), false, error, sizeof error));
    }
    work(&workers[THREADS]); // alone, and in the context that is current here
    Headless_MakeCurrent(fixture->headless);
    assert_true(workers[THREADS].hash != 0);
    gfClearLastError();
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    assert_int_equal(gfGetLastError(NULL), GF_ERROR_OK); // each thread has its own
    for (int i = 0; i < THREADS; i++) {
        assert_true(workers[i].hash == workers[THREADS].hash);
        assert_int_equal(workers[i].code, GF_ERROR_NULL_ARGUMENT);
    }
}
