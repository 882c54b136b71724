// Public calls of queries, and the list of queries that each fluid keeps.
#include "query/queries.h"

#include "fluid/module.h"
#include "fluid/validation.h"

#include <stdio.h>

#include "query/members.inc"

typedef struct QueryList {
    gfLink *first; // the first gfQuery, or null; others follow by their links
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
    for (gfLink *link = ((QueryList *)state)->first; link != NULL; link = link->next) {
        GF_TRY(gfQuery_AddLoads((gfQuery *)link, &fluid->body, fluid->solver, fluid->state, dt));
    }
    return true;
}

static void restartQueries(gfFluid *fluid, gfFluid *from);

// Called when a fluid is reset: forgets which particles were inside shapes, as ids of particles start from 0 again.
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

// Restarts a fluid's queries after a snapshot was loaded. They stay with `fluid`, as the host has pointers to them.
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
    GF_TRY(gfDef_Check(core, &gf_queryDefRecord, def, caller));
    // A texture has up to three bands of points, rays, and all other results below each other; an eighth of its height
    // for each kind leaves room for all.
    double most = (double)(device->gl.maxTextureSize / 8) * GF_REQUEST_WIDTH;
    const gfRange ranges[] = {{"maxPoints", def->maxPoints, 0.0, most}, {"maxRays", def->maxRays, 0.0, most}};
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller);
}

gfQuery *gfCreateQuery(gfFluid *fluid, const gfQueryDef *def)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "gfCreateQuery: fluid is null");
    gfDevice *device = fluid->body.device;
    GF_TRY(checkQueryDef(device, def) &&
           gfQuery_CheckSolver(def, &fluid->body, fluid->solver, fluid->state, "gfCreateQuery") &&
           gfDevice_Begin(device, "gfCreateQuery"));
    QueryList *list = gfFluid_GetPart(fluid, &queryPart);
    gfQuery *query = list != NULL ? gfAlloc(&device->core, sizeof *query) : NULL;
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

// Checks a host's list: reports a null query or list, and a negative or too large count. `what`: name of the entries.
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
}

// Copies a list that was checked to the query's own.
static void setList(void *own, int *ownCount, const void *list, int32_t count, size_t each)
{
    if (count > 0) {
        memcpy(own, list, (size_t)count * each);
    }
    *ownCount = count;
}

bool gfQuery_SetPoints(gfQuery *query, const gfVec2 *points, int32_t count)
{
    GF_TRY(checkList(query, points, count, query != NULL ? query->def.maxPoints : 0, __func__, "points"));
    for (int i = 0; i < count; i++) {
        GF_REQUIRE(&query->fluid->body.device->core,
                   gfInRange((double)points[i].x, -1e9, 1e9) && gfInRange((double)points[i].y, -1e9, 1e9), OUT_OF_RANGE,
                   "%s: point %d is (%g, %g); within +-1e9 m is expected", __func__, i, (double)points[i].x,
                   (double)points[i].y);
    }
    setList(query->points, &query->pointCount, points, count, sizeof *points);
    return true;
}

static bool checkQueryRegion(const gfQuery *query, const gfQueryRegion *region, const char *caller)
{
    const gfFluid *fluid = query->fluid;
    const gfCore *core = &fluid->body.device->core;
    uint32_t quantity = (uint32_t)region->quantity;
    GF_TRY(gfDef_Check(core, &gf_queryRegionRecord, region, caller));
    GF_REQUIRE(core, quantity != 0 && (quantity & (quantity - 1)) == 0 && (quantity & ~query->def.quantities) == 0,
               OUT_OF_RANGE, "%s: quantity is 0x%x; one of the query's, 0x%x, is expected", caller, (unsigned)quantity,
               (unsigned)query->def.quantities);
    GF_REQUIRE(core,
               quantity != GF_QUANTITY_SURFACE || fluid->solver->hasField(&fluid->body, fluid->state, GF_FIELD_LEVEL),
               UNSUPPORTED, "%s: solver '%s' has no %s", caller, fluid->solver->name, gfField_GetName(GF_FIELD_LEVEL));
    return gfShape_Check(core, &region->shape, false, caller);
}

bool gfQuery_SetRegions(gfQuery *query, const gfQueryRegion *regions, int32_t count)
{
    GF_TRY(checkList(query, regions, count, query != NULL ? query->def.maxRegions : 0, __func__, "regions"));
    for (int i = 0; i < count; i++) {
        GF_TRY(checkQueryRegion(query, &regions[i], __func__));
    }
    setList(query->regions, &query->regionCount, regions, count, sizeof *regions);
    return true;
}

bool gfQuery_GetStanding(const gfQuery *query, bool *above, int32_t count)
{
    GF_TRY(checkList(query, above, count, query != NULL ? query->def.maxRegions : 0, "gfQuery_GetStanding", "regions"));
    for (int i = 0; i < count; i++) {
        above[i] = query->known[i];
    }
    return true;
}

bool gfQuery_SetStanding(gfQuery *query, const bool *above, int32_t count)
{
    GF_TRY(checkList(query, above, count, query != NULL ? query->def.maxRegions : 0, "gfQuery_SetStanding", "regions"));
    gfQuery_Stand(query, above, count);
    return true;
}

