// Contacts of rigid bodies: with each other, with solids and with closed sides of the domain.
#include "ext/bodies/rigid_bodies.h"

#include <string.h>

#define SOLID_FRICTION 0.5

// Things that contacts know by number, in this order.
enum { OF_BODY = 0, OF_SOLID = 0x10000, OF_SIDE = 0x20000 };

// Returns how far off things may be, m, that can meet in this step: of those contacts are made.
static double getReach(const gfContactScene *scene, const gfRigidBody *b)
{
    double speed = hypot(b->velocity[0], b->velocity[1]) + fabs(b->spin) * b->bound;
    double reach = 2.0 * scene->dt * (speed + scene->dt * scene->gravity) + 4.0 * scene->bodies->contacts.slop;
    return gfRigidBodies_AreMeasured(scene->body) ? fmax(reach, GF_COVERED_CELLS * (double)scene->body->def.cellSize)
                                                  : reach;
}

// Makes the pair of a body and another thing: `numbers` as above, `other`: the centre of the second.
static gfContactPair pairUp(const gfRigidBody *b, const int numbers[2], const int movers[2], const double other[2])
{
    return (gfContactPair){.numbers = {numbers[0], numbers[1]},
                           .movers = {movers[0], movers[1]},
                           .places = {{b->place[0], b->place[1]}, {other[0], other[1]}},
                           .friction = sqrt((double)b->def.friction * SOLID_FRICTION),
                           .restitution = (double)b->def.restitution};
}

static void meetBodies(const gfContactScene *scene, int i, gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    gfContact found[2];
    for (int k = i + 1; k < o->list.capacity; k++) {
        gfRigidBody *other = gfSlots_At(&o->list, k);
        double all = other != NULL ? reach + getReach(scene, other) : 0.0;
        if (other == NULL ||
            hypot(other->place[0] - b->place[0], other->place[1] - b->place[1]) > b->bound + other->bound + all) {
            continue;
        }
        int count = gfHull_Collide(&o->hulls[i], &o->hulls[k], all, found);
        gfContactPair pair = pairUp(b, (int[2]){i, OF_BODY + k}, (int[2]){i, k}, other->place);
        pair.friction = sqrt((double)b->def.friction * (double)other->def.friction);
        pair.restitution = fmax((double)b->def.restitution, (double)other->def.restitution);
        gfContacts_AddPair(&o->contacts, found, count, &pair);
    }
}

// The mover of a solid; one that stands still for those that there is no room for.
static int getSolidMover(const gfContactScene *scene, int slot, const gfSolidDef *def)
{
    gfRigidBodies *o = scene->bodies;
    int first = GF_RIGID_BODY_MAX + 1;
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f || def->angularVelocity != 0.0f;
    for (int i = first; i < o->moverCount; i++) {
        if (o->solidMovers[i - first] == slot) {
            return i;
        }
    }
    if (!moves || o->moverCount - first == GF_RIGID_BODY_MAX) {
        return GF_RIGID_BODY_MAX;
    }
    o->movers[o->moverCount] = (gfMover){.velocity = {(double)def->velocity.x, (double)def->velocity.y},
                                         .spin = {0.0, 0.0, (double)def->angularVelocity}};
    o->solidMovers[o->moverCount - first] = slot;
    return o->moverCount++;
}

// Meets the edges of a polygon that is not convex one by one: nothing rests within a hollow of it otherwise.
static int meetPolygon(const gfHull *hull, const gfShape *shape, double reach, gfContact *found)
{
    const double none[2] = {0.0, 0.0};
    gfHull edge = {.count = 2};
    int best = 0;
    double least = INFINITY;
    for (int i = 0; i < shape->pointCount; i++) {
        gfContact here[2];
        gfShape segment = gfMakeCapsule(shape->points[i], shape->points[(i + 1) % shape->pointCount], 1e-6f);
        edge = gfHull_Make(&segment, none);
        int count = gfHull_Collide(hull, &edge, reach, here);
        for (int k = 0; k < count; k++) {
            if (here[k].separation < least) {
                least = here[k].separation;
                best = count;
                memcpy(found, here, sizeof here);
            }
        }
    }
    return best;
}

