/// Drawing a gfFluid into the framebuffer that the host has bound. gfDefaultDrawDefFor(fluid) is a good look for each
/// solver; hand it to gfFluid_Draw in each frame. Effects are off until enabled.
#ifndef GPUFLUID_DRAW_H
#define GPUFLUID_DRAW_H

#include "gpufluid/fluid.h"
#include "gpufluid/tracers.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Ways to show a fluid. The value in brackets is the one that a gfDrawDef.range of 0 stands for.
typedef enum gfDrawStyle {
    GF_DRAW_DYE,      ///< dye in its own colours, or its amount through a palette (1)
    GF_DRAW_VELOCITY, ///< direction as hue, speed as brightness (1 m/s)
    GF_DRAW_PRESSURE, ///< pressure over density, through the palette, zero in its middle (0.5 m^2/s^2: flow of 1 m/s)
    GF_DRAW_TEMPERATURE, ///< temperature above ambient, through the palette (25 K)
    GF_DRAW_VORTICITY,   ///< through the palette, zero in its middle (40 1/s)
    GF_DRAW_SOLIDS,      ///< only the solids
    GF_DRAW_MASS,        ///< mass through the palette (1: a full cell); GF_SOLVER_SHALLOW: depth (1 m). Not of
                         ///< GF_SOLVER_GRID
    GF_DRAW_DIVERGENCE,  ///< GF_SOLVER_GRID: divergence after the projection, through the palette, zero in its middle
                         ///< (0.1 1/s)
    GF_DRAW_FIRE, ///< GF_SOLVER_GRID: gas glows as a black body; `range` K above ambient look like 2400 K (2400 K: true
                  ///< colours). Dye is soot; an amount of 1 covers 1 - 1/e of the background
    GF_DRAW_LIQUID, ///< a lit surface made from the mass (GF_SOLVER_GRID: the amount of dye), see gfLiquidLook (1);
                    ///< GF_SOLVER_WATER: also drops of particles that are alone; GF_SOLVER_SHALLOW: water from above,
                    ///< see gfShallowLook (1 m)
    GF_DRAW_LIC, ///< line-integral convolution (Cabral, Leedom 1993): noise smeared along the flow, coloured by speed
                 ///< (1 m/s)
    GF_DRAW_ARROWS,    ///< arrows along the flow, coloured by speed (1 m/s)
    GF_DRAW_PARTICLES, ///< GF_SOLVER_PARTICLES, GF_SOLVER_WATER: a disc for each particle, see gfParticleLook
    GF_DRAW_DENSITY,   ///< mass over the mass at rest, minus 1, through the palette, zero in its middle (0.1)
    /// GF_SOLVER_PARTICLES: each kind of particle in a look of its own (1). Liquids as GF_DRAW_LIQUID; powders as
    /// grains, darker and glossy where they are wet, by liquid around or by cohesion; elastic groups as jelly; rigid
    /// ones as solid matter; fixed particles as plain walls; gases as puffs. The context must be able to blend half
    /// floats. See gfParticleLook. GF_SOLVER_WATER: as GF_DRAW_LIQUID
    GF_DRAW_KINDS,
    GF_DRAW_STYLE_COUNT
} gfDrawStyle;

/// Ways in which colour and coverage reach the framebuffer.
typedef enum gfAlphaMode {
    GF_ALPHA_OPAQUE, ///< fluid over gfDrawDef.background, alpha 1, no blending
    /// Colour not multiplied by alpha, blended by (source alpha, 1 - source alpha). It can't store light without
    /// coverage (GF_INK_LIGHT, bloom, colours above 1): such light covers as much as its brightest channel, up to 1.
    GF_ALPHA_STRAIGHT,
    GF_ALPHA_PREMULTIPLIED ///< colour multiplied by alpha, blended by (1, 1 - source alpha)
} gfAlphaMode;

/// Most stops of a palette.
#define GF_PALETTE_MAX 8

