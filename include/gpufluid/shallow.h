/// Water over ground: calls for fluids of GF_SOLVER_SHALLOW only. Shape the ground with gfFluid_ShapeGround, then fill
/// it with gfFluid_FillToLevel (fluid.h).
#ifndef GPUFLUID_SHALLOW_H
#define GPUFLUID_SHALLOW_H

#include "gpufluid/fluid.h"
#include "gpufluid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ways in which a gfGroundDef changes the ground.
typedef enum gfGroundMode {
    GF_GROUND_SET,   ///< moves the ground to `height`
    GF_GROUND_ADD,   ///< raises the ground by `height`; a negative one lowers it
    GF_GROUND_RAISE, ///< fills the ground up to `height` where it is lower: a dam, a jetty
    GF_GROUND_DIG    ///< cuts the ground down to `height` where it is higher: a canal, a gate that opens
} gfGroundMode;

/// A change of the ground. Make it with gfDefaultGroundDef().
typedef struct gfGroundDef {
    /// Place and size; required unless `everywhere`. Parts outside the domain do nothing.
    gfShape shape;
    /// Whether it acts on the whole domain, in place of `shape`. Default false.
    bool everywhere;
    /// Width over which the change fades, centred on the outline, m, 0 to 1e9; 0 (the default): a sharp edge, at which
    /// a cell counts by its centre.
    float softness;
    /// Way in which the ground changes. Default GF_GROUND_SET.
    gfGroundMode mode;
    /// Height, m, within +-GF_VALUE_MAX, at the shape's centre (with `everywhere` at the domain's). Default 0.
    float height;
    /// Slope of `height` along x and y, m per m, within +-1e3 each. Default (0, 0).
    gfVec2 slope;
    /// A host GL texture (2D, in this context) laid over a GF_SHAPE_RECTANGLE or, with `everywhere`, the domain, or 0.
    /// Default 0. Its red times `textureScale` is added to the height, linear between texels. It is read at once.
    /// Formats of integers (R16UI) are refused: R16 or R32F is expected.
    uint32_t texture;
    /// Height that a red of 1 adds, m, within +-GF_VALUE_MAX. Default 1.
    float textureScale;
    /// Set by gfDefaultGroundDef().
    int32_t cookie;
} gfGroundDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfGroundDef gfDefaultGroundDef(void);

/// Changes the ground at once. The water keeps its depth, so its surface rises and sinks with the ground, and no water
/// is made or lost. To set ground from an array use gfFluid_WriteField(GF_FIELD_GROUND). The context must be current.
/// False, nothing changed: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (not GF_SOLVER_SHALLOW), HOST_STATE,
/// SHADER, FRAMEBUFFER.
GF_API bool gfFluid_ShapeGround(gfFluid *fluid, const gfGroundDef *def);

/// Changes the tunables of GF_SOLVER_SHALLOW. The context must be current (shaders may be compiled and textures made).
/// False, nothing changed: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED (not GF_SOLVER_SHALLOW), OUT_OF_MEMORY,
/// FRAMEBUFFER, SHADER, HOST_STATE.
GF_API bool gfFluid_SetShallowParams(gfFluid *fluid, const gfShallowParams *params);

#ifdef __cplusplus
}
#endif
#endif
