// Forces of the fluid on a rigid body in two dimensions.
#include "ext/bodies/rigid_bodies2d.h"

#define BACKLASH 0.5        // by how much the surface beside a body sinks as that rises
#define ADDED_MASS 0.785398 // of a square of the width across the motion, where all is under water: a plate's
#define EXCESS_TAKEN 0.5    // of the excess: what is seen of the surface beside a body is too low by about as much
#define MEASURED_MASS 0.5   // of the added mass, where forces are measured: what there is more is in those

bool gfLoadScene2D_PointsDown(const gfLoadScene *scene)
{
    return scene->gravity[1] < 0.0 && fabs(scene->gravity[0]) <= -scene->gravity[1];
}

double gfRigidBody2D_GetDraft(const gfRigidBody *b)
{
    double height = (double)b->def.height;
    return height * fmin(b->mass / (b->density * b->size * height), 2.0);
}

double gfRigidBody2D_GetWidth(const gfRigidBody *b, const double way[2])
{
    const gfHull hull = gfHull_Move(&b->hull, (const double[2]){0.0, 0.0}, b->angle);
    double x = way[0], y = way[1], p[2], q[2];
    gfHull_GetSupport(&hull, (const double[2]){-y, x}, p);
    gfHull_GetSupport(&hull, (const double[2]){y, -x}, q);
    return (p[0] - q[0]) * -y + (p[1] - q[1]) * x;
}

double gfRigidBody2D_GetSpan(const gfRigidBody *b, int axis)
{
    return gfRigidBody2D_GetWidth(b, (const double[2]){axis, 1 - axis});
}

// The surface rises along x by `slope`; pressure grows along the line that is square to it.
static gfImmersion immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    const gfSurroundings *a = &b->around;
    gfHull still = gfHull_Move(&b->hull, pose->place, pose->angle);
    gfOutline outline = gfOutline_Make(&still);
    // The surface beside it answers to its own heaving, which was seen late.
    double seen = a->measured ? a->middle.place[1] : a->levelPlace, fades;
    double level = gfRigidBody_GetLevel(b, pose->place[1], seen, a->measured ? 1.0 : BACKLASH, &fades);
    double slope = a->slope[0] * fades, g = -scene->gravity[1];
    const double normal[2] = {-slope, 1.0};
    gfOutline below = gfOutline_Cut(&outline, normal, level - slope * pose->place[0]);
    gfArea area = gfOutline_GetArea(&below);
    gfImmersion im = {fmin(area.size / b->size, 1.0), {-g * slope * area.size, g * area.size}, 0.0};
    if (area.size > 0.0) {
        double x = area.centre[0] - pose->place[0], y = area.centre[1] - pose->place[1];
        im.torque = x * im.force[1] - y * im.force[0];
    }
    return im;
}

// Immersion where gravity does not point down, so that no column tells a surface: it is the wet fraction of points
// around.
static gfImmersion immerseByPoints(const gfRigidBody *b, const gfLoadScene *scene)
{
    const gfSurroundings *a = &b->around;
    gfImmersion im = {a->wet, {-scene->gravity[0] * b->size * a->wet, -scene->gravity[1] * b->size * a->wet}, 0.0};
    im.torque = 0.3 * (1.0 - a->wet) * (a->wetArm[0] * im.force[1] - a->wetArm[1] * im.force[0]);
    return im;
}

gfImmersion gfRigidBody2D_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    bool down = gfLoadScene2D_PointsDown(scene);
    gfImmersion im = down ? immerse(b, scene, pose) : immerseByPoints(b, scene);
    im.force[0] -= down ? scene->gravity[0] * b->size * im.fraction : 0.0;
    return im;
}

gfBodyMasses gfRigidBody2D_AddMass(const gfRigidBody *b, double fraction, double depth, gfMover *mover)
{
    double added = (b->around.measured ? MEASURED_MASS : 1.0) * b->density * fraction * depth;
    double fluid = ADDED_MASS * added, square = b->bound * b->bound - b->inner * b->inner;
    double wide = gfRigidBody2D_GetSpan(b, 0), high = gfRigidBody2D_GetSpan(b, 1) * fraction;
    double inertia = b->inertia[2] + GF_LOAD_ADDED_INERTIA * added * square * square;
    gfBodyMasses m = {{b->mass + fluid * high * high, b->mass + fluid * wide * wide}};
    mover->invMass = 1.0 / fmax(m.along[0], m.along[1]);
    mover->invInertia[2][2] = 1.0 / inertia;
    return m;
}

