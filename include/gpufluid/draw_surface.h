/// Draws a gfFluid seen from above as a surface of water over ground, in perspective, and offers the surface as
/// textures for the host's own renderer. Fill in gfDefaultSurfaceDef() and call gfFluid_DrawSurface.
#ifndef GPUFLUID_DRAW_SURFACE_H
#define GPUFLUID_DRAW_SURFACE_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Fields that can make the height of the surface. The world of these drawings is (x, y, height): the fluid's own
/// plane, and metres above it; its third axis points up.
typedef enum gfHeightOf {
    GF_HEIGHT_WATER,    ///< GF_SOLVER_SHALLOW: the water and its ground
    GF_HEIGHT_PRESSURE, ///< `level` + `scale` times the pressure (m^2/s^2), over flat ground at `floor`
    GF_HEIGHT_MASS,     ///< `level` + `scale` times the mass, dry where there is no mass, over flat ground at `floor`
    GF_HEIGHT_COUNT
} gfHeightOf;

/// Source of the surface.
typedef struct gfSurfaceSource {
    /// Field that makes the surface. Default GF_HEIGHT_WATER, which ignores `level`, `scale` and `floor`.
    gfHeightOf of;
    /// Height of the surface where the field is 0, m, within +-GF_VALUE_MAX. Default 0.
    float level;
    /// Height that one unit of the field adds, m, within +-1e6. Default 1.
    float scale;
    /// Height of the flat ground, m, within +-GF_VALUE_MAX. Default -0.25.
    float floor;
    /// Time after the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6; at most fixedStep
    /// takes effect, see gfDrawDef.ahead. Water rises where more flows in than out; all else moves on along the flow.
    float ahead;
} gfSurfaceSource;

/// The surface as textures for the host's shaders, one texel a cell, first row at the smallest y. The GL names are
/// valid until the next such call or drawing on this device. The textures must not be changed.
typedef struct gfSurfaceTextures {
    uint32_t surface; ///< RGBA32F: height of the surface, m (of the ground where it is dry); depth of water, m; foam, 0
                      ///< to 1; wetness of the ground, 0 to 1
    uint32_t motion;  ///< RGBA16F: x and y of the unit normal, whose z is positive; velocity along x and y, m/s
    uint32_t ground;  ///< R32F: height of the ground, m
    int32_t width;    ///< texels
    int32_t height;   ///< texels
    gfVec2 origin;    ///< world position of the lower left texel's lower left corner, m
    gfVec2 size;      ///< size of all texels in the world, m
} gfSurfaceTextures;

/// Look of the ground. Light, caustics and wetness act on its colour.
typedef struct gfGroundLook {
    /// Whether the library draws the ground. Default true. A host that draws its own hands it in by `background` and
    /// `depth`.
    bool shown;
    /// GL texture over the domain with the ground's colour, sRGB if `encodeSrgb`; 0 (the default): `palette`.
    uint32_t texture;
    /// Colours from `low` to `high`; count 0 (the default): pebbles, sand, grass and rock by height and slope.
    gfPalette palette;
    /// Height of the palette's first colour, m, within +-GF_VALUE_MAX. Default -0.3.
    float low;
    /// Height of the palette's last colour, m, within +-GF_VALUE_MAX, above `low`. Default 0.3. Without a palette the
    /// shore belongs near the middle between `low` and `high`: a little below the middle pebbles give way to sand, and
    /// a little above it sand gives way to grass.
    float high;
    /// Roughness of fine grain in the drawing, 0 to 1. Default 0.5.
    float grain;
    /// Length of this grain and of the larger pebbles, m, 1e-6 to 1e6. Default 0.02.
    float grainLength;
    /// Fraction by which wet ground is darker, 0 to 1. Default 0.45.
    float wetness;
    /// Height of the lower end of the block of ground, m, within +-1e9. The cut sides of the ground, and of the water
    /// on it, are drawn from this height up. Ground at or below this height has no sides. Default 1e9: no sides at all.
    float base;
} gfGroundLook;

/// Materials of the fluid.
typedef enum gfSurfaceKind {
    GF_SURFACE_CLEAR, ///< water: transparent
    GF_SURFACE_LAVA   ///< opaque, glows by its speed and depth, with a dark crust where it is slow
} gfSurfaceKind;

