// Declarations that solids.c, the list of solids, and solid_textures.c, the textures that passes read, share.
#ifndef GF_SOLID_TEXTURES_H
#define GF_SOLID_TEXTURES_H

#include "fluid/solids/solids.h"

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
