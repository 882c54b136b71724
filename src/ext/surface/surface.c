// A surface of water, or of lava, over ground: first the objects behind it are drawn, then the surface, then both onto
// the host's picture.
#include "ext/surface/surface.h"

#include "draw/effects.h"

#include <string.h>

// The vertex stages of the meshes of surface and ground, two triangles a quad.
static const gfVertexStage waterMesh = {"surface/mesh.vert", "", 0, NULL};
static const gfVertexStage groundMesh = {"surface/mesh.vert", "GROUND", 0, NULL};

#define PEBBLES_A_TILE 9.0f

#define SAMPLES_MAX 9.5e6 // most samples of a picture at twice the size each way: 1920 x 1080 takes fewer

static const float noLight[4] = {0};

static void destroyTargets(gfDevice *device, gfSurfaceTargets *t)
{
    gfTexture *textures[] = {&t->surface,   &t->ground,  &t->motion,   &t->shape, &t->relief, &t->caustics,
                             &t->evenLight, &t->ripples, &t->patterns, &t->scene, &t->water,  &t->distances};
    for (int i = 0; i < GF_COUNT(textures); i++) {
        gfTexture_Destroy(device, textures[i]);
    }
    gfDepth_Destroy(device, &t->depth);
    t->hasPatterns = false;
}

static void destroySurfaceTextures(void *device, void *state)
{
    gfSurfacePart *part = state;
    destroyTargets(device, &part->targets);
    gfTopWater_Destroy(device, &part->topWater);
}

static const gfDevicePart surfacePart = {.part = {"surface", sizeof(gfSurfacePart), destroySurfaceTextures},
                                         .emptiesWhenIdle = true};

gfSurfacePart *gfSurfacePart_Get(gfDevice *device)
{
    return gfDevice_GetPart(device, &surfacePart);
}

// Sets the transforms from the domain's lower left corner rather than from the world's origin, which may be far.
static void placeEye(gfSurfaceScene *s, const float view[16], gfVec2 origin)
{
    memcpy(s->toEye, view, sizeof s->toEye);
    for (int i = 0; i < 3; i++) {
        s->toEye[12 + i] =
            (float)((double)view[12 + i] + (double)view[i] * (double)origin.x + (double)view[4 + i] * (double)origin.y);
    }
    memcpy(s->projection, s->def->projection, sizeof s->projection);
    for (int column = 0; column < 4 && s->host.upsideDown; column++) {
        s->projection[4 * column + 1] *= -1.0f;
    }
    s->depthBy[0] = s->def->zeroToOne ? 1.0f : 2.0f;
    s->depthBy[1] = s->depthBy[2] = s->def->zeroToOne ? 0.0f : -1.0f;
    s->depthBy[3] = s->def->depth != 0 ? 1.0f : 0.0f;
}

static void placeLight(gfSurfaceScene *s)
{
    const gfSkyLook *sky = &s->def->sky;
    const float *lights[] = {sky->zenith, sky->horizon, sky->ground, sky->sun};
    double x = (double)sky->light[0], y = (double)sky->light[1], z = (double)sky->light[2];
    double length = sqrt(x * x + y * y + z * z);
    for (int i = 0; i < 3; i++) {
        s->light[i] = length > 0.0 ? (float)((double)sky->light[i] / length) : 0.0f;
        s->absorption[i] = s->def->water.absorption[i];
    }
    for (int i = 0; i < GF_COUNT(lights); i++) {
        memcpy(s->sky[i], lights[i], 3 * sizeof(float));
    }
}

// Sets where moving patterns are now, and how large patterns are.
static void placePatterns(gfSurfaceScene *s)
{
    const gfSurfaceDef *def = s->def;
    gfSurface_GetDrift(def->time_s, s->drift);
    gfSurface_GetMicro(def->microRipples, def->microLength, s->micro);
    s->patternsBy[0] = 1.0f / (PEBBLES_A_TILE * def->ground.grainLength);
    s->patternsBy[1] = GF_FOAM_TILES / def->microLength;
    s->patternsBy[2] = def->caustics;
    s->patternsBy[3] = def->encodeSrgb ? 1.0f : 0.0f;
}

