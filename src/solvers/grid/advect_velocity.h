// Velocity advection: carries the velocity along itself, and adds what accelerates the fluid.
#ifndef GF_ADVECT_VELOCITY_H
#define GF_ADVECT_VELOCITY_H

#include "solvers/grid/grid_stage.h"

typedef struct gfVelocityAdvection {
    // The velocity before its last advection. Its `read` and the `write` of gfGrid.velocity change places.
    gfPair previous;
    bool previousKnown; // else the velocity was written, or nothing has moved yet: the pressure is not its own either
    // The velocity that a step carries: with GF_SCHEME_PROJECT without half of the pressure's pull of the last step,
    // with GF_SCHEME_REFLECT reflected.
    gfPair carried;
    bool carriedKnown;       // else gfGrid_FindCarried finds it
    gfVec2 lastAcceleration; // that acted on all fluid in the last step, m/s^2
} gfVelocityAdvection;

// The extrapolation factor of a step of `dt`: so many times the change since the previous velocity is added, so that
// fluid follows the velocity at half of the step. It is 0 where that change is not known.
float gfGrid_GetExtrapolation(const gfBody *body, const gfGrid *grid, float dt);
// The sampler that reads the fields which are carried.
gfSampler gfGrid_GetCarriedSampler(const gfBody *body);

typedef struct gfVelocityCarrying {
    bool second; // gfVelocityAdvection.carried is carried, else the velocity itself
    float dt;
    float extrapolation;    // as gfGrid_GetExtrapolation has it
    float departedBuoyancy; // 1: buoyancy follows from where the fluid comes from, 0: from where it arrives
} gfVelocityCarrying;
void gfGrid_AdvectVelocity(const gfBody *body, gfGrid *grid, const gfVelocityCarrying *carrying);
// Brings gfVelocityAdvection.carried up to date, for GF_SCHEME_PROJECT. False and counted: a pass was not drawn.
bool gfGrid_FindCarried(const gfBody *body, gfGrid *grid);

#endif
