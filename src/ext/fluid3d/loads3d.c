// Computes the forces of the fluid on a rigid body in three dimensions, as loads.c does in two. The fluid around it is
// known from some steps ago; forces are for the pose that the body has now.
#include "ext/bodies/load_model.h"
#include "ext/fluid3d/rigid_bodies3d.h"

#include <string.h>

#define BACKLASH_3D 0.2    // fraction of a body's rise by which the surface beside it sinks
#define ADDED_MASS_3D 0.43 // fraction of the shadow's area to the power of 3/2: between a sphere's and a plate's

gfLoadScene3D gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt)
{
    const gfVec3 *g = &body->def.particles.gravity;
    gfLoadScene3D s = {.gravity = {(double)g->x, (double)g->y, (double)g->z},
                       .up = {0.0, 1.0, 0.0},
                       .radius = (double)gfVolume_GetRadius(volume),
                       .dt = dt};
    s.g = sqrt(gfDot3(s.gravity, s.gravity));
    for (int i = 0; i < 3 && s.g > 0.0; i++) {
        s.up[i] = -s.gravity[i] / s.g;
    }
    const double aside[3] = {fabs(s.up[0]) < 0.7 ? 1.0 : 0.0, 0.0, fabs(s.up[0]) < 0.7 ? 0.0 : 1.0};
    gfCross3(aside, s.up, s.sides[0]);
    double length = sqrt(gfDot3(s.sides[0], s.sides[0]));
    for (int i = 0; i < 3; i++) {
        s.sides[0][i] /= length;
    }
    gfCross3(s.up, s.sides[0], s.sides[1]);
    return s;
}

// --- where to look ---------------------------------------------------------------------------------------------------

double gfRigidBody3D_PlacePoints(const gfRigidBody3D *b, const gfLoadScene3D *scene, gfSpot3D spots[GF_BODY3D_POINTS])
{
    const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    double margin = fmax(1.2 * scene->radius, 0.1 * b->bound); // nearer particles are those of its own surface
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        bool level = p < GF_BODY3D_LEVEL_POINTS;
        int bits = p - GF_BODY3D_LEVEL_POINTS;
        double angle = 6.283185307179586 * p / GF_BODY3D_LEVEL_POINTS, third = sqrt(1.0 / 3.0), way[3];
        double x = level ? cos(angle) : (bits & 1 ? third : -third), y = level ? 0.0 : (bits & 2 ? third : -third);
        double z = level ? sin(angle) : (bits & 4 ? third : -third);
        for (int i = 0; i < 3; i++) {
            way[i] = x * scene->sides[0][i] + y * scene->up[i] + z * scene->sides[1][i];
        }
        double off = gfRoundedBox_GetReach(&box, way) + margin * (level && p % 2 == 1 ? 2.0 : 1.0);
        spots[p] = (gfSpot3D){.arm = {off * way[0], off * way[1], off * way[2]}};
    }
    return b->bound + 2.0 * scene->radius;
}

// --- what was seen ---------------------------------------------------------------------------------------------------

// Returns the median of the heights of the surface beside a body over its centre.
static double findMedian(const gfSpot3D *spots, const double heights[GF_BODY3D_LEVEL_POINTS], int *count)
{
    double sorted[GF_BODY3D_LEVEL_POINTS];
    *count = 0;
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        if (spots[p].known) {
            int k = (*count)++;
            for (; k > 0 && sorted[k - 1] > heights[p]; k--) {
                sorted[k] = sorted[k - 1];
            }
            sorted[k] = heights[p];
        }
    }
    return *count > 0 ? 0.5 * (sorted[*count / 2] + sorted[(*count - 1) / 2]) : 0.0;
}

