// One rigid body: its inertia, and how the host moves and pushes it.
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

// --- inertia ---------------------------------------------------------------------------------------------------------

// Finds an own axis of a body in space.
static void getAxis(const gfRigidBody *b, int i, double axis[3])
{
    const double own[3] = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    gfTurn_Apply(b->turn, own, axis);
}

void gfRigidBody_ApplyInertia(const gfRigidBody *b, const gfBodyKind *kind, const double turn[3], double torque[3])
{
    torque[0] = torque[1] = torque[2] = 0.0;
    if (kind->flat) {
        torque[2] = b->inertia[2] * turn[2];
        return;
    }
    for (int own = 0; own < 3; own++) {
        double axis[3];
        getAxis(b, own, axis);
        for (int i = 0; i < 3; i++) {
            torque[i] += b->inertia[own] * gfDot3(axis, turn) * axis[i];
        }
    }
}

void gfRigidBody_InvertInertia(const gfRigidBody *b, const gfBodyKind *kind, const double moments[3],
                               double inverse[3][3])
{
    memset(inverse, 0, 9 * sizeof(double));
    if (kind->flat) {
        inverse[2][2] = 1.0 / moments[2];
        return;
    }
    for (int own = 0; own < 3; own++) {
        double axis[3];
        getAxis(b, own, axis);
        for (int i = 0; i < 9; i++) {
            inverse[i / 3][i % 3] += axis[i / 3] * axis[i % 3] / moments[own];
        }
    }
}

// --- the host --------------------------------------------------------------------------------------------------------

gfPose gfRigidBody_GetPose(const gfRigidBody *b)
{
    gfPose pose = {.angle = b->angle, .turn = b->turn};
    memcpy(pose.place, b->place, sizeof pose.place);
    memcpy(pose.velocity, b->velocity, sizeof pose.velocity);
    memcpy(pose.spin, b->spin, sizeof pose.spin);
    return pose;
}

void *gfRigidBody_FindSolid(const gfRigidBody *b, const gfSlots *solids)
{
    void *solid = gfSlots_At(solids, b->solid.index);
    return solid != NULL && GF_ID_EQUALS(solids->handles[b->solid.index], b->solid) ? solid : NULL;
}

double gfRigidBody_GetDistance(const gfRigidBody *b, const gfBodyKind *kind, const double place[3])
{
    const double way[3] = {place[0] - b->place[0], place[1] - b->place[1], place[2] - b->place[2]};
    return gfBodyKind_GetLength(kind, way);
}

void gfRigidBody_Forget(gfRigidBody *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    memset(&b->host, 0, sizeof b->host);
    memcpy(b->host.velocity, b->velocity, sizeof b->host.velocity);
    memcpy(b->host.spin, b->spin, sizeof b->host.spin);
    b->knownFrom = step;
}

// Learns the host's pushes. All that changed a body's velocity and was not the fluid is the host's. Poses that no step
// came between count as one.
static void learnPushes(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose)
{
    gfHostMotion *h = &b->host;
    double turned[3];
    if (h->lasted <= 0.0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        h->force[i] = b->mass * (pose->velocity[i] - h->velocity[i]) / h->lasted - b->force[i];
        turned[i] = pose->spin[i] - h->spin[i];
    }
    gfRigidBody_ApplyInertia(b, kind, turned, h->moment);
    for (int i = 0; i < 3; i++) {
        h->moment[i] = h->moment[i] / h->lasted - b->torque[i];
    }
    memcpy(h->velocity, pose->velocity, sizeof h->velocity);
    memcpy(h->spin, pose->spin, sizeof h->spin);
    h->period = h->lasted;
    h->lasted = 0.0;
}

bool gfRigidBody_Drive(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose, double dt, uint64_t step)
{
    double jump = gfRigidBody_GetDistance(b, kind, pose->place);
    learnPushes(b, kind, pose);
    memcpy(b->place, pose->place, sizeof b->place);
    memcpy(b->velocity, pose->velocity, sizeof b->velocity);
    memcpy(b->spin, pose->spin, sizeof b->spin);
    b->angle = pose->angle;
    b->turn = pose->turn;
    bool jumps = jump > 2.0 * b->bound + 4.0 * gfBodyKind_GetLength(kind, b->velocity) * dt;
    if (jumps) {
        gfRigidBody_Forget(b, step);
    }
    return jumps;
}

static void shiftPose(gfPose *pose, const double velocity[3], const double spin[3])
{
    for (int i = 0; i < 3; i++) {
        pose->velocity[i] += velocity[i];
        pose->spin[i] += spin[i];
    }
}

// Velocities of poses serve to tell what the mass that moves along took: as if it had been as fast before.
static void noteImpulse(gfRigidBodies *o, gfRigidBody *b, gfHandle id, const double velocity[3], const double spin[3])
{
    shiftPose(&b->around.last, velocity, spin);
    for (uint64_t i = o->taken; i < o->started; i++) {
        const gfBodyRequest *r = &o->requests[i % GF_BODY_REQUESTS];
        for (int k = 0; k < r->count; k++) {
            gfAsked *asked = gfRigidBodies_GetAsked(o, r, k);
            if (asked->index == id.index && asked->generation == id.generation) {
                shiftPose(&asked->pose, velocity, spin);
            }
        }
    }
}

void gfRigidBodies_Push(gfRigidBodies *o, gfHandle id, const double impulse[3], const double place[3])
{
    gfRigidBody *b = gfSlots_At(&o->list, id.index);
    const double fastest = (double)GF_VALUE_MAX;
    double arm[3], moment[3], inverse[3][3], faster[3], turned[3];
    for (int i = 0; i < 3; i++) {
        arm[i] = place[i] - b->place[i];
    }
    gfCross3(arm, impulse, moment);
    gfRigidBody_InvertInertia(b, o->kind, b->inertia, inverse);
    for (int i = 0; i < 3; i++) {
        double velocity = b->velocity[i], spin = b->spin[i];
        double turn = o->kind->flat ? (i == 2 ? moment[2] / b->inertia[2] : 0.0) : gfDot3(inverse[i], moment);
        b->velocity[i] = fmin(fmax(velocity + impulse[i] / b->mass, -fastest), fastest);
        b->spin[i] = fmin(fmax(spin + turn, -fastest), fastest);
        faster[i] = b->velocity[i] - velocity;
        turned[i] = b->spin[i] - spin;
    }
    noteImpulse(o, b, id, faster, turned);
}
