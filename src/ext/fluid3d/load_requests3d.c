// Requests of rigid bodies in three dimensions, whose points the volume is probed at.
#include "ext/fluid3d/rigid_bodies3d.h"
#include "shared.h"

#include <string.h>

#define CLEARANCE 0.4 // kernel radii: no point of a request is nearer to a solid or side

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
    double reach = gfRigidBody3D_PlacePoints(b, scene, spots), clearance = CLEARANCE * scene->cellSize;
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
