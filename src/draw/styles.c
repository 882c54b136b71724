#include "draw/styles.h"

#include "fluid/module.h"
#include "shared.h"

#define FIELD(name) (1u << (GF_SHOWN_##name - GF_SHOWN_FIRST))

static const gfStyle drawStyles[GF_DRAW_STYLE_COUNT] = {
    [GF_DRAW_DYE] = {.name = "dye",
                     .range = 1.0f,
                     .file = "draw/dye.frag",
                     .defines = "",
                     .needs = FIELD(DYE),
                     .takes = FIELD(FLUID_MASK),
                     .variants =
                         GF_STYLE_SHADOW | GF_STYLE_DETAIL | GF_STYLE_PALETTE | GF_STYLE_SMOOTH | GF_STYLE_SPILLED},
    [GF_DRAW_VELOCITY] =
        {.name = "velocity", .range = 1.0f, .file = "draw/velocity.frag", .defines = "", .needs = FIELD(FLOW)},
    [GF_DRAW_PRESSURE] = {.name = "pressure",
                          .range = 0.5f,
                          .file = "draw/scalar.frag",
                          .defines = "PRESSURE",
                          .palette = {5,
                                      {{0.10f, 0.55f, 1.0f, 1},
                                       {0.02f, 0.12f, 0.4f, 1},
                                       {0, 0, 0, 1},
                                       {0.4f, 0.08f, 0.02f, 1},
                                       {1.0f, 0.55f, 0.1f, 1}}},
                          .needs = FIELD(PRESSURE),
                          .smooths = "PRESSURE",
                          .variants = GF_STYLE_SMOOTH,
                          .unit = GF_STYLE_UNIT_FIELD},
    [GF_DRAW_TEMPERATURE] = {.name = "temperature",
                             .range = 25.0f,
                             .file = "draw/scalar.frag",
                             .defines = "TEMPERATURE",
                             .palette = {5,
                                         {{0, 0, 0, 0},
                                          {0.35f, 0.01f, 0.02f, 0.7f},
                                          {0.9f, 0.15f, 0.01f, 1},
                                          {1.0f, 0.6f, 0.08f, 1},
                                          {1.0f, 0.97f, 0.8f, 1}}},
                             .needs = FIELD(TEMPERATURE),
                             .smooths = "TEMPERATURE",
                             .variants = GF_STYLE_SMOOTH},
    [GF_DRAW_VORTICITY] = {.name = "vorticity",
                           .range = 40.0f,
                           .file = "draw/scalar.frag",
                           .defines = "VORTICITY",
                           .palette = {5,
                                       {{0.15f, 0.65f, 1.0f, 1},
                                        {0.02f, 0.15f, 0.45f, 1},
                                        {0, 0, 0, 1},
                                        {0.45f, 0.05f, 0.1f, 1},
                                        {1.0f, 0.4f, 0.25f, 1}}},
                           .needs = FIELD(FLOW),
                           .smooths = "VORTICITY",
                           .variants = GF_STYLE_SMOOTH,
                           .unit = GF_STYLE_UNIT_PER_CELL},
    [GF_DRAW_SOLIDS] = {.name = "solids", .range = 1.0f, .file = "draw/solids.frag", .defines = ""},
    [GF_DRAW_MASS] = {.name = "mass",
                      .range = 1.0f,
                      .file = "draw/scalar.frag",
                      .defines = "MASS",
                      .palette = {5,
                                  {{0.01f, 0.10f, 0.30f, 0},
                                   {0.01f, 0.10f, 0.30f, 0.55f},
                                   {0.01f, 0.16f, 0.42f, 0.9f},
                                   {0.03f, 0.34f, 0.66f, 1},
                                   {0.16f, 0.62f, 0.85f, 1}}},
                      .needs = FIELD(MASS),
                      .smooths = "MASS",
                      .variants = GF_STYLE_SMOOTH},
    [GF_DRAW_DIVERGENCE] = {.name = "divergence",
                            .range = 0.1f,
                            .file = "draw/scalar.frag",
                            .defines = "DIVERGENCE",
                            .palette = {5,
                                        {{0.10f, 0.80f, 0.55f, 1},
                                         {0.01f, 0.22f, 0.20f, 1},
                                         {0, 0, 0, 1},
                                         {0.30f, 0.03f, 0.28f, 1},
                                         {1.0f, 0.25f, 0.75f, 1}}},
                            .needs = FIELD(DIVERGENCE),
                            .unit = GF_STYLE_UNIT_FIELD},
    [GF_DRAW_LIC] = {.name = "lic",
                     .range = 1.0f,
                     .file = "draw/lic.frag",
                     .defines = "",
                     .palette = {6,
                                 {{0.010f, 0.012f, 0.035f, 1},
                                  {0.025f, 0.050f, 0.20f, 1},
                                  {0.03f, 0.17f, 0.40f, 1},
                                  {0.06f, 0.38f, 0.42f, 1},
                                  {0.50f, 0.42f, 0.20f, 1},
                                  {0.72f, 0.24f, 0.10f, 1}}},
                     .needs = FIELD(FLOW),
                     .variants = GF_STYLE_WRAP},
    [GF_DRAW_ARROWS] = {.name = "arrows",
                        .range = 1.0f,
                        .file = "draw/arrows.frag",
                        .defines = "",
                        .palette = {5,
                                    {{0.06f, 0.12f, 0.42f, 1},
                                     {0.05f, 0.38f, 0.72f, 1},
                                     {0.20f, 0.75f, 0.55f, 1},
                                     {0.95f, 0.70f, 0.12f, 1},
                                     {1.0f, 0.28f, 0.08f, 1}}},
                        .needs = FIELD(FLOW)},
    [GF_DRAW_FIRE] = {.name = "fire",
                      .range = 2400.0f,
                      .file = "draw/fire.frag",
                      .defines = "",
                      .needs = FIELD(TEMPERATURE) | FIELD(DYE),
                      .takes = FIELD(FLUID_MASK),
                      .smooths = "TEMPERATURE",
                      .variants = GF_STYLE_SHADOW | GF_STYLE_DETAIL | GF_STYLE_SMOOTH | GF_STYLE_SPILLED},
    [GF_DRAW_LIQUID] = {.name = "liquid", .range = 1.0f}, // the style of a module (gfModule.getStyle) draws it
    [GF_DRAW_KINDS] = {.name = "kinds", .range = 1.0f},
    [GF_DRAW_PARTICLES] =
        {.name = "particles", .range = 1.0f, .file = "draw/solids.frag", .defines = "", .variants = GF_STYLE_PARTICLES},
    [GF_DRAW_DENSITY] = {.name = "density",
                         .range = 0.1f,
                         .file = "draw/scalar.frag",
                         .defines = "DENSITY",
                         .palette = {7,
                                     {{0.013f, 0.133f, 0.413f, 1},
                                      {0.136f, 0.386f, 0.624f, 1},
                                      {0.638f, 0.783f, 0.871f, 1},
                                      {0.930f, 0.930f, 0.930f, 1},
                                      {0.982f, 0.708f, 0.571f, 1},
                                      {0.863f, 0.258f, 0.117f, 1},
                                      {0.445f, 0.009f, 0.024f, 1}}},
                         .needs = FIELD(MASS),
                         .smooths = "DENSITY",
                         .variants = GF_STYLE_SMOOTH},
};

