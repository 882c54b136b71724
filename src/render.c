// Drawing a const view of any solver's fields: one shader a style, straight into the host's framebuffer, or into the
// picture where effects act on all of it (picture.c).
#include "fluid.h"

#include "pass.h"
#include "picture.h"
#include "tracers.h"

#include <stdio.h>
#include <string.h>

gfDrawDef gfDefaultDrawDef(void)
{
    return (gfDrawDef){
        .style = GF_DRAW_DYE,
        .alpha = GF_ALPHA_PREMULTIPLIED,
        .blend = true,
        .background = {0.0f, 0.0f, 0.0f, 1.0f},
        .range = 1.0f,
        .opacity = 1.0f,
        .solids = true,
        .solidColor = {0.10f, 0.11f, 0.13f, 1.0f},
        .outlineColor = {0.9f, 0.92f, 0.95f, 1.0f},
        .exposure = 1.0f,
        .refraction = {.depth = 0.02f, .strength = 0.08f, .absorption = 1.0f, .tint = {0.6f, 0.8f, 0.9f}},
        .bloom = {.threshold = 0.6f, .knee = 0.7f, .intensity = 0.8f, .spread = 0.9f},
        .shafts = {.light = {0.5f, 0.5f}, .strength = 0.6f, .length = 0.7f, .glow = {0.05f, 0.045f, 0.06f}},
        .shadow = {.direction = {-0.5f, 1.0f}, .density = 12.0f, .length = 0.25f, .ambient = {0.10f, 0.11f, 0.16f}},
        .liquid = {.threshold = 0.45f,
                   .rim = 0.03f,
                   .light = {-0.45f, 0.75f, 0.6f},
                   .deep = {0.01f, 0.07f, 0.16f},
                   .thin = {0.10f, 0.45f, 0.60f},
                   .foam = {0.85f, 0.92f, 0.96f},
                   .reflectance = 0.02f,
                   .specular = 0.8f,
                   .foamSpeed = 1.0f},
        .spacing = 24.0f,
        .tracerSize = 2.0f,
        .tracerRange = 1.0f,
        .encodeSrgb = true,
        .cookie = GF_DRAW_COOKIE};
}

gfTransform2D gfFluid_GetFitView(const gfFluid *fluid, float aspect)
{
    gfTransform2D view = {{1.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f}};
    if (fluid == NULL || !(aspect > 0.0f)) {
        return view;
    }
    const gfFluidDef *def = &fluid->body.def;
    float width = (float)def->gridWidth * def->cellSize, height = (float)def->gridHeight * def->cellSize;
    float shown = fmaxf(height, width / aspect); // metres from bottom to top of the viewport
    view.m[0] = 2.0f / (shown * aspect);
    view.m[3] = 2.0f / shown;
    view.m[4] = -view.m[0] * (def->origin.x + 0.5f * width);
    view.m[5] = -view.m[3] * (def->origin.y + 0.5f * height);
    return view;
}

