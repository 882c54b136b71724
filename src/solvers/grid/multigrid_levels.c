// The levels of a multigrid solver, their programs, and coarse weights and components, which are drawn when weights
// change.
#include "solvers/grid/multigrid_levels.h"

#include "fluid/state.h"

#include <stddef.h>

#define WHOLE_CELLS 64    // a side, up to which passes are too short for tiles to pay
#define GROUPED_CELLS 32  // a side, up to which a pass costs more than what it draws
#define COLOURS_CELLS 256 // a side, up to which coarse levels are not worth two colours

enum { LEVEL_BLOCKS, LEVEL_CELLS, LEVEL_TILES, LEVEL_ACTIVE, LEVEL_EXTENTS };
enum { LEVEL_CLEAR_ZERO, LEVEL_CLEAR_ONE };
static const float clearValues[][4] = {[LEVEL_CLEAR_ZERO] = {0.0f}, [LEVEL_CLEAR_ONE] = {1.0f, 1.0f, 1.0f, 1.0f}};

// Nothing of it outlives a solve.
#define LEVEL_ROW(member, kind, format, extent, when, rest)                                                  \
    {                                                                                                        \
        "multigrid " #member, offsetof(gfMultigridLevel, member), kind, format, format, extent, when, false, \
            GF_RESAMPLE_NONE, rest, 0, GF_SHIFT_NONE, GF_SAVED_NOT, 0                                        \
    }

