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
    gfDraw3DDef def = gf_draw3DDefDefault;
    def.view[0] = def.view[5] = def.view[10] = def.view[15] = 1.0f;
    def.projection[0] = def.projection[5] = DEFAULT_FOCAL;
    def.projection[10] = -(DEFAULT_FAR + DEFAULT_NEAR) / (DEFAULT_FAR - DEFAULT_NEAR);
    def.projection[11] = -1.0f;
    def.projection[14] = -2.0f * DEFAULT_FAR * DEFAULT_NEAR / (DEFAULT_FAR - DEFAULT_NEAR);
    return def;
}

static bool checkDraw3D(const gfCore *core, const gfDraw3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_draw3DDefRecord, def, caller) &&
           gfCamera_Check(core, def->projection, &def->sky, caller) &&
           gfPalette_Check(core, &def->palette, "palette", caller);
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
