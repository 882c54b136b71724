// Requests of rigid bodies in two dimensions, by a query of their own.
#include "ext/bodies/rigid_bodies2d.h"

#include <string.h>

// --- asking ----------------------------------------------------------------------------------------------------------

// Takes the mean push of still liquid since the last question, which begins anew.
static void takeCovered(const gfRigidBodies2D *o, gfRigidBody *b, double covered[GF_COVERED])
{
    for (int i = 0; i < GF_COVERED; i++) {
        covered[i] = o->coveredTime > 0.0 ? b->covered[i] / o->coveredTime : 0.0;
        b->covered[i] = 0.0;
    }
}

bool gfRigidBodies2D_Request(gfFluid *fluid, void *bodies, float dt)
{
    gfRigidBodies2D *o = bodies;
    const gfBody *body = &fluid->body;
    const uint64_t step = fluid->clock.info.stepCount + 1;
    const double now_s = fluid->clock.info.time_s + (double)dt;
    if (!gfQuery_AddLoads(&o->query, body, fluid->solver, fluid->state, dt)) {
        return false;
    }
    gfBodyRequest *r = gfRigidBodies_BeginRequest(&o->all, step);
    if (r == NULL) {
        return true;
    }
    for (int i = 0; i < r->count; i++) {
        gfAsked2D *asked = (gfAsked2D *)gfRigidBodies_GetAsked(&o->all, r, i);
        gfRigidBody *b = gfSlots_At(&o->all.list, asked->all.index);
        takeCovered(o, b, asked->covered);
        gfRigidBody2D_PlacePoints(b, body, asked->points);
        memcpy(o->query.points + (size_t)i * GF_BODY_POINTS, asked->points, sizeof asked->points);
    }
    o->coveredTime = 0.0;
    o->query.pointCount = r->count * GF_BODY_POINTS;
    if (!gfQuery_Request(&o->query, body, fluid->solver, fluid->state, step, now_s)) {
        return false;
    }
    gfRigidBodies_StartRequest(&o->all, r, step, (double)dt);
    return true;
}

bool gfRigidBodies2D_ListSolids(gfRigidBodies2D *o)
{
    gfSolidId solids[GF_RIGID_BODY_MAX];
    int count = 0;
    for (int i = 0; i < o->all.list.capacity && o->query.def.maxSolids > 0; i++) {
        const gfRigidBody *b = gfSlots_At(&o->all.list, i);
        if (b != NULL && !GF_IS_NULL(b->solid)) {
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
    bool ok = gfQuery_CollectOne(device, &o->query, true) == GF_READ_READY;
    const gfAnswerSet *set = &o->query.sets[1 - o->query.shown];
    r->elapsed_s = ok && set->answer.solidCount > 0 ? set->answer.elapsed_s : 0.0;
    for (int i = 0; ok && i < r->count; i++) {
        gfAsked2D *asked = (gfAsked2D *)gfRigidBodies_GetAsked(bodies, r, i);
        for (int k = 0; k < GF_BODY_POINTS; k++) {
            const gfPointAnswer *p = &set->points[i * GF_BODY_POINTS + k];
            bool finite =
                isfinite(p->velocity.x) && isfinite(p->velocity.y) && isfinite(p->liquid) && isfinite(p->surface);
            asked->spots[k] = (gfSpot2D){.inside = false};
            if (finite) {
                bool inside = !p->outside && !p->inSolid;
                asked->spots[k] = (gfSpot2D){{p->velocity.x, p->velocity.y}, p->liquid, p->surface, inside};
            }
        }
        memset(asked->loads, 0, sizeof asked->loads);
        if (r->elapsed_s > 0.0) {
            takeLoads(set, gfSlots_At(&bodies->list, asked->all.index), asked->loads);
        }
    }
    o->query.fresh = false; // the next one adds nothing to it
    return ok;
}
