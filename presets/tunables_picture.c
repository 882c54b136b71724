// The tunables of what is drawn: from above, in three dimensions, and as a surface over ground.
#include "tunables_rows.h"

// The parts of definitions that have rows here.
#define DRAW(kind, in, member, ...) TOLD(kind, DRAW, in, member, gfDrawDef, member, __VA_ARGS__)
#define BLOOM(kind, in, member, ...) TOLD(kind, DRAW, in, bloom.member, gfBloomLook, member, __VA_ARGS__)
#define SHADOW(kind, in, member, ...) TOLD(kind, DRAW, in, shadow.member, gfShadowLook, member, __VA_ARGS__)
#define SHAFTS(kind, in, member, ...) TOLD(kind, DRAW, in, shafts.member, gfShaftsLook, member, __VA_ARGS__)
#define REFRACTION(kind, in, member, ...) TOLD(kind, DRAW, in, refraction.member, gfRefractionLook, member, __VA_ARGS__)
#define PIXELS(kind, in, member, ...) TOLD(kind, DRAW, in, pixels.member, gfPixelLook, member, __VA_ARGS__)
#define LIQUID(kind, in, member, ...) TOLD(kind, DRAW, in, liquid.member, gfLiquidLook, member, __VA_ARGS__)
#define WATER_ABOVE(kind, in, member, ...) TOLD(kind, DRAW, in, water.member, gfShallowLook, member, __VA_ARGS__)
#define DISCS(kind, in, member, ...) TOLD(kind, DRAW, in, particles.member, gfParticleLook, member, __VA_ARGS__)
#define TRACERS(kind, in, member, ...) TOLD(kind, DRAW, in, tracers.member, gfTracerLook, member, __VA_ARGS__)
#define SOLIDS(kind, in, member, ...) TOLD(kind, DRAW, in, solids.member, gfSolidLook, member, __VA_ARGS__)
#define FADE(kind, in, member, ...) TOLD(kind, DRAW, in, fade.member, gfFadeLook, member, __VA_ARGS__)
#define DEPTH(kind, in, member, ...) TOLD(kind, DRAW, in, depth.member, gfDepthLook, member, __VA_ARGS__)
#define DRAW3D(kind, in, member, ...) TOLD(kind, DRAW3D, in, member, gfDraw3DDef, member, __VA_ARGS__)
#define SURFACE(kind, in, member, ...) TOLD(kind, SURFACE, in, member, gfSurfaceDef, member, __VA_ARGS__)
#define SOURCE(kind, in, member, ...) TOLD(kind, SURFACE, in, source.member, gfSurfaceSource, member, __VA_ARGS__)
#define GROUND(kind, in, member, ...) TOLD(kind, SURFACE, in, ground.member, gfGroundLook, member, __VA_ARGS__)

static const char *const alphas[] = {"opaque", "straight", "premultiplied"};
static const char *const inks[] = {"cover", "light", "absorb"};
static const char *const toneMaps[] = {"none", "filmic"};
static const char *const particleColors[] = {"speed", "velocity", "material", "own"};
static const char *const depthTests[] = {"off", "less", "greater", "always"};
static const char *const styles3d[] = {"water", "spheres", "points"};
static const char *const surfaceKinds[] = {"clear", "lava"};
static const char *const surfaceSources[] = {"water", "pressure", "mass"};

