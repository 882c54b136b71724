// Scalar advection: carries dye and temperature along the velocity, and keeps the ledger of their totals.
#ifndef GF_ADVECT_SCALARS_H
#define GF_ADVECT_SCALARS_H

#include "solvers/grid/grid_stage.h"

#define GF_LEDGER_LEVELS 2

// Sums over parts of a field: the dye and the heat that advection lost, and the range of dye.
typedef struct gfLedgerSums {
    gfTexture dye, range, heat;
} gfLedgerSums;

typedef struct gfScalarAdvection {
    gfTexture departures; // where the fluid at cell centres was before the step, relative to these, cells
    gfTexture paths;      // the same at the corners of cells, for dye that is much finer
    // The ledger has sums over a step, what left by sides, and what is owed to the fields.
    gfLedgerSums sums[GF_LEDGER_LEVELS], sideSums;
    gfPair ledger;
    bool written; // the host wrote a scalar since the last advection, maybe into solids
    bool placed;  // some solid was placed since then
} gfScalarAdvection;

// `extrapolation`: as gfGrid_GetExtrapolation has it.
void gfGrid_AdvectScalars(const gfBody *body, gfGrid *grid, float dt, float extrapolation);

#endif
