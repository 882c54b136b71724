// Draws porous zones, one-way walls and particles over a style's picture.
#include "draw/overlay.h"

// --- porous zones and one-way walls ----------------------------------------------------------------------------------

const gfVertexStage gf_vertexQuad = {"draw/quad.vert", "", 4, NULL};

// Porous zones are drawn with grains, about this many pixels apart. In the world their distance is a power of two
// metres, so that grains stay where they are until the view zooms by a factor of two.
#define GRAIN_PIXELS 9.0

// Returns GF_SOURCE_ZONE for a zone with drag that is at rest, GF_SOURCE_VALVE for a one-way wall; 0: it is not drawn.
static uint32_t mediumOf(const gfSourceDef *def)
{
    uint32_t fields = gfSource_GetFields(def);
    const gfZone *zone = &def->zone;
    bool drags = zone->drag > 0.0f || zone->quadraticDrag > 0.0f;
    bool stands = zone->velocity.x == 0.0f && zone->velocity.y == 0.0f && zone->angularVelocity == 0.0f;
    return (fields & GF_SOURCE_VALVE) | (drags && stands ? fields & GF_SOURCE_ZONE : 0u);
}

bool gfMedia_AreShown(const gfBody *body, const gfDrawDef *def)
{
    bool any = false;
    for (int i = 0; i < body->sources.emitters.capacity && !any; i++) {
        const gfSource *source = gfSources_At(&body->sources, i);
        any = source != NULL && mediumOf(&source->def) != 0;
    }
    return any && def->solids.media > 0.0f && (def->solids.shown || def->style == GF_DRAW_SOLIDS);
}

static bool drawBatch(const gfBody *body, const gfDrawDef *def, const gfMediaView *view, const gfSourceBatch *batch)
{
    const float *m = view->clip, *c = def->solids.color, h = body->def.cellSize;
    double area = fabs((double)m[0] * (double)m[3] - (double)m[1] * (double)m[2]);
    double scale = 0.5 * sqrt(fmax(area, 1e-30) * view->viewport->width * view->viewport->height); // pixels a metre
    float pixel = (float)(1.0 / scale), spacing = (float)exp2(round(log2(GRAIN_PIXELS / scale)));
    float width = (float)body->def.gridWidth * h, height = (float)body->def.gridHeight * h;
    gfDrawDef how = *def;
    // Zones are laid over the target, so they need alpha.
    how.alpha = def->alpha == GF_ALPHA_STRAIGHT ? GF_ALPHA_STRAIGHT : GF_ALPHA_PREMULTIPLIED;
    how.blend = true;
    const gfFinish finish = gfFinish_Get(body->device, &how, 0);
    const gfFade fade = gfFade_Get(def, width, height);
    return gfPass_Run(
        body->device,
        &(gfPass){.label = "media",
                  .shader = {.stage = &gf_vertexQuad, .file = "draw/media.frag", .defines = view->lit ? "HDR" : NULL},
                  .writes = {view->target},
                  .blend = view->lit ? GF_BLEND_PREMULTIPLIED : gfFinish_GetBlend(&how, 0),
                  .inputs = {GF_IN_LINEAR(hostTexture, batch->texture)},
                  .uniforms = {GF_SOURCE_UNIFORMS(batch), GF_F2(texelSize, pixel, pixel), GF_F1(cellSize, pixel),
                               GF_F1(spacing, spacing), GF_F2(domainSize, width, height), GF_F4V(fade, 1, fade.perSide),
                               GF_F4(solidColor, c[0], c[1], c[2], c[3] * def->solids.media), GF_F2V(view, 3, m),
                               GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                               GF_F4V(background, 1, def->background)}});
}

