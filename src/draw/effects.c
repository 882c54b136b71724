// The picture's passes: the scene (render.c) -> bloom: prefilter, down, up -> shafts -> composite.
#include "draw/effects.h"

#include <math.h>
#include <stdio.h>

static const float clear[4] = {0.0f, 0.0f, 0.0f, 0.0f}, open[4] = {1.0f, 1.0f, 1.0f, 0.0f};

static void destroyPair(gfDevice *device, gfTexture *texture, gfTarget *target)
{
    gfTarget_Destroy(device, target);
    gfTexture_Destroy(device, texture);
}

static void destroyBloom(gfDevice *device, gfEffects *p)
{
    for (int i = 0; i < GF_BLOOM_LEVELS; i++) {
        destroyPair(device, &p->down[i], &p->downTarget[i]);
        destroyPair(device, &p->up[i], &p->upTarget[i]);
    }
    p->levels = 0;
}

static void destroySized(gfDevice *device, gfEffects *p)
{
    gfTarget_Destroy(device, &p->scene);
    gfTarget_Destroy(device, &p->glow);
    gfTexture_Destroy(device, &p->light);
    gfTexture_Destroy(device, &p->through);
    destroyBloom(device, p);
    destroyPair(device, &p->lit, &p->litTarget);
    destroyPair(device, &p->backdrop, &p->backdropTarget);
    destroyPair(device, &p->resolved, &p->resolvedTarget);
    p->width = p->height = 0;
}

void gfEffects_Destroy(gfDevice *device, gfEffects *p)
{
    destroySized(device, p);
    destroyPair(device, &p->out, &p->outTarget);
    gfHeightField_Destroy(device, &p->relief);
}

unsigned gfEffects_GetEffects(const gfEffects *picture, const gfDrawDef *def)
{
    unsigned wanted = (def->refraction.enabled ? GF_EFFECT_REFRACTION : 0u) |
                      (def->bloom.enabled ? GF_EFFECT_BLOOM : 0u) | (def->shafts.enabled ? GF_EFFECT_SHAFTS : 0u);
    return picture->failed & GF_EFFECT_ALL ? 0 : wanted & ~picture->failed;
}

static bool createPair(gfDevice *device, gfTexture *texture, gfTarget *target, gfFormat format, int width, int height)
{
    if (target->framebuffer == 0 &&
        !(gfTexture_Create(device, texture, format, width, height) && gfTarget_Create(device, target, texture, 1))) {
        destroyPair(device, texture, target);
        return false;
    }
    return true;
}

static bool createScene(gfDevice *device, gfEffects *p, int width, int height)
{
    if (p->width == width && p->height == height) {
        return true;
    }
    destroySized(device, p);
    bool made = gfTexture_Create(device, &p->light, GF_FORMAT_RGBA16F, width, height) &&
                gfTexture_Create(device, &p->through, GF_FORMAT_RGBA16F, width, height);
    const gfTexture both[2] = {p->light, p->through};
    if (!made || !gfTarget_Create(device, &p->scene, both, 2) || !gfTarget_Create(device, &p->glow, both, 1)) {
        destroySized(device, p);
        return false;
    }
    if (!device->gl.formats[p->light.format].linear) {
        gfReport(&device->core, GF_LOG_ERROR, GF_ERROR_FRAMEBUFFER, "the context filters no texture of floats");
        destroySized(device, p);
        return false;
    }
    p->width = width;
    p->height = height;
    return true;
}

bool gfEffects_Begin(gfDevice *device, gfEffects *p, int width, int height, bool covered)
{
    device->core.leftOut = "every effect on the picture is";
    bool made = createScene(device, p, width, height);
    device->core.leftOut = NULL;
    if (!made) {
        p->failed |= GF_EFFECT_ALL;
        return false;
    }
    if (!covered) {
        gfTarget_Clear(device, &p->scene, 0, clear);
        gfTarget_Clear(device, &p->scene, 1, open);
    }
    return true;
}

const gfTarget *gfEffects_Out(gfDevice *device, gfEffects *p, int width, int height)
{
    if (p->out.width != width || p->out.height != height) {
        destroyPair(device, &p->out, &p->outTarget);
    }
    if (!createPair(device, &p->out, &p->outTarget, GF_FORMAT_RGBA16F, width, height)) {
        return NULL;
    }
    gfTarget_Clear(device, &p->outTarget, 0, clear);
    return &p->outTarget;
}

#define SCALE(target) GF_F2(scale, 1.0f / (float)(target)->width, 1.0f / (float)(target)->height)

