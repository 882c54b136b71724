// Forces that the solver GAUSSIAN measures on the solids of rigid bodies, and corrections because measurements come
// some steps late. Constants were found by experiments, see docs/bodies.md.
#include "ext/bodies/rigid_bodies2d.h"

static double dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

#define RESIDUAL_TIME 0.06 // time constant of smoothing measured forces, s
#define TURN_BACKLASH 0.5  // as a body turns one side rises: the surface there sinks by this fraction of the rise
// The lag drag stands for the sound that an accelerated body radiates. It pulls a body's velocity towards the mean
// velocity at which forces were measured. Its strength is over density times speed of sound: LAG_DRAG for a small body,
// up to LAG_DRAG_WIDE more in proportion to the body's width over the domain's, and at most LAG_DRAG_MOST.
#define LAG_DRAG 3.0
#define LAG_DRAG_WIDE 12.0
#define LAG_DRAG_MOST 6.0
#define OWED_TIME 1.2  // time in which momentum that the lag drag took from a body is given back to it, s
#define OWED_SPEED 1.0 // most momentum to give back, as a speed of the body with added mass over the speed of sound
// Over the speed of sound: as much of gfSurroundings.spare as the body's energy at this speed is never used.
#define QUIET_SPEED 0.04
#define SPARE_TIME 2.0       // time in which the energy that the lag drag took is forgotten, s
#define SPARE_FRACTION 0.25  // largest fraction of gfSurroundings.spare that is used in a step to give momentum back
#define EXCESS_TIME 1.5      // time constant of the mean of gfSurroundings.excess, s
#define EXCESS_CELLS 0.5     // lift beyond buoyancy that the coarseness of cells explains, as a depth of water in cells
#define EXCESS_FRACTION 0.06 // lift beyond buoyancy that compressed liquid explains, as a fraction of buoyancy
// The force that gfRigidBody2D_GiveCovered restores is at most this many times that of still water: above 1, as deep
// liquid is denser, and limited, as measured forces oscillate.
#define COVERED_MOST 1.5
#define COVERED_ROUNDS 4 // it visits both faces this often
#define COVERED_PARTS 8  // parts of a face, each with one pressure

// Adds to `residual` the force of still water on covered faces (GF_COVERED), as far as the measured force lacks it. In
// a corner two faces are covered. Unless at right angles, each changes what the other lacks: so it takes some rounds.
void gfRigidBody2D_GiveCovered(const double covered[GF_COVERED], double residual[3])
{
    double given[2] = {0.0, 0.0};
    for (int i = 0; i < 2 * COVERED_ROUNDS; i++) {
        const double *c = covered + 3 * (i % 2);
        double square = dot2(c, c), lacks = square > 0.0 ? -dot2(residual, c) / square : 0.0;
        double before = given[i % 2];
        given[i % 2] = fmin(fmax(before + lacks, 0.0), COVERED_MOST);
        for (int k = 0; k < 3; k++) {
            residual[k] += (given[i % 2] - before) * c[k];
        }
    }
}

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
    gfBodyLoad load = gfRigidBody2D_AddMass(b, scene, im.fraction, 1.0, &mover);
    gfLoad_Follow(&a->wetFraction, im.fraction, weight);
    for (int axis = 0; axis < 2; axis++) {
        gained[axis] = (load.masses[axis] - b->mass) * (pose->velocity[axis] - a->last.velocity[axis]);
    }
    gained[2] = (1.0 / mover.invInertia[2][2] - b->inertia[2]) * (pose->spin[2] - a->last.spin[2]);
    for (int i = 0; i < 3; i++) {
        double buoyancy = b->density * (i < 2 ? im.force[i] : im.torque);
        residual[i] = (b->density * (double)asked->loads[i] + gained[i]) / elapsed - buoyancy;
    }
    gfRigidBody2D_GiveCovered(asked->covered, residual);
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->residual[i], residual[i], weight);
    }
    // The mean of the lift that was measured beyond buoyancy, as far as cells and the liquid's compression explain it.
    // It is an error of the measurement, so loadInLiquid subtracts a part of it.
    double g = -scene->gravity[1], width = gfRigidBody2D_GetSpan(b, 0);
    double most = im.fraction < 1.0 && g > 0.0
                      ? EXCESS_CELLS * scene->cellSize * width + EXCESS_FRACTION * b->size * im.fraction
                      : 0.0;
    gfLoad_Follow(&a->excess, a->residual[1], 1.0 - exp(-elapsed / EXCESS_TIME));
    a->excess = fmin(fmax(a->excess, -most * b->density * g), most * b->density * g);
}

