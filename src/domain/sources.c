// A batch reads the fields' `read` side, writes the rectangle that it covers to `write`, and a copy brings that
// rectangle back: the cost is the area that sources cover, and no blending is asked of float targets (many phones have
// none).
#include "domain/sources.h"

#include <string.h>

_Static_assert(GF_SOURCE_VELOCITY == GF_ACTS_ON_VELOCITY && GF_SOURCE_DYE == GF_ACTS_ON_DYE &&
                   GF_SOURCE_TEMPERATURE == GF_ACTS_ON_TEMPERATURE && GF_SOURCE_DIVERGENCE == GF_ACTS_ON_DIVERGENCE &&
                   GF_SOURCE_MASS == GF_ACTS_ON_MASS,
               "shaders know the fields of sources by these numbers");
_Static_assert(GF_TEXTURE_DYE + 1 == GF_ROLE_DYE && GF_TEXTURE_VELOCITY + 1 == GF_ROLE_VELOCITY,
               "shaders know the roles of textures by these numbers");

gfSourceDef gfDefaultSourceDef(void)
{
    return (gfSourceDef){.mode = GF_SOURCE_ADD, .fields = GF_SOURCE_ALL, .cookie = GF_SOURCE_COOKIE};
}

void gfSources_Init(gfSources *sources, gfHandleKind emitters, size_t defSize)
{
    memset(sources, 0, sizeof *sources);
    gfSlots_Init(&sources->emitters, emitters, defSize, GF_EMITTER_MAX);
}

void gfSources_Destroy(gfSources *sources, gfCore *core)
{
    gfFree(core, sources->splats);
    gfSlots_Destroy(&sources->emitters, core);
    memset(sources, 0, sizeof *sources);
}

bool gfSource_Check(const gfCore *core, const gfSourceDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_SOURCE_COOKIE, COOKIE, "%s: make the definition with gfDefaultSourceDef()",
               caller);
    if (!gfShape_Check(core, &def->shape, def->texture != 0, caller)) {
        goto error;
    }
    GF_REQUIRE(core, gfInRange(def->softness, 0.0, 1e9), OUT_OF_RANGE, "%s: softness is %g; 0 to 1e9 m is expected",
               caller, (double)def->softness);
    GF_REQUIRE(core, def->mode == GF_SOURCE_ADD || def->mode == GF_SOURCE_SET, OUT_OF_RANGE,
               "%s: mode is %d; GF_SOURCE_ADD or GF_SOURCE_SET is expected", caller, (int)def->mode);
    GF_REQUIRE(core, (def->fields & ~(uint32_t)GF_SOURCE_ALL) == 0, OUT_OF_RANGE,
               "%s: fields is 0x%x; an OR of gfSourceFields is expected", caller, def->fields);
    GF_REQUIRE(core, def->textureRole == GF_TEXTURE_DYE || def->textureRole == GF_TEXTURE_VELOCITY, OUT_OF_RANGE,
               "%s: textureRole is %d; a gfTextureRole is expected", caller, (int)def->textureRole);
    const struct {
        const char *name;
        float value;
    } amounts[] = {
        {"velocity.x", def->velocity.x},   {"velocity.y", def->velocity.y}, {"dye[0]", def->dye[0]},
        {"dye[1]", def->dye[1]},           {"dye[2]", def->dye[2]},         {"dye[3]", def->dye[3]},
        {"temperature", def->temperature}, {"divergence", def->divergence}, {"mass", def->mass},
        {"attraction", def->attraction},
    };
    for (int i = 0; i < GF_COUNT(amounts); i++) {
        GF_REQUIRE(core, gfInRange(amounts[i].value, -most, most), OUT_OF_RANGE,
                   "%s: %s is %g; within +-%g is expected", caller, amounts[i].name, (double)amounts[i].value, most);
    }
    return true;

error:
    return false;
}

bool gfSources_Reserve(gfSources *sources, gfCore *core, int count)
{
    size_t size = sources->emitters.itemSize;
    if (count <= sources->splatCapacity) {
        return true;
    }
    int capacity = gfMin(GF_SPLAT_MAX, gfMax(gfMax(16, count), 2 * sources->splatCapacity));
    char *grown = gfGrow(core, sources->splats, (size_t)sources->splatCount * size, (size_t)capacity * size);
    if (grown != NULL) {
        sources->splats = grown;
        sources->splatCapacity = capacity;
    }
    return grown != NULL;
}