/// A gradient: colours (linear light, straight alpha) at equal distances from value 0 to value 1, linear between them.
typedef struct gfPalette {
    int32_t count; ///< number of colours, 2 to GF_PALETTE_MAX; 0 (the default): colours that the palette's owner names
    float colors[GF_PALETTE_MAX][4]; ///< red, green, blue and alpha of each colour, within +-1e6
} gfPalette;

/// Ready-made palettes, see gfGetPalette. Lightness rises from 0 to 1 in all but the last two. "Clear" means that
/// coverage starts at 0; the others are opaque.
typedef enum gfStockPalette {
    GF_PALETTE_VIRIDIS,  ///< dark violet, green, yellow: even steps, also for colour-blind eyes (matplotlib)
    GF_PALETTE_MAGMA,    ///< black, purple, orange, pale yellow: even steps, too (matplotlib)
    GF_PALETTE_ICE,      ///< clear, navy, azure, white
    GF_PALETTE_EMBER,    ///< clear, red, orange, pale yellow
    GF_PALETTE_NEON,     ///< clear, violet, magenta, cyan, white
    GF_PALETTE_INK,      ///< clear, pale blue to blue-black: for a paper background
    GF_PALETTE_BLUE_RED, ///< blue, white in the middle, red: for values with a sign (ColorBrewer's RdBu)
    GF_PALETTE_COUNT
} gfStockPalette;

/// A map from world (m) to clip space: x' = m[0] x + m[2] y + m[4], y' = m[1] x + m[3] y + m[5].
typedef struct gfTransform2D {
    float m[6]; ///< within +-1e9; the first four in 1/m
} gfTransform2D;

/// Ways in which GF_DRAW_DYE shows the amount of dye at a place (its fourth channel over `range`).
typedef enum gfInk {
    GF_INK_COVER, ///< smoke, paint: covers 1 - exp(-amount) of the background
    GF_INK_LIGHT, ///< light: adds its colour times the amount and covers nothing
    /// Ink on paper: lets exp(-amount (1 - colour)) of the background through. It gives no light, so with
    /// GF_ALPHA_OPAQUE set a light `background`: over black, the default, all is black.
    GF_INK_ABSORB
} gfInk;

/// Ways to bring bright light into the range of a screen.
typedef enum gfToneMap {
    GF_TONE_NONE,  ///< light is cut off at 1, or not at all if `encodeSrgb` is false
    GF_TONE_FILMIC ///< bright colours roll off and turn white (the ACES curve as fitted by Narkowicz)
} gfToneMap;

/// Refraction: the fluid bends the background behind it, as glass does. The fluid's thickness t is a height field whose
/// normals bend the light. t is an optical thickness, -log of the fraction of light that passes; GF_DRAW_LIQUID has one
/// of its own. Refraction covers the whole viewport, opaque.
typedef struct gfRefractionLook {
    /// Whether the background is refracted. Default false.
    bool enabled;
    /// GL texture of the background over the whole viewport, sRGB if `encodeSrgb`. 0 (the default): a copy of what the
    /// framebuffer holds there. The copy has 8 bits a channel (half floats if not `encodeSrgb`) and no alpha; a
    /// multisampled framebuffer must be RGBA8. `background` must not be the texture drawn into; note that
    /// gfFluid_DrawToTexture draws into its last result again.
    uint32_t background;
    /// Height of the height field where t is 1, m, 0 to 10. Default 0.02.
    float depth;
    /// Distance by which the background moves behind a vertical part of the height field, m, -10 to 10. Default 0.08.
    /// A slope s moves it by s / sqrt(1 + s^2) of this. Positive values shrink the background behind a drop; negative
    /// ones magnify it, as a lens does, and far below 0 turn it upside down.
    float strength;
    /// Contact of the background with the fluid, as of a page under drops: the fraction of `strength` that grows with
    /// t, so that nothing moves at the rim, 0 (the default) to 1.
    float contact;
    /// Fraction by which blue is bent more than red, for colours at the rims of glass, 0 (none, the default) to 1. It
    /// costs two more reads a pixel.
    float dispersion;
    /// Dimming of the background, by exp(-absorption t (1 - tint)), 0 to 100. Default 1.
    float absorption;
    /// Colour that thick fluid lets through, linear light, 0 to 1 each. Default (0.6, 0.8, 0.9).
    float tint[3];
} gfRefractionLook;

