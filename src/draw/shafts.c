// Shafts of light: the share of a lamp's light that gets to each place.
#include "draw/effects.h"

// Texels of the shorter side, or a quarter of the picture's if that is less.
#define SHORTER_SIDE 144

static bool wantsShafts(const gfDrawDef *def)
{
    return def->shafts.enabled;
}

static void destroyShafts(gfDevice *device, gfEffects *e)
{
    gfTexture_Destroy(device, &e->shade);
    gfTexture_Destroy(device, &e->lit);
}

static bool createShafts(gfDevice *device, gfEffects *e)
{
    // Shafts are soft: a large picture needs no more texels for them than a small one.
    int step = gfMax(4, gfMin(e->width, e->height) / SHORTER_SIDE);
    int width = (e->width + step - 1) / step, height = (e->height + step - 1) / step;
    return gfEffects_CreateTexture(device, &e->shade, GF_FORMAT_R16F, width, height) &&
           gfEffects_CreateTexture(device, &e->lit, GF_FORMAT_RG16F, width, height);
}

static bool prepareShafts(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view)
{
    const gfShaftsDef *shafts = &def->shafts;
    const gfShader shaders[] = {GF_SHADER("effects/shafts.frag", "SHADE"), GF_SHADER("effects/shafts.frag", NULL)};
    if (!gfPrograms_Make(device, shaders, GF_COUNT(shaders)) || !createShafts(device, e)) {
        return false;
    }
    const float *m = view->clip.m;
    float x = m[0] * shafts->light.x + m[2] * shafts->light.y + m[4];
    float y = m[1] * shafts->light.x + m[3] * shafts->light.y + m[5];
    return gfPass_Run(device, &(gfPass){.label = "shafts",
                                        .shader = shaders[0],
                                        .writes = {&e->shade},
                                        .inputs = {GF_IN_LINEAR(scene, e->light.id)},
                                        .uniforms = {GF_EFFECT_SCALE(&e->shade)}}) &&
           gfPass_Run(device, &(gfPass){.label = "shafts",
                                        .shader = shaders[1],
                                        .writes = {&e->lit},
                                        .inputs = {GF_IN_LINEAR(shade, e->shade.id)},
                                        .uniforms = {GF_EFFECT_SCALE(&e->lit),
                                                     GF_F4(light, 0.5f + 0.5f * x, 0.5f + 0.5f * y, shafts->length,
                                                           (float)e->width / (float)e->height)}});
}

const gfEffectKind gf_effectShafts = {GF_EFFECT_SHAFTS, "shafts of light are", "SHAFTS;",
                                      wantsShafts,      prepareShafts,         destroyShafts};
