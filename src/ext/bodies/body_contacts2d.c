// Contacts of rigid bodies in two dimensions: their hulls, and how they meet solids.
#include "ext/bodies/rigid_bodies2d.h"

#include <string.h>

void gfRigidBodies2D_Place(gfRigidBodies *bodies, int slot, const gfRigidBody *b)
{
    ((gfRigidBodies2D *)bodies)->hulls[slot] = gfHull_Move(&b->hull, b->place, b->angle);
}

int gfRigidBodies2D_Collide(const gfRigidBodies *bodies, int a, int b, double reach, gfContact *found)
{
    const gfHull *hulls = ((const gfRigidBodies2D *)bodies)->hulls;
    return gfHull_Collide(&hulls[a], &hulls[b], reach, found);
}

int gfRigidBodies2D_GetCorners(const gfRigidBodies *bodies, int slot, double corners[GF_BODY_CORNERS][3],
                               double *radius)
{
    const gfHull *hull = &((const gfRigidBodies2D *)bodies)->hulls[slot];
    for (int i = 0; i < hull->count; i++) {
        corners[i][0] = hull->points[i][0];
        corners[i][1] = hull->points[i][1];
        corners[i][2] = 0.0;
    }
    *radius = hull->radius;
    return hull->count;
}

// --- solids ----------------------------------------------------------------------------------------------------------

// The mover of a solid; one that stands still for those that there is no room for.
static int getSolidMover(gfRigidBodies2D *bodies, int slot, const gfSolidDef *def)
{
    gfRigidBodies *o = &bodies->all;
    int first = GF_RIGID_BODY_MAX + 1;
    bool moves = def->velocity.x != 0.0f || def->velocity.y != 0.0f || def->angularVelocity != 0.0f;
    for (int i = first; i < o->moverCount; i++) {
        if (bodies->solidMovers[i - first] == slot) {
            return i;
        }
    }
    if (!moves || o->moverCount - first == GF_RIGID_BODY_MAX) {
        return GF_RIGID_BODY_MAX;
    }
    o->movers[o->moverCount] = (gfMover){.velocity = {(double)def->velocity.x, (double)def->velocity.y},
                                         .spin = {0.0, 0.0, (double)def->angularVelocity}};
    bodies->solidMovers[o->moverCount - first] = slot;
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

void gfRigidBodies2D_MeetSolids(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach)
{
    gfRigidBodies2D *o = (gfRigidBodies2D *)scene->bodies;
    const gfSolids *solids = &((const gfBody *)scene->body)->solids;
    const double none[2] = {0.0, 0.0};
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->mask.id != 0 || solid->def.texture != 0) {
            continue;
        }
        const gfShape *shape = &solid->def.shape;
        double speed = hypot((double)solid->def.velocity.x, (double)solid->def.velocity.y);
        double all = reach + scene->loads->dt * speed, far = b->bound + all;
        gfBounds bounds = gfShape_GetBounds(shape);
        if (b->place[0] + far < (double)bounds.minX || b->place[0] - far > (double)bounds.maxX ||
            b->place[1] + far < (double)bounds.minY || b->place[1] - far > (double)bounds.maxY ||
            isOwn(&o->all, solids, k)) {
            continue;
        }
        gfVec2 centre = gfShape_GetCentre(shape);
        gfSolidContacts met = {.slot = k, .place = {(double)centre.x, (double)centre.y}};
        if (gfHull_IsConvex(shape)) {
            const gfHull hull = gfHull_Make(shape, none);
            met.count = gfHull_Collide(&o->hulls[slot], &hull, all, met.list);
        } else {
            met.count = meetPolygon(&o->hulls[slot], shape, all, met.list);
        }
        met.mover = met.count > 0 ? getSolidMover(o, k, &solid->def) : 0;
        gfRigidBodies_MeetSolid(scene, slot, &met);
    }
}
