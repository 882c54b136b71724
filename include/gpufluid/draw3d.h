/// Drawing the particles of a fluid in three dimensions, into the framebuffer that the host has bound.
#ifndef GPUFLUID_DRAW3D_H
#define GPUFLUID_DRAW3D_H

#include "gpufluid/draw.h"
#include "gpufluid/fluid3d.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What particles are shown as.
typedef enum gfDraw3DStyle {
    /// One surface of water, seen through and lit: spheres as a depth that is smoothed (narrow-range filter, Truong and
    /// Yuksel 2018), with reflection, refraction, absorption and foam. It covers what is behind.
    GF_DRAW3D_WATER,
    GF_DRAW3D_SPHERES, ///< a lit sphere each
    GF_DRAW3D_POINTS,  ///< a disc each, of its colour alone
    GF_DRAW3D_STYLE_COUNT
} gfDraw3DStyle;

/// The look of GF_DRAW3D_WATER.
typedef struct gfWaterLook {
    /// Reflection at right angles (Fresnel, Schlick's form), 0 to 1. Default 0.02.
    float reflectance;
    /// Strength of the sun's highlight, 0 to 100. Default 1.
    float specular;
    /// Light lost in each channel, 1/m, 0 to 1e4 each. Default (2.2, 0.55, 0.35), of somewhat murky water.
    float absorption[3];
    /// Linear light that thick water sends back in place of what is lost, 0 to 10 each. Default (0.012, 0.085, 0.11).
    float tint[3];
    /// How far what is behind is bent, as a share of what water of this thickness does, 0 to 4. Default 1.
    float refraction;
    /// Reach of the smoothing of the surface, m, 0 to 1e3; 0 (the default): its own choice from the spacing.
    float smoothing;
    /// Linear colour of foam and spray, 0 to 10 each. Default (0.86, 0.92, 0.95).
    float foam[3];
    /// Speed from which on thin water foams, m/s, 0 (none does) to 1e6. Default 2.
    float foamSpeed;
    /// Share of the density at rest below which water counts as thin, 0 to 2. Default 0.6.
    float foamDensity;
} gfWaterLook;

/// What water and spheres mirror: light by height, linear.
typedef struct gfSkyLook {
    /// Straight above, 0 to 100 each. Default (0.16, 0.36, 0.72).
    float zenith[3];
    /// At the horizon, 0 to 100 each. Default (0.72, 0.83, 0.93).
    float horizon[3];
    /// Below it, 0 to 100 each. Default (0.16, 0.15, 0.14).
    float ground[3];
    /// Light of the sun, 0 to 100 each. Default (1, 0.94, 0.84).
    float sun[3];
    /// Towards the sun, world; any length but 0, within +-1e6. Default (0.3, 0.75, -0.5).
    float light[3];
} gfSkyLook;

/// How to draw. Make it with gfDefaultDraw3DDef().
typedef struct gfDraw3DDef {
    /// What particles are shown as. Default GF_DRAW3D_WATER.
    gfDraw3DStyle style;
    /// From the world (m, y up) to the eye, which looks along -z: a rotation and a shift, column-major, within +-1e6
    /// each. Default the identity.
    float view[16];
    /// From the eye to clip space: perspective or orthographic, also off-centre, reversed or without an end; not
    /// sheared. Column-major, within +-1e6 each. Default 60 degrees high, square, from 0.05 m to 100 m.
    float projection[16];
    /// Whether clip space is 0 to 1 deep (glClipControl), rather than -1 to 1. Default false.
    bool zeroToOne;
    /// Radius of a particle, m, 0 to 1e3; 0 (the default): the style's own choice from the spacing.
    float radius;
    /// Colours of spheres and points.
    gfParticleColor color;
    /// Speed that stands for the palette's end or for a full channel, m/s, 1e-9 to 1e9. Default 2.
    float range;
    /// Colours by speed; count 0 (the default): from deep blue to white.
    gfPalette palette;
    /// GL texture that is behind, over the whole viewport, sRGB if `encodeSrgb`; of GF_DRAW3D_WATER. 0 (the default): a
    /// copy of what the framebuffer holds there, see gfRefractionDef.background.
    uint32_t background;
    /// GL texture with the depth of the host's scene over the whole viewport, as drawn with the same projection and the
    /// default depth range; it hides particles. Not attached to the framebuffer. 0 (the default): nothing hides them.
    uint32_t depth;
    /// The water itself.
    gfWaterLook water;
    /// What is around it.
    gfSkyLook sky;
    /// Factor on all coverage, 0 to 1. Default 1.
    float opacity;
    /// How colour and coverage of spheres and points reach the framebuffer. Water is opaque: it draws what is behind.
    /// Default GF_ALPHA_PREMULTIPLIED; GF_ALPHA_OPAQUE is over black.
    gfAlphaMode alpha;
    /// Blend as `alpha` says. Default true.
    bool blend;
    /// How light is brought into what a screen shows; not what is behind. Default filmic, exposure 1.
    gfToneLook tone;
    /// Time since the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6; more than a
    /// step (fixedStep) counts as one. With gfStepInfo.pending_s motion is smooth on a display that is faster than
    /// the steps, or in slow motion: particles go on by their velocity.
    float ahead;
    /// Encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true.
    bool encodeSrgb;
    /// Set by gfDefaultDraw3DDef().
    int32_t cookie;
} gfDraw3DDef;

/// A definition with every default, for a container about a metre large. Reports nothing and needs no context.
GF_API gfDraw3DDef gfDefaultDraw3DDef(void);

/// The default look of this fluid, at any size of its container: absorption, foam and the range of speeds suit it, and
/// the camera, for a square viewport, sees all of it from the front, 30 degrees down. Gases alone
/// (gfParticleMaterial.expansion above 0) are GF_DRAW3D_SPHERES. Every other member is as in gfDefaultDraw3DDef. It
/// looks at the definition of the fluid, and needs no context. Null: gfDefaultDraw3DDef(), and NULL_ARGUMENT is
/// reported.
GF_API gfDraw3DDef gfDefaultDraw3DDefFor(const gfFluid3D *fluid);

/// Draws the particles of a fluid in three dimensions into the framebuffer bound for drawing, in the host's viewport
/// and scissor, attachment 0. Its depth and stencil are neither tested nor written: see `depth`. The context must be
/// current. False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (a context that can't blend half floats),
/// HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER, GL.
GF_API bool gfFluid3D_Draw(gfFluid3D *fluid, const gfDraw3DDef *def);

#ifdef __cplusplus
}
#endif
#endif
