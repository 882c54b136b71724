// One rigid body in two dimensions: its definition, its shape and solid, and the forces of the fluid on it.
#include "ext/bodies/rigid_bodies2d.h"

#include "ext/bodies/members.inc"

#define BACKLASH 0.5        // as a body rises the surface beside it sinks by this fraction of the rise
#define ADDED_MASS 0.785398 // pi / 4: added mass / (density width^2) of a plate of that width, moved across it

bool gfRigidBody2D_Check(const gfCore *core, const gfRigidBodyDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_rigidBodyDefRecord, def, caller) && gfShape_Check(core, &def->shape, false, caller) &&
           gfHull_Check(core, &def->shape, caller);
}

// Finds the distances of the farthest and the nearest point of the outline from the centre of mass: bound and inner.
static void measureOutline(gfRigidBody *b)
{
    const gfOutline outline = gfOutline_Make(&b->hull);
    b->bound = 0.0;
    b->inner = INFINITY;
    for (int i = 0; i < outline.count; i++) {
        const double *p = outline.points[i], *q = outline.points[(i + 1) % outline.count];
        double x = q[0] - p[0], y = q[1] - p[1], length = hypot(x, y);
        b->bound = fmax(b->bound, hypot(p[0], p[1]));
        if (length > 0.0) {
            b->inner = fmin(b->inner, fabs(p[0] * y - p[1] * x) / length);
        }
    }
    b->inner = fmin(b->inner, b->bound);
}

gfRigidBody gfRigidBody2D_Make(const gfBody *body, const gfRigidBodyDef *def)
{
    const gfMedium medium = gfSolver_GetMedium(body);
    gfRigidBody b = {.def2D = *def, .traits = GF_BODY_TRAITS(def)};
    gfVec2 centre = gfShape_GetCentre(&def->shape);
    double from[2] = {(double)centre.x, (double)centre.y};
    // Relative to the shape's centre, as floats are coarse far from the origin.
    gfHull hull = gfHull_Make(&def->shape, from);
    gfOutline outline = gfOutline_Make(&hull);
    gfArea area = gfOutline_GetArea(&outline);
    double depth = medium.kind == GF_MEDIUM_ABOVE ? (double)def->height : 1.0;
    b.size = fmax(area.size, 1e-18);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.size * depth, 1e-18);
    b.inertia[2] = def->inertia > 0.0f ? (double)def->inertia : fmax(b.mass * area.inertia / b.size, 1e-24);
    b.density = def->fluidDensity > 0.0f ? (double)def->fluidDensity : medium.density;
    for (int axis = 0; axis < 2; axis++) {
        b.offset[axis] = -area.centre[axis];
        b.place[axis] = from[axis] + area.centre[axis];
    }
    b.hull = gfHull_Move(&hull, b.offset, 0.0);
    b.velocity[0] = (double)def->velocity.x;
    b.velocity[1] = (double)def->velocity.y;
    b.spin[2] = (double)def->angularVelocity;
    measureOutline(&b);
    // Until the fluid around it is measured the host is told a force that bears its weight.
    if (def->hostDriven && medium.kind != GF_MEDIUM_ABOVE) {
        gfRigidBody_Bear(&b, (const double[3]){(double)medium.gravity.x, (double)medium.gravity.y});
    }
    return b;
}

gfHull gfRigidBody2D_GetHull(const gfRigidBody *b)
{
    return gfHull_Move(&b->hull, b->place, b->angle);
}

// Finds the vector in the world from the body's centre of mass to its shape's own centre, m.
static void getShapeCentre(const gfRigidBody *b, double arm[2])
{
    double c = cos(b->angle), s = sin(b->angle);
    arm[0] = c * b->offset[0] - s * b->offset[1];
    arm[1] = s * b->offset[0] + c * b->offset[1];
}

gfShape gfRigidBody2D_GetShape(const gfRigidBody *b)
{
    double arm[2];
    getShapeCentre(b, arm);
    gfVec2 old = gfShape_GetCentre(&b->def2D.shape);
    gfVec2 offset = {(float)(b->place[0] + arm[0] - (double)old.x), (float)(b->place[1] + arm[1] - (double)old.y)};
    const gfShape moved = gfMoveShape(&b->def2D.shape, offset, (float)remainder(b->angle, 6.283185307179586));
    return gfShape_Limit(&moved);
}

gfSolidDef gfRigidBody2D_GetSolid(const gfRigidBody *b)
{
    gfSolidDef def = gfDefaultSolidDef();
    double arm[2];
    getShapeCentre(b, arm);
    def.shape = gfRigidBody2D_GetShape(b);
    def.velocity = (gfVec2){gfSolid_LimitVelocity(b->velocity[0] - b->spin[2] * arm[1]),
                            gfSolid_LimitVelocity(b->velocity[1] + b->spin[2] * arm[0])};
    def.angularVelocity = gfSolid_LimitVelocity(b->spin[2]);
    def.surface = b->def2D.surface;
    return def;
}

// --- forces ----------------------------------------------------------------------------------------------------------

bool gfLoadScene2D_PointsDown(const gfLoadScene *scene)
{
    return scene->gravity[1] < 0.0 && fabs(scene->gravity[0]) <= -scene->gravity[1];
}

