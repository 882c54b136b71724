// Square tiles of a domain: which of them a change of solids reaches, and which solids each is near. Passes draw lists
// of them (gfPass.list). Lengths are in cells.
#ifndef GF_SOLID_TILES_H
#define GF_SOLID_TILES_H

#include "base/shape.h"
#include "gl/pass.h"

// Number of lists by level: tiles of cells, and of the blocks of a multigrid's coarser levels. A tile of level l has as
// many blocks of 2 x 2 of its cells as half a tile's cells.
#define GF_TILE_LEVELS 3

// Further lists of tiles of cells: TWICE, of tiles that changed now or in the change of shapes before, for textures
// that are drawn by turns; and FRESH, of tiles that changed now and whose distances have not just moved along with the
// domain.
#define GF_TILES_TWICE GF_TILE_LEVELS
#define GF_TILES_FRESH (GF_TILE_LEVELS + 1)
#define GF_TILE_LISTS (GF_TILE_LEVELS + 2)

// Number of textures for lists, used by turns, so that one that the GPU still reads is not waited for.
#define GF_TILE_RING 4

typedef struct gfSolidOfTile {
    int tile, solid;
} gfSolidOfTile;

typedef struct gfSolidTiles {
    int cellsX, cellsY;
    int size; // of a tile, cells a side
    int columns[GF_TILE_LEVELS], rows[GF_TILE_LEVELS];
    uint8_t *marks[GF_TILE_LEVELS]; // 1: the tile is to be drawn
    uint8_t *before;                // marks of level 0 of the last change of shapes
    uint8_t *fresh;                 // marks of GF_TILES_FRESH
    uint8_t *moved;                 // room for the fresh marks while they move
    int *counts;                    // of solids of each tile of level 0
    gfSolidOfTile *pairs;           // in the order of solids
    int pairCount, pairCapacity;
    gfBounds *bounds;  // of shapes, while the nearest are looked for
    double *distances; // of these shapes, from the middle of a block of tiles
    int *remaining;    // lists of these shapes, one for each size of blocks
    int nearestRoom;   // shapes that there is room for
    uint64_t looks;    // distances of shapes asked for since the tiles were made
    float (*texels)[4];
    int texelCapacity;
    gfTexture ring[GF_TILE_RING];
    int slot;                        // of the last lists
    gfTileList lists[GF_TILE_LISTS]; // as uploaded last
} gfSolidTiles;

// Makes tiles for cells, and for faces and corners, of which there is one more each way. False and reported on failure.
bool gfSolidTiles_Create(gfDevice *device, gfSolidTiles *tiles, int cellsX, int cellsY);
void gfSolidTiles_Destroy(gfDevice *device, gfSolidTiles *tiles);
// Unmarks all tiles and takes their solids from them.
void gfSolidTiles_Clear(gfSolidTiles *tiles);
void gfSolidTiles_MarkAll(gfSolidTiles *tiles);
// Remembers the marked tiles as those of the last change of shapes.
void gfSolidTiles_Remember(gfSolidTiles *tiles);
// Marks tiles within `reach` of a shape, also across the sides of the domain. Shapes are in cells from its corner.
// `fresh`: distances there change.
void gfSolidTiles_Mark(gfSolidTiles *tiles, const gfShape *shape, float reach, bool fresh);
// The domain moves by so many cells, and distances with it: marks those at its sides that do not come from what was
// inside. `allSides`: also those along which it moves.
void gfSolidTiles_Scroll(gfSolidTiles *tiles, const int cells[2], bool allSides);
// Gives a solid to the marked tiles within `reach` of it. Solids come in ascending order. False and reported on
// failure.
bool gfSolidTiles_Add(gfDevice *device, gfSolidTiles *tiles, int solid, const gfShape *shape, float reach);
// Returns whether the solid is within `reach` of some marked tile.
bool gfSolidTiles_Touch(const gfSolidTiles *tiles, const gfShape *shape, float reach);
// Gives each marked tile the solids that may be nearest to some place in it. False and reported on failure.
bool gfSolidTiles_AddNearest(gfDevice *device, gfSolidTiles *tiles, const int *solids, const gfShape *shapes,
                             int count);
// Makes lists of the marked tiles and of their solids. False and reported on failure.
bool gfSolidTiles_Upload(gfDevice *device, gfSolidTiles *tiles);

#endif
