// The rigid bodies of a fluid in 3D: contacts, measurements of the fluid around them, step, and gfBodyKind's functions.
#include "ext/fluid3d/fluid3d.h"

#include "shared.h"

#define CLEARANCE 0.4 // least distance of a request's points from solids and sides, kernel radii
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
    GF_EACH(const gfSolid3D, solid, &solids->list) {
        int k = gfSlots_GetIndex(&solids->list, solid);
        if (solid->ofBody) {
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

// gfContactScene, with the container's pose after the step for keepInContainer.
typedef struct ContainerScene {
    gfContactScene all;
    const gfContainerPose *next;
} ContainerScene;

static void listSides3D(const gfVolumeBody *body, const gfContainerPose *pose, gfBodySide sides[GF_BODY_SIDES])
{
    for (int side = 0; side < GF_BODY_SIDES; side++) {
        gfBodySide *s = &sides[side];
        *s = (gfBodySide){.closed = (body->def.openSides >> side & 1) == 0,
                          .mover = GF_MOVER3D_SIDES + side,
                          .far = 0.5 * pose->size[side / 2]};
        gfTurn_GetAxis(pose->turn, side / 2, side % 2 == 1 ? 1.0 : -1.0, s->normal);
        memcpy(s->from, pose->position, sizeof s->from);
    }
}

// Finds how the container's sides move in this step: by its translation, turn and stretch.
static void moveContainerSides(gfRigidBodies *o, const gfContainerPose *now, const gfContainerPose *next, double dt,
                               gfBodySide sides[GF_BODY_SIDES])
{
    double angles[3], far = sqrt(3.0) * fmax(fmax(now->size[0], now->size[1]), now->size[2]);
    gfTurn_GetAngles(gfTurn_Multiply(next->turn, gfTurn_Invert(now->turn)), angles);
    for (int side = 0; side < GF_BODY_SIDES; side++) {
        int axis = side / 2;
        gfMover *m = &o->movers[GF_MOVER3D_SIDES + side];
        double outwards[3], grown = 0.5 * (next->size[axis] - now->size[axis]) * (side % 2 == 1 ? 1.0 : -1.0);
        gfTurn_GetAxis(now->turn, axis, grown, outwards);
        for (int i = 0; i < 3; i++) {
            m->velocity[i] = (next->position[i] - now->position[i] + outwards[i]) / dt;
            m->spin[i] = angles[i] / dt;
        }
        sides[side].reach = 2.0 * dt * (sqrt(gfDot3(m->velocity, m->velocity)) + far * sqrt(gfDot3(m->spin, m->spin)));
    }
}

// Keeps a body's centre inside the container's closed sides. Stops a body more than 16 container lengths away.
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

// Solves Euler's equations for the gyroscopic torque by one Newton step of their implicit form (Catto 2015).
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
            // `j[k]` is column k of the Jacobian.
            j[k][i] = (i == k ? in[i] : 0.0) + dt * (skew[i][k] * in[k] - skewOwn[i][k]);
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

// --- where to look ---------------------------------------------------------------------------------------------------

// Places a request's points around a body: sets arms. Returns how far up and down the surface is searched there, m.
static double placePoints3D(const gfRigidBody *b, const gfLoadScene *scene, gfSpot spots[GF_BODY3D_POINTS])
{
    const gfRoundedBox box = gfRigidBody3D_GetBox(b);
    // Particles nearer than this are disturbed by the body's own surface.
    double margin = fmax(1.2 * scene->cellSize, 0.1 * b->bound);
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        bool level = p < GF_BODY3D_LEVEL_POINTS;
        int bits = p - GF_BODY3D_LEVEL_POINTS;
        double angle = 6.283185307179586 * p / GF_BODY3D_LEVEL_POINTS, third = sqrt(1.0 / 3.0), way[3];
        double x = level ? cos(angle) : (bits & 1 ? third : -third), y = level ? 0.0 : (bits & 2 ? third : -third);
        double z = level ? sin(angle) : (bits & 4 ? third : -third);
        for (int i = 0; i < 3; i++) {
            way[i] = x * scene->aside[0][i] + y * scene->up[i] + z * scene->aside[1][i];
        }
        double off = gfRoundedBox_GetReach(&box, way) + margin * (level && p % 2 == 1 ? 2.0 : 1.0);
        spots[p] = (gfSpot){.arm = {off * way[0], off * way[1], off * way[2]}};
    }
    return b->bound + 2.0 * scene->cellSize;
}

// Returns whether a place is farther than `clearance` m from all solids.
static bool isClear(const gfVolumeBody *body, const double place[3], double clearance)
{
    GF_EACH(const gfSolid3D, solid, &body->solids.list) {
        if (gfShape3DPose_GetDistance(&solid->now, place) < clearance) {
            return false;
        }
    }
    return true;
}

// Writes a body's points into a request's texels. Points beyond the container's sides, or nearer to one than the
// clearance, are moved inside. Points in or near a solid are marked as not known.
static void writePoints(const gfVolumeBody *body, const gfLoadScene *scene, const gfRigidBody *b, gfSpot *spots,
                        uint32_t *texels)
{
    const gfContainerPose *pose = &body->container.now;
    double reach = placePoints3D(b, scene, spots), clearance = CLEARANCE * scene->cellSize;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        gfSpot *s = &spots[p];
        double place[3], local[3];
        float point[4] = {0.0f, 0.0f, 0.0f, p < GF_BODY3D_LEVEL_POINTS ? (float)(reach / scene->cellSize) : 0.0f};
        for (int i = 0; i < 3; i++) {
            place[i] = b->place[i] + s->arm[i];
        }
        gfContainer_ToLocal(pose, place, local);
        for (int i = 0; i < 3; i++) {
            double low = fmin(clearance, 0.5 * pose->size[i]);
            local[i] = fmin(fmax(local[i], low), pose->size[i] - low);
            point[i] = (float)(local[i] / scene->cellSize);
        }
        gfContainer_ToWorld(pose, local, place);
        for (int i = 0; i < 3; i++) {
            s->arm[i] = place[i] - b->place[i];
        }
        s->known = isClear(body, place, clearance);
        memcpy(texels + (size_t)4 * (size_t)p, point, sizeof point);
    }
}

