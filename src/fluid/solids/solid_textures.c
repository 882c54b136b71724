#include "fluid/solids/solid_textures.h"

#include <stdlib.h>
#include <string.h>

// --- drawing ---------------------------------------------------------------------------------------------------------

// A texture of distances to draw: at cell centres or at cell corners.
typedef struct Canvas {
    const gfSolids *solids;
    gfPair *field;
    float offset[2]; // of the first texel's centre from the origin, cells
    float reach;     // m
} Canvas;

static Canvas makeCanvas(const gfSolids *o, gfPair *field, float offset, float reach)
{
    const int *corner = o->drawn->domain.corner;
    return (Canvas){o, field, {(float)corner[0] + offset, (float)corner[1] + offset}, reach};
}

// Draws the minimum of the distances so far and those of one solid made from an image.
static void drawTextured(gfDevice *device, const Canvas *canvas, const gfSolid *solid, int column)
{
    const gfSolids *o = canvas->solids;
    float h = o->drawn->domain.cellSize;
    gfPass_Run(
        device,
        &(gfPass){.label = "solids",
                  .shader = {.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER, .defines = "TEXTURED"},
                  .writes = {&canvas->field->write},
                  .list = &o->drawn->tiles.lists[GF_TILES_FRESH],
                  .tileTexels = o->drawn->tiles.size,
                  .inputs = {GF_IN(distance, canvas->field->read.id), GF_IN(solidTable, o->table.id),
                             GF_IN_LINEAR(hostTexture, solid->mask.id != 0 ? solid->mask.id : solid->def.texture)},
                  .uniforms = {GF_F2(texelSize, h, h), GF_F2(offset, canvas->offset[0], canvas->offset[1]),
                               GF_I1(column, column), GF_F1(invert, solid->def.invert ? 1.0f : 0.0f)}});
    gfPair_Swap(canvas->field);
}

static int countTouched(const gfSolids *o)
{
    int count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        count += solid != NULL && solid->touched ? 1 : 0;
    }
    return count;
}

// Draws the tiles of the list, all shapes in one pass. Each image takes one pass more, and the last pass must end in
// the texture that holds the other tiles.
static void drawTo(gfDevice *device, const Canvas *canvas)
{
    const gfSolids *o = canvas->solids;
    const gfSolidTiles *tiles = &o->drawn->tiles;
    float h = o->drawn->domain.cellSize;
    if (o->count == 0) {
        gfTexture_Clear(device, &canvas->field->read, (const float[4]){canvas->reach, -1.0f});
        return;
    }
    if (countTouched(o) % 2 == 0) {
        gfPair_Swap(canvas->field);
    }
    gfPass_Run(device,
               &(gfPass){.label = "solids",
                         .shader = {.stage = &gf_vertexListed, .file = GF_DISTANCE_SHADER, .defines = NULL},
                         .writes = {&canvas->field->write},
                         .list = &tiles->lists[GF_TILES_FRESH],
                         .tileTexels = tiles->size,
                         .inputs = {GF_IN(solidTable, o->table.id)},
                         .uniforms = {GF_F2(texelSize, h, h), GF_F2(offset, canvas->offset[0], canvas->offset[1]),
                                      GF_F1(reach, canvas->reach)}});
    gfPair_Swap(canvas->field);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL && solid->touched) {
            drawTextured(device, canvas, solid, i);
        }
    }
}

void gfSolids_DrawDistance(gfDevice *device, const gfSolids *solids, gfPair *field, float offset)
{
    const gfSolidsDomain *domain = &solids->drawn->domain;
    const Canvas canvas = makeCanvas(solids, field, offset, domain->reach * domain->cellSize);
    drawTo(device, &canvas);
}

// Lists the solids that the marked tiles are near.
static bool listTiles(gfDevice *device, const gfSolids *o)
{
    gfSolidTiles *tiles = &o->drawn->tiles;
    for (int i = 0; i < o->list.capacity; i++) {
        gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid == NULL) {
            continue;
        }
        gfShape shape = gfSolid_GetShapeInCells(solid, &o->drawn->domain);
        if (gfSolid_IsWhole(solid)) {
            solid->touched = gfSolidTiles_Touch(tiles, &shape, o->drawn->domain.reach);
        } else if (!gfSolidTiles_Add(device, tiles, i, &shape, o->drawn->domain.reach)) {
            return false;
        }
    }
    return gfSolidTiles_Upload(device, tiles);
}

const gfSolidTiles *gfSolids_GetTiles(gfDevice *device, const gfSolids *solids, uint64_t since)
{
    gfSolidsDrawn *drawn = solids->drawn;
    if (drawn->listed && (drawn->since == 0 || drawn->since == since)) {
        return &drawn->tiles;
    }
    gfSolidTiles_Clear(&drawn->tiles);
    gfSolidTiles_MarkAll(&drawn->tiles);
    drawn->since = 0;
    drawn->listed = listTiles(device, solids);
    return drawn->listed ? &drawn->tiles : NULL;
}

// --- the table -------------------------------------------------------------------------------------------------------

