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
#include "solvers/grid/multigrid.h"

#include "solvers/grid/residual.h"
#include "solvers/state.h"

#include <stddef.h>

#define LEVELS_MAX 14
#define BOTTOM_CELLS 4 // a side, of a level that bottom.frag solves
#define WHOLE_CELLS 64 // a side, up to which passes are too short for tiles to pay
#define TILE_TEXELS 8  // a side
#define REVISITED_CELLS 8
#define GROUPED_CELLS 32  // a side, up to which a pass costs more than what it draws
#define COLOURS_CELLS 256 // a side, up to which coarse levels are not worth two colours

typedef struct Level {
    int cellsX, cellsY;
    gfPair field; // of the finest level: none, the caller's
    gfTexture rhs, weights;
    // In two colours, two cells a texel: black cells, the same after a sweep, what that changed, red right-hand sides.
    bool colours;
    gfTexture black, swept, change, redRhs;
    // With components: a second value for each cell, see shaders/multigrid/components.glsl.
    gfPair fieldB;
    gfTexture rhsB, components, componentWeights;
    bool tiled;      // only the tiles that need it are drawn with two components; else all are
    gfTexture tiles; // 1 for those, see shaders/multigrid/tiles.frag
    gfTexture busy;  // 1 for tiles of `components` that are more than A everywhere, see shaders/multigrid/busy.frag
} Level;

// What holds of a level, or of all of them.
enum { COARSE = 1, PAIRS = 2, NEAR_WALLS = 4, TILED = 8, COLOURS = 16, PLAIN_TOO = 32 };

enum { LEVEL_BLOCKS, LEVEL_CELLS, LEVEL_TILES, LEVEL_BUSY, LEVEL_EXTENTS };
enum { LEVEL_REST_ZERO, LEVEL_REST_ONE };
static const float restValues[][4] = {[LEVEL_REST_ZERO] = {0.0f}, [LEVEL_REST_ONE] = {1.0f, 1.0f, 1.0f, 1.0f}};

// Nothing of it outlives a solve.
#define LEVEL_ROW(member, kind, format, extent, when, rest)                                                         \
    {                                                                                                               \
        "multigrid " #member, offsetof(Level, member), kind, format, format, extent, when, false, GF_RESAMPLE_NONE, \
            rest, 0, GF_SHIFT_NONE, GF_SAVED_NOT, 0                                                                 \
    }

static const gfStateRow levelRows[] = {
    LEVEL_ROW(field, GF_STATE_PAIR, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, COARSE, LEVEL_REST_ZERO),
    LEVEL_ROW(rhs, GF_STATE_TEXTURE, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, COARSE, LEVEL_REST_ZERO),
    LEVEL_ROW(weights, GF_STATE_TEXTURE, GF_FORMAT_RGBA32UI, LEVEL_BLOCKS, COARSE, LEVEL_REST_ZERO),
    LEVEL_ROW(black, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, COLOURS, LEVEL_REST_ZERO),
    LEVEL_ROW(swept, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, COLOURS, LEVEL_REST_ZERO),
    LEVEL_ROW(change, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, COLOURS, LEVEL_REST_ZERO),
    LEVEL_ROW(redRhs, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, COLOURS, LEVEL_REST_ZERO),
    LEVEL_ROW(tiles, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_TILES, PAIRS, LEVEL_REST_ONE),
    LEVEL_ROW(busy, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_BUSY, COARSE | PAIRS | TILED, LEVEL_REST_ONE),
    LEVEL_ROW(fieldB, GF_STATE_PAIR, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, COARSE | PAIRS, LEVEL_REST_ZERO),
    LEVEL_ROW(rhsB, GF_STATE_TEXTURE, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, COARSE | PAIRS, LEVEL_REST_ZERO),
    LEVEL_ROW(components, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_CELLS, COARSE | PAIRS, LEVEL_REST_ZERO),
    LEVEL_ROW(componentWeights, GF_STATE_TEXTURE, GF_FORMAT_RGBA32UI, LEVEL_CELLS, COARSE | PAIRS, LEVEL_REST_ZERO),
};

