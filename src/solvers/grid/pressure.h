// The pressure solvers, multigrid and Jacobi iteration: they find the pressure whose gradient removes the divergence.
#ifndef GF_PRESSURE_H
#define GF_PRESSURE_H

#include "gpufluid/fluid.h"

#include "solvers/grid/multigrid.h"

// The inputs of a pressure solve. Fields are packed, 2 x 2 cells per texel (shaders/common/packed.glsl), in m/s.
typedef struct gfPressureProblem {
    GLuint rhs;     // right-hand side: divergence times cell size, m/s
    GLuint weights; // couplings between cells (shaders/multigrid/weights.glsl)
    int cellsX, cellsY;
    bool wrapX, wrapY;         // periodic axes, with an even number of cells
    bool bounded;              // some side is open, which fixes the mean of the pressure
    const gfSolidTiles *tiles; // for gfPressure_Prepare: the tiles in which weights changed; null: all
    const gfEmptyBox *empty;   // for gfPressure_Prepare: the domain, if it has no solids; null: it has some
    float sides[4];            // weights across the sides left, right, bottom, top; 2: open, 1: periodic, 0: closed
    const gfOutflow *outflow;  // multigrid draws rhs from it, if it runs a cycle; null: rhs is drawn already
    bool startsAnew;           // the solve starts from 0, as the last pressure came from a sudden push
    GLuint instances;          // texture u_instances of a group, which has startsAnew of each fluid; 0: a single fluid
    bool moving;               // some solid moves
    bool thinWalls;            // solids may be so thin that a coarse cell has fluid on both sides of one
} gfPressureProblem;

// A pressure field and the solver that finds it.
typedef struct gfPressure {
    gfMultigrid *multigrid; // solver of GF_PRESSURE_MULTIGRID; null: GF_PRESSURE_JACOBI, which has no state
    int cellsX, cellsY;
    bool wrapX, wrapY;
    // `read`: the pressure, packed, times dt / cell size, m/s. `write`: scratch in a solve. The caller owns both.
    gfPair field;
} gfPressure;

// Makes a solver for the problem's size and periodic axes. Its textures may be made later. On failure nothing was made.
bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem);
// Returns whether the solver was made for this method, and for the size and the periodic axes of the problem.
bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem);
void gfPressure_Destroy(gfDevice *device, gfPressure *pressure);

// Brings the solver up to date after weights changed.
void gfPressure_Prepare(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
void gfPressure_Solve(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem,
                      const gfGridParams *params);

#endif
