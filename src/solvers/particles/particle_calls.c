// Particles of a fluid: checks, then the solver's own answers.
#include "fluid/fluid.h"

#include <float.h>

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
    if (!gfDevice_Begin(device, "gfFluid_AddParticles")) {
        goto error;
    }
    fluid->given |= GF_SOURCE_MASS;
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
    if (!gfDevice_Begin(device, "gfFluid_ReadParticlesBlocking")) {
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
    if (!checkKind(fluid, "gfFluid_GetParticleStatsBlocking") ||
        !gfDevice_Begin(device, "gfFluid_GetParticleStatsBlocking")) {
        goto error;
    }
    bool ok = fluid->solver->particles->count(&fluid->body, fluid->state, stats);
    gfDevice_End(device);
    return ok;

error:
    return false;
}

static bool checkSamples(const gfFluid *fluid, gfParticleProperty property, const gfVec2 *points, int32_t count)
{
    static const char *const caller = "gfFluid_SampleParticlesBlocking";
    const gfCore *core = &fluid->body.device->core;
    int properties = GF_PROPERTY_MATERIAL + fluid->body.def.particles.materialCount;
    const double most = (double)FLT_MAX;
    GF_REQUIRE(core, gfInRange((int)property, 0, properties - 1), OUT_OF_RANGE,
               "%s: property is %d; 0 to %d is expected, for the fluid has %d materials", caller, (int)property,
               properties - 1, (int)fluid->body.def.particles.materialCount);
    GF_REQUIRE(core, gfInRange(count, 0, GF_PARTICLE_MAX), OUT_OF_RANGE, "%s: count is %d; 0 to %d is expected", caller,
               (int)count, GF_PARTICLE_MAX);
    for (int i = 0; i < count; i++) {
        double x = (double)points[i].x, y = (double)points[i].y;
        GF_REQUIRE(core, gfInRange(x, -most, most) && gfInRange(y, -most, most), OUT_OF_RANGE,
                   "%s: points[%d] is (%g, %g); finite numbers are expected", caller, i, x, y);
    }
    return true;

error:
    return false;
}

bool gfFluid_SampleParticlesBlocking(gfFluid *fluid, gfParticleProperty property, const gfVec2 *points, int32_t count,
                                     float *values, gfVec2 *gradients)
{
    static const char *const caller = "gfFluid_SampleParticlesBlocking";
    GF_REQUIRE(NULL, fluid != NULL && (count == 0 || (points != NULL && values != NULL)), NULL_ARGUMENT,
               "%s: %s is null", caller,
               fluid == NULL    ? "fluid"
               : points == NULL ? "points"
                                : "values");
    gfDevice *device = fluid->body.device;
    if (!checkKind(fluid, caller) || !checkSamples(fluid, property, points, count) || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    bool ok = count == 0 ||
              (gfFluid_UpdateSolids(fluid) &&
               fluid->solver->particles->sample(&fluid->body, fluid->state,
                                                &(gfParticleSamples){property, points, count, values, gradients}));
    gfDevice_End(device);
    return ok;

error:
    return false;
}