bool gfMedia_Draw(const gfBody *body, const gfDrawDef *def, const gfMediaView *view)
{
    gfSourceBatch batch;
    bool drawn = true;
    GF_REQUIRE(&body->device->core, gfFinish_CanBlendInto(body->device, view->target), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    gfSourceBatch_Clear(&batch);
    for (int i = 0; i < body->sources.emitters.capacity && drawn; i++) {
        const gfSource *source = gfSources_At(&body->sources, i);
        uint32_t fields = source != NULL ? mediumOf(&source->def) : 0;
        if (fields == 0) {
            continue;
        }
        if (!gfSourceBatch_HasRoom(&batch, source)) {
            drawn = drawBatch(body, def, view, &batch);
            gfSourceBatch_Clear(&batch);
        }
        gfSourceBatch_Add(&batch, &body->sources, i, fields,
                          &(gfSourceUse){body->def.origin, body->def.fixedStep, 0.0f});
    }
    return drawn && drawBatch(body, def, view, &batch);
}

// --- particles -------------------------------------------------------------------------------------------------------

// Vertex stage that draws two triangles around the disc of each particle.
static const gfVertexStage discStage = {"draw/discs.vert", "", 0, NULL};

// Least radius of a disc, pixels: smaller discs would flicker as they move.
#define LEAST_RADIUS 0.7f

bool gfParticles2D_Draw(gfDevice *device, const gfParticleView *p, const gfDrawDef *def, const gfDiscsView *view)
{
    static const gfPalette own = {5,
                                  {{0.015f, 0.06f, 0.28f, 1.0f},
                                   {0.02f, 0.22f, 0.60f, 1.0f},
                                   {0.06f, 0.50f, 0.72f, 1.0f},
                                   {0.45f, 0.80f, 0.82f, 1.0f},
                                   {0.98f, 0.96f, 0.90f, 1.0f}}};
    const gfParticleLook *look = &def->particles;
    const gfPalette *palette = look->palette.count > 0 ? &look->palette : &own;
    const float *m = view->clip;
    const float toClip[16] = {[0] = m[0], [1] = m[1], [4] = m[2], [5] = m[3], [12] = m[4], [13] = m[5], [15] = 1.0f};
    float scale =
        0.5f * sqrtf(fabsf(m[0] * m[3] - m[1] * m[2]) * (float)view->viewport->width * (float)view->viewport->height);
    gfDrawDef how = *def;
    // Discs are laid over the target, so they need alpha.
    how.alpha = def->alpha == GF_ALPHA_STRAIGHT ? GF_ALPHA_STRAIGHT : GF_ALPHA_PREMULTIPLIED;
    how.blend = true;
    gfFinish finish = gfFinish_Get(device, &how, 0);
    const float *size = view->domainSize;
    const gfFade fade = gfFade_Get(def, size[0], size[1]);
    GF_REQUIRE(&device->core, p->dimensions == 2, UNSUPPORTED,
               "the particles have %d dimensions; this style draws those with 2", p->dimensions);
    GF_REQUIRE(&device->core, gfFinish_CanBlendInto(device, view->target), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return gfPass_Run(
        device,
        &(gfPass){.label = "particles",
                  .shader = {.stage = &discStage, .file = "draw/discs.frag", .defines = view->lit ? "HDR" : NULL},
                  .writes = {view->target},
                  .geometry = {GF_GEOMETRY_TRIANGLES, .count = 2 * p->capacity},
                  .blend = view->lit ? GF_BLEND_PREMULTIPLIED : gfFinish_GetBlend(&how, 0),
                  .inputs = {GF_IN(place, p->place->id), GF_IN(tags, p->tags->id), GF_IN(count, p->count->id)},
                  .uniforms = {GF_M4(toWorld, p->world), GF_M4(toClip, toClip),
                               GF_F4(point, 0.5f * look->size * p->spacing, scale, LEAST_RADIUS, 0.0f),
                               GF_F1(sinceStep, view->sinceStep), GF_F1(range, look->speedRange),
                               GF_I1(colorBy, (GLint)look->color), GF_F4V(materials, GF_VIEW_MATERIALS, p->colors),
                               GF_F4V(palette, GF_PALETTE_MAX, palette->colors), GF_I1(paletteCount, palette->count),
                               GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                               GF_F4V(background, 1, def->background), GF_F2(domainSize, size[0], size[1]),
                               GF_F4V(fade, 1, fade.perSide)}});
}
