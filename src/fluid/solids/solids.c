#include "fluid/solids/solids.h"

#include "gpufluid/source.h"

#include "base/members.h"

#include <stdlib.h>

#include "fluid/solids/members.inc"

#define LONG 4.0f      // a solid at least so many times longer than wide counts as a wall
#define ROUND_ALONE 16 // so many round solids are no wall; more of them may be, if they are close together
// Fluid flows between solids that are more than this many cells apart, so they are no common wall.
#define APART_CELLS 3.0f
// With more solids than this they count as close together, as looking at all pairs would take too long.
#define LOOKED_THROUGH 128

void gfSolids_Init(gfSolids *solids)
{
    memset(solids, 0, sizeof *solids);
    solids->pending = GF_SOLIDS_LISTED;
    gfSlots_Init(&solids->list, GF_HANDLE_SOLID, sizeof(gfSolid), GF_SOLID_MAX);
}

static void destroyDrawn(gfDevice *device, gfSolids *o)
{
    gfPair_Destroy(device, &o->distance);
    if (o->textures != NULL) {
        for (int i = 0; i < GF_SOLID_TABLES; i++) {
            gfTexture_Destroy(device, &o->textures->tables[i]);
        }
        gfSolidTiles_Destroy(device, &o->textures->tiles);
        gfPair_Destroy(device, &o->textures->exact);
        gfFree(&device->core, o->textures->columns);
        gfFree(&device->core, o->textures);
        o->textures = NULL;
    }
}

void gfSolids_Destroy(gfDevice *device, gfSolids *solids)
{
    GF_EACH(gfSolid, solid, &solids->list) {
        gfTexture_Destroy(device, &solid->mask);
    }
    gfSlots_Destroy(&solids->list, &device->core);
    destroyDrawn(device, solids);
}

bool gfSolid_Check(const gfCore *core, const gfSolidDef *def, const char *caller)
{
    GF_TRY(gfDef_Check(core, &gf_solidDefRecord, def, caller));
    GF_REQUIRE(core, def->drag == 0.0f || def->texture == 0, OUT_OF_RANGE,
               "%s: drag is %g; 0 is expected of a solid with a texture", caller, (double)def->drag);
    return gfShape_Check(core, &def->shape, def->texture != 0, caller);
}

// A block has GF_SOLID_COLUMNS columns of the table; further blocks lie below it (shaders/solid/table.glsl).
int gfSolids_CountBlocks(const gfSolids *o)
{
    return gfMax(1, (o->list.capacity + GF_SOLID_COLUMNS - 1) / GF_SOLID_COLUMNS);
}

bool gfSolids_CreateTables(gfDevice *device, const gfSolids *o, gfSolidTextures *t)
{
    int rows = GF_SOLID_ROWS * gfSolids_CountBlocks(o);
    for (int i = 0; i < GF_SOLID_TABLES; i++) {
        gfTexture made;
        if (t->tables[i].height >= rows) {
            continue;
        }
        GF_TRY(gfTexture_CreateTable(device, &made, GF_SOLID_COLUMNS, rows, "solid table"));
        gfTexture_Destroy(device, &t->tables[i]);
        t->tables[i] = made;
    }
    return true;
}

bool gfSolids_HasExact(const gfSolids *solids)
{
    return gfPair_Exists(&solids->textures->exact);
}

bool gfSolids_MakeExact(gfDevice *device, const gfSolids *solids)
{
    const gfTexture *near = &solids->distance.read;
    return gfSolids_HasExact(solids) || gfPair_CreateNamed(device, &solids->textures->exact, GF_FORMAT_RG32F,
                                                           near->width, near->height, "far solid distance");
}

