// Snapshots of rigid bodies: what is under way is brought to host memory first, and stays there until it is due.
#include "ext/bodies/saved_bodies.h"

#include <string.h>

static const gfMember memoryMembers[] = {
    GF_MEMBER(gfContactMemory, pair),
    GF_MEMBER(gfContactMemory, feature),
    GF_SAVED(gfContactMemory, normalImpulse, FORCE),
    GF_SAVED(gfContactMemory, tangentImpulse, FORCE),
};
static const gfRecord memoryRecord = GF_RECORD(gfContactMemory, memoryMembers);

void gfArchive_OwnSolid(gfArchive *archive, const gfSlots *solids, gfRigidBody *b)
{
    int32_t index = gfRigidBody_FindSolid(b, solids) != NULL ? b->solid.index : -1;
    gfArchive_Bytes(archive, &index, sizeof index);
    if (!gfArchive_Reads(archive)) {
        return;
    }
    b->solid = (gfHandle){0};
    if (index >= 0 && gfSlots_At(solids, index) == NULL) {
        gfArchive_Fail(archive, "the solid of a rigid body");
    } else if (index >= 0) {
        b->solid = solids->handles[index];
    }
}

static void archiveRequest(gfArchive *archive, gfRigidBodies *o, gfBodyRequest *r, const gfRecord *record)
{
    gfArchive_Bytes(archive, &r->step, sizeof r->step);
    gfArchive_Bytes(archive, &r->due, sizeof r->due);
    if (o->kind->flat) {
        gfArchive_Bytes(archive, &r->elapsed_s, sizeof r->elapsed_s);
    }
    gfArchive_Count(archive, &r->count, o->list.capacity);
    for (int i = 0; i < o->list.capacity && !archive->failed; i++) {
        gfAsked *asked = gfRigidBodies_GetAsked(o, r, i);
        if (i >= r->count) {
            memset(asked, 0, o->kind->asked);
        }
        gfArchive_Record(archive, record, asked);
    }
    r->landed = r->landed || archive->mode == GF_ARCHIVE_READ;
}

void gfArchive_Requests(gfArchive *archive, gfRigidBodies *o, const gfRecord *record)
{
    const int size = GF_BODY_REQUESTS;
    int pending = (int)(o->started - o->taken), oldest = (int)(o->taken % GF_BODY_REQUESTS);
    gfArchive_Count(archive, &pending, size);
    gfArchive_Count(archive, &oldest, size - 1);
    gfArchive_Bytes(archive, &o->nextStep, sizeof o->nextStep);
    if (archive->mode == GF_ARCHIVE_READ) {
        o->taken = (uint64_t)oldest;
        o->started = o->taken + (uint64_t)pending;
    }
    for (int i = 0; i < size && !archive->failed; i++) {
        archiveRequest(archive, o, &o->requests[(oldest + i) % size], record);
    }
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