// Converts a point's answer from the container's axes and cells to the world's and m. `level`: a point for the surface.
static void takeSpot(const gfProbe3D *probe, const uint32_t texel[4], bool level, gfSpot *spot)
{
    float v[4];
    memcpy(v, texel, sizeof v);
    if (!(isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]) && isfinite(v[3]))) {
        spot->known = false;
        return;
    }
    const double radius = probe->radius;
    const double local[3] = {(double)v[0] * radius, (double)v[1] * radius, (double)v[2] * radius};
    gfTurn_Apply(probe->pose.turn, local, spot->velocity);
    spot->found = (double)v[3] * (level ? radius : 1.0);
}

static bool collect3D(gfDevice *device, gfRigidBodies *bodies, gfBodyRequest *r)
{
    gfRigidBodies3D *o = (gfRigidBodies3D *)bodies;
    const gfProbe3D *probe = &o->probes[r - bodies->requests];
    GF_TRY(gfReadRing_Take(device, &o->reads, true, o->texels) == GF_POLL_READY);
    for (int i = 0; i < r->count * GF_BODY3D_POINTS; i++) {
        gfAsked3D *asked = (gfAsked3D *)gfRigidBodies_GetAsked(bodies, r, i / GF_BODY3D_POINTS);
        int p = i % GF_BODY3D_POINTS;
        takeSpot(probe, o->texels + (size_t)4 * (size_t)i, p < GF_BODY3D_LEVEL_POINTS, &asked->spots[p]);
    }
    return true;
}

// --- what was measured -----------------------------------------------------------------------------------------------

// Returns the median of the heights that points beside a body found for the surface. *count: number of these points.
static double findMedian(const gfSpot *spots, const double heights[GF_BODY3D_LEVEL_POINTS], int *count)
{
    double sorted[GF_BODY3D_LEVEL_POINTS];
    *count = 0;
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        if (spots[p].known) {
            int k = (*count)++;
            for (; k > 0 && sorted[k - 1] > heights[p]; k--) {
                sorted[k] = sorted[k - 1];
            }
            sorted[k] = heights[p];
        }
    }
    return *count > 0 ? 0.5 * (sorted[*count / 2] + sorted[(*count - 1) / 2]) : 0.0;
}

// Fits a plane to the surface's heights beside a body, without those far from the median, such as splashes. plane:
// height over the body's centre, and slopes along scene->aside. False: no point found the surface.
static bool fitSurface(const gfRigidBody *b, const gfLoadScene *scene, const gfSpot *spots, double plane[3])
{
    double heights[GF_BODY3D_LEVEL_POINTS], agree = fmax(scene->cellSize, 0.35 * b->bound);
    gfPlanePoint points[GF_BODY3D_LEVEL_POINTS];
    int count;
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        heights[p] = gfDot3(spots[p].arm, scene->up) + spots[p].found;
    }
    double median = findMedian(spots, heights, &count);
    for (int p = 0; p < GF_BODY3D_LEVEL_POINTS; p++) {
        points[p] = (gfPlanePoint){gfDot3(spots[p].arm, scene->aside[0]), gfDot3(spots[p].arm, scene->aside[1]),
                                   heights[p], spots[p].known && fabs(heights[p] - median) <= agree};
    }
    if (!gfPlane_Fit(points, GF_BODY3D_LEVEL_POINTS, 0.03, GF_LOAD_SLOPE_MAX, plane)) {
        plane[0] = median;
    }
    return count > 0;
}

