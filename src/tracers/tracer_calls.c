// The public tracers: checks, and the list that each fluid has of its own.
#include "tracers/tracers.h"

#include "fluid/fluid.h"

gfTracersDef gfDefaultTracersDef(void)
{
    return (gfTracersDef){.count = 65536, .lifetime = 8.0f, .seed = 1, .cookie = GF_TRACERS_COOKIE};
}

gfTracers *gfCreateTracers(gfFluid *fluid, const gfTracersDef *def)
{
    gfTracers *tracers = NULL;
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfCreateTracers: fluid is null");
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, fluid->solver->hasField(&fluid->body, fluid->state, GF_SHOWN_FLOW), UNSUPPORTED,
               "gfCreateTracers: solver '%s' has no flow to drift with", fluid->solver->name);
    if (!gfTracers_CheckDef(device, def, "gfCreateTracers") || !gfDevice_Begin(device, "gfCreateTracers")) {
        goto error;
    }
    tracers = gfAlloc(&device->core, sizeof *tracers);
    if (tracers != NULL) {
        tracers->def = *def;
        if (gfFluid_UpdateSolids(fluid) && gfTracers_Init(tracers, &fluid->body, fluid->solver, fluid->state)) {
            tracers->fluid = fluid;
            gfLinks_Add(&fluid->firstTracers, &tracers->link);
        } else {
            gfFree(&device->core, tracers);
            tracers = NULL;
        }
    }
    gfDevice_End(device);
    return tracers;

error:
    return NULL;
}

void gfDestroyTracers(gfTracers *tracers)
{
    if (tracers == NULL) {
        return;
    }
    gfDevice *device = tracers->fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyTracers");
    gfLinks_Remove(&tracers->fluid->firstTracers, &tracers->link);
    gfTracers_Release(device, tracers);
    gfDevice_EndDelete(device, lost);
    gfFree(&device->core, tracers);
}

bool gfTracers_Step(gfTracers *tracers, float dt)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_Step: tracers is null");
    gfFluid *fluid = tracers->fluid;
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE, "gfTracers_Step: dt is %g; 0 to 1e6 s is expected",
               (double)dt);
    if (!gfDevice_Begin(device, "gfTracers_Step")) {
        goto error;
    }
    bool moved =
        gfFluid_UpdateSolids(fluid) && gfTracers_Advance(tracers, &fluid->body, fluid->solver, fluid->state, dt);
    gfDevice_End(device);
    return moved;

error:
    return false;
}

bool gfTracers_ReadBlocking(gfTracers *tracers, float *positions, size_t count)
{
    GF_REQUIRE(NULL, tracers != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: tracers is null");
    gfDevice *device = tracers->fluid->body.device;
    size_t held = (size_t)tracers->def.count;
    GF_REQUIRE(&device->core, positions != NULL, NULL_ARGUMENT, "gfTracers_ReadBlocking: positions is null");
    GF_REQUIRE(&device->core, count == 2 * held, OUT_OF_RANGE, "gfTracers_ReadBlocking: count is %zu; %zu is expected",
               count, 2 * held);
    if (!gfDevice_Begin(device, "gfTracers_ReadBlocking")) {
        goto error;
    }
    bool read = gfTracers_Read(device, tracers, positions);
    gfDevice_End(device);
    return read;

error:
    return false;
}