// Each style's shader, and its palette where the definition has none.
static const struct {
    const char *file, *defines;
    gfPalette palette;
} styles[GF_DRAW_STYLE_COUNT] = {
    [GF_DRAW_DYE] = {"render/dye.frag", "", {0}},
    [GF_DRAW_VELOCITY] = {"render/velocity.frag", "", {0}},
    [GF_DRAW_PRESSURE] = {"render/scalar.frag",
                          "PRESSURE",
                          {5,
                           {{0.10f, 0.55f, 1.0f, 1},
                            {0.02f, 0.12f, 0.4f, 1},
                            {0, 0, 0, 1},
                            {0.4f, 0.08f, 0.02f, 1},
                            {1.0f, 0.55f, 0.1f, 1}}}},
    [GF_DRAW_TEMPERATURE] = {"render/scalar.frag",
                             "TEMPERATURE",
                             {5,
                              {{0, 0, 0, 0},
                               {0.35f, 0.01f, 0.02f, 0.7f},
                               {0.9f, 0.15f, 0.01f, 1},
                               {1.0f, 0.6f, 0.08f, 1},
                               {1.0f, 0.97f, 0.8f, 1}}}},
    [GF_DRAW_VORTICITY] = {"render/scalar.frag",
                           "VORTICITY",
                           {5,
                            {{0.15f, 0.65f, 1.0f, 1},
                             {0.02f, 0.15f, 0.45f, 1},
                             {0, 0, 0, 1},
                             {0.45f, 0.05f, 0.1f, 1},
                             {1.0f, 0.4f, 0.25f, 1}}}},
    [GF_DRAW_SOLIDS] = {"render/solids.frag", "", {0}},
    [GF_DRAW_MASS] = {"render/scalar.frag",
                      "MASS",
                      {5,
                       {{0.01f, 0.10f, 0.30f, 0},
                        {0.01f, 0.10f, 0.30f, 0.55f},
                        {0.01f, 0.16f, 0.42f, 0.9f},
                        {0.03f, 0.34f, 0.66f, 1},
                        {0.16f, 0.62f, 0.85f, 1}}}},
    [GF_DRAW_DIVERGENCE] = {"render/scalar.frag",
                            "DIVERGENCE",
                            {5,
                             {{0.10f, 0.80f, 0.55f, 1},
                              {0.01f, 0.22f, 0.20f, 1},
                              {0, 0, 0, 1},
                              {0.30f, 0.03f, 0.28f, 1},
                              {1.0f, 0.25f, 0.75f, 1}}}},
    [GF_DRAW_LIC] = {"render/lic.frag",
                     "",
                     {6,
                      {{0.010f, 0.012f, 0.035f, 1},
                       {0.025f, 0.050f, 0.20f, 1},
                       {0.03f, 0.17f, 0.40f, 1},
                       {0.06f, 0.38f, 0.42f, 1},
                       {0.50f, 0.42f, 0.20f, 1},
                       {0.72f, 0.24f, 0.10f, 1}}}},
    [GF_DRAW_ARROWS] = {"render/arrows.frag",
                        "",
                        {5,
                         {{0.06f, 0.12f, 0.42f, 1},
                          {0.05f, 0.38f, 0.72f, 1},
                          {0.20f, 0.75f, 0.55f, 1},
                          {0.95f, 0.70f, 0.12f, 1},
                          {1.0f, 0.28f, 0.08f, 1}}}},
    [GF_DRAW_FIRE] = {"render/fire.frag", "", {0}},
    [GF_DRAW_LIQUID] = {"render/liquid.frag", "", {0}},
};

static bool isFinite(const float *v, int count)
{
    for (int i = 0; i < count; i++) {
        if (!gfInRange(v[i], -1e6, 1e6)) {
            return false;
        }
    }
    return true;
}

#define RANGE(field, low, high)                 \
    {                                           \
#field, (double)d->field, (low), (high) \
    }
