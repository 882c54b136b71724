// Geometric multigrid (Brandt 1977) on packed cells. A cycle on one level:
//   sweep, sweep      red-black Gauss-Seidel, both colours in one pass
//   restrict          sums of residuals are the next level's right-hand side; there the same, from 0
//   prolong           the next level's solution, bilinear through open weights, corrects the black cells
//   sweep             red first, which reads only black cells
// Coarse weights are means of fine ones, so that a coarse cell's equation is the sum of its cells' for a field that
// varies linearly. The level of at most 4 x 4 cells is solved in one pass. Periodic axes halve only while the level
// below has an even number of cells; where they stop early, the coarsest level is swept instead.
//
// The result of a cycle on the finest level is where its input was, so that the GPU may skip a whole cycle (GATED,
// shaders/common/cover.vert) and nothing else has to know. Large levels are swept in two colours: what sweeps read,
// black cells and red right-hand sides, has textures of its own, and packed cells are written only at the end.
#include "solvers/grid/multigrid_levels.h"

#define REVISITED_CELLS 8

// One solve under way.
typedef struct Run {
    gfDevice *device;
    gfMultigrid *multigrid;
    const gfMultigridSolve *solve;
    const gfMultigridPrograms *programs;
    int bottom; // the coarsest level in use
    bool gated;
    bool thorough;                           // not the first cycle
    bool unpacked;                           // between cycles the finest level stays in colours
    gfRegion boxes[GF_MULTIGRID_LEVELS_MAX]; // in blocks: outside of them only sides bound the fluid
    int solidFreeLevels;                     // how many levels have one
} Run;

static gfPair *fieldOf(const Run *run, int level)
{
    return level == 0 ? run->solve->field : &run->multigrid->level[level].field;
}

static GLuint rhsOf(const Run *run, int level)
{
    return level == 0 ? run->solve->rhs : run->multigrid->level[level].rhs.id;
}

// A level is drawn with one component everywhere but in tiles with two, which are drawn over that, or all of it with
// two.
static bool isPair(const Run *run, int level)
{
    return run->multigrid->pairs && level > 0;
}

static bool isSingle(const Run *run, int level)
{
    return !run->multigrid->pairs || run->multigrid->level[level].tiled || level == 0;
}

// On coarser levels one sweep less: who asks for but one cycle wants it cheap, and gets nearly as much.
static bool isSweptOnce(const Run *run, int level)
{
    return level > 0 && run->solve->cycles == 1;
}

// In two colours a level has but one component.
static bool isInColours(const Run *run, int level)
{
    return run->multigrid->level[level].colours && !isPair(run, level);
}

// A program, and the same where only sides bound the fluid, or null.
typedef struct Chosen {
    const gfProgram *program, *solidFree;
    bool pair; // it draws cells of two components
} Chosen;

static Chosen everywhere(const gfProgram *program)
{
    return (Chosen){.program = program};
}

static Chosen withSolidFree(const gfProgram *program, const gfProgram *solidFree)
{
    return (Chosen){.program = program, .solidFree = solidFree};
}

static Chosen everywhereInPairs(const gfProgram *program)
{
    return (Chosen){.program = program, .pair = true};
}

