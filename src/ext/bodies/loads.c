// What the fluid does to a rigid body: from what it was like at points around it some steps ago to forces at the pose
// that the body has now.
#include "ext/bodies/asking.h"
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

#define LEVEL_TIME 0.06 // s, in which what is known follows what was seen
#define FLOW_TIME 0.05
#define REST_TIME 0.06
#define SLOPE_MAX 0.5
#define WET 0.3          // least liquid of a point whose velocity counts
#define HEAVE_RATIO 0.35 // damping of rising and sinking at a surface, by the waves that it makes, of the critical one
#define ROLL_RATIO 0.25
#define SWELL_PERIODS 3.0      // of a radian: what is slower than that carries a body with it
#define BACKLASH 0.5           // by how much the surface beside a body sinks as that rises
#define ADDED_MASS 0.785398    // of a square of the width across the motion, where all is under water: a plate's
#define ADDED_INERTIA 0.392699 // likewise of the square of the difference of the squares of a body's radii
#define MEASURED_MASS 0.5      // of the added mass, where forces are measured: what there is more is in those
#define TURN_BACKLASH 0.5      // likewise, of a body that turns
// Of the density times the speed of sound: what holds a body back that is faster than when it was measured, for a small
// one, by how much more for one as wide as the domain, and at most. Measured, see docs/notebook/liquid.md.
#define LAG_DRAG 3.0
#define LAG_DRAG_WIDE 12.0
#define LAG_DRAG_MOST 6.0
#define OWED_TIME 1.2    // s, in which what the drag took is handed back. The rest, too: docs/notebook/liquid.md
#define OWED_SPEED 1.0   // of sound, of the mass that moves: most that is handed back
#define QUIET_SPEED 0.04 // of sound: what has less energy than its mass has at that is left as it is
#define SPARE_TIME 2.0   // s, in which the energy that the drag took is forgotten
#define SPARE_SHARE 0.25 // of it: most that handing back spends in a step
#define EXCESS_TAKEN 0.5 // of it: what is seen of the surface beside a body is too low by about as much
#define EXCESS_TIME 1.5  // s
#define EXCESS_CELLS 0.5 // of draught
#define EXCESS_SHARE 0.06 // of buoyancy
// Most of still liquid's push on what is covered that is given back: deep liquid is denser, and what is measured
// swings.
#define COVERED_MOST 1.5
#define COVERED_ROUNDS 4
#define TURN_DRAG 0.3
#define SKIN_DRAG 0.02 // of a disc that turns

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

// --- where to look ---------------------------------------------------------------------------------------------------

// How far off the fluid is not yet that of the body's own surface, m.
static double getMargin(const gfRigidBody *b, const gfBody *body)
{
    double margin = 2.5 * (double)body->def.cellSize;
    if (body->def.solver == GF_SOLVER_PARTICLES) {
        margin = fmax(margin, 4.0 * (double)body->def.particles.spacing);
    }
    return fmax(margin, 0.1 * b->bound);
}

static gfVec2 toPoint(double x, double y)
{
    return (gfVec2){(float)fmin(fmax(x, -1e9), 1e9), (float)fmin(fmax(y, -1e9), 1e9)};
}

// SHALLOW: all of them under the body. Its ground is told best by the outline, and its middle by those within.
static void placeUnder(const gfRigidBody *b, const gfHull *hull, gfVec2 *points)
{
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        bool inner = i < GF_BODY_LEVEL_POINTS;
        double angle =
            b->angle + 6.283185307179586 * (inner ? (double)i / GF_BODY_LEVEL_POINTS
                                                  : (double)(i - GF_BODY_LEVEL_POINTS) / GF_BODY_FLOW_POINTS);
        const double way[2] = {cos(angle), sin(angle)};
        double p[2], share = inner ? 0.5 : 1.0;
        gfHull_GetSupport(hull, way, p);
        points[i] = toPoint(b->place[0] + share * (p[0] - b->place[0]), b->place[1] + share * (p[1] - b->place[1]));
    }
}

