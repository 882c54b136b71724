/// Drawing a fluid as the surface of water over ground, in perspective, and its surface as textures for the host's own
/// renderer.
#ifndef GPUFLUID_DRAW_SURFACE_H
#define GPUFLUID_DRAW_SURFACE_H

#include "gpufluid/draw.h"
#include "gpufluid/draw3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What stands for the height of the surface. The world of these drawings is (x, y, height): the fluid's own plane, and
/// metres above it. Its third axis points up.
typedef enum gfSurfaceOf {
    GF_SURFACE_WATER,    ///< of GF_SOLVER_SHALLOW: the water and its ground
    GF_SURFACE_PRESSURE, ///< `level` + `scale` times the pressure (m^2/s^2), over flat ground at `floor`
    GF_SURFACE_MASS,     ///< `level` + `scale` times the mass, dry where there is none, over flat ground at `floor`
    GF_SURFACE_OF_COUNT
} gfSurfaceOf;

/// Which field the surface is made of.
typedef struct gfSurfaceSource {
    /// Default GF_SURFACE_WATER.
    gfSurfaceOf of;
    /// Height of the surface where the field is 0, m, within +-GF_VALUE_MAX. Not of GF_SURFACE_WATER. Default 0.
    float level;
    /// Metres a unit of the field, within +-1e6. Not of GF_SURFACE_WATER. Default 1.
    float scale;
    /// Height of the ground, m, within +-GF_VALUE_MAX. Not of GF_SURFACE_WATER. Default -0.25.
    float floor;
    /// Time since the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6; more than a
    /// step (fixedStep) counts as one. With gfStepInfo.pending_s motion is smooth on a display that is faster than
    /// the steps, or in slow motion: water rises by what flows in, the rest is carried on along the flow.
    float ahead;
} gfSurfaceSource;

/// The surface as textures of one texel a cell, first row at the smallest y, for the host's shaders: GL names, valid
/// until the next such call or drawing on this device. They must not be changed.
typedef struct gfSurfaceTextures {
    uint32_t surface; ///< RGBA32F: height of the surface, m (of the ground where it is dry); depth of water, m; foam,
                      ///< 0 to 1; how wet the ground is, 0 to 1
    uint32_t motion;  ///< RGBA16F: x and y of the unit normal, whose z is positive; velocity along x and y, m/s
    uint32_t ground;  ///< R32F: height of the ground, m
    int32_t width;    ///< texels
    int32_t height;   ///< texels
    gfVec2 origin;    ///< world position of the lower left texel's lower left corner, m
    gfVec2 size;      ///< of all texels in the world, m
} gfSurfaceTextures;

/// How the ground looks. Light, caustics and wetness act on its colour.
typedef struct gfGroundLook {
    /// Whether the library draws it. Default true. A host that draws its own gives it in `background` and `depth`.
    bool shown;
    /// GL texture over the domain: its colour, sRGB if `encodeSrgb`; 0 (the default): `palette`.
    uint32_t texture;
    /// Colours from `low` to `high`; count 0 (the default): pebbles, sand, grass and rock by height and slope.
    gfPalette palette;
    /// Height that the palette's first colour stands for, m, within +-GF_VALUE_MAX. Default -0.3.
    float low;
    /// Height of its last one, likewise. Default 0.3. Without a palette pebbles end and sand begins somewhat below the
    /// middle of the two, and grass somewhat above it: a shore belongs there.
    float high;
    /// Roughness of fine grain that is drawn into it, 0 to 1. Default 0.5.
    float grain;
    /// Length of this grain, of the larger pebbles, m, 1e-6 to 1e6. Default 0.02.
    float grainLength;
    /// How much darker it is where it is wet, 0 to 1. Default 0.45.
    float wetness;
    /// Height at which the block of ground ends below, m, within +-1e9: its cut sides are drawn from there, and those
    /// of the water on it. Where it is at or above the ground none of the ground are. Default 1e9: none at all.
    float base;
} gfGroundLook;

/// What the fluid is.
typedef enum gfSurfaceKind {
    GF_SURFACE_CLEAR, ///< water: seen through
    GF_SURFACE_LAVA   ///< opaque, glows by its speed and depth, with a dark crust where it is slow
} gfSurfaceKind;

