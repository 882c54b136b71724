// Effects on the whole picture, a section each; then their shared textures, and the composite that combines them.
#include "draw/effects.h"

static const float clear[4] = {0.0f, 0.0f, 0.0f, 0.0f}, open[4] = {1.0f, 1.0f, 1.0f, 0.0f};

// Describes an effect on the whole picture. Functions below loop over these descriptions.
typedef struct EffectKind {
    gfEffect bit;
    const char *leftOut; // start of the warning that is given if the effect fails, such as "bloom is"
    const char *define;  // define that adds the effect to shaders/effects/composite.frag
    size_t enabled;      // offset in gfDrawDef of the bool that turns the effect on
    // Draws the textures of this effect that the composite reads.
    bool (*prepare)(gfDevice *device, gfEffects *effects, const gfDrawDef *def, const gfEffectsView *view);
    // Destroys the textures of this effect whose size is that of the viewport.
    void (*destroy)(gfDevice *device, gfEffects *effects);
} EffectKind;

// --- refraction ------------------------------------------------------------------------------------------------------

// Refraction: the host's picture is copied, and the composite bends the copy where fluid lies over it.

static void destroyRefraction(gfDevice *device, gfEffects *e)
{
    GF_DESTROY_TEXTURES(device, &e->backdrop, &e->resolved);
}

// Copies the host's multisampled picture in two steps, as OpenGL ES resolves samples only to the same place and RGBA8.
static bool copyResolved(gfDevice *device, const gfBackdrop *b, const gfHostImage *host, const gfRegion *seen, int x,
                         int y)
{
    return gfTexture_Fit(device, b->resolved, GF_FORMAT_RGBA8, seen->x + seen->width, seen->y + seen->height) &&
           gfFramebuffer_CopyHost(device, host, seen, b->resolved, seen->x, seen->y) &&
           gfFramebuffer_Copy(device, b->resolved, seen, b->copy, x, y);
}

bool gfBackdrop_Copy(gfDevice *device, const gfBackdrop *b, const gfRegion *v, GLuint framebuffer, bool srgb)
{
    const gfRegion seen = {gfMax(v->x, 0), gfMax(v->y, 0), v->width + gfMin(v->x, 0), v->height + gfMin(v->y, 0)};
    const gfHostImage host = gfFramebuffer_DescribeHost(device, framebuffer);
    if (!host.drawn || seen.width <= 0 || seen.height <= 0) {
        return true; // no part of the viewport lies in the framebuffer, so nothing will be seen
    }
    // sRGB colours fit into 8 bits; linear light needs more.
    gfFormat format = srgb ? GF_FORMAT_RGBA8 : GF_FORMAT_RGBA16F;
    if (b->copy->id != 0 && b->copy->format != gfGL_ChooseFormat(&device->gl, format)) {
        gfTexture_Destroy(device, b->copy);
    }
    GF_TRY(gfTexture_Fit(device, b->copy, format, v->width, v->height));
    if (seen.width < v->width || seen.height < v->height) { // beyond the host's framebuffer there are no pixels to copy
        gfTexture_Clear(device, b->copy, clear);
    }
    bool converts = gfGL_IsES(&device->gl) && b->copy->format != GF_FORMAT_RGBA8;
    int x = seen.x - v->x, y = seen.y - v->y;
    return host.multisampled && (v->x != 0 || v->y != 0 || converts)
               ? copyResolved(device, b, &host, &seen, x, y)
               : gfFramebuffer_CopyHost(device, &host, &seen, b->copy, x, y);
}

static bool prepareRefraction(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view)
{
    return def->refraction.background != 0 || gfBackdrop_Copy(device, &(gfBackdrop){&e->backdrop, &e->resolved},
                                                              &view->viewport, view->host, def->encodeSrgb);
}

// --- bloom -----------------------------------------------------------------------------------------------------------

// Bloom: light above a threshold is blurred at a quarter of the picture's size. The blur goes down over ever smaller
// textures and up again, where each texture adds a wider ring of light (a dual filter).

#define STEP 4 // how many pixels wide a texel of the largest texture of bloom is

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
    // The smallest level of `down` is read as it is, so `up` has one level less.
    while (made && e->up.levels < e->down.levels - 1) {
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

// Bloom's levels are rings around bright places. Of the light in ring i and wider, returns the fraction in wider ones.
// A ring weighs `spread` times the one before it. Ring 0 also has the weight of a ring half as wide, without a level.
static float widerFraction(const gfBloomLook *bloom, int i, int levels)
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
    const gfBloomLook *bloom = &def->bloom;
    const bool above = e->step > 1; // the style's shader has drawn the light above the threshold already
    const gfShader shaders[] = {GF_SHADER("effects/bloom_prefilter.frag", above ? "ABOVE" : NULL),
                                GF_SHADER("effects/bloom_down.frag", NULL), GF_SHADER("effects/bloom_up.frag", NULL)};
    (void)view;
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)) && create(device, e));
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

// --- shafts of light -------------------------------------------------------------------------------------------------

// Shafts of light: finds for each place the fraction of a lamp's light that reaches it through the fluid.

// Texels along the shorter side of textures for shafts. Small pictures have fewer, of at least four pixels each.
#define SHORTER_SIDE 144

static void destroyShafts(gfDevice *device, gfEffects *e)
{
    GF_DESTROY_TEXTURES(device, &e->shade, &e->lit);
}

