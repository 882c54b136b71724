/// Drawing a fluid into the framebuffer that the host has bound.
#ifndef GPUFLUID_DRAW_H
#define GPUFLUID_DRAW_H

#include "gpufluid/fluid.h"
#include "gpufluid/tracers.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What is shown; in brackets the value that a gfDrawDef.range of 0 stands for.
typedef enum gfDrawStyle {
    GF_DRAW_DYE,         ///< the dye's own colours, or its amount through a palette (1)
    GF_DRAW_VELOCITY,    ///< direction as hue, speed as brightness (1 m/s)
    GF_DRAW_PRESSURE,    ///< over the density, through the palette, zero in its middle (0.5 m^2/s^2: flow of 1 m/s)
    GF_DRAW_TEMPERATURE, ///< above ambient, through the palette (25 K)
    GF_DRAW_VORTICITY,   ///< through the palette, zero in its middle (40 1/s)
    GF_DRAW_SOLIDS,      ///< only the solids
    GF_DRAW_MASS,       ///< of GF_SOLVER_GAUSSIAN, through the palette (1: a full cell); GF_SOLVER_SHALLOW: depth (1 m)
    GF_DRAW_DIVERGENCE, ///< of GF_SOLVER_GRID, what the projection left, through the palette, zero in its middle
                        ///< (0.1 1/s)
    GF_DRAW_FIRE,       ///< of GF_SOLVER_GRID: temperature as the light of a black body, `range` K above ambient shown
                        ///< as 2400 K (2400 K: gas glows as hot as it is), dye as soot (amount 1 covers 1 - 1/e)
    GF_DRAW_LIQUID,     ///< a lit surface out of the mass (of GF_SOLVER_GRID: the amount of dye), see gfLiquidDef (1);
                        ///< GF_SOLVER_SHALLOW: water from above, see gfShallowLook (1 m)
    GF_DRAW_LIC,        ///< line-integral convolution (Cabral, Leedom 1993): noise smeared along the flow, coloured by
                        ///< speed (1 m/s)
    GF_DRAW_ARROWS,     ///< arrows along the flow, coloured by speed (1 m/s)
    GF_DRAW_PARTICLES,  ///< of solvers with particles in two dimensions: a disc each, see gfParticleLook
    GF_DRAW_DENSITY,    ///< mass over that at rest, less 1, through the palette, zero in its middle (0.1)
    GF_DRAW_STYLE_COUNT
} gfDrawStyle;

/// How colour and coverage reach the framebuffer.
typedef enum gfAlphaMode {
    GF_ALPHA_OPAQUE, ///< over `background`, alpha 1, no blending
    /// Colour not multiplied by alpha; blended (source alpha, 1 - source alpha). It has no room for light without
    /// coverage (GF_INK_LIGHT, bloom, colours above 1): such light covers as much as its brightest channel, up to 1.
    GF_ALPHA_STRAIGHT,
    GF_ALPHA_PREMULTIPLIED ///< colour multiplied by alpha; blended (1, 1 - source alpha)
} gfAlphaMode;

/// Most stops of a palette.
#define GF_PALETTE_MAX 8

/// Colours (linear light, straight alpha) at equal distances from value 0 to value 1, linear between.
typedef struct gfPalette {
    int32_t count;                   ///< stops: 0 (the default: what uses it has its own) or 2 to GF_PALETTE_MAX
    float colors[GF_PALETTE_MAX][4]; ///< red, green, blue and alpha of each stop, within +-1e6
} gfPalette;

/// Palettes for gfDrawDef.palette. Lightness rises from 0 to 1 in all but the last two.
typedef enum gfStockPalette {
    GF_PALETTE_VIRIDIS,  ///< dark violet, green, yellow: even steps, also for colour-blind eyes (matplotlib)
    GF_PALETTE_MAGMA,    ///< black, purple, orange, pale yellow: the same (matplotlib)
    GF_PALETTE_ICE,      ///< clear, navy, azure, white
    GF_PALETTE_EMBER,    ///< clear, red, orange, pale yellow
    GF_PALETTE_NEON,     ///< clear, violet, magenta, cyan, white
    GF_PALETTE_INK,      ///< clear, pale blue to blue-black: on paper
    GF_PALETTE_BLUE_RED, ///< blue, white in the middle, red: of values with a sign (ColorBrewer's RdBu)
    GF_PALETTE_COUNT
} gfStockPalette;

