// A fluid's solids (public header: solid.h): their list, and textures of their properties and of each cell's distance
// to the nearest. As some may move each frame, textures are redrawn only in square tiles near a change (gfSolidTiles),
// and distances are cut off at a reach of a few cells. The result is bit for bit that of redrawing everything.
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "base/shape.h"
#include "base/slots.h"
#include "gl/pass.h"

// --- tiles -----------------------------------------------------------------------------------------------------------

// The domain is divided into square tiles. A change of a solid marks the tiles near it. Each marked tile then gets a
// list of the solids near it, and passes draw only marked tiles (gfPass.geometry). Lengths are in cells.

// Levels of tiles: level 0 for textures with a texel a cell, others for multigrid's coarser grids. From level to level
// tiles get twice as wide, in cells.
#define GF_TILE_LEVELS 3

// Index of a further list: the tiles of level 0 that changed now or in the last change of shapes. A pair of textures
// that passes write by turns needs these, as the texture that is written lacks the last change, too.
#define GF_TILES_TWICE GF_TILE_LEVELS
#define GF_TILE_LISTS (GF_TILE_LEVELS + 1)

// Textures for lists of tiles, used by turns, so that an upload does not wait for one that the GPU still reads.
#define GF_TILE_RING 4

typedef struct gfSolidOfTile {
    int tile, solid;
} gfSolidOfTile;

// A candidate in the search for the solids that are nearest to each tile.
typedef struct gfNearSolid {
    int solid;
    gfShape shape;
    gfBounds bounds; // bounds of the shape, cells
    // Lower bound of the distance from the shape to the middle of the block of tiles that is searched, cells.
    double distance;
} gfNearSolid;

typedef struct gfSolidTiles {
    int cellsX, cellsY;
    int size; // side of a tile of level 0, cells
    int columns[GF_TILE_LEVELS], rows[GF_TILE_LEVELS];
    uint8_t *marks[GF_TILE_LEVELS]; // a byte for each tile; 1: it must be drawn; back to 0 once it is listed
    uint8_t *before;                // the marks of level 0 as they were in the last change of shapes
    int *counts;                    // number of solids near each tile of level 0
    gfSolidOfTile *pairs;           // all pairs of a marked tile and a solid near it, in the order of the solids
    int pairCount, pairCapacity;
    gfNearSolid *near;
    int *remaining; // memory for lists of candidates, one for each size of blocks of tiles
    int nearCapacity;
    // How many distances between shapes and places were computed so far; a test checks this cost of searches.
    uint64_t looks;
    float (*texels)[4];
    int texelCapacity;
    gfTexture ring[GF_TILE_RING];
    int slot;                        // index in `ring` of the texture with the present lists
    gfTileList lists[GF_TILE_LISTS]; // where each list of tiles is in the texture ring[slot]
} gfSolidTiles;

// Makes the tiles of a grid of cells. They also cover faces and corners, one more than cells along each axis.
bool gfSolidTiles_Create(gfDevice *device, gfSolidTiles *tiles, int cellsX, int cellsY);
void gfSolidTiles_Destroy(gfDevice *device, gfSolidTiles *tiles);
// Marks all tiles, and forgets which solids are near them.
void gfSolidTiles_MarkAll(gfSolidTiles *tiles);
// Marks the tiles within `reach` of a shape, in cells from the domain's lower left; also beyond periodic sides.
void gfSolidTiles_Mark(gfSolidTiles *tiles, const gfShape *shape, float reach);
// Adds solid number `solid`, in ascending order, to the lists of the marked tiles within `reach` of its shape.
bool gfSolidTiles_Add(gfDevice *device, gfSolidTiles *tiles, int solid, const gfShape *shape, float reach);
// Returns whether a marked tile may lie within `reach` of a shape.
bool gfSolidTiles_Touch(const gfSolidTiles *tiles, const gfShape *shape, float reach);
// Returns room for `count` candidates, whose `solid` and `shape` are to be filled in before gfSolidTiles_AddNearest.
gfNearSolid *gfSolidTiles_MakeNearRoom(gfDevice *device, gfSolidTiles *tiles, int count);
// Adds to each marked tile's list those of `count` candidates that may be nearest to some place in it, however far.
bool gfSolidTiles_AddNearest(gfDevice *device, gfSolidTiles *tiles, int count);
// Uploads the lists of marked tiles and of the solids near them, then clears the marks and the lists of solids.
// `shapes`: shapes changed in these tiles, so the list GF_TILES_TWICE will have them once more in the next upload.
bool gfSolidTiles_Upload(gfDevice *device, gfSolidTiles *tiles, bool shapes);

// --- solids ----------------------------------------------------------------------------------------------------------

