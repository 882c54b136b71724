// One rigid body in 3D: its definition, shape and solid, the forces of the fluid on it, and the public calls.
#include "ext/fluid3d/fluid3d.h"

// Converts a vector to floats, with components limited to +-`most`.
static gfVec3 makeVec3(const double v[3], double most)
{
    float c[3];
    for (int i = 0; i < 3; i++) {
        c[i] = (float)fmin(fmax(v[i], -most), most);
    }
    return (gfVec3){c[0], c[1], c[2]};
}

#define BACKLASH_3D 0.2    // as a body rises the surface beside it sinks by this fraction of the rise
#define ADDED_MASS_3D 0.43 // added mass / (density projected area^(3/2)): between a sphere's and a plate's

bool gfRigidBody3D_Check(const gfCore *core, const gfRigidBody3DDef *def, const char *caller)
{
    return gfDef_Check(core, &gf_rigidBody3DDefRecord, def, caller) && gfShape3D_Check(core, &def->shape, caller);
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
    if (def->hostDriven) { // until the fluid around it is measured the host is told a force that bears its weight
        double gravity[3];
        gfVec3_Get(gravity, body->def.particles.gravity);
        gfRigidBody_Bear(&b, gravity);
    }
    return b;
}

static gfShape3DPose poseOfBody3D(const gfRigidBody *b)
{
    gfShape3DPose pose = {.turn = b->turn, .radius = b->radius};
    memcpy(pose.centre, b->place, sizeof pose.centre);
    memcpy(pose.half, b->half, sizeof pose.half);
    return pose;
}

gfRoundedBox gfRigidBody3D_GetBox(const gfRigidBody *b)
{
    const gfShape3DPose pose = poseOfBody3D(b);
    return gfRoundedBox_Make(&pose);
}

static gfShape3D shapeOfBody3D(const gfRigidBody *b)
{
    gfShape3D shape = b->def3D.shape;
    double ends[2][3], axis[3];
    gfTurn_Apply(b->turn, (const double[3]){0.0, b->half[1], 0.0}, axis);
    for (int i = 0; i < 3; i++) {
        ends[0][i] = b->place[i] - axis[i];
        ends[1][i] = b->place[i] + axis[i];
    }
    bool capsule = shape.kind == GF_SHAPE3D_CAPSULE;
    shape.a = makeVec3(capsule ? ends[0] : b->place, 1e9);
    shape.b = capsule ? makeVec3(ends[1], 1e9) : shape.b;
    shape.rotation = shape.kind == GF_SHAPE3D_BOX ? gfTurn_ToQuat(b->turn) : shape.rotation;
    return shape;
}

// Returns the definition of the solid by which the fluid feels the body.
static gfSolid3DDef solidOfBody3D(const gfRigidBody *b)
{
    gfSolid3DDef def = gfDefaultSolid3DDef();
    def.shape = shapeOfBody3D(b);
    def.velocity = makeVec3(b->velocity, (double)GF_VALUE_MAX);
    def.angularVelocity = makeVec3(b->spin, (double)GF_VALUE_MAX);
    def.surface = b->def3D.surface;
    return def;
}

void gfRigidBody3D_MoveSolid(const gfRigidBody *b, void *body, bool jumps)
{
    gfSolids3D *solids = &((gfVolumeBody *)body)->solids;
    gfSolid3D *solid = gfRigidBody_FindSolid(b, &solids->list);
    if (solid != NULL) {
        solid->def = solidOfBody3D(b);
        solid->target = poseOfBody3D(b);
        solid->now = jumps ? solid->target : solid->now;
        solid->ofBody = true;
        solids->version++;
    }
}

// --- forces ----------------------------------------------------------------------------------------------------------

double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3])
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    return gfRoundedBox_GetShadow(&box, way);
}

// The part of a body under water: fraction of the volume, vector from the body's centre, m, and the surface's slope.
typedef struct Immersion3D {
    double fraction, arm[3], slope[3];
} Immersion3D;

