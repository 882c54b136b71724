// The Gaussian solver: the fluid of each cell is a particle. In a step it moves, is spread by a Gaussian, and is
// gathered into cells again. This file has the table of textures, the framebuffers of steps, set-up, and the table of
// the solver's calls. The step is in gaussian_step.c, access to fields in gaussian_fields.c.
#include "solvers/gaussian/gaussian.h"

#include "fluid/module.h"
#include "fluid/records.h"
#include "gl/readback.h"

const char *const gf_gaussianOptionDefines[] = {"CLASSES", "CORRECTED", "REFERENCE",     NULL,
                                                "WRAP",    "CLASSIC",   [18] = "TURNING"};

// --- textures ------------------------------------------------------------------------------------------------------

// clang-format off
#define ROW(name, member, kind, format, extent, when, persists, sampled, shift, saved)                                \
    {name, offsetof(gfGaussian, member), GF_STATE_##kind, GF_FORMAT_##format, GF_FORMAT_##format, GF_EXTENT_##extent,  \
     when, persists, GF_RESAMPLE_##sampled, 0, 0, GF_SHIFT_##shift, GF_SAVED_##saved, 0}
#define LASTING(name, member, extent, when, shift) ROW(name, member, PAIR, RGBA32F, extent, when, true, SOLVER, shift, BOTH)
// LINGERING textures are read after the step that drew them, so snapshots save them. PASSING ones are not.
#define LINGERING(name, member, extent, when) ROW(name, member, TEXTURE, RGBA32F, extent, when, false, NONE, NONE, READ)
#define PASSING(name, member, extent, when) ROW(name, member, TEXTURE, RGBA32F, extent, when, false, NONE, NONE, NOT)
#define VIEW(name, view, format, extent) \
    ROW(name, views[GF_VIEW_##view], TEXTURE, format, extent, (uint32_t)GF_WHEN_VIEWED << GF_VIEW_##view, false, NONE, NONE, \
        NOT)

static const gfStateRow gaussianStateRows[] = {
    LASTING("velocity along x", state[GF_GAUSSIAN_VELOCITY_X], PACKED, 0, PACKED),
    LASTING("velocity along y", state[GF_GAUSSIAN_VELOCITY_Y], PACKED, 0, PACKED),
    LASTING("mass", state[GF_GAUSSIAN_MASS], PACKED, 0, PACKED),
    ROW("bulk pressure", bulkPressure, PAIR, RGBA32F, PACKED, GF_WHEN_CONSERVING, true, NONE, PACKED, READ),
    LASTING("red dye", dye[0], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("green dye", dye[1], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("blue dye", dye[2], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("amount of dye", dye[3], PACKED, GF_WHEN_DYED, PACKED),
    LASTING("mass budget", massBudget, ONE, 0, NONE),
    LINGERING("way along x", moves[0], PACKED, GF_WHEN_CONSERVING),
    LINGERING("way along y", moves[1], PACKED, GF_WHEN_CONSERVING),
    PASSING("ghost fluid", ghosts, CELLS, GF_WHEN_CONSERVING),
    ROW("tiles of ghost fluid", ghostTiles, PAIR, R32F, TILES, GF_WHEN_CONSERVING, false, NONE, NONE, NOT),
    PASSING("mass flow along x", massFlow[0], PACKED, GF_WHEN_FLOWING),
    PASSING("mass flow along y", massFlow[1], PACKED, GF_WHEN_FLOWING),
    PASSING("flow along x", flow[0], PACKED, GF_WHEN_FLOWING),
    PASSING("flow along y", flow[1], PACKED, GF_WHEN_FLOWING),
    LINGERING("bounds", bounds[0], TILES, 0),
    LINGERING("bounds", bounds[1], TILES, 0),
    LINGERING("bounds", bounds[2], TILES, 0),
    LINGERING("bounds", bounds[3], TILES, GF_WHEN_CONSERVING),
    LINGERING("fine bounds", fineBounds[0], FINE, 0),
    LINGERING("fine bounds", fineBounds[1], FINE, GF_WHEN_CONSERVING),
    LINGERING("neighbourhoods", neighbourhoods, TILES, 0),
    LINGERING("classes of tiles", tileClass, TILES, GF_WHEN_CONSERVING),
    LINGERING("fine mass", fineMass, FINE, GF_WHEN_KEEPING_MASS),
    LINGERING("mass of tiles", tileMass, TILES, GF_WHEN_KEEPING_MASS),
    ROW("mass from sources", requested, PAIR, RGBA32F, PACKED, GF_WHEN_KEEPING_MASS, false, NONE, NONE, NOT),
    ROW("total mass", total, REDUCTION, RGBA32F, TILES, GF_WHEN_KEEPING_MASS, false, NONE, NONE, NOT),
    VIEW("velocity", VELOCITY, RG32F, CORNERS),
    VIEW("dye", DYE, RGBA32F, CORNERS),
    VIEW("vorticity", VORTICITY, R32F, CORNERS),
    VIEW("pressure", PRESSURE, R32F, CORNERS),
    VIEW("mass", MASS, R32F, CORNERS),
    VIEW("dye as shown", SHOWN_DYE, RGBA32F, CORNERS),
    VIEW("mass as shown", SHOWN_MASS, R32F, CORNERS),
    VIEW("liquid", LIQUID, RGBA32F, CORNERS),
    VIEW("flow", FLOW, RGBA32F, CORNERS),
    VIEW("pressure as shown", SHOWN_PRESSURE, RGBA32F, PACKED),
};
// clang-format on

_Static_assert(GF_COUNT(gaussianStateRows) <= GF_STATE_ROWS_MAX, "gfState_Create has room for fewer rows");

static const gfStateTable gaussianStateTable = {gaussianStateRows, GF_COUNT(gaussianStateRows), "gaussian", NULL};

// Velocities of one side of their pairs with the mass of the other side: steps swap only the mass, sources all three.
#define MIXED_WRITES(g, written) STATE_VELOCITY(g, written), gfGaussian_GetSide((g), GF_GAUSSIAN_MASS, !(written))

// Makes the framebuffers of passes that write several textures, so that no step has to.
static bool warmGaussian(gfDevice *device, const void *state, uint32_t conditions)
{
    const gfGaussian *g = state;
    const struct {
        uint32_t when;
        int count;
        const gfTexture *writes[GF_ATTACHMENTS_MAX];
    } sets[] = {
        {0, 3, {STATE_WRITES(g, false)}},
        {0, 3, {STATE_WRITES(g, true)}},
        {0, 3, {MIXED_WRITES(g, false)}},
        {0, 3, {MIXED_WRITES(g, true)}},
        {GF_WHEN_CONSERVING, 4, {DEPARTING_WRITES(g)}},
        {GF_WHEN_CONSERVING, 1, {&g->ghosts}},
        {GF_WHEN_CONSERVING, 1, {&g->ghostTiles.read}},
        {GF_WHEN_CONSERVING, 1, {&g->ghostTiles.write}},
        {GF_WHEN_CONSERVING, 2, {&g->neighbourhoods, &g->tileClass}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, false), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, false), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, true), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {STATE_WRITES(g, true), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, false), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, false), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, true), &g->requested.read}},
        {GF_WHEN_KEEPING_MASS, 4, {MIXED_WRITES(g, true), &g->requested.write}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->fineBounds[0], &g->fineMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[0], &g->tileMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[1], &g->tileMass}},
        {GF_WHEN_KEEPING_MASS, 2, {&g->bounds[2], &g->tileMass}},
        {GF_WHEN_FLOWING, 2, {&g->massFlow[0], &g->massFlow[1]}},
        {GF_WHEN_FLOWING, 2, {&g->flow[0], &g->flow[1]}},
        {GF_WHEN_DYED, 4, {DYE_WRITES(g, read)}},
        {GF_WHEN_DYED, 4, {DYE_WRITES(g, write)}},
        // These come last, so that after a failure above none is made: they would stay, as their textures do.
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, false), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, false), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, true), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {STATE_WRITES(g, true), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, false), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, false), &g->bulkPressure.write}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, true), &g->bulkPressure.read}},
        {GF_WHEN_CONSERVING, 4, {MIXED_WRITES(g, true), &g->bulkPressure.write}},
    };
    _Static_assert(GF_GAUSSIAN_HISTORY == 3, "each of the bounds in the history has a row");
    for (int i = 0; i < GF_COUNT(sets); i++) {
        GF_TRY((sets[i].when & conditions) != sets[i].when ||
               gfFramebuffer_Warm(device, sets[i].writes, sets[i].count));
    }
    return true;
}