/// From world (m) to clip space: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5].
typedef struct gfTransform2D {
    float m[6]; ///< within +-1e9; the first four in 1/m
} gfTransform2D;

/// How the amount of dye in a place (its fourth channel over `range`) is drawn; of GF_DRAW_DYE.
typedef enum gfInk {
    GF_INK_COVER, ///< covers 1 - exp(-amount) of what is behind: smoke, paint
    GF_INK_LIGHT, ///< gives light, its colour times the amount, and covers nothing
    /// Lets exp(-amount (1 - colour)) of what is behind through: ink on paper. It gives no light of its own, so with
    /// GF_ALPHA_OPAQUE `background` must be light: on black, the default, all is black.
    GF_INK_ABSORB
} gfInk;

/// How bright light is brought into what a screen shows.
typedef enum gfToneMap {
    GF_TONE_NONE,  ///< cut off at 1, but not where `encodeSrgb` is false
    GF_TONE_FILMIC ///< bright colours roll off and turn white (the ACES curve as fitted by Narkowicz)
} gfToneMap;

/// What is behind shines through bent, as through glass: thickness t (optical, -log of what a place lets through; of
/// GF_DRAW_LIQUID its own) is a height field whose normals bend it. Draws over the whole viewport, opaque.
typedef struct gfRefractionDef {
    /// Whether what is behind is refracted. Default false.
    bool enabled;
    /// GL texture that is behind, over the whole viewport, sRGB if `encodeSrgb`. 0 (the default): a copy of what the
    /// framebuffer holds there (as 8 bits a channel, or half floats if not `encodeSrgb`; without alpha; a multisampled
    /// one must be RGBA8). Neither what is drawn into, nor what the last gfFluid_DrawToTexture returned if that is.
    uint32_t background;
    /// Height of that field where t is 1, m, 0 to 10. Default 0.02.
    float depth;
    /// How far a full slope moves what is behind, m, -10 to 10. Default 0.08. A drop shows what is behind it smaller;
    /// below 0 larger, as a lens does, and far below upside down.
    float strength;
    /// Whether what is behind touches the fluid, as a page under drops does: the share of `strength` that is in
    /// proportion to t, so that nothing is moved at the rim, 0 (the default) to 1.
    float contact;
    /// How much more blue is bent than red, as a share of the whole: colours at the rims of glass, 0 (none, the
    /// default) to 1. It costs two more reads a pixel.
    float dispersion;
    /// What is behind is dimmed by exp(-absorption t (1 - tint)), 0 to 100. Default 1.
    float absorption;
    /// Linear colour that thick fluid lets through, 0 to 1 each. Default (0.6, 0.8, 0.9).
    float tint[3];
} gfRefractionDef;

/// Light that spills over from bright places (dual filter, Bjorge 2015): what is above `threshold` is blurred over ever
/// wider rings, which are added in shares whose sum is 1, times `intensity`.
typedef struct gfBloomDef {
    /// Whether light spills over. Default false.
    bool enabled;
    /// Brightest channel from which on light spills, 0 to 100. Default 0.6.
    float threshold;
    /// How softly that sets in, as a share of the threshold, 0 to 1. Default 0.7.
    float knee;
    /// Factor on the light that spills over, 0 to 4. Default 0.8.
    float intensity;
    /// How far it reaches: the share that each wider ring (twice as wide) has of the one before, 0.1 to 2. Default 0.9.
    float spread;
} gfBloomDef;