static gfSurfaceScene makeSurfaceScene(gfDevice *device, gfSurfaceTargets *targets, const gfFluidDef *fluid,
                                       const gfSurfaceDef *def)
{
    gfSurfaceScene s = {.device = device, .targets = targets, .def = def};
    gfDevice_SaveTarget(device, &s.host);
    s.viewport = (gfRegion){s.host.viewport[0], s.host.viewport[1], s.host.viewport[2], s.host.viewport[3]};
    s.cellsX = fluid->gridWidth;
    s.cellsY = fluid->gridHeight;
    s.quadsX = gfMin(s.cellsX, GF_SURFACE_QUADS_MAX);
    s.quadsY = gfMin(s.cellsY, GF_SURFACE_QUADS_MAX);
    s.cellSize = fluid->cellSize;
    s.width = (float)s.cellsX * s.cellSize;
    s.height = (float)s.cellsY * s.cellSize;
    placeEye(&s, def->view, fluid->origin);
    placeLight(&s);
    placePatterns(&s);
    return s;
}

// Returns whether the picture is drawn at twice its size each way, for smooth edges and glitter: if that is not too
// large.
static bool isSupersampled(const gfSurfaceScene *s)
{
    const gfRegion *v = &s->viewport;
    bool cheap = 4.0 * (double)v->width * (double)v->height <= SAMPLES_MAX;
    return 2 * gfMax(v->width, v->height) <= s->device->gl.maxTextureSize &&
           (s->def->supersampling == 2 || (s->def->supersampling == 0 && cheap));
}

static bool createPicture(const gfSurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    const gfRegion *v = &s->viewport;
    bool fine = isSupersampled(s);
    int width = (fine ? 2 : 1) * v->width, height = (fine ? 2 : 1) * v->height;
    if (t->depth.width != width || t->depth.height != height) {
        gfDepth_Destroy(device, &t->depth);
        if (!gfDepth_Create(device, &t->depth, width, height)) {
            return false;
        }
    }
    return gfEffects_CreateTexture(device, &t->scene, GF_FORMAT_RGBA16F, width, height) &&
           gfEffects_CreateTexture(device, &t->distances, GF_FORMAT_R32F, width, height) &&
           gfEffects_CreateTexture(device, &t->water, GF_FORMAT_RGBA16F, width, height);
}

static bool drawBackdrop(const gfSurfaceScene *s)
{
    gfSurfaceTargets *t = s->targets;
    const gfToneLook *tone = &s->def->tone;
    return gfPass_Run(
        s->device,
        &(gfPass){.label = "surface backdrop",
                  .shader = GF_SHADER("surface/backdrop.frag", NULL),
                  .writes = {&t->scene, &t->distances},
                  .inputs = {GF_IN_LINEAR(backdrop, s->backdrop), GF_IN(hostDepth, s->def->depth)},
                  .uniforms = {GF_M4(projection, s->projection), GF_EFFECT_SCALE(&t->scene),
                               GF_F4V(depthBy, 1, s->depthBy), GF_F4(refraction, 0.0f, s->patternsBy[3], 0.0f, 0.0f),
                               GF_F4(tone, tone->exposure, (float)tone->map, 0.0f, 0.0f)}});
}

static int countTriangles(const gfSurfaceScene *s, bool sides)
{
    return 2 * (s->quadsX * s->quadsY + (sides ? 2 * (s->quadsX + s->quadsY) : 0));
}

static const char *getSoil(const gfGroundLook *ground)
{
    return ground->texture != 0 ? "TEXTURE" : ground->palette.count > 0 ? "PALETTE" : "";
}

