// Contacts of rigid bodies: with each other, with solids, and with closed sides of the domain.
#include "ext/bodies/rigid_bodies.h"

#define SOLID_FRICTION 0.5

// First numbers, for contacts, of the things that bodies touch.
enum { OF_BODY = 0, OF_SOLID = 0x10000, OF_SIDE = 0x20000 };

// Returns how far off things may be, m, that can meet in this step: of those contacts are made.
static double getReach(const gfContactScene *scene, const gfRigidBody *b)
{
    const gfLoadScene *loads = scene->loads;
    double speed = gfBodyKind_GetLength(loads->kind, b->velocity) + sqrt(gfDot3(b->spin, b->spin)) * b->bound;
    double reach = 2.0 * loads->dt * (speed + loads->dt * loads->g) + 4.0 * scene->bodies->contacts.slop;
    return fmax(reach, scene->reachLeast);
}

// Makes the pair of a body and another thing of such numbers, whose centre is at `other`.
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
        int count = o->kind->collide(o, i, k, all, found);
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

// Meets the sides that nothing flows through by itself, with the corners that are in front of a side or beyond it.
static void meetSides(const gfContactScene *scene, int i, const gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    double corners[GF_BODY_CORNERS][3], radius;
    int count = o->kind->getCorners(o, i, corners, &radius);
    for (int k = 0; k < o->kind->sides * count; k++) {
        const gfBodySide *side = &scene->now[k / count];
        const double *p = corners[k % count];
        const double arm[3] = {p[0] - side->from[0], p[1] - side->from[1], p[2] - side->from[2]};
        double away = side->far - gfDot3(arm, side->normal) - radius;
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
    o->contacts.slop = o->kind->slop * scene->loads->cellSize;
    o->contacts.undoMax = o->kind->undo * scene->loads->cellSize;
    gfContacts_Begin(&o->contacts);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            o->kind->place(o, i, b);
        }
    }
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            double reach = getReach(scene, b);
            meetBodies(scene, i, b, reach);
            o->kind->meetSolids(scene, i, b, reach);
            meetSides(scene, i, b, reach);
        }
    }
}