void gfRigidBody_PlacePoints(const gfRigidBody *b, const gfBody *body, gfVec2 points[GF_BODY_POINTS])
{
    const gfHull hull = gfHull_Move(&b->hull, b->place, b->angle);
    double low[2], high[2], margin = getMargin(b, body);
    if (body->def.solver == GF_SOLVER_SHALLOW) {
        placeUnder(b, &hull, points);
        return;
    }
    gfHull_GetBounds(&hull, low, high);
    for (int i = 0; i < GF_BODY_LEVEL_POINTS; i++) {
        static const double away[GF_BODY_LEVEL_POINTS / 2] = {1.0, 2.2, 4.5};
        double off = margin * away[i / 2];
        points[i] = toPoint(i % 2 == 0 ? low[0] - off : high[0] + off, b->place[1]);
    }
    for (int i = 0; i < GF_BODY_FLOW_POINTS; i++) {
        double angle = 6.283185307179586 * i / GF_BODY_FLOW_POINTS;
        const double way[2] = {cos(angle), sin(angle)};
        double p[2];
        gfHull_GetSupport(&hull, way, p);
        points[GF_BODY_LEVEL_POINTS + i] = toPoint(p[0] + margin * way[0], p[1] + margin * way[1]);
    }
}

// --- what was seen ---------------------------------------------------------------------------------------------------

static void follow(double *value, double seen, double share)
{
    *value += share * (seen - *value);
}

// The mean where they agree; else the lower of two, the middle one of three: drops and splashes lie above the surface.
// *at: where, m. What is behind a wall counts only if `beyond`.
static bool getSide(const gfVec2 *points, const gfSpot *spots, int first, double agree, bool beyond, double *level,
                    double *at)
{
    double found[3], sum = 0.0, total = 0.0;
    int count = 0;
    for (int i = first; i < GF_BODY_LEVEL_POINTS && (beyond || spots[i].inside); i += 2) {
        if (spots[i].inside) {
            double value = (double)spots[i].surface;
            int k = count++;
            for (; k > 0 && found[k - 1] > value; k--) {
                found[k] = found[k - 1];
            }
            found[k] = value;
            sum += (double)points[i].x;
            total += value;
        }
    }
    if (count > 0) {
        *level = found[count - 1] - found[0] <= agree ? total / count : found[(count - 1) / 2];
        *at = sum / count;
    }
    return count > 0;
}

static void seeLevel(gfRigidBody *b, const gfLoadScene *scene, const gfVec2 *points, const gfSpot *spots, double share)
{
    double agree = fmax(3.0 * scene->cellSize, 0.25 * b->bound);
    gfSurroundings *a = &b->around;
    double level[2], at[2];
    bool left = getSide(points, spots, 0, agree, false, &level[0], &at[0]);
    bool right = getSide(points, spots, 1, agree, false, &level[1], &at[1]);
    if (!left && !right) { // it is hemmed in
        left = getSide(points, spots, 0, agree, true, &level[0], &at[0]);
        right = getSide(points, spots, 1, agree, true, &level[1], &at[1]);
    }
    a->levelKnown = left || right;
    if (left && right) {
        double slope = fmin(fmax((level[1] - level[0]) / (at[1] - at[0]), -SLOPE_MAX), SLOPE_MAX);
        double middle = 0.5 * (at[0] + at[1]);
        follow(&a->slope, slope, share);
        follow(&a->level, 0.5 * (level[0] + level[1]) + slope * (b->place[0] - middle), share);
    } else if (left || right) {
        follow(&a->slope, 0.0, share);
        follow(&a->level, left ? level[0] : level[1], share);
    }
}

