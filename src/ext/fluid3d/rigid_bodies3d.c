// The list of rigid bodies in three dimensions: how it is made, what they collide with, and their step.
#include "ext/fluid3d/rigid_bodies3d.h"

#include "gl/framebuffer.h"
#include "shared.h"

#include <string.h>

#define REQUEST_TEXELS (GF_RIGID_BODY3D_MAX * GF_BODY3D_POINTS)
#define REQUEST_ROWS ((REQUEST_TEXELS + GF_REQUEST_WIDTH - 1) / GF_REQUEST_WIDTH)

_Static_assert(GF_BODY_REQUESTS == GF_READ_RING, "each request has a read");

// --- contacts --------------------------------------------------------------------------------------------------------

static int collide(const gfRigidBody *a, const gfRigidBody *b, double reach, gfContact found[GF_BODY_CONTACTS])
{
    const gfRoundedBox one = gfRigidBody3D_GetBox(a), other = gfRigidBody3D_GetBox(b);
    return gfRoundedBox_Collide(&one, &other, reach, found);
}

static int getCorners(const gfRigidBody *b, double corners[GF_BODY_CORNERS][3], double *radius)
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    *radius = box.radius;
    return gfRoundedBox_GetCorners(&box, corners);
}

static void meetSolids(const gfContactScene *scene, int slot, const gfRigidBody *b, double reach)
{
    const gfRoundedBox own = gfRigidBody3D_GetBox(b);
    const gfSolids3D *solids = &((const gfVolumeBody *)scene->body)->solids;
    for (int k = 0; k < solids->list.capacity; k++) {
        const gfSolid3D *solid = gfSlots_At(&solids->list, k);
        if (solid == NULL || solid->ofBody) {
            continue;
        }
        gfSolidContacts met = {.slot = k, .mover = GF_MOVER3D_SOLIDS + k};
        gfMover *mover = &scene->bodies->movers[met.mover];
        *mover = (gfMover){.invMass = 0.0};
        gfVec3_Get(mover->velocity, solid->def.velocity);
        gfVec3_Get(mover->spin, solid->def.angularVelocity);
        const gfRoundedBox box = gfRoundedBox_Make(&solid->now);
        double all = reach + 2.0 * scene->loads->dt * sqrt(gfDot3(mover->velocity, mover->velocity));
        memcpy(met.place, box.centre, sizeof met.place);
        if (gfRigidBody_GetDistance(b, &gf_bodies3D, box.centre) <= b->bound + gfRoundedBox_GetBound(&box) + all) {
            met.count = gfRoundedBox_Collide(&own, &box, all, met.list);
            gfRigidBodies_MeetSolid(scene, slot, &met);
        }
    }
}

// --- the container ---------------------------------------------------------------------------------------------------

// A step in a container, which is as `next` after it.
typedef struct ContainerScene {
    gfContactScene all;
    const gfContainerPose *next;
} ContainerScene;

static void listSides3D(const gfVolumeBody *body, const gfContainerPose *pose, gfBodySide sides[GF_BODY_SIDES])
{
    for (int side = 0; side < GF_BODY_SIDES; side++) {
        gfBodySide *s = &sides[side];
        double own[3] = {0.0, 0.0, 0.0};
        *s = (gfBodySide){.closed = (body->def.openSides >> side & 1) == 0,
                          .mover = GF_MOVER3D_SIDES + side,
                          .far = 0.5 * pose->size[side / 2]};
        own[side / 2] = side % 2 == 1 ? 1.0 : -1.0;
        gfTurn_Apply(pose->turn, own, s->normal);
        memcpy(s->from, pose->position, sizeof s->from);
    }
}