// --- the solver ------------------------------------------------------------------------------------------------------

static bool checkGaussian(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const int cells[2] = {def->gridWidth, def->gridHeight};
    const float tension = def->gaussian.surfaceTension;
    GF_REQUIRE(core, tension == GF_TENSION_AUTOMATIC || !(tension < 0.0f), OUT_OF_RANGE,
               "%s: gaussian.surfaceTension is %g; 0 to 1e6 is expected", caller, (double)tension);
    GF_REQUIRE(core, def->dyeScale == 1.0f, OUT_OF_RANGE, "%s: dyeScale is %g; GF_SOLVER_GAUSSIAN expects 1", caller,
               (double)def->dyeScale);
    GF_REQUIRE(core, !gfBoundaries_Any(&def->boundaries, GF_BOUNDARY_INFLOW), OUT_OF_RANGE,
               "%s: GF_SOLVER_GAUSSIAN has no inflow sides; an emitter that sets mass and velocity is expected",
               caller);
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfBoundaries_Wrap(&def->boundaries, axis) || (cells[axis] % 8 == 0 && cells[axis] >= 16),
                   OUT_OF_RANGE,
                   "%s: %d cells along a periodic axis; GF_SOLVER_GAUSSIAN expects a multiple of 8, at least 16",
                   caller, cells[axis]);
    }
    return gfMembers_Check(core, &gf_gaussianParamsRecord, &def->gaussian, "gaussian", caller) &&
           gfBoundaries_Check(core, &def->boundaries, def->gridWidth, def->gridHeight, caller);
}