// Draws a pass from the fields of `level` into one or two textures of the level `to`; the correction and its cells are
// those of the level below `level`. Black cells are read from where they are not written.
static void drawLevel(const Run *run, int level, int to, Chosen chosen, const gfTexture *first, const gfTexture *second)
{
    static const gfMultigridLevel none = {0};
    const gfMultigrid *m = run->multigrid;
    const gfMultigridLevel *own = &m->level[level], *coarse = level + 1 < m->levels ? own + 1 : &none;
    const gfTexture *black = first == &own->black ? &own->swept : &own->black;
    const gfTexture *change = isSweptOnce(run, level) ? &own->swept : &own->change; // it was 0
    GLuint weights = level == 0 ? run->solve->weights : chosen.pair ? own->componentWeights.id : own->weights.id;
    float alpha = ldexpf(run->solve->alpha, 2 * level); // a coarse cell has the area of four
    static const float closed[4] = {0.0f};
    const gfPass pass = {
        .label = run->solve->label,
        .program = chosen.program,
        .writes = {first, second},
        .tiles = chosen.pair ? &m->level[to].tiles : NULL,
        .tileTexels = GF_MULTIGRID_TILE_TEXELS,
        .inputs = {GF_IN(pressure, fieldOf(run, level)->read.id), GF_IN(rhs, rhsOf(run, level)),
                   GF_IN(weights, weights), GF_IN(correction, coarse->field.read.id),
                   GF_IN(norms, gfResidual_Sums(run->gated ? &m->residual : &m->start)),
                   GF_IN(pressureB, own->fieldB.read.id), GF_IN(rhsB, own->rhsB.id),
                   GF_IN(correctionB, coarse->fieldB.read.id), GF_IN(componentWeights, coarse->componentWeights.id),
                   GF_IN(black, black->id), GF_IN(change, change->id), GF_IN(redRhs, own->redRhs.id)},
        .uniforms = {GF_F1(alpha, alpha), GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, own->cellsX, own->cellsY),
                     GF_F1(bounded, run->solve->bounded ? 1.0f : 0.0f), GF_F1(warmStart, run->solve->warmStart),
                     GF_F1(tolerance, run->solve->tolerance),
                     GF_F4V(sides, 1, run->solve->solidFree != NULL ? run->solve->solidFree->sides : closed)}};
    if (chosen.solidFree != NULL && level < run->solidFreeLevels) {
        gfSolidFree_Run(run->device, &pass, chosen.solidFree, &run->boxes[to]);
    } else {
        gfPass_Run(run->device, &pass);
    }
}

// A pass over the level's field, with one component and, where there are, with two.
static void drawField(const Run *run, int level, const gfProgram *single, const gfProgram *pair)
{
    gfMultigridLevel *l = &run->multigrid->level[level];
    gfPair *field = fieldOf(run, level);
    if (isSingle(run, level)) {
        drawLevel(run, level, level, everywhere(single), &field->write, NULL);
    }
    if (pair != NULL) {
        drawLevel(run, level, level, everywhereInPairs(pair), &field->write,
                  isPair(run, level) ? &l->fieldB.write : NULL);
    }
    gfPair_Swap(field);
    gfPair_Swap(&l->fieldB); // always together, so that the sets of textures that are drawn to stay the same
}

static void sweep(const Run *run, int level)
{
    drawField(run, level, run->programs->sweep, isPair(run, level) ? run->programs->pairSweep : NULL);
}

static void sweepZero(const Run *run, int level)
{
    drawField(run, level, run->programs->sweepZero, isPair(run, level) ? run->programs->pairSweepZero : NULL);
}

// Restricts the residual of `level` to the next.
static void restrictFrom(const Run *run, int level)
{
    const gfMultigridPrograms *p = run->programs;
    const gfMultigridLevel *coarse = &run->multigrid->level[level + 1];
    bool colours = isInColours(run, level);
    if (isSingle(run, level + 1)) {
        const Chosen chosen = colours ? withSolidFree(p->restrictChange, run->multigrid->solidFree.restrictChange)
                                      : everywhere(p->restrictRhs);
        drawLevel(run, level, level + 1, chosen, &coarse->rhs, NULL);
    }
    if (isPair(run, level + 1)) {
        drawLevel(run, level, level + 1,
                  everywhereInPairs(colours ? p->pairRestrictChange : p->pairRestrict[level == 0]), &coarse->rhs,
                  &coarse->rhsB);
    }
}

static Chosen getProlong(const Run *run, bool colours)
{
    if (run->solve->constantProlongation) {
        return everywhere(gfProgram_Get(run->device, &gf_vertexCover, "multigrid/prolong.frag",
                                        colours ? "COLOURS;CONSTANT" : "CONSTANT"));
    }
    return colours ? withSolidFree(run->programs->prolongColours, run->multigrid->solidFree.prolongColours)
                   : everywhere(run->programs->prolong);
}

