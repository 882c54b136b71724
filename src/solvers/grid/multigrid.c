// Geometric multigrid (Brandt 1977) on packed cells, by sawtooth cycles (Wesseling 1982). A cycle has these passes:
//   first        a red-black Gauss-Seidel sweep of the finest level, which may draw the right-hand side as well
//   restrict     sums of the sweep's residuals are the right-hand side of level 1
//   sums         right-hand sides of coarser levels are sums, too, as there are no sweeps on the way down
//   bottom       a level of at most 4 x 4 cells is solved in one pass
//   up, sweep    on each finer level: prolongation, and two over-relaxed sweeps, the first of these in the same pass
//   last         on the finest level: the prolonged correction is added, and one sweep, with a free surface two
// Coarse weights are means of fine ones: for linear fields a coarse cell's equation is the sum of its fine cells'. A
// periodic axis is coarsened while its number of cells is even. If that ends early, the coarsest level is swept many
// times. With thin walls, coarse cells may have two values (shaders/multigrid/components.glsl). Large levels are first
// drawn with one value, and then tiles with two over them; small levels with two everywhere. A cycle leaves its result
// in the texture that it started from, so that the GPU may skip it (GATED, shaders/common/cover.vert).
#include "solvers/grid/multigrid_levels.h"

// Over-relaxation factor of sweeps on coarse levels with two values per cell, and on a bottom level that is swept.
#define OMEGA 1.45f
// Factor of the first of two sweeps; two sweeps with equal factors would leave a twelfth more residual.
#define FIRST_OMEGA 1.15f
#define SECOND_OMEGA 1.7f  // factor of the second sweep
#define SWEPT_ONCE_CELLS 8 // levels with at most this many cells along each side get one sweep
// Relaxation factor of black cells in the last sweep (last.frag); 1 would leave a sixth more residual.
#define LAST_SHARE 0.8f
// Sweeps of levels with two values per cell; with 2 and one cycle per step, flow would shake at corners of thin walls.
#define PAIR_SWEEPS 4
// Sweeps of levels up to SWEPT_ONCE_CELLS with two values a cell: in rooms joined by a gap errors differ by a constant.
#define ROOM_SWEEPS 8

// What the passes of one solve share.
typedef struct Run {
    gfDevice *device;
    gfMultigrid *multigrid;
    const gfMultigridSolve *solve;
    GLuint rhs;   // right-hand side of the finest level
    int bottom;   // the coarsest level that the solve uses
    bool gated;   // the GPU skips passes once the residual is within the tolerance
    bool bounded; // the solution's mean is not arbitrary, or only the GPU knows
    bool linked;  // prolongation follows the weights between cells, which takes a pass of its own
    int side;     // slot of fields, 0 or 1, that has the latest solution
    // For each level, the slot of right-hand sides, 0 or 1, that has its right-hand side.
    int rhsSide[GF_MULTIGRID_LEVELS_MAX];
} Run;

// A pass of a cycle, which draws one level (or several, sums.frag). Members that a pass doesn't use are 0.
typedef struct LevelPass {
    const char *file, *defines; // the pass's fragment shader in shaders/
    uint32_t options;           // GF_LEVEL_... bits
    bool starts;                // the vertex stage computes the mean of the input field, which the pass subtracts
    bool pair;                  // draws tiles whose cells may have two values
    int level;                  // level of the inputs u_weights and u_cells
    int to, from, rhs;          // the level that the pass draws, and the levels of its inputs u_field and u_rhs
    int slot;                   // index of the slot that the pass draws to, if `to` is a coarse level
    const gfTexture *writes[3]; // outputs of the pass, if `to` is the finest level
    // Values of the uniforms and inputs of the same names in shaders/multigrid.
    GLuint pressure;
    const gfOutflow *outflow;
    float start[2], old, omega;
    bool last; // the last sweep of a cycle on the finest level
    // sums.frag: number of levels that it draws, from `to` on; bottom.frag: 1 if it sums its right-hand side itself.
    int sums;
} LevelPass;

static bool hasSurface(const Run *run)
{
    return (run->multigrid->conditions & GF_LEVEL_SURFACE) != 0;
}

// Return whether a level is drawn with two values per cell, and whether with one. A tiled level is drawn with both.
static bool isPair(const Run *run, int level)
{
    return run->multigrid->pairs && level > 0;
}

