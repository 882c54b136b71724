/// Solids: shapes, mask images and host textures that the fluid flows round. The domain's sides: gfBoundaries.
#ifndef GPUFLUID_SOLID_H
#define GPUFLUID_SOLID_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most solids of one fluid. What they cost grows with those near a place, not with all: what follows from solids is
/// drawn anew only near those that changed.
#define GF_SOLID_MAX 4096

/// Handle of a solid; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfSolidId);

/// How a solid's surface meets the fluid.
typedef enum gfSurface {
    GF_SURFACE_FREE_SLIP, ///< the fluid slips along it
    GF_SURFACE_NO_SLIP    ///< the fluid sticks to it; felt through viscosity (GF_SOLVER_GAUSSIAN: within a step of it)
} gfSurface;

/// One solid. Make it with gfDefaultSolidDef(). Velocity, angularVelocity and temperature are within +-GF_VALUE_MAX.
/// Across a periodic seam a solid is not repeated: add a copy one period away.
typedef struct gfSolidDef {
    /// Where; required. A cell is solid when its centre is inside, and each face of a cell is open as far as it is
    /// outside, to a fifteenth. Circles, capsules and rectangles thinner than a cell hold the fluid like one of a cell.
    gfShape shape;
    /// Velocity, m/s, at gfShape_GetCentre(&shape): it pushes the fluid. The host moves the shape (gfMoveShape); one
    /// that moves with velocity 0 pushes nothing. Default 0.
    gfVec2 velocity;
    /// Turns counter-clockwise about that centre, radians per second. Default 0.
    float angularVelocity;
    /// Whether velocity and turn are found from how gfFluid_SetSolid moved and turned the shape since the last substep,
    /// over the time that gfFluid_Step was given since, in place of the two above: of what a mouse, an animation or a
    /// physics engine moves. It stands again in the first substep after which it was not moved. It turns the shorter
    /// way (a circle doesn't), changes of size move no fluid, and a shape of another kind starts at rest, as one does
    /// that was added or set before its first substep. To put it elsewhere without a push, set it there once with
    /// false. Default false.
    bool velocityFromMotion;
    /// How the surface meets the fluid. Default GF_SURFACE_FREE_SLIP.
    gfSurface surface;
    /// Whether diffusion holds the fluid at the surface at `temperature`; otherwise the solid is insulated. Default
    /// false.
    bool fixedTemperature;
    /// K above (or below) grid.ambientTemperature. Default 0.
    float temperature;
    /// GF_SOLVER_GAUSSIAN: angle at which the surface of resting liquid meets this solid, measured in the liquid,
    /// degrees, GF_CONTACT_ANGLE_MIN to GF_CONTACT_ANGLE_MAX: below 90 the liquid wets it. Default 90.
    float contactAngle;
    /// A host GL texture (2D, complete) laid over a GF_SHAPE_RECTANGLE, or 0: solid where red times alpha is over 0.5.
    /// Default 0. It must live as long as the solid, for it is read again in gfFluid_Resize, and in the first substep
    /// or reading of a field after any solid changes (at least what lies near that) or after gfFluid_SetBoundaries or
    /// gfFluid_SetGridParams. After drawing to it, call gfFluid_SetSolid: all of it is read again.
    uint32_t texture;
    /// Solid where it would be fluid and the reverse, within the rectangle of `texture`. Default false.
    bool invert;
    /// Set by gfDefaultSolidDef().
    int32_t cookie;
} gfSolidDef;

/// A definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfSolidDef gfDefaultSolidDef(void);

/// Adds a solid; it takes effect in the next substep. Dye and heat inside it are removed (see
/// gfGridParams.conserveDye); liquid of GF_SOLVER_GAUSSIAN is pushed out of it, by at most 12 cells, and removed where
/// that is not enough (massCorrection gives it back elsewhere). A solid that moves loses none up to some 3 cells a
/// step. Needs no context. None on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY.
GF_API gfSolidId gfFluid_AddSolid(gfFluid *fluid, const gfSolidDef *def);

/// Adds a solid from an image stretched over `rectangle` (a GF_SHAPE_RECTANGLE). The pixels are copied. The context
/// must be current. None on failure: as gfFluid_AddSolid, and HOST_STATE.
GF_API gfSolidId gfFluid_AddSolidMask(gfFluid *fluid, const gfMask *mask, const gfShape *rectangle);

/// Replaces a rectangle of a mask's pixels, such as tiles of a level that came or went: `x` and `y` are where the left
/// and the top pixel of `part` go, pixels from those of the image. Only what lies near it is drawn anew, so that it may
/// be called every frame. The pixels are copied. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE,
/// OUT_OF_RANGE (part of it would lie beyond the image, or the solid is no mask), HOST_STATE, and OUT_OF_MEMORY, with
/// which nothing changed.
GF_API bool gfFluid_SetMaskPart(gfFluid *fluid, gfSolidId id, int32_t x, int32_t y, const gfMask *part);

/// Moves or changes a solid; a mask keeps its image and takes shape and invert. What is drawn anew is near where it was
/// and is; a definition that says the same as before, without a texture, changes nothing. Needs no context.
/// False, nothing changed: as gfFluid_AddSolid, and BAD_HANDLE.
GF_API bool gfFluid_SetSolid(gfFluid *fluid, gfSolidId id, const gfSolidDef *def);

/// Removes a solid; its cells become fluid (of GF_SOLVER_GAUSSIAN: empty), into which dye and heat come from the fluid
/// within two cells: farther in there is no dye and ambient temperature. The context must be current if the solid is a
/// mask. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveSolid(gfFluid *fluid, gfSolidId id);

#ifdef __cplusplus
}
#endif
#endif
