// Solids of a fluid: the tiles that they are drawn in, the list, and the textures that passes read. (solid.h is the
// public header.)
//
// Textures that depend on solids are redrawn only in tiles near a change (gfSolidTiles). Distances are cut off at a
// reach, so that a change shows only near a solid. The result is bit for bit that of redrawing everything.
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// --- tiles -----------------------------------------------------------------------------------------------------------

// Square tiles of a domain. Those near a change of solids are marked, and get the solids near them. Passes draw lists
// of tiles (gfPass.list). Lengths are in cells.

// Number of levels of tiles: level 0 is of cells, the others of multigrid's coarser levels. A tile of each level is
// twice as wide as one of the level before.
#define GF_TILE_LEVELS 3

// A further list, of tiles that changed now or in the last change of shapes, for pairs of textures that are drawn by
// turns.
#define GF_TILES_TWICE GF_TILE_LEVELS
#define GF_TILE_LISTS (GF_TILE_LEVELS + 1)

// Number of textures for lists, used by turns, so that an upload does not wait for a texture that the GPU still reads.
#define GF_TILE_RING 4

typedef struct gfSolidOfTile {
    int tile, solid;
} gfSolidOfTile;

// A solid in the search for the solids that are nearest to tiles.
typedef struct gfNearSolid {
    int solid;
    gfShape shape;
    gfBounds bounds; // of the shape
    double distance; // lower bound of its distance from the middle of a block of tiles
} gfNearSolid;

typedef struct gfSolidTiles {
    int cellsX, cellsY;
    int size; // of a tile, cells a side
    int columns[GF_TILE_LEVELS], rows[GF_TILE_LEVELS];
    uint8_t *marks[GF_TILE_LEVELS]; // 1: the tile must be drawn; 0 again after the next lists
    uint8_t *before;                // marks of level 0 of the last change of shapes
    int *counts;                    // of solids of each tile of level 0
    gfSolidOfTile *pairs;           // in the order of solids
    int pairCount, pairCapacity;
    gfNearSolid *near;
    int *remaining; // lists of candidates, one for each size of blocks
    int nearCapacity;
    uint64_t looks; // how many distances were computed so far
    float (*texels)[4];
    int texelCapacity;
    gfTexture ring[GF_TILE_RING];
    int slot;                        // of the last lists
    gfTileList lists[GF_TILE_LISTS]; // as last uploaded
} gfSolidTiles;

// Makes tiles for cells, and for faces and corners, which are one more each way. False and reported on failure.
bool gfSolidTiles_Create(gfDevice *device, gfSolidTiles *tiles, int cellsX, int cellsY);
void gfSolidTiles_Destroy(gfDevice *device, gfSolidTiles *tiles);
// Marks all tiles, and empties their lists of solids.
void gfSolidTiles_MarkAll(gfSolidTiles *tiles);
// Marks tiles within `reach` of a shape, across periodic sides, too. Shapes are in cells from the domain's corner.
void gfSolidTiles_Mark(gfSolidTiles *tiles, const gfShape *shape, float reach);
// Adds a solid to the lists of marked tiles within `reach`. Solids must come in ascending order. False and reported on
// failure.
bool gfSolidTiles_Add(gfDevice *device, gfSolidTiles *tiles, int solid, const gfShape *shape, float reach);
// Returns whether a shape is within `reach` of a marked tile.
bool gfSolidTiles_Touch(const gfSolidTiles *tiles, const gfShape *shape, float reach);
// Returns room for the `count` solids of gfSolidTiles_AddNearest, to be filled in. Null and reported on failure.
gfNearSolid *gfSolidTiles_MakeNearRoom(gfDevice *device, gfSolidTiles *tiles, int count);
// Adds to the list of each marked tile the solids that may be nearest to a place in it. False and reported on failure.
bool gfSolidTiles_AddNearest(gfDevice *device, gfSolidTiles *tiles, int count);
// Uploads the lists of marked tiles and of their solids, then clears marks and solids. `shapes`: shapes changed in
// these tiles, so GF_TILES_TWICE lists them once more next time. False and reported on failure.
bool gfSolidTiles_Upload(gfDevice *device, gfSolidTiles *tiles, bool shapes);

