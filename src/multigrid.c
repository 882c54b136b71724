// Geometric multigrid (Brandt 1977) on packed cells. A cycle on one level:
//   sweep, sweep      red-black Gauss-Seidel, both colours in one pass
//   restrict          sums of residuals are the next level's right-hand side; there the same, from 0
//   prolong           the next level's solution, bilinear through open links, corrects the black cells
//   sweep             red first, which reads only black cells
// Coarse links are means of fine ones, so that a coarse cell's equation is the sum of its cells' for a field that
// varies linearly. The level of at most 4 x 4 cells is solved in one pass. Periodic axes halve only while the level
// below has an even number of cells; where they stop early, the coarsest level is swept instead.
//
// The finest level is written four times a cycle: its result is where its input was, so that the GPU may skip a whole
// cycle (GATED, shaders/common/cover.vert) and nothing else has to know.
#include "multigrid.h"

#include "residual.h"

#define LEVELS_MAX 14
#define BOTTOM_CELLS 4 // a side, of a level that bottom.frag solves

typedef struct Level {
    int cellsX, cellsY;
    gfPingPong field; // of the finest level: none, the caller's
    gfTexture rhs, links;
    gfTarget rhsTarget, linksTarget;
    // With components: a second value for each cell, see shaders/multigrid/cells.glsl.
    gfPingPong fieldB;
    gfTexture rhsB, parts, cellLinks;
    gfTarget partsTarget, cellLinksTarget;
    gfTarget writeBoth, readBoth, rhsBoth; // into both components
} Level;

typedef struct Programs {
    const gfProgram *sweep, *sweepZero, *restrictRhs, *prolong, *bottom;
    const gfProgram *pairSweep, *pairSweepZero, *pairRestrict[2], *pairProlong[2]; // [finest]
} Programs;

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components; // coarse levels may have them
    bool pairs;      // and do
    int levels;
    Level level[LEVELS_MAX];
    gfResidual residual;
    const gfProgram *sweepGuarded, *coarseLinks;
    const gfProgram *cellParts[2], *cellLinks[2]; // [finest]
    Programs programs[2];                         // [gated]
};

static void destroyLevel(gfDevice *device, Level *level)
{
    gfPingPong_Destroy(device, &level->field);
    gfTarget_Destroy(device, &level->rhsTarget);
    gfTarget_Destroy(device, &level->linksTarget);
    gfTexture_Destroy(device, &level->rhs);
    gfTexture_Destroy(device, &level->links);
    gfPingPong_Destroy(device, &level->fieldB);
    gfTarget_Destroy(device, &level->partsTarget);
    gfTarget_Destroy(device, &level->cellLinksTarget);
    gfTarget_Destroy(device, &level->writeBoth);
    gfTarget_Destroy(device, &level->readBoth);
    gfTarget_Destroy(device, &level->rhsBoth);
    gfTexture_Destroy(device, &level->rhsB);
    gfTexture_Destroy(device, &level->parts);
    gfTexture_Destroy(device, &level->cellLinks);
}

void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid)
{
    if (multigrid != NULL) {
        for (int i = 0; i < LEVELS_MAX; i++) {
            destroyLevel(device, &multigrid->level[i]);
        }
        gfResidual_Destroy(device, &multigrid->residual);
        gfFree(&device->core, multigrid);
    }
}

static bool createLevel(gfDevice *device, Level *level)
{
    const gfFormat format = GF_FORMAT_RGBA32F;
    int width = (level->cellsX + 1) / 2, height = (level->cellsY + 1) / 2;
    return gfPingPong_Create(device, &level->field, &format, 1, width, height) &&
           gfTexture_Create(device, &level->rhs, GF_FORMAT_RGBA32F, width, height) &&
           gfTarget_Create(device, &level->rhsTarget, &level->rhs, 1) &&
           gfTexture_Create(device, &level->links, GF_FORMAT_RGBA32UI, width, height) &&
           gfTarget_Create(device, &level->linksTarget, &level->links, 1);
}