static void prolongTo(const Run *run, int level)
{
    drawField(run, level, getProlong(run, false).program,
              isPair(run, level + 1) ? run->programs->pairProlong[level == 0] : NULL);
}

static void solveBottom(const Run *run, int level)
{
    const gfMultigridLevel *bottom = &run->multigrid->level[level];
    if (isPair(run, level) && gfMultigridLevel_IsOneBlock(bottom)) {
        drawField(run, level, NULL, run->programs->pairBottom);
        return;
    }
    if (level > 0 && gfMultigridLevel_IsBottom(bottom) && !isPair(run, level)) {
        drawField(run, level, run->programs->bottom, NULL);
        return;
    }
    // Even, for the finest level's sake. Without coarser levels a wave takes about as many sweeps as it has cells.
    int sweeps = 2 * gfClamp(gfMax(bottom->cellsX, bottom->cellsY), 4, 32);
    if (level > 0) {
        sweepZero(run, level);
    }
    for (int i = 1; i < sweeps; i++) {
        sweep(run, level);
    }
}

static void solveFromZero(const Run *run, int level);

// Adds the correction that the coarser levels find for what the sweeps on `level` left.
static void correct(const Run *run, int level)
{
    restrictFrom(run, level);
    solveFromZero(run, level + 1);
    prolongTo(run, level);
    sweep(run, level);
}

// Does the same in two colours. `first` is the first sweep; with `last` the result is packed.
static void cycleInColours(const Run *run, int level, Chosen first, bool last)
{
    const gfMultigridPrograms *p = run->programs;
    const gfSolidFreePrograms *solidFree = &run->multigrid->solidFree;
    const gfMultigridLevel *l = &run->multigrid->level[level];
    bool once = isSweptOnce(run, level);
    drawLevel(run, level, level, first, once ? &l->swept : &l->black,
              first.program == p->sweepColours ? NULL : &l->redRhs);
    if (!once) {
        drawLevel(run, level, level, withSolidFree(p->changeColours, solidFree->changeColours), &l->swept, &l->change);
    }
    restrictFrom(run, level);
    solveFromZero(run, level + 1);
    drawLevel(run, level, level, getProlong(run, true), &l->black, NULL);
    if (isPair(run, level + 1)) {
        drawLevel(run, level, level, everywhereInPairs(p->pairProlongColours), &l->black, NULL);
    }
    if (last) {
        drawLevel(run, level, level, withSolidFree(p->fromColours, solidFree->fromColours), &fieldOf(run, level)->read,
                  NULL);
    } else {
        drawLevel(run, level, level, withSolidFree(p->sweepColours, solidFree->sweepColours), &l->swept, NULL);
    }
}

static void solveFromZero(const Run *run, int level)
{
    const gfMultigridLevel *l = &run->multigrid->level[level];
    if (level == run->bottom) {
        solveBottom(run, level);
        return;
    }
    if (isInColours(run, level)) {
        cycleInColours(run, level, withSolidFree(run->programs->toColoursZero, run->multigrid->solidFree.toColoursZero),
                       true);
        return;
    }
    sweepZero(run, level);
    if (!isSweptOnce(run, level)) {
        sweep(run, level);
    }
    correct(run, level);
    // Rooms that only a gap joins differ by a constant, which the coarsest levels get right but roughly at first.
    int cells = gfMax(l->cellsX, l->cellsY);
    if (run->thorough && isPair(run, level) && cells > REVISITED_CELLS / 2 && cells <= REVISITED_CELLS) {
        sweep(run, level);
        correct(run, level);
    }
}

// On the finest level. `first`: the first sweep.
static void cycle(const Run *run, Chosen first, bool last)
{
    if (isInColours(run, 0)) {
        cycleInColours(run, 0, first, last || !run->unpacked);
        return;
    }
    drawField(run, 0, first.program, NULL);
    if (run->bottom == 0) {
        solveBottom(run, 0);
        return;
    }
    sweep(run, 0);
    correct(run, 0);
}

