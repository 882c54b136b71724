// Fields of the grid solver: reading and writing by the host, reading for drawings, and forces on solids.
#include "solvers/grid/instances.h"

bool gfGrid_DescribeField(const gfBody *body, const void *state, gfField field, gfFieldInfo *info)
{
    const gfGrid *g = state;
    float h = body->def.cellSize;
    gfVec2 o = body->def.origin;
    int scalar = gfGrid_FindScalar((int)field);
    *info = (gfFieldInfo){g->cellsX, g->cellsY, 1, {o.x + 0.5f * h, o.y + 0.5f * h}, {h, h}};
    if (scalar < GF_SCALARS && scalar != GF_SCALAR_DYE) {
        return scalar < gfGrid_CountScalars(g);
    }
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

// --- reading ---------------------------------------------------------------------------------------------------------

bool gfGrid_HasField(const gfBody *body, const void *state, int id)
{
    gfFieldInfo info;
    if (id < GF_FIELD_COUNT) {
        return gfGrid_DescribeField(body, state, (gfField)id, &info);
    }
    // Ids from GF_SHOWN_WATER on are fields of other solvers.
    return id != GF_SHOWN_MASS && id != GF_SHOWN_LIQUID && id < GF_SHOWN_WATER;
}

// Computes a field into reading.texture by grid/field.frag. `packed`: its packed input. `unit`: factor on the result.
static bool drawRead(const gfBody *body, gfGrid *g, const char *defines, GLuint packed, float unit)
{
    return gfPass_Run(body->device, &(gfPass){.label = "read_field",
                                              .shader = GF_SHADER("grid/field.frag", defines),
                                              .writes = {&g->reading.texture},
                                              .inputs = {GF_IN(velocity, g->velocity.read.id), GF_IN(pressure, packed),
                                                         GF_IN(reflectPressure, g->projection.reflectPressure.read.id)},
                                              .uniforms = {GF_GRID_CELLS(g), GF_F1(unit, unit)}});
}

// Draws the divergence of the present velocity. Returns its texture, or null after reporting a failure.
static const gfTexture *drawDivergence(const gfBody *body, gfGrid *g)
{
    int failures = body->device->failedPasses;
    GF_TRY(gfGrid_Require(body, g, GF_NEED_SHOWN_DIVERGENCE));
    gfGrid_DrawDivergence(body, g, true, &g->reading.divergence.write, &g->reading.divergence.read);
    return body->device->failedPasses == failures ? &g->reading.divergence.read : NULL;
}

// Shifts the divergence that the last projection removed to the domain's present place. Returns its texture.
static const gfTexture *placeRhs(const gfBody *body, gfGrid *g)
{
    static const float none[2][4] = {{0.0f}};
    const gfScroll scroll = gfGrid_MakeScroll(g, g->projection.rhsShift);
    if ((scroll.cells[0] != 0 || scroll.cells[1] != 0) &&
        gfScroll_Draw(body->device, &scroll, GF_SHIFT_PACKED, &g->projection.rhs.read, &g->projection.rhs.write,
                      none)) {
        gfPair_Swap(&g->projection.rhs);
        g->projection.rhsShift[0] = g->projection.rhsShift[1] = 0;
    }
    return &g->projection.rhs.read;
}

bool gfGrid_MakeResidual(const gfBody *body, gfGrid *g)
{
    return g->reading.residual.sums.levels > 0 ||
           gfResidual_Create(body->device, &g->reading.residual, g->projection.rhs.read.width,
                             g->projection.rhs.read.height, false);
}

// Draws GF_FIELD_RESIDUAL: the root mean squares of the divergence before and after the projection.
static bool drawResidual(const gfBody *body, gfGrid *g)
{
    const gfTexture *rhs = placeRhs(body, g), *left = drawDivergence(body, g);
    GF_TRY(left != NULL && gfGrid_MakeResidual(body, g));
    const GLuint fields[2] = {rhs->id, left->id};
    return gfResidual_Rms(body->device, &g->reading.residual, "read_field", fields, g->masks.weights.id) &&
           drawRead(body, g, "SINGLE", gfResidual_Sums(&g->reading.residual), 1.0f / body->def.cellSize);
}

static bool readDivergence(const gfBody *body, gfGrid *g)
{
    const gfTexture *divergence = drawDivergence(body, g);
    return divergence != NULL && drawRead(body, g, "PACKED", divergence->id, 1.0f / body->def.cellSize);
}

// Computes a field that the state doesn't store, for the host.
static bool readField(const gfBody *body, gfGrid *g, gfField field)
{
    float h = body->def.cellSize;
    GF_TRY(gfGrid_Require(body, g, GF_NEED_FIELDS));
    switch (field) {
    case GF_FIELD_VELOCITY:
        return drawRead(body, g, NULL, 0, 1.0f);
    case GF_FIELD_VORTICITY:
        return drawRead(body, g, "VORTICITY", 0, 1.0f / h);
    case GF_FIELD_PRESSURE:
        return drawRead(body, g, body->def.grid.scheme == GF_SCHEME_REFLECT ? "REFLECTED" : "PACKED",
                        g->projection.pressure.field.read.id, h / g->lastDt);
    case GF_FIELD_DIVERGENCE:
        return readDivergence(body, g);
    case GF_FIELD_RESIDUAL:
        return drawResidual(body, g);
    default:
        return drawRead(body, g, "PACKED", placeRhs(body, g)->id,
                        1.0f / h); // the field is GF_FIELD_DIVERGENCE_BEFORE
    }
}

// Returns the texture of a field that is stored. Null: readField must compute the field.
static const gfTexture *storedField(const gfBody *body, const gfGrid *g, int id)
{
    int scalar = gfGrid_FindScalar(id);
    if (scalar < GF_SCALARS) {
        return &gfGrid_GetScalar(g, scalar)->read;
    }
    switch (id) {
    case GF_FIELD_FACE_VELOCITY:
    case GF_SHOWN_FLOW:
        return &g->velocity.read;
    case GF_FIELD_SOLID:
    case GF_SHOWN_SOLID:
        return &body->solids.distance.read;
    case GF_SHOWN_PRESSURE:
        return &g->projection.pressure.field.read;
    case GF_SHOWN_FLUID_MASK:
        return body->solids.count > 0 ? &g->masks.fluid[0].read : NULL;
    default:
        return NULL;
    }
}

static bool showField(const gfBody *body, gfGrid *g, int id, gfFieldView *view)
{
    *view = (gfFieldView){.texture = storedField(body, g, id), .unit = 1.0f};
    if (id == GF_SHOWN_PRESSURE) {
        view->unit = body->def.cellSize / g->lastDt;
    } else if (id == GF_SHOWN_DIVERGENCE) {
        view->texture = drawDivergence(body, g);
        view->unit = 1.0f / body->def.cellSize;
        GF_TRY(view->texture != NULL);
    }
    if (view->texture != NULL) {
        view->width = view->texture->width;
        view->height = view->texture->height;
    }
    return true;
}

bool gfGrid_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfGrid *g = state;
    gfFieldInfo info;
    GF_TRY(gfGrid_Fetch(body, g, gfGrid_PartsOf(id)));
    if (id >= GF_FIELD_COUNT) {
        return showField(body, g, id, view);
    }
    gfGrid_DescribeField(body, state, (gfField)id, &info);
    *view = (gfFieldView){.texture = storedField(body, g, id),
                          .width = info.width,
                          .height = info.height,
                          .channels = info.channels,
                          .unit = 1.0f};
    if (view->texture != NULL) {
        return true;
    }
    view->texture = &g->reading.texture;
    view->shared = true;
    return readField(body, g, (gfField)id);
}

