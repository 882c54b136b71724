#include "query/queries.h"

typedef enum Band { BAND_STANDING, BAND_FLOWING, BAND_DYE, BANDS } Band;

static const struct {
    gfQuantity quantity;
    gfField field;
    const char *name; // name of the quantity in messages; null: that of the field
} quantityFields[] = {
    {GF_QUANTITY_VELOCITY, GF_FIELD_VELOCITY, NULL},       {GF_QUANTITY_DYE, GF_FIELD_DYE, NULL},
    {GF_QUANTITY_TEMPERATURE, GF_FIELD_TEMPERATURE, NULL}, {GF_QUANTITY_PRESSURE, GF_FIELD_PRESSURE, NULL},
    {GF_QUANTITY_MASS, GF_FIELD_MASS, "liquid"},           {GF_QUANTITY_SURFACE, GF_FIELD_MASS, "liquid's surface"},
};

// Views of the fields that a request reads, and how the solver stores some of them.
typedef struct RequestedFields {
    uint32_t quantities;
    bool faces; // the solver has velocities on the faces of cells, not at their centres
    bool level; // the solver has the surface's height as a field; otherwise it is found in a column of cells
    gfFieldView velocity, dye, temperature, pressure, mass, height;
} RequestedFields;

static bool isRequested(const gfQuery *q, uint32_t quantities)
{
    return (q->def.quantities & quantities) != 0;
}

bool gfQuery_CheckSolver(const gfQueryDef *def, const gfBody *body, const gfSolver *solver, const void *state,
                         const char *caller)
{
    const gfCore *core = &body->device->core;
    for (int i = 0; i < GF_COUNT(quantityFields); i++) {
        int field = (int)quantityFields[i].field;
        const char *name = quantityFields[i].name != NULL ? quantityFields[i].name : gfField_GetName(field);
        GF_REQUIRE(core, (def->quantities & quantityFields[i].quantity) == 0 || solver->hasField(body, state, field),
                   UNSUPPORTED, "%s: solver '%s' has no %s", caller, solver->name, name);
    }
    GF_REQUIRE(core, def->maxSolids == 0 || solver->solids.drawLoads != NULL, UNSUPPORTED,
               "%s: solver '%s' knows no forces on solids", caller, solver->name);
    GF_REQUIRE(core, !def->sides || solver->solids.drawSideLoads != NULL, UNSUPPORTED,
               "%s: solver '%s' can't tell what sides of the domain bear", caller, solver->name);
    GF_REQUIRE(core, def->maxRays == 0 || solver->hasField(body, state, GF_FIELD_MASS), UNSUPPORTED,
               "%s: solver '%s' has no liquid whose surface rays could meet", caller, solver->name);
    GF_REQUIRE(core, def->maxShapes == 0 || solver->countInside != NULL, UNSUPPORTED,
               "%s: solver '%s' has no particles to count in shapes", caller, solver->name);
    GF_REQUIRE(core, def->maxGroups == 0 || (solver->drawTouches != NULL && solver->particles->hasGroups(state)),
               UNSUPPORTED, "%s: maxGroups needs a fluid with GF_SOLVER_PARTICLES and particles.groups above 0",
               caller);
    GF_REQUIRE(core, def->contactReach == 0.0f || solver->solids.drawContacts != NULL, UNSUPPORTED,
               "%s: solver '%s' has no particles that could touch solids", caller, solver->name);
    return true;
}

// --- making ----------------------------------------------------------------------------------------------------------