/// Bloom: bright places spill light over their surroundings (dual filter, Bjorge 2015). Light above `threshold` is
/// blurred into ever wider rings; their weighted sum (weights add up to 1) times `intensity` is added.
typedef struct gfBloomLook {
    /// Whether light spills over. Default false.
    bool enabled;
    /// Brightness (of the brightest channel) above which light spills over, 0 to 100. Default 0.6.
    float threshold;
    /// Width of the soft onset around the threshold, as a fraction of it, 0 to 1. Default 0.7.
    float knee;
    /// Factor on the light that spills over, 0 to 4. Default 0.8.
    float intensity;
    /// Reach of the light: weight of each ring over the weight of the ring half as wide, 0.1 to 2. Default 0.9.
    float spread;
} gfBloomLook;

/// Shafts of light: a lamp shines through the fluid, and bright or covering places throw shade.
typedef struct gfShaftsLook {
    /// Whether the lamp shines. Default false.
    bool enabled;
    /// World position of the lamp, m, within +-1e6. Default (0.5, 0.5).
    gfVec2 light;
    /// Darkness of the shade, 0 to 1. Default 0.6.
    float strength;
    /// Reach of the shade, as a fraction of the way to the lamp, 0 to 1. Default 0.7.
    float length;
    /// Light that the lamp itself adds to the background, linear, 0 to 10 each. Default (0.05, 0.045, 0.06).
    float glow[3];
} gfShaftsLook;

/// Self-shadowing: light from one direction is dimmed by the dye on its way. It works in GF_DRAW_DYE with GF_INK_COVER,
/// and in GF_DRAW_FIRE, where the fire lights the soot, too. It is computed in a small picture of the domain, so that
/// it costs the same at any size.
typedef struct gfShadowLook {
    /// Whether dye shades itself. Default false.
    bool enabled;
    /// Direction towards the light, world; any length but 0, within +-1e6. Default (-0.5, 1).
    gfVec2 direction;
    /// Optical thickness of a metre of dye whose amount is `range`, 1/m, 0 to 1000. Default 12.
    float density;
    /// Reach of the shade, m, 0 to 100. Default 0.25.
    float length;
    /// Light that remains in full shade, linear, 0 to 10 each. Default (0.10, 0.11, 0.16).
    float ambient[3];
    /// Fraction of the light that dye scatters onwards, so that it goes deeper and shade is softer, 0 (none, the
    /// default) to 1. In GF_DRAW_FIRE it is also how strongly the fire lights soot within `length`.
    float scattering;
} gfShadowLook;