// The container's sides move as it goes, turns and stretches in this step.
static void moveContainerSides(gfRigidBodies *o, const gfContainerPose *now, const gfContainerPose *next, double dt,
                               gfBodySide sides[GF_BODY_SIDES])
{
    double angles[3], far = sqrt(3.0) * fmax(fmax(now->size[0], now->size[1]), now->size[2]);
    gfTurn_GetAngles(gfTurn_Multiply(next->turn, gfTurn_Invert(now->turn)), angles);
    for (int side = 0; side < GF_BODY_SIDES; side++) {
        int axis = side / 2;
        gfMover *m = &o->movers[GF_MOVER3D_SIDES + side];
        double own[3] = {0.0, 0.0, 0.0}, outwards[3];
        own[axis] = 0.5 * (next->size[axis] - now->size[axis]) * (side % 2 == 1 ? 1.0 : -1.0);
        gfTurn_Apply(now->turn, own, outwards);
        for (int i = 0; i < 3; i++) {
            m->velocity[i] = (next->position[i] - now->position[i] + outwards[i]) / dt;
            m->spin[i] = angles[i] / dt;
        }
        sides[side].reach = 2.0 * dt * (sqrt(gfDot3(m->velocity, m->velocity)) + far * sqrt(gfDot3(m->spin, m->spin)));
    }
}

