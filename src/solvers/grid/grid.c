// Stable fluids on a staggered grid, in fragment passes: the life of a state. Its tables of programs and textures are
// in grid_tables.c, the step in grid_step.c, access to fields in grid_fields.c.
#include "solvers/grid/grid_tables.h"

#include <stdlib.h>
#include <string.h>

static int dyeCells(int cells, float dyeScale)
{
    return gfMax(1, (int)lroundf((float)cells * dyeScale));
}

static bool checkGrid(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const gfGridParams *p = &def->grid;
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"grid.pressureCycles", p->pressureCycles, 0.0, 100.0},
        {"grid.pressureTolerance", (double)p->pressureTolerance, 0.0, 1.0},
        {"grid.pressureIterations", p->pressureIterations, 0.0, 10000.0},
        {"grid.pressureWarmStart", (double)p->pressureWarmStart, 0.0, 1.0},
        {"grid.pressureGradientScale", (double)p->pressureGradientScale, 0.0, 2.0},
        {"grid.cflLimit", (double)p->cflLimit, 0.0, 1e6},
        {"grid.cflSubsteps", p->cflSubsteps, 1.0, 64.0},
        {"grid.viscosity", (double)p->viscosity, 0.0, 1e6},
        {"grid.dyeDiffusivity", (double)p->dyeDiffusivity, 0.0, 1e6},
        {"grid.temperatureDiffusivity", (double)p->temperatureDiffusivity, 0.0, 1e6},
        {"grid.diffusionCycles", p->diffusionCycles, 1.0, 20.0},
        {"grid.vorticityConfinement", (double)p->vorticityConfinement, 0.0, 1000.0},
        {"grid.velocityDissipation", (double)p->velocityDissipation, 0.0, 1e6},
        {"grid.dyeDissipation", (double)p->dyeDissipation, 0.0, 1e6},
        {"grid.temperatureDissipation", (double)p->temperatureDissipation, 0.0, 1e6},
        {"grid.ambientTemperature", (double)p->ambientTemperature, -most, most},
        {"grid.gravity.x", (double)p->gravity.x, -most, most},
        {"grid.gravity.y", (double)p->gravity.y, -most, most},
        {"grid.acceleration.x", (double)p->acceleration.x, -most, most},
        {"grid.acceleration.y", (double)p->acceleration.y, -most, most},
        {"grid.thermalExpansion", (double)p->thermalExpansion, -most, most},
        {"grid.dyeDensity", (double)p->dyeDensity, -most, most},
    };
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, (unsigned)p->advection <= (unsigned)GF_ADVECTION_CONSERVING, OUT_OF_RANGE,
               "%s: grid.advection is %d; a gfAdvection is expected", caller, (int)p->advection);
    GF_REQUIRE(core, (unsigned)p->scheme <= (unsigned)GF_SCHEME_SIMPLE, OUT_OF_RANGE,
               "%s: grid.scheme is %d; a gfScheme is expected", caller, (int)p->scheme);
    const gfPrecision precisions[] = {p->velocityPrecision, p->dyePrecision, p->temperaturePrecision};
    for (int i = 0; i < GF_COUNT(precisions); i++) {
        static const char *const names[] = {"velocityPrecision", "dyePrecision", "temperaturePrecision"};
        GF_REQUIRE(core, (unsigned)precisions[i] <= (unsigned)GF_PRECISION_AUTO, OUT_OF_RANGE,
                   "%s: grid.%s is %d; a gfPrecision is expected", caller, names[i], (int)precisions[i]);
    }
    GF_REQUIRE(core, gfPressure_Find(p->pressureMethod) != NULL, OUT_OF_RANGE,
               "%s: grid.pressureMethod is %d; a gfPressureMethod is expected", caller, (int)p->pressureMethod);
    const int dye[2] = {dyeCells(def->gridWidth, def->dyeScale), dyeCells(def->gridHeight, def->dyeScale)};
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || dye[axis] % 2 == 0, OUT_OF_RANGE,
                   "%s: dyeScale %g gives %d dye cells along a periodic axis; an even number is expected", caller,
                   (double)def->dyeScale, dye[axis]);
    }
    return gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);

error:
    return false;
}