static bool isSingle(const Run *run, int level)
{
    return !run->multigrid->pairs || run->multigrid->level[level].tiled || level == 0;
}

// Returns the rectangle that a pass on coarse levels draws, and fills in first texel and size of levels for sums.frag.
static gfRegion placesOf(const LevelPass *d, const gfMultigridSlot *drawn, const gfMultigridLevel *to,
                         GLint levels[GF_MULTIGRID_LEVELS_A_PASS][4])
{
    gfRegion region = {drawn->x + to->place[0], to->place[1], to->blocksX, to->blocksY};
    for (int i = 0; i < d->sums; i++) {
        const GLint level[4] = {drawn->x + to[i].place[0], to[i].place[1], to[i].blocksX, to[i].blocksY};
        memcpy(levels[i], level, sizeof level);
        region.height = level[1] + level[3] - region.y;
    }
    return region;
}

static const gfVertexStage *getStage(const Run *run, const LevelPass *d)
{
    return run->gated  ? d->pair ? &gf_vertexGatedTiles : &gf_vertexGated
           : d->pair   ? &gf_vertexTiles
           : d->starts ? &gf_vertexStart
                       : &gf_vertexCover;
}

static void draw(const Run *run, const LevelPass *d)
{
    static const gfMultigridLevel none = {0};
    static const gfOutflow noOutflow = {0};
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    const gfMultigridLevel *l = &m->level[d->level], *coarse = d->level + 1 < m->levels ? l + 1 : &none;
    const gfMultigridLevel *to = &m->level[d->to], *from = &m->level[d->from], *rhs = &m->level[d->rhs];
    const gfOutflow *outflow = d->outflow != NULL ? d->outflow : &noOutflow;
    const gfMultigridSlot *drawn = &m->slot[d->slot], *field = &m->slot[GF_SLOT_FIELD + run->side],
                          *rhsSlot = &m->slot[GF_SLOT_RHS + run->rhsSide[d->rhs]];
    float alpha = ldexpf(s->alpha, 2 * d->level); // alpha goes with the area of a cell, four times that of a finer one
    bool opens = s->sides[0] > 1.0f || s->sides[1] > 1.0f || s->sides[2] > 1.0f || s->sides[3] > 1.0f;
    GLint levels[GF_MULTIGRID_LEVELS_A_PASS][4] = {{0}};
    gfRegion region = placesOf(d, drawn, to, levels);
    const int first[2] = {d->to > 0 ? region.x : 0, region.y};
    const GLint places[2][4] = {{first[0], first[1], field->x + from->place[0], from->place[1]},
                                {rhsSlot->x + rhs->place[0], rhs->place[1], rhs->blocksX, rhs->blocksY}};
    const gfPass pass = {
        .label = s->label,
        .shader = gfMultigrid_GetShader(m, getStage(run, d), d->file, d->defines, d->options),
        .writes = {d->to > 0 ? &m->all[drawn->texture] : d->writes[0],
                   d->to == 0 ? d->writes[1]
                   : d->pair  ? &m->allB[drawn->texture]
                              : NULL,
                   d->to == 0 ? d->writes[2] : NULL},
        .inPlace = m->inPlace && d->to > 0,
        .region = d->to > 0 ? &region : NULL,
        .geometry = {.kind = d->pair ? GF_GEOMETRY_TILES : GF_GEOMETRY_STAGE,
                     .tiles = &to->tiles,
                     .texels = GF_MULTIGRID_TILE_TEXELS,
                     .origin = {first[0], first[1]}},
        .inputs = {GF_IN(pressure, d->pressure), GF_IN(black, m->black.id), GF_IN(change, m->swept.id),
                   GF_IN(rhs, d->rhs > 0 ? m->all[rhsSlot->texture].id : run->rhs),
                   GF_IN(rhsB, m->allB[rhsSlot->texture].id),
                   GF_IN(weights, d->level == 0 ? s->weights
                                  : d->pair     ? l->componentWeights.id
                                                : l->weights.id),
                   GF_IN(diagonals, d->level == 0 ? s->diagonals : l->diagonals.id),
                   GF_IN(componentWeights, coarse->componentWeights.id), GF_IN(field, m->all[field->texture].id),
                   GF_IN(fieldB, m->allB[field->texture].id), GF_IN(velocity, outflow->velocity),
                   GF_IN(wallVelocity, outflow->wallVelocity), GF_IN(expansion, outflow->expansion),
                   GF_IN(norms, run->gated || s->moving || s->guarded ? gfResidual_Sums(&m->residual) : 0),
                   GF_IN(instances, s->instances)},
        .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, l->cellsX, l->cellsY), GF_I4V(places, 2, places),
                     GF_I2(whole, m->all[0].width, m->all[0].height), GF_F1(alpha, alpha),
                     GF_F1(bounded, s->bounded ? 1.0f : 0.0f), GF_F4V(sides, 1, s->sides),
                     GF_F1(omega, 1.0f + (d->omega - 1.0f) * 4.0f / (4.0f + alpha)), GF_F1(old, d->old),
                     GF_F1(share, d->last && s->alpha == 0.0f ? LAST_SHARE : 1.0f),
                     GF_F2(start, d->start[0], d->start[1]), GF_F1(guarded, s->instances != 0 ? 1.0f : 0.0f),
                     GF_F1(cellSize, outflow->cellSize), GF_F1(opens, opens ? 1.0f : 0.0f),
                     GF_I4V(levels, GF_MULTIGRID_LEVELS_A_PASS, levels), GF_I1(sums, d->sums),
                     GF_F1(tolerance, s->tolerance)}};
    gfPass_Run(run->device, &pass);
}

