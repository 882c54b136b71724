// Trouble at run time: what is not finite, put into a texture of a solver, is gone or where it was after a step, and
// has spread to nothing.
#include "support/few_particles.h"
#include "support/flow.h"
#include "support/fluid3d.h"
#include "support/solvers.h"

#include "ext/fluid3d/fluid3d.h"
#include "fluid/fluid.h"

#define CELLS 24
#define SCENES 11

static gfFluidDef defOf(int scene)
{
    gfFluidDef def = gfDefaultFluidDef();
    if (scene == GF_SOLVER_PARTICLES || scene == 6 || scene == 7) {
        def = FewParticles_Def(CELLS, scene == 6 ? GF_SEARCH_SLOTS : scene == 7 ? GF_SEARCH_HASHED : GF_SEARCH_SORTED);
        def.particles.substeps = 2;
        return def;
    }
    def.solver = scene <= GF_SOLVER_SHALLOW ? (gfSolverKind)scene
                 : scene == 8               ? GF_SOLVER_GAUSSIAN
                 : scene >= 9               ? GF_SOLVER_WATER
                                            : GF_SOLVER_GRID;
    def.water.affine = scene == 10;
    def.gaussian.mode = scene == 8 ? GF_GAUSSIAN_SIMPLE : GF_GAUSSIAN_CONSERVING;
    def.gridWidth = def.gridHeight = CELLS;
    def.cellSize = 1.0f / CELLS;
    def.gaussian.gravity.y = -2.0f;
    def.shallow.ripples.enabled = def.shallow.foam = true;
    def.boundaries.right.kind = def.solver == GF_SOLVER_SHALLOW ? GF_BOUNDARY_OPEN : GF_BOUNDARY_FREE_SLIP;
    def.boundaries.right.holdsLevel = true;
    def.boundaries.right.level = 0.3f;
    if (scene == 4) {
        def.fieldPrecision = GF_PRECISION_16F;
        def.grid.scheme = GF_SCHEME_REFLECT;
        def.grid.keepTotals = true;
        def.grid.cflLimit = 1.0f;
        def.grid.viscosity = def.grid.dyeDiffusivity = def.grid.temperatureDiffusivity = 1e-3f;
        def.grid.vorticityConfinement = 2.0f;
    } else if (scene == 5) {
        def.grid.pressureMethod = GF_PRESSURE_JACOBI;
        def.grid.advection = GF_ADVECTION_BILINEAR;
    }
    return def;
}

static gfFluid *makeFluid(Fixture *fixture, int scene)
{
    gfFluid *fluid = Flow_MakeOf(fixture, defOf(scene));
    Solver_Stir(fluid, 5);
    return fluid;
}

// Velocities that are not what they are in another fluid, by more than `tolerance` of the largest value there.
static int countChanged(gfFluid *fluid, const float *twin, double tolerance, double *worst)
{
    gfFieldInfo info;
    float *velocity = Fixture_Read(fluid, GF_FIELD_VELOCITY, &info);
    double largest = 1e-6;
    int count = 0;
    size_t values = (size_t)info.width * (size_t)info.height * (size_t)info.channels;
    for (size_t i = 0; i < values; i++) {
        largest = fmax(largest, fabs((double)twin[i]));
    }
    for (size_t i = 0; i < values; i++) {
        double apart = fabs((double)velocity[i] - (double)twin[i]) / largest;
        count += !(apart <= tolerance) ? 1 : 0;
        *worst = fmax(*worst, isfinite(velocity[i]) ? apart : INFINITY);
    }
    return count;
}

static uint64_t countBad(gfFluid *fluid)
{
    gfFluidStats stats;
    assert_true(gfFluid_MeasureBlocking(fluid, &stats));
    return stats.nonfinite;
}

