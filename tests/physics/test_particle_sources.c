// Particles that sources pour, take, move and colour; and the books that are kept of them.
#include "fluid/fluid.h"
#include "gl/readback.h"
#include "solvers/particles/sph.h"
#include "support/flow.h"

#include <math.h>

#define SPACING 0.02f
#define CAPACITY 4096

typedef struct Particles {
    gfParticle *all;
    int count;
} Particles;

static Particles readAll(gfFluid *fluid)
{
    Particles p = {calloc(CAPACITY, sizeof *p.all), 0};
    assert_non_null(p.all);
    p.count = gfFluid_ReadParticlesBlocking(fluid, p.all, CAPACITY);
    assert_in_range(p.count, 0, CAPACITY);
    return p;
}

static gfParticleStats readStats(gfFluid *fluid)
{
    gfParticleStats stats;
    assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats));
    return stats;
}

// A box of one metre with nothing in it, without gravity.
static gfFluidDef emptyDef(gfParticleSearch search)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.gridWidth = def.gridHeight = 64;
    def.cellSize = 1.0f / 64.0f;
    def.particles.spacing = SPACING;
    def.particles.capacity = CAPACITY;
    def.particles.gravity.y = 0.0f;
    def.particles.search = search;
    def.particles.slotBlock = 8; // none is dropped
    return def;
}

static const gfParticleSearch searches[] = {GF_SEARCH_SORTED, GF_SEARCH_SLOTS, GF_SEARCH_HASHED};
#define SEARCHES ((int)(sizeof searches / sizeof *searches))

static gfSourceDef discOf(float x, float y, float radius, gfSourceMode mode, uint32_t fields)
{
    gfSourceDef source = Flow_DiscSource(x, y, radius);
    source.mode = mode;
    source.fields = fields;
    return source;
}

// live = initial + emitted - drained, as many as can be read, and no id twice.
static gfParticleStats expectBooks(gfFluid *fluid)
{
    gfParticleStats stats = readStats(fluid);
    Particles p = readAll(fluid);
    uint64_t most = stats.initial + stats.emitted;
    assert_int_equal(stats.live, most - stats.drained);
    assert_int_equal(stats.live, p.count);
    char *seen = calloc((size_t)most + 1, 1);
    assert_non_null(seen);
    for (int i = 0; i < p.count; i++) {
        assert_true(p.all[i].id < most);
        assert_int_equal(seen[p.all[i].id]++, 0);
    }
    free(seen);
    free(p.all);
    return stats;
}

static double fastest(gfFluid *fluid)
{
    Particles p = readAll(fluid);
    double most = 0.0;
    for (int i = 0; i < p.count; i++) {
        most = fmax(most, hypot((double)p.all[i].velocity.x, (double)p.all[i].velocity.y));
    }
    free(p.all);
    return most;
}

static double momentum(gfFluid *fluid)
{
    Particles p = readAll(fluid);
    double sum = 0.0;
    for (int i = 0; i < p.count; i++) {
        sum += (double)p.all[i].velocity.x;
    }
    free(p.all);
    return sum;
}

static int countInDisc(gfFluid *fluid, double x, double y, double radius)
{
    Particles p = readAll(fluid);
    int count = 0;
    for (int i = 0; i < p.count; i++) {
        count += hypot((double)p.all[i].position.x - x, (double)p.all[i].position.y - y) < radius;
    }
    free(p.all);
    return count;
}

static void pour(gfFluid *fluid, float radius)
{
    gfSourceDef source = discOf(0.5f, 0.5f, radius, GF_SOURCE_ADD, GF_SOURCE_ALL);
    source.mass = 1.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
}

// --- pouring ---------------------------------------------------------------------------------------------------------

