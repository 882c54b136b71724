// Particles of a fluid: checks, then the solver's own answers.
#include "api/fluid.h"

static bool checkKind(const gfFluid *fluid, const char *caller)
{
    GF_REQUIRE(&fluid->body.device->core, fluid->solver->particles != NULL, UNSUPPORTED,
               "%s: solver '%s' has no particles", caller, fluid->solver->name);
    return true;

error:
    return false;
}

bool gfFluid_AddParticles(gfFluid *fluid, const gfParticle *particles, int32_t count)
{
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT,
               "gfFluid_AddParticles: %s is null", fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    if (!checkKind(fluid, "gfFluid_AddParticles")) {
        goto error;
    }
    GF_REQUIRE(&device->core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE,
               "gfFluid_AddParticles: count is %d; 0 to %d is expected", (int)count, GF_PARTICLE_MAX);
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    bool ok = fluid->solver->particles->add(&fluid->body, fluid->state, particles, count, "gfFluid_AddParticles");
    gfDevice_End(device);
    return ok;

error:
    return false;
}

int32_t gfFluid_ReadParticlesBlocking(gfFluid *fluid, gfParticle *particles, int32_t count)
{
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT,
               "gfFluid_ReadParticlesBlocking: %s is null", fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    if (!checkKind(fluid, "gfFluid_ReadParticlesBlocking")) {
        goto error;
    }
    GF_REQUIRE(&device->core, count >= 0, OUT_OF_RANGE,
               "gfFluid_ReadParticlesBlocking: count is %d; 0 or more is expected", (int)count);
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    int live = -1;
    bool ok = fluid->solver->particles->read(&fluid->body, fluid->state, particles, count, &live);
    gfDevice_End(device);
    return ok ? live : -1;

error:
    return -1;
}

bool gfFluid_GetParticleStatsBlocking(gfFluid *fluid, gfParticleStats *stats)
{
    GF_REQUIRE(NULL, fluid != NULL && stats != NULL, NULL_ARGUMENT, "gfFluid_GetParticleStatsBlocking: %s is null",
               fluid == NULL ? "fluid" : "stats");
    gfDevice *device = fluid->body.device;
    if (!checkKind(fluid, "gfFluid_GetParticleStatsBlocking") || !gfDevice_Begin(device)) {
        goto error;
    }
    bool ok = fluid->solver->particles->count(&fluid->body, fluid->state, stats);
    gfDevice_End(device);
    return ok;

error:
    return false;
}
