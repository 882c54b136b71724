#include "support/particles.h"

const SearchKind Particles_Searches[SEARCH_KINDS] = {{"sorted", GF_SEARCH_SORTED, false},
                                                     {"sorted, plain", GF_SEARCH_SORTED, true},
                                                     {"slots", GF_SEARCH_SLOTS, false},
                                                     {"hashed", GF_SEARCH_HASHED, false}};

int Particles_AddRectangle(gfFluid *fluid, double left, double bottom, double width, double height, double spacing,
                           double shake)
{
    static gfParticle particles[PARTICLES_MAX];
    int count = Particles_FillRectangle(particles, left, bottom, width, height, spacing, shake);
    assert_true(gfFluid_AddParticles(fluid, particles, count));
    return count;
}

void Particles_SetSearch(gfFluidDef *def, const SearchKind *kind)
{
    def->particles.search = kind->search;
    def->particles.plain = kind->plain;
    def->particles.slotBlock = 8;
}

gfParticleStats Particles_Stats(gfFluid *fluid)
{
    gfParticleStats stats;
    assert_true(gfFluid_GetParticleStatsBlocking(fluid, &stats));
    return stats;
}

static int compareIds(const void *a, const void *b)
{
    uint32_t x = ((const gfParticle *)a)->id, y = ((const gfParticle *)b)->id;
    return (x > y) - (x < y);
}

int Particles_ReadSome(gfFluid *fluid, gfParticle *particles, int most)
{
    int count = gfFluid_ReadParticlesBlocking(fluid, particles, most);
    assert_in_range(count, 0, most);
    qsort(particles, (size_t)count, sizeof *particles, compareIds);
    return count;
}

int Particles_Read(gfFluid *fluid, gfParticle *particles)
{
    int count = Particles_ReadSome(fluid, particles, PARTICLES_MAX);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        assert_int_equal(particles[i].id, i);
    }
    return count;
}

gfFluidDef Particles_Def(double width, double height, double spacing)
{
    gfFluidDef def = gfDefaultFluidDef();
    def.solver = GF_SOLVER_PARTICLES;
    def.cellSize = 1.0f / 32.0f;
    def.gridWidth = (int)(width * 32.0 + 0.5);
    def.gridHeight = (int)(height * 32.0 + 0.5);
    def.particles.spacing = (float)spacing;
    // What fills it, and a tenth; a step takes as long for slots that are empty.
    def.particles.capacity = (int)fmin(PARTICLES_MAX, 64.0 + 1.1 * width * height / (spacing * spacing));
    def.particles.maxSubsteps = 1000;
    return def;
}

gfVec2 Particles_GetMiddle(const gfParticle *particles, int count)
{
    double x = 0.0, y = 0.0;
    for (int i = 0; i < count; i++) {
        x += (double)particles[i].position.x / count;
        y += (double)particles[i].position.y / count;
    }
    return (gfVec2){(float)x, (float)y};
}

double Particles_Random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (double)(*state >> 8) / 16777216.0;
}

int Particles_FillRectangle(gfParticle *particles, double left, double bottom, double width, double height,
                            double spacing, double shake)
{
    double a = spacing * sqrt(2.0 / sqrt(3.0)), b = a * sqrt(3.0) / 2.0;
    int count = 0, rows = (int)(height / b + 0.5), columns = (int)(width / a + 0.5);
    uint32_t random = 7;
    a = width / columns;
    b = height / rows;
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < columns; x++) {
            double offset = y % 2 == 0 ? 0.25 : 0.75, dx = shake * (Particles_Random(&random) - 0.5);
            double dy = shake * (Particles_Random(&random) - 0.5);
            particles[count] = (gfParticle){0};
            particles[count].position.x = (float)(left + a * (x + offset) + dx * spacing);
            particles[count++].position.y = (float)(bottom + b * (y + 0.5) + dy * spacing);
        }
    }
    return count;
}
