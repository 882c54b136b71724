// The tiny fluid: a particle in every cell, moved, spread by a Gaussian and gathered back, in fragment passes:
// parameters, programs, textures and the step. Access to fields is in solver_gaussian_fields.c.
//
// A step of GF_GAUSSIAN_CONSERVING:
//   sources   into mass and velocity, and dye
//   bounds    least and largest velocity of every tile of 8 x 8 cells, and its mass
//   ledger    what the total mass should be and by which factor it is off
//   windows   per tile, which cells are near enough to act on it
//   forces    pressure, viscosity, gravity, walls: particles set off with new velocities
//   bounds, windows   again, of those: which cells can reach a tile
//   carry_dye and gather   what arrives
// Of the published modes: sources, bounds, windows, carry_dye and one pass that gathers and pushes (Gaussian weights
// and the force between a particle and the cell where it arrives).
#include "solver_gaussian.h"

#include "readback.h"

#include <stdio.h>

#define FINE_TEXELS 2
#define TILE_TEXELS 4
#define GROUP_TEXELS 16 // of 8 x 8 tiles

// shaders/gaussian/state.glsl.
static const float forceReach = 2.7f, reach = 2.5f;
// A published particle is felt as far as this along an axis: exp(-20) is 2e-9, of which CLASSIC, that adds 1e-6 to
// every mass, makes nothing, until a splash gives it mass; SIMPLE gives even 1e-38 its velocity.
static const float classicReach = 4.5f, tailReach = 9.4f;
// Stiffness times mass times pressure from which on pairs push more softly. Measured: full boxes get unstable at .7.
static const float hardest = 0.5f;
static const double pi = 3.14159265358979323846;

