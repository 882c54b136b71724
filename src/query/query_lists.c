// A query's lists beside points and regions: loads on solids and sides, rays, particles in shapes, groups of particles.
#include "query/queries.h"

// --- loads -----------------------------------------------------------------------------------------------------------

// An answer has the loads of the last step on solids and on the domain's sides, and their sums over time.

// Packs the cells around a solid's surface into `box` (corner and size; empty if it was removed). `place`: column in
// the table of solids, centre in cells, 1 if made from an image. *warm becomes true if it has its own temperature.
static void packSolid(const gfBody *body, gfSolidId id, int32_t box[4], float place[4], bool *warm)
{
    const gfSolid *solid = gfSolids_Find(&body->solids, id);
    memset(box, 0, 4 * sizeof box[0]);
    memset(place, 0, 4 * sizeof place[0]);
    if (solid == NULL) {
        return;
    }
    const gfShape *shape = &solid->def.shape;
    double h = (double)body->def.cellSize, x = (double)body->def.origin.x, y = (double)body->def.origin.y;
    gfBounds b = gfShape_GetBounds(shape);
    gfVec2 centre = gfShape_GetCentre(shape);
    uint32_t span[4];
    gfRequest_GetSpan((double)b.minX - x - h, (double)b.maxX - x + h, h, body->def.gridWidth, &span[0], &span[2]);
    gfRequest_GetSpan((double)b.minY - y - h, (double)b.maxY - y + h, h, body->def.gridHeight, &span[1], &span[3]);
    for (int i = 0; i < 4; i++) {
        box[i] = (int32_t)span[i];
    }
    place[0] = (float)id.index; // column of the solid in the table of solids
    place[1] = (float)(((double)centre.x - x) / h);
    place[2] = (float)(((double)centre.y - y) / h);
    place[3] = gfSolid_IsWhole(solid) ? 1.0f : 0.0f;
    *warm = *warm || solid->def.fixedTemperature;
}

// Adds up the partial sums of `count` columns of loads from `first` on, and adds the result to the sums over time.
bool gfQuery_GatherLoads(const gfQuery *q, gfDevice *device, int first, int count, float dt)
{
    const gfRegion region = {first, 0, count, 2};
    return gfPass_Run(device, &(gfPass){.label = "loads",
                                        .shader = GF_SHADER("query/loads.frag", NULL),
                                        .writes = {&q->loads.write},
                                        .region = &region,
                                        .inputs = {GF_IN(partSums, q->loadSums.id), GF_IN(loads, q->loads.read.id)},
                                        .uniforms = {GF_I1(firstTexel, first), GF_F1(kept, q->restarts ? 0.0f : 1.0f),
                                                     GF_F1(elapsed, dt)}});
}

static bool addSolidLoads(const gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    int32_t boxes[GF_LOADS_PER_PASS][4];
    float places[GF_LOADS_PER_PASS][4];
    memset(boxes, 0, sizeof boxes);
    memset(places, 0, sizeof places);
    if (body->solids.count == 0 && q->solidCount > 0) {
        gfTexture_Clear(body->device, &q->loadSums, (const float[4]){0.0f});
    }
    for (int first = 0; first < q->solidCount; first += GF_LOADS_PER_PASS) {
        int count = gfMin(GF_LOADS_PER_PASS, q->solidCount - first);
        bool whole = false, warm = false;
        for (int i = 0; i < count; i++) {
            packSolid(body, q->solids[first + i], boxes[i], places[i], &warm);
            whole = whole || places[i][3] > 0.5f;
        }
        const gfLoadTarget target = {&q->loadSums, (const int32_t(*)[4])boxes, (const float(*)[4])places, count, whole,
                                     warm};
        GF_TRY((body->solids.count == 0 || solver->solids.drawLoads(body, state, &target)) &&
               gfQuery_GatherLoads(q, body->device, q->layout.firstSolid + first, count, dt));
    }
    return true;
}

bool gfQuery_AddLoads(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    if (q->solidCount == 0 && q->shapeCount == 0 && !q->def.sides) {
        return true;
    }
    GF_TRY((!q->def.sides || (solver->solids.drawSideLoads(body, state, &q->loadSums) &&
                              gfQuery_GatherLoads(q, body->device, 0, GF_SIDE_LOADS, dt))) &&
           addSolidLoads(q, body, solver, state, dt) && gfQuery_Count(q, body, solver, state, dt));
    gfPair_Swap(&q->loads);
    q->elapsed_s = (q->restarts ? 0.0 : q->elapsed_s) + (double)dt;
    q->restarts = q->loadsStale = false;
    return true;
}

