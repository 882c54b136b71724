// The style of liquids. First it draws heights: how much liquid is in each cell, and on average around it
// (shaders/draw_liquid/height_field.frag). Its shader makes a surface of them. Other kinds of particles come on top.
#include "draw/effects.h"
#include "draw/overlay.h"
#include "fluid/module.h"

// --- heights ---------------------------------------------------------------------------------------------------------

// The heights are two blurs of the amount of liquid: near a place, and widely around it. NEAR and WIDE: widths of these
// as fractions of the width of the liquid's rim. RIM_MIN: least width of the rim for smooth slopes, texels.
#define NEAR 0.5f
#define WIDE 3.5f
#define RIM_MIN 1.4f

// The textures of heights, which all fluids of a device share. Zeroed: there are none.
typedef struct HeightField {
    gfTexture sums;    // result of the first pass, which blurs along x
    gfTexture heights; // result of the second pass: the heights
} HeightField;

static void destroyHeights(void *device, void *state)
{
    HeightField *f = state;
    GF_DESTROY_TEXTURES(device, &f->sums, &f->heights);
}

static const gfDevicePart heightFieldPart = {.part = {"height field", sizeof(HeightField), destroyHeights},
                                             .emptiesWhenIdle = true};

// Returns whether heights are made of dye, as the solver has no liquid.
static bool isOfDye(const gfDrawFields *fields)
{
    return gfDrawFields_View(fields, GF_SHOWN_LIQUID)->texture == NULL;
}

// Returns the width of the liquid's rim, texels: at least enough for smooth slopes, at most the domain.
static float getRim(const gfDrawFields *fields, const gfDrawDef *def)
{
    float scale = isOfDye(fields) ? fields->dyePerCell.x : 1.0f;
    float most = scale * (float)gfMax(fields->cellsX, fields->cellsY);
    return fminf(fmaxf(scale * def->liquid.rim / fields->cellSize, RIM_MIN), most);
}

static gfShader getHeightShader(gfDevice *device, bool ofDye, bool masked, const char *direction)
{
    return gfShader_Format(device, &gf_vertexCover, "draw_liquid/height_field.frag", "%s%s%s", ofDye ? "DYE;" : "",
                           ofDye && masked ? "SOLIDS;" : "", direction);
}

// Draws the heights of a fluid.
static const gfTexture *drawHeights(gfDevice *device, HeightField *f, const gfDrawFields *v, const gfDrawDef *def)
{
    const gfFieldView *dye = gfDrawFields_View(v, GF_SHOWN_DYE);
    GLuint fluidMask = gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK);
    bool ofDye = isOfDye(v);
    if (ofDye && (dye->texture->width < dye->width || dye->texture->height < dye->height)) {
        return dye->texture; // there is no dye yet: its one-texel stand-in of zeros also serves as heights
    }
    const gfShader shaders[] = {getHeightShader(device, ofDye, fluidMask != 0, ""),
                                getHeightShader(device, ofDye, fluidMask != 0, "UP")};
    int width = ofDye ? dye->width : v->cellsX, height = ofDye ? dye->height : v->cellsY;
    GF_TRY(gfPrograms_Make(device, shaders, GF_COUNT(shaders)) &&
           gfTexture_Fit(device, &f->sums, GF_FORMAT_RGBA32F, width, height) &&
           gfTexture_Fit(device, &f->heights, GF_FORMAT_RGBA32F, width, height));
    float rim = getRim(v, def);
    bool drawn = true;
    for (int i = 0; i < 2; i++) {
        drawn = gfPass_Run(device,
                           &(gfPass){.label = "heights",
                                     .shader = shaders[i],
                                     .writes = {i == 0 ? &f->sums : &f->heights},
                                     .inputs = {GF_IN(dye, gfDrawFields_Texture(v, GF_SHOWN_DYE)),
                                                GF_IN(mass, gfDrawFields_Texture(v, GF_SHOWN_LIQUID)),
                                                GF_IN_FIELD(velocity, gfDrawFields_Texture(v, GF_SHOWN_FLOW)),
                                                GF_IN(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID)),
                                                GF_IN(fluidMask, fluidMask), GF_IN(sums, f->sums.id)},
                                     .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                                                  GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                                                  GF_F2(reach, NEAR * rim, WIDE * rim),
                                                  GF_F1(unit, 1.0f / (def->range * def->liquid.threshold))}}) &&
                drawn;
    }
    return drawn ? &f->heights : NULL;
}

