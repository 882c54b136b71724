// The list of rigid bodies in three dimensions: how it is made and reset, and how a step moves all of them.
#include "ext/fluid3d/rigid_bodies3d.h"

#include "gl/framebuffer.h"
#include "shared.h"

#include <string.h>

#define CONTACTS_PER_BOX 24
#define SLOP_RADII 0.02
#define UNDO_RADII 20.0    // a second
#define CRUSHED_RADII 0.05 // deepest in a closed side, where others crush a body
#define REQUEST_TEXELS (GF_RIGID_BODY3D_MAX * GF_BODY3D_POINTS)
#define REQUEST_ROWS ((REQUEST_TEXELS + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH)

// --- making ----------------------------------------------------------------------------------------------------------

static bool createProbe(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume)
{
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    gfDevice *device = body->device;
    const gfTexture *const answer = &o->answer;
    bool ok = gfTexture_Create(device, &o->answer, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS) &&
              gfFramebuffer_Warm(device, &answer, 1) &&
              gfReadRing_Create(device, &o->reads, GF_REQUEST_WIDTH, REQUEST_ROWS);
    for (int i = 0; ok && i < GF_READ_RING; i++) {
        ok = gfTexture_Create(device, &o->requests[i].points, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS);
    }
    return ok && gfVolume_Probe(body, volume, &o->requests[0].points, &o->answer, 0, up); // compiles
}

gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume)
{
    gfCore *core = &body->device->core;
    gfRigidBodies3D *o = gfAlloc(core, sizeof *o);
    if (o == NULL) {
        return NULL;
    }
    gfSlots_Init(&o->list, GF_HANDLE_RIGID_BODY3D, sizeof(gfRigidBody3D), GF_RIGID_BODY3D_MAX);
    bool ok = gfContacts_Create(core, &o->contacts, CONTACTS_PER_BOX * GF_RIGID_BODY3D_MAX) &&
              (o->movers = gfAlloc(core, GF_MOVERS3D * sizeof *o->movers)) != NULL &&
              (o->boxes = gfAlloc(core, GF_RIGID_BODY3D_MAX * sizeof *o->boxes)) != NULL &&
              (o->texels = gfAlloc(core, (size_t)4 * REQUEST_ROWS * GF_REQUEST_WIDTH * sizeof *o->texels)) != NULL;
    for (int i = 0; ok && i < GF_READ_RING; i++) {
        ok = (o->requests[i].spots = gfAlloc(core, REQUEST_TEXELS * sizeof(gfSpot3D))) != NULL;
    }
    if (!ok || !createProbe(o, body, volume)) {
        gfRigidBodies3D_Destroy(body->device, o);
        o = NULL;
    }
    return o;
}

void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *o)
{
    gfCore *core = &device->core;
    if (o == NULL) {
        return;
    }
    gfReadRing_Destroy(device, &o->reads);
    gfTexture_Destroy(device, &o->answer);
    for (int i = 0; i < GF_READ_RING; i++) {
        gfTexture_Destroy(device, &o->requests[i].points);
        gfFree(core, o->requests[i].spots);
    }
    gfContacts_Destroy(core, &o->contacts);
    gfFree(core, o->movers);
    gfFree(core, o->boxes);
    gfFree(core, o->texels);
    gfSlots_Destroy(&o->list, core);
    gfFree(core, o);
}

void gfRigidBodies3D_Reset(gfRigidBodies3D *o, gfVolumeBody *body)
{
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfSolid3DId solid = b->solid;
            gfRigidBody3DDef def = b->def;
            *b = gfRigidBody3D_Make(body, &def);
            b->solid = solid;
            gfRigidBody3D_MoveSolid(b, body, true);
        }
    }
    for (int i = 0; i < GF_READ_RING; i++) {
        gfLoadRequest_Drop(&o->requests[i].head);
    }
    o->ring.nextStep = 0;
    o->contacts.count = 0;
}

// --- a step ----------------------------------------------------------------------------------------------------------