// Mean velocity, and how it turns, over points that are in liquid.
static void seeFlow(gfRigidBody *b, const gfLoadScene *scene, const gfVec2 *points, const gfSpot *spots, double share)
{
    gfSurroundings *a = &b->around;
    int first = scene->solver == GF_SOLVER_SHALLOW ? 0 : GF_BODY_LEVEL_POINTS, all = 0;
    double sum = 0.0, mean[2] = {0.0, 0.0}, arm[2] = {0.0, 0.0}, turn = 0.0, square = 0.0, weights[GF_BODY_POINTS];
    for (int i = first; i < GF_BODY_POINTS; i++) {
        const gfSpot *s = &spots[i];
        double liquid = scene->solver == GF_SOLVER_GRID      ? 1.0
                        : scene->solver == GF_SOLVER_SHALLOW ? ((double)s->liquid > 1e-3 * scene->cellSize ? 1.0 : 0.0)
                                                             : fmin((double)s->liquid, 1.0);
        weights[i] = s->inside && liquid >= WET ? liquid : 0.0;
        all += s->inside;
        sum += weights[i];
        for (int axis = 0; axis < 2; axis++) {
            mean[axis] += weights[i] * (double)s->velocity[axis];
            arm[axis] += weights[i] * ((double)(axis == 0 ? points[i].x : points[i].y) - b->place[axis]);
        }
    }
    follow(&a->wet, all > 0 ? sum / all : 0.0, share);
    for (int axis = 0; axis < 2; axis++) {
        mean[axis] = sum > 0.0 ? mean[axis] / sum : 0.0;
        follow(&a->wetArm[axis], sum > 0.0 ? fmin(fmax(arm[axis] / sum, -b->bound), b->bound) : 0.0, share);
    }
    for (int i = first; i < GF_BODY_POINTS; i++) {
        double x = (double)points[i].x - b->place[0] - (sum > 0.0 ? arm[0] / sum : 0.0);
        double y = (double)points[i].y - b->place[1] - (sum > 0.0 ? arm[1] / sum : 0.0);
        turn +=
            weights[i] * (x * ((double)spots[i].velocity[1] - mean[1]) - y * ((double)spots[i].velocity[0] - mean[0]));
        square += weights[i] * (x * x + y * y);
    }
    if (sum > 0.0) { // a body in the air keeps what it knew
        follow(&a->flow[0], mean[0], share);
        follow(&a->flow[1], mean[1], share);
        follow(&a->turning, square > 0.0 ? turn / square : 0.0, share);
    }
}

// A plane through values at points: the mean and its slopes.
static void fitPlane(const gfRigidBody *b, const gfVec2 *points, const double *values, const bool *counts,
                     double plane[3])
{
    double n = 0.0, mx = 0.0, my = 0.0, mv = 0.0, xx = 0.0, xy = 0.0, yy = 0.0, xv = 0.0, yv = 0.0;
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        if (counts[i]) {
            n += 1.0;
            mx += (double)points[i].x - b->place[0];
            my += (double)points[i].y - b->place[1];
            mv += values[i];
        }
    }
    memset(plane, 0, 3 * sizeof *plane);
    if (n < 1.0) {
        return;
    }
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        if (counts[i]) {
            double x = (double)points[i].x - b->place[0] - mx / n, y = (double)points[i].y - b->place[1] - my / n;
            double v = values[i] - mv / n;
            xx += x * x;
            xy += x * y;
            yy += y * y;
            xv += x * v;
            yv += y * v;
        }
    }
    double det = xx * yy - xy * xy;
    bool thin = det < 1e-3 * (xx + yy) * (xx + yy);
    plane[1] = thin ? 0.0 : (xv * yy - yv * xy) / det;
    plane[2] = thin ? 0.0 : (yv * xx - xv * xy) / det;
    plane[0] = mv / n - plane[1] * mx / n - plane[2] * my / n;
}

// How deep it would lie in deep water, m.
static double getDraft(const gfRigidBody *b)
{
    double height = (double)b->def.height;
    return height * fmin(b->mass / (b->density * b->area * height), 2.0);
}

