#include "fluid/solids/solids.h"

#include <stdlib.h>

// --- drawing ---------------------------------------------------------------------------------------------------------

// Where distances to solids are drawn: to a pair of textures, with texels at cell centres or at cell corners.
typedef struct Canvas {
    const gfSolids *solids;
    gfPair *field;
    float offset[2]; // place of the first texel's centre, cells from the origin of the table of solids
    float reach;     // distances beyond this are cut off, m
} Canvas;

static Canvas makeCanvas(const gfSolids *o, gfPair *field, float offset, float reach)
{
    const int *corner = o->textures->domain.corner;
    return (Canvas){o, field, {(float)corner[0] + offset, (float)corner[1] + offset}, reach};
}

// Draws the distance to one solid made from an image, where it is smaller than the distances drawn so far.
static void drawTextured(gfDevice *device, const Canvas *canvas, const gfSolid *solid, int column)
{
    const gfSolids *o = canvas->solids;
    float h = o->textures->domain.cellSize;
    gfPass_Run(
        device,
        &(gfPass){.label = "solids",
                  .shader = {.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER, .defines = "TEXTURED"},
                  .writes = {&canvas->field->write},
                  .geometry = GF_LISTED(&o->textures->tiles.lists[0], o->textures->tiles.size),
                  .inputs = {GF_IN(distance, canvas->field->read.id), GF_IN(solidTable, o->table.id),
                             GF_IN_LINEAR(hostTexture, solid->mask.id != 0 ? solid->mask.id : solid->def.texture)},
                  .uniforms = {GF_F2(texelSize, h, h), GF_F2(offset, canvas->offset[0], canvas->offset[1]),
                               GF_I1(column, column), GF_F1(invert, solid->def.invert ? 1.0f : 0.0f)}});
    gfPair_Swap(canvas->field);
}

// Draws distances in the listed tiles: all shapes in one pass, then each image in its own. Passes write the two
// textures of the pair by turns; the first is chosen so that the last writes the one that holds the other tiles.
static void drawTo(gfDevice *device, const Canvas *canvas)
{
    const gfSolids *o = canvas->solids;
    const gfSolidTiles *tiles = &o->textures->tiles;
    float h = o->textures->domain.cellSize;
    if (o->count == 0) {
        gfTexture_Clear(device, &canvas->field->read, (const float[4]){canvas->reach, -1.0f});
        return;
    }
    int images = 0;
    GF_EACH(const gfSolid, solid, &o->list) {
        images += solid->touched ? 1 : 0;
    }
    if (images % 2 == 0) {
        gfPair_Swap(canvas->field);
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = {.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER, .defines = NULL},
                         .writes = {&canvas->field->write},
                         .geometry = GF_LISTED(&tiles->lists[0], tiles->size),
                         .inputs = {GF_IN(solidTable, o->table.id)},
                         .uniforms = {GF_F2(texelSize, h, h), GF_F2(offset, canvas->offset[0], canvas->offset[1]),
                                      GF_F1(reach, canvas->reach)}});
    gfPair_Swap(canvas->field);
    GF_EACH(const gfSolid, solid, &o->list) {
        if (solid->touched) {
            drawTextured(device, canvas, solid, gfSlots_GetIndex(&o->list, solid));
        }
    }
}

void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, gfPair *field, float offset)
{
    const gfSolidsDomain *domain = &solids->textures->domain;
    const Canvas canvas = makeCanvas(solids, field, offset, domain->reach * domain->cellSize);
    drawTo(device, &canvas);
}

// Makes and uploads the lists of marked tiles and of the solids near each. `shapes`: as in gfSolidTiles_Upload.
static bool listTiles(gfDevice *device, const gfSolids *o, bool shapes)
{
    gfSolidTiles *tiles = &o->textures->tiles;
    const gfSolidsDomain *domain = &o->textures->domain;
    bool ok = true;
    GF_EACH_WHILE(ok, gfSolid, solid, &o->list) {
        gfShape shape = gfSolid_GetShapeInCells(solid, domain);
        if (gfSolid_IsWhole(solid)) {
            solid->touched = gfSolidTiles_Touch(tiles, &shape, domain->reach);
        } else if (gfSolid_Obstructs(solid)) {
            ok = gfSolidTiles_Add(device, tiles, gfSlots_GetIndex(&o->list, solid), &shape, domain->reach);
        }
    }
    return gfSolidTiles_Upload(device, tiles, shapes) && ok;
}

const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, bool all)
{
    gfSolidTiles *tiles = &solids->textures->tiles;
    if (all) {
        gfSolidTiles_MarkAll(tiles);
    }
    return !all || listTiles(device, solids, false) ? tiles : NULL;
}

