/// A domain that moves through the world: by whole cells, after a camera or a figure; or carried and turned by a
/// vehicle, so that the fluid in it feels its inertia.
#ifndef GPUFLUID_MOVING_H
#define GPUFLUID_MOVING_H

#include "gpufluid/draw.h"
#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A number of cells along each axis.
typedef struct gfCells {
    int32_t x; ///< to the right
    int32_t y; ///< up
} gfCells;

/// Moves the domain by whole cells, to the right and up, in one go: gfFluidDef.origin changes, and what is inside keeps
/// its place in the world and every value, to the last bit. So do solids, emitters, zones, tracers and questions under
/// way: they are in the world, and what follows from solids is as in a fluid made at the new place. What leaves is
/// lost. Nothing is made or read back, and the call does not wait; the first of a fluid may compile shaders.
///
/// What comes in is at rest, at ambient temperature and without dye. Where it comes through a side that is open or an
/// inflow it has that side's dye and temperature, and the velocity goes on as it was at that side. A periodic axis
/// turns round: nothing leaves, and nothing comes in.
/// GF_SOLVER_GAUSSIAN: nothing comes in. Until the next step its velocity as it is read is that of the particles where
/// nobody had asked for it before.
/// GF_SOLVER_PARTICLES: none come in; those that leave are drained, as by gfFluid_Resize. Places are stored from the
/// domain's corner, so that they are kept to rounding (1e-7 of the domain), and the rest to the last bit.
/// GF_SOLVER_SHALLOW: ground, depth and so the level go on as they were at the side; to bring in ground of one's own,
/// shape or write it for the strip in the next call (gfFluid_ShapeGround), then gfFluid_FillToLevel for its water.
///
/// `cellsX`, `cellsY`: within +-2^24, each a multiple of what gfFluid_GetScrollMultiple tells. The context must be
/// current. False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (also an origin beyond +-1e9 m), HOST_STATE, SHADER.
GF_API bool gfFluid_Scroll(gfFluid *fluid, int32_t cellsX, int32_t cellsY);

/// Of how many cells gfFluid_Scroll takes multiples: 1, but of GF_SOLVER_GRID with a dyeScale that is no whole number
/// as many as hold a whole number of dye cells: 2 for 0.5 or 1.5, 4 for 0.25 (of grids that such a number divides). 1
/// and 1 for a null fluid. Reports nothing and needs no context.
GF_API gfCells gfFluid_GetScrollMultiple(const gfFluid *fluid);

/// Keeps a point, such as a camera's, within `margin` (m, 0 to 1e9) of the domain's middle along each axis: where it is
/// farther the domain scrolls by as few cells as bring it back, at once, so that a call costs one gfFluid_Scroll at
/// most. `scrolled`: by how many cells, or null. The context must be current. False, nothing changed: as
/// gfFluid_Scroll, and OUT_OF_RANGE for a `centre` beyond +-1e9 m.
GF_API bool gfFluid_Follow(gfFluid *fluid, gfVec2 centre, float margin, gfCells *scrolled);

/// How the frame moves that a domain is carried in: a vehicle, a bottle, a torch. All places that a fluid is given (its
/// origin, solids, emitters, tracers, questions) and all velocities that it tells are then the frame's own, as seen by
/// somebody who sits in it; the fluid itself feels forces of inertia: -a, and where the frame turns the centrifugal,
/// Euler and Coriolis forces. Make it with gfDefaultFrameDef().
typedef struct gfFrameDef {
    /// Velocity of `pivot`, in the world's axes, m/s, within +-GF_VALUE_MAX. What it changes by from call to call
    /// pushes the fluid in the next step: a host that hands in its vehicle's velocity each frame need not know
    /// accelerations. Default (0, 0), which is what it was before the first call.
    gfVec2 velocity;
    /// Acceleration beside those changes, in the world's axes, m/s^2, within +-GF_VALUE_MAX, for as long as it stands:
    /// give either this or velocities. Default (0, 0).
    gfVec2 acceleration;
    /// How far the frame's axes are turned against the world's, radians, within +-1e6: gravity is turned back by it.
    /// Default 0.
    float angle;
    /// Radians/s, within +-1e3; what it changes by is felt as with `velocity`. Default 0.
    float angularVelocity;
    /// Radians/s^2 beside that, within +-1e5, as `acceleration`. Default 0.
    float angularAcceleration;
    /// What the frame turns about, in the domain's own coordinates, m, within +-1e9. Default (0, 0).
    gfVec2 pivot;
    /// Share of the frame's motion that the fluid feels, 0 (it goes along as if nothing moved) to 10; 1 (the default)
    /// is as in nature. Gravity is turned by all of `angle` whatever this is.
    float inertia;
    /// Of this call: the fluid takes over the new velocities without feeling the change, as after a teleport or when a
    /// vehicle comes in that was under way. Default false.
    bool goesAlong;
    /// Set by gfDefaultFrameDef().
    int32_t cookie;
} gfFrameDef;

/// A frame at rest, of inertia 1. Reports nothing and needs no context.
GF_API gfFrameDef gfDefaultFrameDef(void);

/// Sets how the domain's frame moves from now on; each frame of the game, before gfFluid_Step, is meant. Cheap but for
/// the first call, and the first that turns, which may compile shaders. GF_SOLVER_GRID: through open sides the air
/// outside is at rest in the world, so that it blows in as apparent wind, and smoke trails behind a torch that is
/// carried along; a box with closed sides takes its air along, and only warm, heavy and turning fluid lags behind.
/// GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES: liquid sloshes, piles up and floats. gfGaussianParams.stiffness limits what
/// it bears, as with gravity. GF_SOLVER_SHALLOW: seen from above, `angle` means nothing. Boxes of gfFluid3D move by
/// gfFluid3D_SetContainer, with an inertia of 1. The context must be current. False, nothing changed: NULL_ARGUMENT,
/// COOKIE, OUT_OF_RANGE, UNSUPPORTED (a frame that turns, of a fluid of a group), OUT_OF_MEMORY, FRAMEBUFFER, SHADER,
/// HOST_STATE.
GF_API bool gfFluid_SetFrame(gfFluid *fluid, const gfFrameDef *frame);

/// The frame as it was last set; at rest where it never was. All zero for a null fluid. Reports nothing and needs no
/// context.
GF_API gfFrameDef gfFluid_GetFrame(const gfFluid *fluid);

/// The view for drawing a domain whose frame's pivot is at `position` of the world: `view` is from the world to clip
/// space. Reports nothing and needs no context; `view` itself for a null frame.
GF_API gfTransform2D gfFrame_GetView(const gfFrameDef *frame, gfVec2 position, gfTransform2D view);

#ifdef __cplusplus
}
#endif
#endif