// --- state --------------------------------------------------------------------------------------------------------

static gfStatePlan planOfGaussian(const gfGaussian *g, uint32_t conditions)
{
    static const float rest[1][4] = {{0.0f}};
    return (gfStatePlan){.table = &gaussianStateTable,
                         .extents = g->extents,
                         .clear = rest,
                         .conditions = conditions,
                         .warm = warmGaussian};
}

// Sets all of gfGaussian.conditions, as gfGaussian_Require sets some.
static bool make(const gfBody *body, gfGaussian *g, uint32_t conditions)
{
    const gfStatePlan plan = planOfGaussian(g, conditions);
    GF_TRY(gfState_Create(body->device, &plan, g));
    g->conditions = conditions;
    return true;
}

bool gfGaussian_Require(const gfBody *body, void *state, uint32_t conditions)
{
    gfGaussian *g = state;
    return (conditions & ~g->conditions) == 0 || make(body, g, g->conditions | conditions);
}

static uint32_t getGaussianNeeds(const void *state)
{
    return ((const gfGaussian *)state)->conditions & ~((uint32_t)GF_WHEN_DYED - 1);
}

// --- set-up --------------------------------------------------------------------------------------------------------

static uint32_t conditionsOf(const gfBody *body)
{
    const gfGaussianParams *p = &body->def.gaussian;
    const gfBoundaries *boundaries = &body->def.boundaries;
    bool conserves = p->mode == GF_GAUSSIAN_CONSERVING;
    bool wraps = gfBoundaries_Wrap(boundaries, 0) || gfBoundaries_Wrap(boundaries, 1);
    bool keeps = conserves && p->massCorrection && !gfBoundaries_Any(boundaries, GF_BOUNDARY_OPEN);
    uint32_t conditions = 0;
    conditions |= conserves ? GF_WHEN_CONSERVING : 0;
    conditions |= keeps ? GF_WHEN_KEEPING_MASS : 0;
    conditions |= p->plain ? GF_WHEN_REFERENCE : 0;
    conditions |= conserves && !p->plain ? GF_WHEN_TILED : 0;
    conditions |= conserves && wraps ? GF_WHEN_WRAPPING : 0;
    conditions |= p->mode == GF_GAUSSIAN_CLASSIC ? GF_WHEN_CLASSIC : 0;
    conditions |= conserves && body->frame.turns ? GF_WHEN_TURNING : 0;
    return conditions;
}

