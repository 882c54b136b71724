// Snapshots of rigid bodies: what is under way is brought to host memory first, and stays there until it is due.
#include "ext/bodies/saved_bodies.h"

#include "ext/bodies/rigid_bodies.h"
#include "fluid/records.h"

#include <string.h>

static const gfMember poseMembers[] = {
    GF_MEMBER_WITHIN(gfPose, place, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfPose, angle, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfPose, velocity, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfPose, spin, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
};
static const gfRecord poseRecord = GF_RECORD(gfPose, poseMembers);

static const gfMember surroundingsMembers[] = {
    GF_MEMBER(gfSurroundings, known),
    GF_MEMBER(gfSurroundings, levelKnown),
    GF_MEMBER_WITHIN(gfSurroundings, level, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, slope, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_OF(gfSurroundings, last, poseRecord),
    GF_MEMBER(gfSurroundings, measured),
    GF_MEMBER_OF(gfSurroundings, middle, poseRecord),
    GF_MEMBER_WITHIN(gfSurroundings, residual, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, owed, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, spare, 0.0, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, excess, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, wetFraction, 0.0, 1.01),
    GF_MEMBER_WITHIN(gfSurroundings, levelPlace, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, slowLevel, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, swell, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, levelSlopeY, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, flow, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, turning, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, wet, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, wetArm, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, depth, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, onGround, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, groundForce, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, groundTurn, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
};
static const gfRecord surroundingsRecord = GF_RECORD(gfSurroundings, surroundingsMembers);

static const gfMember hostMembers[] = {
    GF_MEMBER_WITHIN(gfHostMotion, force, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, velocity, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord hostRecord = GF_RECORD(gfHostMotion, hostMembers);

// The members that are saved beside the definition and all that follows from it.
static const gfMember bodyMembers[] = {
    GF_MEMBER_WITHIN(gfRigidBody, place, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, angle, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, velocity, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, spin, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_OF(gfRigidBody, around, surroundingsRecord),
    GF_MEMBER_OF(gfRigidBody, host, hostRecord),
    GF_MEMBER(gfRigidBody, knownFrom),
    GF_MEMBER_WITHIN(gfRigidBody, force, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, torque, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, submerged, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, given, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, covered, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, density, 0.0, 1e6), // of the fluid when the body was defined
    GF_MEMBER(gfRigidBody, grounded),
    GF_MEMBER_WITHIN(gfRigidBody, grown, 0.0, 1.0),
    GF_MEMBER(gfRigidBody, grownStep),
};
static const gfRecord bodyRecord = GF_RECORD(gfRigidBody, bodyMembers);

static const gfMember spotMembers[] = {
    GF_MEMBER_WITHIN(gfSpot, velocity, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot, liquid, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot, surface, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER(gfSpot, inside),
};
static const gfRecord spotRecord = GF_RECORD(gfSpot, spotMembers);

// The part of a request that belongs to one body.
typedef struct SavedRequest {
    uint64_t generation;
    int32_t index;
    gfPose pose;
    float loads[3];
    double covered[GF_COVERED];
    gfVec2 points[GF_BODY_POINTS];
    gfSpot spots[GF_BODY_POINTS];
} SavedRequest;

static const gfMember requestMembers[] = {
    GF_MEMBER(SavedRequest, generation),
    GF_MEMBER_WITHIN(SavedRequest, index, 0, GF_RIGID_BODY_MAX - 1),
    GF_MEMBER_OF(SavedRequest, pose, poseRecord),
    GF_MEMBER_WITHIN(SavedRequest, loads, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(SavedRequest, covered, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(SavedRequest, points, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_OF(SavedRequest, spots, spotRecord),
};
static const gfRecord requestRecord = GF_RECORD(SavedRequest, requestMembers);

static const gfMember memoryMembers[] = {
    GF_MEMBER(gfContactMemory, pair),
    GF_MEMBER(gfContactMemory, feature),
    GF_MEMBER_WITHIN(gfContactMemory, normalImpulse, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfContactMemory, tangentImpulse, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
};
static const gfRecord memoryRecord = GF_RECORD(gfContactMemory, memoryMembers);

// --- what both kinds share -------------------------------------------------------------------------------------------

void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfHandle *id)
{
    bool there =
        !GF_IS_NULL(*id) && gfSlots_At(solids, id->index) != NULL && GF_ID_EQUALS(solids->handles[id->index], *id);
    int32_t index = there ? id->index : -1;
    gfArchive_Bytes(archive, &index, sizeof index);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    *id = (gfHandle){0};
    if (index >= 0 && gfSlots_At(solids, index) == NULL) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    } else if (index >= 0) {
        *id = solids->handles[index];
    }
}

int gfArchive_LoadRing(gfArchive *archive, gfLoadRing *ring, int size)
{
    int pending = (int)(ring->started - ring->taken), oldest = (int)(ring->taken % (uint64_t)size);
    gfArchive_Count(archive, &pending, size);
    gfArchive_Count(archive, &oldest, size - 1);
    gfArchive_Bytes(archive, &ring->nextStep, sizeof ring->nextStep);
    if (archive->mode == GF_ARCHIVE_READ) {
        ring->taken = (uint64_t)oldest;
        ring->started = ring->taken + (uint64_t)pending;
    }
    return oldest;
}

void gfArchive_Contacts(gfArchive *archive, gfContacts *contacts, int most)
{
    most = gfMin(most, contacts->capacity);
    gfArchive_Count(archive, &contacts->count, most);
    for (int i = 0; i < most && !archive->failed; i++) {
        gfContactMemory memory = {0};
        bool used = i < contacts->count;
        if (archive->mode != GF_ARCHIVE_READ && used) {
            memory = contacts->list[i].memory;
        }
        gfArchive_Record(archive, &memoryRecord, &memory);
        if (gfArchive_Reads(archive) && used) {
            contacts->list[i] = (gfContact){.memory = memory};
        }
    }
}

// --- bodies ----------------------------------------------------------------------------------------------------------

static void archiveOwnSolid(gfArchive *archive, const gfBody *body, gfSolidId *id)
{
    gfHandle handle = GF_TO_HANDLE(*id);
    gfArchive_OwnSolid(archive, &body->solids.list, &handle);
    *id = GF_FROM_HANDLE(gfSolidId, handle);
    const gfSolid *solid = GF_IS_NULL(handle) ? NULL : gfSlots_At(&body->solids.list, handle.index);
    if (gfArchive_Reads(archive) && solid != NULL && (solid->mask.id != 0 || !gfRigidBodies_HaveSolids(body))) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    }
}

static void archiveRigidBody(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    gfBody *body = user;
    gfRigidBodyDef def = b->def;
    gfArchive_Record(archive, &gf_rigidBodyDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody_Make(body, &def);
    }
    gfArchive_Record(archive, &bodyRecord, b);
    archiveOwnSolid(archive, body, &b->solid);
    if (gfArchive_Reads(archive)) {
        gfRigidBody_MarkSolid(b, body);
    }
}

// --- requests -------------------------------------------------------------------------------------------------------

static SavedRequest getRequest(const gfBodyRequest *r, int i)
{
    SavedRequest q = {.generation = r->head.ids[i].generation, .index = r->head.ids[i].index, .pose = r->poses[i]};
    memcpy(q.loads, r->loads[i], sizeof q.loads);
    memcpy(q.covered, r->covered[i], sizeof q.covered);
    memcpy(q.points, r->points + (size_t)i * GF_BODY_POINTS, sizeof q.points);
    memcpy(q.spots, r->spots + (size_t)i * GF_BODY_POINTS, sizeof q.spots);
    return q;
}

static void putRequest(const gfArchive *archive, gfBodyRequest *r, int i, const SavedRequest *q)
{
    r->head.ids[i] = (gfHandle){q->generation, archive->number, (uint16_t)q->index, GF_HANDLE_RIGID_BODY};
    r->poses[i] = q->pose;
    memcpy(r->loads[i], q->loads, sizeof q->loads);
    memcpy(r->covered[i], q->covered, sizeof q->covered);
    memcpy(r->points + (size_t)i * GF_BODY_POINTS, q->points, sizeof q->points);
    memcpy(r->spots + (size_t)i * GF_BODY_POINTS, q->spots, sizeof q->spots);
}

// There is room for all bodies that there may have been, so that a request has the same size whenever it is saved.
static void archiveRequest(gfArchive *archive, gfBodyRequest *r, int most)
{
    gfArchive_Bytes(archive, &r->head.step, sizeof r->head.step);
    gfArchive_Bytes(archive, &r->head.due, sizeof r->head.due);
    gfArchive_Bytes(archive, &r->elapsed_s, sizeof r->elapsed_s);
    gfArchive_Count(archive, &r->head.count, most);
    for (int i = 0; i < most && !archive->failed; i++) {
        bool used = i < r->head.count;
        SavedRequest q = {0};
        if (archive->mode == GF_ARCHIVE_WRITE && used) {
            q = getRequest(r, i);
        }
        gfArchive_Record(archive, &requestRecord, &q);
        if (gfArchive_Reads(archive) && used) {
            putRequest(archive, r, i, &q);
        }
    }
    r->head.landed = r->head.landed || archive->mode == GF_ARCHIVE_READ;
}

static void archiveRequests(gfArchive *archive, gfRigidBodies *o)
{
    int oldest = gfArchive_LoadRing(archive, &o->ring, GF_QUERY_RING);
    for (int i = 0; i < GF_QUERY_RING && !archive->failed; i++) {
        archiveRequest(archive, &o->requests[(oldest + i) % GF_QUERY_RING], o->list.capacity);
    }
}

// Most contacts that bodies can have: two with each other and with each solid, and each corner with each side.
static int countContactsMax(const gfRigidBodies *o, const gfBody *body)
{
    int bodies = o->list.capacity;
    return bodies * (bodies + 2 * body->solids.list.capacity + GF_SIDES * GF_POLYGON_MAX);
}

// Archives the loads that the bodies of the list have borne since the last request.
static void archiveLoads(gfArchive *archive, gfRigidBodies *o)
{
    gfQuery *q = &o->query;
    if (q->def.maxSolids > 0) {
        gfArchive_Bytes(archive, &q->elapsed_s, sizeof q->elapsed_s);
        gfArchive_Bytes(archive, &o->coveredTime, sizeof o->coveredTime);
        gfArchive_Bool(archive, &q->restarts, "rigid bodies' loads");
        gfArchive_Bool(archive, &q->loadsStale, "rigid bodies' loads");
        gfArchive_Texture(archive, "loads of rigid bodies", &q->loads.read, false);
    }
    if (gfArchive_Reads(archive)) {
        gfRigidBodies_ListSolids(o);
    }
}

void gfRigidBodies_Archive(gfArchive *archive, gfRigidBodies *o, gfBody *body)
{
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, o);
    }
    gfArchive_Slots(archive, &o->list, &o->count, archiveRigidBody, body);
    archiveLoads(archive, o);
    archiveRequests(archive, o);
    gfArchive_Contacts(archive, &o->contacts, countContactsMax(o, body));
}
