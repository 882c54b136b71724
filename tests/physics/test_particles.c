// Particles where the answer is known: neighbours against brute force, momentum, a column at rest, a breaking dam, the
// same fluid at other step rates, tunables that change.
#include "support/flow.h"

#include "api/fluid.h"
#include "gl/readback.h"
#include "solvers/particles/particles.h"

#include <math.h>

#define COUNT_MAX 8192

static gfParticle particles[COUNT_MAX];

static int compareIds(const void *a, const void *b)
{
    uint32_t x = ((const gfParticle *)a)->id, y = ((const gfParticle *)b)->id;
    return (x > y) - (x < y);
}

// All particles by id; fails unless every id from 0 on is there once.
static int readAll(gfFluid *fluid)
{
    int count = gfFluid_ReadParticlesBlocking(fluid, particles, COUNT_MAX);
    assert_in_range(count, 1, COUNT_MAX);
    qsort(particles, (size_t)count, sizeof *particles, compareIds);
    for (int i = 0; i < count; i++) {
        assert_int_equal(particles[i].id, i);
    }
    return count;
}

static gfFluidDef makeDef(double width, double height, double spacing)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.cellSize = 1.0f / 32.0f;
    def.gridWidth = (int)(width * 32.0 + 0.5);
    def.gridHeight = (int)(height * 32.0 + 0.5);
    def.particles.spacing = (float)spacing;
    def.particles.capacity = COUNT_MAX;
    def.particles.maxSubsteps = 1000;
    return def;
}

static double nextRandom(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}

// A hexagonal lattice at rest density over a rectangle, shaken by a share of the spacing; returns how many.
static int fillRectangle(double left, double bottom, double width, double height, double spacing, double shake)
{
    double a = spacing * sqrt(2.0 / sqrt(3.0)), b = a * sqrt(3.0) / 2.0;
    int count = 0, rows = (int)(height / b + 0.5), columns = (int)(width / a + 0.5);
    uint32_t random = 7;
    a = width / columns;
    b = height / rows;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            double offset = y % 2 == 0 ? 0.25 : 0.75, dx = shake * (nextRandom(&random) - 0.5);
            double dy = shake * (nextRandom(&random) - 0.5);
            particles[count] = (gfParticle){0};
            particles[count].position.x = (float)(left + a * (x + offset) + dx * spacing);
            particles[count++].position.y = (float)(bottom + b * (y + 0.5) + dy * spacing);
        }
    }
    return count;
}

// --- neighbours ------------------------------------------------------------------------------------------------------

typedef enum Set { SET_RANDOM, SET_CROWDED, SET_COINCIDENT, SET_COUNT } Set;

static const struct {
    gfParticleSearch search;
    bool plain;
} searches[] = {
    {GF_SEARCH_SORTED, false}, {GF_SEARCH_SORTED, true}, {GF_SEARCH_SLOTS, false}, {GF_SEARCH_HASHED, false}};

#define SEARCHES (int)(sizeof searches / sizeof *searches)

static int fillSet(Set set)
{
    uint32_t random = 3;
    int count = 700;
    for (int i = 0; i < count; i++) {
        bool dense = set == SET_CROWDED && i % 2 == 0;
        double x = nextRandom(&random), y = nextRandom(&random);
        particles[i] = (gfParticle){0};
        particles[i].position = (gfVec2){(float)(dense ? 0.3 + 0.02 * x : x), (float)(dense ? 0.61 + 0.02 * y : y)};
        if (set == SET_COINCIDENT) {
            particles[i].position = (gfVec2){0.125f + 0.25f * (float)(i % 4), 0.5f};
        }
    }
    return count;
}

// The sum of W2 over all, in radii, with what lies beyond walls left out.
static double sumOver(int count, int i, double radius)
{
    double sum = 0.0;
    for (int j = 0; j < count; j++) {
        double dx = (double)(particles[i].position.x - particles[j].position.x);
        double dy = (double)(particles[i].position.y - particles[j].position.y);
        double w = 1.0 - sqrt(dx * dx + dy * dy) / radius;
        sum += w > 0.0 ? 6.0 / PI * w * w : 0.0;
    }
    return sum;
}

// Densities that the search found in a step, by id, as sums of W2.
static void readDensities(const gfSph *sph, gfDevice *device, const gfSphHost *order, double *sums)
{
    const gfTexture *texture = &sph->density;
    int blocks = (sph->conditions & GF_SPH_BLOCKS) != 0, width = texture->width;
    float *values = malloc((size_t)width * (size_t)texture->height * 4 * sizeof *values);
    assert_true(gfReadback_Blocking(device, &(gfReadSource){texture, width, texture->height, 4}, values));
    for (int i = 0; i < order->count; i++) {
        sums[order->tags[4 * i]] = (double)(blocks ? values[i] : values[4 * i]) / (double)sph->scales.norm2;
    }
    free(values);
}

static gfFluid *makeSearching(Fixture *fixture, int search, int slotPages)
{
    gfFluidDef def = makeDef(1.0, 1.0, 0.04);
    def.fixedStep = 1e-4f;
    def.particles.gravity.y = 0.0f;
    def.particles.substeps = 1;
    def.particles.search = searches[search].search;
    def.particles.plain = searches[search].plain;
    def.particles.slotPages = slotPages;
    return Flow_Make(fixture, &def);
}

