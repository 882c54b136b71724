// The public calls about values that are not finite in a fluid in three dimensions.
#include "ext/fluid3d/fluid3d.h"
#include "ext/health/health.h"

static gfPatient patientOf3D(gfFluid3D *fluid, const char *caller)
{
    return (gfPatient){fluid->body.device,          &fluid->parts, &gf_sphStateTable, &fluid->volume->sph,
                       fluid->clock.info.stepCount, caller};
}

bool gfFluid3D_RequestHealth(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_RequestHealth: fluid is null");
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_RequestHealth");
    return gfPatient_Request(&patient);

error:
    return false;
}

gfReadStatus gfFluid3D_PollHealth(gfFluid3D *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid3D_PollHealth: %s is null",
               fluid == NULL ? "fluid" : "health");
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_PollHealth");
    return gfPatient_Poll(&patient, health);

error:
    return GF_READ_FAILED;
}

bool gfFluid3D_GetHealthBlocking(gfFluid3D *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid3D_GetHealthBlocking: %s is null",
               fluid == NULL ? "fluid" : "health");
    const gfPatient patient = patientOf3D(fluid, "gfFluid3D_GetHealthBlocking");
    return gfPatient_GetBlocking(&patient, health);

error:
    return false;
}

bool gfFluid3D_Repair(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Repair: fluid is null");
    if (!gfDevice_Begin(fluid->body.device, "gfFluid3D_Repair")) {
        goto error;
    }
    bool ok = gfHealth_Repair(fluid->body.device, &gf_sphStateTable, &fluid->volume->sph) &&
              gfVolume_Repaired(&fluid->body, fluid->volume);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}
