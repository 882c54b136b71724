// Takes in the forces that the fluid measured (GAUSSIAN, conserving mode), and makes up for their being late. Numbers
// were measured, see docs/bodies.md.
#include "ext/bodies/rigid_bodies2d.h"

#define RESIDUAL_TIME 0.06 // s, in which what is known follows what was measured
#define TURN_BACKLASH 0.5  // of a body that turns: by how much the surface beside it sinks as that rises
// A body that is faster than when it was measured is held back by a drag: so many times density and speed of sound for
// a small body, so much more for one as wide as the domain, and at most.
#define LAG_DRAG 3.0
#define LAG_DRAG_WIDE 12.0
#define LAG_DRAG_MOST 6.0
#define OWED_TIME 1.2    // s, in which what the drag took is handed back. Measured, as what follows, see docs/bodies.md
#define OWED_SPEED 1.0   // of sound, of the mass that moves: most that is handed back
#define QUIET_SPEED 0.04 // of sound: what has less energy than its mass has at that is left as it is
#define SPARE_TIME 2.0   // s, in which the energy that the drag took is forgotten
#define SPARE_FRACTION 0.25  // of it: most that handing back spends in a step
#define EXCESS_TIME 1.5      // s
#define EXCESS_CELLS 0.5     // of draught
#define EXCESS_FRACTION 0.06 // of buoyancy
// At most so many times the pressure of still liquid on what is covered is given back: deep liquid is denser, and what
// is measured swings.
#define COVERED_MOST 1.5
#define COVERED_ROUNDS 4

// Between a body and what covers it there is no liquid to press: as much is given back, and no more. In a corner each
// of the two surfaces counts by itself; several rounds are made, as they need not be at right angles.
static void giveCovered(const double covered[GF_COVERED], double residual[3])
{
    double given[2] = {0.0, 0.0};
    for (int i = 0; i < 2 * COVERED_ROUNDS; i++) {
        const double *c = covered + 3 * (i % 2);
        double square = gfDot2(c, c), lacks = square > 0.0 ? -gfDot2(residual, c) / square : 0.0;
        double before = given[i % 2];
        given[i % 2] = fmin(fmax(before + lacks, 0.0), COVERED_MOST);
        for (int k = 0; k < 3; k++) {
            residual[k] += (given[i % 2] - before) * c[k];
        }
    }
}

// Learns which part of measured forces the pose and the mass that moves along do not explain.
void gfRigidBody2D_MeasureResidual(gfRigidBody *b, const gfLoadScene *scene, const gfAsked2D *asked, double elapsed)
{
    const gfPose *pose = &asked->all.pose;
    gfSurroundings *a = &b->around;
    double weight = a->measured ? 1.0 - exp(-elapsed / RESIDUAL_TIME) : 1.0, gained[3], residual[3];
    gfMover mover = {.invMass = 0.0};
    for (int axis = 0; axis < 2; axis++) {
        double way = pose->place[axis] - a->last.place[axis];
        a->middle.place[axis] = pose->place[axis] - 0.5 * way;
        a->middle.velocity[axis] = way / elapsed;
    }
    a->middle.spin[2] = (pose->angle - a->last.angle) / elapsed;
    a->middle.angle = 0.5 * (pose->angle + a->last.angle);
    a->measured = true;
    gfImmersion im = gfRigidBody2D_Immerse(b, scene, &a->middle);
    gfBodyMasses masses = gfRigidBody2D_AddMass(b, im.fraction, 1.0, &mover);
    gfLoad_Follow(&a->wetFraction, im.fraction, weight);
    for (int axis = 0; axis < 2; axis++) {
        gained[axis] = (masses.along[axis] - b->mass) * (pose->velocity[axis] - a->last.velocity[axis]);
    }
    gained[2] = (1.0 / mover.invInertia[2][2] - b->inertia[2]) * (pose->spin[2] - a->last.spin[2]);
    for (int i = 0; i < 3; i++) {
        double buoyancy = b->density * (i < 2 ? im.force[i] : im.torque);
        residual[i] = (b->density * (double)asked->loads[i] + gained[i]) / elapsed - buoyancy;
    }
    giveCovered(asked->covered, residual);
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->residual[i], residual[i], weight);
    }
    // A lift that is off by less than what the cells below and the liquid's pressing together explain is told better by
    // the surface.
    double g = -scene->gravity[1], width = gfRigidBody2D_GetSpan(b, 0);
    double most = im.fraction < 1.0 && g > 0.0
                      ? EXCESS_CELLS * scene->cellSize * width + EXCESS_FRACTION * b->size * im.fraction
                      : 0.0;
    gfLoad_Follow(&a->excess, a->residual[1], 1.0 - exp(-elapsed / EXCESS_TIME));
    a->excess = fmin(fmax(a->excess, -most * b->density * g), most * b->density * g);
}

