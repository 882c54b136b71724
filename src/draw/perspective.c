#include "draw/perspective.h"

const gfWaterLook gf_defaultWaterLook = {.reflectance = 0.02f,
                                         .specular = 1.0f,
                                         .absorption = {2.2f, 0.55f, 0.35f},
                                         .tint = {0.012f, 0.085f, 0.11f},
                                         .refraction = 1.0f,
                                         .foam = {0.86f, 0.92f, 0.95f},
                                         .foamSpeed = 2.0f,
                                         .foamDensity = 0.6f};
const gfSkyLook gf_defaultSkyLook = {.zenith = {0.16f, 0.36f, 0.72f},
                                     .horizon = {0.72f, 0.83f, 0.93f},
                                     .ground = {0.16f, 0.15f, 0.14f},
                                     .sun = {1.0f, 0.94f, 0.84f},
                                     .light = {0.3f, 0.75f, -0.5f}};
const gfToneLook gf_defaultSceneTone = {.map = GF_TONE_FILMIC, .exposure = 1.0f};

void gfMatrix_Multiply(const float a[16], const float b[16], float product[16])
{
    for (int i = 0; i < 16; i++) {
        double sum = 0.0;
        for (int k = 0; k < 4; k++) {
            sum += (double)a[4 * k + i % 4] * (double)b[4 * (i / 4) + k];
        }
        product[i] = (float)sum;
    }
}

static bool checkMatrix(const gfCore *core, const float m[16], const char *name, const char *caller)
{
    for (int i = 0; i < 16; i++) {
        GF_REQUIRE(core, gfInRange((double)m[i], -1e6, 1e6), OUT_OF_RANGE, "%s: %s[%d] is %g; within +-1e6 is expected",
                   caller, name, i, (double)m[i]);
    }
    return true;

error:
    return false;
}

#define LOOK_RANGE(field, low, high)            \
    {                                           \
#field, (double)d->field, (low), (high) \
    }
#define LOOK_RANGE3(field, low, high)                                                           \
    {#field, (double)d->field[0], (low), (high)}, {#field, (double)d->field[1], (low), (high)}, \
    {                                                                                           \
#field, (double)d->field[2], (low), (high)                                              \
    }

bool gfLooks_Check(const gfCore *core, const gfWaterLook *water, const gfSkyLook *sky, const char *caller)
{
    const struct {
        gfWaterLook water;
        gfSkyLook sky;
    } looks = {*water, *sky}, *d = &looks;
    const gfRange ranges[] = {
        LOOK_RANGE(water.reflectance, 0.0, 1.0), LOOK_RANGE(water.specular, 0.0, 100.0),
        LOOK_RANGE3(water.absorption, 0.0, 1e4), LOOK_RANGE3(water.tint, 0.0, 10.0),
        LOOK_RANGE(water.refraction, 0.0, 4.0),  LOOK_RANGE(water.smoothing, 0.0, 1e3),
        LOOK_RANGE3(water.foam, 0.0, 10.0),      LOOK_RANGE(water.foamSpeed, 0.0, 1e6),
        LOOK_RANGE(water.foamDensity, 0.0, 2.0), LOOK_RANGE3(sky.zenith, 0.0, 100.0),
        LOOK_RANGE3(sky.horizon, 0.0, 100.0),    LOOK_RANGE3(sky.ground, 0.0, 100.0),
        LOOK_RANGE3(sky.sun, 0.0, 100.0),        LOOK_RANGE3(sky.light, -1e6, 1e6),
    };
    const float *l = sky->light;
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, hypotf(hypotf(l[0], l[1]), l[2]) > 0.0f, OUT_OF_RANGE,
               "%s: sky.light is 0; a direction is expected", caller);
    return true;

error:
    return false;
}

// Returns whether a projection is that of a camera along -z, without shear: every pass divides by its members.
static bool checkProjection(const gfCore *core, const float p[16], const char *caller)
{
    GF_REQUIRE(core, fabsf(p[0]) > 0.0f && fabsf(p[5]) > 0.0f, OUT_OF_RANGE,
               "%s: projection[0] and [5] are %g and %g; others than 0 are expected", caller, (double)p[0],
               (double)p[5]);
    GF_REQUIRE(core, (p[11] < 0.0f && !(fabsf(p[15]) > 0.0f)) || (!(fabsf(p[11]) > 0.0f) && p[15] > 0.0f), OUT_OF_RANGE,
               "%s: projection[11] and [15] are %g and %g; below 0 and 0 (perspective) or 0 and above 0 (orthographic) "
               "are expected",
               caller, (double)p[11], (double)p[15]);
    return true;

error:
    return false;
}

bool gfCamera_Check(const gfCore *core, const float view[16], const float projection[16], const char *caller)
{
    return checkMatrix(core, view, "view", caller) && checkMatrix(core, projection, "projection", caller) &&
           checkProjection(core, projection, caller);
}