// Gives the momentum that the lag drag took back later, by no more work than the drag took, or it would feed waves.
// Along gravity it gives none, as a floating body bobs anyway. `before`: velocity (x, y) and spin before the lag drag.
static void handBack(gfRigidBody *b, const gfBodyLoad *load, const double before[3], gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    gfSurroundings *a = &b->around;
    double gx = scene->gravity[0], gy = scene->gravity[1], square = gx * gx + gy * gy;
    double part = scene->dt / (scene->dt + OWED_TIME), fastest = OWED_SPEED * scene->sound * load->fraction;
    const double mass[3] = {load->masses[0], load->masses[1], 1.0 / mover->invInertia[2][2]};
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

void gfRigidBody2D_HoldBack(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover)
{
    const gfLoadScene *scene = load->scene;
    const double fraction = load->fraction;
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
        gfLoad_Approach(mover->velocity[0], middle->velocity[0], 2.0 * drag * high * fraction / load->masses[0]);
    mover->velocity[1] = gfLoad_Approach(mover->velocity[1], middle->velocity[1], drag * wide / load->masses[1]);
    mover->spin[2] = gfLoad_Approach(mover->spin[2], middle->spin[2], turn * mover->invInertia[2][2]);
    handBack(b, load, before, mover);
}

// A measurement would bring an impact's blow too late. middle.velocity, towards which the lag drag pulls, changes by as
// much as the body's. Bodies that the host drives get no blow: hosts that don't read forces in each step would miss it.
void gfRigidBody2D_Strike(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover)
{
    gfMover unused;
    const gfBodyLoad earlier = gfRigidBody2D_AddMass(b, load->scene, fmin(b->before, load->fraction), 1.0, &unused);
    for (int axis = 0; axis < 2 && b->before > 0.0 && b->grown >= 1.0 && !b->traits.hostDriven; axis++) {
        double into = mover->velocity[axis] - b->around.flow[axis];
        double change = (earlier.masses[axis] / load->masses[axis] - 1.0) * into;
        mover->velocity[axis] += change;
        b->around.middle.velocity[axis] += change;
    }
}

// --- covered faces -------------------------------------------------------------------------------------------------
// A thing that touches a body covers part of its outline. In GAUSSIAN no cell fits between, so no pressure acts there.
// Pressure on the opposite side would press the body against the thing, and friction would hold it for ever. In reality
// the gap is thin, but has water. So for each contact the force of still water on the covered face is summed, and
// gfRigidBody2D_GiveCovered restores what the measured force lacks.

// Finds the face of a body that touches along `normal`: the part of its outline less than `reach` m behind its farthest
// point. range: from where to where it extends along the tangent (-normal[1], normal[0]), m.
static void findTouchingFace(const gfRigidBody *b, const double normal[2], double reach, double range[2])
{
    const gfHull hull = gfRigidBody2D_GetHull(b);
    const gfOutline outline = gfOutline_Make(&hull);
    const double back[2] = {-normal[0], -normal[1]};
    double farthest[2];
    gfHull_GetSupport(&hull, normal, farthest);
    const gfOutline face = gfOutline_Cut(&outline, back, reach - dot2(farthest, normal));
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < face.count; i++) {
        double along = normal[0] * face.points[i][1] - normal[1] * face.points[i][0];
        range[0] = fmin(range[0], along);
        range[1] = fmax(range[1], along);
    }
}

