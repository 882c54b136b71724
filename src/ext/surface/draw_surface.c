// The public calls for a surface of water over ground: default definition, checks, drawing, and the mirrored view.
#include "gpufluid/draw_surface.h"
#include "ext/surface/surface.h"

#include "base/members.h"
#include "draw/styles.h"
#include "draw/view.h"
#include "fluid/module.h"
#include "fluid/validation.h"

#include "ext/surface/members.inc"

// Camera of gfDefaultSurfaceDef: focal length for a vertical view of 40 degrees (1 / tan 20 degrees), and planes, m.
#define SURFACE_FOCAL 2.7474774f
#define SURFACE_NEAR 0.01f
#define SURFACE_FAR 100.0f

#define VIEW_TOLERANCE 1e-3 // how far dot products of two of a view's axes may be from 0, and lengths from 1

gfSurfaceDef gfDefaultSurfaceDef(void)
{
    // The default view looks 40 degrees down from the south, from 1.6 m away from the middle of a domain of 1 m.
    static const float view[16] = {
        [0] = 1.0f,   [5] = 0.6427876f,   [6] = -0.7660444f,  [9] = 0.7660444f, [10] = 0.6427876f,
        [12] = -0.5f, [13] = -0.3213938f, [14] = -1.2169778f, [15] = 1.0f};
    gfSurfaceDef def = gf_surfaceDefDefault;
    memcpy(def.view, view, sizeof view);
    def.projection[0] = def.projection[5] = SURFACE_FOCAL;
    def.projection[10] = -(SURFACE_FAR + SURFACE_NEAR) / (SURFACE_FAR - SURFACE_NEAR);
    def.projection[11] = -1.0f;
    def.projection[14] = -2.0f * SURFACE_FAR * SURFACE_NEAR / (SURFACE_FAR - SURFACE_NEAR);
    return def;
}

// Returns whether a view only turns, mirrors, shifts: shaders invert it by the transpose. Else reports OUT_OF_RANGE.
static bool checkTurn(const gfCore *core, const float view[16], const char *caller)
{
    for (int i = 0; i < 9; i++) {
        int a = i / 3, b = i % 3;
        double product = 0.0;
        for (int k = 0; k < 3; k++) {
            product += (double)view[4 * a + k] * (double)view[4 * b + k];
        }
        GF_REQUIRE(core, fabs(product - (a == b ? 1.0 : 0.0)) <= VIEW_TOLERANCE, OUT_OF_RANGE,
                   "%s: axes %d and %d of view have the product %g; a rotation and a shift are expected", caller, a, b,
                   product);
    }
    GF_REQUIRE(core, fabsf(view[3]) + fabsf(view[7]) + fabsf(view[11]) <= 0.0f && fabsf(view[15] - 1.0f) <= 1e-6f,
               OUT_OF_RANGE, "%s: the last row of view is (%g, %g, %g, %g); (0, 0, 0, 1) is expected", caller,
               (double)view[3], (double)view[7], (double)view[11], (double)view[15]);
    return true;
}

static bool checkSurface(const gfCore *core, const gfSurfaceDef *def, const char *caller)
{
    GF_TRY(gfDef_Check(core, &gf_surfaceDefRecord, def, caller) &&
           gfCamera_Check(core, def->projection, &def->sky, caller) && checkTurn(core, def->view, caller) &&
           gfPalette_Check(core, &def->ground.palette, "ground.palette", caller) &&
           gfPalette_Check(core, &def->lava, "lava", caller));
    GF_REQUIRE(core, def->ground.high > def->ground.low, OUT_OF_RANGE,
               "%s: ground.high is %g and ground.low %g; a higher one is expected", caller, (double)def->ground.high,
               (double)def->ground.low);
    return true;
}

bool gfFluid_DrawSurface(gfFluid *fluid, const gfSurfaceDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    const gfDrawnFluid drawn = {&fluid->body, fluid->solver, fluid->state, 0.0, NULL};
    GF_TRY(checkSurface(&device->core, def, __func__) && gfSurface_Check(&drawn, &def->source, __func__) &&
           gfTraps_CheckTexture(device, def->ground.texture, "ground.texture", __func__) &&
           gfTraps_CheckTexture(device, def->background, "background", __func__) &&
           gfTraps_CheckTexture(device, def->depth, "depth", __func__) &&
           gfTraps_CheckTexture(device, def->reflection, "reflection", __func__) && gfDevice_Begin(device, __func__));
    gfHostTarget host; // saved, as drawing solids binds framebuffers of the library
    gfDevice_SaveTarget(device, &host);
    bool ok = gfDevice_CheckTarget(device, &host, __func__);
    if (ok) {
        gfFinish_NoteTarget(device, &host, def->tone.dither && !def->encodeSrgb);
        ok = gfFluid_UpdateSolids(fluid);
        gfDevice_RestoreTarget(device, &host);
    }
    ok = ok && gfSurface_Draw(device, &drawn, def);
    return gfDevice_EndWith(device, ok);
}

bool gfFluid_GetSurfaceTextures(gfFluid *fluid, const gfSurfaceSource *source, gfSurfaceTextures *textures)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    gfDevice *device = fluid->body.device;
    const gfDrawnFluid drawn = {&fluid->body, fluid->solver, fluid->state, 0.0, NULL};
    GF_REQUIRE(&device->core, source != NULL && textures != NULL, NULL_ARGUMENT, "%s: source or textures are null",
               __func__);
    return gfMembers_Check(&device->core, &gf_surfaceSourceRecord, source, NULL, __func__) &&
           gfSurface_Check(&drawn, source, __func__) &&
           gfDevice_Do(device, __func__,
                       gfFluid_UpdateSolids(fluid) && gfSurface_GetTextures(device, &drawn, source, textures));
}

// The third column changes its sign, and the shift accounts for the plane's height.
void gfSurface_GetMirror(const float view[16], float height, float mirrored[16])
{
    if (view == NULL || mirrored == NULL) {
        return;
    }
    float made[16];
    memcpy(made, view, sizeof made);
    for (int i = 0; i < 4; i++) {
        made[8 + i] = -view[8 + i];
        made[12 + i] = (float)((double)view[12 + i] + 2.0 * (double)height * (double)view[8 + i]);
    }
    memcpy(mirrored, made, sizeof made);
}

// --- dry run ---------------------------------------------------------------------------------------------------------

static void dryRunSurface(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_SURFACE) {
        return;
    }
    for (int i = 0; i < s->def->surfaceCount; i++) {
        gfFluid_DrawSurface(s->fluid, &s->def->surfaces[i]);
    }
    for (int i = 0; s->def->surfaces == NULL && i < 2 * GF_HEIGHT_COUNT; i++) {
        gfSurfaceTextures textures;
        gfSurfaceDef d = gfDefaultSurfaceDef();
        d.source.of = (gfHeightOf)(i / 2);
        d.kind = i % 2 == 0 ? GF_SURFACE_CLEAR : GF_SURFACE_LAVA;
        gfFluid_DrawSurface(s->fluid, &d);
        gfFluid_GetSurfaceTextures(s->fluid, &d.source, &textures);
    }
}

const gfModule gf_module_surface = {.name = "surface", .getStyle = gfTopWater_GetStyle, .dryRun = dryRunSurface};
