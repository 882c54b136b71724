// The list of a fluid's rigid bodies, their contacts, a step of all of them, and their snapshots.
#include "ext/bodies/rigid_bodies.h"

#define ANGLE_MOST 1e9     // largest angle that a snapshot may have, radians; beyond it the angle is wrapped
#define SOLID_FRICTION 0.5 // friction of solids and sides, which have none of their own
#define SLOP 0.02          // overlap of two things that contacts leave alone, cells

// --- the list --------------------------------------------------------------------------------------------------------

bool gfRigidBodies_Init(gfRigidBodies *o, gfCore *core, const gfBodyKind *kind)
{
    o->kind = kind;
    gfSlots_Init(&o->list, kind->handles, sizeof(gfRigidBody), kind->bodies);
    GF_TRY(gfContacts_Create(core, &o->contacts, kind->contacts) &&
           (o->movers = gfAlloc(core, (size_t)kind->movers * sizeof *o->movers)) != NULL);
    for (int i = 0; i < GF_BODY_REQUESTS; i++) {
        GF_TRY((o->requests[i].asked = gfAlloc(core, (size_t)kind->bodies * kind->asked)) != NULL);
    }
    return true;
}

void gfRigidBodies_Release(gfRigidBodies *o, gfCore *core)
{
    for (int i = 0; i < GF_BODY_REQUESTS; i++) {
        gfFree(core, o->requests[i].asked);
    }
    gfContacts_Destroy(core, &o->contacts);
    gfFree(core, o->movers);
    gfSlots_Destroy(&o->list, core);
}

void gfRigidBodies_Reset(gfRigidBodies *o, void *body)
{
    GF_EACH(gfRigidBody, b, &o->list) {
        gfHandle solid = b->solid;
        *b = o->kind->remake(b, body);
        b->solid = solid;
        o->kind->moveSolid(b, body, true);
    }
    gfRigidBodies_DropRequests(o);
    o->nextStep = 0;
    o->contacts.count = 0;
}

// --- a step ----------------------------------------------------------------------------------------------------------

// Limits a body's motion in one step to a quarter of the domain and to 1.5 radians.
static void limitSpeed(gfRigidBody *b, const gfLoadScene *scene)
{
    double most = fmin(0.25 * scene->size / scene->dt, (double)GF_VALUE_MAX);
    double turns = fmin(1.5 / scene->dt, (double)GF_VALUE_MAX);
    double speed = gfBodyKind_GetLength(scene->kind, b->velocity), spin = sqrt(gfDot3(b->spin, b->spin));
    for (int i = 0; i < 3; i++) {
        b->velocity[i] *= speed > most ? most / speed : 1.0;
        b->spin[i] = scene->kind->flat ? fmin(fmax(b->spin[i], -turns), turns)
                                       : b->spin[i] * (spin > turns ? turns / spin : 1.0);
    }
}

static void prepareMover(gfRigidBody *b, const gfLoadScene *scene, gfMover *m)
{
    if (!b->traits.hostDriven) {
        limitSpeed(b, scene);
    }
    if (!b->traits.hostDriven && scene->kind->wobble != NULL) {
        scene->kind->wobble(b, scene->dt);
    }
    gfMover plain = {.invMass = b->traits.hostDriven ? 0.0 : 1.0 / b->mass};
    memcpy(plain.velocity, b->velocity, sizeof plain.velocity);
    memcpy(plain.spin, b->spin, sizeof plain.spin);
    *m = plain;
    b->grounded = false;
    gfRigidBody_Load(b, scene, m);
    if (b->traits.hostDriven) { // the fluid doesn't act on it
        *m = plain;
    }
}

void gfRigidBodies_PrepareMovers(gfRigidBodies *o, const gfLoadScene *scene)
{
    o->moverCount = o->kind->fixed;
    for (int i = 0; i < o->moverCount; i++) {
        gfRigidBody *b = i < o->kind->bodies ? gfSlots_At(&o->list, i) : NULL;
        o->movers[i] = (gfMover){.invMass = 0.0};
        if (b != NULL) {
            prepareMover(b, scene, &o->movers[i]);
        }
    }
}

