#include "fluid/solids/solids.h"

#define SMALLEST_TILE 8
#define TILES_MAX 65536 // in a large domain tiles are made larger until there are fewer than this
#define LIST_COLUMNS 1024
#define FEW_TILES 9 // a search that is left with so few tiles takes them all, which is cheaper than measuring distances

static size_t countTilesOf(const gfSolidTiles *t, int level)
{
    return (size_t)t->columns[level] * (size_t)t->rows[level];
}

bool gfSolidTiles_Create(gfDevice *device, gfSolidTiles *tiles, int cellsX, int cellsY)
{
    *tiles = (gfSolidTiles){.cellsX = cellsX, .cellsY = cellsY, .size = SMALLEST_TILE};
    while ((cellsX / tiles->size + 1) * (cellsY / tiles->size + 1) > TILES_MAX) {
        tiles->size *= 2;
    }
    tiles->columns[0] = cellsX / tiles->size + 1; // faces and corners of cells are one more along each axis than cells
    tiles->rows[0] = cellsY / tiles->size + 1;
    for (int i = 1; i < GF_TILE_LEVELS; i++) {
        tiles->columns[i] = (tiles->columns[i - 1] + 1) / 2;
        tiles->rows[i] = (tiles->rows[i - 1] + 1) / 2;
    }
    bool ok = true;
    for (int i = 0; i < GF_TILE_LEVELS && ok; i++) {
        tiles->marks[i] = gfAlloc(&device->core, countTilesOf(tiles, i));
        ok = tiles->marks[i] != NULL;
    }
    tiles->before = ok ? gfAlloc(&device->core, countTilesOf(tiles, 0)) : NULL;
    tiles->counts = ok ? gfAlloc(&device->core, countTilesOf(tiles, 0) * sizeof *tiles->counts) : NULL;
    if (tiles->before == NULL || tiles->counts == NULL) {
        gfSolidTiles_Destroy(device, tiles);
        return false;
    }
    return true;
}

void gfSolidTiles_Destroy(gfDevice *device, gfSolidTiles *tiles)
{
    for (int i = 0; i < GF_TILE_LEVELS; i++) {
        gfFree(&device->core, tiles->marks[i]);
    }
    gfFree(&device->core, tiles->before);
    gfFree(&device->core, tiles->counts);
    gfFree(&device->core, tiles->pairs);
    gfFree(&device->core, tiles->near);
    gfFree(&device->core, tiles->remaining);
    gfFree(&device->core, tiles->texels);
    for (int i = 0; i < GF_TILE_RING; i++) {
        gfTexture_Destroy(device, &tiles->ring[i]);
    }
    *tiles = (gfSolidTiles){0};
}

static void setMarks(gfSolidTiles *t, int mark)
{
    for (int i = 0; i < GF_TILE_LEVELS; i++) {
        memset(t->marks[i], mark, countTilesOf(t, i));
    }
    memset(t->counts, 0, countTilesOf(t, 0) * sizeof *t->counts);
    t->pairCount = 0;
}

void gfSolidTiles_MarkAll(gfSolidTiles *tiles)
{
    setMarks(tiles, 1);
}

typedef struct Range {
    int left, right, bottom, top; // columns and rows of tiles, both ends included; right < left: no tiles
} Range;

// Returns the tile column or row of a place, from -1 to `count`; clamped as a float, as it may be too far for an int.
static int tileAt(float cell, int size, int count)
{
    return (int)fminf(fmaxf(floorf(cell / (float)size), -1.0f), (float)count);
}

static Range rangeOf(const gfSolidTiles *t, int level, const gfBounds *b, float reach, gfVec2 shift)
{
    int size = t->size << level, columns = t->columns[level], rows = t->rows[level];
    return (Range){.left = gfMax(tileAt(b->minX + shift.x - reach, size, columns), 0),
                   .right = gfMin(tileAt(b->maxX + shift.x + reach, size, columns), columns - 1),
                   .bottom = gfMax(tileAt(b->minY + shift.y - reach, size, rows), 0),
                   .top = gfMin(tileAt(b->maxY + shift.y + reach, size, rows), rows - 1)};
}

