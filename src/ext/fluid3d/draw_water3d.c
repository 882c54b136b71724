// Particles drawn as one surface of water: the depth of its front is smoothed, its thickness summed, and the lit water
// is laid over the picture behind it.
#include "draw/effects.h"
#include "ext/fluid3d/draw_particles3d.h"

#include "shared.h"

#include <math.h>

// The radius of the surface, in spacings of particles at rest.
#define SURFACE_RADIUS 0.85f
#define DROP_RADIUS 0.42f
#define THICK_RADIUS 1.5f
#define THICK_DROP_RADIUS 0.8f
#define SMOOTHING 3.2f
#define SAME_SURFACE 6.0f
#define BEHIND_DEPTH 0.25f

#define SMOOTHING_PASSES 7
#define SMOOTHING_APART 0.4f // distance of texels that the first pass reads, in reaches
#define SMOOTHING_TURN 1.1f  // from pass to pass
#define REACH_MOST 320.0f    // px

static const float noSurface[4] = {(float)GF_NO_SURFACE}, noWater[4] = {0};

static bool createWater(const gfScene3D *s)
{
    gfDevice *device = s->device;
    gfTargets3D *t = s->targets;
    int width = s->viewport.width, height = s->viewport.height;
    if (t->surface.read.width != width || t->surface.read.height != height) {
        gfPair_Destroy(device, &t->surface);
        if (!gfPair_Create(device, &t->surface, GF_FORMAT_RG32F, width, height)) {
            return false;
        }
    }
    if (!gfTargets3D_CreateDepth(device, &t->depth, width, height) ||
        !gfEffects_CreateTexture(device, &t->thickness, GF_FORMAT_RG16F, (width + 1) / 2, (height + 1) / 2)) {
        return false;
    }
    bool half = device->gl.formats[t->thickness.format].bytes < device->gl.formats[t->thickness.format].channels * 4;
    GF_REQUIRE(&device->core, half || device->gl.blendsFloats, UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return true;

error:
    return false;
}

static bool drawFront(const gfScene3D *s, float spacing)
{
    gfTargets3D *t = s->targets;
    float radius = s->def->radius > 0.0f ? s->def->radius : SURFACE_RADIUS * spacing;
    gfTexture_Clear(s->device, &t->surface.read, noSurface);
    return gfScene3D_DrawSprites(s, &(gfSprites){.label = "water front",
                                                 .file = "fluid3d/surface.frag",
                                                 .defines = "",
                                                 .target = &t->surface.read,
                                                 .depth = &t->depth,
                                                 .bulk = radius,
                                                 .drop = DROP_RADIUS / SURFACE_RADIUS * radius,
                                                 .least = 0.75f});
}

static bool drawThickness(const gfScene3D *s, float spacing)
{
    gfTargets3D *t = s->targets;
    gfTexture_Clear(s->device, &t->thickness, noWater);
    return gfScene3D_DrawSprites(s, &(gfSprites){.label = "water thickness",
                                                 .file = "fluid3d/thickness.frag",
                                                 .defines = "",
                                                 .target = &t->thickness,
                                                 .bulk = THICK_RADIUS * spacing,
                                                 .drop = THICK_DROP_RADIUS * spacing,
                                                 .least = 1.0f,
                                                 .foamDepth = spacing,
                                                 .surface = t->surface.read.id});
}

static bool smoothFront(const gfScene3D *s, float spacing)
{
    gfTargets3D *t = s->targets;
    float reach = s->def->water.smoothing > 0.0f ? s->def->water.smoothing : SMOOTHING * spacing;
    bool drawn = true;
    for (int i = 0; drawn && i < SMOOTHING_PASSES; i++) {
        float turn = SMOOTHING_TURN * (float)i;
        drawn = gfPass_Run(
            s->device,
            &(gfPass){.label = "water smoothing",
                      .shader = GF_SHADER("fluid3d/smooth.frag", NULL),
                      .writes = {&t->surface.write},
                      .inputs = {GF_IN(surface, t->surface.read.id)},
                      .uniforms = {GF_M4(projection, s->projection),
                                   GF_F2(scale, 1.0f / (float)s->viewport.width, 1.0f / (float)s->viewport.height),
                                   GF_F4(smoothing, reach, SAME_SURFACE * spacing, BEHIND_DEPTH * spacing, REACH_MOST),
                                   GF_F4(pattern, ldexpf(SMOOTHING_APART, -i), cosf(turn), sinf(turn), 0.0f)}});
        gfPair_Swap(&t->surface);
    }
    return drawn;
}

// Draws the lit water. `copy`: the picture behind it.
static bool layWater(const gfScene3D *s, const gfTexture *copy, float spacing)
{
    const gfTargets3D *t = s->targets;
    const gfDraw3DDef *def = s->def;
    const gfWaterLook *w = &def->water;
    const gfRegion *v = &s->viewport;
    GLuint behind = def->background != 0 ? def->background : copy->id;
    const gfDrawDef how = {
        .alpha = GF_ALPHA_OPAQUE, .opacity = def->opacity, .encodeSrgb = def->encodeSrgb, .tone = def->tone};
    gfFinish finish = gfFinish_Get(s->device, &how, 0);
    gfSampler sampler = s->device->gl.formats[t->thickness.format].linear ? GF_SAMPLE_LINEAR : GF_SAMPLE_NEAREST;
    return gfPass_Run(
        s->device,
        &(gfPass){.label = "water",
                  .shader = GF_SHADER("fluid3d/water.frag", "OPAQUE"),
                  .inputs = {GF_IN(surface, t->surface.read.id),
                             {"thickness", t->thickness.id, sampler},
                             GF_IN_LINEAR(backdrop, behind),
                             GF_IN(hostDepth, def->depth)},
                  .uniforms = {
                      GF_M4(projection, s->projection), GF_F2(scale, 1.0f / (float)v->width, 1.0f / (float)v->height),
                      GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width, (float)v->height),
                      GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone), GF_F4V(depthBy, 1, s->depthBy),
                      GF_F4V(light, 1, s->light), GF_F4V(up, 1, s->up), GF_F4V(sky, 4, s->sky),
                      GF_F4(water, w->reflectance, w->specular, 0.3f * spacing, def->encodeSrgb ? 1.0f : 0.0f),
                      GF_F4(absorption, w->absorption[0], w->absorption[1], w->absorption[2], 0.0f),
                      GF_F4(deep, w->tint[0], w->tint[1], w->tint[2], 0.0f),
                      GF_F4(refraction, w->refraction, 0.0f, 0.0f, 0.0f),
                      GF_F4(foam, w->foam[0], w->foam[1], w->foam[2], 0.0f)}});
}

bool gfScene3D_DrawWater(const gfScene3D *s)
{
    gfEffects *effects = gfEffects_Get(s->device);
    float spacing = s->particles->spacing;
    bool drawn = effects != NULL && createWater(s) && drawFront(s, spacing) && drawThickness(s, spacing) &&
                 smoothFront(s, spacing);
    if (drawn && s->def->background == 0) {
        const gfBackdrop copy = {&effects->hostCopy, &effects->hostResolved};
        drawn = gfBackdrop_Copy(s->device, &copy, &s->viewport, (GLuint)s->host.drawFramebuffer, s->def->encodeSrgb);
    }
    gfDevice_RestoreTarget(s->device, &s->host);
    return drawn && layWater(s, &effects->hostCopy, spacing);
}
