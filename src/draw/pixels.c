#include "draw/draw.h"

#include "draw/effects.h"
#include "draw/view.h"

bool gfPixels_AreWanted(const gfDrawDef *def)
{
    const gfPixelLook *look = &def->pixels;
    return look->size > 1 || look->steps > 0 || look->colors.count > 0;
}

// For pixel art, returns the transform from the world to the clip space of the small picture. Its texels become squares
// of pixels that together may be larger than the viewport. `x`, `y`: the viewport's size over that of the squares.
static gfTransform2D getSmallView(const gfTransform2D *view, float x, float y, bool upsideDown)
{
    const float *m = view->m;
    float corner = upsideDown ? -1.0f : 1.0f; // -1 times the y in clip space at which the first row of squares begins
    return (gfTransform2D){
        {m[0] * x, m[1] * y, m[2] * x, m[3] * y, (m[4] + 1.0f) * x - 1.0f, (m[5] + corner) * y - corner}};
}

// For refraction, copies the host's picture at full size before squares cover it, as the small drawing's background.
static bool takeBackdrop(gfDevice *device, gfEffects *e, gfDrawDef *how, const gfHostTarget *host, const gfRegion *port)
{
    if (how->refraction.background != 0 || !(gfEffects_GetWanted(device, e, how) & GF_EFFECT_REFRACTION)) {
        return true;
    }
    bool copied = gfBackdrop_Copy(device, &(gfBackdrop){&e->hostCopy, &e->hostResolved}, port,
                                  (GLuint)host->drawFramebuffer, how->encodeSrgb);
    how->refraction.background = e->hostCopy.id;
    how->refraction.enabled = copied && e->hostCopy.id != 0;
    return copied;
}

static bool laySquares(gfDevice *device, const gfTexture *small, const gfDrawDef *def, const gfRegion *port, int size,
                       const gfTexture *target)
{
    const gfPixelLook *look = &def->pixels;
    bool straight = def->alpha == GF_ALPHA_STRAIGHT;
    return gfPass_Run(device, &(gfPass){.label = "pixels",
                                        .shader = gfShader_Format(device, &gf_vertexCover, "effects/pixels.frag",
                                                                  "%s%s", straight ? "STRAIGHT;" : "",
                                                                  look->colors.count > 0 ? "COLORS;" : ""),
                                        .writes = {target},
                                        .blend = gfFinish_GetBlend(def, 0),
                                        .inputs = {GF_IN(scene, small->id)},
                                        .uniforms = {GF_F4(viewport, (float)port->x, (float)port->y, 0.0f, 0.0f),
                                                     GF_F4(levels, (float)size, (float)look->steps, look->dither,
                                                           def->encodeSrgb ? 1.0f : 0.0f),
                                                     GF_F4V(palette, GF_PALETTE_MAX, look->colors.colors[0]),
                                                     GF_I1(paletteCount, look->colors.count)}});
}

bool gfPixels_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target)
{
    gfDevice *device = fluid->body->device;
    gfEffects *e = gfEffects_Get(device);
    const gfHostDepth *depth = device->hostDepth;
    gfRegion port = {host->viewport[0], host->viewport[1], host->viewport[2], host->viewport[3]};
    int size = gfMax(def->pixels.size, 1);
    if (target != NULL) {
        port = (gfRegion){0, 0, target->width, target->height};
    }
    if (port.width <= 0 || port.height <= 0) {
        return true; // an empty viewport shows nothing
    }
    int width = 1 + (port.width - 1) / size, height = 1 + (port.height - 1) / size;
    gfDrawDef how = *def;
    how.blend = false;
    how.alpha = def->alpha == GF_ALPHA_OPAQUE ? GF_ALPHA_OPAQUE : GF_ALPHA_PREMULTIPLIED;
    if (gfView_IsGiven(&def->view)) { // without a view the domain fills the squares, as it fills any viewport
        how.view = getSmallView(&def->view, (float)port.width / (float)(width * size),
                                (float)port.height / (float)(height * size), host->upsideDown);
    }
    if (e == NULL || !takeBackdrop(device, e, &how, host, &port) ||
        !gfTexture_Fit(device, &e->squares, GF_FORMAT_RGBA16F, width, height)) {
        gfDevice_RestoreTarget(device, host);
        return false;
    }
    gfTexture_Clear(device, &e->squares, (const float[4]){0.0f});
    device->hostDepth = NULL; // depth is tested later, when the squares are laid onto the target
    bool drawn = gfDraw_Run(fluid, &how, host, &e->squares);
    device->hostDepth = depth;
    gfDevice_RestoreTarget(device, host);
    return drawn && laySquares(device, &e->squares, def, &port, size, target);
}
