// Turns the texels of an answer that was read back into the structs that the host gets.
#include "query/queries.h"

// Returns the float in a channel of an answer's texel: the texel `number` from the start of a row on.
static float getValue(const gfQuery *q, int row, int number, int channel)
{
    size_t texel = (size_t)row * GF_REQUEST_WIDTH + (size_t)number;
    float value;
    memcpy(&value, &q->read[4 * texel + (size_t)channel], sizeof value);
    return value;
}

static void takePoints(const gfQuery *q, const gfQueryRequest *r, gfPointAnswer *points)
{
    const int *bands = q->layout.bands;
    bool level = (q->def.quantities & GF_QUANTITY_SURFACE) != 0;
    for (int i = 0; i < r->pointCount; i++) {
        gfPointAnswer *p = &points[i];
        memset(p, 0, sizeof *p);
        p->mass = getValue(q, bands[0], i, 0);
        p->surface = level ? getValue(q, bands[0], i, 1) : 0.0f;
        p->solid = getValue(q, bands[0], i, 2);
        p->outside = getValue(q, bands[0], i, 3) > 0.5f;
        p->inSolid = p->solid < 0.0f;
        if (level && r->surfaceInCells) {
            p->surface = r->origin.y + r->cellSize * p->surface;
        }
        if (bands[1] >= 0) {
            p->velocity = (gfVec2){getValue(q, bands[1], i, 0), getValue(q, bands[1], i, 1)};
            p->temperature = getValue(q, bands[1], i, 2);
            p->pressure = getValue(q, bands[1], i, 3);
        }
        for (int c = 0; bands[2] >= 0 && c < 4; c++) {
            p->dye[c] = getValue(q, bands[2], i, c);
        }
    }
}

static float getMeasure(const float values[4], gfQuantity quantity)
{
    return values[quantity == GF_QUANTITY_VELOCITY ? 2 : quantity == GF_QUANTITY_DYE ? 3 : 0];
}

// Updates whether a region's mean is above its threshold, and sets `rose` or `fell` in its answer if that changed. The
// mean must fall by the hysteresis below the threshold to count as below again.
static void takeCrossing(gfQuery *q, int i, const gfRequestedRegion *asked, gfRegionAnswer *region)
{
    float mean = getMeasure(region->mean, asked->quantity);
    bool before = q->above[i];
    bool above = before ? !(mean < asked->threshold - asked->hysteresis) : mean >= asked->threshold;
    q->above[i] = asked->watched && above;
    region->rose = region->rose || (asked->watched && !before && above);
    region->fell = region->fell || (asked->watched && before && !above);
}

static void takeRegions(gfQuery *q, const gfQueryRequest *r, bool tells, gfRegionAnswer *regions)
{
    for (int i = 0; i < r->regionCount; i++) {
        const gfRequestedRegion *asked = &r->regions[i];
        int first = 2 * asked->place;
        float cell = r->cellSize * r->cellSize;
        float unit = asked->quantity == GF_QUANTITY_DYE ? r->dyeArea : cell;
        float share = getValue(q, q->layout.regions, first + 1, 0);
        gfRegionAnswer *region = &regions[i];
        // If the host has not taken the answer before this one, crossings in it are still news to the host.
        bool rose = q->fresh && region->rose, fell = q->fresh && region->fell;
        memset(region, 0, sizeof *region);
        region->area = share * unit;
        region->largest = share > 0.0f ? getValue(q, q->layout.regions, first + 1, 1) : 0.0f;
        for (int c = 0; c < 4; c++) {
            float sum = getValue(q, q->layout.regions, first, c);
            region->mean[c] = share > 0.0f ? sum / share : 0.0f;
            region->total[c] = sum * unit;
        }
        region->rose = rose;
        region->fell = fell;
        if (tells) {
            takeCrossing(q, i, asked, region);
        }
        region->above = q->above[i];
    }
    for (int i = r->regionCount; i < q->def.maxRegions; i++) {
        q->above[i] = q->above[i] && !tells;
        regions[i] = (gfRegionAnswer){.area = 0.0f};
    }
}

// Returns a load from its column of the answer: of the last step or, `summed`, over the time since the last answer.
static float getLoad(const gfQuery *q, int column, bool summed, int channel)
{
    return getValue(q, q->layout.loads, 2 * column + (summed ? 1 : 0), channel);
}

// Fills in number, mean place and normal of a solid's contacts from their sums, with places in cells from its centre.
static void takeContacts(const gfQuery *q, const gfQueryRequest *r, int i, gfSolidAnswer *s)
{
    float count = q->def.contactReach > 0.0f ? getValue(q, q->layout.contacts, 2 * i, 0) : 0.0f;
    if (count > 0.0f) {
        s->contacts = (int32_t)count;
        s->contactPoint.x = r->solidCentres[i].x + r->cellSize * getValue(q, q->layout.contacts, 2 * i, 1) / count;
        s->contactPoint.y = r->solidCentres[i].y + r->cellSize * getValue(q, q->layout.contacts, 2 * i, 2) / count;
        s->contactNormal = (gfVec2){getValue(q, q->layout.contacts, 2 * i + 1, 0) / count,
                                    getValue(q, q->layout.contacts, 2 * i + 1, 1) / count};
    }
}

