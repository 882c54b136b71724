// Drawing a const view of any solver's fields into the host's framebuffer: one pass, one shader a style.
#include "fluid.h"

#include "pass.h"

#include <stdio.h>
#include <string.h>

gfDrawDef gfDefaultDrawDef(void)
{
    return (gfDrawDef){.style = GF_DRAW_DYE,
                       .alpha = GF_ALPHA_PREMULTIPLIED,
                       .blend = true,
                       .background = {0.0f, 0.0f, 0.0f, 1.0f},
                       .range = 1.0f,
                       .opacity = 1.0f,
                       .solids = true,
                       .solidColor = {0.10f, 0.11f, 0.13f, 1.0f},
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
};

static bool finite4(const float v[4])
{
    return gfInRange(v[0], -1e6, 1e6) && gfInRange(v[1], -1e6, 1e6) && gfInRange(v[2], -1e6, 1e6) &&
           gfInRange(v[3], -1e6, 1e6);
}

static bool checkDraw(const gfCore *core, const gfDrawDef *def)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "gfFluid_Draw: def is null");
    GF_REQUIRE(core, def->cookie == GF_DRAW_COOKIE, COOKIE,
               "gfFluid_Draw: make the definition with gfDefaultDrawDef()");
    GF_REQUIRE(core, (unsigned)def->style < GF_DRAW_STYLE_COUNT, OUT_OF_RANGE, "gfFluid_Draw: there is no style %d",
               (int)def->style);
    GF_REQUIRE(core, (unsigned)def->alpha <= GF_ALPHA_PREMULTIPLIED, OUT_OF_RANGE,
               "gfFluid_Draw: alpha is %d; a gfAlphaMode is expected", (int)def->alpha);
    GF_REQUIRE(core, gfInRange(def->range, (double)1e-9f, 1e9), OUT_OF_RANGE,
               "gfFluid_Draw: range is %g; 1e-9 to 1e9 is expected", (double)def->range);
    GF_REQUIRE(core, gfInRange(def->opacity, 0.0, 1.0), OUT_OF_RANGE, "gfFluid_Draw: opacity is %g; 0 to 1 is expected",
               (double)def->opacity);
    GF_REQUIRE(core, finite4(def->background) && finite4(def->solidColor), OUT_OF_RANGE,
               "gfFluid_Draw: background and solidColor must be finite");
    GF_REQUIRE(core, def->palette.count == 0 || gfInRange(def->palette.count, 2, GF_PALETTE_MAX), OUT_OF_RANGE,
               "gfFluid_Draw: a palette has %d stops; 0 or 2 to %d are expected", (int)def->palette.count,
               GF_PALETTE_MAX);
    for (int i = 0; i < def->palette.count; i++) {
        GF_REQUIRE(core, finite4(def->palette.colors[i]), OUT_OF_RANGE, "gfFluid_Draw: palette stop %d must be finite",
                   i);
    }
    for (int i = 0; i < 6 && def->useView; i++) {
        GF_REQUIRE(core, gfInRange(def->view.m[i], -1e9, 1e9), OUT_OF_RANGE, "gfFluid_Draw: view.m[%d] must be finite",
                   i);
    }
    return true;

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

static void draw(gfDevice *device, const gfRenderView *v, const gfDrawDef *def, const gfProgram *program)
{
    const gfPalette *palette = def->palette.count > 0 ? &def->palette : &styles[def->style].palette;
    gfTransform2D view = domainView(v, def);
    gfBlend blend = def->alpha == GF_ALPHA_STRAIGHT ? GF_BLEND_STRAIGHT : GF_BLEND_PREMULTIPLIED;
    if (!def->blend || def->alpha == GF_ALPHA_OPAQUE) {
        blend = GF_BLEND_NONE;
    }
    gfPass_Run(device,
               &(gfPass){.label = "draw",
                         .program = program,
                         .blend = blend,
                         .inputs = {GF_IN(dye, idOf(v->dye)), GF_IN(temperature, idOf(v->temperature)),
                                    GF_IN(mass, idOf(v->mass)), GF_IN_FIELD(velocity, idOf(v->velocity)),
                                    GF_IN(pressure, idOf(v->pressure)), GF_IN_FIELD(distance, idOf(v->solid)),
                                    GF_IN(fluidMask, idOf(v->fluidMask))},
                         .uniforms = {GF_I2(cells, v->cellsX, v->cellsY),
                                      GF_F2(dyePerCell, v->dyePerCell.x, v->dyePerCell.y),
                                      GF_I2(wrap, v->wrapX, v->wrapY),
                                      GF_F2(domainSize, (float)v->cellsX * v->cellSize, (float)v->cellsY * v->cellSize),
                                      {GF_U_view, GF_VEC2S, 3, view.m},
                                      GF_F4V(background, 1, def->background),
                                      GF_F4V(solidColor, 1, def->solidColor),
                                      GF_F4(look, def->opacity, (float)def->alpha, def->encodeSrgb ? 1.0f : 0.0f,
                                            def->solids || def->style == GF_DRAW_SOLIDS ? 1.0f : 0.0f),
                                      GF_F4V(palette, GF_PALETTE_MAX, palette->colors),
                                      GF_I1(paletteCount, gfMax(2, palette->count)),
                                      GF_F1(range, def->range),
                                      GF_F1(ambient, v->ambient),
                                      GF_F4(value,
                                            def->style == GF_DRAW_PRESSURE    ? v->pressureUnit
                                            : def->style == GF_DRAW_VORTICITY ? 1.0f / v->cellSize
                                                                              : 1.0f,
                                            0.0f, 0.0f, 0.0f)}});
}

static const gfProgram *chooseProgram(gfDevice *device, const gfDrawDef *def, const gfRenderView *view)
{
    char defines[96];
    snprintf(defines, sizeof defines, "%s%s%s%s", view->manualBilinear ? "MANUAL_BILINEAR;" : "",
             def->style == GF_DRAW_DYE && view->fluidMask != NULL ? "SOLIDS;" : "",
             def->style == GF_DRAW_DYE && def->palette.count > 0 ? "PALETTE;" : "", styles[def->style].defines);
    return gfProgram_Get(device, styles[def->style].file, defines);
}

bool gfFluid_Draw(gfFluid *fluid, const gfDrawDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfFluid_Draw: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!checkDraw(&device->core, def) || !gfDevice_Begin(device)) {
        goto error;
    }
    const gfProgram *program = NULL;
    gfRenderView view;
    gfGLTarget host;
    gfGLState_SaveTarget(&device->gl, &host);
    bool seen = fluid->solver->view(&fluid->body, fluid->state, def->style, &view);
    gfGLState_RestoreTarget(&device->gl, &host); // which the solver may have drawn elsewhere from
    if (seen) {
        program = chooseProgram(device, def, &view);
    }
    if (program != NULL) {
        draw(device, &view, def, program);
    }
    gfDevice_End(device);
    return program != NULL;

error:
    return false;
}