// --- bloom ---------------------------------------------------------------------------------------------------------

static bool createBloom(gfDevice *device, gfEffects *p)
{
    int x = (p->width + 1) / 2, y = (p->height + 1) / 2;
    if (p->levels > 0) {
        return true;
    }
    bool made = true;
    for (; made && p->levels < GF_BLOOM_LEVELS && (p->levels == 0 || gfMin(x, y) >= 4); p->levels++) {
        made = createPair(device, &p->down[p->levels], &p->downTarget[p->levels], GF_FORMAT_RGBA16F, x, y);
        x = (x + 1) / 2;
        y = (y + 1) / 2;
    }
    for (int i = 0; made && i < p->levels - 1; i++) { // to the smallest nothing comes back from below
        const gfTexture *size = &p->down[i];
        made = createPair(device, &p->up[i], &p->upTarget[i], GF_FORMAT_RGBA16F, size->width, size->height);
    }
    if (!made) {
        destroyBloom(device, p);
    }
    return made;
}

// Of the rings i and wider, the share that those wider than i have.
static float widerShare(const gfBloomDef *bloom, int i, int levels)
{
    float own = 1.0f, wider = 0.0f, weight = 1.0f;
    for (int j = i + 1; j < levels; j++) {
        weight *= bloom->spread;
        wider += weight;
    }
    return wider / (own + wider);
}

static const gfTexture *bloomResult(const gfEffects *p)
{
    return p->levels > 1 ? &p->up[0] : &p->down[0];
}

static bool drawBloom(gfDevice *device, gfEffects *p, const gfBloomDef *bloom)
{
    const gfProgram *prefilter = gfProgram_Get(device, "effects/bloom_prefilter.frag", ""), *down, *up;
    if (prefilter == NULL || (down = gfProgram_Get(device, "effects/bloom_down.frag", "")) == NULL ||
        (up = gfProgram_Get(device, "effects/bloom_up.frag", "")) == NULL || !createBloom(device, p)) {
        return false;
    }
    gfPass_Run(device,
               &(gfPass){.label = "bloom",
                         .program = prefilter,
                         .target = &p->downTarget[0],
                         .inputs = {GF_IN_LINEAR(source, p->light.id)},
                         .uniforms = {SCALE(&p->down[0]), GF_F4(bloom, bloom->threshold, bloom->knee, 0.0f, 0.0f)}});
    for (int i = 1; i < p->levels; i++) {
        gfPass_Run(device, &(gfPass){.label = "bloom",
                                     .program = down,
                                     .target = &p->downTarget[i],
                                     .inputs = {GF_IN_LINEAR(source, p->down[i - 1].id)},
                                     .uniforms = {SCALE(&p->down[i])}});
    }
    for (int i = p->levels - 2; i >= 0; i--) {
        const gfTexture *smaller = i == p->levels - 2 ? &p->down[i + 1] : &p->up[i + 1];
        gfPass_Run(device, &(gfPass){.label = "bloom",
                                     .program = up,
                                     .target = &p->upTarget[i],
                                     .inputs = {GF_IN_LINEAR(source, smaller->id), GF_IN_LINEAR(second, p->down[i].id)},
                                     .uniforms = {SCALE(&p->up[i]),
                                                  GF_F4(bloom, 0.0f, 0.0f, widerShare(bloom, i, p->levels), 0.0f)}});
    }
    return true;
}

// --- shafts, refraction --------------------------------------------------------------------------------------------

static bool drawShafts(gfDevice *device, gfEffects *p, const gfShaftsDef *shafts, const gfEffectsView *view)
{
    const gfProgram *program = gfProgram_Get(device, "effects/shafts.frag", "");
    if (program == NULL ||
        !createPair(device, &p->lit, &p->litTarget, GF_FORMAT_RGBA16F, (p->width + 3) / 4, (p->height + 3) / 4)) {
        return false;
    }
    const float *m = view->clip.m;
    float x = m[0] * shafts->light.x + m[2] * shafts->light.y + m[4];
    float y = m[1] * shafts->light.x + m[3] * shafts->light.y + m[5];
    gfPass_Run(device,
               &(gfPass){.label = "shafts",
                         .program = program,
                         .target = &p->litTarget,
                         .inputs = {GF_IN_LINEAR(source, p->light.id)},
                         .uniforms = {SCALE(&p->lit), GF_F4(light, 0.5f + 0.5f * x, 0.5f + 0.5f * y, shafts->length,
                                                            (float)p->width / (float)p->height)}});
    return true;
}