// --- the table -------------------------------------------------------------------------------------------------------

// Fills in the column of a solid in the table of solids, as shaders/solid/table.glsl reads it.
static void fillColumn(const gfSolid *solid, const gfSolidsDomain *domain, float rows[GF_SOLID_ROWS][4])
{
    static const float insulated = (float)GF_NO_TEMPERATURE;
    const gfSolidDef *def = &solid->def;
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    gfShape shape = gfSolid_GetDrawnShape(solid, domain);
    // A capsule of length 0 is the same circle, bit for bit, and saves the shader a case.
    if (shape.kind == GF_SHAPE_CIRCLE) {
        shape.kind = GF_SHAPE_CAPSULE;
        shape.b = shape.a;
    }
    const float own[6][4] = {
        {def->velocity.x, def->velocity.y, def->angularVelocity, def->surface == GF_WALL_NO_SLIP ? 1.0f : 0.0f},
        {centre.x - domain->origin.x, centre.y - domain->origin.y,
         def->fixedTemperature ? domain->ambientTemperature + def->temperature : insulated,
         gfSolid_IsWhole(solid) ? 1.0f : 0.0f},
        {cosf(def->contactAngle * (float)(3.14159265358979 / 180.0))},
        {(float)shape.kind, 0.0f, shape.radius, 0.0f},
        {shape.a.x, shape.a.y, shape.b.x, shape.b.y},
        {cosf(shape.angle), sinf(shape.angle), 0.0f, (float)shape.pointCount},
    };
    memcpy(rows, own, sizeof own);
    for (int i = 0; i < shape.pointCount && shape.kind == GF_SHAPE_POLYGON; i++) {
        rows[6 + i / 2][2 * (i % 2)] = shape.points[i].x;
        rows[6 + i / 2][2 * (i % 2) + 1] = shape.points[i].y;
    }
}

// Uploads one block of the table: its columns from the first to the last that changed.
static bool uploadBlock(gfDevice *device, const gfSolids *o, int block)
{
    const gfSolidTextures *t = o->textures;
    int first = GF_SOLID_COLUMNS, last = -1, base = GF_SOLID_COLUMNS * block;
    for (int i = 0; i < GF_SOLID_COLUMNS; i++) {
        gfSolid *solid = gfSlots_At(&o->list, base + i);
        if (solid != NULL && solid->behind > 0) {
            solid->behind--;
            first = gfMin(first, i);
            last = i;
        }
    }
    if (last < 0) {
        return true;
    }
    int columns = last - first + 1;
    float(*rows)[4] = t->columns;
    for (int i = 0; i < columns; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, base + first + i);
        float column[GF_SOLID_ROWS][4] = {{0.0f}};
        if (solid != NULL) {
            fillColumn(solid, &t->domain, column);
        }
        for (int row = 0; row < GF_SOLID_ROWS; row++) {
            // For a polygon the third number of this row is the column that holds its corners: the solid's own.
            column[5][2] = (float)(base + first + i);
            memcpy(rows[row * columns + i], column[row], sizeof column[row]);
        }
    }
    return gfTexture_UploadPart(device, &t->tables[t->slot],
                                &(gfRegion){first, GF_SOLID_ROWS * block, columns, GF_SOLID_ROWS}, rows);
}

// Writes the changed columns to the next of the textures for the table, as the GPU may still read the present one. A
// column stays due until all these textures have it.
static bool updateTable(gfDevice *device, gfSolids *o)
{
    gfSolidTextures *t = o->textures;
    bool all = !o->drawn || t->tables[t->slot].height < GF_SOLID_ROWS * gfSolids_CountBlocks(o), any = all;
    GF_EACH(gfSolid, solid, &o->list) {
        solid->behind = all ? GF_SOLID_TABLES : solid->behind;
        any = any || !gfSolid_IsDrawn(solid);
    }
    if (!any) {
        return true;
    }
    t->slot = (t->slot + 1) % GF_SOLID_TABLES;
    bool ok = gfSolids_CreateTables(device, o, t);
    for (int i = 0; i < gfSolids_CountBlocks(o) && ok; i++) {
        ok = uploadBlock(device, o, i);
    }
    o->table = t->tables[t->slot];
    return ok;
}

// --- updates ---------------------------------------------------------------------------------------------------------

