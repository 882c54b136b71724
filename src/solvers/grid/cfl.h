// The CFL limit: how many substeps the fastest fluid asks for.
#ifndef GF_CFL_H
#define GF_CFL_H

#include "solvers/grid/grid_stage.h"

#include "gl/readback.h"

typedef struct gfCflPrograms {
    const gfProgram *largestSpeed, *largest;
} gfCflPrograms;

typedef struct gfCfl {
    uint32_t conditions;
    gfCflPrograms programs;
    gfPyramid speed; // the largest component of the velocity
    gfDelayedRead read;
} gfCfl;

extern const gfGridStage gf_gridCfl;

// Substeps of a step of `dt`, at least 1.
int gfGrid_CountSubsteps(const gfBody *body, gfGrid *grid, float dt);

#endif
