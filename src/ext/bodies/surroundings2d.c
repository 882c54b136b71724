// Measurements of the fluid around rigid bodies in 2D. The bodies of a fluid have a gfQuery of their own for them.
#include "ext/bodies/rigid_bodies2d.h"

// --- where to look ---------------------------------------------------------------------------------------------------

static gfVec2 toPoint(double x, double y)
{
    return (gfVec2){(float)fmin(fmax(x, -1e9), 1e9), (float)fmin(fmax(y, -1e9), 1e9)};
}

// Places points under a body seen from above: first halfway to its outline, then on it, where a body grounds first.
static void placeUnder(const gfRigidBody *b, const gfHull *hull, gfVec2 *points)
{
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        bool inner = i < GF_BODY_LEVEL_POINTS;
        double angle =
            b->angle + 6.283185307179586 * (inner ? (double)i / GF_BODY_LEVEL_POINTS
                                                  : (double)(i - GF_BODY_LEVEL_POINTS) / GF_BODY_FLOW_POINTS);
        const double way[2] = {cos(angle), sin(angle)};
        double p[2], share = inner ? 0.5 : 1.0;
        gfHull_GetSupport(hull, way, p);
        points[i] = toPoint(b->place[0] + share * (p[0] - b->place[0]), b->place[1] + share * (p[1] - b->place[1]));
    }
}

// Places a request's points for a body: beside it for the surface, and around it for the flow.
static void placePoints(const gfRigidBody *b, const gfBody *body, gfVec2 points[GF_BODY_POINTS])
{
    const gfHull hull = gfRigidBody2D_GetHull(b);
    const gfMedium medium = gfSolver_GetMedium(body);
    double low[2], high[2];
    if (medium.kind == GF_MEDIUM_ABOVE) {
        placeUnder(b, &hull, points);
        return;
    }
    // Points keep this distance from the body, as its solid disturbs the fluid near it.
    double margin = fmax(fmax(2.5 * (double)body->def.cellSize, 4.0 * medium.spacing), 0.1 * b->bound);
    gfHull_GetBounds(&hull, low, high);
    for (int i = 0; i < GF_BODY_LEVEL_POINTS; i++) {
        static const double away[GF_BODY_LEVEL_POINTS / 2] = {1.0, 2.2, 4.5};
        double off = margin * away[i / 2];
        points[i] = toPoint(i % 2 == 0 ? low[0] - off : high[0] + off, b->place[1]);
    }
    for (int i = 0; i < GF_BODY_FLOW_POINTS; i++) {
        double angle = 6.283185307179586 * i / GF_BODY_FLOW_POINTS;
        const double way[2] = {cos(angle), sin(angle)};
        double p[2];
        gfHull_GetSupport(&hull, way, p);
        points[GF_BODY_LEVEL_POINTS + i] = toPoint(p[0] + margin * way[0], p[1] + margin * way[1]);
    }
}

// --- asking ----------------------------------------------------------------------------------------------------------

bool gfRigidBodies2D_Request(gfFluid *fluid, void *bodies, float dt)
{
    gfRigidBodies2D *o = bodies;
    const gfBody *body = &fluid->body;
    const uint64_t step = fluid->clock.info.stepCount + 1;
    const double now_s = fluid->clock.info.time_s + (double)dt;
    GF_TRY(gfQuery_AddLoads(&o->query, body, fluid->solver, fluid->state, dt));
    gfBodyRequest *r = gfRigidBodies_BeginRequest(&o->all, step);
    if (r == NULL) {
        return true;
    }
    for (int i = 0; i < r->count; i++) {
        gfAsked2D *asked = (gfAsked2D *)gfRigidBodies_GetAsked(&o->all, r, i);
        gfRigidBody *b = gfSlots_At(&o->all.list, asked->all.index);
        // The mean force of still water on covered faces since the last request; the sum starts anew.
        for (int k = 0; k < GF_COVERED; k++) {
            asked->covered[k] = o->coveredTime > 0.0 ? b->covered[k] / o->coveredTime : 0.0;
            b->covered[k] = 0.0;
        }
        placePoints(b, body, asked->points);
        memcpy(o->query.points + (size_t)i * GF_BODY_POINTS, asked->points, sizeof asked->points);
    }
    o->coveredTime = 0.0;
    o->query.pointCount = r->count * GF_BODY_POINTS;
    GF_TRY(gfQuery_RequestOf(&o->query, body, fluid->solver, fluid->state, step, now_s));
    const gfMedium medium = gfSolver_GetMedium(body);
    gfRigidBodies_StartRequest(&o->all, r, step, gfRigidBodies_GetStride(&medium, (double)dt));
    return true;
}