// --- coarse levels ---------------------------------------------------------------------------------------------------

// Draws a coarse level with one value per cell, and then its cells with two by the shader `pairFile`.
static void drawOnLevel(const Run *run, const char *pairFile, LevelPass d)
{
    if (isSingle(run, d.to)) {
        draw(run, &d);
    }
    if (isPair(run, d.to)) {
        d.file = pairFile;
        d.defines = NULL;
        d.options = 0;
        d.pair = true;
        draw(run, &d);
    }
}

// Draws the solution on a coarse level by the pass `d`, into the slot of fields that doesn't hold the latest solution.
static void drawField(Run *run, const char *pairFile, LevelPass d)
{
    int to = 1 - run->side;
    d.slot = GF_SLOT_FIELD + to;
    drawOnLevel(run, pairFile, d);
    run->side = to;
}

// Sweeps a coarse level once. `zero`: the solution before is 0 and is not read.
static void sweepLevel(Run *run, int level, bool zero, float omega)
{
    drawField(run, "multigrid/pair_sweep.frag",
              (LevelPass){.file = "multigrid/level.frag",
                          .options = run->multigrid->conditions & GF_LEVEL_LARGE,
                          .level = level,
                          .to = level,
                          .from = level,
                          .rhs = level,
                          .old = zero ? 0.0f : 1.0f,
                          .omega = omega});
}

// Draws the right-hand sides of `count` levels from `level` on in one pass, by sums over the next finer level.
static void sumTo(Run *run, int level, int count)
{
    int side = 1 - run->rhsSide[level - 1];
    LevelPass d = {.file = "multigrid/sums.frag",
                   .level = level - 1,
                   .to = level,
                   .rhs = level - 1,
                   .slot = GF_SLOT_RHS + side,
                   .sums = count};
    drawOnLevel(run, "multigrid/pair_sums.frag", d);
    for (int i = 0; i < count; i++) {
        run->rhsSide[level + i] = side;
    }
}

// Draws the right-hand sides of levels 1 to `last`.
static void restrictTo(Run *run, int last)
{
    gfMultigrid *m = run->multigrid;
    const LevelPass first = {.file = "multigrid/restrict.frag", .to = 1, .slot = GF_SLOT_RHS};
    drawOnLevel(run, "multigrid/pair_restrict.frag", first);
    run->rhsSide[1] = 0;
    for (int i = 2, count; i <= last; i += count) {
        count = m->pairs ? 1 : gfMultigrid_CountTogether(i, last);
        sumTo(run, i, count);
    }
}