double gfRigidBody2D_GetDraft(const gfRigidBody *b)
{
    double height = (double)b->def2D.height;
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

// Returns the part of a body under a surface with a slope along x, where gravity points down. Pressure grows at right
// angles to the surface, so a slope also pushes sideways.
static gfImmersion immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    const gfSurroundings *a = &b->around;
    gfHull still = gfHull_Move(&b->hull, pose->place, pose->angle);
    gfOutline outline = gfOutline_Make(&still);
    // The surface was measured some steps ago. Since then the body has heaved, and the surface beside it with it.
    double seen = a->measured ? a->middle.place[1] : a->levelPlace, fades;
    double sinks = scene->medium.measured ? GF_MEASURED_BACKLASH : BACKLASH;
    double level = gfRigidBody_GetLevel(b, pose->place[1], seen, sinks, &fades);
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

// Returns the part in liquid by the measured points, where gravity doesn't point down and no columns show the surface.
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

gfBodyLoad gfRigidBody2D_AddMass(const gfRigidBody *b, const gfLoadScene *scene, double fraction, double depth,
                                 gfMover *mover)
{
    double added = b->density * fraction * depth;
    double fluid = ADDED_MASS * added, square = b->bound * b->bound - b->inner * b->inner;
    double wide = gfRigidBody2D_GetSpan(b, 0), high = gfRigidBody2D_GetSpan(b, 1) * fraction;
    double inertia = b->inertia[2] + GF_LOAD_ADDED_INERTIA * added * square * square;
    gfBodyLoad load = {scene, fraction, depth, {b->mass + fluid * high * high, b->mass + fluid * wide * wide}};
    mover->invMass = 1.0 / fmax(load.masses[0], load.masses[1]);
    mover->invInertia[2][2] = 1.0 / inertia;
    return load;
}

static void drag(gfRigidBody *b, const gfBodyLoad *load, gfMover *mover)
{
    double rough = gfRigidBody_Drag(b, load, mover), square = b->bound * b->bound;
    double towards = b->around.turning[2], rate = rough * square * square * load->depth * load->fraction *
                                                  fabs(towards - mover->spin[2]) * load->scene->dt *
                                                  mover->invInertia[2][2];
    mover->spin[2] = gfLoad_Approach(mover->spin[2], towards, rate);
}

static void loadInLiquid(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    if (scene->medium.measured) {
        gfRigidBody2D_LoadMeasured(b, scene, mover);
        return;
    }
    gfPose now = gfRigidBody_GetPose(b);
    gfImmersion im = gfRigidBody2D_Immerse(b, scene, &now);
    gfBodyLoad load = gfRigidBody2D_AddMass(b, scene, im.fraction, 1.0, mover);
    double force[3], moment[3];
    gfRigidBody_GetOtherForce(b, scene, force, moment);
    for (int axis = 0; axis < 2; axis++) {
        force[axis] += b->density * im.force[axis];
    }
    moment[2] += b->density * im.torque;
    gfRigidBody_Accelerate(&load, force, moment, mover);
    double width = gfRigidBody2D_GetSpan(b, 0), stiffness = b->density * scene->g * width;
    double tilts = sqrt(stiffness * width * width / 12.0 * mover->invInertia[2][2]);
    gfRigidBody_Radiate(b, &load, width, 2.0 * GF_LOAD_ROLL_RATIO * tilts * gfLoad_GetWaves(im.fraction), mover);
    load.fraction = fmax(im.fraction, 0.6 * b->around.wet);
    drag(b, &load, mover);
    b->submerged = im.fraction;
}

// Forces on a body in a fluid that fills the domain, such as smoke in air.
static void loadInGas(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfBodyLoad load = gfRigidBody2D_AddMass(b, scene, 1.0, 1.0, mover);
    double force[3], moment[3];
    gfRigidBody_GetOtherForce(b, scene, force, moment);
    for (int axis = 0; axis < 2; axis++) {
        force[axis] -= b->density * b->size * scene->gravity[axis];
    }
    gfRigidBody_Accelerate(&load, force, moment, mover);
    drag(b, &load, mover);
    b->submerged = 1.0;
}

// Forces on a body seen from above: of the surface's slope, the flow and, in shallow water, the ground.
static void loadFromAbove(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double g = -scene->gravity[1] * (double)b->def2D.gravityScale, height = (double)b->def2D.height;
    double draft = fmin(gfRigidBody2D_GetDraft(b), height), depth = fmin(fmin(draft, a->depth), height);
    // Fraction 0: without added mass, whose effect drag has here.
    gfBodyLoad load = gfRigidBody2D_AddMass(b, scene, 0.0, depth, mover);
    load.fraction = a->wet;
    double weight = b->mass * g * mover->invMass;
    for (int axis = 0; axis < 2; axis++) {
        mover->acceleration[axis] = weight * (a->groundForce[axis] - (1.0 - a->onGround) * a->slope[axis]);
    }
    mover->angularAcceleration[2] = b->mass * g * a->groundTurn * mover->invInertia[2][2];
    drag(b, &load, mover);
    // Coulomb friction on the ground can stop the body, but not turn its motion round.
    double speed = hypot(mover->velocity[0], mover->velocity[1]) + b->bound * fabs(mover->spin[2]);
    double loss = (double)b->def2D.friction * fabs(weight) * a->onGround * scene->dt;
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
