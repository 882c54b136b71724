#include "domain/solids.h"

#include "gpufluid/source.h"

#include <string.h>

#define LONG 3.0f      // times as long as wide: a wall
#define ROUND_ALONE 16 // more round solids may form one

static const char *const distanceShader = "solid/distance.frag";

gfSolidDef gfDefaultSolidDef(void)
{
    return (gfSolidDef){.contactAngle = 90.0f, .cookie = GF_SOLID_COOKIE};
}

void gfSolids_Init(gfSolids *solids)
{
    memset(solids, 0, sizeof *solids);
    solids->version = 1;
    gfSlots_Init(&solids->list, GF_HANDLE_SOLID, sizeof(gfSolid), GF_SOLID_MAX);
}

static void destroyTextures(gfDevice *device, gfSolids *o)
{
    gfPair_Destroy(device, &o->distance);
    gfTexture_Destroy(device, &o->table);
}

void gfSolids_Destroy(gfDevice *device, gfSolids *solids)
{
    for (int i = 0; i < solids->list.capacity; i++) {
        gfSolid *solid = gfSlots_At(&solids->list, i);
        if (solid != NULL) {
            gfTexture_Destroy(device, &solid->mask);
        }
    }
    gfSlots_Destroy(&solids->list, &device->core);
    destroyTextures(device, solids);
}

bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller)
{
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_SOLID_COOKIE, COOKIE, "%s: make the definition with gfDefaultSolidDef()",
               caller);
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, gfInRange((double)def->velocity.x, -most, most) && gfInRange((double)def->velocity.y, -most, most),
               OUT_OF_RANGE, "%s: velocity is (%g, %g); within +-%g m/s is expected", caller, (double)def->velocity.x,
               (double)def->velocity.y, most);
    GF_REQUIRE(core, gfInRange((double)def->angularVelocity, -most, most), OUT_OF_RANGE,
               "%s: angularVelocity is %g; within +-%g 1/s is expected", caller, (double)def->angularVelocity, most);
    GF_REQUIRE(core, gfInRange((double)def->contactAngle, (double)GF_CONTACT_ANGLE_MIN, (double)GF_CONTACT_ANGLE_MAX),
               OUT_OF_RANGE, "%s: contactAngle is %g; %g to %g degrees are expected", caller, (double)def->contactAngle,
               (double)GF_CONTACT_ANGLE_MIN, (double)GF_CONTACT_ANGLE_MAX);
    GF_REQUIRE(core, gfInRange((double)def->temperature, -most, most), OUT_OF_RANGE,
               "%s: temperature is %g; within +-%g K is expected", caller, (double)def->temperature, most);
    GF_REQUIRE(core, def->surface == GF_SURFACE_FREE_SLIP || def->surface == GF_SURFACE_NO_SLIP, OUT_OF_RANGE,
               "%s: surface is %d; a gfSurface is expected", caller, (int)def->surface);
    return gfShape_Check(core, &def->shape, def->texture != 0, caller);

error:
    return false;
}

// Compiled before the first solid comes, so that a step can't fail for one.
static bool compilePrograms(gfDevice *device)
{
    static const char *const variants[] = {"FIRST", "", "TEXTURED;FIRST", "TEXTURED"};
    for (int i = 0; i < GF_COUNT(variants); i++) {
        if (gfProgram_Get(device, GF_VERTEX_COVER, distanceShader, variants[i]) == NULL) {
            return false;
        }
    }
    return true;
}

bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY)
{
    gfSolids made = {0};
    if (!compilePrograms(device) || !gfPair_Create(device, &made.distance, GF_FORMAT_RG32F, cellsX, cellsY) ||
        !gfTexture_Create(device, &made.table, GF_FORMAT_RGBA32F, GF_SOLID_MAX, 3)) {
        destroyTextures(device, &made);
        return false;
    }
    destroyTextures(device, solids);
    solids->distance = made.distance;
    solids->table = made.table;
    solids->drawnVersion = 0;
    return true;
}

// Where distances are drawn: at cell centres or at cell corners.
typedef struct Canvas {
    gfPair *field;
    float offset; // of the first texel's centre, cells
    bool first;   // nothing is drawn yet
} Canvas;