/// Shafts of light: a lamp shines through the fluid, and what is bright or covers stands in its way.
typedef struct gfShaftsDef {
    /// Whether the lamp shines. Default false.
    bool enabled;
    /// Place of the lamp, world, m, within +-1e6. Default (0.5, 0.5).
    gfVec2 light;
    /// How dark it gets in the shade, 0 to 1. Default 0.6.
    float strength;
    /// How far shade reaches, as a share of the way to the lamp, 0 to 1. Default 0.7.
    float length;
    /// Light that the lamp itself sheds on the background, linear, 0 to 10 each. Default (0.05, 0.045, 0.06).
    float glow[3];
} gfShaftsDef;

/// Dye shades itself: light from one direction, dimmed by what is on its way. Of GF_DRAW_DYE with GF_INK_COVER.
typedef struct gfShadowDef {
    /// Whether dye shades itself. Default false.
    bool enabled;
    /// Towards the light, world; any length but 0, within +-1e6. Default (-0.5, 1).
    gfVec2 direction;
    /// Optical thickness of one metre of dye of amount `range`, 0 to 1000. Default 12.
    float density;
    /// How far shade reaches, m, 0 to 100. Default 0.25.
    float length;
    /// Light in full shade, linear, 0 to 10 each. Default (0.10, 0.11, 0.16).
    float ambient[3];
} gfShadowDef;

/// The surface of GF_DRAW_LIQUID.
typedef struct gfLiquidDef {
    /// Mass (amount of dye) over `range` at which the surface is, 0.01 to 10. Default 0.45.
    float threshold;
    /// How far the surface is round at its rim, m, 0 to 10. Default 0.03.
    float rim;
    /// Towards the light, z towards the viewer; any length but 0, within +-1e6. Default (-0.45, 0.75, 0.6).
    float light[3];
    /// Linear colour of thick liquid, 0 to 10 each. Default (0.01, 0.07, 0.16).
    float deep[3];
    /// Linear colour of light that comes through thin liquid, 0 to 10 each. Default (0.10, 0.45, 0.60).
    float thin[3];
    /// How much the body takes on the colour of its own dye (of GF_SOLVER_PARTICLES that of its particles) and covers
    /// as paint does, 0 (not at all, the default) to 1; where there is hardly any dye over `range` it is as above.
    float dyed;
    /// Linear colour of foam, 0 to 10 each. Default (0.85, 0.92, 0.96).
    float foam[3];
    /// Reflection at right angles (Fresnel, Schlick's form), 0 to 1. Default 0.02.
    float reflectance;
    /// Strength of the highlight, 0 to 10. Default 0.8.
    float specular;
    /// Speed from which on thin liquid foams, m/s, 0 (none does) to 1e6. Default 1.
    float foamSpeed;
    /// How much the surface is that of drops on a pane, round caps that are steepest at the rim, 0 (it falls off
    /// softly, the default) to 1. They merge as they meet, and end where there is less than `lensEdge` of liquid
    /// around.
    float lens;
    /// Share of a place's surroundings, over about `rim`, that is liquid at the edge of such caps, 0.05 to 0.95: 0.5 is
    /// at a straight edge of the liquid's own, less keeps smaller drops. Default 0.35.
    float lensEdge;
    /// How clear the body is where what is behind is refracted: `deep` and `thin` cover a tenth to a third of that at 0
    /// (the default), and nothing at 1. Then it is dimmed by gfRefractionDef.absorption alone.
    float clarity;
    /// Light and shade that the liquid throws on what is refracted behind it: its rim shades, and drops gather light
    /// away from `light`. 0 (none, the default) to 4.
    float caustics;
    /// How far off they fall, m, 0 to 10. Default 0.02.
    float causticsReach;
} gfLiquidDef;

