// gfDevice_Prepare: a dry run of the calls that a host will make finds the programs that they need. Each call of
// gfDevice_Prepare makes some of these programs, for as long as its time slice lasts.
#include "gpufluid/prepare.h"
#include "gpufluid/moving.h"

#include "fluid/module.h"

#include <time.h>

#include "ext/prepare/members.inc"

// What fluids of each solver made on demand in the dry run. Later ones make it at creation, so that no step has to.
typedef struct Prepared {
    uint32_t needs[GF_SOLVER_COUNT];    // textures that the solver makes on demand, as bits of gfSolver.needs.get
    uint32_t textures[GF_SOLVER_COUNT]; // bit i: gfFluid.hostTextures[i] was made
    bool distances[GF_SOLVER_COUNT]; // distances of solids were needed beyond the reach at which solvers cut them off
} Prepared;

// --- the dry run -----------------------------------------------------------------------------------------------------

// The functions of this section make the calls that the host will make, once each, on a fluid of the dry run.

static void writeZeros(const gfDryRun *s, gfField field, const gfFieldInfo *info)
{
    gfCore *core = &s->fluid->body.device->core;
    size_t count = (size_t)info->width * (size_t)info->height * (size_t)info->channels;
    float *zeros = s->fluid->solver->host.isWritable(field) ? gfAlloc(core, count * sizeof *zeros) : NULL;
    if (zeros != NULL) {
        gfFluid_WriteField(s->fluid, field, zeros, count);
    }
    gfFree(core, zeros);
}

static void runFields(const gfDryRun *s)
{
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        gfFieldInfo info;
        gfFieldTexture texture;
        if (gfFluid_GetFieldInfo(s->fluid, (gfField)i, &info)) {
            gfFluid_GetTexture(s->fluid, (gfField)i, &texture);
            writeZeros(s, (gfField)i, &info);
        }
    }
    if (s->fluid->solver->host.project != NULL) {
        gfFluid_Project(s->fluid, 1);
    }
}

static void runResize(const gfDryRun *s)
{
    gfFluidDef def = s->fluid->body.def;
    def.fixedStep *= 0.5f;
    gfFluid_SetDef(s->fluid, &def);
    gfFluid_Reset(s->fluid);
    gfFluid_Resize(s->fluid, def.gridWidth, def.gridHeight, def.cellSize,
                   (gfVec2){def.origin.x + def.cellSize, def.origin.y});
    gfDryRun_Step(s);
}

// Moves the domain both ways along each axis, and then lets it be in a frame of reference that moves and turns.
static void runMoving(const gfDryRun *s)
{
    gfCells multiple = gfFluid_GetScrollMultiple(s->fluid);
    for (int i = 0; i < 4; i++) {
        int step = i % 2 == 0 ? 1 : -1;
        gfFluid_Scroll(s->fluid, i < 2 ? step * multiple.x : 0, i < 2 ? 0 : step * multiple.y);
        gfDryRun_Step(s);
    }
    gfFrameDef frame = gfDefaultFrameDef();
    for (int i = 0; i < 2; i++) {
        frame.velocity.x = 0.1f * s->size;
        frame.angularVelocity = (float)i;
        gfFluid_SetFrame(s->fluid, &frame);
        gfDryRun_Step(s);
    }
}

static void runModules(const gfDryRun *s, gfUse use)
{
    GF_EACH_MODULE(module) {
        if ((s->def->uses & (uint32_t)use) != 0 && module->dryRun != NULL) {
            module->dryRun(s, use);
        }
    }
}

// Makes the calls of all uses in the definition, and draws the fluid after each use that changes how it is drawn.
static void runFluid(const gfDryRun *s)
{
    static const struct {
        gfUse use;
        void (*run)(const gfDryRun *s); // what the core does for a use; modules do the rest
        bool shows;                     // the fluid is drawn after this use
    } uses[] = {
        {GF_USE_TRACERS, NULL, true},           {GF_USE_SOURCES, gfDryRun_Sources, true},
        {GF_USE_SOLIDS, gfDryRun_Solids, true}, {GF_USE_FIELDS, runFields, false},
        {GF_USE_QUERIES, NULL, false},          {GF_USE_SURFACE, NULL, false},
    };
    gfDryRun_Step(s);
    for (int i = 0; i < GF_COUNT(uses); i++) {
        bool wanted = (s->def->uses & (uint32_t)uses[i].use) != 0;
        if (wanted && uses[i].run != NULL) {
            uses[i].run(s);
        }
        runModules(s, uses[i].use);
        if (uses[i].shows && (wanted || i == 0)) {
            runModules(s, GF_USE_DRAWING);
        }
    }
}

// Adds what a fluid of the dry run has made on demand to `prepared`.
static void noteNeeds(const gfFluid *fluid, Prepared *prepared)
{
    gfSolverKind kind = fluid->body.def.solver;
    prepared->needs[kind] |= fluid->solver->needs.get != NULL ? fluid->solver->needs.get(fluid->state) : 0u;
    prepared->distances[kind] = prepared->distances[kind] || gfSolids_HasExact(&fluid->body.solids);
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        prepared->textures[kind] |= fluid->hostTextures[i].id != 0 ? 1u << i : 0u;
    }
}