#define RANGE3(field, low, high)                                                                \
    {#field, (double)d->field[0], (low), (high)}, {#field, (double)d->field[1], (low), (high)}, \
    {                                                                                           \
#field, (double)d->field[2], (low), (high)                                              \
    }

// Of effects that are off, too: a definition is right or wrong whatever it turns on.
static bool checkEffects(const gfCore *core, const gfDrawDef *d, const char *caller)
{
    const double light = 10.0;
    const gfRange ranges[] = {
        RANGE(range, (double)1e-9f, 1e9),
        RANGE(opacity, 0.0, 1.0),
        RANGE(outlineWidth, 0.0, 100.0),
        RANGE(exposure, 0.0, 1000.0),
        RANGE(spacing, 4.0, 512.0),
        RANGE(tracerSize, 0.5, 64.0),
        RANGE(tracerTrail, 0.0, 1000.0),
        RANGE(tracerRange, (double)1e-9f, 1e9),
        RANGE(refraction.depth, 0.0, 10.0),
        RANGE(refraction.strength, -10.0, 10.0),
        RANGE(refraction.absorption, 0.0, 100.0),
        RANGE3(refraction.tint, 0.0, 1.0),
        RANGE(bloom.threshold, 0.0, 100.0),
        RANGE(bloom.knee, 0.0, 1.0),
        RANGE(bloom.intensity, 0.0, 4.0),
        RANGE(bloom.spread, (double)0.1f, 2.0),
        RANGE(shafts.light.x, -1e6, 1e6),
        RANGE(shafts.light.y, -1e6, 1e6),
        RANGE(shafts.strength, 0.0, 1.0),
        RANGE(shafts.length, 0.0, 1.0),
        RANGE3(shafts.glow, 0.0, light),
        RANGE(shadow.direction.x, -1e6, 1e6),
        RANGE(shadow.direction.y, -1e6, 1e6),
        RANGE(shadow.density, 0.0, 1000.0),
        RANGE(shadow.length, 0.0, 100.0),
        RANGE3(shadow.ambient, 0.0, light),
        RANGE(liquid.threshold, (double)0.01f, 10.0),
        RANGE(liquid.rim, 0.0, 10.0),
        RANGE3(liquid.light, -1e6, 1e6),
        RANGE3(liquid.deep, 0.0, light),
        RANGE3(liquid.thin, 0.0, light),
        RANGE3(liquid.foam, 0.0, light),
        RANGE(liquid.reflectance, 0.0, 1.0),
        RANGE(liquid.specular, 0.0, 10.0),
        RANGE(liquid.foamSpeed, 0.0, 1e6),
    };
    const float *l = d->liquid.light;
    if (!gfCheckRanges(core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(core, hypotf(d->shadow.direction.x, d->shadow.direction.y) > 0.0f, OUT_OF_RANGE,
               "%s: shadow.direction is 0; a direction is expected", caller);
    GF_REQUIRE(core, hypotf(hypotf(l[0], l[1]), l[2]) > 0.0f, OUT_OF_RANGE,
               "%s: liquid.light is 0; a direction is expected", caller);
    return true;

error:
    return false;
}

static bool checkPalette(const gfCore *core, const gfPalette *palette, const char *caller)
{
    GF_REQUIRE(core, palette->count == 0 || gfInRange(palette->count, 2, GF_PALETTE_MAX), OUT_OF_RANGE,
               "%s: a palette has %d stops; 0 or 2 to %d are expected", caller, (int)palette->count, GF_PALETTE_MAX);
    for (int i = 0; i < palette->count; i++) {
        GF_REQUIRE(core, isFinite(palette->colors[i], 4), OUT_OF_RANGE, "%s: palette stop %d must be finite", caller,
                   i);
    }
    return true;

error:
    return false;
}

static bool checkTracers(const gfFluid *fluid, const gfTracers *tracers, const char *caller)
{
    GF_REQUIRE(&fluid->body.device->core, tracers == NULL || tracers->fluid == fluid, OUT_OF_RANGE,
               "%s: tracers of another fluid; this fluid's own are expected", caller);
    return true;

error:
    return false;
}

static bool checkDraw(const gfCore *core, const gfDrawDef *def, const char *caller)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_DRAW_COOKIE, COOKIE, "%s: make the definition with gfDefaultDrawDef()", caller);
    GF_REQUIRE(core, (unsigned)def->style < GF_DRAW_STYLE_COUNT, OUT_OF_RANGE, "%s: there is no style %d", caller,
               (int)def->style);
    GF_REQUIRE(core, (unsigned)def->alpha <= GF_ALPHA_PREMULTIPLIED, OUT_OF_RANGE,
               "%s: alpha is %d; a gfAlphaMode is expected", caller, (int)def->alpha);
    GF_REQUIRE(core, (unsigned)def->ink <= GF_INK_ABSORB, OUT_OF_RANGE, "%s: ink is %d; a gfInk is expected", caller,
               (int)def->ink);
    GF_REQUIRE(core, (unsigned)def->toneMap <= GF_TONE_FILMIC, OUT_OF_RANGE,
               "%s: toneMap is %d; a gfToneMap is expected", caller, (int)def->toneMap);
    GF_REQUIRE(core, isFinite(def->background, 4) && isFinite(def->solidColor, 4) && isFinite(def->outlineColor, 4),
               OUT_OF_RANGE, "%s: background, solidColor and outlineColor must be finite", caller);
    if (!checkPalette(core, &def->palette, caller) || !checkPalette(core, &def->tracerPalette, caller)) {
        goto error;
    }
    for (int i = 0; i < 6 && def->useView; i++) {
        GF_REQUIRE(core, gfInRange(def->view.m[i], -1e9, 1e9), OUT_OF_RANGE, "%s: view.m[%d] must be finite", caller,
                   i);
    }
    return checkEffects(core, def, caller);

error:
    return false;
}

// From the domain's lower left corner, rather than from the world's origin, to clip space.
static gfTransform2D domainView(const gfRenderView *v, const gfDrawDef *def)
{
    if (!def->useView) { // the domain over the whole viewport
        float x = 2.0f / ((float)v->cellsX * v->cellSize), y = 2.0f / ((float)v->cellsY * v->cellSize);
        return (gfTransform2D){{x, 0.0f, 0.0f, y, -1.0f, -1.0f}};
    }
    gfTransform2D view = def->view;
    double x = (double)v->origin.x, y = (double)v->origin.y;
    view.m[4] = (float)((double)def->view.m[4] + (double)def->view.m[0] * x + (double)def->view.m[2] * y);
    view.m[5] = (float)((double)def->view.m[5] + (double)def->view.m[1] * x + (double)def->view.m[3] * y);
    return view;
}

static GLuint idOf(const gfTexture *texture)
{
    return texture != NULL ? texture->id : 0;
}

static void drawStyle(gfDevice *device, const gfRenderView *v, const gfDrawDef *def, const gfProgram *program,
                      const gfRegion *viewport, const gfTarget *target, bool scene)
{
    const gfPalette *palette = def->palette.count > 0 ? &def->palette : &styles[def->style].palette;
    const gfLiquidDef *liquid = &def->liquid;
    gfTransform2D view = domainView(v, def);
    float width = (float)v->cellsX * v->cellSize, height = (float)v->cellsY * v->cellSize;
    float far = def->shadow.length / hypotf(def->shadow.direction.x, def->shadow.direction.y);
    bool layers = gfPicture_NeedsLayers(def) && !scene;
    for (int layer = layers ? 1 : 0; layer <= (layers ? 2 : 0); layer++) {
        gfFinish finish = gfPicture_GetFinish(def, layer);
        gfPass_Run(
            device,
            &(gfPass){
                .label = "draw",
                .program = program,
                .target = target,
                .blend = scene ? GF_BLEND_NONE : gfPicture_GetBlend(def, layer),
                .inputs = {GF_IN(dye, idOf(v->dye)), GF_IN(temperature, idOf(v->temperature)),
                           GF_IN(mass, idOf(v->mass)), GF_IN_FIELD(velocity, idOf(v->velocity)),
                           GF_IN(pressure, idOf(v->pressure)), GF_IN_FIELD(distance, idOf(v->solid)),
                           GF_IN(fluidMask, idOf(v->fluidMask)), GF_IN(faces, idOf(v->faces)),
                           GF_IN(relief, idOf(v->relief))},
                .uniforms = {
                    GF_I2(cells, v->cellsX, v->cellsY),
                    GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                    GF_I2(wrap, v->wrapX, v->wrapY),
                    GF_F2(domainSize, width, height),
                    {GF_U_view, GF_VEC2S, 3, view.m},
                    GF_F4V(background, 1, def->background),
                    GF_F4V(solidColor, 1, def->solidColor),
                    GF_F4V(outlineColor, 1, def->outlineColor),
                    GF_F1(outlineWidth, def->outlineWidth),
                    GF_F4V(look, 1, finish.look),
                    GF_F4V(tone, 1, finish.tone),
                    GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
                    GF_I1(paletteCount, gfMax(2, palette->count)),
                    GF_F1(range, def->range),
                    GF_F1(ambient, v->ambient),
                    GF_F1(ink, (float)def->ink),
                    GF_F4(shadow, far * def->shadow.direction.x / width, far * def->shadow.direction.y / height,
                          def->shadow.density * def->shadow.length, 0.0f),
                    GF_F4(shade, def->shadow.ambient[0], def->shadow.ambient[1], def->shadow.ambient[2], 0.0f),
                    GF_F4(liquid, liquid->threshold, gfRelief_GetRim(v, def), liquid->reflectance, liquid->specular),
                    GF_F4(light, liquid->light[0], liquid->light[1], liquid->light[2], 0.0f),
                    GF_F4(deep, liquid->deep[0], liquid->deep[1], liquid->deep[2], 0.0f),
                    GF_F4(thin, liquid->thin[0], liquid->thin[1], liquid->thin[2], 0.0f),
                    GF_F4(foam, liquid->foam[0], liquid->foam[1], liquid->foam[2], liquid->foamSpeed),
                    GF_F4(viewport, (float)viewport->x, (float)viewport->y, (float)viewport->width,
                          (float)viewport->height),
                    GF_F1(spacing, def->spacing),
                    GF_F4(value,
                          def->style == GF_DRAW_PRESSURE || def->style == GF_DRAW_DIVERGENCE ? v->pressureUnit
                          : def->style == GF_DRAW_VORTICITY                                  ? 1.0f / v->cellSize
                                                                                             : 1.0f,
                          0.0f, 0.0f, 0.0f)}});
    }
}

static const gfProgram *getProgram(gfDevice *device, const gfDrawDef *def, const gfRenderView *view, bool scene,
                                   bool shadow)
{
    char defines[128];
    bool dye = def->style == GF_DRAW_DYE, solids = dye || def->style == GF_DRAW_FIRE;
    bool refracted = def->style == GF_DRAW_LIQUID && scene &&
                     (gfPicture_GetEffects(device->picture, def) & GF_EFFECT_REFRACTION) != 0;
    bool wrap = def->style == GF_DRAW_LIC && view->wrapX + view->wrapY > 0;
    snprintf(defines, sizeof defines, "%s%s%s%s%s%s%s%s",
             scene                           ? "HDR;"
             : def->alpha == GF_ALPHA_OPAQUE ? "OPAQUE;"
                                             : "",
             view->manualBilinear ? "MANUAL_BILINEAR;" : "", wrap ? "WRAP;" : "",
             solids && view->fluidMask != NULL ? "SOLIDS;" : "", refracted ? "REFRACTED;" : "",
             dye && def->palette.count > 0 ? "PALETTE;" : "", shadow ? "SHADOW;" : "", styles[def->style].defines);
    return gfProgram_Get(device, styles[def->style].file, defines);
}

static const gfProgram *chooseProgram(gfDevice *device, const gfDrawDef *def, const gfRenderView *view, bool scene)
{
    gfPicture *picture = device->picture;
    if (def->style == GF_DRAW_DYE && def->shadow.enabled && def->ink == GF_INK_COVER && picture != NULL &&
        !(picture->failed & GF_EFFECT_SHADOW)) {
        device->core.leftOut = "shadow is";
        const gfProgram *program = getProgram(device, def, view, scene, true);
        device->core.leftOut = NULL;
        if (program != NULL) {
            return program;
        }
        picture->failed |= GF_EFFECT_SHADOW;
    }
    device->core.leftOut = scene ? "every effect on the picture is" : NULL; // it is drawn without then
    const gfProgram *program = getProgram(device, def, view, scene, false);
    device->core.leftOut = NULL;
    return program;
}

// From the world to clip space.
static gfTransform2D worldView(const gfRenderView *v, const gfDrawDef *def)
{
    if (def->useView) {
        return def->view;
    }
    gfTransform2D view = domainView(v, def);
    view.m[4] -= view.m[0] * v->origin.x;
    view.m[5] -= view.m[3] * v->origin.y;
    return view;
}

static gfPicture *pictureOf(gfDevice *device)
{
    if (device->picture == NULL) {
        device->picture = gfAlloc(&device->core, sizeof *device->picture);
        if (device->picture != NULL) {
            *device->picture = (gfPicture){0};
        }
    }
    return device->picture;
}

static void drawTracers(const gfRenderView *v, const gfDrawDef *def, const gfRegion *viewport, const gfTarget *target,
                        bool scene)
{
    const gfTracers *tracers = def->tracers;
    gfDevice *device = tracers != NULL ? tracers->fluid->body.device : NULL;
    gfPicture *picture = device != NULL ? device->picture : NULL;
    if (picture == NULL || (picture->failed & GF_EFFECT_TRACERS)) {
        return;
    }
    gfFinish finish = gfPicture_GetFinish(def, 0);
    gfRenderView own = *v; // they may not have been stepped since a resize
    own.origin = tracers->origin;
    gfTransform2D view = domainView(&own, def);
    device->core.leftOut = "tracers are";
    if (!gfTracers_Draw(tracers, def, &(gfTracersView){view.m, viewport, &finish, target, scene})) {
        picture->failed |= GF_EFFECT_TRACERS;
    }
    device->core.leftOut = NULL;
}

// By way of the picture. False, reported: nothing was drawn.
static bool drawPicture(gfDevice *device, const gfRenderView *v, const gfDrawDef *def, const gfPictureView *where,
                        const gfGLTarget *host, const gfTarget *target, unsigned effects)
{
    gfPicture *picture = device->picture;
    const gfProgram *program = chooseProgram(device, def, v, true);
    picture->failed |= program == NULL ? GF_EFFECT_PICTURE : 0u;
    bool done = program != NULL &&
                gfPicture_Begin(device, picture, where->viewport.width, where->viewport.height, !def->useView);
    if (done) {
        drawStyle(device, v, def, program, &where->viewport, &picture->scene, true);
        const gfRegion all = {0, 0, where->viewport.width, where->viewport.height};
        drawTracers(v, def, &all, &picture->glow, true);
        effects = gfPicture_Prepare(device, picture, def, where, effects);
    }
    if (target == NULL) {
        gfGLState_RestoreTarget(&device->gl, host);
    }
    return done && gfPicture_Composite(device, picture, def, where, effects, target);
}

// Into a target of the library's own, or, null, the host's framebuffer.
static bool drawFluid(gfFluid *fluid, const gfDrawDef *def, const gfTarget *target)
{
    gfDevice *device = fluid->body.device;
    gfRenderView view;
    gfGLTarget host;
    gfGLState_SaveTarget(&device->gl, &host);
    bool seen = fluid->solver->view(&fluid->body, fluid->state, def->style, &view);
    device->core.leftOut = def->style == GF_DRAW_LIQUID ? NULL : "every effect on the picture is";
    gfPicture *picture = seen ? pictureOf(device) : NULL;
    device->core.leftOut = NULL;
    if (seen && def->style == GF_DRAW_LIQUID) {
        view.relief = picture != NULL ? gfRelief_Draw(device, &picture->relief, &view, def) : NULL;
        seen = view.relief != NULL;
    }
    gfGLState_RestoreTarget(&device->gl, &host); // which the solver may have drawn elsewhere from
    if (!seen) {
        return false;
    }
    gfPictureView where = {.viewport = {host.viewport[0], host.viewport[1], host.viewport[2], host.viewport[3]},
                           .clip = worldView(&view, def),
                           .host = (GLuint)host.drawFramebuffer};
    if (target != NULL) {
        where.viewport = (gfRegion){0, 0, target->width, target->height};
    }
    unsigned effects = picture != NULL ? gfPicture_GetEffects(picture, def) : 0;
    if (effects != 0 && where.viewport.width > 0 && where.viewport.height > 0 &&
        drawPicture(device, &view, def, &where, &host, target, effects)) {
        return true;
    }
    const gfProgram *program = chooseProgram(device, def, &view, false);
    if (program != NULL) {
        drawStyle(device, &view, def, program, &where.viewport, target, false);
        drawTracers(&view, def, &where.viewport, target, false);
    }
    return program != NULL;
}

bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Draw: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!checkDraw(&device->core, def, "gfFluid_Draw") || !checkTracers(fluid, def->tracers, "gfFluid_Draw") ||
        !gfDevice_Begin(device)) {
        goto error;
    }
    bool drawn = drawFluid(fluid, def, NULL);
    gfDevice_End(device);
    return drawn;