// Least reach of exact distances, cells: enough for openings of faces, wall velocities and extrapolation into solids.
#define GF_SOLID_REACH 4.0f

typedef struct gfSolid {
    gfSolidDef def;
    // Texture that the library made of the host's mask image; id 0: the solid is a shape or a texture of the host's.
    gfTexture mask;
    bool touched; // the solid is a mask or texture, and a tile that is to be redrawn may show a part of it
    // How many of the GF_SOLID_TABLES textures hold an old column of this solid; all: changed since the last update.
    int behind;
    gfVec2 from; // centre in the last step, world, m, from which the solid's motion is measured (velocityFromMotion)
    float fromAngle;
    bool stepped; // the solid has been there in a step, so that its motion can be measured
    // How many times in succession the host moved it with velocity 0, and in which step last (GF_TRAP_STILL_SOLID).
    int stillMoves;
    uint64_t movedAt;
} gfSolid;

// Textures for the table of solids, used by turns, so that an upload does not wait for one that the GPU reads.
#define GF_SOLID_TABLES 4

// Where the textures of solids lie in the world, and how far their distances reach. Solids are drawn relative to
// `origin`, which is a whole number of cells from the domain's lower left corner. As long as the origin stays,
// distances at a place in the world stay the same, bit for bit, though the domain moves.
typedef struct gfSolidsDomain {
    gfVec2 origin;
    int corner[2]; // cells from `origin` to the domain's lower left corner
    float cellSize, ambientTemperature;
    float reach; // distances beyond this many cells are cut off
} gfSolidsDomain;

// What gfSolids draws on demand. It is apart from gfSolids so that functions which get const solids can draw it, too.
typedef struct gfSolidTextures {
    gfSolidsDomain domain; // where the textures lie in the world, as of the last update or scroll
    gfSolidTiles tiles;    // tiles, marked where solids changed since the last update
    gfTexture tables[GF_SOLID_TABLES];
    int slot;              // index in `tables` of the present table of solids
    gfPair exact;          // distances that are not cut off, for drawings and the host; made on demand
    bool exactDrawn;       // `exact` shows the present solids
    gfFailure exactFailed; // set when making `exact` for a drawing failed, so that it is not tried in each frame
    bool thinKnown, thin;  // whether `thin` is up to date, and the result of gfSolids_HaveThinWalls
    float (*columns)[4];   // host memory in which columns of the table are packed for uploads
} gfSolidTextures;

// How much solids changed; each value includes the changes of those before it. A call that changes a solid raises
// gfSolids.pending, and marks the tiles near the solid's old place. The next update marks the tiles near new places,
// draws all marked tiles, and moves `pending` to `change`. The solver then draws its own textures in the same tiles
// (gfFluid_UpdateSolids); if that fails, it must draw all tiles the next time.
typedef enum gfSolidsChange {
    GF_SOLIDS_SAME,
    GF_SOLIDS_PUSHED,   // velocities, temperatures or contact angles changed, but no shape
    GF_SOLIDS_SCROLLED, // the domain moved over the world, and solids stayed where they were
    GF_SOLIDS_MOVED,    // a solid moved or changed its shape
    GF_SOLIDS_LISTED    // a solid was added or removed, or pixels of a mask changed
} gfSolidsChange;

typedef struct gfSolids {
    gfSlots list; // the solids, items of gfSolid; the index of an item is the solid's column in the table
    gfSolidsChange pending, change;
    bool drawn;   // the textures show the solids of the last update; false: the next update draws all tiles and columns
    int count;    // obstacles: the solids of the list without drag (gfSolid_Obstructs)
    bool moving;  // some obstacle had a velocity in the last update
    bool whole;   // some solid is a mask or texture
    bool bounded; // there are obstacles, and `bounds` lie around all of them, m from the domain's corner
    gfBounds bounds; // bounds of all obstacles at the last update
    // Properties of solids, a column each (shaders/solid/table.glsl); the present one of textures->tables.
    gfTexture table;
    // `read` has the signed distance from each cell centre to the nearest solid, m, and that solid's table column.
    gfPair distance;
    gfSolidTextures *textures;
} gfSolids;

void gfSolids_Init(gfSolids *solids);
void gfSolids_Destroy(gfDevice *device, gfSolids *solids);
bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller);
// Returns whether a solid is a mask or texture, which is drawn by a pass of its own.
bool gfSolid_IsWhole(const gfSolid *solid);

// Returns whether fluid flows around the solid. Fluid passes through a solid with drag, so that textures lack it.
static inline bool gfSolid_Obstructs(const gfSolid *solid)
{
    return solid->def.drag == 0.0f;
}

