// The public calls of queries, and each fluid's list of queries.
#include "query/queries.h"

#include "fluid/module.h"
#include "fluid/validation.h"

#include <stdio.h>
#include <string.h>

#include "query/members.inc"

typedef struct QueryList {
    gfLink *first; // gfQuery
} QueryList;

static void destroyQueries(void *owner, void *state)
{
    QueryList *list = state;
    (void)owner;
    while (list->first != NULL) {
        gfDestroyQuery((gfQuery *)list->first);
    }
}

static bool addLoads(gfFluid *fluid, void *state, float dt)
{
    bool ok = true;
    for (gfLink *link = ((QueryList *)state)->first; ok && link != NULL; link = link->next) {
        ok = gfQuery_AddLoads((gfQuery *)link, &fluid->body, fluid->solver, fluid->state, dt);
    }
    return ok;
}

static void restartQueries(gfFluid *fluid, gfFluid *from);

// Forgets which particles were inside shapes, as a reset fluid numbers particles from 0 again.
static void forgetCounts(gfFluid *fluid, void *state)
{
    (void)fluid;
    for (gfLink *link = ((QueryList *)state)->first; link != NULL; link = link->next) {
        gfQuery_ForgetCounts((gfQuery *)link);
    }
}

static const gfFluidPart queryPart = {.part = {"queries", sizeof(QueryList), destroyQueries},
                                      .after = addLoads,
                                      .reset = forgetCounts,
                                      .load = restartQueries};

// Restarts the queries of a fluid after a snapshot was loaded. They stay with `fluid`, as the host holds them.
static void restartQueries(gfFluid *fluid, gfFluid *from)
{
    const QueryList *list = gfFluid_FindPart(fluid, &queryPart);
    (void)from;
    for (gfLink *link = list != NULL ? list->first : NULL; link != NULL; link = link->next) {
        gfQuery_Restart((gfQuery *)link);
    }
}