// Returns the factor from (stored pressure) times (length of wall in cells) to a force, for a density of 1.
static float getPressureUnit(const gfBody *body, const gfGrid *g)
{
    return body->def.cellSize / g->lastDt * body->def.cellSize;
}

bool gfGrid_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target)
{
    gfGrid *g = state;
    const gfGridParams *p = &body->def.grid;
    uint32_t options = g->options & (GF_GRID_REFLECT | GF_GRID_HELD | (target->warm ? GF_GRID_WARM : 0));
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    bool fetched = gfGrid_Fetch(body, g, GF_GRID_LOAD_PARTS);
    float unit = getPressureUnit(body, g);
    // GF_SCHEME_REFLECT has two half steps: keepPrevious (grid_step.c) put the velocity before both in previous.write.
    bool reflects = p->scheme == GF_SCHEME_REFLECT;
    GLuint previous = reflects ? g->velocityAdvection.previous.write.id : g->velocityAdvection.previous.read.id;
    float halves = reflects ? 2.0f : 1.0f;
    const gfPass pass = {
        .label = "loads",
        .shader = GF_GRID_SHADER(Cover, "grid/loads.frag", NULL, options | gfGrid_If(target->whole, GF_GRID_WHOLE)),
        .writes = {target->sums},
        .region = &region,
        .inputs = {GF_IN(pressure, g->projection.pressure.field.read.id),
                   GF_IN(reflectPressure, g->projection.reflectPressure.read.id),
                   GF_IN(distance, body->solids.distance.read.id), GF_IN(corners, g->masks.corners.read.id),
                   GF_IN(weightsX, g->lattices[GF_LATTICE_X].weights.id),
                   GF_IN(weightsY, g->lattices[GF_LATTICE_Y].weights.id),
                   GF_IN(weightsHeat, g->lattices[GF_LATTICE_HEAT].weights.id), GF_IN(velocity, g->velocity.read.id),
                   GF_IN(previousVelocity, previous), GF_IN(after, g->velocityAdvection.previous.read.id),
                   GF_IN(temperature, g->temperature.read.id), GF_IN(faces, g->masks.faces.id),
                   GF_IN(solidTable, body->solids.table.id)},
        .uniforms = {GF_GRID_CELLS(g), GF_F1(cellSize, body->def.cellSize), GF_F1(unit, unit),
                     GF_F1(viscosity, p->viscosity / unit), GF_F1(strength, gfGrid_GetWallWidths(p->viscosity / unit)),
                     GF_F1(stepCells, halves * g->lastDt / body->def.cellSize), GF_F1(factor, 1.0f / halves),
                     GF_F1(diffusivity, p->temperatureDiffusivity / unit),
                     GF_I4V(boxes, GF_LOADS_PER_PASS, target->boxes),
                     GF_F4V(places, GF_LOADS_PER_PASS, target->places)}};
    return fetched &&
           (target->count == 0 ? gfPrograms_Make(body->device, &pass.shader, 1) : gfPass_Run(body->device, &pass));
}

