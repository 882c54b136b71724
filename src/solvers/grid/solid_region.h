// What bounds the fluid of a grid: the region of solids, and the sides.
#ifndef GF_SOLID_REGION_H
#define GF_SOLID_REGION_H

#include "solvers/grid/grid_stage.h"

// The texels of the velocity that solids can reach, of a group all; false if there are none.
bool gfGrid_SolidRegion(const gfBody *body, const gfGrid *grid, gfRegion *region);
// Fills in the weights across the sides, as of gfPressureProblem.
void gfGrid_GetSides(const gfBody *body, float sides[GF_SIDES]);

#endif