void gfGrid_Destroy(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfState_Destroy(device, &gf_gridStateTable, g);
    gfPressure_Destroy(device, &g->pressure);
    gfGrid_DestroyLattices(device, g->lattices);
    gfResidual_Destroy(device, &g->measured);
    gfDelayedRead_Destroy(device, &g->speedRead);
    gfGrid_DropTotals(device, g);
    gfFree(&device->core, g);
}

static bool createState(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    float rest[GF_GRID_RESTS][4];
    gfStatePlan plan = gfGrid_GetPlan(body, g, conditions, rest);
    return gfState_Create(body->device, &plan, g);
}

static bool convertState(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    float rest[GF_GRID_RESTS][4];
    gfStatePlan plan = gfGrid_GetPlan(body, g, conditions, rest);
    return gfState_Convert(body->device, &plan, g);
}

bool gfGrid_Require(const gfBody *body, gfGrid *g, uint32_t conditions)
{
    gfGridPrograms programs = g->programs;
    if ((g->conditions & conditions) == conditions) {
        return true;
    }
    if (!gfPrograms_Load(body->device, &gf_gridProgramTable, g->conditions | conditions, &programs) ||
        !createState(body, g, g->conditions | conditions)) {
        return false;
    }
    g->programs = programs;
    g->conditions |= conditions;
    return true;
}

static void warnOfOddHalves(const gfBody *body, const gfGrid *g)
{
    const int cells[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        int coarsest = cells[axis];
        while (coarsest % 4 == 0) {
            coarsest /= 2;
        }
        if (gfBoundaries_Wrap(&body->def.boundaries, axis) && coarsest > 32) {
            gfReport(&body->device->core, GF_LOG_WARNING, GF_ERROR_OUT_OF_RANGE,
                     "%d cells along a periodic axis: multigrid stops at %d; a multiple of 32 converges best",
                     cells[axis], coarsest);
        }
    }
}

// Makes what the definition asks for, all of it before any of it counts. On false, which is reported, nothing changed.
bool gfGrid_Tune(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    bool fits = gfPressure_Fits(&g->pressure, body->def.grid.pressureMethod, &problem);
    uint32_t conditions = gfGrid_GetConditions(body, g);
    gfGridPrograms programs = {0};
    gfLattice lattices[GF_LATTICES];
    gfPressure pressure = {0};
    if (!gfPrograms_Name(device, &gf_gridProgramTable, conditions, &programs) ||
        !gfGrid_MakeLattices(body, g, lattices)) {
        return false;
    }
    if ((!fits && !gfPressure_Create(device, &pressure, body->def.grid.pressureMethod, &problem)) ||
        !createState(body, g, conditions) || !convertState(body, g, conditions)) {
        gfPressure_Destroy(device, &pressure);
        gfGrid_DestroyLattices(device, lattices);
        return false;
    }
    if (!fits) {
        pressure.field = g->pressure.field;
        gfPressure_Destroy(device, &g->pressure);
        g->pressure = pressure;
        gfPair_Clear(device, &g->pressure.field, (const float[4]){0.0f});
        g->drawnSolids = 0;
        warnOfOddHalves(body, g);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        g->drawnSolids = lattices[i].multigrid != NULL ? 0 : g->drawnSolids;
    }
    if (((g->conditions ^ conditions) & GF_GRID_VISCOUS) != 0) {
        g->drawnSolids = 0; // what holds the fluid closes more faces then
    }
    gfGrid_TakeLattices(device, g, lattices);
    g->programs = programs;
    g->conditions = conditions;
    return true;
}

// Of the sums over a field (shaders/grid/ledger_sum.frag).
static void setLedgerExtents(int (*extents)[2], int width, int height)
{
    const int block[2] = {8, 4};
    int size[2] = {(width + 3) / 4 * 4, (height + 31) / 32};
    for (int i = 0; i < GF_LEDGER_LEVELS; i++) {
        for (int axis = 0; axis < 2; axis++) {
            size[axis] = (size[axis] + block[axis] - 1) / block[axis]; // of the next
            extents[i][axis] = size[axis] * block[axis];
        }
    }
}

