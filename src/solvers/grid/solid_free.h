// The solid-free path: outside of a box around all solids only the domain's sides bound the fluid, and shaders need no
// weights and no faces.
#ifndef GF_SOLID_FREE_H
#define GF_SOLID_FREE_H

#include "gl/pass.h"

typedef struct gfSolidFree {
    gfRegion box;   // cells; of none: there are no solids
    float sides[4]; // weights across the sides, left, right, bottom, top: 0, 2 for open ones, 1 where the axis wraps
} gfSolidFree;

// Returns whether a grid is so large that two programs for a pass pay: up to that passes are too short.
static inline bool gfSolidFree_Pays(int cellsX, int cellsY)
{
    return (long)cellsX * cellsY > 400L * 400L;
}

// The box of a lattice half as fine, on which solids are felt as far again.
gfRegion gfSolidFree_Coarsen(gfRegion box);
// The same box in texels of 2 x 2 cells, `margin` texels larger.
gfRegion gfSolidFree_ToBlocks(gfRegion box, int margin);

// Draws a pass by the program `solidFree`, and over that as it is in the box, in texels of what is written or, from the
// first texel on, of the pass's region. The pass may not read what it writes.
bool gfSolidFree_Run(gfDevice *device, const gfPass *pass, const gfProgram *solidFree, const gfRegion *box);

#endif