static void measure(const Run *run, bool start)
{
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, start ? &run->multigrid->start : &run->multigrid->residual,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = s->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read.id,
                                          .wrapX = run->multigrid->wrapX,
                                          .wrapY = run->multigrid->wrapY,
                                          .alpha = s->alpha,
                                          .tolerance = run->gated ? s->tolerance : 0.0f});
}

static void keepField(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    gfPass_Run(run->device, &(gfPass){.label = run->solve->label,
                                      .program = m->copy,
                                      .writes = {&m->before},
                                      .inputs = {GF_IN(copied0, run->solve->field->read.id)}});
}

// Coarse levels are rough where walls leave little room, and a wave or two decay slowly: this makes up for it.
static void extrapolate(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &m->change,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = s->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read.id,
                                          .before = m->before.id,
                                          .wrapX = m->wrapX,
                                          .wrapY = m->wrapY,
                                          .alpha = s->alpha});
    gfPass_Run(run->device, &(gfPass){.label = s->label,
                                      .program = m->extrapolate,
                                      .writes = {&s->field->write},
                                      .inputs = {GF_IN(pressure, s->field->read.id), GF_IN(correction, m->before.id),
                                                 GF_IN(norms, gfResidual_Sums(&m->change))}});
    gfPair_Swap(s->field);
}

// The first sweep of a cycle. A solve starts from what is there, or from 0.
static Chosen getFirst(const Run *run, bool start)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridPrograms *p = run->programs;
    bool warm = run->solve->warmStart > 0.0f;
    if (!isInColours(run, 0)) {
        return everywhere(!start ? p->sweep : warm ? m->sweepGuarded : p->sweepZero);
    }
    if (start) {
        return warm ? withSolidFree(m->toColoursGuarded, m->solidFree.toColoursGuarded)
                    : withSolidFree(p->toColoursZero, m->solidFree.toColoursZero);
    }
    return run->unpacked ? withSolidFree(p->sweepColours, m->solidFree.sweepColours) : everywhere(p->toColours);
}

// Finds where only sides bound the fluid. Passes that the GPU may skip are drawn by the same programs everywhere, and
// so are levels of odd sizes and those of which the box leaves little.
static void findSolidFree(Run *run)
{
    const gfMultigrid *m = run->multigrid;
    if (run->solve->solidFree == NULL || (m->conditions & GF_LEVEL_SOLID_FREE) == 0 || run->solve->tolerance > 0.0f) {
        return;
    }
    gfRegion cells = run->solve->solidFree->box;
    for (int i = 0; i < m->levels; i++) {
        const gfMultigridLevel *l = &m->level[i];
        run->boxes[i] = gfSolidFree_ToBlocks(cells, 1);
        cells = gfSolidFree_Coarsen(cells);
        if (i == run->solidFreeLevels && l->colours && l->cellsX % 4 == 0 && l->cellsY % 4 == 0) {
            run->solidFreeLevels++;
        }
    }
}

void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve)
{
    Run run = {.device = device,
               .multigrid = multigrid,
               .solve = solve,
               .programs = &multigrid->programs[0],
               .bottom = gfMultigrid_GetBottom(multigrid),
               .unpacked = solve->tolerance == 0.0f && !multigrid->pairs};
    findSolidFree(&run);
    if (solve->warmStart > 0.0f && solve->cycles > 0) {
        measure(&run, true);
    }
    for (int i = 0; i < solve->cycles; i++) {
        bool extrapolates = multigrid->pairs && i > 0;
        bool last = i + 1 == solve->cycles;
        run.thorough = i > 0;
        if (extrapolates) {
            keepField(&run);
        }
        cycle(&run, getFirst(&run, i == 0), last);
        if (extrapolates) {
            extrapolate(&run);
        }
        if (solve->tolerance > 0.0f && !last) {
            measure(&run, false);
            run.gated = true;
            run.programs = &multigrid->programs[1];
        }
    }
}
