// Drawing particles in three dimensions as water, spheres or points, and the public calls for it.
#include "gpufluid/draw3d.h"
#include "ext/fluid3d/fluid3d.h"

#include "draw/effects.h"
#include "draw/styles.h"
#include "draw/view.h"
#include "fluid/field.h"
#include "fluid/validation.h"
#include "gl/pass.h"
#include "shared.h"

// Textures of the viewport's size, kept from one drawing to the next. Each is made when a style first needs it.
typedef struct Targets3D {
    gfDepth depth;       // depth buffer of the water's front
    gfDepth fineDepth;   // depth buffer of spheres and points, at the size of `spheres`
    gfPair surface;      // RG32F: z of the water's front in the eye's space, m; reach of smoothing over the full reach
    gfTexture thickness; // RG16F, half as wide and high as the viewport: thickness of the water, m, and foam
    gfTexture spheres;   // RGBA16F, twice as wide and high as the viewport if possible: linear light and coverage
} Targets3D;

// The arguments of one drawing, and what passes need of them.
typedef struct Scene3D {
    gfDevice *device;
    Targets3D *targets;
    const gfParticleView *particles;
    const gfDraw3DDef *def;
    gfHostTarget host;
    gfRegion viewport;
    float toEye[16];       // from positions of particles in cells to the eye's space, column-major
    float projection[16];  // the host's, with y up towards higher rows of the picture
    float light[4], up[4]; // directions to the light and up, in the eye's space, of length 1
    float sky[4][4];       // colours of zenith, horizon, ground and sun, see shaders/draw/sky.glsl
    float depthBy[4];      // how the host's depth texture is read, see shaders/draw/hidden.glsl
    const gfPalette *palette;
    float sinceStep; // by how much the drawing is later than the last step, s
} Scene3D;

// Describes a pass that draws each particle as a sphere, into textures of the library.
typedef struct Sprites {
    const char *label, *file, *defines;
    const gfTexture *target;
    const gfDepth *depth; // null: no depth test, and what particles draw is added up
    float bulk, drop;     // radii of spheres: of particles within the fluid, and of lone ones (drops), m
    float least;          // smallest radius of a sphere in the picture, px
    float foamDepth;      // depth below the surface at which foam has faded to 1/e, m
    GLuint surface;       // GL name of Targets3D.surface, for shaders that read the water's front; 0: others
} Sprites;

// --- sprites ---------------------------------------------------------------------------------------------------------

// The vertex stage that makes two triangles for each particle, around its sphere.
static const gfVertexStage spriteStage = {"fluid3d/sprites.vert", "", 0, NULL};

_Static_assert(GF_PARTICLE_SPEED == GF_COLORS_SPEED && GF_PARTICLE_VELOCITY == GF_COLORS_VELOCITY &&
                   GF_PARTICLE_MATERIAL == GF_COLORS_MATERIAL && GF_PARTICLE_OWN == GF_COLORS_OWN &&
                   GF_VIEW_MATERIALS == GF_MATERIALS,
               "shaders know these by number");

// The uniforms of all passes that look at the scene: how it is seen and lit.
#define SCENE3D_UNIFORMS(s)                                                                             \
    GF_M4(projection, (s)->projection), GF_F4V(depthBy, 1, (s)->depthBy), GF_F4V(light, 1, (s)->light), \
        GF_F4V(up, 1, (s)->up), GF_F4V(sky, 4, (s)->sky)

// Draws all particles as spheres into sprites->target.
static bool drawSprites(const Scene3D *s, const Sprites *sprites)
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
                  .geometry = {GF_GEOMETRY_TRIANGLES, .count = 2 * p->capacity},
                  .blend = sprites->depth != NULL ? GF_BLEND_NONE : GF_BLEND_ADD,
                  .inputs = {GF_IN(place, p->place->id), GF_IN(velocity, p->velocity != NULL ? p->velocity->id : 0),
                             GF_IN(tags, p->tags->id), GF_IN(count, p->count->id), GF_IN(hostDepth, def->depth),
                             GF_IN(surface, sprites->surface)},
                  .uniforms = {
                      GF_M4(toEye, s->toEye), GF_M4(toWorld, p->world),
                      GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f), SCENE3D_UNIFORMS(s),
                      GF_F2(scale, 1.0f / (float)target->width, 1.0f / (float)target->height),
                      GF_F4(sphere, sprites->bulk, sprites->drop, sprites->least, 0.5f), GF_F1(sinceStep, s->sinceStep),
                      GF_F2(foamAt, def->water.foamSpeed, def->water.foamDensity), GF_F1(range, def->speedRange),
                      GF_I1(colorBy, (GLint)def->color), GF_F4V(materials, GF_VIEW_MATERIALS, p->colors),
                      GF_F4V(palette, GF_PALETTE_MAX, s->palette->colors), GF_I1(paletteCount, s->palette->count),
                      GF_F4(water, spacing * spacing * spacing, sprites->foamDepth, 0.0f, 0.0f),
                      GF_F4(look, def->opacity, 0.0f, 0.0f, 0.0f),
                      GF_F4(tone, def->tone.exposure, (float)def->tone.map, 0.0f, 0.0f)}});
}

