// Fields of the shallow-water solver: reading and writing by the host, and reading for drawings and tracers.
#include "solvers/shallow/shallow.h"

typedef enum ShallowSize { SHALLOW_AT_CELLS, SHALLOW_AT_CORNERS, SHALLOW_AT_FACES } ShallowSize;

typedef struct ShallowField {
    int id; // a gfField or gfFieldId
    ShallowSize size;
    int channels;
    const char *defines; // defines of shallow/field.frag, which draws the field; null: it is read as it is stored
    gfShallowView view;  // the texture that the field is drawn to
    uint32_t when;       // GF_SHALLOW_... bits without which the solver has no such field
    // Defines of shallow/write.frag; null: the host can't write the field, except for dye, which needs no shader.
    const char *writing;
} ShallowField;

static const ShallowField shallowFields[] = {
    {GF_FIELD_VELOCITY, SHALLOW_AT_CELLS, 2, "VELOCITY", GF_SHALLOW_VELOCITY, 0, NULL},
    {GF_FIELD_FACE_VELOCITY, SHALLOW_AT_FACES, 2, "FACES", GF_SHALLOW_FACES, 0, ""},
    {GF_FIELD_DYE, SHALLOW_AT_CELLS, 4, NULL, GF_SHALLOW_VIEWS, 0, NULL},
    {GF_FIELD_VORTICITY, SHALLOW_AT_CORNERS, 1, "VORTICITY", GF_SHALLOW_VORTICITY, 0, NULL},
    {GF_FIELD_SOLID, SHALLOW_AT_CELLS, 1, NULL, GF_SHALLOW_VIEWS, 0, NULL},
    {GF_FIELD_MASS, SHALLOW_AT_CELLS, 1, "DEPTH", GF_SHALLOW_DEPTH, 0, "DEPTH"},
    {GF_FIELD_GROUND, SHALLOW_AT_CELLS, 1, "GROUND", GF_SHALLOW_GROUND, 0, "GROUND"},
    {GF_FIELD_LEVEL, SHALLOW_AT_CELLS, 1, "LEVEL", GF_SHALLOW_LEVEL, 0, NULL},
    {GF_FIELD_FOAM, SHALLOW_AT_CELLS, 1, "FOAM", GF_SHALLOW_FOAM, GF_SHALLOW_FOAMS, NULL},
    {GF_FIELD_RIPPLE, SHALLOW_AT_CELLS, 1, "RIPPLE", GF_SHALLOW_RIPPLE, GF_SHALLOW_RIPPLES, NULL},
    {GF_SHOWN_DYE, SHALLOW_AT_CELLS, 4, NULL, GF_SHALLOW_VIEWS, 0, NULL},
    {GF_SHOWN_MASS, SHALLOW_AT_CELLS, 1, "DEPTH", GF_SHALLOW_SHOWN_DEPTH, 0, NULL},
    {GF_SHOWN_FLOW, SHALLOW_AT_FACES, 3, "FACES", GF_SHALLOW_FLOW, 0, NULL},
    {GF_SHOWN_SOLID, SHALLOW_AT_CELLS, 1, NULL, GF_SHALLOW_VIEWS, 0, NULL},
    {GF_SHOWN_WATER, SHALLOW_AT_CELLS, 4, "WATER", GF_SHALLOW_WATER, 0, NULL},
    {GF_SHOWN_GROUND, SHALLOW_AT_CELLS, 1, "GROUND", GF_SHALLOW_SHOWN_GROUND, 0, NULL},
};

// Returns the row of a field, or null if the solver has no such field.
static const ShallowField *findShallowField(const gfShallow *s, int id)
{
    for (int i = 0; i < GF_COUNT(shallowFields); i++) {
        const ShallowField *field = &shallowFields[i];
        if (field->id == id) {
            return s == NULL || gfShallow_Is(s, field->when) ? field : NULL;
        }
    }
    return NULL;
}

