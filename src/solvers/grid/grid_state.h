// The textures of a grid as tables: those that follow from the definition, and those that are made once they are
// needed. Only grid.c and grid_stage.c include this.
#ifndef GF_GRID_STATE_H
#define GF_GRID_STATE_H

#include "solvers/grid/grid.h"

// Sizes of textures.
enum {
    GF_GRID_EXTENT_CELLS,
    GF_GRID_EXTENT_CORNERS,
    GF_GRID_EXTENT_DYE,
    GF_GRID_EXTENT_BLOCKS,
    GF_GRID_EXTENT_EXTRAPOLATED,
    GF_GRID_EXTENT_LEDGER_ITSELF,
    GF_GRID_EXTENT_LEDGER_SIDES,
    GF_GRID_EXTENT_LEDGER_DYE, // the first of as many as there are levels of sums
    GF_GRID_EXTENT_LEDGER_HEAT = GF_GRID_EXTENT_LEDGER_DYE + GF_LEDGER_LEVELS,
    GF_GRID_EXTENTS = GF_GRID_EXTENT_LEDGER_HEAT + GF_LEDGER_LEVELS
};

// Values that textures hold at first, and that come in where the domain moves to.
enum { GF_GRID_CLEAR_ZERO, GF_GRID_CLEAR_AMBIENT, GF_GRID_CLEAR_DYE, GF_GRID_CLEARS };

// A plan and what it points to.
typedef struct gfGridPlan {
    int extents[GF_GRID_EXTENTS][2];
    float clear[GF_GRID_CLEARS][4];
    gfStatePlan plan;
} gfGridPlan;

// All textures, in the order in which a snapshot has them.
extern const gfStateTable gf_gridStateTable;

// Plans the textures that follow from the definition, and those that are made once they are needed.
void gfGrid_PlanDefined(const gfBody *body, const gfGrid *grid, gfGridPlan *plan);
void gfGrid_PlanNeeded(const gfBody *body, const gfGrid *grid, uint32_t needs, gfGridPlan *plan);

#endif