static void summarize(gfSolids *o, const gfSolidsDomain *domain)
{
    const gfVec2 from = gfSolids_GetCorner(o), corner = {domain->origin.x + from.x, domain->origin.y + from.y};
    o->moving = o->bounded = o->whole = false;
    GF_EACH(const gfSolid, solid, &o->list) {
        if (!gfSolid_Obstructs(solid)) {
            continue;
        }
        gfBounds b = gfShape_GetBounds(&solid->def.shape), *all = &o->bounds;
        b = (gfBounds){b.minX - corner.x, b.minY - corner.y, b.maxX - corner.x, b.maxY - corner.y};
        *all = o->bounded ? (gfBounds){fminf(all->minX, b.minX), fminf(all->minY, b.minY), fmaxf(all->maxX, b.maxX),
                                       fmaxf(all->maxY, b.maxY)}
                          : b;
        o->bounded = true;
        o->whole = o->whole || gfSolid_IsWhole(solid);
        o->moving = o->moving || solid->def.velocity.x != 0.0f || solid->def.velocity.y != 0.0f ||
                    solid->def.angularVelocity != 0.0f;
    }
}

static bool isSameDomain(const gfSolidsDomain *a, const gfSolidsDomain *b)
{
    return gfVec2_AreSame(a->origin, b->origin) && memcmp(a->corner, b->corner, sizeof a->corner) == 0 &&
           a->cellSize == b->cellSize && a->reach == b->reach && a->ambientTemperature == b->ambientTemperature;
}

static void markNewPlaces(gfSolids *o)
{
    if (!o->drawn) {
        gfSolidTiles_MarkAll(&o->textures->tiles);
    }
    GF_EACH(const gfSolid, solid, &o->list) {
        if (!gfSolid_IsDrawn(solid)) {
            gfSolids_Mark(o, solid);
        }
    }
}

bool gfSolids_Update(gfDevice *device, gfSolids *o, const gfSolidsDomain *domain)
{
    gfSolidTextures *t = o->textures;
    if (!o->drawn || !isSameDomain(&t->domain, domain)) {
        o->drawn = false;
        gfSolids_Change(o, GF_SOLIDS_MOVED);
    }
    o->change = o->pending;
    if (o->change == GF_SOLIDS_SAME) {
        return true;
    }
    bool shapes = o->change > GF_SOLIDS_PUSHED;
    t->domain = *domain;
    t->exactDrawn = t->exactDrawn && !shapes;
    markNewPlaces(o);
    o->drawn = updateTable(device, o) && listTiles(device, o, shapes);
    GF_TRY(o->drawn);
    if (shapes) {
        gfSolids_DrawDistance(device, o, &o->distance, 0.5f);
    }
    summarize(o, domain);
    o->pending = GF_SOLIDS_SAME;
    return true;
}

// --- distances without a reach ---------------------------------------------------------------------------------------

// Where no solid limits the distance, m; farther than any place of a domain need be.
static const float farAway = 30000.0f;

// Lists all tiles, and for each the solids that may be the nearest for some place in it, however far away.
static bool listNearest(gfDevice *device, const gfSolids *o)
{
    gfSolidTiles *tiles = &o->textures->tiles;
    int count = 0;
    gfNearSolid *near = gfSolidTiles_MakeNearRoom(device, tiles, gfMax(o->list.capacity, 1));
    gfSolidTiles_MarkAll(tiles);
    GF_EACH_WHILE(near != NULL, gfSolid, solid, &o->list) {
        solid->touched = gfSolid_IsWhole(solid);
        if (!solid->touched && gfSolid_Obstructs(solid)) {
            near[count].solid = gfSlots_GetIndex(&o->list, solid);
            near[count++].shape = gfSolid_GetShapeInCells(solid, &o->textures->domain);
        }
    }
    bool ok = near != NULL && gfSolidTiles_AddNearest(device, tiles, count);
    return gfSolidTiles_Upload(device, tiles, false) && ok;
}

const gfTexture *gfSolids_GetDistance(gfDevice *device, const gfSolids *solids, float reach)
{
    gfSolidTextures *t = solids->textures;
    int failures = device->failedPasses;
    if (reach <= t->domain.reach || solids->pending != GF_SOLIDS_SAME) {
        return &solids->distance.read;
    }
    if (!t->exactDrawn && gfSolids_MakeExact(device, solids) && listNearest(device, solids)) {
        const Canvas canvas = makeCanvas(solids, &t->exact, 0.5f, farAway);
        drawTo(device, &canvas);
        t->exactDrawn = device->failedPasses == failures;
    }
    return t->exactDrawn ? &t->exact.read : NULL;
}

const gfTexture *gfSolids_ShowDistance(gfDevice *device, const gfSolids *solids, float reach)
{
    gfFailure *failure = &solids->textures->exactFailed;
    const gfTexture *shown = gfFailure_Begin(failure, device, "the outline of solids far from them is")
                                 ? gfSolids_GetDistance(device, solids, reach)
                                 : NULL;
    return gfFailure_End(failure, device, shown != NULL) ? shown : &solids->distance.read;
}
