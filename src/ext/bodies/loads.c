// Forces of the fluid on a rigid body, as far as they are alike in two and in three dimensions. The fluid around it is
// known from some steps ago; forces are for the pose that the body has now.
#include "ext/bodies/loads.h"

#include <string.h>

#define HEAVE_RATIO 0.35     // damping of rising and sinking at a surface, by the waves that it makes, of critical
#define TURN_DRAG 0.3        // of a body that turns
#define SKIN_DRAG 0.02       // of a disc or ball that turns
#define HOST_PERIOD_MAX 0.25 // s: poses of the host's that come less often are taken for as old

// Finds the parts of a vector along up and across it.
static double split(const gfLoadScene *scene, const double v[3], double across[3])
{
    double along = gfDot3(v, scene->up);
    for (int i = 0; i < 3; i++) {
        across[i] = v[i] - along * scene->up[i];
    }
    return along;
}

// If the host moves a body, all that the host does counts, for that accelerates the fluid that moves along, too: a raft
// is lifted by as much as it carries.
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
    *fades = exp(-fmax(level - height - b->bound, 0.0) / b->bound); // deep down waves are not felt
    return level;
}

void gfRigidBody_Accelerate(const gfBodyLoad *load, const double force[3], const double moment[3], gfMover *mover)
{
    double across[3], along = split(load->scene, force, across);
    for (int i = 0; i < 3; i++) {
        mover->acceleration[i] = across[i] / load->across + load->scene->up[i] * along / load->along;
        mover->angularAcceleration[i] = gfDot3(mover->invInertia[i], moment);
    }
}

void gfRigidBody_Radiate(gfRigidBody *b, const gfBodyLoad *load, double area, double roll, gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    double stiffness = b->density * scene->g * area, waves = gfLoad_GetWaves(load->fraction), across[3], tilt[3];
    double heave = 2.0 * HEAVE_RATIO * sqrt(stiffness / load->along) * waves;
    b->period = stiffness > 0.0 ? sqrt(load->along / stiffness) : 0.0;
    double rise = split(scene, mover->velocity, across), turn = split(scene, mover->spin, tilt);
    rise = gfLoad_Approach(rise, b->around.swell, heave * scene->dt);
    for (int i = 0; i < 3; i++) {
        mover->velocity[i] = across[i] + rise * scene->up[i];
        mover->spin[i] = gfLoad_Approach(tilt[i], 0.0, roll * scene->dt) + turn * scene->up[i];
    }
}

double gfRigidBody_Drag(gfRigidBody *b, const gfBodyLoad *load, const double masses[3], gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    const gfSurroundings *a = &b->around;
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
            double now = gfLoad_Approach(mover->velocity[i], a->flow[i], loss / masses[i]);
            b->given[i] = (now - mover->velocity[i]) * masses[i];
            mover->velocity[i] = now;
        }
    }
    // The drag acts at the middle of the wet part.
    gfCross3(a->wetArm, b->given, moment);
    for (int i = 0; i < 3; i++) {
        mover->spin[i] += 0.5 * gfDot3(mover->invInertia[i], moment);
    }
    double rough = TURN_DRAG * (1.0 - b->inner / b->bound) + SKIN_DRAG;
    return rough * b->density * (double)b->traits.angularDrag;
}

// Computes forces from how a body would move by itself: all other motion is the host's.
static void setForces(gfRigidBody *b, const gfLoadScene *scene, const double rise[3], const double turn[3])
{
    double push[3] = {0.0}, moment[3] = {0.0};
    if (scene->medium.kind != GF_MEDIUM_ABOVE) { // there the ground bears it
        gfRigidBody_GetOtherForce(b, scene, push, moment);
    }
    gfRigidBody_ApplyInertia(b, scene->kind, turn, b->torque);
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
    // The host goes on with these forces until its next pose: drag must not be more than stops a body in that time.
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
