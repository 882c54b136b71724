// Snapshots of rigid bodies in three dimensions, as saved_bodies.c has them of those in two.
#include "ext/bodies/saved_bodies.h"
#include "ext/fluid3d/rigid_bodies3d.h"
#include "fluid/records.h"

#include <string.h>

static const gfMember surroundings3DMembers[] = {
    GF_MEMBER(gfSurroundings3D, known),
    GF_MEMBER(gfSurroundings3D, levelKnown),
    GF_MEMBER_WITHIN(gfSurroundings3D, level, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, slope, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, levelPlace, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, slowLevel, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, swell, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, flow, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, turning, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, wet, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSurroundings3D, wetArm, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
};
static const gfRecord surroundings3DRecord = GF_RECORD(gfSurroundings3D, surroundings3DMembers);

static const gfMember host3DMembers[] = {
    GF_MEMBER_WITHIN(gfHostMotion3D, force, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion3D, moment, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion3D, velocity, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion3D, spin, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion3D, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion3D, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord host3DRecord = GF_RECORD(gfHostMotion3D, host3DMembers);

// The members that are saved beside the definition and all that follows from it.
static const gfMember body3DMembers[] = {
    GF_MEMBER_WITHIN(gfRigidBody3D, place, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody3D, velocity, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody3D, spin, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_OF(gfRigidBody3D, turn, gf_turnRecord),
    GF_MEMBER_OF(gfRigidBody3D, around, surroundings3DRecord),
    GF_MEMBER_OF(gfRigidBody3D, host, host3DRecord),
    GF_MEMBER(gfRigidBody3D, knownFrom),
    GF_MEMBER_WITHIN(gfRigidBody3D, force, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody3D, torque, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody3D, submerged, -GF_SAVED_FORCE_MOST, GF_SAVED_FORCE_MOST),
    GF_MEMBER_WITHIN(gfRigidBody3D, density, 0.0, 1e6), // of the fluid when the body was defined
    GF_MEMBER_WITHIN(gfRigidBody3D, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_MEMBER(gfRigidBody3D, grounded),
};
static const gfRecord body3DRecord = GF_RECORD(gfRigidBody3D, body3DMembers);

static const gfMember spot3DMembers[] = {
    GF_MEMBER_WITHIN(gfSpot3D, arm, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot3D, velocity, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER_WITHIN(gfSpot3D, found, -GF_SAVED_SPOT_MOST, GF_SAVED_SPOT_MOST),
    GF_MEMBER(gfSpot3D, known),
};
static const gfRecord spot3DRecord = GF_RECORD(gfSpot3D, spot3DMembers);

// The part of a request that belongs to one body.
typedef struct SavedRequest3D {
    uint64_t generation;
    int32_t index;
    double place[3];
    gfSpot3D spots[GF_BODY3D_POINTS];
} SavedRequest3D;

static const gfMember request3DMembers[] = {
    GF_MEMBER(SavedRequest3D, generation),
    GF_MEMBER_WITHIN(SavedRequest3D, index, 0, GF_RIGID_BODY3D_MAX - 1),
    GF_MEMBER_WITHIN(SavedRequest3D, place, -GF_SAVED_PLACE_MOST, GF_SAVED_PLACE_MOST),
    GF_MEMBER_OF(SavedRequest3D, spots, spot3DRecord),
};
static const gfRecord request3DRecord = GF_RECORD(SavedRequest3D, request3DMembers);

static void archiveRigidBody3D(gfArchive *archive, void *item, void *user)
{
    gfRigidBody3D *b = item;
    gfVolumeBody *body = user;
    gfRigidBody3DDef def = b->def;
    gfHandle solid = GF_TO_HANDLE(b->solid);
    gfArchive_Record(archive, &gf_rigidBody3DDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody3D_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody3D_Make(body, &def);
    }
    gfArchive_Record(archive, &body3DRecord, b);
    gfArchive_CheckTurn(archive, b->turn, "how a rigid body is turned");
    gfArchive_OwnSolid(archive, &body->solids.list, &solid);
    if (gfArchive_Reads(archive)) {
        gfSolid3D *own = GF_IS_NULL(solid) ? NULL : gfSlots_At(&body->solids.list, solid.index);
        b->solid = GF_FROM_HANDLE(gfSolid3DId, solid);
        if (own != NULL) {
            own->ofBody = true;
        }
    }
}

// There is room for all bodies that there may have been, so that a request has the same size whenever it is saved.
// Answers have landed, so that the pose that they came in is not needed.
static void archiveRequest3D(gfArchive *archive, gfBody3DRequest *r, int most)
{
    gfArchive_Bytes(archive, &r->head.step, sizeof r->head.step);
    gfArchive_Bytes(archive, &r->head.due, sizeof r->head.due);
    gfArchive_Count(archive, &r->head.count, most);
    for (int i = 0; i < most && !archive->failed; i++) {
        gfSpot3D *spots = r->spots + (size_t)i * GF_BODY3D_POINTS;
        bool used = i < r->head.count;
        SavedRequest3D q;
        memset(&q, 0, sizeof q);
        if (archive->mode == GF_ARCHIVE_WRITE && used) {
            q.generation = r->head.ids[i].generation;
            q.index = r->head.ids[i].index;
            memcpy(q.place, r->places[i], sizeof q.place);
            memcpy(q.spots, spots, sizeof q.spots);
        }
        gfArchive_Record(archive, &request3DRecord, &q);
        if (gfArchive_Reads(archive) && used) {
            r->head.ids[i] = (gfHandle){q.generation, archive->number, (uint16_t)q.index, GF_HANDLE_RIGID_BODY3D};
            memcpy(r->places[i], q.place, sizeof q.place);
            memcpy(spots, q.spots, sizeof q.spots);
        }
    }
    r->head.landed = r->head.landed || archive->mode == GF_ARCHIVE_READ;
}

void gfRigidBodies3D_Archive(gfArchive *archive, gfRigidBodies3D *o, gfVolumeBody *body)
{
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies3D_Land(archive->device, o);
    }
    gfArchive_Slots(archive, &o->list, &o->count, archiveRigidBody3D, body);
    int oldest = gfArchive_LoadRing(archive, &o->ring, GF_READ_RING);
    for (int i = 0; i < GF_READ_RING && !archive->failed; i++) {
        archiveRequest3D(archive, &o->requests[(oldest + i) % GF_READ_RING], o->list.capacity);
    }
    int bodies = o->list.capacity, things = bodies + body->solids.list.capacity + 6;
    gfArchive_Contacts(archive, &o->contacts, bodies * things * GF_BOX_CONTACTS);
}
