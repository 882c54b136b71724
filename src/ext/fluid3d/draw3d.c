// The public drawing of particles in three dimensions: its definition and the checks of it.
#include "gpufluid/draw3d.h"

#include "ext/fluid3d/fluid3d.h"

#include "draw/finish.h"
#include "draw/perspective.h"
#include "ext/fluid3d/draw_particles3d.h"
#include "fluid/validation.h"

// The default camera has a vertical field of view of 60 degrees, from 0.05 m to 100 m.
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
        .water = gf_defaultWaterLook,
        .sky = gf_defaultSkyLook,
        .opacity = 1.0f,
        .alpha = GF_ALPHA_PREMULTIPLIED,
        .blend = true,
        .tone = gf_defaultSceneTone,
        .encodeSrgb = true,
        .cookie = GF_DRAW3D_COOKIE};
}

#define IN_RANGE(field, low, high)              \
    {                                           \
#field, (double)d->field, (low), (high) \
    }
static bool checkNumbers(const gfCore *core, const gfDraw3DDef *d, const char *caller)
{
    const gfRange ranges[] = {
        IN_RANGE(radius, 0.0, 1e3), IN_RANGE(range, (double)1e-9f, 1e9),  IN_RANGE(opacity, 0.0, 1.0),
        IN_RANGE(ahead, 0.0, 1e6),  IN_RANGE(tone.exposure, 0.0, 1000.0),
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

static bool checkDraw3D(const gfCore *core, const gfDraw3DDef *def, const char *caller)
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
    if (!checkDraw3D(&device->core, def, "gfFluid3D_Draw") ||
        !gfTraps_CheckTexture(device, def->background, "background", "gfFluid3D_Draw") ||
        !gfTraps_CheckTexture(device, def->depth, "depth", "gfFluid3D_Draw") ||
        !gfDevice_Begin(device, "gfFluid3D_Draw")) {
        goto error;
    }
    gfParticleView view;
    gfVolume_View(&fluid->body, fluid->volume, &view);
    gfHostTarget host;
    gfDevice_SaveTarget(device, &host);
    bool drawn = gfDevice_CheckTarget(device, &host, "gfFluid3D_Draw");
    if (drawn) {
        gfFinish_NoteTarget(device, &host, def->tone.dither && !def->encodeSrgb);
        drawn = gfParticles3D_Draw(device, &view, def);
    }
    gfDevice_End(device);
    return drawn;

error:
    return false;
}
