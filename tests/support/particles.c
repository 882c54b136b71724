#include "support/particles.h"

#include <math.h>

const SearchKind Particles_Searches[SEARCH_KINDS] = {
    {GF_SEARCH_SORTED, false}, {GF_SEARCH_SORTED, true}, {GF_SEARCH_SLOTS, false}, {GF_SEARCH_HASHED, false}};

static int compareIds(const void *a, const void *b)
{
    uint32_t x = ((const gfParticle *)a)->id, y = ((const gfParticle *)b)->id;
    return (x > y) - (x < y);
}

int Particles_Read(gfFluid *fluid, gfParticle *particles)
{
    int count = gfFluid_ReadParticlesBlocking(fluid, particles, PARTICLES_MAX);
    assert_in_range(count, 1, PARTICLES_MAX);
    qsort(particles, (size_t)count, sizeof *particles, compareIds);
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
    def.particles.capacity = PARTICLES_MAX;
    def.particles.maxSubsteps = 1000;
    return def;
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