bool gfSolids_Resize(gfDevice *device, gfSolids *solids, int cellsX, int cellsY)
{
    const gfShader shaders[] = {{.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER},
                                {.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER, .defines = "TEXTURED"}};
    gfSolids made = {.list = solids->list};
    made.textures = gfAlloc(&device->core, sizeof *made.textures);
    if (made.textures != NULL) {
        made.textures->columns =
            gfAlloc(&device->core, GF_SOLID_ROWS * GF_SOLID_COLUMNS * sizeof *made.textures->columns);
    }
    // Programs are made here, too, so that no step fails for one.
    if (made.textures == NULL || made.textures->columns == NULL ||
        !gfPrograms_Make(device, shaders, GF_COUNT(shaders)) ||
        !gfSolidTiles_Create(device, &made.textures->tiles, cellsX, cellsY) ||
        !gfPair_CreateNamed(device, &made.distance, GF_FORMAT_RG32F, cellsX, cellsY, "solid distance") ||
        !gfSolids_CreateTables(device, solids, made.textures) ||
        (solids->textures != NULL && gfSolids_HasExact(solids) && !gfSolids_MakeExact(device, &made))) {
        destroyDrawn(device, &made);
        return false;
    }
    destroyDrawn(device, solids);
    solids->distance = made.distance;
    solids->table = made.textures->tables[0];
    solids->textures = made.textures;
    solids->drawn = false;
    return true;
}

bool gfSolid_IsWhole(const gfSolid *solid)
{
    return solid->mask.id != 0 || solid->def.texture != 0;
}

// Returns a shape at least a cell thick, measured across the wall, as distances at corners would miss a thinner one.
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

gfShape gfSolid_GetDrawnShape(const gfSolid *solid, const gfSolidsDomain *domain)
{
    gfShape shape = gfSolid_IsWhole(solid) ? solid->def.shape : thickened(&solid->def.shape, domain->cellSize);
    return gfShape_GetRelative(&shape, domain->origin);
}

gfShape gfSolid_GetShapeInCells(const gfSolid *solid, const gfSolidsDomain *domain)
{
    gfShape shape = gfSolid_GetDrawnShape(solid, domain);
    float perMetre = 1.0f / domain->cellSize;
    shape.a = (gfVec2){perMetre * shape.a.x, perMetre * shape.a.y};
    shape.b = (gfVec2){perMetre * shape.b.x, perMetre * shape.b.y};
    shape.radius *= perMetre;
    for (int i = 0; i < shape.pointCount; i++) {
        shape.points[i] = (gfVec2){perMetre * shape.points[i].x, perMetre * shape.points[i].y};
    }
    return gfShape_GetRelative(&shape, (gfVec2){(float)domain->corner[0], (float)domain->corner[1]});
}

void gfSolids_Mark(const gfSolids *o, const gfSolid *solid)
{
    if (o->drawn && gfSolid_Obstructs(solid)) {
        const gfSolidsDomain *domain = &o->textures->domain;
        gfShape shape = gfSolid_GetShapeInCells(solid, domain);
        gfSolidTiles_Mark(&o->textures->tiles, &shape, domain->reach);
    }
}

// --- changes ---------------------------------------------------------------------------------------------------------

void gfSolids_Change(gfSolids *solids, gfSolidsChange change)
{
    solids->pending = change > solids->pending ? change : solids->pending;
    if (solids->textures != NULL) {
        solids->textures->thinKnown = false;
    }
}

void gfSolids_Count(gfSolids *solids, const gfSolid *solid, int change)
{
    if (gfSolid_Obstructs(solid)) {
        solids->count += change;
        gfSolids_Change(solids, GF_SOLIDS_LISTED);
    }
}

void gfSolids_Forget(gfSolids *solids, gfSolid *solid)
{
    if (gfSolid_IsDrawn(solid)) {
        gfSolids_Mark(solids, solid);
    }
    solid->behind = GF_SOLID_TABLES;
}

static void markDrawn(const gfSolids *o)
{
    GF_EACH(const gfSolid, solid, &o->list) {
        if (gfSolid_IsDrawn(solid)) {
            gfSolids_Mark(o, solid);
        }
    }
}

gfVec2 gfSolids_GetCorner(const gfSolids *solids)
{
    const gfSolidsDomain *domain = &solids->textures->domain;
    return (gfVec2){domain->cellSize * (float)domain->corner[0], domain->cellSize * (float)domain->corner[1]};
}

// The table of solids holds places relative to the origin, so its columns stay valid as long as the origin stays.
void gfSolids_Scroll(gfSolids *solids, gfVec2 origin, const int corner[2])
{
    gfSolidsDomain *domain = &solids->textures->domain;
    bool stays = gfVec2_AreSame(domain->origin, origin);
    markDrawn(solids);
    domain->origin = origin;
    memcpy(domain->corner, corner, sizeof domain->corner);
    markDrawn(solids);
    GF_EACH_WHILE(!stays, gfSolid, solid, &solids->list) {
        solid->behind = GF_SOLID_TABLES;
    }
    gfSolids_Change(solids, solids->count > 0 ? GF_SOLIDS_SCROLLED : GF_SOLIDS_SAME);
}

