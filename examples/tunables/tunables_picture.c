// The tunables of what is drawn: from above, in three dimensions, and as a surface over ground.
#include "tunables/tunables_rows.h"

#define VALUE 60000.0 // GF_VALUE_MAX

static const char *const alphas[] = {"opaque", "straight", "premultiplied"};
static const char *const inks[] = {"cover", "light", "absorb"};
static const char *const toneMaps[] = {"none", "filmic"};
static const char *const particleColors[] = {"speed", "velocity", "material", "own"};
static const char *const depthTests[] = {"off", "less", "greater", "always"};
static const char *const styles3d[] = {"water", "spheres", "points"};
static const char *const surfaceKinds[] = {"clear", "lava"};
static const char *const surfaceSources[] = {"water", "pressure", "mass"};

const Tunable tunablesOfPicture[] = {
    LOG(DRAW, "Picture", range, "range", "", 1e-9, 1e9, 0.01, 100),
    CHOICE(DRAW, "Picture", ink, "dye", inks),
    COLOR(DRAW, "Picture", background, "background", -1e6, 1e6),
    FLOAT(DRAW, "Picture", opacity, "opacity", "", 0, 1, 0, 1),
    TONE(DRAW, "Picture", toneMaps),
    FLOAT(DRAW, "Picture", spacing, "arrows, lines", "px", 4, 512, 8, 96),
    CHOICE(DRAW, "Picture", alpha, "alpha", alphas),
    BOOL(DRAW, "Picture", blend, "blend"),
    BOOL(DRAW, "Picture", encodeSrgb, "encode sRGB"),
    PALETTE(DRAW, "Palette", palette),

    BOOL(DRAW, "Bloom", bloom.enabled, "bloom"),
    FLOAT(DRAW, "Bloom", bloom.threshold, "threshold", "", 0, 100, 0, 2),
    FLOAT(DRAW, "Bloom", bloom.knee, "knee", "", 0, 1, 0, 1),
    FLOAT(DRAW, "Bloom", bloom.intensity, "intensity", "x", 0, 4, 0, 4),
    FLOAT(DRAW, "Bloom", bloom.spread, "spread", "", 0.1, 2, 0.1, 2),
    BOOL(DRAW, "Shadows", shadow.enabled, "dye shades itself"),
    VECTOR(DRAW, "Shadows", shadow.direction, "towards the light", "", 1e6, 1),
    LOG(DRAW, "Shadows", shadow.density, "density", "1/m", 0, 1000, 0, 100),
    FLOAT(DRAW, "Shadows", shadow.length, "reach", "m", 0, 100, 0, 1),
    COLOR(DRAW, "Shadows", shadow.ambient, "light in shade", 0, 10),
    BOOL(DRAW, "Light shafts", shafts.enabled, "light shafts"),
    VECTOR(DRAW, "Light shafts", shafts.light, "lamp", "m", 1e6, 2),
    FLOAT(DRAW, "Light shafts", shafts.strength, "strength", "", 0, 1, 0, 1),
    FLOAT(DRAW, "Light shafts", shafts.length, "length", "", 0, 1, 0, 1),
    COLOR(DRAW, "Light shafts", shafts.glow, "glow", 0, 10),
    BOOL(DRAW, "Refraction", refraction.enabled, "refraction"),
    FLOAT(DRAW, "Refraction", refraction.depth, "depth", "m", 0, 10, 0, 0.2),
    FLOAT(DRAW, "Refraction", refraction.strength, "strength", "m", -10, 10, -0.5, 0.5),
    FLOAT(DRAW, "Refraction", refraction.absorption, "absorption", "", 0, 100, 0, 5),
    COLOR(DRAW, "Refraction", refraction.tint, "tint", 0, 1),

    FLOAT(DRAW, "Liquid's surface", liquid.threshold, "threshold", "", 0.01, 10, 0.05, 1.5),
    FLOAT(DRAW, "Liquid's surface", liquid.rim, "rim", "m", 0, 10, 0, 0.1),
    VECTOR(DRAW, "Liquid's surface", liquid.light, "towards the light", "", 1e6, 1),
    COLOR(DRAW, "Liquid's surface", liquid.deep, "deep", 0, 10),
    COLOR(DRAW, "Liquid's surface", liquid.thin, "thin", 0, 10),
    COLOR(DRAW, "Liquid's surface", liquid.foam, "foam", 0, 10),
    FLOAT(DRAW, "Liquid's surface", liquid.reflectance, "reflectance", "", 0, 1, 0, 0.2),
    FLOAT(DRAW, "Liquid's surface", liquid.specular, "highlight", "x", 0, 10, 0, 4),
    FLOAT(DRAW, "Liquid's surface", liquid.dyed, "colour of its dye", "", 0, 1, 0, 1),
    FLOAT(DRAW, "Liquid's surface", liquid.foamSpeed, "foams from (0: never)", "m/s", 0, 1e6, 0, 8),

    FLOAT(DRAW, "Discs", particles.size, "size", "x", 0.01, 100, 0.2, 4),
    CHOICE(DRAW, "Discs", particles.color, "colour by", particleColors),
    LOG(DRAW, "Discs", particles.range, "speed range", "m/s", 1e-9, 1e9, 0.05, 20),
    PALETTE(DRAW, "Discs", particles.palette),
    FLOAT(DRAW, "Tracers", tracers.size, "size", "px", 0.5, 64, 0.5, 8),
    LOG(DRAW, "Tracers", tracers.trail, "trail", "s", 0, 1000, 0, 1),
    LOG(DRAW, "Tracers", tracers.range, "speed range", "m/s", 1e-9, 1e9, 0.05, 20),
    PALETTE(DRAW, "Tracers", tracers.palette),

    BOOL(DRAW, "Solids", solids.shown, "filled"),
    COLOR(DRAW, "Solids", solids.color, "colour", -1e6, 1e6),
    COLOR(DRAW, "Solids", solids.outlineColor, "outline", -1e6, 1e6),
    FLOAT(DRAW, "Solids", solids.outlineWidth, "outline's width", "px", 0, 100, 0, 10),
    FLOAT(DRAW, "Solids", solids.media, "porous zones", "", 0, 1, 0, 1),
    FLOAT(DRAW, "Edges and depth", fade.left, "fades left", "m", 0, 1e9, 0, 0.5),
    FLOAT(DRAW, "Edges and depth", fade.right, "fades right", "m", 0, 1e9, 0, 0.5),
    FLOAT(DRAW, "Edges and depth", fade.bottom, "fades below", "m", 0, 1e9, 0, 0.5),
    FLOAT(DRAW, "Edges and depth", fade.top, "fades above", "m", 0, 1e9, 0, 0.5),
    CHOICE(DRAW, "Edges and depth", depth.test, "depth test", depthTests),
    FLOAT(DRAW, "Edges and depth", depth.z, "depth", "", 0, 1, 0, 1),
    BOOL(DRAW, "Edges and depth", depth.write, "depth is written"),

    CHOICE(DRAW3D, "Picture", style, "style", styles3d),
    LOG(DRAW3D, "Picture", radius, "radius (0: auto)", "m", 0, 1e3, 0, 0.2),
    CHOICE(DRAW3D, "Picture", color, "colour by", particleColors),
    LOG(DRAW3D, "Picture", range, "speed range", "m/s", 1e-9, 1e9, 0.05, 20),
    FLOAT(DRAW3D, "Picture", opacity, "opacity", "", 0, 1, 0, 1),
    TONE(DRAW3D, "Picture", toneMaps),
    CHOICE(DRAW3D, "Picture", alpha, "alpha", alphas),
    BOOL(DRAW3D, "Picture", blend, "blend"),
    BOOL(DRAW3D, "Picture", encodeSrgb, "encode sRGB"),
    PALETTE(DRAW3D, "Palette", palette),
    WATER(DRAW3D, "Water"),
    SKY(DRAW3D, "Sky"),

    CHOICE(SURFACE, "Picture", kind, "fluid", surfaceKinds),
    TONE(SURFACE, "Picture", toneMaps),
    FLOAT(SURFACE, "Picture", caustics, "caustics", "x", 0, 4, 0, 4),
    FLOAT(SURFACE, "Picture", microRipples, "fine waves", "", 0, 1, 0, 0.3),
    LOG(SURFACE, "Picture", microLength, "their length", "m", 1e-6, 1e6, 0.005, 0.5),
    BOOL(SURFACE, "Picture", encodeSrgb, "encode sRGB"),
    CHOICE(SURFACE, "Picture", source.of, "surface of", surfaceSources),
    FLOAT(SURFACE, "Picture", source.level, "its level", "m", -VALUE, VALUE, -1, 1),
    FLOAT(SURFACE, "Picture", source.scale, "its scale", "m", -1e6, 1e6, -2, 2),
    FLOAT(SURFACE, "Picture", source.floor, "its floor", "m", -VALUE, VALUE, -1, 1),
    WATER(SURFACE, "Water"),
    BOOL(SURFACE, "Ground", ground.shown, "shown"),
    FLOAT(SURFACE, "Ground", ground.low, "pebbles at", "m", -VALUE, VALUE, -1, 1),
    FLOAT(SURFACE, "Ground", ground.high, "rock at", "m", -VALUE, VALUE, -1, 1),
    FLOAT(SURFACE, "Ground", ground.grain, "grain", "", 0, 1, 0, 1),
    LOG(SURFACE, "Ground", ground.grainLength, "its length", "m", 1e-6, 1e6, 0.002, 0.2),
    FLOAT(SURFACE, "Ground", ground.wetness, "dark when wet", "", 0, 1, 0, 1),
    FLOAT(SURFACE, "Ground", ground.base, "base of the block", "m", -1e9, 1e9, -1, 1),
    PALETTE(SURFACE, "Ground", ground.palette),
    SKY(SURFACE, "Sky"),
    LOG(SURFACE, "Lava", lavaSpeed, "hottest at", "m/s", 1e-9, 1e9, 0.01, 5),
    PALETTE(SURFACE, "Lava", lava),
};
const int tunablesOfPictureCount = COUNT_OF(tunablesOfPicture);
