// The pressure solve behind one interface: divergence in, pressure out.
#ifndef GF_PRESSURE_H
#define GF_PRESSURE_H

#include "gpufluid/fluid.h"

#include "solvers/grid/empty_box.h"

// The problem that a method solves. Fields are packed, 2 x 2 cells a texel (shaders/common/packed.glsl), in m/s.
typedef struct gfPressureProblem {
    GLuint rhs;     // divergence times cell size
    GLuint weights; // the lattice (shaders/multigrid/weights.glsl)
    int cellsX, cellsY;
    bool wrapX, wrapY;         // periodic axes: an even number of cells
    bool bounded;              // some side is open: pressure has a level of its own
    const gfSolidTiles *tiles; // for `prepare`: weights changed there; null: everywhere
    const gfEmptyBox *empty;   // for `prepare`; null: there are solids
    float sides[4]; // weights across the sides, left, right, bottom, top: 0, 2 for open ones, 1 where the axis wraps
    const struct gfOutflow *outflow; // null: rhs is there; else it is to be drawn from this, by a method that can
    bool startsAnew;                 // pressure as it is tells nothing of what it will be: something was pushed
    GLuint instances;                // of a group, which tells it of each fluid (solvers/grid/instances.c)
    bool moving;                     // some solid moves
    bool thinWalls; // solids may be long and thin, so that a coarse cell may have a side on each side of them
} gfPressureProblem;

struct gfPressureSolver;

// A pressure field and the method that finds it.
typedef struct gfPressure {
    const struct gfPressureSolver *solver;
    int cellsX, cellsY;
    bool wrapX, wrapY;
    // The owner's. `read` is the pressure, packed, times dt over cell size: m/s; `write` is free between solves.
    gfPair field;
    void *state; // the method's own; null if it needs none
} gfPressure;

typedef struct gfPressureSolver {
    const char *name;
    bool takesOutflow; // it draws the right-hand side itself, where it runs at least one cycle
    // Only the problem's size and wrapping count. Null: there is nothing to make besides the field.
    bool (*create)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*destroy)(gfDevice *device, gfPressure *pressure);
    // Makes the framebuffers that an outflow is drawn to, with each of `count` textures; null: there are none. False
    // and reported.
    bool (*warm)(gfDevice *device, const gfPressure *pressure, const gfTexture *const rhs[], int count);
    // Follows weights after they changed; null: nothing depends on them.
    void (*prepare)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem);
    void (*solve)(gfDevice *device, gfPressure *pressure, const gfPressureProblem *problem, const gfGridParams *params);
    // caresForThin returns whether the textures for thin walls are made; careForThin makes them ahead of use: false and
    // reported. Null: the method needs none.
    bool (*caresForThin)(const gfPressure *pressure);
    bool (*careForThin)(gfDevice *device, gfPressure *pressure);
} gfPressureSolver;

// The method's row of the table in pressure.c; null if there is none.
const gfPressureSolver *gfPressure_Find(gfPressureMethod method);
// Makes it for the problem's size and axes; its textures, and the field, may come later. False and reported: nothing is
// left.
bool gfPressure_Create(gfDevice *device, gfPressure *pressure, gfPressureMethod method,
                       const gfPressureProblem *problem);
// Returns whether it is made for this method and this problem's size and axes.
bool gfPressure_Fits(const gfPressure *pressure, gfPressureMethod method, const gfPressureProblem *problem);
bool gfPressure_CaresForThin(const gfPressure *pressure);
bool gfPressure_CareForThin(gfDevice *device, gfPressure *pressure);
void gfPressure_Destroy(gfDevice *device, gfPressure *pressure);

#endif