// Returns by how much the distance to a shape may differ between this code and a shader by rounding, cells.
static float slackOf(const gfBounds *b)
{
    float far = fmaxf(fmaxf(fabsf(b->minX), fabsf(b->maxX)), fmaxf(fabsf(b->minY), fabsf(b->maxY)));
    return 0.02f + 1e-5f * far;
}

// A search for the tiles within `reach` of a shape that is shifted by `shift`.
typedef struct TileSearch {
    // Called for each tile that is found. `sure`: the tile is within reach, else it may be. False ends the search.
    bool (*visit)(gfSolidTiles *t, const struct TileSearch *search, int x, int y, bool sure);
    const gfShape *shape;
    float reach;
    gfVec2 shift;
    int level;
    Range within;
    bool few;  // the range has so few tiles that all are taken, without measuring distances
    int solid; // the number that giveTile adds to the list of each tile
    gfDevice *device;
} TileSearch;

// Returns whether a tile may be within reach of the shape, by the shape's distance from the tile's middle and, in case
// of doubt, from the middles of its quarters.
static bool isNearTile(gfSolidTiles *t, const TileSearch *s, int x, int y)
{
    float size = (float)(t->size << s->level);
    gfVec2 middle = {((float)x + 0.5f) * size - s->shift.x, ((float)y + 0.5f) * size - s->shift.y};
    double distance = gfShape_GetDistance(s->shape, middle), half = 0.7072 * (double)size, reach = (double)s->reach;
    t->looks++;
    if (distance <= reach || distance > reach + half) {
        return distance <= reach;
    }
    for (int i = 0; i < 4; i++) {
        gfVec2 quarter = {middle.x + (i % 2 == 0 ? -0.25f : 0.25f) * size, middle.y + (i < 2 ? -0.25f : 0.25f) * size};
        t->looks++;
        if (gfShape_GetDistance(s->shape, quarter) <= reach + 0.5 * half) {
            return true;
        }
    }
    return false;
}

// Calls `visit` for the tiles of a square block that may be within reach of the shape. The block is split into quarters
// again and again while it may be, so that a thin wall costs time by its length, not by the area of its bounds.
static bool visitBlock(gfSolidTiles *t, const TileSearch *s, int x, int y, int side, bool sure)
{
    const Range *r = &s->within;
    if (x > r->right || y > r->top || x + side <= r->left || y + side <= r->bottom) {
        return true;
    }
    if (side == 1) {
        return s->visit(t, s, x, y, sure);
    }
    if (!sure) {
        float size = (float)(t->size << s->level), half = 0.5f * (float)side;
        gfVec2 middle = {((float)x + half) * size - s->shift.x, ((float)y + half) * size - s->shift.y};
        double distance = gfShape_GetDistance(s->shape, middle), corner = (double)(1.4144f * half * size);
        t->looks++;
        if (distance > (double)s->reach + corner) {
            return true;
        }
        sure = distance <= (double)s->reach - corner;
    }
    side /= 2;
    return visitBlock(t, s, x, y, side, sure) && visitBlock(t, s, x + side, y, side, sure) &&
           visitBlock(t, s, x, y + side, side, sure) && visitBlock(t, s, x + side, y + side, side, sure);
}

// Returns the side of the smallest block of tiles, a power of two, that holds `count` tiles in a row.
static int blockOf(int count)
{
    int side = 1;
    while (side < count) {
        side *= 2;
    }
    return side;
}

static bool visitTiles(gfSolidTiles *t, const TileSearch *s)
{
    const Range *r = &s->within;
    int columns = r->right - r->left + 1, rows = r->top - r->bottom + 1;
    return columns <= 0 || rows <= 0 || visitBlock(t, s, r->left, r->bottom, blockOf(gfMax(columns, rows)), s->few);
}