// Adds the impulse and angular impulse of still water in a step on the face from p to q to gfRigidBody.covered.
static void addStillPressure(gfRigidBody *b, const gfLoadScene *scene, const double p[2], const double q[2],
                             const double normal[2])
{
    const gfSurroundings *a = &b->around;
    double *covered = b->covered + (fabs(normal[0]) > fabs(normal[1]) ? 0 : 3);
    double length = hypot(q[0] - p[0], q[1] - p[1]) / COVERED_PARTS, g = -scene->gravity[1];
    for (int i = 0; i < COVERED_PARTS; i++) {
        double t = (i + 0.5) / COVERED_PARTS;
        double x = p[0] + t * (q[0] - p[0]) - b->place[0], y = p[1] + t * (q[1] - p[1]) - b->place[1];
        double depth = fmax(a->level + a->slope[0] * x - y - b->place[1], 0.0);
        double push = b->density * g * depth * length * scene->dt;
        covered[0] -= push * normal[0];
        covered[1] -= push * normal[1];
        covered[2] -= push * (x * normal[1] - y * normal[0]);
    }
}

// Finds the face of one body that the contacts of a pair cover, and adds its still-water impulse. The contacts are
// `first` and the `count` - 1 after it; `side`: 0 for the body that is mover a, 1 for mover b.
static void coverFace(gfRigidBodies2D *o, const gfLoadScene *scene, const gfContact *first, int count, int side)
{
    int slot = side == 0 ? first->a : first->b;
    gfRigidBody *b = slot < GF_RIGID_BODY_MAX ? gfSlots_At(&o->all.list, slot) : NULL;
    double sign = side == 0 ? 1.0 : -1.0, gap = INFINITY, at = 0.0;
    const double normal[2] = {sign * first->normal[0], sign * first->normal[1]};
    double touching[2] = {INFINITY, -INFINITY}, face[2];
    if (b == NULL || !b->around.known) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const double place[2] = {b->place[0] + first[i].arms[side][0], b->place[1] + first[i].arms[side][1]};
        double along = normal[0] * place[1] - normal[1] * place[0];
        at = first[i].separation < gap ? dot2(place, normal) : at;
        gap = fmin(gap, first[i].separation);
        touching[0] = fmin(touching[0], along);
        touching[1] = fmax(touching[1], along);
    }
    double reach = GF_COVERED_CELLS * scene->cellSize - fmax(gap, 0.0);
    if (reach <= 0.0) {
        return;
    }
    findTouchingFace(b, normal, reach, face);
    if (count > 1) { // the face is limited to where both things lie beside each other
        face[0] = fmax(face[0], touching[0]);
        face[1] = fmin(face[1], touching[1]);
    }
    if (face[0] < face[1]) {
        const double p[2] = {at * normal[0] - face[0] * normal[1], at * normal[1] + face[0] * normal[0]};
        const double q[2] = {at * normal[0] - face[1] * normal[1], at * normal[1] + face[1] * normal[0]};
        addStillPressure(b, scene, p, q, normal);
    }
}

void gfRigidBodies2D_CoverFaces(gfRigidBodies2D *o, const gfLoadScene *scene)
{
    o->coveredTime += scene->dt;
    if (!gfLoadScene2D_PointsDown(scene)) {
        return; // the depth under the surface is known only along vertical columns of cells
    }
    for (int i = 0, count; i < o->all.contacts.count; i += count) {
        const gfContact *first = &o->all.contacts.list[i];
        count = 1;
        while (i + count < o->all.contacts.count && first[count].memory.pair == first->memory.pair) {
            count++;
        }
        coverFace(o, scene, first, count, 0);
        coverFace(o, scene, first, count, 1);
    }
}