static const gfStateTable levelTable = {levelRows, GF_COUNT(levelRows), "multigrid"};

// Of passes on the levels, with a gate or without.
typedef struct Programs {
    const gfProgram *sweep, *sweepZero, *restrictRhs, *prolong, *bottom;
    const gfProgram *pairSweep, *pairSweepZero, *pairBottom, *pairRestrict[2], *pairProlong[2]; // [finest]
    // Of levels in two colours: from packed cells to colours, within these, and back.
    const gfProgram *toColours, *toColoursZero, *sweepColours, *changeColours, *fromColours;
    const gfProgram *restrictChange, *prolongColours, *pairRestrictChange, *pairProlongColours;
} Programs;

// The same where only sides bound the fluid.
typedef struct PlainPrograms {
    const gfProgram *toColoursGuarded, *toColoursZero, *sweepColours, *changeColours, *fromColours;
    const gfProgram *restrictChange, *prolongColours;
} PlainPrograms;

struct gfMultigrid {
    bool wrapX, wrapY;
    bool components;       // coarse levels may have them
    gfFailure pairsFailed; // they could not be made
    bool pairs;            // coarse levels have them
    bool prepared;         // coarse levels are drawn, with pairs or without as they are
    uint32_t conditions;   // of its programs; PAIRS once they are made
    int levels;
    Level level[LEVELS_MAX];
    gfResidual start, residual; // of the field that a solve starts from; of what cycles left
    // With components: the field before a cycle, and how the cycle changed what is left.
    gfTexture before;
    gfResidual change;
    const gfProgram *sweepGuarded, *toColoursGuarded, *coarseWeights, *copy, *extrapolate;
    const gfProgram *cellComponents[2], *busyComponents[2], *componentWeights[2], *tiles[2], *busy[2]; // [finest]
    const gfProgram *groupedCells; // components and their weights in one pass, which finds each component three times
    Programs programs[2];          // [gated]
    PlainPrograms plain;           // of solves that know where it is so
};

#define MULTIGRID_ROW(member, stage, file, defines, when)                                            \
    {                                                                                                \
        offsetof(struct gfMultigrid, member), stage, "multigrid/" file, defines, NEAR_WALLS, when, 0 \
    }
#define GATED_ROWS(i, cover, tiles)                                                                                   \
    MULTIGRID_ROW(programs[i].sweep, cover, "sweep.frag", "", 0),                                                     \
        MULTIGRID_ROW(programs[i].sweepZero, cover, "sweep.frag", "ZERO", 0),                                         \
        MULTIGRID_ROW(programs[i].restrictRhs, cover, "restrict.frag", "", 0),                                        \
        MULTIGRID_ROW(programs[i].prolong, cover, "prolong.frag", "", 0),                                             \
        MULTIGRID_ROW(programs[i].bottom, cover, "bottom.frag", "", 0),                                               \
        MULTIGRID_ROW(programs[i].toColours, cover, "sweep.frag", "TO_COLOURS", COLOURS),                             \
        MULTIGRID_ROW(programs[i].toColoursZero, cover, "sweep.frag", "TO_COLOURS;ZERO", COLOURS),                    \
        MULTIGRID_ROW(programs[i].sweepColours, cover, "sweep.frag", "FROM_COLOURS;TO_COLOURS", COLOURS),             \
        MULTIGRID_ROW(programs[i].changeColours, cover, "sweep.frag", "FROM_COLOURS;TO_COLOURS;CHANGE", COLOURS),     \
        MULTIGRID_ROW(programs[i].fromColours, cover, "sweep.frag", "FROM_COLOURS", COLOURS),                         \
        MULTIGRID_ROW(programs[i].restrictChange, cover, "restrict.frag", "CHANGE", COLOURS),                         \
        MULTIGRID_ROW(programs[i].prolongColours, cover, "prolong.frag", "COLOURS", COLOURS),                         \
        MULTIGRID_ROW(programs[i].pairRestrictChange, tiles, "pair_restrict.frag", "FINEST;CHANGE", PAIRS | COLOURS), \
        MULTIGRID_ROW(programs[i].pairProlongColours, tiles, "pair_prolong.frag", "FINEST;COLOURS", PAIRS | COLOURS), \
        MULTIGRID_ROW(programs[i].pairSweep, tiles, "pair_sweep.frag", "", PAIRS),                                    \
        MULTIGRID_ROW(programs[i].pairSweepZero, tiles, "pair_sweep.frag", "ZERO", PAIRS),                            \
        MULTIGRID_ROW(programs[i].pairBottom, tiles, "pair_bottom.frag", "", PAIRS),                                  \
        MULTIGRID_ROW(programs[i].pairRestrict[0], tiles, "pair_restrict.frag", "", PAIRS),                           \
        MULTIGRID_ROW(programs[i].pairRestrict[1], tiles, "pair_restrict.frag", "FINEST", PAIRS),                     \
        MULTIGRID_ROW(programs[i].pairProlong[0], tiles, "pair_prolong.frag", "", PAIRS),                             \
        MULTIGRID_ROW(programs[i].pairProlong[1], tiles, "pair_prolong.frag", "FINEST", PAIRS)