static bool markTile(gfSolidTiles *t, const TileSearch *s, int x, int y, bool sure)
{
    size_t tile = (size_t)y * (size_t)t->columns[s->level] + (size_t)x;
    uint8_t *mark = &t->marks[s->level][tile];
    *mark = *mark || sure || isNearTile(t, s, x, y);
    return true;
}

// At coarser levels the reach is larger. A coarse cell depends on fine cells up to four of their widths away
// (multigrid/component_weights.frag), and a little farther along a diagonal: 6 a level.
void gfSolidTiles_Mark(gfSolidTiles *tiles, const gfShape *shape, float reach)
{
    gfBounds b = gfShape_GetBounds(shape);
    reach += slackOf(&b);
    for (int i = 0; i < 9 * GF_TILE_LEVELS; i++) {
        int level = i / 9;
        gfVec2 shift = {(float)((i % 3 - 1) * tiles->cellsX), (float)((i / 3 % 3 - 1) * tiles->cellsY)};
        float all = reach + 6.0f * (float)((1 << level) - 1);
        Range r = rangeOf(tiles, level, &b, all, shift);
        bool few = (r.right - r.left + 1) * (r.top - r.bottom + 1) <= FEW_TILES;
        const TileSearch search = {markTile, shape, all, shift, .level = level, .within = r, .few = few};
        visitTiles(tiles, &search);
    }
}

static bool addPair(gfDevice *device, gfSolidTiles *t, int tile, int solid)
{
    if (t->pairCount == t->pairCapacity) {
        size_t used = (size_t)t->pairCount * sizeof *t->pairs;
        int capacity = gfMax(256, 2 * t->pairCapacity);
        gfSolidOfTile *grown = gfGrow(&device->core, t->pairs, used, (size_t)capacity * sizeof *grown);
        GF_TRY(grown != NULL);
        t->pairs = grown;
        t->pairCapacity = capacity;
    }
    t->pairs[t->pairCount++] = (gfSolidOfTile){tile, solid};
    t->counts[tile]++;
    return true;
}

static bool giveTile(gfSolidTiles *t, const TileSearch *s, int x, int y, bool sure)
{
    int tile = y * t->columns[0] + x;
    return !t->marks[0][tile] || !(sure || isNearTile(t, s, x, y)) || addPair(s->device, t, tile, s->solid);
}

bool gfSolidTiles_Add(gfDevice *device, gfSolidTiles *tiles, int solid, const gfShape *shape, float reach)
{
    static const gfVec2 none = {0.0f, 0.0f};
    gfBounds b = gfShape_GetBounds(shape);
    reach += slackOf(&b);
    Range r = rangeOf(tiles, 0, &b, reach, none);
    const TileSearch search = {giveTile, shape, reach, .within = r, .solid = solid, .device = device};
    return visitTiles(tiles, &search);
}

bool gfSolidTiles_Touch(const gfSolidTiles *tiles, const gfShape *shape, float reach)
{
    gfBounds b = gfShape_GetBounds(shape);
    Range r = rangeOf(tiles, 0, &b, reach + slackOf(&b), (gfVec2){0.0f, 0.0f});
    for (int y = r.bottom; y <= r.top; y++) {
        for (int x = r.left; x <= r.right; x++) {
            if (tiles->marks[0][(size_t)y * (size_t)tiles->columns[0] + (size_t)x]) {
                return true;
            }
        }
    }
    return false;
}

// Returns a lower bound of the signed distance from `p` to a shape, cells, computed from the shape's bounds alone.
static float boundsDistance(const gfBounds *b, gfVec2 p)
{
    float x = fmaxf(b->minX - p.x, p.x - b->maxX), y = fmaxf(b->minY - p.y, p.y - b->maxY);
    float outX = fmaxf(x, 0.0f), outY = fmaxf(y, 0.0f);
    return sqrtf(outX * outX + outY * outY) + fminf(fmaxf(x, y), 0.0f);
}

// A list of candidates for the nearest solid: indices into gfSolidTiles.near.
typedef struct NearList {
    int *numbers;
    int count;
} NearList;

