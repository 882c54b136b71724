// The region of solids on a grid, and the rest, where none is.
#ifndef GF_SOLID_REGION_H
#define GF_SOLID_REGION_H

#include "solvers/grid/grid_stage.h"
#include "solvers/grid/solid_free.h"

// The texels of the velocity that solids can reach, of a group all; false if there are none.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
// Locates where nothing but the domain's sides bounds the fluid. False: not known, for fluids of groups have their own
// solids, and one-way sources close faces anywhere.
bool gfGrid_LocateSolidFree(const gfBody *body, const gfGrid *grid, gfSolidFree *solidFree);

#endif
