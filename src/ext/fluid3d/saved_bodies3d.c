// Snapshots of rigid bodies in three dimensions.
#include "ext/bodies/saved_bodies.h"
#include "ext/fluid3d/rigid_bodies3d.h"
#include "fluid/records.h"

static const gfMember surroundings3DMembers[] = {
    GF_MEMBER(gfSurroundings, known),           GF_MEMBER(gfSurroundings, levelKnown),
    GF_SAVED(gfSurroundings, level, SPOT),      GF_SAVED(gfSurroundings, slope, SPOT),
    GF_SAVED(gfSurroundings, levelPlace, SPOT), GF_SAVED(gfSurroundings, slowLevel, SPOT),
    GF_SAVED(gfSurroundings, swell, SPOT),      GF_SAVED(gfSurroundings, flow, SPOT),
    GF_SAVED(gfSurroundings, turning, SPOT),    GF_SAVED(gfSurroundings, wet, SPOT),
    GF_SAVED(gfSurroundings, wetArm, SPOT),
};
static const gfRecord surroundings3DRecord = GF_RECORD(gfSurroundings, surroundings3DMembers);

static const gfMember host3DMembers[] = {
    GF_SAVED(gfHostMotion, force, FORCE),
    GF_SAVED(gfHostMotion, moment, FORCE),
    GF_SAVED(gfHostMotion, velocity, PLACE),
    GF_SAVED(gfHostMotion, spin, PLACE),
    GF_MEMBER_WITHIN(gfHostMotion, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord host3DRecord = GF_RECORD(gfHostMotion, host3DMembers);

// The members that are saved beside the definition and all that follows from it.
static const gfMember body3DMembers[] = {
    GF_SAVED(gfRigidBody, place, PLACE),
    GF_SAVED(gfRigidBody, velocity, PLACE),
    GF_SAVED(gfRigidBody, spin, PLACE),
    GF_MEMBER_OF(gfRigidBody, turn, gf_turnRecord),
    GF_MEMBER_OF(gfRigidBody, around, surroundings3DRecord),
    GF_MEMBER_OF(gfRigidBody, host, host3DRecord),
    GF_MEMBER(gfRigidBody, knownFrom),
    GF_SAVED(gfRigidBody, force, FORCE),
    GF_SAVED(gfRigidBody, torque, FORCE),
    GF_SAVED(gfRigidBody, submerged, FORCE),
    GF_MEMBER_WITHIN(gfRigidBody, density, 0.0, 1e6), // of the fluid when the body was defined
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_MEMBER(gfRigidBody, grounded),
};
static const gfRecord body3DRecord = GF_RECORD(gfRigidBody, body3DMembers);

static const gfMember spot3DMembers[] = {
    GF_SAVED(gfSpot, arm, SPOT),
    GF_SAVED(gfSpot, velocity, SPOT),
    GF_SAVED(gfSpot, found, SPOT),
    GF_MEMBER(gfSpot, known),
};
static const gfRecord spot3DRecord = GF_RECORD(gfSpot, spot3DMembers);

// Answers have landed, so that the pose that they came in is not needed.
static const gfMember asked3DMembers[] = {
    GF_MEMBER(gfAsked3D, all.generation),
    GF_MEMBER_WITHIN(gfAsked3D, all.index, 0, GF_RIGID_BODY3D_MAX - 1),
    GF_SAVED(gfAsked3D, all.pose.place, PLACE),
    GF_MEMBER_OF(gfAsked3D, spots, spot3DRecord),
};
static const gfRecord asked3DRecord = GF_RECORD(gfAsked3D, asked3DMembers);

static void archiveRigidBody3D(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    gfVolumeBody *body = user;
    gfRigidBody3DDef def = b->def3D;
    gfArchive_Record(archive, &gf_rigidBody3DDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody3D_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody3D_Make(body, &def);
    }
    gfArchive_Record(archive, &body3DRecord, b);
    gfArchive_CheckTurn(archive, b->turn, "how a rigid body is turned");
    gfArchive_OwnSolid(archive, &body->solids.list, b);
    gfSolid3D *own = gfRigidBody_FindSolid(b, &body->solids.list);
    if (gfArchive_Reads(archive) && own != NULL) {
        own->ofBody = true;
    }
}

void gfRigidBodies3D_Archive(gfArchive *archive, gfRigidBodies3D *bodies, gfVolumeBody *body)
{
    gfRigidBodies *o = &bodies->all;
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, o);
    }
    gfArchive_Slots(archive, &o->list, &o->count, archiveRigidBody3D, body);
    gfArchive_Requests(archive, o, &asked3DRecord);
    int things = o->list.capacity + body->solids.list.capacity + 6;
    gfArchive_Contacts(archive, &o->contacts, o->list.capacity * things * GF_BOX_CONTACTS);
}
