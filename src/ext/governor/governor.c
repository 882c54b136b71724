// The public governor: makes a fluid's levels of quality, takes or measures frame times, sets what governing.h decides.
#include "gpufluid/governor.h"

#include "base/members.h"
#include "ext/governor/governing.h"
#include "ext/governor/governor.h"
#include "fluid/module.h"

#include <stdlib.h>

#include "ext/governor/members.inc"

#define LEAST_ITERATIONS 10  // pressure iterations that halving leaves at least
#define LEAST_DYE 0.5f       // lowest gfFluidDef.dyeScale
#define LONGEST_STEP_S 0.05f // largest fixedStep to which a step is doubled, s
#define LEAST_CELLS 96       // cells that lowering leaves along the longer side at least
#define PERIODIC_CELLS 8     // along periodic sides the number of cells stays a multiple of this: multigrid halves it
#define SHAPE_TRIES 4        // fitCells tries heights up to this many cells above and below the exact one
#define SHARES 5             // number of scales in cellShares and drawingShares
#define HALF 2               // index of the scale 0.5 in cellShares and drawingShares
#define NOT_LOWER (-1.0)     // result: this kind of quality can't be lowered further
#define PLAIN_COST 0.4 // expected time of a frame without the look of the picture (GF_GOVERNED_LOOK) over that with it
#define SLOW_COST 0.5  // expected time of a frame at half speed (GF_GOVERNED_SPEED) over that at full speed
#define SLOW_FRAME 1.4 // time is slowed last: frames must take this many budgets before
// Kinds of quality that the host lowers, by gfGovernorStatus.
#define HOST_APPLIES (GF_GOVERNED_DRAWING | GF_GOVERNED_LOOK | GF_GOVERNED_SPEED)

_Static_assert(GF_GOVERNOR_LEVELS == GF_GOVERNING_LEVELS, "the header says how many");

static const float cellShares[SHARES] = {1.0f, 17.0f / 24.0f, 0.5f, 1.0f / 3.0f, 0.25f};
static const float drawingShares[SHARES] = {1.0f, 0.75f, 0.5f, 0.375f, 0.25f};

// A level of quality: a definition, used for what the governor may lower, and what the host lowers by gfGovernorStatus.
typedef struct Level {
    gfFluidDef def;
    int cells, drawing; // indices in cellShares and drawingShares
    bool plain, slow; // the host draws without the look (GF_GOVERNED_LOOK); time runs at half speed (GF_GOVERNED_SPEED)
} Level;

struct gfGovernor {
    // Place in the list of things that the device destroys; unused by a governor of a fluid, which is a part of it.
    gfOwned owned;
    gfDevice *device;
    gfFluid *fluid; // null: a governor of frames, whose levels the host applies
    gfGovernorDef def;
    Level levels[GF_GOVERNOR_LEVELS];
    int level; // the level that the fluid has now, while governing.level is the one decided on
    gfGoverning governing;
    gfSpans spans; // measures GPU times of steps
    bool stale;    // levels below the present one must be made anew before the next step
    // Counts changes of the level; a measured time with an older number is of another level, and ignored.
    uint32_t epoch;
};

static void destroyGovernorPart(void *owner, void *state)
{
    gfSpans_Destroy(((gfFluid *)owner)->body.device, &((gfGovernor *)state)->spans);
}

static const gfFluidPart governorPart = {.part = {"governor", sizeof(gfGovernor), destroyGovernorPart}};

const gfModule gf_module_governor = {.name = "governor"};

gfFluid *gfGovernor_GetFluid(const gfGovernor *governor)
{
    return governor->fluid;
}

// --- levels ----------------------------------------------------------------------------------------------------------

// Copies those members of a level that the governor may lower (`may`: bits of gfGoverned) into a definition.
static void putGoverned(const gfFluidDef *level, uint32_t may, gfFluidDef *def)
{
    gfGridParams *p = &def->grid;
    p->cflSubsteps = (may & GF_GOVERNED_SUBSTEPS) != 0 ? level->grid.cflSubsteps : p->cflSubsteps;
    p->pressureCycles = (may & GF_GOVERNED_CYCLES) != 0 ? level->grid.pressureCycles : p->pressureCycles;
    p->pressureIterations = (may & GF_GOVERNED_CYCLES) != 0 ? level->grid.pressureIterations : p->pressureIterations;
    p->scheme = (may & GF_GOVERNED_SCHEME) != 0 ? level->grid.scheme : p->scheme;
    p->advection = (may & GF_GOVERNED_ADVECTION) != 0 ? level->grid.advection : p->advection;
    def->dyeScale = (may & GF_GOVERNED_DYE) != 0 ? level->dyeScale : def->dyeScale;
    def->fixedStep = (may & GF_GOVERNED_RATE) != 0 ? level->fixedStep : def->fixedStep;
    if ((may & GF_GOVERNED_CELLS) != 0) {
        def->gridWidth = level->gridWidth;
        def->gridHeight = level->gridHeight;
        def->cellSize = level->cellSize;
    }
}