bool gfRigidBodies2D_ListSolids(gfRigidBodies2D *o)
{
    gfSolidId solids[GF_RIGID_BODY_MAX];
    int count = 0;
    GF_EACH_WHILE(o->query.def.maxSolids > 0, const gfRigidBody, b, &o->all.list) {
        if (!GF_IS_NULL(b->solid)) {
            solids[count++] = GF_FROM_HANDLE(gfSolidId, b->solid);
        }
    }
    bool same = count == o->query.solidCount;
    for (int i = 0; same && i < count; i++) {
        same = GF_ID_EQUALS(solids[i], o->query.solids[i]);
    }
    if (!same) {
        memcpy(o->query.solids, solids, (size_t)count * sizeof *solids);
        o->query.solidCount = count;
    }
    return !same;
}

// --- answers ---------------------------------------------------------------------------------------------------------

static void takeLoads(const gfAnswerSet *set, const gfRigidBody *b, float loads[3])
{
    for (int i = 0; b != NULL && i < set->answer.solidCount; i++) {
        const gfSolidAnswer *s = &set->solids[i];
        if (GF_ID_EQUALS(s->solid, b->solid)) {
            loads[0] = s->impulse.x;
            loads[1] = s->impulse.y;
            loads[2] = s->angularImpulse;
            return;
        }
    }
}

bool gfRigidBodies2D_Collect(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *r)
{
    gfRigidBodies2D *o = (gfRigidBodies2D *)bodies;
    bool ok = gfQuery_CollectOne(device, &o->query, true) == GF_POLL_READY;
    const gfAnswerSet *set = &o->query.sets[1 - o->query.shown];
    r->elapsed_s = ok && set->answer.solidCount > 0 ? set->answer.elapsed_s : 0.0;
    for (int i = 0; ok && i < r->count; i++) {
        gfAsked2D *asked = (gfAsked2D *)gfRigidBodies_GetAsked(bodies, r, i);
        for (int k = 0; k < GF_BODY_POINTS; k++) {
            const gfPointAnswer *p = &set->points[i * GF_BODY_POINTS + k];
            bool finite =
                isfinite(p->velocity.x) && isfinite(p->velocity.y) && isfinite(p->mass) && isfinite(p->surface);
            asked->spots[k] = (gfSpot2D){.inside = false};
            if (finite) {
                bool inside = !p->outside && !p->inSolid;
                asked->spots[k] = (gfSpot2D){{p->velocity.x, p->velocity.y}, p->mass, p->surface, inside};
            }
        }
        memset(asked->loads, 0, sizeof asked->loads);
        if (r->elapsed_s > 0.0) {
            takeLoads(set, gfSlots_At(&bodies->list, asked->all.index), asked->loads);
        }
    }
    o->query.fresh = false; // else the query would add the next answer to this one
    return ok;
}

// --- what was measured -----------------------------------------------------------------------------------------------

// The level of the surface on one side of a body, and the mean x of the points where it was measured, m.
typedef struct SideLevel {
    double level, at;
} SideLevel;

// Finds the level left (`first` 0) or right (1) of a body: the mean of points that differ by at most `agree` m, else
// the lower of two or median of three: splashes are too high. `beyond`: points behind walls count. False: none counts.
static bool getSide(const gfAsked2D *asked, int first, double agree, bool beyond, SideLevel *side)
{
    const gfSpot2D *spots = asked->spots;
    double found[3], sum = 0.0, total = 0.0;
    int count = 0;
    for (int i = first; i < GF_BODY_LEVEL_POINTS && (beyond || spots[i].inside); i += 2) {
        if (spots[i].inside) {
            double value = (double)spots[i].surface;
            int k = count++;
            for (; k > 0 && found[k - 1] > value; k--) {
                found[k] = found[k - 1];
            }
            found[k] = value;
            sum += (double)asked->points[i].x;
            total += value;
        }
    }
    if (count > 0) {
        side->level = found[count - 1] - found[0] <= agree ? total / count : found[(count - 1) / 2];
        side->at = sum / count;
    }
    return count > 0;
}

static void seeLevel(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    double agree = fmax(3.0 * scene->cellSize, 0.25 * b->bound);
    const gfAsked2D *asked = (const gfAsked2D *)seen->asked;
    gfSurroundings *a = &b->around;
    SideLevel sides[2];
    bool left = getSide(asked, 0, agree, false, &sides[0]);
    bool right = getSide(asked, 1, agree, false, &sides[1]);
    if (!left && !right) { // walls are near on both sides, so points behind them count, too
        left = getSide(asked, 0, agree, true, &sides[0]);
        right = getSide(asked, 1, agree, true, &sides[1]);
    }
    a->levelKnown = left || right;
    if (left && right) {
        double slope = fmin(fmax((sides[1].level - sides[0].level) / (sides[1].at - sides[0].at), -GF_LOAD_SLOPE_MAX),
                            GF_LOAD_SLOPE_MAX);
        double middle = 0.5 * (sides[0].at + sides[1].at);
        gfLoad_Follow(&a->slope[0], slope, weight);
        gfLoad_Follow(&a->level, 0.5 * (sides[0].level + sides[1].level) + slope * (b->place[0] - middle), weight);
    } else if (left || right) {
        gfLoad_Follow(&a->slope[0], 0.0, weight);
        gfLoad_Follow(&a->level, left ? sides[0].level : sides[1].level, weight);
    }
}

