// Bloom: light above a threshold at a quarter of the size, blurred by a dual filter over ever smaller levels and back.
#include "draw/effects.h"

#define STEP 4 // pixels a side that are a texel of the finest level

static bool wantsBloom(const gfDrawDef *def)
{
    return def->bloom.enabled;
}

static void destroyBloom(gfDevice *device, gfEffects *e)
{
    gfPyramid_Destroy(device, &e->down);
    gfPyramid_Destroy(device, &e->up);
}

static bool create(gfDevice *device, gfEffects *e)
{
    if (e->down.levels > 0) {
        return true;
    }
    const gfPyramidShape shape = {GF_FORMAT_RGBA16F, STEP, 2, 4};
    bool made = gfPyramid_Create(device, &e->down, &shape, e->width, e->height);
    while (made && e->up.levels < e->down.levels - 1) { // to the smallest nothing comes back from below
        const gfTexture *size = &e->down.texture[e->up.levels];
        made = gfTexture_CreateNamed(device, &e->up.texture[e->up.levels], shape.format, size->width, size->height,
                                     "bloom");
        e->up.levels += made ? 1 : 0;
    }
    if (!made) {
        destroyBloom(device, e);
    }
    return made;
}

// Returns which fraction of the light of rings i and wider those wider than i have. Each has `spread` times the weight
// of the one before; the first stands for one of half its width, too.
static float widerFraction(const gfBloomDef *bloom, int i, int levels)
{
    float own = i > 0 ? 1.0f : 1.0f + 1.0f / bloom->spread, wider = 0.0f, weight = 1.0f;
    for (int j = i + 1; j < levels; j++) {
        weight *= bloom->spread;
        wider += weight;
    }
    return wider / (own + wider);
}

static bool prepareBloom(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view)
{
    const gfBloomDef *bloom = &def->bloom;
    const bool above = e->step > 1; // the drawing gave it
    const gfShader shaders[] = {GF_SHADER("effects/bloom_prefilter.frag", above ? "ABOVE" : NULL),
                                GF_SHADER("effects/bloom_down.frag", NULL), GF_SHADER("effects/bloom_up.frag", NULL)};
    (void)view;
    if (!gfPrograms_Make(device, shaders, GF_COUNT(shaders)) || !create(device, e)) {
        return false;
    }
    const gfTexture *levels = e->down.texture;
    bool drawn = gfPass_Run(device, &(gfPass){.label = "bloom",
                                              .shader = shaders[0],
                                              .writes = {&levels[0]},
                                              .inputs = {GF_IN_LINEAR(scene, above ? e->through.id : e->light.id)},
                                              .uniforms = {GF_EFFECT_SCALE(&levels[0]), GF_BLOOM_THRESHOLD(bloom)}});
    for (int i = 1; drawn && i < e->down.levels; i++) {
        drawn = gfPass_Run(device, &(gfPass){.label = "bloom",
                                             .shader = shaders[1],
                                             .writes = {&levels[i]},
                                             .inputs = {GF_IN_LINEAR(ring, levels[i - 1].id)},
                                             .uniforms = {GF_EFFECT_SCALE(&levels[i])}});
    }
    for (int i = e->up.levels - 1; drawn && i >= 0; i--) {
        const gfTexture *wider = i == e->up.levels - 1 ? &levels[i + 1] : &e->up.texture[i + 1];
        drawn = gfPass_Run(
            device, &(gfPass){.label = "bloom",
                              .shader = shaders[2],
                              .writes = {&e->up.texture[i]},
                              .inputs = {GF_IN_LINEAR(wider, wider->id), GF_IN_LINEAR(ring, levels[i].id)},
                              .uniforms = {GF_EFFECT_SCALE(&levels[i]),
                                           GF_F4(bloom, 0.0f, 0.0f, widerFraction(bloom, i, e->down.levels), 0.0f)}});
    }
    return drawn;
}

const gfEffectKind gf_effectBloom = {GF_EFFECT_BLOOM, "bloom is", "BLOOM;", wantsBloom, prepareBloom, destroyBloom};