bool gfShallow_DescribeField(const gfBody *body, const void *state, gfField id, gfFieldInfo *info)
{
    const gfShallow *s = state;
    const ShallowField *field = findShallowField(s, (int)id);
    GF_TRY(field != NULL);
    float h = body->def.cellSize, first = field->size == SHALLOW_AT_CELLS ? 0.5f * h : 0.0f;
    int beyond = field->size == SHALLOW_AT_CELLS ? 0 : 1;
    gfVec2 o = body->def.origin;
    *info = (gfFieldInfo){s->cellsX + beyond, s->cellsY + beyond, field->channels, {o.x + first, o.y + first}, {h, h}};
    return true;
}

bool gfShallow_HasField(const gfBody *body, const void *state, int id)
{
    (void)body;
    return findShallowField(state, id) != NULL;
}

bool gfShallow_IsWritable(gfField id)
{
    const ShallowField *field = findShallowField(NULL, (int)id);
    return id == GF_FIELD_DYE || (field != NULL && field->writing != NULL);
}

// --- reading -------------------------------------------------------------------------------------------------------

static bool drawShallowField(const gfBody *body, const gfShallow *s, const ShallowField *field)
{
    const gfTexture *exact = gfShallow_Is(s, GF_SHALLOW_BITS) ? &s->exact : NULL;
    bool curls = field->id == GF_FIELD_VELOCITY || field->id == GF_FIELD_VORTICITY;
    int bits =
        (curls ? GF_SHALLOW_WRAPS : 0) | (field->view == GF_SHALLOW_WATER ? GF_SHALLOW_RIPPLES | GF_SHALLOW_FOAMS : 0);
    return gfPass_Run(body->device,
                      &(gfPass){.label = "read_field",
                                .shader = GF_SHALLOW_SHADER(s, "shallow/field.frag", field->defines, bits),
                                .writes = {&s->views[field->view], exact},
                                .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(ripple, s->ripple.read.id),
                                           GF_IN(foaming, s->foaming.read.id)},
                                .uniforms = {GF_SHALLOW_GRID(s), GF_F1(cellSize, body->def.cellSize),
                                             GF_F1(dry, gfShallow_GetDry(body))}});
}

bool gfShallow_GetField(const gfBody *body, void *state, int id, gfFieldView *view)
{
    gfShallow *s = state;
    const ShallowField *field = findShallowField(s, id);
    GF_TRY(field != NULL);
    int beyond = field->size == SHALLOW_AT_CELLS ? 0 : 1;
    *view = (gfFieldView){.width = s->cellsX + beyond,
                          .height = s->cellsY + beyond,
                          .channels = field->channels,
                          .unit = 1.0f,
                          .hasMass = id == GF_SHOWN_FLOW};
    if (id == GF_FIELD_SOLID || id == GF_SHOWN_SOLID) {
        view->texture = &body->solids.distance.read;
        return true;
    }
    if (id == GF_SHOWN_DYE || id == GF_FIELD_DYE) {
        bool empty = !gfShallow_Is(s, GF_SHALLOW_DYED);
        GF_TRY(id != GF_FIELD_DYE || !empty || gfShallow_Require(body, s, GF_SHALLOW_DYED));
        view->texture = gfPair_Exists(&s->dye) ? &s->dye.read : NULL;
        return true;
    }
    view->texture = &s->views[field->view];
    view->exact = gfShallow_Is(s, GF_SHALLOW_BITS) ? &s->exact : NULL;
    return gfShallow_Require(body, s, (uint32_t)GF_SHALLOW_VIEWED << field->view) && drawShallowField(body, s, field);
}