// Solves the coarsest level. `inOne`: it is small enough for one pass.
static void solveBottom(Run *run, bool inOne)
{
    int level = run->bottom;
    const gfMultigridLevel *bottom = &run->multigrid->level[level];
    if (!inOne) { // too large for one pass: as many sweeps as an error needs to cross the level, about one per cell
        int sweeps = 2 * gfClamp(gfMax(bottom->cellsX, bottom->cellsY), 4, 32);
        for (int i = 0; i < sweeps; i++) {
            sweepLevel(run, level, i == 0, OMEGA);
        }
        return;
    }
    bool sums = !run->multigrid->pairs && level > 1;
    drawField(run, "multigrid/pair_bottom.frag",
              (LevelPass){.file = "multigrid/bottom.frag",
                          .level = level,
                          .to = level,
                          .rhs = sums ? level - 1 : level,
                          .sums = sums ? 1 : 0});
}

// Solves for the correction on all coarse levels, from the coarsest one up to level 1.
static void solveCoarse(Run *run)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridLevel *bottom = &m->level[run->bottom];
    bool inOne = m->pairs ? gfMultigridLevel_IsOneBlock(bottom) : gfMultigridLevel_IsBottom(bottom);
    restrictTo(run, inOne && !m->pairs && run->bottom > 1 ? run->bottom - 1 : run->bottom);
    solveBottom(run, inOne);
    for (int i = run->bottom - 1; i > 0; i--) {
        drawField(run, "multigrid/pair_prolong.frag",
                  (LevelPass){.file = "multigrid/level.frag",
                              .defines = run->linked ? "UP;LINKED" : "UP",
                              .options = run->linked ? 0 : m->conditions & GF_LEVEL_LARGE,
                              .level = i,
                              .to = i,
                              .from = i + 1,
                              .rhs = i,
                              .omega = FIRST_OMEGA});
        bool small = gfMax(m->level[i].cellsX, m->level[i].cellsY) <= SWEPT_ONCE_CELLS;
        int sweeps = m->pairs ? (small ? ROOM_SWEEPS : PAIR_SWEEPS) : small ? 1 : 2;
        for (int k = run->linked ? 0 : 1; k < sweeps; k++) {
            sweepLevel(run, i, false, m->pairs ? OMEGA : k == 0 ? FIRST_OMEGA : SECOND_OMEGA);
        }
    }
}

// --- the finest level ------------------------------------------------------------------------------------------------

// Sweeps the finest level once more. `last`: it is the cycle's last sweep. If no side fixes the mean of the solution,
// this sweep subtracts it, as it would drift when the right-hand side has a mean other than 0.
static void sweepAgain(const Run *run, const gfTexture *from, const gfTexture *to, bool last)
{
    bool surface = hasSurface(run);
    draw(run, &(LevelPass){.file = "multigrid/last.frag",
                           .defines = run->gated || surface ? "AGAIN" : "AGAIN;START",
                           .options = surface ? run->multigrid->conditions & GF_LEVEL_LARGE : 0u,
                           .starts = !surface,
                           .pressure = from->id,
                           .writes = {to},
                           .last = last,
                           .start = {1.0f, last && !run->bounded ? 1.0f : 0.0f}});
}

// Draws the sums of squares of the residual, by which the GPU decides whether to skip the next cycle.
static void measure(const Run *run)
{
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &run->multigrid->residual,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = run->rhs,
                                          .weights = s->weights,
                                          .diagonals = s->diagonals,
                                          .pressure = s->field->read.id,
                                          .wrapX = run->multigrid->wrapX,
                                          .wrapY = run->multigrid->wrapY,
                                          .alpha = s->alpha,
                                          .tolerance = run->gated ? s->tolerance : 0.0f});
}

// Does the first sweep of a cycle. The first cycle's also draws the right-hand side from an outflow. With moving solids
// it checks the first guess: in a gap that just opened, the last pressure may be 100 times too high, and 0 better.
static void sweepFirst(Run *run, int cycle)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    const gfOutflow *outflow = cycle == 0 ? s->outflow : NULL;
    uint32_t options = outflow == NULL ? 0u
                                       : GF_LEVEL_OUTFLOW | (outflow->wallVelocity != 0 ? GF_LEVEL_MOVING : 0u) |
                                             (outflow->expansion != 0 ? GF_LEVEL_EXPANSION : 0u);
    float start = cycle == 0 ? s->warmStart : 1.0f;
    bool guarded = (s->moving || s->guarded) && cycle == 0 && start > 0.0f;
    if (guarded) {
        measure(run);
    }
    draw(run, &(LevelPass){.file = "multigrid/first.frag",
                           .defines = run->gated ? NULL
                                      : guarded  ? "START;GUARDED"
                                                 : "START",
                           .options = options,
                           .starts = !guarded,
                           .writes = {&m->black, &m->swept, outflow != NULL ? outflow->rhs : NULL},
                           .pressure = s->field->read.id,
                           .outflow = outflow,
                           .start = {start, cycle == 0 && !run->bounded ? start : 0.0f}});
    run->rhs = outflow != NULL ? outflow->rhs->id : run->rhs;
}

