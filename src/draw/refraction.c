// Refraction: a copy of what the host has drawn, for the composite to bend.
#include "draw/effects.h"

static const float clearColor[4] = {0};

static bool wantsRefraction(const gfDrawDef *def)
{
    return def->refraction.enabled;
}

static void destroyRefraction(gfDevice *device, gfEffects *e)
{
    gfTexture_Destroy(device, &e->backdrop);
    gfTexture_Destroy(device, &e->resolved);
}

// Resolves samples, then copies: OpenGL ES resolves only to the same place, and only into their own format, which is
// RGBA8.
static bool copyResolved(gfDevice *device, const gfBackdrop *b, const gfHostImage *host, const gfRegion *seen, int x,
                         int y)
{
    return gfEffects_CreateTexture(device, b->resolved, GF_FORMAT_RGBA8, seen->x + seen->width,
                                   seen->y + seen->height) &&
           gfFramebuffer_CopyHost(device, host, seen, b->resolved, seen->x, seen->y) &&
           gfFramebuffer_Copy(device, b->resolved, seen, b->copy, x, y);
}

bool gfBackdrop_Copy(gfDevice *device, const gfBackdrop *b, const gfRegion *v, GLuint framebuffer, bool srgb)
{
    const gfRegion seen = {gfMax(v->x, 0), gfMax(v->y, 0), v->width + gfMin(v->x, 0), v->height + gfMin(v->y, 0)};
    const gfHostImage host = gfFramebuffer_DescribeHost(device, framebuffer);
    if (!host.drawn || seen.width <= 0 || seen.height <= 0) {
        return true; // nothing of the drawing will be seen
    }
    // Linear light needs more than 8 bits.
    gfFormat format = srgb ? GF_FORMAT_RGBA8 : GF_FORMAT_RGBA16F;
    if (b->copy->id != 0 && b->copy->format != gfGL_ChooseFormat(&device->gl, format)) {
        gfTexture_Destroy(device, b->copy);
    }
    if (!gfEffects_CreateTexture(device, b->copy, format, v->width, v->height)) {
        return false;
    }
    if (seen.width < v->width || seen.height < v->height) { // pixels beyond the host's framebuffer are not copied
        gfTexture_Clear(device, b->copy, clearColor);
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

const gfEffectKind gf_effectRefraction = {GF_EFFECT_REFRACTION, "refraction is",   "REFRACTION;",
                                          wantsRefraction,      prepareRefraction, destroyRefraction};
