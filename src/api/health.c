// The public calls about what is not finite.
#include "queries/health.h"

#include "api/fluid.h"

static bool requireHealth(gfFluid *fluid)
{
    if (fluid->health == NULL) {
        fluid->health = gfHealth_Create(fluid->body.device);
    }
    return fluid->health != NULL;
}

static bool askHealth(gfFluid *fluid)
{
    return requireHealth(fluid) &&
           gfHealth_Ask(fluid->health, &fluid->body, fluid->solver, fluid->state, fluid->clock.info.stepCount);
}

bool gfFluid_RequestHealth(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RequestHealth: fluid is null");
    if (!gfDevice_Begin(fluid->body.device)) {
        goto error;
    }
    bool ok = askHealth(fluid);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}

gfReadStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid_PollHealth: %s is null",
               fluid == NULL ? "fluid" : "health");
    gfDevice *device = fluid->body.device;
    if (!gfDevice_CheckContext(device)) {
        goto error;
    }
    return fluid->health == NULL ? GF_READ_PENDING
                                 : gfHealth_Take(fluid->health, device, fluid->solver, fluid->state, false, health);

error:
    return GF_READ_FAILED;
}

bool gfFluid_GetHealthBlocking(gfFluid *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid_GetHealthBlocking: %s is null",
               fluid == NULL ? "fluid" : "health");
    gfDevice *device = fluid->body.device;
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    bool ok = requireHealth(fluid) &&
              gfHealth_Take(fluid->health, device, fluid->solver, fluid->state, true, health) != GF_READ_FAILED &&
              askHealth(fluid) &&
              gfHealth_Take(fluid->health, device, fluid->solver, fluid->state, true, health) == GF_READ_READY;
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfFluid_Repair(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Repair: fluid is null");
    if (!gfDevice_Begin(fluid->body.device)) {
        goto error;
    }
    bool ok = gfHealth_Repair(&fluid->body, fluid->solver, fluid->state);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}
