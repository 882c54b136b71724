// Adds sources to fields in batches of shapes: a pass writes the batch's rectangle to the second texture of a pair, and
// a copy brings it back. So the cost is the sources' area, and no float blending is needed, which many phones lack.
#include "fluid/sources.h"

#include "fluid/records.h"

_Static_assert(GF_SOURCE_VELOCITY == GF_ACTS_ON_VELOCITY && GF_SOURCE_DYE == GF_ACTS_ON_DYE &&
                   GF_SOURCE_TEMPERATURE == GF_ACTS_ON_SCALAR && GF_SOURCE_DIVERGENCE == GF_ACTS_ON_DIVERGENCE &&
                   GF_SOURCE_MASS == GF_ACTS_ON_MASS,
               "shaders know the fields of sources by these numbers");
_Static_assert(GF_TEXTURE_DYE + 1 == GF_ROLE_DYE && GF_TEXTURE_VELOCITY + 1 == GF_ROLE_VELOCITY &&
                   GF_TEXTURE_MASK + 1 == GF_ROLE_MASK,
               "shaders know the roles of textures by these numbers");

gfSource gfSource_Make(const gfSourceDef *def)
{
    return (gfSource){.def = *def,
                      .centre = gfShape_GetCentre(&def->shape),
                      .angle = gfShape_GetAngle(&def->shape),
                      .left = def->lifetime};
}

void gfSources_Init(gfSources *sources, gfHandleKind emitters, size_t defSize)
{
    memset(sources, 0, sizeof *sources);
    gfSlots_Init(&sources->emitters, emitters, defSize, GF_EMITTER_MAX);
}

void gfSources_Destroy(gfSources *sources, gfCore *core)
{
    gfFree(core, sources->splats);
    gfFree(core, sources->media);
    gfSlots_Destroy(&sources->emitters, core);
    memset(sources, 0, sizeof *sources);
}

void gfSources_DestroyMasks(gfDevice *device, gfSources *sources)
{
    GF_EACH(gfSource, source, &sources->emitters) {
        gfTexture_Destroy(device, &source->mask);
    }
}

bool gfZoneDrags_Pull(const gfZoneDrags *zone)
{
    return zone->drag > 0.0f || zone->quadraticDrag > 0.0f || zone->turbulence->strength > 0.0f;
}

bool gfSource_CheckMotion(const gfCore *core, bool adds, const gfSourceMotion *motion, const char *caller)
{
    static const char *const names[] = {"velocity", "angularVelocity", "acceleration", "angularAcceleration"};
    const float values[] = {motion->velocity, motion->angularVelocity, motion->acceleration,
                            motion->angularAcceleration};
    for (int i = 0; i < 4; i++) {
        bool wrong = adds == (i < 2) && values[i] != 0.0f;
        GF_REQUIRE(core, !wrong, OUT_OF_RANGE, "%s: %s is %g; 0 is expected %s, which takes %s", caller, names[i],
                   (double)values[i], adds ? "of an emitter that adds" : "of a splat, or of a source that sets",
                   names[(i + 2) % 4]);
    }
    return true;
}

static float largerOf(gfVec2 v)
{
    return fabsf(v.x) > fabsf(v.y) ? v.x : v.y;
}