// Adds the correction of the coarse levels to the finest level, and sweeps it, twice with thin walls, with diffusion
// and with a free surface.
static void correct(const Run *run)
{
    const gfPair *field = run->solve->field;
    LevelPass d = {.file = "multigrid/last.frag", .from = 1, .writes = {&field->read}, .last = true};
    if (!run->linked) {
        bool again = hasSurface(run);
        d.options = run->multigrid->conditions & GF_LEVEL_LARGE;
        d.writes[0] = again ? &field->write : &field->read;
        d.last = !again;
        draw(run, &d);
        if (again) {
            sweepAgain(run, &field->write, &field->read, true);
        }
        return;
    }
    bool twice = run->multigrid->pairs || run->solve->alpha > 0.0f;
    const gfTexture *to = twice ? &field->read : &field->write;
    d.defines = "LINKED";
    d.writes[0] = to;
    draw(run, &d);
    if (run->multigrid->pairs) {
        d.file = "multigrid/pair_prolong.frag";
        d.defines = "FINEST";
        d.pair = true;
        draw(run, &d);
    }
    if (twice) {
        sweepAgain(run, &field->read, &field->write, false);
    }
    sweepAgain(run, &field->write, &field->read, true);
}

// Runs cycle `number` of a solve. If the finest level is the only one, it is just swept many times.
static void cycle(Run *run, int number)
{
    const gfMultigridLevel *finest = &run->multigrid->level[0];
    const gfPair *field = run->solve->field;
    sweepFirst(run, number);
    if (run->bottom > 0) {
        solveCoarse(run);
        correct(run);
        return;
    }
    int sweeps = 2 * gfClamp(gfMax(finest->cellsX, finest->cellsY), 4, 32);
    draw(run, &(LevelPass){.file = "multigrid/last.frag",
                           .defines = "AGAIN;ALONE",
                           .pressure = run->multigrid->black.id,
                           .writes = {&field->write}});
    for (int i = 1; i < sweeps; i++) {
        sweepAgain(run, i % 2 != 0 ? &field->write : &field->read, i % 2 != 0 ? &field->read : &field->write, false);
    }
}

// Copies the solution before a cycle, for `extrapolate`.
static void keepField(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    gfPass_Run(run->device, &(gfPass){.label = run->solve->label,
                                      .shader = GF_SHADER("common/copy.frag", NULL),
                                      .writes = {&m->before},
                                      .inputs = {GF_IN(copied0, run->solve->field->read.id)}});
}

// Extends or shortens the change that a cycle made so that the residual becomes least. Coarse levels approximate narrow
// rooms poorly: without this a few waves of the error would decay slowly.
static void extrapolate(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &m->change,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = run->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read.id,
                                          .before = m->before.id,
                                          .wrapX = m->wrapX,
                                          .wrapY = m->wrapY,
                                          .alpha = s->alpha});
    gfPass_Run(run->device, &(gfPass){.label = s->label,
                                      .shader = gfMultigrid_GetShader(m, NULL, "multigrid/extrapolate.frag", NULL, 0),
                                      .writes = {&s->field->write},
                                      .inputs = {GF_IN(pressure, s->field->read.id), GF_IN(correction, m->before.id),
                                                 GF_IN(norms, gfResidual_Sums(&m->change))}});
    gfPair_Swap(s->field);
}

// Returns whether prolongation must follow the weights between cells, instead of interpolating linearly: coarse cells
// may lie beyond a thin wall; walls hold cells at a fixed value; a moving solid may close a gap, where the pressure is
// a hundred times that around; or a level has an open side and an odd number of cells across it.
static bool isLinked(const gfMultigrid *m, const gfMultigridSolve *solve, int bottom)
{
    const float *sides = solve->sides;
    if (m->conditions & GF_LEVEL_SURFACE) { // air and open sides are coarse cells' diagonals
        return false;
    }
    bool holds = m->pairs || !m->components || solve->moving;
    for (int i = 0; i < bottom; i++) {
        holds = holds || (m->level[i].cellsX % 2 != 0 && sides[1] > 1.0f) ||
                (m->level[i].cellsY % 2 != 0 && sides[3] > 1.0f);
    }
    return holds;
}