void *gfGrid_Create(const gfBody *body)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfGrid *g = gfAlloc(&device->core, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->cellsX = def->gridWidth;
    g->cellsY = def->gridHeight;
    g->dyeX = dyeCells(def->gridWidth, def->dyeScale);
    g->dyeY = dyeCells(def->gridHeight, def->dyeScale);
    g->scalarSets = g->dyeX == g->cellsX && g->dyeY == g->cellsY ? 1 : 2;
    const int extents[][2] = {
        [GF_GRID_EXTENT_CELLS] = {g->cellsX, g->cellsY},
        [GF_GRID_EXTENT_CORNERS] = {g->cellsX + 1, g->cellsY + 1},
        [GF_GRID_EXTENT_DYE] = {g->dyeX, g->dyeY},
        [GF_GRID_EXTENT_BLOCKS] = {(g->cellsX + 1) / 2, (g->cellsY + 1) / 2},
        [GF_GRID_EXTENT_EXTENDED] = {g->cellsX / GF_EXTENDED_CELLS + 1,
                                     g->cellsY / GF_EXTENDED_CELLS + 1}, // of corners
        [GF_GRID_EXTENT_LEDGER_ITSELF] = {GF_LEDGER_COLUMNS, 2},
        [GF_GRID_EXTENT_LEDGER_SIDES] = {GF_LEDGER_SIDES, 1},
    };
    setLedgerExtents(g->extents + GF_GRID_EXTENT_LEDGER_DYE, g->dyeX, g->dyeY);
    setLedgerExtents(g->extents + GF_GRID_EXTENT_LEDGER_HEAT, g->cellsX, g->cellsY);
    memcpy(g->extents, extents, sizeof extents);
    g->lastDt = def->fixedStep;
    g->dtRatio = 1.0f;
    if (!gfGrid_Tune(body, g)) {
        gfGrid_Destroy(body, g);
        return NULL;
    }
    if (def->precision != GF_PRECISION_16F &&
        device->gl.formats[gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA32F)].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_NO_FLOAT_RENDERING,
                 "no 32-bit float rendering here: 16 bits are used");
    }
    return g;
}

static void resetGrid(const gfBody *body, void *state)
{
    gfGrid *g = state;
    float rest[GF_GRID_RESTS][4];
    gfStatePlan plan = gfGrid_GetPlan(body, g, g->conditions, rest);
    gfGrid_FetchToChange(body, g, true);
    gfState_Reset(body->device, &plan, g);
    gfGrid_ResetLattices(body->device, g->lattices);
    g->expands = false;
    g->earlierKnown = false;
    g->written = false;
    g->placed = true; // solids are where dye and heat are as at first
    g->lastPush = (gfVec2){0};
    g->draws = 0;
    memset(g->rhsShift, 0, sizeof g->rhsShift);
    g->speedRead.started = 0;
    g->lastDt = body->def.fixedStep;
}

static bool resampleGrid(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGrid *g = state;
    const gfGrid *old = oldState;
    float rest[GF_GRID_RESTS][4];
    gfStatePlan plan = gfGrid_GetPlan(body, g, g->conditions, rest);
    g->lastDt = old->lastDt;
    g->earlierKnown = old->earlierKnown;
    g->lastPush = old->lastPush;
    g->draws = old->draws;
    return gfGrid_KeepTotals(body, g, oldDef, old) && gfState_Resample(body->device, &plan, g, &body->def, old, oldDef);
}

// Dye cells a cell are a whole number, or one over one, or the domain moves by so many cells that it comes out even.
static int getScrollMultiple(const gfBody *body, int axis)
{
    int cells = axis == 0 ? body->def.gridWidth : body->def.gridHeight, a = cells;
    for (int b = dyeCells(cells, body->def.dyeScale); b != 0;) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return cells / a;
}

// Of what is moved later.
static int addScrolled(int shift, const gfScroll *scroll, int axis)
{
    int size = scroll->grid[axis], sum = shift + scroll->cells[axis];
    return scroll->wrap[axis] ? sum % size : gfClamp(sum, -size, size);
}

