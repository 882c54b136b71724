#include "fluid/dry_run.h"

extern const gfSolver gf_solverParticles;

static void dryRunParticles(const gfDryRun *run, gfUse use)
{
    float value[3];
    gfVec2 gradient;
    if (use == GF_USE_SOURCES) {
        gfFluid_AddParticles(run->fluid, &(gfParticle){.position = run->middle}, 1);
    }
    for (int i = 0; use == GF_USE_FIELDS && i <= GF_PROPERTY_MATERIAL; i++) {
        gfFluid_SampleParticlesBlocking(run->fluid, (gfParticleProperty)i, &run->middle, 1, value, NULL);
        gfFluid_SampleParticlesBlocking(run->fluid, (gfParticleProperty)i, &run->middle, 1, value, &gradient);
    }
}

const gfModule gf_module_particles = {
    .name = "particles", .solver = &gf_solverParticles, .kind = GF_SOLVER_PARTICLES, .dryRun = dryRunParticles};
