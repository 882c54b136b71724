#include "support/few_particles.h"

gfFluidDef FewParticles_Def(int cells, gfParticleSearch search)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.gridWidth = def.gridHeight = cells;
    def.cellSize = 1.0f / (float)cells;
    def.particles.capacity = FEW_PARTICLES;
    def.particles.spacing = FEW_PARTICLES_SPACING;
    def.particles.search = search;
    def.particles.maxSubsteps = 4;
    return def;
}

int FewParticles_FillBox(gfParticle *particles, gfVec2 low, gfVec2 high)
{
    int count = 0;
    for (int row = 0; low.y + FEW_PARTICLES_SPACING * (float)row <= high.y; row++) {
        for (int column = 0; low.x + FEW_PARTICLES_SPACING * (float)column <= high.x; column++) {
            if (count < FEW_PARTICLES) {
                particles[count++] = (gfParticle){.position = {low.x + FEW_PARTICLES_SPACING * (float)column,
                                                               low.y + FEW_PARTICLES_SPACING * (float)row}};
            }
        }
    }
    return count;
}

int FewParticles_AddBox(gfFluid *fluid, gfVec2 low, gfVec2 high)
{
    static gfParticle particles[FEW_PARTICLES];
    int count = FewParticles_FillBox(particles, low, high);
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    return count;
}

static int compareIds(const void *a, const void *b)
{
    uint32_t first = ((const gfParticle *)a)->id, second = ((const gfParticle *)b)->id;
    return (first > second) - (first < second);
}

gfParticle *FewParticles_Read(gfFluid *fluid, int *count)
{
    *count = gfFluid_ReadParticlesBlocking(fluid, NULL, 0);
    assert_true(*count >= 0);
    gfParticle *particles = MADE(calloc((size_t)*count + 1, sizeof *particles));
    assert_int_equal(gfFluid_ReadParticlesBlocking(fluid, particles, *count), *count);
    qsort(particles, (size_t)*count, sizeof *particles, compareIds);
    for (int i = 1; i < *count; i++) {
        assert_true(particles[i - 1].id < particles[i].id);
    }
    return particles;
}

uint64_t FewParticles_Hash(gfFluid *fluid)
{
    int count;
    gfParticle *particles = FewParticles_Read(fluid, &count);
    uint64_t h = Fixture_Hash(FIXTURE_HASH_EMPTY, particles, (size_t)count * sizeof *particles);
    free(particles);
    gfParticleStats stats;
    memset(&stats, 0, sizeof stats);
    assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats));
    const uint64_t counts[] = {stats.live, stats.initial, stats.emitted, stats.drained, stats.dropped};
    return Fixture_Hash(h, counts, sizeof counts);
}