// --- solids ----------------------------------------------------------------------------------------------------------

// Least reach, cells: enough for open fractions of faces, wall velocities, and extrapolation into solids.
#define GF_SOLID_REACH 4.0f

typedef struct gfSolid {
    gfSolidDef def;
    gfTexture mask; // the library's own, for solids made from an image
    bool yields;    // liquid of GF_SOLVER_GAUSSIAN gives way to it bit by bit (shaders/gaussian/ghosts.frag)
    bool touched;   // it is a mask or texture, and a marked tile shows a part of it
    int behind;     // how many of the tables hold an old column; GF_SOLID_TABLES: it changed since the last update
    gfVec2 from;    // centre in the last step, from which its motion is measured
    float fromAngle;
    bool stepped; // a step has seen it
    // How many times it moved with velocity 0 in successive steps, and the fluid's step of the last move.
    int stillMoves;
    uint64_t movedAt;
} gfSolid;

// Number of textures for the table, used by turns, so that an upload does not wait for a texture that the GPU still
// reads.
#define GF_SOLID_TABLES 4

// The place of the textures in the world, and the reach of distances. Solids are drawn relative to an origin, a whole
// number of cells from the domain's lower left corner. As long as the origin stays, distances at a place in the world
// stay the same, bit for bit.
typedef struct gfSolidsDomain {
    gfVec2 origin;
    int corner[2]; // cells
    float cellSize, ambientTemperature;
    float reach; // cells
} gfSolidsDomain;

// Textures and lists that are drawn on demand, also for solids that are const.
typedef struct gfSolidTextures {
    gfSolidsDomain domain; // as of the last update or scroll
    gfSolidTiles tiles;    // marked where solids changed since the last update
    gfTexture tables[GF_SOLID_TABLES];
    int slot;              // of the present table
    gfPair exact;          // distances without a reach, made on demand
    bool exactDrawn;       // `exact` is up to date
    gfFailure exactFailed; // making it for a drawing failed
    bool thinKnown, thin;  // see gfSolids_HaveThinWalls
    float (*columns)[4];   // memory for a block of the table
} gfSolidTextures;

// How much solids changed; each value includes those before it. A call that changes a solid raises `pending`, and marks
// the tiles near the solid's old place. The next update marks the new places, draws the marked tiles, and moves
// `pending` to `change`. The solver's update follows at once (gfFluid_UpdateSolids) and draws its own textures in the
// same tiles; if it fails it must draw all tiles the next time.
typedef enum gfSolidsChange {
    GF_SOLIDS_SAME,
    GF_SOLIDS_PUSHED,   // velocities, temperatures or contact angles, but no shape
    GF_SOLIDS_SCROLLED, // the domain moved, and solids stayed in the world
    GF_SOLIDS_MOVED,    // a solid moved or changed its shape
    GF_SOLIDS_LISTED    // a solid came or went, or pixels of a mask changed
} gfSolidsChange;

typedef struct gfSolids {
    gfSlots list; // gfSolid
    gfSolidsChange pending, change;
    bool drawn; // the textures are valid; false: the next update draws all tiles and columns
    int count;
    bool moving;     // some solid moved in the last update
    bool whole;      // some solid is a mask or texture
    bool yielding;   // some solid yields
    bool bounded;    // `bounds` are around all solids, m from the domain's corner; false: no solids
    gfBounds bounds; // as of the last update
    gfTexture table; // properties of solids (shaders/solid/table.glsl): one of textures->tables
    gfPair distance; // at cell centres, `read`: signed distance to the nearest solid, m, and its column in the table
    gfSolidTextures *textures;
} gfSolids;