static const gfProgramRow multigridProgramRows[] = {
    MULTIGRID_ROW(sweepGuarded, &gf_vertexCover, "sweep.frag", "START;GUARDED", 0),
    MULTIGRID_ROW(toColoursGuarded, &gf_vertexCover, "sweep.frag", "TO_COLOURS;START;GUARDED", COLOURS),
    MULTIGRID_ROW(coarseWeights, &gf_vertexListed, "coarse_weights.frag", "", 0),
    MULTIGRID_ROW(plain.toColoursGuarded, &gf_vertexCover, "sweep.frag", "PLAIN;TO_COLOURS;START;GUARDED", PLAIN_TOO),
    MULTIGRID_ROW(plain.toColoursZero, &gf_vertexCover, "sweep.frag", "PLAIN;TO_COLOURS;ZERO", PLAIN_TOO),
    MULTIGRID_ROW(plain.sweepColours, &gf_vertexCover, "sweep.frag", "PLAIN;FROM_COLOURS;TO_COLOURS", PLAIN_TOO),
    MULTIGRID_ROW(plain.changeColours, &gf_vertexCover, "sweep.frag", "PLAIN;FROM_COLOURS;TO_COLOURS;CHANGE",
                  PLAIN_TOO),
    MULTIGRID_ROW(plain.fromColours, &gf_vertexCover, "sweep.frag", "PLAIN;FROM_COLOURS", PLAIN_TOO),
    MULTIGRID_ROW(plain.restrictChange, &gf_vertexCover, "restrict.frag", "PLAIN;CHANGE", PLAIN_TOO),
    MULTIGRID_ROW(plain.prolongColours, &gf_vertexCover, "prolong.frag", "PLAIN;COLOURS", PLAIN_TOO),
    GATED_ROWS(0, &gf_vertexCover, &gf_vertexTiles),
    GATED_ROWS(1, &gf_vertexGated, &gf_vertexGatedTiles),
    {offsetof(struct gfMultigrid, copy), &gf_vertexCover, "common/copy.frag", "", 0, PAIRS, 0},
    MULTIGRID_ROW(extrapolate, &gf_vertexCover, "extrapolate.frag", "", PAIRS),
    MULTIGRID_ROW(cellComponents[0], &gf_vertexListed, "components.frag", "", PAIRS),
    MULTIGRID_ROW(cellComponents[1], &gf_vertexListed, "components.frag", "FINEST", PAIRS),
    MULTIGRID_ROW(busyComponents[0], &gf_vertexTiles, "components.frag", "", PAIRS),
    MULTIGRID_ROW(busyComponents[1], &gf_vertexTiles, "components.frag", "FINEST", PAIRS),
    MULTIGRID_ROW(componentWeights[0], &gf_vertexListed, "component_weights.frag", "", PAIRS),
    MULTIGRID_ROW(componentWeights[1], &gf_vertexListed, "component_weights.frag", "FINEST", PAIRS),
    MULTIGRID_ROW(groupedCells, &gf_vertexListed, "grouped_cells.frag", "", PAIRS),
    MULTIGRID_ROW(busy[0], &gf_vertexCover, "busy.frag", "", PAIRS),
    MULTIGRID_ROW(busy[1], &gf_vertexCover, "busy.frag", "FINEST", PAIRS),
    MULTIGRID_ROW(tiles[0], &gf_vertexCover, "tiles.frag", "OWN", PAIRS),
    MULTIGRID_ROW(tiles[1], &gf_vertexCover, "tiles.frag", "", PAIRS),
};

