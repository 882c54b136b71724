// Solids of a fluid: the tiles that they are drawn in, the list, and the textures that passes read. (solid.h is the
// public header.)
//
// What follows from solids is drawn anew only in tiles that a change reaches (gfSolidTiles): distances beyond a reach
// are cut off, so that all of it is near a solid. The result is the same, bit for bit, as of drawing everything.
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// --- tiles -----------------------------------------------------------------------------------------------------------

// Square tiles of a domain: which of them a change of solids reaches, and which solids each is near. Passes draw lists
// of them (gfPass.list). Lengths are in cells.

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

// --- solids ----------------------------------------------------------------------------------------------------------

// Least reach, cells: the open fractions of faces, the velocities of walls and the values that are extrapolated into
// them need no more.
#define GF_SOLID_REACH 4.0f

typedef struct gfSolid {
    gfSolidDef def;
    gfTexture mask; // of our own, for solids made from an image
    bool yields;    // liquid of GF_SOLVER_GAUSSIAN gives way to it bit by bit (shaders/gaussian/ghosts.frag)
    bool touched;   // a mask or texture, of which some tile that is drawn shows a part
    int behind;     // tables that lack it as it is, of GF_SOLID_TABLES; all of them: the next update draws it
    gfVec2 from;    // centre as of the last step, from which its motion is measured
    float fromAngle;
    bool stepped; // it has been there in a step
    // Number of moves with velocity 0, one step after the other, and the fluid's step of the last one.
    int stillMoves;
    uint64_t movedAt;
} gfSolid;

// Number of textures for the table, used by turns, so that one that the GPU still reads is not waited for.
#define GF_SOLID_TABLES 4

// The place of the textures in the world, and the reach of distances. Solids are drawn relative to an origin, from
// which the domain's lower left corner is a number of cells away: as long as the origin stays, so do distances at a
// place in the world, bit for bit.
typedef struct gfSolidsDomain {
    gfVec2 origin;
    int corner[2]; // cells
    float cellSize, ambientTemperature;
    float reach; // cells
} gfSolidsDomain;

// Textures and lists that are drawn on demand, and so change while the solids stay as they are.
typedef struct gfSolidTextures {
    gfSolidsDomain domain; // as of the last update or scroll
    gfSolidTiles tiles;    // marked where something changed since the last update
    gfTexture tables[GF_SOLID_TABLES];
    int slot;              // of the last table
    gfPair exact;          // distances without a reach; made when somebody asks for them
    bool exactDrawn;       // and they are those of the last update
    gfFailure exactFailed; // making it for a drawing failed
    bool thinKnown, thin;  // see gfSolids_HaveThinWalls
    float (*columns)[4];   // room for those of a block of the table
} gfSolidTextures;

// How much changed about solids; each step includes those before it. A call that changes a solid notes the step in
// `pending`, and marks the tiles near the solid's old place. The next update marks the new places, draws the marked
// tiles, and moves `pending` to `change`. The solver's update follows at once (gfFluid_UpdateSolids) and draws what
// depends on solids in the same tiles; a solver that fails to must draw all tiles the next time.
typedef enum gfSolidsChange {
    GF_SOLIDS_SAME,
    GF_SOLIDS_PUSHED,   // velocities, temperatures or contact angles: every cell stays open or closed
    GF_SOLIDS_SCROLLED, // the domain moved, while solids stayed where they are in the world
    GF_SOLIDS_MOVED,    // a solid moved or took another shape
    GF_SOLIDS_LISTED    // a solid came or went, or pixels of a mask changed
} gfSolidsChange;

typedef struct gfSolids {
    gfSlots list; // gfSolid
    gfSolidsChange pending, change;
    bool drawn; // the textures hold solids as of the last update; else the next one draws all tiles and columns
    int count;
    bool moving;     // some solid moves, as of the last update
    bool whole;      // some is of whole cells: a mask or texture
    bool yielding;   // some yields
    bool bounded;    // there are some; then `bounds` are around all, relative to the domain's corner, m
    gfBounds bounds; // as of the last update
    gfTexture table; // properties of solids, see shaders/solid/table.glsl; one of textures->tables
    gfPair distance; // at cell centres, `read`: signed distance to the nearest solid, m, and its column in the table
    gfSolidTextures *textures;
} gfSolids;

