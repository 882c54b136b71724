// The definition of a grid: its check, and answers that several stages need.
#ifndef GF_GRID_DEFINITION_H
#define GF_GRID_DEFINITION_H

#include "fluid/body.h"

// Fields that may be stored in half floats, each for a reason of its own.
typedef enum gfGridStored {
    GF_STORED_VELOCITY,
    GF_STORED_DYE,
    GF_STORED_TEMPERATURE,
    GF_STORED_DEPARTURES
} gfGridStored;

// gfSolver.check of the grid.
bool gfGrid_Check(const gfCore *core, const gfFluidDef *def, const char *caller);
// Dye cells along an axis of so many cells.
int gfGrid_CountDyeCells(int cells, float dyeScale);
// Returns whether dye has as many cells as temperature, so that one pass carries both.
bool gfGrid_CarriesTogether(const gfFluidDef *def);
// Returns whether a cell has two texels of dye or more each way.
bool gfGrid_HasFineDye(const gfFluidDef *def);
// Returns whether some axis is periodic.
bool gfGrid_Wraps(const gfBody *body);
// Returns whether values enter: some side is open or an inflow.
bool gfGrid_HasEntries(const gfBody *body);
// Returns whether some source is one-way.
bool gfGrid_HasValves(const gfBody *body);
// Return whether buoyancy acts along x, too, and whether it acts along y alone.
bool gfGrid_HasTiltedBuoyancy(const gfBody *body);
bool gfGrid_HasUprightBuoyancy(const gfBody *body);
// Returns whether advection gives back what it makes or loses of dye and heat.
bool gfGrid_KeepsLedger(const gfBody *body);
// Returns whether a field is stored in half floats: as asked for, or where the context has nothing better.
bool gfGrid_IsStoredInHalves(const gfBody *body, gfGridStored stored);

#endif
