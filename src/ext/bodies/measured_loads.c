// Forces on the solids of rigid bodies in fluids whose pressure is solved for in each step (gfMedium.measured). What
// is measured comes some steps late. So force = buoyancy now - added mass times acceleration now + a rest, which is
// what was measured less the first two at that time. The rest changes slowly: it is that of waves and of the flow
// around.
#include "ext/bodies/rigid_bodies2d.h"

static double dot2(const double a[2], const double b[2])
{
    return a[0] * b[0] + a[1] * b[1];
}

// Waves that a body has made by swaying and turning since the last measurement press against it as if the surface
// beside it had risen by these fractions of the way. Less of the first lets several bodies swing each other up.
#define SWAY_BACKLASH 5.0
#define ROLL_BACKLASH 1.0
#define REST_STILL 0.7 // the rest in still water over the buoyancy of the whole body, at most
#define DEEPER 1e-6    // a smaller change of the fraction under water leaves the added mass as it was
#define REST_TIME 0.03 // time constant of smoothing the rest, s
// What giveCovered restores is at most this many times the force of still water: measured forces oscillate.
#define COVERED_MOST 1.5
#define COVERED_ROUNDS 4 // it visits both faces this often
#define COVERED_PARTS 8  // parts of a face, each with one pressure

// Returns the level by which added mass is computed, m; infinite: it is not known.
static double getLevelAt(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    const gfSurroundings *a = &b->around;
    double seen = a->measured ? a->middle.place[1] : a->levelPlace, fades;
    return gfLoadScene2D_PointsDown(scene) ? gfRigidBody_GetLevel(b, pose->place[1], seen, GF_MEASURED_BACKLASH, &fades)
                                           : (double)INFINITY;
}

static void findMiddle(gfSurroundings *a, const gfPose *pose, double elapsed, double dt)
{
    // Half of the way since the last measurement, less half a step: forces were summed over the steps since.
    double back = 0.5 * fmax(1.0 - dt / elapsed, 0.0);
    for (int axis = 0; axis < 2; axis++) {
        double way = pose->place[axis] - a->last.place[axis];
        a->middle.place[axis] = pose->place[axis] - back * way;
        a->middle.velocity[axis] = way / elapsed;
    }
    a->middle.spin[2] = (pose->angle - a->last.angle) / elapsed;
    a->middle.angle = pose->angle - back * (pose->angle - a->last.angle);
}

// Finds the momentum that a body's added mass gained from pose `from` to pose `to`. Where it grew, as in an impact, the
// fluid that came to move with the body took its momentum from it; what no longer moves with it keeps its own.
static void findGained(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *from, const gfPose *to,
                       double gained[3])
{
    double before[3][3], now[3][3];
    const double change[3] = {to->velocity[0] - from->velocity[0], to->velocity[1] - from->velocity[1],
                              to->spin[2] - from->spin[2]};
    const double way[3] = {to->velocity[0] - b->around.flow[0], to->velocity[1] - b->around.flow[1], to->spin[2]};
    gfRigidBody2D_FindAddedMass(b, to, getLevelAt(b, scene, to), now);
    memcpy(before, now, sizeof before);
    if (fabs(gfRigidBody2D_Immerse(b, scene, to).fraction - gfRigidBody2D_Immerse(b, scene, from).fraction) > DEEPER) {
        gfRigidBody2D_FindAddedMass(b, from, getLevelAt(b, scene, from), before);
    }
    bool struck = now[1][1] > before[1][1] && !b->traits.hostDriven;
    for (int i = 0; i < 3; i++) {
        gained[i] = 0.0;
        for (int k = 0; k < 3; k++) {
            gained[i] += fmin(fabs(now[i][k]), fabs(before[i][k])) * (now[i][k] < 0.0 ? -1.0 : 1.0) * change[k];
            gained[i] += struck ? (now[i][k] - before[i][k]) * way[k] : 0.0;
        }
    }
}

// Limits the rest to what waves and flows exert. More is the blow of water squeezed out between two things, or of an
// impact, which is over when it has been measured.
static void limitRest(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose, double rest[3])
{
    const double *flow = b->around.flow, *v = pose->velocity;
    double fast = hypot(v[0] - flow[0], v[1] - flow[1]) + b->bound * fabs(pose->spin[2]);
    double most = b->density * (REST_STILL * scene->g * b->size + 2.0 * b->bound * fast * fast);
    double force = hypot(rest[0], rest[1]), share = force > most ? most / force : 1.0;
    rest[0] *= share;
    rest[1] *= share;
    rest[2] = fmin(fmax(rest[2], -most * b->bound), most * b->bound);
}

// Adds to `rest` the force of still water on covered faces (GF_COVERED), as far as the measured force lacks it. In
// a corner two faces are covered. Unless at right angles, each changes what the other lacks: so it takes some rounds.
static void giveCovered(const double covered[GF_COVERED], double rest[3])
{
    double given[2] = {0.0, 0.0};
    for (int i = 0; i < 2 * COVERED_ROUNDS; i++) {
        const double *c = covered + 3 * (i % 2);
        double square = dot2(c, c), lacks = square > 0.0 ? -dot2(rest, c) / square : 0.0;
        double before = given[i % 2];
        given[i % 2] = fmin(fmax(before + lacks, 0.0), COVERED_MOST);
        for (int k = 0; k < 3; k++) {
            rest[k] += (given[i % 2] - before) * c[k];
        }
    }
}