// Fits a plane through those that agree with the median: height over the centre, and slopes along the sides.
static bool fitSurface(const gfRigidBody3D *b, const gfLoadScene3D *scene, const gfSpot3D *spots, double plane[3])
{
    double heights[GF_BODY3D_LEVEL_POINTS], n = 0.0, mx = 0.0, mz = 0.0, mh = 0.0;
    double xx = 0.0, xz = 0.0, zz = 0.0, xh = 0.0, zh = 0.0, agree = fmax(scene->radius, 0.35 * b->bound);
    int count;
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        heights[p] = gfDot3(spots[p].arm, scene->up) + spots[p].found;
    }
    double median = findMedian(spots, heights, &count);
    for (int pass = 0; pass < 2; pass++) {
        for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
            double x = gfDot3(spots[p].arm, scene->sides[0]), z = gfDot3(spots[p].arm, scene->sides[1]);
            if (!spots[p].known || fabs(heights[p] - median) > agree) {
                continue;
            }
            if (pass == 0) {
                n += 1.0;
                mx += x;
                mz += z;
                mh += heights[p];
            } else {
                xx += (x - mx / n) * (x - mx / n);
                xz += (x - mx / n) * (z - mz / n);
                zz += (z - mz / n) * (z - mz / n);
                xh += (x - mx / n) * (heights[p] - mh / n);
                zh += (z - mz / n) * (heights[p] - mh / n);
            }
        }
    }
    double det = xx * zz - xz * xz;
    bool thin = det < 0.03 * (xx + zz) * (xx + zz);
    plane[0] = median;
    plane[1] = plane[2] = 0.0;
    if (n > 0.0 && !thin) {
        plane[1] = fmin(fmax((xh * zz - zh * xz) / det, -GF_LOAD_SLOPE_MAX), GF_LOAD_SLOPE_MAX);
        plane[2] = fmin(fmax((zh * xx - xh * xz) / det, -GF_LOAD_SLOPE_MAX), GF_LOAD_SLOPE_MAX);
    }
    if (n > 0.0) {
        plane[0] = mh / n - plane[1] * mx / n - plane[2] * mz / n;
    }
    return count > 0;
}

static void seeSurface(gfRigidBody3D *b, const gfLoadScene3D *scene, const gfSpot3D *spots, const double place[3],
                       double weight)
{
    gfSurroundings3D *a = &b->around;
    double plane[3], moved[3];
    a->levelKnown = fitSurface(b, scene, spots, plane);
    if (!a->levelKnown) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->slope[i], plane[1] * scene->sides[0][i] + plane[2] * scene->sides[1][i], weight);
        moved[i] = b->place[i] - place[i];
    }
    double height = gfDot3(place, scene->up) + plane[0] + plane[1] * gfDot3(moved, scene->sides[0]) +
                    plane[2] * gfDot3(moved, scene->sides[1]);
    gfLoad_Follow(&a->level, height, weight);
}

// Takes in the mean velocity, and how it turns, over points that are in liquid.
static void seeCurrent(gfRigidBody3D *b, const gfSpot3D *spots, double weight)
{
    gfSurroundings3D *a = &b->around;
    double sum = 0.0, all = 0.0, square = 0.0, mean[3] = {0.0}, arm[3] = {0.0}, turn[3] = {0.0};
    double weights[GF_BODY3D_POINTS];
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        const gfSpot3D *s = &spots[p];
        double liquid = p < GF_BODY3D_LEVEL_POINTS ? (s->found > 0.0 ? 1.0 : 0.0) : fmin(s->found, 1.0);
        weights[p] = s->known && liquid >= GF_LOAD_WET ? liquid : 0.0;
        all += s->known ? 1.0 : 0.0;
        sum += weights[p];
        for (int i = 0; i < 3; i++) {
            mean[i] += weights[p] * s->velocity[i];
            arm[i] += weights[p] * s->arm[i];
        }
    }
    gfLoad_Follow(&a->wet, all > 0.0 ? sum / all : 0.0, weight);
    for (int i = 0; i < 3; i++) {
        mean[i] = sum > 0.0 ? mean[i] / sum : 0.0;
        arm[i] = sum > 0.0 ? arm[i] / sum : 0.0;
        gfLoad_Follow(&a->wetArm[i], fmin(fmax(arm[i], -b->bound), b->bound), weight);
    }
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        double r[3], v[3], moment[3];
        for (int i = 0; i < 3; i++) {
            r[i] = spots[p].arm[i] - arm[i];
            v[i] = spots[p].velocity[i] - mean[i];
        }
        gfCross3(r, v, moment);
        square += weights[p] * gfDot3(r, r);
        for (int i = 0; i < 3; i++) {
            turn[i] += weights[p] * moment[i];
        }
    }
    for (int i = 0; i < 3 && sum > 0.0; i++) { // a body in the air keeps what it knew
        gfLoad_Follow(&a->flow[i], mean[i], weight);
        gfLoad_Follow(&a->turning[i], square > 0.0 ? 1.5 * turn[i] / square : 0.0, weight);
    }
}