// Applies body->def to the state. Returns false and reports on failure; then steps go on as before.
static bool tuneGaussian(const gfBody *body, void *state)
{
    gfGaussian *g = state;
    const uint32_t requested = ~((uint32_t)GF_WHEN_DYED - 1);
    uint32_t conditions = (g->conditions & requested) | conditionsOf(body);
    int wrapX = gfBoundaries_Wrap(&body->def.boundaries, 0), wrapY = gfBoundaries_Wrap(&body->def.boundaries, 1);
    if (g->state[0].read.id != 0 && conditions == g->conditions && wrapX == g->wrapX && wrapY == g->wrapY) {
        return true; // other changes are numbers, which each step reads from the definition
    }
    GF_TRY(make(body, g, conditions));
    g->massKnown = g->massKnown && gfGaussian_Is(g, GF_WHEN_KEEPING_MASS);
    g->wrapX = wrapX;
    g->wrapY = wrapY;
    g->fresh = GF_GAUSSIAN_FRESH;
    g->moved = false;
    g->ghostsKnown = false;
    return true;
}

static const gfShader stepShader = {.file = "common/copy.frag", .defines = "SECOND;THIRD;SCALED"};

static bool prepareChangeStep(const gfBody *body)
{
    return gfPrograms_Make(body->device, &stepShader, 1);
}

// Rescales the stored velocities when the length of steps changes, as their unit is cells per step.
static bool changeStep(const gfBody *body, void *state, float oldStep)
{
    gfGaussian *g = state;
    bool ok = gfPass_Run(body->device, &(gfPass){.label = "change_step",
                                                 .shader = stepShader,
                                                 .writes = {STATE_WRITES(g, true)},
                                                 .inputs = {GF_IN(copied0, g->state[GF_GAUSSIAN_VELOCITY_X].read.id),
                                                            GF_IN(copied1, g->state[GF_GAUSSIAN_VELOCITY_Y].read.id),
                                                            GF_IN(copied2, g->state[GF_GAUSSIAN_MASS].read.id)},
                                                 .uniforms = {GF_F1(unit, body->def.fixedStep / oldStep)}});
    for (int i = 0; ok && i < GF_GAUSSIAN_STATES; i++) {
        gfPair_Swap(&g->state[i]);
    }
    g->moved = g->moved && !ok;
    return ok;
}