static const char *const multigridOptionDefines[32] = {[2] = "NEAR_WALLS"};
static const gfProgramTable multigridProgramTable = {multigridProgramRows, GF_COUNT(multigridProgramRows),
                                                     multigridOptionDefines};

static int countTiles(int texels)
{
    return (texels + TILE_TEXELS - 1) / TILE_TEXELS;
}

static bool isLarge(int cellsX, int cellsY)
{
    return gfMax(cellsX, cellsY) > WHOLE_CELLS;
}

static bool createLevel(gfDevice *device, Level *level, uint32_t conditions)
{
    int blocksX = (level->cellsX + 1) / 2, blocksY = (level->cellsY + 1) / 2;
    const int extents[LEVEL_EXTENTS][2] = {
        [LEVEL_BLOCKS] = {blocksX, blocksY},
        [LEVEL_CELLS] = {level->cellsX, level->cellsY},
        [LEVEL_TILES] = {countTiles(blocksX), countTiles(blocksY)},
        [LEVEL_BUSY] = {countTiles(level->cellsX), countTiles(level->cellsY)},
    };
    level->tiled = isLarge(level->cellsX, level->cellsY) && device->atlas.count == 0;
    conditions |= level->tiled ? TILED : 0u;
    if (!gfState_Create(
            device,
            &(gfStatePlan){.table = &levelTable, .extents = extents, .rest = restValues, .conditions = conditions},
            level)) {
        return false;
    }
    if (conditions & COLOURS &&
        (!gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->black, &level->redRhs}, 2) ||
         !gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->swept, &level->redRhs}, 2) ||
         !gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->swept, &level->change}, 2))) {
        return false;
    }
    if ((conditions & (COARSE | PAIRS)) != (COARSE | PAIRS)) {
        return true;
    }
    const gfTexture *const sets[4][2] = {{&level->field.write, &level->fieldB.write},
                                         {&level->field.read, &level->fieldB.read},
                                         {&level->rhs, &level->rhsB},
                                         {&level->components, &level->componentWeights}};
    bool ok = true;
    for (int i = 0; ok && i < GF_COUNT(sets); i++) {
        ok = gfFramebuffer_Warm(device, sets[i], 2);
    }
    return ok;
}

