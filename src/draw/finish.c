#include "draw/finish.h"

#include "gl/framebuffer.h"
#include "shared.h"

_Static_assert(GF_ALPHA_OPAQUE == GF_ALPHAS_OPAQUE && GF_ALPHA_STRAIGHT == GF_ALPHAS_STRAIGHT &&
                   GF_ALPHA_PREMULTIPLIED == GF_ALPHAS_PREMULTIPLIED && GF_INK_LIGHT == GF_INKS_LIGHT &&
                   GF_INK_ABSORB == GF_INKS_ABSORB && GF_TONE_FILMIC == GF_TONES_FILMIC,
               "shaders know these by number");

gfFade gfFade_Get(const gfDrawDef *def, float width, float height)
{
    const float widths[4] = {def->fade.left, def->fade.right, def->fade.bottom, def->fade.top};
    gfFade fade = {.wanted = false};
    for (int side = 0; side < 4; side++) {
        bool fades = widths[side] > 0.0f;
        fade.perSide[side] = fades ? (side < 2 ? width : height) / widths[side] : 0.0f;
        fade.wanted = fade.wanted || fades;
    }
    return fade;
}

bool gfFinish_NeedsLayers(const gfDrawDef *def)
{
    return def->style == GF_DRAW_DYE && def->ink == GF_INK_ABSORB && def->blend && def->alpha != GF_ALPHA_OPAQUE;
}

void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear)
{
    device->storage = !linear        ? GF_STORES_LEVELS
                      : host == NULL ? GF_STORES_FLOATS
                                     : gfFramebuffer_GetStorage(device, (GLuint)host->drawFramebuffer);
}

gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer)
{
    static const float dithers[] = {
        [GF_STORES_LEVELS] = GF_DITHERS_WRITTEN, [GF_STORES_SRGB] = GF_DITHERS_ENCODED, [GF_STORES_FLOATS] = 0.0f};
    bool solids = def->solids.shown || def->style == GF_DRAW_SOLIDS;
    return (gfFinish){
        {def->opacity, (float)def->alpha, def->encodeSrgb ? 1.0f : 0.0f, solids ? 1.0f : 0.0f},
        {def->tone.exposure, (float)def->tone.map, def->tone.dither ? dithers[device->storage] : 0.0f, (float)layer}};
}

gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer)
{
    if (!def->blend || def->alpha == GF_ALPHA_OPAQUE) {
        return GF_BLEND_NONE;
    }
    return layer == GF_LAYER_MULTIPLIED      ? GF_BLEND_MULTIPLY
           : layer == GF_LAYER_ADDED         ? GF_BLEND_ADD
           : def->alpha == GF_ALPHA_STRAIGHT ? GF_BLEND_STRAIGHT
                                             : GF_BLEND_PREMULTIPLIED;
}

bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target)
{
    return target == NULL || target->format != GF_FORMAT_RGBA32F || device->gl.blendsFloats;
}
