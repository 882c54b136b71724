// Rigid bodies as a part of a fluid, and the public calls for them.
#include "ext/bodies/rigid_bodies2d.h"
#include "fluid/module.h"
#include "fluid/validation.h"

static void archiveBodies(gfArchive *archive, void *fluid);
static void loadBodies(gfFluid *fluid, gfFluid *from);

static const gfFluidPart bodyPart = {.part = {"rigid bodies", sizeof(gfRigidBodies2D), gfRigidBodies2D_Release},
                                     .before = gfRigidBodies2D_Advance,
                                     .after = gfRigidBodies2D_Request,
                                     .reset = gfRigidBodies2D_Reset,
                                     .tag = "BODY",
                                     .archive = archiveBodies,
                                     .load = loadBodies};

static void removeBodies(gfFluid *fluid)
{
    gfParts_Remove(&fluid->parts, &fluid->body.device->core, &bodyPart.part, fluid);
}

// Returns the bodies of a fluid; null if none was ever added to it.
static gfRigidBodies2D *findBodies(const gfFluid *fluid)
{
    return gfFluid_FindPart(fluid, &bodyPart);
}

// Returns the bodies of a fluid; makes the list at its first use.
static gfRigidBodies2D *getBodies(gfFluid *fluid)
{
    gfRigidBodies2D *bodies = findBodies(fluid);
    if (bodies != NULL || (bodies = gfFluid_GetPart(fluid, &bodyPart)) == NULL) {
        return bodies;
    }
    if (!gfFluid_UpdateSolids(fluid) || !gfRigidBodies2D_Init(bodies, fluid)) {
        removeBodies(fluid);
        bodies = NULL;
    }
    return bodies;
}

static void loadBodies(gfFluid *fluid, gfFluid *from)
{
    gfParts_Exchange(&fluid->parts, &from->parts, &bodyPart.part);
}

static void archiveBodies(gfArchive *archive, void *thing)
{
    gfFluid *fluid = thing;
    bool has = findBodies(fluid) != NULL;
    gfArchive_Bool(archive, &has, "whether it has rigid bodies");
    if (gfArchive_Reads(archive) && has && fluid->solver->describeMedium == NULL) {
        gfArchive_Fail(archive, "rigid bodies of a solver that has none");
    } else if (gfArchive_Reads(archive) && has) {
        archive->failed = getBodies(fluid) == NULL;
    }
    if (!archive->failed && has) {
        gfRigidBodies2D_Archive(archive, findBodies(fluid), &fluid->body);
    }
}

// --- the public calls ------------------------------------------------------------------------------------------------

// Returns a body by its handle. Null and reported: the handle names no body of this fluid.
static gfRigidBody *getRigidBody(const gfFluid *fluid, gfRigidBodyId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfSlots none = {.kind = GF_HANDLE_RIGID_BODY};
    const gfRigidBodies2D *bodies = findBodies(fluid);
    return gfSlots_Get(bodies != NULL ? &bodies->all.list : &none, &fluid->body.device->core, fluid->body.number,
                       GF_TO_HANDLE(id), caller);
}

static gfRigidBodyId addRigidBody(gfFluid *fluid, gfRigidBodies2D *bodies, gfRigidBody made)
{
    gfCore *core = &fluid->body.device->core;
    gfRigidBody_Forget(&made, fluid->clock.info.stepCount);
    if (gfSolver_GetMedium(&fluid->body).kind != GF_MEDIUM_ABOVE) {
        const gfSolidDef solidDef = gfRigidBody2D_GetSolid(&made);
        const gfSolid solid = gfSolid_Make(&solidDef);
        const gfSolidId id = gfFluid_InsertSolid(fluid, &solid);
        made.solid = GF_TO_HANDLE(id);
        if (GF_IS_NULL(made.solid)) {
            return (gfRigidBodyId){0};
        }
    } else if (!gfSources_Reserve(&fluid->body.sources, core, bodies->all.count + 1)) {
        return (gfRigidBodyId){0};
    }
    gfHandle handle = gfSlots_Add(&bodies->all.list, core, fluid->body.number, &made);
    if (GF_IS_NULL(handle) && !GF_IS_NULL(made.solid)) {
        gfFluid_RemoveSolid(fluid, GF_FROM_HANDLE(gfSolidId, made.solid));
    }
    bodies->all.count += GF_IS_NULL(handle) ? 0 : 1;
    return GF_FROM_HANDLE(gfRigidBodyId, handle);
}