static void putInto(gfFluid *fluid, const gfTexture *texture, float value)
{
    const float bad[4] = {value, value, value, value};
    bool particles = fluid->solver->particles != NULL; // of which the first rows are alive
    const gfRegion middle = {texture->width / 3, particles ? 1 : texture->height / 3, 1, 1};
    assert_true(gfDevice_Begin(fluid->body.device, "test"));
    assert_true(gfTexture_UploadPart(fluid->body.device, texture, &middle, bad));
    gfDevice_End(fluid->body.device);
}

// What nothing was put into, after a step and after twenty.
typedef struct Twin {
    float *first, *last;
} Twin;

static Twin makeTwin(Fixture *fixture, int scene)
{
    Twin twin;
    gfFluid *fluid = makeFluid(fixture, scene);
    Flow_Steps(fluid, 1);
    twin.first = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    Flow_Steps(fluid, 19);
    twin.last = Fixture_Read(fluid, GF_FIELD_VELOCITY, NULL);
    gfDestroyFluid(fluid);
    return twin;
}

static void tryRow(Fixture *fixture, int scene, const Twin *twin, int number, float value)
{
    gfFluid *fluid = makeFluid(fixture, scene);
    const gfStateRow *row = gfStateTable_GetRow(fluid->solver->table, number);
    const gfTexture *texture = gfState_GetPersistent(fluid->solver->table, number, fluid->state);
    if (texture != NULL) {
        putInto(fluid, texture, value);
        uint64_t put = countBad(fluid);
        Flow_Steps(fluid, 1);
        uint64_t after = countBad(fluid);
        double worst = 0.0, worstLate = 0.0;
        int changed = countChanged(fluid, twin->first, 0.05, &worst);
        Flow_Steps(fluid, 19);
        int late = countChanged(fluid, twin->last, 0.2, &worstLate);
        uint64_t end = countBad(fluid);
        // The published modes have no use for a mass budget, and are chaotic. A particle whose place was lost is put
        // where there is room, and throws up nothing: in the middle of the liquid it made as many as 160 change.
        bool published = scene == 8;
        bool placed = fluid->solver->particles != NULL && strcmp(row->name, "positions") == 0;
        // What becomes of one lost velocity reaches a third of the cells, 198 of 576, where pressure is exact.
        bool fine = after <= put && end <= (published ? put : 0) &&
                    (placed ? 6 : 1) * changed < CELLS * CELLS * (placed ? 1.0 : 0.4) &&
                    (published || late < CELLS * CELLS / 2) && isfinite(worst) && isfinite(worstLate);
        if (!fine || getenv("GF_TEST_VERBOSE") != NULL) {
            printf("%s scene %d, %s, %g: bad %d, %d after a step, %d after 20; changed %d (%.3g), then %d (%.3g)\n",
                   fine ? "    " : "BAD ", scene, row->name, (double)value, (int)put, (int)after, (int)end, changed,
                   worst, late, worstLate);
        }
        fail_if(!fine && getenv("GF_TEST_VERBOSE") == NULL, "it spread");
    }
    gfDestroyFluid(fluid);
}

TEST_CI(testContained)
{
    const float values[] = {NAN, INFINITY, -INFINITY};
    for (int scene = 0; scene < SCENES; scene++) {
        const gfStateTable *table = gfSolver_Find(defOf(scene).solver)->table;
        const Twin twin = makeTwin(*state, scene);
        for (int row = 0; row < gfStateTable_Count(table); row++) {
            for (int i = 0; i < 3 && gfStateTable_GetRow(table, row)->persists; i++) {
                tryRow(*state, scene, &twin, row, values[i]);
            }
        }
    }
}