// Without tension, which draws the rim in, it stays as it is.
static void still_fluid_is_as_dense_as_at_rest(void **state)
{
    for (int i = 0; i <= SEARCHES; i++) {
        gfFluidDef def = emptyDef(searches[i % SEARCHES]);
        bool tense = i == SEARCHES;
        def.particles.materials[0].tension = tense ? def.particles.materials[0].tension : 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        pour(fluid, 0.3f);
        double sites = PI * 0.09 / (double)(SPACING * SPACING), speed = 0.0;
        Flow_ExpectNear("particles a site", expectBooks(fluid).live / sites, 1.0, 0.05);
        for (int step = 0; step < 30; step++) {
            speed = fmax(speed, fastest(fluid));
            Flow_Steps(fluid, 1);
        }
        Flow_ExpectBetween("largest speed over that of sound", speed / (double)readStats(fluid).soundSpeed, 0.0,
                           tense ? 0.15 : 0.03);
        assert_int_equal(expectBooks(fluid).live, expectBooks(fluid).emitted);
        gfDestroyFluid(fluid);
    }
}

static void half_the_mass_is_half_as_many(void **state)
{
    const gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = discOf(0.5f, 0.5f, 0.3f, GF_SOURCE_ADD, GF_SOURCE_MASS);
    source.mass = 0.5f;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    double sites = PI * 0.09 / (double)(SPACING * SPACING);
    Flow_ExpectNear("share of sites", readStats(fluid).live / sites, 0.5, 0.08);
    source.mass = -0.5f;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    Flow_ExpectNear("share that is left", readStats(fluid).live / sites, 0.25, 0.06);
    gfDestroyFluid(fluid);
}

static void rate_is_right_in_the_mean(void **state)
{
    const gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = discOf(0.5f, 0.5f, 0.3f, GF_SOURCE_ADD, GF_SOURCE_MASS);
    gfSourceDef drain = discOf(0.5f, 0.5f, 1.0f, GF_SOURCE_SET, GF_SOURCE_MASS);
    source.mass = 3.0f;
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &drain)));
    Flow_Steps(fluid, 60);
    double sites = PI * 0.09 / (double)(SPACING * SPACING);
    Flow_ExpectNear("particles a site and second", (double)expectBooks(fluid).emitted / sites, 3.0, 0.15);
    gfDestroyFluid(fluid);
}

// Neither in solids nor in walls, and each of both at some distance.
static void nothing_is_poured_into_solids(void **state)
{
    Fixture *fixture = *state;
    const gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
    gfFluid *fluid = Flow_Make(fixture, &def);
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.2f);
    pour(fluid, 2.0f);
    double room = (1.0 - PI * 0.04) / (double)(SPACING * SPACING);
    Flow_ExpectNear("particles over room", readStats(fluid).live / room, 1.0, 0.06);
    assert_int_equal(countInDisc(fluid, 0.5, 0.5, 0.2 + 0.3 * (double)SPACING), 0);
    gfSourceDef source = discOf(0.55f, 0.5f, 0.1f, GF_SOURCE_ADD, GF_SOURCE_MASS);
    source.mass = 1.0f;
    assert_false(gfFluid_Splat(fluid, &source));
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "solid");
    assert_true(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "solid");
    source.material = 1;
    source.shape = gfMakeCircle((gfVec2){0.1f, 0.1f}, 0.1f);
    assert_false(gfFluid_Splat(fluid, &source));
    Fixture_ExpectError(fixture, GF_ERROR_OUT_OF_RANGE, "material");
    source.material = 0;
    source.shape = gfMakeCircle((gfVec2){-5.0f, 0.1f}, 0.1f); // outside of the domain
    uint32_t live = readStats(fluid).live;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    assert_int_equal(readStats(fluid).live, live);
    gfDestroyFluid(fluid);
}

static void poured_particles_are_as_asked_for(void **state)
{
    gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
    def.particles.materialCount = 2;
    def.particles.materials[1] = gfGetParticleMaterial(GF_PARTICLES_OIL);
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = discOf(0.5f, 0.5f, 0.2f, GF_SOURCE_SET, GF_SOURCE_MASS | GF_SOURCE_VELOCITY);
    source.mass = 1.0f;
    source.velocity = (gfVec2){0.25f, -0.5f};
    source.material = 1;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    Particles p = readAll(fluid);
    double x = 0.0, y = 0.0;
    for (int i = 0; i < p.count; i++) {
        assert_int_equal(p.all[i].material, 1);
        x += (double)p.all[i].velocity.x / p.count;
        y += (double)p.all[i].velocity.y / p.count;
    }
    Flow_ExpectNear("mean velocity along x", x, 0.25, 1e-3);
    Flow_ExpectNear("mean velocity along y", y, -0.5, 1e-3);
    free(p.all);
    gfDestroyFluid(fluid);
}