static void *createGaussian(const gfBody *body)
{
    gfDevice *device = body->device;
    gfGaussian *g = gfAlloc(&device->core, sizeof *g);
    GF_TRY(g != NULL);
    g->cellsX = body->def.gridWidth;
    g->cellsY = body->def.gridHeight;
    const int fine = GF_GAUSSIAN_FINE_TEXELS, tile = GF_GAUSSIAN_TILE_TEXELS;
    const int x = (g->cellsX + 1) / 2, y = (g->cellsY + 1) / 2; // packed texels along each axis
    const int extents[GF_GAUSSIAN_EXTENTS][2] = {
        [GF_EXTENT_CELLS] = {g->cellsX, g->cellsY},
        [GF_EXTENT_CORNERS] = {g->cellsX + 1, g->cellsY + 1},
        [GF_EXTENT_PACKED] = {x, y},
        [GF_EXTENT_FINE] = {(x + fine - 1) / fine, (y + fine - 1) / fine},
        [GF_EXTENT_TILES] = {(x + tile - 1) / tile, (y + tile - 1) / tile},
        [GF_EXTENT_ONE] = {1, 1},
    };
    memcpy(g->extents, extents, sizeof extents);
    if (!tuneGaussian(body, g)) {
        gfSolver_Destroy(&gf_solverGaussian, body, g);
        return NULL;
    }
    if (device->gl.formats[g->state[0].read.format].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_NO_FLOAT_RENDERING,
                 "no 32-bit float rendering here: with 16 bits the Gaussian solver loses mass");
    }
    return g;
}

void gfGaussian_Rewritten(const gfBody *body, gfGaussian *g)
{
    if (gfPair_Exists(&g->bulkPressure)) {
        gfTexture_Clear(body->device, &g->bulkPressure.read, (const float[4]){0.0f});
    }
    g->fresh = GF_GAUSSIAN_FRESH; // any tile may have mass now, so the next step draws all of them
    g->moved = false;
}

static void resetGaussian(const gfBody *body, void *state)
{
    gfGaussian *g = state;
    const gfStatePlan plan = planOfGaussian(g, g->conditions);
    gfState_Reset(body->device, &plan, g);
    g->massKnown = false;
    g->fresh = GF_GAUSSIAN_FRESH;
    g->moved = false;
    g->steps = 0;
}

// --- resizing ------------------------------------------------------------------------------------------------------

// Resamples the state before a resize into the textures that `pass` writes.
static bool resampleFields(const gfBody *body, const char *defines, gfPass *pass, const gfFluidDef *oldDef,
                           const gfGaussian *old)
{
    const gfFluidDef *def = &body->def;
    float h = oldDef->cellSize, scale = def->cellSize / h;
    const gfInput inputs[] = {STATE_INPUTS(old), DYE_INPUTS(old)};
    const gfUniform uniforms[] = {
        GF_I2(cells, old->cellsX, old->cellsY),
        GF_F2(newCells, (float)def->gridWidth, (float)def->gridHeight),
        GF_F2(scale, scale, scale),
        GF_F2(offset, (def->origin.x - oldDef->origin.x) / h, (def->origin.y - oldDef->origin.y) / h),
        GF_F1(unit, 1.0f / scale),
        GF_I1(taps, gfState_CountTaps(scale)),
    };
    pass->label = "resample";
    pass->shader = (gfShader)GF_SHADER("gaussian/resample.frag", defines);
    memcpy(pass->inputs, inputs, sizeof inputs);
    memcpy(pass->uniforms, uniforms, sizeof uniforms);
    return gfPass_Run(body->device, pass);
}

static bool resampleGaussian(const gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGaussian *g = state;
    const gfGaussian *old = oldState;
    bool dyed = gfGaussian_Is(old, GF_WHEN_DYED);
    GF_TRY(!dyed || gfGaussian_Require(body, g, GF_WHEN_DYED));
    GF_TRY(resampleFields(body, NULL, &(gfPass){.writes = {STATE_WRITES(g, false)}}, oldDef, old) &&
           (!dyed || resampleFields(body, "DYE", &(gfPass){.writes = {DYE_WRITES(g, read)}}, oldDef, old)));
    g->steps = old->steps;
    g->massKnown = false;
    return gfPass_Run(body->device, &(gfPass){.label = "resample",
                                              .shader = GF_SHADER("common/copy.frag", NULL),
                                              .writes = {&g->massBudget.read},
                                              .inputs = {GF_IN(copied0, old->massBudget.read.id)}});
}