// One pass over the distance: the smaller of what is there and the batch.
static void drawBatch(gfDevice *device, Canvas *canvas, const gfShapeBatch *batch, const gfSolid *textured,
                      float cellSize)
{
    const char *defines =
        textured != NULL ? (canvas->first ? "TEXTURED;FIRST" : "TEXTURED") : (canvas->first ? "FIRST" : "");
    GLuint texture = 0;
    if (textured != NULL) {
        texture = textured->mask.id != 0 ? textured->mask.id : textured->def.texture;
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .program = gfProgram_Get(device, GF_VERTEX_COVER, distanceShader, defines),
                         .writes = {&canvas->field->write},
                         .inputs = {GF_IN(distance, canvas->field->read.id), GF_IN_LINEAR(hostTexture, texture)},
                         .uniforms = {GF_SHAPE_UNIFORMS(batch), GF_F2(texelSize, cellSize, cellSize),
                                      GF_F2(offset, canvas->offset, canvas->offset),
                                      GF_F1(invert, textured != NULL && textured->def.invert ? 1.0f : 0.0f)}});
    gfPair_Swap(canvas->field);
    canvas->first = false;
}

static bool isWhole(const gfSolid *solid)
{
    return solid->mask.id != 0 || solid->def.texture != 0;
}

// A wall thinner than a cell would slip between the corners at which it is looked for. This half thickness always
// holds one: half the width of a cell across the wall.
static gfShape thickened(const gfShape *shape, float cellSize)
{
    gfShape s = *shape;
    float dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, length = sqrtf(dx * dx + dy * dy);
    float turned = fabsf(cosf(s.angle)) + fabsf(sinf(s.angle));
    switch (s.kind) {
    case GF_SHAPE_CIRCLE:
        s.radius = fmaxf(s.radius, 0.75f * cellSize);
        break;
    case GF_SHAPE_CAPSULE:
        s.radius = fmaxf(s.radius, 0.501f * cellSize * (length > 0.0f ? (fabsf(dx) + fabsf(dy)) / length : 1.42f));
        break;
    case GF_SHAPE_RECTANGLE:
        s.b.x = fmaxf(s.b.x, 0.501f * cellSize * turned);
        s.b.y = fmaxf(s.b.y, 0.501f * cellSize * turned);
        break;
    case GF_SHAPE_POLYGON:
        break;
    }
    return s;
}

void gfSolids_DrawDistance(gfDevice *device, const gfSolids *o, const gfSolidsDomain *domain, gfPair *field,
                           float offset)
{
    Canvas whole = {field, offset, true}, *canvas = &whole;
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid == NULL) {
            continue;
        }
        if (isWhole(solid)) {
            gfShapeBatch alone;
            gfShapeBatch_Clear(&alone);
            gfShapeBatch_Add(&alone, &solid->def.shape, domain->origin, (float)i, 0.0f);
            drawBatch(device, canvas, &alone, solid, domain->cellSize);
            continue;
        }
        if (!gfShapeBatch_HasRoom(&batch, &solid->def.shape)) {
            drawBatch(device, canvas, &batch, NULL, domain->cellSize);
            gfShapeBatch_Clear(&batch);
        }
        gfShape shape = thickened(&solid->def.shape, domain->cellSize);
        gfShapeBatch_Add(&batch, &shape, domain->origin, (float)i, 0.0f);
    }
    if (batch.count > 0 || canvas->first) {
        drawBatch(device, canvas, &batch, NULL, domain->cellSize);
    }
}

// See shaders/solid/table.glsl.
static bool uploadTable(gfDevice *device, gfSolids *o, const gfSolidsDomain *domain)
{
    static const float insulated = (float)GF_NO_TEMPERATURE;
    float rows[3][GF_SOLID_MAX][4];
    memset(rows, 0, sizeof rows);
    o->moving = false;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid == NULL) {
            continue;
        }
        const gfSolidDef *def = &solid->def;
        gfVec2 centre = gfShape_GetCentre(&def->shape);
        const float motion[4] = {def->velocity.x, def->velocity.y, def->angularVelocity,
                                 def->surface == GF_SURFACE_NO_SLIP ? 1.0f : 0.0f};
        const float place[4] = {centre.x - domain->origin.x, centre.y - domain->origin.y,
                                def->fixedTemperature ? domain->ambientTemperature + def->temperature : insulated,
                                isWhole(solid) ? 1.0f : 0.0f};
        memcpy(rows[0][i], motion, sizeof motion);
        memcpy(rows[1][i], place, sizeof place);
        rows[2][i][0] = cosf(def->contactAngle * (float)(3.14159265358979 / 180.0));
        o->moving = o->moving || motion[0] != 0.0f || motion[1] != 0.0f || motion[2] != 0.0f;
    }
    return gfTexture_Upload(device, &o->table, rows);
}

