// Solids of a fluid: the list, and the textures that passes read them from. (solid.h is the public header.)
//
// What follows from solids is drawn anew only in tiles that a change reaches (solid_tiles.h): distances beyond a reach
// are cut off, so that all of it is near a solid. The result is the same, bit for bit, as of drawing everything.
#ifndef GF_SOLIDS_H
#define GF_SOLIDS_H

#include "gpufluid/solid.h"

#include "base/shape.h"
#include "base/slots.h"
#include "fluid/solids/solid_tiles.h"

// Least reach, cells: the open fractions of faces, the velocities of walls and the values that are extrapolated into
// them need no more.
#define GF_SOLID_REACH 4.0f

typedef struct gfSolid {
    gfSolidDef def;
    gfTexture mask;    // of our own, for solids made from an image
    bool yields;       // liquid of GF_SOLVER_GAUSSIAN gives way to it bit by bit (shaders/gaussian/ghosts.frag)
    bool drawn;        // it is in the textures as it is
    bool touched;      // a mask or texture, of which some tile that is drawn shows a part
    uint64_t listedAt; // the update of the table that first has it as it is
    gfVec2 from;       // centre as of the last step, from which its motion is measured
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

// Textures and lists that are drawn when somebody needs them, and so change while the solids stay as they are.
typedef struct gfSolidsDrawn {
    gfSolidsDomain domain; // as of the last update
    gfSolidTiles tiles;
    uint64_t since; // the lists of tiles have the changes after this version; 0: all tiles
    bool listed;    // the lists are of the last version
    gfTexture tables[GF_SOLID_TABLES];
    uint64_t tableOf[GF_SOLID_TABLES]; // the update that each shows
    uint64_t updates;                  // of the table so far
    int slot;                          // of the last table
    gfPair exact;                      // distances without a reach; made when somebody asks for them
    uint64_t exactOf;                  // the version of shapes that it shows; 0: none
    gfFailure exactFailed;             // making it for a drawing failed
    uint64_t thinOf;                   // the version that `thin` is of; 0: none
    bool thin;                         // see gfSolids_HaveThinWalls
    float (*columns)[4];               // room for those of a block of the table
    gfShape *shapes;                   // room for those of all solids, and where they are in the list
    int *numbers, room;
} gfSolidsDrawn;

typedef struct gfSolids {
    gfSlots list;     // gfSolid
    uint64_t version; // one more with every change of the list; those who draw from it compare
    uint64_t shapes;  // the version of the last change of more than velocities, temperatures and contact angles
    uint64_t placed;  // as `shapes`, but a move of the domain is no change
    uint64_t changed; // as `placed`, but a move of a solid is none either: only the list and masks count
    int count;
    bool moving;     // some solid moves, as of the last update
    bool whole;      // some is of whole cells: a mask or texture
    bool yielding;   // some yields
    bool bounded;    // there are some; then `bounds` are around all, relative to the domain's corner, m
    gfBounds bounds; // as of the last update
    gfTexture table; // properties of solids, see shaders/solid/table.glsl; one of drawn->tables
    gfPair distance; // at cell centres, `read`: signed distance to the nearest solid, m, and its column in the table
    uint64_t drawnVersion; // 0: the textures are not drawn
    gfSolidsDrawn *drawn;
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
// To be called after a solid came, changed or went.
void gfSolids_Change(gfSolids *solids);
// A move of the domain by whole cells. Tiles where solids were and are are drawn anew, unless distances can move along;
// textures that depend on the list of fresh tiles alone may then move along, too.
typedef struct gfSolidsScroll {
    int cells[2];
    gfVec2 origin; // as of gfSolidsDomain, after the scroll
    int corner[2];
    bool movesAlong; // gfSolids_CanScroll said so
    bool allSides;   // textures at a side depend on the place along it, so all sides are drawn anew
} gfSolidsScroll;
// Returns whether distances can move along with the domain. `wrap`: 1 for periodic axes.
bool gfSolids_CanScroll(const gfSolids *solids, const gfSolidsScroll *scroll, const int wrap[2]);
// Makes whatever could fail in the scroll that follows: false and reported, and nothing changed.
bool gfSolids_PrepareScroll(gfDevice *device, gfSolids *solids, const gfSolidsScroll *scroll);
void gfSolids_Scroll(gfSolids *solids, const gfSolidsScroll *scroll);
// Returns the domain's lower left corner in the coordinates of the table, m.
gfVec2 gfSolids_GetCorner(const gfSolids *solids);
// Makes the textures for a grid; they are drawn by the next update. On failure (reported) the old ones stay.
bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY);
// Draws table and distance if the list changed. False and reported on failure; it is tried again the next time.
bool gfSolids_Update(gfDevice *device, gfSolids *solids, const gfSolidsDomain *domain);
// Returns lists of the tiles that changed after this version, or of all for 0, for drawing whatever depends on solids;
// they last until the next call. They hold if the textures are up to date. Null and reported on failure.
const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, uint64_t since);
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

#endif
