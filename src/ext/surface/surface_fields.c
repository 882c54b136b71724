// Turns a solver's fields into textures of a surface over ground, for drawing in perspective and from above.
#include "ext/surface/surface.h"

#include "draw/effects.h"

// --- in perspective --------------------------------------------------------------------------------------------------

#define DRY_MASS 1e-3f // a cell has no water if its mass is below this fraction of the mass at rest

// For each gfHeightOf: the solver's field of which the surface is made, and the define of surface/take.frag for it.
static const struct {
    gfFieldId field;
    const char *define;
} surfaceKinds[GF_HEIGHT_COUNT] = {
    [GF_HEIGHT_WATER] = {GF_SHOWN_WATER, "WATER"},
    [GF_HEIGHT_PRESSURE] = {GF_SHOWN_PRESSURE, "PRESSURE"},
    [GF_HEIGHT_MASS] = {GF_SHOWN_MASS, "MASS"},
};

bool gfSurface_Check(const gfDrawnFluid *fluid, const gfSurfaceSource *source, const char *caller)
{
    gfFieldId field = surfaceKinds[source->of].field;
    GF_REQUIRE(&fluid->body->device->core, fluid->solver->hasField(fluid->body, fluid->state, (int)field), UNSUPPORTED,
               "%s: solver '%s' has no field '%s', which the surface is made of", caller, fluid->solver->name,
               gfField_GetName((int)field));
    return true;
}

// Finds a field's view, and the GL name of its texture: 0 if the solver lacks the field, or it is empty.
static bool findShown(const gfDrawnFluid *fluid, gfFieldId id, gfFieldView *view, GLuint *texture)
{
    *view = (gfFieldView){.unit = 1.0f};
    *texture = 0;
    if (!fluid->solver->hasField(fluid->body, fluid->state, (int)id)) {
        return true;
    }
    GF_TRY(fluid->solver->getField(fluid->body, fluid->state, (int)id, view));
    *texture = view->texture != NULL ? view->texture->id : 0;
    return true;
}

static bool takeHeights(gfDevice *device, gfSurfaceTargets *t, const gfDrawnFluid *fluid, const gfSurfaceSource *source,
                        GLuint flow)
{
    const gfFluidDef *def = &fluid->body->def;
    float sinceStep = flow != 0 ? fminf(source->ahead, def->fixedStep) : 0.0f;
    gfFieldView view, groundView;
    GLuint field, ground = 0;
    GF_TRY(findShown(fluid, surfaceKinds[source->of].field, &view, &field) &&
           (source->of != GF_HEIGHT_WATER || findShown(fluid, GF_SHOWN_GROUND, &groundView, &ground)));
    float dry = source->of == GF_HEIGHT_MASS ? DRY_MASS : -2.0f * GF_VALUE_MAX;
    return gfPass_Run(
        device,
        &(gfPass){
            .label = "surface heights",
            .shader = gfShader_Format(device, &gf_vertexCover, "surface/take.frag", "%s%s",
                                      surfaceKinds[source->of].define, sinceStep > 0.0f ? ";EXTRAPOLATED" : ""),
            .writes = {&t->surface, &t->ground},
            .inputs = {GF_IN(waterField, field), GF_IN(groundField, ground), GF_IN(pressure, field), GF_IN(mass, field),
                       GF_IN(flow, flow)},
            .uniforms = {GF_F4(heightBy, source->level, source->scale * view.unit, source->floor, dry),
                         GF_F4(extrapolation, sinceStep / def->cellSize, 0.0f, 0.0f, 0.0f),
                         GF_I2(cells, def->gridWidth, def->gridHeight),
                         GF_I2(wrap, gfBoundaries_Wrap(&def->boundaries, 0), gfBoundaries_Wrap(&def->boundaries, 1))}});
}