static bool checkQueryDef(const gfDevice *device, const gfQueryDef *def)
{
    static const char *const caller = "gfCreateQuery";
    const gfCore *core = &device->core;
    if (!gfDef_Check(core, &gf_queryDefRecord, def, caller)) {
        return false;
    }
    // A texture has up to three bands of points, rays, and all other answers above each other.
    double most = (double)(device->gl.maxTextureSize / 8) * GF_REQUEST_WIDTH;
    const gfRange ranges[] = {{"maxPoints", def->maxPoints, 0.0, most}, {"maxRays", def->maxRays, 0.0, most}};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

gfQuery *gfCreateQuery(gfFluid *fluid, const gfQueryDef *def)
{
    gfQuery *query = NULL;
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfCreateQuery: fluid is null");
    gfDevice *device = fluid->body.device;
    if (!checkQueryDef(device, def) ||
        !gfQuery_CheckSolver(def, &fluid->body, fluid->solver, fluid->state, "gfCreateQuery") ||
        !gfDevice_Begin(device, "gfCreateQuery")) {
        goto error;
    }
    QueryList *list = gfFluid_GetPart(fluid, &queryPart);
    query = list != NULL ? gfAlloc(&device->core, sizeof *query) : NULL;
    if (query != NULL) {
        query->def = *def;
        query->solidReach = INFINITY;
        if (gfFluid_UpdateSolids(fluid) && gfQuery_Init(query, &fluid->body, fluid->solver, fluid->state)) {
            query->fluid = fluid;
            gfLinks_Add(&list->first, &query->link);
        } else {
            gfFree(&device->core, query);
            query = NULL;
        }
    }
    gfDevice_End(device);
    return query;

error:
    return NULL;
}

void gfDestroyQuery(gfQuery *query)
{
    if (query == NULL) {
        return;
    }
    gfDevice *device = query->fluid->body.device;
    bool lost = gfDevice_BeginDelete(device, "gfDestroyQuery");
    QueryList *list = gfFluid_FindPart(query->fluid, &queryPart);
    gfLinks_Remove(&list->first, &query->link);
    gfQuery_Release(device, query);
    gfDevice_EndDelete(device, lost);
    gfFree(&device->core, query);
}

// Checks a list of `count` entries; reports a null query or list, and a bad count.
static bool checkList(const gfQuery *query, const void *list, int32_t count, int32_t most, const char *caller,
                      const char *what)
{
    GF_REQUIRE(NULL, query != NULL, NULL_ARGUMENT, "%s: query is null", caller);
    const gfCore *core = &query->fluid->body.device->core;
    GF_REQUIRE(core, count >= 0, OUT_OF_RANGE, "%s: count is %d; 0 or more is expected", caller, (int)count);
    GF_REQUIRE(core, list != NULL || count == 0, NULL_ARGUMENT, "%s: %s are null", caller, what);
    GF_REQUIRE(core, count <= most, TOO_MANY, "%s: %d %s; the query was made for %d", caller, (int)count, what,
               (int)most);
    return true;

error:
    return false;
}

bool gfQuery_SetPoints(gfQuery *query, const gfVec2 *points, int32_t count)
{
    static const char *const caller = "gfQuery_SetPoints";
    if (!checkList(query, points, count, query != NULL ? query->def.maxPoints : 0, caller, "points")) {
        goto error;
    }
    for (int i = 0; i < count; i++) {
        GF_REQUIRE(&query->fluid->body.device->core,
                   gfInRange((double)points[i].x, -1e9, 1e9) && gfInRange((double)points[i].y, -1e9, 1e9), OUT_OF_RANGE,
                   "%s: point %d is (%g, %g); within +-1e9 m is expected", caller, i, (double)points[i].x,
                   (double)points[i].y);
    }
    if (count > 0) {
        memcpy(query->points, points, (size_t)count * sizeof *points);
    }
    query->pointCount = count;
    return true;

error:
    return false;
}

static bool checkQueryRegion(const gfQuery *query, const gfQueryRegion *region, const char *caller)
{
    const gfFluid *fluid = query->fluid;
    const gfCore *core = &fluid->body.device->core;
    uint32_t quantity = (uint32_t)region->quantity;
    if (!gfDef_Check(core, &gf_queryRegionRecord, region, caller)) {
        goto error;
    }
    GF_REQUIRE(core, quantity != 0 && (quantity & (quantity - 1)) == 0 && (quantity & ~query->def.quantities) == 0,
               OUT_OF_RANGE, "%s: quantity is 0x%x; one of the query's, 0x%x, is expected", caller, (unsigned)quantity,
               (unsigned)query->def.quantities);
    GF_REQUIRE(core,
               quantity != GF_QUANTITY_SURFACE || fluid->solver->hasField(&fluid->body, fluid->state, GF_FIELD_LEVEL),
               UNSUPPORTED, "%s: solver '%s' has no %s", caller, fluid->solver->name, gfField_GetName(GF_FIELD_LEVEL));
    return gfShape_Check(core, &region->shape, false, caller);

error:
    return false;
}

bool gfQuery_SetRegions(gfQuery *query, const gfQueryRegion *regions, int32_t count)
{
    static const char *const caller = "gfQuery_SetRegions";
    if (!checkList(query, regions, count, query != NULL ? query->def.maxRegions : 0, caller, "regions")) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!checkQueryRegion(query, &regions[i], caller)) {
            return false;
        }
    }
    if (count > 0) {
        memcpy(query->regions, regions, (size_t)count * sizeof *regions);
    }
    query->regionCount = count;
    return true;
}

bool gfQuery_GetStanding(const gfQuery *query, bool *above, int32_t count)
{
    if (!checkList(query, above, count, query != NULL ? query->def.maxRegions : 0, "gfQuery_GetStanding", "regions")) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        above[i] = query->known[i];
    }
    return true;
}

bool gfQuery_SetStanding(gfQuery *query, const bool *above, int32_t count)
{
    if (!checkList(query, above, count, query != NULL ? query->def.maxRegions : 0, "gfQuery_SetStanding", "regions")) {
        return false;
    }
    gfQuery_Stand(query, above, count);
    return true;
}

