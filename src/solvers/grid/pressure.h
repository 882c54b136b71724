// One interface of all pressure solvers: divergence in, pressure out.
#ifndef GF_PRESSURE_H
#define GF_PRESSURE_H

#include "gpufluid/fluid.h"

#include "solvers/grid/empty_box.h"

// A pressure problem. Fields are packed, 2 x 2 cells a texel (shaders/common/packed.glsl), in m/s.
typedef struct gfPressureProblem {
    GLuint rhs;     // divergence times cell size
    GLuint weights; // the lattice (shaders/multigrid/weights.glsl)
    int cellsX, cellsY;
    bool wrapX, wrapY;               // periodic axes, with an even number of cells
    bool bounded;                    // some side is open, which fixes the pressure's mean
    const gfSolidTiles *tiles;       // for `prepare`: where weights changed; null: everywhere
    const gfEmptyBox *empty;         // for `prepare`: the domain without solids; null: there are some
    float sides[4];                  // weights across left, right, bottom, top: 2: open, 1: periodic, 0: closed
    const struct gfOutflow *outflow; // fields that a method with takesOutflow draws rhs from; null: rhs is drawn
    bool startsAnew;                 // no warm start: the last pressure was that of a sudden push
    GLuint instances;                // u_instances of a group, with startsAnew of each fluid; 0: one fluid
    bool moving;                     // some solid moves
    bool thinWalls; // some solids may be thin, so that one coarse cell may have fluid on both sides of them
} gfPressureProblem;

struct gfPressureSolver;

// A pressure field and the method that finds it.
typedef struct gfPressure {
    const struct gfPressureSolver *solver;
    int cellsX, cellsY;
    bool wrapX, wrapY;
    // Owned by the caller. `read`: the pressure, packed, times dt / cell size, m/s; `write` is free between solves.
    gfPair field;
    void *state; // the method's own; null if it needs none
} gfPressure;

typedef struct gfPressureSolver {
    const char *name;
    bool takesOutflow; // it can draw rhs from an outflow, if it runs at least one cycle
    // Reads only the problem's size and axes. Null: the method has no state.
    bool (*create)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*destroy)(gfDevice *device, gfPressure *pressure);
    // Makes framebuffers, with each of `count` textures that rhs may be drawn to. False and reported. Null: the method
    // needs none.
    bool (*warm)(gfDevice *device, const gfPressure *pressure, const gfTexture *const rhs[], int count);
    // Called after weights changed. Null: nothing of the method depends on them.
    void (*prepare)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*solve)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params);
    // caresForThin returns whether textures for thin walls are made; careForThin makes them ahead of use: false and
    // reported. Null: the method needs no such textures.
    bool (*caresForThin)(const gfPressure *pressure);
    bool (*careForThin)(gfDevice *device, gfPressure *pressure);
} gfPressureSolver;

// Makes a solver's state for the problem's size and axes; problem->rhs, weights and the field may come later. On false,
// which is reported, nothing was made.
bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem);
// Returns whether it was made for this method and the problem's size and axes.
bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem);
bool gfPressure_CaresForThin(const gfPressure *pressure);
bool gfPressure_CareForThin(gfDevice *device, gfPressure *pressure);
void gfPressure_Destroy(gfDevice *device, gfPressure *pressure);

#endif