// Returns the distance of a place from the point side->from along the outward normal, m.
static double getHeight(const gfBodySide *side, const double place[3])
{
    const double arm[3] = {place[0] - side->from[0], place[1] - side->from[1], place[2] - side->from[2]};
    return gfDot3(arm, side->normal);
}

// Takes from a body the outward speed that it has beyond the speed of the side there.
static void stopAtSide(gfRigidBody *b, const gfMover *mover, const gfBodySide *side)
{
    double arm[3], turning[3];
    for (int i = 0; i < 3; i++) {
        arm[i] = b->place[i] - side->from[i];
    }
    gfCross3(mover->spin, arm, turning);
    double faster =
        gfDot3(b->velocity, side->normal) - gfDot3(mover->velocity, side->normal) - gfDot3(turning, side->normal);
    for (int i = 0; i < 3 && faster > 0.0; i++) {
        b->velocity[i] -= faster * side->normal[i];
    }
}

// Finds how deep a body reaches beyond each closed side, m; below 0: it is inside.
static void findDepths(const gfRigidBody *b, const gfBodyKind *kind, const gfBodySide *sides, double *depths)
{
    double corners[GF_BODY_CORNERS][3], radius;
    int count = kind->getCorners(b, corners, &radius);
    for (int k = 0; k < kind->sides; k++) {
        double most = -INFINITY;
        for (int i = 0; i < count && sides[k].closed; i++) {
            most = fmax(most, getHeight(&sides[k], corners[i]));
        }
        depths[k] = most + radius - sides[k].far;
    }
}

// Moves a body back that others have pushed into a side. The depth may stay as large as it was before the step
// (`before`, per side) or kind->crushed cells. A body that is too deep in the opposite side as well is not moved.
static void keepWithinSides(gfRigidBody *b, const gfContactScene *scene, const double before[GF_BODY_SIDES])
{
    const gfBodyKind *kind = scene->loads->kind;
    const double slack = kind->crushed * scene->loads->cellSize;
    double depths[GF_BODY_SIDES];
    findDepths(b, kind, scene->next, depths);
    for (int k = 0; k < kind->sides; k++) {
        const gfBodySide *side = &scene->next[k];
        double excess = depths[k] - fmax(before[k], slack);
        if (excess > 0.0 && depths[k ^ 1] <= slack) {
            for (int i = 0; i < 3; i++) {
                b->place[i] -= excess * side->normal[i];
            }
            stopAtSide(b, &scene->bodies->movers[side->mover], side);
        }
    }
}

static void moveFree(gfRigidBody *b, const gfMover *m, const gfContactScene *scene)
{
    const gfBodyKind *kind = scene->loads->kind;
    double depths[GF_BODY_SIDES], place[3], angle = b->angle;
    findDepths(b, kind, scene->now, depths);
    memcpy(place, b->place, sizeof place);
    memcpy(b->velocity, m->velocity, sizeof b->velocity);
    memcpy(b->spin, m->spin, sizeof b->spin);
    for (int i = 0; i < 3; i++) {
        b->place[i] += m->shift[i];
    }
    if (kind->flat) {
        b->angle += m->turned[2];
        b->angle = fabs(b->angle) <= ANGLE_MOST ? b->angle : remainder(angle, 6.283185307179586);
    } else {
        b->turn = gfTurn_Multiply(gfTurn_FromAngles(m->turned), b->turn);
    }
    kind->keepInside(b, scene, place);
    keepWithinSides(b, scene, depths);
}

void gfRigidBodies_Move(const gfContactScene *scene)
{
    gfRigidBodies *o = scene->bodies;
    gfContacts_Solve(&o->contacts, o->movers, o->moverCount, scene->loads->dt);
    GF_EACH(gfRigidBody, b, &o->list) {
        int i = gfSlots_GetIndex(&o->list, b);
        b->grounded = b->grounded || o->movers[i].touched;
        if (!b->traits.hostDriven) {
            moveFree(b, &o->movers[i], scene);
        }
    }
}

// --- contacts --------------------------------------------------------------------------------------------------------

// Contacts name a thing by its slot or index plus the base of its kind: body, solid or side (gfContactPair.numbers).
enum { OF_BODY = 0, OF_SOLID = 0x10000, OF_SIDE = 0x20000 };