// Fills a solid's column of the table, as shaders/solid/table.glsl reads it.
static void fillColumn(const gfSolid *solid, const gfSolidsDomain *domain, float rows[GF_SOLID_ROWS][4])
{
    static const float insulated = (float)GF_NO_TEMPERATURE;
    const gfSolidDef *def = &solid->def;
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    gfShape shape = gfSolid_GetDrawnShape(solid, domain);
    if (shape.kind == GF_SHAPE_CIRCLE) { // a capsule of no length is the same, to the last bit
        shape.kind = GF_SHAPE_CAPSULE;
        shape.b = shape.a;
    }
    const float own[6][4] = {
        {def->velocity.x, def->velocity.y, def->angularVelocity, def->surface == GF_SURFACE_NO_SLIP ? 1.0f : 0.0f},
        {centre.x - domain->origin.x, centre.y - domain->origin.y,
         def->fixedTemperature ? domain->ambientTemperature + def->temperature : insulated,
         gfSolid_IsWhole(solid) ? 1.0f : 0.0f},
        {cosf(def->contactAngle * (float)(3.14159265358979 / 180.0)), solid->yields ? 1.0f : 0.0f},
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

// Uploads the columns of a block from the first to the last that changed since the table was drawn.
static bool uploadBlock(gfDevice *device, const gfSolids *o, int block)
{
    const gfSolidsDrawn *drawn = o->drawn;
    int first = GF_SOLID_COLUMNS, last = -1, base = GF_SOLID_COLUMNS * block;
    for (int i = 0; i < GF_SOLID_COLUMNS; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, base + i);
        if (solid != NULL && solid->listedAt > drawn->tableOf[drawn->slot]) {
            first = gfMin(first, i);
            last = i;
        }
    }
    if (last < 0) {
        return true;
    }
    int columns = last - first + 1;
    float(*rows)[4] = drawn->columns;
    for (int i = 0; i < columns; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, base + first + i);
        float column[GF_SOLID_ROWS][4] = {{0.0f}};
        if (solid != NULL) {
            fillColumn(solid, &drawn->domain, column);
        }
        for (int row = 0; row < GF_SOLID_ROWS; row++) {
            // A polygon's third number is the column where its corners are: its own.
            column[5][2] = (float)(base + first + i);
            memcpy(rows[row * columns + i], column[row], sizeof column[row]);
        }
    }
    return gfTexture_UploadPart(device, &drawn->tables[drawn->slot],
                                &(gfRegion){first, GF_SOLID_ROWS * block, columns, GF_SOLID_ROWS}, rows);
}

// Writes the changes into the next table in turn, not the last one, which the GPU may still read.
static bool updateTable(gfDevice *device, gfSolids *o, bool all)
{
    gfSolidsDrawn *drawn = o->drawn;
    bool any = drawn->tables[drawn->slot].height < GF_SOLID_ROWS * gfSolids_CountBlocks(o);
    drawn->updates++;
    for (int i = 0; i < o->list.capacity; i++) {
        gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL && (all || !solid->drawn)) {
            solid->listedAt = drawn->updates;
            any = true;
        }
    }
    if (!any) {
        return true;
    }
    drawn->slot = (drawn->slot + 1) % GF_SOLID_TABLES;
    bool ok = gfSolids_CreateTables(device, o, drawn);
    for (int i = 0; i < gfSolids_CountBlocks(o) && ok; i++) {
        ok = uploadBlock(device, o, i);
    }
    drawn->tableOf[drawn->slot] = ok ? drawn->updates : 0;
    o->table = drawn->tables[drawn->slot];
    return ok;
}

// --- updates ---------------------------------------------------------------------------------------------------------

static void summarize(gfSolids *o, const gfSolidsDomain *domain)
{
    const gfVec2 from = gfSolids_GetCorner(o), corner = {domain->origin.x + from.x, domain->origin.y + from.y};
    o->moving = o->bounded = o->whole = o->yielding = false;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid == NULL) {
            continue;
        }
        gfBounds b = gfShape_GetBounds(&solid->def.shape), *all = &o->bounds;
        b = (gfBounds){b.minX - corner.x, b.minY - corner.y, b.maxX - corner.x, b.maxY - corner.y};
        *all = o->bounded ? (gfBounds){fminf(all->minX, b.minX), fminf(all->minY, b.minY), fmaxf(all->maxX, b.maxX),
                                       fmaxf(all->maxY, b.maxY)}
                          : b;
        o->bounded = true;
        o->whole = o->whole || gfSolid_IsWhole(solid);
        o->yielding = o->yielding || solid->yields;
        o->moving = o->moving || solid->def.velocity.x != 0.0f || solid->def.velocity.y != 0.0f ||
                    solid->def.angularVelocity != 0.0f;
    }
}

static bool isSameDomain(const gfSolidsDomain *a, const gfSolidsDomain *b)
{
    return gfSolid_AreSame(a->origin, b->origin) && memcmp(a->corner, b->corner, sizeof a->corner) == 0 &&
           a->cellSize == b->cellSize && a->reach == b->reach;
}

