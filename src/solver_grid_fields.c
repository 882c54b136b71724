// Fields of the grid solver as the host reads, writes, resizes and draws them.
#include "solver_grid.h"

#include "residual.h"

#include <string.h>

// Samples along a side of a new texel, so that each old one counts. Eight are enough for an eighth of the size.
static int tapsFor(float oldPerNew)
{
    return gfClamp((int)ceilf(oldPerNew - 0.01f), 1, 8);
}

// Positions of new texels in old ones: old = new * scale + offset, for fields with `perCell` texels a cell.
typedef struct Mapping {
    float scaleX, scaleY, offsetX, offsetY;
} Mapping;

static Mapping mapTexels(const gfFluidDef *def, const gfFluidDef *oldDef, float newX, float newY, float oldX,
                         float oldY)
{
    float cells = def->cellSize / oldDef->cellSize;
    return (Mapping){cells * oldX / newX, cells * oldY / newY,
                     oldX * (def->origin.x - oldDef->origin.x) / oldDef->cellSize,
                     oldY * (def->origin.y - oldDef->origin.y) / oldDef->cellSize};
}

static void resampleField(gfBody *body, const char *defines, GLuint source, const gfTarget *target, const Mapping *m,
                          const float limits[4], const float outside[4], float factor, const gfGrid *old)
{
    gfPass_Run(body->device,
               &(gfPass){.label = "resample",
                         .program = gfProgram_Get(body->device, "grid/resample.frag", defines),
                         .target = target,
                         .inputs = {GF_IN(source, source)},
                         .uniforms = {GF_I2(cells, old->cellsX, old->cellsY),
                                      GF_F2(newCells, (float)body->def.gridWidth, (float)body->def.gridHeight),
                                      GF_F2(scale, m->scaleX, m->scaleY), GF_F2(offset, m->offsetX, m->offsetY),
                                      GF_F4V(limits, 1, limits), GF_F4V(outside, 1, outside),
                                      GF_F4(value, factor, 0.0f, 0.0f, 0.0f),
                                      GF_I1(taps, tapsFor(fmaxf(m->scaleX, m->scaleY)))}});
}

// One attachment at a time: a target of its own for each texture of a set.
static bool resampleScalar(gfBody *body, const gfTexture *source, gfPingPong *to, int index, const gfFluidDef *oldDef,
                           const gfGrid *g, const gfGrid *old, float outsideValue)
{
    const gfTexture *texture = &to->read[index];
    gfTarget target = {0};
    if (!gfTarget_Create(body->device, &target, texture, 1)) {
        return false;
    }
    Mapping m = mapTexels(&body->def, oldDef, (float)texture->width / (float)g->cellsX,
                          (float)texture->height / (float)g->cellsY, (float)source->width / (float)old->cellsX,
                          (float)source->height / (float)old->cellsY);
    const float limits[4] = {0.0f, 0.0f, (float)source->width, (float)source->height};
    const float outside[4] = {outsideValue, 0.0f, 0.0f, 0.0f};
    resampleField(body, "", source->id, &target, &m, limits, outside, 1.0f, old);
    gfTarget_Destroy(body->device, &target);
    return true;
}

bool gfGrid_Resample(gfBody *body, void *state, const gfFluidDef *oldDef, const void *oldState)
{
    gfGrid *g = state;
    const gfGrid *old = oldState;
    static const char *const variants[] = {"", "FACES", "PACKED"};
    for (int i = 0; i < GF_COUNT(variants); i++) {
        if (gfProgram_Get(body->device, "grid/resample.frag", variants[i]) == NULL) {
            return false;
        }
    }
    const float zero[4] = {0};
    const float limits[4] = {0.0f, 0.0f, (float)old->cellsX, (float)old->cellsY};
    Mapping m = mapTexels(&body->def, oldDef, 1.0f, 1.0f, 1.0f, 1.0f);
    g->lastDt = old->lastDt;
    resampleField(body, "FACES", old->velocity.read[0].id, &g->velocity.readTarget, &m, limits, zero, 1.0f, old);
    resampleField(body, "PACKED", old->pressure.field.read[0].id, &g->pressure.field.readTarget, &m, limits, zero,
                  oldDef->cellSize / body->def.cellSize, old);
    return resampleScalar(body, gfGrid_Dye(old), &g->scalars[0], 0, oldDef, g, old, 0.0f) &&
           resampleScalar(body, gfGrid_Temperature(old), &g->scalars[gfGrid_TemperatureSet(g)],
                          gfGrid_TemperatureIndex(g), oldDef, g, old, body->def.grid.ambientTemperature);
}

bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info)
{
    const gfGrid *g = state;
    float h = body->def.cellSize;
    gfVec2 o = body->def.origin;
    *info = (gfFieldInfo){g->cellsX, g->cellsY, 1, {o.x + 0.5f * h, o.y + 0.5f * h}, {h, h}};
    switch (field) {
    case GF_FIELD_VELOCITY:
        info->channels = 2;
        return true;
    case GF_FIELD_FACE_VELOCITY:
    case GF_FIELD_VORTICITY:
        info->width++;
        info->height++;
        info->channels = field == GF_FIELD_FACE_VELOCITY ? 2 : 1;
        info->origin = o;
        return true;
    case GF_FIELD_DYE:
        info->width = g->dyeX;
        info->height = g->dyeY;
        info->channels = 4;
        info->spacing = (gfVec2){h * (float)g->cellsX / (float)g->dyeX, h * (float)g->cellsY / (float)g->dyeY};
        info->origin = (gfVec2){o.x + 0.5f * info->spacing.x, o.y + 0.5f * info->spacing.y};
        return true;
    case GF_FIELD_TEMPERATURE:
    case GF_FIELD_PRESSURE:
    case GF_FIELD_DIVERGENCE:
    case GF_FIELD_DIVERGENCE_BEFORE:
    case GF_FIELD_SOLID:
        return true;
    case GF_FIELD_RESIDUAL:
        *info = (gfFieldInfo){1, 1, 2, o, {h * (float)g->cellsX, h * (float)g->cellsY}};
        return true;
    case GF_FIELD_COUNT:
    default:
        return false;
    }
}

static bool drawToScratch(gfBody *body, gfGrid *g, const char *defines, GLuint packed, float unit)
{
    const gfProgram *program = gfProgram_Get(body->device, "grid/field.frag", defines);
    gfPass_Run(body->device, &(gfPass){.label = "read_field",
                                       .program = program,
                                       .target = &g->scratchTarget,
                                       .inputs = {GF_IN(velocity, g->velocity.read[0].id), GF_IN(pressure, packed)},
                                       .uniforms = {GF_I2(cells, g->cellsX, g->cellsY), GF_I2(wrap, g->wrapX, g->wrapY),
                                                    GF_F1(unit, unit)}});
    return program != NULL;
}

// The divergence of the velocity as it stands; in textures that are free between solves.
static GLuint drawDivergence(gfBody *body, gfGrid *g)
{
    gfGrid_DrawDivergence(body, g, &g->rhs.writeTarget);
    bool balanced = gfGrid_Rebalance(body, g, &g->rhs.write[0], &g->pressure.field.writeTarget);
    return balanced ? g->pressure.field.write[0].id : g->rhs.write[0].id;
}

// Divergence before and after, root mean squares.
static bool drawResidual(gfBody *body, gfGrid *g)
{
    gfResidual residual = {0};
    const gfTexture *rhs = &g->rhs.read[0];
    if (!gfResidual_Create(body->device, &residual, rhs->width, rhs->height)) {
        return false;
    }
    const GLuint fields[2] = {rhs->id, drawDivergence(body, g)};
    bool ok = gfResidual_Rms(body->device, &residual, "read_field", fields, body->obstacles.links.id,
                             &residual.targets[residual.levels - 1]) &&
              drawToScratch(body, g, "SINGLE", gfResidual_Sums(&residual), 1.0f / body->def.cellSize);
    gfResidual_Destroy(body->device, &residual);
    return ok;
}

bool gfGrid_PrepareField(gfBody *body, void *state, gfField field, gfFieldView *view)
{
    gfGrid *g = state;
    gfFieldInfo info;
    float h = body->def.cellSize;
    gfGrid_DescribeField(body, state, field, &info);
    *view = (gfFieldView){&g->scratchTarget, 0, info.width, info.height, info.channels};
    if (!gfGrid_MakeScratch(body->device, g)) {
        return false;
    }
    switch (field) {
    case GF_FIELD_FACE_VELOCITY:
        view->target = &g->velocity.readTarget;
        break;
    case GF_FIELD_DYE:
        view->target = &g->scalars[0].readTarget;
        break;
    case GF_FIELD_TEMPERATURE:
        view->target = &g->scalars[gfGrid_TemperatureSet(g)].readTarget;
        view->attachment = gfGrid_TemperatureIndex(g);
        break;
    case GF_FIELD_SOLID:
        view->target = &body->obstacles.distance.readTarget;
        break;
    case GF_FIELD_VELOCITY:
        return drawToScratch(body, g, "", 0, 1.0f);
    case GF_FIELD_VORTICITY:
        return drawToScratch(body, g, "VORTICITY", 0, 1.0f / h);
    case GF_FIELD_PRESSURE:
        return drawToScratch(body, g, "PACKED", g->pressure.field.read[0].id, h / g->lastDt);
    case GF_FIELD_DIVERGENCE:
        return drawToScratch(body, g, "PACKED", drawDivergence(body, g), 1.0f / h);
    case GF_FIELD_RESIDUAL:
        return drawResidual(body, g);
    case GF_FIELD_DIVERGENCE_BEFORE:
    case GF_FIELD_COUNT:
    default:
        return drawToScratch(body, g, "PACKED", g->rhs.read[0].id, 1.0f / h);
    }
    return true;
}

