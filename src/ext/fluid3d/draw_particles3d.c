#include "ext/fluid3d/draw_particles3d.h"

#include "draw/effects.h"
#include "draw/perspective.h"
#include "shared.h"

#include <string.h>

// The vertex stage that puts two triangles around each particle's sphere.
static const gfVertexStage spriteStage = {"fluid3d/sprites.vert", "", 0, NULL};

_Static_assert(GF_PARTICLE_SPEED == GF_COLORS_SPEED && GF_PARTICLE_VELOCITY == GF_COLORS_VELOCITY &&
                   GF_PARTICLE_MATERIAL == GF_COLORS_MATERIAL && GF_PARTICLE_OWN == GF_COLORS_OWN &&
                   GF_VIEW_MATERIALS == GF_MATERIALS,
               "shaders know these by number");

static const float nothing[4] = {0};

static void destroyTargets3D(void *device, void *state)
{
    gfTargets3D *t = state;
    gfDepth_Destroy(device, &t->depth);
    gfDepth_Destroy(device, &t->fineDepth);
    gfPair_Destroy(device, &t->surface);
    gfTexture_Destroy(device, &t->thickness);
    gfTexture_Destroy(device, &t->spheres);
}

static const gfDevicePart drawing3DPart = {.part = {"drawing in 3D", sizeof(gfTargets3D), destroyTargets3D},
                                           .emptiesWhenIdle = true};

bool gfTargets3D_CreateDepth(gfDevice *device, gfDepth *depth, int width, int height)
{
    if (depth->width == width && depth->height == height) {
        return true;
    }
    gfDepth_Destroy(device, depth);
    return gfDepth_Create(device, depth, width, height);
}

// Turns a direction of the world into the eye's axes, with length 1.
static void turn(const float view[16], const float direction[3], float turned[4])
{
    double v[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        v[i] = (double)view[i] * (double)direction[0] + (double)view[4 + i] * (double)direction[1] +
               (double)view[8 + i] * (double)direction[2];
        length += v[i] * v[i];
    }
    length = sqrt(length);
    for (int i = 0; i < 3; i++) {
        turned[i] = length > 0.0 ? (float)(v[i] / length) : 0.0f;
    }
    turned[3] = 0.0f;
}

static void choosePalette(gfScene3D *s)
{
    static const gfPalette own = {5,
                                  {{0.010f, 0.045f, 0.20f, 1.0f},
                                   {0.012f, 0.16f, 0.48f, 1.0f},
                                   {0.03f, 0.42f, 0.68f, 1.0f},
                                   {0.35f, 0.75f, 0.85f, 1.0f},
                                   {0.95f, 0.97f, 0.98f, 1.0f}}};
    const gfPalette *palette = s->def->palette.count > 0 ? &s->def->palette : &own;
    memcpy(s->palette, palette->colors, sizeof s->palette);
    s->paletteCount = palette->count;
}

static gfScene3D makeScene(gfDevice *device, gfTargets3D *targets, const gfParticleView *particles,
                           const gfDraw3DDef *def)
{
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    gfScene3D s = {.device = device, .targets = targets, .particles = particles, .def = def};
    const float *lights[] = {def->sky.zenith, def->sky.horizon, def->sky.ground, def->sky.sun};
    gfDevice_SaveTarget(device, &s.host);
    s.viewport = (gfRegion){s.host.viewport[0], s.host.viewport[1], s.host.viewport[2], s.host.viewport[3]};
    gfMatrix_Multiply(def->view, particles->world, s.toEye);
    memcpy(s.projection, def->projection, sizeof s.projection);
    for (int column = 0; column < 4 && s.host.upsideDown; column++) {
        s.projection[4 * column + 1] *= -1.0f;
    }
    turn(def->view, def->sky.light, s.light);
    turn(def->view, up, s.up);
    for (int i = 0; i < GF_COUNT(lights); i++) {
        memcpy(s.sky[i], lights[i], 3 * sizeof(float));
    }
    s.depthBy[0] = def->zeroToOne ? 1.0f : 2.0f;
    s.depthBy[1] = s.depthBy[2] = def->zeroToOne ? 0.0f : -1.0f;
    s.depthBy[3] = def->depth != 0 ? 1.0f : 0.0f;
    s.sinceStep = fminf(def->ahead, particles->step);
    choosePalette(&s);
    return s;
}