bool gfQuery_AnswerLoads(const gfQuery *q, gfDevice *device)
{
    const gfRegion region = {0, q->layout.loads, GF_REQUEST_WIDTH,
                             gfRequest_CountRows(2 * (q->layout.firstSolid + q->solidCount))};
    if (q->loadsStale) {
        gfTexture_Clear(device, &q->loads.read, (const float[4]){0.0f});
    }
    return gfPass_Run(
        device, &(gfPass){.label = "query_solids",
                          .shader = GF_SHADER("query/solids.frag", NULL),
                          .writes = {&q->answer},
                          .region = &region,
                          .inputs = {GF_IN(loads, q->loads.read.id)},
                          .uniforms = {GF_I1(firstRow, q->layout.loads), GF_F1(kept, q->restarts ? 0.0f : 1.0f)}});
}

_Static_assert(GF_REQUEST_WIDTH % (2 * GF_LOADS_PER_PASS) == 0, "the solids of a pass are answered in one row");

static bool gatherContacts(const gfQuery *q, gfDevice *device, int first, int count)
{
    int column = 2 * first % GF_REQUEST_WIDTH;
    const gfRegion region = {column, q->layout.contacts + 2 * first / GF_REQUEST_WIDTH, 2 * count, 1};
    return gfPass_Run(device,
                      &(gfPass){.label = "query_contacts",
                                .shader = GF_SHADER("query/contacts.frag", NULL),
                                .writes = {&q->answer},
                                .region = &region,
                                .inputs = {GF_IN(parts0, q->contactSums[0].id), GF_IN(parts1, q->contactSums[1].id)},
                                .uniforms = {GF_I1(firstTexel, column)}});
}

bool gfQuery_AnswerContacts(const gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    int32_t boxes[GF_LOADS_PER_PASS][4];
    float places[GF_LOADS_PER_PASS][4];
    bool warm = false, some = body->solids.count > 0;
    memset(boxes, 0, sizeof boxes);
    memset(places, 0, sizeof places);
    for (int i = 0; !some && i < 2; i++) {
        gfTexture_Clear(body->device, &q->contactSums[i], (const float[4]){0.0f});
    }
    for (int first = 0; first < q->solidCount; first += GF_LOADS_PER_PASS) {
        int count = gfMin(GF_LOADS_PER_PASS, q->solidCount - first);
        for (int i = 0; i < count; i++) {
            packSolid(body, q->solids[first + i], boxes[i], places[i], &warm);
        }
        const gfContactTarget target = {{&q->contactSums[0], &q->contactSums[1]},
                                        (const int32_t(*)[4])boxes,
                                        (const float(*)[4])places,
                                        count,
                                        q->def.contactReach};
        GF_TRY((!some || solver->solids.drawContacts(body, state, &target)) &&
               gatherContacts(q, body->device, first, count));
    }
    return true;
}

bool gfQuery_WarmContacts(const gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    const gfContactTarget target = {.sums = {&q->contactSums[0], &q->contactSums[1]}};
    return q->def.maxSolids == 0 || q->def.contactReach == 0.0f ||
           (solver->solids.drawContacts(body, state, &target) && gatherContacts(q, body->device, 0, 0));
}

// --- rays ------------------------------------------------------------------------------------------------------------

// Rays find the first surface of liquid. They are clipped to the domain here; the shader follows them through cells.

// In water over ground a ray meets liquid where the depth is at least this many cells.
#define WET_DEPTH 0.01f
// In other fluids a ray meets liquid where the mass of a cell is at least this; 1 is a full cell.
#define WET_MASS 0.5f

static void setNormal(const gfBody *body, gfVec2 *normal, int axis, double way)
{
    float towards = way > 0.0 ? 1.0f : -1.0f;
    *normal = (gfVec2){axis == 0 ? towards : 0.0f, axis == 1 ? towards : 0.0f};
    if (axis < 0 || gfBoundaries_Wrap(&body->def.boundaries, axis)) {
        *normal = (gfVec2){0.0f, 0.0f};
    }
}