// Nothing gets the momentum that the drag of late forces takes. It is handed back, but that does no more work than the
// drag took away: else it would feed waves. Along gravity, where bodies bob and weight makes the momentum, nothing is
// handed back. `before`: velocities before that drag.
static void handBack(gfRigidBody *b, const gfLoadScene *scene, double fraction, gfBodyMasses masses,
                     const double before[3], gfMover *mover)
{
    gfSurroundings *a = &b->around;
    double gx = scene->gravity[0], gy = scene->gravity[1], square = gx * gx + gy * gy;
    double part = scene->dt / (scene->dt + OWED_TIME), fastest = OWED_SPEED * scene->sound * fraction;
    const double mass[3] = {masses.along[0], masses.along[1], 1.0 / mover->invInertia[2][2]};
    const double most[3] = {fastest, fastest, fastest / b->bound};
    double *values[3] = {&mover->velocity[0], &mover->velocity[1], &mover->spin[2]}, taken[3], given[3], work = 0.0;
    for (int i = 0; i < 3; i++) {
        taken[i] = mass[i] * (before[i] - *values[i]);
    }
    if (square > 0.0) {
        double along = (taken[0] * gx + taken[1] * gy) / square;
        taken[0] -= along * gx;
        taken[1] -= along * gy;
        taken[2] = 0.0;
    }
    for (int i = 0; i < 3; i++) {
        a->spare += taken[i] * 0.5 * (before[i] + *values[i]);
        a->owed[i] = fmin(fmax(a->owed[i] + taken[i], -mass[i] * most[i]), mass[i] * most[i]);
        given[i] = part * a->owed[i];
        work += given[i] * (*values[i] + 0.5 * given[i] / mass[i]);
    }
    a->spare = fmax(a->spare, 0.0) * (1.0 - scene->dt / (scene->dt + SPARE_TIME));
    double quiet = QUIET_SPEED * scene->sound, quietEnergy = 0.5 * fmax(mass[0], mass[1]) * quiet * quiet;
    double workMost = SPARE_FRACTION * fmax(a->spare - quietEnergy, 0.0),
           within = work > workMost ? workMost / work : 1.0;
    for (int i = 0; i < 3; i++) {
        *values[i] += within * given[i] / mass[i];
        a->owed[i] -= within * given[i];
    }
    a->spare -= within * work;
}

// Measured forces are late. What pushes back at once is the liquid's sound, and the surface beside a body that turns.
void gfRigidBody2D_HoldBack(gfRigidBody *b, const gfLoadScene *scene, double fraction, gfBodyMasses masses,
                            gfMover *mover)
{
    const gfPose *middle = &b->around.middle;
    double wide = gfRigidBody2D_GetSpan(b, 0), high = gfRigidBody2D_GetSpan(b, 1);
    double strength = fmin(LAG_DRAG + LAG_DRAG_WIDE * fmax(wide, high) / scene->size, LAG_DRAG_MOST);
    double drag = strength * b->density * scene->sound * fmin(20.0 * fraction, 1.0) * scene->dt;
    double turn = drag * (wide * wide * wide + 2.0 * fraction * high * high * high) / 12.0;
    double floats = fmin(4.0 * fraction * (1.0 - fraction), 1.0), g = hypot(scene->gravity[0], scene->gravity[1]);
    double upright = TURN_BACKLASH * b->density * g * wide * wide * wide / 12.0 * floats;
    double turned = fmin(fmax(b->angle - middle->angle, -0.5), 0.5);
    mover->angularAcceleration[2] -= upright * turned * mover->invInertia[2][2];
    const double before[3] = {mover->velocity[0], mover->velocity[1], mover->spin[2]};
    mover->velocity[0] =
        gfLoad_Approach(mover->velocity[0], middle->velocity[0], 2.0 * drag * high * fraction / masses.along[0]);
    mover->velocity[1] = gfLoad_Approach(mover->velocity[1], middle->velocity[1], drag * wide / masses.along[1]);
    mover->spin[2] = gfLoad_Approach(mover->spin[2], middle->spin[2], turn * mover->invInertia[2][2]);
    handBack(b, scene, fraction, masses, before, mover);
}

// Liquid that begins to move along as a body gets deeper takes its speed from it at once: the blow of an impact, which
// is measured too late. What the lag drag holds the body to is as much slower, too. Not of bodies that the host moves:
// between two of its poses the forces of one step would go unseen.
void gfRigidBody2D_Strike(gfRigidBody *b, double fraction, gfBodyMasses masses, gfMover *mover)
{
    gfMover unused;
    const gfBodyMasses earlier = gfRigidBody2D_AddMass(b, fmin(b->before, fraction), 1.0, &unused);
    for (int axis = 0; axis < 2 && b->before > 0.0 && b->grown >= 1.0 && !b->def.hostDriven; axis++) {
        double into = mover->velocity[axis] - b->around.flow[axis];
        double change = (earlier.along[axis] / masses.along[axis] - 1.0) * into;
        mover->velocity[axis] += change;
        b->around.middle.velocity[axis] += change;
    }
}
