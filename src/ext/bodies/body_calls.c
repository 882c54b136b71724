// The public calls for rigid bodies.
#include "ext/bodies/body_part.h"

#include "fluid/fluid.h"
#include "fluid/validation.h"

static bool checkRigidBody(const gfFluid *fluid, const gfRigidBodyDef *def, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    return gfRigidBody_Check(&fluid->body.device->core, def, caller);

error:
    return false;
}

// Returns null, which is reported, with nothing made, if the list is not there.
static gfRigidBody *getRigidBody(const gfFluid *fluid, gfRigidBodyId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfSlots none = {.kind = GF_HANDLE_RIGID_BODY};
    const gfRigidBodies *bodies = gfFluid_FindBodies(fluid);
    return gfSlots_Get(bodies != NULL ? &bodies->list : &none, &fluid->body.device->core, fluid->body.number,
                       GF_TO_HANDLE(id), caller);

error:
    return NULL;
}

// One that reaches a cell deep into still liquid pushes out what is there; one that is added later swells.
static bool checkDisplaced(const gfFluid *fluid, const gfRigidBodyDef *def, const char *caller)
{
    const gfBounds body = gfShape_GetBounds(&def->shape);
    if (!fluid->filled || fluid->clock.info.stepCount > 0 ||
        gfBounds_GetGap(&body, &fluid->filledTo) > -fluid->body.def.cellSize) {
        return true;
    }
    return gfTrap_Report(
        fluid->body.device, GF_TRAP_DISPLACES, caller,
        "the body reaches down to %g m into liquid that was filled in up to %g m, and pushes it out at "
        "once",
        (double)body.minY, (double)fluid->filledTo.maxY);
}

static gfRigidBodyId addRigidBody(gfFluid *fluid, gfRigidBodies *bodies, gfRigidBody made)
{
    gfCore *core = &fluid->body.device->core;
    gfRigidBody_Forget(&made, fluid->clock.info.stepCount);
    if (fluid->clock.info.stepCount > 0) { // else the scene is being set up
        gfRigidBody_Swell(&made, &fluid->body);
    }
    if (gfRigidBodies_HaveSolids(&fluid->body)) {
        const gfSolidDef solidDef = gfRigidBody_GetSolid(&made);
        const gfSolid solid = gfSolid_Make(&solidDef);
        made.solid = gfFluid_InsertSolid(fluid, &solid);
        if (GF_IS_NULL(made.solid)) {
            return (gfRigidBodyId){0};
        }
        gfRigidBody_MarkSolid(&made, &fluid->body);
    } else if (!gfSources_Reserve(&fluid->body.sources, core, bodies->count + 1)) {
        return (gfRigidBodyId){0};
    }
    gfHandle handle = gfSlots_Add(&bodies->list, core, fluid->body.number, &made);
    if (GF_IS_NULL(handle) && !GF_IS_NULL(made.solid)) {
        gfFluid_RemoveSolid(fluid, made.solid);
    }
    bodies->count += GF_IS_NULL(handle) ? 0 : 1;
    return GF_FROM_HANDLE(gfRigidBodyId, handle);
}

// Checks the solid that the body is to be before anything is made for it. Reports what gfFluid_AddSolid does.
static bool checkSolid(gfFluid *fluid, const gfRigidBody *made, const char *caller)
{
    const gfSolidDef solid = gfRigidBody_GetSolid(made);
    return !gfRigidBodies_HaveSolids(&fluid->body) || gfFluid_CheckSolid(fluid, &solid, caller);
}

