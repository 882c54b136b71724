// One rigid body: its inertia, the forces of the fluid on it, and its motion by the host.
#include "ext/bodies/rigid_bodies.h"

#define HEAVE_RATIO 0.35     // damping of heaving by radiated waves of a half immersed body, over critical damping
#define TURN_DRAG 0.3        // coefficient of drag against turning of a thin plate; rounder bodies have less
#define SKIN_DRAG 0.02       // coefficient of drag against turning of a disc or ball, by friction of its skin
#define HOST_PERIOD_MAX 0.25 // limit on the time between the host's poses for which drag is computed, s

// --- inertia ---------------------------------------------------------------------------------------------------------

// Finds the torque that gives a body the angular acceleration `turn`, 1/s^2.
static void applyInertia(const gfRigidBody *b, const gfBodyKind *kind, const double turn[3], double torque[3])
{
    torque[0] = torque[1] = torque[2] = 0.0;
    if (kind->flat) {
        torque[2] = b->inertia[2] * turn[2];
        return;
    }
    for (int own = 0; own < 3; own++) {
        double axis[3];
        gfTurn_GetAxis(b->turn, own, 1.0, axis);
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
        gfTurn_GetAxis(b->turn, own, 1.0, axis);
        for (int i = 0; i < 9; i++) {
            inverse[i / 3][i % 3] += axis[i / 3] * axis[i % 3] / moments[own];
        }
    }
}

// --- place -----------------------------------------------------------------------------------------------------------

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

// --- the host --------------------------------------------------------------------------------------------------------

void gfRigidBody_Forget(gfRigidBody *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    memset(&b->host, 0, sizeof b->host);
    memcpy(b->host.velocity, b->velocity, sizeof b->host.velocity);
    memcpy(b->host.spin, b->spin, sizeof b->host.spin);
    b->knownFrom = step;
}

// Finds the forces of a host that drives a body: the changes of velocity between its poses that the fluid's forces
// don't explain. Of several poses without a step between them the last counts.
static void learnPushes(gfRigidBody *b, const gfBodyKind *kind, const gfPose *pose)
{
    gfHostMotion *h = &b->host;
    // Kept as it was: 2D and 3D divide in different order, and runs must repeat to the last bit.
    const double first = kind->flat ? 1.0 : h->lasted;
    double turned[3];
    if (h->lasted <= 0.0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        h->force[i] = b->mass * (pose->velocity[i] - h->velocity[i]) / h->lasted - b->force[i];
        turned[i] = (pose->spin[i] - h->spin[i]) / first;
    }
    applyInertia(b, kind, turned, h->moment);
    for (int i = 0; i < 3; i++) {
        h->moment[i] = h->moment[i] / (h->lasted / first) - b->torque[i];
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

// Adds an impulse's velocity to the poses of requests, too: the force of added mass is found from their differences.
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

bool gfRigidBodies_Push(gfRigidBodies *o, const gfCore *core, gfHandle id, const double impulse[3],
                        const double place[3], const char *caller)
{
    gfRigidBody *b = gfSlots_At(&o->list, id.index);
    const double fastest = (double)GF_VALUE_MAX, hardest = (double)1e12f;
    const gfRange ranges[] = {
        {"impulse.x", impulse[0], -hardest, hardest},
        {"impulse.y", impulse[1], -hardest, hardest},
        {"impulse.z", impulse[2], -hardest, hardest},
        {"place.x", place[0], -1e9, 1e9},
        {"place.y", place[1], -1e9, 1e9},
        {"place.z", place[2], -1e9, 1e9},
    };
    GF_TRY(gfCheckRanges(core, ranges, GF_COUNT(ranges), caller));
    GF_REQUIRE(core, !b->traits.hostDriven, UNSUPPORTED, "%s: the host drives this body", caller);
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
    return true;
}

// --- forces ----------------------------------------------------------------------------------------------------------

// Returns the component of a vector along `up`, and finds the rest of it, which is across `up`.
static double split(const gfLoadScene *scene, const double v[3], double across[3])
{
    double along = gfDot3(v, scene->up);
    for (int i = 0; i < 3; i++) {
        across[i] = v[i] - along * scene->up[i];
    }
    return along;
}

// The weight, or the host's forces, accelerate added mass, too: a raft that carries a load is lifted by as much.
void gfRigidBody_GetOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double force[3], double moment[3])
{
    bool hosts = b->traits.hostDriven && b->host.period > 0.0;
    for (int i = 0; i < 3; i++) {
        force[i] = hosts ? b->host.force[i] : b->mass * (double)b->traits.gravityScale * scene->gravity[i];
        moment[i] = hosts ? b->host.moment[i] : 0.0;
    }
}

double gfRigidBody_GetLevel(const gfRigidBody *b, double height, double seen, double backlash, double *fades)
{
    double level = b->around.level - backlash * fmin(fmax(height - seen, -b->bound), b->bound);
    // A body far below the surface doesn't feel waves: their slope fades to 1/e for each radius of depth.
    *fades = exp(-fmax(level - height - b->bound, 0.0) / b->bound);
    return level;
}

void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover)
{
    double across[3], along = split(load->scene, force, across);
    for (int i = 0; i < 3; i++) {
        mover->acceleration[i] = across[i] / load->masses[0] + load->scene->up[i] * along / load->masses[1];
        mover->angularAcceleration[i] = gfDot3(mover->invInertia[i], moment);
    }
}