// Writes to `kept` those of the candidates `among` that may be the nearest solid for some place in a square, in the
// same order, and returns that list. `half`: half the diagonal of the square, cells.
static NearList keepNearest(gfSolidTiles *t, gfVec2 middle, double half, NearList among, int *kept)
{
    double nearest = INFINITY;
    int near = 0, result = 0;
    for (int i = 0; i < among.count; i++) {
        gfNearSolid *s = &t->near[among.numbers[i]];
        double least = (double)boundsDistance(&s->bounds, middle), slack = 2.0 * half + (double)slackOf(&s->bounds);
        if (least <= nearest + slack) {
            double distance = gfShape_GetDistance(&s->shape, middle);
            t->looks++;
            nearest = fmin(nearest, distance);
            s->distance = distance - slack;
            kept[near++] = among.numbers[i];
        }
    }
    for (int i = 0; i < near; i++) {
        if (t->near[kept[i]].distance <= nearest) {
            kept[result++] = kept[i];
        }
    }
    return (NearList){kept, result};
}

// Finds the nearest solids for a block's marked tiles, and adds them to the lists of these tiles. `among`: the
// candidates of the larger block around. In memory they are followed by room for the lists of this and smaller blocks.
static bool giveNearest(gfDevice *device, gfSolidTiles *t, int x, int y, int side, NearList among)
{
    if (x >= t->columns[0] || y >= t->rows[0] || (side == 1 && !t->marks[0][y * t->columns[0] + x])) {
        return true;
    }
    float size = (float)t->size, half = 0.5f * (float)side;
    gfVec2 middle = {((float)x + half) * size, ((float)y + half) * size};
    const NearList kept = keepNearest(t, middle, (double)(1.4144f * half * size), among, among.numbers + among.count);
    for (int i = 0; side == 1 && i < kept.count; i++) {
        GF_TRY(addPair(device, t, y * t->columns[0] + x, t->near[kept.numbers[i]].solid));
    }
    side /= 2;
    for (int i = 0; side > 0 && i < 4; i++) {
        GF_TRY(giveNearest(device, t, x + i % 2 * side, y + i / 2 * side, side, kept));
    }
    return true;
}

gfNearSolid *gfSolidTiles_MakeNearRoom(gfDevice *device, gfSolidTiles *tiles, int count)
{
    int lists = 2;
    for (int i = blockOf(gfMax(tiles->columns[0], tiles->rows[0])); i > 1; i /= 2) {
        lists++;
    }
    if (count > tiles->nearCapacity) {
        size_t capacity = 2 * (size_t)count;
        gfFree(&device->core, tiles->near);
        gfFree(&device->core, tiles->remaining);
        tiles->near = gfAlloc(&device->core, capacity * sizeof *tiles->near);
        tiles->remaining = gfAlloc(&device->core, capacity * (size_t)lists * sizeof *tiles->remaining);
        tiles->nearCapacity = tiles->near != NULL && tiles->remaining != NULL ? 2 * count : 0;
    }
    return count <= tiles->nearCapacity ? tiles->near : NULL;
}

bool gfSolidTiles_AddNearest(gfDevice *device, gfSolidTiles *tiles, int count)
{
    for (int i = 0; i < count; i++) {
        tiles->near[i].bounds = gfShape_GetBounds(&tiles->near[i].shape);
        tiles->remaining[i] = i;
    }
    int side = blockOf(gfMax(tiles->columns[0], tiles->rows[0]));
    return giveNearest(device, tiles, 0, 0, side, (NearList){tiles->remaining, count});
}

static bool growTexels(gfDevice *device, gfSolidTiles *t, int wanted)
{
    int rows = (wanted + LIST_COLUMNS - 1) / LIST_COLUMNS;
    if (rows * LIST_COLUMNS > t->texelCapacity) {
        int capacity =
            gfMax(rows, gfMin(2 * t->texelCapacity / LIST_COLUMNS, device->gl.maxTextureSize)) * LIST_COLUMNS;
        float(*grown)[4] = gfGrow(&device->core, t->texels, 0, (size_t)capacity * sizeof *grown);
        GF_TRY(grown != NULL);
        t->texels = grown;
        t->texelCapacity = capacity;
    }
    int height = t->texelCapacity / LIST_COLUMNS;
    for (int i = 0; i < GF_TILE_RING; i++) {
        gfTexture made;
        if (t->ring[i].height == height) {
            continue;
        }
        GF_TRY(gfTexture_CreateTable(device, &made, LIST_COLUMNS, height, "solid tiles"));
        gfTexture_Destroy(device, &t->ring[i]);
        t->ring[i] = made;
    }
    return true;
}