// What is drawn of solids and sides, moved along with distances, beside what there is. False and reported on failure.
static bool copyFaces(const gfBody *body, const gfGrid *g, const gfScroll *scroll)
{
    const gfPair *const pairs[] = {&g->corners, &g->faces, &g->wallVelocity};
    bool ok = true;
    for (int i = 0; i < (g->moving ? 3 : 2) && ok; i++) { // what does not move is 0 everywhere
        ok = gfFramebuffer_CopyMoved(body->device, &pairs[i]->read, &pairs[i]->write, scroll->cells);
    }
    return ok;
}

static void takeFaces(gfGrid *g)
{
    gfPair_Swap(&g->corners);
    gfPair_Swap(&g->faces);
    if (g->moving) {
        gfPair_Swap(&g->wallVelocity);
    }
}

// Through an open side or inflow comes what the side says, which is what flows in there.
static bool scrollGrid(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfGrid *g = state;
    float rest[GF_GRID_RESTS][4], entering[2][GF_GRID_RESTS][4];
    const gfStatePlan plan = gfGrid_GetPlan(body, g, g->conditions, rest);
    gfScroll entry = *scroll;
    for (int axis = 0; axis < 2; axis++) {
        const gfBoundary *side = gfBoundaries_Get(&body->def.boundaries, 2 * axis + (scroll->cells[axis] > 0 ? 1 : 0));
        memcpy(entering[axis], rest, sizeof rest);
        if (side->kind == GF_BOUNDARY_OPEN || side->kind == GF_BOUNDARY_INFLOW) {
            entering[axis][GF_GRID_REST_AMBIENT][0] += side->temperature;
            memcpy(entering[axis][GF_GRID_REST_DYE], side->dye, sizeof side->dye);
        }
        entry.rest[axis] = (const float(*)[4])entering[axis];
    }
    if (!gfGrid_FetchToChange(body, g, false)) {
        return false;
    }
    // What is not known to be as distances were is drawn anew.
    bool follows = scroll->movesSolids && g->drawnSolids == body->solids.drawnVersion;
    if (follows && !copyFaces(body, g, scroll)) {
        return false;
    }
    if (!gfState_PrepareScroll(body->device, &gf_gridStateTable) ||
        !gfGrid_ScrollLattices(body->device, g->lattices, &entry) || !gfState_Scroll(body->device, &plan, g, &entry)) {
        return false;
    }
    for (int axis = 0; axis < 2; axis++) {
        if (scroll->wrap[axis] == 0 && abs(scroll->cells[axis]) >= scroll->grid[axis]) {
            g->earlierKnown = false; // all is new
            g->draws = 0;
            if (gfPair_Exists(&g->ledger)) {
                gfPair_Clear(body->device, &g->ledger, (const float[4]){0.0f}); // and nothing owed
            }
        }
        g->maskShift[axis] = addScrolled(g->maskShift[axis], scroll, axis);
        g->rhsShift[axis] = addScrolled(g->rhsShift[axis], scroll, axis);
    }
    if (follows) {
        takeFaces(g);
    } else if (scroll->movesSolids) {
        g->drawnSolids = 0;
    }
    return true;
}

static uint32_t getGridNeeds(const void *state)
{
    const gfGrid *g = state;
    return (g->conditions & GF_GRID_ASKED) | (g->measured.sums.levels > 0 ? GF_GRID_MEASURES : 0u) |
           (gfPressure_CaresForThin(&g->pressure) ? GF_GRID_THIN : 0u);
}

static bool makeGridNeeds(const gfBody *body, void *state, uint32_t needs)
{
    gfGrid *g = state;
    if (needs & GF_GRID_THIN) { // it can be done without, which is told
        gfPressure_CareForThin(body->device, &g->pressure);
    }
    return gfGrid_Require(body, g, needs & ~(uint32_t)(GF_GRID_MEASURES | GF_GRID_THIN)) &&
           (!(needs & GF_GRID_MEASURES) || gfGrid_MakeMeasured(body, g));
}

// --- snapshots -------------------------------------------------------------------------------------------------------

static void archiveMadeGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t made = g->conditions & (GF_GRID_EXPANDS | GF_GRID_BALANCES);
    gfArchive_Bytes(archive, &made, sizeof made);
    if (gfArchive_Reads(archive) && !gfGrid_Require(body, g, made & (GF_GRID_EXPANDS | GF_GRID_BALANCES))) {
        archive->failed = true;
    }
    gfGrid_ArchiveMadeLattices(body, g, archive);
}

