// Counts and replaces values that are not finite in a fluid, with the public calls for 2D; fluid3d_calls.c has 3D's.
#include "ext/health/health.h"

#include "fluid/module.h"

// --- counts ----------------------------------------------------------------------------------------------------------

#define HEALTH_SIDE 8 // a field is counted in 8 x 8 blocks, which a second pass sums: SIDE of health/health.frag

// Counts that are requested and read for a fluid: the state of a part of gfFluid and of gfFluid3D.
typedef struct HealthQuery {
    gfDevice *device;
    // RGBA32UI. `parts`: counts of the blocks of one texture; `answer`: a texel for each row of the state table. Red:
    // how many values are not finite; green: bits of the largest finite one
    gfTexture parts, answer;
    gfReadRing ring;                     // reads `answer` without waiting
    uint64_t steps[GF_READ_RING];        // of each pending read: the fluid's step count when it was requested
    uint32_t bits[GF_STATE_ROWS_MAX][4]; // the newest answer that was read, four words for each texel
} HealthQuery;

static void destroyHealthQuery(void *owner, void *state)
{
    HealthQuery *q = state;
    (void)owner;
    GF_DESTROY_TEXTURES(q->device, &q->parts, &q->answer);
    gfReadRing_Destroy(q->device, &q->ring);
}

// Most calls of a gfFluidPart expect a gfFluid, so only part.destroy is set.
static const gfFluidPart healthPart = {.part = {"health", sizeof(HealthQuery), destroyHealthQuery}};

// Null: none was requested, or it could not be made.
static HealthQuery *findHealthQuery(const gfPatient *p)
{
    return gfParts_Find(p->parts, &healthPart.part);
}

// Returns the query of counts, which is made if there is none.
static HealthQuery *getHealthQuery(const gfPatient *p)
{
    HealthQuery *q = findHealthQuery(p);
    if (q != NULL) {
        return q;
    }
    q = gfParts_Get(p->parts, &p->device->core, &healthPart.part);
    GF_TRY(q != NULL);
    q->device = p->device;
    if (!gfTexture_Create(p->device, &q->parts, GF_FORMAT_RGBA32UI, HEALTH_SIDE, HEALTH_SIDE) ||
        !gfTexture_Create(p->device, &q->answer, GF_FORMAT_RGBA32UI, GF_STATE_ROWS_MAX, 1) ||
        !gfReadRing_Create(p->device, &q->ring, GF_STATE_ROWS_MAX, 1)) {
        gfParts_Remove(p->parts, &p->device->core, &healthPart.part, NULL);
        return NULL;
    }
    return q;
}

// Returns the define for a texture: BITS if it keeps floats as bits, where GL draws no floats (common/exact.glsl).
static const char *bitsDefine(const gfDevice *device, const gfTexture *texture)
{
    return gfFormat_IsInteger(&device->gl.formats[texture->format]) ? "BITS;" : "";
}

static bool countRow(gfDevice *device, const HealthQuery *q, const gfTexture *texture, int row)
{
    int channels = device->gl.formats[texture->format].channels;
    return gfPass_Run(device, &(gfPass){.label = "health",
                                        .shader = gfShader_Format(device, &gf_vertexCover, "health/health.frag",
                                                                  "%sCHANNELS %d", bitsDefine(device, texture),
                                                                  channels > 3 ? 4 : 3),
                                        .writes = {&q->parts},
                                        .inputs = {GF_IN(source, texture->id)}}) &&
           gfPass_Run(device, &(gfPass){.label = "health",
                                        .shader = GF_SHADER("health/health.frag", "PARTS"),
                                        .writes = {&q->answer},
                                        .region = &(gfRegion){row, 0, 1, 1},
                                        .inputs = {GF_IN(counts, q->parts.id)}});
}

// Starts to count and to read the counts, unless as many reads as the ring holds are pending.
static bool beginCount(const gfPatient *p)
{
    HealthQuery *q = getHealthQuery(p);
    GF_TRY(q != NULL);
    if (q->ring.started - q->ring.taken == GF_READ_RING) {
        return true;
    }
    for (int i = 0; i < gfStateTable_Count(p->table); i++) {
        const gfTexture *texture = gfState_GetPersistent(p->table, i, p->state);
        GF_TRY(texture == NULL || countRow(p->device, q, texture, i));
    }
    q->steps[q->ring.started % GF_READ_RING] = p->stepCount;
    return gfReadRing_Start(p->device, &q->ring, &q->answer);
}

