// Notes bodies that come into liquid, for the host.
#include "ext/bodies/rigid_bodies.h"

// A body is in liquid from this fraction of it under the surface on.
#define IMPACT_FRACTION 0.02

void gfRigidBodies_NoteImpact(gfRigidBodies *o, int slot, gfSolverKind solver, double before, uint64_t step)
{
    gfRigidBody *b = gfSlots_At(&o->list, slot);
    const gfSurroundings *a = &b->around;
    bool liquid = solver == GF_SOLVER_GAUSSIAN || solver == GF_SOLVER_PARTICLES;
    bool watched = b->watched;
    b->watched = a->known;
    if (!liquid || !watched || before >= IMPACT_FRACTION || b->submerged < IMPACT_FRACTION) {
        return;
    }
    // The flow around it is of some steps ago, and moves with it already.
    double length = hypot(1.0, a->slope), into = a->slope * b->velocity[0] - b->velocity[1] + a->swell;
    if (o->impacts.reported - o->impacts.taken == GF_IMPACT_MAX) {
        o->impacts.taken++;
    }
    o->impacts.list[o->impacts.reported++ % GF_IMPACT_MAX] =
        (gfImpact){.body = GF_FROM_HANDLE(gfRigidBodyId, o->list.handles[slot]),
                   .place = {(float)b->place[0], (float)a->level},
                   .velocity = {(float)b->velocity[0], (float)b->velocity[1]},
                   .speed = (float)(into / length),
                   .mass = (float)b->mass,
                   .stepCount = step};
}