// Returns whether dye may have this scale: at least LEAST_DYE, and an even number of dye cells along periodic axes.
static bool canScaleDye(const gfFluidDef *def, float scale)
{
    const int cells[2] = {def->gridWidth, def->gridHeight};
    bool fits = scale >= LEAST_DYE;
    for (int axis = 0; axis < 2; axis++) {
        fits = fits && (!gfBoundaries_Wrap(&def->boundaries, axis) || fmodf((float)cells[axis] * scale, 2.0f) == 0.0f);
    }
    return fits;
}

static int32_t roundCells(const gfFluidDef *def, int axis, double cells)
{
    int unit = gfBoundaries_Wrap(&def->boundaries, axis) ? PERIODIC_CELLS : 1;
    return gfMax((int32_t)lround(cells / unit), 1) * unit;
}

// Scales the cells along both sides of `base` by `share`, to the size near that with proportions nearest to `base`'s.
static void fitCells(const gfFluidDef *base, float share, gfFluidDef *def)
{
    double shape = (double)base->gridWidth / (double)base->gridHeight, least = 1e9;
    double middle = round((double)base->gridHeight * (double)share);
    for (int i = -SHAPE_TRIES; i <= SHAPE_TRIES; i++) {
        int32_t high = roundCells(base, 1, middle + i), wide = roundCells(base, 0, shape * (double)high);
        // Of sizes with equal proportions the one nearest to the exact height wins, by a tiny term.
        double apart = fabs((double)wide / (double)high / shape - 1.0) + 1e-6 * abs(i);
        if (apart < least) {
            least = apart;
            def->gridWidth = wide;
            def->gridHeight = high;
        }
    }
    def->cellSize = base->cellSize * (float)base->gridHeight / (float)def->gridHeight;
}

// Goes on to the next scale in `shares`. Returns the expected time over that of the scale before, as cells or pixels go
// with the square; NOT_LOWER if *step is `last` already.
static double nextShare(const float shares[SHARES], int *step, int last)
{
    if (*step >= last) {
        return NOT_LOWER;
    }
    double ratio = (double)shares[*step + 1] / (double)shares[*step];
    *step += 1;
    return ratio * ratio;
}

static double lowerCells(const gfFluidDef *base, int last, Level *level)
{
    float longer = (float)gfMax(base->gridWidth, base->gridHeight);
    while (last > 0 && longer * cellShares[last] < (float)LEAST_CELLS) {
        last--;
    }
    double cost = nextShare(cellShares, &level->cells, last);
    if (cost > 0.0) {
        fitCells(base, cellShares[level->cells], &level->def);
    }
    return cost;
}

static double lowerOnce(bool *lowered, double cost)
{
    bool can = !*lowered;
    *lowered = true;
    return can ? cost : NOT_LOWER;
}

// Lowers one kind of quality of a level by a step. `last`: index of the lowest scale of cells or pixels. Returns the
// expected time over the time before: 0 if it is not known, NOT_LOWER if this quality can't be lowered further.
static double lower(const gfFluidDef *base, gfGoverned what, int last, Level *level)
{
    bool jacobi = base->grid.pressureMethod == GF_PRESSURE_JACOBI;
    gfFluidDef *def = &level->def;
    gfGridParams *p = &def->grid;
    const gfFluidDef before = *def;
    switch (what) {
    case GF_GOVERNED_SUBSTEPS:
        p->cflSubsteps = p->cflLimit > 0.0f ? gfMax(p->cflSubsteps / 2, 1) : p->cflSubsteps;
        break;
    case GF_GOVERNED_CYCLES:
        p->pressureCycles = !jacobi && p->pressureCycles > 1 ? p->pressureCycles / 2 : p->pressureCycles;
        p->pressureIterations /= jacobi && p->pressureIterations >= 2 * LEAST_ITERATIONS ? 2 : 1;
        break;
    case GF_GOVERNED_DYE:
        def->dyeScale *= canScaleDye(base, 0.5f * def->dyeScale) ? 0.5f : 1.0f;
        break;
    case GF_GOVERNED_SCHEME:
        p->scheme = p->scheme == GF_SCHEME_REFLECT ? GF_SCHEME_PROJECT : p->scheme;
        break;
    case GF_GOVERNED_ADVECTION:
        p->advection = p->advection == GF_ADVECTION_QUINTIC ? GF_ADVECTION_CATMULL_ROM : GF_ADVECTION_BILINEAR;
        break;
    case GF_GOVERNED_RATE: // always from the fluid's own step, so that it is doubled only once
        def->fixedStep = 2.0f * base->fixedStep <= LONGEST_STEP_S ? 2.0f * base->fixedStep : def->fixedStep;
        break;
    case GF_GOVERNED_CELLS:
        return lowerCells(base, last, level);
    case GF_GOVERNED_DRAWING:
        return nextShare(drawingShares, &level->drawing, last);
    case GF_GOVERNED_LOOK:
        return lowerOnce(&level->plain, PLAIN_COST);
    default:
        return lowerOnce(&level->slow, SLOW_COST);
    }
    return memcmp(&before, def, sizeof before) != 0 ? 0.0 : NOT_LOWER;
}

