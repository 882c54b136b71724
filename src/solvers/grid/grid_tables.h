// The grid's tables of programs and textures, and which of them a definition asks for. Only grid.c includes this.
#ifndef GF_GRID_TABLES_H
#define GF_GRID_TABLES_H

#include "solvers/grid/grid.h"

// Sizes of textures: gfGrid.extents.
enum {
    GF_GRID_EXTENT_CELLS,
    GF_GRID_EXTENT_CORNERS,
    GF_GRID_EXTENT_DYE,
    GF_GRID_EXTENT_BLOCKS,
    GF_GRID_EXTENT_EXTENDED,
    GF_GRID_EXTENT_LEDGER_ITSELF,
    GF_GRID_EXTENT_LEDGER_SIDES,
    GF_GRID_EXTENT_LEDGER_DYE, // of each level of sums
    GF_GRID_EXTENT_LEDGER_HEAT = GF_GRID_EXTENT_LEDGER_DYE + GF_LEDGER_LEVELS,
    GF_GRID_EXTENTS = GF_GRID_EXTENT_LEDGER_HEAT + GF_LEDGER_LEVELS
};
// What textures hold at first, and where the domain moves to.
enum { GF_GRID_REST_ZERO, GF_GRID_REST_AMBIENT, GF_GRID_REST_DYE, GF_GRID_RESTS };

extern const gfProgramTable gf_gridProgramTable;
extern const gfStateTable gf_gridStateTable;

// Conditions of both tables: GF_GRID_....
uint32_t gfGrid_GetConditions(const gfBody *body, const gfGrid *grid);
// `rest` is filled with the values that the plan points to.
gfStatePlan gfGrid_GetPlan(const gfBody *body, const gfGrid *grid, uint32_t conditions, float rest[GF_GRID_RESTS][4]);

#endif