// A rectangle of what is bound for reading, at a place in the target.
static void blit(const gfDevice *device, const gfRegion *from, const gfTarget *target, int x, int y)
{
    const GladGLContext *fn = &device->gl.fn;
    fn->BindFramebuffer(GL_DRAW_FRAMEBUFFER, target->framebuffer);
    fn->BlitFramebuffer(from->x, from->y, from->x + from->width, from->y + from->height, x, y, x + from->width,
                        y + from->height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// What the host has drawn so far, of its draw buffer 0, which need not be the one that it reads from.
static bool copyBackdrop(gfDevice *device, gfEffects *p, const gfEffectsView *view, gfFormat format)
{
    const GladGLContext *fn = &device->gl.fn;
    const gfRegion *v = &view->viewport;
    const gfRegion seen = {gfMax(v->x, 0), gfMax(v->y, 0), gfMin(v->width, v->width + v->x),
                           gfMin(v->height, v->height + v->y)};
    GLint samples = 0, drawBuffer = GL_NONE, readBuffer = GL_NONE;
    fn->BindFramebuffer(GL_FRAMEBUFFER, view->host);
    fn->GetIntegerv(GL_SAMPLE_BUFFERS, &samples);
    fn->GetIntegerv(GL_DRAW_BUFFER0, &drawBuffer);
    fn->GetIntegerv(GL_READ_BUFFER, &readBuffer);
    if (drawBuffer == GL_NONE || seen.width <= 0 || seen.height <= 0) {
        return true; // nothing of the picture will be seen
    }
    // OpenGL ES resolves samples only to the same place.
    bool resolves = samples > 0 && (v->x != 0 || v->y != 0);
    int right = seen.x + seen.width, top = seen.y + seen.height;
    if (p->resolved.width != right || p->resolved.height != top) {
        destroyPair(device, &p->resolved, &p->resolvedTarget);
    }
    if (p->backdrop.format != gfGL_ChooseFormat(&device->gl, format)) {
        destroyPair(device, &p->backdrop, &p->backdropTarget);
    }
    if (!createPair(device, &p->backdrop, &p->backdropTarget, format, p->width, p->height) ||
        (resolves && !createPair(device, &p->resolved, &p->resolvedTarget, GF_FORMAT_RGBA8, right, top))) {
        return false;
    }
    if (seen.width < v->width || seen.height < v->height) { // what lies beyond the host's framebuffer is not copied
        gfTarget_Clear(device, &p->backdropTarget, 0, clear);
    }
    gfDevice_DropHostErrors(device);
    gfGLState_SetScissor(&device->gl, false, 0, 0, 0, 0);
    fn->BindFramebuffer(GL_READ_FRAMEBUFFER, view->host);
    fn->ReadBuffer((GLenum)drawBuffer);
    if (resolves) {
        blit(device, &seen, &p->resolvedTarget, seen.x, seen.y);
    } else {
        blit(device, &seen, &p->backdropTarget, seen.x - v->x, seen.y - v->y);
    }
    fn->ReadBuffer((GLenum)readBuffer);
    if (resolves) {
        fn->BindFramebuffer(GL_READ_FRAMEBUFFER, p->resolvedTarget.framebuffer);
        blit(device, &seen, &p->backdropTarget, seen.x - v->x, seen.y - v->y);
    }
    return gfDevice_CheckGL(device, "copying what is behind the fluid");
}

// Of what is wanted, an effect that can't be had has failed from now on; the one message that says why says so.
static void prepare(gfDevice *device, gfEffects *p, const gfDrawDef *def, const gfEffectsView *view, gfEffect effect)
{
    bool done = true;
    switch (effect) {
    case GF_EFFECT_REFRACTION:
        device->core.leftOut = "refraction is";
        done = def->refraction.background != 0 ||
               copyBackdrop(device, p, view, def->encodeSrgb ? GF_FORMAT_RGBA8 : GF_FORMAT_RGBA16F);
        break;
    case GF_EFFECT_BLOOM:
        device->core.leftOut = "bloom is";
        done = drawBloom(device, p, &def->bloom);
        break;
    case GF_EFFECT_SHAFTS:
        device->core.leftOut = "shafts of light are";
        done = drawShafts(device, p, &def->shafts, view);
        break;
    default:
        break;
    }
    device->core.leftOut = NULL;
    p->failed |= done ? 0u : (unsigned)effect;
}

unsigned gfEffects_Prepare(gfDevice *device, gfEffects *p, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned effects)
{
    static const gfEffect all[] = {GF_EFFECT_REFRACTION, GF_EFFECT_BLOOM, GF_EFFECT_SHAFTS};
    for (int i = 0; i < GF_COUNT(all); i++) {
        if (effects & all[i]) {
            prepare(device, p, def, view, all[i]);
        }
    }
    return effects & ~p->failed;
}

// --- all together --------------------------------------------------------------------------------------------------

gfFinish gfEffects_GetFinish(const gfDrawDef *def, int layer)
{
    bool solids = def->solids.shown || def->style == GF_DRAW_SOLIDS;
    return (gfFinish){{def->opacity, (float)def->alpha, def->encodeSrgb ? 1.0f : 0.0f, solids ? 1.0f : 0.0f},
                      {def->tone.exposure, (float)def->tone.map, def->tone.dither ? 1.0f : 0.0f, (float)layer}};
}

bool gfEffects_NeedsLayers(const gfDrawDef *def)
{
    return def->style == GF_DRAW_DYE && def->ink == GF_INK_ABSORB && def->blend && def->alpha != GF_ALPHA_OPAQUE;
}

gfBlend gfEffects_GetBlend(const gfDrawDef *def, int layer)
{
    if (!def->blend || def->alpha == GF_ALPHA_OPAQUE) {
        return GF_BLEND_NONE;
    }
    return layer == 1                        ? GF_BLEND_MULTIPLY
           : layer == 2                      ? GF_BLEND_ADD
           : def->alpha == GF_ALPHA_STRAIGHT ? GF_BLEND_STRAIGHT
                                             : GF_BLEND_PREMULTIPLIED;
}

bool gfEffects_Composite(gfDevice *device, gfEffects *p, const gfDrawDef *def, const gfEffectsView *view,
                         unsigned effects, const gfTarget *target)
{
    const gfRefractionDef *r = &def->refraction;
    const gfRegion *v = &view->viewport;
    char defines[64];
    gfDrawDef how = *def;
    if (effects & GF_EFFECT_REFRACTION) { // it has drawn what is behind
        how.alpha = GF_ALPHA_OPAQUE;
    }
    snprintf(defines, sizeof defines, "%s%s%s%s", how.alpha == GF_ALPHA_OPAQUE ? "OPAQUE;" : "",
             effects & GF_EFFECT_REFRACTION ? "REFRACTION;" : "", effects & GF_EFFECT_BLOOM ? "BLOOM;" : "",
             effects & GF_EFFECT_SHAFTS ? "SHAFTS;" : "");
    device->core.leftOut = "every effect on the picture is";
    const gfProgram *program = gfProgram_Get(device, "effects/composite.frag", defines);
    device->core.leftOut = NULL;
    if (program == NULL) {
        p->failed |= GF_EFFECT_ALL;
        return false;
    }
    const float *m = view->clip.m;
    // Pixels a metre, by area.
    float scale = 0.5f * sqrtf(fabsf(m[0] * m[3] - m[1] * m[2]) * (float)v->width * (float)v->height);
    bool layers = gfEffects_NeedsLayers(&how);
    for (int layer = layers ? 1 : 0; layer <= (layers ? 2 : 0); layer++) {
        gfFinish finish = gfEffects_GetFinish(&how, layer);
        GLuint backdrop = r->background != 0 ? r->background : p->backdrop.id;
        gfPass_Run(
            device,
            &(gfPass){
                .label = "composite",
                .program = program,
                .target = target,
                .blend = gfEffects_GetBlend(&how, layer),
                .inputs = {GF_IN_LINEAR(scene, p->light.id), GF_IN_LINEAR(through, p->through.id),
                           GF_IN_LINEAR(bloomed, bloomResult(p)->id), GF_IN_LINEAR(lit, p->lit.id),
                           GF_IN_LINEAR(backdrop, backdrop)},
                .uniforms = {
                    GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone), GF_F4V(background, 1, def->background),
                    GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width, (float)v->height),
                    GF_F4(bloom, def->bloom.intensity, 0.0f, 0.0f, 0.0f),
                    GF_F4(light, def->shafts.glow[0], def->shafts.glow[1], def->shafts.glow[2], def->shafts.strength),
                    GF_F4(refraction, r->depth * scale, r->strength * scale / (float)v->width,
                          r->strength * scale / (float)v->height, def->encodeSrgb ? 1.0f : 0.0f),
                    GF_F4(absorption, r->absorption * (1.0f - r->tint[0]), r->absorption * (1.0f - r->tint[1]),
                          r->absorption * (1.0f - r->tint[2]), 0.0f)}});
    }
    return true;
}