void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    double stiffness = b->density * scene->g * area, waves = gfLoad_GetWaves(load->fraction), across[3], tilt[3];
    double heave = 2.0 * HEAVE_RATIO * sqrt(stiffness / load->masses[1]) * waves;
    b->period = stiffness > 0.0 ? sqrt(load->masses[1] / stiffness) : 0.0;
    double rise = split(scene, mover->velocity, across), turn = split(scene, mover->spin, tilt);
    rise = gfLoad_Approach(rise, b->around.swell, heave * scene->dt);
    for (int i = 0; i < 3; i++) {
        mover->velocity[i] = across[i] + rise * scene->up[i];
        mover->spin[i] = gfLoad_Approach(tilt[i], 0.0, roll * scene->dt) + turn * scene->up[i];
    }
}

double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    const gfSurroundings *a = &b->around;
    const double most = fmax(load->masses[0], load->masses[1]);
    double way[3], moment[3];
    for (int i = 0; i < 3; i++) {
        way[i] = a->flow[i] - mover->velocity[i];
    }
    double speed = gfBodyKind_GetLength(scene->kind, way);
    if (speed > 0.0) {
        const double along[3] = {way[0] / speed, way[1] / speed, way[2] / speed};
        double shadow = scene->kind->getShadow(b, along), drag = 0.5 * b->density * (double)b->traits.drag;
        double loss = drag * shadow * load->depth * load->fraction * speed * scene->dt;
        for (int i = 0; i < 3; i++) {
            double mass = scene->kind->flat ? load->masses[i % 2] : most;
            double now = gfLoad_Approach(mover->velocity[i], a->flow[i], loss / mass);
            b->given[i] = (now - mover->velocity[i]) * mass;
            mover->velocity[i] = now;
        }
    }
    // Drag acts at the middle of the part that is in liquid. Half of its torque counts.
    gfCross3(a->wetArm, b->given, moment);
    for (int i = 0; i < 3; i++) {
        mover->spin[i] += 0.5 * gfDot3(mover->invInertia[i], moment);
    }
    double rough = TURN_DRAG * (1.0 - b->inner / b->bound) + SKIN_DRAG;
    return rough * b->density * (double)b->traits.angularDrag;
}

// Sets force and torque for the host: what causes accelerations `rise` and `turn`, less weight or the host's forces.
static void setForces(gfRigidBody *b, const gfLoadScene *scene, const double rise[3], const double turn[3])
{
    double push[3] = {0.0}, moment[3] = {0.0};
    // Seen from above the weight is across the plane, and ground or water bears it.
    if (scene->medium.kind != GF_MEDIUM_ABOVE) {
        gfRigidBody_GetOtherForce(b, scene, push, moment);
    }
    applyInertia(b, scene->kind, turn, b->torque);
    for (int i = 0; i < 3; i++) {
        b->force[i] = b->mass * rise[i] - push[i];
        b->torque[i] -= moment[i];
    }
}

void gfRigidBody_Bear(gfRigidBody *b, const double gravity[3])
{
    for (int i = 0; i < 3; i++) {
        b->force[i] = 0.0 - b->mass * (double)b->traits.gravityScale * gravity[i];
    }
}

void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    // A driving host applies these forces until it gives the next pose; in that time drag must at most stop the body.
    double lasts = fmax(scene->dt, fmin(b->host.period, HOST_PERIOD_MAX));
    gfLoadScene own = *scene;
    own.dt = b->traits.hostDriven ? lasts : scene->dt;
    mover->invMass = 1.0 / b->mass;
    gfRigidBody_InvertInertia(b, scene->kind, b->inertia, mover->invInertia);
    b->before = b->submerged;
    b->submerged = 0.0;
    memset(b->given, 0, sizeof b->given);
    memset(b->force, 0, sizeof b->force);
    memset(b->torque, 0, sizeof b->torque);
    if (b->around.known) {
        scene->kind->load(b, &own, mover);
    }
    if (b->around.known || b->traits.hostDriven) {
        double rise[3], turn[3];
        for (int i = 0; i < 3; i++) {
            rise[i] = (mover->velocity[i] - b->velocity[i]) / own.dt + mover->acceleration[i];
            turn[i] = (mover->spin[i] - b->spin[i]) / own.dt + mover->angularAcceleration[i];
        }
        setForces(b, scene, rise, turn);
    }
    b->host.lasted += scene->dt;
}
