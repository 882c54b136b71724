// Geometric multigrid (Brandt 1977) on packed cells. A cycle on one level:
//   sweep, sweep      red-black Gauss-Seidel, both colours in one pass
//   restrict          sums of residuals are the next level's right-hand side; there the same, from 0
//   prolong           the next level's solution, bilinear through open weights, corrects the black cells
//   sweep             red first, which reads only black cells
// Coarse weights are means of fine ones, so that a coarse cell's equation is the sum of its cells' for a field that
// varies linearly. The level of at most 4 x 4 cells is solved in one pass. Periodic axes halve only while the level
// below has an even number of cells; where they stop early, the coarsest level is swept instead.
//
// The finest level is written four times a cycle: its result is where its input was, so that the GPU may skip a whole
// cycle (GATED, shaders/common/cover.vert) and nothing else has to know.
#include "solvers/grid/multigrid.h"

#include "solvers/grid/residual.h"

#define LEVELS_MAX 14
#define BOTTOM_CELLS 4 // a side, of a level that bottom.frag solves
#define WHOLE_CELLS 64 // a side, up to which passes are too short for tiles to pay
#define TILE_TEXELS 8  // a side
#define REVISITED_CELLS 8

typedef struct Level {
    int cellsX, cellsY;
    gfPingPong field; // of the finest level: none, the caller's
    gfTexture rhs, weights;
    gfTarget rhsTarget, weightsTarget;
    // With components: a second value for each cell, see shaders/multigrid/components.glsl.
    gfPingPong fieldB;
    gfTexture rhsB, components, componentWeights;
    gfTarget componentsTarget, componentWeightsTarget;
    gfTarget writeBoth, readBoth, rhsBoth; // into both components
    bool tiled;                            // only the tiles that need it are drawn with two components; else all are
    gfTexture tiles;                       // 1 for those, see shaders/multigrid/tiles.frag
    gfTarget tilesTarget;
    gfTexture busy; // 1 for tiles of `components` that are more than A everywhere, see shaders/multigrid/busy.frag
    gfTarget busyTarget;
} Level;

typedef struct Programs {
    const gfProgram *sweep, *sweepZero, *restrictRhs, *prolong, *bottom;
    const gfProgram *pairSweep, *pairSweepZero, *pairBottom, *pairRestrict[2], *pairProlong[2]; // [finest]
} Programs;

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components; // coarse levels may have them
    bool pairs;      // and do
    int levels;
    Level level[LEVELS_MAX];
    gfResidual residual;
    // With components: the field before a cycle, and how the cycle changed what is left.
    gfTexture before;
    gfTarget beforeTarget;
    gfResidual change;
    const gfProgram *sweepGuarded, *coarseWeights, *copy, *extrapolate;
    const gfProgram *cellComponents[2], *componentWeights[2], *tiles[2], *busy[2]; // [finest]
    Programs programs[2];                                              // [gated]
};

static void destroyLevel(gfDevice *device, Level *level)
{
    gfPingPong_Destroy(device, &level->field);
    gfTarget_Destroy(device, &level->rhsTarget);
    gfTarget_Destroy(device, &level->weightsTarget);
    gfTexture_Destroy(device, &level->rhs);
    gfTexture_Destroy(device, &level->weights);
    gfPingPong_Destroy(device, &level->fieldB);
    gfTarget_Destroy(device, &level->componentsTarget);
    gfTarget_Destroy(device, &level->componentWeightsTarget);
    gfTarget_Destroy(device, &level->writeBoth);
    gfTarget_Destroy(device, &level->readBoth);
    gfTarget_Destroy(device, &level->rhsBoth);
    gfTarget_Destroy(device, &level->tilesTarget);
    gfTexture_Destroy(device, &level->tiles);
    gfTarget_Destroy(device, &level->busyTarget);
    gfTexture_Destroy(device, &level->busy);
    gfTexture_Destroy(device, &level->rhsB);
    gfTexture_Destroy(device, &level->components);
    gfTexture_Destroy(device, &level->componentWeights);
}