// A nozzle held full, that blows into open air.
static void jet_keeps_its_flux(void **state)
{
    static const gfVec2 velocities[] = {{1.0f, 0.0f}, {0.7f, 0.0f}, {0.0f, 0.9f}, {-0.6f, 0.5f}};
    for (int i = 0; i < 4; i++) {
        gfFluidDef def = emptyDef(searches[i % SEARCHES]);
        def.boundaries.left.kind = def.boundaries.right.kind = GF_BOUNDARY_OPEN;
        def.boundaries.bottom.kind = def.boundaries.top.kind = GF_BOUNDARY_OPEN;
        def.particles.speed = 2.0f;
        def.particles.capacity = 1024;
        gfFluid *fluid = Flow_Make(*state, &def);
        float speed = hypotf(velocities[i].x, velocities[i].y), width = 0.16f;
        gfSourceDef source = discOf(0.0f, 0.0f, 1.0f, GF_SOURCE_SET, GF_SOURCE_MASS | GF_SOURCE_VELOCITY);
        source.shape = gfMakeRectangle((gfVec2){0.5f, 0.5f}, (gfVec2){0.04f, 0.5f * width},
                                       atan2f(velocities[i].y, velocities[i].x));
        source.mass = 1.0f;
        source.velocity = velocities[i];
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        Flow_Steps(fluid, 20);
        uint64_t before = readStats(fluid).emitted;
        Flow_Steps(fluid, 60);
        double expected = (double)(speed * width / (SPACING * SPACING));
        Flow_ExpectNear("flux over that of the nozzle", (double)(readStats(fluid).emitted - before) / expected, 1.0,
                        0.1);
        gfParticleStats stats = expectBooks(fluid);
        assert_true(stats.drained > 0);
        gfDestroyFluid(fluid);
    }
}

// --- draining and books ----------------------------------------------------------------------------------------------

static void eraser_leaves_none_inside(void **state)
{
    for (int i = 0; i < SEARCHES; i++) {
        const gfFluidDef def = emptyDef(searches[i]);
        gfFluid *fluid = Flow_Make(*state, &def);
        pour(fluid, 0.3f);
        uint32_t live = readStats(fluid).live;
        int inside = countInDisc(fluid, 0.45, 0.5, 0.1);
        gfSourceDef source = discOf(0.45f, 0.5f, 0.1f, GF_SOURCE_SET, GF_SOURCE_MASS);
        assert_true(gfFluid_Splat(fluid, &source));
        Flow_Steps(fluid, 1);
        assert_int_equal(countInDisc(fluid, 0.45, 0.5, 0.09), 0);
        assert_int_equal(expectBooks(fluid).live, live - (uint32_t)inside);
        assert_int_equal(readStats(fluid).drained, inside);
        gfDestroyFluid(fluid);
    }
}

// As many as there is room for, again and again; ids go on.
static void budget_is_kept_and_used_again(void **state)
{
    for (int i = 0; i < SEARCHES; i++) {
        gfFluidDef def = emptyDef(searches[i]);
        def.particles.capacity = 777;
        gfFluid *fluid = Flow_Make(*state, &def);
        for (int round = 0; round < 5; round++) {
            pour(fluid, 2.0f);
            gfParticleStats stats = expectBooks(fluid);
            assert_int_equal(stats.live, 777);
            Particles p = readAll(fluid);
            uint32_t last = 0;
            for (int k = 0; k < p.count; k++) {
                last = p.all[k].id > last ? p.all[k].id : last;
            }
            assert_int_equal(last, stats.emitted - 1);
            free(p.all);
            gfSourceDef eraser = discOf(0.1f + 0.2f * (float)round, 0.1f, 0.2f, GF_SOURCE_SET, GF_SOURCE_MASS);
            assert_true(gfFluid_Splat(fluid, &eraser));
            Flow_Steps(fluid, 1);
            assert_true(expectBooks(fluid).live < 777);
        }
        gfDestroyFluid(fluid);
    }
}