bool gfQuery_SetSolids(gfQuery *query, const gfSolidId *solids, int32_t count)
{
    GF_TRY(checkList(query, solids, count, query != NULL ? query->def.maxSolids : 0, __func__, "solids"));
    const gfBody *body = &query->fluid->body;
    bool same = count == query->solidCount;
    for (int i = 0; i < count; i++) {
        same = same && GF_ID_EQUALS(solids[i], query->solids[i]);
    }
    for (int i = 0; !same && i < count; i++) {
        GF_TRY(gfSlots_Get(&body->solids.list, &body->device->core, body->number, GF_TO_HANDLE(solids[i]), __func__) !=
               NULL);
    }
    if (!same) {
        setList(query->solids, &query->solidCount, solids, count, sizeof *solids);
        query->loadsStale = query->restarts = true;
    }
    return true;
}

bool gfQuery_SetRays(gfQuery *query, const gfQueryRay *rays, int32_t count)
{
    GF_TRY(checkList(query, rays, count, query != NULL ? query->def.maxRays : 0, __func__, "rays"));
    for (int i = 0; i < count; i++) {
        const gfVec2 ends[2] = {rays[i].start, rays[i].end};
        for (int end = 0; end < 2; end++) {
            GF_REQUIRE(&query->fluid->body.device->core,
                       gfInRange((double)ends[end].x, -1e9, 1e9) && gfInRange((double)ends[end].y, -1e9, 1e9),
                       OUT_OF_RANGE, "%s: the %s of ray %d is (%g, %g); within +-1e9 m is expected", __func__,
                       end == 0 ? "start" : "end", i, (double)ends[end].x, (double)ends[end].y);
        }
    }
    setList(query->rays, &query->rayCount, rays, count, sizeof *rays);
    return true;
}

bool gfQuery_SetShapes(gfQuery *query, const gfShape *shapes, int32_t count)
{
    GF_TRY(checkList(query, shapes, count, query != NULL ? query->def.maxShapes : 0, __func__, "shapes"));
    for (int i = 0; i < count; i++) {
        char which[48];
        snprintf(which, sizeof which, "%s: shape %d", __func__, i);
        GF_TRY(gfShape_Check(&query->fluid->body.device->core, &shapes[i], false, which));
    }
    setList(query->shapes, &query->shapeCount, shapes, count, sizeof *shapes);
    // For shapes beyond the new list it is no longer known who was inside.
    query->counts.known = gfMin(query->counts.known, count);
    query->counts.stale = true;
    return true;
}

bool gfQuery_SetParticleGroups(gfQuery *query, const gfParticleGroupId *groups, int32_t count)
{
    GF_TRY(checkList(query, groups, count, query != NULL ? query->def.maxGroups : 0, __func__, "groups"));
    const gfFluid *fluid = query->fluid;
    gfQueryGroups *g = &query->groups;
    bool same = count == g->count;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < i; k++) {
            GF_REQUIRE(&fluid->body.device->core, !GF_ID_EQUALS(groups[i], groups[k]), OUT_OF_RANGE,
                       "%s: group %d is group %d; each is expected once", __func__, i, k);
        }
        same = same && GF_ID_EQUALS(groups[i], g->ids[i]);
    }
    for (int i = 0; !same && i < count; i++) {
        GF_TRY(fluid->solver->particles->findGroup(&fluid->body, fluid->state, GF_TO_HANDLE(groups[i]), __func__) != 0);
    }
    setList(g->ids, &g->count, groups, count, sizeof *groups);
    return true;
}

gfRequestStatus gfQuery_Request(gfQuery *query)
{
    GF_REQUIRE_OR(GF_REQUEST_FAILED, NULL, query != NULL, NULL_ARGUMENT, "gfQuery_Request: query is null");
    gfFluid *fluid = query->fluid;
    gfDevice *device = fluid->body.device;
    if (!gfTraps_CheckAnswers(device, query->unpolled, GF_UNTAKEN_MAX, "gfQuery_Poll", "gfQuery_Request") ||
        !gfDevice_Begin(device, "gfQuery_Request")) {
        return GF_REQUEST_FAILED;
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
}

static gfPollStatus takeAnswer(gfQuery *query, gfQueryAnswer *answer, bool waits, const char *caller)
{
    GF_REQUIRE_OR(GF_POLL_FAILED, NULL, query != NULL, NULL_ARGUMENT, "%s: query is null", caller);
    gfDevice *device = query->fluid->body.device;
    GF_REQUIRE_OR(GF_POLL_FAILED, &device->core, answer != NULL, NULL_ARGUMENT, "%s: answer is null", caller);
    if (!gfDevice_CheckContext(device, caller) || !gfQuery_Collect(device, query, waits)) {
        return GF_POLL_FAILED;
    }
    query->unpolled = 0;
    return gfQuery_HandOut(query, answer) ? GF_POLL_READY : GF_POLL_PENDING;
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

// A dry run makes requests for all quantities, so that a host's first request finds its programs made.

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
        all.maxSolids = solver->solids.drawLoads != NULL ? 1 : 0;
        all.maxRays = solver->hasField(&s->fluid->body, s->fluid->state, GF_FIELD_MASS) ? 1 : 0;
        all.maxShapes = solver->countInside != NULL ? 1 : 0;
        all.contactReach = solver->solids.drawContacts != NULL ? 1.0f : 0.0f;
        all.maxGroups = solver->drawTouches != NULL && solver->particles->hasGroups(s->fluid->state) ? 1 : 0;
        all.sides = solver->solids.drawSideLoads != NULL;
        requestQuery(s, &all);
    }
}

const gfModule gf_module_query = {.name = "query", .fluidPart = &queryPart, .dryRun = dryRunQueries};
