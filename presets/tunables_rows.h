/// Macros that write the rows of the table of tunables; files with rows include this. Units and ranges come from the
/// headers, by members.inc; a row says where the panel has it, how, and what the slider's range is.
#ifndef TUNABLES_ROWS_H
#define TUNABLES_ROWS_H

#include "tunables.h"

#include "members.inc"

#define TYPE_OF_DEMO DemoTunables
#define TYPE_OF_FLUID gfFluidDef
#define TYPE_OF_PARTICLES gfParticleParams
#define TYPE_OF_VOLUME gfFluid3DDef
#define TYPE_OF_DRAW gfDrawDef
#define TYPE_OF_DRAW3D gfDraw3DDef
#define TYPE_OF_SURFACE gfSurfaceDef

#define SIZE_OF(s, member) sizeof(((TYPE_OF_##s *)0)->member)
#define FLOATS_OF(s, member) (int)(SIZE_OF(s, member) / sizeof(float))
#define COUNT_OF(rows) (int)(sizeof(rows) / sizeof((rows)[0]))
#define EXPAND(row) row
#define FIRST(least, most) least
#define SECOND(least, most) most

// A row of `kind`, one of those below, for the member of `owner` that lies at `path` in a definition. `s` is the end of
// a TunableOf, `in` the heading in the panel. What follows is the kind's: the label, and mostly the slider's ends.
#define TOLD(kind, s, in, path, owner, member, ...) \
    EXPAND(kind(s, in, path, UNIT_##owner##_##member, RANGE_##owner##_##member, __VA_ARGS__))

// Every row; what follows the slider's ends is the kind's own.
#define ROW(s, in, member, of_unit, name, of_kind, numbers, range, from, to, ...)                                      \
    {                                                                                                                  \
        .of = TUNABLE_OF_##s, .group = in, .path = #member, .label = name, .unit = of_unit, .kind = TUNABLE_##of_kind, \
        .count = numbers, .offset = offsetof(TYPE_OF_##s, member), .size = SIZE_OF(s, member), .least = FIRST range,   \
        .most = SECOND range, .low = from, .high = to, __VA_ARGS__                                                     \
    }
#define AT_ONCE .restarts = false
#define ANEW .restarts = true // the scene begins anew
#define NAMED(s, in, member, name, names, when)                                                                 \
    ROW(s, in, member, "", name, CHOICE, 1, (0, COUNT_OF(names) - 1), 0, COUNT_OF(names) - 1, .choices = names, \
        .choiceCount = COUNT_OF(names), when)

// A float by an even slider, and by a logarithmic one; factors, whose unit is "x"; a whole number.
#define FLOAT(s, in, member, unit, range, name, low, high) \
    ROW(s, in, member, unit, name, FLOAT, 1, range, low, high, AT_ONCE)
#define LOG(s, in, member, unit, range, name, low, high) \
    ROW(s, in, member, unit, name, FLOAT, 1, range, low, high, .logarithmic = true)
#define FACTOR(s, in, member, unit, range, name, low, high) FLOAT(s, in, member, "x", range, name, low, high)
#define LOG_FACTOR(s, in, member, unit, range, name, low, high) LOG(s, in, member, "x", range, name, low, high)
#define INT(s, in, member, unit, range, name, low, high) \
    ROW(s, in, member, unit, name, INT, 1, range, low, high, AT_ONCE)
// A switch, and a choice of names.
#define BOOL(s, in, member, unit, range, name) ROW(s, in, member, "", name, BOOL, 1, (0, 1), 0, 1, AT_ONCE)
#define CHOICE(s, in, member, unit, range, name, names) NAMED(s, in, member, name, names, AT_ONCE)
// The same where a scene has to begin anew.
#define START_FLOAT(s, in, member, unit, range, name, low, high) \
    ROW(s, in, member, unit, name, FLOAT, 1, range, low, high, ANEW)
#define START_INT(s, in, member, unit, range, name, low, high) \
    ROW(s, in, member, unit, name, INT, 1, range, low, high, ANEW)
#define START_BOOL(s, in, member, unit, range, name) ROW(s, in, member, "", name, BOOL, 1, (0, 1), 0, 1, ANEW)
#define START_CHOICE(s, in, member, unit, range, name, names) NAMED(s, in, member, name, names, ANEW)
// Linear light, whose sliders have 0 to 1; a vector by sliders of `span` both ways, one of factors, and one from 0 up.
#define COLOR(s, in, member, unit, range, name) \
    ROW(s, in, member, "", name, COLOR, FLOATS_OF(s, member), range, 0, 1, AT_ONCE)
#define VECTOR(s, in, member, unit, range, name, span) \
    ROW(s, in, member, unit, name, VECTOR, FLOATS_OF(s, member), range, -(span), span, AT_ONCE)
#define VECTOR_FACTOR(s, in, member, unit, range, name, span) VECTOR(s, in, member, "x", range, name, span)
#define VECTOR_FROM(s, in, member, unit, range, name, high) \
    ROW(s, in, member, unit, name, VECTOR, FLOATS_OF(s, member), range, 0, high, AT_ONCE)

// A palette of the definition `s`: its stops, and as many colours as it may have.
#define STOP(s, in, member, number, name) TOLD(COLOR, s, in, member.colors[number], gfPalette, colors, name)
#define PALETTE(s, in, member)                                                                                \
    TOLD(INT, s, in, member.count, gfPalette, count, "stops (0: its own)", 0, GF_PALETTE_MAX),                \
        STOP(s, in, member, 0, "stop 1"), STOP(s, in, member, 1, "stop 2"), STOP(s, in, member, 2, "stop 3"), \
        STOP(s, in, member, 3, "stop 4"), STOP(s, in, member, 4, "stop 5"), STOP(s, in, member, 5, "stop 6"), \
        STOP(s, in, member, 6, "stop 7"), STOP(s, in, member, 7, "stop 8")

// A tone map, and what water and sky look like.
#define TONE(s, in, names)                                                                  \
    TOLD(CHOICE, s, in, tone.map, gfToneLook, map, "tone map", names),                      \
        TOLD(LOG_FACTOR, s, in, tone.exposure, gfToneLook, exposure, "exposure", 0.05, 20), \
        TOLD(BOOL, s, in, tone.dither, gfToneLook, dither, "dither")
#define OF_WATER(kind, s, in, member, ...) TOLD(kind, s, in, water.member, gfWaterLook, member, __VA_ARGS__)
#define WATER(s, in)                                                                                                  \
    OF_WATER(FLOAT, s, in, reflectance, "reflectance", 0, 0.2), OF_WATER(FACTOR, s, in, specular, "highlight", 0, 4), \
        OF_WATER(VECTOR_FROM, s, in, absorption, "absorption", 20), OF_WATER(COLOR, s, in, tint, "tint"),             \
        OF_WATER(FACTOR, s, in, refraction, "refraction", 0, 2),                                                      \
        OF_WATER(LOG, s, in, smoothing, "smoothing (0: auto)", 0, 0.5), OF_WATER(COLOR, s, in, foam, "foam"),         \
        OF_WATER(FLOAT, s, in, foamSpeed, "foams from", 0, 8),                                                        \
        OF_WATER(FLOAT, s, in, foamDensity, "foams below", 0, 1.5)
#define OF_SKY(kind, s, in, member, ...) TOLD(kind, s, in, sky.member, gfSkyLook, member, __VA_ARGS__)
#define SKY(s, in)                                                                    \
    OF_SKY(COLOR, s, in, zenith, "zenith"), OF_SKY(COLOR, s, in, horizon, "horizon"), \
        OF_SKY(COLOR, s, in, ground, "below"), OF_SKY(COLOR, s, in, sun, "sun"),      \
        OF_SKY(VECTOR, s, in, light, "towards the sun", 1)

#endif
