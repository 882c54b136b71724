// Makes multigrid levels, and redraws their weights and components (parts of cells on either side of a thin wall).
#include "solvers/grid/multigrid_levels.h"

#include "fluid/state.h"

// Levels with longer sides than this are drawn in tiles; on smaller ones tiles cost more than they save.
#define WHOLE_CELLS 64
#define LARGE_CELLS 512  // from this side length on, a pass's cost depends on its fragments, so skipping work pays off
#define GROUPED_CELLS 32 // up to this side length one pass with redundant work is cheaper than two passes
// Sizes of textures and values to which they are cleared, as indices for the rows below.
enum {
    LEVEL_BLOCKS,
    LEVEL_CELLS,
    LEVEL_TILES,
    LEVEL_ACTIVE,
    LEVEL_ALL,
    LEVEL_OPENINGS_0,
    LEVEL_OPENINGS_1,
    LEVEL_EXTENTS
};
enum { LEVEL_CLEAR_ZERO, LEVEL_CLEAR_ONE };
static const float clearValues[][4] = {[LEVEL_CLEAR_ZERO] = {0.0f}, [LEVEL_CLEAR_ONE] = {1.0f, 1.0f, 1.0f, 1.0f}};

// A row of a table of textures. None is saved or resampled, as a solve reads nothing that an earlier one drew.
#define STATE_ROW(state, member, format, extent, when, clear)                                                 \
    {                                                                                                         \
        "multigrid " #member, offsetof(state, member), GF_STATE_TEXTURE, format, format, extent, when, false, \
            GF_RESAMPLE_NONE, LEVEL_CLEAR_##clear, 0, GF_SHIFT_NONE, GF_SAVED_NOT, 0                          \
    }