const gfStyle *gfStyle_Get(const gfDrawnFluid *fluid, gfDrawStyle kind)
{
    GF_EACH_MODULE(module) {
        const gfStyle *style = module->getStyle != NULL ? module->getStyle(fluid, (int)kind) : NULL;
        if (style != NULL) {
            return style;
        }
    }
    return &drawStyles[kind];
}

void gfStyleInputs_AddTexture(gfStyleInputs *in, gfInput texture)
{
    int count = 0;
    while (count < GF_STYLE_INPUTS && in->inputs[count].name != NULL) {
        count++;
    }
    in->inputs[count] = texture;
}

void gfStyleInputs_Add(gfStyleInputs *in, const char *name, float x, float y, float z, float w)
{
    const float values[4] = {x, y, z, w};
    in->names[in->count] = name;
    memcpy(in->values[in->count++], values, sizeof values);
}

void gfStyleInputs_AddLiquid(gfStyleInputs *in, const gfLiquidLook *l, float first, float second)
{
    gfStyleInputs_Add(in, "liquid", first, second, l->reflectance, l->specular);
    gfStyleInputs_Add(in, "lens", l->lens, l->lensEdge, l->clarity, l->caustics);
    gfStyleInputs_Add(in, "light", l->light[0], l->light[1], l->light[2], l->causticsReach);
    gfStyleInputs_Add(in, "deep", l->deep[0], l->deep[1], l->deep[2], l->dyed);
    gfStyleInputs_Add(in, "thin", l->thin[0], l->thin[1], l->thin[2], 0.0f);
    gfStyleInputs_Add(in, "foam", l->foam[0], l->foam[1], l->foam[2], l->foamSpeed);
}