bool gfShallow_DrawLoads(const gfBody *body, void *state, const gfLoadTarget *target)
{
    const gfShallow *s = state;
    float h = body->def.cellSize;
    const gfRegion region = {0, 0, target->count * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y};
    const gfPass pass = {.label = "loads",
                         .shader = GF_SHALLOW_SHADER(s, "shallow/loads.frag", target->whole ? "WHOLE" : NULL, 0),
                         .writes = {target->sums},
                         .region = &region,
                         .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(distance, body->solids.distance.read.id),
                                    GF_IN(corners, s->corners.read.id)},
                         .uniforms = {GF_I2(cells, s->cellsX, s->cellsY), GF_F1(cellSize, h),
                                      GF_F1(unit, body->def.shallow.gravity * h),
                                      GF_I4V(boxes, GF_LOADS_PER_PASS, target->boxes),
                                      GF_F4V(places, GF_LOADS_PER_PASS, target->places)}};
    bool drawn = target->count > 0 && s->walled;
    return drawn ? gfPass_Run(body->device, &pass) : gfPrograms_Make(body->device, &pass.shader, 1);
}

// --- writing -------------------------------------------------------------------------------------------------------

static bool checkDepths(const gfBody *body, const float *values, size_t count)
{
    const gfCore *core = &body->device->core;
    for (size_t i = 0; i < count; i++) {
        GF_REQUIRE(core, values[i] >= 0.0f, OUT_OF_RANGE,
                   "gfFluid_WriteField: depth %zu is %g; 0 m or more is expected", i, (double)values[i]);
    }
    return true;
}

static bool writeShallowDye(const gfBody *body, gfShallow *s, const float *values)
{
    bool ok = gfShallow_Require(body, s, GF_SHALLOW_DYED) && gfTexture_Upload(body->device, &s->dye.write, values);
    if (ok) { // a failed upload may have filled half of `write`, so `read` stays in use
        gfPair_Swap(&s->dye);
    }
    return ok;
}

// Returns the host's values as the lower left part of an array of the texture's size. The caller must free it.
static float *spreadOut(gfDevice *device, const gfTexture *texture, const float *values, const gfFieldInfo *info)
{
    size_t width = (size_t)texture->width, channels = (size_t)device->gl.formats[texture->format].channels;
    size_t given = (size_t)info->channels;
    float *laid = gfAlloc(&device->core, width * (size_t)texture->height * channels * sizeof *laid);
    for (size_t i = 0; laid != NULL && i < (size_t)info->width * (size_t)info->height; i++) {
        size_t x = i % (size_t)info->width, y = i / (size_t)info->width;
        memcpy(laid + (y * width + x) * channels, values + i * given, given * sizeof *values);
    }
    return laid;
}

bool gfShallow_WriteField(const gfBody *body, void *state, gfField id, const float *values)
{
    gfDevice *device = body->device;
    gfShallow *s = state;
    gfFieldInfo info = {0};
    const ShallowField *field = findShallowField(s, (int)id);
    if (id == GF_FIELD_DYE) {
        return writeShallowDye(body, s, values);
    }
    gfShallow_DescribeField(body, state, id, &info);
    GF_TRY((id != GF_FIELD_MASS || checkDepths(body, values, (size_t)info.width * (size_t)info.height)) &&
           gfShallow_Require(body, s, (uint32_t)GF_SHALLOW_VIEWED << field->view));
    // Both textures are free to be overwritten: a view is drawn anew each time it is read.
    const gfTexture *given = gfShallow_Is(s, GF_SHALLOW_BITS) ? &s->exact : &s->views[field->view];
    float *laid = spreadOut(device, given, values, &info);
    bool ok = laid != NULL && gfTexture_Upload(device, given, laid) &&
              gfPass_Run(device, &(gfPass){.label = "write_field",
                                           .shader = GF_SHALLOW_SHADER(s, "shallow/write.frag", field->writing, 0),
                                           .writes = {&s->flow.write},
                                           .inputs = {GF_IN(flow, s->flow.read.id), GF_IN(written, given->id)},
                                           .uniforms = {GF_SHALLOW_GRID(s)}});
    if (ok) {
        gfPair_Swap(&s->flow);
    }
    gfFree(&device->core, laid);
    // Waves in the written water may be faster, so an earlier step's number of substeps is no guide.
    s->need.started = 0;
    return ok;
}