// --- water -----------------------------------------------------------------------------------------------------------

// Draws particles as one surface of water: draws the front of spheres (z), sums the water's thickness along each line
// of sight, smooths the front, and draws lit water over the picture behind it.

// Lengths in spacings of particles at rest.
#define SURFACE_RADIUS 0.85f   // radius of a particle's sphere within the water, for the front
#define DROP_RADIUS 0.42f      // radius of a drop's sphere, for the front
#define THICK_RADIUS 1.5f      // radius of a particle's sphere within the water, for the thickness
#define THICK_DROP_RADIUS 0.8f // radius of a drop's sphere, for the thickness
#define SMOOTHING 3.2f         // reach of the smoothing of the front
#define SAME_SURFACE 6.0f      // difference in z up to which neighbours count as the same surface
#define BEHIND_DEPTH 0.25f     // a surface farther behind is smoothed as if it were only this far behind

#define SMOOTHING_PASSES 7
#define SMOOTHING_APART 0.4f // first distance of texels that a pass reads, over the reach; each later pass halves it
#define SMOOTHING_TURN 1.1f  // turn of the sampling pattern from pass to pass, radians
#define REACH_MOST 320.0f    // largest reach of the smoothing, px

static const float noSurface[4] = {(float)GF_NO_SURFACE};

static bool createWater(const Scene3D *s)
{
    gfDevice *device = s->device;
    Targets3D *t = s->targets;
    int width = s->viewport.width, height = s->viewport.height;
    if (t->surface.read.width != width || t->surface.read.height != height) {
        gfPair_Destroy(device, &t->surface);
        GF_TRY(gfPair_Create(device, &t->surface, GF_FORMAT_RG32F, width, height));
    }
    GF_TRY(gfDepth_Fit(device, &t->depth, width, height) &&
           gfTexture_Fit(device, &t->thickness, GF_FORMAT_RG16F, (width + 1) / 2, (height + 1) / 2));
    bool half = device->gl.formats[t->thickness.format].bytes < device->gl.formats[t->thickness.format].channels * 4;
    GF_REQUIRE(&device->core, half || device->gl.blendsFloats, UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return true;
}

static bool drawFront(const Scene3D *s, float spacing)
{
    Targets3D *t = s->targets;
    float radius = s->def->radius > 0.0f ? s->def->radius : SURFACE_RADIUS * spacing;
    gfTexture_Clear(s->device, &t->surface.read, noSurface);
    return drawSprites(s, &(Sprites){.label = "water front",
                                     .file = "fluid3d/surface.frag",
                                     .defines = "",
                                     .target = &t->surface.read,
                                     .depth = &t->depth,
                                     .bulk = radius,
                                     .drop = DROP_RADIUS / SURFACE_RADIUS * radius,
                                     .least = 0.75f});
}

static bool drawThickness(const Scene3D *s, float spacing)
{
    Targets3D *t = s->targets;
    gfTexture_Clear(s->device, &t->thickness, (const float[4]){0.0f});
    return drawSprites(s, &(Sprites){.label = "water thickness",
                                     .file = "fluid3d/thickness.frag",
                                     .defines = "",
                                     .target = &t->thickness,
                                     .bulk = THICK_RADIUS * spacing,
                                     .drop = THICK_DROP_RADIUS * spacing,
                                     .least = 1.0f,
                                     .foamDepth = spacing,
                                     .surface = t->surface.read.id});
}

static bool smoothFront(const Scene3D *s, float spacing)
{
    Targets3D *t = s->targets;
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

// Draws the lit water over the picture. `copy`: the picture behind the water, for refraction.
static bool layWater(const Scene3D *s, const gfTexture *copy, float spacing)
{
    const Targets3D *t = s->targets;
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
                  .inputs = {GF_IN(surface, t->surface.read.id), GF_IN_BY(thickness, t->thickness.id, sampler),
                             GF_IN_LINEAR(backdrop, behind), GF_IN(hostDepth, def->depth)},
                  .uniforms = {SCENE3D_UNIFORMS(s), GF_F2(scale, 1.0f / (float)v->width, 1.0f / (float)v->height),
                               GF_F4(viewport, (float)v->x, (float)v->y, (float)v->width, (float)v->height),
                               GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                               GF_F4(water, w->reflectance, w->specular, 0.3f * spacing, def->encodeSrgb ? 1.0f : 0.0f),
                               GF_F4(absorption, w->absorption[0], w->absorption[1], w->absorption[2], 0.0f),
                               GF_F4(deep, w->tint[0], w->tint[1], w->tint[2], 0.0f),
                               GF_F4(refraction, w->refraction, 0.0f, 0.0f, 0.0f),
                               GF_F4(foam, w->foam[0], w->foam[1], w->foam[2], 0.0f)}});
}

