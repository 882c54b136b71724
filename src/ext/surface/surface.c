// Draws water or lava over ground in perspective, in this order: tiles of fine waves and patterns, caustics (light that
// waves gather on the ground), what is behind the surface, the surface, and then all onto the host's picture.
#include "ext/surface/surface.h"

#include "draw/effects.h"

#define SURFACE_QUADS_MAX 512 // largest number of quads of the mesh along each axis

// The arguments of one drawing, and what its passes need of them.
typedef struct SurfaceScene {
    gfDevice *device;
    gfSurfaceTargets *targets;
    const gfSurfaceDef *def;
    gfHostTarget host;
    gfRegion viewport;
    int cellsX, cellsY, quadsX, quadsY; // of the grid, and of the mesh
    float cellSize, width, height;      // of a cell and of the domain, m
    float toEye[16];          // from the domain's space, m from its lower left corner, to the eye's space, column-major
    float projection[16];     // the host's, with y up towards higher rows of the picture
    float light[4];           // direction towards the sun in the domain's axes, of length 1
    float sky[4][4];          // colours of zenith, horizon, ground and sun, see shaders/draw/sky.glsl
    float depthBy[4];         // how the host's depth texture is read, see shaders/draw/hidden.glsl
    float micro[4], drift[4]; // fine waves and their drift, see shaders/surface/flowing.glsl
    float patternsBy[4]; // tiles of pebbles and of foam a metre, strength of caustics, 1: colours are encoded as sRGB
    float absorption[4]; // absorption by the water of red, green and blue, 1/m
    GLuint backdrop;     // texture of the picture behind the water
} SurfaceScene;

// --- light and tiles -------------------------------------------------------------------------------------------------

// The vertex stage of a mesh on the surface, whose corners are where refracted sunlight meets the ground.
static const gfVertexStage causticMesh = {"surface/caustics.vert", "", 0, NULL};

#define RIPPLE_TEXELS 192  // texels along a side of the tile of fine waves
#define PATTERN_TEXELS 512 // texels along a side of the tile of patterns
#define CRESTS_A_TILE 8.5f // mean number of wave crests along a tile's side, as shaders/surface/ripples.frag makes them
#define FLOW_TURN 1.6      // time for which a pattern drifts before it starts anew, as it would be drawn out too far, s
#define RIPPLE_REPEATS 64.0 // all waves repeat after this many periods of the longest one

#define FINE_CELLS 512      // up to this many cells along the longer side caustics have two texels for each cell's side
#define FINE_MESH_CELLS 200 // up to this many the mesh of caustics has two quads for each cell's side

static const float evenLight[4] = {1.0f, 1.0f, 1.0f, 1.0f};

void gfSurface_GetMicro(float slope, float length, float micro[4])
{
    micro[0] = 1.0f / (CRESTS_A_TILE * length);
    micro[1] = slope;
    micro[2] = 0.3f * length;
    micro[3] = length;
}

void gfSurface_GetDrift(double time_s, float drift[4])
{
    double turns = time_s / FLOW_TURN, first = turns - floor(turns), second = first + 0.5 - floor(first + 0.5);
    drift[0] = (float)((first - 0.5) * FLOW_TURN);
    drift[1] = (float)((second - 0.5) * FLOW_TURN);
    drift[2] = (float)fabs(2.0 * first - 1.0);
    drift[3] = (float)FLOW_TURN;
}

// Time is taken modulo that after which all waves repeat, so that a float has digits for it however long a game runs.
bool gfSurface_DrawRipples(gfDevice *device, const gfTexture *ripples, double time_s, const float micro[4])
{
    const double gravity = 9.81, turn = 6.283185307179586;
    double tile = 1.0 / (double)micro[0];
    double period = RIPPLE_REPEATS * sqrt(turn * tile / gravity), times = time_s / period;
    return gfPass_Run(device, &(gfPass){.label = "surface ripples",
                                        .shader = GF_SHADER("surface/ripples.frag", NULL),
                                        .writes = {ripples},
                                        .uniforms = {GF_F4(wavesAt, (float)(times - floor(times)),
                                                           (float)RIPPLE_REPEATS, (float)ripples->width, 0.0f)}});
}

