// The textures that effects share, the order of effects, and the composite that lays everything together.
#include "draw/effects.h"

static const float clear[4] = {0.0f, 0.0f, 0.0f, 0.0f}, open[4] = {1.0f, 1.0f, 1.0f, 0.0f};

// The order of effects, in which they are prepared and their defines stand.
static const gfEffectKind *const effectKinds[GF_EFFECT_COUNT] = {&gf_effectRefraction, &gf_effectBloom,
                                                                 &gf_effectShafts};

static void destroySized(gfDevice *device, gfEffects *e)
{
    gfTexture_Destroy(device, &e->light);
    gfTexture_Destroy(device, &e->through);
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        effectKinds[i]->destroy(device, e);
    }
    e->width = e->height = 0;
}

// Destroys all textures; what failed is remembered.
static void destroyEffects(void *device, void *state)
{
    gfEffects *e = state;
    destroySized(device, e);
    gfTexture_Destroy(device, &e->way);
    gfTexture_Destroy(device, &e->out);
    gfTexture_Destroy(device, &e->squares);
    gfEmptyFields_Destroy(device, &e->empty);
    gfTexture_Destroy(device, &e->hostCopy);
    gfTexture_Destroy(device, &e->hostResolved);
}

static const gfDevicePart effectsPart = {{"effects", sizeof(gfEffects), destroyEffects}, true};

gfEffects *gfEffects_Get(gfDevice *device)
{
    return gfDevice_GetPart(device, &effectsPart);
}

const gfEffects *gfEffects_Find(const gfDevice *device)
{
    return gfDevice_FindPart(device, &effectsPart);
}

bool gfEffects_CreateNamed(gfDevice *device, gfTexture *texture, gfFormat format, int width, int height,
                           const char *name)
{
    if (texture->width == width && texture->height == height) {
        return true;
    }
    gfTexture_Destroy(device, texture);
    return gfTexture_CreateNamed(device, texture, format, width, height, name);
}

unsigned gfEffects_GetWanted(const gfDevice *device, const gfEffects *e, const gfDrawDef *def)
{
    unsigned wanted = 0;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        bool had = effectKinds[i]->isWanted(def) && !gfFailure_Lasts(&e->failed[i], device);
        wanted |= had ? (unsigned)effectKinds[i]->bit : 0u;
    }
    bool none = gfFailure_Lasts(&e->allFailed, device) || gfFailure_Lasts(&e->styleFailed[def->style], device);
    return none ? 0 : wanted;
}

static bool createShared(gfDevice *device, gfEffects *e, int width, int height, int step)
{
    if (e->width == width && e->height == height && e->step == step) {
        return true;
    }
    destroySized(device, e);
    const int texels[2] = {(width + step - 1) / step, (height + step - 1) / step};
    if (!gfTexture_Create(device, &e->light, GF_FORMAT_RGBA16F, texels[0], texels[1]) ||
        !gfTexture_Create(device, &e->through, GF_FORMAT_RGBA16F, texels[0], texels[1]) ||
        !gfFramebuffer_Warm(device, (const gfTexture *const[]){&e->light, &e->through}, 2)) {
        goto error;
    }
    GF_REQUIRE(&device->core, device->gl.formats[e->light.format].linear, FRAMEBUFFER,
               "the context filters no texture of floats");
    e->width = width;
    e->height = height;
    e->step = step;
    return true;

error:
    destroySized(device, e);
    return false;
}

bool gfEffects_Begin(gfDevice *device, gfEffects *e, int width, int height, int step, bool covered)
{
    if (!gfFailure_Try(&e->allFailed, device, GF_NO_EFFECT_IS_HAD, createShared(device, e, width, height, step))) {
        return false;
    }
    if (!covered) {
        gfTexture_Clear(device, &e->light, clear);
        gfTexture_Clear(device, &e->through, open);
    }
    return true;
}