void gfRigidBody2D_Measure(gfRigidBody *b, const gfLoadScene *scene, const gfAsked2D *asked, double elapsed)
{
    const gfPose *pose = &asked->all.pose;
    gfSurroundings *a = &b->around;
    double weight = a->measured ? 1.0 - exp(-elapsed / REST_TIME) : 1.0, gained[3], rest[3];
    findMiddle(a, pose, elapsed, scene->dt);
    a->measured = true;
    gfImmersion im = gfRigidBody2D_Immerse(b, scene, &a->middle);
    findGained(b, scene, &a->last, pose, gained);
    gfLoad_Follow(&a->wetFraction, im.fraction, weight);
    for (int i = 0; i < 3; i++) {
        double buoyancy = b->density * (i < 2 ? im.force[i] : im.torque);
        rest[i] = (b->density * (double)asked->loads[i] + gained[i]) / elapsed - buoyancy;
    }
    giveCovered(asked->covered, rest);
    limitRest(b, scene, pose, rest);
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->residual[i], rest[i], weight);
    }
}

// Solves mass x = value of a symmetric matrix with positive diagonal.
static void solveSymmetric(double mass[3][3], double value[3])
{
    for (int k = 0; k < 3; k++) {
        for (int i = k + 1; i < 3; i++) {
            double part = mass[i][k] / mass[k][k];
            for (int j = k; j < 3; j++) {
                mass[i][j] -= part * mass[k][j];
            }
            value[i] -= part * value[k];
        }
    }
    for (int k = 2; k >= 0; k--) {
        for (int j = k + 1; j < 3; j++) {
            value[k] -= mass[k][j] * value[j];
        }
        value[k] /= mass[k][k];
    }
}

// Slows a body that gets deeper, as its added mass grows and its momentum does not: the blow of an impact, which would
// be measured too late. `mass`: body with added mass.
static void strike(const gfRigidBody *b, const gfLoadScene *scene, const double mass[3][3], gfMover *mover)
{
    gfPose before = gfRigidBody_GetPose(b);
    const double way[3] = {mover->velocity[0] - b->around.flow[0], mover->velocity[1] - b->around.flow[1],
                           mover->spin[2]};
    double earlier[3][3], all[3][3], blow[3] = {0.0, 0.0, 0.0};
    for (int axis = 0; axis < 2; axis++) {
        before.place[axis] -= scene->dt * b->velocity[axis];
    }
    before.angle -= scene->dt * b->spin[2];
    gfRigidBody2D_FindAddedMass(b, &before, getLevelAt(b, scene, &before), earlier);
    for (int i = 0; i < 3; i++) {
        earlier[i][i] += i < 2 ? b->mass : b->inertia[2];
        for (int k = 0; k < 3; k++) {
            blow[i] -= (mass[i][k] - earlier[i][k]) * way[k];
        }
    }
    if (mass[1][1] > earlier[1][1]) {
        memcpy(all, mass, sizeof all);
        solveSymmetric(all, blow);
        mover->velocity[0] += blow[0];
        mover->velocity[1] += blow[1];
        mover->spin[2] += blow[2];
    }
}

// Adds what the waves do that a body has made since the last measurement, beside those of heaving
// (GF_MEASURED_BACKLASH).
static void holdBack(const gfRigidBody *b, const gfLoadScene *scene, double fraction, double force[3])
{
    double since = scene->dt * (2.5 * gfRigidBodies_GetStride(&scene->medium, scene->dt));
    double wide = gfRigidBody2D_GetSpan(b, 0), high = gfRigidBody2D_GetSpan(b, 1) * fraction;
    double stiff = b->density * scene->g * gfLoad_GetWaves(fraction) * since;
    force[0] -= SWAY_BACKLASH * stiff * high * (b->velocity[0] - b->around.flow[0]);
    force[2] -= ROLL_BACKLASH * stiff * wide * wide * wide / 12.0 * b->spin[2];
}

void gfRigidBody2D_LoadMeasured(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfPose now = gfRigidBody_GetPose(b);
    const gfSurroundings *a = &b->around;
    const gfImmersion im = gfRigidBody2D_Immerse(b, scene, &now);
    double still = fmin(2.0 * im.fraction / fmax(a->wetFraction, 1e-3), 1.0), force[3], moment[3], mass[3][3];
    gfRigidBody2D_FindAddedMass(b, &now, getLevelAt(b, scene, &now), mass);
    gfRigidBody_GetOtherForce(b, scene, force, moment);
    force[2] = moment[2];
    for (int i = 0; i < 3; i++) {
        force[i] += b->density * (i < 2 ? im.force[i] : im.torque) + still * a->residual[i];
        mass[i][i] += i < 2 ? b->mass : b->inertia[2];
    }
    if (a->measured) {
        holdBack(b, scene, im.fraction, force);
    }
    if (im.fraction > b->before + DEEPER && a->measured && !b->traits.hostDriven) {
        strike(b, scene, (const double(*)[3])mass, mover);
    }
    mover->invMass = 1.0 / fmax(mass[0][0], mass[1][1]);
    mover->invInertia[2][2] = 1.0 / mass[2][2];
    solveSymmetric(mass, force);
    for (int axis = 0; axis < 2; axis++) {
        mover->acceleration[axis] = force[axis];
    }
    mover->angularAcceleration[2] = force[2];
    b->submerged = im.fraction;
}

// --- covered faces -------------------------------------------------------------------------------------------------
// A thing that touches a body covers part of its outline. No cell fits between, so that no pressure acts there.
// Pressure on the opposite side would press the body against the thing, and friction would hold it for ever. In reality
// the gap is thin, but has water. So for each contact the force of still water on the covered face is summed, and
// giveCovered restores what the measured force lacks.

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