// What of the solids is not drawn yet.
typedef enum gfPendingSolids { NOTHING_PENDING, VELOCITIES_PENDING, ALL_PENDING } gfPendingSolids;

static gfPendingSolids pendingOf(const gfBody *body, const gfGrid *g)
{
    if (g->drawnSolids == 0 || g->drawnAmbient != body->def.grid.ambientTemperature ||
        !gfBoundaries_Equal(&g->drawnBoundaries, &body->def.boundaries) || body->solids.shapes > g->drawnSolids) {
        return ALL_PENDING;
    }
    return g->drawnSolids == body->solids.version ? NOTHING_PENDING : VELOCITIES_PENDING;
}

static const gfMember gridMembers[] = {
    GF_MEMBER_WITHIN(gfGrid, lastDt, 1e-9, 1.0),
    GF_MEMBER_WITHIN(gfGrid, dtRatio, 1e-9, 1e9),
    GF_MEMBER(gfGrid, earlierKnown),
    GF_MEMBER(gfGrid, carriedKnown),
    GF_MEMBER(gfGrid, lastPush),
    GF_MEMBER(gfGrid, expands),
    GF_MEMBER(gfGrid, masksDiffer),
    GF_MEMBER(gfGrid, masksDrawn),
    GF_MEMBER(gfGrid, masksApart),
    GF_MEMBER(gfGrid, maskShift),
    GF_MEMBER(gfGrid, rhsShift),
    GF_MEMBER(gfGrid, written),
    GF_MEMBER(gfGrid, placed),
    GF_MEMBER(gfGrid, draws),
};
static const gfRecord gridRecord = GF_RECORD(gfGrid, gridMembers);

// When it is read, solids are drawn as they are, and what was pending is drawn by the next update once more.
static void archiveGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t pending = pendingOf(body, g);
    if (archive->mode == GF_ARCHIVE_WRITE && !gfGrid_Fetch(body, g, GF_GRID_PARTS)) {
        archive->failed = true;
    }
    gfArchive_Bytes(archive, &pending, sizeof pending);
    gfArchive_Record(archive, &gridRecord, g);
    gfState_Archive(archive, &gf_gridStateTable, g);
    gfGrid_ArchiveLattices(g, archive);
    gfArchive_DelayedRead(archive, &g->speedRead);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    g->expands = g->expands && gfPair_Exists(&g->expansion);
    const int sizes[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        if (!gfInRange(g->maskShift[axis], -sizes[axis], sizes[axis]) ||
            !gfInRange(g->rhsShift[axis], -sizes[axis], sizes[axis])) {
            gfArchive_Fail(archive, "how far it has moved");
        }
    }
    if (pending == VELOCITIES_PENDING && body->solids.shapes < g->drawnSolids) {
        g->drawnSolids--;
    } else if (pending != NOTHING_PENDING) {
        g->drawnSolids = 0;
    }
}

const gfSolver gf_solverGrid = {
    .name = "grid",
    .table = &gf_gridStateTable,
    .check = checkGrid,
    .create = gfGrid_Create,
    .destroy = gfGrid_Destroy,
    .domain.resample = resampleGrid,
    .domain.resized = gfGrid_Settle,
    .reset = resetGrid,
    .tune = gfGrid_Tune,
    .domain.scroll = scrollGrid,
    .domain.movesSolids = true,
    .domain.getScrollMultiple = getScrollMultiple,
    .saved.archiveMade = archiveMadeGrid,
    .saved.archive = archiveGrid,
    .solids.update = gfGrid_UpdateSolids,
    .solids.followsValves = true,
    .step = gfGrid_Step,
    .describeField = gfGrid_DescribeField,
    .hasField = gfGrid_HasField,
    .getField = gfGrid_GetField,
    .host.isWritable = gfGrid_IsWritable,
    .host.writeField = gfGrid_WriteField,
    .host.project = gfGrid_Project,
    .solids.drawLoads = gfGrid_DrawLoads,
    .solids.drawSideLoads = gfGrid_DrawSideLoads,
    .needs.get = getGridNeeds,
    .needs.make = makeGridNeeds,
    .group = &gf_gridGroup,
};