gfRigidBodyId gfFluid_AddRigidBody(gfFluid *fluid, const gfRigidBodyDef *def)
{
    static const char *const caller = "gfFluid_AddRigidBody";
    gfRigidBodyId id = {0};
    if (!checkRigidBody(fluid, def, caller) || !checkDisplaced(fluid, def, caller)) {
        return id;
    }
    const gfRigidBody made = gfRigidBody_Make(&fluid->body, def);
    if (checkSolid(fluid, &made, caller) && gfTraps_CheckBody(fluid, &def->shape, def->hostDriven, caller) &&
        gfDevice_Begin(fluid->body.device, caller)) {
        bool first = gfFluid_FindBodies(fluid) == NULL;
        gfRigidBodies *bodies = gfFluid_GetBodies(fluid);
        if (bodies != NULL) {
            id = addRigidBody(fluid, bodies, made);
        }
        if (first && GF_IS_NULL(id)) {
            gfFluid_RemoveBodies(fluid);
        }
        gfDevice_End(fluid->body.device);
    }
    return id;
}

static void updateSolid(gfFluid *fluid, const gfRigidBody *b)
{
    if (gfSolids_Find(&fluid->body.solids, b->solid) != NULL) {
        const gfSolidDef def = gfRigidBody_GetSolid(b);
        gfFluid_SetSolid(fluid, b->solid, &def);
    }
}

bool gfFluid_SetRigidBody(gfFluid *fluid, gfRigidBodyId id, const gfRigidBodyDef *def)
{
    static const char *const caller = "gfFluid_SetRigidBody";
    gfRigidBody *b = getRigidBody(fluid, id, caller);
    if (b == NULL || !checkRigidBody(fluid, def, caller)) {
        return false;
    }
    const gfRigidBody before = *b;
    *b = gfRigidBody_Make(&fluid->body, def);
    b->solid = before.solid;
    b->grown = before.grown;
    b->grownStep = before.grownStep;
    gfRigidBody_Forget(b, fluid->clock.info.stepCount);
    gfRigidBody_MarkSolid(b, &fluid->body);
    updateSolid(fluid, b);
    return true;
}

bool gfFluid_RemoveRigidBody(gfFluid *fluid, gfRigidBodyId id)
{
    gfRigidBody *b = getRigidBody(fluid, id, "gfFluid_RemoveRigidBody");
    if (b == NULL) {
        return false;
    }
    if (gfSolids_Find(&fluid->body.solids, b->solid) != NULL) {
        gfFluid_RemoveSolid(fluid, b->solid);
    }
    gfRigidBodies *bodies = gfFluid_FindBodies(fluid);
    gfSlots_Remove(&bodies->list, GF_TO_HANDLE(id));
    bodies->count--;
    return true;
}

static bool isOutside(const gfFluidDef *def, const gfRigidBody *b)
{
    double x = (b->place[0] - (double)def->origin.x) / (double)def->cellSize;
    double y = (b->place[1] - (double)def->origin.y) / (double)def->cellSize;
    return !gfInRange(x, 0.0, def->gridWidth) || !gfInRange(y, 0.0, def->gridHeight);
}

bool gfFluid_GetRigidBody(const gfFluid *fluid, gfRigidBodyId id, gfRigidBodyState *state)
{
    static const char *const caller = "gfFluid_GetRigidBody";
    const gfRigidBody *b = getRigidBody(fluid, id, caller);
    if (b == NULL) {
        return false;
    }
    const gfFluidDef *def = &fluid->body.def;
    GF_REQUIRE(&fluid->body.device->core, state != NULL, NULL_ARGUMENT, "%s: state is null", caller);
    float top = def->origin.y + (float)def->gridHeight * def->cellSize;
    *state = (gfRigidBodyState){
        .position = {(float)b->place[0], (float)b->place[1]},
        .angle = (float)b->angle,
        .velocity = {(float)b->velocity[0], (float)b->velocity[1]},
        .angularVelocity = (float)b->spin,
        .shape = gfRigidBody_GetShape(b),
        .mass = (float)b->mass,
        .inertia = (float)b->inertia,
        .force = {(float)b->force[0], (float)b->force[1]},
        .torque = (float)b->torque,
        .submerged = (float)b->submerged,
        .level = def->solver == GF_SOLVER_GRID ? top : (float)b->around.level,
        .flow = {(float)b->around.flow[0], (float)b->around.flow[1]},
        .grounded = b->grounded,
        .outside = isOutside(def, b),
        .solid = b->solid,
    };
    return true;

error:
    return false;
}