const Tunable tunablesOfPicture[] = {
    DRAW(LOG, "Picture", range, "range (0: the style's)", 0.01, 3000),
    DRAW(CHOICE, "Picture", ink, "dye", inks),
    DRAW(COLOR, "Picture", background, "background"),
    DRAW(FLOAT, "Picture", opacity, "opacity", 0, 1),
    TONE(DRAW, "Picture", toneMaps),
    DRAW(FLOAT, "Picture", detail, "detail below a cell", 0, 1),
    DRAW(FLOAT, "Picture", spacing, "arrows, lines", 8, 96),
    DRAW(CHOICE, "Picture", alpha, "alpha", alphas),
    DRAW(BOOL, "Picture", blend, "blend"),
    DRAW(BOOL, "Picture", encodeSrgb, "encode sRGB"),
    PALETTE(DRAW, "Palette", palette),

    BLOOM(BOOL, "Bloom", enabled, "bloom"),
    BLOOM(FLOAT, "Bloom", threshold, "threshold", 0, 2),
    BLOOM(FLOAT, "Bloom", knee, "knee", 0, 1),
    BLOOM(FACTOR, "Bloom", intensity, "intensity", 0, 4),
    BLOOM(FLOAT, "Bloom", spread, "spread", 0.1, 2),
    SHADOW(BOOL, "Shadows", enabled, "dye shades itself"),
    SHADOW(VECTOR, "Shadows", direction, "towards the light", 1),
    SHADOW(LOG, "Shadows", density, "density", 0, 100),
    SHADOW(FLOAT, "Shadows", length, "reach", 0, 1),
    SHADOW(COLOR, "Shadows", ambient, "light in shade"),
    SHADOW(FLOAT, "Shadows", scattering, "scattering", 0, 1),
    SHAFTS(BOOL, "Light shafts", enabled, "light shafts"),
    SHAFTS(VECTOR, "Light shafts", light, "lamp", 2),
    SHAFTS(FLOAT, "Light shafts", strength, "strength", 0, 1),
    SHAFTS(FLOAT, "Light shafts", length, "length", 0, 1),
    SHAFTS(COLOR, "Light shafts", glow, "glow"),
    REFRACTION(BOOL, "Refraction", enabled, "refraction"),
    REFRACTION(FLOAT, "Refraction", depth, "depth", 0, 0.2),
    REFRACTION(FLOAT, "Refraction", strength, "strength", -0.5, 0.5),
    REFRACTION(FLOAT, "Refraction", contact, "touches what is behind", 0, 1),
    REFRACTION(FLOAT, "Refraction", dispersion, "dispersion", 0, 1),
    REFRACTION(FLOAT, "Refraction", absorption, "absorption", 0, 5),
    REFRACTION(COLOR, "Refraction", tint, "tint"),

    PIXELS(INT, "Pixel art", size, "squares (0: none)", 0, 16),
    PIXELS(INT, "Pixel art", steps, "steps of colour (0: all)", 0, 16),
    PIXELS(FLOAT, "Pixel art", dither, "dithering", 0, 1),
    PALETTE(DRAW, "Pixel art", pixels.colors),
    LIQUID(FLOAT, "Liquid's surface", threshold, "threshold", 0.05, 1.5),
    LIQUID(FLOAT, "Liquid's surface", rim, "rim", 0, 0.1),
    LIQUID(VECTOR, "Liquid's surface", light, "towards the light", 1),
    LIQUID(COLOR, "Liquid's surface", deep, "deep"),
    LIQUID(COLOR, "Liquid's surface", thin, "thin"),
    LIQUID(COLOR, "Liquid's surface", foam, "foam"),
    LIQUID(FLOAT, "Liquid's surface", reflectance, "reflectance", 0, 0.2),
    LIQUID(FACTOR, "Liquid's surface", specular, "highlight", 0, 4),
    LIQUID(FLOAT, "Liquid's surface", dyed, "colour of its dye", 0, 1),
    LIQUID(FLOAT, "Liquid's surface", foamSpeed, "foams from (0: never)", 0, 8),
    LIQUID(FLOAT, "Liquid's surface", lens, "round drops", 0, 1),
    LIQUID(FLOAT, "Liquid's surface", lensEdge, "their edge", 0.05, 0.95),
    LIQUID(FLOAT, "Liquid's surface", clarity, "clarity", 0, 1),
    LIQUID(FACTOR, "Liquid's surface", caustics, "caustics", 0, 4),
    LIQUID(FLOAT, "Liquid's surface", causticsReach, "they fall off by", 0, 0.1),

    WATER_ABOVE(FACTOR, "Water from above", relief, "relief", 0, 4),
    WATER_ABOVE(FLOAT, "Water from above", fineWaves, "fine waves", 0, 0.3),
    WATER_ABOVE(LOG, "Water from above", fineLength, "their length", 0.005, 0.5),
    WATER_ABOVE(FACTOR, "Water from above", caustics, "caustics", 0, 4),
    WATER_ABOVE(FLOAT, "Water from above", shoreFoam, "foam at the shore", 0, 1),
    WATER_ABOVE(FLOAT, "Water from above", groundLow, "first colour at", -1, 1),
    WATER_ABOVE(FLOAT, "Water from above", groundHigh, "last colour at", -1, 1),
    PALETTE(DRAW, "Water from above", water.ground),

    DISCS(FACTOR, "Discs", size, "size", 0.2, 4),
    DISCS(CHOICE, "Discs", color, "colour by", particleColors),
    DISCS(LOG, "Discs", speedRange, "speed range", 0.05, 20),
    PALETTE(DRAW, "Discs", particles.palette),
    TRACERS(FLOAT, "Tracers", size, "size", 0.5, 8),
    TRACERS(LOG, "Tracers", trail, "trail", 0, 1),
    TRACERS(LOG, "Tracers", speedRange, "speed range", 0.05, 20),
    PALETTE(DRAW, "Tracers", tracers.palette),

    SOLIDS(BOOL, "Solids", shown, "filled"),
    SOLIDS(COLOR, "Solids", color, "colour"),
    SOLIDS(COLOR, "Solids", outlineColor, "outline"),
    SOLIDS(FLOAT, "Solids", outlineWidth, "outline's width", 0, 10),
    SOLIDS(FLOAT, "Solids", media, "porous zones", 0, 1),
    FADE(FLOAT, "Edges and depth", left, "fades left", 0, 0.5),
    FADE(FLOAT, "Edges and depth", right, "fades right", 0, 0.5),
    FADE(FLOAT, "Edges and depth", bottom, "fades below", 0, 0.5),
    FADE(FLOAT, "Edges and depth", top, "fades above", 0, 0.5),
    DEPTH(CHOICE, "Edges and depth", test, "depth test", depthTests),
    DEPTH(FLOAT, "Edges and depth", z, "depth", 0, 1),
    DEPTH(BOOL, "Edges and depth", write, "depth is written"),

    DRAW3D(CHOICE, "Picture", style, "style", styles3d),
    DRAW3D(LOG, "Picture", radius, "radius (0: auto)", 0, 0.2),
    DRAW3D(CHOICE, "Picture", color, "colour by", particleColors),
    DRAW3D(LOG, "Picture", speedRange, "speed range", 0.05, 20),
    DRAW3D(FLOAT, "Picture", opacity, "opacity", 0, 1),
    TONE(DRAW3D, "Picture", toneMaps),
    DRAW3D(CHOICE, "Picture", alpha, "alpha", alphas),
    DRAW3D(BOOL, "Picture", blend, "blend"),
    DRAW3D(BOOL, "Picture", encodeSrgb, "encode sRGB"),
    PALETTE(DRAW3D, "Palette", palette),
    WATER(DRAW3D, "Water"),
    SKY(DRAW3D, "Sky"),

    SURFACE(CHOICE, "Picture", kind, "fluid", surfaceKinds),
    TONE(SURFACE, "Picture", toneMaps),
    SURFACE(INT, "Picture", supersampling, "samples each way (0: auto)", 0, 2),
    SURFACE(FACTOR, "Picture", caustics, "caustics", 0, 4),
    SURFACE(FLOAT, "Picture", microRipples, "fine waves", 0, 0.3),
    SURFACE(LOG, "Picture", microLength, "their length", 0.005, 0.5),
    SURFACE(BOOL, "Picture", encodeSrgb, "encode sRGB"),
    SOURCE(CHOICE, "Picture", of, "surface of", surfaceSources),
    SOURCE(FLOAT, "Picture", level, "its level", -1, 1),
    SOURCE(FLOAT, "Picture", scale, "its scale", -2, 2),
    SOURCE(FLOAT, "Picture", floor, "its floor", -1, 1),
    WATER(SURFACE, "Water"),
    GROUND(BOOL, "Ground", shown, "shown"),
    GROUND(FLOAT, "Ground", low, "pebbles at", -1, 1),
    GROUND(FLOAT, "Ground", high, "rock at", -1, 1),
    GROUND(FLOAT, "Ground", grain, "grain", 0, 1),
    GROUND(LOG, "Ground", grainLength, "its length", 0.002, 0.2),
    GROUND(FLOAT, "Ground", wetness, "dark when wet", 0, 1),
    GROUND(FLOAT, "Ground", base, "base of the block", -1, 1),
    PALETTE(SURFACE, "Ground", ground.palette),
    SKY(SURFACE, "Sky"),
    SURFACE(LOG, "Lava", lavaSpeed, "hottest at", 0.01, 5),
    PALETTE(SURFACE, "Lava", lava) MORE_OF_picture,
};
const int tunablesOfPictureCount = COUNT_OF(tunablesOfPicture);