bool gfSource_Check(const gfCore *core, const gfSourceDef *def, bool splat, const char *caller)
{
    GF_TRY(gfDef_Check(core, &gf_sourceDefRecord, def, caller));
    const gfSourceMotion motion = {largerOf(def->velocity), def->angularVelocity, largerOf(def->acceleration),
                                   def->angularAcceleration};
    return gfSource_CheckMotion(core, !splat && def->mode == GF_SOURCE_ADD, &motion, caller) &&
           gfShape_Check(core, &def->shape, def->texture != 0, caller);
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

bool gfSources_AddSplat(gfSources *sources, gfCore *core, const void *source)
{
    size_t size = sources->emitters.itemSize;
    GF_REQUIRE(core, sources->splatCount < GF_SPLAT_MAX, TOO_MANY, "%d splats wait for the next step, the most allowed",
               GF_SPLAT_MAX);
    GF_TRY(gfSources_Reserve(sources, core, sources->splatCount + 1));
    memcpy(sources->splats + (size_t)sources->splatCount++ * size, source, size);
    return true;
}

bool gfSources_AddMedium(gfSources *sources, gfCore *core, const gfSource *medium)
{
    if (sources->mediumCount == sources->mediumCapacity) {
        size_t used = (size_t)sources->mediumCount * sizeof *sources->media;
        int capacity = gfMax(8, 2 * sources->mediumCapacity);
        gfSource *grown = gfGrow(core, sources->media, used, (size_t)capacity * sizeof *grown);
        GF_TRY(grown != NULL);
        sources->media = grown;
        sources->mediumCapacity = capacity;
    }
    sources->media[sources->mediumCount++] = *medium;
    return true;
}

void gfSources_DropMedia(gfSources *sources)
{
    sources->mediumCount = 0;
}

// Indices into a source's amounts, as shaders/source/batch.glsl numbers them. AMOUNT_SCALAR: of the one-channel field
// that the pass acts on, such as temperature. AMOUNT_SPIN: angular velocity or acceleration, in another uniform.
enum { AMOUNT_SCALAR = 6, AMOUNT_SPIN = 12, AMOUNTS };

// What a source adds or sets: its field (gfSourceFields), offset in gfSourceDef, number of floats, and first amount.
static const struct {
    uint32_t field;
    size_t offset; // of the member in gfSourceDef
    int count, first;
} sourceAmounts[] = {
    {GF_SOURCE_DYE, offsetof(gfSourceDef, dye), 4, 0},
    // A source has either a velocity or an acceleration, so both may use the same indices.
    {GF_SOURCE_VELOCITY, offsetof(gfSourceDef, velocity), 2, 4},
    {GF_SOURCE_VELOCITY, offsetof(gfSourceDef, acceleration), 2, 4},
    {GF_SOURCE_VELOCITY, offsetof(gfSourceDef, angularVelocity), 1, AMOUNT_SPIN},
    {GF_SOURCE_VELOCITY, offsetof(gfSourceDef, angularAcceleration), 1, AMOUNT_SPIN},
    {GF_SOURCE_TEMPERATURE, offsetof(gfSourceDef, temperature), 1, AMOUNT_SCALAR},
    {GF_SOURCE_MASS, offsetof(gfSourceDef, mass), 1, 10},
};

static const float *amountsOf(const gfSourceDef *def, int row)
{
    return (const float *)(const void *)((const char *)def + sourceAmounts[row].offset);
}

uint32_t gfSource_GetFields(const gfSourceDef *def)
{
    uint32_t fields = 0;
    for (int row = 0; row < GF_COUNT(sourceAmounts); row++) {
        for (int i = 0; i < sourceAmounts[row].count; i++) {
            bool acts = def->mode == GF_SOURCE_SET || amountsOf(def, row)[i] != 0.0f;
            fields |= acts ? sourceAmounts[row].field : 0;
        }
    }
    if (def->divergence != 0.0f) {
        fields |= GF_SOURCE_DIVERGENCE;
    }
    const gfZone *zone = &def->zone;
    bool moves = (def->fields & GF_SOURCE_VELOCITY) != 0, attracts = def->attraction != 0.0f && moves;
    const gfZoneDrags drags = {zone->drag, zone->quadraticDrag, &zone->turbulence};
    bool pulls = gfZoneDrags_Pull(&drags);
    bool shuts = zone->oneWay.x != 0.0f || zone->oneWay.y != 0.0f;
    return (fields & def->fields) | (attracts ? GF_SOURCE_ATTRACTION : 0) | (pulls && moves ? GF_SOURCE_ZONE : 0) |
           (shuts && moves ? GF_SOURCE_VALVE : 0);
}

static bool doSomeTouch(const gfSources *sources, uint32_t mask, int first, int end)
{
    for (int i = first; i < end; i++) {
        const gfSourceDef *def = gfSources_At(sources, i);
        if (def != NULL && (gfSource_GetFields(def) & mask)) {
            return true;
        }
    }
    return false;
}

bool gfSources_Touch(const gfSources *sources, uint32_t mask, bool splats)
{
    int end = splats ? gfSources_CountNumbers(sources) : gfSources_GetFirstSplat(sources);
    return doSomeTouch(sources, mask, 0, end);
}

bool gfSources_Splat(const gfSources *sources, uint32_t mask)
{
    return doSomeTouch(sources, mask, gfSources_GetFirstSplat(sources), gfSources_CountNumbers(sources));
}

// Finds the texels that shapes within `bounds` can change, with a margin for softness. False: outside the domain.
static bool coveredRegion(const gfSourceTarget *t, const gfBounds *bounds, gfRegion *region)
{
    const gfTexture *size = &t->pass.fields[0]->write;
    double texelX = t->block * (double)t->texelSize.x, texelY = t->block * (double)t->texelSize.y;
    double margin = 1.0 + 0.5 * (double)t->cellSize / fmin(texelX, texelY);
    double x0 = (double)(bounds->minX - t->reach) / texelX - margin;
    double y0 = (double)(bounds->minY - t->reach) / texelY - margin;
    double x1 = (double)(bounds->maxX + t->reach) / texelX + margin;
    double y1 = (double)(bounds->maxY + t->reach) / texelY + margin;
    if (x1 <= 0.0 || y1 <= 0.0 || x0 >= size->width || y0 >= size->height) {
        return false;
    }
    region->x = (int)floor(fmax(x0, 0.0));
    region->y = (int)floor(fmax(y0, 0.0));
    region->width = (int)ceil(fmin(x1, size->width)) - region->x;
    region->height = (int)ceil(fmin(y1, size->height)) - region->y;
    return true;
}

// In a group, a pass draws sources of several fluids, each in the rectangle of the atlas that holds the fluid. This
// ends the part of fluid `number`: all shapes that were added since the last part.
static void endPart(const gfSourceTarget *t, gfSourceBatch *batch, int number)
{
    gfRegion r;
    if (batch->shapes.count > batch->firstOfPart && coveredRegion(t, &batch->shapes.bounds, &r)) {
        batch->parts[batch->partCount++] = (gfAtlasPart){.place = {r.x, r.y, r.x + r.width, r.y + r.height},
                                                         .number = number,
                                                         .numbers = {batch->firstOfPart, batch->shapes.count}};
    }
    batch->firstOfPart = batch->shapes.count;
    gfShapeBatch_ClearBounds(&batch->shapes);
}

static void flush(gfDevice *device, const gfSourceTarget *t, gfSourceBatch *batch)
{
    static const char *const copies[GF_ATTACHMENTS_MAX + 1] = {NULL, NULL, "SECOND", "SECOND;THIRD",
                                                               "SECOND;THIRD;FOURTH"};
    const gfSourcePass *p = &t->pass;
    const char *label = p->label != NULL ? p->label : "sources";
    gfRegion region;
    bool parts = batch->partCount > 0, inPlace = t->ownTexel && device->gl.textureBarrier != NULL;
    if (parts || (batch->shapes.count > 0 && coveredRegion(t, &batch->shapes.bounds, &region))) {
        gfPass apply = {.label = label,
                        .shader = p->shader,
                        .inPlace = inPlace,
                        .region = parts ? NULL : &region,
                        .parts = batch->parts,
                        .partCount = batch->partCount,
                        .inputs = {GF_IN_LINEAR(hostTexture, batch->texture)},
                        .uniforms = {GF_SOURCE_UNIFORMS(batch), GF_F2(texelSize, t->texelSize.x, t->texelSize.y),
                                     GF_F1(cellSize, t->cellSize),
                                     GF_F2(cellsPerTexel, t->cellsPerTexel.x, t->cellsPerTexel.y),
                                     GF_F1(stepCells, t->stepCells)}};
        _Static_assert(1 + GF_COUNT(p->inputs) <= GF_PASS_INPUTS && GF_COUNT(p->uniforms) + 10 <= GF_PASS_UNIFORMS,
                       "the inputs and the uniforms above and those of a gfSourcePass fit into a pass");
        memcpy(&apply.inputs[1], p->inputs, sizeof p->inputs);
        int given = 0, count = 0;
        while (apply.uniforms[given].name != NULL) {
            given++;
        }
        memcpy(&apply.uniforms[given], p->uniforms, sizeof p->uniforms);
        while (count < GF_ATTACHMENTS_MAX && p->fields[count] != NULL) {
            count++;
        }
        gfPass copy = {
            .label = label,
            .shader = {.file = "common/copy.frag", .defines = t->bits ? "BITS" : copies[count], .rare = p->shader.rare},
            .region = apply.region,
            .parts = batch->parts,
            .partCount = batch->partCount};
        static const char *const copied[GF_ATTACHMENTS_MAX] = {"copied0", "copied1", "copied2", "copied3"};
        for (int i = 0; i < count; i++) {
            apply.writes[i] = inPlace ? &p->fields[i]->read : &p->fields[i]->write;
            copy.writes[i] = &p->fields[i]->read;
            copy.inputs[i] = (gfInput){copied[i], p->fields[i]->write.id, GF_SAMPLE_NEAREST};
        }
        gfPass_Run(device, &apply);
        if (!inPlace) {
            gfPass_Run(device, &copy);
        }
    }
    gfSourceBatch_Clear(batch);
}

void gfSourceBatch_Clear(gfSourceBatch *batch)
{
    gfShapeBatch_Clear(&batch->shapes);
    batch->texture = 0;
    batch->partCount = batch->firstOfPart = 0;
}

static GLuint sourceTexture(const gfSource *source)
{
    return source->mask.id != 0 ? source->mask.id : source->def.texture;
}

bool gfSourceBatch_HasRoom(const gfSourceBatch *batch, const gfSource *source)
{
    GLuint texture = sourceTexture(source);
    bool textureClash = texture != 0 && batch->texture != 0 && batch->texture != texture;
    return !textureClash && gfShapeBatch_HasRoom(&batch->shapes, &source->def.shape);
}

// How a source moves in this step. If the host moved the source, it gets there over all steps of a call; this step
// takes a fraction of that whole way. Fractions count back from the end of the whole way (shaders/source/batch.glsl).
typedef struct SourceWay {
    gfVec2 way;     // whole way that is left at the start of the step, m
    float turn;     // turn over the whole way, radians
    float first;    // fraction of the whole way that is left after the step
    float fraction; // fraction of the whole way that the source moves in the step
    float length;
} SourceWay;

static float radiusOf(const gfShape *shape)
{
    gfBounds b = gfShape_GetBounds(shape);
    gfVec2 c = gfShape_GetCentre(shape);
    return hypotf(fmaxf(b.maxX - c.x, c.x - b.minX), fmaxf(b.maxY - c.y, c.y - b.minY));
}

static SourceWay wayOf(const gfSources *sources, const gfSource *source)
{
    gfVec2 centre = gfShape_GetCentre(&source->def.shape);
    SourceWay w = {.fraction = 1.0f};
    if (!source->def.sweeps) {
        return w;
    }
    w.fraction = 1.0f / (float)gfMax(1, sources->left);
    w.first = 1.0f - w.fraction;
    w.way = (gfVec2){centre.x - source->centre.x, centre.y - source->centre.y};
    w.turn = remainderf(gfShape_GetAngle(&source->def.shape) - source->angle, 6.28318531f);
    w.length = hypotf(w.way.x, w.way.y);
    w.length += w.turn != 0.0f ? fabsf(w.turn) * radiusOf(&source->def.shape) : 0.0f;
    return w;
}

gfBounds gfSource_GetBounds(const gfSources *sources, int number)
{
    const gfSource *source = gfSources_At(sources, number);
    const SourceWay w = wayOf(sources, source);
    gfBounds b = gfShape_GetBounds(&source->def.shape);
    if (w.turn != 0.0f) {
        gfVec2 c = gfShape_GetCentre(&source->def.shape);
        float r = radiusOf(&source->def.shape);
        b = (gfBounds){c.x - r, c.y - r, c.x + r, c.y + r};
    }
    return (gfBounds){fminf(b.minX, b.minX - w.way.x), fminf(b.minY, b.minY - w.way.y), fmaxf(b.maxX, b.maxX - w.way.x),
                      fmaxf(b.maxY, b.maxY - w.way.y)};
}

// Returns at how many points along a source's way in this step the shader lets the shape act. 0: the source stands
// still. Motion as small as rounding errors counts as such, as a host may compute the same place anew in each frame.
static int countPoints(const SourceWay *w, float width, float least)
{
    float length = w->fraction * w->length;
    return w->length <= 1e-3f * least ? 0 : (int)fminf(ceilf(length / width), (float)GF_WAY_POINTS);
}

// The period of the noise is subtracted in doubles, as places and times may be large.
float gfZone_GetLattice(double value)
{
    return (float)(value - floor(value / GF_NOISE_PERIOD) * GF_NOISE_PERIOD);
}

static void packZone(const gfSources *sources, const gfZone *zone, gfVec2 origin, float dt, float rows[3][4])
{
    const gfTurbulence *t = &zone->turbulence;
    double scale = (double)t->scale;
    const float values[3][4] = {
        {zone->velocity.x, zone->velocity.y, zone->angularVelocity, t->strength * dt},
        {zone->drag * dt, zone->quadraticDrag * dt, 1.0f / t->scale, (float)(t->seed & 0xffffffu)},
        {gfZone_GetLattice((double)origin.x / scale), gfZone_GetLattice((double)origin.y / scale),
         gfZone_GetLattice(sources->time * (double)t->rate), atan2f(zone->oneWay.y, zone->oneWay.x)},
    };
    memcpy(rows, values, sizeof values);
}

// Returns the fraction of the step that lies within an emitter's lifetime.
static float fractionOfLife(const gfSources *sources, const gfSource *source)
{
    return source->def.lifetime > 0.0f && source->left < sources->dt ? source->left / sources->dt : 1.0f;
}

void gfSourceBatch_Add(gfSourceBatch *batch, const gfSources *sources, int number, uint32_t fields,
                       const gfSourceUse *use)
{
    const float dt = use->dt, least = use->least;
    const gfVec2 origin = use->origin;
    const gfSource *source = gfSources_At(sources, number);
    const gfSourceDef *def = &source->def;
    bool set = def->mode == GF_SOURCE_SET, splat = number >= gfSources_GetFirstSplat(sources);
    GLuint texture = sourceTexture(source);
    float life = splat ? 1.0f : fractionOfLife(sources, source);
    float added = splat ? 1.0f : life * dt;
    float s = set ? 1.0f : added;
    float a = (fields & GF_SOURCE_ATTRACTION) ? added : 0.0f; // attraction is added whether the source adds or sets
    float e = (fields & GF_SOURCE_DIVERGENCE) ? (splat ? 1.0f / dt : life) : 0.0f;
    float role = source->mask.id != 0 ? (float)GF_ROLE_RED : texture == 0 ? 0.0f : (float)def->textureRole + 1.0f;
    float amounts[AMOUNTS] = {[7] = e * def->divergence, [9] = role, [11] = a * def->attraction};
    uint32_t acts = fields;
    for (int row = 0; row < GF_COUNT(sourceAmounts); row++) {
        bool wanted = (fields & sourceAmounts[row].field) != 0;
        for (int i = 0; wanted && i < sourceAmounts[row].count; i++) {
            amounts[sourceAmounts[row].first + i] += s * amountsOf(def, row)[i];
        }
        // Whichever scalar of one channel a pass takes, shaders know it by one bit.
        acts |= wanted && sourceAmounts[row].first == AMOUNT_SCALAR ? (uint32_t)GF_ACTS_ON_SCALAR : 0u;
    }
    amounts[8] = (float)acts;
    const SourceWay w = wayOf(sources, source);
    int points = countPoints(&w, fmaxf(def->softness, least), least);
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    const float ways[3][4] = {
        {w.way.x, w.way.y, w.turn, (float)points},
        {centre.x - origin.x, centre.y - origin.y, w.first, w.fraction},
        {points > 0 ? w.fraction * w.length / (float)points : 0.0f, amounts[AMOUNT_SPIN], 0.0f, 0.0f},
    };
    int row = 3 * batch->shapes.count;
    memcpy(batch->amounts[row], amounts, 3 * sizeof *batch->amounts);
    memcpy(batch->ways[row], ways, sizeof ways);
    packZone(sources, &def->zone, origin, dt, &batch->zones[row]);
    gfShapeBatch_Add(&batch->shapes, &def->shape, origin, set ? 1.0f : 0.0f, def->softness);
    if (points > 0) {
        const gfBounds b = gfSource_GetBounds(sources, number);
        float margin = 0.5f * fmaxf(def->softness, ways[2][0]);
        gfShapeBatch_Cover(&batch->shapes, &(gfBounds){b.minX - origin.x - margin, b.minY - origin.y - margin,
                                                       b.maxX - origin.x + margin, b.maxY - origin.y + margin});
    }
    if (texture != 0) {
        batch->texture = texture;
    }
}

const void *gfSources_At(const gfSources *sources, int number)
{
    const gfSlots *emitters = &sources->emitters;
    int first = gfSources_GetFirstSplat(sources);
    if (number < emitters->capacity) {
        return gfSlots_At(emitters, number);
    }
    return number < first ? (const void *)&sources->media[number - emitters->capacity]
                          : sources->splats + (size_t)(number - first) * emitters->itemSize;
}

int gfSources_GetFirstSplat(const gfSources *sources)
{
    return sources->emitters.capacity + sources->mediumCount;
}

int gfSources_CountNumbers(const gfSources *sources)
{
    return gfSources_GetFirstSplat(sources) + sources->splatCount;
}

// Adds one fluid's sources to the batch, drawn whenever it is full. `number`: its index in the group; -1: no group.
static void addAll(gfDevice *device, const gfSourcesOf *of, const gfSourceTarget *target, int number,
                   gfSourceBatch *batch, float dt)
{
    const gfSources *sources = of->sources;
    const gfSourceUse use = {of->origin, dt, fmaxf(target->cellSize, target->texelSize.x)};
    int end = target->splats ? gfSources_CountNumbers(sources) : gfSources_GetFirstSplat(sources);
    for (int i = 0; i < end; i++) {
        const gfSource *source = gfSources_At(sources, i);
        uint32_t fields = source != NULL ? gfSource_GetFields(&source->def) & target->pass.mask : 0;
        if (fields == 0) {
            continue;
        }
        if (!gfSourceBatch_HasRoom(batch, source)) {
            if (number >= 0) {
                endPart(target, batch, number);
            }
            flush(device, target, batch);
        }
        gfSourceBatch_Add(batch, sources, i, fields, &use);
    }
    if (number >= 0) {
        endPart(target, batch, number);
    }
}

void gfSources_Apply(gfDevice *device, const gfSources *sources, const gfSourceTarget *target, float dt)
{
    gfSourceBatch batch;
    gfSourceBatch_Clear(&batch);
    addAll(device, &(gfSourcesOf){sources, target->origin}, target, -1, &batch, dt);
    flush(device, target, &batch);
}

void gfSources_ApplyEach(gfDevice *device, const gfSourcesOf *fluids, int count, const gfSourceTarget *target, float dt)
{
    gfSourceBatch batch;
    gfSourceBatch_Clear(&batch);
    for (int i = 0; i < count; i++) {
        addAll(device, &fluids[i], target, i, &batch, dt);
    }
    if (batch.partCount > 0) {
        flush(device, target, &batch);
    }
}

bool gfSources_DropTexture(gfSources *sources, GLuint texture)
{
    gfSource *splats = (gfSource *)(void *)sources->splats;
    int kept = 0, count = sources->splatCount;
    for (int i = 0; i < count; i++) {
        if (splats[i].def.texture != texture || texture == 0) {
            splats[kept++] = splats[i];
        }
    }
    sources->splatCount = kept;
    return kept < count;
}

void gfSources_DropSplats(gfSources *sources)
{
    sources->splatCount = 0;
}

void gfSources_Advance(gfSources *sources)
{
    GF_EACH(gfSource, source, &sources->emitters) {
        const SourceWay w = wayOf(sources, source);
        gfVec2 centre = gfShape_GetCentre(&source->def.shape);
        source->centre = (gfVec2){centre.x - w.first * w.way.x, centre.y - w.first * w.way.y};
        source->angle = gfShape_GetAngle(&source->def.shape) - w.first * w.turn;
        source->acted = true;
        source->left -= source->def.lifetime > 0.0f ? sources->dt : 0.0f;
    }
}