/// Look of GF_DRAW_LIQUID.
typedef struct gfLiquidLook {
    /// Mass (GF_SOLVER_GRID: amount of dye) divided by `range` at which the surface lies, 0.01 to 10. Default 0.45;
    /// gfDefaultDrawDefFor GF_SOLVER_WATER gives 0.5.
    float threshold;
    /// Width of the rounded rim of the surface, m, 0 to 10. Default 0.03.
    float rim;
    /// Direction towards the light, z towards the viewer; any length but 0, within +-1e6. Default (-0.45, 0.75, 0.6).
    float light[3];
    /// Colour of thick liquid, linear light, 0 to 10 each. Default (0.01, 0.07, 0.16).
    float deep[3];
    /// Colour of light that comes through thin liquid, linear, 0 to 10 each. Default (0.10, 0.45, 0.60).
    float thin[3];
    /// Fraction to which the liquid takes on the colour of its dye (GF_SOLVER_PARTICLES: of its particles) and covers
    /// as paint does, 0 (not at all, the default) to 1. Where the dye over `range` is near 0, `deep` and `thin` remain.
    float dyed;
    /// Colour of foam, linear light, 0 to 10 each. Default (0.85, 0.92, 0.96).
    float foam[3];
    /// Reflectance at right angles to the surface (Fresnel, Schlick's form), 0 to 1. Default 0.02, that of water.
    float reflectance;
    /// Strength of the highlight, 0 to 10. Default 0.8.
    float specular;
    /// Speed above which thin liquid foams, m/s, 0 (none does) to 1e6. Default 1.
    float foamSpeed;
    /// Shape of drops as on a pane, 0 to 1: at 1 round caps, steepest at the rim, at 0 (the default) a surface that
    /// falls off softly. Caps merge as they meet, and end where there is less than `lensEdge` of liquid around.
    float lens;
    /// Edge of the caps of `lens`: they end where this fraction of the surroundings, within about `rim`, is liquid,
    /// 0.05 to 0.95. Default 0.35. At 0.5 a straight edge stays where it is; a lower value keeps smaller drops.
    float lensEdge;
    /// Clearness of the liquid over a refracted background, 0 to 1. At 0 (the default) `deep` and `thin` cover a tenth
    /// to a third of it. At 1 they cover nothing: gfRefractionLook.absorption alone dims the background, and `dyed`
    /// liquid looks like stained glass.
    float clarity;
    /// Strength of light and shade that the liquid throws on a refracted background, 0 (none, the default) to 4. Rims
    /// shade, and drops gather light on the side away from `light`.
    float caustics;
    /// Distance behind the liquid at which the caustics fall, m, 0 to 10. Default 0.02.
    float causticsReach;
} gfLiquidLook;

/// Water over ground, seen from above: GF_DRAW_LIQUID of GF_SOLVER_SHALLOW, as a top-down game shows a lake, a river or
/// the sea. gfDrawDef.range is the depth that counts as deep and hides the ground, m (1). From gfLiquidLook it takes
/// `light` (z up), `deep`, `thin`, `dyed`, `foam`, `foamSpeed`, `reflectance` and `specular`. Animation follows the
/// fluid's clock. Towards the shore the water is clear and shows the ground, with caustics on it: the host's own
/// drawing (with GF_ALPHA_OPAQUE: `background`) or `ground`. gfFluid_DrawSurface draws in perspective.
typedef struct gfShallowLook {
    /// Strength of the light and shade on the fluid's waves, 0 (not at all) to 10. Default 1, the true slope.
    float relief;
    /// Slope of fine waves that exist in the drawing only, 0 (none) to 1. Default 0.05. They show where they are longer
    /// than a few pixels. The fluid's own waves are its flow and gfRippleParams.
    float fineWaves;
    /// Length of these waves, m, 1e-6 to 1e6; it is also the scale of foam and of the ground's grain. Default 0.12.
    float fineLength;
    /// Strength of the light that waves gather on the ground, 0 (none) to 4. Default 1.
    float caustics;
    /// Strength of foam at the shore, 0 (none) to 1. Default 0.5. Foam of breaking water is gfShallowParams.foam.
    float shoreFoam;
    /// Colours of the ground from `groundLow` to `groundHigh`, lit by its slope and darker where it is wet. Count 0
    /// (the default): it is not drawn. If drawn, it covers the whole domain.
    gfPalette ground;
    /// Height of the first colour of `ground`, m, within +-GF_VALUE_MAX. Default -0.5.
    float groundLow;
    /// Height of the last colour of `ground`, m, within +-GF_VALUE_MAX, above groundLow. Default 0.5.
    float groundHigh;
} gfShallowLook;

