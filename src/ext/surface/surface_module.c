#include "gpufluid/draw_surface.h"

#include "ext/surface/top_water.h"
#include "fluid/dry_run.h"

static void dryRunSurface(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_SURFACE) {
        return;
    }
    for (int i = 0; i < s->def->surfaceCount; i++) {
        gfFluid_DrawSurface(s->fluid, &s->def->surfaces[i]);
    }
    for (int i = 0; s->def->surfaces == NULL && i < 2 * GF_SURFACE_OF_COUNT; i++) {
        gfSurfaceTextures textures;
        gfSurfaceDef d = gfDefaultSurfaceDef();
        d.source.of = (gfSurfaceOf)(i / 2);
        d.kind = i % 2 == 0 ? GF_SURFACE_CLEAR : GF_SURFACE_LAVA;
        gfFluid_DrawSurface(s->fluid, &d);
        gfFluid_GetSurfaceTextures(s->fluid, &d.source, &textures);
    }
}

const gfModule gf_module_surface = {.name = "surface", .getStyle = gfTopWater_GetStyle, .dryRun = dryRunSurface};
