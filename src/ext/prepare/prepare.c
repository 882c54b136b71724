// Preparing: programs are named by a dry run (prepare_run.c) and made here, a few at a time.
#include "ext/prepare/prepare.h"

#include "fluid/dry_run.h"
#include "gl/program.h"

#include <string.h>
#include <time.h>

#include "ext/prepare/members.inc"

static double now_ms(void)
{
#ifdef TIME_UTC
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
#else // a Windows without that, whose clock() tells real time
    return 1e3 * (double)clock() / (double)CLOCKS_PER_SEC;
#endif
}

// Returns the time since `since`; a clock that was set back ends the slice.
static double elapsed_ms(double since)
{
    double ms = now_ms() - since;
    return ms >= 0.0 ? ms : 1e9;
}

static bool checkPrepare(const gfCore *core, const gfPrepareDef *def)
{
    const struct {
        const char *name;
        const void *list;
        int32_t count;
    } lists[] = {
        {"fluid", def->fluids, def->fluidCount},       {"fluid3D", def->fluids3D, def->fluid3DCount},
        {"draw", def->draws, def->drawCount},          {"draw3D", def->draws3D, def->draw3DCount},
        {"surface", def->surfaces, def->surfaceCount}, {"query", def->queries, def->queryCount},
    };
    if (!gfDef_Check(core, &gf_prepareDefRecord, def, "gfDevice_Prepare")) {
        goto error;
    }
    for (int i = 0; i < GF_COUNT(lists); i++) {
        GF_REQUIRE(core, lists[i].list != NULL || lists[i].count == 0, NULL_ARGUMENT,
                   "gfDevice_Prepare: the list of %sCount is null", lists[i].name);
    }
    return true;

error:
    return false;
}

static const gfDevicePart preparedPart = {.part = {"prepared", sizeof(gfPrepared), NULL}};

static bool dryRunAll(gfDevice *device, const gfPrepareDef *def)
{
    bool framed = device->frameOpen; // drawings go to the frame's target
    bool first = gfDevice_FindPart(device, &preparedPart) == NULL;
    gfPrepared *kept = gfDevice_GetPart(device, &preparedPart);
    if (kept == NULL || (!framed && !gfDevice_OpenFrame(device, "gfDevice_Prepare"))) {
        return false;
    }
    gfPrepared prepared = *kept;
    uint64_t waits = device->waits;
    device->dryRun = GF_DRY_RUN_OBJECTS;
    bool ok = gfDryRun_Run(device, def, &prepared);
    device->dryRun = GF_DRY_RUN_NONE;
    device->waits = waits;
    if (ok) {
        *kept = prepared;
    } else if (first) { // a definition that is refused leaves nothing behind
        gfParts_Remove(&device->parts, &device->core, &preparedPart.part, device);
    }
    return (framed || gfDevice_EndFrame(device)) && ok;
}

gfPrepareStatus gfDevice_Prepare(gfDevice *device, const gfPrepareDef *def, float slice_ms, gfPrepareProgress *progress)
{
    double start = now_ms();
    GF_REQUIRE(NULL, device != NULL, NULL_ARGUMENT, "gfDevice_Prepare: device is null");
    GF_REQUIRE(&device->core, gfInRange((double)slice_ms, 0.0, 1e6), OUT_OF_RANGE,
               "gfDevice_Prepare: slice_ms is %g; 0 to 1e6 is expected", (double)slice_ms);
    if (def != NULL && (!checkPrepare(&device->core, def) || !dryRunAll(device, def))) {
        goto error;
    }
    if (!gfDevice_Begin(device, "gfDevice_Prepare")) {
        goto error;
    }
    while (gfPrograms_MakeNext(device) && elapsed_ms(start) < (double)slice_ms) {
    }
    int total = gfPrograms_Count(device, false), left = gfPrograms_Count(device, true);
    gfDevice_End(device);
    if (progress != NULL) {
        *progress = (gfPrepareProgress){total - left, total};
    }
    return left > 0 ? GF_PREPARE_PENDING : GF_PREPARE_DONE;

error:
    return GF_PREPARE_FAILED;
}

// Makes the textures in a new fluid that its device was prepared for. False and reported.
static bool applyPrepared(gfFluid *fluid)
{
    gfDevice *device = fluid->body.device;
    const gfPrepared *p = gfDevice_FindPart(device, &preparedPart);
    gfSolverKind kind = fluid->body.def.solver;
    if (p == NULL || device->dryRun) {
        return true;
    }
    bool ok = p->needs[kind] == 0 || fluid->solver->needs.make(&fluid->body, fluid->state, p->needs[kind]);
    ok = ok && (!p->distances[kind] || gfSolids_MakeExact(device, &fluid->body.solids));
    for (int i = 0; ok && i < GF_FIELD_COUNT; i++) {
        ok = (p->textures[kind] >> i & 1u) == 0 || gfFluid_MakeTexture(fluid, (gfField)i);
    }
    return ok;
}

const gfModule gf_module_prepare = {.name = "prepare", .fluidMade = applyPrepared};