// Draws water and ground as they will be at the drawing's time, extrapolated from the last step.
static bool takeWater(gfDevice *device, const gfTexture *surface, const gfTexture *ground, const gfDrawFields *v)
{
    return gfPass_Run(device,
                      &(gfPass){.label = "surface heights",
                                .shader = GF_SHADER("surface/take.frag", "WATER;AHEAD"),
                                .writes = {surface, ground},
                                .inputs = {GF_IN(waterField, gfDrawFields_Texture(v, GF_SHOWN_WATER)),
                                           GF_IN(groundField, gfDrawFields_Texture(v, GF_SHOWN_GROUND)),
                                           GF_IN(flow, gfDrawFields_Texture(v, GF_SHOWN_FLOW))},
                                .uniforms = {GF_F4(heightBy, 0.0f, 1.0f, 0.0f, 0.0f),
                                             GF_F4(extrapolation, v->sinceStep / v->cellSize, 0.0f, 0.0f, 0.0f),
                                             GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY)}});
}

bool gfSurface_DrawFields(gfDevice *device, gfSurfaceTargets *t, const gfDrawnFluid *fluid,
                          const gfSurfaceSource *source, const float light[4])
{
    const gfFluidDef *def = &fluid->body->def;
    const int width = def->gridWidth, height = def->gridHeight;
    gfFieldView flowView;
    GLuint flow;
    GF_TRY(gfTexture_Fit(device, &t->ground, GF_FORMAT_R32F, width, height) &&
           gfTexture_Fit(device, &t->motion, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Fit(device, &t->shape, GF_FORMAT_RGBA32F, width, height) &&
           gfTexture_Fit(device, &t->relief, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Fit(device, &t->surface, GF_FORMAT_RGBA32F, width, height) &&
           findShown(fluid, GF_SHOWN_FLOW, &flowView, &flow) && takeHeights(device, t, fluid, source, flow));
    int wrapX = gfBoundaries_Wrap(&def->boundaries, 0), wrapY = gfBoundaries_Wrap(&def->boundaries, 1);
    const char *defines = wrapX + wrapY > 0 ? "WRAP" : "";
    bool drawn = gfPass_Run(device, &(gfPass){.label = "surface shape",
                                              .shader = GF_SHADER("surface/shape.frag", defines),
                                              .writes = {&t->shape},
                                              .inputs = {GF_IN(surface, t->surface.id), GF_IN(ground, t->ground.id),
                                                         GF_IN(distance, fluid->body->solids.distance.read.id)},
                                              .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight),
                                                           GF_I2(wrap, wrapX, wrapY), GF_F1(cellSize, def->cellSize)}});
    return drawn && gfPass_Run(device, &(gfPass){.label = "surface normals",
                                                 .shader = GF_SHADER("surface/motion.frag", defines),
                                                 .writes = {&t->motion, &t->relief},
                                                 .inputs = {GF_IN(surface, t->surface.id), GF_IN(ground, t->ground.id),
                                                            GF_IN(velocity, flow != 0 ? flow : t->ground.id)},
                                                 .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight),
                                                              GF_I2(wrap, wrapX, wrapY), GF_F1(cellSize, def->cellSize),
                                                              GF_F4V(light, 1, light)}});
}

bool gfSurface_GetTextures(gfDevice *device, const gfDrawnFluid *fluid, const gfSurfaceSource *source,
                           gfSurfaceTextures *textures)
{
    static const float above[4] = {0.0f, 0.0f, 1.0f, 0.0f};
    const gfFluidDef *def = &fluid->body->def;
    gfSurfacePart *part = gfSurfacePart_Get(device);
    GF_TRY(part != NULL && gfSurface_DrawFields(device, &part->targets, fluid, source, above));
    const gfSurfaceTargets *t = &part->targets;
    *textures =
        (gfSurfaceTextures){.surface = t->surface.id,
                            .motion = t->motion.id,
                            .ground = t->ground.id,
                            .width = def->gridWidth,
                            .height = def->gridHeight,
                            .origin = def->origin,
                            .size = {(float)def->gridWidth * def->cellSize, (float)def->gridHeight * def->cellSize}};
    return true;
}

