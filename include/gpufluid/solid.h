/// Solids are obstacles that the fluid flows around: shapes, mask images and host textures. Shapes with a drag slow the
/// fluid instead, such as a figure that wades. Begin with gfDefaultSolidDef() and gfFluid_AddSolid. The domain's own
/// sides are set by gfBoundaries (fluid.h); bodies that the fluid moves are in rigid_body.h.
#ifndef GPUFLUID_SOLID_H
#define GPUFLUID_SOLID_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Most solids of one fluid. The cost at a place grows only with the solids near it, and a change updates only its
/// surroundings.
#define GF_SOLID_MAX 4096

/// Handle of a solid; all zero is none, see GF_IS_NULL.
GF_HANDLE(gfSolidId);

/// Ways in which a solid's surface meets the fluid.
typedef enum gfWall {
    GF_WALL_FREE_SLIP, ///< the fluid slips along the surface
    GF_WALL_NO_SLIP    ///< the fluid sticks to the surface, through viscosity only (GF_SOLVER_GAUSSIAN: liquid that
                       ///< would reach it within the step)
} gfWall;

/// One solid. Make it with gfDefaultSolidDef(). Velocity, angularVelocity and temperature are within +-GF_VALUE_MAX. A
/// solid is not repeated across a periodic seam: add a copy one period away.
typedef struct gfSolidDef {
    /// Place and size; required. A cell is solid if its centre is inside. Each face of a cell is open by the fraction
    /// of it that is outside, to a fifteenth. Circles, capsules and rectangles thinner than a cell hold the fluid as if
    /// a cell thick.
    gfShape shape;
    /// Velocity at gfShape_GetCentre(&shape), m/s, by which it pushes the fluid. It does not move the solid: the host
    /// moves the shape (gfMoveShape, gfFluid_SetSolid), and a shape moved with velocity 0 pushes nothing. Default 0.
    gfVec2 velocity;
    /// Rotation about the shape's centre, counter-clockwise, radians per second, by which it pushes the fluid. Default
    /// 0.
    float angularVelocity;
    /// Whether the library ignores `velocity` and `angularVelocity`, and derives them from the motion of the shape by
    /// gfFluid_SetSolid since the last step, over the time that gfFluid_Step was given. Use it for solids that a
    /// mouse, an animation or a physics engine moves. Default false. A solid that was not moved since the last step
    /// stands still. It turns the shorter way (a circle doesn't turn), and changes of size move no fluid. A shape of
    /// another kind starts at rest, as does a solid before its first step. To put the solid elsewhere without a
    /// push, set it there once with false.
    bool velocityFromMotion;
    /// Way in which the surface meets the fluid. Default GF_WALL_FREE_SLIP.
    gfWall surface;
    /// Whether the solid conducts heat: diffusion (gfGridParams.temperatureDiffusivity) then holds the fluid next to it
    /// at `temperature`. Otherwise it is insulated. Default false.
    bool fixedTemperature;
    /// Temperature above (or below) grid.ambientTemperature, K. Default 0.
    float temperature;
    /// GF_SOLVER_GAUSSIAN: angle at which the surface of resting liquid meets this solid, measured in the liquid,
    /// degrees, GF_CONTACT_ANGLE_MIN to GF_CONTACT_ANGLE_MAX: below 90 the liquid wets it. Default 90.
    float contactAngle;
    /// A host GL texture (2D, complete) laid over a GF_SHAPE_RECTANGLE, or 0: solid where red times alpha is over 0.5.
    /// Default 0. After drawing to it call gfFluid_SetSolid, so that all of it is read again. It must live as long as
    /// the solid: it is read again after gfFluid_Resize, and after a change of a solid near it, of the sides or of the
    /// grid's tunables. Formats of integers make the step fail.
    uint32_t texture;
    /// Exchanges solid and fluid within the rectangle of `texture` or of a mask. Default false.
    bool invert;
    /// Rate at which fluid inside the shape takes over the solid's velocity, 1/s, 0 (nothing passes, the default) to
    /// 1e3. Above 0 fluid passes through the solid, slowed, while rigid bodies still collide with it: a figure that
    /// wades. It acts as gfZone.drag does, and fades over a cell at its outline. Drawings and GF_FIELD_SOLID lack it,
    /// its gfSolidAnswer is 0, and `surface`, `fixedTemperature`, `temperature` and `contactAngle` do nothing. Masks
    /// and solids with a `texture` must have 0.
    float drag;
    /// Set by gfDefaultSolidDef().
    int32_t cookie;
} gfSolidDef;

/// Returns a definition with every default; the caller sets the shape. Reports nothing and needs no context.
GF_API gfSolidDef gfDefaultSolidDef(void);

/// Adds a solid; it takes effect in the next step. Without `drag`, dye and heat inside it are removed (see
/// gfGridParams.keepTotals). Liquid of GF_SOLVER_GAUSSIAN is pushed out by at most 12 cells; liquid that remains
/// inside is removed, and massCorrection gives it back elsewhere. A moving solid loses no liquid up to some 3 cells a
/// step. Needs no context. None on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, TOO_MANY, OUT_OF_MEMORY.
GF_API gfSolidId gfFluid_AddSolid(gfFluid *fluid, const gfSolidDef *def);

/// Adds a solid from an image stretched over `rectangle` (a GF_SHAPE_RECTANGLE). The pixels are copied. The context
/// must be current. None on failure: as gfFluid_AddSolid, and HOST_STATE.
GF_API gfSolidId gfFluid_AddSolidMask(gfFluid *fluid, const gfMask *mask, const gfShape *rectangle);

/// Replaces a rectangle of a mask's pixels, such as tiles of a level that came or went. `x` and `y` are the place of
/// `part`'s left and top pixel in the image, pixels. The pixels are copied. Only the cells near it are updated, so it
/// may be called every frame. The context must be current. False: NULL_ARGUMENT, BAD_HANDLE, OUT_OF_RANGE (`part` would
/// lie partly beyond the image, or the solid is no mask), HOST_STATE; OUT_OF_MEMORY, nothing changed.
GF_API bool gfFluid_SetMaskPart(gfFluid *fluid, gfSolidId id, int32_t x, int32_t y, const gfMask *part);

/// Moves or changes a solid; a mask keeps its image and takes over `shape` and `invert`. Only cells near the old and
/// new place are updated, and a definition equal to the last one, without a texture, changes nothing. Needs no context.
/// False, nothing changed: as gfFluid_AddSolid, and BAD_HANDLE.
GF_API bool gfFluid_SetSolid(gfFluid *fluid, gfSolidId id, const gfSolidDef *def);

/// Removes a solid. Its cells become fluid, which takes dye and heat from fluid within two cells; deeper cells have no
/// dye and ambient temperature. In GF_SOLVER_GAUSSIAN they become empty. The context must be current if the solid is a
/// mask. False: NULL_ARGUMENT, BAD_HANDLE.
GF_API bool gfFluid_RemoveSolid(gfFluid *fluid, gfSolidId id);

#ifdef __cplusplus
}
#endif
#endif