// A jet and rain into a box with a drain and an open side, beyond the budget; a hash of all particles after so many
// seconds.
static uint64_t runLong(Fixture *fixture, gfParticleSearch search, bool plain, int seconds)
{
    gfFluidDef def = emptyDef(search);
    def.boundaries.left.kind = GF_BOUNDARY_OPEN;
    def.particles.spacing = 0.04f;
    def.particles.capacity = 150;
    def.particles.gravity.y = -1.0f;
    def.particles.compression = 0.3f;
    def.particles.plain = plain;
    gfFluid *fluid = Flow_Make(fixture, &def);
    const gfParticle first[] = {{.position = {0.2f, 0.2f}}, {.position = {0.7f, 0.2f}}};
    assert_true(gfFluid_AddParticles(fluid, first, 2));
    gfSourceDef jet = discOf(0.6f, 0.7f, 0.12f, GF_SOURCE_SET, GF_SOURCE_MASS | GF_SOURCE_VELOCITY);
    jet.mass = 1.0f;
    jet.velocity = (gfVec2){-0.5f, 0.2f};
    gfSourceDef rain = discOf(0.5f, 0.9f, 0.3f, GF_SOURCE_ADD, GF_SOURCE_MASS);
    rain.mass = 2.0f;
    gfSourceDef drain = discOf(0.9f, 0.05f, 0.15f, GF_SOURCE_SET, GF_SOURCE_MASS);
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &jet)));
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &rain)));
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &drain)));
    uint32_t most = 0;
    for (int i = 0; i < seconds; i++) {
        Flow_Steps(fluid, 60);
        gfParticleStats stats = expectBooks(fluid);
        most = stats.live > most ? stats.live : most;
        assert_int_equal(stats.initial, 2);
    }
    assert_in_range(most, 140, 150);
    gfParticleStats stats = readStats(fluid);
    assert_true(stats.emitted > 300 && stats.drained > 150);
    Particles p = readAll(fluid);
    uint64_t hash = Fixture_Hash(FIXTURE_HASH_EMPTY, p.all, (size_t)p.count * sizeof *p.all);
    free(p.all);
    gfDestroyFluid(fluid);
    return hash;
}

static void expectLong(Fixture *fixture, gfParticleSearch search, bool plain)
{
    runLong(fixture, search, plain, 25);
    assert_int_equal(runLong(fixture, search, plain, 5), runLong(fixture, search, plain, 5));
}

static void books_are_kept_when_sorted(void **state)
{
    expectLong(*state, GF_SEARCH_SORTED, false);
}

static void books_are_kept_one_by_one(void **state)
{
    expectLong(*state, GF_SEARCH_SORTED, true);
}

static void books_are_kept_in_slots(void **state)
{
    expectLong(*state, GF_SEARCH_SLOTS, false);
}

static void books_are_kept_when_hashed(void **state)
{
    expectLong(*state, GF_SEARCH_HASHED, false);
}

// --- pushing and colouring -------------------------------------------------------------------------------------------

static void impulse_is_mass_times_change(void **state)
{
    for (int i = 0; i < SEARCHES; i++) {
        gfFluidDef def = emptyDef(searches[i]);
        def.particles.materials[0].pull = 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        pour(fluid, 0.3f);
        double before = momentum(fluid);
        int inside = countInDisc(fluid, 0.5, 0.4, 0.15);
        gfSourceDef source = discOf(0.5f, 0.4f, 0.15f, GF_SOURCE_ADD, GF_SOURCE_VELOCITY);
        source.velocity.x = 0.5f;
        assert_true(gfFluid_Splat(fluid, &source));
        Flow_Steps(fluid, 1);
        Flow_ExpectNear("impulse over that given", (momentum(fluid) - before) / (0.5 * inside), 1.0, 1e-3);
        gfDestroyFluid(fluid);
    }
}

