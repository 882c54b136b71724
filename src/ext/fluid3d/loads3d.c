// Forces of the fluid on a rigid body in three dimensions, and the points at which it asks for that.
#include "ext/fluid3d/rigid_bodies3d.h"

#define BACKLASH_3D 0.2    // fraction of a body's rise by which the surface beside it sinks
#define ADDED_MASS_3D 0.43 // fraction of the shadow's area to the power of 3/2: between a sphere's and a plate's

gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt)
{
    const double *size = body->container.now.size;
    gfLoadScene s = {.kind = &gf_bodies3D,
                     .up = {0.0, 1.0, 0.0},
                     .cellSize = (double)gfVolume_GetRadius(volume),
                     .dt = dt,
                     .size = fmax(fmax(size[0], size[1]), size[2])};
    gfVec3_Get(s.gravity, body->def.particles.gravity);
    s.g = sqrt(gfDot3(s.gravity, s.gravity));
    for (int i = 0; i < 3 && s.g > 0.0; i++) {
        s.up[i] = -s.gravity[i] / s.g;
    }
    const double aside[3] = {fabs(s.up[0]) < 0.7 ? 1.0 : 0.0, 0.0, fabs(s.up[0]) < 0.7 ? 0.0 : 1.0};
    gfCross3(aside, s.up, s.aside[0]);
    double length = sqrt(gfDot3(s.aside[0], s.aside[0]));
    for (int i = 0; i < 3; i++) {
        s.aside[0][i] /= length;
    }
    gfCross3(s.up, s.aside[0], s.aside[1]);
    return s;
}

// --- where to look ---------------------------------------------------------------------------------------------------

double gfRigidBody3D_PlacePoints(const gfRigidBody *b, const gfLoadScene *scene, gfSpot spots[GF_BODY3D_POINTS])
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    double margin = fmax(1.2 * scene->cellSize, 0.1 * b->bound); // nearer particles are those of its own surface
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        bool level = p < GF_BODY3D_LEVEL_POINTS;
        int bits = p - GF_BODY3D_LEVEL_POINTS;
        double angle = 6.283185307179586 * p / GF_BODY3D_LEVEL_POINTS, third = sqrt(1.0 / 3.0), way[3];
        double x = level ? cos(angle) : (bits & 1 ? third : -third), y = level ? 0.0 : (bits & 2 ? third : -third);
        double z = level ? sin(angle) : (bits & 4 ? third : -third);
        for (int i = 0; i < 3; i++) {
            way[i] = x * scene->aside[0][i] + y * scene->up[i] + z * scene->aside[1][i];
        }
        double off = gfRoundedBox_GetReach(&box, way) + margin * (level && p % 2 == 1 ? 2.0 : 1.0);
        spots[p] = (gfSpot){.arm = {off * way[0], off * way[1], off * way[2]}};
    }
    return b->bound + 2.0 * scene->cellSize;
}

// --- what was seen ---------------------------------------------------------------------------------------------------

// Returns the median of the heights of the surface beside a body over its centre.
static double findMedian(const gfSpot *spots, const double heights[GF_BODY3D_LEVEL_POINTS], int *count)
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
static bool fitSurface(const gfRigidBody *b, const gfLoadScene *scene, const gfSpot *spots, double plane[3])
{
    double heights[GF_BODY3D_LEVEL_POINTS], agree = fmax(scene->cellSize, 0.35 * b->bound);
    gfPlanePoint points[GF_BODY3D_LEVEL_POINTS];
    int count;
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        heights[p] = gfDot3(spots[p].arm, scene->up) + spots[p].found;
    }
    double median = findMedian(spots, heights, &count);
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        points[p] = (gfPlanePoint){gfDot3(spots[p].arm, scene->aside[0]), gfDot3(spots[p].arm, scene->aside[1]),
                                   heights[p], spots[p].known && fabs(heights[p] - median) <= agree};
    }
    if (!gfPlane_Fit(points, GF_BODY3D_LEVEL_POINTS, 0.03, GF_LOAD_SLOPE_MAX, plane)) {
        plane[0] = median;
    }
    return count > 0;
}

static void seeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    const double *place = seen->asked->pose.place;
    gfSurroundings *a = &b->around;
    double plane[3], moved[3];
    a->levelKnown = fitSurface(b, scene, seen->spots, plane);
    if (!a->levelKnown) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->slope[i], plane[1] * scene->aside[0][i] + plane[2] * scene->aside[1][i], weight);
        moved[i] = b->place[i] - place[i];
    }
    double height = gfDot3(place, scene->up) + plane[0] + plane[1] * gfDot3(moved, scene->aside[0]) +
                    plane[2] * gfDot3(moved, scene->aside[1]);
    gfLoad_Follow(&a->level, height, weight);
}