// Turns the spin of a body that is not round, which wobbles (Euler's equations; one Newton step of the implicit form,
// Catto 2015).
static void wobble(gfRigidBody3D *b, double dt)
{
    const double *in = b->inertia;
    double w[3], own[3], f[3], j[3][3], change[3];
    gfTurn_Apply(gfTurn_Invert(b->turn), b->spin, w);
    for (int i = 0; i < 3; i++) {
        own[i] = in[i] * w[i];
    }
    gfCross3(w, own, f);
    const double skew[3][3] = {{0.0, -w[2], w[1]}, {w[2], 0.0, -w[0]}, {-w[1], w[0], 0.0}};
    const double skewOwn[3][3] = {{0.0, -own[2], own[1]}, {own[2], 0.0, -own[0]}, {-own[1], own[0], 0.0}};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            j[k][i] = (i == k ? in[i] : 0.0) + dt * (skew[i][k] * in[k] - skewOwn[i][k]); // by columns
        }
    }
    gfCross3(j[1], j[2], change);
    double det = gfDot3(j[0], change);
    if (!(fabs(det) > 0.0)) {
        return;
    }
    double x = dt * gfDot3(f, change) / det, column[3];
    gfCross3(f, j[2], column);
    double y = dt * gfDot3(j[0], column) / det;
    gfCross3(j[1], f, column);
    double z = dt * gfDot3(j[0], column) / det;
    w[0] -= x;
    w[1] -= y;
    w[2] -= z;
    gfTurn_Apply(b->turn, w, b->spin);
}

// Limits a body's speed to a quarter of the container a step.
static void limitSpeed3D(gfRigidBody3D *b, const gfContainerPose *pose, double dt)
{
    double size = fmax(fmax(pose->size[0], pose->size[1]), pose->size[2]);
    double most = fmin(0.25 * size / dt, (double)GF_VALUE_MAX), speed = sqrt(gfDot3(b->velocity, b->velocity));
    double turns = fmin(1.5 / dt, (double)GF_VALUE_MAX), spin = sqrt(gfDot3(b->spin, b->spin));
    for (int i = 0; i < 3; i++) {
        b->velocity[i] *= speed > most ? most / speed : 1.0;
        b->spin[i] *= spin > turns ? turns / spin : 1.0;
    }
}

static void prepareMovers3D(gfRigidBodies3D *o, const gfLoadScene3D *scene)
{
    for (int i = 0; i < GF_MOVER3D_SIDES; i++) {
        gfRigidBody3D *b = i < GF_MOVER3D_STILL ? gfSlots_At(&o->list, i) : NULL;
        gfMover *m = &o->movers[i];
        *m = (gfMover){.invMass = 0.0};
        if (b == NULL) {
            continue;
        }
        memcpy(m->velocity, b->velocity, sizeof m->velocity);
        memcpy(m->spin, b->spin, sizeof m->spin);
        b->grounded = false;
        gfRigidBody3D_Load(b, scene, m);
        if (b->def.hostDriven || !b->around.known) { // it moves as it does, until the fluid around it is known
            *m = (gfMover){.invMass = b->def.hostDriven ? 0.0 : 1.0 / b->mass};
            memcpy(m->velocity, b->velocity, sizeof m->velocity);
            memcpy(m->spin, b->spin, sizeof m->spin);
            if (!b->def.hostDriven) {
                gfRigidBody3D_InvertInertia(b, b->inertia, m->invInertia);
            }
        }
    }
    for (int i = GF_MOVER3D_SIDES; i < GF_MOVERS3D; i++) {
        o->movers[i] = (gfMover){.invMass = 0.0};
    }
}

// Keeps a body's middle in the container, whatever that does: far outside nothing would go on.
static void keepInside3D(gfRigidBody3D *b, const gfVolumeBody *body, const gfContainerPose *pose)
{
    double local[3], size = fmax(fmax(pose->size[0], pose->size[1]), pose->size[2]);
    bool moved = false, lost = false;
    gfContainer_ToLocal(pose, b->place, local);
    for (int side = 0; side < 6; side++) {
        int axis = side / 2;
        double least = fmin(0.5 * b->inner, 0.5 * pose->size[axis]), most = pose->size[axis] - least;
        bool upper = side % 2 == 1;
        if (gfRigidBody3D_IsClosedSide(body, side) && (upper ? local[axis] > most : local[axis] < least)) {
            local[axis] = upper ? most : least;
            moved = true;
        }
        lost = lost || fabs(local[axis]) > 16.0 * size;
    }
    if (moved) {
        gfContainer_ToWorld(pose, local, b->place);
    }
    if (lost) {
        memset(b->velocity, 0, sizeof b->velocity);
        memset(b->spin, 0, sizeof b->spin);
    }
}