// Clips a ray to the domain, and writes both ends to `ends`, cells.
static void packRay(const gfBody *body, gfRequestedRay *r, float ends[4])
{
    const double h = (double)body->def.cellSize;
    const double origin[2] = {(double)body->def.origin.x, (double)body->def.origin.y};
    const double size[2] = {body->def.gridWidth, body->def.gridHeight};
    const double from[2] = {((double)r->ray.start.x - origin[0]) / h, ((double)r->ray.start.y - origin[1]) / h};
    const double way[2] = {((double)r->ray.end.x - (double)r->ray.start.x) / h,
                           ((double)r->ray.end.y - (double)r->ray.start.y) / h};
    double enters = 0.0, leaves = 1.0;
    int entryAxis = -1, exitAxis = -1;
    bool beside = false;
    for (int axis = 0; axis < 2; axis++) {
        if (way[axis] == 0.0) {
            beside = beside || !gfInRange(from[axis], 0.0, size[axis]);
            continue;
        }
        double in = (way[axis] > 0.0 ? -from[axis] : size[axis] - from[axis]) / way[axis];
        double out = (way[axis] > 0.0 ? size[axis] - from[axis] : -from[axis]) / way[axis];
        entryAxis = in > enters ? axis : entryAxis;
        exitAxis = out < leaves ? axis : exitAxis;
        enters = fmax(enters, in);
        leaves = fmin(leaves, out);
    }
    r->missed = beside || enters > leaves;
    r->enters = (float)enters;
    r->leaves = (float)leaves;
    setNormal(body, &r->entryNormal, entryAxis, entryAxis >= 0 ? -way[entryAxis] : 0.0);
    setNormal(body, &r->exitNormal, exitAxis, exitAxis >= 0 ? way[exitAxis] : 0.0);
    for (int i = 0; i < 4; i++) {
        double place = from[i % 2] + (i < 2 ? enters : leaves) * way[i % 2];
        ends[i] = r->missed ? 0.0f : (float)fmin(fmax(place, 0.0), size[i % 2]);
    }
}

void gfQuery_PackRays(gfQuery *q, const gfBody *body, gfQueryRequest *request)
{
    for (int i = 0; i < q->rayCount; i++) {
        float ends[4];
        request->rays[i] = (gfRequestedRay){.ray = q->rays[i]};
        packRay(body, &request->rays[i], ends);
        memcpy(q->bits + 4 * ((size_t)q->layout.requestedRays + (size_t)i), ends, sizeof ends);
    }
}

bool gfQuery_DrawRays(const gfQuery *q, const gfBody *body, const gfFieldView *mass, GLuint asked, int rows)
{
    const gfFluidDef *def = &body->def;
    const gfRegion region = {0, q->layout.rays, GF_REQUEST_WIDTH, rows};
    float wet = def->solver == GF_SOLVER_SHALLOW ? WET_DEPTH * def->cellSize : WET_MASS;
    return gfPass_Run(body->device, &(gfPass){.label = "query_rays",
                                              .shader = GF_SHADER("query/rays.frag", NULL),
                                              .writes = {&q->answer},
                                              .region = &region,
                                              .inputs = {GF_IN(questions, asked), GF_IN(mass, mass->texture->id)},
                                              .uniforms = {GF_I2(cells, def->gridWidth, def->gridHeight),
                                                           GF_I2(wrap, gfBoundaries_Wrap(&def->boundaries, 0),
                                                                 gfBoundaries_Wrap(&def->boundaries, 1)),
                                                           GF_F1(wet, wet), GF_I1(firstTexel, q->layout.requestedRays),
                                                           GF_I1(firstRow, q->layout.rays)}});
}

// --- particles in shapes ---------------------------------------------------------------------------------------------

// Particles in shapes are counted after each step and at each request. Entries and exits are changes between counts.

// A shape has this many rows in gfQueryCounts.totals, and as many texels in an answer.
#define COUNT_ROWS 4

// Makes two textures anew if the number of particles, which sizes them, has changed, as by a snapshot: a texel for each
// particle, and `each` texels for each of those that there can be (0: as many as in the first one). *anew: it did.
static bool fitParticles(const gfBody *body, const gfParticleView *view, gfTexture *first, gfTexture *second, int each,
                         bool *anew)
{
    gfDevice *device = body->device;
    int width = view->place->width, height = view->place->height;
    *anew = second->id == 0 || first->width != width || first->height != height;
    if (!*anew) {
        return true;
    }
    int rows = gfMin((each * view->capacity + width - 1) / width, device->gl.maxTextureSize);
    gfTexture_Destroy(device, first);
    gfTexture_Destroy(device, second);
    return gfTexture_Create(device, first, GF_FORMAT_RGBA32UI, width, height) &&
           gfTexture_Create(device, second, GF_FORMAT_RGBA32UI, width, each > 0 ? rows : height);
}

