// One rigid body of three dimensions, as rigid_body.c has it of two.
#include "ext/fluid3d/rigid_bodies3d.h"

#include <string.h>

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_rigidBody3DDefRecord, def, caller) && gfShape3D_Check(core, &def->shape, caller);
}

gfRigidBody3D gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def)
{
    const gfShape3DPose pose = gfShape3D_GetPose(&def->shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    const gfBulk bulk = gfRoundedBox_GetBulk(&box);
    gfRigidBody3D b = {.def = *def, .turn = pose.turn, .radius = box.radius};
    double given[3];
    memcpy(b.place, pose.centre, sizeof b.place);
    memcpy(b.half, box.half, sizeof b.half);
    b.bound = gfRoundedBox_GetBound(&box);
    b.inner = fmin(fmin(b.half[0], b.half[1]), b.half[2]) + b.radius;
    b.volume = fmax(bulk.volume, 1e-27);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.volume, 1e-27);
    gfVec3_Get(given, def->inertia);
    for (int i = 0; i < 3; i++) {
        b.inertia[i] = given[i] > 0.0 ? given[i] : fmax(b.mass * bulk.inertia[i] / b.volume, 1e-36);
    }
    b.density = def->fluidDensity > 0.0f ? (double)def->fluidDensity : (double)body->def.particles.materials[0].density;
    gfVec3_Get(b.velocity, def->velocity);
    gfVec3_Get(b.spin, def->angularVelocity);
    if (def->hostDriven) { // it is borne until the fluid is known
        double gravity[3];
        gfVec3_Get(gravity, body->def.particles.gravity);
        gfRigidBody3D_Bear(&b, gravity);
    }
    return b;
}

gfShape3DPose gfRigidBody3D_GetPose(const gfRigidBody3D *b)
{
    gfShape3DPose pose = {.turn = b->turn, .radius = b->radius};
    memcpy(pose.centre, b->place, sizeof pose.centre);
    memcpy(pose.half, b->half, sizeof pose.half);
    return pose;
}

gfShape3D gfRigidBody3D_GetShape(const gfRigidBody3D *b)
{
    gfShape3D shape = b->def.shape;
    double ends[2][3], axis[3];
    gfTurn_Apply(b->turn, (const double[3]){0.0, b->half[1], 0.0}, axis);
    for (int i = 0; i < 3; i++) {
        ends[0][i] = b->place[i] - axis[i];
        ends[1][i] = b->place[i] + axis[i];
    }
    bool capsule = shape.kind == GF_SHAPE3D_CAPSULE;
    shape.a = gfVec3_Make(capsule ? ends[0] : b->place, 1e9);
    shape.b = capsule ? gfVec3_Make(ends[1], 1e9) : shape.b;
    shape.rotation = shape.kind == GF_SHAPE3D_BOX ? gfTurn_ToQuat(b->turn) : shape.rotation;
    return shape;
}

gfSolid3DDef gfRigidBody3D_GetSolid(const gfRigidBody3D *b)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfRigidBody3D_GetShape(b);
    def.velocity = gfVec3_Make(b->velocity, (double)GF_VALUE_MAX);
    def.angularVelocity = gfVec3_Make(b->spin, (double)GF_VALUE_MAX);
    def.surface = b->def.surface;
    return def;
}

void gfRigidBody3D_MoveSolid(const gfRigidBody3D *b, gfVolumeBody *body, bool jumps)
{
    gfSolid3D *solid = gfSlots_At(&body->solids.list, b->solid.index);
    if (!GF_IS_NULL(b->solid) && solid != NULL && GF_ID_EQUALS(body->solids.list.handles[b->solid.index], b->solid)) {
        solid->def = gfRigidBody3D_GetSolid(b);
        solid->target = gfRigidBody3D_GetPose(b);
        solid->now = jumps ? solid->target : solid->now;
        solid->ofBody = true;
        body->solids.version++;
    }
}

void gfRigidBody3D_Forget(gfRigidBody3D *b, uint64_t step)
{
    memset(&b->around, 0, sizeof b->around);
    memset(&b->host, 0, sizeof b->host);
    memcpy(b->host.velocity, b->velocity, sizeof b->host.velocity);
    memcpy(b->host.spin, b->spin, sizeof b->host.spin);
    b->knownFrom = step;
}