void gfRigidBody3D_TakeAnswer(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked)
{
    gfSpot *spots = ((gfAsked3D *)asked)->spots;
    const gfSeen seen = {.asked = asked,
                         .spots = spots,
                         .count = GF_BODY3D_POINTS,
                         .elapsed = scene->dt * gfRigidBodies_GetStride(scene->dt),
                         .surface = seeSurface};
    (void)request;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        double found = spots[p].found;
        spots[p].liquid = p < GF_BODY3D_LEVEL_POINTS ? (found > 0.0 ? 1.0 : 0.0) : fmin(found, 1.0);
    }
    gfRigidBody_TakeAnswer(b, scene, &seen);
}

// --- forces ----------------------------------------------------------------------------------------------------------

double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3])
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    return gfRoundedBox_GetShadow(&box, way);
}

// The part of a body below the surface: its fraction of the volume, and the vector from the centre to its middle.
typedef struct Immersion3D {
    double fraction, arm[3], slope[3];
} Immersion3D;

static Immersion3D immerse3D(const gfRigidBody *b, const gfLoadScene *scene, const gfRoundedBox *box)
{
    double height = gfDot3(b->place, scene->up), fades, normal[3];
    double level = gfRigidBody_GetLevel(b, height, b->around.levelPlace, BACKLASH_3D, &fades);
    Immersion3D s;
    for (int i = 0; i < 3; i++) {
        s.slope[i] = b->around.slope[i] * fades;
        normal[i] = scene->up[i] - s.slope[i];
    }
    s.fraction = gfRoundedBox_Cut(box, normal, level - height, s.arm);
    if (scene->g <= 0.0) { // there is no surface then
        s.fraction = b->around.wet;
    }
    return s;
}

// Finds the masses of a body with the fluid that moves along, and such moments about its own axes.
static gfBodyLoad getBurden(const gfRigidBody *b, const gfLoadScene *scene, const gfRoundedBox *box, double fraction,
                            double moments[3])
{
    double fluid = ADDED_MASS_3D * b->density * fraction, length[3];
    double side = 0.5 * (gfRoundedBox_GetShadow(box, scene->aside[0]) + gfRoundedBox_GetShadow(box, scene->aside[1]));
    for (int i = 0; i < 3; i++) {
        length[i] = box->half[i] + box->radius;
    }
    for (int i = 0; i < 3; i++) {
        double j = length[(i + 1) % 3], k = length[(i + 2) % 3], difference = j * j - k * k;
        moments[i] =
            b->inertia[i] + GF_LOAD_ADDED_INERTIA * b->density * fraction * difference * difference * 2.0 * length[i];
    }
    return (gfBodyLoad){.scene = scene,
                        .fraction = fraction,
                        .depth = 1.0,
                        .across = b->mass + fluid * pow(side * fraction, 1.5),
                        .along = b->mass + fluid * pow(gfRoundedBox_GetShadow(box, scene->up), 1.5)};
}

static void dragAlong(gfRigidBody *b, const gfBodyLoad *load, const double moments[3], gfMover *mover)
{
    const double most = fmax(load->across, load->along), masses[3] = {most, most, most};
    double lag[3], size = b->bound * b->bound * b->inner, inertia = fmin(fmin(moments[0], moments[1]), moments[2]);
    for (int i = 0; i < 3; i++) {
        lag[i] = b->around.turning[i] - mover->spin[i];
    }
    double rough = gfRigidBody_Drag(b, load, masses, mover);
    double rate =
        rough * b->bound * b->bound * size * load->fraction * sqrt(gfDot3(lag, lag)) * load->scene->dt / inertia;
    for (int i = 0; i < 3; i++) {
        mover->spin[i] = gfLoad_Approach(mover->spin[i], b->around.turning[i], rate);
    }
}

void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    const Immersion3D s = immerse3D(b, scene, &box);
    double moments[3], buoyancy[3], force[3], moment[3], turning[3];
    gfBodyLoad load = getBurden(b, scene, &box, s.fraction, moments);
    gfRigidBody_GetOtherForce(b, scene, force, turning);
    for (int i = 0; i < 3; i++) {
        buoyancy[i] = b->density * b->size * s.fraction * scene->g * (scene->up[i] - s.slope[i]);
        force[i] += buoyancy[i];
    }
    gfCross3(s.arm, buoyancy, moment);
    for (int i = 0; i < 3; i++) {
        moment[i] += turning[i];
    }
    gfRigidBody_InvertInertia(b, scene->kind, moments, mover->invInertia);
    mover->invMass = 1.0 / fmax(load.across, load.along);
    gfRigidBody_Accelerate(&load, force, moment, mover);
    double area = gfRoundedBox_GetShadow(&box, scene->up), inertia = (moments[0] + moments[1] + moments[2]) / 3.0;
    double tilts = sqrt(b->density * scene->g * area * area / 12.0 / inertia);
    double roll = 2.0 * GF_LOAD_ROLL_RATIO * tilts * gfLoad_GetWaves(s.fraction) * (1.0 - b->inner / b->bound);
    gfRigidBody_Radiate(b, &load, area, roll, mover);
    load.fraction = fmax(s.fraction, 0.6 * b->around.wet);
    dragAlong(b, &load, moments, mover);
    b->submerged = s.fraction;
}