static bool checkRanges(const gfCore *core, const gfGaussianParams *p, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    const gfRange ranges[] = {
        {"gaussian.restDensity", (double)p->restDensity, (double)0.01f, 100.0},
        {"gaussian.stiffness", (double)p->stiffness, 0.0, (double)GF_GAUSSIAN_STIFFNESS_MAX},
        {"gaussian.surfaceTension", (double)p->surfaceTension, 0.0, 2.0},
        {"gaussian.viscosity", (double)p->viscosity, 0.0, 1e6},
        {"gaussian.gravity.x", (double)p->gravity.x, -most, most},
        {"gaussian.gravity.y", (double)p->gravity.y, -most, most},
        {"gaussian.force", (double)p->force, -10.0, 10.0},
        {"gaussian.radius", p->radius, 1.0, 7.0},
        {"gaussian.splashPeriod", p->splashPeriod, 0.0, 1e6},
        {"gaussian.splashMass", (double)p->splashMass, 0.0, 100.0},
        {"gaussian.splashSpeed", (double)p->splashSpeed, -1.0, 1.0},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

static bool check(const gfCore *core, const gfFluidDef *def, const char *caller)
{
    const int cells[2] = {def->gridWidth, def->gridHeight};
    GF_REQUIRE(core, (unsigned)def->gaussian.mode <= GF_GAUSSIAN_CLASSIC, OUT_OF_RANGE,
               "%s: gaussian.mode is %d; a gfGaussianMode is expected", caller, (int)def->gaussian.mode);
    GF_REQUIRE(core, def->dyeScale == 1.0f, OUT_OF_RANGE, "%s: dyeScale is %g; GF_SOLVER_GAUSSIAN expects 1", caller,
               (double)def->dyeScale);
    GF_REQUIRE(core, !gfEdges_Any(&def->edges, GF_EDGE_INFLOW), OUT_OF_RANGE,
               "%s: GF_SOLVER_GAUSSIAN has no inflow sides; an emitter that sets mass and velocity is expected",
               caller);
    for (int axis = 0; axis < 2; axis++) {
        GF_REQUIRE(core, !gfEdges_Wrap(&def->edges, axis) || (cells[axis] % 8 == 0 && cells[axis] >= 16), OUT_OF_RANGE,
                   "%s: %d cells along a periodic axis; GF_SOLVER_GAUSSIAN expects a multiple of 8, at least 16",
                   caller, cells[axis]);
    }
    return checkRanges(core, &def->gaussian, caller) &&
           gfEdges_Check(core, &def->edges, def->gridWidth, def->gridHeight, caller);

error:
    return false;
}

static bool isConserving(const gfBody *body)
{
    return body->def.gaussian.mode == GF_GAUSSIAN_CONSERVING;
}

static bool keepsMass(const gfBody *body)
{
    return isConserving(body) && body->def.gaussian.massCorrection && !gfEdges_Any(&body->def.edges, GF_EDGE_OPEN);
}

// On false, which is reported, the old ones stay.
static bool choosePrograms(gfBody *body, gfGaussianPrograms *result)
{
    gfDevice *device = body->device;
    const gfGaussianParams *p = &body->def.gaussian;
    const gfEdges *edges = &body->def.edges;
    gfGaussianPrograms chosen = {0};
    bool conserves = isConserving(body), keeps = keepsMass(body);
    const char *wrap = conserves && (gfEdges_Wrap(edges, 0) || gfEdges_Wrap(edges, 1)) ? "WRAP;" : "";
    static const char *const walls[3] = {"TILED;CLASS 1", "WALLS;", "WALLS;SOLIDS;"}, *const solids[2] = {"",
                                                                                                          "SOLIDS;"};
    char forcesWindows[2][48], windows[2][48], forces[3][80], gather[3][64], published[32];
    for (int i = 0; i < 3; i++) {
        // Plain shaders draw all as if it were near walls, the others near walls only.
        const char *tiles = i == 0 ? "" : p->plain ? "PLAIN;" : "TILED;CLASS 2;";
        snprintf(gather[i], sizeof gather[i], "%s%s%s", wrap, tiles, walls[i]);
        snprintf(forces[i], sizeof forces[i], "%s%s%s%s%s", keeps ? "CORRECTED;" : "",
                 p->viscosity > 0.0f ? "VISCOUS;" : "", wrap, tiles, walls[i]);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(forcesWindows[i], sizeof forcesWindows[i], "FORCES;CLASSES;%s%s", wrap, solids[i]);
        snprintf(windows[i], sizeof windows[i], "%s%s%s", conserves ? "CLASSES;" : "", wrap, solids[i]);
    }
    snprintf(published, sizeof published, "%s%s", p->plain ? "PLAIN;" : "",
             p->mode == GF_GAUSSIAN_CLASSIC ? "CLASSIC" : "");
    bool always = true, fast = conserves && !p->plain;
    const struct {
        const gfProgram **program;
        const char *file, *defines;
        bool wanted;
    } table[] = {
        {&chosen.fineBounds[0][0], "gaussian/bounds.frag", "", always},
        {&chosen.fineBounds[0][1], "gaussian/bounds.frag", "TILED", fast},
        {&chosen.fineBounds[1][0], "gaussian/bounds.frag", "TOTAL", keeps},
        {&chosen.fineBounds[1][1], "gaussian/bounds.frag", "TOTAL;TILED", keeps && fast},
        {&chosen.bounds[0], "gaussian/bounds.frag", "COARSE", always},
        {&chosen.bounds[1], "gaussian/bounds.frag", "COARSE;TOTAL", keeps},
        {&chosen.mean, "common/reduce.frag", "", keeps},
        {&chosen.largest, "common/reduce.frag", "LARGEST", conserves},
        {&chosen.forcesWindows[0], "gaussian/windows.frag", forcesWindows[0], conserves},
        {&chosen.forcesWindows[1], "gaussian/windows.frag", forcesWindows[1], conserves},
        {&chosen.windows[0], "gaussian/windows.frag", windows[0], always},
        {&chosen.windows[1], "gaussian/windows.frag", windows[1], conserves},
        {&chosen.forces[0], "gaussian/forces.frag", forces[0], fast},
        {&chosen.forces[1], "gaussian/forces.frag", forces[1], conserves},
        {&chosen.forces[2], "gaussian/forces.frag", forces[2], conserves},
        {&chosen.gather[0], "gaussian/gather.frag", gather[0], fast},
        {&chosen.gather[1], "gaussian/gather.frag", gather[1], conserves},
        {&chosen.gather[2], "gaussian/gather.frag", gather[2], conserves},
        {&chosen.gatherPublished, "gaussian/gather_published.frag", published, !conserves},
        {&chosen.carryDyePublished, "gaussian/carry_dye.frag", "PUBLISHED", !conserves},
        {&chosen.carryDye[0], "gaussian/carry_dye.frag", gather[0], fast},
        {&chosen.carryDye[1], "gaussian/carry_dye.frag", gather[1], conserves},
        {&chosen.carryDye[2], "gaussian/carry_dye.frag", gather[2], conserves},
        {&chosen.startLedger, "gaussian/ledger.frag", "START", keeps},
        {&chosen.pouredLedger, "gaussian/ledger.frag", "POURED", keeps},
        {&chosen.ledger, "gaussian/ledger.frag", "", keeps},
    };
    for (int i = 0; i < GF_COUNT(table); i++) {
        if (table[i].wanted) {
            *table[i].program = gfProgram_Get(device, table[i].file, table[i].defines);
            if (*table[i].program == NULL) {
                return false;
            }
        }
    }
    if (!gfGaussian_ChooseFieldPrograms(body, &chosen)) {
        return false;
    }
    *result = chosen;
    return true;
}

static void destroy(gfBody *body, void *state)
{
    gfDevice *device = body->device;
    gfGaussian *g = state;
    gfTarget_Destroy(device, &g->movingTarget);
    for (int i = 0; i < GF_COUNT(g->bounds); i++) {
        gfTarget_Destroy(device, &g->boundsTarget[i]);
        gfTexture_Destroy(device, &g->bounds[i]);
    }
    for (int i = 0; i < 2; i++) {
        gfTarget_Destroy(device, &g->fineTarget[i]);
        gfTexture_Destroy(device, &g->fineBounds[i]);
    }
    gfTarget_Destroy(device, &g->fineAndTotalTarget);
    gfTexture_Destroy(device, &g->fineMass);
    for (int i = 0; i < GF_GAUSSIAN_HISTORY; i++) {
        gfTarget_Destroy(device, &g->boundsAndTotalTarget[i]);
    }
    gfTarget_Destroy(device, &g->windowsTarget);
    gfTarget_Destroy(device, &g->windowsAndClassTarget);
    gfTarget_Destroy(device, &g->classesTarget);
    gfTarget_Destroy(device, &g->scratchTarget);
    gfTexture_Destroy(device, &g->blocked);
    gfTexture_Destroy(device, &g->windows);
    gfTexture_Destroy(device, &g->tileClass);
    gfTexture_Destroy(device, &g->classes);
    gfTexture_Destroy(device, &g->tileMass);
    gfTexture_Destroy(device, &g->scratch);
    gfReduction_Destroy(device, &g->total[0]);
    gfReduction_Destroy(device, &g->total[1]);
    gfPingPong_Destroy(device, &g->ledger);
    gfPingPong_Destroy(device, &g->dye);
    gfPingPong_Destroy(device, &g->state);
    gfFree(&device->core, g);
}

static int countGroups(int texels, int size)
{
    return (texels + size - 1) / size;
}

static bool createFine(gfDevice *device, gfGaussian *g)
{
    int x = countGroups(g->packedX, FINE_TEXELS), y = countGroups(g->packedY, FINE_TEXELS);
    bool ok = gfTexture_Create(device, &g->fineMass, GF_FORMAT_RGBA32F, x, y);
    for (int i = 0; i < 2 && ok; i++) {
        ok = gfTexture_Create(device, &g->fineBounds[i], GF_FORMAT_RGBA32F, x, y) &&
             gfTarget_Create(device, &g->fineTarget[i], &g->fineBounds[i], 1);
    }
    const gfTexture both[2] = {g->fineBounds[0], g->fineMass};
    return ok && gfTarget_Create(device, &g->fineAndTotalTarget, both, 2);
}

// What a tile has one texel of.
static bool createTiles(gfDevice *device, gfGaussian *g)
{
    int x = countGroups(g->packedX, TILE_TEXELS), y = countGroups(g->packedY, TILE_TEXELS);
    bool ok = gfTexture_Create(device, &g->tileMass, GF_FORMAT_RGBA32F, x, y) &&
              gfTexture_Create(device, &g->windows, GF_FORMAT_RGBA32F, x, y) &&
              gfTexture_Create(device, &g->tileClass, GF_FORMAT_RGBA32F, x, y) &&
              gfTarget_Create(device, &g->windowsTarget, &g->windows, 1);
    for (int i = 0; i < GF_COUNT(g->bounds) && ok; i++) {
        ok = gfTexture_Create(device, &g->bounds[i], GF_FORMAT_RGBA32F, x, y) &&
             gfTarget_Create(device, &g->boundsTarget[i], &g->bounds[i], 1);
    }
    for (int i = 0; i < GF_GAUSSIAN_HISTORY && ok; i++) {
        const gfTexture both[2] = {g->bounds[i], g->tileMass};
        ok = gfTarget_Create(device, &g->boundsAndTotalTarget[i], both, 2);
    }
    const gfTexture both[2] = {g->windows, g->tileClass};
    return ok && createFine(device, g) && gfTarget_Create(device, &g->windowsAndClassTarget, both, 2) &&
           gfReduction_Create(device, &g->total[0], x, y) && gfReduction_Create(device, &g->total[1], x, y);
}

static bool createTextures(gfDevice *device, gfGaussian *g)
{
    const gfFormat packed[GF_GAUSSIAN_STATES] = {GF_FORMAT_RGBA32F, GF_FORMAT_RGBA32F, GF_FORMAT_RGBA32F};
    return gfPingPong_Create(device, &g->state, packed, GF_GAUSSIAN_STATES, g->packedX, g->packedY) &&
           gfTexture_Create(device, &g->blocked, GF_FORMAT_RGBA32F, g->packedX, g->packedY) &&
           gfPingPong_Create(device, &g->ledger, packed, 1, 1, 1) && createTiles(device, g) &&
           gfTexture_Create(device, &g->classes, GF_FORMAT_RGBA32F, countGroups(g->packedX, GROUP_TEXELS),
                            countGroups(g->packedY, GROUP_TEXELS)) &&
           gfTarget_Create(device, &g->classesTarget, &g->classes, 1);
}

// The published modes exchange the sides of the state, the conserving one draws to the other and back.
static bool makeMovingTarget(gfDevice *device, gfGaussian *g)
{
    const gfTexture *other = g->state.write;
    const gfTexture textures[] = {other[GF_GAUSSIAN_VELOCITY_X], other[GF_GAUSSIAN_VELOCITY_Y], other[GF_GAUSSIAN_MASS],
                                  g->blocked};
    if (g->movingOf == other[0].id) {
        return true;
    }
    gfTarget made = {0};
    if (!gfTarget_Create(device, &made, textures, GF_COUNT(textures))) {
        return false;
    }
    gfTarget_Destroy(device, &g->movingTarget);
    g->movingTarget = made;
    g->movingOf = other[0].id;
    gfTarget_Clear(device, &g->movingTarget, GF_COUNT(textures) - 1, (const float[4]){0});
    return true;
}

// Makes what the definition asks for. On false, which is reported, nothing changed.
static bool setUp(gfBody *body, gfGaussian *g)
{
    gfGaussianPrograms programs;
    if (!choosePrograms(body, &programs) || (isConserving(body) && !makeMovingTarget(body->device, g))) {
        return false;
    }
    g->programs = programs;
    g->massKnown = g->massKnown && keepsMass(body);
    g->wrapX = gfEdges_Wrap(&body->def.edges, 0);
    g->wrapY = gfEdges_Wrap(&body->def.edges, 1);
    g->fresh = GF_GAUSSIAN_FRESH;
    return true;
}

static void *create(gfBody *body)
{
    gfDevice *device = body->device;
    const gfFluidDef *def = &body->def;
    gfGaussian *g = gfAlloc(&device->core, sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->cellsX = def->gridWidth;
    g->cellsY = def->gridHeight;
    g->packedX = (def->gridWidth + 1) / 2;
    g->packedY = (def->gridHeight + 1) / 2;
    if (!createTextures(device, g) || !setUp(body, g)) {
        goto error;
    }
    if (device->gl.formats[g->state.read[0].format].bytes < 16) {
        gfReport(&device->core, GF_LOG_WARNING, GF_ERROR_OK,
                 "no 32-bit float rendering here: with 16 bits the Gaussian solver loses mass");
    }
    return g;

error:
    destroy(body, g);
    return NULL;
}

static void reset(gfBody *body, void *state)
{
    static const float zero[4] = {0};
    gfGaussian *g = state;
    for (int i = 0; i < GF_GAUSSIAN_STATES; i++) {
        gfPingPong_Clear(body->device, &g->state, i, zero);
    }
    for (int i = 0; i < g->dye.count; i++) {
        gfPingPong_Clear(body->device, &g->dye, i, zero);
    }
    gfPingPong_Clear(body->device, &g->ledger, 0, zero);
    g->massKnown = false;
    g->fresh = GF_GAUSSIAN_FRESH;
    g->steps = 0;
}

static bool tune(gfBody *body, void *state)
{
    bool ok = setUp(body, state);
    body->obstacles.dirty = body->obstacles.dirty || ok; // sides may differ
    return ok;
}

static void updateSolids(gfBody *body, void *state)
{
    (void)state;
    const gfObstacleDomain domain = {body->def.origin, body->def.cellSize, 0.0f, &body->def.edges};
    gfObstacles_Update(body->device, &body->obstacles, &domain);
}

// --- the step ------------------------------------------------------------------------------------------------------

enum { BOUNDS_MOVING = GF_GAUSSIAN_HISTORY };

// Whether all tiles must be drawn. Only dye has two sides that are read by turns.
static bool isFresh(const gfGaussian *g)
{
    return g->fresh == GF_GAUSSIAN_FRESH || (g->fresh > 0 && g->dye.count > 0);
}

// `everywhere`: also where the last pass over these particles did not draw.
static void drawBounds(gfBody *body, gfGaussian *g, int which, bool total, bool everywhere)
{
    bool moving = which == BOUNDS_MOVING;
    const gfTexture *particles = moving ? g->state.write : g->state.read, *fine = &g->fineBounds[moving];
    bool tiled = isConserving(body) && !body->def.gaussian.plain && !everywhere;
    gfPass_Run(body->device, &(gfPass){.label = "bounds",
                                       .program = g->programs.fineBounds[total][tiled],
                                       .target = total ? &g->fineAndTotalTarget : &g->fineTarget[moving],
                                       .tiles = tiled ? &g->classes : NULL,
                                       .tileTexels = GROUP_TEXELS / FINE_TEXELS,
                                       .inputs = {STATE_INPUTS(particles)},
                                       .uniforms = {GRID_UNIFORMS(g)}});
    gfPass_Run(body->device, &(gfPass){.label = "bounds",
                                       .program = g->programs.bounds[total],
                                       .target = total ? &g->boundsAndTotalTarget[which] : &g->boundsTarget[which],
                                       .inputs = {GF_IN(bounds, fine->id), GF_IN(mean, g->fineMass.id)},
                                       .uniforms = {GRID_UNIFORMS(g)}});
}

// Mean mass, from the tiles' as drawBounds left them.
static void measureMass(gfBody *body, gfGaussian *g, int which)
{
    gfReduction_Run(body->device, &g->total[which], "ledger", g->programs.mean, g->programs.mean, &g->tileMass, 0);
}

static void enterLedger(gfBody *body, gfGaussian *g, const gfProgram *program, int now)
{
    gfPass_Run(body->device, &(gfPass){.label = "ledger",
                                       .program = program,
                                       .target = &g->ledger.writeTarget,
                                       .inputs = {GF_IN(mean, gfReduction_Result(&g->total[now])->id),
                                                  GF_IN(second, gfReduction_Result(&g->total[1])->id),
                                                  GF_IN(ledger, g->ledger.read[0].id)}});
    gfPingPong_Swap(&g->ledger);
}

// Sources, then bounds of the state; with mass correction also what the mass should be.
static void pour(gfBody *body, gfGaussian *g, float dt)
{
    bool keeps = keepsMass(body), pours = gfSources_Touch(&body->sources, GF_SOURCE_MASS);
    bool pushes = gfSources_Touch(&body->sources, GF_SOURCE_VELOCITY);
    g->boundsNow = (g->boundsNow + 1) % GF_GAUSSIAN_HISTORY;
    if (keeps && (pours || !g->massKnown)) {
        drawBounds(body, g, g->boundsNow, true, true);
        measureMass(body, g, 1);
    }
    if (keeps && !g->massKnown) {
        enterLedger(body, g, g->programs.startLedger, 1);
    }
    gfGaussian_PourSources(body, g, dt);
    drawBounds(body, g, g->boundsNow, keeps, isFresh(g) || pours || pushes);
    if (keeps) {
        measureMass(body, g, 0);
        enterLedger(body, g, pours ? g->programs.pouredLedger : g->programs.ledger, 0);
    }
    g->massKnown = keeps;
}

// What the sides of the domain are to particles; speeds in cells a step.
typedef struct Walls {
    gfSideFlags closed, holding;
    float speed[GF_SIDES];
} Walls;

static Walls wallsOf(const gfBody *body)
{
    Walls w = {.holding = gfEdges_Are(&body->def.edges, GF_EDGE_NO_SLIP)};
    gfSideFlags slipping = gfEdges_Are(&body->def.edges, GF_EDGE_FREE_SLIP);
    for (int i = 0; i < GF_SIDES; i++) {
        w.closed.value[i] = w.holding.value[i] + slipping.value[i];
        float speed = gfEdges_Get(&body->def.edges, i)->wallSpeed / gfGaussian_Speed(body);
        w.speed[i] = fmaxf(fminf(speed, GF_GAUSSIAN_SPEED_MAX), -GF_GAUSSIAN_SPEED_MAX);
    }
    return w;
}

#define WALL_INPUTS(body) \
    GF_IN(distance, (body)->obstacles.distance.read[0].id), GF_IN(solidTable, (body)->obstacles.table.id)
#define WALL_UNIFORMS(body, walls)                                                                      \
    GF_F1(cellSize, (body)->def.cellSize), GF_F1(unit, 1.0f / gfGaussian_Speed(body)),                  \
        GF_F4V(closedSides, 1, (walls)->closed.value), GF_F4V(holdingSides, 1, (walls)->holding.value), \
        GF_F4V(wallSpeed, 1, (walls)->speed)

// Of a program with CLASSES also how tiles must be drawn.
static void drawWindows(gfBody *body, gfGaussian *g, const gfProgram *program, const gfTexture *bounds, bool classes,
                        float reachCells, const float limits[4], const Walls *walls)
{
    gfPass_Run(body->device,
               &(gfPass){.label = "windows",
                         .program = program,
                         .target = classes ? &g->windowsAndClassTarget : &g->windowsTarget,
                         .inputs = {GF_IN(bounds, bounds->id), GF_IN(second, g->bounds[0].id),
                                    GF_IN(third, g->bounds[1].id), GF_IN(fourth, g->bounds[2].id), WALL_INPUTS(body)},
                         .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls), GF_F1(reach, reachCells),
                                      GF_F4V(limits, 1, limits)}});
    if (classes && isFresh(g)) {
        gfTarget_Clear(body->device, &g->classesTarget, 0, (const float[4]){2.0f});
    } else if (classes) {
        gfPass_Run(body->device, &(gfPass){.label = "windows",
                                           .program = g->programs.largest,
                                           .target = &g->classesTarget,
                                           .inputs = {GF_IN(source, g->tileClass.id)},
                                           .uniforms = {GF_I2(cells, g->tileClass.width, g->tileClass.height)}});
    }
}

// Draws with three variants of a program: tiles far from walls, then those near; plain shaders all at once.
static void drawTiles(gfBody *body, const gfGaussian *g, const gfProgram *const programs[3], gfPass *pass)
{
    bool plain = body->def.gaussian.plain;
    pass->tiles = plain ? NULL : &g->classes;
    pass->tileTexels = GROUP_TEXELS;
    for (int i = plain ? 1 : 0; i < 2; i++) {
        pass->program = programs[i == 0 ? 0 : body->obstacles.count > 0 ? 2 : 1];
        gfPass_Run(body->device, pass);
    }
}

static void carryDye(gfBody *body, gfGaussian *g, const gfTexture *particles, const Walls *walls)
{
    if (g->dye.count == 0) {
        return;
    }
    const gfTexture *dye = g->dye.read;
    gfPass pass = {.label = "carry_dye",
                   .target = &g->dye.writeTarget,
                   .inputs = {STATE_INPUTS(particles), GF_IN(blocked, g->blocked.id), GF_IN(windows, g->windows.id),
                              GF_IN(dyeRed, dye[0].id), GF_IN(dyeGreen, dye[1].id), GF_IN(dyeBlue, dye[2].id),
                              GF_IN(dyeAmount, dye[3].id), WALL_INPUTS(body)},
                   .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls)}};
    if (isConserving(body)) {
        drawTiles(body, g, g->programs.carryDye, &pass);
    } else {
        pass.program = g->programs.carryDyePublished;
        gfPass_Run(body->device, &pass);
    }
    gfPingPong_Swap(&g->dye);
}

