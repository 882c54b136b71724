#include "obstacle.h"

#include "gpufluid/source.h"

#include <string.h>

#define LONG 3.0f      // times as long as wide: a wall
#define ROUND_ALONE 16 // more round solids may form one

gfSolidDef gfDefaultSolidDef(void)
{
    return (gfSolidDef){.cookie = GF_SOLID_COOKIE};
}

void gfObstacles_Init(gfObstacles *obstacles)
{
    memset(obstacles, 0, sizeof *obstacles);
    gfSlots_Init(&obstacles->list, sizeof(gfObstacle), GF_SOLID_MAX);
}

static void destroyTextures(gfDevice *device, gfObstacles *o)
{
    gfPingPong_Destroy(device, &o->distance);
    gfPingPong_Destroy(device, &o->corners);
    gfTarget_Destroy(device, &o->facesTarget);
    gfTarget_Destroy(device, &o->linksTarget);
    gfTexture_Destroy(device, &o->table);
    gfTexture_Destroy(device, &o->faces);
    gfTexture_Destroy(device, &o->wallVelocity);
    gfTexture_Destroy(device, &o->links);
}

void gfObstacles_Destroy(gfDevice *device, gfObstacles *obstacles)
{
    for (int i = 0; i < obstacles->list.capacity; i++) {
        gfObstacle *obstacle = gfSlots_At(&obstacles->list, i);
        if (obstacle != NULL) {
            gfTexture_Destroy(device, &obstacle->mask);
        }
    }
    gfSlots_Destroy(&obstacles->list, &device->core);
    destroyTextures(device, obstacles);
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
        if (gfProgram_Get(device, "solid/distance.frag", variants[i]) == NULL) {
            return false;
        }
    }
    return gfProgram_Get(device, "solid/faces.frag", "") != NULL &&
           gfProgram_Get(device, "multigrid/links.frag", "") != NULL;
}

bool gfObstacles_Resize(gfDevice *device, gfObstacles *obstacles, int cellsX, int cellsY)
{
    gfObstacles made = {0};
    const gfFormat nearest = GF_FORMAT_RG32F;
    bool ok = compilePrograms(device) && gfPingPong_Create(device, &made.distance, &nearest, 1, cellsX, cellsY) &&
              gfPingPong_Create(device, &made.corners, &nearest, 1, cellsX + 1, cellsY + 1) &&
              gfTexture_Create(device, &made.table, GF_FORMAT_RGBA32F, GF_SOLID_MAX, 2) &&
              gfTexture_Create(device, &made.faces, GF_FORMAT_RGBA8, cellsX + 1, cellsY + 1) &&
              gfTexture_Create(device, &made.wallVelocity, GF_FORMAT_RG32F, cellsX + 1, cellsY + 1) &&
              gfTexture_Create(device, &made.links, GF_FORMAT_RGBA32UI, (cellsX + 1) / 2, (cellsY + 1) / 2);
    const gfTexture both[2] = {made.faces, made.wallVelocity};
    ok = ok && gfTarget_Create(device, &made.facesTarget, both, 2) &&
         gfTarget_Create(device, &made.linksTarget, &made.links, 1);
    if (!ok) {
        destroyTextures(device, &made);
        return false;
    }
    destroyTextures(device, obstacles);
    made.list = obstacles->list;
    made.count = obstacles->count;
    made.dirty = true;
    *obstacles = made;
    return true;
}

// Where distances are drawn: at cell centres or at cell corners.
typedef struct Canvas {
    gfPingPong *field;
    float offset; // of the first texel's centre, cells
    bool first;   // nothing is drawn yet
} Canvas;

// One pass over the distance: the smaller of what is there and the batch.
static void drawBatch(gfDevice *device, Canvas *canvas, const gfShapeBatch *batch, const gfObstacle *textured,
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
                         .program = gfProgram_Get(device, "solid/distance.frag", defines),
                         .target = &canvas->field->writeTarget,
                         .inputs = {GF_IN(distance, canvas->field->read[0].id), GF_IN_LINEAR(hostTexture, texture)},
                         .uniforms = {
                             GF_SHAPE_UNIFORMS(batch), GF_F2(texelSize, cellSize, cellSize),
                             GF_F2(offset, canvas->offset, canvas->offset),
                             GF_F4(value, textured != NULL && textured->def.invert ? 1.0f : 0.0f, 0.0f, 0.0f, 0.0f)}});
    gfPingPong_Swap(canvas->field);
    canvas->first = false;
}

static bool isWhole(const gfObstacle *obstacle)
{
    return obstacle->mask.id != 0 || obstacle->def.texture != 0;
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

static void drawDistance(gfDevice *device, gfObstacles *o, Canvas *canvas, const gfObstacleDomain *domain)
{
    gfShapeBatch batch;
    gfShapeBatch_Clear(&batch);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfObstacle *obstacle = gfSlots_At(&o->list, i);
        if (obstacle == NULL) {
            continue;
        }
        if (isWhole(obstacle)) {
            gfShapeBatch alone;
            gfShapeBatch_Clear(&alone);
            gfShapeBatch_Add(&alone, &obstacle->def.shape, domain->origin, (float)i, 0.0f);
            drawBatch(device, canvas, &alone, obstacle, domain->cellSize);
            continue;
        }
        if (!gfShapeBatch_HasRoom(&batch, &obstacle->def.shape)) {
            drawBatch(device, canvas, &batch, NULL, domain->cellSize);
            gfShapeBatch_Clear(&batch);
        }
        gfShape shape = thickened(&obstacle->def.shape, domain->cellSize);
        gfShapeBatch_Add(&batch, &shape, domain->origin, (float)i, 0.0f);
    }
    if (batch.count > 0 || canvas->first) {
        drawBatch(device, canvas, &batch, NULL, domain->cellSize);
    }
}