// Fits planes to surface and ground under a body seen from above. Finds how much of its weight the ground bears.
static void seeGround(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    const gfSpot2D *spots = ((const gfAsked2D *)seen->asked)->spots;
    gfSurroundings *a = &b->around;
    gfPlanePoint levels[GF_BODY_POINTS], grounds[GF_BODY_POINTS];
    double surface[3], ground[3], draft = gfRigidBody2D_GetDraft(b);
    double borne = 0.0, depth = 0.0, push[2] = {0.0, 0.0}, turn = 0.0;
    bool any = false;
    (void)scene;
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        const double *arm = seen->spots[i].arm;
        double level = (double)spots[i].surface;
        levels[i] = (gfPlanePoint){arm[0], arm[1], level, (double)spots[i].liquid > 0.1 * draft};
        grounds[i] = (gfPlanePoint){arm[0], arm[1], level - (double)spots[i].liquid, true};
        any = any || levels[i].counts;
    }
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        levels[i].counts = levels[i].counts || !any;
    }
    gfPlane_Fit(levels, GF_BODY_POINTS, 1e-3, INFINITY, surface);
    gfPlane_Fit(grounds, GF_BODY_POINTS, 1e-3, INFINITY, ground);
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        // At each point the ground bears the fraction of the draft that the water lacks.
        double bears = fmin(fmax((draft - (double)spots[i].liquid) / draft, 0.0), 1.0) / GF_BODY_POINTS;
        borne += bears;
        depth += (double)spots[i].liquid / GF_BODY_POINTS;
        push[0] -= bears * ground[1];
        push[1] -= bears * ground[2];
        turn -= bears * (grounds[i].x * ground[2] - grounds[i].y * ground[1]);
    }
    gfLoad_Follow(&a->level, surface[0], weight);
    gfLoad_Follow(&a->depth, depth, weight);
    gfLoad_Follow(&a->onGround, borne, weight);
    gfLoad_Follow(&a->groundTurn, turn, weight);
    for (int axis = 0; axis < 2; axis++) {
        double slope = fmin(fmax(surface[1 + axis], -GF_LOAD_SLOPE_MAX), GF_LOAD_SLOPE_MAX);
        gfLoad_Follow(&a->slope[axis], slope, weight);
        gfLoad_Follow(&a->groundForce[axis], push[axis], weight);
    }
}

// Returns the weight of a point's velocity in means of the flow, 0 to 1. `liquid`: gfSpot2D.liquid of the point.
static double getLiquid(const gfLoadScene *scene, double liquid)
{
    if (scene->medium.kind == GF_MEDIUM_ABOVE) {
        return liquid > 1e-3 * scene->cellSize ? 1.0 : 0.0;
    }
    return scene->medium.kind == GF_MEDIUM_FULL ? 1.0 : fmin(liquid, 1.0);
}

void gfRigidBody2D_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *r, gfAsked *asked)
{
    static gfSeeSurface *const surfaces[] = {[GF_MEDIUM_LIQUID] = seeLevel, [GF_MEDIUM_ABOVE] = seeGround};
    const gfAsked2D *own = (gfAsked2D *)asked;
    const uint64_t stride = (uint64_t)gfRigidBodies_GetStride(&scene->medium, scene->dt);
    gfSpot spots[GF_BODY_POINTS];
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        const gfSpot2D *s = &own->spots[i];
        spots[i] = (gfSpot){.arm = {(double)own->points[i].x - b->place[0], (double)own->points[i].y - b->place[1]},
                            .velocity = {(double)s->velocity[0], (double)s->velocity[1]},
                            .known = s->inside,
                            .liquid = getLiquid(scene, (double)s->liquid)};
    }
    bool first = !b->around.known, bore = r->elapsed_s >= 0.5 * scene->dt * (double)stride;
    const gfSeen seen = {.asked = asked,
                         .spots = spots,
                         .first = scene->medium.kind == GF_MEDIUM_ABOVE ? 0 : GF_BODY_LEVEL_POINTS,
                         .count = GF_BODY_POINTS,
                         .elapsed = bore ? r->elapsed_s : scene->dt * (double)stride,
                         .surface = surfaces[scene->medium.kind]};
    gfRigidBody_TakeAnswer(b, scene, &seen);
    if (bore && !first) {
        gfRigidBody2D_Measure(b, scene, own, seen.elapsed);
    }
    b->around.last = asked->pose;
}