// SHALLOW: surface and ground as planes under the body, and where the ground bears it.
static void seeGround(gfRigidBody *b, const gfVec2 *points, const gfSpot *spots, double share)
{
    gfSurroundings *a = &b->around;
    double levels[GF_BODY_POINTS], grounds[GF_BODY_POINTS], surface[3], ground[3], draft = getDraft(b);
    double borne = 0.0, depth = 0.0, push[2] = {0.0, 0.0}, turn = 0.0;
    bool wet[GF_BODY_POINTS], all[GF_BODY_POINTS], any = false;
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        levels[i] = (double)spots[i].surface;
        grounds[i] = levels[i] - (double)spots[i].liquid;
        wet[i] = (double)spots[i].liquid > 0.1 * draft;
        all[i] = true;
        any = any || wet[i];
    }
    fitPlane(b, points, levels, any ? wet : all, surface);
    fitPlane(b, points, grounds, all, ground);
    for (int i = 0; i < GF_BODY_POINTS; i++) {
        // What lies on the ground is lifted by as much as that stands above its floating bottom.
        double bears = fmin(fmax((draft - (double)spots[i].liquid) / draft, 0.0), 1.0) / GF_BODY_POINTS;
        double x = (double)points[i].x - b->place[0], y = (double)points[i].y - b->place[1];
        borne += bears;
        depth += (double)spots[i].liquid / GF_BODY_POINTS;
        push[0] -= bears * ground[1];
        push[1] -= bears * ground[2];
        turn -= bears * (x * ground[2] - y * ground[1]);
    }
    follow(&a->level, surface[0], share);
    follow(&a->slope, fmin(fmax(surface[1], -SLOPE_MAX), SLOPE_MAX), share);
    follow(&a->levelSlopeY, fmin(fmax(surface[2], -SLOPE_MAX), SLOPE_MAX), share);
    follow(&a->depth, depth, share);
    follow(&a->onGround, borne, share);
    follow(&a->groundPush[0], push[0], share);
    follow(&a->groundPush[1], push[1], share);
    follow(&a->groundTurn, turn, share);
}

// --- forces ----------------------------------------------------------------------------------------------------------

// Towards a value at a rate that may be of any size.
static double drawn(double value, double towards, double rate)
{
    return value + (towards - value) * rate / (1.0 + rate);
}

// Width of the body across a direction of length 1.
static double getWidth(const gfRigidBody *b, double x, double y)
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

// What is below the surface: its share of the area, and the force and torque of buoyancy over the fluid's density.
typedef struct Immersion {
    double share, force[2], torque;
} Immersion;

// The surface rises along x by `slope`; pressure grows along the line that is square to it.
static Immersion immerse(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
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
    Immersion im = {fmin(area.size / b->area, 1.0), {-g * slope * area.size, g * area.size}, 0.0};
    if (area.size > 0.0) {
        double x = area.centre[0] - pose->place[0], y = area.centre[1] - pose->place[1];
        im.torque = x * im.force[1] - y * im.force[0];
    }
    return im;
}

// Where gravity does not point down no column tells a surface: as much is below it as points around are in liquid.
static Immersion immerseByPoints(const gfRigidBody *b, const gfLoadScene *scene)
{
    const gfSurroundings *a = &b->around;
    Immersion im = {a->wet, {-scene->gravity[0] * b->area * a->wet, -scene->gravity[1] * b->area * a->wet}, 0.0};
    im.torque = 0.3 * (1.0 - a->wet) * (a->wetArm[0] * im.force[1] - a->wetArm[1] * im.force[0]);
    return im;
}

// With what gravity does along the surface.
static Immersion getImmersion(const gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose)
{
    bool down = gfLoadScene_PointsDown(scene);
    Immersion im = down ? immerse(b, scene, pose) : immerseByPoints(b, scene);
    im.force[0] -= down ? scene->gravity[0] * b->area * im.share : 0.0;
    return im;
}

// Masses along x and y with the fluid that moves with the body. Contacts meet the larger one.
typedef struct Masses {
    double along[2];
} Masses;