void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid)
{
    if (multigrid != NULL) {
        for (int i = 0; i < LEVELS_MAX; i++) {
            destroyLevel(device, &multigrid->level[i]);
        }
        gfResidual_Destroy(device, &multigrid->residual);
        gfResidual_Destroy(device, &multigrid->change);
        gfTarget_Destroy(device, &multigrid->beforeTarget);
        gfTexture_Destroy(device, &multigrid->before);
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
           gfTexture_Create(device, &level->weights, GF_FORMAT_RGBA32UI, width, height) &&
           gfTarget_Create(device, &level->weightsTarget, &level->weights, 1);
}

// One texel for each 8 x 8 of width x height, all 1.
static bool createTiles(gfDevice *device, gfTexture *tiles, gfTarget *target, int width, int height)
{
    static const float all[4] = {1.0f, 1.0f, 1.0f, 1.0f};
    if (!gfTexture_Create(device, tiles, GF_FORMAT_RGBA8, (width + TILE_TEXELS - 1) / TILE_TEXELS,
                          (height + TILE_TEXELS - 1) / TILE_TEXELS) ||
        !gfTarget_Create(device, target, tiles, 1)) {
        return false;
    }
    gfTarget_Clear(device, target, 0, all);
    return true;
}

// Of a level's packed fields.
static bool createFieldTiles(gfDevice *device, Level *level)
{
    level->tiled = gfMax(level->cellsX, level->cellsY) > WHOLE_CELLS;
    return createTiles(device, &level->tiles, &level->tilesTarget, (level->cellsX + 1) / 2, (level->cellsY + 1) / 2);
}

static bool createComponents(gfDevice *device, Level *level)
{
    const gfFormat format = GF_FORMAT_RGBA32F;
    int width = level->rhs.width, height = level->rhs.height;
    if (!createFieldTiles(device, level) ||
        !createTiles(device, &level->busy, &level->busyTarget, level->cellsX, level->cellsY) ||
        !gfPingPong_Create(device, &level->fieldB, &format, 1, width, height) ||
        !gfTexture_Create(device, &level->rhsB, GF_FORMAT_RGBA32F, width, height) ||
        !gfTexture_Create(device, &level->components, GF_FORMAT_RGBA8, level->cellsX, level->cellsY) ||
        !gfTarget_Create(device, &level->componentsTarget, &level->components, 1) ||
        !gfTexture_Create(device, &level->componentWeights, GF_FORMAT_RGBA32UI, level->cellsX, level->cellsY) ||
        !gfTarget_Create(device, &level->componentWeightsTarget, &level->componentWeights, 1)) {
        return false;
    }
    const gfTexture write[2] = {level->field.write[0], level->fieldB.write[0]};
    const gfTexture read[2] = {level->field.read[0], level->fieldB.read[0]};
    const gfTexture rhs[2] = {level->rhs, level->rhsB};
    if (!gfTarget_Create(device, &level->writeBoth, write, 2) || !gfTarget_Create(device, &level->readBoth, read, 2) ||
        !gfTarget_Create(device, &level->rhsBoth, rhs, 2)) {
        return false;
    }
    static const float zero[4] = {0};
    gfTarget_Clear(device, &level->rhsBoth, 1, zero); // beside the tiles that are drawn it is read, and must be numbers
    return true;
}

static bool createPrograms(gfDevice *device, gfMultigrid *m)
{
    const struct {
        const gfProgram **program;
        const char *file, *defines;
    } table[] = {
        {&m->sweepGuarded, "multigrid/sweep.frag", "START;GUARDED"},
        {&m->coarseWeights, "multigrid/coarse_weights.frag", ""},
        {&m->copy, "common/copy.frag", ""},
        {&m->extrapolate, "multigrid/extrapolate.frag", ""},
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
        {&m->cellComponents[0], "multigrid/components.frag", "TILED"},
        {&m->cellComponents[1], "multigrid/components.frag", "FINEST;TILED"},
        {&m->componentWeights[0], "multigrid/component_weights.frag", ""},
        {&m->componentWeights[1], "multigrid/component_weights.frag", "FINEST"},
        {&m->busy[0], "multigrid/busy.frag", ""},
        {&m->busy[1], "multigrid/busy.frag", "FINEST"},
        {&m->tiles[0], "multigrid/tiles.frag", "OWN"},
        {&m->tiles[1], "multigrid/tiles.frag", ""},
        {&m->programs[0].pairSweep, "multigrid/pair_sweep.frag", "TILED"},
        {&m->programs[1].pairSweep, "multigrid/pair_sweep.frag", "GATED;TILED"},
        {&m->programs[0].pairSweepZero, "multigrid/pair_sweep.frag", "ZERO;TILED"},
        {&m->programs[1].pairSweepZero, "multigrid/pair_sweep.frag", "ZERO;GATED;TILED"},
        {&m->programs[0].pairBottom, "multigrid/pair_bottom.frag", "TILED"},
        {&m->programs[1].pairBottom, "multigrid/pair_bottom.frag", "GATED;TILED"},
        {&m->programs[0].pairRestrict[0], "multigrid/pair_restrict.frag", "TILED"},
        {&m->programs[1].pairRestrict[0], "multigrid/pair_restrict.frag", "GATED;TILED"},
        {&m->programs[0].pairRestrict[1], "multigrid/pair_restrict.frag", "FINEST;TILED"},
        {&m->programs[1].pairRestrict[1], "multigrid/pair_restrict.frag", "FINEST;GATED;TILED"},
        {&m->programs[0].pairProlong[0], "multigrid/pair_prolong.frag", "TILED"},
        {&m->programs[1].pairProlong[0], "multigrid/pair_prolong.frag", "GATED;TILED"},
        {&m->programs[0].pairProlong[1], "multigrid/pair_prolong.frag", "FINEST;TILED"},
        {&m->programs[1].pairProlong[1], "multigrid/pair_prolong.frag", "FINEST;GATED;TILED"},
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

static bool isOneBlock(const Level *level)
{
    return level->cellsX <= 2 && level->cellsY <= 2;
}

// The coarsest level in use: with one component the first that can be solved in one pass.
static int bottomOf(const gfMultigrid *m)
{
    int bottom = m->levels - 1;
    while (!m->pairs && bottom > 1 && isBottom(&m->level[bottom - 1])) {
        bottom--;
    }
    return bottom;
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
    int blocksX = (cellsX + 1) / 2, blocksY = (cellsY + 1) / 2;
    if (components &&
        (!createFieldTiles(device, &m->level[0]) || !gfResidual_Create(device, &m->change, blocksX, blocksY) ||
         !gfTexture_Create(device, &m->before, GF_FORMAT_RGBA32F, blocksX, blocksY) ||
         !gfTarget_Create(device, &m->beforeTarget, &m->before, 1))) {
        goto error;
    }
    while (m->levels < LEVELS_MAX &&
           !(components ? isOneBlock(&m->level[m->levels - 1]) : isBottom(&m->level[m->levels - 1]))) {
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

// Which components the cells of a level have. A block whose weights are all whole has but one.
static void prepareComponents(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, GLuint cells)
{
    static const float oneA[4] = {17.0f / 255.0f, 17.0f / 255.0f}; // 01 in each four bits
    const Level *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    if (coarse->tiled) {
        gfPass_Run(device, &(gfPass){.label = "solids",
                                     .program = m->busy[finest],
                                     .target = &coarse->busyTarget,
                                     .inputs = {GF_IN(weights, weights), GF_IN_LINEAR(components, fine->components.id)}});
        gfTarget_Clear(device, &coarse->componentsTarget, 0, oneA);
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->cellComponents[finest],
                         .target = &coarse->componentsTarget,
                         .tiles = &coarse->busy,
                         .tileTexels = TILE_TEXELS,
                         .inputs = {GF_IN(weights, cells)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareCells(gfDevice *device, const gfMultigrid *m, int level, GLuint weights)
{
    const Level *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    GLuint cells = finest ? weights : fine->componentWeights.id;
    prepareComponents(device, m, level, finest ? weights : fine->weights.id, cells);
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->componentWeights[finest],
                         .target = &coarse->componentWeightsTarget,
                         .inputs = {GF_IN(weights, cells), GF_IN(components, coarse->components.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareTiles(gfDevice *device, const gfMultigrid *m, int level)
{
    static const Level none = {0};
    const Level *own = &m->level[level], *fine = level > 0 ? own - 1 : &none;
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = m->tiles[level == 0],
                                 .target = &own->tilesTarget,
                                 .inputs = {GF_IN_LINEAR(components, own->components.id), GF_IN_LINEAR(coarseComponents, own[1].components.id),
                                            GF_IN(tiles, fine->tiles.id)},
                                 .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY)}});
}

static void prepareWeights(gfDevice *device, const gfMultigrid *m, int level, GLuint weights)
{
    const Level *fine = &m->level[level - 1];
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->coarseWeights,
                         .target = &m->level[level].weightsTarget,
                         .inputs = {GF_IN(weights, level == 1 ? weights : fine->weights.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls)
{
    gfMultigrid *m = multigrid;
    m->pairs = m->components && thinWalls;
    int bottom = bottomOf(m);
    for (int i = 1; i <= bottom; i++) {
        if (!m->pairs || m->level[i].tiled) {
            prepareWeights(device, m, i, weights);
        }
        if (m->pairs) {
            prepareCells(device, m, i, weights);
        }
    }
    for (int i = 0; m->pairs && i < bottom && m->level[i].tiled; i++) {
        prepareTiles(device, m, i);
    }
}

// One solve under way.
typedef struct Run {
    gfDevice *device;
    gfMultigrid *multigrid;
    const gfMultigridSolve *solve;
    const Programs *programs;
    int bottom; // the coarsest level in use
    bool gated;
    bool thorough; // not the first cycle
} Run;

static gfPingPong *fieldOf(const Run *run, int level)
{
    return level == 0 ? run->solve->field : &run->multigrid->level[level].field;
}

static GLuint rhsOf(const Run *run, int level)
{
    return level == 0 ? run->solve->rhs : run->multigrid->level[level].rhs.id;
}

// How a level is drawn: with one component everywhere but where tiles with two are drawn over it, or with two anyway.
static bool isPair(const Run *run, int level)
{
    return run->multigrid->pairs && level > 0;
}

static bool isSingle(const Run *run, int level)
{
    return !run->multigrid->pairs || run->multigrid->level[level].tiled || level == 0;
}

// A pass from the fields of `level` into a target of the level `to`; the correction and its cells are those of the
// level below `level`. `pair`: a program for two components.
static void draw(const Run *run, int level, int to, const gfProgram *program, bool pair, const gfTarget *target)
{
    static const Level none = {0};
    const gfMultigrid *m = run->multigrid;
    const Level *own = &m->level[level], *coarse = level + 1 < m->levels ? own + 1 : &none;
    GLuint weights = level == 0 ? run->solve->weights : pair ? own->componentWeights.id : own->weights.id;
    float alpha = ldexpf(run->solve->alpha, 2 * level); // a coarse cell has the area of four
    gfPass_Run(
        run->device,
        &(gfPass){.label = run->solve->label,
                  .program = program,
                  .target = target,
                  .tiles = pair ? &m->level[to].tiles : NULL,
                  .tileTexels = TILE_TEXELS,
                  .inputs = {GF_IN(pressure, fieldOf(run, level)->read[0].id), GF_IN(rhs, rhsOf(run, level)),
                             GF_IN(weights, weights), GF_IN(correction, coarse->field.read[0].id),
                             GF_IN(norms, gfResidual_Sums(&m->residual)), GF_IN(pressureB, own->fieldB.read[0].id),
                             GF_IN(rhsB, own->rhsB.id), GF_IN(correctionB, coarse->fieldB.read[0].id),
                             GF_IN(componentWeights, coarse->componentWeights.id)},
                  .uniforms = {GF_F1(alpha, alpha), GF_I2(wrap, m->wrapX, m->wrapY),
                               GF_I2(cells, own->cellsX, own->cellsY),
                               GF_F1(bounded, run->solve->bounded ? 1.0f : 0.0f),
                               GF_F1(warmStart, run->solve->warmStart), GF_F1(tolerance, run->solve->tolerance)}});
}

static void swapField(const Run *run, int level)
{
    Level *l = &run->multigrid->level[level];
    gfPingPong_Swap(fieldOf(run, level));
    if (l->writeBoth.framebuffer != 0) { // whether pairs are drawn or not: the targets hold this field too
        gfPingPong_Swap(&l->fieldB);
        gfTarget written = l->writeBoth;
        l->writeBoth = l->readBoth;
        l->readBoth = written;
    }
}

// A pass over the level's field, with one component and, where there are, with two.
static void drawField(const Run *run, int level, const gfProgram *single, const gfProgram *pair)
{
    const gfTarget *target = &fieldOf(run, level)->writeTarget;
    if (isSingle(run, level)) {
        draw(run, level, level, single, false, target);
    }
    if (pair != NULL) {
        draw(run, level, level, pair, true, isPair(run, level) ? &run->multigrid->level[level].writeBoth : target);
    }
    swapField(run, level);
}

static void sweep(const Run *run, int level)
{
    drawField(run, level, run->programs->sweep, isPair(run, level) ? run->programs->pairSweep : NULL);
}

static void sweepZero(const Run *run, int level)
{
    drawField(run, level, run->programs->sweepZero, isPair(run, level) ? run->programs->pairSweepZero : NULL);
}

// From `level` to the next.
static void restrictFrom(const Run *run, int level)
{
    const Level *coarse = &run->multigrid->level[level + 1];
    if (isSingle(run, level + 1)) {
        draw(run, level, level + 1, run->programs->restrictRhs, false, &coarse->rhsTarget);
    }
    if (isPair(run, level + 1)) {
        draw(run, level, level + 1, run->programs->pairRestrict[level == 0], true, &coarse->rhsBoth);
    }
}

static void prolongTo(const Run *run, int level)
{
    const gfProgram *single = run->programs->prolong;
    if (run->solve->constantProlongation) {
        single = gfProgram_Get(run->device, "multigrid/prolong.frag", "CONSTANT");
    }
    drawField(run, level, single, isPair(run, level + 1) ? run->programs->pairProlong[level == 0] : NULL);
}

static void solveBottom(const Run *run, int level)
{
    const Level *bottom = &run->multigrid->level[level];
    if (isPair(run, level) && isOneBlock(bottom)) {
        drawField(run, level, NULL, run->programs->pairBottom);
        return;
    }
    if (level > 0 && isBottom(bottom) && !isPair(run, level)) {
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

// What the coarser levels make of what the sweeps on `level` left.
static void correct(const Run *run, int level)
{
    restrictFrom(run, level);
    solveFromZero(run, level + 1);
    prolongTo(run, level);
    sweep(run, level);
}

static void solveFromZero(const Run *run, int level)
{
    const Level *l = &run->multigrid->level[level];
    if (level == run->bottom) {
        solveBottom(run, level);
        return;
    }
    sweepZero(run, level);
    sweep(run, level);
    correct(run, level);
    // Rooms that only a gap joins differ by a constant, which the coarsest levels get right but roughly at first. Who
    // asks for but one cycle wants it cheap.
    int cells = gfMax(l->cellsX, l->cellsY);
    if (run->thorough && isPair(run, level) && cells > REVISITED_CELLS / 2 && cells <= REVISITED_CELLS) {
        sweep(run, level);
        correct(run, level);
    }
}

// `first`: the first sweep on the finest level.
static void cycle(const Run *run, const gfProgram *first)
{
    drawField(run, 0, first, NULL);
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
    gfResidual_Measure(run->device, &run->multigrid->residual,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = s->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read[0].id,
                                          .wrapX = run->multigrid->wrapX,
                                          .wrapY = run->multigrid->wrapY,
                                          .alpha = s->alpha,
                                          .sampled = start,
                                          .tolerance = run->gated ? s->tolerance : 0.0f});
}

static void keepField(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    gfPass_Run(run->device, &(gfPass){.label = run->solve->label,
                                      .program = m->copy,
                                      .target = &m->beforeTarget,
                                      .inputs = {GF_IN(source, run->solve->field->read[0].id)}});
}

// Where walls leave little room the coarse levels are rough, and a wave or two go slowly.
static void extrapolate(const Run *run)
{
    const gfMultigrid *m = run->multigrid;
    const gfMultigridSolve *s = run->solve;
    gfResidual_Measure(run->device, &m->change,
                       &(gfResidualInput){.label = s->label,
                                          .rhs = s->rhs,
                                          .weights = s->weights,
                                          .pressure = s->field->read[0].id,
                                          .before = m->before.id,
                                          .wrapX = m->wrapX,
                                          .wrapY = m->wrapY,
                                          .alpha = s->alpha});
    gfPass_Run(run->device, &(gfPass){.label = s->label,
                                      .program = m->extrapolate,
                                      .target = &s->field->writeTarget,
                                      .inputs = {GF_IN(pressure, s->field->read[0].id), GF_IN(correction, m->before.id),
                                                 GF_IN(norms, gfResidual_Sums(&m->change))}});
    gfPingPong_Swap(s->field);
}

void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve)
{
    Run run = {device, multigrid, solve, &multigrid->programs[0], bottomOf(multigrid), false, false};
    bool warm = solve->warmStart > 0.0f;
    if (warm && solve->cycles > 0) {
        measure(&run, true);
    }
    for (int i = 0; i < solve->cycles; i++) {
        const gfProgram *first = run.programs->sweep;
        if (i == 0) {
            first = warm ? multigrid->sweepGuarded : run.programs->sweepZero;
        }
        bool extrapolates = multigrid->pairs && i > 0;
        run.thorough = i > 0;
        if (extrapolates) {
            keepField(&run);
        }
        cycle(&run, first);
        if (extrapolates) {
            extrapolate(&run);
        }
        if (solve->tolerance > 0.0f && i + 1 < solve->cycles) {
            measure(&run, false);
            run.gated = true;
            run.programs = &multigrid->programs[1];
        }
    }
}