/// Settings of gfFluid_DrawSurface. Make it with gfDefaultSurfaceDef().
typedef struct gfSurfaceDef {
    /// Source of the surface.
    gfSurfaceSource source;
    /// Water or lava. Default GF_SURFACE_CLEAR.
    gfSurfaceKind kind;
    /// Map from the world (x, y, height; m) to the eye, which looks along -z: a rotation and a shift, column-major,
    /// within +-1e6 each. Default: from the south, 40 degrees down, at a domain of 1 m.
    float view[16];
    /// Map from the eye to clip space, as gfDraw3DDef.projection, within +-1e6 each. Default 40 degrees high, square,
    /// from 0.01 m to 100 m.
    float projection[16];
    /// Whether clip-space depth is in [0, 1] (glClipControl) instead of [-1, 1]. Default false.
    bool zeroToOne;
    /// GL texture with the host's scene (fish, stones, surroundings) over the whole viewport, sRGB if `encodeSrgb`, to
    /// be seen through the water. 0 (the default): a copy of what the framebuffer holds.
    uint32_t background;
    /// GL texture with the depth of that scene, as gfDraw3DDef.depth. 0 (the default): the scene is behind everything.
    uint32_t depth;
    /// GL texture with the host's mirrored scene, drawn with gfSurface_GetMirror's view over the whole viewport, sRGB
    /// if `encodeSrgb`, alpha 0 where it is empty. In empty places, and with 0 (the default) everywhere, the water
    /// mirrors the sky.
    uint32_t reflection;
    /// Look of the water: all but `smoothing`, `foamSpeed` and `foamDensity`, which do nothing.
    gfWaterLook water;
    /// Sky and ground that the water reflects. `light` is in this drawing's world, whose third axis points up. Default:
    /// their own, but light (0.3, 0.5, 0.75).
    gfSkyLook sky;
    /// Slope of fine waves that exist in the drawing only, 0 to 1. Default 0.03.
    float microRipples;
    /// Length of these waves, m, 1e-6 to 1e6. Default 0.05.
    float microLength;
    /// Time that drives the drawing's own animation, s, within +-1e9. Default 0. Advance it each frame.
    double time_s;
    /// Strength of the light that the surface gathers on the library's ground, 0 (none) to 4. Default 1, as in nature.
    /// Fine waves take part if they are two cells long or more.
    float caustics;
    /// Look of the ground.
    gfGroundLook ground;
    /// Colours of lava from its crust to its hottest; count 0 (the default): black, red, orange, yellow.
    gfPalette lava;
    /// Speed at which lava is hottest, m/s, 1e-9 to 1e9. Default 0.5.
    float lavaSpeed;
    /// Samples a pixel along each axis, 0 to 2. 1 costs about .4 of 2, with rougher edges and glitter. 0 (the default):
    /// 2 in viewports up to about 1920 x 1080, and 1 in larger ones.
    int32_t supersampling;
    /// Tone mapping of the fluid's light, not of the background. Default: its own, but map GF_TONE_FILMIC.
    gfToneLook tone;
    /// Whether to encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true.
    bool encodeSrgb;
    /// Set by gfDefaultSurfaceDef().
    int32_t cookie;
} gfSurfaceDef;

/// Returns a definition with every default. Reports nothing and needs no context.
GF_API gfSurfaceDef gfDefaultSurfaceDef(void);

/// Draws ground and surface into the framebuffer bound for drawing (attachment 0), within the host's viewport and
/// scissor. Where neither ground nor water is seen, the framebuffer keeps its content. It neither tests nor writes
/// depth and stencil: see gfSurfaceDef.depth. The context must be current.
///
/// Water bends what is behind it (Snell), dims it by the length of light's path in it (Beer and Lambert), and mirrors
/// more at flat angles (Fresnel, Schlick's form): the host's mirrored scene, else the banks, else the sky with its sun.
/// The brightness of caustics is the area through which light enters over the area on which it falls, for each colour
/// (after Wallace, WebGL Water, 2011). If a context can't blend half floats, the light on the ground is even, which is
/// reported once. From under water the sky is seen through a round window, surrounded by the mirrored ground.
///
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a camera that is not finite, that is flat, or whose view does more than
/// turn, mirror and shift), UNSUPPORTED (a field that the solver lacks), HOST_STATE, SHADER, OUT_OF_MEMORY,
/// FRAMEBUFFER, GL.
GF_API bool gfFluid_DrawSurface(gfFluid *fluid, const gfSurfaceDef *def);

/// Returns the surface as textures. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
GF_API bool gfFluid_GetSurfaceTextures(gfFluid *fluid, const gfSurfaceSource *source, gfSurfaceTextures *textures);

/// Computes the view with which the host draws gfSurfaceDef.reflection: `view` of a world that is mirrored at `height`
/// (m). It turns front faces into back faces. Reports nothing and needs no context; null arguments do nothing.
GF_API void gfSurface_GetMirror(const float view[16], float height, float mirrored[16]);

#ifdef __cplusplus
}
#endif
#endif