bool gfSources_AddSplat(gfSources *sources, gfCore *core, const void *def)
{
    size_t size = sources->emitters.itemSize;
    GF_REQUIRE(core, sources->splatCount < GF_SPLAT_MAX, TOO_MANY, "%d splats wait for the next step, the most allowed",
               GF_SPLAT_MAX);
    if (!gfSources_Reserve(sources, core, sources->splatCount + 1)) {
        goto error;
    }
    memcpy(sources->splats + (size_t)sources->splatCount++ * size, def, size);
    return true;

error:
    return false;
}

uint32_t gfSource_GetFields(const gfSourceDef *def)
{
    uint32_t fields = 0;
    if (def->velocity.x != 0.0f || def->velocity.y != 0.0f) {
        fields |= GF_SOURCE_VELOCITY;
    }
    for (int i = 0; i < 4; i++) {
        fields |= def->dye[i] != 0.0f ? GF_SOURCE_DYE : 0;
    }
    if (def->temperature != 0.0f) {
        fields |= GF_SOURCE_TEMPERATURE;
    }
    if (def->mass != 0.0f) {
        fields |= GF_SOURCE_MASS;
    }
    if (def->mode == GF_SOURCE_SET) {
        fields = GF_SOURCE_VELOCITY | GF_SOURCE_DYE | GF_SOURCE_TEMPERATURE | GF_SOURCE_MASS;
    }
    if (def->divergence != 0.0f) {
        fields |= GF_SOURCE_DIVERGENCE;
    }
    bool attracts = def->attraction != 0.0f && (def->fields & GF_SOURCE_VELOCITY) != 0;
    return (fields & def->fields) | (attracts ? GF_SOURCE_ATTRACTION : 0);
}

bool gfSources_Touch(const gfSources *sources, uint32_t mask, bool splats)
{
    int count = splats ? gfSources_CountNumbers(sources) : sources->emitters.capacity;
    for (int i = 0; i < count; i++) {
        const gfSourceDef *def = gfSources_At(sources, i);
        if (def != NULL && (gfSource_GetFields(def) & mask)) {
            return true;
        }
    }
    return false;
}

// The texels whose values the batch can change; false if there are none.
static bool coveredRegion(const gfSourceTarget *t, const gfBounds *bounds, gfRegion *region)
{
    const gfTexture *size = &t->fields[0]->write;
    double texelX = t->block * (double)t->texelSize.x, texelY = t->block * (double)t->texelSize.y;
    double margin = 1.0 + 0.5 * (double)t->cellSize / fmin(texelX, texelY);
    double x0 = (double)bounds->minX / texelX - margin;
    double y0 = (double)bounds->minY / texelY - margin;
    double x1 = (double)bounds->maxX / texelX + margin;
    double y1 = (double)bounds->maxY / texelY + margin;
    if (x1 <= 0.0 || y1 <= 0.0 || x0 >= size->width || y0 >= size->height) {
        return false;
    }
    region->x = (int)floor(fmax(x0, 0.0));
    region->y = (int)floor(fmax(y0, 0.0));
    region->width = (int)ceil(fmin(x1, size->width)) - region->x;
    region->height = (int)ceil(fmin(y1, size->height)) - region->y;
    return true;
}

