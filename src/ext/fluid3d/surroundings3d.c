// What rigid bodies in three dimensions ask of the fluid, which is probed at points, and what they learn of the
// answers.
#include "ext/fluid3d/rigid_bodies3d.h"
#include "shared.h"

#include <string.h>

#define CLEARANCE 0.4 // kernel radii: no point of a request is nearer to a solid or side

// --- where to look ---------------------------------------------------------------------------------------------------

// Places the points of a request around a body, as arms. Returns how far the surface is looked for, m.
static double placePoints3D(const gfRigidBody *b, const gfLoadScene *scene, gfSpot spots[GF_BODY3D_POINTS])
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

// Tells whether a place is clear of all solids.
static bool isClear(const gfVolumeBody *body, const double place[3], double clearance)
{
    for (int i = 0; i < body->solids.list.capacity; i++) {
        const gfSolid3D *solid = gfSlots_At(&body->solids.list, i);
        if (solid != NULL && gfShape3DPose_GetDistance(&solid->now, place) < clearance) {
            return false;
        }
    }
    return true;
}

// Writes the points of a request; those beyond the container, or near its sides, are moved in.
static void writePoints(const gfVolumeBody *body, const gfLoadScene *scene, const gfRigidBody *b, gfSpot *spots,
                        uint32_t *texels)
{
    const gfContainerPose *pose = &body->container.now;
    double reach = placePoints3D(b, scene, spots), clearance = CLEARANCE * scene->cellSize;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        gfSpot *s = &spots[p];
        double place[3], local[3];
        float point[4] = {0.0f, 0.0f, 0.0f, p < GF_BODY3D_LEVEL_POINTS ? (float)(reach / scene->cellSize) : 0.0f};
        for (int i = 0; i < 3; i++) {
            place[i] = b->place[i] + s->arm[i];
        }
        gfContainer_ToLocal(pose, place, local);
        for (int i = 0; i < 3; i++) {
            double low = fmin(clearance, 0.5 * pose->size[i]);
            local[i] = fmin(fmax(local[i], low), pose->size[i] - low);
            point[i] = (float)(local[i] / scene->cellSize);
        }
        gfContainer_ToWorld(pose, local, place);
        for (int i = 0; i < 3; i++) {
            s->arm[i] = place[i] - b->place[i];
        }
        s->known = isClear(body, place, clearance);
        memcpy(texels + (size_t)4 * (size_t)p, point, sizeof point);
    }
}

bool gfRigidBodies3D_Request(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt)
{
    const gfLoadScene scene = gfLoadScene3D_Get(body, volume, dt);
    gfBodyRequest *r = gfRigidBodies_BeginRequest(&o->all, step);
    double up[3];
    if (r == NULL) {
        return true;
    }
    for (int i = 0; i < r->count; i++) {
        gfAsked3D *asked = (gfAsked3D *)gfRigidBodies_GetAsked(&o->all, r, i);
        const gfRigidBody *b = gfSlots_At(&o->all.list, asked->all.index);
        writePoints(body, &scene, b, asked->spots, o->texels + (size_t)4 * GF_BODY3D_POINTS * (size_t)i);
    }
    gfProbe3D *probe = &o->probes[r - o->all.requests];
    probe->pose = body->container.now;
    probe->radius = scene.cellSize;
    gfTurn_Apply(gfTurn_Invert(probe->pose.turn), scene.up, up);
    if (!gfTexture_Upload(body->device, &probe->points, o->texels) ||
        !gfVolume_Probe(body, volume, &probe->points, &o->answer, r->count * GF_BODY3D_POINTS,
                        (const float[3]){(float)up[0], (float)up[1], (float)up[2]}) ||
        !gfReadRing_Start(body->device, &o->reads, &o->answer)) {
        return false;
    }
    gfRigidBodies_StartRequest(&o->all, r, step, dt);
    return true;
}

// Turns an answer along the container's axes and in cells into the world's metres.
static void takeSpot(const gfProbe3D *probe, const uint32_t texel[4], bool level, gfSpot *spot)
{
    float v[4];
    memcpy(v, texel, sizeof v);
    if (!(isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]))) {
        spot->known = false;
        return;
    }
    const double radius = probe->radius;
    const double local[3] = {(double)v[0] * radius, (double)v[1] * radius, (double)v[2] * radius};
    gfTurn_Apply(probe->pose.turn, local, spot->velocity);
    spot->found = (double)v[3] * (level ? radius : 1.0);
}

bool gfRigidBodies3D_Collect(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *r)
{
    gfRigidBodies3D *o = (gfRigidBodies3D *)bodies;
    const gfProbe3D *probe = &o->probes[r - bodies->requests];
    bool ok = gfReadRing_Take(device, &o->reads, true, o->texels) == GF_READ_READY;
    for (int i = 0; ok && i < r->count * GF_BODY3D_POINTS; i++) {
        gfAsked3D *asked = (gfAsked3D *)gfRigidBodies_GetAsked(bodies, r, i / GF_BODY3D_POINTS);
        int p = i % GF_BODY3D_POINTS;
        takeSpot(probe, o->texels + (size_t)4 * (size_t)i, p < GF_BODY3D_LEVEL_POINTS, &asked->spots[p]);
    }
    return ok;
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
