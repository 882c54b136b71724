// Shafts of light: the share of a lamp's light that gets to each place.
#include "draw/effects.h"

static bool wantsShafts(const gfDrawDef *def)
{
    return def->shafts.enabled;
}

static void destroyShafts(gfDevice *device, gfEffects *e)
{
    gfTexture_Destroy(device, &e->lit);
}

static bool prepareShafts(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view)
{
    const gfShaftsDef *shafts = &def->shafts;
    const gfProgram *program = gfProgram_Get(device, &gf_vertexCover, "effects/shafts.frag", "");
    if (program == NULL ||
        !gfEffects_CreateTexture(device, &e->lit, GF_FORMAT_RGBA16F, (e->width + 3) / 4, (e->height + 3) / 4)) {
        return false;
    }
    const float *m = view->clip.m;
    float x = m[0] * shafts->light.x + m[2] * shafts->light.y + m[4];
    float y = m[1] * shafts->light.x + m[3] * shafts->light.y + m[5];
    return gfPass_Run(device, &(gfPass){.label = "shafts",
                                        .program = program,
                                        .writes = {&e->lit},
                                        .inputs = {GF_IN_LINEAR(scene, e->light.id)},
                                        .uniforms = {GF_EFFECT_SCALE(&e->lit),
                                                     GF_F4(light, 0.5f + 0.5f * x, 0.5f + 0.5f * y, shafts->length,
                                                           (float)e->width / (float)e->height)}});
}

const gfEffectKind gf_effectShafts = {GF_EFFECT_SHAFTS, "shafts of light are", "SHAFTS;",
                                      wantsShafts,      prepareShafts,         destroyShafts};