// Draws the tiles of fine waves and of patterns.
static bool drawSurfaceTiles(const SurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    int ripples = RIPPLE_TEXELS + GF_TILE_RIM, patterns = PATTERN_TEXELS + GF_TILE_RIM;
    GF_TRY(gfTexture_Fit(device, &t->ripples, GF_FORMAT_RGBA16F, ripples, ripples) &&
           gfTexture_Fit(device, &t->patterns, GF_FORMAT_RGBA16F, patterns, patterns) &&
           gfSurface_DrawRipples(device, &t->ripples, s->def->time_s, s->micro));
    t->hasPatterns = t->hasPatterns || gfPass_Run(device, &(gfPass){.label = "surface patterns",
                                                                    .shader = GF_SHADER("surface/patterns.frag", NULL),
                                                                    .writes = {&t->patterns},
                                                                    .uniforms = {GF_F1(texels, (float)patterns)}});
    bool drawn = t->hasPatterns;
    t->hasPatterns = drawn && !device->dryRun;
    return drawn;
}

// Makes the texture of caustics. It has up to two texels for each cell's side, so that waves a few cells long show.
static bool createCaustics(gfDevice *device, gfSurfaceTargets *t, int cellsX, int cellsY)
{
    int times = gfMax(cellsX, cellsY) <= FINE_CELLS ? 2 : 1;
    GF_TRY(gfTexture_Fit(device, &t->caustics, GF_FORMAT_RGBA16F, times * cellsX, times * cellsY));
    const gfFormatInfo *format = &device->gl.formats[t->caustics.format];
    GF_REQUIRE_OR_UNDO(&device->core, format->bytes < format->channels * 4 || device->gl.blendsFloats, UNSUPPORTED,
                       "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return true;

error:
    gfTexture_Destroy(device, &t->caustics);
    return false;
}

// Draws caustics as the refracted mesh, each quad three times: red, green and blue are refracted a little differently.
static bool drawCausticMesh(const SurfaceScene *s)
{
    const gfSurfaceTargets *t = s->targets;
    // Fine waves fade out where the mesh is too coarse for them, as they would make noise instead of lines.
    float seen = fminf(fmaxf((s->micro[3] / s->cellSize - 2.0f) / 4.0f, 0.0f), 1.0f);
    int times = gfMax(s->cellsX, s->cellsY) <= FINE_MESH_CELLS ? 2 : 1;
    int quadsX = times * s->quadsX, quadsY = times * s->quadsY;
    gfTexture_Clear(s->device, &t->caustics, (const float[4]){0.0f});
    return gfPass_Run(s->device,
                      &(gfPass){.label = "surface caustics",
                                .shader = {.stage = &causticMesh, .file = "surface/caustics.frag", .defines = NULL},
                                .writes = {&t->caustics},
                                .geometry = {GF_GEOMETRY_TRIANGLES, .count = 3 * 2 * (quadsX + 2) * (quadsY + 2)},
                                .blend = GF_BLEND_ADD,
                                .inputs = {GF_IN(shape, t->shape.id),
                                           GF_IN_BY(motion, t->motion.id, gfSurface_Sampler(s->device, &t->motion)),
                                           GF_IN_BY(waves, t->ripples.id, gfSurface_Sampler(s->device, &t->ripples))},
                                .uniforms = {GF_I2(cells, s->cellsX, s->cellsY), GF_F2(domainSize, s->width, s->height),
                                             GF_I2(mesh, quadsX, quadsY),
                                             GF_F4(micro, s->micro[0], seen * s->micro[1], s->micro[2], s->micro[3]),
                                             GF_F4V(light, 1, s->light),
                                             GF_F2(texelsPerMetre, (float)t->caustics.width / s->width,
                                                   (float)t->caustics.height / s->height),
                                             GF_F1(upright, s->host.upsideDown ? -1.0f : 1.0f)}});
}

// Makes the light on the ground even, in place of caustics.
static bool setEvenLight(gfDevice *device, gfSurfaceTargets *t)
{
    t->lit = &t->evenLight;
    if (t->evenLight.id != 0) {
        return true;
    }
    GF_TRY(gfTexture_Create(device, &t->evenLight, GF_FORMAT_RGBA16F, 1, 1));
    gfTexture_Clear(device, &t->evenLight, evenLight);
    return true;
}

// Draws the caustics. Where the context can't draw them, which is reported once, light is even instead.
static bool drawCaustics(const SurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    bool wanted =
        s->def->kind == GF_SURFACE_CLEAR && s->def->ground.shown && s->def->caustics > 0.0f && s->light[2] > 0.0f;
    t->lit = &t->caustics;
    return (wanted && gfFailure_Try(&t->causticsFailed, device, "light that water gathers is",
                                    createCaustics(device, t, s->cellsX, s->cellsY) && drawCausticMesh(s))) ||
           setEvenLight(device, t);
}

// --- the picture -----------------------------------------------------------------------------------------------------

// The vertex stages of the meshes of water and ground, of two triangles for each quad.
static const gfVertexStage waterMesh = {"surface/mesh.vert", "", 0, NULL};
static const gfVertexStage groundMesh = {"surface/mesh.vert", "GROUND", 0, NULL};

#define PEBBLES_A_TILE 9.0f // pebbles along a side of the tile of patterns

#define SAMPLES_MAX 9.5e6 // most pixels of a picture at twice the width and height: that of 1920 x 1080 has 8.3e6

static void destroySurfaceTextures(void *device, void *state)
{
    gfSurfacePart *part = state;
    gfSurfaceTargets *t = &part->targets;
    GF_DESTROY_TEXTURES(device, &t->surface, &t->ground, &t->motion, &t->shape, &t->relief, &t->caustics, &t->evenLight,
                        &t->ripples, &t->patterns, &t->scene, &t->water, &t->distances);
    gfDepth_Destroy(device, &t->depth);
    t->hasPatterns = false;
    gfTopWater *top = &part->topWater;
    GF_DESTROY_TEXTURES(device, &top->surface, &top->ground, &top->heights, &top->motion, &top->relief, &top->waves,
                        &top->lace);
    top->hasLace = false;
}

static const gfDevicePart surfacePart = {.part = {"surface", sizeof(gfSurfacePart), destroySurfaceTextures},
                                         .emptiesWhenIdle = true};

gfSurfacePart *gfSurfacePart_Get(gfDevice *device)
{
    return gfDevice_GetPart(device, &surfacePart);
}

// Sets matrices for metres from the domain's lower left corner: the world's origin may be too far away for floats.
static void placeEye(SurfaceScene *s, const float view[16], gfVec2 origin)
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

static void placeLight(SurfaceScene *s)
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

// Sets how far patterns have drifted at the drawing's time, and how large they are.
static void placePatterns(SurfaceScene *s)
{
    const gfSurfaceDef *def = s->def;
    gfSurface_GetDrift(def->time_s, s->drift);
    gfSurface_GetMicro(def->microRipples, def->microLength, s->micro);
    s->patternsBy[0] = 1.0f / (PEBBLES_A_TILE * def->ground.grainLength);
    s->patternsBy[1] = GF_FOAM_TILES / def->microLength;
    s->patternsBy[2] = def->caustics;
    s->patternsBy[3] = def->encodeSrgb ? 1.0f : 0.0f;
}

static SurfaceScene makeSurfaceScene(gfDevice *device, gfSurfaceTargets *targets, const gfFluidDef *fluid,
                                     const gfSurfaceDef *def)
{
    SurfaceScene s = {.device = device, .targets = targets, .def = def};
    gfDevice_SaveTarget(device, &s.host);
    s.viewport = (gfRegion){s.host.viewport[0], s.host.viewport[1], s.host.viewport[2], s.host.viewport[3]};
    s.cellsX = fluid->gridWidth;
    s.cellsY = fluid->gridHeight;
    s.quadsX = gfMin(s.cellsX, SURFACE_QUADS_MAX);
    s.quadsY = gfMin(s.cellsY, SURFACE_QUADS_MAX);
    s.cellSize = fluid->cellSize;
    s.width = (float)s.cellsX * s.cellSize;
    s.height = (float)s.cellsY * s.cellSize;
    placeEye(&s, def->view, fluid->origin);
    placeLight(&s);
    placePatterns(&s);
    return s;
}

static bool createPicture(const SurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    const gfRegion *v = &s->viewport;
    // Twice the width and height make edges and glitter smooth.
    bool cheap = 4.0 * (double)v->width * (double)v->height <= SAMPLES_MAX;
    bool fine = 2 * gfMax(v->width, v->height) <= device->gl.maxTextureSize &&
                (s->def->supersampling == 2 || (s->def->supersampling == 0 && cheap));
    int width = (fine ? 2 : 1) * v->width, height = (fine ? 2 : 1) * v->height;
    return gfDepth_Fit(device, &t->depth, width, height) &&
           gfTexture_Fit(device, &t->scene, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Fit(device, &t->distances, GF_FORMAT_R32F, width, height) &&
           gfTexture_Fit(device, &t->water, GF_FORMAT_RGBA16F, width, height);
}

static bool drawBackdrop(const SurfaceScene *s)
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

static int countTriangles(const SurfaceScene *s, bool sides)
{
    return 2 * (s->quadsX * s->quadsY + (sides ? 2 * (s->quadsX + s->quadsY) : 0));
}

static const char *getSoil(const gfGroundLook *ground)
{
    return ground->texture != 0 ? "TEXTURE" : ground->palette.count > 0 ? "PALETTE" : "";
}

// Inputs and uniforms of the passes that draw the ground and the water over it.
#define GROUND_INPUTS(device, t, ground)                                                 \
    GF_IN(shape, (t)->shape.id), GF_IN_LINEAR(groundTexture, (ground)->texture),         \
        GF_IN_BY(relief, (t)->relief.id, gfSurface_Sampler(device, &(t)->relief)),       \
        GF_IN_BY(patterns, (t)->patterns.id, gfSurface_Sampler(device, &(t)->patterns)), \
        GF_IN_BY(caustics, (t)->lit->id, gfSurface_Sampler(device, (t)->lit))
#define GROUND_UNIFORMS(s, ground, target)                                                                        \
    GF_I2(cells, (s)->cellsX, (s)->cellsY), GF_F2(domainSize, (s)->width, (s)->height),                           \
        GF_I2(mesh, (s)->quadsX, (s)->quadsY), GF_M4(toEye, (s)->toEye), GF_M4(projection, (s)->projection),      \
        GF_F1(upright, (s)->host.upsideDown ? -1.0f : 1.0f), GF_EFFECT_SCALE(target),                             \
        GF_F4V(depthBy, 1, (s)->depthBy), GF_F4V(light, 1, (s)->light), GF_F4(up, 0.0f, 0.0f, 1.0f, 0.0f),        \
        GF_F4V(sky, 4, (s)->sky), GF_F4V(absorption, 1, (s)->absorption), GF_F4V(patternsBy, 1, (s)->patternsBy), \
        GF_F4(soil, (ground)->low, 1.0f / ((ground)->high - (ground)->low), (ground)->grain, (ground)->wetness)

static bool drawGroundMesh(const SurfaceScene *s)
{
    gfDevice *device = s->device;
    gfSurfaceTargets *t = s->targets;
    const gfGroundLook *g = &s->def->ground;
    return gfPass_Run(device,
                      &(gfPass){.label = "surface ground",
                                .shader = {.stage = &groundMesh, .file = "surface/ground.frag", .defines = getSoil(g)},
                                .writes = {&t->scene, &t->distances},
                                .depth = &t->depth,
                                .clearsDepth = true,
                                .geometry = {GF_GEOMETRY_TRIANGLES, .count = countTriangles(s, true)},
                                .inputs = {GROUND_INPUTS(device, t, g), GF_IN(hostDepth, s->def->depth)},
                                .uniforms = {GROUND_UNIFORMS(s, g, &t->scene), GF_F1(base, g->base),
                                             GF_F4V(palette, GF_PALETTE_MAX, g->palette.colors[0]),
                                             GF_I1(paletteCount, g->palette.count)}});
}

static bool drawWaterMesh(const SurfaceScene *s)
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
    gfTexture_Clear(device, &t->water, (const float[4]){0.0f});
    return gfPass_Run(
        device,
        &(gfPass){
            .label = "surface water",
            .shader = {.stage = &waterMesh,
                       .file = lava ? "surface/lava.frag" : "surface/water.frag",
                       .defines = lava ? NULL : getSoil(&def->ground)},
            .writes = {&t->water},
            .depth = &t->depth,
            .clearsDepth = true,
            .geometry = {GF_GEOMETRY_TRIANGLES, .count = countTriangles(s, sides)},
            .inputs = {GROUND_INPUTS(device, t, g), GF_IN_LINEAR(scene, t->scene.id), GF_IN(distances, t->distances.id),
                       GF_IN_BY(motion, t->motion.id, gfSurface_Sampler(device, &t->motion)),
                       GF_IN_BY(waves, t->ripples.id, gfSurface_Sampler(device, &t->ripples)),
                       GF_IN_LINEAR(reflection, def->reflection)},
            .uniforms = {GROUND_UNIFORMS(s, g, &t->water), GF_F4V(micro, 1, s->micro), GF_F4V(drift, 1, s->drift),
                         GF_F4(water, w->reflectance, w->specular, fade, def->reflection != 0 ? 1.0f : 0.0f),
                         GF_F4(deep, w->tint[0], w->tint[1], w->tint[2], 0.0f),
                         GF_F4(refraction, w->refraction, s->patternsBy[3], def->ground.shown ? 1.0f : 0.0f, 0.0f),
                         GF_F4(foam, w->foam[0], w->foam[1], w->foam[2], 0.0f),
                         GF_F4(heat, 1.0f / def->lavaSpeed, 8.0f * s->cellSize, fade, 0.0f),
                         GF_F4V(palette, GF_PALETTE_MAX, palette->colors[0]), GF_I1(paletteCount, palette->count)}});
}

static bool layOverHost(const SurfaceScene *s)
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
    GF_TRY(effects != NULL && part != NULL);
    SurfaceScene s = makeSurfaceScene(device, &part->targets, &fluid->body->def, def);
    if (s.viewport.width <= 0 || s.viewport.height <= 0) {
        return true; // the viewport is empty
    }
    const gfBackdrop copy = {&effects->hostCopy, &effects->hostResolved};
    bool drawn = gfSurface_DrawFields(device, s.targets, fluid, &def->source, s.light) && drawSurfaceTiles(&s) &&
                 drawCaustics(&s) && createPicture(&s) &&
                 (def->background != 0 ||
                  gfBackdrop_Copy(device, &copy, &s.viewport, (GLuint)s.host.drawFramebuffer, def->encodeSrgb));
    s.backdrop = def->background != 0 ? def->background : effects->hostCopy.id;
    drawn = drawn && drawBackdrop(&s) && (!def->ground.shown || drawGroundMesh(&s)) && drawWaterMesh(&s);
    gfDevice_RestoreTarget(device, &s.host);
    return drawn && layOverHost(&s);
}