static Masses addMass(const gfRigidBody *b, double share, double depth, gfMover *mover)
{
    double added = (b->around.measured ? MEASURED_MASS : 1.0) * b->density * share * depth;
    double fluid = ADDED_MASS * added, square = b->bound * b->bound - b->inner * b->inner;
    double wide = getWidth(b, 0.0, 1.0), high = getWidth(b, 1.0, 0.0) * share;
    double inertia = b->inertia + ADDED_INERTIA * added * square * square;
    Masses m = {{b->mass + fluid * high * high, b->mass + fluid * wide * wide}};
    mover->invMass = 1.0 / fmax(m.along[0], m.along[1]);
    mover->invInertia[2][2] = 1.0 / inertia;
    return m;
}

// What presses a body against what covers it lacks the liquid between: as much is given back, and no more. In a corner
// each of the two is of its own; several rounds, as they need not be at right angles.
static void giveCovered(const double covered[GF_COVERED], double rest[3])
{
    double given[2] = {0.0, 0.0};
    for (int i = 0; i < 2 * COVERED_ROUNDS; i++) {
        const double *c = covered + 3 * (i % 2);
        double square = gfDot2(c, c), lacks = square > 0.0 ? -gfDot2(rest, c) / square : 0.0;
        double before = given[i % 2];
        given[i % 2] = fmin(fmax(before + lacks, 0.0), COVERED_MOST);
        for (int k = 0; k < 3; k++) {
            rest[k] += (given[i % 2] - before) * c[k];
        }
    }
}

// What of measured forces is not told by the pose and by the mass that moves along.
static void seeRest(gfRigidBody *b, const gfLoadScene *scene, const gfPose *pose, const float *loads,
                    const double *covered, double elapsed)
{
    gfSurroundings *a = &b->around;
    double share = a->measured ? 1.0 - exp(-elapsed / REST_TIME) : 1.0, gained[3], rest[3];
    gfMover mover = {.invMass = 0.0};
    for (int axis = 0; axis < 2; axis++) {
        double way = pose->place[axis] - a->last.place[axis];
        a->middle.place[axis] = pose->place[axis] - 0.5 * way;
        a->middle.velocity[axis] = way / elapsed;
    }
    a->middle.spin = (pose->angle - a->last.angle) / elapsed;
    a->middle.angle = 0.5 * (pose->angle + a->last.angle);
    a->measured = true;
    Immersion im = getImmersion(b, scene, &a->middle);
    Masses masses = addMass(b, im.share, 1.0, &mover);
    follow(&a->restShare, im.share, share);
    for (int axis = 0; axis < 2; axis++) {
        gained[axis] = (masses.along[axis] - b->mass) * (pose->velocity[axis] - a->last.velocity[axis]);
    }
    gained[2] = (1.0 / mover.invInertia[2][2] - b->inertia) * (pose->spin - a->last.spin);
    for (int i = 0; i < 3; i++) {
        double buoyancy = b->density * (i < 2 ? im.force[i] : im.torque);
        rest[i] = (b->density * (double)loads[i] + gained[i]) / elapsed - buoyancy;
    }
    giveCovered(covered, rest);
    for (int i = 0; i < 3; i++) {
        follow(&a->rest[i], rest[i], share);
    }
    // A lift that is off by less than what the cells below and the liquid's pressing together explain is told better by
    // the surface.
    double g = -scene->gravity[1], width = getWidth(b, 0.0, 1.0);
    double most =
        im.share < 1.0 && g > 0.0 ? EXCESS_CELLS * scene->cellSize * width + EXCESS_SHARE * b->area * im.share : 0.0;
    follow(&a->excess, a->rest[1], 1.0 - exp(-elapsed / EXCESS_TIME));
    a->excess = fmin(fmax(a->excess, -most * b->density * g), most * b->density * g);
}