// Makes the levels below `level`: kinds of quality are lowered in the order of `ladder`, each as far as it goes. Kinds
// in governing.useless are left out. Cells and pixels first go down to a half both, and further down only after that.
static void makeLevels(gfGovernor *g, int level)
{
    static const struct {
        gfGoverned what;
        int last; // for cells and pixels: index of the lowest scale in cellShares or drawingShares
    } ladder[] = {{GF_GOVERNED_SUBSTEPS, 0},         {GF_GOVERNED_CYCLES, 0},     {GF_GOVERNED_DYE, 0},
                  {GF_GOVERNED_SCHEME, 0},           {GF_GOVERNED_ADVECTION, 0},  {GF_GOVERNED_RATE, 0},
                  {GF_GOVERNED_CELLS, HALF},         {GF_GOVERNED_DRAWING, HALF}, {GF_GOVERNED_CELLS, SHARES - 1},
                  {GF_GOVERNED_DRAWING, SHARES - 1}, {GF_GOVERNED_LOOK, 0},       {GF_GOVERNED_SPEED, 0}};
    int count = level + 1;
    for (size_t i = 0; i < (size_t)GF_COUNT(ladder); i++) {
        const gfGoverned what = ladder[i].what;
        bool may = (g->def.may & ~g->governing.useless & what) != 0;
        Level next = g->levels[count - 1];
        double cost = 0.0;
        while (may && count < GF_GOVERNOR_LEVELS &&
               (cost = lower(&g->levels[0].def, what, ladder[i].last, &next)) >= 0.0) {
            g->governing.rungs[count] = (gfRung){what, cost, what == GF_GOVERNED_SPEED ? SLOW_FRAME : 0.0};
            g->levels[count++] = next;
        }
    }
    gfGoverning_SetLevels(&g->governing, count, level);
}

// Starts anew with the fluid's present definition as level 0: the governor is new, or the host changed the fluid.
static void beginLadder(gfGovernor *g)
{
    int changes = g->governing.changes;
    g->governing = gfGoverning_Make(1, (double)g->def.budget_ms);
    g->governing.changes = changes;
    g->levels[0] = (Level){.def = g->fluid != NULL ? g->fluid->body.def : gfDefaultFluidDef()};
    g->level = 0;
    g->stale = false;
    g->epoch++;
    makeLevels(g, 0);
}

// Sets a level in the fluid. False: it could not be set, which was logged as a warning.
static bool setLevel(gfGovernor *g, int level)
{
    gfFluid *fluid = g->fluid;
    if (fluid == NULL) {
        return true;
    }
    // Not kept from call to call: the caller removes a level that fails, and never tries it again.
    gfFailure failure = {0};
    gfFluidDef def = fluid->body.def;
    float dyeScale = def.dyeScale, fixedStep = def.fixedStep;
    (void)gfFailure_Begin(&failure, fluid->body.device, "a level of the governor's is");
    putGoverned(&g->levels[level].def, g->def.may, &def);
    bool fits = def.gridWidth == fluid->body.def.gridWidth && def.gridHeight == fluid->body.def.gridHeight;
    bool ok = fits || gfFluid_Resize(fluid, def.gridWidth, def.gridHeight, def.cellSize, def.origin);
    bool resampled = def.dyeScale != dyeScale;
    gfFluidDef rebuilt = def;
    rebuilt.fixedStep = fixedStep; // gfFluid_Rebuild can't change it
    ok = ok && (!resampled || gfFluid_Rebuild(fluid, &rebuilt, "gfGovernor_Step"));
    ok = ok && ((resampled && def.fixedStep == fixedStep) || gfFluid_Retune(fluid, &def, "gfGovernor_Step"));
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
    } else { // levels of a kind that can't be set are removed for good
        g->governing.useless |= wanted > g->level ? g->governing.rungs[wanted].lever : 0;
        g->governing.retries = GF_GOVERNING_LEVELS;
        makeLevels(g, g->level);
    }
}

