/// Drawing a gfFluid3D into the framebuffer that the host has bound. Take gfDefaultDraw3DDefFor(fluid), set `view` and
/// `projection` to your camera's, and hand it to gfFluid3D_Draw in each frame.
#ifndef GPUFLUID_DRAW3D_H
#define GPUFLUID_DRAW3D_H

#include "gpufluid/draw.h"
#include "gpufluid/fluid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ways to show particles.
typedef enum gfDraw3DStyle {
    /// One surface of water, transparent and lit, with reflection, refraction, absorption and foam. The surface is the
    /// smoothed depth of spheres at the particles (narrow-range filter, Truong and Yuksel 2018). It draws the
    /// background behind it itself and covers it.
    GF_DRAW3D_WATER,
    GF_DRAW3D_SPHERES, ///< a lit sphere for each particle
    GF_DRAW3D_POINTS,  ///< a flat disc for each particle
    GF_DRAW3D_STYLE_COUNT
} gfDraw3DStyle;

/// Look of GF_DRAW3D_WATER.
typedef struct gfWaterLook {
    /// Reflectance at right angles to the surface (Fresnel, Schlick's form), 0 to 1. Default 0.02, that of water.
    float reflectance;
    /// Strength of the sun's highlight, 0 to 100. Default 1.
    float specular;
    /// Rate at which each channel loses light in the water, 1/m, 0 to 1e4 each. Default (2.2, 0.55, 0.35), a bit murky.
    float absorption[3];
    /// Light that thick water sends back in place of the light it absorbs, linear, 0 to 10 each. Default (0.012, 0.085,
    /// 0.11).
    float tint[3];
    /// Bending of the background, over that of real water of the same thickness, 0 to 4. Default 1.
    float refraction;
    /// Reach of the smoothing of the surface, m, 0 to 1e3; 0 (the default): chosen from the particles' spacing.
    float smoothing;
    /// Colour of foam and spray, linear light, 0 to 10 each. Default (0.86, 0.92, 0.95).
    float foam[3];
    /// Speed above which thin water foams, m/s, 0 (none does) to 1e6. Default 2.
    float foamSpeed;
    /// Fraction of the density at rest below which water counts as thin, 0 to 2. Default 0.6.
    float foamDensity;
} gfWaterLook;

/// Surroundings that water and spheres mirror: light by height, linear.
typedef struct gfSkyLook {
    /// Light from straight above, 0 to 100 each. Default (0.16, 0.36, 0.72).
    float zenith[3];
    /// Light at the horizon, 0 to 100 each. Default (0.72, 0.83, 0.93).
    float horizon[3];
    /// Light from below the horizon, 0 to 100 each. Default (0.16, 0.15, 0.14).
    float ground[3];
    /// Light of the sun, 0 to 100 each. Default (1, 0.94, 0.84).
    float sun[3];
    /// Direction towards the sun, world; any length but 0, within +-1e6. Default (0.3, 0.75, -0.5).
    float light[3];
} gfSkyLook;

/// Settings of gfFluid3D_Draw. Make it with gfDefaultDraw3DDefFor() or gfDefaultDraw3DDef().
typedef struct gfDraw3DDef {
    /// Way to show particles. Default GF_DRAW3D_WATER.
    gfDraw3DStyle style;
    /// Map from the world (m, y up) to the eye, which looks along -z: a rotation and a shift, column-major, within
    /// +-1e6 each. Default the identity.
    float view[16];
    /// Map from the eye to clip space, column-major, within +-1e6 each: perspective or orthographic, also off-centre,
    /// reversed or infinite; not sheared. Default 60 degrees high, square, from 0.05 m to 100 m.
    float projection[16];
    /// Whether clip-space depth is in [0, 1] (glClipControl) instead of [-1, 1]. Default false.
    bool zeroToOne;
    /// Radius of a particle, m, 0 to 1e3; 0 (the default): chosen by the style from the particles' spacing.
    float radius;
    /// Meaning of the colours of spheres and points. Default GF_PARTICLE_SPEED.
    gfParticleColor color;
    /// Speed of the palette's end, or of a full channel, m/s, 1e-9 to 1e9. Default 2.
    float speedRange;
    /// Colours by speed; count 0 (the default): deep blue to white.
    gfPalette palette;
    /// GL texture of the background over the whole viewport, sRGB if `encodeSrgb`; GF_DRAW3D_WATER bends it. 0 (the
    /// default): a copy of what the framebuffer holds there, see gfRefractionLook.background.
    uint32_t background;
    /// GL texture with the depth of the host's scene over the whole viewport, which hides particles. Draw it with the
    /// same projection and the default depth range; it must not be attached to the framebuffer. 0 (the default):
    /// nothing hides them.
    uint32_t depth;
    /// Look of the water.
    gfWaterLook water;
    /// Surroundings that are mirrored.
    gfSkyLook sky;
    /// Factor on all coverage, 0 to 1. Default 1.
    float opacity;
    /// Way in which colour and coverage of spheres and points reach the framebuffer. Default GF_ALPHA_PREMULTIPLIED;
    /// GF_ALPHA_OPAQUE is over black. Water is always opaque.
    gfAlphaMode alpha;
    /// Whether to blend as `alpha` says. Default true.
    bool blend;
    /// Tone mapping of the fluid's light, not of the background. Default: its own, but map GF_TONE_FILMIC.
    gfToneLook tone;
    /// Time after the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6, as
    /// gfDrawDef.ahead. Particles move on by their velocity.
    float ahead;
    /// Whether to encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true.
    bool encodeSrgb;
    /// Set by gfDefaultDraw3DDef().
    int32_t cookie;
} gfDraw3DDef;

/// Returns a definition with every default, for a container about a metre large. Reports nothing and needs no context.
GF_API gfDraw3DDef gfDefaultDraw3DDef(void);

/// Returns the default look for this fluid's definition, at any size of its container: absorption, foam and the range
/// of speeds suit it. The camera, for a square viewport, sees all of it from the front, 30 degrees down. Gases alone
/// (gfParticleMaterial.expansion above 0) are GF_DRAW3D_SPHERES. Other members are as in gfDefaultDraw3DDef. Needs no
/// context. Null: gfDefaultDraw3DDef(), and NULL_ARGUMENT is reported.
GF_API gfDraw3DDef gfDefaultDraw3DDefFor(const gfFluid3D *fluid);

/// Draws into the framebuffer bound for drawing (attachment 0), within the host's viewport and scissor. It neither
/// tests nor writes depth and stencil: see gfDraw3DDef.depth. The context must be current. False: NULL_ARGUMENT,
/// COOKIE, OUT_OF_RANGE, UNSUPPORTED (a context that can't blend half floats), HOST_STATE, SHADER, OUT_OF_MEMORY,
/// FRAMEBUFFER, GL.
GF_API bool gfFluid3D_Draw(gfFluid3D *fluid, const gfDraw3DDef *def);

#ifdef __cplusplus
}
#endif
#endif