/// Water over ground, seen from above: GF_DRAW_LIQUID of GF_SOLVER_SHALLOW, as a top-down game shows a lake, a river or
/// the sea. gfDrawDef.range is the depth, m, that counts as deep: there hardly anything of the ground is seen (1). Of
/// gfLiquidDef it takes `light` (z up), `deep`, `thin`, `dyed`, `foam`, `foamSpeed`, `reflectance` and `specular`. What
/// moves by itself follows the fluid's clock. Towards the shore the water is clear: what the host has drawn (of
/// GF_ALPHA_OPAQUE, `background`) is seen through it, under the light that waves gather; or `ground`. For a view in
/// perspective there is gfFluid_DrawSurface.
typedef struct gfShallowLook {
    /// How strongly the slope of its waves lights and shades it, 0 (not at all) to 10. Default 1: as it is.
    float relief;
    /// Height of fine waves that are drawn into it, as a slope, 0 (none) to 1. Default 0.05. They are seen where they
    /// are longer than a few pixels. The fluid's own are gfRippleParams and what flows.
    float fineWaves;
    /// Length of these waves, m, 1e-6 to 1e6; foam and grain of the ground are as fine. Default 0.12.
    float fineLength;
    /// Light that waves gather on the ground: strength, 0 (none) to 4. Default 1.
    float caustics;
    /// Foam that laps at the shore, 0 (none) to 1. Default 0.5. Foam of breaking water is gfShallowParams.foam.
    float shoreFoam;
    /// Colours of the ground from `groundLow` to `groundHigh`, lit by its slope and dark where it is wet; count 0 (the
    /// default): it is not drawn. With it the whole domain is covered.
    gfPalette ground;
    /// Height that the first of these colours stands for, m, within +-GF_VALUE_MAX. Default -0.5.
    float groundLow;
    /// Height of the last one, likewise, above groundLow. Default 0.5.
    float groundHigh;
} gfShallowLook;

/// How solids look, in every style.
typedef struct gfSolidLook {
    /// Whether they are filled with `color`; GF_DRAW_SOLIDS always fills them. Default true.
    bool shown;
    /// Their colour, linear light, straight alpha, within +-1e6. Default (0.10, 0.11, 0.13, 1).
    float color[4];
    /// Colour of their outline, linear light, straight alpha, within +-1e6. Default (0.9, 0.92, 0.95, 1).
    float outlineColor[4];
    /// Width of their outline, whether or not they are filled, px, 0 (none, the default) to 100.
    float outlineWidth;
    /// How strongly porous zones (gfZone with a drag, whose medium stands still) and one-way walls show where solids
    /// are shown, in their colour: as a tint with grains in it, and as a line with arrowheads. 0 (not at all) to 1.
    /// Default 0.8.
    float media;
} gfSolidLook;

/// Brings light without end into what a screen shows. It acts on the fluid's light, not on what is behind.
typedef struct gfToneLook {
    /// How bright light is brought into range. Default GF_TONE_NONE.
    gfToneMap map;
    /// Factor on the light before the map, 0 to 1000. Default 1.
    float exposure;
    /// Adds noise of one 8-bit level, so that gradients show no bands; black stays black. Default false.
    bool dither;
} gfToneLook;

/// What the colour of a particle says.
typedef enum gfParticleColor {
    GF_PARTICLE_SPEED,    ///< its speed, through a palette
    GF_PARTICLE_VELOCITY, ///< its direction as red, green and blue, grey at rest
    GF_PARTICLE_MATERIAL, ///< its material's colour
    GF_PARTICLE_OWN,      ///< a colour of its own
    GF_PARTICLE_COLOR_COUNT
} gfParticleColor;

/// Tracers, added as points of light to what the style drew, beyond coverage; bloom acts on them.
typedef struct gfTracerLook {
    /// Tracers of the fluid that is drawn. Default null: none.
    const gfTracers *set;
    /// Width of a point at half its brightness, px, 0.5 to 64; less where the context has no points as large.
    /// Default 2.
    float size;
    /// Each becomes a streak as long as the way that it goes in this time, s, 0 (points, the default) to 1000. Streaks
    /// end at 160 px and at the context's largest point.
    float trail;
    /// Speed that the end of the palette stands for, m/s, 1e-9 to 1e9. Default 1.
    float range;
    /// Their light by speed, linear, times its alpha; count 0 (the default): from deep blue to a warm white.
    gfPalette palette;
} gfTracerLook;