bool gfQuery_SetSolids(gfQuery *query, const gfSolidId *solids, int32_t count)
{
    static const char *const caller = "gfQuery_SetSolids";
    if (!checkList(query, solids, count, query != NULL ? query->def.maxSolids : 0, caller, "solids")) {
        return false;
    }
    const gfBody *body = &query->fluid->body;
    bool same = count == query->solidCount;
    for (int i = 0; i < count; i++) {
        same = same && GF_ID_EQUALS(solids[i], query->solids[i]);
    }
    for (int i = 0; !same && i < count; i++) {
        if (gfSlots_Get(&body->solids.list, &body->device->core, body->number, GF_TO_HANDLE(solids[i]), caller) ==
            NULL) {
            return false;
        }
    }
    if (!same) {
        if (count > 0) {
            memcpy(query->solids, solids, (size_t)count * sizeof *solids);
        }
        query->solidCount = count;
        query->loadsStale = query->restarts = true;
    }
    return true;
}

bool gfQuery_SetRays(gfQuery *query, const gfQueryRay *rays, int32_t count)
{
    static const char *const caller = "gfQuery_SetRays";
    if (!checkList(query, rays, count, query != NULL ? query->def.maxRays : 0, caller, "rays")) {
        goto error;
    }
    for (int i = 0; i < count; i++) {
        const gfVec2 ends[2] = {rays[i].start, rays[i].end};
        for (int end = 0; end < 2; end++) {
            GF_REQUIRE(&query->fluid->body.device->core,
                       gfInRange((double)ends[end].x, -1e9, 1e9) && gfInRange((double)ends[end].y, -1e9, 1e9),
                       OUT_OF_RANGE, "%s: the %s of ray %d is (%g, %g); within +-1e9 m is expected", caller,
                       end == 0 ? "start" : "end", i, (double)ends[end].x, (double)ends[end].y);
        }
    }
    if (count > 0) {
        memcpy(query->rays, rays, (size_t)count * sizeof *rays);
    }
    query->rayCount = count;
    return true;

error:
    return false;
}

bool gfQuery_SetShapes(gfQuery *query, const gfShape *shapes, int32_t count)
{
    static const char *const caller = "gfQuery_SetShapes";
    if (!checkList(query, shapes, count, query != NULL ? query->def.maxShapes : 0, caller, "shapes")) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        char which[48];
        snprintf(which, sizeof which, "%s: shape %d", caller, i);
        if (!gfShape_Check(&query->fluid->body.device->core, &shapes[i], false, which)) {
            return false;
        }
    }
    if (count > 0) {
        memcpy(query->shapes, shapes, (size_t)count * sizeof *shapes);
    }
    query->shapeCount = count;
    query->counts.known = gfMin(query->counts.known, count); // dropped shapes forget who was inside
    query->counts.stale = true;
    return true;
}

bool gfQuery_SetParticleGroups(gfQuery *query, const gfParticleGroupId *groups, int32_t count)
{
    static const char *const caller = "gfQuery_SetParticleGroups";
    if (!checkList(query, groups, count, query != NULL ? query->def.maxGroups : 0, caller, "groups")) {
        goto error;
    }
    const gfFluid *fluid = query->fluid;
    gfQueryGroups *g = &query->groups;
    bool same = count == g->count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            GF_REQUIRE(&fluid->body.device->core, !GF_ID_EQUALS(groups[i], groups[k]), OUT_OF_RANGE,
                       "%s: group %d is group %d; each is expected once", caller, i, k);
        }
        same = same && GF_ID_EQUALS(groups[i], g->ids[i]);
    }
    for (int i = 0; !same && i < count; i++) {
        if (fluid->solver->particles->findGroup(&fluid->body, fluid->state, GF_TO_HANDLE(groups[i]), caller) == 0) {
            goto error;
        }
    }
    if (!same && count > 0) {
        memcpy(g->ids, groups, (size_t)count * sizeof *groups);
    }
    g->count = count;
    return true;

error:
    return false;
}

gfRequestStatus gfQuery_Request(gfQuery *query)
{
    GF_REQUIRE(NULL, query != NULL, NULL_ARGUMENT, "gfQuery_Request: query is null");
    gfFluid *fluid = query->fluid;
    gfDevice *device = fluid->body.device;
    if (!gfTraps_CheckAnswers(device, query->unpolled, GF_UNTAKEN_MAX, "gfQuery_Poll", "gfQuery_Request") ||
        !gfDevice_Begin(device, "gfQuery_Request")) {
        goto error;
    }
    gfRequestStatus status = GF_REQUEST_FAILED;
    if (gfQuery_Collect(device, query, false)) {
        bool full = query->ring.started - query->ring.taken == GF_QUERY_RING;
        const gfStepInfo *info = &fluid->clock.info;
        if (full) {
            status = GF_REQUEST_FULL;
        } else if (gfFluid_UpdateSolids(fluid) &&
                   gfQuery_RequestOf(query, &fluid->body, fluid->solver, fluid->state, info->stepCount, info->time_s)) {
            status = GF_REQUEST_DONE;
            query->unpolled++;
        }
    }
    gfDevice_End(device);
    return status;

error:
    return GF_REQUEST_FAILED;
}

