// The grid solver (stable fluids on a staggered grid): creation, changes of tunables, scrolling with the domain, and
// snapshots. The table of textures is in grid_state.c, the step in grid_step.c, access to fields in grid_fields.c.
#include "fluid/module.h"
#include "solvers/grid/instances.h"

#include <stdlib.h>

void gfGrid_Destroy(const gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGrid *g = state;
    gfState_Destroy(device, &gf_gridStateTable, g);
    gfPressure_Destroy(device, &g->projection.pressure);
    gfGrid_DestroyLattices(device, g->lattices);
    gfPyramid_Destroy(device, &g->reading.residual.sums);
    gfDelayedRead_Destroy(device, &g->cfl.read);
    gfGrid_DropTotals(device, g);
    gfFree(&device->core, g);
}

// Warns if multigrid will converge slowly: on a periodic axis coarser levels end at an odd number of cells.
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

// Makes the framebuffers of solves for each right-hand side: gfGrid_Project may exchange divergence and pressure.
static bool warmPressure(gfDevice *device, const gfPressure *pressure, const gfProjection *projection)
{
    const gfPair *rhs = &projection->rhs, *field = &projection->pressure.field;
    const gfTexture *const to[] = {&rhs->read, &rhs->write, &field->read, &field->write};
    return pressure->multigrid == NULL || gfMultigrid_Warm(device, pressure->multigrid, to, GF_COUNT(to));
}

bool gfGrid_Tune(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    const gfPressureProblem problem = gfGrid_PressureProblem(body, g);
    bool fits = gfPressure_Fits(&g->projection.pressure, body->def.grid.pressureMethod, &problem);
    uint32_t needs = g->needs | (body->frame.turns ? GF_NEED_TURNING : 0u);
    uint32_t options = gfGrid_GetOptions(body, needs);
    gfLattice lattices[GF_LATTICES];
    gfPressure pressure = {0};
    bool rows[GF_STATE_ROWS_MAX] = {false};
    gfGridPlan plan;
    gfGrid_PlanDefined(body, g, &plan);
    plan.plan.made = rows;
    GF_TRY(gfGrid_MakeLattices(body, g, lattices));
    if ((!fits && !gfPressure_Create(device, &pressure, body->def.grid.pressureMethod, &problem)) ||
        !gfState_Create(device, &plan.plan, g) ||
        !warmPressure(device, fits ? &g->projection.pressure : &pressure, &g->projection) ||
        !gfState_Convert(device, &plan.plan, g)) {
        gfState_Undo(device, plan.plan.table, g, rows);
        gfPressure_Destroy(device, &pressure);
        gfGrid_DestroyLattices(device, lattices);
        return false;
    }
    if (!fits) {
        pressure.field = g->projection.pressure.field;
        gfPressure_Destroy(device, &g->projection.pressure);
        g->projection.pressure = pressure;
        gfPair_Clear(device, &g->projection.pressure.field, (const float[4]){0.0f});
        g->masks.current = false;
        warnOfOddHalves(body, g);
    }
    for (int i = 0; i < GF_LATTICES; i++) {
        g->masks.current = g->masks.current && lattices[i].multigrid == NULL;
    }
    if ((g->options ^ options) & GF_GRID_HELD) {
        g->masks.current = false; // viscosity became or ceased to be 0: no-slip walls close more faces
    }
    gfGrid_TakeLattices(device, g, lattices);
    g->options = options;
    g->needs = needs;
    return true;
}