/// How to draw. Make it with gfDefaultSurfaceDef().
typedef struct gfSurfaceDef {
    /// What is drawn.
    gfSurfaceSource source;
    /// Water or lava. Default GF_SURFACE_CLEAR.
    gfSurfaceKind kind;
    /// From the world (x, y, height; m) to the eye, which looks along -z: a rotation and a shift, column-major, within
    /// +-1e6 each. Default: from the south, 40 degrees down, at a domain of 1 m.
    float view[16];
    /// From the eye to clip space, as gfDraw3DDef.projection.
    float projection[16];
    /// Whether clip space is 0 to 1 deep (glClipControl), rather than -1 to 1. Default false.
    bool zeroToOne;
    /// GL texture with the host's scene (fish, stones, what is around) over the whole viewport, sRGB if `encodeSrgb`;
    /// it is seen through the water, bent. 0 (the default): a copy of what the framebuffer holds.
    uint32_t background;
    /// GL texture with the depth of that scene, as gfDraw3DDef.depth. 0 (the default): the scene is behind everything.
    uint32_t depth;
    /// GL texture with the host's scene as gfSurface_GetMirror's view sees it, over the whole viewport, sRGB if
    /// `encodeSrgb`, alpha 0 where there is nothing; the water mirrors it. Where a ray leaves it, and with 0 (the
    /// default), it mirrors the sky.
    uint32_t reflection;
    /// Reflectance, absorption, tint, refraction, foam's colour; `smoothing`, `foamSpeed` and `foamDensity` do nothing.
    gfWaterLook water;
    /// Light and what is mirrored; `light` is in this drawing's world, whose third axis points up: default
    /// (0.3, 0.5, 0.75).
    gfSkyLook sky;
    /// Height of fine waves that are drawn into the normals, as a slope, 0 to 1. Default 0.03.
    float microRipples;
    /// Length of these waves, m, 1e-6 to 1e6. Default 0.05.
    float microLength;
    /// Time for what moves by itself in the drawing, s, within +-1e9. Default 0.
    double time_s;
    /// Light that the surface gathers on the library's ground: strength, 0 (none) to 4; 1 is as nature has it. Fine
    /// waves take part from two cells a wave on. Default 1.
    float caustics;
    /// How the ground looks.
    gfGroundLook ground;
    /// Colours of lava from its crust to its hottest; count 0 (the default): black, red, orange, yellow.
    gfPalette lava;
    /// Speed at which lava is hottest, m/s, 1e-9 to 1e9. Default 0.5.
    float lavaSpeed;
    /// Samples a pixel each way: 1 (about .4 of the cost: edges and glitter are rougher), 2, or 0 (the default):
    /// 2 up to a viewport of about 1920 x 1080, and 1 above.
    int32_t supersampling;
    /// How light is brought into what a screen shows; not what is behind. Default filmic, exposure 1.
    gfToneLook tone;
    /// Encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true.
    bool encodeSrgb;
    /// Set by gfDefaultSurfaceDef().
    int32_t cookie;
} gfSurfaceDef;

/// A definition with every default. Reports nothing and needs no context.
GF_API gfSurfaceDef gfDefaultSurfaceDef(void);

/// Draws ground and surface into the framebuffer bound for drawing, in the host's viewport and scissor, attachment 0,
/// over what is there: where neither ground nor water is seen it stays as it is. Its depth and stencil are neither
/// tested nor written: see `depth`. The context must be current.
///
/// The picture is drawn twice as large each way and brought down, unless `supersampling` says otherwise. Water bends
/// what is behind it (Snell), dims it by the way that light takes in it (Beer and Lambert), and mirrors more the
/// flatter one looks (Fresnel, Schlick's form): the host's mirrored scene, else the banks, else the sky and the sun in
/// it. Light on the floor is the area through which it comes over that on which it falls (after Wallace, WebGL Water,
/// 2011), red, green and blue bent each in its way; where the context can't blend half floats it is even, which is
/// reported once. With the eye under water the sky is seen through a round window and around it the mirrored ground.
///
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE (a camera that is not finite, that is flat, or whose view does more than
/// turn, mirror and shift), UNSUPPORTED (a field that the solver lacks), HOST_STATE, SHADER, OUT_OF_MEMORY,
/// FRAMEBUFFER, GL.
GF_API bool gfFluid_DrawSurface(gfFluid *fluid, const gfSurfaceDef *def);

/// The surface as textures. The context must be current.
/// False: NULL_ARGUMENT, OUT_OF_RANGE, UNSUPPORTED, HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER.
GF_API bool gfFluid_GetSurfaceTextures(gfFluid *fluid, const gfSurfaceSource *source, gfSurfaceTextures *textures);

/// The view that sees the world mirrored in a plane at this height: what the host draws `reflection` with. The order of
/// a triangle's corners turns about in it. Reports nothing and needs no context; null arguments do nothing.
GF_API void gfSurface_GetMirror(const float view[16], float height, float mirrored[16]);

#ifdef __cplusplus
}
#endif
#endif