void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid)
{
    if (multigrid != NULL) {
        for (int i = 0; i < LEVELS_MAX; i++) {
            gfState_Destroy(device, &levelTable, &multigrid->level[i]);
        }
        gfResidual_Destroy(device, &multigrid->start);
        gfResidual_Destroy(device, &multigrid->residual);
        gfResidual_Destroy(device, &multigrid->change);
        gfTexture_Destroy(device, &multigrid->before);
        gfFree(&device->core, multigrid);
    }
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

// Whether there may be a coarser level of that size: on a periodic axis the two colours must not meet across the seam.
static bool canHalve(const gfMultigrid *m, int cellsX, int cellsY)
{
    return !(m->wrapX && cellsX % 2 != 0) && !(m->wrapY && cellsY % 2 != 0);
}

// Makes the levels that the conditions ask for and that are not there.
static bool createLevels(gfDevice *device, gfMultigrid *m, uint32_t conditions)
{
    for (int i = 0; i < LEVELS_MAX; i++) {
        Level *level = &m->level[i];
        if (i > 0) {
            const Level *fine = level - 1;
            level->cellsX = (fine->cellsX + 1) / 2;
            level->cellsY = (fine->cellsY + 1) / 2;
            if (!canHalve(m, level->cellsX, level->cellsY)) {
                break;
            }
        }
        level->colours = gfMax(level->cellsX, level->cellsY) > (i > 0 ? COLOURS_CELLS : WHOLE_CELLS) &&
                         canHalve(m, (level->cellsX + 1) / 2, (level->cellsY + 1) / 2);
        uint32_t own = (i > 0 ? COARSE : 0u) | (level->colours ? COLOURS : 0u);
        if (!createLevel(device, level, conditions | own)) {
            return false;
        }
        m->levels = gfMax(m->levels, i + 1);
        if (conditions & PAIRS ? isOneBlock(level) : isBottom(level)) {
            break;
        }
    }
    return true;
}

gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind)
{
    gfMultigrid *m = gfAlloc(&device->core, sizeof *m);
    if (m == NULL) {
        return NULL;
    }
    m->components = kind == GF_MULTIGRID_COMPONENTS;
    m->wrapX = wrapX;
    m->wrapY = wrapY;
    m->level[0].cellsX = cellsX;
    m->level[0].cellsY = cellsY;
    bool nearWalls = kind == GF_MULTIGRID_NEAR_WALLS;
    bool made = createLevels(device, m, 0);
    m->conditions =
        (nearWalls ? NEAR_WALLS : 0u) | (m->level[0].colours ? COLOURS : 0u) |
        (kind == GF_MULTIGRID_COMPONENTS && m->level[0].colours && device->atlas.count == 0 ? PLAIN_TOO : 0u);
    if (!made || !gfPrograms_Name(device, &multigridProgramTable, m->conditions, m) ||
        !gfResidual_Create(device, &m->start, (cellsX + 1) / 2, (cellsY + 1) / 2, nearWalls, true) ||
        !gfResidual_Create(device, &m->residual, (cellsX + 1) / 2, (cellsY + 1) / 2, nearWalls, false)) {
        gfMultigrid_Destroy(device, m);
        return NULL;
    }
    return m;
}

bool gfMultigrid_HasPairs(const gfMultigrid *m)
{
    return (m->conditions & PAIRS) != 0;
}

// What only thin walls need is made when the first one comes. Without it they converge slowly, with one message.
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *m)
{
    const Level *finest = &m->level[0];
    int blocksX = (finest->cellsX + 1) / 2, blocksY = (finest->cellsY + 1) / 2;
    if (m->conditions & PAIRS) {
        return true;
    }
    if (!gfFailure_Begin(&m->pairsFailed, device, "the multigrid's care for thin walls is")) {
        return false;
    }
    gfMultigrid loaded = *m; // a table that fails to load leaves what it fills unusable
    bool ok = gfPrograms_Name(device, &multigridProgramTable, PAIRS | m->conditions, &loaded);
    if (ok) {
        *m = loaded;
    }
    ok = ok && createLevels(device, m, PAIRS) &&
         (m->before.id != 0 || gfTexture_Create(device, &m->before, GF_FORMAT_RGBA32F, blocksX, blocksY)) &&
         (m->change.sums.levels > 0 || gfResidual_Create(device, &m->change, blocksX, blocksY, false, false));
    m->conditions |= ok ? PAIRS : 0u;
    return gfFailure_End(&m->pairsFailed, device, ok);
}

// Where a level is drawn, in tiles of this many blocks a side.
typedef struct Area {
    gfTileList list;
    int blocks;
    bool all;
} Area;

// Where finer weights changed; all of the coarsest levels, which are small.
static Area getArea(const gfMultigrid *m, int level, const gfSolidTiles *tiles)
{
    const Level *own = &m->level[level];
    int blocksX = (own->cellsX + 1) / 2, blocksY = (own->cellsY + 1) / 2;
    if (tiles != NULL && level < GF_TILE_LEVELS && own->tiled) {
        return (Area){tiles->lists[level], tiles->size / 2, false};
    }
    return (Area){gfTileList_All(countTiles(blocksX), countTiles(blocksY)), TILE_TEXELS, true};
}

