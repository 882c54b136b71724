// The public governor: the ladder of levels, times of the GL's or the host's, and the level that they ask for.
#include "gpufluid/governor.h"

#include "base/members.h"
#include "ext/governor/governing.h"
#include "ext/governor/governor.h"
#include "fluid/module.h"

#include "ext/governor/members.inc"

#define LEAST_ITERATIONS 10
#define LEAST_DYE 0.5f
#define LONGEST_STEP_S 0.05f

_Static_assert(GF_GOVERNOR_LEVELS == GF_GOVERNING_LEVELS, "the header says how many");

// Members of a definition that a level decides.
typedef struct Governed {
    int32_t substeps, cycles, iterations;
    gfScheme scheme;
    gfAdvection advection;
    float dyeScale, fixedStep;
} Governed;

struct gfGovernor {
    gfFluid *fluid;
    gfGovernorDef def;
    Governed levels[GF_GOVERNOR_LEVELS];
    int levelCount, level; // as it is set
    gfGoverning governing;
    gfSpans spans;
    uint32_t epoch; // changes of the level so far, as tags of times
};

typedef struct GovernorPart {
    gfGovernor *governor;
} GovernorPart;

static void destroyGovernorPart(void *owner, void *state);

static const gfFluidPart governorPart = {.part = {"governor", sizeof(GovernorPart), destroyGovernorPart}};

const gfModule gf_module_governor = {.name = "governor"};

gfFluid *gfGovernor_GetFluid(const gfGovernor *governor)
{
    return governor->fluid;
}

// --- levels ----------------------------------------------------------------------------------------------------------

static Governed takeGoverned(const gfFluidDef *def)
{
    const gfGridParams *p = &def->grid;
    return (Governed){p->cflSubsteps, p->pressureCycles, p->pressureIterations, p->scheme,
                      p->advection,   def->dyeScale,     def->fixedStep};
}

static void putGoverned(const Governed *level, gfFluidDef *def)
{
    gfGridParams *p = &def->grid;
    p->cflSubsteps = level->substeps;
    p->pressureCycles = level->cycles;
    p->pressureIterations = level->iterations;
    p->scheme = level->scheme;
    p->advection = level->advection;
    def->dyeScale = level->dyeScale;
    def->fixedStep = level->fixedStep;
}

static bool areEqual(const Governed *a, const Governed *b)
{
    return a->substeps == b->substeps && a->cycles == b->cycles && a->iterations == b->iterations &&
           a->scheme == b->scheme && a->advection == b->advection && a->dyeScale == b->dyeScale &&
           a->fixedStep == b->fixedStep;
}

// Returns whether the resolution of dye can be scaled so: periodic axes need an even number of dye cells.
static bool canScaleDye(const gfFluidDef *def, float scale)
{
    const int cells[2] = {def->gridWidth, def->gridHeight};
    bool fits = scale >= LEAST_DYE;
    for (int axis = 0; axis < 2; axis++) {
        fits = fits && (!gfBoundaries_Wrap(&def->boundaries, axis) || fmodf((float)cells[axis] * scale, 2.0f) == 0.0f);
    }
    return fits;
}

// Lowers one kind of quality by a step; false: it can't be lower.
static bool lower(const gfFluidDef *def, gfGoverned what, Governed *level)
{
    bool jacobi = def->grid.pressureMethod == GF_PRESSURE_JACOBI;
    const Governed before = *level;
    switch (what) {
    case GF_GOVERNED_SUBSTEPS:
        level->substeps = def->grid.cflLimit > 0.0f ? gfMax(level->substeps / 2, 1) : level->substeps;
        break;
    case GF_GOVERNED_CYCLES:
        level->cycles = !jacobi && level->cycles > 1 ? level->cycles / 2 : level->cycles;
        level->iterations =
            jacobi && level->iterations >= 2 * LEAST_ITERATIONS ? level->iterations / 2 : level->iterations;
        break;
    case GF_GOVERNED_DYE:
        level->dyeScale = canScaleDye(def, 0.5f * level->dyeScale) ? 0.5f * level->dyeScale : level->dyeScale;
        break;
    case GF_GOVERNED_SCHEME:
        level->scheme = level->scheme == GF_SCHEME_REFLECT ? GF_SCHEME_PROJECT : level->scheme;
        break;
    case GF_GOVERNED_ADVECTION:
        level->advection =
            level->advection == GF_ADVECTION_CONSERVING ? GF_ADVECTION_CATMULL_ROM : GF_ADVECTION_BILINEAR;
        break;
    default: // the step rate, which is halved once from that of level 0
        level->fixedStep = 2.0f * def->fixedStep <= LONGEST_STEP_S ? 2.0f * def->fixedStep : level->fixedStep;
        break;
    }
    return !areEqual(&before, level);
}

