// Computes the forces of the fluid on a rigid body. The fluid around it is known from some steps ago; forces are for
// the pose that the body has now.
#include "ext/bodies/loads.h"

#define BACKLASH 0.5        // by how much the surface beside a body sinks as that rises
#define ADDED_MASS 0.785398 // of a square of the width across the motion, where all is under water: a plate's
#define EXCESS_TAKEN 0.5    // of the excess: what is seen of the surface beside a body is too low by about as much
#define MEASURED_MASS 0.5   // of the added mass, where forces are measured: what there is more is in those

gfLoadScene gfLoadScene_Get(const gfBody *body, double dt)
{
    const gfFluidDef *def = &body->def;
    gfLoadScene scene = {.solver = def->solver, .cellSize = (double)def->cellSize, .dt = dt};
    gfVec2 g = {0.0f, -def->shallow.gravity};
    switch (def->solver) {
    case GF_SOLVER_GRID:
        g = def->grid.gravity;
        break;
    case GF_SOLVER_GAUSSIAN:
        g = def->gaussian.gravity;
        scene.sound = sqrt(0.5 * (double)def->gaussian.stiffness) * scene.cellSize / dt;
        scene.size = scene.cellSize * fmax((double)def->gridWidth, (double)def->gridHeight);
        break;
    case GF_SOLVER_PARTICLES:
        g = (gfVec2){def->particles.gravity.x, def->particles.gravity.y};
        break;
    case GF_SOLVER_SHALLOW:
        break;
    }
    if (def->solver != GF_SOLVER_SHALLOW) {
        g = gfFrame_GetGravity(&body->frame, g);
    }
    scene.gravity[0] = (double)g.x;
    scene.gravity[1] = (double)g.y;
    return scene;
}

bool gfLoadScene_PointsDown(const gfLoadScene *scene)
{
    return scene->gravity[1] < 0.0 && fabs(scene->gravity[0]) <= -scene->gravity[1];
}

// --- forces ----------------------------------------------------------------------------------------------------------

double gfRigidBody_GetDraft(const gfRigidBody *b)
{
    double height = (double)b->def.height;
    return height * fmin(b->mass / (b->density * b->area * height), 2.0);
}

double gfRigidBody_GetWidth(const gfRigidBody *b, double x, double y)
{
    const gfHull hull = gfHull_Move(&b->hull, (const double[2]){0.0, 0.0}, b->angle);
    double p[2], q[2];
    gfHull_GetSupport(&hull, (const double[2]){-y, x}, p);
    gfHull_GetSupport(&hull, (const double[2]){y, -x}, q);
    return (p[0] - q[0]) * -y + (p[1] - q[1]) * x;
}

gfPose gfRigidBody_GetPose(const gfRigidBody *b)
{
    return (gfPose){{b->place[0], b->place[1]}, b->angle, {b->velocity[0], b->velocity[1]}, b->spin};
}

// The surface rises along x by `slope`; pressure grows along the line that is square to it.
static gfImmersion immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    const gfSurroundings *a = &b->around;
    gfHull still = gfHull_Move(&b->hull, pose->place, pose->angle);
    gfOutline outline = gfOutline_Make(&still);
    // Deep down waves are not felt.
    // The surface beside it answers to its own heaving, which was seen late.
    double late = pose->place[1] - (a->measured ? a->middle.place[1] : a->levelPlace);
    double level = a->level - (a->measured ? 1.0 : BACKLASH) * fmin(fmax(late, -b->bound), b->bound);
    double depth = fmax(level - pose->place[1] - b->bound, 0.0);
    double slope = a->slope * exp(-depth / b->bound), g = -scene->gravity[1];
    const double normal[2] = {-slope, 1.0};
    gfOutline below = gfOutline_Cut(&outline, normal, level - slope * pose->place[0]);
    gfArea area = gfOutline_GetArea(&below);
    gfImmersion im = {fmin(area.size / b->area, 1.0), {-g * slope * area.size, g * area.size}, 0.0};
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
    gfImmersion im = {a->wet, {-scene->gravity[0] * b->area * a->wet, -scene->gravity[1] * b->area * a->wet}, 0.0};
    im.torque = 0.3 * (1.0 - a->wet) * (a->wetArm[0] * im.force[1] - a->wetArm[1] * im.force[0]);
    return im;
}

// Returns the buoyancy on a body, with the share of gravity along the surface.
gfImmersion gfRigidBody_Immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    bool down = gfLoadScene_PointsDown(scene);
    gfImmersion im = down ? immerse(b, scene, pose) : immerseByPoints(b, scene);
    im.force[0] -= down ? scene->gravity[0] * b->area * im.fraction : 0.0;
    return im;
}