void gfEmptyFields_Destroy(gfDevice *device, gfEmptyFields *empty)
{
    for (int i = 0; i < GF_SHOWN_COUNT; i++) {
        gfTexture_Destroy(device, &empty->texture[i]);
    }
}

// Fills in the view of an empty field with a texture of one texel: zeros, or the ambient temperature. Without a texture
// a shader would read alpha 1, which is an amount of dye.
static bool standIn(const gfBody *body, gfEmptyFields *empty, gfFieldId id, gfFieldView *view)
{
    gfTexture *texture = &empty->texture[id - GF_SHOWN_FIRST];
    GF_TRY(gfTexture_FitNamed(body->device, texture, GF_FORMAT_RGBA32F, 1, 1, "empty field"));
    if (id == GF_SHOWN_TEMPERATURE) {
        gfTexture_Clear(body->device, texture, (const float[4]){body->def.grid.ambientTemperature});
    }
    view->texture = texture;
    view->width = view->width > 0 ? view->width : body->def.gridWidth;
    view->height = view->height > 0 ? view->height : body->def.gridHeight;
    return true;
}

// Returns those fields of `wanted` that the solver has, a bit each.
static uint32_t fieldsHad(const gfDrawnFluid *fluid, uint32_t wanted)
{
    uint32_t had = 0;
    for (int i = 0; i < GF_SHOWN_COUNT; i++) {
        uint32_t bit = 1u << i;
        if ((wanted & bit) && fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_FIRST + i)) {
            had |= bit;
        }
    }
    return had;
}

static int firstField(uint32_t fields)
{
    int i = 0;
    while (i < GF_SHOWN_COUNT - 1 && !(fields >> i & 1u)) {
        i++;
    }
    return GF_SHOWN_FIRST + i;
}

// Finds the fields that a drawing reads: gfStyle.needs or, if the solver lacks one, gfStyle.otherwise.
static bool chooseFields(const gfDrawnFluid *fluid, const gfStyle *style, uint32_t *needed, const char *caller)
{
    uint32_t missing = style->needs & ~fieldsHad(fluid, style->needs);
    *needed = style->needs;
    if (missing != 0 && style->otherwise != 0 && fieldsHad(fluid, style->otherwise) == style->otherwise) {
        *needed = style->otherwise;
        return true;
    }
    GF_REQUIRE(&fluid->body->device->core, missing == 0, UNSUPPORTED,
               "%s: solver '%s' has no field '%s', which style '%s' needs", caller, fluid->solver->name,
               gfField_GetName(firstField(missing)), style->name);
    return true;
}

