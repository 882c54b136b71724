// Particles where the answer is known: neighbours against brute force, momentum, the same run twice, a gas.
#include "support/particles.h"

#include "fluid/fluid.h"
#include "gl/readback.h"
#include "solvers/particles/particles.h"

static gfParticle particles[PARTICLES_MAX];

typedef enum Set { SET_RANDOM, SET_CROWDED, SET_COINCIDENT, SET_COUNT } Set;

static int fillSet(Set set)
{
    uint32_t random = 3;
    int count = 700;
    for (int i = 0; i < count; i++) {
        bool dense = set == SET_CROWDED && i % 2 == 0;
        double x = Particles_Random(&random), y = Particles_Random(&random);
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

static double fromHalf(uint32_t half)
{
    int exponent = (int)(half >> 10 & 31u);
    double mantissa = (double)(half & 1023u) / 1024.0;
    double size = exponent > 0 ? ldexp(1.0 + mantissa, exponent - 15) : ldexp(mantissa, -14);
    return half & 0x8000u ? -size : size;
}

// Densities that the search found in a step, by id, as sums of W2.
static void readDensities(const gfSph *sph, gfDevice *device, const gfSphHost *order, double *sums)
{
    bool blocks = (sph->conditions & GF_SPH_BLOCKS) != 0;
    const gfTexture *texture = blocks ? &sph->packed : &sph->density;
    size_t values = (size_t)texture->width * (size_t)texture->height * 4;
    uint32_t *packed = Fixture_Keep(malloc(values * sizeof *packed));
    float *plain = Fixture_Keep(malloc(values * sizeof *plain));
    if (blocks) {
        assert_true(gfReadback_Integers(device, texture, texture->width, texture->height, packed));
    } else {
        assert_true(gfReadback_Blocking(device, &(gfReadSource){texture, texture->width, texture->height, 4}, plain));
    }
    for (int i = 0; i < order->count; i++) {
        double density = blocks ? 1.0 + fromHalf(packed[i]) : (double)plain[4 * i];
        sums[order->tags[4 * i]] = density / (double)sph->scales.norm2;
    }
}

static gfFluid *makeSearching(Fixture *fixture, int search, int slotPages)
{
    gfFluidDef def = Particles_Def(1.0, 1.0, 0.04);
    def.fixedStep = 1e-4f;
    def.particles.gravity.y = 0.0f;
    def.particles.substeps = 1;
    def.particles.search = Particles_Searches[search].search;
    def.particles.plain = Particles_Searches[search].plain;
    def.particles.slotPages = slotPages;
    return Flow_Make(fixture, &def);
}

TEST(testNeighboursAsBruteForce)
{
    static double found[PARTICLES_MAX], expected[PARTICLES_MAX];
    for (Set set = 0; set < SET_COUNT; set++) {
        for (int search = 0; search < SEARCH_KINDS; search++) {
            // Slots for the crowd of a random set only.
            if (Particles_Searches[search].search == GF_SEARCH_SLOTS && set != SET_RANDOM) {
                continue;
            }
            gfFluid *fluid = makeSearching(fixture, search, 15);
            gfSph *sph = &((gfParticles2D *)fluid->state)->sph;
            int count = fillSet(set);
            assert_true(gfFluid_AddParticles(fluid, particles, count));
            assert_int_equal(Particles_Read(fluid, particles), count);
            for (int i = 0; i < count; i++) {
                expected[i] = sumOver(count, i, (double)sph->scales.radius);
            }
            gfSphHost order;
            assert_true(gfSph_Read(fixture->device, sph, &order)); // as the step's densities lie
            assert_true(gfFluid_StepOnce(fluid));
            readDensities(sph, fixture->device, &order, found);
            gfSphHost_Free(fixture->device, &order);
            for (int i = 0; i < count; i++) {
                Flow_ExpectNear("density against brute force", found[i] / expected[i], 1.0, 1e-3); // halves
            }
            assert_int_equal(Particles_Stats(fluid).dropped, 0);
        }
    }
}

// Beyond the slots of a cell, what is counted as dropped is what does not fit.
TEST(testDroppedIsExact)
{
    for (Set set = 0; set < SET_COUNT; set++) {
        gfFluid *fluid = makeSearching(*state, 2, 1);
        const gfSph *sph = &((gfParticles2D *)fluid->state)->sph;
        int count = fillSet(set), cells[64 * 64] = {0}, dropped = 0;
        assert_true(gfFluid_AddParticles(fluid, particles, count));
        assert_int_equal(Particles_Read(fluid, particles), count);
        for (int i = 0; i < count; i++) {
            int x = (int)floorf(particles[i].position.x / sph->scales.radius);
            int y = (int)floorf(particles[i].position.y / sph->scales.radius);
            dropped += ++cells[64 * y + x] > 16 ? 1 : 0;
        }
        assert_true(gfFluid_StepOnce(fluid));
        assert_int_equal(Particles_Stats(fluid).dropped, dropped);
        assert_int_equal(Particles_Read(fluid, particles), count);
    }
}

// Crowds fly apart, by every search, and none is lost or becomes no number.
TEST_CI(testCrowdsFlyApart)
{
    for (Set set = SET_CROWDED; set < SET_COUNT; set++) {
        for (int search = 0; search < SEARCH_KINDS; search++) {
            gfFluidDef def = Particles_Def(1.0, 1.0, 0.04);
            Particles_SetSearch(&def, &Particles_Searches[search]);
            gfFluid *fluid = Flow_Make(*state, &def);
            int count = fillSet(set);
            assert_true(gfFluid_AddParticles(fluid, particles, count));
            Flow_Steps(fluid, 12);
            Flow_Measure(fluid);
            assert_int_equal(Particles_Read(fluid, particles), count);
            double spread = 0.0;
            for (int i = 0; i < count; i++) {
                spread += fabs((double)particles[i].position.y - 0.5) / count;
            }
            assert_true(spread > 0.05);
        }
    }
}

TEST_CI(testMomentumOfFreeDrop)
{
    gfFluidDef def = Particles_Def(1.0, 1.0, 0.02);
    def.fixedStep = 1.0f / 1000.0f;
    def.particles.gravity.y = 0.0f;
    gfFluid *fluid = Flow_Make(*state, &def);
    int count = Particles_FillRectangle(particles, 0.3, 0.3, 0.24, 0.16, 0.02, 0.2);
    for (int k = 0; k < count; k++) {
        particles[k].velocity = (gfVec2){-0.1f, 0.2f};
    }
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    gfFluidStats first = Flow_Measure(fluid);
    Flow_Steps(fluid, 1000);
    gfFluidStats last = Flow_Measure(fluid);
    double off = hypot(last.momentum[0] - first.momentum[0], last.momentum[1] - first.momentum[1]);
    Flow_ExpectBetween("change of momentum over all", off / hypot(first.momentum[0], first.momentum[1]), 0.0, 1e-4);
    assert_int_equal(Particles_Read(fluid, particles), count);
}

TEST_CI(testRunsRepeat)
{
    static gfParticle first[PARTICLES_MAX];
    for (int search = 0; search < SEARCH_KINDS; search++) {
        for (int run = 0; run < 2; run++) {
            gfFluidDef def = Particles_Def(1.0, 1.0, 0.03);
            Particles_SetSearch(&def, &Particles_Searches[search]);
            gfFluid *fluid = Flow_Make(*state, &def);
            int count = Particles_AddRectangle(fluid, 0.0, 0.0, 0.4, 0.8, 0.03, 0.1);
            Flow_Steps(fluid, 20);
            assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, run == 0 ? first : particles, PARTICLES_MAX), count);
            if (run == 1) {
                assert_memory_equal(first, particles, (size_t)count * sizeof *first);
            }
        }
    }
}