void gfSolids_Touch(gfSolids *solids, const gfShape *shape)
{
    const gfSolid part = {.def.shape = *shape};
    gfSolids_Mark(solids, &part);
    gfSolids_Change(solids, GF_SOLIDS_LISTED);
}

// Returns the rectangle of the world under pixels of a mask, plus half a pixel, as masks are interpolated between them.
static gfShape maskPart(const gfSolid *solid, const gfRegion *pixels)
{
    gfShape part = solid->def.shape;
    float perX = 2.0f / (float)solid->mask.width, perY = 2.0f / (float)solid->mask.height;
    float x = (perX * ((float)pixels->x + 0.5f * (float)pixels->width) - 1.0f) * part.b.x;
    float y = (perY * ((float)pixels->y + 0.5f * (float)pixels->height) - 1.0f) * part.b.y;
    float c = cosf(part.angle), s = sinf(part.angle);
    part.a = (gfVec2){part.a.x + c * x - s * y, part.a.y + s * x + c * y};
    part.b = (gfVec2){(0.5f * (float)pixels->width + 0.5f) * perX * part.b.x,
                      (0.5f * (float)pixels->height + 0.5f) * perY * part.b.y};
    part.radius = 0.0f;
    return part;
}

void gfSolids_ChangeMask(gfSolids *solids, const gfSolid *solid, const gfRegion *pixels)
{
    if (gfSolid_IsDrawn(solid)) {
        gfSolid part = {.def = solid->def, .mask = solid->mask};
        part.def.shape = maskPart(solid, pixels);
        gfSolids_Mark(solids, &part);
    }
    gfSolids_Change(solids, GF_SOLIDS_LISTED);
}

static bool isSameShape(const gfShape *a, const gfShape *b)
{
    bool same = a->kind == b->kind && gfVec2_AreSame(a->a, b->a) && gfVec2_AreSame(a->b, b->b) &&
                a->radius == b->radius && a->angle == b->angle && a->pointCount == b->pointCount;
    for (int i = 0; same && a->kind == GF_SHAPE_POLYGON && i < a->pointCount; i++) {
        same = gfVec2_AreSame(a->points[i], b->points[i]);
    }
    return same;
}

// Returns whether a solid looks the same to all passes after it gets the definition `b` in place of `a`. A texture of
// the host's counts as changed, as the host may have drawn another picture to it.
static bool staysAsDrawn(const gfSolidDef *a, const gfSolidDef *b)
{
    return isSameShape(&a->shape, &b->shape) && a->texture == 0 && b->texture == 0 && a->invert == b->invert &&
           a->surface == b->surface && a->fixedTemperature == b->fixedTemperature;
}

gfSolid gfSolid_Make(const gfSolidDef *def)
{
    gfSolid solid = {.def = *def,
                     .behind = GF_SOLID_TABLES,
                     .from = gfShape_GetCentre(&def->shape),
                     .fromAngle = gfShape_GetAngle(&def->shape)};
    if (def->velocityFromMotion) {
        solid.def.velocity = (gfVec2){0.0f, 0.0f};
        solid.def.angularVelocity = 0.0f;
    }
    return solid;
}

static void setSolid(gfSolids *solids, gfSolid *solid, const gfSolidDef *def)
{
    const gfSolidDef *old = &solid->def;
    bool stays = staysAsDrawn(old, def);
    if (stays && gfVec2_AreSame(old->velocity, def->velocity) && old->angularVelocity == def->angularVelocity &&
        old->temperature == def->temperature && old->contactAngle == def->contactAngle && old->drag == def->drag) {
        return;
    }
    bool obstructed = gfSolid_Obstructs(solid);
    gfSolids_Forget(solids, solid);
    solid->def = *def;
    if (obstructed != gfSolid_Obstructs(solid)) {
        solids->count += obstructed ? -1 : 1;
        gfSolids_Change(solids, GF_SOLIDS_LISTED);
    } else if (obstructed) {
        gfSolids_Change(solids, stays ? GF_SOLIDS_PUSHED : GF_SOLIDS_MOVED);
    }
}