/// Look of solids, in every style.
typedef struct gfSolidLook {
    /// Whether solids are filled with `color`; GF_DRAW_SOLIDS always fills them. Default true.
    bool shown;
    /// Fill colour, linear light, straight alpha, within +-1e6. Default (0.10, 0.11, 0.13, 1).
    float color[4];
    /// Colour of the outline, linear light, straight alpha, within +-1e6. Default (0.9, 0.92, 0.95, 1).
    float outlineColor[4];
    /// Width of the outline, with or without filling, px, 0 (none, the default) to 100.
    float outlineWidth;
    /// Visibility of porous zones (gfZone with a drag, whose medium stands still) and one-way walls, 0 (not at all) to
    /// 1. Default 0.8. They show only if solids do: zones as a grainy tint in their colour, walls as a line with
    /// arrowheads.
    float media;
} gfSolidLook;

/// Tone mapping: brings bright light into the range of a screen. It acts on the fluid's light, not on the background.
typedef struct gfToneLook {
    /// Curve that is used. Default GF_TONE_NONE.
    gfToneMap map;
    /// Factor on the light before the curve, 0 to 1000. Default 1.
    float exposure;
    /// Whether noise of one 8-bit level is added to the stored colours, encoded or not, so that gradients show no
    /// bands. Black stays black, and a float target without `encodeSrgb` has no noise. Default false.
    bool dither;
} gfToneLook;

/// Meanings of a particle's colour.
typedef enum gfParticleColor {
    GF_PARTICLE_SPEED,    ///< speed, through a palette
    GF_PARTICLE_VELOCITY, ///< direction, as red, green and blue; grey at rest
    GF_PARTICLE_MATERIAL, ///< colour of its material
    GF_PARTICLE_OWN,      ///< colour of its own, as sources gave it (gfSourceDef.dye)
    GF_PARTICLE_COLOR_COUNT
} gfParticleColor;

/// Look of tracers: points of light, added to what the style drew without covering it. Bloom acts on them.
typedef struct gfTracerLook {
    /// Tracers to draw, of the fluid that is drawn. Default null: none.
    const gfTracers *set;
    /// Width of a point at half its brightness, px, 0.5 to 64; at most the context's largest point. Default 2.
    float size;
    /// Length of streaks, given as the time in which a tracer travels it, s, 0 (points, the default) to 1000. No streak
    /// is longer than 160 px or the context's largest point.
    float trail;
    /// Speed of the palette's end, m/s, 1e-9 to 1e9. Default 1.
    float speedRange;
    /// Colours of light by speed, linear, each multiplied by its alpha. Count 0 (the default): deep blue to a warm
    /// white.
    gfPalette palette;
} gfTracerLook;

/// Look of GF_DRAW_PARTICLES: discs over background and solids. GF_DRAW_KINDS uses its `size` for grains, and its
/// `color`: GF_PARTICLE_MATERIAL shows the colours of materials, any other value the particles' own. It also uses
/// `light` and `specular` of gfLiquidLook.
typedef struct gfParticleLook {
    /// Diameter of a disc, in units of the spacing at rest, 0.01 to 100. Default 1.
    float size;
    /// Meaning of the discs' colours. Default GF_PARTICLE_SPEED.
    gfParticleColor color;
    /// Speed of the palette's end, or of a full channel, m/s, 1e-9 to 1e9. Default 1.
    float speedRange;
    /// Colours by speed. Count 0 (the default): deep blue to a warm white.
    gfPalette palette;
} gfParticleLook;

/// Largest gfPixelLook.size.
#define GF_PIXEL_SIZE_MAX 256

/// Pixel art: the drawing becomes squares of one colour each, with few steps of colour. Any style and effect works. It
/// is drawn at one pixel a square, so large squares cost less, and then enlarged. Sizes in px (outlines, tracers,
/// arrows) count squares. Squares start at the viewport's lower left corner: a camera that moves by whole squares keeps
/// them still, and a size that divides the viewport's cuts none of them.
typedef struct gfPixelLook {
    /// Side of a square, px, 0 to GF_PIXEL_SIZE_MAX. 0 (the default) and 1: a pixel.
    int32_t size;
    /// Number of steps of each channel and of coverage, 2 to 256; 0 (the default): no steps.
    int32_t steps;
    /// The only colours that may appear, linear light (alpha is ignored); each square takes the nearest. Squares less
    /// than half covered are left out, unless `steps` gives coverage more steps. Count 0 (the default): all colours.
    gfPalette colors;
    /// Dithering between steps or colours, in a pattern of 4 x 4, 0 (none: flat areas with edges, the default) to 1.
    float dither;
} gfPixelLook;