static void act(gfBody *body, gfGaussian *g, const Walls *walls)
{
    const gfGaussianParams *p = &body->def.gaussian;
    float perCell = body->def.fixedStep / gfGaussian_Speed(body); // from m/s^2 to cells a step, each step
    // The second moment of the weights is 1/2, so that a blur by a share of 4 nu is a viscosity of nu.
    float stiffness = p->stiffness / (p->restDensity * p->restDensity * p->restDensity);
    float blur = fminf(4.0f * p->viscosity * body->def.fixedStep / (body->def.cellSize * body->def.cellSize), 1.0f);
    drawTiles(body, g, g->programs.forces,
              &(gfPass){.label = "forces",
                        .target = &g->movingTarget,
                        .inputs = {STATE_INPUTS(g->state.read), GF_IN(windows, g->windows.id),
                                   GF_IN(ledger, g->ledger.read[0].id), WALL_INPUTS(body)},
                        .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls), GF_F1(restDensity, p->restDensity),
                                     GF_F1(tension, p->surfaceTension), GF_F1(stiffness, stiffness / (float)pi),
                                     GF_F1(softPressure, hardest / fmaxf(stiffness, 1e-9f)),
                                     GF_F1(viscosity, blur / (float)pi),
                                     GF_F2(acceleration, p->gravity.x * perCell, p->gravity.y * perCell)}});
}