static bool prepareShafts(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view)
{
    const gfShaftsLook *shafts = &def->shafts;
    const gfShader shaders[] = {GF_SHADER("effects/shafts.frag", "SHADE"), GF_SHADER("effects/shafts.frag", NULL)};
    // Shafts are soft, so a large picture needs no more texels for them than a small one.
    int step = gfMax(4, gfMin(e->width, e->height) / SHORTER_SIDE);
    int width = (e->width + step - 1) / step, height = (e->height + step - 1) / step;
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)) &&
           gfTexture_Fit(device, &e->shade, GF_FORMAT_R16F, width, height) &&
           gfTexture_Fit(device, &e->lit, GF_FORMAT_RG16F, width, height));
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

// --- all effects -----------------------------------------------------------------------------------------------------

// All effects, in the order in which they are prepared and in which their defines are listed.
static const EffectKind effectKinds[GF_EFFECT_COUNT] = {
    {GF_EFFECT_REFRACTION, "refraction is", "REFRACTION;", offsetof(gfDrawDef, refraction.enabled), prepareRefraction,
     destroyRefraction},
    {GF_EFFECT_BLOOM, "bloom is", "BLOOM;", offsetof(gfDrawDef, bloom.enabled), prepareBloom, destroyBloom},
    {GF_EFFECT_SHAFTS, "shafts of light are", "SHAFTS;", offsetof(gfDrawDef, shafts.enabled), prepareShafts,
     destroyShafts},
};

static void destroySized(gfDevice *device, gfEffects *e)
{
    GF_DESTROY_TEXTURES(device, &e->light, &e->through);
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        effectKinds[i].destroy(device, e);
    }
    e->width = e->height = 0;
}

// Destroys all textures for effects when the last fluid is gone. What failed stays noted in gfEffects.
static void destroyEffects(void *device, void *state)
{
    gfEffects *e = state;
    destroySized(device, e);
    GF_DESTROY_TEXTURES(device, &e->way, &e->out, &e->squares);
    gfEmptyFields_Destroy(device, &e->empty);
    GF_DESTROY_TEXTURES(device, &e->hostCopy, &e->hostResolved);
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

unsigned gfEffects_GetWanted(const gfDevice *device, const gfEffects *e, const gfDrawDef *def)
{
    unsigned wanted = 0;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        bool enabled = *(const bool *)((const char *)def + effectKinds[i].enabled);
        bool had = enabled && !gfFailure_Lasts(&e->failed[i], device);
        wanted |= had ? (unsigned)effectKinds[i].bit : 0u;
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
    GF_REQUIRE_OR_UNDO(&device->core, device->gl.formats[e->light.format].linear, FRAMEBUFFER,
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
    GF_TRY(gfFailure_Try(&e->allFailed, device, GF_NO_EFFECT_IS_HAD, createShared(device, e, width, height, step)));
    if (!covered) {
        gfTexture_Clear(device, &e->light, clear);
        gfTexture_Clear(device, &e->through, open);
    }
    return true;
}

const gfTexture *gfEffects_Out(gfDevice *device, gfEffects *e, int width, int height)
{
    GF_TRY(gfTexture_Fit(device, &e->out, GF_FORMAT_RGBA16F, width, height));
    gfTexture_Clear(device, &e->out, clear);
    return &e->out;
}

unsigned gfEffects_Prepare(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view,
                           unsigned wanted)
{
    unsigned had = 0;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        const EffectKind *kind = &effectKinds[i];
        if ((wanted & kind->bit) &&
            gfFailure_Try(&e->failed[i], device, kind->leftOut, kind->prepare(device, e, def, view))) {
            had |= (unsigned)kind->bit;
        }
    }
    return had;
}

gfEffectDefines gfEffects_GetDefines(unsigned had)
{
    gfEffectDefines defines;
    for (int i = 0; i < GF_EFFECT_COUNT; i++) {
        defines.of[i] = had & effectKinds[i].bit ? effectKinds[i].define : "";
    }
    return defines;
}

static gfShader getComposite(gfDevice *device, gfEffects *e, const gfDrawDef *def, unsigned had)
{
    const gfEffectDefines defines = gfEffects_GetDefines(had);
    bool dispersed = (had & GF_EFFECT_REFRACTION) && def->refraction.dispersion > 0.0f;
    const gfShader shader = gfShader_Format(device, &gf_vertexCover, "effects/composite.frag", "%s%s%s%s%s",
                                            def->alpha == GF_ALPHA_OPAQUE ? "OPAQUE;" : "", defines.of[0],
                                            defines.of[1], defines.of[2], dispersed ? "DISPERSION;" : "");
    bool made = gfFailure_Try(&e->allFailed, device, GF_NO_EFFECT_IS_HAD, gfPrograms_Make(device, &shader, 1));
    return made ? shader : (gfShader){0};
}

bool gfEffects_Composite(gfDevice *device, gfEffects *e, const gfDrawDef *def, const gfEffectsView *view, unsigned had,
                         const gfTexture *target)
{
    const gfRefractionLook *r = &def->refraction;
    const gfRegion *v = &view->viewport;
    const float *m = view->clip.m;
    gfDrawDef how = *def;
    if (had & GF_EFFECT_REFRACTION) { // with refraction the composite also draws the host's picture, so it covers all
        how.alpha = GF_ALPHA_OPAQUE;
    }
    const gfShader shader = getComposite(device, e, &how, had);
    // The scale of the view, pixels a metre: the square root of the ratio of areas.
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
