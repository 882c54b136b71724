// Requests of rigid bodies in three dimensions, as load_requests.c has them of those in two.
#include "ext/fluid3d/rigid_bodies3d.h"
#include "shared.h"

#include <string.h>

#define CLEARANCE 0.4 // kernel radii: no point of a request is nearer to a solid or side

// Turns an answer along the container's axes and in cells into the world's metres.
static void takeSpot(const gfBody3DRequest *r, const uint32_t texel[4], bool level, gfSpot3D *spot)
{
    float v[4];
    memcpy(v, texel, sizeof v);
    if (!(isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]))) {
        spot->known = false;
        return;
    }
    const double local[3] = {(double)v[0] * r->radius, (double)v[1] * r->radius, (double)v[2] * r->radius};
    gfTurn_Apply(r->pose.turn, local, spot->velocity);
    spot->found = (double)v[3] * (level ? r->radius : 1.0);
}

// Brings the oldest answer that has not landed into host memory; waits if the GPU is that far behind. False and
// reported: it is lost.
static bool landVolume(gfDevice *device, gfRigidBodies3D *o, gfBody3DRequest *r)
{
    gfReadStatus status = gfReadRing_Take(device, &o->reads, true, o->texels);
    r->head.landed = true;
    if (status != GF_READ_READY) {
        r->head.count = 0; // bodies go on with what they knew before
    }
    for (int i = 0; i < r->head.count * GF_BODY3D_POINTS; i++) {
        takeSpot(r, o->texels + (size_t)4 * (size_t)i, i % GF_BODY3D_POINTS < GF_BODY3D_LEVEL_POINTS, &r->spots[i]);
    }
    return status == GF_READ_READY;
}

void gfRigidBodies3D_Land(gfDevice *device, gfRigidBodies3D *o)
{
    for (uint64_t i = o->ring.taken; i < o->ring.started; i++) {
        gfBody3DRequest *r = &o->requests[i % GF_READ_RING];
        if (!r->head.landed) {
            landVolume(device, o, r);
        }
    }
}

// Gives bodies that are hemmed in by others the surface that the nearest body sees.
static void borrowSurface(gfRigidBodies3D *o)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        double nearest = INFINITY;
        for (int k = 0; b != NULL && b->around.known && !b->around.levelKnown && k < o->list.capacity; k++) {
            const gfRigidBody3D *other = gfSlots_At(&o->list, k);
            if (other != NULL && other->around.levelKnown) {
                const double way[3] = {other->place[0] - b->place[0], other->place[1] - b->place[1],
                                       other->place[2] - b->place[2]};
                if (gfDot3(way, way) < nearest) {
                    nearest = gfDot3(way, way);
                    b->around.level = other->around.level;
                    memset(b->around.slope, 0, sizeof b->around.slope);
                }
            }
        }
    }
}

bool gfRigidBodies3D_TakeAnswers(gfRigidBodies3D *o, gfDevice *device, const gfLoadScene3D *scene, uint64_t step)
{
    const double elapsed = scene->dt * gfLoadRequest_GetStride(scene->dt);
    bool took = false, ok = true;
    while (o->ring.taken < o->ring.started && o->requests[o->ring.taken % GF_READ_RING].head.due <= step) {
        gfBody3DRequest *r = &o->requests[o->ring.taken % GF_READ_RING];
        ok = (r->head.landed || landVolume(device, o, r)) && ok;
        for (int i = 0; i < r->head.count; i++) {
            gfRigidBody3D *b = gfLoadRequest_Find(&r->head, i, &o->list);
            if (b != NULL && r->head.step >= b->knownFrom) {
                gfRigidBody3D_TakeAnswer(b, scene, r->spots + (size_t)i * GF_BODY3D_POINTS, r->places[i], elapsed);
            }
        }
        o->ring.taken++;
        took = true;
    }
    if (took) {
        borrowSurface(o);
    }
    return ok;
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
static void writePoints(const gfVolumeBody *body, const gfLoadScene3D *scene, const gfRigidBody3D *b, gfSpot3D *spots,
                        uint32_t *texels)
{
    const gfContainerPose *pose = &body->container.now;
    double reach = gfRigidBody3D_PlacePoints(b, scene, spots), clearance = CLEARANCE * scene->radius;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        gfSpot3D *s = &spots[p];
        double place[3], local[3];
        float point[4] = {0.0f, 0.0f, 0.0f, p < GF_BODY3D_LEVEL_POINTS ? (float)(reach / scene->radius) : 0.0f};
        for (int i = 0; i < 3; i++) {
            place[i] = b->place[i] + s->arm[i];
        }
        gfContainer_ToLocal(pose, place, local);
        for (int i = 0; i < 3; i++) {
            double low = fmin(clearance, 0.5 * pose->size[i]);
            local[i] = fmin(fmax(local[i], low), pose->size[i] - low);
            point[i] = (float)(local[i] / scene->radius);
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
    gfBody3DRequest *r = &o->requests[o->ring.started % GF_READ_RING];
    const gfLoadScene3D scene = gfLoadScene3D_Get(body, volume, dt);
    double up[3];
    if (o->count == 0 || step < o->ring.nextStep || o->ring.started - o->ring.taken == GF_READ_RING) {
        return true;
    }
    r->head.count = 0;
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            size_t first = (size_t)r->head.count * GF_BODY3D_POINTS;
            writePoints(body, &scene, b, r->spots + first, o->texels + 4 * first);
            memcpy(r->places[r->head.count], b->place, sizeof b->place);
            r->head.ids[r->head.count++] = o->list.handles[i];
        }
    }
    r->pose = body->container.now;
    r->radius = scene.radius;
    gfTurn_Apply(gfTurn_Invert(r->pose.turn), scene.up, up);
    if (!gfTexture_Upload(body->device, &r->points, o->texels) ||
        !gfVolume_Probe(body, volume, &r->points, &o->answer, r->head.count * GF_BODY3D_POINTS,
                        (const float[3]){(float)up[0], (float)up[1], (float)up[2]}) ||
        !gfReadRing_Start(body->device, &o->reads, &o->answer)) {
        return false;
    }
    gfLoadRing_Start(&o->ring, &r->head, step, dt);
    return true;
}