static void gather(gfBody *body, gfGaussian *g, const Walls *walls)
{
    drawTiles(body, g, g->programs.gather,
              &(gfPass){.label = "gather",
                        .target = &g->state.readTarget,
                        .inputs = {STATE_INPUTS(g->state.write), GF_IN(windows, g->windows.id),
                                   GF_IN(blocked, g->blocked.id), WALL_INPUTS(body)},
                        .uniforms = {GRID_UNIFORMS(g), WALL_UNIFORMS(body, walls)}});
}

static void stepConserving(gfBody *body, gfGaussian *g)
{
    static const float anywhere[4] = {-1e6f, -1e6f, 1e6f, 1e6f}, near[4] = {-15.0f, -15.0f, 15.0f, 15.0f};
    const gfTexture *now = &g->bounds[g->boundsNow];
    int solids = body->obstacles.count > 0;
    Walls walls = wallsOf(body);
    drawWindows(body, g, g->programs.forcesWindows[solids], now, true, forceReach, near, &walls);
    act(body, g, &walls);
    drawBounds(body, g, BOUNDS_MOVING, false, isFresh(g));
    drawWindows(body, g, g->programs.windows[solids], &g->bounds[BOUNDS_MOVING], true, reach, anywhere, &walls);
    carryDye(body, g, g->state.write, &walls);
    gather(body, g, &walls);
}