static const gfStateRow levelRows[] = {
    LEVEL_ROW(field, GF_STATE_PAIR, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, GF_LEVEL_COARSE, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(rhs, GF_STATE_TEXTURE, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, GF_LEVEL_COARSE, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(weights, GF_STATE_TEXTURE, GF_FORMAT_RGBA32UI, LEVEL_BLOCKS, GF_LEVEL_COARSE, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(black, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, GF_LEVEL_COLOURS, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(swept, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, GF_LEVEL_COLOURS, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(change, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, GF_LEVEL_COLOURS, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(redRhs, GF_STATE_TEXTURE, GF_FORMAT_RG32F, LEVEL_BLOCKS, GF_LEVEL_COLOURS, LEVEL_CLEAR_ZERO),
    LEVEL_ROW(tiles, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_TILES, GF_LEVEL_PAIRS, LEVEL_CLEAR_ONE),
    LEVEL_ROW(active, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_ACTIVE,
              GF_LEVEL_COARSE | GF_LEVEL_PAIRS | GF_LEVEL_TILED, LEVEL_CLEAR_ONE),
    LEVEL_ROW(fieldB, GF_STATE_PAIR, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, GF_LEVEL_COARSE | GF_LEVEL_PAIRS,
              LEVEL_CLEAR_ZERO),
    LEVEL_ROW(rhsB, GF_STATE_TEXTURE, GF_FORMAT_RGBA32F, LEVEL_BLOCKS, GF_LEVEL_COARSE | GF_LEVEL_PAIRS,
              LEVEL_CLEAR_ZERO),
    LEVEL_ROW(components, GF_STATE_TEXTURE, GF_FORMAT_RGBA8, LEVEL_CELLS, GF_LEVEL_COARSE | GF_LEVEL_PAIRS,
              LEVEL_CLEAR_ZERO),
    LEVEL_ROW(componentWeights, GF_STATE_TEXTURE, GF_FORMAT_RGBA32UI, LEVEL_CELLS, GF_LEVEL_COARSE | GF_LEVEL_PAIRS,
              LEVEL_CLEAR_ZERO),
};

static const gfStateTable levelTable = {levelRows, GF_COUNT(levelRows), "multigrid"};

#define MULTIGRID_ROW(member, stage, file, defines, when)                                                     \
    {                                                                                                         \
        offsetof(struct gfMultigrid, member), stage, "multigrid/" file, defines, GF_LEVEL_NEAR_WALLS, when, 0 \
    }
#define GATED_ROWS(i, cover, tiles)                                                                                \
    MULTIGRID_ROW(programs[i].sweep, cover, "sweep.frag", "", 0),                                                  \
        MULTIGRID_ROW(programs[i].sweepZero, cover, "sweep.frag", "ZERO", 0),                                      \
        MULTIGRID_ROW(programs[i].restrictRhs, cover, "restrict.frag", "", 0),                                     \
        MULTIGRID_ROW(programs[i].prolong, cover, "prolong.frag", "", 0),                                          \
        MULTIGRID_ROW(programs[i].bottom, cover, "bottom.frag", "", 0),                                            \
        MULTIGRID_ROW(programs[i].toColours, cover, "sweep.frag", "TO_COLOURS", GF_LEVEL_COLOURS),                 \
        MULTIGRID_ROW(programs[i].toColoursZero, cover, "sweep.frag", "TO_COLOURS;ZERO", GF_LEVEL_COLOURS),        \
        MULTIGRID_ROW(programs[i].sweepColours, cover, "sweep.frag", "FROM_COLOURS;TO_COLOURS", GF_LEVEL_COLOURS), \
        MULTIGRID_ROW(programs[i].changeColours, cover, "sweep.frag", "FROM_COLOURS;TO_COLOURS;CHANGE",            \
                      GF_LEVEL_COLOURS),                                                                           \
        MULTIGRID_ROW(programs[i].fromColours, cover, "sweep.frag", "FROM_COLOURS", GF_LEVEL_COLOURS),             \
        MULTIGRID_ROW(programs[i].restrictChange, cover, "restrict.frag", "CHANGE", GF_LEVEL_COLOURS),             \
        MULTIGRID_ROW(programs[i].prolongColours, cover, "prolong.frag", "COLOURS", GF_LEVEL_COLOURS),             \
        MULTIGRID_ROW(programs[i].pairRestrictChange, tiles, "pair_restrict.frag", "FINEST;CHANGE",                \
                      GF_LEVEL_PAIRS | GF_LEVEL_COLOURS),                                                          \
        MULTIGRID_ROW(programs[i].pairProlongColours, tiles, "pair_prolong.frag", "FINEST;COLOURS",                \
                      GF_LEVEL_PAIRS | GF_LEVEL_COLOURS),                                                          \
        MULTIGRID_ROW(programs[i].pairSweep, tiles, "pair_sweep.frag", "", GF_LEVEL_PAIRS),                        \
        MULTIGRID_ROW(programs[i].pairSweepZero, tiles, "pair_sweep.frag", "ZERO", GF_LEVEL_PAIRS),                \
        MULTIGRID_ROW(programs[i].pairBottom, tiles, "pair_bottom.frag", "", GF_LEVEL_PAIRS),                      \
        MULTIGRID_ROW(programs[i].pairRestrict[0], tiles, "pair_restrict.frag", "", GF_LEVEL_PAIRS),               \
        MULTIGRID_ROW(programs[i].pairRestrict[1], tiles, "pair_restrict.frag", "FINEST", GF_LEVEL_PAIRS),         \
        MULTIGRID_ROW(programs[i].pairProlong[0], tiles, "pair_prolong.frag", "", GF_LEVEL_PAIRS),                 \
        MULTIGRID_ROW(programs[i].pairProlong[1], tiles, "pair_prolong.frag", "FINEST", GF_LEVEL_PAIRS)

static const gfProgramRow multigridProgramRows[] = {
    MULTIGRID_ROW(sweepGuarded, &gf_vertexCover, "sweep.frag", "START;GUARDED", 0),
    MULTIGRID_ROW(toColoursGuarded, &gf_vertexCover, "sweep.frag", "TO_COLOURS;START;GUARDED", GF_LEVEL_COLOURS),
    MULTIGRID_ROW(coarsening.weights, &gf_vertexListed, "coarse_weights.frag", "", 0),
    MULTIGRID_ROW(solidFree.toColoursGuarded, &gf_vertexCover, "sweep.frag", "SOLID_FREE;TO_COLOURS;START;GUARDED",
                  GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.toColoursZero, &gf_vertexCover, "sweep.frag", "SOLID_FREE;TO_COLOURS;ZERO",
                  GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.sweepColours, &gf_vertexCover, "sweep.frag", "SOLID_FREE;FROM_COLOURS;TO_COLOURS",
                  GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.changeColours, &gf_vertexCover, "sweep.frag", "SOLID_FREE;FROM_COLOURS;TO_COLOURS;CHANGE",
                  GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.fromColours, &gf_vertexCover, "sweep.frag", "SOLID_FREE;FROM_COLOURS", GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.restrictChange, &gf_vertexCover, "restrict.frag", "SOLID_FREE;CHANGE", GF_LEVEL_SOLID_FREE),
    MULTIGRID_ROW(solidFree.prolongColours, &gf_vertexCover, "prolong.frag", "SOLID_FREE;COLOURS", GF_LEVEL_SOLID_FREE),
    GATED_ROWS(0, &gf_vertexCover, &gf_vertexTiles),
    GATED_ROWS(1, &gf_vertexGated, &gf_vertexGatedTiles),
    {offsetof(struct gfMultigrid, copy), &gf_vertexCover, "common/copy.frag", "", 0, GF_LEVEL_PAIRS, 0},
    MULTIGRID_ROW(extrapolate, &gf_vertexCover, "extrapolate.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.components[0], &gf_vertexListed, "components.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.components[1], &gf_vertexListed, "components.frag", "FINEST", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.activeComponents[0], &gf_vertexTiles, "components.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.activeComponents[1], &gf_vertexTiles, "components.frag", "FINEST", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.componentWeights[0], &gf_vertexListed, "component_weights.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.componentWeights[1], &gf_vertexListed, "component_weights.frag", "FINEST", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.groupedCells, &gf_vertexListed, "grouped_cells.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.active[0], &gf_vertexCover, "active.frag", "", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.active[1], &gf_vertexCover, "active.frag", "FINEST", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.tiles[0], &gf_vertexCover, "tiles.frag", "OWN", GF_LEVEL_PAIRS),
    MULTIGRID_ROW(coarsening.tiles[1], &gf_vertexCover, "tiles.frag", "", GF_LEVEL_PAIRS),
};

static const char *const multigridOptionDefines[32] = {[2] = "NEAR_WALLS"};
static const gfProgramTable multigridProgramTable = {multigridProgramRows, GF_COUNT(multigridProgramRows),
                                                     multigridOptionDefines};

static int countTiles(int texels)
{
    return (texels + GF_MULTIGRID_TILE_TEXELS - 1) / GF_MULTIGRID_TILE_TEXELS;
}

static bool isLarge(int cellsX, int cellsY)
{
    return gfMax(cellsX, cellsY) > WHOLE_CELLS;
}

static bool createLevel(gfDevice *device, gfMultigridLevel *level, uint32_t conditions)
{
    int blocksX = (level->cellsX + 1) / 2, blocksY = (level->cellsY + 1) / 2;
    const int extents[LEVEL_EXTENTS][2] = {
        [LEVEL_BLOCKS] = {blocksX, blocksY},
        [LEVEL_CELLS] = {level->cellsX, level->cellsY},
        [LEVEL_TILES] = {countTiles(blocksX), countTiles(blocksY)},
        [LEVEL_ACTIVE] = {countTiles(level->cellsX), countTiles(level->cellsY)},
    };
    level->tiled = isLarge(level->cellsX, level->cellsY) && device->atlas.count == 0;
    conditions |= level->tiled ? GF_LEVEL_TILED : 0u;
    if (!gfState_Create(
            device,
            &(gfStatePlan){.table = &levelTable, .extents = extents, .clear = clearValues, .conditions = conditions},
            level)) {
        return false;
    }
    if (conditions & GF_LEVEL_COLOURS &&
        (!gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->black, &level->redRhs}, 2) ||
         !gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->swept, &level->redRhs}, 2) ||
         !gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->swept, &level->change}, 2))) {
        return false;
    }
    if ((conditions & (GF_LEVEL_COARSE | GF_LEVEL_PAIRS)) != (GF_LEVEL_COARSE | GF_LEVEL_PAIRS)) {
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
        for (int i = 0; i < GF_MULTIGRID_LEVELS_MAX; i++) {
            gfState_Destroy(device, &levelTable, &multigrid->level[i]);
        }
        gfResidual_Destroy(device, &multigrid->start);
        gfResidual_Destroy(device, &multigrid->residual);
        gfResidual_Destroy(device, &multigrid->change);
        gfTexture_Destroy(device, &multigrid->before);
        gfFree(&device->core, multigrid);
    }
}

int gfMultigrid_GetBottom(const gfMultigrid *m)
{
    int bottom = m->levels - 1;
    while (!m->pairs && bottom > 1 && gfMultigridLevel_IsBottom(&m->level[bottom - 1])) {
        bottom--;
    }
    return bottom;
}

// Returns whether a coarser level of half that size can be made: on a periodic axis the two colours must not meet
// across the seam.
static bool canHalve(const gfMultigrid *m, int cellsX, int cellsY)
{
    return !(m->wrapX && cellsX % 2 != 0) && !(m->wrapY && cellsY % 2 != 0);
}

// Makes the levels that the conditions ask for and that are not there.
static bool createLevels(gfDevice *device, gfMultigrid *m, uint32_t conditions)
{
    for (int i = 0; i < GF_MULTIGRID_LEVELS_MAX; i++) {
        gfMultigridLevel *level = &m->level[i];
        if (i > 0) {
            const gfMultigridLevel *fine = level - 1;
            level->cellsX = (fine->cellsX + 1) / 2;
            level->cellsY = (fine->cellsY + 1) / 2;
            if (!canHalve(m, level->cellsX, level->cellsY)) {
                break;
            }
        }
        level->colours = gfMax(level->cellsX, level->cellsY) > (i > 0 ? COLOURS_CELLS : WHOLE_CELLS) &&
                         canHalve(m, (level->cellsX + 1) / 2, (level->cellsY + 1) / 2);
        uint32_t own = (i > 0 ? GF_LEVEL_COARSE : 0u) | (level->colours ? GF_LEVEL_COLOURS : 0u);
        if (!createLevel(device, level, conditions | own)) {
            return false;
        }
        m->levels = gfMax(m->levels, i + 1);
        if (conditions & GF_LEVEL_PAIRS ? gfMultigridLevel_IsOneBlock(level) : gfMultigridLevel_IsBottom(level)) {
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
        (nearWalls ? GF_LEVEL_NEAR_WALLS : 0u) | (m->level[0].colours ? GF_LEVEL_COLOURS : 0u) |
        (kind == GF_MULTIGRID_COMPONENTS && m->level[0].colours && device->atlas.count == 0 ? GF_LEVEL_SOLID_FREE : 0u);
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
    return (m->conditions & GF_LEVEL_PAIRS) != 0;
}

// Makes what only thin walls need, when the first one comes. Without it they converge slowly, with one message.
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *m)
{
    const gfMultigridLevel *finest = &m->level[0];
    int blocksX = (finest->cellsX + 1) / 2, blocksY = (finest->cellsY + 1) / 2;
    if (m->conditions & GF_LEVEL_PAIRS) {
        return true;
    }
    if (!gfFailure_Begin(&m->pairsFailed, device, "the multigrid's care for thin walls is")) {
        return false;
    }
    gfMultigrid loaded = *m; // a table that fails to load leaves what it fills unusable
    bool ok = gfPrograms_Load(device, &multigridProgramTable, GF_LEVEL_PAIRS | m->conditions, &loaded);
    if (ok) {
        *m = loaded;
    }
    ok = ok && createLevels(device, m, GF_LEVEL_PAIRS) &&
         (m->before.id != 0 || gfTexture_Create(device, &m->before, GF_FORMAT_RGBA32F, blocksX, blocksY)) &&
         (m->change.sums.levels > 0 || gfResidual_Create(device, &m->change, blocksX, blocksY, false, false));
    m->conditions |= ok ? GF_LEVEL_PAIRS : 0u;
    return gfFailure_End(&m->pairsFailed, device, ok);
}

// The part of a level that is drawn, in tiles of this many blocks a side.
typedef struct Area {
    gfTileList list;
    int blocks;
    bool all;
} Area;

// A level is drawn where finer weights changed, but the coarsest levels, which are small, are drawn whole.
static Area getArea(const gfMultigrid *m, int level, const gfSolidTiles *tiles)
{
    const gfMultigridLevel *own = &m->level[level];
    int blocksX = (own->cellsX + 1) / 2, blocksY = (own->cellsY + 1) / 2;
    if (tiles != NULL && level < GF_TILE_LEVELS && own->tiled) {
        return (Area){tiles->lists[level], tiles->size / 2, false};
    }
    return (Area){gfTileList_All(countTiles(blocksX), countTiles(blocksY)), GF_MULTIGRID_TILE_TEXELS, true};
}

// Draws the components of a level's cells where finer weights changed, or, for the first time, where a block has
// weights that are not whole. All other cells have one component.
static void prepareComponents(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, GLuint cells,
                              const Area *area)
{
    static const float oneA[4] = {17.0f / 255.0f, 17.0f / 255.0f}; // 01 in each four bits
    const gfMultigridLevel *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1, seeks = coarse->tiled && area->all;
    if (seeks) {
        gfPass_Run(device,
                   &(gfPass){.label = "solids",
                             .program = m->coarsening.active[finest],
                             .writes = {&coarse->active},
                             .inputs = {GF_IN(weights, weights), GF_IN_LINEAR(components, fine->components.id)}});
        gfTexture_Clear(device, &coarse->components, oneA);
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = seeks ? m->coarsening.activeComponents[finest] : m->coarsening.components[finest],
                         .writes = {&coarse->components},
                         .list = seeks ? NULL : &area->list,
                         .tiles = seeks ? &coarse->active : NULL,
                         .tileTexels = seeks ? GF_MULTIGRID_TILE_TEXELS : 2 * area->blocks,
                         .inputs = {GF_IN(weights, cells)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareCells(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const gfMultigridLevel *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    GLuint cells = finest ? weights : fine->componentWeights.id;
    if (!finest && gfMax(coarse->cellsX, coarse->cellsY) <= GROUPED_CELLS) {
        gfPass_Run(device,
                   &(gfPass){.label = "solids",
                             .program = m->coarsening.groupedCells,
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
                         .program = m->coarsening.componentWeights[finest],
                         .writes = {&coarse->componentWeights},
                         .list = &area->list,
                         .tileTexels = 2 * area->blocks,
                         .inputs = {GF_IN(weights, cells), GF_IN(components, coarse->components.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

static void prepareTiles(gfDevice *device, const gfMultigrid *m, int level)
{
    static const gfMultigridLevel none = {0};
    const gfMultigridLevel *own = &m->level[level], *fine = level > 0 ? own - 1 : &none;
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->coarsening.tiles[level == 0],
                         .writes = {&own->tiles},
                         .inputs = {GF_IN_LINEAR(components, own->components.id),
                                    GF_IN_LINEAR(coarseComponents, own[1].components.id), GF_IN(tiles, fine->tiles.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY)}});
}

static void prepareWeights(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const gfMultigridLevel *fine = &m->level[level - 1];
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = m->coarsening.weights,
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
    int bottom = gfMultigrid_GetBottom(m);
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