gfBodyMasses gfRigidBody_AddMass(const gfRigidBody *b, double fraction, double depth, gfMover *mover)
{
    double added = (b->around.measured ? MEASURED_MASS : 1.0) * b->density * fraction * depth;
    double fluid = ADDED_MASS * added, square = b->bound * b->bound - b->inner * b->inner;
    double wide = gfRigidBody_GetWidth(b, 0.0, 1.0), high = gfRigidBody_GetWidth(b, 1.0, 0.0) * fraction;
    double inertia = b->inertia + GF_LOAD_ADDED_INERTIA * added * square * square;
    gfBodyMasses m = {{b->mass + fluid * high * high, b->mass + fluid * wide * wide}};
    mover->invMass = 1.0 / fmax(m.along[0], m.along[1]);
    mover->invInertia[2][2] = 1.0 / inertia;
    return m;
}

// Applies quadratic drag towards the flow, solved for the end of the step. `fraction` of the body is in the fluid,
// `depth` along the third axis.
static void drag(gfRigidBody *b, const gfLoadScene *scene, double fraction, double depth, gfBodyMasses masses,
                 gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double x = a->flow[0] - mover->velocity[0], y = a->flow[1] - mover->velocity[1], speed = hypot(x, y);
    double before[2] = {mover->velocity[0], mover->velocity[1]};
    if (speed > 0.0) {
        double width = gfRigidBody_GetWidth(b, x / speed, y / speed);
        double loss = 0.5 * b->density * (double)b->def.drag * width * depth * fraction * speed * scene->dt;
        for (int axis = 0; axis < 2; axis++) {
            mover->velocity[axis] = gfLoad_Approach(mover->velocity[axis], a->flow[axis], loss / masses.along[axis]);
            b->given[axis] = (mover->velocity[axis] - before[axis]) * masses.along[axis];
        }
    }
    // It acts where the body is wet.
    double turned = a->wetArm[0] * b->given[1] - a->wetArm[1] * b->given[0];
    mover->spin[2] += 0.5 * turned * mover->invInertia[2][2];
    double rough = GF_LOAD_TURN_DRAG * (1.0 - b->inner / b->bound) + GF_LOAD_SKIN_DRAG, square = b->bound * b->bound;
    double rate = rough * b->density * (double)b->def.angularDrag * square * square * depth * fraction *
                  fabs(a->turning - mover->spin[2]) * scene->dt * mover->invInertia[2][2];
    mover->spin[2] = gfLoad_Approach(mover->spin[2], a->turning, rate);
}

// Waves that a body makes carry its heaving and rolling away.
static void radiate(gfRigidBody *b, const gfLoadScene *scene, double fraction, gfBodyMasses masses, gfMover *mover)
{
    double width = gfRigidBody_GetWidth(b, 0.0, 1.0), partly = fmin(4.0 * fraction * (1.0 - fraction), 1.0);
    double stiffness = b->density * hypot(scene->gravity[0], scene->gravity[1]) * width;
    double heave = 2.0 * GF_LOAD_HEAVE_RATIO * sqrt(stiffness / masses.along[1]) * partly;
    double roll = 2.0 * GF_LOAD_ROLL_RATIO * sqrt(stiffness * width * width / 12.0 * mover->invInertia[2][2]) * partly;
    b->period = stiffness > 0.0 ? sqrt(masses.along[1] / stiffness) : 0.0;
    mover->velocity[1] = gfLoad_Approach(mover->velocity[1], b->around.swell, heave * scene->dt);
    mover->spin[2] = gfLoad_Approach(mover->spin[2], 0.0, roll * scene->dt);
}

// Returns the force and torque that act on a body besides the fluid and its contacts: N, N m. If the host moves it, all
// that the host does counts, for that accelerates the fluid that moves along, too: a raft is lifted by as much as it
// carries.
static void getOtherForce(const gfRigidBody *b, const gfLoadScene *scene, double push[3])
{
    bool hosts = b->def.hostDriven && b->host.period > 0.0;
    for (int i = 0; i < 3; i++) {
        double weight = i < 2 ? b->mass * (double)b->def.gravityScale * scene->gravity[i] : 0.0;
        push[i] = hosts ? b->host.force[i] : weight;
    }
}

static void loadInLiquid(gfRigidBody *b, const gfLoadScene *scene, double before, gfMover *mover)
{
    const gfPose now = {{b->place[0], b->place[1]}, b->angle, {mover->velocity[0], mover->velocity[1]}, mover->spin[2]};
    const gfSurroundings *a = &b->around;
    gfImmersion im = gfRigidBody_Immerse(b, scene, &now);
    gfBodyMasses masses = gfRigidBody_AddMass(b, im.fraction, 1.0, mover);
    // Measured forces are late: a body of which less than half of what was under water still is feels less of them.
    double still = fmin(2.0 * im.fraction / fmax(a->wetFraction, 1e-3), 1.0), push[3];
    getOtherForce(b, scene, push);
    for (int axis = 0; axis < 2; axis++) {
        double force = b->density * im.force[axis] + push[axis];
        double rest = still * (a->residual[axis] - (axis == 1 ? EXCESS_TAKEN * a->excess : 0.0));
        mover->acceleration[axis] = (force + rest) / masses.along[axis];
    }
    mover->angularAcceleration[2] =
        (b->density * im.torque + still * a->residual[2] + push[2]) * mover->invInertia[2][2];
    if (a->measured) {
        gfRigidBody_Strike(b, before, im.fraction, masses, mover);
    }
    radiate(b, scene, im.fraction, masses, mover);
    if (a->measured) {
        gfRigidBody_HoldBack(b, scene, im.fraction, masses, mover);
    } else {
        drag(b, scene, fmax(im.fraction, 0.6 * a->wet), 1.0, masses, mover);
    }
    b->submerged = im.fraction;
}