void gfSolids_Set(gfSolids *solids, gfSolid *solid, const gfSolidDef *def)
{
    const gfSolid anew = gfSolid_Make(def);
    gfSolidDef next = anew.def;
    if (!def->velocityFromMotion || !solid->stepped || def->shape.kind != solid->def.shape.kind) {
        solid->from = anew.from;
        solid->fromAngle = anew.fromAngle;
    } else { // the old velocities stay until the next step measures the motion
        next.velocity = solid->def.velocity;
        next.angularVelocity = solid->def.angularVelocity;
    }
    setSolid(solids, solid, &next);
}

void gfSolids_FollowMotion(gfSolids *solids, double time_s)
{
    GF_EACH_WHILE(time_s > 0.0, gfSolid, solid, &solids->list) {
        solid->stepped = true;
        if (solid->def.velocityFromMotion) {
            gfSolidDef def = solid->def;
            const gfVec2 centre = gfShape_GetCentre(&def.shape);
            float angle = gfShape_GetAngle(&def.shape);
            def.velocity.x = gfSolid_LimitVelocity(((double)centre.x - (double)solid->from.x) / time_s);
            def.velocity.y = gfSolid_LimitVelocity(((double)centre.y - (double)solid->from.y) / time_s);
            def.angularVelocity =
                gfSolid_LimitVelocity((double)remainderf(angle - solid->fromAngle, 6.28318531f) / time_s);
            solid->from = centre;
            solid->fromAngle = angle;
            setSolid(solids, solid, &def);
        }
    }
}

// --- thin walls and covered shapes -----------------------------------------------------------------------------------

// Returns whether a polygon is long, as its area is small for its outline. The limit is a rectangle LONG times as long
// as wide: for width 1 its outline is 2 (LONG + 1), and its area LONG.
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
    if (gfSolid_IsWhole(solid)) {
        return true; // an image may show a thin wall
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

static bool areNear(const gfBounds *a, const gfBounds *b, float apart)
{
    return a->minX - apart < b->maxX && b->minX - apart < a->maxX && a->minY - apart < b->maxY &&
           b->minY - apart < a->maxY;
}

// Returns whether more than ROUND_ALONE solids are so close, by their bounds, that they may form one wall.
static bool standTogether(const gfSolids *o)
{
    gfBounds bounds[LOOKED_THROUGH];
    int group[LOOKED_THROUGH], size[LOOKED_THROUGH] = {0}, count = 0;
    float apart = APART_CELLS * o->textures->domain.cellSize;
    GF_EACH_WHILE(o->count <= LOOKED_THROUGH, const gfSolid, solid, &o->list) {
        if (!gfSolid_Obstructs(solid)) {
            continue;
        }
        bounds[count] = gfShape_GetBounds(&solid->def.shape);
        group[count] = count;
        for (int j = 0; j < count; j++) {
            int joined = group[j];
            bool joins = joined != count && areNear(&bounds[j], &bounds[count], apart);
            for (int k = 0; k < count && joins; k++) {
                group[k] = group[k] == joined ? count : group[k];
            }
        }
        count++;
    }
    bool many = o->count > LOOKED_THROUGH;
    for (int i = 0; i < count && !many; i++) {
        many = ++size[group[i]] > ROUND_ALONE;
    }
    return many;
}

static bool findThinWalls(const gfSolids *o)
{
    bool have = o->count > ROUND_ALONE && standTogether(o);
    GF_EACH_WHILE(!have, const gfSolid, solid, &o->list) {
        have = gfSolid_Obstructs(solid) && isLong(solid);
    }
    return have;
}

bool gfSolids_HaveThinWalls(const gfSolids *o)
{
    gfSolidTextures *t = o->textures;
    if (t != NULL && !t->thinKnown) {
        t->thin = findThinWalls(o);
        t->thinKnown = true;
    }
    return t != NULL && t->thin;
}

const gfSolid *gfSolids_Find(const gfSolids *o, gfSolidId id)
{
    const gfSolid *solid = gfSlots_At(&o->list, id.index);
    return solid != NULL && GF_ID_EQUALS(o->list.handles[id.index], id) ? solid : NULL;
}

bool gfSolids_Cover(const gfSolids *solids, const gfShape *shape)
{
    GF_EACH(const gfSolid, solid, &solids->list) {
        if (gfSolid_Obstructs(solid) && !gfSolid_IsWhole(solid) && gfShape_Covers(&solid->def.shape, shape)) {
            return true;
        }
    }
    return false;
}