static bool createComponents(gfDevice *device, Level *level)
{
    const gfFormat format = GF_FORMAT_RGBA32F;
    int width = level->rhs.width, height = level->rhs.height;
    if (!gfPingPong_Create(device, &level->fieldB, &format, 1, width, height) ||
        !gfTexture_Create(device, &level->rhsB, GF_FORMAT_RGBA32F, width, height) ||
        !gfTexture_Create(device, &level->parts, GF_FORMAT_RGBA8, level->cellsX, level->cellsY) ||
        !gfTarget_Create(device, &level->partsTarget, &level->parts, 1) ||
        !gfTexture_Create(device, &level->cellLinks, GF_FORMAT_RGBA32UI, level->cellsX, level->cellsY) ||
        !gfTarget_Create(device, &level->cellLinksTarget, &level->cellLinks, 1)) {
        return false;
    }
    const gfTexture write[2] = {level->field.write[0], level->fieldB.write[0]};
    const gfTexture read[2] = {level->field.read[0], level->fieldB.read[0]};
    const gfTexture rhs[2] = {level->rhs, level->rhsB};
    return gfTarget_Create(device, &level->writeBoth, write, 2) && gfTarget_Create(device, &level->readBoth, read, 2) &&
           gfTarget_Create(device, &level->rhsBoth, rhs, 2);
}

static bool createPrograms(gfDevice *device, gfMultigrid *m)
{
    const struct {
        const gfProgram **program;
        const char *file, *defines;
    } table[] = {
        {&m->sweepGuarded, "multigrid/sweep.frag", "START;GUARDED"},
        {&m->coarseLinks, "multigrid/coarse_links.frag", ""},
        {&m->programs[0].sweep, "multigrid/sweep.frag", ""},
        {&m->programs[1].sweep, "multigrid/sweep.frag", "GATED"},
        {&m->programs[0].sweepZero, "multigrid/sweep.frag", "ZERO"},
        {&m->programs[1].sweepZero, "multigrid/sweep.frag", "ZERO;GATED"},
        {&m->programs[0].restrictRhs, "multigrid/restrict.frag", ""},
        {&m->programs[1].restrictRhs, "multigrid/restrict.frag", "GATED"},
        {&m->programs[0].prolong, "multigrid/prolong.frag", ""},
        {&m->programs[1].prolong, "multigrid/prolong.frag", "GATED"},
        {&m->programs[0].bottom, "multigrid/bottom.frag", ""},
        {&m->programs[1].bottom, "multigrid/bottom.frag", "GATED"},
        {&m->cellParts[0], "multigrid/cell_parts.frag", ""},
        {&m->cellParts[1], "multigrid/cell_parts.frag", "FINEST"},
        {&m->cellLinks[0], "multigrid/cell_links.frag", ""},
        {&m->cellLinks[1], "multigrid/cell_links.frag", "FINEST"},
        {&m->programs[0].pairSweep, "multigrid/pair_sweep.frag", ""},
        {&m->programs[1].pairSweep, "multigrid/pair_sweep.frag", "GATED"},
        {&m->programs[0].pairSweepZero, "multigrid/pair_sweep.frag", "ZERO"},
        {&m->programs[1].pairSweepZero, "multigrid/pair_sweep.frag", "ZERO;GATED"},
        {&m->programs[0].pairRestrict[0], "multigrid/pair_restrict.frag", ""},
        {&m->programs[1].pairRestrict[0], "multigrid/pair_restrict.frag", "GATED"},
        {&m->programs[0].pairRestrict[1], "multigrid/pair_restrict.frag", "FINEST"},
        {&m->programs[1].pairRestrict[1], "multigrid/pair_restrict.frag", "FINEST;GATED"},
        {&m->programs[0].pairProlong[0], "multigrid/pair_prolong.frag", ""},
        {&m->programs[1].pairProlong[0], "multigrid/pair_prolong.frag", "GATED"},
        {&m->programs[0].pairProlong[1], "multigrid/pair_prolong.frag", "FINEST"},
        {&m->programs[1].pairProlong[1], "multigrid/pair_prolong.frag", "FINEST;GATED"},
    };
    for (int i = 0; i < GF_COUNT(table); i++) {
        *table[i].program = gfProgram_Get(device, table[i].file, table[i].defines);
        if (*table[i].program == NULL) {
            return false;
        }
    }
    return true;
}

static bool isBottom(const Level *level)
{
    return level->cellsX <= BOTTOM_CELLS && level->cellsY <= BOTTOM_CELLS;
}

gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, bool components)
{
    gfMultigrid *m = gfAlloc(&device->core, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    m->components = components;
    m->wrapX = wrapX;
    m->wrapY = wrapY;
    m->levels = 1;
    m->level[0].cellsX = cellsX;
    m->level[0].cellsY = cellsY;
    if (!createPrograms(device, m) || !gfResidual_Create(device, &m->residual, (cellsX + 1) / 2, (cellsY + 1) / 2)) {
        goto error;
    }
    while (m->levels < LEVELS_MAX && !isBottom(&m->level[m->levels - 1])) {
        const Level *fine = &m->level[m->levels - 1];
        Level *coarse = &m->level[m->levels];
        coarse->cellsX = (fine->cellsX + 1) / 2;
        coarse->cellsY = (fine->cellsY + 1) / 2;
        if ((wrapX && coarse->cellsX % 2 != 0) || (wrapY && coarse->cellsY % 2 != 0)) {
            break; // the two colours would meet across the seam
        }
        m->levels++;
        if (!createLevel(device, coarse) || (components && !createComponents(device, coarse))) {
            goto error;
        }
    }
    return m;

error:
    gfMultigrid_Destroy(device, m);
    return NULL;
}

static void prepareCells(gfDevice *device, gfMultigrid *m, int level, GLuint links)
{
    const Level *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    GLuint fineLinks = finest ? links : fine->cellLinks.id;
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->cellParts[finest],
                         .target = &coarse->partsTarget,
                         .inputs = {GF_IN(links, fineLinks)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->cellLinks[finest],
                         .target = &coarse->cellLinksTarget,
                         .inputs = {GF_IN(links, fineLinks), GF_IN(parts, coarse->parts.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint links, bool hasSolids)
{
    multigrid->pairs = multigrid->components && hasSolids;
    for (int i = 1; i < multigrid->levels; i++) {
        const Level *fine = &multigrid->level[i - 1], *coarse = &multigrid->level[i];
        if (multigrid->pairs) {
            prepareCells(device, multigrid, i, links);
            continue;
        }
        gfPass_Run(device, &(gfPass){.label = "solids",
                                     .program = multigrid->coarseLinks,
                                     .target = &coarse->linksTarget,
                                     .inputs = {GF_IN(links, i == 1 ? links : fine->links.id)},
                                     .uniforms = {GF_I2(wrap, multigrid->wrapX, multigrid->wrapY),
                                                  GF_I2(cells, fine->cellsX, fine->cellsY)}});
    }
}

// One solve under way.
typedef struct Run {
    gfDevice *device;
    gfMultigrid *multigrid;
    const gfMultigridSolve *solve;
    const Programs *programs;
    bool gated;
} Run;

static gfPingPong *fieldOf(const Run *run, int level)
{
    return level == 0 ? run->solve->field : &run->multigrid->level[level].field;
}

static GLuint rhsOf(const Run *run, int level)
{
    return level == 0 ? run->solve->rhs : run->multigrid->level[level].rhs.id;
}

static bool isPair(const Run *run, int level)
{
    return level > 0 && run->multigrid->pairs;
}

static GLuint linksOf(const Run *run, int level)
{
    const Level *l = &run->multigrid->level[level];
    return level == 0 ? run->solve->links : isPair(run, level) ? l->cellLinks.id : l->links.id;
}

// What every pass on a level reads; the correction and its cells are the next coarser level's.
static void draw(const Run *run, int level, const gfProgram *program, const gfTarget *target)
{
    static const Level none = {0};
    const gfMultigrid *m = run->multigrid;
    const Level *own = &m->level[level], *coarse = level + 1 < m->levels ? own + 1 : &none;
    float alpha = ldexpf(run->solve->alpha, 2 * level); // a coarse cell has the area of four
    gfPass_Run(
        run->device,
        &(gfPass){.label = run->solve->label,
                  .program = program,
                  .target = target,
                  .inputs = {GF_IN(pressure, fieldOf(run, level)->read[0].id), GF_IN(rhs, rhsOf(run, level)),
                             GF_IN(links, linksOf(run, level)), GF_IN(correction, coarse->field.read[0].id),
                             GF_IN(norms, gfResidual_Sums(&m->residual)), GF_IN(pressureB, own->fieldB.read[0].id),
                             GF_IN(rhsB, own->rhsB.id), GF_IN(correctionB, coarse->fieldB.read[0].id),
                             GF_IN(cellLinks, coarse->cellLinks.id)},
                  .uniforms = {GF_F1(alpha, alpha), GF_I2(wrap, m->wrapX, m->wrapY),
                               GF_I2(cells, own->cellsX, own->cellsY),
                               GF_F1(bounded, run->solve->bounded ? 1.0f : 0.0f),
                               GF_F1(warmStart, run->solve->warmStart), GF_F1(tolerance, run->solve->tolerance)}});
}

// A pass into the level's field.
static void drawField(const Run *run, int level, const gfProgram *program)
{
    Level *l = &run->multigrid->level[level];
    gfPingPong *field = fieldOf(run, level);
    if (!isPair(run, level)) {
        draw(run, level, program, &field->writeTarget);
        gfPingPong_Swap(field);
        return;
    }
    draw(run, level, program, &l->writeBoth);
    gfPingPong_Swap(field);
    gfPingPong_Swap(&l->fieldB);
    gfTarget written = l->writeBoth;
    l->writeBoth = l->readBoth;
    l->readBoth = written;
}

static void sweep(const Run *run, int level)
{
    drawField(run, level, isPair(run, level) ? run->programs->pairSweep : run->programs->sweep);
}

static void sweepZero(const Run *run, int level)
{
    drawField(run, level, isPair(run, level) ? run->programs->pairSweepZero : run->programs->sweepZero);
}

// From `level` to the next.
static void restrictFrom(const Run *run, int level)
{
    const Level *coarse = &run->multigrid->level[level + 1];
    if (isPair(run, level + 1)) {
        draw(run, level, run->programs->pairRestrict[level == 0], &coarse->rhsBoth);
    } else {
        draw(run, level, run->programs->restrictRhs, &coarse->rhsTarget);
    }
}

static void prolongTo(const Run *run, int level)
{
    const gfProgram *program = run->programs->prolong;
    if (isPair(run, level + 1)) {
        program = run->programs->pairProlong[level == 0];
    } else if (run->solve->constantProlongation) {
        program = gfProgram_Get(run->device, "multigrid/prolong.frag", "CONSTANT");
    }
    drawField(run, level, program);
}

static void solveBottom(const Run *run, int level)
{
    const Level *bottom = &run->multigrid->level[level];
    if (level > 0 && isBottom(bottom) && !isPair(run, level)) {
        drawField(run, level, run->programs->bottom);
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

// `first`: the first sweep on the finest level.
static void cycle(const Run *run, const gfProgram *first)
{
    int last = run->multigrid->levels - 1;
    for (int i = 0; i < last; i++) {
        if (i == 0) {
            drawField(run, i, first);
        } else {
            sweepZero(run, i);
        }
        sweep(run, i);
        restrictFrom(run, i);
    }
    if (last == 0) {
        drawField(run, 0, first);
    }
    solveBottom(run, last);
    for (int i = last - 1; i >= 0; i--) {
        prolongTo(run, i);
        sweep(run, i);
    }
}

static void measure(const Run *run, bool start)
{
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &run->multigrid->residual,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = s->rhs,
                                          .links = s->links,
                                          .pressure = s->field->read[0].id,
                                          .wrapX = run->multigrid->wrapX,
                                          .wrapY = run->multigrid->wrapY,
                                          .alpha = s->alpha,
                                          .sampled = start,
                                          .tolerance = run->gated ? s->tolerance : 0.0f});
}

void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve)
{
    Run run = {device, multigrid, solve, &multigrid->programs[0], false};
    bool warm = solve->warmStart > 0.0f;
    if (warm && solve->cycles > 0) {
        measure(&run, true);
    }
    for (int i = 0; i < solve->cycles; i++) {
        const gfProgram *first = run.programs->sweep;
        if (i == 0) {
            first = warm ? multigrid->sweepGuarded : run.programs->sweepZero;
        }
        cycle(&run, first);
        if (solve->tolerance > 0.0f && i + 1 < solve->cycles) {
            measure(&run, false);
            run.gated = true;
            run.programs = &multigrid->programs[1];
        }
    }
}