// Packs the shapes anew if the host changed them or the domain's corner moved.
static bool packShapes(gfQuery *q, const gfBody *body)
{
    gfQueryCounts *c = &q->counts;
    gfVec2 o = body->def.origin;
    if (!c->stale && c->origin.x == o.x && c->origin.y == o.y) {
        return true;
    }
    for (int i = 0; i < q->shapeCount; i++) {
        uint32_t *texels = c->bits + (size_t)4 * GF_REGION_TEXELS * (size_t)i;
        gfBounds b = gfShape_GetBounds(&q->shapes[i]);
        const float box[4] = {b.minX - o.x, b.minY - o.y, b.maxX - o.x, b.maxY - o.y};
        memcpy(texels, box, sizeof box);
        gfRequest_PackShape(&q->shapes[i], o, texels + 4);
    }
    c->origin = o;
    c->stale = false;
    return gfTexture_Upload(body->device, &c->asked, c->bits);
}

// Adds up the partial sums of all shapes, and adds entries and exits to their sums since the last answer.
static bool gatherCounts(const gfQuery *q, gfDevice *device, const gfTexture *count)
{
    const gfQueryCounts *c = &q->counts;
    const gfRegion region = {0, 0, q->shapeCount, COUNT_ROWS};
    return gfPass_Run(device, &(gfPass){.label = "query_counts",
                                        .shader = GF_SHADER("query/counts.frag", NULL),
                                        .writes = {&c->totals.write},
                                        .region = &region,
                                        .inputs = {GF_IN(parts0, c->sums[0].id), GF_IN(parts1, c->sums[1].id),
                                                   GF_IN(parts2, c->sums[2].id), GF_IN(parts3, c->sums[3].id),
                                                   GF_IN(sums, c->totals.read.id), GF_IN(count, count->id)},
                                        .uniforms = {GF_I1(known, c->known), GF_F1(kept, c->restarts ? 0.0f : 1.0f)}});
}

static bool countShapes(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    gfQueryCounts *c = &q->counts;
    gfParticleView view;
    bool anew;
    solver->particles->view(body, state, &view);
    bool fits = fitParticles(body, &view, &c->inside, &c->memory, 2, &anew); // `memory` has twice as many ids
    c->known = anew ? 0 : c->known;
    GF_TRY(fits && packShapes(q, body));
    if (c->known == 0) {
        gfTexture_Clear(body->device, &c->memory, (const float[4]){0.0f});
    }
    const gfCountTarget target = {.shapes = &c->asked,
                                  .count = q->shapeCount,
                                  .known = c->known,
                                  .elapsed = dt,
                                  .inside = &c->inside,
                                  .memory = &c->memory,
                                  .before = &c->totals.read,
                                  .sums = {&c->sums[0], &c->sums[1], &c->sums[2], &c->sums[3]}};
    if (!solver->countInside(body, state, &target) || !gatherCounts(q, body->device, view.count)) {
        c->known = 0;
        return false;
    }
    gfPair_Swap(&c->totals);
    c->known = q->shapeCount;
    c->restarts = false;
    return true;
}

bool gfQuery_Count(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    return q->shapeCount == 0 || countShapes(q, body, solver, state, dt);
}

bool gfQuery_AnswerCounts(const gfQuery *q, gfDevice *device)
{
    const gfRegion region = {0, q->layout.shapes, GF_REQUEST_WIDTH, gfRequest_CountRows(COUNT_ROWS * q->shapeCount)};
    return gfPass_Run(device, &(gfPass){.label = "query_counts",
                                        .shader = GF_SHADER("query/shapes.frag", NULL),
                                        .writes = {&q->answer},
                                        .region = &region,
                                        .inputs = {GF_IN(sums, q->counts.totals.read.id)},
                                        .uniforms = {GF_I1(firstRow, q->layout.shapes)}});
}

void gfQuery_ForgetCounts(gfQuery *q)
{
    q->counts.known = 0;
    q->counts.restarts = true;
}

bool gfQuery_InitCounts(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQueryCounts *c = &q->counts;
    gfDevice *device = body->device;
    int shapes = q->def.maxShapes, rows = gfRequest_CountRows(GF_REGION_TEXELS * shapes);
    if (shapes == 0) {
        return true;
    }
    GF_TRY(gfTexture_Create(device, &c->asked, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, rows) &&
           gfPair_Create(device, &c->totals, GF_FORMAT_RGBA32UI, shapes, COUNT_ROWS));
    for (int i = 0; i < GF_COUNT(c->sums); i++) {
        GF_TRY(gfTexture_Create(device, &c->sums[i], GF_FORMAT_RGBA32UI, shapes * GF_LOAD_PARTS_X, GF_LOAD_PARTS_Y));
    }
    c->stale = true;
    for (int i = 0; i < 2; i++) { // twice, so that both textures of the pair `totals` have been written once
        GF_TRY(countShapes(q, body, solver, state, 0.0f) && gfQuery_AnswerCounts(q, device));
    }
    gfQuery_ForgetCounts(q);
    return true;
}