gfRigidBodyId gfFluid_AddRigidBody(gfFluid *fluid, const gfRigidBodyDef *def)
{
    gfRigidBodyId id = {0};
    GF_REQUIRE_OR(id, NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    const gfCore *core = &fluid->body.device->core;
    GF_REQUIRE_OR(id, core, fluid->solver->describeMedium != NULL, UNSUPPORTED,
                  "%s: solver '%s' has no rigid bodies; GF_SOLVER_WATER is a liquid that has", __func__,
                  fluid->solver->name);
    if (!gfRigidBody2D_Check(core, def, __func__)) {
        return id;
    }
    const gfRigidBody made = gfRigidBody2D_Make(&fluid->body, def);
    const gfSolidDef solid = gfRigidBody2D_GetSolid(&made);
    // A fluid seen from above has no solids for bodies. In others the solid is checked before anything is made.
    bool above = gfSolver_GetMedium(&fluid->body).kind == GF_MEDIUM_ABOVE;
    if ((above || gfFluid_CheckSolid(fluid, &solid, __func__)) &&
        gfTraps_CheckBody(fluid, &def->shape, def->hostDriven, __func__) &&
        gfDevice_Begin(fluid->body.device, __func__)) {
        bool first = findBodies(fluid) == NULL;
        gfRigidBodies2D *bodies = getBodies(fluid);
        if (bodies != NULL) {
            id = addRigidBody(fluid, bodies, made);
        }
        if (first && GF_IS_NULL(id)) {
            removeBodies(fluid);
        }
        gfDevice_End(fluid->body.device);
    }
    return id;
}

static void updateSolid(gfFluid *fluid, const gfRigidBody *b)
{
    if (gfRigidBody_FindSolid(b, &fluid->body.solids.list) != NULL) {
        const gfSolidDef def = gfRigidBody2D_GetSolid(b);
        gfFluid_SetSolid(fluid, GF_FROM_HANDLE(gfSolidId, b->solid), &def);
    }
}

bool gfFluid_SetRigidBody(gfFluid *fluid, gfRigidBodyId id, const gfRigidBodyDef *def)
{
    gfRigidBody *b = getRigidBody(fluid, id, __func__);
    GF_TRY(b != NULL && gfRigidBody2D_Check(&fluid->body.device->core, def, __func__));
    const gfRigidBody before = *b;
    *b = gfRigidBody2D_Make(&fluid->body, def);
    b->solid = before.solid;
    gfRigidBody_Forget(b, fluid->clock.info.stepCount);
    updateSolid(fluid, b);
    return true;
}

bool gfFluid_RemoveRigidBody(gfFluid *fluid, gfRigidBodyId id)
{
    gfRigidBody *b = getRigidBody(fluid, id, "gfFluid_RemoveRigidBody");
    GF_TRY(b != NULL);
    if (gfRigidBody_FindSolid(b, &fluid->body.solids.list) != NULL) {
        gfFluid_RemoveSolid(fluid, GF_FROM_HANDLE(gfSolidId, b->solid));
    }
    gfRigidBodies2D *bodies = findBodies(fluid);
    gfSlots_Remove(&bodies->all.list, GF_TO_HANDLE(id));
    bodies->all.count--;
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
    const gfRigidBody *b = getRigidBody(fluid, id, __func__);
    GF_TRY(b != NULL);
    const gfFluidDef *def = &fluid->body.def;
    GF_REQUIRE(&fluid->body.device->core, state != NULL, NULL_ARGUMENT, "%s: state is null", __func__);
    float top = def->origin.y + (float)def->gridHeight * def->cellSize;
    *state = (gfRigidBodyState){
        .position = {(float)b->place[0], (float)b->place[1]},
        .angle = (float)b->angle,
        .velocity = {(float)b->velocity[0], (float)b->velocity[1]},
        .angularVelocity = (float)b->spin[2],
        .shape = gfRigidBody2D_GetShape(b),
        .mass = (float)b->mass,
        .inertia = (float)b->inertia[2],
        .force = {(float)b->force[0], (float)b->force[1]},
        .torque = (float)b->torque[2],
        .submerged = (float)b->submerged,
        .level = gfSolver_GetMedium(&fluid->body).kind == GF_MEDIUM_FULL ? top : (float)b->around.level,
        .flow = {(float)b->around.flow[0], (float)b->around.flow[1]},
        .grounded = b->grounded,
        .outside = isOutside(def, b),
        .solid = GF_FROM_HANDLE(gfSolidId, b->solid),
    };
    return true;
}

bool gfFluid_DriveRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 position, float angle, gfVec2 velocity,
                            float angularVelocity)
{
    const double most = (double)GF_VALUE_MAX;
    gfRigidBody *b = getRigidBody(fluid, id, __func__);
    const gfRange ranges[] = {
        GF_RANGES2("position", position, -1e9, 1e9),
        {"angle", (double)angle, -1e6, 1e6},
        GF_RANGES2("velocity", velocity, -most, most),
        {"angularVelocity", (double)angularVelocity, -most, most},
    };
    GF_TRY(b != NULL && gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), __func__));
    const gfPose pose = {.place = {(double)position.x, (double)position.y},
                         .angle = (double)angle,
                         .velocity = {(double)velocity.x, (double)velocity.y},
                         .spin = {0.0, 0.0, (double)angularVelocity}};
    gfRigidBody_Drive(b, findBodies(fluid)->all.kind, &pose, (double)fluid->body.def.fixedStep,
                      fluid->clock.info.stepCount);
    updateSolid(fluid, b);
    return true;
}