#define LEVEL_ROW(member, format, extent, when, clear) \
    STATE_ROW(gfMultigridLevel, member, GF_FORMAT_##format, LEVEL_##extent, when, clear)
#define PAIRS_OF_LEVEL (GF_LEVEL_COARSE | GF_LEVEL_PAIRS)
#define SURFACE_OF_LEVEL (GF_LEVEL_COARSE | GF_LEVEL_SURFACE)

static const gfStateRow levelRows[] = {
    LEVEL_ROW(weights, RGBA32UI, BLOCKS, GF_LEVEL_COARSE, ZERO),
    LEVEL_ROW(diagonals, RGBA32UI, BLOCKS, SURFACE_OF_LEVEL, ZERO),
    LEVEL_ROW(tiles, RGBA8, TILES, GF_LEVEL_PAIRS, ONE),
    LEVEL_ROW(active, RGBA8, ACTIVE, PAIRS_OF_LEVEL | GF_LEVEL_TILED, ONE),
    LEVEL_ROW(components, RGBA8, CELLS, PAIRS_OF_LEVEL, ZERO),
    LEVEL_ROW(componentWeights, RGBA32UI, CELLS, PAIRS_OF_LEVEL, ZERO),
};

#define FIELD_ROW(member, format, extent, when) \
    STATE_ROW(struct gfMultigrid, member, GF_FORMAT_##format, LEVEL_##extent, when, ZERO)

static const gfStateRow fieldRows[] = {
    FIELD_ROW(black, RG32F, BLOCKS, 0),
    FIELD_ROW(swept, RG32F, BLOCKS, 0),
    FIELD_ROW(all[0], RGBA32F, ALL, GF_LEVEL_COARSE),
    FIELD_ROW(all[1], RGBA32F, ALL, GF_LEVEL_COARSE | GF_LEVEL_APART),
    FIELD_ROW(all[2], RGBA32F, ALL, GF_LEVEL_COARSE | GF_LEVEL_APART),
    FIELD_ROW(all[3], RGBA32F, ALL, GF_LEVEL_COARSE | GF_LEVEL_APART),
    FIELD_ROW(allB[0], RGBA32F, ALL, PAIRS_OF_LEVEL),
    FIELD_ROW(allB[1], RGBA32F, ALL, PAIRS_OF_LEVEL | GF_LEVEL_APART),
    FIELD_ROW(allB[2], RGBA32F, ALL, PAIRS_OF_LEVEL | GF_LEVEL_APART),
    FIELD_ROW(allB[3], RGBA32F, ALL, PAIRS_OF_LEVEL | GF_LEVEL_APART),
    FIELD_ROW(before, RGBA32F, BLOCKS, GF_LEVEL_PAIRS),
    FIELD_ROW(openings[0], RGBA32F, OPENINGS_0, SURFACE_OF_LEVEL),
    FIELD_ROW(openings[1], RGBA32F, OPENINGS_1, SURFACE_OF_LEVEL),
};

static const gfStateTable levelTable = {levelRows, GF_COUNT(levelRows), "multigrid", NULL};
static const gfStateTable fieldTable = {fieldRows, GF_COUNT(fieldRows), "multigrid", NULL};

static const char *const levelOptionDefines[] = {
    [2] = "NEAR_WALLS", [4] = "OUTFLOW", [6] = "LARGE", [7] = "MOVING", [8] = "EXPANSION", [9] = "SURFACE"};

gfShader gfMultigrid_GetShader(const gfMultigrid *m, const gfVertexStage *stage, const char *file, const char *defines,
                               uint32_t options)
{
    return (gfShader){.stage = stage,
                      .file = file,
                      .defines = defines,
                      .options = options | (m->conditions & (GF_LEVEL_NEAR_WALLS | GF_LEVEL_SURFACE)),
                      .optionOf = levelOptionDefines,
                      // gfMultigrid_MakePairs lists most programs for pairs, to make them before a solve needs them.
                      .rare = m->pairs};
}

static int countTiles(int texels)
{
    return (texels + GF_MULTIGRID_TILE_TEXELS - 1) / GF_MULTIGRID_TILE_TEXELS;
}

static bool createLevel(gfDevice *device, gfMultigridLevel *level, uint32_t conditions)
{
    const int extents[LEVEL_EXTENTS][2] = {
        [LEVEL_BLOCKS] = {level->blocksX, level->blocksY},
        [LEVEL_CELLS] = {level->cellsX, level->cellsY},
        [LEVEL_TILES] = {countTiles(level->blocksX), countTiles(level->blocksY)},
        [LEVEL_ACTIVE] = {countTiles(level->cellsX), countTiles(level->cellsY)},
    };
    level->tiled = gfMax(level->cellsX, level->cellsY) > WHOLE_CELLS && device->atlas.count == 0;
    conditions |= level->tiled ? GF_LEVEL_TILED : 0u;
    return gfState_Create(
               device,
               &(gfStatePlan){.table = &levelTable, .extents = extents, .clear = clearValues, .conditions = conditions},
               level) &&
           ((conditions & PAIRS_OF_LEVEL) != PAIRS_OF_LEVEL ||
            gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->components, &level->componentWeights}, 2)) &&
           ((conditions & SURFACE_OF_LEVEL) != SURFACE_OF_LEVEL ||
            gfFramebuffer_Warm(device, (const gfTexture *const[]){&level->weights, &level->diagonals}, 2));
}

