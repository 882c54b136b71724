// Snapshots of rigid bodies in two dimensions.
#include "ext/bodies/rigid_bodies2d.h"
#include "ext/bodies/saved_bodies.h"
#include "fluid/records.h"

static const gfMember poseMembers[] = {
    GF_SAVED_XY(gfPose, place, PLACE),
    GF_SAVED(gfPose, angle, PLACE),
    GF_SAVED_XY(gfPose, velocity, PLACE),
    GF_SAVED_Z(gfPose, spin, PLACE),
};
static const gfRecord poseRecord = GF_RECORD(gfPose, poseMembers);

static const gfMember surroundingsMembers[] = {
    GF_MEMBER(gfSurroundings, known),
    GF_MEMBER(gfSurroundings, levelKnown),
    GF_SAVED(gfSurroundings, level, SPOT),
    GF_SAVED_PART(gfSurroundings, slope, 0, 1, SPOT),
    GF_MEMBER_OF(gfSurroundings, last, poseRecord),
    GF_MEMBER(gfSurroundings, measured),
    GF_MEMBER_OF(gfSurroundings, middle, poseRecord),
    GF_SAVED(gfSurroundings, residual, FORCE),
    GF_SAVED(gfSurroundings, owed, FORCE),
    GF_MEMBER_WITHIN(gfSurroundings, spare, 0.0, GF_SAVED_FORCE_MOST),
    GF_SAVED(gfSurroundings, excess, FORCE),
    GF_MEMBER_WITHIN(gfSurroundings, wetFraction, 0.0, 1.01),
    GF_SAVED(gfSurroundings, levelPlace, SPOT),
    GF_SAVED(gfSurroundings, slowLevel, SPOT),
    GF_SAVED(gfSurroundings, swell, SPOT),
    GF_SAVED_PART(gfSurroundings, slope, 1, 1, SPOT),
    GF_SAVED_XY(gfSurroundings, flow, SPOT),
    GF_SAVED_Z(gfSurroundings, turning, SPOT),
    GF_SAVED(gfSurroundings, wet, SPOT),
    GF_SAVED_XY(gfSurroundings, wetArm, SPOT),
    GF_SAVED(gfSurroundings, depth, SPOT),
    GF_SAVED(gfSurroundings, onGround, SPOT),
    GF_SAVED(gfSurroundings, groundForce, SPOT),
    GF_SAVED(gfSurroundings, groundTurn, SPOT),
};
static const gfRecord surroundingsRecord = GF_RECORD(gfSurroundings, surroundingsMembers);

static const gfMember hostMembers[] = {
    GF_SAVED_XY(gfHostMotion, force, FORCE),
    GF_SAVED_Z(gfHostMotion, moment, FORCE),
    GF_SAVED_XY(gfHostMotion, velocity, PLACE),
    GF_SAVED_Z(gfHostMotion, spin, PLACE),
    GF_MEMBER_WITHIN(gfHostMotion, lasted, 0.0, GF_SAVED_PLACE_MOST),
    GF_MEMBER_WITHIN(gfHostMotion, period, 0.0, GF_SAVED_PLACE_MOST),
};
static const gfRecord hostRecord = GF_RECORD(gfHostMotion, hostMembers);

// The members that are saved beside the definition and all that follows from it.
static const gfMember bodyMembers[] = {
    GF_SAVED_XY(gfRigidBody, place, PLACE),
    GF_SAVED(gfRigidBody, angle, PLACE),
    GF_SAVED_XY(gfRigidBody, velocity, PLACE),
    GF_SAVED_Z(gfRigidBody, spin, PLACE),
    GF_MEMBER_OF(gfRigidBody, around, surroundingsRecord),
    GF_MEMBER_OF(gfRigidBody, host, hostRecord),
    GF_MEMBER(gfRigidBody, knownFrom),
    GF_SAVED_XY(gfRigidBody, force, FORCE),
    GF_SAVED_Z(gfRigidBody, torque, FORCE),
    GF_SAVED(gfRigidBody, submerged, FORCE),
    GF_MEMBER_WITHIN(gfRigidBody, period, 0.0, GF_SAVED_FORCE_MOST),
    GF_SAVED_XY(gfRigidBody, given, FORCE),
    GF_SAVED(gfRigidBody, covered, FORCE),
    GF_MEMBER_WITHIN(gfRigidBody, density, 0.0, 1e6), // of the fluid when the body was defined
    GF_MEMBER(gfRigidBody, grounded),
    GF_MEMBER_WITHIN(gfRigidBody, grown, 0.0, 1.0),
    GF_MEMBER(gfRigidBody, grownStep),
};
static const gfRecord bodyRecord = GF_RECORD(gfRigidBody, bodyMembers);