// An isothermal atmosphere under a lid at height l: density falls as exp(-y / h) with h = c^2 / g, and its mean height
// is h - l / (exp(l / h) - 1).
TEST(testGasFillsItsSpace)
{
    const double width = 0.8, height = 0.6, spacing = 0.02;
    static const float expansions[] = {0.05f, 0.3f};
    enum { LOOKS = 25 };
    for (int i = 0; i < 2; i++) {
        gfFluidDef def = Particles_Def(width, height, spacing);
        def.particles.depth = 0.4f;
        def.particles.materials[0] = gfGetParticleMaterial(GF_PARTICLES_GAS);
        def.particles.materials[0].expansion = expansions[i];
        def.particles.capacity = 1024;
        gfFluid *fluid = Flow_Make(*state, &def);
        int count = Particles_AddRectangle(fluid, 0.01, 0.01, 0.6, 0.4, spacing, 0.0);
        double x = 0.0, y = 0.0;
        Flow_Steps(fluid, 90);
        for (int look = 0; look < LOOKS; look++) {
            Flow_Steps(fluid, 4);
            assert_int_equal(Particles_Read(fluid, particles), count);
            for (int k = 0; k < count; k++) {
                x += (double)particles[k].position.x / (count * LOOKS);
                y += (double)particles[k].position.y / (count * LOOKS);
            }
        }
        double h = (double)expansions[i] * 0.4 / (double)def.particles.compression;
        double mean = h - height / (exp(height / h) - 1.0);
        Flow_ExpectNear("mean place along x over half the width", x / (0.5 * width), 1.0, 0.05);
        Flow_ExpectNear("mean height over that of an atmosphere", y / mean, 1.0, 0.04);
    }
}
