// One rigid body in three dimensions: its definition, its shape and solid, and the forces of the fluid on it.
#include "ext/fluid3d/rigid_bodies3d.h"

#include <string.h>

#define BACKLASH_3D 0.2    // fraction of a body's rise by which the surface beside it sinks
#define ADDED_MASS_3D 0.43 // fraction of the shadow's area to the power of 3/2: between a sphere's and a plate's

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

// --- forces ----------------------------------------------------------------------------------------------------------

double gfRigidBody3D_GetShadow(const gfRigidBody *b, const double way[3])
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    return gfRoundedBox_GetShadow(&box, way);
}

// The part of a body below the surface: its fraction of the volume, and the vector from the centre to its middle.
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
    if (scene->g <= 0.0) { // there is no surface then
        s.fraction = b->around.wet;
    }
    return s;
}

// Finds the masses of a body with the fluid that moves along, and such moments about its own axes.
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