static gfQueryLayout layOutAnswer(const gfQuery *q)
{
    gfQueryLayout l = {.bands = {-1, -1, -1}};
    const bool asked[BANDS] = {true,
                               isRequested(q, GF_QUANTITY_VELOCITY | GF_QUANTITY_TEMPERATURE | GF_QUANTITY_PRESSURE),
                               isRequested(q, GF_QUANTITY_DYE)};
    int pointRows = gfRequest_CountRows(q->def.maxPoints);
    for (int i = 0; i < BANDS; i++) {
        l.bands[i] = asked[i] ? l.rows : -1;
        l.rows += asked[i] ? pointRows : 0;
    }
    l.regions = l.rows;
    l.loads = l.regions + gfRequest_CountRows(2 * q->def.maxRegions);
    l.firstSolid = q->def.sides ? GF_SIDE_LOADS : 0;
    l.contacts = l.loads + gfRequest_CountRows(2 * (l.firstSolid + q->def.maxSolids));
    l.rays = l.contacts + (q->def.contactReach > 0.0f ? gfRequest_CountRows(2 * q->def.maxSolids) : 0);
    l.shapes = l.rays + gfRequest_CountRows(q->def.maxRays);
    l.groups = l.shapes + gfRequest_CountRows(4 * q->def.maxShapes);
    l.rows = gfMax(1, l.groups + gfRequest_CountRows(GF_GROUP_TEXELS * q->def.maxGroups));
    int regionRows = gfRequest_CountRows(GF_REGION_TEXELS * q->def.maxRegions);
    l.requestedRegions = pointRows * GF_REQUEST_WIDTH;
    l.requestedRays = (pointRows + regionRows) * GF_REQUEST_WIDTH;
    l.requestedRows = gfMax(1, pointRows + regionRows + gfRequest_CountRows(q->def.maxRays));
    return l;
}

// Deals out one block of memory to a query's lists. While `memory` is null, `used` only adds up the size it must have.
typedef struct Room {
    char *memory;
    size_t used;
} Room;