// Finds how far a body reaches beyond each closed side; below 0: it does not.
static void findDepths3D(const gfRigidBody3D *b, const gfVolumeBody *body, const gfContainerPose *pose,
                         double depths[6])
{
    const gfShape3DPose own = gfRigidBody3D_GetPose(b);
    const gfRoundedBox box = gfRoundedBox_Make(&own);
    const double arm[3] = {b->place[0] - pose->position[0], b->place[1] - pose->position[1],
                           b->place[2] - pose->position[2]};
    for (int side = 0; side < 6; side++) {
        double way[3];
        gfRigidBody3D_GetOutwards(pose, side, way);
        double depth = gfDot3(arm, way) + gfRoundedBox_GetReach(&box, way) - 0.5 * pose->size[side / 2];
        depths[side] = gfRigidBody3D_IsClosedSide(body, side) ? depth : -INFINITY;
    }
}

// Limits a body's speed outwards to that of the side itself.
static void stopAtSide(gfRigidBody3D *b, const gfMover *side, const gfContainerPose *pose, const double outwards[3])
{
    const double arm[3] = {b->place[0] - pose->position[0], b->place[1] - pose->position[1],
                           b->place[2] - pose->position[2]};
    double turning[3];
    gfCross3(side->spin, arm, turning);
    double faster = gfDot3(b->velocity, outwards) - gfDot3(side->velocity, outwards) - gfDot3(turning, outwards);
    for (int i = 0; i < 3 && faster > 0.0; i++) {
        b->velocity[i] -= faster * outwards[i];
    }
}

// Keeps bodies that crush each other from being pushed through a side: none gets deeper into one than it was before,
// but for `slack`. A body without room between two sides stays where it is.
static void keepWithinSides3D(gfRigidBody3D *b, const gfContactScene3D *scene, const double before[6])
{
    const double slack = CRUSHED_RADII * scene->radius;
    double depths[6];
    findDepths3D(b, scene->body, scene->next, depths);
    for (int side = 0; side < 6; side++) {
        double outwards[3], excess = depths[side] - fmax(before[side], slack);
        if (excess > 0.0 && depths[side ^ 1] <= slack) {
            gfRigidBody3D_GetOutwards(scene->next, side, outwards);
            for (int i = 0; i < 3; i++) {
                b->place[i] -= excess * outwards[i];
            }
            stopAtSide(b, &scene->bodies->movers[GF_MOVER3D_SIDES + side], scene->next, outwards);
        }
    }
}

static void moveBody3D(gfRigidBody3D *b, const gfMover *m, const gfContactScene3D *scene)
{
    if (!b->def.hostDriven) {
        double depths[6];
        findDepths3D(b, scene->body, scene->now, depths);
        memcpy(b->velocity, m->velocity, sizeof b->velocity);
        memcpy(b->spin, m->spin, sizeof b->spin);
        for (int i = 0; i < 3; i++) {
            b->place[i] += m->shift[i];
        }
        b->turn = gfTurn_Multiply(gfTurn_FromAngles(m->turned), b->turn);
        keepInside3D(b, scene->body, scene->next);
        keepWithinSides3D(b, scene, depths);
    }
    gfRigidBody3D_MoveSolid(b, scene->body, false);
}

bool gfRigidBodies3D_Advance(gfRigidBodies3D *o, gfVolumeBody *body, const gfVolume *volume, uint64_t step, double dt,
                             int stepsLeft)
{
    const gfLoadScene3D loads = gfLoadScene3D_Get(body, volume, dt);
    gfContainer after = body->container;
    gfContainerMotion motion;
    gfContainer_Advance(&after, stepsLeft, INFINITY, dt, &motion);
    const gfContactScene3D scene = {o, body, dt, loads.g, loads.radius, &body->container.now, &after.now};
    o->contacts.slop = SLOP_RADII * loads.radius;
    o->contacts.undoMax = UNDO_RADII * loads.radius;
    bool ok = gfRigidBodies3D_TakeAnswers(o, body->device, &loads, step);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL && !b->def.hostDriven) {
            limitSpeed3D(b, scene.now, dt);
            wobble(b, dt);
        }
    }
    prepareMovers3D(o, &loads);
    gfRigidBodies3D_FindContacts(&scene);
    gfContacts_Solve(&o->contacts, o->movers, GF_MOVERS3D, dt);
    for (int i = 0; i < o->list.capacity; i++) {
        gfRigidBody3D *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            b->grounded = b->grounded || o->movers[i].touched;
            moveBody3D(b, &o->movers[i], &scene);
        }
    }
    return ok;
}