void gfQuery_ReleaseCounts(gfDevice *device, gfQuery *q)
{
    gfQueryCounts *c = &q->counts;
    GF_DESTROY_TEXTURES(device, &c->inside, &c->memory, &c->asked, &c->sums[0], &c->sums[1], &c->sums[2], &c->sums[3]);
    gfPair_Destroy(device, &c->totals);
}

// --- groups of particles ---------------------------------------------------------------------------------------------

// Draws what members of the first `count` groups touch, and sums over groups. 0: only makes programs and framebuffers.
static bool drawTouches(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, int count)
{
    int32_t listed[GF_GROUP_VECTORS][4] = {{0}};
    gfQueryGroups *g = &q->groups;
    gfParticleView view;
    bool anew;
    solver->particles->view(body, state, &view);
    for (int i = 0; i < count; i++) {
        int number = solver->particles->findGroup(body, state, GF_TO_HANDLE(g->ids[i]), NULL);
        if (number > 0) {
            listed[(number - 1) / 4][(number - 1) % 4] = i + 1;
        }
    }
    const gfTouchTarget target = {.listed = (const int32_t(*)[4])listed,
                                  .count = count,
                                  .reach = q->def.contactReach,
                                  .touches = {&g->touches[0], &g->touches[1]},
                                  .sums = {&g->sums[0], &g->sums[1], &g->sums[2]}};
    const gfRegion region = {0, q->layout.groups, GF_REQUEST_WIDTH, gfRequest_CountRows(GF_GROUP_TEXELS * count)};
    return fitParticles(body, &view, &g->touches[0], &g->touches[1], 0, &anew) &&
           solver->drawTouches(body, state, &target) &&
           gfPass_Run(body->device,
                      &(gfPass){.label = "query_groups",
                                .shader = GF_SHADER("query/groups.frag", NULL),
                                .writes = {&q->answer},
                                .region = &region,
                                .inputs = {GF_IN(parts0, g->sums[0].id), GF_IN(parts1, g->sums[1].id),
                                           GF_IN(parts2, g->sums[2].id)},
                                .uniforms = {GF_I1(firstRow, q->layout.groups), GF_I1(groupCount, count)}});
}

bool gfQuery_AnswerGroups(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    return q->groups.count == 0 || drawTouches(q, body, solver, state, q->groups.count);
}

bool gfQuery_InitGroups(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    gfQueryGroups *g = &q->groups;
    if (q->def.maxGroups == 0) {
        return true;
    }
    for (int i = 0; i < GF_COUNT(g->sums); i++) {
        GF_TRY(gfTexture_Create(body->device, &g->sums[i], GF_FORMAT_RGBA32UI, q->def.maxGroups, GF_TOUCH_PARTS));
    }
    return drawTouches(q, body, solver, state, 0);
}

void gfQuery_ReleaseGroups(gfDevice *device, gfQuery *q)
{
    gfQueryGroups *g = &q->groups;
    GF_DESTROY_TEXTURES(device, &g->touches[0], &g->touches[1], &g->sums[0], &g->sums[1], &g->sums[2]);
}

void gfQuery_TakeGroups(const gfQuery *q, const gfQueryRequest *r, gfGroupAnswer *groups)
{
    for (int i = 0; i < r->groupCount; i++) {
        const uint32_t *counts =
            q->read + 4 * ((size_t)q->layout.groups * GF_REQUEST_WIDTH + GF_GROUP_TEXELS * (size_t)i);
        gfGroupAnswer a = {.group = r->groups[i],
                           .particles = (int32_t)counts[0],
                           .touching = (int32_t)counts[1],
                           .touchingSolids = (int32_t)counts[2],
                           .touches = counts[4]};
        if (counts[3] > 0) {
            float sums[4], share = 1.0f / (float)counts[3];
            memcpy(sums, counts + 8, sizeof sums);
            a.contactPoint = (gfVec2){r->origin.x + share * sums[0], r->origin.y + share * sums[1]};
            a.contactNormal = (gfVec2){share * sums[2], share * sums[3]};
        }
        groups[i] = a;
    }
    for (int i = r->groupCount; i < q->def.maxGroups; i++) {
        groups[i] = (gfGroupAnswer){.particles = 0};
    }
}