// Which components the cells of a level have: where finer weights changed, or in a level drawn for the first time where
// a block has weights that are not whole. All others have but one.
static void prepareComponents(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, GLuint cells,
                              const Area *area)
{
    static const float oneA[4] = {17.0f / 255.0f, 17.0f / 255.0f}; // 01 in each four bits
    const Level *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1, seeks = coarse->tiled && area->all;
    if (seeks) {
        gfPass_Run(device,
                   &(gfPass){.label = "solids",
                             .program = m->busy[finest],
                             .writes = {&coarse->busy},
                             .inputs = {GF_IN(weights, weights), GF_IN_LINEAR(components, fine->components.id)}});
        gfTexture_Clear(device, &coarse->components, oneA);
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = seeks ? m->busyComponents[finest] : m->cellComponents[finest],
                         .writes = {&coarse->components},
                         .list = seeks ? NULL : &area->list,
                         .tiles = seeks ? &coarse->busy : NULL,
                         .tileTexels = seeks ? TILE_TEXELS : 2 * area->blocks,
                         .inputs = {GF_IN(weights, cells)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareCells(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const Level *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    GLuint cells = finest ? weights : fine->componentWeights.id;
    if (!finest && gfMax(coarse->cellsX, coarse->cellsY) <= GROUPED_CELLS) {
        gfPass_Run(device,
                   &(gfPass){.label = "solids",
                             .program = m->groupedCells,
                             .writes = {&coarse->components, &coarse->componentWeights},
                             .list = &area->list,
                             .tileTexels = 2 * area->blocks,
                             .inputs = {GF_IN(weights, cells)},
                             .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
        return;
    }
    prepareComponents(device, m, level, finest ? weights : fine->weights.id, cells, area);
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->componentWeights[finest],
                         .writes = {&coarse->componentWeights},
                         .list = &area->list,
                         .tileTexels = 2 * area->blocks,
                         .inputs = {GF_IN(weights, cells), GF_IN(components, coarse->components.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareTiles(gfDevice *device, const gfMultigrid *m, int level)
{
    static const Level none = {0};
    const Level *own = &m->level[level], *fine = level > 0 ? own - 1 : &none;
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->tiles[level == 0],
                         .writes = {&own->tiles},
                         .inputs = {GF_IN_LINEAR(components, own->components.id),
                                    GF_IN_LINEAR(coarseComponents, own[1].components.id), GF_IN(tiles, fine->tiles.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY)}});
}

static void prepareWeights(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const Level *fine = &m->level[level - 1];
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->coarseWeights,
                         .writes = {&m->level[level].weights},
                         .list = &area->list,
                         .tileTexels = area->blocks,
                         .inputs = {GF_IN(weights, level == 1 ? weights : fine->weights.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

void gfMultigrid_Prepare(gfDevice *device, gfMultigrid *multigrid, GLuint weights, bool thinWalls,
                         const gfSolidTiles *tiles, const gfEmptyBox *empty)
{
    gfMultigrid *m = multigrid;
    bool had = m->pairs;
    int failures = device->failedPasses;
    m->pairs = m->components && thinWalls && gfMultigrid_MakePairs(device, m);
    int bottom = bottomOf(m);
    bool isEmpty = empty != NULL && !m->pairs;
    gfEmptyBox box = isEmpty ? *empty : (gfEmptyBox){0};
    for (int i = 1; i <= bottom; i++) {
        isEmpty = isEmpty && gfEmptyBox_Halve(&box);
        if (isEmpty) {
            device->failedPasses += gfEmptyBox_UploadWeights(device, &box, &m->level[i].weights) ? 0 : 1;
            continue;
        }
        const Area area = getArea(m, i, m->prepared && m->pairs == had ? tiles : NULL);
        if (!m->pairs || m->level[i].tiled) {
            prepareWeights(device, m, i, weights, &area);
        }
        if (m->pairs) {
            prepareCells(device, m, i, weights, &area);
        }
    }
    m->prepared = device->failedPasses == failures;
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
    bool thorough;              // not the first cycle
    bool unpacked;              // between cycles the finest level stays in colours
    gfRegion boxes[LEVELS_MAX]; // in blocks: outside of them only sides bound the fluid
    int plainLevels;            // how many levels have one
} Run;

static gfPair *fieldOf(const Run *run, int level)
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
    const gfProgram *program, *plain;
} Chosen;

static Chosen everywhere(const gfProgram *program)
{
    return (Chosen){program, NULL};
}

// A pass from the fields of `level` into one or two textures of the level `to`; the correction and its cells are those
// of the level below `level`. `pair`: a program for two components. Black cells are read from where they are not
// written.
static void drawLevel(const Run *run, int level, int to, Chosen chosen, bool pair, const gfTexture *first,
                      const gfTexture *second)
{
    static const Level none = {0};
    const gfMultigrid *m = run->multigrid;
    const Level *own = &m->level[level], *coarse = level + 1 < m->levels ? own + 1 : &none;
    const gfTexture *black = first == &own->black ? &own->swept : &own->black;
    const gfTexture *change = isSweptOnce(run, level) ? &own->swept : &own->change; // it was 0
    GLuint weights = level == 0 ? run->solve->weights : pair ? own->componentWeights.id : own->weights.id;
    float alpha = ldexpf(run->solve->alpha, 2 * level); // a coarse cell has the area of four
    static const float closed[4] = {0.0f};
    const gfPass pass = {
        .label = run->solve->label,
        .program = chosen.program,
        .writes = {first, second},
        .tiles = pair ? &m->level[to].tiles : NULL,
        .tileTexels = TILE_TEXELS,
        .inputs = {GF_IN(pressure, fieldOf(run, level)->read.id), GF_IN(rhs, rhsOf(run, level)),
                   GF_IN(weights, weights), GF_IN(correction, coarse->field.read.id),
                   GF_IN(norms, gfResidual_Sums(run->gated ? &m->residual : &m->start)),
                   GF_IN(pressureB, own->fieldB.read.id), GF_IN(rhsB, own->rhsB.id),
                   GF_IN(correctionB, coarse->fieldB.read.id), GF_IN(componentWeights, coarse->componentWeights.id),
                   GF_IN(black, black->id), GF_IN(change, change->id), GF_IN(redRhs, own->redRhs.id)},
        .uniforms = {GF_F1(alpha, alpha), GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, own->cellsX, own->cellsY),
                     GF_F1(bounded, run->solve->bounded ? 1.0f : 0.0f), GF_F1(warmStart, run->solve->warmStart),
                     GF_F1(tolerance, run->solve->tolerance),
                     GF_F4V(sides, 1, run->solve->plain != NULL ? run->solve->plain->sides : closed)}};
    if (chosen.plain != NULL && level < run->plainLevels) {
        gfPlain_Run(run->device, &pass, chosen.plain, &run->boxes[to]);
    } else {
        gfPass_Run(run->device, &pass);
    }
}

// A pass over the level's field, with one component and, where there are, with two.
static void drawField(const Run *run, int level, const gfProgram *single, const gfProgram *pair)
{
    Level *l = &run->multigrid->level[level];
    gfPair *field = fieldOf(run, level);
    if (isSingle(run, level)) {
        drawLevel(run, level, level, everywhere(single), false, &field->write, NULL);
    }
    if (pair != NULL) {
        drawLevel(run, level, level, everywhere(pair), true, &field->write,
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

// From `level` to the next.
static void restrictFrom(const Run *run, int level)
{
    const Programs *p = run->programs;
    const Level *coarse = &run->multigrid->level[level + 1];
    bool colours = isInColours(run, level);
    if (isSingle(run, level + 1)) {
        const Chosen chosen =
            colours ? (Chosen){p->restrictChange, run->multigrid->plain.restrictChange} : everywhere(p->restrictRhs);
        drawLevel(run, level, level + 1, chosen, false, &coarse->rhs, NULL);
    }
    if (isPair(run, level + 1)) {
        drawLevel(run, level, level + 1, everywhere(colours ? p->pairRestrictChange : p->pairRestrict[level == 0]),
                  true, &coarse->rhs, &coarse->rhsB);
    }
}

static Chosen getProlong(const Run *run, bool colours)
{
    if (run->solve->constantProlongation) {
        return everywhere(gfProgram_Get(run->device, &gf_vertexCover, "multigrid/prolong.frag",
                                        colours ? "COLOURS;CONSTANT" : "CONSTANT"));
    }
    return colours ? (Chosen){run->programs->prolongColours, run->multigrid->plain.prolongColours}
                   : everywhere(run->programs->prolong);
}

static void prolongTo(const Run *run, int level)
{
    drawField(run, level, getProlong(run, false).program,
              isPair(run, level + 1) ? run->programs->pairProlong[level == 0] : NULL);
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

// The same in two colours. `first`: the first sweep; `last`: the result is to be packed.
static void cycleInColours(const Run *run, int level, Chosen first, bool last)
{
    const Programs *p = run->programs;
    const PlainPrograms *plain = &run->multigrid->plain;
    const Level *l = &run->multigrid->level[level];
    bool once = isSweptOnce(run, level);
    drawLevel(run, level, level, first, false, once ? &l->swept : &l->black,
              first.program == p->sweepColours ? NULL : &l->redRhs);
    if (!once) {
        drawLevel(run, level, level, (Chosen){p->changeColours, plain->changeColours}, false, &l->swept, &l->change);
    }
    restrictFrom(run, level);
    solveFromZero(run, level + 1);
    drawLevel(run, level, level, getProlong(run, true), false, &l->black, NULL);
    if (isPair(run, level + 1)) {
        drawLevel(run, level, level, everywhere(p->pairProlongColours), true, &l->black, NULL);
    }
    if (last) {
        drawLevel(run, level, level, (Chosen){p->fromColours, plain->fromColours}, false, &fieldOf(run, level)->read,
                  NULL);
    } else {
        drawLevel(run, level, level, (Chosen){p->sweepColours, plain->sweepColours}, false, &l->swept, NULL);
    }
}

static void solveFromZero(const Run *run, int level)
{
    const Level *l = &run->multigrid->level[level];
    if (level == run->bottom) {
        solveBottom(run, level);
        return;
    }
    if (isInColours(run, level)) {
        cycleInColours(run, level, (Chosen){run->programs->toColoursZero, run->multigrid->plain.toColoursZero}, true);
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

// Where walls leave little room the coarse levels are rough, and a wave or two go slowly.
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

// The first sweep of a cycle. A solve may start from what is there, or from 0.
static Chosen getFirst(const Run *run, bool start)
{
    const gfMultigrid *m = run->multigrid;
    const Programs *p = run->programs;
    bool warm = run->solve->warmStart > 0.0f;
    if (!isInColours(run, 0)) {
        return everywhere(!start ? p->sweep : warm ? m->sweepGuarded : p->sweepZero);
    }
    if (start) {
        return warm ? (Chosen){m->toColoursGuarded, m->plain.toColoursGuarded}
                    : (Chosen){p->toColoursZero, m->plain.toColoursZero};
    }
    return run->unpacked ? (Chosen){p->sweepColours, m->plain.sweepColours} : everywhere(p->toColours);
}

// Where only sides bound the fluid. What is drawn by the GPU's leave is drawn by the same programs everywhere, and so
// are levels of odd sizes, and those of which the box leaves little.
static void findPlain(Run *run)
{
    const gfMultigrid *m = run->multigrid;
    if (run->solve->plain == NULL || (m->conditions & PLAIN_TOO) == 0 || run->solve->tolerance > 0.0f) {
        return;
    }
    gfRegion cells = run->solve->plain->box;
    for (int i = 0; i < m->levels; i++) {
        const Level *l = &m->level[i];
        run->boxes[i] = gfPlain_Blocks(cells, 1);
        cells = gfPlain_Coarser(cells);
        if (i == run->plainLevels && l->colours && l->cellsX % 4 == 0 && l->cellsY % 4 == 0) {
            run->plainLevels++;
        }
    }
}

void gfMultigrid_Solve(gfDevice *device, gfMultigrid *multigrid, const gfMultigridSolve *solve)
{
    Run run = {.device = device,
               .multigrid = multigrid,
               .solve = solve,
               .programs = &multigrid->programs[0],
               .bottom = bottomOf(multigrid),
               .unpacked = solve->tolerance == 0.0f && !multigrid->pairs};
    findPlain(&run);
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