void gfRigidBody_Look(gfRigidBody *b, const gfLoadScene *scene, const gfVec2 *points, const gfSpot *spots,
                      const gfPose *pose, const float *loads, const double *covered, double elapsed)
{
    gfSurroundings *a = &b->around;
    bool first = !a->known;
    double lasts = SWELL_PERIODS * b->period, slow = first || lasts <= 0.0 ? 1.0 : 1.0 - exp(-elapsed / lasts);
    double levels = first ? 1.0 : 1.0 - exp(-elapsed / LEVEL_TIME),
           flows = first ? 1.0 : 1.0 - exp(-elapsed / FLOW_TIME);
    if (scene->solver == GF_SOLVER_SHALLOW) {
        seeGround(b, points, spots, levels);
    } else if (scene->solver != GF_SOLVER_GRID) {
        seeLevel(b, scene, points, spots, levels);
    }
    seeFlow(b, scene, points, spots, flows);
    follow(&a->levelPlace, pose->place[1], levels);
    follow(&a->slowLevel, a->level, slow);
    a->swell = lasts > 0.0 ? (a->level - a->slowLevel) / lasts : 0.0;
    if (loads != NULL && !first) {
        seeRest(b, scene, pose, loads, covered, elapsed);
    }
    a->last = *pose;
    a->known = true;
}

// Quadratic drag towards the flow, solved for the end of the step. `share` of the body is in the fluid, `depth` along
// the third axis.
static void drag(gfRigidBody *b, const gfLoadScene *scene, double share, double depth, Masses masses, gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double x = a->flow[0] - mover->velocity[0], y = a->flow[1] - mover->velocity[1], speed = hypot(x, y);
    double before[2] = {mover->velocity[0], mover->velocity[1]};
    if (speed > 0.0) {
        double width = getWidth(b, x / speed, y / speed);
        double loss = 0.5 * b->density * (double)b->def.drag * width * depth * share * speed * scene->dt;
        for (int axis = 0; axis < 2; axis++) {
            mover->velocity[axis] = drawn(mover->velocity[axis], a->flow[axis], loss / masses.along[axis]);
            b->given[axis] = (mover->velocity[axis] - before[axis]) * masses.along[axis];
        }
    }
    // It acts where the body is wet.
    double turned = a->wetArm[0] * b->given[1] - a->wetArm[1] * b->given[0];
    mover->spin[2] += 0.5 * turned * mover->invInertia[2][2];
    double rough = TURN_DRAG * (1.0 - b->inner / b->bound) + SKIN_DRAG, square = b->bound * b->bound;
    double rate = rough * b->density * (double)b->def.angularDrag * square * square * depth * share *
                  fabs(a->turning - mover->spin[2]) * scene->dt * mover->invInertia[2][2];
    mover->spin[2] = drawn(mover->spin[2], a->turning, rate);
}

// Waves that a body makes carry its heaving and rolling away.
static void radiate(gfRigidBody *b, const gfLoadScene *scene, double share, Masses masses, gfMover *mover)
{
    double width = getWidth(b, 0.0, 1.0), partly = fmin(4.0 * share * (1.0 - share), 1.0);
    double stiffness = b->density * hypot(scene->gravity[0], scene->gravity[1]) * width;
    double heave = 2.0 * HEAVE_RATIO * sqrt(stiffness / masses.along[1]) * partly;
    double roll = 2.0 * ROLL_RATIO * sqrt(stiffness * width * width / 12.0 * mover->invInertia[2][2]) * partly;
    b->period = stiffness > 0.0 ? sqrt(masses.along[1] / stiffness) : 0.0;
    mover->velocity[1] = drawn(mover->velocity[1], b->around.swell, heave * scene->dt);
    mover->spin[2] = drawn(mover->spin[2], 0.0, roll * scene->dt);
}