void gfRigidBody3D_TakeAnswer(gfRigidBody3D *b, const gfLoadScene3D *scene, const gfSpot3D *spots,
                              const double place[3], double elapsed)
{
    gfSurroundings3D *a = &b->around;
    bool first = !a->known;
    double lasts = GF_LOAD_SWELL_PERIODS * b->period, slow = first || lasts <= 0.0 ? 1.0 : 1.0 - exp(-elapsed / lasts);
    double levels = first ? 1.0 : 1.0 - exp(-elapsed / GF_LOAD_LEVEL_TIME);
    seeSurface(b, scene, spots, place, levels);
    seeCurrent(b, spots, first ? 1.0 : 1.0 - exp(-elapsed / GF_LOAD_FLOW_TIME));
    gfLoad_Follow(&a->levelPlace, gfDot3(place, scene->up), levels);
    gfLoad_Follow(&a->slowLevel, a->level, slow);
    a->swell = lasts > 0.0 ? (a->level - a->slowLevel) / lasts : 0.0;
    a->known = true;
}

// --- forces ----------------------------------------------------------------------------------------------------------

void gfRigidBody3D_InvertInertia(const gfRigidBody3D *b, const double moments[3], double inverse[3][3])
{
    const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            inverse[i][k] = 0.0;
            for (int own = 0; own < 3; own++) {
                inverse[i][k] += box.axes[own][i] * box.axes[own][k] / moments[own];
            }
        }
    }
}

// Returns the torque that turns it faster by `turn`, 1/s^2.
static void applyInertia(const gfRigidBody3D *b, const double turn[3], double torque[3])
{
    const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    for (int i = 0; i < 3; i++) {
        torque[i] = 0.0;
        for (int own = 0; own < 3; own++) {
            torque[i] += b->inertia[own] * gfDot3(box.axes[own], turn) * box.axes[own][i];
        }
    }
}

// The part of a body below the surface: its fraction of the volume, and the vector from the centre to its middle.
typedef struct Immersion3D {
    double fraction, arm[3], slope[3];
} Immersion3D;

static Immersion3D immerse3D(const gfRigidBody3D *b, const gfLoadScene3D *scene, const gfRoundedBox *box)
{
    const gfSurroundings3D *a = &b->around;
    double height = gfDot3(b->place, scene->up);
    // The surface beside it answers to its own heaving, which was seen late. Deep down waves are not felt.
    double level = a->level - BACKLASH_3D * fmin(fmax(height - a->levelPlace, -b->bound), b->bound);
    double depth = fmax(level - height - b->bound, 0.0), fades = exp(-depth / b->bound), normal[3];
    Immersion3D s;
    for (int i = 0; i < 3; i++) {
        s.slope[i] = a->slope[i] * fades;
        normal[i] = scene->up[i] - s.slope[i];
    }
    s.fraction = gfRoundedBox_Cut(box, normal, level - height, s.arm);
    if (scene->g <= 0.0) { // there is no surface then
        s.fraction = a->wet;
    }
    return s;
}

// The inertia of a body and of the fluid that moves along: masses across and along gravity, moments about its own axes.
typedef struct Burden {
    double across, along, most, moments[3];
} Burden;

static Burden getBurden(const gfRigidBody3D *b, const gfLoadScene3D *scene, const gfRoundedBox *box, double fraction)
{
    double fluid = ADDED_MASS_3D * b->density * fraction, length[3];
    double side = 0.5 * (gfRoundedBox_GetShadow(box, scene->sides[0]) + gfRoundedBox_GetShadow(box, scene->sides[1]));
    Burden m = {.across = b->mass + fluid * pow(side * fraction, 1.5),
                .along = b->mass + fluid * pow(gfRoundedBox_GetShadow(box, scene->up), 1.5)};
    m.most = fmax(m.across, m.along);
    for (int i = 0; i < 3; i++) {
        length[i] = box->half[i] + box->radius;
    }
    for (int i = 0; i < 3; i++) {
        double j = length[(i + 1) % 3], k = length[(i + 2) % 3], difference = j * j - k * k;
        m.moments[i] =
            b->inertia[i] + GF_LOAD_ADDED_INERTIA * b->density * fraction * difference * difference * 2.0 * length[i];
    }
    return m;
}

