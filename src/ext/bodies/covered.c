// Whatever touches a body covers part of its surface. In GAUSSIAN no cell lies between the two, so that no liquid
// presses there, and the pressure on the other side would hold the body by friction for ever. A real gap is thin, but
// wet: for each contact the push of still liquid on the covered part is added up, and gfRigidBody2D_TakeAnswer gives
// back as much of it as the measured force lacks.
#include "ext/bodies/rigid_bodies2d.h"

#define COVERED_PARTS 8 // of a face, over which the depth is summed

// Finds the part of an outline that lies within `reach` of its farthest point along `normal`: `range` is along the
// tangent.
static void findTouchingFace(const gfHull *hull, const double normal[2], double reach, double range[2])
{
    const gfOutline outline = gfOutline_Make(hull);
    const double back[2] = {-normal[0], -normal[1]};
    double farthest[2];
    gfHull_GetSupport(hull, normal, farthest);
    const gfOutline face = gfOutline_Cut(&outline, back, reach - gfDot2(farthest, normal));
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (int i = 0; i < face.count; i++) {
        double along = normal[0] * face.points[i][1] - normal[1] * face.points[i][0];
        range[0] = fmin(range[0], along);
        range[1] = fmax(range[1], along);
    }
}

// Adds what still liquid would do in a step to a face of the body from p to q.
static void addStillPressure(gfRigidBody *b, const gfLoadScene *scene, const double p[2], const double q[2],
                             const double normal[2])
{
    const gfSurroundings *a = &b->around;
    double *covered = b->covered + (fabs(normal[0]) > fabs(normal[1]) ? 0 : 3);
    double length = hypot(q[0] - p[0], q[1] - p[1]) / COVERED_PARTS, g = -scene->gravity[1];
    for (int i = 0; i < COVERED_PARTS; i++) {
        double t = (i + 0.5) / COVERED_PARTS;
        double x = p[0] + t * (q[0] - p[0]) - b->place[0], y = p[1] + t * (q[1] - p[1]) - b->place[1];
        double depth = fmax(a->level + a->slope[0] * x - y - b->place[1], 0.0);
        double push = b->density * g * depth * length * scene->dt;
        covered[0] -= push * normal[0];
        covered[1] -= push * normal[1];
        covered[2] -= push * (x * normal[1] - y * normal[0]);
    }
}

// `count` contacts from `first` on are those of a pair; `side`: 0 of its mover a, 1 of b.
static void coverFace(gfRigidBodies2D *o, const gfLoadScene *scene, const gfContact *first, int count, int side)
{
    int slot = side == 0 ? first->a : first->b;
    gfRigidBody *b = slot < GF_RIGID_BODY_MAX ? gfSlots_At(&o->all.list, slot) : NULL;
    double sign = side == 0 ? 1.0 : -1.0, gap = INFINITY, at = 0.0;
    const double normal[2] = {sign * first->normal[0], sign * first->normal[1]};
    double touching[2] = {INFINITY, -INFINITY}, face[2];
    if (b == NULL || !b->around.known) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const double place[2] = {b->place[0] + first[i].arms[side][0], b->place[1] + first[i].arms[side][1]};
        double along = normal[0] * place[1] - normal[1] * place[0];
        at = first[i].separation < gap ? gfDot2(place, normal) : at;
        gap = fmin(gap, first[i].separation);
        touching[0] = fmin(touching[0], along);
        touching[1] = fmax(touching[1], along);
    }
    double reach = GF_COVERED_CELLS * scene->cellSize - fmax(gap, 0.0);
    if (reach <= 0.0) {
        return;
    }
    findTouchingFace(&o->hulls[slot], normal, reach, face);
    if (count > 1) { // no farther than both reach
        face[0] = fmax(face[0], touching[0]);
        face[1] = fmin(face[1], touching[1]);
    }
    if (face[0] < face[1]) {
        const double p[2] = {at * normal[0] - face[0] * normal[1], at * normal[1] + face[0] * normal[0]};
        const double q[2] = {at * normal[0] - face[1] * normal[1], at * normal[1] + face[1] * normal[0]};
        addStillPressure(b, scene, p, q, normal);
    }
}

void gfRigidBodies2D_CoverFaces(gfRigidBodies2D *o, const gfLoadScene *scene)
{
    o->coveredTime += scene->dt;
    if (!gfLoadScene2D_PointsDown(scene)) {
        return; // no column tells a depth
    }
    for (int i = 0, count; i < o->all.contacts.count; i += count) {
        const gfContact *first = &o->all.contacts.list[i];
        count = 1;
        while (i + count < o->all.contacts.count && first[count].memory.pair == first->memory.pair) {
            count++;
        }
        coverFace(o, scene, first, count, 0);
        coverFace(o, scene, first, count, 1);
    }
}
