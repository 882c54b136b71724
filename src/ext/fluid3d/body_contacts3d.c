// Contacts of rigid bodies in three dimensions: with each other, with solids and with the container.
#include "ext/fluid3d/rigid_bodies3d.h"

#include <string.h>

#define SOLID_FRICTION_3D 0.5

// First numbers, for contacts, of the things that bodies touch: other bodies, solids, the container's sides.
enum { OF_BOX = 0, OF_SOLID3D = 0x10000, OF_CONTAINER = 0x20000 };

// Returns how far off things may be, m, that can meet in this step: of those contacts are made.
static double getReach3D(const gfContactScene3D *scene, const gfRigidBody3D *b)
{
    double speed = sqrt(gfDot3(b->velocity, b->velocity)) + sqrt(gfDot3(b->spin, b->spin)) * b->bound;
    return 2.0 * scene->dt * (speed + scene->dt * scene->gravity) + 4.0 * scene->bodies->contacts.slop;
}

// Makes the pair of a body and another thing: `numbers` as above, `other`: the centre of the second.
static gfContactPair pairUp3D(const gfRigidBody3D *b, const int numbers[2], const int movers[2], const double other[3])
{
    return (gfContactPair){.numbers = {numbers[0], numbers[1]},
                           .movers = {movers[0], movers[1]},
                           .places = {{b->place[0], b->place[1], b->place[2]}, {other[0], other[1], other[2]}},
                           .friction = sqrt((double)b->def.friction * SOLID_FRICTION_3D),
                           .restitution = (double)b->def.restitution};
}

static bool isNear3D(const double a[3], const double b[3], double distance)
{
    const double way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    return gfDot3(way, way) <= distance * distance;
}

static void meetOtherBodies(const gfContactScene3D *scene, int i, const gfRigidBody3D *b, double reach)
{
    gfRigidBodies3D *o = scene->bodies;
    gfContact found[GF_BOX_CONTACTS];
    for (int k = i + 1; k < o->list.capacity; k++) {
        const gfRigidBody3D *other = gfSlots_At(&o->list, k);
        double all = other != NULL ? reach + getReach3D(scene, other) : 0.0;
        if (other == NULL || !isNear3D(b->place, other->place, b->bound + other->bound + all)) {
            continue;
        }
        int count = gfRoundedBox_Collide(&o->boxes[i], &o->boxes[k], all, found);
        gfContactPair pair = pairUp3D(b, (const int[2]){i, OF_BOX + k}, (const int[2]){i, k}, other->place);
        pair.friction = sqrt((double)b->def.friction * (double)other->def.friction);
        pair.restitution = fmax((double)b->def.restitution, (double)other->def.restitution);
        gfContacts_AddPair(&o->contacts, found, count, &pair);
    }
}

static void meetSolids3D(const gfContactScene3D *scene, int i, const gfRigidBody3D *b, double reach)
{
    gfRigidBodies3D *o = scene->bodies;
    const gfSolids3D *solids = &scene->body->solids;
    gfContact found[GF_BOX_CONTACTS];
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid3D *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->ofBody) {
            continue;
        }
        gfMover *mover = &o->movers[GF_MOVER3D_SOLIDS + k];
        *mover = (gfMover){.invMass = 0.0};
        gfVec3_Get(mover->velocity, solid->def.velocity);
        gfVec3_Get(mover->spin, solid->def.angularVelocity);
        const gfRoundedBox box = gfRoundedBox_Make(&solid->now);
        double all = reach + 2.0 * scene->dt * sqrt(gfDot3(mover->velocity, mover->velocity));
        if (isNear3D(b->place, box.centre, b->bound + gfRoundedBox_GetBound(&box) + all)) {
            int count = gfRoundedBox_Collide(&o->boxes[i], &box, all, found);
            const gfContactPair pair =
                pairUp3D(b, (const int[2]){i, OF_SOLID3D + k}, (const int[2]){i, GF_MOVER3D_SOLIDS + k}, box.centre);
            gfContacts_AddPair(&o->contacts, found, count, &pair);
        }
    }
}

// The container's sides move as it goes, turns and stretches in this step.
static void moveContainerSides(const gfContactScene3D *scene)
{
    const gfContainerPose *now = scene->now, *next = scene->next;
    double angles[3];
    gfTurn_GetAngles(gfTurn_Multiply(next->turn, gfTurn_Invert(now->turn)), angles);
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        gfMover *m = &scene->bodies->movers[GF_MOVER3D_SIDES + side];
        double own[3] = {0.0, 0.0, 0.0}, outwards[3];
        own[axis] = 0.5 * (next->size[axis] - now->size[axis]) * (side % 2 == 1 ? 1.0 : -1.0);
        gfTurn_Apply(now->turn, own, outwards);
        *m = (gfMover){.invMass = 0.0};
        for (int i = 0; i < 3; i++) {
            m->velocity[i] = (next->position[i] - now->position[i] + outwards[i]) / scene->dt;
            m->spin[i] = angles[i] / scene->dt;
        }
    }
}

static void meetContainer(const gfContactScene3D *scene, int i, const gfRigidBody3D *b, double reach)
{
    const gfRoundedBox *box = &scene->bodies->boxes[i];
    const gfContainerPose *now = scene->now;
    double corners[8][3];
    int count = gfRoundedBox_GetCorners(box, corners);
    for (int side = 0; side < 6; side++) {
        const gfMover *m = &scene->bodies->movers[GF_MOVER3D_SIDES + side];
        int axis = side / 2;
        double normal[3];
        double far = sqrt(3.0) * fmax(fmax(now->size[0], now->size[1]), now->size[2]);
        double all =
            reach + 2.0 * scene->dt * (sqrt(gfDot3(m->velocity, m->velocity)) + far * sqrt(gfDot3(m->spin, m->spin)));
        gfRigidBody3D_GetOutwards(now, side, normal);
        for (int k = 0; k < count && gfRigidBody3D_IsClosedSide(scene->body, side); k++) {
            const double arm[3] = {corners[k][0] - now->position[0], corners[k][1] - now->position[1],
                                   corners[k][2] - now->position[2]};
            double away = 0.5 * now->size[axis] - gfDot3(arm, normal) - box->radius;
            gfContact c = {.memory = {.feature = k}, .separation = away};
            for (int n = 0; n < 3; n++) {
                c.normal[n] = normal[n];
                c.arms[0][n] = corners[k][n] + normal[n] * (box->radius + 0.5 * away);
            }
            if (away <= all) {
                const gfContactPair pair = pairUp3D(b, (const int[2]){i, OF_CONTAINER + side},
                                                    (const int[2]){i, GF_MOVER3D_SIDES + side}, now->position);
                gfContacts_AddPair(&scene->bodies->contacts, &c, 1, &pair);
            }
        }
    }
}

void gfRigidBodies3D_FindContacts(const gfContactScene3D *scene)
{
    gfRigidBodies3D *o = scene->bodies;
    gfContacts_Begin(&o->contacts);
    moveContainerSides(scene);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
            o->boxes[i] = gfRoundedBox_Make(&pose);
        }
    }
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            double reach = getReach3D(scene, b);
            meetOtherBodies(scene, i, b, reach);
            meetSolids3D(scene, i, b, reach);
            meetContainer(scene, i, b, reach);
        }
    }
}
