// The public drawing of particles in three dimensions: its definition and the checks of it.
#include "ext/fluid3d/draw3d.h"

#include "ext/fluid3d/fluid3d.h"

#include "ext/fluid3d/draw_particles3d.h"

// 60 degrees high, from 0.05 m to 100 m.
#define DEFAULT_FOCAL 1.7320508f
#define DEFAULT_NEAR 0.05f
#define DEFAULT_FAR 100.0f

gfDraw3DDef gfDefaultDraw3DDef(void)
{
    return (gfDraw3DDef){
        .style = GF_DRAW3D_WATER,
        .view = {1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 0.0f, 1.0f},
        .projection = {[0] = DEFAULT_FOCAL,
                       [5] = DEFAULT_FOCAL,
                       [10] = -(DEFAULT_FAR + DEFAULT_NEAR) / (DEFAULT_FAR - DEFAULT_NEAR),
                       [11] = -1.0f,
                       [14] = -2.0f * DEFAULT_FAR * DEFAULT_NEAR / (DEFAULT_FAR - DEFAULT_NEAR)},
        .range = 2.0f,
        .water = {.reflectance = 0.02f,
                  .specular = 1.0f,
                  .absorption = {2.2f, 0.55f, 0.35f},
                  .tint = {0.012f, 0.085f, 0.11f},
                  .refraction = 1.0f,
                  .foam = {0.86f, 0.92f, 0.95f},
                  .foamSpeed = 2.0f,
                  .foamDensity = 0.6f},
        .sky = {.zenith = {0.16f, 0.36f, 0.72f},
                .horizon = {0.72f, 0.83f, 0.93f},
                .ground = {0.16f, 0.15f, 0.14f},
                .sun = {1.0f, 0.94f, 0.84f},
                .light = {0.3f, 0.75f, -0.5f}},
        .opacity = 1.0f,
        .alpha = GF_ALPHA_PREMULTIPLIED,
        .blend = true,
        .tone = {.map = GF_TONE_FILMIC, .exposure = 1.0f},
        .encodeSrgb = true,
        .cookie = GF_DRAW3D_COOKIE};
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

#define IN_RANGE(field, low, high)              \
    {                                           \
#field, (double)d->field, (low), (high) \
    }
#define IN_RANGE3(field, low, high)                                                             \
    {#field, (double)d->field[0], (low), (high)}, {#field, (double)d->field[1], (low), (high)}, \
    {                                                                                           \
#field, (double)d->field[2], (low), (high)                                              \
    }

static bool checkNumbers(const gfCore *core, const gfDraw3DDef *d, const char *caller)
{
    const gfRange ranges[] = {
        IN_RANGE(radius, 0.0, 1e3), IN_RANGE(range, (double)1e-9f, 1e9),  IN_RANGE(opacity, 0.0, 1.0),
        IN_RANGE(ahead, 0.0, 1e6),  IN_RANGE(tone.exposure, 0.0, 1000.0),
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

bool gfLooks_Check(const gfCore *core, const gfWaterLook *water, const gfSkyLook *sky, const char *caller)
{
    const struct {
        gfWaterLook water;
        gfSkyLook sky;
    } looks = {*water, *sky}, *d = &looks;
    const gfRange ranges[] = {
        IN_RANGE(water.reflectance, 0.0, 1.0), IN_RANGE(water.specular, 0.0, 100.0),
        IN_RANGE3(water.absorption, 0.0, 1e4), IN_RANGE3(water.tint, 0.0, 10.0),
        IN_RANGE(water.refraction, 0.0, 4.0),  IN_RANGE(water.smoothing, 0.0, 1e3),
        IN_RANGE3(water.foam, 0.0, 10.0),      IN_RANGE(water.foamSpeed, 0.0, 1e6),
        IN_RANGE(water.foamDensity, 0.0, 2.0), IN_RANGE3(sky.zenith, 0.0, 100.0),
        IN_RANGE3(sky.horizon, 0.0, 100.0),    IN_RANGE3(sky.ground, 0.0, 100.0),
        IN_RANGE3(sky.sun, 0.0, 100.0),        IN_RANGE3(sky.light, -1e6, 1e6),
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

// What every pass divides by: a camera that looks along -z, without shear.
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

bool gfDraw3D_Check(const gfCore *core, const gfDraw3DDef *def, const char *caller)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_DRAW3D_COOKIE, COOKIE, "%s: make the definition with gfDefaultDraw3DDef()",
               caller);
    GF_REQUIRE(core, (unsigned)def->style < GF_DRAW3D_STYLE_COUNT, OUT_OF_RANGE, "%s: there is no style %d", caller,
               (int)def->style);
    GF_REQUIRE(core, (unsigned)def->color < GF_PARTICLE_COLOR_COUNT, OUT_OF_RANGE,
               "%s: color is %d; a gfParticleColor is expected", caller, (int)def->color);
    GF_REQUIRE(core, (unsigned)def->alpha <= GF_ALPHA_PREMULTIPLIED, OUT_OF_RANGE,
               "%s: alpha is %d; a gfAlphaMode is expected", caller, (int)def->alpha);
    GF_REQUIRE(core, (unsigned)def->tone.map <= GF_TONE_FILMIC, OUT_OF_RANGE,
               "%s: tone.map is %d; a gfToneMap is expected", caller, (int)def->tone.map);
    return gfCamera_Check(core, def->view, def->projection, caller) && checkNumbers(core, def, caller) &&
           gfLooks_Check(core, &def->water, &def->sky, caller) &&
           gfPalette_Check(core, &def->palette, "palette", caller);

error:
    return false;
}

bool gfFluid3D_Draw(gfFluid3D *fluid, const gfDraw3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Draw: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!gfDraw3D_Check(&device->core, def, "gfFluid3D_Draw") || !gfDevice_Begin(device, "gfFluid3D_Draw")) {
        goto error;
    }
    gfParticleView view;
    gfVolume_View(&fluid->body, fluid->volume, &view);
    gfHostTarget host;
    gfDevice_SaveTarget(device, &host);
    bool drawn = gfDevice_CheckTarget(device, &host, "gfFluid3D_Draw") && gfParticles3D_Draw(device, &view, def);
    gfDevice_End(device);
    return drawn;

error:
    return false;
}
