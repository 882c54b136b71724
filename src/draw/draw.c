#include "draw/draw.h"

#include "draw/effects.h"
#include "draw/overlay.h"
#include "draw/view.h"

// The mean distance between a pixel and the place where its dye is read, with gfDrawDef.detail 1, cells.
#define DETAIL_CELLS 1.0f

// The state of one drawing. The functions below fill it in step by step.
typedef struct Drawing {
    gfDevice *device;
    const gfBody *body;
    gfEffects *effects;
    const gfDrawDef *def;
    gfDrawFields fields;
    gfEffectsView where;
    gfParticleView particles; // the fluid's particles, for styles that draw them
    const void *onTop;        // what gfParticlesOnTop.prepare returned
    gfStyleInputs inputs;
    bool detailed; // the drawing has detail below a cell
    bool shaded;   // dye shades itself
    bool smoothed; // fields are read from smooth pictures
    bool fine;     // texels of dye are smaller than a pixel, and dye has no smooth picture
    bool wide;     // texels of dye are at least four pixels wide
    // Light is drawn at half the size, only for effects, with the light above bloom's threshold in a second texture.
    bool above;
    unsigned spilled; // effects whose results the style's shader adds itself (GF_STYLE_SPILLED)
} Drawing;

// Returns the transform to clip space of places that count from the domain's lower left corner, m.
static gfTransform2D getDomainView(const gfDrawFields *v, const gfDrawDef *def, gfVec2 origin)
{
    const gfVec2 size = {(float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize};
    return gfView_FromCorner(&def->view, origin, size);
}

// Returns the transform from the world, m, to clip space.
static gfTransform2D getWorldView(const gfDrawFields *v, const gfDrawDef *def)
{
    if (gfView_IsGiven(&def->view)) {
        return def->view;
    }
    gfTransform2D view = getDomainView(v, def, v->origin);
    view.m[4] -= view.m[0] * v->origin.x;
    view.m[5] -= view.m[3] * v->origin.y;
    return view;
}

static gfFade getFade(const Drawing *d)
{
    const gfDrawFields *v = &d->fields;
    return gfFade_Get(d->def, (float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize);
}

static bool showsSolids(const gfBody *body, const gfDrawDef *def)
{
    bool shown = def->solids.shown || def->solids.outlineWidth > 0.0f || def->style == GF_DRAW_SOLIDS;
    return shown && body->solids.count > 0;
}

// Returns whether the drawing reads dye beside solids. Dye must not be read inside solids, where a mask is 0.
static bool hasMask(const gfDrawFields *v)
{
    return (v->style->variants & GF_STYLE_SMOOTH) && gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK) != 0;
}

// Returns the defines of draw/extrapolation.glsl, which moves the picture on by the flow since the last step.
static const char *getExtrapolation(const gfDrawFields *v)
{
    return v->sinceStep <= 0.0f                           ? ""
           : gfDrawFields_View(v, GF_SHOWN_FLOW)->hasMass ? "EXTRAPOLATED;MASSIVE;"
                                                          : "EXTRAPOLATED;";
}

static gfShader getShader(const Drawing *d, bool lit)
{
    const gfDrawFields *v = &d->fields;
    const gfStyle *style = v->style;
    unsigned has = style->variants;
    bool refracted = (has & GF_STYLE_REFRACTED) && lit &&
                     (gfEffects_GetWanted(d->device, d->effects, d->def) & GF_EFFECT_REFRACTION);
    bool dyed = gfStyle_IsDyed(style, d->def) && gfDrawFields_Texture(v, GF_SHOWN_DYE) != 0;
    // Only the shader of liquids draws a surface that acts as a lens.
    const gfLiquidLook *liquid = &d->def->liquid;
    bool lens = (has & GF_STYLE_REFRACTED) && (liquid->lens > 0.0f || (refracted && liquid->caustics > 0.0f));
    const gfEffectDefines spilled = gfEffects_GetDefines(lit ? 0u : d->spilled);
    return gfShader_Format(
        d->device, &gf_vertexQuad, style->file, "%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s",
        lit && d->above                    ? "HDR;ABOVE;"
        : lit                              ? "HDR;"
        : d->def->alpha == GF_ALPHA_OPAQUE ? "OPAQUE;"
                                           : "",
        (has & GF_STYLE_WRAP) && v->wrapX + v->wrapY > 0 ? "WRAP;" : "", hasMask(v) ? "SOLIDS;" : "",
        showsSolids(d->body, d->def) ? "SHOWS_SOLIDS;" : "",
        d->smoothed ? "SMOOTH;"
        : d->fine   ? "FINE;"
                    : "",
        spilled.of[0], spilled.of[1], spilled.of[2], refracted ? "REFRACTED;" : "", dyed ? "DYED;" : "",
        lens ? "LENS;" : "", (has & GF_STYLE_PALETTE) && d->def->palette.count > 0 ? "PALETTE;" : "",
        d->inputs.defines != NULL ? d->inputs.defines : "", d->detailed ? "DETAIL;" : "", d->shaded ? "SHADOW;" : "",
        getExtrapolation(v), getFade(d).wanted ? "FADE;" : "", style->defines);
}

// Returns the style's shader with all variants that can be made; warns of the others. On failure its file is null.
static gfShader chooseShader(Drawing *d, bool lit)
{
    const struct {
        bool *had;
        gfFailure *failure;
        const char *leftOut;
    } variants[] = {{&d->detailed, &d->effects->detailFailed, "detail is"},
                    {&d->shaded, &d->effects->shadowFailed, "shadow is"},
                    {&d->smoothed, &d->effects->smoothFailed, "smoothing is"}};
    for (int i = 0; i < GF_COUNT(variants); i++) {
        gfFailure *failure = variants[i].failure;
        if (*variants[i].had) {
            gfShader shader = {0};
            *variants[i].had =
                gfFailure_Try(failure, d->device, variants[i].leftOut,
                              (shader = getShader(d, lit)).file != NULL && gfPrograms_Make(d->device, &shader, 1));
            if (*variants[i].had) {
                return shader;
            }
        }
    }
    const gfShader shader = getShader(d, lit);
    return gfPrograms_Make(d->device, &shader, 1) ? shader : (gfShader){0};
}

static void addFields(const Drawing *d, gfPass *pass)
{
    const gfDrawFields *v = &d->fields;
    const gfInput fields[] = {
        GF_IN_BY(dye, gfDrawFields_Texture(v, GF_SHOWN_DYE), d->fine ? GF_SAMPLE_FIELD : GF_SAMPLE_NEAREST),
        GF_IN(temperature, gfDrawFields_Texture(v, GF_SHOWN_TEMPERATURE)),
        GF_IN(mass, gfDrawFields_Texture(v, GF_SHOWN_MASS)),
        GF_IN_FIELD(velocity, gfDrawFields_Texture(v, GF_SHOWN_FLOW)),
        GF_IN(pressure, gfDrawFields_Texture(v, GF_SHOWN_PRESSURE)),
        GF_IN(divergence, gfDrawFields_Texture(v, GF_SHOWN_DIVERGENCE)),
        GF_IN_FIELD(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID)),
        GF_IN(fluidMask, gfDrawFields_Texture(v, GF_SHOWN_FLUID_MASK)),
        GF_IN_FIELD(flow, gfDrawFields_Texture(v, GF_SHOWN_FLOW)),
        GF_IN(solidTable, v->solidTable)};
    _Static_assert(GF_COUNT(fields) + GF_STYLE_INPUTS <= GF_PASS_INPUTS,
                   "fields and a style's own inputs share GF_PASS_INPUTS (gl/pass.h)");
    memcpy(pass->inputs, fields, sizeof fields);
}

