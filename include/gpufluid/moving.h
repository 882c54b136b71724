/// A domain that moves through the world. gfFluid_Follow and gfFluid_Scroll move it by whole cells, after a camera or a
/// figure. gfFluid_SetFrame carries and turns it with a vehicle, so that the fluid feels the inertia.
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

/// Moves the domain by whole cells, to the right and up, in one go. gfFluidDef.origin changes, and fluid that stays
/// inside keeps its place in the world and its values, to the last bit. Solids, emitters, zones, tracers and questions
/// in progress are in the world and stay there, too. Fluid that leaves the domain is lost; if it can be liquid, the
/// first scroll warns (gfDeviceDef.validation). The call makes no objects, reads nothing back and does not wait; the
/// first one of a fluid may compile shaders.
///
/// New cells are at rest, at ambient temperature and without dye. Behind an open side or inflow they have that side's
/// dye and temperature, and its velocity continues. A periodic axis wraps around: nothing leaves or enters.
/// GF_SOLVER_GAUSSIAN: nothing comes in. Velocity may read as that of the particles until the next step.
/// GF_SOLVER_PARTICLES: no particles come in; particles that leave are drained, as by gfFluid_Resize. Positions are
/// stored from the domain's corner, so they are kept to rounding (1e-7 of the domain), and the rest to the last bit.
/// GF_SOLVER_SHALLOW: ground and depth, and so the level, continue from the side. For ground of your own, shape or
/// write the new strip in the next call (gfFluid_ShapeGround), then fill it with water by gfFluid_FillToLevel.
///
/// `cellsX` and `cellsY` are within +-2^24, each a multiple of gfFluid_GetScrollMultiple. The context must be current.
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE (also an origin beyond +-1e9 m), HOST_STATE, SHADER.
GF_API bool gfFluid_Scroll(gfFluid *fluid, int32_t cellsX, int32_t cellsY);

/// Returns the number of cells that gfFluid_Scroll takes multiples of. It is 1, except in GF_SOLVER_GRID with a
/// dyeScale that is no whole number: then it is as many cells as hold a whole number of dye cells, 2 for 0.5 or 1.5, 4
/// for 0.25 (in grids that this divides). 1 and 1 for a null fluid. Reports nothing and needs no context.
GF_API gfCells gfFluid_GetScrollMultiple(const gfFluid *fluid);

/// Keeps a point, such as a camera's, within `margin` (m, 0 to 1e9) of the domain's middle along each axis. If it is
/// farther, the domain scrolls at once by as few cells as bring it back, at the cost of one gfFluid_Scroll. `scrolled`
/// receives the number of cells; it may be null. The context must be current. False, nothing changed: as
/// gfFluid_Scroll, and OUT_OF_RANGE for a `centre` beyond +-1e9 m.
GF_API bool gfFluid_Follow(gfFluid *fluid, gfVec2 centre, float margin, gfCells *scrolled);

/// Motion of the frame that a domain is carried in: a vehicle, a bottle, a torch. All positions given to the fluid
/// (origin, solids, emitters, tracers, questions) and all velocities it reports are then relative to the frame, as for
/// somebody who sits in it. The fluid feels the forces of inertia: -a and, if the frame turns, the centrifugal, Euler
/// and Coriolis forces. Make it with gfDefaultFrameDef().
typedef struct gfFrameDef {
    /// Velocity of `pivot` in the world, in the world's axes, m/s, within +-GF_VALUE_MAX. Default (0, 0), which is also
    /// the velocity before the first call. A change from call to call pushes the fluid in the next step, so hand in the
    /// vehicle's velocity each frame; accelerations are then not needed.
    gfVec2 velocity;
    /// Acceleration of `pivot` that `velocity` does not show, in the world's axes, m/s^2, within +-GF_VALUE_MAX, as
    /// long as it is set. Default (0, 0). Give either accelerations or changing velocities.
    gfVec2 acceleration;
    /// Angle of the frame's axes in the world, radians, counter-clockwise, within +-1e6. Default 0. Gravity keeps its
    /// direction in the world.
    float angle;
    /// Angular velocity of the frame, radians per second, within +-1e3. Default 0. The fluid feels changes from call to
    /// call, as with `velocity`.
    float angularVelocity;
    /// Angular acceleration that `angularVelocity` does not show, radians/s^2, within +-1e5. Default 0.
    float angularAcceleration;
    /// Point that the frame turns about, in the domain's own coordinates, m, within +-1e9. Default (0, 0).
    gfVec2 pivot;
    /// Fraction of the frame's motion that the fluid feels, 0 (it goes along as if nothing moved) to 10; 1 (the
    /// default) is as in nature. Gravity always turns by all of `angle`.
    float inertia;
    /// Whether, in this call only, the fluid takes on the new velocities without feeling the change: after a teleport,
    /// or when a vehicle appears that is already moving. Default false.
    bool goesAlong;
    /// Set by gfDefaultFrameDef().
    int32_t cookie;
} gfFrameDef;

/// Returns a frame at rest, of inertia 1. Reports nothing and needs no context.
GF_API gfFrameDef gfDefaultFrameDef(void);

/// Sets how the domain's frame moves from now on. Call it each frame of the game, before gfFluid_Step. It is cheap,
/// except that the first call, and the first that turns, may compile shaders. The context must be current.
/// GF_SOLVER_GRID: air outside open sides is at rest in the world, so it blows in as apparent wind, and smoke trails
/// behind a torch that is carried along. A closed box takes its air along; only warm, heavy and turning fluid lags
/// behind. GF_SOLVER_GAUSSIAN, GF_SOLVER_PARTICLES, GF_SOLVER_WATER: liquid sloshes, piles up and floats;
/// gfGaussianParams.stiffness limits the acceleration, as with gravity. GF_SOLVER_SHALLOW is seen from above, where
/// `angle` has no effect. A gfFluid3D moves by gfFluid3D_SetContainer instead, with an inertia of 1. False, nothing
/// changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (a frame that turns, of a fluid of a group),
/// OUT_OF_MEMORY, FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetFrame(gfFluid *fluid, const gfFrameDef *frame);

/// Returns the frame in force, at rest if none was set. All zero for a null fluid. Reports nothing and needs no
/// context.
GF_API gfFrameDef gfFluid_GetFrame(const gfFluid *fluid);

/// Returns the view for drawing a domain in its frame, whose pivot is at `position` in the world; `view` is from the
/// world to clip space. Returns `view` itself for a null frame. Reports nothing and needs no context.
GF_API gfTransform2D gfFrame_GetView(const gfFrameDef *frame, gfVec2 position, gfTransform2D view);

#ifdef __cplusplus
}
#endif
#endif