static void *takeRoom(Room *room, int count, size_t each)
{
    void *taken = room->memory != NULL ? room->memory + room->used : NULL;
    room->used += ((size_t)count * each + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    return taken;
}

static void handOut(gfQuery *q, Room *room)
{
    const gfQueryDef *d = &q->def;
    q->points = takeRoom(room, d->maxPoints, sizeof *q->points);
    q->regions = takeRoom(room, d->maxRegions, sizeof *q->regions);
    q->solids = takeRoom(room, d->maxSolids, sizeof *q->solids);
    q->rays = takeRoom(room, d->maxRays, sizeof *q->rays);
    q->shapes = takeRoom(room, d->maxShapes, sizeof *q->shapes);
    q->groups.ids = takeRoom(room, d->maxGroups, sizeof *q->groups.ids);
    q->counts.bits = takeRoom(room, gfRequest_CountRows(GF_REGION_TEXELS * d->maxShapes),
                              4 * GF_REQUEST_WIDTH * sizeof *q->counts.bits);
    q->above = takeRoom(room, d->maxRegions, sizeof *q->above);
    q->known = takeRoom(room, d->maxRegions, sizeof *q->known);
    q->bits = takeRoom(room, q->layout.requestedRows, 4 * GF_REQUEST_WIDTH * sizeof *q->bits);
    q->read = takeRoom(room, q->layout.rows, 4 * GF_REQUEST_WIDTH * sizeof *q->read);
    for (gfQueryRequest *r = q->requests; r < q->requests + GF_QUERY_RING; r++) {
        r->regions = takeRoom(room, d->maxRegions, sizeof *r->regions);
        r->solids = takeRoom(room, d->maxSolids, sizeof *r->solids);
        r->solidCentres = takeRoom(room, d->maxSolids, sizeof *r->solidCentres);
        r->rays = takeRoom(room, d->maxRays, sizeof *r->rays);
        r->shapeCentres = takeRoom(room, d->maxShapes, sizeof *r->shapeCentres);
        r->groups = takeRoom(room, d->maxGroups, sizeof *r->groups);
    }
    for (gfAnswerSet *set = q->sets; set < q->sets + 2; set++) {
        set->points = takeRoom(room, d->maxPoints, sizeof *set->points);
        set->regions = takeRoom(room, d->maxRegions, sizeof *set->regions);
        set->solids = takeRoom(room, d->maxSolids, sizeof *set->solids);
        set->rays = takeRoom(room, d->maxRays, sizeof *set->rays);
        set->shapes = takeRoom(room, d->maxShapes, sizeof *set->shapes);
        set->groups = takeRoom(room, d->maxGroups, sizeof *set->groups);
    }
}

static bool allocate(gfCore *core, gfQuery *q)
{
    Room room = {NULL, 0};
    handOut(q, &room);
    q->memory = gfAlloc(core, room.used);
    room = (Room){q->memory, 0};
    handOut(q, &room);
    return q->memory != NULL;
}

static bool createTextures(gfDevice *device, gfQuery *q)
{
    int regions = q->def.maxRegions, width = GF_REQUEST_WIDTH, sides = q->layout.firstSolid;
    int solids = q->def.maxSolids, touched = q->def.contactReach > 0.0f ? gfMin(solids, GF_LOADS_PER_PASS) : 0;
    GF_TRY(gfTexture_Create(device, &q->answer, GF_FORMAT_RGBA32UI, width, q->layout.rows) &&
           gfReadRing_Create(device, &q->ring, width, q->layout.rows));
    for (int i = 0; i < GF_QUERY_RING; i++) {
        GF_TRY(gfTexture_Create(device, &q->asked[i], GF_FORMAT_RGBA32UI, width, q->layout.requestedRows));
    }
    if (regions > 0) {
        GF_TRY(gfTexture_Create(device, &q->sums, GF_FORMAT_RGBA32UI, regions * GF_PARTS_X, GF_PARTS_Y) &&
               gfTexture_Create(device, &q->weights, GF_FORMAT_RGBA32UI, regions * GF_PARTS_X, GF_PARTS_Y) &&
               gfFramebuffer_Warm(device, (const gfTexture *const[]){&q->sums, &q->weights}, 2));
    }
    if (sides + solids > 0) {
        int atOnce = gfMax(sides, gfMin(solids, GF_LOADS_PER_PASS));
        GF_TRY(gfTexture_Create(device, &q->loadSums, GF_FORMAT_RGBA32UI, atOnce * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y) &&
               gfPair_Create(device, &q->loads, GF_FORMAT_RGBA32UI, sides + solids, 2));
    }
    for (int i = 0; touched > 0 && i < 2; i++) {
        GF_TRY(gfTexture_Create(device, &q->contactSums[i], GF_FORMAT_RGBA32UI, touched * GF_LOAD_PARTS_X,
                                GF_LOAD_PARTS_Y));
    }
    return true;
}

void gfQuery_Release(gfDevice *device, gfQuery *q)
{
    gfReadRing_Destroy(device, &q->ring);
    for (int i = 0; i < GF_QUERY_RING; i++) {
        gfTexture_Destroy(device, &q->asked[i]);
    }
    GF_DESTROY_TEXTURES(device, &q->answer, &q->sums, &q->weights, &q->loadSums, &q->contactSums[0],
                        &q->contactSums[1]);
    gfPair_Destroy(device, &q->loads);
    gfQuery_ReleaseCounts(device, q);
    gfQuery_ReleaseGroups(device, q);
    gfFree(&device->core, q->memory);
}

// --- points ----------------------------------------------------------------------------------------------------------

// Gets from the solver a view of each field that the query reads.
static bool getFields(const gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, RequestedFields *f)
{
    uint32_t all = q->def.quantities;
    *f = (RequestedFields){.quantities = all,
                           .faces = solver->hasField(body, state, GF_FIELD_FACE_VELOCITY),
                           .level = solver->hasField(body, state, GF_FIELD_LEVEL)};
    bool column = (all & GF_QUANTITY_SURFACE) != 0 && !f->level;
    const struct {
        bool needed;
        int field;
        gfFieldView *view;
    } rows[] = {
        {(all & GF_QUANTITY_VELOCITY) != 0, f->faces ? GF_FIELD_FACE_VELOCITY : GF_FIELD_VELOCITY, &f->velocity},
        {(all & GF_QUANTITY_DYE) != 0, GF_FIELD_DYE, &f->dye},
        {(all & GF_QUANTITY_TEMPERATURE) != 0, GF_FIELD_TEMPERATURE, &f->temperature},
        {(all & GF_QUANTITY_PRESSURE) != 0, GF_SHOWN_PRESSURE, &f->pressure},
        {(all & GF_QUANTITY_MASS) != 0 || column || q->def.maxRays > 0, GF_FIELD_MASS, &f->mass},
        {(all & GF_QUANTITY_SURFACE) != 0 && f->level, GF_FIELD_LEVEL, &f->height},
    };
    for (int i = 0; i < GF_COUNT(rows); i++) {
        GF_TRY(!rows[i].needed || solver->getField(body, state, rows[i].field, rows[i].view));
    }
    return true;
}

static GLuint getId(const gfFieldView *view)
{
    return view->texture != NULL ? view->texture->id : 0;
}

static gfShader getPointsShader(gfDevice *device, const RequestedFields *f, Band band)
{
    uint32_t all = f->quantities;
    if (band == BAND_STANDING) {
        return gfShader_Format(device, &gf_vertexCover, "query/points.frag", "STANDING;%s%s",
                               (all & GF_QUANTITY_MASS) != 0 ? "LIQUID;" : "",
                               (all & GF_QUANTITY_SURFACE) == 0 ? ""
                               : f->level                       ? "LEVEL;"
                                                                : "COLUMN;");
    }
    if (band == BAND_FLOWING) {
        return gfShader_Format(device, &gf_vertexCover, "query/points.frag", "FLOWING;%s%s%s%s",
                               (all & GF_QUANTITY_VELOCITY) != 0 ? "VELOCITY;" : "", f->faces ? "FACES;" : "",
                               (all & GF_QUANTITY_TEMPERATURE) != 0 ? "TEMPERATURE;" : "",
                               (all & GF_QUANTITY_PRESSURE) != 0 ? "PRESSURE;" : "");
    }
    return (gfShader)GF_SHADER("query/points.frag", NULL);
}

static bool drawPoints(const gfQuery *q, const gfBody *body, const RequestedFields *f, GLuint asked, int rows)
{
    const gfFluidDef *def = &body->def;
    const gfTexture *distance = gfSolids_GetDistance(body->device, &body->solids, q->solidReach);
    GF_TRY(distance != NULL);
    for (int band = 0; band < BANDS; band++) {
        int first = q->layout.bands[band];
        const gfRegion region = {0, first, GF_REQUEST_WIDTH, rows};
        GF_TRY(first < 0 ||
               gfPass_Run(body->device,
                          &(gfPass){.label = "query_points",
                                    .shader = getPointsShader(body->device, f, (Band)band),
                                    .writes = {&q->answer},
                                    .region = &region,
                                    .inputs = {GF_IN(questions, asked), GF_IN(velocity, getId(&f->velocity)),
                                               GF_IN(dye, getId(&f->dye)), GF_IN(temperature, getId(&f->temperature)),
                                               GF_IN(pressure, getId(&f->pressure)), GF_IN(mass, getId(&f->mass)),
                                               GF_IN(level, getId(&f->height)), GF_IN(distance, distance->id)},
                                    .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight),
                                                 GF_I2(wrap, gfBoundaries_Wrap(&def->boundaries, 0),
                                                       gfBoundaries_Wrap(&def->boundaries, 1)),
                                                 GF_I2(fieldSize, f->dye.width, f->dye.height),
                                                 GF_F1(unit, f->pressure.unit), GF_I1(firstRow, first)}}));
    }
    return true;
}