// Makes the inputs of the style of liquids (gfStyle.prepare): draws the heights of the fluid.
static bool prepareHeights(const gfDrawnFluid *fluid, const gfDrawFields *v, const gfDrawDef *def, gfStyleInputs *in)
{
    gfDevice *device = fluid->body->device;
    HeightField *f = gfDevice_GetPart(device, &heightFieldPart);
    const gfTexture *heights = f != NULL ? drawHeights(device, f, v, def) : NULL;
    GF_TRY(heights != NULL);
    gfStyleInputs_AddTexture(in, (gfInput)GF_IN(heights, heights->id));
    GLuint spray = gfDrawFields_Texture(v, GF_SHOWN_SPRAY);
    if (spray != 0) {
        gfStyleInputs_AddTexture(in, (gfInput)GF_IN(spray, spray));
        in->defines = "SPRAY;";
    }
    gfStyleInputs_AddLiquid(in, &def->liquid, def->liquid.threshold, getRim(v, def));
    return true;
}

// --- kinds of particles ----------------------------------------------------------------------------------------------

static const gfVertexStage grainStages[2] = {{"draw_liquid/kinds.vert", "", 0, NULL},
                                             {"draw_liquid/kinds.vert", "GROUPED", 0, NULL}};
static const gfVertexStage blobStages[2] = {{"draw_liquid/kinds.vert", "FIELD", 0, NULL},
                                            {"draw_liquid/kinds.vert", "FIELD;GROUPED", 0, NULL}};

// Texels between neighbouring particles at rest, at most, in the textures for kinds of particles.
#define TEXELS_BETWEEN 2.25f
// Radius of the blob that a particle of jelly or stone adds to the surface, in spacings of particles at rest.
#define BLOB_RADIUS 1.75f
#define DOME_REACH 3.0f    // how widely blobs are blurred to make the pieces of jelly or stone round, in spacings
#define GRAIN_RADIUS 0.56f // radius of a grain of powder, in spacings: grains under load are so near to each other
#define LEAST_GRAIN 0.7f   // least radius of a drawn grain, pixels

typedef struct gfKinds {
    gfDevice *device;
    gfTexture near, sums, across, shape, slope, colors;
    gfDepth depth;
    float texel;   // width of a texel of the textures above, pixels
    float between; // distance of neighbouring particles at rest, texels
    float scale;   // scale of the view, pixels a metre
    float up;      // 1, or -1 if y in clip space goes down the rows of the target
    GLuint liquids;
} gfKinds;

static void destroyKinds(void *device, void *state)
{
    gfKinds *k = state;
    GF_DESTROY_TEXTURES(device, &k->near, &k->sums, &k->across, &k->shape, &k->slope, &k->colors);
    gfDepth_Destroy(device, &k->depth);
}

static const gfDevicePart kindsPart = {.part = {"kinds of particles", sizeof(gfKinds), destroyKinds},
                                       .emptiesWhenIdle = true};

// The textures and uniforms of draw_liquid/kinds.vert.
#define KINDS_INPUTS(k, p)                                                                  \
    GF_IN(place, (p)->place->id), GF_IN(tags, (p)->tags->id), GF_IN(count, (p)->count->id), \
        GF_IN(marks, (p)->marks != NULL ? (p)->marks->id : 0), GF_IN_FIELD(mass, (k)->liquids)
#define KINDS_UNIFORMS(k, p, def, view, clip)                                                                         \
    GF_M4(toWorld, (p)->world), GF_M4(toClip, (clip)),                                                                \
        GF_F4(point, BLOB_RADIUS *(p)->spacing, (k)->scale, GRAIN_RADIUS *(def)->particles.size *(p)->spacing,        \
              LEAST_GRAIN),                                                                                           \
        GF_F1(sinceStep, (view)->sinceStep), GF_F2(domainSize, (view)->domainSize[0], (view)->domainSize[1]),         \
        GF_I1(colorBy, (GLint)((def)->particles.color == GF_PARTICLE_MATERIAL ? GF_COLORS_MATERIAL : GF_COLORS_OWN)), \
        GF_F4V(materials, GF_VIEW_MATERIALS, (p)->colors), GF_F4V(kinds, GF_VIEW_MATERIALS, (p)->kinds),              \
        GF_I4V(groups, GF_GROUP_WORDS, (p)->groups)

