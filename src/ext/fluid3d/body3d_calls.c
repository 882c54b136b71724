// The public calls for rigid bodies in three dimensions.
#include "ext/fluid3d/rigid_bodies3d.h"

#include "ext/fluid3d/fluid3d.h"

// Returns a body by its handle. Null and reported, with nothing made, if the list is not there.
static gfRigidBody *getRigidBody3D(const gfFluid3D *fluid, gfRigidBody3DId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfSlots none = {.kind = GF_HANDLE_RIGID_BODY3D};
    return gfSlots_Get(fluid->bodies != NULL ? &fluid->bodies->all.list : &none, &fluid->body.device->core,
                       fluid->body.number, GF_TO_HANDLE(id), caller);

error:
    return NULL;
}

static gfRigidBody3DId addRigidBody3D(gfFluid3D *fluid, const gfRigidBody3DDef *def)
{
    gfRigidBodies *bodies = &fluid->bodies->all;
    gfRigidBody made = gfRigidBody3D_Make(&fluid->body, def);
    gfRigidBody_Forget(&made, fluid->clock.info.stepCount);
    const gfSolid3DDef solid = gfRigidBody3D_GetSolid(&made);
    const gfSolid3DId id = gfFluid3D_AddSolid(fluid, &solid);
    if (GF_IS_NULL(id)) {
        return (gfRigidBody3DId){0};
    }
    made.solid = GF_TO_HANDLE(id);
    gfRigidBody3D_MoveSolid(&made, &fluid->body, true);
    gfHandle handle = gfSlots_Add(&bodies->list, &fluid->body.device->core, fluid->body.number, &made);
    if (GF_IS_NULL(handle)) {
        gfFluid3D_RemoveSolid(fluid, id);
    }
    bodies->count += GF_IS_NULL(handle) ? 0 : 1;
    return GF_FROM_HANDLE(gfRigidBody3DId, handle);
}

gfRigidBody3DId gfFluid3D_AddRigidBody(gfFluid3D *fluid, const gfRigidBody3DDef *def)
{
    static const char *const caller = "gfFluid3D_AddRigidBody";
    gfRigidBody3DId id = {0};
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    if (!gfRigidBody3D_Check(&fluid->body.device->core, def, caller) || !gfDevice_Begin(fluid->body.device, caller)) {
        goto error;
    }
    bool first = fluid->bodies == NULL;
    if (first) {
        fluid->bodies = gfRigidBodies3D_Create(&fluid->body, fluid->volume);
    }
    if (fluid->bodies != NULL) {
        id = addRigidBody3D(fluid, def);
    }
    if (first && GF_IS_NULL(id)) {
        gfRigidBodies3D_Destroy(fluid->body.device, fluid->bodies);
        fluid->bodies = NULL;
    }
    gfDevice_End(fluid->body.device);

error:
    return id;
}

bool gfFluid3D_SetRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, const gfRigidBody3DDef *def)
{
    static const char *const caller = "gfFluid3D_SetRigidBody";
    gfRigidBody *b = getRigidBody3D(fluid, id, caller);
    if (b == NULL || !gfRigidBody3D_Check(&fluid->body.device->core, def, caller)) {
        return false;
    }
    gfHandle solid = b->solid;
    *b = gfRigidBody3D_Make(&fluid->body, def);
    b->solid = solid;
    gfRigidBody_Forget(b, fluid->clock.info.stepCount);
    gfRigidBody3D_MoveSolid(b, &fluid->body, true);
    return true;
}

bool gfFluid3D_RemoveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id)
{
    gfRigidBody *b = getRigidBody3D(fluid, id, "gfFluid3D_RemoveRigidBody");
    if (b == NULL) {
        return false;
    }
    if (gfRigidBody_FindSolid(b, &fluid->body.solids.list) != NULL) {
        gfFluid3D_RemoveSolid(fluid, GF_FROM_HANDLE(gfSolid3DId, b->solid));
    }
    gfSlots_Remove(&fluid->bodies->all.list, GF_TO_HANDLE(id));
    fluid->bodies->all.count--;
    return true;
}