static Immersion3D immerse3D(const gfRigidBody *b, const gfLoadScene *scene, const gfRoundedBox *box)
{
    double height = gfDot3(b->place, scene->up), fades, normal[3];
    double level = gfRigidBody_GetLevel(b, height, b->around.levelPlace, BACKLASH_3D, &fades);
    Immersion3D s;
    for (int i = 0; i < 3; i++) {
        s.slope[i] = b->around.slope[i] * fades;
        normal[i] = scene->up[i] - s.slope[i];
    }
    s.fraction = gfRoundedBox_Cut(box, normal, level - height, s.arm);
    if (scene->g <= 0.0) { // without gravity there is no surface, so the points in liquid tell the fraction
        s.fraction = b->around.wet;
    }
    return s;
}

// Finds a body's masses and moments of inertia with added mass. `fraction`: of the body in the fluid.
static gfBodyLoad getBurden(const gfRigidBody *b, const gfLoadScene *scene, const gfRoundedBox *box, double fraction,
                            double moments[3])
{
    double fluid = ADDED_MASS_3D * b->density * fraction, length[3];
    double side = 0.5 * (gfRoundedBox_GetShadow(box, scene->aside[0]) + gfRoundedBox_GetShadow(box, scene->aside[1]));
    for (int i = 0; i < 3; i++) {
        length[i] = box->half[i] + box->radius;
    }
    for (int i = 0; i < 3; i++) {
        double j = length[(i + 1) % 3], k = length[(i + 2) % 3], difference = j * j - k * k;
        moments[i] =
            b->inertia[i] + GF_LOAD_ADDED_INERTIA * b->density * fraction * difference * difference * 2.0 * length[i];
    }
    double below = gfRoundedBox_GetShadow(box, scene->up);
    return (gfBodyLoad){
        scene, fraction, 1.0, {b->mass + fluid * pow(side * fraction, 1.5), b->mass + fluid * pow(below, 1.5)}};
}

static void dragAlong(gfRigidBody *b, const gfBodyLoad *load, const double moments[3], gfMover *mover)
{
    double lag[3], size = b->bound * b->bound * b->inner, inertia = fmin(fmin(moments[0], moments[1]), moments[2]);
    for (int i = 0; i < 3; i++) {
        lag[i] = b->around.turning[i] - mover->spin[i];
    }
    double rough = gfRigidBody_Drag(b, load, mover);
    double rate =
        rough * b->bound * b->bound * size * load->fraction * sqrt(gfDot3(lag, lag)) * load->scene->dt / inertia;
    for (int i = 0; i < 3; i++) {
        mover->spin[i] = gfLoad_Approach(mover->spin[i], b->around.turning[i], rate);
    }
}

void gfRigidBody3D_Load(gfRigidBody *b, const gfLoadScene *scene, gfMover *mover)
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    const Immersion3D s = immerse3D(b, scene, &box);
    double moments[3], buoyancy[3], force[3], moment[3], turning[3];
    gfBodyLoad load = getBurden(b, scene, &box, s.fraction, moments);
    gfRigidBody_GetOtherForce(b, scene, force, turning);
    for (int i = 0; i < 3; i++) {
        buoyancy[i] = b->density * b->size * s.fraction * scene->g * (scene->up[i] - s.slope[i]);
        force[i] += buoyancy[i];
    }
    gfCross3(s.arm, buoyancy, moment);
    for (int i = 0; i < 3; i++) {
        moment[i] += turning[i];
    }
    gfRigidBody_InvertInertia(b, scene->kind, moments, mover->invInertia);
    mover->invMass = 1.0 / fmax(load.masses[0], load.masses[1]);
    gfRigidBody_Accelerate(&load, force, moment, mover);
    double area = gfRoundedBox_GetShadow(&box, scene->up), inertia = (moments[0] + moments[1] + moments[2]) / 3.0;
    double tilts = sqrt(b->density * scene->g * area * area / 12.0 / inertia);
    double roll = 2.0 * GF_LOAD_ROLL_RATIO * tilts * gfLoad_GetWaves(s.fraction) * (1.0 - b->inner / b->bound);
    gfRigidBody_Radiate(b, &load, area, roll, mover);
    load.fraction = fmax(s.fraction, 0.6 * b->around.wet);
    dragAlong(b, &load, moments, mover);
    b->submerged = s.fraction;
}