// Makes the calls that the definition names, on fluids of its own, while device->dryRun is set: passes then name their
// programs and make framebuffers, but draw nothing. False and reported: a fluid can't be made.
static bool runDryRun(gfDevice *device, const gfPrepareDef *def, Prepared *prepared)
{
    for (int i = 0; i < def->fluidCount; i++) {
        gfDryRun s = {.fluid = gfCreateFluid(device, &def->fluids[i]), .def = def};
        GF_TRY(s.fluid != NULL);
        gfDryRun_Place(&s);
        gfFailure failure = {0}; // nothing is reported, as a solver may lack features that the definition names
        (void)gfFailure_Begin(&failure, device, "");
        runFluid(&s);
        noteNeeds(s.fluid, prepared);
        if ((def->uses & GF_USE_RESIZE) != 0) {
            runMoving(&s);
            runResize(&s);
        }
        (void)gfFailure_End(&failure, device, true);
        gfDestroyFluid(s.fluid);
    }
    GF_EACH_MODULE(module) {
        GF_TRY(module->dryRunOthers == NULL || module->dryRunOthers(device, def));
    }
    return true;
}

// --- preparing -------------------------------------------------------------------------------------------------------

static double now_ms(void)
{
#ifdef TIME_UTC
    struct timespec now = {0};
    timespec_get(&now, TIME_UTC);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
#else // older C libraries of Windows, where clock() counts real time and not that of the CPU
    return 1e3 * (double)clock() / (double)CLOCKS_PER_SEC;
#endif
}

// Returns the time since `since`, ms. If the clock was set back it is 1e9, so that the time slice ends.
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
    GF_TRY(gfDef_Check(core, &gf_prepareDefRecord, def, "gfDevice_Prepare"));
    for (int i = 0; i < GF_COUNT(lists); i++) {
        GF_REQUIRE(core, lists[i].list != NULL || lists[i].count == 0, NULL_ARGUMENT,
                   "gfDevice_Prepare: the list of %sCount is null", lists[i].name);
    }
    return true;
}

static const gfDevicePart preparedPart = {.part = {"prepared", sizeof(Prepared), NULL}};

static bool dryRunAll(gfDevice *device, const gfPrepareDef *def)
{
    // Drawings need an open frame, for its target. If the host has none open, one is opened here.
    bool framed = device->frameOpen;
    bool first = gfDevice_FindPart(device, &preparedPart) == NULL;
    Prepared *kept = gfDevice_GetPart(device, &preparedPart);
    GF_TRY(kept != NULL && (framed || gfDevice_OpenFrame(device, "gfDevice_Prepare")));
    Prepared prepared = *kept;
    uint64_t waits = device->waits;
    device->dryRun = GF_DRY_RUN_OBJECTS;
    bool ok = runDryRun(device, def, &prepared);
    device->dryRun = GF_DRY_RUN_NONE;
    device->waits = waits;
    if (ok) {
        *kept = prepared;
    } else if (first) { // a definition that was refused leaves no trace
        gfParts_Remove(&device->parts, &device->core, &preparedPart.part, device);
    }
    return (framed || gfDevice_EndFrame(device)) && ok;
}

gfPrepareStatus gfDevice_Prepare(gfDevice *device, const gfPrepareDef *def, float slice_ms, gfPrepareProgress *progress)
{
    double start = now_ms();
    GF_REQUIRE_OR(GF_PREPARE_FAILED, NULL, device != NULL, NULL_ARGUMENT, "gfDevice_Prepare: device is null");
    GF_REQUIRE_OR(GF_PREPARE_FAILED, &device->core, gfInRange((double)slice_ms, 0.0, 1e6), OUT_OF_RANGE,
                  "gfDevice_Prepare: slice_ms is %g; 0 to 1e6 is expected", (double)slice_ms);
    if (def != NULL && (!checkPrepare(&device->core, def) || !dryRunAll(device, def))) {
        return GF_PREPARE_FAILED;
    }
    if (!gfDevice_Begin(device, "gfDevice_Prepare")) {
        return GF_PREPARE_FAILED;
    }
    while (gfPrograms_MakeNext(device) && elapsed_ms(start) < (double)slice_ms) {
    }
    int total = gfPrograms_Count(device, false), left = gfPrograms_Count(device, true);
    gfDevice_End(device);
    if (progress != NULL) {
        *progress = (gfPrepareProgress){total - left, total};
    }
    return left > 0 ? GF_PREPARE_PENDING : GF_PREPARE_DONE;
}

// Lets a new fluid make what the dry run recorded for its solver (gfModule.fluidMade).
static bool applyPrepared(gfFluid *fluid)
{
    gfDevice *device = fluid->body.device;
    const Prepared *p = gfDevice_FindPart(device, &preparedPart);
    gfSolverKind kind = fluid->body.def.solver;
    if (p == NULL || device->dryRun) {
        return true;
    }
    GF_TRY(p->needs[kind] == 0 || fluid->solver->needs.make(&fluid->body, fluid->state, p->needs[kind]));
    GF_TRY(!p->distances[kind] || gfSolids_MakeExact(device, &fluid->body.solids));
    for (int i = 0; i < GF_FIELD_COUNT; i++) {
        GF_TRY((p->textures[kind] >> i & 1u) == 0 || gfFluid_MakeTexture(fluid, (gfField)i));
    }
    return true;
}

const gfModule gf_module_prepare = {.name = "prepare", .fluidMade = applyPrepared};