// What the drag of late forces takes nothing gets. It is handed back, but no more work is done by that than the drag
// took away: else it would feed waves, which faint motion does even so. Not along gravity, where bodies bob and weight
// makes the momentum. `before`: velocities before that drag.
static void handBack(gfRigidBody *b, const gfLoadScene *scene, double share, Masses masses, const double before[3],
                     gfMover *mover)
{
    gfSurroundings *a = &b->around;
    double gx = scene->gravity[0], gy = scene->gravity[1], square = gx * gx + gy * gy;
    double part = scene->dt / (scene->dt + OWED_TIME), fastest = OWED_SPEED * scene->sound * share;
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
    double workMost = SPARE_SHARE * fmax(a->spare - quietEnergy, 0.0), within = work > workMost ? workMost / work : 1.0;
    for (int i = 0; i < 3; i++) {
        *values[i] += within * given[i] / mass[i];
        a->owed[i] -= within * given[i];
    }
    a->spare -= within * work;
}

// Measured forces are late. What pushes back at once is the liquid's sound, and the surface beside a body that turns.
static void holdBack(gfRigidBody *b, const gfLoadScene *scene, double share, Masses masses, gfMover *mover)
{
    const gfPose *middle = &b->around.middle;
    double wide = getWidth(b, 0.0, 1.0), high = getWidth(b, 1.0, 0.0);
    double strength = fmin(LAG_DRAG + LAG_DRAG_WIDE * fmax(wide, high) / scene->size, LAG_DRAG_MOST);
    double drag = strength * b->density * scene->sound * fmin(20.0 * share, 1.0) * scene->dt;
    double turn = drag * (wide * wide * wide + 2.0 * share * high * high * high) / 12.0;
    double floats = fmin(4.0 * share * (1.0 - share), 1.0), g = hypot(scene->gravity[0], scene->gravity[1]);
    double upright = TURN_BACKLASH * b->density * g * wide * wide * wide / 12.0 * floats;
    double turned = fmin(fmax(b->angle - middle->angle, -0.5), 0.5);
    mover->angularAcceleration[2] -= upright * turned * mover->invInertia[2][2];
    const double before[3] = {mover->velocity[0], mover->velocity[1], mover->spin[2]};
    mover->velocity[0] = drawn(mover->velocity[0], middle->velocity[0], 2.0 * drag * high * share / masses.along[0]);
    mover->velocity[1] = drawn(mover->velocity[1], middle->velocity[1], drag * wide / masses.along[1]);
    mover->spin[2] = drawn(mover->spin[2], middle->spin, turn * mover->invInertia[2][2]);
    handBack(b, scene, share, masses, before, mover);
}

// What acts on it besides the fluid and contacts of its own: N, N m. Of a body that the host moves that is all that the
// host does, for it makes the fluid that moves along go faster, too: a raft is lifted by as much as it carries.
static void getPush(const gfRigidBody *b, const gfLoadScene *scene, double push[3])
{
    bool hosts = b->def.hostDriven && b->host.period > 0.0;
    for (int i = 0; i < 3; i++) {
        double weight = i < 2 ? b->mass * (double)b->def.gravityScale * scene->gravity[i] : 0.0;
        push[i] = hosts ? b->host.push[i] : weight;
    }
}

// Liquid that begins to move along as a body gets deeper takes its speed from it at once: the blow of an impact, which
// is measured too late. What the lag drag holds the body to is as much slower, too. `before`: the share under water in
// the last step; 0, too, if that was not known. Not of bodies that the host moves: between two of its poses the forces
// of one step would go unseen.
static void strike(gfRigidBody *b, double before, double share, Masses masses, gfMover *mover)
{
    gfMover unused;
    const Masses earlier = addMass(b, fmin(before, share), 1.0, &unused);
    for (int axis = 0; axis < 2 && before > 0.0 && b->grown >= 1.0 && !b->def.hostDriven; axis++) {
        double into = mover->velocity[axis] - b->around.flow[axis];
        double change = (earlier.along[axis] / masses.along[axis] - 1.0) * into;
        mover->velocity[axis] += change;
        b->around.middle.velocity[axis] += change;
    }
}