static bool drawGroundMesh(const gfSurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    const gfGroundLook *g = &s->def->ground;
    return gfPass_Run(
        device,
        &(gfPass){.label = "surface ground",
                  .shader = {.stage = &groundMesh, .file = "surface/ground.frag", .defines = getSoil(g)},
                  .writes = {&t->scene, &t->distances},
                  .depth = &t->depth,
                  .clearsDepth = true,
                  .triangles = countTriangles(s, true),
                  .inputs = {GF_IN(shape, t->shape.id),
                             {"relief", t->relief.id, gfSurface_Sampler(device, &t->relief)},
                             {"patterns", t->patterns.id, gfSurface_Sampler(device, &t->patterns)},
                             {"caustics", t->lit->id, gfSurface_Sampler(device, t->lit)},
                             GF_IN_LINEAR(groundTexture, g->texture),
                             GF_IN(hostDepth, s->def->depth)},
                  .uniforms = {GF_I2(cells, s->cellsX, s->cellsY), GF_F2(domainSize, s->width, s->height),
                               GF_I2(mesh, s->quadsX, s->quadsY), GF_M4(toEye, s->toEye),
                               GF_M4(projection, s->projection), GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f),
                               GF_F1(base, g->base), GF_EFFECT_SCALE(&t->scene), GF_F4V(depthBy, 1, s->depthBy),
                               GF_F4V(light, 1, s->light), GF_F4(up, 0.0f, 0.0f, 1.0f, 0.0f), GF_F4V(sky, 4, s->sky),
                               GF_F4V(absorption, 1, s->absorption), GF_F4V(patternsBy, 1, s->patternsBy),
                               GF_F4(soil, g->low, 1.0f / (g->high - g->low), g->grain, g->wetness),
                               GF_F4V(palette, GF_PALETTE_MAX, g->palette.colors[0]),
                               GF_I1(paletteCount, g->palette.count)}});
}

static bool drawWaterMesh(const gfSurfaceScene *s)
{
    static const gfPalette own = {5,
                                  {{0.004f, 0.003f, 0.003f, 1.0f},
                                   {0.22f, 0.012f, 0.002f, 1.0f},
                                   {0.95f, 0.10f, 0.008f, 1.0f},
                                   {1.0f, 0.32f, 0.02f, 1.0f},
                                   {1.0f, 0.62f, 0.10f, 1.0f}}};
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    const gfSurfaceDef *def = s->def;
    const gfWaterLook *w = &def->water;
    bool lava = def->kind == GF_SURFACE_LAVA, sides = def->ground.base < 0.99e9f;
    const gfGroundLook *g = &def->ground;
    const gfPalette *palette = !lava ? &g->palette : def->lava.count > 0 ? &def->lava : &own;
    float fade = 0.15f * s->cellSize;
    gfTexture_Clear(device, &t->water, noLight);
    return gfPass_Run(
        device, &(gfPass){.label = "surface water",
                          .shader = {.stage = &waterMesh,
                                     .file = lava ? "surface/lava.frag" : "surface/water.frag",
                                     .defines = lava ? NULL : getSoil(&def->ground)},
                          .writes = {&t->water},
                          .depth = &t->depth,
                          .clearsDepth = true,
                          .triangles = countTriangles(s, sides),
                          .inputs = {GF_IN(shape, t->shape.id),
                                     GF_IN_LINEAR(scene, t->scene.id),
                                     GF_IN(distances, t->distances.id),
                                     {"motion", t->motion.id, gfSurface_Sampler(device, &t->motion)},
                                     {"waves", t->ripples.id, gfSurface_Sampler(device, &t->ripples)},
                                     {"patterns", t->patterns.id, gfSurface_Sampler(device, &t->patterns)},
                                     GF_IN_LINEAR(reflection, def->reflection),
                                     {"relief", t->relief.id, gfSurface_Sampler(device, &t->relief)},
                                     {"caustics", t->lit->id, gfSurface_Sampler(device, t->lit)},
                                     GF_IN_LINEAR(groundTexture, def->ground.texture)},
                          .uniforms = {
                              GF_I2(cells, s->cellsX, s->cellsY),
                              GF_F2(domainSize, s->width, s->height),
                              GF_I2(mesh, s->quadsX, s->quadsY),
                              GF_M4(toEye, s->toEye),
                              GF_M4(projection, s->projection),
                              GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f),
                              GF_EFFECT_SCALE(&t->water),
                              GF_F4V(depthBy, 1, s->depthBy),
                              GF_F4V(light, 1, s->light),
                              GF_F4(up, 0.0f, 0.0f, 1.0f, 0.0f),
                              GF_F4V(sky, 4, s->sky),
                              GF_F4V(absorption, 1, s->absorption),
                              GF_F4V(patternsBy, 1, s->patternsBy),
                              GF_F4V(micro, 1, s->micro),
                              GF_F4V(drift, 1, s->drift),
                              GF_F4(water, w->reflectance, w->specular, fade, def->reflection != 0 ? 1.0f : 0.0f),
                              GF_F4(deep, w->tint[0], w->tint[1], w->tint[2], 0.0f),
                              GF_F4(refraction, w->refraction, s->patternsBy[3], def->ground.shown ? 1.0f : 0.0f, 0.0f),
                              GF_F4(soil, g->low, 1.0f / (g->high - g->low), g->grain, g->wetness),
                              GF_F4(foam, w->foam[0], w->foam[1], w->foam[2], 0.0f),
                              GF_F4(heat, 1.0f / def->lavaSpeed, 8.0f * s->cellSize, fade, 0.0f),
                              GF_F4V(palette, GF_PALETTE_MAX, palette->colors[0]),
                              GF_I1(paletteCount, palette->count)}});
}