static bool drawBlobs(const gfKinds *k, const gfParticleView *p, const gfDrawDef *def, const gfDiscsView *view,
                      const float clip[16])
{
    const gfVertexStage *stage = &blobStages[p->marks != NULL];
    gfTexture_Clear(k->device, &k->near, (const float[4]){0.0f});
    gfTexture_Clear(k->device, &k->sums, (const float[4]){0.0f});
    return gfPass_Run(k->device,
                      &(gfPass){.label = "nearest particles",
                                .shader = {.stage = stage, .file = "draw_liquid/kinds_near.frag", .defines = NULL},
                                .writes = {&k->near},
                                .depth = &k->depth,
                                .clearsDepth = true,
                                .geometry = {GF_GEOMETRY_TRIANGLES, .count = 2 * p->capacity},
                                .inputs = {KINDS_INPUTS(k, p)},
                                .uniforms = {KINDS_UNIFORMS(k, p, def, view, clip)}}) &&
           gfPass_Run(k->device,
                      &(gfPass){.label = "blobs of particles",
                                .shader = {.stage = stage, .file = "draw_liquid/kinds_sum.frag", .defines = NULL},
                                .writes = {&k->sums},
                                .geometry = {GF_GEOMETRY_TRIANGLES, .count = 2 * p->capacity},
                                .blend = GF_BLEND_ADD,
                                .inputs = {KINDS_INPUTS(k, p), GF_IN(near, k->near.id)},
                                // A particle's weight (1 - r^2)^2 has the integral pi/3 over its disc; 3/pi makes it 1.
                                .uniforms = {KINDS_UNIFORMS(k, p, def, view, clip),
                                             GF_F1(weight, 0.9549f / (BLOB_RADIUS * BLOB_RADIUS))}});
}

static bool drawDomes(const gfKinds *k)
{
    bool drawn = true;
    for (int up = 0; up < 2; up++) {
        drawn =
            gfPass_Run(k->device,
                       &(gfPass){.label = "domes",
                                 .shader = GF_SHADER("draw_liquid/kinds_dome.frag", up ? "UP" : NULL),
                                 .writes = {up ? &k->shape : &k->across, up ? &k->slope : NULL, up ? &k->colors : NULL},
                                 .inputs = {GF_IN(near, k->near.id), GF_IN(sums, k->sums.id),
                                            GF_IN(across, up ? k->across.id : 0)},
                                 .uniforms = {GF_F1(reach, fmaxf(DOME_REACH * k->between, 0.7f))}}) &&
            drawn;
    }
    return drawn;
}