void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve)
{
    Run run = {.device = device,
               .multigrid = multigrid,
               .solve = solve,
               .rhs = solve->rhs,
               .bottom = gfMultigrid_GetBottom(multigrid)};
    run.bounded = solve->bounded || hasSurface(&run);
    run.linked = isLinked(multigrid, solve, run.bottom);
    for (int i = 0; i < solve->cycles; i++) {
        bool extrapolates = multigrid->pairs && i > 0;
        if (extrapolates) {
            keepField(&run);
        }
        cycle(&run, i);
        if (extrapolates) {
            extrapolate(&run);
        }
        if (solve->tolerance > 0.0f && i + 1 < solve->cycles) {
            measure(&run);
            run.gated = true;
        }
    }
}

// --- residuals -------------------------------------------------------------------------------------------------------

static const char *const residualOptionDefines[] = {"NEAR_WALLS", "SURFACE"};

static gfShader getResidualShader(const gfResidual *residual, const gfVertexStage *stage, const char *defines)
{
    uint32_t options = (residual->nearWalls ? 1u : 0u) | (residual->surface ? 2u : 0u);
    return (gfShader){stage, "multigrid/norms.frag", defines, options, residualOptionDefines, false};
}

bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls)
{
    // norms.frag sums 2 x 2 texels in the first pass, then 4 x 4.
    const gfPyramidShape shape = {GF_FORMAT_RGBA32F, 2, 4, 0};
    memset(residual, 0, sizeof *residual);
    residual->nearWalls = nearWalls;
    return gfPyramid_Create(device, &residual->sums, &shape, width, height);
}

// Runs all passes of the reduction but the first. `last`: defines of the last one.
static bool addUp(gfDevice *device, const gfResidual *residual, const char *label, const char *last)
{
    for (int i = 1; i < residual->sums.levels; i++) {
        GF_TRY(gfPass_Run(
            device, &(gfPass){.label = label,
                              .shader = getResidualShader(residual, NULL, i == residual->sums.levels - 1 ? last : NULL),
                              .writes = {&residual->sums.texture[i]},
                              .inputs = {GF_IN(source, residual->sums.texture[i - 1].id)}}));
    }
    return true;
}

bool gfResidual_Measure(gfDevice *device, const gfResidual *residual, const gfResidualInput *input)
{
    // A pass that the GPU may skip reads the last texture of the sums. A single pass writes it, so it can't be skipped.
    bool gated = input->tolerance > 0.0f && residual->sums.levels > 1;
    bool ok = gfPass_Run(
        device, &(gfPass){.label = input->label,
                          .shader = getResidualShader(residual, input->before == 0 && gated ? &gf_vertexGated : NULL,
                                                      input->before != 0 ? "FIELD;PRESSURE;CHANGE" : "FIELD;PRESSURE"),
                          .writes = {&residual->sums.texture[0]},
                          .inputs = {GF_IN(rhs, input->rhs), GF_IN(weights, input->weights),
                                     GF_IN(diagonals, input->diagonals), GF_IN(pressure, input->pressure),
                                     GF_IN(correction, input->before), GF_IN(norms, gfResidual_Sums(residual))},
                          .uniforms = {GF_F1(alpha, input->alpha), GF_I2(wrap, input->wrapX, input->wrapY),
                                       GF_F1(tolerance, input->tolerance)}});
    return ok && addUp(device, residual, input->label, NULL);
}

bool gfResidual_Rms(gfDevice *device, const gfResidual *residual, const char *label, const GLuint fields[2],
                    GLuint weights)
{
    bool single = residual->sums.levels == 1;
    bool ok = gfPass_Run(
        device, &(gfPass){.label = label,
                          .shader = getResidualShader(residual, NULL, single ? "FIELD;SECOND;RMS" : "FIELD;SECOND"),
                          .writes = {&residual->sums.texture[0]},
                          .inputs = {GF_IN(rhs, fields[0]), GF_IN(after, fields[1]), GF_IN(weights, weights)}});
    return ok && addUp(device, residual, label, "RMS");
}