static gfVec3 toVec3(const double v[3])
{
    return (gfVec3){(float)v[0], (float)v[1], (float)v[2]};
}

static bool isOutside3D(const gfContainerPose *pose, const gfRigidBody *b)
{
    double local[3];
    gfContainer_ToLocal(pose, b->place, local);
    return !gfInRange(local[0], 0.0, pose->size[0]) || !gfInRange(local[1], 0.0, pose->size[1]) ||
           !gfInRange(local[2], 0.0, pose->size[2]);
}

bool gfFluid3D_GetRigidBody(const gfFluid3D *fluid, gfRigidBody3DId id, gfRigidBody3DState *state)
{
    static const char *const caller = "gfFluid3D_GetRigidBody";
    const gfRigidBody *b = getRigidBody3D(fluid, id, caller);
    if (b == NULL) {
        return false;
    }
    GF_REQUIRE(&fluid->body.device->core, state != NULL, NULL_ARGUMENT, "%s: state is null", caller);
    const gfLoadScene scene = gfLoadScene3D_Get(&fluid->body, fluid->volume, 1.0);
    *state = (gfRigidBody3DState){
        .position = toVec3(b->place),
        .rotation = gfTurn_ToQuat(b->turn),
        .velocity = toVec3(b->velocity),
        .angularVelocity = toVec3(b->spin),
        .shape = gfRigidBody3D_GetShape(b),
        .mass = (float)b->mass,
        .inertia = toVec3(b->inertia),
        .force = toVec3(b->force),
        .torque = toVec3(b->torque),
        .submerged = (float)b->submerged,
        .level = b->around.known ? (float)(b->around.level - gfDot3(b->place, scene.up)) : 0.0f,
        .flow = toVec3(b->around.flow),
        .grounded = b->grounded,
        .outside = isOutside3D(&fluid->body.container.now, b),
        .solid = GF_FROM_HANDLE(gfSolid3DId, b->solid),
    };
    return true;

error:
    return false;
}

bool gfFluid3D_DriveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 position, gfQuat rotation, gfVec3 velocity,
                              gfVec3 angularVelocity)
{
    static const char *const caller = "gfFluid3D_DriveRigidBody";
    const double most = (double)GF_VALUE_MAX;
    gfRigidBody *b = getRigidBody3D(fluid, id, caller);
    const gfRange ranges[] = {
        {"position.x", (double)position.x, -1e9, 1e9},
        {"position.y", (double)position.y, -1e9, 1e9},
        {"position.z", (double)position.z, -1e9, 1e9},
        {"velocity.x", (double)velocity.x, -most, most},
        {"velocity.y", (double)velocity.y, -most, most},
        {"velocity.z", (double)velocity.z, -most, most},
        {"angularVelocity.x", (double)angularVelocity.x, -most, most},
        {"angularVelocity.y", (double)angularVelocity.y, -most, most},
        {"angularVelocity.z", (double)angularVelocity.z, -most, most},
    };
    if (b == NULL || !gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), caller) ||
        !gfQuat_Check(&fluid->body.device->core, rotation, "rotation", caller)) {
        return false;
    }
    gfPose pose = {.turn = gfTurn_From(rotation)};
    gfVec3_Get(pose.place, position);
    gfVec3_Get(pose.velocity, velocity);
    gfVec3_Get(pose.spin, angularVelocity);
    bool jumps =
        gfRigidBody_Drive(b, &gf_bodies3D, &pose, (double)fluid->body.def.fixedStep, fluid->clock.info.stepCount);
    gfRigidBody3D_MoveSolid(b, &fluid->body, jumps);
    return true;
}

bool gfFluid3D_PushRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 impulse, gfVec3 place)
{
    static const char *const caller = "gfFluid3D_PushRigidBody";
    double blow[3], at[3];
    gfVec3_Get(blow, impulse);
    gfVec3_Get(at, place);
    return getRigidBody3D(fluid, id, caller) != NULL &&
           gfRigidBodies_Push(&fluid->bodies->all, &fluid->body.device->core, GF_TO_HANDLE(id), blow, at, caller);
}
