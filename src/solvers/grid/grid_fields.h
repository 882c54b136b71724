// Fields of the grid as the host reads and writes them, and as drawings see them.
#ifndef GF_GRID_FIELDS_H
#define GF_GRID_FIELDS_H

#include "solvers/grid/grid_stage.h"
#include "solvers/grid/residual.h"

// State that is made once the host reads fields that are computed.
typedef struct gfFieldReading {
    gfTexture texture;   // the computed field
    gfPair divergence;   // as the velocity stands, packed
    gfResidual residual; // for GF_FIELD_RESIDUAL
} gfFieldReading;

// Parts of gf_solverGrid.
bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info);
bool gfGrid_HasField(const gfBody *body, const void *state, int id);
bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view);
bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target);
bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums);
bool gfGrid_IsWritable(gfField field);
bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values);

// Makes what GF_FIELD_RESIDUAL needs, ahead of use. False and reported.
bool gfGrid_MakeResidual(const gfBody *body, gfGrid *grid);

#endif