static void takeTime(gfGovernor *g, double time_ms)
{
    gfGoverningChange change = gfGoverning_Add(&g->governing, time_ms);
    g->stale = g->stale || change == GF_GOVERNING_USELESS || change == GF_GOVERNING_RETRIES;
}

// --- life ------------------------------------------------------------------------------------------------------------

// Returns the level to start at: firstLevel of the definition. If that is below 0 it is the lowest level that keeps at
// least half of the cells and pixels along a side, the look and the speed.
static int findFirst(const gfGovernor *g)
{
    int level = gfMin(g->def.firstLevel, g->governing.levels - 1);
    if (level < 0) {
        const Level *next = &g->levels[1];
        for (level = 0; level + 1 < g->governing.levels; level++, next++) {
            if (next->cells > HALF || next->drawing > HALF || next->plain || next->slow) {
                break;
            }
        }
    }
    return level;
}

static void initGovernor(gfGovernor *g, gfDevice *device, gfFluid *fluid, const gfGovernorDef *def)
{
    g->device = device;
    g->fluid = fluid;
    g->def = *def;
    beginLadder(g);
    g->governing.level = findFirst(g);
    if (fluid != NULL && !def->hostTimes) {
        gfSpans_Create(device, &g->spans);
    }
}

gfGovernor *gfCreateGovernor(gfFluid *fluid, const gfGovernorDef *def)
{
    GF_REQUIRE_BOTH(fluid, def);
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    bool grid = fluid->body.def.solver == GF_SOLVER_GRID;
    gfGovernorDef own = *def;
    GF_TRY(gfDef_Check(core, &gf_governorDefRecord, def, __func__));
    own.may &= grid ? GF_GOVERNED_ALL : GF_GOVERNED_ALL & ~(uint32_t)GF_GOVERNED_QUALITY;
    GF_REQUIRE(core, grid || own.may != 0, UNSUPPORTED,
               "%s: the fluid's solver is not GF_SOLVER_GRID, which alone has what `may` names", __func__);
    GF_REQUIRE(core, gfFluid_FindPart(fluid, &governorPart) == NULL, CALL_ORDER, "%s: the fluid has a governor",
               __func__);
    GF_TRY(gfFluid_RequireAlone(fluid, __func__, "one fluid by itself") && gfDevice_Begin(device, __func__));
    gfGovernor *g = gfFluid_GetPart(fluid, &governorPart);
    if (g != NULL) {
        initGovernor(g, device, fluid, &own);
    }
    gfDevice_End(device);
    return g;
}

static void destroyOwnedGovernor(gfOwned *self)
{
    gfDestroyGovernor((gfGovernor *)self);
}

gfGovernor *gfCreateFrameGovernor(gfDevice *device, const gfGovernorDef *def)
{
    GF_REQUIRE_BOTH(device, def);
    const gfCore *core = &device->core;
    GF_TRY(gfDef_Check(core, &gf_governorDefRecord, def, __func__));
    GF_REQUIRE(core, (def->may & ~(uint32_t)HOST_APPLIES) == 0, OUT_OF_RANGE,
               "%s: may is 0x%x; GF_GOVERNED_DRAWING, _LOOK and _SPEED, joined, are expected", __func__,
               (unsigned)def->may);
    gfGovernor *g = gfAlloc(&device->core, sizeof *g);
    if (g != NULL) {
        initGovernor(g, device, NULL, def);
        gfOwned_Add(&device->firstOwned, &g->owned, destroyOwnedGovernor);
    }
    return g;
}

void gfDestroyGovernor(gfGovernor *governor)
{
    if (governor == NULL) {
        return;
    }
    gfFluid *fluid = governor->fluid;
    gfDevice *device = governor->device;
    if (fluid == NULL) {
        gfOwned_Remove(&device->firstOwned, &governor->owned);
        gfFree(&device->core, governor);
        return;
    }
    bool lost = gfDevice_BeginDelete(device, "gfDestroyGovernor");
    gfParts_Remove(&fluid->parts, &device->core, &governorPart.part, fluid);
    gfDevice_EndDelete(device, lost);
}

// --- a frame ---------------------------------------------------------------------------------------------------------

