// Projection: divergence, pressure, gradient, and the velocity extrapolated into solids.
#ifndef GF_PROJECTION_H
#define GF_PROJECTION_H

#include "solvers/grid/grid_stage.h"
#include "solvers/grid/pressure.h"

typedef struct gfProjection {
    gfPair rhs;        // the divergence before the projection, packed 2 x 2
    int rhsShift[2];   // cells that the domain has moved by since that was drawn: only the host reads it afterwards
    gfPyramid rhsMean; // its mean, for closed domains
    gfFailure balanceFailed;
    gfPressure pressure;
    bool shakes, shaken;    // in this step, in the last one something was pushed at once: a splat, written, a new solid
    bool unprepared;        // the pressure's coarse levels are not as solids are
    gfPair reflectPressure; // the second projection's, with GF_SCHEME_REFLECT: it finds next to none
} gfProjection;

// The carried velocity differs from the projected one by so many more times the gradient (shaders/grid/gradient.frag).
typedef struct gfSecondGradient {
    float times;
    float most; // m/s
} gfSecondGradient;

// Returns whether the last step's pressure is no start for this one: that of a push is of the step which it came in,
// unless pushes go on.
bool gfGrid_StartsAnew(const gfGrid *grid);
// Takes the divergence from the velocity. `second`: unless null, gfVelocityAdvection.carried is drawn, too.
void gfGrid_ProjectVelocity(const gfBody *body, gfGrid *grid, const gfSecondGradient *second);
// See gfSolver.host.project.
bool gfGrid_Project(const gfBody *body, void *state, int cycles);

// Draws the divergence of the velocity as it stands into the packed texture `to`. `balances`: where nothing may enter
// or leave the domain without its mean, so that a pressure exists; that takes `between`.
void gfGrid_DrawDivergence(const gfBody *body, gfGrid *grid, bool balances, const gfTexture *between,
                           const gfTexture *to);
// Draws the velocity less `scale` times the gradient of the pressure as it stands. `second`: as above.
void gfGrid_SubtractGradient(const gfBody *body, const gfGrid *grid, float scale, const char *label,
                             const gfTexture *to, const gfSecondGradient *second);
// Continues the velocity into solids, so that fluid slips along them. `second`: gfVelocityAdvection.carried, too.
void gfGrid_ExtrapolateVelocity(const gfBody *body, gfGrid *grid, bool second);

gfPressureProblem gfGrid_PressureProblem(const gfBody *body, const gfGrid *grid);
// Prepares the pressure after weights changed. A fluid in a group, whose pressure is found with that of the others, has
// it prepared once somebody asks for it alone.
void gfGrid_PreparePressure(const gfBody *body, gfGrid *grid, const gfSolidTiles *tiles, const gfEmptyBox *empty);

#endif
