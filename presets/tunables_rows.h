/// Macros that write the rows of the table of tunables; files with rows include this.
#ifndef TUNABLES_ROWS_H
#define TUNABLES_ROWS_H

#include "tunables.h"

#define TYPE_OF_DEMO DemoTunables
#define TYPE_OF_FLUID gfFluidDef
#define TYPE_OF_PARTICLES gfParticleParams
#define TYPE_OF_VOLUME gfFluid3DDef
#define TYPE_OF_DRAW gfDrawDef
#define TYPE_OF_DRAW3D gfDraw3DDef
#define TYPE_OF_SURFACE gfSurfaceDef

#define SIZE_OF(s, member) sizeof(((TYPE_OF_##s *)0)->member)
#define COUNT_OF(rows) (int)(sizeof(rows) / sizeof((rows)[0]))

// The first part of every row. `s` is the end of a TunableOf.
#define ROW(s, in, member, name, of_unit)                                               \
    .of = TUNABLE_OF_##s, .group = in, .path = #member, .label = name, .unit = of_unit, \
    .offset = offsetof(TYPE_OF_##s, member), .size = SIZE_OF(s, member)
#define RANGE(from, to, slider_from, slider_to) .least = from, .most = to, .low = slider_from, .high = slider_to

// A float by an even slider, and by a logarithmic one; a whole number; a switch; a choice. What the library takes, then
// what the slider has.
#define FLOAT(s, in, member, name, unit, least, most, low, high)                                         \
    {                                                                                                    \
        ROW(s, in, member, name, unit), .kind = TUNABLE_FLOAT, .count = 1, RANGE(least, most, low, high) \
    }
#define LOG(s, in, member, name, unit, least, most, low, high)                                            \
    {                                                                                                     \
        ROW(s, in, member, name, unit), .kind = TUNABLE_FLOAT, .count = 1, RANGE(least, most, low, high), \
                                        .logarithmic = true                                               \
    }
#define INT(s, in, member, name, unit, least, most, low, high)                                         \
    {                                                                                                  \
        ROW(s, in, member, name, unit), .kind = TUNABLE_INT, .count = 1, RANGE(least, most, low, high) \
    }
#define BOOL(s, in, member, name)                                                         \
    {                                                                                     \
        ROW(s, in, member, name, ""), .kind = TUNABLE_BOOL, .count = 1, RANGE(0, 1, 0, 1) \
    }
#define CHOICE(s, in, member, name, names)                                                                     \
    {                                                                                                          \
        ROW(s, in, member, name, ""), .kind = TUNABLE_CHOICE, .count = 1,                                      \
                                      RANGE(0, COUNT_OF(names) - 1, 0, COUNT_OF(names) - 1), .choices = names, \
                                      .choiceCount = COUNT_OF(names)                                           \
    }
// The same where a scene has to begin anew.
#define START_FLOAT(s, in, member, name, unit, least, most, low, high)                                    \
    {                                                                                                     \
        ROW(s, in, member, name, unit), .kind = TUNABLE_FLOAT, .count = 1, RANGE(least, most, low, high), \
                                        .restarts = true                                                  \
    }
#define START_INT(s, in, member, name, unit, least, most, low, high)                                    \
    {                                                                                                   \
        ROW(s, in, member, name, unit), .kind = TUNABLE_INT, .count = 1, RANGE(least, most, low, high), \
                                        .restarts = true                                                \
    }
#define START_BOOL(s, in, member, name)                                                                     \
    {                                                                                                       \
        ROW(s, in, member, name, ""), .kind = TUNABLE_BOOL, .count = 1, RANGE(0, 1, 0, 1), .restarts = true \
    }
#define START_CHOICE(s, in, member, name, names)                                                               \
    {                                                                                                          \
        ROW(s, in, member, name, ""), .kind = TUNABLE_CHOICE, .count = 1,                                      \
                                      RANGE(0, COUNT_OF(names) - 1, 0, COUNT_OF(names) - 1), .choices = names, \
                                      .choiceCount = COUNT_OF(names), .restarts = true                         \
    }
// Linear light, from `least` to `most`; a slider has 0 to 1.
#define COLOR(s, in, member, name, least, most)                                                                  \
    {                                                                                                            \
        ROW(s, in, member, name, ""), .kind = TUNABLE_COLOR, .count = (int)(SIZE_OF(s, member) / sizeof(float)), \
                                      RANGE(least, most, 0, 1)                                                   \
    }
#define VECTOR(s, in, member, name, unit, bound, span)                                                              \
    {                                                                                                               \
        ROW(s, in, member, name, unit), .kind = TUNABLE_VECTOR, .count = (int)(SIZE_OF(s, member) / sizeof(float)), \
                                        RANGE(-(bound), bound, -(span), span)                                       \
    }

// A palette of the definition `s`: its stops, and as many colours as it may have.
#define PALETTE(s, in, member)                                                                                    \
    INT(s, in, member.count, "stops (0: its own)", "", 0, GF_PALETTE_MAX, 0, GF_PALETTE_MAX),                     \
        COLOR(s, in, member.colors[0], "stop 1", -1e6, 1e6), COLOR(s, in, member.colors[1], "stop 2", -1e6, 1e6), \
        COLOR(s, in, member.colors[2], "stop 3", -1e6, 1e6), COLOR(s, in, member.colors[3], "stop 4", -1e6, 1e6), \
        COLOR(s, in, member.colors[4], "stop 5", -1e6, 1e6), COLOR(s, in, member.colors[5], "stop 6", -1e6, 1e6), \
        COLOR(s, in, member.colors[6], "stop 7", -1e6, 1e6), COLOR(s, in, member.colors[7], "stop 8", -1e6, 1e6)

// A tone map, and what water and sky look like.
#define TONE(s, in, names)                                                                                     \
    CHOICE(s, in, tone.map, "tone map", names), LOG(s, in, tone.exposure, "exposure", "x", 0, 1000, 0.05, 20), \
        BOOL(s, in, tone.dither, "dither")
#define WATER(s, in)                                                                                                 \
    FLOAT(s, in, water.reflectance, "reflectance", "", 0, 1, 0, 0.2),                                                \
        FLOAT(s, in, water.specular, "highlight", "x", 0, 100, 0, 4),                                                \
        VECTOR_FROM(s, in, water.absorption, "absorption", "1/m", 1e4, 20), COLOR(s, in, water.tint, "tint", 0, 10), \
        FLOAT(s, in, water.refraction, "refraction", "x", 0, 4, 0, 2),                                               \
        LOG(s, in, water.smoothing, "smoothing (0: auto)", "m", 0, 1e3, 0, 0.5),                                     \
        COLOR(s, in, water.foam, "foam", 0, 10), FLOAT(s, in, water.foamSpeed, "foams from", "m/s", 0, 1e6, 0, 8),   \
        FLOAT(s, in, water.foamDensity, "foams below", "", 0, 2, 0, 1.5)
#define SKY(s, in)                                                                            \
    COLOR(s, in, sky.zenith, "zenith", 0, 100), COLOR(s, in, sky.horizon, "horizon", 0, 100), \
        COLOR(s, in, sky.ground, "below", 0, 100), COLOR(s, in, sky.sun, "sun", 0, 100),      \
        VECTOR(s, in, sky.light, "towards the sun", "", 1e6, 1)
// A vector of numbers from 0 up.
#define VECTOR_FROM(s, in, member, name, unit, most, high)                                                          \
    {                                                                                                               \
        ROW(s, in, member, name, unit), .kind = TUNABLE_VECTOR, .count = (int)(SIZE_OF(s, member) / sizeof(float)), \
                                        RANGE(0, most, 0, high)                                                     \
    }

#endif