bool gfFluid_PushRigidBody(gfFluid *fluid, gfRigidBodyId id, gfVec2 impulse, gfVec2 place)
{
    const double blow[3] = {(double)impulse.x, (double)impulse.y}, at[3] = {(double)place.x, (double)place.y};
    return getRigidBody(fluid, id, __func__) != NULL &&
           gfRigidBodies_Push(&findBodies(fluid)->all, &fluid->body.device->core, GF_TO_HANDLE(id), blow, at, __func__);
}

int32_t gfFluid_PollImpacts(gfFluid *fluid, gfImpact *impacts, int32_t count)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    GF_REQUIRE(&fluid->body.device->core, count >= 0, OUT_OF_RANGE, "%s: count is %d; 0 or more is expected", __func__,
               (int)count);
    GF_REQUIRE(&fluid->body.device->core, impacts != NULL || count == 0, NULL_ARGUMENT, "%s: impacts are null",
               __func__);
    gfRigidBodies2D *bodies = findBodies(fluid);
    gfImpacts *waiting = bodies != NULL ? &bodies->impacts : NULL;
    int32_t taken = 0;
    while (waiting != NULL && taken < count && waiting->taken < waiting->reported) {
        impacts[taken++] = waiting->list[waiting->taken++ % GF_IMPACT_MAX];
    }
    return taken;
}

static void dryRunBodies(const gfDryRun *s, gfUse use)
{
    if (use != GF_USE_SOLIDS || s->fluid->solver->describeMedium == NULL) {
        return;
    }
    gfRigidBodyDef def = gfDefaultRigidBodyDef();
    def.shape = gfMakeCircle(s->middle, 0.1f * s->size);
    gfRigidBodyId body = gfFluid_AddRigidBody(s->fluid, &def);
    gfDryRun_Step(s);
    gfFluid_RemoveRigidBody(s->fluid, body);
}

const gfModule gf_module_bodies = {.name = "bodies", .fluidPart = &bodyPart, .dryRun = dryRunBodies};