/// Widths over which the drawing fades out towards the sides of the domain, to hide its box. Solids, particles and
/// tracers fade, too, before effects act and in every alpha mode (opaque drawings fade to `background`). Each is in m,
/// 0 (no fading, the default) to 1e9; four zeros cost nothing.
typedef struct gfFadeLook {
    float left;   ///< at the smallest x, m
    float right;  ///< at the largest x, m
    float bottom; ///< at the smallest y, m
    float top;    ///< at the largest y, m
} gfFadeLook;
/// Tests against the host's depth buffer.
typedef enum gfDepthTest {
    GF_DEPTH_OFF,     ///< no test: all is drawn, and depth is not written
    GF_DEPTH_LESS,    ///< draws where the fluid is as near or nearer; smaller depths are nearer (GL_LEQUAL)
    GF_DEPTH_GREATER, ///< draws where the fluid is as near or nearer; larger depths are nearer (GL_GEQUAL, reversed
                      ///< depth)
    GF_DEPTH_ALWAYS   ///< no test: all is drawn, and depth may be written (gfDepthLook.write)
} gfDepthTest;

/// Place of a fluid in front of or behind the host's own things. The whole fluid has one depth.
typedef struct gfDepthLook {
    /// Test to make. Default GF_DEPTH_OFF.
    gfDepthTest test;
    /// Depth as the buffer stores it, 0 to 1, whatever the host's glDepthRange and glClipControl. Default 0.5. With
    /// GL's default range and clip space, a clip-space z is stored as 0.5 z + 0.5.
    float z;
    /// Whether depth is written wherever the drawing covers the target: over the whole domain or, with effects, the
    /// whole viewport, clear places included. Default false.
    bool write;
} gfDepthLook;