// Acceleration is of time, not of steps.
static void emitter_accelerates(void **state)
{
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
        def.fixedStep = i == 0 ? 1.0f / 60.0f : 1.0f / 240.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        pour(fluid, 0.2f);
        gfSourceDef source = discOf(0.5f, 0.5f, 2.0f, GF_SOURCE_ADD, GF_SOURCE_VELOCITY);
        source.velocity.x = 0.6f;
        assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
        Flow_Steps(fluid, i == 0 ? 15 : 60);
        Flow_ExpectNear("speed after a quarter second", momentum(fluid) / readStats(fluid).live, 0.15, 1e-3);
        gfDestroyFluid(fluid);
    }
}

// Mean distance from a place.
static double spread(gfFluid *fluid, double x, double y)
{
    Particles p = readAll(fluid);
    double sum = 0.0;
    for (int i = 0; i < p.count; i++) {
        sum += hypot((double)p.all[i].position.x - x, (double)p.all[i].position.y - y) / p.count;
    }
    free(p.all);
    return sum;
}

static void attraction_draws_in(void **state)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        const gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
        gfFluid *fluid = Flow_Make(*state, &def);
        pour(fluid, 0.15f);
        double before = spread(fluid, 0.65, 0.5);
        gfSourceDef source = discOf(0.65f, 0.5f, 0.4f, GF_SOURCE_ADD, GF_SOURCE_VELOCITY);
        source.attraction = 2.0f * (float)sign;
        gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
        assert_false(GF_IS_NULL(id));
        Flow_Steps(fluid, 15);
        Flow_ExpectBetween("way towards the centre", sign * (before - spread(fluid, 0.65, 0.5)), 0.01, 0.1);
        gfParticleStats stats = expectBooks(fluid);
        assert_int_equal(stats.live, stats.emitted);
        assert_true(gfFluid_RemoveEmitter(fluid, id));
        gfDestroyFluid(fluid);
    }
}

// Mean of the bytes of all particles, in linear light.
static void readColor(gfFluid *fluid, double mean[3])
{
    gfDevice *device = fluid->body.device;
    gfParticleView view;
    assert_true(gfDevice_Begin(device, "test"));
    fluid->solver->particles->view(&fluid->body, fluid->state, &view);
    uint32_t *tags = calloc((size_t)view.width * (size_t)view.tags->height, 4 * sizeof *tags), count[4];
    assert_non_null(tags);
    assert_true(gfReadback_Integers(device, view.tags, view.width, view.tags->height, tags));
    assert_true(gfReadback_Integers(device, view.count, 1, 1, count));
    gfDevice_End(device);
    for (int c = 0; c < 3; c++) {
        mean[c] = 0.0;
        for (uint32_t i = 0; i < count[0]; i++) {
            double byte = (double)(tags[4 * i + 1] >> (8 * c) & 0xffu) / 255.0;
            mean[c] += (byte <= 0.04045 ? byte / 12.92 : pow((byte + 0.055) / 1.055, 2.4)) / count[0];
        }
    }
    free(tags);
}

static void expectColor(gfFluid *fluid, double red, double green, double blue, double tolerance)
{
    const double expected[3] = {red, green, blue};
    double mean[3];
    readColor(fluid, mean);
    for (int c = 0; c < 3; c++) {
        Flow_ExpectNear("linear light", mean[c], expected[c], tolerance);
    }
}