// Returns the distance in m within which things could meet a body in this step, so that they need contacts.
static double getReach(const gfContactScene *scene, const gfRigidBody *b)
{
    const gfLoadScene *loads = scene->loads;
    double speed = gfBodyKind_GetLength(loads->kind, b->velocity) + sqrt(gfDot3(b->spin, b->spin)) * b->bound;
    double reach = 2.0 * loads->dt * (speed + loads->dt * loads->g) + 4.0 * scene->bodies->contacts.slop;
    return fmax(reach, scene->reachLeast);
}

// Makes the gfContactPair of a body and a thing with its centre at `other`, with the friction for a solid or side.
static gfContactPair pairUp(const gfRigidBody *b, const int numbers[2], const int movers[2], const double other[3])
{
    return (gfContactPair){.numbers = {numbers[0], numbers[1]},
                           .movers = {movers[0], movers[1]},
                           .places = {{b->place[0], b->place[1], b->place[2]}, {other[0], other[1], other[2]}},
                           .friction = sqrt((double)b->traits.friction * SOLID_FRICTION),
                           .restitution = (double)b->traits.restitution};
}

static void meetBodies(const gfContactScene *scene, int i, const gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    gfContact found[GF_BODY_CONTACTS];
    for (int k = i + 1; k < o->list.capacity; k++) {
        const gfRigidBody *other = gfSlots_At(&o->list, k);
        double all = other != NULL ? reach + getReach(scene, other) : 0.0;
        if (other == NULL || gfRigidBody_GetDistance(b, o->kind, other->place) > b->bound + other->bound + all) {
            continue;
        }
        int count = o->kind->collide(b, other, all, found);
        gfContactPair pair = pairUp(b, (const int[2]){i, OF_BODY + k}, (const int[2]){i, k}, other->place);
        pair.friction = sqrt((double)b->traits.friction * (double)other->traits.friction);
        pair.restitution = fmax((double)b->traits.restitution, (double)other->traits.restitution);
        gfContacts_AddPair(&o->contacts, found, count, &pair);
    }
}

void gfRigidBodies_MeetSolid(const gfContactScene *scene, int slot, const gfSolidContacts *found)
{
    const gfRigidBody *b = gfSlots_At(&scene->bodies->list, slot);
    const gfContactPair pair =
        pairUp(b, (const int[2]){slot, OF_SOLID + found->slot}, (const int[2]){slot, found->mover}, found->place);
    gfContacts_AddPair(&scene->bodies->contacts, found->list, found->count, &pair);
}

// Finds contacts between a body's corners and closed sides. A corner may be in front of a side or already beyond it.
static void meetSides(const gfContactScene *scene, int i, const gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    double corners[GF_BODY_CORNERS][3], radius;
    int count = o->kind->getCorners(b, corners, &radius);
    for (int k = 0; k < o->kind->sides * count; k++) {
        const gfBodySide *side = &scene->now[k / count];
        const double *p = corners[k % count];
        double away = side->far - getHeight(side, p) - radius;
        gfContact c = {.memory = {.feature = k % count}, .separation = away};
        for (int n = 0; n < 3; n++) {
            c.normal[n] = side->normal[n];
            c.arms[0][n] = p[n] + side->normal[n] * (radius + 0.5 * away);
        }
        if (side->closed && away <= reach + side->reach) {
            const gfContactPair pair =
                pairUp(b, (const int[2]){i, OF_SIDE + k / count}, (const int[2]){i, side->mover}, side->from);
            gfContacts_AddPair(&o->contacts, &c, 1, &pair);
        }
    }
}

void gfRigidBodies_FindContacts(const gfContactScene *scene)
{
    gfRigidBodies *o = scene->bodies;
    o->contacts.slop = SLOP * scene->loads->cellSize;
    o->contacts.undoMax = o->kind->undo * scene->loads->cellSize;
    gfContacts_Begin(&o->contacts);
    GF_EACH(const gfRigidBody, b, &o->list) {
        int i = gfSlots_GetIndex(&o->list, b);
        double reach = getReach(scene, b);
        meetBodies(scene, i, b, reach);
        o->kind->meetSolids(scene, i, b, reach);
        meetSides(scene, i, b, reach);
    }
}

// --- snapshots -------------------------------------------------------------------------------------------------------

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