/// The discs of GF_DRAW_PARTICLES, over background and solids.
typedef struct gfParticleLook {
    /// Diameter of a disc, in distances of particles at rest, 0.01 to 100. Default 1.
    float size;
    /// What their colours say. Default GF_PARTICLE_SPEED.
    gfParticleColor color;
    /// Speed that stands for the palette's end or for a full channel, m/s, 1e-9 to 1e9. Default 1.
    float range;
    /// Colours by speed; count 0 (the default): from deep blue to a warm white.
    gfPalette palette;
} gfParticleLook;

/// Largest gfPixelLook.size.
#define GF_PIXEL_SIZE_MAX 256

/// Pixel art: the drawing in squares of one colour each, in steps of colour. It is drawn as small as it has squares, so
/// that large ones cost less, by whatever style and with every effect; then each square is laid onto the target. Sizes
/// in px (outlines, tracers, arrows) count squares. Squares begin at the viewport's lower left corner: a camera that
/// moves by whole squares keeps them still, and sizes that divide the viewport leave none cut.
typedef struct gfPixelLook {
    /// Side of a square, px, 0 to GF_PIXEL_SIZE_MAX. 0 (the default) and 1: a pixel.
    int32_t size;
    /// Steps of each channel and of coverage, 2 to 256; 0 (the default): as many as there are.
    int32_t steps;
    /// The only colours that appear, linear light (alpha is of no account): of each square the nearest to its own. What
    /// is less than half covered is left out, unless `steps` has more of them. Count 0 (the default): all.
    gfPalette colors;
    /// How far squares change between two steps or colours in a pattern of 4 x 4, for colours between them, 0 (not at
    /// all: flat areas with edges, the default) to 1.
    float dither;
} gfPixelLook;

/// Widths over which what is drawn fades away towards the sides of the domain, so that it is not seen to be a box: all
/// of it, solids, particles and tracers too, before effects act on it and whatever `alpha` says (opaque drawings fade
/// to `background`). Each is in m, 0 (it does not fade there, the default; four of them cost nothing) to 1e9.
typedef struct gfFadeDef {
    float left;   ///< at the smallest x
    float right;  ///< at the largest x
    float bottom; ///< at the smallest y
    float top;    ///< at the largest y
} gfFadeDef;
/// What the host's depth buffer lets through.
typedef enum gfDepthTest {
    GF_DEPTH_OFF,     ///< all: depth is neither tested nor written
    GF_DEPTH_LESS,    ///< what is at least as near as what is there: smaller depths are nearer (GL_LEQUAL)
    GF_DEPTH_GREATER, ///< the same where larger ones are (GL_GEQUAL, reversed depth)
    GF_DEPTH_ALWAYS   ///< all, but depth may be written
} gfDepthTest;

/// Where a fluid lies between the host's own things: all of it at one depth.
typedef struct gfDepthDef {
    /// What is let through. Default GF_DEPTH_OFF.
    gfDepthTest test;
    /// Depth as the buffer stores it, 0 to 1, whatever the host's glDepthRange and glClipControl: with GL's default
    /// range and clip space that of z in clip space is 0.5 z + 0.5. Default 0.5.
    float z;
    /// Whether it is written, wherever the drawing covers the target: over all of the domain, or, with effects, of the
    /// viewport, its clear places, too. Default false.
    bool write;
} gfDepthDef;

