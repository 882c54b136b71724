// The drawing as a module: its dry run draws every style, or what a definition lists.
#include "draw/detail.h"
#include "draw/overlay.h"
#include "fluid/dry_run.h"

static void drawBoth(const gfDryRun *s, const gfDrawDef *def)
{
    gfDrawDef d = *def;
    d.tracers.set = NULL;
    gfFluid_Draw(s->fluid, &d);
    const gfModule *module;
    for (int i = 0; (module = gfModules_Next(&i)) != NULL;) {
        if (module->overlay != NULL && module->overlay->offer(s->fluid, &d)) {
            gfFluid_Draw(s->fluid, &d);
        }
    }
}

static void drawEveryStyle(const gfDryRun *s)
{
    for (int style = 0; style < GF_DRAW_STYLE_COUNT; style++) {
        gfDrawDef d = gfDefaultDrawDef();
        d.style = (gfDrawStyle)style;
        drawBoth(s, &d);
        d.bloom.enabled = true;
        drawBoth(s, &d);
        d.refraction.enabled = d.shafts.enabled = d.shadow.enabled = true;
        drawBoth(s, &d);
    }
    gfDrawDef own = gfDefaultDrawDefFor(s->fluid);
    drawBoth(s, &own);
    own.detail = 1.0f;
    drawBoth(s, &own);
    own.detail = 0.0f;
    own.pixels.size = 4;
    drawBoth(s, &own);
    own.pixels.colors = gfGetPalette(GF_PALETTE_ICE);
    drawBoth(s, &own);
}

static void dryRunDrawing(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_DRAWING) {
        return;
    }
    if (s->def->draws == NULL) {
        drawEveryStyle(s);
    }
    for (int i = 0; i < s->def->drawCount; i++) {
        drawBoth(s, &s->def->draws[i]);
    }
}

const gfModule gf_module_draw = {.name = "draw", .fluidPart = &gf_detailPart, .dryRun = dryRunDrawing};
