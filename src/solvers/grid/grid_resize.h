// A change of resolution: totals of dye and heat are put back, and the velocity is projected.
#ifndef GF_GRID_RESIZE_H
#define GF_GRID_RESIZE_H

#include "solvers/grid/grid_stage.h"

// Totals of dye and of heat before a resize, until solids are drawn after it; else none.
typedef struct gfGridTotals {
    gfPyramid sums[2];
    float scale[2];
} gfGridTotals;

// Takes the totals of the old state. False and reported on failure.
bool gfGrid_KeepTotals(const gfBody *body, gfGrid *grid, const gfFluidDef *oldDef, const gfGrid *old);
void gfGrid_DropTotals(gfDevice *device, gfGrid *grid);
// See gfSolver.domain.resized: puts totals back and projects.
bool gfGrid_Settle(const gfBody *body, void *state);

#endif