void gfSolids_Init(gfSolids *solids);
void gfSolids_Destroy(gfDevice *device, gfSolids *solids);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Marks a solid's old place for redrawing; to be called before the solid changes or goes.
void gfSolids_Forget(gfSolids *solids, gfSolid *solid);
// Returns the solid of a definition.
gfSolid gfSolid_Make(const gfSolidDef *def);
// Sets the velocities of solids with velocityFromMotion from their motion in the last `time_s` seconds of the host; to
// be called in the first substep after it.
void gfSolids_FollowMotion(gfSolids *solids, double time_s);
// Gives a solid a new definition; an equal one changes nothing.
void gfSolids_Set(gfSolids *solids, gfSolid *solid, const gfSolidDef *def);
// To be called after a part of a mask's pixels changed; x and y count from its lower left corner.
void gfSolids_ChangeMask(gfSolids *solids, const gfSolid *solid, const gfRegion *pixels);
// Marks the tiles near a shape for redrawing.
void gfSolids_Touch(gfSolids *solids, const gfShape *shape);
// Notes a change for the next update.
void gfSolids_Change(gfSolids *solids, gfSolidsChange change);
// Redraws the old and new places of solids; to be called after the domain moved by whole cells. Origin and corner are
// those of gfSolidsDomain.
void gfSolids_Scroll(gfSolids *solids, gfVec2 origin, const int corner[2]);
// Returns the domain's lower left corner in the coordinates of the table, m.
gfVec2 gfSolids_GetCorner(const gfSolids *solids);
// Makes the textures for a grid; they are drawn by the next update. On failure (reported) the old ones stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Draws table and distance if solids changed. False and reported on failure; the next update tries again.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Returns the lists of tiles that the last update changed, or of all tiles, by which solvers draw their own textures.
// Valid until the next call, and only after an update. Null and reported on failure.
const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, bool all);
// Draws distances at other places than cell centres, in the tiles of the last lists. `offset`: place of the first
// texel's centre, cells.
void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, gfPair *field, float offset);
// Return whether there is a texture for distances beyond the reach, and make it ahead of use: false and reported on
// failure.
bool gfSolids_HasExact(const gfSolids *solids);
bool gfSolids_MakeExact(gfDevice *device, const gfSolids *solids);
// Returns distances that are exact up to `reach` cells at least. Null and reported on failure.
const gfTexture *gfSolids_GetDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns distances for a drawing: as gfSolids_GetDistance, but on failure those of the usual reach.
const gfTexture *gfSolids_ShowDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns whether some solid, or many close together, may form a long thin wall, whose two sides multigrid must keep
// apart. Small round solids need no such care.
bool gfSolids_HaveThinWalls(const gfSolids *solids);
// Returns a solid; null, not reported: it is gone.
const gfSolid *gfSolids_Find(const gfSolids *solids, gfSolidId id);
// Returns whether one solid covers the middle and the outermost points of a shape; images are left out.
bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape);

// --- between the list and its textures -------------------------------------------------------------------------------

// Calls between solids.c, the list of solids, and solid_textures.c, the textures that passes read.

#define GF_DISTANCE_SHADER "solid/distance.frag"

static inline bool gfSolid_AreSame(gfVec2 a, gfVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Returns whether a solid is a mask or texture.
bool gfSolid_IsWhole(const gfSolid *solid);
// Returns a solid's shape as drawn: relative to the domain's origin, m, and at least about a cell thick.
gfShape gfSolid_GetDrawnShape(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns the drawn shape in cells from the domain's lower left corner.
gfShape gfSolid_GetShapeInCells(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns whether the textures show a solid's present state.
static inline bool gfSolid_IsDrawn(const gfSolid *solid)
{
    return solid->behind < GF_SOLID_TABLES;
}

// Marks the tiles near a solid, if the textures are drawn.
void gfSolids_Mark(const gfSolids *solids, const gfSolid *solid);
// Count the blocks of the table of solids, and make the textures for them. False and reported on failure.
int gfSolids_CountBlocks(const gfSolids *solids);
bool gfSolids_CreateTables(gfDevice *device, const gfSolids *solids, gfSolidTextures *t);

#endif
