#include "ext/fluid3d/shape3d.h"

#include "gpufluid/rigid_body3d.h"
#include "gpufluid/source3d.h"

#include "ext/fluid3d/members.inc"

gfShape3D gfMakeSphere(gfVec3 centre, float radius)
{
    return (gfShape3D){.kind = GF_SHAPE3D_SPHERE, .a = centre, .radius = radius, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

gfShape3D gfMakeBox(gfVec3 centre, gfVec3 halfExtents, gfQuat rotation)
{
    return (gfShape3D){.kind = GF_SHAPE3D_BOX, .a = centre, .b = halfExtents, .rotation = rotation};
}

gfShape3D gfMakeCapsule3D(gfVec3 a, gfVec3 b, float radius)
{
    return (gfShape3D){
        .kind = GF_SHAPE3D_CAPSULE, .a = a, .b = b, .radius = radius, .rotation = {0.0f, 0.0f, 0.0f, 1.0f}};
}

gfVec3 gfShape3D_GetCentre(const gfShape3D *shape)
{
    gfVec3 centre = {0.0f, 0.0f, 0.0f};
    if (shape != NULL) {
        centre = shape->a;
        if (shape->kind == GF_SHAPE3D_CAPSULE) {
            centre = (gfVec3){0.5f * (shape->a.x + shape->b.x), 0.5f * (shape->a.y + shape->b.y),
                              0.5f * (shape->a.z + shape->b.z)};
        }
    }
    return centre;
}

bool gfShape3D_Check(const gfCore *core, const gfShape3D *s, const char *caller)
{
    const double most = 1e9;
    bool box = s->kind == GF_SHAPE3D_BOX, ends = s->kind == GF_SHAPE3D_CAPSULE;
    double low = box ? (double)1e-9f : ends ? -most : -INFINITY, high = box || ends ? most : INFINITY;
    GF_REQUIRE(core, (unsigned)s->kind <= GF_SHAPE3D_CAPSULE, OUT_OF_RANGE,
               "%s: shape.kind is %d; a gfShape3DKind is expected", caller, (int)s->kind);
    double least = box ? fmin(fmin((double)s->b.x, (double)s->b.y), (double)s->b.z) : most;
    const gfRange ranges[] = {
        {"shape.a.x", (double)s->a.x, -most, most},
        {"shape.a.y", (double)s->a.y, -most, most},
        {"shape.a.z", (double)s->a.z, -most, most},
        {"shape.b.x", box || ends ? (double)s->b.x : 0.0, low, high},
        {"shape.b.y", box || ends ? (double)s->b.y : 0.0, low, high},
        {"shape.b.z", box || ends ? (double)s->b.z : 0.0, low, high},
        {"shape.radius", (double)s->radius, box ? 0.0 : (double)1e-9f, least},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) &&
           (!box || gfQuat_Check(core, s->rotation, "shape.rotation", caller));

error:
    return false;
}

gfShape3DPose gfShape3D_GetPose(const gfShape3D *s, gfTurn from)
{
    gfVec3 c = gfShape3D_GetCentre(s);
    gfShape3DPose pose = {.centre = {(double)c.x, (double)c.y, (double)c.z}, .turn = from, .radius = (double)s->radius};
    if (s->kind == GF_SHAPE3D_BOX) {
        pose.turn = gfTurn_From(s->rotation);
        pose.half[0] = (double)s->b.x - pose.radius;
        pose.half[1] = (double)s->b.y - pose.radius;
        pose.half[2] = (double)s->b.z - pose.radius;
    } else if (s->kind == GF_SHAPE3D_CAPSULE) {
        double axis[3] = {(double)s->b.x - (double)s->a.x, (double)s->b.y - (double)s->a.y,
                          (double)s->b.z - (double)s->a.z};
        double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), old[3];
        pose.half[1] = 0.5 * length;
        if (length > 0.0) {
            gfTurn_Apply(from, (const double[3]){0.0, 1.0, 0.0}, old);
            for (int i = 0; i < 3; i++) {
                axis[i] /= length;
            }
            pose.turn = gfTurn_Multiply(gfTurn_FromTo(old, axis), from);
        }
    }
    return pose;
}

double gfShape3DPose_GetDistance(const gfShape3DPose *pose, const double place[3])
{
    const double arm[3] = {place[0] - pose->centre[0], place[1] - pose->centre[1], place[2] - pose->centre[2]};
    double local[3], most = -INFINITY, square = 0.0;
    gfTurn_Apply(gfTurn_Invert(pose->turn), arm, local);
    for (int axis = 0; axis < 3; axis++) {
        double beyond = fabs(local[axis]) - pose->half[axis];
        most = fmax(most, beyond);
        square += beyond > 0.0 ? beyond * beyond : 0.0;
    }
    return (square > 0.0 ? sqrt(square) : most) - pose->radius;
}

// Both shapes are convex, so it is enough that the balls around all corners of the inner box are covered.
bool gfShape3DPose_Covers(const gfShape3DPose *pose, const gfShape3D *shape)
{
    const gfShape3DPose inner = gfShape3D_GetPose(shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    for (int corner = 0; corner < 8; corner++) {
        const double arm[3] = {(corner & 1 ? 1.0 : -1.0) * inner.half[0], (corner & 2 ? 1.0 : -1.0) * inner.half[1],
                               (corner & 4 ? 1.0 : -1.0) * inner.half[2]};
        double place[3];
        gfTurn_Apply(inner.turn, arm, place);
        for (int axis = 0; axis < 3; axis++) {
            place[axis] += inner.centre[axis];
        }
        if (gfShape3DPose_GetDistance(pose, place) > -inner.radius) {
            return false;
        }
    }
    return true;
}