// Returns a place on an axis in cells, moved or clamped into the domain. *outside becomes 1 if it had to be clamped.
static float placeIn(double world, double origin, const gfBody *body, int axis, uint32_t *outside)
{
    double cells = axis == 0 ? body->def.gridWidth : body->def.gridHeight;
    double place = (world - origin) / (double)body->def.cellSize;
    if (gfBoundaries_Wrap(&body->def.boundaries, axis)) {
        place -= cells * floor(place / cells);
    } else if (!gfInRange(place, 0.0, cells)) {
        *outside = 1;
    }
    return (float)fmin(fmax(place, 0.0), cells);
}

static void packPoints(gfQuery *q, const gfBody *body)
{
    gfVec2 origin = body->def.origin;
    for (int i = 0; i < q->pointCount; i++) {
        uint32_t *texel = q->bits + (size_t)4 * (size_t)i;
        texel[2] = 0;
        const float place[2] = {placeIn((double)q->points[i].x, (double)origin.x, body, 0, &texel[2]),
                                placeIn((double)q->points[i].y, (double)origin.y, body, 1, &texel[2])};
        memcpy(texel, place, sizeof place);
    }
}

// --- regions ---------------------------------------------------------------------------------------------------------

static gfVec2 getTexelSize(const gfBody *body, const RequestedFields *f, gfQuantity quantity)
{
    float h = body->def.cellSize;
    bool dye = quantity == GF_QUANTITY_DYE;
    return (gfVec2){dye ? h * (float)body->def.gridWidth / (float)f->dye.width : h,
                    dye ? h * (float)body->def.gridHeight / (float)f->dye.height : h};
}