static void flush(gfDevice *device, const gfSourceTarget *t, gfSourceBatch *batch)
{
    gfRegion region;
    if (batch->shapes.count > 0 && coveredRegion(t, &batch->shapes.bounds, &region)) {
        gfPass apply = {.label = t->label,
                        .program = t->program,
                        .region = &region,
                        .inputs = {GF_IN_LINEAR(hostTexture, batch->texture)},
                        .uniforms = {GF_SHAPE_UNIFORMS(&batch->shapes),
                                     GF_F4V(amounts, 3 * batch->shapes.count, batch->amounts),
                                     GF_F2(texelSize, t->texelSize.x, t->texelSize.y), GF_F1(cellSize, t->cellSize),
                                     GF_F2(cellsPerTexel, t->cellsPerTexel.x, t->cellsPerTexel.y),
                                     GF_F1(stepCells, t->stepCells), t->own}};
        memcpy(&apply.inputs[1], t->inputs, (size_t)t->inputCount * sizeof *t->inputs);
        gfPass copy = {.label = t->label, .program = t->copy, .region = &region};
        static const gfUniformName copied[GF_ATTACHMENTS_MAX] = {GF_U_copied0, GF_U_copied1, GF_U_copied2,
                                                                 GF_U_copied3};
        for (int i = 0; i < t->fieldCount; i++) {
            apply.writes[i] = &t->fields[i]->write;
            copy.writes[i] = &t->fields[i]->read;
            copy.inputs[i] = (gfInput){copied[i], t->fields[i]->write.id, GF_SAMPLE_NEAREST};
        }
        gfPass_Run(device, &apply);
        gfPass_Run(device, &copy);
    }
    gfSourceBatch_Clear(batch);
}

void gfSourceBatch_Clear(gfSourceBatch *batch)
{
    gfShapeBatch_Clear(&batch->shapes);
    batch->texture = 0;
}

bool gfSourceBatch_HasRoom(const gfSourceBatch *batch, const gfSourceDef *def)
{
    bool textureClash = def->texture != 0 && batch->texture != 0 && batch->texture != def->texture;
    return !textureClash && gfShapeBatch_HasRoom(&batch->shapes, &def->shape);
}

void gfSourceBatch_Add(gfSourceBatch *batch, const gfSourceDef *def, uint32_t fields, gfVec2 origin, float addScale,
                       float divergenceScale)
{
    bool set = def->mode == GF_SOURCE_SET;
    float s = set ? 1.0f : addScale;
    float v = (fields & GF_SOURCE_VELOCITY) ? s : 0.0f;
    float d = (fields & GF_SOURCE_DYE) ? s : 0.0f;
    float h = (fields & GF_SOURCE_TEMPERATURE) ? s : 0.0f;
    float m = (fields & GF_SOURCE_MASS) ? s : 0.0f;
    float a = (fields & GF_SOURCE_ATTRACTION) ? addScale : 0.0f; // which is added in either mode
    const float rows[3][4] = {
        {d * def->dye[0], d * def->dye[1], d * def->dye[2], d * def->dye[3]},
        {v * def->velocity.x, v * def->velocity.y, h * def->temperature,
         (fields & GF_SOURCE_DIVERGENCE) ? divergenceScale * def->divergence : 0.0f},
        {(float)fields, def->texture == 0 ? 0.0f : (float)def->textureRole + 1.0f, m * def->mass, a * def->attraction},
    };
    memcpy(batch->amounts[3 * batch->shapes.count], rows, sizeof rows);
    gfShapeBatch_Add(&batch->shapes, &def->shape, origin, set ? 1.0f : 0.0f, def->softness);
    if (def->texture != 0) {
        batch->texture = def->texture;
    }
}

const void *gfSources_At(const gfSources *sources, int number)
{
    const gfSlots *emitters = &sources->emitters;
    return number < emitters->capacity ? gfSlots_At(emitters, number)
                                       : sources->splats + (size_t)(number - emitters->capacity) * emitters->itemSize;
}

int gfSources_CountNumbers(const gfSources *sources)
{
    return sources->emitters.capacity + sources->splatCount;
}

void gfSources_Apply(gfDevice *device, const gfSources *sources, const gfSourceTarget *target, float dt)
{
    gfSourceBatch batch;
    int emitters = sources->emitters.capacity;
    gfSourceBatch_Clear(&batch);
    for (int i = 0; i < (target->splats ? gfSources_CountNumbers(sources) : emitters); i++) {
        const gfSourceDef *def = gfSources_At(sources, i);
        uint32_t fields = def != NULL ? gfSource_GetFields(def) & target->mask : 0;
        if (fields == 0) {
            continue;
        }
        if (!gfSourceBatch_HasRoom(&batch, def)) {
            flush(device, target, &batch);
        }
        gfSourceBatch_Add(&batch, def, fields, target->origin, i < emitters ? dt : 1.0f,
                          i < emitters ? 1.0f : 1.0f / dt);
    }
    flush(device, target, &batch);
}

void gfSources_DropSplats(gfSources *sources)
{
    sources->splatCount = 0;
}