// The two textures of a field's ping-pong.
static void sidesOf(const gfGrid *g, gfField field, const gfTexture *sides[2])
{
    const gfPingPong *pair = &g->velocity;
    int index = 0;
    if (field == GF_FIELD_TEMPERATURE) {
        pair = &g->scalars[gfGrid_TemperatureSet(g)];
        index = gfGrid_TemperatureIndex(g);
    } else if (field == GF_FIELD_DYE) {
        pair = &g->scalars[0];
    }
    sides[0] = &pair->read[index];
    sides[1] = &pair->write[index];
}

// A copy in the layout that the texture's format has, to be freed. With `faces` the x of the last row and the y of the
// last column, which are no faces, repeat their neighbours as shaders/common/grid.glsl expects.
static float *layOut(gfDevice *device, const gfTexture *texture, const float *values, int channels, bool faces)
{
    size_t width = (size_t)texture->width, height = (size_t)texture->height, from = (size_t)channels;
    size_t stored = (size_t)device->gl.formats[texture->format].channels;
    float *laid = gfAlloc(&device->core, width * height * stored * sizeof *laid);
    for (size_t i = 0; laid != NULL && i < width * height; i++) {
        memcpy(laid + i * stored, values + i * from, from * sizeof *values);
    }
    for (size_t x = 0; laid != NULL && faces && x < width; x++) {
        laid[((height - 1) * width + x) * stored] = laid[((height - 2) * width + x) * stored];
    }
    for (size_t y = 0; laid != NULL && faces && y < height; y++) {
        laid[(y * width + width - 1) * stored + 1] = laid[(y * width + width - 2) * stored + 1];
    }
    return laid;
}

bool gfGrid_IsWritable(gfField field)
{
    return field == GF_FIELD_FACE_VELOCITY || field == GF_FIELD_DYE || field == GF_FIELD_TEMPERATURE;
}

bool gfGrid_WriteField(gfBody *body, void *state, gfField field, const float *values)
{
    gfDevice *device = body->device;
    gfFieldInfo info;
    const gfTexture *sides[2];
    gfGrid_DescribeField(body, state, field, &info);
    sidesOf(state, field, sides);
    float *laid = layOut(device, sides[0], values, info.channels, field == GF_FIELD_FACE_VELOCITY);
    bool ok = laid != NULL;
    for (int i = 0; ok && i < 2; i++) {
        ok = gfTexture_Upload(device, sides[i], laid);
    }
    gfFree(&device->core, laid);
    return ok;
}

// The divergence of the velocity as it stands, in place of the pressure.
static void viewDivergence(gfBody *body, gfGrid *g, gfRenderView *view)
{
    bool rebalanced = drawDivergence(body, g) != g->rhs.write[0].id;
    view->pressure = rebalanced ? &g->pressure.field.write[0] : &g->rhs.write[0];
    view->pressureUnit = 1.0f / body->def.cellSize;
}

bool gfGrid_View(gfBody *body, void *state, gfDrawStyle style, gfRenderView *view)
{
    gfGrid *g = state;
    GF_REQUIRE(&body->device->core, style != GF_DRAW_MASS, UNSUPPORTED, "solver 'grid' has no mass to draw");
    *view = (gfRenderView){.dye = gfGrid_Dye(g),
                           .temperature = gfGrid_Temperature(g),
                           .velocity = &g->velocity.read[0],
                           .pressure = &g->pressure.field.read[0],
                           .solid = &body->obstacles.distance.read[0],
                           .fluidMask = body->obstacles.count > 0 ? &g->fluidMask[0].read[0] : NULL,
                           .cellsX = g->cellsX,
                           .cellsY = g->cellsY,
                           .dyePerCell = {(float)g->dyeX / (float)g->cellsX, (float)g->dyeY / (float)g->cellsY},
                           .wrapX = g->wrapX,
                           .wrapY = g->wrapY,
                           .origin = body->def.origin,
                           .cellSize = body->def.cellSize,
                           .pressureUnit = body->def.cellSize / g->lastDt,
                           .ambient = body->def.grid.ambientTemperature,
                           .manualBilinear = g->manualBilinear};
    if (style == GF_DRAW_DIVERGENCE) {
        viewDivergence(body, g, view);
    }
    return true;

error:
    return false;
}