// Keeps a body's middle in the container, whatever that does: far outside nothing would go on.
static void keepInContainer(gfRigidBody *b, const gfContactScene *scene, const double before[3])
{
    const gfContainerPose *pose = ((const ContainerScene *)scene)->next;
    double local[3], size = fmax(fmax(pose->size[0], pose->size[1]), pose->size[2]);
    bool moved = false, lost = false;
    (void)before;
    gfContainer_ToLocal(pose, b->place, local);
    for (int side = 0; side < GF_BODY_SIDES; side++) {
        int axis = side / 2;
        double least = fmin(0.5 * b->inner, 0.5 * pose->size[axis]), most = pose->size[axis] - least;
        bool upper = side % 2 == 1;
        if (scene->next[side].closed && (upper ? local[axis] > most : local[axis] < least)) {
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

// Turns the spin of a body that is not round, which wobbles (Euler's equations; one Newton step of the implicit form,
// Catto 2015).
static void wobble(gfRigidBody *b, double dt)
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

static gfRigidBody remake3D(const gfRigidBody *b, const void *body)
{
    return gfRigidBody3D_Make(body, &b->def3D);
}

const gfBodyKind gf_bodies3D = {
    .handles = GF_HANDLE_RIGID_BODY3D,
    .bodies = GF_RIGID_BODY3D_MAX,
    .contacts = 24 * GF_RIGID_BODY3D_MAX,
    .movers = GF_MOVERS3D,
    .fixed = GF_MOVERS3D,
    .sides = GF_BODY_SIDES,
    .asked = sizeof(gfAsked3D),
    .slop = 0.02,
    .undo = 20.0,
    .crushed = 0.05,
    .remake = remake3D,
    .moveSolid = gfRigidBody3D_MoveSolid,
    .collide = collide,
    .meetSolids = meetSolids,
    .getCorners = getCorners,
    .keepInside = keepInContainer,
    .wobble = wobble,
    .getShadow = gfRigidBody3D_GetShadow,
    .land = gfRigidBodies3D_Collect,
    .takeAnswer = gfRigidBody3D_TakeAnswer,
    .load = gfRigidBody3D_Load,
};

gfLoadScene gfLoadScene3D_Get(const gfVolumeBody *body, const gfVolume *volume, double dt)
{
    const double *size = body->container.now.size;
    gfLoadScene s = {.kind = &gf_bodies3D,
                     .up = {0.0, 1.0, 0.0},
                     .cellSize = (double)volume->sph.scales.radius,
                     .dt = dt,
                     .size = fmax(fmax(size[0], size[1]), size[2])};
    gfVec3_Get(s.gravity, body->def.particles.gravity);
    s.g = sqrt(gfDot3(s.gravity, s.gravity));
    for (int i = 0; i < 3 && s.g > 0.0; i++) {
        s.up[i] = -s.gravity[i] / s.g;
    }
    const double aside[3] = {fabs(s.up[0]) < 0.7 ? 1.0 : 0.0, 0.0, fabs(s.up[0]) < 0.7 ? 0.0 : 1.0};
    gfCross3(aside, s.up, s.aside[0]);
    double length = sqrt(gfDot3(s.aside[0], s.aside[0]));
    for (int i = 0; i < 3; i++) {
        s.aside[0][i] /= length;
    }
    gfCross3(s.up, s.aside[0], s.aside[1]);
    return s;
}

// --- the list --------------------------------------------------------------------------------------------------------

static bool createProbe(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume)
{
    static const float up[3] = {0.0f, 1.0f, 0.0f};
    gfDevice *device = body->device;
    const gfTexture *const answer = &o->answer;
    bool ok = gfTexture_Create(device, &o->answer, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS) &&
              gfFramebuffer_Warm(device, &answer, 1) &&
              gfReadRing_Create(device, &o->reads, GF_REQUEST_WIDTH, REQUEST_ROWS);
    for (int i = 0; ok && i < GF_BODY_REQUESTS; i++) {
        ok = gfTexture_Create(device, &o->probes[i].points, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS);
    }
    return ok && gfVolume_Probe(body, volume, &o->probes[0].points, &o->answer, 0, up); // compiles
}

gfRigidBodies3D *gfRigidBodies3D_Create(const gfVolumeBody *body, const gfVolume *volume)
{
    gfCore *core = &body->device->core;
    const size_t texels = (size_t)REQUEST_ROWS * GF_REQUEST_WIDTH;
    gfRigidBodies3D *o = gfAlloc(core, sizeof *o);
    if (o != NULL &&
        (!gfRigidBodies_Init(&o->all, core, &gf_bodies3D) ||
         (o->texels = gfAlloc(core, 4 * texels * sizeof *o->texels)) == NULL || !createProbe(o, body, volume))) {
        gfRigidBodies3D_Destroy(body->device, o);
        o = NULL;
    }
    return o;
}

void gfRigidBodies3D_Destroy(gfDevice *device, gfRigidBodies3D *o)
{
    if (o == NULL) {
        return;
    }
    gfReadRing_Destroy(device, &o->reads);
    gfTexture_Destroy(device, &o->answer);
    for (int i = 0; i < GF_BODY_REQUESTS; i++) {
        gfTexture_Destroy(device, &o->probes[i].points);
    }
    gfRigidBodies_Release(&o->all, &device->core);
    gfFree(&device->core, o->texels);
    gfFree(&device->core, o);
}

// --- a step ----------------------------------------------------------------------------------------------------------

bool gfRigidBodies3D_Advance(gfRigidBodies3D *bodies, gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt, int stepsLeft)
{
    gfRigidBodies *o = &bodies->all;
    const gfLoadScene loads = gfLoadScene3D_Get(body, volume, dt);
    gfContainer after = body->container;
    gfContainerMotion motion;
    gfBodySide now[GF_BODY_SIDES], next[GF_BODY_SIDES];
    gfContainer_Advance(&after, stepsLeft, INFINITY, dt, &motion);
    listSides3D(body, &body->container.now, now);
    listSides3D(body, &after.now, next);
    const ContainerScene scene = {{o, body, &loads, now, next, 0.0}, &after.now};
    bool ok = gfRigidBodies_TakeAnswers(o, body->device, &loads, step);
    gfRigidBodies_PrepareMovers(o, &loads);
    moveContainerSides(o, &body->container.now, &after.now, dt, now);
    gfRigidBodies_FindContacts(&scene.all);
    gfRigidBodies_Move(&scene.all);
    for (int i = 0; i < o->list.capacity; i++) {
        const gfRigidBody *b = gfSlots_At(&o->list, i);
        if (b != NULL) {
            gfRigidBody3D_MoveSolid(b, body, false);
        }
    }
    return ok;
}