bool gfGrid_DrawSideLoads(const gfBody *body, void *state, const gfTexture *sums)
{
    gfGrid *g = state;
    const gfGridParams *p = &body->def.grid;
    bool fetched = gfGrid_Fetch(body, g, GF_GRID_LOAD_PARTS);
    const gfRegion region = {0, 0, GF_SIDE_LOADS * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    gfSideFlags closed = gfBoundaries_AreClosed(&body->def.boundaries);
    gfSideFlags open = gfBoundaries_Are(&body->def.boundaries, GF_BOUNDARY_OPEN);
    float held[GF_SIDES], wallSpeed[GF_SIDES], temperature[GF_SIDES];
    float dt = p->scheme == GF_SCHEME_REFLECT ? 2.0f * g->lastDt : g->lastDt;
    gfGrid_GetHeldSides(body, GF_LATTICE_X, held, wallSpeed);
    gfGrid_GetHeldSides(body, GF_LATTICE_HEAT, held, temperature);
    const gfPass pass = {.label = "loads",
                         .shader = GF_GRID_SHADER(Cover, "grid/side_loads.frag", NULL,
                                                  g->options & (GF_GRID_REFLECT | GF_GRID_HELD | GF_GRID_WARM)),
                         .writes = {sums},
                         .region = &region,
                         .inputs = {GF_IN(pressure, g->projection.pressure.field.read.id),
                                    GF_IN(reflectPressure, g->projection.reflectPressure.read.id),
                                    GF_IN(corners, g->masks.corners.read.id), GF_IN(faces, g->masks.faces.id),
                                    GF_IN(weightsX, g->lattices[GF_LATTICE_X].weights.id),
                                    GF_IN(weightsY, g->lattices[GF_LATTICE_Y].weights.id),
                                    GF_IN(weightsHeat, g->lattices[GF_LATTICE_HEAT].weights.id),
                                    GF_IN(velocity, g->velocity.read.id), GF_IN(wallVelocity, g->masks.wallVelocity.id),
                                    GF_IN(temperature, g->temperature.read.id)},
                         .uniforms = {GF_GRID_CELLS(g), GF_F1(cellSize, body->def.cellSize),
                                      GF_F1(unit, getPressureUnit(body, g)), GF_F1(viscosity, p->viscosity),
                                      GF_F1(strength, gfGrid_GetWallWidths(p->viscosity / getPressureUnit(body, g))),
                                      GF_F1(diffusivity, p->temperatureDiffusivity),
                                      GF_F1(ambient, p->ambientTemperature), GF_F1(stepCells, dt / body->def.cellSize),
                                      GF_F4V(closedSides, 1, closed.value), GF_F4V(openSides, 1, open.value),
                                      GF_F4V(wallSpeed, 1, wallSpeed), GF_F4V(entryTemperature, 1, temperature)}};
    return fetched && (sums == NULL ? gfPrograms_Make(body->device, &pass.shader, 1) : gfPass_Run(body->device, &pass));
}

// --- writing ---------------------------------------------------------------------------------------------------------

// Returns a copy of the host's values in the texture's layout. The caller must free it. `faces`: x in the last row and
// y in the last column, which belong to no face, repeat their neighbours, as shaders/common/grid.glsl expects.
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
    return field == GF_FIELD_FACE_VELOCITY || gfGrid_FindScalar((int)field) < GF_SCALARS;
}

bool gfGrid_WriteField(const gfBody *body, void *state, gfField field, const float *values)
{
    gfGrid *g = state;
    gfDevice *device = body->device;
    gfFieldInfo info;
    gfPair *pair = field == GF_FIELD_FACE_VELOCITY ? &g->velocity : gfGrid_GetScalar(g, gfGrid_FindScalar((int)field));
    gfGrid_DescribeField(body, state, field, &info);
    GF_TRY(gfGrid_FetchToChange(body, g, false));
    float *laid = layOut(device, &pair->read, values, info.channels, field == GF_FIELD_FACE_VELOCITY);
    bool ok = laid != NULL && gfTexture_Upload(device, &pair->write, laid);
    if (ok) { // a failed upload may have filled half of `write`, so that `read` stays in use
        gfPair_Swap(pair);
        g->scalarAdvection.written = g->scalarAdvection.written || field != GF_FIELD_FACE_VELOCITY;
        g->velocityAdvection.previousKnown = g->velocityAdvection.previousKnown && field != GF_FIELD_FACE_VELOCITY;
        g->projection.shakes = g->projection.shakes || field == GF_FIELD_FACE_VELOCITY;
    }
    gfFree(&device->core, laid);
    return ok;
}