static void testNeighboursAsBruteForce(void **state)
{
    static double found[COUNT_MAX], expected[COUNT_MAX];
    Fixture *fixture = *state;
    for (Set set = 0; set < SET_COUNT; set++) {
        for (int search = 0; search < SEARCHES; search++) {
            // Slots for the crowd of a random set only.
            if (searches[search].search == GF_SEARCH_SLOTS && set != SET_RANDOM) {
                continue;
            }
            gfFluid *fluid = makeSearching(fixture, search, 15);
            gfSph *sph = &((gfParticles2D *)fluid->state)->sph;
            int count = fillSet(set);
            assert_true(gfFluid_AddParticles(fluid, particles, count));
            assert_int_equal(readAll(fluid), count);
            for (int i = 0; i < count; i++) {
                expected[i] = sumOver(count, i, (double)sph->scales.radius);
            }
            gfSphHost order;
            assert_true(gfSph_Read(fixture->device, sph, &order)); // as the step's densities lie
            assert_true(gfFluid_StepOnce(fluid));
            readDensities(sph, fixture->device, &order, found);
            gfSphHost_Free(fixture->device, &order);
            for (int i = 0; i < count; i++) {
                Flow_ExpectNear("density against brute force", found[i] / expected[i], 1.0, 1e-4);
            }
            gfParticleStats stats;
            assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats));
            assert_int_equal(stats.dropped, 0);
            gfDestroyFluid(fluid);
        }
    }
}

// Beyond the slots of a cell, what is counted as dropped is what does not fit.
static void testDroppedIsExact(void **state)
{
    for (Set set = 0; set < SET_COUNT; set++) {
        gfFluid *fluid = makeSearching(*state, 2, 1);
        const gfSph *sph = &((gfParticles2D *)fluid->state)->sph;
        int count = fillSet(set), cells[64 * 64] = {0}, dropped = 0;
        assert_true(gfFluid_AddParticles(fluid, particles, count));
        assert_int_equal(readAll(fluid), count);
        for (int i = 0; i < count; i++) {
            int x = (int)floorf(particles[i].position.x / sph->scales.radius);
            int y = (int)floorf(particles[i].position.y / sph->scales.radius);
            dropped += ++cells[64 * y + x] > 16 ? 1 : 0;
        }
        assert_true(gfFluid_StepOnce(fluid));
        gfParticleStats stats;
        assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats));
        assert_int_equal(stats.dropped, dropped);
        assert_int_equal(readAll(fluid), count);
        gfDestroyFluid(fluid);
    }
}

// Crowds fly apart, by every search, and none is lost or becomes no number.
static void testCrowdsFlyApart(void **state)
{
    for (Set set = SET_CROWDED; set < SET_COUNT; set++) {
        for (int search = 0; search < SEARCHES; search++) {
            gfFluidDef def = makeDef(1.0, 1.0, 0.04);
            def.particles.search = searches[search].search;
            def.particles.plain = searches[search].plain;
            gfFluid *fluid = Flow_Make(*state, &def);
            int count = fillSet(set);
            assert_true(gfFluid_AddParticles(fluid, particles, count));
            Flow_Steps(fluid, 12);
            Flow_Measure(fluid);
            assert_int_equal(readAll(fluid), count);
            double spread = 0.0;
            for (int i = 0; i < count; i++) {
                spread += fabs((double)particles[i].position.y - 0.5) / count;
            }
            assert_true(spread > 0.05);
            gfDestroyFluid(fluid);
        }
    }
}

// --- conservation ----------------------------------------------------------------------------------------------------

static void testMomentumOfFreeDrop(void **state)
{
    static const double speeds[][2] = {{0.3, 0.0}, {-0.1, 0.2}};
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = makeDef(1.0, 1.0, 0.02);
        def.fixedStep = 1.0f / 1000.0f;
        def.particles.gravity.y = 0.0f;
        gfFluid *fluid = Flow_Make(*state, &def);
        int count = fillRectangle(0.3, 0.3, 0.24, 0.16, 0.02, 0.2);
        for (int k = 0; k < count; k++) {
            particles[k].velocity = (gfVec2){(float)speeds[i][0], (float)speeds[i][1]};
        }
        assert_true(gfFluid_AddParticles(fluid, particles, count));
        gfFluidStats first = Flow_Measure(fluid);
        Flow_Steps(fluid, 1000);
        gfFluidStats last = Flow_Measure(fluid);
        double off = hypot(last.momentumX - first.momentumX, last.momentumY - first.momentumY);
        Flow_ExpectBetween("change of momentum over all", off / hypot(first.momentumX, first.momentumY), 0.0, 1e-4);
        assert_int_equal(readAll(fluid), count);
        gfDestroyFluid(fluid);
    }
}

static void testRunsRepeat(void **state)
{
    static gfParticle first[COUNT_MAX];
    for (int search = 0; search < SEARCHES; search++) {
        for (int run = 0; run < 2; run++) {
            gfFluidDef def = makeDef(1.0, 1.0, 0.03);
            def.particles.search = searches[search].search;
            def.particles.plain = searches[search].plain;
            gfFluid *fluid = Flow_Make(*state, &def);
            int count = fillRectangle(0.0, 0.0, 0.4, 0.8, 0.03, 0.1);
            assert_true(gfFluid_AddParticles(fluid, particles, count));
            Flow_Steps(fluid, 20);
            assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, run == 0 ? first : particles, COUNT_MAX), count);
            if (run == 1) {
                assert_memory_equal(first, particles, (size_t)count * sizeof *first);
            }
            gfDestroyFluid(fluid);
        }
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(testNeighboursAsBruteForce),
        cmocka_unit_test(testDroppedIsExact),
        cmocka_unit_test(testCrowdsFlyApart),
        cmocka_unit_test(testMomentumOfFreeDrop),
        cmocka_unit_test(testRunsRepeat),
    };
    return Fixture_RunPart(argc, argv, tests, sizeof tests / sizeof *tests, Fixture_SetUp, Fixture_TearDown);
}