static const gfMember spotMembers[] = {
    GF_SAVED(gfSpot2D, velocity, SPOT),
    GF_SAVED(gfSpot2D, liquid, SPOT),
    GF_SAVED(gfSpot2D, surface, SPOT),
    GF_MEMBER(gfSpot2D, inside),
};
static const gfRecord spotRecord = GF_RECORD(gfSpot2D, spotMembers);

static const gfMember askedMembers[] = {
    GF_MEMBER(gfAsked2D, all.generation),          GF_MEMBER_WITHIN(gfAsked2D, all.index, 0, GF_RIGID_BODY_MAX - 1),
    GF_MEMBER_OF(gfAsked2D, all.pose, poseRecord), GF_SAVED(gfAsked2D, loads, SPOT),
    GF_SAVED(gfAsked2D, covered, FORCE),           GF_SAVED(gfAsked2D, points, SPOT),
    GF_MEMBER_OF(gfAsked2D, spots, spotRecord),
};
static const gfRecord askedRecord = GF_RECORD(gfAsked2D, askedMembers);

static void archiveOwnSolid(gfArchive *archive, const gfBody *body, gfRigidBody *b)
{
    gfArchive_OwnSolid(archive, &body->solids.list, b);
    const gfSolid *solid = gfRigidBody_FindSolid(b, &body->solids.list);
    if (gfArchive_Reads(archive) && solid != NULL &&
        (solid->mask.id != 0 || gfSolver_GetMedium(body).kind == GF_MEDIUM_ABOVE)) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    }
}

static void archiveRigidBody(gfArchive *archive, void *item, void *user)
{
    gfRigidBody *b = item;
    gfBody *body = user;
    gfRigidBodyDef def = b->def2D;
    gfArchive_Record(archive, &gf_rigidBodyDefRecord, &def);
    if (gfArchive_Reads(archive)) {
        archive->failed = !gfRigidBody2D_Check(&archive->device->core, &def, archive->caller);
    }
    if (gfArchive_Reads(archive)) {
        *b = gfRigidBody2D_Make(body, &def);
    }
    gfArchive_Record(archive, &bodyRecord, b);
    archiveOwnSolid(archive, body, b);
    if (gfArchive_Reads(archive)) {
        gfRigidBody2D_MarkSolid(b, body);
    }
}

// Most contacts that bodies can have: two with each other and with each solid, and each corner with each side.
static int countContactsMax(const gfRigidBodies *o, const gfBody *body)
{
    int bodies = o->list.capacity;
    return bodies * (bodies + 2 * body->solids.list.capacity + GF_SIDES * GF_POLYGON_MAX);
}

// Archives the loads that the bodies of the list have borne since the last request.
static void archiveLoads(gfArchive *archive, gfRigidBodies2D *o)
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
        gfRigidBodies2D_ListSolids(o);
    }
}

void gfRigidBodies2D_Archive(gfArchive *archive, gfRigidBodies2D *o, gfBody *body)
{
    if (archive->mode == GF_ARCHIVE_WRITE) {
        gfRigidBodies_Land(archive->device, &o->all);
    }
    gfArchive_Slots(archive, &o->all.list, &o->all.count, archiveRigidBody, body);
    archiveLoads(archive, o);
    gfArchive_Requests(archive, &o->all, &askedRecord);
    gfArchive_Contacts(archive, &o->all.contacts, countContactsMax(&o->all, body));
}