static void makeLadder(gfGovernor *g, const gfFluidDef *def)
{
    g->levels[0] = takeGoverned(def);
    g->levelCount = 1;
    for (unsigned bit = 1; bit < GF_GOVERNED_ALL; bit *= 2) {
        Governed level = g->levels[g->levelCount - 1];
        while ((g->def.may & bit) != 0 && g->levelCount < GF_GOVERNOR_LEVELS && lower(def, (gfGoverned)bit, &level)) {
            g->levels[g->levelCount++] = level;
        }
    }
    g->level = 0;
    g->epoch++;
    int changes = g->governing.changes;
    g->governing = gfGoverning_Make(g->levelCount, (double)g->def.budget_ms);
    g->governing.changes = changes;
}

// Sets a level in the fluid. False: it could not be set, which is logged.
static bool setLevel(gfGovernor *g, int level)
{
    gfFluid *fluid = g->fluid;
    gfFailure failure = {0}; // who calls leaves it out from now on
    gfFluidDef def = fluid->body.def;
    float dyeScale = def.dyeScale, fixedStep = def.fixedStep;
    (void)gfFailure_Begin(&failure, fluid->body.device, "a level of the governor's is");
    putGoverned(&g->levels[level], &def);
    def.fixedStep = fixedStep;
    bool ok = dyeScale != def.dyeScale ? gfFluid_Rebuild(fluid, &def, "gfGovernor_Step")
                                       : gfFluid_Retune(fluid, &def, "gfGovernor_Step");
    ok = ok && gfFluid_SetFixedStep(fluid, g->levels[level].fixedStep);
    return gfFailure_End(&failure, fluid->body.device, ok);
}

static void followGoverning(gfGovernor *g)
{
    int wanted = g->governing.level;
    if (wanted == g->level) {
        return;
    }
    if (setLevel(g, wanted)) {
        g->level = wanted;
        g->epoch++;
    } else {
        // Levels from the one that can't be set on are left out.
        int most = g->level > wanted ? g->levelCount : g->level + 1;
        gfGoverning again = gfGoverning_Make(most, (double)g->def.budget_ms);
        again.level = g->level;
        again.changes = g->governing.changes;
        g->governing = again;
    }
}

// --- life ------------------------------------------------------------------------------------------------------------

gfGovernor *gfCreateGovernor(gfFluid *fluid, const gfGovernorDef *def)
{
    static const char *const caller = "gfCreateGovernor";
    gfGovernor *g = NULL;
    GF_REQUIRE(NULL, fluid != NULL && def != NULL, NULL_ARGUMENT, "%s: %s is null", caller,
               fluid == NULL ? "fluid" : "def");
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    if (!gfDef_Check(core, &gf_governorDefRecord, def, caller)) {
        goto error;
    }
    GF_REQUIRE(core, fluid->body.def.solver == GF_SOLVER_GRID, UNSUPPORTED,
               "%s: the fluid's solver is not GF_SOLVER_GRID", caller);
    GF_REQUIRE(core, gfFluid_FindPart(fluid, &governorPart) == NULL, CALL_ORDER, "%s: the fluid has a governor",
               caller);
    if (!gfFluid_RequireAlone(fluid, caller, "one fluid by itself") || !gfDevice_Begin(device, caller)) {
        goto error;
    }
    GovernorPart *part = gfFluid_GetPart(fluid, &governorPart);
    g = part != NULL ? gfAlloc(&device->core, sizeof *g) : NULL;
    if (part != NULL && g == NULL) {
        gfParts_Remove(&fluid->parts, &device->core, &governorPart.part, fluid);
    }
    if (g != NULL) {
        g->fluid = fluid;
        g->def = *def;
        makeLadder(g, &fluid->body.def);
        if (!def->hostTimes) {
            gfSpans_Create(device, &g->spans);
        }
        part->governor = g;
    }
    gfDevice_End(device);
    return g;

error:
    return NULL;
}