static const void *prepareKinds(gfDevice *device, const gfParticleView *p, const gfDrawDef *def,
                                const gfDiscsView *view, GLuint liquids, bool upsideDown)
{
    const float *m = view->clip;
    const float width = (float)view->viewport->width, height = (float)view->viewport->height;
    gfKinds *k = gfDevice_GetPart(device, &kindsPart);
    GF_TRY(k != NULL);
    k->device = device;
    k->liquids = liquids;
    k->up = upsideDown ? -1.0f : 1.0f;
    k->scale = 0.5f * sqrtf(fabsf(m[0] * m[3] - m[1] * m[2]) * width * height);
    k->texel = fmaxf(k->scale * p->spacing / TEXELS_BETWEEN, 1.0f);
    k->between = k->scale * p->spacing / k->texel;
    int across = gfMax(1, (int)ceilf(width / k->texel)), up = gfMax(1, (int)ceilf(height / k->texel));
    GF_TRY(gfTexture_Fit(device, &k->near, GF_FORMAT_RGBA16F, across, up) &&
           gfTexture_Fit(device, &k->sums, GF_FORMAT_RGBA16F, across, up) &&
           gfTexture_Fit(device, &k->across, GF_FORMAT_RGBA16F, across, up) &&
           gfTexture_Fit(device, &k->shape, GF_FORMAT_RGBA16F, across, up) &&
           gfTexture_Fit(device, &k->colors, GF_FORMAT_RGBA16F, across, up) &&
           gfDepth_Fit(device, &k->depth, across, up) &&
           gfTexture_Fit(device, &k->slope, GF_FORMAT_RGBA16F, across, up));
    GF_REQUIRE(&device->core, gfFinish_CanBlendInto(device, &k->sums), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    // Scales clip space from the viewport to the textures, whose last texels may lie partly beyond the viewport.
    float x = width / ((float)across * k->texel), y = height / ((float)up * k->texel);
    const float clip[16] = {[0] = m[0] * x,
                            [1] = m[1] * y,
                            [4] = m[2] * x,
                            [5] = m[3] * y,
                            [12] = (m[4] + 1.0f) * x - 1.0f,
                            [13] = (m[5] + k->up) * y - k->up,
                            [15] = 1.0f};
    return drawBlobs(k, p, def, view, clip) && drawDomes(k) ? k : NULL;
}

// Computes the direction towards the light and the strength of highlights. `m`: linear part of the view's transform.
static void getLight(const gfDrawDef *def, const float m[4], float light[4])
{
    const float *l = def->liquid.light;
    float x = m[0] * l[0] + m[2] * l[1], y = m[1] * l[0] + m[3] * l[1];
    float flat = hypotf(x, y), ratio = flat > 0.0f ? hypotf(l[0], l[1]) / flat : 0.0f;
    float length = fmaxf(hypotf(hypotf(l[0], l[1]), l[2]), 1e-30f);
    light[0] = ratio * x / length;
    light[1] = ratio * y / length;
    light[2] = l[2] / length;
    light[3] = def->liquid.specular;
}

// Computes the transform from pixels of the target to places in the domain, 0 to 1, as three columns.
static void getPlaces(const gfKinds *k, const gfParticleView *p, const gfDiscsView *view, float columns[6])
{
    const float *m = view->clip, *corner = &p->world[12];
    const gfRegion *port = view->viewport;
    double det = (double)m[0] * (double)m[3] - (double)m[1] * (double)m[2];
    // Units of clip space to a pixel.
    double x = 2.0 / (double)port->width, y = 2.0 * (double)k->up / (double)port->height;
    double left = -1.0 - (double)m[4] - x * port->x, low = -(double)k->up - (double)m[5] - y * port->y;
    for (int axis = 0; axis < 2; axis++) {
        double a = (axis == 0 ? (double)m[3] : -(double)m[1]) / det,
               b = (axis == 0 ? -(double)m[2] : (double)m[0]) / det;
        double size = (double)view->domainSize[axis];
        columns[axis] = (float)(a * x / size);
        columns[2 + axis] = (float)(b * y / size);
        columns[4 + axis] = (float)((a * left + b * low - (double)corner[axis]) / size);
    }
}

static bool drawKinds(const void *prepared, const gfParticleView *p, const gfDrawDef *def, const gfDiscsView *view)
{
    const gfKinds *k = prepared;
    static const float same[4] = {1.0f, 0.0f, 0.0f, 1.0f};
    const float *m = view->clip;
    const gfRegion *port = view->viewport;
    const float width = (float)port->width, height = (float)port->height;
    const float toClip[16] = {[0] = m[0], [1] = m[1], [4] = m[2], [5] = m[3], [12] = m[4], [13] = m[5], [15] = 1.0f};
    const float toPicture[4] = {m[0] * width, m[1] * height * k->up, m[2] * width, m[3] * height * k->up};
    float inPicture[4], inWorld[4];
    float toPlace[6];
    getPlaces(k, p, view, toPlace);
    getLight(def, toPicture, inPicture);
    getLight(def, same, inWorld);
    gfDrawDef how = *def;
    // Particles are laid over the target, so they need alpha.
    how.alpha = def->alpha == GF_ALPHA_STRAIGHT ? GF_ALPHA_STRAIGHT : GF_ALPHA_PREMULTIPLIED;
    how.blend = true;
    gfFinish finish = gfFinish_Get(k->device, &how, 0);
    const gfFade fade = gfFade_Get(def, view->domainSize[0], view->domainSize[1]);
    gfBlend blend = view->lit ? GF_BLEND_PREMULTIPLIED : gfFinish_GetBlend(&how, 0);
    const char *defines = view->lit ? "HDR" : "";
    GF_REQUIRE(&k->device->core, gfFinish_CanBlendInto(k->device, view->target), UNSUPPORTED,
               "the context can't blend 32-bit floats (GL_EXT_float_blend)");
    return gfPass_Run(
               k->device,
               &(gfPass){.label = "kinds",
                         .shader = GF_SHADER("draw_liquid/kinds.frag", defines),
                         .writes = {view->target},
                         .blend = blend,
                         .inputs = {GF_IN(shape, k->shape.id), GF_IN(slope, k->slope.id), GF_IN(colors, k->colors.id)},
                         .uniforms = {GF_F4(viewport, (float)port->x, (float)port->y, k->texel, k->between),
                                      GF_F4V(lit, 1, inPicture), GF_F4V(look, 1, finish.look),
                                      GF_F4V(tone, 1, finish.tone), GF_F4V(background, 1, def->background),
                                      GF_F2V(toPlace, 3, toPlace), GF_F4V(fade, 1, fade.perSide)}}) &&
           gfPass_Run(k->device,
                      &(gfPass){.label = "grains",
                                .shader = {.stage = &grainStages[p->marks != NULL],
                                           .file = "draw_liquid/grains.frag",
                                           .defines = defines},
                                .writes = {view->target},
                                .geometry = {GF_GEOMETRY_TRIANGLES, .count = 2 * p->capacity},
                                .blend = blend,
                                .inputs = {KINDS_INPUTS(k, p), GF_IN(shape, k->shape.id)},
                                .uniforms = {KINDS_UNIFORMS(k, p, def, view, toClip), GF_F4V(lit, 1, inWorld),
                                             GF_F4(shapeScale, width / k->texel, height / k->texel, 1.0f, k->up),
                                             GF_F4V(look, 1, finish.look), GF_F4V(tone, 1, finish.tone),
                                             GF_F4V(background, 1, def->background), GF_F4V(fade, 1, fade.perSide)}});
}

static const gfParticlesOnTop kindsOnTop = {prepareKinds, drawKinds};

// --- styles ----------------------------------------------------------------------------------------------------------

#define LIQUID_FIELD(name) (1u << (GF_SHOWN_##name - GF_SHOWN_FIRST))

static const gfStyle liquidStyle = {.name = "liquid",
                                    .range = 1.0f,
                                    .file = "draw_liquid/liquid.frag",
                                    .defines = "",
                                    .needs = LIQUID_FIELD(LIQUID),
                                    .otherwise = LIQUID_FIELD(DYE) | LIQUID_FIELD(FLOW),
                                    .takes = LIQUID_FIELD(FLUID_MASK) | LIQUID_FIELD(SPRAY),
                                    .variants = GF_STYLE_REFRACTED | GF_STYLE_DYED,
                                    .prepare = prepareHeights};

// The style for particles of several kinds: it draws the liquids among them, and the others on top.
static const gfStyle kindsStyle = {.name = "kinds",
                                   .range = 1.0f,
                                   .file = "draw_liquid/liquid.frag",
                                   .defines = "",
                                   .needs = LIQUID_FIELD(LIQUIDS_ALONE),
                                   .variants = GF_STYLE_REFRACTED | GF_STYLE_DYED | GF_STYLE_KINDS,
                                   .prepare = prepareHeights,
                                   .onTop = &kindsOnTop};

// Returns this module's styles. Water over ground (GF_SOLVER_SHALLOW) has a style of the module for surfaces.
static const gfStyle *getLiquidStyle(const gfDrawnFluid *fluid, int kind)
{
    bool water = fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_WATER);
    if (kind == GF_DRAW_KINDS) {
        // Particles that have spray are all liquid (GF_SOLVER_WATER).
        return fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_SPRAY) ? &liquidStyle : &kindsStyle;
    }
    return kind == GF_DRAW_LIQUID && !water ? &liquidStyle : NULL;
}

const gfModule gf_module_draw_liquid = {.name = "draw_liquid", .getStyle = getLiquidStyle};