static void seeSurface(gfRigidBody *b, const gfLoadScene *scene, const gfSeen *seen, double weight)
{
    const double *place = seen->asked->pose.place;
    gfSurroundings *a = &b->around;
    double plane[3], moved[3];
    a->levelKnown = fitSurface(b, scene, seen->spots, plane);
    if (!a->levelKnown) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        gfLoad_Follow(&a->slope[i], plane[1] * scene->aside[0][i] + plane[2] * scene->aside[1][i], weight);
        moved[i] = b->place[i] - place[i];
    }
    double height = gfDot3(place, scene->up) + plane[0] + plane[1] * gfDot3(moved, scene->aside[0]) +
                    plane[2] * gfDot3(moved, scene->aside[1]);
    gfLoad_Follow(&a->level, height, weight);
}

static void takeAnswer3D(gfRigidBody *b, const gfLoadScene *scene, const gfBodyRequest *request, gfAsked *asked)
{
    gfSpot *spots = ((gfAsked3D *)asked)->spots;
    const gfSeen seen = {.asked = asked,
                         .spots = spots,
                         .count = GF_BODY3D_POINTS,
                         .elapsed = scene->dt * gfRigidBodies_GetStride(&scene->medium, scene->dt),
                         .surface = seeSurface};
    (void)request;
    for (int p = 0; p < GF_BODY3D_POINTS; p++) {
        double found = spots[p].found;
        spots[p].liquid = p < GF_BODY3D_LEVEL_POINTS ? (found > 0.0 ? 1.0 : 0.0) : fmin(found, 1.0);
    }
    gfRigidBody_TakeAnswer(b, scene, &seen);
}

// --- the kind ----------------------------------------------------------------------------------------------------

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
    .land = collect3D,
    .takeAnswer = takeAnswer3D,
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
    GF_TRY(gfTexture_Create(device, &o->answer, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS) &&
           gfReadRing_Create(device, &o->reads, GF_REQUEST_WIDTH, REQUEST_ROWS));
    for (int i = 0; i < GF_BODY_REQUESTS; i++) {
        GF_TRY(gfTexture_Create(device, &o->probes[i].points, GF_FORMAT_RGBA32UI, GF_REQUEST_WIDTH, REQUEST_ROWS));
    }
    return gfVolume_Probe(body, volume, &o->probes[0].points, &o->answer, 0, up);
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
    GF_EACH(const gfRigidBody, b, &o->list) {
        gfRigidBody3D_MoveSolid(b, body, false);
    }
    return ok;
}

bool gfRigidBodies3D_Request(gfRigidBodies3D *o, const gfVolumeBody *body, const gfVolume *volume, uint64_t step,
                             double dt)
{
    const gfLoadScene scene = gfLoadScene3D_Get(body, volume, dt);
    gfBodyRequest *r = gfRigidBodies_BeginRequest(&o->all, step);
    double up[3];
    if (r == NULL) {
        return true;
    }
    for (int i = 0; i < r->count; i++) {
        gfAsked3D *asked = (gfAsked3D *)gfRigidBodies_GetAsked(&o->all, r, i);
        const gfRigidBody *b = gfSlots_At(&o->all.list, asked->all.index);
        writePoints(body, &scene, b, asked->spots, o->texels + (size_t)4 * GF_BODY3D_POINTS * (size_t)i);
    }
    gfProbe3D *probe = &o->probes[r - o->all.requests];
    probe->pose = body->container.now;
    probe->radius = scene.cellSize;
    gfTurn_Apply(gfTurn_Invert(probe->pose.turn), scene.up, up);
    GF_TRY(gfTexture_Upload(body->device, &probe->points, o->texels) &&
           gfVolume_Probe(body, volume, &probe->points, &o->answer, r->count * GF_BODY3D_POINTS,
                          (const float[3]){(float)up[0], (float)up[1], (float)up[2]}) &&
           gfReadRing_Start(body->device, &o->reads, &o->answer));
    gfRigidBodies_StartRequest(&o->all, r, step, gfRigidBodies_GetStride(&scene.medium, dt));
    return true;
}
