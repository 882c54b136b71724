/// Drawing a fluid into the framebuffer that the host has bound.
#ifndef GPUFLUID_DRAW_H
#define GPUFLUID_DRAW_H

#include "gpufluid/fluid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is shown.
typedef enum gfDrawStyle {
    GF_DRAW_DYE,         ///< the dye's own colours, or its amount through a palette
    GF_DRAW_VELOCITY,    ///< direction as hue, speed as brightness
    GF_DRAW_PRESSURE,    ///< through the palette, zero in its middle
    GF_DRAW_TEMPERATURE, ///< above ambient, through the palette
    GF_DRAW_VORTICITY,   ///< through the palette, zero in its middle
    GF_DRAW_SOLIDS,      ///< only the solids
    GF_DRAW_MASS,        ///< of GF_SOLVER_GAUSSIAN, through the palette
    GF_DRAW_STYLE_COUNT
} gfDrawStyle;

/// How colour and coverage reach the framebuffer.
typedef enum gfAlphaMode {
    GF_ALPHA_OPAQUE,       ///< over `background`, alpha 1, no blending
    GF_ALPHA_STRAIGHT,     ///< colour not multiplied by alpha; blended (source alpha, 1 - source alpha)
    GF_ALPHA_PREMULTIPLIED ///< colour multiplied by alpha; blended (1, 1 - source alpha)
} gfAlphaMode;

/// Most stops of a palette.
#define GF_PALETTE_MAX 8

/// Colours (linear light, straight alpha) at equal distances from value 0 to value 1, linear between.
typedef struct gfPalette {
    int32_t count; ///< 0 (none: the style's own) or 2 to GF_PALETTE_MAX
    float colors[GF_PALETTE_MAX][4];
} gfPalette;

/// From world (m) to clip space: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5].
typedef struct gfTransform2D {
    float m[6];
} gfTransform2D;

/// How to draw. Make it with gfDefaultDrawDef().
typedef struct gfDrawDef {
    /// Default GF_DRAW_DYE.
    gfDrawStyle style;
    /// World to clip space within the host's viewport. Used if `useView`.
    gfTransform2D view;
    /// False (the default): the domain fills the viewport.
    bool useView;
    /// Default GF_ALPHA_PREMULTIPLIED.
    gfAlphaMode alpha;
    /// Blend as `alpha` says; false writes colour and alpha as they are (into a texture of the host's, say).
    /// Default true.
    bool blend;
    /// Behind everything in GF_ALPHA_OPAQUE, linear light. Default black.
    float background[4];
    /// Value that the palette (or full brightness) stands for, in the style's unit, > 0. Default 1.
    float range;
    /// Factor on all coverage, 0 to 1. Default 1.
    float opacity;
    /// Colours for amounts; count 0 (the default) means the style's own.
    gfPalette palette;
    /// Also draw the solids, in solidColor. Default true.
    bool solids;
    /// Colour of solids, linear light, straight alpha. Default (0.10, 0.11, 0.13, 1).
    float solidColor[4];
    /// Encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true. Set false when
    /// GL_FRAMEBUFFER_SRGB does it, or for a linear float target. Blending happens on encoded values then.
    bool encodeSrgb;
    /// Set by gfDefaultDrawDef().
    int32_t cookie;
} gfDrawDef;

/// A definition with every default.
GF_API gfDrawDef gfDefaultDrawDef(void);

/// The view that shows the whole domain, centred and undistorted, in a viewport of this width over height (> 0).
GF_API gfTransform2D gfFluid_GetFitView(const gfFluid *fluid, float aspect);

/// Draws into the framebuffer bound for drawing, in the host's viewport and scissor, attachment 0. Depth and stencil
/// are neither tested nor written. The context must be current.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (GF_DRAW_MASS of GF_SOLVER_GRID, GF_DRAW_TEMPERATURE of
/// GF_SOLVER_GAUSSIAN), HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
GF_API bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def);

#ifdef __cplusplus
}
#endif
#endif