// Splits a vector into `along` gravity and `across` it.
static void splitVector(const gfLoadScene3D *scene, const double v[3], double *along, double across[3])
{
    *along = gfDot3(v, scene->up);
    for (int i = 0; i < 3; i++) {
        across[i] = v[i] - *along * scene->up[i];
    }
}

// Damps heaving and rolling, whose energy the waves that the body makes carry away.
static void radiateWaves(gfRigidBody3D *b, const gfLoadScene3D *scene, const gfRoundedBox *box, double fraction,
                         const Burden *m, gfMover *mover)
{
    double area = gfRoundedBox_GetShadow(box, scene->up), partly = fmin(4.0 * fraction * (1.0 - fraction), 1.0);
    double stiffness = b->density * scene->g * area, inertia = (m->moments[0] + m->moments[1] + m->moments[2]) / 3.0;
    double heave = 2.0 * GF_LOAD_HEAVE_RATIO * sqrt(stiffness / m->along) * partly;
    double roll =
        2.0 * GF_LOAD_ROLL_RATIO * sqrt(stiffness * area / 12.0 / inertia) * partly * (1.0 - b->inner / b->bound);
    double rise, turn, across[3], tilt[3];
    b->period = stiffness > 0.0 ? sqrt(m->along / stiffness) : 0.0;
    splitVector(scene, mover->velocity, &rise, across);
    splitVector(scene, mover->spin, &turn, tilt);
    rise = gfLoad_Approach(rise, b->around.swell, heave * scene->dt);
    for (int i = 0; i < 3; i++) {
        mover->velocity[i] = across[i] + rise * scene->up[i];
        mover->spin[i] = gfLoad_Approach(tilt[i], 0.0, roll * scene->dt) + turn * scene->up[i];
    }
}

// Applies quadratic drag towards the flow, solved for the end of the step.
static void dragAlong(const gfRigidBody3D *b, const gfLoadScene3D *scene, const gfRoundedBox *box, double fraction,
                      const Burden *m, gfMover *mover)
{
    const gfSurroundings3D *a = &b->around;
    double way[3], given[3] = {0.0}, moment[3], lag[3];
    for (int i = 0; i < 3; i++) {
        way[i] = a->flow[i] - mover->velocity[i];
        lag[i] = a->turning[i] - mover->spin[i];
    }
    double speed = sqrt(gfDot3(way, way));
    if (speed > 0.0) {
        const double along[3] = {way[0] / speed, way[1] / speed, way[2] / speed};
        double loss = 0.5 * b->density * (double)b->def.drag * gfRoundedBox_GetShadow(box, along) * fraction * speed;
        for (int i = 0; i < 3; i++) {
            double now = gfLoad_Approach(mover->velocity[i], a->flow[i], loss * scene->dt / m->most);
            given[i] = (now - mover->velocity[i]) * m->most;
            mover->velocity[i] = now;
        }
    }
    // The drag acts at the middle of the wet part.
    gfCross3(a->wetArm, given, moment);
    double rough = GF_LOAD_TURN_DRAG * (1.0 - b->inner / b->bound) + GF_LOAD_SKIN_DRAG,
           size = b->bound * b->bound * b->inner;
    double rate = rough * b->density * (double)b->def.angularDrag * b->bound * b->bound * size * fraction *
                  sqrt(gfDot3(lag, lag)) * scene->dt;
    double inertia = fmin(fmin(m->moments[0], m->moments[1]), m->moments[2]);
    for (int i = 0; i < 3; i++) {
        double turned = mover->spin[i] + 0.5 * gfDot3(mover->invInertia[i], moment);
        mover->spin[i] = gfLoad_Approach(turned, a->turning[i], rate / inertia);
    }
}

// Finds the force and torque on a body besides those of the fluid and its contacts, as getOtherForce of loads.c.
static void getOtherForce3D(const gfRigidBody3D *b, const double gravity[3], double push[3], double moment[3])
{
    bool hosts = b->def.hostDriven && b->host.period > 0.0;
    for (int i = 0; i < 3; i++) {
        push[i] = hosts ? b->host.force[i] : b->mass * (double)b->def.gravityScale * gravity[i];
        moment[i] = hosts ? b->host.moment[i] : 0.0;
    }
}