static void drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover)
{
    const double masses[3] = {load->across, load->along, load->along};
    double rough = gfRigidBody_Drag(b, load, masses, mover), square = b->bound * b->bound;
    double towards = b->around.turning[2], rate = rough * square * square * load->depth * load->fraction *
                                                  fabs(towards - mover->spin[2]) * load->scene->dt *
                                                  mover->invInertia[2][2];
    mover->spin[2] = gfLoad_Approach(mover->spin[2], towards, rate);
}

static void loadInLiquid(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    gfPose now = gfRigidBody_GetPose(b);
    const gfSurroundings *a = &b->around;
    gfImmersion im = gfRigidBody2D_Immerse(b, scene, &now);
    gfBodyMasses masses = gfRigidBody2D_AddMass(b, im.fraction, 1.0, mover);
    gfBodyLoad load = {scene, im.fraction, 1.0, masses.along[0], masses.along[1]};
    // Measured forces are late: a body of which less than half of what was under water still is feels less of them.
    double still = fmin(2.0 * im.fraction / fmax(a->wetFraction, 1e-3), 1.0), force[3], moment[3];
    gfRigidBody_GetOtherForce(b, scene, force, moment);
    for (int axis = 0; axis < 2; axis++) {
        force[axis] += b->density * im.force[axis];
        force[axis] += still * (a->residual[axis] - (axis == 1 ? EXCESS_TAKEN * a->excess : 0.0));
    }
    moment[2] = b->density * im.torque + still * a->residual[2] + moment[2];
    gfRigidBody_Accelerate(&load, force, moment, mover);
    if (a->measured) {
        gfRigidBody2D_Strike(b, im.fraction, masses, mover);
    }
    double width = gfRigidBody2D_GetSpan(b, 0), stiffness = b->density * scene->g * width;
    double tilts = sqrt(stiffness * width * width / 12.0 * mover->invInertia[2][2]);
    gfRigidBody_Radiate(b, &load, width, 2.0 * GF_LOAD_ROLL_RATIO * tilts * gfLoad_GetWaves(im.fraction), mover);
    if (a->measured) {
        gfRigidBody2D_HoldBack(b, scene, im.fraction, masses, mover);
    } else {
        load.fraction = fmax(im.fraction, 0.6 * a->wet);
        drag(b, &load, mover);
    }
    b->submerged = im.fraction;
}

// The fluid is everywhere.
static void loadInGas(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfBodyMasses masses = gfRigidBody2D_AddMass(b, 1.0, 1.0, mover);
    const gfBodyLoad load = {scene, 1.0, 1.0, masses.along[0], masses.along[1]};
    double force[3], moment[3];
    gfRigidBody_GetOtherForce(b, scene, force, moment);
    for (int axis = 0; axis < 2; axis++) {
        force[axis] -= b->density * b->size * scene->gravity[axis];
    }
    gfRigidBody_Accelerate(&load, force, moment, mover);
    drag(b, &load, mover);
    b->submerged = 1.0;
}

// Seen from above a body is moved by the slope of the surface, the flow, and where it is too shallow the ground.
static void loadFromAbove(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double g = -scene->gravity[1] * (double)b->def.gravityScale, height = (double)b->def.height;
    double draft = fmin(gfRigidBody2D_GetDraft(b), height), depth = fmin(fmin(draft, a->depth), height);
    gfRigidBody2D_AddMass(b, 0.0, depth, mover); // what moves along is water below it, which drag stands for
    const gfBodyLoad load = {scene, a->wet, depth, b->mass, b->mass};
    double weight = b->mass * g * mover->invMass;
    for (int axis = 0; axis < 2; axis++) {
        mover->acceleration[axis] = weight * (a->groundForce[axis] - (1.0 - a->onGround) * a->slope[axis]);
    }
    mover->angularAcceleration[2] = b->mass * g * a->groundTurn * mover->invInertia[2][2];
    drag(b, &load, mover);
    // Coulomb's friction brings it to rest and no further.
    double speed = hypot(mover->velocity[0], mover->velocity[1]) + b->bound * fabs(mover->spin[2]);
    double loss = (double)b->def.friction * fabs(weight) * a->onGround * scene->dt;
    double kept = speed > loss ? 1.0 - loss / speed : 0.0;
    mover->velocity[0] *= kept;
    mover->velocity[1] *= kept;
    mover->spin[2] *= kept;
    b->submerged = height > 0.0 ? fmin(depth / height, 1.0) : 0.0;
    b->grounded = b->grounded || a->onGround > 0.05;
}

void gfRigidBody2D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    static void (*const loads[])(gfRigidBody *, const gfLoadScene *, gfMover *) = {
        [GF_MEDIUM_LIQUID] = loadInLiquid, [GF_MEDIUM_FULL] = loadInGas, [GF_MEDIUM_ABOVE] = loadFromAbove};
    loads[scene->medium.kind](b, scene, mover);
}
