// Particles of a fluid in three dimensions: checks, then the solver's own answers.
#include "ext/fluid3d/fluid3d.h"

bool gfFluid3D_AddParticles(gfFluid3D *fluid, const gfParticle3D *particles, int32_t count)
{
    static const char *const caller = "gfFluid3D_AddParticles";
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE,
               "%s: count is %d; 0 to %d is expected", caller, (int)count, GF_PARTICLE_MAX);
    if (!gfDevice_Begin(device, caller)) {
        goto error;
    }
    bool ok = gfVolume_Add(&fluid->body, fluid->volume, particles, count, caller);
    gfDevice_End(device);
    return ok;

error:
    return false;
}

int32_t gfFluid3D_ReadParticlesBlocking(gfFluid3D *fluid, gfParticle3D *particles, int32_t count)
{
    static const char *const caller = "gfFluid3D_ReadParticlesBlocking";
    GF_REQUIRE(NULL, fluid != NULL && (particles != NULL || count == 0), NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "particles");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, count >= 0, OUT_OF_RANGE, "%s: count is %d; 0 or more is expected", caller, (int)count);
    if (!gfDevice_Begin(device, caller)) {
        goto error;
    }
    int live = -1;
    bool ok = gfVolume_Read(&fluid->body, fluid->volume, particles, count, &live);
    gfDevice_End(device);
    return ok ? live : -1;

error:
    return -1;
}

bool gfFluid3D_GetParticleStatsBlocking(gfFluid3D *fluid, gfParticleStats *stats)
{
    GF_REQUIRE(NULL, fluid != NULL && stats != NULL, NULL_ARGUMENT, "gfFluid3D_GetParticleStatsBlocking: %s is null",
               fluid == NULL ? "fluid" : "stats");
    if (!gfDevice_Begin(fluid->body.device, "gfFluid3D_GetParticleStatsBlocking")) {
        goto error;
    }
    bool ok = gfSph_GetStats(fluid->body.device, &fluid->volume->sph, stats);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}

bool gfFluid3D_MeasureBlocking(gfFluid3D *fluid, gfFluid3DStats *stats)
{
    GF_REQUIRE(NULL, fluid != NULL && stats != NULL, NULL_ARGUMENT, "gfFluid3D_MeasureBlocking: %s is null",
               fluid == NULL ? "fluid" : "stats");
    if (!gfDevice_Begin(fluid->body.device, "gfFluid3D_MeasureBlocking")) {
        goto error;
    }
    bool ok = gfVolume_Measure(&fluid->body, fluid->volume, stats);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}