static const gfFieldView *getRegionField(const RequestedFields *f, gfQuantity quantity)
{
    return quantity == GF_QUANTITY_VELOCITY      ? &f->velocity
           : quantity == GF_QUANTITY_DYE         ? &f->dye
           : quantity == GF_QUANTITY_TEMPERATURE ? &f->temperature
           : quantity == GF_QUANTITY_PRESSURE    ? &f->pressure
           : quantity == GF_QUANTITY_SURFACE     ? &f->height
                                                 : &f->mass;
}

// Regions of one quantity, which are drawn by one pass: `count` of them, from `first` on in the order of quantities.
typedef struct RegionRun {
    gfQuantity quantity;
    int first, count;
    bool polygons; // some of these regions are polygons, which takes another program
} RegionRun;

static bool drawRegions(const gfQuery *q, const gfBody *body, const RequestedFields *f, GLuint asked,
                        const RegionRun *run)
{
    const gfQuantity quantity = run->quantity;
    const gfFieldView *view = getRegionField(f, quantity);
    bool dye = quantity == GF_QUANTITY_DYE;
    const gfShader shader =
        gfShader_Format(body->device, &gf_vertexCover, "query/regions.frag", "%s%s", run->polygons ? "POLYGONS;" : "",
                        quantity == GF_QUANTITY_VELOCITY   ? (f->faces ? "VELOCITY;FACES" : "VELOCITY")
                        : dye                              ? "DYE"
                        : quantity == GF_QUANTITY_PRESSURE ? "PRESSURE"
                                                           : "");
    gfVec2 size = getTexelSize(body, f, quantity);
    const gfRegion region = {run->first * GF_PARTS_X, 0, run->count * GF_PARTS_X, GF_PARTS_Y};
    return gfPass_Run(body->device, &(gfPass){.label = "query_regions",
                                              .shader = shader,
                                              .writes = {&q->sums, &q->weights},
                                              .region = &region,
                                              .inputs = {GF_IN(questions, asked), GF_IN(velocity, getId(view)),
                                                         GF_IN(pressure, getId(view)), GF_IN(source, getId(view)),
                                                         GF_IN(distance, body->solids.distance.read.id)},
                                              .uniforms = {GF_I2(cells, body->def.gridWidth, body->def.gridHeight),
                                                           GF_I2(fieldSize, dye ? f->dye.width : body->def.gridWidth,
                                                                 dye ? f->dye.height : body->def.gridHeight),
                                                           GF_F2(texelSize, size.x, size.y), GF_F1(unit, view->unit),
                                                           GF_I1(firstTexel, q->layout.requestedRegions)}});
}

static bool reduceRegions(const gfQuery *q, gfDevice *device, int count)
{
    const gfRegion region = {0, q->layout.regions, GF_REQUEST_WIDTH, gfRequest_CountRows(2 * count)};
    return gfPass_Run(device, &(gfPass){.label = "query_regions",
                                        .shader = GF_SHADER("query/reduce.frag", NULL),
                                        .writes = {&q->answer},
                                        .region = &region,
                                        .inputs = {GF_IN(partSums, q->sums.id), GF_IN(partWeights, q->weights.id)},
                                        .uniforms = {GF_I1(firstRow, q->layout.regions)}});
}

void gfRequest_PackShape(const gfShape *s, gfVec2 origin, uint32_t *texels)
{
    gfVec2 centre = gfShape_GetCentre(s), half = {0.0f, 0.0f};
    float radius = s->kind == GF_SHAPE_POLYGON ? 0.0f : s->radius;
    float c = 1.0f, n = 0.0f;
    float corners[GF_POLYGON_MAX][2] = {{0.0f}};
    bool polygon = s->kind == GF_SHAPE_POLYGON;
    if (s->kind == GF_SHAPE_RECTANGLE) {
        half = (gfVec2){s->b.x - s->radius, s->b.y - s->radius};
        c = cosf(s->angle);
        n = sinf(s->angle);
    } else if (s->kind == GF_SHAPE_CAPSULE) {
        float dx = s->b.x - s->a.x, dy = s->b.y - s->a.y, length = hypotf(dx, dy);
        half.x = 0.5f * length;
        c = length > 0.0f ? dx / length : 1.0f;
        n = length > 0.0f ? dy / length : 0.0f;
    }
    for (int i = 0; polygon && i < s->pointCount; i++) {
        corners[i][0] = s->points[i].x - origin.x;
        corners[i][1] = s->points[i].y - origin.y;
    }
    const float rows[2][4] = {{centre.x - origin.x, centre.y - origin.y, c, n},
                              {half.x, half.y, radius, polygon ? (float)s->pointCount : 0.0f}};
    memcpy(texels, rows, sizeof rows);
    memcpy(texels + 8, corners, sizeof corners);
}

