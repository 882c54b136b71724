// The CFL limit: how many substeps the fastest fluid asks for.
#ifndef GF_CFL_H
#define GF_CFL_H

#include "solvers/grid/grid_stage.h"

#include "gl/readback.h"

typedef struct gfCfl {
    gfPyramid speed; // the largest component of the velocity
    gfDelayedRead read;
} gfCfl;

// Substeps of a step of `dt`, at least 1.
int gfGrid_CountSubsteps(const gfBody *body, gfGrid *grid, float dt);

#endif