// See shaders/solid/table.glsl.
static void uploadTable(gfDevice *device, gfObstacles *o, const gfObstacleDomain *domain)
{
    static const float insulated = 1e9f;
    float rows[2][GF_SOLID_MAX][4];
    memset(rows, 0, sizeof rows);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfObstacle *obstacle = gfSlots_At(&o->list, i);
        if (obstacle == NULL) {
            continue;
        }
        const gfSolidDef *def = &obstacle->def;
        gfVec2 centre = gfShape_GetCentre(&def->shape);
        const float motion[4] = {def->velocity.x, def->velocity.y, def->angularVelocity,
                                 def->surface == GF_SURFACE_NO_SLIP ? 1.0f : 0.0f};
        const float place[4] = {centre.x - domain->origin.x, centre.y - domain->origin.y,
                                def->fixedTemperature ? domain->ambientTemperature + def->temperature : insulated,
                                isWhole(obstacle) ? 1.0f : 0.0f};
        memcpy(rows[0][i], motion, sizeof motion);
        memcpy(rows[1][i], place, sizeof place);
        o->moving = o->moving || motion[0] != 0.0f || motion[1] != 0.0f || motion[2] != 0.0f;
    }
    device->core.leftOut = "the motion and heat of solids is"; // a step goes on without
    gfTexture_Upload(device, &o->table, rows);
    device->core.leftOut = NULL;
}

static void drawFaces(gfDevice *device, gfObstacles *o, const gfObstacleDomain *domain)
{
    const gfEdges *edges = domain->edges;
    float inflow[GF_PROFILE_VALUES][GF_SIDES];
    gfSideFlags closed, open = gfEdges_Are(edges, GF_EDGE_OPEN), parabolic;
    gfEdges_Inflow(edges, inflow);
    for (int i = 0; i < GF_SIDES; i++) {
        const gfEdge *edge = gfEdges_Get(edges, i);
        closed.value[i] = edge->kind != GF_EDGE_OPEN && edge->kind != GF_EDGE_PERIODIC ? 1.0f : 0.0f;
        parabolic.value[i] = edge->profile == GF_PROFILE_PARABOLIC ? 1.0f : 0.0f;
    }
    int cellsX = o->distance.read[0].width, cellsY = o->distance.read[0].height;
    int wrapX = gfEdges_Wrap(edges, 0), wrapY = gfEdges_Wrap(edges, 1);
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "solid/faces.frag", ""),
                                 .target = &o->facesTarget,
                                 .inputs = {GF_IN(distance, o->distance.read[0].id),
                                            GF_IN(second, o->corners.read[0].id), GF_IN(solidTable, o->table.id)},
                                 .uniforms = {GF_I2(cells, cellsX, cellsY), GF_I2(wrap, wrapX, wrapY),
                                              GF_F1(cellSize, domain->cellSize), GF_F4V(closedSides, 1, closed.value),
                                              GF_F4V(parabolic, 1, parabolic.value),
                                              GF_F4V(inflow, GF_PROFILE_VALUES, inflow)}});
    gfPass_Run(device, &(gfPass){.label = "solids",
                                 .program = gfProgram_Get(device, "multigrid/links.frag", ""),
                                 .target = &o->linksTarget,
                                 .inputs = {GF_IN(faces, o->faces.id)},
                                 .uniforms = {GF_I2(cells, cellsX, cellsY), GF_I2(wrap, wrapX, wrapY),
                                              GF_F4V(openSides, 1, open.value)}});
}

bool gfObstacles_Update(gfDevice *device, gfObstacles *o, const gfObstacleDomain *domain)
{
    if (!o->dirty) {
        return false;
    }
    o->dirty = false;
    o->moving = gfEdges_Any(domain->edges, GF_EDGE_INFLOW);
    uploadTable(device, o, domain);
    drawDistance(device, o, &(Canvas){&o->distance, 0.5f, true}, domain);
    drawDistance(device, o, &(Canvas){&o->corners, 0.0f, true}, domain);
    drawFaces(device, o, domain);
    return true;
}

bool gfObstacles_GetBounds(const gfObstacles *o, gfVec2 origin, gfBounds *bounds)
{
    bool any = false;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfObstacle *obstacle = gfSlots_At(&o->list, i);
        if (obstacle != NULL) {
            gfBounds b = gfShape_GetBounds(&obstacle->def.shape);
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

static bool isLong(const gfObstacle *obstacle)
{
    const gfShape *s = &obstacle->def.shape;
    float dx = s->b.x - s->a.x, dy = s->b.y - s->a.y;
    if (isWhole(obstacle)) {
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

bool gfObstacles_HaveThinWalls(const gfObstacles *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        const gfObstacle *obstacle = gfSlots_At(&o->list, i);
        if (obstacle != NULL && isLong(obstacle)) {
            return true;
        }
    }
    return o->count > ROUND_ALONE;
}
