// Geometric multigrid (Brandt 1977) on packed cells, by sawtooth cycles (Wesseling 1982):
//   first        a red-black Gauss-Seidel sweep of the finest level, which may draw the right-hand side as well
//   restrict     sums of its residuals are the right-hand side of level 1
//   sums         right-hand sides of coarser levels are sums, too, as there are no sweeps on the way down
//   bottom       a level of at most 4 x 4 cells is solved in one pass
//   up, sweep    on each finer level: prolongation, and two over-relaxed sweeps, the first of these in the same pass
//   last         on the finest level: the prolonged correction is added, and one sweep
// Coarse weights are means of fine ones, so that for linear fields a coarse cell's equation is the sum of its fine
// cells' equations. A periodic axis is coarsened while the result is even; if that ends early, the coarsest level is
// swept often instead. A level with two components (shaders/multigrid/components.glsl) is drawn as if with one, and
// tiles with two components are drawn over it; small levels are drawn with two everywhere.
//
// A cycle leaves its result in the texture that it started from, so that the GPU may skip a whole cycle (GATED,
// shaders/common/cover.vert) and the CPU need not know.
#include "solvers/grid/multigrid_levels.h"

#define OMEGA 1.45f       // over-relaxation of coarse levels
#define FIRST_OMEGA 1.15f // of the first of two sweeps; two equal ones would leave a twelfth more residual
#define SECOND_OMEGA 1.7f
#define SWEPT_ONCE_CELLS 8 // levels with sides up to this are swept once
#define LAST_SHARE 0.8f // relaxation of black cells in the last sweep (last.frag); 1 would leave a sixth more residual
#define PAIR_SWEEPS 4   // with two sweeps, flow with one cycle a step would shake at corners of thin walls
#define ROOM_SWEEPS 8   // of levels up to SWEPT_ONCE_CELLS: errors differ by a constant between rooms with a gap
#define LEVELS_A_PASS 4 // levels that a pass of multigrid/sums.frag draws

// The state of a solve.
typedef struct Run {
    gfDevice *device;
    gfMultigrid *multigrid;
    const gfMultigridSolve *solve;
    GLuint rhs; // of the finest level
    int bottom; // the coarsest level in use
    bool gated;
    bool linked;                          // prolongation follows weights, which takes a pass of its own
    int side;                             // the slot of fields (0 or 1) that has the latest solution
    int rhsSide[GF_MULTIGRID_LEVELS_MAX]; // the slot of right-hand sides that a level uses
} Run;

// A pass that draws a level. Members that it doesn't use are 0.
typedef struct LevelPass {
    const char *file, *defines; // of its shader, in shaders/multigrid
    uint32_t options;
    bool starts;                // it reads the mean of its input, to subtract it
    bool pair;                  // it draws cells with two components
    int level;                  // level of u_weights and u_cells
    int to, from, rhs;          // level that it draws, and levels of its inputs u_field and u_rhs
    int slot;                   // slot that it draws to, on a coarse level
    const gfTexture *writes[3]; // outputs on the finest level
    GLuint pressure;
    const gfOutflow *outflow;
    float start[2], old, omega;
    bool last; // it is the last sweep of the finest level
    int sums;  // number of levels from `to` on that sums.frag draws; 1: bottom.frag sums, too
} LevelPass;

static bool isPair(const Run *run, int level)
{
    return run->multigrid->pairs && level > 0;
}

static bool isSingle(const Run *run, int level)
{
    return !run->multigrid->pairs || run->multigrid->level[level].tiled || level == 0;
}