void *gfGrid_Create(const gfBody *body)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfGrid *g = gfAlloc(&device->core, sizeof *g);
    GF_TRY(g != NULL);
    g->cellsX = def->gridWidth;
    g->cellsY = def->gridHeight;
    g->dyeX = gfGrid_CountDyeCells(def->gridWidth, def->dyeScale);
    g->dyeY = gfGrid_CountDyeCells(def->gridHeight, def->dyeScale);
    g->together = gfGrid_CarriesTogether(def);
    g->lastDt = def->fixedStep;
    g->dtRatio = 1.0f;
    if (!gfGrid_Tune(body, g)) {
        gfGrid_Destroy(body, g);
        return NULL;
    }
    if (def->fieldPrecision != GF_PRECISION_16F &&
        device->gl.formats[gfGL_ChooseFormat(&device->gl, GF_FORMAT_RGBA32F)].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_NO_FLOAT_RENDERING,
                 "no 32-bit float rendering here: 16 bits are used");
    }
    return g;
}

static void resetGrid(const gfBody *body, void *state)
{
    gfGrid *g = state;
    gfGridPlan plan;
    gfGrid_PlanDefined(body, g, &plan);
    gfGrid_FetchToChange(body, g, true);
    gfState_Reset(body->device, &plan.plan, g);
    gfGrid_ResetLattices(body->device, g->lattices);
    g->forces.expands = false;
    g->velocityAdvection.previousKnown = false;
    g->scalarAdvection.written = false;
    g->scalarAdvection.placed = true; // the initial dye and heat may lie in solids, where advection clears them
    g->velocityAdvection.lastAcceleration = (gfVec2){0};
    g->draws = 0;
    memset(g->projection.rhsShift, 0, sizeof g->projection.rhsShift);
    g->projection.shakes = g->projection.shaken = false;
    g->cfl.read.started = 0;
    g->lastDt = body->def.fixedStep;
}

static bool resampleGrid(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGrid *g = state;
    const gfGrid *old = oldState;
    gfGridPlan plan;
    gfGrid_PlanDefined(body, g, &plan);
    g->lastDt = old->lastDt;
    g->velocityAdvection.previousKnown = old->velocityAdvection.previousKnown;
    g->velocityAdvection.lastAcceleration = old->velocityAdvection.lastAcceleration;
    g->draws = old->draws;
    return gfGrid_KeepTotals(body, g, oldDef, old) &&
           gfState_Resample(body->device, &plan.plan, g, &body->def, old, oldDef);
}

// Returns the least number of cells that is also a whole number of dye texels.
static int getScrollMultiple(const gfBody *body, int axis)
{
    int cells = axis == 0 ? body->def.gridWidth : body->def.gridHeight, a = cells;
    for (int b = gfGrid_CountDyeCells(cells, body->def.dyeScale); b != 0;) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return cells / a;
}

// Returns `shift` plus a scroll, cells: how far a texture that was not scrolled must later be shifted.
static int addScrolled(int shift, const gfScroll *scroll, int axis)
{
    int size = scroll->grid[axis], sum = shift + scroll->cells[axis];
    return scroll->wrap[axis] ? sum % size : gfClamp(sum, -size, size);
}

// See gfSolver.domain.scroll. Cells that enter by an open side or an inflow get the dye and temperature entering there.
static bool scrollGrid(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfGrid *g = state;
    float entering[2][GF_GRID_CLEARS][4];
    gfGridPlan plan;
    gfScroll entry = *scroll;
    gfGrid_PlanDefined(body, g, &plan);
    for (int axis = 0; axis < 2; axis++) {
        const gfBoundary *side = gfBoundaries_Get(&body->def.boundaries, 2 * axis + (scroll->cells[axis] > 0 ? 1 : 0));
        memcpy(entering[axis], plan.clear, sizeof plan.clear);
        if (side->kind == GF_BOUNDARY_OPEN || side->kind == GF_BOUNDARY_INFLOW) {
            for (int i = 0; i < GF_SCALARS; i++) {
                for (int channel = 0; channel < gf_gridScalars[i].channels; channel++) {
                    entering[axis][GF_GRID_CLEAR_DYE + i][channel] += gfGrid_GetEntry(side, i)[channel];
                }
            }
        }
        entry.clear[axis] = (const float(*)[4])entering[axis];
    }
    GF_TRY(gfGrid_FetchToChange(body, g, false));
    GF_TRY(gfState_PrepareScroll(body->device, &gf_gridStateTable) &&
           gfGrid_ScrollLattices(body->device, g->lattices, &entry) &&
           gfState_Scroll(body->device, &plan.plan, g, &entry));
    for (int axis = 0; axis < 2; axis++) {
        if (scroll->wrap[axis] == 0 && abs(scroll->cells[axis]) >= scroll->grid[axis]) {
            g->velocityAdvection.previousKnown = false; // the domain moved so far that all cells are new
            g->draws = 0;
            if (gfPair_Exists(&g->scalarAdvection.ledger)) {
                // New cells have lost nothing yet.
                gfPair_Clear(body->device, &g->scalarAdvection.ledger, (const float[4]){0.0f});
            }
        }
        g->masks.shift[axis] = addScrolled(g->masks.shift[axis], scroll, axis);
        g->projection.rhsShift[axis] = addScrolled(g->projection.rhsShift[axis], scroll, axis);
    }
    return true;
}