static bool drawChanges(gfDevice *device, gfSolids *o, bool all)
{
    gfSolidsDrawn *drawn = o->drawn;
    gfSolids_BeginMarks(o);
    if (all) {
        gfSolidTiles_Clear(&drawn->tiles);
        gfSolidTiles_MarkAll(&drawn->tiles);
    }
    for (int i = 0; i < o->list.capacity && !all; i++) {
        const gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL && !solid->drawn) {
            gfSolids_Mark(o, solid, true);
        }
    }
    drawn->since = all ? 0 : o->drawnVersion;
    drawn->listed = listTiles(device, o);
    if (!drawn->listed) {
        return false;
    }
    if (all || o->shapes > o->drawnVersion) {
        gfSolidTiles_Remember(&drawn->tiles);
        gfSolids_DrawDistance(device, o, &o->distance, 0.5f);
    }
    return true;
}

bool gfSolids_Update(gfDevice *device, gfSolids *o, const gfSolidsDomain *domain)
{
    bool sameAmbient = o->drawn->domain.ambientTemperature == domain->ambientTemperature;
    bool all = o->drawnVersion == 0 || !isSameDomain(&o->drawn->domain, domain);
    if (o->drawnVersion == o->version && sameAmbient && !all) {
        return true;
    }
    o->drawn->domain = *domain;
    if (!updateTable(device, o, all || !sameAmbient) || !drawChanges(device, o, all)) {
        o->drawnVersion = 0;
        return false;
    }
    for (int i = 0; i < o->list.capacity; i++) {
        gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL) {
            solid->drawn = true;
        }
    }
    summarize(o, domain);
    o->drawnVersion = o->version;
    return true;
}

// --- distances without a reach ---------------------------------------------------------------------------------------

static const float farAway = 30000.0f; // m

static bool makeRoom(gfDevice *device, gfSolidsDrawn *drawn, int room)
{
    if (room <= drawn->room) {
        return true;
    }
    gfFree(&device->core, drawn->shapes);
    gfFree(&device->core, drawn->numbers);
    drawn->shapes = gfAlloc(&device->core, (size_t)room * sizeof *drawn->shapes);
    drawn->numbers = gfAlloc(&device->core, (size_t)room * sizeof *drawn->numbers);
    drawn->room = drawn->shapes != NULL && drawn->numbers != NULL ? room : 0;
    return drawn->room > 0;
}

// Gives each tile the solids that may be nearest to some place in it.
static bool listNearest(gfDevice *device, const gfSolids *o)
{
    gfSolidTiles *tiles = &o->drawn->tiles;
    int count = 0;
    bool ok = makeRoom(device, o->drawn, o->list.capacity);
    gfShape *shapes = o->drawn->shapes;
    int *numbers = o->drawn->numbers;
    for (int i = 0; i < o->list.capacity && ok; i++) {
        gfSolid *solid = gfSlots_At(&o->list, i);
        if (solid != NULL) {
            solid->touched = gfSolid_IsWhole(solid);
        }
        if (solid != NULL && !solid->touched) {
            shapes[count] = gfSolid_GetShapeInCells(solid, &o->drawn->domain);
            numbers[count++] = i;
        }
    }
    return ok && gfSolidTiles_AddNearest(device, tiles, numbers, shapes, count) && gfSolidTiles_Upload(device, tiles);
}

const gfTexture *gfSolids_GetDistance(gfDevice *device, const gfSolids *solids, float reach)
{
    gfSolidsDrawn *drawn = solids->drawn;
    const gfTexture *near = &solids->distance.read;
    if (reach <= drawn->domain.reach || solids->drawnVersion != solids->version) {
        return near;
    }
    if (drawn->exactOf == solids->shapes) {
        return &drawn->exact.read;
    }
    if (!gfSolids_MakeExact(device, solids)) {
        return NULL;
    }
    int failures = device->failedPasses;
    gfSolidTiles_Clear(&drawn->tiles);
    gfSolidTiles_MarkAll(&drawn->tiles);
    drawn->since = 0;
    bool ok = listNearest(device, solids);
    if (ok) {
        const Canvas canvas = makeCanvas(solids, &drawn->exact, 0.5f, farAway);
        drawTo(device, &canvas);
    }
    gfSolidTiles_Clear(&drawn->tiles); // these lists lack solids within reach
    drawn->listed = false;
    if (!ok || device->failedPasses != failures) {
        return NULL;
    }
    drawn->exactOf = solids->shapes;
    return &drawn->exact.read;
}

const gfTexture *gfSolids_ShowDistance(gfDevice *device, const gfSolids *solids, float reach)
{
    gfFailure *failure = &solids->drawn->exactFailed;
    const gfTexture *shown = NULL;
    if (gfFailure_Begin(failure, device, "the outline of solids far from them is")) {
        shown = gfSolids_GetDistance(device, solids, reach);
        gfFailure_End(failure, device, shown != NULL);
    }
    return shown != NULL ? shown : &solids->distance.read;
}