static bool layOverHost(const gfSurfaceScene *s)
{
    const gfSurfaceTargets *t = s->targets;
    const gfSurfaceDef *def = s->def;
    const gfWaterLook *w = &def->water;
    const gfRegion *v = &s->viewport;
    const float *m = s->toEye;
    float eye[3];
    for (int i = 0; i < 3; i++) {
        eye[i] = -(m[4 * i] * m[12] + m[4 * i + 1] * m[13] + m[4 * i + 2] * m[14]);
    }
    bool inSight = def->kind == GF_SURFACE_CLEAR && def->projection[11] < 0.0f;
    const gfDrawDef how = {.alpha = GF_ALPHA_PREMULTIPLIED,
                           .blend = true,
                           .opacity = 1.0f,
                           .encodeSrgb = def->encodeSrgb,
                           .tone = def->tone};
    gfFinish finish = gfFinish_Get(s->device, &how, 0);
    return gfPass_Run(
        s->device, &(gfPass){.label = "surface resolve",
                             .shader = GF_SHADER("surface/resolve.frag", NULL),
                             .blend = gfFinish_GetBlend(&how, 0),
                             .inputs = {GF_IN(scene, t->scene.id), GF_IN(lit, t->water.id),
                                        GF_IN(distances, t->distances.id), GF_IN(shape, t->shape.id)},
                             .uniforms = {GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                                          GF_I2(cells, s->cellsX, s->cellsY), GF_F2(domainSize, s->width, s->height),
                                          GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width, (float)v->height),
                                          GF_F4(eyeAt, eye[0], eye[1], eye[2], inSight ? 1.0f : 0.0f),
                                          GF_F4(up, 0.0f, 0.0f, 1.0f, 0.0f), GF_F4V(light, 1, s->light),
                                          GF_F4V(sky, 4, s->sky), GF_F4V(absorption, 1, s->absorption),
                                          GF_F4(deep, w->tint[0], w->tint[1], w->tint[2], 0.0f)}});
}

bool gfSurface_Draw(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceDef *def)
{
    gfEffects *effects = gfEffects_Get(device);
    gfSurfacePart *part = gfSurfacePart_Get(device);
    if (effects == NULL || part == NULL) {
        return false;
    }
    gfSurfaceScene s = makeSurfaceScene(device, &part->targets, &fluid->body->def, def);
    if (s.viewport.width <= 0 || s.viewport.height <= 0) {
        return true; // nothing would be seen
    }
    const gfBackdrop copy = {&effects->hostCopy, &effects->hostResolved};
    bool drawn = gfSurface_DrawFields(device, s.targets, fluid, &def->source, s.light) && gfSurface_DrawTiles(&s) &&
                 gfSurface_DrawCaustics(&s) && createPicture(&s) &&
                 (def->background != 0 ||
                  gfBackdrop_Copy(device, &copy, &s.viewport, (GLuint)s.host.drawFramebuffer, def->encodeSrgb));
    s.backdrop = def->background != 0 ? def->background : effects->hostCopy.id;
    drawn = drawn && drawBackdrop(&s) && (!def->ground.shown || drawGroundMesh(&s)) && drawWaterMesh(&s);
    gfDevice_RestoreTarget(device, &s.host);
    return drawn && layOverHost(&s);
}