static void destroyGovernorPart(void *owner, void *state)
{
    gfDevice *device = ((gfFluid *)owner)->body.device;
    gfGovernor *g = ((GovernorPart *)state)->governor;
    if (g != NULL) {
        gfSpans_Destroy(device, &g->spans);
        gfFree(&device->core, g);
    }
}

void gfDestroyGovernor(gfGovernor *governor)
{
    if (governor == NULL) {
        return;
    }
    gfFluid *fluid = governor->fluid;
    gfDevice *device = fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyGovernor");
    gfParts_Remove(&fluid->parts, &device->core, &governorPart.part, fluid);
    gfDevice_EndDelete(device, lost);
}

// --- a frame ---------------------------------------------------------------------------------------------------------

bool gfGovernor_Step(gfGovernor *governor, float dt)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "gfGovernor_Step: governor is null");
    gfFluid *fluid = governor->fluid;
    gfDevice *device = fluid->body.device;
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE,
               "gfGovernor_Step: dt is %g; 0 to 1e6 s is expected", (double)dt);
    if (!gfDevice_Begin(device, "gfGovernor_Step")) {
        goto error;
    }
    const Governed now = takeGoverned(&fluid->body.def);
    if (!areEqual(&now, &governor->levels[governor->level])) {
        makeLadder(governor, &fluid->body.def); // the host changed it
    }
    double ms;
    uint32_t epoch;
    while (gfSpans_Take(device, &governor->spans, &ms, &epoch)) {
        if (epoch == governor->epoch && governor->governing.level == governor->level) {
            gfGoverning_Add(&governor->governing, ms);
        }
    }
    followGoverning(governor);
    gfSpans_Begin(device, &governor->spans, governor->epoch);
    bool ok = gfFluid_Step(fluid, dt);
    gfSpans_End(device, &governor->spans);
    gfDevice_End(device);
    return ok;

error:
    return false;
}

bool gfGovernor_AddTime(gfGovernor *governor, float time_ms)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "gfGovernor_AddTime: governor is null");
    GF_REQUIRE(&governor->fluid->body.device->core, gfInRange((double)time_ms, 0.0, 1e6), OUT_OF_RANGE,
               "gfGovernor_AddTime: the time is %g ms; 0 to 1e6 is expected", (double)time_ms);
    if (governor->governing.level == governor->level) { // else the time is of a level that is about to be left
        gfGoverning_Add(&governor->governing, (double)time_ms);
    }
    return true;

error:
    return false;
}

bool gfGovernor_SetBudget(gfGovernor *governor, float budget_ms)
{
    static const char *const caller = "gfGovernor_SetBudget";
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "%s: governor is null", caller);
    gfGovernorDef changed = governor->def;
    changed.budget_ms = budget_ms;
    if (!gfDef_Check(&governor->fluid->body.device->core, &gf_governorDefRecord, &changed, caller)) {
        goto error;
    }
    gfGoverning again = gfGoverning_Make(governor->governing.levels, (double)budget_ms);
    again.level = governor->level;
    again.changes = governor->governing.changes;
    governor->governing = again;
    governor->def = changed;
    return true;

error:
    return false;
}

gfGovernorStatus gfGovernor_GetStatus(const gfGovernor *governor)
{
    if (governor == NULL) {
        return (gfGovernorStatus){0};
    }
    return (gfGovernorStatus){.level = governor->level,
                              .levelCount = governor->levelCount,
                              .time_ms = (float)gfGoverning_GetMean(&governor->governing),
                              .budget_ms = governor->def.budget_ms,
                              .measures = governor->spans.made,
                              .changes = (uint64_t)governor->governing.changes};
}

bool gfGovernor_GetLevel(const gfGovernor *governor, int32_t level, gfFluidDef *def)
{
    GF_REQUIRE(NULL, governor != NULL && def != NULL, NULL_ARGUMENT, "gfGovernor_GetLevel: %s is null",
               governor == NULL ? "governor" : "def");
    GF_REQUIRE(&governor->fluid->body.device->core, level >= 0 && level < governor->levelCount, OUT_OF_RANGE,
               "gfGovernor_GetLevel: level is %d; 0 to %d is expected", (int)level, governor->levelCount - 1);
    *def = governor->fluid->body.def;
    putGoverned(&governor->levels[level], def);
    return true;

error:
    return false;
}