static void fillHealth(const gfPatient *p, const HealthQuery *q, uint64_t stepCount, gfHealth *health)
{
    memset(health, 0, sizeof *health);
    health->stepCount = stepCount;
    for (int i = 0; i < gfStateTable_Count(p->table) && health->fieldCount < GF_HEALTH_FIELDS; i++) {
        if (gfState_GetPersistent(p->table, i, p->state) != NULL) {
            gfFieldHealth *field = &health->fields[health->fieldCount++];
            field->name = gfStateTable_GetRow(p->table, i)->name;
            field->nonfinite = q->bits[i][0];
            memcpy(&field->largest, &q->bits[i][1], sizeof field->largest);
            health->nonfinite += field->nonfinite;
        }
    }
}

// Takes all answers that have come, of which the last one stays in `health`.
static gfPollStatus takeHealth(const gfPatient *p, bool waits, gfHealth *health)
{
    HealthQuery *q = findHealthQuery(p);
    gfPollStatus result = GF_POLL_PENDING, status = GF_POLL_READY;
    while (status == GF_POLL_READY) {
        uint64_t stepCount = q->steps[q->ring.taken % GF_READ_RING];
        status = gfReadRing_Take(p->device, &q->ring, waits, &q->bits[0][0]);
        if (status == GF_POLL_READY) {
            fillHealth(p, q, stepCount, health);
        }
        result = status != GF_POLL_PENDING ? status : result;
    }
    return result;
}

static bool repairTexture(gfDevice *device, const gfTexture *texture)
{
    static const float zero[4] = {0.0f};
    gfTexture repaired;
    GF_TRY(gfTexture_Create(device, &repaired, texture->format, texture->width, texture->height));
    const gfRegion whole = {0, 0, texture->width, texture->height};
    bool ok = gfPass_Run(device, &(gfPass){.label = "repair",
                                           .shader = GF_SHADER("health/repair.frag", bitsDefine(device, texture)),
                                           .writes = {&repaired},
                                           .inputs = {GF_IN(source, texture->id)},
                                           .uniforms = {GF_F4V(outside, 1, zero)}}) &&
              gfFramebuffer_Copy(device, &repaired, &whole, texture, 0, 0);
    gfTexture_Destroy(device, &repaired);
    return ok;
}

bool gfHealth_Repair(gfDevice *device, const gfStateTable *table, const void *state)
{
    bool ok = true;
    for (int i = 0; i < gfStateTable_Count(table) && ok; i++) {
        const gfTexture *texture = gfState_GetPersistent(table, i, state);
        ok = texture == NULL || repairTexture(device, texture);
    }
    return ok;
}

// --- public calls ----------------------------------------------------------------------------------------------------

static bool checkPatient(const gfPatient *p, const void *health)
{
    GF_REQUIRE(NULL, p->device != NULL && health != NULL, NULL_ARGUMENT, "%s: %s is null", p->caller,
               p->device == NULL ? "fluid" : "health");
    return true;
}

bool gfPatient_Request(const gfPatient *p)
{
    return checkPatient(p, p) && gfDevice_Do(p->device, p->caller, beginCount(p));
}

gfPollStatus gfPatient_Poll(const gfPatient *p, gfHealth *health)
{
    if (!checkPatient(p, health) || !gfDevice_CheckContext(p->device, p->caller)) {
        return GF_POLL_FAILED;
    }
    return findHealthQuery(p) == NULL ? GF_POLL_PENDING : takeHealth(p, false, health);
}

bool gfPatient_GetBlocking(const gfPatient *p, gfHealth *health)
{
    return checkPatient(p, health) &&
           gfDevice_Do(p->device, p->caller,
                       getHealthQuery(p) != NULL && takeHealth(p, true, health) != GF_POLL_FAILED && beginCount(p) &&
                           takeHealth(p, true, health) == GF_POLL_READY);
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

gfPollStatus gfFluid_PollHealth(gfFluid *fluid, gfHealth *health)
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
    return gfDevice_Do(fluid->body.device, "gfFluid_Repair",
                       gfFluid_Fetch(fluid, true, "gfFluid_Repair") &&
                           gfHealth_Repair(fluid->body.device, solver->table, fluid->state) &&
                           (solver->saved.repaired == NULL || solver->saved.repaired(&fluid->body, fluid->state)));
}

static void dryRunHealth(const gfDryRun *run, gfUse use)
{
    if (use == GF_USE_FIELDS) {
        gfFluid_RequestHealth(run->fluid);
        gfFluid_Repair(run->fluid);
    }
}

const gfModule gf_module_health = {.name = "health", .dryRun = dryRunHealth};