typedef struct Splash {
    float mass, factor, offsetX, offsetY;
} Splash;

static Splash splashOf(const gfGaussianParams *p, const gfGaussian *g)
{
    if (p->mode == GF_GAUSSIAN_CLASSIC) {
        return g->steps % 500 < 2 ? (Splash){0.3f, 1e-3f, -0.5f, -0.5f} : (Splash){0};
    }
    if (p->splashPeriod == 0 || g->steps % (uint64_t)p->splashPeriod != 0) {
        return (Splash){0};
    }
    return (Splash){p->splashMass, p->splashSpeed, -0.5f * (float)g->cellsX * p->splashSpeed,
                    -0.5f * (float)g->cellsY * p->splashSpeed};
}

static void stepPublished(gfBody *body, gfGaussian *g)
{
    const gfGaussianParams *p = &body->def.gaussian;
    bool classic = p->mode == GF_GAUSSIAN_CLASSIC;
    float radius = (float)p->radius;
    const float square[4] = {-radius, -radius, radius, radius};
    const float tweet[4] = {-7.0f, -7.0f, 6.0f, 6.0f}, withCorners[4] = {-7.0f, -7.0f, 6.0f, 7.0f};
    Splash splash = splashOf(p, g);
    Walls walls = wallsOf(body);
    float felt = classic && splash.mass == 0.0f ? classicReach : tailReach;
    drawWindows(body, g, g->programs.windows[0], &g->bounds[g->boundsNow], false, felt, classic ? withCorners : square,
                &walls);
    carryDye(body, g, g->state.read, &walls);
    gfPass_Run(body->device,
               &(gfPass){.label = "gather",
                         .program = g->programs.gatherPublished,
                         .target = &g->state.writeTarget,
                         .inputs = {STATE_INPUTS(g->state.read), GF_IN(windows, g->windows.id)},
                         .uniforms = {GRID_UNIFORMS(g), GF_F4V(limits, 1, classic ? tweet : square),
                                      GF_F1(unit, classic ? 1.0f / 3.142f : (float)(1.0 / pi)),
                                      GF_F1(strength, classic ? 1.0f : p->force),
                                      GF_F1(restDensity, classic ? 1.0f : p->restDensity),
                                      GF_F4(splash, splash.mass, splash.factor, splash.offsetX, splash.offsetY)}});
    gfPingPong_Swap(&g->state);
}