_Static_assert(23 + GF_STYLE_UNIFORMS < GF_PASS_UNIFORMS, "a pass has room for a style's own uniforms");

// Adds the inputs and uniforms of one style (gfStyle.prepare) to those that the pass already has.
static void addStyleInputs(const gfStyleInputs *in, gfPass *pass)
{
    int inputs = 0, uniforms = 0;
    while (pass->inputs[inputs].name != NULL) {
        inputs++;
    }
    while (pass->uniforms[uniforms].name != NULL) {
        uniforms++;
    }
    for (int i = 0; i < GF_STYLE_INPUTS && in->inputs[i].name != NULL; i++) {
        pass->inputs[inputs + i] = in->inputs[i];
    }
    for (int i = 0; i < in->count; i++) {
        pass->uniforms[uniforms + i] = (gfUniform){in->names[i], GF_VEC4S, 1, in->values[i]};
    }
}

// Draws the style in one pass. `lit`: into the light for effects, not onto the target. `layer`: as in gfFinish_Get.
static bool drawLayer(const Drawing *d, const gfShader *shader, const gfTexture *target, bool lit, int layer)
{
    const gfDrawFields *v = &d->fields;
    const gfDrawDef *def = d->def;
    const gfPalette *palette = def->palette.count > 0 ? &def->palette : &v->style->palette;
    palette = d->inputs.palette != NULL ? d->inputs.palette : palette;
    const gfRegion whole = {0, 0, d->effects->light.width, d->effects->light.height};
    const gfRegion *port = lit ? &whole : &d->where.viewport;
    gfTransform2D view = getDomainView(v, def, v->origin);
    gfFinish finish = gfFinish_Get(d->device, def, layer);
    float width = (float)v->cellsX * v->cellSize, height = (float)v->cellsY * v->cellSize;
    const gfFade fade = getFade(d);
    const gfUniform fading = GF_F4V(fade, 1, fade.perSide), none = {0};
    gfPass pass = {
        .label = "draw",
        .shader = *shader,
        .writes = {lit ? &d->effects->light : target, lit ? &d->effects->through : NULL},
        .blend = lit ? GF_BLEND_NONE : gfFinish_GetBlend(def, layer),
        .uniforms = {
            GF_I2(cells, v->cellsX, v->cellsY),
            GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
            GF_I2(wrap, v->wrapX, v->wrapY),
            GF_F2(domainSize, width, height),
            GF_F2V(view, 3, view.m),
            GF_F4V(background, 1, def->background),
            GF_F4V(solidColor, 1, def->solids.color),
            GF_F4V(outlineColor, 1, def->solids.outlineColor),
            GF_F1(outlineWidth, def->solids.outlineWidth),
            GF_F4V(look, 1, finish.look),
            GF_F4V(tone, 1, finish.tone),
            GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
            GF_I1(paletteCount, gfMax(2, palette->count)),
            GF_F1(range, def->range),
            GF_F1(ambient, v->ambient),
            GF_F1(ink, (float)def->ink),
            GF_F4(viewport, (float)port->x, (float)port->y, (float)port->width, (float)port->height),
            GF_F1(spacing, def->spacing),
            GF_F1(unit, v->unit),
            GF_F4(extrapolation, v->sinceStep / width, v->sinceStep / height, (float)v->wrapX, (float)v->wrapY),
            GF_BLOOM_THRESHOLD(&def->bloom),
            GF_F4(solidsPlace, v->solidsFrom.x, v->solidsFrom.y, width, height),
            fade.wanted ? fading : none}};
    addFields(d, &pass);
    addStyleInputs(&d->inputs, &pass);
    return gfPass_Run(d->device, &pass);
}