// Counts a solid that was added to the list (1) or that is about to be removed (-1), and notes the change.
void gfSolids_Count(gfSolids *solids, const gfSolid *solid, int change);
// Marks the tiles near a solid for redrawing; to be called before the solid changes or is removed.
void gfSolids_Forget(gfSolids *solids, gfSolid *solid);
gfSolid gfSolid_Make(const gfSolidDef *def);

// Limits a component of a velocity to the range that definitions allow.
static inline float gfSolid_LimitVelocity(double value)
{
    return (float)fmin(fmax(value, -(double)GF_VALUE_MAX), (double)GF_VALUE_MAX);
}

// Sets the velocities of solids with velocityFromMotion: how far each moved since the last step, divided by `time_s`,
// the host's time since then. To be called in the first step after the host moved solids.
void gfSolids_FollowMotion(gfSolids *solids, double time_s);
// Gives a solid a new definition. If it equals the old one, nothing is marked for redrawing.
void gfSolids_Set(gfSolids *solids, gfSolid *solid, const gfSolidDef *def);
// Marks the tiles under changed pixels of a mask. `pixels`: region of the mask's texture, from its lower left corner.
void gfSolids_ChangeMask(gfSolids *solids, const gfSolid *solid, const gfRegion *pixels);
// Marks the tiles near a shape for redrawing, where something other than a solid changed, such as a one-way source.
void gfSolids_Touch(gfSolids *solids, const gfShape *shape);
// Raises gfSolids.pending to `change`, for the next update.
void gfSolids_Change(gfSolids *solids, gfSolidsChange change);
// Marks tiles under solids' old and new places after the domain moved by cells. `origin`, `corner`: see gfSolidsDomain.
void gfSolids_Scroll(gfSolids *solids, gfVec2 origin, const int corner[2]);
// Returns the domain's lower left corner in the coordinates of the table of solids: m from their origin.
gfVec2 gfSolids_GetCorner(const gfSolids *solids);
// Makes textures of solids for a grid of this size; the next update draws them. False: the old textures stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Brings the table and the distances up to date if solids changed. False: the next update tries again.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Returns the lists of the tiles that the last update changed or, with `all`, of all tiles. Solvers draw their textures
// that depend on solids by these lists. To be called only after an update, and valid until the next call.
const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, bool all);
// Draws distances elsewhere than at cell centres, in the listed tiles. `offset`: of the first texel, cells; 0: corners.
void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, gfPair *field, float offset);
// Return whether the texture for distances that are not cut off exists, and make it ahead of use.
bool gfSolids_HasExact(const gfSolids *solids);
bool gfSolids_MakeExact(gfDevice *device, const gfSolids *solids);
// Returns a texture of distances to solids that is exact up to `reach` cells or farther.
const gfTexture *gfSolids_GetDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns distances for a drawing: those of gfSolids_GetDistance or, if they fail, those cut off as for solvers.
const gfTexture *gfSolids_ShowDistance(gfDevice *device, const gfSolids *solids, float reach);
// Returns whether a solid, or many close together, may form a long thin wall. If so, multigrid must keep the fluid on
// both sides of it apart on coarse levels, which costs more. Small round solids need no such care.
bool gfSolids_HaveThinWalls(const gfSolids *solids);
// Returns the solid of a handle. Null, and nothing is reported: it was removed.
const gfSolid *gfSolids_Find(const gfSolids *solids, gfSolidId id);
// Returns whether one solid covers a shape's middle and outermost points. Solids made from images are not looked at.
bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape);

// --- between the list and its textures -------------------------------------------------------------------------------

// Functions that only solids.c (the list of solids) and solid_textures.c (the textures) call from each other.

#define GF_DISTANCE_SHADER "solid/distance.frag"

// Returns a solid's shape as drawn: m from gfSolidsDomain.origin, at least about a cell thick, as thinner walls leak.
gfShape gfSolid_GetDrawnShape(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns the shape of a solid as it is drawn, in cells from the domain's lower left corner.
gfShape gfSolid_GetShapeInCells(const gfSolid *solid, const gfSolidsDomain *domain);
// Returns whether the textures show the solid as it is now, that is, it has not changed since the last update.
static inline bool gfSolid_IsDrawn(const gfSolid *solid)
{
    return solid->behind < GF_SOLID_TABLES;
}

// Marks the tiles near an obstacle for redrawing; does nothing if the next update draws all tiles anyway.
void gfSolids_Mark(const gfSolids *solids, const gfSolid *solid);
// Return how many blocks of columns the table of solids has below each other, and make the textures for so many.
int gfSolids_CountBlocks(const gfSolids *solids);
bool gfSolids_CreateTables(gfDevice *device, const gfSolids *solids, gfSolidTextures *t);

#endif