static void placeFields(const gfBody *body, const gfStyle *style, gfDrawFields *fields)
{
    const gfFluidDef *def = &body->def;
    const gfFieldView *dye = gfDrawFields_View(fields, GF_SHOWN_DYE);
    fields->origin = def->origin;
    fields->cellSize = def->cellSize;
    fields->cellsX = def->gridWidth;
    fields->cellsY = def->gridHeight;
    fields->dyePerCell = (gfVec2){1.0f, 1.0f};
    if (dye->width > 0 && dye->height > 0) {
        fields->dyePerCell =
            (gfVec2){(float)dye->width / (float)fields->cellsX, (float)dye->height / (float)fields->cellsY};
    }
    fields->wrapX = gfBoundaries_Wrap(&def->boundaries, 0);
    fields->wrapY = gfBoundaries_Wrap(&def->boundaries, 1);
    fields->ambient = def->grid.ambientTemperature;
    fields->unit = style->unit == GF_STYLE_UNIT_FIELD
                       ? gfDrawFields_View(fields, (gfFieldId)firstField(style->needs))->unit
                   : style->unit == GF_STYLE_UNIT_PER_CELL ? 1.0f / def->cellSize
                                                           : 1.0f;
}

bool gfStyle_Check(const gfDrawnFluid *fluid, gfDrawStyle kind, const char *caller)
{
    uint32_t needed;
    const gfStyle *style = gfStyle_Get(fluid, kind);
    bool water = kind == GF_DRAW_LIQUID && fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_WATER);
    GF_REQUIRE(&fluid->body->device->core, style->file != NULL, UNSUPPORTED,
               "%s: style '%s' of solver '%s' needs the library's part %s, which this build is without", caller,
               style->name, fluid->solver->name, water ? "surface" : "draw_liquid");
    GF_REQUIRE(&fluid->body->device->core, !(style->variants & GF_STYLE_PARTICLES) || fluid->solver->particles != NULL,
               UNSUPPORTED, "%s: solver '%s' has no particles, which style '%s' draws", caller, fluid->solver->name,
               style->name);
    return chooseFields(fluid, style, &needed, caller);
}

bool gfStyle_IsDyed(const gfStyle *style, const gfDrawDef *def)
{
    return (style->variants & GF_STYLE_DYED) && def->liquid.dyed > 0.0f;
}

bool gfDrawFields_Get(const gfDrawnFluid *fluid, const gfDrawDef *def, gfEmptyFields *empty, gfDrawFields *fields)
{
    const gfBody *body = fluid->body;
    const gfStyle *style = gfStyle_Get(fluid, def->style);
    uint32_t needed;
    *fields = (gfDrawFields){.style = style};
    GF_TRY(chooseFields(fluid, style, &needed, "gfFluid_Draw"));
    fields->sinceStep = fminf(def->ahead, body->def.fixedStep);
    fields->solidTable = body->solids.table.id;
    fields->solidsFrom = gfSolids_GetCorner(&body->solids);
    // Every style also draws solids. The flow serves to move the picture on by the time since the last step.
    uint32_t taken = needed | fieldsHad(fluid, style->takes | FIELD(SOLID) |
                                                   (fields->sinceStep > 0.0f && needed != 0 ? FIELD(FLOW) : 0u) |
                                                   (!gfStyle_IsDyed(style, def)        ? 0u
                                                    : style->variants & GF_STYLE_KINDS ? FIELD(DYE_OF_THOSE)
                                                                                       : FIELD(DYE)));
    for (int i = 0; i < GF_SHOWN_COUNT; i++) {
        gfFieldView *view = &fields->views[i];
        gfFieldId id = (gfFieldId)(GF_SHOWN_FIRST + i);
        GF_TRY((taken >> i & 1u) == 0 || fluid->solver->getField(body, fluid->state, (int)id, view));
        GF_TRY((needed >> i & 1u) == 0 || view->texture != NULL || standIn(body, empty, id, view));
    }
    if (style->variants & GF_STYLE_KINDS) {
        fields->views[GF_SHOWN_LIQUID - GF_SHOWN_FIRST] = *gfDrawFields_View(fields, GF_SHOWN_LIQUIDS_ALONE);
        fields->views[GF_SHOWN_DYE - GF_SHOWN_FIRST] = *gfDrawFields_View(fields, GF_SHOWN_DYE_OF_THOSE);
    }
    gfFieldView *solid = &fields->views[GF_SHOWN_SOLID - GF_SHOWN_FIRST];
    if (solid->texture == NULL) { // without solids the distance texture has large values everywhere
        solid->texture = &body->solids.distance.read;
    }
    placeFields(body, style, fields);
    return true;
}