static void takeSolids(const gfQuery *q, const gfQueryRequest *r, gfSolidAnswer *solids)
{
    float unit = q->def.density;
    for (int i = 0; i < r->solidCount; i++) {
        int column = q->layout.firstSolid + i;
        gfSolidAnswer s = {.solid = r->solids[i]};
        if (q->fresh && GF_ID_EQUALS(solids[i].solid, s.solid)) {
            s.impulse = solids[i].impulse;
            s.angularImpulse = solids[i].angularImpulse;
            s.heatGiven = solids[i].heatGiven;
        }
        s.force = (gfVec2){unit * getLoad(q, column, false, 0), unit * getLoad(q, column, false, 1)};
        s.torque = unit * getLoad(q, column, false, 2);
        s.heat = getLoad(q, column, false, 3);
        s.impulse.x += unit * getLoad(q, column, true, 0);
        s.impulse.y += unit * getLoad(q, column, true, 1);
        s.angularImpulse += unit * getLoad(q, column, true, 2);
        s.heatGiven += getLoad(q, column, true, 3);
        takeContacts(q, r, i, &s);
        solids[i] = s;
    }
    for (int i = r->solidCount; i < q->def.maxSolids; i++) {
        solids[i] = (gfSolidAnswer){.torque = 0.0f};
    }
}

// Fills in the loads on the domain's sides. Each side has two columns: one for force and heat, one for flow.
static void takeSides(const gfQuery *q, gfSideAnswer sides[GF_SIDES])
{
    float unit = q->def.density;
    for (int i = 0; q->def.sides && i < GF_SIDES; i++) {
        gfSideAnswer before = q->fresh ? sides[i] : (gfSideAnswer){.heat = 0.0f}, *s = &sides[i];
        s->force = (gfVec2){unit * getLoad(q, 2 * i, false, 0), unit * getLoad(q, 2 * i, false, 1)};
        s->heat = getLoad(q, 2 * i, false, 2);
        s->carriedHeat = getLoad(q, 2 * i, false, 3);
        s->flow = getLoad(q, 2 * i + 1, false, 0);
        s->impulse.x = before.impulse.x + unit * getLoad(q, 2 * i, true, 0);
        s->impulse.y = before.impulse.y + unit * getLoad(q, 2 * i, true, 1);
        s->heatGiven = before.heatGiven + getLoad(q, 2 * i, true, 2);
        s->heatCarried = before.heatCarried + getLoad(q, 2 * i, true, 3);
        s->volume = before.volume + getLoad(q, 2 * i + 1, true, 0);
    }
}

static void takeRays(const gfQuery *q, const gfQueryRequest *r, gfRayAnswer *rays)
{
    for (int i = 0; i < r->rayCount; i++) {
        const gfRequestedRay *asked = &r->rays[i];
        const gfVec2 start = asked->ray.start, end = asked->ray.end;
        gfRayAnswer a = {.fraction = 1.0f, .point = end};
        float share = getValue(q, q->layout.rays, i, 0);
        bool wet = !asked->missed && getValue(q, q->layout.rays, i, 1) > 0.5f;
        bool comesIn = asked->entryNormal.x != 0.0f || asked->entryNormal.y != 0.0f;
        bool goesOut = asked->exitNormal.x != 0.0f || asked->exitNormal.y != 0.0f;
        a.inside = wet && !comesIn;
        if (wet && comesIn) { // there is liquid where the ray enters, so it hits the surface at the domain's side
            a.hit = true;
            a.fraction = asked->enters;
            a.normal = asked->entryNormal;
        } else if (!asked->missed && share >= 0.0f) {
            a.hit = true;
            a.fraction = asked->enters + share * (asked->leaves - asked->enters);
            a.normal = (gfVec2){getValue(q, q->layout.rays, i, 2), getValue(q, q->layout.rays, i, 3)};
        } else if (wet && goesOut) {
            a.hit = true;
            a.fraction = asked->leaves;
            a.normal = asked->exitNormal;
        }
        if (a.hit) {
            a.point.x = (float)((double)start.x + (double)a.fraction * ((double)end.x - (double)start.x));
            a.point.y = (float)((double)start.y + (double)a.fraction * ((double)end.y - (double)start.y));
        }
        rays[i] = a;
    }
}

// Returns one of the numbers that an answer has of a shape: each shape has four texels ("rows") of four channels.
static int32_t getCount(const gfQuery *q, int shape, int row, int channel)
{
    size_t texel = (size_t)q->layout.shapes * GF_REQUEST_WIDTH + (size_t)(4 * shape + row);
    return (int32_t)q->read[4 * texel + (size_t)channel];
}