// Takes the GPU times that have arrived since the last call, and sets the level that is decided on by them.
static void update(gfGovernor *g)
{
    if (g->fluid != NULL) {
        gfFluidDef expected = g->fluid->body.def;
        putGoverned(&g->levels[g->level].def, g->def.may, &expected);
        if (memcmp(&expected, &g->fluid->body.def, sizeof expected) != 0) {
            beginLadder(g); // the host changed a member that the governor lowers
        }
    }
    double ms;
    uint32_t epoch;
    while (gfSpans_Take(g->device, &g->spans, &ms, &epoch)) {
        if (epoch == g->epoch && g->governing.level == g->level) {
            takeTime(g, ms);
        }
    }
    if (g->stale) {
        makeLevels(g, g->governing.level);
        g->stale = false;
    }
    followGoverning(g);
}

bool gfGovernor_Update(gfGovernor *governor)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "gfGovernor_Update: governor is null");
    GF_TRY(gfDevice_Begin(governor->device, "gfGovernor_Update"));
    update(governor);
    return gfDevice_EndWith(governor->device, true);
}

bool gfGovernor_Step(gfGovernor *governor, float dt)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "gfGovernor_Step: governor is null");
    gfFluid *fluid = governor->fluid;
    gfDevice *device = governor->device;
    GF_REQUIRE(&device->core, fluid != NULL, UNSUPPORTED, "gfGovernor_Step: the governor has no fluid");
    GF_REQUIRE(&device->core, gfInRange(dt, 0.0, 1e6), OUT_OF_RANGE,
               "gfGovernor_Step: dt is %g; 0 to 1e6 s is expected", (double)dt);
    GF_TRY(gfDevice_Begin(device, "gfGovernor_Step"));
    update(governor);
    gfSpans_Begin(device, &governor->spans, governor->epoch);
    bool ok = gfFluid_Step(fluid, dt);
    gfSpans_End(device, &governor->spans);
    return gfDevice_EndWith(device, ok);
}

bool gfGovernor_AddTime(gfGovernor *governor, float time_ms)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "gfGovernor_AddTime: governor is null");
    GF_REQUIRE(&governor->device->core, gfInRange((double)time_ms, 0.0, 1e6), OUT_OF_RANGE,
               "gfGovernor_AddTime: the time is %g ms; 0 to 1e6 is expected", (double)time_ms);
    if (governor->governing.level == governor->level) { // otherwise the time is of a level that is about to be replaced
        takeTime(governor, (double)time_ms);
    }
    return true;
}

bool gfGovernor_SetBudget(gfGovernor *governor, float budget_ms)
{
    GF_REQUIRE(NULL, governor != NULL, NULL_ARGUMENT, "%s: governor is null", __func__);
    gfGovernorDef changed = governor->def;
    changed.budget_ms = budget_ms;
    GF_TRY(gfDef_Check(&governor->device->core, &gf_governorDefRecord, &changed, __func__));
    gfGoverning *g = &governor->governing;
    gfGoverning again = gfGoverning_Make(g->levels, (double)budget_ms);
    memcpy(again.rungs, g->rungs, sizeof again.rungs);
    again.useless = g->useless;
    again.level = governor->level;
    again.changes = g->changes;
    *g = again;
    governor->def = changed;
    return true;
}

gfGovernorStatus gfGovernor_GetStatus(const gfGovernor *governor)
{
    if (governor == NULL) {
        return (gfGovernorStatus){0};
    }
    const Level *level = &governor->levels[governor->level];
    return (gfGovernorStatus){.level = governor->level,
                              .levelCount = governor->governing.levels,
                              .time_ms = (float)gfGoverning_GetMean(&governor->governing),
                              .budget_ms = governor->def.budget_ms,
                              .measures = governor->spans.made,
                              .changes = (uint64_t)governor->governing.changes,
                              .drawing = drawingShares[level->drawing],
                              .speed = level->slow ? 0.5f : 1.0f,
                              .plain = level->plain};
}

bool gfGovernor_GetLevel(const gfGovernor *governor, int32_t level, gfFluidDef *def)
{
    GF_REQUIRE_BOTH(governor, def);
    const gfCore *core = &governor->device->core;
    GF_REQUIRE(core, governor->fluid != NULL, UNSUPPORTED, "gfGovernor_GetLevel: the governor has no fluid");
    GF_REQUIRE(core, level >= 0 && level < governor->governing.levels, OUT_OF_RANGE,
               "gfGovernor_GetLevel: level is %d; 0 to %d is expected", (int)level, governor->governing.levels - 1);
    *def = governor->fluid->body.def;
    putGoverned(&governor->levels[level].def, governor->def.may, def);
    return true;
}