// --- from above ------------------------------------------------------------------------------------------------------

#define WAVE_TEXELS 192
#define LACE_TEXELS 256
#define TILES_AROUND 1024.0

// Returns whether the ground is drawn under the water: the host gave colours for it.
static bool hasGround(const gfDrawDef *def)
{
    return def->water.ground.count > 0;
}

// Finds the domain's lower left corner from the origin of patterns, m, so that these stay fixed in the world.
// TILES_AROUND tiles make a period, after which the distance starts at 0 again, as floats have too few digits far away.
static void getPatternsFrom(const gfFluidDef *def, const float micro[4], float from[2])
{
    double around = TILES_AROUND / (double)micro[0];
    const double corner[2] = {(double)def->origin.x, (double)def->origin.y};
    for (int i = 0; i < 2; i++) {
        from[i] = (float)(corner[i] - around * floor(corner[i] / around + 0.5));
    }
}

static bool createTopWater(gfDevice *device, gfTopWater *t, const gfDrawFields *v, const gfDrawDef *def)
{
    int waves = WAVE_TEXELS + GF_TILE_RIM, lace = LACE_TEXELS + GF_TILE_RIM, w = v->cellsX, h = v->cellsY;
    return gfTexture_Fit(device, &t->heights, GF_FORMAT_RGBA16F, w, h) &&
           gfTexture_Fit(device, &t->motion, GF_FORMAT_RGBA16F, w, h) &&
           (!hasGround(def) || gfTexture_Fit(device, &t->relief, GF_FORMAT_RGBA16F, w, h)) &&
           (v->sinceStep <= 0.0f || (gfTexture_Fit(device, &t->surface, GF_FORMAT_RGBA32F, w, h) &&
                                     gfTexture_Fit(device, &t->ground, GF_FORMAT_R32F, w, h))) &&
           gfTexture_Fit(device, &t->waves, GF_FORMAT_RGBA16F, waves, waves) &&
           gfTexture_Fit(device, &t->lace, GF_FORMAT_RGBA16F, lace, lace);
}

// Draws the tile of foam, if it was not yet drawn, and the tile of waves as they are at the drawing's time.
static bool drawTopTiles(gfDevice *device, gfTopWater *t, const gfDrawnFluid *fluid, float sinceStep,
                         const float micro[4])
{
    t->hasLace = t->hasLace || gfPass_Run(device, &(gfPass){.label = "water lace",
                                                            .shader = GF_SHADER("surface/patterns.frag", "LACE"),
                                                            .writes = {&t->lace},
                                                            .uniforms = {GF_F1(texels, (float)t->lace.width)}});
    bool drawn = t->hasLace;
    t->hasLace = drawn && !device->dryRun;
    return drawn && gfSurface_DrawRipples(device, &t->waves, fluid->time_s + (double)sinceStep, micro);
}