static void loadInVolume(gfRigidBody3D *b, const gfLoadScene3D *scene, gfMover *mover)
{
    const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    const Immersion3D s = immerse3D(b, scene, &box);
    const Burden m = getBurden(b, scene, &box, s.fraction);
    double buoyancy[3], force[3], along, across[3], moment[3], turning[3];
    getOtherForce3D(b, scene->gravity, force, turning);
    for (int i = 0; i < 3; i++) {
        buoyancy[i] = b->density * b->volume * s.fraction * scene->g * (scene->up[i] - s.slope[i]);
        force[i] += buoyancy[i];
    }
    splitVector(scene, force, &along, across);
    gfCross3(s.arm, buoyancy, moment);
    for (int i = 0; i < 3; i++) {
        moment[i] += turning[i];
    }
    gfRigidBody3D_InvertInertia(b, m.moments, mover->invInertia);
    mover->invMass = 1.0 / m.most;
    for (int i = 0; i < 3; i++) {
        mover->acceleration[i] = across[i] / m.across + scene->up[i] * along / m.along;
        mover->angularAcceleration[i] = gfDot3(mover->invInertia[i], moment);
    }
    radiateWaves(b, scene, &box, s.fraction, &m, mover);
    dragAlong(b, scene, &box, fmax(s.fraction, 0.6 * b->around.wet), &m, mover);
    b->submerged = s.fraction;
}

// Computes forces from how the body would move by itself, as setForces of loads.c. `turn`: angular acceleration.
static void setForces3D(gfRigidBody3D *b, const double gravity[3], const double rise[3], const double turn[3])
{
    double push[3], moment[3];
    getOtherForce3D(b, gravity, push, moment);
    applyInertia(b, turn, b->torque);
    for (int i = 0; i < 3; i++) {
        b->force[i] = b->mass * rise[i] - push[i];
        b->torque[i] -= moment[i];
    }
}

void gfRigidBody3D_Bear(gfRigidBody3D *b, const double gravity[3])
{
    static const double still[3] = {0.0};
    setForces3D(b, gravity, still, still);
}

void gfRigidBody3D_Drive(gfRigidBody3D *b, const double place[3], gfTurn turn, const double velocity[3],
                         const double spin[3])
{
    gfHostMotion3D *h = &b->host;
    double turned[3];
    if (h->lasted > 0.0) {
        for (int i = 0; i < 3; i++) {
            h->force[i] = b->mass * (velocity[i] - h->velocity[i]) / h->lasted - b->force[i];
            turned[i] = (spin[i] - h->spin[i]) / h->lasted;
        }
        applyInertia(b, turned, h->moment);
        for (int i = 0; i < 3; i++) {
            h->moment[i] -= b->torque[i];
        }
        memcpy(h->velocity, velocity, sizeof h->velocity);
        memcpy(h->spin, spin, sizeof h->spin);
        h->period = h->lasted;
        h->lasted = 0.0;
    }
    memcpy(b->place, place, sizeof b->place);
    memcpy(b->velocity, velocity, sizeof b->velocity);
    memcpy(b->spin, spin, sizeof b->spin);
    b->turn = turn;
}

void gfRigidBody3D_Load(gfRigidBody3D *b, const gfLoadScene3D *scene, gfMover *mover)
{
    gfLoadScene3D own = *scene;
    own.dt = b->def.hostDriven ? gfLoadRequest_GetHostStep(scene->dt, b->host.period) : scene->dt;
    mover->invMass = 1.0 / b->mass;
    gfRigidBody3D_InvertInertia(b, b->inertia, mover->invInertia);
    b->submerged = 0.0;
    memset(b->force, 0, sizeof b->force);
    memset(b->torque, 0, sizeof b->torque);
    if (b->around.known) {
        loadInVolume(b, &own, mover);
    }
    if (b->around.known || b->def.hostDriven) {
        double rise[3], turn[3];
        for (int i = 0; i < 3; i++) {
            rise[i] = (mover->velocity[i] - b->velocity[i]) / own.dt + mover->acceleration[i];
            turn[i] = (mover->spin[i] - b->spin[i]) / own.dt + mover->angularAcceleration[i];
        }
        setForces3D(b, scene->gravity, rise, turn);
    }
    b->host.lasted += scene->dt;
}
