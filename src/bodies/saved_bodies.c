// Snapshots of rigid bodies: what is under way is brought to host memory first, and stays there until it is due.
#include "bodies/rigid_bodies.h"

#include "domain/records.h"

#include <float.h>
#include <string.h>

// Beyond these nothing comes by any call: of places and motion, of what the fluid was like, of forces and impulses.
#define SAVED_PLACE_MOST 1e12
#define SPOT_MOST ((double)FLT_MAX)
#define FORCE_MOST 1e30
#define IMPULSE_MOST 1e18

static const gfMember surroundingsMembers[] = {
    GF_MEMBER(gfSurroundings, known),
    GF_MEMBER(gfSurroundings, levelKnown),
    GF_MEMBER_WITHIN(gfSurroundings, level, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, slope, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, levelPlace, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, slowLevel, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, swell, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, levelSlopeY, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, flow, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, turning, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, wet, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, wetArm, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, depth, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, onGround, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, groundPush, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings, groundTurn, -SPOT_MOST, SPOT_MOST),
};
static const gfRecord surroundingsRecord = GF_RECORD(gfSurroundings, surroundingsMembers);

// Beside the definition, and what follows from that.
static const gfMember bodyMembers[] = {
    GF_MEMBER_WITHIN(gfRigidBody, place, -SAVED_PLACE_MOST, SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, angle, -SAVED_PLACE_MOST, SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, velocity, -SAVED_PLACE_MOST, SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, spin, -SAVED_PLACE_MOST, SAVED_PLACE_MOST),
    GF_MEMBER_OF(gfRigidBody, around, surroundingsRecord),
    GF_MEMBER(gfRigidBody, asked),
    GF_MEMBER_WITHIN(gfRigidBody, force, -FORCE_MOST, FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, torque, -FORCE_MOST, FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, submerged, -FORCE_MOST, FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody, given, -FORCE_MOST, FORCE_MOST),
    GF_MEMBER(gfRigidBody, grounded),
};
static const gfRecord bodyRecord = GF_RECORD(gfRigidBody, bodyMembers);