const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *e, int width, int height)
{
    if (!gfEffects_CreateTexture(device, &e->out, GF_FORMAT_RGBA16F, width, height)) {
        return NULL;
    }
    gfTexture_Clear(device, &e->out, clear);
    return &e->out;
}

unsigned gfEffects_Prepare(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted)
{
    unsigned had = 0;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        const gfEffectKind *kind = effectKinds[i];
        if ((wanted & kind->bit) &&
            gfFailure_Try(&e->failed[i], device, kind->leftOut, kind->prepare(device, e, def, view))) {
            had |= (unsigned)kind->bit;
        }
    }
    return had;
}

static bool isDispersed(const gfDrawDef *def, unsigned had)
{
    return (had & GF_EFFECT_REFRACTION) && def->refraction.dispersion > 0.0f;
}

gfEffectDefines gfEffects_GetDefines(unsigned had)
{
    gfEffectDefines defines;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        defines.of[i] = had & effectKinds[i]->bit ? effectKinds[i]->define : "";
    }
    return defines;
}

static gfShader getComposite(gfDevice *device, gfEffects *e, const gfDrawDef *def, unsigned had)
{
    const gfEffectDefines defines = gfEffects_GetDefines(had);
    const gfShader shader = gfShader_Format(device, &gf_vertexCover, "effects/composite.frag", "%s%s%s%s%s",
                                            def->alpha == GF_ALPHA_OPAQUE ? "OPAQUE;" : "", defines.of[0],
                                            defines.of[1], defines.of[2], isDispersed(def, had) ? "DISPERSION;" : "");
    bool made = gfFailure_Try(&e->allFailed, device, GF_NO_EFFECT_IS_HAD, gfPrograms_Make(device, &shader, 1));
    return made ? shader : (gfShader){0};
}

bool gfEffects_Composite(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view, unsigned had,
                         const gfTexture *target)
{
    const gfRefractionDef *r = &def->refraction;
    const gfRegion *v = &view->viewport;
    const float *m = view->clip.m;
    gfDrawDef how = *def;
    if (had & GF_EFFECT_REFRACTION) { // refraction draws the backdrop, too
        how.alpha = GF_ALPHA_OPAQUE;
    }
    const gfShader shader = getComposite(device, e, &how, had);
    // The scale in pixels a metre is the root of the ratio of areas.
    float scale = 0.5f * sqrtf(fabsf(m[0] * m[3] - m[1] * m[2]) * (float)v->width * (float)v->height);
    GLuint backdrop = r->background != 0 ? r->background : e->backdrop.id;
    bool layers = gfFinish_NeedsLayers(&how), drawn = shader.file != NULL;
    for (int layer = layers ? 1 : 0; drawn && layer <= (layers ? 2 : 0); layer++) {
        gfFinish finish = gfFinish_Get(device, &how, layer);
        drawn = gfPass_Run(
            device, &(gfPass){.label = "composite",
                              .shader = shader,
                              .writes = {target},
                              .blend = gfFinish_GetBlend(&how, layer),
                              .inputs = {GF_IN_LINEAR(scene, e->light.id), GF_IN_LINEAR(through, e->through.id),
                                         GF_SPILLED_INPUTS(e), GF_IN_LINEAR(backdrop, backdrop)},
                              .uniforms = {GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                                           GF_F4V(background, 1, def->background),
                                           GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width, (float)v->height),
                                           GF_SPILLED_UNIFORMS(def),
                                           GF_F4(refraction, r->depth * scale, r->strength * scale / (float)v->width,
                                                 r->strength * scale / (float)v->height, def->encodeSrgb ? 1.0f : 0.0f),
                                           GF_F4(absorption, r->absorption * (1.0f - r->tint[0]),
                                                 r->absorption * (1.0f - r->tint[1]),
                                                 r->absorption * (1.0f - r->tint[2]), r->contact),
                                           GF_F1(dispersion, r->dispersion)}});
    }
    return drawn;
}
