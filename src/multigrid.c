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
} Level;

typedef struct Programs {
    const gfProgram *sweep, *sweepZero, *restrictRhs, *prolong, *bottom;
} Programs;

struct gfMultigrid {
    bool wrapX, wrapY;
    int levels;
    Level level[LEVELS_MAX];
    gfResidual residual;
    const gfProgram *sweepStart, *sweepGuarded, *coarseLinks;
    Programs programs[2]; // [gated]
};

static void destroyLevel(gfDevice *device, Level *level)
{
    gfPingPong_Destroy(device, &level->field);
    gfTarget_Destroy(device, &level->rhsTarget);
    gfTarget_Destroy(device, &level->linksTarget);
    gfTexture_Destroy(device, &level->rhs);
    gfTexture_Destroy(device, &level->links);
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

static bool createPrograms(gfDevice *device, gfMultigrid *m)
{
    const struct {
        const gfProgram **program;
        const char *file, *defines;
    } table[] = {
        {&m->sweepStart, "multigrid/sweep.frag", "START"},
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
    (void)components;
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
        if (!createLevel(device, coarse)) {
            goto error;
        }
    }
    return m;

error:
    gfMultigrid_Destroy(device, m);
    return NULL;
}

void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint links, bool hasSolids)
{
    (void)hasSolids;
    for (int i = 1; i < multigrid->levels; i++) {
        const Level *fine = &multigrid->level[i - 1], *coarse = &multigrid->level[i];
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

static GLuint linksOf(const Run *run, int level)
{
    return level == 0 ? run->solve->links : run->multigrid->level[level].links.id;
}

// What every pass on a level reads; `correction` is the next coarser level's field where there is one.
static void draw(const Run *run, int level, const gfProgram *program, const gfTarget *target)
{
    const gfMultigrid *m = run->multigrid;
    GLuint correction = level + 1 < m->levels ? m->level[level + 1].field.read[0].id : 0;
    float alpha = ldexpf(run->solve->alpha, 2 * level); // a coarse cell has the area of four
    gfPass_Run(
        run->device,
        &(gfPass){.label = run->solve->label,
                  .program = program,
                  .target = target,
                  .inputs = {GF_IN(pressure, fieldOf(run, level)->read[0].id), GF_IN(rhs, rhsOf(run, level)),
                             GF_IN(links, linksOf(run, level)), GF_IN(correction, correction),
                             GF_IN(norms, gfResidual_Sums(&m->residual))},
                  .uniforms = {GF_F1(alpha, alpha), GF_I2(wrap, m->wrapX, m->wrapY),
                               GF_F1(bounded, run->solve->bounded ? 1.0f : 0.0f),
                               GF_F1(warmStart, run->solve->warmStart), GF_F1(tolerance, run->solve->tolerance)}});
}

static void drawField(const Run *run, int level, const gfProgram *program)
{
    gfPingPong *field = fieldOf(run, level);
    draw(run, level, program, &field->writeTarget);
    gfPingPong_Swap(field);
}

static void solveBottom(const Run *run, int level)
{
    const Level *bottom = &run->multigrid->level[level];
    if (level > 0 && isBottom(bottom)) {
        drawField(run, level, run->programs->bottom);
        return;
    }
    // Even, for the finest level's sake. Without coarser levels a wave takes about as many sweeps as it has cells.
    int sweeps = 2 * gfClamp(gfMax(bottom->cellsX, bottom->cellsY) / 2, 4, 32);
    for (int i = level > 0 ? 0 : 1; i < sweeps; i++) {
        drawField(run, level, level > 0 && i == 0 ? run->programs->sweepZero : run->programs->sweep);
    }
}

// `first`: what the first sweep on the finest level does.
static void cycle(const Run *run, const gfProgram *first, const gfProgram *prolong)
{
    const gfMultigrid *m = run->multigrid;
    int last = m->levels - 1;
    for (int i = 0; i < last; i++) {
        drawField(run, i, i == 0 ? first : run->programs->sweepZero);
        drawField(run, i, run->programs->sweep);
        draw(run, i, run->programs->restrictRhs, &m->level[i + 1].rhsTarget);
    }
    if (last == 0) {
        drawField(run, 0, first);
    }
    solveBottom(run, last);
    for (int i = last - 1; i >= 0; i--) {
        drawField(run, i, prolong);
        drawField(run, i, run->programs->sweep);
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
        const gfProgram *prolong = run.programs->prolong;
        const gfProgram *first = run.programs->sweep;
        if (solve->constantProlongation) {
            prolong = gfProgram_Get(device, "multigrid/prolong.frag", "CONSTANT");
        }
        if (i == 0) {
            first = warm ? multigrid->sweepGuarded : run.programs->sweepZero;
        }
        cycle(&run, first, prolong);
        if (solve->tolerance > 0.0f && i + 1 < solve->cycles) {
            measure(&run, false);
            run.gated = true;
            run.programs = &multigrid->programs[1];
        }
    }
}
