// The public tracers: checks, and the list of sets that a fluid has, which its snapshots keep.
#include "tracers/tracers.h"

#include "fluid/dry_run.h"

typedef struct TracerSets {
    gfLink *first; // gfTracers, the newest first
} TracerSets;

static void destroySets(void *owner, void *state)
{
    TracerSets *sets = state;
    (void)owner;
    while (sets->first != NULL) {
        gfDestroyTracers((gfTracers *)sets->first);
    }
}

static void archiveSets(gfArchive *archive, void *thing);
static void loadSets(gfFluid *fluid, gfFluid *from);

static const gfFluidPart tracerPart = {.part = {"tracers", sizeof(TracerSets), destroySets},
                                       .tag = "TRCR",
                                       .behindState = true,
                                       .archive = archiveSets,
                                       .load = loadSets};

// Counted from the oldest. Null: there are not so many.
static gfTracers *findSet(const gfFluid *fluid, int number)
{
    const TracerSets *sets = gfFluid_FindPart(fluid, &tracerPart);
    gfLink *last = sets != NULL ? sets->first : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    for (int i = 0; i < number && last != NULL; i++) {
        last = last->previous;
    }
    return (gfTracers *)last;
}

static void archiveSets(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    gfCore *core = &archive->device->core;
    int count = 0;
    while (findSet(fluid, count) != NULL) {
        count++;
    }
    gfArchive_Count(archive, &count, 1 << 16);
    TracerSets *sets = NULL;
    if (gfArchive_Reads(archive) && count > 0) {
        sets = gfFluid_GetPart(fluid, &tracerPart);
        archive->failed = sets == NULL;
    }
    for (int i = 0; i < count && !archive->failed; i++) {
        gfTracers *tracers = archive->mode == GF_ARCHIVE_READ ? gfAlloc(core, sizeof *tracers) : findSet(fluid, i);
        if (tracers == NULL) {
            archive->failed = true;
            return;
        }
        gfTracers_Archive(archive, tracers);
        if (gfArchive_Reads(archive)) {
            tracers->fluid = fluid;
            gfLinks_Add(&sets->first, &tracers->link);
        } else if (archive->mode == GF_ARCHIVE_READ) {
            gfFree(core, tracers);
        }
    }
}

static bool areAlike(const gfTracersDef *a, const gfTracersDef *b)
{
    return a->count == b->count && a->lifetime == b->lifetime && a->seed == b->seed;
}

// The pointers that the host has stay good.
static void exchangeSets(gfTracers *a, gfTracers *b)
{
    gfTracers first = *a, second = *b;
    *a = second;
    *b = first;
    a->link = first.link;
    a->fluid = first.fluid;
    b->link = second.link;
    b->fluid = second.fluid;
}

static void loadSets(gfFluid *fluid, gfFluid *from)
{
    TracerSets *old = gfFluid_FindPart(from, &tracerPart), *sets = gfFluid_FindPart(fluid, &tracerPart);
    if (old == NULL) {
        return;
    }
    if (sets == NULL) { // all of them are taken over, with the part
        gfParts_Exchange(&fluid->parts, &from->parts, &tracerPart.part);
        for (gfLink *link = old->first; link != NULL; link = link->next) {
            ((gfTracers *)link)->fluid = fluid;
        }
        return;
    }
    gfTracers *next = findSet(from, 0);
    for (int i = 0; next != NULL; i++) {
        gfTracers *tracers = next, *partner = findSet(fluid, i);
        next = (gfTracers *)tracers->link.previous;
        if (partner != NULL && areAlike(&partner->def, &tracers->def)) {
            exchangeSets(partner, tracers);
        } else {
            gfLinks_Remove(&old->first, &tracers->link);
            gfLinks_Add(&sets->first, &tracers->link);
            tracers->fluid = fluid;
        }
    }
}

gfTracers *gfFluid_GetTracers(const gfFluid *fluid, int32_t number)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_GetTracers: fluid is null");
    return number >= 0 ? findSet(fluid, number) : NULL;

error:
    return NULL;
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
    TracerSets *sets = gfFluid_GetPart(fluid, &tracerPart);
    tracers = sets != NULL ? gfAlloc(&device->core, sizeof *tracers) : NULL;
    if (tracers != NULL) {
        tracers->def = *def;
        if (gfFluid_UpdateSolids(fluid) && gfTracers_Init(tracers, &fluid->body, fluid->solver, fluid->state)) {
            tracers->fluid = fluid;
            gfLinks_Add(&sets->first, &tracers->link);
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
    TracerSets *sets = gfFluid_FindPart(tracers->fluid, &tracerPart);
    gfLinks_Remove(&sets->first, &tracers->link);
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

static void dryRunTracers(const gfDryRun *run, gfUse use)
{
    gfTracersDef def = gfDefaultTracersDef();
    def.count = 1;
    gfTracers *tracers = use == GF_USE_TRACERS ? gfCreateTracers(run->fluid, &def) : NULL;
    for (int i = 0; tracers != NULL && i < 2; i++) {
        gfTracers_Step(tracers, 0.01f);
    }
}

static bool checkSet(const gfFluid *fluid, const gfDrawDef *def, const char *caller)
{
    const gfTracers *set = def->tracers.set;
    GF_REQUIRE(&fluid->body.device->core, set == NULL || set->fluid == fluid, OUT_OF_RANGE,
               "%s: tracers.set is of another fluid; this fluid's own are expected", caller);
    return true;

error:
    return false;
}

static bool hasSet(const gfDrawDef *def)
{
    return def->tracers.set != NULL;
}

static bool offerSet(const gfFluid *fluid, gfDrawDef *def)
{
    def->tracers.set = findSet(fluid, 0);
    return def->tracers.set != NULL;
}

static const gfOverlay tracerOverlay = {checkSet, hasSet, offerSet, "tracers are", gfTracers_Draw};

const gfModule gf_module_tracers = {
    .name = "tracers", .fluidPart = &tracerPart, .overlay = &tracerOverlay, .dryRun = dryRunTracers};