// The fluid is everywhere.
static void loadInGrid(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    gfBodyMasses masses = gfRigidBody_AddMass(b, 1.0, 1.0, mover);
    double push[3];
    getOtherForce(b, scene, push);
    for (int axis = 0; axis < 2; axis++) {
        double force = push[axis] - b->density * b->area * scene->gravity[axis];
        mover->acceleration[axis] = force / masses.along[axis];
    }
    mover->angularAcceleration[2] = push[2] * mover->invInertia[2][2];
    drag(b, scene, 1.0, 1.0, masses, mover);
    b->submerged = 1.0;
}

// Seen from above a body is moved by the slope of the surface, the flow, and where it is too shallow the ground.
static void loadInShallow(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double g = -scene->gravity[1] * (double)b->def.gravityScale,
           draft = fmin(gfRigidBody_GetDraft(b), (double)b->def.height);
    double afloat = 1.0 - a->onGround, depth = fmin(fmin(draft, a->depth), (double)b->def.height);
    gfRigidBody_AddMass(b, 0.0, depth, mover); // what moves along is water below it, which drag stands for
    const gfBodyMasses masses = {{b->mass, b->mass}};
    double weight = b->mass * g * mover->invMass;
    mover->acceleration[0] = weight * (a->groundForce[0] - afloat * a->slope);
    mover->acceleration[1] = weight * (a->groundForce[1] - afloat * a->levelSlopeY);
    mover->angularAcceleration[2] = b->mass * g * a->groundTurn * mover->invInertia[2][2];
    drag(b, scene, a->wet, depth, masses, mover);
    // Coulomb's friction brings it to rest and no further.
    double speed = hypot(mover->velocity[0], mover->velocity[1]) + b->bound * fabs(mover->spin[2]);
    double loss = (double)b->def.friction * fabs(weight) * a->onGround * scene->dt;
    double kept = speed > loss ? 1.0 - loss / speed : 0.0;
    mover->velocity[0] *= kept;
    mover->velocity[1] *= kept;
    mover->spin[2] *= kept;
    b->submerged = (double)b->def.height > 0.0 ? fmin(depth / (double)b->def.height, 1.0) : 0.0;
    b->grounded = b->grounded || a->onGround > 0.05;
}

// Computes forces from how it would move by itself: all other motion is the host's.
static void setForces(gfRigidBody *b, const gfLoadScene *scene, const double rise[3])
{
    const double masses[3] = {b->mass, b->mass, b->inertia};
    double push[3] = {0.0, 0.0, 0.0}, told[3];
    if (scene->solver != GF_SOLVER_SHALLOW) { // there the ground bears it
        getOtherForce(b, scene, push);
    }
    for (int i = 0; i < 3; i++) {
        told[i] = masses[i] * rise[i] - push[i];
    }
    b->force[0] = told[0];
    b->force[1] = told[1];
    b->torque = told[2];
}

void gfRigidBody_Bear(gfRigidBody *b, const gfLoadScene *scene)
{
    static const double still[3] = {0.0};
    setForces(b, scene, still);
}

void gfRigidBody_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    gfLoadScene own = *scene;
    own.dt = b->def.hostDriven ? gfLoadRequest_GetHostStep(scene->dt, b->host.period) : scene->dt;
    double before = b->submerged;
    gfRigidBody_AddMass(b, 0.0, 0.0, mover);
    b->submerged = b->given[0] = b->given[1] = 0.0;
    b->force[0] = b->force[1] = b->torque = 0.0;
    if (b->around.known && scene->solver == GF_SOLVER_GRID) {
        loadInGrid(b, &own, mover);
    } else if (b->around.known && scene->solver == GF_SOLVER_SHALLOW) {
        loadInShallow(b, &own, mover);
    } else if (b->around.known) {
        loadInLiquid(b, &own, before, mover);
    }
    if (b->around.known || b->def.hostDriven) {
        const double rise[3] = {(mover->velocity[0] - b->velocity[0]) / own.dt + mover->acceleration[0],
                                (mover->velocity[1] - b->velocity[1]) / own.dt + mover->acceleration[1],
                                (mover->spin[2] - b->spin) / own.dt + mover->angularAcceleration[2]};
        setForces(b, scene, rise);
    }
    b->host.lasted += scene->dt;
}