static bool isOwn(const gfRigidBodies *o, const gfSolids *solids, int slot)
{
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL && GF_ID_EQUALS(b->solid, solids->list.handles[slot])) {
            return true;
        }
    }
    return false;
}

static void meetSolids(const gfContactScene *scene, int i, gfRigidBody *b, double reach)
{
    gfRigidBodies *o = scene->bodies;
    const gfSolids *solids = &scene->body->solids;
    const double none[2] = {0.0, 0.0};
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->mask.id != 0 || solid->def.texture != 0) {
            continue;
        }
        double speed = hypot((double)solid->def.velocity.x, (double)solid->def.velocity.y),
               all = reach + scene->dt * speed;
        gfBounds bounds = gfShape_GetBounds(&solid->def.shape);
        double far = b->bound + all;
        if (b->place[0] + far < (double)bounds.minX || b->place[0] - far > (double)bounds.maxX ||
            b->place[1] + far < (double)bounds.minY || b->place[1] - far > (double)bounds.maxY || isOwn(o, solids, k)) {
            continue;
        }
        gfContact found[2];
        gfVec2 centre = gfShape_GetCentre(&solid->def.shape);
        bool convex = solid->def.shape.kind != GF_SHAPE_POLYGON || gfHull_IsConvex(&solid->def.shape);
        gfHull hull = convex ? gfHull_Make(&solid->def.shape, none) : (gfHull){.count = 0};
        int count = convex ? gfHull_Collide(&o->hulls[i], &hull, all, found)
                           : meetPolygon(&o->hulls[i], &solid->def.shape, all, found);
        const double place[2] = {(double)centre.x, (double)centre.y};
        const int movers[2] = {i, count > 0 ? getSolidMover(scene, k, &solid->def) : 0};
        const gfContactPair pair = pairUp(b, (int[2]){i, OF_SOLID + k}, movers, place);
        gfContacts_AddPair(&o->contacts, found, count, &pair);
    }
}

// Meets the sides that nothing flows through by itself, with the corners that are in front of a side or beyond it.
static void meetSides(const gfContactScene *scene, int i, gfRigidBody *b, double reach)
{
    const gfHull *hull = &scene->bodies->hulls[i];
    const gfFluidDef *def = &scene->body->def;
    const gfSideFlags closed = gfBoundaries_AreClosed(&def->boundaries);
    const double low[2] = {(double)def->origin.x, (double)def->origin.y};
    const double high[2] = {low[0] + (double)def->gridWidth * (double)def->cellSize,
                            low[1] + (double)def->gridHeight * (double)def->cellSize};
    for (int side = 0; side < GF_SIDES; side++) {
        int axis = side / 2;
        bool upper = side % 2 == 1;
        for (int k = 0; k < hull->count && closed.value[side] > 0.5f; k++) {
            double away =
                (upper ? high[axis] - hull->points[k][axis] : hull->points[k][axis] - low[axis]) - hull->radius;
            gfContact c = {.memory = {.feature = k}, .separation = away};
            c.normal[axis] = upper ? 1.0 : -1.0;
            c.arms[0][0] = hull->points[k][0];
            c.arms[0][1] = hull->points[k][1];
            c.arms[0][axis] += c.normal[axis] * (hull->radius + 0.5 * away);
            if (away <= reach) {
                const gfContactPair pair =
                    pairUp(b, (int[2]){i, OF_SIDE + side}, (int[2]){i, GF_RIGID_BODY_MAX}, c.arms[0]);
                gfContacts_AddPair(&scene->bodies->contacts, &c, 1, &pair);
            }
        }
    }
}

void gfRigidBodies_FindContacts(const gfContactScene *scene)
{
    gfRigidBodies *o = scene->bodies;
    gfContacts_Begin(&o->contacts);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            o->hulls[i] = gfHull_Move(&b->hull, b->place, b->angle);
        }
    }
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            double reach = getReach(scene, b);
            meetBodies(scene, i, b, reach);
            meetSolids(scene, i, b, reach);
            meetSides(scene, i, b, reach);
        }
    }
}