static bool drawWater3D(const Scene3D *s)
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

// --- a drawing -------------------------------------------------------------------------------------------------------

static void destroyTargets3D(void *device, void *state)
{
    Targets3D *t = state;
    gfDepth_Destroy(device, &t->depth);
    gfDepth_Destroy(device, &t->fineDepth);
    gfPair_Destroy(device, &t->surface);
    GF_DESTROY_TEXTURES(device, &t->thickness, &t->spheres);
}

static const gfDevicePart drawing3DPart = {.part = {"drawing in 3D", sizeof(Targets3D), destroyTargets3D},
                                           .emptiesWhenIdle = true};

// Turns a direction from the world's axes to the eye's, and makes its length 1.
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

// The palette of drawings that give none.
static const gfPalette waterPalette = {5,
                                       {{0.010f, 0.045f, 0.20f, 1.0f},
                                        {0.012f, 0.16f, 0.48f, 1.0f},
                                        {0.03f, 0.42f, 0.68f, 1.0f},
                                        {0.35f, 0.75f, 0.85f, 1.0f},
                                        {0.95f, 0.97f, 0.98f, 1.0f}}};

static Scene3D makeScene(gfDevice *device, Targets3D *targets, const gfParticleView *particles, const gfDraw3DDef *def)
{
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    Scene3D s = {.device = device, .targets = targets, .particles = particles, .def = def};
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
    s.palette = def->palette.count > 0 ? &def->palette : &waterPalette;
    return s;
}