static gfPollStatus takeAnswer(gfQuery *query, gfQueryAnswer *answer, bool waits, const char *caller)
{
    GF_REQUIRE(NULL, query != NULL, NULL_ARGUMENT, "%s: query is null", caller);
    gfDevice *device = query->fluid->body.device;
    GF_REQUIRE(&device->core, answer != NULL, NULL_ARGUMENT, "%s: answer is null", caller);
    if (!gfDevice_CheckContext(device, caller) || !gfQuery_Collect(device, query, waits)) {
        goto error;
    }
    query->unpolled = 0;
    return gfQuery_HandOut(query, answer) ? GF_POLL_READY : GF_POLL_PENDING;

error:
    return GF_POLL_FAILED;
}

gfPollStatus gfQuery_Poll(gfQuery *query, gfQueryAnswer *answer)
{
    return takeAnswer(query, answer, false, "gfQuery_Poll");
}

gfPollStatus gfQuery_WaitBlocking(gfQuery *query, gfQueryAnswer *answer)
{
    return takeAnswer(query, answer, true, "gfQuery_WaitBlocking");
}

// --- module ----------------------------------------------------------------------------------------------------------

// A dry run asks for all quantities.

static void requestQuery(const gfDryRun *s, const gfQueryDef *def)
{
    gfQuery *query = gfCreateQuery(s->fluid, def);
    if (query == NULL) {
        return;
    }
    gfQuery_SetPoints(query, &s->middle, def->maxPoints > 0 ? 1 : 0);
    for (uint32_t bit = 1; bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        for (int i = 0; i < 2; i++) {
            const gfVec2 m = s->middle, corners[3] = {m, {m.x + 0.1f * s->size, m.y}, {m.x, m.y + 0.1f * s->size}};
            gfQueryRegion region = gfDefaultQueryRegion();
            region.shape = i == 0 ? gfMakeCircle(m, 0.1f * s->size) : gfMakePolygon(corners, 3);
            region.quantity = (gfQuantity)bit;
            if ((def->quantities & bit) != 0 && def->maxRegions > 0 && gfQuery_SetRegions(query, &region, 1)) {
                gfQuery_Request(query);
            }
        }
    }
    gfDestroyQuery(query);
}

static void dryRunQueries(const gfDryRun *s, gfUse use)
{
    gfQueryDef all = gfDefaultQueryDef();
    if (use != GF_USE_QUERIES) {
        return;
    }
    all.quantities = 0;
    for (int i = 0; i < s->def->queryCount; i++) {
        requestQuery(s, &s->def->queries[i]);
    }
    for (uint32_t bit = 1; s->def->queries == NULL && bit <= GF_QUANTITY_SURFACE; bit *= 2) {
        gfQueryDef one = gfDefaultQueryDef();
        one.quantities = bit;
        gfQuery *query = gfCreateQuery(s->fluid, &one);
        all.quantities |= query != NULL ? bit : 0u;
        gfDestroyQuery(query);
        requestQuery(s, &one);
    }
    if (s->def->queries == NULL) {
        requestQuery(s, &all);
        const gfSolver *solver = s->fluid->solver;
        all.maxSolids = 1;
        all.maxRays = solver->hasField(&s->fluid->body, s->fluid->state, GF_FIELD_MASS) ? 1 : 0;
        all.maxShapes = solver->countInside != NULL ? 1 : 0;
        all.contactReach = solver->solids.drawContacts != NULL ? 1.0f : 0.0f;
        all.maxGroups = solver->drawTouches != NULL && solver->particles->hasGroups(s->fluid->state) ? 1 : 0;
        all.sides = solver->solids.drawSideLoads != NULL;
        requestQuery(s, &all);
    }
}

const gfModule gf_module_query = {.name = "query", .fluidPart = &queryPart, .dryRun = dryRunQueries};
