// One rigid body of three dimensions, as rigid_body.c has it of two.
#include "ext/fluid3d/rigid_bodies3d.h"

#include <string.h>

gfRigidBody3DDef gfDefaultRigidBody3DDef(void)
{
    return (gfRigidBody3DDef){.shape = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}},
                              .density = 500.0f,
                              .friction = 0.4f,
                              .gravityScale = 1.0f,
                              .drag = 1.0f,
                              .angularDrag = 1.0f,
                              .cookie = GF_RIGID_BODY3D_COOKIE};
}

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller)
{
    const double most = (double)GF_VALUE_MAX;
    GF_REQUIRE(core, def != NULL, NULL_ARGUMENT, "%s: def is null", caller);
    GF_REQUIRE(core, def->cookie == GF_RIGID_BODY3D_COOKIE, COOKIE,
               "%s: make the definition with gfDefaultRigidBody3DDef()", caller);
    GF_REQUIRE(core, def->surface == GF_SURFACE_FREE_SLIP || def->surface == GF_SURFACE_NO_SLIP, OUT_OF_RANGE,
               "%s: surface is %d; a gfSurface is expected", caller, (int)def->surface);
    const gfRange ranges[] = {
        {"density", (double)def->density, (double)1e-3f, 1e6},
        {"mass", (double)def->mass, 0.0, (double)1e12f},
        {"inertia.x", (double)def->inertia.x, 0.0, (double)1e18f},
        {"inertia.y", (double)def->inertia.y, 0.0, (double)1e18f},
        {"inertia.z", (double)def->inertia.z, 0.0, (double)1e18f},
        {"fluidDensity", (double)def->fluidDensity, 0.0, 1e6},
        {"velocity.x", (double)def->velocity.x, -most, most},
        {"velocity.y", (double)def->velocity.y, -most, most},
        {"velocity.z", (double)def->velocity.z, -most, most},
        {"angularVelocity.x", (double)def->angularVelocity.x, -most, most},
        {"angularVelocity.y", (double)def->angularVelocity.y, -most, most},
        {"angularVelocity.z", (double)def->angularVelocity.z, -most, most},
        {"friction", (double)def->friction, 0.0, 10.0},
        {"restitution", (double)def->restitution, 0.0, 1.0},
        {"gravityScale", (double)def->gravityScale, -10.0, 10.0},
        {"drag", (double)def->drag, 0.0, 100.0},
        {"angularDrag", (double)def->angularDrag, 0.0, 100.0},
    };
    return gfCheckRanges(core, ranges, GF_COUNT(ranges), caller) && gfShape3D_Check(core, &def->shape, caller);

error:
    return false;
}

gfRigidBody gfRigidBody3D_Make(const gfVolumeBody *body, const gfRigidBody3DDef *def)
{
    const gfShape3DPose pose = gfShape3D_GetPose(&def->shape, (gfTurn){0.0, 0.0, 0.0, 1.0});
    const gfRoundedBox box = gfRoundedBox_Make(&pose);
    const gfBulk bulk = gfRoundedBox_GetBulk(&box);
    gfRigidBody b = {.def3D = *def, .traits = GF_BODY_TRAITS(def), .turn = pose.turn, .radius = box.radius};
    double given[3];
    memcpy(b.place, pose.centre, sizeof b.place);
    memcpy(b.half, box.half, sizeof b.half);
    b.bound = gfRoundedBox_GetBound(&box);
    b.inner = fmin(fmin(b.half[0], b.half[1]), b.half[2]) + b.radius;
    b.size = fmax(bulk.volume, 1e-27);
    b.mass = def->mass > 0.0f ? (double)def->mass : fmax((double)def->density * b.size, 1e-27);
    gfVec3_Get(given, def->inertia);
    for (int i = 0; i < 3; i++) {
        b.inertia[i] = given[i] > 0.0 ? given[i] : fmax(b.mass * bulk.inertia[i] / b.size, 1e-36);
    }
    b.density = def->fluidDensity > 0.0f ? (double)def->fluidDensity : (double)body->def.particles.materials[0].density;
    gfVec3_Get(b.velocity, def->velocity);
    gfVec3_Get(b.spin, def->angularVelocity);
    if (def->hostDriven) { // it is borne until the fluid is known
        double gravity[3];
        gfVec3_Get(gravity, body->def.particles.gravity);
        gfRigidBody_Bear(&b, gravity);
    }
    return b;
}

gfShape3DPose gfRigidBody3D_GetPose(const gfRigidBody *b)
{
    gfShape3DPose pose = {.turn = b->turn, .radius = b->radius};
    memcpy(pose.centre, b->place, sizeof pose.centre);
    memcpy(pose.half, b->half, sizeof pose.half);
    return pose;
}

gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b)
{
    const gfShape3DPose pose = gfRigidBody3D_GetPose(b);
    return gfRoundedBox_Make(&pose);
}

gfShape3D gfRigidBody3D_GetShape(const gfRigidBody *b)
{
    gfShape3D shape = b->def3D.shape;
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

gfSolid3DDef gfRigidBody3D_GetSolid(const gfRigidBody *b)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = gfRigidBody3D_GetShape(b);
    def.velocity = gfVec3_Make(b->velocity, (double)GF_VALUE_MAX);
    def.angularVelocity = gfVec3_Make(b->spin, (double)GF_VALUE_MAX);
    def.surface = b->def3D.surface;
    return def;
}

void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps)
{
    gfSolids3D *solids = &((gfVolumeBody *)body)->solids;
    gfSolid3D *solid = gfRigidBody_FindSolid(b, &solids->list);
    if (solid != NULL) {
        solid->def = gfRigidBody3D_GetSolid(b);
        solid->target = gfRigidBody3D_GetPose(b);
        solid->now = jumps ? solid->target : solid->now;
        solid->ofBody = true;
        solids->version++;
    }
}