static bool drawLayers(const Drawing *d, const gfShader *shader, const gfTexture *target, bool lit)
{
    bool layers = gfFinish_NeedsLayers(d->def) && !lit, drawn = true;
    for (int layer = layers ? 1 : 0; drawn && layer <= (layers ? 2 : 0); layer++) {
        drawn = drawLayer(d, shader, target, lit, layer);
    }
    return drawn;
}

static bool drawStyle(const Drawing *d, const gfShader *shader, const gfTexture *target, bool lit)
{
    bool drawn = drawLayers(d, shader, target, lit);
    if (drawn && (d->fields.style->variants & (GF_STYLE_PARTICLES | GF_STYLE_KINDS))) {
        const gfRegion *port = &d->where.viewport, whole = {0, 0, port->width, port->height};
        const gfDrawFields *v = &d->fields;
        const float size[2] = {(float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize};
        const gfDiscsView view = {d->where.clip.m, lit ? &whole : port, lit ? &d->effects->light : target, size, lit,
                                  v->sinceStep};
        const gfParticlesOnTop *onTop = d->fields.style->onTop;
        drawn = onTop != NULL ? onTop->draw(d->onTop, &d->particles, d->def, &view)
                              : gfParticles2D_Draw(d->device, &d->particles, d->def, &view);
    }
    return drawn;
}

// Draws modules' overlays, such as tracers. `target` null: the host's framebuffer. `lit`: it is the light for effects.
static void drawOverlays(const Drawing *d, const gfRegion *viewport, const gfTexture *target, bool lit)
{
    const gfDrawFields *v = &d->fields;
    const gfFade fade = getFade(d);
    gfFinish finish = gfFinish_Get(d->device, d->def, 0);
    const gfOverlayTarget to = {.size = {(float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize},
                                .viewport = viewport,
                                .look = finish.look,
                                .tone = finish.tone,
                                .target = target,
                                .fade = fade.perSide,
                                .lit = lit,
                                .sinceStep = v->sinceStep};
    GF_EACH_MODULE(module) {
        const gfOverlay *overlay = module->overlay;
        if (overlay != NULL && overlay->isWanted(d->def)) {
            (void)gfFailure_Try(&d->effects->overlayFailed[lit], d->device, overlay->leftOut,
                                overlay->draw(d->device, d->def, &to));
        }
    }
}

// Draws porous zones and one-way walls over the picture; parameters as in drawOverlays.
static void drawMedia(const Drawing *d, const gfRegion *viewport, const gfTexture *target, bool lit)
{
    gfTransform2D view = getDomainView(&d->fields, d->def, d->fields.origin);
    if (gfMedia_AreShown(d->body, d->def)) {
        const gfMediaView how = {view.m, viewport, target, lit};
        (void)gfFailure_Try(&d->effects->mediaFailed[lit], d->device, "porous zones are",
                            gfMedia_Draw(d->body, d->def, &how));
    }
}

static bool hasOverlays(const gfDrawDef *def)
{
    GF_EACH_MODULE(module) {
        if (module->overlay != NULL && module->overlay->isWanted(def)) {
            return true;
        }
    }
    return false;
}

// Returns whether the style's shader can add the results of effects itself: it covers the whole target, nothing else
// gives light, and light at half the size is fine enough.
static bool canTakeSpilled(const Drawing *d, unsigned wanted)
{
    return (d->fields.style->variants & GF_STYLE_SPILLED) && (d->fine || d->wide) && !(wanted & GF_EFFECT_REFRACTION) &&
           !gfView_IsGiven(&d->def->view) && !gfMedia_AreShown(d->body, d->def) && !hasOverlays(d->def);
}

// Draws the style onto the target again, now with the results of effects, in place of the composite.
static bool drawSpilled(Drawing *d, const gfTexture *target, unsigned had)
{
    gfFailure *failure = &d->effects->allFailed;
    d->spilled = had;
    gfShader shader = {0};
    if (!gfFailure_Try(failure, d->device, GF_NO_EFFECT_IS_HAD, (shader = chooseShader(d, false)).file != NULL)) {
        d->spilled = 0;
        return false;
    }
    const gfInput inputs[] = {GF_SPILLED_INPUTS(d->effects)};
    const gfUniform uniforms[] = {GF_SPILLED_UNIFORMS(d->def)};
    for (int i = 0; i < GF_COUNT(inputs); i++) {
        const float *values = uniforms[i].data;
        gfStyleInputs_AddTexture(&d->inputs, inputs[i]);
        gfStyleInputs_Add(&d->inputs, uniforms[i].name, values[0], values[1], values[2], values[3]);
    }
    return drawLayers(d, &shader, target, false);
}

// Draws the style into light, applies effects, and writes the target. False and reported: the target is unchanged.
static bool drawLit(Drawing *d, const gfHostTarget *host, const gfTexture *target, unsigned wanted)
{
    gfDevice *device = d->device;
    gfEffects *e = d->effects;
    int width = d->where.viewport.width, height = d->where.viewport.height;
    d->above = canTakeSpilled(d, wanted);
    static const char noStyle[] = "every effect on this style is";
    // This failure does not keep the style from being drawn without effects.
    gfFailure *failure = &e->styleFailed[d->def->style];
    gfShader shader = {0};
    bool done = gfFailure_Try(failure, device, noStyle, (shader = chooseShader(d, true)).file != NULL) &&
                gfEffects_Begin(device, e, width, height, d->above ? 2 : 1, !gfView_IsGiven(&d->def->view)) &&
                gfFailure_Try(failure, device, noStyle, drawStyle(d, &shader, NULL, true));
    if (done) {
        drawMedia(d, &(gfRegion){0, 0, width, height}, &e->light, true);
        drawOverlays(d, &(gfRegion){0, 0, width, height}, &e->light, true);
        wanted = gfEffects_Prepare(device, e, d->def, &d->where, wanted);
    }
    if (target == NULL) {
        gfDevice_RestoreTarget(device, host);
    }
    if (done && d->above) {
        return drawSpilled(d, target, wanted);
    }
    return done && gfEffects_Composite(device, e, d->def, &d->where, wanted, target);
}

// Returns how many pixels wide a cell is at least, as a view may stretch or shear it; *most becomes how many at most.
static float getPixelsPerCell(const gfDrawFields *fields, const gfDrawDef *def, float width, float height, float *most)
{
    gfTransform2D view = getDomainView(fields, def, fields->origin);
    // Pixels to a unit of clip space, times the cell size.
    float x = 0.5f * width * fields->cellSize, y = 0.5f * height * fields->cellSize;
    const float m[4] = {x * view.m[0], y * view.m[1], x * view.m[2], y * view.m[3]};
    float size = sqrtf(m[0] * m[0] + m[1] * m[1] + m[2] * m[2] + m[3] * m[3]);
    *most = size / 1.41f;
    return fabsf(m[0] * m[3] - m[1] * m[2]) / fmaxf(size, 1e-20f);
}

// Draws the displacements by detail (draw/detail_way.frag) for all places of the picture, at half its size.
static bool drawWay(const Drawing *d, const gfDetailView *detail, float width, float height)
{
    const gfDrawFields *v = &d->fields;
    gfTexture *way = &d->effects->way;
    const int size[2] = {gfMax(1, ((int)width + 1) / 2), gfMax(1, ((int)height + 1) / 2)};
    const gfShader shader =
        gfShader_Format(d->device, &gf_vertexQuad, "draw/detail_way.frag", "%s%s%s",
                        v->wrapX + v->wrapY > 0 ? "WRAP;" : "", hasMask(v) ? "SOLIDS;" : "", getExtrapolation(v));
    GF_TRY(gfPrograms_Make(d->device, &shader, 1) &&
           gfTexture_FitNamed(d->device, way, GF_FORMAT_RG16F, size[0], size[1], "way"));
    if (gfView_IsGiven(&d->def->view)) {
        gfTexture_Clear(d->device, way, (const float[4]){0.0f});
    }
    gfDrawDef def = *d->def;
    def.alpha = GF_ALPHA_OPAQUE;
    Drawing drawing = *d;
    drawing.def = &def;
    drawing.inputs = (gfStyleInputs){0};
    gfStyleInputs_AddTexture(&drawing.inputs, (gfInput)GF_IN_FIELD(moved, detail->moved->id));
    gfStyleInputs_AddTexture(&drawing.inputs, (gfInput)GF_IN_FIELD(local, detail->local->id));
    gfStyleInputs_AddTexture(&drawing.inputs, (gfInput)GF_IN_LINEAR(swirls, detail->swirls->id));
    gfStyleInputs_Add(&drawing.inputs, "tiles", detail->scale[0], detail->scale[1], 1.0f / v->cellSize, 0.0f);
    gfStyleInputs_Add(&drawing.inputs, "tilesFrom", detail->from[0], detail->from[1], detail->from[2], detail->from[3]);
    return drawLayer(&drawing, &shader, way, false, 0);
}

// Lets the style's shader read dye at displaced places for detail, which fades out where a cell is about a pixel wide.
static void prepareDetail(Drawing *d, const gfDetailView *detail, float pixelsPerCell, float width, float height)
{
    float wide = DETAIL_CELLS * fmaxf(0.0f, fminf(1.41f * pixelsPerCell - 1.0f, 1.0f)) * d->def->detail;
    d->detailed = detail != NULL && wide > 0.0f &&
                  gfFailure_Try(&d->effects->detailFailed, d->device, "detail is", drawWay(d, detail, width, height));
    if (!d->detailed) {
        return;
    }
    gfStyleInputs_AddTexture(&d->inputs, (gfInput)GF_IN_LINEAR(way, d->effects->way.id));
    gfStyleInputs_Add(&d->inputs, "detail", wide / (float)d->fields.cellsX, wide / (float)d->fields.cellsY, 0.0f, 0.0f);
}

// Replaces the solver's distances to solids, cut off after a few cells, by ones that reach as far as outlines are wide.
static void getDistance(const gfDrawnFluid *fluid, const gfDrawDef *def, gfDrawFields *fields, float pixelsPerCell)
{
    gfFieldView *solid = &fields->views[GF_SHOWN_SOLID - GF_SHOWN_FIRST];
    if (!showsSolids(fluid->body, def) || solid->texture != &fluid->body->solids.distance.read) {
        return;
    }
    // Distances must be exact up to half the outline's width and half a pixel along a diagonal, and one pixel more for
    // their slope; 0.75 cells more, as they are interpolated between cells.
    float pixels = 1.42f * (0.5f * def->solids.outlineWidth + 0.5f) + 1.0f;
    float reach = 0.75f + pixels / fmaxf(1.41f * pixelsPerCell, 1e-20f);
    solid->texture = gfSolids_ShowDistance(fluid->body->device, &fluid->body->solids, reach);
}

static void placeDrawing(Drawing *d, const gfHostTarget *host, const gfTexture *target)
{
    d->where = (gfEffectsView){.viewport = {host->viewport[0], host->viewport[1], host->viewport[2], host->viewport[3]},
                               .clip = getWorldView(&d->fields, d->def),
                               .host = (GLuint)host->drawFramebuffer};
    if (target != NULL) {
        d->where.viewport = (gfRegion){0, 0, target->width, target->height};
    }
}

static bool prepareOnTop(Drawing *d, bool upsideDown)
{
    const gfDrawFields *v = &d->fields;
    if (v->style->onTop == NULL) {
        return true;
    }
    const float size[2] = {(float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize};
    const gfDiscsView view = {d->where.clip.m, &d->where.viewport, NULL, size, false, v->sinceStep};
    d->onTop = v->style->onTop->prepare(d->device, &d->particles, d->def, &view,
                                        gfDrawFields_Texture(v, GF_SHOWN_LIQUIDS_ALONE), upsideDown);
    return d->onTop != NULL;
}

bool gfDraw_Run(const gfDrawnFluid *fluid, const gfDrawDef *def, const gfHostTarget *host, const gfTexture *target)
{
    gfDevice *device = fluid->body->device;
    Drawing d = {.device = device, .body = fluid->body, .effects = gfEffects_Get(device), .def = def};
    float width = target != NULL ? (float)target->width : (float)host->viewport[2];
    float height = target != NULL ? (float)target->height : (float)host->viewport[3];
    bool seen = d.effects != NULL && gfDrawFields_Get(fluid, def, &d.effects->empty, &d.fields);
    float most = 0.0f, pixelsPerCell = seen ? getPixelsPerCell(&d.fields, def, width, height, &most) : 0.0f;
    if (seen) {
        getDistance(fluid, def, &d.fields, pixelsPerCell);
    }
    seen = seen && (d.fields.style->prepare == NULL || d.fields.style->prepare(fluid, &d.fields, def, &d.inputs));
    if (seen) {
        prepareDetail(&d, fluid->detail, pixelsPerCell, width, height);
        d.shaded = gfDyeLight_IsWanted(d.fields.style, def) &&
                   gfFailure_Try(&d.effects->shadowFailed, device, "shadow is",
                                 gfDyeLight_Prepare(device, &d.fields, def, &d.inputs));
        d.smoothed = gfSmooth_IsWanted(&d.fields, pixelsPerCell) &&
                     gfFailure_Try(&d.effects->smoothFailed, device, "smoothing is",
                                   gfSmooth_Prepare(device, &d.fields, pixelsPerCell, &d.inputs));
        const float texels = fminf(d.fields.dyePerCell.x, d.fields.dyePerCell.y);
        d.fine = !d.smoothed && most < texels;
        d.wide = 1.42f * pixelsPerCell >= 4.0f * texels;
    }
    if (seen && (d.fields.style->variants & (GF_STYLE_PARTICLES | GF_STYLE_KINDS))) {
        fluid->solver->particles->view(fluid->body, fluid->state, &d.particles);
    }
    if (seen) {
        placeDrawing(&d, host, target);
        seen = prepareOnTop(&d, host->upsideDown);
    }
    gfDevice_RestoreTarget(device, host); // drawing the fields may have bound other framebuffers
    GF_TRY(seen);
    unsigned wanted = gfEffects_GetWanted(device, d.effects, def);
    if (wanted != 0 && d.where.viewport.width > 0 && d.where.viewport.height > 0 && drawLit(&d, host, target, wanted)) {
        return true;
    }
    const gfShader shader = chooseShader(&d, false);
    bool drawn = shader.file != NULL && drawStyle(&d, &shader, target, false);
    if (drawn) {
        drawMedia(&d, &d.where.viewport, target, false);
        drawOverlays(&d, &d.where.viewport, target, false);
    }
    return drawn;
}