void gfMultigrid_Destroy(gfDevice *device, gfMultigrid *multigrid)
{
    if (multigrid != NULL) {
        for (int i = 0; i < GF_MULTIGRID_LEVELS_MAX; i++) {
            gfState_Destroy(device, &levelTable, &multigrid->level[i]);
        }
        gfState_Destroy(device, &fieldTable, multigrid);
        gfPyramid_Destroy(device, &multigrid->residual.sums);
        gfPyramid_Destroy(device, &multigrid->change.sums);
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

// Lays out all coarse levels, down to one block of 2 x 2 cells, in a rectangle: level 1 on the left, the others in a
// column beside it. Then places the slots, each of which holds such a rectangle. If passes draw in place, right-hand
// sides need only one slot, as a level's is drawn from another level's. `extent`: size of the textures.
static void planLevels(gfMultigrid *m, int cellsX, int cellsY, int extent[2])
{
    int top = 0;
    for (int i = 0; i < GF_MULTIGRID_LEVELS_MAX; i++) {
        gfMultigridLevel *l = &m->level[i];
        l->cellsX = cellsX;
        l->cellsY = cellsY;
        cellsX = l->blocksX = (cellsX + 1) / 2;
        cellsY = l->blocksY = (cellsY + 1) / 2;
        if (i > 1) {
            l->place[0] = m->level[1].blocksX;
            l->place[1] = top;
            top += l->blocksY;
        }
    }
    int width = m->level[1].blocksX + m->level[2].blocksX;
    for (int i = 0; i < GF_SLOTS; i++) {
        m->slot[i] = m->inPlace ? (gfMultigridSlot){0, gfMin(i, GF_SLOT_RHS) * width} : (gfMultigridSlot){i, 0};
    }
    extent[0] = m->inPlace ? 3 * width : width;
    extent[1] = gfMax(m->level[1].blocksY, top);
}

// Places the openings of coarse levels: of those that one pass draws, the first on the left, the others in a column
// beside it. The third pass may draw over what the first drew, as its levels are then prepared. `extents`: of textures.
static void planOpenings(gfMultigrid *m, int extents[2][2])
{
    int bottom = gfMultigrid_GetBottom(m);
    for (int i = 1, group = 0, count; i <= bottom; i += count, group = 1 - group) {
        int *extent = extents[group], top = 0;
        count = gfMultigrid_CountTogether(i, bottom);
        for (int k = 0; k < count; k++) {
            gfMultigridLevel *level = &m->level[i + k];
            level->openingsIn = group;
            level->openingsPlace[0] = k > 0 ? m->level[i].cellsX + 1 : 0;
            level->openingsPlace[1] = top;
            top += k > 0 ? level->cellsY + 1 : 0;
            extent[0] = gfMax(extent[0], level->openingsPlace[0] + level->cellsX + 1);
            extent[1] = gfMax(extent[1], level->openingsPlace[1] + level->cellsY + 1);
        }
    }
}

// Makes the levels and textures that the conditions ask for and that are missing.
static bool createLevels(gfDevice *device, gfMultigrid *m, uint32_t conditions)
{
    int all[2], openings[2][2] = {{1, 1}, {1, 1}};
    planLevels(m, m->level[0].cellsX, m->level[0].cellsY, all);
    for (int i = 0; i < GF_MULTIGRID_LEVELS_MAX; i++) {
        gfMultigridLevel *level = &m->level[i];
        // A periodic axis of odd length isn't coarsened: two cells of one colour would be neighbours across the seam.
        if (i > 0 && ((m->wrapX && level->cellsX % 2 != 0) || (m->wrapY && level->cellsY % 2 != 0))) {
            break;
        }
        GF_TRY(createLevel(device, level, conditions | (i > 0 ? GF_LEVEL_COARSE : 0u)));
        m->levels = gfMax(m->levels, i + 1);
        if (conditions & GF_LEVEL_PAIRS ? gfMultigridLevel_IsOneBlock(level) : gfMultigridLevel_IsBottom(level)) {
            break;
        }
    }
    planOpenings(m, openings);
    const int extents[LEVEL_EXTENTS][2] = {[LEVEL_BLOCKS] = {m->level[0].blocksX, m->level[0].blocksY},
                                           [LEVEL_ALL] = {all[0], all[1]},
                                           [LEVEL_OPENINGS_0] = {openings[0][0], openings[0][1]},
                                           [LEVEL_OPENINGS_1] = {openings[1][0], openings[1][1]}};
    return gfState_Create(device,
                          &(gfStatePlan){.table = &fieldTable,
                                         .extents = extents,
                                         .clear = clearValues,
                                         .conditions = conditions | (m->levels > 1 ? GF_LEVEL_COARSE : 0u) |
                                                       (m->inPlace ? 0u : GF_LEVEL_APART)},
                          m);
}

// Makes the framebuffers of passes that draw both values, A and B, of coarse cells (gfMultigridLevel).
static bool warmPairs(gfDevice *device, const gfMultigrid *m)
{
    for (int i = 0; m->levels > 1 && i < (m->inPlace ? 1 : GF_SLOTS); i++) {
        GF_TRY(gfFramebuffer_Warm(device, (const gfTexture *const[]){&m->all[i], &m->allB[i]}, 2));
    }
    return true;
}

gfMultigrid *gfMultigrid_Create(gfDevice *device, int cellsX, int cellsY, bool wrapX, bool wrapY, gfMultigridKind kind)
{
    gfMultigrid *m = gfAlloc(&device->core, sizeof *m);
    GF_TRY(m != NULL);
    bool nearWalls = kind == GF_MULTIGRID_NEAR_WALLS, surface = kind == GF_MULTIGRID_SURFACE;
    m->inPlace = device->gl.textureBarrier != NULL;
    m->components = kind == GF_MULTIGRID_COMPONENTS;
    m->wrapX = wrapX;
    m->wrapY = wrapY;
    m->level[0].cellsX = cellsX;
    m->level[0].cellsY = cellsY;
    // GF_LEVEL_LARGE adds branches to shaders that skip work, of which a software renderer would run both ways.
    bool large = gfMax(cellsX, cellsY) >= LARGE_CELLS && !device->gl.software;
    m->conditions = (nearWalls ? GF_LEVEL_NEAR_WALLS : 0u) | (m->components ? GF_LEVEL_OUTFLOW : 0u) |
                    (large ? GF_LEVEL_LARGE : 0u) | (surface ? GF_LEVEL_SURFACE : 0u);
    if (!createLevels(device, m, m->conditions & GF_LEVEL_SURFACE) ||
        !gfResidual_Create(device, &m->residual, m->level[0].blocksX, m->level[0].blocksY, nearWalls)) {
        gfMultigrid_Destroy(device, m);
        return NULL;
    }
    m->residual.surface = surface;
    return m;
}

bool gfMultigrid_Warm(gfDevice *device, const gfMultigrid *m, const gfTexture *const rhs[], int count)
{
    GF_TRY(gfFramebuffer_Warm(device, (const gfTexture *const[]){&m->black, &m->swept}, 2));
    for (int i = 0; i < count; i++) {
        GF_TRY(gfFramebuffer_Warm(device, (const gfTexture *const[]){&m->black, &m->swept, rhs[i]}, 3));
    }
    return true;
}

bool gfMultigrid_HasPairs(const gfMultigrid *m)
{
    return (m->conditions & GF_LEVEL_PAIRS) != 0;
}

// Lists the programs for two values per cell by a dry run of a solve, and makes them.
static bool namePairs(gfDevice *device, gfMultigrid *m)
{
    gfMultigrid dry = *m;
    gfPair field = {.read = m->level[0].tiles, .write = m->level[0].tiles};
    gfDryRunKind before = gfPrograms_BeginNaming(device);
    dry.conditions |= GF_LEVEL_PAIRS;
    gfMultigrid_Prepare(device, &dry, 0, true, NULL, NULL);
    // Once more, as after a change of weights in some tiles.
    gfMultigrid_Prepare(device, &dry, 0, true, &(gfSolidTiles){.size = GF_MULTIGRID_TILE_TEXELS}, NULL);
    gfMultigrid_Solve(device, &dry, &(gfMultigridSolve){.label = "solids", .field = &field, .cycles = 2});
    return gfPrograms_EndNaming(device, before, true);
}

// A failure is one warning; solves then converge slowly at thin walls.
bool gfMultigrid_MakePairs(gfDevice *device, gfMultigrid *m)
{
    const gfMultigridLevel *finest = &m->level[0];
    if (m->conditions & GF_LEVEL_PAIRS) {
        return true;
    }
    GF_TRY(gfFailure_Begin(&m->pairsFailed, device, "the multigrid's care for thin walls is"));
    bool ok =
        createLevels(device, m, GF_LEVEL_PAIRS) && warmPairs(device, m) &&
        (m->change.sums.levels > 0 || gfResidual_Create(device, &m->change, finest->blocksX, finest->blocksY, false)) &&
        namePairs(device, m);
    m->conditions |= ok ? GF_LEVEL_PAIRS : 0u;
    return gfFailure_End(&m->pairsFailed, device, ok);
}

// The part of a level that is redrawn: a list of square tiles.
typedef struct Area {
    gfTileList list;
    // Blocks of 2 x 2 cells along each side of a tile.
    int blocks;
    bool all; // the tiles cover the whole level
} Area;

// Returns the area of a level to redraw, all of a small one. `tiles`: where finest weights changed; null: everywhere.
static Area getArea(const gfMultigrid *m, int level, const gfSolidTiles *tiles)
{
    const gfMultigridLevel *own = &m->level[level];
    if (tiles != NULL && level < GF_TILE_LEVELS && own->tiled) {
        return (Area){tiles->lists[level], tiles->size / 2, false};
    }
    return (Area){gfTileList_All(countTiles(own->blocksX), countTiles(own->blocksY)), GF_MULTIGRID_TILE_TEXELS, true};
}

// Draws which finer cells belong to value A and which to B of coarse cells in `area`. To redraw all of a tiled level,
// it first finds tiles with partly open faces or with finer cells of two values. Cells of other tiles get one value.
static void prepareComponents(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, GLuint cells,
                              const Area *area)
{
    // The code for value A alone: two bits 01 for each of four finer cells.
    static const float oneA[4] = {17.0f / 255.0f, 17.0f / 255.0f};
    const gfMultigridLevel *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1, seeks = coarse->tiled && area->all;
    if (seeks) {
        gfPass_Run(
            device,
            &(gfPass){.label = "solids",
                      .shader = gfMultigrid_GetShader(m, NULL, "multigrid/active.frag", finest ? "FINEST" : NULL, 0),
                      .writes = {&coarse->active},
                      .inputs = {GF_IN(weights, weights), GF_IN_LINEAR(components, fine->components.id)}});
        gfTexture_Clear(device, &coarse->components, oneA);
    }
    const gfGeometry sought = GF_TILES(&coarse->active, GF_MULTIGRID_TILE_TEXELS);
    const gfGeometry listed = GF_LISTED(&area->list, 2 * area->blocks);
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = gfMultigrid_GetShader(m, seeks ? &gf_vertexTiles : &gf_vertexListed,
                                                         "multigrid/components.frag", finest ? "FINEST" : NULL, 0),
                         .writes = {&coarse->components},
                         .geometry = seeks ? sought : listed,
                         .inputs = {GF_IN(weights, cells)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

// Draws the components of a level's cells in `area`, and the weights between these components.
static void prepareCells(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const gfMultigridLevel *fine = &m->level[level - 1], *coarse = &m->level[level];
    bool finest = level == 1;
    GLuint cells = finest ? weights : fine->componentWeights.id;
    if (!finest && gfMax(coarse->cellsX, coarse->cellsY) <= GROUPED_CELLS) {
        gfPass_Run(
            device,
            &(gfPass){.label = "solids",
                      .shader = gfMultigrid_GetShader(m, &gf_vertexListed, "multigrid/grouped_cells.frag", NULL, 0),
                      .writes = {&coarse->components, &coarse->componentWeights},
                      .geometry = GF_LISTED(&area->list, 2 * area->blocks),
                      .inputs = {GF_IN(weights, cells)},
                      .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
        return;
    }
    prepareComponents(device, m, level, finest ? weights : fine->weights.id, cells, area);
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = gfMultigrid_GetShader(m, &gf_vertexListed, "multigrid/component_weights.frag",
                                                         finest ? "FINEST" : NULL, 0),
                         .writes = {&coarse->componentWeights},
                         .geometry = GF_LISTED(&area->list, 2 * area->blocks),
                         .inputs = {GF_IN(weights, cells), GF_IN(components, coarse->components.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY), GF_I2(cells, fine->cellsX, fine->cellsY)}});
}

// Marks the tiles in which solves must draw two values per cell.
static void prepareTiles(gfDevice *device, const gfMultigrid *m, int level)
{
    static const gfMultigridLevel none = {0};
    const gfMultigridLevel *own = &m->level[level], *fine = level > 0 ? own - 1 : &none;
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = gfMultigrid_GetShader(m, NULL, "multigrid/tiles.frag", level == 0 ? NULL : "OWN", 0),
                         .writes = {&own->tiles},
                         .inputs = {GF_IN_LINEAR(components, own->components.id),
                                    GF_IN_LINEAR(coarseComponents, own[1].components.id), GF_IN(tiles, fine->tiles.id)},
                         .uniforms = {GF_I2(wrap, m->wrapX, m->wrapY)}});
}

// Draws the weights of a level in `area`, as if each cell had one value.
static void prepareWeights(gfDevice *device, const gfMultigrid *m, int level, GLuint weights, const Area *area)
{
    const gfMultigridLevel *fine = &m->level[level - 1];
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = gfMultigrid_GetShader(m, &gf_vertexListed, "multigrid/coarse_weights.frag", NULL, 0),
                         .writes = {&m->level[level].weights},
                         .geometry = GF_LISTED(&area->list, area->blocks),
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
