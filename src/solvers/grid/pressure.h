// The interface of all pressure solvers (multigrid, Jacobi): they find the pressure whose gradient removes the
// velocity's divergence.
#ifndef GF_PRESSURE_H
#define GF_PRESSURE_H

#include "gpufluid/fluid.h"

#include "solvers/grid/empty_box.h"

// The inputs of a pressure solve. Fields are packed, 2 x 2 cells per texel (shaders/common/packed.glsl), in m/s.
typedef struct gfPressureProblem {
    GLuint rhs;     // right-hand side: divergence times cell size, m/s
    GLuint weights; // couplings between cells (shaders/multigrid/weights.glsl)
    int cellsX, cellsY;
    bool wrapX, wrapY;         // periodic axes, with an even number of cells
    bool bounded;              // some side is open, which fixes the mean of the pressure
    const gfSolidTiles *tiles; // for `prepare`: the tiles in which weights changed; null: all
    const gfEmptyBox *empty;   // for `prepare`: the domain, if it has no solids; null: it has some
    float sides[4];            // weights across the sides left, right, bottom, top; 2: open, 1: periodic, 0: closed
    // Fields from which a solver with takesOutflow draws rhs; null: rhs is drawn already.
    const struct gfOutflow *outflow;
    bool startsAnew;  // the solve starts from 0, as the last pressure came from a sudden push
    GLuint instances; // texture u_instances of a group, which has startsAnew of each fluid; 0: a single fluid
    bool moving;      // some solid moves
    bool thinWalls;   // solids may be so thin that a coarse cell has fluid on both sides of one
} gfPressureProblem;

struct gfPressureSolver;

// A pressure field and the solver that finds it.
typedef struct gfPressure {
    const struct gfPressureSolver *solver;
    int cellsX, cellsY;
    bool wrapX, wrapY;
    // `read`: the pressure, packed, times dt / cell size, m/s. `write`: scratch in a solve. The caller owns both
    // textures.
    gfPair field;
    void *state; // data of the solver; null if it needs none
} gfPressure;

// A method for solving the pressure problem, as a table of calls.
typedef struct gfPressureSolver {
    const char *name;
    bool takesOutflow; // it can draw rhs from an outflow, provided that it runs at least one cycle
    // Makes pressure->state. Reads only the size and the periodic axes of the problem. Null: the solver has no state.
    bool (*create)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*destroy)(gfDevice *device, gfPressure *pressure);
    // Makes the framebuffers that solves draw to. `rhs`: the `count` textures that rhs may be drawn to. Returns false
    // and reports on failure. Null: the solver needs none.
    bool (*warm)(gfDevice *device, const gfPressure *pressure, const gfTexture *const rhs[], int count);
    // Called after weights changed. Null: the solver keeps nothing that depends on weights.
    void (*prepare)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*solve)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params);
    // caresForThin returns whether the textures for thin walls are made. careForThin makes them before a solve needs
    // them; it returns false and reports on failure. Null: the solver needs no such textures.
    bool (*caresForThin)(const gfPressure *pressure);
    bool (*careForThin)(gfDevice *device, gfPressure *pressure);
} gfPressureSolver;

// Makes a solver's state for the size and the periodic axes of the problem. The field, problem->rhs and
// problem->weights may be made later. Returns false and reports on failure; then nothing was made.
bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem);
// Returns whether the state was made for this method, and for the size and the periodic axes of the problem.
bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem);
// Call gfPressureSolver.caresForThin and careForThin.
bool gfPressure_CaresForThin(const gfPressure *pressure);
bool gfPressure_CareForThin(gfDevice *device, gfPressure *pressure);
void gfPressure_Destroy(gfDevice *device, gfPressure *pressure);

#endif
