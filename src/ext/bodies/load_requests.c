// Requests of rigid bodies: every few steps the GPU is asked for the fluid around all of them, and some steps later,
// when the answer is due, each body takes in its part.
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

// Brings the oldest answer that has not landed into host memory; waits if the GPU is that far behind. False and
// reported: it is lost.
static bool land(gfDevice *device, gfRigidBodies *o, gfBodyRequest *r)
{
    gfReadStatus status = gfQuery_CollectOne(device, &o->query, true);
    const gfPointAnswer *points = o->query.sets[1 - o->query.shown].points;
    r->head.landed = true;
    if (status != GF_READ_READY) {
        r->head.count = 0; // bodies go on with what they know
    }
    for (int i = 0; i < r->head.count * GF_BODY_POINTS; i++) {
        const gfPointAnswer *p = &points[i];
        bool finite = isfinite(p->velocity.x) && isfinite(p->velocity.y) && isfinite(p->liquid) && isfinite(p->surface);
        r->spots[i] = (gfSpot){.inside = false};
        if (finite) {
            r->spots[i] = (gfSpot){{p->velocity.x, p->velocity.y}, p->liquid, p->surface, !p->outside && !p->inSolid};
        }
    }
    const gfAnswerSet *set = &o->query.sets[1 - o->query.shown];
    r->elapsed_s = status == GF_READ_READY && set->answer.solidCount > 0 ? set->answer.elapsed_s : 0.0;
    memset(r->loads, 0, sizeof r->loads);
    for (int i = 0; i < r->head.count && r->elapsed_s > 0.0; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, r->head.ids[i].index);
        const gfSolidAnswer *s = set->solids;
        while (b != NULL && s < set->solids + set->answer.solidCount && !GF_ID_EQUALS(s->solid, b->solid)) {
            s++;
        }
        if (b != NULL && s < set->solids + set->answer.solidCount) {
            const float loads[3] = {s->impulse.x, s->impulse.y, s->angularImpulse};
            memcpy(r->loads[i], loads, sizeof loads);
        }
    }
    o->query.fresh = false; // the next one adds nothing to it
    return status == GF_READ_READY;
}

void gfRigidBodies_Land(gfDevice *device, gfRigidBodies *o)
{
    for (uint64_t i = o->ring.taken; i < o->ring.started; i++) {
        gfBodyRequest *r = &o->requests[i % GF_QUERY_RING];
        if (!r->head.landed) {
            land(device, o, r);
        }
    }
}

static void giveAnswers(gfRigidBodies *o, const gfBodyRequest *r, const gfLoadScene *scene)
{
    const uint64_t stride = (uint64_t)gfLoadRequest_GetStride(scene->dt);
    const double elapsed = scene->dt * (double)stride;
    for (int i = 0; i < r->head.count; i++) {
        gfRigidBody *b = gfLoadRequest_Find(&r->head, i, &o->list);
        if (b != NULL && r->head.step >= b->knownFrom) {
            const size_t first = (size_t)i * GF_BODY_POINTS;
            // Before it had grown for so long, less of it was felt.
            bool ripe = b->grown >= 1.0 && r->head.step >= b->grownStep + stride;
            bool bore = r->elapsed_s >= 0.5 * elapsed && ripe;
            const gfBodyAnswer answer = {.points = r->points + first,
                                         .spots = r->spots + first,
                                         .pose = &r->poses[i],
                                         .loads = bore ? r->loads[i] : NULL,
                                         .covered = r->covered[i],
                                         .elapsed = bore ? r->elapsed_s : elapsed};
            gfRigidBody_TakeAnswer(b, scene, &answer);
        }
    }
}

// Gives bodies that are hemmed in by others the level that the nearest body sees.
static void borrowLevels(gfRigidBodies *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        double nearest = INFINITY;
        for (int k = 0; b != NULL && b->around.known && !b->around.levelKnown && k < o->list.capacity; k++) {
            const gfRigidBody *other = gfSlots_At(&o->list, k);
            if (other != NULL && other->around.levelKnown) {
                double away = hypot(other->place[0] - b->place[0], other->place[1] - b->place[1]);
                if (away < nearest) {
                    nearest = away;
                    b->around.level = other->around.level;
                    b->around.slope = 0.0;
                }
            }
        }
    }
}

static void shiftPose(gfPose *pose, const double change[3])
{
    pose->velocity[0] += change[0];
    pose->velocity[1] += change[1];
    pose->spin += change[2];
}

// Velocities of poses serve to tell what the mass that moves along took: as if it had been as fast before.
void gfRigidBodies_NoteImpulse(gfRigidBodies *o, gfHandle id, const double change[3])
{
    gfRigidBody *b = gfSlots_At(&o->list, id.index);
    shiftPose(&b->around.last, change);
    for (uint64_t i = o->ring.taken; i < o->ring.started; i++) {
        gfBodyRequest *r = &o->requests[i % GF_QUERY_RING];
        for (int k = 0; k < r->head.count; k++) {
            if (GF_ID_EQUALS(r->head.ids[k], id)) {
                shiftPose(&r->poses[k], change);
            }
        }
    }
}

bool gfRigidBodies_TakeAnswers(gfRigidBodies *o, gfDevice *device, const gfLoadScene *scene, uint64_t step)
{
    bool took = false, ok = true;
    while (o->ring.taken < o->ring.started && o->requests[o->ring.taken % GF_QUERY_RING].head.due <= step) {
        gfBodyRequest *r = &o->requests[o->ring.taken % GF_QUERY_RING];
        ok = (r->head.landed || land(device, o, r)) && ok;
        giveAnswers(o, r, scene);
        o->ring.taken++;
        took = true;
    }
    if (took && scene->solver != GF_SOLVER_GRID && scene->solver != GF_SOLVER_SHALLOW) {
        borrowLevels(o);
    }
    return ok;
}

bool gfRigidBodies_Request(gfRigidBodies *o, const gfBody *body, const gfSolver *solver, void *state,
                           const gfRequestTime *time)
{
    gfBodyRequest *r = &o->requests[o->ring.started % GF_QUERY_RING];
    if (!gfQuery_AddLoads(&o->query, body, solver, state, (float)time->dt)) {
        return false;
    }
    bool full = o->ring.started - o->ring.taken == GF_QUERY_RING;
    if (o->count == 0 || time->step < o->ring.nextStep || full) {
        return true;
    }
    r->head.count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfRigidBodies_TakeCovered(o, b, r->covered[r->head.count]);
            gfRigidBody_PlacePoints(b, body, r->points + (size_t)r->head.count * GF_BODY_POINTS);
            r->poses[r->head.count] = gfRigidBody_GetPose(b);
            r->head.ids[r->head.count++] = o->list.handles[i];
        }
    }
    o->coveredTime = 0.0;
    o->query.pointCount = r->head.count * GF_BODY_POINTS;
    memcpy(o->query.points, r->points, (size_t)o->query.pointCount * sizeof *r->points);
    if (!gfQuery_Request(&o->query, body, solver, state, time->step, time->now_s)) {
        return false;
    }
    gfLoadRing_Start(&o->ring, &r->head, time->step, time->dt);
    return true;
}

bool gfRigidBodies_ListSolids(gfRigidBodies *o)
{
    gfSolidId solids[GF_RIGID_BODY_MAX];
    int count = 0;
    for (int i = 0; i < o->list.capacity && o->query.def.maxSolids > 0; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL && !GF_IS_NULL(b->solid)) {
            solids[count++] = b->solid;
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