bool gfSolids_Update(gfDevice *device, gfSolids *o, const gfSolidsDomain *domain)
{
    if (o->drawnVersion == o->version && o->drawnAmbient == domain->ambientTemperature) {
        return true;
    }
    if (!uploadTable(device, o, domain)) {
        o->drawnVersion = 0;
        return false;
    }
    gfSolids_DrawDistance(device, o, domain, &o->distance, 0.5f);
    o->drawnVersion = o->version;
    o->drawnAmbient = domain->ambientTemperature;
    return true;
}

bool gfSolids_GetBounds(const gfSolids *o, gfVec2 origin, gfBounds *bounds)
{
    bool any = false;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL) {
            gfBounds b = gfShape_GetBounds(&solid->def.shape);
            b = (gfBounds){b.minX - origin.x, b.minY - origin.y, b.maxX - origin.x, b.maxY - origin.y};
            *bounds = any ? (gfBounds){fminf(bounds->minX, b.minX), fminf(bounds->minY, b.minY),
                                       fmaxf(bounds->maxX, b.maxX), fmaxf(bounds->maxY, b.maxY)}
                          : b;
            any = true;
        }
    }
    return any;
}

// Thin for its outline: a rectangle LONG times as long as wide has an outline of 2 (LONG + 1) and an area of LONG
// widths.
static bool isLongPolygon(const gfShape *shape)
{
    float outline = 0.0f, area = 0.0f;
    for (int i = 0; i < shape->pointCount; i++) {
        gfVec2 a = shape->points[i], b = shape->points[(i + 1) % shape->pointCount];
        a = (gfVec2){a.x - shape->points[0].x, a.y - shape->points[0].y};
        b = (gfVec2){b.x - shape->points[0].x, b.y - shape->points[0].y};
        outline += sqrtf((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        area += 0.5f * (a.x * b.y - a.y * b.x);
    }
    return outline * outline > 4.0f * (LONG + 1.0f) * (LONG + 1.0f) / LONG * fabsf(area);
}

static bool isLong(const gfSolid *solid)
{
    const gfShape *s = &solid->def.shape;
    float dx = s->b.x - s->a.x, dy = s->b.y - s->a.y;
    if (isWhole(solid)) {
        return true; // whatever the image shows
    }
    switch (s->kind) {
    case GF_SHAPE_CAPSULE:
        return sqrtf(dx * dx + dy * dy) > 2.0f * (LONG - 1.0f) * s->radius;
    case GF_SHAPE_RECTANGLE:
        return fmaxf(s->b.x, s->b.y) > LONG * fminf(s->b.x, s->b.y);
    case GF_SHAPE_POLYGON:
        return isLongPolygon(s);
    case GF_SHAPE_CIRCLE:
    default:
        return false;
    }
}

bool gfSolids_HaveThinWalls(const gfSolids *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL && isLong(solid)) {
            return true;
        }
    }
    return o->count > ROUND_ALONE;
}

const gfSolid *gfSolids_Find(const gfSolids *o, gfSolidId id)
{
    const gfSolid *solid = gfSlots_At(&o->list, id.index);
    return solid != NULL && GF_ID_EQUALS(o->list.handles[id.index], id) ? solid : NULL;
}

static bool covers(const gfShape *solid, gfVec2 place, float radius)
{
    return gfShape_GetDistance(solid, place) + (double)radius <= 0.0;
}

static bool coversShape(const gfShape *solid, const gfShape *shape)
{
    bool covered = covers(solid, gfShape_GetCentre(shape), 0.0f);
    float c = cosf(shape->angle), s = sinf(shape->angle);
    switch (shape->kind) {
    case GF_SHAPE_CAPSULE:
        return covered && covers(solid, shape->a, shape->radius) && covers(solid, shape->b, shape->radius);
    case GF_SHAPE_RECTANGLE:
        for (int i = 0; i < 4; i++) {
            float x = i % 2 == 0 ? shape->b.x : -shape->b.x, y = i / 2 == 0 ? shape->b.y : -shape->b.y;
            gfVec2 corner = {shape->a.x + c * x - s * y, shape->a.y + s * x + c * y};
            covered = covered && covers(solid, corner, 0.0f);
        }
        return covered;
    case GF_SHAPE_POLYGON:
        for (int i = 0; i < shape->pointCount; i++) {
            covered = covered && covers(solid, shape->points[i], 0.0f);
        }
        return covered;
    case GF_SHAPE_CIRCLE:
    default:
        return covers(solid, shape->a, shape->radius);
    }
}

bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape)
{
    for (int i = 0; i < solids->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&solids->list, i);
        bool isShape = solid != NULL && solid->def.texture == 0 && solid->mask.id == 0;
        if (isShape && coversShape(&solid->def.shape, shape)) {
            return true;
        }
    }
    return false;
}