// --- scrolling -----------------------------------------------------------------------------------------------------

// The velocity that views show follows from the last step's moves, which are not valid after the domain moved. So that
// velocity is drawn before, and shifted itself.
static bool scrollFlow(const gfBody *body, gfGaussian *g, const gfScroll *scroll)
{
    static const float none[2][4] = {{0.0f}};
    if (!g->moved || !gfGaussian_Is(g, GF_WHEN_FLOWING)) {
        g->moved = false;
        return true;
    }
    bool ok = gfGaussian_DrawFlow(body, g);
    for (int i = 0; ok && i < 2; i++) {
        ok = gfScroll_Draw(body->device, scroll, GF_SHIFT_PACKED, &g->flow[i], &g->massFlow[i], none);
    }
    for (int i = 0; i < 2; i++) { // x and y of a quantity share a framebuffer, so both are swapped
        gfTexture drawn = g->massFlow[i];
        g->massFlow[i] = g->flow[i];
        g->flow[i] = drawn;
    }
    return ok;
}

static bool scrollGaussian(const gfBody *body, void *state, const gfScroll *scroll)
{
    gfGaussian *g = state;
    const gfStatePlan plan = planOfGaussian(g, g->conditions);
    GF_TRY(gfState_PrepareScroll(body->device, &gaussianStateTable));
    bool keepsAll = true;
    for (int axis = 0; axis < 2; axis++) {
        keepsAll = keepsAll && (scroll->cells[axis] == 0 || scroll->wrap[axis]);
    }
    g->massKnown = g->massKnown && keepsAll;
    g->fresh = GF_GAUSSIAN_FRESH;
    bool ok = scrollFlow(body, g, scroll) && gfState_Scroll(body->device, &plan, g, scroll);
    g->moved = g->moved && ok;
    return ok;
}

static bool massCorrection(const gfBody *body, void *state, double *sum)
{
    const gfGaussian *g = state;
    float entry[4] = {0};
    bool ok = !gfPair_Exists(&g->massBudget) ||
              gfReadback_Blocking(body->device, &(gfReadSource){&g->massBudget.read, 1, 1, 4}, entry);
    *sum = (double)entry[2];
    return ok;
}

// Sums up the particles' momentum for gfFluidStats. The velocity field's is the same only on average over time.
static bool measureMomentum(const gfBody *body, const void *state, gfFluidStats *stats)
{
    const gfGaussian *g = state;
    const int *size = g->extents[GF_EXTENT_PACKED];
    size_t count = 4 * (size_t)size[0] * (size_t)size[1];
    float *values[GF_GAUSSIAN_STATES] = {NULL};
    bool ok = true;
    for (int i = 0; i < GF_GAUSSIAN_STATES && ok; i++) {
        values[i] = gfAlloc(&body->device->core, count * sizeof *values[i]);
        ok = values[i] != NULL &&
             gfReadback_Blocking(body->device, &(gfReadSource){&g->state[i].read, size[0], size[1], 4}, values[i]);
    }
    double unit = (double)gfGaussian_GetSpeed(body) * (double)body->def.cellSize * (double)body->def.cellSize;
    double sums[2] = {0};
    for (size_t i = 0; i < count && ok; i++) {
        sums[0] += (double)values[GF_GAUSSIAN_MASS][i] * (double)values[GF_GAUSSIAN_VELOCITY_X][i];
        sums[1] += (double)values[GF_GAUSSIAN_MASS][i] * (double)values[GF_GAUSSIAN_VELOCITY_Y][i];
    }
    if (ok) {
        stats->momentum[0] = unit * sums[0];
        stats->momentum[1] = unit * sums[1];
    }
    for (int i = 0; i < GF_GAUSSIAN_STATES; i++) {
        gfFree(&body->device->core, values[i]);
    }
    return ok;
}