static const gfMember spotMembers[] = {
    GF_MEMBER_WITHIN(gfSpot, velocity, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot, liquid, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot, surface, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER(gfSpot, inside),
};
static const gfRecord spotRecord = GF_RECORD(gfSpot, spotMembers);

// What a question holds of one body.
typedef struct SavedQuestion {
    uint64_t generation;
    int32_t index;
    double height;
    gfVec2 points[GF_BODY_POINTS];
    gfSpot spots[GF_BODY_POINTS];
} SavedQuestion;

static const gfMember questionMembers[] = {
    GF_MEMBER(SavedQuestion, generation),
    GF_MEMBER_WITHIN(SavedQuestion, index, 0, GF_RIGID_BODY_MAX - 1),
    GF_MEMBER_WITHIN(SavedQuestion, height, -SAVED_PLACE_MOST, SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(SavedQuestion, points, -SPOT_MOST, SPOT_MOST),
    GF_MEMBER_OF(SavedQuestion, spots, spotRecord),
};
static const gfRecord questionRecord = GF_RECORD(SavedQuestion, questionMembers);

static const gfMember memoryMembers[] = {
    GF_MEMBER(gfContactMemory, pair),
    GF_MEMBER(gfContactMemory, feature),
    GF_MEMBER_WITHIN(gfContactMemory, normalImpulse, -IMPULSE_MOST, IMPULSE_MOST),
    GF_MEMBER_WITHIN(gfContactMemory, tangentImpulse, -IMPULSE_MOST, IMPULSE_MOST),
};
static const gfRecord memoryRecord = GF_RECORD(gfContactMemory, memoryMembers);

// --- bodies ----------------------------------------------------------------------------------------------------------

// By its place in the list, -1 where it is gone: hosts may remove solids of bodies.
static void archiveOwnSolid(gfArchive *archive, const gfBody *body, gfSolidId *id)
{
    int32_t index = gfSolids_Find(&body->solids, *id) != NULL ? id->index : -1;
    gfArchive_Bytes(archive, &index, sizeof index);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    const gfSolid *solid = gfSlots_At(&body->solids.list, index);
    *id = (gfSolidId){0};
    if (index >= 0 && (solid == NULL || solid->mask.id != 0 || !gfRigidBodies_HaveSolids(body))) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    } else if (index >= 0) {
        *id = GF_FROM_HANDLE(gfSolidId, body->solids.list.handles[index]);
    }
}

static void archiveRigidBody(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    const gfBody *body = user;
    gfRigidBodyDef def = b->def;
    gfArchive_Record(archive, &gf_rigidBodyDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        def.cookie = GF_RIGID_BODY_COOKIE;
        archive->failed = !gfRigidBody_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody_Make(body, &def);
    }
    gfArchive_Record(archive, &bodyRecord, b);
    archiveOwnSolid(archive, body, &b->solid);
}

// --- questions -------------------------------------------------------------------------------------------------------

static SavedQuestion getQuestion(const gfBodyRequest *r, int i)
{
    SavedQuestion q = {.generation = r->ids[i].generation, .index = r->ids[i].index, .height = r->heights[i]};
    memcpy(q.points, r->points + (size_t)i * GF_BODY_POINTS, sizeof q.points);
    memcpy(q.spots, r->spots + (size_t)i * GF_BODY_POINTS, sizeof q.spots);
    return q;
}

static void putQuestion(const gfArchive *archive, gfBodyRequest *r, int i, const SavedQuestion *q)
{
    r->ids[i] = (gfHandle){q->generation, archive->number, (uint16_t)q->index, GF_HANDLE_RIGID_BODY};
    r->heights[i] = q->height;
    memcpy(r->points + (size_t)i * GF_BODY_POINTS, q->points, sizeof q->points);
    memcpy(r->spots + (size_t)i * GF_BODY_POINTS, q->spots, sizeof q->spots);
}

// With room for all bodies that there may have been, so that it has the same size whenever it is saved.
static void archiveQuestion(gfArchive *archive, gfBodyRequest *r, int most)
{
    gfArchive_Bytes(archive, &r->step, sizeof r->step);
    gfArchive_Bytes(archive, &r->due, sizeof r->due);
    gfArchive_Count(archive, &r->count, most);
    for (int i = 0; i < most && !archive->failed; i++) {
        bool used = i < r->count;
        SavedQuestion q = {0};
        if (archive->mode == GF_ARCHIVE_WRITE && used) {
            q = getQuestion(r, i);
        }
        gfArchive_Record(archive, &questionRecord, &q);
        if (gfArchive_Reads(archive) && used) {
            putQuestion(archive, r, i, &q);
        }
    }
    r->landed = r->landed || archive->mode == GF_ARCHIVE_READ;
}

static void archiveQuestions(gfArchive *archive, gfRigidBodies *o)
{
    int pending = (int)(o->started - o->taken), next = (int)(o->taken % GF_QUERY_RING);
    gfArchive_Count(archive, &pending, GF_QUERY_RING);
    gfArchive_Count(archive, &next, GF_QUERY_RING - 1);
    gfArchive_Bytes(archive, &o->nextAsk, sizeof o->nextAsk);
    if (archive->mode == GF_ARCHIVE_READ) {
        o->taken = (uint64_t)next;
        o->started = o->taken + (uint64_t)pending;
    }
    for (int i = 0; i < GF_QUERY_RING && !archive->failed; i++) {
        archiveQuestion(archive, &o->requests[(next + i) % GF_QUERY_RING], o->list.capacity);
    }
}

// --- contacts --------------------------------------------------------------------------------------------------------

// Most that bodies can have: two with each other and with each solid, and each corner with each side.
static int countContactsMax(const gfRigidBodies *o, const gfBody *body)
{
    int bodies = o->list.capacity, each = bodies + 2 * body->solids.list.capacity + GF_SIDES * GF_POLYGON_MAX;
    return gfMin(o->contacts.capacity, bodies * each);
}

static void archiveContacts(gfArchive *archive, gfRigidBodies *o, const gfBody *body)
{
    gfContacts *contacts = &o->contacts;
    int most = countContactsMax(o, body);
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

void gfRigidBodies_Archive(gfArchive *archive, gfRigidBodies *o, gfBody *body)
{
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, o);
    }
    gfArchive_Slots(archive, &o->list, &o->count, archiveRigidBody, body);
    archiveQuestions(archive, o);
    archiveContacts(archive, o, body);
}