error:
    return false;
}

uint32_t gfFluid_DrawToTexture(gfFluid *fluid, const gfDrawDef *def, int32_t width, int32_t height)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_DrawToTexture: fluid is null");
    gfDevice *device = fluid->body.device;
    const gfCore *core = &device->core;
    int most = device->gl.maxTextureSize;
    if (!checkDraw(core, def, "gfFluid_DrawToTexture") || !checkTracers(fluid, def->tracers, "gfFluid_DrawToTexture")) {
        goto error;
    }
    GF_REQUIRE(core, gfInRange(width, 1, most) && gfInRange(height, 1, most), OUT_OF_RANGE,
               "gfFluid_DrawToTexture: %d x %d texels; 1 to %d a side are expected", (int)width, (int)height, most);
    GF_REQUIRE(core, !def->refraction.enabled || def->refraction.background != 0, OUT_OF_RANGE,
               "gfFluid_DrawToTexture: refraction.background is 0; a texture of the host's is expected");
    GF_REQUIRE(core,
               !def->refraction.enabled || device->picture == NULL ||
                   def->refraction.background != device->picture->out.id,
               OUT_OF_RANGE, "gfFluid_DrawToTexture: refraction.background is what is drawn into; another is expected");
    if (!gfDevice_Begin(device)) {
        goto error;
    }
    const gfTarget *target = pictureOf(device) != NULL ? gfPicture_Out(device, device->picture, width, height) : NULL;
    gfDrawDef how;
    bool drawn = target != NULL;
    if (drawn) {
        how = *def;
        how.blend = false;
        drawn = drawFluid(fluid, &how, target);
    }
    gfDevice_End(device);
    return drawn ? device->picture->out.id : 0;

error:
    return 0;
}