// --- snapshots -----------------------------------------------------------------------------------------------------

static void archiveMadeGaussian(const gfBody *body, void *state, gfArchive *archive)
{
    gfGaussian *g = state;
    uint32_t made = g->conditions & GF_WHEN_DYED;
    gfArchive_Bytes(archive, &made, sizeof made);
    if (gfArchive_Reads(archive) && !gfGaussian_Require(body, g, made & GF_WHEN_DYED)) {
        archive->failed = true;
    }
}

static const gfMember gaussianMembers[] = {
    GF_MEMBER_WITHIN(gfGaussian, boundsNow, 0, GF_GAUSSIAN_HISTORY - 1),
    GF_MEMBER_WITHIN(gfGaussian, fresh, 0, GF_GAUSSIAN_FRESH),
    GF_MEMBER(gfGaussian, moved),
    GF_MEMBER(gfGaussian, massKnown),
    GF_MEMBER(gfGaussian, steps),
};
static const gfRecord gaussianRecord = GF_RECORD(gfGaussian, gaussianMembers);

static void archiveGaussian(const gfBody *body, void *state, gfArchive *archive)
{
    gfGaussian *g = state;
    const gfStatePlan plan = planOfGaussian(g, g->conditions);
    (void)body;
    gfArchive_Record(archive, &gaussianRecord, g);
    gfState_Archive(archive, &plan, g);
    if (gfArchive_Reads(archive)) {
        g->flowKnown = false;
        g->ghostsKnown = false;
        g->massKnown = g->massKnown && gfGaussian_Is(g, GF_WHEN_KEEPING_MASS);
        g->moved = g->moved && gfGaussian_Is(g, GF_WHEN_CONSERVING);
        g->fresh = archive->nonfinite > 0 ? GF_GAUSSIAN_FRESH : g->fresh;
    }
}

static bool repairedGaussian(const gfBody *body, void *state)
{
    gfGaussian *g = state;
    gfGaussian_Rewritten(body, g);
    return true;
}

// Returns how far, in cells, from the middle of a tile solids can matter (shaders/gaussian/neighbourhood.frag). It is
// twice the largest diagonal move, plus a particle's reach and half a tile. With periodic sides it is twice as far.
static float solidReachOfGaussian(const gfBody *body)
{
    bool wraps = gfBoundaries_Any(&body->def.boundaries, GF_BOUNDARY_PERIODIC);
    return wraps ? 96.0f : 48.0f;
}

const gfSolver gf_solverGaussian = {
    .name = "gaussian",
    .table = &gaussianStateTable,
    .check = checkGaussian,
    .create = createGaussian,
    .domain.resample = resampleGaussian,
    .reset = resetGaussian,
    .tune = tuneGaussian,
    .saved.archiveMade = archiveMadeGaussian,
    .saved.archive = archiveGaussian,
    .saved.repaired = repairedGaussian,
    .domain.prepareChangeStep = prepareChangeStep,
    .domain.changeStep = changeStep,
    .domain.scroll = scrollGaussian,
    .solids.reach = solidReachOfGaussian,
    .step = gfGaussian_Step,
    .describeField = gfGaussian_DescribeField,
    .hasField = gfGaussian_HasField,
    .getField = gfGaussian_GetField,
    .host.isWritable = gfGaussian_IsWritable,
    .host.writeField = gfGaussian_WriteField,
    .host.fillToLevel = gfGaussian_FillToLevel,
    .host.massCorrection = massCorrection,
    .host.measure = measureMomentum,
    .needs.get = getGaussianNeeds,
    .needs.make = gfGaussian_Require,
    .needs.ofSteps = GF_WHEN_DYED | GF_WHEN_FLOWING | GF_WHEN_TURNING,
};

const gfModule gf_module_gaussian = {.name = "gaussian", .solver = &gf_solverGaussian, .kind = GF_SOLVER_GAUSSIAN};