static void packRegion(const gfBody *body, const RequestedFields *f, const gfQueryRegion *region, uint32_t *texels)
{
    bool dye = region->quantity == GF_QUANTITY_DYE;
    gfVec2 size = getTexelSize(body, f, region->quantity), o = body->def.origin;
    gfBounds b = gfShape_GetBounds(&region->shape);
    gfRequest_GetSpan((double)b.minX - (double)o.x, (double)b.maxX - (double)o.x, (double)size.x,
                      dye ? f->dye.width : body->def.gridWidth, &texels[0], &texels[2]);
    gfRequest_GetSpan((double)b.minY - (double)o.y, (double)b.maxY - (double)o.y, (double)size.y,
                      dye ? f->dye.height : body->def.gridHeight, &texels[1], &texels[3]);
    gfRequest_PackShape(&region->shape, o, texels + 4);
}

_Static_assert(GF_REGION_TEXELS == 3 + GF_POLYGON_MAX / 2, "a region has a box, a shape and its corners");

// Draws the partial sums of all regions, in one pass for each quantity.
static bool sumRegions(const gfQuery *q, const gfBody *body, const RequestedFields *f, GLuint asked)
{
    int first = 0;
    for (int i = 0; i < GF_COUNT(quantityFields); i++) {
        RegionRun run = {quantityFields[i].quantity, first, 0, false};
        for (int k = 0; k < q->regionCount; k++) {
            bool drawn = q->regions[k].quantity == run.quantity;
            run.count += drawn;
            run.polygons = run.polygons || (drawn && q->regions[k].shape.kind == GF_SHAPE_POLYGON);
        }
        GF_TRY(run.count == 0 || drawRegions(q, body, f, asked, &run));
        first += run.count;
    }
    return true;
}

static void packRegions(gfQuery *q, const gfBody *body, const RequestedFields *f, gfQueryRequest *request)
{
    int place = 0;
    for (int i = 0; i < GF_COUNT(quantityFields); i++) {
        for (int k = 0; k < q->regionCount; k++) {
            const gfQueryRegion *r = &q->regions[k];
            if (r->quantity == quantityFields[i].quantity) {
                size_t texel = (size_t)q->layout.requestedRegions + (size_t)place * GF_REGION_TEXELS;
                packRegion(body, f, r, q->bits + 4 * texel);
                request->regions[k] =
                    (gfRequestedRegion){r->quantity, r->watched, r->threshold, r->hysteresis, place++};
            }
        }
    }
}

// --- asking ----------------------------------------------------------------------------------------------------------

// Runs every pass of a request once, over no texels, to make programs and framebuffers before the first request.
static bool warmUp(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    RequestedFields fields;
    GLuint asked = q->asked[0].id;
    GF_TRY(getFields(q, body, solver, state, &fields) &&
           (q->def.maxPoints == 0 || drawPoints(q, body, &fields, asked, 0)));
    for (int i = 0; q->def.maxRegions > 0 && i < GF_COUNT(quantityFields); i++) {
        gfQuantity quantity = quantityFields[i].quantity;
        bool shown = isRequested(q, quantity) && (quantity != GF_QUANTITY_SURFACE || fields.level);
        GF_TRY(!shown || (drawRegions(q, body, &fields, asked, &(RegionRun){quantity, 0, 0, false}) &&
                          drawRegions(q, body, &fields, asked, &(RegionRun){quantity, 0, 0, true})));
    }
    GF_TRY((q->def.maxRegions == 0 || reduceRegions(q, body->device, 0)) &&
           (!q->def.sides || solver->solids.drawSideLoads(body, state, NULL)) &&
           ((q->def.maxSolids == 0 && !q->def.sides) ||
            (gfQuery_GatherLoads(q, body->device, 0, 0, 0.0f) && gfQuery_AnswerLoads(q, body->device))));
    // Loads come last, after all that may fail: solver->solids.drawLoads makes textures that stay with the solver.
    for (int i = 0; q->def.maxSolids > 0 && i < 4; i++) {
        const gfLoadTarget target = {.sums = &q->loadSums, .whole = i % 2 != 0, .warm = i / 2 != 0};
        GF_TRY(solver->solids.drawLoads(body, state, &target));
    }
    return (q->def.maxRays == 0 || gfQuery_DrawRays(q, body, &fields.mass, asked, 0)) &&
           gfQuery_WarmContacts(q, body, solver, state) && gfQuery_InitCounts(q, body, solver, state) &&
           gfQuery_InitGroups(q, body, solver, state);
}