/// Settings of gfFluid_Draw. Make it with gfDefaultDrawDefFor() or gfDefaultDrawDef().
typedef struct gfDrawDef {
    /// Way to show the fluid. Default GF_DRAW_DYE.
    gfDrawStyle style;
    /// Map from world to clip space within the host's viewport; all zero (the default): the domain fills the viewport.
    /// Any other must have a determinant other than 0. gfFluid_GetFitView and gfMakeView make one.
    gfTransform2D view;
    /// Way in which colour and coverage reach the framebuffer. Default GF_ALPHA_PREMULTIPLIED.
    gfAlphaMode alpha;
    /// Whether to blend as `alpha` says; false writes colour and alpha as they are, into a texture say. Default true.
    bool blend;
    /// Colour behind everything in GF_ALPHA_OPAQUE, linear light, within +-1e6. Default (0, 0, 0, 1), black.
    float background[4];
    /// Value at the palette's end (or at full brightness), in the style's own unit, 1e-9 to 1e9: dye in amounts, speed
    /// in m/s, temperature in K, and so on. A smaller number, 0 (the default): the style's own value, in
    /// brackets in gfDrawStyle, which suits a world some metres large. The unit depends on the style: set it anew when
    /// the style changes. gfParticleLook and gfTracerLook have a `speedRange` of their own.
    float range;
    /// Factor on all coverage, 0 to 1. Default 1.
    float opacity;
    /// Fading towards the domain's sides. Default all 0.
    gfFadeLook fade;
    /// Colours for values; count 0 (the default) means the style's own.
    gfPalette palette;
    /// Way in which GF_DRAW_DYE shows the amount of dye. Default GF_INK_COVER.
    gfInk ink;
    /// Look of solids.
    gfSolidLook solids;
    /// Tone mapping of the fluid's light.
    gfToneLook tone;
    /// Refraction of the background. Refraction, bloom and shafts draw over the whole viewport, beyond the domain.
    /// Their textures have the viewport's size, so alternating sizes make them anew each time. An effect whose shader
    /// or texture fails is left out, with one message, until gfDevice_ResetErrors or the next fluid.
    gfRefractionLook refraction;
    /// Light that bright places spill over.
    gfBloomLook bloom;
    /// Shafts of light from a lamp.
    gfShaftsLook shafts;
    /// Self-shadowing of dye.
    gfShadowLook shadow;
    /// Look of GF_DRAW_LIQUID.
    gfLiquidLook liquid;
    /// Look of GF_DRAW_LIQUID for GF_SOLVER_SHALLOW.
    gfShallowLook water;
    /// Distance between arrows of GF_DRAW_ARROWS, and length of the lines of GF_DRAW_LIC, px, 4 to 512. Default 24.
    float spacing;
    /// Look of GF_DRAW_PARTICLES.
    gfParticleLook particles;
    /// Pixel art: squares and steps of colour.
    gfPixelLook pixels;
    /// Tracers on top of the style's drawing.
    gfTracerLook tracers;
    /// Place in the framebuffer's depth buffer, so that the fluid lies behind some of a game's sprites and in front of
    /// others. It has no effect without a depth buffer, or in gfFluid_DrawToTexture. Hidden pixels stay as they are,
    /// and get no glow of effects either. Refraction bends all that the framebuffer holds, even things in front of the
    /// fluid: draw those after it.
    gfDepthLook depth;
    /// Time after the fluid's last step that the drawing shows, s, 0 (that step, the default) to 1e6; at most fixedStep
    /// takes effect. Set it to gfStepInfo.pending_s for smooth motion on a display faster than the steps, or in slow
    /// motion. Fields move on along the flow; particles, tracers and solids by their velocity. It costs a read a pixel.
    float ahead;
    /// Strength of detail below a cell, 0 (none, the default: pictures as without it, bit for bit) to 1. It works in
    /// GF_DRAW_DYE and GF_DRAW_FIRE of GF_SOLVER_GRID only. Swirls, which exist only in the drawing, drift with the
    /// flow, so that smoke and flames have fine edges and filaments from few cells. There are none where the fluid
    /// rests, or where a cell is no wider than a pixel. Each drawing moves the swirls on to the fluid's clock, so draw
    /// in each frame: they begin anew after gfFluid_Resize, gfFluid_Reset, a snapshot, or 0.4 s without a drawing.
    float detail;
    /// Whether to encode colours for an 8-bit target that does no conversion of its own (sRGB). Default true. Set false
    /// if GL_FRAMEBUFFER_SRGB does it, or for a linear float target. If true, blending happens on encoded values.
    bool encodeSrgb;
    /// Set by gfDefaultDrawDef().
    int32_t cookie;
} gfDrawDef;

/// Returns a definition with every default. It shows dye; for a fluid without dye use gfDefaultDrawDefFor. Reports
/// nothing and needs no context.
GF_API gfDrawDef gfDefaultDrawDef(void);

/// Returns the default look for this fluid's solver and definition (not its content), at any size of the domain. Other
/// members are as in gfDefaultDrawDef. Needs no context. Null: gfDefaultDrawDef(), and NULL_ARGUMENT is reported.
///   GF_SOLVER_GRID       GF_DRAW_DYE: smoke in its own colours that shades itself, over what the host has drawn
///   GF_SOLVER_GAUSSIAN   GF_DRAW_LIQUID: a lit surface, whose rim and foam suit the size of the domain
///   GF_SOLVER_PARTICLES  the same; gases alone (gfParticleMaterial.expansion above 0) as GF_DRAW_PARTICLES; with a
///                        material that has friction or is fixed, or with groups, GF_DRAW_KINDS
///   GF_SOLVER_SHALLOW    GF_DRAW_LIQUID: water from above over sand (gfShallowLook). Set `water.ground.count` to 0 to
///                        show the host's own ground, and `range` to the depth that counts as deep
GF_API gfDrawDef gfDefaultDrawDefFor(const gfFluid *fluid);