// The host gives the radius within the fluid; drops keep the same ratio to it.
bool gfScene3D_DrawSprites(const gfScene3D *s, const gfSprites *sprites)
{
    const gfParticleView *p = s->particles;
    const gfDraw3DDef *def = s->def;
    const gfTexture *target = sprites->target;
    float spacing = p->spacing;
    return gfPass_Run(
        s->device,
        &(gfPass){.label = sprites->label,
                  .shader = {.stage = &spriteStage, .file = sprites->file, .defines = sprites->defines},
                  .writes = {target},
                  .depth = sprites->depth,
                  .clearsDepth = sprites->depth != NULL,
                  .triangles = 2 * p->capacity,
                  .blend = sprites->depth != NULL ? GF_BLEND_NONE : GF_BLEND_ADD,
                  .inputs = {GF_IN(place, p->place->id), GF_IN(velocity, p->velocity != NULL ? p->velocity->id : 0),
                             GF_IN(tags, p->tags->id), GF_IN(count, p->count->id), GF_IN(hostDepth, def->depth),
                             GF_IN(surface, sprites->surface)},
                  .uniforms = {GF_M4(toEye, s->toEye),
                               GF_M4(toWorld, p->world),
                               GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f),
                               GF_M4(projection, s->projection),
                               GF_F2(scale, 1.0f / (float)target->width, 1.0f / (float)target->height),
                               GF_F4(sphere, sprites->bulk, sprites->drop, sprites->least, 0.5f),
                               GF_F1(sinceStep, s->sinceStep),
                               GF_F2(foamAt, def->water.foamSpeed, def->water.foamDensity),
                               GF_F1(range, def->range),
                               GF_I1(colorBy, (GLint)def->color),
                               GF_F4V(materials, GF_VIEW_MATERIALS, p->colors),
                               GF_F4V(palette, GF_PALETTE_MAX, s->palette),
                               GF_I1(paletteCount, s->paletteCount),
                               GF_F4V(depthBy, 1, s->depthBy),
                               GF_F4V(light, 1, s->light),
                               GF_F4V(up, 1, s->up),
                               GF_F4V(sky, 4, s->sky),
                               GF_F4(water, spacing * spacing * spacing, sprites->foamDepth, 0.0f, 0.0f),
                               GF_F4(look, def->opacity, 0.0f, 0.0f, 0.0f),
                               GF_F4(tone, def->tone.exposure, (float)def->tone.map, 0.0f, 0.0f)}});
}

// Draws spheres at twice their size each way, for smooth edges, where the context allows it.
static bool drawSpheres(const gfScene3D *s)
{
    gfDevice *device = s->device;
    gfTargets3D *t = s->targets;
    bool flat = s->def->style == GF_DRAW3D_POINTS;
    int times = 2 * gfMax(s->viewport.width, s->viewport.height) <= device->gl.maxTextureSize ? 2 : 1;
    int width = times * s->viewport.width, height = times * s->viewport.height;
    float radius = s->def->radius > 0.0f ? s->def->radius : (flat ? 0.22f : 0.5f) * s->particles->spacing;
    if (!gfTargets3D_CreateDepth(device, &t->fineDepth, width, height) ||
        !gfEffects_CreateTexture(device, &t->spheres, GF_FORMAT_RGBA16F, width, height)) {
        return false;
    }
    gfTexture_Clear(device, &t->spheres, nothing);
    bool drawn = gfScene3D_DrawSprites(s, &(gfSprites){.label = flat ? "points" : "spheres",
                                                       .file = "fluid3d/spheres.frag",
                                                       .defines = flat ? "FLAT" : "",
                                                       .target = &t->spheres,
                                                       .depth = &t->fineDepth,
                                                       .bulk = radius,
                                                       .drop = radius,
                                                       .least = (float)times});
    gfDevice_RestoreTarget(device, &s->host);
    gfDrawDef how = {.alpha = s->def->alpha,
                     .blend = s->def->blend,
                     .opacity = s->def->opacity,
                     .encodeSrgb = s->def->encodeSrgb,
                     .tone = {.exposure = 1.0f, .dither = s->def->tone.dither}};
    gfFinish finish = gfFinish_Get(device, &how, 0);
    const gfRegion *v = &s->viewport;
    return drawn &&
           gfPass_Run(device, &(gfPass){.label = "resolve",
                                        .shader = GF_SHADER("fluid3d/resolve.frag", NULL),
                                        .blend = gfFinish_GetBlend(&how, 0),
                                        .inputs = {GF_IN(scene, t->spheres.id)},
                                        .uniforms = {GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                                                     GF_F4(background, 0.0f, 0.0f, 0.0f, 1.0f),
                                                     GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width,
                                                           (float)v->height)}});
}

bool gfParticles3D_Draw(gfDevice *device, const gfParticleView *particles, const gfDraw3DDef *def)
{
    gfTargets3D *targets = gfDevice_GetPart(device, &drawing3DPart);
    if (targets == NULL) {
        return false;
    }
    gfScene3D s = makeScene(device, targets, particles, def);
    if (s.viewport.width <= 0 || s.viewport.height <= 0) {
        return true; // nothing would be seen
    }
    bool drawn = def->style == GF_DRAW3D_WATER ? gfScene3D_DrawWater(&s) : drawSpheres(&s);
    gfDevice_RestoreTarget(device, &s.host);
    return drawn;
}