/// How to draw. Make it with gfDefaultDrawDef().
typedef struct gfDrawDef {
    /// What is shown. Default GF_DRAW_DYE.
    gfDrawStyle style;
    /// World to clip space within the host's viewport; all zero (the default): the domain fills the viewport. Any other
    /// must not press all into a line or point (determinant 0). See gfFluid_GetFitView.
    gfTransform2D view;
    /// How colour and coverage reach the framebuffer. Default GF_ALPHA_PREMULTIPLIED.
    gfAlphaMode alpha;
    /// Blend as `alpha` says; false writes colour and alpha as they are (into a texture of the host's, say).
    /// Default true.
    bool blend;
    /// Behind everything in GF_ALPHA_OPAQUE, linear light, within +-1e6. Default black, (0, 0, 0, 1).
    float background[4];
    /// Value that the palette's end (or full brightness) stands for, in the style's own unit, 1e-9 to 1e9: dye in
    /// amounts, speed in m/s, temperature in K, and so on. It must be set anew, or to 0, where the style changes. Less,
    /// as 0 (the default): what suits the style in a world some metres large, as gfDrawStyle tells in brackets.
    /// gfParticleLook and gfTracerLook have ranges of their own, always speeds.
    float range;
    /// Factor on all coverage, 0 to 1. Default 1.
    float opacity;
    /// Fading towards the domain's sides. Default all 0.
    gfFadeDef fade;
    /// Colours for amounts; count 0 (the default) means the style's own.
    gfPalette palette;
    /// How the amount of dye is drawn; of GF_DRAW_DYE. Default GF_INK_COVER.
    gfInk ink;
    /// How solids look.
    gfSolidLook solids;
    /// How the fluid's light is brought into what a screen shows.
    gfToneLook tone;
    /// Refraction of what is behind. Where an effect can't be had (a shader, a texture), the rest is drawn: it is left
    /// out, with one message, until gfDevice_ResetErrors or until a fluid is created. Refraction, bloom and shafts draw
    /// over the whole viewport, beyond the domain. Their textures have the viewport's size: drawings of several sizes
    /// in turn make them anew each time.
    gfRefractionDef refraction;
    /// Light that spills over from bright places.
    gfBloomDef bloom;
    /// Shafts of light from a lamp.
    gfShaftsDef shafts;
    /// Dye that shades itself.
    gfShadowDef shadow;
    /// The surface of GF_DRAW_LIQUID.
    gfLiquidDef liquid;
    /// The same of GF_SOLVER_SHALLOW.
    gfShallowLook water;
    /// Distance between arrows of GF_DRAW_ARROWS, and length of the lines of GF_DRAW_LIC, px, 4 to 512. Default 24.
    float spacing;
    /// The discs of GF_DRAW_PARTICLES.
    gfParticleLook particles;
    /// Pixel art: squares and steps of colour.
    gfPixelLook pixels;
    /// Tracers on top of what the style drew.
    gfTracerLook tracers;
    /// Where it lies in the depth buffer of the framebuffer, to be drawn behind and before a game's sprites; without
    /// such a buffer, and in gfFluid_DrawToTexture, it does nothing. What is hidden is left as it is, glow of effects
    /// included; refraction bends what the framebuffer holds, things before the fluid, too: draw those after it.
    gfDepthDef depth;
    /// Time since the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6; more than a
    /// step (fixedStep) counts as one. With gfStepInfo.pending_s motion is smooth on a display that is faster than
    /// the steps, or in slow motion: what is drawn is carried on along the flow, particles and tracers by their
    /// velocity, solids by theirs. It costs a look at the flow a pixel.
    float ahead;
    /// Encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true. Set false when
    /// GL_FRAMEBUFFER_SRGB does it, or for a linear float target. Blending happens on encoded values then.
    bool encodeSrgb;
    /// Set by gfDefaultDrawDef().
    int32_t cookie;
} gfDrawDef;

/// A definition with every default: it shows dye, and of a fluid without any nothing, see gfDefaultDrawDefFor. Reports
/// nothing and needs no context.
GF_API gfDrawDef gfDefaultDrawDef(void);