// Returns the region that a pass on a coarse level draws, and fills in the place of each level that sums.frag draws.
static gfRegion placesOf(const LevelPass *d, const gfMultigridSlot *drawn, const gfMultigridLevel *to,
                         GLint levels[LEVELS_A_PASS][4])
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
    float alpha = ldexpf(s->alpha, 2 * d->level); // a coarse cell has the area of four finer ones
    bool opens = s->sides[0] > 1.0f || s->sides[1] > 1.0f || s->sides[2] > 1.0f || s->sides[3] > 1.0f;
    GLint levels[LEVELS_A_PASS][4] = {{0}};
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
                   GF_IN(componentWeights, coarse->componentWeights.id), GF_IN(field, m->all[field->texture].id),
                   GF_IN(fieldB, m->allB[field->texture].id), GF_IN(velocity, outflow->velocity),
                   GF_IN(wallVelocity, outflow->wallVelocity), GF_IN(expansion, outflow->expansion),
                   GF_IN(norms, run->gated || s->moving ? gfResidual_Sums(&m->residual) : 0),
                   GF_IN(instances, s->instances)},
        .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, l->cellsX, l->cellsY), GF_I4V(places, 2, places),
                     GF_I2(whole, m->all[0].width, m->all[0].height), GF_F1(alpha, alpha),
                     GF_F1(bounded, s->bounded ? 1.0f : 0.0f), GF_F4V(sides, 1, s->sides),
                     GF_F1(omega, 1.0f + (d->omega - 1.0f) * 4.0f / (4.0f + alpha)), GF_F1(old, d->old),
                     GF_F1(share, d->last && s->alpha == 0.0f ? LAST_SHARE : 1.0f),
                     GF_F2(start, d->start[0], d->start[1]), GF_F1(guarded, s->instances != 0 ? 1.0f : 0.0f),
                     GF_F1(cellSize, outflow->cellSize), GF_F1(opens, opens ? 1.0f : 0.0f),
                     GF_I4V(levels, LEVELS_A_PASS, levels), GF_I1(sums, d->sums), GF_F1(tolerance, s->tolerance)}};
    gfPass_Run(run->device, &pass);
}

// --- coarse levels ---------------------------------------------------------------------------------------------------

// Draws a level with one component per cell and then its cells with two.
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

// Likewise, draws the solution on a level into its other slot.
static void drawField(Run *run, const char *pairFile, LevelPass d)
{
    int to = 1 - run->side;
    d.slot = GF_SLOT_FIELD + to;
    drawOnLevel(run, pairFile, d);
    run->side = to;
}

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

// Draws the right-hand sides of `count` levels in one pass, each coarser than the one before.
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

// Draws the right-hand sides of all coarse levels up to `last`.
static void restrictTo(Run *run, int last)
{
    gfMultigrid *m = run->multigrid;
    const LevelPass first = {.file = "multigrid/restrict.frag", .to = 1, .slot = GF_SLOT_RHS};
    drawOnLevel(run, "multigrid/pair_restrict.frag", first);
    run->rhsSide[1] = 0;
    for (int i = 2, count; i <= last; i += count) {
        int left = last + 1 - i, passes = (left + LEVELS_A_PASS - 1) / LEVELS_A_PASS;
        count = m->pairs ? 1 : (left + passes - 1) / passes;
        sumTo(run, i, count);
    }
}

static void solveBottom(Run *run, bool inOne)
{
    int level = run->bottom;
    const gfMultigridLevel *bottom = &run->multigrid->level[level];
    if (!inOne) { // Gauss-Seidel sweeps that a wave takes: about one a cell
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

// Solves on all coarse levels, from the coarsest one up to level 1.
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

// Sweeps the finest level once more. `last`: also subtracts the mean if no side fixes it, as it would drift with an
// unbalanced right-hand side.
static void sweepAgain(const Run *run, const gfTexture *from, const gfTexture *to, bool last)
{
    draw(run, &(LevelPass){.file = "multigrid/last.frag",
                           .defines = run->gated ? "AGAIN" : "AGAIN;START",
                           .starts = true,
                           .pressure = from->id,
                           .writes = {to},
                           .last = last,
                           .start = {1.0f, last && !run->solve->bounded ? 1.0f : 0.0f}});
}

static void measure(const Run *run)
{
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &run->multigrid->residual,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = run->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read.id,
                                          .wrapX = run->multigrid->wrapX,
                                          .wrapY = run->multigrid->wrapY,
                                          .alpha = s->alpha,
                                          .tolerance = run->gated ? s->tolerance : 0.0f});
}