static void step(gfBody *body, void *state, float dt)
{
    gfGaussian *g = state;
    body->parts = 1;
    updateSolids(body, g);
    pour(body, g, dt);
    if (isConserving(body)) {
        stepConserving(body, g);
    } else {
        stepPublished(body, g);
    }
    g->fresh = isConserving(body) ? gfMax(g->fresh - 1, 0) : GF_GAUSSIAN_FRESH; // the published modes draw all
    g->steps++;
}

static bool massCorrection(gfBody *body, void *state, double *sum)
{
    gfGaussian *g = state;
    float entry[4] = {0};
    const gfReadSource source = {&g->ledger.readTarget, 0, 1, 1, 4};
    bool ok = gfReadback_Blocking(body->device, &source, entry);
    *sum = (double)entry[2];
    return ok;
}

const gfSolver gf_solverGaussian = {
    .name = "gaussian",
    .check = check,
    .create = create,
    .destroy = destroy,
    .resample = gfGaussian_Resample,
    .reset = reset,
    .tune = tune,
    .updateSolids = updateSolids,
    .step = step,
    .describeField = gfGaussian_DescribeField,
    .prepareField = gfGaussian_PrepareField,
    .isWritable = gfGaussian_IsWritable,
    .writeField = gfGaussian_WriteField,
    .massCorrection = massCorrection,
    .view = gfGaussian_View,
};