// --- from light to a pixel -------------------------------------------------------------------------------------------

_Static_assert(GF_ALPHA_OPAQUE == GF_ALPHAS_OPAQUE && GF_ALPHA_STRAIGHT == GF_ALPHAS_STRAIGHT &&
                   GF_ALPHA_PREMULTIPLIED == GF_ALPHAS_PREMULTIPLIED && GF_INK_LIGHT == GF_INKS_LIGHT &&
                   GF_INK_ABSORB == GF_INKS_ABSORB && GF_TONE_FILMIC == GF_TONES_FILMIC,
               "shaders know these by number");

gfFade gfFade_Get(const gfDrawDef *def, float width, float height)
{
    const float widths[4] = {def->fade.left, def->fade.right, def->fade.bottom, def->fade.top};
    gfFade fade = {.wanted = false};
    for (int side = 0; side < 4; side++) {
        bool fades = widths[side] > 0.0f;
        fade.perSide[side] = fades ? (side < 2 ? width : height) / widths[side] : 0.0f;
        fade.wanted = fade.wanted || fades;
    }
    return fade;
}

bool gfFinish_NeedsLayers(const gfDrawDef *def)
{
    return def->style == GF_DRAW_DYE && def->ink == GF_INK_ABSORB && def->blend && def->alpha != GF_ALPHA_OPAQUE;
}

void gfFinish_NoteTarget(gfDevice *device, const gfHostTarget *host, bool linear)
{
    device->storage = !linear        ? GF_STORES_LEVELS
                      : host == NULL ? GF_STORES_FLOATS
                                     : gfFramebuffer_GetStorage(device, (GLuint)host->drawFramebuffer);
}

gfFinish gfFinish_Get(const gfDevice *device, const gfDrawDef *def, int layer)
{
    static const float dithers[] = {
        [GF_STORES_LEVELS] = GF_DITHERS_WRITTEN, [GF_STORES_SRGB] = GF_DITHERS_ENCODED, [GF_STORES_FLOATS] = 0.0f};
    bool solids = def->solids.shown || def->style == GF_DRAW_SOLIDS;
    return (gfFinish){
        {def->opacity, (float)def->alpha, def->encodeSrgb ? 1.0f : 0.0f, solids ? 1.0f : 0.0f},
        {def->tone.exposure, (float)def->tone.map, def->tone.dither ? dithers[device->storage] : 0.0f, (float)layer}};
}

gfBlend gfFinish_GetBlend(const gfDrawDef *def, int layer)
{
    if (!def->blend || def->alpha == GF_ALPHA_OPAQUE) {
        return GF_BLEND_NONE;
    }
    return layer == GF_LAYER_MULTIPLIED      ? GF_BLEND_MULTIPLY
           : layer == GF_LAYER_ADDED         ? GF_BLEND_ADD
           : def->alpha == GF_ALPHA_STRAIGHT ? GF_BLEND_STRAIGHT
                                             : GF_BLEND_PREMULTIPLIED;
}

bool gfFinish_CanBlendInto(const gfDevice *device, const gfTexture *target)
{
    return target == NULL || target->format != GF_FORMAT_RGBA32F || device->gl.blendsFloats;
}