static uint32_t getGridNeeds(const void *state)
{
    const gfGrid *g = state;
    const gfMultigrid *multigrid = g->projection.pressure.multigrid;
    return g->needs | (g->reading.residual.sums.levels > 0 ? GF_NEED_RESIDUAL : 0u) |
           (multigrid != NULL && gfMultigrid_HasPairs(multigrid) ? GF_NEED_THIN_WALLS : 0u);
}

static bool makeGridNeeds(const gfBody *body, void *state, uint32_t needs)
{
    gfGrid *g = state;
    gfMultigrid *multigrid = g->projection.pressure.multigrid;
    if ((needs & GF_NEED_THIN_WALLS) && multigrid != NULL) { // the fluid can do without: a failure is only a warning
        gfMultigrid_MakePairs(body->device, multigrid);
    }
    return gfGrid_Require(body, g, needs & ~(uint32_t)(GF_NEED_RESIDUAL | GF_NEED_THIN_WALLS)) &&
           (!(needs & GF_NEED_RESIDUAL) || gfGrid_MakeResidual(body, g));
}

// --- snapshots -------------------------------------------------------------------------------------------------------

// The needs that snapshots save. `bit`: the need's bit in the file, which thus doesn't depend on the enum's values.
static const struct {
    uint32_t need, bit;
} savedNeeds[] = {{GF_NEED_EXPANSION, 1u << 22}, {GF_NEED_BALANCE, 1u << 23}};

static void archiveMadeGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t made = 0, needs = 0;
    for (int i = 0; i < GF_COUNT(savedNeeds); i++) {
        made |= (g->needs & savedNeeds[i].need) != 0 ? savedNeeds[i].bit : 0u;
    }
    gfArchive_Bytes(archive, &made, sizeof made);
    for (int i = 0; i < GF_COUNT(savedNeeds); i++) {
        needs |= (made & savedNeeds[i].bit) != 0 ? savedNeeds[i].need : 0u;
    }
    if (gfArchive_Reads(archive) && !gfGrid_Require(body, g, needs)) {
        archive->failed = true;
    }
    gfGrid_ArchiveMadeLattices(body, g, archive);
}

// Which textures of solids must be drawn after loading. 1 (only velocities), in old snapshots, is read as ALL_PENDING.
enum { NOTHING_PENDING = 0, ALL_PENDING = 2 };

static uint32_t pendingOf(const gfBody *body, const gfGrid *g)
{
    bool drawn = g->masks.current && body->solids.pending == GF_SOLIDS_SAME &&
                 body->solids.textures->domain.ambientTemperature == body->def.grid.ambientTemperature &&
                 gfBoundaries_Equal(&g->masks.drawnBoundaries, &body->def.boundaries);
    return drawn ? NOTHING_PENDING : ALL_PENDING;
}