// Where writeTile writes next. `texel`: the texel of the list's next tile. A tile's texel holds its column and row, the
// texel of its first solid, and how many solids are near. `entry`: where the number of the next solid goes, four to a
// texel; -1: the list has no solids. After writeTile, gfSolidTiles.counts of a tile is the place of its next solid.
typedef struct Writing {
    int texel, entry;
} Writing;

static void writeTile(gfSolidTiles *t, Writing *w, int tile, int columns)
{
    int count = w->entry >= 0 ? t->counts[tile] : 0;
    const float texel[4] = {(float)(tile % columns), (float)(tile / columns), (float)(w->entry / 4), (float)count};
    memcpy(t->texels[w->texel++], texel, sizeof texel);
    if (w->entry >= 0) {
        t->counts[tile] = w->entry;
        w->entry += (count + 3) / 4 * 4;
    }
}

// Writes the marked tiles of a level as a list that begins at texel `first`. For GF_TILES_TWICE it appends the tiles
// that were marked in the last change of shapes and are not marked now.
static void writeList(gfSolidTiles *t, Writing *w, int list, int first)
{
    bool twice = list == GF_TILES_TWICE;
    int level = twice ? 0 : list, columns = t->columns[level];
    for (int tile = 0; tile < (int)countTilesOf(t, level); tile++) {
        if (twice ? t->before[tile] && !t->marks[0][tile] : t->marks[level][tile]) {
            writeTile(t, w, tile, columns);
        }
    }
    t->lists[list] = (gfTileList){&t->ring[t->slot], first, w->texel - first, columns, t->rows[level]};
}

static int countTexels(const gfSolidTiles *t)
{
    int count = 0;
    for (int level = 0; level < GF_TILE_LEVELS; level++) {
        for (size_t i = 0; i < countTilesOf(t, level); i++) {
            count += t->marks[level][i] || (level == 0 && t->before[i]) ? 1 : 0;
        }
    }
    return count;
}

static bool makeLists(gfDevice *device, gfSolidTiles *t)
{
    int listed = countTexels(t), count = listed;
    for (size_t i = 0; i < countTilesOf(t, 0); i++) {
        count += (t->counts[i] + 3) / 4;
    }
    GF_TRY(growTexels(device, t, gfMax(count, 1)));
    t->slot = (t->slot + 1) % GF_TILE_RING;
    Writing writing = {0, 4 * listed};
    writeList(t, &writing, 0, 0);
    writing.entry = -1; // only the list of level 0 tells which solids are near a tile
    writeList(t, &writing, GF_TILES_TWICE, 0);
    for (int level = 1; level < GF_TILE_LEVELS; level++) {
        writeList(t, &writing, level, writing.texel);
    }
    for (int i = 0; i < t->pairCount; i++) {
        int entry = t->counts[t->pairs[i].tile]++;
        t->texels[entry / 4][entry % 4] = (float)t->pairs[i].solid;
    }
    int rows = (count + LIST_COLUMNS - 1) / LIST_COLUMNS;
    return count == 0 ||
           gfTexture_UploadPart(device, &t->ring[t->slot], &(gfRegion){0, 0, LIST_COLUMNS, rows}, t->texels);
}

bool gfSolidTiles_Upload(gfDevice *device, gfSolidTiles *tiles, bool shapes)
{
    bool made = makeLists(device, tiles);
    if (shapes) {
        memcpy(tiles->before, tiles->marks[0], countTilesOf(tiles, 0));
    }
    setMarks(tiles, 0);
    return made;
}
