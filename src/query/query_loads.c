// What solids and the sides of the domain bear: added up after each step, and answered.
#include "query/queries.h"

#include <string.h>

// Packs the cells where a solid's surface may be into `box`: none if the solid is gone.
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
    place[0] = (float)id.index; // its column in the table
    place[1] = (float)(((double)centre.x - x) / h);
    place[2] = (float)(((double)centre.y - y) / h);
    place[3] = solid->mask.id != 0 || solid->def.texture != 0 ? 1.0f : 0.0f;
    *warm = *warm || solid->def.fixedTemperature;
}

// Sums the parts of `count` columns from `first` on, and adds them to the sums over time.
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
    static const float none[4] = {0};
    int32_t boxes[GF_LOADS_PER_PASS][4];
    float places[GF_LOADS_PER_PASS][4];
    bool ok = true;
    memset(boxes, 0, sizeof boxes);
    memset(places, 0, sizeof places);
    if (body->solids.count == 0 && q->solidCount > 0) { // without solids a solver may have no textures to sum
        gfTexture_Clear(body->device, &q->loadSums, none);
    }
    for (int first = 0; ok && first < q->solidCount; first += GF_LOADS_PER_PASS) {
        int count = gfMin(GF_LOADS_PER_PASS, q->solidCount - first);
        bool whole = false, warm = false;
        for (int i = 0; i < count; i++) {
            packSolid(body, q->solids[first + i], boxes[i], places[i], &warm);
            whole = whole || places[i][3] > 0.5f;
        }
        const gfLoadTarget target = {&q->loadSums, (const int32_t(*)[4])boxes, (const float(*)[4])places, count, whole,
                                     warm};
        ok = (body->solids.count == 0 || solver->solids.drawLoads(body, state, &target)) &&
             gfQuery_GatherLoads(q, body->device, q->layout.firstSolid + first, count, dt);
    }
    return ok;
}

bool gfQuery_AddLoads(gfQuery *q, const gfBody *body, const gfSolver *solver, void *state, float dt)
{
    if (q->solidCount == 0 && q->shapeCount == 0 && !q->def.sides) {
        return true;
    }
    bool ok = !q->def.sides || (solver->solids.drawSideLoads(body, state, &q->loadSums) &&
                                gfQuery_GatherLoads(q, body->device, 0, GF_SIDE_LOADS, dt));
    ok = ok && addSolidLoads(q, body, solver, state, dt) && gfQuery_Count(q, body, solver, state, dt);
    if (ok) {
        gfPair_Swap(&q->loads);
        q->elapsed_s = (q->restarts ? 0.0 : q->elapsed_s) + (double)dt;
        q->restarts = q->loadsStale = false;
    }
    return ok;
}

bool gfQuery_AnswerLoads(const gfQuery *q, gfDevice *device)
{
    static const float none[4] = {0};
    const gfRegion region = {0, q->layout.loads, GF_REQUEST_WIDTH,
                             gfRequest_CountRows(2 * (q->layout.firstSolid + q->solidCount))};
    if (q->loadsStale) {
        gfTexture_Clear(device, &q->loads.read, none);
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
    static const float none[4] = {0};
    int32_t boxes[GF_LOADS_PER_PASS][4];
    float places[GF_LOADS_PER_PASS][4];
    bool ok = true, warm = false, some = body->solids.count > 0;
    memset(boxes, 0, sizeof boxes);
    memset(places, 0, sizeof places);
    for (int i = 0; !some && i < 2; i++) {
        gfTexture_Clear(body->device, &q->contactSums[i], none);
    }
    for (int first = 0; ok && first < q->solidCount; first += GF_LOADS_PER_PASS) {
        int count = gfMin(GF_LOADS_PER_PASS, q->solidCount - first);
        for (int i = 0; i < count; i++) {
            packSolid(body, q->solids[first + i], boxes[i], places[i], &warm);
        }
        const gfContactTarget target = {{&q->contactSums[0], &q->contactSums[1]},
                                        (const int32_t(*)[4])boxes,
                                        (const float(*)[4])places,
                                        count,
                                        q->def.contactReach};
        ok = (!some || solver->solids.drawContacts(body, state, &target)) &&
             gatherContacts(q, body->device, first, count);
    }
    return ok;
}

bool gfQuery_WarmContacts(const gfQuery *q, const gfBody *body, const gfSolver *solver, void *state)
{
    const gfContactTarget target = {.sums = {&q->contactSums[0], &q->contactSums[1]}};
    return q->def.maxSolids == 0 || q->def.contactReach == 0.0f ||
           (solver->solids.drawContacts(body, state, &target) && gatherContacts(q, body->device, 0, 0));
}