static void loadInLiquid(gfRigidBody *b, const gfLoadScene *scene, double before, gfMover *mover)
{
    const gfPose now = {{b->place[0], b->place[1]}, b->angle, {mover->velocity[0], mover->velocity[1]}, mover->spin[2]};
    const gfSurroundings *a = &b->around;
    Immersion im = getImmersion(b, scene, &now);
    Masses masses = addMass(b, im.share, 1.0, mover);
    // Measured forces are late: a body of which less than half of what was under water still is feels less of them.
    double still = fmin(2.0 * im.share / fmax(a->restShare, 1e-3), 1.0), push[3];
    getPush(b, scene, push);
    for (int axis = 0; axis < 2; axis++) {
        double force = b->density * im.force[axis] + push[axis];
        double rest = still * (a->rest[axis] - (axis == 1 ? EXCESS_TAKEN * a->excess : 0.0));
        mover->acceleration[axis] = (force + rest) / masses.along[axis];
    }
    mover->angularAcceleration[2] = (b->density * im.torque + still * a->rest[2] + push[2]) * mover->invInertia[2][2];
    if (a->measured) {
        strike(b, before, im.share, masses, mover);
    }
    radiate(b, scene, im.share, masses, mover);
    if (a->measured) {
        holdBack(b, scene, im.share, masses, mover);
    } else {
        drag(b, scene, fmax(im.share, 0.6 * a->wet), 1.0, masses, mover);
    }
    b->submerged = im.share;
}

// The fluid is everywhere.
static void loadInGrid(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    Masses masses = addMass(b, 1.0, 1.0, mover);
    double push[3];
    getPush(b, scene, push);
    for (int axis = 0; axis < 2; axis++) {
        double force = push[axis] - b->density * b->area * scene->gravity[axis];
        mover->acceleration[axis] = force / masses.along[axis];
    }
    mover->angularAcceleration[2] = push[2] * mover->invInertia[2][2];
    drag(b, scene, 1.0, 1.0, masses, mover);
    b->submerged = 1.0;
}

// Seen from above: the slope of the surface, the flow, and where it is too shallow the ground.
static void loadInShallow(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfSurroundings *a = &b->around;
    double g = -scene->gravity[1] * (double)b->def.gravityScale, draft = fmin(getDraft(b), (double)b->def.height);
    double afloat = 1.0 - a->onGround, depth = fmin(fmin(draft, a->depth), (double)b->def.height);
    addMass(b, 0.0, depth, mover); // what moves along is water below it, which drag stands for
    const Masses masses = {{b->mass, b->mass}};
    double weight = b->mass * g * mover->invMass;
    mover->acceleration[0] = weight * (a->groundPush[0] - afloat * a->slope);
    mover->acceleration[1] = weight * (a->groundPush[1] - afloat * a->levelSlopeY);
    mover->angularAcceleration[2] = b->mass * g * a->groundTurn * mover->invInertia[2][2];
    drag(b, scene, a->wet, depth, masses, mover);
    // Coulomb's friction, which brings it to rest and no further.
    double speed = hypot(mover->velocity[0], mover->velocity[1]) + b->bound * fabs(mover->spin[2]);
    double loss = (double)b->def.friction * fabs(weight) * a->onGround * scene->dt;
    double kept = speed > loss ? 1.0 - loss / speed : 0.0;
    mover->velocity[0] *= kept;
    mover->velocity[1] *= kept;
    mover->spin[2] *= kept;
    b->submerged = (double)b->def.height > 0.0 ? fmin(depth / (double)b->def.height, 1.0) : 0.0;
    b->grounded = b->grounded || a->onGround > 0.05;
}

// Forces from how it would move by itself: what it has besides is the host's.
static void setForces(gfRigidBody *b, const gfLoadScene *scene, const double rise[3])
{
    const double masses[3] = {b->mass, b->mass, b->inertia};
    double push[3] = {0.0, 0.0, 0.0}, told[3];
    if (scene->solver != GF_SOLVER_SHALLOW) { // there the ground bears it
        getPush(b, scene, push);
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
    own.dt = b->def.hostDriven ? gfBodyAsking_GetHostStep(scene->dt, b->host.period) : scene->dt;
    double before = b->submerged;
    addMass(b, 0.0, 0.0, mover);
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