/// Returns a palette. Needs no context. Count 0 on failure: OUT_OF_RANGE.
GF_API gfPalette gfGetPalette(gfStockPalette kind);

/// Returns the view that shows the whole domain, centred and undistorted, in a viewport whose width over height is
/// `aspect` (> 0). For a null fluid or another aspect it is the identity, of which drawings warn
/// (gfDeviceDef.validation). Reports nothing and needs no context.
GF_API gfTransform2D gfFluid_GetFitView(const gfFluid *fluid, float aspect);

/// Returns a camera for gfDrawDef.view, and for a game's own things: `width` metres of the world around `centre` (m),
/// undistorted in a viewport whose width over height is `aspect` (all > 0). It shows width / aspect metres from bottom
/// to top. To keep the ground at the lower edge of a window of any size, put the centre half of this height above the
/// ground. Beyond the domain the host's drawing remains. For another width or aspect, or a centre that is not finite,
/// it is the identity, of which drawings warn. Reports nothing and needs no context.
GF_API gfTransform2D gfMakeView(gfVec2 centre, float width, float aspect);

/// Returns the world position (m) that gfFluid_Draw with `look` shows at a pixel of the viewport. Pixels count from its
/// upper left corner, y down, as windows and mice do; the middle of the first is (0.5, 0.5), and pixels beyond the
/// viewport work, too. `width` and `height` are the viewport's, in the unit of `pixel`: a window's points do as well as
/// its pixels. A null `look` is gfDefaultDrawDefFor. For a fluid with a frame of its own (gfFluid_SetFrame) the
/// position is in that frame. Needs no context. (0, 0) on failure: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE.
GF_API gfVec2 gfFluid_PixelToWorld(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height,
                                   gfVec2 pixel);

/// Returns the pixel at which a world position (m) is seen, the reverse of gfFluid_PixelToWorld. Needs no context.
/// (0, 0) on failure: as gfFluid_PixelToWorld.
GF_API gfVec2 gfFluid_WorldToPixel(const gfFluid *fluid, const gfDrawDef *look, int32_t width, int32_t height,
                                   gfVec2 world);

/// Draws into the framebuffer bound for drawing (attachment 0), within the host's viewport and scissor. It neither
/// tests nor writes stencil, nor depth except by gfDrawDef.depth. Null draws gfDefaultDrawDefFor. The context must be
/// current.
/// False: NULL_ARGUMENT, COOKIE, OUT_OF_RANGE, UNSUPPORTED (the solver lacks what the style shows: temperature, fire
/// and divergence are in GF_SOLVER_GRID only, particles in GF_SOLVER_PARTICLES only; GRID has no mass and density,
/// GF_SOLVER_SHALLOW no pressure), HOST_STATE, SHADER, OUT_OF_MEMORY, FRAMEBUFFER (also if the host's own does not
/// exist, is incomplete or holds integers, which browsers check when it differs from the last drawing's).
GF_API bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def);

/// Draws into a texture of the library's own instead, of width x height texels (1 to the context's largest), cleared to
/// 0 before. Null draws gfDefaultDrawDefFor. Returns its GL name. The format is RGBA16F, or the one that the context
/// renders in its place. The texture must not be changed, and is valid until the next such call on this device or until
/// its last fluid is destroyed. The context must be current. 0: as gfFluid_Draw, and OUT_OF_RANGE for a size, or for
/// `refraction` without a background of the host's.
GF_API uint32_t gfFluid_DrawToTexture(gfFluid *fluid, const gfDrawDef *def, int32_t width, int32_t height);

#ifdef __cplusplus
}
#endif
#endif