static void takeShapes(const gfQuery *q, const gfQueryRequest *r, gfShapeAnswer *shapes)
{
    for (int i = 0; i < r->shapeCount; i++) {
        gfShapeAnswer a = {.place = r->shapeCentres[i]};
        a.particles = getCount(q, i, 3, 0);
        a.entered = getCount(q, i, 3, 1) + (q->fresh ? shapes[i].entered : 0);
        a.left = getCount(q, i, 3, 2) + (q->fresh ? shapes[i].left : 0);
        for (int k = 0; k < GF_MATERIAL_MAX; k++) {
            a.materials[k] = getCount(q, i, 1 + k / 4, k % 4);
        }
        if (a.particles > 0) {
            float share = 1.0f / (float)a.particles;
            a.place.x += share * getValue(q, q->layout.shapes, 4 * i, 0);
            a.place.y += share * getValue(q, q->layout.shapes, 4 * i, 1);
            a.velocity = (gfVec2){share * getValue(q, q->layout.shapes, 4 * i, 2),
                                  share * getValue(q, q->layout.shapes, 4 * i, 3)};
        }
        shapes[i] = a;
    }
    for (int i = r->shapeCount; i < q->def.maxShapes; i++) {
        shapes[i] = (gfShapeAnswer){.particles = 0};
    }
}

// Stores an answer that was read back in the set that the host may not read yet. `number`: of its request, from 1.
static void readAnswer(gfQuery *q, const gfQueryRequest *r, uint64_t number)
{
    gfAnswerSet *set = &q->sets[1 - q->shown];
    takePoints(q, r, set->points);
    takeRegions(q, r, number > q->knownFrom, set->regions);
    takeSolids(q, r, set->solids);
    takeSides(q, set->sides);
    takeRays(q, r, set->rays);
    takeShapes(q, r, set->shapes);
    gfQuery_TakeGroups(q, r, set->groups);
    set->answer = (gfQueryAnswer){.number = number,
                                  .stepCount = r->stepCount,
                                  .time_s = r->time_s,
                                  .elapsed_s = r->elapsed_s + (q->fresh ? set->answer.elapsed_s : 0.0),
                                  .pointCount = r->pointCount,
                                  .regionCount = r->regionCount,
                                  .solidCount = r->solidCount,
                                  .rayCount = r->rayCount,
                                  .shapeCount = r->shapeCount,
                                  .groupCount = r->groupCount,
                                  .points = set->points,
                                  .regions = set->regions,
                                  .solids = set->solids,
                                  .rays = set->rays,
                                  .shapes = set->shapes,
                                  .groups = q->def.maxGroups > 0 ? set->groups : NULL,
                                  .sides = q->def.sides ? set->sides : NULL};
    q->fresh = true;
}

gfPollStatus gfQuery_CollectOne(gfDevice *device, gfQuery *q, bool waits)
{
    uint64_t number = q->ring.taken;
    gfPollStatus status = gfReadRing_Take(device, &q->ring, waits, q->read);
    if (status == GF_POLL_READY && number >= q->keepsFrom) {
        readAnswer(q, &q->requests[number % GF_QUERY_RING], number + 1);
    }
    return status;
}

bool gfQuery_Collect(gfDevice *device, gfQuery *q, bool waits)
{
    gfPollStatus status = GF_POLL_READY;
    // With gfQueryDef.delay an answer is taken only once it is old enough, but then it is waited for.
    bool late = !waits && q->def.delay > 0;
    while (status == GF_POLL_READY) {
        bool due = !late || q->ring.started - q->ring.taken > (uint64_t)q->def.delay;
        status = due ? gfQuery_CollectOne(device, q, waits || late) : GF_POLL_PENDING;
    }
    return status == GF_POLL_PENDING;
}

bool gfQuery_HandOut(gfQuery *q, gfQueryAnswer *answer)
{
    if (!q->fresh) {
        return false;
    }
    q->shown = 1 - q->shown;
    q->fresh = false;
    for (int i = 0; i < q->def.maxRegions; i++) {
        q->known[i] = q->sets[q->shown].regions[i].above;
    }
    *answer = q->sets[q->shown].answer;
    return true;
}

void gfQuery_Restart(gfQuery *q)
{
    q->loadsStale = q->restarts = true;
    gfQuery_ForgetCounts(q);
    q->fresh = false;
    q->keepsFrom = q->ring.started;
    // The host never sees crossings in dropped answers, so regions go back to what the host knows of them.
    memcpy(q->above, q->known, (size_t)q->def.maxRegions * sizeof *q->above);
}

void gfQuery_Stand(gfQuery *q, const bool *above, int count)
{
    gfRegionAnswer *waiting = q->sets[1 - q->shown].regions;
    for (int i = 0; i < q->def.maxRegions; i++) {
        q->above[i] = q->known[i] = i < count && above[i];
        if (q->fresh) {
            waiting[i].above = q->above[i];
            waiting[i].rose = waiting[i].fell = false;
        }
    }
    q->knownFrom = q->ring.started;
}