// What is asked tells of it; what is repaired is as its neighbours are, and all else to the last bit what it was.
static void tryRepair(Fixture *fixture, int scene)
{
    gfFluid *fluid = makeFluid(fixture, scene);
    gfHealth health;
    Fixture_ClearLog(fixture);
    assert_true(gfFluid_GetHealthBlocking(fluid, &health));
    assert_int_equal(health.nonfinite, 0);
    assert_true(health.fieldCount > 0 && health.stepCount == 5);
    for (int row = 0; row < gfStateTable_Count(fluid->solver->table); row++) {
        const gfTexture *texture = gfState_GetPersistent(fluid->solver->table, row, fluid->state);
        if (texture != NULL) {
            putInto(fluid, texture, NAN);
        }
    }
    uint64_t put = countBad(fluid);
    uint64_t waits = gfDevice_GetWaits(fixture->device);
    gfPollStatus status = GF_POLL_PENDING;
    assert_int_equal(gfFluid_PollHealth(fluid, &health), GF_POLL_PENDING);
    assert_true(gfFluid_RequestHealth(fluid));
    for (int i = 0; i < 1000000 && status == GF_POLL_PENDING; i++) {
        status = gfFluid_PollHealth(fluid, &health);
    }
    assert_int_equal(status, GF_POLL_READY);
    assert_true(put > 0 && health.nonfinite == put);
    assert_true(gfFluid_Repair(fluid));
    assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
    for (int i = 0; i < health.fieldCount; i++) {
        assert_true(health.fields[i].nonfinite > 0 && isfinite(health.fields[i].largest));
    }
    assert_int_equal(countBad(fluid), 0);
    assert_true(gfFluid_StepOnce(fluid));
    assert_true(gfFluid_GetHealthBlocking(fluid, &health));
    assert_int_equal(health.nonfinite, 0);
    assert_int_equal(fixture->errors, 0);
    gfDestroyFluid(fluid);
}

TEST(testRepaired)
{
    for (int scene = 0; scene < SCENES; scene++) {
        tryRepair(*state, scene);
    }
}

TEST(testRepairLeavesTheRest)
{
    gfFluid *fluid = makeFluid(fixture, GF_SOLVER_GRID);
    float *before = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    assert_true(gfFluid_Repair(fluid));
    float *after = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    assert_memory_equal(before, after, CELLS * CELLS * 4 * sizeof *before);
    const gfStateTable *table = fluid->solver->table;
    const gfTexture *dye = gfState_GetPersistent(table, 1, fluid->state);
    assert_string_equal(table->rows[1].name, "dye");
    putInto(fluid, dye, INFINITY);
    assert_true(gfFluid_Repair(fluid));
    float *mended = Fixture_Read(fluid, GF_FIELD_DYE, NULL);
    double least = 1e9, most = -1e9;
    int middle = 4 * (CELLS / 3 * CELLS + CELLS / 3);
    for (int i = 0; i < CELLS * CELLS * 4; i++) {
        int x = i / 4 % CELLS - CELLS / 3, y = i / 4 / CELLS - CELLS / 3;
        if (i < middle || i >= middle + 4) {
            assert_true(mended[i] == before[i]);
            bool beside = abs(x) <= 1 && abs(y) <= 1 && i % 4 == 3;
            least = beside ? fmin(least, (double)before[i]) : least;
            most = beside ? fmax(most, (double)before[i]) : most;
        }
    }
    assert_true((double)mended[middle + 3] >= least && (double)mended[middle + 3] <= most);
}

#define PARTICLES_3D 120

static gfFluid3D *makeVolume(Fixture *fixture, gfParticleSearch search)
{
    static gfParticle3D particles[PARTICLES_3D];
    gfFluid3DDef def = Fluid3D_Def((gfVec3){1.0f, 1.0f, 1.0f}, 0.1f, PARTICLES_3D);
    def.particles.search = search;
    def.particles.substeps = 2;
    gfFluid3D *fluid = Fluid3D_Make(fixture, &def);
    int count =
        Fluid3D_FillBox(particles, PARTICLES_3D, (gfVec3){0.1f, 0.0f, 0.1f}, (gfVec3){0.7f, 0.5f, 0.7f}, 0.1f, 0.2f);
    assert_true(count == PARTICLES_3D && gfFluid3D_AddParticles(fluid, particles, count));
    Fluid3D_Steps(fluid, 5);
    return fluid;
}

static uint64_t countBad3D(gfFluid3D *fluid)
{
    gfFluid3DStats stats;
    assert_true(gfFluid3D_MeasureBlocking(fluid, &stats));
    return stats.nonfinite;
}