/// The default look of this fluid: what its solver makes is seen with no further line, at any size of the domain. Every
/// other member is as in gfDefaultDrawDef.
///   GF_SOLVER_GRID       GF_DRAW_DYE: smoke in its own colours that shades itself, over what the host has drawn
///   GF_SOLVER_GAUSSIAN   GF_DRAW_LIQUID: a lit surface, whose rim and foam suit the size of the domain
///   GF_SOLVER_PARTICLES  the same; gases alone (gfParticleMaterial.expansion above 0) as GF_DRAW_PARTICLES
///   GF_SOLVER_SHALLOW    GF_DRAW_LIQUID: water from above over sand (gfShallowLook). `water.ground.count` of 0 leaves
///                        the host's own ground to be seen; `range` should be what counts as deep there
/// gfDefaultDrawDef alone shows dye, so that a fluid without any shows nothing. It looks at the definition of the
/// fluid, not at what is in it, and needs no context. Null: gfDefaultDrawDef(), and NULL_ARGUMENT is reported.
GF_API gfDrawDef gfDefaultDrawDefFor(const gfFluid *fluid);

/// A palette; "clear" above means that coverage starts at 0, the others are opaque. Needs no context.
/// Count 0 on failure: OUT_OF_RANGE.
GF_API gfPalette gfGetPalette(gfStockPalette kind);

/// The view that shows the whole domain, centred and undistorted, in a viewport of this width over height (> 0). The
/// identity for a null fluid or another aspect. Reports nothing and needs no context.
GF_API gfTransform2D gfFluid_GetFitView(const gfFluid *fluid, float aspect);

/// A camera for gfDrawDef.view, and for a game's own things: `width` metres of the world around `centre` (m),
/// undistorted in a viewport of this width over height (all > 0). It shows width / aspect metres from bottom to top: a
/// centre half of that above the ground keeps the ground at the lower edge of a window of any size. What it shows
/// beyond the domain stays as the host has drawn it. The identity for another width or aspect, or a centre that is not
/// finite. Reports nothing and needs no context.
GF_API gfTransform2D gfMakeView(gfVec2 centre, float width, float aspect);

/// The place in the world (m) that gfFluid_Draw with this definition shows at a pixel: of what it draws into, or rather
/// of the viewport there (gfDevice_SetTarget), counted from its upper left corner, y down, as windows and mice do.
/// `width` and `height` are the viewport's, in the same unit: where a window's points are not its pixels, either of
/// them does. The middle of the first pixel is (0.5, 0.5), and pixels beyond the viewport have places, too. Of a fluid
/// with a frame of its own (gfFluid_SetFrame) it is a place in that frame. Needs no context.
/// (0, 0) on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE.
GF_API gfVec2 gfFluid_PixelToWorld(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height,
                                   gfVec2 pixel);

/// The reverse: the pixel at which a place in the world (m) is seen. Needs no context.
/// (0, 0) on failure: as gfFluid_PixelToWorld.
GF_API gfVec2 gfFluid_WorldToPixel(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height,
                                   gfVec2 world);

/// Draws into the framebuffer bound for drawing, in the host's viewport and scissor, attachment 0. Stencil is
/// neither tested nor written, nor is depth but for gfDrawDef.depth. The context must be current.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (GF_DRAW_MASS and GF_DRAW_DENSITY of GF_SOLVER_GRID,
/// GF_DRAW_PARTICLES of a solver without any in two dimensions, GF_DRAW_TEMPERATURE,
/// GF_DRAW_FIRE and GF_DRAW_DIVERGENCE of GF_SOLVER_GAUSSIAN), HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER (also of
/// the host's own, if it does not exist or is incomplete, which is asked when it is another than at the last drawing).
GF_API bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def);

/// The same into a texture of the library's own, of width x height texels (1 to the context's largest), cleared before
/// to 0: RGBA16F, or what the context renders in its place. Returns its GL name; it is valid until the next such call
/// on this device or until its last fluid is destroyed, and must not be changed. The context must be current.
/// 0: as gfFluid_Draw, and OUT_OF_RANGE for a size, or for `refraction` without a background of the host's.
GF_API uint32_t gfFluid_DrawToTexture(gfFluid *fluid, const gfDrawDef *def, int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
#endif