bool gfFluid_DriveRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 position, float angle, gfVec2 velocity,
                            float angularVelocity)
{
    static const char *const caller = "gfFluid_DriveRigidBody";
    const double most = (double)GF_VALUE_MAX;
    gfRigidBody *b = getRigidBody(fluid, id, caller);
    const gfRange ranges[] = {
        {"position.x", (double)position.x, -1e9, 1e9},
        {"position.y", (double)position.y, -1e9, 1e9},
        {"angle", (double)angle, -1e6, 1e6},
        {"velocity.x", (double)velocity.x, -most, most},
        {"velocity.y", (double)velocity.y, -most, most},
        {"angularVelocity", (double)angularVelocity, -most, most},
    };
    if (b == NULL || !gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), caller)) {
        return false;
    }
    double jump = hypot((double)position.x - b->place[0], (double)position.y - b->place[1]);
    gfRigidBody_Drive(b, &(gfPose){.place = {(double)position.x, (double)position.y},
                                   .angle = (double)angle,
                                   .velocity = {(double)velocity.x, (double)velocity.y},
                                   .spin = (double)angularVelocity});
    if (jump > 2.0 * b->bound + 4.0 * hypot(b->velocity[0], b->velocity[1]) * (double)fluid->body.def.fixedStep) {
        gfRigidBody_Forget(b, fluid->clock.info.stepCount);
    }
    updateSolid(fluid, b);
    return true;
}

bool gfFluid_PushRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 impulse, gfVec2 place)
{
    static const char *const caller = "gfFluid_PushRigidBody";
    const double most = (double)1e12f;
    gfRigidBody *b = getRigidBody(fluid, id, caller);
    const gfRange ranges[] = {
        {"impulse.x", (double)impulse.x, -most, most},
        {"impulse.y", (double)impulse.y, -most, most},
        {"place.x", (double)place.x, -1e9, 1e9},
        {"place.y", (double)place.y, -1e9, 1e9},
    };
    if (b == NULL || !gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), caller)) {
        goto error;
    }
    GF_REQUIRE(&fluid->body.device->core, !b->def.hostDriven, UNSUPPORTED, "%s: the host drives this body", caller);
    double x = (double)place.x - b->place[0], y = (double)place.y - b->place[1], fastest = (double)GF_VALUE_MAX;
    const double before[3] = {b->velocity[0], b->velocity[1], b->spin};
    b->velocity[0] = fmin(fmax(b->velocity[0] + (double)impulse.x / b->mass, -fastest), fastest);
    b->velocity[1] = fmin(fmax(b->velocity[1] + (double)impulse.y / b->mass, -fastest), fastest);
    b->spin += (x * (double)impulse.y - y * (double)impulse.x) / b->inertia;
    b->spin = fmin(fmax(b->spin, -fastest), fastest);
    const double change[3] = {b->velocity[0] - before[0], b->velocity[1] - before[1], b->spin - before[2]};
    gfRigidBodies_NoteImpulse(gfFluid_FindBodies(fluid), GF_TO_HANDLE(id), change);
    return true;

error:
    return false;
}

int32_t gfFluid_TakeImpacts(gfFluid *fluid, gfImpact *impacts, int32_t count)
{
    static const char *const caller = "gfFluid_TakeImpacts";
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    GF_REQUIRE(&fluid->body.device->core, count >= 0, OUT_OF_RANGE, "%s: count is %d; 0 or more is expected", caller,
               (int)count);
    GF_REQUIRE(&fluid->body.device->core, impacts != NULL || count == 0, NULL_ARGUMENT, "%s: impacts are null", caller);
    gfRigidBodies *bodies = gfFluid_FindBodies(fluid);
    gfImpacts *waiting = bodies != NULL ? &bodies->impacts : NULL;
    int32_t taken = 0;
    while (waiting != NULL && taken < count && waiting->taken < waiting->reported) {
        impacts[taken++] = waiting->list[waiting->taken++ % GF_IMPACT_MAX];
    }
    return taken;

error:
    return 0;
}