// Into one texel of each texture that it keeps; the fluid's particles begin there.
static void putIntoVolume(gfFluid3D *fluid, float value)
{
    const float bad[4] = {value, value, value, value};
    const gfRegion third = {2, 0, 1, 1};
    assert_true(gfDevice_Begin(fluid->body.device, "test"));
    for (int row = 0; row < gf_sphStateTable.count; row++) {
        const gfTexture *texture = gfState_GetPersistent(&gf_sphStateTable, row, &fluid->volume->sph);
        assert_true(texture == NULL || gfTexture_UploadPart(fluid->body.device, texture, &third, bad));
    }
    gfDevice_End(fluid->body.device);
}

static void expectAllThere(gfFluid3D *fluid)
{
    gfParticle3D *p = Fluid3D_Read(fluid, PARTICLES_3D);
    for (int i = 0; i < PARTICLES_3D; i++) {
        const float values[] = {p[i].position.x, p[i].position.y, p[i].position.z};
        for (int axis = 0; axis < 3; axis++) {
            assert_true(values[axis] >= -1e-4f && values[axis] <= 1.0001f);
        }
        assert_int_equal(p[i].id, i);
    }
    free(p);
}

// It is told of; without a repair a step makes an end of it; repaired it is between what it was between, and other
// particles are to the last bit where they were.
TEST(testVolume)
{
    for (int i = 0; i < 6; i++) {
        gfFluid3D *fluid = makeVolume(fixture, i / 2 == 0   ? GF_SEARCH_SORTED
                                               : i / 2 == 1 ? GF_SEARCH_SLOTS
                                                            : GF_SEARCH_HASHED);
        gfHealth health;
        assert_true(gfFluid3D_GetHealthBlocking(fluid, &health));
        assert_true(health.nonfinite == 0 && health.fieldCount == 2 && health.stepCount == 5);
        assert_string_equal(health.fields[0].name, "positions");
        assert_true(gfFluid3D_Repair(fluid)); // of nothing
        gfParticle3D *before = Fluid3D_Read(fluid, PARTICLES_3D);
        putIntoVolume(fluid, i % 2 == 0 ? NAN : INFINITY);
        uint64_t waits = gfDevice_GetWaits(fixture->device);
        gfPollStatus status = gfFluid3D_PollHealth(fluid, &health);
        assert_int_equal(status, GF_POLL_PENDING);
        assert_true(gfFluid3D_RequestHealth(fluid));
        for (int k = 0; k < 1000000 && status == GF_POLL_PENDING; k++) {
            status = gfFluid3D_PollHealth(fluid, &health);
        }
        assert_int_equal(status, GF_POLL_READY);
        assert_true(health.fields[0].nonfinite == 4 && health.fields[1].nonfinite == 4);
        assert_true(health.nonfinite == 8 && isfinite(health.fields[0].largest));
        assert_int_equal(gfDevice_GetWaits(fixture->device), waits);
        assert_int_equal(countBad3D(fluid), 6); // of these four-channel texels three are a particle's
        if (i % 2 == 0) {
            assert_true(gfFluid3D_Repair(fluid));
            assert_int_equal(countBad3D(fluid), 0);
            gfParticle3D *after = Fluid3D_Read(fluid, PARTICLES_3D);
            int moved = 0;
            for (int k = 0; k < PARTICLES_3D; k++) {
                moved += memcmp(&before[k], &after[k], sizeof *after) != 0 ? 1 : 0;
            }
            assert_int_equal(moved, 1);
            free(after);
        }
        for (int step = 0; step < 2; step++) {
            assert_true(gfFluid3D_StepOnce(fluid));
            assert_int_equal(countBad3D(fluid), 0);
            expectAllThere(fluid);
        }
        assert_true(gfFluid3D_GetHealthBlocking(fluid, &health));
        assert_true(health.nonfinite == 0 && health.stepCount == 7);
        free(before);
        gfDestroyFluid3D(fluid);
    }
}