static bool drawTopWater(gfDevice *device, gfTopWater *t, const gfDrawnFluid *fluid, const gfDrawFields *v,
                         const gfDrawDef *def, const float micro[4])
{
    const gfShallowLook *w = &def->water;
    GLuint water = gfDrawFields_Texture(v, GF_SHOWN_WATER), ground = gfDrawFields_Texture(v, GF_SHOWN_GROUND);
    GLuint flow = gfDrawFields_Texture(v, GF_SHOWN_FLOW);
    bool grounded = hasGround(def);
    GF_TRY(createTopWater(device, t, v, def) && drawTopTiles(device, t, fluid, v->sinceStep, micro));
    if (v->sinceStep > 0.0f) {
        GF_TRY(takeWater(device, &t->surface, &t->ground, v));
        water = t->surface.id;
        ground = t->ground.id;
    }
    return gfPass_Run(
        device, &(gfPass){.label = "water field",
                          .shader = gfShader_Format(device, &gf_vertexCover, "surface/top_water_field.frag", "%s%s",
                                                    v->wrapX + v->wrapY > 0 ? "WRAP;" : "", grounded ? "GROUND;" : ""),
                          .writes = {&t->heights, &t->motion, grounded ? &t->relief : NULL},
                          .inputs = {GF_IN(waterField, water), GF_IN(groundField, ground), GF_IN(velocity, flow),
                                     GF_IN(distance, gfDrawFields_Texture(v, GF_SHOWN_SOLID))},
                          .uniforms = {GF_I2(cells, v->cellsX, v->cellsY), GF_I2(wrap, v->wrapX, v->wrapY),
                                       GF_F1(cellSize, v->cellSize),
                                       GF_F4(soil, w->groundLow, 1.0f / (w->groundHigh - w->groundLow), 0.0f, 0.0f)}});
}

static bool prepareTopWater(const gfDrawnFluid *fluid, const gfDrawFields *v, const gfDrawDef *def, gfStyleInputs *in)
{
    gfDevice *device = fluid->body->device;
    gfSurfacePart *part = gfSurfacePart_Get(device);
    const gfShallowLook *w = &def->water;
    float micro[4], drift[4], from[2];
    gfSurface_GetMicro(w->fineWaves, w->fineLength, micro);
    gfSurface_GetDrift(fluid->time_s + (double)v->sinceStep, drift);
    getPatternsFrom(&fluid->body->def, micro, from);
    GF_TRY(part != NULL && drawTopWater(device, &part->topWater, fluid, v, def, micro));
    const gfTopWater *t = &part->topWater;
    in->defines = hasGround(def) ? "GROUND;" : NULL;
    in->palette = &def->water.ground;
    in->inputs[0] = (gfInput)GF_IN_BY(heights, t->heights.id, gfSurface_Sampler(device, &t->heights));
    in->inputs[1] = (gfInput)GF_IN_BY(motion, t->motion.id, gfSurface_Sampler(device, &t->motion));
    in->inputs[2] = (gfInput)GF_IN_BY(relief, t->relief.id, gfSurface_Sampler(device, &t->relief));
    in->inputs[3] = (gfInput)GF_IN_BY(waves, t->waves.id, gfSurface_Sampler(device, &t->waves));
    in->inputs[4] = (gfInput)GF_IN_BY(patterns, t->lace.id, gfSurface_Sampler(device, &t->lace));
    gfStyleInputs_AddLiquid(in, &def->liquid, from[0], from[1]);
    gfStyleInputs_Add(in, "micro", micro[0], micro[1], micro[2], micro[3]);
    gfStyleInputs_Add(in, "drift", drift[0], drift[1], drift[2], drift[3]);
    gfStyleInputs_Add(in, "water", w->relief, w->caustics, w->shoreFoam, 0.5f * GF_FOAM_TILES / w->fineLength);
    return true;
}

#define FIELD_BIT(name) (1u << (GF_SHOWN_##name - GF_SHOWN_FIRST))

static const gfStyle topWaterStyle = {.name = "liquid",
                                      .range = 1.0f,
                                      .file = "surface/top_water.frag",
                                      .defines = "",
                                      .needs = FIELD_BIT(WATER) | FIELD_BIT(GROUND) | FIELD_BIT(FLOW),
                                      .variants = GF_STYLE_WRAP | GF_STYLE_DYED | GF_STYLE_SMOOTH,
                                      .prepare = prepareTopWater};

const gfStyle *gfTopWater_GetStyle(const gfDrawnFluid *fluid, int kind)
{
    bool water = kind == GF_DRAW_LIQUID && fluid->solver->hasField(fluid->body, fluid->state, GF_SHOWN_WATER);
    return water ? &topWaterStyle : NULL;
}
