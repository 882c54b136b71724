// The fields of a solver as a surface over ground: heights, normals, velocity, and the light that reaches the ground.
#include "draw/effects.h"
#include "ext/surface/surface.h"

// Mass below which a cell has no water, as a fraction of the mass at rest.
#define DRY_MASS 1e-3f

// For each gfSurfaceOf the field, and the variant of surface/take.frag.
static const struct {
    gfFieldId field;
    const char *define;
} surfaceKinds[GF_SURFACE_OF_COUNT] = {
    [GF_SURFACE_WATER] = {GF_SHOWN_WATER, "WATER"},
    [GF_SURFACE_PRESSURE] = {GF_SHOWN_PRESSURE, "PRESSURE"},
    [GF_SURFACE_MASS] = {GF_SHOWN_MASS, "MASS"},
};

bool gfSurface_Check(const gfDrawnFluid *fluid, const gfSurfaceSource *source, const char *caller)
{
    gfFieldId field = surfaceKinds[source->of].field;
    GF_REQUIRE(&fluid->body->device->core, fluid->solver->hasField(fluid->body, fluid->state, (int)field), UNSUPPORTED,
               "%s: solver '%s' has no field '%s', which the surface is made of", caller, fluid->solver->name,
               gfField_GetName((int)field));
    return true;

error:
    return false;
}

static bool createFields(gfDevice *device, gfSurfaceTargets *t, int width, int height)
{
    if (t->surface.width == width && t->surface.height == height) {
        return true;
    }
    gfTexture_Destroy(device, &t->surface); // only its size is compared, so it goes where the others could not be made
    return gfEffects_CreateTexture(device, &t->ground, GF_FORMAT_R32F, width, height) &&
           gfEffects_CreateTexture(device, &t->motion, GF_FORMAT_RGBA16F, width, height) &&
           gfEffects_CreateTexture(device, &t->shape, GF_FORMAT_RGBA32F, width, height) &&
           gfEffects_CreateTexture(device, &t->relief, GF_FORMAT_RGBA16F, width, height) &&
           gfTexture_Create(device, &t->surface, GF_FORMAT_RGBA32F, width, height);
}

// Finds the texture of a field; 0 where the solver has none or it is empty. False and reported on failure.
static bool findShown(const gfDrawnFluid *fluid, gfFieldId id, gfFieldView *view, GLuint *texture)
{
    *view = (gfFieldView){.unit = 1.0f};
    *texture = 0;
    if (!fluid->solver->hasField(fluid->body, fluid->state, (int)id)) {
        return true;
    }
    if (!fluid->solver->getField(fluid->body, fluid->state, (int)id, view)) {
        return false;
    }
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
    if (!findShown(fluid, surfaceKinds[source->of].field, &view, &field) ||
        (source->of == GF_SURFACE_WATER && !findShown(fluid, GF_SHOWN_GROUND, &groundView, &ground))) {
        return false;
    }
    float dry = source->of == GF_SURFACE_MASS ? DRY_MASS : -2.0f * GF_VALUE_MAX;
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

bool gfSurface_TakeWater(gfDevice *device, const gfTexture *surface, const gfTexture *ground, const gfDrawFields *v)
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
    gfFieldView flowView;
    GLuint flow;
    if (!createFields(device, t, def->gridWidth, def->gridHeight) ||
        !findShown(fluid, GF_SHOWN_FLOW, &flowView, &flow) || !takeHeights(device, t, fluid, source, flow)) {
        return false;
    }
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
    if (part == NULL || !gfSurface_DrawFields(device, &part->targets, fluid, source, above)) {
        return false;
    }
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
