// The public calls about values that are not finite in a fluid, and code that those for three dimensions share.
#include "ext/health/health.h"

#include "fluid/dry_run.h"

typedef struct HealthPart {
    gfDevice *device;
    gfHealthQuery *query; // null: it could not be made
} HealthPart;

static void destroyHealth(void *owner, void *state)
{
    const HealthPart *part = state;
    (void)owner;
    if (part->query != NULL) {
        gfHealth_Destroy(part->device, part->query);
    }
}

// Part of fluids in two and in three dimensions, which both call nothing of it but `destroy`.
static const gfFluidPart healthPart = {.part = {"health", sizeof(HealthPart), destroyHealth}};

static gfHealthQuery *findHealth(const gfPatient *p)
{
    const HealthPart *part = gfParts_Find(p->parts, &healthPart.part);
    return part != NULL ? part->query : NULL;
}

static gfHealthQuery *getHealthQuery(const gfPatient *p)
{
    HealthPart *part = gfParts_Get(p->parts, &p->device->core, &healthPart.part);
    if (part != NULL && part->query == NULL) {
        part->device = p->device;
        part->query = gfHealth_Create(p->device);
    }
    return part != NULL ? part->query : NULL;
}

static bool beginCount(const gfPatient *p)
{
    gfHealthQuery *query = getHealthQuery(p);
    return query != NULL && gfHealth_Request(query, p->device, p->table, p->state, p->stepCount);
}

static bool checkPatient(const gfPatient *p, const void *health)
{
    GF_REQUIRE(NULL, p->device != NULL && health != NULL, NULL_ARGUMENT, "%s: %s is null", p->caller,
               p->device == NULL ? "fluid" : "health");
    return true;

error:
    return false;
}

bool gfPatient_Request(const gfPatient *p)
{
    if (!checkPatient(p, p) || !gfDevice_Begin(p->device, p->caller)) {
        return false;
    }
    bool ok = beginCount(p);
    gfDevice_End(p->device);
    return ok;
}

static gfReadStatus takeHealth(const gfPatient *p, bool waits, gfHealth *health)
{
    return gfHealth_Take(findHealth(p), p->device, p->table, p->state, waits, health);
}

gfReadStatus gfPatient_Poll(const gfPatient *p, gfHealth *health)
{
    if (!checkPatient(p, health) || !gfDevice_CheckContext(p->device, p->caller)) {
        return GF_READ_FAILED;
    }
    return findHealth(p) == NULL ? GF_READ_PENDING : takeHealth(p, false, health);
}

bool gfPatient_GetBlocking(const gfPatient *p, gfHealth *health)
{
    if (!checkPatient(p, health) || !gfDevice_Begin(p->device, p->caller)) {
        return false;
    }
    bool ok = getHealthQuery(p) != NULL && takeHealth(p, true, health) != GF_READ_FAILED && beginCount(p) &&
              takeHealth(p, true, health) == GF_READ_READY;
    gfDevice_End(p->device);
    return ok;
}

static gfPatient patientOf(gfFluid *fluid, const char *caller)
{
    gfPatient patient = {.caller = caller};
    if (fluid != NULL) {
        patient = (gfPatient){fluid->body.device,          &fluid->parts, fluid->solver->table, fluid->state,
                              fluid->clock.info.stepCount, caller};
    }
    return patient;
}

bool gfFluid_RequestHealth(gfFluid *fluid)
{
    const gfPatient patient = patientOf(fluid, "gfFluid_RequestHealth");
    return (fluid == NULL || gfFluid_Fetch(fluid, false, patient.caller)) && gfPatient_Request(&patient);
}

gfReadStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health)
{
    const gfPatient patient = patientOf(fluid, "gfFluid_PollHealth");
    return gfPatient_Poll(&patient, health);
}

bool gfFluid_GetHealthBlocking(gfFluid *fluid, gfHealth *health)
{
    const gfPatient patient = patientOf(fluid, "gfFluid_GetHealthBlocking");
    bool asks = fluid != NULL && health != NULL;
    return (!asks || gfFluid_Fetch(fluid, false, patient.caller)) && gfPatient_GetBlocking(&patient, health);
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
              (solver->saved.repaired == NULL || solver->saved.repaired(&fluid->body, fluid->state));
    gfDevice_End(fluid->body.device);
    return ok;

error:
    return false;
}

static void dryRunHealth(const gfDryRun *run, gfUse use)
{
    if (use == GF_USE_FIELDS) {
        gfFluid_RequestHealth(run->fluid);
        gfFluid_Repair(run->fluid);
    }
}

const gfModule gf_module_health = {.name = "health", .dryRun = dryRunHealth};
