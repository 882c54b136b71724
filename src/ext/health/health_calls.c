// The public calls about what is not finite, of fluids in two and in three dimensions.
#include "ext/health/health.h"

#include "fluid/fluid.h"
#include "ext/fluid3d/fluid3d.h"

// Whose textures are looked at.
typedef struct Patient {
    gfDevice *device;
    gfHealthQuery **query;
    const gfStateTable *table;
    const void *state;
    uint64_t stepCount;
    const char *caller; // the public function
} Patient;

static Patient patientOf(gfFluid *fluid, const char *caller)
{
    return (Patient){fluid->body.device,          &fluid->health, fluid->solver->table, fluid->state,
                     fluid->clock.info.stepCount, caller};
}

static Patient patientOf3D(gfFluid3D *fluid, const char *caller)
{
    return (Patient){fluid->body.device,          &fluid->health, gfVolume_GetTable(), gfVolume_GetState(fluid->volume),
                     fluid->clock.info.stepCount, caller};
}

static bool requireHealth(const Patient *p)
{
    if (*p->query == NULL) {
        *p->query = gfHealth_Create(p->device);
    }
    return *p->query != NULL;
}

static bool askHealth(const Patient *p)
{
    return requireHealth(p) && gfHealth_Ask(*p->query, p->device, p->table, p->state, p->stepCount);
}

static bool requestHealth(const Patient *p)
{
    if (!gfDevice_Begin(p->device, p->caller)) {
        return false;
    }
    bool ok = askHealth(p);
    gfDevice_End(p->device);
    return ok;
}

static gfReadStatus takeHealth(const Patient *p, bool waits, gfHealth *health)
{
    return gfHealth_Take(*p->query, p->device, p->table, p->state, waits, health);
}

static gfReadStatus pollHealth(const Patient *p, gfHealth *health)
{
    if (!gfDevice_CheckContext(p->device, p->caller)) {
        return GF_READ_FAILED;
    }
    return *p->query == NULL ? GF_READ_PENDING : takeHealth(p, false, health);
}

static bool getHealth(const Patient *p, gfHealth *health)
{
    if (!gfDevice_Begin(p->device, p->caller)) {
        return false;
    }
    bool ok = requireHealth(p) && takeHealth(p, true, health) != GF_READ_FAILED && askHealth(p) &&
              takeHealth(p, true, health) == GF_READ_READY;
    gfDevice_End(p->device);
    return ok;
}

bool gfFluid_RequestHealth(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_RequestHealth: fluid is null");
    if (!gfFluid_Fetch(fluid, false, "gfFluid_RequestHealth")) {
        goto error;
    }
    const Patient patient = patientOf(fluid, "gfFluid_RequestHealth");
    return requestHealth(&patient);

error:
    return false;
}

gfReadStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid_PollHealth: %s is null",
               fluid == NULL ? "fluid" : "health");
    const Patient patient = patientOf(fluid, "gfFluid_PollHealth");
    return pollHealth(&patient, health);

error:
    return GF_READ_FAILED;
}

bool gfFluid_GetHealthBlocking(gfFluid *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid_GetHealthBlocking: %s is null",
               fluid == NULL ? "fluid" : "health");
    if (!gfFluid_Fetch(fluid, false, "gfFluid_GetHealthBlocking")) {
        goto error;
    }
    const Patient patient = patientOf(fluid, "gfFluid_GetHealthBlocking");
    return getHealth(&patient, health);

error:
    return false;
}

bool gfFluid_Repair(gfFluid *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Repair: fluid is null");
    const gfSolver *solver = fluid->solver;
    if (!gfDevice_Begin(fluid->body.device, "gfFluid_Repair")) {
        goto error;
    }
    bool ok = gfFluid_Fetch(fluid, true, "gfFluid_Repair") &&
              gfHealth_Repair(fluid->body.device, solver->table, fluid->state) &&
              (solver->repaired == NULL || solver->repaired(&fluid->body, fluid->state));
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}

bool gfFluid3D_RequestHealth(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_RequestHealth: fluid is null");
    const Patient patient = patientOf3D(fluid, "gfFluid3D_RequestHealth");
    return requestHealth(&patient);

error:
    return false;
}

gfReadStatus gfFluid3D_PollHealth(gfFluid3D *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid3D_PollHealth: %s is null",
               fluid == NULL ? "fluid" : "health");
    const Patient patient = patientOf3D(fluid, "gfFluid3D_PollHealth");
    return pollHealth(&patient, health);

error:
    return GF_READ_FAILED;
}

bool gfFluid3D_GetHealthBlocking(gfFluid3D *fluid, gfHealth *health)
{
    GF_REQUIRE(NULL, fluid != NULL && health != NULL, NULL_ARGUMENT, "gfFluid3D_GetHealthBlocking: %s is null",
               fluid == NULL ? "fluid" : "health");
    const Patient patient = patientOf3D(fluid, "gfFluid3D_GetHealthBlocking");
    return getHealth(&patient, health);

error:
    return false;
}

bool gfFluid3D_Repair(gfFluid3D *fluid)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Repair: fluid is null");
    if (!gfDevice_Begin(fluid->body.device, "gfFluid3D_Repair")) {
        goto error;
    }
    bool ok = gfHealth_Repair(fluid->body.device, gfVolume_GetTable(), gfVolume_GetState(fluid->volume)) &&
              gfVolume_Repaired(&fluid->body, fluid->volume);
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}