// --- public calls ----------------------------------------------------------------------------------------------------

// Returns a body by its handle. Null and reported: the handle names no body of this fluid.
static gfRigidBody *getRigidBody3D(const gfFluid3D *fluid, gfRigidBody3DId id, const char *caller)
{
    GF_REQUIRE(NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", caller);
    const gfSlots none = {.kind = GF_HANDLE_RIGID_BODY3D};
    return gfSlots_Get(fluid->bodies != NULL ? &fluid->bodies->all.list : &none, &fluid->body.device->core,
                       fluid->body.number, GF_TO_HANDLE(id), caller);
}

static gfRigidBody3DId addRigidBody3D(gfFluid3D *fluid, const gfRigidBody3DDef *def)
{
    gfRigidBodies *bodies = &fluid->bodies->all;
    gfRigidBody made = gfRigidBody3D_Make(&fluid->body, def);
    gfRigidBody_Forget(&made, fluid->clock.info.stepCount);
    const gfSolid3DDef solid = solidOfBody3D(&made);
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
    gfRigidBody3DId id = {0};
    GF_REQUIRE_OR(id, NULL, fluid != NULL, NULL_ARGUMENT, "%s: fluid is null", __func__);
    if (!gfRigidBody3D_Check(&fluid->body.device->core, def, __func__) ||
        !gfDevice_Begin(fluid->body.device, __func__)) {
        return id;
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
    return id;
}

bool gfFluid3D_SetRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, const gfRigidBody3DDef *def)
{
    gfRigidBody *b = getRigidBody3D(fluid, id, __func__);
    GF_TRY(b != NULL && gfRigidBody3D_Check(&fluid->body.device->core, def, __func__));
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
    GF_TRY(b != NULL);
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
    const gfRigidBody *b = getRigidBody3D(fluid, id, __func__);
    GF_TRY(b != NULL);
    GF_REQUIRE(&fluid->body.device->core, state != NULL, NULL_ARGUMENT, "%s: state is null", __func__);
    const gfLoadScene scene = gfLoadScene3D_Get(&fluid->body, fluid->volume, 1.0);
    *state = (gfRigidBody3DState){
        .position = toVec3(b->place),
        .rotation = gfTurn_ToQuat(b->turn),
        .velocity = toVec3(b->velocity),
        .angularVelocity = toVec3(b->spin),
        .shape = shapeOfBody3D(b),
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
}

bool gfFluid3D_DriveRigidBody(gfFluid3D *fluid, gfRigidBody3DId id, gfVec3 position, gfQuat rotation, gfVec3 velocity,
                              gfVec3 angularVelocity)
{
    const double most = (double)GF_VALUE_MAX;
    gfRigidBody *b = getRigidBody3D(fluid, id, __func__);
    const gfRange ranges[] = {
        GF_RANGES3("position", position, -1e9, 1e9),
        GF_RANGES3("velocity", velocity, -most, most),
        GF_RANGES3("angularVelocity", angularVelocity, -most, most),
    };
    GF_TRY(b != NULL && gfCheckRanges(&fluid->body.device->core, ranges, GF_COUNT(ranges), __func__) &&
           gfQuat_Check(&fluid->body.device->core, rotation, "rotation", __func__));
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
    double blow[3], at[3];
    gfVec3_Get(blow, impulse);
    gfVec3_Get(at, place);
    return getRigidBody3D(fluid, id, __func__) != NULL &&
           gfRigidBodies_Push(&fluid->bodies->all, &fluid->body.device->core, GF_TO_HANDLE(id), blow, at, __func__);
}