// Dye lies over colours by its alpha; so slowly that a step changes no byte, it does so in the mean.
static void dye_colours(void **state)
{
    const gfFluidDef def = emptyDef(GF_SEARCH_SORTED);
    const float *own = def.particles.materials[0].color;
    double r = (double)own[0], g = (double)own[1], b = (double)own[2];
    gfFluid *fluid = Flow_Make(*state, &def);
    gfSourceDef source = discOf(0.5f, 0.5f, 0.1f, GF_SOURCE_ADD, GF_SOURCE_DYE | GF_SOURCE_MASS);
    source.mass = 1.0f;
    source.dye[1] = source.dye[3] = 0.5f;
    assert_true(gfFluid_Splat(fluid, &source)); // over what is poured, too
    Flow_Steps(fluid, 1);
    expectColor(fluid, 0.5 * r, 0.5 * g + 0.5, 0.5 * b, 4e-3);
    source.shape = gfMakeCircle((gfVec2){0.5f, 0.5f}, 2.0f);
    source.mode = GF_SOURCE_SET;
    source.fields = GF_SOURCE_MASS;
    source.mass = 0.0f;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    source.mode = GF_SOURCE_ADD;
    source.fields = GF_SOURCE_DYE | GF_SOURCE_MASS;
    source.mass = 2.0f;
    source.dye[1] = source.dye[3] = 2.0f;
    gfEmitterId id = gfFluid_AddEmitter(fluid, &source);
    Flow_Steps(fluid, 10);
    assert_true(gfFluid_RemoveEmitter(fluid, id));
    expectColor(fluid, 0.0, 1.0, 0.0, 1e-6);
    source.mode = GF_SOURCE_SET;
    source.fields = GF_SOURCE_DYE;
    memset(source.dye, 0, sizeof source.dye);
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    expectColor(fluid, r, g, b, 4e-3);
    source.mode = GF_SOURCE_ADD;
    source.dye[0] = source.dye[3] = 0.5f;
    assert_true(gfFluid_Splat(fluid, &source));
    Flow_Steps(fluid, 1);
    expectColor(fluid, 0.5 * r + 0.5, 0.5 * g, 0.5 * b, 4e-3);
    source.dye[0] = 0.0f;
    source.dye[3] = 0.06f; // a thousandth a step
    assert_false(GF_IS_NULL(gfFluid_AddEmitter(fluid, &source)));
    Flow_Steps(fluid, 300);
    double share = pow(0.999, 300.0);
    expectColor(fluid, share * (0.5 * r + 0.5), share * 0.5 * g, share * 0.5 * b, 1e-2);
    gfDestroyFluid(fluid);
}

static void shaders_compile_in_3d(void **state)
{
    static const char *const shaders[][2] = {{"survivors", ""},
                                             {"survivors", ";OUTSIDE"},
                                             {"compact", ""},
                                             {"count", ";POURED"},
                                             {"count", ";SURVIVED"},
                                             {"sites", ";SORTED"},
                                             {"sites", ";SLOTS"},
                                             {"sites", ";HASHED"},
                                             {"sites", ";SORTED;SOLIDS"},
                                             {"pour", ""},
                                             {"stir", ""}};
    Fixture *fixture = *state;
    assert_true(gfDevice_Begin(fixture->device, "test"));
    for (size_t i = 0; i < sizeof shaders / sizeof *shaders; i++) {
        char file[64], defines[64];
        snprintf(file, sizeof file, "particles/%s.frag", shaders[i][0]);
        snprintf(defines, sizeof defines, "DIMENSIONS 3%s", shaders[i][1]);
        assert_non_null(gfProgram_Get(fixture->device, &gf_vertexCover, file, defines));
    }
    gfDevice_End(fixture->device);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(still_fluid_is_as_dense_as_at_rest),
        cmocka_unit_test(half_the_mass_is_half_as_many),
        cmocka_unit_test(rate_is_right_in_the_mean),
        cmocka_unit_test(nothing_is_poured_into_solids),
        cmocka_unit_test(poured_particles_are_as_asked_for),
        cmocka_unit_test(jet_keeps_its_flux),
        cmocka_unit_test(eraser_leaves_none_inside),
        cmocka_unit_test(budget_is_kept_and_used_again),
        cmocka_unit_test(books_are_kept_when_sorted),
        cmocka_unit_test(books_are_kept_one_by_one),
        cmocka_unit_test(books_are_kept_in_slots),
        cmocka_unit_test(books_are_kept_when_hashed),
        cmocka_unit_test(impulse_is_mass_times_change),
        cmocka_unit_test(emitter_accelerates),
        cmocka_unit_test(attraction_draws_in),
        cmocka_unit_test(dye_colours),
        cmocka_unit_test(shaders_compile_in_3d),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