void gfSolids_Init(gfSolids *solids);
void gfSolids_Destroy(gfDevice *device, gfSolids *solids);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// To be called before a solid of the list changes or goes: marks its old place for drawing.
void gfSolids_Forget(gfSolids *solids, gfSolid *solid);
// Returns a solid as a definition has it.
gfSolid gfSolid_Make(const gfSolidDef *def);
// Gives solids with velocityFromMotion their velocities, at the first substep after which this much time of the host's
// has passed.
void gfSolids_FollowMotion(gfSolids *solids, double time_s);
// Gives a solid a new definition; one that says the same as the old one changes nothing.
void gfSolids_Set(gfSolids *solids, gfSolid *solid, const gfSolidDef *def);
// To be called after a part of a mask's pixels changed; x and y count from its lower left corner.
void gfSolids_ChangeMask(gfSolids *solids, const gfSolid *solid, const gfRegion *pixels);
// Marks all that is drawn near a shape to be drawn anew.
void gfSolids_Touch(gfSolids *solids, const gfShape *shape);
// Notes a change for the next update.
void gfSolids_Change(gfSolids *solids, gfSolidsChange change);
// To be called after the domain moved by whole cells; origin and corner as of gfSolidsDomain. Where solids were and are
// is drawn anew.
void gfSolids_Scroll(gfSolids *solids, gfVec2 origin, const int corner[2]);
// Returns the domain's lower left corner in the coordinates of the table, m.
gfVec2 gfSolids_GetCorner(const gfSolids *solids);
// Makes the textures for a grid; they are drawn by the next update. On failure (reported) the old ones stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Draws table and distance if something changed. False and reported on failure; it is tried again the next time.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Returns lists of the tiles that the update changed, or of all, for drawing what depends on solids; they last until
// the next call. To be called after an update only. Null and reported on failure.
const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, bool all);
// Draws distances elsewhere in the tiles of the last lists: `offset` is the place of the first texel's centre, cells.
void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, gfPair *field, float offset);
// HasExact returns whether there is a texture for distances beyond the reach; MakeExact makes it ahead of use: false
// and reported.
bool gfSolids_HasExact(const gfSolids *solids);
bool gfSolids_MakeExact(gfDevice *device, const gfSolids *solids);
// Returns distances that are right up to `reach` cells or more. Null and reported on failure.
const gfTexture *gfSolids_GetDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns the distances for a drawing, which goes on with those within the usual reach where more can't be had.
const gfTexture *gfSolids_ShowDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns whether some solid, or many that stand together, may be long and thin: then multigrid must keep its sides
// apart. Round solids alone are as small as they are thin, and need no such care.
bool gfSolids_HaveThinWalls(const gfSolids *solids);
// Returns a solid, or null if there is no such solid any more. Reports nothing.
const gfSolid *gfSolids_Find(const gfSolids *solids, gfSolidId id);
// Returns whether a shape lies wholly in one solid that is a shape, as far as its centre and outermost points tell.
bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape);

// --- between the list and its textures -------------------------------------------------------------------------------

// These are shared by solids.c, the list of solids, and solid_textures.c, the textures that passes read.

#define GF_DISTANCE_SHADER "solid/distance.frag"

static inline bool gfSolid_AreSame(gfVec2 a, gfVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Returns whether a solid is made of whole cells: a mask or texture.
bool gfSolid_IsWhole(const gfSolid *solid);
// Returns a solid's shape as it is drawn: relative to the domain's origin, m, and a wall thinner than a cell as thick
// as one.
gfShape gfSolid_GetDrawnShape(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns that shape in cells from the domain's lower left corner.
gfShape gfSolid_GetShapeInCells(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns whether a solid is in the textures as it is.
static inline bool gfSolid_IsDrawn(const gfSolid *solid)
{
    return solid->behind < GF_SOLID_TABLES;
}

// Marks the tiles near a solid, if the textures are drawn.
void gfSolids_Mark(const gfSolids *solids, const gfSolid *solid);
// Counts the blocks of the table of solids, and makes the textures for so many. False and reported.
int gfSolids_CountBlocks(const gfSolids *solids);
bool gfSolids_CreateTables(gfDevice *device, const gfSolids *solids, gfSolidTextures *t);

#endif
