// Square tiles of a domain: which of them a change of solids reaches, and which solids each is near. Passes draw lists
// of them (gfPass.list). Lengths are in cells.
#ifndef GF_SOLID_TILES_H
#define GF_SOLID_TILES_H

#include "base/shape.h"
#include "gl/pass.h"

// Number of lists by level: tiles of cells, and of the blocks of a multigrid's coarser levels. A tile of level l has as
// many blocks of 2 x 2 of its cells as half a tile's cells.
#define GF_TILE_LEVELS 3

// A further list of tiles of cells that changed now or in the change of shapes before, for textures that are drawn by
// turns.
#define GF_TILES_TWICE GF_TILE_LEVELS
#define GF_TILE_LISTS (GF_TILE_LEVELS + 1)

// Number of textures for lists, used by turns, so that one that the GPU still reads is not waited for.
#define GF_TILE_RING 4

typedef struct gfSolidOfTile {
    int tile, solid;
} gfSolidOfTile;

// A solid of those of which tiles are given the nearest.
typedef struct gfNearSolid {
    int solid;
    gfShape shape;
    gfBounds bounds; // and what follows: room for the search
    double distance; // the least that it may be from the middle of a block of tiles
} gfNearSolid;

typedef struct gfSolidTiles {
    int cellsX, cellsY;
    int size; // of a tile, cells a side
    int columns[GF_TILE_LEVELS], rows[GF_TILE_LEVELS];
    uint8_t *marks[GF_TILE_LEVELS]; // 1: the tile is to be drawn; taken back by the next lists
    uint8_t *before;                // marks of level 0 of the last change of shapes
    int *counts;                    // of solids of each tile of level 0
    gfSolidOfTile *pairs;           // in the order of solids
    int pairCount, pairCapacity;
    gfNearSolid *near;
    int *remaining; // lists of these solids, one for each size of blocks
    int nearCapacity;
    uint64_t looks; // distances of shapes asked for since the tiles were made
    float (*texels)[4];
    int texelCapacity;
    gfTexture ring[GF_TILE_RING];
    int slot;                        // of the last lists
    gfTileList lists[GF_TILE_LISTS]; // as uploaded last
} gfSolidTiles;

// Makes tiles for cells, and for faces and corners, of which there is one more each way. False and reported on failure.
bool gfSolidTiles_Create(gfDevice *device, gfSolidTiles *tiles, int cellsX, int cellsY);
void gfSolidTiles_Destroy(gfDevice *device, gfSolidTiles *tiles);
// Marks all tiles, and takes their solids from them.
void gfSolidTiles_MarkAll(gfSolidTiles *tiles);
// Marks tiles within `reach` of a shape, also across the sides of the domain. Shapes are in cells from its corner.
void gfSolidTiles_Mark(gfSolidTiles *tiles, const gfShape *shape, float reach);
// Gives a solid to the marked tiles within `reach` of it. Solids come in ascending order. False and reported on
// failure.
bool gfSolidTiles_Add(gfDevice *device, gfSolidTiles *tiles, int solid, const gfShape *shape, float reach);
// Returns whether the solid is within `reach` of some marked tile.
bool gfSolidTiles_Touch(const gfSolidTiles *tiles, const gfShape *shape, float reach);
// Makes room for solids of which tiles are to be given the nearest. Null and reported on failure.
gfNearSolid *gfSolidTiles_MakeNearRoom(gfDevice *device, gfSolidTiles *tiles, int count);
// Gives each marked tile those of the solids in that room that may be nearest to some place in it. False and reported
// on failure.
bool gfSolidTiles_AddNearest(gfDevice *device, gfSolidTiles *tiles, int count);
// Makes lists of the marked tiles and of their solids, and takes marks and solids back. `shapes`: shapes changed in
// these tiles, which so are those before the next change of shapes. False and reported on failure.
bool gfSolidTiles_Upload(gfDevice *device, gfSolidTiles *tiles, bool shapes);

#endif