// The first sweep of a cycle, which draws the right-hand side, too, if a solve begins with an outflow. With moving
// solids the warm start is checked first: a gap may have opened in which the pressure was a hundred times that around.
static void sweepFirst(Run *run, int cycle)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    const gfOutflow *outflow = cycle == 0 ? s->outflow : NULL;
    uint32_t options = outflow == NULL ? 0u
                                       : GF_LEVEL_OUTFLOW | (outflow->wallVelocity != 0 ? GF_LEVEL_MOVING : 0u) |
                                             (outflow->expansion != 0 ? GF_LEVEL_EXPANSION : 0u);
    float start = cycle == 0 ? s->warmStart : 1.0f;
    bool guarded = s->moving && cycle == 0 && start > 0.0f;
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
                           .start = {start, cycle == 0 && !s->bounded ? start : 0.0f}});
    run->rhs = outflow != NULL ? outflow->rhs->id : run->rhs;
}

// Corrects the finest level by the coarse solution, and sweeps. Thin walls and diffusion take a second sweep.
static void correct(const Run *run)
{
    const gfPair *field = run->solve->field;
    LevelPass d = {.file = "multigrid/last.frag", .from = 1, .writes = {&field->read}, .last = true};
    if (!run->linked) {
        d.options = run->multigrid->conditions & GF_LEVEL_LARGE;
        draw(run, &d);
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

static void keepField(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    gfPass_Run(run->device, &(gfPass){.label = run->solve->label,
                                      .shader = GF_SHADER("common/copy.frag", NULL),
                                      .writes = {&m->before},
                                      .inputs = {GF_IN(copied0, run->solve->field->read.id)}});
}

// Extrapolates the cycle's change so far that the residual is least. Coarse levels approximate narrow rooms poorly, so
// that a few waves decay slowly without it.
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

// Returns whether prolongation must follow weights: if coarse cells may lie beyond a thin wall, in lattices that have
// cells of fixed value near walls, if moving solids may close a gap (where pressure is a hundred times that around), or
// with an open side of a level of odd size.
static bool isLinked(const gfMultigrid *m, const gfMultigridSolve *solve, int bottom)
{
    const float *sides = solve->sides;
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

static const char *const residualOptionDefines[] = {"NEAR_WALLS"};

static gfShader getResidualShader(const gfResidual *residual, const gfVertexStage *stage, const char *defines)
{
    return (gfShader){stage, "multigrid/norms.frag", defines, residual->nearWalls ? 1u : 0u, residualOptionDefines,
                      false};
}

bool gfResidual_Create(gfDevice *device, gfResidual *residual, int width, int height, bool nearWalls)
{
    const gfPyramidShape shape = {GF_FORMAT_RGBA32F, 2, 4, 0}; // as in norms.frag
    memset(residual, 0, sizeof *residual);
    residual->nearWalls = nearWalls;
    return gfPyramid_Create(device, &residual->sums, &shape, width, height);
}

void gfResidual_Destroy(gfDevice *device, gfResidual *residual)
{
    gfPyramid_Destroy(device, &residual->sums);
}

// Runs the passes of the reduction after the first.
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
    // A gated pass reads the top of the sums: a single pass may not be gated, as it writes the top.
    bool gated = input->tolerance > 0.0f && residual->sums.levels > 1;
    bool ok = gfPass_Run(
        device,
        &(gfPass){.label = input->label,
                  .shader = getResidualShader(residual, input->before == 0 && gated ? &gf_vertexGated : NULL,
                                              input->before != 0 ? "FIELD;PRESSURE;CHANGE" : "FIELD;PRESSURE"),
                  .writes = {&residual->sums.texture[0]},
                  .inputs = {GF_IN(rhs, input->rhs), GF_IN(weights, input->weights), GF_IN(pressure, input->pressure),
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