static const gfMember gridMembers[] = {
    GF_MEMBER_WITHIN(gfGrid, lastDt, 1e-9, 1.0),
    GF_MEMBER_WITHIN(gfGrid, dtRatio, 1e-9, 1e9),
    GF_MEMBER(gfGrid, velocityAdvection.previousKnown),
    GF_MEMBER(gfGrid, velocityAdvection.carriedKnown),
    GF_MEMBER(gfGrid, velocityAdvection.lastAcceleration),
    GF_MEMBER(gfGrid, forces.expands),
    GF_MEMBER(gfGrid, masks.differ),
    GF_MEMBER(gfGrid, masks.drawn),
    GF_MEMBER(gfGrid, masks.apart),
    GF_MEMBER(gfGrid, masks.shift),
    GF_MEMBER(gfGrid, projection.rhsShift),
    GF_MEMBER(gfGrid, projection.shakes),
    GF_MEMBER(gfGrid, projection.shaken),
    GF_MEMBER(gfGrid, masks.solidCount),
    GF_MEMBER(gfGrid, scalarAdvection.written),
    GF_MEMBER(gfGrid, scalarAdvection.placed),
    GF_MEMBER(gfGrid, draws),
};
static const gfRecord gridRecord = GF_RECORD(gfGrid, gridMembers);

// Writes the state to a snapshot or reads it (gfSolver.saved.archive). The caller has drawn the solids before a read.
// If changes of solids were waiting when it was written, the next update draws all solids once more.
static void archiveGrid(const gfBody *body, void *state, gfArchive *archive)
{
    gfGrid *g = state;
    uint32_t pending = pendingOf(body, g);
    gfGridPlan plan;
    if (archive->mode == GF_ARCHIVE_WRITE && !gfGrid_Fetch(body, g, GF_GRID_PARTS)) {
        archive->failed = true;
    }
    gfArchive_Bytes(archive, &pending, sizeof pending);
    gfArchive_Record(archive, &gridRecord, g);
    gfGrid_PlanDefined(body, g, &plan);
    plan.plan.table = &gf_gridStateTable;
    gfState_Archive(archive, &plan.plan, g);
    gfGrid_ArchiveLattices(g, archive);
    gfArchive_DelayedRead(archive, &g->cfl.read);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    g->forces.expands = g->forces.expands && gfPair_Exists(&g->forces.expansion);
    const int sizes[2] = {g->cellsX, g->cellsY};
    for (int axis = 0; axis < 2; axis++) {
        if (!gfInRange(g->masks.shift[axis], -sizes[axis], sizes[axis]) ||
            !gfInRange(g->projection.rhsShift[axis], -sizes[axis], sizes[axis])) {
            gfArchive_Fail(archive, "how far it has moved");
        }
    }
    g->masks.current = g->masks.current && pending == NOTHING_PENDING;
}

static void describeGas(const gfBody *body, gfMedium *medium)
{
    medium->kind = GF_MEDIUM_FULL;
    medium->gravity = gfFrame_GetGravity(&body->frame, body->def.grid.gravity);
}

const gfSolver gf_solverGrid = {
    .name = "grid",
    .table = &gf_gridStateTable,
    .check = gfGrid_Check,
    .create = gfGrid_Create,
    .describeMedium = describeGas,
    .oneWay = true,
    .destroy = gfGrid_Destroy,
    .domain.resample = resampleGrid,
    .domain.resized = gfGrid_Settle,
    .reset = resetGrid,
    .tune = gfGrid_Tune,
    .domain.scroll = scrollGrid,
    .domain.keepsSolids = true,
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
    .needs.ofSteps = GF_NEED_EXPANSION | GF_NEED_BALANCE | GF_NEED_TURNING | GF_NEED_VALVES | GF_NEED_THIN_WALLS,
    .group = &gf_gridGroup,
};

const gfModule gf_module_grid = {.name = "grid", .solver = &gf_solverGrid, .kind = GF_SOLVER_GRID};