// Draws particles as spheres or points: at twice the width and height, for smooth edges, if textures may be that large.
static bool drawSpheres(const Scene3D *s)
{
    gfDevice *device = s->device;
    Targets3D *t = s->targets;
    bool flat = s->def->style == GF_DRAW3D_POINTS;
    int times = 2 * gfMax(s->viewport.width, s->viewport.height) <= device->gl.maxTextureSize ? 2 : 1;
    int width = times * s->viewport.width, height = times * s->viewport.height;
    float radius = s->def->radius > 0.0f ? s->def->radius : (flat ? 0.22f : 0.5f) * s->particles->spacing;
    GF_TRY(gfDepth_Fit(device, &t->fineDepth, width, height) &&
           gfTexture_Fit(device, &t->spheres, GF_FORMAT_RGBA16F, width, height));
    gfTexture_Clear(device, &t->spheres, (const float[4]){0.0f});
    bool drawn = drawSprites(s, &(Sprites){.label = flat ? "points" : "spheres",
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
    Targets3D *targets = gfDevice_GetPart(device, &drawing3DPart);
    GF_TRY(targets != NULL);
    Scene3D s = makeScene(device, targets, particles, def);
    if (s.viewport.width <= 0 || s.viewport.height <= 0) {
        return true; // the viewport is empty
    }
    bool drawn = def->style == GF_DRAW3D_WATER ? drawWater3D(&s) : drawSpheres(&s);
    gfDevice_RestoreTarget(device, &s.host);
    return drawn;
}

// --- the default look ------------------------------------------------------------------------------------------------

// The look of gfDefaultDraw3DDefFor: a camera that shows the whole container, and water whose colour suits its size.

#define CLEAR_SIZE 0.35f // along this fraction of the container's longest side water absorbs like 1 m does by default
// Distances of the near and the far plane over the distance of the container's middle.
#define NEAR_FRACTION 0.05f
#define FAR_FRACTION 20.0f

// Places the camera before the container, 30 degrees above its middle, where a view of 60 degrees shows all of it.
static void lookAtContainer(gfDraw3DDef *look, gfVec3 middle, float radius)
{
    const float c = 0.8660254f, s = 0.5f, distance = fmaxf(2.1f * radius, 1e-3f);
    const float near = NEAR_FRACTION * distance, far = FAR_FRACTION * distance;
    const float view[16] = {[0] = 1.0f,
                            [5] = c,
                            [6] = s,
                            [9] = -s,
                            [10] = c,
                            [12] = -middle.x,
                            [13] = s * middle.z - c * middle.y,
                            [14] = -s * middle.y - c * middle.z - distance,
                            [15] = 1.0f};
    memcpy(look->view, view, sizeof view);
    look->projection[10] = -(far + near) / (far - near);
    look->projection[14] = -2.0f * far * near / (far - near);
}

gfDraw3DDef gfDefaultDraw3DDefFor(const gfFluid3D *fluid)
{
    gfDraw3DDef look = gfDefaultDraw3DDef();
    GF_REQUIRE_OR(look, NULL, fluid != NULL, NULL_ARGUMENT, "gfDefaultDraw3DDefFor: fluid is null");
    const gfFluid3DDef *def = &fluid->body.def;
    gfVec3 size = def->size, g = def->particles.gravity;
    float longest = fmaxf(fmaxf(size.x, size.y), size.z), gravity = hypotf(hypotf(g.x, g.y), g.z);
    float speed = gfLook_Limit(sqrtf(0.4f * (gravity > 0.0f ? gravity : 9.81f) * size.y), 1e6f);
    for (int i = 0; i < 3; i++) {
        look.water.absorption[i] = gfLook_Limit(look.water.absorption[i] / (CLEAR_SIZE * longest), 1e4f);
    }
    look.water.foamSpeed = speed;
    look.speedRange = fmaxf(speed, 1e-9f);
    look.style = gfLook_IsGas(&def->particles) ? GF_DRAW3D_SPHERES : GF_DRAW3D_WATER;
    lookAtContainer(&look, def->position, 0.5f * hypotf(hypotf(size.x, size.y), size.z));
    return look;
}

// --- public calls ----------------------------------------------------------------------------------------------------

// Camera of gfDefaultDraw3DDef: focal length for a vertical view of 60 degrees (1 / tan 30 degrees), and planes, m.
#define DEFAULT_FOCAL 1.7320508f
#define DEFAULT_NEAR 0.05f
#define DEFAULT_FAR 100.0f

gfDraw3DDef gfDefaultDraw3DDef(void)
{
    gfDraw3DDef def = gf_draw3DDefDefault;
    def.view[0] = def.view[5] = def.view[10] = def.view[15] = 1.0f;
    def.projection[0] = def.projection[5] = DEFAULT_FOCAL;
    def.projection[10] = -(DEFAULT_FAR + DEFAULT_NEAR) / (DEFAULT_FAR - DEFAULT_NEAR);
    def.projection[11] = -1.0f;
    def.projection[14] = -2.0f * DEFAULT_FAR * DEFAULT_NEAR / (DEFAULT_FAR - DEFAULT_NEAR);
    return def;
}

bool gfFluid3D_Draw(gfFluid3D *fluid, const gfDraw3DDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid3D_Draw: fluid is null");
    gfDraw3DDef own;
    if (def == NULL) {
        own = gfDefaultDraw3DDefFor(fluid);
        def = &own;
    }
    gfDevice *device = fluid->body.device;
    GF_TRY(gfDef_Check(&device->core, &gf_draw3DDefRecord, def, "gfFluid3D_Draw") &&
           gfCamera_Check(&device->core, def->projection, &def->sky, "gfFluid3D_Draw") &&
           gfPalette_Check(&device->core, &def->palette, "palette", "gfFluid3D_Draw") &&
           gfTraps_CheckTexture(device, def->background, "background", "gfFluid3D_Draw") &&
           gfTraps_CheckTexture(device, def->depth, "depth", "gfFluid3D_Draw") &&
           gfDevice_Begin(device, "gfFluid3D_Draw"));
    gfParticleView view;
    gfVolume_View(&fluid->body, fluid->volume, &view);
    gfHostTarget host;
    gfDevice_SaveTarget(device, &host);
    bool drawn = gfDevice_CheckTarget(device, &host, "gfFluid3D_Draw");
    if (drawn) {
        gfFinish_NoteTarget(device, &host, def->tone.dither && !def->encodeSrgb);
        drawn = gfParticles3D_Draw(device, &view, def);
    }
    return gfDevice_EndWith(device, drawn);
}