bool gfQuery_Init(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    q->layout = layOutAnswer(q);
    q->restarts = q->loadsStale = q->counts.restarts = true;
    if (allocate(&body->device->core, q) && createTextures(body->device, q) && warmUp(q, body, solver, state)) {
        return true;
    }
    gfQuery_Release(body->device, q);
    return false;
}

static void copySolids(const gfQuery *q, const gfBody *body, gfQueryRequest *r)
{
    for (int i = 0; i < q->solidCount; i++) {
        const gfSolid *solid = gfSolids_Find(&body->solids, q->solids[i]);
        r->solids[i] = q->solids[i];
        r->solidCentres[i] = solid != NULL ? gfShape_GetCentre(&solid->def.shape) : (gfVec2){0.0f, 0.0f};
    }
}

bool gfQuery_RequestOf(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, uint64_t stepCount,
                       double time_s)
{
    gfDevice *device = body->device;
    int slot = (int)(q->ring.started % GF_QUERY_RING);
    gfQueryRequest *r = &q->requests[slot];
    const gfTexture *asked = &q->asked[slot];
    RequestedFields fields;
    GF_TRY(getFields(q, body, solver, state, &fields));
    packPoints(q, body);
    packRegions(q, body, &fields, r);
    gfQuery_PackRays(q, body, r);
    copySolids(q, body, r);
    if (q->groups.count > 0) {
        memcpy(r->groups, q->groups.ids, (size_t)q->groups.count * sizeof *q->groups.ids);
    }
    r->groupCount = q->groups.count;
    r->stepCount = stepCount;
    r->time_s = time_s;
    r->elapsed_s = q->restarts ? 0.0 : q->elapsed_s;
    r->origin = body->def.origin;
    r->cellSize = body->def.cellSize;
    gfVec2 dye = getTexelSize(body, &fields, isRequested(q, GF_QUANTITY_DYE) ? GF_QUANTITY_DYE : GF_QUANTITY_VELOCITY);
    r->dyeArea = dye.x * dye.y;
    r->surfaceInCells = !fields.level;
    r->pointCount = q->pointCount;
    r->regionCount = q->regionCount;
    r->solidCount = q->solidCount;
    r->rayCount = q->rayCount;
    r->shapeCount = q->shapeCount;
    for (int i = 0; i < q->shapeCount; i++) {
        r->shapeCentres[i] = gfShape_GetCentre(&q->shapes[i]);
    }
    // Partial sums are drawn before the answer's passes, so that the framebuffer changes less often.
    bool touched = q->solidCount > 0 && q->def.contactReach > 0.0f;
    GF_TRY(gfTexture_Upload(device, asked, q->bits) && sumRegions(q, body, &fields, asked->id) &&
           gfQuery_Count(q, body, solver, state, 0.0f) &&
           (!touched || gfQuery_AnswerContacts(q, body, solver, state)) &&
           gfQuery_AnswerGroups(q, body, solver, state) &&
           (q->pointCount == 0 || drawPoints(q, body, &fields, asked->id, gfRequest_CountRows(q->pointCount))) &&
           (q->regionCount == 0 || reduceRegions(q, device, q->regionCount)) &&
           ((q->solidCount == 0 && !q->def.sides) || gfQuery_AnswerLoads(q, device)) &&
           (q->rayCount == 0 || gfQuery_DrawRays(q, body, &fields.mass, asked->id, gfRequest_CountRows(q->rayCount))) &&
           (q->shapeCount == 0 || gfQuery_AnswerCounts(q, device)) && gfReadRing_Start(device, &q->ring, &q->answer));
    q->restarts = q->counts.restarts = true;
    return true;
}
